#include "cli/diagnostics.h"

#include <string.h>
#include <unistd.h>

#include "cli/json.h"

/* severities of LSP */
enum { LSP_ERROR = 1, LSP_WARNING = 2, LSP_INFORMATION = 3 };

static bool is_unreserved(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("/-._~", c));
}

static void put_path(text *uri, const char *path)
{
    for (const char *p = path; *p; p++) {
        if (is_unreserved(*p)) {
            text_char(uri, *p);
        } else {
            text_print(uri, "%%%02X", (unsigned)(unsigned char)*p);
        }
    }
}

/* file:///home/me/my%20game.yaml; null where there is no such file, such as a position on the command line. */
static void put_uri(text *t, const char *file)
{
    char folder[4096];
    if (!file || access(file, F_OK) != 0 || (file[0] != '/' && !getcwd(folder, sizeof folder))) {
        json_string(t, "uri", NULL);
        return;
    }
    text uri = {0};
    text_put(&uri, "file://");
    if (file[0] != '/') {
        put_path(&uri, folder);
        text_char(&uri, '/');
        file += strncmp(file, "./", 2) == 0 ? 2 : 0;
    }
    put_path(&uri, file);
    json_string(t, "uri", text_string(&uri));
    text_finish(&uri);
}

static void put_position(text *t, const char *key, uint32_t line, uint32_t character)
{
    json_open(t, key, JSON_OBJECT);
    json_unsigned(t, "line", line > 0 ? line - 1 : 0);
    json_unsigned(t, "character", character);
    json_close(t, JSON_OBJECT);
}

static void put_range(text *t, uint32_t line, uint32_t from, uint32_t to)
{
    json_open(t, "range", JSON_OBJECT);
    put_position(t, "start", line, from);
    put_position(t, "end", line, to);
    json_close(t, JSON_OBJECT);
}

static void put_note(text *t, const ferz_message *m)
{
    if (!m->note || !m->note_file) {
        return;
    }
    json_open(t, "relatedInformation", JSON_ARRAY);
    json_open(t, NULL, JSON_OBJECT);
    json_open(t, "location", JSON_OBJECT);
    put_uri(t, m->note_file);
    put_range(t, m->note_line, m->note_character, m->note_character_end);
    json_close(t, JSON_OBJECT);
    json_string(t, "message", m->note);
    json_close(t, JSON_OBJECT);
    json_close(t, JSON_ARRAY);
}

/* LSP has no hints: the hint follows the message, as on a terminal, and is also alone in `data`. */
static void put_diagnostic(text *t, const ferz_messages *messages, const ferz_message *m)
{
    text message = {0};
    text_put(&message, m->text);
    if (m->hint) {
        text_print(&message, "\n%s: %s", ferz_messages_labels(messages).hint, m->hint);
    }
    json_open(t, NULL, JSON_OBJECT);
    put_range(t, m->line, m->character, m->character_end);
    json_unsigned(t, "severity", m->warning ? LSP_WARNING : LSP_ERROR);
    json_string(t, "code", m->code);
    json_string(t, "source", "ferz");
    json_string(t, "message", text_string(&message));
    put_note(t, m);
    if (m->hint) {
        json_open(t, "data", JSON_OBJECT);
        json_string(t, "hint", m->hint);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_OBJECT);
    text_finish(&message);
}

static void put_hooks(text *t, const ferz_variant *variant)
{
    for (size_t i = 0; i < ferz_variant_hook_count(variant); i++) {
        json_open(t, NULL, JSON_OBJECT);
        put_range(t, 0, 0, 0);
        json_unsigned(t, "severity", LSP_INFORMATION);
        json_string(t, "source", "ferz");
        json_string(t, "message", ferz_variant_hook(variant, i));
        json_close(t, JSON_OBJECT);
    }
}

static bool same_file(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : !a && !b;
}

static void put_file(text *t, const ferz_messages *messages, const char *file, const ferz_variant *variant)
{
    json_open(t, NULL, JSON_OBJECT);
    put_uri(t, file);
    json_string(t, "file", file);
    json_open(t, "diagnostics", JSON_ARRAY);
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        ferz_message m = ferz_messages_at(messages, i);
        if (same_file(m.file, file)) {
            put_diagnostic(t, messages, &m);
        }
    }
    if (variant) {
        put_hooks(t, variant);
    }
    json_close(t, JSON_ARRAY);
    json_close(t, JSON_OBJECT);
}

/* Whether an earlier message is about the same file. */
static bool is_reported(const ferz_messages *messages, size_t count, const char *file)
{
    for (size_t i = 0; i < count; i++) {
        if (same_file(ferz_messages_at(messages, i).file, file)) {
            return true;
        }
    }
    return false;
}

void json_diagnostics(text *t, const ferz_messages *messages, const char *file, const ferz_variant *variant)
{
    json_open(t, NULL, JSON_ARRAY);
    if (file) {
        put_file(t, messages, file, variant);
    }
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        const char *other = ferz_messages_at(messages, i).file;
        if (!(file && same_file(other, file)) && !is_reported(messages, i, other)) {
            put_file(t, messages, other, NULL);
        }
    }
    json_close(t, JSON_ARRAY);
}
