/* The search through ferz.h: endings that it must see, pieces that it must not lose, limits that it must keep.
 *
 * Whether a claimed mate is real is proved here by trying every reply. */
#include "unit/test.h"

#include "ferz.h"
#include "positions.h"
#include "unit/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef FERZ_TEST_RULES
#define FERZ_TEST_RULES FERZ_SOURCE_DIR "/rules"
#endif

enum { HASH = 1 << 20 };

static const char *const games[] = {
    "chess",  "chess960",   "shatranj",          "shatranj-arabic", "frankfurt",   "crazyhouse",
    "makruk", "los-alamos", "gardner-minichess", "minishogi",       "heian-shogi", "judkins-shogi",
};
enum { GAMES = sizeof games / sizeof *games };

static ferz_messages *messages;
static ferz_variant *loaded[GAMES];

static ferz_variant *game_named(const char *name)
{
    static const char *const dirs[] = {FERZ_TEST_RULES, NULL};
    for (size_t i = 0; i < GAMES; i++) {
        if (strcmp(games[i], name) != 0) {
            continue;
        }
        if (!loaded[i]) {
            loaded[i] = ferz_variant_load(name, dirs, NULL, 0, 0, messages);
        }
        if (!loaded[i]) {
            fail_msg("%s: %s", name, ferz_messages_at(messages, 0).rendered);
        }
        return loaded[i];
    }
    fail_msg("no game %s", name);
    return NULL;
}

static ferz_game *start_of(const char *name, const char *fen)
{
    ferz_game *game = ferz_game_create(game_named(name), fen, messages);
    if (!game) {
        fail_msg("%s: %s: %s", name, fen ? fen : "start", ferz_messages_at(messages, 0).rendered);
    }
    return game;
}

static void make(ferz_game *game, const char *move)
{
    if (ferz_game_move(game, move, messages) != FERZ_OK) {
        fail_msg("%s: illegal move %s", ferz_variant_facts(ferz_game_variant(game))->name, move);
    }
}

static ferz_best ask(ferz_game *game, ferz_limits limits)
{
    ferz_best best;
    limits.hash_bytes = HASH;
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_OK);
    assert_non_null(best.move);
    assert_non_null(best.pv);
    return best;
}

static void forget(ferz_best *best)
{
    ferz_free(best->move);
    ferz_free(best->pv);
}

static ferz_status status_of(ferz_game *game)
{
    ferz_status status;
    assert_int_equal(ferz_game_status(game, &status, messages), FERZ_OK);
    return status;
}

static bool claim(const char *move)
{
    return strncmp(move, "claim", 5) == 0;
}

/* ---- proofs ---- */

static bool ends_for(ferz_game *game, size_t player)
{
    ferz_status status = status_of(game);
    return status.outcome == FERZ_WIN && status.winner == player;
}

/* Whether the player to act can win by one move. */
static bool wins_at_once(ferz_game *game)
{
    size_t count, player = ferz_game_side_to_move(game);
    char *moves = ferz_game_legal_moves(game, &count, messages);
    assert_non_null(moves);
    bool wins = false;
    const char *move = moves;
    for (size_t i = 0; i < count && !wins; i++, move += strlen(move) + 1) {
        if (!claim(move)) {
            make(game, move);
            wins = ends_for(game, player);
            assert_true(ferz_game_undo(game));
        }
    }
    ferz_free(moves);
    return wins;
}

/* Whether `player` wins by their next move after every reply. */
static bool every_reply_loses(ferz_game *game, size_t player)
{
    if (status_of(game).outcome != FERZ_ONGOING) {
        return false;
    }
    size_t count;
    char *moves = ferz_game_legal_moves(game, &count, messages);
    assert_non_null(moves);
    bool all = true;
    const char *move = moves;
    for (size_t i = 0; i < count && all; i++, move += strlen(move) + 1) {
        make(game, move);
        all = status_of(game).outcome == FERZ_ONGOING ? wins_at_once(game) : ends_for(game, player);
        assert_true(ferz_game_undo(game));
    }
    ferz_free(moves);
    return all;
}

TEST(finds_ends)
{
    unsigned counts[GAMES][3] = {{0}};
    for (size_t i = 0; i < sizeof mate_positions / sizeof *mate_positions; i++) {
        const struct mate_position *m = &mate_positions[i];
        ferz_game *game = start_of(m->variant, m->fen);
        size_t player = ferz_game_side_to_move(game);
        ferz_best best = ask(game, (ferz_limits){.depth = 2 * m->moves - 1});
        if (best.mate != m->moves) {
            fail_msg("%s: %s: says mate %d (%s), not %d", m->variant, m->fen, best.mate, best.pv, m->moves);
        }
        assert_int_equal(best.score, 30000 - (2 * m->moves - 1));
        assert_true(m->moves == 1 || !wins_at_once(game));
        make(game, best.move);
        if (m->moves == 1 ? !ends_for(game, player) : !every_reply_loses(game, player)) {
            fail_msg("%s: %s: %s does not win in %d", m->variant, m->fen, best.move, m->moves);
        }
        forget(&best);
        ferz_game_free(game);
        for (size_t g = 0; g < GAMES; g++) {
            counts[g][m->moves] += strcmp(games[g], m->variant) == 0;
        }
    }
    for (size_t g = 0; g < GAMES; g++) {
        assert_true(counts[g][1] >= 2 && counts[g][2] >= 2);
    }
}

/* The same from the other side: the side that is mated reports it. */
TEST(sees_its_own_end)
{
    for (size_t i = 0; i < sizeof mate_positions / sizeof *mate_positions; i++) {
        const struct mate_position *m = &mate_positions[i];
        if (m->moves != 2) {
            continue;
        }
        ferz_game *game = start_of(m->variant, m->fen);
        ferz_best best = ask(game, (ferz_limits){.depth = 3});
        make(game, best.move);
        forget(&best);
        best = ask(game, (ferz_limits){.depth = 4});
        if (best.mate != -1 || best.score != -29998) {
            fail_msg("%s: %s: says mate %d score %d", m->variant, m->fen, best.mate, best.score);
        }
        forget(&best);
        ferz_game_free(game);
    }
}

/* ---- material ---- */

static bool among(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at++) {
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

TEST(keeps_and_captures_pieces)
{
    unsigned counts[GAMES] = {0};
    for (size_t i = 0; i < sizeof best_move_positions / sizeof *best_move_positions; i++) {
        for (uint64_t nodes = 20000; nodes <= 40000 && share_takes_row(i); nodes *= 2) {
            ferz_game *game = start_of(best_move_positions[i].variant, best_move_positions[i].fen);
            ferz_best best = ask(game, (ferz_limits){.nodes = nodes});
            if (!among(best_move_positions[i].good, best.move)) {
                fail_msg("%s: %s: plays %s, not one of %s", best_move_positions[i].variant, best_move_positions[i].fen,
                         best.pv, best_move_positions[i].good);
            }
            forget(&best);
            ferz_game_free(game);
        }
        for (size_t g = 0; g < GAMES; g++) {
            counts[g] += strcmp(games[g], best_move_positions[i].variant) == 0;
        }
    }
    for (size_t g = 0; g < GAMES; g++) {
        assert_true(counts[g] >= 2);
    }
}

/* ---- ends of other kinds ---- */

static void asks(const char *variant, const char *fen, int depth, const char *good, int mate)
{
    ferz_game *game = start_of(variant, fen);
    ferz_best best = ask(game, (ferz_limits){.depth = depth});
    if ((good && !among(good, best.move)) || best.mate != mate) {
        fail_msg("%s: %s: %s score %d mate %d", variant, fen, best.pv, best.score, best.mate);
    }
    forget(&best);
    ferz_game_free(game);
}

/* Having no move loses in some games and draws in others: the same position, two opinions. */
TEST(knows_what_having_no_move_means)
{
    static const char shuts_in[] = "k7/7R/8/p3N3/P7/8/8/7K w - - 0 1";
    asks("shatranj-arabic", shuts_in, 1, "e5c6", 1);
    ferz_game *game = start_of("shatranj", shuts_in);
    ferz_best best = ask(game, (ferz_limits){.depth = 4});
    assert_string_not_equal(best.move, "e5c6");
    assert_true(best.score > 300);
    forget(&best);
    ferz_game_free(game);
    asks("minishogi", "k4/2G2/1G3/5/4K[] w - - 0 1", 1, NULL, 1); /* any move that disturbs nothing */
    asks("chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 3, "g1g7", 1);
}

TEST(bares_the_royal)
{
    asks("shatranj-arabic", "8/8/8/4k3/8/8/3n4/3RK3 w - - 0 1", 1, "d1d2 e1d2", 1);
    /* Not when the last piece can be recaptured: that is a draw, so capture with the king, which defends. */
    asks("shatranj-arabic", "8/8/8/8/8/2k5/3n4/3R3K w - - 0 1", 4, NULL, 0);
}

/* ---- repetition ---- */

static const char *const shuffling_moves[] = {"a2a3", "h8g8", "a3a2", "g8h8", "a2a3", "h8g8", "a3a2"};

static ferz_game *shuffled(size_t moves)
{
    ferz_game *game = start_of("chess", "7k/8/8/8/8/8/R7/K7 w - - 0 1");
    for (size_t i = 0; i < moves; i++) {
        make(game, shuffling_moves[i]);
    }
    return game;
}

TEST(avoids_repetition_when_winning)
{
    ferz_game *game = shuffled(6); /* a3a2 would let Black claim */
    ferz_best best = ask(game, (ferz_limits){.depth = 6});
    assert_string_not_equal(best.move, "a3a2");
    assert_true(best.score > 300);
    make(game, best.move);
    forget(&best);
    size_t count;
    char *moves = ferz_game_legal_moves(game, &count, messages);
    const char *move = moves;
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        assert_false(claim(move));
    }
    ferz_free(moves);
    ferz_game_free(game);
}

TEST(claims_a_draw_when_losing)
{
    ferz_game *game = shuffled(7);
    ferz_best best = ask(game, (ferz_limits){.depth = 6});
    assert_string_equal(best.move, "claim-draw");
    assert_string_equal(best.pv, "claim-draw");
    assert_int_equal(best.score, 0);
    make(game, best.move);
    assert_int_equal(status_of(game).outcome, FERZ_DRAW);
    forget(&best);
    ferz_game_free(game);
}

TEST(brings_an_ending_home)
{
    static const struct {
        const char *variant, *fen;
    } wins[] = {
        {"chess", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"},
        {"chess", "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"},
        {"los-alamos", "6/6/3k2/6/6/R2K2 w - - 0 1"},
        {"gardner-minichess", "4k/5/5/5/KR3 w - - 0 1"},
    };
    for (size_t i = 0; i < sizeof wins / sizeof *wins; i++) {
        ferz_game *game = start_of(wins[i].variant, wins[i].fen);
        for (int ply = 0; ply < 80 && status_of(game).outcome == FERZ_ONGOING; ply++) {
            ferz_best best = ask(game, (ferz_limits){.nodes = 30000});
            make(game, best.move);
            forget(&best);
        }
        if (!ends_for(game, 0)) {
            char *fen = ferz_game_fen(game);
            fail_msg("%s: %s comes to %s", wins[i].variant, wins[i].fen, fen);
        }
        ferz_game_free(game);
    }
}

/* ---- limits ---- */

TEST(same_search_same_nodes)
{
    for (size_t g = 0; g < GAMES; g++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            ferz_best best[2];
            for (int i = 0; i < 2; i++) {
                ferz_game *game = start_of(games[g], NULL);
                best[i] = ask(game, (ferz_limits){.depth = 5, .seed = seed});
                ferz_game_free(game);
            }
            assert_string_equal(best[0].pv, best[1].pv);
            assert_int_equal(best[0].score, best[1].score);
            assert_int_equal(best[0].nodes, best[1].nodes);
            forget(&best[0]);
            forget(&best[1]);
        }
    }
}

/* A seed may change the choice among equal moves, never the best score. */
TEST(seeds_choose_among_equals)
{
    char first[32] = "";
    bool differs = false;
    ferz_variant_clear_network(game_named("gardner-minichess")); /* it finds the two sides not quite alike */
    for (uint64_t seed = 1; seed < 12; seed++) {
        ferz_game *game = start_of("gardner-minichess", "2k2/5/5/5/R1K1R w - - 0 1");
        ferz_best best = ask(game, (ferz_limits){.depth = 1, .seed = seed});
        if (!first[0]) {
            snprintf(first, sizeof first, "%s", best.move);
        }
        differs |= strcmp(first, best.move) != 0;
        forget(&best);
        ferz_game_free(game);
    }
    assert_true(differs); /* the board is alike on both sides */
}

TEST(respects_node_limits)
{
    static const uint64_t limits[] = {1, 2, 10, 100, 1000, 5000, 20000};
    for (size_t g = 0; g < GAMES; g++) {
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            ferz_game *game = start_of(games[g], NULL);
            ferz_best best = ask(game, (ferz_limits){.nodes = limits[i]});
            assert_true(best.nodes <= limits[i]);
            make(game, best.move);
            forget(&best);
            ferz_game_free(game);
        }
    }
}

static bool stop_now(void *state)
{
    ++*(int *)state;
    return true;
}

static bool stop_at_fifth(void *state)
{
    return ++*(int *)state >= 5;
}

TEST(stops_when_asked)
{
    for (size_t g = 0; g < GAMES; g++) {
        int asked = 0;
        ferz_game *game = start_of(games[g], NULL);
        ferz_best best = ask(game, (ferz_limits){.stop = stop_now, .state = &asked});
        assert_int_equal(asked, 1); /* and never again */
        assert_true(best.nodes <= 1024);
        make(game, best.move);
        forget(&best);
        asked = 0;
        best = ask(game, (ferz_limits){.stop = stop_at_fifth, .state = &asked});
        assert_int_equal(asked, 5);
        assert_true(best.nodes <= 5 * 1024);
        make(game, best.move);
        forget(&best);
        ferz_game_free(game);
    }
}

static int64_t milliseconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

TEST(keeps_to_its_time)
{
    for (size_t g = 0; g < GAMES; g++) {
        ferz_game *game = start_of(games[g], NULL);
        int64_t before = milliseconds();
        ferz_best best = ask(game, (ferz_limits){.movetime = 40});
        assert_true(milliseconds() - before < 1500); /* the machine may be busy with others */
        assert_true(best.depth >= 1);
        forget(&best);
        ferz_game_free(game);
    }
}

struct depth_log {
    int depth;
    uint64_t nodes;
};

static void on_report(void *state, const ferz_report *report)
{
    struct depth_log *depth_log = state;
    assert_int_equal(report->depth, depth_log->depth + 1);
    assert_true(report->nodes > depth_log->nodes);
    assert_non_null(report->pv);
    assert_true(strlen(report->pv) >= 4);
    depth_log->depth = report->depth;
    depth_log->nodes = report->nodes;
}

TEST(reports_each_depth)
{
    struct depth_log depth_log = {0, 0};
    ferz_game *game = start_of("chess", NULL);
    ferz_best best = ask(game, (ferz_limits){.depth = 5, .info = on_report, .state = &depth_log});
    assert_int_equal(depth_log.depth, 5);
    assert_int_equal(best.depth, 5);
    assert_true(best.nodes >= depth_log.nodes);
    assert_memory_equal(best.pv, best.move, strlen(best.move));
    forget(&best);
    ferz_game_free(game);
}

TEST(has_no_move_after_the_end)
{
    ferz_game *game = start_of("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    ferz_best best;
    ferz_limits limits = {.depth = 3, .hash_bytes = HASH};
    assert_int_equal(ferz_game_best_move(game, &limits, &best, messages), FERZ_REJECTED);
    assert_null(best.move);
    ferz_messages_clear(messages);
    ferz_game_free(game);
}

/* ---- whole games ---- */

static uint32_t ends_in_draw(uint64_t *seed, uint32_t bound)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33) % bound;
}

static void play_random(ferz_game *game, uint64_t *seed)
{
    size_t count;
    char *moves = ferz_game_legal_moves(game, &count, messages);
    assert_non_null(moves);
    const char *move = moves;
    for (uint32_t skip = ends_in_draw(seed, (uint32_t)count); skip; skip--) {
        move += strlen(move) + 1;
    }
    if (!claim(move)) {
        make(game, move);
    } else {
        make(game, moves);
    }
    ferz_free(moves);
}

/* Against one who moves at random, a few plies must win every game; the search's moves are legal on the way. */
TEST(beats_random_moves)
{
    for (size_t g = 0; g < GAMES; g++) {
        for (size_t side = 0; side < 2 && share_takes(games[g]); side++) {
            uint64_t seed = g * 2 + side + 1;
            ferz_game *game = start_of(games[g], NULL);
            for (int ply = 0; ply < 240 && status_of(game).outcome == FERZ_ONGOING; ply++) {
                if (ferz_game_side_to_move(game) == side) {
                    ferz_best best = ask(game, (ferz_limits){.nodes = 4000});
                    make(game, best.move);
                    forget(&best);
                } else {
                    play_random(game, &seed);
                }
            }
            if (!ends_for(game, side)) {
                char *fen = ferz_game_fen(game);
                fail_msg("%s as %zu: not won: %s (%s)", games[g], side, fen, status_of(game).reason);
            }
            ferz_game_free(game);
        }
    }
}

/* Against itself every game goes on or comes to a proper end; evaluation is fair to both sides. */
TEST(plays_itself)
{
    for (size_t g = 0; g < GAMES; g++) {
        if (!share_takes(games[g])) {
            continue;
        }
        ferz_game *game = start_of(games[g], NULL);
        for (int ply = 0; ply < 60 && status_of(game).outcome == FERZ_ONGOING; ply++) {
            ferz_best best = ask(game, (ferz_limits){.nodes = 1500, .seed = 7});
            make(game, best.move);
            forget(&best);
        }
        ferz_game_free(game);
    }
}

static int set_up(void **state)
{
    (void)state;
    messages = ferz_messages_create(false);
    return messages ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t g = 0; g < GAMES; g++) {
        ferz_variant_free(loaded[g]);
    }
    ferz_messages_free(messages);
    return 0;
}

ALL_TESTS(set_up, tear_down);
