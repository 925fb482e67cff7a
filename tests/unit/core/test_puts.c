/* The second half of a move: counts that others know, where it may come, how it is written, and why it may not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "unit/fixtures.h"

static uint64_t count(ferz_game *game, int depth)
{
    uint64_t nodes = 0;
    assert_int_equal(ferz_game_perft(game, depth, NULL, NULL, &nodes, NULL), FERZ_OK);
    return nodes;
}

/* Duck and Amazons: published counts. Isolation and Snailtrail: Fairy-Stockfish's first ply, then a count by hand. */
static void counts_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int depth;
        uint64_t nodes;
    } known[] = {{"duck-chess", 1, 640},  {"duck-chess", 2, 379440}, {"amazons", 1, 2176},
                 {"amazons", 2, 4307152}, {"isolation", 1, 225},     {"isolation", 2, 47300},
                 {"snailtrail", 1, 3},    {"snailtrail", 5, 1125},   {"snailtrail", 6, 5624}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ferz_variant *v = support_game(known[i].game, NULL, NULL);
        assert_true(v->variant->fast_legality);
        assert_int_equal(v->variant->movegen, MOVEGEN_MASKS);
        ferz_game *game = support_play(v, NULL, NULL);
        assert_int_equal(count(game, known[i].depth), known[i].nodes);
        ferz_game_destroy(game);
        ferz_variant_destroy(v);
    }
}

/* The moves that begin so, after some moves. */
static void expect_moves(const char *name, const char *fen, const char *moves, const char *prefix, const char *expected)
{
    ferz_variant *v = support_game(name, NULL, NULL);
    ferz_game *game = support_play(v, fen, moves);
    assert_string_equal(support_moves(game, prefix), expected);
    support_verify(game);
    ferz_game_destroy(game);
    ferz_variant_destroy(v);
}

static void comes_where_the_rules_say(void **state)
{
    (void)state;
    /* The cell that was left is empty, those of two pieces are not; the duck leaves its cell for another. */
    expect_moves("duck-chess", "k7/8/8/8/8/7p/7P/7K w - - 0 1", NULL, "h1g1,@a", "1 2 3 4 5 6 7");
    expect_moves("duck-chess", "k7/8/8/8/8/=D6p/7P/7K w - - 0 1", NULL, "h1g1,@a", "1 2 4 5 6 7");
    expect_moves("duck-chess", "k7/8/8/8/8/=D6p/7P/7K w - - 0 1", NULL, "h1g1,@h", "1 4 5 6 7 8");
    /* A capture en passant empties two cells; a duck on the cell that was passed over prevents it. */
    expect_moves("duck-chess", "k7/8/8/8/3p4/8/4P3/K7 w - - 0 1", "e2e4,@a4", "d4e3,@e", "1 2 4 5 6 7 8");
    expect_moves("duck-chess", "k7/8/8/8/3p4/8/4P3/K7 w - - 0 1", "e2e4,@e3", "d4e3", "");
    /* Nobody captures the duck, and no ray passes it. */
    expect_moves("duck-chess", "k7/8/8/8/8/=D7/8/R6K w - - 0 1", NULL, "a1a3", "");
    expect_moves("duck-chess", "k7/8/8/8/8/=D7/8/R6K w - - 0 1", NULL, "a1a8", "");
    /* An arrow flies from where the amazon stands now, also back over the cell that it left. */
    expect_moves("amazons", "10/10/10/10/10/10/10/10/=A=A=A7/Q1=A6q w - - 0 1", NULL, "a1b1", ",@a1");
    /* One of two boulders moves; they lie on the middle ranks only. */
    expect_moves(
        "puts-kings", "5k/6/=B5/6/1=B4/K5 w - - 0 1", NULL, "a1a2,",
        "a4a3 a4a5 a4b3 a4b4 a4b5 a4c2 a4c3 a4c4 a4c5 "
        "a4d2 a4d3 a4d4 a4d5 a4e2 a4e3 a4e4 a4e5 a4f2 a4f3 a4f4 a4f5 b2a3 b2a5 b2b3 b2b4 b2b5 b2c2 b2c3 b2c4 b2c5 "
        "b2d2 b2d3 b2d4 b2d5 b2e2 b2e3 b2e4 b2e5 b2f2 b2f3 b2f4 b2f5");
    /* A boulder parries the check; no other move of the king may be made without it. */
    expect_moves("puts-kings", "k5/6/6/6/5P/Kq4 w - - 0 1", NULL, "f2", "");
    expect_moves("puts-kings", "k5/q5/6/6/5P/K5 w - - 0 1", NULL, "f2f3,", "@a2 @a3 @a4");
    /* A snail leaves a trail where it stood. */
    expect_moves("snailtrail", NULL, "a1b2 g7f6", "b2", "a2 a3 b1 b3 c1 c2 c3");
}

/* Moves are read as they are written, and as Fairy-Stockfish writes them. */
static void is_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *game, *moves, *fen;
    } read[] = {
        {"duck-chess", "e2e4,@e5 e7e6,@d4", "rnbqkbnr/pppp1ppp/4p3/8/3=DP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
        {"duck-chess", "e2e4,e4e5 e7e6,e6d4", "rnbqkbnr/pppp1ppp/4p3/8/3=DP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
        {"snailtrail", "a1b2,b2a1", "6p/7/7/7/7/1P5/=T6 b - - 1 1"},
        {"snailtrail", "a1b2", "6p/7/7/7/7/1P5/=T6 b - - 1 1"},
    };
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        ferz_variant *v = support_game(read[i].game, NULL, NULL);
        ferz_game *game = support_play(v, NULL, read[i].moves);
        char *fen = ferz_game_fen(game);
        assert_string_equal(fen, read[i].fen);
        ferz_free(fen);
        ferz_game_destroy(game);
        ferz_variant_destroy(v);
    }
}

static void why_names_the_cell(void **state)
{
    (void)state;
    static const struct {
        const char *game, *move, *words;
    } said[] = {
        {"duck-chess", "e2e4", "its second half is missing: name an empty cell, as in e2e4,@e2"},
        {"duck-chess", "e2e4,@e4", "the duck may not be put there: name an empty cell, as in e2e4,@e2"},
        {"duck-chess", "e2e5,@e3", "no rule moves the pawn from e2 to e5"},
        {"amazons", "d1d8,@a1", "could go to, as in d1d8,@d1"},
        {"isolation", "c1c2,@c1", "name an empty cell of its zone, as in c1c2,@a1"},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        ferz_variant *v = support_game(said[i].game, NULL, NULL);
        ferz_game *game = support_play(v, NULL, NULL);
        bool legal = true;
        char *words = ferz_game_explain_move(game, said[i].move, &legal, NULL);
        assert_false(legal);
        if (!strstr(words, said[i].words)) {
            print_error("%s\n", words);
            fail();
        }
        ferz_free(words);
        ferz_game_destroy(game);
        ferz_variant_destroy(v);
    }
}

/* A wall is always neutral, and nothing else is; other neutral pieces make the game slower, not wrong. */
static void walls_are_neutral(void **state)
{
    (void)state;
    ferz_variant *v = support_game("duck-chess", NULL, NULL);
    ferz_messages *messages = ferz_messages_create(false);
    assert_null(ferz_game_create(v, "k7/8/8/8/8/D6p/7P/7K w - - 0 1", messages));
    assert_null(ferz_game_create(v, "k7/8/8/8/8/=N6p/7P/7K w - - 0 1", messages));
    assert_int_equal(ferz_messages_count(messages), 2);
    ferz_messages_destroy(messages);
    ferz_variant_destroy(v);
    v = support_game("puts-reached", NULL, NULL);
    assert_null(v->variant->is_wall);
    assert_false(v->variant->fast_legality);
    ferz_variant_destroy(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_known),    cmocka_unit_test(comes_where_the_rules_say),
        cmocka_unit_test(is_read_and_written), cmocka_unit_test(why_names_the_cell),
        cmocka_unit_test(walls_are_neutral),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
