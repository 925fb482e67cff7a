/* Learning: a network is found in the background. Its progress is told, and each network that won is given. */
#include "service/service_internal.h"

#include "base/thread.h"

enum {
    SECONDS = 1200,
    GRACE_MILLISECONDS = 60000, /* after those seconds the library is stopped */
    NOTIFY_MILLISECONDS = 500,  /* between two reports of one stage */
};

typedef struct learn_job {
    call *c;
    const ferz_variant *variant;
    job job;
    json_t *networks; /* that won, the first generation first */
    ferz_learn_progress last;
    int64_t told;
} learn_job;

static const char *const stage_names[] = {[FERZ_LEARN_PLAY] = "play",
                                          [FERZ_LEARN_TRAIN] = "train",
                                          [FERZ_LEARN_MATCH_NODES] = "equal nodes",
                                          [FERZ_LEARN_MATCH_TIME] = "equal time"};

static bool is_match(const ferz_learn_progress *p)
{
    return p->stage == FERZ_LEARN_MATCH_NODES || p->stage == FERZ_LEARN_MATCH_TIME;
}

static void put_integer(call *c, json_t *to, const char *key, int value)
{
    put(c, to, key, json_integer(value));
}

static void put_match(call *c, json_t *to, const ferz_learn_progress *p)
{
    put_integer(c, to, "won", p->won);
    put_integer(c, to, "drawn", p->drawn);
    put_integer(c, to, "lost", p->lost);
    put(c, to, "elo", json_real(p->elo));
    put(c, to, "elo_low", json_real(p->elo_low));
    put(c, to, "elo_high", json_real(p->elo_high));
    if (p->speed > 0) {
        put(c, to, "speed", json_real(p->speed));
    }
}

/* What is known at a stage, and nothing of the stages before. */
static void put_progress(call *c, json_t *to, const ferz_learn_progress *p)
{
    put_string(c, to, "stage", stage_names[p->stage]);
    put_integer(c, to, "generation", p->generation);
    put_integer(c, to, "games", p->games);
    put_integer(c, to, "positions", p->positions);
    if (p->games_total) {
        put_integer(c, to, "of", p->games_total);
    }
    if (p->stage != FERZ_LEARN_PLAY) {
        put(c, to, "adds", json_boolean(p->adds));
        put_integer(c, to, "epoch", p->epoch);
        put_integer(c, to, "epochs", p->epochs);
        put(c, to, "loss", json_real(p->loss));
        put(c, to, "formula_loss", json_real(p->formula_loss));
    }
    if (is_match(p)) {
        put_match(c, to, p);
    }
    if (p->seconds_left >= 0) {
        put(c, to, "seconds_left", json_real(p->seconds_left));
    }
}

static bool is_stopped(void *state)
{
    return job_stopped(&((learn_job *)state)->job);
}

/* Whether the step is another one than that of the last report; a curve needs each epoch. */
static bool is_new_step(const learn_job *l, const ferz_learn_progress *p)
{
    return p->stage != l->last.stage || p->generation != l->last.generation || p->adds != l->last.adds ||
           (p->stage == FERZ_LEARN_TRAIN && p->epoch != l->last.epoch);
}

/* Tells a progress; it takes no room from the answer. Takes `params`. */
static void tell_progress(learn_job *l, json_t *params, size_t bytes_before)
{
    l->c->bytes = bytes_before;
    notify(l->c->service, "progress", params);
}

/* By any thread, one at a time. */
static void tell(void *state, const ferz_learn_progress *p)
{
    learn_job *l = state;
    const int64_t now = clock_milliseconds();
    const bool due = is_new_step(l, p) || now - l->told >= NOTIFY_MILLISECONDS;
    l->last = *p;
    if (!due || !l->job.name) {
        return;
    }
    l->told = now;
    const size_t bytes = l->c->bytes;
    json_t *params = json_object();
    put_string(l->c, params, "job", l->job.name);
    put_progress(l->c, params, p);
    tell_progress(l, params, bytes);
}

static void keep_network(void *state, const char *file, size_t length)
{
    learn_job *l = state;
    json_t *one = json_object();
    put_integer(l->c, one, "generation", l->last.generation);
    put_match(l->c, one, &l->last);
    put(l->c, one, "text", json_stringn(file, length));
    l->c->out_of_memory |= json_array_append(l->networks, one) != 0;
    if (l->job.name) {
        const size_t bytes = l->c->bytes;
        json_t *params = json_object();
        put_string(l->c, params, "job", l->job.name);
        put(l->c, params, "network", json_incref(one));
        put_string(l->c, params, "file", ferz_variant_facts(l->variant)->network_file);
        tell_progress(l, params, bytes);
    }
    json_decref(one);
}

static json_t *learn(learn_job *l)
{
    call *c = l->c;
    const ferz_learn_limits limits = {.struct_size = sizeof limits,
                                      .games = (int)param_integer(c, "games", 0),
                                      .match_games = (int)param_integer(c, "games", 0),
                                      .seconds = (int)param_integer(c, "seconds", SECONDS),
                                      .generations = (int)param_integer(c, "generations", 0),
                                      .nodes = (uint64_t)param_integer(c, "nodes", 0),
                                      .threads = thread_count(SERVICE_THREADS_MAX),
                                      .seed = (uint64_t)param_integer(c, "seed", 1),
                                      .nearest = param_bool(c, "nearest"),
                                      .stop = is_stopped,
                                      .on_progress = tell,
                                      .on_network = keep_network,
                                      .context = l};
    ferz_learned learned = {0};
    const ferz_result found = ferz_variant_learn(l->variant, &limits, &learned, c->messages);
    if (found != FERZ_OK) {
        return fail_result(c, found);
    }
    json_t *result = json_object();
    put_integer(c, result, "games", learned.games);
    put_integer(c, result, "positions", learned.positions);
    put_integer(c, result, "generations", learned.generations);
    put(c, result, "networks", json_incref(l->networks));
    put_string(c, result, "file", ferz_variant_facts(l->variant)->network_file);
    put(c, result, "cancelled", json_boolean(atomic_load(&l->job.cancelled)));
    ferz_free(learned.network);
    ferz_free(learned.tried);
    return result;
}

json_t *method_learn(call *c)
{
    learn_job l = {.c = c, .networks = json_array()};
    json_t *result = NULL;
    if (job_begin(c, &l.job, param_integer(c, "seconds", SECONDS) * INT64_C(1000) + GRACE_MILLISECONDS)) {
        shared_rules *rules = shared_rules_hold(c->session->rules);
        session_give_back(c->service, c->session); /* it is free for other calls meanwhile */
        c->session = NULL;
        l.variant = rules->variant;
        result = learn(&l);
        shared_rules_release(rules);
        job_end(&l.job);
    }
    json_decref(l.networks);
    return result;
}
