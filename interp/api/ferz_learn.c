/* Learning a network for a game, and its file as a text. */
#include "api/ferz_internal.h"

#include "search/learn.h"
#include "search/network_adopt.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_DEFAULT = 400 };

typedef struct learn_call {
    const ferz_variant *variant;
    const ferz_learn_limits *limits;
    ferz_learned *learned;
    tune_budget budget;
    learn_progress last;
} learn_call;

/* An interval without bounds has no place in a JSON text. */
static double bounded(double elo)
{
    const double most = 2000;
    return isnan(elo) ? 0 : elo > most ? most : elo < -most ? -most : elo;
}

static ferz_learn_progress public_progress(const learn_progress *p)
{
    return (ferz_learn_progress){
        .stage = (ferz_learn_stage)p->stage,
        .generation = p->generation,
        .adds = p->adds,
        .games = p->games,
        .games_total = p->game_limit,
        .positions = p->positions,
        .epoch = p->epoch,
        .epochs = p->epochs,
        .formula_loss = p->formula_loss,
        .loss = isfinite(p->loss) ? p->loss : 0,
        .won = p->won,
        .drawn = p->drawn,
        .lost = p->lost,
        .elo = bounded(p->elo.elo),
        .elo_low = bounded(p->elo.low),
        .elo_high = bounded(p->elo.high),
        .speed = p->speed,
        .seconds_left = p->seconds_left,
    };
}

static bool pass_stop(void *state)
{
    learn_call *c = state;
    /* who stops and is also the budget's stop wants the result */
    return (c->limits->stop && c->limits->stop(c->limits->context)) || tune_budget_is_spent(&c->budget);
}

static void pass_progress(void *state, const learn_progress *p)
{
    learn_call *c = state;
    c->last = *p;
    if (c->limits->on_progress) {
        ferz_learn_progress progress = public_progress(p);
        c->limits->on_progress(c->limits->context, &progress);
    }
}

/* How it was made, and what the matches said; then the file. */
static char *write_file(const learn_call *c, network *n, const learn_progress *p)
{
    text made = {0}, gain = {0}, file = {0};
    text_print(&made, "ferz tune %s --nodes %" PRIu64 " --seed %" PRIu64 ", generation %d", c->variant->rules->id,
               c->limits->nodes, c->limits->seed, p->generation);
    text_print(&gain, "%+.0f Elo [%+.0f, %+.0f] by %d games of %" PRIu64 " nodes, in equal time; speed %.2f",
               bounded(p->elo.elo), bounded(p->elo.low), bounded(p->elo.high), p->won + p->drawn + p->lost, p->nodes,
               p->speed);
    n->made = text_string(&made);
    n->gain = p->stage == LEARN_GATE_TIME ? text_string(&gain) : "not tested";
    n->licence = "that of the rules";
    network_write(n, &file);
    n->made = n->gain = NULL;
    text_finish(&made);
    text_finish(&gain);
    return text_detach(&file);
}

static void pass_network(void *state, network *n, const learn_progress *p)
{
    learn_call *c = state;
    ferz_free(c->learned->network);
    c->learned->network = write_file(c, n, p);
    if (c->learned->network && c->limits->on_network) {
        c->limits->on_network(c->limits->context, c->learned->network, strlen(c->learned->network));
    }
}

static void pass_state(void *state, const char *bytes, size_t length)
{
    const learn_call *c = state;
    c->limits->on_state(c->limits->context, bytes, length);
}

static ferz_result conclude(learn_call *c, learn_outcome outcome, const learn_result *found, diag_list *diags)
{
    ferz_learned *learned = c->learned;
    learned->games = found->games;
    learned->positions = found->positions;
    learned->generations = found->generations;
    learned->stopped = found->stopped;
    learned->last = public_progress(&found->end);
    switch (outcome) {
    case LEARN_DONE:
        if (found->found && !learned->network) { /* by the run that this one goes on from */
            network before = *found->found;
            learned->network = write_file(c, &before, &(learn_progress){.generation = found->generations});
        }
        if (found->tried) {
            network tried = *found->tried;
            learned->tried = write_file(c, &tried, &(learn_progress){.generation = found->generations});
        }
        if (!found->tried || learned->tried) {
            return FERZ_OK;
        }
        break;
    case LEARN_NO_GAMES:
        return tune_had_no_games(diags);
    case LEARN_OTHER_STATE:
        diag_error(
            diags, CODE_LEARNING_STATE, (location){0},
            "what was learned so far is for other rules or weights, another seed or other nodes, or it is damaged");
        diag_hint(diags, "with --fresh learning begins from the start");
        return FERZ_REJECTED;
    case LEARN_FAILED:
        return FERZ_REJECTED; /* the script's error was reported */
    case LEARN_NO_MEMORY:
        break;
    }
    diag_out_of_memory(diags);
    return FERZ_SYSTEM_ERROR;
}

/* The network to begin with. False: it was asked for, and there is none. */
static bool find_nearest(const learn_call *c, arena *a, const network **nearest, diag_list *diags)
{
    const char *parent = c->variant->rules->parent, *why = NULL;
    location at;
    if (!c->limits->nearest) {
        return true;
    }
    ferz_variant reader = {0}; /* only its list, which ends here */
    diag_list_init(&reader.diags);
    *nearest = parent ? network_of_rules(&reader, parent, a, &why, &at) : NULL;
    diag_list_finish(&reader.diags);
    const bool fits = *nearest && network_has_board(*nearest, c->variant->variant);
    if (why) {
        diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0},
                   "the network of the game that this one extends is damaged");
    } else if (!*nearest) {
        diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0}, "the game that this one extends has no network");
    } else if (!fits) {
        diag_error(diags, CODE_NOTHING_TO_TUNE, (location){0},
                   "the network of the game that this one extends is for another board");
    }
    if (!fits) {
        diag_hint(diags, "leave out --nearest, or learn that game first");
    }
    return fits;
}

static ferz_result learn(learn_call *c, ferz_game *start, learn_limits *l, diag_list *diags)
{
    const ferz_variant *v = c->variant;
    arena a;
    arena_init(&a, 0);
    ferz_result result = FERZ_REJECTED;
    tune_hooks hooks = {0};
    if (find_nearest(c, &a, &l->nearest, diags)) {
        if (tune_hooks_create(&hooks, v, l->threads, diags)) {
            learn_result found;
            learn_outcome outcome = learn_run(&start->game_history, hooks.tables, l, &a, &found);
            if (outcome == LEARN_FAILED) {
                tune_hooks_report(&hooks, diags);
            }
            result = conclude(c, outcome, &found, diags);
        } else {
            result = FERZ_SYSTEM_ERROR;
        }
    }
    tune_hooks_destroy(&hooks);
    arena_finish(&a);
    return result;
}

ferz_result ferz_variant_learn(const ferz_variant *v, const ferz_learn_limits *given, ferz_learned *learned,
                               ferz_messages *messages)
{
    if (MISSING(v) || MISSING(given) || MISSING(learned)) {
        return FERZ_REJECTED;
    }
    ferz_learn_limits known, *limits = &known;
    copy_sized(limits, sizeof *limits, given, SIZE_IN_0_2(ferz_learn_limits, context));
    memset(learned, 0, sizeof *learned);
    if (limits->games <= 0 && limits->seconds <= 0) {
        return messages_wrong_call(messages, "learning needs a number of games or of seconds");
    }
    limits->nodes = limits->nodes ? limits->nodes : NODES_DEFAULT;
    diag_list diags;
    diag_list_init(&diags);
    learn_call call = {.variant = v, .limits = limits, .learned = learned};
    tune_budget_begin(&call.budget, messages);
    ferz_result result = FERZ_REJECTED;
    if (network_suits(v->variant)) {
        learn_limits inner = {
            .games = limits->games > 0 ? limits->games : 0,
            .seconds = limits->seconds > 0 ? limits->seconds : 0,
            .generations = limits->generations > 0 ? limits->generations : 0,
            .match_games = limits->match_games > 0 ? limits->match_games : 0,
            .nodes = limits->nodes < UINT32_MAX / 2 ? limits->nodes : UINT32_MAX / 2,
            .threads = tune_threads(limits->threads),
            .seed = limits->seed,
            .state = limits->state,
            .state_length = limits->state_length,
            .stop = pass_stop,
            .on_progress = pass_progress,
            .on_network = pass_network,
            .keep = limits->on_state ? pass_state : NULL,
            .state_of_caller = &call,
        };
        ferz_game *start = ferz_game_create(v, NULL, messages);
        result = start ? learn(&call, start, &inner, &diags) : FERZ_SYSTEM_ERROR;
        ferz_game_free(start);
    } else {
        diag_error(&diags, CODE_NOTHING_TO_TUNE, (location){0},
                   "only games of two players who see everything, without dice and stacks, can have a network");
    }
    if (tune_budget_report(&call.budget, &diags)) {
        ferz_free(learned->network);
        ferz_free(learned->tried);
        memset(learned, 0, sizeof *learned);
        result = FERZ_BUDGET_EXCEEDED;
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    return result;
}
