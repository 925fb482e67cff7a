/* Rules: which games there are, what is wrong with them, what they say; the files that hold them. */
#include "service/service_internal.h"

#include <errno.h>
#include <string.h>

#include "base/read_file.h"
#include "base/sha256.h"
#include "service/fixes.h"

/* ---- games ---- */

static json_t *listed_json(call *c, const ferz_list_entry *entry)
{
    text t = {0};
    answer_listed(&t, entry);
    json_t *one = json_answer(c, &t);
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
    ferz_game_free(ferz_game_create(variant, NULL, messages)); /* the start may be wrong where the rules are not */
}

typedef struct edit_choice {
    call *c;
    const place_text *text;
    json_t *edit; /* the best so far; NULL: none */
    bool preferred;
} edit_choice;

/* Keeps the first edit, or the first that is preferred. */
static void choose_edit(void *state, const fix_edit *found)
{
    edit_choice *choice = state;
    call *c = choice->c;
    if (choice->edit && (choice->preferred || !found->preferred)) {
        return;
    }
    json_decref(choice->edit);
    choice->preferred = found->preferred;
    choice->edit = json_object();
    json_t *from = place_position_json(c, choice->text, found->replaced.from),
           *to = place_position_json(c, choice->text, found->replaced.to);
    put(c, choice->edit, "line", json_integer(json_integer_value(json_object_get(from, "line")) + 1));
    put(c, choice->edit, "character", json_incref(json_object_get(from, "character")));
    put(c, choice->edit, "end_line", json_integer(json_integer_value(json_object_get(to, "line")) + 1));
    put(c, choice->edit, "end_character", json_incref(json_object_get(to, "character")));
    put_string(c, choice->edit, "text", found->inserted);
    json_decref(from);
    json_decref(to);
}

/* The text that a message is about: the one that is given instead of the file, or the file. */
static bool text_of_message(const call *c, const ferz_message *m, text *bytes)
{
    ferz_overlay overlays[OVERLAYS_MAX];
    size_t count = read_overlays(c, overlays);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(overlays[i].file, m->file) == 0) {
            text_add(bytes, overlays[i].text, overlays[i].length);
            return !bytes->failed;
        }
    }
    return read_file_bytes(m->file, READ_FILE_FOLLOW_LINKS, FOLDER_FILE_MAX, bytes) == 0;
}

/* Adds to a message what would help, as an edit. */
static void put_edits(call *c, json_t *message, const ferz_message *m)
{
    text bytes = {0};
    if (m->file && m->line && text_of_message(c, m, &bytes)) {
        const place_text at = {text_string(&bytes), bytes.length, PLACE_UTF16};
        size_t from = place_of_message(&at, m->line, m->column);
        const fix_request request = {.text = at,
                                     .script = text_ends_with(m->file, ".lua"),
                                     .code = m->code,
                                     .fix = m->fix,
                                     .wanted = m->fix_text,
                                     .word = m->fix_word,
                                     .range = {from, place_of_message(&at, m->line, m->column + m->length)}};
        edit_choice choice = {.c = c, .text = &at};
        fixes_find(&request, choose_edit, &choice);
        if (choice.edit) {
            json_t *edits = json_array();
            put_item(c, edits, choice.edit);
            put(c, message, "edits", edits);
        }
    }
    text_finish(&bytes);
}

static void put_all_edits(call *c, const json_t *messages)
{
    for (size_t i = 0; i < json_array_size(messages); i++) {
        const ferz_message m = ferz_messages_at(c->messages, i);
        put_edits(c, json_array_get(messages, i), &m);
    }
}

json_t *method_check(call *c)
{
    ferz_variant *variant = load_variant(c);
    if (!variant && !(c->error && ferz_messages_count(c->messages))) {
        return NULL; /* not the rules are wrong, but the question */
    }
    if (variant) {
        check_rules(variant, param_bool(c, "hooks"), c->messages);
    } else {
        json_decref(c->error);
        c->error = NULL;
    }
    text t = {0};
    answer_check(&t, variant, c->messages);
    json_t *result = json_answer(c, &t);
    put_all_edits(c, json_object_get(result, "messages"));
    ferz_variant_free(variant);
    return result;
}

/* ---- texts ---- */

json_t *method_explain(call *c)
{
    const char *word = param_string(c, "format");
    ferz_format format = !word                           ? FERZ_TEXT
                         : strcmp(word, "html") == 0     ? FERZ_HTML
                         : strcmp(word, "markdown") == 0 ? FERZ_MARKDOWN
                                                         : FERZ_TEXT;
    const ferz_variant *variant = c->session->rules->variant;
    char *page = param_bool(c, "relative")
                     ? ferz_variant_describe_relative(variant, param_language(c), format, c->messages)
                     : ferz_variant_describe(variant, param_language(c), format, c->messages);
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
    text t = {0};
    answer_code(&t, &e);
    return json_answer(c, &t);
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
    for (size_t i = 0; variant && !found && i < ferz_variant_facts(variant)->file_count; i++) {
        found = strcmp(ferz_variant_file_at(variant, i), file) == 0;
    }
    if (variant && !found) {
        text examples = {0};
        const char *rules = ferz_variant_facts(variant)->file;
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

/* What `save` may expect of the file. */
static void put_hash(call *c, json_t *result, const char *bytes, size_t length)
{
    char hex[SHA256_HEX_LENGTH + 1];
    sha256 sum;
    sha256_init(&sum);
    sha256_update(&sum, bytes, length);
    sha256_final(&sum, hex);
    put_string(c, result, "hash", hex);
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
    put_hash(c, result, json_string_value(content), json_string_length(content));
    put(c, result, "text", content);
    put(c, result, "writable", json_boolean(inside));
    return result;
}

/* What the file is instead of what was expected: the caller may show both. */
static json_t *fail_conflict(call *c, const char *relative)
{
    text now = {0};
    int error = folder_read(&c->service->folder, relative, &now);
    (void)fail(c, ERROR_CONFLICT, error == ENOENT ? "the file is gone" : "the file has changed since it was read");
    json_t *data = json_object();
    if (!error) {
        put_hash(c, data, text_string(&now), now.length);
    }
    put(c, c->error, "data", data);
    text_finish(&now);
    return NULL;
}

json_t *method_save(call *c)
{
    const char *file = param_string(c, "file"), *expected = param_string(c, "expected");
    const folder *f = &c->service->folder;
    const char *relative = folder_relative(f, file);
    const json_t *content = json_object_get(c->params, "text");
    bool absent = expected && !*expected, new = param_bool(c, "new") || absent;
    if (!relative) {
        return fail(c, ERROR_FORBIDDEN,
                    "only files of the folder whose names end in .yaml, .lua, .svg or .network can be written");
    }
    if (!folder_may_name(relative)) {
        return fail(c, ERROR_FORBIDDEN,
                    "a name has visible characters alone, and does not end as a tuning file or examples of examples");
    }
    int error = folder_write(f, relative, json_string_value(content), json_string_length(content), new, expected);
    if (error == ESTALE || (error == EEXIST && absent)) {
        return fail_conflict(c, relative);
    }
    if (error) {
        return fail_file(c, error);
    }
    text path = {0};
    text_print(&path, "%s/%s", f->path, relative);
    json_t *result = json_object();
    put_string(c, result, "file", text_string(&path));
    put_hash(c, result, json_string_value(content), json_string_length(content));
    text_finish(&path);
    return result;
}

/* ---- examples ---- */

static void add_example(void *state, const ferz_example *example)
{
    answer_example(state, example);
}

json_t *method_examples(call *c)
{
    ferz_variant *variant = load_variant(c); /* it may be loaded at all, by its path */
    if (!variant) {
        return NULL;
    }
    text items = {0}, t = {0};
    ferz_test_report report = {0};
    ferz_overlay overlays[OVERLAYS_MAX];
    size_t count = read_overlays(c, overlays);
    (void)ferz_test_run_with(ferz_variant_facts(variant)->file, c->service->dirs, overlays, count, add_example, &items,
                             &report, c->messages);
    ferz_variant_free(variant);
    answer_examples(&t, &report, &items, c->messages);
    text_finish(&items);
    return json_answer(c, &t);
}

/* Writes the example beside the rules, which lie in the folder; false after an error. */
static bool write_example(call *c, const char *example, json_t *result)
{
    const folder *f = &c->service->folder;
    const ferz_variant *variant = c->session->rules->variant;
    const char *rules = ferz_variant_facts(variant)->file, *relative = folder_relative(f, rules);
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
