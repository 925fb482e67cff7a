/* JSON-RPC: envelopes, batches, the table of methods. What the methods do is in the other files. */
#include "service/service_internal.h"

#include <stdlib.h>
#include <string.h>

#include "service/value_check.h"

/* methods.json, embedded by the build. */
extern const char text_service_methods[];
extern const size_t text_service_methods_length;

/* ---- life ---- */

static bool copy_dirs(service *s, const service_options *options)
{
    size_t count = 0, n = 0;
    while (options->rules && options->rules[count]) {
        count++;
    }
    s->dirs = calloc(count + 2, sizeof *s->dirs);
    if (s->dirs && s->folder.path) {
        s->dirs[n++] = s->folder.path;
    }
    for (size_t i = 0; s->dirs && i < count; i++) {
        s->dirs[n++] = options->rules[i];
    }
    return s->dirs != NULL;
}

service *service_create(const service_options *options)
{
    service *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->options = *options;
    if (pthread_mutex_init(&s->lock, NULL) != 0) {
        free(s);
        return NULL;
    }
    bool ok = folder_open(&s->folder, options->folder) && copy_dirs(s, options);
    s->schema = json_loadb(text_service_methods, text_service_methods_length, 0, NULL);
    if (!ok || !s->schema) {
        service_destroy(s);
        return NULL;
    }
    return s;
}

void service_destroy(service *s)
{
    if (s) {
        sessions_finish(s);
        folder_close(&s->folder);
        json_decref(s->schema);
        free(s->dirs);
        (void)pthread_mutex_destroy(&s->lock);
        free(s);
    }
}

/* ---- one request ---- */

static json_t *check_params(call *c, const json_t *row)
{
    text path = {0}, why = {0};
    json_t *error = NULL;
    bool ok = value_check_members(json_object_get(c->service->schema, "types"), json_object_get(row, "params"),
                                  json_object_get(row, "required"), c->params, &path, &why);
    if (!ok) {
        text message = {0};
        text_print(&message, "parameter `%s`: %s", text_string(&path), text_string(&why));
        (void)fail_parameter(c, text_string(&path), text_string(&message));
        text_finish(&message);
        error = c->error;
    }
    text_finish(&path);
    text_finish(&why);
    return error;
}

static bool needs_session(const json_t *row)
{
    const json_t *required = json_object_get(row, "required");
    for (size_t i = 0; i < json_array_size(required); i++) {
        if (strcmp(json_string_value(json_array_get(required, i)), "session") == 0) {
            return true;
        }
    }
    return false;
}

/* Runs a method whose parameters are right. */
static json_t *run_method(call *c, size_t index, const json_t *row)
{
    const char *id = param_string(c, "session");
    c->session = id ? session_take(c->service, id) : NULL;
    json_t *result = NULL;
    if (!c->session && (id || needs_session(row))) {
        return fail(c, ERROR_SESSION, "there is no such session");
    }
    result = method_rows[index].run(c);
    if (c->session) {
        session_give_back(c->service, c->session);
    }
    return result;
}

static bool is_stopping(void *state)
{
    const service *s = state;
    return atomic_load(&s->stopping);
}

/* Calls that may be long have a limit of time of their own, and can be cancelled; all others have this one, and end with
 * the program. */
static void set_budget(call *c, const json_t *row)
{
    enum { CALL_MILLISECONDS = 10000 };
    ferz_messages_set_memory(c->messages, SERVICE_RULES_MAX);
    ferz_messages_set_language(c->messages, param_language(c));
    bool long_one = json_object_get(json_object_get(row, "params"), "job");
    const ferz_budget budget = {
        .milliseconds = long_one ? 0 : CALL_MILLISECONDS, .stop = is_stopping, .state = c->service};
    ferz_messages_set_budget(c->messages, budget);
}

json_t *method_absent(call *c)
{
    return fail(c, ERROR_METHOD, "this build has no such method");
}

static json_t *call_method(service *s, const char *method, const json_t *params, json_t **error)
{
    call c = {.service = s, .params = params, .messages = ferz_messages_create(false)};
    json_t *result = NULL;
    size_t index = 0;
    while (index < method_row_count && strcmp(method_rows[index].name, method) != 0) {
        index++;
    }
    const json_t *row = json_array_get(json_object_get(s->schema, "methods"), index);
    if (!c.messages) {
        c.out_of_memory = true;
    } else if (index == method_row_count) {
        (void)fail(&c, ERROR_METHOD, "there is no such method");
    } else if (!check_params(&c, row)) {
        set_budget(&c, row);
        result = run_method(&c, index, row);
    }
    if (c.too_large) {
        json_decref(result);
        json_decref(c.error);
        result = NULL;
        c.error = error_json(ERROR_LIMIT, "the answer would be too large");
    }
    ferz_messages_free(c.messages);
    if (c.out_of_memory || (!result && !c.error)) {
        json_decref(result);
        json_decref(c.error);
        result = NULL;
        c.error = error_json(ERROR_SYSTEM, "out of memory");
    }
    *error = c.error;
    return result;
}

static bool is_id(const json_t *id)
{
    return json_is_string(id) || json_is_number(id) || json_is_null(id);
}

/* NULL for a notification. */
static json_t *answer_one(service *s, const json_t *request)
{
    json_t *id = json_object_get(request, "id"), *method = json_object_get(request, "method");
    json_t *params = json_object_get(request, "params");
    const char *version = json_string_value(json_object_get(request, "jsonrpc"));
    if (!json_is_object(request) || !version || strcmp(version, "2.0") != 0 || !json_is_string(method) ||
        (id && !is_id(id)) || (params && !json_is_object(params) && !json_is_array(params))) {
        return response_json(NULL, NULL, error_json(ERROR_REQUEST, "not a JSON-RPC 2.0 request"));
    }
    json_t *error = NULL, *result = NULL, *none = NULL;
    if (json_is_array(params) && json_array_size(params)) {
        error = error_json(ERROR_PARAMETERS, "parameters are given by name");
    } else {
        none = json_is_object(params) ? NULL : json_object();
        result = call_method(s, json_string_value(method), none ? none : params, &error);
    }
    json_decref(none);
    if (!id) {
        json_decref(error);
        json_decref(result);
        return NULL;
    }
    return response_json(json_incref(id), result, error);
}

static json_t *answer_batch(service *s, const json_t *requests)
{
    size_t count = json_array_size(requests);
    if (count == 0 || count > SERVICE_BATCH_MAX) {
        return response_json(NULL, NULL, error_json(ERROR_REQUEST, "a batch has between 1 and 50 requests"));
    }
    json_t *answers = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *one = answer_one(s, json_array_get(requests, i));
        if (one && json_array_append_new(answers, one) != 0) {
            json_decref(answers);
            return NULL;
        }
    }
    if (json_array_size(answers) == 0) {
        json_decref(answers);
        return NULL;
    }
    return answers;
}

char *service_answer(service *s, const char *request, size_t length)
{
    json_error_t where;
    json_t *answer;
    json_t *parsed = length > SERVICE_REQUEST_MAX
                         ? NULL
                         : json_loadb(request, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
    if (!parsed) {
        answer = response_json(NULL, NULL,
                               error_json(ERROR_PARSE, length > SERVICE_REQUEST_MAX ? "too long" : "not valid JSON"));
    } else {
        answer = json_is_array(parsed) ? answer_batch(s, parsed) : answer_one(s, parsed);
    }
    json_decref(parsed);
    char *written = answer ? json_dumps(answer, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    json_decref(answer);
    return written;
}

json_t *method_methods(call *c)
{
    json_t *result = json_object();
    put(c, result, "schema", json_incref(c->service->schema));
    return result;
}
