/* Notation: every kind of move as text, and back by playing it. */
#include "unit/test.h"

#include "unit/fixtures.h"

TEST(test_written)
{
    static const struct {
        const char *variant, *fen, *move, *after; /* `after` begins the FEN that the move gives */
    } cases[] = {
        {"chess", NULL, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w", "e4d5", "4k3/8/8/3P4/8/8/8/4K3 b"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b"},
        {"chess", "1n2k3/P7/8/8/8/8/8/4K3 w", "a7b8n", "1N2k3/8/8/8/8/8/8/4K3 b"},
        {"chess", "4k3/8/8/8/8/8/p7/4K3 b", "a2a1q", "4k3/8/8/8/8/8/8/q3K3 w"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
        {"chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1g1", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"},
        {"chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1b1", "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1"},
        {"chess960", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1", "P@e4", "4k3/8/8/8/4P3/8/8/4K3[p] b"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pp] b - - 0 1", "P@e4", "4k3/8/8/8/4p3/8/8/4K3[P] w"},
        {"crazyhouse", "4k3/8/8/8/8/8/1Q~6/q3K3[] w - - 0 1", "b2a1", "4k3/8/8/8/8/8/8/Q~3K3[Q] b"},
        {"crazyhouse", "4k3/8/8/8/8/8/1q6/Q~3K3[] b - - 0 1", "b2a1", "4k3/8/8/8/8/8/8/q3K3[p] w"},
        {"minishogi", "4k/P4/5/5/4K[] w - - 0 1", "a4a5+", "+P3k/5/5/5/4K[] b"},
        {"minishogi", "4k/S4/5/5/4K[] w - - 0 1", "a4a5", "S3k/5/5/5/4K[] b"},
        {"movements-walked", "7k/8/8/4p3/3L4/8/8/K7 w", "d4e5d4", "7k/8/8/8/3L4/8/8/K7 b"},
        {"movements-walked", "7k/8/8/4p3/3L4/8/8/K7 w", "d4e5d6", "7k/8/3L4/8/8/8/8/K7 b"},
        {"frankfurt", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", "4k3/8/8/8/8/8/4T3/8 b"},
        {"frankfurt", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8", "1N2k3/8/8/8/8/8/8/4K3 b"},
        /* a chain is written by its ends; its promotion separates it from others with the same ends */
        {"name: T\nextends: draughts-russian\njumps: {promotion: end}\nnotation: {path: ends}\npieces:\n"
         "  man: {promotes: {on: own rank 8, to: [king, lord]}}\n"
         "  lord: {letter: l, moves: [mF, {jump: F, chain: any}]}\n",
         "8/6m1/8/4m3/3M4/8/8/8 w", "d4:h8l", "7L/8/8/8/8/8/8/8 b"},
        /* but where a step leads there as well, its landings are written */
        {"name: T\nextends: draughts-russian\ncaptures: {mandatory: false}\nnotation: {path: ends, step: "
         "\":\"}\npieces:\n"
         "  man: {promotes: none, moves: [fmF, \"m(4,4)\", {jump: F, chain: any}]}\n",
         "8/6m1/8/4m3/3M4/8/8/8 w", "d4:f6:h8", "7M/8/8/8/8/8/8/8 b"},
        {"limits-16x12", "k15/16/16/16/16/16/16/16/16/16/P15/15K w - - 0 1", "p1p2",
         "k15/16/16/16/16/16/16/16/16/16/P14K/16 b"},
        {"limits-16x12", "k15/P15/16/16/16/16/16/16/16/16/16/8K7 w - - 0 1", "i1h2", NULL},
        {"limits-36x36", NULL, "ai2ai4", NULL},
        {"limits-36x36", NULL, "b1c3", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *named = cases[i].variant;
        ferz_variant *g = strchr(named, '\n') ? support_text(named) : support_game(named, NULL, NULL);
        ferz_game *p = support_play(g, cases[i].fen, cases[i].move);
        assert_string_equal(ferz_game_ply(p, 0), cases[i].move);
        char *fen = ferz_game_fen(p);
        if (cases[i].after && strncmp(fen, cases[i].after, strlen(cases[i].after)) != 0) {
            print_error("%s %s\n  wanted %s\n  found  %s\n", cases[i].variant, cases[i].move, cases[i].after, fen);
            fail();
        }
        ferz_free(fen);
        support_verify(p);
        assert_true(ferz_game_undo(p));
        char *before = ferz_game_fen(p);
        ferz_game *again = support_play(g, cases[i].fen, NULL);
        char *first = ferz_game_fen(again);
        assert_string_equal(before, first);
        ferz_free(before);
        ferz_free(first);
        ferz_game_free(again);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
}

/* What is not the text of a legal move is refused with words, and nothing changes. */
TEST(test_unread)
{
    static const char *const words[] = {
        "",           " ",
        "e",          "e2",
        "e2e",        "e2e5",
        "e2 e4",      "E2E5",
        "e2e4q",      "e2e4 ",
        " e2e4",      "e2xe4",
        "e9e4",       "e2e99",
        "e7e5",       "e1e2",
        "O-O",        "e1g1",
        "P@e4",       "@",
        "@e4",        "P@",
        "claim-",     "claim-draw",
        "claim-x",    "0000",
        "--",         "e2e4e5e6e7e8",
        "\x1B[2J",    "\xFF\xFE",
        "e2\xC3\xA9", "a1234567890123456789012345678901234567890123456789012345678901234567890123456789",
    };
    ferz_variant *g = support_game("chess", NULL, NULL);
    ferz_game *p = support_play(g, NULL, NULL);
    uint64_t hash = ferz_game_hash(p);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        ferz_messages *messages = ferz_messages_create(false);
        assert_int_equal(ferz_game_move(p, words[i], messages), FERZ_REJECTED);
        assert_int_equal(ferz_messages_count(messages), 1);
        for (const char *c = ferz_messages_at(messages, 0).rendered; *c; c++) {
            assert_true((unsigned char)*c >= ' ' || *c == '\n'); /* nothing that a terminal obeys */
        }
        assert_int_equal(ferz_game_ply_count(p), 0);
        assert_int_equal(ferz_game_hash(p), hash);
        ferz_messages_free(messages);
    }
    ferz_game_free(p);
    ferz_variant_free(g);
}
