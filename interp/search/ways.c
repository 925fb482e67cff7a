#include "search/ways.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS_CELLS_MAX = 256 }; /* on larger boards nobody asks who is passed: the tables grow with the square */

typedef struct builder {
    arena *arena;
    const game *game;
    const weights *weights;
    worths *worth;
    activity *out;
    activity_man *men;
    uint64_t **strikes; /* [men] of promoters: [cell][words] what they attack from there or later */
    uint64_t **ahead;   /* [men] the same as in activity_man, to be written */
} builder;

static uint64_t *set_table(builder *b, size_t rows)
{
    return arena_new(b->arena, uint64_t, rows * (size_t)b->game->words);
}

static uint64_t *row_of(const builder *b, uint64_t *table, int cell)
{
    return table + (size_t)cell * (size_t)b->game->words;
}

static void join(const builder *b, uint64_t *to, const uint64_t *from)
{
    for (int i = 0; i < b->game->words; i++) {
        to[i] |= from[i];
    }
}

static bool meets(const builder *b, const uint64_t *one, const uint64_t *other)
{
    for (int i = 0; i < b->game->words; i++) {
        if (one[i] & other[i]) {
            return true;
        }
    }
    return false;
}

/* ---- mobility ---- */

static int64_t root(int64_t n)
{
    int64_t low = 0, high = INT64_C(1) << 24;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle * middle <= n) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* The first cells to go to count most: half of it grows with the number, half with its root, about the usual number. */
static const int16_t *shape_of(builder *b, int man)
{
    int64_t mean = b->worth->mean[man];
    int16_t *shape = arena_new(b->arena, int16_t, ACTIVITY_SHAPE);
    if (mean <= 0 || !shape) {
        return NULL;
    }
    int64_t usual = mean + WORTH_UNIT;
    for (int n = 0; n < ACTIVITY_SHAPE; n++) {
        int64_t here = (int64_t)(n + 1) * WORTH_UNIT;
        int64_t curved = 2 * usual * (root(here * (1 << 20) / usual) - (1 << 10)) / (1 << 10);
        shape[n] = (int16_t)((here - usual + curved) * 8 / 2 / WORTH_UNIT);
    }
    return shape;
}

static void find_men(builder *b)
{
    const game *g = b->game;
    const weights *w = b->weights;
    uint8_t *top = arena_new(b->arena, uint8_t, (size_t)g->men);
    bool *paired = arena_new(b->arena, bool, (size_t)g->types + 1);
    for (int man = 1; !b->arena->failed && man < g->men; man++) {
        int type = g->man_type[man], value = w->value[type];
        activity_man *m = &b->men[man];
        bool royal = w->royal_like[type];
        m->class = (uint8_t)weights_class(w, type);
        m->promoter = w->promoter[type];
        m->shape = royal || m->promoter ? NULL : shape_of(b, man);
        int share = 90 * value / w->top; /* of the strongest; lesser men mate as well, and lose less by coming near */
        m->force = (uint8_t)(royal || m->promoter ? 0 : share < 80 ? 95 - share : 12);
        top[man] = (uint8_t)(64 * value / w->top);
        b->out->promoters = b->out->promoters || m->promoter;
        paired[type] = w->pair[w->pairs + type] != 0;
    }
    b->out->top = top;
    b->out->paired = paired;
}

/* ---- promoting men ---- */

static bool promotes_on(const game *g, int man, int from, int to)
{
    const promotion_table *t = g->plans[man].promotion;
    size_t row = (size_t)from * (size_t)g->words;
    return set_has(t->forced + row, (unsigned)to) || set_has(t->optional + row, (unsigned)to);
}

/* Moves to promotion from every cell: backwards, one more each time round. */
static bool find_far(builder *b, int man)
{
    const game *g = b->game;
    uint8_t *far = arena_new(b->arena, uint8_t, (size_t)g->cells);
    cell_id *stop = arena_new(b->arena, cell_id, (size_t)g->cells);
    if (!far || !stop) {
        return false;
    }
    for (int cell = 0; cell < g->cells; cell++) {
        stop[cell] = CELL_NONE;
    }
    bool changed = true;
    for (int pass = 1; changed && pass < 64; pass++) {
        changed = false;
        for (int cell = 0; cell < g->cells; cell++) {
            if (far[cell]) {
                continue;
            }
            const uint64_t *reach = worths_reach(b->worth, man, cell);
            for (int to = 0; to < g->cells && !far[cell]; to++) {
                if (set_has(reach, (unsigned)to) &&
                    (promotes_on(g, man, cell, to) ? pass == 1 : far[to] == pass - 1 && pass > 1)) {
                    far[cell] = (uint8_t)pass;
                    stop[cell] = (cell_id)to;
                    changed = true;
                }
            }
        }
    }
    b->men[man].far = far;
    b->men[man].stop = stop;
    return true;
}

/* All cells that the man can come to before it promotes, and those where it does. */
static void find_ahead(builder *b, int man)
{
    const game *g = b->game;
    for (int pass = 0; pass < 64; pass++) {
        bool changed = false;
        for (int cell = 0; cell < g->cells; cell++) {
            uint64_t *row = row_of(b, b->ahead[man], cell);
            uint64_t before[CELLS_MAX / 64];
            memcpy(before, row, (size_t)g->words * sizeof *row);
            const uint64_t *reach = worths_reach(b->worth, man, cell);
            join(b, row, reach);
            for (int to = 0; to < g->cells; to++) {
                if (set_has(reach, (unsigned)to) && !promotes_on(g, man, cell, to)) {
                    join(b, row, row_of(b, b->ahead[man], to));
                }
            }
            changed = changed || memcmp(before, row, (size_t)g->words * sizeof *row) != 0;
        }
        if (!changed) {
            break;
        }
    }
}

static void add_takes(const builder *b, int man, int cell, uint64_t *to)
{
    const man_plan *plan = &b->game->plans[man];
    size_t at = (size_t)cell * (size_t)b->game->words;
    for (int i = 0; i < b->game->words; i++) {
        to[i] |= plan->leap_both ? plan->leap_both[at + (size_t)i] : 0;
        to[i] |= plan->leap_take ? plan->leap_take[at + (size_t)i] : 0;
    }
}

static void find_strikes(builder *b, int man)
{
    const game *g = b->game;
    for (int cell = 0; cell < g->cells; cell++) {
        uint64_t *row = row_of(b, b->strikes[man], cell);
        const uint64_t *ahead = row_of(b, b->ahead[man], cell);
        add_takes(b, man, cell, row);
        for (int to = 0; to < g->cells; to++) {
            if (set_has(ahead, (unsigned)to)) {
                add_takes(b, man, to, row);
            }
        }
    }
}

/* Where other promoting men matter to the man on the cell. */
static void find_company(builder *b, int man, int cell, uint64_t *foes, uint64_t *aides, uint64_t *file)
{
    const game *g = b->game;
    int owner = g->man_owner[man];
    uint64_t own[CELLS_MAX / 64] = {0}, way[CELLS_MAX / 64];
    set_put(own, (unsigned)cell);
    memcpy(way, row_of(b, b->ahead[man], cell), (size_t)g->words * sizeof *way);
    for (int other = 1; other < g->men; other++) {
        int whose = g->man_owner[other];
        if (!b->men[other].promoter || whose >= g->players) {
            continue;
        }
        bool foe = g->enemies[owner] >> whose & 1;
        for (int at = 0; at < g->cells; at++) {
            const uint64_t *strikes = row_of(b, b->strikes[other], at);
            bool here = meets(b, strikes, own), later = here || meets(b, strikes, way);
            if (foe && (later || set_has(way, (unsigned)at))) {
                set_put(foes, (unsigned)at);
            }
            if (!foe && at != cell && here) {
                set_put(aides, (unsigned)at);
            }
            if (!foe && at != cell && later) {
                set_put(file, (unsigned)at);
            }
        }
    }
}

static bool find_promoters(builder *b)
{
    const game *g = b->game;
    size_t cells = (size_t)g->cells;
    for (int man = 1; man < g->men; man++) {
        if (b->men[man].promoter) {
            b->ahead[man] = set_table(b, cells);
            b->strikes[man] = set_table(b, cells);
            if (b->arena->failed || !find_far(b, man)) {
                return false;
            }
            find_ahead(b, man);
            find_strikes(b, man);
        }
    }
    for (int man = 1; man < g->men; man++) {
        if (!b->men[man].promoter) {
            continue;
        }
        uint64_t *foes = set_table(b, cells), *aides = set_table(b, cells), *file = set_table(b, cells);
        if (b->arena->failed) {
            return false;
        }
        for (int cell = 0; cell < g->cells; cell++) {
            find_company(b, man, cell, row_of(b, foes, cell), row_of(b, aides, cell), row_of(b, file, cell));
        }
        b->men[man].ahead = b->ahead[man];
        b->men[man].foes = foes;
        b->men[man].aides = aides;
        b->men[man].file = file;
    }
    return true;
}

/* ---- royals ---- */

static void add_cell(const builder *b, uint64_t *to, int column, int row, int level)
{
    cell_id cell = topology_at(&b->game->topology, column, row, level);
    if (cell != CELL_NONE) {
        set_put(to, cell);
    }
}

static int inward(int at, int size)
{
    return size < 3 ? at : at < 1 ? 1 : at > size - 2 ? size - 2 : at;
}

static void find_front(builder *b, int player)
{
    const game *g = b->game;
    const topology *t = &g->topology;
    uint64_t *near = set_table(b, (size_t)g->cells), *far = set_table(b, (size_t)g->cells);
    uint64_t *lanes = set_table(b, (size_t)g->cells * ACTIVITY_LANES);
    vector ahead = topology_turn(g->rules, (size_t)player, 0, 1), aside = topology_turn(g->rules, (size_t)player, 1, 0);
    int longest = t->columns > t->rows ? t->columns : t->rows;
    for (int cell = 0; !b->arena->failed && cell < g->cells; cell++) {
        int x = t->column[cell], y = t->row[cell], z = t->level[cell];
        for (int side = -1; side <= 1; side++) {
            int sx = x + side * aside.dx, sy = y + side * aside.dy;
            add_cell(b, row_of(b, near, cell), sx + ahead.dx, sy + ahead.dy, z);
            add_cell(b, row_of(b, far, cell), sx + 2 * ahead.dx, sy + 2 * ahead.dy, z);
            for (int i = side ? 0 : 1; i < longest; i++) {
                add_cell(b, row_of(b, lanes, cell * ACTIVITY_LANES + side + 1), sx + i * ahead.dx, sy + i * ahead.dy,
                         z);
            }
        }
    }
    b->out->front[player][0] = near;
    b->out->front[player][1] = far;
    b->out->lanes[player] = lanes;
}

static void find_royals(builder *b)
{
    const game *g = b->game;
    const topology *t = &g->topology;
    uint64_t *ring = set_table(b, (size_t)g->cells);
    man_id *crucial = arena_new(b->arena, man_id, (size_t)g->men + 1);
    for (int man = 1; crucial && man < g->men; man++) {
        bool like = b->weights->royal_like[g->man_type[man]];
        b->out->royals = b->out->royals || like;
        if (like && !g->man_royal[man]) {
            crucial[b->out->crucial_count++] = (man_id)man;
            b->men[man].precious = true;
        }
    }
    for (int cell = 0; ring && cell < g->cells; cell++) {
        int x = inward(t->column[cell], t->columns), y = inward(t->row[cell], t->rows);
        for (int dx = -1; dx <= 1; dx++) {
            for (int dy = -1; dy <= 1; dy++) {
                add_cell(b, row_of(b, ring, cell), x + dx, y + dy, t->level[cell]);
            }
        }
    }
    b->out->ring = ring;
    b->out->crucial = crucial;
    for (int player = 0; player < g->players; player++) {
        find_front(b, player);
    }
}

bool ways_init(activity *out, arena *a, const weights *w, worths *of)
{
    const game *g = of->game;
    builder b = {.arena = a, .game = g, .weights = w, .worth = of, .out = out};
    *out = (activity){.weights = w->pair, .mobility = w->mobility, .pairs = w->pairs, .threatens = !w->reversed};
    b.men = arena_new(a, activity_man, (size_t)g->men);
    b.strikes = arena_new(a, uint64_t *, (size_t)g->men);
    b.ahead = arena_new(a, uint64_t *, (size_t)g->men);
    out->men = b.men;
    if (a->failed) {
        return false;
    }
    find_men(&b);
    find_royals(&b);
    return !a->failed && (!out->promoters || g->cells > WAYS_CELLS_MAX || w->reversed || find_promoters(&b)) &&
           !a->failed;
}
