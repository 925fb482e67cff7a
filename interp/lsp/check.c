/* Check: what is wrong with the rules that an editor holds, as diagnostics. A game is checked as a whole, so one text
 * may have diagnostics from several games, and one game may have some in several texts. */
#include "ferz_tools.h"

#include <stdlib.h>
#include <string.h>

#include "examples/examples.h"
#include "base/read_file.h"
#include "lsp/game_files.h"
#include "service/service.h"

/* severities and tags of LSP */
enum { SEVERITY_LSP_ERROR = 1, SEVERITY_LSP_WARNING = 2 };

/* ---- loading ---- */

ferz_variant *check_load(server *s, const char *path, ferz_messages *messages)
{
    ferz_overlay overlays[2 * DOCUMENTS_MAX];
    text names[2 * DOCUMENTS_MAX] = {0};
    size_t count = documents_overlays(&s->documents, overlays, names);
    const document *open = documents_find_path(&s->documents, path);
    ferz_variant *variant = NULL;
    if (*path == '/') { /* perhaps not saved yet; then its open text is all that there is */
        variant = ferz_variant_load_with(path, s->options.rules, NULL, 0, 0, overlays, count, messages);
    } else if (open) { /* no file */
        variant = ferz_variant_load_text(path, text_string(&open->text), open->text.length, s->options.rules, NULL, 0,
                                         0, messages);
    }
    for (size_t i = 0; i < count; i++) {
        text_finish(&names[i]);
    }
    return variant;
}

const ferz_variant *check_variant(server *s, document *one)
{
    if (one->kind == DOCUMENT_RULES) {
        return one->variant;
    }
    for (const document *other = s->documents.first; one->kind == DOCUMENT_SCRIPT && other; other = other->next) {
        for (size_t i = 0; other->variant && other->files[i]; i++) {
            if (strcmp(other->files[i], one->path) == 0) {
                return other->variant;
            }
        }
    }
    return one->variant; /* of a script: the game that was found with it */
}

/* Keeps the rules and the names of their files with the text. */
static void keep_variant(const server *s, document *one, ferz_variant *variant)
{
    size_t count = ferz_variant_facts(variant)->file_count;
    document_forget(one);
    one->files = calloc(count + 1, sizeof *one->files);
    one->variant = variant;
    for (size_t i = 0, n = 0; one->files && i < count; i++) {
        char *path = server_full_path(s, ferz_variant_file_at(variant, i));
        if (path) {
            one->files[n++] = path;
        }
    }
    if (!one->files) {
        document_forget(one);
    }
}

/* ---- diagnostics ---- */

/* The text that a message points into. */
typedef struct pointed {
    char *path;
    text bytes;
} pointed;

static pointed open_pointed(server *s, const char *file)
{
    pointed p = {.path = server_full_path(s, file)};
    if (p.path) {
        (void)documents_read(&s->documents, p.path, &p.bytes);
    }
    return p;
}

static void close_pointed(pointed *p)
{
    free(p->path);
    text_finish(&p->bytes);
}

static json_t *range_of(server *s, call *c, const pointed *p, uint32_t line, uint32_t column, uint32_t length)
{
    place_text t = server_place(s, &p->bytes);
    size_t from = place_of_message(&t, line, column), to = place_of_message(&t, line, column + length);
    return place_range_json(c, &t, (span){from, to > from ? to : from});
}

static char *uri_of_pointed(server *s, const pointed *p)
{
    const document *open = p->path ? documents_find_path(&s->documents, p->path) : NULL;
    text copy = {0};
    if (open) {
        text_put(&copy, open->uri);
        return text_detach(&copy);
    }
    return p->path ? uri_of_path(p->path) : NULL;
}

static void put_related(server *s, call *c, json_t *one, const ferz_message *m)
{
    if (!m->note || !m->note_file) {
        return;
    }
    pointed p = open_pointed(s, m->note_file);
    char *uri = uri_of_pointed(s, &p);
    json_t *related = json_object(), *place = json_object(), *list = json_array();
    put_string(c, place, "uri", uri ? uri : "");
    put(c, place, "range", range_of(s, c, &p, m->note_line, m->note_column, m->note_length));
    put(c, related, "location", place);
    put_string(c, related, "message", m->note);
    put_item(c, list, related);
    put(c, one, "relatedInformation", list);
    free(uri);
    close_pointed(&p);
}

/* The page of all messages, as it lies in a checkout and as it is installed, seen from the folder of some game. */
static void seek_codes(server *s)
{
    static const char *const places[] = {"../guides/rules/codes.md", "../codes.md"};
    enum { PAGE_BYTES_MAX = 1 << 20 };
    text path = {0};
    server_list_games(s);
    s->codes_sought = true;
    for (size_t i = 0; i < 2 * s->game_count && !s->codes_uri; i++) {
        const char *game = s->games[i / 2].path, *slash = game ? strrchr(game, '/') : NULL;
        text_clear(&path);
        text_print(&path, "%.*s/%s", slash ? (int)(slash - game) : 1, slash ? game : ".", places[i % 2]);
        if (read_file_exists(text_string(&path)) &&
            read_file_bytes(text_string(&path), READ_FILE_FOLLOW_LINKS, PAGE_BYTES_MAX, &s->codes) == 0) {
            char *full = server_full_path(s, text_string(&path));
            s->codes_uri = full ? uri_of_path(full) : NULL;
            free(full);
        }
    }
    text_finish(&path);
}

/* Where a code is explained: a line of that page, as editors write it. Nothing where it is not there. */
static void put_code_link(server *s, call *c, json_t *one, const char *code)
{
    text heading = {0}, href = {0};
    if (!s->codes_sought) {
        seek_codes(s);
    }
    text_print(&heading, "\n## %s\n", code);
    const char *page = text_string(&s->codes), *found = s->codes_uri ? strstr(page, text_string(&heading)) : NULL;
    if (found) {
        size_t line = 2;
        for (const char *at = page; at < found; at++) {
            line += *at == '\n';
        }
        text_print(&href, "%s#L%zu", s->codes_uri, line);
        json_t *description = json_object();
        put_string(c, description, "href", text_string(&href));
        put(c, one, "codeDescription", description);
    }
    text_finish(&heading);
    text_finish(&href);
}

/* LSP has no hints: the hint follows the message, as on a terminal, and is also alone in `data`. */
static json_t *diagnostic_json(server *s, call *c, const ferz_message *m, const pointed *p)
{
    json_t *one = json_object(), *data = json_object();
    const ferz_labels labels = ferz_messages_labels(c->messages);
    text message = {0};
    text_put(&message, m->text);
    if (m->hint) {
        text_print(&message, "\n%s: %s", labels.hint, m->hint);
    }
    if (m->note && !m->note_file) {
        text_print(&message, "\n%s: %s", labels.note, m->note);
    }
    put(c, one, "range", m->file ? range_of(s, c, p, m->line, m->column, m->length) : range_of(s, c, p, 1, 1, 0));
    put(c, one, "severity", json_integer(m->warning ? SEVERITY_LSP_WARNING : SEVERITY_LSP_ERROR));
    put_string(c, one, "code", m->code);
    put_code_link(s, c, one, m->code);
    put_string(c, one, "source", "ferz");
    put_string(c, one, "message", text_string(&message));
    put_related(s, c, one, m);
    put_string(c, data, "fix", m->fix);
    put_string(c, data, "text", m->fix_text);
    put_string(c, data, "word", m->fix_word);
    put(c, one, "data", data);
    text_finish(&message);
    return one;
}

/* What the messages say, by URI. Messages without a file are about `path`. */
static json_t *diagnostics_by_uri(server *s, call *c, const char *path)
{
    json_t *found = json_object();
    for (size_t i = 0; i < ferz_messages_count(c->messages); i++) {
        ferz_message m = ferz_messages_at(c->messages, i);
        pointed p = open_pointed(s, m.file ? m.file : path);
        char *uri = uri_of_pointed(s, &p);
        if (uri) {
            json_t *list = json_object_get(found, uri);
            if (!list) {
                list = json_array();
                put(c, found, uri, list);
            }
            put_item(c, list, diagnostic_json(s, c, &m, &p));
        }
        free(uri);
        close_pointed(&p);
    }
    return found;
}

/* ---- publishing ---- */

static bool has_equal(const json_t *list, const json_t *wanted)
{
    bool found = false;
    for (size_t i = 0; !found && i < json_array_size(list); i++) {
        found = json_equal(json_array_get(list, i), wanted);
    }
    return found;
}

/* All that was found in the text, in whatever game, each once. */
static json_t *all_of_uri(server *s, call *c, const char *uri)
{
    json_t *list = json_array(), *by_uri;
    const char *path;
    json_object_foreach(s->found, path, by_uri)
    {
        const json_t *some = json_object_get(by_uri, uri);
        for (size_t i = 0; i < json_array_size(some); i++) {
            json_t *one = json_array_get(some, i);
            if (!has_equal(list, one)) {
                put_item(c, list, json_incref(one));
            }
        }
    }
    return list;
}

/* Tells the editor what is to be shown in a text, if that has changed or `always`. */
static void publish(server *s, call *c, const char *uri, bool always)
{
    json_t *list = all_of_uri(s, c, uri);
    const json_t *before = json_object_get(s->sent, uri);
    bool same = before ? json_equal(before, list) : json_array_size(list) == 0;
    if ((same && !always) || c->out_of_memory) {
        json_decref(list);
        return;
    }
    json_t *params = json_object();
    const document *open = documents_find(&s->documents, uri);
    put_string(c, params, "uri", uri);
    if (open && open->version) {
        put(c, params, "version", json_incref(open->version));
    }
    put(c, params, "diagnostics", json_incref(list));
    if (json_array_size(list)) {
        put(c, s->sent, uri, list);
    } else {
        (void)json_object_del(s->sent, uri);
        json_decref(list);
    }
    server_notify(s, "textDocument/publishDiagnostics", params);
}

/* Takes what was found in one game, NULL: nothing any more. */
static void replace_found(server *s, call *c, const char *path, json_t *found, const char *checked)
{
    char *key = uri_of_path(path); /* a path may be no UTF-8 */
    json_t *before = key ? json_incref(json_object_get(s->found, key)) : NULL, *none = json_object(), *list;
    const char *uri;
    if (key && found) {
        put(c, s->found, key, json_incref(found));
    } else if (key) {
        (void)json_object_del(s->found, key);
    }
    free(key);
    json_object_foreach(found ? found : none, uri, list)
    {
        publish(s, c, uri, checked && strcmp(checked, uri) == 0);
    }
    json_object_foreach(before ? before : none, uri, list)
    {
        publish(s, c, uri, false);
    }
    if (checked && !json_object_get(found, checked)) {
        publish(s, c, checked, true);
    }
    json_decref(before);
    json_decref(none);
    json_decref(found);
}

void check_forget(server *s, const char *path)
{
    call c = {0};
    replace_found(s, &c, path, NULL, NULL);
}

/* What was found in games of which no rule file is open any more: they were checked for a script. */
void check_forget_closed(server *s)
{
    const char *key;
    json_t *keys = json_array(), *by_uri;
    json_object_foreach(s->found, key, by_uri)
    {
        char *path = path_of_uri(key);
        if (!path || !documents_find_path(&s->documents, path)) {
            (void)json_array_append_new(keys, json_string(path ? path : ""));
        }
        free(path);
    }
    for (size_t i = 0; i < json_array_size(keys); i++) {
        const char *path = json_string_value(json_array_get(keys, i));
        if (path && !documents_find_path(&s->documents, path)) {
            check_forget(s, path);
        }
    }
    json_decref(keys);
}

/* ---- checking ---- */

static bool stop_check(void *state)
{
    const server *s = state;
    return s->options.pending && s->options.pending(s->options.state);
}

typedef struct key_search {
    const char *bytes;
    const outline *top;
    bool any;
} key_search;

static void look_for_key(void *state, const char *key, const json_t *row)
{
    key_search *search = state;
    (void)row;
    search->any = search->any || outline_member(search->top, search->bytes, key);
}

/* Whether a text has no key of ours though it has others: some editors send all YAML that they see. */
static bool is_of_others(const server *s, const document *one)
{
    arena scratch;
    arena_init(&scratch, 0);
    key_search search = {.bytes = text_string(&one->text)};
    search.top = outline_read(&scratch, search.bytes, one->text.length);
    bool has_keys = search.top && search.top->kind == OUTLINE_MAP && search.top->first && search.top->first->has_colon;
    if (has_keys) {
        language_place p = language_at(&s->language, DOCUMENT_RULES, search.top, search.bytes, NULL);
        language_each_key(&p, look_for_key, &search);
    }
    arena_finish(&scratch);
    return has_keys && !search.any;
}

/* Checks the game in a file. `keeper`: the text that keeps its rules, or NULL. False: something else is more urgent. */
static bool check_game(server *s, call *c, const char *path, document *keeper, const char *uri)
{
    ferz_messages_clear(c->messages);
    if (keeper && keeper->kind == DOCUMENT_RULES && is_of_others(s, keeper)) {
        document_forget(keeper);
        replace_found(s, c, path, json_object(), uri);
        return true;
    }
    ferz_variant *variant = check_load(s, path, c->messages);
    if (variant) {
        check_rules(variant, true, c->messages);
    }
    if (stop_check(s) && ferz_messages_result(c->messages) == FERZ_BUDGET_EXCEEDED) {
        ferz_variant_free(variant);
        return false;
    }
    if (keeper) {
        keeper->broken = !variant;
    }
    if (variant && keeper) {
        keep_variant(s, keeper, variant);
    } else {
        ferz_variant_free(variant);
    }
    replace_found(s, c, path, diagnostics_by_uri(s, c, path), uri);
    return true;
}

/* A script alone: the games that are read from it. */
static bool check_script(server *s, call *c, document *script)
{
    game_files f;
    bool done = true, first = true;
    game_files_init(&f, s);
    game_files_add_users(&f, script->path, NULL, 0);
    for (const game_file *one = f.first; one && done; one = one->next) {
        if (one->kind == DOCUMENT_RULES && !documents_find_path(&s->documents, one->path)) {
            done = check_game(s, c, one->path, first ? script : NULL, NULL);
            first = false;
        }
    }
    game_files_finish(&f);
    if (done) {
        publish(s, c, script->uri, true);
    }
    return done;
}

static bool is_saved(const document *one)
{
    text saved = {0};
    bool same = read_file_bytes(one->path, READ_FILE_FOLLOW_LINKS, DOCUMENT_BYTES_MAX, &saved) == 0 &&
                saved.length == one->text.length &&
                memcmp(text_string(&saved), text_string(&one->text), saved.length) == 0;
    text_finish(&saved);
    return same;
}

/* The form of examples as they are typed; they run as they are saved. Without rules beside them they are of others. */
static bool check_examples(server *s, call *c, const document *examples)
{
    static const char ending[] = ".test.yaml";
    text rules = {0};
    if (examples->is_file && text_ends_with(examples->path, ending)) {
        text_add(&rules, examples->path, strlen(examples->path) - strlen(ending));
        text_put(&rules, ".yaml");
    }
    const char *game = text_string(&rules);
    bool on_disk = rules.length && read_file_exists(game);
    if ((on_disk || (rules.length && documents_find_path(&s->documents, game))) &&
        examples_check_form(examples->path, text_string(&examples->text), examples->text.length, c->messages) &&
        on_disk && is_saved(examples)) {
        ferz_test_report report = {0};
        (void)ferz_test_run(game, s->options.rules, NULL, NULL, &report, c->messages);
    }
    text_finish(&rules);
    if (stop_check(s) && ferz_messages_result(c->messages) == FERZ_BUDGET_EXCEEDED) {
        return false;
    }
    replace_found(s, c, examples->path, diagnostics_by_uri(s, c, examples->path), examples->uri);
    return true;
}

/* Whether the game of an open rule file is read from that file, as far as is known. One that did not load may
 * miss it. */
static bool is_read_from(const document *rules, const char *path)
{
    bool found = !rules->files || rules->broken;
    for (size_t i = 0; !found && rules->files[i]; i++) {
        found = strcmp(rules->files[i], path) == 0;
    }
    return found;
}

void check_mark_changed(server *s, const document *changed)
{
    for (document *one = s->documents.first; one; one = one->next) {
        one->stale = one->stale || one == changed || !changed ||
                     (one->kind == DOCUMENT_RULES && is_read_from(one, changed->path));
    }
}

/* The order in which texts are checked: a script after the rules that may be read from it. */
static document *next_stale(server *s)
{
    document *found = NULL;
    for (document *one = s->documents.first; one; one = one->next) {
        if (one->stale && (!found || (found->kind == DOCUMENT_SCRIPT && one->kind != DOCUMENT_SCRIPT))) {
            found = one;
        }
    }
    return found;
}

bool server_check_next(server *s)
{
    document *one = s->initialized && !s->shut_down ? next_stale(s) : NULL;
    if (!one) {
        return false;
    }
    call c = {.messages = ferz_messages_create(false)};
    bool done = true;
    server_begin(s, SERVER_CHECK_MILLISECONDS);
    if (c.messages) {
        ferz_messages_set_memory(c.messages, SERVICE_RULES_MAX);
        ferz_messages_set_language(c.messages, s->russian ? FERZ_RUSSIAN : FERZ_ENGLISH);
        ferz_messages_set_budget(
            c.messages, (ferz_budget){.milliseconds = SERVER_CHECK_MILLISECONDS, .stop = stop_check, .state = s});
        done = one->kind == DOCUMENT_RULES      ? check_game(s, &c, one->path, one, one->uri)
               : one->kind == DOCUMENT_SCRIPT   ? check_script(s, &c, one)
               : one->kind == DOCUMENT_EXAMPLES ? check_examples(s, &c, one)
                                                : true;
    }
    one->stale = !done;
    ferz_messages_free(c.messages);
    json_decref(c.error);
    return done; /* else what is more urgent comes first */
}
