#include "rules/merge.h"

#include <string.h>

#include "rules/names.h"
#include "rules/options.h"
#include "rules/parents.h"

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

static void insert_at(node *map, size_t at, const char *key, location key_location, const node *value)
{
    for (size_t i = map->length++; i > at; i--) {
        map->keys[i] = map->keys[i - 1];
        map->key_locations[i] = map->key_locations[i - 1];
        map->items[i] = map->items[i - 1];
    }
    set_key(map, at, key, key_location, value);
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

/* Where a new key goes. Endings are looked at in the order of the file: before the next one that is inherited and written
 * again, since that is the order in which the game says them. Else at the end. */
static size_t place_of_new(const node *map, const node *over, size_t number, schema_section section)
{
    size_t at = map->length;
    for (size_t i = number + 1; section == SECTION_END && i < over->length && at == map->length; i++) {
        at = find_key(map, over->keys[i]);
    }
    return at;
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
        if (at < map->length) {
            set_key(map, at, key, over->key_locations[i], value);
        } else {
            insert_at(map, place_of_new(map, over, i, section), key, over->key_locations[i], value);
        }
    }
    return map;
}

const node *merge_nodes(arena *a, diag_list *diags, const node *under, const node *over, const node *before,
                        schema_section section, const merge_removal **removals)
{
    merge_context m = {a, diags, removals};
    return merge_map(&m, as_map(under), over, as_map(before ? before : under), section);
}

const merge_removal *merge_removed(const merge_removal *removals, schema_section section, const char *key)
{
    while (removals && (removals->section != section || strcmp(removals->key, key) != 0)) {
        removals = removals->next;
    }
    return removals;
}

/* The ancestors of a file merged, as its `none` found them; NULL: it has none. */
static bool merge_ancestors(arena *a, diag_list *diags, const rule_family *family, size_t index, const node **out)
{
    *out = NULL;
    for (size_t n = 0; n < family->ordered; n++) {
        size_t i = family->order[n];
        const node *before = NULL;
        if (!(family->file[index].ancestors >> i & 1)) {
            continue;
        }
        if (family->file[i].parent_count > 1 && !merge_ancestors(a, diags, family, i, &before)) {
            return false;
        }
        *out = merge_nodes(a, diags, *out, family->file[i].tree, before ? before : *out, SECTION_VARIANT, NULL);
        if (!*out) {
            return false;
        }
    }
    return true;
}

/* Where several scripts hold, the merged tree names all of them. */
static const node *join_scripts(arena *a, const rule_family *family, const node *root)
{
    const node *scripts[RULES_SCRIPTS_MAX + 1];
    size_t count = parents_scripts(family, scripts, RULES_SCRIPTS_MAX + 1), at = find_key(root, "script");
    const node *named = node_get(root, "script");
    if (!named || count <= node_item_count(named)) {
        return root;
    }
    node *list = arena_new(a, node, 1), *map = new_map(a, root, root->length + 1);
    if (!list || !map) {
        return NULL;
    }
    *list = (node){.kind = NODE_LIST, .location = named->location, .length = count};
    list->items = arena_new(a, node *, count + 1);
    if (!list->items) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        list->items[i] = (node *)scripts[i];
    }
    for (size_t i = 0; i < root->length; i++) {
        set_key(map, i, root->keys[i], root->key_locations[i], i == at ? list : root->items[i]);
    }
    return map;
}

bool merge_load(arena *a, diag_list *diags, const merge_request *request, merged_rules *out)
{
    *out = (merged_rules){0};
    rule_family *family = arena_new(a, rule_family, 1);
    if (!family || !parents_load(a, diags, request, family) || !parents_agree(diags, family)) {
        return false;
    }
    size_t before = diags->errors;
    bool several = false;
    for (size_t i = 0; i < family->count; i++) {
        several |= family->file[i].parent_count > 1;
    }
    const node *root = NULL;
    diag_list repeated; /* what is wrong is reported when the file itself is merged */
    diag_list_init(&repeated);
    for (size_t n = 0; n < family->ordered; n++) {
        size_t i = family->order[n];
        const node *found = NULL;
        /* A `none` removes what the file's own parents have, though another may have removed it before. */
        if (several && !merge_ancestors(a, &repeated, family, i, &found)) {
            break;
        }
        root = merge_nodes(a, diags, root, family->file[i].tree, found, SECTION_VARIANT, &out->removals);
        if (!root) {
            break;
        }
    }
    diag_list_finish(&repeated);
    if (!root || a->failed) {
        return false;
    }
    root = several ? join_scripts(a, family, root) : root;
    if (!root) {
        return false;
    }
    const rule_file *own = &family->file[0];
    out->root = out->base = root;
    out->base_removals = out->removals;
    out->parent = own->parent_count ? family->file[own->parents[own->parent_count - 1]].path : NULL;
    out->own_file = own->tree;
    return diags->errors == before && options_apply(a, diags, request, out);
}
