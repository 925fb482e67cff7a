#include "search/tune.h"

#include "base/random.h"
#include "search/fit.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    OPENING_PLIES = 8,
    OPENING_TRIES = 200,
    GAME_PLIES = 400, /* longer ones are draws */
    KEPT_A_GAME = 12, /* so many positions of one game say all that its outcome tells */
    TEST_EVERY = 10,  /* games that are not learnt from */
    CALM = 25,        /* what captures may still change */
    CALM_DEPTH = 5,
    HASH = 4 << 20,
};

/* Positions of one game. */
typedef struct harvest {
    fit_term *terms;
    size_t term_count, term_room;
    struct kept {
        size_t first, count;
        float middle;
    } * kept;
    size_t kept_count, kept_room;
    float result; /* for the side of the first player */
    bool over;
} harvest;

typedef struct tuner {
    const tune_limits *limits;
    const record *start;
    evaluation *evaluation; /* by which games are played */
    pthread_mutex_t lock;
    struct timespec began;
    double share; /* of the time that may be gone */
    int next, most, done;
    tune_stage stage;
    harvest *games;
    int room;
    uint8_t *outcomes;    /* of the match: half points of the tuned side, plus one */
    const game *sides[2]; /* of the match: tuned, formulas */
    tune_progress progress;
    _Atomic bool failed, no_memory;
} tuner;

typedef struct worker {
    tuner *tuner;
    live_hooks *hooks;
    search *search[2];
    record record;
    move *moves;
    size_t room;
    int32_t *counts;
    uint32_t first; /* bits: the first player's side */
} worker;

/* ---- when to end ---- */

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) * 1e-9;
}

static bool enough(tuner *t)
{
    const tune_limits *l = t->limits;
    return t->failed || t->no_memory || (l->stop && l->stop(l->state)) ||
           (l->seconds && seconds_since(&t->began) > l->seconds * t->share);
}

/* The number of the next game, or -1. Pairs of a match are begun together. */
static int take_number(tuner *t)
{
    pthread_mutex_lock(&t->lock);
    int number = (t->most && t->next >= t->most) || enough(t) ? -1 : t->next++;
    if (number >= 0 && number >= t->room) {
        int room = t->room ? t->room * 2 : 256;
        harvest *more = realloc(t->games, (size_t)room * sizeof *more);
        if (more) {
            memset(more + t->room, 0, (size_t)(room - t->room) * sizeof *more);
            t->games = more;
            t->room = room;
        } else {
            t->no_memory = true;
            number = -1;
        }
    }
    pthread_mutex_unlock(&t->lock);
    return number;
}

static void tell(tuner *t)
{
    t->progress.stage = t->stage;
    t->progress.games = t->done;
    t->progress.of = t->most;
    if (t->limits->told) {
        t->limits->told(t->limits->state, &t->progress);
    }
}

/* ---- one game ---- */

static uint64_t stream(uint64_t seed, uint64_t number)
{
    random_source r = {seed ^ (number + 1) * UINT64_C(0xD1B54A32D192ED03)};
    return random_next(&r);
}

/* Random plies from the start; false when that ended the game each time. */
static bool open_game(worker *w, random_source *random)
{
    for (int try = 0; try < OPENING_TRIES; try++) {
        if (!record_copy(&w->record, w->tuner->start) || !record_reserve(&w->record, GAME_PLIES + 2)) {
            w->tuner->no_memory = true;
            return false;
        }
        int ply = 0;
        while (ply < OPENING_PLIES) {
            move_list list = {w->moves, 0, w->room, false};
            record_moves(&w->record, &list, false);
            if (list.count == 0) {
                break;
            }
            record_push(&w->record, w->moves[random_below(random, (uint32_t)list.count)]);
            ply++;
        }
        if (ply == OPENING_PLIES && record_verdict(&w->record).kind == VERDICT_ONGOING) {
            return true;
        }
    }
    return false;
}

static uint32_t side_of(const game *g, int player)
{
    return ((1u << g->players) - 1) & ~(uint32_t)g->enemies[player];
}

static uint64_t game_seed(const worker *w, int number, int ply)
{
    return stream(w->tuner->limits->seed, ((uint64_t)number << 16) + (uint64_t)ply + 1) | 1;
}

/* Plays a game; `choose` says with which search. The result in half points of the first player's side. */
static int play_game(worker *w, int number, search *const *by, harvest *into,
                     void (*look)(worker *w, const search_result *found, harvest *into))
{
    const game *g = w->record.game;
    for (int ply = 0; ply < GAME_PLIES; ply++) {
        verdict v = record_verdict(&w->record);
        if (v.kind == VERDICT_WIN) {
            return w->first >> v.winner & 1 ? 2 : 0;
        }
        if (v.kind == VERDICT_DRAW) {
            return 1;
        }
        bool ours = w->first >> w->record.position->state.mover & 1;
        search_limits limits = {.nodes = w->tuner->limits->nodes, .seed = game_seed(w, number, ply)};
        limits.method = METHOD_DEPTH;
        search_result found;
        live_hooks *const hooks[] = {w->hooks};
        if (!search_run(by[!ours], &w->record, hooks, &limits, &found)) {
            w->tuner->no_memory = true;
            return 1;
        }
        if (found.failed || (w->hooks && w->hooks->failed)) {
            w->tuner->failed = true;
            return 1;
        }
        if (found.best == MOVE_NONE) {
            return 1;
        }
        if (found.mate && g->outcome_count == 0) {
            return (found.mate > 0) == ours ? 2 : 0; /* it has been proved */
        }
        if (look) {
            look(w, &found, into);
        }
        record_push(&w->record, found.best);
    }
    return 1;
}

/* ---- positions ---- */

static bool friendly_turn(const worker *w, bool first)
{
    return (w->first >> w->record.position->state.mover & 1) == first;
}

static int judge(const worker *w, bool first)
{
    uint32_t all = (1u << w->record.game->players) - 1;
    return evaluation_afresh(w->tuner->evaluation, w->record.position, first ? w->first : all & ~w->first);
}

/* What captures make of the position, for the side that acts; moves are listed from `used` on. */
static int settle(worker *w, size_t used, int depth, int alpha, int beta)
{
    const evaluation *e = w->tuner->evaluation;
    position *p = w->record.position;
    bool first = friendly_turn(w, true);
    int best = judge(w, first);
    if (best >= beta || depth == 0 || p->more.rolls) {
        return best;
    }
    alpha = best > alpha ? best : alpha;
    move_list list = {w->moves + used, 0, w->room - used, false};
    p->game->core->noisy(p, &list);
    for (size_t i = used; i < used + list.count; i++) {
        if (evaluation_gain(e, p, w->moves[i]) + best + CALM <= alpha) {
            continue;
        }
        record_push(&w->record, w->moves[i]);
        bool same = friendly_turn(w, first);
        int score = same ? settle(w, used + list.count, depth - 1, alpha, beta)
                         : -settle(w, used + list.count, depth - 1, -beta, -alpha);
        record_pop(&w->record);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
        if (best >= beta) {
            break;
        }
    }
    return best;
}

static bool grow(void **items, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room) {
        return true;
    }
    size_t more = *room * 2 > needed ? *room * 2 : needed + 64;
    void *grown = realloc(*items, more * size);
    if (grown) {
        *items = grown;
        *room = more;
    }
    return grown != NULL;
}

static void keep(worker *w, harvest *into)
{
    const evaluation *e = w->tuner->evaluation;
    size_t features = (size_t)e->weights.count;
    memset(w->counts, 0, features * sizeof *w->counts);
    int middle = evaluation_counts(e, w->record.position, w->first, w->counts);
    size_t first = into->term_count;
    for (size_t i = 0; i < features; i++) {
        if (!w->counts[i]) {
            continue;
        }
        if (!grow((void **)&into->terms, &into->term_room, into->term_count + 1, sizeof *into->terms)) {
            w->tuner->no_memory = true;
            return;
        }
        into->terms[into->term_count++] = (fit_term){(uint32_t)i, (float)w->counts[i] / ACTIVITY_UNIT};
    }
    if (!grow((void **)&into->kept, &into->kept_room, into->kept_count + 1, sizeof *into->kept)) {
        w->tuner->no_memory = true;
        return;
    }
    into->kept[into->kept_count++] =
        (struct kept){.first = first, .count = into->term_count - first, .middle = (float)middle / 1000};
}

/* Quiet positions only: where nothing hangs, the static score is the one that counts. */
static void look(worker *w, const search_result *found, harvest *into)
{
    position *p = w->record.position;
    if (p->more.rolls || p->game->core->in_check(p, p->state.mover) || evaluation_taken(p, found->best)) {
        return;
    }
    int still = judge(w, friendly_turn(w, true));
    int settled = settle(w, 0, CALM_DEPTH, still - 1, still + CALM + 1);
    if (settled <= still + CALM) {
        keep(w, into);
    }
}

/* ---- workers ---- */

static void worker_finish(worker *w)
{
    search_destroy(w->search[0]);
    search_destroy(w->search[1]);
    record_finish(&w->record);
    free(w->moves);
    free(w->counts);
}

static bool worker_open(worker *w)
{
    tuner *t = w->tuner;
    const game *g = t->start->game;
    w->room = g->moves_max * 8 + 4096;
    w->moves = malloc(w->room * sizeof *w->moves);
    w->counts = malloc((size_t)t->evaluation->weights.count * sizeof *w->counts);
    bool matches = t->stage == TUNE_MATCHES;
    w->search[0] = search_create(matches ? t->sides[0] : g, HASH);
    w->search[1] = matches ? search_create(t->sides[1], HASH) : NULL;
    w->first = side_of(g, 0);
    return record_init(&w->record, g, w->hooks) && w->moves && w->counts && w->search[0] && (!matches || w->search[1]);
}

static void learn_from(worker *w, int number)
{
    tuner *t = w->tuner;
    random_source random = {game_seed(w, number, 0xFFFF)};
    harvest own = {0};
    search *both[] = {w->search[0], w->search[0]};
    if (open_game(w, &random)) {
        search_clear(w->search[0]);
        own.result = (float)play_game(w, number, both, &own, look) / 2;
        own.over = !enough(t) || t->limits->seconds;
    }
    pthread_mutex_lock(&t->lock);
    t->games[number] = own;
    t->done++;
    t->progress.positions += (int)own.kept_count;
    tell(t);
    pthread_mutex_unlock(&t->lock);
}

/* Each opening is played twice, by either side. */
static void match_one(worker *w, int number)
{
    tuner *t = w->tuner;
    random_source random = {game_seed(w, number / 2, 0xFFFE)};
    bool turned = number % 2;
    search *by[] = {w->search[turned], w->search[!turned]};
    int points = -1;
    if (open_game(w, &random)) {
        search_clear(w->search[0]);
        search_clear(w->search[1]);
        points = play_game(w, number / 2 + (1 << 24), by, NULL, NULL);
        points = turned ? 2 - points : points;
    }
    pthread_mutex_lock(&t->lock);
    t->outcomes[number] = (uint8_t)(points + 1);
    t->done++;
    t->progress.won += points == 2;
    t->progress.drawn += points == 1;
    t->progress.lost += points == 0;
    tell(t);
    pthread_mutex_unlock(&t->lock);
}

static void *work(void *state)
{
    worker *w = state;
    tuner *t = w->tuner;
    if (worker_open(w)) {
        for (int number = take_number(t); number >= 0; number = take_number(t)) {
            if (t->stage == TUNE_MATCHES) {
                match_one(w, number);
            } else {
                learn_from(w, number);
            }
        }
    } else {
        t->no_memory = true;
    }
    worker_finish(w);
    return NULL;
}

/* All workers on one stage; the first of them is this thread. */
static void work_all(tuner *t, live_hooks *const *hooks)
{
    enum { MOST = 256 };
    int threads = t->limits->threads < 1 ? 1 : t->limits->threads < MOST ? t->limits->threads : MOST;
    worker *workers = calloc((size_t)threads, sizeof *workers);
    pthread_t *ids = calloc((size_t)threads, sizeof *ids);
    int running = 0;
    t->next = t->done = 0;
    if (!workers || !ids) {
        t->no_memory = true;
    } else {
        for (int i = 0; i < threads; i++) {
            workers[i] = (worker){.tuner = t, .hooks = hooks[i]};
        }
        while (running + 1 < threads && pthread_create(&ids[running], NULL, work, &workers[running + 1]) == 0) {
            running++;
        }
        work(&workers[0]);
        while (running > 0) {
            pthread_join(ids[--running], NULL);
        }
    }
    free(workers);
    free(ids);
}

/* ---- learning ---- */

static bool fit_all(tuner *t, weight_pair *to, tune_result *out)
{
    size_t count = 0, at = 0;
    for (int i = 0; i < t->room; i++) {
        count += t->games[i].over ? t->games[i].kept_count : 0;
        out->games += t->games[i].over;
    }
    out->positions = (int)count;
    fit_sample *samples = calloc(count + 1, sizeof *samples);
    for (int i = 0; samples && i < t->room; i++) {
        const harvest *h = &t->games[i];
        bool tests = i % TEST_EVERY == TEST_EVERY - 1;
        float weight = h->kept_count > KEPT_A_GAME ? (float)KEPT_A_GAME / (float)h->kept_count : 1;
        for (size_t k = 0; h->over && k < h->kept_count; k++) {
            samples[at++] = (fit_sample){.terms = h->terms + h->kept[k].first,
                                         .count = (uint32_t)h->kept[k].count,
                                         .middle = h->kept[k].middle,
                                         .result = h->result,
                                         .weight = tests ? 0 : weight};
        }
    }
    bool fine = samples && fit_run(&t->evaluation->weights, samples, count, t->limits->stop, t->limits->state, to,
                                   &out->before, &out->after);
    free(samples);
    return fine;
}

static void clip(const weights *w, weight_pair *pairs)
{
    weight_group groups[WEIGHT_GROUPS];
    int count = weights_groups(w, groups);
    for (int i = 0; i < count; i++) {
        int features = groups[i].typed ? groups[i].count * w->game->types : groups[i].count;
        for (int k = groups[i].first; k < groups[i].first + features; k++) {
            int middle = pair_middle(pairs[k]), end = pair_end(pairs[k]);
            int least = groups[i].least, most = groups[i].most;
            middle = middle < least ? least : middle > most ? most : middle;
            end = end < least ? least : end > most ? most : end;
            pairs[k] = pair_of(middle, end);
        }
    }
}

/* ---- the match ---- */

static double elo_of(double share)
{
    share = share < 1e-3 ? 1e-3 : share > 1 - 1e-3 ? 1 - 1e-3 : share;
    return -400 * log10(1 / share - 1);
}

/* By pairs of games with one opening: what the opening gives one side it gives the other. */
static void count_match(const tuner *t, tune_result *out)
{
    double sum = 0, squares = 0;
    int pairs = 0;
    for (int i = 0; i + 1 < t->most; i += 2) {
        if (t->outcomes[i] && t->outcomes[i + 1]) {
            double points = (t->outcomes[i] + t->outcomes[i + 1] - 2) / 4.0;
            sum += points;
            squares += points * points;
            pairs++;
        }
    }
    out->won = t->progress.won;
    out->drawn = t->progress.drawn;
    out->lost = t->progress.lost;
    double mean = pairs ? sum / pairs : 0.5;
    double variance = pairs > 1 ? (squares - sum * mean) / (pairs - 1) : 0.25;
    double error = 1.96 * sqrt(variance / (pairs ? pairs : 1));
    out->elo = elo_of(mean);
    out->error = (elo_of(mean + error) - elo_of(mean - error)) / 2;
}

static tune_outcome match(tuner *t, live_hooks *const *hooks, tune_result *out)
{
    const tune_limits *l = t->limits;
    int most = l->matches ? l->matches : l->games ? l->games / 4 : 2000;
    t->most = most < 4 ? 4 : most + most % 2;
    t->outcomes = calloc((size_t)t->most, sizeof *t->outcomes);
    if (!t->outcomes) {
        return TUNE_NO_MEMORY;
    }
    game tuned = *t->start->game, formulas = tuned; /* the same tables, played by other weights */
    tuned.tuning = &out->found;
    formulas.tuning = NULL;
    t->sides[0] = &tuned;
    t->sides[1] = &formulas;
    t->stage = TUNE_MATCHES;
    t->share = 1;
    work_all(t, hooks);
    count_match(t, out);
    t->sides[0] = t->sides[1] = NULL;
    return t->no_memory ? TUNE_NO_MEMORY : t->failed ? TUNE_FAILED : TUNE_DONE;
}

/* ---- all together ---- */

static tune_outcome run(tuner *t, live_hooks *const *hooks, const evaluation *formulas, arena *a, tune_result *out)
{
    t->stage = TUNE_PLAYS;
    t->share = 0.7;
    t->most = t->limits->games;
    work_all(t, hooks);
    if (t->no_memory || t->failed) {
        return t->no_memory ? TUNE_NO_MEMORY : TUNE_FAILED;
    }
    size_t features = (size_t)formulas->weights.count;
    weight_pair *to = arena_new(a, weight_pair, features);
    t->stage = TUNE_FITS;
    tell(t);
    if (!to || !fit_all(t, to, out)) {
        return TUNE_NO_MEMORY;
    }
    if (out->positions == 0) {
        return TUNE_NO_GAMES;
    }
    weights found = formulas->weights;
    clip(&found, to);
    found.pair = to;
    if (!weights_tell(&found, &formulas->weights, a, &out->found)) {
        return TUNE_NO_MEMORY;
    }
    return match(t, hooks, out);
}

tune_outcome tune_run(const record *start, live_hooks *const *hooks, const tune_limits *limits, arena *a,
                      tune_result *out)
{
    const game *g = start->game;
    evaluation usual, formulas;
    *out = (tune_result){0};
    tuner t = {.limits = limits, .start = start, .evaluation = &usual};
    if (!evaluation_init(&usual, g, g->tuning)) {
        return TUNE_NO_MEMORY;
    }
    if (!evaluation_init(&formulas, g, NULL)) {
        evaluation_finish(&usual);
        return TUNE_NO_MEMORY;
    }
    clock_gettime(CLOCK_MONOTONIC, &t.began);
    pthread_mutex_init(&t.lock, NULL);
    tune_outcome outcome = run(&t, hooks, &formulas, a, out);
    pthread_mutex_destroy(&t.lock);
    for (int i = 0; i < t.room; i++) {
        free(t.games[i].terms);
        free(t.games[i].kept);
    }
    free(t.games);
    free(t.outcomes);
    evaluation_finish(&usual);
    evaluation_finish(&formulas);
    return outcome;
}
