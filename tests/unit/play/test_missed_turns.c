/* Missed turns: which player decides for which, pieces that leave, cells in states that no board has. */
#include "unit/test.h"

#include "ferz_tools.h"

#include "unit/fixtures.h"

typedef struct fixture {
    ferz_messages *messages;
    ferz_variant *variant;
    ferz_game *game;
} fixture;

static fixture fixture_open(const char *name, const char *option, const char *fen)
{
    fixture b = {.messages = ferz_messages_create(false)};
    b.variant = support_game(name, option, NULL);
    b.game = ferz_game_create(b.variant, fen, b.messages);
    assert_non_null(b.game);
    return b;
}

static void fixture_close(fixture *b)
{
    ferz_game_free(b->game);
    ferz_variant_free(b->variant);
    ferz_messages_free(b->messages);
}

static void play_move(fixture *b, const char *words)
{
    assert_int_equal(ferz_game_move(b->game, words, b->messages), FERZ_OK);
}

static void assert_moves(fixture *b, size_t wanted)
{
    size_t count = 0;
    ferz_free(ferz_game_legal_moves(b->game, &count, b->messages));
    assert_int_equal(count, wanted);
}

TEST(commander_of_a_team)
{
    fixture b = fixture_open("four-handed-cross", "two-players", NULL);
    static const char *const moves[] = {"k2k3", "b5c5", "f13f12", "m4l4"};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(ferz_game_side_to_move(b.game), i);
        assert_int_equal(ferz_game_commander(b.game), i % 2);
        play_move(&b, moves[i]);
    }
    fixture_close(&b);
    b = fixture_open("four-handed-cross", NULL, NULL);
    play_move(&b, "k2k3");
    assert_int_equal(ferz_game_commander(b.game), 1);
    fixture_close(&b);
}

TEST(commander_by_a_state)
{
    static const struct {
        const char *tail;
        size_t commander;
    } cases[] = {
        {"black-commander=1", 0}, {"black-commander=0", 2}, {"black-commander=99", 2}, {"green-commander=3", 2}};
    for (size_t i = 0; i < 4; i++) {
        char fen[128];
        snprintf(fen, sizeof fen, "4,kK,3/8/8/yK,7/7,rK/8/gP,7/3,gK,4 k - - 0 1 %s", cases[i].tail);
        fixture b = fixture_open("chaturanga-4", NULL, fen);
        assert_int_equal(ferz_game_commander(b.game), 4); /* the dice are to be rolled */
        play_move(&b, "roll 5");
        assert_int_equal(ferz_game_side_to_move(b.game), 2);
        assert_int_equal(ferz_game_commander(b.game), cases[i].commander);
        fixture_close(&b);
    }
}

/* South is mated: its pieces leave with it, and come back when the move is undone. */
TEST(army_leaves)
{
    static const char fen[] = "3,nK,4/8/8/wK,7/7,eK/8/wQ,6,sP/sK,wQ,6 s - - 0 1";
    fixture b = fixture_open("missed-turns-four-players", NULL, fen);
    assert_true(ferz_game_in_check(b.game));
    assert_moves(&b, 1);
    char *before = ferz_game_fen(b.game);
    play_move(&b, "pass");
    char *after = ferz_game_fen(b.game);
    assert_string_equal(after, "3,nK,4/8/8/wK,7/7,eK/8/wQ,7/1,wQ,6 w - - 1 1 south-missed=3");
    assert_int_equal(ferz_game_verify(b.game, b.messages), FERZ_OK);
    assert_true(ferz_game_undo(b.game));
    char *again = ferz_game_fen(b.game);
    assert_string_equal(before, again);
    play_move(&b, "pass");
    play_move(&b, "a5a6");
    play_move(&b, "d8e8");
    play_move(&b, "h4h5");
    assert_int_equal(ferz_game_side_to_move(b.game), 1); /* south has no more turns */
    ferz_free(before);
    ferz_free(after);
    ferz_free(again);
    fixture_close(&b);
}

/* The same, where only a stalemated player misses the turn: the mate ends the game. */
TEST(mate_is_an_ending)
{
    fixture b = fixture_open("missed-turns-stalemated", NULL, "3,nK,4/8/8/wK,7/7,eK/8/wQ,6,sP/sK,wQ,6 s - - 0 1");
    assert_moves(&b, 0);
    fixture_close(&b);
    b = fixture_open("missed-turns-stalemated", NULL, "3,nK,4/8/8/wK,7/7,eK/8/2,wQ,5/sK,7 s - - 0 1");
    assert_false(ferz_game_in_check(b.game));
    assert_moves(&b, 1);
    play_move(&b, "pass");
    fixture_close(&b);
}

TEST(states_of_no_board)
{
    static const char *const values[] = {"-9999", "-1", "3", "4", "33", "34", "9999"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char fen[128];
        snprintf(fen, sizeof fen, "q1k1q/ppppp/5/5/PPPPP/Q1K1Q w - - 0 1 white-missed=%s black-missed=%s", values[i],
                 values[i]);
        fixture b = fixture_open("missed-turns", NULL, fen);
        assert_int_equal(ferz_game_verify(b.game, b.messages), FERZ_OK);
        uint64_t nodes = 0;
        assert_int_equal(ferz_game_perft(b.game, 3, NULL, NULL, &nodes, b.messages), FERZ_OK);
        assert_true(nodes > 0);
        fixture_close(&b);
    }
}
