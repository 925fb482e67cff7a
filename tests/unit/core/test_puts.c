/* The second half of a move: counts that others know, where it may come, how it is written, and why it may not. */
#include "unit/test.h"

#include "unit/fixtures.h"

static uint64_t count(ferz_game *game, int depth)
{
    uint64_t nodes = 0;
    assert_int_equal(ferz_game_perft(game, depth, NULL, NULL, &nodes, NULL), FERZ_OK);
    return nodes;
}

/* Duck and Amazons: published counts. Isolation and Snailtrail: Fairy-Stockfish's first ply, then a count by hand. Atlantis:
 * Fairy-Stockfish's. Barricades by hand: 10 steps and 35 blocks; 4 * 45 + 6 * 44 answers to steps, 35 * 44 - 6 to blocks. */
TEST(counts_are_known)
{
    static const struct {
        const char *game;
        int depth;
        uint64_t nodes;
    } known[] = {{"duck-chess", 1, 640},  {"duck-chess", 2, 379440}, {"amazons", 1, 2176},   {"amazons", 2, 4307152},
                 {"isolation", 1, 225},   {"isolation", 2, 47300},   {"snailtrail", 1, 3},   {"snailtrail", 5, 1125},
                 {"snailtrail", 6, 5624}, {"atlantis", 2, 778},      {"atlantis", 3, 22708}, {"barricades", 1, 45},
                 {"barricades", 2, 1978}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ferz_variant *v = support_game(known[i].game, NULL, NULL);
        assert_true(variant_uses(v->variant, SHORTCUT_MASKS));
        assert_int_equal(v->variant->movegen, MOVEGEN_MASKS);
        ferz_game *game = support_play(v, NULL, NULL);
        assert_int_equal(count(game, known[i].depth), known[i].nodes);
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* The moves that begin so, after some moves. */
static void expect_moves(const char *name, const char *fen, const char *moves, const char *prefix, const char *expected)
{
    ferz_variant *v = support_game(name, NULL, NULL);
    ferz_game *game = support_play(v, fen, moves);
    assert_string_equal(support_moves(game, prefix), expected);
    support_verify(game);
    ferz_game_free(game);
    ferz_variant_free(v);
}

TEST(comes_where_the_rules_say)
{
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

/* A game after some moves. */
typedef struct game_after {
    const char *game, *moves, *fen;
} game_after;

static void expect_played(const game_after *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ferz_variant *v = support_game(rows[i].game, NULL, NULL);
        ferz_game *game = support_play(v, NULL, rows[i].moves);
        char *fen = ferz_game_fen(game);
        assert_string_equal(fen, rows[i].fen);
        ferz_free(fen);
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* Moves are read as they are written, and as Fairy-Stockfish writes them. */
TEST(is_read_and_written)
{
    static const game_after read[] = {
        {"duck-chess", "e2e4,@e5 e7e6,@d4", "rnbqkbnr/pppp1ppp/4p3/8/3=DP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
        {"duck-chess", "e2e4,e4e5 e7e6,e6d4", "rnbqkbnr/pppp1ppp/4p3/8/3=DP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
        {"snailtrail", "a1b2,b2a1", "6p/7/7/7/7/1P5/=T6 b - - 1 1"},
        {"snailtrail", "a1b2", "6p/7/7/7/7/1P5/=T6 b - - 1 1"},
    };
    expect_played(read, sizeof read / sizeof *read);
}

TEST(why_names_the_cell)
{
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
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* At the edge of what is left, in a place of several sorts, or nowhere. */
TEST(comes_to_the_edge)
{
    const char *island = "k4/6/6/6/1K4/5 w - - 0 1"; /* without a1 and f6 */
    expect_moves("puts-edge", island, "b2c3 a6a5", "c3d4,@b", "1 6");
    expect_moves("puts-edge", island, "b2c3,@b1 a6a5", "c3d4,@b", "2 6");
    expect_moves("puts-edge", island, "b2c3,@b1 a6a5", "c3d4,@a", "2 3 4 6");
    /* The cell that was left, or an edge of hexagons: not d2, which has six neighbours. */
    expect_moves("puts-several", "4/5/2H3/5/3h[] w - - 0 1", NULL, "e3d4,@e", "1 3 5");
    expect_moves("puts-several", "4/5/2H3/5/3h[] w - - 0 1", NULL, "e3d4,@d", "");
    expect_moves("puts-several", "2=X1/5/2H3/5/3h[] w - - 0 1", NULL, "e3d4,@f", "4");
    /* A wall that may not parry: the king must go itself, and the slime of a pinned piece is no shield. */
    expect_moves("puts-no-parry", "5k/6/6/6/5P/K4r[] w - - 0 1", NULL, "f2", "");
    expect_moves("puts-trail", "5k/6/6/r5/6/6 w - - 0 1", NULL, "a", "");
    expect_moves("puts-trail", "r4k/6/N5/6/6/K5 w - - 0 1", NULL, "a4", "");
}

/* Instead of a move: from one's own hand, from one for all, or from none. */
TEST(drops_are_nobodys)
{
    static const game_after read[] = {
        {"drops-neutral", "B@c3 B@c4", "1r1r1/5/2=B2/2=B2/5/1R1R1[BBBbbb] w - - 2 2"},
        {"drops-neutral-shared", "F@b1 d6c6", "r1k2r/6/2=S3/6/6/R=F1K1R[=S=S=F=F] w - - 2 2"},
        {"drops-neutral-shared", "a1a4 f6f5 a4c4", "r2k2/5r/2R3/6/6/3K1R[=S=S=S=F=F=F] b - - 0 2"},
        {"puts-edge", "e1e2,@a3 b6b5", "3k1/1r4/6/=S5/4R1/1K3 w - - 2 2"},
    };
    expect_played(read, sizeof read / sizeof *read);
    expect_moves("drops-neutral", "1r1r1/5/5/2=B2/2=B2/1R1R1[Bb] w - - 0 1", NULL, "B@c", "");
    expect_moves("drops-neutral", "1r1r1/5/5/5/5/1R1R1[b] w - - 0 1", NULL, "B@", "");
    expect_moves("drops-neutral-shared", "3k2/6/6/6/6/3K2[=F] w - - 0 1", NULL, "F@b", "1 6");
    expect_moves("drops-neutral-shared", "3k2/6/6/6/1=F4/3K2[=F] w - - 0 1", NULL, "F@b", "1 3 6");
    /* In check nothing comes that parries none; a sheep is a shield, but beside the king it attacks it. */
    expect_moves("drops-neutral-shared", "5k/6/6/6/6/K4r[=S=F] w - - 0 1", NULL, "F@", "");
    expect_moves("drops-neutral-shared", "5k/6/6/6/6/K4r[=S=F] w - - 0 1", NULL, "S@", "c1 d1 e1");
}

/* What stands in hands, and whose. */
TEST(hands_have_owners)
{
    static const struct {
        const char *game, *fen;
        bool right;
    } written[] = {
        {"drops-neutral", "1r1r1/5/5/5/5/1R1R1[Bb] w - - 0 1", true},
        {"drops-neutral", "1r1r1/5/5/5/5/1R1R1[=B] w - - 0 1", false},
        {"drops-neutral", "1r1r1/5/2B2/5/5/1R1R1[Bb] w - - 0 1", false},
        {"drops-neutral-shared", "3k2/6/6/6/6/3K2[=F=S] w - - 0 1", true},
        {"drops-neutral-shared", "3k2/6/6/6/6/3K2[F] w - - 0 1", false},
        {"atlantis", "7k/8/8/8/8/8/8/7K[X] w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        ferz_variant *v = support_game(written[i].game, NULL, NULL);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_game *game = ferz_game_create(v, written[i].fen, messages);
        assert_int_equal(game != NULL, written[i].right);
        assert_int_equal(ferz_messages_count(messages), written[i].right ? 0 : 1);
        ferz_game_free(game);
        ferz_messages_free(messages);
        ferz_variant_free(v);
    }
    ferz_variant *v = support_game("barricades", NULL, NULL);
    ferz_game *game = support_play(v, NULL, "B@c2 B@c3");
    for (size_t player = 0; player < 2; player++) { /* both see what both can drop */
        char *hand = ferz_game_hand(game, player);
        assert_string_equal(hand, player ? "14b" : "14B");
        ferz_free(hand);
    }
    ferz_game_free(game);
    ferz_variant_free(v);
}

static void expect_why(const char *name, const char *fen, const char *played, const char *words)
{
    ferz_variant *v = support_game(name, NULL, NULL);
    ferz_game *game = support_play(v, fen, NULL);
    bool legal = true;
    char *said = ferz_game_explain_move(game, played, &legal, NULL);
    assert_false(legal);
    if (!strstr(said, words)) {
        print_error("%s\n", said);
        fail();
    }
    ferz_free(said);
    ferz_game_free(game);
    ferz_variant_free(v);
}

TEST(why_names_the_edge)
{
    expect_why("atlantis", NULL, "X@d4", "a sea may not be dropped on d4: it is not at the edge");
    expect_why("atlantis", "7k/8/8/8/8/8/8/K6r w - - 0 1", "X@c1", "a player in check may not drop a sea");
    expect_why("drops-neutral", NULL, "B@a1", "a block may not be dropped on a1");
    expect_why("drops-neutral", "1r1r1/5/5/5/5/1R1R1[b] w - - 0 1", "B@a2", "white has no block in hand");
    expect_why("puts-edge", NULL, "e1e2,@c3", "name an empty cell at the edge, as in e1e2,@");
    expect_why("puts-several", NULL, "c1b2", "name an empty cell that `where` allows, as in c1b2,@");
    expect_why("puts-no-parry", "5k/6/6/6/4R1/K4r[] w - - 0 1", "e2e3,@e1",
               "without its second half it would leave your royal piece attacked");
}

/* A wall is always neutral, and nothing else is; other neutral pieces make the game slower, not wrong. */
TEST(walls_are_neutral)
{
    ferz_variant *v = support_game("duck-chess", NULL, NULL);
    ferz_messages *messages = ferz_messages_create(false);
    assert_null(ferz_game_create(v, "k7/8/8/8/8/D6p/7P/7K w - - 0 1", messages));
    assert_null(ferz_game_create(v, "k7/8/8/8/8/=N6p/7P/7K w - - 0 1", messages));
    assert_int_equal(ferz_messages_count(messages), 2);
    ferz_messages_free(messages);
    ferz_variant_free(v);
    v = support_game("puts-reached", NULL, NULL);
    assert_null(v->variant->is_wall);
    assert_false(variant_uses(v->variant, SHORTCUT_MASKS));
    ferz_variant_free(v);
}
