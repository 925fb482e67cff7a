/* Examples that fail, and files of examples that say nothing: each is reported at its place. */
#include "unit/test.h"

#include "ferz_tools.h"

#include "unit/temp_folder.h"
#include "unit/fixtures.h"

typedef struct example_case {
    const char *rules, *examples; /* of one file; what is written after `examples:` */
    const char *message;          /* in a message; NULL: all come true */
} example_case;

#define CHESS "extends: chess\n"
#define DARK "extends: kriegspiel\noptions: {setup: {default: standard}}\n"
#define WITH_HANDS "extends: crazyhouse\n"
#define TEN "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
#define DICE "extends: dice-chess\n"
#define CHECKS CHESS "end: {checks: {when: checks 3, consecutive: false, result: win}}\n"
/* hooks that go on for ever: when a move is made, when moves are listed, when the result is asked for */
#define MADE CHESS "script: shown.lua\nhooks: {loops: {at: after}}\n"
#define LISTED CHESS "script: shown.lua\nhooks: {loops: {at: moves}}\n"
#define ENDED CHESS "script: shown.lua\nend: {never: {when: hook loops}}\n"

static const example_case cases[] = {
    /* they come true, and do not */
    {CHESS, "[{moves: e2e4, legal: e7e5}]", NULL},
    {CHESS, "[{moves: e2e4, legal: e7e4}]", "e7e4"},
    {CHESS, "[{moves: e2e5}]", "expected legal: e2e5 (move 1), but: illegal: no rule moves the pawn from e2 to e5"},
    {CHESS, "[{moves: [e2e4, e7e4]}]", "expected legal: e7e4 (move 2), but:"},
    {CHESS, "[{illegal: e2e4}]", "e2e4"},
    {CHESS, "[{illegal: e2e5}]", NULL},
    {CHESS, "[{only: e2e4 e2e5}]", "e2e5"},
    {CHESS, "[{count: 20}]", NULL},
    {CHESS, "[{count: 21}]", "expected 21 legal moves"},
    {CHESS, "[{beginning: {e2: 2}}]", NULL},
    {CHESS, "[{beginning: {e2: 3}}]", "expected 3 legal moves beginning with e2, but: 2: e2e3 e2e4"},
    {CHESS, "[{beginning: {e2: e2e3}}]", "e2e4"},
    {CHESS, "[{moves: e2e4, gives: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1}]", NULL},
    {CHESS, "[{moves: e2e4, gives: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1}]", "`b`, not `w`"},
    {CHESS, "[{moves: e2e4, gives: 8/8/8/8/8/8/8/K1k5 w - - 0 1}]", "more"},
    {CHESS, "[{check: false}]", NULL},
    {CHESS, "[{check: true}]", "check"},
    {CHESS, "[{counts: [20, 400]}]", NULL},
    {CHESS, "[{counts: [20, 401]}]", "ferz perft"},
    {CHESS, "[{counts: [20, x]}]", "a list of numbers"},
    {CHESS, "[{counts: [20, [1]]}]", "a list of numbers"},
    {CHESS, "[{status: ongoing}]", NULL},
    {CHESS, "[{status: \"white wins: checkmate\"}]", "ongoing"},
    {CHESS, "[{fen: 8/8/8/8/8/8/8/x w}]", "no piece is written `x`"},
    {CHESS, "[{turns: 20}]", NULL},
    {CHESS, "[{turns: 21}]", "expected 21"},
    {CHESS, "[{set: {fifty: automatic}, count: 20}]", NULL},
    {CHESS, "[{set: {fifti: automatic}, count: 20}]", "fifti"},
    {CHESS, "[{set: [fifty], count: 20}]", "fifty"},
    /* what players see and hear */
    {DARK, "[{moves: e2e4, announces: White has moved}]", NULL},
    {DARK, "[{moves: e2e4, announces: Black has moved}]", "expected another announcement, but: White has moved"},
    {DARK, "[{moves: e2e4, announces: [White has moved, and more]}]", "expected another announcement"},
    {DARK, "[{announces: White has moved}]", "expected another announcement"},
    {DARK, "[{trial: [e4e5: impossible]}]", NULL},
    {DARK, "[{trial: [any?: \"yes\"]}]", "expected another announcement, but: no"},
    {DARK, "[{trial: [every?: \"yes\"]}]", "every?"},
    {DARK, "[{view: {white: 8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1}}]", NULL},
    {DARK, "[{view: {white: 8/8/8/8/8/8/8/8 w - - 0 1}}]", "expected the view: "},
    {DARK, "[{view: {green: 8/8/8/8/8/8/8/8 w - - 0 1}}]", "there is no player `green`"},
    {DARK, "[{tries: e2e4}]", "expected other attempts to seem possible, but:"},
    /* the form of the file */
    {CHESS, "{count: 20}", "`examples` must be a list, found a mapping"},
    {CHESS, "[e2e4]", "must be a mapping"},
    {CHESS, "[{cuont: 20}]", "cuont"},
    {CHESS, "[{count: many}]", "`count` must be"},
    {CHESS, "[{count: [20]}]", "`count` must be"},
    {CHESS, "[{count: {e2: [3, {}]}}]", "`count` must be"},
    {CHESS, "[{check: maybe}]", "`check` must be true or false"},
    {CHESS, "[{check: [true]}]", "`check` must be true or false"},
    {CHESS, "[{title: [a, b], count: 20}]", "`title` must be a text"},
    {CHESS, "[{legal: {e2e4: e7e5}}]", "`legal` must be"},
    {CHESS, "[{moves: [{e2e4: x}]}]", "`moves` must be"},
    {CHESS, "[{turns: some}]", "`turns` must be a number"},
    {CHESS, "[{view: white}]", "`view` must be a mapping from players to positions"},
    {CHESS, "[{view: {white: [a]}}]", "`view` must be a mapping from players to positions"},
    {CHESS, "[{trial: e2e4}]", "`trial` must be a list of mappings"},
    {CHESS, "[{trial: [e2e4]}]", "`trial` must be a list of mappings"},
    {CHESS, "[{announces: {a: b}}]", "`announces` must be a text or a list of texts"},
    {CHESS, "[{set: 3}]", "this game has no option `3`"},
    {CHESS, "[{set: {fifty: [automatic]}}]", "`set` must be"},
    {CHESS, "[{counts: 20}]", "`counts` must be"},
    /* drops and rolls are written as words, too */
    {WITH_HANDS, "[{fen: \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\", legal: N@a1, illegal: P@a3}]", NULL},
    {DICE, "[{moves: roll 1 e2e4, legal: roll 2, illegal: e7e5}]", NULL},
    {DICE, "[{moves: roll 7}]", "roll 7"},
    {DICE, "[{moves: roll}]", "expected legal: roll (move 1)"},
    {DICE, "[{only: roll 1}]", "legal too: roll 2 roll 3 roll 4 roll 5 roll 6"},
    {CHESS, "[{legal: \"e2e4\\te2e3\\n d2d3  \"}]", NULL},
    {CHESS, "[{beginning: {e2: e2e3 e2e4, d2: d2d3 d2d4, a1: 0}}]", NULL},
    {CHESS, "[{beginning: {e2: e2e3 e2e4 d2d3}}]", "but not legal: d2d3"},
    {CHESS, "[{beginning: {a1: 3}}]", "expected 3 legal moves beginning with a1, but: 0"},
    {CHESS, "[{turns: 20, ends: 20}]", NULL},
    {CHESS, "[{ends: 3}]", "expected 3 positions at the end of the turn, but: 20"},
    {CHESS, "[{gives: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x=1}]", "expected the position: "},
    {CHECKS, "[{gives: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 white-checks=2}]",
     "expected the position: "},
    {CHECKS,
     "[{fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 white-checks=2, gives: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 white-checks=1}]",
     "what follows the usual fields: `white-checks=2`, not `white-checks=1`"},
    {CHESS, "[{counts: [\"20\"]}]", "a list of numbers"},
    {CHESS, "[{counts: [20, ]}]", NULL},
    {CHESS, "[{counts: [\"\"]}]", "a list of numbers"},
    {CHESS, "[{counts: [100000001]}]", "an example counts 100000000 leaves at most"},
    {CHESS, "[{counts: [" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "1]}]", "a list of numbers"},
    {CHESS, "[{check: \"true\"}]", "`check` must be true or false"},
    {CHESS, "[{check: {a: true}}]", "`check` must be true or false"},
    {CHESS, "[{count: \"20\"}]", "`count` must be"},
    {CHESS, "[{beginning: {e2: {a: b}}}]", "`beginning` must be"},
    {CHESS, "[{set: {fifty: {a: b}}}]", "`set` must be"},
    {CHESS, "[{title: some words, status: won}]", "expected status: won, but: ongoing"},
    {DARK, "[{trial: [[e2e4]]}]", "`trial` must be a list of mappings"},
    {DARK, "[{trial: [{e2e4: a, e7e5: b}]}]", "`trial` must be a list of mappings"},
    {DARK, "[{trial: [{e2e4: {a: b}}]}]", "`trial` must be a list of mappings"},
    {CHESS, "[{trial: [e2e5: refused, e2e4: \"\"]}]", NULL},
    {CHESS, "[{trial: [e2e5: impossible]}]", "e2e5: "},
    {CHESS, "[{trial: [e2e5: [refused]]}]", "e2e5: "},
    {DARK, "[{announces: \"\"}]", NULL},
    {DARK, "[{announces: [\"\", \"\"]}]", NULL},
    {DARK, "[{moves: e2e4, announces: \"\"}]", "expected another announcement, but: White has moved"},
    {DARK, "[{moves: e2e4 f7f6 d1h5, announces: White has moved}]", "but: White has moved; "},
    {DARK, "[{view: {white: {a: b}}}]", "`view` must be a mapping from players to positions"},
    /* what else the file says */
    {CHESS, "![a]", "`the file` must be a mapping with the key `examples`, found a list"},
    {CHESS, "!exampels: []", "unknown key `exampels` in a file of examples"},
    {CHESS, "!{exampels: []}", "did you mean `examples`?"},
    {CHESS, "!{}", "there is no `examples`"},
    {CHESS, "!{examples: [{count: 20}], more: 1}", "unknown key `more` in a file of examples"},
    /* scripts that do not end */
    {MADE, "[{moves: e2e4}]", "error: e2e4: "},
    {MADE, "[{counts: [20, 400]}]", "the leaves cannot be counted: "},
    {MADE, "[{turns: 20}]", "the turns cannot be counted: "},
    {LISTED, "[{legal: e2e4}]", "the legal moves cannot be listed: "},
    {LISTED, "[{illegal: e2e5}]", "the legal moves cannot be listed: "},
    {LISTED, "[{only: e2e4}]", "the legal moves cannot be listed: "},
    {LISTED, "[{count: 20}]", "the legal moves cannot be listed: "},
    {LISTED, "[{beginning: {e2: 2}}]", "the legal moves cannot be listed: "},
    {LISTED, "[{tries: e2e4}]", "the possible attempts cannot be listed: "},
    {ENDED, "[{status: ongoing}]", "the result cannot be found: "},
};

TEST(test_examples)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const example_case *c = &cases[i];
        folder_write("shown.yaml", "name: Shown\n%s", c->rules);
        bool whole = c->examples[0] == '!';
        folder_write("shown.test.yaml", whole ? "%s\n" : "examples: %s\n", c->examples + whole);
        const char *path = folder_path("shown.yaml");
        ferz_messages *messages = ferz_messages_create(false);
        ferz_test_report report;
        ferz_result result = ferz_test_run(path, support_dirs(), NULL, NULL, &report, messages);
        const bool loops = strstr(c->rules, "shown.lua") != NULL;
        bool found = false;
        for (size_t k = 0; k < ferz_messages_count(messages); k++) {
            const char *message = ferz_messages_at(messages, k).rendered;
            found = found || (c->message && strstr(message, c->message) && strstr(message, "shown.test.yaml:1:") &&
                              (!loops || strstr(message, "shown.lua:2:1: loops exceeded its budget")));
        }
        if (result != (loops ? FERZ_BUDGET_EXCEEDED : c->message ? FERZ_REJECTED : FERZ_OK) || (c->message && !found)) {
            print_error("%s: %s wanted, but %d\n", c->examples, c->message ? c->message : "success", (int)result);
            support_show(messages);
            wrong++;
        }
        ferz_messages_free(messages);
    }
    assert_int_equal(wrong, 0);
}

/* What is recorded is put behind the others, or the file stays as it is. */
static const struct {
    const char *was; /* NULL: there is no file */
    const char *example, *now, *message;
} added[] = {
    {NULL, "  - moves: d2d4\n", "examples:\n  - moves: d2d4\n", NULL},
    {"examples: []\n", "  - moves: d2d4\n", "examples:\n  - moves: d2d4\n", NULL},
    {"examples: [ ] # none yet\n", "  - moves: d2d4\n", "examples:\n  - moves: d2d4\n# none yet\n", NULL},
    {"examples:   []", "  - moves: d2d4\n", "examples:\n  - moves: d2d4\n", NULL},
    {"examples:\n- {moves: e2e4}", "  - moves: d2d4\n    check: false\n",
     "examples:\n- {moves: e2e4}\n- moves: d2d4\n  check: false\n", NULL},
    {"# mine\nexamples:\n    - {moves: e2e4}\n    - {count: 20}\n\n", "  - moves: d2d4\n",
     "# mine\nexamples:\n    - {moves: e2e4}\n    - {count: 20}\n\n    - moves: d2d4\n", NULL},
    {"examples:\n  - {set: {fifty: automatic}, moves: [e2e4, e7e5], count: 29}\n",
     "  - set: {fifty: automatic}\n    moves: \" e2e4 \\t e7e5\\n\"\n", NULL,
     "an example of the same position is already here"},
    {"examples:\n  - {moves: [e2e4, e7e5], count: 29}\n", "  - set: {fifty: automatic}\n    moves: e2e4 e7e5\n",
     "examples:\n  - {moves: [e2e4, e7e5], count: 29}\n  - set: {fifty: automatic}\n    moves: e2e4 e7e5\n", NULL},
    {"examples: [{moves: e2e4}]\n", "  - moves: d2d4\n", NULL, "its list does not have a dash before each example"},
    {"examples:\n  - {moves: e2e4}\n...\n", "  - moves: d2d4\n", NULL,
     "the result would not have exactly one more example"},
    {"examples:\n  - {moves: e2e4}\n", "d2d4", NULL, "it is not an example"},
    {"examples:\n  - {moves: e2e4}\n", "  - moves: d2d4\n  - moves: d2d3\n", NULL, "it is not an example"},
    {"examples:\n  - {moves: e2e4}\n", "  - [d2d4]\n", NULL, "it is not an example"},
    {"examples:\n  - {moves: e2e4}\n", "  - [d2d4\n", NULL, "it is not an example"},
    {"examples: [\n", "  - moves: d2d4\n", NULL, "shown.test.yaml:2:1: error"},
    {"other: 1\n", "  - moves: d2d4\n", NULL, "there is no `examples`"},
};

static char *file_words(const char *name)
{
    static char words[2000];
    FILE *file = fopen(folder_path(name), "r");
    if (!file) {
        return NULL;
    }
    size_t length = fread(words, 1, sizeof words - 1, file);
    words[length] = '\0';
    fclose(file);
    return words;
}

TEST(test_added)
{
    folder_write("shown.yaml", "name: Shown\n%s", CHESS);
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
        unlink(folder_path("shown.test.yaml"));
        if (added[i].was) {
            folder_write("shown.test.yaml", "%s", added[i].was);
        }
        ferz_messages *messages = ferz_messages_create(false);
        ferz_variant *g = ferz_variant_load(folder_path("shown.yaml"), support_dirs(), NULL, 0, 0, messages);
        assert_non_null(g);
        char *file = NULL;
        ferz_result result = ferz_test_add(g, added[i].example, &file, messages);
        const char *wanted = added[i].now ? added[i].now : added[i].was;
        const char *now = file_words("shown.test.yaml");
        if (result != (added[i].now ? FERZ_OK : FERZ_REJECTED) || !now || strcmp(now, wanted) != 0) {
            support_show(messages);
            fail_msg("%zu: %d, and the file is now\n%s", i, (int)result, now ? now : "not there");
        }
        bool reported = !added[i].message;
        for (size_t k = 0; k < ferz_messages_count(messages); k++) {
            reported |= added[i].message && strstr(ferz_messages_at(messages, k).rendered, added[i].message);
        }
        if (!reported) {
            support_show(messages);
            fail_msg("%zu: not said: %s", i, added[i].message);
        }
        if (added[i].now) {
            assert_string_equal(file, folder_path("shown.test.yaml"));
        } else {
            assert_null(file);
        }
        ferz_free(file);
        ferz_variant_free(g);
        ferz_messages_free(messages);
    }
}

/* The text of an example for a title, a path and a position. It is always YAML that means the same. */
static const struct {
    const char *variant, *fen, *moves, *title, *line;
} recorded[] = {
    {"chess", NULL, NULL, NULL, "  - title: what holds at the start\n"},
    {"chess", NULL, NULL, "", "  - title: what holds at the start\n"},
    {"chess", NULL, "e2e4", NULL, "  - title: what holds after e2e4\n    moves: e2e4\n    gives: rnb"},
    {"chess", "8/8/8/8/8/k7/8/K7 w - - 0 1", NULL, NULL,
     "  - title: what holds in the position 8/8/8/8/8/k7/8/K7 w - - 0 1\n    fen: 8/8/8/8/8/k7/8/K7 w - - 0 1\n"},
    {"chess", NULL, NULL, "true", "title: \"true\"\n"},
    {"chess", NULL, NULL, "trueness (it's) ~/a_b-c=d+e.f@g", "title: trueness (it's) ~/a_b-c=d+e.f@g\n"},
    {"chess", NULL, NULL, "12", "title: \"12\"\n"},
    {"chess", NULL, NULL, "12 moves", "title: 12 moves\n"},
    {"chess", NULL, NULL, " before", "title: \" before\"\n"},
    {"chess", NULL, NULL, "two  blanks", "title: \"two  blanks\"\n"},
    {"chess", NULL, NULL, "behind ", "title: \"behind \"\n"},
    {"chess", NULL, NULL, "a: \"b\" \\ c", "title: \"a: \\\"b\\\" \\\\ c\"\n"},
    {"chess", NULL, NULL, "a\nb\033c", "title: \"a\\\\nb\\\\x1Bc\"\n"},
    {"chess", NULL, "f2f3 e7e5 g2g4 d8h4", NULL,
     "    count: 0\n    check: true\n    status: \"black wins: checkmate\"\n"},
    {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", NULL, "x", "    count: 0\n    status: \"draw: stalemate\"\n"},
    {"chess", "8/8/8/8/8/k7/8/K7 w - - 0 1", NULL, "x", "status: \"draw: dead position\"\n"},
    {"chess", "7k/8/8/8/8/8/R7/K7 w - - 0 1", NULL, "x", "    status: ongoing\n    counts: ["},
    {"kriegspiel", NULL, NULL, "x", "    status: ongoing\n"},
};

TEST(test_recorded)
{
    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
        ferz_variant *g = support_game(recorded[i].variant, NULL, NULL);
        ferz_game *p = support_play(g, recorded[i].fen, recorded[i].moves);
        char *words = ferz_test_example(p, recorded[i].fen, recorded[i].title, NULL);
        if (!words || !strstr(words, recorded[i].line)) {
            fail_msg("expected %s in\n%s", recorded[i].line, words ? words : "nothing");
        }
        assert_int_equal(strcmp(recorded[i].variant, "kriegspiel") == 0 && strstr(words, "counts"), 0);
        ferz_free(words);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
}

static int set_up(void **state)
{
    if (folder_make(state) != 0) {
        return 1;
    }
    folder_write("shown.lua", "function loops()\n%s\nend\n", "while true do end");
    return 0;
}

ALL_TESTS(set_up, folder_remove);
