/* Mutants: the small changes of a rule file and its script that examples should notice. Not installed.
 *
 * The file is walked with the schema, so that each value is changed in ways that make sense for its kind; the script is read as words
 * of Lua. A mutant is a recipe: mutant_text makes the changed text when it is wanted.
 */
#ifndef FERZ_AUTHORING_MUTANTS_H
#define FERZ_AUTHORING_MUTANTS_H

#include "base/diag.h"
#include "rules/document.h"

typedef struct mutant {
    const source *source; /* of the place that changes */
    uint32_t line, column;
    const char *what;           /* in words */
    const char *option, *value; /* in which option's patch it stands; NULL: in none; `value` NULL: a switch */
    /* Private. In the tree: a child is dropped, or a scalar reads otherwise. In the script: bytes are replaced. */
    const node *parent, *target;
    size_t child;
    const char *replacement;
    size_t from, to;
} mutant;

typedef struct mutants {
    mutant *items; /* in the arena */
    size_t count, room;
    bool failed; /* out of memory */
} mutants;

/* All changes of a rule file, in the order of the file. */
void mutants_of_rules(arena *a, const source *file, const node *root, mutants *list);
/* All changes of a script. */
void mutants_of_script(arena *a, const source *file, mutants *list);
/* The whole text with the change made; `root` is the tree of a rule file, and not looked at for a script. NULL for `m`: the
 * tree as it is, written anew. */
void mutant_text(const mutant *m, const node *root, text *out);

#endif
