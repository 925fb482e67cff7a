/* Adoption: a network for rules that it was not made for, from rules that are related.
 *
 * What has the same name in both keeps its numbers: pieces on a cell or in a hand, rights, checks given, counters. What one of them
 * lacks says nothing. The options of a game play with the network of the game in this way, and a game that extends
 * another begins to learn with the other's. */
#ifndef FERZ_SEARCH_NETWORK_ADOPT_H
#define FERZ_SEARCH_NETWORK_ADOPT_H

#include "search/network.h"

/* Whether the network is for a board of this form. */
bool network_has_board(const network *n, const variant *v);
/* A network for the layout `to`, from `from`, whose layout is `of`; NULL: not known, then only what stands on the board is taken
 * over. NULL when the boards differ, no piece has the same name, or out of memory. */
network *network_adopt(const network *from, const network_layout *of, const network_layout *to, arena *a);

#endif
