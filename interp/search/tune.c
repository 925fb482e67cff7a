#include "search/tune.h"

#include "base/random.h"
#include "search/logistic.h"
#include "search/root.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    OPENING_PLIES = 8,
    OPENING_TRIES = 200,
    GAME_PLIES = 400,      /* longer games are draws */
    SAMPLES_PER_GAME = 12, /* weight of a game: as much as so many positions */
    TEST_EVERY = 10,       /* every tenth game is a test game */
    QUIET_MARGIN = 25,     /* what captures may still change in a quiet position */
    QSEARCH_DEPTH = 5,
    HASH_BYTES = 4 << 20,
};

/* The samples of one game. */
typedef struct game_samples {
    logistic_term *terms;
    size_t term_count, term_capacity;
    struct sample {
        size_t first, count;
        float phase;
    } * samples;
    size_t sample_count, sample_capacity;
    float result; /* for the first player's side */
    bool over;
} game_samples;

typedef struct tuner {
    const tune_limits *limits;
    const game_history *start;
    evaluation *evaluation; /* for self-play */
    pthread_mutex_t lock;
    struct timespec began;
    double share; /* of the time that may be used so far */
    int next, game_limit, done;
    tune_stage stage;
    game_samples *games;
    int capacity;
    uint8_t *outcomes;          /* of the match: hundredths for the tuned side, plus one */
    const variant *variants[2]; /* of the match: tuned, by formulas */
    tune_progress progress;
    _Atomic bool failed, no_memory;
} tuner;

typedef struct tune_thread {
    tuner *tuner;
    live_hooks *hooks;
    search *search[2];
    game_history game_history;
    move *moves;
    size_t capacity;
    int32_t *counts;
    uint32_t first; /* bits by player: the first player's side */
} tune_thread;

/* ---- limits ---- */

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) * 1e-9;
}

static bool should_stop(tuner *t)
{
    const tune_limits *l = t->limits;
    return t->failed || t->no_memory || (l->stop && l->stop(l->state)) ||
           (l->seconds && seconds_since(&t->began) > l->seconds * t->share);
}

/* The number of the next game, or -1. The games of a pair are begun one after the other. */
static int next_game(tuner *t)
{
    pthread_mutex_lock(&t->lock);
    int number = (t->game_limit && t->next >= t->game_limit) || should_stop(t) ? -1 : t->next++;
    if (number >= 0 && number >= t->capacity) {
        int capacity = t->capacity ? t->capacity * 2 : 256;
        game_samples *more = realloc(t->games, (size_t)capacity * sizeof *more);
        if (more) {
            memset(more + t->capacity, 0, (size_t)(capacity - t->capacity) * sizeof *more);
            t->games = more;
            t->capacity = capacity;
        } else {
            t->no_memory = true;
            number = -1;
        }
    }
    pthread_mutex_unlock(&t->lock);
    return number;
}

static void report_progress(tuner *t)
{
    t->progress.stage = t->stage;
    t->progress.games = t->done;
    t->progress.game_limit = t->game_limit;
    if (t->limits->on_progress) {
        t->limits->on_progress(t->limits->state, &t->progress);
    }
}

/* ---- one game ---- */

static uint64_t derive_seed(uint64_t seed, uint64_t number)
{
    random_source r = {seed ^ (number + 1) * UINT64_C(0xD1B54A32D192ED03)};
    return random_next(&r);
}

/* Random plies from the start. False if they ended the game in every attempt. */
static bool play_opening(tune_thread *w, random_source *random)
{
    for (int try = 0; try < OPENING_TRIES; try++) {
        if (!history_copy(&w->game_history, w->tuner->start) || !history_reserve(&w->game_history, GAME_PLIES + 2)) {
            w->tuner->no_memory = true;
            return false;
        }
        int ply = 0;
        while (ply < OPENING_PLIES) {
            move_list list = {w->moves, 0, w->capacity, false};
            history_legal_moves(&w->game_history, &list, false);
            if (list.count == 0) {
                break;
            }
            history_push(&w->game_history, w->moves[random_below(random, (uint32_t)list.count)]);
            ply++;
        }
        if (ply == OPENING_PLIES && history_outcome(&w->game_history).kind == OUTCOME_ONGOING) {
            return true;
        }
    }
    return false;
}

static uint64_t game_seed(const tune_thread *w, int number, int ply)
{
    return derive_seed(w->tuner->limits->seed, ((uint64_t)number << 16) + (uint64_t)ply + 1) | 1;
}

static bool search_stops(void *tuner_of_game)
{
    return should_stop(tuner_of_game);
}

/* Plays a game between `players`. Returns the result in hundredths of a point for the first player's side; GAME_STOPPED
 * where there was no time for its end. */
enum { GAME_STOPPED = -1 };
static int play_game(tune_thread *w, int number, search *const *players, game_samples *into,
                     void (*sample_position)(tune_thread *w, const search_result *found, game_samples *into))
{
    const variant *g = w->game_history.variant;
    for (int ply = 0; ply < GAME_PLIES; ply++) {
        game_outcome v = history_outcome(&w->game_history);
        if (v.kind == OUTCOME_WIN) {
            return w->first >> v.winner & 1 ? v.winner_share : WHOLE_POINT - v.winner_share;
        }
        if (v.kind == OUTCOME_DRAW) {
            return WHOLE_POINT / 2;
        }
        bool ours = w->first >> w->game_history.position->state.side_to_move & 1;
        search_limits limits = {.nodes = w->tuner->limits->nodes, .seed = game_seed(w, number, ply)};
        limits.method = METHOD_ALPHABETA;
        limits.stop = search_stops; /* a single node may take long */
        limits.state = w->tuner;
        search_result found;
        live_hooks *const hooks[] = {w->hooks};
        if (!search_run(players[!ours], &w->game_history, hooks, &limits, &found)) {
            w->tuner->no_memory = true;
            return WHOLE_POINT / 2;
        }
        if (found.failed || (w->hooks && w->hooks->failed)) {
            w->tuner->failed = true;
            return WHOLE_POINT / 2;
        }
        if (should_stop(w->tuner)) {
            return GAME_STOPPED;
        }
        if (found.best == MOVE_NONE) {
            return WHOLE_POINT / 2;
        }
        if (found.mate && g->dice_outcome_count == 0) {
            return (found.mate > 0) == ours ? WHOLE_POINT : 0; /* the mate is proven */
        }
        if (sample_position) {
            sample_position(w, &found, into);
        }
        history_push(&w->game_history, found.best);
    }
    return WHOLE_POINT / 2;
}

/* ---- positions ---- */

static bool turn_of_first(const tune_thread *w, bool first)
{
    return (w->first >> w->game_history.position->state.side_to_move & 1) == first;
}

static int evaluate(const tune_thread *w, bool first)
{
    uint32_t all = (1u << w->game_history.variant->players) - 1;
    return evaluation_score_full(w->tuner->evaluation, w->game_history.position, first ? w->first : all & ~w->first);
}

/* Quiescence search for the side to move; moves are listed from `used` on. */
static int qsearch(tune_thread *w, size_t used, int depth, int alpha, int beta)
{
    const evaluation *e = w->tuner->evaluation;
    position *p = w->game_history.position;
    bool first = turn_of_first(w, true);
    int best = evaluate(w, first);
    if (best >= beta || depth == 0 || p->extra.roll_due) {
        return best;
    }
    alpha = best > alpha ? best : alpha;
    move_list list = {w->moves + used, 0, w->capacity - used, false};
    p->variant->core->noisy(p, &list);
    for (size_t i = used; i < used + list.count; i++) {
        if (evaluation_move_gain(e, p, w->moves[i]) + best + QUIET_MARGIN <= alpha) {
            continue;
        }
        history_push(&w->game_history, w->moves[i]);
        bool same = turn_of_first(w, first);
        int score = same ? qsearch(w, used + list.count, depth - 1, alpha, beta)
                         : -qsearch(w, used + list.count, depth - 1, -beta, -alpha);
        history_pop(&w->game_history);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
        if (best >= beta) {
            break;
        }
    }
    return best;
}

static bool reserve_items(void **items, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity) {
        return true;
    }
    size_t more = *capacity * 2 > needed ? *capacity * 2 : needed + 64;
    void *grown = realloc(*items, more * size);
    if (grown) {
        *items = grown;
        *capacity = more;
    }
    return grown != NULL;
}

static void add_sample(tune_thread *w, game_samples *into)
{
    const evaluation *e = w->tuner->evaluation;
    size_t features = (size_t)e->params.count;
    memset(w->counts, 0, features * sizeof *w->counts);
    int middle = evaluation_feature_counts(e, w->game_history.position, w->first, w->counts);
    size_t first = into->term_count;
    for (size_t i = 0; i < features; i++) {
        if (!w->counts[i]) {
            continue;
        }
        if (!reserve_items((void **)&into->terms, &into->term_capacity, into->term_count + 1, sizeof *into->terms)) {
            w->tuner->no_memory = true;
            return;
        }
        into->terms[into->term_count++] = (logistic_term){(uint32_t)i, (float)w->counts[i] / ACTIVITY_UNIT};
    }
    if (!reserve_items((void **)&into->samples, &into->sample_capacity, into->sample_count + 1,
                       sizeof *into->samples)) {
        w->tuner->no_memory = true;
        return;
    }
    into->samples[into->sample_count++] =
        (struct sample){.first = first, .count = into->term_count - first, .phase = (float)middle / 1000};
}

/* Only quiet positions: there the static score is meaningful. */
static void sample_position(tune_thread *w, const search_result *found, game_samples *into)
{
    position *p = w->game_history.position;
    if (p->extra.roll_due || p->variant->core->in_check(p, p->state.side_to_move) ||
        evaluation_captured(p, found->best)) {
        return;
    }
    int static_eval = evaluate(w, turn_of_first(w, true));
    int quiet_score = qsearch(w, 0, QSEARCH_DEPTH, static_eval - 1, static_eval + QUIET_MARGIN + 1);
    if (quiet_score <= static_eval + QUIET_MARGIN) {
        add_sample(w, into);
    }
}

/* ---- threads ---- */

static void tune_thread_finish(tune_thread *w)
{
    search_destroy(w->search[0]);
    search_destroy(w->search[1]);
    game_history_finish(&w->game_history);
    free(w->moves);
    free(w->counts);
}

static bool tune_thread_init(tune_thread *w)
{
    tuner *t = w->tuner;
    const variant *v = t->start->variant;
    w->capacity = v->moves_max * 8 + 4096;
    w->moves = malloc(w->capacity * sizeof *w->moves);
    w->counts = malloc((size_t)t->evaluation->params.count * sizeof *w->counts);
    bool is_match = t->stage == TUNE_MATCH;
    w->search[0] = search_create(is_match ? t->variants[0] : v, HASH_BYTES);
    w->search[1] = is_match ? search_create(t->variants[1], HASH_BYTES) : NULL;
    w->first = root_team(v, 0);
    return game_history_init(&w->game_history, v, w->hooks) && w->moves && w->counts && w->search[0] &&
           (!is_match || w->search[1]);
}

static void selfplay_game(tune_thread *w, int number)
{
    tuner *t = w->tuner;
    random_source random = {game_seed(w, number, 0xFFFF)};
    game_samples own = {0};
    search *both[] = {w->search[0], w->search[0]};
    if (play_opening(w, &random)) {
        search_clear(w->search[0]);
        const int points = play_game(w, number, both, &own, sample_position);
        own.result = (float)points / WHOLE_POINT;
        own.over = points != GAME_STOPPED;
    }
    pthread_mutex_lock(&t->lock);
    t->games[number] = own;
    t->done++;
    t->progress.positions += (int)own.sample_count;
    report_progress(t);
    pthread_mutex_unlock(&t->lock);
}

/* Each opening is played twice, with sides swapped. */
static void match_game(tune_thread *w, int number)
{
    tuner *t = w->tuner;
    random_source random = {game_seed(w, number / 2, 0xFFFE)};
    bool sides_swapped = number % 2;
    search *players[] = {w->search[sides_swapped], w->search[!sides_swapped]};
    int points = GAME_STOPPED;
    if (play_opening(w, &random)) {
        search_clear(w->search[0]);
        search_clear(w->search[1]);
        points = play_game(w, number / 2 + (1 << 24), players, NULL, NULL);
        points = sides_swapped && points != GAME_STOPPED ? WHOLE_POINT - points : points;
    }
    pthread_mutex_lock(&t->lock);
    t->outcomes[number] = (uint8_t)(points + 1);
    t->done++;
    t->progress.won += points > WHOLE_POINT / 2;
    t->progress.drawn += points == WHOLE_POINT / 2;
    t->progress.lost += points >= 0 && points < WHOLE_POINT / 2;
    report_progress(t);
    pthread_mutex_unlock(&t->lock);
}

static void *thread_main(void *state)
{
    tune_thread *w = state;
    tuner *t = w->tuner;
    if (tune_thread_init(w)) {
        for (int number = next_game(t); number >= 0; number = next_game(t)) {
            if (t->stage == TUNE_MATCH) {
                match_game(w, number);
            } else {
                selfplay_game(w, number);
            }
        }
    } else {
        t->no_memory = true;
    }
    tune_thread_finish(w);
    return NULL;
}

/* Runs one stage on all threads; the first of them is this thread. */
static void run_stage(tuner *t, live_hooks *const *hooks)
{
    enum { MOST = 256 };
    int threads = t->limits->threads < 1 ? 1 : t->limits->threads < MOST ? t->limits->threads : MOST;
    tune_thread *pool = calloc((size_t)threads, sizeof *pool);
    pthread_t *ids = calloc((size_t)threads, sizeof *ids);
    int running = 0;
    t->next = t->done = 0;
    if (!pool || !ids) {
        t->no_memory = true;
    } else {
        for (int i = 0; i < threads; i++) {
            pool[i] = (tune_thread){.tuner = t, .hooks = hooks[i]};
        }
        while (running + 1 < threads && pthread_create(&ids[running], NULL, thread_main, &pool[running + 1]) == 0) {
            running++;
        }
        thread_main(&pool[0]);
        while (running > 0) {
            pthread_join(ids[--running], NULL);
        }
    }
    free(pool);
    free(ids);
}

/* ---- fitting ---- */

static bool fit_weights(tuner *t, weight_pair *to, tune_result *out)
{
    size_t count = 0, at = 0;
    for (int i = 0; i < t->capacity; i++) {
        count += t->games[i].over ? t->games[i].sample_count : 0;
        out->games += t->games[i].over;
    }
    out->positions = (int)count;
    logistic_sample *samples = calloc(count + 1, sizeof *samples);
    for (int i = 0; samples && i < t->capacity; i++) {
        const game_samples *h = &t->games[i];
        bool tests = i % TEST_EVERY == TEST_EVERY - 1;
        float weight = h->sample_count > SAMPLES_PER_GAME ? (float)SAMPLES_PER_GAME / (float)h->sample_count : 1;
        for (size_t k = 0; h->over && k < h->sample_count; k++) {
            samples[at++] = (logistic_sample){.terms = h->terms + h->samples[k].first,
                                              .count = (uint32_t)h->samples[k].count,
                                              .phase = h->samples[k].phase,
                                              .result = h->result,
                                              .weight = tests ? 0 : weight};
        }
    }
    bool ok = samples && logistic_fit(&t->evaluation->params, samples, count, t->limits->stop, t->limits->state, to,
                                      &out->loss_before, &out->loss_after);
    free(samples);
    return ok;
}

static void clamp_weights(const eval_params *w, weight_pair *pairs)
{
    eval_param_group groups[EVAL_PARAM_GROUPS];
    int count = eval_params_groups(w, groups);
    for (int i = 0; i < count; i++) {
        int features = groups[i].typed ? groups[i].count * w->variant->types : groups[i].count;
        for (int k = groups[i].first; k < groups[i].first + features; k++) {
            int middle = pair_middle(pairs[k]), end = pair_end(pairs[k]);
            int least = groups[i].min, most = groups[i].max;
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
    return 400 * log10(share / (1 - share));
}

/* By pairs of games with one opening, so that an advantage of the opening cancels out. */
static void count_match(const tuner *t, tune_result *out)
{
    double sum = 0, squares = 0;
    int pairs = 0;
    for (int i = 0; i + 1 < t->game_limit; i += 2) {
        if (t->outcomes[i] && t->outcomes[i + 1]) {
            double points = (t->outcomes[i] + t->outcomes[i + 1] - 2) / (2.0 * WHOLE_POINT);
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
    out->better = out->loss_after < out->loss_before && pairs > 0 && mean >= 0.5;
    out->elo = elo_of(mean);
    out->elo_error = (elo_of(mean + error) - elo_of(mean - error)) / 2;
}

static tune_outcome run_match(tuner *t, live_hooks *const *hooks, tune_result *out)
{
    const tune_limits *l = t->limits;
    int games = l->match_games ? l->match_games : l->games ? l->games / 4 : 2000;
    t->game_limit = games < 4 ? 4 : games + games % 2;
    t->outcomes = calloc((size_t)t->game_limit, sizeof *t->outcomes);
    if (!t->outcomes) {
        return TUNE_NO_MEMORY;
    }
    const tuning *in_force = t->start->variant->tuning;
    out->weights.method = in_force ? in_force->method : TUNING_AUTO; /* a match of weights, not of methods */
    variant tuned = *t->start->variant, before = tuned;              /* the same tables with other weights */
    tuned.tuning = &out->weights;
    t->variants[0] = &tuned;
    t->variants[1] = &before;
    t->stage = TUNE_MATCH;
    t->share = 1;
    run_stage(t, hooks);
    count_match(t, out);
    t->variants[0] = t->variants[1] = NULL;
    return t->no_memory ? TUNE_NO_MEMORY : t->failed ? TUNE_FAILED : TUNE_DONE;
}

/* ---- life ---- */

static tune_outcome run(tuner *t, live_hooks *const *hooks, const evaluation *formulas, arena *a, tune_result *out)
{
    t->stage = TUNE_SELFPLAY;
    t->share = 0.7;
    t->game_limit = t->limits->games;
    run_stage(t, hooks);
    if (t->no_memory || t->failed) {
        return t->no_memory ? TUNE_NO_MEMORY : TUNE_FAILED;
    }
    size_t features = (size_t)formulas->params.count;
    weight_pair *to = arena_new(a, weight_pair, features);
    t->stage = TUNE_FIT;
    report_progress(t);
    if (!to || !fit_weights(t, to, out)) {
        return TUNE_NO_MEMORY;
    }
    if (out->positions == 0) {
        return TUNE_NO_GAMES;
    }
    eval_params found = formulas->params;
    clamp_weights(&found, to);
    found.weight = to;
    if (!eval_params_diff(&found, &formulas->params, a, &out->weights)) {
        return TUNE_NO_MEMORY;
    }
    return run_match(t, hooks, out);
}

tune_outcome tune_run(const game_history *start, live_hooks *const *hooks, const tune_limits *limits, arena *a,
                      tune_result *out)
{
    const variant *v = start->variant;
    evaluation current, formulas;
    *out = (tune_result){0};
    tuner t = {.limits = limits, .start = start, .evaluation = &current};
    if (!evaluation_init(&current, v, v->tuning)) {
        return TUNE_NO_MEMORY;
    }
    if (!evaluation_init(&formulas, v, NULL)) {
        evaluation_finish(&current);
        return TUNE_NO_MEMORY;
    }
    clock_gettime(CLOCK_MONOTONIC, &t.began);
    pthread_mutex_init(&t.lock, NULL);
    tune_outcome outcome = run(&t, hooks, &formulas, a, out);
    pthread_mutex_destroy(&t.lock);
    for (int i = 0; i < t.capacity; i++) {
        free(t.games[i].terms);
        free(t.games[i].samples);
    }
    free(t.games);
    free(t.outcomes);
    evaluation_finish(&current);
    evaluation_finish(&formulas);
    return outcome;
}
