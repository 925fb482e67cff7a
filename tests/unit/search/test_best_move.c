/* The best move where it is certain, by every search method and under every limit. */
#include "unit/test.h"

#include "ferz_tools.h"

#include "unit/fixtures.h"

#define CHESS "name: T\nextends: chess\n"
#define CLAIMS                                                                                                         \
    CHESS "options: {fifty: none}\nend: {fifty moves: {when: halfmove clock 20, result: draw, claim: draw}}\n"
#define RESIGNS CHESS "end: {give up: {when: halfmove clock 2, result: loss, claim: resign}}\n"
#define BOASTS CHESS "end: {boast: {when: halfmove clock 2, result: win, claim: victory}}\n"
#define SETTLES CHESS "end: {settle: {when: halfmove clock 2, result: loss 0.4, claim: peace}}\n"
#define THREE                                                                                                          \
    "name: T\nboard: {size: 5x5}\nplayers: [{name: a, seat: south}, {name: b, seat: north}, {name: c, seat: west}]\n"  \
    "pieces: {king: {letter: k, moves: K}, rook: {letter: r, moves: R}}\ncounters: [n]\n"                              \
    "start: 1,bK,3/5/cK,4/5/aR,aK,3 a - - 0 1\n"                                                                       \
    "end: {gone: {when: extinct king, result: loss}, still: {when: halfmove clock 30, result: draw, claim: draw}}\n"
#define DARK "name: T\nextends: kriegspiel\noptions: {setup: {default: standard}}\n"

#define PAWN_TAKES "a pawn's capture"

static bool at_once(void *state)
{
    (void)state;
    return true;
}

static bool never(void *state)
{
    (void)state;
    return false;
}

static const struct {
    const char *variant, *fen, *moves;
    ferz_limits limits;
    const char *best; /* any of these, with blanks around each */
} cases[] = {
    /* a mate in one, whatever ends the search */
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.depth = 3}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.mate = 1}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.mate = 2, .nodes = 20000}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.clock = 300, .increment = 10}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.clock = 300, .moves_to_go = 1}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.nodes = 3000, .multipv = 3}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.nodes = 3000, .stop = never}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.depth = 4, .threads = 3}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.depth = 3, .method = FERZ_METHOD_MCTS}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.clock = 9000, .method = FERZ_METHOD_MCTS}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.movetime = 1000, .method = FERZ_METHOD_MCTS}, " a1a8 "},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w", NULL, {.nodes = 3000, .multipv = 3, .method = FERZ_METHOD_MCTS}, " a1a8 "},
    {"tic-tac-toe", "XX1/oo1/3 x", NULL, {0}, " X@c3 "},
    {"tic-tac-toe", "XX1/oo1/3 x", NULL, {.method = FERZ_METHOD_MCTS}, " X@c3 "},
    {"tic-tac-toe", "XX1/o2/3 o", NULL, {.method = FERZ_METHOD_MCTS}, " O@c3 "},
    /* stopped before it has begun: some legal move */
    {"chess", "7k/8/8/8/8/8/r7/7K w", NULL, {.stop = at_once}, " h1g1 "},
    {"chess", "7k/8/8/8/8/8/r7/7K w", NULL, {.stop = at_once, .method = FERZ_METHOD_MCTS}, " h1g1 "},
    /* the losing side claims the draw, the winning side does not */
    {CLAIMS, "4k3/8/8/8/8/8/qq6/6K1 w - - 25 80", NULL, {.nodes = 2000}, " claim-draw "},
    {CLAIMS, "4k3/8/8/8/8/8/qq6/6K1 w - - 25 80", NULL, {.nodes = 2000, .method = FERZ_METHOD_MCTS}, " claim-draw "},
    {CLAIMS, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 25 80", NULL, {.nodes = 2000}, " a1a8 "},
    {CLAIMS, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 25 80", NULL, {.nodes = 2000, .method = FERZ_METHOD_MCTS}, " a1a8 "},
    {RESIGNS, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 5 80", NULL, {.nodes = 2000}, " a1a8 "},
    {RESIGNS, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 5 80", NULL, {.nodes = 2000, .method = FERZ_METHOD_MCTS}, " a1a8 "},
    {BOASTS, "4k3/8/8/8/8/8/qq6/6K1 w - - 5 80", NULL, {.nodes = 2000}, " claim-victory "},
    {BOASTS, "4k3/8/8/8/8/8/qq6/6K1 w - - 5 80", NULL, {.nodes = 2000, .method = FERZ_METHOD_MCTS}, " claim-victory "},
    /* two fifths of the point are more than nothing and less than all */
    {SETTLES, "4k3/8/8/8/8/8/qq6/6K1 w - - 5 80", NULL, {.nodes = 2000}, " claim-peace "},
    {SETTLES, "4k3/8/8/8/8/8/qq6/6K1 w - - 5 80", NULL, {.nodes = 2000, .method = FERZ_METHOD_MCTS}, " claim-peace "},
    {SETTLES, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 5 80", NULL, {.nodes = 2000}, " a1a8 "},
    {SETTLES, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 5 80", NULL, {.nodes = 2000, .method = FERZ_METHOD_MCTS}, " a1a8 "},
    /* three players: a king that can be captured is captured; in a lost game the draw is claimed */
    {THREE, "1,bK,3/5/cK,4/5/aR,aK,3 a - - 0 1", NULL, {.depth = 3}, " a1a3 "},
    {THREE, "1,bK,3/5/cK,4/5/aR,aK,3 a - - 0 1", NULL, {.nodes = 500, .method = FERZ_METHOD_MCTS}, " a1a3 "},
    {THREE, "1,bK,3/5/cK,4/5/aR,aK,3 a - - 31 1 n=3", NULL, {.depth = 2}, " a1a3 "},
    {THREE, "bR,bK,3/5/5/5/aK,3,cK a - - 31 1", NULL, {.depth = 3}, " claim-draw a1b1 "},
    {"crown", NULL, NULL, {.nodes = 300}, " "},
    {"crown", NULL, NULL, {.nodes = 300, .method = FERZ_METHOD_MCTS}, " "},
    /* in the dark: after `yes` a capture by a pawn must be tried */
    {DARK, NULL, "e2e4 d7d5", {.nodes = 200}, " "},
    {DARK, NULL, "e2e4 d7d5 any?", {.nodes = 200}, PAWN_TAKES},
    {DARK, NULL, "e2e4 d7d5 any?", {.nodes = 1}, PAWN_TAKES},
    {DARK, NULL, "e2e4 d7d5 any?", {.stop = at_once}, PAWN_TAKES},
    {DARK, NULL, "e2e4 d7d5 any? e4f5", {.nodes = 200}, PAWN_TAKES},
    {DARK, NULL, "e2e4 d7d5 any? e4f5", {.stop = at_once}, PAWN_TAKES},
};

static bool is_right(const char *found, const char *wanted, const char *moves)
{
    if (strcmp(wanted, PAWN_TAKES) != 0) {
        return !wanted[1] || strstr(wanted, found);
    }
    char fixed[8];
    snprintf(fixed, sizeof fixed, "%.4s", found + 1);
    bool refused = strstr(moves, fixed) != NULL; /* it was tried before */
    return strlen(found) == 6 && abs(found[1] - found[3]) == 1 && found[4] == found[2] + 1 && !refused;
}

/* Moves, questions and attempts one after the other. */
static ferz_game *play_of(const ferz_variant *g, const char *fen, const char *moves, ferz_messages *messages)
{
    ferz_game *p = support_play(g, fen, NULL);
    char word[64];
    for (int used = 0; moves && sscanf(moves, "%63s%n", word, &used) == 1; moves += used) {
        bool played = false;
        char *claimed = NULL;
        ferz_result result = ferz_variant_facts(g)->has_tries ? ferz_game_try(p, word, &played, &claimed, messages)
                                                              : ferz_game_move(p, word, messages);
        assert_int_equal(result, FERZ_OK);
        ferz_free(claimed);
    }
    return p;
}

TEST(test_best)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool own = strchr(cases[i].variant, '\n') != NULL;
        ferz_variant *g = own ? support_text(cases[i].variant) : support_game(cases[i].variant, NULL, NULL);
        ferz_messages *messages = ferz_messages_create(false);
        ferz_game *p = play_of(g, cases[i].fen, cases[i].moves, messages);
        ferz_limits limits = cases[i].limits;
        limits.hash_bytes = 1 << 20;
        ferz_best best = {0};
        ferz_result result = ferz_game_best_move(p, &limits, &best, messages);
        char found[64];
        snprintf(found, sizeof found, " %s ", best.move ? best.move : "?");
        if (result != FERZ_OK || !is_right(found, cases[i].best, cases[i].moves)) {
            print_error("row %zu, %s at %s: wanted%s, found%s\n", i, cases[i].variant,
                        cases[i].fen ? cases[i].fen : "the start", cases[i].best, found);
            support_show(messages);
            wrong++;
        }
        ferz_free(best.move);
        ferz_free(best.pv);
        ferz_game_free(p);
        ferz_messages_free(messages);
        ferz_variant_free(g);
    }
    assert_int_equal(wrong, 0);
}

/* Learning ends when the caller stops it, or when its time is over. */
/* A shared point is worth more than a draw and less than a mate, by either method and from either side. */
TEST(test_shares)
{
    static const struct {
        const char *variant, *fen, *move;
        int low, high, mate;
    } rows[] = {
        {CHESS "end: {stalemate: loss 0.25}", "5N1k/p3K3/P7/8/8/8/8/8 w", "e7f7", 100, 1000, 0},
        {CHESS "end: {stalemate: loss 0.45}", "5N1k/p3K3/P7/8/8/8/8/8 w", "e7f7", 10, 99, 0},
        {CHESS "end: {stalemate: win 0.75}", "5N1k/p3K3/P7/8/8/8/8/8 w", "e7f7", -1000, -100, 0},
        {CHESS "end: {stalemate: loss}", "5N1k/p3K3/P7/8/8/8/8/8 w", "e7f7", 20000, 32000, 1},
        {CHESS "end: {stalemate: loss 0.25}", "6k1/5ppp/8/8/8/8/8/R5K1 w", "a1a8", 20000, 32000, 1},
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        ferz_messages *messages = ferz_messages_create(false);
        ferz_variant *g = support_text(rows[i / 2].variant);
        ferz_game *game = support_play(g, rows[i / 2].fen, NULL);
        ferz_limits limits = {.nodes = 2000, .hash_bytes = 1 << 20, .searchmoves = rows[i / 2].move};
        ferz_best best = {0};
        limits.method = i % 2 ? FERZ_METHOD_MCTS : FERZ_METHOD_ALPHABETA;
        assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
        assert_string_equal(best.move, rows[i / 2].move);
        assert_int_equal(best.mate, rows[i / 2].mate);
        assert_true(best.score >= rows[i / 2].low && best.score <= rows[i / 2].high);
        ferz_free(best.move);
        ferz_free(best.pv);
        ferz_game_free(game);
        ferz_variant_free(g);
        ferz_messages_free(messages);
    }
}

TEST(test_tune_ends)
{
    static const struct {
        ferz_tune_limits limits;
        bool learns;
    } rows[] = {
        {{.games = 8, .nodes = 20, .threads = 2, .seed = 1}, true},
        {{.seconds = 1, .nodes = 20, .seed = 1}, true},
        {{.games = 8, .nodes = 20, .seed = 1, .stop = at_once}, false},
    };
    ferz_variant *g = support_game("tic-tac-toe", NULL, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferz_messages *messages = ferz_messages_create(false);
        ferz_tuned tuned = {0};
        ferz_result result = ferz_variant_tune(g, &rows[i].limits, &tuned, messages);
        assert_int_equal(result == FERZ_OK, rows[i].learns);
        assert_int_equal(tuned.yaml != NULL, rows[i].learns);
        assert_int_equal(ferz_messages_count(messages) > 0, !rows[i].learns);
        ferz_free(tuned.yaml);
        ferz_messages_free(messages);
    }
    ferz_variant_free(g);
}
