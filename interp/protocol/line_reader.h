/* Feed: lines from standard input for a program that also waits for something else.
 *
 * Bytes are read from the descriptor itself, so nobody else may read from stdin beside it. What comes in is not trusted:
 * a line may be of any bytes and any length, and one that is too long or holds a NUL is skipped as a whole.
 */
#ifndef FERZ_PROTOCOL_LINE_READER_H
#define FERZ_PROTOCOL_LINE_READER_H

#include "base/text.h"

typedef enum line_reader_result {
    LINE_READER_LINE,
    LINE_READER_WOKEN,   /* the other descriptor has something to read */
    LINE_READER_INVALID, /* a line that is too long, or holds a NUL */
    LINE_READER_EOF,     /* end of input: nothing more comes */
    LINE_READER_ERROR,   /* the machine failed, see errno */
} line_reader_result;

/* A zeroed feed with `descriptor` set is ready. */
typedef struct line_reader {
    int descriptor;
    char block[4096];
    size_t from, to; /* what is left of it */
    bool consumed;   /* the line was given away: the next one begins afresh */
    bool skipping, ended;
    text line;
} line_reader;

/* The next line, without its end, in `f->line` until the next call; waits for it or for `other` (-1: nothing else).
 * Lines that are there already come first. */
line_reader_result line_reader_next(line_reader *f, int other);
void line_reader_finish(line_reader *f);

#endif
