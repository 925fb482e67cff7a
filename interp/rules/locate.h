/* Locate: the folders where rules are found, in their order: those of the caller, $FERZ_RULES, the installed ones relative to the
 * program or the library, rules/ of the working directory. */
#ifndef FERZ_RULES_LOCATE_H
#define FERZ_RULES_LOCATE_H

#include "base/arena.h"

/* The path of a rule file by name (ferz.h says where: ferz_variant_load), in `a`; NULL when there is none. `relative_to` (may be NULL)
 * is a file whose folder is searched first. */
const char *locate_rules(arena *a, const char *name, const char *const *dirs, const char *relative_to);
/* Calls `visit` with each folder of rules, in order. */
void locate_folders(arena *a, const char *const *dirs, void (*visit)(void *state, const char *folder), void *state);

#endif
