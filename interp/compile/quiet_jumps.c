#include "compile/quiet_jumps.h"

#include <string.h>

typedef struct jump_finder {
    const topology *t;
    const uint64_t *occupied;
    uint64_t *reached;
    unsigned from;
    cell_id queue[CELLS_MAX]; /* the cells that are jumped from, each once */
    unsigned count;
    uint64_t *seen; /* the cells of the queue */
} jump_finder;

static bool may_be_occupied(const jump_finder *f, unsigned cell)
{
    return !f->occupied || (cell != f->from && set_has(f->occupied, cell));
}

static bool may_be_empty(const jump_finder *f, unsigned cell)
{
    return !f->occupied || cell == f->from || !set_has(f->occupied, cell);
}

static void add_landing(jump_finder *f, unsigned cell)
{
    if (!set_has(f->seen, cell)) {
        set_put(f->seen, cell);
        f->queue[f->count++] = (cell_id)cell;
    }
    if (cell != f->from) {
        set_put(f->reached, cell);
    }
}

/* Over the piece on `over`, which the vector `heading` leaves. */
static void add_landings(jump_finder *f, unsigned over, unsigned heading, bool land_any)
{
    unsigned land = topology_step(f->t, &heading, over);
    for (int n = 0; land != CELL_NONE && land != over && may_be_empty(f, land) && n < f->t->cells; n++) {
        add_landing(f, land);
        if (!land_any) {
            return;
        }
        land = topology_step(f->t, &heading, land);
    }
}

/* All landings of one jump in a direction. */
static void jump_from(jump_finder *f, const quiet_jumps *j, unsigned at, int direction)
{
    unsigned heading = j->vectors[direction];
    unsigned over = topology_step(f->t, &heading, at);
    for (int steps = 1; over != CELL_NONE && over != at && steps <= f->t->cells; steps++) {
        if (may_be_occupied(f, over)) {
            add_landings(f, over, heading, j->land_any[direction]);
        }
        if (!may_be_empty(f, over) || steps == j->ranges[direction]) {
            return;
        }
        over = topology_step(f->t, &heading, over);
    }
}

/* The queue is left as it is: it is large. */
static void finder_begin(jump_finder *f, const variant *v, unsigned from, const uint64_t *occupied, uint64_t *reached)
{
    f->t = &v->topology;
    f->occupied = occupied;
    f->reached = reached;
    f->from = from;
}

static void search_begin(jump_finder *f)
{
    memset(f->seen, 0, ((size_t)f->t->cells + 63) / 64 * sizeof *f->seen);
    set_put(f->seen, f->from);
    f->queue[0] = (cell_id)f->from;
    f->count = 1;
}

/* Along one direction only. */
static void search_straight(jump_finder *f, const quiet_jumps *j, int direction)
{
    search_begin(f);
    for (unsigned i = 0; i < f->count; i++) {
        jump_from(f, j, f->queue[i], direction);
    }
}

/* The first jump is one of this movement; a chain goes on with all that make chains. */
static void search_all(jump_finder *f, const quiet_jumps *j, const quiet_jumps *onward)
{
    search_begin(f);
    for (int d = 0; d < j->count; d++) {
        jump_from(f, j, f->from, d);
    }
    for (unsigned i = 1; onward && i < f->count; i++) {
        for (int d = 0; d < onward->count; d++) {
            jump_from(f, onward, f->queue[i], d);
        }
    }
}

void quiet_jumps_find(const variant *v, unsigned number, unsigned from, const uint64_t *occupied, uint64_t *reached)
{
    const quiet_jumps *j = &v->quiet_jumps[number];
    uint64_t seen[CELLS_MAX / 64];
    jump_finder f;
    finder_begin(&f, v, from, occupied, reached);
    f.seen = seen;
    for (int d = 0; d < j->count && j->chain == CHAIN_STRAIGHT; d++) {
        search_straight(&f, j, d);
    }
    if (j->chain != CHAIN_STRAIGHT) {
        search_all(&f, j, j->chain == CHAIN_ANY ? &v->quiet_jumps[j->onward] : NULL);
    }
}

void quiet_jumps_first(const variant *v, unsigned number, unsigned from, uint64_t *reached)
{
    uint64_t seen[CELLS_MAX / 64];
    jump_finder f;
    finder_begin(&f, v, from, NULL, reached);
    f.seen = seen;
    search_all(&f, &v->quiet_jumps[number], NULL);
}
