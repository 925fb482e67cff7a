/* Lint: warnings for what is allowed but probably not meant. For the designer of a game; playing does not need it. */
#ifndef FERZ_EXPLAIN_LINT_H
#define FERZ_EXPLAIN_LINT_H

#include "compile/variant.h"

/* Adds warnings to `diags`. `sources`: the last of the texts that the variant was loaded from. */
void lint_variant(const variant *v, const source *sources, diag_list *diags);
/* The part of it that is about the start position and inherited numbers. `script` may be NULL. */
void lint_start(const variant *v, const source *script, diag_list *diags);

#endif
