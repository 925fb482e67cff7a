/* Verify: the invariants of a position, each checked by a second method. For tests. */
#ifndef FERZ_PLAY_VERIFY_H
#define FERZ_PLAY_VERIFY_H

#include "play/history.h"

/* NULL when all invariants hold, else words for the first that does not:
 *   the incremental sets and hash are those of the board; the FEN round-trips; every legal move is made and undone to
 *   the byte, with the right hash and sets in between; both legality tests agree; counting and listing agree. */
const char *verify_position(game_history *h);

#endif
