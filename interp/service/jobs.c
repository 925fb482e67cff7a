/* Jobs: calls that take long. They work on a copy of the game, tell their progress, and can be cancelled. */
#include "service/service_internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SEARCH_MILLISECONDS = 60000, /* the most that a search takes without a limit of its own */
    PLAYOUT_GAMES = 1000,
    PLAYOUT_MILLISECONDS = 5000,
    PLAYOUT_PLIES_MAX = 2000,
    DIFF_MILLISECONDS = 10000,
    PERFT_MILLISECONDS = 10000,
    NOTIFY_MILLISECONDS = 100, /* between two reports of progress */
};

int64_t clock_milliseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the list of jobs ---- */

bool job_begin(call *c, job *j, int64_t milliseconds)
{
    service *s = c->service;
    *j = (job){.name = param_string(c, "job"), .deadline = clock_milliseconds() + milliseconds, .service = s};
    atomic_init(&j->cancelled, false);
    (void)pthread_mutex_lock(&s->lock);
    bool full = s->job_count >= SERVICE_JOBS_MAX;
    if (!full) {
        j->next = s->jobs;
        s->jobs = j;
        s->job_count++;
    }
    (void)pthread_mutex_unlock(&s->lock);
    if (full) {
        (void)fail(c, ERROR_LIMIT, "too many searches and random games at once");
    }
    return !full;
}

void job_end(job *j)
{
    service *s = j->service;
    (void)pthread_mutex_lock(&s->lock);
    for (job **at = &s->jobs; *at; at = &(*at)->next) {
        if (*at == j) {
            *at = j->next;
            s->job_count--;
            break;
        }
    }
    (void)pthread_mutex_unlock(&s->lock);
}

bool job_stopped(void *state)
{
    job *j = state;
    const service_options *options = &j->service->options;
    if (options->stop && options->stop(options->state)) {
        atomic_store(&j->cancelled, true);
    }
    return atomic_load(&j->cancelled) || atomic_load(&j->service->stopping) || clock_milliseconds() >= j->deadline;
}

json_t *method_cancel(call *c)
{
    service *s = c->service;
    const char *name = param_string(c, "job");
    bool found = false;
    (void)pthread_mutex_lock(&s->lock);
    for (job *j = s->jobs; j; j = j->next) {
        if (j->name && strcmp(j->name, name) == 0) {
            atomic_store(&j->cancelled, true);
            found = true;
        }
    }
    (void)pthread_mutex_unlock(&s->lock);
    json_t *result = json_object();
    put(c, result, "cancelled", json_boolean(found));
    return result;
}

void service_stop(service *s)
{
    atomic_store(&s->stopping, true);
}

/* ---- notifications ---- */

void notify(service *s, const char *method, json_t *params)
{
    json_t *whole = json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params);
    char *written = whole && s->options.notify ? json_dumps(whole, JSON_COMPACT) : NULL;
    if (written) {
        s->options.notify(s->options.state, written);
    }
    free(written);
    json_decref(whole);
}

void service_files_changed(service *s, const char *const *files, size_t count)
{
    json_t *names = json_array();
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(names, json_string(files[i]));
    }
    notify(s, "changed", json_pack("{s:o}", "files", names));
}

/* ---- leaving the session to others ---- */

typedef struct snapshot {
    shared_rules *rules;
    ferz_game *game;
} snapshot;

/* A copy of the session's game; the session is free for other calls then. */
static bool snapshot_take(call *c, snapshot *copy)
{
    *copy = (snapshot){.rules = shared_rules_hold(c->session->rules), .game = ferz_game_copy(c->session->game)};
    session_give_back(c->service, c->session);
    c->session = NULL;
    c->out_of_memory |= !copy->game;
    return copy->game != NULL;
}

static void snapshot_finish(snapshot *copy)
{
    ferz_game_free(copy->game);
    shared_rules_release(copy->rules);
}

/* ---- search ---- */

typedef struct search_state {
    call *c;
    const ferz_variant *variant;
    job job;
} search_state;

static bool search_stop(void *state)
{
    search_state *s = state;
    return job_stopped(&s->job);
}

static void search_info(void *state, const ferz_report *report)
{
    search_state *s = state;
    if (!s->job.name) {
        return;
    }
    text pv = {0};
    json_t *params = json_object();
    answer_plies(&pv, "pv", report->pv);
    answer_labels_of(&pv, s->variant, report->pv);
    put_string(s->c, params, "job", s->job.name);
    put(s->c, params, "depth", json_integer(report->depth));
    put(s->c, params, "line", json_integer(report->multipv > 0 ? report->multipv : 1));
    put(s->c, params, "score", json_integer(report->score));
    put(s->c, params, "mate", json_integer(report->mate));
    put(s->c, params, "nodes", json_integer((json_int_t)report->nodes));
    put_answer(s->c, params, &pv);
    notify(s->c->service, "progress", params);
}

/* `variant` NULL: not known yet, which matters for a level alone. */
static ferz_limits search_limits(const call *c, const ferz_variant *variant)
{
    ferz_limits limits = {.struct_size = sizeof limits,
                          .multipv = (int)param_integer(c, "lines", 1),
                          .seed = (uint64_t)param_integer(c, "seed", 0)};
    (void)ferz_variant_limits_of_level(variant, (int)param_integer(c, "level", 0), &limits);
    limits.depth = (int)param_integer(c, "depth", limits.depth);
    limits.nodes = (uint64_t)param_integer(c, "nodes", (int64_t)limits.nodes);
    limits.movetime = (int)param_integer(c, "milliseconds", limits.movetime ? limits.movetime : SEARCH_MILLISECONDS);
    return limits;
}

static json_t *best_json(call *c, const ferz_best *best, bool cancelled)
{
    text t = {0};
    answer_best(&t, best);
    json_t *result = json_answer(c, &t);
    put(c, result, "cancelled", json_boolean(cancelled));
    return result;
}

json_t *method_search(call *c)
{
    search_state state = {.c = c};
    snapshot copy;
    ferz_limits limits = search_limits(c, NULL);
    if (!job_begin(c, &state.job, limits.movetime + 1000)) {
        return NULL;
    }
    json_t *result = NULL;
    if (snapshot_take(c, &copy)) {
        ferz_best best = {0};
        limits = search_limits(c, copy.rules->variant);
        limits.stop = search_stop;
        limits.info = search_info;
        limits.state = &state;
        state.variant = copy.rules->variant;
        ferz_result found = ferz_game_best_move(copy.game, &limits, &best, c->messages);
        if (found == FERZ_OK) {
            result = best_json(c, &best, atomic_load(&state.job.cancelled));
            ferz_free(best.move);
            ferz_free(best.pv);
        } else {
            (void)fail_result(c, found);
        }
    }
    snapshot_finish(&copy);
    job_end(&state.job);
    return result;
}

/* ---- random games ---- */

typedef struct playouts_state {
    call *c;
    job job;
    answer_lengths lengths;
    uint64_t games, of;
    int64_t told;
} playouts_state;

static bool playouts_stop(void *state)
{
    return job_stopped(&((playouts_state *)state)->job);
}

static void add_game(void *state, uint64_t plies, const ferz_status *status)
{
    playouts_state *s = state;
    call *c = s->c;
    (void)status;
    answer_lengths_add(&s->lengths, plies);
    s->games++;
    if (s->job.name && clock_milliseconds() - s->told >= NOTIFY_MILLISECONDS) {
        s->told = clock_milliseconds();
        json_t *params = json_object();
        put_string(c, params, "job", s->job.name);
        put(c, params, "games", json_integer((json_int_t)s->games));
        put(c, params, "of", json_integer((json_int_t)s->of));
        notify(c->service, "progress", params);
    }
}

static json_t *play_games(playouts_state *s, const snapshot *copy)
{
    call *c = s->c;
    const ferz_playout_limits limits = {.struct_size = sizeof limits,
                                        .games = s->of,
                                        .plies = PLAYOUT_PLIES_MAX,
                                        .seed = (uint64_t)param_integer(c, "seed", 1),
                                        .stop = playouts_stop,
                                        .on_game = add_game,
                                        .state = s};
    ferz_playouts found;
    ferz_result played = ferz_game_playouts(copy->game, &limits, &found, c->messages);
    json_t *result = NULL;
    if (played == FERZ_OK) {
        text t = {0};
        answer_playouts(&t, copy->rules->variant, &found, &s->lengths);
        result = json_answer(c, &t);
        put(c, result, "cancelled", json_boolean(atomic_load(&s->job.cancelled)));
    } else {
        (void)fail_result(c, played);
    }
    ferz_playouts_free(&found);
    return result;
}

json_t *method_playouts(call *c)
{
    playouts_state s = {.c = c, .of = (uint64_t)param_integer(c, "games", PLAYOUT_GAMES), .told = clock_milliseconds()};
    snapshot copy;
    if (!job_begin(c, &s.job, param_integer(c, "milliseconds", PLAYOUT_MILLISECONDS))) {
        return NULL;
    }
    json_t *result = snapshot_take(c, &copy) ? play_games(&s, &copy) : NULL;
    answer_lengths_finish(&s.lengths);
    snapshot_finish(&copy);
    job_end(&s.job);
    return result;
}

/* ---- counting ---- */

static void add_count(void *state, const char *move, uint64_t nodes)
{
    answer_counted(state, move, nodes);
}

json_t *method_perft(call *c)
{
    job j;
    snapshot copy;
    if (!job_begin(c, &j, param_integer(c, "milliseconds", PERFT_MILLISECONDS))) {
        return NULL;
    }
    json_t *result = NULL;
    if (snapshot_take(c, &copy)) {
        text moves = {0}, t = {0};
        uint64_t nodes = 0;
        ferz_messages_set_budget(c->messages, (ferz_budget){.milliseconds = -1, .stop = job_stopped, .state = &j});
        ferz_result counted =
            ferz_game_perft(copy.game, (int)param_integer(c, "depth", 0), add_count, &moves, &nodes, c->messages);
        if (counted == FERZ_OK) {
            answer_perft(&t, nodes, &moves);
            result = json_answer(c, &t);
        } else {
            (void)fail_result(c, counted);
        }
        text_finish(&moves);
    }
    snapshot_finish(&copy);
    job_end(&j);
    return result;
}

/* ---- diff ---- */

static json_t *diff_json(call *c, job *j, const ferz_variant *one, const ferz_variant *other)
{
    const ferz_diff_limits limits = {.struct_size = sizeof limits, .depth = -1, .stop = job_stopped, .state = j};
    ferz_diff_report report = {0};
    char *words = ferz_variant_compare(one, other, param_language(c), c->messages);
    ferz_result found =
        words ? ferz_variant_diff(one, other, &limits, &report, c->messages) : ferz_messages_result(c->messages);
    json_t *result = NULL;
    if (found == FERZ_OK) {
        text t = {0};
        answer_diff(&t, words, &report, one, other);
        result = json_answer(c, &t);
        put(c, result, "cancelled", json_boolean(job_stopped(j)));
    } else {
        (void)fail_result(c, found);
    }
    ferz_diff_report_free(&report);
    ferz_free(words);
    return result;
}

json_t *method_diff(call *c)
{
    job j;
    snapshot copy;
    ferz_variant *other = load_variant(c);
    if (!other) {
        return NULL;
    }
    json_t *result = NULL;
    if (job_begin(c, &j, param_integer(c, "milliseconds", DIFF_MILLISECONDS))) {
        if (snapshot_take(c, &copy)) {
            result = diff_json(c, &j, other, copy.rules->variant);
        }
        snapshot_finish(&copy);
        job_end(&j);
    }
    ferz_variant_free(other);
    return result;
}
