/* Drops: for each player the pieces that can be dropped, and where. */

#include "compile/variant_build.h"

/* Whether such pieces are dropped before anything else, as long as that is legal. */
static bool comes_first(const ruleset *rules, int rule_piece_index)
{
    bool found = rules->setup_first_all;
    for (size_t i = 0; i < rules->setup_first_count; i++) {
        found |= rules->setup_first[i] == rule_piece_index;
    }
    return found;
}

static bool build_drop(variant *v, diag_list *diags, size_t player, int type)
{
    const rule_drop *rule = &v->rules->pieces[v->type[type].rule_piece_index].drop;
    piece_id piece = variant_dropped_piece(v, (int)player, type), own = variant_piece(v, (int)player, type);
    bool endless = drops_endlessly(v, (int)player, type);
    if (!rule->allowed || !variant_may_have(v, v->owner_of[piece], type) ||
        (v->type[type].royal && !variant_places_royals(v)) || v->type[type].reverts ||
        (!endless && (!v->hand_piece[own] || !v->has_hands))) {
        return true;
    }
    bool cells[CELLS_MAX];
    if (!zone_read(&v->topology, v->rules, diags, &rule->zone, player, cells)) {
        return false;
    }
    build_keep_own_board(v, player, cells);
    /* A neutral piece without moves is there to stand in the way. */
    bool moves = !rule->neutral || v->rules->pieces[v->type[type].rule_piece_index].move_count;
    for (int cell = 0; cell < v->cells && moves && !rule->may_be_immobile; cell++) {
        cells[cell] = cells[cell] && piece_can_move_from(v, own, (size_t)cell);
    }
    drop_table d = {.piece = piece,
                    .hand_piece = v->hand_piece[own],
                    .zone = build_set(v, diags, cells),
                    .per_file = rule->per_file,
                    .may_give_check = rule->may_give_check,
                    .may_mate = rule->may_mate,
                    .at_edge = rule->at_edge,
                    .parries = rule->parries,
                    .first = comes_first(v->rules, v->type[type].rule_piece_index)};
    v->has_first_drops |= d.first;
    if (rule->at_edge && !edges_build(v)) {
        return diag_out_of_memory(diags);
    }
    if (rule->gravity) {
        int down = topology_vector(&v->topology, (vector){.dy = -1});
        if (down < 0) {
            return diag_out_of_memory(diags);
        }
        d.support = v->topology.next[down];
    }
    v->drops[player][v->drop_count[player]++] = d;
    v->has_drops = true;
    return d.zone != UINT32_MAX;
}

bool drops_build(variant *v, diag_list *diags)
{
    if (v->rules->captured == CAPTURED_TO_PRISON) {
        return true; /* prisoners are not dropped */
    }
    for (size_t player = 0; player < (size_t)v->players; player++) {
        v->drops[player] = arena_new(&v->arena, drop_table, (size_t)v->types);
        if (!v->drops[player]) {
            return diag_out_of_memory(diags);
        }
        for (int type = 0; type < v->types; type++) {
            if (!build_drop(v, diags, player, type)) {
                return false;
            }
        }
    }
    return true;
}
