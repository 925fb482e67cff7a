/* Root: what all search methods do at the root position, and what they ask at every node. */
#ifndef FERZ_SEARCH_ROOT_H
#define FERZ_SEARCH_ROOT_H

#include "search/evaluation.h"
#include "search/search.h"

/* Whether the game goes on and the dice are to be rolled. */
bool root_must_roll(game_history *r);
/* The roll that the seed gives. */
move root_roll(const game_history *r, uint64_t seed);
/* The moves that may be chosen (only `searchmoves` if given), shuffled by the seed, then the claims. `list` is empty
 * at first. Returns how many are no claims. */
size_t root_moves(game_history *r, const search_limits *limits, move_list *list);
/* The outcome that making the claim gives. */
game_outcome root_claim_verdict(game_history *r, move claim);
/* How the game has ended at a node of the tree, for every method: by itself, or by a claim of the player to move, unless a
 * team other than theirs would win. Where the halfmove clock draws a checkmate goes before it. A node without legal moves is
 * found only so; otherwise the list of moves tells. */
game_outcome search_outcome(game_history *h);
/* Whether the first repetition in a tree counts as the draw that it leads to. Where checks decide what a repetition is, who
 * has to avoid it depends on the whole cycle. */
bool search_repetition_draws(const variant *v);
/* Whether the position stood in the game after its first `from` plies, between turns. */
bool search_repeats(const game_history *h, size_t from);
/* Moves to the mate of a mate score: see search_result. */
int root_mate_distance(int score);
/* Makes it an error of the hook that was asked last: in a position it answered otherwise before. */
void root_report_impure(live_hooks *hooks);

#endif
