/* Tuning: fits the weights of the evaluation and writes them as the text of a file. */
#include "api/ferz_internal.h"

#include "play/visibility.h"
#include "search/maxn.h"
#include "search/tune.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_DEFAULT = 1500, THREADS_MAX = 256 };

/* The limits of one call: the caller's, and the budget of its messages, which all threads share. */
typedef struct tune_call {
    const ferz_tune_limits *limits;
    ferz_budget budget;
    double end;       /* of the budget, on the clock of the process; 0: none */
    atomic_int state; /* a fuel_state: why the budget ended the call, if so */
} tune_call;

static void pass_progress(void *state, const tune_progress *p)
{
    const ferz_tune_limits *l = ((const tune_call *)state)->limits;
    ferz_tune_progress progress = {
        .stage = (ferz_tune_stage)p->stage,
        .games = p->games,
        .games_total = p->game_limit,
        .positions = p->positions,
        .won = p->won,
        .drawn = p->drawn,
        .lost = p->lost,
    };
    l->on_progress(l->state, &progress);
}

static bool is_out_of_budget(tune_call *c)
{
    if (c->end > 0 && clock_seconds(CLOCK_PROCESS_CPUTIME_ID) >= c->end) {
        atomic_store(&c->state, FUEL_SPENT);
    } else if (c->budget.stop && c->budget.stop(c->budget.state)) {
        atomic_store(&c->state, FUEL_STOPPED);
    }
    return atomic_load(&c->state) != FUEL_LEFT;
}

static bool pass_stop(void *state)
{
    tune_call *c = state;
    return is_out_of_budget(c) || (c->limits->stop && c->limits->stop(c->limits->state));
}

/* The file: how it was made, then the weights. */
static char *write_file(const ferz_variant *v, const tune_limits *l, const tune_result *found)
{
    text out = {0};
    text_put(&out, "# Weights of the evaluation, by `ferz tune");
    text_print(&out, " %s --nodes %" PRIu64 " --seed %" PRIu64 "`: %d games, %d positions.\n", v->rules->id, l->nodes,
               l->seed, found->games, found->positions);
    text_print(&out, "# Loss in games not learnt from: %.4f before, %.4f after.\n", found->loss_before,
               found->loss_after);
    text_print(&out, "# Against the weights before, by the same nodes: +%d =%d -%d, %+.0f Elo, 95 %% within %.0f.\n",
               found->won, found->drawn, found->lost, found->elo, found->elo_error);
    text_print(&out, "game: %s\nrules: \"%016" PRIx64 "\"\n", v->rules->id, eval_params_fingerprint(v->variant));
    const tuning *known = v->variant->tuning;
    if (known && known->method != TUNING_AUTO) {
        text_print(&out, "method: %s\n", known->method == TUNING_MCTS ? "mcts" : "depth");
    }
    if (found->weights.row_count) {
        tuning_write(&found->weights, (size_t)v->variant->topology.columns, &out);
    }
    return text_detach(&out);
}

static ferz_result conclude(const ferz_variant *v, const tune_limits *l, tune_outcome outcome, const tune_result *found,
                            ferz_tuned *tuned, diag_list *diags)
{
    *tuned = (ferz_tuned){
        .games = found->games,
        .positions = found->positions,
        .before = found->loss_before,
        .after = found->loss_after,
        .won = found->won,
        .drawn = found->drawn,
        .lost = found->lost,
        .elo = found->elo,
        .error = found->elo_error,
        .better = found->better,
    };
    switch (outcome) {
    case TUNE_DONE:
        tuned->yaml = write_file(v, l, found);
        if (tuned->yaml) {
            return FERZ_OK;
        }
        break;
    case TUNE_NO_GAMES:
        diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0}, "no game gave a quiet position to learn from");
        diag_hint(diags, "play more games, or use more nodes for each move");
        return FERZ_REJECTED;
    case TUNE_FAILED:
        return FERZ_REJECTED; /* the script's error was reported */
    case TUNE_NO_MEMORY:
        break;
    }
    diag_out_of_memory(diags);
    return FERZ_SYSTEM_ERROR;
}

static bool can_be_tuned(const ferz_variant *v, diag_list *diags)
{
    if (visibility_limited(v->variant)) {
        diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0}, "a variant with hidden information cannot be tuned");
        return false;
    }
    if (maxn_applies(v->variant) || v->rules->player_count < 2) {
        diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0}, "only variants of two sides can be tuned");
        return false;
    }
    return true;
}

static ferz_result run(const ferz_variant *v, ferz_game *start, tune_limits *l, ferz_tuned *tuned, diag_list *diags)
{
    live_binding **live = calloc((size_t)l->threads, sizeof *live);
    live_hooks **hooks = calloc((size_t)l->threads, sizeof *hooks);
    bool ok = live && hooks;
    for (int i = 0; ok && v->hook_count && i < l->threads; i++) {
        live[i] = live_create(v->binding, v->variant, diags);
        hooks[i] = live_table(live[i]);
        ok = live[i] != NULL;
    }
    ferz_result result = FERZ_SYSTEM_ERROR;
    if (ok) {
        arena scratch;
        arena_init(&scratch, 0);
        tune_result found;
        tune_outcome outcome = tune_run(&start->game_history, hooks, l, &scratch, &found);
        for (int i = 0; outcome == TUNE_FAILED && i < l->threads && live[i]; i++) {
            (void)live_report(live[i], diags);
        }
        result = conclude(v, l, outcome, &found, tuned, diags);
        arena_finish(&scratch);
    } else if (!diags->errors) {
        diag_out_of_memory(diags);
    }
    for (int i = 0; live && i < l->threads; i++) {
        live_destroy(live[i]);
    }
    free(live);
    free(hooks);
    return result;
}

ferz_result ferz_variant_tune(const ferz_variant *v, const ferz_tune_limits *given, ferz_tuned *tuned,
                              ferz_messages *messages)
{
    if (MISSING(v) || MISSING(given) || MISSING(tuned)) {
        return FERZ_REJECTED;
    }
    ferz_tune_limits known, *limits = &known;
    copy_sized(limits, sizeof *limits, given, SIZE_IN_0_2(ferz_tune_limits, state));
    memset(tuned, 0, sizeof *tuned);
    if (limits->games <= 0 && limits->seconds <= 0) {
        return messages_wrong_call(messages, "tuning needs a number of games or of seconds");
    }
    diag_list diags;
    diag_list_init(&diags);
    tune_call call = {.limits = limits, .budget = messages_budget(messages)};
    if (call.budget.milliseconds > 0) {
        call.end = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) + call.budget.milliseconds * 1e-3;
    }
    ferz_result result = FERZ_REJECTED;
    if (can_be_tuned(v, &diags)) {
        tune_limits inner = {
            .games = limits->games,
            .seconds = limits->seconds,
            .nodes = limits->nodes ? limits->nodes : NODES_DEFAULT,
            .threads = limits->threads < 1             ? 1
                       : limits->threads < THREADS_MAX ? limits->threads
                                                       : THREADS_MAX,
            .seed = limits->seed,
            .stop = pass_stop,
            .on_progress = limits->on_progress ? pass_progress : NULL,
            .state = &call,
        };
        ferz_game *start = ferz_game_create(v, NULL, messages);
        result = start ? run(v, start, &inner, tuned, &diags) : FERZ_SYSTEM_ERROR;
        ferz_game_destroy(start);
    }
    if (atomic_load(&call.state) != FUEL_LEFT) {
        const fuel spent = {.state = (fuel_state)atomic_load(&call.state), .milliseconds = call.budget.milliseconds};
        diag_list_finish(&diags); /* that there was too little to learn from is no wonder then */
        diag_list_init(&diags);
        diag_out_of_fuel(&diags, &spent, (location){0}, "the evaluation is tuned");
        ferz_free(tuned->yaml);
        memset(tuned, 0, sizeof *tuned);
        result = FERZ_BUDGET_EXCEEDED;
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    return result;
}
