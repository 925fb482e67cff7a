/* Budgets: rules that would keep a call busy for minutes or days end it in time, with an error that says so, and leave
 * the game as it was. Each of them hung before there were budgets. */
#include "unit/test.h"

#include "ferz_tools.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "unit/fixtures.h"
#include "unit/share.h"
#include "unit/temp_folder.h"

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static ferz_variant *load(const text *yaml, ferz_messages *messages)
{
    return ferz_variant_load_text("made.yaml", yaml->bytes, yaml->length, support_dirs(), NULL, 0, 1, messages);
}

/* The variant of rules that must load. */
static ferz_variant *load_sound(const text *yaml, ferz_messages *messages)
{
    ferz_variant *v = load(yaml, messages);
    if (!v) {
        support_show(messages);
    }
    assert_non_null(v);
    return v;
}

static void expect_message(ferz_messages *messages, ferz_result result, const char *code, const char *part)
{
    assert_int_equal(ferz_messages_result(messages), result);
    assert_int_equal(ferz_messages_errors(messages), 1);
    ferz_message m = ferz_messages_at(messages, 0);
    assert_string_equal(m.code, code);
    assert_non_null(strstr(m.text, part));
}

/* Zones that name the one before many times are as long as they are written, not as they unfold. */
TEST(zones_are_linear)
{
    text yaml = {0};
    text_put(&yaml, "name: Zones\nabout: A.\nextends: chess\nzones:\n  zone-0: a1, b2\n");
    for (int i = 1; i < 40; i++) {
        text_print(&yaml, "  zone-%d: zone-%d", i, i - 1);
        for (int k = 0; k < 20; k++) {
            text_print(&yaml, ", zone-%d and not zone-%d", i - 1, i > 1 ? i - 2 : 0);
        }
        text_char(&yaml, '\n');
    }
    text_put(&yaml, "pieces:\n  pawn:\n    promotes: {on: zone-39, to: [queen]}\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v = load_sound(&yaml, messages);
    ferz_variant_free(v);
    ferz_messages_free(messages);
    text_finish(&yaml);
}

TEST(zones_of_themselves_are_refused)
{
    text yaml = {0};
    text_put(&yaml, "name: Zones\nabout: A.\nextends: chess\nzones: {one: two, two: \"a1, three\", three: one}\n");
    ferz_messages *messages = ferz_messages_create(false);
    assert_null(load(&yaml, messages));
    assert_int_equal(ferz_messages_result(messages), FERZ_REJECTED);
    assert_string_equal(ferz_messages_at(messages, 0).code, "E0508");
    ferz_messages_free(messages);
    text_finish(&yaml);
}

TEST(movement_bombs_are_refused)
{
    text yaml = {0};
    text_put(&yaml, "name: Bomb\nabout: A.\nboard: {size: 36x36}\npieces:\n  bomb: {letter: b, moves: "
                    "\"[Q?Q?Q?Q?Q?Q?Q?Q]\"}\nstart: \"");
    for (int i = 0; i < 35; i++) {
        text_put(&yaml, "36/");
    }
    text_put(&yaml, "B34b w - - 0 1\"\nend: {}\n");
    ferz_messages *messages = ferz_messages_create(false);
    assert_null(load(&yaml, messages));
    expect_message(messages, FERZ_REJECTED, "E0613", "more than 100000 steps");
    ferz_messages_free(messages);
    text_finish(&yaml);
}

/* A limit of our own is no failure of the machine's memory. */
TEST(too_many_rays_are_refused)
{
    text yaml = {0};
    text_put(&yaml, "name: Rays\nabout: A.\nextends: chess\npieces:\n  rook: {moves: [R");
    for (int i = 2; i < 18; i++) {
        text_print(&yaml, ", W%d", i);
    }
    text_put(&yaml, "]}\n");
    ferz_messages *messages = ferz_messages_create(false);
    assert_null(load(&yaml, messages));
    expect_message(messages, FERZ_REJECTED, "E0613", "more than 64 different rays of one piece");
    ferz_messages_free(messages);
    text_finish(&yaml);
}

/* Six hundred pieces with as many ways as are allowed. */
static ferz_variant *crowd(void)
{
    text yaml = {0};
    text_put(&yaml, "name: Crowd\nabout: A.\nboard: {size: 36x36}\npieces:\n"
                    "  bomb: {letter: b, moves: \"[Q?Q?Q]\"}\nstart: \"36");
    for (int i = 0; i < 17; i++) {
        text_put(&yaml, i < 8 ? "/b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1/1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b"
                              : "/B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1/1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B");
    }
    text_put(&yaml, "/36 w - - 0 1\"\nend: {}\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v = load_sound(&yaml, messages);
    ferz_messages_free(messages);
    text_finish(&yaml);
    return v;
}

TEST(counting_ends)
{
    ferz_variant *v = crowd();
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *game = ferz_game_create(v, NULL, messages);
    ferz_messages_set_budget(messages, (ferz_budget){.milliseconds = 100});
    uint64_t nodes = 0;
    double begin = seconds_now();
    assert_int_equal(ferz_game_perft(game, 4, NULL, NULL, &nodes, messages), FERZ_BUDGET_EXCEEDED);
    expect_message(messages, FERZ_BUDGET_EXCEEDED, "E0110", "0.1 s of processor time");
    assert_true(seconds_now() - begin < 5 * SLOWER);
    ferz_messages_clear(messages);
    ferz_messages_set_budget(messages, (ferz_budget){.milliseconds = -1});
    assert_int_equal(ferz_game_perft(game, 1, NULL, NULL, &nodes, messages), FERZ_OK); /* the game goes on */
    assert_true(nodes > 100);
    ferz_game_free(game);
    ferz_messages_free(messages);
    ferz_variant_free(v);
}

TEST(searching_keeps_its_time)
{
    ferz_variant *v = crowd();
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *game = ferz_game_create(v, NULL, messages);
    ferz_best best;
    ferz_limits limits = {.movetime = 300};
    double begin = seconds_now();
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
    assert_true(seconds_now() - begin < 2 * SLOWER);
    ferz_free(best.move);
    ferz_free(best.pv);
    ferz_game_free(game);
    ferz_messages_free(messages);
    ferz_variant_free(v);
}

/* Processor time of this thread. */
static double work_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* What the evaluation must know of the pieces before the first node is bounded for all of them together. */
TEST(searching_begins_soon)
{
    text yaml = {0};
    text_put(&yaml, "name: Kinds\nabout: A.\nboard: {size: 36x36}\npieces:\n");
    for (int i = 0; i < 8; i++) {
        text_print(&yaml, "  p%d: {letter: %c, moves: \"[Q?Q?Q]\", promotes: {on: all, to: [p%d]}}\n", i, 'a' + i,
                   (i + 1) % 8);
    }
    text_put(&yaml, "start: \"ABCDEFGH28");
    for (int i = 0; i < 34; i++) {
        text_put(&yaml, "/36");
    }
    text_put(&yaml, "/abcdefgh28 w - - 0 1\"\nend: {}\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v = load_sound(&yaml, messages);
    ferz_game *game = ferz_game_create(v, NULL, messages);
    ferz_best best;
    const ferz_limits limits = {.movetime = 1};
    const double begin = work_now();
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
    assert_true(work_now() - begin < 0.5 * SLOWER);
    ferz_free(best.move);
    ferz_free(best.pv);
    ferz_game_free(game);
    ferz_messages_free(messages);
    ferz_variant_free(v);
    text_finish(&yaml);
}

/* A hook that is asked about each pair of cells, each time near its own budget: days. */
TEST(staged_hooks_share_the_budget)
{
    folder_write("staged.yaml", "name: Staged\nabout: A.\nextends: chess\nscript: staged.lua\nfilter: hook allowed\n");
    folder_write("staged.lua", "--- Slow.\nfunction allowed(mover, from, to)\n  local n = 0\n"
                               "  for i = 1, 1000000 do n = n + i end\n  return true\nend\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_messages_set_budget(messages, (ferz_budget){.milliseconds = 200});
    double begin = seconds_now();
    assert_null(ferz_variant_load(folder_path("staged.yaml"), support_dirs(), NULL, 0, 1, messages));
    assert_true(seconds_now() - begin < 5 * SLOWER);
    expect_message(messages, FERZ_BUDGET_EXCEEDED, "E0110", "while this script runs");
    ferz_messages_free(messages);
}

static bool stops(void *asked)
{
    return atomic_load((_Atomic bool *)asked);
}

/* Another thread, or a signal, sets what the callback reads. A script in the middle of a call hears of it. */
TEST(a_callback_stops_what_takes_long)
{
    _Atomic bool asked = true;
    folder_write("staged.yaml", "name: Staged\nabout: A.\nextends: chess\nscript: staged.lua\nfilter: hook allowed\n");
    folder_write("staged.lua", "--- Slow.\nfunction allowed(mover, from, to)\n  local n = 0\n"
                               "  for i = 1, 1000000 do n = n + i end\n  return true\nend\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_messages_set_budget(messages, (ferz_budget){.milliseconds = -1, .stop = stops, .state = &asked});
    assert_null(ferz_variant_load(folder_path("staged.yaml"), support_dirs(), NULL, 0, 1, messages));
    expect_message(messages, FERZ_BUDGET_EXCEEDED, "E0110", "stopped while");
    ferz_messages_free(messages);
}

/* Live hooks, too; and neither the game nor its script is the worse for it. */
TEST(live_hooks_can_be_stopped)
{
    folder_write("live.yaml", "name: Live\nabout: A.\nextends: chess\nscript: live.lua\nhooks:\n"
                              "  slow: {at: legal}\n");
    folder_write("live.lua", "--- Slow.\nfunction slow(move)\n  local n = 0\n"
                             "  for i = 1, 3000 do n = n + i end\n  return true\nend\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v = ferz_variant_load(folder_path("live.yaml"), support_dirs(), NULL, 0, 1, messages);
    if (!v) {
        support_show(messages);
    }
    assert_non_null(v);
    ferz_game *game = ferz_game_create(v, NULL, messages);
    _Atomic bool asked = true;
    uint64_t nodes = 0;
    size_t count = 0;
    ferz_messages_set_budget(messages, (ferz_budget){.stop = stops, .state = &asked});
    assert_int_equal(ferz_game_perft(game, 3, NULL, NULL, &nodes, messages), FERZ_BUDGET_EXCEEDED);
    expect_message(messages, FERZ_BUDGET_EXCEEDED, "E0110", "stopped");
    ferz_messages_clear(messages);
    atomic_store(&asked, false);
    char *moves = ferz_game_legal_moves(game, &count, messages);
    assert_int_equal(count, 20);
    ferz_free(moves);
    assert_int_equal(ferz_game_move(game, "e2e4", messages), FERZ_OK);
    /* A search that is over in the middle of a hook has its move. */
    ferz_best best;
    ferz_limits limits = {.movetime = 100};
    double begin = seconds_now();
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
    assert_true(seconds_now() - begin < 1 * SLOWER);
    ferz_free(best.move);
    ferz_free(best.pv);
    limits.method = FERZ_METHOD_MCTS;
    for (int milliseconds = 1; milliseconds <= 128; milliseconds *= 2) {
        limits.movetime = milliseconds;
        assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
        assert_non_null(best.move);
        ferz_free(best.move);
        ferz_free(best.pv);
    }
    assert_int_equal(ferz_messages_errors(messages), 0);
    ferz_game_free(game);
    ferz_variant_free(v);
    ferz_messages_free(messages);
}

/* Promotions take time and memory by what is written, not by pairs of cells. */
TEST(promotions_are_linear)
{
    text yaml = {0};
    text_put(&yaml, "name: Promotions\nabout: A.\nboard: {size: 36x36}\npieces:\n");
    for (int i = 0; i < 20; i++) {
        text_print(&yaml, "  p%d: {letter: %c, moves: W, promotes: [", i, 'a' + i);
        for (int k = 0; k < 30; k++) {
            text_print(&yaml, "%s{on: all, to: [", k ? ", " : "");
            for (int to = 0, written = 0; to < 20; to++) {
                if (to != i) { /* a piece does not promote to itself */
                    text_print(&yaml, "%sp%d", written++ ? ", " : "", to);
                }
            }
            text_put(&yaml, "]}");
        }
        text_put(&yaml, "]}\n");
    }
    text_put(&yaml, "start: \"");
    for (int i = 0; i < 35; i++) {
        text_put(&yaml, "36/");
    }
    text_put(&yaml, "A34b w - - 0 1\"\nend: {}\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_messages_set_budget(messages, (ferz_budget){.milliseconds = 2000 * SLOWER});
    ferz_variant *v = load_sound(&yaml, messages);
    ferz_variant_free(v);
    ferz_messages_free(messages);
    text_finish(&yaml);
}

/* A host may give rules less memory than the loader would. */
TEST(memory_is_limited)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_messages_set_memory(messages, 1 << 20);
    ferz_variant *v = ferz_variant_load("chu-shogi", support_dirs(), NULL, 0, 0, messages);
    assert_null(v);
    assert_int_equal(ferz_messages_result(messages), FERZ_REJECTED);
    assert_string_equal(ferz_messages_at(messages, 0).text, "these rules need more than 1 MiB of memory");
    ferz_messages_clear(messages);
    ferz_messages_set_memory(messages, 8 << 20);
    v = ferz_variant_load("chess", support_dirs(), NULL, 0, 0, messages);
    assert_non_null(v);
    assert_in_range(ferz_variant_bytes(v), ferz_variant_table_bytes(v) + 1, 16 << 20);
    ferz_variant_free(v);
    ferz_messages_free(messages);
}

ALL_TESTS(folder_make, folder_remove);
