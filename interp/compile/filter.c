/* Filter: a script says once for each pair of cells whether a piece may go from one to the other. Everything that is
 * built from movements uses the tables made here, so play never asks the script. */

#include "compile/variant_build.h"

static bool query_filter(const variant *v, const staged_hooks *hooks, diag_list *diags, int player, uint64_t *forward,
                         uint64_t *reversed)
{
    size_t words = (size_t)v->bitset_words;
    for (int from = 0; from < v->cells; from++) {
        for (int to = 0; to < v->cells; to++) {
            bool allowed = true;
            if (!hooks->allows(hooks->host, diags, v->rules->move_filter, from, to, player, &allowed)) {
                diag_note(diags, v->rules->filter_location, "this rule called the script");
                return false;
            }
            if (allowed) {
                set_put(forward + (size_t)from * words, (unsigned)to);
                set_put(reversed + (size_t)to * words, (unsigned)from);
            }
        }
    }
    return true;
}

bool filter_build(variant *v, const staged_hooks *hooks, diag_list *diags)
{
    size_t table = (size_t)v->cells * (size_t)v->bitset_words;
    if (!v->rules->move_filter) {
        return true;
    }
    if (!hook_exists(hooks, diags, v->rules->move_filter, v->rules->filter_location)) {
        return false;
    }
    for (int player = 0; player < v->players; player++) {
        uint64_t *forward = arena_new(&v->arena, uint64_t, table), *reversed = arena_new(&v->arena, uint64_t, table);
        if (!forward || !reversed) {
            return diag_out_of_memory(diags);
        }
        if (!query_filter(v, hooks, diags, player, forward, reversed)) {
            return false;
        }
        v->filter_allows[player] = forward;
        v->filter_reversed[player] = reversed;
        v->has_filter = true;
    }
    return true;
}
