/* Endings: the tables of the conditions that end a game, and when each has to be tested. play/outcome.c tests them. */

#include "compile/reachability.h"
#include "compile/variant_build.h"

/* Endings that perft stops at although there are legal moves. */
static bool is_perft_ending(const variant *v, ending_kind kind)
{
    return kind == END_BARE || kind == END_EXTINCT || kind == END_CHECKS || kind == END_CONNECT || kind == END_CHAIN ||
           kind == END_PIECES_BELOW || kind == END_GOAL ||
           (v->own_boards && (kind == END_CHECKMATE || kind == END_STALEMATE));
}

/* The types that an ending by extinction counts. */
static bool list_extinct_types(variant *v, variant_ending *e)
{
    uint8_t *types = arena_new(&v->arena, uint8_t, (size_t)v->types);
    for (int type = 0; types && type < v->types; type++) {
        if (e->rule->piece < 0 || v->type[type].rule_piece_index == e->rule->piece) {
            types[e->extinct_count++] = (uint8_t)type;
        }
    }
    e->extinct = types;
    return types != NULL;
}

static void add_to_mask(uint64_t *mask, const int *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        set_put(mask, (unsigned)pieces[i]);
    }
}

/* The pieces that are neither royal nor possibly insufficient material. */
static bool list_sufficient_material(variant *v, variant_ending *e)
{
    e->sufficient_pieces = arena_new(&v->arena, piece_id, (size_t)v->piece_ids);
    for (int piece = v->piece_ids - 1; e->sufficient_pieces && piece > 0;
         piece--) { /* pieces of later types, pawns as a rule, are the most common */
        unsigned rule_piece_index = (unsigned)v->type[v->type_of[piece]].rule_piece_index;
        bool insufficient = set_has(e->alone, rule_piece_index) || set_has(e->same_shade, rule_piece_index) ||
                            set_has(e->pair, rule_piece_index) || set_has(e->other_shades, rule_piece_index);
        if (!v->is_royal[piece] && !insufficient) {
            e->sufficient_pieces[e->sufficient_count++] = (piece_id)piece;
        }
    }
    return e->sufficient_pieces != NULL;
}

/* The cells of each player's goal zone. */
static bool build_goal_cells(variant *v, diag_list *diags, const rule_ending *rule, variant_ending *e)
{
    for (size_t player = 0; player < (size_t)v->players; player++) {
        uint32_t zone = build_zone(v, diags, &rule->zone, player);
        if (zone == UINT32_MAX) {
            return false;
        }
        cell_id *cells = arena_new(&v->arena, cell_id, (size_t)v->cells + 1);
        if (!cells) {
            return diag_out_of_memory(diags);
        }
        e->goal_cells[player] = cells;
        for (int cell = 0; cell < v->cells; cell++) {
            if (set_has(v->set_pool + zone, (unsigned)cell)) {
                cells[e->goal_count[player]++] = (cell_id)cell;
            }
        }
    }
    return true;
}

/* The neighbours, the pieces and both ends of a chain. */
static bool build_chain(variant *v, diag_list *diags, const rule_ending *rule, variant_ending *e)
{
    e->reach = build_reach_table(v, diags, &rule->reach, rule->location);
    for (size_t player = 0; e->reach && player < (size_t)v->players; player++) {
        e->zone[player] = build_zone(v, diags, &rule->zone, player);
        e->zone_to[player] = build_zone(v, diags, &rule->zone_to, player);
        if (e->zone[player] == UINT32_MAX || e->zone_to[player] == UINT32_MAX) {
            return false;
        }
    }
    return e->reach && row_pieces_build(v, diags, &rule->row, &e->rows);
}

/* The tables of one ending. */
static bool build_ending(variant *v, diag_list *diags, const rule_ending *rule, variant_ending *e)
{
    e->rule = rule;
    add_to_mask(e->alone, rule->alone, rule->alone_count);
    add_to_mask(e->same_shade, rule->same_shade, rule->same_shade_count);
    add_to_mask(e->pair, rule->pair, rule->pair_count);
    add_to_mask(e->other_shades, rule->other_shades, rule->other_shades_count);
    add_to_mask(e->bare_pieces, rule->bare_royals, rule->bare_royal_count);
    if ((rule->kind == END_INSUFFICIENT_MATERIAL && !list_sufficient_material(v, e)) ||
        (rule->kind == END_EXTINCT && !list_extinct_types(v, e))) {
        return diag_out_of_memory(diags);
    }
    for (size_t player = 0; rule->kind == END_POINTS && player < (size_t)v->players; player++) {
        e->zone[player] = build_zone(v, diags, &rule->zone, player);
        if (e->zone[player] == UINT32_MAX) {
            return false;
        }
    }
    if (rule->kind == END_GOAL) {
        add_to_mask(e->alone, rule->row.pieces, rule->row.piece_count);
    }
    return (rule->kind != END_GOAL || build_goal_cells(v, diags, rule, e)) &&
           (rule->kind != END_CHAIN || build_chain(v, diags, rule, e)) &&
           (rule->kind != END_CONNECT || rows_build(v, diags, &rule->row, &e->rows)) &&
           (rule->kind != END_PIECES_BELOW || row_pieces_build(v, diags, &rule->row, &e->rows));
}

/* Notes when the ending is tested. */
static void index_ending(variant *v, const rule_ending *rule, int number)
{
    bool moves = !v->own_boards && (rule->kind == END_CHECKMATE || rule->kind == END_STALEMATE);
    if (is_perft_ending(v, rule->kind) && !rule->claim) {
        v->position_endings[v->position_ending_count++] = number;
        v->ends_by_position = true;
        v->ends_only_by_bare &= rule->kind == END_BARE || (rule->kind == END_EXTINCT && rule->piece < 0);
    }
    if (!moves && !rule->claim && !rule->illegal) {
        v->automatic_endings[v->automatic_ending_count++] = (uint16_t)number;
    }
    v->counts_checks_in_row |= rule->kind == END_CHECKS;
    v->counts_all_checks |= rule->kind == END_CHECKS && rule->cumulative;
    v->records_checks |= rule->kind == END_PERPETUAL_CHECK || rule->kind == END_CHECK_CYCLE;
    v->forbids_repetition |= rule->illegal;
    v->judges_cycles |= rule->kind == END_REPETITION && rule->hook;
}

/* Whether no position can occur again after the halfmove clock was reset. */
static bool halfmove_clock_bounds_repetition(const variant *v)
{
    const ruleset *rules = v->rules;
    bool bounds = rules->captured == CAPTURED_GONE && !rules->hook_count && !rules->stacks && !rules->dice.count;
    for (int piece = 1; bounds && piece < v->piece_ids; piece++) {
        for (int i = 0; i < v->moves[piece].jump_count; i++) {
            bounds &= v->moves[piece].jumps[i].jumped == JUMPED_CAPTURED;
        }
        bounds = bounds && !(v->type[v->type_of[piece]].resets_halfmove_clock && reach_returns(v, piece));
    }
    return bounds;
}

bool endings_build(variant *v, diag_list *diags)
{
    const ruleset *rules = v->rules;
    v->endings = arena_new(&v->arena, variant_ending, rules->ending_count + 1);
    v->position_endings = arena_new(&v->arena, int, rules->ending_count + 1);
    v->automatic_endings = arena_new(&v->arena, uint16_t, rules->ending_count + 1);
    if (!v->endings || !v->position_endings || !v->automatic_endings) {
        return diag_out_of_memory(diags);
    }
    v->clock_reset_irreversible = halfmove_clock_bounds_repetition(v);
    v->ends_only_by_bare = true;
    for (size_t i = 0; i < rules->ending_count; i++) {
        if (!build_ending(v, diags, &rules->endings[i], &v->endings[v->ending_count++])) {
            return false;
        }
        index_ending(v, &rules->endings[i], (int)i);
    }
    return true;
}
