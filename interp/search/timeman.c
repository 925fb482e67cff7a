/* POSIX: clock_gettime. */
#define _POSIX_C_SOURCE 200809L

#include "search/timeman.h"

#include <time.h>

enum {
    MOVES_TO_GO_DEFAULT = 30, /* moves that a clock without a number of moves must last for */
    MOVES_TO_GO_MAX = 40,
    HARD_LIMIT_FACTOR = 4, /* a move may take so many times its share of the clock */
    TIME_MIN = 1,
    EFFORT_SHARE_MAX = 240, /* percent of the time for a move where the best took none of the nodes, */
    EFFORT_SHARE_MIN = 50,  /* and where it took nearly all */
};

static int64_t milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t min_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The share of the clock for one move. Some time is always left for the answer to arrive. */
static void allot_clock(timeman *tm, const search_limits *l)
{
    int64_t left = (int64_t)l->clock - l->overhead;
    left = left > TIME_MIN ? left : TIME_MIN;
    int64_t moves = l->moves_to_go > 0 ? min_of(l->moves_to_go, MOVES_TO_GO_MAX) : MOVES_TO_GO_DEFAULT;
    int64_t share = left / (moves + 1) + (int64_t)l->increment * 3 / 4;
    int64_t time_max = moves == 1 ? left * 9 / 10 : left / 2;
    time_max = time_max > TIME_MIN ? time_max : TIME_MIN;
    tm->soft_limit = min_of(share > TIME_MIN ? share : TIME_MIN, time_max);
    tm->hard_limit = min_of(tm->soft_limit * HARD_LIMIT_FACTOR, time_max);
}

void timeman_begin(timeman *tm, const search_limits *limits)
{
    *tm = (timeman){.limits = limits, .start_time = milliseconds_now()};
    tm->count_from = tm->start_time;
    tm->pondering = limits->ponders != NULL;
    if (limits->clock > 0) {
        allot_clock(tm, limits);
    }
    if (limits->movetime > 0) {
        int64_t time = (int64_t)limits->movetime - limits->overhead;
        time = time > TIME_MIN ? time : TIME_MIN;
        tm->hard_limit = tm->hard_limit > 0 ? min_of(tm->hard_limit, time) : time;
    }
}

int timeman_elapsed(const timeman *tm)
{
    int64_t spent = milliseconds_now() - tm->start_time;
    return spent > INT32_MAX ? INT32_MAX : (int)spent;
}

/* Elapsed time that counts against the limits. */
static int64_t counted_time(timeman *tm)
{
    int64_t now = milliseconds_now();
    if (tm->pondering) {
        tm->pondering = tm->limits->ponders(tm->limits->state);
        tm->count_from = now;
    }
    return now - tm->count_from;
}

bool timeman_must_stop(timeman *tm, uint64_t nodes)
{
    const search_limits *l = tm->limits;
    return (l->nodes && nodes >= l->nodes) || (tm->hard_limit > 0 && counted_time(tm) >= tm->hard_limit) ||
           (l->stop && l->stop(l->state));
}

bool timeman_stops_fuel(void *state)
{
    timeman *tm = state;
    const search_limits *l = tm->limits;
    int64_t more = tm->root_listed ? 0 : l->listing;
    return (tm->hard_limit > 0 && counted_time(tm) >= tm->hard_limit + more) || (l->stop && l->stop(l->state));
}

int timeman_effort_share(uint64_t best_nodes, uint64_t nodes)
{
    const int share = nodes > 0 ? EFFORT_SHARE_MAX - (int)(200 * best_nodes / nodes) : 100;
    return share > EFFORT_SHARE_MIN ? share : EFFORT_SHARE_MIN;
}

bool timeman_should_stop(timeman *tm, int share)
{
    /* The next iteration takes longer than all before it, so one that begins late would not be finished. */
    return tm->soft_limit > 0 && counted_time(tm) * 100 >= tm->soft_limit * share * 6 / 10;
}
