#include "rules/merge.h"

#include <stdio.h>
#include <string.h>

#include "base/plain.h"
#include "rules/names.h"
#include "rules/options.h"

/* ---- laying one tree on another ---- */

typedef struct merging {
    arena *arena;
    diag_list *diags;
    const merge_removal **removals;
} merging;

static node *new_map(arena *a, const node *like, size_t room)
{
    node *map = arena_new(a, node, 1);
    if (!map)
        return NULL;
    *map = *like;
    map->length = 0;
    map->items = arena_new(a, node *, room);
    map->keys = arena_new(a, const char *, room);
    map->key_places = arena_new(a, place, room);
    return map->items && map->keys && map->key_places ? map : NULL;
}

/* Index of `key`, or the length of the map. */
static size_t find_key(const node *map, const char *key)
{
    size_t i = 0;
    while (i < map->length && strcmp(map->keys[i], key) != 0)
        i++;
    return i;
}

static void set_key(node *map, size_t at, const char *key, place key_place, const node *value)
{
    map->keys[at] = key;
    map->key_places[at] = key_place;
    map->items[at] = (node *)value;
    if (at == map->length)
        map->length++;
}

static void remove_at(node *map, size_t at)
{
    map->length--;
    for (size_t i = at; i < map->length; i++) {
        map->keys[i] = map->keys[i + 1];
        map->key_places[i] = map->key_places[i + 1];
        map->items[i] = map->items[i + 1];
    }
}

static const node *as_map(const node *n)
{
    return n && n->kind == NODE_MAP ? n : NULL;
}

static const node *lay(merging *m, const node *under, const node *over, const node *before, schema_section section);

/* `none` for `key`: takes it away, remembers where. `under` is what is inherited, NULL: nothing. */
static void take_away(merging *m, node *map, const char *key, const node *none, const node *under, const node *before,
                      schema_section section)
{
    size_t at = find_key(map, key);
    if (at < map->length) {
        remove_at(map, at);
        merge_removal *removal = m->removals ? arena_new(m->arena, merge_removal, 1) : NULL;
        if (removal) {
            *removal = (merge_removal){section, key, none->place, *m->removals};
            *m->removals = removal;
        }
    } else if (!node_get(before, key)) {
        diag_error(m->diags, CODE_NOTHING_TO_REMOVE, none->place, "there is no inherited `%s` to remove", key);
        if (under && under->length > 0)
            names_hint(m->diags, key, names_of_map, under, "inherited");
        else
            diag_hint(m->diags, "`none` removes what a parent says; to say nothing, leave the line away");
    }
}

/* Mappings inside a list inherit nothing, but a `none` in them must not pass for a value. */
static const node *lay_list(merging *m, const node *list, schema_section section)
{
    for (size_t i = 0; i < list->length; i++) {
        if (list->items[i]->kind == NODE_MAP && !lay(m, NULL, list->items[i], NULL, section))
            return NULL;
    }
    return list;
}

static const node *lay(merging *m, const node *under, const node *over, const node *before, schema_section section)
{
    node *map = new_map(m->arena, over, (under ? under->length : 0) + over->length);
    if (!map)
        return NULL;
    for (size_t i = 0; under && i < under->length; i++)
        set_key(map, i, under->keys[i], under->key_places[i], under->items[i]);
    for (size_t i = 0; i < over->length; i++) {
        const char *key = over->keys[i];
        const node *value = over->items[i];
        const schema_row *row = schema_find(section, key);
        if (!row)
            continue; /* the schema has refused it */
        if (schema_removes(row, value)) {
            take_away(m, map, key, value, under, before, section);
            continue;
        }
        size_t at = find_key(map, key);
        /* A patch replaces as a whole: what it says of `none` is meant for the rules, not for the older patch. */
        if (value->kind == NODE_MAP && (row->shapes & SHAPE_MAP)) {
            const node *below = at < map->length ? as_map(map->items[at]) : NULL;
            value = lay(m, below, value, as_map(node_get(before, key)), row->child);
        } else if (value->kind == NODE_LIST && (row->shapes & SHAPE_MAPS)) {
            value = lay_list(m, value, row->child);
        }
        if (!value)
            return NULL;
        set_key(map, at, key, over->key_places[i], value);
    }
    return map;
}

const node *merge_nodes(arena *a, diag_list *diags, const node *under, const node *over, const node *before,
                        schema_section section, const merge_removal **removals)
{
    merging m = {a, diags, removals};
    return lay(&m, as_map(under), over, as_map(before ? before : under), section);
}

/* ---- the chain of parents ---- */

typedef struct chain {
    const node *files[RULES_PARENTS_MAX + 1]; /* the file itself first */
    const char *paths[RULES_PARENTS_MAX + 1];
    size_t count;
} chain;

static const char *find_beside(const void *state, const char *name, const char *beside, arena *a)
{
    (void)state;
    const char *slash = strrchr(beside, '/');
    int folder = slash ? (int)(slash + 1 - beside) : 0;
    const char *path = arena_format(a, "%.*s%s.yaml", folder, beside, name);
    return path && plain_is_there(path) ? path : NULL;
}

/* Says how we came to the newest file: "a.yaml extends b.yaml extends c". */
static void note_chain(diag_list *diags, const chain *c, const char *last)
{
    text words = {0};
    for (size_t i = 0; i < c->count; i++)
        text_print(&words, "%s extends ", c->paths[i]);
    text_put(&words, last);
    const node *first = node_get(c->files[0], "extends");
    diag_note(diags, first ? first->place : c->files[0]->place, "%s", text_string(&words));
    text_finish(&words);
}

/* The path of the parent that the newest file of the chain names; NULL after an error. */
static const char *find_parent(arena *a, diag_list *diags, const rule_finder *finder, const chain *c,
                               const node *extends)
{
    const char *beside = c->paths[c->count - 1];
    const char *path = finder && finder->find ? finder->find(finder->state, extends->string, beside, a)
                                              : find_beside(NULL, extends->string, beside, a);
    if (a->failed) /* perhaps it is in a folder that was passed over */
        return NULL;
    if (!path) {
        diag_error(diags, CODE_NO_PARENT, extends->place, "there is no game `%s`", extends->string);
        const char *nearest = finder && finder->nearest ? finder->nearest(finder->state, extends->string, a) : NULL;
        if (nearest)
            diag_hint(diags, "did you mean `%s`?", nearest);
        if (c->count > 1)
            note_chain(diags, c, extends->string);
        else if (!nearest)
            diag_hint(diags, "a parent is a file %s.yaml beside this one, or a game that `ferz list` shows",
                      extends->string);
        return NULL;
    }
    for (size_t i = 0; i < c->count; i++) {
        if (strcmp(c->paths[i], path) == 0) {
            diag_error(diags, CODE_PARENT_CIRCLE, extends->place, "`extends` goes round in a circle");
            note_chain(diags, c, path);
            return NULL;
        }
    }
    if (c->count > RULES_PARENTS_MAX) {
        diag_error(diags, CODE_TOO_MANY, extends->place, "more than %d parents", RULES_PARENTS_MAX);
        note_chain(diags, c, path);
        return NULL;
    }
    return path;
}

/* Loads the file and its parents; each is checked by itself. */
static bool load_chain(arena *a, diag_list *diags, const merge_request *request, chain *c)
{
    bool good = true;
    const char *path = request->path;
    const node *extends = NULL;
    do {
        size_t before = diags->errors;
        bool at_hand = c->count == 0 && request->text;
        const node *file = at_hand ? document_parse(a, diags, request->text) : document_load(a, diags, path);
        if (!file) {
            /* Who reads of a file that he never named wants to know who did. */
            if (extends && diags->errors > before)
                diag_note(diags, extends->place, "named here");
            return false;
        }
        good &= schema_check(a, diags, file, false);
        c->files[c->count] = file;
        c->paths[c->count] = path;
        c->count++;
        extends = node_get(file, "extends");
        if (!extends || extends->kind != NODE_SCALAR || !schema_is_name(extends->string))
            break;
        /* `extends: none` would remove nothing; it is not a game either. */
        const schema_row *row = schema_find(SECTION_GAME, "extends");
        if (schema_removes(row, extends)) {
            diag_error(diags, CODE_NOTHING_TO_REMOVE, extends->place, "there is nothing above this file to remove");
            diag_hint(diags, "leave `extends` away");
            return false;
        }
        path = find_parent(a, diags, request->finder, c, extends);
        if (!path)
            return false;
    } while (true);
    return good && !a->failed;
}

const merge_removal *merge_removed(const merge_removal *removals, schema_section section, const char *key)
{
    while (removals && (removals->section != section || strcmp(removals->key, key) != 0))
        removals = removals->next;
    return removals;
}

bool merge_load(arena *a, diag_list *diags, const merge_request *request, merged *out)
{
    *out = (merged){0};
    chain c = {.count = 0};
    if (!load_chain(a, diags, request, &c))
        return false;

    size_t before = diags->errors;
    const node *root = NULL;
    for (size_t i = c.count; i-- > 0;) {
        root = merge_nodes(a, diags, root, c.files[i], NULL, SECTION_GAME, &out->removals);
        if (!root)
            return false;
    }
    out->root = out->bare = root;
    out->bare_removals = out->removals;
    out->parent = c.count > 1 ? c.paths[1] : NULL;
    out->own = c.files[0];
    return diags->errors == before && options_apply(a, diags, request, out);
}
