/* Explain: why a move is legal or not, and why a game is over or not, with the rule and its place in the files.
 *
 * The reasons go to `list`, whose arena owns them. When memory runs out, arena->failed is set. */
#ifndef FERZ_EXPLAIN_EXPLAIN_H
#define FERZ_EXPLAIN_EXPLAIN_H

#include "explain/reason.h"
#include "play/history.h"

/* Legal, the rule that allows the move and its effects in their order; or the one rule that forbids it. Returns whether the
 * move is legal. `history` is unchanged afterwards. */
bool explain_move(game_history *history, const char *move_text, reason_list *list);

/* The rule that allows a legal move: a reason with its place, without a sentence. */
reason explain_rule(const position *p, move m);

/* The status first; of a game that goes on, then each ending with its place. Returns whether the game is over. `history` is
 * unchanged afterwards. */
bool explain_status(game_history *history, reason_list *list);

#endif
