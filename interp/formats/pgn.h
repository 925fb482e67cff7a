/* PGN: the games in a text, item by item. Which game is played, and what its moves mean, is not known here.
 *
 * Comments in braces and behind a semicolon, lines that begin with %, variations in brackets, $1 and move numbers are
 * passed over; a comment in braces outside of variations is an item, since a roll of dice is written as one. No item
 * needs a line or a blank of its own, but for a bracket that could belong to a move of ours: `e4 (d4)`. A comment or a
 * variation that nothing closes is an item of its own: all behind it would be lost. */
#ifndef FERZ_FORMATS_PGN_H
#define FERZ_FORMATS_PGN_H

#include "base/text.h"

typedef enum pgn_item { PGN_END, PGN_TAG, PGN_MOVE, PGN_COMMENT, PGN_RESULT, PGN_UNCLOSED } pgn_item;

typedef struct pgn_reader {
    const char *start, *next, *end; /* borrowed */
    bool in_moves;                  /* moves of the current game have begun */
    size_t game;                    /* number of the current game, from 1; 0: before the first */
    const char *item;               /* where the newest item stands in the text */
    text name;                      /* of a tag */
    text value;                     /* of a tag; a move, comment or result; the sign that is not closed */
} pgn_reader;

void pgn_begin(pgn_reader *r, const char *bytes, size_t length);
pgn_item pgn_next(pgn_reader *r);
void pgn_finish(pgn_reader *r);

/* Adds `[NAME "VALUE"]` and a newline. */
void pgn_put_tag(text *t, const char *name, const char *value);
/* Adds blank-separated tokens, with a break of the line before column 80. `*column` is where the line is. */
void pgn_put_tokens(text *t, size_t *column, const char *tokens);
/* Adds a comment in braces. */
void pgn_put_comment(text *t, size_t *column, const char *comment);

#endif
