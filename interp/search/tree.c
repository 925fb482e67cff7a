/* The methods are the common ones; where each began:
 *   principal variation search          Marsland and Campbell, Parallel Search of Strongly Ordered Game Trees, 1982
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

#include "search/chance.h"
#include "search/noise.h"

#include <stdlib.h>
#include <string.h>

enum {
    FULL_PLIES = 3,      /* from the root that no judgement cuts short, */
    FULL_ITERATIONS = 4, /* as long as that is cheap: an end so near is seen by the first iteration that can */
    MARGIN = 80,         /* what one ply of quiet play is thought to gain at most */
    RAZOR = 260,
    PROBABLE = 110,
    STILL_DEPTH = 2, /* standing still is tried from here */
    SINGULAR_DEPTH = 7,
};

static int visit(worker *w, int ply, int depth, int alpha, int beta, bool checked, bool cut);

int tree_deeper(worker *w, bool friends_acted, int ply, int depth, int alpha, int beta, bool checked, bool cut)
{
    if (worker_friends(w) == friends_acted) {
        return visit(w, ply, depth, alpha, beta, checked, cut);
    }
    return -visit(w, ply, depth, -beta, -alpha, checked, cut);
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
    worker_step(w, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)outcome, 0), t->ply);
    int score = tree_deeper(w, t->friends, t->ply + 1, t->depth - 1, alpha, beta, t->checked, false);
    record_pop(&w->record);
    return score;
}

static bool throwing_stopped(void *state)
{
    const throwing *t = state;
    return worker_stopped(t->worker);
}

/* The dice are to be thrown for the mover. */
static int visit_chance(worker *w, int ply, int depth, int alpha, int beta, bool checked)
{
    const basis *b = w->basis;
    const game *g = b->game;
    if (!g->core->any(w->record.position)) {
        return worker_failed(w) ? 0 : worker_no_moves(w, ply);
    }
    if (depth <= 0) {
        return worker_judge(w, ply);
    }
    uint64_t key = worker_key(w);
    table_found known = table_probe(&w->basis->table, key, ply);
    if (known.bound != BOUND_NONE && known.depth >= depth && bound_says(&known, alpha, beta)) {
        return known.score;
    }
    throwing t = {w, ply, depth, worker_friends(w), checked};
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
    if (worker_stopped(w)) {
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
    f->still = worker_judge(w, n->ply);
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
    worker_step(w, move_pack(MOVE_PASS, CELL_NONE, 0, 0, 0, 0), n->ply);
    w->frames[n->ply + 1].passed = true;
    int found = tree_deeper(w, n->friends, n->ply + 1, n->depth - less, n->beta - 1, n->beta, false, !n->cut);
    record_pop(&w->record);
    if (worker_stopped(w) || found < n->beta) {
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
    return !worker_stopped(w) && proof >= n->beta;
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
    order_hints hints = worker_hints(w, n->ply, n->known.move);
    order_moves(&w->memory, &b->evaluation, w->record.position, w->moves + first, w->orders + first, count, &hints);
    int found = -INFINITE;
    for (size_t i = first; i < first + count && found < wanted && !worker_stopped(w); i++) {
        order_pick(w->moves, w->orders, i, first + count);
        move m = w->moves[i];
        if (!exchange_pays(&b->pricing, w->record.position, m, wanted - n->still)) {
            continue;
        }
        bool checks = worker_step(w, m, n->ply);
        found = tree_deeper(w, n->friends, n->ply + 1, 0, wanted - 1, wanted, checks, !n->cut);
        if (found >= wanted && n->depth > 4) {
            found = tree_deeper(w, n->friends, n->ply + 1, n->depth - 4, wanted - 1, wanted, checks, !n->cut);
        }
        record_pop(&w->record);
    }
    w->used = first;
    *score = tame(found);
    return found >= wanted && !worker_stopped(w);
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
        int found = calm_search(w, n->ply, 0, n->alpha, n->beta, false, n->known.move);
        if (worker_stopped(w) || found <= n->alpha) {
            *score = found;
            return true;
        }
    }
    int margin = MARGIN * (n->depth - n->improving);
    if (judges && n->depth <= 7 && n->still - margin >= n->beta && worker_can_move(w)) {
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

/* Whether a late or hopeless move is passed over. Sets what the node is worth at least by such moves, and whether all
 * quiet moves after it are late as well. */
static bool passes_over(worker *w, const branch *n, move m, bool quiet, int number, int quiets, int history, int *best,
                        bool *late)
{
    const basis *b = w->basis;
    if (!b->traits.material || *best <= -SCORE_MATE_LEAST || in_full(w, n) || n->open || b->forced ||
        score_decisive(n->alpha)) {
        return false;
    }
    const position *p = w->record.position;
    if (!quiet) {
        return n->depth <= 6 && !exchange_pays(&b->pricing, p, m, -90 * n->depth);
    }
    int row = n->depth < REDUCTION_DEPTHS ? n->depth : REDUCTION_DEPTHS - 1;
    int left = n->depth - b->reductions[row][number < REDUCTION_MOVES ? number : REDUCTION_MOVES - 1];
    left = left > 0 ? left : 0;
    *late = quiets >= (3 + n->depth * n->depth) * (n->improving ? 2 : 1);
    int hope = n->still + 90 + MARGIN * left;
    bool hopeless = !n->checked && left <= 6 && hope <= n->alpha;
    if (*late || hopeless || (n->depth <= 4 && history < -4000 * n->depth)) {
        if (b->traits.mates && b->game->core->checks(p, m, evaluation_arrival(p, m))) {
            return n->depth <= 6 && !exchange_pays(&b->pricing, p, m, -60 * n->depth);
        }
        if (hopeless) {
            *best = hope > *best ? hope : *best; /* a bound, as in quiescence */
        }
        return true;
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
    if (noise_of(p, m)) {
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
        if (noise_of(p, w->moves[k])) {
            memory_learn_capture(&w->memory, p, w->moves[k], -bonus);
        } else if (!noise_of(p, m)) {
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
    if (less && score > n->alpha && !worker_stopped(w)) {
        score = tree_deeper(w, n->friends, next, depth, n->alpha, n->alpha + 1, checks, !n->cut);
    }
    if (score > n->alpha && score < n->beta && !worker_stopped(w)) {
        score = tree_deeper(w, n->friends, next, depth, n->alpha, n->beta, checks, false);
    }
    return score;
}

/* The moves in use from `first` on. `*best_move` gets the one that raised alpha. */
static int visit_moves(worker *w, branch *n, size_t first, size_t count, move *best_move)
{
    const basis *b = w->basis;
    const position *p = w->record.position;
    order_hints hints = worker_hints(w, n->ply, n->known.move);
    order_moves(&w->memory, &b->evaluation, p, w->moves + first, w->orders + first, count, &hints);
    int best = -INFINITE, number = 0, quiets = 0;
    bool late = false; /* what is left of the quiet moves; the order does not matter any more */
    for (size_t i = first; i < first + count; i++) {
        if (!late) {
            next_move(w, i, first + count);
        }
        move m = w->moves[i];
        if (m == n->excluded) {
            continue;
        }
        bool quiet = !noise_of(p, m);
        bool killer = w->orders[i] >= ORDER_KILLER && w->orders[i] < ORDER_KILLER + 3;
        /* The order of a quiet move that is no killer is its history. */
        int history = !quiet ? 0 : !late && w->orders[i] < ORDER_KILLER ? w->orders[i] : 0;
        if (m != n->known.move && passes_over(w, n, m, quiet, number, quiets, history, &best, &late)) {
            number++;
            quiets += quiet;
            continue;
        }
        bool several = false;
        int more = extension(w, n, m, &several);
        if (worker_stopped(w)) {
            break;
        }
        if (several) {
            return n->beta;
        }
        bool checks = worker_step(w, m, n->ply);
        int less = checks ? 0 : reduction(w, n, number, quiet, killer, history);
        int score = visit_move(w, n, n->depth - 1 + more, number, less, checks);
        record_pop(&w->record);
        number++;
        quiets += quiet;
        if (worker_stopped(w)) {
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
            worker_keep_line(w, n->ply, m);
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
    if (!worker_list(w, &count)) {
        return worker_judge(w, n->ply);
    }
    if (worker_failed(w)) {
        return 0;
    }
    if (count == 0) {
        return worker_no_moves(w, n->ply);
    }
    if (count == 1 && n->excluded != MOVE_NONE) {
        return n->alpha;
    }
    w->used += count;
    int before = n->alpha;
    move best_move = MOVE_NONE;
    int best = visit_moves(w, n, first, count, &best_move);
    w->used = first;
    if (worker_stopped(w)) {
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
    if (v.kind == VERDICT_WIN && v.rule->claim && basis_friendly(w->basis, v.winner) != worker_friends(w)) {
        v = record_decided(&w->record, false); /* nobody claims his own loss */
    }
    if (verdict_is_soft(&v) && !w->basis->game->core->any(w->record.position)) {
        v = record_no_moves(&w->record);
    }
    *score = 0;
    if (worker_failed(w)) {
        return true;
    }
    if (v.kind != VERDICT_ONGOING) {
        *score = worker_verdict_score(w, &v, ply);
        return true;
    }
    if (worker_returns(w, ply)) {
        return true;
    }
    if (ply >= SEARCH_PLY_MAX - 1) {
        *score = worker_judge(w, ply);
        return true;
    }
    return false;
}

static int visit_leaf(worker *w, const branch *n, uint64_t key)
{
    int score = calm_search(w, n->ply, n->depth, n->alpha, n->beta, n->checked, n->known.move);
    if (n->depth == 0 && !worker_stopped(w)) {
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
    if (!worker_go_on(w)) {
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
                .friends = worker_friends(w),
                .still = NO_SCORE,
                .excluded = f->excluded};
    uint64_t key = worker_key(w);
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
        return worker_stopped(w) ? 0 : score;
    }
    /* Without a move from the table the order is poor: a shallower look is cheaper, and leaves one. */
    if (n.known.move == MOVE_NONE && n.excluded == MOVE_NONE && n.depth >= 4 && (n.open || n.cut)) {
        n.depth--;
    }
    return visit_node(w, &n, key);
}
