/* Mutation testing: which changes of the rules does no example notice?
 *
 * One thing is changed at a time and the examples run. Where all of them pass, a position is searched where the change
 * matters. A change that matters nowhere is no gap of the examples.
 */
#include "ferz_tools.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "examples/examples.h"
#include "api/ferz_internal.h"
#include "authoring/mutants.h"

enum {
    STARTS_MAX = 400,       /* positions of the examples that are searched for differences */
    MIN_SECONDS = 5,        /* minimum time for the examples of a change */
    TIMEOUT_FACTOR = 20,    /* or this many times the time of the unchanged examples */
    NODES_PER_CHANGE = 6000 /* positions compared for a change that no example notices */
};

typedef struct changer {
    const char *name;
    const char *const *dirs;
    const ferz_change_limits *limits;
    ferz_change_report *report;
    ferz_messages *inner;
    diag_list *diags; /* the caller's */
    diag_list own;    /* reports about the changed files */
    arena arena;
    ferz_variant *variant;
    const node *root;
    const source *rules;
    mutants list;
    const char **start_fens; /* FENs of the examples, ended by NULL */
    size_t start_count;
    double seconds; /* time limit for the examples */
} changer;

static const char *extension_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

/* Reads the variant's own file and its script, and lists their changes. */
static bool find_changes(changer *c)
{
    const char *own = ferz_variant_facts(c->variant)->file;
    c->root = document_load(&c->arena, &c->own, own);
    c->rules = c->own.sources;
    if (!c->root) {
        return false;
    }
    mutants_of_rules(&c->arena, c->rules, c->root, &c->list);
    const node *script = node_get(c->root, "script");
    for (size_t i = 1; script && i < ferz_variant_facts(c->variant)->file_count; i++) {
        const char *path = ferz_variant_file_at(c->variant, i);
        const source *lua_text =
            strcmp(extension_of(path), ".lua") == 0 ? script_read(&c->own, (location){0}, path) : NULL;
        if (lua_text) {
            mutants_of_script(&c->arena, lua_text, &c->list);
        }
    }
    return !c->list.failed && !c->arena.failed;
}

static void record_position(changer *c, const ferz_game *game)
{
    char *fen = game && c->start_count < STARTS_MAX ? ferz_game_fen(game) : NULL;
    const char *copy = fen ? arena_text(&c->arena, fen, strlen(fen)) : NULL;
    bool known = !copy;
    for (size_t i = 0; !known && i < c->start_count; i++) {
        known = strcmp(c->start_fens[i], copy) == 0;
    }
    if (!known) {
        c->start_fens[c->start_count++] = copy;
    }
    free(fen);
}

/* Records where an example begins and ends: a difference may show there. */
static void record_start(void *state, const ferz_example *example)
{
    changer *c = state;
    ferz_game *game = example->game ? ferz_game_copy(example->game) : NULL;
    record_position(c, game);
    while (game && ferz_game_undo(game)) {
    }
    record_position(c, game);
    ferz_game_free(game);
}

/* Runs the examples on the unchanged rules: they must pass. */
static ferz_result run_original(changer *c, ferz_messages *messages)
{
    const examples_request request = {.name = c->name, .dirs = c->dirs, .on_progress = record_start, .state = c};
    examples_outcome outcome;
    ferz_result result = examples_run(&request, &outcome, messages);
    if (result != FERZ_OK) {
        return result;
    }
    if (outcome.report.passed == 0) {
        diag_error(c->diags, CODE_NO_EXAMPLES_TO_FAIL, (location){0}, "%s has no examples that could notice a change",
                   c->name);
        diag_hint(c->diags, "`ferz test %s --record --write` makes one from a position", c->name);
        return FERZ_REJECTED;
    }
    double limit = outcome.seconds * TIMEOUT_FACTOR;
    c->seconds = limit > MIN_SECONDS ? limit : MIN_SECONDS;
    return FERZ_OK;
}

/* The title of the example that failed. */
typedef struct failed_title {
    arena *arena;
    const char *title;
} failed_title;

static void record_title(void *state, const ferz_example *example)
{
    failed_title *f = state;
    if (!example->passed && !f->title) {
        f->title = arena_text(f->arena, example->title, strlen(example->title));
    }
}

/* Searches a position where an unnoticed change matters. False when there is none, or when it cannot be found out. */
static bool changes_play(changer *c, const mutant *m, const ferz_overlay *overlay, ferz_diff_report *found)
{
    const ferz_setting setting = {m->option, m->value};
    size_t settings = m->option ? 1 : 0;
    ferz_messages_clear(c->inner);
    ferz_variant *original = ferz_variant_load(c->name, c->dirs, &setting, settings, 0, c->inner);
    if (!original) { /* the change lies in an option, but in none of its values */
        settings = 0;
        original = ferz_variant_load(c->name, c->dirs, NULL, 0, 0, c->inner);
    }
    ferz_variant *changed =
        original ? ferz_variant_load_with(c->name, c->dirs, &setting, settings, 0, overlay, 1, c->inner) : NULL;
    const ferz_diff_limits limits = {.struct_size = sizeof limits,
                                     .nodes = NODES_PER_CHANGE,
                                     .games = 60,
                                     .depth = -1,
                                     .max_count = 1,
                                     .seed = c->limits->seed,
                                     .start_fens = c->start_fens,
                                     .stop = c->limits->stop,
                                     .state = c->limits->state};
    bool differs = false;
    *found = (ferz_diff_report){0};
    if (changed && ferz_variant_diff(original, changed, &limits, found, c->inner) == FERZ_OK) {
        differs = found->count > 0 || found->incompatible ||
                  strcmp(ferz_variant_facts(original)->start_fen, ferz_variant_facts(changed)->start_fen) != 0;
    }
    ferz_variant_free(changed);
    ferz_variant_free(original);
    return differs;
}

/* Tries one change and reports it. */
static void try_change(changer *c, const mutant *m)
{
    text changed_text = {0};
    mutant_text(m, c->root, &changed_text);
    const ferz_overlay overlay = {m->source->name, text_string(&changed_text), changed_text.length};
    failed_title failed = {.arena = &c->arena};
    const examples_request request = {.name = c->name,
                                      .dirs = c->dirs,
                                      .overlays = &overlay,
                                      .overlay_count = 1,
                                      .stop_at_failure = true,
                                      .seconds = c->seconds,
                                      .on_progress = record_title,
                                      .state = &failed};
    examples_outcome outcome;
    ferz_diff_report found = {0};
    ferz_change change = {
        .file = m->source->name, .line = m->line, .column = m->column, .what = m->what, .outcome = FERZ_CHANGE_REFUSED};
    ferz_messages_clear(c->inner);
    (void)examples_run(&request, &outcome, c->inner);
    if (outcome.loaded && outcome.report.failed) {
        change.outcome = FERZ_CHANGE_NOTICED;
        change.example = failed.title;
    } else if (outcome.loaded && outcome.timed_out) {
        change.outcome = FERZ_CHANGE_TIMEOUT;
    } else if (outcome.loaded) {
        change.outcome = changes_play(c, m, &overlay, &found) ? FERZ_CHANGE_UNNOTICED : FERZ_CHANGE_SAME;
        change.difference = found.count ? &found.items[0] : NULL;
    }
    c->report->outcomes[change.outcome]++;
    if (c->limits->on_progress) {
        c->limits->on_progress(c->limits->state, &change);
    }
    ferz_diff_report_free(&found);
    text_finish(&changed_text);
}

/* Selects `max_count` random changes; the others lose their text. */
static void sample_changes(changer *c, size_t max_count)
{
    random_source random = {c->limits->seed};
    size_t left = c->list.count, wanted = max_count;
    for (size_t i = 0; i < c->list.count; i++, left--) {
        if (random_below(&random, (uint32_t)left) < wanted) {
            wanted--;
        } else {
            c->list.items[i].what = NULL;
        }
    }
}

static bool stopped(const changer *c)
{
    return c->limits->stop && c->limits->stop(c->limits->state);
}

static ferz_result try_changes(changer *c, ferz_messages *messages)
{
    c->start_fens = arena_new(&c->arena, const char *, STARTS_MAX + 1);
    if (!c->start_fens) {
        return FERZ_SYSTEM_ERROR;
    }
    ferz_result result = run_original(c, messages);
    if (result != FERZ_OK) {
        return result;
    }
    if (!find_changes(c)) {
        return FERZ_SYSTEM_ERROR;
    }
    c->report->possible = c->list.count;
    if (c->limits->max_count && c->limits->max_count < c->list.count) {
        sample_changes(c, c->limits->max_count);
    }
    for (size_t i = 0; i < c->list.count && !stopped(c); i++) {
        if (c->list.items[i].what) {
            try_change(c, &c->list.items[i]);
        }
    }
    return FERZ_OK;
}

ferz_result ferz_test_changes(const char *name, const char *const *dirs, const ferz_change_limits *given,
                              ferz_change_report *report, ferz_messages *messages)
{
    if (MISSING(name) || MISSING(given) || MISSING(report)) {
        return FERZ_REJECTED;
    }
    ferz_change_limits known, *limits = &known;
    copy_sized(limits, sizeof *limits, given, SIZE_IN_0_2(ferz_change_limits, state));
    changer c = {.name = name, .dirs = dirs, .limits = limits, .report = report};
    *report = (ferz_change_report){0};
    c.diags = ferz_messages_diags(messages);
    c.variant = ferz_variant_load(name, dirs, NULL, 0, 0, messages);
    if (!c.variant) {
        return ferz_messages_result(messages);
    }
    diag_list_init(&c.own);
    arena_init(&c.arena, 0);
    c.inner = ferz_messages_create(false);
    messages_share_budget(c.inner, messages, false); /* `limits->stop` ends it with what was found */
    ferz_result result = c.inner ? try_changes(&c, messages) : FERZ_SYSTEM_ERROR;
    if (result == FERZ_SYSTEM_ERROR && !ferz_messages_errors(messages)) {
        diag_out_of_memory(c.diags);
    }
    ferz_messages_free(c.inner);
    arena_finish(&c.arena);
    diag_list_finish(&c.own);
    ferz_variant_free(c.variant);
    return result;
}
