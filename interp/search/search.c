/* The root: iterative deepening, aspiration windows, several lines, threads. The tree below it is in alphabeta.c.
 *
 * Threads share the transposition table and nothing else (Lazy SMP, as in Stockfish). Each deepens from the root by
 * itself, every other one a ply ahead, and finds in the table what the others have searched. maxn.c plays games with
 * more than two sides; players of one team are one side here.
 */
#include "search/search.h"

#include "base/thread.h"
#include "search/hook_failure.h"
#include "search/leaf_eval.h"
#include "search/maxn.h"
#include "search/mcts.h"
#include "search/move_gain.h"
#include "search/root.h"
#include "search/alphabeta.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_DEFAULT = 6, /* without any limit */
    ASPIRATION_WINDOW = 22,
    ASPIRATION_WINDOW_MAX = 1000,
    MULTIPV_MAX = 256,
    EFFORT_DEPTH = 5,           /* iteration from which on the nodes of the best move tell anything */
    REPORT_BOUNDS_AFTER = 3000, /* milliseconds after which bounds are reported */
};

/* The root of one thread. */
typedef struct root_search {
    search_thread thread;
    size_t move_count;  /* legal moves, at the start of the thread's buffer */
    search_result *pvs; /* [multipv] the best first moves so far, best first */
    int *scores;        /* [multipv] of the last iteration */
    int multipv;
    int number;            /* index of the thread */
    int best_move_changes; /* how often the best move changed lately, in 256ths */
    uint64_t first_node;   /* nodes of the thread before this iteration, */
    uint64_t best_nodes;   /* and those of its best move */
    pthread_t handle;
    bool running;
} root_search;

struct search {
    search_shared shared;
    root_search **roots; /* [count] */
    int count;
    mcts *mcts; /* created when first needed */
    size_t hash_bytes;
};

/* ---- life ---- */

static void root_search_destroy(root_search *r)
{
    if (r) {
        search_thread_finish(&r->thread);
        free(r->pvs);
        free(r->scores);
        free(r);
    }
}

static root_search *root_search_create(search_shared *shared, int number)
{
    root_search *r = calloc(1, sizeof *r);
    if (r && !search_thread_init(&r->thread, shared)) {
        root_search_destroy(r);
        return NULL;
    }
    if (r) {
        r->number = number;
        r->thread.is_main = number == 0;
    }
    return r;
}

/* Creates threads up to `threads`, or fewer when out of memory. False if there is none. */
static bool reserve_threads(search *s, int threads)
{
    if (threads > s->count) {
        root_search **roots = realloc(s->roots, (size_t)threads * sizeof(root_search *));
        struct search_thread **slots = realloc(s->shared.threads, (size_t)threads * sizeof(struct search_thread *));
        s->roots = roots ? roots : s->roots;
        s->shared.threads = slots ? slots : s->shared.threads;
        while (roots && slots && s->count < threads) {
            root_search *r = root_search_create(&s->shared, s->count);
            if (!r) {
                break;
            }
            s->shared.threads[s->count] = &r->thread;
            s->roots[s->count++] = r;
        }
    }
    return s->count > 0;
}

search *search_create(const variant *v, size_t hash_bytes)
{
    search *s = calloc(1, sizeof *s);
    if (s && (!search_shared_init(&s->shared, v, hash_bytes) || !reserve_threads(s, 1))) {
        search_destroy(s);
        return NULL;
    }
    if (s) {
        s->hash_bytes = hash_bytes ? hash_bytes : (size_t)SEARCH_HASH_DEFAULT;
    }
    return s;
}

void search_destroy(search *s)
{
    if (!s) {
        return;
    }
    for (int i = 0; i < s->count; i++) {
        root_search_destroy(s->roots[i]);
    }
    mcts_destroy(s->mcts);
    free(s->roots);
    free(s->shared.threads);
    search_shared_finish(&s->shared);
    free(s);
}

void search_set_params(search *s, const search_params *params)
{
    search_shared_set_params(&s->shared, params);
}

void search_clear(search *s)
{
    tt_clear(&s->shared.tt);
    for (int i = 0; i < s->count; i++) {
        move_history_clear(&s->roots[i]->thread.history);
    }
    if (s->mcts) {
        mcts_clear(s->mcts);
    }
}

int search_win_score(const search *s, const game_outcome *v, int ply)
{
    return leaf_eval_win_score(&s->shared.evaluation, v, ply);
}

/* ---- results ---- */

static bool stopped(const root_search *r)
{
    return search_thread_stopped(&r->thread);
}

static void store_pv(const root_search *r, search_result *out, int score, tt_bound bound)
{
    const search_frame *f = &r->thread.frames[0];
    out->best = f->pv[0];
    out->pv_length = f->pv_length;
    memcpy(out->pv, f->pv, f->pv_length * sizeof(move));
    out->score = score;
    out->mate = root_mate_distance(score);
    out->bound = bound;
}

static void fill_statistics(const root_search *r, search_result *out, int depth)
{
    const search_shared *shared = r->thread.shared;
    out->depth = depth;
    out->seldepth = r->thread.seldepth;
    out->nodes = search_shared_nodes(shared);
    out->milliseconds = timeman_elapsed(&shared->timeman);
}

static void report(const root_search *r, int index, int depth)
{
    const search_shared *shared = r->thread.shared;
    if (r->thread.is_main && shared->limits->info) {
        search_result info = r->pvs[index];
        fill_statistics(r, &info, depth);
        info.multipv = index + 1;
        info.hashfull = tt_hashfull(&shared->tt);
        shared->limits->info(shared->limits->state, &info);
    }
}

/* ---- one iteration ---- */

/* Moves the move at `i` to `to`; the others keep their order. */
static void move_to_front(search_thread *t, size_t to, size_t i)
{
    move m = t->moves[i];
    memmove(&t->moves[to + 1], &t->moves[to], (i - to) * sizeof *t->moves);
    t->moves[to] = m;
}

static int search_move(root_search *r, move m, size_t number, int depth, int alpha, int beta)
{
    search_thread *t = &r->thread;
    bool root_side = search_shared_is_root_side(t->shared, t->game_history.position->state.side_to_move);
    t->frames[0].root_side = root_side;
    bool quiet = !move_is_noisy(t->game_history.position, m);
    bool checks = search_thread_make_move(t, m, 0);
    int score;
    if (number == 0) {
        score = alphabeta_child(t, root_side, 1, depth - 1, alpha, beta, checks, false);
    } else {
        int reduction = depth >= 4 && number >= 4 && quiet && !checks
                            ? t->shared->reductions[depth < 63 ? depth : 63][number < 63 ? number : 63] / 2
                            : 0;
        score = alphabeta_child(t, root_side, 1, depth - 1 - reduction, alpha, alpha + 1, checks, true);
        if (reduction && score > alpha && !stopped(r)) {
            score = alphabeta_child(t, root_side, 1, depth - 1, alpha, alpha + 1, checks, true);
        }
        if (score > alpha && score < beta && !stopped(r)) {
            score = alphabeta_child(t, root_side, 1, depth - 1, alpha, beta, checks, false);
        }
    }
    history_pop(&t->game_history);
    return score;
}

/* One depth within one window, for line `index`: without the first moves of the lines before it. A move that raises
 * alpha is stored at once, so that a stopped search can use it. */
static int search_root(root_search *r, int index, int depth, int alpha, int beta)
{
    search_thread *t = &r->thread;
    int best = -SCORE_INFINITE;
    size_t first = (size_t)index;
    for (size_t i = first; i < r->move_count; i++) {
        move m = t->moves[i];
        if (r->multipv == 1 && (best > -SCORE_INFINITE || i + 1 < r->move_count) && search_thread_overlooks(t, m)) {
            continue;
        }
        const uint64_t before = search_thread_nodes(t);
        int score = search_move(r, m, i - first, depth, alpha, beta);
        if (stopped(r)) {
            break;
        }
        if (i == 0) {
            r->best_nodes += search_thread_nodes(t) - before;
        } else if (index == 0 && score > alpha) {
            r->best_nodes = search_thread_nodes(t) - before;
        }
        best = score > best ? score : best;
        if (score > alpha) {
            alpha = score;
            search_thread_update_pv(t, 0, m);
            store_pv(r, &r->pvs[index], score, score >= beta ? BOUND_LOWER : BOUND_EXACT);
            r->best_move_changes += index == 0 && i > first ? 256 : 0;
            move_to_front(t, first, i);
            if (score >= beta) {
                break;
            }
        }
    }
    return best;
}

/* One depth of one line, in aspiration windows. False if the search was stopped. */
static bool aspiration_search(root_search *r, int index, int depth)
{
    const search_shared *shared = r->thread.shared;
    int width = ASPIRATION_WINDOW, before = r->scores[index];
    bool narrow = depth >= 5 && !score_is_mate(before);
    int alpha = narrow ? before - width : -SCORE_INFINITE;
    int beta = narrow ? before + width : SCORE_INFINITE;
    for (;;) {
        int found = search_root(r, index, depth, alpha, beta);
        if (stopped(r)) {
            return false;
        }
        r->scores[index] = found;
        bool low = found <= alpha && alpha > -SCORE_INFINITE, high = found >= beta && beta < SCORE_INFINITE;
        if (!low && !high) {
            return true;
        }
        if (timeman_elapsed(&shared->timeman) > REPORT_BOUNDS_AFTER) {
            r->pvs[index].score = found;
            r->pvs[index].bound = low ? BOUND_UPPER : BOUND_LOWER;
            report(r, index, depth);
        }
        width *= 2;
        if (low) {
            beta = (alpha + beta) / 2;
            alpha = score_is_mate(found) || width > ASPIRATION_WINDOW_MAX ? -SCORE_INFINITE : found - width;
        } else {
            beta = score_is_mate(found) || width > ASPIRATION_WINDOW_MAX ? SCORE_INFINITE : found + width;
        }
    }
}

/* Sorts the lines of this depth: a later line can be better than an earlier one. */
static void sort_pvs(root_search *r)
{
    search_thread *t = &r->thread;
    for (int i = 1; i < r->multipv; i++) {
        search_result pv = r->pvs[i];
        int score = r->scores[i], k = i;
        for (; k > 0 && r->scores[k - 1] < score; k--) {
            r->pvs[k] = r->pvs[k - 1];
            r->scores[k] = r->scores[k - 1];
        }
        r->pvs[k] = pv;
        r->scores[k] = score;
        move_to_front(t, (size_t)k, (size_t)i);
    }
}

static bool should_stop(root_search *r, int before)
{
    search_shared *shared = r->thread.shared;
    const search_limits *l = shared->limits;
    int score = r->scores[0];
    if (l->mate && score >= SCORE_MATE_MIN && root_mate_distance(score) <= l->mate) {
        return true;
    }
    /* More time if the best move keeps changing, its score dropped, or other moves took most of the nodes; less if there is only one
     * move. */
    int score_drop = before - score;
    int share = 70 + r->best_move_changes * 30 / 256 + (score_drop < 0 ? 0 : score_drop > 60 ? 60 : score_drop);
    if (r->thread.iteration >= EFFORT_DEPTH) {
        share = share * timeman_effort_share(r->best_nodes, search_thread_nodes(&r->thread) - r->first_node) / 100;
    }
    share = r->move_count == 1 ? 5 : share;
    r->best_move_changes /= 2;
    return timeman_should_stop(&shared->timeman, share < 250 ? share : 250);
}

static void iterative_deepening(root_search *r)
{
    search_shared *shared = r->thread.shared;
    const search_limits *l = shared->limits;
    int depth_max = l->depth > 0 && l->depth < SEARCH_DEPTH_MAX ? l->depth : SEARCH_DEPTH_MAX;
    if (!l->depth && !l->nodes && l->movetime <= 0 && l->clock <= 0 && !l->mate && !l->stop) {
        depth_max = DEPTH_DEFAULT;
    }
    for (int depth = 1 + r->number % 2; depth <= depth_max && !stopped(r); depth++) {
        int before = r->scores[0];
        r->thread.iteration = depth;
        r->first_node = search_thread_nodes(&r->thread);
        r->best_nodes = 0;
        for (int index = 0; index < r->multipv; index++) {
            if (!aspiration_search(r, index, depth)) {
                break;
            }
        }
        if (stopped(r)) {
            break;
        }
        sort_pvs(r);
        for (int index = 0; index < r->multipv; index++) {
            fill_statistics(r, &r->pvs[index], depth);
            report(r, index, depth);
        }
        /* A mate within this depth: no shorter one can be found. */
        bool known = score_is_mate(r->scores[0]) && SCORE_MATE - abs(r->scores[0]) <= depth && r->multipv == 1;
        if (r->thread.is_main && (known || should_stop(r, before))) {
            break;
        }
    }
}

/* ---- the root's moves ---- */

/* The legal moves at the start of the buffer, likely ones first; claims behind them. */
static void list_root_moves(root_search *r, size_t *claims)
{
    search_thread *t = &r->thread;
    search_limits own = *t->shared->limits; /* each thread breaks ties in another order */
    own.seed += own.seed ? (uint64_t)r->number : 0;
    move_list list = {t->moves, 0, t->capacity, false};
    size_t legal = root_moves(&t->game_history, &own, &list);
    r->move_count = legal;
    *claims = list.count - legal;
    move_order_hints none = {MOVE_NONE, {MOVE_NONE, MOVE_NONE}, MOVE_NONE, {-1, -1, -1}};
    move_order_score(&t->history, &t->shared->evaluation, t->game_history.position, t->moves, t->move_scores, legal,
                     &none);
    for (size_t i = 0; i < legal; i++) {
        move_order_pick(t->moves, t->move_scores, 0, i, legal);
    }
    t->used = list.count;
}

/* One line for each of the first moves. False when out of memory. */
static bool init_pvs(root_search *r)
{
    const search_limits *l = r->thread.shared->limits;
    int multipv = l->multipv < 1 ? 1 : l->multipv < MULTIPV_MAX ? l->multipv : MULTIPV_MAX;
    multipv = (size_t)multipv > r->move_count ? (int)r->move_count : multipv;
    free(r->pvs);
    free(r->scores);
    r->pvs = calloc((size_t)multipv, sizeof *r->pvs);
    r->scores = calloc((size_t)multipv, sizeof *r->scores);
    r->multipv = multipv;
    r->best_move_changes = 0;
    for (int i = 0; r->pvs && i < multipv; i++) {
        r->pvs[i].best = r->pvs[i].pv[0] = r->thread.moves[i];
        r->pvs[i].pv_length = 1;
        r->pvs[i].bound = BOUND_EXACT;
        r->pvs[i].multipv = i + 1;
    }
    return r->pvs && r->scores;
}

/* A claim at the root is chosen if it gives no less than the best move. That move's score may rest on the same claim,
 * since the tree counts claims for either side. */
static void consider_claims(root_search *r, size_t count, search_result *out)
{
    search_thread *t = &r->thread;
    bool root_side = search_shared_is_root_side(t->shared, t->game_history.position->state.side_to_move);
    for (size_t i = 0; i < count; i++) {
        move claim = t->moves[r->move_count + i];
        game_outcome outcome = root_claim_verdict(&t->game_history, claim);
        if (outcome.kind == OUTCOME_ONGOING) {
            continue;
        }
        int score = outcome.kind == OUTCOME_DRAW ? 0 : leaf_eval_win_score(&t->shared->evaluation, &outcome, 1);
        if (outcome.kind == OUTCOME_WIN && search_shared_is_root_side(t->shared, outcome.winner) != root_side) {
            score = -score;
        }
        if (score >= out->score || out->best == MOVE_NONE) {
            out->best = out->pv[0] = claim;
            out->pv_length = 1;
            out->score = score;
            out->mate = root_mate_distance(score);
        }
    }
}

/* ---- threads ---- */

static void *thread_main(void *state)
{
    iterative_deepening(state);
    return NULL;
}

/* The thread with the greatest depth; of equal depths, the one with the best score. */
static const root_search *best_thread(const search *s, int threads)
{
    const root_search *best = s->roots[0];
    for (int i = 1; i < threads; i++) {
        const root_search *r = s->roots[i];
        const search_result *result = &r->pvs[0], *best_result = &best->pvs[0];
        bool nearer_end = score_is_mate(result->score) && result->score > best_result->score;
        if (result->bound == BOUND_EXACT &&
            (nearer_end || result->depth > best_result->depth ||
             (result->depth == best_result->depth && result->score > best_result->score)) &&
            !(score_is_mate(best_result->score) && best_result->score > result->score)) {
            best = r;
        }
    }
    return best;
}

static void run_threads(search *s, int threads, search_result *out)
{
    for (int i = 1; i < threads; i++) {
        root_search *r = s->roots[i];
        r->running = thread_start(&r->handle, thread_main, r);
    }
    iterative_deepening(s->roots[0]);
    atomic_store(&s->shared.stopped, true);
    for (int i = 1; i < threads; i++) {
        if (s->roots[i]->running) {
            pthread_join(s->roots[i]->handle, NULL);
            search_thread_failed(&s->roots[i]->thread);
        }
    }
    *out = s->roots[0]->multipv == 1 ? best_thread(s, threads)->pvs[0] : s->roots[0]->pvs[0];
}

/* ---- a run ---- */

/* Prepares all threads at the root. */
static bool begin_threads(search *s, const game_history *from, live_hooks *const *hooks, int threads, size_t *claims)
{
    for (int i = 0; i < threads; i++) {
        root_search *r = s->roots[i];
        if (!search_thread_begin(&r->thread, from, hooks[i])) {
            return false;
        }
        list_root_moves(r, claims);
        s->shared.timeman.root_listed = true; /* one that ended too early is found by its fuel */
        if (r->move_count > 0 && !init_pvs(r)) {
            return false;
        }
    }
    return true;
}

static bool search_from(search *s, const game_history *from, live_hooks *const *hooks, const search_limits *limits,
                        search_result *out)
{
    int threads = limits->threads < 1 ? 1 : limits->threads;
    threads = threads > s->count ? s->count : threads;
    search_shared *shared = &s->shared;
    shared->thread_count = threads;
    search_shared_begin(shared, from, limits);
    size_t claims = 0;
    if (!begin_threads(s, from, hooks, threads, &claims)) {
        return false;
    }
    root_search *first = s->roots[0];
    out->unlisted = !fuel_left(&first->thread.fuel);
    if (!search_thread_failed(&first->thread) && !out->unlisted) {
        if (first->move_count > 0) {
            run_threads(s, threads, out);
        }
        first->thread.game_history.position->fuel = NULL; /* claims are looked at whatever the clock says */
        if (!search_thread_failed(&first->thread) && !limits->searchmoves) {
            consider_claims(first, claims, out);
        }
    }
    search_thread_failed(&first->thread);
    for (int i = 0; i < threads; i++) {
        (void)take_hook_failure(hooks[i], &s->roots[i]->thread.fuel); /* what was left out for lack of time is none */
    }
    out->failed = atomic_load(&shared->failed);
    out->nodes = search_shared_nodes(shared);
    out->milliseconds = timeman_elapsed(&shared->timeman);
    return true;
}

/* At the root the dice are rolled, not chosen: the seed gives the roll, and the score is that of the position after
 * it. */
static bool roll_and_search(search *s, game_history *from, live_hooks *const *hooks, const search_limits *limits,
                            search_result *out)
{
    move roll = root_roll(from, limits->seed);
    history_push(from, roll);
    search_result below = {.best = MOVE_NONE};
    bool ready = search_from(s, from, hooks, limits, &below);
    history_pop(from);
    *out = below;
    size_t rest = below.pv_length < SEARCH_PLY_MAX - 1 ? below.pv_length : SEARCH_PLY_MAX - 1;
    memcpy(&out->pv[1], below.pv, rest * sizeof(move));
    out->best = out->pv[0] = roll;
    out->pv_length = 1 + rest;
    return ready;
}

/* Whether the limits, or else the tuning file, choose MCTS. */
static bool uses_mcts(const variant *v, search_method method)
{
    return method == METHOD_MCTS || (method == METHOD_AUTO && v->tuning && v->tuning->method == TUNING_MCTS);
}

/* Whether the method moves in the root itself; alpha-beta has a copy for each thread. */
static bool works_on_copy(const variant *v, const game_history *start, const search_limits *limits)
{
    return uses_mcts(v, limits->method) || maxn_applies(v) || start->position->extra.roll_due;
}

bool search_run(search *s, const game_history *start, live_hooks *const *hooks, const search_limits *limits,
                search_result *out)
{
    memset(out, 0, sizeof *out);
    out->best = MOVE_NONE;
    out->multipv = 1;
    out->bound = BOUND_EXACT;
    search_shared *shared = &s->shared;
    timeman_begin(&shared->timeman, limits);
    if (limits->oversight) {
        tt_clear(&shared->tt); /* what was overlooked in another search may be seen now */
    }
    if (!reserve_threads(s, limits->threads)) {
        return false;
    }
    if (!works_on_copy(shared->variant, start, limits)) {
        return search_from(s, start, hooks, limits, out);
    }
    game_history from;
    if (!game_history_init(&from, shared->variant, hooks[0])) {
        return false;
    }
    fuel left; /* for the searches that work on `from` itself */
    fuel_begin(&left, 0, timeman_stops_fuel, &shared->timeman);
    from.position->fuel = &left;
    bool ready = history_reserve(&from, start->count + SEARCH_PLY_MAX + 2) && history_copy(&from, start);
    if (ready && uses_mcts(shared->variant, limits->method)) {
        s->mcts = s->mcts ? s->mcts : mcts_create(shared->variant, s->hash_bytes);
        ready = s->mcts && mcts_run(s->mcts, &from, &shared->evaluation, limits, &shared->timeman, out);
    } else if (ready && maxn_applies(shared->variant)) {
        ready = maxn_search(&from, &shared->evaluation, limits, &shared->timeman, out);
    } else if (ready && root_must_roll(&from)) {
        ready = roll_and_search(s, &from, hooks, limits, out);
    } else if (ready) {
        ready = search_from(s, &from, hooks, limits, out);
    }
    (void)take_hook_failure(hooks[0], &left);
    game_history_finish(&from);
    return ready;
}
