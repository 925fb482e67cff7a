/* USI's view of a game: cells are counted from the upper right, 7g is file 7 from the right and rank g from above; men
 * are dropped by P*5e; positions are SFEN, in which the first player is b and holds `2P`.
 */
#ifndef FERZ_PROTOCOL_USI_VIEW_H
#define FERZ_PROTOCOL_USI_VIEW_H

#include "base/text.h"
#include "ferz.h"

/* The game's move as USI spells it; the move itself where it has no such form. */
void usi_put_move(const ferz_game *game, const char *move, text *t);
/* USI's move as the game spells it. */
void usi_read_move(const ferz_game *game, const char *said, text *t);
/* SFEN, four words, as the game's FEN. `play` is any of the game. False when there are fewer. */
bool usi_read_position(const ferz_game *game, const char *sfen, text *t);

#endif
