/* list, check, test: about games rather than positions. */
#include <string.h>

#include "front/board.h"
#include "front/commands.h"
#include "front/diagnostics.h"
#include "front/json.h"
#include "front/proof.h"
#include "front/session.h"
#include "front/words.h"

/* "2 players", "4 players in 2 teams". */
static void put_kind(text *t, const ferz_entry *e)
{
    if (!e->players) {
        text_put(t, "rules with errors: see `ferz check`");
        return;
    }
    text_print(t, "%zu player%s", e->players, e->players == 1 ? "" : "s");
    if (e->sides < e->players) {
        text_print(t, " in %zu teams", e->sides);
    }
    text_print(t, ", %s, %s, board %s", e->chance ? "dice" : "no chance", e->hidden ? "hidden" : "full sight",
               e->board);
}

int command_list(const options *o, output *out)
{
    ferz_messages *messages = ferz_messages_create(out->colour_err);
    if (!messages) {
        output_complain(out, "out of memory");
        return STATUS_FAULT;
    }
    bool json = o->value[OPTION_JSON];
    text t = {0};
    ferz_entry *entries = NULL;
    size_t count = ferz_list_kinds(o->rules, &entries, messages);
    if (json) {
        json_open(&t, NULL, JSON_OBJECT);
        json_open(&t, "games", JSON_ARRAY);
    }
    for (size_t i = 0; i < count; i++) {
        const ferz_entry *entry = &entries[i];
        if (json) {
            json_open(&t, NULL, JSON_OBJECT);
            json_string(&t, "name", entry->name);
            json_string(&t, "title", entry->title);
            json_string(&t, "file", entry->path);
            json_count(&t, "players", entry->players);
            json_count(&t, "sides", entry->sides);
            json_bool(&t, "chance", entry->chance);
            json_bool(&t, "hidden", entry->hidden);
            json_string(&t, "board", entry->board);
            json_close(&t, JSON_OBJECT);
        } else {
            text_print(&t, "%s\t%s\t", entry->name, entry->title);
            put_kind(&t, entry);
            text_char(&t, '\n');
        }
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
    ferz_messages_destroy(messages);
    text_finish(&t);
    return status;
}

int command_check(const options *o, output *out)
{
    session s;
    ferz_result result = session_load(&s, o, out);
    if (result == FERZ_OK) {
        /* Rules are sound only when their start is a position. */
        s.play = ferz_play_create(s.game, NULL, s.messages);
        result = s.play ? FERZ_OK : session_failure(&s);
    }
    if (result == FERZ_OK) {
        ferz_game_check(s.game, s.messages);
    }
    const ferz_game *hooked = result == FERZ_OK && o->value[OPTION_HOOKS] ? s.game : NULL;
    text t = {0};
    if (o->value[OPTION_JSON] && s.messages) {
        json_diagnostics(&t, s.messages, s.game ? ferz_game_file(s.game) : NULL, hooked);
        text_char(&t, '\n');
    } else if (s.messages) {
        output_messages(out, s.messages);
        for (size_t i = 0; hooked && i < ferz_game_hook_count(hooked); i++) {
            text_print(&t, "%s\n", ferz_game_hook(hooked, i));
        }
    }
    output_text(out, &t);
    text_finish(&t);
    if (s.messages && ferz_messages_count(s.messages)) {
        ferz_messages_clear(s.messages); /* said above */
        s.told = true;
    }
    return session_close(&s, out, result);
}

/* ---- test ---- */

typedef struct test_run {
    const options *o;
    output *out;
    ferz_messages *messages;
    text document; /* with --json */
    size_t passed, failed;
    size_t shown; /* messages of this game */
    int status;   /* the worst so far */
} test_run;

/* Messages of an example that failed, and its position. */
static void show_failure(void *state, const ferz_example *example)
{
    test_run *run = state;
    if (example->passed || run->o->value[OPTION_JSON]) {
        return;
    }
    text t = {0};
    text_put(&t, "failed: ");
    text_add_safe(&t, example->title, strlen(example->title));
    text_char(&t, '\n');
    output_note(run->out, &t);
    run->shown = output_messages_from(run->out, run->messages, run->shown);
    if (example->play) {
        char *fen = ferz_play_fen(example->play);
        board_style style = {.colour = run->out->colour_err};
        board_draw(example->play, &style, &t);
        board_facts(example->play, &t);
        text_print(&t, "fen: %s\n", words_or_none(fen));
        ferz_free(fen);
        output_note(run->out, &t);
    }
    text_finish(&t);
}

static void test_game(test_run *run, const char *name)
{
    text t = {0};
    ferz_test_report report = {0};
    ferz_messages_clear(run->messages);
    run->shown = 0;
    ferz_result result = ferz_test_run(name, run->o->rules, show_failure, run, &report, run->messages);
    run->passed += report.passed;
    run->failed += report.failed;
    int status = result == FERZ_OK && report.failed ? STATUS_NO : (int)result;
    run->status = status > run->status ? status : run->status;
    if (run->o->value[OPTION_JSON]) {
        json_open(&run->document, NULL, JSON_OBJECT);
        json_string(&run->document, "game", name);
        json_count(&run->document, "passed", report.passed);
        json_count(&run->document, "failed", report.failed);
        json_open(&run->document, "messages", JSON_ARRAY);
        for (size_t i = 0; i < ferz_messages_count(run->messages); i++) {
            ferz_message message = ferz_messages_at(run->messages, i);
            json_message(&run->document, NULL, &message);
        }
        json_close(&run->document, JSON_ARRAY);
        json_close(&run->document, JSON_OBJECT);
    } else {
        if (result != FERZ_OK || report.failed) {
            (void)output_messages_from(run->out, run->messages, run->shown);
        }
        text_add_safe(&t, name, strlen(name));
        text_print(&t, ": %zu passed, %zu failed\n", report.passed, report.failed);
        output_text(run->out, &t);
        output_flush(run->out); /* a run of all games takes a while: show each as it ends */
    }
    text_finish(&t);
}

static void test_all_games(test_run *run)
{
    ferz_entry *entries = NULL;
    size_t count = ferz_list(run->o->rules, &entries, run->messages);
    run->status = (int)ferz_messages_result(run->messages);
    if (run->status != STATUS_DONE) {
        output_messages(run->out, run->messages);
    }
    for (size_t i = 0; i < count; i++) {
        test_game(run, entries[i].name);
    }
    ferz_list_free(entries, count);
}

/* Words that mean something only with --record or --mutate, or with one game; STATUS_DONE when all is well. */
static int check_test(const options *o, output *out)
{
    static const struct {
        option_id option, with;
        const char *words;
    } needs[] = {{OPTION_FEN, OPTION_RECORD, "--fen needs --record"},
                 {OPTION_MOVES, OPTION_RECORD, "--moves needs --record"},
                 {OPTION_TITLE, OPTION_RECORD, "--title needs --record"},
                 {OPTION_WRITE, OPTION_RECORD, "--write needs --record"},
                 {OPTION_LIMIT, OPTION_MUTATE, "--limit needs --mutate"},
                 {OPTION_ALL, OPTION_MUTATE, "--all needs --mutate"}};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (o->value[needs[i].option] && !o->value[needs[i].with]) {
            return options_complain(o->command, out, NULL, "%s", needs[i].words);
        }
    }
    if (o->setting_count && !o->value[OPTION_RECORD]) {
        return options_complain(o->command, out, "an example names its options: `set: NAME`", "--set needs --record");
    }
    if (o->value[OPTION_RECORD] && o->value[OPTION_MUTATE]) {
        return options_complain(o->command, out, NULL, "--record and --mutate are two different things");
    }
    if ((o->value[OPTION_RECORD] || o->value[OPTION_MUTATE]) && o->argument_count != 1) {
        return options_complain(o->command, out, NULL, "--%s takes one GAME",
                                o->value[OPTION_RECORD] ? "record" : "mutate");
    }
    return STATUS_DONE;
}

int command_test(const options *o, output *out)
{
    if (check_test(o, out) != STATUS_DONE) {
        return STATUS_USAGE;
    }
    if (o->value[OPTION_RECORD]) {
        return proof_record(o, out);
    }
    if (o->value[OPTION_MUTATE]) {
        return proof_mutate(o, out);
    }
    test_run run = {.o = o, .out = out, .messages = ferz_messages_create(out->colour_err)};
    if (!run.messages) {
        output_complain(out, "out of memory");
        return STATUS_FAULT;
    }
    text *t = &run.document;
    if (o->value[OPTION_JSON]) {
        json_open(t, NULL, JSON_OBJECT);
        json_open(t, "games", JSON_ARRAY);
    }
    for (size_t i = 0; i < o->argument_count; i++) {
        test_game(&run, o->arguments[i]);
    }
    if (o->argument_count == 0) {
        test_all_games(&run);
    }
    if (o->value[OPTION_JSON]) {
        json_close(t, JSON_ARRAY);
        json_count(t, "passed", run.passed);
        json_count(t, "failed", run.failed);
        json_close(t, JSON_OBJECT);
        text_char(t, '\n');
    } else {
        text_print(t, "%zu passed, %zu failed\n", run.passed, run.failed);
    }
    output_text(out, t);
    text_finish(t);
    ferz_messages_destroy(run.messages);
    return run.status;
}
