/* Move tokens: moves separated by blanks.
 *
 * A move is one word. A roll of dice is two, "roll 3-5": the word `roll` includes the next one.
 */
#ifndef FERZ_BASE_MOVE_TOKENS_H
#define FERZ_BASE_MOVE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/word_moves.h"
#include "base/text.h"

/* A part of a string that belongs to the caller; length 0 after the last. */
typedef struct move_token {
    const char *bytes;
    size_t length;
} move_token;

move_token move_token_first(const char *string);
move_token move_token_next(move_token w);

/* The string, or "" for NULL. */
static inline const char *string_or_empty(const char *given)
{
    return given ? given : "";
}

/* Appends the moves in `string` to `moves`, each ended by a NUL; returns their number. */
size_t move_tokens_add(text *moves, const char *string);

#endif
