/* Document: a YAML text as a tree in which every node knows its line and column.
 *
 * The only module that includes yaml.h. It reads events and not libyaml's own tree, which leaks memory after errors
 * and follows aliases in circles. It accepts only the safe part of YAML: one document, UTF-8, block or flow maps and
 * lists, plain and quoted scalars. Anchors, aliases, tags, merge keys, keys that are not scalars, several documents
 * and duplicate keys are errors. A scalar is text here, and `plain` tells whether it had quotes; the schema decides
 * what it means.
 *
 * Limits, all of them errors with a location: DOCUMENT_SIZE_MAX bytes, depth DOCUMENT_DEPTH_MAX, DOCUMENT_EVENTS_MAX
 * events, scalars of DOCUMENT_SCALAR_MAX bytes, keys of DOCUMENT_KEY_MAX bytes.
 *
 * Ownership: nodes live in the arena of the caller; sources in the diagnostics list. */
#ifndef FERZ_RULES_DOCUMENT_H
#define FERZ_RULES_DOCUMENT_H

#include "base/diag.h"

enum {
    DOCUMENT_SIZE_MAX = 1 << 20,
    DOCUMENT_DEPTH_MAX = 64,
    DOCUMENT_EVENTS_MAX = 200000,
    DOCUMENT_SCALAR_MAX = 64 << 10,
    DOCUMENT_KEY_MAX = 256,
};

typedef enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP } node_kind;

typedef struct node {
    node_kind kind;
    bool plain;         /* scalar written without quotes */
    bool verbatim;      /* scalar that the source shows character for character: offsets into it give exact locations */
    location location;  /* of the value; for a map or list, of its first character */
    const char *string; /* scalar: NUL-terminated, contains no other NUL; else NULL */
    size_t length;      /* scalar: bytes; list and map: number of children */
    struct node **items;     /* list items or map values */
    const char **keys;       /* map: NUL-terminated keys, in the order of the file */
    location *key_locations; /* map */
} node;

/* Reads and parses a file. NULL after an error (in `diags`; its `failed` is set when the file could not be read:
 * missing, directory, not a regular file, no permission, disk). An empty file is an error. */
node *document_load(arena *a, diag_list *diags, const char *path);
/* The same for a text at hand. */
node *document_parse(arena *a, diag_list *diags, const source *text);

/* The value of `key` in a map, or NULL (also when `map` is NULL or no map). */
node *node_get(const node *map, const char *key);
/* The items of a value that may be a single item or a list: 0 of NULL. */
size_t node_item_count(const node *value);
const node *node_item(const node *value, size_t index);
/* "a list", "a mapping", "the number 9" (without quotes), "the text `nine`": for "found ..." in messages. */
const char *node_describe(arena *a, const node *n);

#endif
