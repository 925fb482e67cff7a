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
    LENGTHS_MAX = PLAYOUT_PLIES_MAX + 1,
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
    ferz_game_destroy(copy->game);
    shared_rules_release(copy->rules);
}

/* ---- search ---- */

typedef struct search_state {
    call *c;
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
    json_t *params = json_object();
    put_string(s->c, params, "job", s->job.name);
    put(s->c, params, "depth", json_integer(report->depth));
    put(s->c, params, "line", json_integer(report->multipv > 0 ? report->multipv : 1));
    put(s->c, params, "score", json_integer(report->score));
    put(s->c, params, "mate", json_integer(report->mate));
    put(s->c, params, "nodes", json_integer((json_int_t)report->nodes));
    put(s->c, params, "pv", json_words(s->c, report->pv));
    notify(s->c->service, "progress", params);
}

static ferz_limits search_limits(const call *c)
{
    ferz_limits limits = {.struct_size = sizeof limits,
                          .multipv = (int)param_integer(c, "lines", 1),
                          .seed = (uint64_t)param_integer(c, "seed", 0)};
    (void)ferz_limits_of_level((int)param_integer(c, "level", 0), &limits);
    limits.depth = (int)param_integer(c, "depth", limits.depth);
    limits.nodes = (uint64_t)param_integer(c, "nodes", (int64_t)limits.nodes);
    limits.movetime = (int)param_integer(c, "milliseconds", limits.movetime ? limits.movetime : SEARCH_MILLISECONDS);
    return limits;
}

static json_t *best_json(call *c, const ferz_best *best, bool cancelled)
{
    json_t *result = json_object();
    put_string(c, result, "move", best->move);
    put(c, result, "pv", json_words(c, best->pv));
    put(c, result, "score", json_integer(best->score));
    put(c, result, "mate", json_integer(best->mate));
    put(c, result, "depth", json_integer(best->depth));
    put(c, result, "nodes", json_integer((json_int_t)best->nodes));
    put(c, result, "cancelled", json_boolean(cancelled));
    return result;
}

json_t *method_search(call *c)
{
    search_state state = {.c = c};
    snapshot copy;
    ferz_limits limits = search_limits(c);
    if (!job_begin(c, &state.job, limits.movetime + 1000)) {
        return NULL;
    }
    json_t *result = NULL;
    if (snapshot_take(c, &copy)) {
        ferz_best best = {0};
        limits.stop = search_stop;
        limits.info = search_info;
        limits.state = &state;
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

typedef struct ending_count {
    ferz_status status; /* `reason` is a copy */
    uint64_t games;
    struct ending_count *next;
} ending_count;

typedef struct playout_sum {
    uint64_t games, plies, cut, shortest, longest;
    ending_count *ends;
    uint64_t lengths[LENGTHS_MAX];
} playout_sum;

static void sum_end(call *c, playout_sum *sum, const ferz_status *status)
{
    ending_count *one = sum->ends;
    while (one && !(one->status.outcome == status->outcome && one->status.winner == status->winner &&
                    strcmp(one->status.reason, status->reason) == 0)) {
        one = one->next;
    }
    if (!one) {
        size_t length = strlen(status->reason) + 1;
        one = calloc(1, sizeof *one + length);
        if (!one) {
            c->out_of_memory = true;
            return;
        }
        one->status = *status;
        one->status.reason = memcpy((char *)(one + 1), status->reason, length);
        one->next = sum->ends;
        sum->ends = one;
    }
    one->games++;
}

static void sum_game(call *c, playout_sum *sum, const ferz_playouts *one)
{
    uint64_t length = one->plies;
    sum->shortest = !sum->games || length < sum->shortest ? length : sum->shortest;
    sum->longest = length > sum->longest ? length : sum->longest;
    sum->games += one->games;
    sum->plies += length;
    sum->cut += one->cut;
    sum->lengths[length < LENGTHS_MAX ? length : LENGTHS_MAX - 1]++;
    for (size_t i = 0; i < one->end_count; i++) {
        sum_end(c, sum, &one->ends[i].status);
    }
}

static void notify_games(call *c, const job *j, uint64_t games, uint64_t of)
{
    if (j->name) {
        json_t *params = json_object();
        put_string(c, params, "job", j->name);
        put(c, params, "games", json_integer((json_int_t)games));
        put(c, params, "of", json_integer((json_int_t)of));
        notify(c->service, "progress", params);
    }
}

static json_t *ends_json(call *c, const ferz_variant *variant, const playout_sum *sum)
{
    static const char *const outcomes[] = {[FERZ_ONGOING] = "ongoing", [FERZ_WIN] = "win", [FERZ_DRAW] = "draw"};
    json_t *array = json_array();
    for (const ending_count *e = sum->ends; e; e = e->next) {
        json_t *one = json_object();
        put_string(c, one, "outcome", outcomes[e->status.outcome]);
        put_string(c, one, "reason", e->status.reason);
        if (e->status.outcome == FERZ_WIN) {
            put_string(c, one, "winner", player_or_chance(variant, e->status.winner));
            if (e->status.winner_share < 100) {
                put(c, one, "winner_share", json_real(e->status.winner_share / 100.0));
            }
        }
        put(c, one, "games", json_integer((json_int_t)e->games));
        put_item(c, array, one);
    }
    return array;
}

static json_t *sum_json(call *c, const ferz_variant *variant, const playout_sum *sum, bool cancelled)
{
    json_t *result = json_object(), *lengths = json_array();
    for (size_t i = 0; i < LENGTHS_MAX; i++) {
        if (sum->lengths[i]) {
            put_item(c, lengths, json_pack("[I, I]", (json_int_t)i, (json_int_t)sum->lengths[i]));
        }
    }
    put(c, result, "games", json_integer((json_int_t)sum->games));
    put(c, result, "plies", json_integer((json_int_t)sum->plies));
    put(c, result, "cut", json_integer((json_int_t)sum->cut));
    put(c, result, "shortest", json_integer((json_int_t)sum->shortest));
    put(c, result, "longest", json_integer((json_int_t)sum->longest));
    put(c, result, "ends", ends_json(c, variant, sum));
    put(c, result, "lengths", lengths);
    put(c, result, "cancelled", json_boolean(cancelled));
    return result;
}

/* One game at a time, so that its length is known. */
static ferz_result play_games(call *c, job *j, const ferz_game *game, playout_sum *sum)
{
    uint64_t of = (uint64_t)param_integer(c, "games", PLAYOUT_GAMES);
    ferz_playout_limits limits = {.struct_size = sizeof limits,
                                  .games = 1,
                                  .plies = PLAYOUT_PLIES_MAX,
                                  .seed = (uint64_t)param_integer(c, "seed", 1)};
    ferz_result result = FERZ_OK;
    int64_t told = clock_milliseconds();
    while (result == FERZ_OK && sum->games < of && !job_stopped(j)) {
        ferz_playouts one = {0};
        result = ferz_game_playouts(game, &limits, &one, c->messages);
        if (result == FERZ_OK) {
            sum_game(c, sum, &one);
        }
        bool none = one.games == 0;
        ferz_playouts_finish(&one);
        limits.seed++;
        if (clock_milliseconds() - told >= NOTIFY_MILLISECONDS) {
            told = clock_milliseconds();
            notify_games(c, j, sum->games, of);
        }
        if (none) {
            break;
        }
    }
    return result;
}

json_t *method_playouts(call *c)
{
    job j;
    snapshot copy;
    if (!job_begin(c, &j, param_integer(c, "milliseconds", PLAYOUT_MILLISECONDS))) {
        return NULL;
    }
    json_t *result = NULL;
    playout_sum *sum = calloc(1, sizeof *sum);
    c->out_of_memory |= !sum;
    if (snapshot_take(c, &copy) && sum) {
        const ferz_result played = play_games(c, &j, copy.game, sum);
        result = played == FERZ_OK ? sum_json(c, copy.rules->variant, sum, atomic_load(&j.cancelled)) : NULL;
        if (played != FERZ_OK) {
            (void)fail_result(c, played);
        }
    }
    for (ending_count *e = sum ? sum->ends : NULL, *next; e; e = next) {
        next = e->next;
        free(e);
    }
    free(sum);
    snapshot_finish(&copy);
    job_end(&j);
    return result;
}

/* ---- counting ---- */

typedef struct perft_state {
    call *c;
    json_t *moves;
} perft_state;

static void add_count(void *state, const char *move, uint64_t nodes)
{
    perft_state *s = state;
    json_t *one = json_object();
    put_string(s->c, one, "move", move);
    put(s->c, one, "nodes", json_integer((json_int_t)nodes));
    put_item(s->c, s->moves, one);
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
        perft_state state = {c, json_array()};
        uint64_t nodes = 0;
        ferz_messages_set_budget(c->messages, (ferz_budget){.milliseconds = -1, .stop = job_stopped, .state = &j});
        ferz_result counted =
            ferz_game_perft(copy.game, (int)param_integer(c, "depth", 0), add_count, &state, &nodes, c->messages);
        if (counted == FERZ_OK) {
            result = json_object();
            put(c, result, "nodes", json_integer((json_int_t)nodes));
            put(c, result, "moves", state.moves);
        } else {
            json_decref(state.moves);
            (void)fail_result(c, counted);
        }
    }
    snapshot_finish(&copy);
    job_end(&j);
    return result;
}

/* ---- diff ---- */

static json_t *diff_moves_json(call *c, const ferz_diff_position *p)
{
    json_t *array = json_array();
    for (size_t i = 0; i < p->count; i++) {
        json_t *one = json_object();
        put_string(c, one, "move", p->items[i].move);
        put(c, one, "allowed_by", json_integer(p->items[i].allowed_by));
        put_string(c, one, "why", p->items[i].why ? p->items[i].why : "");
        put_item(c, array, one);
    }
    return array;
}

static json_t *diff_positions_json(call *c, const ferz_diff_report *report)
{
    json_t *array = json_array();
    for (size_t i = 0; i < report->count; i++) {
        const ferz_diff_position *p = &report->items[i];
        json_t *one = json_object();
        put_string(c, one, "fen", p->fen ? p->fen : "");
        put_string(c, one, "moves", p->moves ? p->moves : "");
        put_string(c, one, "path", p->path ? p->path : "");
        if (p->status[0] && p->status[1]) {
            put(c, one, "status", json_pack("[s, s]", p->status[0], p->status[1]));
        }
        put(c, one, "items", diff_moves_json(c, p));
        put_item(c, array, one);
    }
    return array;
}

static json_t *diff_json(call *c, job *j, const ferz_variant *one, const ferz_variant *other)
{
    bool russian = param_language(c) == FERZ_RUSSIAN;
    const ferz_diff_limits limits = {.struct_size = sizeof limits, .depth = -1, .stop = job_stopped, .state = j};
    ferz_diff_report report = {0};
    char *words = ferz_variant_compare(other, one, russian ? FERZ_RUSSIAN : FERZ_ENGLISH, c->messages);
    ferz_result found =
        words ? ferz_variant_diff(one, other, &limits, &report, c->messages) : ferz_messages_result(c->messages);
    json_t *result = NULL;
    if (found == FERZ_OK) {
        result = json_object();
        put(c, result, "rules", json_lines(c, words));
        put_string(c, result, "incompatible", report.incompatible);
        put(c, result, "positions", json_integer((json_int_t)report.positions));
        put(c, result, "items", diff_positions_json(c, &report));
        put(c, result, "cancelled", json_boolean(job_stopped(j)));
    } else {
        (void)fail_result(c, found);
    }
    ferz_diff_report_finish(&report);
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
            result = diff_json(c, &j, copy.rules->variant, other);
        }
        snapshot_finish(&copy);
        job_end(&j);
    }
    ferz_variant_destroy(other);
    return result;
}
