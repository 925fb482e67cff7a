/* The root: iterations, windows, several lines, threads. What happens below it is in tree.c.
 *
 * Threads share the table and nothing else (Lazy SMP; Hyatt's "shared hash table" idea, as Stockfish has it): each deepens
 * from the root by itself, every other one a ply ahead, and finds in the table what the others have done.
 * Games with more than two sides are played by many.c; players of one team are one side here.
 */
#include "search/search.h"

#include "search/many.h"
#include "search/mcts.h"
#include "search/noise.h"
#include "search/root.h"
#include "search/tree.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_DEFAULT = 6, /* without any limit */
    WINDOW = 22,
    WINDOW_MOST = 1000,
    LINES_ASKED_MAX = 256,
    TELLS_BOUNDS_AFTER = 3000, /* milliseconds */
};

/* What a thread knows about the root. */
typedef struct root {
    worker worker;
    size_t moves;         /* legal ones, at the start of the worker's buffer */
    search_result *lines; /* [lines]: the best first moves so far, best first */
    int *scores;          /* [lines] of the last iteration */
    int line_count;
    int number; /* of the thread */
    int swings; /* how often the best move changed lately, in 256ths */
    pthread_t thread;
    bool running;
} root;

struct search {
    basis basis;
    root **roots; /* [count] */
    int count;
    mcts *mcts; /* made at the first asking */
    size_t bytes;
};

/* ---- life ---- */

static void root_destroy(root *r)
{
    if (r) {
        worker_finish(&r->worker);
        free(r->lines);
        free(r->scores);
        free(r);
    }
}

static root *root_create(basis *b, int number)
{
    root *r = calloc(1, sizeof *r);
    if (r && !worker_init(&r->worker, b)) {
        root_destroy(r);
        return NULL;
    }
    if (r) {
        r->number = number;
        r->worker.first = number == 0;
    }
    return r;
}

/* So many threads' worth of memory; less when there is no more. At least one, or false. */
static bool reserve(search *s, int threads)
{
    if (threads > s->count) {
        root **roots = realloc(s->roots, (size_t)threads * sizeof(root *));
        struct worker **workers = realloc(s->basis.workers, (size_t)threads * sizeof(struct worker *));
        s->roots = roots ? roots : s->roots;
        s->basis.workers = workers ? workers : s->basis.workers;
        while (roots && workers && s->count < threads) {
            root *r = root_create(&s->basis, s->count);
            if (!r) {
                break;
            }
            s->basis.workers[s->count] = &r->worker;
            s->roots[s->count++] = r;
        }
    }
    return s->count > 0;
}

search *search_create(const game *g, size_t hash_bytes)
{
    search *s = calloc(1, sizeof *s);
    if (s && (!basis_init(&s->basis, g, hash_bytes) || !reserve(s, 1))) {
        search_destroy(s);
        return NULL;
    }
    if (s) {
        s->bytes = hash_bytes ? hash_bytes : (size_t)SEARCH_HASH_DEFAULT;
    }
    return s;
}

void search_destroy(search *s)
{
    if (!s) {
        return;
    }
    for (int i = 0; i < s->count; i++) {
        root_destroy(s->roots[i]);
    }
    mcts_destroy(s->mcts);
    free(s->roots);
    free(s->basis.workers);
    basis_finish(&s->basis);
    free(s);
}

void search_clear(search *s)
{
    table_clear(&s->basis.table);
    for (int i = 0; i < s->count; i++) {
        memory_clear(&s->roots[i]->worker.memory);
    }
    if (s->mcts) {
        mcts_clear(s->mcts);
    }
}

/* ---- results ---- */

static bool over(const root *r)
{
    return atomic_load_explicit(&r->worker.basis->stopped, memory_order_relaxed);
}

static void take_line(const root *r, search_result *out, int score, table_bound bound)
{
    const frame *f = &r->worker.frames[0];
    out->best = f->line[0];
    out->line_length = f->length;
    memcpy(out->line, f->line, f->length * sizeof(move));
    out->score = score;
    out->mate = root_mate(score);
    out->bound = bound;
}

static void sign(const root *r, search_result *out, int depth)
{
    const basis *b = r->worker.basis;
    out->depth = depth;
    out->reach = r->worker.reach;
    out->nodes = basis_nodes(b);
    out->milliseconds = deadline_spent(&b->deadline);
}

static void report(const root *r, int line, int depth)
{
    const basis *b = r->worker.basis;
    if (r->worker.first && b->limits->info) {
        search_result told = r->lines[line];
        sign(r, &told, depth);
        told.number = line + 1;
        told.full = table_full(&b->table);
        b->limits->info(b->limits->state, &told);
    }
}

/* ---- one iteration ---- */

/* Moves the move at `i` to `to`, the others keep their order. */
static void lead_with(worker *w, size_t to, size_t i)
{
    move m = w->moves[i];
    memmove(&w->moves[to + 1], &w->moves[to], (i - to) * sizeof *w->moves);
    w->moves[to] = m;
}

static int search_move(root *r, move m, size_t number, int depth, int alpha, int beta)
{
    worker *w = &r->worker;
    bool friends = basis_friendly(w->basis, w->record.position->state.mover);
    w->frames[0].friends = friends;
    bool quiet = !noise_of(w->record.position, m);
    bool checks = worker_step(w, m, 0);
    int score;
    if (number == 0) {
        score = tree_deeper(w, friends, 1, depth - 1, alpha, beta, checks, false);
    } else {
        int less = depth >= 4 && number >= 4 && quiet && !checks
                       ? w->basis->reductions[depth < 63 ? depth : 63][number < 63 ? number : 63] / 2
                       : 0;
        score = tree_deeper(w, friends, 1, depth - 1 - less, alpha, alpha + 1, checks, true);
        if (less && score > alpha && !over(r)) {
            score = tree_deeper(w, friends, 1, depth - 1, alpha, alpha + 1, checks, true);
        }
        if (score > alpha && score < beta && !over(r)) {
            score = tree_deeper(w, friends, 1, depth - 1, alpha, beta, checks, false);
        }
    }
    record_pop(&w->record);
    return score;
}

/* One depth within one window, for line `line`: without the first moves of the lines before it. A move that raises alpha is
 * kept at once, so that a search that is stopped has the use of it. */
static int visit_root(root *r, int line, int depth, int alpha, int beta)
{
    worker *w = &r->worker;
    int best = -INFINITE;
    size_t first = (size_t)line;
    for (size_t i = first; i < r->moves; i++) {
        move m = w->moves[i];
        int score = search_move(r, m, i - first, depth, alpha, beta);
        if (over(r)) {
            break;
        }
        best = score > best ? score : best;
        if (score > alpha) {
            alpha = score;
            worker_keep_line(w, 0, m);
            take_line(r, &r->lines[line], score, score >= beta ? BOUND_LOWER : BOUND_EXACT);
            r->swings += line == 0 && i > first ? 256 : 0;
            lead_with(w, first, i);
            if (score >= beta) {
                break;
            }
        }
    }
    return best;
}

/* One depth of one line, in windows around what it was worth before. False when the search was stopped on the way. */
static bool find_line(root *r, int line, int depth)
{
    const basis *b = r->worker.basis;
    int width = WINDOW, before = r->scores[line];
    bool narrow = depth >= 5 && !score_decisive(before);
    int alpha = narrow ? before - width : -INFINITE;
    int beta = narrow ? before + width : INFINITE;
    for (;;) {
        int found = visit_root(r, line, depth, alpha, beta);
        if (over(r)) {
            return false;
        }
        r->scores[line] = found;
        bool low = found <= alpha && alpha > -INFINITE, high = found >= beta && beta < INFINITE;
        if (!low && !high) {
            return true;
        }
        if (deadline_spent(&b->deadline) > TELLS_BOUNDS_AFTER) {
            r->lines[line].score = found;
            r->lines[line].bound = low ? BOUND_UPPER : BOUND_LOWER;
            report(r, line, depth);
        }
        width *= 2;
        if (low) {
            beta = (alpha + beta) / 2;
            alpha = score_decisive(found) || width > WINDOW_MOST ? -INFINITE : found - width;
        } else {
            beta = score_decisive(found) || width > WINDOW_MOST ? INFINITE : found + width;
        }
    }
}

/* The lines of this depth, best first: a later line can turn out better than an earlier one. */
static void sort_lines(root *r)
{
    worker *w = &r->worker;
    for (int i = 1; i < r->line_count; i++) {
        search_result line = r->lines[i];
        int score = r->scores[i], k = i;
        for (; k > 0 && r->scores[k - 1] < score; k--) {
            r->lines[k] = r->lines[k - 1];
            r->scores[k] = r->scores[k - 1];
        }
        r->lines[k] = line;
        r->scores[k] = score;
        lead_with(w, (size_t)k, (size_t)i);
    }
}

static bool enough(root *r, int before)
{
    basis *b = r->worker.basis;
    const search_limits *l = b->limits;
    int score = r->scores[0];
    if (l->mate && score >= SCORE_MATE_LEAST && root_mate(score) <= l->mate) {
        return true;
    }
    /* Longer where the best move keeps changing or got worse, shorter where there is no choice. */
    int fall = before - score;
    int share = 70 + r->swings * 30 / 256 + (fall < 0 ? 0 : fall > 60 ? 60 : fall);
    share = r->moves == 1 ? 5 : share;
    r->swings /= 2;
    return deadline_enough(&b->deadline, share < 250 ? share : 250);
}

static void deepen(root *r)
{
    basis *b = r->worker.basis;
    const search_limits *l = b->limits;
    int most = l->depth > 0 && l->depth < SEARCH_DEPTH_MAX ? l->depth : SEARCH_DEPTH_MAX;
    if (!l->depth && !l->nodes && l->movetime <= 0 && l->clock <= 0 && !l->mate && !l->stop) {
        most = DEPTH_DEFAULT;
    }
    for (int depth = 1 + r->number % 2; depth <= most && !over(r); depth++) {
        int before = r->scores[0];
        r->worker.iteration = depth;
        for (int line = 0; line < r->line_count; line++) {
            if (!find_line(r, line, depth)) {
                break;
            }
        }
        if (over(r)) {
            break;
        }
        sort_lines(r);
        for (int line = 0; line < r->line_count; line++) {
            sign(r, &r->lines[line], depth);
            report(r, line, depth);
        }
        /* Nothing nearer can be found any more. */
        bool known = score_decisive(r->scores[0]) && SCORE_MATE - abs(r->scores[0]) <= depth && r->line_count == 1;
        if (r->worker.first && (known || enough(r, before))) {
            break;
        }
    }
}

/* ---- the root's moves ---- */

/* The legal moves at the start of the buffer, likely ones first; claims behind them. */
static void list_root(root *r, size_t *claims)
{
    worker *w = &r->worker;
    search_limits own = *w->basis->limits; /* of equal moves each thread begins with another */
    own.seed += own.seed ? (uint64_t)r->number : 0;
    move_list list = {w->moves, 0, w->room, false};
    size_t legal = root_moves(&w->record, &own, &list);
    r->moves = legal;
    *claims = list.count - legal;
    order_hints none = {MOVE_NONE, {MOVE_NONE, MOVE_NONE}, MOVE_NONE, {-1, -1, -1}};
    order_moves(&w->memory, &w->basis->evaluation, w->record.position, w->moves, w->orders, legal, &none);
    for (size_t i = 0; i < legal; i++) {
        order_pick(w->moves, w->orders, i, legal);
    }
    w->used = list.count;
}

/* Lines for the moves that were listed. False when out of memory. */
static bool prepare_lines(root *r)
{
    const search_limits *l = r->worker.basis->limits;
    int lines = l->lines < 1 ? 1 : l->lines < LINES_ASKED_MAX ? l->lines : LINES_ASKED_MAX;
    lines = (size_t)lines > r->moves ? (int)r->moves : lines;
    free(r->lines);
    free(r->scores);
    r->lines = calloc((size_t)lines, sizeof *r->lines);
    r->scores = calloc((size_t)lines, sizeof *r->scores);
    r->line_count = lines;
    r->swings = 0;
    for (int i = 0; r->lines && i < lines; i++) {
        r->lines[i].best = r->lines[i].line[0] = r->worker.moves[i];
        r->lines[i].line_length = 1;
        r->lines[i].bound = BOUND_EXACT;
        r->lines[i].number = i + 1;
    }
    return r->lines && r->scores;
}

/* A claim that is open at the root, if it gives no less than the best move: that may owe its score to the very claim,
 * which the tree counts for whoever it serves. */
static void consider_claims(root *r, size_t count, search_result *out)
{
    worker *w = &r->worker;
    bool friends = basis_friendly(w->basis, w->record.position->state.mover);
    for (size_t i = 0; i < count; i++) {
        move claim = w->moves[r->moves + i];
        verdict v = root_claim(&w->record, claim);
        if (v.kind == VERDICT_ONGOING) {
            continue;
        }
        int score = v.kind == VERDICT_DRAW                          ? 0
                    : basis_friendly(w->basis, v.winner) == friends ? SCORE_MATE - 1
                                                                    : 1 - SCORE_MATE;
        if (score >= out->score || out->best == MOVE_NONE) {
            out->best = out->line[0] = claim;
            out->line_length = 1;
            out->score = score;
            out->mate = root_mate(score);
        }
    }
}

/* ---- threads ---- */

static void *help(void *state)
{
    deepen(state);
    return NULL;
}

/* The thread that saw furthest; of equals the one that likes its move best. */
static const root *best_of(const search *s, int threads)
{
    const root *best = s->roots[0];
    for (int i = 1; i < threads; i++) {
        const root *r = s->roots[i];
        const search_result *a = &r->lines[0], *b = &best->lines[0];
        bool nearer_end = score_decisive(a->score) && a->score > b->score;
        if (a->bound == BOUND_EXACT &&
            (nearer_end || a->depth > b->depth || (a->depth == b->depth && a->score > b->score)) &&
            !(score_decisive(b->score) && b->score > a->score)) {
            best = r;
        }
    }
    return best;
}

static void think(search *s, int threads, search_result *out)
{
    for (int i = 1; i < threads; i++) {
        root *r = s->roots[i];
        r->running = pthread_create(&r->thread, NULL, help, r) == 0;
    }
    deepen(s->roots[0]);
    atomic_store(&s->basis.stopped, true);
    for (int i = 1; i < threads; i++) {
        if (s->roots[i]->running) {
            pthread_join(s->roots[i]->thread, NULL);
            worker_failed(&s->roots[i]->worker);
        }
    }
    *out = s->roots[0]->line_count == 1 ? best_of(s, threads)->lines[0] : s->roots[0]->lines[0];
}

/* ---- a run ---- */

/* Every thread at the root. */
static bool set_out(search *s, const record *from, live_hooks *const *hooks, int threads, size_t *claims)
{
    for (int i = 0; i < threads; i++) {
        root *r = s->roots[i];
        if (!worker_begin(&r->worker, from, hooks[i])) {
            return false;
        }
        list_root(r, claims);
        if (r->moves > 0 && !prepare_lines(r)) {
            return false;
        }
    }
    return true;
}

static bool run_from(search *s, const record *from, live_hooks *const *hooks, const search_limits *limits,
                     search_result *out)
{
    int threads = limits->threads < 1 ? 1 : limits->threads;
    threads = threads > s->count ? s->count : threads;
    basis *b = &s->basis;
    b->count = threads;
    basis_begin(b, from, limits);
    size_t claims = 0;
    if (!set_out(s, from, hooks, threads, &claims)) {
        return false;
    }
    root *first = s->roots[0];
    if (!worker_failed(&first->worker)) {
        if (first->moves > 0) {
            think(s, threads, out);
        }
        if (!worker_failed(&first->worker) && !limits->only) {
            consider_claims(first, claims, out);
        }
    }
    worker_failed(&first->worker);
    out->failed = atomic_load(&b->failed);
    out->nodes = basis_nodes(b);
    out->milliseconds = deadline_spent(&b->deadline);
    return true;
}

/* At the root the dice are thrown, not chosen: the seed throws them, and the score is what the throw is worth. */
static bool throw_dice(search *s, record *from, live_hooks *const *hooks, const search_limits *limits,
                       search_result *out)
{
    move roll = root_throw(from, limits->seed);
    record_push(from, roll);
    search_result below = {.best = MOVE_NONE};
    bool ready = run_from(s, from, hooks, limits, &below);
    record_pop(from);
    *out = below;
    size_t rest = below.line_length < SEARCH_PLY_MAX - 1 ? below.line_length : SEARCH_PLY_MAX - 1;
    memcpy(&out->line[1], below.line, rest * sizeof(move));
    out->best = out->line[0] = roll;
    out->line_length = 1 + rest;
    return ready;
}

/* Which way of searching: as asked, or as the game's tuning says. */
static bool by_means(const game *g, search_method method)
{
    return method == METHOD_MCTS || (method == METHOD_USUAL && g->tuning && g->tuning->method == TUNING_MCTS);
}

bool search_run(search *s, const record *start, live_hooks *const *hooks, const search_limits *limits,
                search_result *out)
{
    memset(out, 0, sizeof *out);
    out->best = MOVE_NONE;
    out->number = 1;
    out->bound = BOUND_EXACT;
    basis *b = &s->basis;
    deadline_begin(&b->deadline, limits);
    record from;
    if (!reserve(s, limits->threads) || !record_init(&from, b->game, hooks[0])) {
        return false;
    }
    bool ready = record_copy(&from, start) && record_reserve(&from, SEARCH_PLY_MAX + 2);
    if (ready && by_means(b->game, limits->method)) {
        s->mcts = s->mcts ? s->mcts : mcts_create(b->game, s->bytes);
        ready = s->mcts && mcts_run(s->mcts, &from, &b->evaluation, limits, &b->deadline, out);
    } else if (ready && many_sides(b->game)) {
        ready = many_run(&from, &b->evaluation, limits, &b->deadline, out);
    } else if (ready && root_throws(&from)) {
        ready = throw_dice(s, &from, hooks, limits, out);
    } else if (ready) {
        ready = run_from(s, &from, hooks, limits, out);
    }
    record_finish(&from);
    return ready;
}
