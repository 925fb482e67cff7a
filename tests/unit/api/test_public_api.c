/* The public functions for careless callers: numbers out of range, no messages wanted, questions out of place. */
#include "unit/test.h"

#include "ferz_tools.h"

#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/ferz_for_tests.h"
#include "unit/temp_folder.h"
#include "unit/fixtures.h"

/* A game of a folder of its own, with a script if there is one. */
static ferz_variant *game_of(const char *yaml, const char *script)
{
    folder_write("shown.yaml", "%s", yaml ? yaml : "");
    folder_write("shown.lua", "%s", script ? script : "");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g = ferz_variant_load(folder_path("shown.yaml"), support_dirs(), NULL, 0, 1, messages);
    if (!g) {
        support_show(messages);
    }
    ferz_messages_free(messages);
    assert_non_null(g);
    return g;
}

/* What does not exist is empty, and nobody. */
TEST(test_out_of_range)
{
    ferz_variant *g = support_game("chess", NULL, NULL);
    ferz_game *p = support_play(g, NULL, "e2e4 e7e5");
    assert_string_equal(ferz_variant_file_at(g, 0), ferz_variant_facts(g)->file);
    assert_string_equal(ferz_variant_file_at(g, 1), "");
    assert_string_equal(ferz_variant_player_name(g, 2), "");
    assert_true(ferz_variant_allied(g, 0, 0) && !ferz_variant_allied(g, 0, 1));
    assert_false(ferz_variant_allied(g, 0, 2) || ferz_variant_allied(g, 2, 0));
    const ferz_option option = ferz_variant_option(g, 2);
    assert_true(option.name[0] == '\0' && option.about[0] == '\0' && option.values[0] == '\0');
    const ferz_piece piece = ferz_variant_piece(g, ferz_variant_facts(g)->piece_count);
    assert_true(piece.name[0] == '\0' && piece.letter[0] == '\0' && !piece.moves && !piece.royal);
    assert_string_equal(ferz_variant_hook(g, 0), "");
    const ferz_cell cell = ferz_game_cell(p, ferz_game_cell_count(p));
    assert_true(cell.name[0] == '\0' && cell.owner == -1 && !cell.piece && !cell.type);
    assert_string_equal(ferz_game_ply(p, 1), "e7e5");
    assert_string_equal(ferz_game_ply(p, 2), "");
    assert_string_equal(ferz_game_announcements(p, 7), "");
    assert_string_equal(ferz_game_ply_view(p, 1, 9), "e7e5");
    assert_null(ferz_game_view_fen(p, 2));
    assert_null(ferz_game_view(p, 2, NULL));
    char *hand = ferz_game_hand(p, 2);
    assert_string_equal(hand, "");
    ferz_free(hand);
    size_t cells[1] = {99}, count = 9;
    assert_int_equal(ferz_game_last_move_cells(p, cells, 0), 0);
    assert_int_equal(ferz_game_last_move_cells(p, cells, 1), 1);
    assert_in_range(cells[0], 0, 63);
    char *tries = ferz_game_tries(p, 1, &count, NULL);
    assert_true(tries && count == 0 && tries[0] == '\0'); /* this player does not act */
    ferz_free(tries);
    assert_null(ferz_code(ferz_code_count()));
    ferz_explanation explanation;
    assert_false(ferz_explain_code("E9999", &explanation));
    assert_false(ferz_explain_code("", &explanation));
    assert_true(ferz_variant_position_bytes(g) > 64 && ferz_variant_table_bytes(g) > ferz_variant_position_bytes(g));
    ferz_messages *messages = ferz_messages_create(false);
    assert_string_equal(ferz_messages_at(messages, 0).text, "");
    assert_int_equal(ferz_messages_result(messages), FERZ_OK);
    ferz_messages_free(messages);
    ferz_messages_free(NULL);
    ferz_game_free(NULL);
    ferz_variant_free(NULL);
    ferz_game_free(p);
    ferz_variant_free(g);
}

TEST(test_levels)
{
    ferz_limits limits = {.struct_size = sizeof limits, .seed = 9, .depth = 77};
    assert_false(ferz_limits_of_level(0, &limits) || ferz_limits_of_level(FERZ_LEVELS + 1, &limits));
    assert_int_equal(limits.depth, 77);
    uint64_t nodes = 0;
    int oversight = 1000;
    for (int level = 1; level <= FERZ_LEVELS; level++) { /* each is a stronger one */
        assert_true(ferz_limits_of_level(level, &limits));
        assert_true(limits.seed == 9 && limits.movetime > 0 && limits.depth == 0 && limits.nodes > nodes);
        assert_true(limits.oversight < oversight || (oversight == 0 && limits.oversight == 0));
        oversight = limits.oversight;
        nodes = limits.nodes;
    }
}

/* The same answers for a caller who wants no messages. */
TEST(test_no_messages)
{
    assert_null(ferz_variant_load("no-such-game", support_dirs(), NULL, 0, 0, NULL));
    assert_null(ferz_variant_load_text("a.yaml", "name: [", 7, support_dirs(), NULL, 0, 0, NULL));
    ferz_variant *g = support_game("chess", NULL, NULL), *hidden = support_game("kriegspiel", NULL, NULL);
    assert_null(ferz_game_create(g, "nothing", NULL));
    ferz_game *p = ferz_game_create(g, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", NULL);
    assert_non_null(p);
    ferz_best best;
    const ferz_limits limits = {.nodes = 50, .hash_bytes = 1 << 20};
    assert_int_equal(ferz_game_move(p, "h8h7", NULL), FERZ_REJECTED);
    assert_int_equal(ferz_game_best_move(p, &limits, &best, NULL), FERZ_REJECTED); /* it is over */
    assert_null(best.move);
    bool played = true;
    char *message = NULL;
    assert_int_equal(ferz_game_try(p, "h8h7", &played, &message, NULL), FERZ_REJECTED);
    assert_true(!played && !message);
    ferz_game_free(p);
    p = ferz_game_create(g, NULL, NULL);
    const ferz_limits only = {.nodes = 50, .hash_bytes = 1 << 20, .searchmoves = "e2e4  e2e5"};
    assert_int_equal(ferz_game_best_move(p, &only, &best, NULL), FERZ_REJECTED);
    const ferz_limits blanks = {.nodes = 50, .hash_bytes = 1 << 20, .searchmoves = "  "};
    assert_int_equal(ferz_game_best_move(p, &blanks, &best, NULL), FERZ_OK);
    assert_true(best.move && best.pv);
    ferz_free(best.move);
    ferz_free(best.pv);
    const ferz_limits long_word = {
        .nodes = 50,
        .hash_bytes = 1 << 20,
        .searchmoves =
            "e2e4 "
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            "aaaa"};
    assert_int_equal(ferz_game_best_move(p, &long_word, &best, NULL), FERZ_REJECTED);
    assert_null(best.move);
    ferz_game_free(p);
    p = ferz_game_create(hidden, "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", NULL);
    assert_int_equal(ferz_game_try(p, "any?", &played, &message, NULL), FERZ_OK);
    assert_string_equal(message, "yes\n");
    ferz_free(message);
    assert_int_equal(ferz_game_try(p, "e1d1", &played, &message, NULL),
                     FERZ_REJECTED); /* a capture must be tried first */
    ferz_game_free(p);
    char *words = ferz_variant_compare(g, hidden, FERZ_ENGLISH, NULL);
    assert_true(words && strstr(words, "umpire"));
    ferz_free(words);
    ferz_list_entry *entries;
    const size_t count = ferz_list(support_dirs(), &entries, NULL);
    assert_true(count > 40);
    ferz_list_free(entries, count);
    ferz_variant_free(hidden);
    ferz_variant_free(g);
}

/* The position that a player sees, as a play of its own. */
TEST(test_seen)
{
    ferz_variant *g = support_game("kriegspiel", "setup", "standard");
    ferz_game *p = support_play(g, NULL, "e2e4");
    for (size_t player = 0; player < 2; player++) {
        ferz_messages *messages = ferz_messages_create(false);
        ferz_game *seen = ferz_game_view(p, player, messages);
        assert_non_null(seen);
        assert_int_equal(ferz_messages_count(messages), 0);
        char *view = ferz_game_view_fen(p, player), *fen = ferz_game_fen(seen);
        assert_string_equal(view, fen);
        ferz_free(view);
        ferz_free(fen);
        size_t pieces = 0;
        for (size_t i = 0; i < ferz_game_cell_count(seen); i++) {
            const ferz_cell cell = ferz_game_cell(seen, i);
            assert_true(cell.owner < 0 || (size_t)cell.owner == player);
            pieces += cell.piece != NULL;
        }
        assert_int_equal(pieces, 16);
        ferz_game_free(seen);
        ferz_messages_free(messages);
    }
    /* an attempt that fails is nobody's ply; after the end nobody answers */
    bool played = true;
    char *message = NULL;
    assert_int_equal(ferz_game_try(p, "e7e2", &played, &message, NULL), FERZ_OK);
    assert_true(!played);
    assert_string_equal(message, "impossible\n");
    ferz_free(message);
    assert_int_equal(ferz_game_ply_count(p), 1);
    assert_string_equal(ferz_game_ply_view(p, 0, 1), "?");
    assert_string_equal(ferz_game_ply_view(p, 0, 0), "e2e4");
    ferz_game_free(p);
    p = support_play(g, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", NULL);
    assert_int_equal(ferz_game_try(p, "any?", &played, &message, NULL), FERZ_REJECTED);
    ferz_game_free(p);
    ferz_variant_free(g);
}

static void sum(void *state, const char *words, uint64_t n)
{
    (void)words;
    *(uint64_t *)state += n;
}

/* Depths that nobody counts, and turns with more positions than the table has room for at first. */
TEST(test_counts)
{
    ferz_variant *g = support_game("chess", NULL, NULL);
    ferz_game *p = support_play(g, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", NULL);
    uint64_t nodes = 9, sums = 0;
    assert_int_equal(ferz_game_perft(p, 1000, NULL, NULL, &nodes, NULL), FERZ_OK);
    assert_int_equal(nodes, 0);
    assert_int_equal(ferz_game_perft(p, 0, sum, &sums, &nodes, NULL), FERZ_OK);
    assert_true(nodes == 1 && sums == 0);
    ferz_game_free(p);
    ferz_variant_free(g);
    g = support_text("name: Shown\nextends: chess\nturn: {plies: 3}\n");
    p = support_play(g, NULL, NULL);
    uint64_t ways = 0, ends = 0, leaves = 0;
    assert_int_equal(ferz_game_count_turns(p, &ways, &ends, NULL), FERZ_OK);
    assert_int_equal(ferz_game_perft(p, 3, NULL, NULL, &leaves, NULL), FERZ_OK);
    assert_int_equal(ways, leaves);
    assert_true(ends > 1000 && ends < ways);
    assert_int_equal(ferz_game_count_turns(p, NULL, NULL, NULL), FERZ_OK);
    ferz_game_free(p);
    ferz_variant_free(g);
    /* what has ended by itself has no leaves */
    g = support_text("name: Shown\nextends: chess\nend: {bare: {when: bare, result: loss}}\n");
    p = support_play(g, "7k/8/8/8/8/8/8/KR6 w - - 0 1", "a1a2");
    sums = 0;
    assert_int_equal(ferz_game_perft(p, 1, sum, &sums, &nodes, NULL), FERZ_OK);
    assert_true(nodes == sums);
    ferz_game_free(p);
    ferz_variant_free(g);
}

static const char SUMS[] = "name: Shown\n"
                           "board: {size: 8x8}\n"
                           "pieces: {rook: {letter: r, moves: R}}\n"
                           "start: r6r/8/8/8/8/8/8/R6R w - - 0 1\n"
                           "script: shown.lua\n"
                           "end: {sums: {when: hook sums}}\n";

/* A script that has different words for each game: most are reported, the rest as one. */
TEST(test_many_ends)
{
    ferz_variant *g = game_of(
        SUMS,
        "function sums()\n"
        "    local n = 1\n"
        "    for c = 0, cells() - 1 do\n"
        "        if piece(c) then n = (n * 31 + c) % 1000003 end\n"
        "    end\n"
        "    if n % 16 == 0 then return {result = \"draw\", reason = \"sum \" .. n} end\n"
        "    if n % 64 == 1 then return {winner = n % 128 == 1 and \"white\" or \"black\", reason = \"sum\"} end\n"
        "end\n");
    ferz_game *p = support_play(g, "1r5r/8/8/8/8/8/8/R6R w - - 0 1", NULL);
    const ferz_playout_limits limits = {.games = 6000, .seed = 3};
    ferz_playouts found;
    ferz_messages *messages = ferz_messages_create(false);
    const ferz_result result = ferz_game_playouts(p, &limits, &found, messages);
    support_show(messages);
    ferz_messages_free(messages);
    assert_int_equal(result, FERZ_OK);
    assert_int_equal(found.games, 6000);
    assert_int_equal(found.end_count, 1001);
    uint64_t games = found.cut;
    size_t others = 0;
    for (size_t i = 0; i < found.end_count; i++) {
        games += found.ends[i].games;
        others += strcmp(found.ends[i].status.reason, "other endings") == 0;
        if (i >
            0) { /* most frequent first; of equals wins before draws, the first player's before the second's, then by words */
            const ferz_playout_end *a = &found.ends[i - 1], *b = &found.ends[i];
            assert_true(a->games >= b->games);
            assert_true(a->games > b->games || a->status.outcome <= b->status.outcome);
            assert_true(a->games > b->games || a->status.outcome != b->status.outcome ||
                        a->status.winner < b->status.winner || strcmp(a->status.reason, b->status.reason) < 0);
        }
    }
    assert_int_equal(games, 6000);
    assert_int_equal(others, 1);
    ferz_playouts_free(&found);
    ferz_game_free(p);
    ferz_variant_free(g);
}

static bool at_once(void *state)
{
    ++*(int *)state;
    return true;
}

/* Random games end when the caller stops them. */
TEST(test_playouts_stop)
{
    ferz_variant *g = support_game("chess", NULL, NULL);
    ferz_game *p = support_play(g, NULL, NULL);
    int asked = 0;
    const ferz_playout_limits limits = {.milliseconds = 60000, .seed = 3, .stop = at_once, .state = &asked};
    ferz_playouts found;
    assert_int_equal(ferz_game_playouts(p, &limits, &found, NULL), FERZ_OK);
    assert_int_equal(asked, 1);
    assert_true(found.games > 0 && found.games < 200);
    ferz_playouts_free(&found);
    const ferz_playout_limits moment = {.milliseconds = 1, .seed = 3};
    assert_int_equal(ferz_game_playouts(p, &moment, &found, NULL), FERZ_OK);
    assert_true(found.games > 0 && found.games < 20000);
    ferz_playouts_free(&found);
    ferz_game_free(p);
    ferz_variant_free(g);
}

static const char *written(const ferz_variant *v, const char *piece, size_t player)
{
    size_t index = 0;
    while (strcmp(ferz_variant_piece(v, index).name, piece) != 0) {
        index++;
    }
    return ferz_variant_piece_fen(v, index, player);
}

/* What is needed to write a position: how pieces are written, who may have which, and where players play. */
TEST(test_pieces_of_fens)
{
    ferz_variant *chess = support_game("chess", NULL, NULL), *amazons = support_game("amazons", NULL, NULL);
    ferz_variant *four = support_game("four-handed-cross", NULL, NULL);
    ferz_variant *two = support_game("swedish-chess", NULL, NULL);
    assert_string_equal(written(chess, "knight", 0), "N");
    assert_string_equal(written(chess, "knight", 1), "n");
    assert_null(written(chess, "knight", 2)); /* nobody's */
    assert_null(written(chess, "knight", 3));
    assert_null(ferz_variant_piece_fen(chess, 1000, 0));
    assert_string_equal(written(amazons, "arrow", 2), "=A");
    assert_null(written(amazons, "arrow", 0));
    assert_null(written(amazons, "amazon", 2));
    assert_string_equal(written(four, "queen", 0), "wQ");
    assert_int_equal(ferz_variant_player_board(four, 3), -1);
    assert_int_equal(ferz_variant_player_board(two, 1), 1);
    assert_int_equal(ferz_variant_player_board(two, 2), 0);
    assert_int_equal(ferz_variant_player_board(two, 4), -1);
    assert_false(ferz_variant_facts(chess)->has_stacks);
    ferz_variant *stacks = support_game("tavreli", NULL, NULL);
    assert_true(ferz_variant_facts(stacks)->has_stacks);
    ferz_variant_free(stacks);
    ferz_variant_free(two);
    ferz_variant_free(four);
    ferz_variant_free(amazons);
    ferz_variant_free(chess);
}

/* Games without what may be said of a game. */
TEST(test_bare_rules)
{
    ferz_variant *g = game_of("name: Shown\n"
                              "board: {size: 3x3}\n"
                              "pieces: {king: {letter: k, moves: K}}\n"
                              "start: k2/3/2K w - - 0 1\n"
                              "options: {big: {patch: {pieces: {king: {moves: Q}}}}}\n",
                              NULL);
    assert_string_equal(ferz_variant_facts(g)->about, "");
    const ferz_option option = ferz_variant_option(g, 0);
    assert_string_equal(option.name, "big");
    assert_string_equal(option.about, "");
    assert_string_equal(option.values, "");
    assert_false(option.set);
    assert_true(ferz_variant_facts(g)->is_rectangular);
    assert_false(ferz_variant_facts(g)->has_hands || ferz_variant_facts(g)->hides_information ||
                 ferz_variant_facts(g)->has_tries || ferz_variant_facts(g)->is_multi_ply);
    ferz_variant_free(g);
}

/* Learning from nothing. */
TEST(test_tune)
{
    static const struct {
        const char *variant, *message;
    } rows[] = {{"players-eight", "only variants of two sides can be tuned"},
                {"kriegspiel", "a variant with hidden information cannot be tuned"},
                {"tic-tac-toe", "no game gave a quiet position to learn from"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferz_messages *messages = ferz_messages_create(false);
        ferz_variant *g = support_game(rows[i].variant, NULL, NULL);
        int asked = 0;
        const ferz_tune_limits limits = {.nodes = 10, .games = 1, .stop = at_once, .state = &asked};
        ferz_tuned tuned;
        assert_int_equal(ferz_variant_tune(g, &limits, &tuned, messages), FERZ_REJECTED);
        assert_int_equal(ferz_messages_count(messages), 1);
        assert_string_equal(ferz_messages_at(messages, 0).text, rows[i].message);
        assert_null(tuned.yaml);
        ferz_variant_free(g);
        ferz_messages_free(messages);
    }
    /* a script that fails is reported */
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *g =
        ferz_variant_load(FERZ_SOURCE_DIR "/tests/invalid/games/live-loops.yaml", support_dirs(), NULL, 0, 0, messages);
    assert_non_null(g);
    const ferz_tune_limits limits = {.nodes = 10, .games = 2, .threads = 2};
    ferz_tuned tuned;
    assert_int_equal(ferz_variant_tune(g, &limits, &tuned, messages), FERZ_REJECTED);
    assert_true(ferz_messages_count(messages) >= 1);
    assert_non_null(strstr(ferz_messages_at(messages, 0).text, "exceeded its budget"));
    ferz_variant_free(g);
    ferz_messages_free(messages);
}

/* Places as editors count them: in units of UTF-16, a byte order mark not counted. */
TEST(test_characters)
{
    static const struct {
        const char *yaml, *text;
        uint32_t line, column, character, end;
    } rows[] = {
        {"\xEF\xBB\xBF{name: \"\xF0\x9F\x98\x80\", sise: 1}", "unknown key `sise`", 1, 13, 13, 17},
        {"{name: \"\xD1\x8F\", sise: 1}", "unknown key `sise`", 1, 13, 12, 16},
        {"name: A\nboard: {size: 8x8, sise: 1}\n", "unknown key `sise`", 2, 20, 19, 23},
        {"name: A\n\xF0\x9F\x98\x80\xF0\x9F\x98\x80: 1\n", "unknown key", 2, 1, 0, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferz_messages *messages = ferz_messages_create(false);
        assert_null(
            ferz_variant_load_text("a.yaml", rows[i].yaml, strlen(rows[i].yaml), support_dirs(), NULL, 0, 0, messages));
        bool found = false;
        for (size_t k = 0; k < ferz_messages_count(messages) && !found; k++) {
            const ferz_message m = ferz_messages_at(messages, k);
            found = strstr(m.text, rows[i].text) != NULL;
            if (found && (m.line != rows[i].line || m.column != rows[i].column || m.character != rows[i].character ||
                          m.character_end != rows[i].end)) {
                fail_msg("%zu: %u:%u is %u to %u", i, m.line, m.column, m.character, m.character_end);
            }
        }
        if (!found) {
            support_show(messages);
            fail_msg("%zu: not said: %s", i, rows[i].text);
        }
        ferz_messages_free(messages);
    }
}

static void said_of_call(const ferz_messages *messages, const char *wanted)
{
    assert_int_equal(ferz_messages_count(messages), 1);
    assert_string_equal(ferz_messages_at(messages, 0).code, "E0111");
    assert_string_equal(ferz_messages_at(messages, 0).text, wanted);
}

/* What would not end, or belongs to another variant. */
TEST(test_wrong_calls)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *small = support_game("tic-tac-toe", NULL, NULL), *large = support_game("chess", NULL, NULL);
    ferz_game *p = support_play(large, NULL, NULL);
    uint64_t nodes = 7;
    assert_int_equal(ferz_game_perft(p, -5, NULL, NULL, &nodes, messages), FERZ_REJECTED);
    assert_int_equal(nodes, 0);
    said_of_call(messages, "a count needs a depth of 0 or more");
    assert_int_equal(ferz_game_perft(p, -5, sum, &nodes, &nodes, NULL), FERZ_REJECTED);
    assert_int_equal(ferz_game_perft_to_end(p, -1, NULL, NULL, &nodes, NULL), FERZ_REJECTED);
    assert_int_equal(game_perft_by_play(p, INT_MIN, &nodes, NULL), FERZ_REJECTED);

    ferz_messages_clear(messages);
    ferz_tuned tuned;
    const ferz_tune_limits unlimited = {.nodes = 10}, negative = {.nodes = 10, .games = -1, .seconds = -1};
    assert_int_equal(ferz_variant_tune(large, &unlimited, &tuned, messages), FERZ_REJECTED);
    assert_null(tuned.yaml);
    said_of_call(messages, "tuning needs a number of games or, for weights, of seconds");
    assert_int_equal(ferz_variant_tune(large, &negative, &tuned, NULL), FERZ_REJECTED);

    ferz_messages_clear(messages);
    ferz_engine *engine = ferz_engine_create(small, 1 << 20, messages);
    const ferz_limits limits = {.nodes = 2000};
    ferz_best best;
    assert_int_equal(ferz_engine_best_move(engine, p, &limits, &best, messages), FERZ_REJECTED);
    assert_null(best.move);
    said_of_call(messages, "the engine was made for another variant than the game");
    ferz_engine_free(engine);

    ferz_messages_clear(messages);
    assert_null(ferz_variant_picture(small, p, &(ferz_picture){.piece = FERZ_NONE}, messages));
    said_of_call(messages, "the game to be drawn is of another variant");
    ferz_game_free(p);
    ferz_variant_free(small);
    ferz_variant_free(large);
    ferz_messages_free(messages);
}

/* A NULL that ferz.h does not allow: an assertion in debug builds, else the answer that the header names. */
#if defined(FERZ_CHECKS) && !defined(NDEBUG)
#define REFUSES(answer)                                                                                                \
    do {                                                                                                               \
        const pid_t child = fork();                                                                                    \
        if (child == 0) {                                                                                              \
            (void)close(2);                                                                                            \
            _exit(answer);                                                                                             \
        }                                                                                                              \
        int how = 0;                                                                                                   \
        assert_int_equal(waitpid(child, &how, 0), child);                                                              \
        assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGABRT);                                                     \
    } while (0)
#else
#define REFUSES(answer) assert_true(answer)
#endif

TEST(test_null)
{
    ferz_variant *v = support_game("chess", NULL, NULL);
    ferz_game *p = support_play(v, NULL, NULL);
    ferz_engine *engine = ferz_engine_create(v, 1 << 20, NULL);
    const ferz_limits limits = {.nodes = 10};
    const ferz_tune_limits tune = {.games = 1};
    const ferz_playout_limits games = {.games = 1};
    const ferz_diff_limits diff = {.games = 1};
    const ferz_change_limits changes = {.max_count = 1};
    const ferz_picture picture = {.piece = FERZ_NONE};
    ferz_best best;
    ferz_tuned tuned;
    ferz_playouts playouts;
    ferz_diff_report different;
    ferz_change_report changed;
    ferz_test_report tested;
    ferz_status status;
    ferz_hook_trial trial;
    ferz_hook_cost cost;
    ferz_imported *imported;
    ferz_roll roll;
    ferz_explanation explanation;
    uint64_t nodes;
    size_t count, number;
    bool flag;
    char *string;
    /* calls with a result */
    REFUSES(ferz_game_perft(NULL, 1, NULL, NULL, &nodes, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_perft(p, 1, NULL, NULL, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_perft_to_end(p, 1, NULL, NULL, NULL, NULL) == FERZ_REJECTED);
    REFUSES(game_perft_by_play(NULL, 1, &nodes, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_count_turns(NULL, NULL, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_verify(NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_playouts(p, NULL, &playouts, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_playouts(p, &games, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_best_move(NULL, &limits, &best, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_best_move(p, NULL, &best, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_best_move(p, &limits, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_engine_best_move(NULL, p, &limits, &best, NULL) == FERZ_REJECTED);
    REFUSES(ferz_engine_best_move(engine, NULL, &limits, &best, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_tune(v, NULL, &tuned, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_tune(v, &tune, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_diff(v, NULL, &diff, &different, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_diff(v, v, NULL, &different, NULL) == FERZ_REJECTED);
    REFUSES(ferz_test_run(NULL, NULL, NULL, NULL, &tested, NULL) == FERZ_REJECTED);
    REFUSES(ferz_test_run("chess", support_dirs(), NULL, NULL, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_test_add(v, NULL, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_test_changes(NULL, NULL, &changes, &changed, NULL) == FERZ_REJECTED);
    REFUSES(ferz_test_changes("chess", support_dirs(), NULL, &changed, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_try_hooks(v, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_try_hooks(NULL, &trial, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_hook_costs(NULL, &cost, &count, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_hook_costs(v, NULL, &count, NULL) == FERZ_REJECTED);
    REFUSES(ferz_variant_hook_costs(v, &cost, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_import("a.ini", NULL, 0, NULL, &imported, &count, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_export(v, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_move(p, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_move(NULL, "e2e4", NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_status(p, NULL, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_status(NULL, &status, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_try(p, NULL, &flag, &string, NULL) == FERZ_REJECTED);
    REFUSES(ferz_game_try(p, "e2e4", NULL, &string, NULL) == FERZ_REJECTED);
    REFUSES(ferz_messages_result(NULL) == FERZ_REJECTED);
    /* objects, strings and questions */
    REFUSES(!ferz_variant_load(NULL, NULL, NULL, 0, 0, NULL));
    REFUSES(!ferz_variant_load_text("a.yaml", NULL, 0, NULL, NULL, 0, 0, NULL));
    REFUSES(!ferz_game_create(NULL, NULL, NULL));
    REFUSES(!ferz_game_copy(NULL));
    REFUSES(!ferz_engine_create(NULL, 0, NULL));
    REFUSES(!ferz_variant_describe(NULL, FERZ_ENGLISH, FERZ_TEXT, NULL));
    REFUSES(!ferz_variant_compare(v, NULL, FERZ_ENGLISH, NULL));
    REFUSES(!ferz_variant_picture(v, NULL, NULL, NULL));
    REFUSES(!ferz_piece_moves_text(NULL, &picture, NULL));
    REFUSES(!ferz_variant_facts(NULL));
    REFUSES(!ferz_variant_piece(NULL, 0).name);
    REFUSES(!ferz_variant_piece_fen(NULL, 0, 0));
    REFUSES(ferz_variant_player_board(NULL, 0) == -1);
    REFUSES(!ferz_game_fen(NULL));
    REFUSES(!ferz_game_legal_moves(p, NULL, NULL));
    REFUSES(!ferz_game_explain_move(p, "e2e4", NULL, NULL));
    REFUSES(!ferz_game_explain_move(p, NULL, &flag, NULL));
    REFUSES(!ferz_game_explain_status(NULL, &flag, NULL));
    REFUSES(!ferz_game_tries(p, 0, NULL, NULL));
    REFUSES(!ferz_game_turn_move(p, &number, NULL));
    REFUSES(!ferz_game_roll(NULL, 0, &roll));
    REFUSES(!ferz_game_cell(NULL, 0).name);
    REFUSES(ferz_list(NULL, NULL, NULL) == 0);
    REFUSES(!ferz_explain_code(NULL, &explanation));
    /* what may be NULL */
    ferz_variant_lint(v, NULL);
    assert_int_equal(ferz_variant_try_hooks(v, &trial, NULL), FERZ_OK);
    assert_int_equal(ferz_game_rolls(p, NULL, 0), 0);
    assert_int_equal(ferz_game_last_move_cells(p, NULL, 0), 0);
    assert_true(ferz_piece_moves(v, 0, 0, 4, NULL, 0) > 0);
    ferz_playouts_free(NULL);
    ferz_diff_report_free(NULL);
    ferz_imported_free(NULL, 3);
    ferz_list_free(NULL, 3);
    ferz_engine_free(NULL);
    ferz_free(NULL);
    ferz_engine_free(engine);
    ferz_game_free(p);
    ferz_variant_free(v);
}

static void ignore_move(void *state, const char *text_of_move, uint64_t n)
{
    (void)state;
    (void)text_of_move;
    (void)n;
}

/* Two passes end the game, and every way of counting stops there. */
TEST(test_counts_stop_at_passes)
{
    static const char rules[] =
        "name: Passes\nabout: A.\nboard: {size: 2x3}\npieces: {walker: {letter: k, moves: fW}}\n"
        "start: 'k1/2/1K w - - 0 1'\nturn: {pass: always}\nend: {tired: {when: passes 2, result: draw}}\n";
    /* Each ply is a pass or a step ahead. Of the four ways of two plies one is over, of the six of three another one. */
    static const uint64_t expected[] = {1, 2, 4, 6, 10};
    ferz_variant *v = ferz_variant_load_text("passes.yaml", rules, strlen(rules), NULL, NULL, 0, 1, NULL);
    assert_non_null(v);
    ferz_game *game = ferz_game_create(v, NULL, NULL);
    for (int depth = 0; depth < 5; depth++) {
        uint64_t fast = 0, slow = 0, divided = 0;
        assert_int_equal(ferz_game_perft(game, depth, NULL, NULL, &fast, NULL), FERZ_OK);
        assert_int_equal(ferz_game_perft(game, depth, ignore_move, NULL, &divided, NULL), FERZ_OK);
        assert_int_equal(game_perft_by_play(game, depth, &slow, NULL), FERZ_OK);
        assert_int_equal(fast, expected[depth]);
        assert_int_equal(divided, expected[depth]);
        assert_int_equal(slow, expected[depth]);
    }
    ferz_game_free(game);
    ferz_variant_free(v);
}

ALL_TESTS(folder_make, folder_remove);
