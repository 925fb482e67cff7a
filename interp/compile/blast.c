/* Blast: the cells that a capture blows up, as sets around each cell, and whether legality by masks is right about
 * it. */

#include "compile/variant_build.h"

#include <string.h>

enum { BLAST_CELLS_MAX = 100 /* what one undo has room for, besides hands and hooks */ };

static bool report_incompatible(const variant *v, diag_list *diags, const char *what)
{
    diag_error(diags, CODE_UNSUPPORTED_TOGETHER, v->rules->blast.location, "`blast` is not played with %s yet", what);
    return false;
}

/* Whether it is a wall that survives blasts. */
static bool is_spared_wall(const ruleset *rules, int number)
{
    bool spared = false;
    for (size_t i = 0; i < rules->blast.spare_count; i++) {
        spared |= rules->blast.spares[i] == number;
    }
    return spared && rule_piece_is_wall(&rules->pieces[number]);
}

/* What a piece has that is not played together with blasts; NULL: nothing. */
static const char *incompatible_ability(const variant *v, size_t number)
{
    const rule_piece *piece_rule = &v->rules->pieces[number];
    const piece_abilities *abilities = &v->abilities[number];
    if (abilities->remote_capture_count || abilities->kamikaze) {
        return abilities->remote_capture_count ? "remote captures" : "`kamikaze`";
    }
    if (abilities->is_immobilizer || abilities->is_protector ||
        (abilities->invulnerable && !is_spared_wall(v->rules, (int)number))) {
        return "pieces that immobilize, protect or are invulnerable, except walls that it spares";
    }
    for (size_t i = 0; i < piece_rule->move_count; i++) {
        if (piece_rule->moves[i].jumps) {
            return "jumps";
        }
        if (piece_rule->royal && piece_rule->moves[i].sets_ep) {
            return "royal pieces that can be captured en passant";
        }
    }
    return NULL;
}

static const char *incompatible_rule(const variant *v)
{
    const ruleset *rules = v->rules;
    return rules->stacks                           ? "stacks"
           : rules->neutral && rules->hands        ? "neutral pieces that come to hands"
           : rules->no_moves.given                 ? "missed turns"
           : ruleset_has_hidden_information(rules) ? "`visibility`"
           : rules->turn.several_plies             ? "turns of several plies"
           : rules->turn.first_plies               ? "turns of several plies"
                                                   : NULL;
}

static bool blast_compatible(const variant *v, diag_list *diags)
{
    const char *reason = incompatible_rule(v);
    for (size_t i = 0; i < v->rules->piece_count && !reason; i++) {
        reason = incompatible_ability(v, i);
    }
    return !reason || report_incompatible(v, diags, reason);
}

/* Whether the cells reach each other: a piece adjacent to a royal is reached by a blast at the royal. */
static bool is_symmetric(const variant *v, const uint64_t *reach)
{
    size_t words = (size_t)v->bitset_words;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        for (unsigned to = 0; to < (unsigned)v->cells; to++) {
            if (set_has(reach + cell * words, to) && !set_has(reach + to * words, cell)) {
                return false;
            }
        }
    }
    return true;
}

uint64_t *build_reach_table(variant *v, diag_list *diags, const betza *leaps, location at)
{
    uint64_t *reach = set_table_new(v);
    if (!reach) {
        (void)diag_out_of_memory(diags);
        return NULL;
    }
    for (size_t i = 0; i < leaps->count; i++) {
        const betza_leg *leg = &leaps->paths[i].leg[0];
        int number = topology_vector(&v->topology, (vector){.dx = leg->x, .dy = leg->y, .dz = leg->z});
        if (number < 0) {
            (void)diag_out_of_memory(diags);
            return NULL;
        }
        for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
            cell_id to = v->topology.next[number][cell];
            if (to != CELL_NONE && to != cell) {
                set_put(reach + (size_t)cell * (size_t)v->bitset_words, to);
            }
        }
    }
    if (!is_symmetric(v, reach)) {
        diag_error(diags, CODE_BLAST_REACH, at, "the cells of `reach` do not reach each other");
        diag_hint(diags, "a cell that one reaches must reach it back, as in K");
        return NULL;
    }
    return reach;
}

static bool is_small(const variant *v, const uint64_t *reach)
{
    for (size_t cell = 0; cell < (size_t)v->cells; cell++) {
        int count = 0;
        for (unsigned to = 0; to < (unsigned)v->cells; to++) {
            count += set_has(reach + cell * (size_t)v->bitset_words, to);
        }
        if (count > BLAST_CELLS_MAX) {
            return false;
        }
    }
    return true;
}

static bool read_reach(variant *v, diag_list *diags)
{
    const rule_blast *rule = &v->rules->blast;
    uint64_t *reach = build_reach_table(v, diags, &rule->reach, rule->location);
    if (!reach) {
        return false;
    }
    if (!is_small(v, reach)) {
        diag_error(diags, CODE_BLAST_REACH, rule->location, "the `reach` of a blast has more than %d cells",
                   BLAST_CELLS_MAX);
        return false;
    }
    v->blast_cells = reach;
    return true;
}

/* The pieces that survive a blast. */
static bool read_immune(variant *v, diag_list *diags)
{
    const rule_blast *rule = &v->rules->blast;
    piece_id *immune = arena_new(&v->arena, piece_id, (size_t)v->piece_ids);
    if (!immune) {
        return diag_out_of_memory(diags);
    }
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int rule_piece_index = v->type[v->type_of[piece]].rule_piece_index;
        for (size_t i = 0; i < rule->spare_count; i++) {
            if (rule->spares[i] == rule_piece_index) {
                immune[v->blast_immune_count++] = (piece_id)piece;
                break;
            }
        }
    }
    v->blast_immune = immune;
    return true;
}

static void set_beneficiaries(variant *v)
{
    for (int player = 0; player < v->players; player++) {
        int beneficiary = player;
        for (int step = 1; step < v->players && beneficiary == player; step++) {
            int other = (player + step) % v->players;
            bool same_board = v->board_of[other] == v->board_of[player];
            beneficiary = same_board && (v->enemy_mask[player] >> other & 1) ? other : player;
        }
        v->blast_beneficiary[player] = (uint8_t)beneficiary;
    }
}

bool blast_build(variant *v, diag_list *diags)
{
    if (!v->rules->blast.given) {
        return true;
    }
    v->has_blast = v->has_abilities = true;
    set_beneficiaries(v);
    if (!blast_compatible(v, diags) || !read_reach(v, diags) || !read_immune(v, diags)) {
        return false;
    }
    return true;
}
