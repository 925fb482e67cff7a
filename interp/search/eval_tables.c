#include "search/eval_tables.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELLS_WITH_PROMOTERS_MAX = 256
}; /* no passed pieces on larger boards: the tables grow with the square of the cells */

typedef struct builder {
    arena *arena;
    const variant *variant;
    const eval_params *params;
    piece_values *values;
    activity *out;
    activity_piece *pieces;
    uint64_t **attacks; /* [pieces] pawn-like ones: [cell][words] what they attack now or further ahead */
    uint64_t **ahead;   /* [pieces] as in activity_piece, while it is filled */
    int64_t work_left;  /* cells and words that may still be looked at on the ways to promotion */
} builder;

/* Some 30 ms. Only large boards with dozens of kinds that promote have more ways; these tables are then less exact. */
enum { WORK_MAX = 30000000 };

static uint64_t *new_sets(builder *b, size_t rows)
{
    return arena_new(b->arena, uint64_t, rows * (size_t)b->variant->bitset_words);
}

static uint64_t *row_of(const builder *b, uint64_t *table, int cell)
{
    return table + (size_t)cell * (size_t)b->variant->bitset_words;
}

static void set_unite(const builder *b, uint64_t *to, const uint64_t *from)
{
    for (int i = 0; i < b->variant->bitset_words; i++) {
        to[i] |= from[i];
    }
}

static bool sets_meet(const builder *b, const uint64_t *one, const uint64_t *other)
{
    for (int i = 0; i < b->variant->bitset_words; i++) {
        if (one[i] & other[i]) {
            return true;
        }
    }
    return false;
}

/* ---- mobility ---- */

static int64_t isqrt(int64_t n)
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

/* The first reachable cells count most: half linear, half as the square root, scaled to the mean number. */
static const int16_t *mobility_curve(builder *b, int piece)
{
    int64_t mean = b->values->mean[piece];
    int16_t *shape = arena_new(b->arena, int16_t, ACTIVITY_SHAPE);
    if (mean <= 0 || !shape) {
        return NULL;
    }
    int64_t typical = mean + MOBILITY_UNIT;
    for (int n = 0; n < ACTIVITY_SHAPE; n++) {
        int64_t here = (int64_t)(n + 1) * MOBILITY_UNIT;
        int64_t curved = 2 * typical * (isqrt(here * (1 << 20) / typical) - (1 << 10)) / (1 << 10);
        shape[n] = (int16_t)((here - typical + curved) * 8 / 2 / MOBILITY_UNIT);
    }
    return shape;
}

static void fill_pieces(builder *b)
{
    const variant *v = b->variant;
    const eval_params *w = b->params;
    uint8_t *top = arena_new(b->arena, uint8_t, (size_t)v->piece_ids);
    bool *paired = arena_new(b->arena, bool, (size_t)v->types + 1);
    for (int piece = 1; !b->arena->failed && piece < v->piece_ids; piece++) {
        int type = v->type_of[piece], value = w->value[type];
        activity_piece *m = &b->pieces[piece];
        bool royal = w->royal_like[type];
        m->class = (uint8_t)eval_params_class(w, type);
        m->promoter = w->promoter[type];
        m->shape = royal || m->promoter ? NULL : mobility_curve(b, piece);
        int share = 90 * value / w->value_max; /* of the strongest; weak pieces attack a royal as well, and risk less */
        m->force = (uint8_t)(royal || m->promoter ? 0 : share < 80 ? 95 - share : 12);
        top[piece] = (uint8_t)(64 * value / w->value_max);
        b->out->promoters = b->out->promoters || m->promoter;
        paired[type] = w->weight[w->piece_pair + type] != 0;
    }
    b->out->top = top;
    b->out->paired = paired;
}

/* ---- pawn-like pieces ---- */

static bool promotes_on(const variant *v, int piece, int from, int to)
{
    const promotion_table *t = v->moves[piece].promotion;
    size_t row = (size_t)from * (size_t)v->bitset_words;
    return set_has(t->mandatory + row, (unsigned)to) || set_has(t->optional + row, (unsigned)to);
}

/* Moves to promotion from every cell, found backwards. */
static bool find_promotion_distance(builder *b, int piece)
{
    const variant *v = b->variant;
    uint8_t *far = arena_new(b->arena, uint8_t, (size_t)v->cells);
    cell_id *stop = arena_new(b->arena, cell_id, (size_t)v->cells);
    if (!far || !stop) {
        return false;
    }
    for (int cell = 0; cell < v->cells; cell++) {
        stop[cell] = CELL_NONE;
    }
    bool changed = true;
    for (int pass = 1; changed && pass < 64 && b->work_left > 0; pass++) {
        changed = false;
        for (int cell = 0; cell < v->cells; cell++) {
            if (far[cell]) {
                continue;
            }
            const uint64_t *reach = piece_values_reach(b->values, piece, cell);
            b->work_left -= v->cells;
            for (int to = 0; to < v->cells && !far[cell]; to++) {
                if (set_has(reach, (unsigned)to) &&
                    (promotes_on(v, piece, cell, to) ? pass == 1 : far[to] == pass - 1 && pass > 1)) {
                    far[cell] = (uint8_t)pass;
                    stop[cell] = (cell_id)to;
                    changed = true;
                }
            }
        }
    }
    b->pieces[piece].distance = far;
    b->pieces[piece].stop = stop;
    return true;
}

/* All cells that the piece can reach before it promotes, and its promotion cells. */
static void find_paths(builder *b, int piece)
{
    const variant *v = b->variant;
    for (int pass = 0; pass < 64 && b->work_left > 0; pass++) {
        bool changed = false;
        for (int cell = 0; cell < v->cells; cell++) {
            uint64_t *row = row_of(b, b->ahead[piece], cell);
            uint64_t before[CELLS_MAX / 64];
            memcpy(before, row, (size_t)v->bitset_words * sizeof *row);
            const uint64_t *reach = piece_values_reach(b->values, piece, cell);
            set_unite(b, row, reach);
            for (int to = 0; to < v->cells; to++) {
                if (set_has(reach, (unsigned)to) && !promotes_on(v, piece, cell, to)) {
                    set_unite(b, row, row_of(b, b->ahead[piece], to));
                    b->work_left -= v->bitset_words;
                }
            }
            b->work_left -= v->cells;
            changed = changed || memcmp(before, row, (size_t)v->bitset_words * sizeof *row) != 0;
        }
        if (!changed) {
            break;
        }
    }
}

static void add_captures(const builder *b, int piece, int cell, uint64_t *to)
{
    const piece_moves *moves = &b->variant->moves[piece];
    size_t at = (size_t)cell * (size_t)b->variant->bitset_words;
    for (int i = 0; i < b->variant->bitset_words; i++) {
        to[i] |= moves->leap_both ? moves->leap_both[at + (size_t)i] : 0;
        to[i] |= moves->leap_capture ? moves->leap_capture[at + (size_t)i] : 0;
    }
}

static void find_attacks(builder *b, int piece)
{
    const variant *v = b->variant;
    for (int cell = 0; cell < v->cells; cell++) {
        uint64_t *row = row_of(b, b->attacks[piece], cell);
        const uint64_t *ahead = row_of(b, b->ahead[piece], cell);
        add_captures(b, piece, cell, row);
        for (int to = 0; to < v->cells; to++) {
            if (set_has(ahead, (unsigned)to)) {
                add_captures(b, piece, to, row);
            }
        }
    }
}

/* Where other pawn-like pieces matter to the piece on the cell: enemies that can stop it, own ones that can guard
 * it. */
static void find_related_promoters(builder *b, int piece, int cell, uint64_t *foes, uint64_t *aides, uint64_t *file)
{
    const variant *v = b->variant;
    int owner = v->owner_of[piece];
    uint64_t own[CELLS_MAX / 64] = {0}, path[CELLS_MAX / 64];
    set_put(own, (unsigned)cell);
    memcpy(path, row_of(b, b->ahead[piece], cell), (size_t)v->bitset_words * sizeof *path);
    for (int other = 1; other < v->piece_ids; other++) {
        int whose = v->owner_of[other];
        if (!b->pieces[other].promoter || whose >= v->players) {
            continue;
        }
        bool foe = v->enemy_mask[owner] >> whose & 1;
        for (int at = 0; at < v->cells; at++) {
            const uint64_t *attacks = row_of(b, b->attacks[other], at);
            bool here = sets_meet(b, attacks, own), later = here || sets_meet(b, attacks, path);
            if (foe && (later || set_has(path, (unsigned)at))) {
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
    const variant *v = b->variant;
    size_t cells = (size_t)v->cells;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (b->pieces[piece].promoter) {
            b->ahead[piece] = new_sets(b, cells);
            b->attacks[piece] = new_sets(b, cells);
            if (b->arena->failed || !find_promotion_distance(b, piece)) {
                return false;
            }
            find_paths(b, piece);
            find_attacks(b, piece);
        }
    }
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (!b->pieces[piece].promoter) {
            continue;
        }
        uint64_t *foes = new_sets(b, cells), *aides = new_sets(b, cells), *file = new_sets(b, cells);
        if (b->arena->failed) {
            return false;
        }
        for (int cell = 0; cell < v->cells; cell++) {
            find_related_promoters(b, piece, cell, row_of(b, foes, cell), row_of(b, aides, cell),
                                   row_of(b, file, cell));
        }
        b->pieces[piece].front_span = b->ahead[piece];
        b->pieces[piece].stoppers = foes;
        b->pieces[piece].supporters = aides;
        b->pieces[piece].adjacent_files = file;
    }
    return true;
}

/* ---- royals ---- */

static void add_cell(const builder *b, uint64_t *to, int column, int row, int level)
{
    cell_id cell = topology_at(&b->variant->topology, column, row, level);
    if (cell != CELL_NONE) {
        set_put(to, cell);
    }
}

static int inward(int at, int size)
{
    return size < 3 ? at : at < 1 ? 1 : at > size - 2 ? size - 2 : at;
}

static void find_shelter(builder *b, int player)
{
    const variant *v = b->variant;
    const topology *t = &v->topology;
    uint64_t *near = new_sets(b, (size_t)v->cells), *far = new_sets(b, (size_t)v->cells);
    uint64_t *lanes = new_sets(b, (size_t)v->cells * ACTIVITY_FILES);
    vector ahead = topology_rotate(v->rules, (size_t)player, 0, 1),
           aside = topology_rotate(v->rules, (size_t)player, 1, 0);
    int longest = t->columns > t->rows ? t->columns : t->rows;
    for (int cell = 0; !b->arena->failed && cell < v->cells; cell++) {
        int x = t->column[cell], y = t->row[cell], z = t->level[cell];
        for (int side = -1; side <= 1; side++) {
            int sx = x + side * aside.dx, sy = y + side * aside.dy;
            add_cell(b, row_of(b, near, cell), sx + ahead.dx, sy + ahead.dy, z);
            add_cell(b, row_of(b, far, cell), sx + 2 * ahead.dx, sy + 2 * ahead.dy, z);
            for (int i = side ? 0 : 1; i < longest; i++) {
                add_cell(b, row_of(b, lanes, cell * ACTIVITY_FILES + side + 1), sx + i * ahead.dx, sy + i * ahead.dy,
                         z);
            }
        }
    }
    b->out->front[player][0] = near;
    b->out->front[player][1] = far;
    b->out->files_ahead[player] = lanes;
}

static void find_royal_tables(builder *b)
{
    const variant *v = b->variant;
    const topology *t = &v->topology;
    uint64_t *ring = new_sets(b, (size_t)v->cells);
    piece_id *crucial = arena_new(b->arena, piece_id, (size_t)v->piece_ids + 1);
    for (int piece = 1; crucial && piece < v->piece_ids; piece++) {
        bool like = b->params->royal_like[v->type_of[piece]];
        b->out->royals = b->out->royals || like;
        if (like && !v->is_royal[piece]) {
            crucial[b->out->crucial_count++] = (piece_id)piece;
            b->pieces[piece].precious = true;
        }
    }
    for (int cell = 0; ring && cell < v->cells; cell++) {
        int x = inward(t->column[cell], t->columns), y = inward(t->row[cell], t->rows);
        for (int dx = -1; dx <= 1; dx++) {
            for (int dy = -1; dy <= 1; dy++) {
                add_cell(b, row_of(b, ring, cell), x + dx, y + dy, t->level[cell]);
            }
        }
    }
    b->out->ring = ring;
    b->out->crucial = crucial;
    for (int player = 0; player < v->players; player++) {
        find_shelter(b, player);
    }
}

bool eval_tables_init(activity *out, arena *a, const eval_params *w, piece_values *values)
{
    const variant *v = values->variant;
    builder b = {.arena = a, .variant = v, .params = w, .values = values, .out = out, .work_left = WORK_MAX};
    *out = (activity){.weights = w->weight, .mobility = w->mobility, .pairs = w->piece_pair, .threatens = !w->misere};
    b.pieces = arena_new(a, activity_piece, (size_t)v->piece_ids);
    b.attacks = arena_new(a, uint64_t *, (size_t)v->piece_ids);
    b.ahead = arena_new(a, uint64_t *, (size_t)v->piece_ids);
    out->pieces = b.pieces;
    if (a->failed) {
        return false;
    }
    fill_pieces(&b);
    find_royal_tables(&b);
    return !a->failed && (!out->promoters || v->cells > CELLS_WITH_PROMOTERS_MAX || w->misere || find_promoters(&b)) &&
           !a->failed;
}
