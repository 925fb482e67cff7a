/* Explain: why a move is legal or not, in words that name the rule and its place.
 */
#ifndef FERZ_GAME_EXPLAIN_H
#define FERZ_GAME_EXPLAIN_H

#include "game/record.h"

/* Writes "legal" and the move's effects in their order, or "illegal: ..." with the rule that forbids it; every line ends
 * with a newline. Returns whether it is legal. `r` is unchanged afterwards. */
bool explain_move(record *r, const char *words, text *out);

#endif
