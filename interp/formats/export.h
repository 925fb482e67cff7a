/* Export: a ruleset as a section of a variants.ini.
 *
 * All rules are written, or those that the format cannot say are errors and there is no section. */
#ifndef FERZ_FORMATS_EXPORT_H
#define FERZ_FORMATS_EXPORT_H

#include "rules/ruleset.h"

/* Reads a zone or a cell for a player into bits of files, by rank. False when it has no cells, or after an error.
 * Only the caller knows the board's geometry. */
typedef struct export_board {
    const void *state;
    bool (*zone)(const void *state, const rule_text *zone_text, size_t player, uint16_t ranks[16]);
} export_board;

/* The section, in the arena; NULL after errors in `diags`. */
const char *export_ini(arena *a, diag_list *diags, const ruleset *rules, const export_board *board);

#endif
