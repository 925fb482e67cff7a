/* Call: reads the parameters of a request, builds its result or its error. */
#include "service/call.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "service/service.h"

const char *param_string(const call *c, const char *key)
{
    return json_string_value(json_object_get(c->params, key));
}

int64_t param_integer(const call *c, const char *key, int64_t otherwise)
{
    const json_t *value = json_object_get(c->params, key);
    return value ? (int64_t)json_integer_value(value) : otherwise;
}

bool param_bool(const call *c, const char *key)
{
    return json_is_true(json_object_get(c->params, key));
}

ferz_language param_language(const call *c)
{
    const char *language = param_string(c, "language");
    return language && strcmp(language, "ru") == 0 ? FERZ_RUSSIAN : FERZ_ENGLISH;
}

/* Counts a value that is added to the answer. False, and the value is freed: there is no room for it. */
static bool has_room(call *c, json_t *value)
{
    enum { VALUE_BYTES = 64 }; /* about what jansson needs for one */
    c->bytes += VALUE_BYTES + json_string_length(value);
    if (c->bytes > SERVICE_ANSWER_MAX) {
        c->too_large = true;
        json_decref(value);
        return false;
    }
    return true;
}

void put(call *c, json_t *object, const char *key, json_t *value)
{
    if (has_room(c, value) && (!value || json_object_set_new(object, key, value) != 0)) {
        c->out_of_memory = true;
    }
}

void put_item(call *c, json_t *array, json_t *value)
{
    if (has_room(c, value) && (!value || json_array_append_new(array, value) != 0)) {
        c->out_of_memory = true;
    }
}

void put_string(call *c, json_t *object, const char *key, const char *value)
{
    if (value) {
        put(c, object, key, json_string(value));
    }
}

/* The parts of a text between separators; an empty last one is none. */
static json_t *json_split(call *c, const char *string, const char *separators)
{
    json_t *array = json_array();
    while (string && *string) {
        size_t length = strcspn(string, separators);
        if (length || *separators == '\n') {
            put_item(c, array, json_stringn(string, length));
        }
        string += length;
        string += *string != '\0';
    }
    return array;
}

json_t *json_lines(call *c, const char *lines)
{
    return json_split(c, lines, "\n");
}

json_t *json_words(call *c, const char *words)
{
    return json_split(c, words, " ");
}

static json_t *place_json(call *c, const char *file, size_t length, uint32_t line)
{
    json_t *place = json_object();
    put(c, place, "file", json_stringn(file, length));
    put(c, place, "line", json_integer(line));
    return place;
}

static json_t *message_json(call *c, const ferz_message *m)
{
    json_t *one = json_object();
    put_string(c, one, "severity", m->warning ? "warning" : "error");
    put_string(c, one, "code", m->code);
    put_string(c, one, "text", m->text);
    put_string(c, one, "hint", m->hint);
    put_string(c, one, "fix", m->fix);
    put_string(c, one, "fix_text", m->fix_text);
    put_string(c, one, "fix_word", m->fix_word);
    put_string(c, one, "rendered", m->rendered);
    if (m->file && m->line) {
        put_string(c, one, "file", m->file);
        put(c, one, "line", json_integer(m->line));
        put(c, one, "column", json_integer(m->column));
        put(c, one, "character", json_integer(m->character));
        put(c, one, "character_end", json_integer(m->character_end));
    }
    put_string(c, one, "note", m->note);
    if (m->note && m->note_file) {
        put(c, one, "note_place", place_json(c, m->note_file, strlen(m->note_file), m->note_line));
    }
    return one;
}

json_t *json_messages(call *c, const ferz_messages *messages)
{
    json_t *array = json_array();
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        ferz_message m = ferz_messages_at(messages, i);
        put_item(c, array, message_json(c, &m));
    }
    return array;
}

json_t *json_moves(call *c, const ferz_moves *moves)
{
    enum { PARSED_SIZE = 4 }; /* a value of jansson needs about so many times its text */
    char *written = ferz_moves_json(moves);
    const size_t length = written ? strlen(written) : 0;
    c->bytes += PARSED_SIZE * length;
    c->too_large |= c->bytes > SERVICE_ANSWER_MAX;
    json_t *array = c->too_large ? json_array() : written ? json_loadb(written, length, 0, NULL) : NULL;
    c->out_of_memory |= !array;
    ferz_free(written);
    return array;
}

static json_t *cells_json(call *c, const ferz_reason *r)
{
    json_t *cells = json_array();
    for (size_t i = 0; i < sizeof r->cells / sizeof r->cells[0] && r->cells[i]; i++) {
        put_item(c, cells, json_string(r->cells[i]));
    }
    return cells;
}

static json_t *reason_json(call *c, const ferz_reason *r)
{
    json_t *one = json_object();
    put_string(c, one, "kind", r->kind);
    put_string(c, one, "role", ferz_reason_role_name(r->role));
    put_string(c, one, "text", r->text);
    put(c, one, "cells", cells_json(c, r));
    if (r->file) {
        put(c, one, "place", place_json(c, r->file, strlen(r->file), r->line));
        put(c, one, "column", json_integer(r->column));
    }
    put_string(c, one, "piece", r->piece);
    put_string(c, one, "other_piece", r->other_piece);
    put_string(c, one, "player", r->player);
    put_string(c, one, "other_player", r->other_player);
    put_string(c, one, "key", r->key);
    put_string(c, one, "words", r->words);
    return one;
}

json_t *json_why(call *c, const ferz_reasons *reasons)
{
    json_t *why = json_object(), *places = json_array(), *all = json_array();
    for (size_t i = 0; i < ferz_reasons_count(reasons); i++) {
        ferz_reason r = ferz_reasons_at(reasons, i);
        put_item(c, all, reason_json(c, &r));
        if (r.file) {
            put_item(c, places, place_json(c, r.file, strlen(r.file), r.line));
        }
    }
    char *lines = ferz_reasons_text(reasons);
    put(c, why, "lines", json_lines(c, lines));
    ferz_free(lines);
    put(c, why, "places", places);
    put(c, why, "reasons", all);
    return why;
}

/* ---- errors ---- */

json_t *fail(call *c, int code, const char *message)
{
    if (!c->error) {
        c->error = json_object();
        put(c, c->error, "code", json_integer(code));
        put_string(c, c->error, "message", message);
    }
    return NULL;
}

json_t *fail_parameter(call *c, const char *parameter, const char *message)
{
    (void)fail(c, ERROR_PARAMETERS, message);
    json_t *data = json_object();
    put_string(c, data, "parameter", parameter);
    put(c, c->error, "data", data);
    return NULL;
}

json_t *fail_result(call *c, ferz_result result)
{
    int code = result == FERZ_BUDGET_EXCEEDED ? ERROR_BUDGET
               : result == FERZ_SYSTEM_ERROR  ? ERROR_SYSTEM
                                              : ERROR_REJECTED;
    bool any = ferz_messages_count(c->messages) > 0;
    ferz_message first = ferz_messages_at(c->messages, 0);
    for (size_t i = 1; any && first.warning && i < ferz_messages_count(c->messages); i++) {
        first = ferz_messages_at(c->messages, i);
    }
    (void)fail(c, code, any ? first.text : "out of memory");
    json_t *data = json_object();
    put(c, data, "messages", json_messages(c, c->messages));
    put(c, c->error, "data", data);
    return NULL;
}

/* ---- envelopes ---- */

json_t *error_json(int code, const char *message)
{
    return json_pack("{s:i, s:s}", "code", code, "message", message);
}

json_t *response_json(json_t *id, json_t *result, json_t *error)
{
    json_t *r = json_object();
    int failed = json_object_set_new(r, "jsonrpc", json_string("2.0"));
    failed |= json_object_set_new(r, "id", id ? id : json_null());
    failed |= error ? json_object_set_new(r, "error", error) : json_object_set_new(r, "result", result);
    if (failed) {
        json_decref(r);
        return NULL;
    }
    return r;
}
