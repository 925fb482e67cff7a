/* Parents: the rule file and all that it builds on, each read and checked once, in the order in which they are merged.
 *
 * A file may have several parents, and they may have parents in common. The order puts each file behind its parents;
 * of two parents the first comes later, so it is laid on the other. What two files say that do not build on each other
 * must be the same, or a file below both must say what holds. */
#ifndef FERZ_RULES_PARENTS_H
#define FERZ_RULES_PARENTS_H

#include "rules/merge.h"

enum { RULES_DIRECT_PARENTS_MAX = 8 };

typedef struct rule_file {
    const node *tree;
    const char *path;
    size_t parents[RULES_DIRECT_PARENTS_MAX]; /* the last that the file names first */
    size_t parent_count;
    uint64_t ancestors; /* bits by number */
} rule_file;

typedef struct rule_family {
    rule_file file[RULES_PARENTS_MAX + 1]; /* the game's own file first */
    size_t count;
    size_t order[RULES_PARENTS_MAX + 1]; /* parents before children */
    size_t ordered;
} rule_family;
_Static_assert(RULES_PARENTS_MAX < 64, "ancestors are bits of a word");

/* Loads the file and its parents. False after an error in `diags`. */
bool parents_load(arena *a, diag_list *diags, const merge_request *request, rule_family *family);
/* Reports where parents contradict each other and no file below them says what holds. */
bool parents_agree(diag_list *diags, const rule_family *family);
/* The scripts that no child replaces, those of the first parent first; returns how many of them were written. */
size_t parents_scripts(const rule_family *family, const node **scripts, size_t room);

#endif
