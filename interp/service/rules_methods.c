/* Rules: which games there are, what is wrong with them, what they say; the files that hold them. */
#include "service/service_internal.h"

#include <errno.h>
#include <string.h>

#include "base/read_file.h"

/* ---- games ---- */

static json_t *listed_json(call *c, const ferz_list_entry *entry)
{
    json_t *one = json_object();
    put_string(c, one, "name", entry->name);
    put_string(c, one, "title", entry->title ? entry->title : entry->name);
    put_string(c, one, "file", entry->path);
    put(c, one, "players", json_integer((json_int_t)entry->players));
    put(c, one, "dice", json_boolean(entry->dice));
    put(c, one, "hides_information", json_boolean(entry->hides_information));
    put(c, one, "writable", json_boolean(folder_holds(&c->service->folder, entry->path)));
    return one;
}

json_t *method_list(call *c)
{
    ferz_list_entry *entries = NULL;
    size_t count = ferz_list_details(c->service->dirs, &entries, c->messages);
    json_t *result = json_object(), *games = json_array();
    for (size_t i = 0; i < count; i++) {
        put_item(c, games, listed_json(c, &entries[i]));
    }
    ferz_list_free(entries, count);
    put_string(c, result, "version", ferz_version());
    put(c, result, "games", games);
    return result;
}

void check_rules(const ferz_variant *variant, bool hooks, ferz_messages *messages)
{
    ferz_hook_trial trial = {0};
    ferz_variant_lint(variant, messages);
    if (hooks) {
        (void)ferz_variant_try_hooks(variant, &trial, messages);
        ferz_free(trial.unasked);
    }
    ferz_game_destroy(ferz_game_create(variant, NULL, messages)); /* the start may be wrong where the rules are not */
}

json_t *method_check(call *c)
{
    ferz_variant *variant = load_variant(c);
    if (!variant && !(c->error && ferz_messages_count(c->messages))) {
        return NULL; /* not the rules are wrong, but the question */
    }
    json_t *result = json_object();
    if (variant) {
        check_rules(variant, param_bool(c, "hooks"), c->messages);
    } else {
        json_decref(c->error);
        c->error = NULL;
    }
    put(c, result, "loads", json_boolean(variant && ferz_messages_errors(c->messages) == 0));
    put(c, result, "messages", json_messages(c, c->messages));
    ferz_variant_destroy(variant);
    return result;
}

/* ---- texts ---- */

static ferz_language wanted_language(const call *c)
{
    const char *language = param_string(c, "language");
    return language && strcmp(language, "ru") == 0 ? FERZ_RUSSIAN : FERZ_ENGLISH;
}

json_t *method_explain(call *c)
{
    const char *word = param_string(c, "format");
    ferz_format format = !word                           ? FERZ_TEXT
                         : strcmp(word, "html") == 0     ? FERZ_HTML
                         : strcmp(word, "markdown") == 0 ? FERZ_MARKDOWN
                                                         : FERZ_TEXT;
    const ferz_variant *variant = c->session->rules->variant;
    char *page = param_bool(c, "relative")
                     ? ferz_variant_describe_relative(variant, wanted_language(c), format, c->messages)
                     : ferz_variant_describe(variant, wanted_language(c), format, c->messages);
    if (!page) {
        return fail_result(c, ferz_messages_result(c->messages));
    }
    json_t *result = json_object();
    put_string(c, result, "text", page);
    ferz_free(page);
    return result;
}

json_t *method_code(call *c)
{
    ferz_explanation e;
    if (!ferz_explain_code(param_string(c, "code"), &e)) {
        return fail(c, ERROR_REJECTED, "there is no such code");
    }
    json_t *result = json_object();
    put_string(c, result, "code", e.code);
    put_string(c, result, "title", e.title);
    put_string(c, result, "text", e.text);
    put_string(c, result, "wrong", e.wrong);
    put_string(c, result, "fixed", e.fixed);
    put_string(c, result, "companion", e.companion);
    put_string(c, result, "companion_text", e.companion_text);
    return result;
}

json_t *method_schema(call *c)
{
    const char *kind = param_string(c, "kind");
    ferz_schema_kind wanted = strcmp(kind, "rules") == 0      ? FERZ_SCHEMA_RULES
                              : strcmp(kind, "examples") == 0 ? FERZ_SCHEMA_EXAMPLES
                                                              : FERZ_SCHEMA_TUNING;
    char *schema = ferz_schema(wanted);
    json_t *result = json_object();
    put(c, result, "schema", schema ? json_loads(schema, 0, NULL) : NULL);
    ferz_free(schema);
    return result;
}

/* ---- files ---- */

/* Whether the rules of the session were read from that file, or it is that of their examples. */
static bool belongs_to_session(const call *c, const char *file)
{
    const ferz_variant *variant = c->session ? c->session->rules->variant : NULL;
    bool found = false;
    for (size_t i = 0; variant && !found && i < ferz_variant_file_count(variant); i++) {
        found = strcmp(ferz_variant_file_at(variant, i), file) == 0;
    }
    if (variant && !found) {
        text examples = {0};
        const char *rules = ferz_variant_file(variant);
        text_add(&examples, rules, strlen(rules) - (text_ends_with(rules, ".yaml") ? 5 : 0));
        text_put(&examples, ".test.yaml");
        found = strcmp(text_string(&examples), file) == 0;
        text_finish(&examples);
    }
    return found;
}

static json_t *fail_file(call *c, int error)
{
    bool outside = error == ELOOP || error == EINVAL || error == ENOTDIR || error == EACCES;
    (void)fail(c,
               error == ENOENT || error == EEXIST || error == EFBIG ? ERROR_REJECTED
               : outside                                            ? ERROR_FORBIDDEN
                                                                    : ERROR_SYSTEM,
               strerror(error));
    return NULL;
}

json_t *method_read(call *c)
{
    const char *file = param_string(c, "file");
    const folder *f = &c->service->folder;
    const char *relative = folder_relative(f, file);
    bool inside = relative && (folder_holds(f, file) || folder_has(f, relative));
    text bytes = {0};
    if (!inside && !belongs_to_session(c, file)) {
        return fail(c, ERROR_FORBIDDEN, "this file is neither in the folder nor one of the session's");
    }
    int error = inside ? folder_read(f, relative, &bytes)
                       : read_file_bytes(file, READ_FILE_FOLLOW_LINKS, FOLDER_FILE_MAX, &bytes);
    json_t *content = error ? NULL : json_stringn(text_string(&bytes), bytes.length);
    text_finish(&bytes);
    if (error) {
        return fail_file(c, error);
    }
    if (!content) {
        return fail(c, ERROR_REJECTED, "the file is not UTF-8");
    }
    json_t *result = json_object();
    put_string(c, result, "file", file);
    put(c, result, "text", content);
    put(c, result, "writable", json_boolean(inside));
    return result;
}

json_t *method_save(call *c)
{
    const char *file = param_string(c, "file");
    const folder *f = &c->service->folder;
    const char *relative = folder_relative(f, file);
    const json_t *content = json_object_get(c->params, "text");
    if (!relative) {
        return fail(c, ERROR_FORBIDDEN, "only files of the folder whose names end in .yaml or .lua can be written");
    }
    int error =
        folder_write(f, relative, json_string_value(content), json_string_length(content), param_bool(c, "new"));
    if (error) {
        return fail_file(c, error);
    }
    text path = {0};
    text_print(&path, "%s/%s", f->path, relative);
    json_t *result = json_object();
    put_string(c, result, "file", text_string(&path));
    text_finish(&path);
    return result;
}

/* ---- examples ---- */

typedef struct example_list {
    call *c;
    json_t *items;
} example_list;

static void add_example(void *state, const ferz_example *example)
{
    example_list *list = state;
    call *c = list->c;
    json_t *one = json_object();
    char *fen = example->game ? ferz_game_fen(example->game) : NULL;
    put_string(c, one, "title", example->title ? example->title : "");
    put_string(c, one, "file", example->file);
    put(c, one, "line", json_integer(example->line));
    put(c, one, "passed", json_boolean(example->passed));
    put_string(c, one, "fen", fen);
    ferz_free(fen);
    put_item(c, list->items, one);
}

json_t *method_examples(call *c)
{
    ferz_variant *variant = load_variant(c); /* it may be loaded at all, by its path */
    if (!variant) {
        return NULL;
    }
    example_list list = {.c = c, .items = json_array()};
    ferz_test_report report = {0};
    (void)ferz_test_run(ferz_variant_file(variant), c->service->dirs, add_example, &list, &report, c->messages);
    ferz_variant_destroy(variant);
    json_t *result = json_object();
    put(c, result, "passed", json_integer((json_int_t)report.passed));
    put(c, result, "failed", json_integer((json_int_t)report.failed));
    put(c, result, "messages", json_messages(c, c->messages));
    put(c, result, "items", list.items);
    return result;
}

/* Writes the example beside the rules, which lie in the folder; false after an error. */
static bool write_example(call *c, const char *example, json_t *result)
{
    const folder *f = &c->service->folder;
    const ferz_variant *variant = c->session->rules->variant;
    const char *rules = ferz_variant_file(variant), *relative = folder_relative(f, rules);
    text examples = {0};
    if (relative) {
        text_add(&examples, relative, strlen(relative) - 5);
        text_put(&examples, ".test.yaml");
    }
    text now = {0};
    int error = relative ? folder_read(f, text_string(&examples), &now) : ENOENT;
    text_finish(&now);
    text_finish(&examples);
    if (!relative || !folder_holds(f, rules) || !folder_has(f, relative) || (error && error != ENOENT)) {
        (void)fail(c, ERROR_FORBIDDEN, "the rules do not lie in the folder, or the file of examples is a link");
        return false;
    }
    char *file = NULL;
    ferz_result written = ferz_test_add(variant, example, &file, c->messages);
    if (written != FERZ_OK) {
        (void)fail_result(c, written);
    }
    put_string(c, result, "file", file);
    ferz_free(file);
    return written == FERZ_OK;
}

json_t *method_record(call *c)
{
    const session *s = c->session;
    char *example = ferz_test_example(s->game, s->start, param_string(c, "title"), c->messages);
    if (!example) {
        return fail_result(c, ferz_messages_result(c->messages));
    }
    json_t *result = json_object();
    put_string(c, result, "text", example);
    if (param_bool(c, "write") && !write_example(c, example, result)) {
        json_decref(result);
        result = NULL;
    }
    ferz_free(example);
    return result;
}
