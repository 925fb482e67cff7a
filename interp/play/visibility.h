/* Visibility: what a player does not see. These functions read a position and write another position or a list.
 *
 * The rules may hide the other side's pieces, with all that would reveal them: hands, rights, en passant targets,
 * marks and clocks. They may also hide secrets, which are counters that one player sees, or nobody, and the types of
 * pieces that are shown as another. Everything else is open to all. */
#ifndef FERZ_PLAY_VISIBILITY_H
#define FERZ_PLAY_VISIBILITY_H

#include "core/core.h"

/* Whether anything is ever hidden in this variant. */
bool visibility_limited(const variant *v);
/* Whether pieces are hidden in this position. */
bool visibility_hides_pieces(const position *p);
/* Whether `player` sees the pieces of `owner` while pieces are hidden. */
bool visibility_sees_owner(const variant *v, int player, int owner);
/* What `player` sees where this piece stands, if they see it at all. */
piece_id visibility_shown(const variant *v, int player, piece_id piece);

/* Writes the position as `player` sees it into `out`, which belongs to the same variant and keeps its own hooks. Cells
 * and hands that the player does not see are empty. A secret that is hidden from the player is COUNTER_HIDDEN unless
 * it is 0. */
void visibility_view(const position *p, int player, position *out);

/* Whether `player` sees which move led from `before` to `after`. Otherwise they only know that a move was made. */
bool visibility_shows_move(const position *before, const position *after, int player);

/* Appends what the side to move may try, as far as they see: the legal moves in `view`, and where pieces are hidden
 * and moves are tried also each capture of a piece that is not seen. With `captures_only` only these captures. `view`
 * is changed and restored. */
void visibility_tries(position *view, move_list *list, bool captures_only);

/* How many legal captures the question counts; a choice of promotions counts once. `scratch` has `room` moves. */
int visibility_answer(position *p, const rule_query *query, move *scratch, size_t room);
/* The question with this text ("any?"); NULL: none. */
const rule_query *visibility_find_question(const variant *v, const char *question_text);
/* Whether the question is about captures by the piece that makes the move. */
bool visibility_question_applies(const position *p, const rule_query *query, move m);

/* What all players hear of the move that led to `after`: lines, each ended by a newline; "" for nothing. `facts` has
 * as many halves of the move `m` as core.facts_of_move told; `u` takes it back. False when a hook failed. `lines` has ANNOUNCE_TEXT_MAX
 * bytes. */
bool visibility_announce(const position *after, const undo *u, move m, const move_facts *facts, int halves,
                         char *lines);

#endif
