#include "search/traits.h"

static bool alternates(const game *g)
{
    return g->players == 2 && !g->own_boards && !g->open_turns && !g->absences && g->outcome_count == 0 &&
           g->rules->turn.first <= 1 && g->enemies[0] == 2 && g->enemies[1] == 1;
}

/* Whether some ending makes a player win by what he has lost, or by having no move. */
static bool gains_by_losing(const game *g)
{
    for (int i = 0; i < g->ending_count; i++) {
        const rule_ending *rule = g->endings[i].rule;
        bool of_losses = rule->kind == END_EXTINCT || rule->kind == END_BARE || rule->kind == END_FEWER ||
                         rule->kind == END_STALEMATE || rule->kind == END_CHECKMATE;
        if (of_losses && rule->result == RESULT_WIN) {
            return true;
        }
    }
    return false;
}

void traits_find(traits *t, const game *g)
{
    const ruleset *r = g->rules;
    bool losing = gains_by_losing(g);
    t->mates = g->royal_types > 0;
    t->alternates = alternates(g);
    t->stands_still = t->alternates && t->mates && !losing && !r->captures.must && !r->checks.must &&
                      r->turn.pass == PASS_NEVER && !g->prefers_captures && !g->loops_forbidden && !g->prepares &&
                      !r->sight.attempts;
    t->exchanges = !g->powered && !g->blasts && !g->towers && !g->jumps && !g->becomes && !g->stacks &&
                   !g->takes_by_line && g->choice_count == 0;
    t->material = !losing;
}
