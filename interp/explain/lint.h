/* Lint: what is allowed, and yet hardly meant. Warnings for the designer of a game; play never asks. */
#ifndef FERZ_EXPLAIN_LINT_H
#define FERZ_EXPLAIN_LINT_H

#include "compile/variant.h"

/* Adds warnings to `diags`. `sources`: the last of the texts that the game was made from. */
void lint_variant(const variant *v, const source *sources, diag_list *diags);

#endif
