/* Moves of other programs (cli/spellings/moves.tsv) in the library and in matches, and what is written for
 * other programs read back: coordinates and SAN of every legal move, FENs, PGN. test_spellings.sh tries the program. */
#include "unit/test.h"

#include "match/engine_notation.c"
#include "unit/messages.h" /* behind what has parameters of that name */

enum { COLUMNS_MAX = 4 };

static const char *const rules[] = {FERZ_SOURCE_DIR "/rules", NULL};

static ferz_variant *load(const char *game)
{
    const ferz_setting faces = {"faces", "marked"};
    bool kyoto = strcmp(game, "kyotoshogi") == 0; /* the name by which others know it */
    ferz_variant *v = ferz_variant_load(kyoto ? "kyoto-shogi" : game, rules, kyoto ? &faces : NULL, kyoto, 0, messages);
    if (!v) {
        fail_msg("%s is not loaded", game);
    }
    ferz_messages_clear(messages);
    return v;
}

/* Splits a line at its tabs; the number of columns. */
static size_t split(char *line, char *columns[COLUMNS_MAX])
{
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at && count < COLUMNS_MAX; count++) {
        columns[count] = at;
        at = strchr(at, '\t');
        if (at) {
            *at++ = '\0';
        }
    }
    return count;
}

static void try_row(ferz_game *game, const char *move_text, const char *meant)
{
    size_t count;
    char *moves = ferz_game_legal_moves(game, &count, messages), in_match[MOVE_TEXT_MAX] = "";
    char *found = ferz_game_find_move(game, move_text, messages);
    bool legal = false, is_move = *meant != '!';
    char *why = ferz_game_explain_move(game, move_text, &legal, messages);
    assert_non_null(why);
    const char *said = ferz_messages_count(messages) ? ferz_messages_at(messages, 0).text : "";
    if (legal != is_move || (found != NULL) != is_move ||
        (is_move ? strcmp(found, meant) != 0 : !strstr(said, meant + 1))) {
        fail_msg("`%s` means `%s` (%s), not `%s`", move_text, found ? found : "", said, meant);
    }
    const engine_notation d = engine_notation_of(PLAYER_UCI, game);
    move_lookup looked = engine_notation_find_move(&d, game, moves, count, move_text, in_match);
    if (is_move ? strcmp(in_match, meant) != 0 : looked == MOVE_LOOKUP_FOUND && strlen(move_text) > 4) {
        fail_msg("in a match `%s` means `%s`, not `%s`", move_text, in_match, meant);
    }
    ferz_messages_clear(messages);
    ferz_free(why);
    ferz_free(found);
    ferz_free(moves);
}

TEST(rows_mean_the_same_everywhere)
{
    FILE *file = fopen(FERZ_SOURCE_DIR "/tests/cli/spellings/moves.tsv", "r");
    assert_non_null(file);
    char line[1024], *columns[COLUMNS_MAX];
    size_t rows = 0;
    while (fgets(line, sizeof line, file)) {
        if (*line == '#' || split(line, columns) != COLUMNS_MAX) {
            continue;
        }
        ferz_variant *v = load(columns[0]);
        ferz_game *game = ferz_game_create(v, strcmp(columns[1], "-") == 0 ? NULL : columns[1], messages);
        assert_non_null(game);
        try_row(game, columns[2], columns[3]);
        ferz_game_free(game);
        ferz_variant_free(v);
        rows++;
    }
    (void)fclose(file);
    assert_true(rows > 80);
}

/* ---- written and read back ---- */

static void come_back(ferz_game *game, const char *where, ferz_notation form)
{
    size_t count;
    char *moves = ferz_game_legal_moves(game, &count, messages);
    const char *move = moves;
    assert_non_null(moves);
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        char *written = ferz_game_move_for(game, move, form, messages);
        assert_non_null(written);
        char *back = ferz_game_find_move(game, written, messages);
        if (!back || strcmp(back, move) != 0) {
            fail_msg("%s: %s is written %s and read as %s", where, move, written, back ? back : "nothing");
        }
        ferz_free(back);
        ferz_free(written);
    }
    ferz_free(moves);
}

static void fen_comes_back(const ferz_game *game, const char *where)
{
    char *fen = ferz_game_fen(game), *foreign = ferz_game_fen_for(game, FERZ_NOTATION_FAIRY_STOCKFISH, messages);
    if (foreign && ferz_messages_count(messages) == 0) {
        ferz_game *back = ferz_game_create(ferz_game_variant(game), foreign, messages);
        char *again = back ? ferz_game_fen(back) : NULL;
        if (!again || strcmp(again, fen) != 0) {
            fail_msg("%s: %s is written %s and read as %s", where, fen, foreign, again ? again : "nothing");
        }
        ferz_free(again);
        ferz_game_free(back);
    }
    ferz_messages_clear(messages);
    ferz_free(fen);
    ferz_free(foreign);
}

static void pgn_comes_back(const ferz_game *game, const char *where)
{
    char *pgn = ferz_game_pgn(game, NULL, 0, "a } comment [that", messages);
    ferz_game *back = pgn ? ferz_game_read_pgn(ferz_game_variant(game), pgn, strlen(pgn), 1, messages) : NULL;
    size_t plies = ferz_game_ply_count(game);
    if (!back || ferz_game_ply_count(back) != plies) {
        fail_msg("%s: %s\nis not read: %s", where, pgn ? pgn : "no PGN",
                 ferz_messages_count(messages) ? ferz_messages_at(messages, 0).text : "");
    }
    for (size_t i = 0; i < plies; i++) {
        assert_string_equal(ferz_game_ply(back, i), ferz_game_ply(game, i));
    }
    ferz_game_free(back);
    ferz_free(pgn);
}

/* A claim is no move to other programs: it is a comment, which is read as the claim again. */
TEST(claims_are_comments)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "claim-draw"};
    ferz_variant *v = load("chess");
    ferz_game *game = ferz_game_create(v, NULL, messages);
    assert_non_null(game);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        assert_int_equal(ferz_game_move(game, moves[i], messages), FERZ_OK);
    }
    char *pgn = ferz_game_pgn(game, NULL, 0, NULL, messages);
    assert_non_null(pgn);
    assert_non_null(strstr(pgn, "Ng8 {claim-draw} 1/2-1/2"));
    ferz_free(pgn);
    pgn_comes_back(game, "a claimed draw");
    ferz_game_free(game);
    /* Words of somebody else's comment are nothing to be played. */
    static const char talk[] = "1. e4 {claim-draw} e5 {claim-victory} *";
    game = ferz_game_read_pgn(v, talk, sizeof talk - 1, 1, messages);
    assert_non_null(game);
    assert_int_equal(ferz_game_ply_count(game), 2);
    ferz_game_free(game);
    ferz_variant_free(v);
}

/* A count towards a draw: a FEN of others, moves, and what Fairy-Stockfish writes behind them. */
TEST(counts_come_back)
{
    static const struct {
        const char *fen, *moves[4], *foreign; /* foreign behind the placement */
    } rows[] = {
        {"4k3/8/4M3/8/8/8/8/4K3 w - - 128 5 33", {NULL}, "w - 128 5 33"},
        {"4k3/8/4M3/8/8/8/8/4K3 w - 128 5 33", {NULL}, "w - 128 5 33"},
        {"4k3/8/4M3/8/8/8/8/4K3 b - 128 6 33", {NULL}, "b - 128 6 33"},
        {"4k3/8/4M3/8/8/8/8/4K3 w - 128 5 33", {"e1e2"}, "b - 128 6 33"},
        {"4k3/8/4M3/8/8/8/8/4K3 b - 128 6 33", {"e8e7"}, "w - 128 7 34"},
        {"4k3/8/8/8/8/4m3/8/4K3 b - 128 5 33", {NULL}, "b - 128 5 33"},
        {"4k3/8/8/8/8/4m3/8/4K3 w - 128 0 33", {NULL}, "w - 128 0 33"},
        {"4k3/8/4M3/8/8/4r3/4R3/4K3 w - - 3 33", {"e2e3"}, "b - 32 8 33"},
        {"4k3/8/4M3/8/8/4r3/4R3/4K3 w - - 3 33", {"e2e3", "e8e7", "e1e2"}, "b - 32 10 34"},
        {"4k3/4r3/8/8/4Pr2/8/M7/4K3 b - - 3 33", {"f4e4"}, "w - 128 0 34"},
        {"4k3/4r3/8/8/4Pr2/8/M7/4K3 b - - 3 33", {"f4e4", "e1d1", "e8d8"}, "w - 128 2 35"},
        {"4k3/8/8/3P4/8/8/8/4K3 w - - 3 33", {NULL}, "w - - 3 33"},
    };
    const ferz_setting set[] = {{"counting", NULL}, {"no-first-moves", NULL}};
    ferz_variant *v = ferz_variant_load("makruk", rules, set, 2, 0, messages);
    assert_non_null(v);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_game *game = ferz_game_create(v, rows[i].fen, messages);
        assert_non_null(game);
        for (size_t m = 0; rows[i].moves[m]; m++) {
            assert_int_equal(ferz_game_move(game, rows[i].moves[m], messages), FERZ_OK);
        }
        ferz_messages_clear(messages);
        char *foreign = ferz_game_fen_for(game, FERZ_NOTATION_FAIRY_STOCKFISH, messages);
        assert_non_null(foreign);
        assert_int_equal(ferz_messages_count(messages), 0);
        assert_string_equal(strchr(foreign, ' ') + 1, rows[i].foreign);
        ferz_game *back = ferz_game_create(v, foreign, messages);
        char *again = back ? ferz_game_fen_for(back, FERZ_NOTATION_FAIRY_STOCKFISH, messages) : NULL;
        assert_non_null(again);
        assert_string_equal(again, foreign);
        ferz_free(again);
        ferz_free(foreign);
        ferz_game_free(back);
        ferz_game_free(game);
    }
    ferz_messages_clear(messages);
    ferz_variant_free(v);
}

/* Random plies; which ones is always the same. */
TEST(random_games_come_back)
{
    static const char *const games[] = {"chess",      "crazyhouse",       "seirawan",    "janggi",        "xiangqi",
                                        "shogi",      "kyotoshogi",       "makruk",      "sittuyin",      "three-check",
                                        "duck",       "duck-chess",       "amazons",     "chess960",      "atomic",
                                        "capablanca", "berolina-chess",   "marseillais", "draughts-thai", "hex80",
                                        "ataxx",      "cambodian",        "minishogi",   "tori-shogi",    "dice-chess",
                                        "grand",      "gardner-minichess"};
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        ferz_variant *v = load(games[g]);
        ferz_game *game = ferz_game_create(v, NULL, messages);
        assert_non_null(game);
        uint64_t draw = g + 1;
        for (int ply = 0; ply < 60; ply++) {
            size_t count;
            char *moves = ferz_game_legal_moves(game, &count, messages), *move = moves;
            if (ply % 15 == 0 && count < 300) {
                come_back(game, games[g], FERZ_NOTATION_FAIRY_STOCKFISH);
                come_back(game, games[g], FERZ_NOTATION_SAN);
                fen_comes_back(game, games[g]);
            }
            draw = draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            for (size_t i = count ? (size_t)(draw >> 33) % count : 0; i > 0; i--) {
                move += strlen(move) + 1;
            }
            bool played = count && ferz_game_move(game, move, messages) == FERZ_OK;
            ferz_free(moves);
            if (!played) {
                break;
            }
        }
        ferz_messages_clear(messages);
        pgn_comes_back(game, games[g]);
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* ---- SAN ---- */

TEST(moves_as_san)
{
    static const struct {
        const char *game, *fen, *move, *san;
    } rows[] = {
        {"chess", NULL, "g1f3", "Nf3"},
        {"chess", NULL, "e2e4", "e4"},
        {"chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "Nce4"},
        {"chess", "4k3/8/4R3/8/8/8/4R3/K7 w - - 0 1", "e6e4", "R6e4+"},
        {"chess", "4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1", "b5d4", "Nb5d4"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
        {"chess", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", "bxa8=Q+"},
        {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"},
        {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
        {"chess960", "4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1a1", "O-O-O"},
        {"crazyhouse", "7k/P7/8/8/8/8/8/K7[P] w - - 0 1", "a7a8q", "a8=Q+"},
        {"crazyhouse", "7k/8/8/8/Q~7/8/8/K7[P] w - - 0 1", "a4a5", "Qa5"},
        {"crazyhouse", "7k/8/8/8/8/8/8/K7[P] w - - 0 1", "P@e5", "P@e5"},
        {"shogi", "4k4/9/2P6/9/9/9/9/9/4K4[] w - - 0 1", "c7c8+", "Pc8+"},
        {"shogi", "4k4/9/2P6/9/9/9/9/9/4K4[] w - - 0 1", "c7c8", "Pc8="},
        {"makruk", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "d5d6m", "d6=M"},
        {"seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1", "e1g1,H@h1", "O-O/Hh1"},
        {"seirawan", NULL, "g1f3,E@g1", "Nf3/E"},
        {"duck", NULL, "g1f3,@e5", "Nf3,e5"},
        {"janggi", NULL, "pass", "--"},
        {"draughts-russian", NULL, "c3-d4", "c3-d4"},
        {"amazons", NULL, "d1d7,@d8", "Qdd7,d8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_variant *v = load(rows[i].game);
        ferz_game *game = ferz_game_create(v, rows[i].fen, messages);
        char *san = game ? ferz_game_move_for(game, rows[i].move, FERZ_NOTATION_SAN, messages) : NULL;
        if (!san || strcmp(san, rows[i].san) != 0) {
            fail_msg("%s: %s is %s, not %s", rows[i].game, rows[i].move, san ? san : "not written", rows[i].san);
        }
        ferz_free(san);
        ferz_game_free(game);
        ferz_variant_free(v);
    }
}

/* ---- PGN ---- */

static void put_plies(const ferz_game *game, text *plies)
{
    for (size_t ply = 0; game && ply < ferz_game_ply_count(game); ply++) {
        text_print(plies, "%s%s", ply ? " " : "", ferz_game_ply(game, ply));
    }
}

TEST(games_are_found)
{
    static const char pgn[] =
        "\xEF\xBB\xBF[Event \"a \\\"b\\\"\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n% escaped 1. h4\n"
        "1. e4 {a (b} (1. e3 {nested ) } (1. Kd1)) 1... Kd7 $12 ; the rest 2. h4\n2.e5 Ke7 1/2-1/2\n"
        "1. e4 e5\n\n[Event \"third\"]\n*\n";
    static const struct {
        size_t number;
        const char *plies; /* NULL: there is no such game */
    } rows[] = {{1, "e2e4 e8d7 e4e5 d7e7"}, {2, ""}, {3, NULL}};
    ferz_variant *v = load("chess");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_game *game = ferz_game_read_pgn(v, pgn, sizeof pgn - 1, rows[i].number, messages);
        text plies = {0};
        put_plies(game, &plies);
        assert_int_equal(game != NULL, rows[i].plies != NULL);
        assert_string_equal(text_string(&plies), rows[i].plies ? rows[i].plies : "");
        text_finish(&plies);
        ferz_game_free(game);
        ferz_messages_clear(messages);
    }
    ferz_variant_free(v);
}

/* A game that cannot be read whole is refused, where the reason stands. */
TEST(broken_games_are_refused)
{
    static const struct {
        const char *pgn;
        size_t number;
        uint32_t line, column; /* 0: it is read */
    } rows[] = {
        {"[Event \"x\"]\n\n1. e4 e5\n2. Nf3 Nf3 *\n", 1, 4, 8},
        {"1. e4 {the best e5\n2. Nf3", 1, 1, 7},
        {"1. e4 e5\n2. Nf3 (2. d4 exd4 2... Nc6", 1, 2, 8},
        {"1. e4 (1. d4 {solid) 1... e5", 1, 1, 14},
        {"1. e4 (1. d4 (1. c4) e5", 1, 1, 7},
        {"{no moves at all", 1, 1, 1},
        {"1. e4 e5 * 1. d4 {lost", 1, 0, 0},
        {"1. e4 {lost\n[Event \"second\"]\n1. d4 d5", 2, 1, 7},
        {"1. e4 {a ( b} e5 ; ( {\n2. d4", 1, 0, 0},
        {"1. e4 e5) 2. d4} d5", 1, 1, 14},
    };
    ferz_variant *v = load("chess");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_game *game = ferz_game_read_pgn(v, rows[i].pgn, strlen(rows[i].pgn), rows[i].number, messages);
        bool refused = game == NULL && ferz_messages_count(messages);
        ferz_message m = refused ? ferz_messages_at(messages, 0) : (ferz_message){0};
        if (refused != (rows[i].line > 0) || m.line != rows[i].line || m.column != rows[i].column) {
            fail_msg("%s: %s at %d:%d", rows[i].pgn, refused ? m.text : "is read", (int)m.line, (int)m.column);
        }
        ferz_game_free(game);
        ferz_messages_clear(messages);
    }
    ferz_variant_free(v);
}

/* What need not have a line or a blank of its own, and what only looks like that. */
TEST(games_on_one_line)
{
#define KINGS "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    static const struct {
        const char *game, *pgn, *plies;
    } rows[] = {
        {"chess", "[Event \"x\"] 1. e4 e5", "e2e4 e7e5"},
        {"chess", "[Event \"x\"]1. e4 e5", "e2e4 e7e5"},
        {"chess", "[Event \"x\"] [FEN \"" KINGS "\"] 1. e4 Kd7", "e2e4 e8d7"},
        {"chess", "[Event \"x\"][FEN \"" KINGS "\"][Site \"]\"]\n1. e4 Kd7", "e2e4 e8d7"},
        {"chess", "[Event \"x\" ] {why} 1. e4 e5", "e2e4 e7e5"},
        {"chess", "[ Event\n\"x\"\n] 1. e4 e5", "e2e4 e7e5"},
        {"chess", "[Event \"a \"b\" c\"] 1. e4 e5", "e2e4 e7e5"},
        {"chess", "[Event] 1. e4 e5", "e2e4 e7e5"},
        {"chess", "[Event\n1. e4 e5", "e2e4 e7e5"},
        {"chess", "[Event \"x\n1. e4 e5", "e2e4 e7e5"},
        {"chess", "[Event \"x\"\n1. e4 e5", "e2e4 e7e5"},
        {"chess", "1. e4 e5 * [Event \"second\"] 1. d4", "e2e4 e7e5"},
        {"chess", "1. e4$1 e5$2$3", "e2e4 e7e5"},
        {"chess", "1.e4!$1(1.d4$1)e5", "e2e4 e7e5"},
        {"chess", "1.e4(1.d4)e5", "e2e4 e7e5"},
        {"chess", "1.e4(1. d4 d5(1...e5))1...e5", "e2e4 e7e5"},
        {"chess", "1. e4(d4 d5) e5(1...d5)2.d4", "e2e4 e7e5 d2d4"},
        {"chess", "1. e4 e5;c\n2. d4;", "e2e4 e7e5 d2d4"},
        {"chess", "1. e4{c}e5*", "e2e4 e7e5"},
        {"chess", "1. e4 e5*(2. d4)", "e2e4 e7e5"},
        {"chess", "1. e4 e5[Event \"second\"] 1. d4", "e2e4 e7e5"},
        {"chess", "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1. a8(Q)(1. a8(N))Kd7", "a7a8q e8d7"},
        {"chess", "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1.a8(Q)$1 Kd7", "a7a8q e8d7"},
        {"crazyhouse", "[FEN \"4k3/8/8/8/8/8/8/4K3[P] w - - 0 1\"] 1. P*e4 Kd7*", "P@e4 e8d7"},
        {"kazan-chess", "1. b2b3(c1b2,d1c1,e1d1)(1. a2a3(a1a2))*", "b2b3(c1b2,d1c1,e1d1)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_variant *v = load(rows[i].game);
        ferz_game *game = ferz_game_read_pgn(v, rows[i].pgn, strlen(rows[i].pgn), 1, messages);
        text plies = {0};
        put_plies(game, &plies);
        if (!game || strcmp(text_string(&plies), rows[i].plies) != 0) {
            fail_msg("%s: %s is read as %s (%s)", rows[i].game, rows[i].pgn, text_string(&plies),
                     ferz_messages_count(messages) ? ferz_messages_at(messages, 0).text : "no message");
        }
        text_finish(&plies);
        ferz_game_free(game);
        ferz_variant_free(v);
    }
#undef KINGS
}

ALL_TESTS(open_messages, close_messages);
