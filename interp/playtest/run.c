#include "playtest/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/thread.h"

enum {
    STAGE_FIRST = 32, /* blocks before a question is asked first; each further stage doubles them */
    THREADS_MAX = 256,
};

bool playtest_init(playtest *t, const ferz_variant *variant, const plan_options *options)
{
    *t = (playtest){0};
    if (!plan_init(&t->plan, variant, options)) {
        return false;
    }
    t->features = features_of(&t->plan);
    return tally_init(&t->tally, &t->plan, &t->features) && record_init(&t->scratch, &t->plan, t->features.count);
}

void playtest_finish(playtest *t)
{
    record_finish(&t->scratch);
    tally_finish(&t->tally);
    plan_finish(&t->plan);
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- games in files ---- */

void playtest_put_identity(text *t, const plan *p, const char *version)
{
    text_print(t,
               "ferz-playtest 1 rules=%s version=%s nodes=%" PRIu64 " games=%" PRIu64
               " plies=%zu max-plies=%zu seed=%" PRIu64,
               ferz_variant_facts(p->variant)->fingerprint, version, p->nodes[p->strengths - 1], p->blocks * p->sides,
               p->opening_plies, p->max_plies, p->seed);
}

static void put_identity(text *t, const void *owner)
{
    playtest_put_identity(t, &((const playtest *)owner)->plan, ferz_version());
}

static shard_fault add_record(void *owner, const char *payload, uint32_t check, shard_found *found)
{
    playtest *test = owner;
    record *r = &test->scratch;
    if (!record_read(r, payload, &test->plan, test->features.count)) {
        return SHARD_DAMAGED;
    }
    switch (tally_add(&test->tally, r, check)) {
    case TALLY_ADDED:
        found->games++;
        return SHARD_OK;
    case TALLY_KNOWN:
        found->repeated++;
        return SHARD_OK;
    case TALLY_DIFFERENT:
        text_print(&found->why, "game %" PRIu64 " is not the same as in another file", r->number);
        return SHARD_CONFLICT;
    default:
        return SHARD_NO_MEMORY;
    }
}

shard_games playtest_games(playtest *t)
{
    return (shard_games){.put_identity = put_identity, .add = add_record, .owner = t};
}

void playtest_put_line(text *t, const record *r, const playtest *test, uint32_t *check)
{
    text payload = {0};
    record_put(&payload, r, &test->plan, test->features.count);
    shard_put_line(t, text_string(&payload), payload.length, check);
    t->failed |= payload.failed;
    text_finish(&payload);
}

/* ---- threads ---- */

typedef struct worker {
    run *run;
    game_player players[RUN_TESTS_MAX];
    record records[RUN_TESTS_MAX];
    pthread_t thread;
} worker;

static bool worker_init(worker *w, run *r)
{
    *w = (worker){.run = r};
    bool ok = true;
    for (size_t i = 0; i < r->test_count; i++) {
        playtest *test = r->tests[i];
        ok = game_player_init(&w->players[i], &test->plan, &test->features, r->stop, r->state) && ok;
        ok = record_init(&w->records[i], &test->plan, test->features.count) && ok;
    }
    return ok;
}

static void worker_finish(worker *w)
{
    for (size_t i = 0; i < w->run->test_count; i++) {
        game_player_finish(&w->players[i]);
        record_finish(&w->records[i]);
    }
}

/* Under the lock. */
static void fail(run *r, ferz_result result, const char *why)
{
    if (r->result == FERZ_OK) {
        r->result = result;
        text_put(&r->why, why);
    }
}

static bool is_ours(const run *r, const playtest *test, uint64_t number)
{
    return !r->shards || plan_game_of(&test->plan, number).block % r->shards == r->shard;
}

/* The next game that is to be played; false: there is none, or the run ends. */
static bool take_game(run *r, size_t *test, uint64_t *number)
{
    bool found = false;
    (void)pthread_mutex_lock(&r->lock);
    const bool late = r->seconds > 0 && now() - r->start >= r->seconds;
    const bool ends = r->result != FERZ_OK || late || (r->stop && r->stop(r->state));
    r->stopped |= ends && r->next < r->limit;
    while (!ends && !found && r->next < r->limit) {
        *test = (size_t)(r->next % r->test_count);
        *number = r->next / r->test_count;
        r->next++;
        found = is_ours(r, r->tests[*test], *number) && !tally_has(&r->tests[*test]->tally, *number);
    }
    (void)pthread_mutex_unlock(&r->lock);
    return found;
}

static void add_game(worker *w, size_t test)
{
    run *r = w->run;
    text line = {0};
    uint32_t check;
    playtest_put_line(&line, &w->records[test], r->tests[test], &check);
    (void)pthread_mutex_lock(&r->lock);
    if (line.failed || tally_add(&r->tests[test]->tally, &w->records[test], check) == TALLY_NO_MEMORY) {
        fail(r, FERZ_SYSTEM_ERROR, "out of memory");
    } else if (r->keep && !r->keep(r->state, text_string(&line), line.length)) {
        fail(r, FERZ_SYSTEM_ERROR, "the game could not be written");
    }
    r->progress.games++;
    r->progress.seconds = now() - r->start;
    if (r->on_game) {
        r->on_game(r->state, &r->progress);
    }
    (void)pthread_mutex_unlock(&r->lock);
    text_finish(&line);
}

static void *worker_run(void *state)
{
    worker *w = state;
    run *r = w->run;
    size_t test;
    uint64_t number;
    while (take_game(r, &test, &number)) {
        const play_result played = game_player_play(&w->players[test], number, &w->records[test]);
        if (played == PLAY_DONE) {
            add_game(w, test);
            continue;
        }
        (void)pthread_mutex_lock(&r->lock);
        r->stopped = true;
        if (played == PLAY_FAILED) {
            const ferz_messages *messages = w->players[test].messages;
            const bool told = ferz_messages_count(messages) > 0;
            fail(r, told ? ferz_messages_result(messages) : FERZ_SYSTEM_ERROR,
                 told ? ferz_messages_at(messages, 0).text : "out of memory");
        }
        (void)pthread_mutex_unlock(&r->lock);
        break;
    }
    return NULL;
}

/* Plays all games before the limit. */
static void play_stage(worker *workers, size_t count)
{
    size_t started = 1;
    while (started < count && thread_start(&workers[started].thread, worker_run, &workers[started])) {
        started++;
    }
    (void)worker_run(&workers[0]); /* this thread works too */
    for (size_t i = 1; i < started; i++) {
        (void)pthread_join(workers[i].thread, NULL);
    }
}

static report_answer ask(run *r, int look)
{
    report reports[RUN_TESTS_MAX];
    bool ok = true;
    for (size_t i = 0; i < r->test_count; i++) {
        ok = report_init(&reports[i], &r->tests[i]->tally) && ok;
    }
    const report_answer answer =
        ok ? report_answer_of(&reports[0], r->test_count > 1 ? &reports[1] : NULL, look) : ANSWER_NONE;
    for (size_t i = 0; i < r->test_count; i++) {
        report_finish(&reports[i]);
    }
    if (!ok) {
        fail(r, FERZ_SYSTEM_ERROR, "out of memory");
    }
    return answer;
}

static uint64_t block_size(const plan *p)
{
    return p->groups * p->sides;
}

/* With a question: in stages, at the end of which it is asked, so that its answer does not depend on who was quicker. */
static void play_stages(run *r, worker *workers, size_t count)
{
    const plan *p = &r->tests[0]->plan;
    const uint64_t all = p->total * r->test_count;
    uint64_t blocks = r->until ? STAGE_FIRST : p->blocks;
    for (int look = 0; !r->stopped && r->result == FERZ_OK && r->answer == ANSWER_NONE && r->next < all;
         look++, blocks *= 2) {
        blocks = blocks < p->blocks ? blocks : p->blocks;
        r->limit = blocks * block_size(p) * r->test_count;
        play_stage(workers, count);
        r->answer = r->until && !r->stopped && r->result == FERZ_OK ? ask(r, look) : ANSWER_NONE;
    }
}

static uint64_t games_to_play(const run *r)
{
    uint64_t games = 0;
    for (size_t i = 0; i < r->test_count; i++) {
        const plan *p = &r->tests[i]->plan;
        const uint64_t blocks =
            !r->shards ? p->blocks : p->blocks / r->shards + (p->blocks % r->shards > r->shard ? 1 : 0);
        games += blocks * block_size(p);
    }
    return games;
}

bool run_play(run *r)
{
    const int wanted = r->threads < 1 ? 1 : r->threads > THREADS_MAX ? THREADS_MAX : r->threads;
    worker *workers = calloc((size_t)wanted, sizeof *workers);
    bool ok = workers && pthread_mutex_init(&r->lock, NULL) == 0;
    r->start = now();
    r->progress.total = games_to_play(r);
    for (size_t i = 0; i < r->test_count; i++) {
        r->progress.games += r->tests[i]->tally.games;
    }
    for (int i = 0; ok && i < wanted; i++) {
        ok = worker_init(&workers[i], r);
    }
    if (ok) {
        play_stages(r, workers, (size_t)wanted);
    } else {
        fail(r, FERZ_SYSTEM_ERROR, "out of memory");
    }
    for (int i = 0; workers && i < wanted; i++) {
        if (workers[i].run) {
            worker_finish(&workers[i]);
        }
    }
    if (workers) {
        (void)pthread_mutex_destroy(&r->lock);
    }
    free(workers);
    return r->result == FERZ_OK;
}

void run_finish(run *r)
{
    text_finish(&r->why);
}
