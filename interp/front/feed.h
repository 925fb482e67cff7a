/* Feed: lines from standard input for a program that also waits for something else.
 *
 * Bytes are read from the descriptor itself, so nobody else may read from stdin beside it. What comes in is not trusted:
 * a line may be of any bytes and any length, and one that is too long or holds a NUL is skipped as a whole.
 */
#ifndef FERZ_FRONT_FEED_H
#define FERZ_FRONT_FEED_H

#include "base/text.h"

typedef enum feed_result {
    FEED_LINE,
    FEED_WOKEN,   /* the other descriptor has something to read */
    FEED_REFUSED, /* a line that is too long, or holds a NUL */
    FEED_END,     /* end of input: nothing more comes */
    FEED_FAILED,  /* the machine failed, see errno */
} feed_result;

/* A zeroed feed with `descriptor` set is ready. */
typedef struct feed {
    int descriptor;
    char block[4096];
    size_t from, to; /* what is left of it */
    bool given;      /* the line was given away: the next one begins afresh */
    bool refusing, ended;
    text line;
} feed;

/* The next line, without its end, in `f->line` until the next call; waits for it or for `other` (-1: nothing else).
 * Lines that are there already come first. */
feed_result feed_next(feed *f, int other);
void feed_finish(feed *f);

#endif
