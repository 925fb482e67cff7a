/* Tree: alpha-beta over plies, for two sides, in any game.
 *
 * Who acts after a ply is asked of the position, and where it is a player of the same side the score's sign stays. Which
 * shortcuts are taken is said by the game's traits (traits.h).
 */
#ifndef FERZ_SEARCH_ALPHABETA_H
#define FERZ_SEARCH_ALPHABETA_H

#include "search/search_thread.h"

/* The score of the position at `ply`, as the side that made the last ply sees it; exact within the window, else a bound.
 * `friends_acted`: that side is the root's. `cut`: a move that refutes the last ply is expected. */
int alphabeta_child(search_thread *t, bool root_side_moved, int ply, int depth, int alpha, int beta, bool in_check,
                    bool cut_node);

/* calm.c: the score of the position for its mover once what is hot has been played out: moves that take or promote until
 * none pays, and all moves out of a check at first. `depth` is 0 or less, `known` the table's move. */
int qsearch(search_thread *t, int ply, int depth, int alpha, int beta, bool in_check, move known);

#endif
