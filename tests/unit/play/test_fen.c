/* FEN: what is read, how it is written again, and the message for each wrong field. */
#include "unit/test.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "unit/fixtures.h"

typedef struct fen_case {
    const char *variant, *refusal, *written; /* written NULL: as read */
} fen_case;

static const fen_case sound[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL},
    {"chess", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"chess", "  4k3/8/8/8/8/8/8/4K3   b  ", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 99", "4k3/8/8/8/8/8/8/4K3 w - - 99 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535", NULL},
    /* rights without their piece are dropped; rights are written in our order */
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    {"chess", "r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1"},
    {"chess", "r3k2b/8/8/8/8/8/8/N3K2R w KQkq - 0 1", "r3k2b/8/8/8/8/8/8/N3K2R w Kq - 0 1"},
    /* en passant targets that no piece can use are dropped */
    {"chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
    {"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", NULL},
    {"chess", "4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3p4/8/8/4K3 b - - 0 1"},
    {"chess", "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1"},
    {"chess", "4k3/8/8/pPpP4/8/8/8/4K3 w - a6,c6 0 1", NULL},
    {"chess", "4k3/8/8/pPpP4/8/8/8/4K3 w - a6c6 0 1", "4k3/8/8/pPpP4/8/8/8/4K3 w - a6,c6 0 1"},
    {"berolina-chess", "4k3/8/8/1pPp4/8/8/8/4K3 w - c6 0 1", NULL},
    {"berolina-chess", "4k3/8/8/1pPp4/8/8/8/4K3 w - c6-d5 0 1", NULL},
    {"berolina-chess", "4k3/8/8/1pPp4/8/8/8/4K3 w - c6-b5 0 1", "4k3/8/8/1pPp4/8/8/8/4K3 w - c6 0 1"},
    {"berolina-chess", "4k3/8/8/1pPp4/8/8/8/4K3 w - c6-c5 0 1", "4k3/8/8/1pPp4/8/8/8/4K3 w - c6 0 1"},
    /* any number of any pieces */
    {"chess", "8/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8 w - - 0 1"},
    {"chess", "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w", "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1"},
    {"chess", "PPPPPPPP/qqqqqqqq/QQQQQQQQ/qqqqqqqq/QQQQQQQQ/qqqqqqqq/QQQQQQQQ/kqqqqqqK w",
     "PPPPPPPP/qqqqqqqq/QQQQQQQQ/qqqqqqqq/QQQQQQQQ/qqqqqqqq/QQQQQQQQ/kqqqqqqK w - - 0 1"},
    /* hands */
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", NULL},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[pQPqP] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[QPPqp] w - - 0 1"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3/Pp w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1"},
    {"crazyhouse", "Q~3k3/8/8/8/8/8/8/4K2q~[] b - - 0 1", NULL},
    {"hands-captured-as-king", "4k3/8/8/3P4/8/8/8/4K3[Kk] b - - 0 1", NULL},
    {"minishogi", "+r3k/5/2+P2/5/K3+B[Gg] b - - 3 9", NULL},
    /* rights of a first move, by file, royal letters, counters */
    {"makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w KMkm - 0 1", NULL},
    {"makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNS1KSNR w KMkm - 0 1",
     "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNS1KSNR w km - 0 1"},
    {"chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
    {"chess960", "1r2k1r1/8/8/8/8/8/8/R1R1K1R1 w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/R1R1K1R1 w GAgb - 0 1"},
    {"chess960", "1r2k1r1/8/8/8/8/8/8/R1R1K1R1 w CGb - 0 1", "1r2k1r1/8/8/8/8/8/8/R1R1K1R1 w GCb - 0 1"},
    {"frankfurt", "4t3/8/8/8/8/8/8/3W4 w - - 0 1", NULL},
    {"hooks-rebirth", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 white-steps=2 reborn=-3 black-steps=0",
     "4k3/8/8/8/8/8/8/4K3 w - - 0 1 reborn=-3 white-steps=2"},
    {"hooks-rebirth", "4k3/8/8/8/8/8/8/4K3 w - - reborn=9", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 reborn=9"},
    {"points", "k5/6/6/6/6/K5 w - - 0 1 black-checks=2", NULL},
    /* boards that are no rectangles: only cells are written, levels behind a bar */
    {"hex80", "2k2/6/7/8/9/10/9/3p4/3P3/6/2K2 w - - 0 1", NULL},
    {"hex80", "3k1/6/7/8/9/10/9/8/7/R4R/3K1 w KQkq - 0 1", "3k1/6/7/8/9/10/9/8/7/R4R/3K1 w KQ - 0 1"},
    {"andromeda", "8/8/8/8/7P/8/8/K7|k7/8/8/8/7p/8/8/8 b - h3 0 1", NULL},
    {"levels-three", "5/5/4/5/K3|4/5/4/5/5|5/5/3k/5/5 w - - 0 1", NULL},
    {"boards-one-army", "k7/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/8[Pp] w", "k7/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/8[Pp] w - - 0 1"},
    /* four armies: owners' letters, commas, x for no cell, which may be left out */
    {"players-four-on-cross", "x,x,gR,1,gK,1,x,x/x,x,4,x,x/kK,7/8/7,rK/8/x,x,4,x,x/x,x,1,wK,1,wR,x,x k wK - 0 1", NULL},
    {"players-four-on-cross", "gR,1,gK,1/4/kK,7/8/7,rK/8/4/1,wK,1,wR g wK,rK",
     "x,x,gR,1,gK,1,x,x/x,x,4,x,x/kK,7/8/7,rK/8/x,x,4,x,x/x,x,1,wK,1,wR,x,x g wK - 0 1"},
    {"fen-digit-players", "2K,2R,10/11,3R/5,x,6/1K,2,1R,6,(51R3R),3K 2 - - 1 1", NULL},
    {"fen-digit-players", "2K2R10/113R/5x6/1K2R4(1R1R51K3R)3K4 3",
     "2K,2R,10/11,3R/5,x,6/1K,2R,4,(1R1R51K3R),3K,4 3 - - 0 1"},
    {"players-three-on-rows", "gR,1,gK/4/bK,3,bP/4/wK,1,wR w - - 0 1", NULL},
    /* * as other programs write it: a wall, or no cell */
    {"duck-chess", "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3=D4/8/8/8/4K3 w - - 0 1"},
    {"coordination-missing-cells", "ck1p*c/p*1ppp/ppp*1p/PP*1PP/PPPP*1/C*1KPC w - - 0 1",
     "ck1pc/p1ppp/ppp1p/PP1PP/PPPP1/C1KPC w - - 0 1"},
    {"players-three-on-rows", "x,x,gR,x,1,x,gK,x,x/4/bK,3,bP/x,1,x,1,x,1,x,1,x/wK,1,wR w - - 0 1",
     "gR,1,gK/4/bK,3,bP/4/wK,1,wR w - - 0 1"},
    {"limits-16x12", "16/16/16/16/k15/16/16/16/16/16/16/15K w - - 0 1", NULL},
    /* separate boards: which player acts on which board, and which board waits */
    {"swedish-chess", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[N] b - - 3 9 acts=A", NULL},
    {"swedish-chess", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 waited=1", NULL},
    /* turns that go on, dice, rights that are shown when they are lost */
    {"marseillais", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ply=1", NULL},
    {"dice-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 roll=3", NULL},
    /* castling letters of chess where rooks are named by their files: the outermost rook on that side */
    {"chess960", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"chess960", "1r1rk1rr/8/8/8/8/8/8/1RR1KR1R w KQkq - 0 1", "1r1rk1rr/8/8/8/8/8/8/1RR1KR1R w HBhb - 0 1"},
    /* and the other way round: Shredder-FEN where rights have letters of their own */
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K1R1 w HAh - 0 1", "r3k2r/8/8/8/8/8/8/R3K1R1 w Qk - 0 1"},
    {"capablanca", "r4k3r/10/10/10/10/10/10/R4K3R b Ja - 0 1", "r4k3r/10/10/10/10/10/10/R4K3R b Kq - 0 1"},
};

/* Any of the 960 arrays for either side is read whatever array was chosen; rights by file and by side. */
static void place(char row[9], char letter, int free_before)
{
    for (int i = 0; i < 8; i++) {
        if (row[i] == ' ' && free_before-- == 0) {
            row[i] = letter;
            return;
        }
    }
}

/* Scharnagl's numbers, as the script has them; `rights` gets the rooks' files from the right. */
static void write_array(int number, char row[9], char rights[3])
{
    static const int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    memcpy(row, "        ", 9);
    row[number % 4 * 2 + 1] = 'B';
    row[number / 4 % 4 * 2] = 'B';
    place(row, 'Q', number / 16 % 6);
    place(row, 'N', knights[number / 96][1]);
    place(row, 'N', knights[number / 96][0]);
    place(row, 'R', 0);
    place(row, 'K', 0);
    place(row, 'R', 0);
    rights[0] = (char)('A' + (strrchr(row, 'R') - row));
    rights[1] = (char)('A' + (strchr(row, 'R') - row));
    rights[2] = '\0';
}

static void to_lower(char *s)
{
    for (; *s; s++) {
        *s = (char)tolower((unsigned char)*s);
    }
}

static void assert_read(ferz_variant *g, const char *fen, const char *expected)
{
    ferz_game *p = support_play(g, fen, NULL);
    char *written = ferz_game_fen(p);
    assert_string_equal(written, expected);
    ferz_free(written);
    ferz_game_free(p);
}

TEST(test_every_array)
{
    static const char *const chosen[] = {"518", "100", "0"};
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; i++) {
        ferz_variant *g = support_game("chess960", "array", chosen[i]);
        for (int n = 0; n < 2 * 960; n++) { /* both sides alike, then each its own array */
            char white[9], black[9], white_rights[3], black_rights[3], by_file[80], by_side[80];
            write_array(n % 960, white, white_rights);
            write_array(n < 960 ? n : n * 7 % 960, black, black_rights);
            to_lower(black);
            to_lower(black_rights);
            snprintf(by_file, sizeof by_file, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s%s - 0 1", black, white,
                     white_rights, black_rights);
            snprintf(by_side, sizeof by_side, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
            assert_read(g, by_file, by_file);
            assert_read(g, by_side, by_file);
        }
        ferz_variant_free(g);
    }
}

TEST(test_sound)
{
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++) {
        ferz_variant *g = support_game(sound[i].variant, NULL, NULL);
        ferz_game *p = support_play(g, sound[i].refusal, NULL);
        char *fen = ferz_game_fen(p);
        assert_string_equal(fen, sound[i].written ? sound[i].written : sound[i].refusal);
        support_verify(p);
        ferz_game *again = support_play(g, fen, NULL);
        assert_int_equal(ferz_game_hash(p), ferz_game_hash(again));
        ferz_game_free(again);
        ferz_free(fen);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
}

static const struct {
    const char *variant, *refusal;
    unsigned column;
    const char *message;
} wrong[] = {
    {"chess", "", 1, "placement: rank 8 has fewer than 8 cells"},
    {"chess", "w", 1, "placement: no piece is written `w`"},
    {"chess", "8/8/8/8/8/8/8", 14, "placement: 1 of the board's 8 ranks are missing"},
    {"chess", "8/8/8/8/8/8/8/8/8 w", 16, "placement: more than the board's 8 ranks"},
    {"chess", "9/8/8/8/8/8/8/8 w", 1, "placement: rank 8 has more than 8 cells"},
    {"chess", "8/7/8/8/8/8/8/8 w", 4, "placement: rank 7 has fewer than 8 cells"},
    {"chess", "8/8/8/8/8/8/8/7 w", 16, "placement: rank 1 has fewer than 8 cells"},
    {"chess", "8/8/8/pppppppppp/8/8/8/8 w", 15, "placement: rank 5 has more than 8 cells"},
    {"chess", "8/8/7*/8/8/8/8/8 w", 6, "placement: `*` is where the board has no cell, and here is one"},
    {"chess", "8/8/0/8/8/8/8/8 w", 5, "placement: a 0 counts no empty cells"},
    {"chess", "8/8/99999999999999999999/8/8/8/8/8 w", 5, "placement: rank 6 has more than 8 cells"},
    {"chess", "4x3/8/8/8/8/8/8/8 w", 2, "placement: no piece is written `x`"},
    {"chess",
     "4\xC3\xA9"
     "3/8/8/8/8/8/8/8 w",
     2, "placement: no piece is written `\xC3\xA9`"},
    {"chess",
     "4\xFF"
     "3/8/8/8/8/8/8/8 w",
     2, "placement: no piece is written `\\xFF`"},
    {"chess", "4\x1B[31m/8/8/8/8/8/8/8 w", 2, "placement: no piece is written `\\x1B`"},
    {"chess", "8/8/8/8/8/8/8/8[P] w", 16, "hands: there are no pieces in hand in this game"},
    {"chess", "8/8/8/8/8/8/8/8x w", 16, "placement: no piece is written `x`"},
    {"chess", "8/8/8/8/8/8/8/8 x", 17, "side to move: expected `w` or `b`"},
    {"chess", "8/8/8/8/8/8/8/8 white", 17, "side to move: expected `w` or `b`"},
    {"chess", "8/8/8/8/8/8/8/8 w X", 19, "rights: this game has no right `X`"},
    {"chess", "8/8/8/8/8/8/8/R3K2R w KQz", 25, "rights: this game has no right `z`"},
    {"chess", "8/8/8/8/8/8/8/8 w - e9", 21, "en passant target: no cell of this board"},
    {"chess", "8/8/8/8/8/8/8/8 w - e3,", 0, NULL},
    {"chess", "8/8/8/8/8/8/8/8 w - e3e9", 23, "en passant target: no cell of this board"},
    {"chess", "8/8/8/8/8/8/8/8 w - e3,,e4", 24, "en passant target: no cell of this board"},
    {"chess", "8/8/8/8/8/8/8/8 w - e3-", 21, "en passant target: no cell of this board"},
    {"chess", "8/8/8/8/8/8/8/8 w - - x", 23, "halfmove clock: expected a number"},
    {"chess", "8/8/8/8/8/8/8/8 w - - -1", 23, "halfmove clock: expected a number"},
    {"chess", "8/8/8/8/8/8/8/8 w - - 65536", 23, "halfmove clock: expected a number"},
    {"chess", "8/8/8/8/8/8/8/8 w - - 99999999999999", 23, "halfmove clock: expected a number"},
    {"chess", "8/8/8/8/8/8/8/8 w - - 0 1.5", 25, "move number: expected a number"},
    {"chess", "8/8/8/8/8/8/8/8 w - - 0 1 more", 27, "counters: expected name=number"},
    {"chess", "8/8/8/8/8/8/8/8 w - - 0 1 more=1", 27, "counters: this game has no such counter"},
    {"hooks-rebirth", "8/8/8/8/8/8/8/8 w - - 0 1 reborn=", 27, "counters: expected name=number"},
    {"hooks-rebirth", "8/8/8/8/8/8/8/8 w - - 0 1 reborn=x", 27, "counters: expected name=number"},
    {"hooks-rebirth", "8/8/8/8/8/8/8/8 w - - 0 1 reborn=10000", 27, "counters: expected name=number"},
    {"points", "6/6/6/6/6/6 w - - 0 1 black-checks=-2", 23, "counters: this game has no such counter"},
    {"points", "6/6/6/6/6/6 w - - 0 1 checks=2", 23, "counters: this game has no such counter"},
    {"hex80", "5/6/7/8/9/11/9/8/7/6/5 w", 11, "placement: rank 6 has more than 10 cells"},
    {"hex80", "5/6/7/8/9/9/9/8/7/6/5 w", 12, "placement: rank 6 has fewer than 10 cells"},
    {"andromeda", "8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8 w", 32, "placement: more than 2 levels"},
    {"andromeda", "8/8/8/8|8/8/8/8 w", 8, "placement: 4 of the board's 8 ranks are missing"},
    {"players-four-on-cross", "x,x,4,x/4/8/8/8/8/4/4 w", 8, "placement: rank 8 has fewer than 8 cells"},
    {"players-four-on-cross", "x,x,3,x,x,x/4/8/8/8/8/4/4 w", 7,
     "placement: `x` is where the board has no cell, and here is one"},
    {"players-four-on-cross", "x,wR,3,x,x,x/4/8/8/8/8/4/4 w", 3, "placement: the board has no cell here"},
    {"players-four-on-cross", "4/4/8/8/8/8/4/4 w K", 19, "rights: expected the letter of a player"},
    {"players-four-on-cross", "4/4/8/8/8/8/4/4 w wx", 20, "rights: this game has no right `x`"},
    {"crazyhouse", "8/8/8/8/8/8/8/8[P w", 18, "hands: no such piece can be in hand"},
    {"crazyhouse", "8/8/8/8/8/8/8/8[", 17, "hands: the `]` is missing"},
    {"crazyhouse", "8/8/8/8/8/8/8/8[K] w", 17, "hands: no such piece can be in hand"},
    {"crazyhouse", "8/8/8/8/8/8/8/8[Q~] w", 17, "hands: no such piece can be in hand"},
    {"crazyhouse", "8/8/8/8/8/8/8/8[x] w", 17, "hands: no such piece can be in hand"},
    {"crazyhouse", "8/8/8/8/8/8/8/8[-] w - - 0 1 ply=1", 30, "counters: this game has no such counter"},
    {"swedish-chess", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", 32, "the position of board `B` is missing"},
    {"swedish-chess", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 acts=C", 67,
     "acts: there is no such board"},
    {"swedish-chess", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 waited=2", 67,
     "waited: expected waited=1"},
    {"swedish-chess", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 8/8/8/8/8/8/8/8 w", 67,
     "placement: there is no further board"},
    {"swedish-chess", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1", 21,
     "hands: no such piece can be in hand"},
    {"marseillais", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ply=999", 31, "ply: expected a number to 255"},
    {"marseillais", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ply=x", 31, "ply: expected a number to 255"},
    {"dice-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 roll=7", 31, "roll: the dice cannot show that"},
    {"dice-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 roll=x", 31, "roll: the dice cannot show that"},
    {"nardy-long", "12/12 w - - 0 1 roll=1-2-3-4-5", 17, "roll: the dice cannot show that"},
    {"nardy-long", "11(O/12 w", 5, "placement: no piece is written so"},
    {"nardy-long", "12/11(O", 8, "placement: the `)` is missing"},
    {"nardy-long", "11(Ox)/12 w", 5, "placement: no piece is written so"},
    {"nardy-long", "12(O)/12 w", 3, "placement: rank 2 has more than 12 cells"},
    {"tavreli", "8/8/8/8/8/8/8/(kr)7 w", 17, "placement: no piece stands on a royal one"},
    {"tavreli", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 lost=z9", 31, "lost: no cell of this board"},
    {"players-four-on-cross", "x,x,4,x,x/x,x,4,x,x/8/8/8/8/x,x,4,x,x/x,x,4,x,x,wR w", 49,
     "placement: rank 1 has more than 8 cells"},
    {"sequential-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ply=1 moved=z9", 37, "moved: no cell of this board"},
    {"crazyhouse", "8/8/8/8/8/8/8/8[]x w", 18, "placement: expected a blank before the next field"},
};

TEST(test_wrong)
{
    size_t failures = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ferz_variant *g = support_game(wrong[i].variant, NULL, NULL);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_game *p = ferz_game_create(g, wrong[i].refusal, messages);
        if (!wrong[i].message) {
            assert_non_null(p);
        } else if (p || ferz_messages_count(messages) != 1) {
            print_error("`%s` was read, or has several messages\n", wrong[i].refusal);
            failures++;
        } else {
            ferz_message m = ferz_messages_at(messages, 0);
            if (strcmp(m.text, wrong[i].message) != 0 || m.column != wrong[i].column || m.line != 1) {
                print_error("`%s`\n  wanted %u: %s\n  found  %u: %s\n", wrong[i].refusal, wrong[i].column,
                            wrong[i].message, m.column, m.text);
                failures++;
            }
            assert_string_equal(m.file, "fen");
            assert_int_equal(ferz_messages_result(messages), FERZ_REJECTED);
        }
        ferz_game_free(p);
        ferz_messages_free(messages);
        ferz_variant_free(g);
    }
    assert_int_equal(failures, 0);
}

/* Rights that no piece has, and positions that no move leads to: read, with one warning. */
static const struct warned_case {
    const char *variant, *fen, *code; /* NULL: no warning */
    uint32_t column;
} warned[] = {
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", NULL, 0},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "W0712", 25},
    {"chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "W0712", 24},
    {"chess960", "1k6/8/8/8/8/8/8/RK6 w AH - 0 1", "W0712", 24},
    {"chess960", "1k6/8/8/8/8/8/8/1K6 w Q - 0 1", "W0712", 23},
    {"chess-aragon-1490", "4k3/8/8/8/8/8/8/3K4 w L - 0 1", "W0712", 23},
    {"puts-from-hand", "4k3/8/8/8/8/8/8/1N2K3[W] w B - 0 1", NULL, 0},
    {"puts-from-hand", "4k3/8/8/8/8/8/8/1N2K3[W] w BG - 0 1", "W0712", 29},
    {"seirawan", "4k3/8/8/8/8/8/8/3NK3[H] w D - 0 1", NULL, 0},
    {"seirawan", "4k3/8/8/8/8/8/8/3NK3[H] w DC - 0 1", "W0712", 28},
    {"chess", "1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1", "W0711", 1},
    {"chess", "1n6/8/2Q5/1rK5/8/8/8/5k2 w - - 0 1", NULL, 0},
    {"xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w", "W0711", 1},
    {"no-check-chess", "4k3/8/8/8/8/8/8/4R1K1 w", NULL, 0},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4R1K1[] w", "W0711", 1},
};

TEST(test_warned)
{
    size_t failures = 0;
    for (size_t i = 0; i < sizeof warned / sizeof warned[0]; i++) {
        const struct warned_case *c = &warned[i];
        ferz_variant *g = support_game(c->variant, NULL, NULL);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_game *p = ferz_game_create(g, c->fen, messages);
        bool found = ferz_messages_count(messages) == (c->code ? 1 : 0);
        if (found && c->code) {
            ferz_message m = ferz_messages_at(messages, 0);
            found = m.warning && strcmp(m.code, c->code) == 0 && m.column == c->column;
        }
        if (!p || !found) {
            print_error("%s `%s`\n", c->variant, c->fen);
            support_show(messages);
            failures++;
        }
        ferz_game_free(p);
        ferz_messages_free(messages);
        ferz_variant_free(g);
    }
    assert_int_equal(failures, 0);
}

/* A hand holds at most a thousand pieces of a type; the text may be long. */
TEST(test_full_hand)
{
    ferz_variant *g = support_game("crazyhouse", NULL, NULL);
    for (int more = 0; more < 2; more++) {
        char fen[1200] = "4k3/8/8/8/8/8/8/4K3[";
        size_t n = strlen(fen);
        memset(fen + n, 'P', 1000 + (size_t)more);
        memcpy(fen + n + 1000 + more, "] w", 4);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_game *p = ferz_game_create(g, fen, messages);
        assert_int_equal(p != NULL, !more);
        assert_int_equal(ferz_messages_count(messages), more);
        ferz_game_free(p);
        ferz_messages_free(messages);
    }
    ferz_variant_free(g);
}

/* Counts at their end stay there. */
TEST(test_full_counts)
{
    ferz_variant *g = support_game("crazyhouse", NULL, NULL);
    ferz_game *p = support_play(g, "4k3/8/8/8/8/8/8/4K3[] b - - 65535 65535", "e8e7");
    char *fen = ferz_game_fen(p);
    assert_string_equal(fen, "8/4k3/8/8/8/8/8/4K3[] w - - 65535 65535");
    ferz_free(fen);
    support_verify(p);
    ferz_game_free(p);
    ferz_variant_free(g);
}
