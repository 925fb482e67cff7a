/* Ending: the conditions under which a game is over, as far as the position alone decides them.
 */
#ifndef FERZ_PLAY_OUTCOME_H
#define FERZ_PLAY_OUTCOME_H

#include "play/history.h"

/* Whether the position by itself is the end (bare, extinct, dead, checks in a row ...): what perft asks. */
bool outcome_in_position(position *p);
/* Whether it is worth asking: what every position passes at a glance, told from numbers that it keeps. */
static inline bool ending_may_apply(const position *p, const variant_ending *e)
{
    const rule_ending *rule = e->rule;
    switch (rule->kind) {
    case END_HALFMOVE_CLOCK:
        return p->state.halfmove_clock >= rule->number;
    case END_HOOK:
        return (!rule->max_pieces || p->variant->core->count_all(p) <= rule->max_pieces) &&
               (rule->counter < 0 || p->extra.counters[rule->counter] >= rule->counter_min);
    case END_CONNECT:
        return !p->variant->owners_fixed || p->state.plies == 0 ||
               p->variant->core->has_row(p, &e->rows,
                                         1 - p->state.side_to_move); /* only he who has just moved has made one */
    case END_INSUFFICIENT_MATERIAL:
        return !e->sufficient_count || !p->variant->core->any_on_board(p, e->sufficient_pieces, e->sufficient_count);
    default:
        return true;
    }
}
/* One ending of a game that has begun (position_game_begun) by its number; endings that need moves or the road never hold here. */
game_outcome ending_test(position *p, int number, char *reason, size_t room);
/* Verdict of one ending for its subject. */
game_outcome ending_outcome(const variant *v, const rule_ending *rule, int affected);
/* The same of an ending where no move is left, which a hook may judge. */
game_outcome ending_outcome_no_moves(position *p, int number, int affected, char *reason, size_t room);

/* How many men of those that an ending by few men counts the player has, in hand too. */
int ending_piece_count(const position *p, const row_table *t, int player);

/* How many men who count stand in the player's zone (END_GOAL). */
int ending_goal_count(const position *p, const variant_ending *e, int player);

/* Builder: zones and masks of the endings. */
bool endings_build(variant *v, diag_list *diags);

#endif
