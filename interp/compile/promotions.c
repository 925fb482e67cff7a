/* Promotions: for each move of a piece, whether it may or must promote, and to what. */

#include "compile/quiet_jumps.h"
#include "compile/variant_build.h"

#include <string.h>

/* Whether a path that ends where it began changes anything: a piece must be captured before the last leg, and the last
 * one end on an empty cell. */
static bool changes_by_coming_back(const multi_leg_path *path)
{
    unsigned earlier = 0;
    for (unsigned i = 0; i + 1 < path->legs; i++) {
        earlier |= path->leg[i].modes;
    }
    return earlier & (LEG_CAPTURE | LEG_OWN) && path->leg[path->legs - 1].modes & LEG_MOVE;
}

/* Whether the path could be gone, whatever stands where: its legs from that number on. `goals`: where the filter lets it
 * end; NULL: anywhere. */
static bool path_fits(const variant *v, const multi_leg_path *path, unsigned from, unsigned number, unsigned at,
                      const uint64_t *goals)
{
    if (number == path->legs) {
        return (path->to == UINT32_MAX || set_has(v->set_pool + path->to, at)) && (!goals || set_has(goals, at)) &&
               (at != from || changes_by_coming_back(path));
    }
    const path_leg *l = &path->leg[number];
    unsigned heading = l->vector;
    const bool skips = l->flags & LEG_JUMP && l->range != 1; /* a rider with j */
    int behind_hurdle = skips || l->flags & (LEG_CANNON | LEG_GRASSHOPPER) ? 1 : 0;
    int most = l->range ? l->range + (l->flags & LEG_GRASSHOPPER ? 1 : 0) : 0;
    cell_id cell = topology_step(&v->topology, &heading, at);
    for (int i = 1; cell != CELL_NONE && cell != at && (!most || i <= most) && i <= v->cells; i++) {
        if (i > behind_hurdle && path_fits(v, path, from, number + 1, cell, goals)) {
            return true;
        }
        cell = topology_step(&v->topology, &heading, cell);
    }
    return false;
}

bool piece_can_move_from(const variant *v, piece_id piece, size_t cell)
{
    const piece_moves *p = &v->moves[piece];
    const int owner = v->owner_of[piece];
    const uint64_t *allowed = owner < v->players ? v->filter_allows[owner] : NULL;
    const uint64_t *goals = allowed ? set_table_row(v, allowed, cell) : NULL;
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
        if (s->kind == SPECIAL_STAY || s->kind == SPECIAL_ROUND_TRIP || s->right >= 0) {
            continue; /* that leads nowhere, or is only for the piece that holds the right */
        }
        if (s->kind == SPECIAL_QUIET_JUMPS) {
            uint64_t ends[CELLS_MAX / 64] = {0};
            quiet_jumps_find(v, s->path, (unsigned)cell, NULL, ends);
            if (set_any(v, ends)) {
                return true;
            }
            continue;
        }
        if (s->kind != SPECIAL_MULTI_LEG ||
            path_fits(v, &v->paths[s->path], (unsigned)cell, 0, (unsigned)cell, goals)) {
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

/* A promotion table while it is filled. Departures for which the same promotions hold are one group: all
 * that is offered depends on the group and on the cell of arrival. */
typedef struct promotion_draft {
    variant *v;
    diag_list *diags;
    arena *scratch;
    piece_id piece;
    const rule_piece *piece_rule;
    promotion_table *table;
    uint16_t *group;                /* [cells] of departure */
    size_t groups;                  /* how many there are */
    size_t *member;                 /* [groups] one of its departures */
    uint64_t *mandatory, *optional; /* [groups] sets of arrivals */
    uint64_t *by_move[2];           /* [enum promotion_move / 2][groups]: where such a move must promote */
    bool moves_differ;              /* between captures and quiet moves */
    uint64_t *in_place;
    uint8_t *choices; /* [groups + 1][cells][types] enum promotion_choice; the last group is of pieces that stand */
    uint8_t *by;      /* the same: enum promotion_move */
    bool *zone;       /* [cells] of the rule at hand */
    bool *stuck;      /* [cells] where the piece could never move on */
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

/* A piece that found nothing in the prison stands and waits, however it must come there to promote. */
static void add_exchanges(promotion_draft *d, const int *into, int count)
{
    size_t cells = (size_t)d->v->cells, types = (size_t)d->v->types;
    for (size_t cell = 0; cell < cells; cell++) {
        for (int i = 0; d->zone[cell] && i < count; i++) {
            if (into[i] >= 0) {
                d->choices[(d->groups * cells + cell) * types + (size_t)into[i]] = CHOICE_PRISONER;
            }
        }
        if (d->zone[cell]) {
            set_put(d->in_place, (unsigned)cell);
        }
    }
}

/* Adds the rule's choices for the moves of one group to one cell. An optional change into its own type is the same as no
 * promotion. */
static void add_promotion_choices(promotion_draft *d, const rule_promotion *rule, size_t group, size_t to,
                                  const int *into, int count)
{
    variant *v = d->v;
    promotion_choice offered = rule->from_prison ? CHOICE_PRISONER : CHOICE_FREE;
    bool mandatory = !rule->optional || (d->stuck[to] && !rule->declinable), any = false;
    size_t list = group * (size_t)v->cells + to;
    for (int i = 0; i < count; i++) {
        bool declines = !mandatory && into[i] == v->type_of[d->piece];
        if (into[i] >= 0 && !declines) {
            uint8_t *known = &d->choices[list * (size_t)v->types + (size_t)into[i]];
            *known = *known > offered ? *known : (uint8_t)offered;
            d->by[known - d->choices] |= (uint8_t)rule->by;
            any = true;
        }
    }
    for (unsigned i = 0; i < 2 && mandatory; i++) {
        if (rule->by >> i & 1) {
            set_put(set_table_row(v, d->by_move[i], group), (unsigned)to);
        }
    }
    if (mandatory || any) {
        set_put(set_table_row(v, mandatory && !d->moves_differ ? d->mandatory : d->optional, group), (unsigned)to);
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
    for (size_t group = 0; group < d->groups; group++) {
        const bool inside = d->zone[d->member[group]];
        const bool leaves = inside && rule->when == PROMOTE_TOUCHES, stays = inside && rule->when == PROMOTE_ENTERS;
        for (size_t to = 0; to < (size_t)v->cells; to++) {
            if (!diag_draw(d->diags, (uint32_t)count + 1, rule->location, "the promotions are laid out")) {
                return false;
            }
            if ((d->zone[to] && !stays) || leaves) {
                add_promotion_choices(d, rule, group, to, into, count);
            }
        }
    }
    if (rule->from_prison) {
        add_exchanges(d, into, count);
    }
    return true;
}

/* Lays out the lists by group of departures and cell of arrival, and sets `uniform_count`. */
static bool promotion_lists(const promotion_draft *d)
{
    variant *v = d->v;
    promotion_table *t = d->table;
    const uint8_t *choices = d->choices;
    size_t types = (size_t)v->types, lists = (d->groups + 1) * (size_t)v->cells, total = 0;
    for (size_t i = 0; i < lists * types; i++) {
        total += choices[i] != CHOICE_NONE;
    }
    uint32_t *list = arena_new(&v->arena, uint32_t, lists + 1);
    uint16_t *into = arena_new(&v->arena, uint16_t, total + 1);
    bool *paid = arena_new(&v->arena, bool, total + 1);
    uint8_t *by = arena_new(&v->arena, uint8_t, total + 1);
    if (!list || !into || !paid || !by) {
        return false;
    }
    uint32_t n = 0;
    t->uniform_count = -1;
    for (size_t i = 0; i < lists; i++) {
        list[i] = n;
        for (size_t type = 0; type < types; type++) {
            if (choices[i * types + type] != CHOICE_NONE) {
                paid[n] = choices[i * types + type] == CHOICE_PRISONER;
                by[n] = d->by[i * types + type];
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
    bool differ = t->from_prison || t->limited || d->moves_differ;
    t->uniform_count = t->uniform_count < 0 || differ ? 0 : t->uniform_count;
    t->by = d->moves_differ ? by : NULL;
    t->list = list;
    t->exchanges = t->in_place ? list + d->groups * (size_t)v->cells : NULL;
    t->into = into;
    t->costs_prisoner = paid;
    return true;
}

/* Groups the departures. False after an error. */
static bool group_departures(promotion_draft *d)
{
    uint16_t number[2][CELLS_MAX];
    size_t cells = (size_t)d->v->cells;
    d->groups = 1;
    for (size_t i = 0; i < d->piece_rule->promotion_count; i++) {
        const rule_promotion *rule = &d->piece_rule->promotions[i];
        if (rule->when != PROMOTE_TOUCHES && rule->when != PROMOTE_ENTERS) {
            continue;
        }
        if (!zone_read(&d->v->topology, d->v->rules, d->diags, &rule->zone, d->v->owner_of[d->piece], d->zone)) {
            return false;
        }
        memset(number, 0xff, sizeof number);
        d->groups = 0;
        for (size_t from = 0; from < cells; from++) {
            uint16_t *known = &number[d->zone[from]][d->group[from]];
            *known = *known == UINT16_MAX ? (uint16_t)d->groups++ : *known;
            d->group[from] = *known;
        }
    }
    for (size_t from = 0; from < cells; from++) {
        d->member[d->group[from]] = from;
    }
    return true;
}

static bool reserve_promotion(promotion_draft *d)
{
    variant *v = d->v;
    d->table = arena_new(&v->arena, promotion_table, 1);
    d->in_place = arena_new(&v->arena, uint64_t, (size_t)v->bitset_words);
    d->group = arena_new(&v->arena, uint16_t, (size_t)v->cells);
    d->member = arena_new(d->scratch, size_t, (size_t)v->cells);
    d->zone = arena_new(d->scratch, bool, (size_t)v->cells);
    d->stuck = arena_new(d->scratch, bool, (size_t)v->cells);
    return (d->table && d->in_place && d->group && d->member && d->zone && d->stuck) || diag_out_of_memory(d->diags);
}

static bool reserve_groups(promotion_draft *d)
{
    variant *v = d->v;
    size_t words = (size_t)v->bitset_words;
    d->mandatory = arena_new(d->scratch, uint64_t, d->groups * words);
    d->optional = arena_new(d->scratch, uint64_t, d->groups * words);
    d->by_move[0] = arena_new(d->scratch, uint64_t, d->groups * words);
    d->by_move[1] = arena_new(d->scratch, uint64_t, d->groups * words);
    d->choices = arena_new(d->scratch, uint8_t, (d->groups + 1) * (size_t)v->cells * (size_t)v->types);
    d->by = arena_new(d->scratch, uint8_t, (d->groups + 1) * (size_t)v->cells * (size_t)v->types);
    for (size_t cell = 0; cell < (size_t)v->cells; cell++) {
        d->stuck[cell] = !piece_can_move_from(v, d->piece, cell);
    }
    return (d->mandatory && d->optional && d->by_move[0] && d->by_move[1] && d->choices && d->by) ||
           diag_out_of_memory(d->diags);
}

/* Sets of the groups as a table of all departures; NULL when out of memory. */
static uint64_t *spread_sets(const promotion_draft *d, const uint64_t *sets)
{
    variant *v = d->v;
    uint64_t *table = set_table_new(v);
    for (size_t from = 0; table && from < (size_t)v->cells; from++) {
        memcpy(set_table_row(v, table, from), set_table_row(v, sets, d->group[from]),
               (size_t)v->bitset_words * sizeof *table);
    }
    return table;
}

static bool spread_groups(promotion_draft *d)
{
    variant *v = d->v;
    promotion_table *t = d->table;
    for (size_t i = 0; i < d->groups * (size_t)v->bitset_words; i++) {
        d->optional[i] &= ~d->mandatory[i]; /* where one rule is mandatory, another's choice only adds to the list */
    }
    t->mandatory = spread_sets(d, d->mandatory);
    t->optional = spread_sets(d, d->optional);
    t->mandatory_quiet = d->moves_differ ? spread_sets(d, d->by_move[0]) : t->mandatory;
    t->mandatory_capture = d->moves_differ ? spread_sets(d, d->by_move[1]) : t->mandatory;
    return (t->mandatory && t->optional && t->mandatory_quiet && t->mandatory_capture) || diag_out_of_memory(d->diags);
}

/* Whether captures and quiet moves can be told apart where the piece promotes. Sets `moves_differ`. */
static bool promoting_moves_known(promotion_draft *d)
{
    const rule_piece *piece_rule = d->piece_rule;
    const rule_promotion *differs = NULL;
    bool from_prison = false;
    for (size_t i = 0; i < piece_rule->promotion_count; i++) {
        const rule_promotion *rule = &piece_rule->promotions[i];
        differs = rule->by != PROMOTE_ANY ? rule : differs;
        from_prison |= rule->from_prison;
    }
    d->moves_differ = differs != NULL;
    if (differs && from_prison) {
        diag_error(d->diags, CODE_UNSUPPORTED_TOGETHER, differs->location, "`when: %s` does not go with `to: prison`",
                   differs->by == PROMOTE_QUIET ? "quiet" : "captures");
        diag_hint(d->diags, "a piece may wait on its cell for one in the prison, and then no move promotes it");
    } else if (differs && piece_rule->remote_capture_count) {
        diag_error(d->diags, CODE_UNSUPPORTED_TOGETHER, differs->location,
                   "`when: %s` does not go with remote captures", differs->by == PROMOTE_QUIET ? "quiet" : "captures");
        diag_hint(d->diags, "whether a move captures elsewhere than on its target is known only after it");
    }
    return !differs || !(from_prison || piece_rule->remote_capture_count);
}

static bool fill_promotion(promotion_draft *d)
{
    variant *v = d->v;
    promotion_table *t = d->table;
    if (!group_departures(d) || !reserve_groups(d) || !promoting_moves_known(d)) {
        return false;
    }
    for (size_t i = 0; i < d->piece_rule->promotion_count; i++) {
        if (!add_promotion_rule(d, &d->piece_rule->promotions[i])) {
            return false;
        }
    }
    t->in_place = t->from_prison ? d->in_place : NULL;
    t->group = d->group;
    v->promotes_from_prison |= t->from_prison;
    v->moves[d->piece].promotion = t;
    return spread_groups(d) && (promotion_lists(d) || diag_out_of_memory(d->diags));
}

static bool build_promotion(variant *v, diag_list *diags, piece_id piece)
{
    arena scratch;
    promotion_draft d = {
        .v = v,
        .diags = diags,
        .scratch = &scratch,
        .piece = piece,
        .piece_rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index],
    };
    arena_init(&scratch, 0);
    bool ok = reserve_promotion(&d) && fill_promotion(&d);
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
