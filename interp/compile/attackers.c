/* Attackers: the movements seen from the target, the pieces that capture en passant, the cells between two cells. */

#include "compile/variant_build.h"

#include <string.h>

/* The table that answers "from where do leaps reach this cell". */
static uint64_t *reverse_leaps(variant *v, const uint64_t *leaps)
{
    uint64_t *from = set_table_new(v);
    for (size_t cell = 0; from && cell < (size_t)v->cells; cell++) {
        for (size_t to = 0; to < (size_t)v->cells; to++) {
            if (set_has(set_table_row(v, leaps, cell), (unsigned)to)) {
                set_put(set_table_row(v, from, to), (unsigned)cell);
            }
        }
    }
    return from;
}

static bool join_group(variant *v, int player, attacker_group choices, piece_id piece)
{
    attacker_group *list = v->attackers[player];
    size_t table = (size_t)v->cells * (size_t)v->bitset_words * sizeof(uint64_t);
    attacker_group *found = NULL;
    for (int i = 0; i < v->attacker_count[player] && !found; i++) {
        bool same =
            list[i].is_slider == choices.is_slider && list[i].royals_only == choices.royals_only &&
            (choices.is_slider ? list[i].slider == choices.slider : memcmp(list[i].from, choices.from, table) == 0);
        found = same ? &list[i] : NULL;
    }
    if (!found) {
        found = &list[v->attacker_count[player]++];
        *found = choices;
        found->pieces = arena_new(&v->arena, piece_id, 2 * (size_t)v->types);
        if (!found->pieces) {
            return false;
        }
    }
    if (v->is_royal[piece] && v->royal_type_count > 1) {
        found->has_royals = true;
        set_put(found->royal_types, v->type_of[piece]);
    } else {
        bool known = false;
        for (int i = 0; i < found->count && !known; i++) {
            known = found->pieces[i] == piece;
        }
        if (!known) {
            ((piece_id *)found->pieces)[found->count++] = piece;
            if (v->owner_of[piece] == player) {
                set_put(found->types, v->type_of[piece]);
            }
        }
    }
    return true;
}

/* The same for the neutral piece that the player moves alike. */
static bool join_groups(variant *v, int player, attacker_group choices, piece_id piece)
{
    bool shared = v->neutral_owner >= 0 && variant_may_have(v, v->neutral_owner, v->type_of[piece]);
    return join_group(v, player, choices, piece) &&
           (!shared || join_group(v, player, choices, variant_piece(v, v->neutral_owner, v->type_of[piece])));
}

static bool piece_attackers(variant *v, diag_list *diags, piece_id piece)
{
    const piece_moves *p = &v->moves[piece];
    int player = v->owner_of[piece];
    bool leaps = false;
    for (size_t cell = 0; cell < (size_t)v->cells && !leaps; cell++) {
        leaps = set_any(v, set_table_row(v, p->leap_checks, cell));
    }
    if (leaps) {
        attacker_group t = {.from = reverse_leaps(v, p->leap_checks)};
        if (!t.from || !join_groups(v, player, t, piece)) {
            return diag_out_of_memory(diags);
        }
    }
    for (unsigned i = 0; i < p->slide_count; i++) {
        if (p->slide[i].modes & (LEG_CAPTURE | SLIDE_ROYALS_ONLY)) {
            attacker_group t = {.is_slider = true,
                                .slider = v->slider_reverse[p->slide[i].slider],
                                .hops = v->sliders[p->slide[i].slider].kind != RAY_SLIDER,
                                .royals_only = !(p->slide[i].modes & LEG_CAPTURE)};
            if (!join_groups(v, player, t, piece)) {
                return diag_out_of_memory(diags);
            }
        }
    }
    uint32_t last = p->special_start ? p->special_start[v->cells] : 0;
    for (uint32_t i = 0; i < last; i++) {
        const special *s = &p->specials[i];
        v->attacks_by_multi_leg[player] |= s->kind == SPECIAL_MULTI_LEG && s->gives_check;
        v->has_ep_captures |= s->kind == SPECIAL_EN_PASSANT;
    }
    return true;
}

/* Which of the player's pieces capture en passant, each with the cells that it captures from. */
static bool list_ep_capturers(variant *v, diag_list *diags, int player)
{
    v->ep_capturers[player] = arena_new(&v->arena, ep_capturer, (size_t)v->types);
    for (int type = 0; type < v->types && v->ep_capturers[player]; type++) {
        piece_id piece = variant_piece(v, player, type);
        const piece_moves *p = &v->moves[piece];
        uint64_t *from = NULL;
        for (size_t cell = 0; p->special_start && cell < (size_t)v->cells; cell++) {
            for (uint32_t i = p->special_start[cell]; i < p->special_start[cell + 1]; i++) {
                if (p->specials[i].kind != SPECIAL_EN_PASSANT) {
                    continue;
                }
                from = from ? from : set_table_new(v);
                if (!from) {
                    return diag_out_of_memory(diags);
                }
                set_put(set_table_row(v, from, p->specials[i].to), (unsigned)cell);
            }
        }
        if (from) {
            v->ep_capturers[player][v->ep_capturer_count[player]++] = (ep_capturer){piece, from};
        }
    }
    return v->ep_capturers[player] || diag_out_of_memory(diags);
}

/* Also the cells on the way to a cell of attack, from which a piece cannot attack itself. */
static bool list_rays(variant *v, int player)
{
    const size_t words = (size_t)v->bitset_words;
    uint64_t *rays = set_table_new(v);
    for (int i = 0; rays && i < v->attacker_count[player]; i++) {
        const attacker_group *t = &v->attackers[player][i];
        const slider *s = t->is_slider ? &v->sliders[t->slider] : NULL;
        for (size_t w = 0; s && w < (size_t)v->cells * words; w++) {
            rays[w] |= s->empty_board_attacks[w];
        }
        for (size_t cell = 0; s && s->filter && cell < (size_t)v->cells; cell++) {
            for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
                for (size_t w = 0; w < words; w++) {
                    rays[cell * words + w] |= s->ray_sets[ray * words + w];
                }
            }
        }
    }
    v->rays_to[player] = rays;
    return rays != NULL;
}

/* Groups that hop come last: the others are searched in simpler ways. */
static bool sort_attackers(variant *v, int player)
{
    int count = v->attacker_count[player], kept = 0;
    attacker_group *sorted = arena_new(&v->arena, attacker_group, (size_t)count + 1);
    for (int hops = 0; sorted && hops < 2; hops++) {
        for (int i = 0; i < count; i++) {
            if (v->attackers[player][i].hops == (hops == 1)) {
                sorted[kept++] = v->attackers[player][i];
            }
        }
        v->non_hopping_count[player] = hops ? v->non_hopping_count[player] : kept;
    }
    v->has_hopping_attackers |= v->non_hopping_count[player] < count;
    v->attackers[player] = sorted;
    return sorted != NULL;
}

bool attackers_build(variant *v, diag_list *diags)
{
    for (int player = 0; player < v->players; player++) {
        size_t room = (size_t)v->types * (1 + PIECE_SLIDERS_MAX);
        v->attackers[player] = arena_new(&v->arena, attacker_group, room);
        if (!v->attackers[player]) {
            return diag_out_of_memory(diags);
        }
        for (int type = 0; type < v->types; type++) {
            if (!piece_attackers(v, diags, variant_piece(v, player, type))) {
                return false;
            }
        }
        if (!sort_attackers(v, player) || !list_rays(v, player)) {
            return diag_out_of_memory(diags);
        }
        if (!list_ep_capturers(v, diags, player)) {
            return false;
        }
    }
    return true;
}

/* ---- cells between ---- */

/* A beginning of a ray: the cells strictly between a cell and another. */
typedef struct ray_start {
    const cell_id *cells;
    unsigned count;
    bool known;
} ray_start;

static bool same_cells(const ray_start *a, const ray_start *b)
{
    uint64_t set[CELLS_MAX / 64] = {0};
    if (a->count != b->count) {
        return false;
    }
    if (memcmp(a->cells, b->cells, a->count * sizeof *a->cells) == 0) {
        return true;
    }
    for (unsigned i = 0; i < a->count; i++) {
        set_put(set, a->cells[i]);
    }
    bool same = true;
    for (unsigned i = 0; i < b->count; i++) {
        same &= set_has(set, b->cells[i]);
    }
    return same;
}

/* The tables that are filled: one of the two, and what is known of the rays from one cell. */
typedef struct between_tables {
    uint64_t *between;
    uint8_t *sliders;
    ray_start *known; /* [cells] by the other cell */
} between_tables;

static void between_ray(variant *v, const between_tables *t, int number, size_t from, const slider_ray *ray)
{
    size_t cells = (size_t)v->cells, words = (size_t)v->bitset_words;
    const cell_id *ray_cells = &v->sliders[number].ray_cells[ray->first];
    uint64_t set[CELLS_MAX / 64] = {0};
    for (unsigned k = 0; k < ray->count; k++) {
        const cell_id to = ray_cells[k];
        const ray_start start = {ray_cells, k, true};
        if (t->known[to].known) {
            v->rays_join |= !same_cells(&t->known[to], &start);
        } else if (t->between) {
            memcpy(t->between + (from * cells + to) * words, set, words * sizeof *set);
        } else {
            t->sliders[from * cells + to] = (uint8_t)(number + 1);
        }
        t->known[to] = start;
        set_put(set, to);
    }
}

/* For two cells on a ray, those strictly between. On a board with wrapped edges two rays may join the same cells; then
 * there is no one answer, and checks and pins are found ray by ray. */
bool between_build(variant *v, diag_list *diags)
{
    size_t cells = (size_t)v->cells, words = (size_t)v->bitset_words;
    bool large = v->cells > BETWEEN_TABLE_CELLS_MAX;
    arena scratch;
    arena_init(&scratch, 0);
    between_tables t = {.between = large ? NULL : arena_new(&v->arena, uint64_t, cells * cells * words),
                        .sliders = large ? arena_new(&v->arena, uint8_t, cells * cells) : NULL,
                        .known = arena_new(&scratch, ray_start, cells)};
    bool ok = (t.between || t.sliders) && t.known;
    for (size_t from = 0; from < cells && ok; from++) {
        memset(t.known, 0, cells * sizeof *t.known);
        for (int i = 0; i < v->slider_count; i++) {
            const slider *s = &v->sliders[i];
            for (uint32_t ray = s->ray_start[from]; s->kind == RAY_SLIDER && ray < s->ray_start[from + 1]; ray++) {
                between_ray(v, &t, i, from, &s->rays[ray]);
            }
        }
    }
    v->between = t.between;
    v->between_slider = t.sliders;
    arena_finish(&scratch);
    return ok || diag_out_of_memory(diags);
}
