/* Tuning: files beside the rules, what is wrong with them, and learning that is the same for the same seed. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "unit/test.h"

#include "api/ferz_internal.h"
#include "unit/temp_folder.h"
#include "search/evaluation.h"
#include "search/levels.h"
#include "search/logistic.h"
#include "search/search_params.h"
#include "search/spsa.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FERZ_TEST_RULES
#define FERZ_TEST_RULES FERZ_SOURCE_DIR "/rules"
#endif

static const char *const dirs[] = {FERZ_TEST_RULES, NULL};

/* A game of its own that is chess, with the tuning beside it; NULL: none. `%s` in it is the fingerprint. */
static ferz_variant *load_with(const char *words, ferz_messages *messages)
{
    char filled[4096];
    folder_write("own.yaml", "name: Own\nextends: chess\n");
    unlink(folder_path("own.tuning.yaml"));
    if (words) {
        ferz_variant *fixed = ferz_variant_load(folder_path("own.yaml"), dirs, NULL, 0, 0, messages);
        assert_non_null(fixed);
        char own[32];
        snprintf(own, sizeof own, "\"%016" PRIx64 "\"", eval_params_fingerprint(fixed->variant));
        const char *gap = strstr(words, "%s");
        snprintf(filled, sizeof filled, "%.*s%s%s", gap ? (int)(gap - words) : (int)strlen(words), words,
                 gap ? own : "", gap ? gap + 2 : "");
        ferz_variant_free(fixed);
        folder_write("own.tuning.yaml", "%s", filled);
    }
    return ferz_variant_load(folder_path("own.yaml"), dirs, NULL, 0, 0, messages);
}

static int value_of_type(const ferz_variant *v, const char *type, bool end)
{
    evaluation e;
    assert_true(evaluation_init(&e, v->variant, v->variant->tuning));
    int found = 0;
    for (int i = 0; i < v->variant->types; i++) {
        if (strcmp(v->variant->type[i].name, type) == 0) {
            weight_pair pair = e.params.weight[e.params.piece_value + i];
            found = end ? pair_end(pair) : pair_middle(pair);
        }
    }
    evaluation_finish(&e);
    return found;
}

TEST(a_file_beside_the_rules_counts)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v =
        load_with("rules: %s\nmethod: mcts\nweights:\n  piece_value:\n    knight: [311, 322]\n  tempo: [7, 6]\n"
                  "  passed: {middle: [1, 2, 3, 4, 5, 6, 7], end: [[7, 6], 5, [4, 3, 2, 1]]}\n",
                  m);
    assert_non_null(v);
    assert_int_equal(ferz_messages_count(m), 0);
    assert_int_equal(value_of_type(v, "knight", false), 311);
    assert_int_equal(value_of_type(v, "knight", true), 322);
    assert_int_equal(v->variant->tuning->method, TUNING_MCTS);
    evaluation e;
    assert_true(evaluation_init(&e, v->variant, v->variant->tuning));
    assert_int_equal(pair_middle(e.params.weight[FEATURE_TEMPO]), 7);
    assert_int_equal(pair_middle(e.params.weight[FEATURE_PASSED + 1]), 2);
    assert_int_equal(pair_end(e.params.weight[FEATURE_PASSED + 1]), 6);
    evaluation_finish(&e);
    ferz_variant_clear_tuning(v);
    assert_int_not_equal(value_of_type(v, "knight", false), 311);
    ferz_variant_free(v);
    v = load_with("method: depth\n", m);
    assert_non_null(v);
    assert_int_equal(v->variant->tuning->method, TUNING_ALPHABETA);
    ferz_variant_free(v);
    ferz_messages_free(m);
}

/* Constants of the search need no fingerprint, and are those of that game only. */
TEST(constants_of_the_search_count)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v = load_with("search:\n  razor_margin: 123\n  see_quiet: 7\n", m);
    assert_non_null(v);
    assert_int_equal(ferz_messages_count(m), 0);
    search_params usual, own;
    search_params_init(&usual);
    own = usual;
    diag_list diags;
    diag_list_init(&diags);
    assert_true(search_params_apply(&own, v->variant->tuning, &diags));
    diag_list_finish(&diags);
    assert_int_equal(own.razor_margin, 123);
    assert_int_equal(own.see_quiet, 7);
    own.razor_margin = usual.razor_margin;
    own.see_quiet = usual.see_quiet;
    assert_memory_equal(&own, &usual, sizeof own);
    ferz_variant_free(v);
    ferz_messages_free(m);
}

/* Levels need no fingerprint, and are those of that game only. */
TEST(levels_of_a_game_count)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v =
        load_with("levels: [[50, 900], [60, 800], [70, 700], [80, 600], [90, 500], [100, 400], [110, 300], [120, 200], "
                  "[130, 100], [140, 0]]\n",
                  m);
    assert_non_null(v);
    assert_int_equal(ferz_messages_count(m), 0);
    for (int level = 1; level <= FERZ_LEVELS; level++) {
        ferz_limits own = {.struct_size = sizeof own}, usual = own, none = own;
        assert_true(ferz_variant_limits_of_level(v, level, &own) && ferz_limits_of_level(level, &usual));
        assert_int_equal(own.nodes, 40 + 10 * level);
        assert_int_equal(own.oversight, 1000 - 100 * level);
        assert_true(ferz_variant_limits_of_level(NULL, level, &none));
        assert_int_equal(none.nodes, usual.nodes);
        assert_int_not_equal(own.nodes, usual.nodes);
    }
    ferz_limits none = {.struct_size = sizeof none};
    assert_false(ferz_variant_limits_of_level(v, 0, &none) || ferz_variant_limits_of_level(v, FERZ_LEVELS + 1, &none));
    ferz_variant_free(v);
    ferz_messages_free(m);
}

TEST(a_file_for_other_rules_is_left_alone)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v = load_with("rules: \"0123456789abcdef\"\nweights:\n  piece_value: {knight: [1, 1]}\n", m);
    assert_non_null(v);
    assert_int_equal(ferz_messages_count(m), 1);
    assert_true(ferz_messages_at(m, 0).warning);
    assert_int_equal(ferz_messages_at(m, 0).line, 1);
    assert_non_null(strstr(ferz_messages_at(m, 0).text, "other pieces or another board"));
    assert_true(value_of_type(v, "knight", false) > 200);
    ferz_variant_free(v);
    ferz_messages_free(m);
}

TEST(mistakes_are_named)
{
    static const struct {
        const char *file;
        uint32_t line;
        const char *words, *hint; /* "": none is asked for */
    } cases[] = {
        {"rules: %s\nweights: {piece_valeu: {knight: [1, 2]}}\n", 2, "no weight `piece_valeu`", "piece_value"},
        {"rules: %s\nweights:\n  piece_value: {knigth: [1, 2]}\n", 3, "no piece `knigth`", "knight"},
        {"rules: %s\nweights:\n  piece_value: [1, 2]\n", 3, "for each piece", "piece"},
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
        {"search: {razor_margn: 200}\n", 1, "no constant `razor_margn`", "razor_margin"},
        {"search: {razor_margin: 1}\n", 1, "goes from", ""},
        {"search: {razor_margin: wide}\n", 1, "whole number", ""},
        {"search: [1]\n", 1, "expected a mapping", ""},
        {"- 1\n", 1, "expected a mapping", ""},
        {"levels: 5\n", 1, "list of 10 levels", "--levels"},
        {"levels: [[1, 2]]\n", 1, "list of 10 levels", "--levels"},
        {"levels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n", 1, "expected two numbers", "[500, 320]"},
        {"levels: [[1, 2], [1], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]\n", 1, "two numbers",
         ""},
        {"levels: [[0, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]\n", 1, "from 1 to",
         ""},
        {"levels: [[1, 1001], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]\n", 1,
         "from 0 to 1000", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferz_messages *m = ferz_messages_create(false);
        ferz_variant *v = load_with(cases[i].file, m);
        assert_null(v);
        assert_true(ferz_messages_errors(m) == 1);
        ferz_message first = ferz_messages_at(m, 0);
        if (first.line != cases[i].line || !strstr(first.text, cases[i].words) ||
            (cases[i].hint[0] && (!first.hint || !strstr(first.hint, cases[i].hint)))) {
            fail_msg("%s gives\n%s", cases[i].file, first.rendered);
        }
        assert_non_null(strstr(first.file, "own.tuning.yaml"));
        ferz_messages_free(m);
    }
}

/* ---- learning ---- */

static ferz_tuned learn(const char *name, int threads, ferz_variant **loaded, ferz_messages *m)
{
    *loaded = ferz_variant_load(name, dirs, NULL, 0, 0, m);
    assert_non_null(*loaded);
    ferz_variant_clear_tuning(*loaded);
    ferz_tune_limits limits = {.games = 8, .nodes = 60, .threads = threads, .seed = 5};
    ferz_tuned tuned;
    assert_int_equal(ferz_variant_tune(*loaded, &limits, &tuned, m), FERZ_OK);
    return tuned;
}

TEST(the_same_seed_learns_the_same)
{
    static const char *const names[] = {"gardner-minichess", "minishogi", "tic-tac-toe"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ferz_messages *m = ferz_messages_create(false);
        ferz_variant *v[2];
        ferz_tuned one = learn(names[i], 1, &v[0], m), two = learn(names[i], 2, &v[1], m);
        assert_string_equal(one.yaml, two.yaml);
        assert_int_equal(one.games, 8);
        assert_true(one.positions > 0 && one.won + one.drawn + one.lost > 0);
        assert_true(one.after > 0 && one.before > 0);
        ferz_free(one.yaml);
        ferz_free(two.yaml);
        ferz_variant_free(v[0]);
        ferz_variant_free(v[1]);
        ferz_messages_free(m);
    }
}

/* What is written is read back as the same weights. */
TEST(what_is_written_is_read)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v = load_with(NULL, m), *again;
    assert_non_null(v);
    ferz_tune_limits limits = {.games = 10, .nodes = 100, .seed = 1};
    ferz_tuned tuned;
    assert_int_equal(ferz_variant_tune(v, &limits, &tuned, m), FERZ_OK);
    folder_write("own.tuning.yaml", "%s", tuned.yaml);
    again = ferz_variant_load(folder_path("own.yaml"), dirs, NULL, 0, 0, m);
    assert_non_null(again);
    assert_int_equal(ferz_messages_count(m), 0);
    assert_non_null(again->variant->tuning);
    assert_true(again->variant->tuning->row_count > 5);
    evaluation formulas, learnt;
    assert_true(evaluation_init(&formulas, v->variant, NULL) &&
                evaluation_init(&learnt, again->variant, again->variant->tuning));
    text file = {0};
    arena scratch;
    arena_init(&scratch, 0);
    tuning written_tuning = {0};
    assert_true(eval_params_diff(&learnt.params, &formulas.params, &scratch, &written_tuning));
    tuning_write(&written_tuning, 8, &file);
    assert_non_null(strstr(tuned.yaml, text_string(&file)));
    text_finish(&file);
    arena_finish(&scratch);
    evaluation_finish(&formulas);
    evaluation_finish(&learnt);
    ferz_free(tuned.yaml);
    ferz_variant_free(v);
    ferz_variant_free(again);
    ferz_messages_free(m);
}

static void take_network(void *state, const char *file, size_t length)
{
    text *into = state;
    text_add(into, file, length);
}

/* Weights are learned beside a network that is added to the formulas, and take it with them. */
TEST(a_network_goes_with_new_weights)
{
    ferz_messages *m = ferz_messages_create(false);
    folder_write("own.yaml", "name: Own\nextends: gardner-minichess\n");
    unlink(folder_path("own.tuning.yaml"));
    ferz_variant *plain = ferz_variant_load("gardner-minichess", dirs, NULL, 0, 0, m);
    assert_non_null(plain);
    assert_non_null(plain->variant->network);
    folder_write("own.tuning.yaml",
                 "rules: \"%016" PRIx64 "\"\nweights: {piece_value: {queen: [-900, -900], rook: [-500, -500]}}\n",
                 eval_params_fingerprint(plain->variant));
    ferz_variant *v = ferz_variant_load(folder_path("own.yaml"), dirs, NULL, 0, 0, m);
    assert_non_null(v);
    assert_non_null(v->variant->tuning);
    network beside = *plain->variant->network;
    v->variant->network = &beside;
    text file = {0};
    ferz_tune_limits limits = {.struct_size = sizeof limits,
                               .games = 400,
                               .nodes = 20,
                               .seed = 1,
                               .threads = 2,
                               .on_network = take_network,
                               .state = &file};
    ferz_tuned tuned;
    assert_int_equal(ferz_variant_tune(v, &limits, &tuned, m), FERZ_OK);
    assert_true(tuned.better && file.length > 0);
    folder_write("own.tuning.yaml", "%s", tuned.yaml);
    folder_write("own.network", "%s", text_string(&file));
    ferz_variant *again = ferz_variant_load(folder_path("own.yaml"), dirs, NULL, 0, 0, m);
    assert_non_null(again);
    assert_int_equal(ferz_messages_count(m), 0);
    assert_non_null(again->variant->network);
    assert_memory_equal(again->variant->network->rows, beside.rows,
                        sizeof *beside.rows * (size_t)beside.features * (size_t)beside.hidden);
    assert_true(value_of_type(again, "queen", false) > value_of_type(v, "queen", false));
    ferz_free(tuned.yaml);

    /* One that takes their place leaves nothing to learn. */
    beside.adds = false;
    text_finish(&file);
    assert_int_equal(ferz_variant_tune(v, &limits, &tuned, m), FERZ_REJECTED);
    assert_int_equal(ferz_messages_errors(m), 1);
    assert_null(tuned.yaml);
    assert_int_equal(file.length, 0);
    unlink(folder_path("own.network"));
    ferz_variant_free(plain);
    ferz_variant_free(v);
    ferz_variant_free(again);
    ferz_messages_free(m);
}

/* Outcomes made from known weights bring these back. */
TEST(the_fit_finds_what_was_hidden)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v = ferz_variant_load("chess", dirs, NULL, 0, 0, m);
    assert_non_null(v);
    evaluation e;
    assert_true(evaluation_init(&e, v->variant, NULL));
    enum { SAMPLES = 4000 };
    logistic_sample *samples = calloc(SAMPLES, sizeof *samples);
    logistic_term *terms = calloc((size_t)SAMPLES * 2, sizeof *terms);
    weight_pair *found = calloc((size_t)e.params.count, sizeof *found);
    assert_true(samples && terms && found);
    uint32_t first_value = (uint32_t)e.params.piece_value;
    int default_value = pair_middle(e.params.weight[first_value + 1]);
    random_source random = {3};
    for (int i = 0; i < SAMPLES; i++) {
        float queens = (float)random_below(&random, 3) - 1, rooks = (float)random_below(&random, 7) - 3;
        terms[2 * i] = (logistic_term){first_value + 1, queens};
        terms[2 * i + 1] = (logistic_term){first_value + 2, rooks};
        float score = queens * 1500 + rooks * 500; /* a queen is three rooks here */
        samples[i] = (logistic_sample){&terms[2 * i], 2, 1, score > 0 ? 1 : score < 0 ? 0 : 0.5F, 1, 0};
    }
    double before, after;
    assert_true(logistic_fit(&e.params, samples, SAMPLES, NULL, NULL, found, &before, &after));
    assert_true(after < before);
    assert_true(pair_middle(found[first_value + 1]) > default_value);
    assert_true(pair_middle(found[first_value + 1]) > 2 * pair_middle(found[first_value + 2]));
    assert_int_equal(found[first_value + 4], e.params.weight[first_value + 4]); /* never seen */
    free(samples);
    free(terms);
    free(found);
    evaluation_finish(&e);
    ferz_variant_free(v);
    ferz_messages_free(m);
}

/* The constants that some games find for a game that is chess on a small board; `stop_at`: games after which it is stopped. */
typedef struct spsa_case {
    int threads, games, stop_at, played;
} spsa_case;

static void note_game(void *state, int games)
{
    ((spsa_case *)state)->played = games;
}

static bool is_enough(void *state)
{
    const spsa_case *c = state;
    return c->stop_at && c->played >= c->stop_at;
}

static search_params constants_of(spsa_case *c, int *games)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v = ferz_variant_load("los-alamos", dirs, NULL, 0, 0, m);
    assert_non_null(v);
    ferz_game *start = ferz_game_create(v, NULL, m);
    assert_non_null(start);
    live_hooks *none[4] = {NULL};
    const spsa_limits limits = {.start = &start->game_history,
                                .hooks = none,
                                .threads = c->threads,
                                .seed = 7,
                                .nodes = 20,
                                .games = c->games,
                                .stop = is_enough,
                                .on_game = note_game,
                                .state = c};
    search_params found;
    search_params_init(&found);
    assert_int_equal(spsa_run(&limits, &found, games), SPSA_DONE);
    ferz_game_free(start);
    ferz_variant_free(v);
    ferz_messages_free(m);
    return found;
}

TEST(constants_do_not_depend_on_threads)
{
    spsa_case one = {.threads = 1, .games = 80}, three = {.threads = 3, .games = 80};
    int games;
    search_params a = constants_of(&one, &games);
    assert_int_equal(games, 80);
    search_params b = constants_of(&three, &games), table;
    assert_memory_equal(&a, &b, sizeof a);
    search_params_init(&table);
    int moved = 0;
    for (int i = 0; i < SEARCH_PARAM_COUNT; i++) {
        const int value = *search_param_of(&a, i);
        assert_in_range(value, search_param_at(i)->least, search_param_at(i)->greatest);
        moved += value != *search_param_of(&table, i);
    }
    assert_true(moved > SEARCH_PARAM_COUNT / 3);
}

TEST(constants_that_are_stopped_are_what_there_is)
{
    spsa_case stopped = {.threads = 3, .games = 100000, .stop_at = 9};
    int games;
    (void)constants_of(&stopped, &games);
    assert_in_range(games, 0, 12);
}

/* What is not tuned stays in the file: constants beside weights, weights beside constants. */
TEST(a_tuning_keeps_the_rest)
{
    ferz_messages *m = ferz_messages_create(false);
    for (int constants = 0; constants < 2; constants++) {
        ferz_variant *v = load_with("# Made by hand.\nrules: %s\nmethod: depth\nweights:\n  tempo: [7, 6]\nsearch:\n  "
                                    "late_moves: 9\n  delta_margin: 77\n",
                                    m);
        assert_non_null(v);
        ferz_tune_limits limits = {
            .struct_size = sizeof limits, .games = 4, .nodes = 20, .seed = 1, .constants = constants};
        ferz_tuned tuned;
        assert_int_equal(ferz_variant_tune(v, &limits, &tuned, m), FERZ_OK);
        assert_non_null(strstr(tuned.yaml, "method: depth\n"));
        assert_true(strncmp(tuned.yaml, "# Made by hand.\n# ", 18) == 0);
        if (constants) {
            assert_non_null(strstr(tuned.yaml, "\nweights:\n  tempo: [7, 6]\n"));
        } else {
            assert_non_null(strstr(tuned.yaml, "\nsearch:\n  late_moves: 9\n  delta_margin: 77\n"));
        }
        folder_write("own.tuning.yaml", "%s", tuned.yaml);
        ferz_variant *again = ferz_variant_load(folder_path("own.yaml"), dirs, NULL, 0, 0, m);
        assert_non_null(again);
        assert_int_equal(ferz_messages_count(m), 0);
        ferz_variant_free(again);
        ferz_free(tuned.yaml);
        ferz_variant_free(v);
    }
    ferz_messages_free(m);
}

/* Between two rungs, nodes and oversight lie between theirs; a short ladder is divided into equal steps. */
TEST(levels_stand_at_equal_steps)
{
    static const struct {
        double below; /* of each rung under the one before */
        int rungs;
        double step;
    } rows[] = {{150, LEVELS_RUNGS, 150},
                {300, 9, 150},
                {75, LEVELS_RUNGS, 75 * (LEVELS_RUNGS - 1) / 8.0},
                {1, LEVELS_RUNGS, (LEVELS_RUNGS - 1) / 8.0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double elo[LEVELS_RUNGS] = {0};
        for (int k = 1; k < rows[i].rungs; k++) {
            elo[k] = elo[k - 1] - rows[i].below;
        }
        tuning_level level[TUNING_LEVELS] = {{0}};
        const double step = levels_on_ladder(elo, rows[i].rungs, level);
        assert_true(fabs(step - rows[i].step) < 1e-9);
        const tuning_level *own = rows[i].below > 150 ? &level[0] : &level[TUNING_LEVELS - 2];
        assert_int_equal(own->nodes, levels_of(NULL)[own - level].nodes); /* a beginner's, or the usual level 9 */
        assert_int_equal(own->oversight, levels_of(NULL)[own - level].oversight);
        for (int k = 1; k < TUNING_LEVELS - 1; k++) {
            assert_true(level[k].nodes > level[k - 1].nodes && level[k].oversight <= level[k - 1].oversight);
        }
        if (rows[i].below == 150) { /* a level on each rung */
            for (int k = 2; k < TUNING_LEVELS - 1; k++) {
                assert_int_equal(level[k].nodes, levels_of(NULL)[k].nodes);
            }
        }
    }
}

/* Measured levels are the same with any number of threads; the rest of the file stays. */
TEST(measured_levels_repeat_themselves)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v = ferz_variant_load("gardner-minichess", dirs, NULL, 0, 0, m);
    char *first = NULL;
    for (int threads = 1; threads <= 3; threads += 2) {
        const ferz_tune_limits limits = {
            .struct_size = sizeof limits, .games = 2, .seed = 5, .threads = threads, .levels = true};
        ferz_tuned found;
        assert_int_equal(ferz_variant_tune(v, &limits, &found, m), FERZ_OK);
        assert_true(found.better && found.elo > 0 && found.elo <= LEVELS_STEP_ELO);
        assert_true(found.games >= 2 && found.games < 8 * LEVELS_RUNGS);
        assert_non_null(strstr(found.yaml, "\nlevels:"));
        if (first) {
            assert_string_equal(found.yaml, first);
            ferz_free(first);
        }
        first = found.yaml;
    }
    ferz_free(first);
    ferz_variant_free(v);
    ferz_messages_free(m);
}

TEST(constants_belong_to_alpha_beta)
{
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *v = load_with("method: mcts\n", m);
    assert_non_null(v);
    ferz_tune_limits limits = {.struct_size = sizeof limits, .games = 4, .nodes = 20, .constants = true};
    ferz_tuned tuned;
    assert_int_equal(ferz_variant_tune(v, &limits, &tuned, m), FERZ_REJECTED);
    assert_int_equal(ferz_messages_errors(m), 1);
    ferz_variant_free(v);
    ferz_messages_free(m);
}

TEST(some_games_cannot)
{
    static const char *const names[] = {"kriegspiel"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ferz_messages *m = ferz_messages_create(false);
        ferz_variant *v = ferz_variant_load(names[i], dirs, NULL, 0, 0, m);
        assert_non_null(v);
        ferz_tune_limits limits = {.games = 1};
        ferz_tuned tuned;
        assert_int_equal(ferz_variant_tune(v, &limits, &tuned, m), FERZ_REJECTED);
        assert_int_equal(ferz_messages_errors(m), 1);
        assert_null(tuned.yaml);
        ferz_variant_free(v);
        ferz_messages_free(m);
    }
}

ALL_TESTS(folder_make, folder_remove);
