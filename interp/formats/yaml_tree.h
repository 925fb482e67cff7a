/* Tree: rules as nested keys, what one tree has that its parent has not, and the YAML of it.
 *
 * A node is a leaf (its text as YAML has it: a word, a number, a list, a quoted text) or a mapping. Nodes live in an arena, in
 * the order in which they were made.
 */
#ifndef FERZ_FORMATS_YAML_TREE_H
#define FERZ_FORMATS_YAML_TREE_H

#include "base/arena.h"
#include "base/text.h"

typedef struct tree {
    const char *name;
    const char *leaf; /* NULL: a mapping */
    struct tree *first, *last, *next;
} tree;

/* The mapping of that name, made when it is not there. NULL when out of memory (as for all functions here, which take NULL for
 * a tree and do nothing then; the arena remembers). */
tree *tree_at(arena *a, tree *in, const char *name);
/* Sets a leaf, `text` copied. */
tree *tree_set(arena *a, tree *in, const char *name, const char *text);
/* The child of that name, or NULL. */
tree *tree_get(const tree *in, const char *name);

/* What must be laid on `parent` to make `child`: what is not in the child is `none`. */
tree *tree_difference(arena *a, const tree *child, const tree *parent);
/* The YAML of a mapping's children: short mappings on one line, long ones below each other. Leaves of the text "@" stand for
 * what the parent says and are left out. */
void tree_write(const tree *t, text *out);

/* A text as a YAML scalar, quoted where it must be. `flow`: it stands inside { } or [ ]. */
void tree_scalar(text *out, const char *string);

#endif
