/* Build: the parts of variant_build, in the order in which it calls them. Each returns false after errors in `diags`.
 */
#ifndef FERZ_COMPILE_VARIANT_BUILD_H
#define FERZ_COMPILE_VARIANT_BUILD_H

#include "compile/variant.h"
#include "compile/zone.h"

/* A zone as a set in the pool, for one player; UINT32_MAX after an error. */
uint32_t build_zone(variant *v, diag_list *diags, const rule_text *spec, size_t player);
/* Takes the cells away on which a player never plays. */
void build_keep_own_board(const variant *v, size_t player, bool *cells);
/* A set of one's own. */
uint32_t build_set(variant *v, diag_list *diags, const bool *cells);

/* forms.c: the types (pieces in all the forms that play can bring about) and the men. */
bool piece_types_build(variant *v, const staged_hooks *hooks, diag_list *diags);
/* powers.c: what men do to others besides taking where they arrive. */
bool abilities_build(variant *v, diag_list *diags);
/* blast.c: what captures blow up. */
bool blast_build(variant *v, diag_list *diags);
/* filter.c: the pairs of cells between which men may go. */
bool filter_build(variant *v, const staged_hooks *hooks, diag_list *diags);
/* rights.c: first-move rights, castlings. */
bool rights_build(variant *v, diag_list *diags);
bool castlings_build(variant *v, const staged_hooks *hooks, diag_list *diags);
/* tables.c: what follows from the plans. */
bool promotions_build(variant *v, diag_list *diags);
bool attackers_build(variant *v, diag_list *diags);
/* march.c: men that can be moved all at once. */
bool setwise_build(variant *v, diag_list *diags);
bool between_build(variant *v, diag_list *diags);
bool drops_build(variant *v, diag_list *diags);
bool hooks_build(variant *v, diag_list *diags);
/* lines.c: rows of cells for men to stand in, and whose men count. */
bool rows_build(variant *v, diag_list *diags, const rule_row *rule, row_table *t);
bool row_pieces_build(variant *v, diag_list *diags, const rule_row *rule, row_table *t);
/* terms.c: turns, dice, forced moves; what of them the core has to look at. */
bool turn_rules_build(variant *v, diag_list *diags);

#endif
