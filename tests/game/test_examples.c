/* Examples that do not come true, and files of examples that say nothing: each is found, at its place, in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support.h"

#include <unistd.h>

typedef struct example_case {
    const char *rules, *examples; /* of one file; what is written after `examples:` */
    const char *said;             /* in a message; NULL: all come true */
} example_case;

#define CHESS "extends: chess\n"
#define DARK "extends: kriegspiel\noptions: {setup: {default: standard}}\n"
#define HELD "extends: crazyhouse\n"

static const example_case cases[] = {
    /* they come true, and do not */
    {CHESS, "[{moves: e2e4, legal: e7e5}]", NULL},
    {CHESS, "[{moves: e2e4, legal: e7e4}]", "e7e4"},
    {CHESS, "[{moves: e2e5}]", "expected legal: e2e5 (move 1), but: illegal: no rule takes the pawn from e2 to e5"},
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
    {DARK, "[{moves: e2e4, announces: Black has moved}]", "expected to hear something else, but: White has moved"},
    {DARK, "[{moves: e2e4, announces: [White has moved, and more]}]", "expected to hear something else"},
    {DARK, "[{announces: White has moved}]", "expected to hear something else"},
    {DARK, "[{trial: [e4e5: impossible]}]", NULL},
    {DARK, "[{trial: [any?: \"yes\"]}]", "expected to hear something else, but: no"},
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
    /* drops and throws are words, too */
    {HELD, "[{fen: \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\", legal: N@a1, illegal: P@a3}]", NULL},
    {"extends: dice-chess\n", "[{moves: roll 1 e2e4, legal: roll 2, illegal: e7e5}]", NULL},
    {"extends: dice-chess\n", "[{moves: roll 7}]", "roll 7"},
};

static char folder[] = "/tmp/ferz-examples-XXXXXX";

static void write_file(const char *name, const char *words, const char *more)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, words, more);
    assert_int_equal(fclose(file), 0);
}

static void test_examples(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const example_case *c = &cases[i];
        write_file("shown.yaml", "name: Shown\n%s", c->rules);
        write_file("shown.test.yaml", "examples: %s\n", c->examples);
        char path[128];
        snprintf(path, sizeof path, "%s/shown.yaml", folder);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_test_report report;
        ferz_result result = ferz_test_run(path, support_dirs(), NULL, NULL, &report, messages);
        bool found = false;
        for (size_t k = 0; k < ferz_messages_count(messages); k++) {
            const char *said = ferz_messages_at(messages, k).rendered;
            found = found || (c->said && strstr(said, c->said) && strstr(said, "shown.test.yaml:1:"));
        }
        if (result != (c->said ? FERZ_NO : FERZ_OK) || (c->said && !found)) {
            print_error("%s: %s wanted, but %d\n", c->examples, c->said ? c->said : "success", (int)result);
            support_show(messages);
            wrong++;
        }
        ferz_messages_destroy(messages);
    }
    assert_int_equal(wrong, 0);
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    static const char *const files[] = {"shown.yaml", "shown.test.yaml"};
    for (size_t i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples)};
    return cmocka_run_group_tests_name("examples", tests, set_up, tear_down);
}
