#include "draw/marks.h"

#include "compile/movement_find.h"
#include "compile/quiet_jumps.h"

#include <stdlib.h>
#include <string.h>

typedef struct finder {
    marks *out;
    const variant *v;
    const piece_moves *moves;
    piece_id piece;
    int owner;
    unsigned from;
    uint32_t last[CELLS_MAX]; /* the last mark of each cell, counted from 1 */
} finder;

static void put_mark(finder *f, unsigned cell, unsigned via, unsigned flags)
{
    marks *m = f->out;
    for (uint32_t i = m->list ? f->last[cell] : 0; i; i = m->list[i - 1].before) {
        mark *old = &m->list[i - 1];
        bool same = (old->flags & ~(unsigned)MARK_MODES) == (flags & ~(unsigned)MARK_MODES);
        if (same && (old->via == via || !(flags & MARK_RIDER))) {
            old->flags |= flags;
            return;
        }
    }
    if (m->count == m->room) {
        size_t room = m->room ? 2 * m->room : 64;
        mark *more = realloc(m->list, room * sizeof *more);
        if (!more) {
            m->failed = true;
            return;
        }
        m->list = more;
        m->room = room;
    }
    m->list[m->count++] = (mark){(cell_id)cell, (cell_id)via, flags, f->last[cell]};
    f->last[cell] = (uint32_t)m->count;
}

/* Whether a filter lets the piece end its move there. */
static bool may_end(const finder *f, unsigned cell)
{
    const uint64_t *allowed = f->v->filter_allows[f->owner];
    return !allowed || set_has(allowed + (size_t)f->from * (size_t)f->v->bitset_words, cell);
}

/* LEG_MOVE, LEG_CAPTURE and LEG_OWN correspond to the first three marks. */
static unsigned modes_of(unsigned leg_modes)
{
    return ((leg_modes & LEG_MOVE) ? MARK_QUIET : 0u) | ((leg_modes & LEG_CAPTURE) ? MARK_CAPTURE : 0u) |
           ((leg_modes & LEG_OWN) ? MARK_OWN : 0u);
}

/* ---- leaps ---- */

/* The number of a step that some movement uses; -1. */
static int known_vector(const topology *t, vector v)
{
    for (int i = 0; i < t->vector_count; i++) {
        const vector *k = &t->vectors[i];
        if (k->dx == v.dx && k->dy == v.dy && k->dz == v.dz && k->barred_edges == v.barred_edges &&
            k->bounces == v.bounces) {
            return i;
        }
    }
    return -1;
}

static bool has_fuel(const finder *f, size_t steps)
{
    return fuel_draw(f->out->fuel, (uint32_t)steps);
}

/* Whether a path of the movement is a single step from the piece's cell to `to`. */
static bool leads(const finder *f, const rule_move *rule, unsigned to, bool initial)
{
    const topology *t = &f->v->topology;
    for (size_t i = 0; i < rule->paths.count && has_fuel(f, 1 + (size_t)t->vector_count / 4); i++) {
        const betza_path *path = &rule->paths.paths[i];
        const betza_leg *l = &path->leg[0];
        if (path->legs != 1 || l->range != 1 || path->initial != initial || rule->jumps || rule->quiet_jumps) {
            continue;
        }
        vector v = topology_rotate(f->v->rules, (size_t)f->owner, l->x, l->y);
        v.dz = l->z;
        v.barred_edges = rule->barred_edges;
        v.bounces = rule->bounces;
        int number = known_vector(t, v);
        if (number >= 0 && t->next[number][f->from] == to) {
            return true;
        }
    }
    return false;
}

/* What the table of leaps does not say: whether a leap exists only because of where the piece is. */
static unsigned why_leap(const finder *f, unsigned to)
{
    const rule_piece *piece = &f->v->rules->pieces[f->v->type[f->v->type_of[f->piece]].rule_piece_index];
    bool always = false, here = false, zone = false, hook = false;
    for (size_t i = 0; i < piece->move_count; i++) {
        const rule_move *rule = &piece->moves[i];
        bool zoned = rule->from.string != NULL;
        always |= leads(f, rule, to, false) && !zoned;
        const bool led = zoned && leads(f, rule, to, false);
        here |= leads(f, rule, to, true) || (led && movement_begins_at_start(f->v, f->piece, rule));
        zone |= led;
        hook |= rule->hook != NULL;
    }
    return always ? 0 : here ? MARK_INITIAL : zone ? MARK_ZONE : hook ? MARK_HOOK : 0;
}

static void put_leaps(finder *f, const uint64_t *table, unsigned flags)
{
    for (unsigned to = 0; table && to < (unsigned)f->v->cells; to++) {
        if (set_has(table + (size_t)f->from * (size_t)f->v->bitset_words, to)) {
            put_mark(f, to, f->from, flags | why_leap(f, to));
        }
    }
}

/* ---- rays ---- */

static bool unlimited(const slider_spec *shape)
{
    for (int i = 0; i < shape->ray_count; i++) {
        if (shape->range[i]) {
            return false;
        }
    }
    return shape->ray_count > 0;
}

static void put_ray(finder *f, const slider *s, const slider_ray *r, unsigned modes, bool endless)
{
    for (unsigned i = 0; i < r->count; i++) {
        unsigned cell = s->ray_cells[r->first + i], via = i ? s->ray_cells[r->first + i - 1] : f->from;
        bool hops = s->kind == RAY_CANNON || s->kind == RAY_GRASSHOPPER;
        bool goal = s->kind == RAY_SLIDER || (s->kind == RAY_LAME_LEAPER ? i + 1u == r->count : i > 0);
        bool allowed = !s->filter || set_has(s->filter + (size_t)f->from * (size_t)f->v->bitset_words, cell);
        if (!goal || !allowed) {
            continue;
        }
        unsigned flags = modes | (hops ? MARK_HURDLE : 0u);
        if (s->kind == RAY_LAME_LEAPER) {
            flags |= i > 0 ? MARK_CLEAR_PATH : 0u;
            via = f->from;
        } else {
            flags |=
                (i > (hops ? 1u : 0u) ? MARK_CLEAR_PATH : 0u) | (endless ? MARK_RIDER | MARK_UNLIMITED : MARK_RIDER);
        }
        put_mark(f, cell, via, flags);
    }
}

static void put_rays(finder *f)
{
    const variant *v = f->v;
    for (unsigned i = 0; i < f->moves->slide_count; i++) {
        unsigned number = f->moves->slide[i].slider, slide_modes = f->moves->slide[i].modes;
        const slider *s = &v->sliders[number];
        unsigned modes = slide_modes == SLIDE_ROYALS_ONLY ? MARK_CAPTURE | MARK_RESTRICTED : modes_of(slide_modes);
        for (uint32_t r = s->ray_start[f->from]; r < s->ray_start[f->from + 1]; r++) {
            put_ray(f, s, &s->rays[r], modes, unlimited(&v->slider_specs[number]));
        }
    }
}

/* ---- multi-leg paths ---- */

/* Follows a multi-leg path as the move generator does, on a board where each cell holds whatever the path needs.
 * `flags` collects what it needs. */
typedef struct tracer {
    finder *f;
    const multi_leg_path *path;
    unsigned base;                  /* flags of the whole movement */
    uint8_t *visited;               /* [leg][cell] bits of the flags it was visited with */
    uint8_t *visited_after_capture; /* the same, cleared for each cell of a capture on the way */
    unsigned captured;              /* where a piece was captured on the way; CELL_NONE */
} tracer;

enum { TRACED = MARK_CLEAR_PATH | MARK_HURDLE | MARK_LOCUST };

static void trace_from(tracer *t, unsigned leg, unsigned at, unsigned flags);

static bool is_new(tracer *t, unsigned leg, unsigned at, unsigned flags)
{
    unsigned key =
        (flags & MARK_CLEAR_PATH ? 1u : 0u) | (flags & MARK_HURDLE ? 2u : 0u) | (flags & MARK_LOCUST ? 4u : 0u);
    uint8_t *seen = &t->visited[leg * (size_t)t->f->v->cells + at];
    bool fresh = !(*seen >> key & 1);
    *seen = (uint8_t)(*seen | 1u << key);
    return fresh;
}

static void trace_end(tracer *t, const path_leg *l, unsigned cell, unsigned via, unsigned flags)
{
    finder *f = t->f;
    if (!may_end(f, cell)) {
        return;
    }
    unsigned modes = modes_of(l->modes);
    if (t->path->to != UINT32_MAX && !set_has(f->v->set_pool + t->path->to, cell)) {
        return;
    }
    if (cell == t->captured) { /* empty as well: the piece comes back to where it captured */
        modes = l->modes & LEG_MOVE ? MARK_CAPTURE : 0u;
        flags &= ~(unsigned)MARK_LOCUST;
    }
    if (cell == f->from) { /* now empty; a move only if it captured something on the way */
        modes &= flags & MARK_LOCUST ? MARK_QUIET : 0u;
        flags |= MARK_STAYS;
    }
    if (modes) {
        put_mark(f, cell, via, t->base | modes | flags);
    }
}

/* Arrives on `cell` from `via` by a leg. */
static void trace_arrive(tracer *t, unsigned leg, unsigned cell, unsigned via, unsigned flags)
{
    const path_leg *l = &t->path->leg[leg];
    bool last = leg + 1u == t->path->legs;
    if (last) {
        trace_end(t, l, cell, via, flags);
        return;
    }
    bool home = cell == t->f->from, moves = l->modes & LEG_MOVE, occupied = l->flags & LEG_OCCUPIED && !home;
    flags &= TRACED;
    if (moves && (occupied || home)) {
        trace_from(t, leg + 1, cell, flags);
    } else if (moves) {
        trace_from(t, leg + 1, cell, flags | MARK_CLEAR_PATH);
    } else if (occupied) {
        trace_from(t, leg + 1, cell, flags | MARK_HURDLE);
    }
    if (!home && !occupied && !(flags & MARK_LOCUST) && l->modes & (LEG_CAPTURE | LEG_OWN)) {
        uint8_t *visited = t->visited;
        t->visited = t->visited_after_capture;
        size_t size = (size_t)t->path->legs * (size_t)t->f->v->cells;
        memset(t->visited, 0, size);
        (void)has_fuel(t->f, size / 16); /* the walk itself finds that none is left */
        t->captured = cell;
        trace_from(t, leg + 1, cell, flags | MARK_LOCUST);
        t->captured = CELL_NONE;
        t->visited = visited;
    }
}

static void trace_hop(tracer *t, unsigned leg, unsigned at, unsigned flags)
{
    const path_leg *l = &t->path->leg[leg];
    const topology *board = &t->f->v->topology;
    unsigned way = l->vector, before = at;
    int most = l->range ? l->range + (l->flags & LEG_GRASSHOPPER ? 1 : 0) : board->cells, steps = 1;
    for (unsigned cell = topology_step(board, &way, at); cell != CELL_NONE && steps <= most; steps++) {
        if (leg == 0 && cell == t->f->from) {
            return;
        }
        if (steps > 1) {
            unsigned far = steps > 2 ? MARK_CLEAR_PATH : 0u;
            trace_arrive(t, leg, cell, before, flags | MARK_HURDLE | MARK_RIDER | far);
        }
        before = cell;
        cell = topology_step(board, &way, cell);
    }
}

static void trace_ride(tracer *t, unsigned leg, unsigned at, unsigned flags)
{
    const path_leg *l = &t->path->leg[leg];
    const topology *board = &t->f->v->topology;
    unsigned way = l->vector, before = at, line = 0;
    int most = l->range ? l->range : board->cells;
    bool skip = l->flags & LEG_JUMP && l->range != 1;
    if (l->range != 1) {
        line = l->range ? MARK_RIDER : MARK_RIDER | MARK_UNLIMITED;
    }
    unsigned cell = topology_step(board, &way, at);
    for (int steps = 1; cell != CELL_NONE && steps <= most; steps++) {
        if (leg == 0 && cell == t->f->from) {
            return;
        }
        if (!(skip && steps == 1)) {
            trace_arrive(t, leg, cell, before, flags | line);
            if (steps > l->through && cell != t->f->from) {
                flags |=
                    MARK_CLEAR_PATH; /* the cells behind it: more cells lie between than it may pass through pieces */
            }
        }
        before = cell;
        cell = topology_step(board, &way, cell);
    }
}

static void trace_from(tracer *t, unsigned leg, unsigned at, unsigned flags)
{
    if (!is_new(t, leg, at, flags) || !has_fuel(t->f, (size_t)t->f->v->topology.columns)) {
        return;
    }
    if (t->path->leg[leg].flags & (LEG_CANNON | LEG_GRASSHOPPER)) {
        trace_hop(t, leg, at, flags);
    } else {
        trace_ride(t, leg, at, flags);
    }
}

static void put_walk(finder *f, const multi_leg_path *path, unsigned base)
{
    tracer t = {.f = f, .path = path, .base = base, .captured = CELL_NONE};
    size_t size = (size_t)path->legs * (size_t)f->v->cells;
    if (!has_fuel(f, size / 16)) {
        return;
    }
    t.visited = calloc(2 * size, 1);
    if (!t.visited) {
        f->out->failed = true;
        return;
    }
    t.visited_after_capture = t.visited + size;
    trace_from(&t, 0, f->from, 0);
    free(t.visited);
}

/* ---- movements with a condition ---- */

/* Whether the movement is available from its first cell only, or from those of a zone. */
static unsigned where_from(const finder *f, const special *s)
{
    bool initial = false, all = true;
    for (size_t i = 0; i < s->rule->paths.count; i++) {
        initial |= s->rule->paths.paths[i].initial;
        all &= s->rule->paths.paths[i].initial;
    }
    if (s->right >= 0 || (initial && all)) {
        return MARK_INITIAL;
    }
    return !s->rule->from.string ? 0 : movement_begins_at_start(f->v, f->piece, s->rule) ? MARK_INITIAL : MARK_ZONE;
}

static bool is_empty(const variant *v, const uint64_t *set)
{
    for (int i = 0; i < v->bitset_words; i++) {
        if (set[i]) {
            return false;
        }
    }
    return true;
}

/* Where a first jump over a piece that stays may end; chains go on from there likewise. */
static void put_quiet_jumps(finder *f, unsigned number, unsigned flags)
{
    const quiet_jumps *j = &f->v->quiet_jumps[number];
    bool far = false;
    for (int i = 0; i < j->count; i++) {
        far |= j->land_any[i] || j->ranges[i] != 1;
    }
    uint64_t ends[CELLS_MAX / 64] = {0};
    quiet_jumps_first(f->v, number, f->from, ends);
    for (unsigned cell = 0; cell < (unsigned)f->v->cells; cell++) {
        if (set_has(ends, cell) && may_end(f, cell)) {
            put_mark(f, cell, f->from, flags | MARK_QUIET | MARK_HURDLE | (far ? MARK_CLEAR_PATH : 0u));
        }
    }
}

static void put_special(finder *f, const special *s)
{
    const variant *v = f->v;
    if (!has_fuel(f, 1 + s->rule->paths.count) || s->rule->borrowed) {
        return;
    }
    unsigned flags =
        where_from(f, s) | (s->into ? MARK_CHANGES_TYPE : 0u) | (s->victims ? MARK_RESTRICTED : 0u) |
        (s->needs_adjacent || s->presence_count || s->must_not_check || s->way_count || s->rule->must_be_empty.count
             ? MARK_CONDITIONAL
             : 0u);
    if (s->right >= 0 && v->right[s->right].piece != f->piece) {
        return; /* only another type of this piece can hold it */
    }
    bool clear = s->first_clear != CELL_NONE && !is_empty(v, v->set_pool + s->clear);
    switch ((special_kind)s->kind) {
    case SPECIAL_LEAP:
        put_mark(f, s->to, f->from, flags | modes_of(s->modes) | (clear ? MARK_CLEAR_PATH : 0u));
        break;
    case SPECIAL_EN_PASSANT:
        put_mark(f, s->to, f->from, flags | MARK_CAPTURE | MARK_EN_PASSANT);
        break;
    case SPECIAL_MULTI_LEG:
        put_walk(f, &v->paths[s->path], flags);
        break;
    case SPECIAL_STAY:
        put_mark(f, f->from, f->from, flags | MARK_QUIET | MARK_STAYS);
        break;
    case SPECIAL_QUIET_JUMPS:
        put_quiet_jumps(f, s->path, flags);
        break;
    case SPECIAL_ROUND_TRIP:
        put_mark(f, f->from, f->from, flags | MARK_QUIET | MARK_STAYS | MARK_CLEAR_PATH);
        break;
    }
}

static void put_specials(finder *f)
{
    const piece_moves *moves = f->moves;
    for (uint32_t i = moves->special_start ? moves->special_start[f->from] : 0;
         moves->special_start && i < moves->special_start[f->from + 1]; i++) {
        put_special(f, &moves->specials[i]);
    }
}

/* ---- jumps ---- */

/* Landing cells behind each cell of the ray that may hold an enemy piece. */
static void put_jump_line(finder *f, const jump_direction *l)
{
    const topology *t = &f->v->topology;
    unsigned way = l->vector, over = topology_step(t, &way, f->from);
    unsigned flags = MARK_QUIET | MARK_LOCUST | (l->range != 1 || l->land_any ? MARK_RIDER | MARK_CLEAR_PATH : 0u);
    for (int steps = 1; over != CELL_NONE && over != f->from && steps <= t->cells; steps++) {
        unsigned land = topology_step(t, &way, over);
        if (land != CELL_NONE && may_end(f, land)) {
            put_mark(f, land, over, flags);
        }
        if (steps == l->range) {
            for (int n = 0; l->land_any && land != CELL_NONE && n < t->cells; n++) {
                unsigned next = topology_step(t, &way, land);
                if (next != CELL_NONE && next != f->from && may_end(f, next)) {
                    put_mark(f, next, land, flags);
                }
                land = next == f->from ? (unsigned)CELL_NONE : next;
            }
            return;
        }
        over = land;
    }
}

/* Remote captures by jumping (core_abilities.h): straight over pieces with an empty cell behind each. */
static void put_remote_captures(finder *f)
{
    const variant *v = f->v;
    const piece_abilities *power = v->abilities ? &v->abilities[v->type[v->type_of[f->piece]].rule_piece_index] : NULL;
    for (int i = 0; power && i < power->remote_capture_count; i++) {
        const remote_capture *s = &power->remote_captures[i];
        for (int d = 0; d < 8 && s->kind == REMOTE_LONG_LEAP; d++) {
            if (d < 4 ? !s->straight : !s->diagonal) {
                continue;
            }
            const cell_id *next = v->topology.next[v->neighbour_vectors[d]];
            unsigned over = next[f->from];
            for (int n = 0; over != CELL_NONE && n < v->cells; n++) {
                unsigned land = next[over];
                if (land != CELL_NONE && land != f->from && may_end(f, land)) {
                    put_mark(f, land, over, MARK_QUIET | MARK_LOCUST | MARK_RIDER | MARK_CLEAR_PATH);
                }
                over = land == f->from ? (unsigned)CELL_NONE : land;
            }
        }
    }
}

static void put_jumps(finder *f)
{
    for (int i = 0; i < f->moves->jump_count; i++) {
        if (set_has(f->v->set_pool + f->moves->jumps[i].from, f->from)) {
            put_jump_line(f, &f->moves->jumps[i]);
        }
    }
    if (f->v->has_remote_captures) {
        put_remote_captures(f);
    }
}

static void put_castlings(finder *f)
{
    const variant *v = f->v;
    for (int i = 0; i < v->castling_count; i++) {
        const castling *c = &v->castlings[i];
        if (c->king == f->piece && c->king_from == f->from) {
            put_mark(f, c->king_to, f->from, MARK_QUIET | MARK_CASTLING | MARK_INITIAL | MARK_CLEAR_PATH);
        }
    }
}

static int compare_marks(const void *left, const void *right)
{
    const mark *a = left, *b = right;
    if (a->cell != b->cell) {
        return a->cell < b->cell ? -1 : 1;
    }
    if (a->flags != b->flags) {
        return a->flags < b->flags ? -1 : 1;
    }
    return (a->via > b->via) - (a->via < b->via);
}

void marks_find(marks *m, const variant *v, piece_id piece, unsigned cell)
{
    finder f = {.out = m, .v = v, .moves = &v->moves[piece], .piece = piece, .owner = v->owner_of[piece], .from = cell};
    m->count = 0;
    if (f.owner == v->neutral_owner) {
        f.owner = 0; /* a neutral piece moves as its mover's pieces do */
    }
    put_leaps(&f, f.moves->leap_both, MARK_QUIET | MARK_CAPTURE);
    put_leaps(&f, f.moves->leap_move, MARK_QUIET);
    put_leaps(&f, f.moves->leap_capture, MARK_CAPTURE);
    put_leaps(&f, f.moves->leap_own, MARK_OWN);
    put_rays(&f);
    put_specials(&f);
    put_jumps(&f);
    put_castlings(&f);
    if (m->count) {
        qsort(m->list, m->count, sizeof *m->list, compare_marks);
    }
}

void marks_finish(marks *m)
{
    free(m->list);
    *m = (marks){0};
}

/* ---- the cell that shows a piece best ---- */

/* How much there is to show: number of cells first, then of different flags. */
static long shown(const marks *m)
{
    long cells = 0;
    unsigned all = 0;
    for (size_t i = 0; i < m->count; i++) {
        cells += i == 0 || m->list[i].cell != m->list[i - 1].cell;
        all |= m->list[i].flags;
    }
    long ways = 0;
    for (; all; all &= all - 1) {
        ways++;
    }
    return 16 * cells + ways;
}

static long off_middle(const topology *t, unsigned cell)
{
    long x = 2 * t->column[cell] - (t->columns - 1), y = 2 * t->row[cell] - (t->rows - 1);
    return x * x + y * y + (t->level[cell] ? 1000L * t->level[cell] : 0);
}

cell_id marks_best_cell(const variant *v, piece_id piece, fuel *left)
{
    marks m = {.fuel = left};
    cell_id best = CELL_NONE;
    long most = -1, off = 0;
    for (unsigned cell = 0; cell < (unsigned)v->cells && !m.failed && fuel_left(left); cell++) {
        marks_find(&m, v, piece, cell);
        long count = shown(&m), far = off_middle(&v->topology, cell);
        if (count > most || (count == most && far < off)) {
            most = count;
            off = far;
            best = (cell_id)cell;
        }
    }
    best = m.failed || !fuel_left(left) ? (cell_id)CELL_NONE : best;
    marks_finish(&m);
    return best;
}
