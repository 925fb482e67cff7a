/* Endings whose condition is true of several players at once: nobody loses alone for what others do as well. */
#include "unit/test.h"

#include "../fixtures.h"

/* Red's rook checks blue's king, whose steps uncover checks to green's. */
static const char three[] =
    "name: Three kings\n"
    "board: {size: 10x10}\n"
    "players: [{name: red, seat: south}, {name: blue, seat: north}, {name: green, seat: south}]\n"
    "pieces: {king: {letter: k, moves: W, royal: true}, rook: {letter: r, moves: R},\n"
    "         bishop: {letter: b, moves: B}}\n"
    "start: 10/4,bB,bB,4/3,bK,6/10/1,gK,8/10/10/10/10/4,rR,4,rK r\n"
    "end: {over: {when: perpetual check 2, result: loss}}\n";
static const char four[] =
    "name: Four kings\n"
    "board: {size: 10x10}\n"
    "players: [{name: red, seat: south, team: one}, {name: blue, seat: north, team: two},\n"
    "          {name: green, seat: south, team: one}, {name: kelly, seat: north, team: two}]\n"
    "pieces: {king: {letter: k, moves: W, royal: true}, rook: {letter: r, moves: R}, bishop: {letter: b, moves: B}}\n"
    "start: 10/4,bB,bB,4/3,bK,6/10/1,gK,8/10/9,kK/10/10/4,rR,4,rK r\n"
    "end: {over: {when: perpetual check 2, result: loss}}\n";
#define ROUND3 "e1d1 d8e8 b6b5 d1e1 e8d8 b5b6"
#define ROUND4 "e1d1 d8e8 b6b5 j4j5 d1e1 e8d8 b5b6 j5j4"

static const char extinct[] = "name: Blasts\n"
                              "board: {size: 6x6}\n"
                              "players: [{name: red, seat: south}, {name: blue, seat: north}%s]\n"
                              "pieces: {king: {letter: k, moves: K}, rook: {letter: r, moves: R}}\n"
                              "captures: {blast: {reach: K}}\n"
                              "start: %s\n"
                              "end: {over: {when: %s}}\n";

/* One of three loses, and the game ends: who brought it about wins. */
#define THREE_PLAYERS "players: [{name: red, seat: south}, {name: blue, seat: north}, {name: green, seat: south}]\n"
static const char captured[] =
    "name: First king\n"
    "board: {size: 5x5}\n" THREE_PLAYERS "pieces: {king: {letter: k, moves: K}, rook: {letter: r, moves: R}}\n"
    "start: bK,3,gK/5/5/5/rK,4 r\n"
    "end: {over: {when: extinct king, result: loss}}\n";
static const char mated[] = "name: First mate\n"
                            "board: {size: 7x8}\n" THREE_PLAYERS
                            "pieces: {king: {letter: k, moves: K, royal: true}, rook: {letter: r, moves: R}}\n"
                            "start: bK,5,gK/7/7/7/7/7/7/rK,6 r\n"
                            "end: {over: {when: checkmate, result: loss}}\n";

/* A new ending stands where the game writes it: before the parent's that follows there, or behind all. */
#define CHECKING "a2a1 g1g2 a1a2 g2g1 a2a1 g1g2 a1a2 g2g1"
static const char before[] =
    "name: Before\nextends: chess\nend:\n  perpetual: {when: perpetual check 3, result: loss}\n"
    "  repetition: {claim: none}\n";
static const char behind[] = "name: Behind\nextends: chess\nend:\n  repetition: {claim: none}\n"
                             "  perpetual: {when: perpetual check 3, result: loss}\n";
static const char alone[] = "name: Alone\nextends: chess\nend:\n  perpetual: {when: perpetual check 3, result: loss}\n";

static const struct shared_case {
    const char *label;
    const char *game; /* a name; NULL: `rules` */
    const char *rules;
    const char *fen, *moves, *status;
} cases[] = {
    {"both check with every move", "xiangqi", NULL, "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1",
     "e4d4 d7e7 d4e4 e7d7 e4d4 d7e7 d4e4 e7d7", "draw: perpetual check"},
    {"only one checks", "xiangqi", NULL, "3k5/9/9/9/9/9/9/9/R8/5K3 w",
     "a2d2 d10e10 d2e2 e10d10 e2d2 d10e10 d2e2 e10d10 e2d2", "black wins: perpetual check"},
    {"one check is missing in the cycle", "xiangqi", NULL, "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1",
     "e4d4 d7e7 d4e4 e7d7 e4d4 d7e7 d4e4", "ongoing"},
    {"two of three check, the third wins", NULL, three, NULL, ROUND3, "green wins: over"},
    {"only red checks", NULL, three, "10/10/3,bK,6/10/1,gK,8/10/10/10/10/4,rR,4,rK r", ROUND3, "green wins: over"},
    {"only blue checks", NULL, three, "10/4,bB,bB,4/3,bK,6/10/1,gK,8/10/10/10/9,rR/9,rK r",
     "j2i2 d8e8 b6b5 i2j2 e8d8 b5b6", "green wins: over"},
    {"blue captures red's king, and green has not moved since", NULL, captured, "bK,3,gK/5/bR,4/5/rK,3,gR b", "a3a1",
     "blue wins: over"},
    {"green captures it", NULL, captured, "bK,3,gK/5/5/5/rK,3,gR g", "e1a1", "green wins: over"},
    {"red blows up blue's last piece but itself", NULL, captured, "4,gK/5/rR,3,bK/5/rK,4 r", "a3e3", "red wins: over"},
    {"blue mates red, and green moves before red finds it", NULL, mated, "bR,5,bK/7/6,bR/7/7/6,gK/7/rK,6 b",
     "g6b6 g3f3", "blue wins: over"},
    {"green mates it", NULL, mated, "gR,5,bK/7/6,gR/7/7/6,gK/7/rK,6 g", "g6b6", "green wins: over"},
    {"perpetual check is written before the repetition", NULL, before, "4k3/8/8/8/8/8/r7/6K1 b - - 0 1", CHECKING,
     "white wins: perpetual"},
    {"and behind it", NULL, behind, "4k3/8/8/8/8/8/r7/6K1 b - - 0 1", CHECKING, "draw: repetition"},
    {"and alone: a repetition must be claimed", NULL, alone, "4k3/8/8/8/8/8/r7/6K1 b - - 0 1", CHECKING,
     "white wins: perpetual"},
    {"players of both sides check", NULL, four, NULL, ROUND4, "draw: over"},
    {"only players of one side check", NULL, four, "10/10/3,bK,6/10/1,gK,8/10/9,kK/10/10/4,rR,4,rK r", ROUND4,
     "blue wins: over"},
};

TEST(test_cases)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct shared_case *c = &cases[i];
        ferz_variant *g = c->game ? support_game(c->game, NULL, NULL) : support_text(c->rules);
        ferz_game *p = support_play(g, c->fen, c->moves);
        const char *status = support_status(p);
        if (strcmp(status, c->status) != 0) {
            print_error("%s\n", c->label);
        }
        assert_string_equal(status, c->status);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
}

/* One move of red's takes something of both or of all. */
TEST(test_blasts)
{
    static const struct {
        const char *more, *start, *when, *moves, *status;
    } blasts[] = {
        {"", "6/6/2k3/2rK2/6/2R3 r", "extinct king, result: loss", "c1c3", "draw: over"},
        {"", "6/6/2k3/2r3/6/2R2K r", "extinct king, result: loss", "c1c3", "red wins: over"},
        {"", "5k/6/6/2rK2/6/2R3 r", "extinct king, result: loss", "c1c3", "blue wins: over"},
        {"", "6/6/2k3/2rK2/6/2R3 r", "extinct king, result: win", "c1c3", "draw: over"},
        {"", "6/6/2k3/2rK2/6/2R3 r", "extinct king, result: blue wins", "c1c3", "blue wins: over"},
        {"", "6/6/2k3/2rK2/6/2R2R r", "'pieces below 2', result: loss", "c1c3", "draw: over"},
        {"", "r4r/6/2k3/2rK2/6/2R2R r", "'pieces below 2', result: loss", "c1c3", "blue wins: over"},
        {", {name: green, seat: south}", "5,gK/6/2,bK,3/2,bR,rK,2/6/2,rR,3 r", "extinct king, result: loss", "c1c3",
         "green wins: over"},
        {", {name: green, seat: south}", "6/6/2,bK,gK,2/2,bR,rK,2/6/2,rR,3 r", "extinct king, result: loss", "c1c3",
         "draw: over"},
        {", {name: green, seat: south}", "5,gK/6/2,bK,3/2,bR,3/6/2,rR,2,rK r", "extinct king, result: loss", "c1c3",
         "red wins: over"},
        {", {name: green, seat: south}", "6/6/2,bK,gK,2/2,bR,3/6/2,rR,2,rK r", "extinct king, result: loss", "c1c3",
         "red wins: over"},
    };
    for (size_t i = 0; i < sizeof blasts / sizeof blasts[0]; i++) {
        char yaml[1024];
        snprintf(yaml, sizeof yaml, extinct, blasts[i].more, blasts[i].start, blasts[i].when);
        ferz_variant *g = support_text(yaml);
        ferz_game *p = support_play(g, NULL, blasts[i].moves);
        assert_string_equal(support_status(p), blasts[i].status);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
}
