/* Ending: the conditions under which a game is over, as far as the position alone decides them.
 */
#ifndef FERZ_GAME_ENDING_H
#define FERZ_GAME_ENDING_H

#include "game/record.h"

/* Whether the position by itself is the end (bare, extinct, dead, checks in a row ...): what perft asks. */
bool ending_decides(position *p);
/* The same with the verdict. Hooks' words go to `reason` (may be NULL). */
verdict ending_of_position(position *p, bool claims, char *reason, size_t room);
/* One ending by its number; endings that need moves or the road never hold here. */
verdict ending_test(position *p, int number, char *reason, size_t room);
/* Verdict of one ending for its subject. */
verdict ending_verdict(const game *g, const rule_ending *rule, int subject);
/* The same of an ending where no move is left, which a hook may judge. */
verdict ending_without_moves(position *p, int number, int subject, char *reason, size_t room);

/* Builder: zones and masks of the endings. */
bool endings_build(game *g, diag_list *diags);

#endif
