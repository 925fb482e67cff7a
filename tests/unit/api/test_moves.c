/* Moves as data: what they capture, where they go, what becomes of the piece, in games of every kind. */
#include "unit/test.h"

#include "base/random.h"
#include "unit/fixtures.h"

#include <dirent.h>

/* A move of a position, and what its JSON has. */
typedef struct row {
    const char *game, *fen, *moves, *move;
    const char *has[5]; /* pieces of the JSON, ended by NULL */
} row;

static const row rows[] = {
    /* the quiet move, the capture, the pawn that is not where the capture ends */
    {"chess", NULL, "", "e2e4", {"\"captured\":[]", "\"from\":\"e2\",\"to\":\"e4\"", "\"san\":\"e4\""}},
    {"chess",
     "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
     "",
     "exd5",
     {"\"captured\":[{\"cell\":\"d5\",\"piece\":\"queen\",\"owner\":\"black\"}]"}},
    {"chess",
     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
     "",
     "e5d6",
     {"\"captured\":[{\"cell\":\"d5\",", "\"to\":\"d6\"", "\"san\":\"exd6\""}},
    {"chess",
     "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
     "",
     "O-O-O",
     {"\"castling\":\"long\",\"partner\":[\"a1\",\"d1\"]", "\"parts\":[\"e1\",\"c1\"]", "\"captured\":[]"}},
    {"chess",
     "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
     "",
     "axb8=R",
     {"\"promotes_to\":\"rook\",\"becomes\":\"rook\"", "\"cell\":\"b8\""}},
    /* what changes without a choice, and what changes in place: neither is a capture */
    {"frankfurt", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "", "e4d5", {"\"becomes\":\"queen\"", "\"cell\":\"d5\""}},
    {"sittuyin",
     "4k3/8/8/4P3/8/8/8/4K3[] w - - 0 1",
     "",
     "e5e5f",
     {"\"captured\":[]", "\"becomes\":\"general\"", "\"from\":\"e5\",\"to\":\"e5\""}},
    /* jumps */
    {"draughts-russian", "8/8/1m6/4m3/8/2M5/8/8 w - - 0 1", "", "c3d4", {"\"captured\":[]"}},
    {"draughts-russian",
     "8/6m1/8/4m3/3M4/8/8/8 w - - 0 1",
     "",
     "d4:f6:h8",
     {"\"captured\":[{\"cell\":\"e5\",\"piece\":", "\"owner\":\"black\"},{\"cell\":\"g7\",", "\"path\":[\"f6\",\"h8\"]",
      "\"parts\":[\"d4\",\"f6\",\"h8\"]", "\"becomes\":\"king\""}},
    /* pieces that stand elsewhere, and the captor itself */
    {"atomic", NULL, "e2e4 d7d5", "e4d5", {"\"captured\":[{\"cell\":\"d5\",", "\"leaves\":true"}},
    {"morris",
     NULL,
     "M@a1 M@b2 M@a4 M@b4",
     "M@a7xb2",
     {"\"kind\":\"drop\",\"parts\":[\"M@\",\"a7\",\"b2\"]", "\"captured\":[{\"cell\":\"b2\""}},
    /* from a hand */
    {"crazyhouse",
     "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
     "",
     "N@e4",
     {"\"kind\":\"drop\",\"parts\":[\"N@\",\"e4\"]", "\"piece\":\"knight\"", "\"to\":\"e4\"", "\"captured\":[]"}},
    /* two halves; what scripts list; words */
    {"duck-chess", NULL, "", "e2e4,@e5", {"\"parts\":[\"e2\",\"e4\",\"e5\"]", "\"captured\":[]"}},
    {"dice-chess", NULL, "", "roll 1", {"\"kind\":\"roll\",\"parts\":[]"}},
    {"rococo", "10/10/10/10/10/4i5/4S5/10/3K4k1/10 w - - 0 1", "", "xe4", {"\"kind\":\"move\",\"parts\":[\"e4\"]"}},
    {"crown",
     NULL,
     "",
     "crown-D",
     {"\"kind\":\"word\"", "\"label\":\"crown the dame\"", "\"label_ru\":\"короновать даму\""}},
    {"onitama", NULL, "", "crab:a1a2", {"\"label\":\"crab: a1a2\"", "\"label_ru\":\"краб: a1a2\""}},
    {"chess",
     "4k3/8/8/8/8/8/8/R3K3 w - - 100 80",
     "",
     "claim-draw",
     {"\"label\":\"claim: draw\"", "\"label_ru\":\"требование: ничья\""}},
};

static void check_row(const row *r)
{
    ferz_variant *g = support_game(r->game, NULL, NULL);
    ferz_game *p = support_play(g, r->fen, r->moves);
    ferz_messages *messages = ferz_messages_create(false);
    ferz_moves *one = ferz_game_moves(p, r->move, FERZ_MOVE_RULES | FERZ_MOVE_NOTATIONS, messages);
    support_show(messages);
    assert_non_null(one);
    assert_int_equal(ferz_moves_count(one), 1);
    char *json = ferz_moves_json(one);
    for (size_t i = 0; i < 5 && r->has[i]; i++) {
        if (!strstr(json, r->has[i])) {
            print_error("%s %s: no %s in %s\n", r->game, r->move, r->has[i], json);
            fail();
        }
    }
    ferz_free(json);
    ferz_moves_free(one);
    ferz_messages_free(messages);
    ferz_game_free(p);
    ferz_variant_free(g);
}

TEST(test_rows)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_row(&rows[i]);
    }
}

/* ---- the data against the board ---- */

static size_t cell_index(const ferz_game *p, const char *name)
{
    size_t i = 0;
    while (i < ferz_game_cell_count(p) && strcmp(ferz_game_cell(p, i).name, name) != 0) {
        i++;
    }
    return i;
}

static long count_pieces(const ferz_game *p)
{
    long count = 0;
    for (size_t i = 0; i < ferz_game_cell_count(p); i++) {
        count += ferz_game_cell(p, i).piece != NULL;
    }
    return count;
}

static void same_type(const ferz_move *m, const char *where, const char *found, const char *wanted)
{
    if (!found || !wanted || strcmp(found, wanted) != 0) {
        print_error("%s: on %s stands %s, not %s\n", m->text, where, found ? found : "nothing",
                    wanted ? wanted : "nothing");
        fail();
    }
}

/* What it says of the position before the move, and of that after it. `plain`: no script changes anything, and no piece comes or
 * changes its owner but as the data says. */
static void check_move(ferz_game *p, const ferz_move *m, bool plain)
{
    const long before = count_pieces(p);
    for (size_t i = 0; i < m->captured_count; i++) {
        const ferz_captured *c = &m->captured[i];
        const ferz_cell cell = ferz_game_cell(p, cell_index(p, c->cell));
        if (plain) { /* a script may capture what it has just moved there */
            same_type(m, c->cell, cell.type, c->piece);
            assert_int_equal(c->owner != NULL,
                             cell.owner < (int)ferz_variant_facts(ferz_game_variant(p))->player_count);
        }
    }
    if (m->from && m->piece) {
        same_type(m, m->from, ferz_game_cell(p, cell_index(p, m->from)).type, m->piece);
    }
    assert_int_equal(ferz_game_move(p, m->text, NULL), FERZ_OK);
    if (plain) {
        const long came = m->kind == FERZ_MOVE_DROP;
        assert_int_equal(count_pieces(p), before + came - (long)m->captured_count - m->leaves);
    }
    if (plain && m->to && !m->leaves) {
        same_type(m, m->to, ferz_game_cell(p, cell_index(p, m->to)).type, m->becomes ? m->becomes : m->piece);
    }
    assert_true(ferz_game_undo(p));
}

static void check_game(const char *name, bool plain)
{
    enum { PLIES = 30, LOOKED_AT = 8 };
    ferz_variant *g = support_game(name, NULL, NULL);
    ferz_game *p = support_play(g, NULL, NULL);
    random_source random = {7};
    for (int ply = 0; ply < PLIES; ply++) {
        ferz_moves *all = ferz_game_moves(p, NULL, 0, NULL);
        assert_non_null(all);
        size_t count = ferz_moves_count(all), best = 0;
        for (int i = 0; count && i < LOOKED_AT; i++) {
            const size_t at = random_below(&random, (uint32_t)count);
            const ferz_move m = ferz_moves_at(all, at);
            check_move(p, &m, plain);
            best = i == 0 || m.captured_count > ferz_moves_at(all, best).captured_count ? at : best;
        }
        char *chosen = count ? strdup(ferz_moves_at(all, best).text) : NULL;
        ferz_moves_free(all);
        if (!chosen || ferz_game_move(p, chosen, NULL) != FERZ_OK) {
            free(chosen);
            break;
        }
        free(chosen);
    }
    ferz_game_free(p);
    ferz_variant_free(g);
}

TEST(test_against_board)
{
    static const char *const plain[] = {"chess",      "atomic",    "draughts-russian", "draughts-international",
                                        "crazyhouse", "shogi",     "ultima",           "morris",
                                        "cheskers",   "frankfurt", "xiangqi"};
    static const char *const scripted[] = {"circe",      "dara",           "storm", "gana", "belarusian-chess",
                                           "duck-chess", "draughts-bashni"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        check_game(plain[i], true);
    }
    for (size_t i = 0; i < sizeof scripted / sizeof scripted[0]; i++) {
        check_game(scripted[i], false);
    }
}

/* The list is that of ferz_game_legal_moves; an illegal move is none; a view shows no more than its player sees. */
TEST(test_lists)
{
    ferz_variant *g = support_game("kriegspiel", NULL, NULL);
    ferz_game *p = support_play(g, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", NULL);
    size_t count = 0;
    char *block = ferz_game_legal_moves(p, &count, NULL);
    ferz_moves *all = ferz_game_moves(p, NULL, 0, NULL);
    assert_int_equal(ferz_moves_count(all), count);
    const char *next = block;
    for (size_t i = 0; i < count; i++, next += strlen(next) + 1) {
        assert_string_equal(ferz_moves_at(all, i).text, next);
    }
    assert_string_equal(ferz_moves_at(all, count).text, "");
    ferz_moves_free(all);
    ferz_free(block);
    ferz_messages *messages = ferz_messages_create(false);
    assert_null(ferz_game_moves(p, "e4e6", 0, messages));
    assert_int_equal(ferz_messages_count(messages), 1);
    ferz_messages_free(messages);
    ferz_moves *tried = ferz_game_moves_tried(p, 0, FERZ_MOVE_RULES, NULL);
    size_t captures = 0, to_d5 = 0;
    for (size_t i = 0; i < ferz_moves_count(tried); i++) {
        const ferz_move m = ferz_moves_at(tried, i);
        captures += m.captured_count;
        to_d5 += m.to && strcmp(m.to, "d5") == 0;
        assert_null(m.file);
    }
    assert_int_equal(captures, 0);
    assert_true(to_d5 > 0);
    ferz_moves_free(tried);
    tried = ferz_game_moves_tried(p, 1, 0, NULL);
    assert_int_equal(ferz_moves_count(tried), 0);
    ferz_moves_free(tried);
    ferz_game_free(p);
    ferz_variant_free(g);
}

/* A move that touches no cell has words for people, in both languages. Returns how many are missing. */
static size_t count_wordless(const ferz_variant *g, const ferz_move *m)
{
    char *english = ferz_variant_move_words(g, m->text, FERZ_ENGLISH),
         *russian = ferz_variant_move_words(g, m->text, FERZ_RUSSIAN);
    const bool wordless = !*english || strcmp(english, russian) == 0;
    if (wordless) {
        print_error("%s: no words for %s\n", ferz_variant_facts(g)->name, m->text);
    }
    ferz_free(english);
    ferz_free(russian);
    return wordless;
}

static size_t play_for_words(const char *path)
{
    enum { PLIES = 40 };
    ferz_variant *g = support_game(path, NULL, NULL);
    ferz_game *p = support_play(g, NULL, NULL);
    random_source random = {11};
    size_t wordless = 0;
    for (int ply = 0; ply < PLIES; ply++) {
        ferz_moves *all = ferz_game_moves(p, NULL, 0, NULL);
        const size_t count = ferz_moves_count(all);
        for (size_t i = 0; i < count; i++) {
            const ferz_move m = ferz_moves_at(all, i);
            if (m.kind == FERZ_MOVE_WORD) {
                wordless += count_wordless(g, &m);
            }
        }
        const bool went_on = count && ferz_game_move(p, ferz_moves_at(all, random_below(&random, (uint32_t)count)).text,
                                                     NULL) == FERZ_OK;
        ferz_moves_free(all);
        if (!went_on) {
            break;
        }
    }
    ferz_game_free(p);
    ferz_variant_free(g);
    return wordless;
}

TEST(test_words)
{
    DIR *folder = opendir(FERZ_SOURCE_DIR "/rules");
    assert_non_null(folder);
    size_t games = 0, wordless = 0;
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        const char *dot = strchr(e->d_name, '.');
        if (dot && strcmp(dot, ".yaml") == 0) {
            char path[1024];
            snprintf(path, sizeof path, FERZ_SOURCE_DIR "/rules/%s", e->d_name);
            wordless += play_for_words(path);
            games++;
        }
    }
    closedir(folder);
    assert_true(games > 100);
    assert_int_equal(wordless, 0);
}
