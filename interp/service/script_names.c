#include "service/script_names.h"

#include <string.h>

static bool is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

/* The length of `[[`, `[=[`, ... at a byte, without the second bracket; 0 where there is none. */
static size_t long_bracket(const char *bytes, size_t length, size_t at)
{
    size_t n = at < length && bytes[at] == '[' ? 1 : 0;
    while (n && at + n < length && bytes[at + n] == '=') {
        n++;
    }
    return n && at + n < length && bytes[at + n] == '[' ? n : 0;
}

/* Behind the bracket that closes one which has `level` bytes before its second half. */
static size_t end_of_long(const char *bytes, size_t length, size_t at, size_t level)
{
    for (; at < length; at++) {
        size_t n = 1;
        while (bytes[at] == ']' && n < level && at + n < length && bytes[at + n] == '=') {
            n++;
        }
        if (bytes[at] == ']' && n == level && at + n < length && bytes[at + n] == ']') {
            return at + n + 1;
        }
    }
    return length;
}

static size_t end_of_comment(const char *bytes, size_t length, size_t at)
{
    size_t level = long_bracket(bytes, length, at + 2);
    if (level) {
        return end_of_long(bytes, length, at + 2 + level + 1, level);
    }
    const char *end = memchr(bytes + at, '\n', length - at);
    return end ? (size_t)(end - bytes) : length;
}

static size_t end_of_string(const char *bytes, size_t length, size_t at)
{
    char quote = bytes[at++];
    while (at < length && bytes[at] != quote && bytes[at] != '\n') {
        at += bytes[at] == '\\' && at + 1 < length ? 2 : 1;
    }
    return at < length ? at : length;
}

/* The word that ends before `at`, over blanks. */
static bool follows(const char *bytes, size_t at, const char *word)
{
    size_t length = strlen(word);
    while (at && (bytes[at - 1] == ' ' || bytes[at - 1] == '\t')) {
        at--;
    }
    return at >= length && memcmp(bytes + at - length, word, length) == 0 &&
           (at == length || !is_word(bytes[at - length - 1]));
}

/* Whether `= function` stands behind a name. */
static bool is_assigned_function(const char *bytes, size_t length, size_t at)
{
    static const char wanted[] = "function";
    while (at < length && (bytes[at] == ' ' || bytes[at] == '\t')) {
        at++;
    }
    if (at + 1 >= length || bytes[at] != '=' || bytes[at + 1] == '=') {
        return false;
    }
    at++;
    while (at < length && (bytes[at] == ' ' || bytes[at] == '\t')) {
        at++;
    }
    size_t n = sizeof wanted - 1;
    return length - at > n && memcmp(bytes + at, wanted, n) == 0 && !is_word(bytes[at + n]);
}

/* Whether `local` stands before a name, or before the `function` of one. */
static bool is_local(const char *bytes, size_t from, bool declared)
{
    size_t before = from;
    while (declared && before && (bytes[before - 1] == ' ' || bytes[before - 1] == '\t')) {
        before--;
    }
    return follows(bytes, declared ? before - strlen("function") : from, "local");
}

bool script_declares(const char *bytes, size_t at)
{
    return at && !is_word(bytes[at - 1]) && follows(bytes, at, "function") && !is_local(bytes, at, true);
}

static void read_name(const char *bytes, size_t length, size_t *at, script_word *word)
{
    size_t from = *at;
    while (*at < length && is_word(bytes[*at])) {
        (*at)++;
    }
    bool declared = follows(bytes, from, "function"), assigned = is_assigned_function(bytes, length, *at);
    *word = (script_word){
        declared || assigned ? SCRIPT_FUNCTION : SCRIPT_WORD, {from, *at}, is_local(bytes, from, declared)};
}

/* Behind a remark, or a text in long brackets, that begins at a byte; that byte itself where there is none. */
static size_t end_of_other(const char *bytes, size_t length, size_t at)
{
    size_t level = long_bracket(bytes, length, at);
    if (bytes[at] == '-' && at + 1 < length && bytes[at + 1] == '-') {
        return end_of_comment(bytes, length, at);
    }
    return level ? end_of_long(bytes, length, at + level + 1, level) : at;
}

bool script_is_code(const char *bytes, size_t length, size_t at)
{
    for (size_t next = 0; next < at && next < length;) {
        size_t end = end_of_other(bytes, length, next);
        bool quoted = bytes[next] == '"' || bytes[next] == '\'';
        end = quoted ? end_of_string(bytes, length, next) : end;
        if (end > next && at > next && at <= end) {
            return false;
        }
        next = end > next ? end + quoted : next + 1;
    }
    return true;
}

bool script_next_word(const char *bytes, size_t length, size_t *at, script_word *word)
{
    while (*at < length) {
        char c = bytes[*at];
        size_t other = end_of_other(bytes, length, *at);
        if (other > *at) {
            *at = other;
        } else if (c == '"' || c == '\'') {
            size_t end = end_of_string(bytes, length, *at);
            *word = (script_word){SCRIPT_TEXT, {*at + 1, end}, false};
            *at = end + (end < length);
            return true;
        } else if (ascii_is_digit(c)) {
            while (*at < length && (is_word(bytes[*at]) || bytes[*at] == '.')) {
                (*at)++;
            }
        } else if (is_word(c)) {
            read_name(bytes, length, at, word);
            return true;
        } else {
            (*at)++;
        }
    }
    return false;
}

bool script_word_at(const char *bytes, size_t length, size_t at, script_word *word)
{
    size_t next = 0;
    while (script_next_word(bytes, length, &next, word) && word->at.from <= at) {
        if (at <= word->at.to) {
            return true;
        }
    }
    return false;
}

bool script_find_function(const char *bytes, size_t length, const char *name, span *found)
{
    size_t at = 0, wanted = strlen(name);
    script_word word;
    while (script_next_word(bytes, length, &at, &word)) {
        if (word.kind == SCRIPT_FUNCTION && word.at.to - word.at.from == wanted &&
            memcmp(bytes + word.at.from, name, wanted) == 0) {
            *found = word.at;
            return true;
        }
    }
    return false;
}

/* The line before the one that begins at `start`. */
static bool line_above(const char *bytes, size_t *start, size_t *end)
{
    if (!*start) {
        return false;
    }
    *end = *start - 1;
    *start = *end;
    while (*start && bytes[*start - 1] != '\n') {
        (*start)--;
    }
    return true;
}

void script_put_remarks(const char *bytes, size_t at, text *out)
{
    while (at && bytes[at - 1] != '\n') {
        at--;
    }
    size_t first = at, end, lines = 0;
    for (size_t start = at;
         line_above(bytes, &start, &end) && end - start >= 2 && bytes[start] == '-' && bytes[start + 1] == '-';
         lines++) {
        first = start;
    }
    for (; lines; lines--) {
        const char *line_end = strchr(bytes + first, '\n');
        size_t length = line_end ? (size_t)(line_end - (bytes + first)) : strlen(bytes + first), dashes = 0;
        while (dashes < length && (bytes[first + dashes] == '-' || bytes[first + dashes] == ' ')) {
            dashes++;
        }
        text_add(out, bytes + first + dashes, length - dashes);
        text_char(out, '\n');
        first += length + 1;
    }
}
