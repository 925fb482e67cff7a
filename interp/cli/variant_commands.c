/* list, check, test: commands about rules rather than positions. */
#include "ferz_tools.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "answers/answers.h"
#include "base/json_text.h"
#include "base/read_file.h"
#include "cli/board.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/test_record.h"
#include "cli/session.h"
#include "base/move_tokens.h"

/* "2 players", "4 players in 2 teams". */
static void put_properties(text *t, const ferz_list_entry *e)
{
    if (!e->players) {
        text_put(t, "rules with errors: see `ferz check`");
        return;
    }
    text_print(t, "%zu player%s", e->players, e->players == 1 ? "" : "s");
    if (e->sides < e->players) {
        text_print(t, " in %zu teams", e->sides);
    }
    text_print(t, ", %s, %s, board %s", e->dice ? "dice" : "no dice",
               e->hides_information ? "hidden information" : "full information", e->board);
}

static bool is_named(const char *names, const char *name)
{
    for (; names && *names; names += strlen(names) + 1) {
        if (strcmp(names, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Variants whose names neither a game of ours has nor `others`. */
static void put_imported(text *t, const char *names, const char *others, const ferz_list_entry *entries, size_t count,
                         const char *words, bool json)
{
    for (const char *name = names; name && *name; name += strlen(name) + 1) {
        bool own = is_named(others, name);
        for (size_t i = 0; i < count; i++) {
            own |= strcmp(entries[i].name, name) == 0;
        }
        if (!own && json) {
            json_open(t, NULL, JSON_OBJECT);
            json_string(t, "name", name);
            json_bool(t, "imported", true);
            json_close(t, JSON_OBJECT);
        } else if (!own) {
            text_print(t, "%s\t%s\t\n", name, words);
        }
    }
}

/* The variants of files where rules are searched, and those that Fairy-Stockfish has built in. */
static void put_all_imported(text *t, const options *o, const ferz_list_entry *entries, size_t count, output *out)
{
    size_t names;
    bool json = o->value[OPTION_JSON];
    char *in_files = ferz_list_imported(o->rules, &names), *builtin = ferz_import_names(&names);
    if (!in_files || !builtin) {
        output_out_of_memory(out);
    }
    put_imported(t, in_files, NULL, entries, count, "from a file of variants", json);
    put_imported(t, builtin, in_files, entries, count, "as Fairy-Stockfish plays it", json);
    ferz_free(in_files);
    ferz_free(builtin);
}

int command_list(const options *o, output *out)
{
    ferz_messages *messages = session_messages(o, out);
    if (!messages) {
        return output_out_of_memory(out);
    }
    bool json = o->value[OPTION_JSON];
    text t = {0};
    ferz_list_entry *entries = NULL;
    size_t count = ferz_list_details(o->rules, &entries, messages);
    if (json) {
        json_open(&t, NULL, JSON_OBJECT);
        json_string(&t, "version", ferz_version());
        json_open(&t, "games", JSON_ARRAY);
    }
    for (size_t i = 0; i < count; i++) {
        const ferz_list_entry *entry = &entries[i];
        if (json) {
            json_open(&t, NULL, JSON_OBJECT);
            answer_listed(&t, entry);
            json_close(&t, JSON_OBJECT);
        } else {
            text_print(&t, "%s\t%s\t", entry->name, entry->title);
            put_properties(&t, entry);
            text_char(&t, '\n');
        }
    }
    if (o->value[OPTION_ALL_VARIANTS]) {
        put_all_imported(&t, o, entries, count, out);
    }
    if (json) {
        json_close(&t, JSON_ARRAY);
        json_close(&t, JSON_OBJECT);
        text_char(&t, '\n');
    }
    output_text(out, &t);
    output_messages(out, messages);
    int status = (int)ferz_messages_result(messages);
    ferz_list_free(entries, count);
    ferz_messages_free(messages);
    text_finish(&t);
    return status;
}

/* How often hooks were asked, within which limits, and which of them never. */
static void put_trial(text *t, const ferz_hook_trial *trial)
{
    if (!trial->unasked) {
        return;
    }
    text_print(t,
               "hooks: asked %" PRIu64 " times in %zu random plies (limits: %d plies, %d steps of the script, %d ms)\n",
               trial->calls, trial->plies, FERZ_TRIAL_PLIES, FERZ_TRIAL_STEPS, FERZ_TRIAL_MILLISECONDS);
    for (const char *line = trial->unasked; *line;) {
        size_t length = strcspn(line, "\n");
        text_print(t, "never asked in these plies: %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* A line for each live hook: what it is, how often it was asked, and what was known of its answers. */
static ferz_result put_hooks(text *t, const ferz_variant *v, ferz_messages *messages)
{
    size_t count = ferz_variant_facts(v)->hook_count, plies = 0;
    ferz_hook_cost *costs = calloc(count + 1, sizeof *costs);
    ferz_result result = costs ? ferz_variant_hook_costs(v, costs, &plies, messages) : FERZ_SYSTEM_ERROR;
    for (size_t i = 0; costs && i < count; i++) {
        const ferz_hook_cost *c = &costs[i];
        text_print(t, "%s\n    asked %" PRIu64 " times in %zu random plies", ferz_variant_hook(v, i), c->asked, plies);
        if (!c->learned) {
            text_put(t, ", never known: it asks different questions after the same answers");
        } else if (c->asked) {
            text_print(t, ", %.1f %% known", 100.0 * (double)c->known / (double)c->asked);
        }
        if (c->asked > c->known) {
            text_print(t, ", else %" PRIu64 " steps of the script", c->steps / (c->asked - c->known));
        }
        text_char(t, '\n');
        if (c->advice && *c->advice) {
            text_print(t, "    cheaper: %s\n", c->advice);
        }
    }
    free(costs);
    return result;
}

/* How moves are found, and which fast ways are used, or what keeps them from it. */
static void put_shortcuts(text *t, const ferz_variant *v)
{
    ferz_shortcut s;
    text_print(t, "moves: %s\n", ferz_variant_facts(v)->movegen);
    for (size_t i = 0; ferz_variant_shortcut(v, i, &s); i++) {
        text_print(t, "%s: %s", s.name, s.used ? "used" : "not used");
        for (size_t k = 0; k < s.broken_by; k++) {
            text_print(t, "%s%s", k ? "; " : ", because of ", ferz_variant_breaks(v, i, k));
        }
        text_char(t, '\n');
    }
}

static void put_check_json(text *t, const session *s, const ferz_variant *with_hooks)
{
    json_open(t, NULL, JSON_OBJECT);
    answer_check(t, s->game != NULL, s->messages);
    if (with_hooks) {
        json_open(t, "hooks", JSON_ARRAY);
        for (size_t i = 0; i < ferz_variant_facts(with_hooks)->hook_count; i++) {
            json_string(t, NULL, ferz_variant_hook(with_hooks, i));
        }
        json_close(t, JSON_ARRAY);
    }
    json_close(t, JSON_OBJECT);
    text_char(t, '\n');
}

int command_check(const options *o, output *out)
{
    session s;
    ferz_hook_trial trial = {0};
    ferz_result result = session_load(&s, o, out);
    if (result == FERZ_OK) {
        /* Rules are valid only if their start position is. */
        s.game = ferz_game_create(s.variant, NULL, s.messages);
        result = s.game ? FERZ_OK : session_failure(&s);
    }
    if (result == FERZ_OK) {
        ferz_variant_lint(s.variant, s.messages);
        result = ferz_messages_result(s.messages) == FERZ_BUDGET_EXCEEDED
                     ? FERZ_BUDGET_EXCEEDED
                     : ferz_variant_try_hooks(s.variant, &trial, s.messages);
    }
    const ferz_variant *with_hooks = result == FERZ_OK && o->value[OPTION_HOOKS] ? s.variant : NULL;
    text t = {0};
    if (o->value[OPTION_JSON] && s.messages) {
        put_check_json(&t, &s, with_hooks);
    } else if (s.messages) {
        output_messages(out, s.messages);
        if (with_hooks) {
            result = put_hooks(&t, with_hooks, s.messages);
        }
        if (result == FERZ_OK && o->value[OPTION_STATS]) {
            put_shortcuts(&t, s.variant);
            put_trial(&t, &trial);
        }
    }
    output_text(out, &t);
    text_finish(&t);
    ferz_free(trial.unasked);
    if (s.messages && ferz_messages_count(s.messages)) {
        ferz_messages_clear(s.messages); /* printed above */
        s.reported = true;
    }
    return session_close(&s, out, result);
}

/* ---- test ---- */

typedef struct test_run {
    const options *o;
    output *out;
    ferz_messages *messages;
    text document; /* with --json */
    text items;    /* likewise: the examples of this game */
    size_t passed, failed, not_loaded;
    size_t shown; /* messages of this game already printed */
    int status;   /* the worst so far */
} test_run;

/* Prints the messages of a failed example and its position. */
static void show_example(void *state, const ferz_example *example)
{
    test_run *run = state;
    if (run->o->value[OPTION_JSON]) {
        answer_example(&run->items, example);
        return;
    }
    if (example->passed) {
        return;
    }
    text t = {0};
    text_put(&t, "failed: ");
    text_add_safe(&t, example->title, strlen(example->title));
    text_char(&t, '\n');
    output_stderr(run->out, &t);
    run->shown = output_messages_from(run->out, run->messages, run->shown);
    if (example->game) {
        char *fen = ferz_game_fen(example->game);
        board_style style = {.colour = run->out->colour_err};
        board_draw(example->game, &style, &t);
        board_put_state(example->game, &t);
        text_print(&t, "fen: %s\n", string_or_empty(fen));
        ferz_free(fen);
        output_stderr(run->out, &t);
    }
    text_finish(&t);
}

static void test_game(test_run *run, const char *name)
{
    text t = {0};
    ferz_test_report report = {0};
    ferz_messages_clear(run->messages);
    text_clear(&run->items);
    run->shown = 0;
    ferz_result result = ferz_test_run(name, run->o->rules, show_example, run, &report, run->messages);
    run->passed += report.passed;
    run->failed += report.failed;
    bool not_loaded = result != FERZ_OK && report.failed == 0; /* the rules, or the file of the examples */
    run->not_loaded += not_loaded;
    int status = result == FERZ_OK && report.failed ? STATUS_REJECTED : (int)result;
    run->status = status > run->status ? status : run->status;
    if (run->o->value[OPTION_JSON]) {
        json_open(&run->document, NULL, JSON_OBJECT);
        json_string(&run->document, "game", name);
        answer_examples(&run->document, &report, &run->items, run->messages);
        json_bool(&run->document, "loaded", !not_loaded);
        json_close(&run->document, JSON_OBJECT);
    } else {
        if (result != FERZ_OK || report.failed) {
            (void)output_messages_from(run->out, run->messages, run->shown);
        }
        text_add_safe(&t, name, strlen(name));
        if (not_loaded) {
            text_put(&t, ": NOT LOADED\n");
        } else {
            text_print(&t, ": %zu passed, %zu failed\n", report.passed, report.failed);
        }
        output_text(run->out, &t);
        output_flush(run->out); /* a run of all games takes a while: print each game when it ends */
    }
    text_finish(&t);
}

static void test_all_games(test_run *run)
{
    ferz_list_entry *entries = NULL;
    size_t count = ferz_list(run->o->rules, &entries, run->messages);
    run->status = (int)ferz_messages_result(run->messages);
    if (run->status != STATUS_OK) {
        output_messages(run->out, run->messages);
    }
    for (size_t i = 0; i < count; i++) {
        test_game(run, entries[i].name);
    }
    ferz_list_free(entries, count);
}

/* ---- which files are meant ---- */

/* Appends the rule file beside which the file of examples `path` lies. */
static void put_rules_of(text *t, const char *path)
{
    text_add(t, path, strlen(path) - strlen(".test.yaml"));
    text_put(t, ".yaml");
}

/* Whether a YAML file looks like rules: it has examples, or a line begins with a key that rules need. It need not be
 * valid: a broken game must not be passed over. */
static bool is_rule_file(const char *path)
{
    static const char *const keys[] = {"board:", "extends:", "pieces:"};
    enum { SIZE_MAX_BYTES = 4 << 20 };
    if (!text_ends_with(path, ".yaml") || text_ends_with(path, ".test.yaml") || text_ends_with(path, ".tuning.yaml")) {
        return false;
    }
    text examples = {0}, content = {0};
    text_add(&examples, path, strlen(path) - strlen(".yaml"));
    text_put(&examples, ".test.yaml");
    bool found = file_exists(text_string(&examples));
    if (!found && read_file_bytes(path, READ_FILE_FOLLOW_LINKS, SIZE_MAX_BYTES, &content) == 0) {
        const char *line = text_string(&content);
        for (; !found && line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
            for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
                found = found || strncmp(line, keys[i], strlen(keys[i])) == 0;
            }
        }
    }
    text_finish(&examples);
    text_finish(&content);
    return found;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Tests the rule files of a folder in the order of their names; returns how many there are. `prefix` goes before the
 * names, "" or "folder/". */
static size_t test_folder(test_run *run, const char *folder, const char *prefix)
{
    char **paths = NULL;
    size_t count = 0;
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        text path = {0};
        text_print(&path, "%s%s", prefix, entry->d_name);
        char **more = is_rule_file(text_string(&path)) ? realloc(paths, (count + 1) * sizeof *paths) : NULL;
        if (more) {
            paths = more;
            paths[count] = text_detach(&path);
            count += paths[count] != NULL;
        }
        text_finish(&path);
    }
    if (open) {
        closedir(open);
    }
    if (count) {
        qsort(paths, count, sizeof *paths, compare_names);
    }
    for (size_t i = 0; i < count; i++) {
        test_game(run, paths[i]);
        free(paths[i]);
    }
    free(paths);
    return count;
}

/* A folder that has no slash in its name may be the name of a game. */
static bool is_game_name(const test_run *run, const char *name)
{
    ferz_list_entry *entries = NULL;
    size_t count = ferz_list(run->o->rules, &entries, NULL);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        found = found || strcmp(entries[i].name, name) == 0;
    }
    ferz_list_free(entries, count);
    return found;
}

static bool is_argument(const options *o, const char *path)
{
    for (size_t i = 0; i < o->argument_count; i++) {
        if (strcmp(o->arguments[i], path) == 0) {
            return true;
        }
    }
    return false;
}

/* A game, a folder, or what *.yaml names besides: files of examples stand for their rules, tunings for nothing. */
static void test_argument(test_run *run, const char *argument)
{
    if (read_file_is_folder(argument) && (strchr(argument, '/') || !is_game_name(run, argument))) {
        text prefix = {0};
        text_print(&prefix, "%s%s", argument, argument[strlen(argument) - 1] == '/' ? "" : "/");
        if (test_folder(run, argument, text_string(&prefix)) == 0) {
            output_error(run->out, "%s has no rule files", argument);
            run->status = run->status > STATUS_REJECTED ? run->status : STATUS_REJECTED;
        }
        text_finish(&prefix);
        return;
    }
    if (text_ends_with(argument, ".test.yaml")) {
        text rules = {0};
        put_rules_of(&rules, argument);
        if (!is_argument(run->o, text_string(&rules))) {
            test_game(run, text_string(&rules));
        }
        text_finish(&rules);
        return;
    }
    bool tuning = text_ends_with(argument, ".tuning.yaml") && run->o->argument_count > 1;
    if (!tuning) {
        test_game(run, argument);
    }
}

/* Checks options that need --record or --mutate, or exactly one game. Returns STATUS_OK when they fit. */
static int check_test(const options *o, output *out)
{
    static const struct {
        option_id option, with;
        const char *message;
    } needs[] = {{OPTION_FEN, OPTION_RECORD, "--fen needs --record"},
                 {OPTION_MOVES, OPTION_RECORD, "--moves needs --record"},
                 {OPTION_TITLE, OPTION_RECORD, "--title needs --record"},
                 {OPTION_WRITE, OPTION_RECORD, "--write needs --record"},
                 {OPTION_LIMIT, OPTION_MUTATE, "--limit needs --mutate"},
                 {OPTION_ALL, OPTION_MUTATE, "--all needs --mutate"}};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (o->value[needs[i].option] && !o->value[needs[i].with]) {
            return options_error(o->command, out, NULL, "%s", needs[i].message);
        }
    }
    if (o->setting_count && !o->value[OPTION_RECORD]) {
        return options_error(o->command, out, "an example names its options: `set: NAME`", "--set needs --record");
    }
    if (o->value[OPTION_RECORD] && o->value[OPTION_MUTATE]) {
        return options_error(o->command, out, NULL, "--record does not go with --mutate");
    }
    if ((o->value[OPTION_RECORD] || o->value[OPTION_MUTATE]) && o->argument_count != 1) {
        return options_error(o->command, out, NULL, "--%s takes one GAME",
                             o->value[OPTION_RECORD] ? "record" : "mutate");
    }
    return STATUS_OK;
}

int command_test(const options *o, output *out)
{
    if (check_test(o, out) != STATUS_OK) {
        return STATUS_USAGE;
    }
    if (o->value[OPTION_RECORD]) {
        return test_record(o, out);
    }
    if (o->value[OPTION_MUTATE]) {
        return test_mutate(o, out);
    }
    test_run run = {.o = o, .out = out, .messages = session_messages(o, out)};
    if (!run.messages) {
        return output_out_of_memory(out);
    }
    text *t = &run.document;
    if (o->value[OPTION_JSON]) {
        json_open(t, NULL, JSON_OBJECT);
        json_open(t, "games", JSON_ARRAY);
    }
    for (size_t i = 0; i < o->argument_count; i++) {
        test_argument(&run, o->arguments[i]);
    }
    if (o->argument_count == 0 && test_folder(&run, ".", "") == 0) {
        test_all_games(&run);
    }
    if (o->value[OPTION_JSON]) {
        json_close(t, JSON_ARRAY);
        json_unsigned(t, "passed", run.passed);
        json_unsigned(t, "failed", run.failed);
        json_unsigned(t, "not_loaded", run.not_loaded);
        json_close(t, JSON_OBJECT);
        text_char(t, '\n');
    } else {
        text_print(t, "%zu passed, %zu failed", run.passed, run.failed);
        if (run.not_loaded) {
            text_print(t, ", %zu NOT LOADED", run.not_loaded);
        }
        text_char(t, '\n');
    }
    output_text(out, t);
    text_finish(t);
    text_finish(&run.items);
    ferz_messages_free(run.messages);
    return run.status;
}
