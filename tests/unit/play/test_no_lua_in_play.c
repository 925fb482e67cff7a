/* Staged hooks cost nothing in play: Lua is not entered again once such a game is loaded. */
#include "unit/test.h"

#include "ferz_tools.h"

#include "api/ferz_for_tests.h"
#include "unit/fixtures.h"

static void play_about(const ferz_variant *g)
{
    ferz_game *p = support_play(g, NULL, NULL);
    uint64_t nodes = 0;
    assert_int_equal(ferz_game_perft(p, 3, NULL, NULL, &nodes, NULL), FERZ_OK);
    assert_true(nodes > 1000);
    assert_int_equal(game_perft_by_play(p, 2, &nodes, NULL), FERZ_OK);
    for (int i = 0; i < 60; i++) { /* a game of the engine against itself */
        ferz_limits limits = {.depth = 2, .hash_bytes = 1 << 20};
        ferz_best best;
        if (ferz_game_best_move(p, &limits, &best, NULL) != FERZ_OK) {
            break;
        }
        bool legal = false;
        char *why = ferz_game_explain_move(p, best.move, &legal, NULL);
        assert_true(legal);
        ferz_free(why);
        assert_int_equal(ferz_game_move(p, best.move, NULL), FERZ_OK);
        ferz_free(best.move);
        ferz_free(best.pv);
        support_status(p);
        support_moves(p, "");
        support_verify(p);
    }
    assert_true(ferz_game_ply_count(p) > 20);
    ferz_game *copy = ferz_game_copy(p);
    while (ferz_game_undo(copy)) {
    }
    ferz_game_free(copy);
    while (ferz_game_undo(p)) {
    }
    ferz_game_free(p);
}

TEST(test_staged_games)
{
    static const struct {
        const char *name, *option, *value;
        bool scripted;
    } games[] = {
        {"frankfurt", NULL, NULL, true},   {"frankfurt", "rex", "exclusive", true},
        {"shatranj", NULL, NULL, true},    {"shatranj-arabic", NULL, NULL, true},
        {"chess960", "array", "17", true}, {"chess960", "array", "random", true},
        {"chess", NULL, NULL, false},      {"makruk", NULL, NULL, false},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        ferz_variant *g = support_game(games[i].name, games[i].option, games[i].value);
        assert_int_equal(ferz_variant_facts(g)->hook_count, 0);
        uint64_t loading = ferz_variant_script_calls(g);
        assert_int_equal(loading > 0, games[i].scripted);
        play_about(g);
        assert_int_equal(ferz_variant_script_calls(g), loading);
        ferz_variant_free(g);
    }
}

/* The counter does count: a live hook is heard of at once, and is named. */
TEST(test_live_game)
{
    ferz_variant *g = support_game("hooks-rebirth", NULL, NULL);
    assert_int_equal(ferz_variant_facts(g)->hook_count, 4);
    assert_string_equal(ferz_variant_hook(g, 0), "after: rebirth (captures of queen, rook, bishop, knight, pawn)");
    assert_string_equal(ferz_variant_hook(g, 1), "after: count_steps (moves by king)");
    assert_string_equal(ferz_variant_hook(g, 2), "legal: few_steps (moves by king)");
    assert_string_equal(ferz_variant_hook(g, 3), "ending: many_reborn (every position)");
    assert_string_equal(ferz_variant_hook(g, 4), "");
    ferz_game *p = support_play(g, NULL, "e2e4 d7d5");
    uint64_t before = ferz_variant_script_calls(g);
    assert_int_equal(ferz_game_move(p, "e4d5", NULL), FERZ_OK);
    assert_true(ferz_variant_script_calls(g) > before);
    ferz_game_free(p);
    ferz_variant_free(g);
}

/* One rule as a staged hook and as a live one is the same game. */
TEST(test_staged_and_live_agree)
{
    static const char *const fens[] = {
        NULL,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
        "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "1n2k1n1/P1P3P1/8/8/8/8/p1p3p1/1N2K1N1 b - - 0 1",
    };
    ferz_variant *staged = support_game("on-capture-staged", NULL, NULL),
                 *live = support_game("on-capture-live", NULL, NULL);
    assert_int_equal(ferz_variant_facts(staged)->hook_count, 0);
    assert_int_equal(ferz_variant_facts(live)->hook_count, 1);
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        ferz_game *a = support_play(staged, fens[i], NULL), *b = support_play(live, fens[i], NULL);
        for (int depth = 1; depth <= 3; depth++) {
            uint64_t one = 0, two = 0;
            assert_int_equal(ferz_game_perft(a, depth, NULL, NULL, &one, NULL), FERZ_OK);
            assert_int_equal(ferz_game_perft(b, depth, NULL, NULL, &two, NULL), FERZ_OK);
            assert_int_equal(one, two);
        }
        ferz_game_free(a);
        ferz_game_free(b);
    }
    ferz_variant_free(staged);
    ferz_variant_free(live);
}

/* Two plays of one game have each a script of their own. */
TEST(test_two_plays)
{
    ferz_variant *g = support_game("hooks-rebirth", NULL, NULL);
    ferz_game *a = support_play(g, NULL, "e2e4 d7d5"), *b = support_play(g, NULL, "d2d4 e7e5");
    ferz_game *copy = ferz_game_copy(a);
    assert_int_equal(ferz_game_move(a, "e4d5", NULL), FERZ_OK);
    assert_int_equal(ferz_game_move(b, "d4e5", NULL), FERZ_OK);
    ferz_game_free(a);
    assert_int_equal(ferz_game_move(copy, "e4d5", NULL), FERZ_OK);
    char *fen = ferz_game_fen(copy);
    assert_string_equal(fen, "rnbqkbnr/pppppppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 reborn=1");
    ferz_free(fen);
    ferz_game_free(copy);
    support_verify(b);
    ferz_game_free(b);
    ferz_variant_free(g);
}
