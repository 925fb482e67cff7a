/* Text: a growable byte buffer, ASCII and UTF-8 characters, numbers, and the name nearest to a misspelt one.
 *
 * A buffer owns its bytes, is always NUL-terminated after the first append, and remembers a refused allocation in
 * `failed` (later appends do nothing). A zeroed buffer is valid and empty.
 */
#ifndef FERZ_BASE_TEXT_H
#define FERZ_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ASCII characters, in every locale. They accept an int, so that a negative end mark belongs to no class. */
static inline bool ascii_is_digit(int c)
{
    return c >= '0' && c <= '9';
}
static inline bool ascii_is_lower(int c)
{
    return c >= 'a' && c <= 'z';
}
static inline bool ascii_is_upper(int c)
{
    return c >= 'A' && c <= 'Z';
}
static inline bool ascii_is_letter(int c)
{
    return ascii_is_lower(c) || ascii_is_upper(c);
}
static inline char ascii_to_lower(char c)
{
    return ascii_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}
static inline char ascii_to_upper(char c)
{
    return ascii_is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

typedef struct text {
    char *bytes; /* owned; NULL while empty and never written */
    size_t length;
    size_t room;
    bool failed;
} text;

void text_finish(text *t);
/* Its string, which the caller then owns (free); the text is empty after it. NULL when it could not be built. */
char *text_detach(text *t);
void text_clear(text *t); /* length 0, memory kept */
void text_add(text *t, const char *bytes, size_t length);
void text_put(text *t, const char *string);
void text_char(text *t, char c);
/* Appends each line of `string`, indented by four spaces unless it is empty, and ends the last one too. */
void text_indented(text *t, const char *string);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_print(text *t, const char *format, ...);
void text_vprint(text *t, const char *format, va_list args);
/* The bytes so far; "" when nothing was written. Valid until the next change. */
const char *text_string(const text *t);

/* Appends `bytes` so that they cannot forge a terminal, protocol or log line: control bytes, DEL, C1 controls,
 * Unicode line separators, bidirectional controls, hidden characters, combining marks after the first UTF8_MARKS_MAX on
 * one letter, and invalid UTF-8 become \xNN (newline \n, tab \t). Not for JSON: see text_json. */
void text_add_safe(text *t, const char *bytes, size_t length);
/* The same, but newlines and tabs stay. */
void text_add_visible(text *t, const char *bytes, size_t length);
/* Appends a JSON string with its quotes. Invalid UTF-8 becomes U+FFFD. */
void text_json(text *t, const char *bytes, size_t length);

/* Length in bytes of the UTF-8 sequence at `bytes` (1 to 4), or 0 when it is not valid UTF-8. `length` > 0. */
size_t utf8_length(const char *bytes, size_t length);
/* What a character does to the display. */
typedef enum utf8_kind {
    UTF8_PRINTABLE,
    UTF8_CONTROL,  /* C0 with tab and line feed, DEL, C1 */
    UTF8_LINE_END, /* Unicode's line and paragraph separators */
    UTF8_BIDI,     /* bidirectional controls, which can make a line look as if it said something else */
    UTF8_HIDDEN,   /* shows nothing: direction marks, zero-width characters, tags, fillers */
} utf8_kind;
enum { UTF8_MARKS_MAX = 4 }; /* more combining marks than any language puts on one letter would run over other lines */
/* Whether the sequence at bytes[at] is a combining mark too many. */
bool utf8_mark_too_many(const char *bytes, size_t at, size_t size);
/* Kind of the sequence at `bytes`, which has `size` bytes as utf8_length returned. */
utf8_kind utf8_kind_of(const char *bytes, size_t size);
/* How many columns the text fills in a terminal (wide East Asian 2, combining marks 0, anything else 1). */
size_t utf8_columns(const char *bytes, size_t length);

/* A decimal integer over the whole of `string`: optional '-', no leading zeros, no blanks. False when it is not one or
 * lies outside [low, high]. */
bool text_to_long(const char *string, long low, long high, long *value);

/* Whether the string ends so, with something before it. */
bool text_ends_with(const char *string, const char *ending);
/* The length of a file's name without .yaml or .yml. */
size_t text_stem_length(const char *name);
/* "a" or "an", as an English noun is spoken: an arrow, a unicorn. */
const char *text_article(const char *noun);

/* Edit distance (insert, delete, replace, swap of neighbours), letters compared without case; gives up above `most`
 * and returns most + 1. */
size_t text_distance(const char *a, const char *b, size_t max_distance);
/* The candidate nearest to `name` if it is near enough to be meant (a third of the length, at least 1), else NULL.
 * `next(state, i)` returns candidate i, NULL after the last. */
const char *text_nearest(const char *name, const char *(*next)(const void *state, size_t index), const void *state);

#endif
