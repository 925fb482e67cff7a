/* Filter: a script says once for each pair of cells whether a man may go from the one to the other. Everything that is
 * built from movements asks the tables made here, so that play asks nobody. */

#include "game/build.h"

#include <string.h>

/* The table's number among those that sliders know; equal tables are one. */
static int8_t goals_number(game *g, const uint64_t *table)
{
    size_t size = (size_t)g->cells * (size_t)g->words * sizeof *table;
    for (int i = 0; i < g->goals_count; i++) {
        if (memcmp(g->goals[i], table, size) == 0) {
            return (int8_t)i;
        }
    }
    g->goals[g->goals_count] = table;
    return (int8_t)g->goals_count++;
}

static bool ask(const game *g, const staged_hooks *hooks, diag_list *diags, int player, uint64_t *there, uint64_t *back)
{
    size_t words = (size_t)g->words;
    for (int from = 0; from < g->cells; from++) {
        for (int to = 0; to < g->cells; to++) {
            bool allowed = true;
            if (!hooks->allows(hooks->host, diags, g->rules->filter, from, to, player, &allowed)) {
                diag_note(diags, g->rules->filter_place, "this rule called the script");
                return false;
            }
            if (allowed) {
                set_put(there + (size_t)from * words, (unsigned)to);
                set_put(back + (size_t)to * words, (unsigned)from);
            }
        }
    }
    return true;
}

bool filter_build(game *g, const staged_hooks *hooks, diag_list *diags)
{
    size_t table = (size_t)g->cells * (size_t)g->words;
    memset(g->goals_of, -1, sizeof g->goals_of);
    if (!g->rules->filter) {
        return true;
    }
    if (!hooks || !hooks->has(hooks->host, g->rules->filter)) {
        diag_error(diags, CODE_NO_FUNCTION, g->rules->filter_place, "the script has no function `%s`",
                   g->rules->filter);
        return false;
    }
    for (int player = 0; player < g->players; player++) {
        uint64_t *there = arena_new(&g->arena, uint64_t, table), *back = arena_new(&g->arena, uint64_t, table);
        if (!there || !back) {
            diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
            return false;
        }
        if (!ask(g, hooks, diags, player, there, back)) {
            return false;
        }
        g->allowed[player] = there;
        g->goals_of[player][0] = goals_number(g, there);
        g->goals_of[player][1] = goals_number(g, back);
    }
    return true;
}
