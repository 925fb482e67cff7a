/* The evaluation: values computed from the rules come near those that players give, and neither side is favoured. */
#include "unit/test.h"

#include "api/ferz_internal.h"
#include "play/fen.h"
#include "play/notation.h"
#include "search/evaluation.h"

#include <stdlib.h>
#include <string.h>

#ifndef FERZ_TEST_RULES
#define FERZ_TEST_RULES FERZ_SOURCE_DIR "/rules"
#endif

typedef struct eval_fixture {
    ferz_messages *messages;
    ferz_variant *variant;
    evaluation evaluation;
    position *position;
    diag_list diags;
} eval_fixture;

static void eval_fixture_open(eval_fixture *b, const char *name)
{
    static const char *const dirs[] = {FERZ_TEST_RULES, NULL};
    memset(b, 0, sizeof *b);
    b->messages = ferz_messages_create(false);
    b->variant = ferz_variant_load(name, dirs, NULL, 0, 0, b->messages);
    assert_non_null(b->variant);
    assert_true(evaluation_init(&b->evaluation, b->variant->variant, NULL));
    b->position = position_create(b->variant->variant, NULL);
    assert_non_null(b->position);
    diag_list_init(&b->diags);
}

static void eval_fixture_close(eval_fixture *b)
{
    position_destroy(b->position);
    evaluation_finish(&b->evaluation);
    ferz_variant_free(b->variant);
    ferz_messages_free(b->messages);
    diag_list_finish(&b->diags);
}

static void set_up(eval_fixture *b, const char *fen)
{
    assert_true(fen_read(b->position, &b->diags, (location){0}, fen ? fen : b->variant->variant->start_fen));
}

/* The first player's piece of that letter. */
static piece_id piece_of(const eval_fixture *b, const char *letter)
{
    const variant *v = b->variant->variant;
    for (int type = 0; type < v->types; type++) {
        if (strcmp(v->type[type].letter, letter) == 0) {
            return variant_piece(v, 0, type);
        }
    }
    fail_msg("no piece %s", letter);
    return PIECE_NONE;
}

static int value_of(const eval_fixture *b, const char *letter)
{
    return b->evaluation.piece_value[piece_of(b, letter)];
}

/* The value of the first player's piece on that cell in the middlegame. */
static int stands(const eval_fixture *b, const char *letter, unsigned cell)
{
    return pair_middle(b->evaluation.piece_square[(size_t)piece_of(b, letter) * 64 + cell]);
}

static void assert_between(int least, int value, int most)
{
    if (value < least || value > most) {
        fail_msg("%d is not between %d and %d", value, least, most);
    }
}

TEST(values_come_near_the_books)
{
    eval_fixture b;
    eval_fixture_open(&b, "chess");
    assert_int_equal(value_of(&b, "k"), 0);
    assert_int_equal(value_of(&b, "p"), 100);
    assert_between(280, value_of(&b, "n"), 400);
    assert_between(280, value_of(&b, "b"), 420);
    assert_between(450, value_of(&b, "r"), 650);
    assert_between(850, value_of(&b, "q"), 1150);
    assert_true(value_of(&b, "q") > value_of(&b, "r") + value_of(&b, "b"));
    for (unsigned rank = 2; rank < 6; rank++) {
        assert_true(stands(&b, "p", rank * 8 + 12) > stands(&b, "p", rank * 8 + 4)); /* nearer to its promotion */
    }
    assert_true(stands(&b, "n", 27) > stands(&b, "n", 1) && stands(&b, "n", 1) > stands(&b, "n", 0));
    eval_fixture_close(&b);

    eval_fixture_open(&b, "shatranj");
    assert_true(value_of(&b, "r") > value_of(&b, "n"));
    assert_true(value_of(&b, "n") > value_of(&b, "q")); /* a ferz here */
    assert_true(value_of(&b, "q") > value_of(&b, "b")); /* an elephant here */
    assert_true(value_of(&b, "b") > value_of(&b, "p"));
    eval_fixture_close(&b);

    eval_fixture_open(&b, "minishogi");
    assert_true(value_of(&b, "g") > value_of(&b, "s") && value_of(&b, "s") > value_of(&b, "p"));
    assert_true(value_of(&b, "+r") > value_of(&b, "r") && value_of(&b, "+p") == value_of(&b, "g"));
    assert_true(b.evaluation.in_hand_value[piece_of(&b, "p")] > value_of(&b, "p"));
    eval_fixture_close(&b);
}

/* A pawn that promotes only while the general is gone is worth as little beside the other pieces as one that promotes by rank. */
TEST(a_rare_promotion_adds_little)
{
    static const struct {
        const char *ranks, *marks;
    } pairs[] = {{"r", "r"}, {"n", "n"}, {"s", "s"}, {"m", "f"}};
    eval_fixture ranks, marks;
    eval_fixture_open(&ranks, "makruk");
    eval_fixture_open(&marks, "sittuyin");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int expected = value_of(&ranks, pairs[i].ranks);
        assert_between(expected * 9 / 10, value_of(&marks, pairs[i].marks), expected * 11 / 10);
    }
    eval_fixture_close(&ranks);
    eval_fixture_close(&marks);
}

/* The same position with the players exchanged. */
TEST(favours_nobody)
{
    static const struct {
        const char *variant, *fen, *turned;
    } pairs[] = {
        {"chess", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
         "rnb1k1nr/pppp1ppp/5q2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1"},
        {"chess", "8/5k2/8/8/3P4/8/8/4K3 b - - 40 80", "4k3/8/8/3p4/8/8/5K2/8 w - - 40 80"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NPPq] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[nppQ] b - - 0 1"},
        {"makruk", "4k3/8/3p4/4M3/8/8/8/3K4 w - - 0 1", "3k4/8/8/8/4m3/3P4/8/4K3 b - - 0 1"},
        {"minishogi", "2k2/1b3/5/3P1/2K2[Gs] w - - 0 1", "2k2/1p3/5/3B1/2K2[gS] b - - 0 1"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        eval_fixture b;
        eval_fixture_open(&b, pairs[i].variant);
        set_up(&b, pairs[i].fen);
        int white = evaluation_score_full(&b.evaluation, b.position, 1);
        int against = evaluation_score_full(&b.evaluation, b.position, 2);
        assert_int_equal(white, -against);
        set_up(&b, pairs[i].turned);
        assert_int_equal(evaluation_score_full(&b.evaluation, b.position, 2), white);
        eval_fixture_close(&b);
    }
}

TEST(starts_are_level)
{
    static const char *const games[] = {
        "chess",  "chess960",   "shatranj",          "shatranj-arabic", "frankfurt",   "crazyhouse",
        "makruk", "los-alamos", "gardner-minichess", "minishogi",       "heian-shogi", "judkins-shogi",
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        eval_fixture b;
        eval_fixture_open(&b, games[i]);
        set_up(&b, NULL);
        assert_between(-40, evaluation_score_full(&b.evaluation, b.position, 1), 40);
        eval_fixture_close(&b);
    }
    eval_fixture b; /* four armies, each a quarter of a turn from the next; the first and the third are partners */
    eval_fixture_open(&b, "four-handed-cross");
    set_up(&b, NULL);
    assert_between(-40, evaluation_score_full(&b.evaluation, b.position, 1 | 4), 40);
    eval_fixture_close(&b);
}

/* How often a feature counts in chess, for white. */
static move move_named(eval_fixture *b, const char *words);

static int counted(eval_fixture *b, const char *fen, int feature)
{
    int32_t *counts = calloc((size_t)b->evaluation.params.count, sizeof *counts);
    assert_non_null(counts);
    set_up(b, fen);
    b->variant->variant->core->activity_counts(b->position, &b->evaluation.activity, 1, counts);
    int found = counts[feature];
    free(counts);
    return found / ACTIVITY_UNIT;
}

TEST(counts_features)
{
    eval_fixture b;
    eval_fixture_open(&b, "chess");
    const char *free_rook = "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", *shut_rook = "4k3/8/8/8/8/8/PP6/RKN5 w - - 0 1";
    int mobility = b.evaluation.params.mobility + b.variant->variant->type_of[piece_of(&b, "r")];
    assert_true(counted(&b, free_rook, mobility) >= 0);
    set_up(&b, free_rook);
    int32_t *counts = calloc((size_t)b.evaluation.params.count, sizeof *counts);
    assert_non_null(counts);
    b.variant->variant->core->activity_counts(b.position, &b.evaluation.activity, 1, counts);
    assert_true(counts[mobility] > 0);
    memset(counts, 0, (size_t)b.evaluation.params.count * sizeof *counts);
    set_up(&b, shut_rook);
    b.variant->variant->core->activity_counts(b.position, &b.evaluation.activity, 1, counts);
    assert_true(counts[mobility] < 0);
    free(counts);
    static const struct {
        const char *fen;
        int feature, count;
    } cases[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", FEATURE_PASSED + 5, 1}, /* five moves to promotion, one more */
        {"4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", FEATURE_PASSED, 1},
        {"4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 1", FEATURE_PASSED + 5, 0}, /* stopped by a neighbour */
        {"4k3/8/8/8/8/3p4/8/4K2P w - - 0 1", FEATURE_PASSED + 1, -1}, /* black's */
        {"3qk3/4P3/8/8/8/8/8/4K3 w - - 0 1", FEATURE_PASSED_BLOCKED, 7},
        {"7k/8/8/4P3/8/8/8/4K3 w - - 0 1", FEATURE_PASSED_FREE, 5},
        {"4k3/8/8/4P3/8/8/4P3/4K3 w - - 0 1", FEATURE_DOUBLED, 1},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", FEATURE_ISOLATED, 1},
        {"4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", FEATURE_ISOLATED, 0},
        {"4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", FEATURE_SUPPORTED, 1},
        {"4k3/8/8/3p4/3P4/4P3/8/4K3 w - - 0 1", FEATURE_BACKWARD, 1},
        {"4k3/8/8/2p5/4p3/3P4/2P5/4K3 w - - 0 1", FEATURE_SUPPORTED, 1},
        {"4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", FEATURE_THREAT + 2, 1}, /* a knight attacked by a pawn */
        {"4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", FEATURE_HANGING, 1},
        {"3qk3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", FEATURE_HANGING, 0},
        {"4k3/8/8/8/8/3p4/4K3/8 w - - 0 1", FEATURE_THREAT_ROYAL, 1},
        {"4k3/8/8/8/8/8/3PPP2/4K3 w - - 0 1", FEATURE_SHELTER_NEAR, 3},
        {"4k3/8/8/8/8/3PPP2/8/4K3 w - - 0 1", FEATURE_SHELTER_FAR, 3},
        {"4k3/8/8/8/8/3ppp2/8/4K3 w - - 0 1", FEATURE_STORM_FAR, 3},
        {"4k3/3ppp2/8/8/8/8/8/4K3 w - - 0 1", FEATURE_OPEN_FILE, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int found = counted(&b, cases[i].fen, cases[i].feature);
        if (found != cases[i].count) {
            fail_msg("%s: feature %d counts %d, not %d", cases[i].fen, cases[i].feature, found, cases[i].count);
        }
    }
    eval_fixture_close(&b);
}

/* A royal with enemies near it is in danger, more than linearly, and pieces in hand count as enemies. */
static int danger(eval_fixture *b, const char *fen)
{
    int32_t *counts = calloc((size_t)b->evaluation.params.count, sizeof *counts);
    assert_non_null(counts);
    set_up(b, fen);
    b->variant->variant->core->activity_counts(b->position, &b->evaluation.activity, 1, counts);
    int found = counts[FEATURE_DANGER];
    free(counts);
    return found;
}

TEST(fears_for_royals)
{
    eval_fixture b;
    eval_fixture_open(&b, "chess");
    int none = danger(&b, "4k3/8/8/8/8/8/5PPP/6KR w - - 0 1");
    int one = danger(&b, "3qk3/8/8/8/8/8/5PPP/6K1 w - - 0 1");
    int two = danger(&b, "4k3/8/8/8/6nq/8/5PP1/6K1 w - - 0 1");
    assert_int_equal(none, 0);
    assert_true(two > one && two > 2 * one);
    eval_fixture_close(&b);
    eval_fixture_open(&b, "crazyhouse");
    int empty = danger(&b, "4k3/8/8/8/8/8/5PPP/6KR[] w - - 0 1");
    int held = danger(&b, "4k3/8/8/8/8/8/5PPP/6KR[qn] w - - 0 1");
    assert_true(held > empty);
    eval_fixture_close(&b);
}

static int score(eval_fixture *b, const char *fen)
{
    set_up(b, fen);
    return evaluation_score_full(&b->evaluation, b->position, 1);
}

TEST(knows_what_wins)
{
    eval_fixture b;
    eval_fixture_open(&b, "chess");
    /* A lone bishop does not mate; a rook does, and better with the royal at the edge. */
    assert_between(-60, score(&b, "4k3/8/8/8/8/8/8/3BK3 w - - 0 1"), 60);
    assert_true(score(&b, "4k3/8/8/8/8/8/8/3RK3 w - - 0 1") > 300);
    assert_true(score(&b, "k7/8/1K6/8/8/8/8/3R4 w - - 0 1") > score(&b, "8/8/8/3k4/8/8/8/K2R4 w - - 0 1"));
    eval_fixture_close(&b);
    eval_fixture_open(&b, "giveaway-all"); /* fewer pieces are better */
    assert_true(score(&b, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1") > 300);
    eval_fixture_close(&b);
    /* nor does it need an ending of its own that a player without pieces wins */
    eval_fixture_open(&b, FERZ_SOURCE_DIR "/tests/samples/ending-stalemate-wins.yaml");
    assert_true(score(&b, "8/pppppppp/8/8/8/8/8/PPP5 w - - 0 1") > 100);
    eval_fixture_close(&b);
    /* a zone where a piece wins draws it near, the more the nearer, by its own moves */
    eval_fixture_open(&b, "king-of-the-hill");
    int far = score(&b, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), near = score(&b, "4k3/8/8/8/8/8/4K3/8 w - - 0 1");
    int next = score(&b, "4k3/8/8/8/8/4K3/8/8 w - - 0 1");
    assert_true(near > far + 50 && next > near + 150);
    eval_fixture_close(&b);
    eval_fixture_open(&b, "barricades"); /* what goes forward only, and only for its owner */
    assert_int_equal(b.evaluation.goal_count, 1);
    const uint8_t *moves = b.evaluation.goals[0].moves + (size_t)piece_of(&b, "r") * (size_t)b.variant->variant->cells;
    assert_between(1, moves[b.variant->variant->topology.columns * 5], 2);
    assert_between(3, moves[0], 11);
    eval_fixture_close(&b);
    /* what only the second half of a move puts from the hand counts there, a little less than on the board */
    eval_fixture_open(&b, FERZ_SOURCE_DIR "/tests/samples/puts-from-hand.yaml");
    int held = b.evaluation.in_hand_value[piece_of(&b, "w")], wizard = value_of(&b, "w");
    assert_between(wizard * 3 / 4, held, wizard - 1);
    assert_true(score(&b, "1n2k1n1/pppppppp/8/8/8/8/PPPPPPPP/1N2K1N1[PWp] w EBGebg - 0 1") > held / 2);
    eval_fixture_close(&b);
    eval_fixture_open(&b, "tic-tac-toe"); /* an open row with two pieces beats one with one */
    assert_true(score(&b, "1o1/3/XX1 o - - 3 2") > score(&b, "1o1/2X/X2 o - - 3 2"));
    assert_true(score(&b, "1o1/3/X1X o - - 3 2") > score(&b, "1o1/3/XoX x - - 4 3"));
    eval_fixture_close(&b);
}

static move move_named(eval_fixture *b, const char *words)
{
    const variant *v = b->variant->variant;
    move moves[512];
    move_list list = {moves, 0, sizeof moves / sizeof *moves, false};
    v->core->legal(b->position, &list);
    move m = notation_find(b->position, &list, words);
    if (m == MOVE_NONE) {
        fail_msg("no move %s", words);
    }
    return m;
}

static int gain_of(eval_fixture *b, const char *fen, const char *words, int *risk)
{
    set_up(b, fen);
    move m = move_named(b, words);
    *risk = evaluation_move_risk(&b->evaluation, b->position, m);
    return evaluation_move_gain(&b->evaluation, b->position, m);
}

TEST(counts_what_moves_win)
{
    eval_fixture b;
    int risk;
    eval_fixture_open(&b, "chess");
    int pawn = value_of(&b, "p"), knight = value_of(&b, "n"), queen = value_of(&b, "q");
    assert_int_equal(gain_of(&b, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", &risk), knight);
    assert_int_equal(risk, pawn);
    assert_int_equal(gain_of(&b, "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", &risk), knight + queen - pawn);
    assert_int_equal(risk, queen);
    assert_int_equal(gain_of(&b, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", &risk), pawn);
    assert_int_equal(gain_of(&b, "4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", "e1d2", &risk), knight);
    assert_int_equal(risk, 0); /* a royal is not captured */
    assert_int_equal(gain_of(&b, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", &risk), 0);
    eval_fixture_close(&b);

    eval_fixture_open(&b, "crazyhouse"); /* captured pieces go into the hand */
    piece_id held = piece_of(&b, "n");
    assert_int_equal(gain_of(&b, "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1", "e4d5", &risk),
                     b.evaluation.piece_value[held] + b.evaluation.in_hand_value[held]);
    eval_fixture_close(&b);

    eval_fixture_open(&b, "frankfurt"); /* a queen that captures a pawn is a pawn */
    assert_true(gain_of(&b, "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", &risk) < 0);
    assert_int_equal(risk, value_of(&b, "p"));
    assert_int_equal(gain_of(&b, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", &risk),
                     2 * value_of(&b, "q") - value_of(&b, "p"));
    eval_fixture_close(&b);
}
