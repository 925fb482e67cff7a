/* Zone: reads "own rank 8 and not dark" into a set of cells, for one player.
 *
 * The grammar is in rules/README.md. Mistakes are reported at their location inside the text.
 */
#ifndef FERZ_COMPILE_ZONE_H
#define FERZ_COMPILE_ZONE_H

#include "compile/topology.h"

/* Fills `cells[topology->cells]` (one bool a cell) with the zone as `player` sees it; false after an error. Without a
 * text it is all cells. */
bool zone_read(const topology *t, const ruleset *rules, diag_list *diags, const rule_text *spec, size_t player,
               bool *cells);
/* Reads all named zones for players 0 to `players` - 1 into `table`, whose sets lie in `a`: time and memory grow with
 * the length of the rules, however zones name each other. What the first player cannot read is an error where
 * that is `wanted`. */
bool zone_table_read(zone_table *table, arena *a, const topology *t, const ruleset *rules, diag_list *diags,
                     size_t players, bool wanted);
/* One cell, seen from the owner's side unless it was written for each player; CELL_NONE after an error. */
cell_id zone_cell(const topology *t, const ruleset *rules, diag_list *diags, const rule_text_by_player *spec,
                  size_t player);

#endif
