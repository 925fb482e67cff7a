#include "rules/merge.h"

#include <stdio.h>
#include <string.h>

#include "base/read_file.h"
#include "rules/names.h"
#include "rules/options.h"

/* ---- laying one tree on another ---- */

typedef struct merge_context {
    arena *arena;
    diag_list *diags;
    const merge_removal **removals;
} merge_context;

static node *new_map(arena *a, const node *like, size_t room)
{
    node *map = arena_new(a, node, 1);
    if (!map) {
        return NULL;
    }
    *map = *like;
    map->length = 0;
    map->items = arena_new(a, node *, room);
    map->keys = arena_new(a, const char *, room);
    map->key_locations = arena_new(a, location, room);
    return map->items && map->keys && map->key_locations ? map : NULL;
}

/* Index of `key`, or the length of the map. */
static size_t find_key(const node *map, const char *key)
{
    size_t i = 0;
    while (i < map->length && strcmp(map->keys[i], key) != 0) {
        i++;
    }
    return i;
}

static void set_key(node *map, size_t at, const char *key, location key_location, const node *value)
{
    map->keys[at] = key;
    map->key_locations[at] = key_location;
    map->items[at] = (node *)value;
    if (at == map->length) {
        map->length++;
    }
}

static void remove_at(node *map, size_t at)
{
    map->length--;
    for (size_t i = at; i < map->length; i++) {
        map->keys[i] = map->keys[i + 1];
        map->key_locations[i] = map->key_locations[i + 1];
        map->items[i] = map->items[i + 1];
    }
}

static const node *as_map(const node *n)
{
    return n && n->kind == NODE_MAP ? n : NULL;
}

static const node *merge_map(merge_context *m, const node *under, const node *over, const node *before,
                             schema_section section);

/* `none` for `key`: removes it and remembers where. `under` is the inherited mapping, NULL: none. */
static void remove_inherited(merge_context *m, node *map, const char *key, const node *none, const node *under,
                             const node *before, schema_section section)
{
    size_t at = find_key(map, key);
    if (at < map->length) {
        remove_at(map, at);
        merge_removal *removal = m->removals ? arena_new(m->arena, merge_removal, 1) : NULL;
        if (removal) {
            *removal = (merge_removal){section, key, none->location, *m->removals};
            *m->removals = removal;
        }
    } else if (!node_get(before, key)) {
        diag_error(m->diags, CODE_NOTHING_TO_REMOVE, none->location, "there is no inherited `%s` to remove", key);
        if (under && under->length > 0) {
            names_hint(m->diags, key, names_of_map, under, "inherited");
        } else {
            diag_hint(m->diags, "`none` removes what a parent has; without a parent omit the line");
        }
    }
}

/* Mappings inside a list inherit nothing, but a `none` in them must not become a value. */
static const node *merge_list(merge_context *m, const node *list, schema_section section)
{
    for (size_t i = 0; i < list->length; i++) {
        if (list->items[i]->kind == NODE_MAP && !merge_map(m, NULL, list->items[i], NULL, section)) {
            return NULL;
        }
    }
    return list;
}

static const node *merge_map(merge_context *m, const node *under, const node *over, const node *before,
                             schema_section section)
{
    node *map = new_map(m->arena, over, (under ? under->length : 0) + over->length);
    if (!map) {
        return NULL;
    }
    for (size_t i = 0; under && i < under->length; i++) {
        set_key(map, i, under->keys[i], under->key_locations[i], under->items[i]);
    }
    for (size_t i = 0; i < over->length; i++) {
        const char *key = over->keys[i];
        const node *value = over->items[i];
        const schema_row *row = schema_find(section, key);
        if (!row) {
            continue; /* the schema has reported it */
        }
        if (schema_is_removal(row, value)) {
            remove_inherited(m, map, key, value, under, before, section);
            continue;
        }
        size_t at = find_key(map, key);
        /* A patch replaces as a whole: a `none` in it is meant for the rules, not for the patch that it replaces. */
        if (value->kind == NODE_MAP && (row->shapes & SHAPE_MAP)) {
            const node *inherited = at < map->length ? as_map(map->items[at]) : NULL;
            value = merge_map(m, inherited, value, as_map(node_get(before, key)), row->child);
        } else if (value->kind == NODE_LIST && (row->shapes & SHAPE_MAPS)) {
            value = merge_list(m, value, row->child);
        }
        if (!value) {
            return NULL;
        }
        set_key(map, at, key, over->key_locations[i], value);
    }
    return map;
}

const node *merge_nodes(arena *a, diag_list *diags, const node *under, const node *over, const node *before,
                        schema_section section, const merge_removal **removals)
{
    merge_context m = {a, diags, removals};
    return merge_map(&m, as_map(under), over, as_map(before ? before : under), section);
}

/* ---- the chain of parents ---- */

typedef struct parent_chain {
    const node *files[RULES_PARENTS_MAX + 1]; /* the file itself first */
    const char *paths[RULES_PARENTS_MAX + 1];
    size_t count;
} parent_chain;

static const char *find_in_same_folder(const void *state, const char *name, const char *from_path, arena *a)
{
    (void)state;
    const char *slash = strrchr(from_path, '/');
    int folder = slash ? (int)(slash + 1 - from_path) : 0;
    const char *path = arena_format(a, "%.*s%s.yaml", folder, from_path, name);
    return path && read_file_exists(path) ? path : NULL;
}

/* Adds how the newest file was reached: "a.yaml extends b.yaml extends c". */
static void note_chain(diag_list *diags, const parent_chain *c, const char *last)
{
    text words = {0};
    for (size_t i = 0; i < c->count; i++) {
        text_print(&words, "%s extends ", c->paths[i]);
    }
    text_put(&words, last);
    const node *first = node_get(c->files[0], "extends");
    diag_note(diags, first ? first->location : c->files[0]->location, "%s", text_string(&words));
    text_finish(&words);
}

/* The nearest name of a rule file in the folder of `from_path`; NULL. */
static const char *nearest_beside(arena *a, const char *from_path, const char *name)
{
    const char *slash = strrchr(from_path, '/');
    text path = {0}, nearest = {0};
    text_add(&path, from_path, slash ? (size_t)(slash + 1 - from_path) : 0);
    text_print(&path, "%s.yaml", name);
    const char *found = NULL;
    if (read_file_nearest(text_string(&path), &nearest)) {
        const char *file = strrchr(text_string(&nearest), '/');
        file = file ? file + 1 : text_string(&nearest);
        found = arena_text(a, file, strlen(file) - strlen(".yaml"));
    }
    text_finish(&path);
    text_finish(&nearest);
    return found;
}

/* The path of the parent that the newest file of the chain names; NULL after an error. */
static const char *find_parent(arena *a, diag_list *diags, const rule_finder *finder, const parent_chain *c,
                               const node *extends)
{
    const char *from_path = c->paths[c->count - 1];
    const char *path = finder && finder->find ? finder->find(finder->state, extends->string, from_path, a)
                                              : find_in_same_folder(NULL, extends->string, from_path, a);
    if (a->failed) { /* perhaps it is in a folder that was skipped */
        return NULL;
    }
    if (!path) {
        diag_error(diags, CODE_NO_PARENT, extends->location, "there is no game `%s`", extends->string);
        const char *nearest = nearest_beside(a, from_path, extends->string);
        if (!nearest && finder && finder->nearest) {
            nearest = finder->nearest(finder->state, extends->string, a);
        }
        if (nearest) {
            diag_hint(diags, "did you mean `%s`?", nearest);
        }
        if (c->count > 1) {
            note_chain(diags, c, extends->string);
        } else if (!nearest) {
            diag_hint(diags, "a parent is a file %s.yaml beside this one, or a game that `ferz list` shows",
                      extends->string);
        }
        return NULL;
    }
    for (size_t i = 0; i < c->count; i++) {
        if (strcmp(c->paths[i], path) == 0) {
            diag_error(diags, CODE_PARENT_CYCLE, extends->location, "`extends` forms a cycle");
            note_chain(diags, c, path);
            return NULL;
        }
    }
    if (c->count > RULES_PARENTS_MAX) {
        diag_error(diags, CODE_TOO_MANY, extends->location, "more than %d parents", RULES_PARENTS_MAX);
        note_chain(diags, c, path);
        return NULL;
    }
    return path;
}

static bool is_code(const node *n)
{
    return n->kind == NODE_SCALAR && n->string[0] != '\0';
}

static const char *warning_code(const void *state, size_t index)
{
    (void)state;
    for (int code = CODE_NONE + 1; code < CODE_COUNT; code++) {
        if (code_text((diag_code)code)[0] == 'W' && index-- == 0) {
            return code_text((diag_code)code);
        }
    }
    return NULL;
}

/* One code of `allow_warnings`. The schema reports what is no name. */
static void allow_warning(diag_list *diags, const node *file, const node *named, bool own_file)
{
    diag_code code = is_code(named) ? code_find(named->string) : CODE_NONE;
    if (is_code(named) && schema_is_name(named->string) && code_text(code)[0] != 'W') {
        if (code == CODE_NONE) {
            diag_error(diags, CODE_WRONG_VALUE, named->location, "there is no warning `%s`", named->string);
            names_hint(diags, named->string, warning_code, NULL, "warnings");
        } else {
            diag_error(diags, CODE_WRONG_VALUE, named->location, "`%s` is an error, and only warnings can be allowed",
                       named->string);
        }
        return;
    }
    const node *script = node_get(file, "script");
    diag_allow(diags, (diag_allowance){.source = file->location.source,
                                       .script = script && is_code(script) ? script->string : NULL,
                                       .whole = own_file,
                                       .code = code});
}

/* What the author of this one file does not want to read. It is settled before the file is checked. */
static void allow_warnings(diag_list *diags, const node *file, bool own_file)
{
    const node *given = node_get(file, "allow_warnings");
    for (size_t i = 0; given && given->kind == NODE_LIST && i < given->length; i++) {
        allow_warning(diags, file, given->items[i], own_file);
    }
    if (given && given->kind == NODE_SCALAR &&
        !schema_is_removal(schema_find(SECTION_VARIANT, "allow_warnings"), given)) {
        allow_warning(diags, file, given, own_file);
    }
}

/* Loads the file and its parents; each is checked by itself. */
static bool load_chain(arena *a, diag_list *diags, const merge_request *request, parent_chain *c)
{
    bool ok = true;
    const char *path = request->path;
    const node *extends = NULL;
    do {
        size_t before = diags->errors;
        bool given = c->count == 0 && request->source_text;
        const node *file = given ? document_parse(a, diags, request->source_text) : document_load(a, diags, path);
        if (!file) {
            /* The user did not name this file: say which file did. */
            if (extends && diags->errors > before) {
                diag_note(diags, extends->location, "named here");
            }
            return false;
        }
        size_t errors = diags->errors;
        allow_warnings(diags, file, c->count == 0);
        ok &= diags->errors == errors && schema_check(a, diags, file, false);
        c->files[c->count] = file;
        c->paths[c->count] = path;
        c->count++;
        extends = node_get(file, "extends");
        if (!extends || extends->kind != NODE_SCALAR || !schema_is_name(extends->string)) {
            break;
        }
        /* `extends: none` would remove nothing, and `none` is no game. */
        const schema_row *row = schema_find(SECTION_VARIANT, "extends");
        if (schema_is_removal(row, extends)) {
            diag_error(diags, CODE_NOTHING_TO_REMOVE, extends->location, "there is nothing above this file to remove");
            diag_hint(diags, "omit `extends`");
            return false;
        }
        path = find_parent(a, diags, request->finder, c, extends);
        if (!path) {
            return false;
        }
    } while (true);
    return ok && !a->failed;
}

const merge_removal *merge_removed(const merge_removal *removals, schema_section section, const char *key)
{
    while (removals && (removals->section != section || strcmp(removals->key, key) != 0)) {
        removals = removals->next;
    }
    return removals;
}

bool merge_load(arena *a, diag_list *diags, const merge_request *request, merged_rules *out)
{
    *out = (merged_rules){0};
    parent_chain c = {.count = 0};
    if (!load_chain(a, diags, request, &c)) {
        return false;
    }

    size_t before = diags->errors;
    const node *root = NULL;
    for (size_t i = c.count; i-- > 0;) {
        root = merge_nodes(a, diags, root, c.files[i], NULL, SECTION_VARIANT, &out->removals);
        if (!root) {
            return false;
        }
    }
    out->root = out->base = root;
    out->base_removals = out->removals;
    out->parent = c.count > 1 ? c.paths[1] : NULL;
    out->own_file = c.files[0];
    return diags->errors == before && options_apply(a, diags, request, out);
}
