/* Dialect: moves and positions as other programs write them.
 *
 * Ours are the texts of rules/README.md. What differs elsewhere: castling by words or as king takes rook, promotion as
 * "=Q", drops with a star, ranks from 0 on boards of ten, and shogi's own coordinates. A text of theirs is understood by
 * comparing with our legal moves; what is none of these is no move.
 */
#ifndef FERZ_FRONT_MATCH_DIALECT_H
#define FERZ_FRONT_MATCH_DIALECT_H

#include "front/match/side.h"

enum { DIALECT_MOVE_MAX = 192 }; /* bytes of our longest move, a chain of jumps */

typedef struct dialect {
    side_kind kind;
    int columns, rows;
} dialect;

dialect dialect_of(side_kind kind, const ferz_play *play);
/* Our move as they write it. */
void dialect_put_move(const dialect *d, const char *move, text *t);
typedef enum found_move {
    MOVE_FOUND,
    MOVE_NONE,
    MOVE_UNKNOWN, /* out of memory */
} found_move;
/* The legal move that their word means. `moves` holds the legal moves as ferz_play_moves gives them. */
found_move dialect_find(const dialect *d, const ferz_play *play, const char *moves, size_t count, const char *word,
                        char move[DIALECT_MOVE_MAX]);
/* Our FEN as they read it. */
void dialect_put_fen(const dialect *d, const char *fen, text *t);

#endif
