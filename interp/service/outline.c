#include "service/outline.h"

#include <string.h>

typedef struct reader {
    arena *arena;
    const char *bytes;
    size_t length, at;
    unsigned depth;
} reader;

static void read_block(reader *r, outline *into, size_t column);

/* ---- the tree ---- */

static outline *add_child(reader *r, outline *parent, outline_kind kind)
{
    outline *one = arena_new(r->arena, outline, 1);
    if (!one) {
        return NULL;
    }
    one->parent = parent;
    one->kind = kind;
    if (parent->last) {
        parent->last->next = one;
    } else {
        parent->first = one;
    }
    parent->last = one;
    parent->count++;
    return one;
}

/* ---- characters ---- */

static char peek(const reader *r, size_t ahead)
{
    return r->at + ahead < r->length ? r->bytes[r->at + ahead] : '\0';
}

static bool at_end(const reader *r)
{
    return r->at >= r->length;
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A blank, or the end of a line or of the text. */
static bool gap(const reader *r, size_t ahead)
{
    return r->at + ahead >= r->length || is_blank(peek(r, ahead)) || ends_line(peek(r, ahead));
}

static void skip_blanks(reader *r)
{
    while (!at_end(r) && is_blank(peek(r, 0))) {
        r->at++;
    }
}

static void skip_rest_of_line(reader *r)
{
    while (!at_end(r) && !ends_line(peek(r, 0))) {
        r->at++;
    }
}

static bool at_comment(const reader *r)
{
    return peek(r, 0) == '#' && !at_end(r) &&
           (r->at == 0 || is_blank(r->bytes[r->at - 1]) || ends_line(r->bytes[r->at - 1]));
}

/* To the first character of the next line that has more than a comment. */
static void skip_to_content(reader *r)
{
    for (;;) {
        while (!at_end(r) && (is_blank(peek(r, 0)) || ends_line(peek(r, 0)))) {
            r->at++;
        }
        if (at_end(r) || !at_comment(r)) {
            return;
        }
        skip_rest_of_line(r);
    }
}

static size_t column_of(const reader *r, size_t at)
{
    size_t start = at;
    while (start && !ends_line(r->bytes[start - 1])) {
        start--;
    }
    return at - start;
}

static bool at_marker(const reader *r)
{
    return r->length - r->at >= 3 &&
           (memcmp(r->bytes + r->at, "---", 3) == 0 || memcmp(r->bytes + r->at, "...", 3) == 0) &&
           column_of(r, r->at) == 0 && gap(r, 3);
}

static span trimmed(const reader *r, size_t from, size_t to)
{
    while (to > from && (is_blank(r->bytes[to - 1]) || ends_line(r->bytes[to - 1]))) {
        to--;
    }
    return (span){from, to};
}

/* ---- scalars ---- */

/* From the quote; leaves behind the closing one, or at the end of the line where there is none and the text goes on
 * with another key. */
static span read_quoted(reader *r)
{
    char quote = peek(r, 0);
    size_t from = ++r->at;
    while (!at_end(r) && peek(r, 0) != quote) {
        r->at += peek(r, 0) == '\\' && quote == '"' && r->at + 1 < r->length ? 2 : 1;
        if (quote == '\'' && peek(r, 0) == '\'' && peek(r, 1) == '\'') {
            r->at += 2;
        }
    }
    r->at = r->at < r->length ? r->at : r->length;
    span inside = {from, r->at};
    r->at += !at_end(r);
    return inside;
}

/* A plain scalar of one line; `flow`: it ends at , and brackets. Also ends at a colon that makes it a key. */
static span read_plain(reader *r, bool flow)
{
    size_t from = r->at;
    while (!at_end(r) && !ends_line(peek(r, 0)) && !at_comment(r)) {
        char c = peek(r, 0);
        if (c == ':' && (gap(r, 1) || (flow && peek(r, 1) && strchr(",[]{}", peek(r, 1))))) {
            break;
        }
        if (flow && strchr(",[]{}", c)) {
            break;
        }
        r->at++;
    }
    return trimmed(r, from, r->at);
}

static span read_scalar(reader *r, bool flow, char *quote)
{
    char c = peek(r, 0);
    *quote = c == '"' || c == '\'' ? c : '\0';
    return *quote ? read_quoted(r) : read_plain(r, flow);
}

/* Whether the line at the cursor begins with a key: a scalar of this line and a colon behind it. The cursor stays. */
static bool at_key(reader *r)
{
    size_t at = r->at, line_end = at;
    char quote, c = peek(r, 0);
    if (c == '{' || c == '[' || c == '#' || at_end(r)) {
        return false;
    }
    while (line_end < r->length && !ends_line(r->bytes[line_end])) {
        line_end++;
    }
    (void)read_scalar(r, false, &quote);
    skip_blanks(r);
    bool key = r->at < line_end && peek(r, 0) == ':' && gap(r, 1);
    r->at = at;
    return key;
}

static bool at_item(const reader *r)
{
    return peek(r, 0) == '-' && gap(r, 1);
}

/* ---- flow collections ---- */

/* Blanks, ends of lines and comments. False when a line begins that belongs to the mapping around: a bracket was not
 * closed. */
static bool skip_in_flow(reader *r, size_t column)
{
    size_t before = r->at;
    skip_to_content(r);
    bool new_line = false;
    for (size_t i = before; i < r->at; i++) {
        new_line = new_line || ends_line(r->bytes[i]);
    }
    if (!at_end(r) && new_line && column_of(r, r->at) <= column && !strchr("]}", peek(r, 0)) && at_key(r)) {
        r->at = before;
        return false;
    }
    return !at_end(r);
}

static void read_flow(reader *r, outline *into, size_t column);

/* Behind a key: a colon and a value. False when nothing more can be read. */
static bool read_flow_rest(reader *r, outline *member, size_t column)
{
    member->has_key = true;
    member->value = (span){r->at, r->at};
    if (!skip_in_flow(r, column)) {
        return false;
    }
    if (peek(r, 0) == ':') {
        member->has_colon = true;
        r->at++;
        skip_blanks(r);
        member->value = (span){r->at, r->at};
        if (!skip_in_flow(r, column)) {
            return false;
        }
        member->value = (span){r->at, r->at};
        if (peek(r, 0) == '{' || peek(r, 0) == '[') {
            read_flow(r, member, column);
        } else if (!strchr(",]}", peek(r, 0))) {
            member->kind = OUTLINE_SCALAR;
            member->value = read_scalar(r, true, &member->quote);
        }
    }
    return true;
}

/* An item of a list; `[a: b]` is a mapping of one member. False when nothing more can be read. */
static bool read_flow_item(reader *r, outline *item, size_t column)
{
    char c = peek(r, 0);
    if (c == '{' || c == '[') {
        read_flow(r, item, column);
        return true;
    }
    if (strchr(",]}", c)) {
        return true;
    }
    item->kind = OUTLINE_SCALAR;
    item->value = read_scalar(r, true, &item->quote);
    size_t behind = r->at;
    skip_blanks(r);
    if (peek(r, 0) != ':' || at_end(r)) {
        r->at = behind;
        return true;
    }
    outline *member = add_child(r, item, OUTLINE_NOTHING);
    if (!member) {
        return false;
    }
    item->kind = OUTLINE_MAP;
    item->quote = '\0';
    member->key = item->value;
    bool more = read_flow_rest(r, member, column);
    item->value.to = r->at;
    return more;
}

/* One member or item. False when nothing more can be read. */
static bool read_flow_child(reader *r, outline *into, size_t column)
{
    size_t before = r->at;
    outline *child = add_child(r, into, OUTLINE_NOTHING);
    if (!child) {
        return false;
    }
    child->value = (span){r->at, r->at};
    if (into->kind == OUTLINE_LIST) {
        return read_flow_item(r, child, column) && r->at > before;
    }
    child->key = read_scalar(r, true, &(char){0});
    return read_flow_rest(r, child, column) && r->at > before;
}

/* From the opening bracket to behind the closing one. */
static void read_flow(reader *r, outline *into, size_t column)
{
    char close = peek(r, 0) == '{' ? '}' : ']';
    into->kind = close == '}' ? OUTLINE_MAP : OUTLINE_LIST;
    into->flow = true;
    into->value.from = r->at++;
    bool goes_on = ++r->depth < OUTLINE_DEPTH_MAX;
    while (goes_on && skip_in_flow(r, column) && peek(r, 0) != close) {
        if (peek(r, 0) == ',') {
            r->at++;
        } else if (strchr("]}", peek(r, 0))) {
            break; /* the other bracket */
        } else {
            goes_on = read_flow_child(r, into, column);
        }
    }
    r->at += !at_end(r) && peek(r, 0) == close;
    into->value.to = r->at;
    r->depth--;
}

/* ---- block collections ---- */

/* The lines behind | or >, which are farther in than `column`. */
static void read_block_text(reader *r, outline *into, size_t column, bool at_top)
{
    into->kind = OUTLINE_SCALAR;
    into->block = true;
    skip_rest_of_line(r);
    size_t from = r->at, end = r->at;
    while (!at_end(r)) {
        size_t line = r->at + (peek(r, 0) == '\r' && peek(r, 1) == '\n' ? 2 : 1);
        size_t at = line;
        while (at < r->length && r->bytes[at] == ' ') {
            at++;
        }
        bool empty = at >= r->length || ends_line(r->bytes[at]);
        if (!empty && at - line <= column && !at_top) {
            break;
        }
        r->at = at;
        skip_rest_of_line(r);
        end = empty ? end : r->at;
    }
    into->value = (span){from, end};
}

/* A plain scalar that goes on in the next lines, farther in than `column`. */
static void read_plain_lines(reader *r, outline *into, size_t column)
{
    for (;;) {
        size_t before = r->at;
        skip_to_content(r);
        if (at_end(r) || column_of(r, r->at) <= column || at_key(r) || at_item(r) || column_of(r, r->at) == 0) {
            r->at = before;
            return;
        }
        span more = read_plain(r, false);
        if (more.to == more.from) {
            skip_rest_of_line(r);
            return;
        }
        into->value.to = more.to;
    }
}

/* What stands behind a colon or a dash. `column` is that of the key or the dash. */
static void read_value(reader *r, outline *into, size_t column, bool in_list)
{
    skip_blanks(r);
    into->value = (span){r->at, r->at};
    while (!at_end(r) && (peek(r, 0) == '&' || peek(r, 0) == '!') && !gap(r, 1)) {
        while (!gap(r, 0)) {
            r->at++;
        }
        skip_blanks(r);
    }
    char c = peek(r, 0);
    bool nothing = at_end(r) || ends_line(c) || at_comment(r);
    if (nothing) {
        size_t before = r->at;
        skip_to_content(r);
        size_t here = at_end(r) ? 0 : column_of(r, r->at);
        if (!at_end(r) && !at_marker(r) && (here > column || (here == column && !in_list && at_item(r)))) {
            read_block(r, into, here);
        } else {
            r->at = before;
        }
    } else if (c == '{' || c == '[') {
        read_flow(r, into, column);
        skip_rest_of_line(r);
    } else if (c == '|' || c == '>') {
        read_block_text(r, into, column, false);
    } else if (in_list && (at_key(r) || at_item(r))) {
        read_block(r, into, column_of(r, r->at));
    } else {
        into->kind = OUTLINE_SCALAR;
        into->value = read_scalar(r, false, &into->quote);
        if (!into->quote) {
            read_plain_lines(r, into, column);
        }
        skip_rest_of_line(r);
    }
}

static void read_member(reader *r, outline *map, size_t column)
{
    outline *child = add_child(r, map, OUTLINE_NOTHING);
    if (!child) {
        r->at = r->length;
        return;
    }
    child->has_key = true;
    child->key = read_scalar(r, false, &(char){0});
    skip_blanks(r);
    child->value = (span){r->at, r->at};
    if (peek(r, 0) == ':') {
        child->has_colon = true;
        r->at++;
        read_value(r, child, column, false);
    } else {
        skip_rest_of_line(r); /* half a key, as one types */
    }
}

static void read_item(reader *r, outline *list, size_t column)
{
    outline *child = add_child(r, list, OUTLINE_NOTHING);
    if (!child) {
        r->at = r->length;
        return;
    }
    r->at++;
    read_value(r, child, column, true);
}

/* The lines that begin at `column`: a mapping, a list, or a scalar. The cursor is at the first of them. */
static void read_block(reader *r, outline *into, size_t column)
{
    size_t from = r->at;
    if (++r->depth >= OUTLINE_DEPTH_MAX) {
        r->at = r->length;
        return;
    }
    into->kind = at_item(r) ? OUTLINE_LIST : OUTLINE_MAP;
    if (into->kind == OUTLINE_MAP && !at_key(r) && into->parent) { /* at the top even one word is half a key */
        into->kind = OUTLINE_SCALAR;
        char c = peek(r, 0);
        if (c == '{' || c == '[') {
            read_flow(r, into, column);
        } else {
            into->value = read_scalar(r, false, &into->quote);
        }
        skip_rest_of_line(r);
        size_t before = r->at;
        skip_to_content(r);
        if (at_end(r) || column_of(r, r->at) != column || !at_key(r) || into->flow) {
            r->at = before;
            r->depth--;
            return;
        }
        r->at = from; /* half a key, and whole ones below it */
        into->kind = OUTLINE_MAP;
        into->quote = '\0';
    }
    size_t end = from;
    for (;;) {
        size_t before = r->at;
        if (into->kind == OUTLINE_LIST) {
            read_item(r, into, column);
        } else {
            read_member(r, into, column);
        }
        end = r->at > before ? r->at : end;
        size_t behind = r->at;
        skip_to_content(r);
        while (!at_end(r) && column_of(r, r->at) > column) { /* what belongs to nothing */
            skip_rest_of_line(r);
            skip_to_content(r);
        }
        bool goes_on = !at_end(r) && r->at > before && column_of(r, r->at) == column && !at_marker(r) &&
                       at_item(r) == (into->kind == OUTLINE_LIST);
        if (!goes_on) {
            r->at = behind;
            break;
        }
    }
    into->value = trimmed(r, from, end);
    r->depth--;
}

outline *outline_read(arena *a, const char *bytes, size_t length)
{
    reader r = {.arena = a, .bytes = bytes, .length = length};
    outline *top = arena_new(a, outline, 1);
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        r.at = 3;
    }
    while (top && !at_end(&r)) {
        skip_to_content(&r);
        if (at_end(&r)) {
            break;
        }
        if (peek(&r, 0) == '%' || at_marker(&r)) {
            skip_rest_of_line(&r);
        } else if (!top->first && (peek(&r, 0) == '{' || peek(&r, 0) == '[')) {
            read_flow(&r, top, 0);
        } else {
            outline *more = top->first && top->kind == OUTLINE_MAP && !top->flow ? top : NULL;
            size_t before = r.at, column = column_of(&r, r.at);
            if (!top->first) {
                read_block(&r, top, column);
            } else if (more && !at_item(&r)) { /* a list or a deeper line was in between */
                read_member(&r, top, column);
            } else {
                skip_rest_of_line(&r);
            }
            r.at = r.at > before ? r.at : before + 1;
        }
    }
    return a->failed ? NULL : top;
}

/* ---- looking ---- */

bool outline_in_key(const outline *node, size_t at)
{
    return node->has_key && span_holds(node->key, at);
}

const outline *outline_at(const outline *top, size_t at)
{
    for (const outline *child = top->first; child; child = child->next) {
        if (outline_in_key(child, at)) {
            return child;
        }
        if (span_holds(child->value, at)) {
            const outline *deeper = outline_at(child, at);
            return deeper ? deeper : child;
        }
    }
    return NULL;
}

bool outline_is(const char *bytes, span s, const char *word)
{
    size_t length = strlen(word);
    return s.to - s.from == length && memcmp(bytes + s.from, word, length) == 0;
}

const outline *outline_member(const outline *map, const char *bytes, const char *key)
{
    const outline *child = map && map->kind == OUTLINE_MAP ? map->first : NULL;
    while (child && !outline_is(bytes, child->key, key)) {
        child = child->next;
    }
    return child;
}

bool outline_next_word(const char *bytes, span value, span *word)
{
    static const char between[] = " \t\r\n,()[]{}\"'`;&|";
    size_t at = word->to;
    while (at < value.to && bytes[at] && strchr(between, bytes[at])) {
        at++;
    }
    word->from = at;
    while (at < value.to && !(bytes[at] && strchr(between, bytes[at]))) {
        at++;
    }
    word->to = at;
    return word->to > word->from;
}
