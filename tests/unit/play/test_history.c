/* Record: repetition, claims, counts, endings and their order; taking back and copying. */
#include "unit/test.h"

#include "unit/fixtures.h"

#include "play/playout.h"

#define SHUFFLE "g1f3 g8f6 f3g1 f6g8 "
#define CHECKS "g1h1 h8g8 h1g1 g8h8 " /* from 7k/8/8/8/8/8/K7/6R1: four checks */
#define CHASE "7k/8/8/8/8/8/K7/6R1 w - - 0 1"

#define ARMIES                                                                                                         \
    "name: T\nboard: {size: 8x8}\npieces:\n  king: {letter: k, moves: K, royal: true}\n"                               \
    "  rook: {letter: r, moves: R}\n  pawn: {letter: p, moves: fmWfcF, resets_halfmove_clock: true}\n"                 \
    "start: r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1\nend:\n"

#define TWO_BOARDS                                                                                                     \
    "name: T\nextends: chess\nboard: {boards: [A, B]}\nplayers:\n  - {name: one, letter: w, board: A, seat: south, "   \
    "team: east}\n"                                                                                                    \
    "  - {name: two, letter: w, board: B, seat: south, team: west}\n  - {name: three, letter: b, board: A, seat: "     \
    "north, team: west}\n"                                                                                             \
    "  - {name: four, letter: b, board: B, seat: north, team: east}\n"                                                 \
    "start: r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1 | r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1\n"                                   \
    "end: {repetition: none, fifty moves: none, perpetual: {when: perpetual check 2, result: loss},\n"                 \
    "      again: {when: repetition 2, result: draw}}\noptions: {repetition: none, fifty: none}\n"

typedef struct record_case {
    const char *rules; /* a text, or the name of a game */
    const char *option, *value;
    const char *fen, *moves;
    const char *status;
    const char *claims; /* what may be claimed */
} record_case;

static const record_case cases[] = {
    /* mate and stalemate, with and without an ending for them */
    {"chess", 0, 0, NULL, "f2f3 e7e5 g2g4 d8h4", "black wins: checkmate", ""},
    {"chess", 0, 0, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "draw: stalemate", ""},
    {"chess", 0, 0, "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "", "ongoing", ""},
    {"minishogi", 0, 0, "4k/4G/4K/5/5[] b - - 0 1", "", "white wins: checkmate", ""},
    {ARMIES "  checkmate: loss\n", 0, 0, "7k/5R2/6K1/8/8/8/8/8 b", "", "ongoing", ""},
    {ARMIES "  checkmate: loss\n", 0, 0, "k7/1R6/2K5/8/8/8/8/8 b", "", "draw: no legal move", ""},
    {ARMIES "  stalemate: win\n", 0, 0, "k7/1R6/2K5/8/8/8/8/8 b", "", "black wins: stalemate", ""},
    {ARMIES "  patt: {when: stalemate, result: loss}\n", 0, 0, "k7/1R6/2K5/8/8/8/8/8 b", "", "white wins: patt", ""},
    /* repetition: claimed when it stands, or announced with the move that brings it about */
    {"chess", 0, 0, NULL, SHUFFLE, "ongoing", ""},
    {"chess", 0, 0, NULL, SHUFFLE "g1f3 g8f6 f3g1", "ongoing", "draw"},
    {"chess", 0, 0, NULL, SHUFFLE SHUFFLE, "ongoing", "draw"},
    {"chess", 0, 0, NULL, SHUFFLE SHUFFLE "claim-draw", "draw: repetition", ""},
    {"chess", 0, 0, NULL, SHUFFLE "g1f3 g8f6 f3g1 claim-draw", "draw: repetition", ""},
    {"chess", "repetition", "automatic", NULL, SHUFFLE "g1f3 g8f6 f3g1", "ongoing", ""},
    {"chess", "repetition", "automatic", NULL, SHUFFLE SHUFFLE, "draw: repetition", ""},
    /* a right, an en passant target or another side to move make another position */
    {"chess", 0, 0, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8", "ongoing", ""},
    {"chess", 0, 0, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1",
     "ongoing", "draw"},
    {"chess", 0, 0, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8", "ongoing", ""},
    {"chess", 0, 0, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1", "ongoing",
     "draw"},
    /* nothing is repeated over a capture that cannot come back, but hands can fill and empty */
    {"crazyhouse", 0, 0, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 claim-draw",
     "draw: repetition", ""},
    /* fifty moves; mate comes before it */
    {"chess", 0, 0, "4k3/8/8/8/8/8/R7/4K3 w - - 98 80", "", "ongoing", ""},
    {"chess", 0, 0, "4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "", "ongoing", "draw"},
    {"chess", 0, 0, "4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "a2a3", "ongoing", "draw"},
    {"chess", 0, 0, "4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "a2a3 claim-draw", "draw: fifty moves", ""},
    {"chess", 0, 0, "4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "claim-draw", "draw: fifty moves", ""},
    {"chess", "fifty", "automatic", "4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "a2a3", "draw: fifty moves", ""},
    {"chess", "fifty", "automatic", "4k3/8/4K3/8/8/8/R7/8 w - - 99 80", "a2a8", "white wins: checkmate", ""},
    {"chess", "fifty", "automatic", "4k3/8/8/8/8/4p3/R7/4K3 b - - 99 80", "e3e2", "ongoing", ""},
    {"chess", "fifty", "automatic", "4k3/8/8/8/8/8/R3n3/4K3 w - - 99 80", "a2e2", "ongoing", ""},
    /* insufficient material */
    {"chess", 0, 0, "4k3/8/8/8/8/8/8/4K3 w", "", "draw: dead position", ""},
    {"chess", 0, 0, "4k3/8/8/8/8/8/8/4K1N1 w", "", "draw: dead position", ""},
    {"chess", 0, 0, "2b1k3/8/8/8/8/8/8/4KB2 w", "", "draw: dead position", ""},
    {"chess", 0, 0, "5bk1/8/8/8/8/8/8/4KB2 w", "", "ongoing", ""},
    {"chess", 0, 0, "4k3/8/8/8/8/8/8/4K1NN w", "", "ongoing", ""},
    {"chess", 0, 0, "4k3/8/8/8/8/8/4P3/4K3 w", "", "ongoing", ""},
    {"chess", 0, 0, "4k3/8/8/8/8/8/4p3/4K3 w", "e1e2", "draw: dead position", ""},
    {"frankfurt", 0, 0, "4k3/8/8/8/8/8/4p3/4K3 w", "e1e2", "ongoing", ""},
    /* perpetual check: the checker loses if every move gave check, else it is a repetition */
    {ARMIES "  perpetual: {when: perpetual check 3, result: loss}\n  again: {when: repetition 3, result: draw}\n", 0, 0,
     CHASE, CHECKS CHECKS, "black wins: perpetual", ""},
    {ARMIES "  perpetual: {when: perpetual check 3, result: loss}\n  again: {when: repetition 3, result: draw}\n", 0, 0,
     CHASE, CHECKS "g1h1 h8g8 h1g1", "ongoing", ""},
    {ARMIES "  again: {when: repetition 3, result: draw}\n  perpetual: {when: perpetual check 3, result: loss}\n", 0, 0,
     CHASE, CHECKS CHECKS, "draw: again", ""},
    {ARMIES "  perpetual: {when: perpetual check 3, result: loss}\n  again: {when: repetition 3, result: draw}\n", 0, 0,
     "7k/8/8/8/8/8/K7/5R2 w", "f1h1 h8g8 h1f1 g8h8 f1h1 h8g8 h1f1 g8h8", "draw: again", ""},
    {"minishogi", 0, 0, NULL, "", "ongoing", ""},
    /* each board has checks of its own */
    {TWO_BOARDS, 0, 0, "7k/8/8/8/8/8/K7/6R1 w - - 0 1 | 7k/8/8/8/8/8/K7/6R1 w - - 0 1",
     "A:g1h1 B:g1f1 A:h8g8 B:h8h7 A:h1g1 B:f1g1 A:g8h8 B:h7h8", "two wins: perpetual", ""},
    {TWO_BOARDS, 0, 0, "7k/8/8/8/8/8/K7/6R1 w - - 0 1 | 7k/8/8/8/8/8/K7/6R1 w - - 0 1",
     "A:g1f1 B:g1f1 A:h8h7 B:h8h7 A:f1g1 B:f1g1 A:h7h8 B:h7h8", "draw: again", ""},
    /* checks in a row, by number and in a cycle */
    {ARMIES "  three: {when: checks 3, result: win}\n", 0, 0, CHASE, "g1h1 h8g8 h1g1 g8h8", "ongoing", ""},
    {ARMIES "  three: {when: checks 3, result: win}\n", 0, 0, CHASE, "g1h1 h8g8 h1g1 g8h8 g1h1", "white wins: three",
     ""},
    {ARMIES "  three: {when: checks 3, result: win}\n", 0, 0, CHASE, "g1h1 h8g8 h1g1 g8h8 g1f1 h8g8 f1g1 g8h8 g1h1",
     "ongoing", ""},
    {ARMIES "  three: {when: checks 3, result: win}\n", 0, 0, "7k/8/8/8/8/8/K7/6R1 w - - 0 1 white-checks=2", "g1h1",
     "white wins: three", ""},
    {ARMIES "  cycle: {when: check cycle 2, result: draw}\n", 0, 0, CHASE, "g1h1 h8g8 h1g1 g8h8", "ongoing", ""},
    {ARMIES "  cycle: {when: check cycle 2, result: draw}\n", 0, 0, CHASE, CHECKS "g1h1", "draw: cycle", ""},
    {ARMIES "  cycle: {when: check cycle 2, result: draw}\n", 0, 0, "6k1/8/8/8/8/8/K7/6R1 b", "g8h8 g1h1 h8g8 h1g1",
     "draw: cycle", ""},
    {ARMIES "  cycle: {when: check cycle 2, result: draw}\n", 0, 0, "7k/8/8/8/8/8/K7/5R2 w",
     "f1h1 h8g8 h1f1 g8h8 f1h1 h8g8 h1f1 g8h8 f1h1", "ongoing", ""},
    /* a bare king and its last chance; a position that begins so is played on */
    {ARMIES "  bare king: {when: bare, result: loss}\n", 0, 0, "4k3/8/8/8/8/8/3r4/3RK3 w", "d1d2",
     "white wins: bare king", ""},
    {ARMIES "  bare king: {when: bare, result: loss}\n", 0, 0, "8/8/8/8/8/2k5/3r4/3R3K w", "d1d2",
     "white wins: bare king", ""},
    {ARMIES "  bare king: {when: bare, result: loss, grace: true}\n", 0, 0, "8/8/8/8/8/2k5/3r4/3R3K w", "d1d2",
     "ongoing", ""},
    {ARMIES "  bare king: {when: bare, result: loss, grace: true}\n  two: {when: both bare, result: draw}\n", 0, 0,
     "8/8/8/8/8/2k5/3r4/3R3K w", "d1d2 c3d2", "draw: two", ""},
    {ARMIES "  bare king: {when: bare, result: loss, grace: true}\n", 0, 0, "8/8/8/8/8/2k5/3r4/3R3K w", "d1d2 c3b3",
     "white wins: bare king", ""},
    {ARMIES "  bare king: {when: bare, result: loss}\n", 0, 0, "4k3/8/8/8/8/8/8/3RK3 w", "", "ongoing", ""},
    {ARMIES "  bare king: {when: bare, result: loss}\n", 0, 0, "4k3/8/8/8/8/8/8/3RK3 w", "d1d2",
     "white wins: bare king", ""},
    /* extinction, of a type and of all */
    {ARMIES "  no rook: {when: extinct rook, result: loss}\n", 0, 0, "4k3/p7/8/8/8/8/3r4/3RK3 w", "d1d2",
     "white wins: no rook", ""},
    {ARMIES "  no pawn: {when: extinct pawn, result: win}\n", 0, 0, "4k3/8/8/8/8/8/p3P3/R3K3 w", "a1a2",
     "black wins: no pawn", ""},
    {"extinct", 0, 0, "r3k2/7/7/7/7/N5R w", "g1g6", "black wins: kings gone",
     ""}, /* White has none either, and is asked first */
    /* results by name of a player */
    {ARMIES "  again: {when: repetition 2, result: black wins}\n", 0, 0, CHASE, CHECKS, "black wins: again", ""},
    {"minishogi", "sente-loses-repetition", NULL, "4k/5/5/5/K4[] w - - 0 1",
     "a1a2 e5e4 a2a1 e4e5 a1a2 e5e4 a2a1 e4e5 a1a2 e5e4 a2a1 e4e5", "black wins: repetition", ""},
    /* points */
    {ARMIES "  camps: {when: points, result: points, zone: own ranks 5-8, points: {rook: 5, others: 1}, need: 6}\n", 0,
     0, "8/8/8/8/4k3/2K5/p7/RP4r1 w", "c3c4", "ongoing", ""},
    {ARMIES "  camps: {when: points, result: points, zone: own ranks 5-8, points: {rook: 5, others: 1}, need: 6}\n", 0,
     0, "8/8/8/8/1K2k3/8/p7/RP4r1 w", "b4b5", "draw: camps", ""},
    {ARMIES "  camps: {when: points, result: points, zone: own ranks 5-8, points: {rook: 5, others: 1}, need: 6}\n", 0,
     0, "8/8/8/8/1K2k3/8/8/RP4r1 w", "b4b5", "white wins: camps", ""},
    {ARMIES
     "  camps: {when: points, result: points, zone: own ranks 5-8, points: {rook: 5, others: 1}, need: 9, compare: "
     "true}\n",
     0, 0, "8/8/8/8/1K2k3/p7/p7/R5r1 w", "b4b5", "black wins: camps", ""},
    /* hooks' endings, with words of their own */
    {"hooks-rebirth", 0, 0, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 reborn=39", "e4d5", "draw: a full life", ""},
    {"hooks-rebirth", 0, 0, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 reborn=38", "e4d5", "ongoing", ""},
};

static size_t failures;

static void check_case(const record_case *c)
{
    ferz_variant *g = strchr(c->rules, '\n') ? support_text(c->rules) : support_game(c->rules, c->option, c->value);
    ferz_game *p = support_play(g, c->fen, c->moves);
    const char *status = support_status(p);
    if (strcmp(status, c->status) != 0) {
        print_error("%s\nat %s after %s\n  wanted %s\n  found  %s\n", c->rules, c->fen ? c->fen : "the start", c->moves,
                    c->status, status);
        failures++;
    }
    const char *claims = support_moves(p, "claim-");
    if (strcmp(claims, c->claims) != 0) {
        print_error("%s\nat %s after %s\n  claims wanted `%s`, found `%s`\n", c->rules, c->fen ? c->fen : "the start",
                    c->moves, c->claims, claims);
        failures++;
    }
    bool over = strcmp(c->status, "ongoing") != 0;
    assert_int_equal(support_moves(p, "")[0] == '\0', over);
    /* Undone and played again, it ends the same way. */
    ferz_game *copy = ferz_game_copy(p);
    assert_non_null(copy);
    assert_string_equal(support_status(copy), c->status);
    assert_int_equal(ferz_game_ply_count(copy), ferz_game_ply_count(p));
    if (ferz_game_ply_count(p)) {
        char last[64];
        snprintf(last, sizeof last, "%s", ferz_game_ply(p, ferz_game_ply_count(p) - 1));
        assert_true(ferz_game_undo(p));
        assert_string_equal(support_status(p), "ongoing");
        assert_int_equal(ferz_game_move(p, last, NULL), FERZ_OK);
        assert_string_equal(support_status(p), c->status);
    }
    while (ferz_game_undo(p)) {
    }
    while (ferz_game_undo(copy)) {
    }
    assert_int_equal(ferz_game_hash(p), ferz_game_hash(copy));
    ferz_game_free(copy);
    ferz_game_free(p);
    ferz_variant_free(g);
}

TEST(test_cases)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_case(&cases[i]);
    }
    assert_int_equal(failures, 0);
}

/* A hook that judges a repetition knows the plies since the position stood first, and the positions between them. */
TEST(test_judged_repetition)
{
    static const char moves[] = "d1d2 b4b3 d2d1 b3b4";
    static const struct {
        const char *tells, *reason; /* or a part of the message */
    } told[] = {
        {"plies", "w rook d1d2, b king b4b3, w rook d2d1, b king b3b4, "},
        {"steps", "0 0 1 1 2 2"},
        {"within", "b3b4b3b4"},
        {"supposed", "false false true true "},
        {"much", "much 300000"},
        {"zero", "at_ply(): the first argument must be from 1 to 5, not 0"},
        {"beyond", "at_ply(): the first argument must be from 1 to 5, not 6"},
        {"no_function", "at_ply() needs the number of a ply, a function and its arguments, not the text \"ply\""},
        {"misspelt", "a ply of cycle() has no field \"form\""},
        {"elsewhere", "cycle() is about a position that occurs again, which there is only in the `hook` of an ending"},
    };
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        ferz_variant *g = support_game("repetition-judged", "tells", told[i].tells);
        ferz_game *p = ferz_game_create(g, NULL, NULL);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_status s = {0};
        ferz_result result = ferz_game_status(p, &s, messages);
        char list[sizeof moves];
        memcpy(list, moves, sizeof moves);
        for (char *m = strtok(list, " "); m && result == FERZ_OK; m = strtok(NULL, " ")) {
            assert_int_equal(ferz_game_move(p, m, messages), FERZ_OK);
            result = ferz_game_status(p, &s, messages);
        }
        const char *found = result == FERZ_OK ? s.reason : ferz_messages_at(messages, 0).text;
        if (!strstr(found, told[i].reason)) {
            fail_msg("%s: %s", told[i].tells, found);
        }
        assert_true(result != FERZ_OK || s.outcome == FERZ_DRAW);
        ferz_messages_free(messages);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
}

/* The claim that ends the game is no ply of the cycle. */
TEST(test_claimed_repetition)
{
    ferz_variant *g = support_game("repetition-judged", "claim", "draw");
    ferz_game *p = support_play(g, NULL, "d1d2 b4b3 d2d1 b3b4 claim-draw");
    assert_string_equal(support_status(p), "draw: w rook d1d2, b king b4b3, w rook d2d1, b king b3b4, ");
    ferz_game_free(p);
    p = support_play(g, NULL,
                     "d1d2 a4a3 d2d1 claim-draw"); /* announced with a move that would repeat: the hook is not asked */
    assert_string_equal(support_status(p), "draw: again");
    ferz_game_free(p);
    ferz_variant_free(g);
}

/* Playouts keep what the hook looks at, and end by its verdict. */
TEST(test_judged_playouts)
{
    ferz_variant *g = support_game("repetition-judged", NULL, NULL);
    ferz_game *p = ferz_game_create(g, NULL, NULL);
    const game_history *h = &p->game_history;
    playout o;
    assert_true(playout_init(&o, h, h->position->hooks));
    size_t judged = 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        game_outcome end;
        size_t plies;
        assert_int_equal(playout_run(&o, seed, 300, &plies, &end), PLAYOUT_ENDED);
        judged += end.rule->kind == END_REPETITION && strncmp(end.reason, "w ", 2) * strncmp(end.reason, "b ", 2) == 0;
    }
    assert_true(judged > 10);
    playout_finish(&o);
    ferz_game_free(p);
    ferz_variant_free(g);
}

/* Where repetition is illegal the move that would bring it about is not there. */
TEST(test_illegal_repetition)
{
    ferz_variant *g = support_text(ARMIES "  never again: {when: repetition 2, result: draw, illegal: true}\n");
    ferz_game *p = support_play(g, "7k/8/8/8/8/8/8/K7 w", "a1b1 h8g8 b1a1");
    assert_string_equal(support_moves(p, "g8"), "f7 f8 g7 h7");
    bool legal = true;
    char *why = ferz_game_explain_move(p, "g8h8", &legal, NULL);
    assert_false(legal);
    assert_non_null(strstr(why, "it would repeat the position too often"));
    ferz_free(why);
    assert_int_equal(ferz_game_move(p, "g8h8", NULL), FERZ_REJECTED);
    assert_string_equal(support_status(p), "ongoing");
    ferz_game_free(p);
    ferz_variant_free(g);
}

/* A player with only forbidden moves has none: here Black's king has only the way back. */
TEST(test_only_repetition_left)
{
    ferz_variant *g =
        support_text(ARMIES "  stalemate: loss\n  never again: {when: repetition 2, result: draw, illegal: true}\n");
    ferz_game *p = support_play(g, "k7/8/1K6/8/8/8/8/2R5 w", "c1c2 a8b8 c2c1");
    assert_string_equal(support_moves(p, ""), ""); /* b8a8 would repeat, c8, a7 and b7, c7 are attacked */
    assert_string_equal(support_status(p), "white wins: stalemate");
    ferz_game_free(p);
    ferz_variant_free(g);
}

/* A play goes on unharmed after what is done to its copy. */
TEST(test_copies_are_apart)
{
    ferz_variant *g = support_game("chess", NULL, NULL);
    ferz_game *p = support_play(g, NULL, SHUFFLE "g1f3 g8f6 f3g1");
    ferz_game *copy = ferz_game_copy(p);
    assert_int_equal(ferz_game_move(copy, "f6g8", NULL), FERZ_OK);
    assert_string_equal(support_moves(copy, "claim-"), "draw"); /* the copy knows the history */
    for (int i = 0; i < 200; i++) {
        assert_int_equal(ferz_game_move(copy,
                                        i % 4 == 0   ? "g1f3"
                                        : i % 4 == 1 ? "g8f6"
                                        : i % 4 == 2 ? "f3g1"
                                                     : "f6g8",
                                        NULL),
                         FERZ_OK);
    }
    assert_int_equal(ferz_game_ply_count(p), 7);
    assert_int_equal(ferz_game_ply_count(copy), 208);
    ferz_game_free(copy);
    assert_string_equal(ferz_game_ply(p, 6), "f3g1");
    assert_string_equal(ferz_game_ply(p, 7), "");
    ferz_game_free(p);
    ferz_variant_free(g);
}
