/* Abilities: what pieces do besides moving and capturing on their target. They immobilize or protect their neighbours,
 * cannot be captured, leave the board with their own capture (kamikaze), or capture elsewhere. */

#include "compile/variant_build.h"

#include <string.h>

static piece_set pieces_of(const variant *v, const rule_piece_set *some)
{
    piece_set set = {.has_royals = some->all}; /* also in a game without any */
    for (size_t i = 0; i < (some->all ? v->rules->piece_count : some->count); i++) {
        size_t rule_piece_index = some->all ? i : (size_t)some->pieces[i];
        set_put(set.bits, (unsigned)rule_piece_index);
        set.has_royals |= v->rules->pieces[rule_piece_index].royal;
    }
    return set;
}

static bool read_zone(variant *v, diag_list *diags, const rule_text *zone, size_t player, uint32_t *set)
{
    *set = build_zone(v, diags, zone, player);
    return *set != UINT32_MAX;
}

static bool read_remote_captures(variant *v, diag_list *diags, const rule_piece *piece_rule, piece_abilities *abilities)
{
    remote_capture *all = arena_new(&v->arena, remote_capture, piece_rule->remote_capture_count + 1);
    if (!all) {
        return diag_out_of_memory(diags);
    }
    for (size_t i = 0; i < piece_rule->remote_capture_count; i++) {
        const rule_remote_capture *rule = &piece_rule->remote_captures[i];
        all[i] = (remote_capture){
            .kind = rule->kind, .straight = rule->straight, .diagonal = rule->diagonal, .beyond = rule->beyond};
        all[i].victims = pieces_of(v, &rule->victims);
        all[i].has_hostile = rule->hostile.string != NULL;
        all[i].has_on = rule->on.string != NULL;
        for (size_t player = 0; player < (size_t)v->players; player++) {
            if ((all[i].has_hostile && !read_zone(v, diags, &rule->hostile, player, &all[i].hostile[player])) ||
                (all[i].has_on && !read_zone(v, diags, &rule->on, player, &all[i].on[player]))) {
                return false;
            }
        }
        abilities->has_long_leap |= rule->kind == REMOTE_LONG_LEAP;
    }
    abilities->remote_captures = all;
    abilities->remote_capture_count = (uint8_t)piece_rule->remote_capture_count;
    return true;
}

static bool find_neighbours(variant *v)
{
    static const int8_t step[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    uint64_t *adjacent = set_table_new(v);
    if (!adjacent) {
        return false;
    }
    for (int d = 0; d < 8; d++) {
        int number = topology_vector(&v->topology, (vector){.dx = step[d][0], .dy = step[d][1]});
        if (number < 0) {
            return false;
        }
        v->neighbour_vectors[d] = (uint16_t)number;
        for (int cell = 0; cell < v->cells; cell++) {
            cell_id to = v->topology.next[number][cell];
            if (to != CELL_NONE) {
                set_put(adjacent + (size_t)cell * (size_t)v->bitset_words, to);
            }
        }
    }
    v->neighbours = adjacent;
    return true;
}

static bool report_incompatible(diag_list *diags, const rule_piece *piece_rule, const char *key, const char *where)
{
    diag_error(diags, CODE_UNSUPPORTED_TOGETHER, piece_rule->location, "`%s` of `%s` is not played %s yet", key,
               piece_rule->name, where);
    return false;
}

/* Reports abilities of a piece that are not played with other rules yet. `flat`: one level without wrapped edges. */
static bool check_piece(const variant *v, diag_list *diags, size_t piece, bool flat)
{
    const ruleset *rules = v->rules;
    const rule_piece *piece_rule = &rules->pieces[piece];
    const piece_abilities *abilities = &v->abilities[piece];
    if (abilities->remote_capture_count && (rules->stacks || !flat)) {
        return report_incompatible(diags, piece_rule, "captures", rules->stacks ? "with stacks" : "on such a board");
    }
    if (abilities->kamikaze && rules->stacks) {
        return report_incompatible(diags, piece_rule, "kamikaze", "with stacks");
    }
    if ((abilities->is_immobilizer || abilities->is_protector) && rules->row_cells) {
        return report_incompatible(diags, piece_rule, abilities->is_immobilizer ? "immobilizes" : "protects",
                                   "on such a board");
    }
    for (size_t k = 0; k < piece_rule->move_count && abilities->has_long_leap; k++) {
        if (piece_rule->moves[k].quiet_jumps) { /* what would the piece do to what it jumps over? */
            return report_incompatible(diags, piece_rule, "captures: long_leap", "with `jumped: stays`");
        }
    }
    for (size_t k = 0; k < piece_rule->move_count && rules->neutral; k++) {
        if (piece_rule->moves[k].jumps) {
            return report_incompatible(diags, piece_rule, "jump", "in a variant with neutral pieces");
        }
    }
    return true;
}

static bool abilities_compatible(const variant *v, diag_list *diags)
{
    const ruleset *rules = v->rules;
    if (rules->neutral && (rules->stacks || rules->visibility.own_pieces_only)) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, rules->neutral_location,
                   "neutral pieces are not played with %s yet", rules->stacks ? "stacks" : "`sees: own`");
        return false;
    }
    bool flat = v->topology.wrap == WRAP_NONE && v->topology.levels == 1 && !rules->row_cells;
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (!check_piece(v, diags, i, flat)) {
            return false;
        }
    }
    return true;
}

/* What other players see instead of each piece. */
static bool find_disguises(variant *v)
{
    bool disguises = false;
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        disguises |= v->rules->pieces[i].shown_as >= 0;
    }
    v->shown_as = disguises ? arena_new(&v->arena, piece_id, (size_t)v->piece_ids) : NULL;
    for (int piece = 1; v->shown_as && piece < v->piece_ids; piece++) {
        int other = v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].shown_as;
        v->shown_as[piece] = (piece_id)(other < 0 ? piece : variant_piece(v, v->owner_of[piece], v->base_type[other]));
    }
    return !disguises || v->shown_as;
}

bool abilities_build(variant *v, diag_list *diags)
{
    v->abilities = arena_new(&v->arena, piece_abilities, v->rules->piece_count);
    if (!v->abilities || !find_disguises(v)) {
        return diag_out_of_memory(diags);
    }
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        const rule_piece *piece_rule = &v->rules->pieces[i];
        piece_abilities *abilities = &v->abilities[i];
        abilities->immobilizes = pieces_of(v, &piece_rule->immobilizes);
        abilities->protects = pieces_of(v, &piece_rule->protects);
        abilities->invulnerable = piece_rule->invulnerable;
        abilities->kamikaze = piece_rule->kamikaze;
        abilities->is_immobilizer = rule_piece_set_is_given(&piece_rule->immobilizes);
        abilities->is_protector = rule_piece_set_is_given(&piece_rule->protects);
        if (!read_remote_captures(v, diags, piece_rule, abilities)) {
            return false;
        }
        v->has_immobilizers |= abilities->is_immobilizer;
        v->has_protection |= abilities->is_protector || (abilities->invulnerable && !(v->is_wall && v->is_wall[i]));
        v->has_remote_captures |= abilities->remote_capture_count > 0;
        v->has_kamikaze |= abilities->kamikaze;
    }
    bool neutral = v->rules->neutral && !v->is_wall;
    v->has_abilities = v->has_immobilizers || v->has_protection || v->has_remote_captures || v->has_kamikaze || neutral;
    return abilities_compatible(v, diags) && (!(v->has_immobilizers || v->has_protection || v->has_remote_captures) ||
                                              find_neighbours(v) || diag_out_of_memory(diags));
}
