/* What a match reads and writes: the words of --engine, moves in other programs' dialects, openings. */
#include "unit/test.h"

#include "match/engine_notation.c"
#include "match/player_spec.c"
#include "unit/messages.h" /* behind what has parameters of that name */

/* ---- sides ---- */

static const player_limits default_limits = {.movetime = 100};

static player_spec read_well(const char *words)
{
    player_spec s;
    text why = {0};
    if (!player_spec_parse(&s, words, &default_limits, &why)) {
        fail_msg("%s: %s", words, text_string(&why));
    }
    text_finish(&why);
    return s;
}

static void read_badly(const char *words, const char *part)
{
    player_spec s;
    text why = {0};
    if (player_spec_parse(&s, words, &(player_limits){0}, &why)) {
        fail_msg("\"%s\" was read", words);
    }
    if (!strstr(text_string(&why), part)) {
        fail_msg("\"%s\" says \"%s\" without \"%s\"", words, text_string(&why), part);
    }
    text_finish(&why);
    player_spec_finish(&s);
}

TEST(sides_are_read)
{
    player_spec s = read_well("ferz");
    assert_int_equal(s.kind, PLAYER_FERZ);
    assert_string_equal(s.name, "ferz");
    assert_int_equal(s.limits.movetime, 100);
    player_spec_finish(&s);

    s = read_well(" name=\"the other one\"  nodes=5000 seed=7 search=mcts threads=2 hash=64 ");
    assert_string_equal(s.name, "the other one");
    assert_int_equal(s.limits.nodes, 5000);
    assert_int_equal(s.limits.movetime, 0); /* one of its own replaces those for all */
    assert_int_equal(s.seed, 7);
    assert_int_equal(s.method, FERZ_METHOD_MCTS);
    assert_int_equal(s.threads, 2);
    assert_int_equal(s.hash, 64);
    player_spec_finish(&s);

    s = read_well("proto=xboard cmd=\"/opt/an engine -x 'two words' \\\"q\" tc=10+0.25 variant=normal "
                  "\"option.Multi PV=3\" option.Button=");
    assert_int_equal(s.kind, PLAYER_XBOARD);
    assert_string_equal(s.command[0], "/opt/an");
    assert_string_equal(s.command[1], "engine");
    assert_string_equal(s.command[2], "-x");
    assert_string_equal(s.command[3], "two words");
    assert_string_equal(s.name, "an");
    assert_int_equal(s.limits.clock, 10000);
    assert_int_equal(s.limits.increment, 250);
    assert_int_equal(s.option_count, 2);
    assert_string_equal(s.options[0].name, "Multi PV");
    assert_string_equal(s.options[0].value, "3");
    assert_string_equal(s.options[1].name, "Button");
    assert_string_equal(s.options[1].value, "");
    player_spec_finish(&s);

    s = read_well("cmd='\"/opt/an engine\" x'");
    assert_int_equal(s.kind, PLAYER_UCI);
    assert_string_equal(s.command[0], "/opt/an engine");
    assert_string_equal(s.command[1], "x");
    assert_null(s.command[2]);
    player_spec_finish(&s);

    s = read_well("random");
    assert_int_equal(s.kind, PLAYER_RANDOM);
    player_spec_finish(&s);
}

TEST(mistakes_are_named)
{
    read_badly("ferz", "a limit is missing");
    read_badly("fers nodes=1", "\"fers\"");
    read_badly("nodes=0", "nodes=");
    read_badly("nodes=x", "nodes=");
    read_badly("depth=1001", "depth=");
    read_badly("movetime=-1", "movetime=");
    read_badly("node=5", "did you mean nodes=");
    read_badly("nodes=5 proto=uci", "cmd=");
    read_badly("nodes=5 proto=cecp cmd=x", "xboard");
    read_badly("nodes=5 cmd=''", "cmd= is empty");
    read_badly("nodes=5 name=", "name= is empty");
    read_badly("nodes=5 search=luck", "mcts");
    read_badly("tc=0", "tc=");
    read_badly("tc=1+", "tc=");
    read_badly("tc=1e99", "tc=");
    read_badly("tc=nan", "tc=");
    read_badly("tc=5:00", "tc=");
    read_badly("nodes=5 positions=none", "positions=");
}

/* ---- dialects ---- */

/* A position, and what words mean in it. */
typedef struct spelling_case {
    const char *variant;
    const char *set;
    const char *fen;
    player_kind kind;
    const char *word;
    const char *move; /* ours; NULL: no move */
} spelling_case;

static const char promoting_position[] = "r3k2r/1P5P/8/8/8/8/8/R3K2R w KQkq - 0 1";
static const char seirawan_position[] = "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1";
static const char chess960_position[] = "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1";

static const spelling_case spelling_cases[] = {
    {"chess", NULL, promoting_position, PLAYER_UCI, "e1g1", "e1g1"},
    {"chess", NULL, promoting_position, PLAYER_UCI, "e1h1", "e1g1"},
    {"chess", NULL, promoting_position, PLAYER_UCI, "e1a1", "e1c1"},
    {"chess", NULL, promoting_position, PLAYER_XBOARD, "O-O", "e1g1"},
    {"chess", NULL, promoting_position, PLAYER_XBOARD, "0-0-0", "e1c1"},
    {"chess", NULL, promoting_position, PLAYER_XBOARD, "O-O+", "e1g1"},
    {"chess", NULL, promoting_position, PLAYER_XBOARD, "O-O-O-O", NULL},
    {"chess", NULL, promoting_position, PLAYER_UCI, "b7b8q", "b7b8q"},
    {"chess", NULL, promoting_position, PLAYER_UCI, "b7b8Q", "b7b8q"},
    {"chess", NULL, promoting_position, PLAYER_UCI, "b7b8=N", "b7b8n"},
    {"chess", NULL, promoting_position, PLAYER_UCI, "b7xa8=N", "b7a8n"},
    {"chess", NULL, promoting_position, PLAYER_UCI, "b7b8", NULL}, /* into what? */
    {"chess", NULL, promoting_position, PLAYER_UCI, "b7b8k", NULL},
    {"chess", NULL, promoting_position, PLAYER_UCI, "e1e2+", "e1e2"},
    {"chess", NULL, promoting_position, PLAYER_UCI, "e1e3", NULL},
    {"chess", NULL, promoting_position, PLAYER_UCI, "e1", NULL},
    {"chess", NULL, promoting_position, PLAYER_UCI, "", NULL},
    {"chess", NULL, promoting_position, PLAYER_UCI, "Ke2", "e1e2"},
    {"chess", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", PLAYER_UCI, "e1g1", NULL},
    {"chess", NULL, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", PLAYER_XBOARD, "O-O", NULL},
    {"chess960", NULL, chess960_position, PLAYER_UCI, "e1h1", "e1h1"},
    {"chess960", NULL, chess960_position, PLAYER_UCI, "e1g1", "e1h1"},
    {"chess960", NULL, chess960_position, PLAYER_XBOARD, "O-O-O", "e1b1"},
    {"crazyhouse", NULL, "4k3/8/8/8/8/8/8/4K3[QPp] w - - 0 1", PLAYER_XBOARD, "P@e4", "P@e4"},
    {"crazyhouse", NULL, "4k3/8/8/8/8/8/8/4K3[QPp] w - - 0 1", PLAYER_XBOARD, "p@e4", "P@e4"},
    {"crazyhouse", NULL, "4k3/8/8/8/8/8/8/4K3[QPp] w - - 0 1", PLAYER_UCI, "Q*d4", "Q@d4"},
    {"crazyhouse", NULL, "4k3/8/8/8/8/8/8/4K3[QPp] w - - 0 1", PLAYER_UCI, "R@d4", NULL},
    {"shatranj", NULL, "k7/4P3/8/8/8/8/8/4K2R w - - 0 1", PLAYER_XBOARD, "e7e8", "e7e8q"},
    {"shatranj", NULL, "k7/4P3/8/8/8/8/8/4K2R w - - 0 1", PLAYER_XBOARD, "e7e8f", "e7e8q"}, /* there is no choice */
    {"frankfurt", NULL, "4k3/8/8/3r4/8/4B3/8/4K3 w - - 0 1", PLAYER_XBOARD, "e3h6", "e3h6"},
    {"frankfurt", NULL, "4k3/8/8/3r4/8/4B3/8/4K3 w - - 0 1", PLAYER_XBOARD, "e3h6b", "e3h6"},
    {"frankfurt", NULL, "4k3/8/8/3r4/8/4B3/8/4K3 w - - 0 1", PLAYER_XBOARD, "e3h6r", NULL},
    {"frankfurt", NULL, "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", PLAYER_XBOARD, "e4d5R",
     "e4d5"}, /* it changes into what it captures */
    {"frankfurt", NULL, "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", PLAYER_XBOARD, "e4d5q", NULL},
    {"shogi", NULL, NULL, PLAYER_USI, "7g7f", "c3c4"},
    {"shogi", NULL, NULL, PLAYER_USI, "7g7e", NULL},
    {"shogi", NULL, "4k4/9/4P4/9/9/9/9/9/4K4[Pb] w - - 0 1", PLAYER_USI, "P*7d", "P@c6"},
    {"shogi", NULL, "4k4/9/1P7/9/9/9/9/9/4K4[Pb] w - - 0 1", PLAYER_USI, "8c8b+", "b7b8+"},
    {"shogi", NULL, "4k4/9/1P7/9/9/9/9/9/4K4[Pb] w - - 0 1", PLAYER_USI, "8c8b", "b7b8"},
    {"shogi", NULL, "4k4/9/9/9/9/1P7/9/9/4K4[Pb] w - - 0 1", PLAYER_USI, "8f8e+", "b4b5"}, /* a check mark, elsewhere */
    {"minishogi", NULL, NULL, PLAYER_USI, "5d5c", "a2a3"},
    {"xiangqi", NULL, NULL, PLAYER_XBOARD, "h2e2", "h3e3"}, /* ten ranks: from 0 */
    {"xiangqi", NULL, NULL, PLAYER_XBOARD, "a9a8", NULL},
    {"xiangqi", NULL, NULL, PLAYER_UCI, "h3e3", "h3e3"},
};

static ferz_game *position(const spelling_case *m, ferz_variant **variant)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    ferz_setting setting = {m->set, NULL};
    *variant = ferz_variant_load(m->variant, dirs, &setting, m->set != NULL, 0, messages);
    ferz_game *game = *variant ? ferz_game_create(*variant, m->fen, messages) : NULL;
    if (!game) {
        fail_msg("%s: %s", m->variant, ferz_messages_count(messages) ? ferz_messages_at(messages, 0).text : "?");
    }
    return game;
}

TEST(words_are_moves)
{
    for (size_t i = 0; i < sizeof spelling_cases / sizeof spelling_cases[0]; i++) {
        const spelling_case *m = &spelling_cases[i];
        ferz_variant *variant;
        ferz_game *game = position(m, &variant);
        size_t count;
        char *moves = ferz_game_legal_moves(game, &count, messages), move[MOVE_TEXT_MAX] = "";
        engine_notation d = engine_notation_of(m->kind, game);
        bool found = engine_notation_find_move(&d, game, moves, count, m->word, move) == MOVE_LOOKUP_FOUND;
        if (found != (m->move != NULL) || (found && strcmp(move, m->move) != 0)) {
            fail_msg("%s, \"%s\": %s, not %s", m->variant, m->word, found ? move : "no move",
                     m->move ? m->move : "none");
        }
        ferz_free(moves);
        ferz_game_free(game);
        ferz_variant_free(variant);
    }
}

/* Every legal move, written in an engine's notation and read again, is the same move. */
TEST(moves_come_back)
{
    static const spelling_case starts[] = {
        {"chess", NULL, promoting_position, PLAYER_UCI, "", ""},
        {"chess", NULL, promoting_position, PLAYER_XBOARD, "", ""},
        {"chess960", NULL, chess960_position, PLAYER_UCI, "", ""},
        {"crazyhouse", NULL, "4k3/1P6/8/8/8/8/8/4K3[QPp] w - - 0 1", PLAYER_XBOARD, "", ""},
        {"xiangqi", NULL, NULL, PLAYER_XBOARD, "", ""},
        {"xiangqi", NULL, NULL, PLAYER_UCI, "", ""},
        {"shogi", NULL, "4k4/9/1P7/9/9/9/9/9/4K4[PRb] w - - 0 1", PLAYER_USI, "", ""},
        {"minishogi", NULL, "4k/1P3/5/5/K4[Pb] w - - 0 1", PLAYER_USI, "", ""},
        {"chess960", NULL, chess960_position, PLAYER_XBOARD, "", ""},
        {"seirawan", NULL, seirawan_position, PLAYER_UCI, "", ""},
        {"seirawan", NULL, seirawan_position, PLAYER_XBOARD, "", ""},
        {"janggi", NULL, NULL, PLAYER_XBOARD, "", ""},
        {"grand", NULL, "4k5/P9/10/10/10/10/10/10/10/4K5 w - - 0 1", PLAYER_XBOARD, "", ""},
    };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        ferz_variant *variant;
        ferz_game *game = position(&starts[i], &variant);
        size_t count;
        char *moves = ferz_game_legal_moves(game, &count, messages), back[MOVE_TEXT_MAX] = "";
        engine_notation d = engine_notation_of(starts[i].kind, game);
        const char *move = moves;
        assert_true(count > 10);
        for (size_t k = 0; k < count; k++, move += strlen(move) + 1) {
            text said = {0};
            engine_notation_put_move(&d, game, move, &said);
            if (engine_notation_find_move(&d, game, moves, count, text_string(&said), back) != MOVE_LOOKUP_FOUND ||
                strcmp(back, move) != 0) {
                fail_msg("%s: %s is said as %s and understood as %s", starts[i].variant, move, text_string(&said),
                         back);
            }
            text_finish(&said);
        }
        ferz_free(moves);
        ferz_game_free(game);
        ferz_variant_free(variant);
    }
}

/* Our moves as programs are told them. UCI and XBoard's protocol have the same words, apart from ranks from 0. */
TEST(moves_are_words)
{
    static const struct {
        const char *game, *fen, *move, *uci, *xboard;
    } rows[] = {
        {"chess", promoting_position, "e1g1", "e1g1", "e1g1"},
        {"chess", promoting_position, "b7b8n", "b7b8n", "b7b8n"},
        {"chess960", chess960_position, "e1h1", "e1h1", "e1h1"},
        {"seirawan", NULL, "b1c3,H@b1", "b1c3h", "b1c3h"},
        {"seirawan", seirawan_position, "e1g1,H@e1", "e1g1h", "e1g1h"},
        {"seirawan", seirawan_position, "e1g1,H@h1", "h1e1h", "h1e1h"},
        {"makruk", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "d5d6m", "d5d6m", "d5d6m"},
        {"shogi", "4k4/9/1P7/9/9/9/9/9/4K4[Pb] w - - 0 1", "b7b8+", "b7b8+", "b7b8+"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[QPp] w - - 0 1", "P@e4", "P@e4", "P@e4"},
        {"xiangqi", NULL, "h3e3", "h3e3", "h2e2"},
        {"janggi", NULL, "pass", "e2e2", "e1e1"},
        {"grand", "4k5/P9/10/10/10/10/10/10/10/4K5 w - - 0 1", "a9a10q", "a9a10q", "a8a9q"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const spelling_case c = {rows[i].game, NULL, rows[i].fen, PLAYER_UCI, "", ""};
        ferz_variant *variant;
        ferz_game *game = position(&c, &variant);
        for (size_t k = 0; k < 2; k++) {
            const engine_notation d = engine_notation_of(k ? PLAYER_XBOARD : PLAYER_UCI, game);
            const char *wanted = k ? rows[i].xboard : rows[i].uci;
            text said = {0};
            engine_notation_put_move(&d, game, rows[i].move, &said);
            if (strcmp(text_string(&said), wanted) != 0) {
                fail_msg("%s: %s is said as %s, not %s", rows[i].game, rows[i].move, text_string(&said), wanted);
            }
            text_finish(&said);
        }
        ferz_game_free(game);
        ferz_variant_free(variant);
    }
}

/* Our FENs as programs are told them; ours where theirs would leave something out. */
TEST(positions_are_words)
{
    static const struct {
        const char *game, *fen, *said;
    } rows[] = {
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"three-check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"},
        {"three-check", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1"},
        {"xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 r - - 0 1", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"},
        {"makruk", "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1", "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const spelling_case c = {rows[i].game, NULL, rows[i].fen, PLAYER_UCI, "", ""};
        ferz_variant *variant;
        ferz_game *game = position(&c, &variant);
        char *own = ferz_game_fen(game);
        for (size_t k = 0; k < 2; k++) {
            const engine_notation d = engine_notation_of(k ? PLAYER_XBOARD : PLAYER_UCI, game);
            text said = {0};
            engine_notation_put_fen(&d, own, &said);
            if (strcmp(text_string(&said), rows[i].said) != 0) {
                fail_msg("%s: %s is said as %s, not %s", rows[i].game, own, text_string(&said), rows[i].said);
            }
            text_finish(&said);
        }
        ferz_free(own);
        ferz_game_free(game);
        ferz_variant_free(variant);
    }
}

TEST(positions_are_rotated)
{
    engine_notation d = {.kind = PLAYER_USI, .columns = 9, .rows = 9};
    text t = {0};
    engine_notation_put_fen(&d, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1", &t);
    assert_string_equal(text_string(&t), "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    text_clear(&t);
    engine_notation_put_fen(&d, "4k4/9/9/9/9/9/9/9/4K4[RPPPbp] b - - 0 1", &t);
    assert_string_equal(text_string(&t), "4k4/9/9/9/9/9/9/9/4K4 w R3Pbp 1");
    text_finish(&t);
}

ALL_TESTS(open_messages, close_messages);
