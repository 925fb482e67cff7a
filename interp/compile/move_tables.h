/* Plan: movements of a ruleset into the tables of a game. Part of building; see game.h for the tables.
 */
#ifndef FERZ_COMPILE_MOVE_TABLES_H
#define FERZ_COMPILE_MOVE_TABLES_H

#include "compile/variant.h"
#include "compile/zone.h"

/* Fills g->plans (leaps, slides, specials; not promotion) and collects sliders and walks. False after errors. */
bool piece_moves_build(variant *v, const staged_hooks *hooks, diag_list *diags);
/* Lays the collected sliders out as rays and, when asked and possible, lookup tables. */
bool sliders_build(variant *v, diag_list *diags, bool lookup);

#endif
