/* Plans: what each movement comes to on a board, worked out by hand. */
#include "unit/test.h"

#include "unit/fixtures.h"

typedef struct movement_case {
    const char *moves; /* of the piece x */
    const char *fen;   /* x is the piece, s a stone that never moves; only the placement */
    const char *from, *targets;
} movement_case;

#define EMPTY "8/8/8/8/3X4/8/8/8"

static const movement_case movements[] = {
    /* leaps */
    {"W", EMPTY, "d4", "c4 d3 d5 e4"},
    {"F", EMPTY, "d4", "c3 c5 e3 e5"},
    {"D", EMPTY, "d4", "b4 d2 d6 f4"},
    {"A", EMPTY, "d4", "b2 b6 f2 f6"},
    {"H", EMPTY, "d4", "a4 d1 d7 g4"},
    {"N", EMPTY, "d4", "b3 b5 c2 c6 e2 e6 f3 f5"},
    {"C", EMPTY, "d4", "a3 a5 c1 c7 e1 e7 g3 g5"},
    {"Z", EMPTY, "d4", "a2 a6 b1 b7 f1 f7 g2 g6"},
    {"G", EMPTY, "d4", "a1 a7 g1 g7"},
    {"(1,4)", EMPTY, "d4", "c8 e8 h3 h5"},
    {"N", "X7/8/8/8/8/8/8/8", "a8", "b6 c7"},
    {"K", "8/8/8/2SsS3/2sXS3/3s4/8/8", "d4", "c3 c4 d3 d5 e3"},
    /* directions */
    {"fW", EMPTY, "d4", "d5"},
    {"bW", EMPTY, "d4", "d3"},
    {"lW", EMPTY, "d4", "c4"},
    {"rW", EMPTY, "d4", "e4"},
    {"sW", EMPTY, "d4", "c4 e4"},
    {"vW", EMPTY, "d4", "d3 d5"},
    {"fF", EMPTY, "d4", "c5 e5"},
    {"flF", EMPTY, "d4", "c5"},
    {"WfF", EMPTY, "d4", "c4 c5 d3 d5 e4 e5"},
    {"fN", EMPTY, "d4", "c6 e6"},
    {"fhN", EMPTY, "d4", "b5 c6 e6 f5"},
    /* moving and capturing */
    {"mW", "8/8/8/3s4/3X4/8/8/8", "d4", "c4 d3 e4"},
    {"cW", "8/8/8/3s4/3X4/8/8/8", "d4", "d5"},
    {"fmWfcF", "8/8/8/2sSs3/3X4/8/8/8", "d4", "c5 e5"},
    {"fmWfcF", EMPTY, "d4", "d5"},
    {"dK", "8/8/8/3S4/3Xs3/8/8/8", "d4", "d5"},
    {"WdF", "8/8/8/2S1s3/3X4/8/8/8", "d4", "c4 c5 d3 d5 e4"},
    /* lines */
    {"R", EMPTY, "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"},
    {"R", "8/8/3S4/8/3X1s2/8/8/8", "d4", "a4 b4 c4 d1 d2 d3 d5 e4 f4"},
    {"mR", "8/8/3S4/8/3X1s2/8/8/8", "d4", "a4 b4 c4 d1 d2 d3 d5 e4"},
    {"cR", "8/8/3S4/8/3X1s2/8/8/8", "d4", "f4"},
    {"B", "8/6s1/8/8/3X4/2S5/8/8", "d4", "a7 b6 c5 e3 e5 f2 f6 g1 g7"},
    {"R2", EMPTY, "d4", "b4 c4 d2 d3 d5 d6 e4 f4"},
    {"WW", "8/8/3S4/8/3X1s2/8/8/8", "d4", "a4 b4 c4 d1 d2 d3 d5 e4 f4"},
    {"fR", EMPTY, "d4", "d5 d6 d7 d8"},
    {"N0", EMPTY, "d4", "b3 b5 b8 c2 c6 e2 e6 f3 f5 f8 h2 h6"},
    {"N0", "8/8/4s3/5S2/3X4/8/8/8", "d4", "b3 b5 b8 c2 c6 e2 e6 f3 h2"},
    {"D0", "8/8/3s4/8/3X4/8/8/8", "d4", "b4 d2 d6 f4 h4"},
    {"RF", "8/8/8/8/X7/8/8/8", "a4", "a1 a2 a3 a5 a6 a7 a8 b3 b4 b5 c4 d4 e4 f4 g4 h4"},
    /* lame leaps and jumpers */
    {"nD", "8/8/8/3s4/3X4/8/8/8", "d4", "b4 d2 f4"},
    {"nA", "8/8/8/2S5/3X4/8/8/8", "d4", "b2 f2 f6"},
    {"nN", "8/8/8/3s4/3X4/8/8/8", "d4", "b3 b5 c2 e2 f3 f5"},
    {"fmnD", "8/8/3s4/8/3X4/8/8/8", "d4", ""},
    {"jD", "8/8/3s4/3S4/3Xs3/8/8/8", "d4", "d6 f4"},
    /* hoppers */
    {"mRcpR", "3s4/8/3S4/8/3X1s1s/8/8/8", "d4", "a4 b4 c4 d1 d2 d3 d5 d8 e4 h4"},
    {"pR", "3s4/8/3S4/8/3X1s1S/8/8/8", "d4", "d7 d8 g4"},
    {"gQ", "8/8/1s6/3S4/3X1ss1/8/8/8", "d4", "a7 d6 g4"},
    {"gQ", "8/8/3S4/3S4/3X4/8/8/8", "d4", ""},
    /* captures on the way */
    {"cabK", "8/8/8/4s3/3X4/8/8/8", "d4", "e5d4"},
    {"caK", "8/8/8/4s3/3X4/8/8/7S", "d4", "e5d5 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6"},
    {"caW", "8/8/8/3sS3/3X4/8/8/8", "d4", "d5c5 d5d6"},
    /* one move is one move, however many movements lead there */
    {"WK", EMPTY, "d4", "c3 c4 c5 d3 d5 e3 e4 e5"},
    {"[W?R]", "8/8/8/3S4/2SXS3/3S4/8/8", "d4", ""},
    {"nAB", EMPTY, "d4", "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8"},
};

static ferz_variant *game_of(const char *moves, const char *symmetry)
{
    char yaml[512];
    snprintf(yaml, sizeof yaml,
             "name: T\nboard: {size: 8x8, symmetry: %s}\npieces:\n  piece: {letter: x, moves: \"%s\"}\n"
             "  stone: {letter: s}\nstart: 8/8/8/8/8/8/8/8 w\n",
             symmetry, moves);
    return support_text(yaml);
}

TEST(test_movements)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof movements / sizeof movements[0]; i++) {
        const movement_case *c = &movements[i];
        ferz_variant *g = game_of(c->moves, "mirror");
        char fen[128];
        snprintf(fen, sizeof fen, "%s w", c->fen);
        ferz_game *p = support_play(g, fen, NULL);
        const char *found = support_moves(p, c->from);
        if (strcmp(found, c->targets) != 0) {
            print_error("%s on %s\n  wanted %s\n  found  %s\n", c->moves, c->fen, c->targets, found);
            wrong++;
        }
        support_verify(p);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
    assert_int_equal(wrong, 0);
}

/* Forward is away from one's own edge; left is the same file for both with `mirror`, the other with `rotation`. */
TEST(test_sides)
{
    static const struct {
        const char *moves, *symmetry, *targets;
    } cases[] = {
        {"fW", "mirror", "d3"},   {"bW", "mirror", "d5"},     {"lW", "mirror", "c4"},    {"lW", "rotation", "e4"},
        {"fW", "rotation", "d3"}, {"ffN", "mirror", "c2 e2"}, {"flF", "rotation", "e3"}, {"fmWfcF", "mirror", "d3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_variant *g = game_of(cases[i].moves, cases[i].symmetry);
        ferz_game *p = support_play(g, "8/8/8/8/3x4/8/8/8 b", NULL);
        assert_string_equal(support_moves(p, "d4"), cases[i].targets);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
}

/* ---- conditions, promotion, drops: rules with two kings ---- */

#define HEAD "name: T\nboard: {size: 8x8}\n"
#define KING "  king: {letter: k, moves: K, royal: true}\n"
#define START "start: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"

typedef struct rules_case {
    const char *yaml, *fen, *prefix, *moves;
} rules_case;

static const rules_case rules_cases[] = {
    /* from and to */
    {HEAD "pieces:\n" KING "  x: {letter: x, moves: [{move: W, from: own ranks 1-3}, {move: fN, to: file a}]}\n" START,
     "4k3/8/8/8/8/1X6/8/4K3 w", "b3", "a3 a5 b2 b4 c3"},
    {HEAD "pieces:\n" KING "  x: {letter: x, moves: [{move: W, from: own ranks 1-3}, {move: fN, to: file a}]}\n" START,
     "4k3/8/8/8/1X6/8/8/4K3 w", "b4", "a6"},
    {HEAD "pieces:\n" KING "  x: {letter: x, moves: [{move: W, from: own ranks 1-3}]}\n" START,
     "4k3/8/1x6/8/8/8/8/4K3 b", "b6", "a6 b5 b7 c6"},
    {HEAD "pieces:\n" KING "  x: {letter: x, moves: [{move: R, from: file d}]}\n" START, "4k3/8/8/8/3X4/8/8/4K3 w",
     "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"},
    /* i: only from a cell where it starts the game */
    {HEAD "pieces:\n" KING "  x: {letter: x, moves: mWifmnD}\nstart: 4k3/8/8/8/8/8/3X4/4K3 w\n",
     "4k3/8/8/8/8/8/2XX4/4K3 w", "d2", "d1 d3 d4 e2"},
    {HEAD "pieces:\n" KING "  x: {letter: x, moves: mWifmnD}\nstart: 4k3/8/8/8/8/8/3X4/4K3 w\n",
     "4k3/8/8/8/8/8/2X5/4K3 w", "c2", "b2 c1 c3 d2"},
    /* a right is its holder's */
    {HEAD "rights: {a: {piece: x, at: a1}}\npieces:\n" KING "  x: {letter: x, moves: [W, {move: N, right: a}]}\n"
          "start: x3k2x/8/8/8/8/8/8/X3K2X w Aa - 0 1\n",
     NULL, "a1", "a2 b1 b3 c2"},
    {HEAD "rights: {a: {piece: x, at: a1}}\npieces:\n" KING "  x: {letter: x, moves: [W, {move: N, right: a}]}\n"
          "start: x3k2x/8/8/8/8/8/8/X3K2X w Aa - 0 1\n",
     NULL, "h1", "g1 h2"},
    /* a leap of a lost right attacks nobody: the king may step to b3 */
    {HEAD "rights: {a: {piece: x, at: a1}}\npieces:\n" KING "  x: {letter: x, moves: [W, {move: N, right: a}]}\n"
          "start: x3k2x/8/8/8/8/8/8/X3K2X w Aa - 0 1\n",
     "8/8/8/8/1k6/8/8/X3K3 b - - 0 1", "b4", "a3 a4 a5 b3 b5 c3 c4 c5"},
    {HEAD "rights: {a: {piece: x, at: a1}}\npieces:\n" KING "  x: {letter: x, moves: [W, {move: N, right: a}]}\n"
          "start: x3k2x/8/8/8/8/8/8/X3K2X w Aa - 0 1\n",
     "8/8/8/8/1k6/8/8/X3K3 b A - 0 1", "b4", "a3 a4 a5 b5 c3 c4 c5"},
    /* a capture that leads where a right leads, too, is one move */
    {HEAD "rights: {a: {piece: x, at: a1}}\npieces:\n" KING "  x: {letter: x, moves: [cF, {move: F, right: a}]}\n"
          "start: x3k2x/8/8/8/8/8/8/X3K2X w Aa - 0 1\n",
     "4k3/8/8/8/8/8/1x6/X3K3 w A - 0 1", "a1", "b2"},
    {HEAD "rights: {a: {piece: x, at: a1}}\npieces:\n" KING "  x: {letter: x, moves: [cF, {move: F, right: a}]}\n"
          "start: x3k2x/8/8/8/8/8/8/X3K2X w Aa - 0 1\n",
     "4k3/8/8/8/8/8/1x6/X3K3 w - - 0 1", "a1", "b2"},
    /* gives_check: false attacks nothing but captures */
    {HEAD "pieces:\n" KING "  x: {letter: x, moves: [{move: R, gives_check: false}]}\n" START,
     "4k3/8/8/8/8/8/4x3/4K3 w", "e1", "d1 d2 e2 f1 f2"},
    {HEAD "pieces:\n" KING "  x: {letter: x, moves: [{move: R, gives_check: false}]}\n" START,
     "4k3/8/8/8/4x3/8/4X3/4K3 b", "e4", "a4 b4 c4 d4 e2 e3 e5 e6 e7 f4 g4 h4"},
    /* a piece that attacks in two ways is one attacker and may be captured or blocked */
    {HEAD "pieces:\n" KING "  t: {letter: t, moves: [R, cR3, K]}\n" START, "4k3/8/8/8/8/8/3Tt3/4K3 w", "d2", "e2"},
    {HEAD "pieces:\n" KING "  t: {letter: t, moves: [R, cR3, K]}\n" START, "4k3/8/8/8/4t3/8/3T4/4K3 w", "d2", "e2 e3"},
    {HEAD "pieces:\n" KING "  t: {letter: t, moves: [R, D]}\n" START, "4k3/8/8/8/8/4t3/3T4/4K3 w", "d2", ""},
    {HEAD "pieces:\n" KING "  t: {letter: t, moves: [R, cR3, K]}\n" START, "4k3/4t3/8/8/8/8/4T3/4K3 w", "e2",
     "e3 e4 e5 e6 e7"},
    /* promotion */
    {HEAD "pieces:\n" KING
          "  q: {letter: q, moves: Q}\n  x: {letter: x, moves: fW, promotes: {on: own rank 8, to: q}}\n" START,
     "7k/2X5/8/8/8/8/8/4K3 w", "c7", "c8q"},
    {HEAD "pieces:\n" KING "  q: {letter: q, moves: Q}\n"
          "  x: {letter: x, moves: W, promotes: {on: own ranks 6-8, to: q, optional: true, when: touches}}\n" START,
     "7k/8/2X5/8/8/8/8/4K3 w", "c6", "b6 b6q c5 c5q c7 c7q d6 d6q"},
    {HEAD "pieces:\n" KING "  q: {letter: q, moves: Q}\n"
          "  x: {letter: x, moves: fW, promotes: {on: own ranks 6-8, to: q, optional: true}}\n" START,
     "7k/2X5/8/8/8/8/8/4K3 w", "c7", "c8q"},
    {HEAD "pieces:\n" KING
          "  q: {letter: q, moves: Q}\n  n: {letter: n, moves: N}\n  x:\n    letter: x\n    moves: fW\n"
          "    promotes: [{on: own rank 8 and files a-c, to: q}, {on: own rank 8 and files d-h, to: [q, n]}]\n" START,
     "7k/2XX4/8/8/8/8/8/4K3 w", "c7", "c8q"},
    {HEAD "pieces:\n" KING
          "  q: {letter: q, moves: Q}\n  n: {letter: n, moves: N}\n  x:\n    letter: x\n    moves: fW\n"
          "    promotes: [{on: own rank 8 and files a-c, to: q}, {on: own rank 8 and files d-h, to: [q, n]}]\n" START,
     "7k/2XX4/8/8/8/8/8/4K3 w", "d7", "d8n d8q"},
    /* an en passant capture that ends in the promotion zone promotes */
    {HEAD "pieces:\n" KING "  q: {letter: q, moves: Q}\n  x:\n    letter: x\n"
          "    moves: [fmWfceF, {move: fmnD, from: own rank 2, en_passant: true}]\n"
          "    promotes: {on: own ranks 6-8, to: q}\n" START,
     "7k/8/8/2Xx4/8/8/8/4K3 w - d6 0 1", "c5", "c6q d6q"},
    /* drops */
    {HEAD "captured: to hand\npieces:\n" KING "  x: {letter: x, moves: fW, drops: {per_file: 1, on: own ranks 7-8}}\n"
          "start: 4k3/8/8/8/8/8/8/4K3[] w\n",
     "4k3/8/8/8/8/8/X7/4K3[X] w", "X@", "b7 c7 d7 e7 f7 g7 h7"},
    {HEAD "captured: to hand\npieces:\n" KING "  x: {letter: x, moves: fW, drops: {immobile: true, on: own rank 8, "
          "check: false}}\nstart: 4k3/8/8/8/8/8/8/4K3[] w\n",
     "8/8/8/8/8/8/8/k3K3[X] w", "X@", "a8 b8 c8 d8 e8 f8 g8 h8"},
    {HEAD
     "captured: to hand\npieces:\n" KING
     "  r: {letter: r, moves: R, drops: {check: false, on: ranks 1-8 and file a}}\nstart: 4k3/8/8/8/8/8/8/4K3[] w\n",
     "4k3/8/8/8/8/8/8/4K3[R] w", "R@", "a1 a2 a3 a4 a5 a6 a7"},
    {HEAD "captured: to hand\npieces:\n" KING "  r: {letter: r, moves: R, drops: {mate: false}}\n"
          "start: 4k3/8/8/8/8/8/8/4K3[] w\n",
     "k7/7R/8/8/8/8/8/4K3[R] w", "R@b8", ""},
};

TEST(test_rules)
{
    for (size_t i = 0; i < sizeof rules_cases / sizeof rules_cases[0]; i++) {
        const rules_case *c = &rules_cases[i];
        ferz_variant *g = support_text(c->yaml);
        ferz_game *p = support_play(g, c->fen, NULL);
        const char *found = support_moves(p, c->prefix);
        if (strcmp(found, c->moves) != 0) {
            print_error("%s  at %s: %s\n  wanted %s\n  found  %s\n", c->yaml, c->fen ? c->fen : "the start", c->prefix,
                        c->moves, found);
            fail();
        }
        support_verify(p);
        ferz_game_free(p);
        ferz_variant_free(g);
    }
}

/* What is understood but not played yet is refused with the place of the movement, not played wrongly. */
TEST(test_refused)
{
    static const struct {
        const char *moves, *words;
    } cases[] = {
        {"oR", "asks for a movement that this version cannot play"},
        {"nA0", "riders of lame leaps are not played yet"},
        {"caKcaK", NULL},
        {"[{move: R, transforms: piece}]", "`transforms` is only played for leaps yet"},
        {"[{move: caK, transforms: piece}]", "`transforms` is only played for leaps yet"},
        {"[{move: R, resets_halfmove_clock: false}]", "resets_halfmove_clock"},
        {"[{move: mR, if: empty W}]", NULL},
        {"[{move: W, if: empty F}]", NULL},
        {"[{move: W, if: empty F, transforms: piece}]",
         "`if` is not played with `transforms` of a piece that attacks so"},
        {"[{move: W, if: empty F, gives_check: false}]", NULL},
        {"[{move: W, transforms: piece, with: piece}]", "what attacks under such a condition is not played yet"},
        {"[{move: W, transforms: piece, with: piece, gives_check: false}]", NULL},
        {"cacacaK", "captures more than one piece on its way"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char yaml[256];
        int n = snprintf(
            yaml, sizeof yaml,
            "name: T\nboard: {size: 8x8}\npieces:\n  piece: {letter: x, moves: %s}\nstart: 8/8/8/8/8/8/8/8 w\n",
            cases[i].moves);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_variant *g = ferz_variant_load_text("t.yaml", yaml, (size_t)n, NULL, NULL, 0, 1, messages);
        if (cases[i].words) {
            assert_null(g);
            assert_true(ferz_messages_count(messages) > 0);
            ferz_message m = ferz_messages_at(messages, 0);
            if (!strstr(m.text, cases[i].words) || m.line != 4) {
                support_show(messages);
                fail();
            }
        } else {
            assert_non_null(g);
        }
        ferz_variant_free(g);
        ferz_messages_free(messages);
    }
}

/* Forms that a FEN could not tell apart are refused. */
TEST(test_letters_of_forms)
{
    static const char yaml[] = "name: T\nboard: {size: 4x4}\ncaptured: to hand\npieces:\n"
                               "  gold: {letter: g, moves: W}\n"
                               "  a: {letter: a, moves: fW, promotes: {on: own rank 4, to: gold, reverts: true}}\n"
                               "  b: {letter: b, moves: fF, promotes: {on: own rank 4, to: gold, reverts: true}}\n"
                               "start: 4/4/4/4[] w\n";
    ferz_messages *messages = ferz_messages_create(false);
    assert_null(ferz_variant_load_text("t.yaml", yaml, strlen(yaml), NULL, NULL, 0, 1, messages));
    assert_int_equal(ferz_messages_count(messages), 1);
    ferz_message m = ferz_messages_at(messages, 0);
    assert_string_equal(m.text, "two kinds of pieces are written `g~`: gold and gold");
    assert_int_equal(m.line, 5);
    assert_non_null(m.hint);
    ferz_messages_free(messages);
}
