/* Pieces in a row: tables and shifts against a simple walk over the board, on boards of all widths; which piece a row captures. */
#include "unit/test.h"

#include "unit/fixtures.h"

#include "base/random.h"

static const char *const yaml =
    "name: Rows\n"
    "board: {size: %s, checkered: false%s}\n"
    "pieces: {disc: {letter: d}, ring: {letter: r}}\n"
    "drops: {endless: all, immobile: true}\n"
    "start: %s w\n"
    "end: {row: {when: connect %d, result: win%s}, full: {when: stalemate, result: draw}}\n";

static ferz_variant *rows(int columns, int ranks, const char *board, int length, const char *more)
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
static bool walked(const position *p, int player, int length, bool straight, bool diagonal, int rule_piece_index)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const struct variant *v = p->variant;
    for (int cell = 0; cell < v->cells; cell++) {
        for (int w = 0; w < 4; w++) {
            int n = 0;
            for (; n < length && (w < 2 ? straight : diagonal); n++) {
                cell_id at = topology_at(&v->topology, v->topology.column[cell] + n * directions[w][0],
                                         v->topology.row[cell] + n * directions[w][1], 0);
                piece_id piece = at == CELL_NONE ? PIECE_NONE : p->board[at];
                if (!piece || v->owner_of[piece] != player ||
                    (rule_piece_index >= 0 && v->type[v->type_of[piece]].rule_piece_index != rule_piece_index)) {
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
    const struct variant *v = p->variant;
    for (int cell = 0; cell < v->cells; cell++) {
        bool holds = random_below(random, 100) < density;
        v->core->put(p, (cell_id)cell,
                     holds ? (piece_id)(1 + random_below(random, (uint32_t)v->piece_ids - 1)) : PIECE_NONE);
    }
}

static void compare(int columns, int ranks, int length, const char *along, bool straight, bool diagonal,
                    int rule_piece_index)
{
    ferz_variant *v = rows(columns, ranks, "", length, along);
    ferz_game *p = ferz_game_create(v, NULL, NULL);
    random_source random = {(uint64_t)(columns * 100 + length)};
    position *board = p->game_history.position;
    int found = 0;
    for (int i = 0; i < 400; i++) {
        scatter(board, &random, 20 + (uint32_t)i % 80);
        for (int player = 0; player < 2; player++) {
            bool lined = v->variant->core->has_row(board, &v->variant->endings[0].rows, player);
            assert_int_equal(lined, walked(board, player, length, straight, diagonal, rule_piece_index));
            found += lined;
        }
    }
    assert_in_range(found, 20, 780); /* both answers came up */
    ferz_game_free(p);
    ferz_variant_free(v);
}

TEST(test_rows)
{
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
TEST(test_wrapped_edge)
{
    ferz_variant *v = rows(5, 4, ", wrap: files", 3, ", along: straight");
    ferz_game *p = ferz_game_create(v, "5/5/5/D2DD w", NULL);
    ferz_status status;
    assert_non_null(p);
    assert_int_equal(ferz_game_status(p, &status, NULL), FERZ_OK);
    assert_int_equal(status.outcome, FERZ_WIN);
    ferz_game_free(p);
    p = ferz_game_create(v, "D4/D4/5/D4 w", NULL);
    assert_int_equal(ferz_game_status(p, &status, NULL), FERZ_OK);
    assert_int_equal(status.outcome, FERZ_ONGOING);
    ferz_game_free(p);
    ferz_variant_free(v);
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
    ferz_variant *v = support_text(words);
    ferz_game *p = support_play(v, fen, NULL);
    assert_string_equal(support_moves(p, prefix), wanted);
    ferz_game_free(p);
    ferz_variant_free(v);
}

TEST(test_taken)
{
    const char *loose = "k4/1d1dd/5/2D2/DD2K w - - 0 1";
    assert_moves("", loose, "c2c1", "xb4 xd4 xe4");
    assert_moves("", "k4/1d3/1d1d1/1dD2/DD2K w - - 0 1", "c2c1", "xd3");
    assert_moves("", "k4/1d3/1d3/1dD2/DD2K w - - 0 1", "c2c1", "xb2 xb3 xb4");
    assert_moves(", row_victims: free only", "k4/1d3/1d3/1dD2/DD2K w - - 0 1", "c2c1", "");
    assert_moves(", row_victims: any", "k4/1d3/1d1d1/1dD2/DD2K w - - 0 1", "c2c1", "xb2 xb3 xb4 xd3");
    assert_moves(", along: diagonal", loose, "c2c1", "");
    /* A king counts, and it may complete the row itself. */
    assert_moves("", "k4/1d3/5/2K2/DD3 w - - 0 1", "c2c1", "xb4");
    /* A piece captured on the way is gone, and no other is there to capture. */
    assert_moves("", "k4/5/5/2D2/DDd1K w - - 0 1", "c2c1", "");
    /* A piece that leaves a row does not make it. */
    assert_moves("", "k4/1d3/5/5/DDD1K w - - 0 1", "c1d1", "");
}
