/* Filter: a script says once for each pair of cells whether a piece may go from one to the other. Everything that is
 * built from movements uses the tables made here, so play never asks the script. */

#include "compile/variant_build.h"

#include <string.h>

/* The index of the table in variant.filters; equal tables are stored once. */
static int8_t filter_index(variant *v, const uint64_t *table)
{
    size_t size = (size_t)v->cells * (size_t)v->bitset_words * sizeof *table;
    for (int i = 0; i < v->filter_count; i++) {
        if (memcmp(v->filters[i], table, size) == 0) {
            return (int8_t)i;
        }
    }
    v->filters[v->filter_count] = table;
    return (int8_t)v->filter_count++;
}

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
    memset(v->filter_of, -1, sizeof v->filter_of);
    if (!v->rules->move_filter) {
        return true;
    }
    if (!hooks || !hooks->has(hooks->host, v->rules->move_filter)) {
        diag_error(diags, CODE_NO_FUNCTION, v->rules->filter_location, "the script has no function `%s`",
                   v->rules->move_filter);
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
        v->filter_of[player][0] = filter_index(v, forward);
        v->filter_of[player][1] = filter_index(v, reversed);
    }
    return true;
}
