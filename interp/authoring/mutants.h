/* Mutants: small changes of a rule file and its script that examples should notice. Not installed.
 *
 * The file is walked with the schema, so that each value changes in a way that suits its kind. The script is read as
 * Lua tokens. A mutant is a recipe: mutant_text makes the changed text when it is needed.
 */
#ifndef FERZ_AUTHORING_MUTANTS_H
#define FERZ_AUTHORING_MUTANTS_H

#include "base/diag.h"
#include "rules/document.h"

typedef struct mutant {
    const source *source; /* the source that changes */
    uint32_t line, column;
    const char *what;           /* description */
    const char *option, *value; /* the option whose patch contains it; NULL: none; `value` NULL: a switch */
    /* Private. In the tree: a child is dropped, or a scalar is replaced. In the script: bytes are replaced. */
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
/* The whole text with the change. `root` is the tree of a rule file and is not used for a script. `m` NULL: the
 * unchanged tree. */
void mutant_text(const mutant *m, const node *root, text *out);

#endif
