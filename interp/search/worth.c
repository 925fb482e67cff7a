/* The worth of a man follows its mobility on a crowded board: Ralph Betza's "crowded board mobility" (About the Values of
 * Chess Pieces, 1996), averaged here over several densities since a man lives through all of them.
 *
 * Mobility is counted in parts: WORTH_UNIT for a cell that the man both may move to and take on, half of it for a cell where it
 * may do one of the two, less by the chance that the way there is closed.
 */
#include "search/worth.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNIT = WORTH_UNIT,
    WALK_WORK_MAX = 20000, /* steps taken to judge the walks of one man on one cell */
    PROMOTION_PASSES = 64,
};

/* Chance, in UNITs, that a cell is empty: an ending, a middle game, an opening. */
static const int64_t emptiness[] = {UNIT * 9 / 10, UNIT * 7 / 10, UNIT / 2};
enum { DENSITIES = sizeof emptiness / sizeof *emptiness };

/* ---- mobility ---- */

static int64_t weight_of(unsigned modes)
{
    bool moves = modes & LEG_MOVE;
    bool takes = modes & LEG_CAPTURE;
    return (moves ? UNIT / 2 : 0) + (takes ? UNIT / 2 : 0);
}

static int64_t bits_in(const game *g, const uint64_t *table, unsigned cell)
{
    int64_t count = 0;
    if (table) {
        for (int w = 0; w < g->words; w++) {
            for (uint64_t left = table[cell * (size_t)g->words + (size_t)w]; left; left &= left - 1) {
                count++;
            }
        }
    }
    return count;
}

static int64_t lines_mobility(const slider *s, unsigned cell, unsigned modes, int64_t empty)
{
    int64_t sum = 0, weight = weight_of(modes);
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        int64_t open = weight; /* chance that nobody was met so far, times the weight */
        int64_t hopped = 0;    /* that exactly one man was */
        unsigned count = s->rays[ray].count;
        for (unsigned i = 0; i < count; i++) {
            bool goal = s->kind == RAY_LINE || (s->kind == RAY_LAME && i + 1 == count);
            sum += goal ? open : hopped;
            hopped = (s->kind == RAY_GRASS ? 0 : hopped * empty / UNIT) +
                     (s->kind == RAY_LINE || s->kind == RAY_LAME ? 0 : open * (UNIT - empty) / UNIT);
            open = open * empty / UNIT;
        }
    }
    return sum;
}

/* Expected ends of a path from leg `leg` on, reached with chance `dice`. */
static int64_t walk_mobility(const game *g, const walk *path, unsigned leg, unsigned at, int64_t chance, int64_t empty,
                             int *work)
{
    const walk_leg *l = &path->leg[leg];
    unsigned way = l->vector;
    bool last = leg + 1u == path->legs;
    bool hops = l->flags & (LEG_CANNON | LEG_GRASS);
    /* What the cell must be like for the path to go on from it. */
    int64_t fits = l->flags & LEG_OCCUPIED            ? UNIT - empty
                   : l->modes & LEG_MOVE || !l->modes ? empty
                                                      : (UNIT - empty) / 2;
    int64_t open = chance; /* nothing was met so far */
    int64_t hopped = 0;    /* exactly one man was */
    int64_t sum = 0;
    int steps = 0;
    for (unsigned cell = topology_step(&g->topology, &way, at); cell != CELL_NONE && steps < g->cells;
         cell = topology_step(&g->topology, &way, cell)) {
        steps++;
        if ((l->range && steps > l->range + (l->flags & LEG_GRASS ? 1 : 0)) || --*work < 0) {
            break;
        }
        int64_t here = hops ? hopped : open;
        if (last) {
            sum += here * weight_of(l->modes) / UNIT;
        } else if (here > UNIT / 256) {
            sum += walk_mobility(g, path, leg + 1, cell, here * fits / UNIT, empty, work);
        }
        hopped = (l->flags & LEG_GRASS ? 0 : hopped * empty / UNIT) + open * (UNIT - empty) / UNIT;
        open = open * empty / UNIT;
    }
    return sum;
}

static int64_t specials_mobility(const game *g, const man_plan *plan, unsigned cell, int64_t empty)
{
    int64_t sum = 0;
    int work = WALK_WORK_MAX;
    for (uint32_t i = plan->special_start[cell]; i < plan->special_start[cell + 1]; i++) {
        const special *s = &plan->specials[i];
        int64_t chance = s->right >= 0 ? UNIT / 8 : UNIT; /* most of the game that right is gone */
        switch ((special_kind)s->kind) {
        case SPECIAL_LEAP:
            if (s->first_clear != CELL_NONE) {
                for (int64_t n = bits_in(g, g->sets + s->clear, 0); n > 0; n--) {
                    chance = chance * empty / UNIT;
                }
            }
            sum += chance * weight_of(s->modes) / UNIT;
            break;
        case SPECIAL_WALK:
            sum += walk_mobility(g, &g->walks[s->walk], 0, cell, chance, empty, &work);
            break;
        case SPECIAL_CIRCLE:  /* worth nothing */
        case SPECIAL_PASSING: /* too rare to count */
        case SPECIAL_STAY:
            break;
        }
    }
    return sum;
}

static int64_t mobility(const game *g, man_id man, unsigned cell)
{
    const man_plan *plan = &g->plans[man];
    int64_t leaps = bits_in(g, plan->leap_both, cell) * UNIT +
                    (bits_in(g, plan->leap_move, cell) + bits_in(g, plan->leap_take, cell)) * (UNIT / 2);
    int64_t sum = leaps * DENSITIES;
    for (int d = 0; d < DENSITIES; d++) {
        for (unsigned i = 0; i < plan->slides; i++) {
            sum += lines_mobility(&g->sliders[plan->slide[i].slider], cell, plan->slide[i].modes, emptiness[d]);
        }
        if (plan->jump_count) {
            sum += bits_in(g, plan->jump_near, cell) * emptiness[d] / 4;
        }
        if (plan->special_start) {
            sum += specials_mobility(g, plan, cell, emptiness[d]);
        }
    }
    return sum / DENSITIES;
}

static int64_t *row_of(const worths *b, int64_t *table, int man)
{
    return table + (size_t)man * (size_t)b->game->cells;
}

const uint64_t *worths_reach(worths *b, int man, int cell)
{
    const game *g = b->game;
    const man_plan *plan = &g->plans[man];
    size_t at = (size_t)cell * (size_t)g->words;
    for (size_t w = 0; w < (size_t)g->words; w++) {
        uint64_t set = 0;
        set |= plan->leap_both ? plan->leap_both[at + w] : 0;
        set |= plan->leap_move ? plan->leap_move[at + w] : 0;
        for (unsigned i = 0; i < plan->slides; i++) {
            ray_kind kind = g->sliders[plan->slide[i].slider].kind;
            if (plan->slide[i].modes & LEG_MOVE && (kind == RAY_LINE || kind == RAY_LAME)) {
                set |= g->sliders[plan->slide[i].slider].empty[at + w];
            }
        }
        b->reach[w] = set;
    }
    return b->reach;
}

/* How many cells a man on `cell` can ever come to by the moves of an empty board; all when it cannot come back, for
 * then the way is a one-way street and says nothing. */
static int region(worths *b, int man, int cell, bool *comes_back)
{
    const game *g = b->game;
    int head = 0, tail = 0;
    bool returns = false;
    memset(b->seen, 0, (size_t)g->cells * sizeof *b->seen);
    b->queue[tail++] = cell;
    b->seen[cell] = true;
    while (head < tail) {
        worths_reach(b, man, b->queue[head++]);
        returns |= head > 1 && set_has(b->reach, (unsigned)cell);
        for (int to = 0; to < g->cells; to++) {
            if (!b->seen[to] && set_has(b->reach, (unsigned)to)) {
                b->seen[to] = true;
                b->queue[tail++] = to;
            }
        }
    }
    *comes_back = returns;
    return returns ? tail : g->cells;
}

static void find_mobility(worths *b)
{
    const game *g = b->game;
    for (int man = 1; man < g->men; man++) {
        int64_t *row = row_of(b, b->mobility, man);
        int64_t sum = 0, count = 0;
        int liveliest = 0;
        for (int cell = 0; cell < g->cells; cell++) {
            row[cell] = mobility(g, (man_id)man, (unsigned)cell);
            sum += row[cell];
            count += row[cell] > 0; /* where it could not move at all it will hardly stand */
            liveliest = row[cell] > row[liveliest] ? cell : liveliest;
        }
        int64_t mean = count ? sum / count : 0;
        b->mean[man] = mean;
        /* Many ways at once are worth more than the same ways on several men: they fork. */
        b->whole[man] = mean + mean * mean / 100 / UNIT;
        /* A man that is bound to a part of the board cannot be everywhere it is wanted. */
        bool back = false;
        int64_t lost = g->cells - region(b, man, liveliest, &back);
        b->one_way[man] = !back;
        b->bound[man] = lost * 3 > g->cells;
        b->whole[man] -= b->whole[man] * lost * 16 / 100 / g->cells;
    }
}

/* What promoting on `to` adds, at best. */
static int64_t promotion_gain(const worths *b, int man, int to)
{
    const game *g = b->game;
    const promotion_table *t = g->plans[man].promotion;
    int64_t best = 0;
    for (uint32_t i = t->list[to]; i < t->list[to + 1]; i++) {
        man_id into = game_man(g, g->man_owner[man], t->into[i]);
        int64_t gain = b->whole[into] - b->whole[man];
        best = gain > best ? gain : best;
    }
    return t->from_box ? best / 2 : best;
}

/* A fifth of the gain one move before it comes, and half of that for each move more: the best neighbour's prospect,
 * taken from cell to cell until nothing changes. */
static void find_prospects(worths *b, int man)
{
    const game *g = b->game;
    const promotion_table *t = g->plans[man].promotion;
    int64_t *row = row_of(b, b->prospect, man);
    bool changed = true;
    for (int pass = 0; changed && pass < PROMOTION_PASSES; pass++) {
        changed = false;
        for (int cell = 0; cell < g->cells; cell++) {
            worths_reach(b, man, cell);
            const uint64_t *forced = t->forced + (size_t)cell * (size_t)g->words;
            const uint64_t *optional = t->optional + (size_t)cell * (size_t)g->words;
            int64_t best = row[cell];
            for (int to = 0; to < g->cells; to++) {
                if (!set_has(b->reach, (unsigned)to)) {
                    continue;
                }
                bool promotes = set_has(forced, (unsigned)to) || set_has(optional, (unsigned)to);
                int64_t found = promotes ? promotion_gain(b, man, to) / 5 : row[to] / 2;
                best = found > best ? found : best;
            }
            changed |= best != row[cell];
            row[cell] = best;
        }
    }
    int64_t sum = 0, count = 0;
    for (int cell = 0; cell < g->cells; cell++) {
        if (g->start_board[cell] == man) {
            sum += row[cell];
            count++;
        }
    }
    if (count == 0) { /* it comes later, by a drop or another promotion */
        for (int cell = 0; cell < g->cells; cell++) {
            sum += row[cell];
        }
        count = g->cells;
    }
    b->expected[man] = sum / count;
}

/* What a man that changes by what it takes is now says less about what it will be. */
static void level_converts(worths *b)
{
    const game *g = b->game;
    int64_t sum = 0, count = 0;
    for (int man = 1; man < g->men; man++) {
        if (!g->man_royal[man]) {
            sum += b->whole[man];
            count++;
        }
    }
    for (int man = 1; man < g->men && count; man++) {
        if (g->plans[man].converts && !g->man_royal[man]) {
            b->whole[man] = (b->whole[man] * 3 + sum / count) / 4;
        }
    }
}

/* UNITs that make a hundred: the cheapest man that can stand in the game. Men that hardly ever move set no price. */
static int64_t cheapest(const worths *b)
{
    const game *g = b->game;
    int64_t price = INT64_MAX;
    for (int man = 1; man < g->men; man++) {
        int64_t sum = b->whole[man] + b->expected[man];
        if (!g->man_royal[man] && sum >= UNIT / 2 && sum < price) {
            price = sum;
        }
    }
    return price == INT64_MAX ? UNIT : price;
}

void worths_finish(worths *b)
{
    free(b->mobility);
    free(b->mean);
    free(b->whole);
    free(b->prospect);
    free(b->expected);
    free(b->one_way);
    free(b->bound);
    free(b->reach);
    free(b->seen);
    free(b->queue);
}

bool worths_find(worths *b, const game *g)
{
    size_t men = (size_t)g->men, cells = (size_t)g->cells;
    *b = (worths){
        .game = g,
        .mobility = calloc(men * cells, sizeof(int64_t)),
        .mean = calloc(men, sizeof(int64_t)),
        .whole = calloc(men, sizeof(int64_t)),
        .prospect = calloc(men * cells, sizeof(int64_t)),
        .expected = calloc(men, sizeof(int64_t)),
        .one_way = calloc(men, sizeof(bool)),
        .bound = calloc(men, sizeof(bool)),
        .reach = calloc((size_t)g->words, sizeof(uint64_t)),
        .seen = calloc(cells, sizeof(bool)),
        .queue = calloc(cells, sizeof(int)),
    };
    if (!b->mobility || !b->mean || !b->whole || !b->prospect || !b->expected || !b->one_way || !b->bound ||
        !b->reach || !b->seen || !b->queue) {
        worths_finish(b);
        return false;
    }
    find_mobility(b);
    level_converts(b);
    for (int man = 1; man < g->men; man++) {
        if (g->plans[man].promotion) {
            find_prospects(b, man);
        }
    }
    b->price = cheapest(b);
    return true;
}
