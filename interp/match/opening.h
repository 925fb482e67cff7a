/* Opening: where a game of a match begins, the same for both of a pair. */
#ifndef FERZ_MATCH_OPENING_H
#define FERZ_MATCH_OPENING_H

#include "base/text.h"
#include "ferz.h"

typedef struct opening_book {
    const ferz_variant *variant;
    text fens; /* positions from a file, each ended by a NUL; empty: the game's own start */
    size_t fen_count;
    size_t random_plies; /* random moves from there */
    uint64_t seed;
} opening_book;

/* Reads positions, one a line; what follows a ';' and lines that begin with '#' are remarks. False: `why` says what is wrong, with
 * the place; `missing`: the file could not be read, or there was no memory. */
bool opening_book_read(opening_book *b, const char *path, ferz_messages *messages, text *why, bool *unreadable);
void opening_book_finish(opening_book *b);
/* Opening number `index`: always the same. The play has its random moves already played. NULL: `why` says why there is none. */
ferz_game *opening_game(const opening_book *b, size_t index, ferz_messages *messages, text *why);
/* FEN that opening `index` begins with, before its random moves; valid as long as the book. */
const char *opening_fen(const opening_book *b, size_t index);

#endif
