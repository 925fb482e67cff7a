/* Call: reads the parameters of a request, builds its result or its error. */
#include "service/call.h"

#include <stdlib.h>
#include <string.h>

#include "answers/answers.h"
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

json_t *json_lines(call *c, const char *lines)
{
    json_t *array = json_array();
    while (lines && *lines) {
        const size_t length = strcspn(lines, "\n");
        put_item(c, array, json_stringn(lines, length));
        lines += length + (lines[length] == '\n');
    }
    return array;
}

json_t *json_answer(call *c, text *members)
{
    enum { PARSED_SIZE = 4 }; /* a value of jansson needs about so many times its text */
    text whole = {0};
    text_char(&whole, '{');
    text_add(&whole, text_string(members), members->length);
    text_char(&whole, '}');
    whole.failed |= members->failed;
    c->bytes += PARSED_SIZE * whole.length;
    c->too_large |= c->bytes > SERVICE_ANSWER_MAX;
    json_t *object = c->too_large   ? json_object()
                     : whole.failed ? NULL
                                    : json_loadb(text_string(&whole), whole.length, JSON_ALLOW_NUL, NULL);
    c->out_of_memory |= !object;
    text_finish(&whole);
    text_finish(members);
    return object;
}

void put_answer(call *c, json_t *object, text *members)
{
    json_t *made = json_answer(c, members);
    c->out_of_memory |= json_object_update(object, made) != 0;
    json_decref(made);
}

void put_messages(call *c, json_t *object)
{
    text t = {0};
    answer_messages(&t, c->messages);
    put_answer(c, object, &t);
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
    put_messages(c, data);
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
