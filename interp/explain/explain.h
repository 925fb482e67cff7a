/* Explain: why a move is legal or not, in words that name the rule and its place.
 */
#ifndef FERZ_EXPLAIN_EXPLAIN_H
#define FERZ_EXPLAIN_EXPLAIN_H

#include "play/history.h"

/* Writes "legal" and the move's effects in their order, or "illegal: ..." with the rule that forbids it; every line ends
 * with a newline. Returns whether it is legal. `r` is unchanged afterwards. */
bool explain_move(game_history *history, const char *move_text, text *out);

/* Why the game is over, or why none of its endings holds yet: the status on the first line, then a line for each ending with its
 * place. Returns whether it is over. `r` is unchanged afterwards. */
bool explain_status(game_history *history, text *out);

#endif
