/* The value of a piece follows its mobility on a crowded board: Ralph Betza, About the Values of Chess Pieces, 1996.
 * Here it is averaged over several densities, since a piece lives through all of them.
 *
 * A cell counts MOBILITY_UNIT if the piece may both move to it and capture on it, half of that for one of the two,
 * times the probability that the way to it is open.
 */
#include "search/piece_values.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNIT = MOBILITY_UNIT,
    WALK_STEPS_MAX = 20000,  /* steps taken to estimate the multi-leg moves of one piece on one cell */
    ALL_STEPS_MAX = 6000000, /* the same for all pieces, cells and densities together: some 30 ms */
    PROMOTION_PASSES = 64,
    ALL_TARGETS_MAX = 20000000, /* targets looked at to spread the values of promotions, of all pieces together */
};

/* Probability, in UNITs, that a cell is empty: endgame, middlegame, opening. */
static const int64_t emptiness[] = {UNIT * 9 / 10, UNIT * 7 / 10, UNIT / 2};
enum { DENSITIES = sizeof emptiness / sizeof *emptiness };

/* ---- mobility ---- */

static int64_t modes_weight(unsigned modes)
{
    bool moves = modes & LEG_MOVE;
    bool captures = modes & LEG_CAPTURE;
    return (moves ? UNIT / 2 : 0) + (captures ? UNIT / 2 : 0);
}

static int64_t count_bits(const variant *v, const uint64_t *table, unsigned cell)
{
    int64_t count = 0;
    if (table) {
        for (int w = 0; w < v->bitset_words; w++) {
            for (uint64_t left = table[cell * (size_t)v->bitset_words + (size_t)w]; left; left &= left - 1) {
                count++;
            }
        }
    }
    return count;
}

static int64_t slide_mobility(const slider *s, unsigned cell, unsigned modes, int64_t empty)
{
    int64_t sum = 0, weight = modes_weight(modes);
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        int64_t open = weight; /* probability that no piece was met so far, times the weight */
        int64_t hopped = 0;    /* probability that exactly one piece was */
        unsigned count = s->rays[ray].count;
        for (unsigned i = 0; i < count; i++) {
            bool goal = s->kind == RAY_SLIDER || (s->kind == RAY_LAME_LEAPER && i + 1 == count);
            sum += goal ? open : hopped;
            hopped = (s->kind == RAY_GRASSHOPPER ? 0 : hopped * empty / UNIT) +
                     (s->kind == RAY_SLIDER || s->kind == RAY_LAME_LEAPER ? 0 : open * (UNIT - empty) / UNIT);
            open = open * empty / UNIT;
        }
    }
    return sum;
}

/* Expected targets of a multi-leg move from leg `leg` on, reached with probability `chance`. */
static int64_t walk_mobility(const variant *v, const multi_leg_path *path, unsigned leg, unsigned at, int64_t chance,
                             int64_t empty, int *steps_left)
{
    const path_leg *l = &path->leg[leg];
    unsigned direction = l->vector;
    bool last = leg + 1u == path->legs;
    bool hops = l->flags & (LEG_CANNON | LEG_GRASSHOPPER);
    /* Probability that the cell allows the next leg. */
    int64_t fits = l->flags & LEG_OCCUPIED            ? UNIT - empty
                   : l->modes & LEG_MOVE || !l->modes ? empty
                                                      : (UNIT - empty) / 2;
    int64_t open = chance; /* no piece met so far */
    int64_t hopped = 0;    /* exactly one piece met */
    int64_t sum = 0;
    int steps = 0;
    for (unsigned cell = topology_step(&v->topology, &direction, at); cell != CELL_NONE && steps < v->cells;
         cell = topology_step(&v->topology, &direction, cell)) {
        steps++;
        if ((l->range && steps > l->range + (l->flags & LEG_GRASSHOPPER ? 1 : 0)) || --*steps_left < 0) {
            break;
        }
        int64_t here = hops ? hopped : open;
        if (last) {
            sum += here * modes_weight(l->modes) / UNIT;
        } else if (here > UNIT / 256) {
            sum += walk_mobility(v, path, leg + 1, cell, here * fits / UNIT, empty, steps_left);
        }
        hopped = (l->flags & LEG_GRASSHOPPER ? 0 : hopped * empty / UNIT) + open * (UNIT - empty) / UNIT;
        open = open * empty / UNIT;
    }
    return sum;
}

static bool has_walks(const variant *v, const piece_moves *moves)
{
    for (uint32_t i = 0; moves->special_start && i < moves->special_start[v->cells]; i++) {
        if (moves->specials[i].kind == SPECIAL_MULTI_LEG) {
            return true;
        }
    }
    return false;
}

/* The steps that one piece may take on one cell, so that no set of pieces takes long. */
static int walk_steps(const variant *v)
{
    int64_t walks = 0;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        walks += has_walks(v, &v->moves[piece]) ? (int64_t)v->cells * DENSITIES : 0;
    }
    const int64_t share = walks ? ALL_STEPS_MAX / walks : WALK_STEPS_MAX;
    return (int)(share < WALK_STEPS_MAX ? share : WALK_STEPS_MAX);
}

static int64_t special_mobility(const variant *v, const piece_moves *moves, unsigned cell, int64_t empty,
                                int steps_left)
{
    int64_t sum = 0;
    for (uint32_t i = moves->special_start[cell]; i < moves->special_start[cell + 1]; i++) {
        const special *s = &moves->specials[i];
        if (s->rule && s->rule->borrowed) {
            continue; /* any piece may lend it its moves */
        }
        /* most of the time the right is gone, or another piece is on the board that must be off it, or off it and must be on */
        int64_t chance = s->right >= 0 || s->presence_count > 0 ? UNIT / 8 : UNIT;
        switch ((special_kind)s->kind) {
        case SPECIAL_LEAP:
            if (s->first_clear != CELL_NONE) {
                for (int64_t n = count_bits(v, v->set_pool + s->clear, 0); n > 0; n--) {
                    chance = chance * empty / UNIT;
                }
            }
            sum += chance * modes_weight(s->modes) / UNIT;
            break;
        case SPECIAL_MULTI_LEG:
            sum += steps_left < 0 ? 0 : walk_mobility(v, &v->paths[s->path], 0, cell, chance, empty, &steps_left);
            break;
        case SPECIAL_QUIET_JUMPS: /* over a piece to an empty cell, and on with another such chance */
            sum += v->quiet_jumps[s->path].count * (UNIT - empty) * empty / UNIT / 2;
            break;
        case SPECIAL_ROUND_TRIP: /* worth nothing */
        case SPECIAL_EN_PASSANT: /* too rare to count */
        case SPECIAL_STAY:
            break;
        }
    }
    return sum;
}

static int64_t cell_mobility(const variant *v, piece_id piece, unsigned cell, int steps)
{
    const piece_moves *moves = &v->moves[piece];
    int64_t leaps = count_bits(v, moves->leap_both, cell) * UNIT +
                    (count_bits(v, moves->leap_move, cell) + count_bits(v, moves->leap_capture, cell)) * (UNIT / 2);
    int64_t sum = leaps * DENSITIES;
    for (int d = 0; d < DENSITIES; d++) {
        for (unsigned i = 0; i < moves->slide_count; i++) {
            sum += slide_mobility(&v->sliders[moves->slide[i].slider], cell, moves->slide[i].modes, emptiness[d]);
        }
        if (moves->jump_count) {
            sum += count_bits(v, moves->jumpable, cell) * emptiness[d] / 4;
        }
        if (moves->special_start) {
            sum += special_mobility(v, moves, cell, emptiness[d], steps);
        }
    }
    return sum / DENSITIES;
}

/* The number of the lowest bit of a word that is not 0. */
static int lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    int n = 0;
    while (!(word >> n & 1)) {
        n++;
    }
    return n;
#endif
}

static int64_t *row_of(const piece_values *values, int64_t *table, int piece)
{
    return table + (size_t)piece * (size_t)values->variant->cells;
}

const uint64_t *piece_values_reach(piece_values *values, int piece, int cell)
{
    const variant *v = values->variant;
    const piece_moves *moves = &v->moves[piece];
    size_t at = (size_t)cell * (size_t)v->bitset_words;
    for (size_t w = 0; w < (size_t)v->bitset_words; w++) {
        uint64_t set = 0;
        set |= moves->leap_both ? moves->leap_both[at + w] : 0;
        set |= moves->leap_move ? moves->leap_move[at + w] : 0;
        for (unsigned i = 0; i < moves->slide_count; i++) {
            ray_kind kind = v->sliders[moves->slide[i].slider].kind;
            if (moves->slide[i].modes & LEG_MOVE && (kind == RAY_SLIDER || kind == RAY_LAME_LEAPER)) {
                set |= v->sliders[moves->slide[i].slider].empty_board_attacks[at + w];
            }
        }
        values->reach[w] = set;
    }
    return values->reach;
}

/* How many cells a piece on `cell` can ever reach on an empty board. All, if it cannot come back: then its way is one-
 * way and says nothing. */
static int reachable_cells(piece_values *values, int piece, int cell, bool *comes_back)
{
    const variant *v = values->variant;
    int head = 0, tail = 0;
    bool returns = false;
    memset(values->seen, 0, (size_t)v->bitset_words * sizeof *values->seen);
    values->queue[tail++] = cell;
    set_put(values->seen, (unsigned)cell);
    while (head < tail) {
        piece_values_reach(values, piece, values->queue[head++]);
        returns |= head > 1 && set_has(values->reach, (unsigned)cell);
        for (int w = 0; w < v->bitset_words; w++) {
            const uint64_t fresh = values->reach[w] & ~values->seen[w];
            values->seen[w] |= fresh;
            for (uint64_t left = fresh; left; left &= left - 1) {
                values->queue[tail++] = 64 * w + lowest_bit(left);
            }
        }
    }
    *comes_back = returns;
    return returns ? tail : v->cells;
}

static void find_mobility(piece_values *values)
{
    const variant *v = values->variant;
    const int steps = walk_steps(v);
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int64_t *row = row_of(values, values->mobility, piece);
        int64_t sum = 0, count = 0;
        int most_mobile = 0;
        for (int cell = 0; cell < v->cells; cell++) {
            row[cell] = cell_mobility(v, (piece_id)piece, (unsigned)cell, steps);
            sum += row[cell];
            count += row[cell] > 0; /* where it has no move at all it will hardly stand */
            most_mobile = row[cell] > row[most_mobile] ? cell : most_mobile;
        }
        int64_t mean = count ? sum / count : 0;
        values->mean[piece] = mean;
        /* Many moves of one piece are worth more than the same moves of several pieces: it forks. */
        values->value[piece] = mean + mean * mean / 100 / UNIT;
        /* A piece that is bound to a part of the board cannot be everywhere. */
        bool back = false;
        int64_t lost = v->cells - reachable_cells(values, piece, most_mobile, &back);
        values->one_way[piece] = !back;
        values->colorbound[piece] = lost * 3 > v->cells;
        values->value[piece] -= values->value[piece] * lost * 16 / 100 / v->cells;
    }
}

/* The most that promoting on `to` adds. */
static int64_t promotion_gain(const piece_values *values, int piece, int to)
{
    const variant *v = values->variant;
    const promotion_table *t = v->moves[piece].promotion;
    int64_t best = 0;
    for (uint32_t i = t->list[to]; i < t->list[to + 1]; i++) {
        piece_id into = variant_piece(v, v->owner_of[piece], t->into[i]);
        int64_t gain = values->value[into] - values->value[piece];
        best = gain > best ? gain : best;
    }
    return t->from_prison ? best / 2 : best;
}

/* A fifth of the gain one move before promotion, half of that for each further move: the best neighbour's value,
 * spread until nothing changes. */
static void find_promotion_values(piece_values *values, int piece, int64_t *targets_left)
{
    const variant *v = values->variant;
    const promotion_table *t = v->moves[piece].promotion;
    int64_t *row = row_of(values, values->promotion, piece);
    bool changed = true;
    for (int to = 0; to < v->cells; to++) {
        values->gain[to] = promotion_gain(values, piece, to) / 5;
    }
    for (int pass = 0; changed && pass<PROMOTION_PASSES && * targets_left> 0; pass++) {
        changed = false;
        for (int cell = 0; cell < v->cells; cell++) {
            piece_values_reach(values, piece, cell);
            const uint64_t *forced = t->mandatory + (size_t)cell * (size_t)v->bitset_words;
            const uint64_t *optional = t->optional + (size_t)cell * (size_t)v->bitset_words;
            int64_t best = row[cell];
            for (int w = 0; w < v->bitset_words; w++) {
                for (uint64_t left = values->reach[w]; left; left &= left - 1) {
                    const unsigned to = 64 * (unsigned)w + (unsigned)lowest_bit(left);
                    bool promotes = set_has(forced, to) || set_has(optional, to);
                    int64_t found = promotes ? values->gain[to] : row[to] / 2;
                    best = found > best ? found : best;
                    --*targets_left;
                }
            }
            changed |= best != row[cell];
            row[cell] = best;
        }
    }
    int64_t sum = 0, count = 0;
    for (int cell = 0; cell < v->cells; cell++) {
        if (v->start_board[cell] == piece) {
            sum += row[cell];
            count++;
        }
    }
    if (count == 0) { /* not at the start: it comes by a drop or a promotion */
        for (int cell = 0; cell < v->cells; cell++) {
            sum += row[cell];
        }
        count = v->cells;
    }
    values->promotion_mean[piece] = sum / count;
}

/* The present type of a piece that changes type by capturing says less about its value. */
static void average_type_changers(piece_values *values)
{
    const variant *v = values->variant;
    int64_t sum = 0, count = 0;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (!v->is_royal[piece]) {
            sum += values->value[piece];
            count++;
        }
    }
    for (int piece = 1; piece < v->piece_ids && count; piece++) {
        if (v->moves[piece].captures_transform && !v->is_royal[piece]) {
            values->value[piece] = (values->value[piece] * 3 + sum / count) / 4;
        }
    }
}

/* The value of the cheapest piece in UNITs. Pieces that hardly ever move are left out. */
static int64_t find_cheapest(const piece_values *values)
{
    const variant *v = values->variant;
    int64_t cheapest = INT64_MAX;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int64_t sum = values->value[piece] + values->promotion_mean[piece];
        if (!v->is_royal[piece] && sum >= UNIT / 2 && sum < cheapest) {
            cheapest = sum;
        }
    }
    return cheapest == INT64_MAX ? UNIT : cheapest;
}

void piece_values_finish(piece_values *values)
{
    free(values->mobility);
    free(values->mean);
    free(values->value);
    free(values->promotion);
    free(values->promotion_mean);
    free(values->one_way);
    free(values->colorbound);
    free(values->reach);
    free(values->seen);
    free(values->queue);
    free(values->gain);
}

bool piece_values_init(piece_values *values, const variant *v)
{
    size_t pieces = (size_t)v->piece_ids, cells = (size_t)v->cells;
    *values = (piece_values){
        .variant = v,
        .mobility = calloc(pieces * cells, sizeof(int64_t)),
        .mean = calloc(pieces, sizeof(int64_t)),
        .value = calloc(pieces, sizeof(int64_t)),
        .promotion = calloc(pieces * cells, sizeof(int64_t)),
        .promotion_mean = calloc(pieces, sizeof(int64_t)),
        .one_way = calloc(pieces, sizeof(bool)),
        .colorbound = calloc(pieces, sizeof(bool)),
        .reach = calloc((size_t)v->bitset_words, sizeof(uint64_t)),
        .seen = calloc((size_t)v->bitset_words, sizeof(uint64_t)),
        .queue = calloc(cells, sizeof(int)),
        .gain = calloc(cells, sizeof(int64_t)),
    };
    if (!values->mobility || !values->mean || !values->value || !values->promotion || !values->promotion_mean ||
        !values->one_way || !values->colorbound || !values->reach || !values->seen || !values->queue || !values->gain) {
        piece_values_finish(values);
        return false;
    }
    find_mobility(values);
    average_type_changers(values);
    int64_t targets_left = ALL_TARGETS_MAX;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (v->moves[piece].promotion) {
            find_promotion_values(values, piece, &targets_left);
        }
    }
    values->cheapest = find_cheapest(values);
    return true;
}
