#include "lsp/server.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lsp/server_internal.h"
#include "service/service.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* ---- life ---- */

server *server_create(const server_options *options)
{
    server *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->options = *options;
    s->folders = json_array();
    s->found = json_object();
    s->sent = json_object();
    bool ready = options->language || language_init(&s->language);
    if (options->language) {
        s->language = *options->language;
    }
    if (!ready || !s->folders || !s->found || !s->sent) {
        server_destroy(s);
        return NULL;
    }
    return s;
}

void server_destroy(server *s)
{
    if (s) {
        documents_finish(&s->documents);
        if (!s->options.language) {
            language_finish(&s->language);
        }
        json_decref(s->folders);
        json_decref(s->found);
        json_decref(s->sent);
        ferz_list_free(s->games, s->game_count);
        free(s->codes_uri);
        text_finish(&s->codes);
        free(s);
    }
}

bool server_has_exited(const server *s, int *status)
{
    *status = s->shut_down ? 0 : 1;
    return s->exited;
}

/* ---- what the methods share ---- */

void server_send(server *s, json_t *message)
{
    char *written = message ? json_dumps(message, JSON_COMPACT) : NULL;
    if (written) {
        s->options.send(s->options.state, written, strlen(written));
    }
    free(written);
    json_decref(message);
}

void server_notify(server *s, const char *method, json_t *params)
{
    server_send(s, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

place_text server_place(const server *s, const text *bytes)
{
    return (place_text){text_string(bytes), bytes->length, s->encoding};
}

document *server_document(server *s, const call *c)
{
    const char *uri = json_string_value(json_object_get(json_object_get(c->params, "textDocument"), "uri"));
    return uri ? documents_find(&s->documents, uri) : NULL;
}

document *server_position(server *s, const call *c, size_t *at)
{
    document *one = server_document(s, c);
    place_text t = one ? server_place(s, &one->text) : (place_text){0};
    return one && place_offset(&t, json_object_get(c->params, "position"), at) ? one : NULL;
}

static int64_t clock_now(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void server_begin(server *s, int milliseconds)
{
    s->give_up = clock_now() + milliseconds;
}

bool server_is_late(const server *s)
{
    return clock_now() > s->give_up;
}

void server_list_games(server *s)
{
    if (!s->listed) {
        s->game_count = ferz_list(s->options.rules, &s->games, NULL);
        s->listed = true;
    }
}

char *server_full_path(const server *s, const char *path)
{
    char here[PATH_MAX];
    text full = {0};
    if (*path != '/' && !documents_find_path(&s->documents, path) && getcwd(here, sizeof here)) {
        text_print(&full, "%s/", here);
        path += strncmp(path, "./", 2) == 0 ? 2 : 0;
    }
    text_put(&full, path);
    return text_detach(&full);
}

/* ---- the beginning and the end ---- */

static bool has_word(const json_t *list, const char *word)
{
    bool found = false;
    for (size_t i = 0; !found && i < json_array_size(list); i++) {
        const char *one = json_string_value(json_array_get(list, i));
        found = one && strcmp(one, word) == 0;
    }
    return found;
}

static const json_t *member(const json_t *object, const char *one, const char *two, const char *three)
{
    const json_t *found = json_object_get(object, one);
    found = two ? json_object_get(found, two) : found;
    return three ? json_object_get(found, three) : found;
}

static void add_folder(server *s, const json_t *uri)
{
    char *path = json_is_string(uri) ? path_of_uri(json_string_value(uri)) : NULL;
    if (path) {
        (void)json_array_append_new(s->folders, json_string(path));
    }
    free(path);
}

static void read_client(server *s, const json_t *params)
{
    const json_t *client = json_object_get(params, "capabilities"),
                 *folders = json_object_get(params, "workspaceFolders");
    const char *locale = json_string_value(json_object_get(params, "locale"));
    const json_t *edit = member(client, "workspace", "workspaceEdit", "documentChanges");
    s->encoding = has_word(member(client, "general", "positionEncodings", NULL), "utf-8") ? PLACE_UTF8 : PLACE_UTF16;
    s->markdown = has_word(member(client, "textDocument", "hover", "contentFormat"), "markdown");
    s->snippets =
        json_is_true(json_object_get(member(client, "textDocument", "completion", "completionItem"), "snippetSupport"));
    s->watches = json_is_true(member(client, "workspace", "didChangeWatchedFiles", "dynamicRegistration"));
    s->versioned = json_is_true(edit);
    s->russian = locale && strncmp(locale, "ru", 2) == 0;
    (void)json_array_clear(s->folders);
    add_folder(s, json_object_get(params, "rootUri"));
    for (size_t i = 0; i < json_array_size(folders); i++) {
        add_folder(s, json_object_get(json_array_get(folders, i), "uri"));
    }
}

static json_t *initialize_answer(server *s, call *c)
{
    read_client(s, c->params);
    s->initialized = true;
    return json_pack("{s:{s:s, s:{s:b, s:i, s:{s:b}}, s:b, s:{s:[s,s,s,s,s]}, s:b, s:b, s:{s:b}, s:b, s:b, s:{s:[s]}}, "
                     "s:{s:s, s:s}}",
                     "capabilities", "positionEncoding", s->encoding == PLACE_UTF8 ? "utf-8" : "utf-16",
                     "textDocumentSync", "openClose", 1, "change", 2, "save", "includeText", 0, "hoverProvider", 1,
                     "completionProvider", "triggerCharacters", ":", " ", "\"", "{", ".", "definitionProvider", 1,
                     "referencesProvider", 1, "renameProvider", "prepareProvider", 1, "documentSymbolProvider", 1,
                     "documentFormattingProvider", 1, "codeActionProvider", "codeActionKinds", "quickfix", "serverInfo",
                     "name", "ferz", "version", ferz_version());
}

/* Asks to be told of files that other programs write. */
static void initialized_note(server *s, call *c)
{
    (void)c;
    if (s->watches) {
        server_send(s,
                    json_pack("{s:s, s:s, s:s, s:{s:[{s:s, s:s, s:{s:[{s:s}, {s:s}, {s:s}]}}]}}", "jsonrpc", "2.0",
                              "id", "ferz-watch", "method", "client/registerCapability", "params", "registrations",
                              "id", "files", "method", "workspace/didChangeWatchedFiles", "registerOptions", "watchers",
                              "globPattern", "**/*.yaml", "globPattern", "**/*.lua", "globPattern", "**/*.svg"));
    }
}

static json_t *shutdown_answer(server *s, call *c)
{
    (void)c;
    s->shut_down = true;
    return json_null();
}

static void exit_note(server *s, call *c)
{
    (void)c;
    s->exited = true;
}

/* ---- texts ---- */

static void keep_version(document *one, const json_t *named)
{
    json_t *version = json_object_get(named, "version");
    json_decref(one->version);
    one->version = json_is_integer(version) ? json_incref(version) : NULL;
}

/* The text is not known any more. */
static void forget_text(server *s, document *one)
{
    text path = {0};
    text_put(&path, one->path);
    documents_close(&s->documents, one->uri);
    check_forget(s, text_string(&path));
    text_finish(&path);
    check_forget_closed(s);
    check_mark_changed(s, NULL);
}

static void close_note(server *s, call *c)
{
    document *one = server_document(s, c);
    if (one) {
        forget_text(s, one);
    }
}

/* What the editor sent of a text could not be taken: the text is not known any more, and the user hears of it. */
static void lose_text(server *s, const char *uri)
{
    enum { SHOW_WARNING = 2 };
    document *one = uri ? documents_find(&s->documents, uri) : NULL;
    if (one) {
        forget_text(s, one);
    }
    text words = {0};
    text_put(&words,
             "ferz does not check this text any more: it is longer than 2,000,000 bytes, or too many are open: ");
    text_add_safe(&words, uri ? uri : "", uri ? strlen(uri) : 0);
    server_notify(s, "window/showMessage",
                  json_pack("{s:i, s:s}", "type", SHOW_WARNING, "message", text_string(&words)));
    text_finish(&words);
}

static void open_note(server *s, call *c)
{
    const json_t *named = json_object_get(c->params, "textDocument"), *bytes = json_object_get(named, "text");
    const char *uri = json_string_value(json_object_get(named, "uri"));
    const char *word = json_string_value(json_object_get(named, "languageId"));
    document *one = uri && json_string_length(bytes) <= DOCUMENT_BYTES_MAX ? documents_open(&s->documents, uri) : NULL;
    if (uri && !one) {
        lose_text(s, uri);
    }
    if (!one || !json_is_string(bytes)) {
        return;
    }
    if (word && strcmp(word, "lua") == 0) {
        one->kind = DOCUMENT_SCRIPT;
    }
    text_clear(&one->text);
    text_add(&one->text, json_string_value(bytes), json_string_length(bytes));
    keep_version(one, named);
    check_mark_changed(s, one);
}

/* One change: a part of the text, or all of it where no range is given. False when it is wrong. */
static bool change_text(const server *s, document *one, const json_t *change)
{
    const json_t *range = json_object_get(change, "range"), *bytes = json_object_get(change, "text");
    place_text t = server_place(s, &one->text);
    span replaced = {0, one->text.length};
    if (!json_is_string(bytes) || (json_is_object(range) && !place_range(&t, range, &replaced)) ||
        json_string_length(bytes) > DOCUMENT_BYTES_MAX - (one->text.length - (replaced.to - replaced.from))) {
        return false;
    }
    text changed = {0};
    text_add(&changed, t.bytes, replaced.from);
    text_add(&changed, json_string_value(bytes), json_string_length(bytes));
    text_add(&changed, t.bytes + replaced.to, t.length - replaced.to);
    text_finish(&one->text);
    one->text = changed;
    return !changed.failed;
}

static void change_note(server *s, call *c)
{
    document *one = server_document(s, c);
    const json_t *changes = json_object_get(c->params, "contentChanges");
    for (size_t i = 0; one && i < json_array_size(changes); i++) {
        if (!change_text(s, one, json_array_get(changes, i))) {
            lose_text(s, json_string_value(json_object_get(json_object_get(c->params, "textDocument"), "uri")));
            return;
        }
    }
    if (one) {
        keep_version(one, json_object_get(c->params, "textDocument"));
        check_mark_changed(s, one);
    }
}

/* Any file may have changed: what was listed is listed again. */
static void files_note(server *s, call *c)
{
    (void)c;
    ferz_list_free(s->games, s->game_count);
    s->games = NULL;
    s->game_count = 0;
    s->listed = false;
    check_mark_changed(s, NULL);
}

/* ---- messages ---- */

static const struct {
    const char *name;
    server_method *run;
} requests[] = {
    {"initialize", initialize_answer},
    {"shutdown", shutdown_answer},
    {"textDocument/hover", hover_answer},
    {"textDocument/completion", completion_answer},
    {"textDocument/definition", definition_answer},
    {"textDocument/references", references_answer},
    {"textDocument/prepareRename", prepare_rename_answer},
    {"textDocument/rename", rename_answer},
    {"textDocument/documentSymbol", symbols_answer},
    {"textDocument/formatting", formatting_answer},
    {"textDocument/codeAction", actions_answer},
};

static const struct {
    const char *name;
    void (*run)(server *s, call *c);
} notes[] = {
    {"initialized", initialized_note},
    {"exit", exit_note},
    {"textDocument/didOpen", open_note},
    {"textDocument/didChange", change_note},
    {"textDocument/didSave", files_note},
    {"textDocument/didClose", close_note},
    {"workspace/didChangeWatchedFiles", files_note},
};

static bool is_cancelled(void *state)
{
    const server *s = state;
    return s->request && s->options.cancelled && s->options.cancelled(s->options.state, s->request);
}

static json_t *run_request(server *s, call *c, const char *method)
{
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (strcmp(requests[i].name, method) == 0) {
            if (s->initialized == (requests[i].run == initialize_answer)) {
                return s->initialized ? fail(c, ERROR_REQUEST, "the server is initialized already")
                                      : fail(c, ERROR_NOT_INITIALIZED, "`initialize` comes first");
            }
            return s->shut_down ? fail(c, ERROR_REQUEST, "the server is shut down") : requests[i].run(s, c);
        }
    }
    return fail(c, ERROR_METHOD, "there is no such method");
}

static void answer_request(server *s, json_t *id, const char *method, const json_t *params)
{
    call c = {.params = params, .messages = ferz_messages_create(false)};
    json_t *result = NULL;
    server_begin(s, SERVER_REQUEST_MILLISECONDS);
    s->request = json_dumps(id, JSON_COMPACT | JSON_ENCODE_ANY);
    if (c.messages && !is_cancelled(s)) {
        ferz_messages_set_memory(c.messages, SERVICE_RULES_MAX);
        ferz_messages_set_language(c.messages, s->russian ? FERZ_RUSSIAN : FERZ_ENGLISH);
        ferz_messages_set_budget(
            c.messages, (ferz_budget){.milliseconds = SERVER_REQUEST_MILLISECONDS, .stop = is_cancelled, .state = s});
        result = run_request(s, &c, method);
    }
    if (is_cancelled(s)) {
        json_decref(c.error);
        c.error = error_json(ERROR_CANCELLED, "cancelled");
    } else if (!c.error && c.too_large) {
        c.error = error_json(ERROR_LIMIT, "the answer would be too large");
    } else if (!c.error && (c.out_of_memory || !result)) {
        c.error = error_json(ERROR_SYSTEM, "out of memory");
    }
    if (c.error) {
        json_decref(result);
        result = NULL;
    }
    ferz_messages_free(c.messages);
    free(s->request);
    s->request = NULL;
    server_send(s, response_json(json_incref(id), result, c.error));
}

static void take_note(server *s, const char *method, const json_t *params)
{
    call c = {.params = params};
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        if (strcmp(notes[i].name, method) == 0 && (s->initialized || notes[i].run == exit_note)) {
            notes[i].run(s, &c);
        }
    }
    json_decref(c.error);
}

void server_receive(server *s, const char *json, size_t length)
{
    json_t *message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
    json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    if (!message) {
        server_send(s, response_json(NULL, NULL, error_json(ERROR_PARSE, "not valid JSON")));
    } else if (method && (json_is_string(id) || json_is_integer(id))) {
        answer_request(s, id, method, json_object_get(message, "params"));
    } else if (method && !id) {
        take_note(s, method, json_object_get(message, "params"));
    } else if (method || !id) { /* else it is an answer to a request of ours */
        server_send(s, response_json(NULL, NULL, error_json(ERROR_REQUEST, "not a JSON-RPC 2.0 request")));
    }
    json_decref(message);
}

void server_refuse(server *s, const char *json, size_t length)
{
    json_t *known = json_loadb(json, length, 0, NULL);
    json_t *id = json_object_get(known, "id");
    if (id) {
        server_send(s, response_json(json_incref(id), NULL, error_json(ERROR_LIMIT, "the message is too long")));
    } else {
        lose_text(s, json_string_value(json_object_get(known, "uri")));
    }
    json_decref(known);
}
