/* Alpha-beta search for two sides, in any variant.
 *
 * The position says who moves after a ply. If the same side moves again, the score keeps its sign. The shortcuts
 * of the variant (compile/shortcuts.h) say which pruning methods are sound.
 */
#ifndef FERZ_SEARCH_ALPHABETA_H
#define FERZ_SEARCH_ALPHABETA_H

#include "search/search_thread.h"

/* The score of the position at `ply`, seen by the side that made the last ply: exact inside the window, else a bound.
 * `root_side_moved`: that side is the side of the root's player. `cut_node`: a move that refutes the last ply is
 * expected. */
int alphabeta_child(search_thread *t, bool root_side_moved, int ply, int depth, int alpha, int beta, bool in_check,
                    bool cut_node);

/* qsearch.c: the score for the side to move after the captures and promotions that pay. In check, all moves are
 * searched at first. `depth` is 0 or less; `tt_move` is the move of the table. */
int qsearch(search_thread *t, int ply, int depth, int alpha, int beta, bool in_check, move known);

#endif
