/* Words: moves written one after another with blanks between them.
 *
 * A move is one word, except that chance writes two, "roll 3-5": a word `roll` takes the next one along.
 */
#ifndef FERZ_FRONT_WORDS_H
#define FERZ_FRONT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* A stretch of somebody else's string; length 0 after the last. */
typedef struct word {
    const char *bytes;
    size_t length;
} word;

word word_first(const char *string);
word word_next(word w);

/* What was given, or "" for what could not be made. */
static inline const char *words_or_none(const char *given)
{
    return given ? given : "";
}

/* Appends the moves in `string` to `moves`, each ended by a NUL; returns how many. */
size_t words_add(text *moves, const char *string);

#endif
