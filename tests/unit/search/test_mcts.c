/* Tree search: ends are exact, limits are kept, the tree serves the next move, and every g can be played so. */
#include "unit/test.h"

#include "api/ferz_internal.h"

#include "base/random.h"
#include "search/timeman.h"
#include "search/leaf_eval.h"
#include "search/mcts.h"
#include "unit/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", FERZ_SOURCE_DIR "/tests/samples", NULL};
static ferz_messages *messages;

static ferz_variant *load(const char *name)
{
    ferz_variant *v = ferz_variant_load(name, dirs, NULL, 0, 1, messages);
    if (!v) {
        fail_msg("%s: %s", name, ferz_messages_at(messages, 0).rendered);
    }
    return v;
}

static ferz_game *play_of(const ferz_variant *v, const char *fen)
{
    ferz_game *game = ferz_game_create(v, fen, messages);
    if (!game) {
        fail_msg("%s: %s", fen ? fen : "start", ferz_messages_at(messages, 0).rendered);
    }
    return game;
}

static ferz_best ask(ferz_game *game, ferz_limits limits)
{
    ferz_best best;
    limits.method = FERZ_METHOD_MCTS;
    limits.hash_bytes = limits.hash_bytes ? limits.hash_bytes : 1 << 20;
    if (ferz_game_best_move(game, &limits, &best, messages) != FERZ_OK) {
        fail_msg("%s: %s", ferz_variant_facts(ferz_game_variant(game))->name,
                 ferz_messages_at(messages, ferz_messages_count(messages) - 1).rendered);
    }
    return best;
}

static void forget(ferz_best *best)
{
    ferz_free(best->move);
    ferz_free(best->pv);
}

/* ---- ends ---- */

TEST(proves_ends)
{
    static const struct {
        const char *name, *fen, *best; /* NULL: any */
        int mate;
    } cases[] = {
        {"chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1},
        {"chess", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", NULL, 2},
        {"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2},
        {"chess", "7k/7p/8/8/8/1r6/r7/7K w - - 0 1", NULL, -1},
        {"tic-tac-toe", "X1X/1o1/o2 x", NULL, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferz_variant *v = load(cases[i].name);
        ferz_game *game = ferz_game_create(v, cases[i].fen, messages);
        if (!game) { /* a position that is none in this game: say so, do not pass over it */
            fail_msg("%s: %s: %s", cases[i].name, cases[i].fen, ferz_messages_at(messages, 0).rendered);
        }
        ferz_best best = ask(game, (ferz_limits){.nodes = 60000});
        if ((cases[i].mate && best.mate != cases[i].mate) || (cases[i].best && strcmp(best.move, cases[i].best) != 0)) {
            fail_msg("%s: %s mate %d, not %s mate %d", cases[i].fen, best.pv, best.mate,
                     cases[i].best ? cases[i].best : "any", cases[i].mate);
        }
        if (cases[i].mate) {
            assert_true(best.nodes < 60000); /* what is proven need not be thought about */
        }
        forget(&best);
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* A weak player overlooks the mate about as often as it is told to. What it did not see then, it may see with its whole strength. */
TEST(weak_players_overlook_moves)
{
    ferz_variant *v = load("chess");
    ferz_game *game = ferz_game_create(v, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", messages);
    ferz_engine *engine = ferz_engine_create(v, 1 << 20, messages);
    int missed = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        for (int oversight = 500; oversight >= 0; oversight -= 500) {
            ferz_best best;
            const ferz_limits limits = {.struct_size = sizeof limits,
                                        .nodes = 1500,
                                        .seed = seed,
                                        .oversight = oversight,
                                        .method = FERZ_METHOD_MCTS};
            assert_int_equal(ferz_engine_best_move(engine, game, &limits, &best, messages), FERZ_OK);
            if (oversight) {
                missed += strcmp(best.move, "d1d8") != 0;
            } else {
                assert_string_equal(best.move, "d1d8");
            }
            forget(&best);
        }
    }
    assert_in_range(missed, 10, 30);
    ferz_engine_free(engine);
    ferz_game_free(game);
    ferz_variant_free(v);
}

/* A player who is mated and misses turns passes in check: that is no fault of a script. */
TEST(missed_turns_are_no_fault)
{
    ferz_variant *v = load("four-handed-cross");
    for (uint64_t seed = 1; seed <= 10; seed++) {
        ferz_game *game = ferz_game_create(
            v,
            "x,x,x,gR,gN,gB,gK,2,gN,kQ,x,x,x/x,x,x,gP,gP,gP,gP,1,gP,1,rN,x,x,x/x,x,x,8,x,x,x/kR,kP,10,rP,rR/"
            "kN,kP,10,rP,1/k"
            "B,kK,1,rQ,7,rP,1,rB/1,kP,10,rP,rK/3,kP,6,rB,rP,2/12,gQ,1/kN,kP,10,rP,1/kR,kP,1,wP,1,wP,6,rP,rR/x,x,x,2,wN"
            ",wP,wB,wN,wP,1,x,x,x/x,x,x,1,wP,2,wP,wP,1,wP,x,x,x/x,x,x,wR,3,wK,wB,1,wR,x,x,x k wKQ,gK,rKQ - 1"
            " 12",
            messages);
        assert_non_null(game);
        ferz_best best = ask(game, (ferz_limits){.nodes = 2000, .seed = seed});
        forget(&best);
        ferz_game_free(game);
    }
    ferz_variant_free(v);
}

/* Neither side can win: found to the end of the g. */
TEST(proves_draws)
{
    ferz_variant *v = load("tic-tac-toe");
    ferz_game *game = play_of(v, "3/1X1/o2 x");
    ferz_best best = ask(game, (ferz_limits){.nodes = 1000000, .hash_bytes = 16 << 20});
    assert_int_equal(best.mate, 0);
    assert_int_equal(best.score, 0);
    assert_true(best.nodes < 1000000);
    forget(&best);
    ferz_game_free(game);
    ferz_variant_free(v);
}

/* ---- means ---- */

TEST(shares_and_scores)
{
    for (int scale = 60; scale <= 400; scale += 17) {
        int before = -1;
        assert_int_equal(leaf_eval_score_to_reward(scale, 0), REWARD_ONE / 2);
        for (int score = -3000; score <= 3000; score += 10) {
            int reward = leaf_eval_score_to_reward(scale, score);
            assert_true(reward >= before && reward > 0 && reward < REWARD_ONE);
            assert_int_equal(reward + leaf_eval_score_to_reward(scale, -score), REWARD_ONE);
            if (abs(score) < 3 * scale) {
                assert_in_range(leaf_eval_reward_to_score(scale, reward) - score + 20, 0, 40);
            }
            before = reward;
        }
    }
}

/* A roll counts by its probability: the side that captures a stone may lose its last piece, by one roll in six or by four. */
TEST(weighs_rolls)
{
    static const char rules[] = "name: Odds\n"
                                "board: {size: 8x8}\n"
                                "pieces:\n"
                                "  queen: {letter: q, moves: Q}\n"
                                "  rook: {letter: r, moves: R}\n"
                                "  knight: {letter: n, moves: N}\n"
                                "  stone: {letter: s, value: 400}\n"
                                "turn: {pass: no_moves}\n"
                                "dice: {roll: 1d6, moves: {1: %s, 2: [queen, %s], 3: %s, 4: %s, 5: %s}}\n"
                                "start: 2q4r/8/1n6/8/s3Q2s/8/8/S1S2S1S w\n"
                                "end: {queen lost: {when: extinct queen, result: loss}}\n";
    static const char *const common[] = {"rook", "knight"}, *const wanted[] = {"e4a4", "e4h4"};
    for (int i = 0; i < 2; i++) {
        char yaml[640];
        snprintf(yaml, sizeof yaml, rules, common[!i], common[i], common[i], common[i], common[i]);
        ferz_variant *v = ferz_variant_load_text("odds", yaml, strlen(yaml), dirs, NULL, 0, 1, messages);
        assert_non_null(v);
        ferz_game *game = play_of(v, "2q4r/8/1n6/8/s3Q2s/8/8/S1S2S1S w - - 0 1 roll=2");
        ferz_best best = ask(game, (ferz_limits){.nodes = 40000, .searchmoves = "e4a4 e4h4"});
        assert_string_equal(best.move, wanted[i]);
        forget(&best);
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* ---- limits ---- */

typedef struct report_log {
    int numbers, most, reports, depth;
    char first[8][16];
    int scores[8];
} report_log;

static void on_report(void *state, const ferz_report *r)
{
    report_log *h = state;
    h->reports++;
    h->depth = r->depth;
    if (r->multipv <= 8) {
        sscanf(r->pv, "%15s", h->first[r->multipv - 1]);
        h->scores[r->multipv - 1] = r->score;
        h->most = r->multipv > h->most ? r->multipv : h->most;
    }
}

TEST(several_pvs)
{
    report_log h = {0};
    ferz_variant *v = load("chess");
    ferz_game *game = play_of(v, NULL);
    ferz_best best = ask(game, (ferz_limits){.nodes = 20000, .multipv = 3, .info = on_report, .state = &h});
    assert_int_equal(h.most, 3);
    assert_string_equal(h.first[0], best.move);
    assert_string_not_equal(h.first[0], h.first[1]);
    assert_string_not_equal(h.first[1], h.first[2]);
    assert_string_not_equal(h.first[0], h.first[2]);
    assert_true(h.reports > 9 && h.depth > 1);
    forget(&best);
    best = ask(game, (ferz_limits){.nodes = 3000, .searchmoves = "a2a3 h2h4"});
    assert_true(strcmp(best.move, "a2a3") == 0 || strcmp(best.move, "h2h4") == 0);
    forget(&best);
    /* Of what is asked only: a mate that may not be played is no mate. */
    ferz_game_free(game);
    game = play_of(v, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    best = ask(game, (ferz_limits){.nodes = 3000, .searchmoves = "g1f1"});
    assert_string_equal(best.move, "g1f1");
    assert_true(best.mate <= 0);
    forget(&best);
    best = ask(game, (ferz_limits){.nodes = 3000});
    assert_string_equal(best.move, "d1d8");
    assert_int_equal(best.mate, 1);
    forget(&best);
    ferz_game_free(game);
    ferz_variant_free(v);
}

TEST(same_again)
{
    static const char *const games[] = {"chess", "crazyhouse", "draughts-russian", "dice-chess", "tic-tac-toe"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ferz_variant *v = load(games[i]);
        ferz_best best[2];
        for (int k = 0; k < 2; k++) {
            ferz_game *game = play_of(v, NULL);
            best[k] = ask(game, (ferz_limits){.nodes = 4000, .seed = 5});
            ferz_game_free(game);
        }
        assert_string_equal(best[0].pv, best[1].pv);
        assert_int_equal(best[0].score, best[1].score);
        assert_int_equal(best[0].nodes, best[1].nodes);
        assert_true(best[0].nodes <= 4000);
        forget(&best[0]);
        forget(&best[1]);
        ferz_variant_free(v);
    }
}

/* A move whose rivals were soon refuted needs less time than one among equals. */
TEST(a_clear_move_needs_little_time)
{
    static const struct {
        uint64_t best, all;
        int share;
    } rows[] = {{0, 0, 100}, {0, 1000, 240}, {250, 1000, 190}, {700, 1000, 100}, {950, 1000, 50}, {1000, 1000, 50}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(timeman_effort_share(rows[i].best, rows[i].all), rows[i].share);
    }
}

/* Of the processor: a busy machine makes the hour late, but not that. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

TEST(keeps_time)
{
    static const char *const games[] = {"chess", "kazan-chess", "tic-tac-toe", "nardy-long"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ferz_variant *v = load(games[i]);
        ferz_game *game = play_of(v, NULL);
        const double limit = 60 + 40 * SLOWER;
        double least = 1e9;
        for (int k = 0; k < 3 && least > limit; k++) {
            double began = now();
            ferz_best best = ask(game, (ferz_limits){.movetime = 60});
            least = now() - began < least ? now() - began : least;
            forget(&best);
        }
        if (least > limit) {
            fail_msg("%s: %.0f ms for 60", games[i], least);
        }
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* ---- the tree serves the next move ---- */

static search_result run(mcts *m, game_history *r, const evaluation *e, uint64_t nodes)
{
    search_limits limits = {.nodes = nodes, .method = METHOD_MCTS};
    search_result out = {.best = MOVE_NONE};
    timeman when;
    timeman_begin(&when, &limits);
    assert_true(mcts_run(m, r, e, &limits, &when, &out));
    return out;
}

TEST(tree_is_kept)
{
    ferz_variant *v = load("chess");
    ferz_game *game = play_of(v, NULL);
    evaluation e;
    mcts *m = mcts_create(v->variant, 8 << 20);
    assert_non_null(m);
    assert_true(evaluation_init(&e, v->variant, NULL));
    search_result first = run(m, &game->game_history, &e, 20000);
    assert_true(first.pv_length > 3);
    history_push(&game->game_history, first.pv[0]);
    history_push(&game->game_history, first.pv[1]);
    search_result next = run(m, &game->game_history, &e, 1);
    assert_int_equal(next.best, first.pv[2]); /* it knows already */
    assert_true(next.hashfull > 5);
    history_pop(&game->game_history);
    history_pop(&game->game_history);
    search_result back = run(m, &game->game_history, &e, 1); /* the g went back: a new tree */
    assert_true(back.hashfull < next.hashfull);
    mcts_clear(m);
    search_result clear = run(m, &game->game_history, &e, 20000);
    assert_int_equal(clear.best, first.best);
    assert_int_equal(clear.score, first.score);
    evaluation_finish(&e);
    mcts_destroy(m);
    ferz_game_free(game);
    ferz_variant_free(v);
}

/* A tree that is full goes on. */
TEST(small_tree)
{
    ferz_variant *v = load("chess");
    ferz_game *game = play_of(v, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    ferz_best best = ask(game, (ferz_limits){.nodes = 300000, .hash_bytes = 1});
    assert_string_equal(best.move, "h5f7");
    forget(&best);
    ferz_game_free(game);
    game = play_of(v, NULL);
    best = ask(game, (ferz_limits){.nodes = 150000, .hash_bytes = 1});
    assert_true(best.nodes >= 149000);
    forget(&best);
    ferz_game_free(game);
    ferz_variant_free(v);
}

/* ---- every g ---- */

static void play_some(const char *name)
{
    ferz_variant *v = load(name);
    ferz_game *game = play_of(v, NULL);
    random_source random = {11};
    for (int ply = 0; ply < 24; ply++) {
        uint64_t before = ferz_game_hash(game);
        ferz_status status;
        size_t count;
        assert_int_equal(ferz_game_status(game, &status, messages), FERZ_OK);
        if (status.outcome != FERZ_ONGOING) {
            break;
        }
        if (ply % 4 == 0) {
            ferz_best best = ask(game, (ferz_limits){.nodes = 60, .seed = 3, .hash_bytes = 1});
            assert_int_equal(ferz_game_hash(game), before);
            ferz_game *copy = ferz_game_copy(game);
            if (!ferz_variant_facts(v)->has_tries && ferz_game_move(copy, best.move, messages) != FERZ_OK) {
                fail_msg("%s: %s is not legal", name, best.move);
            }
            ferz_game_free(copy);
            forget(&best);
        }
        char *moves = ferz_game_legal_moves(game, &count, messages);
        const char *word = moves;
        for (size_t skip = random_below(&random, (uint32_t)count); skip; skip--) {
            word += strlen(word) + 1;
        }
        assert_int_equal(ferz_game_move(game, word, messages), FERZ_OK);
        ferz_free(moves);
    }
    ferz_game_free(game);
    ferz_variant_free(v);
}

TEST(every_game)
{
    ferz_list_entry *entries;
    size_t count = ferz_list(dirs, &entries, messages), played = 0;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(entries[i].path, FERZ_SOURCE_DIR, strlen(FERZ_SOURCE_DIR)) == 0) {
            played++;
            if (share_takes(entries[i].name)) {
                play_some(entries[i].name);
            }
        }
    }
    ferz_list_free(entries, count);
    assert_true(played > 40);
}

static int set_up(void **state)
{
    (void)state;
    messages = ferz_messages_create(false);
    return messages ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    ferz_messages_free(messages);
    return 0;
}

ALL_TESTS(set_up, tear_down);
