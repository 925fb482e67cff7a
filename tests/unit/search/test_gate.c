/* The gate: what passes, and what does not, where a match is over before its test has decided. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "unit/test.h"

#include "api/ferz_internal.h"
#include "unit/temp_folder.h"
#include "search/gate.h"

#include <inttypes.h>

#ifndef FERZ_TEST_RULES
#define FERZ_TEST_RULES FERZ_SOURCE_DIR "/rules"
#endif

static const char *const dirs[] = {FERZ_TEST_RULES, NULL};

/* Ends a match after so many games of it, or everything. */
typedef struct end_after {
    int match, all;    /* 0: never */
    uint64_t games[2]; /* by stage */
} end_after;

static bool stop_all(void *state)
{
    const end_after *e = state;
    return e->all && e->games[GATE_NODES] >= (uint64_t)e->all;
}

static bool time_is_over(void *state, gate_stage stage)
{
    const end_after *e = state;
    return e->match && e->games[stage] >= (uint64_t)e->match;
}

static void count_game(void *state, const gate_progress *so_far)
{
    end_after *e = state;
    e->games[so_far->stage] = elo_games(&so_far->tally[so_far->stage]);
}

TEST(a_match_that_ends_early_counts_by_its_interval)
{
    static const struct {
        bool better;
        int games, match, all;
        gate_verdict verdict;
        gate_stage stage;
    } cases[] = {
        {true, 80, 0, 0, GATE_PASSED, GATE_TIME},          {true, 4000, 70, 0, GATE_PASSED, GATE_TIME},
        {true, 40, 0, 0, GATE_NOT_PASSED, GATE_NODES},     /* too few to tell */
        {true, 4000, 20, 0, GATE_NOT_PASSED, GATE_NODES},  /* likewise */
        {true, 4000, 0, 70, GATE_NOT_PASSED, GATE_NODES},  /* it goes on another time */
        {false, 80, 0, 0, GATE_NOT_PASSED, GATE_NODES},    /* as strong */
        {false, 4000, 70, 0, GATE_NOT_PASSED, GATE_NODES}, /* likewise */
    };
    ferz_messages *m = ferz_messages_create(false);
    ferz_variant *plain = ferz_variant_load("gardner-minichess", dirs, NULL, 0, 0, m);
    assert_non_null(plain);
    folder_write("own.yaml", "name: Own\nextends: gardner-minichess\n");
    folder_write("own.tuning.yaml",
                 "rules: \"%016" PRIx64 "\"\nweights: {piece_value: {queen: [-900, -900], rook: [-500, -500]}}\n",
                 eval_params_fingerprint(plain->variant));
    ferz_variant *spoiled = ferz_variant_load(folder_path("own.yaml"), dirs, NULL, 0, 0, m);
    assert_non_null(spoiled);
    ferz_variant_clear_network(plain);
    variant weak = *plain->variant;
    weak.tuning = spoiled->variant->tuning;
    assert_non_null(weak.tuning);
    ferz_game *start = ferz_game_create(plain, NULL, m);
    live_hooks *const none[1] = {NULL};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        end_after state = {.match = cases[i].match, .all = cases[i].all};
        const gate_limits limits = {.start = &start->game_history,
                                    .hooks = none,
                                    .threads = 1,
                                    .seed = 7,
                                    .nodes = {20, 20},
                                    .games = cases[i].games,
                                    .elo0 = 0,
                                    .elo1 = 0.2, /* the test never decides */
                                    .stop = stop_all,
                                    .time_over = time_is_over,
                                    .on_game = count_game,
                                    .state = &state};
        gate_progress end;
        const gate_verdict verdict = gate_run(plain->variant, cases[i].better ? &weak : plain->variant, &limits, &end);
        if (verdict != cases[i].verdict || end.stage != cases[i].stage) {
            fail_msg("case %zu: verdict %d in stage %d", i, (int)verdict, (int)end.stage);
        }
        assert_int_equal(end.sprt.verdict, SPRT_CONTINUE);
    }
    ferz_game_free(start);
    ferz_variant_free(plain);
    ferz_variant_free(spoiled);
    ferz_messages_free(m);
}

ALL_TESTS(folder_make, folder_remove);
