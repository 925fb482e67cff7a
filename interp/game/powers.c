/* Powers: what men do besides moving and taking where they arrive. They freeze or guard their neighbours, cannot be
 * taken, leave by their own capture, or take men elsewhere. */

#include "game/build.h"

#include <string.h>

static bool no_memory(diag_list *diags)
{
    diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    return false;
}

static piece_set pieces_of(const game *g, const rule_some *some)
{
    piece_set set = {.royals = false};
    for (size_t i = 0; i < (some->all ? g->rules->piece_count : some->count); i++) {
        size_t piece = some->all ? i : (size_t)some->pieces[i];
        set_put(set.bits, (unsigned)piece);
        set.royals |= g->rules->pieces[piece].royal;
    }
    return set;
}

static bool read_strikes(game *g, const rule_piece *piece, piece_power *power)
{
    strike *all = arena_new(&g->arena, strike, piece->strike_count + 1);
    if (!all) {
        return false;
    }
    for (size_t i = 0; i < piece->strike_count; i++) {
        const rule_strike *rule = &piece->strikes[i];
        all[i] = (strike){
            .kind = rule->kind, .straight = rule->straight, .diagonal = rule->diagonal, .beyond = rule->beyond};
        all[i].victims = pieces_of(g, &rule->of);
        power->vaults |= rule->kind == STRIKE_OVER;
    }
    power->strikes = all;
    power->strike_count = (uint8_t)piece->strike_count;
    return true;
}

static bool neighbours(game *g)
{
    static const int8_t step[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    uint64_t *beside = arena_new(&g->arena, uint64_t, (size_t)g->cells * (size_t)g->words);
    if (!beside) {
        return false;
    }
    for (int d = 0; d < 8; d++) {
        int number = topology_vector(&g->topology, (vector){.dx = step[d][0], .dy = step[d][1]});
        if (number < 0) {
            return false;
        }
        g->around[d] = (uint16_t)number;
        for (int cell = 0; cell < g->cells; cell++) {
            cell_id to = g->topology.next[number][cell];
            if (to != CELL_NONE) {
                set_put(beside + (size_t)cell * (size_t)g->words, to);
            }
        }
    }
    g->beside = beside;
    return true;
}

static bool refuse(diag_list *diags, const rule_piece *piece, const char *key, const char *where)
{
    diag_error(diags, CODE_NOT_PLAYED_TOGETHER, piece->place, "`%s` of `%s` is not played %s yet", key, piece->name,
               where);
    return false;
}

/* What of all this is not played together with what else. */
static bool powers_fit(const game *g, diag_list *diags)
{
    const ruleset *rules = g->rules;
    if (rules->nobody && (rules->towers || ruleset_hides(rules))) {
        diag_error(diags, CODE_NOT_PLAYED_TOGETHER, rules->nobody_place, "neutral men are not played with %s yet",
                   rules->towers ? "towers" : "`visibility`");
        return false;
    }
    bool flat = g->topology.wrap == WRAP_NONE && g->topology.levels == 1 && !rules->row_cells;
    for (size_t i = 0; i < rules->piece_count; i++) {
        const rule_piece *piece = &rules->pieces[i];
        const piece_power *power = &g->powers[i];
        if (power->strike_count && (rules->towers || !flat)) {
            return refuse(diags, piece, "captures", rules->towers ? "with towers" : "on such a board");
        }
        if (power->dies_capturing && rules->towers) {
            return refuse(diags, piece, "kamikaze", "with towers");
        }
        if ((power->freezing || power->guarding) && rules->row_cells) {
            return refuse(diags, piece, power->freezing ? "freezes" : "guards", "on such a board");
        }
        for (size_t k = 0; k < piece->move_count && rules->nobody; k++) {
            if (piece->moves[k].jumps) {
                return refuse(diags, piece, "jump", "in a game with neutral men");
            }
        }
    }
    return true;
}

bool powers_build(game *g, diag_list *diags)
{
    g->powers = arena_new(&g->arena, piece_power, g->rules->piece_count);
    if (!g->powers) {
        return no_memory(diags);
    }
    for (size_t i = 0; i < g->rules->piece_count; i++) {
        const rule_piece *piece = &g->rules->pieces[i];
        piece_power *power = &g->powers[i];
        power->freezes = pieces_of(g, &piece->freezes);
        power->guards = pieces_of(g, &piece->guards);
        power->untouchable = piece->untouchable;
        power->dies_capturing = piece->dies_capturing;
        power->freezing = piece->freezes.all || piece->freezes.count;
        power->guarding = piece->guards.all || piece->guards.count;
        if (!read_strikes(g, piece, power)) {
            return no_memory(diags);
        }
        g->freezing |= power->freezing;
        g->sheltering |= power->guarding || power->untouchable;
        g->striking |= power->strike_count > 0;
        g->dying |= power->dies_capturing;
    }
    /* The masks of legality know nothing of all this. */
    g->powered = g->freezing || g->sheltering || g->striking || g->dying || g->rules->nobody;
    g->fast = g->fast && !g->powered;
    return powers_fit(g, diags) &&
           (!(g->freezing || g->sheltering || g->striking) || neighbours(g) || no_memory(diags));
}
