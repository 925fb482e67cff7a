/* Move layout: lays the collected movements of one piece out as its tables. */

#include "compile/move_draft.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    ray_kind kind;
    uint8_t modes;
} ray_groups[GROUP_COUNT] = {
    {RAY_SLIDER, LEG_MOVE | LEG_CAPTURE},
    {RAY_SLIDER, LEG_MOVE},
    {RAY_SLIDER, LEG_CAPTURE},
    {RAY_SLIDER, LEG_OWN},
    {RAY_SLIDER, SLIDE_ROYALS_ONLY},
    {RAY_CANNON, LEG_MOVE | LEG_CAPTURE},
    {RAY_CANNON, LEG_MOVE},
    {RAY_CANNON, LEG_CAPTURE},
    {RAY_GRASSHOPPER, LEG_MOVE | LEG_CAPTURE},
    {RAY_GRASSHOPPER, LEG_MOVE},
    {RAY_GRASSHOPPER, LEG_CAPTURE},
};

static int compare_rays(const void *left, const void *right)
{
    const ray_key *a = left, *b = right;
    return a->vector != b->vector ? (a->vector < b->vector ? -1 : 1) : (a->range > b->range) - (a->range < b->range);
}

static bool tables_equal(const variant *v, const uint64_t *a, const uint64_t *b)
{
    return a == b || (a && b && memcmp(a, b, (size_t)v->cells * (size_t)v->bitset_words * sizeof *a) == 0);
}

/* The slider with exactly these rays, made by the first call; -1 after an error. `zoned`: the filter also has zones. */
static int slider_index(draft *d, ray_kind kind, ray_key *rays, int count, const uint64_t *filter, bool zoned)
{
    variant *v = d->v;
    qsort(rays, (size_t)count, sizeof *rays, compare_rays);
    for (int i = 0; i < v->slider_count; i++) {
        const slider_spec *s = &v->slider_specs[i];
        bool same = s->kind == kind && s->ray_count == count && s->ends_with_filter == zoned &&
                    tables_equal(v, s->filter, filter);
        for (int k = 0; k < count && same; k++) {
            same = s->vector[k] == rays[k].vector && s->range[k] == rays[k].range;
        }
        if (same) {
            return i;
        }
    }
    if (v->slider_count == SLIDERS_MAX || count > SLIDER_RAYS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, v->rules->pieces[d->type->rule_piece_index].location,
                   "too many different rays in this variant");
        return -1;
    }
    slider_spec *s = &v->slider_specs[v->slider_count];
    s->kind = kind;
    s->ray_count = count;
    s->filter = filter;
    s->ends_with_filter = zoned;
    for (int k = 0; k < count; k++) {
        s->vector[k] = rays[k].vector;
        s->range[k] = rays[k].range;
    }
    return v->slider_count++;
}

static int vector_reversed(variant *g, int number)
{
    vector v = g->topology.vectors[number];
    return topology_vector(&g->topology, (vector){-v.dx, -v.dy, -v.dz, v.barred_edges, v.bounces});
}

static bool push_slide(draft *d, piece_moves *p, int forward, int backward, uint8_t modes)
{
    if (forward < 0 || backward < 0) {
        return false;
    }
    d->v->slider_reverse[forward] = (uint16_t)backward;
    d->v->slider_reverse[backward] = (uint16_t)forward;
    if (p->slide_count == PIECE_SLIDERS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, d->v->rules->pieces[d->type->rule_piece_index].location,
                   "too many different kinds of rays in one piece");
        return false;
    }
    p->slide[p->slide_count].slider = (uint16_t)forward;
    p->slide[p->slide_count].modes = modes;
    p->slide_count++;
    return true;
}

/* What both tables allow, in the forward direction and reversed. */
typedef struct filter_pair {
    const uint64_t *forward, *reversed;
} filter_pair;

static bool make_filters(draft *d, const uint64_t *zone, filter_pair *filters)
{
    variant *v = d->v;
    const size_t words = (size_t)v->bitset_words, size = (size_t)v->cells * words;
    const uint64_t *allowed = v->filter_allows[d->player];
    *filters = (filter_pair){allowed, v->filter_reversed[d->player]};
    if (!zone) {
        return true;
    }
    uint64_t *forward = arena_new(&v->arena, uint64_t, size), *reversed = arena_new(&v->arena, uint64_t, size);
    for (size_t from = 0; forward && reversed && from < (size_t)v->cells; from++) {
        for (unsigned to = 0; to < (unsigned)v->cells; to++) {
            if (set_has(zone + from * words, to) && (!allowed || set_has(allowed + from * words, to))) {
                set_put(forward + from * words, to);
                set_put(reversed + to * words, (unsigned)from);
            }
        }
    }
    *filters = (filter_pair){forward, reversed};
    return (forward && reversed) || diag_out_of_memory(d->diags);
}

/* Lays rays out that share their zone, forward and as seen from their targets. */
static bool lay_out_rays(draft *d, piece_moves *p, int group, ray_key *rays, int count)
{
    ray_key reversed[RAYS_MAX];
    filter_pair filters;
    const ray_kind kind = ray_groups[group].kind, back = kind == RAY_GRASSHOPPER ? RAY_GRASSHOPPER_REVERSED : kind;
    const bool zoned = rays[0].zone != NULL;
    for (int i = 0; i < count; i++) {
        int number = vector_reversed(d->v, rays[i].vector);
        if (number < 0) {
            return diag_out_of_memory(d->diags);
        }
        reversed[i] = (ray_key){.vector = (uint16_t)number, .range = rays[i].range};
    }
    if (!make_filters(d, rays[0].zone, &filters)) {
        return false;
    }
    int forward = slider_index(d, kind, rays, count, filters.forward, zoned);
    int backward = forward < 0 ? -1 : slider_index(d, back, reversed, count, filters.reversed, zoned);
    return push_slide(d, p, forward, backward, ray_groups[group].modes);
}

/* The rays of one group, family and zone, each once. */
static int collect_rays(const draft *d, int group, int family, const uint64_t *zone, ray_key *rays)
{
    int count = 0;
    for (int i = 0; i < d->ray_count[group]; i++) {
        const ray_key *ray = &d->rays[group][i];
        bool again = ray->zone != zone || ray_family(d->v, *ray) != family;
        for (int k = 0; k < count && !again; k++) {
            again = compare_rays(&rays[k], ray) == 0;
        }
        if (!again) {
            rays[count++] = *ray;
        }
    }
    qsort(rays, (size_t)count, sizeof *rays, compare_rays);
    return count;
}

static bool have_same_rays(const ray_key *a, const ray_key *b, int count)
{
    bool same = true;
    for (int i = 0; i < count && same; i++) {
        same = compare_rays(&a[i], &b[i]) == 0;
    }
    return same;
}

/* The rays of one group and family, by zone. Zones with the same rays are one zone. */
static bool lay_out_family(draft *d, piece_moves *p, int group, int family)
{
    const size_t size = (size_t)d->v->cells * (size_t)d->v->bitset_words;
    ray_key rays[RAYS_MAX], others[RAYS_MAX];
    bool done[ZONED_SLIDERS_MAX] = {false};
    int count = collect_rays(d, group, family, NULL, rays);
    if (count && !lay_out_rays(d, p, group, rays, count)) {
        return false;
    }
    for (int i = 0; i < d->zone_count; i++) {
        count = done[i] ? 0 : collect_rays(d, group, family, d->zones[i], rays);
        uint64_t *zone = count ? arena_new(&d->scratch, uint64_t, size) : NULL;
        for (int k = i; zone && k < d->zone_count; k++) {
            if (collect_rays(d, group, family, d->zones[k], others) == count && have_same_rays(rays, others, count)) {
                done[k] = true;
                for (size_t w = 0; w < size; w++) {
                    zone[w] |= d->zones[k][w];
                }
            }
        }
        if (!count) {
            continue;
        }
        if (!zone) {
            return diag_out_of_memory(d->diags);
        }
        rays[0].zone = zone;
        if (!lay_out_rays(d, p, group, rays, count)) {
            return false;
        }
    }
    return true;
}

static int compare_lame_leaps(const void *left, const void *right)
{
    const lame_leap *a = left, *b = right;
    int difference = a->from != b->from ? a->from - b->from : a->to - b->to;
    for (int i = 0; i < BETZA_LEGS_MAX && !difference; i++) {
        difference = a->must_be_empty[i] - b->must_be_empty[i];
    }
    return difference;
}

/* The slider of exactly these leaps; -1 after an error. */
static int lame_slider_index(draft *d, lame_leap *leaps, size_t count)
{
    variant *v = d->v;
    size_t kept = 0;
    qsort(leaps, count, sizeof *leaps, compare_lame_leaps);
    for (size_t i = 0; i < count; i++) {
        if (!kept || compare_lame_leaps(&leaps[kept - 1], &leaps[i]) != 0) {
            leaps[kept++] = leaps[i];
        }
    }
    for (int i = 0; i < v->slider_count; i++) {
        const slider_spec *s = &v->slider_specs[i];
        bool same = s->kind == RAY_LAME_LEAPER && s->lame_leap_count == kept;
        for (size_t k = 0; k < kept && same; k++) {
            same = compare_lame_leaps(&s->lame_leaps[k], &leaps[k]) == 0;
        }
        if (same) {
            return i;
        }
    }
    if (v->slider_count == SLIDERS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, v->rules->pieces[d->type->rule_piece_index].location,
                   "too many different rays in this variant");
        return -1;
    }
    v->slider_specs[v->slider_count] =
        (slider_spec){.kind = RAY_LAME_LEAPER, .lame_leaps = leaps, .lame_leap_count = kept};
    return v->slider_count++;
}

static bool lay_out_lame_leaps(draft *d, piece_moves *p, lame_list *list, uint8_t modes)
{
    if (!list->count) {
        return true;
    }
    lame_leap *back = arena_new(&d->v->arena, lame_leap, list->count);
    if (!back) {
        return diag_out_of_memory(d->diags);
    }
    for (size_t i = 0; i < list->count; i++) {
        back[i] = list->leaps[i];
        back[i].from = list->leaps[i].to;
        back[i].to = list->leaps[i].from;
    }
    int forward = lame_slider_index(d, list->leaps, list->count);
    return push_slide(d, p, forward, forward < 0 ? -1 : lame_slider_index(d, back, list->count), modes);
}

static bool lay_out_sliders(draft *d, piece_moves *p)
{
    for (int group = 0; group < GROUP_COUNT; group++) {
        for (int family = 0; family < 3; family++) {
            if (!lay_out_family(d, p, group, family)) {
                return false;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        if (!lay_out_lame_leaps(d, p, &d->lame_leaps[i], ray_groups[GROUP_SLIDER + i].modes)) {
            return false;
        }
    }
    return true;
}

/* Whether two movements from this cell may be the same move; in doubt they may. */
static bool may_overlap(const draft *d, const piece_moves *p, unsigned cell)
{
    const variant *v = d->v;
    for (uint32_t i = 0; i < d->special_count[cell]; i++) {
        const special *s = &d->specials_at[cell][i];
        if (s->into) {
            continue; /* the new type tells it from all others */
        }
        if (s->kind == SPECIAL_MULTI_LEG || s->kind == SPECIAL_QUIET_JUMPS ||
            (s->kind == SPECIAL_LEAP && p->slide_count)) {
            return true;
        }
        for (int kind = 0; kind < 3 && s->kind == SPECIAL_LEAP; kind++) {
            if (set_has(set_table_row(v, d->leap[kind], cell), s->to)) {
                return true;
            }
        }
        for (uint32_t k = 0; k < i && s->kind == SPECIAL_LEAP; k++) {
            const special *other = &d->specials_at[cell][k];
            if (other->kind == SPECIAL_LEAP && other->to == s->to && !other->into) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a transforming movement may be the same move as another, or as a step that promotes; in doubt it may. */
static bool may_duplicate(const draft *d, unsigned cell)
{
    bool promotes = d->v->rules->pieces[d->type->rule_piece_index].promotion_count > 0;
    for (uint32_t i = 0; i < d->special_count[cell]; i++) {
        const special *s = &d->specials_at[cell][i];
        for (uint32_t k = 0; k < i && s->into; k++) {
            const special *other = &d->specials_at[cell][k];
            if (other->kind == s->kind && other->into == s->into && other->to == s->to) {
                return true;
            }
        }
        if (s->into && promotes) {
            return true;
        }
    }
    return false;
}

static bool needs_same_adjacent(const variant *v, const special *a, const special *b)
{
    return a->needs_adjacent == b->needs_adjacent &&
           (!a->needs_adjacent ||
            (a->adjacent_absent == b->adjacent_absent && a->adjacent_rule_piece == b->adjacent_rule_piece &&
             a->adjacent_owners == b->adjacent_owners &&
             memcmp(v->set_pool + a->adjacent, v->set_pool + b->adjacent,
                    (size_t)v->bitset_words * sizeof *v->set_pool) == 0));
}

/* `first`: the specials of one cell. */
static void note_same_adjacent(const variant *v, special *first, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;) {
        bool same = i + 1 < count && needs_same_adjacent(v, &first[i], &first[i + 1]);
        first[i].same_adjacent = (uint16_t)(same ? first[i + 1].same_adjacent + 1 : 1);
    }
}

static bool lay_out_specials(draft *d, piece_moves *p)
{
    variant *v = d->v;
    uint32_t total = 0;
    for (int cell = 0; cell < v->cells; cell++) {
        total += d->special_count[cell];
    }
    if (!total) {
        return true;
    }
    uint32_t *start = arena_new(&v->arena, uint32_t, (size_t)v->cells + 1);
    uint32_t *end = arena_new(&v->arena, uint32_t, (size_t)v->cells + 1);
    special *all = arena_new(&v->arena, special, total);
    if (!start || !end || !all) {
        return diag_out_of_memory(d->diags);
    }
    uint32_t n = 0;
    for (int cell = 0; cell < v->cells; cell++) {
        start[cell] = n;
        p->specials_overlap |= may_overlap(d, p, (unsigned)cell);
        p->transforms_overlap |= may_duplicate(d, (unsigned)cell);
        /* En passant captures last: play finds them from the target (variant.ep_capturers), not from here. */
        for (int passing = 0; passing < 2; passing++) {
            for (uint32_t i = 0; i < d->special_count[cell]; i++) {
                if ((d->specials_at[cell][i].kind == SPECIAL_EN_PASSANT) == (passing == 1)) {
                    all[n++] = d->specials_at[cell][i];
                    p->has_multi_leg |= d->specials_at[cell][i].kind == SPECIAL_MULTI_LEG;
                    p->has_quiet_jumps |= d->specials_at[cell][i].kind == SPECIAL_QUIET_JUMPS;
                    p->has_round_trips |= d->specials_at[cell][i].kind == SPECIAL_ROUND_TRIP;
                }
            }
            end[cell] = passing ? end[cell] : n;
        }
        note_same_adjacent(v, all + start[cell], n - start[cell]);
    }
    start[v->cells] = n;
    p->special_start = start;
    p->special_ep_start = end;
    p->specials = all;
    return true;
}

/* The cells that a leg touches from those of `at`, over whatever stands there. */
static void touch_leg(const topology *t, const path_leg *l, const bool *at, bool *touched)
{
    const int most = l->range ? l->range + (l->flags & LEG_GRASSHOPPER ? 1 : 0) : t->cells;
    for (int from = 0; from < t->cells; from++) {
        unsigned heading = l->vector;
        cell_id cell = at[from] ? topology_step(t, &heading, (unsigned)from) : CELL_NONE;
        for (int steps = 1; cell != CELL_NONE && steps <= most; steps++) {
            touched[cell] = true;
            cell = cell == from && heading == l->vector ? CELL_NONE : topology_step(t, &heading, cell);
        }
    }
}

/* Adds `from` to the cells from which the path touches each cell that it does touch. */
static void note_walk(const draft *d, const multi_leg_path *path, unsigned from, bool *at, bool *touched,
                      uint64_t *walks)
{
    const variant *v = d->v;
    memset(at, 0, (size_t)v->cells * sizeof *at);
    at[from] = true;
    for (unsigned leg = 0; leg < path->legs; leg++) {
        memset(touched, 0, (size_t)v->cells * sizeof *touched);
        touch_leg(&v->topology, &path->leg[leg], at, touched);
        for (int cell = 0; cell < v->cells; cell++) {
            if (touched[cell]) {
                set_put(set_table_row(v, walks, (size_t)cell), from);
            }
        }
        memcpy(at, touched, (size_t)v->cells * sizeof *at);
    }
}

/* On larger boards the table would be large, and is left out. */
static bool lay_out_walks(draft *d, piece_moves *p)
{
    const variant *v = d->v;
    if (!p->has_multi_leg || v->cells > BETWEEN_TABLE_CELLS_MAX) {
        return true;
    }
    uint64_t *walks = arena_new(&d->v->arena, uint64_t, (size_t)v->cells * (size_t)v->bitset_words);
    bool *at = arena_new(&d->scratch, bool, (size_t)v->cells),
         *touched = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (!walks || !at || !touched) {
        return diag_out_of_memory(d->diags);
    }
    for (int cell = 0; cell < v->cells; cell++) {
        for (uint32_t i = p->special_start[cell]; i < p->special_start[cell + 1]; i++) {
            const special *s = &p->specials[i];
            if (s->kind == SPECIAL_MULTI_LEG) {
                if (!diag_draw(d->diags, (uint32_t)v->cells, s->rule->location, "this movement is laid out")) {
                    return false;
                }
                note_walk(d, &v->paths[s->path], (unsigned)cell, at, touched, walks);
            }
        }
    }
    p->walks_from = walks;
    return true;
}

static bool lay_out_jumps(draft *d, piece_moves *p)
{
    if (!d->jump_count) {
        return true;
    }
    jump_direction *kept = arena_new(&d->v->arena, jump_direction, (size_t)d->jump_count);
    if (!kept) {
        return diag_out_of_memory(d->diags);
    }
    memcpy(kept, d->jumps, (size_t)d->jump_count * sizeof *kept);
    p->jumps = kept;
    p->jump_count = d->jump_count;
    p->jumpable = d->jumpable;
    d->v->has_jumps = true;
    return true;
}

/* What chains of the piece go on with: all its jumps that make chains. */
static bool lay_out_quiet_jumps(draft *d)
{
    variant *v = d->v;
    const int last = v->quiet_jumps_count;
    if (d->first_quiet_jumps == last) {
        return true;
    }
    quiet_jumps *all = draft_new_quiet_jumps(d);
    for (int i = d->first_quiet_jumps; all && i < last; i++) {
        quiet_jumps *one = &v->quiet_jumps[i];
        one->onward = last;
        for (int n = 0; one->chain == CHAIN_ANY && n < one->count; n++) {
            if (!draft_add_quiet_jump(d, all, one->vectors[n], one->ranges[n], one->land_any[n])) {
                return false;
            }
        }
    }
    return all != NULL;
}

static void lay_out_leaps(const draft *d, piece_moves *p)
{
    p->leap_both = d->any_leap[0] ? d->leap[0] : NULL;
    p->leap_move = d->any_leap[1] ? d->leap[1] : NULL;
    p->leap_capture = d->any_leap[2] ? d->leap[2] : NULL;
    p->leap_own = d->any_leap[3] ? d->leap[3] : NULL;
    p->stacks_on_own = d->any_leap[3] || d->ray_count[GROUP_OWN];
    p->leap_checks = d->leap_checks;
    p->keeps_halfmove_clock = d->keeps_halfmove_clock;
    p->non_divergent = !p->leap_move && !p->leap_capture && !p->leap_own;
    for (unsigned i = 0; i < p->slide_count; i++) {
        p->non_divergent &= p->slide[i].modes == (LEG_MOVE | LEG_CAPTURE);
    }
}

bool draft_lay_out(draft *d, piece_moves *p)
{
    if (d->scratch.failed) { /* a ray of which no table could be made is a path, which is slower */
        return diag_out_of_memory(d->diags);
    }
    if (!lay_out_sliders(d, p) || !lay_out_specials(d, p) || !lay_out_walks(d, p) || !lay_out_jumps(d, p) ||
        !lay_out_quiet_jumps(d)) {
        return false;
    }
    lay_out_leaps(d, p);
    return true;
}
