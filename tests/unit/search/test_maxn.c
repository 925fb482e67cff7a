/* More than two sides: each plays what is best for itself; limits and several variations. */
#include "unit/test.h"

#include "ferz.h"

#include <stdio.h>
#include <string.h>

static ferz_messages *messages;
static ferz_variant *many_pieces; /* three players, three in a row */

static ferz_best ask(const char *fen, ferz_limits limits)
{
    ferz_best best = {0};
    ferz_game *game = ferz_game_create(many_pieces, fen, messages);
    if (!game) {
        fail_msg("%s: %s", fen, ferz_messages_at(messages, 0).rendered);
    }
    limits.struct_size = sizeof limits;
    limits.hash_bytes = 1 << 20;
    uint64_t before = ferz_game_hash(game);
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
    assert_int_equal(ferz_game_hash(game), before);
    ferz_game_free(game);
    return best;
}

static void forget(ferz_best *best)
{
    ferz_free(best->move);
    ferz_free(best->pv);
}

#define HANDS "[aSaSaSaSaSbSbSbSbSbScScScScScS]"

TEST(finishes_its_line)
{
    ferz_best best = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5", (ferz_limits){.depth = 3});
    assert_string_equal(best.move, "S@c1");
    assert_int_equal(best.mate, 1);
    forget(&best);
    best = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " b - - 0 5", (ferz_limits){.depth = 3});
    assert_string_equal(best.move, "S@c2");
    assert_int_equal(best.mate, 1);
    forget(&best);
}

/* A weak player overlooks what wins about as often as it is told to, other moves for each seed, and always has a move. */
TEST(weak_players_overlook_moves)
{
    int missed = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        ferz_best best = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5",
                             (ferz_limits){.depth = 3, .seed = seed, .oversight = 500});
        missed += strcmp(best.move, "S@c1") != 0;
        forget(&best);
        best = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5",
                   (ferz_limits){.depth = 3, .seed = seed, .oversight = 1000});
        assert_non_null(best.move);
        forget(&best);
    }
    assert_in_range(missed, 10, 30);
}

/* The next player but one would win on c1. The side to move must prevent it if the next player does not; nobody else can gain. */
TEST(stops_the_next)
{
    ferz_best best = ask("5/5/cS,4/2aS,2/bS,bS,3" HANDS " a - - 0 5", (ferz_limits){.depth = 3});
    assert_string_equal(best.move, "S@c1");
    forget(&best);
}

typedef struct report_log {
    int most, scores[4];
    char first[4][8];
} report_log;

static void on_report(void *state, const ferz_report *r)
{
    report_log *h = state;
    if (r->multipv <= 4) {
        h->most = r->multipv > h->most ? r->multipv : h->most;
        h->scores[r->multipv - 1] = r->score;
        sscanf(r->pv, "%7s", h->first[r->multipv - 1]);
    }
}

TEST(lines_and_limits)
{
    report_log h = {0};
    const char *fen = "5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5";
    ferz_best best = ask(fen, (ferz_limits){.depth = 2, .multipv = 3, .info = on_report, .state = &h});
    assert_int_equal(h.most, 3);
    assert_string_equal(h.first[0], "S@c1");
    assert_string_not_equal(h.first[0], h.first[1]);
    assert_string_not_equal(h.first[1], h.first[2]);
    assert_true(h.scores[0] >= h.scores[1] && h.scores[1] >= h.scores[2]);
    forget(&best);
    best = ask(fen, (ferz_limits){.depth = 2, .searchmoves = "S@e5 S@c3"});
    assert_true(strcmp(best.move, "S@e5") == 0 || strcmp(best.move, "S@c3") == 0);
    forget(&best);
    best = ask("5/5/5/5/5" HANDS " a - - 0 1", (ferz_limits){.nodes = 5000});
    assert_true(best.nodes <= 5000 && best.nodes > 4000);
    forget(&best);
}

/* The same search twice gives the same answer, by either method. */
TEST(same_again)
{
    for (int method = FERZ_METHOD_ALPHABETA; method <= FERZ_METHOD_MCTS; method++) {
        ferz_limits limits = {.nodes = 6000, .seed = 9, .method = (ferz_method)method};
        ferz_best one = ask("5/5/5/bS,4/aS,1,cS,2" HANDS " a - - 0 2", limits);
        ferz_best other = ask("5/5/5/bS,4/aS,1,cS,2" HANDS " a - - 0 2", limits);
        assert_string_equal(one.pv, other.pv);
        assert_int_equal(one.score, other.score);
        forget(&one);
        forget(&other);
        ferz_best win = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5", limits);
        assert_string_equal(win.move, "S@c1");
        forget(&win);
    }
}

/* Three kings and the given rules; the answer of the side to move from a position. */
static ferz_variant *three(const char *rest)
{
    char rules[1024];
    snprintf(rules, sizeof rules,
             "name: Three\n"
             "board: {size: 9x9}\n"
             "players: [{name: white, seat: south}, {name: green, seat: west}, {name: red, seat: north}]\n"
             "pieces:\n"
             "  king: {letter: k, moves: K, royal: true}\n"
             "  rook: {letter: r, moves: R}\n"
             "  knight: {letter: n, moves: N}\n"
             "  stone: {letter: s, value: 400}\n"
             "turn: {pass: no_moves}\n"
             "start: 8,rK/9/9/9/9/9/9/gK,8/8,wK w\n%s",
             rest);
    ferz_variant *variant = ferz_variant_load_text("three", rules, strlen(rules), NULL, NULL, 0, 1, messages);
    if (!variant) {
        fail_msg("%s", ferz_messages_at(messages, 0).rendered);
    }
    return variant;
}

static ferz_best answer(const ferz_variant *variant, const char *fen, ferz_limits limits)
{
    ferz_variant *kept = many_pieces;
    many_pieces = (ferz_variant *)variant;
    ferz_best best = ask(fen, limits);
    many_pieces = kept;
    return best;
}

static void expect(const ferz_variant *variant, const char *fen, ferz_limits limits, const char *wanted)
{
    ferz_best best = answer(variant, fen, limits);
    if (strcmp(best.move, wanted) != 0) {
        fail_msg("%s: %s is wanted, %s was found (%s)", fen, wanted, best.move, best.pv);
    }
    forget(&best);
}

/* A stone that is defended on two rolls in six is better prey than one that is defended on four. */
TEST(weighs_rolls)
{
    static const char fen[] = "rR,4,rK,3/9/7,rN,1/9/rS,3,wR,3,rS/9/9/9/gK,7,wK w - - 0 1 roll=2";
    static const char rules[] = "dice: {roll: 1d6, moves: {1: %s, 2: [rook, knight], 3: %s, 4: %s, 5: %s}}\n"
                                "end: {gone: {when: extinct, result: loss}}\n";
    char rest[256];
    snprintf(rest, sizeof rest, rules, "rook", "knight", "knight", "knight");
    ferz_variant *variant = three(rest);
    expect(variant, fen, (ferz_limits){.depth = 5}, "e5a5");
    ferz_variant_free(variant);
    snprintf(rest, sizeof rest, rules, "knight", "rook", "rook", "rook");
    variant = three(rest);
    expect(variant, fen, (ferz_limits){.depth = 5}, "e5i5");
    /* A roll is drawn, not chosen. */
    ferz_best rolled = answer(variant, "rR,4,rK,3/9/7,rN,1/9/rS,3,wR,3,rS/9/9/9/gK,7,wK w - - 0 1",
                              (ferz_limits){.depth = 5, .seed = 3});
    assert_true(strncmp(rolled.move, "roll ", 5) == 0);
    forget(&rolled);
    ferz_variant_free(variant);
}

/* Behind on the board, a draw that may be claimed is the best there is; ahead, it is not. */
TEST(claims_what_saves)
{
    ferz_variant *variant = three("end: {quiet: {when: halfmove clock 6, result: draw, claim: draw}}\n");
    expect(variant, "8,rK/9/4,gR,4/3,rR,5/9/9/9/gK,8/8,wK w - - 6 3", (ferz_limits){.depth = 2}, "claim-draw");
    expect(variant, "8,rK/9/4,wR,4/3,wR,5/9/9/9/gK,8/7,wK,1 w - - 6 3",
           (ferz_limits){.depth = 2, .searchmoves = "h1g1"}, "h1g1");
    ferz_best best = answer(variant, "8,rK/9/4,wR,4/3,wR,5/9/9/9/gK,8/7,wK,1 w - - 6 3", (ferz_limits){.depth = 2});
    assert_string_not_equal(best.move, "claim-draw");
    forget(&best);
    ferz_variant_free(variant);
}

/* Ahead, but each quiet move lets the others claim a draw or repeats: a capture keeps the game open. */
TEST(sees_claims_and_repetition)
{
    ferz_variant *variant = three("end: {quiet: {when: halfmove clock 6, result: draw, claim: draw}}\n");
    expect(variant, "8,rK/9/4,wR,4/3,wR,4,rS/9/9/9/gK,8/7,wK,1 w - - 5 3", (ferz_limits){.depth = 3}, "d6i6");
    ferz_best best = answer(variant, "8,rK/9/4,wR,4/3,wR,5/9/9/9/gK,8/7,wK,1 w - - 5 3", (ferz_limits){.depth = 2});
    assert_int_equal(best.score, 0); /* whatever is moved, a player who is behind claims */
    forget(&best);
    ferz_variant_free(variant);
    variant = three("end: {again: {when: repetition 2, result: draw}}\n");
    best = answer(variant, "8,rK/9/9/9/9/9/9/gK,8/8,wK w", (ferz_limits){.depth = 7});
    assert_int_equal(best.score, 0);
    forget(&best);
    ferz_variant_free(variant);
}

/* The second check wins, but only for the player who gave the first. */
TEST(counts_checks)
{
    ferz_variant *variant = three("end: {checks: {when: checks 2, consecutive: false, result: win}}\n");
    ferz_best once =
        answer(variant, "8,rK/9/9/9/9/9/9/gK,8/wR,7,wK w - - 0 1 white-checks=1", (ferz_limits){.depth = 3});
    assert_int_equal(once.mate, 1);
    ferz_best none = answer(variant, "8,rK/9/9/9/9/9/9/gK,8/wR,7,wK w - - 0 1 red-checks=1", (ferz_limits){.depth = 3});
    assert_int_equal(none.mate, 0);
    forget(&once);
    forget(&none);
    ferz_variant_free(variant);
}

static bool at_once(void *state)
{
    ++*(int *)state;
    return true;
}

TEST(stops_when_asked_to)
{
    int asked = 0;
    ferz_best best = ask("5/5/5/bS,4/aS,1,cS,2" HANDS " a - - 0 2", (ferz_limits){.stop = at_once, .state = &asked});
    assert_true(asked > 0 && best.move[0] == 'S');
    forget(&best);
    best = ask("5/5/5/bS,4/aS,1,cS,2" HANDS " a - - 0 2", (ferz_limits){.movetime = 30});
    assert_true(best.move[0] == 'S' && best.depth >= 1);
    forget(&best);
    /* Without any limit there is one; a single move is not thought about for long. */
    best = ask("aS,bS,cS,aS,bS/bS,cS,aS,bS,cS/aS,bS,cS,aS,bS/1,cS,aS,bS,cS/aS,bS,cS,aS,bS[aSaSbScS] a - - 0 9",
               (ferz_limits){0});
    assert_string_equal(best.move, "S@a2");
    forget(&best);
    best = ask("5/5/5/bS,bS,3/aS,aS,1,cS,cS" HANDS " a - - 0 5", (ferz_limits){.clock = 60000});
    assert_string_equal(best.move, "S@c1");
    forget(&best);
}

static int set_up(void **state)
{
    (void)state;
    static const char rules[] =
        "name: Crowd\n"
        "board: {size: 5x5, checkered: false}\n"
        "players: [{name: ann, letter: a, seat: south}, {name: bob, letter: b, seat: west}, {name: cid, letter: c, "
        "seat: north}]\n"
        "pieces: {stone: {letter: s}}\n"
        "drops: {immobile: true}\n"
        "start: \"5/5/5/5/5" HANDS " a - - 0 1\"\n"
        "end:\n"
        "  line: {when: connect 3, result: win}\n"
        "  full: {when: stalemate, result: draw}\n";
    messages = ferz_messages_create(false);
    many_pieces = ferz_variant_load_text("crowd", rules, strlen(rules), NULL, NULL, 0, 1, messages);
    if (!many_pieces) {
        print_error("%s", ferz_messages_at(messages, 0).rendered);
    }
    return many_pieces ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    ferz_variant_free(many_pieces);
    ferz_messages_free(messages);
    return 0;
}

ALL_TESTS(set_up, tear_down);
