/* Origin: which written movement of a piece leads from one cell to another, whatever stands in between: so that `why` can name
 * the line of the rules. Nothing here is asked in play; the tables that play walks do not remember where they came from.
 */
#ifndef FERZ_GAME_ORIGIN_H
#define FERZ_GAME_ORIGIN_H

#include "game/game.h"

typedef enum origin_fit {
    ORIGIN_NONE,
    ORIGIN_FITS,
    ORIGIN_ELSEWHERE, /* the movement is so, but begins only in its `from` */
    ORIGIN_BEYOND,    /* or ends only in its `to` */
    ORIGIN_FIRST,     /* or is only for a man on a cell of the start */
} origin_fit;

/* The movement, and how it fits: the best of all. `modes` are of enum leg_mode, what it should be able to do there; 0: anything.
 * Movements by script are named where no other fits. NULL: ORIGIN_NONE. */
const rule_move *origin_find(const game *g, man_id man, unsigned from, unsigned to, unsigned modes, origin_fit *fit);

#endif
