/* Build: the parts of game_build, in the order in which it calls them. Each returns false after errors in `diags`.
 */
#ifndef FERZ_GAME_BUILD_H
#define FERZ_GAME_BUILD_H

#include "game/game.h"
#include "game/zone.h"

/* A zone as a set in the pool, for one player; UINT32_MAX after an error. */
uint32_t build_zone(game *g, diag_list *diags, const written *said, size_t player);
/* Takes the cells away on which a player never plays. */
void build_keep_board(const game *g, size_t player, bool *cells);
/* A set of one's own. */
uint32_t build_set(game *g, diag_list *diags, const bool *cells);

/* forms.c: the types (pieces in all the forms that play can bring about) and the men. */
bool forms_build(game *g, const staged_hooks *hooks, diag_list *diags);
/* powers.c: what men do to others besides taking where they arrive. */
bool powers_build(game *g, diag_list *diags);
/* blast.c: what captures blow up. */
bool blast_build(game *g, diag_list *diags);
/* filter.c: the pairs of cells between which men may go. */
bool filter_build(game *g, const staged_hooks *hooks, diag_list *diags);
/* rights.c: first-move rights, castlings. */
bool rights_build(game *g, diag_list *diags);
bool castlings_build(game *g, const staged_hooks *hooks, diag_list *diags);
/* tables.c: what follows from the plans. */
bool promotions_build(game *g, diag_list *diags);
bool threats_build(game *g, diag_list *diags);
/* march.c: men that can be moved all at once. */
bool marches_build(game *g, diag_list *diags);
bool between_build(game *g, diag_list *diags);
bool drops_build(game *g, diag_list *diags);
bool hooks_build(game *g, diag_list *diags);
/* lines.c: rows of cells for men to stand in, and whose men count. */
bool lines_build(game *g, diag_list *diags, const rule_line *rule, line_table *t);
bool line_men_build(game *g, diag_list *diags, const rule_line *rule, line_table *t);
/* terms.c: turns, dice, forced moves; what of them the core has to look at. */
bool terms_build(game *g, diag_list *diags);

#endif
