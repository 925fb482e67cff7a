/* Sight: what a player does not see. Pure functions: they read a position and write another, or a list.
 *
 * Hidden are, as the rules say, the men of the other side (with all that would give them away: hands, rights, passed
 * cells, marks, clocks) and secrets, which are counters of one owner. All else is open to everybody.
 */
#ifndef FERZ_PLAY_VISIBILITY_H
#define FERZ_PLAY_VISIBILITY_H

#include "core/core.h"

/* Whether anything is ever hidden in this game. */
bool visibility_limited(const variant *v);
/* Whether men are hidden in this position. */
bool visibility_hides_pieces(const position *p);
/* Whether `player` sees what belongs to `owner` while men are hidden. */
bool visibility_sees_owner(const variant *v, int player, int owner);

/* Writes the position as `player` sees it: cells that he does not see are empty, hands that he does not see too; a secret that
 * is kept from him is COUNTER_HIDDEN while it has a value. `out` belongs to the same game and keeps its own hooks. */
void visibility_view(const position *p, int player, position *out);

/* Whether `player` sees which move led from `before` to `after`; else he knows only that something was done. */
bool visibility_shows_move(const position *before, const position *after, int player);

/* What the mover may try as far as he sees: his legal moves in `view`, and where men are hidden and moves are tried
 * also each capture that some unseen man would allow. With `captures_only` those captures alone. `view` is changed and
 * put back. */
void visibility_tries(position *view, move_list *list, bool captures_only);

/* How many legal captures the question asks for; a choice of promotions counts once. `scratch` has `room`. */
int visibility_answer(position *p, const rule_query *query, move *scratch, size_t room);
/* The question written `words` ("any?"), or NULL. */
const rule_query *visibility_find_question(const variant *v, const char *question_text);
/* Whether the question speaks of captures by the man on that cell. */
bool visibility_question_applies(const position *p, const rule_query *query, move m);

/* What everybody hears of the move that led to `after`: lines, each ended by a newline, "" for nothing. `facts` NULL: no man
 * made it. False when a hook failed. `lines` has ANNOUNCE_TEXT_MAX bytes. */
bool visibility_announce(const position *after, const move_facts *facts, char *lines);

#endif
