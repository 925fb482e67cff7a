/* Movement find: which written movement of a piece leads from one cell to another, so that
 * `why` can name the line of the rules. Play does not use it: its tables do not remember which movement they come from.
 */
#ifndef FERZ_COMPILE_MOVEMENT_FIND_H
#define FERZ_COMPILE_MOVEMENT_FIND_H

#include "compile/variant.h"

typedef enum movement_fit {
    MOVEMENT_FITS_NOT,
    MOVEMENT_FITS,
    MOVEMENT_FITS_NOT_FROM, /* the movement leads there, but only from cells of its `from` */
    MOVEMENT_FITS_NOT_TO,   /* or only to cells of its `to` */
    MOVEMENT_FITS_INITIAL,  /* or only for a piece on its cell of the start position */
} movement_fit;

/* The movement that fits best, and how it fits. `board`: only one that the pieces in between allow; NULL: whatever is in
 * between. `modes` (enum leg_mode) is what it should be able to do there; 0: anything. Movements by script are named only where no other fits. NULL: MOVEMENT_FITS_NOT. */
const rule_move *movement_find(const variant *v, const piece_id *board, piece_id piece, unsigned from, unsigned to,
                               unsigned modes, movement_fit *fit);

/* Whether the zone where the movement begins is made of cells where such a piece of the player stands at the start. */
bool movement_begins_at_start(const variant *v, piece_id piece, const rule_move *rule);

#endif
