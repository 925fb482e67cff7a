/* Merge: a rule file, its parents below it and its options on top, as one tree.
 *
 * The schema checks each file by itself. Then the files are merged from the first ancestor on: mappings merge key by
 * key, anything else replaces, the word `none` removes. Nodes never change; the merged tree is built of new ones
 * where it must be, so each node keeps the location where its author wrote it.
 *
 * Options are collected over the chain of parents. Their patches are merged in the order in which the options are
 * defined; patches of default values too. `$value` in a patch is replaced by the value. */
#ifndef FERZ_RULES_MERGE_H
#define FERZ_RULES_MERGE_H

#include "rules/ruleset.h"
#include "rules/schema.h"

/* A key that `none` took away: for "removed here" when something still needs it. */
typedef struct merge_removal {
    schema_section section;
    const char *key;
    location location;
    const struct merge_removal *next;
} merge_removal;

typedef struct merged_rules {
    const node *root;
    const node *own_file; /* the file itself, before its parents were put below it */
    const char *parent;   /* path of the file that it extends; NULL */
    const merge_removal *removals;
    const node *base; /* the root before options were laid on it */
    const merge_removal *base_removals;
    rule_option *options;
    size_t option_count;
    bool any_array; /* kings and their partners castle from any cells of their rank */
} merged_rules;

typedef struct merge_request {
    const char *path;
    const source *source_text; /* NULL: read `path` */
    const rule_finder *finder; /* NULL: parents are NAME.yaml in the folder of the file that names them */
    const rule_setting *settings;
    size_t setting_count;
    uint64_t seed;
} merge_request;

/* False after errors in `diags`. All nodes live in `a`. */
bool merge_load(arena *a, diag_list *diags, const merge_request *request, merged_rules *out);

/* The newest removal of `key` from a mapping of that section, or NULL. */
const merge_removal *merge_removed(const merge_removal *removals, schema_section section, const char *key);

/* Lays `over` on `under` (NULL: on nothing). A `none` that removes nothing is an error, unless `before` (NULL: `under`)
 * has the key: that is the tree before other patches, which may have removed it too. NULL when out of memory. */
const node *merge_nodes(arena *a, diag_list *diags, const node *under, const node *over, const node *before,
                        schema_section section, const merge_removal **removals);

#endif
