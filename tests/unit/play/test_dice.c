/* Dice: the rolls, their weights, what is drawn, and the FEN of open turns and of stacks. */
#include "unit/test.h"

#include <stdlib.h>
#include <string.h>

#include "ferz.h"

static const char *const rules[] = {FERZ_SOURCE_DIR "/rules", NULL};

typedef struct fixture {
    ferz_messages *messages;
    ferz_variant *variant;
    ferz_game *game;
} fixture;

static fixture fixture_open(const char *name, const char *fen)
{
    fixture b = {.messages = ferz_messages_create(false)};
    b.variant = ferz_variant_load(name, rules, NULL, 0, 0, b.messages);
    assert_non_null(b.variant);
    b.game = ferz_game_create(b.variant, fen, b.messages);
    return b;
}

static void fixture_close(fixture *b)
{
    ferz_game_free(b->game);
    ferz_variant_free(b->variant);
    ferz_messages_free(b->messages);
}

static void move(fixture *b, const char *words)
{
    assert_int_equal(ferz_game_move(b->game, words, b->messages), FERZ_OK);
}

TEST(weights)
{
    fixture b = fixture_open("nardy-long", NULL);
    ferz_roll rolls[64];
    assert_int_equal(ferz_game_rolls(b.game, rolls, 64), 21);
    uint32_t sum = 0;
    for (int i = 0; i < 21; i++) {
        bool equal = rolls[i].move[5] == rolls[i].move[7];
        assert_int_equal(rolls[i].weight, equal ? 1 : 2);
        sum += rolls[i].weight;
    }
    assert_int_equal(sum, 36);
    assert_int_equal(ferz_game_rolls(b.game, NULL, 0), 21);
    fixture_close(&b);
}

/* Thirty-six numbers in a row draw each roll as often as its weight. */
TEST(drawn)
{
    fixture b = fixture_open("nardy-long", NULL);
    int doubles = 0, three_five = 0;
    for (uint64_t number = 1000; number < 1036; number++) {
        ferz_roll one;
        assert_true(ferz_game_roll(b.game, number, &one));
        doubles += one.move[5] == one.move[7];
        three_five += strcmp(one.move, "roll 3-5") == 0;
        move(&b, one.move);
        assert_true(ferz_game_undo(b.game));
    }
    assert_int_equal(doubles, 6);
    assert_int_equal(three_five, 2);
    fixture_close(&b);
}

TEST(no_roll_without_dice)
{
    ferz_roll one;
    fixture b = fixture_open("dice-chess", NULL);
    assert_int_equal(ferz_game_rolls(b.game, NULL, 0), 6);
    move(&b, "roll 3"); /* now a player acts */
    assert_int_equal(ferz_game_rolls(b.game, &one, 1), 0);
    assert_false(ferz_game_roll(b.game, 0, &one));
    fixture_close(&b);
    b = fixture_open("dice-chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"); /* over before the roll */
    assert_int_equal(ferz_game_rolls(b.game, NULL, 0), 0);
    fixture_close(&b);
    b = fixture_open("chess", NULL);
    assert_int_equal(ferz_game_rolls(b.game, NULL, 0), 0);
    fixture_close(&b);
}

TEST(stacks_are_counted)
{
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
        fixture b = fixture_open("nardy-long", cases[i].fen);
        assert_int_equal(b.game != NULL, cases[i].written != NULL);
        if (b.game) {
            char *fen = ferz_game_fen(b.game);
            assert_string_equal(fen, cases[i].written);
            ferz_free(fen);
        }
        fixture_close(&b);
    }
}
