/* What two games play differently: found, made small, and true: every difference that is told is played again. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ferz.h"

static const char *const RULES[] = {FERZ_SOURCE_DIR "/rules", NULL};
static ferz_messages *messages;

static ferz_game *from_text(const char *yaml)
{
    ferz_game *game = ferz_game_load_text("other.yaml", yaml, strlen(yaml), RULES, NULL, 0, 0, messages);
    if (!game) {
        fail_msg("%s", ferz_messages_at(messages, 0).rendered);
    }
    return game;
}

static ferz_game *from_name(const char *name)
{
    ferz_game *game = ferz_game_load(name, RULES, NULL, 0, 0, messages);
    assert_non_null(game);
    return game;
}

static bool is_legal(const ferz_game *game, const char *fen, const char *move)
{
    ferz_play *play = ferz_play_create(game, fen, messages);
    if (!play) { /* rights that this game does not know */
        char men[200];
        size_t length = strcspn(fen, " ") + 2;
        snprintf(men, sizeof men, "%.*s", (int)length, fen);
        play = ferz_play_create(game, men, messages);
    }
    assert_non_null(play);
    bool legal = ferz_play_move(play, move, messages) == FERZ_OK;
    ferz_play_destroy(play);
    return legal;
}

/* Plays again all that is told of positions without a road of their own. */
static void assert_true_of(const ferz_game *one, const ferz_game *other, const ferz_differences *found)
{
    for (size_t i = 0; i < found->count; i++) {
        const ferz_difference *d = &found->items[i];
        assert_true(d->count > 0 || d->status[0]);
        for (size_t k = 0; d->moves[0] == '\0' && k < d->count; k++) {
            const ferz_differing *item = &d->items[k];
            assert_int_equal(is_legal(one, d->fen, item->move), item->by != 1);
            assert_int_equal(is_legal(other, d->fen, item->move), item->by != 0);
            assert_true(item->by < 0 || item->why[0]);
            assert_true(item->by >= 0 || strcmp(item->after[0], item->after[1]) != 0);
        }
    }
}

static void differ(const ferz_game *one, const ferz_game *other, uint64_t nodes, ferz_differences *found)
{
    const ferz_differ_limits limits = {.nodes = nodes, .games = nodes / 100, .depth = 2, .seed = 7};
    ferz_messages_clear(messages);
    assert_int_equal(ferz_game_differ(one, other, &limits, found, messages), FERZ_OK);
    assert_true_of(one, other, found);
}

static void test_same(void **state)
{
    (void)state;
    ferz_game *one = from_name("chess"), *other = from_text("name: Other\nextends: chess\n");
    ferz_differences found;
    differ(one, other, 2000, &found);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.kinds, 0);
    assert_null(found.apart);
    assert_true(found.positions > 1000);
    assert_int_equal(found.depths, 2);
    assert_true(found.leaves[0][1] == 400 && found.leaves[1][1] == 400);
    ferz_differences_finish(&found);
    ferz_game_destroy(other);
    ferz_game_destroy(one);
}

/* One movement more: the smallest position is that man and the kings. */
static void test_moves(void **state)
{
    (void)state;
    ferz_game *one = from_name("chess");
    ferz_game *other = from_text("name: Other\nextends: chess\npieces: {rook: {moves: [R, F]}}\n");
    ferz_differences found;
    differ(one, other, 2000, &found);
    assert_true(found.count > 0);
    size_t least = 32;
    for (size_t i = 0; i < found.count; i++) {
        least = found.items[i].men < least ? found.items[i].men : least;
        assert_true(found.items[i].men <= 6);
        assert_true(i == 0 || found.items[i].moves[0] || found.items[i - 1].men <= found.items[i].men);
    }
    assert_int_equal(least, 3);
    ferz_differences_finish(&found);
    ferz_game_destroy(other);
    ferz_game_destroy(one);
}

static void test_effects(void **state)
{
    (void)state;
    ferz_game *one = from_name("chess"), *other = from_name("atomic");
    ferz_differences found;
    bool seen = false;
    differ(one, other, 1500, &found);
    for (size_t i = 0; i < found.count; i++) {
        for (size_t k = 0; k < found.items[i].count; k++) {
            seen |= found.items[i].items[k].by < 0;
        }
    }
    assert_true(seen);
    ferz_differences_finish(&found);
    ferz_game_destroy(other);
    ferz_game_destroy(one);
}

/* A result that depends on what was before: the moves that lead there remain. */
static void test_history(void **state)
{
    (void)state;
    ferz_game *one = from_name("chess");
    ferz_game *other =
        from_text("name: Other\nextends: chess\nend: {repetition: {when: repetition 2, result: draw, claim: none}}\n");
    ferz_differences found;
    differ(one, other, 4000, &found);
    bool seen = false;
    for (size_t i = 0; i < found.count; i++) {
        const ferz_difference *d = &found.items[i];
        if (d->status[1] && strstr(d->status[1], "repetition")) {
            seen = true;
            assert_true(d->moves[0] != '\0');
        }
    }
    assert_true(seen);
    ferz_differences_finish(&found);
    ferz_game_destroy(other);
    ferz_game_destroy(one);
}

/* Rights that one of the games does not know are no difference of each position. */
static void test_rights(void **state)
{
    (void)state;
    ferz_game *one = from_name("chess");
    ferz_game *other = from_text("name: Other\nextends: chess\ncastling: none\n"
                                 "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n");
    const char *const starts[] = {"r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1", NULL};
    const ferz_differ_limits limits = {.nodes = 1500, .games = 5, .depth = -1, .starts = starts};
    ferz_differences found;
    assert_int_equal(ferz_game_differ(one, other, &limits, &found, messages), FERZ_OK);
    assert_true_of(one, other, &found);
    assert_true(found.count > 0);
    assert_int_equal(found.depths, 0);
    for (size_t i = 0; i < found.count; i++) {
        for (size_t k = 0; k < found.items[i].count; k++) {
            assert_int_equal(found.items[i].items[k].by, 0);
            assert_int_equal(found.items[i].items[k].move[1], found.items[i].items[k].move[3]);
        }
    }
    ferz_differences_finish(&found);
    ferz_game_destroy(other);
    ferz_game_destroy(one);
}

static void test_apart(void **state)
{
    (void)state;
    ferz_game *one = from_name("chess"), *other = from_name("minishogi");
    ferz_differences found;
    differ(one, other, 1000, &found);
    assert_non_null(found.apart);
    assert_int_equal(found.count, 0);
    ferz_differences_finish(&found);
    ferz_game_destroy(other);
    ferz_game_destroy(one);
}

/* Games of all kinds against themselves with another pawn or guard: nothing breaks where FENs are unusual. */
static void test_kinds(void **state)
{
    (void)state;
    static const char *const names[] = {"ludo",       "four-handed-cross", "draughts-russian",
                                        "kriegspiel", "dice-chess",        "marseillais"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ferz_game *one = from_name(names[i]), *other = from_name(names[i]);
        ferz_differences found;
        differ(one, other, 300, &found);
        if (found.count || found.apart) {
            fail_msg("%s: %s", names[i], found.apart ? found.apart : found.items[0].fen);
        }
        assert_true(found.positions > 0);
        ferz_differences_finish(&found);
        ferz_game_destroy(other);
        ferz_game_destroy(one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),    cmocka_unit_test(test_moves),  cmocka_unit_test(test_effects),
        cmocka_unit_test(test_history), cmocka_unit_test(test_rights), cmocka_unit_test(test_apart),
        cmocka_unit_test(test_kinds),
    };
    messages = ferz_messages_create(false);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ferz_messages_destroy(messages);
    return failed;
}
