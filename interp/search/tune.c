#include "search/tune.h"

#include "search/gate.h"
#include "search/levels.h"
#include "search/logistic.h"
#include "search/spsa.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    OPENING_PLIES = 8,
    SAMPLES_PER_GAME = 12, /* weight of a game: as much as so many positions */
    TEST_EVERY = 10,       /* every tenth game is a test game */
    MATCH_GAMES = 4000,
};

/* The samples of one game. */
typedef struct game_samples {
    logistic_term *terms;
    size_t term_count, term_capacity;
    struct sample {
        size_t first, count;
        float phase, beside;
    } * samples;
    size_t sample_count, sample_capacity;
    int32_t *counts;    /* of features, while it is played */
    network_view *view; /* likewise; NULL: no network is added to the formulas */
    float result;       /* for the first player's side */
    bool over;
} game_samples;

typedef struct tuner {
    const tune_limits *limits;
    const game_history *start;
    evaluation *evaluation; /* for self-play */
    struct timespec began;
    double share;          /* of the time that may be used so far */
    double match_until[2]; /* seconds at which a match of the gate ends; 0: never */
    int done;
    tune_stage stage;
    game_samples *games;
    int capacity;
    tune_progress progress;
    bool no_memory;
} tuner;

/* ---- limits ---- */

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) * 1e-9;
}

static bool is_stopped(void *state)
{
    const tuner *t = state;
    return t->no_memory || (t->limits->stop && t->limits->stop(t->limits->state));
}

static bool should_stop(void *state)
{
    const tuner *t = state;
    return is_stopped(state) || (t->limits->seconds && seconds_since(&t->began) > t->limits->seconds * t->share);
}

/* Makes room for the game's samples. */
static bool goes_on(void *state, int number)
{
    tuner *t = state;
    const int most = t->limits->games || !t->limits->seconds ? t->limits->games + t->limits->known_count : 0;
    if (most && number >= most) {
        return false;
    }
    if (number >= t->capacity) {
        int capacity = t->capacity ? t->capacity * 2 : 256;
        game_samples *more = realloc(t->games, (size_t)capacity * sizeof *more);
        if (!more) {
            t->no_memory = true;
            return false;
        }
        memset(more + t->capacity, 0, (size_t)(capacity - t->capacity) * sizeof *more);
        t->games = more;
        t->capacity = capacity;
    }
    return true;
}

static void report_progress(tuner *t)
{
    t->progress.stage = t->stage;
    t->progress.games = t->done;
    t->progress.game_limit = t->limits->games && !t->limits->levels ? t->limits->games + t->limits->known_count : 0;
    if (t->limits->on_progress) {
        t->limits->on_progress(t->limits->state, &t->progress);
    }
}

/* ---- positions ---- */

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

/* Only quiet positions: there the static score is meaningful. */
static void sample_position(selfplay_thread *w, const search_result *found, void *own)
{
    tuner *t = w->run->state;
    game_samples *into = own;
    const evaluation *e = t->evaluation;
    size_t features = (size_t)e->params.count;
    if (!selfplay_is_quiet(w, e, found->best)) {
        return;
    }
    if (!into->counts && !(into->counts = malloc(features * sizeof *into->counts))) {
        w->run->no_memory = true;
        return;
    }
    memset(into->counts, 0, features * sizeof *into->counts);
    const position *p = w->game_history.position;
    const int middle = evaluation_feature_counts(e, p, w->first, into->counts);
    const int seen = into->view ? network_view_score(into->view, p) : 0; /* by the side to move */
    size_t first = into->term_count;
    for (size_t i = 0; i < features; i++) {
        if (!into->counts[i]) {
            continue;
        }
        if (!reserve_items((void **)&into->terms, &into->term_capacity, into->term_count + 1, sizeof *into->terms)) {
            w->run->no_memory = true;
            return;
        }
        into->terms[into->term_count++] = (logistic_term){(uint32_t)i, (float)into->counts[i] / ACTIVITY_UNIT};
    }
    if (!reserve_items((void **)&into->samples, &into->sample_capacity, into->sample_count + 1,
                       sizeof *into->samples)) {
        w->run->no_memory = true;
        return;
    }
    into->samples[into->sample_count++] =
        (struct sample){.first = first,
                        .count = into->term_count - first,
                        .phase = (float)middle / 1000,
                        .beside = (float)(w->first >> p->state.side_to_move & 1 ? seen : -seen)};
}

static void play(selfplay_thread *w, int number)
{
    tuner *t = w->run->state;
    random_source random = {selfplay_seed(w->run, number, SELFPLAY_OPENING)};
    const uint64_t nodes[2] = {t->limits->nodes, t->limits->nodes};
    const evaluation *e = t->evaluation;
    game_samples own = {.view = e->network ? network_view_create(e->network, &e->layout, false) : NULL};
    if (e->network && !own.view) {
        w->run->no_memory = true;
    } else if (number < t->limits->known_count) {
        const tune_known *known = &t->limits->known[number];
        own.over = selfplay_replay(w, known->moves, OPENING_PLIES, sample_position, &own);
        own.result = (float)known->points / WHOLE_POINT;
    } else if (selfplay_open(w, &random, OPENING_PLIES)) {
        const int points = selfplay_game(w, number, false, nodes, sample_position, &own);
        own.result = (float)points / WHOLE_POINT;
        own.over = points != SELFPLAY_STOPPED;
    }
    free(own.counts);
    own.counts = NULL;
    network_view_destroy(own.view);
    own.view = NULL;
    pthread_mutex_lock(&w->run->lock);
    t->games[number] = own;
    t->done++;
    t->progress.positions += (int)own.sample_count;
    report_progress(t);
    pthread_mutex_unlock(&w->run->lock);
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
                                              .beside = h->samples[k].beside,
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

/* ---- the gate ---- */

static void pass_game(void *state, const gate_progress *so_far)
{
    tuner *t = state;
    const elo_tally *tally = &so_far->tally[so_far->stage];
    t->done = (int)elo_games(tally);
    t->progress.won = (int)elo_wins(tally);
    t->progress.drawn = (int)tally->draws;
    t->progress.lost = (int)elo_losses(tally);
    report_progress(t);
}

static bool match_time_over(void *state, gate_stage stage)
{
    const tuner *t = state;
    return t->match_until[stage] > 0 && seconds_since(&t->began) >= t->match_until[stage];
}

static tune_outcome run_gate(tuner *t, live_hooks *const *hooks, tune_result *out)
{
    const tune_limits *l = t->limits;
    variant tuned = *t->start->variant, before = tuned; /* the same tables, tuned otherwise */
    tuned.tuning = &out->tuning;
    t->stage = TUNE_MATCH;
    if (l->seconds) {
        t->match_until[GATE_NODES] = (seconds_since(&t->began) + l->seconds) / 2;
        t->match_until[GATE_TIME] = l->seconds;
    }
    const gate_limits gate = {.start = t->start,
                              .hooks = hooks,
                              .threads = l->threads,
                              .seed = l->seed,
                              .nodes = {l->nodes, l->nodes},
                              .games = l->match_games ? l->match_games
                                       : l->games     ? l->games + l->known_count
                                                      : MATCH_GAMES,
                              .elo0 = 0,
                              .elo1 = 15,
                              .stop = is_stopped,
                              .time_over = match_time_over,
                              .on_game = pass_game,
                              .state = t};
    gate_progress end;
    gate_verdict verdict = gate_run(&tuned, &before, &gate, &end);
    const elo_tally *tally = &end.tally[end.stage];
    elo_estimate e = elo_estimate_of(tally);
    out->won = (int)elo_wins(tally);
    out->drawn = (int)tally->draws;
    out->lost = (int)elo_losses(tally);
    out->elo = e.elo;
    out->elo_error = e.error;
    out->better = (l->constants || out->loss_after < out->loss_before) && verdict == GATE_PASSED;
    return verdict == GATE_NO_MEMORY ? TUNE_NO_MEMORY : verdict == GATE_FAILED ? TUNE_FAILED : TUNE_DONE;
}

/* ---- life ---- */

static tune_outcome find_weights(tuner *t, live_hooks *const *hooks, const evaluation *formulas, arena *a,
                                 tune_result *out)
{
    selfplay games = {.start = t->start,
                      .hooks = hooks,
                      .variants = {t->start->variant, NULL},
                      .threads = t->limits->threads,
                      .seed = t->limits->seed,
                      .play = play,
                      .goes_on = goes_on,
                      .stop = should_stop,
                      .state = t};
    t->stage = TUNE_SELFPLAY;
    t->share = 0.5;
    if (!selfplay_run(&games) || t->no_memory) {
        return games.failed ? TUNE_FAILED : TUNE_NO_MEMORY;
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
    return eval_params_diff(&found, &formulas->params, a, &out->tuning) ? TUNE_DONE : TUNE_NO_MEMORY;
}

static void pass_numbered_game(void *state, int games)
{
    tuner *t = state;
    t->done = games;
    report_progress(t);
}

static tune_outcome find_constants(tuner *t, live_hooks *const *hooks, arena *a, tune_result *out)
{
    const tune_limits *l = t->limits;
    search_params params;
    search_params_of_tuning(&params, &out->tuning);
    const spsa_limits limits = {.start = t->start,
                                .hooks = hooks,
                                .threads = l->threads,
                                .seed = l->seed,
                                .nodes = l->nodes,
                                .games = l->games,
                                .stop = should_stop,
                                .on_game = pass_numbered_game,
                                .state = t};
    t->stage = TUNE_SELFPLAY;
    t->share = 0.5;
    const spsa_outcome outcome = spsa_run(&limits, &params, &out->games);
    out->tuning.constants = search_params_constants(&params, a, &out->tuning.constant_count);
    return outcome == SPSA_FAILED                                ? TUNE_FAILED
           : outcome == SPSA_NO_MEMORY || !out->tuning.constants ? TUNE_NO_MEMORY
           : out->games == 0                                     ? TUNE_NO_GAMES
                                                                 : TUNE_DONE;
}

static tune_outcome find_levels(tuner *t, live_hooks *const *hooks, arena *a, tune_result *out)
{
    const tune_limits *l = t->limits;
    const levels_limits limits = {.start = t->start,
                                  .hooks = hooks,
                                  .threads = l->threads,
                                  .games = l->games,
                                  .seed = l->seed,
                                  .stop = should_stop,
                                  .on_game = pass_numbered_game,
                                  .state = t};
    levels_found found;
    t->stage = TUNE_SELFPLAY;
    t->share = 1;
    const levels_outcome outcome = levels_measure(&limits, &found);
    tuning_level *kept = arena_new(a, tuning_level, TUNING_LEVELS);
    if (kept && outcome == LEVELS_DONE) {
        memcpy(kept, found.level, sizeof found.level);
        out->tuning.levels = kept;
        out->better = true;
    }
    out->games = found.games;
    out->elo = outcome == LEVELS_DONE || outcome == LEVELS_ALIKE ? found.step : 0;
    return outcome == LEVELS_FAILED ? TUNE_FAILED : outcome == LEVELS_NO_MEMORY || !kept ? TUNE_NO_MEMORY : TUNE_DONE;
}

static tune_outcome run(tuner *t, live_hooks *const *hooks, const evaluation *formulas, arena *a, tune_result *out)
{
    const tuning *in_force = t->start->variant->tuning;
    out->tuning = in_force ? *in_force : (tuning){0}; /* what is not tuned stays as it is */
    if (t->limits->levels) {
        return find_levels(t, hooks, a, out);
    }
    const tune_outcome outcome =
        t->limits->constants ? find_constants(t, hooks, a, out) : find_weights(t, hooks, formulas, a, out);
    return outcome == TUNE_DONE ? run_gate(t, hooks, out) : outcome;
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
    tune_outcome outcome = run(&t, hooks, &formulas, a, out);
    for (int i = 0; i < t.capacity; i++) {
        free(t.games[i].terms);
        free(t.games[i].samples);
    }
    free(t.games);
    evaluation_finish(&current);
    evaluation_finish(&formulas);
    return outcome;
}
