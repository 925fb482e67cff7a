#include "rules/svg_path.h"

#include <ctype.h>
#include <string.h>

/* Lengths in thousandths, so that no rounding decides what is accepted. */
enum { UNIT = 1000, SQUARE = 100 * UNIT, SLACK = 50 * UNIT, DIGITS_MAX = 4, ARGUMENTS_MAX = 7 };

typedef struct path_reader {
    const char *s;
    long x, y;             /* the current point */
    long first_x, first_y; /* where `z` leads */
    const char *fault;
} path_reader;

static const struct {
    char command;
    int arguments;
} commands[] = {{'M', 2}, {'L', 2}, {'H', 1}, {'V', 1}, {'C', 6}, {'S', 4}, {'Q', 4}, {'T', 2}, {'A', 7}, {'Z', 0}};

static void skip_separators(path_reader *r)
{
    r->s += strspn(r->s, " ,\n");
}

static bool at_number(const path_reader *r)
{
    return *r->s && strchr("+-.0123456789", *r->s);
}

/* A number of few digits, without an exponent. */
static bool read_number(path_reader *r, long *number)
{
    const char *begin = r->s;
    bool negative = *r->s == '-';
    r->s += *r->s == '-' || *r->s == '+';
    long whole = 0, part = 0;
    int digits = 0;
    for (; isdigit((unsigned char)*r->s) && digits <= DIGITS_MAX; r->s++, digits++) {
        whole = whole * 10 + (*r->s - '0');
    }
    if (*r->s == '.') {
        r->s++;
        for (long place = UNIT / 10; isdigit((unsigned char)*r->s) && digits <= 2 * DIGITS_MAX; r->s++, digits++) {
            part += (*r->s - '0') * place;
            place /= 10;
        }
    }
    if (!digits || whole > 9999 || isdigit((unsigned char)*r->s)) {
        r->fault = "a number of at most four digits is needed here";
        r->s = begin;
        return false;
    }
    *number = negative ? -(whole * UNIT + part) : whole * UNIT + part;
    return true;
}

static bool read_arguments(path_reader *r, int count, long *number)
{
    for (int i = 0; i < count; i++) {
        skip_separators(r);
        if (!at_number(r)) {
            r->fault = "this command needs more numbers";
            return false;
        }
        if (!read_number(r, &number[i])) {
            return false;
        }
    }
    return true;
}

static bool is_within(long value, long slack)
{
    return value >= -slack && value <= SQUARE + slack;
}

/* Takes the points of a command; control points may lie a little outside. */
static bool take_points(path_reader *r, char command, int count, const long *number)
{
    bool relative = islower((unsigned char)command);
    long from_x = relative ? r->x : 0, from_y = relative ? r->y : 0;
    char kind = (char)toupper((unsigned char)command);
    bool ok = true;
    if (kind == 'H') {
        r->x = from_x + number[0];
    } else if (kind == 'V') {
        r->y = from_y + number[0];
    } else if (kind == 'A') {
        ok = number[0] > 0 && number[1] > 0 && (number[3] == 0 || number[3] == UNIT) &&
             (number[4] == 0 || number[4] == UNIT);
        r->x = from_x + number[5];
        r->y = from_y + number[6];
    } else {
        for (int i = 0; i + 1 < count; i += 2) {
            ok = ok && is_within(from_x + number[i], SLACK) && is_within(from_y + number[i + 1], SLACK);
            r->x = from_x + number[i];
            r->y = from_y + number[i + 1];
        }
    }
    if (!ok || !is_within(r->x, 0) || !is_within(r->y, 0)) {
        r->fault = kind == 'A' && !ok ? "an arc has two radii, an angle, two flags 0 or 1, and a point"
                                      : "the path leaves the square of 100 by 100";
        return false;
    }
    if (kind == 'M') {
        r->first_x = r->x;
        r->first_y = r->y;
    }
    return true;
}

static bool read_command(path_reader *r)
{
    char command = *r->s;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (commands[i].command != toupper((unsigned char)command)) {
            continue;
        }
        long number[ARGUMENTS_MAX] = {0};
        r->s++;
        if (commands[i].arguments == 0) {
            r->x = r->first_x;
            r->y = r->first_y;
            skip_separators(r);
            return true;
        }
        do {
            const char *before = r->s;
            if (!read_arguments(r, commands[i].arguments, number)) {
                return false;
            }
            if (!take_points(r, command, commands[i].arguments, number)) {
                r->s = before + strspn(before, " ,\n");
                return false;
            }
            skip_separators(r);
        } while (at_number(r));
        return true;
    }
    r->fault = "this is no command of a path: M, L, H, V, C, S, Q, T, A, Z are, in either case";
    return false;
}

bool svg_path_is_meant(const char *string)
{
    return string[0] == 'M' && (string[1] == ' ' || string[1] == '.' || isdigit((unsigned char)string[1]));
}

const char *svg_path_fault(const char *string, size_t *at)
{
    path_reader r = {.s = string};
    *at = 0;
    if (strlen(string) > SVG_PATH_MAX) {
        return "a path may have 2000 bytes";
    }
    while (*r.s) {
        if (!read_command(&r)) {
            *at = (size_t)(r.s - string);
            return r.fault;
        }
    }
    return NULL;
}

/* ---- the paths of files ---- */

enum { FILE_NUMBER_MAX = 24, FILE_WHOLE_MAX = 6 };

static bool is_sign_of(const char *signs, char c)
{
    return c && strchr(signs, c);
}

static size_t digits_at(const char *at, const char *end)
{
    size_t n = 0;
    while (at + n < end && isdigit((unsigned char)at[n])) {
        n++;
    }
    return n;
}

/* The length of the number here; 0: there is none, or it is too large. Programs write nearly nothing as 1e-5. */
static size_t file_number(const char *at, const char *end)
{
    const char *c = at + (at < end && is_sign_of("+-", *at));
    size_t whole = digits_at(c, end), part = 0;
    c += whole;
    if (c < end && *c == '.') {
        part = digits_at(c + 1, end);
        c += part + 1;
    }
    if (!(whole + part) || whole > FILE_WHOLE_MAX) {
        return 0;
    }
    if (c + 2 < end && is_sign_of("eE", *c) && c[1] == '-' && isdigit((unsigned char)c[2])) {
        c += 3;
        c += c < end && isdigit((unsigned char)*c);
    }
    return c - at > FILE_NUMBER_MAX ? 0 : (size_t)(c - at);
}

static const char *behind_separators(const char *at, const char *end)
{
    while (at < end && is_sign_of(" ,\t\r\n", *at)) {
        at++;
    }
    return at;
}

/* One set of the numbers that a command needs. The flags of an arc need nothing between them. Returns what is wrong, or
 * NULL; `*at` goes on. */
static const char *read_file_numbers(char command, int count, const char **at, const char *end)
{
    for (int i = 0; i < count; i++) {
        *at = behind_separators(*at, end);
        const bool flag = command == 'A' && (i == 3 || i == 4);
        const size_t length = flag ? (size_t)(*at < end && is_sign_of("01", **at)) : file_number(*at, end);
        if (!length) {
            return *at < end && is_sign_of("+-.0123456789", **at) ? "a number of at most six digits is needed here"
                                                                  : "this command needs more numbers";
        }
        *at += length;
    }
    return NULL;
}

const char *svg_path_data_fault(const char *bytes, size_t length, size_t *at)
{
    const char *c = behind_separators(bytes, bytes + length), *end = bytes + length, *fault = NULL;
    bool first = true;
    while (c < end && !fault) {
        const char command = (char)toupper((unsigned char)*c);
        size_t i = 0;
        while (i < sizeof commands / sizeof commands[0] && commands[i].command != command) {
            i++;
        }
        if (i == sizeof commands / sizeof commands[0] || (first && command != 'M')) {
            fault = first ? "a path begins with the command M"
                          : "this is no command of a path: M, L, H, V, C, S, Q, T, A, Z are, in either case";
            break;
        }
        first = false;
        c++;
        do {
            fault = read_file_numbers(command, commands[i].arguments, &c, end);
            c = fault ? c : behind_separators(c, end);
        } while (!fault && commands[i].arguments && c < end && is_sign_of("+-.0123456789", *c));
    }
    *at = (size_t)(c - bytes);
    return fault;
}
