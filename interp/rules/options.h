/* Options: what `--set` may choose, and the patches that follow from it. */
#ifndef FERZ_RULES_OPTIONS_H
#define FERZ_RULES_OPTIONS_H

#include "rules/merge.h"

/* Checks the definitions under `options` of m->root and the request's settings, chooses a value for each option (the
 * default, what is set, or a draw from the seed), and lays their patches on m->root. False after errors. */
bool options_apply(arena *a, diag_list *diags, const merge_request *request, merged_rules *m);

#endif
