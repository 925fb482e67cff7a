/* Tuning: better weights for the evaluation of a game, learnt from games against itself.
 *
 * The engine plays both sides by a fixed number of nodes from openings of random plies. Quiet positions are kept with the outcome of
 * their game; the weights that explain the outcomes best are found by logistic regression (Rasmussen's and Österlund's method of
 * fitting evaluations to results, known as Texel tuning), held to the formulas of weights.h as a prior: what was hardly ever seen
 * stays what it was. In the end a match tells what it was worth.
 *
 * Games are numbered and draw from the seed by their number, so that the same seed finds the same weights, with any number of threads, as
 * long as no time limits it.
 */
#ifndef FERZ_SEARCH_TUNE_H
#define FERZ_SEARCH_TUNE_H

#include "search/evaluation.h"
#include "search/search.h"

typedef enum tune_stage { TUNE_SELFPLAY, TUNE_FIT, TUNE_MATCH } tune_stage;

typedef struct tune_progress {
    tune_stage stage;
    int games, game_limit; /* `of` 0: as many as time allows */
    int positions;
    int won, drawn, lost; /* by the tuned side */
} tune_progress;

typedef struct tune_limits {
    int games;       /* to learn from; 0 = none */
    int seconds;     /* for all together; 0 = none */
    int match_games; /* games of the match; 0 = a quarter of those */
    uint64_t nodes;
    int threads;
    uint64_t seed;
    /* Asked often, perhaps by any thread; true ends it with what there is. May be NULL. */
    bool (*stop)(void *state);
    /* Told after each game, by one thread at a time. May be NULL. */
    void (*on_progress)(void *state, const tune_progress *p);
    void *state;
} tune_limits;

typedef struct tune_result {
    tuning weights; /* rows: the weights that are not those of the formulas */
    int games, positions;
    double loss_before, loss_after; /* mean loss (natural logarithm) in games that were not learnt from */
    int won, drawn, lost;           /* the tuned side against the formulas */
    double elo, elo_error;          /* of 95 % */
} tune_result;

typedef enum tune_outcome { TUNE_DONE, TUNE_FAILED, TUNE_NO_MEMORY, TUNE_NO_GAMES } tune_outcome;

/* `start` is where games begin; `hooks` as in search_run. What is found lives in the arena. TUNE_FAILED: a live hook failed;
 * TUNE_NO_GAMES: no game came to an outcome. Only for two sides. */
tune_outcome tune_run(const game_history *start, live_hooks *const *hooks, const tune_limits *limits, arena *a,
                      tune_result *out);

#endif
