#include "explain/translate.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"

extern const char text_explain_russian[], text_explain_russian_nouns[], text_explain_russian_messages[];

/* The next character of a quoted string; '\0' after the last. A string may continue on the next line, as gettext wraps. */
static char next_char(const char **at)
{
    while (**at == '"') {
        const char *next = *at + 1 + strspn(*at + 1, "\r\n");
        if (*next != '"') {
            return '\0';
        }
        *at = next + 1;
    }
    char c = **at;
    *at += c != '\0';
    if (c == '\\' && **at) {
        c = *(*at)++;
        return (char)(c == 'n' ? '\n' : c);
    }
    return c;
}

static const char *next_line(const char *at)
{
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

/* Whether the quoted string is `wanted`; *at moves to its end. */
static bool matches(const char **at, const char *wanted)
{
    for (;; wanted++) {
        char c = next_char(at);
        if (c != *wanted) {
            return false;
        }
        if (c == '\0') {
            return true;
        }
    }
}

/* The first msgstr of an entry; NULL when there is no such entry. `several`: its plural, or NULL. */
static const char *find_entry(const char *po, const char *english, const char *several)
{
    static const char id[] = "msgid \"", plural[] = "msgid_plural \"";
    for (const char *line = po; *line; line = next_line(line)) {
        if (strncmp(line, id, sizeof id - 1) != 0) {
            continue;
        }
        const char *at = line + sizeof id - 1;
        if (!matches(&at, english)) {
            continue;
        }
        at = next_line(at);
        bool has_plural = strncmp(at, plural, sizeof plural - 1) == 0;
        if (has_plural != (several != NULL)) {
            continue;
        }
        if (has_plural) {
            at += sizeof plural - 1;
            if (!matches(&at, several)) {
                continue;
            }
            at = next_line(at);
        }
        return at;
    }
    return NULL;
}

/* The string of msgstr number `index` from `at`; NULL when it is missing or empty. */
static const char *read_translation(arena *a, const char *at, int index)
{
    for (; at && index > 0; index--) {
        at = next_line(at);
    }
    if (!at || strncmp(at, "msgstr", 6) != 0 || !strchr(at, '"')) {
        return NULL;
    }
    at = strchr(at, '"') + 1;
    text words = {0};
    for (char c = next_char(&at); c; c = next_char(&at)) {
        text_char(&words, c);
    }
    const char *kept = words.length ? arena_text(a, text_string(&words), words.length) : NULL;
    a->failed |= words.failed;
    text_finish(&words);
    return kept;
}

/* Whether both formats take the same arguments. */
static bool same_conversions(const char *one, const char *other)
{
    for (;;) {
        one = strchr(one, '%');
        other = strchr(other, '%');
        if (!one || !other) {
            return one == other;
        }
        size_t length = 1 + strspn(one + 1, "-+ #0123456789.*lhzjt");
        length += one[length] != '\0';
        if (strncmp(one, other, length) != 0) {
            return false;
        }
        one += length;
        other += length;
    }
}

const char *translate_russian(arena *a, const char *english)
{
    const char *found = *english ? read_translation(a, find_entry(text_explain_russian, english, NULL), 0) : NULL;
    return found && same_conversions(english, found) ? found : english;
}

/* ---- messages ---- */

enum { WORD_FILLS_MAX = 8 };

/* A word as an entry would have it: what is quoted as %s, a number as %d; and what these were. */
typedef struct word_pattern {
    text format;
    const char *fills[WORD_FILLS_MAX];
    size_t count;
} word_pattern;

static void put_fill(arena *a, word_pattern *p, const char *at, size_t length, const char *conversion)
{
    p->fills[p->count++] = arena_text(a, at, length);
    text_put(&p->format, conversion);
}

static void read_pattern(arena *a, const char *word, word_pattern *p)
{
    const char *at = word;
    while (*at) {
        const bool room = p->count < WORD_FILLS_MAX, opens = *at == '`' || *at == '"';
        const char *close = opens ? strchr(at + 1, *at) : NULL;
        const size_t digits = strspn(at, "0123456789");
        if (room && close) {
            text_char(&p->format, *at);
            put_fill(a, p, at + 1, (size_t)(close - at - 1), "%s");
            text_char(&p->format, *close);
            at = close + 1;
        } else if (room && digits) {
            put_fill(a, p, at, digits, "%d");
            at += digits;
        } else {
            text_char(&p->format, *at++);
        }
    }
}

static const char *find_word(arena *a, const char *word)
{
    return *word ? read_translation(a, find_entry(text_explain_russian_messages, word, NULL), 0) : NULL;
}

static const char *find_pattern(arena *a, const char *word)
{
    word_pattern p = {.count = 0};
    read_pattern(a, word, &p);
    const char *format = p.count && !p.format.failed ? find_word(a, text_string(&p.format)) : NULL;
    text said = {0};
    if (format) {
        phrase_put(&(phrase){text_string(&p.format), p.fills, p.count}, format, NULL, NULL, &said);
    }
    const char *kept = said.length ? arena_text(a, text_string(&said), said.length) : NULL;
    text_finish(&said);
    text_finish(&p.format);
    return kept;
}

static const char *find_any(arena *a, const char *word);

/* Whether it is quoted as a whole: then it is what it is in every language. */
static bool is_quotation(const char *word)
{
    const size_t length = strlen(word);
    return length > 1 && word[0] == '`' && strchr(word + 1, '`') == word + length - 1;
}

/* Words that are joined by `by`: each by itself, joined by `with`. NULL: they are not, or one of them is not known. */
static const char *find_joined(arena *a, const char *word, const char *by, const char *with)
{
    const char *at = strstr(word, by);
    const char *left = at ? arena_text(a, word, (size_t)(at - word)) : NULL;
    const char *first = left ? find_any(a, left) : NULL, *rest = first ? find_any(a, at + strlen(by)) : NULL;
    return rest ? arena_format(a, "%s%s%s", first, with, rest) : NULL;
}

/* "known keys: a, b, c": a list behind a word. */
static const char *find_list(arena *a, const char *word)
{
    const char *at = strstr(word, ": ");
    const char *format = at ? arena_format(a, "%.*s: %%s", (int)(at - word), word) : NULL;
    const char *russian = format ? find_word(a, format) : NULL;
    text said = {0};
    if (russian) {
        phrase_put(&(phrase){format, &(const char *){at + 2}, 1}, russian, NULL, NULL, &said);
    }
    const char *kept = said.length ? arena_text(a, text_string(&said), said.length) : NULL;
    text_finish(&said);
    return kept;
}

/* The Russian word, or NULL. */
static const char *find_any(arena *a, const char *word)
{
    if (is_quotation(word)) {
        return word;
    }
    const char *said = find_word(a, word);
    said = said ? said : find_pattern(a, word);
    said = said ? said : find_list(a, word);
    said = said ? said : find_joined(a, word, " or ", " или ");
    return said ? said : find_joined(a, word, ", ", ", ");
}

static const char *say_word(void *state, const char *word)
{
    const char *said = find_any(state, word);
    return said ? said : word;
}

const char *translate_phrase(arena *a, const phrase *p, const char *english)
{
    const char *format =
        p->format ? read_translation(a, find_entry(text_explain_russian_messages, p->format, NULL), 0) : NULL;
    text said = {0}, safe = {0};
    if (!format) {
        return english;
    }
    phrase_put(p, format, say_word, a, &said);
    text_add_safe(&safe, text_string(&said), said.length);
    const char *kept = said.failed || safe.failed ? NULL : arena_text(a, text_string(&safe), safe.length);
    text_finish(&said);
    text_finish(&safe);
    return kept ? kept : english;
}

int translate_plural_form(long n)
{
    long tail = n % 100;
    if (tail >= 11 && tail <= 14) {
        return 2;
    }
    return n % 10 == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 ? 1 : 2;
}

const char *translate_russian_plural(arena *a, long n, const char *one, const char *several)
{
    const char *found = read_translation(a, find_entry(text_explain_russian, one, several), translate_plural_form(n));
    return found ? found : n == 1 ? one : several;
}

bool translate_noun(arena *a, const char *kind, const char *name, const char *forms[NOUN_FORMS])
{
    size_t kind_length = strlen(kind), name_length = strlen(name);
    for (const char *at = text_explain_russian_nouns; *at; at = next_line(at)) {
        const char *own = at + kind_length + 1;
        if (strncmp(at, kind, kind_length) != 0 || at[kind_length] != ' ' || strncmp(own, name, name_length) != 0 ||
            own[name_length] != ':') {
            continue;
        }
        own += name_length + 1;
        for (int i = 0; i < NOUN_FORMS; i++) {
            own += strspn(own, ", ");
            size_t length = strcspn(own, ",\n");
            forms[i] = arena_text(a, own, length);
            if (!forms[i]) {
                return false;
            }
            own += length;
        }
        return true;
    }
    return false;
}
