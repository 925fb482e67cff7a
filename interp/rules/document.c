#define _POSIX_C_SOURCE 200809L

#include "rules/document.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/read_file.h"

/* ---- building the tree ---- */

/* A child that waits for the end of its list or map; keys only in maps. */
typedef struct entry {
    node *value;
    const char *key; /* NULL after an error */
    location key_location;
    size_t first; /* the first entry with the same key, or NO_ENTRY */
} entry;

#define NO_ENTRY SIZE_MAX

/* A list or map that is not finished yet. */
typedef struct frame {
    node *node;
    bool flow;
    size_t base; /* index of its first waiting entry */
    bool has_key;
    bool key_has_colon; /* `{a:1}`: the key is "a:1" and there is no value */
    const char *key;
    location key_location;
} frame;

typedef struct tree_builder {
    arena *arena;
    diag_list *diags;
    const source *source;
    const char *bytes; /* of the source, behind its byte order mark */
    size_t size;
    size_t cursor_index; /* the same position in code points and in bytes */
    size_t cursor_byte;
    yaml_parser_t parser;
    frame frames[DOCUMENT_DEPTH_MAX];
    size_t depth;
    entry *entries; /* owned; one stack for all frames */
    size_t entry_count;
    size_t entry_room;
    node *root;
} tree_builder;

static bool out_of_memory(tree_builder *b)
{
    if (!diag_over_limit(b->diags)) {
        diag_failure(b->diags, CODE_OUT_OF_MEMORY, "out of memory while reading %s", b->source->name);
    }
    return false;
}

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

/* The byte where code point `index` begins. libyaml counts code points, and its marks come nearly in order, so
 * walking from the last mark costs about one pass over the whole text. */
static size_t byte_at(tree_builder *b, size_t index)
{
    while (b->cursor_index < index && b->cursor_byte < b->size) {
        do {
            b->cursor_byte++;
        } while (b->cursor_byte < b->size && is_continuation(b->bytes[b->cursor_byte]));
        b->cursor_index++;
    }
    while (b->cursor_index > index && b->cursor_byte > 0) {
        do {
            b->cursor_byte--;
        } while (b->cursor_byte > 0 && is_continuation(b->bytes[b->cursor_byte]));
        b->cursor_index--;
    }
    return b->cursor_byte;
}

/* The line and column of a byte, where libyaml gives no mark. */
static location location_of_byte(const source *s, size_t from, size_t at)
{
    location p = {s, 1, 1, 0};
    for (size_t i = from; i < at && i < s->size; i++) {
        if (s->bytes[i] == '\n') {
            p.line++;
            p.column = 1;
        } else if (!is_continuation(s->bytes[i])) {
            p.column++;
        }
    }
    return p;
}

static location location_of_mark(tree_builder *b, yaml_mark_t bom_size, size_t length)
{
    size_t at = byte_at(b, bom_size.index);
    /* At the end of a text without a final line feed, libyaml's mark is on the next line. */
    if (bom_size.column == 0 && at == b->size && at > 0 && b->bytes[at - 1] != '\n') {
        return location_of_byte(b->source, (size_t)(b->bytes - b->source->bytes), b->source->size);
    }
    return (location){b->source, (uint32_t)bom_size.line + 1, (uint32_t)bom_size.column + 1, (uint32_t)length};
}

enum {
    WORD_MAX = 256,  /* bound on looking ahead: a line of a megabyte may have an error at every step */
    QUOTED_MAX = 40, /* longer words are not repeated in hints */
};

/* Bytes from `at` up to a blank or, in flow style, a bracket or comma: one word for the author. */
static size_t word_length(const tree_builder *b, size_t at, bool flow)
{
    size_t length = 0;
    while (length < WORD_MAX && at + length < b->size && !is_blank(b->bytes[at + length])) {
        if (flow && length > 0 && strchr(",[]{}", b->bytes[at + length])) {
            break;
        }
        length++;
    }
    return length;
}

static void hint_quote_bytes(tree_builder *b, size_t at, size_t length)
{
    char quote = memchr(b->bytes + at, '\'', length) ? '"' : '\'';
    if (length == 0 || length > QUOTED_MAX) {
        diag_hint(b->diags, "quote it");
        diag_fix(b->diags, (fix){.kind = FIX_QUOTE});
    } else {
        diag_hint(b->diags, "quote it: %c%.*s%c", quote, (int)length, b->bytes + at, quote);
        diag_fix_print(b->diags, FIX_QUOTE, "%c%.*s%c", quote, (int)length, b->bytes + at, quote);
    }
}

static bool in_flow(const tree_builder *b)
{
    return b->depth > 0 && b->frames[b->depth - 1].flow;
}

static void hint_quote(tree_builder *b, size_t at)
{
    size_t length = word_length(b, at, in_flow(b));
    if (length > 1 && b->bytes[at + length - 1] == ':') {
        length--; /* the word is a key */
    }
    hint_quote_bytes(b, at, length);
}

/* Anchors, aliases and tags, on any node. */
static void refuse_yaml_feature(tree_builder *b, yaml_mark_t bom_size, char sign)
{
    size_t at = byte_at(b, bom_size.index);
    size_t length = word_length(b, at, in_flow(b));
    const char *what = sign == '&' ? "anchor" : sign == '*' ? "alias" : "tag";
    diag_error(b->diags, CODE_YAML_FEATURE, location_of_mark(b, bom_size, length),
               "`%c` here begins a YAML %s, and those are not used in rules", sign, what);
    hint_quote(b, at);
}

/* How many code points of a scalar are on its first line. */
static size_t first_line_length(tree_builder *b, const yaml_event_t *event)
{
    yaml_scalar_style_t kind = event->data.scalar.style;
    size_t at = byte_at(b, event->start_mark.index);
    bool block = kind == YAML_LITERAL_SCALAR_STYLE || kind == YAML_FOLDED_SCALAR_STYLE;
    if (!block && event->start_mark.line == event->end_mark.line) {
        return event->end_mark.index - event->start_mark.index;
    }
    size_t end = at;
    if (block) {
        end += word_length(b, at, false);
    } else {
        while (end < b->size && b->bytes[end] != '\n') {
            end++;
        }
    }
    while (end > at && is_blank(b->bytes[end - 1])) {
        end--;
    }
    size_t points = 0;
    for (; at < end; at++) {
        points += !is_continuation(b->bytes[at]);
    }
    return points;
}

/* The location of a scalar, and whether the source shows it character for character. Then the location of quoted text
 * is inside the quotes, so that location_within needs no special case. */
static location scalar_location(tree_builder *b, const yaml_event_t *event, bool *literal)
{
    const char *value = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    yaml_scalar_style_t kind = event->data.scalar.style;
    location at = location_of_mark(b, event->start_mark, first_line_length(b, event));
    *literal = false;
    if (event->start_mark.line != event->end_mark.line) {
        return at;
    }
    size_t start = byte_at(b, event->start_mark.index);
    size_t end = byte_at(b, event->end_mark.index);
    bool quoted = kind == YAML_SINGLE_QUOTED_SCALAR_STYLE || kind == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    if (quoted) {
        /* Empty quotes have no inside to point at. */
        if (length == 0 || end - start < 2) {
            return at;
        }
        start++;
        end--;
    } else if (kind != YAML_PLAIN_SCALAR_STYLE) {
        return at;
    }
    *literal = end - start == length && memcmp(b->bytes + start, value, length) == 0;
    if (*literal && quoted) {
        at.column++;
        at.length -= 2;
    }
    return at;
}

static frame *top(tree_builder *b)
{
    return b->depth > 0 ? &b->frames[b->depth - 1] : NULL;
}

static bool expects_key(tree_builder *b)
{
    const frame *f = top(b);
    return f && f->node->kind == NODE_MAP && !f->has_key;
}

/* Attaches a node to its list or map, or makes it the root. */
static bool attach_node(tree_builder *b, node *n)
{
    frame *f = top(b);
    if (!f) {
        b->root = n;
        return true;
    }
    if (b->entry_count == b->entry_room) {
        size_t room = b->entry_room ? b->entry_room * 2 : 64;
        entry *entries = realloc(b->entries, room * sizeof *entries);
        if (!entries) {
            return out_of_memory(b);
        }
        b->entries = entries;
        b->entry_room = room;
    }
    b->entries[b->entry_count++] = (entry){n, f->key, f->key_location, NO_ENTRY};
    f->has_key = false;
    f->key = NULL;
    return true;
}

/* Why a character is not allowed in a file, or NULL. Besides invisible characters these are line ends that libyaml
 * counts and editors do not. A byte order mark is allowed only at the very beginning. */
static const char *why_forbidden(const char *bytes, size_t size)
{
    switch (utf8_kind_of(bytes, size)) {
    case UTF8_CONTROL:
        return *bytes == '\t' || *bytes == '\n' ? NULL
               : *bytes == '\r'                 ? "a carriage return without a line feed"
                                                : "a control character";
    case UTF8_LINE_END:
        return "a Unicode line separator";
    case UTF8_BIDI:
        return "a character that turns the writing direction";
    case UTF8_HIDDEN: /* shown escaped: languages need some of them */
    case UTF8_PRINTABLE:
        break;
    }
    if (size == 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        return "a byte order mark";
    }
    bool none = size == 3 && memcmp(bytes, "\xEF\xBF", 2) == 0 && (unsigned char)bytes[2] >= 0xBE;
    return none ? "a character that is none in Unicode" : NULL;
}

/* The same for a text with its escapes replaced; those may give line feeds and tabs. */
static bool check_escapes(tree_builder *b, const char *value, size_t length, location at, const char *what)
{
    for (size_t i = 0; i < length;) {
        size_t size = utf8_length(value + i, length - i);
        const char *wrong = size ? why_forbidden(value + i, size) : "what is no UTF-8";
        if (wrong) {
            text raw = {0};
            text_add_safe(&raw, value + i, size ? size : 1);
            diag_error(b->diags, CODE_NOT_TEXT, at, "this %s contains %s (%s)", what, wrong, text_string(&raw));
            diag_hint(b->diags, "remove it");
            diag_fix(b->diags, (fix){.kind = FIX_REMOVE});
            text_finish(&raw);
            return false;
        }
        i += size;
    }
    return true;
}

/* The scalar as a NUL-terminated string in the arena, with blanks for tabs and escapes for what hides or runs over other
 * lines, because messages and pages print it; NULL after an error or a failure. */
static const char *scalar_string(tree_builder *b, const yaml_event_t *event, location at, size_t most, const char *what)
{
    const char *value = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (length > most) {
        diag_error(b->diags, CODE_TOO_LARGE, at, "this %s is %zu bytes long; %zu are allowed", what, length, most);
        return NULL;
    }
    if (memchr(value, '\0', length)) {
        diag_error(b->diags, CODE_NOT_TEXT, at, "this %s contains a NUL character", what);
        diag_hint(b->diags, "remove the `\\0`");
        return NULL;
    }
    if (!check_escapes(b, value, length, at, what)) {
        return NULL;
    }
    text shown = {0};
    text_add_visible(&shown, value, length);
    char *copy = shown.failed ? NULL : arena_text(b->arena, text_string(&shown), shown.length);
    text_finish(&shown);
    if (!copy) {
        (void)out_of_memory(b);
    }
    for (char *tab = copy; tab && (tab = strchr(tab, '\t')) != NULL;) {
        *tab = ' ';
    }
    return copy;
}

static bool read_key(tree_builder *b, const yaml_event_t *event, location at)
{
    frame *f = top(b);
    bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    f->has_key = true;
    f->key = NULL;
    f->key_location = at;
    f->key_has_colon = false;
    if (event->data.scalar.length == 0) {
        diag_error(b->diags, CODE_NO_KEY, at, "expected a key, found nothing");
        return true;
    }
    f->key = scalar_string(b, event, at, DOCUMENT_KEY_MAX, "key");
    if (!f->key) {
        return !b->diags->failed;
    }
    if (plain && strcmp(f->key, "<<") == 0) {
        diag_error(b->diags, CODE_YAML_FEATURE, at, "`<<` is a YAML merge key, and those are not used in rules");
        diag_hint(b->diags, "to build on another game, write `extends: NAME`; a key of this name must be quoted: '<<'");
        f->key = NULL;
    } else {
        f->key_has_colon = plain && f->flow && strchr(f->key, ':') != NULL;
    }
    return true;
}

/* Two mistakes that YAML accepts inside { } and [ ], with another meaning. */
static void check_flow_value(tree_builder *b, const yaml_event_t *event, const node *n)
{
    frame *f = top(b);
    if (!f || !f->flow || !n->plain) {
        return;
    }
    if (f->has_key && f->key_has_colon && n->length == 0) {
        const char *colon = strchr(f->key, ':');
        diag_error(b->diags, CODE_NO_VALUE, f->key_location, "the key `%s` has no value", f->key);
        diag_hint(b->diags, "put a blank after the colon: `%.*s: %s`", (int)(colon - f->key), f->key, colon + 1);
        diag_fix_print(b->diags, FIX_COLON, "%.*s: %s", (int)(colon - f->key), f->key, colon + 1);
    }
    const char *open = strchr(n->string, '(');
    size_t end = byte_at(b, event->end_mark.index);
    if (open && !strchr(open, ')') && end < b->size && b->bytes[end] == ',') {
        diag_error(b->diags, CODE_COMMA_CUTS_VALUE, n->location,
                   "this value ends at the `,` inside its ( ), because it is inside %s",
                   f->node->kind == NODE_MAP ? "{ }" : "[ ]");
        size_t start = byte_at(b, event->start_mark.index);
        while (end < b->size && end - start < QUOTED_MAX && b->bytes[end] != '\n' && b->bytes[end] != ')') {
            end++;
        }
        hint_quote_bytes(b, start, end - start + word_length(b, end, true));
    }
}

static bool read_scalar(tree_builder *b, const yaml_event_t *event)
{
    size_t start = byte_at(b, event->start_mark.index);
    /* libyaml drops a lone `!` before an empty value; only a tag can begin with one. */
    if (event->data.scalar.tag || b->bytes[start] == '!') {
        refuse_yaml_feature(b, event->start_mark, '!');
    } else if (event->data.scalar.anchor) {
        refuse_yaml_feature(b, event->start_mark, '&');
    }

    bool literal;
    location at = scalar_location(b, event, &literal);
    if (expects_key(b)) {
        return read_key(b, event, at);
    }

    node *n = arena_new(b->arena, node, 1);
    if (!n) {
        return out_of_memory(b);
    }
    n->kind = NODE_SCALAR;
    n->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    n->verbatim = literal;
    n->location = at;
    n->string = scalar_string(b, event, at, DOCUMENT_SCALAR_MAX, "text");
    if (!n->string) {
        n->string = "";
        n->verbatim = false;
        return !b->diags->failed && attach_node(b, n);
    }
    n->length = strlen(n->string);
    n->verbatim = n->verbatim && n->length == event->data.scalar.length;
    check_flow_value(b, event, n);
    return attach_node(b, n);
}

static bool read_alias(tree_builder *b, const yaml_event_t *event)
{
    refuse_yaml_feature(b, event->start_mark, '*');
    if (expects_key(b)) {
        frame *f = top(b);
        f->has_key = true;
        f->key = NULL;
        f->key_has_colon = false;
        return true;
    }
    node *n = arena_new(b->arena, node, 1);
    if (!n) {
        return out_of_memory(b);
    }
    n->kind = NODE_SCALAR;
    n->string = "";
    n->location = location_of_mark(b, event->start_mark, 0);
    return attach_node(b, n);
}

static bool begin_collection(tree_builder *b, const yaml_event_t *event, node_kind kind, bool flow)
{
    bool list = kind == NODE_LIST;
    const yaml_char_t *tag = list ? event->data.sequence_start.tag : event->data.mapping_start.tag;
    const yaml_char_t *anchor = list ? event->data.sequence_start.anchor : event->data.mapping_start.anchor;
    location at = location_of_mark(b, event->start_mark, 0);
    if (expects_key(b)) {
        diag_error(b->diags, CODE_NO_KEY, at, "expected a key, found %s", list ? "a list" : "a mapping");
        diag_hint(b->diags, "a key is a word or a quoted text");
        return false;
    }
    if (b->depth == DOCUMENT_DEPTH_MAX) {
        diag_error(b->diags, CODE_TOO_LARGE, at, "lists and mappings are nested more than %d deep here",
                   (int)DOCUMENT_DEPTH_MAX);
        return false;
    }
    if (tag) {
        refuse_yaml_feature(b, event->start_mark, '!');
    } else if (anchor) {
        refuse_yaml_feature(b, event->start_mark, '&');
    }
    node *n = arena_new(b->arena, node, 1);
    if (!n) {
        return out_of_memory(b);
    }
    n->kind = kind;
    n->location = at;
    if (!attach_node(b, n)) {
        return false;
    }
    b->frames[b->depth++] = (frame){.node = n, .flow = flow, .base = b->entry_count};
    return true;
}

static int compare_entries(const void *a, const void *b)
{
    const entry *x = *(entry *const *)a;
    const entry *y = *(entry *const *)b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : (x > y) - (x < y);
}

/* Sorting rather than hashing: no choice of keys makes it slow. */
static bool refuse_duplicates(tree_builder *b, entry *entries, size_t count)
{
    if (count < 2) {
        return true;
    }
    entry **sorted = malloc(count * sizeof *sorted);
    if (!sorted) {
        return out_of_memory(b);
    }
    size_t keys = 0;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].key) {
            sorted[keys++] = &entries[i];
        }
    }
    if (keys > 1) {
        qsort(sorted, keys, sizeof *sorted, compare_entries);
    }
    for (size_t i = 1; i < keys; i++) {
        const entry *before = sorted[i - 1];
        if (strcmp(before->key, sorted[i]->key) == 0) {
            sorted[i]->first = before->first != NO_ENTRY ? before->first : (size_t)(before - entries);
        }
    }
    free(sorted);
    for (size_t i = 0; i < count; i++) {
        if (entries[i].first == NO_ENTRY) {
            continue;
        }
        diag_error(b->diags, CODE_DUPLICATE_KEY, entries[i].key_location, "the key `%s` is here twice", entries[i].key);
        diag_note(b->diags, entries[entries[i].first].key_location, "it was first written here");
    }
    return true;
}

/* Moves the waiting children into their list or map. */
static bool end_collection(tree_builder *b)
{
    frame *f = top(b);
    node *n = f->node;
    size_t count = b->entry_count - f->base;
    n->length = count;
    b->entry_count = f->base;
    b->depth--;
    if (count == 0) {
        return true;
    }
    entry *entries = b->entries + f->base;
    n->items = arena_new(b->arena, node *, count);
    if (!n->items) {
        return out_of_memory(b);
    }
    for (size_t i = 0; i < count; i++) {
        n->items[i] = entries[i].value;
    }
    if (n->kind == NODE_LIST) {
        return true;
    }
    n->keys = arena_new(b->arena, const char *, count);
    n->key_locations = arena_new(b->arena, location, count);
    if (!n->keys || !n->key_locations) {
        return out_of_memory(b);
    }
    for (size_t i = 0; i < count; i++) {
        n->keys[i] = entries[i].key;
        n->key_locations[i] = entries[i].key_location;
    }
    return refuse_duplicates(b, entries, count);
}

/* ---- what libyaml complains about ---- */

/* libyaml's messages need a reader who knows YAML. The frequent ones are replaced here, with a hint. */
typedef struct known_error {
    const char *problem; /* libyaml's message */
    const char *context; /* the beginning of its context, or NULL for any */
    const char *text;    /* ours; NULL: libyaml's */
    const char *hint;    /* or NULL */
    bool at_context;     /* the author's mistake is where the context begins, not where libyaml noticed it */
    fix_kind fix;
} known_error;

static const char same_column[] = "the keys of one mapping begin in the same column";
static const char quote_escapes[] = "in single quotes a backslash is a plain character";
static const char quote_block[] = "quote a value that begins with `|` or `>`";

static const known_error known_errors[] = {
    {"mapping values are not allowed in this context", NULL, "a `:` is not allowed here",
     "quote a text that has `: ` inside; otherwise look at the indentation, and for an earlier `:` without a blank "
     "after it",
     false, FIX_NONE},
    {"could not find expected ':'", NULL, "expected a `:` after this key",
     "a line of a mapping is written `key: value`, with a blank after the colon", true, FIX_COLON},
    {"block sequence entries are not allowed in this context", NULL, "a list cannot begin here",
     "write each `- ` on a line of its own, or the whole list in brackets: [a, b]", false, FIX_NONE},
    {"did not find expected key", NULL, "expected a key here", same_column, false, FIX_NONE},
    {"did not find expected '-' indicator", NULL, "expected `- ` here",
     "the items of one list begin in the same column", false, FIX_NONE},
    {"did not find expected <document start>", NULL, "expected the end of the file here", same_column, false, FIX_NONE},
    {"did not find expected node content", NULL, "expected a value here", NULL, false, FIX_NONE},
    {"did not find expected ',' or '}'", NULL, "expected `,` or `}` here", NULL, false, FIX_NONE},
    {"did not find expected ',' or ']'", NULL, "expected `,` or `]` here", NULL, false, FIX_NONE},
    {"found unexpected end of stream", "while scanning a quoted", "this quoted text does not end",
     "the closing quote is missing", true, FIX_NONE},
    {"found unexpected document indicator", "while scanning a quoted", "this quoted text does not end",
     "the closing quote is missing", true, FIX_NONE},
    {"found unknown escape character", NULL, "there is no such escape with a backslash", quote_escapes, false,
     FIX_NONE},
    {"did not find expected hexdecimal number", NULL, "expected hexadecimal digits after this escape", quote_escapes,
     false, FIX_NONE},
    {"did not find expected comment or line break", "while scanning a block scalar",
     "a block text begins on the line below its `|` or `>`", quote_block, false, FIX_NONE},
    {"found an indentation indicator equal to 0", NULL, NULL, quote_block, false, FIX_NONE},
    {"found a tab character that violates indentation", NULL, "a tab cannot be used to indent", "indent with blanks",
     false, FIX_INDENT},
    {"found a tab character where an indentation space is expected", NULL, "a tab cannot be used to indent",
     "indent with blanks", false, FIX_INDENT},
    {"mapping keys are not allowed in this context", NULL, "a value cannot begin with `?`", "quote it", false,
     FIX_QUOTE},
    {"found incompatible YAML document", NULL, "this version of YAML is not known", "remove the %YAML line", false,
     FIX_NONE},
};

static const known_error *find_known_error(const char *problem, const char *context)
{
    for (size_t i = 0; i < sizeof known_errors / sizeof known_errors[0]; i++) {
        const known_error *s = &known_errors[i];
        if (strcmp(s->problem, problem) == 0 &&
            (!s->context || (context && strncmp(s->context, context, strlen(s->context)) == 0))) {
            return s;
        }
    }
    return NULL;
}

/* Adds a note: where the thing begins in which libyaml found the error. */
static void note_context(tree_builder *b, const char *context, location at)
{
    static const struct {
        const char *context, *note;
    } notes[] = {
        {"while parsing a flow mapping", "in the mapping that begins here"},
        {"while parsing a block mapping", "in the mapping that begins here"},
        {"while parsing a flow sequence", "in the list that begins here"},
        {"while parsing a block collection", "in the list that begins here"},
        {"while scanning a quoted scalar", "in the quoted text that begins here"},
        {"while parsing a quoted scalar", "in the quoted text that begins here"},
        {"while scanning a plain scalar", "in the text that begins here"},
        {"while scanning a block scalar", "in the block text that begins here"},
    };
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        if (strcmp(notes[i].context, context) == 0) {
            diag_note(b->diags, at, "%s", notes[i].note);
            return;
        }
    }
    diag_note(b->diags, at, "%s that begins here", context);
}

/* A hint that depends on the characters around the location; true if there was one. */
static bool hint_from_source(tree_builder *b, const char *problem, size_t at)
{
    char c = b->bytes[at];
    char before = at > 0 ? b->bytes[at - 1] : '\n';
    bool flow_end = strncmp(problem, "did not find expected ','", 25) == 0;
    if (flow_end && c != '\0' && strchr("[{", c) && !is_blank(before) && !strchr(",[]{}", before)) {
        diag_hint(b->diags, "inside { } and [ ] a value that has one of `[ ] { } ,` in it must be quoted, a FEN for "
                            "instance");
    } else if (flow_end) {
        diag_hint(b->diags, "write a comma between two items, and close every bracket");
    } else if (strcmp(problem, "did not find expected key") == 0 && c != '\0' && strchr("]}", c)) {
        diag_hint(b->diags, "there is one `%c` too many", c);
    } else if (strcmp(problem, "did not find expected key") == 0) {
        /* `a: "x" y`: the quotes took only part of what was meant. */
        size_t last = at;
        while (last > 0 && (b->bytes[last - 1] == ' ' || b->bytes[last - 1] == '\t')) {
            last--;
        }
        if (last == 0 || last == at || !strchr("'\"]}", b->bytes[last - 1])) {
            return false;
        }
        diag_hint(b->diags, "nothing may follow the closing `%c` of a value", b->bytes[last - 1]);
    } else if (strcmp(problem, "did not find expected node content") == 0 && c != '\0' && strchr(",]}", c)) {
        diag_hint(b->diags, "if the value is to begin with `%c`, quote it", c);
    } else {
        return false;
    }
    return true;
}

static void refuse_syntax(tree_builder *b)
{
    const yaml_parser_t *parser = &b->parser;
    /* Some of libyaml's allocations fail without naming the error. */
    if (parser->error == YAML_MEMORY_ERROR || parser->error == YAML_NO_ERROR || !parser->problem) {
        (void)out_of_memory(b);
        return;
    }
    if (parser->error == YAML_READER_ERROR) {
        size_t from = (size_t)(b->bytes - b->source->bytes);
        diag_error(b->diags, CODE_NOT_TEXT, location_of_byte(b->source, from, from + parser->problem_offset), "%s",
                   parser->problem);
        return;
    }
    const char *problem = parser->problem;
    const char *context = parser->context;
    location problem_at = location_of_mark(b, parser->problem_mark, 0);
    location context_at = location_of_mark(b, parser->context_mark, 0);
    size_t problem_byte = byte_at(b, parser->problem_mark.index);
    char c = b->bytes[problem_byte];

    if (strcmp(problem, "found character that cannot start any token") == 0) {
        if (c == '\t') {
            diag_error(b->diags, CODE_TAB_INDENT, problem_at, "a tab cannot be used to indent");
            diag_hint(b->diags, "indent with blanks");
            diag_fix(b->diags, (fix){.kind = FIX_INDENT});
        } else {
            diag_error(b->diags, CODE_YAML_SYNTAX, problem_at,
                       c == '`' ? "a value cannot begin with a backtick" : "a value cannot begin with `%c`", c);
            hint_quote(b, problem_byte);
        }
        return;
    }
    /* `*`, `&`, `!` and `%` that are not even valid YAML. */
    if (context && parser->context_mark.index < b->size) {
        size_t start = byte_at(b, parser->context_mark.index);
        char sign = b->bytes[start];
        if (strcmp(context, "while scanning an alias") == 0 || strcmp(context, "while scanning an anchor") == 0 ||
            strcmp(context, "while scanning a tag") == 0 || strcmp(context, "while parsing a tag") == 0 ||
            (strcmp(context, "while scanning a directive") == 0 && strncmp(b->bytes + start, "%YAML", 5) != 0)) {
            diag_error(b->diags, CODE_YAML_SYNTAX, context_at, "a value cannot begin with `%c`", sign);
            hint_quote(b, start);
            return;
        }
    }
    const known_error *s = find_known_error(problem, context);
    bool at_context = s && s->at_context && context;
    diag_error(b->diags, CODE_YAML_SYNTAX, at_context ? context_at : problem_at, "%s",
               s && s->text ? s->text : problem);
    if (!hint_from_source(b, problem, problem_byte) && s && s->hint) {
        diag_hint(b->diags, "%s", s->hint);
        diag_fix(b->diags, (fix){.kind = s->fix});
    }
    if (!context || (context_at.line == problem_at.line && context_at.column == problem_at.column)) {
        return;
    }
    if (at_context) {
        diag_note(b->diags, problem_at, c == '\0' ? "the file ends here" : "this was met instead");
    } else {
        note_context(b, context, context_at);
    }
}

/* ---- what must not reach libyaml ---- */

static bool check_bytes(diag_list *diags, const source *s, size_t from)
{
    const location start = {s, 1, 1, 0};
    if (s->size >= 2 && (memcmp(s->bytes, "\xFF\xFE", 2) == 0 || memcmp(s->bytes, "\xFE\xFF", 2) == 0)) {
        diag_error(diags, CODE_NOT_TEXT, start, "the file is in UTF-16");
        diag_hint(diags, "save it as UTF-8");
        return false;
    }
    for (size_t i = from; i < s->size;) {
        const char *bytes = s->bytes + i;
        size_t size = utf8_length(bytes, s->size - i);
        if (size == 0) {
            diag_error(diags, CODE_NOT_TEXT, location_of_byte(s, from, i), "the byte %02X here is not UTF-8",
                       (unsigned)(unsigned char)*bytes);
            diag_hint(diags, "save the file as UTF-8");
            return false;
        }
        bool line_end = *bytes == '\r' && i + 1 < s->size && bytes[1] == '\n';
        const char *what = line_end ? NULL : why_forbidden(bytes, size);
        if (*bytes == '\0') {
            diag_error(diags, CODE_NOT_TEXT, location_of_byte(s, from, i), "there is a NUL byte here");
            diag_hint(diags, "this is no text in UTF-8; is it UTF-16, or no text at all?");
            return false;
        }
        if (what) {
            text raw = {0};
            text_add_safe(&raw, bytes, size);
            diag_error(diags, CODE_NOT_TEXT, location_of_byte(s, from, i), "%s is not allowed in rules (%s)", what,
                       text_string(&raw));
            diag_hint(diags, "remove it");
            diag_fix(diags, (fix){.kind = FIX_REMOVE});
            text_finish(&raw);
            return false;
        }
        i += size;
    }
    return true;
}

/* ---- the stream of events ---- */

/* False at the end of the document or after an error. */
static bool read_event(tree_builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (b->root) {
            diag_error(b->diags, CODE_YAML_FEATURE, location_of_mark(b, event->start_mark, 3),
                       "a second document begins here");
            diag_hint(b->diags, "a file holds one game: remove the `---`");
            return false;
        }
        if (event->data.document_start.tag_directives.start != event->data.document_start.tag_directives.end) {
            diag_error(b->diags, CODE_YAML_FEATURE, location_of_mark(b, event->start_mark, 0),
                       "%%TAG is not used in rules");
            diag_hint(b->diags, "remove the %%TAG line");
        }
        return true;
    case YAML_SCALAR_EVENT:
        return read_scalar(b, event);
    case YAML_ALIAS_EVENT:
        return read_alias(b, event);
    case YAML_SEQUENCE_START_EVENT:
        return begin_collection(b, event, NODE_LIST, event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
    case YAML_MAPPING_START_EVENT:
        return begin_collection(b, event, NODE_MAP, event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return end_collection(b);
    case YAML_STREAM_END_EVENT:
        return false;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        break;
    }
    return true;
}

static void build(tree_builder *b)
{
    if (!yaml_parser_initialize(&b->parser)) {
        (void)out_of_memory(b);
        return;
    }
    yaml_parser_set_encoding(&b->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&b->parser, (const unsigned char *)b->bytes, b->size);
    bool more = true;
    for (size_t count = 1; more; count++) {
        yaml_event_t event;
        if (!yaml_parser_parse(&b->parser, &event)) {
            refuse_syntax(b);
            break;
        }
        if (count > DOCUMENT_EVENTS_MAX) {
            diag_error(b->diags, CODE_TOO_LARGE, location_of_mark(b, event.start_mark, 0),
                       "the file has too many values: more than %d", (int)DOCUMENT_EVENTS_MAX);
            more = false;
        } else {
            more = read_event(b, &event);
        }
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&b->parser);
    free(b->entries);
}

node *document_parse(arena *a, diag_list *diags, const source *s)
{
    size_t errors = diags->errors;
    if (s->size > DOCUMENT_SIZE_MAX) {
        diag_error(diags, CODE_TOO_LARGE, (location){s, 1, 1, 0}, "the file is too large: at most %d bytes are read",
                   (int)DOCUMENT_SIZE_MAX);
        return NULL;
    }
    size_t bom_size = s->size >= 3 && memcmp(s->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    if (!check_bytes(diags, s, bom_size)) {
        return NULL;
    }

    tree_builder b = {
        .arena = a, .diags = diags, .source = s, .bytes = s->bytes + bom_size, .size = s->size - bom_size};
    build(&b);
    if (diags->errors > errors) {
        return NULL;
    }
    if (!b.root || (b.root->kind == NODE_SCALAR && b.root->plain && b.root->length == 0)) {
        diag_error(diags, CODE_EMPTY_FILE, (location){s, 1, 1, 0}, "the file is empty");
        return NULL;
    }
    return b.root;
}

/* ---- files ---- */

static const char *reason(int error)
{
    static const struct {
        int error;
        const char *words;
    } reasons[] = {
        {ENOENT, "there is no such file"},
        {ENOTDIR, "a part of its path is not a directory"},
        {EACCES, "no permission"},
        {EPERM, "no permission"},
        {ELOOP, "too many symbolic links"},
        {EXDEV, "it is a symbolic link out of its folder"},
        {ENAMETOOLONG, "its name is too long"},
        {EISDIR, "it is a directory"},
        {ENXIO, "it is not a regular file"},
        {ENODEV, "it is not a regular file"},
        {EMFILE, "too many files are open"},
        {ENFILE, "too many files are open"},
        {ENOMEM, "out of memory"},
        {EIO, "the disk reports an error"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].error == error) {
            return reasons[i].words;
        }
    }
    return NULL;
}

static void cannot_read(diag_list *diags, const char *path, int error)
{
    const char *words = reason(error);
    if (words) {
        diag_failure(diags, CODE_UNREADABLE_FILE, "cannot read %s: %s", path, words);
        text nearest = {0};
        if (error == ENOENT && read_file_nearest(path, &nearest)) {
            diag_did_you_mean(diags, text_string(&nearest));
        }
        text_finish(&nearest);
    } else {
        diag_failure(diags, CODE_UNREADABLE_FILE, "cannot read %s: system error %d", path, error);
    }
}

node *document_load(arena *a, diag_list *diags, const char *path)
{
    const source_overlay *instead = diag_overlay(diags, path);
    if (instead) {
        const source *given = diag_source(diags, path, instead->bytes, instead->size);
        return given ? document_parse(a, diags, given) : NULL;
    }
    /* Downloaded rules could hold a link to any file of the user, and an error would then show lines of it. */
    text bytes = {0};
    int error = read_file_bytes(path, READ_FILE_LINKS_INSIDE, DOCUMENT_SIZE_MAX, &bytes);
    if (error && error != EFBIG) {
        cannot_read(diags, path, error);
        text_finish(&bytes);
        return NULL;
    }
    const source *s = diag_source(diags, path, text_string(&bytes), bytes.length);
    text_finish(&bytes);
    return s ? document_parse(a, diags, s) : NULL; /* document_parse rejects what is too long */
}

/* ---- reading the tree ---- */

node *node_get(const node *map, const char *key)
{
    if (!map || map->kind != NODE_MAP) {
        return NULL;
    }
    for (size_t i = 0; i < map->length; i++) {
        if (strcmp(map->keys[i], key) == 0) {
            return map->items[i];
        }
    }
    return NULL;
}

size_t node_item_count(const node *value)
{
    return !value ? 0 : value->kind == NODE_LIST ? value->length : 1;
}

const node *node_item(const node *value, size_t index)
{
    return value->kind == NODE_LIST ? value->items[index] : value;
}

/* -?digits, with a fraction or without. */
static bool is_number(const char *string)
{
    string += *string == '-';
    size_t whole = strspn(string, "0123456789");
    string += whole;
    if (whole == 0 || *string == '\0') {
        return whole > 0;
    }
    size_t fraction = *string == '.' ? strspn(string + 1, "0123456789") : 0;
    return fraction > 0 && string[1 + fraction] == '\0';
}

/* `letter: #` has no value: the author may not know why. */
static bool comment_follows(const node *n)
{
    const char *line = n->location.source ? n->location.source->bytes : NULL;
    for (uint32_t i = 1; line && i < n->location.line; i++) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    if (!line) {
        return false;
    }
    for (uint32_t i = 1; i < n->location.column && *line != '\0'; i++) {
        do {
            line++;
        } while (is_continuation(*line));
    }
    return line[strspn(line, " \t")] == '#';
}

const char *node_describe(arena *a, const node *n)
{
    if (!n) {
        return "nothing";
    }
    if (n->kind == NODE_LIST) {
        return "a list";
    }
    if (n->kind == NODE_MAP) {
        return "a mapping";
    }
    if (n->length == 0) {
        return !n->plain ? "an empty text" : comment_follows(n) ? "nothing (a bare `#` begins a comment)" : "nothing";
    }
    const char *words;
    size_t shown = 0;
    for (size_t points = 0; shown < n->length && points < QUOTED_MAX; points++) {
        size_t size = utf8_length(n->string + shown, n->length - shown);
        shown += size ? size : 1;
    }
    if (n->plain && is_number(n->string) && shown == n->length) {
        words = arena_format(a, "the number %s", n->string);
    } else {
        words = arena_format(a, "the text `%.*s%s`", (int)shown, n->string, shown < n->length ? "..." : "");
    }
    return words ? words : "another text";
}
