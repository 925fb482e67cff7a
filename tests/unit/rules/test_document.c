#define _POSIX_C_SOURCE 200809L
#include "unit/test.h"

#include "base/random.h"
#include "unit/temp_folder.h"
#include "rules/document.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* One parsed text and all that belongs to it. */
typedef struct parsed {
    arena arena;
    diag_list diags;
    const source *source;
    node *root;
} parsed;

static void parse_bytes(parsed *p, const char *bytes, size_t size)
{
    arena_init(&p->arena, 0);
    diag_list_init(&p->diags);
    p->source = diag_source(&p->diags, "game.yaml", bytes, size);
    p->root = document_parse(&p->arena, &p->diags, p->source);
    assert_int_equal(p->root == NULL, p->diags.errors > 0);
    assert_false(p->diags.failed);
}

static void parse(parsed *p, const char *bytes)
{
    parse_bytes(p, bytes, strlen(bytes));
}

static void finish(parsed *p)
{
    diag_list_finish(&p->diags);
    arena_finish(&p->arena);
}

static void assert_place(location at, uint32_t line, uint32_t column, uint32_t length)
{
    if (at.line != line || at.column != column || at.length != length)
        fail_msg("the place is %u:%u+%u, not %u:%u+%u", (unsigned)at.line, (unsigned)at.column, (unsigned)at.length,
                 (unsigned)line, (unsigned)column, (unsigned)length);
}

TEST(a_game_becomes_a_tree)
{
    parsed p;
    parse(&p, "name: Chess\n"
              "board: {size: 8x8}\n"
              "pieces:\n"
              "  king:   {letter: k, royal: true}\n"
              "  pawn:\n"
              "    moves:\n"
              "      - fmWfceF  # a comment\n"
              "      - {move: fmnD, from: own rank 2}\n"
              "empty: {}\n"
              "none:\n"
              "start: rnbqkbnr/8[Qq] w KQkq - 0 1\n");
    const node *root = p.root;
    assert_non_null(root);
    assert_int_equal(root->kind, NODE_MAP);
    assert_int_equal(root->length, 6);
    assert_place(root->location, 1, 1, 0);
    assert_string_equal(root->keys[1], "board");
    assert_place(root->key_locations[1], 2, 1, 5);
    assert_string_equal(node_get(root, "name")->string, "Chess");
    const node *size = node_get(node_get(root, "board"), "size");
    assert_string_equal(size->string, "8x8");
    assert_true(size->plain && size->verbatim);
    assert_place(size->location, 2, 15, 3);
    const node *moves = node_get(node_get(node_get(root, "pieces"), "pawn"), "moves");
    assert_int_equal(moves->kind, NODE_LIST);
    assert_int_equal(moves->length, 2);
    assert_place(moves->location, 7, 7, 0);
    assert_string_equal(moves->items[0]->string, "fmWfceF");
    assert_string_equal(node_get(moves->items[1], "from")->string, "own rank 2");
    assert_int_equal(node_get(root, "empty")->kind, NODE_MAP);
    assert_int_equal(node_get(root, "empty")->length, 0);
    assert_string_equal(node_get(root, "none")->string, "");
    assert_string_equal(node_get(root, "start")->string, "rnbqkbnr/8[Qq] w KQkq - 0 1");
    assert_null(node_get(root, "nothing"));
    assert_null(node_get(NULL, "name"));
    assert_null(node_get(moves, "move"));
    assert_null(node_get(size, "move"));
    finish(&p);
}

/* The value of `a` in many manners: where it is, and whether places inside it are exact. */
TEST(places_of_scalars)
{
    static const struct {
        const char *bytes, *string;
        bool plain, literal;
        uint32_t line, column, length;
    } cases[] = {
        {"a: king", "king", true, true, 1, 4, 4},
        {"a:   own rank 2   # c", "own rank 2", true, true, 1, 6, 10},
        {"a: 'king'", "king", false, true, 1, 5, 4},
        {"a: \"king\"", "king", false, true, 1, 5, 4},
        {"a: ''", "", false, false, 1, 4, 2},
        {"a: \"\"", "", false, false, 1, 4, 2},
        {"a: 'it''s'", "it's", false, false, 1, 4, 7},
        {"a: \"a\\tb\"", "a b", false, false, 1, 4, 6},
        {"a: \"\\x41\"", "A", false, false, 1, 4, 6},
        {"a:", "", true, true, 1, 3, 0},
        {"a:\nb: 1", "", true, true, 1, 3, 0},
        {"b: \na:\n", "", true, true, 2, 3, 0},
        {"a: one\n  two", "one two", true, false, 1, 4, 3},
        {"a: 'one  \n  two'", "one two", false, false, 1, 4, 4},
        {"a: |\n  one\n  two\n", "one\ntwo\n", false, false, 1, 4, 1},
        {"a: >-  \n  one\n  two\n", "one two", false, false, 1, 4, 2},
        {"a:\n\n  king", "king", true, true, 3, 3, 4},
        {"# \xD0\x96\na: \xD0\x96\xD0\x96", "\xD0\x96\xD0\x96", true, true, 2, 4, 2},
        {"{\xD0\x96: 1, a: \xE7\x8E\x8B}", "\xE7\x8E\x8B", true, true, 1, 11, 1},
        {"\xD0\x96: 1\r\na: x\r\n", "x", true, true, 2, 4, 1},
        {"\xEF\xBB\xBF"
         "a: x",
         "x", true, true, 1, 4, 1},
        {"\"a\": x", "x", true, true, 1, 6, 1},
        {"? a\n: x", "x", true, true, 2, 3, 1},
        {"%YAML 1.1\n---\na: x\n...\n", "x", true, true, 3, 4, 1},
        {"a: '<<'", "<<", false, true, 1, 5, 2},
        {"a: <<", "<<", true, true, 1, 4, 2},
        {"a: R-x?*&!@%", "R-x?*&!@%", true, true, 1, 4, 9},
        {"a: \"(1,2)N\"", "(1,2)N", false, true, 1, 5, 6},
        {"a: a(1,2)N", "a(1,2)N", true, true, 1, 4, 7},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        parsed p;
        parse(&p, cases[i].bytes);
        const node *n = node_get(p.root, "a");
        if (!n)
            fail_msg("%s: not read", cases[i].bytes);
        assert_string_equal(n->string, cases[i].string);
        assert_int_equal(n->length, strlen(cases[i].string));
        if (n->plain != cases[i].plain || n->verbatim != cases[i].literal)
            fail_msg("%s: plain %d, literal %d", cases[i].bytes, n->plain, n->verbatim);
        assert_ptr_equal(n->location.source, p.source);
        assert_place(n->location, cases[i].line, cases[i].column, cases[i].length);
        finish(&p);
    }
}

/* What is refused: where, with which words (a part of them), which hint, and where the note points. */
TEST(slips)
{
    static const struct {
        const char *bytes;
        uint32_t line, column;
        const char *text, *hint;
        uint32_t note_line, note_column;
    } cases[] = {
        /* nothing */
        {"", 1, 1, "empty", NULL, 0, 0},
        {"# only a comment\n", 1, 1, "empty", NULL, 0, 0},
        {"---\n", 1, 1, "empty", NULL, 0, 0},
        /* indentation */
        {"a:\n\tb: c\n", 2, 1, "a tab cannot", "indent with blanks", 0, 0},
        {"a: b\n\tc: d\n", 2, 1, "a tab cannot", "indent with blanks", 1, 4},
        {"a: |\n  x\n\ty\n", 3, 1, "a tab cannot", "indent with blanks", 1, 4},
        {"a:\n  b: 1\n c: 2\n", 3, 2, "expected a key", "same column", 1, 1},
        {"  a: 1\nb: 2\n", 2, 1, "expected the end", "same column", 0, 0},
        {"- a\nb: 1\n", 2, 1, "expected `- `", "same column", 1, 1},
        {"a: - b\n", 1, 4, "a list cannot", "line of its own", 0, 0},
        {"a: b\n c: d\n", 2, 3, "a `:` is not", "indentation", 0, 0},
        /* characters that mean something to YAML */
        {"a: @b\n", 1, 4, "begin with `@`", "quote it: '@b'", 0, 0},
        {"a: `b\n", 1, 4, "begin with a backtick", "quote it: '`b'", 0, 0},
        {"a: %b\n", 1, 4, "begin with `%`", "quote it: '%b'", 0, 0},
        {"%b: c\n", 1, 1, "begin with `%`", "quote it: '%b'", 0, 0},
        {"a: *\n", 1, 4, "begin with `*`", "quote it: '*'", 0, 0},
        {"a: *B'\n", 1, 4, "begin with `*`", "quote it: \"*B'\"", 0, 0},
        {"a: & b\n", 1, 4, "begin with `&`", "quote it: '&'", 0, 0},
        {"a: !<b\n", 1, 4, "begin with `!`", "quote it: '!<b'", 0, 0},
        {"a: ?\n", 1, 4, "begin with `?`", "quote it", 0, 0},
        {"a: , b\n", 1, 4, "expected a value", "quote it", 0, 0},
        {"a: ]\n", 1, 4, "expected a value", "quote it", 0, 0},
        {"a: |x\n", 1, 5, "block text", "quote", 1, 4},
        {"a: >0\n", 1, 5, "indentation indicator", "quote", 1, 4},
        {"a: it: moves\n", 1, 6, "a `:` is not", "quote", 0, 0},
        /* the parts of YAML that rules do without */
        {"a: *b\n", 1, 4, "alias", "quote it: '*b'", 0, 0},
        {"*b : c\n", 1, 1, "alias", "quote it: '*b'", 0, 0},
        {"a: &b c\n", 1, 4, "anchor", "quote it: '&b'", 0, 0},
        {"a: &b [c]\n", 1, 4, "anchor", "quote it: '&b'", 0, 0},
        {"a: &b\n  c: d\n", 1, 4, "anchor", "quote it: '&b'", 0, 0},
        {"a: !\n", 1, 4, "tag", "quote it: '!'", 0, 0},
        {"a: ! b\n", 1, 4, "tag", "quote it: '!'", 0, 0},
        {"a: !!int 3\n", 1, 4, "tag", "quote it: '!!int'", 0, 0},
        {"a: !b {c: d}\n", 1, 4, "tag", "quote it: '!b'", 0, 0},
        {"!b c: d\n", 1, 1, "tag", "quote it: '!b'", 0, 0},
        {"<<: b\n", 1, 1, "merge key", "extends", 0, 0},
        {"[a]: b\n", 1, 1, "found a list", "a key is", 0, 0},
        {"a: {[b]: c}\n", 1, 5, "found a list", "a key is", 0, 0},
        {"? {a: b}\n: c\n", 1, 3, "found a mapping", "a key is", 0, 0},
        {"a: b\n---\nc: d\n", 2, 1, "second document", "---", 0, 0},
        {"a: b\n...\nc: d\n", 3, 1, "end of the file", NULL, 0, 0},
        {"%TAG ! x\n---\na: b\n", 1, 1, "%TAG", "remove", 0, 0},
        {"%YAML 9.9\n---\na: b\n", 1, 1, "version", "remove", 0, 0},
        {"{? : b}\n", 1, 4, "expected a key, found nothing", NULL, 0, 0},
        {"'': b\n", 1, 1, "expected a key, found nothing", NULL, 0, 0},
        {"\"a\\0b\": c\n", 1, 1, "NUL", "\\0", 0, 0},
        {"a: \"b\\0c\"\n", 1, 4, "NUL", "\\0", 0, 0},
        /* keys */
        {"a: 1\nb: 2\n\"a\": 3\n", 3, 2, "`a` is here twice", NULL, 1, 1},
        {"a: {b: 1, c: 2, b: 3}\n", 1, 17, "`b` is here twice", NULL, 1, 5},
        {"a: 1\nb\nc: 3\n", 2, 1, "expected a `:`", "key: value", 3, 1},
        {"a:1\nb: 2\n", 2, 2, "a `:` is not", "earlier `:`", 0, 0},
        {"a: {b:1}\n", 1, 5, "`b:1` has no value", "`b: 1`", 0, 0},
        /* quotes and brackets */
        {"a: \"x\" y\n", 1, 8, "expected a key", "closing `\"`", 1, 1},
        {"a: 'x\n\n", 1, 4, "does not end", "closing quote", 3, 1},
        {"a: 'x\n\nb: c", 1, 4, "does not end", "closing quote", 3, 5},
        {"a: \"\\q\"\n", 1, 5, "escape", "single quotes", 1, 4},
        {"a: [1, 2\nb: 3\n", 2, 2, "`,` or `]`", "bracket", 1, 4},
        {"a: {b: 1", 1, 9, "`,` or `}`", "bracket", 1, 4},
        {"a: [1]]\n", 1, 7, "expected a key", "too many", 1, 1},
        {"a: [b,,c]\n", 1, 7, "expected a value", "quote", 0, 0},
        {"a: {s: r/8[Qq] w, b: c}\n", 1, 11, "`,` or `}`", "FEN", 1, 4},
        {"a: [r/8[Qq] w]\n", 1, 8, "`,` or `]`", "FEN", 1, 4},
        {"a: [m, (1,2)N]\n", 1, 8, "ends at the `,`", "quote it: '(1,2)N'", 0, 0},
        /* bytes */
        {"a: 1\nb: \xD0\x96 \xE9t\xE9\n", 2, 6, "E9 here is not UTF-8", "UTF-8", 0, 0},
        {"a: \xED\xA0\x80\n", 1, 4, "not UTF-8", "UTF-8", 0, 0},
        {"\xFF\xFE"
         "a",
         1, 1, "UTF-16", "UTF-8", 0, 0},
        {"\xFE\xFF"
         "a",
         1, 1, "UTF-16", "UTF-8", 0, 0},
        {"a: b\n# \x1b[31m\n", 2, 3, "control character", NULL, 0, 0},
        {"a: \x7F\n", 1, 4, "control character", NULL, 0, 0},
        {"a: \xC2\x85 b\n", 1, 4, "control character", NULL, 0, 0},
        {"a: b\rc: d\n", 1, 5, "carriage return", NULL, 0, 0},
        {"a: b\xE2\x80\xA8"
         "c: d\n",
         1, 5, "line separator", NULL, 0, 0},
        {"a: \xEF\xBB\xBF\n", 1, 4, "byte order mark", NULL, 0, 0},
        {"a: \xEF\xBF\xBF\n", 1, 4, "none in Unicode", NULL, 0, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        parsed p;
        parse(&p, cases[i].bytes);
        const diag *d = p.diags.first;
        if (!d)
            fail_msg("%s: no error", cases[i].bytes);
        if (!strstr(d->text, cases[i].text))
            fail_msg("%s: the error is: %s", cases[i].bytes, d->text);
        if (d->location.line != cases[i].line || d->location.column != cases[i].column)
            fail_msg("%s: the error is at %u:%u", cases[i].bytes, (unsigned)d->location.line,
                     (unsigned)d->location.column);
        if (cases[i].hint && (!d->hint || !strstr(d->hint, cases[i].hint)))
            fail_msg("%s: the hint is: %s", cases[i].bytes, d->hint ? d->hint : "none");
        if (d->note_location.line != cases[i].note_line || d->note_location.column != cases[i].note_column)
            fail_msg("%s: the note is at %u:%u", cases[i].bytes, (unsigned)d->note_location.line,
                     (unsigned)d->note_location.column);
        assert_int_equal(d->note != NULL, cases[i].note_line > 0);
        if (d->next && p.diags.errors != 2) /* two of the cases are wrong in two ways */
            fail_msg("%s: %zu errors", cases[i].bytes, p.diags.errors);
        finish(&p);
    }
}

TEST(a_nul_byte)
{
    parsed p;
    parse_bytes(&p, "a: b\n\0c", 7);
    assert_string_equal(p.diags.first->text, "there is a NUL byte here");
    assert_place(p.diags.first->location, 2, 1, 0);
    finish(&p);
}

/* What may not stand in the file may not be said by an escape either; newlines and tabs may. */
TEST(escapes)
{
    static const char *const wrong[] = {"\\e[31m", "\\a",     "\\r",     "\\x7F",   "\\x9B",   "\\N",
                                        "\\u2028", "\\u202E", "\\u2066", "\\uFEFF", "\\uFFFF", "\xE2\x80\xAE"};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        char bytes[64];
        (void)snprintf(bytes, sizeof bytes, "a: \"b%sc\"\n", wrong[i]);
        parsed p;
        parse(&p, bytes);
        if (p.root || p.diags.errors != 1 || p.diags.first->location.line != 1 ||
            p.diags.first->code != CODE_NOT_TEXT) {
            fail_msg("%s: %s", bytes, p.diags.first ? p.diags.first->text : "no error");
        }
        finish(&p);
    }
    parsed p;
    parse(&p, "a: \"b\\n\\tc \\u00E9 \\u200F\"\n");
    assert_non_null(p.root);
    finish(&p);
}

TEST(several_errors_in_one_run)
{
    parsed p;
    parse(&p, "a: &x y\nb: *x\na: !t z\nb: [1, 2]\nb: {c: 1, c: 2}\nd: \"x\" y\n");
    static const uint32_t lines[] = {1, 2, 3, 5, 6}; /* the last stops libyaml before the end of the outer map */
    const diag *d = p.diags.first;
    for (size_t i = 0; i < COUNT(lines); i++, d = d->next) {
        assert_non_null(d);
        assert_int_equal(d->location.line, lines[i]);
    }
    assert_null(d);
    finish(&p);
}

/* Three of a key: each later one points to the first. */
TEST(duplicates_point_to_the_first)
{
    parsed p;
    parse(&p, "k: 1\nz: 1\nk: 2\na: 1\nz: 2\nk: 3\n");
    static const struct {
        uint32_t line, first;
    } found[] = {{3, 1}, {5, 2}, {6, 1}};
    const diag *d = p.diags.first;
    for (size_t i = 0; i < COUNT(found); i++, d = d->next) {
        assert_int_equal(d->location.line, found[i].line);
        assert_int_equal(d->note_location.line, found[i].first);
    }
    assert_null(d);
    finish(&p);
}

/* A text of `count` times `piece`, behind `head` and before `tail`. */
static char *repeated(const char *head, const char *piece, size_t count, const char *tail)
{
    text t = {0};
    text_put(&t, head);
    for (size_t i = 0; i < count; i++)
        text_put(&t, piece);
    text_put(&t, tail);
    assert_false(t.failed);
    return t.bytes;
}

TEST(limits)
{
    static const struct {
        const char *head, *piece;
        size_t count;
        const char *tail, *error; /* NULL: it is read */
    } cases[] = {
        {"", "[", 1000000, "", "nested"},
        {"", "{a: ", 250000, "", "nested"},
        {"", "- ", 500000, "", "nested"},
        {"", "[", DOCUMENT_DEPTH_MAX + 1, "", "nested"},
        {"", "- ", DOCUMENT_DEPTH_MAX, "x", NULL},
        {"[", "x,", 300000, "]", "too many values"},
        {"[", "x,", 190000, "]", NULL},
        {"a: ", "x", DOCUMENT_SCALAR_MAX + 1, "", "65537 bytes long"},
        {"a: ", "x", DOCUMENT_SCALAR_MAX, "", NULL},
        {"", "x", DOCUMENT_KEY_MAX + 1, ": a", "257 bytes long"},
        {"", "x", DOCUMENT_KEY_MAX, ": a", NULL},
        {"# ", "x", DOCUMENT_SIZE_MAX - 6, "\na: x", "too large"},
        {"# ", "x", DOCUMENT_SIZE_MAX - 6, "\na:", NULL},
        {"", "same: 1\n", 60000, "", "twice"},
        {"a: [", "*a, ", 100000, "]", "alias"},
        {"a: [", "(a, ", 90000, "]", "inside its ( )"},
        {"a: ", "&a ", 100000, "", "anchor"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *bytes = repeated(cases[i].head, cases[i].piece, cases[i].count, cases[i].tail);
        parsed p;
        parse(&p, bytes);
        if (cases[i].error) {
            if (!p.diags.first || !strstr(p.diags.first->text, cases[i].error))
                fail_msg("case %zu: %s", i, p.diags.first ? p.diags.first->text : "no error");
        } else if (!p.root) {
            fail_msg("case %zu: %s", i, p.diags.first->text);
        }
        finish(&p);
        free(bytes);
    }
}

/* Whatever is refused, memory or text: a clean error, nothing lost. The sanitizers look on. */
TEST(memory_runs_out)
{
    static const char bytes[] = "a: {b: [1, 2, {c: d}], e: 'f'}\ng: |\n  text\nh: [x, y, z]\n";
    bool read = false;
    for (size_t limit = 16; !read; limit += 16) {
        parsed p = {0};
        arena_init(&p.arena, limit);
        diag_list_init(&p.diags);
        p.source = diag_source(&p.diags, "game.yaml", bytes, sizeof bytes - 1);
        p.root = document_parse(&p.arena, &p.diags, p.source);
        read = p.root != NULL;
        assert_int_equal(p.diags.failed, !read);
        assert_int_equal(p.diags.errors, read ? 0 : 1);
        if (!read)
            assert_non_null(strstr(p.diags.first->text, "out of memory"));
        finish(&p);
        assert_true(limit < 100000);
    }
}

TEST(no_text_breaks_it)
{
    static const char *const pieces[] = {
        "a: ", "b: ", "- ",  "\n",   "\n  ", "\n    ", "[",  "]",        "{",    "}",   ", ",       "'",
        "\"",  "x",   "# ",  "|\n",  ">\n",  "*a",     "&a", "!t",       "? ",   ": ",  "<<: ",     "\t",
        "@",   "%",   "---", "\r\n", "...",  "\\",     " ",  "\xD0\x96", "\xFF", "(1,", "\xCC\x81", "\xEF\xBB\xBF",
    };
    random_source random = {42};
    for (int run = 0; run < 5000; run++) {
        text t = {0};
        for (uint32_t i = random_below(&random, 30); i > 0; i--)
            text_put(&t, pieces[random_below(&random, COUNT(pieces))]);
        parsed p;
        parse_bytes(&p, text_string(&t), t.length);
        text out = {0};
        for (const diag *d = p.diags.first; d; d = d->next)
            diag_render(d, run % 2 == 0, &out);
        assert_false(out.failed);
        text_finish(&out);
        finish(&p);
        text_finish(&t);
    }
}

TEST(descriptions)
{
    static const struct {
        const char *bytes, *description;
    } cases[] = {
        {"a: [1]", "a list"},
        {"a: {b: 1}", "a mapping"},
        {"a: 9", "the number 9"},
        {"a: -12", "the number -12"},
        {"a: 1.5", "the number 1.5"},
        {"a: '9'", "the text `9`"},
        {"a: 9x", "the text `9x`"},
        {"a: 1.", "the text `1.`"},
        {"a: -x", "the text `-x`"},
        {"a: nine", "the text `nine`"},
        {"a:", "nothing"},
        {"b: 1\n\xD0\x96: 1\na: #", "nothing (a bare `#` begins a comment)"},
        {"a: ''", "an empty text"},
        {"a: 1234567890123456789012345678901234567890123", "the text `1234567890123456789012345678901234567890...`"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        parsed p;
        parse(&p, cases[i].bytes);
        assert_string_equal(node_describe(&p.arena, node_get(p.root, "a")), cases[i].description);
        finish(&p);
    }
    arena a;
    arena_init(&a, 0);
    assert_string_equal(node_describe(&a, NULL), "nothing");
    arena_finish(&a);
}

/* ---- files ---- */

static void load(parsed *p, const char *path)
{
    arena_init(&p->arena, 0);
    diag_list_init(&p->diags);
    p->root = document_load(&p->arena, &p->diags, path);
    assert_int_equal(p->root == NULL, p->diags.errors > 0);
}

static void assert_unreadable(const char *path, const char *words)
{
    parsed p;
    load(&p, path);
    assert_null(p.root);
    assert_true(p.diags.failed);
    if (!strstr(p.diags.first->text, words) || !strstr(p.diags.first->text, path))
        fail_msg("%s: %s", path, p.diags.first->text);
    finish(&p);
}

TEST(files)
{
    char path[128], inside[160];
    (void)snprintf(path, sizeof path, "%s", folder_path("game.yaml"));
    assert_unreadable(path, "there is no such file");
    assert_unreadable(folder, "it is a directory");
    assert_unreadable("/dev/null", "not a regular file");

    folder_write("game.yaml", "name: x\n");
    parsed p;
    load(&p, path);
    assert_string_equal(node_get(p.root, "name")->string, "x");
    assert_string_equal(p.root->location.source->name, path);
    finish(&p);

    (void)snprintf(inside, sizeof inside, "%s/more.yaml", path);
    assert_unreadable(inside, "not a directory");

    if (geteuid() != 0) { /* nothing is forbidden to root */
        assert_int_equal(chmod(path, 0), 0);
        assert_unreadable(path, "no permission");
    }

    /* Refused by its size alone: the file is a hole. */
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(truncate(path, 100000000), 0);
    load(&p, path);
    assert_non_null(strstr(p.diags.first->text, "too large"));
    assert_string_equal(p.diags.first->location.source->name, path);
    assert_false(p.diags.failed);
    finish(&p);

    folder_write("game.yaml", "%s", "");
    load(&p, path);
    assert_string_equal(p.diags.first->text, "the file is empty");
    assert_false(p.diags.failed);
    finish(&p);

    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_unreadable(path, "not a regular file"); /* and does not wait for a writer */
    assert_int_equal(unlink(path), 0);
}

ALL_TESTS(folder_make, folder_remove);
