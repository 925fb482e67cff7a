/* Multi-leg paths: movements that play has to follow leg by leg. */

#include "compile/move_draft.h"

#include <string.h>

static bool add_leg(draft *d, multi_leg_path *w, vector v, int range, unsigned modes, unsigned flags, location at)
{
    if (w->legs == BETZA_LEGS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, at, "a path of more than %d legs", BETZA_LEGS_MAX);
        return false;
    }
    int number = draft_vector_number(d, v);
    if (number < 0) {
        return false;
    }
    w->leg[w->legs++] =
        (path_leg){(uint16_t)number, (int16_t)range, (uint16_t)modes, (uint16_t)flags, (int16_t)d->rule->through};
    return true;
}

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

/* A lame leap is steps over empty cells. A leap that must jump begins with a step onto an occupied cell and goes on as a
 * leap: the cells behind the first may have a piece or not, or be missing. */
static bool split_leg(draft *d, multi_leg_path *w, const betza_leg *l, unsigned modes, location at)
{
    bool jump = l->flags & LEG_JUMP;
    vector unit = draft_vector(d, l->x / l->steps, l->y / l->steps, l->z / l->steps);
    int rest = l->steps - 1;
    if (jump) {
        vector behind = draft_vector(d, l->x / l->steps * rest, l->y / l->steps * rest, l->z / l->steps * rest);
        return add_leg(d, w, unit, 1, 0, LEG_OCCUPIED, at) && add_leg(d, w, behind, 1, modes, 0, at);
    }
    for (int k = 0; k < rest; k++) {
        if (!add_leg(d, w, unit, 1, LEG_MOVE, 0, at)) {
            return false;
        }
    }
    return add_leg(d, w, unit, 1, modes, 0, at);
}

/* A path in vectors of the board, with legs split into simpler ones. */
bool draft_compile_path(draft *d, const rule_move *rule, const betza_path *path, multi_leg_path *w)
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
                                              : add_leg(d, w, draft_vector(d, l->x, l->y, l->z), l->range, modes,
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
int draft_path_index(draft *d, const multi_leg_path *w)
{
    variant *v = d->v;
    if (!diag_draw(d->diags, (uint32_t)v->path_count, d->rule->location, "the paths of this movement are laid out")) {
        return -1;
    }
    for (int i = 0; i < v->path_count; i++) {
        if (is_same_path(&v->paths[i], w)) {
            return i;
        }
    }
    if (v->path_count == v->path_room) {
        int room = v->path_room ? v->path_room * 2 : 64;
        if (room > UINT16_MAX) {
            diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, d->rule->location, "more than %d paths of several legs",
                       v->path_count);
            return -1;
        }
        multi_leg_path *more = arena_new(&v->arena, multi_leg_path, (size_t)room);
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

/* Whether the path may step onto an empty cell and back: then the piece passes. Captures on such a way change something,
 * and are played as paths. */
bool draft_steps_back(const betza_path *path)
{
    const betza_leg *there = &path->leg[0], *back = &path->leg[1];
    const unsigned special_legs = LEG_LAME | LEG_JUMP | LEG_OCCUPIED;
    return path->legs == 2 && there->range == 1 && back->range == 1 && !((there->flags | back->flags) & special_legs) &&
           there->x + back->x == 0 && there->y + back->y == 0 && there->z + back->z == 0 && back->modes & LEG_MOVE &&
           (there->modes & LEG_MOVE || !(there->modes & (LEG_CAPTURE | LEG_OWN)));
}

static bool add_there_and_back(draft *d, const betza_path *path, special base)
{
    variant *v = d->v;
    const betza_leg *l = &path->leg[0], *k = &path->leg[1];
    const int number = draft_vector_number(d, draft_vector(d, l->x, l->y, l->z));
    const int back = draft_vector_number(d, draft_vector(d, k->x, k->y, k->z));
    bool *clear = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (number < 0 || back < 0 || !clear) {
        return number >= 0 && back >= 0 && diag_out_of_memory(d->diags);
    }
    if (d->rule->must_be_empty.count || d->rule->adjacent.count) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, d->rule->location,
                   "`if` is not played with a step there and back yet");
        return false;
    }
    base.kind = SPECIAL_ROUND_TRIP;
    base.modes = LEG_MOVE;
    for (int cell = 0; cell < v->cells; cell++) {
        const cell_id middle = v->topology.next[number][cell];
        if (middle == CELL_NONE || v->topology.next[back][middle] != cell || !d->from[cell] || !d->to[cell]) {
            continue; /* beyond the pole of a sphere, the way back is another */
        }
        clear[middle] = true;
        base.to = (cell_id)cell;
        base.first_clear = middle;
        base.clear = build_set(v, d->diags, clear);
        clear[middle] = false;
        if (base.clear == UINT32_MAX || !draft_add_special(d, (unsigned)cell, base)) {
            return false;
        }
    }
    return true;
}

enum { WALK_STEPS_MAX = 100000 };

/* Adds to `steps` [cells] how many steps the legs from `leg` on may take from each cell; sums stop at WALK_STEPS_MAX. */
static bool count_steps(draft *d, const multi_leg_path *w, uint32_t *steps)
{
    const topology *t = &d->v->topology;
    const size_t cells = (size_t)d->v->cells;
    uint32_t *then = arena_new(&d->scratch, uint32_t, cells), *here = arena_new(&d->scratch, uint32_t, cells);
    if (!then || !here) {
        return diag_out_of_memory(d->diags);
    }
    for (unsigned leg = w->legs; leg-- > 0;) {
        uint64_t work = 0;
        const bool hops = w->leg[leg].flags & (LEG_CANNON | LEG_GRASSHOPPER);
        for (size_t cell = 0; cell < cells; cell++) {
            unsigned heading = w->leg[leg].vector;
            uint64_t sum = 0;
            int range = w->leg[leg].range ? w->leg[leg].range : t->cells, length = 0;
            for (unsigned to = topology_step(t, &heading, (unsigned)cell); to != CELL_NONE && length++ < range;
                 to = topology_step(t, &heading, to)) {
                sum += 1 + (uint64_t)then[to];
                if (to == cell && heading == w->leg[leg].vector && !hops) {
                    break; /* once around wrapped edges */
                }
            }
            here[cell] = sum < WALK_STEPS_MAX ? (uint32_t)sum : WALK_STEPS_MAX;
            work += (uint64_t)length + 1;
        }
        memcpy(then, here, cells * sizeof *then);
        if (!diag_draw(d->diags, (uint32_t)work, d->rule->location, "the paths of this movement are laid out")) {
            return false;
        }
    }
    for (size_t cell = 0; cell < cells; cell++) {
        steps[cell] = here[cell] < WALK_STEPS_MAX - steps[cell] ? steps[cell] + here[cell] : WALK_STEPS_MAX;
    }
    return true;
}

/* Whether the walks of the piece stay within bounds with this path, which is new to it. A listing of moves cannot be
 * stopped within a walk. */
static bool check_steps(draft *d, const multi_leg_path *w, const rule_move *rule)
{
    if (!d->walk_steps) {
        d->walk_steps = arena_new(&d->scratch, uint32_t, (size_t)d->v->cells);
    }
    if (!d->walk_steps) {
        return diag_out_of_memory(d->diags);
    }
    if (!count_steps(d, w, d->walk_steps)) {
        return false;
    }
    for (int cell = 0; cell < d->v->cells; cell++) {
        if (d->walk_steps[cell] >= WALK_STEPS_MAX) {
            diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, rule->location,
                       "from `%s` this piece has more than %d steps on its ways", d->v->topology.names[cell],
                       WALK_STEPS_MAX);
            diag_hint(d->diags, "fewer riding legs, or legs with a range such as R3, have fewer ways");
            return false;
        }
    }
    return true;
}

bool draft_add_multi_leg(draft *d, const rule_move *rule, const betza_path *path, special base)
{
    variant *v = d->v;
    multi_leg_path w;
    if (!draft_compile_path(d, rule, path, &w) || (draft_steps_back(path) && !add_there_and_back(d, path, base))) {
        return false;
    }
    int number = draft_path_index(d, &w);
    if (number < 0 || !check_steps(d, &w, rule)) {
        return false;
    }
    bool *clear = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (!clear) {
        return diag_out_of_memory(d->diags);
    }
    base.kind = SPECIAL_MULTI_LEG;
    base.path = (uint16_t)number;
    base.gives_check &= path_captures(&w);
    for (int cell = 0; cell < v->cells; cell++) {
        special s = base;
        if (d->from[cell] &&
            (!draft_set_condition(d, (unsigned)cell, clear, &s) || !draft_add_special(d, (unsigned)cell, s))) {
            return false;
        }
    }
    return true;
}
