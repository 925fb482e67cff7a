#include "authoring/mutants.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "rules/schema.h"

/* Longer numbers are left alone. */
enum { MUTATED_DIGITS = 6, SCRIPT_DIGITS = 8, MUTATED_MAX = 99999999 };

/* ---- the list ---- */

static mutant *add(arena *a, mutants *list, mutant one)
{
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 64;
        mutant *more = arena_new(a, mutant, room);
        if (!more) {
            list->failed = true;
            return NULL;
        }
        if (list->count) {
            memcpy(more, list->items, list->count * sizeof *more);
        }
        list->items = more;
        list->room = room;
    }
    list->failed |= !one.what;
    list->items[list->count] = one;
    return &list->items[list->count++];
}

/* ---- rule files ---- */

typedef struct walker {
    arena *arena;
    const source *source;
    mutants *list;
    const char *option, *value;
} walker;

/* A key and, where that is short, its value: "`moves`", "`when: stalemate`". */
static const char *name_of(walker *w, const char *key, const node *value)
{
    if (value->kind == NODE_SCALAR && value->length <= 40) {
        return arena_format(w->arena, "%s: %s", key, value->string);
    }
    return key;
}

static void drop(walker *w, const node *parent, size_t child, const char *words)
{
    const node *value = parent->items[child];
    location at = parent->kind == NODE_MAP ? parent->key_locations[child] : value->location;
    add(w->arena, w->list,
        (mutant){.source = w->source,
                 .line = at.line,
                 .column = at.column,
                 .what = arena_format(w->arena, "`%s` was left out", words ? words : "?"),
                 .option = w->option,
                 .value = w->value,
                 .parent = parent,
                 .child = child});
}

static void replace(walker *w, const char *key, const node *scalar, const char *replacement)
{
    if (!replacement || strcmp(replacement, scalar->string) == 0) {
        w->list->failed |= !replacement;
        return;
    }
    add(w->arena, w->list,
        (mutant){.source = w->source,
                 .line = scalar->location.line,
                 .column = scalar->location.column,
                 .what = arena_format(w->arena, "`%s`: `%s` became `%s`", key, scalar->string, replacement),
                 .option = w->option,
                 .value = w->value,
                 .target = scalar,
                 .replacement = replacement});
}

/* Replaces `length` bytes of the string at `at`. */
static const char *spliced(walker *w, const char *string, size_t at, size_t length, const char *replacement)
{
    return arena_format(w->arena, "%.*s%s%s", (int)at, string, replacement, string + at + length);
}

/* Changes each number in the text by one, up and down. */
static void change_numbers(walker *w, const char *key, const node *scalar)
{
    const char *s = scalar->string;
    size_t changed = 0;
    for (size_t at = 0; s[at] && changed < 4;) {
        size_t length = strspn(s + at, "0123456789");
        if (length && length <= MUTATED_DIGITS) {
            const long number = number_at(s + at, 0, MUTATED_MAX, 0);
            replace(w, key, scalar, spliced(w, s, at, length, arena_format(w->arena, "%ld", number + 1)));
            if (number > 0) {
                replace(w, key, scalar, spliced(w, s, at, length, arena_format(w->arena, "%ld", number - 1)));
            }
            changed++;
        }
        at += length ? length : 1;
    }
}

/* Movements in Betza's notation: a modifier is dropped or reversed, an atom is replaced by a similar one, a number
 * changes. */
static void change_movement(walker *w, const char *key, const node *scalar)
{
    static const char pairs[][2] = {{'f', 'b'}, {'b', 'f'}, {'l', 'r'}, {'r', 'l'}, {'m', 'c'}, {'c', 'm'},
                                    {'W', 'F'}, {'F', 'W'}, {'R', 'B'}, {'B', 'R'}, {'Q', 'R'}, {'K', 'W'},
                                    {'N', 'C'}, {'C', 'N'}, {'D', 'A'}, {'A', 'D'}, {'H', 'D'}, {'Z', 'C'}};
    const char *s = scalar->string;
    for (size_t at = 0; s[at]; at++) {
        if (islower((unsigned char)s[at])) {
            replace(w, key, scalar, spliced(w, s, at, 1, ""));
        }
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            if (s[at] == pairs[i][0]) {
                const char replacement[2] = {pairs[i][1], '\0'};
                replace(w, key, scalar, spliced(w, s, at, 1, replacement));
            }
        }
    }
    change_numbers(w, key, scalar);
}

static void change_words(walker *w, const schema_row *row, const char *key, const node *scalar)
{
    for (size_t i = 0; i < SCHEMA_WORDS_MAX && row->words[i]; i++) {
        replace(w, key, scalar, row->words[i]);
    }
}

static void change_result(walker *w, const char *key, const node *scalar)
{
    const char *s = scalar->string;
    const char *replacement = strcmp(s, "draw") == 0   ? "loss"
                              : strcmp(s, "loss") == 0 ? "win"
                              : strcmp(s, "win") == 0  ? "loss"
                                                       : "draw";
    replace(w, key, scalar, replacement);
}

/* Two different adjacent pieces change places; the other side is to move. */
static void change_fen(walker *w, const char *key, const node *scalar)
{
    const char *s = scalar->string;
    size_t board = strcspn(s, " [");
    for (size_t at = 0; at + 1 < board; at++) {
        bool pieces = isalpha((unsigned char)s[at]) && isalpha((unsigned char)s[at + 1]) && s[at] != s[at + 1];
        if (pieces) {
            char replacement[3] = {s[at + 1], s[at], '\0'};
            replace(w, key, scalar, spliced(w, s, at, 2, replacement));
            break;
        }
    }
    if (s[strcspn(s, " ")]) {
        size_t at = strcspn(s, " ") + 1;
        if (s[at] == 'w' || s[at] == 'b') {
            replace(w, key, scalar, spliced(w, s, at, 1, s[at] == 'w' ? "b" : "w"));
        }
    }
}

static void change_scalar(walker *w, const schema_row *row, const char *key, const node *scalar)
{
    bool word = false;
    for (size_t i = 0; i < SCHEMA_WORDS_MAX && row->words[i]; i++) {
        word |= strcmp(row->words[i], scalar->string) == 0;
    }
    if (word) {
        change_words(w, row, key, scalar);
        return;
    }
    switch (row->kind) {
    case VALUE_BOOL:
        replace(w, key, scalar, strcmp(scalar->string, "true") == 0 ? "false" : "true");
        break;
    case VALUE_NUMBER:
    case VALUE_ZONE:
    case VALUE_CELL:
    case VALUE_CONDITION:
    case VALUE_TEXT:
    case VALUE_SIZE:
        change_numbers(w, key, scalar);
        break;
    case VALUE_MOVEMENT:
        change_movement(w, key, scalar);
        break;
    case VALUE_RESULT:
        change_result(w, key, scalar);
        break;
    case VALUE_FEN:
        change_fen(w, key, scalar);
        break;
    default: /* names, letters and files do not change the rules */
        break;
    }
}

/* Whether the key is a rule, and not a description. */
static bool is_rule(schema_section section, const char *key)
{
    static const char *const variant[] = {"name", "about", "extends", "script", "picture"};
    for (size_t i = 0; section == SECTION_VARIANT && i < sizeof variant / sizeof *variant; i++) {
        if (strcmp(key, variant[i]) == 0) {
            return false;
        }
    }
    return section != SECTION_OPTION || strcmp(key, "about") != 0;
}

static void walk_map(walker *w, const node *map, schema_section section);

static void walk_value(walker *w, const schema_row *row, const char *key, const node *value)
{
    if (value->kind == NODE_SCALAR) {
        if (row->shapes & (SHAPE_ONE | SHAPE_MANY)) {
            change_scalar(w, row, key, value);
        }
    } else if (value->kind == NODE_LIST) {
        for (size_t i = 0; i < value->length; i++) {
            const node *item = value->items[i];
            drop(w, value, i,
                 item->kind == NODE_SCALAR ? arena_format(w->arena, "%s: %s", key, item->string)
                                           : arena_format(w->arena, "%s: entry %zu", key, i + 1));
            if (item->kind == NODE_MAP && (row->shapes & (SHAPE_MAP | SHAPE_MAPS))) {
                walk_map(w, item, row->child);
            } else if (item->kind == NODE_SCALAR) {
                change_scalar(w, row, key, item);
            }
        }
    } else if (row->shapes & SHAPE_PATCH) {
        walk_map(w, value, SECTION_VARIANT);
    } else {
        walk_map(w, value, row->child);
    }
}

static void walk_map(walker *w, const node *map, schema_section section)
{
    for (size_t i = 0; i < map->length; i++) {
        const char *key = map->keys[i];
        const schema_row *row = schema_find(section, key);
        if (!row || !is_rule(section, key)) {
            continue;
        }
        const walker before = *w;
        if (section == SECTION_OPTIONS) {
            w->option = key;
        } else if (section == SECTION_VALUES) {
            w->value = key;
        }
        drop(w, map, i, name_of(w, key, map->items[i]));
        walk_value(w, row, key, map->items[i]);
        w->option = before.option;
        w->value = before.value;
    }
}

void mutants_of_rules(arena *a, const source *file, const node *root, mutants *list)
{
    walker w = {.arena = a, .source = file, .list = list};
    if (root->kind == NODE_MAP) {
        walk_map(&w, root, SECTION_VARIANT);
    }
}

/* ---- writing a tree ---- */

static void put_quoted(text *out, const char *string)
{
    text_char(out, '"');
    for (const char *s = string; *s; s++) {
        if (*s == '\n') {
            text_put(out, "\\n");
        } else {
            if (*s == '"' || *s == '\\') {
                text_char(out, '\\');
            }
            text_char(out, *s);
        }
    }
    text_char(out, '"');
}

static void put_node(const mutant *m, const node *n, int depth, text *out)
{
    if (n->kind == NODE_SCALAR) {
        const char *string = m && m->target == n ? m->replacement : n->string;
        text_char(out, ' ');
        if (n->plain && !strchr(string, '\n')) {
            text_put(out, string);
        } else {
            put_quoted(out, string);
        }
        text_char(out, '\n');
        return;
    }
    size_t left = n->length - (m && m->parent == n);
    if (left == 0) {
        text_put(out, n->kind == NODE_MAP ? " {}\n" : " []\n");
        return;
    }
    text_char(out, '\n');
    for (size_t i = 0; i < n->length; i++) {
        if (m && m->parent == n && m->child == i) {
            continue;
        }
        text_print(out, "%*s", depth * 2, "");
        if (n->kind == NODE_MAP) {
            put_quoted(out, n->keys[i]);
            text_char(out, ':');
        } else {
            text_char(out, '-');
        }
        put_node(m, n->items[i], depth + 1, out);
    }
}

void mutant_text(const mutant *m, const node *root, text *out)
{
    if (!m || m->parent || m->target) {
        put_node(m, root, 0, out);
        return;
    }
    text_add(out, m->source->bytes, m->from);
    text_put(out, m->replacement);
    text_add(out, m->source->bytes + m->to, m->source->size - m->to);
}

/* ---- scripts ---- */

typedef struct reader {
    arena *arena;
    const source *source;
    mutants *list;
    size_t at;
    uint32_t line;
    size_t line_begins;
} reader;

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the long bracket that begins at `at` ends; `at` itself when none does. */
static size_t long_bracket(const char *s, size_t size, size_t at)
{
    size_t level = 0, i = at + 1;
    while (i < size && s[i] == '=') {
        level++;
        i++;
    }
    if (i >= size || s[i] != '[') {
        return at;
    }
    for (i++; i < size; i++) {
        size_t k = 0;
        if (s[i] == ']') {
            while (k < level && i + 1 + k < size && s[i + 1 + k] == '=') {
                k++;
            }
            if (k == level && i + 1 + k < size && s[i + 1 + k] == ']') {
                return i + level + 2;
            }
        }
    }
    return size;
}

/* Where the comment or string that begins at `at` ends; `at` itself when none does. */
static size_t skipped(const char *s, size_t size, size_t at)
{
    if (s[at] == '-' && s[at + 1] == '-') {
        size_t end = s[at + 2] == '[' ? long_bracket(s, size, at + 2) : at + 2;
        return end > at + 2 ? end : at + strcspn(s + at, "\n");
    }
    if (s[at] == '[') {
        return long_bracket(s, size, at);
    }
    if (s[at] == '"' || s[at] == '\'') {
        size_t i = at + 1;
        while (i < size && s[i] != s[at] && s[i] != '\n') {
            i += s[i] == '\\' ? 2 : 1;
        }
        return i < size ? i + 1 : size;
    }
    return at;
}

static void change_script(reader *r, size_t length, const char *replacement)
{
    const char *s = r->source->bytes;
    size_t begins = r->line_begins + strspn(s + r->line_begins, " \t");
    size_t ends = begins + strcspn(s + begins, "\n");
    size_t shown = ends - begins > 60 ? 60 : ends - begins;
    const char *was = arena_text(r->arena, s + r->at, length);
    add(r->arena, r->list,
        (mutant){.source = r->source,
                 .line = r->line,
                 .column = (uint32_t)(r->at - r->line_begins + 1),
                 .what = *replacement ? arena_format(r->arena, "`%s` became `%s` in `%.*s`", was ? was : "",
                                                     replacement, (int)shown, s + begins)
                                      : arena_format(r->arena, "`%s` was left out in `%.*s`", was ? was : "",
                                                     (int)shown, s + begins),
                 .replacement = replacement,
                 .from = r->at,
                 .to = r->at + length});
}

/* Words and operators with their replacements. The longest match is used. */
static const struct {
    const char *was, *replacement;
} signs[] = {
    {"==", "~="},  {"~=", "=="},  {"<=", "<"}, {">=", ">"},       {"//", NULL},      {"<<", ">>"}, {">>", "<<"},
    {"..", NULL},  {"<", "<="},   {">", ">="}, {"+", "-"},        {"-", "+"},        {"%", NULL},  {"=", NULL},
    {"and", "or"}, {"or", "and"}, {"not", ""}, {"true", "false"}, {"false", "true"},
};

static void read_word(reader *r)
{
    const char *s = r->source->bytes + r->at;
    size_t length = 0;
    while (is_word_byte(s[length])) {
        length++;
    }
    if (isdigit((unsigned char)*s)) {
        if (strspn(s, "0123456789") == length && length <= SCRIPT_DIGITS) {
            const long number = number_at(s, 0, MUTATED_MAX, 0);
            change_script(r, length, arena_format(r->arena, "%ld", number + 1));
        }
    } else if (length == 6 && strncmp(s, "return", 6) == 0) {
        size_t rest = strcspn(s, "\n"), value = length + strspn(s + length, " ");
        const char *comment = strstr(s, "--");
        if (comment && (size_t)(comment - s) < rest) {
            rest = (size_t)(comment - s);
        }
        /* Only a complete expression on one line. */
        bool whole = value < rest && !memchr(s, '{', rest) && strncmp(s + value, "nil", 3) != 0 &&
                     strncmp(s + value, "end", 3) != 0 && !memchr(s, '(', rest);
        if (whole && strstr(s, " end") && (size_t)(strstr(s, " end") - s) < rest) {
            rest = (size_t)(strstr(s, " end") - s);
        }
        if (whole) {
            change_script(r, rest, "return nil");
        }
    } else {
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            if (strlen(signs[i].was) == length && strncmp(signs[i].was, s, length) == 0 && signs[i].replacement) {
                change_script(r, length, signs[i].replacement);
            }
        }
    }
    r->at += length;
}

static void read_sign(reader *r)
{
    const char *s = r->source->bytes + r->at;
    size_t length = 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t fits = strlen(signs[i].was);
        if (strncmp(signs[i].was, s, fits) == 0 && !isalpha((unsigned char)*s)) {
            /* a minus before a number belongs to the number */
            if (signs[i].replacement) {
                change_script(r, fits, signs[i].replacement);
            }
            length = fits;
            break;
        }
    }
    r->at += length;
}

void mutants_of_script(arena *a, const source *file, mutants *list)
{
    reader r = {.arena = a, .source = file, .list = list, .line = 1};
    const char *s = file->bytes;
    while (r.at < file->size) {
        size_t end = skipped(s, file->size, r.at);
        if (end > r.at) {
            for (; r.at < end; r.at++) {
                if (s[r.at] == '\n') {
                    r.line++;
                    r.line_begins = r.at + 1;
                }
            }
        } else if (s[r.at] == '\n') {
            r.line++;
            r.line_begins = ++r.at;
        } else if (is_word_byte(s[r.at])) {
            read_word(&r);
        } else {
            read_sign(&r);
        }
    }
}
