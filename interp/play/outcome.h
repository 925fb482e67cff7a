/* Outcome: the conditions that end a game ("endings"), as far as the position alone decides them. Conditions that need
 * the history are in history.c.
 *
 * Nothing here owns memory. A hook may be asked; when it fails, hooks->failed is set and the game goes on. */
#ifndef FERZ_PLAY_OUTCOME_H
#define FERZ_PLAY_OUTCOME_H

#include "play/history.h"

/* Whether an ending that perft stops at (bare, extinct, checks in a row ...) holds in the position. */
bool outcome_in_position(position *p);
/* A quick test: false when the ending cannot hold now. It reads only numbers that the position keeps. */
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
        return !variant_uses(p->variant, SHORTCUT_FIXED_OWNERS) || p->state.plies == 0 || rule->claim ||
               p->variant->core->has_row(
                   p, &e->rows,
                   1 - p->state.side_to_move); /* only the player who has just moved can have completed a row */
    case END_INSUFFICIENT_MATERIAL:
        return !e->sufficient_count || !p->variant->core->any_on_board(p, e->sufficient_pieces, e->sufficient_count);
    default:
        return true;
    }
}
/* One ending by its number, in a game that has begun (position_game_begun). Endings that need legal moves or the
 * history are never found here. `reason` of `room` bytes gets a hook's own words. */
game_outcome ending_test(position *p, int number, char *reason, size_t room);
/* The outcome of an ending that affects this player. Where they lose to several sides, the one that moved last wins. */
game_outcome ending_outcome(const position *p, const rule_ending *rule, int affected);
typedef uint8_t player_set; /* bits by player */
_Static_assert(PLAYERS_MAX <= 8, "a set of players is a byte");
/* The outcome of an ending whose condition is true of all these players at once (one at least). Where enemies share it,
 * nobody is to blame more than the others: the rest wins what they lose, and if nobody is left, it is a draw. */
game_outcome ending_outcome_of(const position *p, const rule_ending *rule, player_set affected);
/* The same for an ending by having no legal move (checkmate, stalemate), whose hook may decide otherwise. */
game_outcome ending_outcome_judged(position *p, int number, int affected, char *reason, size_t room);

/* Whether the player can never win, as the rules of the game tell: by an ending of insufficient material, whatever the
 * opponent does. True only where that is certain. */
bool outcome_cannot_win(const position *p, int player);

/* How many pieces count for an ending `pieces_below`: the player's own, in hand too. */
int ending_piece_count(const position *p, const row_table *t, int player);

/* Whether its owner wins by such pieces in the goal zone (END_GOAL). */
bool ending_goal_wins(const variant *v, const variant_ending *e, piece_id piece);
/* How many counting pieces of the player are in their goal zone (END_GOAL). */
int ending_goal_count(const position *p, const variant_ending *e, int player);

#endif
