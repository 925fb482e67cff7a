/* Missed turns: who decides for whom, men that leave, cells in states that no board has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support.h"

typedef struct bench {
    ferz_messages *messages;
    ferz_game *game;
    ferz_play *play;
} bench;

static bench bench_open(const char *name, const char *option, const char *fen)
{
    bench b = {.messages = ferz_messages_create(false)};
    b.game = support_game(name, option, NULL);
    b.play = ferz_play_create(b.game, fen, b.messages);
    assert_non_null(b.play);
    return b;
}

static void bench_close(bench *b)
{
    ferz_play_destroy(b->play);
    ferz_game_destroy(b->game);
    ferz_messages_destroy(b->messages);
}

static void play(bench *b, const char *words)
{
    assert_int_equal(ferz_play_move(b->play, words, b->messages), FERZ_OK);
}

static void assert_moves(bench *b, size_t wanted)
{
    size_t count = 0;
    ferz_free(ferz_play_moves(b->play, &count, b->messages));
    assert_int_equal(count, wanted);
}

static void commander_of_a_team(void **state)
{
    (void)state;
    bench b = bench_open("four-handed-cross", "two-players", NULL);
    static const char *const moves[] = {"k2k3", "b5c5", "f13f12", "m4l4"};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(ferz_play_mover(b.play), i);
        assert_int_equal(ferz_play_commander(b.play), i % 2);
        play(&b, moves[i]);
    }
    bench_close(&b);
    b = bench_open("four-handed-cross", NULL, NULL);
    play(&b, "k2k3");
    assert_int_equal(ferz_play_commander(b.play), 1);
    bench_close(&b);
}

static void commander_by_a_state(void **state)
{
    (void)state;
    static const struct {
        const char *tail;
        size_t commander;
    } cases[] = {
        {"black-commander=1", 0}, {"black-commander=0", 2}, {"black-commander=99", 2}, {"green-commander=3", 2}};
    for (size_t i = 0; i < 4; i++) {
        char fen[128];
        snprintf(fen, sizeof fen, "4,kK,3/8/8/yK,7/7,rK/8/gP,7/3,gK,4 k - - 0 1 %s", cases[i].tail);
        bench b = bench_open("chaturanga-4", NULL, fen);
        assert_int_equal(ferz_play_commander(b.play), 4); /* the dice are to be thrown */
        play(&b, "roll 5");
        assert_int_equal(ferz_play_mover(b.play), 2);
        assert_int_equal(ferz_play_commander(b.play), cases[i].commander);
        bench_close(&b);
    }
}

/* South is mated: his men go with him, and come back when the move is taken back. */
static void army_leaves(void **state)
{
    (void)state;
    static const char fen[] = "3,nK,4/8/8/wK,7/7,eK/8/wQ,6,sP/sK,wQ,6 s - - 0 1";
    bench b = bench_open("absent-four", NULL, fen);
    assert_true(ferz_play_in_check(b.play));
    assert_moves(&b, 1);
    char *before = ferz_play_fen(b.play);
    play(&b, "pass");
    char *after = ferz_play_fen(b.play);
    assert_string_equal(after, "3,nK,4/8/8/wK,7/7,eK/8/wQ,7/1,wQ,6 w - - 1 1 south-missed=3");
    assert_int_equal(ferz_play_verify(b.play, b.messages), FERZ_OK);
    assert_true(ferz_play_undo(b.play));
    char *again = ferz_play_fen(b.play);
    assert_string_equal(before, again);
    play(&b, "pass");
    play(&b, "a5a6");
    play(&b, "d8e8");
    play(&b, "h4h5");
    assert_int_equal(ferz_play_mover(b.play), 1); /* south has no more turns */
    ferz_free(before);
    ferz_free(after);
    ferz_free(again);
    bench_close(&b);
}

static void states_of_no_board(void **state)
{
    (void)state;
    static const char *const values[] = {"-9999", "-1", "3", "4", "33", "34", "9999"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char fen[128];
        snprintf(fen, sizeof fen, "q1k1q/ppppp/5/5/PPPPP/Q1K1Q w - - 0 1 white-missed=%s black-missed=%s", values[i],
                 values[i]);
        bench b = bench_open("absences", NULL, fen);
        assert_int_equal(ferz_play_verify(b.play, b.messages), FERZ_OK);
        uint64_t nodes = 0;
        assert_int_equal(ferz_play_perft(b.play, 3, NULL, NULL, &nodes, b.messages), FERZ_OK);
        assert_true(nodes > 0);
        bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commander_of_a_team),
        cmocka_unit_test(commander_by_a_state),
        cmocka_unit_test(army_leaves),
        cmocka_unit_test(states_of_no_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
