/* Root: what every way of searching does with the position that it is asked about. */
#ifndef FERZ_SEARCH_ROOT_H
#define FERZ_SEARCH_ROOT_H

#include "search/evaluation.h"
#include "search/search.h"

/* Whether the game goes on and the dice are to be thrown. */
bool root_must_roll(game_history *r);
/* The throw that the seed makes. */
move root_roll(const game_history *r, uint64_t seed);
/* The moves that may be made, only those that the limits name if they name any, shuffled by the seed; claims behind
 * them. `list` is empty. How many are no claims. */
size_t root_moves(game_history *r, const search_limits *limits, move_list *list);
/* What making a claim ends the game as. */
game_outcome root_claim_verdict(game_history *r, move claim);
/* Moves until the end that a score tells of: see search_result. */
int root_mate_distance(int score);

#endif
