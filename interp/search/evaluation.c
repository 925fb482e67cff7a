/* The worth of a man follows its mobility on a crowded board: Ralph Betza's "crowded board mobility" (About the Values of
 * Chess Pieces, 1996), averaged here over several densities since a man lives through all of them.
 *
 * Mobility is counted in parts: UNIT for a cell that the man both may move to and take on, half of it for a cell where it may
 * do one of the two, less by the chance that the way there is closed.
 */
#include "search/evaluation.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNIT = 4096,
    WALK_WORK_MAX = 20000, /* steps taken to judge the walks of one man on one cell */
    PROMOTION_PASSES = 64,
    ROYALS_SEEN = 4,
    STANDS_MAX = 256, /* men of a side that are looked at closely; the others only count */
    NEAR = 5,         /* distance from which a man no longer presses on a royal */
    TEMPO = 8,
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

/* Expected ends of a path from leg `leg` on, reached with chance `chance`. */
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

/* ---- building ---- */

typedef struct builder {
    evaluation *e;
    const game *game;
    int64_t *mobility; /* [men][cells] */
    int64_t *mean;     /* [men] over the cells */
    int64_t *worth;    /* [men] in UNITs of mobility, grown with it */
    int64_t *prospect; /* [men][cells] what promotion may add */
    int64_t *expected; /* [men] its mean over the cells where such men start */
    uint64_t *reach;   /* [words] scratch */
    int *centre;       /* [cells] 0 in a corner, 6 in the middle */
    bool *seen;        /* [cells] scratch */
    int *queue;        /* [cells] scratch */
} builder;

static void free_builder(builder *b)
{
    free(b->mobility);
    free(b->mean);
    free(b->worth);
    free(b->prospect);
    free(b->expected);
    free(b->reach);
    free(b->centre);
    free(b->seen);
    free(b->queue);
}

static int64_t *row_of(const builder *b, int64_t *table, int man)
{
    return table + (size_t)man * (size_t)b->game->cells;
}

/* Cells that the man may move to on an empty board, walks aside, as a set. */
static void empty_reach(builder *b, int man, int cell)
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
}

/* How many cells a man on `cell` can ever come to by the moves of an empty board; all when it cannot come back, for
 * then the way is a one-way street and says nothing. */
static int region(builder *b, int man, int cell)
{
    const game *g = b->game;
    int head = 0, tail = 0;
    bool returns = false;
    memset(b->seen, 0, (size_t)g->cells * sizeof *b->seen);
    b->queue[tail++] = cell;
    b->seen[cell] = true;
    while (head < tail) {
        empty_reach(b, man, b->queue[head++]);
        returns |= head > 1 && set_has(b->reach, (unsigned)cell);
        for (int to = 0; to < g->cells; to++) {
            if (!b->seen[to] && set_has(b->reach, (unsigned)to)) {
                b->seen[to] = true;
                b->queue[tail++] = to;
            }
        }
    }
    return returns ? tail : g->cells;
}

static void find_mobility(builder *b)
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
        b->worth[man] = mean + mean * mean / 100 / UNIT;
        /* A man that is bound to a part of the board cannot be everywhere it is wanted. */
        int64_t lost = g->cells - region(b, man, liveliest);
        b->worth[man] -= b->worth[man] * lost * 16 / 100 / g->cells;
    }
}

/* What promoting on `to` adds, at best. */
static int64_t promotion_gain(const builder *b, int man, int to)
{
    const game *g = b->game;
    const promotion_table *t = g->plans[man].promotion;
    int64_t best = 0;
    for (uint32_t i = t->list[to]; i < t->list[to + 1]; i++) {
        man_id into = game_man(g, g->man_owner[man], t->into[i]);
        int64_t gain = b->worth[into] - b->worth[man];
        best = gain > best ? gain : best;
    }
    return t->from_box ? best / 2 : best;
}

/* A fifth of the gain one move before it comes, and half of that for each move more: the best neighbour's prospect,
 * taken from cell to cell until nothing changes. */
static void find_prospects(builder *b, int man)
{
    const game *g = b->game;
    const promotion_table *t = g->plans[man].promotion;
    int64_t *row = row_of(b, b->prospect, man);
    bool changed = true;
    for (int pass = 0; changed && pass < PROMOTION_PASSES; pass++) {
        changed = false;
        for (int cell = 0; cell < g->cells; cell++) {
            empty_reach(b, man, cell);
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
static void level_converts(builder *b)
{
    const game *g = b->game;
    int64_t sum = 0, count = 0;
    for (int man = 1; man < g->men; man++) {
        if (!g->man_royal[man]) {
            sum += b->worth[man];
            count++;
        }
    }
    for (int man = 1; man < g->men && count; man++) {
        if (g->plans[man].converts && !g->man_royal[man]) {
            b->worth[man] = (b->worth[man] * 3 + sum / count) / 4;
        }
    }
}

static void find_centre(builder *b)
{
    const topology *t = &b->game->topology;
    int most = (t->columns - 1) / 2 + (t->rows - 1) / 2;
    for (int cell = 0; cell < b->game->cells; cell++) {
        int x = t->column[cell], y = t->row[cell];
        int inward = (x < t->columns - 1 - x ? x : t->columns - 1 - x) + (y < t->rows - 1 - y ? y : t->rows - 1 - y);
        b->centre[cell] = most > 0 ? inward * 6 / most : 0;
    }
}

static int clamp(int64_t value, int most)
{
    return value > most ? most : value < -most ? -most : (int)value;
}

/* UNITs that make a hundred: the cheapest man that can stand in the game. Men that hardly ever move set no price. */
static int64_t cheapest(const builder *b)
{
    const game *g = b->game;
    int64_t price = INT64_MAX;
    for (int man = 1; man < g->men; man++) {
        int64_t worth = b->worth[man] + b->expected[man];
        if (!g->man_royal[man] && worth >= UNIT / 2 && worth < price) {
            price = worth;
        }
    }
    return price == INT64_MAX ? UNIT : price;
}

static bool can_drop(const game *g, int man)
{
    int owner = g->man_owner[man];
    for (int i = 0; i < g->drop_count[owner]; i++) {
        if (g->drops[owner][i].man == man) {
            return true;
        }
    }
    return false;
}

static void price_men(builder *b)
{
    evaluation *e = b->e;
    const game *g = b->game;
    int64_t price = cheapest(b);
    for (int man = 1; man < g->men; man++) {
        int16_t *stands = e->place + (size_t)man * (size_t)g->cells;
        if (g->man_royal[man]) {
            /* Away from the middle while there is much to fear. */
            for (int cell = 0; cell < g->cells; cell++) {
                stands[cell] = (int16_t)(-6 * b->centre[cell]);
            }
            continue;
        }
        long hint = g->rules->pieces[g->type[g->man_type[man]].piece].value;
        int64_t worth = b->worth[man] + b->expected[man];
        int value = hint > 0 ? clamp(hint, SCORE_MOST / 4) : clamp(worth * 100 / price, SCORE_MOST / 4);
        e->value[man] = value;
        e->pressure[man] = value / 64;
        /* A man in hand goes where it is wanted: worth a little more than one that stands somewhere; less where many can
         * be dropped in a turn, so that one that is still held was left behind. */
        int wanted = g->rules->turn.only_drops ? -value / 8 : value / 12 + 8;
        e->held[man] = can_drop(g, man) ? value + wanted : 0;
        const int64_t *moves = row_of(b, b->mobility, man);
        const int64_t *prospect = row_of(b, b->prospect, man);
        for (int cell = 0; cell < g->cells; cell++) {
            int64_t better =
                (moves[cell] - b->mean[man]) * 15 / price + (prospect[cell] - b->expected[man]) * 100 / price;
            stands[cell] = (int16_t)clamp(value + better + 4 * (b->centre[cell] - 3), SCORE_MOST);
        }
    }
    for (int cell = 0; cell < g->cells; cell++) {
        e->endgame[cell] = (int16_t)(6 * b->centre[cell]);
    }
}

static void find_full(evaluation *e)
{
    const game *g = e->game;
    for (int player = 0; player < g->players; player++) {
        int sum = 0;
        for (int cell = 0; cell < g->cells; cell++) {
            man_id man = g->start_board[cell];
            if (man && g->man_owner[man] == player) {
                sum += e->value[man];
            }
        }
        e->full = sum > e->full ? sum : e->full;
    }
    if (e->full == 0) {
        e->full = 1000;
    }
}

static void find_quiet(evaluation *e)
{
    for (int i = 0; i < e->game->ending_count; i++) {
        const rule_ending *rule = e->game->endings[i].rule;
        if (rule->kind == END_QUIET && rule->number > 0 && (e->quiet == 0 || rule->number < e->quiet)) {
            e->quiet = rule->number;
        }
    }
}

bool evaluation_init(evaluation *e, const game *g)
{
    *e = (evaluation){.game = g};
    size_t men = (size_t)g->men, cells = (size_t)g->cells;
    arena_init(&e->arena, 0);
    e->value = arena_new(&e->arena, int, men);
    e->held = arena_new(&e->arena, int, men);
    e->pressure = arena_new(&e->arena, int, men);
    e->place = arena_new(&e->arena, int16_t, men * cells);
    e->endgame = arena_new(&e->arena, int16_t, cells);
    builder b = {
        .e = e,
        .game = g,
        .mobility = calloc(men * cells, sizeof(int64_t)),
        .mean = calloc(men, sizeof(int64_t)),
        .worth = calloc(men, sizeof(int64_t)),
        .prospect = calloc(men * cells, sizeof(int64_t)),
        .expected = calloc(men, sizeof(int64_t)),
        .reach = calloc((size_t)g->words, sizeof(uint64_t)),
        .centre = calloc(cells, sizeof(int)),
        .seen = calloc(cells, sizeof(bool)),
        .queue = calloc(cells, sizeof(int)),
    };
    if (e->arena.failed || !b.mobility || !b.mean || !b.worth || !b.prospect || !b.expected || !b.reach || !b.centre ||
        !b.seen || !b.queue) {
        free_builder(&b);
        evaluation_finish(e);
        return false;
    }
    find_mobility(&b);
    level_converts(&b);
    for (int man = 1; man < g->men; man++) {
        if (g->plans[man].promotion) {
            find_prospects(&b, man);
        }
    }
    find_centre(&b);
    price_men(&b);
    find_full(e);
    find_quiet(e);
    free_builder(&b);
    return true;
}

void evaluation_finish(evaluation *e)
{
    arena_finish(&e->arena);
    *e = (evaluation){0};
}

/* ---- a position ---- */

/* Two sides: 0 the friends, 1 their enemies. */
typedef struct side {
    int score;    /* what the men are worth where they stand */
    int material; /* what they are worth anywhere */
    int royals;
    unsigned royal[ROYALS_SEEN];
} side;

static int distance(const topology *t, unsigned a, unsigned b)
{
    int dx = abs(t->column[a] - t->column[b]);
    int dy = abs(t->row[a] - t->row[b]);
    return dx > dy ? dx : dy;
}

/* How the royals of `own` fare: they hide while the enemy has much, and come to the middle when he has little. */
static int royal_score(const evaluation *e, const position *p, const side *own, const side *other, int danger)
{
    int fear = other->material < e->full ? other->material : e->full;
    int score = 0;
    for (int i = 0; i < own->royals; i++) {
        unsigned cell = own->royal[i];
        int hiding = e->place[(size_t)p->board[cell] * (size_t)e->game->cells + cell];
        score += (hiding * fear + e->endgame[cell] * (e->full - fear)) / e->full;
    }
    return score - danger * fear / e->full;
}

/* Against a side that has almost nothing left: its royal to the edge, ours beside it. */
static int drive(const evaluation *e, const side *strong, const side *weak)
{
    if (!weak->royals || weak->material * 6 > e->full || strong->material < weak->material + 150) {
        return 0;
    }
    const topology *t = &e->game->topology;
    unsigned victim = weak->royal[0];
    int score = 8 * (36 - e->endgame[victim]) / 6;
    if (strong->royals) {
        int span = t->columns > t->rows ? t->columns : t->rows;
        score += 4 * (span - distance(t, strong->royal[0], victim));
    }
    return score;
}

static int hand_score(const evaluation *e, const position *p, int player, int *material)
{
    const game *g = e->game;
    const uint16_t *hand = position_hand(p);
    int score = 0;
    for (int i = 0; i < g->drop_count[player]; i++) {
        man_id man = g->drops[player][i].man;
        if (hand[man]) {
            score += hand[man] * e->held[man];
            *material += hand[man] * e->value[man];
        }
    }
    return score;
}

int evaluation_score(const evaluation *e, const position *p, uint32_t friends)
{
    const game *g = e->game;
    size_t cells = (size_t)g->cells;
    side sides[2] = {{0}, {0}};
    struct stand {
        uint16_t cell;
        man_id man;
    } stands[2][STANDS_MAX];
    int standing[2] = {0, 0};
    for (size_t cell = 0; cell < cells; cell++) {
        man_id man = p->board[cell];
        if (!man) {
            continue;
        }
        if (g->man_owner[man] == g->nobody) {
            continue; /* as useful to one as to another */
        }
        int who = !(friends >> g->man_owner[man] & 1);
        side *s = &sides[who];
        if (g->man_royal[man]) {
            if (s->royals < ROYALS_SEEN) {
                s->royal[s->royals++] = (unsigned)cell;
            }
            continue;
        }
        s->score += e->place[man * cells + cell];
        s->material += e->value[man];
        if (standing[who] < STANDS_MAX) {
            stands[who][standing[who]++] = (struct stand){(uint16_t)cell, man};
        }
    }
    if (g->hands) {
        for (int player = 0; player < g->players; player++) {
            side *s = &sides[!(friends >> player & 1)];
            s->score += hand_score(e, p, player, &s->material);
        }
    }
    int score = sides[0].score - sides[1].score;
    for (int who = 0; who < 2; who++) {
        const side *own = &sides[who], *other = &sides[!who];
        int danger = 0;
        if (own->royals) {
            unsigned royal = own->royal[0];
            for (int i = 0; i < standing[!who]; i++) {
                int away = distance(&g->topology, royal, stands[!who][i].cell);
                danger += away < NEAR ? (NEAR - away) * e->pressure[stands[!who][i].man] : 0;
            }
            /* Own men next to it are a wall. */
            for (int i = 0; i < standing[who]; i++) {
                danger -= distance(&g->topology, royal, stands[who][i].cell) == 1 ? 6 : 0;
            }
        }
        int more = royal_score(e, p, own, other, danger) + drive(e, own, other);
        score += who ? -more : more;
    }
    score += friends >> p->state.mover & 1 ? TEMPO : -TEMPO;
    if (e->quiet > 0) {
        /* A lead that is never used runs out: prefer to make progress. */
        long left = e->quiet - p->state.quiet;
        score = (int)(score * (e->quiet + (left > 0 ? left : 0)) / (2 * e->quiet));
    }
    return clamp(score, SCORE_MOST);
}

/* ---- a move ---- */

man_id evaluation_mover(const position *p, move m)
{
    if (move_kind_of(m) == MOVE_DROP) {
        return game_man(p->game, p->state.mover, (int)move_into(m) - 1);
    }
    unsigned from = move_from(m);
    return from < (unsigned)p->game->cells ? p->board[from] : MAN_NONE;
}

man_id evaluation_taken(const position *p, move m)
{
    switch (move_kind_of(m)) {
    case MOVE_STEP:
    case MOVE_DOUBLE:
        return p->board[move_to(m)];
    case MOVE_PASSING:
    case MOVE_LOCUST:
    case MOVE_CHAIN: /* the first of them */
        return p->board[move_aux(m)];
    case MOVE_CASTLE:
    case MOVE_DROP:
    case MOVE_TURN:
    case MOVE_CLAIM:
    case MOVE_PASS:
    case MOVE_ROLL:
    case MOVE_HOOK:
        break;
    }
    return MAN_NONE;
}

static man_id arrives(const game *g, move m, man_id man, man_id taken)
{
    if (move_into(m)) {
        return game_man(g, g->man_owner[man], (int)move_into(m) - 1);
    }
    if (g->becomes && move_kind_of(m) != MOVE_DROP) {
        man_id becomes = g->becomes[(size_t)man * (size_t)g->men + taken];
        return becomes ? becomes : man;
    }
    return man;
}

/* What a player wins by taking the man: it is off the board, and perhaps in his hand. */
static int taking(const evaluation *e, man_id man, int captor)
{
    const game *g = e->game;
    int value = e->value[man];
    if (g->hands) {
        man_id held = g->taken_as[(size_t)man * (size_t)g->players + (size_t)captor];
        value += held ? e->held[held] : 0;
    }
    return value;
}

/* All men that a chain takes or brings over, and what the man becomes. */
static int chain_gain(const evaluation *e, const position *p, move m)
{
    const game *g = e->game;
    chain_way way;
    man_id man = p->board[move_from(m)];
    if (!g->core->chain(p, m, &way)) {
        return 0;
    }
    int gain = move_into(m) ? e->value[game_man(g, g->man_owner[man], (int)move_into(m) - 1)] - e->value[man] : 0;
    for (unsigned i = 0; i < way.count; i++) {
        gain +=
            way.jumped[i] == JUMPED_CONVERTED ? 2 * e->value[way.taken[i]] : taking(e, way.taken[i], g->man_owner[man]);
    }
    return gain;
}

int evaluation_gain(const evaluation *e, const position *p, move m)
{
    const game *g = e->game;
    man_id man = evaluation_mover(p, m);
    if (man && move_kind_of(m) == MOVE_CHAIN) {
        return chain_gain(e, p, m);
    }
    if (!man || move_kind_of(m) == MOVE_CASTLE || move_kind_of(m) >= MOVE_CLAIM) {
        return 0;
    }
    if (move_kind_of(m) == MOVE_DROP) {
        return e->value[man] - e->held[g->held_as[man]];
    }
    man_id taken = evaluation_taken(p, m);
    int gain = e->value[arrives(g, m, man, taken)] - e->value[man];
    if (taken && g->man_owner[taken] != g->nobody) {
        int owner = g->man_owner[taken], mover = p->state.mover;
        gain += g->enemies[mover] >> owner & 1 ? taking(e, taken, mover) : -e->value[taken];
    }
    return gain;
}

int evaluation_risk(const evaluation *e, const position *p, move m)
{
    const game *g = e->game;
    man_id man = evaluation_mover(p, m);
    if (!man || move_kind_of(m) >= MOVE_CLAIM) {
        return 0;
    }
    man_id after = arrives(g, m, man, evaluation_taken(p, m));
    int captor = g->next_player[p->state.mover];
    return g->man_royal[after] ? 0 : taking(e, after, captor);
}

int evaluation_price(const evaluation *e, man_id man)
{
    int owner = e->game->man_owner[man];
    return owner == e->game->nobody ? 0 : taking(e, man, e->game->next_player[owner]);
}
