
#include "unit/test.h"

#include "base/diag.h"

#include <stdio.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static const source *given(diag_list *list, const char *bytes)
{
    const source *s = diag_source(list, "game.yaml", bytes, strlen(bytes));
    assert_non_null(s);
    return s;
}

static void assert_rendered(const diag *message, const char *expected)
{
    text out = {0};
    diag_render(message, false, &out);
    assert_string_equal(text_string(&out), expected);
    text_finish(&out);
}

TEST(messages_are_kept_in_order)
{
    diag_list list;
    diag_list_init(&list);
    const source *s = given(&list, "name: x\n");
    assert_string_equal(s->name, "game.yaml");
    assert_int_equal(s->size, 8);
    diag_hint(&list, "for nobody");
    diag_note(&list, (location){0}, "for nobody");
    diag_error(&list, CODE_UNKNOWN_KEY, (location){s, 1, 1, 4}, "first %d", 1);
    diag_hint(&list, "a hint for %s", "it");
    diag_warning(&list, CODE_NONE, (location){s, 1, 7, 1}, "second\n\x1b[0m");
    diag_note(&list, (location){s, 1, 1, 4}, "see here");
    assert_int_equal(list.errors, 1);
    assert_int_equal(list.warnings, 1);
    assert_false(list.failed);
    diag_failure(&list, CODE_UNREADABLE_FILE, "the disk is full");
    assert_int_equal(list.errors, 2);
    assert_true(list.failed);

    const diag *d = list.first;
    assert_string_equal(d->text, "first 1");
    assert_string_equal(code_text(d->code), "E0301");
    assert_string_equal(d->hint, "a hint for it");
    assert_null(d->note);
    d = d->next;
    assert_int_equal(d->severity, SEVERITY_WARNING);
    assert_string_equal(d->text, "second\\n\\x1B[0m");
    assert_null(d->hint);
    assert_string_equal(d->note, "see here");
    d = d->next;
    assert_string_equal(d->text, "the disk is full");
    assert_null(d->location.source);
    assert_ptr_equal(d, list.last);
    assert_null(d->next);
    assert_rendered(d, "error: the disk is full [E0102]\n");
    diag_list_finish(&list);
    assert_null(list.first);
    assert_int_equal(list.errors, 0);
    diag_list_finish(&list);
}

TEST(a_flood_is_counted)
{
    diag_list list;
    diag_list_init(&list);
    for (int i = 0; i < 1000; i++) {
        diag_error(&list, CODE_NONE, (location){0}, "error %d", i);
        diag_hint(&list, "hint %d", i);
    }
    diag_failure(&list, CODE_UNREADABLE_FILE, "no disk"); /* why everything stopped is always kept */
    assert_int_equal(list.errors, 1001);
    size_t kept = 0;
    for (const diag *d = list.first; d; d = d->next) {
        char hint[32];
        (void)snprintf(hint, sizeof hint, "hint %zu", kept);
        if (kept < DIAG_SHOWN_MAX)
            assert_string_equal(d->hint, hint); /* hints of messages that were not kept go nowhere */
        kept++;
    }
    assert_int_equal(kept, DIAG_SHOWN_MAX + 1);
    assert_string_equal(list.last->text, "no disk");
    assert_null(list.last->hint);
    diag_list_finish(&list);
}

TEST(without_memory_there_is_still_a_message)
{
    for (size_t limit = 1; limit < 2000; limit += 16) {
        diag_list list;
        diag_list_init(&list);
        list.arena.limit = limit;
        const source *s = diag_source(&list, "game.yaml", "a: b\n", 5);
        diag_error(&list, CODE_NONE, (location){s, 1, 1, 1}, "%200s", "something long");
        diag_hint(&list, "help");
        diag_error(&list, CODE_NONE, (location){s, 1, 1, 1}, "%200s", "something else");
        assert_non_null(list.first);
        assert_true(list.errors >= 2);
        bool refused = list.arena.failed;
        assert_int_equal(list.failed, refused);
        size_t said = 0;
        for (const diag *d = list.first; d; d = d->next)
            said += strcmp(d->text, "out of memory") == 0;
        assert_int_equal(said, refused);
        diag_list_finish(&list);
    }
}

/* A limit of ours is the rules' fault, and said once. The machine's memory is another matter. */
TEST(a_limit_of_ours_is_no_failure)
{
    diag_list list;
    arena small;
    diag_list_init(&list);
    arena_init(&small, 1 << 20);
    given(&list, "first\n");
    given(&list, "second\n");
    list.limited = &small;
    assert_null(arena_alloc(&small, SIZE_MAX / 4));
    assert_true(small.over_limit);
    assert_false(diag_out_of_memory(&list));
    assert_false(diag_out_of_memory(&list));
    assert_int_equal(list.errors, 1);
    assert_false(list.failed);
    assert_int_equal(list.first->code, CODE_TOO_MANY);
    assert_string_equal(list.first->text, "these rules need more than 1 MiB of memory");
    assert_string_equal(list.first->location.source->bytes, "first\n");
    arena_finish(&small);
    assert_null(arena_alloc(&small, SIZE_MAX));
    small.over_limit = false;
    assert_false(diag_out_of_memory(&list));
    assert_true(list.failed);
    diag_list_finish(&list);
}

TEST(rendering)
{
    static const struct {
        const char *bytes;
        uint32_t line, column, length;
        const char *expected;
    } cases[] = {
        {"name: x\nboard:\n  files: nine\n", 3, 10, 4,
         "game.yaml:3:10: error: no\n  3 |   files: nine\n    |          ^^^^\n"},
        {"a: b", 1, 4, 0, "game.yaml:1:4: error: no\n  1 | a: b\n    |    ^\n"},
        {"a: b", 1, 5, 0, "game.yaml:1:5: error: no\n  1 | a: b\n    |     ^\n"}, /* behind the end */
        {"a: b", 1, 99, 5, "game.yaml:1:99: error: no\n  1 | a: b\n    |     ^\n"},
        {"a: b\r\n", 1, 4, 9, "game.yaml:1:4: error: no\n  1 | a: b\n    |    ^\n"}, /* longer than the line */
        {"\ta:\tb\n", 1, 5, 1, "game.yaml:1:5: error: no\n  1 |  a: b\n    |     ^\n"},
        {"a: b\n", 2, 1, 0, "game.yaml:2:1: error: no\n  2 |\n    | ^\n"}, /* the end of the file */
        {"a: b\n", 7, 1, 0, "game.yaml:7:1: error: no\n"},                 /* no such line */
        {"", 1, 1, 0, "game.yaml:1:1: error: no\n"},
        {"a: b\n", 0, 0, 0, "game.yaml: error: no\n"},
        {"\n\n\n\n\n\n\n\n\nab", 10, 2, 1, "game.yaml:10:2: error: no\n  10 | ab\n     |  ^\n"},
        /* Two columns for each of the first two characters, none for the accent, one for Cyrillic. */
        {"\xE7\x8E\x8B\xE5\xB0\x86: e\xCC\x81\xD0\x96x", 1, 7, 1,
         "game.yaml:1:7: error: no\n  1 | \xE7\x8E\x8B\xE5\xB0\x86: e\xCC\x81\xD0\x96x\n    |        ^\n"},
        {"x: \xE7\x8E\x8B\xE5\xB0\x86", 1, 4, 2,
         "game.yaml:1:4: error: no\n  1 | x: \xE7\x8E\x8B\xE5\xB0\x86\n    |    ^^^^\n"},
        {"\xEF\xBB\xBF"
         "ab",
         1, 2, 1, "game.yaml:1:2: error: no\n  1 | ab\n    |  ^\n"},
        {"a\x1b\xFF!", 1, 4, 1, "game.yaml:1:4: error: no\n  1 | a\\x1B\\xFF!\n    |          ^\n"},
        {"a\x1b!", 1, 2, 1, "game.yaml:1:2: error: no\n  1 | a\\x1B!\n    |  ^^^^\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        diag_list list;
        diag_list_init(&list);
        const source *s = given(&list, cases[i].bytes);
        diag_error(&list, CODE_NONE, (location){s, cases[i].line, cases[i].column, cases[i].length}, "no");
        assert_rendered(list.first, cases[i].expected);
        diag_list_finish(&list);
    }
}

TEST(hint_and_note)
{
    diag_list list;
    diag_list_init(&list);
    const source *s = given(&list, "a: 1\na: 2\n");
    diag_warning(&list, CODE_DUPLICATE_NAME, (location){s, 2, 1, 1}, "twice");
    diag_hint(&list, "once is enough");
    diag_note(&list, (location){s, 1, 1, 1}, "first here");
    assert_rendered(list.first, "game.yaml:2:1: warning: twice [E0308]\n"
                                "  2 | a: 2\n"
                                "    | ^\n"
                                "help: once is enough\n"
                                "game.yaml:1:1: note: first here\n"
                                "  1 | a: 1\n"
                                "    | ^\n");
    text out = {0};
    diag_render(list.first, true, &out);
    assert_non_null(strstr(text_string(&out), "\x1b[1;35mwarning: \x1b[0mtwice\x1b[34m [E0308]\x1b[0m\n"));
    assert_non_null(strstr(text_string(&out), "\x1b[0m a: 2\n"));
    text_finish(&out);
    diag_list_finish(&list);
}

TEST(a_forged_name_is_made_safe)
{
    diag_list list;
    diag_list_init(&list);
    const source *s = diag_source(&list, "a\nb.yaml:1:1: error", "", 0);
    diag_error(&list, CODE_NONE, (location){s, 1, 1, 0}, "no");
    assert_rendered(list.first, "a\\nb.yaml:1:1: error:1:1: error: no\n");
    diag_list_finish(&list);
}

/* Wherever the place is on a long line, the caret stands under it and the line stays short. */
TEST(long_lines_are_cut)
{
    enum { LENGTH = 1000 };
    char bytes[LENGTH + 1];
    diag_list list;
    diag_list_init(&list);
    for (uint32_t column = 1; column <= LENGTH; column++) {
        memset(bytes, '.', LENGTH);
        bytes[LENGTH] = '\0';
        bytes[column - 1] = 'X';
        diag_list_finish(&list);
        const source *s = given(&list, bytes);
        diag_error(&list, CODE_NONE, (location){s, 1, column, 1}, "no");
        text out = {0};
        diag_render(list.first, false, &out);
        const char *shown = strchr(text_string(&out), '\n') + 1;
        const char *below = strchr(shown, '\n') + 1;
        size_t caret = strcspn(below, "^");
        assert_int_equal(shown[caret], 'X');
        assert_int_equal(below[caret + 1], '\n');
        assert_true((size_t)(below - shown) < 120);
        text_finish(&out);
    }
    diag_list_finish(&list);

    /* A line of nothing but marks without a width comes to an end too. */
    text marks = {0};
    for (int i = 0; i < 5000; i++)
        text_put(&marks, "\xCC\x81");
    const source *s = given(&list, text_string(&marks));
    diag_error(&list, CODE_NONE, (location){s, 1, 2500, 1}, "no");
    text out = {0};
    diag_render(list.first, false, &out);
    assert_true(out.length < 500);
    text_finish(&out);
    text_finish(&marks);
    diag_list_finish(&list);
}

TEST(places_within)
{
    static const struct {
        uint32_t column;
        size_t offset, length;
        uint32_t found_column, found_length;
    } cases[] = {
        {4, 0, 3, 4, 3},   {4, 1, 1, 5, 1}, {4, 3, 0, 7, 0}, {7, 0, 2, 7, 1}, /* Zhe is two bytes and one code point */
        {7, 2, 1, 8, 1},                                                      /* behind it */
        {7, 3, 1, 9, 0},                                                      /* at the end of the line */
        {7, 99, 5, 9, 0},                                                     /* beyond it */
        {99, 0, 1, 99, 0},
    };
    diag_list list;
    diag_list_init(&list);
    const source *s = given(&list, "first\nm: fmW\xD0\x96x\nlast\n");
    for (size_t i = 0; i < COUNT(cases); i++) {
        location p = location_within((location){s, 2, cases[i].column, 1}, cases[i].offset, cases[i].length);
        assert_ptr_equal(p.source, s);
        assert_int_equal(p.line, 2);
        assert_int_equal(p.column, cases[i].found_column);
        assert_int_equal(p.length, cases[i].found_length);
    }
    assert_int_equal(location_within((location){0}, 3, 1).line, 0);
    assert_int_equal(location_within((location){s, 9, 1, 1}, 3, 1).column, 1);
    diag_list_finish(&list);
}
