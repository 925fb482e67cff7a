/* Move tables: turns the movements of a ruleset into the tables of a variant (see variant.h). */
#ifndef FERZ_COMPILE_MOVE_TABLES_H
#define FERZ_COMPILE_MOVE_TABLES_H

#include "compile/variant.h"
#include "compile/zone.h"

/* Fills v->moves (leaps, slides, specials; not promotion), and collects sliders and multi-leg paths. False after
 * errors. */
bool piece_moves_build(variant *v, const staged_hooks *hooks, diag_list *diags);
/* sliders.c: lays the collected sliders out as rays and, if variant.use_lookup and possible, as lookup tables. */
bool sliders_build(variant *v, diag_list *diags);

#endif
