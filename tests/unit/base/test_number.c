/* The reader of numbers: ranges, their ends, and numbers of any length. */
#include "unit/test.h"

#include "base/number.h"

#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

TEST(integers)
{
    static const struct {
        const char *string;
        long low, high, value;
        number_found found;
        int length;
    } rows[] = {
        {"0", 0, 9, 0, NUMBER_READ, 1},
        {"007x", 0, 9, 7, NUMBER_READ, 3},
        {"10", 0, 9, 9, NUMBER_OUTSIDE, 2},
        {"1", 2, 9, 2, NUMBER_OUTSIDE, 1},
        {"-1", 0, 9, 42, NUMBER_NONE, 0},
        {"-1", -9, 9, -1, NUMBER_READ, 2},
        {"-10", -9, 9, -9, NUMBER_OUTSIDE, 3},
        {"+1", -9, 9, 42, NUMBER_NONE, 0},
        {" 1", 0, 9, 42, NUMBER_NONE, 0},
        {"-", -9, 9, 42, NUMBER_NONE, 0},
        {"", 0, 9, 42, NUMBER_NONE, 0},
        {"x", 0, 9, 42, NUMBER_NONE, 0},
        {"4294967298", 0, INT_MAX, INT_MAX, NUMBER_OUTSIDE, 10},
        {"9223372036854775807", 0, LONG_MAX, LONG_MAX, sizeof(long) == 8 ? NUMBER_READ : NUMBER_OUTSIDE, 19},
        {"9223372036854775808", 0, LONG_MAX, LONG_MAX, NUMBER_OUTSIDE, 19},
        {"18446744073709551617", 0, 9, 9, NUMBER_OUTSIDE, 20},
        {"-9223372036854775808", LONG_MIN, LONG_MAX, LONG_MIN, sizeof(long) == 8 ? NUMBER_READ : NUMBER_OUTSIDE, 20},
        {"-9223372036854775809", LONG_MIN, LONG_MAX, LONG_MIN, NUMBER_OUTSIDE, 20},
        {"99999999999999999999999999999999999999999", -5, 5, 5, NUMBER_OUTSIDE, 41},
        {"-99999999999999999999999999999999999999999", -5, 5, -5, NUMBER_OUTSIDE, 42},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *at = rows[i].string;
        long value = 42;
        if (number_take(&at, rows[i].low, rows[i].high, &value) != rows[i].found || value != rows[i].value ||
            at != rows[i].string + rows[i].length) {
            fail_msg("`%s`: %ld, %d bytes", rows[i].string, value, (int)(at - rows[i].string));
        }
    }
    assert_int_equal(number_at("12ab", 0, 99, -1), 12);
    assert_int_equal(number_at("123", 0, 99, -1), -1);
    assert_int_equal(number_at("ab", 0, 99, -1), -1);
}

TEST(decimals)
{
    static const struct {
        const char *string;
        double low, high, value;
        number_found found;
        int length;
    } rows[] = {
        {"10", 0, 99, 10, NUMBER_READ, 2},
        {"0.1", 0, 99, 0.1, NUMBER_READ, 3},
        {"0.05", 0, 1, 0.05, NUMBER_READ, 4},
        {".5+1", 0, 99, .5, NUMBER_READ, 2},
        {"5.", 0, 99, 5, NUMBER_READ, 2},
        {"1.2.3", 0, 99, 1.2, NUMBER_READ, 3},
        {"-1.25", -9, 9, -1.25, NUMBER_READ, 5},
        {"-1.25", 0, 9, 42, NUMBER_NONE, 0},
        {".", 0, 9, 42, NUMBER_NONE, 0},
        {"inf", 0, 9, 42, NUMBER_NONE, 0},
        {"nan", 0, 9, 42, NUMBER_NONE, 0},
        {"0x10", 0, 9, 0, NUMBER_READ, 1},
        {"1e400", 0, 9, 1, NUMBER_READ, 1},
        {"0.000000000000000000000000000001", 0, 1, 1e-30, NUMBER_READ, 32},
        {"3.14159265358979323846264338327950288", 0, 9, 3.14159265358979, NUMBER_READ, 37},
        {"123456789012345678901234567890", 0, 1e9, 1e9, NUMBER_OUTSIDE, 30},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *at = rows[i].string;
        double value = 42;
        number_found found = number_take_decimal(&at, rows[i].low, rows[i].high, &value);
        double error = value - rows[i].value;
        if (found != rows[i].found || error > 1e-15 || error < -1e-15 || at != rows[i].string + rows[i].length) {
            fail_msg("`%s`: %.17g, %d bytes", rows[i].string, value, (int)(at - rows[i].string));
        }
    }
    char digits[500];
    memset(digits, '9', sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    const char *at = digits;
    double value;
    assert_int_equal(number_take_decimal(&at, -1, 1, &value), NUMBER_OUTSIDE);
    assert_true(value == 1 && *at == '\0');
}

/* A comma is no point, whatever the locale says. */
TEST(point_in_every_locale)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        return;
    }
    const char *at = "0.5";
    double value = 0;
    assert_int_equal(number_take_decimal(&at, 0, 1, &value), NUMBER_READ);
    setlocale(LC_ALL, "C");
    assert_true(value > 0.49 && value < 0.51);
}
