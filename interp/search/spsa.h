/* SPSA: finds the constants of the search (search_params.h) by games of the search against itself, all of them at once.
 *
 * Simultaneous perturbation stochastic approximation (Spall, 1992; its use for chess programs is described by Kiiski and
 * in fishtest). Each pair of games is played by two searches that differ in every constant: one has a random half of them
 * a little greater and the others a little less, the other search the reverse. The constants then move towards the side
 * that won. A pair begins from the constants as they were LAG pairs before, whatever has ended since: so the same seed
 * and number of games find the same constants, with any number of threads. The result is the mean of the second half.
 */
#ifndef FERZ_SEARCH_SPSA_H
#define FERZ_SEARCH_SPSA_H

#include "search/search_params.h"
#include "search/selfplay.h"

typedef struct spsa_limits {
    const game_history *start; /* of all games */
    live_hooks *const *hooks;  /* [threads], as in search_run */
    int threads;
    uint64_t seed, nodes; /* nodes of each move */
    int games;
    bool (*stop)(void *state); /* called often, by any thread; true ends it with what there is. May be NULL */
    void (*on_game)(void *state, int games); /* one thread at a time; may be NULL */
    void *state;
} spsa_limits;

typedef enum spsa_outcome { SPSA_DONE, SPSA_FAILED, SPSA_NO_MEMORY } spsa_outcome;

/* Begins with `*constants` and leaves there what it found; `*games`: how many it learned from. SPSA_FAILED: a live hook
 * failed. Only for two sides. */
spsa_outcome spsa_run(const spsa_limits *limits, search_params *constants, int *games);

#endif
