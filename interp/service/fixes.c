/* Fixes: what a program can do about a message. A message has its fix as data: a kind, a text, a word; see fix_kind in
 * base/diag.h. */
#include "service/fixes.h"

#include <string.h>

#include "base/text.h"
#include "service/outline.h"
#include "service/script_names.h"

typedef struct fixing {
    place_text text;
    const outline *top; /* of rules; NULL for a script */
    bool script;
    const char *wanted, *word; /* of the fix; or NULL */
    span range;
    fix_found *found;
    void *state;
} fixing;

/* ---- actions ---- */

static void add_action(fixing *m, const char *title, span replaced, const char *inserted, bool preferred)
{
    m->found(m->state, &(fix_edit){title, replaced, inserted, preferred});
}

static void replace_with(fixing *m, span replaced, const char *inserted, bool preferred)
{
    text title = {0};
    text_print(&title, "Write `%s`", inserted);
    add_action(m, text_string(&title), replaced, inserted, preferred);
    text_finish(&title);
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

/* The same for a script, whose words are others: the nearest one that can be meant. An answer is underlined where its
 * function begins, so the lines below count where no word of the range does. */
static bool misspelt_in_script(const fixing *m, span *best)
{
    size_t near = strlen(m->wanted) / 3 + 1, least = near + 1, next = 0;
    span range = m->range;
    for (int round = 0; round < 2 && least > near; round++, next = 0) {
        script_word word;
        while (script_next_word(m->text.bytes, m->text.length, &next, &word) && word.at.from < range.to) {
            if (word.at.to <= range.to && word.at.from >= range.from) {
                judge_span(m, word.at, m->wanted, best, &least);
            }
        }
        const char *end = strstr(m->text.bytes + range.to, "\nend");
        range.to = end ? (size_t)(end - m->text.bytes) : m->text.length;
    }
    return least <= near;
}

/* The part of what is underlined that is most like the word that was meant; a whole that is more like it goes first. */
static span misspelt(const fixing *m)
{
    span best = m->range, word = {m->range.from, m->range.from};
    size_t least = SIZE_MAX;
    judge_span(m, m->range, m->wanted, &best, &least);
    while (outline_next_word(m->text.bytes, m->range, &word)) {
        judge_span(m, word, m->wanted, &best, &least);
    }
    const char *at = m->word ? memchr(m->text.bytes + m->range.from, *m->word, m->range.to - m->range.from) : NULL;
    size_t from = at ? (size_t)(at - m->text.bytes) : 0; /* a letter of a movement */
    return at ? (span){from, from + 1} : best;
}

static void fix_misspelt(fixing *m)
{
    span word = {0, 0};
    if (!m->script) {
        replace_with(m, misspelt(m), m->wanted, true);
    } else if (misspelt_in_script(m, &word)) {
        replace_with(m, word, m->wanted, true);
    }
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

/* A member is put in the place of the one that has its key, or else added; anything else is put in the place of what is
 * underlined. */
static void write_text(fixing *m, bool adds)
{
    const char *example = m->wanted;
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

static void fix_quotes(fixing *m)
{
    text inserted = {0};
    if (!m->wanted) {
        text_json(&inserted, m->text.bytes + m->range.from, m->range.to - m->range.from);
    }
    replace_with(m, m->range, m->wanted ? m->wanted : text_string(&inserted), true);
    text_finish(&inserted);
}

static void fix_unquoted(fixing *m)
{
    const char *bytes = m->text.bytes;
    span r = m->range;
    text inserted = {0};
    if (r.to - r.from > 2 && strchr("\"'", bytes[r.from]) && bytes[r.to - 1] == bytes[r.from]) {
        text_add(&inserted, bytes + r.from + 1, r.to - r.from - 2);
        replace_with(m, r, text_string(&inserted), true);
    }
    text_finish(&inserted);
}

static void fix_bool(fixing *m)
{
    replace_with(m, m->range, "true", false);
    replace_with(m, m->range, "false", false);
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
static void fix_pair(fixing *m)
{
    const char *wanted = m->wanted;
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
static void fix_list(fixing *m)
{
    const outline *there = outline_member(m->top, m->text.bytes, m->word);
    text member = {0}, title = {0};
    text_print(&title, "Name `%s` under `%s`", m->wanted, m->word);
    text_print(&member, there ? "%s" : "%s: [%s]", there ? m->wanted : m->word, m->wanted);
    if (!there || (there->kind == OUTLINE_LIST && there->flow)) {
        insert_member(m, there, text_string(&title), text_string(&member));
    }
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

static void fix_colon(fixing *m)
{
    if (m->wanted) {
        fix_pair(m);
    } else {
        fix_line(m);
    }
}

static void fix_add(fixing *m)
{
    write_text(m, true);
}

static void fix_write(fixing *m)
{
    write_text(m, false);
}

/* ---- all of them ---- */

typedef struct fix_row {
    const char *name;
    void (*run)(fixing *m);
    bool needs_text, needs_word, needs_tree;
} fix_row;

/* By the names of `fix` of a message; see ferz.h. */
static const fix_row rows[] = {
    {"replace", fix_misspelt, true, false, false},
    {"remove", remove_node, false, false, false},
    {"bool", fix_bool, false, false, false},
    {"quote", fix_quotes, false, false, false},
    {"unquote", fix_unquoted, false, false, false},
    {"indent", fix_tabs, false, false, false},
    {"colon", fix_colon, false, false, false},
    {"list", fix_list, true, true, true},
    {"add", fix_add, true, false, true},
    {"write", fix_write, true, false, true},
};

static void fix_by_row(fixing *m, const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const fix_row *row = &rows[i];
        if (strcmp(row->name, name) == 0 && (m->wanted || !row->needs_text) && (m->word || !row->needs_word) &&
            (m->top || !row->needs_tree)) {
            row->run(m);
        }
    }
}

void fixes_find(const fix_request *r, fix_found *found, void *state)
{
    arena scratch;
    arena_init(&scratch, 0);
    fixing m = {.text = r->text, .script = r->script, .wanted = r->wanted, .word = r->word, .range = r->range};
    m.top = r->script ? NULL : outline_read(&scratch, r->text.bytes, r->text.length);
    m.found = found;
    m.state = state;
    if (r->fix) {
        fix_by_row(&m, r->fix);
    }
    if (m.top && r->code && *r->code == 'W') {
        fix_allow(&m, r->code);
    }
    arena_finish(&scratch);
}
