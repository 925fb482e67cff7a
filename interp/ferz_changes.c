/* Which changes of the rules does no example notice? One thing is changed at a time, the examples are run, and where all of them still
 * hold, a position is looked for in which it matters. A change that matters nowhere is no gap.
 */
#include "ferz.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "examples.h"
#include "ferz_internal.h"
#include "mutants.h"

enum {
    STARTS_MAX = 400,    /* positions of examples in which differences are looked for */
    LEAST_SECONDS = 5,   /* that the examples of a change may take */
    TIMES_AS_LONG = 20,  /* ... or as many times what they take as things are */
    NODES_FOR_ONE = 6000 /* positions that are compared for a change that no example notices */
};

typedef struct changer {
    const char *name;
    const char *const *dirs;
    const ferz_change_limits *limits;
    ferz_change_report *report;
    ferz_messages *inner;
    diag_list *diags; /* of the caller's messages */
    diag_list own;    /* of the files that are changed */
    arena arena;
    ferz_game *game;
    const node *root;
    const source *rules;
    mutants list;
    const char **starts; /* FENs of the examples, ended by NULL */
    size_t start_count;
    double seconds; /* that the examples may take */
} changer;

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

/* Reads the game's own file and its script, and lists their changes. */
static bool find_changes(changer *c)
{
    const char *own = ferz_game_file(c->game);
    c->root = document_load(&c->arena, &c->own, own);
    c->rules = c->own.sources;
    if (!c->root) {
        return false;
    }
    mutants_of_rules(&c->arena, c->rules, c->root, &c->list);
    const node *script = node_get(c->root, "script");
    for (size_t i = 1; script && i < ferz_game_file_count(c->game); i++) {
        const char *path = ferz_game_file_at(c->game, i);
        const source *script_text =
            strcmp(ending_of(path), ".lua") == 0 ? script_read(&c->own, (place){0}, path) : NULL;
        if (script_text) {
            mutants_of_script(&c->arena, script_text, &c->list);
        }
    }
    return !c->list.failed && !c->arena.failed;
}

static void keep_position(changer *c, const ferz_play *play)
{
    char *fen = play && c->start_count < STARTS_MAX ? ferz_play_fen(play) : NULL;
    const char *copy = fen ? arena_text(&c->arena, fen, strlen(fen)) : NULL;
    bool known = !copy;
    for (size_t i = 0; !known && i < c->start_count; i++) {
        known = strcmp(c->starts[i], copy) == 0;
    }
    if (!known) {
        c->starts[c->start_count++] = copy;
    }
    free(fen);
}

/* Where an example begins and ends: there may be seen what it does not ask. */
static void keep_start(void *state, const ferz_example *example)
{
    changer *c = state;
    ferz_play *play = example->play ? ferz_play_copy(example->play) : NULL;
    keep_position(c, play);
    while (play && ferz_play_undo(play)) {
    }
    keep_position(c, play);
    ferz_play_destroy(play);
}

/* The examples as things are: they must hold. */
static ferz_result run_as_is(changer *c, ferz_messages *messages)
{
    const examples_request request = {.name = c->name, .dirs = c->dirs, .told = keep_start, .state = c};
    examples_outcome outcome;
    ferz_result result = examples_run(&request, &outcome, messages);
    if (result != FERZ_OK) {
        return result;
    }
    if (outcome.report.passed == 0) {
        diag_error(c->diags, CODE_NOTHING_TO_NOTICE, (place){0}, "%s has no examples that could notice a change",
                   c->name);
        diag_hint(c->diags, "`ferz test %s --record --write` makes one of the position at hand", c->name);
        return FERZ_NO;
    }
    double most = outcome.seconds * TIMES_AS_LONG;
    c->seconds = most > LEAST_SECONDS ? most : LEAST_SECONDS;
    return FERZ_OK;
}

/* The title of the example that failed. */
typedef struct failed_title {
    arena *arena;
    const char *title;
} failed_title;

static void keep_title(void *state, const ferz_example *example)
{
    failed_title *f = state;
    if (!example->passed && !f->title) {
        f->title = arena_text(f->arena, example->title, strlen(example->title));
    }
}

/* Where a change shows that no example notices. False when nowhere, or when it cannot be found out. */
static bool shows_somewhere(changer *c, const mutant *m, const ferz_stand_in *instead, ferz_differences *found)
{
    const ferz_setting setting = {m->option, m->value};
    size_t settings = m->option ? 1 : 0;
    ferz_messages_clear(c->inner);
    ferz_game *as_is = ferz_game_load(c->name, c->dirs, &setting, settings, 0, c->inner);
    if (!as_is) { /* it stands beside the values of an option, in none of them */
        settings = 0;
        as_is = ferz_game_load(c->name, c->dirs, NULL, 0, 0, c->inner);
    }
    ferz_game *changed =
        as_is ? ferz_game_load_with(c->name, c->dirs, &setting, settings, 0, instead, 1, c->inner) : NULL;
    const ferz_differ_limits limits = {.nodes = NODES_FOR_ONE,
                                       .games = 60,
                                       .depth = -1,
                                       .most = 1,
                                       .seed = c->limits->seed,
                                       .starts = c->starts,
                                       .stop = c->limits->stop,
                                       .state = c->limits->state};
    bool shows = false;
    *found = (ferz_differences){0};
    if (changed && ferz_game_differ(as_is, changed, &limits, found, c->inner) == FERZ_OK) {
        shows = found->count > 0 || found->apart || strcmp(ferz_game_start(as_is), ferz_game_start(changed)) != 0;
    }
    ferz_game_destroy(changed);
    ferz_game_destroy(as_is);
    return shows;
}

/* Tries one change and tells of it. */
static void try_change(changer *c, const mutant *m)
{
    text words = {0};
    mutant_text(m, c->root, &words);
    const ferz_stand_in instead = {m->source->name, text_string(&words), words.length};
    failed_title failed = {.arena = &c->arena};
    const examples_request request = {.name = c->name,
                                      .dirs = c->dirs,
                                      .stand_ins = &instead,
                                      .stand_in_count = 1,
                                      .first_failure = true,
                                      .seconds = c->seconds,
                                      .told = keep_title,
                                      .state = &failed};
    examples_outcome outcome;
    ferz_differences found = {0};
    ferz_change change = {
        .file = m->source->name, .line = m->line, .column = m->column, .what = m->what, .fate = FERZ_CHANGE_REFUSED};
    ferz_messages_clear(c->inner);
    (void)examples_run(&request, &outcome, c->inner);
    if (outcome.loaded && outcome.report.failed) {
        change.fate = FERZ_CHANGE_NOTICED;
        change.example = failed.title;
    } else if (outcome.loaded && outcome.late) {
        change.fate = FERZ_CHANGE_TIMEOUT;
    } else if (outcome.loaded) {
        change.fate = shows_somewhere(c, m, &instead, &found) ? FERZ_CHANGE_UNNOTICED : FERZ_CHANGE_SAME;
        change.seen = found.count ? &found.items[0] : NULL;
    }
    c->report->fates[change.fate]++;
    if (c->limits->told) {
        c->limits->told(c->limits->state, &change);
    }
    ferz_differences_finish(&found);
    text_finish(&words);
}

/* `most` of the changes, drawn by chance; the rest lose their words. */
static void draw(changer *c, size_t most)
{
    random_source random = {c->limits->seed};
    size_t left = c->list.count, wanted = most;
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
    c->starts = arena_new(&c->arena, const char *, STARTS_MAX + 1);
    if (!c->starts) {
        return FERZ_FAULT;
    }
    ferz_result result = run_as_is(c, messages);
    if (result != FERZ_OK) {
        return result;
    }
    if (!find_changes(c)) {
        return FERZ_FAULT;
    }
    c->report->possible = c->list.count;
    if (c->limits->most && c->limits->most < c->list.count) {
        draw(c, c->limits->most);
    }
    for (size_t i = 0; i < c->list.count && !stopped(c); i++) {
        if (c->list.items[i].what) {
            try_change(c, &c->list.items[i]);
        }
    }
    return FERZ_OK;
}

ferz_result ferz_test_changes(const char *name, const char *const *dirs, const ferz_change_limits *limits,
                              ferz_change_report *report, ferz_messages *messages)
{
    changer c = {.name = name, .dirs = dirs, .limits = limits, .report = report};
    *report = (ferz_change_report){0};
    c.diags = ferz_messages_diags(messages);
    c.game = ferz_game_load(name, dirs, NULL, 0, 0, messages);
    if (!c.game) {
        return ferz_messages_result(messages);
    }
    diag_list_init(&c.own);
    arena_init(&c.arena, 0);
    c.inner = ferz_messages_create(false);
    ferz_result result = c.inner ? try_changes(&c, messages) : FERZ_FAULT;
    if (result == FERZ_FAULT && !ferz_messages_errors(messages)) {
        diag_failure(c.diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    ferz_messages_destroy(c.inner);
    arena_finish(&c.arena);
    diag_list_finish(&c.own);
    ferz_game_destroy(c.game);
    return result;
}
