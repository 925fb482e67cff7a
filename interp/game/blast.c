/* Blast: what captures blow up, as sets around each cell; and where masks are right about it. */

#include "game/build.h"

#include <string.h>

enum { BLAST_CELLS_MAX = 100 /* what one undo has room for, hands and hooks beside it */ };

static bool no_memory(diag_list *diags)
{
    diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    return false;
}

static bool refuse(const game *g, diag_list *diags, const char *what)
{
    diag_error(diags, CODE_NOT_PLAYED_TOGETHER, g->rules->blast.place, "`blast` is not played with %s yet", what);
    return false;
}

/* What of a piece is not played together with blasts. */
static const char *odd_power(const game *g, size_t number)
{
    const rule_piece *piece = &g->rules->pieces[number];
    const piece_power *power = &g->powers[number];
    if (power->strike_count || power->dies_capturing) {
        return power->strike_count ? "captures elsewhere" : "`kamikaze`";
    }
    if (power->freezing || power->guarding || power->untouchable) {
        return "men that freeze, guard or cannot be taken";
    }
    for (size_t i = 0; i < piece->move_count; i++) {
        if (piece->moves[i].jumps) {
            return "jumps";
        }
        if (piece->royal && piece->moves[i].leaves_passed) {
            return "royal men that can be taken in passing";
        }
    }
    return NULL;
}

static const char *odd_game(const game *g)
{
    const ruleset *rules = g->rules;
    return rules->towers            ? "towers"
           : rules->nobody          ? "neutral men"
           : rules->stuck.given     ? "missed turns"
           : ruleset_hides(rules)   ? "`visibility`"
           : rules->turn.plies != 1 ? "turns of several plies"
           : rules->turn.first      ? "turns of several plies"
                                    : NULL;
}

static bool blast_fits(const game *g, diag_list *diags)
{
    const char *odd = odd_game(g);
    for (size_t i = 0; i < g->rules->piece_count && !odd; i++) {
        odd = odd_power(g, i);
    }
    return !odd || refuse(g, diags, odd);
}

/* Both ends of a leap see each other: who touches a royal is touched by it. */
static bool is_mutual(const game *g, const uint64_t *reach)
{
    size_t words = (size_t)g->words;
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        for (unsigned to = 0; to < (unsigned)g->cells; to++) {
            if (set_has(reach + cell * words, to) && !set_has(reach + to * words, cell)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_small(const game *g, const uint64_t *reach)
{
    for (size_t cell = 0; cell < (size_t)g->cells; cell++) {
        int count = 0;
        for (unsigned to = 0; to < (unsigned)g->cells; to++) {
            count += set_has(reach + cell * (size_t)g->words, to);
        }
        if (count > BLAST_CELLS_MAX) {
            return false;
        }
    }
    return true;
}

static bool read_reach(game *g, diag_list *diags)
{
    const rule_blast *rule = &g->rules->blast;
    uint64_t *reach = arena_new(&g->arena, uint64_t, (size_t)g->cells * (size_t)g->words);
    if (!reach) {
        return no_memory(diags);
    }
    for (size_t i = 0; i < rule->reach.count; i++) {
        const betza_leg *leg = &rule->reach.paths[i].leg[0];
        int number = topology_vector(&g->topology, (vector){.dx = leg->x, .dy = leg->y, .dz = leg->z});
        if (number < 0) {
            return no_memory(diags);
        }
        for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
            cell_id to = g->topology.next[number][cell];
            if (to != CELL_NONE && to != cell) {
                set_put(reach + (size_t)cell * (size_t)g->words, to);
            }
        }
    }
    if (!is_mutual(g, reach)) {
        diag_error(diags, CODE_BLAST_REACH, rule->place, "the `reach` of a blast is not the same seen from both ends");
        return false;
    }
    if (!is_small(g, reach)) {
        diag_error(diags, CODE_BLAST_REACH, rule->place, "the `reach` of a blast has more than %d cells",
                   BLAST_CELLS_MAX);
        return false;
    }
    g->blast = reach;
    return true;
}

/* The men that survive standing near. True in `royal` when one of them is royal. */
static bool read_spared(game *g, diag_list *diags, bool *royal)
{
    const rule_blast *rule = &g->rules->blast;
    man_id *spared = arena_new(&g->arena, man_id, (size_t)g->men);
    if (!spared) {
        return no_memory(diags);
    }
    for (int man = 1; man < g->men; man++) {
        int piece = g->type[g->man_type[man]].piece;
        for (size_t i = 0; i < rule->spare_count; i++) {
            if (rule->spares[i] == piece) {
                spared[g->blast_spared_count++] = (man_id)man;
                *royal |= g->man_royal[man];
                break;
            }
        }
    }
    g->blast_spared = spared;
    return true;
}

static void name_heirs(game *g)
{
    for (int player = 0; player < g->players; player++) {
        int heir = player;
        for (int step = 1; step < g->players && heir == player; step++) {
            int other = (player + step) % g->players;
            bool meets = g->board_of[other] == g->board_of[player];
            heir = meets && (g->enemies[player] >> other & 1) ? other : player;
        }
        g->blast_heir[player] = (uint8_t)heir;
    }
}

bool blast_build(game *g, diag_list *diags)
{
    bool royal_spared = false;
    if (!g->rules->blast.given) {
        return true;
    }
    g->blasts = g->powered = true;
    g->blast_captor = !g->rules->blast.captor_stays;
    name_heirs(g);
    if (!blast_fits(g, diags) || !read_reach(g, diags) || !read_spared(g, diags, &royal_spared)) {
        return false;
    }
    /* See core_blast.h: what its masks take for granted. */
    g->fast = g->fast && g->blast_captor && !royal_spared && g->players == 2 && g->enemy_count[0] == 1 &&
              g->enemy_count[1] == 1 && g->rules->royal_slides_through_attack;
    return true;
}
