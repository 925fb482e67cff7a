/* Explain: why a move is legal or not, and why a game is over or not, with the rule and its place in the files.
 *
 * Nothing is owned. Output goes to `out`; when memory runs out, out->failed is set. */
#ifndef FERZ_EXPLAIN_EXPLAIN_H
#define FERZ_EXPLAIN_EXPLAIN_H

#include "play/history.h"

/* Writes "legal" and the effects of the move in their order, or "illegal: ..." with the rule that forbids it; every
 * line ends with a newline. Returns whether the move is legal. `history` is unchanged afterwards. */
bool explain_move(game_history *history, const char *move_text, text *out);

/* Writes the status on the first line; of a game that goes on, then a line for each ending with its place. Returns
 * whether the game is over. `history` is unchanged afterwards. */
bool explain_status(game_history *history, text *out);

#endif
