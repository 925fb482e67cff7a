/* Written move: moves as people write them. Our own text of a move is always understood (notation.h); here the other
 * forms of books and web pages are read:
 *
 *   Nf3  Nbd7  R1e2  Qh4xe1  exd5  e4  e8=Q  e8Q     a piece's letter, what tells it apart, the target, a promotion
 *   e2-e4  Ng1-f3  e4xd5  c3xe5                       signs between cells
 *   O-O  0-0  O-O-O  0-0-0                            castling to the nearer and to the farther partner
 *
 * with + # ! ? behind them. A pawn has no letter: any type whose moves reset the halfmove clock, and any type at all
 * where no type does. A text is taken only if it means one move.
 *
 * Nothing here owns memory. */
#ifndef FERZ_PLAY_WRITTEN_MOVE_H
#define FERZ_PLAY_WRITTEN_MOVE_H

#include "base/text.h"
#include "play/notation.h"

/* What a text means among the moves of a list. */
typedef struct written_move {
    move found;   /* MOVE_NONE: none, or several */
    size_t count; /* how many moves it could mean */
} written_move;

/* Our own text first, then the other forms. `candidates` may be NULL; else, when there are several, our texts of them
 * are appended: "b1d2 or f3d2". */
written_move written_move_find(const position *p, const move_list *list, const char *move_text, text *candidates);

/* For a text that means no move of the rules: the cells that it names. A piece of the side to move stands on `from`;
 * whether it can go to `to` is not asked. */
typedef struct written_cells {
    unsigned from, to;
    size_t count;     /* how many pieces it could mean; `from` is the first of them */
    const char *rest; /* behind the target: a promotion, or signs of check */
} written_cells;
/* Whether the text is a word for castling (O-O and its like) that means this castling. */
bool written_move_means_castling(const variant *v, const castling *c, const char *move_text);
written_cells written_move_cells(const position *p, const char *move_text);

#endif
