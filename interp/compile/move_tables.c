/* Move tables: movements, written in the mover's frame, become tables for each piece and cell.
 *
 * Plain leaps become sets, plain rays sliders, movements with a condition specials, and everything else multi-leg
 * paths. The zone where a movement may start, and the start cells for `i`, are settled here: the tables hold nothing
 * for other cells. */

#include "compile/move_tables.h"

#include "compile/variant_build.h"

#include <stdlib.h>
#include <string.h>

/* ---- the movements of one piece before they are laid out ---- */

typedef struct ray_key {
    uint16_t vector;
    int16_t range;
} ray_key;

enum { RAYS_MAX = 64, SPECIALS_PER_CELL_MAX = 256 };

/* Rays are grouped by kind and by what they may do at their ends. */
enum { GROUP_SLIDER, GROUP_OWN = 3, GROUP_ROYALS, GROUP_CANNON, GROUP_GRASSHOPPER = 8, GROUP_COUNT = 11 };
static const struct {
    ray_kind kind;
    uint8_t modes;
} groups[GROUP_COUNT] = {
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

/* The index within three groups of rays, or of lame leaps: both, move, capture. */
static int mode_group(unsigned modes)
{
    return modes & LEG_MOVE && modes & LEG_CAPTURE ? 0 : modes & LEG_MOVE ? 1 : 2;
}

typedef struct lame_list {
    lame_leap *leaps;
    size_t count, room;
} lame_list;

typedef struct draft {
    variant *v;
    const staged_hooks *hooks;
    diag_list *diags;
    arena scratch;
    size_t player;
    const piece_type *type;
    const rule_move *rule; /* the current movement */
    bool *from;            /* cells where the current movement may start */
    bool *to;              /* and end */
    uint64_t *leap[4];     /* [cell][words]: both, move, capture, own */
    uint64_t *leap_checks;
    uint64_t *keeps_halfmove_clock; /* NULL until it is needed */
    bool any_leap[4];
    ray_key rays[GROUP_COUNT][RAYS_MAX]; /* sliders */
    int ray_count[GROUP_COUNT];
    lame_list lame_leaps[3]; /* lame leaps that attack: both, move, capture */
    special **specials_at;   /* [cell] growing lists */
    uint32_t *special_count;
    jump_direction jumps[PIECE_JUMPS_MAX];
    int jump_count;
    uint64_t *jumpable;
} draft;

static bool is_same_special(const special *a, const special *b)
{
    return a->kind == b->kind && a->modes == b->modes && a->leaves_ep == b->leaves_ep &&
           a->gives_check == b->gives_check && a->into == b->into && a->right == b->right && a->to == b->to &&
           a->first_clear == b->first_clear && a->clear == b->clear && a->needs_adjacent == b->needs_adjacent &&
           a->adjacent == b->adjacent && a->adjacent_rule_piece == b->adjacent_rule_piece &&
           a->adjacent_owners == b->adjacent_owners && a->path == b->path && a->must_not_check == b->must_not_check &&
           a->requires_absence == b->requires_absence && a->presence_count == b->presence_count &&
           a->presence_pieces == b->presence_pieces && a->victims == b->victims;
}

/* Whether the list has this special already: a movement that is written twice, or has two paths to a cell, is one
 * movement. What depends on the rule and the cells alone was computed for each path separately, so it is not
 * compared. */
static bool is_known_special(const draft *d, unsigned cell, const special *s)
{
    for (uint32_t i = 0; i < d->special_count[cell]; i++) {
        special other = d->specials_at[cell][i];
        if (other.rule == s->rule && other.kind != SPECIAL_MULTI_LEG && other.first_clear == s->first_clear) {
            other.presence_pieces = s->presence_pieces;
            other.clear =
                s->first_clear == CELL_NONE || (s->rule && s->rule->must_be_empty.count) ? s->clear : other.clear;
            other.adjacent = s->adjacent;
        }
        if (is_same_special(&other, s)) {
            return true;
        }
    }
    return false;
}

static bool add_special(draft *d, unsigned cell, special s)
{
    uint32_t count = d->special_count[cell];
    if (is_known_special(d, cell, &s)) {
        return true;
    }
    if (count == SPECIALS_PER_CELL_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, s.rule->location,
                   "too many movements with conditions for one piece");
        return false;
    }
    if ((count & (count - 1)) == 0) { /* powers of two: time to grow */
        special *more = arena_new(&d->scratch, special, count ? count * 2 : 1);
        if (!more) {
            return diag_out_of_memory(d->diags);
        }
        if (count) {
            memcpy(more, d->specials_at[cell], count * sizeof *more);
        }
        d->specials_at[cell] = more;
    }
    d->specials_at[cell][count] = s;
    d->special_count[cell]++;
    return true;
}

/* Remembers moves that do not reset the halfmove clock. */
static bool note_keeps_clock(draft *d, const rule_move *rule, unsigned from, unsigned to)
{
    if (!rule->keeps_clock) {
        return true;
    }
    if (!d->keeps_halfmove_clock) {
        d->keeps_halfmove_clock = arena_new(&d->v->arena, uint64_t, (size_t)d->v->cells * (size_t)d->v->bitset_words);
    }
    if (!d->keeps_halfmove_clock) {
        return diag_out_of_memory(d->diags);
    }
    set_put(set_table_row(d->v, d->keeps_halfmove_clock, from), to);
    return true;
}

static void add_leap(draft *d, unsigned from, unsigned to, uint16_t modes, bool checks)
{
    variant *v = d->v;
    if (modes & LEG_OWN) {
        set_put(set_table_row(v, d->leap[3], from), to);
        d->any_leap[3] = true;
        if (modes == LEG_OWN) {
            return;
        }
    }
    int kind = mode_group(modes);
    set_put(set_table_row(v, d->leap[kind], from), to);
    d->any_leap[kind] = true;
    if (modes & LEG_CAPTURE && checks) {
        set_put(set_table_row(v, d->leap_checks, from), to);
    }
}

/* ---- vectors ---- */

/* A step in the mover's frame as a vector of the board. */
static vector board_vector(const draft *d, int x, int y, int z)
{
    vector v = topology_rotate(d->v->rules, d->player, x, y);
    v.dz = z;
    v.barred_edges = d->rule->barred_edges;
    v.bounces = d->rule->bounces;
    return v;
}

/* Its number; -1 after an error. */
static int vector_number(draft *d, vector v)
{
    int number = topology_vector(&d->v->topology, v);
    if (number < 0) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, d->rule->location, "the variant has too many different steps");
    }
    return number;
}

/* ---- multi-leg paths ---- */

static bool add_leg(draft *d, multi_leg_path *w, vector v, int range, unsigned modes, unsigned flags, location at)
{
    if (w->legs == BETZA_LEGS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, at, "a path of more than %d legs", BETZA_LEGS_MAX);
        return false;
    }
    int number = vector_number(d, v);
    if (number < 0) {
        return false;
    }
    w->leg[w->legs++] =
        (path_leg){(uint16_t)number, (int16_t)range, (uint16_t)modes, (uint16_t)flags, (int16_t)d->rule->through};
    return true;
}

static bool is_every_cell(const variant *v, const bool *cells);

/* Reports legs that are not played yet. */
static bool check_leg(draft *d, const rule_move *rule, const betza_leg *l)
{
    if (l->flags & (LEG_WRAP | LEG_NO_ROYAL | LEG_UNLOAD | LEG_RANGE_TOGGLE) || l->modes & LEG_EN_PASSANT) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`%s` asks for a movement that this version cannot play", rule->notation);
        diag_hint(d->diags,
                  "the modifiers o, t, u, y, and e on a path of several legs are understood but not played yet");
        return false;
    }
    if (l->flags & LEG_LAME && l->steps > 1 && l->range != 1) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location, "`%s`: riders of lame leaps are not played yet",
                   rule->notation);
        return false;
    }
    return true;
}

/* A lame leap is steps over empty cells. A leap that must jump begins with a step onto an occupied cell; the cells
 * behind it may have a piece or not. */
static bool split_leg(draft *d, multi_leg_path *w, const betza_leg *l, unsigned modes, location at)
{
    bool jump = l->flags & LEG_JUMP;
    vector unit = board_vector(d, l->x / l->steps, l->y / l->steps, l->z / l->steps);
    for (int k = 0; k + 1 < l->steps; k++) {
        if (!add_leg(d, w, unit, 1, jump && k == 0 ? 0 : LEG_MOVE, jump ? LEG_OCCUPIED : 0, at)) {
            return false;
        }
    }
    return add_leg(d, w, unit, 1, modes, 0, at);
}

/* A path in vectors of the board, with legs split into simpler ones. */
static bool compile_path(draft *d, const rule_move *rule, const betza_path *path, multi_leg_path *w)
{
    int captures = 0;
    memset(w, 0, sizeof *w);
    w->to = is_every_cell(d->v, d->to) ? UINT32_MAX : build_set(d->v, d->diags, d->to);
    for (int i = 0; i < path->legs; i++) {
        const betza_leg *l = &path->leg[i];
        bool last = i + 1 == path->legs;
        unsigned modes = l->modes;
        if (!last && !(modes & (LEG_MOVE | LEG_CAPTURE | LEG_OWN)) && !(l->flags & LEG_OCCUPIED)) {
            modes |= LEG_MOVE;
        }
        captures += !last && (modes & (LEG_CAPTURE | LEG_OWN));
        bool split = l->range == 1 && l->steps > 1 && l->flags & (LEG_LAME | LEG_JUMP);
        if (!check_leg(d, rule, l) || !(split ? split_leg(d, w, l, modes, rule->location)
                                              : add_leg(d, w, board_vector(d, l->x, l->y, l->z), l->range, modes,
                                                        l->flags & ~(unsigned)LEG_LAME, rule->location))) {
            return false;
        }
    }
    if (captures > 1) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`%s` captures more than one piece on its way: not played yet", rule->notation);
        return false;
    }
    return true;
}

static bool is_same_path(const multi_leg_path *a, const multi_leg_path *b)
{
    bool same = a->to == b->to && a->legs == b->legs;
    for (unsigned i = 0; i < a->legs && same; i++) {
        const path_leg *l = &a->leg[i], *k = &b->leg[i];
        same = l->vector == k->vector && l->range == k->range && l->modes == k->modes && l->flags == k->flags &&
               l->through == k->through;
    }
    return same;
}

/* The index of a path, stored by the first call; -1 after an error. */
static int path_index(draft *d, const multi_leg_path *w)
{
    variant *v = d->v;
    for (int i = 0; i < v->path_count; i++) {
        if (is_same_path(&v->paths[i], w)) {
            return i;
        }
    }
    if (v->path_count == v->path_room) {
        int room = v->path_room ? v->path_room * 2 : 64;
        multi_leg_path *more = room > UINT16_MAX ? NULL : arena_new(&v->arena, multi_leg_path, (size_t)room);
        if (!more) {
            diag_out_of_memory(d->diags);
            return -1;
        }
        if (v->path_count) {
            memcpy(more, v->paths, (size_t)v->path_count * sizeof *more);
        }
        v->paths = more;
        v->path_room = room;
    }
    v->paths[v->path_count] = *w;
    return v->path_count++;
}

static bool add_multi_leg(draft *d, const rule_move *rule, const betza_path *path, special base)
{
    variant *v = d->v;
    multi_leg_path w;
    if (!compile_path(d, rule, path, &w)) {
        return false;
    }
    int number = path_index(d, &w);
    if (number < 0) {
        return false;
    }
    base.kind = SPECIAL_MULTI_LEG;
    base.path = (uint16_t)number;
    for (int cell = 0; cell < v->cells; cell++) {
        if (d->from[cell] && !add_special(d, (unsigned)cell, base)) {
            return false;
        }
    }
    return true;
}

/* ---- one path ---- */

/* Whether a piece may arrive there, by the movement's zone and the variant's filter. */
static bool may_arrive(const draft *d, unsigned from, unsigned to)
{
    const uint64_t *allowed = d->v->filter_allows[d->player];
    const int *level = d->v->topology.level;
    if (d->v->own_boards && level[from] != level[to]) {
        return false; /* players stay on their own boards */
    }
    return d->to[to] && (!allowed || set_has(set_table_row(d->v, allowed, from), to));
}

/* Adds the cells of the movement's condition to `clear`, and stores what must be empty. */
static bool set_clear(draft *d, unsigned from, bool *clear, special *s)
{
    variant *v = d->v;
    const betza *condition = &d->rule->must_be_empty;
    for (size_t i = 0; i < condition->count; i++) {
        const betza_leg *l = &condition->paths[i].leg[0];
        int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
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
        int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
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
    s->adjacent_rule_piece = (int16_t)rule->adjacent_piece;
    s->adjacent_owners = (uint8_t)(rule->adjacent_owner == OWNER_SELF    ? own
                                   : rule->adjacent_owner == OWNER_ENEMY ? enemies
                                                                         : all & ~(own | enemies));
    s->adjacent = build_set(v, d->diags, cells);
    return s->adjacent != UINT32_MAX || diag_out_of_memory(d->diags);
}

static bool add_lame_leaps(draft *d, const betza_leg *l, special base)
{
    variant *v = d->v;
    int steps = l->steps;
    int number = vector_number(d, board_vector(d, l->x / steps, l->y / steps, l->z / steps));
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
        if (at == CELL_NONE || at == cell || !may_arrive(d, (unsigned)cell, at)) {
            continue;
        }
        base.to = at;
        base.first_clear = first;
        if (base.rule->adjacent.count && !set_adjacent(d, (unsigned)cell, &base)) {
            return false;
        }
        if (!set_clear(d, (unsigned)cell, clear, &base)) {
            return false;
        }
        if (!add_special(d, (unsigned)cell, base) || !note_keeps_clock(d, base.rule, (unsigned)cell, at)) {
            return false;
        }
    }
    return true;
}

/* A leap with a condition or an effect. `clear` is room for a set. */
static bool add_leap_special(draft *d, unsigned from, const rule_move *rule, bool *clear, special s)
{
    variant *v = d->v;
    s.kind = SPECIAL_LEAP;
    if (rule->adjacent.count && !set_adjacent(d, from, &s)) {
        return false;
    }
    memset(clear, 0, (size_t)v->cells * sizeof *clear);
    if (s.into && s.modes & LEG_CAPTURE && rule->gives_check) {
        set_put(set_table_row(v, d->leap_checks, from), s.to);
    }
    if (rule->must_be_empty.count && !set_clear(d, from, clear, &s)) {
        return false;
    }
    return add_special(d, from, s);
}

static bool add_single_leap(draft *d, unsigned from, const betza_leg *l, const rule_move *rule, bool *clear, special s)
{
    unsigned modes = l->modes & ~(unsigned)LEG_EN_PASSANT;
    bool conditional = rule->right >= 0 || rule->must_be_empty.count || rule->adjacent.count || s.into || s.victims;
    if (!note_keeps_clock(d, rule, from, s.to)) {
        return false;
    }
    if (l->modes & LEG_EN_PASSANT) {
        special en_passant = s;
        en_passant.kind = SPECIAL_EN_PASSANT;
        if (!add_special(d, from, en_passant)) {
            return false;
        }
    }
    if (modes && conditional) {
        s.modes = (uint8_t)modes;
        return add_leap_special(d, from, rule, clear, s);
    }
    if (modes) {
        add_leap(d, from, s.to, (uint16_t)modes, rule->gives_check);
    }
    return true;
}

static bool add_single_leaps(draft *d, const betza_leg *l, const rule_move *rule, special base)
{
    variant *v = d->v;
    int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
    bool *clear = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (number < 0 || !clear) {
        return number >= 0 && diag_out_of_memory(d->diags);
    }
    base.leaves_ep = false; /* a leap passes over no cell */
    for (int cell = 0; cell < v->cells; cell++) {
        cell_id to = v->topology.next[number][cell];
        if (!d->from[cell] || to == CELL_NONE || to == cell || !may_arrive(d, (unsigned)cell, to)) {
            continue;
        }
        base.to = to;
        if (!add_single_leap(d, (unsigned)cell, l, rule, clear, base)) {
            return false;
        }
    }
    return true;
}

static bool is_every_cell(const variant *v, const bool *cells)
{
    for (int cell = 0; cell < v->cells; cell++) {
        if (!cells[cell]) {
            return false;
        }
    }
    return true;
}

static bool push_ray(draft *d, int group, ray_key ray)
{
    if (d->ray_count[group] == RAYS_MAX) {
        return diag_out_of_memory(d->diags);
    }
    d->rays[group][d->ray_count[group]++] = ray;
    return true;
}

static bool add_ray(draft *d, const betza_leg *l)
{
    int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
    ray_key ray = {(uint16_t)number, l->range};
    unsigned ends = l->modes & (LEG_MOVE | LEG_CAPTURE);
    if (number < 0) {
        return false;
    }
    if (l->flags & LEG_CANNON) {
        return push_ray(d, GROUP_CANNON + mode_group(ends), ray);
    }
    if (l->flags & LEG_GRASSHOPPER) {
        ray.range = (int16_t)(l->range ? l->range + 1 : 0); /* the range is that of the hurdle */
        return push_ray(d, GROUP_GRASSHOPPER + mode_group(ends), ray);
    }
    if (d->rule->victim_count) { /* captures only royals: see captures_only_royals */
        return push_ray(d, GROUP_ROYALS, ray) && (!(ends & LEG_MOVE) || push_ray(d, GROUP_SLIDER + 1, ray));
    }
    return (!(l->modes & LEG_OWN) || push_ray(d, GROUP_OWN, ray)) &&
           (!ends || push_ray(d, GROUP_SLIDER + mode_group(ends), ray));
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
    return rule->victim_count && !rules->royals_capturable;
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
        if (at == CELL_NONE) {
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
    return at != from && may_arrive(d, from, at);
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
    if (!compile_path(d, rule, path, &w)) {
        return false;
    }
    for (int cell = 0; cell < d->v->cells && !crosses_itself; cell++) {
        (void)lame_leap_from(d, &w, (unsigned)cell, &leap, &crosses_itself);
    }
    if (crosses_itself) {
        return true;
    }
    *done = true;
    lame_list *list = &d->lame_leaps[mode_group(path->leg[path->legs - 1].modes)];
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
    int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
    for (int cell = 0; cell < t->cells && number >= 0; cell++) {
        unsigned ride_vector = (unsigned)number;
        cell_id to = d->from[cell] ? topology_step(t, &ride_vector, (unsigned)cell) : (cell_id)CELL_NONE;
        for (int steps = 1; to != CELL_NONE && to != cell && steps <= t->cells; steps++) {
            if (l->range && steps > l->range) {
                break;
            }
            if (may_arrive(d, (unsigned)cell, to)) {
                add_leap(d, (unsigned)cell, to, l->modes, rule->gives_check);
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
    vector wanted = board_vector(d, l->x, l->y, l->z);
    for (size_t i = 0; i < paths->count; i++) {
        const betza_leg *other = &paths->paths[i].leg[0];
        vector v = board_vector(d, other->x, other->y, other->z);
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
    int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
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
        if (base.clear == UINT32_MAX || !add_special(d, (unsigned)cell, base)) {
            return false;
        }
    }
    return true;
}

static bool report_condition(draft *d, const rule_move *rule)
{
    diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location, "`if:` is not played yet for such a movement");
    diag_hint(d->diags, "a condition is for steps and leaps that only move");
    return false;
}

/* The type plus one that the piece has after the movement; 0: no change. */
static uint16_t transform_of(const draft *d, const rule_move *rule)
{
    return (uint16_t)(rule->into < 0 ? 0 : d->v->base_type[rule->into] + 1);
}

/* The player's right that the movement needs; -1: none. Rights are numbered rule by rule, player by player: see
 * rights_build. */
static int right_number(const draft *d, const rule_move *rule)
{
    return rule->right < 0 ? -1 : rule->right * d->v->players + (int)d->player;
}

/* The pieces that must, or must not, be on the board for the movement. */
static bool set_presence(draft *d, const rule_move *rule, special *s)
{
    const variant *v = d->v;
    s->must_not_check = rule->must_not_check;
    d->v->has_must_not_check |= rule->must_not_check;
    s->requires_absence = rule->without;
    if (rule->with_piece < 0) {
        return true;
    }
    piece_id *pieces = arena_new(&d->v->arena, piece_id, (size_t)v->types);
    for (int type = 0; pieces && type < v->types; type++) {
        if (v->type[type].rule_piece_index == rule->with_piece) {
            pieces[s->presence_count++] = variant_piece(v, (int)d->player, type);
        }
    }
    s->presence_pieces = pieces;
    return pieces || diag_out_of_memory(d->diags);
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
    bool has_condition = rule->right >= 0 || rule->must_be_empty.count || rule->adjacent.count;
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
    bool attacks_only_some = rule->victim_count && (l->range != 1 || t.captures_and_checks);
    t.multi_leg = t.irregular || attacks_with_right || attacks_only_some;
    return t;
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
    if ((rule->must_be_empty.count || rule->adjacent.count) && (!leap || t->captures_and_checks)) {
        return report_condition(d, rule);
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
                      .right = (int8_t)right_number(d, rule),
                      .into = transform_of(d, rule),
                      .to = CELL_NONE,
                      .first_clear = CELL_NONE,
                      .rule = rule};
    if (!set_presence(d, rule, base)) {
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
    bool attacks_royals = !t->irregular && l->range != 1 && captures_only_royals(d, rule);
    return (hops_only || attacks_royals) && d->v->topology.wrap == WRAP_NONE && is_every_cell(d->v, d->from) &&
           is_every_cell(d->v, d->to);
}

/* A path that play has to follow, unless rays say the same: attacker groups are faster than paths. */
static bool add_irregular_path(draft *d, const rule_move *rule, const betza_path *path, const path_traits *t,
                               special base)
{
    if (t->unconditional && !base.victims && is_lame_leap(path)) {
        bool done = false;
        if (!add_lame_rays(d, rule, path, &done)) {
            return false;
        }
        if (done) {
            return true;
        }
    }
    return t->unconditional && is_tabulated(d, rule, path, t) ? add_ray(d, &path->leg[0])
                                                              : add_multi_leg(d, rule, path, base);
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
        return add_multi_leg(d, rule, path, base);
    }
    int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
    if (number < 0) {
        return false;
    }
    bool reversible = topology_is_straight(&v->topology, number) || has_reflected_ray(d, &rule->paths, path);
    if (rule->right < 0 && rule->gives_check && reversible && everywhere && is_every_cell(v, d->from)) {
        return add_ray(d, l);
    }
    return add_multi_leg(d, rule, path, base);
}

static bool add_path(draft *d, const rule_move *rule, const betza_path *path)
{
    const betza_leg *l = &path->leg[0];
    path_traits t = traits_of(d, rule, path);
    special base;
    if (!check_ray_keys(d, rule, path) || !begin_special(d, rule, l, &base) || !check_path_keys(d, rule, l, &t)) {
        return false;
    }
    if (rule->circles && !t.irregular && l->range == 0 && l->modes & LEG_MOVE && !add_round_trips(d, l, base)) {
        return false;
    }
    if (!check_captures_under(d, rule, &t)) {
        return false;
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

/* What movements without a notation may do. */
static uint16_t scripted_modes(const rule_move *rule)
{
    return rule->never_captures ? LEG_MOVE : LEG_MOVE | LEG_CAPTURE;
}

/* ---- jumps ---- */

/* Marks the cells of pieces that a piece on `cell` could jump over on an empty board: those with a cell behind them. */
static void mark_jumpable(draft *d, const jump_direction *l, unsigned cell)
{
    const variant *v = d->v;
    unsigned ride_vector = l->vector;
    cell_id at = topology_step(&v->topology, &ride_vector, cell);
    for (int steps = 1; at != CELL_NONE && steps <= v->cells; steps++) {
        cell_id behind = topology_step(&v->topology, &ride_vector, at);
        if (behind != CELL_NONE) {
            set_put(set_table_row(v, d->jumpable, cell), at);
        }
        if (steps == l->range) {
            return;
        }
        at = behind;
    }
}

static bool add_jumps(draft *d, const rule_move *rule)
{
    variant *g = d->v;
    for (size_t i = 0; i < rule->paths.count; i++) {
        const betza_leg *leg = &rule->paths.paths[i].leg[0];
        vector v = topology_rotate(g->rules, d->player, leg->x, leg->y);
        int number = topology_vector(&g->topology, v);
        int reverse = topology_vector(&g->topology, (vector){.dx = -v.dx, .dy = -v.dy, .dz = -v.dz});
        if (number < 0 || reverse < 0) {
            return diag_out_of_memory(d->diags);
        }
        if (d->jump_count == PIECE_JUMPS_MAX) {
            diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, rule->location, "a piece jumps in more than %d directions",
                       PIECE_JUMPS_MAX);
            return false;
        }
        jump_direction l = {.vector = (uint16_t)number,
                            .reverse = (uint16_t)reverse,
                            .range = leg->range,
                            .land_any = rule->land_any,
                            .gives_check = rule->gives_check && rule->jumped != JUMPED_CONVERTED,
                            .chain = (uint8_t)rule->chain,
                            .jumped = (uint8_t)rule->jumped,
                            .from = build_set(g, d->diags, d->from)};
        if (l.from == UINT32_MAX) {
            return diag_out_of_memory(d->diags);
        }
        /* A chain may come to any cell and go on from there. */
        for (int cell = 0; cell < g->cells; cell++) {
            if (d->from[cell] || l.chain != CHAIN_NONE) {
                mark_jumpable(d, &l, (unsigned)cell);
            }
        }
        d->jumps[d->jump_count++] = l;
    }
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

/* ---- one piece ---- */

/* Two leaps, the first onto an empty cell: a path of its own for every pair of vectors. */
static bool add_two_legs(draft *d, const rule_move *rule, cell_id from, cell_id middle, cell_id goal)
{
    variant *v = d->v;
    const topology *t = &v->topology;
    const cell_id stops[3] = {from, middle, goal};
    multi_leg_path w;
    memset(&w, 0, sizeof w);
    w.to = UINT32_MAX; /* the script has decided where it ends */
    for (int i = 0; i < 2; i++) {
        cell_id a = stops[i], b = stops[i + 1];
        const vector leap = {t->column[b] - t->column[a], t->row[b] - t->row[a], t->level[b] - t->level[a], 0, false};
        int number = topology_vector(&v->topology, leap);
        if (number < 0) {
            return diag_out_of_memory(d->diags);
        }
        uint16_t modes = i ? scripted_modes(rule) : LEG_MOVE;
        w.leg[w.legs++] = (path_leg){.vector = (uint16_t)number, .range = 1, .modes = modes};
    }
    int number = path_index(d, &w);
    special s = {.kind = SPECIAL_MULTI_LEG,
                 .modes = LEG_MOVE | LEG_CAPTURE,
                 .gives_check = rule->gives_check,
                 .right = -1,
                 .to = CELL_NONE,
                 .first_clear = CELL_NONE,
                 .path = (uint16_t)number,
                 .rule = rule};
    return number >= 0 && add_special(d, from, s);
}

static bool add_hook_leap(draft *d, const rule_move *rule, cell_id from, int answer)
{
    int middle = (answer >> 16) - 1;
    cell_id to = (cell_id)(answer & 0xFFFF);
    if (to == from || !may_arrive(d, from, to)) {
        return true;
    }
    if (middle >= 0) {
        return add_two_legs(d, rule, from, (cell_id)middle, to);
    }
    add_leap(d, from, to, scripted_modes(rule), rule->gives_check);
    return note_keeps_clock(d, rule, from, to);
}

enum { ANSWERS_PER_CELL = 4 }; /* a script may name several paths to a target */

static bool add_hook_leaps(draft *d, const rule_move *rule)
{
    variant *v = d->v;
    size_t room = ANSWERS_PER_CELL * (size_t)v->cells;
    int *cells = arena_new(&d->scratch, int, room);
    if (!cells) {
        return diag_out_of_memory(d->diags);
    }
    if (!d->hooks || !d->hooks->has(d->hooks->host, rule->hook)) {
        diag_error(d->diags, CODE_NO_FUNCTION, rule->location, "the script has no function `%s`", rule->hook);
        return false;
    }
    for (int cell = 0; cell < v->cells; cell++) {
        size_t count = 0;
        if (!d->from[cell]) {
            continue;
        }
        if (!d->hooks->leaps(d->hooks->host, d->diags, rule->hook, d->type->rule_piece_index, (int)d->player, cell,
                             cells, room, &count)) {
            diag_note(d->diags, rule->location, "this rule called the script");
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            if (!add_hook_leap(d, rule, (cell_id)cell, cells[i])) {
                return false;
            }
        }
    }
    return true;
}

static bool add_stays(draft *d, const rule_move *rule)
{
    variant *v = d->v;
    for (int cell = 0; cell < v->cells; cell++) {
        special s = {.kind = SPECIAL_STAY,
                     .modes = LEG_MOVE,
                     .right = (int8_t)right_number(d, rule),
                     .into = transform_of(d, rule),
                     .to = (cell_id)cell,
                     .first_clear = CELL_NONE,
                     .rule = rule};
        if (d->from[cell] && d->to[cell] && (!set_presence(d, rule, &s) || !add_special(d, (unsigned)cell, s))) {
            return false;
        }
    }
    return true;
}

/* To the neighbours on the lines of a board that is a graph. */
static void add_board_line_steps(draft *d, const rule_move *rule)
{
    const topology *t = &d->v->topology;
    for (size_t i = 0; i < t->line_count; i++) {
        for (size_t k = 0; k + 1 < t->lines[i].count; k++) {
            cell_id pair[2] = {t->lines[i].cells[k], t->lines[i].cells[k + 1]};
            for (int end = 0; end < 2; end++) {
                if (d->from[pair[end]] && may_arrive(d, pair[end], pair[!end])) {
                    add_leap(d, pair[end], pair[!end], scripted_modes(rule), rule->gives_check);
                }
            }
        }
    }
}

static bool read_zone(draft *d, const rule_text *spec, bool *cells)
{
    return zone_read(&d->v->topology, d->v->rules, d->diags, spec, d->player, cells);
}

/* Reports a change of type that is not played with such a movement yet. */
static bool check_transform(draft *d, const rule_move *rule)
{
    const rule_piece *pieces = d->v->rules->pieces, *piece_rule = &pieces[d->type->rule_piece_index];
    if (rule->into < 0) {
        return true;
    }
    if (rule->hook || rule->along_lines || (d->type->royal && !pieces[rule->into].royal)) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`transforms` is only played for leaps of pieces that are not royal yet");
        return false;
    }
    for (size_t i = 0; i < piece_rule->promotion_count; i++) {
        if (piece_rule->promotions[i].from_prison) {
            diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                       "`transforms` is not played for pieces that promote from a prison yet");
            return false;
        }
    }
    return true;
}

/* The cells of the zone where such a piece is in the start position; NULL when out of memory. */
static bool *find_start_cells(draft *d, const bool *zone)
{
    const variant *v = d->v;
    bool *cells = arena_new(&d->scratch, bool, (size_t)v->cells);
    for (int cell = 0; cells && cell < v->cells; cell++) {
        piece_id piece = v->start_board[cell];
        cells[cell] = zone[cell] && piece && v->owner_of[piece] == d->player &&
                      v->type[v->type_of[piece]].rule_piece_index == d->type->rule_piece_index;
    }
    return cells;
}

static bool add_paths(draft *d, const rule_move *rule)
{
    bool *zone = d->from, *start_cells = NULL, ok = true;
    for (size_t i = 0; i < rule->paths.count && ok; i++) {
        const betza_path *path = &rule->paths.paths[i];
        if (path->initial && !start_cells) {
            start_cells = find_start_cells(d, zone);
            if (!start_cells) {
                return diag_out_of_memory(d->diags);
            }
        }
        d->from = path->initial ? start_cells : zone;
        ok = add_path(d, rule, path);
        d->from = zone;
    }
    return ok;
}

/* Only the piece that holds the right makes the movement, from its cell. */
static void keep_holder_cell(draft *d, const rule_move *rule)
{
    cell_id holder = d->v->right[right_number(d, rule)].cell;
    for (int cell = 0; cell < d->v->cells; cell++) {
        d->from[cell] = d->from[cell] && cell == holder;
    }
}

static bool add_movement(draft *d, const rule_move *rule)
{
    d->rule = rule;
    if (!read_zone(d, &rule->from, d->from) || !read_zone(d, &rule->to, d->to)) {
        return false;
    }
    if (rule->right >= 0) {
        keep_holder_cell(d, rule);
    }
    if (rule->stay) {
        return add_stays(d, rule);
    }
    if (!check_transform(d, rule)) {
        return false;
    }
    if (rule->along_lines && !rule->hook && !rule->jumps) {
        add_board_line_steps(d, rule);
        return true;
    }
    return rule->hook ? add_hook_leaps(d, rule) : rule->jumps ? add_jumps(d, rule) : add_paths(d, rule);
}

static int compare_rays(const void *left, const void *right)
{
    const ray_key *a = left, *b = right;
    return a->vector != b->vector ? (a->vector < b->vector ? -1 : 1) : (a->range > b->range) - (a->range < b->range);
}

/* The slider with exactly these rays, made by the first call; -1 after an error. */
static int slider_index(draft *d, ray_kind kind, ray_key *rays, int count, int filter)
{
    qsort(rays, (size_t)count, sizeof *rays, compare_rays);
    variant *v = d->v;
    for (int i = 0; i < v->slider_count; i++) {
        const slider_spec *s = &v->slider_specs[i];
        bool same = s->kind == kind && s->ray_count == count && s->filter == filter;
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
    s->filter = (int8_t)filter;
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

/* Orthogonal and diagonal rays go into separate sliders: a queen shares the rook's and the bishop's tables, and the
 * masks of one-word boards stay small. */
static int ray_family(const variant *g, ray_key ray)
{
    vector v = g->topology.vectors[ray.vector];
    if (v.dz) {
        return 2;
    }
    return v.dx == 0 || v.dy == 0 ? 0 : abs(v.dx) == abs(v.dy) ? 1 : 2;
}

static bool push_slide(draft *d, piece_moves *p, int forward, int backward, uint8_t modes)
{
    if (forward < 0 || backward < 0) {
        return false;
    }
    d->v->slider_reverse[forward] = (uint16_t)backward;
    d->v->slider_reverse[backward] = (uint16_t)forward;
    if (p->slide_count == PIECE_SLIDERS_MAX) {
        return diag_out_of_memory(d->diags);
    }
    p->slide[p->slide_count].slider = (uint16_t)forward;
    p->slide[p->slide_count].modes = modes;
    p->slide_count++;
    return true;
}

/* The rays of one group and family, forward and as seen from their targets. */
static bool lay_out_family(draft *d, piece_moves *p, int group, int family)
{
    variant *v = d->v;
    ray_key chosen[RAYS_MAX], reversed[RAYS_MAX];
    int count = 0;
    for (int i = 0; i < d->ray_count[group]; i++) {
        bool again = false;
        for (int k = 0; k < count && !again; k++) {
            again = compare_rays(&chosen[k], &d->rays[group][i]) == 0;
        }
        if (!again && ray_family(v, d->rays[group][i]) == family) {
            chosen[count++] = d->rays[group][i];
        }
    }
    for (int i = 0; i < count; i++) {
        int number = vector_reversed(v, chosen[i].vector);
        if (number < 0) {
            return diag_out_of_memory(d->diags);
        }
        reversed[i] = (ray_key){(uint16_t)number, chosen[i].range};
    }
    ray_kind kind = groups[group].kind;
    int forward = count ? slider_index(d, kind, chosen, count, v->filter_of[d->player][0]) : -1;
    int backward = forward < 0 ? -1
                               : slider_index(d, kind == RAY_GRASSHOPPER ? RAY_GRASSHOPPER_REVERSED : kind, reversed,
                                              count, v->filter_of[d->player][1]);
    return !count || push_slide(d, p, forward, backward, groups[group].modes);
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
        (slider_spec){.kind = RAY_LAME_LEAPER, .lame_leaps = leaps, .lame_leap_count = kept, .filter = -1};
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
        if (!lay_out_lame_leaps(d, p, &d->lame_leaps[i], groups[GROUP_SLIDER + i].modes)) {
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
        if (s->kind == SPECIAL_MULTI_LEG || (s->kind == SPECIAL_LEAP && p->slide_count)) {
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
                    p->has_round_trips |= d->specials_at[cell][i].kind == SPECIAL_ROUND_TRIP;
                }
            }
            end[cell] = passing ? end[cell] : n;
        }
    }
    start[v->cells] = n;
    p->special_start = start;
    p->special_ep_start = end;
    p->specials = all;
    return true;
}

static bool begin_draft(draft *d, piece_id piece)
{
    variant *v = d->v;
    bool ok = true;
    d->player = v->owner_of[piece];
    d->type = &v->type[v->type_of[piece]];
    for (int i = 0; i < 4; i++) {
        d->leap[i] = set_table_new(v);
        d->any_leap[i] = false;
        ok = ok && d->leap[i];
    }
    d->leap_checks = set_table_new(v);
    d->jumpable = set_table_new(v);
    d->from = arena_new(&d->scratch, bool, (size_t)v->cells);
    d->to = arena_new(&d->scratch, bool, (size_t)v->cells);
    d->specials_at = arena_new(&d->scratch, special *, (size_t)v->cells);
    d->special_count = arena_new(&d->scratch, uint32_t, (size_t)v->cells);
    ok = ok && d->leap_checks && d->jumpable && d->from && d->to && d->specials_at && d->special_count;
    return ok || diag_out_of_memory(d->diags);
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

static bool build_piece_moves(draft *d, piece_id piece)
{
    variant *v = d->v;
    piece_moves *p = &v->moves[piece];
    if (!begin_draft(d, piece)) {
        return false;
    }
    if ((int)d->player == v->neutral_owner) {
        *p = v->moves[variant_piece(v, 0, v->type_of[piece])]; /* it moves like a player's own piece */
        return true;
    }
    const rule_piece *piece_rule = &v->rules->pieces[d->type->rule_piece_index];
    bool ok = true;
    for (size_t i = 0; i < piece_rule->move_count; i++) {
        ok &= add_movement(d, &piece_rule->moves[i]);
    }
    if (!ok || !lay_out_sliders(d, p) || !lay_out_specials(d, p) || !lay_out_jumps(d, p)) {
        return false;
    }
    lay_out_leaps(d, p);
    return true;
}

bool piece_moves_build(variant *v, const staged_hooks *hooks, diag_list *diags)
{
    bool ok = true;
    for (int piece = 1; piece < v->piece_ids && !diags->failed; piece++) {
        draft d = {.v = v, .hooks = hooks, .diags = diags};
        arena_init(&d.scratch, 0);
        ok &= build_piece_moves(&d, (piece_id)piece);
        arena_finish(&d.scratch);
        if (!ok && diags->errors > 20) {
            break;
        }
    }
    return ok;
}
