/* Layout: the formatting of a rule file. One blank behind a colon and a comma, none inside brackets, two blanks a
 * level, no blanks at the end of a line, no two empty lines together. Remarks and the author's lines stay. What is made
 * is read again: if it is not the same tree with the same texts, nothing is changed. */
#include <string.h>

#include "service/outline.h"
#include "lsp/server_internal.h"

enum { INDENT = 2, LEVELS_MAX = 64 };

/* ---- blanks within a line ---- */

typedef struct gaps {
    const char *bytes;
    size_t length, done; /* up to here it was copied */
    text *out;
} gaps;

/* Puts `instead` where a span has only blanks and the one sign that is wanted, '\0': none. */
static void replace_gap(gaps *g, size_t from, size_t to, const char *instead, char sign)
{
    bool only = from >= g->done && to >= from && to <= g->length;
    size_t signs = 0;
    for (size_t i = from; only && i < to; i++) {
        char c = g->bytes[i];
        signs += sign && c == sign;
        only = c == ' ' || c == '\t' || (sign && c == sign && signs == 1);
    }
    if (only && signs == (sign != '\0')) {
        text_add(g->out, g->bytes + g->done, from - g->done);
        text_put(g->out, instead);
        g->done = to;
    }
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'';
}

/* With its quotes. */
static span whole(const gaps *g, span s)
{
    bool quoted =
        s.from && s.to < g->length && is_quote(g->bytes[s.from - 1]) && g->bytes[s.to] == g->bytes[s.from - 1];
    return quoted ? (span){s.from - 1, s.to + 1} : s;
}

static span extent(const gaps *g, const outline *node)
{
    span value = node->kind == OUTLINE_SCALAR && node->quote ? whole(g, node->value) : node->value;
    size_t from = node->has_key ? whole(g, node->key).from : value.from;
    size_t to = node->kind == OUTLINE_NOTHING && !node->has_colon ? whole(g, node->key).to : value.to;
    return (span){from, to};
}

static void close_gaps(gaps *g, const outline *node)
{
    size_t before = node->value.from + 1; /* behind the bracket */
    for (const outline *child = node->first; child; child = child->next) {
        span all = extent(g, child);
        if (node->flow) {
            replace_gap(g, before, all.from, child == node->first ? "" : ", ", child == node->first ? '\0' : ',');
        } else if (!child->has_key) {
            size_t dash = all.from;
            while (dash && (g->bytes[dash - 1] == ' ' || g->bytes[dash - 1] == '\t')) {
                dash--;
            }
            if (dash && g->bytes[dash - 1] == '-' && dash < all.from) {
                replace_gap(g, dash, all.from, " ", '\0');
            }
        }
        if (child->has_colon && child->kind != OUTLINE_NOTHING && !child->block) {
            span value = child->kind == OUTLINE_SCALAR && child->quote ? whole(g, child->value) : child->value;
            replace_gap(g, whole(g, child->key).to, value.from, ": ", ':');
        }
        close_gaps(g, child);
        before = all.to;
    }
    if (node->flow && node->first && node->value.to > before && strchr("]}", g->bytes[node->value.to - 1])) {
        replace_gap(g, before, node->value.to - 1, "", '\0');
    }
}

/* ---- lines ---- */

typedef struct level {
    size_t before, now;
} level;

typedef struct lines {
    place_text text;
    text *out;
    level levels[LEVELS_MAX];
    size_t depth;
    span *kept; /* spans whose lines keep what they begin with, in their order; those of texts behind | move along */
    bool *moves;
    size_t kept_count, next;
    size_t empty; /* lines in a row */
} lines;

static void collect_kept(lines *l, const char *bytes, const outline *node, size_t room)
{
    for (const outline *child = node->first; child; child = child->next) {
        bool several = child->kind == OUTLINE_SCALAR && (child->block || child->quote) &&
                       memchr(bytes + child->value.from, '\n', child->value.to - child->value.from);
        if (several && l->kept_count < room) {
            l->moves[l->kept_count] = child->block;
            l->kept[l->kept_count++] = child->value;
        }
        collect_kept(l, bytes, child, room);
    }
}

/* The column where a line begins now, which began at `column`. */
static size_t new_column(lines *l, size_t column)
{
    while (l->depth && l->levels[l->depth - 1].before > column) {
        l->depth--;
    }
    if (l->depth && l->levels[l->depth - 1].before == column) {
        return l->levels[l->depth - 1].now;
    }
    size_t now = l->depth ? l->levels[l->depth - 1].now + INDENT : 0;
    if (l->depth < LEVELS_MAX) {
        l->levels[l->depth++] = (level){column, now};
    }
    return now;
}

/* The column of the next line that is neither empty nor a remark: a remark belongs to what follows it. */
static size_t column_below(const lines *l, size_t at, size_t otherwise)
{
    const place_text *t = &l->text;
    for (size_t next; (next = place_next_line(t, at)) > place_line_end(t, at); at = next) {
        size_t from = next, end = place_line_end(t, next);
        while (from < end && t->bytes[from] == ' ') {
            from++;
        }
        if (from < end && t->bytes[from] != '#') {
            return from - next;
        }
    }
    return otherwise;
}

static void put_blanks(text *out, size_t count)
{
    for (; count; count--) {
        text_char(out, ' ');
    }
}

static void put_line(lines *l, size_t start)
{
    const place_text *t = &l->text;
    size_t from = start, end = place_line_end(t, start);
    while (l->next < l->kept_count && l->kept[l->next].to < start) {
        l->next++;
    }
    bool kept = l->next < l->kept_count && l->kept[l->next].from < start;
    if (kept && !l->moves[l->next]) { /* in the middle of a quoted text */
        text_add(l->out, t->bytes + start, end - start);
        text_char(l->out, '\n');
        return;
    }
    while (from < end && t->bytes[from] == ' ') {
        from++;
    }
    while (end > from && (t->bytes[end - 1] == ' ' || t->bytes[end - 1] == '\t') && !kept) {
        end--;
    }
    if (from == end) {
        l->empty++;
        if (kept || (l->empty == 1 && l->out->length)) {
            text_char(l->out, '\n');
        }
        return;
    }
    l->empty = 0;
    size_t column = from - start, now;
    if (kept) {
        level above = l->depth ? l->levels[l->depth - 1] : (level){0, 0};
        now = column >= above.before ? column - above.before + above.now : column;
    } else {
        now = new_column(l, t->bytes[from] == '#' ? column_below(l, start, column) : column);
    }
    put_blanks(l->out, now);
    text_add(l->out, t->bytes + from, end - from);
    text_char(l->out, '\n');
}

static bool put_lines(text *out, const text *in)
{
    arena scratch;
    arena_init(&scratch, 0);
    lines l = {.text = {text_string(in), in->length, PLACE_UTF8}, .out = out};
    const outline *top = outline_read(&scratch, text_string(in), in->length);
    size_t room = in->length / 2 + 1;
    l.kept = arena_new(&scratch, span, room);
    l.moves = arena_new(&scratch, bool, room);
    bool ok = top && l.kept && l.moves;
    if (ok) {
        collect_kept(&l, text_string(in), top, room);
        for (size_t at = 0; at < in->length; at = place_next_line(&l.text, at)) {
            put_line(&l, at);
        }
        while (out->length > 1 && out->bytes[out->length - 1] == '\n' && out->bytes[out->length - 2] == '\n') {
            out->length--;
        }
        out->failed = out->failed || !out->bytes;
    }
    arena_finish(&scratch);
    return ok && !out->failed;
}

/* ---- the same tree ---- */

/* Whether two texts are the same but for blanks and ends of lines. */
static bool same_words(const char *one, span a, const char *other, span b)
{
    static const char blanks[] = " \t\r\n";
    for (;;) {
        while (a.from < a.to && one[a.from] && strchr(blanks, one[a.from])) {
            a.from++;
        }
        while (b.from < b.to && other[b.from] && strchr(blanks, other[b.from])) {
            b.from++;
        }
        if (a.from == a.to || b.from == b.to) {
            return a.from == a.to && b.from == b.to;
        }
        if (one[a.from++] != other[b.from++]) {
            return false;
        }
    }
}

static bool same_tree(const char *one, const outline *a, const char *other, const outline *b)
{
    bool same = a->kind == b->kind && a->count == b->count && a->has_key == b->has_key && a->quote == b->quote &&
                a->block == b->block && (!a->has_key || same_words(one, a->key, other, b->key)) &&
                (a->kind != OUTLINE_SCALAR || same_words(one, a->value, other, b->value));
    for (a = a->first, b = b->first; same && a; a = a->next, b = b->next) {
        same = same_tree(one, a, other, b);
    }
    return same;
}

/* ---- the answer ---- */

static bool lay_out(const text *in, text *out)
{
    arena scratch;
    text closed = {0};
    arena_init(&scratch, 0);
    const outline *before = outline_read(&scratch, text_string(in), in->length);
    gaps g = {text_string(in), in->length, 0, &closed};
    bool ok = before != NULL;
    if (ok) {
        close_gaps(&g, before);
        text_add(&closed, g.bytes + g.done, g.length - g.done);
        ok = !closed.failed && put_lines(out, &closed);
    }
    const outline *after = ok ? outline_read(&scratch, text_string(out), out->length) : NULL;
    ok = after && same_tree(text_string(in), before, text_string(out), after);
    arena_finish(&scratch);
    text_finish(&closed);
    return ok;
}

json_t *formatting_answer(server *s, call *c)
{
    const document *one = server_document(s, c);
    json_t *edits = json_array();
    text out = {0};
    if (one && one->kind != DOCUMENT_SCRIPT && one->text.length && lay_out(&one->text, &out) &&
        (out.length != one->text.length || memcmp(text_string(&out), text_string(&one->text), out.length) != 0)) {
        place_text t = server_place(s, &one->text);
        json_t *edit = json_object();
        put(c, edit, "range", place_range_json(c, &t, (span){0, t.length}));
        put(c, edit, "newText", json_stringn(text_string(&out), out.length));
        put_item(c, edits, edit);
    }
    text_finish(&out);
    return edits;
}
