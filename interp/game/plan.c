/* Plans: movements, said in the mover's frame, become tables for each man and cell.
 *
 * Plain leaps become sets, plain lines sliders, movements with a condition specials, and whatever else Betza can say a walk.
 * The zone in which a movement may start, and where its man stands when the game begins (`i`), are settled here:
 * the tables simply hold nothing for other cells. */

#include "game/plan.h"

#include "game/build.h"

#include <stdlib.h>
#include <string.h>

/* ---- what one man's movement is made of, before it is laid out ---- */

typedef struct ray_key {
    uint16_t vector;
    int16_t range;
} ray_key;

enum { RAYS_MAX = 64, SPECIALS_PER_CELL_MAX = 256 };

/* Lines are kept apart by how they go and what they may do at their ends. */
enum { LINE_GROUP, OWN_GROUP = 3, ROYALS_GROUP, CANNON_GROUP, GRASS_GROUP = 8, SLIDER_GROUPS = 11 };
static const struct {
    ray_kind kind;
    uint8_t modes;
} groups[SLIDER_GROUPS] = {
    {RAY_LINE, LEG_MOVE | LEG_CAPTURE},
    {RAY_LINE, LEG_MOVE},
    {RAY_LINE, LEG_CAPTURE},
    {RAY_LINE, LEG_OWN},
    {RAY_LINE, SLIDE_ROYALS},
    {RAY_CANNON, LEG_MOVE | LEG_CAPTURE},
    {RAY_CANNON, LEG_MOVE},
    {RAY_CANNON, LEG_CAPTURE},
    {RAY_GRASS, LEG_MOVE | LEG_CAPTURE},
    {RAY_GRASS, LEG_MOVE},
    {RAY_GRASS, LEG_CAPTURE},
};

/* Which of the three in a group of lines, or of lame leaps: both, move, take. */
static int by_modes(unsigned modes)
{
    return modes & LEG_MOVE && modes & LEG_CAPTURE ? 0 : modes & LEG_MOVE ? 1 : 2;
}

typedef struct lame_list {
    lame_leap *leaps;
    size_t count, room;
} lame_list;

typedef struct draft {
    game *g;
    const staged_hooks *hooks;
    diag_list *diags;
    arena scratch;
    size_t player;
    const game_type *type;
    const rule_move *rule; /* the movement at hand */
    bool *from;            /* cells where the movement at hand may start */
    bool *to;              /* and end */
    uint64_t *leap[4];     /* [cell][words]: both, move, take, own */
    uint64_t *leap_checks;
    uint64_t *idle; /* NULL until somebody asks */
    bool any_leap[4];
    ray_key rays[SLIDER_GROUPS][RAYS_MAX]; /* lines */
    int ray_count[SLIDER_GROUPS];
    lame_list lame[3]; /* leaps over cells that must be empty, and that attack: both, move, take */
    special **at;      /* [cell] growing lists */
    uint32_t *at_count;
    jump_line jumps[PLAN_JUMPS_MAX];
    int jump_count;
    uint64_t *jump_near;
} draft;

static bool out_of_memory(draft *d)
{
    diag_failure(d->diags, CODE_OUT_OF_MEMORY, "out of memory");
    return false;
}

static uint64_t *set_at(const game *g, uint64_t *table, unsigned cell)
{
    return table + (size_t)cell * (size_t)g->words;
}

static bool is_same_special(const special *a, const special *b)
{
    return a->kind == b->kind && a->modes == b->modes && a->leaves_passed == b->leaves_passed &&
           a->checks == b->checks && a->into == b->into && a->right == b->right && a->to == b->to &&
           a->first_clear == b->first_clear && a->clear == b->clear && a->needs_beside == b->needs_beside &&
           a->beside == b->beside && a->beside_piece == b->beside_piece && a->beside_owners == b->beside_owners &&
           a->walk == b->walk && a->silent == b->silent && a->alone == b->alone &&
           a->company_count == b->company_count && a->company == b->company && a->victims == b->victims;
}

/* Whether the same stands there already: a movement that is said twice, or has two ways to a cell, is one movement. What of it
 * hangs on the rule and the cells alone was worked out for each way afresh. */
static bool is_said(const draft *d, unsigned cell, const special *s)
{
    for (uint32_t i = 0; i < d->at_count[cell]; i++) {
        special other = d->at[cell][i];
        if (other.rule == s->rule && other.kind != SPECIAL_WALK && other.first_clear == s->first_clear) {
            other.company = s->company;
            other.clear = s->first_clear == CELL_NONE || (s->rule && s->rule->empty.count) ? s->clear : other.clear;
            other.beside = s->beside;
        }
        if (is_same_special(&other, s)) {
            return true;
        }
    }
    return false;
}

static bool add_special(draft *d, unsigned cell, special s)
{
    uint32_t count = d->at_count[cell];
    if (is_said(d, cell, &s)) {
        return true;
    }
    if (count == SPECIALS_PER_CELL_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_RICH, s.rule->place, "too many movements with conditions for one man");
        return false;
    }
    if ((count & (count - 1)) == 0) { /* powers of two: time to grow */
        special *more = arena_new(&d->scratch, special, count ? count * 2 : 1);
        if (!more) {
            return out_of_memory(d);
        }
        if (count) {
            memcpy(more, d->at[cell], count * sizeof *more);
        }
        d->at[cell] = more;
    }
    d->at[cell][count] = s;
    d->at_count[cell]++;
    return true;
}

/* Remembers that a step there is no progress, if the rules say so. */
static bool note_idle(draft *d, const rule_move *rule, unsigned from, unsigned to)
{
    if (!rule->idle) {
        return true;
    }
    if (!d->idle) {
        d->idle = arena_new(&d->g->arena, uint64_t, (size_t)d->g->cells * (size_t)d->g->words);
    }
    if (!d->idle) {
        return out_of_memory(d);
    }
    set_put(set_at(d->g, d->idle, from), to);
    return true;
}

static void add_leap(draft *d, unsigned from, unsigned to, uint16_t modes, bool checks)
{
    game *g = d->g;
    if (modes & LEG_OWN) {
        set_put(set_at(g, d->leap[3], from), to);
        d->any_leap[3] = true;
        if (modes == LEG_OWN) {
            return;
        }
    }
    int kind = by_modes(modes);
    set_put(set_at(g, d->leap[kind], from), to);
    d->any_leap[kind] = true;
    if (modes & LEG_CAPTURE && checks) {
        set_put(set_at(g, d->leap_checks, from), to);
    }
}

/* ---- vectors ---- */

/* A step in the mover's frame as the board sees it. */
static vector board_vector(const draft *d, int x, int y, int z)
{
    vector v = topology_turn(d->g->rules, d->player, x, y);
    v.dz = z;
    v.barred = d->rule->barred;
    v.bounces = d->rule->bounces;
    return v;
}

/* Its number; -1 after an error. */
static int vector_number(draft *d, vector v)
{
    int number = topology_vector(&d->g->topology, v);
    if (number < 0) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_RICH, d->rule->place, "the game has too many different steps");
    }
    return number;
}

/* ---- walks ---- */

static bool add_leg(draft *d, walk *w, vector v, int range, unsigned modes, unsigned flags, place at)
{
    if (w->legs == BETZA_LEGS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_RICH, at, "a path of more than %d legs", BETZA_LEGS_MAX);
        return false;
    }
    int number = vector_number(d, v);
    if (number < 0) {
        return false;
    }
    w->leg[w->legs++] =
        (walk_leg){(uint16_t)number, (int16_t)range, (uint16_t)modes, (uint16_t)flags, (int16_t)d->rule->through};
    return true;
}

static bool everywhere(const game *g, const bool *cells);

/* Takes apart what legs can say for each other: a lame leap is steps over empty cells, a leap that must jump is a step
 * onto an occupied one. */
static bool walk_of(draft *d, const rule_move *rule, const betza_path *path, walk *w)
{
    int captures = 0;
    memset(w, 0, sizeof *w);
    w->to = everywhere(d->g, d->to) ? UINT32_MAX : build_set(d->g, d->diags, d->to);
    for (int i = 0; i < path->legs; i++) {
        const betza_leg *l = &path->leg[i];
        bool last = i + 1 == path->legs;
        unsigned modes = l->modes;
        if (!last && !(modes & (LEG_MOVE | LEG_CAPTURE | LEG_OWN)) && !(l->flags & LEG_OCCUPIED)) {
            modes |= LEG_MOVE;
        }
        captures += !last && (modes & (LEG_CAPTURE | LEG_OWN));
        if (l->flags & (LEG_WRAP | LEG_TAME | LEG_UNLOAD | LEG_RANGE_UP) || modes & LEG_PASSING) {
            diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place,
                       "`%s` asks for a movement that this version cannot play", rule->notation);
            diag_hint(d->diags,
                      "the modifiers o, t, u, y, and e on a path of several legs are understood but not played "
                      "yet");
            return false;
        }
        int steps = l->steps > 1 ? l->steps : 1;
        if (l->flags & LEG_LAME && steps > 1 && l->range != 1) {
            diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place, "`%s`: riders of lame leaps are not played yet",
                       rule->notation);
            return false;
        }
        vector unit = board_vector(d, l->x / steps, l->y / steps, l->z / steps);
        bool split = l->range == 1 && steps > 1 && l->flags & (LEG_LAME | LEG_JUMP);
        if (split) {
            for (int k = 0; k + 1 < steps; k++) {
                /* A jump asks for a man on the first cell only; behind it any cell will do. */
                unsigned step_flags = l->flags & LEG_JUMP ? LEG_OCCUPIED : 0;
                unsigned step_modes = l->flags & LEG_JUMP && k == 0 ? 0 : LEG_MOVE;
                if (!add_leg(d, w, unit, 1, step_modes, step_flags, rule->place)) {
                    return false;
                }
            }
            if (!add_leg(d, w, unit, 1, modes, 0, rule->place)) {
                return false;
            }
        } else if (!add_leg(d, w, board_vector(d, l->x, l->y, l->z), l->range, modes, l->flags & ~(unsigned)LEG_LAME,
                            rule->place)) {
            return false;
        }
    }
    if (captures > 1) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place,
                   "`%s` takes more than one man on its way: not played yet", rule->notation);
        return false;
    }
    return true;
}

static bool is_same_walk(const walk *a, const walk *b)
{
    bool same = a->to == b->to && a->legs == b->legs;
    for (unsigned i = 0; i < a->legs && same; i++) {
        const walk_leg *l = &a->leg[i], *k = &b->leg[i];
        same = l->vector == k->vector && l->range == k->range && l->modes == k->modes && l->flags == k->flags &&
               l->through == k->through;
    }
    return same;
}

/* The number of a walk, laid down at the first asking; -1 after an error. */
static int walk_number(draft *d, const walk *w)
{
    game *g = d->g;
    for (int i = 0; i < g->walk_count; i++) {
        if (is_same_walk(&g->walks[i], w)) {
            return i;
        }
    }
    if (g->walk_count == g->walk_room) {
        int room = g->walk_room ? g->walk_room * 2 : 64;
        walk *more = room > UINT16_MAX ? NULL : arena_new(&g->arena, walk, (size_t)room);
        if (!more) {
            diag_failure(d->diags, CODE_OUT_OF_MEMORY, "out of memory");
            return -1;
        }
        if (g->walk_count) {
            memcpy(more, g->walks, (size_t)g->walk_count * sizeof *more);
        }
        g->walks = more;
        g->walk_room = room;
    }
    g->walks[g->walk_count] = *w;
    return g->walk_count++;
}

static bool add_walk(draft *d, const rule_move *rule, const betza_path *path, special base)
{
    game *g = d->g;
    walk w;
    if (!walk_of(d, rule, path, &w)) {
        return false;
    }
    int number = walk_number(d, &w);
    if (number < 0) {
        return false;
    }
    base.kind = SPECIAL_WALK;
    base.walk = (uint16_t)number;
    for (int cell = 0; cell < g->cells; cell++) {
        if (d->from[cell] && !add_special(d, (unsigned)cell, base)) {
            return false;
        }
    }
    return true;
}

/* ---- one path ---- */

/* Whether a man may arrive there, by the movement's zone and the game's filter. */
static bool arrives(const draft *d, unsigned from, unsigned to)
{
    const uint64_t *allowed = d->g->allowed[d->player];
    const int *level = d->g->topology.level;
    if (d->g->own_boards && level[from] != level[to]) {
        return false; /* nobody plays on another board than his own */
    }
    return d->to[to] && (!allowed || set_has(set_at(d->g, (uint64_t *)allowed, from), to));
}

/* Adds the cells of the movement's condition to `clear` and stores what must be clear. */
static bool set_clear(draft *d, unsigned from, bool *clear, special *s)
{
    game *g = d->g;
    const betza *condition = &d->rule->empty;
    for (size_t i = 0; i < condition->count; i++) {
        const betza_leg *l = &condition->paths[i].leg[0];
        int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
        if (number < 0) {
            return false;
        }
        cell_id at = g->topology.next[number][from];
        if (at != CELL_NONE && at != from) {
            clear[at] = true;
            s->first_clear = s->first_clear == CELL_NONE ? at : s->first_clear;
        }
    }
    s->clear = build_set(g, d->diags, clear);
    return s->clear != UINT32_MAX || out_of_memory(d);
}

/* The cells and owners that the movement's condition `own PIECE ...` speaks of. */
static bool set_beside(draft *d, unsigned from, special *s)
{
    game *g = d->g;
    const rule_move *rule = d->rule;
    bool *cells = arena_new(&d->scratch, bool, (size_t)g->cells);
    if (!cells) {
        return out_of_memory(d);
    }
    for (size_t i = 0; i < rule->beside.count; i++) {
        const betza_leg *l = &rule->beside.paths[i].leg[0];
        int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
        if (number < 0) {
            return false;
        }
        cell_id at = g->topology.next[number][from];
        if (at != CELL_NONE) {
            cells[at] = true;
        }
    }
    unsigned own = 1u << d->player, enemies = g->enemies[d->player], all = (1u << g->players) - 1;
    s->needs_beside = true;
    s->beside_piece = (int16_t)rule->beside_piece;
    s->beside_owners = (uint8_t)(rule->beside_whose == WHOSE_OWN      ? own
                                 : rule->beside_whose == WHOSE_ENEMYS ? enemies
                                                                      : all & ~(own | enemies));
    s->beside = build_set(g, d->diags, cells);
    return s->beside != UINT32_MAX || out_of_memory(d);
}

static bool add_lame_leaps(draft *d, const betza_leg *l, special base)
{
    game *g = d->g;
    int steps = l->steps;
    int number = vector_number(d, board_vector(d, l->x / steps, l->y / steps, l->z / steps));
    bool *clear = arena_new(&d->scratch, bool, (size_t)g->cells);
    if (number < 0 || !clear) {
        return number >= 0 && out_of_memory(d);
    }
    for (int cell = 0; cell < g->cells; cell++) {
        if (!d->from[cell]) {
            continue;
        }
        memset(clear, 0, (size_t)g->cells * sizeof *clear);
        cell_id at = (cell_id)cell, first = CELL_NONE;
        unsigned way = (unsigned)number;
        for (int i = 0; i < steps && at != CELL_NONE; i++) {
            at = topology_step(&g->topology, &way, at);
            if (at != CELL_NONE && i + 1 < steps) {
                clear[at] = true;
                first = first == CELL_NONE ? at : first;
            }
        }
        if (at == CELL_NONE || at == cell || !arrives(d, (unsigned)cell, at)) {
            continue;
        }
        base.to = at;
        base.first_clear = first;
        if (base.rule->beside.count && !set_beside(d, (unsigned)cell, &base)) {
            return false;
        }
        if (!set_clear(d, (unsigned)cell, clear, &base)) {
            return false;
        }
        if (!add_special(d, (unsigned)cell, base) || !note_idle(d, base.rule, (unsigned)cell, at)) {
            return false;
        }
    }
    return true;
}

static bool add_single_leaps(draft *d, const betza_leg *l, const rule_move *rule, special base)
{
    game *g = d->g;
    int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
    bool *clear = arena_new(&d->scratch, bool, (size_t)g->cells);
    if (number < 0 || !clear) {
        return number >= 0 && out_of_memory(d);
    }
    base.leaves_passed = false; /* a leap steps over no cell */
    for (int cell = 0; cell < g->cells; cell++) {
        cell_id to = g->topology.next[number][cell];
        if (!d->from[cell] || to == CELL_NONE || to == cell || !arrives(d, (unsigned)cell, to)) {
            continue;
        }
        unsigned modes = l->modes;
        if (!note_idle(d, rule, (unsigned)cell, to)) {
            return false;
        }
        base.to = to;
        base.first_clear = CELL_NONE;
        if (modes & LEG_PASSING) {
            special passing = base;
            passing.kind = SPECIAL_PASSING;
            if (!add_special(d, (unsigned)cell, passing)) {
                return false;
            }
            modes &= ~(unsigned)LEG_PASSING;
        }
        if (!modes) {
            continue;
        }
        if (rule->right >= 0 || rule->empty.count || rule->beside.count || base.into || base.victims) {
            base.kind = SPECIAL_LEAP;
            base.modes = (uint8_t)modes;
            if (rule->beside.count && !set_beside(d, (unsigned)cell, &base)) {
                return false;
            }
            memset(clear, 0, (size_t)g->cells * sizeof *clear);
            if (base.into && modes & LEG_CAPTURE && rule->checks) {
                set_put(set_at(g, d->leap_checks, (unsigned)cell), to);
            }
            if (rule->empty.count && !set_clear(d, (unsigned)cell, clear, &base)) {
                return false;
            }
            if (!add_special(d, (unsigned)cell, base)) {
                return false;
            }
        } else {
            add_leap(d, (unsigned)cell, to, (uint16_t)modes, rule->checks);
        }
    }
    return true;
}

static bool everywhere(const game *g, const bool *cells)
{
    for (int cell = 0; cell < g->cells; cell++) {
        if (!cells[cell]) {
            return false;
        }
    }
    return true;
}

static bool put_ray(draft *d, int group, ray_key ray)
{
    if (d->ray_count[group] == RAYS_MAX) {
        return out_of_memory(d);
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
        return put_ray(d, CANNON_GROUP + by_modes(ends), ray);
    }
    if (l->flags & LEG_GRASS) {
        ray.range = (int16_t)(l->range ? l->range + 1 : 0); /* the range is that of the hurdle */
        return put_ray(d, GRASS_GROUP + by_modes(ends), ray);
    }
    if (d->rule->of_count) { /* takes royals only: see lines_for_royals */
        return put_ray(d, ROYALS_GROUP, ray) && (!(ends & LEG_MOVE) || put_ray(d, LINE_GROUP + 1, ray));
    }
    return (!(l->modes & LEG_OWN) || put_ray(d, OWN_GROUP, ray)) &&
           (!ends || put_ray(d, LINE_GROUP + by_modes(ends), ray));
}

/* Whether the only men that the movement takes are royals, of all kinds, and these are never really taken: then it only
 * attacks them. */
static bool lines_for_royals(const draft *d, const rule_move *rule)
{
    const ruleset *rules = d->g->rules;
    for (size_t i = 0; i < rules->piece_count; i++) {
        bool named = false;
        for (size_t k = 0; k < rule->of_count; k++) {
            named |= rule->of[k] == (int)i;
        }
        if (named != rules->pieces[i].royal) {
            return false;
        }
    }
    return rule->of_count && !rules->royals_taken;
}

/* Whether the path is a leap that other men can only hinder: single steps, all but the last onto empty cells. */
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

/* The leap from one cell; false when it comes to no cell. `*odd`: its way crosses itself, which only a walk can tell. */
static bool lame_from(const draft *d, const walk *w, unsigned from, lame_leap *leap, bool *odd)
{
    unsigned at = from;
    leap->from = (cell_id)from;
    leap->count = 0;
    for (int i = 0; i < BETZA_LEGS_MAX; i++) {
        leap->over[i] = CELL_NONE;
    }
    for (unsigned i = 0; i < w->legs; i++) {
        at = d->g->topology.next[w->leg[i].vector][at];
        if (at == CELL_NONE) {
            return false;
        }
        if (i + 1u < w->legs && at != from) { /* the man's own cell counts as empty */
            leap->over[leap->count++] = (cell_id)at;
        }
    }
    leap->to = (cell_id)at;
    for (unsigned i = 0; i < leap->count; i++) {
        *odd |= leap->over[i] == at;
    }
    return at != from && arrives(d, from, at);
}

static bool put_lame(draft *d, lame_list *list, lame_leap leap)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        lame_leap *more = arena_new(&d->g->arena, lame_leap, room);
        if (!more) {
            return out_of_memory(d);
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

/* Lame leaps that attack, as lines that depend on what stands in their way. `*done` stays false when a walk must do it. */
static bool add_lame_lines(draft *d, const rule_move *rule, const betza_path *path, bool *done)
{
    walk w;
    lame_leap leap;
    bool odd = false;
    if (!walk_of(d, rule, path, &w)) {
        return false;
    }
    for (int cell = 0; cell < d->g->cells && !odd; cell++) {
        (void)lame_from(d, &w, (unsigned)cell, &leap, &odd);
    }
    if (odd) {
        return true;
    }
    *done = true;
    lame_list *list = &d->lame[by_modes(path->leg[path->legs - 1].modes)];
    for (int cell = 0; cell < d->g->cells; cell++) {
        if (d->from[cell] && lame_from(d, &w, (unsigned)cell, &leap, &odd) && !put_lame(d, list, leap)) {
            return false;
        }
    }
    return true;
}

/* A line that nothing stops is leaps. */
static bool add_open_line(draft *d, const betza_leg *l, const rule_move *rule)
{
    const topology *t = &d->g->topology;
    int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
    for (int cell = 0; cell < t->cells && number >= 0; cell++) {
        unsigned way = (unsigned)number;
        cell_id to = d->from[cell] ? topology_step(t, &way, (unsigned)cell) : (cell_id)CELL_NONE;
        for (int steps = 1; to != CELL_NONE && to != cell && steps <= t->cells; steps++) {
            if (l->range && steps > l->range) {
                break;
            }
            if (arrives(d, (unsigned)cell, to)) {
                add_leap(d, (unsigned)cell, to, l->modes, rule->checks);
            }
            to = topology_step(t, &way, to);
        }
    }
    return number >= 0;
}

/* The only pieces that a movement takes. */
static const piece_set *victims_of(draft *d, const rule_move *rule)
{
    piece_set *victims = arena_new(&d->g->arena, piece_set, 1);
    for (size_t i = 0; victims && i < rule->of_count; i++) {
        set_put(victims->bits, (unsigned)rule->of[i]);
        victims->royals |= d->g->rules->pieces[rule->of[i]].royal;
    }
    return victims;
}

/* Where a seam turns the board over, a line that begins one way may end the other. Seen from its target it is a line of
 * the same man only if he also rides the line turned over. */
static bool has_line(const draft *d, const betza *paths, const betza_path *path, int across, int up)
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

static bool has_twin(const draft *d, const betza *paths, const betza_path *path)
{
    return has_line(d, paths, path, 1, -1);
}

/* Says what these keys are for when they stand with another kind of movement. */
static bool lines_only(draft *d, const rule_move *rule, const betza_path *path)
{
    const betza_leg *l = &path->leg[0];
    const topology *t = &d->g->topology;
    bool line = path->legs == 1 && l->range != 1 && !(l->flags & ~(unsigned)LEG_LAME) && !(l->modes & LEG_OWN);
    if (rule->through && !line) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place, "`through` is for plain lines such as R");
        return false;
    }
    if (!rule->bounces) {
        return true;
    }
    if (t->wrap != WRAP_NONE || t->cells != t->columns * t->rows) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place, "`bounces` is for boards that are one rectangle");
        return false;
    }
    bool whole = has_line(d, &rule->paths, path, 1, -1) && has_line(d, &rule->paths, path, -1, 1) &&
                 has_line(d, &rule->paths, path, -1, -1);
    if (!line || !whole || rule->right >= 0 || !rule->checks || rule->of_count || rule->through ||
        !everywhere(d->g, d->from) || !everywhere(d->g, d->to)) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place,
                   "`bounces` is for plain lines in all directions such as B, without other keys");
        return false;
    }
    return true;
}

/* Rides that come back to their own cell: all cells on the way must be empty, and nothing changes. */
static bool add_circles(draft *d, const betza_leg *l, special base)
{
    game *g = d->g;
    int number = vector_number(d, board_vector(d, l->x, l->y, l->z));
    bool *clear = arena_new(&d->scratch, bool, (size_t)g->cells);
    if (number < 0 || !clear) {
        return number >= 0 && out_of_memory(d);
    }
    base.kind = SPECIAL_CIRCLE;
    base.modes = LEG_MOVE;
    for (int cell = 0; cell < g->cells; cell++) {
        memset(clear, 0, (size_t)g->cells * sizeof *clear);
        unsigned way = (unsigned)number;
        cell_id at = topology_step(&g->topology, &way, (unsigned)cell);
        base.first_clear = CELL_NONE;
        for (; at != CELL_NONE && at != cell; at = topology_step(&g->topology, &way, at)) {
            clear[at] = true;
            base.first_clear = at;
        }
        if (at == CELL_NONE || base.first_clear == CELL_NONE || !d->from[cell] || !d->to[cell]) {
            continue;
        }
        base.to = at;
        base.clear = build_set(g, d->diags, clear);
        if (base.clear == UINT32_MAX || !add_special(d, (unsigned)cell, base)) {
            return false;
        }
    }
    return true;
}

static bool refuse_condition(draft *d, const rule_move *rule)
{
    diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place, "`if:` is not played yet for such a movement");
    diag_hint(d->diags, "a condition is for steps and leaps that only move");
    return false;
}

/* The type plus one that a movement makes of its man; 0: none. */
static uint16_t becomes(const draft *d, const rule_move *rule)
{
    return (uint16_t)(rule->becomes < 0 ? 0 : d->g->base_type[rule->becomes] + 1);
}

/* The men that a movement wants on the board, or not there. */
static bool set_company(draft *d, const rule_move *rule, special *s)
{
    const game *g = d->g;
    s->silent = rule->never_checks;
    d->g->silences |= rule->never_checks;
    s->alone = rule->alone;
    if (rule->company < 0) {
        return true;
    }
    man_id *men = arena_new(&d->g->arena, man_id, (size_t)g->types);
    for (int type = 0; men && type < g->types; type++) {
        if (g->type[type].piece == rule->company) {
            men[s->company_count++] = game_man(g, (int)d->player, type);
        }
    }
    s->company = men;
    return men || out_of_memory(d);
}

static bool add_path(draft *d, const rule_move *rule, const betza_path *path)
{
    game *g = d->g;
    const betza_leg *l = &path->leg[0];
    /* Rights are numbered rule by rule, player by player: see rights_build. */
    int8_t right = (int8_t)(rule->right < 0 ? -1 : rule->right * g->players + (int)d->player);
    special base = {.modes = (uint8_t)(l->modes & 7),
                    .leaves_passed = rule->leaves_passed,
                    .checks = rule->checks,
                    .right = right,
                    .into = becomes(d, rule),
                    .to = CELL_NONE,
                    .first_clear = CELL_NONE,
                    .rule = rule};
    if (!lines_only(d, rule, path) || !set_company(d, rule, &base)) {
        return false;
    }
    if (rule->of_count) {
        base.victims = victims_of(d, rule);
        if (!base.victims) {
            return out_of_memory(d);
        }
    }
    /* Taking an own man is left to the walker; standing on him is no more than a step. */
    bool hard = path->legs > 1 || l->flags & ~(unsigned)LEG_LAME || (l->modes & LEG_OWN && !g->stacks);
    bool lame = l->flags & LEG_LAME && l->steps > 1 && l->range == 1;
    hard = hard || (l->flags & LEG_LAME && l->range != 1);
    bool takes_and_checks = l->modes & LEG_CAPTURE && rule->checks;
    if (rule->idle && (hard || l->range != 1)) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place,
                   "`resets_halfmove_clock: false` is only played for leaps yet");
        return false;
    }
    if ((rule->empty.count || rule->beside.count) && (hard || l->range != 1 || takes_and_checks)) {
        return refuse_condition(d, rule);
    }
    if (rule->becomes >= 0 && (hard || l->range != 1 || l->modes & LEG_PASSING || (lame && takes_and_checks))) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place, "`transforms` is only played for leaps yet");
        return false;
    }
    if (rule->company >= 0 && takes_and_checks) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place,
                   "what attacks under such a condition is not played yet");
        diag_hint(d->diags, "say `gives_check: false`, or a movement that does not take");
        return false;
    }
    if (rule->circles && !hard && l->range == 0 && l->modes & LEG_MOVE && !add_circles(d, l, base)) {
        return false;
    }
    /* What attacks under a condition is left to the walker: threats are unconditional. */
    bool walks = hard || ((lame || rule->right >= 0) && takes_and_checks) ||
                 (base.victims && (l->range != 1 || takes_and_checks));
    if (g->stacks && (walks || rule->through || rule->bounces)) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place,
                   "such a movement is not played with `captured: under` yet");
        return false;
    }
    bool unconditional = rule->right < 0 && rule->checks && !rule->through && !rule->bounces && !g->stacks &&
                         !rule->empty.count && !rule->beside.count && rule->becomes < 0 && !rule->leaves_passed;
    if (walks && unconditional && !base.victims && is_lame_leap(path)) {
        bool done = false;
        if (!add_lame_lines(d, rule, path, &done)) {
            return false;
        }
        if (done) {
            return true;
        }
    }
    unsigned hop = path->legs == 1 ? l->flags & (LEG_CANNON | LEG_GRASS) : 0;
    bool tabulated = (hop && hop == l->flags && !(l->modes & (LEG_OWN | LEG_PASSING)) && !base.victims) ||
                     (!hard && l->range != 1 && lines_for_royals(d, rule));
    if (walks && unconditional && tabulated && g->topology.wrap == WRAP_NONE && everywhere(g, d->from) &&
        everywhere(g, d->to)) {
        return add_ray(d, l);
    }
    if (walks) {
        return add_walk(d, rule, path, base);
    }
    if (lame) {
        base.kind = SPECIAL_LEAP;
        return add_lame_leaps(d, l, base);
    }
    bool rides = l->range != 1;
    if (rides && rule->through == THROUGH_ANY && rule->right < 0 && !base.victims && everywhere(g, d->to)) {
        return add_open_line(d, l, rule);
    }
    if (rule->through) {
        return add_walk(d, rule, path, base);
    }
    int number = rides ? vector_number(d, board_vector(d, l->x, l->y, l->z)) : 0;
    if (number < 0) {
        return false;
    }
    bool straight = !rides || topology_straight(&g->topology, number) || has_twin(d, &rule->paths, path);
    if (rides && rule->right < 0 && rule->checks && straight && everywhere(g, d->from) && everywhere(g, d->to)) {
        return add_ray(d, l);
    }
    if (rides) {
        return add_walk(d, rule, path, base);
    }
    return add_single_leaps(d, l, rule, base);
}

/* What movements do that are no notation. */
static uint16_t written_modes(const rule_move *rule)
{
    return rule->never_takes ? LEG_MOVE : LEG_MOVE | LEG_CAPTURE;
}

/* ---- jumps ---- */

/* Whom a man on `cell` could jump over on an empty board: anybody with a cell behind him. */
static void near_cells(draft *d, const jump_line *l, unsigned cell)
{
    const game *g = d->g;
    unsigned way = l->vector;
    cell_id at = topology_step(&g->topology, &way, cell);
    for (int steps = 1; at != CELL_NONE && steps <= g->cells; steps++) {
        cell_id behind = topology_step(&g->topology, &way, at);
        if (behind != CELL_NONE) {
            set_put(set_at(g, d->jump_near, cell), at);
        }
        if (steps == l->range) {
            return;
        }
        at = behind;
    }
}

static bool add_jumps(draft *d, const rule_move *rule)
{
    game *g = d->g;
    for (size_t i = 0; i < rule->paths.count; i++) {
        const betza_leg *leg = &rule->paths.paths[i].leg[0];
        vector v = topology_turn(g->rules, d->player, leg->x, leg->y);
        int number = topology_vector(&g->topology, v);
        int reverse = topology_vector(&g->topology, (vector){.dx = -v.dx, .dy = -v.dy, .dz = -v.dz});
        if (number < 0 || reverse < 0) {
            return out_of_memory(d);
        }
        if (d->jump_count == PLAN_JUMPS_MAX) {
            diag_error(d->diags, CODE_MOVEMENT_TOO_RICH, rule->place, "a man jumps in more than %d ways",
                       PLAN_JUMPS_MAX);
            return false;
        }
        jump_line l = {.vector = (uint16_t)number,
                       .reverse = (uint16_t)reverse,
                       .range = leg->range,
                       .land_any = rule->land_any,
                       .checks = rule->checks && rule->jumped != JUMPED_CONVERTED,
                       .chain = (uint8_t)rule->chain,
                       .jumped = (uint8_t)rule->jumped,
                       .from = build_set(g, d->diags, d->from)};
        if (l.from == UINT32_MAX) {
            return out_of_memory(d);
        }
        /* A chain may come to any cell and go on from there. */
        for (int cell = 0; cell < g->cells; cell++) {
            if (d->from[cell] || l.chain != CHAIN_NONE) {
                near_cells(d, &l, (unsigned)cell);
            }
        }
        d->jumps[d->jump_count++] = l;
    }
    return true;
}

static bool lay_out_jumps(draft *d, man_plan *p)
{
    if (!d->jump_count) {
        return true;
    }
    jump_line *kept = arena_new(&d->g->arena, jump_line, (size_t)d->jump_count);
    if (!kept) {
        return out_of_memory(d);
    }
    memcpy(kept, d->jumps, (size_t)d->jump_count * sizeof *kept);
    p->jumps = kept;
    p->jump_count = d->jump_count;
    p->jump_near = d->jump_near;
    d->g->jumps = true;
    return true;
}

/* ---- one man ---- */

/* Two leaps, the first onto an empty cell: a walk of its own for every pair of vectors. */
static bool add_way(draft *d, const rule_move *rule, cell_id from, cell_id middle, cell_id goal)
{
    game *g = d->g;
    const topology *t = &g->topology;
    const cell_id stops[3] = {from, middle, goal};
    walk w;
    memset(&w, 0, sizeof w);
    w.to = UINT32_MAX; /* the script has said where it ends */
    for (int i = 0; i < 2; i++) {
        cell_id a = stops[i], b = stops[i + 1];
        const vector way = {t->column[b] - t->column[a], t->row[b] - t->row[a], t->level[b] - t->level[a], 0, false};
        int number = topology_vector(&g->topology, way);
        if (number < 0) {
            return out_of_memory(d);
        }
        uint16_t modes = i ? written_modes(rule) : LEG_MOVE;
        w.leg[w.legs++] = (walk_leg){.vector = (uint16_t)number, .range = 1, .modes = modes};
    }
    int number = walk_number(d, &w);
    special s = {.kind = SPECIAL_WALK,
                 .modes = LEG_MOVE | LEG_CAPTURE,
                 .checks = rule->checks,
                 .right = -1,
                 .to = CELL_NONE,
                 .first_clear = CELL_NONE,
                 .walk = (uint16_t)number,
                 .rule = rule};
    return number >= 0 && add_special(d, from, s);
}

static bool add_hook_leap(draft *d, const rule_move *rule, cell_id from, int answer)
{
    int middle = (answer >> 16) - 1;
    cell_id to = (cell_id)(answer & 0xFFFF);
    if (to == from || !arrives(d, from, to)) {
        return true;
    }
    if (middle >= 0) {
        return add_way(d, rule, from, (cell_id)middle, to);
    }
    add_leap(d, from, to, written_modes(rule), rule->checks);
    return note_idle(d, rule, from, to);
}

enum { WAYS_PER_CELL = 4 }; /* a goal may be reached by several */

static bool add_hook_leaps(draft *d, const rule_move *rule)
{
    game *g = d->g;
    size_t room = WAYS_PER_CELL * (size_t)g->cells;
    int *cells = arena_new(&d->scratch, int, room);
    if (!cells) {
        return out_of_memory(d);
    }
    if (!d->hooks || !d->hooks->has(d->hooks->host, rule->hook)) {
        diag_error(d->diags, CODE_NO_FUNCTION, rule->place, "the script has no function `%s`", rule->hook);
        return false;
    }
    for (int cell = 0; cell < g->cells; cell++) {
        size_t count = 0;
        if (!d->from[cell]) {
            continue;
        }
        if (!d->hooks->leaps(d->hooks->host, d->diags, rule->hook, d->type->piece, (int)d->player, cell, cells, room,
                             &count)) {
            diag_note(d->diags, rule->place, "this rule called the script");
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
    game *g = d->g;
    int8_t right = (int8_t)(rule->right < 0 ? -1 : rule->right * g->players + (int)d->player); /* as in add_path */
    for (int cell = 0; cell < g->cells; cell++) {
        special s = {.kind = SPECIAL_STAY,
                     .modes = LEG_MOVE,
                     .right = right,
                     .into = becomes(d, rule),
                     .to = (cell_id)cell,
                     .first_clear = CELL_NONE,
                     .rule = rule};
        if (d->from[cell] && d->to[cell] && (!set_company(d, rule, &s) || !add_special(d, (unsigned)cell, s))) {
            return false;
        }
    }
    return true;
}

/* To the neighbours on the lines of a board that is a graph. */
static void add_line_steps(draft *d, const rule_move *rule)
{
    const topology *t = &d->g->topology;
    for (size_t i = 0; i < t->line_count; i++) {
        for (size_t k = 0; k + 1 < t->lines[i].count; k++) {
            cell_id pair[2] = {t->lines[i].cells[k], t->lines[i].cells[k + 1]};
            for (int way = 0; way < 2; way++) {
                if (d->from[pair[way]] && arrives(d, pair[way], pair[!way])) {
                    add_leap(d, pair[way], pair[!way], written_modes(rule), rule->checks);
                }
            }
        }
    }
}

static bool read_zone(draft *d, const written *said, bool *cells)
{
    return zone_read(&d->g->topology, d->g->rules, d->diags, said, d->player, cells);
}

static bool add_movement(draft *d, const rule_move *rule)
{
    game *g = d->g;
    d->rule = rule;
    if (!read_zone(d, &rule->from, d->from) || !read_zone(d, &rule->to, d->to)) {
        return false;
    }
    if (rule->right >=
        0) { /* only the man that holds it, and he stands on its cell: rights are numbered as in add_path */
        cell_id holder = g->right[rule->right * g->players + (int)d->player].cell;
        for (int cell = 0; cell < g->cells; cell++) {
            d->from[cell] = d->from[cell] && cell == holder;
        }
    }
    if (rule->stay) {
        return add_stays(d, rule);
    }
    if (rule->becomes >= 0 &&
        (rule->hook || rule->along_lines || (d->type->royal && !g->rules->pieces[rule->becomes].royal))) {
        diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place,
                   "`transforms` is only played for leaps of men that are not royal yet");
        return false;
    }
    for (size_t i = 0; rule->becomes >= 0 && i < g->rules->pieces[d->type->piece].promotion_count; i++) {
        if (g->rules->pieces[d->type->piece].promotions[i].from_box) {
            diag_error(d->diags, CODE_MOVEMENT_NOT_PLAYED, rule->place,
                       "`transforms` is not played for men that promote from a box yet");
            return false;
        }
    }
    if (rule->hook) {
        return add_hook_leaps(d, rule);
    }
    if (rule->jumps) {
        return add_jumps(d, rule);
    }
    if (rule->along_lines) {
        add_line_steps(d, rule);
        return true;
    }
    bool *zone = d->from, *homes = NULL;
    for (size_t i = 0; i < rule->paths.count; i++) {
        const betza_path *path = &rule->paths.paths[i];
        if (path->initial && !homes) {
            homes = arena_new(&d->scratch, bool, (size_t)g->cells);
            if (!homes) {
                return out_of_memory(d);
            }
            for (int cell = 0; cell < g->cells; cell++) {
                man_id man = g->start_board[cell];
                homes[cell] = zone[cell] && man && g->man_owner[man] == d->player &&
                              g->type[g->man_type[man]].piece == d->type->piece;
            }
        }
        d->from = path->initial ? homes : zone;
        bool fine = add_path(d, rule, path);
        d->from = zone;
        if (!fine) {
            return false;
        }
    }
    return true;
}

static int compare_rays(const void *left, const void *right)
{
    const ray_key *a = left, *b = right;
    return a->vector != b->vector ? (a->vector < b->vector ? -1 : 1) : (a->range > b->range) - (a->range < b->range);
}

/* The slider with exactly these rays, made at the first asking; -1 after an error. */
static int slider_of(draft *d, ray_kind kind, ray_key *rays, int count, int goals)
{
    qsort(rays, (size_t)count, sizeof *rays, compare_rays);
    game *g = d->g;
    for (int i = 0; i < g->slider_count; i++) {
        const slider_shape *s = &g->slider_shapes[i];
        bool same = s->kind == kind && s->count == count && s->goals == goals;
        for (int k = 0; k < count && same; k++) {
            same = s->vector[k] == rays[k].vector && s->range[k] == rays[k].range;
        }
        if (same) {
            return i;
        }
    }
    if (g->slider_count == SLIDERS_MAX || count > SLIDER_RAYS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_RICH, g->rules->pieces[d->type->piece].place,
                   "too many different lines in this game");
        return -1;
    }
    slider_shape *s = &g->slider_shapes[g->slider_count];
    s->kind = kind;
    s->count = count;
    s->goals = (int8_t)goals;
    for (int k = 0; k < count; k++) {
        s->vector[k] = rays[k].vector;
        s->range[k] = rays[k].range;
    }
    return g->slider_count++;
}

static int vector_reversed(game *g, int number)
{
    vector v = g->topology.vectors[number];
    return topology_vector(&g->topology, (vector){-v.dx, -v.dy, -v.dz, v.barred, v.bounces});
}

/* Orthogonal lines and diagonal ones are kept in sliders of their own, so that a queen shares the rook's and the bishop's
 * tables and the masks of one-word boards stay small. */
static int ray_family(const game *g, ray_key ray)
{
    vector v = g->topology.vectors[ray.vector];
    if (v.dz) {
        return 2;
    }
    return v.dx == 0 || v.dy == 0 ? 0 : abs(v.dx) == abs(v.dy) ? 1 : 2;
}

static bool put_slide(draft *d, man_plan *p, int forward, int backward, uint8_t modes)
{
    if (forward < 0 || backward < 0) {
        return false;
    }
    d->g->slider_reverse[forward] = (uint16_t)backward;
    d->g->slider_reverse[backward] = (uint16_t)forward;
    if (p->slides == PLAN_SLIDERS_MAX) {
        return out_of_memory(d);
    }
    p->slide[p->slides].slider = (uint16_t)forward;
    p->slide[p->slides].modes = modes;
    p->slides++;
    return true;
}

/* The lines of one group and family, forward and as they are seen from their targets. */
static bool lay_out_family(draft *d, man_plan *p, int group, int family)
{
    game *g = d->g;
    ray_key chosen[RAYS_MAX], reversed[RAYS_MAX];
    int count = 0;
    for (int i = 0; i < d->ray_count[group]; i++) {
        bool again = false;
        for (int k = 0; k < count && !again; k++) {
            again = compare_rays(&chosen[k], &d->rays[group][i]) == 0;
        }
        if (!again && ray_family(g, d->rays[group][i]) == family) {
            chosen[count++] = d->rays[group][i];
        }
    }
    for (int i = 0; i < count; i++) {
        int number = vector_reversed(g, chosen[i].vector);
        if (number < 0) {
            return out_of_memory(d);
        }
        reversed[i] = (ray_key){(uint16_t)number, chosen[i].range};
    }
    ray_kind kind = groups[group].kind;
    int forward = count ? slider_of(d, kind, chosen, count, g->goals_of[d->player][0]) : -1;
    int backward = forward < 0 ? -1
                               : slider_of(d, kind == RAY_GRASS ? RAY_GRASS_BACK : kind, reversed, count,
                                           g->goals_of[d->player][1]);
    return !count || put_slide(d, p, forward, backward, groups[group].modes);
}

static int compare_lame(const void *left, const void *right)
{
    const lame_leap *a = left, *b = right;
    int difference = a->from != b->from ? a->from - b->from : a->to - b->to;
    for (int i = 0; i < BETZA_LEGS_MAX && !difference; i++) {
        difference = a->over[i] - b->over[i];
    }
    return difference;
}

/* The slider of exactly these leaps; -1 after an error. */
static int lame_slider_of(draft *d, lame_leap *leaps, size_t count)
{
    game *g = d->g;
    size_t kept = 0;
    qsort(leaps, count, sizeof *leaps, compare_lame);
    for (size_t i = 0; i < count; i++) {
        if (!kept || compare_lame(&leaps[kept - 1], &leaps[i]) != 0) {
            leaps[kept++] = leaps[i];
        }
    }
    for (int i = 0; i < g->slider_count; i++) {
        const slider_shape *s = &g->slider_shapes[i];
        bool same = s->kind == RAY_LAME && s->lame_count == kept;
        for (size_t k = 0; k < kept && same; k++) {
            same = compare_lame(&s->lame[k], &leaps[k]) == 0;
        }
        if (same) {
            return i;
        }
    }
    if (g->slider_count == SLIDERS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_RICH, g->rules->pieces[d->type->piece].place,
                   "too many different lines in this game");
        return -1;
    }
    g->slider_shapes[g->slider_count] =
        (slider_shape){.kind = RAY_LAME, .lame = leaps, .lame_count = kept, .goals = -1};
    return g->slider_count++;
}

static bool lay_out_lame(draft *d, man_plan *p, lame_list *list, uint8_t modes)
{
    if (!list->count) {
        return true;
    }
    lame_leap *back = arena_new(&d->g->arena, lame_leap, list->count);
    if (!back) {
        return out_of_memory(d);
    }
    for (size_t i = 0; i < list->count; i++) {
        back[i] = list->leaps[i];
        back[i].from = list->leaps[i].to;
        back[i].to = list->leaps[i].from;
    }
    int forward = lame_slider_of(d, list->leaps, list->count);
    return put_slide(d, p, forward, forward < 0 ? -1 : lame_slider_of(d, back, list->count), modes);
}

static bool lay_out_sliders(draft *d, man_plan *p)
{
    for (int group = 0; group < SLIDER_GROUPS; group++) {
        for (int family = 0; family < 3; family++) {
            if (!lay_out_family(d, p, group, family)) {
                return false;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        if (!lay_out_lame(d, p, &d->lame[i], groups[LINE_GROUP + i].modes)) {
            return false;
        }
    }
    return true;
}

/* Whether two movements from this cell may be one and the same move; in doubt they may. */
static bool may_overlap(const draft *d, const man_plan *p, unsigned cell)
{
    const game *g = d->g;
    for (uint32_t i = 0; i < d->at_count[cell]; i++) {
        const special *s = &d->at[cell][i];
        if (s->into) {
            continue; /* what his man becomes tells it from all others */
        }
        if (s->kind == SPECIAL_WALK || (s->kind == SPECIAL_LEAP && p->slides)) {
            return true;
        }
        for (int kind = 0; kind < 3 && s->kind == SPECIAL_LEAP; kind++) {
            if (set_has(set_at(g, d->leap[kind], cell), s->to)) {
                return true;
            }
        }
        for (uint32_t k = 0; k < i && s->kind == SPECIAL_LEAP; k++) {
            const special *other = &d->at[cell][k];
            if (other->kind == SPECIAL_LEAP && other->to == s->to && !other->into) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a movement that makes another of its man may be the same move as another one, or as a step that promotes; in doubt it may. */
static bool may_double(const draft *d, unsigned cell)
{
    bool promotes = d->g->rules->pieces[d->type->piece].promotion_count > 0;
    for (uint32_t i = 0; i < d->at_count[cell]; i++) {
        const special *s = &d->at[cell][i];
        for (uint32_t k = 0; k < i && s->into; k++) {
            const special *other = &d->at[cell][k];
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

static bool lay_out_specials(draft *d, man_plan *p)
{
    game *g = d->g;
    uint32_t total = 0;
    for (int cell = 0; cell < g->cells; cell++) {
        total += d->at_count[cell];
    }
    if (!total) {
        return true;
    }
    uint32_t *start = arena_new(&g->arena, uint32_t, (size_t)g->cells + 1);
    uint32_t *end = arena_new(&g->arena, uint32_t, (size_t)g->cells + 1);
    special *all = arena_new(&g->arena, special, total);
    if (!start || !end || !all) {
        return out_of_memory(d);
    }
    uint32_t n = 0;
    for (int cell = 0; cell < g->cells; cell++) {
        start[cell] = n;
        p->overlaps |= may_overlap(d, p, (unsigned)cell);
        p->doubles |= may_double(d, (unsigned)cell);
        /* Captures in passing last: play finds them from the passed cell (game.passers), not from here. */
        for (int passing = 0; passing < 2; passing++) {
            for (uint32_t i = 0; i < d->at_count[cell]; i++) {
                if ((d->at[cell][i].kind == SPECIAL_PASSING) == (passing == 1)) {
                    all[n++] = d->at[cell][i];
                    p->walks |= d->at[cell][i].kind == SPECIAL_WALK;
                    p->circles |= d->at[cell][i].kind == SPECIAL_CIRCLE;
                }
            }
            end[cell] = passing ? end[cell] : n;
        }
    }
    start[g->cells] = n;
    p->special_start = start;
    p->special_end = end;
    p->specials = all;
    return true;
}

static bool build_plan(draft *d, man_id man)
{
    game *g = d->g;
    man_plan *p = &g->plans[man];
    d->player = g->man_owner[man];
    d->type = &g->type[g->man_type[man]];
    const rule_piece *piece = &g->rules->pieces[d->type->piece];
    size_t table = (size_t)g->cells * (size_t)g->words;
    for (int i = 0; i < 4; i++) {
        d->leap[i] = arena_new(&g->arena, uint64_t, table);
        d->any_leap[i] = false;
    }
    d->leap_checks = arena_new(&g->arena, uint64_t, table);
    d->jump_near = arena_new(&g->arena, uint64_t, table);
    d->from = arena_new(&d->scratch, bool, (size_t)g->cells);
    d->to = arena_new(&d->scratch, bool, (size_t)g->cells);
    d->at = arena_new(&d->scratch, special *, (size_t)g->cells);
    d->at_count = arena_new(&d->scratch, uint32_t, (size_t)g->cells);
    if (!d->leap[0] || !d->leap[1] || !d->leap[2] || !d->leap[3] || !d->leap_checks || !d->jump_near || !d->from ||
        !d->to || !d->at || !d->at_count) {
        return out_of_memory(d);
    }
    if ((int)d->player == g->nobody) {
        *p = g->plans[game_man(g, 0, g->man_type[man])]; /* how it moves is its mover's matter */
        return true;
    }
    bool fine = true;
    for (size_t i = 0; i < piece->move_count; i++) {
        fine &= add_movement(d, &piece->moves[i]);
    }
    if (!fine || !lay_out_sliders(d, p) || !lay_out_specials(d, p) || !lay_out_jumps(d, p)) {
        return false;
    }
    p->leap_both = d->any_leap[0] ? d->leap[0] : NULL;
    p->leap_move = d->any_leap[1] ? d->leap[1] : NULL;
    p->leap_take = d->any_leap[2] ? d->leap[2] : NULL;
    p->leap_own = d->any_leap[3] ? d->leap[3] : NULL;
    p->stands = d->any_leap[3] || d->ray_count[OWN_GROUP];
    p->leap_checks = d->leap_checks;
    p->idle = d->idle;
    p->plain = !p->leap_move && !p->leap_take && !p->leap_own;
    for (unsigned i = 0; i < p->slides; i++) {
        p->plain &= p->slide[i].modes == (LEG_MOVE | LEG_CAPTURE);
    }
    return true;
}

bool plans_build(game *g, const staged_hooks *hooks, diag_list *diags)
{
    bool fine = true;
    for (int man = 1; man < g->men && !diags->failed; man++) {
        draft d = {.g = g, .hooks = hooks, .diags = diags};
        arena_init(&d.scratch, 0);
        fine &= build_plan(&d, (man_id)man);
        arena_finish(&d.scratch);
        if (!fine && diags->errors > 20) {
            break;
        }
    }
    return fine;
}

/* ---- sliders laid out ---- */

/* The cells of a line in order, each once: a line that comes past a cell again found it empty the first time, and one
 * that comes back to its own cell ends there. How many. */
static unsigned follow_ray(const game *g, unsigned way, int range, unsigned from, uint64_t *seen, cell_id *line)
{
    const topology *t = &g->topology;
    unsigned count = 0;
    int steps = 0;
    for (cell_id at = topology_step(t, &way, from); at != CELL_NONE && at != from; at = topology_step(t, &way, at)) {
        if (range && steps++ == range) {
            break;
        }
        if (!set_has(seen, at)) {
            set_put(seen, at);
            line[count++] = at;
        }
    }
    return count;
}

static int8_t order_of(unsigned from, const cell_id *line, unsigned count)
{
    bool rises = true, falls = true;
    for (unsigned i = 0, before = from; i < count; before = line[i++]) {
        rises &= line[i] > before;
        falls &= line[i] < before;
    }
    return (int8_t)(rises ? 1 : falls ? -1 : 0);
}

/* How many cells all lines of a slider have together. */
static size_t count_line_cells(const game *g, const slider_shape *shape)
{
    size_t total = 0;
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        for (int k = 0; k < shape->count; k++) {
            uint64_t seen[CELLS_MAX / 64] = {0};
            cell_id line[CELLS_MAX];
            total += follow_ray(g, shape->vector[k], shape->range[k], cell, seen, line);
        }
    }
    return total;
}

/* Where the game's filter lets nobody go is no goal, though it blocks as any cell. */
static void keep_goals(const game *g, const slider *s, uint64_t *empty)
{
    for (size_t i = 0; s->goals && i < (size_t)g->cells * (size_t)g->words; i++) {
        empty[i] &= s->goals[i];
    }
}

/* What the slider's arrays hold while they are filled. */
typedef struct ray_store {
    slider_ray *rays;
    uint32_t *start;
    uint64_t *sets, *empty;
    cell_id *line;
    uint32_t used; /* of line */
} ray_store;

static bool store_room(game *g, ray_store *to, size_t rays, size_t line)
{
    size_t cells = (size_t)g->cells, words = (size_t)g->words;
    to->rays = arena_new(&g->arena, slider_ray, rays + 1);
    to->start = arena_new(&g->arena, uint32_t, cells + 1);
    to->sets = arena_new(&g->arena, uint64_t, (rays + 1) * words);
    to->empty = arena_new(&g->arena, uint64_t, cells * words);
    to->line = arena_new(&g->arena, cell_id, line + 1);
    return to->rays && to->start && to->sets && to->empty && to->line;
}

/* Which of a ray's cells can be goals. */
static bool may_be_goal(ray_kind kind, unsigned at, unsigned count)
{
    return kind == RAY_LINE || (kind == RAY_LAME ? at + 1 == count : at > 0);
}

/* Ray number `n` of `cell`, whose cells stand in `line` from `used` on; goals that the filter forbids are none. */
static void store_ray(const game *g, const slider *s, ray_store *to, uint32_t n, unsigned cell, unsigned count)
{
    size_t words = (size_t)g->words;
    slider_ray *r = &to->rays[n];
    r->first = to->used;
    r->count = (uint16_t)count;
    r->order = order_of(cell, to->line + to->used, count);
    for (unsigned i = 0; i < count; i++) {
        cell_id at = to->line[to->used + i];
        set_put(to->sets + n * words, at);
        if (may_be_goal(s->kind, i, count)) {
            set_put(to->empty + cell * words, at);
        }
    }
    to->used += count;
}

static bool straight_rays(game *g, const slider_shape *shape, slider *s, ray_store *to)
{
    if (!store_room(g, to, (size_t)g->cells * (size_t)shape->count, count_line_cells(g, shape))) {
        return false;
    }
    uint32_t n = 0;
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        to->start[cell] = n;
        for (int k = 0; k < shape->count; k++) {
            uint64_t seen[CELLS_MAX / 64] = {0};
            unsigned count = follow_ray(g, shape->vector[k], shape->range[k], cell, seen, to->line + to->used);
            if (count) {
                store_ray(g, s, to, n++, cell, count);
            }
        }
    }
    to->start[g->cells] = n;
    return true;
}

static bool lame_rays(game *g, const slider_shape *shape, slider *s, ray_store *to)
{
    if (!store_room(g, to, shape->lame_count, shape->lame_count * (BETZA_LEGS_MAX + 1))) {
        return false;
    }
    uint32_t n = 0;
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        to->start[cell] = n;
        for (; n < shape->lame_count && shape->lame[n].from == cell; n++) {
            const lame_leap *leap = &shape->lame[n];
            memcpy(to->line + to->used, leap->over, leap->count * sizeof(cell_id));
            to->line[to->used + leap->count] = leap->to;
            store_ray(g, s, to, n, cell, leap->count + 1u);
        }
    }
    to->start[g->cells] = n;
    return true;
}

static bool slider_rays(game *g, const slider_shape *shape, slider *s)
{
    ray_store to = {0};
    s->kind = shape->kind;
    s->goals = shape->goals < 0 ? NULL : g->goals[shape->goals];
    if (!(shape->kind == RAY_LAME ? lame_rays(g, shape, s, &to) : straight_rays(g, shape, s, &to))) {
        return false;
    }
    keep_goals(g, s, to.empty);
    s->rays = to.rays;
    s->ray_start = to.start;
    s->ray_sets = to.sets;
    s->empty = to.empty;
    s->ray_cells = to.line;
    return true;
}

/* A line on a board of one word, cut at the first man in the way, by arithmetic: tables are large. */
static uint64_t cut_line(uint64_t line, uint64_t blockers, int order)
{
    if (order > 0) {
        return blockers ? line & ((blockers & (0 - blockers)) | ((blockers & (0 - blockers)) - 1)) : line;
    }
    for (int i = 1; i < 64; i *= 2) {
        blockers |= blockers >> i;
    }
    return line & ~(blockers >> 1);
}

/* Whether no cell of the ray matters but those of the mask. */
static bool ray_within(const game *g, const slider *s, uint32_t ray, const uint64_t *mask)
{
    const slider_ray *r = &s->rays[ray];
    cell_id last = s->ray_cells[r->first + r->count - 1]; /* stops nothing */
    for (int w = 0; w < g->words; w++) {
        uint64_t end = last >> 6 == w ? UINT64_C(1) << (last & 63) : 0;
        if (s->ray_sets[(size_t)ray * (size_t)g->words + (size_t)w] & ~end & ~mask[w]) {
            return false;
        }
    }
    return true;
}

/* Reach by walking, of the cell's rays on which no cell matters but those of the mask; NULL: of all. */
static void walk_reach(const game *g, const slider *s, size_t cell, const uint64_t *mask, const uint64_t *occupied,
                       uint64_t *reach)
{
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        const slider_ray *r = &s->rays[ray];
        if (mask && !ray_within(g, s, ray, mask)) {
            continue;
        }
        if (g->words == 1 && s->kind == RAY_LINE && r->order) {
            uint64_t line = s->ray_sets[ray];
            *reach |= cut_line(line, line & *occupied, r->order);
        } else {
            ray_follow(s, r, occupied, reach);
        }
    }
    for (int w = 0; s->goals && w < g->words; w++) {
        reach[w] &= s->goals[cell * (size_t)g->words + (size_t)w];
    }
}

/* Bits in one lookup; in a part of one, on boards of one word and of two; bytes of whole lookups in a game, behind which
 * lines are looked up in parts: slower by little, smaller by much. */
enum { LOOKUP_BITS_MAX = 14, SMALL_BITS_MAX = 6, WIDE_BITS_MAX = 10, LOOKUP_BYTES_MAX = 2500000 };

static int count_bits(const uint64_t *mask, int words)
{
    int count = 0;
    for (int w = 0; w < words; w++) {
        for (uint64_t left = mask[w]; left; left &= left - 1) {
            count++;
        }
    }
    return count;
}

/* The cells that matter to a ray: the last stops nothing. */
static void mask_ray(const slider *s, const slider_ray *r, uint64_t *mask)
{
    for (unsigned i = 0; i + 1u < r->count; i++) {
        set_put(mask, s->ray_cells[r->first + i]);
    }
}

/* The next subset of a mask, in the order in which PEXT numbers them. */
static void next_subset(const uint64_t *mask, uint64_t *subset, int words)
{
    for (int w = 0; w < words; w++) {
        subset[w] = (subset[w] - mask[w]) & mask[w];
        if (subset[w]) {
            return;
        }
    }
}

/* What the cell reaches by every occupation of the mask's cells: [index][words]. `whole`: no other cell matters. */
static const uint64_t *tabulate(game *g, const slider *s, size_t cell, const uint64_t *mask, bool whole)
{
    size_t words = (size_t)g->words, count = (size_t)1 << count_bits(mask, g->words);
    uint64_t *table = arena_new(&g->arena, uint64_t, count * words), occupied[WIDE_WORDS] = {0};
    for (size_t index = 0; table && index < count; index++) {
        walk_reach(g, s, cell, whole ? NULL : mask, occupied, table + index * words);
        next_subset(mask, occupied, g->words);
    }
    return table;
}

/* Bytes that a whole lookup takes; 0 where some cell's is too wide. */
static size_t lookup_bytes(const game *g, const slider *s, uint64_t *masks)
{
    size_t entries = 0;
    for (size_t cell = 0; cell < (size_t)g->cells; cell++) {
        for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
            mask_ray(s, &s->rays[ray], &masks[cell]);
        }
        if (count_bits(&masks[cell], 1) > LOOKUP_BITS_MAX) {
            return 0;
        }
        entries += (size_t)1 << count_bits(&masks[cell], 1);
    }
    return entries * sizeof(uint64_t);
}

/* One-word boards: for each cell, the reach by every occupation of the cells that matter, in the order in which PEXT
 * gathers them (the standard use of that instruction since its appearance in 2013). Where there is no room `s` is left as it is. */
static bool slider_lookup(game *g, slider *s, size_t *room)
{
    uint64_t *masks = arena_new(&g->arena, uint64_t, (size_t)g->cells);
    const uint64_t **lookup = arena_new(&g->arena, const uint64_t *, (size_t)g->cells);
    size_t bytes = masks ? lookup_bytes(g, s, masks) : 0;
    if (!masks || !lookup) {
        return false;
    }
    if (!bytes || bytes > *room) {
        return true;
    }
    *room -= bytes;
    for (size_t cell = 0; cell < (size_t)g->cells; cell++) {
        lookup[cell] = tabulate(g, s, cell, &masks[cell], true);
        if (!lookup[cell]) {
            return false;
        }
    }
    s->masks = masks;
    s->lookup = lookup;
    return true;
}

/* As much of a cell's rays as has room in a table goes into each of its parts. False when a single ray has none. */
static bool part_masks(const slider *s, int most, size_t cell, uint64_t masks[SLIDER_RAYS_MAX][WIDE_WORDS], int *parts)
{
    int count = 1;
    memset(masks, 0, sizeof(uint64_t[SLIDER_RAYS_MAX][WIDE_WORDS]));
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        int part = 0;
        uint64_t grown[WIDE_WORDS];
        for (; part < SLIDER_RAYS_MAX; part++) {
            memcpy(grown, masks[part], sizeof grown);
            mask_ray(s, &s->rays[ray], grown);
            if (count_bits(grown, WIDE_WORDS) <= most) {
                break;
            }
        }
        if (part == SLIDER_RAYS_MAX) {
            return false;
        }
        memcpy(masks[part], grown, sizeof grown);
        count = part + 1 > count ? part + 1 : count;
    }
    *parts = count > *parts ? count : *parts;
    return true;
}

static bool slider_wide_lookup(game *g, slider *s)
{
    uint64_t masks[SLIDER_RAYS_MAX][WIDE_WORDS];
    int parts = 1, most = g->words == 1 ? SMALL_BITS_MAX : WIDE_BITS_MAX;
    size_t cells = (size_t)g->cells;
    for (size_t cell = 0; cell < cells; cell++) {
        if (!part_masks(s, most, cell, masks, &parts)) {
            return true; /* lines are cut instead */
        }
    }
    wide_lookup *wide = arena_new(&g->arena, wide_lookup, (size_t)parts * cells);
    for (size_t cell = 0; wide && cell < cells; cell++) {
        (void)part_masks(s, most, cell, masks, &parts);
        for (int part = 0; part < parts; part++) {
            wide_lookup *l = &wide[(size_t)part * cells + cell];
            memcpy(l->mask, masks[part], sizeof l->mask);
            l->shift = (unsigned)count_bits(l->mask, 1);
            l->reach = tabulate(g, s, cell, l->mask, false);
            if (!l->reach) {
                return false;
            }
        }
    }
    s->wide = wide;
    s->wide_parts = parts;
    return wide != NULL;
}

bool sliders_build(game *g, diag_list *diags, bool lookup)
{
    g->sliders = arena_new(&g->arena, slider, (size_t)(g->slider_count ? g->slider_count : 1));
    bool fine = g->sliders != NULL;
    size_t room = LOOKUP_BYTES_MAX;
    for (int i = 0; i < g->slider_count && fine; i++) {
        slider *s = &g->sliders[i];
        fine = slider_rays(g, &g->slider_shapes[i], s);
        if (fine && lookup && g->words == 1) {
            fine = slider_lookup(g, s, &room);
        }
        if (fine && lookup && g->words <= WIDE_WORDS && !s->lookup) {
            fine = slider_wide_lookup(g, s);
        }
    }
    if (!fine) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    return fine;
}
