/* The one reader of decimal numbers. A caller names the range; what lies outside it is an answer, never an overflow.
 * Digits are ASCII and the point is a point in every locale.
 */
#ifndef FERZ_BASE_NUMBER_H
#define FERZ_BASE_NUMBER_H

#include <stdbool.h>

typedef enum number_found {
    NUMBER_NONE,    /* no digit: nothing was read */
    NUMBER_READ,    /* a number in the range */
    NUMBER_OUTSIDE, /* a number beyond the range: the value is the end of the range that is nearer to it */
} number_found;

/* Reads the integer at `*at`, with a minus only where `low` is negative, and moves `*at` behind its digits. Leading zeros
 * are allowed. Where there is no number, `*at` and `*value` stay. */
number_found number_take(const char **at, long low, long high, long *value);
/* The same for a number with or without a fraction: 10, 0.1, .5, -1.25. */
number_found number_take_decimal(const char **at, double low, double high, double *value);
/* The integer with which the string begins, and `otherwise` where none of the range is there. */
long number_at(const char *string, long low, long high, long otherwise);

#endif
