/* Powers: what men do besides moving and taking where they arrive. They freeze or guard their neighbours, cannot be
 * taken, leave by their own capture, or take men elsewhere. */

#include "game/build.h"

#include <string.h>

static bool no_memory(diag_list *diags)
{
    diag_failure(diags, "out of memory");
    return false;
}

/* Bits by piece. */
static void put_pieces(const rule_some *some, uint64_t *bits)
{
    for (int i = 0; some->all && i < 4; i++) {
        bits[i] = ~UINT64_C(0);
    }
    for (size_t i = 0; i < some->count; i++) {
        set_put(bits, (unsigned)some->pieces[i]);
    }
}

static bool read_strikes(game *g, const rule_piece *piece, piece_power *power)
{
    strike *all = arena_new(&g->arena, strike, piece->strike_count + 1);
    if (!all) {
        return false;
    }
    for (size_t i = 0; i < piece->strike_count; i++) {
        const rule_strike *rule = &piece->strikes[i];
        all[i] = (strike){.kind = rule->kind,
                          .straight = rule->straight,
                          .diagonal = rule->diagonal,
                          .beyond = rule->beyond};
        put_pieces(&rule->of, all[i].victims);
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

bool powers_build(game *g, diag_list *diags)
{
    g->powers = arena_new(&g->arena, piece_power, g->rules->piece_count);
    if (!g->powers) {
        return no_memory(diags);
    }
    for (size_t i = 0; i < g->rules->piece_count; i++) {
        const rule_piece *piece = &g->rules->pieces[i];
        piece_power *power = &g->powers[i];
        put_pieces(&piece->freezes, power->freezes);
        put_pieces(&piece->guards, power->guards);
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
    g->fast = g->fast && !g->freezing && !g->sheltering && !g->striking && !g->dying && !g->rules->nobody;
    return !(g->freezing || g->sheltering || g->striking) || neighbours(g) || no_memory(diags);
}
