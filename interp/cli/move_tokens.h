/* Words: moves written one after another with blanks between them.
 *
 * A move is one word, except that chance writes two, "roll 3-5": a word `roll` takes the next one along.
 */
#ifndef FERZ_CLI_MOVE_TOKENS_H
#define FERZ_CLI_MOVE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* A stretch of somebody else's string; length 0 after the last. */
typedef struct move_token {
    const char *bytes;
    size_t length;
} move_token;

move_token move_token_first(const char *string);
move_token move_token_next(move_token w);

/* What was given, or "" for what could not be made. */
static inline const char *string_or_empty(const char *given)
{
    return given ? given : "";
}

/* Appends the moves in `string` to `moves`, each ended by a NUL; returns how many. */
size_t move_tokens_add(text *moves, const char *string);

#endif
