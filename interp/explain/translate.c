#include "explain/translate.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"

extern const char text_explain_russian[], text_explain_russian_nouns[];

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
static const char *find_entry(const char *english, const char *several)
{
    static const char id[] = "msgid \"", plural[] = "msgid_plural \"";
    for (const char *line = text_explain_russian; *line; line = next_line(line)) {
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
    const char *found = *english ? read_translation(a, find_entry(english, NULL), 0) : NULL;
    return found && same_conversions(english, found) ? found : english;
}

/* Which of the three forms follows the number. */
static int plural_form(long n)
{
    long tail = n % 100;
    if (tail >= 11 && tail <= 14) {
        return 2;
    }
    return n % 10 == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 ? 1 : 2;
}

const char *translate_russian_plural(arena *a, long n, const char *one, const char *several)
{
    const char *found = read_translation(a, find_entry(one, several), plural_form(n));
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
