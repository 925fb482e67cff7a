/* Call: one request of JSON-RPC: its parameters, its result, its error. Every front end builds its answers with it, those of
 * the table of methods and those of editors (lsp/). */
#ifndef FERZ_SERVICE_CALL_H
#define FERZ_SERVICE_CALL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "ferz_tools.h"

typedef struct session session;

/* Codes of errors, as methods.json lists them. */
enum {
    ERROR_PARSE = -32700,
    ERROR_REQUEST = -32600,
    ERROR_METHOD = -32601,
    ERROR_PARAMETERS = -32602,
    ERROR_SYSTEM = -32603,
    ERROR_REJECTED = -32000,
    ERROR_SESSION = -32001,
    ERROR_BUDGET = -32002,
    ERROR_LIMIT = -32003,
    ERROR_FORBIDDEN = -32004,
    ERROR_CONFLICT = -32005,
};

/* One request. */
typedef struct call {
    struct service *service; /* NULL: the front end answers without one */
    const json_t *params;    /* checked against the schema */
    session *session;        /* locked; NULL where the method has none */
    ferz_messages *messages;
    json_t *error; /* the error, once there is one */
    bool out_of_memory;
    size_t bytes;   /* about what the values of the answer need */
    bool too_large; /* they would need more than an answer may: parts of it are left out */
} call;

const char *param_string(const call *c, const char *key); /* NULL where it is missing */
int64_t param_integer(const call *c, const char *key, int64_t otherwise);
bool param_bool(const call *c, const char *key);
ferz_language param_language(const call *c); /* `language`; English where it is missing */

/* Adds a member; takes `value`. NULL means that memory ran out. */
void put(call *c, json_t *object, const char *key, json_t *value);
void put_item(call *c, json_t *array, json_t *value);
void put_string(call *c, json_t *object, const char *key, const char *value); /* NULL: not added */
json_t *json_lines(call *c, const char *lines);                               /* each line of a text */
/* The object with the members that functions of answers/ wrote; the text is freed. NULL means that memory ran out. */
json_t *json_answer(call *c, text *members);
/* Adds those members to an object; the text is freed. */
void put_answer(call *c, json_t *object, text *members);
void put_messages(call *c, json_t *object); /* those of the call */

/* Set the error; return NULL, so that a method can end with them. */
json_t *fail(call *c, int code, const char *message);
json_t *fail_parameter(call *c, const char *parameter, const char *message);
/* The error that the messages and the result tell. */
json_t *fail_result(call *c, ferz_result result);

/* All that `ferz check` says of rules that load; with `hooks` also what `--hooks` says. */
void check_rules(const ferz_variant *variant, bool hooks, ferz_messages *messages);

/* ---- envelopes ---- */

json_t *error_json(int code, const char *message);
/* Takes `id`, NULL: it is not known, and `result` or `error`, of which one is NULL. NULL when out of memory. */
json_t *response_json(json_t *id, json_t *result, json_t *error);

#endif
