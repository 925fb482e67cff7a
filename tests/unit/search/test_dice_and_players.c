/* Dice and several players: rolls are weighed by their probability, and of many sides each plays for itself. */
#include "unit/test.h"

#include "ferz.h"

#include <stdio.h>
#include <string.h>

static ferz_messages *messages;

static ferz_variant *load_text(const char *yaml)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    ferz_variant *variant = ferz_variant_load_text("kind", yaml, strlen(yaml), dirs, NULL, 0, 1, messages);
    if (!variant) {
        fail_msg("%s", ferz_messages_at(messages, 0).rendered);
    }
    return variant;
}

/* The best move is `wanted`, whatever the seed. */
static void expect_best(const ferz_variant *variant, const char *fen, const char *wanted)
{
    ferz_game *game = ferz_game_create(variant, fen, messages);
    if (!game) {
        fail_msg("%s: %s", fen, ferz_messages_at(messages, 0).rendered);
    }
    for (uint64_t seed = 0; seed < 4; seed++) {
        ferz_best best;
        ferz_limits limits = {.depth = 4, .nodes = 20000, .seed = seed, .hash_bytes = 1 << 20};
        assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
        if (strcmp(best.move, wanted) != 0) {
            fail_msg("%s: %s is wanted, %s was found (%s)", fen, wanted, best.move, best.pv);
        }
        ferz_free(best.move);
        ferz_free(best.pv);
    }
    ferz_game_free(game);
}

/* Two stones can be captured. One is defended by a piece that one roll in six lets move, the other by one for four rolls. */
TEST(weighs_rolls)
{
    static const char rules[] = "name: Odds\n"
                                "board: {size: 8x8}\n"
                                "pieces:\n"
                                "  queen: {letter: q, moves: Q}\n"
                                "  rook: {letter: r, moves: R}\n"
                                "  knight: {letter: n, moves: N}\n"
                                "  stone: {letter: s, value: 400}\n"
                                "turn: {pass: no_moves}\n"
                                "dice: {roll: 1d6, moves: {1: %s, 2: [queen, %s], 3: %s, 4: %s, 5: %s}}\n"
                                "start: 7r/8/1n6/8/s3Q2s/8/8/2S2S2 w\n"
                                "end: {nobody left: {when: extinct, result: loss}}\n";
    static const char fen[] = "7r/8/1n6/8/s3Q2s/8/8/2S2S2 w - - 0 1 roll=2";
    char yaml[512];
    snprintf(yaml, sizeof yaml, rules, "knight", "rook", "rook", "rook", "rook");
    ferz_variant *rooks = load_text(yaml);
    expect_best(rooks, fen, "e4a4");
    ferz_variant_free(rooks);
    snprintf(yaml, sizeof yaml, rules, "rook", "knight", "knight", "knight", "knight");
    ferz_variant *knights = load_text(yaml);
    expect_best(knights, fen, "e4h4");
    ferz_variant_free(knights);
}

/* A roll is drawn, not chosen: of many numbers each roll gets its share. */
TEST(draws_rolls_fairly)
{
    enum { DRAWN = 36000, ROLLS_MAX = 64 };
    ferz_variant *variant = load_text("extends: nardy-long\nname: Thrown\n");
    ferz_game *game = ferz_game_create(variant, NULL, messages);
    assert_non_null(game);
    ferz_roll rolls[ROLLS_MAX];
    size_t count = ferz_game_rolls(game, rolls, ROLLS_MAX), all = 0, seen[ROLLS_MAX] = {0};
    assert_int_equal(count, 21); /* two dice */
    for (size_t i = 0; i < count; i++) {
        all += rolls[i].weight;
    }
    assert_int_equal(all, 36);
    uint64_t number = 1;
    for (int n = 0; n < DRAWN; n++) {
        number = number * UINT64_C(6364136223846793005) + 1442695040888963407u;
        ferz_roll rolled;
        assert_true(ferz_game_roll(game, number ^ number >> 32, &rolled));
        for (size_t i = 0; i < count; i++) {
            seen[i] += strcmp(rolled.move, rolls[i].move) == 0;
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t wanted = DRAWN / 36 * rolls[i].weight; /* 1000 or 2000 */
        assert_in_range(seen[i], wanted - 200, wanted + 200);
    }
    ferz_game_free(game);
    ferz_variant_free(variant);
}

/* Red's rook can capture an undefended rook, or the same piece where the next player but one would recapture. */
TEST(plays_for_itself)
{
    ferz_variant *variant = load_text("name: Three\n"
                                      "board: {size: 9x9}\n"
                                      "players:\n"
                                      "  - {name: white, seat: south}\n"
                                      "  - {name: green, seat: west}\n"
                                      "  - {name: red, seat: north}\n"
                                      "pieces:\n"
                                      "  king: {letter: k, moves: K, royal: true}\n"
                                      "  rook: {letter: r, moves: R}\n"
                                      "  bishop: {letter: b, moves: B}\n"
                                      "turn: {pass: no_moves}\n"
                                      "start: 8,rK/9/9/9/9/9/9/gK,8/8,wK w\n"
                                      "end: {quiet: {when: halfmove clock 100, result: draw}}\n");
    /* The rook on e5 captures north (defended by red's bishop) or west (undefended). */
    expect_best(variant, "8,rK/3,rB,5/4,gR,4/9/gR,3,wR,4/9/9/gK,8/8,wK w", "e5a5");
    /* Green would recapture for red if they were allies; for itself it first captures white's undefended rook. */
    expect_best(variant, "8,rK/9/4,gR,4/3,rB,5/gR,3,wR,4/9/9/gK,8/7,wK,1 w", "e5a5");
    ferz_variant_free(variant);
}

static int set_up(void **state)
{
    (void)state;
    messages = ferz_messages_create(false);
    return messages ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    ferz_messages_free(messages);
    return 0;
}

ALL_TESTS(set_up, tear_down);
