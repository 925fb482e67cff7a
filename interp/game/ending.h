/* Ending: the conditions under which a game is over, as far as the position alone decides them.
 */
#ifndef FERZ_GAME_ENDING_H
#define FERZ_GAME_ENDING_H

#include "game/record.h"

/* Whether the position by itself is the end (bare, extinct, dead, checks in a row ...): what perft asks. */
bool ending_decides(position *p);
/* Whether it is worth asking: what every position passes at a glance, told from numbers that it keeps. */
static inline bool ending_may_hold(const position *p, const game_ending *e)
{
    const rule_ending *rule = e->rule;
    switch (rule->kind) {
    case END_QUIET:
        return p->state.quiet >= rule->number;
    case END_HOOK:
        return (!rule->men || p->game->core->crowd(p) <= rule->men) &&
               (rule->counter < 0 || p->more.counters[rule->counter] >= rule->reached);
    case END_LINE:
        return !p->game->keeps_owners || p->state.plies == 0 ||
               p->game->core->lined(p, &e->lines, 1 - p->state.mover); /* only he who has just moved has made one */
    case END_DEAD:
        return !e->alive_count || !p->game->core->stands(p, e->alive, e->alive_count);
    default:
        return true;
    }
}
/* One ending of a game that has begun (position_begun) by its number; endings that need moves or the road never hold here. */
verdict ending_test(position *p, int number, char *reason, size_t room);
/* Verdict of one ending for its subject. */
verdict ending_verdict(const game *g, const rule_ending *rule, int subject);
/* The same of an ending where no move is left, which a hook may judge. */
verdict ending_without_moves(position *p, int number, int subject, char *reason, size_t room);

/* How many men of those that an ending by few men counts the player has, in hand too. */
int ending_men(const position *p, const line_table *t, int player);

/* How many men who count stand in the player's zone (END_REACHED). */
int ending_arrived(const position *p, const game_ending *e, int player);

/* Builder: zones and masks of the endings. */
bool endings_build(game *g, diag_list *diags);

#endif
