/* Tree: alpha-beta over plies, for two sides, in any game.
 *
 * Who acts after a ply is asked of the position, and where it is a player of the same side the score's sign stays. Which
 * shortcuts are taken is said by the game's traits (traits.h).
 */
#ifndef FERZ_SEARCH_TREE_H
#define FERZ_SEARCH_TREE_H

#include "search/worker.h"

/* The score of the position at `ply`, as the side that made the last ply sees it; exact within the window, else a bound.
 * `friends_acted`: that side is the root's. `cut`: a move that refutes the last ply is expected. */
int tree_deeper(worker *w, bool friends_acted, int ply, int depth, int alpha, int beta, bool checked, bool cut);

/* calm.c: the score of the position for its mover once what is hot has been played out: moves that take or promote until
 * none pays, and all moves out of a check at first. `depth` is 0 or less, `known` the table's move. */
int calm_search(worker *w, int ply, int depth, int alpha, int beta, bool checked, move known);

#endif
