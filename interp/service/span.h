/* Span: a part of a text. */
#ifndef FERZ_SERVICE_SPAN_H
#define FERZ_SERVICE_SPAN_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes from `from` up to `to`, which is not in it. */
typedef struct span {
    size_t from, to;
} span;

/* Whether a place is in it or at one of its ends, as a cursor is. */
static inline bool span_holds(span s, size_t at)
{
    return s.from <= at && at <= s.to;
}

#endif
