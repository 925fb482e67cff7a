/* The schema: the table is sound, examples are valid, and the words are right. */
#include "unit/test.h"

#include <string.h>

#include "rules/schema.h"

typedef struct fixture {
    arena arena;
    diag_list diags;
} fixture;
static fixture f;

static int setup(void **state)
{
    (void)state;
    arena_init(&f.arena, 0);
    diag_list_init(&f.diags);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    diag_list_finish(&f.diags);
    arena_finish(&f.arena);
    return 0;
}

static const node *parse(const char *yaml)
{
    const source *s = diag_source(&f.diags, "t.yaml", yaml, strlen(yaml));
    const node *n = s ? document_parse(&f.arena, &f.diags, s) : NULL;
    assert_non_null(n);
    return n;
}

/* ---- the table ---- */

TEST(test_table)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    bool seen[SECTION_COUNT] = {false};
    bool child[SECTION_COUNT] = {[SECTION_VARIANT] = true};
    for (size_t i = 0; i < count; i++) {
        const schema_row *row = &rows[i];
        assert_non_null(row->doc);
        assert_non_null(row->example);
        assert_true(row->shapes != 0);
        assert_in_range(row->section, i ? rows[i - 1].section : 0, SECTION_COUNT - 1); /* grouped, in order */
        assert_true(row->doc[strlen(row->doc) - 1] == '.');
        assert_true(strlen(row->doc) < 240);
        if (row->shapes & (SHAPE_MAP | SHAPE_MAPS))
            child[row->child] = true;
        if (row->kind == VALUE_WORD && (row->shapes & (SHAPE_ONE | SHAPE_MANY)))
            assert_non_null(row->words[0]);
        if (row->kind == VALUE_NUMBER)
            assert_true(row->low < row->high);
        if (row->keep) {
            assert_int_equal(row->kind == VALUE_BOOL, row->keep == KEEP_BOOL || row->keep == KEEP_NOT);
            assert_int_equal(row->kind == VALUE_WORD, row->keep == KEEP_WORD);
            assert_int_equal(row->word != NULL, row->keep == KEEP_WORD);
            assert_int_equal(row->kind == VALUE_NUMBER, row->keep == KEEP_INT || row->keep == KEEP_LONG);
        } else {
            assert_true(!row->says && !row->foreign && !row->otherwise);
        }
        assert_int_equal(row->says != NULL, row->says_ru != NULL);
        if (row->says)
            assert_int_equal(strstr(row->says, "%ld") != NULL, strstr(row->says_ru, "%ld") != NULL);
        if (row->keep == KEEP_BOOL || row->keep == KEEP_NOT) /* the page and the table have one default */
            assert_int_equal(strstr(row->doc, "Default: true") != NULL, row->otherwise != 0);
        if (!row->key) {
            assert_false(seen[row->section]); /* a name the author chooses would hide the others */
            assert_false(row->required);
        }
        seen[row->section] = true;
        for (size_t k = 0; k < i; k++)
            assert_false(row->key && rows[k].section == row->section && strcmp(rows[k].key, row->key) == 0);
        if (row->key)
            assert_ptr_equal(schema_find(row->section, row->key), row);
    }
    for (size_t s = 0; s < SECTION_COUNT; s++) {
        assert_true(seen[s]);
        assert_true(child[s] || s == SECTION_VALUES);
        assert_non_null(schema_section_of((schema_section)s)->title);
        assert_non_null(schema_section_of((schema_section)s)->noun);
        assert_non_null(schema_section_of((schema_section)s)->where);
    }
    assert_null(schema_find(SECTION_BOARD, "sizes"));
    assert_non_null(schema_find(SECTION_PIECES, "anything"));
}

/* How to get to a mapping of that section from the top of a file; the depth is indented by two blanks a line. */
static const char *const path_cases[SECTION_COUNT] = {
    [SECTION_VARIANT] = "",
    [SECTION_BOARD] = "board:",
    [SECTION_PLAYER] = "players:/-",
    [SECTION_ZONES] = "zones:",
    [SECTION_ROYALS] = "royals:",
    [SECTION_DROP] = "drops:",
    [SECTION_PIECES] = "pieces:",
    [SECTION_PIECE] = "pieces:/it:",
    [SECTION_MOVE] = "pieces:/it:/moves:/-",
    [SECTION_REMOTE_CAPTURE] = "pieces:/it:/captures:/-",
    [SECTION_PROMOTION] = "pieces:/it:/promotes:",
    [SECTION_RIGHTS] = "rights:",
    [SECTION_RIGHT] = "rights:/k:",
    [SECTION_CASTLINGS] = "castling:",
    [SECTION_CASTLING] = "castling:/it:",
    [SECTION_CELLS] = "castling:/it:/from:",
    [SECTION_START] = "start:",
    [SECTION_END] = "end:",
    [SECTION_ENDING] = "end:/it:",
    [SECTION_POINTS] = "end:/it:/points:",
    [SECTION_TURN] = "turn:",
    [SECTION_PLIES] = "turn:/plies:",
    [SECTION_SETUP] = "setup:",
    [SECTION_VISIBILITY] = "visibility:",
    [SECTION_SECRETS] = "visibility:/secrets:",
    [SECTION_SECRET] = "visibility:/secrets:/note:",
    [SECTION_QUERIES] = "visibility:/questions:",
    [SECTION_QUERY] = "visibility:/questions:/any:",
    [SECTION_CAPTURES] = "captures:",
    [SECTION_BLAST] = "captures:/blast:",
    [SECTION_JUMPS] = "jumps:",
    [SECTION_PUTS] = "puts:",
    [SECTION_PICTURE] = "picture:",
    [SECTION_COLOURS] = "picture:/colours:",
    [SECTION_SHAPE] = "picture:/shapes:/-",
    [SECTION_CHECKS] = "checks:",
    [SECTION_NO_MOVES] = "no_moves:",
    [SECTION_MISSED_TURN] = "no_moves:/checkmated:",
    [SECTION_DICE] = "dice:",
    [SECTION_DIE_FACES] = "dice:/moves:",
    [SECTION_NOTATION] = "notation:",
    [SECTION_WORDS] = "words:",
    [SECTION_WORD] = "words:/it:",
    [SECTION_CARDS] = "cards:",
    [SECTION_CARDS_OF] = "cards:/it:",
    [SECTION_HOOKS] = "hooks:",
    [SECTION_HOOK] = "hooks:/it:",
    [SECTION_OPTIONS] = "options:",
    [SECTION_OPTION] = "options:/it:",
    [SECTION_VALUES] = "options:/it:/values:",
};

/* A file that has `line` in a mapping of that section. */
static void write_path_case(text *out, schema_section section, const char *key, const char *value)
{
    int depth = 0;
    for (const char *part = path_cases[section]; *part; depth++) {
        size_t length = strcspn(part, "/");
        text_print(out, "%*s%.*s\n", 2 * depth, "", (int)length, part);
        part += length + (part[length] == '/');
    }
    text_print(out, "%*s%s: %s\n", 2 * depth, "", key, value);
}

TEST(test_examples)
{
    for (size_t s = 0; s < SECTION_COUNT; s++) {
        assert_non_null(path_cases[s]);
    }
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        const schema_row *row = &rows[i];
        text yaml = {0};
        write_path_case(&yaml, row->section, row->key ? row->key : "k", row->example);
        bool good = schema_check(&f.arena, &f.diags, parse(text_string(&yaml)), false);
        if (!good)
            print_error("%s%s\n", text_string(&yaml), f.diags.last->text);
        assert_true(good);
        text_finish(&yaml);
    }
}

/* Each key with each shape that it does not accept. */
TEST(test_wrong_shapes)
{
    static const struct {
        const char *value, *found;
        unsigned shapes; /* any of these makes it right, or wrong in another way */
    } values[] = {
        {"{a-b: {c: d}}", "a mapping", SHAPE_MAP | SHAPE_PATCH},
        {"[a]", "a list", SHAPE_MANY | SHAPE_MAPS},
        {"some words", "the text `some words`", SHAPE_ONE},
    };
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        const schema_row *row = &rows[i];
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
            if (row->shapes & values[k].shapes)
                continue;
            diag_list_finish(&f.diags);
            text yaml = {0};
            text words = {0};
            const char *key = row->key ? row->key : "k";
            write_path_case(&yaml, row->section, key, values[k].value);
            assert_false(schema_check(&f.arena, &f.diags, parse(text_string(&yaml)), false));
            schema_describe(row, &words);
            char *expected =
                arena_format(&f.arena, "`%s` must be %s, found %s", key, text_string(&words), values[k].found);
            assert_int_equal(f.diags.errors, 1);
            assert_string_equal(f.diags.first->text, expected);
            text_finish(&words);
            text_finish(&yaml);
        }
    }
}

/* A key with a letter too many: the key itself is suggested, in every section that has keys. */
TEST(test_did_you_mean)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        const schema_row *row = &rows[i];
        if (!row->key || strlen(row->key) < 3)
            continue;
        diag_list_finish(&f.diags);
        text yaml = {0};
        char *wrong = arena_format(&f.arena, "%sq", row->key);
        write_path_case(&yaml, row->section, wrong, "1");
        assert_false(schema_check(&f.arena, &f.diags, parse(text_string(&yaml)), false));
        assert_int_equal(f.diags.errors, 1);
        char *words = arena_format(&f.arena, "unknown key `%s` in %s", wrong, schema_section_of(row->section)->noun);
        assert_string_equal(f.diags.first->text, words);
        assert_string_equal(f.diags.first->hint, arena_format(&f.arena, "did you mean `%s`?", row->key));
        text_finish(&yaml);
    }
}

TEST(test_words)
{
    static const struct {
        schema_section section;
        const char *key, *words;
    } rows[] = {
        {SECTION_BOARD, "size", "a size such as 8x8"},
        {SECTION_BOARD, "checkered", "true or false"},
        {SECTION_VARIANT, "captured", "`gone`, `to hand`, `to prison`, `to partner`, `under` or `under or gone`"},
        {SECTION_VARIANT, "drops", "`never` or a mapping"},
        {SECTION_VARIANT, "players", "a list of names or a list of mappings"},
        {SECTION_DROP, "per_file", "a number from 0 to 36"},
        {SECTION_PROMOTION, "to", "a piece, `prison` or a list of pieces"},
        {SECTION_PIECE, "promotes", "a mapping or a list of mappings"},
        {SECTION_OPTION, "patch", "a mapping"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text words = {0};
        schema_describe(schema_find(rows[i].section, rows[i].key), &words);
        assert_string_equal(text_string(&words), rows[i].words);
        text_finish(&words);
    }
}

TEST(test_names)
{
    assert_true(schema_is_name("rook"));
    assert_true(schema_is_name("promoted-rook_2"));
    assert_true(schema_is_name("ладья"));
    assert_false(schema_is_name(""));
    assert_false(schema_is_name("2rook"));
    assert_false(schema_is_name("-rook"));
    assert_false(schema_is_name("a b"));
    assert_false(schema_is_name("a/b"));
    assert_true(schema_is_function("on_capture2"));
    assert_true(schema_is_function("_x"));
    assert_false(schema_is_function(""));
    assert_false(schema_is_function("2x"));
    assert_false(schema_is_function("a-b"));
    assert_false(schema_is_function("ладья"));
}

/* ---- patches ---- */

TEST(test_patches)
{
    assert_true(schema_check(&f.arena, &f.diags, parse("pieces: {rook: {value: $value, royal: $value}}\n"), true));
    assert_true(schema_check(&f.arena, &f.diags, parse("captured: to $value\n"), true));
    assert_false(schema_check(&f.arena, &f.diags, parse("captured: to $value\n"), false));
    assert_false(schema_check(&f.arena, &f.diags, parse("extends: rook\n"), true));
    assert_false(schema_check(&f.arena, &f.diags, parse("pieces: [$value]\n"), true));
}

TEST(test_none)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        text yaml = {0};
        write_path_case(&yaml, rows[i].section, rows[i].key ? rows[i].key : "k", "none");
        assert_true(schema_check(&f.arena, &f.diags, parse(text_string(&yaml)), false));
        text_finish(&yaml);
    }
    const node none = {.kind = NODE_SCALAR, .plain = true, .string = "none", .length = 4};
    const node quoted = {.kind = NODE_SCALAR, .plain = false, .string = "none", .length = 4};
    assert_true(schema_is_removal(schema_find(SECTION_VARIANT, "about"), &none));
    assert_false(schema_is_removal(schema_find(SECTION_VARIANT, "about"), &quoted));
    assert_false(schema_is_removal(schema_find(SECTION_OPTION, "default"), &none));
}

/* ---- the reference ---- */

TEST(test_reference)
{
    text page = {0};
    schema_reference(&page);
    const char *s = text_string(&page);
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++)
        assert_non_null(!strchr(rows[i].doc, '|') ? strstr(s, rows[i].doc) : s);
    for (size_t i = 0; i < SECTION_COUNT; i++)
        assert_non_null(strstr(s, arena_format(&f.arena, "### %s\n", schema_section_of((schema_section)i)->title)));
    assert_non_null(strstr(s, "| `size` | a size such as 8x8 | Files by ranks, each from 1 to 36. | `8x8` |\n"));
    /* Every line of a table has four cells. */
    for (const char *line = s; *line; line += strcspn(line, "\n") + 1) {
        size_t bars = 0;
        for (const char *c = line; *c != '\n'; c++)
            bars += *c == '|' && (c == line || c[-1] != '\\');
        assert_true(bars == 0 || bars == 5);
    }
    text_finish(&page);
}

EACH_TEST(setup, teardown);
