/* test --mutate and --record: changes of the rules that no example notices, and new examples. */
#include "ferz_tools.h"

#include <string.h>

#include "answers/answers.h"
#include "answers/put.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/test_record.h"
#include "cli/session.h"

/* ---- --mutate ---- */

typedef struct mutate {
    const options *o;
    output *out;
    text document; /* with --json */
} mutate;

static const char *const outcome_names[] = {[FERZ_CHANGE_NOTICED] = "noticed",
                                            [FERZ_CHANGE_UNNOTICED] = "not noticed",
                                            [FERZ_CHANGE_SAME] = "no difference",
                                            [FERZ_CHANGE_REFUSED] = "refused",
                                            [FERZ_CHANGE_TIMEOUT] = "timeout"};

/* Prints where the change makes a difference, and which. */
static void put_difference(const ferz_diff_position *seen, text *t)
{
    text_print(t, "    visible here: --fen '%s'", seen->fen);
    if (*seen->moves) {
        text_print(t, " --moves %s", seen->moves);
    }
    text_char(t, '\n');
    if (seen->status[0]) {
        text_print(t, "    %s, with the change: %s\n", seen->status[0], seen->status[1]);
    }
    for (size_t i = 0; i < seen->count && i < 3; i++) {
        const ferz_diff_move *item = &seen->items[i];
        if (item->allowed_by < 0) {
            text_print(t, "    %s gives %s, with the change: %s\n", item->move, item->after[0], item->after[1]);
        } else {
            text_print(
                t, item->allowed_by ? "    %s is legal only with the change\n" : "    %s is illegal with the change\n",
                item->move);
        }
    }
    if (seen->count > 3) {
        text_print(t, "    and %zu more moves\n", seen->count - 3);
    }
}

static void on_change(void *state, const ferz_change *change)
{
    mutate *m = state;
    if (m->o->value[OPTION_JSON]) {
        text *t = &m->document;
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "file", change->file);
        json_unsigned(t, "line", change->line);
        json_unsigned(t, "column", change->column);
        json_string(t, "change", change->what);
        json_string(t, "outcome", outcome_names[change->outcome]);
        json_string_given(t, "example", change->example);
        json_string_given(t, "fen", change->difference ? change->difference->fen : NULL);
        answer_plies(t, "moves", change->difference ? change->difference->moves : NULL);
        json_close(t, JSON_OBJECT);
        return;
    }
    bool all = m->o->value[OPTION_ALL];
    if (change->outcome != FERZ_CHANGE_UNNOTICED && !all) {
        return;
    }
    text t = {0};
    text_print(&t, "%s:%u:%u: %s: ", change->file, (unsigned)change->line, (unsigned)change->column,
               outcome_names[change->outcome]);
    text_add_safe(&t, change->what, strlen(change->what));
    if (change->example) {
        text_put(&t, " (");
        text_add_safe(&t, change->example, strlen(change->example));
        text_char(&t, ')');
    }
    text_char(&t, '\n');
    if (change->difference) {
        put_difference(change->difference, &t);
    }
    output_text(m->out, &t);
    text_finish(&t);
    output_flush(m->out);
}

static void put_summary(const ferz_change_report *r, text *t)
{
    size_t tried = 0;
    for (size_t i = 0; i <= FERZ_CHANGE_TIMEOUT; i++) {
        tried += r->outcomes[i];
    }
    text_print(t, "%zu change%s", tried, tried == 1 ? "" : "s");
    if (tried < r->possible) {
        text_print(t, " of %zu", r->possible);
    }
    text_print(t, ": %zu noticed, %zu not noticed, %zu with no difference found in play, %zu that do not load\n",
               r->outcomes[FERZ_CHANGE_NOTICED] + r->outcomes[FERZ_CHANGE_TIMEOUT], r->outcomes[FERZ_CHANGE_UNNOTICED],
               r->outcomes[FERZ_CHANGE_SAME], r->outcomes[FERZ_CHANGE_REFUSED]);
}

int test_mutate(const options *o, output *out)
{
    mutate m = {.o = o, .out = out};
    ferz_messages *messages = session_messages(o, out);
    if (!messages) {
        return output_out_of_memory(out);
    }
    const ferz_change_limits limits = {.struct_size = sizeof limits,
                                       .max_count = (size_t)o->number[OPTION_LIMIT],
                                       .seed = (uint64_t)o->number[OPTION_SEED],
                                       .on_progress = on_change,
                                       .stop = interrupt_stop,
                                       .state = &m};
    ferz_change_report report;
    if (o->value[OPTION_JSON]) {
        json_open(&m.document, NULL, JSON_OBJECT);
        json_string(&m.document, "game", o->arguments[0]);
        json_open(&m.document, "changes", JSON_ARRAY);
    }
    interrupt sigint;
    interrupt_catch(&sigint);
    ferz_result result = ferz_test_changes(o->arguments[0], o->rules, &limits, &report, messages);
    interrupt_release(&sigint);
    if (result == FERZ_OK) {
        text *t = &m.document;
        if (o->value[OPTION_JSON]) {
            json_close(t, JSON_ARRAY);
            json_unsigned(t, "possible", report.possible);
            for (size_t i = 0; i <= FERZ_CHANGE_TIMEOUT; i++) {
                json_unsigned(t, outcome_names[i], report.outcomes[i]);
            }
            json_close(t, JSON_OBJECT);
            text_char(t, '\n');
        } else {
            put_summary(&report, t);
        }
        output_text(out, t);
    } else {
        output_messages(out, messages);
    }
    text_finish(&m.document);
    ferz_messages_free(messages);
    return result != FERZ_OK ? (int)result : report.outcomes[FERZ_CHANGE_UNNOTICED] ? STATUS_REJECTED : STATUS_OK;
}

/* ---- --record ---- */

/* The members of the method `record`. */
static void put_record(text *t, const session *s, const char *example, const char *file)
{
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "game", ferz_variant_facts(s->variant)->name);
    json_string(t, "text", example);
    json_string_given(t, "file", file);
    json_close(t, JSON_OBJECT);
    text_char(t, '\n');
}

int test_record(const options *o, output *out)
{
    session s;
    ferz_result result = session_open(&s, o, out, 0);
    char *example = NULL, *file = NULL;
    if (result == FERZ_OK) {
        ferz_messages_clear(s.messages);
        example = ferz_test_example(s.game, o->value[OPTION_FEN], o->value[OPTION_TITLE], s.messages);
        result = example ? FERZ_OK : session_failure(&s);
    }
    text t = {0};
    if (result == FERZ_OK && o->value[OPTION_WRITE]) {
        result = ferz_test_add(s.variant, example, &file, s.messages);
    }
    if (result == FERZ_OK) {
        if (o->value[OPTION_JSON]) {
            put_record(&t, &s, example, file);
        } else {
            text_put(&t, example);
        }
        output_text(out, &t);
        if (file) {
            output_error(out, "written to %s", file);
        }
    }
    text_finish(&t);
    ferz_free(example);
    ferz_free(file);
    return session_close(&s, out, result);
}
