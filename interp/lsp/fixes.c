/* Fixes: code actions for what diagnostics say would help. A hint is a sentence of the library; those that tell what to
 * write become edits. */
#include <string.h>

#include "lsp/outline.h"
#include "lsp/server_internal.h"

typedef struct fixing {
    server *server;
    call *call;
    const document *document;
    place_text text;
    const outline *top;       /* of rules; NULL for a script */
    const json_t *diagnostic; /* the one in question */
    const char *message, *hint;
    span range;
    json_t *actions;
} fixing;

/* ---- actions ---- */

static void add_action(fixing *m, const char *title, span replaced, const char *inserted, bool preferred)
{
    call *c = m->call;
    json_t *action = json_object(), *edit = json_object(), *changes = json_object(), *one = json_object(),
           *edits = json_array(), *diagnostics = json_array();
    put(c, one, "range", place_range_json(c, &m->text, replaced));
    put_string(c, one, "newText", inserted);
    put_item(c, edits, one);
    put(c, changes, m->document->uri, edits);
    put(c, edit, "changes", changes);
    put_item(c, diagnostics, json_incref((json_t *)(uintptr_t)m->diagnostic));
    put_string(c, action, "title", title);
    put_string(c, action, "kind", "quickfix");
    put(c, action, "diagnostics", diagnostics);
    put(c, action, "isPreferred", json_boolean(preferred));
    put(c, action, "edit", edit);
    put_item(c, m->actions, action);
}

static void replace_with(fixing *m, span replaced, const char *inserted, bool preferred)
{
    text title = {0};
    text_print(&title, "Write `%s`", inserted);
    add_action(m, text_string(&title), replaced, inserted, preferred);
    text_finish(&title);
}

/* What stands between two quotes behind `from`: `x`, "x" or 'x'. */
static bool quoted_part(const char *from, text *part, const char **behind)
{
    const char *open = from + strcspn(from, "`\"'");
    const char *close = *open ? strchr(open + 1, *open) : NULL;
    if (!close || close == open + 1) {
        return false;
    }
    text_clear(part);
    text_add(part, open + 1, (size_t)(close - open - 1));
    *behind = close + 1;
    return !part->failed;
}

/* ---- did you mean ---- */

static void judge_span(const fixing *m, span candidate, const char *wanted, span *best, size_t *least)
{
    enum { CANDIDATE_MAX = 100 };
    text word = {0};
    size_t length = candidate.to - candidate.from;
    if (length && length <= CANDIDATE_MAX) {
        text_add(&word, m->text.bytes + candidate.from, length);
        size_t distance = text_distance(text_string(&word), wanted, CANDIDATE_MAX);
        if (distance < *least && strcmp(text_string(&word), wanted) != 0) {
            *least = distance;
            *best = candidate;
        }
    }
    text_finish(&word);
}

/* The part of what is underlined that is most like the word that was meant; a whole that is more like it goes first. */
static span misspelt(const fixing *m, const char *wanted)
{
    span best = m->range, word = {m->range.from, m->range.from};
    size_t least = SIZE_MAX;
    judge_span(m, m->range, wanted, &best, &least);
    while (outline_next_word(m->text.bytes, m->range, &word)) {
        judge_span(m, word, wanted, &best, &least);
    }
    if (strlen(wanted) == 1) { /* a letter of a movement */
        text said = {0};
        const char *behind, *at = NULL;
        if (quoted_part(m->message, &said, &behind) && said.length == 1) {
            at = memchr(m->text.bytes + m->range.from, *text_string(&said), m->range.to - m->range.from);
        }
        size_t from = at ? (size_t)(at - m->text.bytes) : 0;
        best = at ? (span){from, from + 1} : best;
        text_finish(&said);
    }
    return best;
}

static void fix_misspelt(fixing *m)
{
    const char *question = strstr(m->hint, "did you mean "), *behind;
    text wanted = {0};
    if (question && quoted_part(question, &wanted, &behind) && *behind == '?') {
        replace_with(m, misspelt(m, text_string(&wanted)), text_string(&wanted), true);
    }
    text_finish(&wanted);
}

/* ---- parts of the tree ---- */

static const outline *node_of(const fixing *m)
{
    const outline *node = m->top ? outline_at(m->top, m->range.from) : NULL;
    return node && node->parent ? node : NULL;
}

/* A member or item with what separates it from the others. */
static span removed_span(const fixing *m, const outline *node)
{
    span all = {node->has_key ? node->key.from : node->value.from,
                node->value.to > node->key.to ? node->value.to : node->key.to};
    const char *bytes = m->text.bytes;
    if (!node->parent->flow) {
        return (span){place_line_start(&m->text, all.from), place_next_line(&m->text, all.to)};
    }
    all.to += node->quote && all.to < m->text.length ? 1 : 0;
    while (all.to < m->text.length && bytes[all.to] == ' ') {
        all.to++;
    }
    if (all.to < m->text.length && bytes[all.to] == ',') {
        all.to++;
        while (all.to < m->text.length && bytes[all.to] == ' ') {
            all.to++;
        }
        return all;
    }
    while (all.from && bytes[all.from - 1] == ' ') { /* the last one: the comma before it */
        all.from--;
    }
    all.from -= all.from && bytes[all.from - 1] == ',';
    return all;
}

static void remove_node(fixing *m)
{
    const outline *node = node_of(m);
    bool first_of_item = node && !node->parent->flow && node->parent->first == node && node->parent->parent &&
                         node->parent->parent->kind == OUTLINE_LIST;
    if (node && !first_of_item) {
        add_action(m, "Remove it", removed_span(m, node), "", true);
    }
}

/* Adds a member to a mapping, behind its last one; `map` NULL: to the text. */
static void insert_member(fixing *m, const outline *map, const char *title, const char *member)
{
    text inserted = {0};
    map = map ? map : m->top;
    if (!map) {
        return;
    }
    if (map->flow) {
        size_t at = map->value.to && strchr("]}", m->text.bytes[map->value.to - 1]) ? map->value.to - 1 : map->value.to;
        text_print(&inserted, map->first ? ", %s" : "%s", member);
        add_action(m, title, (span){at, at}, text_string(&inserted), false);
    } else {
        const outline *last = map->last;
        size_t end = last && last->value.to > last->key.to ? last->value.to : last ? last->key.to : m->text.length;
        size_t at = last ? place_line_end(&m->text, end) : end;
        size_t column = map->first ? map->first->key.from - place_line_start(&m->text, map->first->key.from) : 0;
        text_put(&inserted, m->text.length ? "\n" : "");
        for (; column; column--) {
            text_char(&inserted, ' ');
        }
        text_put(&inserted, member);
        add_action(m, title, (span){at, at}, text_string(&inserted), false);
    }
    text_finish(&inserted);
}

/* ---- other hints ---- */

/* `for example X`, `write X`: a member is added or put in the place of the one that has its key, anything else is put
 * in the place of what is underlined. */
static void write_example(fixing *m, const char *example, bool adds)
{
    const char *colon = strstr(example, ": ");
    const outline *node = node_of(m);
    text title = {0}, key = {0};
    if (!colon || *example == '{' || *example == '[') {
        replace_with(m, m->range, example, false);
        return;
    }
    text_add(&key, example, (size_t)(colon - example));
    const outline *map = node && node->kind == OUTLINE_MAP ? node : node ? node->parent : m->top;
    const outline *there = outline_member(map, m->text.bytes, text_string(&key));
    if (there) {
        size_t to = there->value.to > there->key.to ? there->value.to : there->key.to;
        replace_with(m, (span){there->key.from, to + (there->quote != '\0')}, example, false);
    } else if (adds && map && map->kind == OUTLINE_MAP) {
        text_print(&title, "Add `%s`", example);
        insert_member(m, map, text_string(&title), example);
    }
    text_finish(&key);
    text_finish(&title);
}

static bool begins(const char *string, const char *start)
{
    return strncmp(string, start, strlen(start)) == 0;
}

static void fix_quotes(fixing *m)
{
    const char *bytes = m->text.bytes;
    text inserted = {0};
    span r = m->range;
    if (begins(m->hint, "quote it: ")) {
        replace_with(m, r, m->hint + strlen("quote it: "), true);
    } else if (strcmp(m->hint, "quote it") == 0) {
        text_json(&inserted, bytes + r.from, r.to - r.from);
        replace_with(m, r, text_string(&inserted), true);
    } else if (r.to - r.from > 2 && strchr("\"'", bytes[r.from]) && bytes[r.to - 1] == bytes[r.from]) {
        text_add(&inserted, bytes + r.from + 1, r.to - r.from - 2);
        replace_with(m, r, text_string(&inserted), true);
    }
    text_finish(&inserted);
}

/* Tabs at the beginning of a line become blanks. */
static void fix_tabs(fixing *m)
{
    size_t start = place_line_start(&m->text, m->range.from), end = start;
    text blanks = {0};
    while (end < m->text.length && strchr(" \t", m->text.bytes[end]) && m->text.bytes[end]) {
        text_put(&blanks, m->text.bytes[end] == '\t' ? "  " : " ");
        end++;
    }
    if (end > start) {
        add_action(m, "Indent with blanks", (span){start, end}, text_string(&blanks), true);
    }
    text_finish(&blanks);
}

/* `a:b` becomes `a: b`. */
static void fix_colon(fixing *m, const char *wanted)
{
    const char *blank = strstr(wanted, ": ");
    text wrong = {0};
    size_t start = place_line_start(&m->text, m->range.from), end = place_line_end(&m->text, start);
    if (blank) {
        text_add(&wrong, wanted, (size_t)(blank + 1 - wanted));
        text_put(&wrong, blank + 2);
    }
    for (size_t at = start; wrong.length && at + wrong.length <= end; at++) {
        if (memcmp(m->text.bytes + at, text_string(&wrong), wrong.length) == 0) {
            replace_with(m, (span){at, at + wrong.length}, wanted, true);
            break;
        }
    }
    text_finish(&wrong);
}

/* A blank is put behind the first colon of the line that has none. */
static void fix_line(fixing *m)
{
    size_t at = place_line_start(&m->text, m->range.from), end = place_line_end(&m->text, at);
    while (at < end && !(m->text.bytes[at] == ':' && at + 1 < end && m->text.bytes[at + 1] != ' ')) {
        at++;
    }
    if (at < end) {
        add_action(m, "Put a blank after the colon", (span){at + 1, at + 1}, " ", true);
    }
}

/* A name is added to a list that the game has, or gets. */
static void fix_list(fixing *m, const char *key)
{
    const outline *there = outline_member(m->top, m->text.bytes, key);
    text name = {0}, member = {0}, title = {0};
    const char *behind;
    if (quoted_part(m->message, &name, &behind)) {
        text_print(&title, "Name `%s` under `%s`", text_string(&name), key);
        text_print(&member, there ? "%s" : "%s: [%s]", there ? text_string(&name) : key, text_string(&name));
        if (!there || (there->kind == OUTLINE_LIST && there->flow)) {
            insert_member(m, there, text_string(&title), text_string(&member));
        }
    }
    text_finish(&name);
    text_finish(&member);
    text_finish(&title);
}

/* The file says that it does not want warnings of this kind. */
static void fix_allow(fixing *m, const char *code)
{
    const outline *there = outline_member(m->top, m->text.bytes, "allow_warnings");
    text title = {0}, member = {0};
    text_print(&title, "Allow %s in this file", code);
    if (!there) {
        text_print(&member, "allow_warnings: [%s]", code);
        insert_member(m, NULL, text_string(&title), text_string(&member));
    } else if (there->kind == OUTLINE_LIST && there->flow) {
        insert_member(m, there, text_string(&title), code);
    } else if (there->kind == OUTLINE_SCALAR) {
        text_print(&member, "[%.*s, %s]", (int)(there->value.to - there->value.from), m->text.bytes + there->value.from,
                   code);
        add_action(m, text_string(&title), there->value, text_string(&member), false);
    }
    text_finish(&title);
    text_finish(&member);
}

static void fix_hint(fixing *m)
{
    text part = {0};
    const char *behind = "";
    bool quoted = quoted_part(m->hint, &part, &behind);
    if (strstr(m->hint, "did you mean ")) {
        fix_misspelt(m);
    } else if (strcmp(m->hint, "remove it") == 0) {
        remove_node(m);
    } else if (strcmp(m->hint, "write true or false") == 0) {
        replace_with(m, m->range, "true", false);
        replace_with(m, m->range, "false", false);
    } else if (begins(m->hint, "quote it") || strcmp(m->hint, "write it without quotes") == 0) {
        fix_quotes(m);
    } else if (strcmp(m->hint, "indent with blanks") == 0) {
        fix_tabs(m);
    } else if (begins(m->hint, "put a blank after the colon: ") && quoted) {
        fix_colon(m, text_string(&part));
    } else if (text_ends_with(m->hint, "with a blank after the colon")) {
        fix_line(m);
    } else if (begins(m->hint, "name it under ") && quoted && m->top) {
        fix_list(m, text_string(&part));
    } else if (begins(m->hint, "add `script: ")) {
        insert_member(m, NULL, "Add a script", "script: script.lua");
    } else if ((begins(m->hint, "for example `") || begins(m->hint, "write `")) && quoted && !*behind &&
               !strstr(text_string(&part), "...") && m->top) {
        write_example(m, text_string(&part), begins(m->hint, "for example"));
    }
    text_finish(&part);
}

/* ---- the answer ---- */

static void fix(fixing *m)
{
    const json_t *data = json_object_get(m->diagnostic, "data");
    const char *code = json_string_value(json_object_get(m->diagnostic, "code"));
    m->message = json_string_value(json_object_get(data, "text"));
    m->hint = json_string_value(json_object_get(data, "hint"));
    if (m->hint && m->message) {
        fix_hint(m);
    }
    if (m->top && code && *code == 'W') {
        fix_allow(m, code);
    }
}

json_t *actions_answer(server *s, call *c)
{
    const document *one = server_document(s, c);
    fixing m = {.server = s, .call = c, .document = one, .actions = json_array()};
    span wanted;
    arena scratch;
    arena_init(&scratch, 0);
    if (one) {
        m.text = server_place(s, &one->text);
        m.top = one->kind == DOCUMENT_SCRIPT ? NULL : outline_read(&scratch, m.text.bytes, m.text.length);
    }
    if (one && place_range(&m.text, json_object_get(c->params, "range"), &wanted)) {
        const json_t *list = json_object_get(s->sent, one->uri);
        for (size_t i = 0; i < json_array_size(list); i++) {
            m.diagnostic = json_array_get(list, i);
            if (place_range(&m.text, json_object_get(m.diagnostic, "range"), &m.range) && m.range.from <= wanted.to &&
                wanted.from <= m.range.to) {
                fix(&m);
            }
        }
    }
    arena_finish(&scratch);
    return m.actions;
}
