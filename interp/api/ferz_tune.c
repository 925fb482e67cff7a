/* Tuning: fits the weights of the evaluation, or finds constants of the search, and writes them as the text of a file. */
#include "api/ferz_internal.h"

#include "play/visibility.h"
#include "search/maxn.h"
#include "search/network_file.h"
#include "search/selfplay.h"
#include "search/tune.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_DEFAULT = 1500 };

/* The limits of one call: the caller's, and the budget of its messages, which all threads share. */
typedef struct tune_call {
    const ferz_tune_limits *limits;
    tune_budget budget;
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

void tune_budget_begin(tune_budget *b, ferz_messages *messages)
{
    *b = (tune_budget){.budget = messages_budget(messages)};
    if (b->budget.milliseconds > 0) {
        const fuel *begun = messages_begin(messages, OPERATION_LONG);
        const double left = (double)begun->end * 1e-6 - clock_seconds(CLOCK_THREAD_CPUTIME_ID);
        b->end = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) + left;
    }
}

bool tune_budget_is_spent(tune_budget *b)
{
    if (b->end > 0 && clock_seconds(CLOCK_PROCESS_CPUTIME_ID) >= b->end) {
        atomic_store(&b->state, FUEL_SPENT);
    } else if (b->budget.stop && b->budget.stop(b->budget.state)) {
        atomic_store(&b->state, FUEL_STOPPED);
    }
    return atomic_load(&b->state) != FUEL_LEFT;
}

bool tune_budget_report(const tune_budget *b, diag_list *diags)
{
    const fuel spent = {.state = (fuel_state)atomic_load(&b->state), .milliseconds = b->budget.milliseconds};
    if (spent.state == FUEL_LEFT) {
        return false;
    }
    diag_list_finish(diags); /* that there was too little to learn from is no wonder then */
    diag_list_init(diags);
    diag_out_of_fuel(diags, &spent, (location){0}, "the evaluation is tuned");
    return true;
}

bool tune_hooks_create(tune_hooks *h, const ferz_variant *v, int threads, diag_list *diags)
{
    *h = (tune_hooks){.count = threads};
    h->live = calloc((size_t)threads, sizeof *h->live);
    h->tables = calloc((size_t)threads, sizeof *h->tables);
    bool ok = h->live && h->tables;
    for (int i = 0; ok && v->hook_count && i < threads; i++) {
        h->live[i] = live_create(v->binding, v->variant, diags);
        h->tables[i] = live_table(h->live[i]);
        ok = h->live[i] != NULL;
    }
    if (!ok && !diags->errors) {
        diag_out_of_memory(diags);
    }
    return ok;
}

void tune_hooks_report(tune_hooks *h, diag_list *diags)
{
    for (int i = 0; i < h->count && h->live[i]; i++) {
        (void)live_report(h->live[i], diags);
    }
}

void tune_hooks_destroy(tune_hooks *h)
{
    for (int i = 0; h->live && i < h->count; i++) {
        live_destroy(h->live[i]);
    }
    free(h->live);
    free(h->tables);
}

ferz_result tune_had_no_games(diag_list *diags)
{
    diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0}, "no game gave a quiet position to learn from");
    diag_hint(diags, "play more games, or use more nodes for each move");
    return FERZ_REJECTED;
}

int tune_threads(int wanted)
{
    return wanted < 1 ? 1 : wanted < SELFPLAY_THREADS_MAX ? wanted : SELFPLAY_THREADS_MAX;
}

static bool pass_stop(void *state)
{
    tune_call *c = state;
    /* who stops and is also the budget's stop wants the result */
    return (c->limits->stop && c->limits->stop(c->limits->state)) || tune_budget_is_spent(&c->budget);
}

/* How it was made: before what was found now, what the file says already. */
static void put_remarks(const ferz_variant *v, const tune_limits *l, const tune_result *found, text *out)
{
    text_put(out, found->tuning.remarks ? found->tuning.remarks : "");
    if (l->levels) {
        text_print(out,
                   "# Levels %.0f Elo apart, by `ferz tune %s --levels --games %d --seed %" PRIu64 "`: %d games.\n",
                   found->elo, v->rules->id, l->games, l->seed, found->games);
        return;
    }
    text_print(out, "# %s, by `ferz tune %s%s --nodes %" PRIu64 " --seed %" PRIu64 "`: %d games",
               l->constants ? "Constants of the search" : "Weights of the evaluation", v->rules->id,
               l->constants ? " --search" : " --weights", l->nodes, l->seed, found->games);
    if (!l->constants) {
        text_print(out, ", %d positions.\n# Loss in games not learnt from: %.4f before, %.4f after", found->positions,
                   found->loss_before, found->loss_after);
    }
    text_print(out,
               ".\n# Against what was in force before, by the same nodes: +%d =%d -%d, %+.0f Elo, 95 %% within %.0f.\n",
               found->won, found->drawn, found->lost, found->elo, found->elo_error);
}

/* The file: how it was made, then what is in force. */
static char *write_file(const ferz_variant *v, const tune_limits *l, const tune_result *found)
{
    text out = {0};
    put_remarks(v, l, found, &out);
    text_print(&out, "game: %s\nrules: \"%016" PRIx64 "\"\n", v->rules->id, eval_params_fingerprint(v->variant));
    if (found->tuning.method != TUNING_AUTO) {
        text_print(&out, "method: %s\n", found->tuning.method == TUNING_MCTS ? "mcts" : "depth");
    }
    tuning_write(&found->tuning, (size_t)v->variant->topology.columns, &out);
    return text_detach(&out);
}

/* The network in force was tested with the weights that were found, and belongs to them from now on. False when out of memory. */
static bool pass_network(const ferz_variant *v, const tune_call *c, const tune_result *found)
{
    variant tuned = *v->variant;
    if (!tuned.network || !found->better || c->limits->constants || c->limits->levels || !c->limits->on_network) {
        return true;
    }
    tuned.tuning = &found->tuning;
    network with = *tuned.network;
    with.rules = network_fingerprint(&tuned);
    text file = {0}, gain = {0};
    if (with.gain) {
        text_print(&gain, "%s; the weights of the formulas changed since", with.gain);
        with.gain = text_string(&gain);
    }
    network_write(&with, &file);
    const bool ok = !file.failed && !gain.failed;
    text_finish(&gain);
    if (ok) {
        c->limits->on_network(c->limits->state, text_string(&file), file.length);
    }
    text_finish(&file);
    return ok;
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
        if (tuned->yaml && pass_network(v, l->state, found)) {
            return FERZ_OK;
        }
        break;
    case TUNE_NO_GAMES:
        return tune_had_no_games(diags);
    case TUNE_FAILED:
        return FERZ_REJECTED; /* the script's error was reported */
    case TUNE_NO_MEMORY:
        break;
    }
    diag_out_of_memory(diags);
    return FERZ_SYSTEM_ERROR;
}

/* `alphabeta`: constants or levels of alpha-beta are wanted, else weights. */
static bool can_be_tuned(const ferz_variant *v, bool alphabeta, diag_list *diags)
{
    if (alphabeta && v->variant->tuning && v->variant->tuning->method == TUNING_MCTS) {
        diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0},
                   "this game is played by Monte-Carlo tree search, and alpha-beta alone is tuned");
        return false;
    }
    if (alphabeta && v->variant->tuning && v->variant->tuning->has_other_weights) {
        diag_error(diags, CODE_NOTHING_TO_TUNE, v->variant->tuning->rules_location,
                   "the tuning file has weights for other rules, which would be lost");
        diag_hint(diags, "find weights for these rules first, or remove them from the file");
        return false;
    }
    if (!alphabeta && v->variant->network && !v->variant->network->adds) {
        diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0},
                   "the network of this game takes the place of the formulas, so their weights count for nothing");
        diag_hint(diags, "with --no-network weights are found for the formulas alone, for a file that --output names");
        return false;
    }
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
    tune_hooks hooks;
    ferz_result result = FERZ_SYSTEM_ERROR;
    if (tune_hooks_create(&hooks, v, l->threads, diags)) {
        arena scratch;
        arena_init(&scratch, 0);
        tune_result found;
        tune_outcome outcome = tune_run(&start->game_history, hooks.tables, l, &scratch, &found);
        if (outcome == TUNE_FAILED) {
            tune_hooks_report(&hooks, diags);
        }
        result = conclude(v, l, outcome, &found, tuned, diags);
        arena_finish(&scratch);
    }
    tune_hooks_destroy(&hooks);
    return result;
}

/* The games in the form of the search; NULL where there are none, or out of memory. */
static tune_known *known_of(const ferz_tune_limits *l)
{
    tune_known *all = l->known_count > 0 ? calloc((size_t)l->known_count, sizeof *all) : NULL;
    for (int i = 0; all && i < l->known_count; i++) {
        all[i] = (tune_known){.moves = l->known[i].moves, .points = l->known[i].points};
    }
    return all;
}

ferz_result ferz_variant_tune(const ferz_variant *v, const ferz_tune_limits *given, ferz_tuned *tuned,
                              ferz_messages *messages)
{
    if (MISSING(v) || MISSING(given) || MISSING(tuned)) {
        return FERZ_REJECTED;
    }
    ferz_tune_limits copy, *limits = &copy;
    copy_sized(limits, sizeof *limits, given, SIZE_IN_0_2(ferz_tune_limits, state));
    memset(tuned, 0, sizeof *tuned);
    if (limits->games <= 0 &&
        (limits->constants || limits->levels || (limits->seconds <= 0 && limits->known_count <= 0))) {
        return messages_wrong_call(messages, "tuning needs a number of games or, for weights, of seconds");
    }
    diag_list diags;
    diag_list_init(&diags);
    tune_call call = {.limits = limits};
    tune_budget_begin(&call.budget, messages);
    ferz_result result = FERZ_REJECTED;
    if (can_be_tuned(v, limits->constants || limits->levels, &diags)) {
        tune_known *known_games = known_of(limits);
        tune_limits inner = {
            .games = limits->games,
            .seconds = limits->seconds,
            .nodes = limits->nodes ? limits->nodes : NODES_DEFAULT,
            .threads = tune_threads(limits->threads),
            .seed = limits->seed,
            .known = known_games,
            .known_count = known_games ? limits->known_count : 0,
            .constants = limits->constants,
            .levels = limits->levels,
            .stop = pass_stop,
            .on_progress = limits->on_progress ? pass_progress : NULL,
            .state = &call,
        };
        ferz_game *start = ferz_game_create(v, NULL, messages);
        const bool ready = start && (known_games || limits->known_count <= 0);
        result = ready ? run(v, start, &inner, tuned, &diags) : FERZ_SYSTEM_ERROR;
        ferz_game_free(start);
        free(known_games);
    }
    if (tune_budget_report(&call.budget, &diags)) {
        ferz_free(tuned->yaml);
        memset(tuned, 0, sizeof *tuned);
        result = FERZ_BUDGET_EXCEEDED;
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    return result;
}
