#include "search/spsa.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLAYED = 1, /* is added to the points of a game that is over */
    LAG = 32,   /* pairs; no more threads can play at once */
    RING = LAG + 1,
};

/* The exponents are Spall's, and the first tenth of the run is slowed down. */
static const double ALPHA = 0.602, GAMMA = 0.101, SLOW_PART = 0.1;
/* How far a constant is moved for a pair at the end of the run, in parts of its range, and at least so much. */
static const double MOVED_PART = 0.05, MOVED_LEAST = 0.5;
/* A point of a pair moves a constant at the end by this part of its perturbation, for a run of one pair; longer runs go
 * slower, by the root of their length. So chance alone moves a constant by half of its perturbation in any run. */
static const double STEP_PART = 0.2;

typedef struct spsa {
    const spsa_limits *limits;
    int pairs;
    double mean[SEARCH_PARAM_COUNT];     /* of the constants after the pairs of the second half */
    double at[RING][SEARCH_PARAM_COUNT]; /* the constants after so many pairs, by the remainder */
    uint8_t *points;                     /* [pairs * 2] hundredths of the first search, plus PLAYED; 0: not over */
    int counted;                         /* pairs that have moved the constants: always the first ones */
    int averaged;                        /* pairs in `mean` */
    int played;                          /* games */
    bool aborted;                        /* a game had no time for its end */
    pthread_cond_t moved;                /* `counted` or `aborted` has changed */
} spsa;

static bool stops(void *state)
{
    const spsa *s = state;
    return s->limits->stop && s->limits->stop(s->limits->state);
}

static bool goes_on(void *state, int number)
{
    const spsa *s = state;
    return number / 2 < s->pairs && !s->aborted;
}

/* How far constant `i` is moved for a pair. */
static double perturbation(const spsa *s, int i, int pair)
{
    const search_param *row = search_param_at(i);
    const double part = MOVED_PART * (row->greatest - row->least);
    const double last = part > MOVED_LEAST ? part : MOVED_LEAST;
    return last * pow((double)s->pairs / (pair + 1), GAMMA);
}

/* By how much of its perturbation a constant moves for a point of a pair. */
static double step(const spsa *s, int pair)
{
    const double slow = SLOW_PART * s->pairs;
    return STEP_PART / sqrt((double)s->pairs) * pow((slow + s->pairs) / (slow + pair + 1), ALPHA) *
           pow((double)s->pairs / (pair + 1), -2 * GAMMA);
}

/* A whole number near `x`, which is the mean of such numbers. */
static int round_by_chance(double x, random_source *random)
{
    const double below = floor(x);
    return (int)below + (random_below(random, 1 << 20) < (uint32_t)((x - below) * (1 << 20)));
}

static double within(double x, const search_param *row)
{
    return x < row->least ? row->least : x > row->greatest ? row->greatest : x;
}

/* The directions of a pair, +1 or -1, and the constants of both searches where they are wanted. */
static void perturb(const spsa *s, const selfplay *run, int pair, int direction[SEARCH_PARAM_COUNT],
                    search_params both[2])
{
    random_source random = {selfplay_seed(run, pair, SELFPLAY_DIRECTION)};
    const double *now = s->at[(pair > LAG ? pair - LAG : 0) % RING];
    for (int i = 0; i < SEARCH_PARAM_COUNT; i++) {
        direction[i] = random_below(&random, 2) ? 1 : -1;
    }
    for (int i = 0; both && i < SEARCH_PARAM_COUNT; i++) {
        for (int k = 0; k < 2; k++) {
            const double moved = now[i] + (k ? -1 : 1) * direction[i] * perturbation(s, i, pair);
            *search_param_of(&both[k], i) = round_by_chance(within(moved, search_param_at(i)), &random);
        }
    }
}

/* Moves the constants by the pairs that are over, in their order. */
static void count_pairs(spsa *s, const selfplay *run)
{
    while (s->counted < s->pairs && s->points[2 * s->counted] && s->points[2 * s->counted + 1]) {
        const int pair = s->counted++;
        const int sum = s->points[2 * pair] + s->points[2 * pair + 1] - 2 * PLAYED;
        const double result = (double)(sum - WHOLE_POINT) / (WHOLE_POINT / 2.0);
        const double *before = s->at[pair % RING];
        double *after = s->at[(pair + 1) % RING];
        int direction[SEARCH_PARAM_COUNT];
        perturb(s, run, pair, direction, NULL);
        s->averaged += pair >= s->pairs / 2;
        for (int i = 0; i < SEARCH_PARAM_COUNT; i++) {
            after[i] = within(before[i] + step(s, pair) * perturbation(s, i, pair) * result * direction[i],
                              search_param_at(i));
            s->mean[i] += s->averaged ? (after[i] - s->mean[i]) / s->averaged : 0;
        }
    }
}

/* Waits until a pair's constants are known. Its games have higher numbers than those that it waits for, so these are
 * being played. False when nothing more is to be played. */
static bool begin_pair(spsa *s, selfplay *run, int pair, search_params both[2])
{
    int direction[SEARCH_PARAM_COUNT];
    pthread_mutex_lock(&run->lock);
    while (s->counted < pair - LAG && !s->aborted) {
        pthread_cond_wait(&s->moved, &run->lock);
    }
    const bool plays = !s->aborted;
    if (plays) {
        perturb(s, run, pair, direction, both);
    }
    pthread_mutex_unlock(&run->lock);
    return plays;
}

static void play(selfplay_thread *t, int number)
{
    spsa *s = t->run->state;
    const uint64_t nodes[2] = {s->limits->nodes, s->limits->nodes};
    search_params both[2];
    int points = SELFPLAY_STOPPED;
    if (begin_pair(s, t->run, number / 2, both)) {
        search_set_params(t->search[0], &both[0]);
        search_set_params(t->search[1], &both[1]);
        points = selfplay_match_game(t, number, s->limits->nodes, nodes);
    }
    pthread_mutex_lock(&t->run->lock);
    if (points == SELFPLAY_STOPPED) {
        s->aborted = true;
    } else {
        s->points[number] = (uint8_t)(points + PLAYED);
        s->played++;
        count_pairs(s, t->run);
        if (s->limits->on_game) {
            s->limits->on_game(s->limits->state, s->played);
        }
    }
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&t->run->lock);
}

spsa_outcome spsa_run(const spsa_limits *limits, search_params *constants, int *games)
{
    const variant *v = limits->start->variant;
    spsa s = {.limits = limits, .pairs = limits->games > 1 ? limits->games / 2 : 1};
    selfplay run = {.start = limits->start,
                    .hooks = limits->hooks,
                    .variants = {v, v},
                    .threads = limits->threads,
                    .seed = limits->seed,
                    .play = play,
                    .goes_on = goes_on,
                    .stop = stops,
                    .state = &s};
    *games = 0;
    s.points = calloc((size_t)s.pairs * 2, sizeof *s.points);
    if (!s.points) {
        return SPSA_NO_MEMORY;
    }
    for (int i = 0; i < SEARCH_PARAM_COUNT; i++) {
        s.at[0][i] = *search_param_of(constants, i);
    }
    pthread_cond_init(&s.moved, NULL);
    const bool ok = selfplay_run(&run);
    pthread_cond_destroy(&s.moved);
    free(s.points);
    for (int i = 0; ok && i < SEARCH_PARAM_COUNT; i++) {
        *search_param_of(constants, i) = (int)lround(s.averaged ? s.mean[i] : s.at[s.counted % RING][i]);
    }
    *games = 2 * s.counted;
    return ok ? SPSA_DONE : run.failed ? SPSA_FAILED : SPSA_NO_MEMORY;
}
