/* Origin: which written movement of a piece leads from one cell to another, whatever stands in between: so that `why` can name
 * the line of the rules. Nothing here is asked in play; the tables that play walks do not remember where they came from.
 */
#ifndef FERZ_COMPILE_MOVEMENT_FIND_H
#define FERZ_COMPILE_MOVEMENT_FIND_H

#include "compile/variant.h"

typedef enum movement_fit {
    MOVEMENT_FITS_NOT,
    MOVEMENT_FITS,
    MOVEMENT_FITS_NOT_FROM, /* the movement is so, but begins only in its `from` */
    MOVEMENT_FITS_NOT_TO,   /* or ends only in its `to` */
    MOVEMENT_FITS_INITIAL,  /* or is only for a man on a cell of the start */
} movement_fit;

/* The movement, and how it fits: the best of all. `modes` are of enum leg_mode, what it should be able to do there; 0: anything.
 * Movements by script are named where no other fits. NULL: MOVEMENT_FITS_NOT. */
const rule_move *movement_find(const variant *v, piece_id piece, unsigned from, unsigned to, unsigned modes,
                               movement_fit *fit);

#endif
