/* Tuning: learns better evaluation weights for a variant, or better constants of the search, from games against itself.
 *
 * The engine plays both sides with a fixed number of nodes, from openings of random plies. Quiet positions are kept
 * with the result of their game. Logistic regression (known as Texel tuning, by Österlund) finds the weights that
 * explain the results best, with the formulas of eval_params.h as the prior: features that were hardly ever seen
 * keep their weights. A network that is added to the formulas stays beside them, and is no weight. Constants are found by spsa.h, levels by levels.h. In the end the gate (gate.h) lets them through or not: a smaller loss alone does not mean better
 * play. Games that were played elsewhere are replayed and learned from in the same way.
 *
 * The random numbers of a game depend on the seed and its number. So the same seed finds the same weights, with any
 * number of threads, if there is no time limit.
 */
#ifndef FERZ_SEARCH_TUNE_H
#define FERZ_SEARCH_TUNE_H

#include "search/evaluation.h"
#include "search/search.h"

typedef enum tune_stage { TUNE_SELFPLAY, TUNE_FIT, TUNE_MATCH } tune_stage;

typedef struct tune_progress {
    tune_stage stage;
    int games, game_limit; /* `game_limit` 0: as many as time allows */
    int positions;
    int won, drawn, lost; /* by the tuned side */
} tune_progress;

/* A game that was played elsewhere. */
typedef struct tune_known {
    const char *moves; /* their texts, each ended by a NUL, and an empty one */
    int points;        /* hundredths for the first player's side */
} tune_known;

typedef struct tune_limits {
    int games;       /* to be played for learning; 0 = none */
    int seconds;     /* for all stages; 0 = none */
    int match_games; /* most of each match; 0 = as many as `games`, or as decide */
    uint64_t nodes;
    int threads;
    uint64_t seed;
    const tune_known *known; /* learned from, too; where neither games nor seconds are given, only from these */
    int known_count;
    bool constants; /* of the search, found by spsa.h, instead of weights */
    bool levels;    /* of play, found by levels.h, instead of weights; `games` for each rung */
    /* Called often, perhaps by any thread; true ends the tuning with what there is. May be NULL. */
    bool (*stop)(void *state);
    /* Called after each game, by one thread at a time. May be NULL. */
    void (*on_progress)(void *state, const tune_progress *p);
    void *state;
} tune_limits;

typedef struct tune_result {
    tuning tuning; /* rows: the weights that differ from the formulas; constants: those that differ from the table */
    int games, positions;
    double loss_before, loss_after; /* of weights: mean loss (natural logarithm) in the test games */
    int won, drawn, lost;           /* the tuned side against what was in force before */
    double elo, elo_error;          /* elo_error: half of the 95 % interval; of levels: the step between two, and 0 */
    bool better; /* the loss of weights is smaller, and the gate let it through; of levels: all were measured */
} tune_result;

typedef enum tune_outcome { TUNE_DONE, TUNE_FAILED, TUNE_NO_MEMORY, TUNE_NO_GAMES } tune_outcome;

/* `start` is the start of all games; `hooks` as in search_run. The weights live in the arena. TUNE_FAILED: a live hook
 * failed; TUNE_NO_GAMES: no game gave a sample. Only for two sides, and weights only where no network takes the place of the formulas. */
tune_outcome tune_run(const game_history *start, live_hooks *const *hooks, const tune_limits *limits, arena *a,
                      tune_result *out);

#endif
