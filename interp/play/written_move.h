/* Written move: moves as people write them. Our own text of a move is always understood (notation.h); here the other
 * forms of books and web pages are read:
 *
 *   Nf3  Nbd7  R1e2  Qh4xe1  exd5  e4  e8=Q  e8Q     a piece's letter, what tells it apart, the target, a promotion
 *   e2-e4  Ng1-f3  e4xd5  c3xe5  e7e8Q                signs between cells, other capitals
 *   O-O  0-0  O-O-O  0-0-0                            castling to the side of the higher and of the lower files
 *   e1g1  e1h1                                        castling: the king's cells; the king takes its partner
 *   P@e5  P*e5  @e5                                   drops; a pawn's without its letter
 *   0000  @@@@  --  e1e1                              passes; the royal piece stays where it is
 *   Nf6/H  b8c6h  O-O/Rh8  d4e3,e3d4  e4,d4           second halves: a piece from the hand, a neutral piece
 *
 * with + # ! ? behind them. A piece that goes back when it is captured (Q~) is written as the plain one. A second half
 * that is not written is not guessed: the plain move is meant. A pawn has no letter: any type whose moves reset the halfmove clock, and any type at all
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
/* What the writers of such texts share. The length of a letter without the ~ of a piece that goes back to what it was:
 * people write a promoted queen Q. Whether the piece is written without a letter, as pawns are. */
size_t written_move_letter_length(const char *letter);
bool written_move_without_letter(const variant *v, piece_id piece);
/* Whether what stands behind the target says that the piece becomes this type: "=Q", "(Q)", "q". */
bool written_move_names_type(const piece_type *into, const char *rest);
/* The type of the piece behind a step on the board. */
int written_move_becomes(const position *p, move m);
/* The second half of a move: what is put, and on which cell. */
typedef struct written_half {
    bool given;         /* the move has one */
    bool may_be_absent; /* it follows from the first half */
    const char *letter; /* of the piece from the hand; "" for the neutral piece */
    unsigned cell, from, to;
} written_half;
written_half written_move_half(const position *p, move m);

/* Whether the text is a word for a pass, or says that the royal piece stays where it is. */
bool written_move_is_pass(const position *p, const char *move_text);
/* Whether the text is a word for castling (O-O and its like) that means this castling. */
bool written_move_means_castling(const variant *v, const castling *c, const char *move_text);
written_cells written_move_cells(const position *p, const char *move_text);

#endif
