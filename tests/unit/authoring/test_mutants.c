/* Changes of rules: a file that is written again means the same; each change changes one thing; scripts are read as Lua is. */

#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ferz_tools.h"
#include "authoring/mutants.h"

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

static const char GAME[] =
    "name: Game 4\n"
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
    "    values: {\"100\": {}, \"75\": {end: {quiet: {when: halfmove clock 75, result: draw}}}}\n";

TEST(test_changes)
{
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
    const mutant *within = find(&r, "`when`: `halfmove clock 75` became `halfmove clock 76`");
    assert_non_null(within);
    assert_string_equal(within->option, "fifty");
    assert_string_equal(within->value, "75");
    assert_int_equal(within->line, 14);
    assert_null(find(&r, "`royal`: `false` became `true`")->option);
    for (size_t i = 0; i < r.list.count; i++) { /* texts about the game are no rules */
        assert_null(strstr(r.list.items[i].what, "Game"));
        assert_null(strstr(r.list.items[i].what, "words"));
        assert_null(strstr(r.list.items[i].what, "lives"));
    }
    finish(&r);
}

/* Every change is another text, and none is the text as it was. */
TEST(test_all_differ)
{
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

TEST(test_scripts)
{
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

/* Small files: how many changes there are, one of them, and what it makes. */
static const struct {
    const char *yaml;
    size_t count;
    const char *what, *holds;
} small_rules[] = {
    {"[a]\n", 0, NULL, NULL},
    {"name: A\nnothing: 1\n", 0, NULL, NULL},
    {"start: 8/8 x\n", 1, "`start: 8/8 x` was left out", "{}"},
    {"start: kk6\n", 1, NULL, NULL},
    {"start: 8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8 - -\n", 1, "`start` was left out", "{}"},
    {"start: kQ6 b - -\n", 3, "`start`: `kQ6 b - -` became `Qk6 b - -`", "Qk6 b"},
    {"start: kQ6 b - -\n", 3, "`start`: `kQ6 b - -` became `kQ6 w - -`", "kQ6 w"},
    {"start: 1k6/QQ6 w - -\n", 2, "`start`: `1k6/QQ6 w - -` became `1k6/QQ6 b - -`", "QQ6 b"},
    {"pieces: {a: {value: 0}}\n", 4, "`value`: `0` became `1`", "\"value\": 1"},
    {"pieces: {a: {value: 12345678}}\n", 3, "`value: 12345678` was left out", "\"a\": {}"},
    {"end: {a: {when: halfmove clock 1 2 3 4 5}}\n", 11,
     "`when`: `halfmove clock 1 2 3 4 5` became `halfmove clock 1 2 3 3 5`", "1 2 3 3 5"},
    {"end: {a: win, b: white wins}\n", 5, "`b`: `white wins` became `draw`", "\"b\": draw"},
    {"end: {a: win, b: white wins}\n", 5, "`a`: `win` became `loss`", "\"a\": loss"},
    {"end: {a: {result: loss}}\n", 4, "`result`: `loss` became `win`", "\"result\": win"},
    {"pieces: {a: x}\n", 2, "`a: x` was left out", "\"pieces\": {}"},
    {"pieces: {a: {moves: [[N]]}}\n", 4, "`moves: entry 1` was left out", "\"moves\": []"},
    {"turn: {pass: never}\n", 7, "`pass`: `never` became `no_moves`", "\"pass\": no_moves"},
    {"zones: {z: \"file a, file b, file c, file d, file e, file f\"}\n", 2, "`z` was left out", "\"zones\": {}"},
};

TEST(test_small_rules)
{
    for (size_t i = 0; i < sizeof small_rules / sizeof *small_rules; i++) {
        read r;
        read_rules(&r, small_rules[i].yaml);
        if (r.list.count != small_rules[i].count) {
            fail_msg("%s: %zu changes", small_rules[i].yaml, r.list.count);
        }
        if (small_rules[i].what) {
            assert_becomes(&r, small_rules[i].what, small_rules[i].holds);
        }
        finish(&r);
    }
}

/* A text is the same when it is written again. */
TEST(test_signs)
{
    static const char yaml[] = "notation: {step: \"a\\n\\t\\\"\\\\b\"}\nabout: a\n\n  b\n";
    read r, again;
    read_rules(&r, yaml);
    text out = {0};
    mutant_text(NULL, r.root, &out);
    assert_string_equal(text_string(&out), "\n\"notation\":\n  \"step\": \"a\\n \\\"\\\\b\"\n\"about\": \"a\\nb\"\n");
    read_rules(&again, text_string(&out));
    assert_string_equal(node_get(node_get(again.root, "notation"), "step")->string, "a\n \"\\b");
    assert_string_equal(node_get(again.root, "about")->string, "a\nb");
    text_finish(&out);
    finish(&again);
    finish(&r);
}

static const struct {
    const char *script;
    size_t count;
    const char *what;
} small_scripts[] = {
    {"x = [[ 1 open", 0, NULL},
    {"x = [==[ ]] ]=] ]==] + 1", 2, "`+` became `-` in `x = [==[ ]] ]=] ]==] + 1`"},
    {"x = [==[ ]==", 0, NULL},
    {"x = t[1]", 1, "`1` became `2` in `x = t[1]`"},
    {"x = t[=", 0, NULL},
    {"x = 'open 1", 0, NULL},
    {"x = 'open \\", 0, NULL},
    {"x = 'open\n1", 1, "`1` became `2` in `1`"},
    {"x = 0x1F + 1234567890", 1, "`+` became `-` in `x = 0x1F + 1234567890`"},
    {"x = a // b .. c % d", 0, NULL},
    {"x = a << b >> c", 2, "`<<` became `>>` in `x = a << b >> c`"},
    {"return {1}", 1, "`1` became `2` in `return {1}`"},
    {"return f(1)", 1, "`1` became `2` in `return f(1)`"},
    {"return", 0, NULL},
    {"return nil", 0, NULL},
    {"if x then return end", 0, NULL},
    {"return x end -- (1)", 1, "`return x` became `return nil` in `return x end -- (1)`"},
    {"return x\nif y then end", 1, "`return x` became `return nil` in `return x`"},
    {"return x\n-- end", 1, "`return x` became `return nil` in `return x`"},
    {"return --x", 0, NULL},
    {"returns = returm", 0, NULL},
    {"--[ 1\nx = not y", 1, "`not` was left out in `x = not y`"},
    {"--[[ 1\nx = not y", 0, NULL},
    {"--[=[ 1 ]] ]=] x = -y", 1, "`-` became `+` in `--[=[ 1 ]] ]=] x = -y`"},
    {"x = 1 -- and this is a line that goes on for more than sixty bytes", 1,
     "`1` became `2` in `x = 1 -- and this is a line that goes on for more than sixty`"},
};

TEST(test_small_scripts)
{
    for (size_t i = 0; i < sizeof small_scripts / sizeof *small_scripts; i++) {
        read r = {.list = {0}};
        arena_init(&r.arena, 0);
        diag_list_init(&r.diags);
        const char *script = small_scripts[i].script;
        mutants_of_script(&r.arena, diag_source(&r.diags, "game.lua", script, strlen(script)), &r.list);
        if (r.list.count != small_scripts[i].count || (small_scripts[i].what && !find(&r, small_scripts[i].what))) {
            for (size_t k = 0; k < r.list.count; k++) {
                print_error("%s\n", r.list.items[k].what);
            }
            fail_msg("%s: %zu changes", script, r.list.count);
        }
        finish(&r);
    }
}

static const char *const RULES[] = {FERZ_SOURCE_DIR "/rules", NULL};

/* Every game of rules/, written again from its tree, plays the same. */
TEST(test_round_trip)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_list_entry *entries;
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
        ferz_variant *as_is = ferz_variant_load(entries[i].path, RULES, NULL, 0, 0, messages);
        const ferz_overlay instead = {entries[i].path, text_string(&out), out.length};
        ferz_variant *again = ferz_variant_load_with(entries[i].path, RULES, NULL, 0, 0, &instead, 1, messages);
        if (!as_is || !again) {
            fail_msg("%s: %s", entries[i].path, ferz_messages_at(messages, 0).rendered);
        }
        char *words = ferz_variant_compare(as_is, again, FERZ_ENGLISH, messages);
        assert_non_null(words);
        if (words[0]) {
            fail_msg("%s: %s", entries[i].path, words);
        }
        ferz_free(words);
        ferz_game *one = ferz_game_create(as_is, NULL, messages), *other = ferz_game_create(again, NULL, messages);
        uint64_t leaves[2] = {0, 1};
        assert_int_equal(ferz_game_perft(one, 2, NULL, NULL, &leaves[0], messages), FERZ_OK);
        assert_int_equal(ferz_game_perft(other, 2, NULL, NULL, &leaves[1], messages), FERZ_OK);
        assert_true(leaves[0] == leaves[1]);
        ferz_game_free(one);
        ferz_game_free(other);
        ferz_variant_free(as_is);
        ferz_variant_free(again);
        text_finish(&out);
        diag_list_finish(&diags);
        arena_finish(&a);
        tried++;
    }
    assert_true(tried > 40);
    ferz_list_free(entries, count);
    ferz_messages_free(messages);
}
