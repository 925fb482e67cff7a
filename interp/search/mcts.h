/* Monte-Carlo tree search, the second search method.
 *
 * A simulation descends from the root by the moves with the highest upper confidence bound (PUCT: Rosin, Multi-armed
 * bandits with episode context, 2011; Silver and others, 2016) to a new position. That is evaluated (leaf_eval.h),
 * and its reward is added to every node on the path. The prior of an untried move is estimated from its gain and its
 * history. Ended games are exact and are proven upwards (MCTS-Solver: Winands, Björnsson and Saito, 2008). Dice
 * rolls are nodes whose edges are visited in proportion to their weights. A node sums the rewards of the player to
 * move there and of the player to move at its parent. So turns of several plies, teams and any number of players
 * need nothing else.
 *
 * The memory of the tree is allocated once and serves the whole game: if the next position is in the tree, its
 * subtree is kept. One thread. With the same tree at the start and no time limit, a search gives the same result on
 * every machine.
 */
#ifndef FERZ_SEARCH_MCTS_H
#define FERZ_SEARCH_MCTS_H

#include "search/timeman.h"
#include "search/evaluation.h"

typedef struct mcts mcts;

/* NULL when out of memory. */
mcts *mcts_create(const variant *v, size_t bytes);
void mcts_destroy(mcts *m);
/* Forgets what earlier runs have learnt. */
void mcts_clear(mcts *m);

/* Searches the current position of the history, which is restored. Allocates only before it starts to search. False
 * when out of memory. `out` is initialised by the caller: no move found. */
bool mcts_run(mcts *m, game_history *r, const evaluation *e, const search_limits *limits, timeman *tm,
              search_result *out);

#endif
