/* A player's search reads nothing that the player may not see: the hidden part is changed, and nothing else may change.
 *
 * Two positions, or two games, that look alike to a player must give the same move with the same score from the same
 * seed. That the hidden part matters to a player who sees it is checked too, or the comparison would show nothing. */
#include "unit/test.h"

#include "ferz.h"
#include "unit/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NODES = 4000, SEEDS = 3 };

static ferz_messages *messages;

static ferz_variant *load(const char *name, const char *option, const char *value)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    ferz_setting setting = {option, value};
    ferz_variant *variant = ferz_variant_load(name, dirs, &setting, option != NULL, 1, messages);
    if (!variant) {
        fail_msg("%s: %s", name, ferz_messages_at(messages, 0).rendered);
    }
    return variant;
}

/* From a FEN, with moves separated by blanks. */
static ferz_game *play_of(const ferz_variant *variant, const char *fen, const char *moves)
{
    ferz_game *game = ferz_game_create(variant, fen, messages);
    if (!game) {
        fail_msg("%s: %s", fen, ferz_messages_at(messages, 0).rendered);
    }
    char copy[256];
    snprintf(copy, sizeof copy, "%s", moves ? moves : "");
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        if (ferz_game_move(game, word, messages) != FERZ_OK) {
            fail_msg("%s: illegal move %s", ferz_variant_facts(variant)->name, word);
        }
    }
    return game;
}

static ferz_best ask(ferz_game *game, uint64_t seed)
{
    ferz_best best;
    ferz_limits limits = {.nodes = NODES, .seed = seed, .hash_bytes = 1 << 20};
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
    return best;
}

static void forget(ferz_best *best)
{
    ferz_free(best->move);
    ferz_free(best->pv);
}

/* Both have the same side to move, and look alike to that player. */
static void expect_same(ferz_game *one, ferz_game *other)
{
    size_t player = ferz_game_side_to_move(one);
    char *views[] = {ferz_game_view_fen(one, player), ferz_game_view_fen(other, player)};
    char *truths[] = {ferz_game_fen(one), ferz_game_fen(other)};
    assert_string_equal(views[0], views[1]);
    assert_string_not_equal(truths[0], truths[1]);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        ferz_best a = ask(one, seed), b = ask(other, seed);
        if (strcmp(a.move, b.move) != 0 || a.score != b.score || a.nodes != b.nodes) {
            fail_msg("%s: %s %d, but with other hidden pieces (%s) %s %d", truths[0], a.move, a.score, truths[1],
                     b.move, b.score);
        }
        forget(&a);
        forget(&b);
    }
    for (int i = 0; i < 2; i++) {
        ferz_free(views[i]);
        ferz_free(truths[i]);
    }
    ferz_game_free(one);
    ferz_game_free(other);
}

TEST(hidden_pieces_elsewhere)
{
    static const char *const pairs[][2] = {
        {"q3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/7q/8/8/8/R3K3 w - - 0 1"},
        {"4k2r/5ppp/8/8/8/8/PPP5/2KR4 w - - 0 9", "4k3/r4ppp/8/8/8/8/PPP5/2KR4 w - - 0 9"},
        {"r1b1k2r/pppp1ppp/2n5/8/4P3/5N2/PPPP1PPP/R1B1K2R w - - 4 7",
         "r3k2r/ppp2ppp/2np4/1b6/4P3/5N2/PPPP1PPP/R1B1K2R w - - 4 7"},
    };
    ferz_variant *variant = load("kriegspiel", "setup", "standard");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        expect_same(play_of(variant, pairs[i][0], NULL), play_of(variant, pairs[i][1], NULL));
    }
    ferz_variant_free(variant);
}

/* The history of plies that the player did not see is hidden as well. */
TEST(hidden_moves)
{
    static const char *const pairs[][2] = {
        {"e2e4 e7e5", "e2e4 a7a6"},
        {"e2e4 d7d5 g1f3 d5d4", "e2e4 h7h5 g1f3 g8h6"},
        {"d2d4 g8f6 c2c4 f6e4", "d2d4 b8c6 c2c4 c6b8"},
    };
    ferz_variant *variant = load("kriegspiel", "setup", "standard");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        expect_same(play_of(variant, NULL, pairs[i][0]), play_of(variant, NULL, pairs[i][1]));
    }
    ferz_variant_free(variant);
}

TEST(hidden_setup)
{
    ferz_variant *variant = load("battle-chess", "reveal", "alternate");
    expect_same(play_of(variant, NULL, "K@e1 K@e8 Q@d1 Q@d8"), play_of(variant, NULL, "K@e1 K@a8 Q@d1 Q@h5"));
    ferz_variant_free(variant);
}

/* Once the halves are joined everything is seen, and nothing is imagined any more. */
TEST(joined)
{
    static const char placed[] = "B@d4 K@h3 B@e4 Q@e3 N@d3 R@e2 N@c4 P@c1 P@g4 R@a1 P@f4 P@h2 P@h4 P@g1 P@b4 P@a4 "
                                 "N@b5 R@a5 N@e5 B@b6 B@e6 R@h8 P@b7 Q@d7 K@a8 P@d6 P@d5 P@g8 P@c5 P@e7 P@f5 P@d8";
    ferz_variant *variant = load("battle-chess", NULL, NULL);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        ferz_game *game = play_of(variant, NULL, placed);
        ferz_best best = ask(game, seed);
        if (ferz_game_move(game, best.move, messages) != FERZ_OK) {
            fail_msg("%s is not legal", best.move);
        }
        forget(&best);
        ferz_game_free(game);
    }
    ferz_variant_free(variant);
}

/* Of the processor: a busy machine makes the hour late, but not that. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* All that is done for a move, imagining included, is done within its time. */
TEST(keeps_time)
{
    static const char *const games[] = {"kriegspiel", "crown", "battle-chess"};
    static const ferz_limits limits[] = {{.movetime = 80}, {.clock = 2400, .moves_to_go = 29}};
    const double limit = 80 + 40 * SLOWER;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ferz_variant *variant = load(games[i], NULL, NULL);
        for (size_t k = 0; k < 2; k++) {
            double least = 1e9;
            for (int try = 0; try < 4 && least > limit; try++) {
                ferz_game *game = play_of(variant, NULL, NULL);
                ferz_best best = {0};
                ferz_limits l = limits[k];
                l.hash_bytes = 1 << 20;
                double began = now();
                assert_int_equal(ferz_game_best_move(game, &l, &best, messages), FERZ_OK);
                least = now() - began < least ? now() - began : least;
                forget(&best);
                ferz_game_free(game);
            }
            if (least > limit) {
                fail_msg("%s: %.0f ms for 80", games[i], least);
            }
        }
        ferz_variant_free(variant);
    }
}

TEST(only_what_is_asked)
{
    ferz_variant *variant = load("kriegspiel", "setup", "standard");
    ferz_game *game = play_of(variant, NULL, NULL);
    ferz_best best = {0};
    ferz_limits limits = {.nodes = NODES, .seed = 1, .hash_bytes = 1 << 20, .searchmoves = "a2a3 h2h3"};
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
    assert_true(strcmp(best.move, "a2a3") == 0 || strcmp(best.move, "h2h3") == 0);
    forget(&best);
    ferz_game_free(game);
    ferz_variant_free(variant);
}

TEST(secrets)
{
    ferz_variant *variant = load("crown", NULL, NULL);
    expect_same(play_of(variant, NULL, "crown-K crown-K e2e4 e7e5"),
                play_of(variant, NULL, "crown-K crown-D e2e4 e7e5"));
    expect_same(play_of(variant, NULL, "crown-D crown-D e2e4"), play_of(variant, NULL, "crown-K crown-D e2e4"));
    ferz_variant_free(variant);
}

/* Pieces that look alike, in a position, in hand, and dropped in the game. */
TEST(pieces_that_look_alike)
{
    ferz_variant *variant = load("crown-2", NULL, NULL);
    expect_same(play_of(variant, "k7/8/8/8/8/8/8/rMK5[SS] b", NULL),
                play_of(variant, "k7/8/8/8/8/8/8/rSK5[SM] b", NULL));
    static const char fen[] = "4k3/8/8/8/8/8/8/K6r[SSM] w";
    expect_same(play_of(variant, fen, "S@b1 M@a2 end"), play_of(variant, fen, "M@b1 S@a2 end"));
    expect_same(play_of(variant, fen, "S@b1 end h1b1 a1b1 e8e7 M@e6 end"),
                play_of(variant, fen, "S@b1 end h1b1 a1b1 e8e7 S@e6 end"));
    ferz_variant_free(variant);
}

/* A player who sees the queen captures it, wherever it stands. */
TEST(seen_pieces_matter)
{
    ferz_variant *variant = load("chess", NULL, NULL);
    ferz_game *one = play_of(variant, "q3k3/8/8/8/8/8/8/R3K3 w - - 0 1", NULL);
    ferz_game *other = play_of(variant, "4k3/8/8/8/8/8/8/Rq2K3 w - - 0 1", NULL);
    ferz_best a = ask(one, 1), b = ask(other, 1);
    assert_string_equal(a.move, "a1a8");
    assert_string_equal(b.move, "a1b1");
    forget(&a);
    forget(&b);
    ferz_game_free(one);
    ferz_game_free(other);
    ferz_variant_free(variant);
}

/* What is announced may and should be used: after `White captures on e4` Black knows where to look. */
TEST(announcements_matter)
{
    ferz_variant *variant = load("kriegspiel", "setup", "standard");
    ferz_game *report_log = play_of(variant, NULL, "e2e4 d7d5 e4d5");
    ferz_best best = ask(report_log, 1);
    assert_string_equal(best.move, "d8d5");
    forget(&best);
    ferz_game_free(report_log);
    ferz_variant_free(variant);
}

/* A question or an attempt to the umpire, and how the umpire's answer begins. */
static void try_move(ferz_game *game, const char *words, bool wanted, const char *answer)
{
    char *claimed = NULL;
    bool played = false;
    assert_int_equal(ferz_game_try(game, words, &played, &claimed, messages), FERZ_OK);
    assert_true(played == wanted);
    if (!claimed || strncmp(claimed, answer, strlen(answer)) != 0) {
        fail_msg("%s: %s is wanted, %s was said", words, answer, claimed ? claimed : "nothing");
    }
    ferz_free(claimed);
}

/* What was refused is not tried again, and what the umpire has answered is believed. */
TEST(refusals_and_answers)
{
    ferz_variant *variant = load("kriegspiel", "setup", "standard");
    /* The rook is blocked on e4; its owner has found out by trying. */
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        ferz_game *game = play_of(variant, "k7/8/8/8/8/4p3/8/K3R3 w - - 0 1", NULL);
        try_move(game, "e1e8", false, "impossible");
        try_move(game, "e1e4", false, "impossible");
        ferz_best best = ask(game, seed);
        assert_string_not_equal(best.move, "e1e8");
        assert_string_not_equal(best.move, "e1e4");
        char *claimed = NULL;
        bool played = false;
        assert_int_equal(ferz_game_try(game, best.move, &played, &claimed, messages), FERZ_OK);
        ferz_free(claimed);
        forget(&best);
        ferz_game_free(game);
    }
    /* The umpire says that a pawn can capture, so the player must try. One of two captures is refused, so it is the other. */
    ferz_game *game = play_of(variant, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", NULL);
    try_move(game, "any?", false, "yes");
    try_move(game, "e4f5", false, "impossible");
    ferz_best best = ask(game, 1);
    assert_string_equal(best.move, "e4d5");
    forget(&best);
    ferz_game_free(game);
    /* No pawn can: no capture by one is tried. */
    game = play_of(variant, "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", NULL);
    try_move(game, "any?", false, "no");
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        best = ask(game, seed);
        assert_string_not_equal(best.move, "e4d5");
        assert_string_not_equal(best.move, "e4f5");
        forget(&best);
    }
    ferz_game_free(game);
    ferz_variant_free(variant);
}

/* Pieces not yet on the board are imagined in the opponent's hand and on the opponent's half. */
TEST(half_placed)
{
    static const char *const moves[] = {
        "", "B@d4 K@h3 B@e4",
        "B@d4 K@h3 B@e4 Q@e3 N@d3 R@e2 N@c4 P@c1 P@g4 R@a1 P@f4 P@h2 P@h4 P@g1 P@b4 P@a4 N@b5 R@a5"};
    ferz_variant *variant = load("battle-chess", NULL, NULL);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            ferz_game *game = play_of(variant, NULL, moves[i]);
            ferz_best best = ask(game, seed);
            if (ferz_game_move(game, best.move, messages) != FERZ_OK) {
                fail_msg("%s: %s is not legal", moves[i], best.move);
            }
            forget(&best);
            ferz_game_free(game);
        }
    }
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
