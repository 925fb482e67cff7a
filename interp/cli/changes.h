/* Changes: what a ply has changed on the board, in words, for a person who looks at it. Hands are not told: the board
 * shows them. */
#ifndef FERZ_CLI_CHANGES_H
#define FERZ_CLI_CHANGES_H

#include "base/text.h"
#include "ferz.h"

/* A zeroed one is empty; free it with board_counts_finish. */
typedef struct board_counts {
    struct piece_count *counts; /* of each type and owner */
    size_t count, room;
    char *fen; /* with the counters at its end */
} board_counts;

/* What stands on the board now. False when out of memory: then nothing is told. */
bool board_counts_take(board_counts *b, const ferz_game *game);
void board_counts_finish(board_counts *b);
/* Adds words such as "black loses a knight; a pawn of white becomes a knight", or nothing. `dropped`: the ply put one
 * piece on the board, as its text says. */
void changes_put(const board_counts *before, const ferz_game *game, bool dropped, text *out);

#endif
