/* Export: a ruleset as a section of a variants.ini.
 *
 * All rules are written, or those that the format cannot say are errors and there is no section. */
#ifndef FERZ_FORMATS_EXPORT_H
#define FERZ_FORMATS_EXPORT_H

#include "rules/ruleset.h"

/* One castling of one player, in files and ranks from 0. */
typedef struct export_castle {
    int rule, player; /* index into the castlings of the rules */
    int king_file, king_rank, partner_file, partner_rank;
    int king_to_file, king_to_rank, partner_to_file, partner_to_rank;
} export_castle;

/* What only the caller knows, who has built the variant: the board's geometry, and what scripts have answered. */
typedef struct export_board {
    const void *state;
    /* Reads a zone or a cell for a player into bits of files, by rank. False when it has no cells, or after an error. */
    bool (*zone)(const void *state, const rule_text *zone_text, size_t player, uint16_t ranks[16]);
    /* Adds the cells that such a piece can ever stand on. False when out of memory. */
    bool (*stands)(const void *state, size_t piece, size_t player, uint16_t ranks[16]);
    /* Adds where a piece that only leaps may go from the cell, moving and capturing alike. False: it does more. */
    bool (*leaps)(const void *state, size_t piece, size_t player, int file, int rank, uint16_t ranks[16]);
    const export_castle *castles;
    size_t castle_count;
    const char *start;       /* FEN of the start position */
    const char *script;      /* all scripts; NULL: none */
    bool captures_transform; /* some captures change the type of the piece that captures */
} export_board;

/* The section, in the arena; NULL after errors in `diags`. */
const char *export_ini(arena *a, diag_list *diags, const ruleset *rules, const export_board *board);

#endif
