/* Names: hints in messages about an unknown name. */
#ifndef FERZ_RULES_NAMES_H
#define FERZ_RULES_NAMES_H

#include "rules/document.h"

/* Candidate `index`, NULL after the last; as text_nearest wants it. */
typedef const char *(*names_next)(const void *state, size_t index);

/* Adds a hint to the newest message: "did you mean `queen`?", or, when no name is near, the known names after `known`
 * ("pieces: king, queen"). */
void names_hint(diag_list *diags, const char *name, names_next next, const void *state, const char *known);

/* The keys of a mapping (a node, may be NULL), as names_next. */
const char *names_of_map(const void *map, size_t index);
/* The entries of a NULL-terminated array. */
const char *names_of_array(const void *array, size_t index);

/* Appends "a, b or c". */
void names_join(text *out, names_next next, const void *state, const char *before, const char *after);

#endif
