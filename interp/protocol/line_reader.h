/* Line reader: lines from standard input for a program that also waits for another descriptor.
 *
 * It reads from the descriptor, so nothing else may read stdin. Input is not trusted: a line may have any bytes and
 * any length. A line that is too long or contains a NUL is skipped.
 */
#ifndef FERZ_PROTOCOL_LINE_READER_H
#define FERZ_PROTOCOL_LINE_READER_H

#include "base/text.h"

typedef enum line_reader_result {
    LINE_READER_LINE,
    LINE_READER_WOKEN,   /* the other descriptor can be read */
    LINE_READER_INVALID, /* a line that is too long, or contains a NUL: skipped */
    LINE_READER_EOF,     /* end of input */
    LINE_READER_ERROR,   /* a read error, see errno */
} line_reader_result;

/* A zeroed reader with `descriptor` set is ready. */
typedef struct line_reader {
    int descriptor;
    char block[4096];
    size_t from, to; /* the unread part of `block` */
    bool consumed;   /* the line was returned: the next call starts a new one */
    uint64_t lines;  /* returned so far */
    bool skipping, ended;
    text line;
} line_reader;

/* The next line, without its end, in `f->line` until the next call. Waits for it or for `other` (-1: none). Complete
 * lines come first. */
line_reader_result line_reader_next(line_reader *f, int other);
/* Whether a line `quit` has come that was not returned yet. Waits for nothing. For long work between two lines. */
bool line_reader_has_quit(line_reader *f);
void line_reader_finish(line_reader *f);

#endif
