/* The methods are the common ones; where each began:
 *   principal variation search          Marsland and Campbell, Parallel Search of Strongly Ordered Game Trees, 1982
 *   quiescence by moves that take       Shannon, Programming a Computer for Playing Chess, 1950
 *   iterative deepening, hash tables    Slate and Atkin, Chess 4.5, 1977; Zobrist, A New Hashing Method, 1970
 *   null move                           Donninger, Null Move and Deep Search, 1993
 *   razoring, futility                  Birmingham and Kent 1977; Heinz, Extended Futility Pruning, 1998
 *   late-move reductions                as described by Romstad, An Introduction to Late Move Reductions
 *   singular extensions                 Anantharaman, Campbell and Hsu, 1990; by the table's move, as Stockfish does
 *   probable cuts                       Buro, ProbCut, 1995; by captures, as Stockfish does
 * Which of them a game allows is said by its traits (traits.h).
 *
 * What may be overlooked. Shortcuts that judge (futility, late moves, standing still) may pass over an end; a deeper
 * iteration then finds it. But an end, once claimed, is sound: wherever one is claimed all moves of the losing side were
 * searched, since a judgement never is such a score.
 */
#include "search/tree.h"

#include "base/random.h"
#include "search/chance.h"

#include <stdlib.h>
#include <string.h>

enum {
    FULL_PLIES = 3,       /* from the root that no judgement cuts short, */
    FULL_ITERATIONS = 4,  /* as long as that is cheap: an end so near is seen by the first iteration that can */
    LOOK_EVERY = 1024,    /* nodes between two looks at the clock */
    LOOK_EVERY_SLOW = 32, /* the same where a node may take long: scripts in play, large boards, slow legality */
    MOVES_ROOM = 64 * 256,
    EVASIONS_UNTIL = -6, /* depth below which being in check no longer opens all moves */
    RETAKES_FROM = -6,   /* below it only the last target is fought for */
    QUIET_FROM = -14,    /* below it nothing is */
    DELTA = 130,         /* what one more capture may bring besides its victim */
    MARGIN = 80,         /* what one ply of quiet play is thought to gain at most */
    RAZOR = 260,
    PROBABLE = 110,
    STILL_DEPTH = 2, /* standing still is tried from here */
    SINGULAR_DEPTH = 7,
};

/* ---- life ---- */

/* 64 times the logarithm to base 2: in integers, so that it is the same everywhere. */
static int logarithm(unsigned n)
{
    uint64_t x = (uint64_t)n << 32;
    int whole = 0;
    while (x >= UINT64_C(2) << 32) {
        x >>= 1;
        whole++;
    }
    int log = whole * 64;
    for (int bit = 32; bit > 0; bit /= 2) {
        x = (x >> 16) * (x >> 16);
        if (x >= UINT64_C(2) << 32) {
            x >>= 1;
            log += bit;
        }
    }
    return log;
}

static void fill_reductions(basis *b)
{
    for (unsigned depth = 1; depth < REDUCTION_DEPTHS; depth++) {
        for (unsigned n = 1; n < REDUCTION_MOVES; n++) {
            /* About ln(depth) * ln(n) / 2. */
            b->reductions[depth][n] = (uint8_t)(logarithm(depth) * logarithm(n) * 24 / 100 / 64 / 64);
        }
    }
}

bool basis_init(basis *b, const game *g, size_t hash_bytes)
{
    *b = (basis){.game = g};
    traits_find(&b->traits, g);
    fill_reductions(b);
    if (!evaluation_init(&b->evaluation, g, g->tuning)) {
        return false;
    }
    b->chance_bound = chance_bound(&b->evaluation);
    return table_init(&b->table, hash_bytes ? hash_bytes : (size_t)SEARCH_HASH_DEFAULT) &&
           pricing_init(&b->pricing, &b->evaluation, &b->traits);
}

void basis_finish(basis *b)
{
    pricing_finish(&b->pricing);
    table_finish(&b->table);
    evaluation_finish(&b->evaluation);
}

void basis_begin(basis *b, const record *root, const search_limits *limits)
{
    const game *g = b->game;
    b->limits = limits;
    b->friends = ((1u << g->players) - 1) & ~(uint32_t)g->enemies[root->position->state.mover];
    b->repetition_draws = b->checks_lose = false;
    for (int i = 0; i < g->ending_count; i++) {
        const rule_ending *rule = g->endings[i].rule;
        if (rule->kind == END_REPETITION && !rule->illegal && rule->result == RESULT_DRAW) {
            b->repetition_draws = true;
        }
        b->checks_lose |= rule->kind == END_PERPETUAL || rule->kind == END_CHECK_CYCLE || rule->kind == END_CHECKS;
    }
    b->forced = g->rules->captures.must || g->prefers_captures || g->jumps_first || g->captures_first;
    long quiet = b->evaluation.quiet;
    b->quiet_mixes = quiet == 0 ? UINT64_MAX : quiet > 24 ? (uint64_t)quiet - 24 : 0;
    b->mixes = g->rules->counter_count > 0 || g->counts_checks || g->players > 2;
    atomic_store(&b->stopped, false);
    atomic_store(&b->failed, false);
    table_grow_older(&b->table);
}

bool worker_init(worker *w, basis *b)
{
    memset(w, 0, sizeof *w);
    w->basis = b;
    w->room = b->game->moves_max * 2 + MOVES_ROOM;
    w->moves = malloc(w->room * sizeof *w->moves);
    w->orders = malloc(w->room * sizeof *w->orders);
    w->judgements = calloc(JUDGEMENTS, sizeof *w->judgements);
    return w->moves && w->orders && w->judgements && memory_init(&w->memory, b->game);
}

void worker_finish(worker *w)
{
    record_finish(&w->record);
    memory_finish(&w->memory);
    free(w->moves);
    free(w->orders);
    free(w->judgements);
}

bool worker_begin(worker *w, const record *root, live_hooks *hooks)
{
    record_finish(&w->record);
    if (!record_init(&w->record, w->basis->game, hooks) || !record_copy(&w->record, root) ||
        !record_reserve(&w->record, SEARCH_PLY_MAX + 2)) {
        return false;
    }
    memory_fade(&w->memory);
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    w->look_at = 0;
    w->used = 0;
    w->iteration = w->reach = w->still_barred = 0;
    for (size_t i = 0; i < sizeof w->frames / sizeof *w->frames; i++) {
        frame *f = &w->frames[i];
        f->slot = -1;
        f->still = NO_SCORE;
        f->passed = f->checking = false;
        f->length = 0;
        f->killers[0] = f->killers[1] = f->excluded = MOVE_NONE;
    }
    w->frames[0].path = w->record.position->state.hash;
    evaluation_begin(&w->basis->evaluation, w->record.position, &w->frames[0].sums);
    return true;
}

/* ---- limits ---- */

uint64_t basis_nodes(const basis *b)
{
    uint64_t sum = 0;
    for (int i = 0; i < b->count; i++) {
        sum += atomic_load_explicit(&b->workers[i]->nodes, memory_order_relaxed);
    }
    return sum;
}

static void look_at_clock(worker *w, uint64_t nodes)
{
    basis *b = w->basis;
    const game *g = b->game;
    bool slow = w->record.position->hooks || !g->fast || g->words > 4;
    w->look_at = nodes + (slow ? LOOK_EVERY_SLOW : LOOK_EVERY);
    if (!w->first) {
        return;
    }
    uint64_t limit = b->limits->nodes;
    if (limit && b->count == 1 && w->look_at > limit) {
        w->look_at = limit; /* to the node */
    }
    if (deadline_came(&b->deadline, basis_nodes(b))) {
        atomic_store_explicit(&b->stopped, true, memory_order_relaxed);
    }
}

/* Counts a node; false when the search is to end. */
static bool go_on(worker *w)
{
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    if (nodes >= w->look_at) {
        look_at_clock(w, nodes);
    }
    if (atomic_load_explicit(&w->basis->stopped, memory_order_relaxed)) {
        return false;
    }
    atomic_store_explicit(&w->nodes, nodes + 1, memory_order_relaxed);
    return true;
}

static bool stopped(const worker *w)
{
    return atomic_load_explicit(&w->basis->stopped, memory_order_relaxed);
}

bool tree_failed(worker *w)
{
    live_hooks *hooks = w->record.position->hooks;
    if (hooks && hooks->failed) {
        atomic_store(&w->basis->failed, true);
        atomic_store(&w->basis->stopped, true);
        return true;
    }
    return false;
}

/* ---- sides and scores ---- */

static int mover_of(const worker *w)
{
    return w->record.position->state.mover;
}

static bool friends_act(const worker *w)
{
    return basis_friendly(w->basis, mover_of(w));
}

static int verdict_score(const worker *w, const verdict *v, int ply)
{
    if (v->kind != VERDICT_WIN) {
        return 0;
    }
    return basis_friendly(w->basis, v->winner) == friends_act(w) ? SCORE_MATE - ply : -(SCORE_MATE - ply);
}

static int no_moves_score(worker *w, int ply)
{
    verdict v = record_no_moves(&w->record);
    return verdict_score(w, &v, ply);
}

/* ---- positions met again ---- */

static uint64_t mix(uint64_t key, uint64_t with)
{
    random_source r = {key ^ (with * UINT64_C(0x9E3779B97F4A7C15))};
    return random_next(&r);
}

/* The key under which the table knows a position: with what `hash` leaves out and yet decides how the game ends. */
static uint64_t table_key(const worker *w)
{
    const basis *b = w->basis;
    const game *g = b->game;
    const position_state *state = &w->record.position->state;
    uint64_t key = state->hash;
    if (state->quiet >= b->quiet_mixes) {
        key = mix(key, state->quiet + (UINT64_C(128) << 16));
    }
    if (!b->mixes) {
        return key;
    }
    const position_more *more = &w->record.position->more;
    for (size_t i = 0; i < g->rules->counter_count; i++) {
        key = mix(key, (uint64_t)(uint16_t)more->counters[i] + 1 + (i << 16));
    }
    for (int i = 0; g->counts_checks && i < g->players; i++) {
        if (more->checks[i]) {
            key = mix(key, more->checks[i] + (((uint64_t)i + 64) << 16));
        }
    }
    if (g->players > 2) { /* for whom it is judged */
        key = mix(key, b->friends + (UINT64_C(129) << 16));
    }
    return key;
}

/* What the position seems worth. The key says all that the evaluation looks at, but for the count of quiet plies. */
static int judge(const worker *w, int ply)
{
    const basis *b = w->basis;
    uint64_t key = table_key(w) ^ w->record.position->state.quiet * UINT64_C(0x9E3779B97F4A7C15);
    uint64_t *kept = &w->judgements[key & (JUDGEMENTS - 1)];
    if ((*kept ^ key) >> 16 == 0) {
        return (int16_t)(uint16_t)*kept;
    }
    uint32_t all = (1u << b->game->players) - 1;
    int score = evaluation_score(&b->evaluation, w->record.position, &w->frames[ply].sums,
                                 friends_act(w) ? b->friends : all & ~b->friends);
    *kept = (key & ~UINT64_C(0xFFFF)) | (uint16_t)(int16_t)score;
    return score;
}

/* Whether this position stood before since the root, and that counts as a draw to come. */
static bool returns_to_draw(const worker *w, int ply)
{
    const basis *b = w->basis;
    const position *p = w->record.position;
    if (!b->repetition_draws || p->more.ply) {
        return false;
    }
    int until = b->game->irreversible && !b->game->quiet_turns && p->state.quiet < ply ? ply - p->state.quiet : 0;
    for (int i = ply - 1; i >= until; i--) {
        if (w->frames[i + 1].passed) {
            return false; /* what lies before was no road to here */
        }
        if (w->frames[i].path != w->frames[ply].path) {
            continue;
        }
        if (!b->checks_lose) {
            return true;
        }
        /* Somebody who checked with each of his plies since then would lose by going on so: no draw. */
        uint32_t plain = 0, all = 0;
        for (int k = i + 1; k <= ply; k++) {
            all |= 1u << w->frames[k].acted;
            plain |= w->frames[k].checking ? 0 : 1u << w->frames[k].acted;
        }
        return plain == all;
    }
    return false;
}

/* ---- stepping ---- */

bool tree_step(worker *w, move m, int ply)
{
    position *p = w->record.position;
    frame *f = &w->frames[ply], *next = f + 1;
    f->slot = move_kind_of(m) == MOVE_PASS || move_kind_of(m) == MOVE_ROLL ? -1 : memory_slot(&w->memory, p, m);
    next->acted = p->state.mover;
    next->passed = false;
    record_push(&w->record, m);
    table_prefetch(&w->basis->table, p->state.hash);
    evaluation_follow(&w->basis->evaluation, p, &w->record.undos[w->record.count - 1], &f->sums, &next->sums);
    next->path = p->state.hash;
    next->checking = w->basis->traits.mates && w->basis->game->core->in_check(p, p->state.mover);
    return next->checking;
}

static int visit(worker *w, int ply, int depth, int alpha, int beta, bool checked, bool cut);

int tree_deeper(worker *w, bool friends_acted, int ply, int depth, int alpha, int beta, bool checked, bool cut)
{
    if (friends_act(w) == friends_acted) {
        return visit(w, ply, depth, alpha, beta, checked, cut);
    }
    return -visit(w, ply, depth, -beta, -alpha, checked, cut);
}

void tree_keep_line(worker *w, int ply, move m)
{
    frame *f = &w->frames[ply], *next = f + 1;
    size_t rest = next->length < SEARCH_PLY_MAX ? next->length : SEARCH_PLY_MAX - 1;
    f->line[0] = m;
    memcpy(&f->line[1], next->line, rest * sizeof(move));
    f->length = rest + 1;
}

bool tree_list(worker *w, size_t *count)
{
    const game *g = w->basis->game;
    move_list list = {w->moves + w->used, 0, w->room - w->used, false};
    g->core->legal(w->record.position, &list);
    if (g->loops_forbidden) {
        record_filter(&w->record, &list);
    }
    *count = list.count;
    return !list.overflow;
}

static order_hints hints_at(const worker *w, int ply, move known)
{
    const frame *f = &w->frames[ply];
    order_hints h = {.known = known, .killers = {f->killers[0], f->killers[1]}, .counter = MOVE_NONE};
    h.before[0] = ply >= 1 ? f[-1].slot : -1;
    h.before[1] = ply >= 2 ? f[-2].slot : -1;
    h.before[2] = ply >= 4 ? f[-4].slot : -1;
    if (h.before[0] >= 0) {
        h.counter = w->memory.counters[h.before[0]];
    }
    return h;
}

/* ---- quiescence ---- */

/* Whether there is nothing to think of before standing still: hardly anybody with so many men has no move at all. */
static bool can_move(worker *w)
{
    const game *g = w->basis->game;
    position *p = w->record.position;
    return g->core->men_of(p, p->state.mover) > 3 || g->core->any(p);
}

typedef struct calm {
    int ply, depth, alpha, beta;
    bool evades; /* all moves are looked at */
    bool forced; /* there are captures and one must be made: nobody stands still */
    int still, best;
} calm;

/* Whether a capture is not worth a look. Sets what is then known at most. */
static bool calm_skips(worker *w, calm *c, move m)
{
    const basis *b = w->basis;
    const position *p = w->record.position;
    if (c->forced || !b->traits.material) {
        return false;
    }
    if (c->evades) {
        return c->best > -SCORE_MATE_LEAST && c->depth < 0 && !order_noisy(p, m) &&
               !exchange_pays(&b->pricing, p, m, 0);
    }
    if (c->depth < RETAKES_FROM && move_to(m) != move_to(w->record.plies[w->record.count - 1].move)) {
        return true;
    }
    /* With few men left a capture may end the game, whatever it wins. */
    int hope = c->still + evaluation_gain(&b->evaluation, p, m) + DELTA;
    if (hope <= c->alpha && !score_decisive(c->alpha) &&
        b->game->core->men_of(p, b->game->next_player[p->state.mover]) > 2) {
        /* What is returned must bound what was passed over: the parent may take it for a score. */
        c->best = hope > c->best ? hope : c->best;
        return true;
    }
    return !exchange_pays(&b->pricing, p, m, 0);
}

/* What is to be looked at, behind the moves in use. False: the score of the position is `best` already. */
static bool calm_list(worker *w, calm *c, size_t *count)
{
    const basis *b = w->basis;
    position *p = w->record.position;
    move_list list = {w->moves + w->used, 0, w->room - w->used, false};
    if (c->evades) {
        c->best = -INFINITE;
        if (!tree_list(w, count)) {
            c->best = judge(w, c->ply);
            return false;
        }
        if (*count == 0) {
            c->best = tree_failed(w) ? 0 : no_moves_score(w, c->ply);
        }
        return *count > 0;
    }
    c->best = c->still = judge(w, c->ply);
    bool out_of_depth = c->depth < QUIET_FROM;
    if (b->forced && !out_of_depth) {
        b->game->core->noisy(p, &list);
        c->forced = list.count > 0;
        c->best = c->forced ? -INFINITE : c->best;
    }
    if (!c->forced) {
        /* A player who cannot move at all has nothing to stand still with. */
        if (c->depth == 0 && !can_move(w)) {
            c->best = tree_failed(w) ? 0 : no_moves_score(w, c->ply);
            return false;
        }
        if (c->best >= c->beta || out_of_depth) {
            return false;
        }
        c->alpha = c->best > c->alpha ? c->best : c->alpha;
        if (!b->forced) {
            b->game->core->noisy(p, &list);
        }
    }
    *count = list.count; /* some of them will do when there is no room for all */
    return *count > 0;
}

/* Moves that take or promote until none pays; all moves out of a check, at first. */
static int quiesce(worker *w, int ply, int depth, int alpha, int beta, bool checked, move known)
{
    calm c = {ply, depth, alpha, beta, checked && depth >= EVASIONS_UNTIL, false, NO_SCORE, -INFINITE};
    size_t first = w->used, count = 0;
    if (!calm_list(w, &c, &count) || tree_failed(w)) {
        return c.best;
    }
    w->used += count;
    order_hints hints = hints_at(w, ply, known);
    order_moves(&w->memory, &w->basis->evaluation, w->record.position, w->moves + first, w->orders + first, count,
                &hints);
    bool friends = friends_act(w);
    for (size_t i = first; i < first + count; i++) {
        order_pick(w->moves, w->orders, i, first + count);
        move m = w->moves[i];
        if (calm_skips(w, &c, m)) {
            continue;
        }
        bool checks = tree_step(w, m, ply);
        int score = tree_deeper(w, friends, ply + 1, depth - 1, c.alpha, beta, checks, false);
        record_pop(&w->record);
        if (stopped(w)) {
            break;
        }
        if (score > c.best) {
            c.best = score;
            if (score > c.alpha) {
                c.alpha = score;
                tree_keep_line(w, ply, m);
                if (score >= beta) {
                    break;
                }
            }
        }
    }
    w->used = first;
    return c.best;
}

/* ---- chance ---- */

static bool bound_says(const table_found *known, int alpha, int beta)
{
    return known->bound == BOUND_EXACT || (known->bound == BOUND_LOWER && known->score >= beta) ||
           (known->bound == BOUND_UPPER && known->score <= alpha);
}

/* A throw of the dice at `ply`, within a window: see chance.h. */
typedef struct throwing {
    worker *worker;
    int ply, depth;
    bool friends, checked;
} throwing;

static int visit_throw(void *state, int outcome, int alpha, int beta)
{
    const throwing *t = state;
    worker *w = t->worker;
    tree_step(w, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)outcome, 0), t->ply);
    int score = tree_deeper(w, t->friends, t->ply + 1, t->depth - 1, alpha, beta, t->checked, false);
    record_pop(&w->record);
    return score;
}

static bool throwing_stopped(void *state)
{
    const throwing *t = state;
    return stopped(t->worker);
}

/* The dice are to be thrown for the mover. */
static int visit_chance(worker *w, int ply, int depth, int alpha, int beta, bool checked)
{
    const basis *b = w->basis;
    const game *g = b->game;
    if (!g->core->any(w->record.position)) {
        return tree_failed(w) ? 0 : no_moves_score(w, ply);
    }
    if (depth <= 0) {
        return judge(w, ply);
    }
    uint64_t key = table_key(w);
    table_found known = table_probe(&w->basis->table, key, ply);
    if (known.bound != BOUND_NONE && known.depth >= depth && bound_says(&known, alpha, beta)) {
        return known.score;
    }
    throwing t = {w, ply, depth, friends_act(w), checked};
    chance_node n = {.outcomes = g->outcomes,
                     .outcome_count = g->outcome_count,
                     .alpha = alpha,
                     .beta = beta,
                     .low = -b->chance_bound,
                     .high = b->chance_bound,
                     .visit = visit_throw,
                     .stopped = throwing_stopped,
                     .state = &t};
    int mean = chance_value(&n);
    w->frames[ply].length = 0; /* there is no best line through a throw */
    if (stopped(w)) {
        return 0;
    }
    table_bound bound = mean >= beta ? BOUND_LOWER : mean > alpha ? BOUND_EXACT : BOUND_UPPER;
    table_store(&w->basis->table, key, ply, MOVE_NONE, mean, depth, bound);
    return mean;
}

/* ---- a position in the tree ---- */

typedef struct branch {
    int ply, depth, alpha, beta;
    bool checked;
    bool cut;       /* a move that refutes the last one is expected */
    bool open;      /* the window is more than a question */
    bool friends;   /* of the root act here */
    bool improving; /* the side stands better than at its last ply */
    int still;      /* what the position seems worth; NO_SCORE in check */
    table_found known;
    move excluded;
} branch;

/* Whether everything is looked at here. */
static bool in_full(const worker *w, const branch *n)
{
    return n->ply == 0 || (n->ply < FULL_PLIES && w->iteration <= FULL_ITERATIONS);
}

/* A judgement that proves no end. */
static int tame(int score)
{
    if (score >= SCORE_MATE_LEAST) {
        return SCORE_MATE_LEAST - 1;
    }
    return score <= -SCORE_MATE_LEAST ? 1 - SCORE_MATE_LEAST : score;
}

static void assess(worker *w, branch *n)
{
    frame *f = &w->frames[n->ply];
    f->friends = n->friends;
    if (n->checked) {
        f->still = n->still = NO_SCORE;
        return;
    }
    f->still = judge(w, n->ply);
    n->still = f->still;
    /* What was found out by searching says more than a look. */
    table_bound helps = n->known.score > n->still ? BOUND_LOWER : BOUND_UPPER;
    if (n->known.bound != BOUND_NONE && (n->known.bound & helps) && !score_decisive(n->known.score)) {
        n->still = n->known.score;
    }
    n->improving = true;
    for (int back = 2; back <= 4 && back <= n->ply; back += 2) {
        const frame *earlier = f - back;
        if (earlier->still != NO_SCORE && earlier->friends == n->friends) {
            n->improving = f->still > earlier->still;
            break;
        }
    }
}

/* Men that are neither royal nor promote: with them there is always a move that does no harm. */
static bool has_free_men(const worker *w)
{
    const game *g = w->basis->game;
    const position *p = w->record.position;
    int mover = p->state.mover;
    for (int i = 0; i < g->mover_count[mover]; i++) {
        man_id man = g->movers[mover][i];
        if (!g->plans[man].promotion && g->core->count_man(p, man) > 0) {
            return true;
        }
    }
    return false;
}

/* Stands still and asks whether the other side can make use of it. */
static bool standing_cuts(worker *w, const branch *n, int *score)
{
    const basis *b = w->basis;
    if (!b->traits.stands_still || n->open || n->depth < STILL_DEPTH || n->still < n->beta ||
        n->ply < w->still_barred || w->frames[n->ply].passed || score_decisive(n->beta) || n->excluded != MOVE_NONE ||
        !has_free_men(w)) {
        return false;
    }
    int over = (n->still - n->beta) / 120;
    int less = 3 + n->depth / 4 + (over < 3 ? over : 3);
    if (in_full(w, n) && n->depth - less < 2) {
        return false;
    }
    tree_step(w, move_pack(MOVE_PASS, CELL_NONE, 0, 0, 0, 0), n->ply);
    w->frames[n->ply + 1].passed = true;
    int found = tree_deeper(w, n->friends, n->ply + 1, n->depth - less, n->beta - 1, n->beta, false, !n->cut);
    record_pop(&w->record);
    if (stopped(w) || found < n->beta) {
        return false;
    }
    *score = tame(found);
    if (n->depth < 12 || w->still_barred) {
        return true;
    }
    /* So deep a cut is worth a proof that it is no zugzwang. */
    w->still_barred = n->ply + 3 * (n->depth - less) / 4;
    int proof = visit(w, n->ply, n->depth - less, n->beta - 1, n->beta, false, false);
    w->still_barred = 0;
    return !stopped(w) && proof >= n->beta;
}

/* A capture that stays above beta by a margin at low depth will do so at full depth. */
static bool capture_cuts(worker *w, const branch *n, int *score)
{
    const basis *b = w->basis;
    int wanted = n->beta + PROBABLE - (n->improving ? 30 : 0);
    if (n->open || n->depth < 5 || !b->traits.material || b->forced || score_decisive(n->beta) ||
        n->excluded != MOVE_NONE ||
        (n->known.bound != BOUND_NONE && n->known.depth >= n->depth - 3 && n->known.score < wanted)) {
        return false;
    }
    size_t first = w->used;
    move_list list = {w->moves + w->used, 0, w->room - w->used, false};
    b->game->core->noisy(w->record.position, &list);
    size_t count = list.count;
    w->used += count;
    order_hints hints = hints_at(w, n->ply, n->known.move);
    order_moves(&w->memory, &b->evaluation, w->record.position, w->moves + first, w->orders + first, count, &hints);
    int found = -INFINITE;
    for (size_t i = first; i < first + count && found < wanted && !stopped(w); i++) {
        order_pick(w->moves, w->orders, i, first + count);
        move m = w->moves[i];
        if (!exchange_pays(&b->pricing, w->record.position, m, wanted - n->still)) {
            continue;
        }
        bool checks = tree_step(w, m, n->ply);
        found = tree_deeper(w, n->friends, n->ply + 1, 0, wanted - 1, wanted, checks, !n->cut);
        if (found >= wanted && n->depth > 4) {
            found = tree_deeper(w, n->friends, n->ply + 1, n->depth - 4, wanted - 1, wanted, checks, !n->cut);
        }
        record_pop(&w->record);
    }
    w->used = first;
    *score = tame(found);
    return found >= wanted && !stopped(w);
}

/* Shortcuts before any move is made. */
static bool cuts_early(worker *w, branch *n, int *score)
{
    const basis *b = w->basis;
    if (n->open || n->checked) {
        return false;
    }
    bool judges = b->traits.material && !in_full(w, n) && n->excluded == MOVE_NONE && !score_decisive(n->alpha) &&
                  !score_decisive(n->beta);
    if (judges && n->depth <= 2 && n->still + RAZOR * n->depth <= n->alpha) {
        int found = quiesce(w, n->ply, 0, n->alpha, n->beta, false, n->known.move);
        if (stopped(w) || found <= n->alpha) {
            *score = found;
            return true;
        }
    }
    int margin = MARGIN * (n->depth - n->improving);
    if (judges && n->depth <= 7 && n->still - margin >= n->beta && can_move(w)) {
        *score = n->still - margin;
        return true;
    }
    return standing_cuts(w, n, score) || (n->still != NO_SCORE && capture_cuts(w, n, score));
}

/* How many plies more a move is worth. */
static int extension(worker *w, const branch *n, move m, bool *several)
{
    const basis *b = w->basis;
    *several = false;
    if (m != n->known.move || n->depth < SINGULAR_DEPTH || n->excluded != MOVE_NONE || n->ply == 0 ||
        !(n->known.bound & BOUND_LOWER) || n->known.depth < n->depth - 3 || score_decisive(n->known.score) ||
        !b->traits.alternates || n->ply >= 2 * w->iteration) {
        return 0;
    }
    /* Does any other move come near it? */
    int least = n->known.score - 2 * n->depth;
    frame *f = &w->frames[n->ply];
    f->excluded = m;
    int others = visit(w, n->ply, (n->depth - 1) / 2, least - 1, least, n->checked, n->cut);
    f->excluded = MOVE_NONE;
    *several = others >= least && least >= n->beta && !n->open;
    return others < least;
}

/* Whether a late or hopeless move is passed over. Sets what the node is worth at least by such moves. */
static bool passes_over(worker *w, const branch *n, move m, bool quiet, int number, int quiets, int history, int *best)
{
    const basis *b = w->basis;
    if (!b->traits.material || *best <= -SCORE_MATE_LEAST || in_full(w, n) || n->open || b->forced ||
        score_decisive(n->alpha)) {
        return false;
    }
    const position *p = w->record.position;
    int row = n->depth < REDUCTION_DEPTHS ? n->depth : REDUCTION_DEPTHS - 1;
    int left = n->depth - b->reductions[row][number < REDUCTION_MOVES ? number : REDUCTION_MOVES - 1];
    left = left > 0 ? left : 0;
    if (!quiet) {
        return n->depth <= 6 && !exchange_pays(&b->pricing, p, m, -90 * n->depth);
    }
    if (b->traits.mates && b->game->core->checks(p, m, evaluation_arrival(p, m))) {
        return n->depth <= 6 && !exchange_pays(&b->pricing, p, m, -60 * n->depth);
    }
    if (quiets >= (3 + n->depth * n->depth) * (n->improving ? 2 : 1)) {
        return true;
    }
    if (n->depth <= 4 && history < -4000 * n->depth) {
        return true;
    }
    if (!n->checked && left <= 6) {
        int hope = n->still + 90 + MARGIN * left;
        if (hope <= n->alpha) {
            *best = hope > *best ? hope : *best; /* a bound, as in quiesce */
            return true;
        }
    }
    return left <= 7 && !exchange_pays(&b->pricing, p, m, -18 * left * left);
}

static int reduction(const worker *w, const branch *n, int number, bool quiet, bool killer, int history)
{
    if (n->depth < 3 || number < 2 || (!quiet && number < 4)) {
        return 0;
    }
    const basis *b = w->basis;
    int less = b->reductions[n->depth < REDUCTION_DEPTHS ? n->depth : REDUCTION_DEPTHS - 1]
                            [number < REDUCTION_MOVES ? number : REDUCTION_MOVES - 1];
    less += !n->improving && !n->checked;
    less += n->cut;
    less -= n->open;
    less -= n->checked;
    less -= killer;
    if (quiet) {
        less -= history / 12000;
    } else {
        less = less / 2;
    }
    less = less > n->depth - 2 ? n->depth - 2 : less;
    return less > 0 ? less : 0;
}

static int bonus_of(int depth)
{
    int bonus = 24 * depth * depth + 40 * depth;
    return bonus < 1800 ? bonus : 1800;
}

/* The last move refuted the ply before: it goes first next time, those tried before it later. */
static void praise(worker *w, const branch *n, const order_hints *hints, size_t first, size_t i)
{
    const position *p = w->record.position;
    move m = w->moves[i];
    int bonus = bonus_of(n->depth);
    frame *f = &w->frames[n->ply];
    if (order_noisy(p, m)) {
        memory_learn_capture(&w->memory, p, m, bonus);
    } else {
        if (f->killers[0] != m) {
            f->killers[1] = f->killers[0];
            f->killers[0] = m;
        }
        if (hints->before[0] >= 0) {
            w->memory.counters[hints->before[0]] = m;
        }
        memory_learn(&w->memory, p, m, hints, bonus);
    }
    for (size_t k = first; k < i; k++) {
        if (order_noisy(p, w->moves[k])) {
            memory_learn_capture(&w->memory, p, w->moves[k], -bonus);
        } else if (!order_noisy(p, m)) {
            memory_learn(&w->memory, p, w->moves[k], hints, -bonus);
        }
    }
}

/* Brings the next move to `i`; a capture that does not pay goes to the end. */
static void next_move(worker *w, size_t i, size_t end)
{
    for (;;) {
        order_pick(w->moves, w->orders, i, end);
        int order = w->orders[i];
        if (order < ORDER_GOOD - ORDER_GOOD / 2 || order >= ORDER_TABLE ||
            exchange_pays(&w->basis->pricing, w->record.position, w->moves[i], 0)) {
            return;
        }
        w->orders[i] = order - ORDER_GOOD + ORDER_BAD;
    }
}

/* Searches a move that was made; `number` of them before it. */
static int visit_move(worker *w, const branch *n, int depth, int number, int less, bool checks)
{
    int next = n->ply + 1;
    if (number == 0) {
        return tree_deeper(w, n->friends, next, depth, n->alpha, n->beta, checks, !n->open && !n->cut);
    }
    int score = tree_deeper(w, n->friends, next, depth - less, n->alpha, n->alpha + 1, checks, less > 0 || !n->cut);
    if (less && score > n->alpha && !stopped(w)) {
        score = tree_deeper(w, n->friends, next, depth, n->alpha, n->alpha + 1, checks, !n->cut);
    }
    if (score > n->alpha && score < n->beta && !stopped(w)) {
        score = tree_deeper(w, n->friends, next, depth, n->alpha, n->beta, checks, false);
    }
    return score;
}

/* The moves in use from `first` on. `*best_move` gets the one that raised alpha. */
static int visit_moves(worker *w, branch *n, size_t first, size_t count, move *best_move)
{
    const basis *b = w->basis;
    const position *p = w->record.position;
    order_hints hints = hints_at(w, n->ply, n->known.move);
    order_moves(&w->memory, &b->evaluation, p, w->moves + first, w->orders + first, count, &hints);
    int best = -INFINITE, number = 0, quiets = 0;
    for (size_t i = first; i < first + count; i++) {
        next_move(w, i, first + count);
        move m = w->moves[i];
        if (m == n->excluded) {
            continue;
        }
        bool quiet = !order_noisy(p, m);
        bool killer = w->orders[i] >= ORDER_KILLER && w->orders[i] < ORDER_KILLER + 3;
        int history = quiet ? memory_history(&w->memory, p, m, &hints) : 0;
        if (m != n->known.move && passes_over(w, n, m, quiet, number, quiets, history, &best)) {
            number++;
            quiets += quiet;
            continue;
        }
        bool several = false;
        int more = extension(w, n, m, &several);
        if (stopped(w)) {
            break;
        }
        if (several) {
            return n->beta;
        }
        bool checks = tree_step(w, m, n->ply);
        int less = checks ? 0 : reduction(w, n, number, quiet, killer, history);
        int score = visit_move(w, n, n->depth - 1 + more, number, less, checks);
        record_pop(&w->record);
        number++;
        quiets += quiet;
        if (stopped(w)) {
            break;
        }
        if (score <= best) {
            continue;
        }
        best = score;
        if (score <= n->alpha) {
            continue;
        }
        n->alpha = score;
        *best_move = m;
        if (n->open) {
            tree_keep_line(w, n->ply, m);
        }
        if (score >= n->beta) {
            praise(w, n, &hints, first, i);
            break;
        }
    }
    return best;
}

/* Searches the moves of a position that no shortcut has decided. */
static int visit_node(worker *w, branch *n, uint64_t key)
{
    size_t first = w->used, count = 0;
    if (!tree_list(w, &count)) {
        return judge(w, n->ply);
    }
    if (tree_failed(w)) {
        return 0;
    }
    if (count == 0) {
        return no_moves_score(w, n->ply);
    }
    if (count == 1 && n->excluded != MOVE_NONE) {
        return n->alpha;
    }
    w->used += count;
    int before = n->alpha;
    move best_move = MOVE_NONE;
    int best = visit_moves(w, n, first, count, &best_move);
    w->used = first;
    if (stopped(w)) {
        return 0;
    }
    if (n->excluded == MOVE_NONE) {
        table_bound bound = best >= n->beta ? BOUND_LOWER : best > before ? BOUND_EXACT : BOUND_UPPER;
        table_store(&w->basis->table, key, n->ply, best_move, best, n->depth, bound);
    }
    return best;
}

/* Whether the game is over here, or as good as. */
static bool ended(worker *w, int ply, int *score)
{
    verdict v = record_decided(&w->record, true);
    if (v.kind == VERDICT_WIN && v.rule->claim && basis_friendly(w->basis, v.winner) != friends_act(w)) {
        v = record_decided(&w->record, false); /* nobody claims his own loss */
    }
    if (verdict_is_soft(&v) && !w->basis->game->core->any(w->record.position)) {
        v = record_no_moves(&w->record);
    }
    *score = 0;
    if (tree_failed(w)) {
        return true;
    }
    if (v.kind != VERDICT_ONGOING) {
        *score = verdict_score(w, &v, ply);
        return true;
    }
    if (returns_to_draw(w, ply)) {
        return true;
    }
    if (ply >= SEARCH_PLY_MAX - 1) {
        *score = judge(w, ply);
        return true;
    }
    return false;
}

static int visit_leaf(worker *w, const branch *n, uint64_t key)
{
    int score = quiesce(w, n->ply, n->depth, n->alpha, n->beta, n->checked, n->known.move);
    if (n->depth == 0 && !stopped(w)) {
        frame *f = &w->frames[n->ply];
        table_bound bound = score >= n->beta ? BOUND_LOWER : score > n->alpha ? BOUND_EXACT : BOUND_UPPER;
        table_store(&w->basis->table, key, n->ply, f->length ? f->line[0] : MOVE_NONE, score, 0, bound);
    }
    return score;
}

/* The score of the position for its mover, at `ply` from the root. */
static int visit(worker *w, int ply, int depth, int alpha, int beta, bool checked, bool cut)
{
    basis *b = w->basis;
    frame *f = &w->frames[ply];
    int score;
    f->length = 0;
    if (!go_on(w)) {
        return 0;
    }
    w->reach = ply > w->reach ? ply : w->reach;
    if (ended(w, ply, &score)) {
        return score;
    }
    if (w->record.position->more.rolls) {
        return visit_chance(w, ply, depth, alpha, beta, checked);
    }
    /* An end nearer the root is known already: nothing here can better it. */
    int floor = -(SCORE_MATE - ply), roof = SCORE_MATE - ply - 1;
    alpha = alpha > floor ? alpha : floor;
    beta = beta < roof ? beta : roof;
    if (alpha >= beta) {
        return alpha;
    }
    if (checked && depth >= 0 && ply < 2 * w->iteration) {
        depth++;
    }
    branch n = {.ply = ply,
                .depth = depth,
                .alpha = alpha,
                .beta = beta,
                .checked = checked,
                .cut = cut,
                .open = beta - alpha > 1,
                .friends = friends_act(w),
                .still = NO_SCORE,
                .excluded = f->excluded};
    uint64_t key = table_key(w);
    n.known = n.excluded == MOVE_NONE ? table_probe(&b->table, key, ply) : (table_found){MOVE_NONE, 0, 0, BOUND_NONE};
    if (!n.open && n.known.bound != BOUND_NONE && n.known.depth >= depth && bound_says(&n.known, alpha, beta)) {
        return n.known.score;
    }
    if (depth <= 0) {
        return visit_leaf(w, &n, key);
    }
    if (ply + 2 < SEARCH_PLY_MAX) {
        f[2].killers[0] = f[2].killers[1] = MOVE_NONE;
    }
    assess(w, &n);
    if (cuts_early(w, &n, &score)) {
        return stopped(w) ? 0 : score;
    }
    /* Without a move from the table the order is poor: a shallower look is cheaper, and leaves one. */
    if (n.known.move == MOVE_NONE && n.excluded == MOVE_NONE && n.depth >= 4 && (n.open || n.cut)) {
        n.depth--;
    }
    return visit_node(w, &n, key);
}
