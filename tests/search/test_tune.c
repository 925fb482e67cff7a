/* Tuning: files beside the rules, what is wrong with them, and learning that is the same for the same seed. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ferz_internal.h"
#include "folder.h"
#include "search/evaluation.h"
#include "search/fit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FERZ_TEST_RULES
#define FERZ_TEST_RULES FERZ_SOURCE_DIR "/rules"
#endif

static const char *const dirs[] = {FERZ_TEST_RULES, NULL};

/* A game of its own that is chess, with the tuning beside it; NULL: none. `%s` in it is the fingerprint. */
static ferz_game *load_with(const char *words, ferz_messages *messages)
{
    char filled[4096];
    folder_write("own.yaml", "name: Own\nextends: chess\n");
    unlink(folder_path("own.tuning.yaml"));
    if (words) {
        ferz_game *plain = ferz_game_load(folder_path("own.yaml"), dirs, NULL, 0, 0, messages);
        assert_non_null(plain);
        char own[32];
        snprintf(own, sizeof own, "\"%016" PRIx64 "\"", weights_fingerprint(plain->game));
        const char *gap = strstr(words, "%s");
        snprintf(filled, sizeof filled, "%.*s%s%s", gap ? (int)(gap - words) : (int)strlen(words), words,
                 gap ? own : "", gap ? gap + 2 : "");
        ferz_game_destroy(plain);
        folder_write("own.tuning.yaml", "%s", filled);
    }
    return ferz_game_load(folder_path("own.yaml"), dirs, NULL, 0, 0, messages);
}

static int worth_of(const ferz_game *g, const char *type, bool end)
{
    evaluation e;
    assert_true(evaluation_init(&e, g->game, g->game->tuning));
    int found = 0;
    for (int i = 0; i < g->game->types; i++) {
        if (strcmp(g->game->type[i].name, type) == 0) {
            weight_pair pair = e.weights.pair[e.weights.worth + i];
            found = end ? pair_end(pair) : pair_middle(pair);
        }
    }
    evaluation_finish(&e);
    return found;
}

static void a_file_beside_the_rules_counts(void **state)
{
    (void)state;
    ferz_messages *m = ferz_messages_create(false);
    ferz_game *g = load_with("rules: %s\nmethod: mcts\nweights:\n  worth:\n    knight: [311, 322]\n  tempo: [7, 6]\n"
                             "  passed: {middle: [1, 2, 3, 4, 5, 6, 7], end: [[7, 6], 5, [4, 3, 2, 1]]}\n",
                             m);
    assert_non_null(g);
    assert_int_equal(ferz_messages_count(m), 0);
    assert_int_equal(worth_of(g, "knight", false), 311);
    assert_int_equal(worth_of(g, "knight", true), 322);
    assert_int_equal(g->game->tuning->method, TUNING_MCTS);
    evaluation e;
    assert_true(evaluation_init(&e, g->game, g->game->tuning));
    assert_int_equal(pair_middle(e.weights.pair[FEATURE_TEMPO]), 7);
    assert_int_equal(pair_middle(e.weights.pair[FEATURE_PASSED + 1]), 2);
    assert_int_equal(pair_end(e.weights.pair[FEATURE_PASSED + 1]), 6);
    evaluation_finish(&e);
    ferz_game_untune(g);
    assert_int_not_equal(worth_of(g, "knight", false), 311);
    ferz_game_destroy(g);
    g = load_with("method: depth\n", m);
    assert_non_null(g);
    assert_int_equal(g->game->tuning->method, TUNING_DEPTH);
    ferz_game_destroy(g);
    ferz_messages_destroy(m);
}

static void a_file_for_other_rules_is_left_alone(void **state)
{
    (void)state;
    ferz_messages *m = ferz_messages_create(false);
    ferz_game *g = load_with("rules: \"0123456789abcdef\"\nweights:\n  worth: {knight: [1, 1]}\n", m);
    assert_non_null(g);
    assert_int_equal(ferz_messages_count(m), 1);
    assert_true(ferz_messages_at(m, 0).warning);
    assert_int_equal(ferz_messages_at(m, 0).line, 1);
    assert_non_null(strstr(ferz_messages_at(m, 0).text, "other men or another board"));
    assert_true(worth_of(g, "knight", false) > 200);
    ferz_game_destroy(g);
    ferz_messages_destroy(m);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        uint32_t line;
        const char *words, *hint; /* "": none is asked for */
    } cases[] = {
        {"rules: %s\nweights: {worht: {knight: [1, 2]}}\n", 2, "no weight `worht`", "worth"},
        {"rules: %s\nweights:\n  worth: {knigth: [1, 2]}\n", 3, "no piece `knigth`", "knight"},
        {"rules: %s\nweights:\n  worth: [1, 2]\n", 3, "for each piece", "piece"},
        {"rules: %s\nweights:\n  tempo: {knight: [1, 2]}\n", 3, "belongs to no piece", "[12, 15]"},
        {"rules: %s\nweights:\n  tempo: 5\n", 3, "expected two numbers", "[12, 15]"},
        {"rules: %s\nweights:\n  tempo: [5, much]\n", 3, "whole number", ""},
        {"rules: %s\nweights:\n  tempo: [5, 99999]\n", 3, "whole number", ""},
        {"rules: %s\nweights:\n  tempo: [5, 9000]\n", 3, "go from", ""},
        {"rules: %s\nweights:\n  passed: {middle: [1, 2], end: [1, 2, 3]}\n", 3, "2 numbers", ""},
        {"rules: %s\nweights:\n  passed: {middle: [1, 2], end: [1, 2]}\n", 3, "expected 7 numbers", ""},
        {"rules: %s\nweights: 7\n", 2, "expected a mapping", ""},
        {"weights: {tempo: [1, 2]}\n", 1, "`rules` is missing", "ferz tune"},
        {"methud: depth\n", 1, "no key `methud`", "method"},
        {"method: guess\n", 1, "`depth` or `mcts`", ""},
        {"rules: [1]\n", 1, "fingerprint", ""},
        {"- 1\n", 1, "expected a mapping", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferz_messages *m = ferz_messages_create(false);
        ferz_game *g = load_with(cases[i].file, m);
        assert_null(g);
        assert_true(ferz_messages_errors(m) == 1);
        ferz_message first = ferz_messages_at(m, 0);
        if (first.line != cases[i].line || !strstr(first.text, cases[i].words) ||
            (cases[i].hint[0] && (!first.hint || !strstr(first.hint, cases[i].hint)))) {
            fail_msg("%s gives\n%s", cases[i].file, first.rendered);
        }
        assert_non_null(strstr(first.file, "own.tuning.yaml"));
        ferz_messages_destroy(m);
    }
}

/* ---- learning ---- */

static ferz_tuned learn(const char *name, int threads, ferz_game **loaded, ferz_messages *m)
{
    *loaded = ferz_game_load(name, dirs, NULL, 0, 0, m);
    assert_non_null(*loaded);
    ferz_game_untune(*loaded);
    ferz_tune_limits limits = {.games = 8, .nodes = 60, .threads = threads, .seed = 5};
    ferz_tuned tuned;
    assert_int_equal(ferz_game_tune(*loaded, &limits, &tuned, m), FERZ_OK);
    return tuned;
}

static void the_same_seed_learns_the_same(void **state)
{
    (void)state;
    static const char *const names[] = {"gardner-minichess", "minishogi", "tic-tac-toe"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ferz_messages *m = ferz_messages_create(false);
        ferz_game *g[2];
        ferz_tuned one = learn(names[i], 1, &g[0], m), two = learn(names[i], 2, &g[1], m);
        assert_string_equal(one.yaml, two.yaml);
        assert_int_equal(one.games, 8);
        assert_true(one.positions > 0 && one.won + one.drawn + one.lost == 4);
        assert_true(one.after > 0 && one.before > 0);
        ferz_free(one.yaml);
        ferz_free(two.yaml);
        ferz_game_destroy(g[0]);
        ferz_game_destroy(g[1]);
        ferz_messages_destroy(m);
    }
}

/* What is written is read back as the same weights. */
static void what_is_written_is_read(void **state)
{
    (void)state;
    ferz_messages *m = ferz_messages_create(false);
    ferz_game *g = load_with(NULL, m), *again;
    assert_non_null(g);
    ferz_tune_limits limits = {.games = 10, .nodes = 100, .seed = 1};
    ferz_tuned tuned;
    assert_int_equal(ferz_game_tune(g, &limits, &tuned, m), FERZ_OK);
    folder_write("own.tuning.yaml", "%s", tuned.yaml);
    again = ferz_game_load(folder_path("own.yaml"), dirs, NULL, 0, 0, m);
    assert_non_null(again);
    assert_int_equal(ferz_messages_count(m), 0);
    assert_non_null(again->game->tuning);
    assert_true(again->game->tuning->row_count > 5);
    evaluation formulas, learnt;
    assert_true(evaluation_init(&formulas, g->game, NULL) &&
                evaluation_init(&learnt, again->game, again->game->tuning));
    text file = {0};
    arena scratch;
    arena_init(&scratch, 0);
    tuning told;
    assert_true(weights_tell(&learnt.weights, &formulas.weights, &scratch, &told));
    tuning_write(&told, 8, &file);
    assert_non_null(strstr(tuned.yaml, text_string(&file)));
    text_finish(&file);
    arena_finish(&scratch);
    evaluation_finish(&formulas);
    evaluation_finish(&learnt);
    ferz_free(tuned.yaml);
    ferz_game_destroy(g);
    ferz_game_destroy(again);
    ferz_messages_destroy(m);
}

/* Outcomes made from known weights bring these back. */
static void the_fit_finds_what_was_hidden(void **state)
{
    (void)state;
    ferz_messages *m = ferz_messages_create(false);
    ferz_game *g = ferz_game_load("chess", dirs, NULL, 0, 0, m);
    assert_non_null(g);
    evaluation e;
    assert_true(evaluation_init(&e, g->game, NULL));
    enum { SAMPLES = 4000 };
    fit_sample *samples = calloc(SAMPLES, sizeof *samples);
    fit_term *terms = calloc((size_t)SAMPLES * 2, sizeof *terms);
    weight_pair *found = calloc((size_t)e.weights.count, sizeof *found);
    assert_true(samples && terms && found);
    uint32_t worth = (uint32_t)e.weights.worth;
    int usual = pair_middle(e.weights.pair[worth + 1]);
    random_source random = {3};
    for (int i = 0; i < SAMPLES; i++) {
        float queens = (float)random_below(&random, 3) - 1, rooks = (float)random_below(&random, 7) - 3;
        terms[2 * i] = (fit_term){worth + 1, queens};
        terms[2 * i + 1] = (fit_term){worth + 2, rooks};
        float score = queens * 1500 + rooks * 500; /* a queen is three rooks here */
        samples[i] = (fit_sample){&terms[2 * i], 2, 1, score > 0 ? 1 : score < 0 ? 0 : 0.5F, 1};
    }
    double before, after;
    assert_true(fit_run(&e.weights, samples, SAMPLES, NULL, NULL, found, &before, &after));
    assert_true(after < before);
    assert_true(pair_middle(found[worth + 1]) > usual);
    assert_true(pair_middle(found[worth + 1]) > 2 * pair_middle(found[worth + 2]));
    assert_int_equal(found[worth + 4], e.weights.pair[worth + 4]); /* never seen */
    free(samples);
    free(terms);
    free(found);
    evaluation_finish(&e);
    ferz_game_destroy(g);
    ferz_messages_destroy(m);
}

static void some_games_cannot(void **state)
{
    (void)state;
    static const char *const names[] = {"kriegspiel"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ferz_messages *m = ferz_messages_create(false);
        ferz_game *g = ferz_game_load(names[i], dirs, NULL, 0, 0, m);
        assert_non_null(g);
        ferz_tune_limits limits = {.games = 1};
        ferz_tuned tuned;
        assert_int_equal(ferz_game_tune(g, &limits, &tuned, m), FERZ_NO);
        assert_int_equal(ferz_messages_errors(m), 1);
        assert_null(tuned.yaml);
        ferz_game_destroy(g);
        ferz_messages_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_beside_the_rules_counts),
        cmocka_unit_test(a_file_for_other_rules_is_left_alone),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(the_same_seed_learns_the_same),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(the_fit_finds_what_was_hidden),
        cmocka_unit_test(some_games_cannot),
    };
    return cmocka_run_group_tests_name("tune", tests, folder_make, folder_remove);
}
