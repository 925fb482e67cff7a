/* Chance: the throws, their weights, what of them can be drawn, and FEN of open turns and counted towers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "ferz.h"

static const char *const rules[] = {FERZ_SOURCE_DIR "/rules", NULL};

typedef struct bench {
    ferz_messages *messages;
    ferz_game *game;
    ferz_play *play;
} bench;

static bench bench_open(const char *name, const char *fen)
{
    bench b = {.messages = ferz_messages_create(false)};
    b.game = ferz_game_load(name, rules, NULL, 0, 0, b.messages);
    assert_non_null(b.game);
    b.play = ferz_play_create(b.game, fen, b.messages);
    return b;
}

static void bench_close(bench *b)
{
    ferz_play_destroy(b->play);
    ferz_game_destroy(b->game);
    ferz_messages_destroy(b->messages);
}

static void move(bench *b, const char *words)
{
    assert_int_equal(ferz_play_move(b->play, words, b->messages), FERZ_OK);
}

static void weights(void **state)
{
    (void)state;
    bench b = bench_open("nardy-long", NULL);
    ferz_throw throws[64];
    assert_int_equal(ferz_play_throws(b.play, throws, 64), 21);
    uint32_t sum = 0;
    for (int i = 0; i < 21; i++) {
        bool equal = throws[i].move[5] == throws[i].move[7];
        assert_int_equal(throws[i].weight, equal ? 1 : 2);
        sum += throws[i].weight;
    }
    assert_int_equal(sum, 36);
    assert_int_equal(ferz_play_throws(b.play, NULL, 0), 21);
    bench_close(&b);
}

/* Thirty-six numbers in a row draw each throw as often as it weighs. */
static void drawn(void **state)
{
    (void)state;
    bench b = bench_open("nardy-long", NULL);
    int doubles = 0, three_five = 0;
    for (uint64_t number = 1000; number < 1036; number++) {
        ferz_throw one;
        assert_true(ferz_play_throw(b.play, number, &one));
        doubles += one.move[5] == one.move[7];
        three_five += strcmp(one.move, "roll 3-5") == 0;
        move(&b, one.move);
        assert_true(ferz_play_undo(b.play));
    }
    assert_int_equal(doubles, 6);
    assert_int_equal(three_five, 2);
    bench_close(&b);
}

static void nobody_throws(void **state)
{
    (void)state;
    ferz_throw one;
    bench b = bench_open("dice-chess", NULL);
    assert_int_equal(ferz_play_throws(b.play, NULL, 0), 6);
    move(&b, "roll 3"); /* now a player acts */
    assert_int_equal(ferz_play_throws(b.play, &one, 1), 0);
    assert_false(ferz_play_throw(b.play, 0, &one));
    bench_close(&b);
    b = bench_open("dice-chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"); /* over before the throw */
    assert_int_equal(ferz_play_throws(b.play, NULL, 0), 0);
    bench_close(&b);
    b = bench_open("chess", NULL);
    assert_int_equal(ferz_play_throws(b.play, NULL, 0), 0);
    bench_close(&b);
}

static void towers_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *written; /* NULL: refused */
    } cases[] = {
        {"11(15O)/(15o)11 w", "11(15O)/(15o)11 w - - 0 1"},
        {"11(5O)/(OOOO)11 w", "11(5O)/(OOOO)11 w - - 0 1"},
        {"11(OOOOO)/12 w", "11(5O)/12 w - - 0 1"},
        {"11(3O6o2O)/12 w", "11(OOO6oOO)/12 w - - 0 1"},
        {"11(33O)/12 w", "11(33O)/12 w - - 0 1"},
        {"11(34O)/12 w", NULL},
        {"11(0O)/12 w", NULL},
        {"11(5)/12 w", NULL},
        {"11(99999999999O)/12 w", NULL},
        {"11(5O/12 w", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench b = bench_open("nardy-long", cases[i].fen);
        assert_int_equal(b.play != NULL, cases[i].written != NULL);
        if (b.play) {
            char *fen = ferz_play_fen(b.play);
            assert_string_equal(fen, cases[i].written);
            ferz_free(fen);
        }
        bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights),
        cmocka_unit_test(drawn),
        cmocka_unit_test(nobody_throws),
        cmocka_unit_test(towers_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
