/* Move paths: decides for each path of a notation in which table it goes: leaps, rays, specials or multi-leg paths. */

#include "compile/move_draft.h"

#include <stdlib.h>
#include <string.h>

/* Adds the cells of the movement's condition to `clear`, and stores what must be empty. */
static bool set_clear(draft *d, unsigned from, bool *clear, special *s)
{
    variant *v = d->v;
    const betza *condition = &d->rule->must_be_empty;
    for (size_t i = 0; i < condition->count; i++) {
        const betza_leg *l = &condition->paths[i].leg[0];
        int number = draft_vector_number(d, draft_vector(d, l->x, l->y, l->z));
        if (number < 0) {
            return false;
        }
        cell_id at = v->topology.next[number][from];
        if (at != CELL_NONE && at != from) {
            clear[at] = true;
            s->first_clear = s->first_clear == CELL_NONE ? at : s->first_clear;
        }
    }
    s->clear = build_set(v, d->diags, clear);
    return s->clear != UINT32_MAX || diag_out_of_memory(d->diags);
}

/* The cells and owners of the movement's condition `own PIECE ...`. */
static bool set_adjacent(draft *d, unsigned from, special *s)
{
    variant *v = d->v;
    const rule_move *rule = d->rule;
    bool *cells = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (!cells) {
        return diag_out_of_memory(d->diags);
    }
    for (size_t i = 0; i < rule->adjacent.count; i++) {
        const betza_leg *l = &rule->adjacent.paths[i].leg[0];
        int number = draft_vector_number(d, draft_vector(d, l->x, l->y, l->z));
        if (number < 0) {
            return false;
        }
        cell_id at = v->topology.next[number][from];
        if (at != CELL_NONE) {
            cells[at] = true;
        }
    }
    unsigned own = 1u << d->player, enemies = v->enemy_mask[d->player], all = (1u << v->players) - 1;
    s->needs_adjacent = true;
    s->adjacent_absent = rule->adjacent_absent;
    s->adjacent_rule_piece = (int16_t)rule->adjacent_piece;
    s->adjacent_owners = (uint8_t)(rule->adjacent_owner == OWNER_SELF    ? own
                                   : rule->adjacent_owner == OWNER_ENEMY ? enemies
                                                                         : all & ~(own | enemies));
    int count = 0;
    s->adjacent_cell = CELL_NONE;
    for (int cell = 0; cell < v->cells; cell++) {
        count += cells[cell];
        s->adjacent_cell = (cell_id)(cells[cell] ? cell : s->adjacent_cell);
    }
    s->adjacent_cell = (cell_id)(count == 1 ? s->adjacent_cell : CELL_NONE);
    s->adjacent = build_set(v, d->diags, cells);
    return s->adjacent != UINT32_MAX || diag_out_of_memory(d->diags);
}

bool draft_set_condition(draft *d, unsigned from, bool *clear, special *s)
{
    if (d->rule->adjacent.count && !set_adjacent(d, from, s)) {
        return false;
    }
    if (!d->rule->must_be_empty.count) {
        return true;
    }
    memset(clear, 0, (size_t)d->v->cells * sizeof *clear);
    return set_clear(d, from, clear, s);
}

/* Marks the cells of one way of king's steps: those with a bit in `diagonals` are diagonal. */
static bool mark_way(draft *d, unsigned from, const betza_leg *l, unsigned diagonals, bool *cells)
{
    const int across = (l->x > 0) - (l->x < 0), up = (l->y > 0) - (l->y < 0), wide = abs(l->x) - abs(l->y);
    const int far = wide > 0 ? abs(l->x) : abs(l->y);
    for (int step = 0, x = 0, y = 0; step + 1 < far; step++) {
        const bool diagonal = diagonals >> step & 1;
        x += diagonal || wide > 0 ? across : 0;
        y += diagonal || wide <= 0 ? up : 0;
        const int number = draft_vector_number(d, draft_vector(d, x, y, 0));
        if (number < 0) {
            return false;
        }
        const cell_id at = d->v->topology.next[number][from];
        if (at != CELL_NONE) { /* nothing attacks a cell that the board lacks */
            cells[at] = true;
        }
    }
    return true;
}

/* The ways of a leap: as few diagonal steps as it takes, the others straight, in any order. */
static bool set_ways(draft *d, unsigned from, const betza_leg *l, special *s)
{
    const size_t count = (size_t)d->v->cells;
    const int x = abs(l->x), y = abs(l->y), near = x < y ? x : y;
    const bool passes = d->rule->safe & RULE_SAFE_PASSED;
    bool *cells = arena_new(&d->scratch, bool, count);
    if (!cells) {
        return diag_out_of_memory(d->diags);
    }
    s->way_count = 0;
    for (unsigned order = 0; order < (passes ? 1u << (x < y ? y : x) : 1u); order++) {
        int diagonal = 0;
        for (unsigned left = order; left; left &= left - 1) {
            diagonal++;
        }
        if (passes && diagonal != near) {
            continue;
        }
        memset(cells, 0, count * sizeof *cells);
        cells[from] = d->rule->safe & RULE_SAFE_FROM;
        cells[s->to] = d->rule->safe & RULE_SAFE_TO;
        if (passes && !mark_way(d, from, l, order, cells)) {
            return false;
        }
        const uint32_t way = build_set(d->v, d->diags, cells);
        s->ways = s->way_count++ ? s->ways : way; /* the sets follow each other */
        if (way == UINT32_MAX) {
            return false;
        }
    }
    return true;
}

static bool add_lame_leaps(draft *d, const betza_leg *l, special base)
{
    variant *v = d->v;
    int steps = l->steps;
    int number = draft_vector_number(d, draft_vector(d, l->x / steps, l->y / steps, l->z / steps));
    bool *clear = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (number < 0 || !clear) {
        return number >= 0 && diag_out_of_memory(d->diags);
    }
    for (int cell = 0; cell < v->cells; cell++) {
        if (!d->from[cell]) {
            continue;
        }
        memset(clear, 0, (size_t)v->cells * sizeof *clear);
        cell_id at = (cell_id)cell, first = CELL_NONE;
        unsigned ride_vector = (unsigned)number;
        for (int i = 0; i < steps && at != CELL_NONE; i++) {
            at = topology_step(&v->topology, &ride_vector, at);
            if (at != CELL_NONE && i + 1 < steps) {
                clear[at] = true;
                first = first == CELL_NONE ? at : first;
            }
        }
        if (at == CELL_NONE || at == cell || !draft_may_arrive(d, (unsigned)cell, at)) {
            continue;
        }
        base.to = at;
        base.first_clear = first;
        base.leaves_all_ep = base.rule->sets_all_ep && steps > 2;
        base.vector = (uint16_t)(base.leaves_all_ep ? number : 0);
        v->has_long_double_steps |= base.leaves_all_ep;
        if (base.rule->adjacent.count && !set_adjacent(d, (unsigned)cell, &base)) {
            return false;
        }
        if (!set_clear(d, (unsigned)cell, clear, &base) ||
            (base.rule->safe && !set_ways(d, (unsigned)cell, l, &base))) {
            return false;
        }
        if (!draft_add_special(d, (unsigned)cell, base) || !draft_note_keeps_clock(d, base.rule, (unsigned)cell, at)) {
            return false;
        }
    }
    return true;
}

/* A leap with a condition or an effect. `clear` is room for a set. */
static bool add_leap_special(draft *d, unsigned from, const rule_move *rule, bool *clear, special s)
{
    s.kind = SPECIAL_LEAP;
    if (s.into && s.modes & LEG_CAPTURE && rule->gives_check) {
        set_put(set_table_row(d->v, d->leap_checks, from), s.to);
    }
    return draft_set_condition(d, from, clear, &s) && draft_add_special(d, from, s);
}

static bool add_single_leap(draft *d, unsigned from, const betza_leg *l, const rule_move *rule, bool *clear, special s)
{
    unsigned modes = l->modes & ~(unsigned)LEG_EN_PASSANT;
    bool conditional =
        rule->right >= 0 || rule->must_be_empty.count || rule->adjacent.count || rule->safe || s.into || s.victims;
    if (rule->safe && !set_ways(d, from, l, &s)) {
        return false;
    }
    if (!draft_note_keeps_clock(d, rule, from, s.to)) {
        return false;
    }
    if (l->modes & LEG_EN_PASSANT) {
        special en_passant = s;
        en_passant.kind = SPECIAL_EN_PASSANT;
        if (!draft_add_special(d, from, en_passant)) {
            return false;
        }
    }
    if (modes && conditional) {
        s.modes = (uint8_t)modes;
        return add_leap_special(d, from, rule, clear, s);
    }
    if (modes) {
        draft_add_leap(d, from, s.to, (uint16_t)modes, rule->gives_check);
    }
    return true;
}

static bool add_single_leaps(draft *d, const betza_leg *l, const rule_move *rule, special base)
{
    variant *v = d->v;
    int number = draft_vector_number(d, draft_vector(d, l->x, l->y, l->z));
    bool *clear = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (number < 0 || !clear) {
        return number >= 0 && diag_out_of_memory(d->diags);
    }
    base.leaves_ep = false; /* a leap passes over no cell */
    for (int cell = 0; cell < v->cells; cell++) {
        cell_id to = v->topology.next[number][cell];
        if (!d->from[cell] || to == CELL_NONE || to == cell || !draft_may_arrive(d, (unsigned)cell, to)) {
            continue;
        }
        base.to = to;
        if (!add_single_leap(d, (unsigned)cell, l, rule, clear, base)) {
            return false;
        }
    }
    return true;
}

static bool push_ray(draft *d, int group, ray_key ray)
{
    if (d->ray_count[group] == RAYS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, d->rule->location, "more than %d different rays of one piece",
                   RAYS_MAX);
        return false;
    }
    d->rays[group][d->ray_count[group]++] = ray;
    return true;
}

static bool is_in_zones(const draft *d)
{
    return !is_every_cell(d->v, d->from) || !is_every_cell(d->v, d->to);
}

/* The table of the current movement's zones; NULL where the piece would have too many. */
static const uint64_t *find_zone(draft *d)
{
    const variant *v = d->v;
    const size_t words = (size_t)v->bitset_words, size = (size_t)v->cells * words;
    uint64_t *zone = arena_new(&d->scratch, uint64_t, size);
    for (size_t from = 0; zone && from < (size_t)v->cells; from++) {
        for (unsigned to = 0; d->from[from] && to < (unsigned)v->cells; to++) {
            if (d->to[to]) {
                set_put(zone + from * words, to);
            }
        }
    }
    for (int i = 0; zone && i < d->zone_count; i++) {
        if (memcmp(d->zones[i], zone, size * sizeof *zone) == 0) {
            return d->zones[i];
        }
    }
    if (!zone || d->zone_count == ZONED_SLIDERS_MAX) {
        return NULL;
    }
    return d->zones[d->zone_count++] = zone;
}

/* How many sliders the rays of the piece need because of zones, at most. */
static int count_zoned_sliders(const draft *d)
{
    int count = 0;
    for (int group = 0; group < GROUP_COUNT; group++) {
        for (int i = 0; i < d->ray_count[group]; i++) {
            const ray_key *ray = &d->rays[group][i];
            bool known = !ray->zone;
            for (int k = 0; k < i && !known; k++) {
                const ray_key *other = &d->rays[group][k];
                known = other->zone == ray->zone && ray_family(d->v, *other) == ray_family(d->v, *ray);
            }
            count += !known;
        }
    }
    return count;
}

/* The zones of a ray that is about to be added to two groups at most. False where it is walked instead: half of the
 * variant's sliders and most of a piece's are for rays without zones. */
static bool choose_zone(draft *d, const uint64_t **zone)
{
    *zone = NULL;
    if (!is_in_zones(d)) {
        return true;
    }
    if (d->v->slider_count > SLIDERS_MAX / 2 - 2 * ZONED_SLIDERS_MAX ||
        count_zoned_sliders(d) > ZONED_SLIDERS_MAX - 2) {
        return false;
    }
    *zone = find_zone(d);
    return *zone != NULL;
}

static bool add_ray(draft *d, const betza_leg *l, const uint64_t *zone)
{
    int number = draft_vector_number(d, draft_vector(d, l->x, l->y, l->z));
    ray_key ray = {(uint16_t)number, l->range, zone};
    unsigned ends = l->modes & (LEG_MOVE | LEG_CAPTURE);
    if (number < 0) {
        return false;
    }
    if (l->flags & LEG_CANNON) {
        return push_ray(d, GROUP_CANNON + draft_mode_group(ends), ray);
    }
    if (l->flags & LEG_GRASSHOPPER) {
        ray.range = (int16_t)(l->range ? l->range + 1 : 0); /* the range is that of the hurdle */
        return push_ray(d, GROUP_GRASSHOPPER + draft_mode_group(ends), ray);
    }
    if (d->rule->victim_count) { /* captures only royals: see captures_only_royals */
        return push_ray(d, GROUP_ROYALS, ray) && (!(ends & LEG_MOVE) || push_ray(d, GROUP_SLIDER + 1, ray));
    }
    return (!(l->modes & LEG_OWN) || push_ray(d, GROUP_OWN, ray)) &&
           (!ends || push_ray(d, GROUP_SLIDER + draft_mode_group(ends), ray));
}

/* Whether the movement captures all royals and nothing else, and royals are never really captured: then it only attacks
 * them. */
static bool captures_only_royals(const draft *d, const rule_move *rule)
{
    const ruleset *rules = d->v->rules;
    for (size_t i = 0; i < rules->piece_count; i++) {
        bool named = false;
        for (size_t k = 0; k < rule->victim_count; k++) {
            named |= rule->victims[k] == (int)i;
        }
        if (named != rules->pieces[i].royal) {
            return false;
        }
    }
    bool others = false; /* royal forms of other pieces, which it does not name */
    for (int type = 0; type < d->v->types; type++) {
        others |= d->v->type[type].royal && !rules->pieces[d->v->type[type].rule_piece_index].royal;
    }
    return rule->victim_count && !rules->royals_capturable && !others;
}

/* Whether the path is a leap that other pieces can only block: single steps, all but the last onto empty cells. */
static bool is_lame_leap(const betza_path *path)
{
    for (int i = 0; i < path->legs; i++) {
        const betza_leg *l = &path->leg[i];
        bool last = i + 1 == path->legs;
        unsigned modes = l->modes ? l->modes : LEG_MOVE;
        if (l->range != 1 || l->flags & ~(unsigned)LEG_LAME || modes & ~(unsigned)(LEG_MOVE | LEG_CAPTURE) ||
            (!last && modes != LEG_MOVE)) {
            return false;
        }
    }
    return true;
}

/* The leap from one cell; false when it has no target. `*crosses_itself`: only a multi-leg path is right for it. */
static bool lame_leap_from(const draft *d, const multi_leg_path *w, unsigned from, lame_leap *leap,
                           bool *crosses_itself)
{
    unsigned at = from;
    leap->from = (cell_id)from;
    leap->count = 0;
    for (int i = 0; i < BETZA_LEGS_MAX; i++) {
        leap->must_be_empty[i] = CELL_NONE;
    }
    for (unsigned i = 0; i < w->legs; i++) {
        at = d->v->topology.next[w->leg[i].vector][at];
        if (at == CELL_NONE || (i == 0 && at == from)) { /* once round the board, with wrapped edges, is no leg */
            return false;
        }
        if (i + 1u < w->legs && at != from) { /* the piece's own cell counts as empty */
            leap->must_be_empty[leap->count++] = (cell_id)at;
        }
    }
    leap->to = (cell_id)at;
    for (unsigned i = 0; i < leap->count; i++) {
        *crosses_itself |= leap->must_be_empty[i] == at;
    }
    return at != from && draft_may_arrive(d, from, at);
}

static bool push_lame_leap(draft *d, lame_list *list, lame_leap leap)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        lame_leap *more = arena_new(&d->v->arena, lame_leap, room);
        if (!more) {
            return diag_out_of_memory(d->diags);
        }
        if (list->count) {
            memcpy(more, list->leaps, list->count * sizeof *more);
        }
        list->leaps = more;
        list->room = room;
    }
    list->leaps[list->count++] = leap;
    return true;
}

/* Lame leaps that attack, as rays with blockers. `*done` stays false when a multi-leg path is needed. */
static bool add_lame_rays(draft *d, const rule_move *rule, const betza_path *path, bool *done)
{
    multi_leg_path w;
    lame_leap leap;
    bool crosses_itself = false;
    if (!draft_compile_path(d, rule, path, &w)) {
        return false;
    }
    for (int cell = 0; cell < d->v->cells && !crosses_itself; cell++) {
        (void)lame_leap_from(d, &w, (unsigned)cell, &leap, &crosses_itself);
    }
    if (crosses_itself) {
        return true;
    }
    *done = true;
    lame_list *list = &d->lame_leaps[draft_mode_group(path->leg[path->legs - 1].modes)];
    for (int cell = 0; cell < d->v->cells; cell++) {
        if (d->from[cell] && lame_leap_from(d, &w, (unsigned)cell, &leap, &crosses_itself) &&
            !push_lame_leap(d, list, leap)) {
            return false;
        }
    }
    return true;
}

/* A ray that nothing blocks is leaps. */
static bool add_unblockable_ray(draft *d, const betza_leg *l, const rule_move *rule)
{
    const topology *t = &d->v->topology;
    int number = draft_vector_number(d, draft_vector(d, l->x, l->y, l->z));
    for (int cell = 0; cell < t->cells && number >= 0; cell++) {
        unsigned ride_vector = (unsigned)number;
        cell_id to = d->from[cell] ? topology_step(t, &ride_vector, (unsigned)cell) : (cell_id)CELL_NONE;
        for (int steps = 1; to != CELL_NONE && to != cell && steps <= t->cells; steps++) {
            if (l->range && steps > l->range) {
                break;
            }
            if (draft_may_arrive(d, (unsigned)cell, to)) {
                draft_add_leap(d, (unsigned)cell, to, l->modes, rule->gives_check);
            }
            to = topology_step(t, &ride_vector, to);
        }
    }
    return number >= 0;
}

/* The only pieces that a movement captures. */
static const piece_set *victims_of(draft *d, const rule_move *rule)
{
    piece_set *victims = arena_new(&d->v->arena, piece_set, 1);
    for (size_t i = 0; victims && i < rule->victim_count; i++) {
        set_put(victims->bits, (unsigned)rule->victims[i]);
        victims->has_royals |= d->v->rules->pieces[rule->victims[i]].royal;
    }
    return victims;
}

/* Where a wrapped edge flips the board, a ride that begins with one vector may end with its mirror image. Seen from the
 * target it is a ray of the same piece only if the piece also rides along the mirrored vector. */
static bool has_mirrored_ray(const draft *d, const betza *paths, const betza_path *path, int across, int up)
{
    const betza_leg *l = &path->leg[0];
    vector wanted = draft_vector(d, l->x, l->y, l->z);
    for (size_t i = 0; i < paths->count; i++) {
        const betza_leg *other = &paths->paths[i].leg[0];
        vector v = draft_vector(d, other->x, other->y, other->z);
        if (paths->paths[i].legs == 1 && other->range == l->range && other->modes == l->modes &&
            other->flags == l->flags && v.dx == across * wanted.dx && v.dy == up * wanted.dy && v.dz == wanted.dz) {
            return true;
        }
    }
    return false;
}

static bool has_reflected_ray(const draft *d, const betza *paths, const betza_path *path)
{
    return has_mirrored_ray(d, paths, path, 1, -1);
}

/* Whether the movement depends on what stands near the piece. */
static bool looks_around(const rule_move *rule)
{
    return rule->must_be_empty.count || rule->adjacent.count;
}

/* Reports keys that are for another kind of movement. */
static bool check_ray_keys(draft *d, const rule_move *rule, const betza_path *path)
{
    const betza_leg *l = &path->leg[0];
    const topology *t = &d->v->topology;
    bool is_ray = path->legs == 1 && l->range != 1 && !(l->flags & ~(unsigned)LEG_LAME) && !(l->modes & LEG_OWN);
    if (rule->through && !is_ray) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location, "`through` is for plain rays such as R");
        return false;
    }
    if (!rule->bounces) {
        return true;
    }
    if (t->wrap != WRAP_NONE || t->cells != t->columns * t->rows) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`bounces` is for boards that are one rectangle");
        return false;
    }
    bool whole = has_mirrored_ray(d, &rule->paths, path, 1, -1) && has_mirrored_ray(d, &rule->paths, path, -1, 1) &&
                 has_mirrored_ray(d, &rule->paths, path, -1, -1);
    if (!is_ray || !whole || rule->right >= 0 || !rule->gives_check || rule->victim_count || rule->through ||
        !is_every_cell(d->v, d->from) || !is_every_cell(d->v, d->to)) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`bounces` is for plain rays in all directions such as B, without other keys");
        return false;
    }
    return true;
}

/* Rides that come back to their own cell: all cells on the way must be empty, and nothing changes. */
static bool add_round_trips(draft *d, const betza_leg *l, special base)
{
    variant *v = d->v;
    int number = draft_vector_number(d, draft_vector(d, l->x, l->y, l->z));
    bool *clear = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (number < 0 || !clear) {
        return number >= 0 && diag_out_of_memory(d->diags);
    }
    base.kind = SPECIAL_ROUND_TRIP;
    base.modes = LEG_MOVE;
    for (int cell = 0; cell < v->cells; cell++) {
        memset(clear, 0, (size_t)v->cells * sizeof *clear);
        unsigned ride_vector = (unsigned)number;
        cell_id at = topology_step(&v->topology, &ride_vector, (unsigned)cell);
        base.first_clear = CELL_NONE;
        for (; at != CELL_NONE && at != cell; at = topology_step(&v->topology, &ride_vector, at)) {
            clear[at] = true;
            base.first_clear = at;
        }
        if (at == CELL_NONE || base.first_clear == CELL_NONE || !d->from[cell] || !d->to[cell]) {
            continue;
        }
        base.to = at;
        base.clear = build_set(v, d->diags, clear);
        if (base.clear == UINT32_MAX || !draft_add_special(d, (unsigned)cell, base)) {
            return false;
        }
    }
    return true;
}

/* What decides in which table a path goes. */
typedef struct path_traits {
    bool irregular; /* more than one leg, hurdles, or captures of own pieces */
    bool lame;      /* a lame leap of several steps */
    bool captures_and_checks;
    bool multi_leg;     /* play has to follow it, unless a table says the same */
    bool unconditional; /* the rule adds no conditions or effects */
} path_traits;

/* A capture of an own piece is left to multi-leg paths; stacking onto it is no more than a step. */
static bool is_irregular(const draft *d, const betza_path *path)
{
    const betza_leg *l = &path->leg[0];
    bool captures_own = l->modes & LEG_OWN && !d->v->captures_under;
    bool lame_rider = l->flags & LEG_LAME && l->range != 1;
    return path->legs > 1 || l->flags & ~(unsigned)LEG_LAME || captures_own || lame_rider;
}

static bool is_unconditional(const draft *d, const rule_move *rule)
{
    bool has_condition = rule->right >= 0 || rule->safe || looks_around(rule);
    bool has_effect = rule->into >= 0 || rule->sets_ep || !rule->gives_check;
    return !has_condition && !has_effect && !rule->through && !rule->bounces && !d->v->captures_under;
}

/* What attacks under a condition is left to multi-leg paths: attacker groups are unconditional. */
static path_traits traits_of(const draft *d, const rule_move *rule, const betza_path *path)
{
    const betza_leg *l = &path->leg[0];
    path_traits t = {.irregular = is_irregular(d, path),
                     .lame = l->flags & LEG_LAME && l->steps > 1 && l->range == 1,
                     .captures_and_checks = l->modes & LEG_CAPTURE && rule->gives_check,
                     .unconditional = is_unconditional(d, rule)};
    bool attacks_with_right = (t.lame || rule->right >= 0) && t.captures_and_checks;
    bool looks = looks_around(rule) && (l->range != 1 || t.captures_and_checks);
    bool attacks_only_some = rule->victim_count && (l->range != 1 || t.captures_and_checks);
    t.multi_leg = t.irregular || attacks_with_right || attacks_only_some || looks;
    return t;
}

enum { SAFE_LEAP_MAX = 4 }; /* cells that a leap with `safe` may go: its ways are few then */

/* Reports movements with `safe` that are not played. */
static bool check_safe(draft *d, const rule_move *rule, const betza_leg *l, const path_traits *t)
{
    const bool moves_only = !t->captures_and_checks, leap = !t->irregular && l->range == 1;
    const bool far = abs(l->x) > SAFE_LEAP_MAX || abs(l->y) > SAFE_LEAP_MAX;
    const bool flat = !d->v->rules->row_cells && l->z == 0, passes = l->modes & LEG_EN_PASSANT;
    if (!rule->safe || (leap && moves_only && !passes && flat && !far)) {
        return true;
    }
    diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
               !leap         ? "`safe` is for steps and leaps"
               : !moves_only ? "`safe` goes with movements that do not capture, or have `gives_check: false`"
               : passes      ? "`safe` is not played with captures en passant yet"
               : !flat       ? "`safe` is not played between levels or on hexagons yet"
                             : "`safe` is for leaps of at most four cells");
    return false;
}

/* Reports keys that are not played with such a path yet. */
static bool check_path_keys(draft *d, const rule_move *rule, const betza_leg *l, const path_traits *t)
{
    bool leap = !t->irregular && l->range == 1;
    if (rule->keeps_clock && !leap) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`resets_halfmove_clock: false` is only played for leaps yet");
        return false;
    }
    if (looks_around(rule) && (l->modes & LEG_EN_PASSANT || rule->through || rule->circles || rule->bounces ||
                               (t->captures_and_checks && (rule->into >= 0 || rule->keeps_clock)))) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location, "`%s` is not played with %s yet",
                   rule->borrowed ? "borrows" : "if",
                   l->modes & LEG_EN_PASSANT ? "captures en passant"
                   : rule->through           ? "`through`"
                   : rule->circles           ? "`circles`"
                   : rule->bounces           ? "`bounces`"
                   : rule->into >= 0         ? "`transforms` of a piece that attacks so"
                                             : "`resets_halfmove_clock` of a movement that attacks");
        if (rule->borrowed) {
            diag_hint(d->diags, "with `lends: false` a piece keeps its movements for itself");
        }
        return false;
    }
    if (rule->into >= 0 && (!leap || l->modes & LEG_EN_PASSANT || (t->lame && t->captures_and_checks))) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location, "`transforms` is only played for leaps yet");
        return false;
    }
    if (rule->with_piece >= 0 && t->captures_and_checks) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "what attacks under such a condition is not played yet");
        diag_hint(d->diags, "say `gives_check: false`, or a movement that does not capture");
        return false;
    }
    return true;
}

/* Reports movements that are not played where captured pieces stay under their captors. */
static bool check_captures_under(draft *d, const rule_move *rule, const path_traits *t)
{
    if (d->v->captures_under && (t->multi_leg || rule->through || rule->bounces)) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "such a movement is not played with `captured: under` yet");
        return false;
    }
    return true;
}

/* What all specials of a path have in common. */
static bool begin_special(draft *d, const rule_move *rule, const betza_leg *l, special *base)
{
    *base = (special){.modes = (uint8_t)(l->modes & 7),
                      .leaves_ep = rule->sets_ep,
                      .gives_check = rule->gives_check,
                      .right = (int8_t)draft_right(d, rule),
                      .into = draft_transform(d, rule),
                      .to = CELL_NONE,
                      .first_clear = CELL_NONE,
                      .rule = rule};
    if (!draft_set_presence(d, rule, base)) {
        return false;
    }
    base->victims = rule->victim_count ? victims_of(d, rule) : NULL;
    return !rule->victim_count || base->victims || diag_out_of_memory(d->diags);
}

/* Whether a slider can say the same as this irregular path: a ride over hurdles, or one that only attacks royals. */
static bool is_tabulated(const draft *d, const rule_move *rule, const betza_path *path, const path_traits *t)
{
    const betza_leg *l = &path->leg[0];
    unsigned hop = path->legs == 1 ? l->flags & (LEG_CANNON | LEG_GRASSHOPPER) : 0;
    bool hops_only = hop && hop == l->flags && !(l->modes & (LEG_OWN | LEG_EN_PASSANT)) && !rule->victim_count;
    bool attacks_royals = !t->irregular && captures_only_royals(d, rule);
    return (hops_only || attacks_royals) && d->v->topology.wrap == WRAP_NONE;
}

/* A path that play has to follow, unless rays say the same: attacker groups are faster than paths. */
static bool add_irregular_path(draft *d, const rule_move *rule, const betza_path *path, const path_traits *t,
                               special base)
{
    if (t->unconditional && !base.victims && is_lame_leap(path) && !draft_steps_back(path)) {
        bool done = false;
        if (!add_lame_rays(d, rule, path, &done)) {
            return false;
        }
        if (done) {
            return true;
        }
    }
    const uint64_t *zone;
    return t->unconditional && is_tabulated(d, rule, path, t) && choose_zone(d, &zone)
               ? add_ray(d, &path->leg[0], zone)
               : draft_add_multi_leg(d, rule, path, base);
}

static bool add_ride(draft *d, const rule_move *rule, const betza_path *path, special base)
{
    const variant *v = d->v;
    const betza_leg *l = &path->leg[0];
    bool everywhere = is_every_cell(v, d->to);
    if (rule->through == THROUGH_ANY && rule->right < 0 && !base.victims && everywhere) {
        return add_unblockable_ray(d, l, rule);
    }
    if (rule->through) {
        return draft_add_multi_leg(d, rule, path, base);
    }
    int number = draft_vector_number(d, draft_vector(d, l->x, l->y, l->z));
    if (number < 0) {
        return false;
    }
    bool reversible = topology_is_straight(&v->topology, number) || has_reflected_ray(d, &rule->paths, path);
    const uint64_t *zone;
    if (rule->right < 0 && rule->gives_check && reversible && choose_zone(d, &zone)) {
        return add_ray(d, l, zone);
    }
    return draft_add_multi_leg(d, rule, path, base);
}

/* A lame leap that captures, and leaves a target where it does not: two movements. */
static bool add_capturing_double_step(draft *d, const rule_move *rule, const betza_path *path, const path_traits *t,
                                      special base)
{
    betza_path captures = *path;
    captures.leg[0].modes &= (uint16_t)~LEG_MOVE;
    special quiet = base;
    quiet.kind = SPECIAL_LEAP;
    quiet.modes = LEG_MOVE;
    base.modes = (uint8_t)(base.modes & ~LEG_MOVE);
    base.leaves_ep = false;
    return add_lame_leaps(d, &path->leg[0], quiet) && add_irregular_path(d, rule, &captures, t, base);
}

bool draft_add_path(draft *d, const rule_move *rule, const betza_path *path)
{
    const betza_leg *l = &path->leg[0];
    path_traits t = traits_of(d, rule, path);
    special base;
    if (!check_ray_keys(d, rule, path) || !begin_special(d, rule, l, &base) || !check_safe(d, rule, l, &t) ||
        !check_path_keys(d, rule, l, &t)) {
        return false;
    }
    if (rule->circles && !t.irregular && l->range == 0 && l->modes & LEG_MOVE && !add_round_trips(d, l, base)) {
        return false;
    }
    if (!check_captures_under(d, rule, &t)) {
        return false;
    }
    if (t.multi_leg && rule->sets_ep && t.lame && !t.irregular && l->modes & LEG_MOVE) {
        return add_capturing_double_step(d, rule, path, &t, base);
    }
    if (t.multi_leg) {
        return add_irregular_path(d, rule, path, &t, base);
    }
    if (t.lame) {
        base.kind = SPECIAL_LEAP;
        return add_lame_leaps(d, l, base);
    }
    return l->range != 1 ? add_ride(d, rule, path, base) : add_single_leaps(d, l, rule, base);
}

bool draft_begin_leaps(draft *d, const rule_move *rule, uint16_t modes, leap_rule *out)
{
    const betza_leg leg = {.range = 1, .steps = 1, .modes = modes};
    path_traits t = {.captures_and_checks = modes & LEG_CAPTURE && rule->gives_check};
    t.multi_leg = t.captures_and_checks && (rule->right >= 0 || rule->victim_count || looks_around(rule));
    *out = (leap_rule){.by_path = t.multi_leg};
    if (!begin_special(d, rule, &leg, &out->base) || !check_path_keys(d, rule, &leg, &t) ||
        !check_captures_under(d, rule, &t)) {
        return false;
    }
    out->clear = arena_new(&d->scratch, bool, (size_t)d->v->cells);
    return out->clear || diag_out_of_memory(d->diags);
}

bool draft_add_leaps_over(draft *d, const leap_rule *l, const cell_id *stops, unsigned leaps)
{
    const topology *t = &d->v->topology;
    multi_leg_path w;
    memset(&w, 0, sizeof w);
    w.to = UINT32_MAX; /* the rule has decided where it ends */
    for (unsigned i = 0; i < leaps; i++) {
        cell_id a = stops[i], b = stops[i + 1];
        const vector leap = {t->column[b] - t->column[a], t->row[b] - t->row[a], t->level[b] - t->level[a], 0, false};
        int number = draft_vector_number(d, leap);
        if (number < 0) {
            return false;
        }
        uint16_t modes = i + 1 < leaps ? LEG_MOVE : l->base.modes;
        w.leg[w.legs++] = (path_leg){.vector = (uint16_t)number, .range = 1, .modes = modes};
    }
    int path = draft_path_index(d, &w);
    special s = l->base;
    s.kind = SPECIAL_MULTI_LEG;
    s.path = (uint16_t)path;
    return path >= 0 && draft_set_condition(d, stops[0], l->clear, &s) &&
           draft_note_keeps_clock(d, s.rule, stops[0], stops[leaps]) && draft_add_special(d, stops[0], s);
}

bool draft_add_leap_of_rule(draft *d, const leap_rule *l, unsigned from, cell_id to)
{
    if (l->by_path) {
        return draft_add_leaps_over(d, l, (const cell_id[]){(cell_id)from, to}, 1);
    }
    const betza_leg leg = {.range = 1, .steps = 1, .modes = l->base.modes};
    special s = l->base;
    s.to = to;
    return add_single_leap(d, from, &leg, s.rule, l->clear, s);
}
