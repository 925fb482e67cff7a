/* Verify: the invariants of a position, each by a second way of finding it out. For tests and `./dev test`.
 */
#ifndef FERZ_PLAY_VERIFY_H
#define FERZ_PLAY_VERIFY_H

#include "play/history.h"

/* NULL when all hold, else words for the first that does not:
 *   sets and hash agree with the board; FEN round-trips; every legal move plays and is undone to the byte, with hash and sets
 *   right in between; masks and play-test-undo give the same moves; counting agrees with listing. */
const char *verify_position(game_history *h);

#endif
