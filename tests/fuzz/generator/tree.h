/* A rule file while it is made up: a tree of texts, lists and mappings, in which every key knows its row of the schema.
 * It is written as YAML in one of several styles, and each item then knows its line.
 */
#ifndef TESTS_GENERATE_TREE_H
#define TESTS_GENERATE_TREE_H

#include "base/arena.h"
#include "base/random.h"
#include "base/text.h"
#include "rules/schema.h"

typedef enum item_kind { ITEM_TEXT, ITEM_LIST, ITEM_MAP } item_kind;

typedef struct item {
    item_kind kind;
    const char *string;     /* ITEM_TEXT */
    const char **keys;      /* ITEM_MAP */
    struct item **items;    /* ITEM_LIST, ITEM_MAP */
    size_t count, room;     /* of `items` */
    const schema_row *row;  /* what the value is for; of a list's items, the list's */
    schema_section section; /* ITEM_MAP: whose keys these are */
    unsigned line;          /* once written; from 1 */
    bool raw;               /* ITEM_TEXT: written as it is, for what is to be broken */
} item;

item *item_text(arena *a, const char *string);
item *item_list(arena *a);
item *item_map(arena *a, schema_section section);
/* Adds to a list, or under a key to a mapping of the schema's; the key must be one of its section. Gives `value` back. */
item *item_add(arena *a, item *list, item *value);
item *item_set(arena *a, item *map, const char *key, item *value);
/* The same for keys that the schema need not know. */
item *item_insert(arena *a, item *map, size_t at, const char *key, item *value);
void item_remove(item *parent, size_t at);
void item_forget(item *map, const char *key); /* if it is there */
item *item_get(const item *map, const char *key);

/* How often each row, and each of its words, was written; `schema_seen` holds rows * SCHEMA_SEEN_STRIDE numbers. */
enum { SCHEMA_SEEN_STRIDE = SCHEMA_WORDS_MAX + 1 };
void item_count(const item *root, uint32_t *schema_seen);

/* Writes the whole. The style is drawn: block or flow mappings, quotes. */
void item_write(item *root, random_source *random, text *out);

#endif
