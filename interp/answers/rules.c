/* Games that can be found, messages, codes and examples. */
#include "ferz_tools.h"

#include "answers/answers.h"
#include "answers/put.h"
#include "base/move_tokens.h"

void answer_listed(text *t, const ferz_list_entry *entry)
{
    json_string(t, "name", entry->name);
    json_string(t, "title", entry->title ? entry->title : entry->name);
    json_string(t, "file", entry->path);
    json_unsigned(t, "players", entry->players);
    json_unsigned(t, "sides", entry->sides);
    json_bool(t, "dice", entry->dice);
    json_bool(t, "hides_information", entry->hides_information);
    json_bool(t, "hands", entry->hands);
    json_string_given(t, "board", entry->board);
    json_string_given(t, "title_ru", entry->title_ru);
    json_string_given(t, "about", entry->about);
    json_string_given(t, "about_ru", entry->about_ru);
    json_string_given(t, "parent", entry->parent);
    json_string_given(t, "piece", entry->piece);
}

static void put_message(text *t, const ferz_message *m)
{
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "severity", m->warning ? "warning" : "error");
    json_string(t, "code", m->code);
    json_string(t, "text", m->text);
    json_string_given(t, "hint", m->hint);
    json_string_given(t, "fix", m->fix);
    json_string_given(t, "fix_text", m->fix_text);
    json_string_given(t, "fix_word", m->fix_word);
    if (m->file && m->line) {
        json_string(t, "file", m->file);
        json_unsigned(t, "line", m->line);
        json_unsigned(t, "column", m->column);
        json_unsigned(t, "character", m->character);
        json_unsigned(t, "character_end", m->character_end);
    }
    json_string_given(t, "note", m->note);
    if (m->note && m->note_file) {
        put_place(t, "note_place", m->note_file, m->note_line);
    }
    json_string(t, "rendered", m->rendered);
    json_close(t, JSON_OBJECT);
}

void answer_messages(text *t, const ferz_messages *messages)
{
    json_open(t, "messages", JSON_ARRAY);
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        const ferz_message m = ferz_messages_at(messages, i);
        put_message(t, &m);
    }
    json_close(t, JSON_ARRAY);
}

void answer_check(text *t, bool loads, const ferz_messages *messages)
{
    json_bool(t, "loads", loads && ferz_messages_errors(messages) == 0);
    answer_messages(t, messages);
}

void answer_code(text *t, const ferz_explanation *e)
{
    json_string(t, "code", e->code);
    json_string(t, "title", e->title);
    json_string(t, "text", e->text);
    json_string_given(t, "file", e->file);
    json_string_given(t, "command", e->command);
    json_string_given(t, "wrong", e->wrong);
    json_string_given(t, "fixed", e->fixed);
    json_string_given(t, "companion", e->companion);
    json_string_given(t, "companion_text", e->companion_text);
}

/* What the words of the moves say that should be legal or illegal and are not. */
static void put_labels_of(text *t, const ferz_example *e)
{
    const char *const lines[] = {e->missing, e->extra};
    text labels = {0};
    for (size_t i = 0; e->game && i < sizeof lines / sizeof *lines; i++) {
        for (const char *line = string_or_empty(lines[i]); *line; line += *line == '\n') {
            text move = {0};
            const size_t length = strcspn(line, "\n");
            text_add(&move, line, length);
            answer_label(&labels, ferz_game_variant(e->game), text_string(&move));
            labels.failed |= move.failed;
            text_finish(&move);
            line += length;
        }
    }
    answer_labels(t, &labels);
}

void answer_example(text *items, const ferz_example *e)
{
    char *fen = e->game ? ferz_game_fen(e->game) : NULL;
    json_open(items, NULL, JSON_OBJECT);
    json_string(items, "title", e->title ? e->title : "");
    json_string_given(items, "title_ru", e->title_ru);
    json_string_given(items, "file", e->file);
    json_unsigned(items, "line", e->line);
    json_bool(items, "passed", e->passed);
    json_string_given(items, "fen", fen);
    put_lines(items, "expected", e->expected);
    put_lines(items, "missing", e->missing);
    put_lines(items, "extra", e->extra);
    put_lines(items, "denied", e->denied);
    put_labels_of(items, e);
    json_close(items, JSON_OBJECT);
    ferz_free(fen);
}

void answer_examples(text *t, const ferz_test_report *report, const text *items, const ferz_messages *messages)
{
    json_unsigned(t, "passed", report->passed);
    json_unsigned(t, "failed", report->failed);
    answer_messages(t, messages);
    put_items(t, "items", items);
}
