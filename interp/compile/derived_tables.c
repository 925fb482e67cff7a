/* Derived tables: what follows from the moves: promotions, attackers (moves seen from the target), cells between,
 * drops, hooks. */

#include "compile/variant_build.h"

#include <stdlib.h>
#include <string.h>

static bool any_bit(const variant *v, const uint64_t *set)
{
    for (int i = 0; i < v->bitset_words; i++) {
        if (set[i]) {
            return true;
        }
    }
    return false;
}

/* Whether a piece could ever move on from there, on an empty board and with pieces to capture. */
static bool can_move_from(const variant *v, piece_id piece, size_t cell)
{
    const piece_moves *p = &v->moves[piece];
    const uint64_t *leaps[4] = {p->leap_both, p->leap_move, p->leap_capture, p->leap_own};
    for (int i = 0; i < 4; i++) {
        if (leaps[i] && any_bit(v, row_of(v, leaps[i], cell))) {
            return true;
        }
    }
    for (unsigned i = 0; i < p->slide_count; i++) {
        if (any_bit(v, row_of(v, v->sliders[p->slide[i].slider].empty_board_attacks, cell))) {
            return true;
        }
    }
    if (p->jumpable && any_bit(v, row_of(v, p->jumpable, cell))) {
        return true;
    }
    if (!p->special_start) {
        return false;
    }
    for (uint32_t i = p->special_start[cell]; i < p->special_start[cell + 1]; i++) {
        const special *s = &p->specials[i];
        if (s->kind == SPECIAL_STAY || s->right >= 0) {
            continue; /* that leads nowhere, or is only for the piece that holds the right */
        }
        if (s->kind != SPECIAL_MULTI_LEG) {
            return true;
        }
        if (s->kind == SPECIAL_MULTI_LEG) {
            /* A path may need hurdles: test only that its first step stays on the board. */
            if (v->topology.next[v->paths[s->path].leg[0].vector][cell] != CELL_NONE) {
                return true;
            }
        }
    }
    return false;
}

/* ---- promotions ---- */

static int promoted_type(const variant *v, int type, int rule_piece_index, bool reverts)
{
    const piece_type *from = &v->type[type];
    if (reverts && rule_piece_index == from->rule_piece_index) {
        return type; /* it stays what it is, and what it was */
    }
    bool marked =
        reverts &&
        !v->rules->pieces[rule_piece_index].royal; /* a royal is never captured: it need not go back to what it was */
    for (int i = 0; i < v->types; i++) {
        if (v->type[i].rule_piece_index != rule_piece_index ||
            v->type[i].royal != (from->royal || v->rules->pieces[rule_piece_index].royal)) {
            continue;
        }
        if (from->royal || v->type[i].reverts == marked) {
            if (!v->type[i].reverts || v->type[i].captured_as == from->captured_as) {
                return i;
            }
        }
    }
    return -1;
}

/* What a piece may promote to on a cell: nothing, only what is in the prison, or anything of the list. */
typedef enum promotion_choice { CHOICE_NONE, CHOICE_PRISONER, CHOICE_FREE } promotion_choice;

static bool add_promotion_rule(variant *v, diag_list *diags, piece_id piece, const rule_promotion *rule,
                               promotion_table *t, uint64_t *forced, uint64_t *optional, uint64_t *in_place,
                               const uint16_t *group, uint8_t *choices, bool *zone)
{
    size_t owner = v->owner_of[piece];
    int type = v->type_of[piece];
    if (rule->when == PROMOTE_STANDS) {
        return true; /* no move does it */
    }
    if (!zone_read(&v->topology, v->rules, diags, &rule->zone, owner, zone)) {
        return false;
    }
    int into[TYPES_MAX];
    int count = 0;
    for (size_t i = 0; i < rule->to_count; i++) {
        into[count++] = promoted_type(v, type, rule->to[i], rule->reverts);
    }
    for (size_t i = 0; rule->from_prison && i < v->rules->piece_count; i++) {
        if (!v->rules->pieces[i].royal && (int)i != v->type[type].rule_piece_index) {
            into[count++] = promoted_type(v, type, (int)i, rule->reverts);
        }
    }
    t->from_prison |= rule->from_prison;
    promotion_choice offered = rule->from_prison ? CHOICE_PRISONER : CHOICE_FREE;
    for (size_t from = 0; from < (size_t)v->cells; from++) {
        for (size_t to = 0; to < (size_t)v->cells; to++) {
            if (!zone[to] && !(rule->when == PROMOTE_TOUCHES && zone[from])) {
                continue;
            }
            bool mandatory_here = !rule->optional || !can_move_from(v, piece, to), any = false;
            for (int i = 0; i < count; i++) {
                bool declines = !mandatory_here &&
                                into[i] == type; /* an optional change into its own type is the same as no promotion */
                if (into[i] >= 0 && !declines) {
                    size_t list = group[from] * (size_t)v->cells + to;
                    uint8_t *known = &choices[list * (size_t)v->types + (size_t)into[i]];
                    *known = *known > offered ? *known : (uint8_t)offered;
                    any = true;
                }
            }
            if (mandatory_here || any) {
                set_put(row_of(v, mandatory_here ? forced : optional, from), (unsigned)to);
            }
        }
        if (rule->from_prison && zone[from]) {
            set_put(in_place, (unsigned)from);
        }
    }
    return true;
}

/* Lays out the lists by group of departures and cell of arrival, and sets `uniform_count`. */
static bool promotion_lists(variant *v, promotion_table *t, size_t groups, const uint8_t *choices)
{
    size_t types = (size_t)v->types, lists = groups * (size_t)v->cells, total = 0;
    for (size_t i = 0; i < lists * types; i++) {
        total += choices[i] != CHOICE_NONE;
    }
    uint32_t *list = arena_new(&v->arena, uint32_t, lists + 1);
    uint16_t *into = arena_new(&v->arena, uint16_t, total + 1);
    bool *paid = arena_new(&v->arena, bool, total + 1);
    if (!list || !into || !paid) {
        return false;
    }
    uint32_t n = 0;
    t->uniform_count = -1;
    for (size_t i = 0; i < lists; i++) {
        list[i] = n;
        for (size_t type = 0; type < types; type++) {
            if (choices[i * types + type] != CHOICE_NONE) {
                paid[n] = choices[i * types + type] == CHOICE_PRISONER;
                into[n++] = (uint16_t)type;
            }
        }
        int here = (int)(n - list[i]);
        if (here) {
            t->uniform_count = t->uniform_count < 0 || t->uniform_count == here ? here : 0;
        }
    }
    list[lists] = n;
    t->count = n;
    t->uniform_count = t->uniform_count < 0 || t->from_prison ? 0 : t->uniform_count;
    t->list = list;
    t->into = into;
    t->costs_prisoner = paid;
    return true;
}

/* Groups the departures for which the same `touches` promotions hold. The number of groups; 0 after an error. */
static size_t departure_groups(variant *v, diag_list *diags, piece_id piece, const rule_piece *piece_rule,
                               uint16_t *group, bool *zone)
{
    uint16_t number[2][CELLS_MAX];
    size_t groups = 1, cells = (size_t)v->cells;
    for (size_t i = 0; i < piece_rule->promotion_count; i++) {
        if (piece_rule->promotions[i].when != PROMOTE_TOUCHES) {
            continue;
        }
        if (!zone_read(&v->topology, v->rules, diags, &piece_rule->promotions[i].zone, v->owner_of[piece], zone)) {
            return 0;
        }
        memset(number, 0xff, sizeof number);
        groups = 0;
        for (size_t from = 0; from < cells; from++) {
            uint16_t *known = &number[zone[from]][group[from]];
            *known = *known == UINT16_MAX ? (uint16_t)groups++ : *known;
            group[from] = *known;
        }
    }
    return groups;
}

static bool build_promotion(variant *v, diag_list *diags, piece_id piece)
{
    const rule_piece *piece_rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index];
    promotion_table *t = arena_new(&v->arena, promotion_table, 1);
    uint64_t *forced = new_table(v), *optional = new_table(v);
    uint64_t *in_place = arena_new(&v->arena, uint64_t, (size_t)v->bitset_words);
    arena scratch;
    arena_init(&scratch, 0);
    uint16_t *group = arena_new(&v->arena, uint16_t, (size_t)v->cells);
    bool *zone = arena_new(&scratch, bool, (size_t)v->cells);
    bool ok = t && forced && optional && in_place && group && zone;
    size_t groups = ok ? departure_groups(v, diags, piece, piece_rule, group, zone) : 0;
    uint8_t *choices = groups ? arena_new(&scratch, uint8_t, groups * (size_t)v->cells * (size_t)v->types) : NULL;
    if (!ok || (groups && !choices)) {
        diag_out_of_memory(diags);
    }
    ok = choices;
    for (size_t i = 0; i < piece_rule->promotion_count && ok; i++) {
        ok = add_promotion_rule(v, diags, piece, &piece_rule->promotions[i], t, forced, optional, in_place, group,
                                choices, zone);
    }
    if (ok) {
        for (size_t i = 0; i < (size_t)v->cells * (size_t)v->bitset_words; i++) {
            optional[i] &= ~forced[i]; /* where one rule is mandatory, another's choice only adds to the list */
        }
        t->mandatory = forced;
        t->optional = optional;
        t->in_place = t->from_prison ? in_place : NULL;
        v->promotes_from_prison |= t->from_prison;
        t->group = group;
        ok = promotion_lists(v, t, groups, choices) || diag_out_of_memory(diags);
        v->moves[piece].promotion = t;
    }
    arena_finish(&scratch);
    return ok;
}

bool promotions_build(variant *v, diag_list *diags)
{
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].promotion_count &&
            !build_promotion(v, diags, (piece_id)piece)) {
            return false;
        }
    }
    return true;
}

/* ---- attackers ---- */

/* The table that answers "from where do leaps reach this cell". */
static uint64_t *reverse_leaps(variant *v, const uint64_t *leaps)
{
    uint64_t *from = new_table(v);
    for (size_t cell = 0; from && cell < (size_t)v->cells; cell++) {
        for (size_t to = 0; to < (size_t)v->cells; to++) {
            if (set_has(row_of(v, leaps, cell), (unsigned)to)) {
                set_put(row_of(v, from, to), (unsigned)cell);
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
    bool shared = v->neutral_owner >= 0 && !v->is_royal[piece];
    return join_group(v, player, choices, piece) &&
           (!shared || join_group(v, player, choices, variant_piece(v, v->neutral_owner, v->type_of[piece])));
}

static bool piece_attackers(variant *v, diag_list *diags, piece_id piece)
{
    const piece_moves *p = &v->moves[piece];
    int player = v->owner_of[piece];
    bool leaps = false;
    for (size_t cell = 0; cell < (size_t)v->cells && !leaps; cell++) {
        leaps = any_bit(v, row_of(v, p->leap_checks, cell));
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
                from = from ? from : new_table(v);
                if (!from) {
                    return diag_out_of_memory(diags);
                }
                set_put(row_of(v, from, p->specials[i].to), (unsigned)cell);
            }
        }
        if (from) {
            v->ep_capturers[player][v->ep_capturer_count[player]++] = (ep_capturer){piece, from};
        }
    }
    return v->ep_capturers[player] || diag_out_of_memory(diags);
}

static bool list_rays(variant *v, int player)
{
    uint64_t *rays = new_table(v);
    for (int i = 0; rays && i < v->attacker_count[player]; i++) {
        const attacker_group *t = &v->attackers[player][i];
        for (size_t w = 0; t->is_slider && w < (size_t)v->cells * (size_t)v->bitset_words; w++) {
            rays[w] |= v->sliders[t->slider].empty_board_attacks[w];
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

enum { BETWEEN_CELLS_MAX = 256 };

/* For two cells on a ray, those strictly between. On a board with wrapped edges two rays may join the same cells; then
 * there is no one answer, and legality is found by making the moves. */
bool between_build(variant *v, diag_list *diags)
{
    size_t cells = (size_t)v->cells, words = (size_t)v->bitset_words;
    if (v->cells > BETWEEN_CELLS_MAX) {
        masks_break_if(v, true, "a board of more than 256 cells");
        return true;
    }
    uint64_t *between = arena_new(&v->arena, uint64_t, cells * cells * words);
    arena scratch;
    arena_init(&scratch, 0);
    bool *known = arena_new(&scratch, bool, cells *cells);
    bool ok = between && known;
    for (int i = 0; i < v->slider_count && ok; i++) {
        const slider *s = &v->sliders[i];
        for (size_t cell = 0; cell < cells && s->kind == RAY_SLIDER; cell++) {
            for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
                uint64_t between_set[CELLS_MAX / 64] = {0};
                for (unsigned k = 0; k < s->rays[ray].count; k++) {
                    cell_id to = s->ray_cells[s->rays[ray].first + k];
                    uint64_t *set = between + (cell * cells + to) * words;
                    if (known[cell * cells + to] && memcmp(set, between_set, words * sizeof *set) != 0) {
                        masks_break_if(v, true, "cells that two different lines join");
                    }
                    known[cell * cells + to] = true;
                    memcpy(set, between_set, words * sizeof *set);
                    set_put(between_set, to);
                }
            }
        }
    }
    v->between = between;
    arena_finish(&scratch);
    return ok || diag_out_of_memory(diags);
}

/* ---- drops and hooks ---- */

static bool build_drop(variant *v, diag_list *diags, size_t player, int type)
{
    const rule_drop *rule = &v->rules->pieces[v->type[type].rule_piece_index].drop;
    piece_id piece = variant_piece(v, (int)player, type);
    bool endless = rule->unlimited >> player & 1;
    if (!rule->allowed || (v->type[type].royal && !variant_places_royals(v)) || v->type[type].reverts ||
        (!endless && (!v->hand_piece[piece] || !v->has_hands))) {
        return true;
    }
    bool cells[CELLS_MAX];
    if (!zone_read(&v->topology, v->rules, diags, &rule->zone, player, cells)) {
        return false;
    }
    build_keep_own_board(v, player, cells);
    for (int cell = 0; cell < v->cells && !rule->may_be_immobile; cell++) {
        cells[cell] = cells[cell] && can_move_from(v, piece, (size_t)cell);
    }
    drop_table d = {.piece = piece,
                    .hand_piece = v->hand_piece[piece],
                    .zone = build_set(v, diags, cells),
                    .per_file = rule->per_file,
                    .may_check = rule->may_check,
                    .may_mate = rule->may_mate};
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

static bool only_leaps(const piece_moves *p)
{
    return !p->slide_count && !p->special_start && !p->promotion && !p->jump_count && !p->leap_own &&
           !p->captures_transform;
}

/* The pieces whose moves the hook is about. */
static bool list_hook_pieces(variant *v, variant_hook *h)
{
    h->only_leapers = true;
    for (int player = 0; player < v->players; player++) {
        piece_id *pieces = arena_new(&v->arena, piece_id, (size_t)v->types);
        int count = 0;
        for (int type = 0; pieces && type < v->types; type++) {
            piece_id piece = variant_piece(v, player, type);
            if (!h->rule->piece_count || set_has(h->movers, (unsigned)v->type[type].rule_piece_index)) {
                pieces[count++] = piece;
                h->only_leapers = h->only_leapers && only_leaps(&v->moves[piece]);
            }
        }
        h->pieces[player] = pieces;
        h->piece_count = count;
        if (!pieces) {
            return false;
        }
    }
    return true;
}

bool hooks_build(variant *v, diag_list *diags)
{
    v->after_hooks = arena_new(&v->arena, variant_hook, v->rules->hook_count + 1);
    v->legal_hooks = arena_new(&v->arena, variant_hook, v->rules->hook_count + 1);
    v->made_hooks = arena_new(&v->arena, variant_hook, v->rules->hook_count + 1);
    v->choice_hooks = arena_new(&v->arena, variant_hook, v->rules->hook_count + 1);
    v->moves_hooks = arena_new(&v->arena, variant_hook, v->rules->hook_count + 1);
    v->announce_hooks = arena_new(&v->arena, variant_hook, v->rules->hook_count + 1);
    if (!v->after_hooks || !v->legal_hooks || !v->made_hooks || !v->choice_hooks || !v->moves_hooks ||
        !v->announce_hooks) {
        return diag_out_of_memory(diags);
    }
    static const bool nowhere[CELLS_MAX];
    for (size_t i = 0; i < v->rules->hook_count; i++) {
        const rule_hook *rule = &v->rules->hooks[i];
        variant_hook *h = rule->at == HOOK_AFTER      ? &v->after_hooks[v->after_hook_count++]
                          : rule->at == HOOK_LEGAL    ? &v->legal_hooks[v->legal_hook_count++]
                          : rule->at == HOOK_MADE     ? &v->made_hooks[v->made_hook_count++]
                          : rule->at == HOOK_ANNOUNCE ? &v->announce_hooks[v->announce_hook_count++]
                          : rule->at == HOOK_CHOICES  ? &v->choice_hooks[v->choice_hook_count++]
                                                      : &v->moves_hooks[v->moves_hook_count++];
        h->rule = rule;
        v->has_setup_phase |= rule->at == HOOK_MOVES && rule->exclusive;
        v->has_hook_effects |= rule->at == HOOK_AFTER && !rule->counters_only;
        for (size_t k = 0; k < rule->piece_count; k++) {
            set_put(h->movers, (unsigned)rule->pieces[k]);
        }
        for (size_t k = 0; k < rule->captured_count; k++) {
            set_put(h->captured, (unsigned)rule->captured[k]);
        }
        if (!list_hook_pieces(v, h)) {
            return diag_out_of_memory(diags);
        }
        for (size_t player = 0; player < (size_t)v->owners; player++) {
            h->to[player] = build_zone(v, diags, &rule->to, player);
            h->occupied[player] =
                rule->full.string ? build_zone(v, diags, &rule->full, player) : build_set(v, diags, nowhere);
            if (h->to[player] == UINT32_MAX || h->occupied[player] == UINT32_MAX) {
                return false;
            }
        }
        if (v->choice_hook_count > 1) {
            diag_error(diags, CODE_CHOICE_HOOKS, rule->location, "only one hook of a variant can offer choices");
            return false;
        }
    }
    v->hooks_judge_moves = v->legal_hook_count || v->made_hook_count;
    return true;
}
