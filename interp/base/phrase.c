#include "base/phrase.h"

#include <stdio.h>
#include <string.h>

/* A conversion such as %s, %.*s, %zu or %2$s. */
typedef struct conversion {
    const char *from, *end;
    size_t number; /* from 1; 0: the next one */
    char size;     /* l, L (ll), z, or 0 */
    char kind;     /* s, c, d, u, x, X, g; % for a percent sign */
} conversion;

enum { SPEC_MAX = 32 };

/* The first conversion at or behind `at`; false: there is none. */
static bool next_conversion(const char *at, conversion *c)
{
    *c = (conversion){.from = strchr(at, '%')};
    if (!c->from) {
        return false;
    }
    const char *next = c->from + 1;
    if (*next >= '1' && *next <= '9' && next[1] == '$') {
        c->number = (size_t)(*next - '0');
        next += 2;
    }
    next += strspn(next, "-+ #0123456789.*");
    while (*next == 'l' || *next == 'z' || *next == 'h') {
        c->size = *next == 'l' && c->size == 'l' ? 'L' : *next;
        next++;
    }
    c->kind = *next;
    c->end = next + (*next != '\0');
    return true;
}

/* The conversion without its number, and with `precision` in place of a star. */
static void write_spec(const conversion *c, int precision, char spec[SPEC_MAX])
{
    size_t length = 0;
    for (const char *s = c->from; s < c->end && length + 12 < SPEC_MAX; s++) {
        if (*s == '*') {
            length += (size_t)snprintf(spec + length, SPEC_MAX - length, "%d", precision);
        } else {
            spec[length++] = *s;
        }
    }
    spec[length] = '\0';
}

/* Makes the words, in `words` of `room`; returns how many. */
static size_t read_words(arena *a, const char *format, va_list args, const char **words, size_t room)
{
    conversion c;
    size_t count = 0;
    for (const char *at = format; next_conversion(at, &c); at = c.end) {
        if (c.kind == '%' || count == room) {
            continue;
        }
        char spec[SPEC_MAX];
        text word = {0};
        const bool star = memchr(c.from, '*', (size_t)(c.end - c.from)) != NULL;
        write_spec(&c, star ? va_arg(args, int) : 0, spec);
        if (c.kind == 's') {
            text_print(&word, spec, va_arg(args, const char *));
        } else if (c.kind == 'g') {
            text_print(&word, spec, va_arg(args, double));
        } else if (c.size == 'L') {
            text_print(&word, spec, va_arg(args, long long));
        } else if (c.size == 'l') {
            text_print(&word, spec, va_arg(args, long));
        } else if (c.size == 'z') {
            text_print(&word, spec, va_arg(args, size_t));
        } else {
            text_print(&word, spec, va_arg(args, int));
        }
        const char *kept = word.failed ? NULL : arena_text(a, text_string(&word), word.length);
        words[count++] = kept ? kept : "";
        a->failed |= word.failed;
        text_finish(&word);
    }
    return count;
}

bool phrase_read(phrase *p, arena *a, const char *format, va_list args)
{
    enum { WORDS_MAX = 12 };
    const char *words[WORDS_MAX];
    const size_t count = read_words(a, format, args, words, WORDS_MAX);
    const char **kept = arena_new(a, const char *, count);
    if (!kept) {
        return false;
    }
    if (count) {
        memcpy(kept, words, count * sizeof *kept);
    }
    *p = (phrase){format, kept, count};
    return !a->failed;
}

bool phrase_equal(const phrase *a, const phrase *b)
{
    bool equal = a->format && a->format == b->format && a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++) {
        equal = strcmp(a->words[i], b->words[i]) == 0;
    }
    return equal;
}

/* Names stand in quotes: they are what they are in every language. */
static bool is_quoted(const char *format, const char *at)
{
    return at > format && strchr("`'\"", at[-1]);
}

void phrase_put(const phrase *p, const char *format, const char *(*say)(void *state, const char *word), void *state,
                text *out)
{
    conversion c;
    size_t next = 0;
    const char *at = format;
    for (; next_conversion(at, &c); at = c.end) {
        text_add(out, at, (size_t)(c.from - at));
        if (c.kind == '%') {
            text_char(out, '%');
            continue;
        }
        const size_t index = c.number ? c.number - 1 : next++;
        const char *word = index < p->count ? p->words[index] : "";
        text_put(out, say && c.kind == 's' && !is_quoted(format, c.from) ? say(state, word) : word);
    }
    text_put(out, at);
}
