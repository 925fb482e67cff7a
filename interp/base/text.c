#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* ---- the buffer ---- */

enum { TEXT_ROOM_FIRST = 64 };

/* Room for `more` bytes and the NUL. */
static bool reserve(text *t, size_t more)
{
    if (t->failed) {
        return false;
    }
    if (t->bytes && more < t->room - t->length) {
        return true;
    }
    if (more > SIZE_MAX / 4 || t->length > SIZE_MAX / 4) {
        t->failed = true;
        return false;
    }
    size_t room = t->room ? t->room : TEXT_ROOM_FIRST;
    while (room <= t->length + more) {
        room *= 2;
    }
    char *bytes = realloc(t->bytes, room);
    if (!bytes) {
        t->failed = true;
        return false;
    }
    t->bytes = bytes;
    t->room = room;
    return true;
}

void text_finish(text *t)
{
    free(t->bytes);
    *t = (text){0};
}

char *text_detach(text *t)
{
    if (!t->bytes) {
        text_add(t, "", 0);
    }
    if (t->failed) {
        text_finish(t);
        return NULL;
    }
    char *string = t->bytes;
    *t = (text){0};
    return string;
}

void text_clear(text *t)
{
    t->length = 0;
    if (t->bytes) {
        t->bytes[0] = '\0';
    }
}

void text_add(text *t, const char *bytes, size_t length)
{
    if (!reserve(t, length)) {
        return;
    }
    if (length > 0) {
        memcpy(t->bytes + t->length, bytes, length);
    }
    t->length += length;
    t->bytes[t->length] = '\0';
}

void text_put(text *t, const char *string)
{
    text_add(t, string, strlen(string));
}

void text_char(text *t, char c)
{
    text_add(t, &c, 1);
}

void text_indented(text *t, const char *string)
{
    for (const char *line = string; *line;) {
        size_t length = strcspn(line, "\n");
        text_put(t, length ? "    " : "");
        text_add(t, line, length);
        text_char(t, '\n');
        line += length + (line[length] == '\n');
    }
}

void text_print(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprint(t, format, args);
    va_end(args);
}

void text_vprint(text *t, const char *format, va_list args)
{
    if (!reserve(t, TEXT_ROOM_FIRST)) {
        return;
    }
    va_list again;
    va_copy(again, args);
    size_t room = t->room - t->length;
    int length = vsnprintf(t->bytes + t->length, room, format, args);
    if (length >= 0 && (size_t)length >= room && reserve(t, (size_t)length)) {
        length = vsnprintf(t->bytes + t->length, t->room - t->length, format, again);
    }
    va_end(again);
    if (length < 0) {
        t->failed = true;
    }
    if (t->failed) {
        t->bytes[t->length] = '\0'; /* remove the half-written piece */
    } else {
        t->length += (size_t)length;
    }
}

const char *text_string(const text *t)
{
    return t->bytes ? t->bytes : "";
}

/* ---- UTF-8 ---- */

/* As utf8_length, and gives the code point. */
static size_t decode(const char *bytes, size_t length, uint32_t *point)
{
    const unsigned char *b = (const unsigned char *)bytes;
    if (b[0] < 0x80) {
        *point = b[0];
        return 1;
    }
    size_t size = b[0] >= 0xF0 ? 4 : b[0] >= 0xE0 ? 3 : 2;
    /* 80..C1 are continuations or overlong, F5.. lie beyond Unicode. */
    if (b[0] < 0xC2 || b[0] > 0xF4 || size > length) {
        return 0;
    }
    uint32_t value = b[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((b[i] & 0xC0) != 0x80) {
            return 0;
        }
        value = value << 6 | (b[i] & 0x3Fu);
    }
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < lowest[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        return 0;
    }
    *point = value;
    return size;
}

size_t utf8_length(const char *bytes, size_t length)
{
    uint32_t point;
    return decode(bytes, length, &point);
}

typedef struct range {
    uint32_t first, last;
} range;

/* From the Unicode data, version 14: general categories Mn, Me, Cf (without the soft hyphen) and the inner Hangul
 * letters; East Asian widths W and F. Unassigned points between two neighbours are joined to them. Of the marks above
 * U+FFFF only those of notes and tags are here; names of pieces use no others. */
// clang-format off
static const range zero_width[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2}, {0x05C4, 0x05C5},
    {0x05C7, 0x05C7}, {0x0600, 0x0605}, {0x0610, 0x061A}, {0x061C, 0x061C}, {0x064B, 0x065F}, {0x0670, 0x0670},
    {0x06D6, 0x06DD}, {0x06DF, 0x06E4}, {0x06E7, 0x06E8}, {0x06EA, 0x06ED}, {0x070F, 0x070F}, {0x0711, 0x0711},
    {0x0730, 0x074A}, {0x07A6, 0x07B0}, {0x07EB, 0x07F3}, {0x07FD, 0x07FD}, {0x0816, 0x0819}, {0x081B, 0x0823},
    {0x0825, 0x0827}, {0x0829, 0x082D}, {0x0859, 0x085B}, {0x0890, 0x089F}, {0x08CA, 0x0902}, {0x093A, 0x093A},
    {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0951, 0x0957}, {0x0962, 0x0963}, {0x0981, 0x0981},
    {0x09BC, 0x09BC}, {0x09C1, 0x09C4}, {0x09CD, 0x09CD}, {0x09E2, 0x09E3}, {0x09FE, 0x0A02}, {0x0A3C, 0x0A3C},
    {0x0A41, 0x0A51}, {0x0A70, 0x0A71}, {0x0A75, 0x0A75}, {0x0A81, 0x0A82}, {0x0ABC, 0x0ABC}, {0x0AC1, 0x0AC8},
    {0x0ACD, 0x0ACD}, {0x0AE2, 0x0AE3}, {0x0AFA, 0x0B01}, {0x0B3C, 0x0B3C}, {0x0B3F, 0x0B3F}, {0x0B41, 0x0B44},
    {0x0B4D, 0x0B56}, {0x0B62, 0x0B63}, {0x0B82, 0x0B82}, {0x0BC0, 0x0BC0}, {0x0BCD, 0x0BCD}, {0x0C00, 0x0C00},
    {0x0C04, 0x0C04}, {0x0C3C, 0x0C3C}, {0x0C3E, 0x0C40}, {0x0C46, 0x0C56}, {0x0C62, 0x0C63}, {0x0C81, 0x0C81},
    {0x0CBC, 0x0CBC}, {0x0CBF, 0x0CBF}, {0x0CC6, 0x0CC6}, {0x0CCC, 0x0CCD}, {0x0CE2, 0x0CE3}, {0x0D00, 0x0D01},
    {0x0D3B, 0x0D3C}, {0x0D41, 0x0D44}, {0x0D4D, 0x0D4D}, {0x0D62, 0x0D63}, {0x0D81, 0x0D81}, {0x0DCA, 0x0DCA},
    {0x0DD2, 0x0DD6}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x0EB1, 0x0EB1}, {0x0EB4, 0x0EBC},
    {0x0EC8, 0x0ECD}, {0x0F18, 0x0F19}, {0x0F35, 0x0F35}, {0x0F37, 0x0F37}, {0x0F39, 0x0F39}, {0x0F71, 0x0F7E},
    {0x0F80, 0x0F84}, {0x0F86, 0x0F87}, {0x0F8D, 0x0FBC}, {0x0FC6, 0x0FC6}, {0x102D, 0x1030}, {0x1032, 0x1037},
    {0x1039, 0x103A}, {0x103D, 0x103E}, {0x1058, 0x1059}, {0x105E, 0x1060}, {0x1071, 0x1074}, {0x1082, 0x1082},
    {0x1085, 0x1086}, {0x108D, 0x108D}, {0x109D, 0x109D}, {0x1160, 0x11FF}, {0x135D, 0x135F}, {0x1712, 0x1714},
    {0x1732, 0x1733}, {0x1752, 0x1753}, {0x1772, 0x1773}, {0x17B4, 0x17B5}, {0x17B7, 0x17BD}, {0x17C6, 0x17C6},
    {0x17C9, 0x17D3}, {0x17DD, 0x17DD}, {0x180B, 0x180F}, {0x1885, 0x1886}, {0x18A9, 0x18A9}, {0x1920, 0x1922},
    {0x1927, 0x1928}, {0x1932, 0x1932}, {0x1939, 0x193B}, {0x1A17, 0x1A18}, {0x1A1B, 0x1A1B}, {0x1A56, 0x1A56},
    {0x1A58, 0x1A60}, {0x1A62, 0x1A62}, {0x1A65, 0x1A6C}, {0x1A73, 0x1A7F}, {0x1AB0, 0x1B03}, {0x1B34, 0x1B34},
    {0x1B36, 0x1B3A}, {0x1B3C, 0x1B3C}, {0x1B42, 0x1B42}, {0x1B6B, 0x1B73}, {0x1B80, 0x1B81}, {0x1BA2, 0x1BA5},
    {0x1BA8, 0x1BA9}, {0x1BAB, 0x1BAD}, {0x1BE6, 0x1BE6}, {0x1BE8, 0x1BE9}, {0x1BED, 0x1BED}, {0x1BEF, 0x1BF1},
    {0x1C2C, 0x1C33}, {0x1C36, 0x1C37}, {0x1CD0, 0x1CD2}, {0x1CD4, 0x1CE0}, {0x1CE2, 0x1CE8}, {0x1CED, 0x1CED},
    {0x1CF4, 0x1CF4}, {0x1CF8, 0x1CF9}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F},
    {0x20D0, 0x20F0}, {0x2CEF, 0x2CF1}, {0x2D7F, 0x2D7F}, {0x2DE0, 0x2DFF}, {0x302A, 0x302D}, {0x3099, 0x309A},
    {0xA66F, 0xA672}, {0xA674, 0xA67D}, {0xA69E, 0xA69F}, {0xA6F0, 0xA6F1}, {0xA802, 0xA802}, {0xA806, 0xA806},
    {0xA80B, 0xA80B}, {0xA825, 0xA826}, {0xA82C, 0xA82C}, {0xA8C4, 0xA8C5}, {0xA8E0, 0xA8F1}, {0xA8FF, 0xA8FF},
    {0xA926, 0xA92D}, {0xA947, 0xA951}, {0xA980, 0xA982}, {0xA9B3, 0xA9B3}, {0xA9B6, 0xA9B9}, {0xA9BC, 0xA9BD},
    {0xA9E5, 0xA9E5}, {0xAA29, 0xAA2E}, {0xAA31, 0xAA32}, {0xAA35, 0xAA36}, {0xAA43, 0xAA43}, {0xAA4C, 0xAA4C},
    {0xAA7C, 0xAA7C}, {0xAAB0, 0xAAB0}, {0xAAB2, 0xAAB4}, {0xAAB7, 0xAAB8}, {0xAABE, 0xAABF}, {0xAAC1, 0xAAC1},
    {0xAAEC, 0xAAED}, {0xAAF6, 0xAAF6}, {0xABE5, 0xABE5}, {0xABE8, 0xABE8}, {0xABED, 0xABED}, {0xFB1E, 0xFB1E},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0x1D167, 0x1D169}, {0x1D173, 0x1D182},
    {0x1D185, 0x1D18B}, {0xE0001, 0xE01EF},
};
/* What Unicode says to ignore, without the variation selectors of signs. */
static const range hidden[] = {
    {0x00AD, 0x00AD}, {0x034F, 0x034F}, {0x061C, 0x061C}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},
    {0x200B, 0x200F}, {0x2060, 0x2065}, {0x206A, 0x206F}, {0x3164, 0x3164}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};
static const range double_width[] = {
    {0x1100, 0x115F}, {0x231A, 0x231B}, {0x2329, 0x232A}, {0x23E9, 0x23EC}, {0x23F0, 0x23F0}, {0x23F3, 0x23F3},
    {0x25FD, 0x25FE}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x267F, 0x267F}, {0x2693, 0x2693}, {0x26A1, 0x26A1},
    {0x26AA, 0x26AB}, {0x26BD, 0x26BE}, {0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4}, {0x26EA, 0x26EA},
    {0x26F2, 0x26F3}, {0x26F5, 0x26F5}, {0x26FA, 0x26FA}, {0x26FD, 0x26FD}, {0x2705, 0x2705}, {0x270A, 0x270B},
    {0x2728, 0x2728}, {0x274C, 0x274C}, {0x274E, 0x274E}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797},
    {0x27B0, 0x27B0}, {0x27BF, 0x27BF}, {0x2B1B, 0x2B1C}, {0x2B50, 0x2B50}, {0x2B55, 0x2B55}, {0x2E80, 0x303E},
    {0x3041, 0x3247}, {0x3250, 0x4DBF}, {0x4E00, 0xA4C6}, {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAD9},
    {0xFE10, 0xFE19}, {0xFE30, 0xFE6B}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x16FE0, 0x1B2FB}, {0x1F004, 0x1F004},
    {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0},
    {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D},
    {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4},
    {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6DF},
    {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945},
    {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAF6}, {0x20000, 0x3134A},
};
// clang-format on

static bool in_ranges(uint32_t point, const range *ranges, size_t count)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (point > ranges[middle].last) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && point >= ranges[low].first;
}

size_t utf8_columns(const char *bytes, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length;) {
        uint32_t point = 0;
        size_t size = decode(bytes + i, length - i, &point);
        i += size ? size : 1;
        if (point >= 0x300 && in_ranges(point, zero_width, sizeof zero_width / sizeof zero_width[0])) {
            continue;
        }
        bool wide = point >= 0x1100 && in_ranges(point, double_width, sizeof double_width / sizeof double_width[0]);
        columns += wide ? 2 : 1;
    }
    return columns;
}

/* ---- safe output ---- */

static utf8_kind kind_of(uint32_t point)
{
    if (point < 0x20 || (point >= 0x7F && point <= 0x9F)) {
        return UTF8_CONTROL;
    }
    if (point == 0x2028 || point == 0x2029) {
        return UTF8_LINE_END;
    }
    bool turns = (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    return turns                                                                         ? UTF8_BIDI
           : point >= 0xAD && in_ranges(point, hidden, sizeof hidden / sizeof hidden[0]) ? UTF8_HIDDEN
                                                                                         : UTF8_PRINTABLE;
}

static bool is_mark(uint32_t point)
{
    return point >= 0x300 && in_ranges(point, zero_width, sizeof zero_width / sizeof zero_width[0]);
}

bool utf8_mark_too_many(const char *bytes, size_t at, size_t size)
{
    uint32_t point = 0;
    (void)decode(bytes + at, size, &point);
    int marks = 0;
    while (is_mark(point) && ++marks <= UTF8_MARKS_MAX && at > 0) {
        size_t end = at;
        do {
            at--;
        } while (at > 0 && end - at < 4 && ((unsigned char)bytes[at] & 0xC0) == 0x80);
        point = 0;
        (void)decode(bytes + at, end - at, &point);
    }
    return marks > UTF8_MARKS_MAX;
}

utf8_kind utf8_kind_of(const char *bytes, size_t size)
{
    uint32_t point = 0;
    (void)decode(bytes, size, &point);
    return kind_of(point);
}

/* `kept`: the control characters that stay. */
static void add_escaped(text *t, const char *bytes, size_t length, const char *kept)
{
    size_t clean = 0; /* bytes before i that are still to be copied */
    int marks = 0;
    for (size_t i = 0; i < length;) {
        uint32_t point = 0;
        size_t size = decode(bytes + i, length - i, &point);
        marks = size > 0 && is_mark(point) ? marks + 1 : 0;
        bool stays = size > 0 && kind_of(point) == UTF8_PRINTABLE && marks <= UTF8_MARKS_MAX;
        if (stays || (size == 1 && bytes[i] && strchr(kept, bytes[i]))) {
            i += size;
            clean += size;
            continue;
        }
        text_add(t, bytes + i - clean, clean);
        clean = 0;
        if (bytes[i] == '\n') {
            text_put(t, "\\n");
        } else if (bytes[i] == '\t') {
            text_put(t, "\\t");
        } else {
            for (size_t k = 0; k < (size ? size : 1); k++) {
                text_print(t, "\\x%02X", (unsigned)(unsigned char)bytes[i + k]);
            }
        }
        i += size ? size : 1;
    }
    text_add(t, bytes + length - clean, clean);
}

void text_add_safe(text *t, const char *bytes, size_t length)
{
    add_escaped(t, bytes, length, "");
}

void text_add_visible(text *t, const char *bytes, size_t length)
{
    add_escaped(t, bytes, length, "\n\t");
}

void text_json(text *t, const char *bytes, size_t length)
{
    text_char(t, '"');
    for (size_t i = 0; i < length;) {
        uint32_t point = 0;
        size_t size = decode(bytes + i, length - i, &point);
        if (size == 0) {
            text_put(t, "\xEF\xBF\xBD");
        } else if (point == '"' || point == '\\') {
            text_print(t, "\\%c", (char)point);
        } else if (point == '\n') {
            text_put(t, "\\n");
        } else if (point == '\t') {
            text_put(t, "\\t");
        } else if (kind_of(point) != UTF8_PRINTABLE && point > 0xFFFF) {
            text_print(t, "\\u%04x\\u%04x", (unsigned)(0xD800 + ((point - 0x10000) >> 10)),
                       (unsigned)(0xDC00 + (point & 0x3FF)));
        } else if (kind_of(point) != UTF8_PRINTABLE) {
            text_print(t, "\\u%04x", (unsigned)point);
        } else {
            text_add(t, bytes + i, size);
        }
        i += size ? size : 1;
    }
    text_char(t, '"');
}

/* ---- numbers and names ---- */

bool text_to_long(const char *string, long low, long high, long *value)
{
    const char *digits = string + (*string == '-'), *end = string;
    if (*digits == '0' && digits[1] != '\0') {
        return false;
    }
    long number;
    if (number_take(&end, LONG_MIN, LONG_MAX, &number) != NUMBER_READ || *end || number < low || number > high) {
        return false;
    }
    *value = number;
    return true;
}

/* Longer names are not compared: nobody types one by mistake, and the rows below stay on the stack. */
enum { COMPARED_NAME_MAX = 256 };

size_t text_distance(const char *a, const char *b, size_t max_distance)
{
    size_t m = strlen(a);
    size_t n = strlen(b);
    while (m > 0 && n > 0 && ascii_to_lower(a[0]) == ascii_to_lower(b[0])) {
        a++, b++, m--, n--;
    }
    while (m > 0 && n > 0 && ascii_to_lower(a[m - 1]) == ascii_to_lower(b[n - 1])) {
        m--, n--;
    }
    size_t longer = m > n ? m : n;
    size_t shorter = m > n ? n : m;
    if (longer - shorter > max_distance) {
        return max_distance + 1;
    }
    if (shorter == 0) {
        return longer;
    }
    if (longer > COMPARED_NAME_MAX) {
        return max_distance + 1;
    }

    size_t rows[3][COMPARED_NAME_MAX + 1]; /* row i of the table is rows[i % 3] */
    for (size_t j = 0; j <= n; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= m; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3];
        const size_t *two_above = rows[(i + 1) % 3];
        size_t row_min = row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            char x = ascii_to_lower(a[i - 1]);
            char y = ascii_to_lower(b[j - 1]);
            size_t best = above[j - 1] + (x != y);
            if (above[j] + 1 < best) {
                best = above[j] + 1;
            }
            if (row[j - 1] + 1 < best) {
                best = row[j - 1] + 1;
            }
            if (i > 1 && j > 1 && x == ascii_to_lower(b[j - 2]) && y == ascii_to_lower(a[i - 2]) &&
                two_above[j - 2] + 1 < best) {
                best = two_above[j - 2] + 1;
            }
            row[j] = best;
            if (best < row_min) {
                row_min = best;
            }
        }
        if (row_min > max_distance) {
            return max_distance + 1;
        }
    }
    size_t distance = rows[m % 3][n];
    return distance > max_distance ? max_distance + 1 : distance;
}

bool text_ends_with(const char *string, const char *ending)
{
    size_t length = strlen(string), end = strlen(ending);
    return length > end && strcmp(string + length - end, ending) == 0;
}

size_t text_stem_length(const char *name)
{
    size_t length = strlen(name);
    return text_ends_with(name, ".yaml") ? length - 5 : text_ends_with(name, ".yml") ? length - 4 : length;
}

const char *text_article(const char *noun)
{
    /* Beginnings that are spoken otherwise than they are written. */
    static const char *const consonants[] = {"uni", "use", "usu", "eu", "one", "once"};
    static const char *const vowels[] = {"hono", "hour"};
    char head[5] = "";
    for (size_t i = 0; i + 1 < sizeof head && noun[i]; i++) {
        head[i] = ascii_to_lower(noun[i]);
    }
    for (size_t i = 0; i < sizeof consonants / sizeof consonants[0]; i++) {
        if (strncmp(head, consonants[i], strlen(consonants[i])) == 0) {
            return "a";
        }
    }
    for (size_t i = 0; i < sizeof vowels / sizeof vowels[0]; i++) {
        if (strncmp(head, vowels[i], strlen(vowels[i])) == 0) {
            return "an";
        }
    }
    return *head && strchr("aeiou", *head) ? "an" : "a";
}

const char *text_nearest(const char *name, const char *(*next)(const void *state, size_t index), const void *state)
{
    size_t length = strlen(name);
    size_t max_distance = length / 3 > 0 ? length / 3 : 1;
    const char *nearest = NULL;
    const char *candidate;
    for (size_t i = 0; (candidate = next(state, i)) != NULL; i++) {
        size_t distance = text_distance(name, candidate, max_distance);
        size_t other = strlen(candidate);
        /* A suggestion must have something in common with the name: between two single letters there is no near one. */
        if (distance > max_distance || (distance > 0 && distance >= (length > other ? length : other))) {
            continue;
        }
        nearest = candidate;
        if (distance == 0) {
            break;
        }
        max_distance = distance - 1; /* from here on only a nearer one counts */
    }
    return nearest;
}
