/* Opening: where a game of a match starts; both games of a pair have the same opening. */
#ifndef FERZ_MATCH_OPENING_H
#define FERZ_MATCH_OPENING_H

#include "base/text.h"
#include "ferz.h"

typedef struct opening_book {
    const ferz_variant *variant;
    text fens; /* positions of a file, each ended by a NUL; empty: the variant's start position */
    size_t fen_count;
    size_t random_plies; /* random plies after the position */
    uint64_t seed;
} opening_book;

/* Reads one position a line; text after ';' and lines that begin with '#' are ignored. False after an error: `why`
 * has the reason and the location. `unreadable`: the file could not be read, or out of memory. */
bool opening_book_read(opening_book *b, const char *path, ferz_messages *messages, text *why, bool *unreadable);
void opening_book_finish(opening_book *b);
/* Opening number `index`, always the same, with its random plies played. NULL after an error, with the reason in
 * `why`. */
ferz_game *opening_game(const opening_book *b, size_t index, ferz_messages *messages, text *why);
/* The FEN of opening `index` before its random plies; valid as long as the book. */
const char *opening_fen(const opening_book *b, size_t index);

#endif
