/* Trial of live hooks, for `ferz check`: random games from the start, in which every legal move is tried. A wrapper
 * around the hooks of the position counts the calls. A hook that fails is reported once and then answers nothing, so
 * that the others are asked too. */
#include "api/ferz_internal.h"

#include "base/random.h"
#include "explain/lint.h"
#include "play/visibility.h"

#include <stdlib.h>
#include <string.h>

enum { GAME_PLIES = 80 /* then the next game begins, so that openings are seen as well */ };

typedef struct trial_hook {
    bool failed;
    uint64_t asked, steps;
} trial_hook;

typedef struct trial {
    ferz_game *game;
    live_hooks *real;
    live_hooks hooks; /* the wrapper that the position is given */
    diag_list diags;
    trial_hook *all, *of[LIVE_KINDS];
    trial_hook *current; /* the one that was called last */
    ferz_hook_trial *found;
    random_source random;
    double until; /* of the processor's time; 0: no limit */
    size_t plies_most;
    uint64_t steps_most;
    uint64_t steps; /* when the current call began */
    bool stopped;   /* the script or the machine cannot go on */
} trial;

/* ---- the wrapper ---- */

/* Whether the hook is asked; false after its first failure. */
static bool begin_call(trial *t, live_kind kind, int hook)
{
    t->current = &t->of[kind][hook];
    t->current->asked++;
    t->found->calls += !t->current->failed;
    t->steps = live_steps(t->game->live);
    return !t->current->failed;
}

static bool end_call(trial *t, bool done)
{
    t->current->steps += live_steps(t->game->live) - t->steps;
    return done;
}

static bool trial_after(void *host, int hook, const position *p, const move_facts *m, effect *effects, size_t room,
                        size_t *count)
{
    trial *t = host;
    *count = 0;
    return !begin_call(t, LIVE_AFTER, hook) ||
           end_call(t, t->real->after(t->real->host, hook, p, m, effects, room, count));
}

static bool trial_legal(void *host, int hook, const position *p, const move_facts *m, bool *allowed, char *why,
                        size_t room)
{
    trial *t = host;
    *allowed = true;
    return !begin_call(t, LIVE_LEGAL, hook) ||
           end_call(t, t->real->legal(t->real->host, hook, p, m, allowed, why, room));
}

static bool trial_made(void *host, int hook, const position *p, const undo *u, const move_facts *m, bool *allowed,
                       char *why, size_t room)
{
    trial *t = host;
    *allowed = true;
    return !begin_call(t, LIVE_MADE, hook) ||
           end_call(t, t->real->made(t->real->host, hook, p, u, m, allowed, why, room));
}

static bool trial_list(void *host, int hook, const position *p, const move_facts *m, listed_move *out, size_t room,
                       size_t *count)
{
    trial *t = host;
    *count = 0;
    return !begin_call(t, is_about_choice(m) ? LIVE_CHOICES : LIVE_MOVES, hook) ||
           end_call(t, t->real->list(t->real->host, hook, p, m, out, room, count));
}

static bool trial_pick(void *host, int hook, const position *p, const move_facts *m, size_t index, effect *effects,
                       size_t room, size_t *count, char *move_text)
{
    trial *t = host;
    *count = 0;
    if (move_text) {
        move_text[0] = '\0';
    }
    return !begin_call(t, is_about_choice(m) ? LIVE_CHOICES : LIVE_MOVES, hook) ||
           end_call(t, t->real->pick(t->real->host, hook, p, m, index, effects, room, count, move_text));
}

static bool trial_announce(void *host, int hook, const position *p, const move_facts *m, char *lines, size_t room)
{
    trial *t = host;
    lines[0] = '\0';
    return !begin_call(t, LIVE_ANNOUNCE, hook) ||
           end_call(t, t->real->announce(t->real->host, hook, p, m, lines, room));
}

static bool trial_ending(void *host, int ending, const position *p, int *winner, char *reason, size_t room)
{
    trial *t = host;
    *winner = -2;
    return !begin_call(t, LIVE_ENDING, ending) ||
           end_call(t, t->real->ending(t->real->host, ending, p, winner, reason, room));
}

static void trial_refuse(void *host, const char *words)
{
    trial *t = host;
    t->real->refuse(t->real->host, words);
}

/* Reports the failure at once, and makes the script ready for the next call. */
static void trial_failed_in(void *host, const position *p, const undo *u, move m)
{
    trial *t = host;
    t->real->failed_in(t->real->host, p, u, m);
    t->real->failed = true;
    (void)live_report(t->game->live, &t->diags);
    live_clear_failure(t->game->live);
    t->current->failed = true;
    t->stopped |= t->diags.failed || t->diags.budget_exceeded;
}

/* ---- the games ---- */

static bool is_over(const trial *t)
{
    return t->stopped || t->found->plies >= t->plies_most || live_steps(t->game->live) >= t->steps_most ||
           (t->until > 0 && clock_seconds(CLOCK_PROCESS_CPUTIME_ID) >= t->until);
}

/* Plays each move and takes it back. Returns one of them at random, more often one that captures: these meet more
 * hooks. */
static move try_moves(trial *t, const move_list *list)
{
    position *p = t->game->game_history.position;
    const core *c = p->variant->core;
    move capture = MOVE_NONE;
    uint32_t captures = 0;
    for (size_t i = 0; i < list->count && !is_over(t); i++) {
        move_facts facts[2];
        victim_list victims;
        undo u;
        char lines[ANNOUNCE_TEXT_MAX];
        const int halves = c->facts_of_move(p, list->moves[i], facts, &victims);
        if (halves && facts[0].captured >= 0 && random_below(&t->random, ++captures) == 0) {
            capture = list->moves[i];
        }
        c->play(p, list->moves[i], &u);
        if (p->variant->announce_hook_count) {
            (void)visibility_announce(p, &u, list->moves[i], facts, halves, lines);
        }
        c->undo(p, &u);
        t->hooks.failed = false;
    }
    bool takes = capture != MOVE_NONE && random_below(&t->random, 2) == 0;
    return takes ? capture : list->moves[random_below(&t->random, (uint32_t)list->count)];
}

/* One ply. False when the game is over. */
static bool try_ply(trial *t)
{
    game_history *h = &t->game->game_history;
    t->hooks.failed = false;
    const game_outcome outcome = history_outcome(h);
    if (t->hooks.failed) {
        return true; /* reported; the rest is asked again without that hook */
    }
    move_list list = {t->game->moves, 0, h->variant->moves_max, false};
    if (outcome.kind == OUTCOME_ONGOING) {
        history_legal_moves(h, &list, false);
    }
    if (t->hooks.failed) {
        return true;
    }
    if (list.count == 0 || h->count == GAME_PLIES) {
        return false;
    }
    const move chosen = try_moves(t, &list);
    if (!t->stopped && !history_reserve(h, 1)) {
        (void)diag_out_of_memory(&t->diags);
        t->stopped = true;
    }
    if (!t->stopped) {
        history_push(h, chosen);
        t->found->plies++;
    }
    return true;
}

/* The game is over before it begins. What is so without hooks is told with the other warnings. */
static void warn_of_start(trial *t)
{
    game_history *h = &t->game->game_history;
    const ruleset *rules = h->variant->rules;
    const game_outcome outcome = history_outcome(h);
    if (!t->hooks.failed && !lint_sees_outcome(h)) {
        lint_finished_start(rules->hook_count ? rules->hooks[0].location : rules->start_location, &outcome, &t->diags);
    }
}

static void play_games(trial *t)
{
    game_history *h = &t->game->game_history;
    while (!is_over(t)) {
        if (try_ply(t)) {
            continue;
        }
        if (h->count == 0) {
            warn_of_start(t);
            return;
        }
        while (h->count) {
            history_pop(h);
        }
    }
}

/* ---- the report ---- */

/* A hook as people and costs know it. */
typedef struct seen_hook {
    live_kind kind;
    int number;
    const char *at, *function;
    const rule_hook *rule; /* NULL: an ending */
} seen_hook;

/* Visits the hooks in the order in which ferz_variant_hook tells them. `number`: among those of its kind. */
static void each_hook(const trial *t, void (*visit)(const trial *t, const seen_hook *h, void *state), void *state)
{
    const variant *v = t->game->variant->variant;
    const struct {
        live_kind kind;
        const char *at;
        const variant_hook *hooks;
        int count;
    } kinds[] = {{LIVE_AFTER, "after", v->after_hooks, v->after_hook_count},
                 {LIVE_LEGAL, "legal", v->legal_hooks, v->legal_hook_count},
                 {LIVE_MADE, "made", v->made_hooks, v->made_hook_count},
                 {LIVE_CHOICES, "choices", v->choice_hooks, v->choice_hook_count},
                 {LIVE_MOVES, "moves", v->moves_hooks, v->moves_hook_count},
                 {LIVE_ANNOUNCE, "announce", v->announce_hooks, v->announce_hook_count}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (int i = 0; i < kinds[k].count; i++) {
            const rule_hook *rule = kinds[k].hooks[i].rule;
            visit(t, &(seen_hook){kinds[k].kind, i, kinds[k].at, rule->function, rule}, state);
        }
    }
    for (int i = 0; i < v->ending_count; i++) {
        if (v->endings[i].rule->hook) {
            visit(t, &(seen_hook){LIVE_ENDING, i, "ending", v->endings[i].rule->hook, NULL}, state);
        }
    }
}

static void put_unasked(const trial *t, const seen_hook *h, void *state)
{
    if (!t->of[h->kind][h->number].asked) {
        text_print(state, "%s: %s\n", h->at, h->function);
    }
}

/* How the hook would be written cheaper; "" where nothing is known. */
static const char *advice_of(const rule_hook *h, const ferz_hook_cost *cost)
{
    enum { FEW_ASKED = 100, WELL_KNOWN = 60 /* per cent */ };
    const bool known = cost->asked < FEW_ASKED || cost->known * 100 > cost->asked * WELL_KNOWN;
    if (!h) {
        return "";
    }
    const bool hears_all = !rule_hook_has_filter(h) && !h->full.string;
    if (h->at == HOOK_MOVES) {
        return !h->piece_count && !known ? "it lists moves of the whole board, so each position is new to it; with "
                                           "`pieces:` it is asked for each piece alone, and most answers are known"
                                         : "";
    }
    if (h->at == HOOK_AFTER && h->changes == CHANGES_BOARD && hears_all) {
        return "it hears of every move, so each is played to see whether it is legal; a filter (`captures`, `pieces`, "
               "`to`) leaves the others to the masks, and `changes: counters` or `changes: turn` leaves all";
    }
    return (h->at == HOOK_LEGAL || h->at == HOOK_MADE) && hears_all && !known
               ? "it judges every move; a filter (`captures`, `pieces`, `to`, `checks`) leaves the others alone"
               : "";
}

/* `state` points to the place of the next cost. */
static void put_cost(const trial *t, const seen_hook *h, void *state)
{
    ferz_hook_cost **next = state, *cost = (*next)++;
    const trial_hook *heard = &t->of[h->kind][h->number];
    cost->asked = heard->asked;
    cost->steps = heard->steps;
    live_learned(t->game->live, h->kind, h->number, &cost->known, &cost->learned);
    cost->known = cost->known < cost->asked ? cost->known : cost->asked; /* two hooks may share a function */
    cost->advice = advice_of(h->rule, cost);
}

/* Plays with a wrapper around the hooks. `compares`: the script is called each time, also where its answer is known. */
static ferz_result run_trial(trial *t, const ferz_variant *v, bool compares, ferz_messages *messages)
{
    const size_t room = v->rules->hook_count + (size_t)v->variant->ending_count + 1;
    t->random = (random_source){1};
    t->game = ferz_game_create(v, NULL, messages);
    t->all = calloc(room * LIVE_KINDS, sizeof *t->all);
    if (!t->game || !t->all) {
        return t->game    ? messages_out_of_memory(messages)
               : messages ? ferz_messages_result(messages)
                          : FERZ_SYSTEM_ERROR;
    }
    for (int k = 0; k < LIVE_KINDS; k++) {
        t->of[k] = t->all + (size_t)k * room;
    }
    position *p = t->game->game_history.position;
    diag_list_init(&t->diags);
    t->diags.allowed = v->diags.allowed;
    messages_begin_fuel(messages, OPERATION_SHORT, &t->game->fuel);
    p->fuel = &t->game->fuel;
    t->real = p->hooks;
    t->hooks = (live_hooks){.host = t,
                            .binding = t->real->binding,
                            .after = trial_after,
                            .legal = trial_legal,
                            .made = trial_made,
                            .list = trial_list,
                            .pick = trial_pick,
                            .announce = trial_announce,
                            .ending = trial_ending,
                            .refuse = trial_refuse,
                            .failed_in = trial_failed_in};
    p->hooks = &t->hooks;
    live_compare_answers(t->game->live, compares);
    play_games(t);
    p->hooks = t->real;
    p->fuel = NULL;
    if (!fuel_left(&t->game->fuel)) {
        diag_out_of_fuel(&t->diags, &t->game->fuel, (location){0}, "the hooks are tried");
    }
    t->found->steps = live_steps(t->game->live);
    return t->diags.failed            ? FERZ_SYSTEM_ERROR
           : t->diags.budget_exceeded ? FERZ_BUDGET_EXCEEDED
           : t->diags.errors          ? FERZ_REJECTED
                                      : FERZ_OK;
}

static void end_trial(trial *t, ferz_messages *messages)
{
    messages_append(messages, &t->diags);
    diag_list_finish(&t->diags);
    ferz_game_free(t->game);
    free(t->all);
}

ferz_result ferz_variant_try_hooks(const ferz_variant *v, ferz_hook_trial *found, ferz_messages *messages)
{
    if (MISSING(v) || MISSING(found)) {
        return FERZ_REJECTED;
    }
    *found = (ferz_hook_trial){.unasked = NULL};
    if (!v->hook_count) {
        return FERZ_OK;
    }
    trial t = {.found = found,
               .until = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) + FERZ_TRIAL_MILLISECONDS * 1e-3,
               .plies_most = FERZ_TRIAL_PLIES,
               .steps_most = FERZ_TRIAL_STEPS};
    ferz_result result = run_trial(&t, v, true, messages);
    if (t.real) {
        text names = {0};
        each_hook(&t, put_unasked, &names);
        found->unasked = text_detach(&names);
        result = found->unasked ? result : FERZ_SYSTEM_ERROR;
    }
    end_trial(&t, messages);
    return result;
}

ferz_result ferz_variant_hook_costs(const ferz_variant *v, ferz_hook_cost *costs, size_t *plies,
                                    ferz_messages *messages)
{
    if (MISSING(v) || MISSING(costs) || MISSING(plies)) {
        return FERZ_REJECTED;
    }
    ferz_hook_trial found = {.unasked = NULL};
    trial t = {.found = &found, .plies_most = FERZ_COST_PLIES, .steps_most = FERZ_COST_STEPS};
    memset(costs, 0, v->hook_count * sizeof *costs);
    *plies = 0;
    if (!v->hook_count) {
        return FERZ_OK;
    }
    const ferz_result result = run_trial(&t, v, false, messages);
    if (t.real) {
        each_hook(&t, put_cost, &costs);
        *plies = found.plies;
    }
    end_trial(&t, messages);
    return result;
}
