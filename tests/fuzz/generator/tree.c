#include "fuzz/generator/tree.h"

#include <stdlib.h>
#include <string.h>

/* A generator that runs out of memory has nothing to say. */
static void *there(void *memory)
{
    if (!memory) {
        abort();
    }
    return memory;
}

static item *new_item(arena *a, item_kind kind)
{
    item *i = there(arena_new(a, item, 1));
    i->kind = kind;
    return i;
}

item *item_text(arena *a, const char *string)
{
    item *i = new_item(a, ITEM_TEXT);
    i->string = there(arena_text(a, string, strlen(string)));
    return i;
}

item *item_list(arena *a)
{
    return new_item(a, ITEM_LIST);
}

item *item_map(arena *a, schema_section section)
{
    item *i = new_item(a, ITEM_MAP);
    i->section = section;
    return i;
}

static void make_room(arena *a, item *parent)
{
    if (parent->count < parent->room) {
        return;
    }
    size_t room = parent->room ? 2 * parent->room : 8;
    item **items = there(arena_new(a, item *, room));
    const char **keys = there(arena_new(a, const char *, room));
    for (size_t i = 0; i < parent->count; i++) {
        items[i] = parent->items[i];
        keys[i] = parent->keys[i];
    }
    parent->items = items;
    parent->keys = keys;
    parent->room = room;
}

item *item_insert(arena *a, item *map, size_t at, const char *key, item *value)
{
    make_room(a, map);
    for (size_t i = map->count; i > at; i--) {
        map->items[i] = map->items[i - 1];
        map->keys[i] = map->keys[i - 1];
    }
    map->items[at] = value;
    map->keys[at] = there(arena_text(a, key, strlen(key)));
    map->count++;
    return value;
}

item *item_add(arena *a, item *list, item *value)
{
    value->row = list->row;
    return item_insert(a, list, list->count, "", value);
}

static void put_row(item *value, const schema_row *row)
{
    value->row = row;
    for (size_t i = 0; value->kind == ITEM_LIST && i < value->count; i++) {
        put_row(value->items[i], row);
    }
}

item *item_set(arena *a, item *map, const char *key, item *value)
{
    put_row(value, there((void *)(uintptr_t)schema_find(map->section, key)));
    return item_insert(a, map, map->count, key, value);
}

void item_remove(item *parent, size_t at)
{
    for (size_t i = at; i + 1 < parent->count; i++) {
        parent->items[i] = parent->items[i + 1];
        parent->keys[i] = parent->keys[i + 1];
    }
    parent->count--;
}

void item_forget(item *map, const char *key)
{
    for (size_t i = 0; i < map->count; i++) {
        if (strcmp(map->keys[i], key) == 0) {
            item_remove(map, i);
            return;
        }
    }
}

item *item_get(const item *map, const char *key)
{
    for (size_t i = 0; map && map->kind == ITEM_MAP && i < map->count; i++) {
        if (strcmp(map->keys[i], key) == 0) {
            return map->items[i];
        }
    }
    return NULL;
}

void item_count(const item *root, uint32_t *schema_seen)
{
    if (root->row) {
        size_t count;
        uint32_t *seen = schema_seen + (root->row - schema_rows(&count)) * SCHEMA_SEEN_STRIDE;
        seen[0]++;
        for (size_t i = 0; root->kind == ITEM_TEXT && i < SCHEMA_WORDS_MAX && root->row->words[i]; i++) {
            seen[i + 1] += strcmp(root->row->words[i], root->string) == 0;
        }
    }
    for (size_t i = 0; i < root->count; i++) {
        item_count(root->items[i], schema_seen);
    }
}

/* ---- writing ---- */

typedef struct writer {
    text *out;
    random_source *random;
    unsigned line;
} writer;

static void put(writer *w, const char *string)
{
    for (const char *c = string; *c; c++) {
        w->line += *c == '\n';
    }
    text_put(w->out, string);
}

static bool is_plain(const char *s)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    size_t n = strlen(s);
    return n && strchr(letters, *s) && s[n - 1] != ' ' &&
           strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _/.$()|+-") == n;
}

/* true, false and numbers are texts when they are quoted. */
static bool never_quoted(const char *s)
{
    return strcmp(s, "true") == 0 || strcmp(s, "false") == 0 ||
           (*s && strspn(s, "-0123456789") == strlen(s) && s[strlen(s) - 1] != '-');
}

static void put_text(writer *w, const item *i)
{
    bool plain = i->raw || never_quoted(i->string) || (is_plain(i->string) && random_below(w->random, 6));
    if (plain) {
        put(w, i->string);
    } else if (!strchr(i->string, '\'') && random_below(w->random, 2)) {
        put(w, "'");
        put(w, i->string);
        put(w, "'");
    } else {
        put(w, "\"");
        for (const char *c = i->string; *c; c++) {
            char one[3] = {*c == '"' || *c == '\\' ? '\\' : *c, *c == '"' || *c == '\\' ? *c : '\0', '\0'};
            put(w, one);
        }
        put(w, "\"");
    }
}

static void put_flow(writer *w, item *i)
{
    i->line = w->line;
    if (i->kind == ITEM_TEXT) {
        put_text(w, i);
        return;
    }
    put(w, i->kind == ITEM_MAP ? "{" : "[");
    for (size_t k = 0; k < i->count; k++) {
        put(w, k ? ", " : "");
        if (i->kind == ITEM_MAP) {
            put(w, i->keys[k]);
            put(w, ": ");
        }
        put_flow(w, i->items[k]);
    }
    put(w, i->kind == ITEM_MAP ? "}" : "]");
}

static void indent(writer *w, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++) {
        put(w, "  ");
    }
}

static bool in_blocks(writer *w, const item *i, unsigned depth)
{
    bool nested = i->kind != ITEM_TEXT && i->count > 0;
    return nested && (depth == 0 || random_below(w->random, depth == 1 ? 8 : 3) != 0) && depth < 8;
}

static void put_block(writer *w, item *i, unsigned depth)
{
    i->line = w->line;
    for (size_t k = 0; k < i->count; k++) {
        item *one = i->items[k];
        indent(w, depth);
        if (i->kind == ITEM_MAP) {
            put(w, i->keys[k]);
            put(w, ":");
        } else {
            put(w, "-");
        }
        if (i->kind == ITEM_MAP && in_blocks(w, one, depth + 1)) {
            put(w, "\n");
            put_block(w, one, depth + 1);
            one->line--; /* the key's */
        } else {
            put(w, " ");
            put_flow(w, one);
            put(w, "\n");
        }
    }
}

void item_write(item *root, random_source *random, text *out)
{
    writer w = {.out = out, .random = random, .line = 1};
    text_clear(out);
    put_block(&w, root, 0);
}
