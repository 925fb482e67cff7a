/* Play-test: games between equals in the background, and the report that grows meanwhile. */
#include "service/service_internal.h"

#include <stdlib.h>

#include "base/thread.h"
#include "playtest/report_page.h"
#include "playtest/run.h"

enum {
    GAMES = 100,
    NODES = 1600,
    OPENING_PLIES = 2,
    PLIES_MAX = 5000,
    MILLISECONDS = 600000,
    NOTIFY_SECONDS = 1, /* between two reports */
};

typedef struct playtest_job {
    call *c;
    job job;
    playtest *tests; /* [count] */
    size_t count;
    double told;
} playtest_job;

/* The report of the tests: numbers as JSON, or words in a form of page.h; ferz_free. NULL when out of memory. */
static char *report_of(const playtest_job *p, bool words, page_form in)
{
    report reports[RUN_TESTS_MAX];
    text t = {0};
    bool ok = true;
    for (size_t i = 0; i < p->count; i++) {
        ok = report_init(&reports[i], &p->tests[i].tally) && ok;
    }
    const report *second = p->count > 1 ? &reports[1] : NULL;
    const report_form form = {.form = in, .russian = param_language(p->c) == FERZ_RUSSIAN};
    ok = ok && (words ? report_put_page(&t, &reports[0], second, &form) : report_put_json(&t, &reports[0], second));
    for (size_t i = 0; i < p->count; i++) {
        report_finish(&reports[i]);
    }
    if (!ok) {
        text_finish(&t);
        return NULL;
    }
    return text_detach(&t);
}

static json_t *read_json(char *written)
{
    json_t *made = written ? json_loads(written, 0, NULL) : NULL;
    free(written);
    return made;
}

/* What a progress and the result have: the games so far, and the report on them. */
static void put_report(const playtest_job *p, json_t *to, const run_progress *progress)
{
    put(p->c, to, "games", json_integer((json_int_t)progress->games));
    put(p->c, to, "of", json_integer((json_int_t)progress->total));
    put(p->c, to, "report", read_json(report_of(p, false, PAGE_TEXT)));
    if (param_bool(p->c, "words")) {
        put(p->c, to, "words", read_json(report_of(p, true, PAGE_BLOCKS)));
    }
}

static bool is_stopped(void *state)
{
    return job_stopped(&((playtest_job *)state)->job);
}

/* By any thread, one at a time. */
static void tell(void *state, const run_progress *progress)
{
    playtest_job *p = state;
    if (!p->job.name || progress->seconds - p->told < NOTIFY_SECONDS) {
        return;
    }
    p->told = progress->seconds;
    json_t *params = json_object();
    put_string(p->c, params, "job", p->job.name);
    put_report(p, params, progress);
    notify(p->c->service, "progress", params);
}

static json_t *play(playtest_job *p)
{
    run r = {.tests = {&p->tests[0], &p->tests[1]},
             .test_count = p->count,
             .threads = thread_count(SERVICE_THREADS_MAX),
             .until = param_bool(p->c, "until"),
             .stop = is_stopped,
             .on_game = tell,
             .state = p};
    json_t *result = NULL;
    if (run_play(&r)) {
        result = json_object();
        put_report(p, result, &r.progress);
        if (param_bool(p->c, "html")) {
            char *html = report_of(p, true, PAGE_HTML);
            p->c->out_of_memory |= !html;
            put_string(p->c, result, "html", html);
            free(html);
        }
        put(p->c, result, "cancelled", json_boolean(atomic_load(&p->job.cancelled)));
    } else {
        (void)fail(p->c, r.result == FERZ_SYSTEM_ERROR ? ERROR_SYSTEM : ERROR_REJECTED, text_string(&r.why));
    }
    run_finish(&r);
    return result;
}

static json_t *play_variants(playtest_job *p, const ferz_variant *const variants[RUN_TESTS_MAX])
{
    call *c = p->c;
    const plan_options options = {.strongest = (uint64_t)param_integer(c, "nodes", NODES),
                                  .games = (uint64_t)param_integer(c, "games", GAMES),
                                  .opening_plies = (size_t)param_integer(c, "opening", OPENING_PLIES),
                                  .max_plies = PLIES_MAX,
                                  .seed = (uint64_t)param_integer(c, "seed", 1)};
    p->tests = calloc(RUN_TESTS_MAX, sizeof *p->tests);
    c->out_of_memory |= !p->tests;
    for (size_t i = 0; p->tests && i < RUN_TESTS_MAX && variants[i]; i++) {
        c->out_of_memory |= !playtest_init(&p->tests[i], variants[i], &options);
        p->count++;
    }
    json_t *result = NULL;
    if (!c->out_of_memory && p->count > 1 && p->tests[0].plan.sides != p->tests[1].plan.sides) {
        (void)fail_parameter(c, "against", "a game with as many sides");
    } else if (!c->out_of_memory) {
        result = play(p);
    }
    for (size_t i = 0; i < p->count; i++) {
        playtest_finish(&p->tests[i]);
    }
    free(p->tests);
    return result;
}

json_t *method_playtest(call *c)
{
    playtest_job p = {.c = c};
    ferz_variant *other = param_string(c, "game") ? load_variant(c) : NULL;
    if (param_string(c, "game") && !other) {
        return NULL;
    }
    const ferz_variant *variants[RUN_TESTS_MAX] = {c->session->rules->variant, other};
    json_t *result = NULL;
    if (ferz_variant_facts(variants[0])->player_count > PLAN_PLAYERS_MAX) {
        (void)fail(c, ERROR_LIMIT, "too many players");
    } else if (job_begin(c, &p.job, param_integer(c, "milliseconds", MILLISECONDS))) {
        shared_rules *rules = shared_rules_hold(c->session->rules);
        session_give_back(c->service, c->session); /* it is free for other calls meanwhile */
        c->session = NULL;
        result = play_variants(&p, variants);
        shared_rules_release(rules);
        job_end(&p.job);
    }
    ferz_variant_free(other);
    return result;
}
