/* POSIX: clock_gettime. */
#define _POSIX_C_SOURCE 200809L

#include "search/deadline.h"

#include <time.h>

enum {
    MOVES_LEFT = 30, /* for which a clock without a number of moves must do */
    MOVES_LEFT_MOST = 40,
    STRETCH = 4, /* a move may take so many times its share of the clock */
    LEAST = 1,
};

static int64_t milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* A move's share of the clock. Never so much that the clock could run out on the way back. */
static void share_clock(deadline *d, const search_limits *l)
{
    int64_t left = (int64_t)l->clock - l->overhead;
    left = left > LEAST ? left : LEAST;
    int64_t moves = l->moves_to_go > 0 ? least_of(l->moves_to_go, MOVES_LEFT_MOST) : MOVES_LEFT;
    int64_t share = left / (moves + 1) + (int64_t)l->increment * 3 / 4;
    int64_t most = moves == 1 ? left * 9 / 10 : left / 2;
    most = most > LEAST ? most : LEAST;
    d->soft = least_of(share > LEAST ? share : LEAST, most);
    d->hard = least_of(d->soft * STRETCH, most);
}

void deadline_begin(deadline *d, const search_limits *limits)
{
    *d = (deadline){.limits = limits, .began = milliseconds_now()};
    d->from = d->began;
    d->ponders = limits->ponders != NULL;
    if (limits->clock > 0) {
        share_clock(d, limits);
    }
    if (limits->movetime > 0) {
        int64_t time = limits->movetime > limits->overhead ? limits->movetime - limits->overhead : LEAST;
        d->hard = d->hard > 0 ? least_of(d->hard, time) : time;
    }
}

int deadline_spent(const deadline *d)
{
    int64_t spent = milliseconds_now() - d->began;
    return spent > INT32_MAX ? INT32_MAX : (int)spent;
}

/* Time that counts against the limits. */
static int64_t counted(deadline *d)
{
    int64_t now = milliseconds_now();
    if (d->ponders) {
        d->ponders = d->limits->ponders(d->limits->state);
        d->from = now;
    }
    return now - d->from;
}

bool deadline_came(deadline *d, uint64_t nodes)
{
    const search_limits *l = d->limits;
    return (l->nodes && nodes >= l->nodes) || (d->hard > 0 && counted(d) >= d->hard) || (l->stop && l->stop(l->state));
}

bool deadline_enough(deadline *d, int share)
{
    /* The next iteration takes longer than all before it: one that is begun late is not finished. */
    return d->soft > 0 && counted(d) * 100 >= d->soft * share * 6 / 10;
}
