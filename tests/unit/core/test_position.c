/* Positions: the sets are compared with the board, cell by cell, and all that makes positions different is in the hash. */
#include "unit/test.h"

#include "unit/fixtures.h"

/* A cell of the board that disagrees with the sets is noticed. */
TEST(notices_wrong_cells)
{
    static const char *const names[] = {"chess", "xiangqi", "limits-16x12", "limits-36x36"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ferz_variant *v = support_game(names[i], NULL, NULL);
        ferz_game *game = support_play(v, NULL, NULL);
        position *p = game->game_history.position;
        const core *c = v->variant->core;
        assert_true(c->consistent(p));
        for (int cell = 0; cell < v->variant->cells; cell++) {
            piece_id was = p->board[cell];
            for (piece_id piece = 0; piece < 4; piece++) {
                p->board[cell] = piece;
                assert_int_equal(c->consistent(p), piece == was);
            }
            p->board[cell] = (piece_id)v->variant->piece_ids;
            assert_false(c->consistent(p));
            p->board[cell] = was;
        }
        p->state.hash ^= 1;
        assert_false(c->consistent(p));
        p->state.hash ^= 1;
        assert_true(c->consistent(p));
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* All of these differ in what may happen from there on, so their hashes differ, too. */
TEST(hashes_tell_apart)
{
    static const struct {
        const char *variant;
        const char *fens[8];
    } sets[] = {
        {"chess",
         {"r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
          "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1", "r3k2r/8/8/8/3pP3/8/8/R3K2R w Qkq - 0 1",
          "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQk - 0 1", "r3k2r/8/8/8/4P3/3p4/8/R3K2R w KQkq - 0 1",
          "r3k2r/8/8/8/3nP3/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/3PP3/8/8/R3K2R w KQkq - 0 1"}},
        {"crazyhouse",
         {"4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1",
          "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"}},
        {"marseillais",
         {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 ply=1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"}},
        {"hooks-rebirth",
         {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/3K4 w - - 0 1"}},
        {"kingchess",
         {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 white-bishop=1",
          "4k3/8/8/8/8/8/8/4K3 w - - 0 1 white-bishop=2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 black-bishop=1"}},
        /* which pieces lie below, and where */
        {"draughts-bashni",
         {"8/8/8/8/8/(Mm)1(mm)5/8/8 w", "8/8/8/8/8/(mm)1(Mm)5/8/8 w", "8/8/8/8/8/(mm)1(mm)5/8/8 w",
          "8/8/8/8/8/(Mmm)1m5/8/8 w", "8/8/8/8/8/(mMm)1m5/8/8 w", "8/8/8/8/8/m1(mMm)5/8/8 w"}},
        /* the side to move on the board that waits */
        {"swedish-chess",
         {"4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
          "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 acts=B",
          "4k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
          "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1",
          "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1 acts=A"}},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        ferz_variant *v = support_game(sets[i].variant, NULL, NULL);
        uint64_t hashes[8];
        size_t count = 0;
        for (; count < 8 && sets[i].fens[count]; count++) {
            ferz_game *game = support_play(v, sets[i].fens[count], NULL);
            hashes[count] = ferz_game_hash(game);
            ferz_game_free(game);
            for (size_t k = 0; k < count; k++) {
                if (hashes[k] == hashes[count]) {
                    fail_msg("%s: `%s` and `%s` have the same hash", sets[i].variant, sets[i].fens[k],
                             sets[i].fens[count]);
                }
            }
        }
        ferz_variant_free(v);
    }
}

/* Of two dice either may be left. */
TEST(hashes_know_the_dice)
{
    ferz_variant *v = support_game("nardy-long", NULL, NULL);
    ferz_game *game = support_play(v, NULL, NULL);
    char *start = ferz_game_fen(game), fen[600];
    uint64_t hashes[4];
    static const char *const dice[] = {"roll=5-6", "roll=5-6 dice=6", "roll=5-6 dice=5", "roll=4-6"};
    for (size_t i = 0; i < 4; i++) {
        snprintf(fen, sizeof fen, "%s %s", start, dice[i]);
        ferz_game *one = support_play(v, fen, NULL);
        hashes[i] = ferz_game_hash(one);
        ferz_game_free(one);
        for (size_t k = 0; k < i; k++) {
            assert_true(hashes[k] != hashes[i]);
        }
    }
    ferz_free(start);
    ferz_game_free(game);
    ferz_variant_free(v);
}

/* A FEN's dice are those of a roll that can be, and of these what is left. */
TEST(only_dice_that_can_be)
{
    static const struct {
        const char *dice;
        bool valid;
    } cases[] = {
        {"roll=5-6", true},
        {"roll=5-6 dice=5", true},
        {"roll=5-6 dice=6", true},
        {"roll=5-6 dice=", true},
        {"roll=5-5 dice=5-5", true},
        {"roll=5-6 dice=4", false},
        {"roll=5-6 dice=5-5", false},
        {"roll=5-6 dice=200", false},
        {"roll=5-6 dice=x", false},
        {"roll=5-6 dice=6-", false},
        {"dice=5", false},
        {"dice=6 roll=5-6", false},
        {"roll=261-6", false},
        {"roll=5-6-0", false},
        {"roll=5-6-6", false},
        {"roll=5-5 dice=5-5-5-5-5", false},
        {"roll=", false},
        {"roll=-5-6", false},
        {"roll=5--6", false},
        {"roll=99999999999-6", false},
    };
    ferz_variant *v = support_game("nardy-long", NULL, NULL);
    ferz_game *game = support_play(v, NULL, NULL);
    char *start = ferz_game_fen(game), fen[600];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferz_messages *messages = ferz_messages_create(false);
        snprintf(fen, sizeof fen, "%s %s", start, cases[i].dice);
        ferz_game *one = ferz_game_create(v, fen, messages);
        if ((one != NULL) != cases[i].valid) {
            fail_msg("%s", cases[i].dice);
        }
        assert_true(one || strcmp(ferz_messages_at(messages, 0).code, "E0710") == 0);
        ferz_game_free(one);
        ferz_messages_free(messages);
    }
    ferz_free(start);
    ferz_game_free(game);
    ferz_variant_free(v);
}

/* The message names what could be written instead. */
TEST(hints_say_what_there_is)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *v = support_game("chess", NULL, NULL);
    assert_null(ferz_game_create(v, "8/8/8/3x4/8/8/8/8 w", messages));
    assert_int_equal(ferz_messages_count(messages), 1);
    assert_string_equal(ferz_messages_at(messages, 0).hint, "this game writes K Q R B N P");
    ferz_variant_free(v);
    ferz_messages_free(messages);

    messages = ferz_messages_create(false);
    static const char yaml[] =
        "name: T\nboard: {size: 6x5}\nzones: {far: z9}\npieces: {king: {letter: k, moves: [{move: K, from: far}]}}\n"
        "start: k5/6/6/6/5K w - - 0 1\nend: {stalemate: draw}\n";
    assert_null(ferz_variant_load_text("t.yaml", yaml, strlen(yaml), support_dirs(), NULL, 0, 0, messages));
    assert_int_equal(ferz_messages_count(messages), 1);
    assert_string_equal(ferz_messages_at(messages, 0).text, "`z9` is no cell of this 6x5 board and no zone");
    assert_string_equal(
        ferz_messages_at(messages, 0).hint,
        "a zone is `rank 3`, `own ranks 1-2`, `last rank`, `file a`, a cell such as `f5`, or the name of a zone");
    ferz_messages_free(messages);
}
