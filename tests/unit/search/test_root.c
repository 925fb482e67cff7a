/* What a search is asked for: several lines, certain moves only, threads, a clock, pondering, a mate in so many. */
#include "unit/test.h"

#include "ferz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", FERZ_SOURCE_DIR "/tests/samples", NULL};
static const char *const games[] = {"chess", "crazyhouse", "xiangqi", "marseillais", "draughts-russian", "dice-chess"};
enum { GAMES = sizeof games / sizeof *games, LINES = 4, HASH = 1 << 20 };

static ferz_messages *messages;

static ferz_game *start_of(ferz_variant **variant, const char *name, const char *fen)
{
    *variant = ferz_variant_load(name, dirs, NULL, 0, 1, messages);
    if (!*variant) {
        fail_msg("%s: %s", name, ferz_messages_at(messages, 0).rendered);
    }
    ferz_game *game = ferz_game_create(*variant, fen, messages);
    assert_non_null(game);
    return game;
}

static void end_of(ferz_variant *variant, ferz_game *game)
{
    ferz_game_free(game);
    ferz_variant_free(variant);
}

static ferz_best ask(ferz_game *game, ferz_limits limits)
{
    ferz_best best;
    limits.hash_bytes = HASH;
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
    return best;
}

static void forget(ferz_best *best)
{
    ferz_free(best->move);
    ferz_free(best->pv);
}

/* ---- lines ---- */

struct report_log {
    int depth, count;
    int score[LINES];
    char first[LINES][64];
};

static void on_report(void *state, const ferz_report *report)
{
    struct report_log *h = state;
    if (report->bound != FERZ_BOUND_EXACT) {
        return;
    }
    assert_int_equal(report->multipv, report->multipv == 1 ? 1 : h->count + 1);
    assert_true(report->multipv <= LINES);
    h->depth = report->depth;
    h->count = report->multipv;
    h->score[h->count - 1] = report->score;
    size_t length = strcspn(report->pv, " ");
    snprintf(h->first[h->count - 1], sizeof h->first[0], "%.*s", (int)length, report->pv);
}

TEST(reports_several_pvs)
{
    for (size_t g = 0; g < GAMES; g++) {
        ferz_variant *variant;
        ferz_game *game = start_of(&variant, games[g], NULL);
        if (ferz_game_rolls(game, NULL, 0)) { /* behind the roll there is no choice of variations at the root */
            end_of(variant, game);
            continue;
        }
        struct report_log h = {0};
        ferz_best best = ask(game, (ferz_limits){.depth = 4, .multipv = LINES, .info = on_report, .state = &h});
        assert_int_equal(h.count, LINES);
        assert_string_equal(h.first[0], best.move);
        for (int i = 0; i < LINES; i++) {
            assert_true(i == 0 || h.score[i] <= h.score[i - 1]);
            for (int k = 0; k < i; k++) {
                assert_string_not_equal(h.first[i], h.first[k]);
            }
        }
        forget(&best);
        end_of(variant, game);
    }
}

/* A variation has the score of a search of its move alone: two ways to mate, and the third best is no mate. */
TEST(multipv_scores_are_exact)
{
    ferz_variant *variant;
    ferz_game *game = start_of(&variant, "chess", "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1");
    struct report_log h = {0};
    ferz_best best = ask(game, (ferz_limits){.depth = 5, .multipv = 3, .info = on_report, .state = &h});
    assert_int_equal(best.mate, 1);
    assert_int_equal(h.score[0], 29999);
    assert_int_equal(h.score[1], 29999);
    assert_true(h.score[2] < 29999);
    assert_true(strcmp(h.first[0], "a1a8") == 0 || strcmp(h.first[0], "b1b8") == 0);
    forget(&best);
    end_of(variant, game);
}

/* ---- only ---- */

TEST(looks_at_named_moves_only)
{
    ferz_variant *variant;
    ferz_game *game = start_of(&variant, "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    ferz_best best = ask(game, (ferz_limits){.depth = 4, .searchmoves = "g1f1 g1f2"});
    assert_int_equal(strncmp(best.move, "g1f", 3), 0);
    forget(&best);
    best = ask(game, (ferz_limits){.depth = 4});
    assert_string_equal(best.move, "a1a8");
    forget(&best);
    const ferz_limits wrong = {.depth = 2, .searchmoves = "g1f1 a1h8"};
    assert_int_equal(ferz_game_best_move(game, &wrong, &best, messages), FERZ_REJECTED);
    assert_non_null(strstr(ferz_messages_at(messages, ferz_messages_count(messages) - 1).text, "a1h8"));
    ferz_messages_clear(messages);
    end_of(variant, game);
}

/* ---- threads ---- */

TEST(threads_find_what_one_finds)
{
    for (int threads = 1; threads <= 5; threads += 2) {
        ferz_variant *variant;
        ferz_game *game = start_of(&variant, "chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"); /* mate in three */
        ferz_best best = ask(game, (ferz_limits){.depth = 8, .threads = threads});
        assert_int_equal(best.mate, 3);
        forget(&best);
        end_of(variant, game);
    }
}

/* Every kind of game, scripts included, with more threads than there are processors. */
TEST(threads_play_every_kind)
{
    static const char *const more[] = {"circe", "kingchess", "chaturanga-4", "ludo", "tavreli", "reversi-chess"};
    for (size_t g = 0; g < GAMES + sizeof more / sizeof *more; g++) {
        ferz_variant *variant;
        ferz_game *game = start_of(&variant, g < GAMES ? games[g] : more[g - GAMES], NULL);
        ferz_best best =
            ask(game, (ferz_limits){.nodes = 3000, .threads = 4, .seed = 3, .method = FERZ_METHOD_ALPHABETA});
        assert_int_equal(ferz_game_move(game, best.move, messages), FERZ_OK);
        forget(&best);
        end_of(variant, game);
    }
}

/* ---- time ---- */

static int64_t milliseconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool stop_after_queries(void *state)
{
    return ++*(int *)state < 200;
}

TEST(takes_its_share_of_the_clock)
{
    ferz_variant *variant;
    ferz_game *game = start_of(&variant, "chess", NULL);
    int64_t before = milliseconds();
    ferz_best best = ask(game, (ferz_limits){.clock = 3000});
    int64_t spent = milliseconds() - before;
    assert_true(spent < 1500 && best.depth >= 3); /* of three seconds for a whole game */
    forget(&best);
    before = milliseconds();
    best = ask(game, (ferz_limits){.clock = 1}); /* as good as nothing is left */
    assert_true(milliseconds() - before < 500);
    assert_non_null(best.move);
    forget(&best);
    int asked = 0; /* while it ponders no time passes */
    best = ask(game, (ferz_limits){.movetime = 1, .ponders = stop_after_queries, .state = &asked});
    assert_true(asked >= 200 && best.nodes >= 100 * 1024);
    forget(&best);
    end_of(variant, game);
}

TEST(stops_at_the_mate_it_looks_for)
{
    ferz_variant *variant;
    ferz_game *game = start_of(&variant, "chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    ferz_best best = ask(game, (ferz_limits){.mate = 2, .depth = 40});
    assert_true(best.mate >= 1 && best.mate <= 2);
    assert_true(best.depth < 20);
    forget(&best);
    end_of(variant, game);
}

/* 62 queens: the quiet search would never come to an end if it were not bounded. */
TEST(quiescence_ends)
{
    ferz_variant *variant;
    ferz_game *game = start_of(&variant, "chess",
                               "qqqqqqqk/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ w - - 0 1");
    ferz_best best = ask(game, (ferz_limits){.depth = 1});
    assert_true(best.nodes < 500000);
    forget(&best);
    end_of(variant, game);
}

/* Where a script goes on after every move, captures lead to captures without end: 53,209 nodes without a shorter search. */
TEST(quiescence_is_short_after_scripts)
{
    ferz_variant *variant;
    ferz_game *game = start_of(&variant, "tatarstan-chess", NULL);
    ferz_best best = ask(game, (ferz_limits){.depth = 3});
    assert_int_equal(best.depth, 3);
    assert_true(best.nodes < 20000);
    forget(&best);
    end_of(variant, game);
}

/* ---- memory ---- */

TEST(remembers_between_searches)
{
    ferz_variant *variant;
    ferz_game *game = start_of(&variant, "chess", NULL);
    ferz_engine *engine = ferz_engine_create(variant, HASH, messages);
    assert_non_null(engine);
    uint64_t nodes[3];
    for (int i = 0; i < 3; i++) {
        const ferz_limits limits = {.depth = 8};
        ferz_best best;
        if (i == 2) {
            ferz_engine_new_game(engine);
        }
        assert_int_equal(ferz_engine_best_move(engine, game, &limits, &best, messages), FERZ_OK);
        nodes[i] = best.nodes;
        forget(&best);
    }
    assert_true(nodes[1] < nodes[0] / 2);
    assert_int_equal(nodes[2], nodes[0]);
    ferz_engine_free(engine);
    end_of(variant, game);
}

static int begin(void **state)
{
    (void)state;
    messages = ferz_messages_create(false);
    return messages ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    ferz_messages_free(messages);
    return 0;
}

ALL_TESTS(begin, end);
