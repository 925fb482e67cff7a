/* Mcts: Monte-Carlo tree search, the second way of searching.
 *
 * From the root one goes down the tree by the moves that promise most for him who acts, counting how seldom each was tried
 * (PUCT: Rosin, Multi-armed bandits with episode context, 2011; Silver and others, 2016), to a position that is new. It is
 * valued (leaf.h), and its value is added to the mean of every node on the way. What a move promises before it was tried
 * is guessed from what it takes and from how it fared elsewhere. Ends are exact and are proven upwards (MCTS-solver:
 * Winands, Björnsson and Saito, 2008). Throws are nodes whose edges are visited as often as they fall. A node keeps its
 * sum for the player who acts and for him who acted before it, so that turns of several plies, teams and any number of
 * players need nothing else.
 *
 * The tree is taken once and serves the whole game: when the next position is found in it, what follows it is kept. One
 * thread; with the same tree to begin with and no limit of time, the same search is the same on every machine.
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

/* Searches from the record's position, which is played on and taken back. Allocates before it begins, and no more. False
 * when out of memory. `out` has been set to nothing found. */
bool mcts_run(mcts *m, game_history *r, const evaluation *e, const search_limits *limits, timeman *tm,
              search_result *out);

#endif
