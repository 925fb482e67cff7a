/* Diff letters: two variants may write the same piece with different letters. Pieces are matched by their name, else by
 * their letter, their moves, being the only royal one, or the cells where they begin. Everything that passes between the
 * two games is written with the letters of the first one; here it is translated for the second and back.
 *
 * Only for variants of two players. For others, and where all letters agree, nothing is translated. */
#ifndef FERZ_DIFF_DIFF_LETTERS_H
#define FERZ_DIFF_DIFF_LETTERS_H

#include "api/ferz_internal.h"

enum { DIFF_PIECES_MAX = 128 };

typedef struct diff_letters {
    bool same;                              /* nothing needs to be translated */
    const char *letter[2][DIFF_PIECES_MAX]; /* lower case, of each matched pair; borrowed from the variants */
    const char *name[2][DIFF_PIECES_MAX];
    size_t count;
} diff_letters;

/* The games stand at their starts. */
void diff_letters_match(diff_letters *m, const ferz_game *one, const ferz_game *other);
/* One piece as a FEN writes it ("K", "+r", "Q~") in the letters of the other variant; `from` is whose letters it has.
 * A piece without a match becomes `?`, which no variant reads. */
void diff_letters_piece(const diff_letters *m, int from, const char *piece, text *out);
/* The same for a FEN, and for a move: the piece that it drops or promotes to. `cut`: pieces without a match are left out
 * of the FEN. */
void diff_letters_fen(const diff_letters *m, int from, const char *fen, bool cut, text *out);
void diff_letters_move(const diff_letters *m, int from, const char *move_text, text *out);
/* The pairs whose names or letters differ: "counsellor f = queen q", a line each. */
void diff_letters_describe(const diff_letters *m, text *out);

#endif
