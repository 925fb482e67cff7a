/* USI's spelling of a game. Cells are counted from the upper right: 7g is file 7 from the right and rank g from the
 * top. Drops are P*5e. Positions are SFEN, which the reader of positions knows (play/fen.h). */
#ifndef FERZ_PROTOCOL_USI_VIEW_H
#define FERZ_PROTOCOL_USI_VIEW_H

#include "base/text.h"
#include "ferz.h"

/* The game's move in USI's spelling; unchanged when it has none. */
void usi_put_move(const ferz_game *game, const char *move, text *t);
/* USI's move in the game's spelling. */
void usi_read_move(const ferz_game *game, const char *said, text *t);

#endif
