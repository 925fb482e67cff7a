/* Levels of play: how many nodes a weak player searches for a ply, and how many moves it overlooks (oversight.h).
 *
 * The usual levels are the same for all games. They are about 150 Elo apart in the mean of the games; but in a deep game a step is
 * wider, in a quick one narrower. So the levels of a game can be measured: players on a ladder, each weaker than the one before,
 * play their neighbours. That tells where on the ladder levels 1 to 9 stand, each LEVELS_STEP_ELO below the next. In a quick game level 9
 * has the usual nodes, and the weakest levels are weaker than usual; in a deep one level 1 is the usual one, a beginner's. Level 10
 * searches as long as nobody minds in any game. */
#ifndef FERZ_SEARCH_LEVELS_H
#define FERZ_SEARCH_LEVELS_H

#include "compile/variant.h"
#include "search/selfplay.h"

enum { LEVELS_STEP_ELO = 150, LEVELS_STEP_LEAST = 30 };

/* [TUNING_LEVELS], the weakest first: of the tuning, or the usual ones; NULL is allowed. */
const tuning_level *levels_of(const tuning *t);

typedef struct levels_limits {
    const game_history *start;
    live_hooks *const *hooks; /* [threads] */
    int threads, games;       /* between two neighbours on the ladder; up to four times as many between weak ones */
    uint64_t seed;
    bool (*stop)(void *state);
    void (*on_game)(void *state, int games); /* one thread at a time; may be NULL */
    void *state;
} levels_limits;

typedef struct levels_found {
    tuning_level level[TUNING_LEVELS];
    double step; /* Elo from one to the next but the last: less than LEVELS_STEP_ELO where the ladder is too short */
    int games;
} levels_found;

typedef enum levels_outcome {
    LEVELS_DONE,
    LEVELS_ALIKE /* weaker players do as well */,
    LEVELS_STOPPED,
    LEVELS_FAILED,
    LEVELS_NO_MEMORY
} levels_outcome;
/* Only for two sides that see everything, where alpha-beta plays. The same seed finds the same levels with any number of threads. */
levels_outcome levels_measure(const levels_limits *limits, levels_found *out);

/* Where levels stand on a ladder whose rungs are `elo` [rungs] above the first of them, which is the strongest: 0 and falling. Sets
 * all levels but the last; returns the step. `rungs` is above LEVELS_BEGINNER. */
double levels_on_ladder(const double *elo, int rungs, tuning_level level[TUNING_LEVELS]);
enum { LEVELS_RUNGS = 15, LEVELS_BEGINNER = TUNING_LEVELS - 2 /* the rung of the usual level 1 */ };

#endif
