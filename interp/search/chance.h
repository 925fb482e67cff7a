/* Chance nodes: the mean over all dice outcomes, searched only as far as the window needs.
 *
 * Star1 (Ballard, The *-Minimax Search Procedure for Trees Containing Chance Nodes, 1983). Every score
 * lies between `lower` and `upper`. So the outcomes that were searched bound the mean, and the rest of the window
 * bounds what the next outcome has to answer.
 *
 * An outcome that decides the game counts as `lower` or `upper`: a small chance of a win must not outweigh
 * everything. Only if every outcome decides the game, the mean itself is a mate score.
 */
#ifndef FERZ_SEARCH_CHANCE_H
#define FERZ_SEARCH_CHANCE_H

#include "search/evaluation.h"

enum { CHANCE_INFINITE = 32000 };

typedef struct chance_node {
    const dice_outcome *outcomes;
    int outcome_count;
    int alpha, beta;  /* alpha < beta */
    int lower, upper; /* lower < 0 < upper, inside the range of mate scores; a narrower range cuts more */
    /* The score after an outcome, for the player of alpha and beta: exact inside the window, else a bound. */
    int (*search)(void *state, int outcome, int alpha, int beta);
    /* Whether the search was stopped, so that scores are invalid. May be NULL. */
    bool (*stopped)(void *state);
    void *state;
} chance_node;

/* A suitable `upper` (and `lower`, negated) for a variant: a little more than the value of an army. */
int chance_bound(const evaluation *e);

/* The mean, rounded down: exact inside the window, else a bound. */
int chance_search(const chance_node *n);

#endif
