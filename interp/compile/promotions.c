/* Promotions: for each move of a piece, whether it may or must promote, and to what. */

#include "compile/variant_build.h"

#include <string.h>

bool piece_can_move_from(const variant *v, piece_id piece, size_t cell)
{
    const piece_moves *p = &v->moves[piece];
    const uint64_t *leaps[4] = {p->leap_both, p->leap_move, p->leap_capture, p->leap_own};
    for (int i = 0; i < 4; i++) {
        if (leaps[i] && set_any(v, set_table_row(v, leaps[i], cell))) {
            return true;
        }
    }
    for (unsigned i = 0; i < p->slide_count; i++) {
        if (set_any(v, set_table_row(v, v->sliders[p->slide[i].slider].empty_board_attacks, cell))) {
            return true;
        }
    }
    if (p->jumpable && set_any(v, set_table_row(v, p->jumpable, cell))) {
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
        /* A path may need hurdles: test only that its first step stays on the board. */
        if (s->kind != SPECIAL_MULTI_LEG || v->topology.next[v->paths[s->path].leg[0].vector][cell] != CELL_NONE) {
            return true;
        }
    }
    return false;
}

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

/* A promotion table while it is filled. */
typedef struct promotion_draft {
    variant *v;
    diag_list *diags;
    piece_id piece;
    promotion_table *table;
    uint64_t *mandatory, *optional, *in_place;
    uint16_t *group;  /* [cells] of departure */
    uint8_t *choices; /* [groups][cells][types] enum promotion_choice */
    bool *zone;       /* [cells] of the rule at hand */
} promotion_draft;

/* The types to which the rule promotes the piece; how many. */
static int promotion_types(const promotion_draft *d, const rule_promotion *rule, int *into)
{
    const variant *v = d->v;
    int type = v->type_of[d->piece], count = 0;
    for (size_t i = 0; i < rule->to_count; i++) {
        into[count++] = promoted_type(v, type, rule->to[i], rule->reverts);
    }
    for (size_t i = 0; rule->from_prison && i < v->rules->piece_count; i++) {
        if (!v->rules->pieces[i].royal && (int)i != v->type[type].rule_piece_index) {
            into[count++] = promoted_type(v, type, (int)i, rule->reverts);
        }
    }
    return count;
}

/* Adds the rule's choices for one move. An optional change into its own type is the same as no promotion. */
static void add_promotion_choices(promotion_draft *d, const rule_promotion *rule, size_t from, size_t to,
                                  const int *into, int count)
{
    variant *v = d->v;
    promotion_choice offered = rule->from_prison ? CHOICE_PRISONER : CHOICE_FREE;
    bool stuck = !rule->declinable && !piece_can_move_from(v, d->piece, to);
    bool mandatory = !rule->optional || stuck, any = false;
    size_t list = d->group[from] * (size_t)v->cells + to;
    for (int i = 0; i < count; i++) {
        bool declines = !mandatory && into[i] == v->type_of[d->piece];
        if (into[i] >= 0 && !declines) {
            uint8_t *known = &d->choices[list * (size_t)v->types + (size_t)into[i]];
            *known = *known > offered ? *known : (uint8_t)offered;
            any = true;
        }
    }
    if (mandatory || any) {
        set_put(set_table_row(v, mandatory ? d->mandatory : d->optional, from), (unsigned)to);
    }
}

static bool add_promotion_rule(promotion_draft *d, const rule_promotion *rule)
{
    variant *v = d->v;
    int into[TYPES_MAX];
    if (rule->when == PROMOTE_STANDS) {
        return true; /* no move does it */
    }
    if (!zone_read(&v->topology, v->rules, d->diags, &rule->zone, v->owner_of[d->piece], d->zone)) {
        return false;
    }
    int count = promotion_types(d, rule, into);
    d->table->from_prison |= rule->from_prison;
    for (size_t from = 0; from < (size_t)v->cells; from++) {
        for (size_t to = 0; to < (size_t)v->cells; to++) {
            if (d->zone[to] || (rule->when == PROMOTE_TOUCHES && d->zone[from])) {
                add_promotion_choices(d, rule, from, to, into, count);
            }
        }
        if (rule->from_prison && d->zone[from]) {
            set_put(d->in_place, (unsigned)from);
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
                t->limited |= v->rules->pieces[v->type[type].rule_piece_index].promotion_limit > 0;
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
    t->uniform_count = t->uniform_count < 0 || t->from_prison || t->limited ? 0 : t->uniform_count;
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

static bool reserve_promotion(promotion_draft *d, arena *scratch)
{
    variant *v = d->v;
    d->table = arena_new(&v->arena, promotion_table, 1);
    d->mandatory = set_table_new(v);
    d->optional = set_table_new(v);
    d->in_place = arena_new(&v->arena, uint64_t, (size_t)v->bitset_words);
    d->group = arena_new(&v->arena, uint16_t, (size_t)v->cells);
    d->zone = arena_new(scratch, bool, (size_t)v->cells);
    return (d->table && d->mandatory && d->optional && d->in_place && d->group && d->zone) ||
           diag_out_of_memory(d->diags);
}

static bool fill_promotion(promotion_draft *d, const rule_piece *piece_rule, arena *scratch)
{
    variant *v = d->v;
    promotion_table *t = d->table;
    size_t groups = departure_groups(v, d->diags, d->piece, piece_rule, d->group, d->zone);
    if (!groups) {
        return false;
    }
    d->choices = arena_new(scratch, uint8_t, groups * (size_t)v->cells * (size_t)v->types);
    if (!d->choices) {
        return diag_out_of_memory(d->diags);
    }
    for (size_t i = 0; i < piece_rule->promotion_count; i++) {
        if (!add_promotion_rule(d, &piece_rule->promotions[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < (size_t)v->cells * (size_t)v->bitset_words; i++) {
        d->optional[i] &= ~d->mandatory[i]; /* where one rule is mandatory, another's choice only adds to the list */
    }
    t->mandatory = d->mandatory;
    t->optional = d->optional;
    t->in_place = t->from_prison ? d->in_place : NULL;
    t->group = d->group;
    v->promotes_from_prison |= t->from_prison;
    v->moves[d->piece].promotion = t;
    return promotion_lists(v, t, groups, d->choices) || diag_out_of_memory(d->diags);
}

static bool build_promotion(variant *v, diag_list *diags, piece_id piece)
{
    const rule_piece *piece_rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index];
    promotion_draft d = {.v = v, .diags = diags, .piece = piece};
    arena scratch;
    arena_init(&scratch, 0);
    bool ok = reserve_promotion(&d, &scratch) && fill_promotion(&d, piece_rule, &scratch);
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
