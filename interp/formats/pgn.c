#include "formats/pgn.h"

#include <string.h>

enum { COLUMNS = 80 };

/* ---- reading ---- */

void pgn_begin(pgn_reader *r, const char *bytes, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* a byte order mark, as some editors write it */
    size_t skip = length >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0;
    *r = (pgn_reader){.start = bytes, .next = bytes + skip, .end = bytes + length};
}

void pgn_finish(pgn_reader *r)
{
    text_finish(&r->name);
    text_finish(&r->value);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static void skip_line(pgn_reader *r)
{
    const char *end = memchr(r->next, '\n', (size_t)(r->end - r->next));
    r->next = end ? end + 1 : r->end;
}

/* Behind the brace that ends the comment; fills `value`. False if none does. */
static bool read_comment(pgn_reader *r)
{
    const char *begin = ++r->next, *end = memchr(begin, '}', (size_t)(r->end - begin));
    text_clear(&r->value);
    for (const char *at = begin; at < (end ? end : r->end); at++) {
        text_char(&r->value, is_blank(*at) ? ' ' : *at); /* lines are broken anywhere */
    }
    r->next = end ? end + 1 : r->end;
    return end != NULL;
}

/* The rest of the text belongs to what `*open` began. */
static pgn_item unclosed(pgn_reader *r, const char *open)
{
    r->item = open;
    r->next = r->end;
    text_clear(&r->value);
    text_char(&r->value, *open);
    return PGN_UNCLOSED;
}

static bool begins_line(const pgn_reader *r)
{
    return r->next == r->start || r->next[-1] == '\n';
}

/* A variation, with what is nested in it. What is not closed; NULL: nothing. */
static const char *skip_variation(pgn_reader *r)
{
    const char *begin = r->next;
    size_t depth = 0;
    do {
        const char *at = r->next;
        char c = *at;
        if (c == '{') {
            if (!read_comment(r)) {
                return at;
            }
            continue;
        }
        if (c == ';') {
            skip_line(r);
            continue;
        }
        depth += c == '(';
        depth -= c == ')';
        r->next++;
    } while (depth && r->next < r->end);
    return depth ? begin : NULL;
}

static void skip_blanks(pgn_reader *r)
{
    while (r->next < r->end && is_blank(*r->next)) {
        r->next++;
    }
}

/* To the bracket that closes a tag, which need not be the end of its line; where none closes it there, past the line. */
static void close_tag(pgn_reader *r)
{
    const char *from = r->next;
    skip_blanks(r);
    if (r->next == r->end || *r->next != ']') {
        r->next = from;
        while (r->next < r->end && *r->next != ']' && *r->next != '\n') {
            r->next++;
        }
    }
    r->next += r->next < r->end;
}

/* [Name "value"]; of a broken tag nothing is kept. */
static bool read_tag(pgn_reader *r)
{
    text_clear(&r->name);
    text_clear(&r->value);
    r->next++;
    skip_blanks(r);
    while (r->next < r->end && !is_blank(*r->next) && !strchr("\"]", *r->next)) {
        text_char(&r->name, *r->next++);
    }
    const char *behind_name = r->next;
    skip_blanks(r);
    if (r->next == r->end || *r->next != '"') {
        r->next = behind_name;
        close_tag(r);
        return false;
    }
    for (r->next++; r->next < r->end && *r->next != '"' && *r->next != '\n'; r->next++) {
        if (*r->next == '\\' && r->next + 1 < r->end && strchr("\"\\", r->next[1])) {
            r->next++;
        }
        text_char(&r->value, *r->next);
    }
    r->next += r->next < r->end && *r->next == '"';
    close_tag(r);
    return true;
}

static bool is_result(const char *token)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "1/2", "*"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (strcmp(token, results[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

/* Length of the bracket with which a move of ours goes on: e2e4(g1e2), e8(Q), c1e3(d2)[c4]. 0: a variation or a tag begins
 * here, which has blanks, move numbers or brackets of its own. */
static size_t own_bracket(const char *open, const char *end)
{
    const char *at = open + 1;
    while (at < end && !is_blank(*at) && !is_one_of(*at, "()[]{;$.")) {
        at++;
    }
    return at < end && *at == (*open == '(' ? ')' : ']') ? (size_t)(at + 1 - open) : 0;
}

static bool ends_word(const char *at, const char *end)
{
    return at == end || is_blank(*at) || is_one_of(*at, "{;$)");
}

/* Behind the word: what follows need not have a blank in front. The * of a result is the last sign, that of P*e4 is not. */
static const char *word_end(const pgn_reader *r)
{
    const char *at = r->next + 1;
    while (!ends_word(at, r->end)) {
        bool opens = is_one_of(*at, "(["), result = *at == '*' && (ends_word(at + 1, r->end) || is_one_of(at[1], "(["));
        size_t length = opens ? own_bracket(at, r->end) : !result;
        if (!length) {
            break;
        }
        at += length;
    }
    return at;
}

/* The next word, without a move number in front: `12.` `12...` `1.e4`, and `12` alone. Empty for a number. */
static void read_word(pgn_reader *r)
{
    const char *begin = r->next;
    r->next = word_end(r);
    const char *at = begin, *end = r->next;
    while (at < end && *at >= '0' && *at <= '9') {
        at++;
    }
    bool numbered = at > begin && at < end && *at == '.';
    while (numbered && at < end && *at == '.') {
        at++;
    }
    bool number_alone = at == end && (end - begin != 4 || memcmp(begin, "0000", 4) != 0);
    begin = numbered || number_alone ? at : begin;
    if (begin < end && *begin == '.') { /* `12 ...` */
        begin = end;
    }
    r->item = begin;
    text_clear(&r->value);
    text_add(&r->value, begin, (size_t)(end - begin));
}

/* The item of a word in the moves; PGN_END: it is none. */
static pgn_item read_move(pgn_reader *r)
{
    read_word(r);
    const char *word = text_string(&r->value);
    if (!*word || *word == '$' || strcmp(word, "e.p.") == 0 || strspn(word, "!?") == strlen(word)) {
        return PGN_END;
    }
    if (!r->in_moves) {
        r->in_moves = true;
        r->game += r->game == 0;
    }
    if (is_result(word)) {
        return PGN_RESULT;
    }
    return PGN_MOVE;
}

pgn_item pgn_next(pgn_reader *r)
{
    while (r->next < r->end) {
        char c = *r->next;
        r->item = r->next;
        if (is_blank(c) || c == ')') {
            r->next++;
        } else if (c == ';' || (c == '%' && begins_line(r))) {
            skip_line(r);
        } else if (c == '(') {
            const char *open = skip_variation(r);
            if (open) {
                return unclosed(r, open);
            }
        } else if (c == '{') {
            return read_comment(r) ? PGN_COMMENT : unclosed(r, r->item);
        } else if (c == '[') {
            r->game += r->in_moves || r->game == 0;
            r->in_moves = false;
            if (read_tag(r)) {
                return PGN_TAG;
            }
        } else {
            pgn_item item = read_move(r);
            if (item != PGN_END) {
                return item;
            }
        }
    }
    return PGN_END;
}

/* ---- writing ---- */

void pgn_put_tag(text *t, const char *name, const char *value)
{
    text safe = {0};
    text_add_safe(&safe, value, strlen(value));
    text_print(t, "[%s \"", name);
    for (const char *at = text_string(&safe); *at; at++) {
        if (*at == '"' || *at == '\\') {
            text_char(t, '\\');
        }
        text_char(t, *at);
    }
    text_put(t, "\"]\n");
    text_finish(&safe);
}

static void put_token(text *t, size_t *column, const char *token, size_t length)
{
    if (*column && *column + 1 + length >= COLUMNS) {
        text_char(t, '\n');
        *column = 0;
    } else if (*column) {
        text_char(t, ' ');
        ++*column;
    }
    text_add(t, token, length);
    *column += length;
}

void pgn_put_tokens(text *t, size_t *column, const char *tokens)
{
    for (tokens += strspn(tokens, " "); *tokens; tokens += strspn(tokens, " ")) {
        size_t length = strcspn(tokens, " ");
        put_token(t, column, tokens, length);
        tokens += length;
    }
}

void pgn_put_comment(text *t, size_t *column, const char *comment)
{
    text safe = {0};
    text_char(&safe, '{');
    text_add_safe(&safe, comment, strlen(comment));
    for (size_t i = 1; i < safe.length && !safe.failed; i++) {
        /* '}' would end the comment; other signs could begin a line, where readers take them for tags or escapes. */
        char c = safe.bytes[i];
        safe.bytes[i] = c == '}' || c == ']' ? ')' : c == '[' ? '(' : c == '%' ? '/' : c;
    }
    text_char(&safe, '}');
    t->failed |= safe.failed;
    pgn_put_tokens(t, column, text_string(&safe));
    text_finish(&safe);
}
