/* Completion: which keys, words and names may stand where somebody types. A letter is put at that place first, so that
 * the text has a key or a value there; what the schema says of it is offered. */
#include "ferz_tools.h"

#include <stdlib.h>
#include <string.h>

#include "cli/template.h"
#include "lsp/hook_kinds.h"
#include "lsp/symbol.h"
#include "service/script_names.h"
#include "lsp/hover_text.h"

/* kinds of LSP */
enum {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_CLASS = 7,
    ITEM_PROPERTY = 10,
    ITEM_VALUE = 12,
    ITEM_SNIPPET = 15,
    ITEM_FILE = 17
};
enum { FORMAT_SNIPPET = 2 };

typedef struct completion {
    server *server;
    call *call;
    json_t *items;
    json_t *range;      /* what an item replaces */
    json_t *seen;       /* labels that are in the list */
    const outline *map; /* whose keys are offered: those that it has are not */
    const char *bytes;
    const outline *node;
    const char *path; /* of the document */
    size_t at;
    bool has_colon;
} completion;

/* ---- items ---- */

/* Adds an item. `detail`, `words` and `inserted` may be NULL: nothing, nothing, the label. Returns it, borrowed; NULL
 * when it is there already. */
static json_t *add_item(completion *k, int kind, const char *label, const char *detail, const char *words,
                        const char *inserted)
{
    call *c = k->call;
    if (!*label || json_object_get(k->seen, label)) {
        return NULL;
    }
    put(c, k->seen, label, json_true());
    json_t *item = json_object(), *edit = json_object();
    put_string(c, item, "label", label);
    put(c, item, "kind", json_integer(kind));
    put_string(c, item, "detail", detail);
    if (words) {
        json_t *documentation = json_object();
        put_string(c, documentation, "kind", k->server->markdown ? "markdown" : "plaintext");
        put_string(c, documentation, "value", words);
        put(c, item, "documentation", documentation);
    }
    text order = {0};
    text_print(&order, "%d%04zu", kind == ITEM_SNIPPET, json_array_size(k->items));
    put_string(c, item, "sortText", text_string(&order));
    text_finish(&order);
    put(c, edit, "range", json_incref(k->range));
    put_string(c, edit, "newText", inserted ? inserted : label);
    put(c, item, "textEdit", edit);
    if (inserted && !strchr(inserted, '\n')) { /* some editors go by it before they look at the edit */
        put_string(c, item, "insertText", inserted);
    }
    put_item(c, k->items, item);
    return json_array_get(k->items, json_array_size(k->items) - 1);
}

/* ---- a value as YAML writes it ---- */

static void put_yaml(text *out, const json_t *value);

static void put_yaml_string(text *out, const char *string)
{
    bool bare =
        *string && !strpbrk(string, ":#{}[],&*!|>'\"%@`\n") && *string != '-' && *string != ' ' && *string != '?';
    if (bare) {
        text_put(out, string);
    } else {
        text_json(out, string, strlen(string));
    }
}

static void put_yaml_object(text *out, const json_t *value)
{
    const char *key, *before = "";
    json_t *one;
    text_char(out, '{');
    json_object_foreach((json_t *)(uintptr_t)value, key, one)
    {
        text_put(out, before);
        put_yaml_string(out, key);
        text_put(out, ": ");
        put_yaml(out, one);
        before = ", ";
    }
    text_char(out, '}');
}

static void put_yaml(text *out, const json_t *value)
{
    if (json_is_object(value)) {
        put_yaml_object(out, value);
    } else if (json_is_array(value)) {
        text_char(out, '[');
        for (size_t i = 0; i < json_array_size(value); i++) {
            text_put(out, i ? ", " : "");
            put_yaml(out, json_array_get(value, i));
        }
        text_char(out, ']');
    } else if (json_is_string(value)) {
        put_yaml_string(out, json_string_value(value));
    } else if (json_is_integer(value)) {
        text_print(out, "%lld", (long long)json_integer_value(value));
    } else if (json_is_boolean(value)) {
        text_put(out, json_is_true(value) ? "true" : "false");
    }
}

/* ---- keys ---- */

static bool has_member(const completion *k, const char *key)
{
    const outline *there = outline_member(k->map, k->bytes, key);
    while (there && there == k->node) { /* what is being typed */
        there = there->next;
        while (there && !outline_is(k->bytes, there->key, key)) {
            there = there->next;
        }
    }
    return there != NULL;
}

static void offer_key(void *state, const char *key, const json_t *row)
{
    completion *k = state;
    if (has_member(k, key)) {
        return;
    }
    const char *words = json_string_value(json_object_get(row, "markdownDescription"));
    const char *detail = json_string_value(json_object_get(row, "description"));
    const json_t *example = json_array_get(json_object_get(row, "examples"), 0);
    text inserted = {0};
    text_print(&inserted, k->has_colon ? "%s" : "%s: ", key);
    add_item(k, ITEM_PROPERTY, key, detail, words, text_string(&inserted));
    if (example && !k->has_colon) { /* the same with a value that is right */
        text_clear(&inserted);
        text_print(&inserted, "%s: ", key);
        put_yaml(&inserted, example);
        add_item(k, ITEM_SNIPPET, text_string(&inserted), detail, NULL, NULL);
    }
    text_finish(&inserted);
}

/* ---- names ---- */

typedef struct name_offer {
    completion *completion;
    const char *bytes, *file;
    unsigned kinds;
    const char *ending; /* behind the name */
} name_offer;

static void offer_name(void *state, const name_use *use)
{
    const name_offer *offer = state;
    if (!use->defines || !(use->kinds & offer->kinds)) {
        return;
    }
    text name = {0}, inserted = {0};
    text_add(&name, offer->bytes + use->at.from, use->at.to - use->at.from);
    text_print(&inserted, "%s%s", text_string(&name), offer->ending);
    const char *slash = strrchr(offer->file, '/');
    bool typed = strcmp(offer->file, offer->completion->path) == 0 && span_holds(use->at, offer->completion->at);
    if (!typed && !(offer->completion->map && has_member(offer->completion, text_string(&name)))) {
        add_item(offer->completion, ITEM_CLASS, text_string(&name), slash ? slash + 1 : offer->file, NULL,
                 text_string(&inserted));
    }
    text_finish(&name);
    text_finish(&inserted);
}

static void offer_functions(completion *k, const game_file *script, const char *ending)
{
    size_t at = 0;
    script_word word;
    while (script_next_word(text_string(&script->bytes), script->bytes.length, &at, &word)) {
        if (word.kind == SCRIPT_FUNCTION && !word.local) {
            text name = {0}, inserted = {0}, words = {0};
            text_add(&name, text_string(&script->bytes) + word.at.from, word.at.to - word.at.from);
            text_print(&inserted, "%s%s", text_string(&name), ending);
            script_put_remarks(text_string(&script->bytes), word.at.from, &words);
            add_item(k, ITEM_FUNCTION, text_string(&name), NULL, words.length ? text_string(&words) : NULL,
                     text_string(&inserted));
            text_finish(&name);
            text_finish(&inserted);
            text_finish(&words);
        }
    }
}

/* The names of these kinds in all files of the game. */
static void offer_names(completion *k, const game_files *f, unsigned kinds, const char *ending)
{
    for (const game_file *one = f->first; one; one = one->next) {
        if (one->top) {
            name_offer offer = {k, text_string(&one->bytes), one->path, kinds, ending};
            names_each(&k->server->language, one->top, offer.bytes, offer_name, &offer);
        } else if (kinds & NAME_FUNCTION) {
            offer_functions(k, one, ending);
        }
    }
}

static void offer_games(completion *k)
{
    server_list_games(k->server);
    for (size_t i = 0; i < k->server->game_count; i++) {
        add_item(k, ITEM_FILE, k->server->games[i].name, k->server->games[i].title, NULL, NULL);
    }
}

static void offer_listed(void *state, const char *word, const char *meaning)
{
    add_item(state, ITEM_VALUE, word, meaning, NULL, NULL);
}

/* ---- values ---- */

static void offer_word(void *state, const json_t *word)
{
    text written = {0};
    put_yaml(&written, word);
    add_item(state, ITEM_VALUE, text_string(&written), NULL, NULL, NULL);
    text_finish(&written);
}

static void offer_values(completion *k, const game_files *f, const language_place *p)
{
    static const char *const listed[] = {"movement", "zone", "condition"};
    unsigned kinds = names_of_place(p);
    language_each_word(p, offer_word, k);
    if (language_takes(p, "bool")) {
        add_item(k, ITEM_VALUE, "true", NULL, NULL, NULL);
        add_item(k, ITEM_VALUE, "false", NULL, NULL, NULL);
    }
    offer_names(k, f, kinds, "");
    if (kinds & NAME_GAME) {
        offer_games(k);
    }
    for (size_t i = 0; i < sizeof listed / sizeof listed[0]; i++) {
        if (language_takes(p, listed[i])) {
            hover_text_each_word(listed[i], offer_listed, k);
        }
    }
    const json_t *example = json_array_get(json_object_get(p->row, "examples"), 0);
    if (example && !k->node->parent->flow) {
        text written = {0};
        put_yaml(&written, example);
        add_item(k, ITEM_SNIPPET, text_string(&written), NULL, NULL, NULL);
        text_finish(&written);
    }
}

static void offer_keys(completion *k, const game_files *f, const language_place *map)
{
    static const struct {
        const char *section;
        unsigned kinds;
    } named[] = {{"pieces", NAME_PIECE},   {"points", NAME_PIECE},        {"zones", NAME_ZONE},
                 {"endings", NAME_ENDING}, {"live-hooks", NAME_FUNCTION}, {"options", NAME_OPTION}};
    language_each_key(map, offer_key, k);
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (language_is_section(map, named[i].section)) {
            offer_names(k, f, named[i].kinds, k->has_colon ? "" : ": ");
        }
    }
}

/* ---- whole texts ---- */

extern const char text_cli_templates_own[], text_cli_templates_extended[];

/* The file's name without its folder and ending. */
static void put_stem(text *out, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    text_add(out, name, text_stem_length(name));
}

/* What `ferz new` writes, for a text that is empty. */
static void offer_templates(completion *k, const document *one)
{
    enum { VALUES = 8 };
    static const char pieces[] = "  king: {letter: k, moves: K, royal: true}\n  queen: {letter: q, moves: Q}\n"
                                 "  rook: {letter: r, moves: R}\n  bishop: {letter: b, moves: B}\n"
                                 "  knight: {letter: n, moves: N}";
    text values[VALUES] = {0}, whole = {0};
    static const char *const names[VALUES] = {"name", "title", "size", "pieces", "start", "parent", "about", "end"};
    put_stem(&values[0], one->path);
    put_stem(&values[1], one->path);
    text_put(&values[2], "8x8");
    text_put(&values[3], pieces);
    text_put(&values[4], "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1");
    server_list_games(k->server);
    text_put(&values[5], k->server->game_count ? k->server->games[0].name : "");
    text_put(&values[6], "what is different");
    text_put(&values[7], "  checkmate: loss\n  stalemate: draw");
    template_value given[VALUES];
    for (size_t i = 0; i < VALUES; i++) {
        given[i] = (template_value){names[i], &values[i]};
    }
    template_put(&whole, text_cli_templates_own, given, VALUES);
    add_item(k, ITEM_SNIPPET, "a game on a board of its own", "a template", NULL, text_string(&whole));
    text_clear(&whole);
    text_clear(&values[3]);
    text_put(&values[3], "# (complete a key under `pieces` to see them)");
    template_put(&whole, text_cli_templates_extended, given, VALUES);
    add_item(k, ITEM_SNIPPET, "a game that changes another", "a template", NULL, text_string(&whole));
    for (size_t i = 0; i < VALUES; i++) {
        text_finish(&values[i]);
    }
    text_finish(&whole);
}

/* ---- the answer ---- */

/* Where the word begins that ends at `at`, not before `first`. */
static size_t word_start(const char *bytes, size_t first, size_t at)
{
    while (at > first && !strchr(" \t,[{\"'", bytes[at - 1])) {
        at--;
    }
    return at;
}

/* Whether several words are a value there, of which one is typed. */
static bool is_of_words(const language_place *p, const char *bytes, span value, size_t at)
{
    bool blank = memchr(bytes + value.from, ' ', at > value.from ? at - value.from : 0) != NULL;
    return blank && (names_of_place(p) & (NAME_PIECE | NAME_ZONE | NAME_FUNCTION));
}

/* Whether a plain scalar may be half a key: an item of a list in lines, or what stands in a line below its key. */
static bool is_half_key(const outline *node, const char *bytes)
{
    size_t from = node->parent->value.from;
    return node->has_key ? memchr(bytes + from, '\n', node->value.from - from) != NULL : !node->parent->flow;
}

static void complete_rules(completion *k, const document *one, size_t at, game_files *f)
{
    arena scratch;
    text marked = {0};
    arena_init(&scratch, 0);
    text_add(&marked, text_string(&one->text), at);
    text_char(&marked, 'x');
    text_add(&marked, text_string(&one->text) + at, one->text.length - at);
    k->bytes = text_string(&marked);
    outline *top = marked.failed ? NULL : outline_read(&scratch, k->bytes, marked.length);
    k->node = top ? outline_at(top, at + 1) : NULL;
    place_text t = server_place(k->server, &one->text);
    if (k->node && k->node->parent) {
        const language *l = &k->server->language;
        bool in_key = outline_in_key(k->node, at + 1);
        language_place p = language_at(l, one->kind, top, k->bytes, in_key ? k->node->parent : k->node);
        size_t first = in_key ? k->node->key.from : k->node->value.from;
        size_t from =
            !in_key && is_of_words(&p, k->bytes, k->node->value, at) ? word_start(k->bytes, first, at) : first;
        k->range = place_range_json(k->call, &t, (span){from < at ? from : at, at});
        if (in_key) {
            k->map = k->node->parent;
            k->has_colon = k->node->has_colon;
            offer_keys(k, f, &p);
        } else if (k->node->kind == OUTLINE_SCALAR && !k->node->block) {
            offer_values(k, f, &p);
            if (!k->node->quote && is_half_key(k->node, k->bytes)) {
                offer_keys(k, f, &p);
            }
        }
    }
    bool empty = true;
    for (size_t i = 0; empty && i < one->text.length; i++) {
        empty = strchr(" \t\r\n", text_string(&one->text)[i]) != NULL;
    }
    if (empty && one->kind == DOCUMENT_RULES && k->range) {
        offer_templates(k, one);
    }
    text_finish(&marked);
    arena_finish(&scratch);
}

static void offer_api(void *state, const char *name, size_t length, const char *line)
{
    text label = {0}, detail = {0}, words = {0};
    const char *end = strstr(line, " end\n");
    text_add(&label, name, length);
    text_add(&detail, line, end ? (size_t)(end - line) : length);
    add_item(state, ITEM_FUNCTION, text_string(&label), text_string(&detail), NULL, NULL);
    text_finish(&label);
    text_finish(&detail);
    text_finish(&words);
}

/* ---- hooks ---- */

typedef struct hook_offer {
    completion *completion;
    const game_files *files;
    const char *stubs;
    size_t from;    /* of the name that is being typed */
    bool has_names; /* parameters follow it already */
} hook_offer;

/* Whether a script defines the function elsewhere than where it is being typed. */
static bool is_defined(const hook_offer *offer, const char *name)
{
    name_use use;
    const game_file *file = game_files_definition(offer->files, name, NAME_FUNCTION, &use);
    return file && !(file == offer->files->first && use.at.from == offer->from);
}

static void offer_hook(void *state, const char *name, const char *kind)
{
    const hook_offer *offer = state;
    completion *k = offer->completion;
    stub_type hook;
    if (is_defined(offer, name) || !stubs_find_type(offer->stubs, kind, strlen(kind), &hook)) {
        return;
    }
    text header = {0}, words = {0}, inserted = {0};
    hooks_put_header(offer->stubs, &hook, name, &header);
    stubs_put_words(offer->stubs, &hook, &words);
    text_print(&inserted, "%s\n    %s\nend", text_string(&header), k->server->snippets ? "$0" : "");
    json_t *item = add_item(k, ITEM_FUNCTION, name, text_string(&header), text_string(&words),
                            offer->has_names ? name : text_string(&inserted));
    if (item && k->server->snippets && !offer->has_names) {
        put(k->call, item, "insertTextFormat", json_integer(FORMAT_SNIPPET));
    }
    text_finish(&header);
    text_finish(&words);
    text_finish(&inserted);
}

static void offer_hooks(completion *k, const game_files *f, const document *one, size_t from, size_t at)
{
    char *stubs = ferz_stubs(FERZ_STUBS_LUA);
    hook_offer offer = {k, f, stubs, from, text_string(&one->text)[at] == '('};
    if (stubs) {
        hooks_each(f, offer_hook, &offer);
    }
    ferz_free(stubs);
}

/* A function of a library, behind `table.`. */
typedef struct library_offer {
    completion *completion;
    const char *before; /* the word before the dot */
    size_t length;      /* with the dot */
} library_offer;

static void offer_of_library(void *state, const char *name, size_t length, const char *line)
{
    const library_offer *offer = state;
    if (length > offer->length && strncmp(name, offer->before, offer->length) == 0) {
        offer_api(offer->completion, name + offer->length, length - offer->length, line);
    }
}

static void offer_library(completion *k, const char *bytes, size_t at)
{
    library_offer offer = {k, bytes + at, 0};
    while (offer.before > bytes && (ascii_is_letter(offer.before[-1]) || ascii_is_digit(offer.before[-1]) ||
                                    offer.before[-1] == '_' || offer.before[-1] == '.')) {
        offer.before--;
        offer.length++;
    }
    hover_text_each_api(offer_of_library, &offer);
}

/* The fields of what a hook gets, behind `move.`. */
static void offer_fields(completion *k, const game_files *f, const document *one, span word)
{
    char *stubs = ferz_stubs(FERZ_STUBS_LUA);
    stub_type type;
    stub_member field;
    bool found = stubs && hooks_class_at(f, stubs, text_string(&one->text), one->text.length, word, &type);
    for (size_t at = 0; found && stubs_next_field(stubs, &type, &at, &field);) {
        text name = {0}, kind = {0}, words = {0};
        text_add(&name, stubs + field.name.from, field.name.to - field.name.from);
        text_add(&kind, stubs + field.type.from, field.type.to - field.type.from);
        text_add(&words, stubs + field.words.from, field.words.to - field.words.from);
        add_item(k, ITEM_FIELD, text_string(&name), text_string(&kind), text_string(&words), NULL);
        text_finish(&name);
        text_finish(&kind);
        text_finish(&words);
    }
    ferz_free(stubs);
}

static void complete_script(completion *k, const document *one, size_t at, game_files *f)
{
    place_text t = server_place(k->server, &one->text);
    const char *bytes = text_string(&one->text);
    script_word word;
    bool inside = script_word_at(bytes, one->text.length, at, &word);
    span name = inside ? word.at : (span){at, at};
    k->range = place_range_json(k->call, &t, (span){name.from, at});
    if (inside && word.kind == SCRIPT_TEXT) {
        game_files_add_users(f, one->path, NULL, 0);
        offer_names(k, f, NAME_PIECE | NAME_ZONE | NAME_OPTION, "");
    } else if (script_is_code(bytes, one->text.length, at) && script_declares(bytes, name.from)) {
        game_files_add_users(f, one->path, NULL, 0);
        offer_hooks(k, f, one, name.from, at);
    } else if (script_is_code(bytes, one->text.length, at) && name.from && bytes[name.from - 1] == '.') {
        game_files_add_users(f, one->path, NULL, 0);
        offer_fields(k, f, one, name);
        offer_library(k, bytes, name.from);
    } else if (inside) {
        hover_text_each_api(offer_api, k);
        if (f->first) {
            offer_functions(k, f->first, "");
        }
    }
}

json_t *completion_answer(server *s, call *c)
{
    size_t at = 0;
    document *one = server_position(s, c, &at);
    json_t *result = json_object();
    completion k = {.server = s, .call = c, .items = json_array(), .seen = json_object()};
    if (one) {
        game_files f;
        k.path = one->path;
        k.at = at;
        game_files_init(&f, s);
        (void)game_files_add(&f, one->path);
        if (one->kind == DOCUMENT_SCRIPT) {
            complete_script(&k, one, at, &f);
        } else {
            complete_rules(&k, one, at, &f);
        }
        game_files_finish(&f);
    }
    json_decref(k.seen);
    json_decref(k.range);
    put(c, result, "isIncomplete", json_false());
    put(c, result, "items", k.items);
    return result;
}
