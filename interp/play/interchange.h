/* Interchange: moves and positions as other programs read them. Reading what they write is written_move.h and fen.h.
 *
 * There are two ways to write a move. Coordinates as Fairy-Stockfish has them: e2e4, e5e6m where a promotion is forced,
 * e1e1 for a pass, e2e4,e4d4 for a wall. And SAN, as PGN has it: Nf3, exd5, a8=Q, O-O, P@e5, Nf6/H. A move that has no
 * such form is written in our own.
 *
 * Nothing here owns memory. */
#ifndef FERZ_PLAY_INTERCHANGE_H
#define FERZ_PLAY_INTERCHANGE_H

#include "base/diag.h"
#include "play/notation.h"

/* Both write at most MOVE_TEXT_MAX bytes with the NUL. */
void interchange_put_move(notation *n, move m, char *out);
/* Plays the move and takes it back, to see whether it gives check. The move is legal. */
void interchange_put_san(notation *n, move m, char *out);

/* The position as FEN. A warning names each thing that such a FEN cannot say. False, with an error, where there is no
 * such FEN at all: more than two players, stacks, levels, letters that are none. */
bool interchange_put_fen(const position *p, diag_list *diags, text *out);

#endif
