/* Changes of rules: the file written anew says the same; each change changes one thing; scripts are read as Lua is. */

#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ferz.h"
#include "mutants.h"

typedef struct read {
    arena arena;
    diag_list diags;
    const node *root;
    mutants list;
} read;

static void read_rules(read *r, const char *yaml)
{
    *r = (read){.list = {0}};
    arena_init(&r->arena, 0);
    diag_list_init(&r->diags);
    const source *s = diag_source(&r->diags, "game.yaml", yaml, strlen(yaml));
    r->root = document_parse(&r->arena, &r->diags, s);
    assert_non_null(r->root);
    mutants_of_rules(&r->arena, s, r->root, &r->list);
    assert_false(r->list.failed);
}

static void finish(read *r)
{
    arena_finish(&r->arena);
    diag_list_finish(&r->diags);
}

/* The change of that kind; NULL when there is none. */
static const mutant *find(const read *r, const char *what)
{
    for (size_t i = 0; i < r->list.count; i++) {
        if (strcmp(r->list.items[i].what, what) == 0) {
            return &r->list.items[i];
        }
    }
    return NULL;
}

static void assert_becomes(const read *r, const char *what, const char *wanted)
{
    const mutant *m = find(r, what);
    if (!m) {
        fail_msg("there is no change: %s", what);
        return;
    }
    text out = {0};
    mutant_text(m, r->root, &out);
    if (!strstr(text_string(&out), wanted)) {
        fail_msg("%s: expected %s in\n%s", what, wanted, text_string(&out));
    }
    text_finish(&out);
}

static const char GAME[] = "name: Game 4\n"
                           "about: 5 words\n"
                           "pieces:\n"
                           "  pawn:\n"
                           "    letter: p\n"
                           "    moves: [fmW, {move: fmnD, from: own rank 2}]\n"
                           "    royal: false\n"
                           "end:\n"
                           "  bare king: {when: repetition 3, result: draw}\n"
                           "options:\n"
                           "  fifty:\n"
                           "    about: 9 lives\n"
                           "    default: \"100\"\n"
                           "    values: {\"100\": {}, \"75\": {end: {quiet: {when: quiet plies 75, result: draw}}}}\n";

static void test_changes(void **state)
{
    (void)state;
    read r;
    read_rules(&r, GAME);
    assert_becomes(&r, "`moves`: `fmW` became `bmW`", "- bmW\n");
    assert_becomes(&r, "`moves`: `fmW` became `mW`", "- mW\n");
    assert_becomes(&r, "`moves`: `fmW` became `fmF`", "- fmF\n");
    assert_becomes(&r, "`move`: `fmnD` became `fmD`", "\"move\": fmD\n");
    assert_becomes(&r, "`from`: `own rank 2` became `own rank 3`", "\"from\": own rank 3\n");
    assert_becomes(&r, "`royal`: `false` became `true`", "\"royal\": true\n");
    assert_becomes(&r, "`result`: `draw` became `loss`", "\"result\": loss\n");
    assert_becomes(&r, "`when`: `repetition 3` became `repetition 2`", "\"when\": repetition 2\n");
    assert_becomes(&r, "`bare king` was left out", "\"end\": {}\n");
    assert_becomes(&r, "`moves: fmW` was left out", "\"moves\":\n      -\n        \"move\"");
    const mutant *within = find(&r, "`when`: `quiet plies 75` became `quiet plies 76`");
    assert_non_null(within);
    assert_string_equal(within->option, "fifty");
    assert_string_equal(within->value, "75");
    assert_int_equal(within->line, 14);
    assert_null(find(&r, "`royal`: `false` became `true`")->option);
    for (size_t i = 0; i < r.list.count; i++) { /* what is said about the game is no rule */
        assert_null(strstr(r.list.items[i].what, "Game"));
        assert_null(strstr(r.list.items[i].what, "words"));
        assert_null(strstr(r.list.items[i].what, "lives"));
    }
    finish(&r);
}

/* Every change is another text, and none is the text as it was. */
static void test_all_differ(void **state)
{
    (void)state;
    read r;
    read_rules(&r, GAME);
    assert_true(r.list.count > 20);
    text as_is = {0};
    mutant_text(NULL, r.root, &as_is);
    for (size_t i = 0; i < r.list.count; i++) {
        text one = {0};
        mutant_text(&r.list.items[i], r.root, &one);
        assert_string_not_equal(text_string(&one), text_string(&as_is));
        for (size_t k = 0; k < i; k++) {
            text other = {0};
            mutant_text(&r.list.items[k], r.root, &other);
            if (strcmp(text_string(&one), text_string(&other)) == 0) {
                fail_msg("%s and %s are one", r.list.items[i].what, r.list.items[k].what);
            }
            text_finish(&other);
        }
        text_finish(&one);
    }
    text_finish(&as_is);
    finish(&r);
}

static const char SCRIPT[] = "-- 1 == 2 and true\n"
                             "--[[ not\n3 < 4 ]] local a = [==[ true ]] 5 ]==]\n"
                             "function f(x)\n"
                             "  if x.n >= 10 and not g('7 == 7', \"\\\" or \") then\n"
                             "    return true -- 8\n"
                             "  end\n"
                             "  return x ~= nil or -x.android2 .. 'a'\n"
                             "end\n";

static void test_scripts(void **state)
{
    (void)state;
    arena a;
    diag_list diags;
    arena_init(&a, 0);
    diag_list_init(&diags);
    const source *s = diag_source(&diags, "game.lua", SCRIPT, strlen(SCRIPT));
    mutants list = {0};
    mutants_of_script(&a, s, &list);
    static const struct {
        unsigned line;
        const char *begins, *holds;
    } wanted[] = {
        {5, "`>=` became `>`", "x.n > 10 and"},
        {5, "`10` became `11`", "x.n >= 11 and"},
        {5, "`and` became `or`", ">= 10 or not"},
        {5, "`not` was left out", "and  g("},
        {6, "`return true ` became `return nil`", "return nil-- 8"},
        {6, "`true` became `false`", "return false -- 8"},
        {8, "`return x ~= nil or -x.android2 .. 'a'` became `return nil`", "return nil\nend"},
        {8, "`~=` became `==`", "x == nil"},
        {8, "`or` became `and`", "nil and -x"},
        {8, "`-` became `+`", "or +x"},
    };
    assert_int_equal(list.count, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < list.count; i++) {
        text out = {0};
        mutant_text(&list.items[i], NULL, &out);
        assert_int_equal(list.items[i].line, wanted[i].line);
        assert_memory_equal(list.items[i].what, wanted[i].begins, strlen(wanted[i].begins));
        if (!strstr(text_string(&out), wanted[i].holds)) {
            fail_msg("expected %s in\n%s", wanted[i].holds, text_string(&out));
        }
        text_finish(&out);
    }
    diag_list_finish(&diags);
    arena_finish(&a);
}

static const char *const RULES[] = {FERZ_SOURCE_DIR "/rules", NULL};

/* Every game of ours, written anew from its tree, plays the same. */
static void test_written_anew(void **state)
{
    (void)state;
    ferz_messages *messages = ferz_messages_create(false);
    ferz_entry *entries;
    size_t count = ferz_list(RULES, &entries, messages), tried = 0;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(entries[i].path, FERZ_SOURCE_DIR, strlen(FERZ_SOURCE_DIR)) != 0) {
            continue;
        }
        arena a;
        diag_list diags;
        arena_init(&a, 0);
        diag_list_init(&diags);
        const node *root = document_load(&a, &diags, entries[i].path);
        assert_non_null(root);
        text out = {0};
        mutant_text(NULL, root, &out);
        ferz_messages_clear(messages);
        ferz_game *as_is = ferz_game_load(entries[i].path, RULES, NULL, 0, 0, messages);
        const ferz_stand_in instead = {entries[i].path, text_string(&out), out.length};
        ferz_game *anew = ferz_game_load_with(entries[i].path, RULES, NULL, 0, 0, &instead, 1, messages);
        if (!as_is || !anew) {
            fail_msg("%s: %s", entries[i].path, ferz_messages_at(messages, 0).rendered);
        }
        char *words = ferz_game_compare(as_is, anew, FERZ_ENGLISH, messages);
        assert_non_null(words);
        if (words[0]) {
            fail_msg("%s: %s", entries[i].path, words);
        }
        ferz_free(words);
        ferz_play *one = ferz_play_create(as_is, NULL, messages), *other = ferz_play_create(anew, NULL, messages);
        uint64_t leaves[2] = {0, 1};
        assert_int_equal(ferz_play_perft(one, 2, NULL, NULL, &leaves[0], messages), FERZ_OK);
        assert_int_equal(ferz_play_perft(other, 2, NULL, NULL, &leaves[1], messages), FERZ_OK);
        assert_true(leaves[0] == leaves[1]);
        ferz_play_destroy(one);
        ferz_play_destroy(other);
        ferz_game_destroy(as_is);
        ferz_game_destroy(anew);
        text_finish(&out);
        diag_list_finish(&diags);
        arena_finish(&a);
        tried++;
    }
    assert_true(tried > 40);
    ferz_list_free(entries, count);
    ferz_messages_destroy(messages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_all_differ),
        cmocka_unit_test(test_scripts),
        cmocka_unit_test(test_written_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
