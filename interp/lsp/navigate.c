/* Navigation: where a name is defined and used, another name for it, the outline of a text. */
#include <stdlib.h>
#include <string.h>

#include "lsp/symbol.h"
#include "service/script_names.h"

/* kinds of LSP */
enum {
    SYMBOL_MODULE = 2,
    SYMBOL_CLASS = 5,
    SYMBOL_PROPERTY = 7,
    SYMBOL_FUNCTION = 12,
    SYMBOL_CONSTANT = 14,
    SYMBOL_OBJECT = 19,
    SYMBOL_EVENT = 24,
};
enum { NAVIGATION_PLACES_MAX = 5000 };

static json_t *location_json(server *s, call *c, const game_file *file, span at)
{
    const document *open = documents_find_path(&s->documents, file->path);
    char *uri = open ? NULL : uri_of_path(file->path);
    place_text t = server_place(s, &file->bytes);
    json_t *location = json_object();
    put(c, location, "uri", json_string(open ? open->uri : uri));
    put(c, location, "range", place_range_json(c, &t, at));
    free(uri);
    return location;
}

/* ---- definition ---- */

/* The game or script that the place names, from its first byte. */
static json_t *file_location(server *s, call *c, const symbol *l)
{
    const char *name = text_string(&l->name);
    char *path = l->kinds & NAME_GAME     ? game_files_parent(s, l->file->path, name)
                 : l->kinds & NAME_SCRIPT ? game_files_script(s, l->file->path, name)
                                          : NULL;
    game_files f;
    game_files_init(&f, s);
    const game_file *file = path ? game_files_add(&f, path) : NULL;
    json_t *found = file ? location_json(s, c, file, (span){0, 0}) : json_null();
    game_files_finish(&f);
    free(path);
    return found;
}

/* On a definition itself: the one of a parent, where there is one. */
static json_t *inherited_location(server *s, call *c, const symbol *l, unsigned known, span own)
{
    game_files parents;
    name_use above;
    game_files_init(&parents, s);
    for (const game_file *other = l->file->next; other; other = other->next) {
        (void)game_files_add(&parents, other->path);
    }
    const game_file *parent = game_files_definition(&parents, text_string(&l->name), known, &above);
    json_t *found = parent ? location_json(s, c, parent, above.at) : location_json(s, c, l->file, own);
    game_files_finish(&parents);
    return found;
}

json_t *definition_answer(server *s, call *c)
{
    size_t at = 0;
    symbol l;
    json_t *result = json_null();
    if (symbol_from(&l, s, c, &at) && l.name.length) {
        name_use use;
        unsigned known = symbol_known_kinds(&l);
        const game_file *file = known ? game_files_definition(&l.files, text_string(&l.name), known, &use) : NULL;
        result = !file                                      ? file_location(s, c, &l)
                 : file == l.file && span_holds(use.at, at) ? inherited_location(s, c, &l, known, use.at)
                                                            : location_json(s, c, file, use.at);
    }
    symbol_finish(&l);
    return result;
}

/* ---- references ---- */

typedef struct reference_search {
    server *server;
    call *call;
    const game_file *file;
    const char *name;
    unsigned kinds;
    bool with_definitions;
    void (*visit)(void *state, const game_file *file, span at);
    void *state;
} reference_search;

static void look_at_reference(void *state, const name_use *use)
{
    const reference_search *search = state;
    if ((use->kinds & search->kinds) && (search->with_definitions || !use->defines) &&
        outline_is(text_string(&search->file->bytes), use->at, search->name)) {
        search->visit(search->state, search->file, use->at);
    }
}

static void look_in_script(const reference_search *search)
{
    const char *bytes = text_string(&search->file->bytes);
    size_t at = 0;
    script_word word;
    while (script_next_word(bytes, search->file->bytes.length, &at, &word)) {
        bool fits = word.kind == SCRIPT_TEXT
                        ? (search->kinds & (NAME_PIECE | NAME_ZONE)) != 0
                        : (search->kinds & NAME_FUNCTION) && (search->with_definitions || word.kind != SCRIPT_FUNCTION);
        if (fits && outline_is(bytes, word.at, search->name)) {
            search->visit(search->state, search->file, word.at);
        }
    }
}

/* Adds the games that use the definition too. */
static void add_users(symbol *l, unsigned known)
{
    text path = {0};
    text_put(&path, l->file->path);
    game_files_add_users(&l->files, text_string(&path), text_string(&l->name), known);
    text_finish(&path);
}

static void each_reference(const symbol *l, reference_search *search)
{
    for (search->file = l->files.first; search->file; search->file = search->file->next) {
        if (search->file->top) {
            names_each(&search->server->language, search->file->top, text_string(&search->file->bytes),
                       look_at_reference, search);
        } else {
            look_in_script(search);
        }
    }
}

typedef struct place_list {
    server *server;
    call *call;
    json_t *items;
} place_list;

static void add_place(void *state, const game_file *file, span at)
{
    place_list *list = state;
    if (json_array_size(list->items) < NAVIGATION_PLACES_MAX) {
        put_item(list->call, list->items, location_json(list->server, list->call, file, at));
    }
}

json_t *references_answer(server *s, call *c)
{
    size_t at = 0;
    symbol l;
    place_list list = {s, c, json_array()};
    if (symbol_from(&l, s, c, &at)) {
        unsigned known = symbol_known_kinds(&l);
        bool all = json_is_true(json_object_get(json_object_get(c->params, "context"), "includeDeclaration"));
        reference_search search = {s, c, NULL, text_string(&l.name), known, all, add_place, &list};
        if (known) {
            add_users(&l, known);
            each_reference(&l, &search);
        }
    }
    symbol_finish(&l);
    return list.items;
}

/* ---- rename ---- */

enum { NAME_RENAMED = NAME_PIECE | NAME_ZONE | NAME_FUNCTION };

json_t *prepare_rename_answer(server *s, call *c)
{
    size_t at = 0;
    symbol l;
    json_t *result = json_null();
    const document *one = symbol_from(&l, s, c, &at);
    if (one && (symbol_known_kinds(&l) & NAME_RENAMED)) {
        place_text t = server_place(s, &one->text);
        result = place_range_json(c, &t, l.word);
    }
    symbol_finish(&l);
    return result;
}

/* Whether a file may be changed: it is open, lies beside the document, or in the workspace. */
static bool is_ours(const server *s, const document *one, const char *path)
{
    const char *slash = strrchr(one->path, '/');
    bool ours = documents_find_path(&s->documents, path) ||
                (slash && strncmp(path, one->path, (size_t)(slash - one->path) + 1) == 0);
    for (size_t i = 0; !ours && i < json_array_size(s->folders); i++) {
        const char *folder = json_string_value(json_array_get(s->folders, i));
        size_t length = strlen(folder);
        ours = strncmp(path, folder, length) == 0 && path[length] == '/';
    }
    return ours;
}

typedef struct rename_list {
    server *server;
    call *call;
    const document *document;
    const char *name;
    json_t *changes;     /* by URI */
    const char *foreign; /* a file that may not be changed, or NULL */
} rename_list;

static void add_edit(void *state, const game_file *file, span at)
{
    rename_list *list = state;
    call *c = list->call;
    if (!is_ours(list->server, list->document, file->path)) {
        list->foreign = file->path;
        return;
    }
    json_t *location = location_json(list->server, c, file, at), *edit = json_object();
    const char *uri = json_string_value(json_object_get(location, "uri"));
    json_t *edits = uri ? json_object_get(list->changes, uri) : NULL;
    if (uri && !edits) {
        edits = json_array();
        put(c, list->changes, uri, edits);
    }
    put(c, edit, "range", json_incref(json_object_get(location, "range")));
    put_string(c, edit, "newText", list->name);
    put_item(c, edits, edit);
    json_decref(location);
}

/* Whether a name may be given: a letter first, then letters, digits, - and _. */
static bool is_name(const char *name, unsigned kinds)
{
    bool function = (kinds & NAME_FUNCTION) != 0,
         good = (unsigned char)*name >= 0x80 || ascii_is_letter(*name) || (function && *name == '_');
    for (const char *p = name; good && *p; p++) {
        bool other = (unsigned char)*p >= 0x80 || *p == '-';
        good = ascii_is_letter(*p) || ascii_is_digit(*p) || *p == '_' || (other && !function);
    }
    return good;
}

json_t *rename_answer(server *s, call *c)
{
    size_t at = 0;
    const char *name = param_string(c, "newName");
    symbol l;
    const document *one = symbol_from(&l, s, c, &at);
    json_t *result = json_object();
    rename_list list = {s, c, one, name ? name : "", json_object(), NULL};
    unsigned known = one ? symbol_known_kinds(&l) & NAME_RENAMED : 0;
    name_use use;
    if (!known) {
        (void)fail(c, ERROR_REQUEST_FAILED, "only pieces, zones and functions of the script can be renamed");
    } else if (!is_name(list.name, known)) {
        (void)fail(c, ERROR_REQUEST_FAILED, "a name is a letter, then letters, digits, - and _");
    } else if (game_files_definition(&l.files, list.name, known, &use)) {
        (void)fail(c, ERROR_REQUEST_FAILED, "there is something of this name already");
    } else {
        reference_search search = {s, c, NULL, text_string(&l.name), known, true, add_edit, &list};
        add_users(&l, known);
        each_reference(&l, &search);
        if (list.foreign) {
            text why = {0};
            text_put(&why, "it is also named in a file outside of the workspace: ");
            text_add_safe(&why, list.foreign, strlen(list.foreign));
            (void)fail(c, ERROR_REQUEST_FAILED, text_string(&why));
            text_finish(&why);
        }
    }
    symbol_finish(&l);
    put(c, result, "changes", list.changes);
    return result;
}

/* ---- the outline of a text ---- */

typedef struct symbol_list {
    call *call;
    place_text text;
} symbol_list;

static json_t *symbol_json(const symbol_list *k, const char *bytes, span name, span all, int kind)
{
    call *c = k->call;
    json_t *one = json_object();
    put(c, one, "name", json_stringn(bytes + name.from, name.to - name.from));
    put(c, one, "kind", json_integer(kind));
    put(c, one, "range", place_range_json(c, &k->text, all));
    put(c, one, "selectionRange", place_range_json(c, &k->text, name));
    return one;
}

static int kind_of_symbol(const language_place *map)
{
    return language_is_section(map, "pieces")       ? SYMBOL_CLASS
           : language_is_section(map, "zones")      ? SYMBOL_CONSTANT
           : language_is_section(map, "endings")    ? SYMBOL_EVENT
           : language_is_section(map, "live-hooks") ? SYMBOL_FUNCTION
           : language_is_section(map, "options")    ? SYMBOL_MODULE
                                                    : SYMBOL_PROPERTY;
}

/* The members of the text, and those of its sections. Examples are named by their titles. */
static json_t *rules_symbols(const symbol_list *k, const language_place *p, const char *bytes, const outline *map,
                             int depth)
{
    json_t *list = json_array();
    int kind = kind_of_symbol(p);
    for (const outline *child = map->first; child; child = child->next) {
        const outline *title = outline_member(child, bytes, "title");
        span name = child->has_key ? child->key : title ? title->value : (span){0, 0};
        span all = {child->has_key ? child->key.from : child->value.from, child->value.to};
        all.to = all.to < name.to ? name.to : all.to;
        if (name.to > name.from) {
            json_t *one = symbol_json(k, bytes, name, all, depth ? kind : SYMBOL_OBJECT);
            if (depth == 0 && (child->kind == OUTLINE_MAP || child->kind == OUTLINE_LIST)) {
                language_place inside = language_inside(p, bytes, child);
                put(k->call, one, "children", rules_symbols(k, &inside, bytes, child, depth + 1));
            }
            put_item(k->call, list, one);
        }
    }
    return list;
}

static json_t *script_symbols(const symbol_list *k, const char *bytes, size_t length)
{
    json_t *list = json_array();
    size_t at = 0;
    script_word word;
    while (script_next_word(bytes, length, &at, &word)) {
        if (word.kind == SCRIPT_FUNCTION) {
            put_item(k->call, list, symbol_json(k, bytes, word.at, word.at, SYMBOL_FUNCTION));
        }
    }
    return list;
}

json_t *symbols_answer(server *s, call *c)
{
    const document *one = server_document(s, c);
    if (!one) {
        return json_array();
    }
    const symbol_list k = {c, server_place(s, &one->text)};
    const char *bytes = text_string(&one->text);
    if (one->kind == DOCUMENT_SCRIPT) {
        return script_symbols(&k, bytes, one->text.length);
    }
    arena scratch;
    arena_init(&scratch, 0);
    const outline *top = outline_read(&scratch, bytes, one->text.length);
    language_place p = language_at(&s->language, one->kind, top, bytes, NULL);
    json_t *list = top ? rules_symbols(&k, &p, bytes, top, 0) : NULL;
    arena_finish(&scratch);
    c->out_of_memory = c->out_of_memory || !list;
    return list;
}
