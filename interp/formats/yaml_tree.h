/* YAML tree: rules as nested keys, the difference of two trees, and their YAML.
 *
 * A node is a leaf (its text as in YAML: a word, a number, a list, a quoted text) or a mapping. Nodes live in an
 * arena, in the order in which they were made. */
#ifndef FERZ_FORMATS_YAML_TREE_H
#define FERZ_FORMATS_YAML_TREE_H

#include "base/arena.h"
#include "base/text.h"

typedef struct tree {
    const char *name;
    const char *leaf; /* NULL: a mapping */
    struct tree *first, *last, *next;
} tree;

/* The mapping of that name, made when it is absent. NULL when memory runs out. All functions here accept a NULL tree
 * and do nothing then; the arena remembers the failure. */
tree *tree_at(arena *a, tree *in, const char *name);
/* Sets a leaf, `text` copied. */
tree *tree_set(arena *a, tree *in, const char *name, const char *text);
/* The child of that name, or NULL. */
tree *tree_get(const tree *in, const char *name);

/* What must be laid on `parent` to make `child`: what is not in the child is `none`. */
tree *tree_difference(arena *a, const tree *child, const tree *parent);
/* The YAML of a mapping's children: short mappings on one line, long ones below each other. Leaves with the text "@"
 * stand for the parent's value and are omitted. */
void tree_write(const tree *t, text *out);

/* The mapping on one line, in braces. */
void tree_write_flow(const tree *t, text *out);

/* A text as a YAML scalar, with quotes where they are needed. `flow`: it is inside { } or [ ]. */
void tree_scalar(text *out, const char *string);

#endif
