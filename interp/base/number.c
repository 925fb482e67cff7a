#include "base/number.h"

#include <limits.h>

#include "base/text.h"

number_found number_take(const char **at, long low, long high, long *value)
{
    const bool negative = low < 0 && **at == '-';
    const char *digit = *at + negative;
    if (!ascii_is_digit(*digit)) {
        return NUMBER_NONE;
    }
    /* Counted downwards: the negative range is the larger one. */
    long result = 0;
    bool overflow = false;
    for (; ascii_is_digit(*digit); digit++) {
        const int d = *digit - '0';
        overflow = overflow || result < (LONG_MIN + d) / 10;
        result = overflow ? LONG_MIN : result * 10 - d;
    }
    overflow = overflow || (!negative && result < -LONG_MAX);
    *at = digit;
    if (!negative) {
        result = overflow ? LONG_MAX : -result;
    }
    *value = result < low ? low : result > high ? high : result;
    return overflow || *value != result ? NUMBER_OUTSIDE : NUMBER_READ;
}

number_found number_take_decimal(const char **at, double low, double high, double *value)
{
    enum {
        DIGITS_KEPT = 15
    }; /* a double holds all integers of so many digits, and so the quotient is the nearest one */
    const bool negative = low < 0 && **at == '-';
    const char *s = *at + negative;
    double digits = 0, unit = 1;
    int kept = 0;
    bool any = false, point = false;
    for (; ascii_is_digit(*s) || (*s == '.' && !point); s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        any = true;
        if (kept < DIGITS_KEPT) {
            digits = digits * 10 + (*s - '0');
            kept += digits > 0;
            unit = point ? unit * 10 : unit;
        } else if (!point) {
            digits *= 10; /* far beyond any range, and in the end infinite */
        }
    }
    if (!any) {
        return NUMBER_NONE;
    }
    *at = s;
    const double result = negative ? -digits / unit : digits / unit;
    *value = result < low ? low : result > high ? high : result;
    return result < low || result > high ? NUMBER_OUTSIDE : NUMBER_READ;
}

long number_at(const char *string, long low, long high, long otherwise)
{
    long value;
    return number_take(&string, low, high, &value) == NUMBER_READ ? value : otherwise;
}
