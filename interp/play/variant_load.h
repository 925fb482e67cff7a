/* Variant load: builds a variant from a ruleset, with its core and its start position.
 */
#ifndef FERZ_PLAY_VARIANT_LOAD_H
#define FERZ_PLAY_VARIANT_LOAD_H

#include "core/core.h"

/* `rules`, `board` and the sources of `diags` must outlive the variant; `hooks` may be NULL when the rules have no
 * script. NULL after errors in `diags`. variant_destroy frees the variant. */
variant *variant_load(const ruleset *rules, const topology *board, const staged_hooks *hooks, diag_list *diags);
/* The same for a certain build of the core (core_pick) that is wide enough for the board: for tests. */
variant *variant_load_for(const ruleset *rules, const topology *board, const staged_hooks *hooks, diag_list *diags,
                          const core *wanted);

#endif
