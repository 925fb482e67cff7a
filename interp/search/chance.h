/* Chance: the mean over what the dice can show, with no more search than a window asks for.
 *
 * Star1 and Star2 (Ballard, The *-Minimax Search Procedure for Trees Containing Chance Nodes, 1983): since no score is
 * beyond `low` and `high`, the throws that were looked at bound the mean, and what is left of the window bounds what
 * the next throw may be asked for. Probing looks first at one move after each throw, which may be enough.
 *
 * A throw that decides the game counts as `low` or `high`, so that a small hope of winning does not outweigh everything; only
 * if every throw leads to such an end is the mean a score of an end itself.
 */
#ifndef FERZ_SEARCH_CHANCE_H
#define FERZ_SEARCH_CHANCE_H

#include "search/evaluation.h"

enum { CHANCE_INFINITE = 32000 };

typedef struct chance_node {
    const dice_outcome *outcomes;
    int outcome_count;
    int alpha, beta;  /* alpha < beta */
    int lower, upper; /* low < 0 < high, within what no end scores; nearer means more is cut */
    /* The score after a throw, for the player for whom alpha and beta are, within that window: exact inside it, else a bound
     * on the side where it lies. */
    int (*search)(void *state, int outcome, int alpha, int beta);
    /* A lower bound of it by a look at a single move, or at more; anything below alpha says nothing. NULL: no probing.
     * Right where the player for whom alpha and beta are chooses after the throw. */
    int (*probe)(void *state, int outcome, int alpha, int beta);
    /* Whether the search ends: scores mean nothing any more. May be NULL. */
    bool (*stopped)(void *state);
    void *state;
} chance_node;

/* `high`, and less than zero `low`, that suit a game: what an army is worth and a bit. */
int chance_bound(const evaluation *e);

/* The mean, rounded down: exact inside the window, else a bound on the side where it lies. */
int chance_search(const chance_node *n);

#endif
