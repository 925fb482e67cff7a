/* Root: what every way of searching does with the position that it is asked about. */
#ifndef FERZ_SEARCH_ROOT_H
#define FERZ_SEARCH_ROOT_H

#include "search/evaluation.h"
#include "search/search.h"

/* Whether the game goes on and the dice are to be thrown. */
bool root_throws(record *r);
/* The throw that the seed makes. */
move root_throw(const record *r, uint64_t seed);
/* The moves that may be made, only those that the limits name if they name any, shuffled by the seed; claims behind
 * them. `list` is empty. How many are no claims. */
size_t root_moves(record *r, const search_limits *limits, move_list *list);
/* What making a claim ends the game as. */
verdict root_claim(record *r, move claim);
/* Moves until the end that a score tells of: see search_result. */
int root_mate(int score);

#endif
