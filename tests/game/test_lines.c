/* Men in a row: the tables and the shifts against a plain walk over the board, on boards of all widths; who is taken by a line. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "support.h"

#include "base/random.h"

static const char *const yaml = "name: Rows\n"
                                "board: {size: %s, checkered: false%s}\n"
                                "pieces: {disc: {letter: d}, ring: {letter: r}}\n"
                                "drops: {endless: all, immobile: true}\n"
                                "start: %s w\n"
                                "end: {row: {when: connect %d, result: win%s}, full: {when: stalemate, result: draw}}\n";

static ferz_game *rows(int columns, int ranks, const char *board, int length, const char *more)
{
    char words[4096], size[32], start[2048] = "";
    snprintf(size, sizeof size, "%dx%d", columns, ranks);
    for (int i = 0; i < ranks; i++) {
        size_t used = strlen(start);
        snprintf(start + used, sizeof start - used, "%s%d", i ? "/" : "", columns);
    }
    snprintf(words, sizeof words, yaml, size, board, start, length, more);
    return support_text(words);
}

/* A row by coordinates. */
static bool walked(const position *p, int player, int length, bool straight, bool diagonal, int piece)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const struct game *g = p->game;
    for (int cell = 0; cell < g->cells; cell++) {
        for (int w = 0; w < 4; w++) {
            int n = 0;
            for (; n < length && (w < 2 ? straight : diagonal); n++) {
                cell_id at = topology_at(&g->topology, g->topology.column[cell] + n * ways[w][0],
                                         g->topology.row[cell] + n * ways[w][1], 0);
                man_id man = at == CELL_NONE ? MAN_NONE : p->board[at];
                if (!man || g->man_owner[man] != player || (piece >= 0 && g->type[g->man_type[man]].piece != piece)) {
                    break;
                }
            }
            if (n == length) {
                return true;
            }
        }
    }
    return false;
}

static void scatter(position *p, random_source *random, uint32_t density)
{
    const struct game *g = p->game;
    for (int cell = 0; cell < g->cells; cell++) {
        bool holds = random_below(random, 100) < density;
        g->core->put(p, (cell_id)cell, holds ? (man_id)(1 + random_below(random, (uint32_t)g->men - 1)) : MAN_NONE);
    }
}

static void compare(int columns, int ranks, int length, const char *along, bool straight, bool diagonal, int piece)
{
    ferz_game *g = rows(columns, ranks, "", length, along);
    ferz_play *p = ferz_play_create(g, NULL, NULL);
    random_source random = {(uint64_t)(columns * 100 + length)};
    position *board = p->record.position;
    int found = 0;
    for (int i = 0; i < 400; i++) {
        scatter(board, &random, 20 + (uint32_t)i % 80);
        for (int player = 0; player < 2; player++) {
            bool lined = g->game->core->lined(board, &g->game->endings[0].lines, player);
            assert_int_equal(lined, walked(board, player, length, straight, diagonal, piece));
            found += lined;
        }
    }
    assert_in_range(found, 20, 780); /* both answers came up */
    ferz_play_destroy(p);
    ferz_game_destroy(g);
}

static void test_rows(void **state)
{
    (void)state;
    compare(3, 3, 3, "", true, true, -1);
    compare(7, 6, 4, "", true, true, -1);
    compare(8, 8, 4, ", along: straight", true, false, -1);
    compare(8, 8, 3, ", along: diagonal", false, true, -1);
    compare(8, 8, 3, ", pieces: ring", true, true, 1);
    compare(10, 10, 4, "", true, true, -1);
    compare(15, 15, 5, "", true, true, -1);
    compare(19, 19, 5, "", true, true, -1);
}

/* On a cylinder a rank goes round. */
static void test_seam(void **state)
{
    (void)state;
    ferz_game *g = rows(5, 4, ", wrap: files", 3, ", along: straight");
    ferz_play *p = ferz_play_create(g, "5/5/5/D2DD w", NULL);
    ferz_status status;
    assert_non_null(p);
    assert_int_equal(ferz_play_status(p, &status, NULL), FERZ_OK);
    assert_int_equal(status.outcome, FERZ_WIN);
    ferz_play_destroy(p);
    p = ferz_play_create(g, "D4/D4/5/D4 w", NULL);
    assert_int_equal(ferz_play_status(p, &status, NULL), FERZ_OK);
    assert_int_equal(status.outcome, FERZ_ONGOING);
    ferz_play_destroy(p);
    ferz_game_destroy(g);
}

static const char *const taking = "name: Takers\n"
                                  "board: {size: 5x5, checkered: false}\n"
                                  "pieces: {king: {letter: k, moves: K, royal: true}, disc: {letter: d, moves: W}}\n"
                                  "captures: {row: 3%s}\n"
                                  "start: k4/5/5/5/4K w - - 0 1\n"
                                  "end: {checkmate: loss, stalemate: draw}\n";

static void assert_moves(const char *more, const char *fen, const char *prefix, const char *wanted)
{
    char words[1024];
    snprintf(words, sizeof words, taking, more);
    ferz_game *g = support_text(words);
    ferz_play *p = support_play(g, fen, NULL);
    assert_string_equal(support_moves(p, prefix), wanted);
    ferz_play_destroy(p);
    ferz_game_destroy(g);
}

static void test_taken(void **state)
{
    (void)state;
    const char *loose = "k4/1d1dd/5/2D2/DD2K w - - 0 1";
    assert_moves("", loose, "c2c1", "xb4 xd4 xe4");
    assert_moves("", "k4/1d3/1d1d1/1dD2/DD2K w - - 0 1", "c2c1", "xd3");
    assert_moves("", "k4/1d3/1d3/1dD2/DD2K w - - 0 1", "c2c1", "xb2 xb3 xb4");
    assert_moves(", row_victims: free only", "k4/1d3/1d3/1dD2/DD2K w - - 0 1", "c2c1", "");
    assert_moves(", row_victims: any", "k4/1d3/1d1d1/1dD2/DD2K w - - 0 1", "c2c1", "xb2 xb3 xb4 xd3");
    assert_moves(", along: diagonal", loose, "c2c1", "");
    /* A king counts, unless the rules name others; and he may make the line himself. */
    assert_moves("", "k4/1d3/5/2K2/DD3 w - - 0 1", "c2c1", "xb4");
    assert_moves(", row_pieces: disc", "k4/1d3/5/2K2/DD3 w - - 0 1", "c2c1", "");
    /* Who is taken on the way is gone, and nobody else is there to be taken. */
    assert_moves("", "k4/5/5/2D2/DDd1K w - - 0 1", "c2c1", "");
    /* A man that leaves a line does not make it. */
    assert_moves("", "k4/1d3/5/5/DDD1K w - - 0 1", "c1d1", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_seam),
                                       cmocka_unit_test(test_taken)};
    return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
