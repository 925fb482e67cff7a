/* Every width of the core on boards of its own: the smallest that needs it and the largest that it has room for, so that
 * the last bits of a set are used. The portable core and the one for newer processors each play, list and check. The
 * sanitizers look on: small boards never touch the words behind the first. */
#include "unit/test.h"

#include "base/random.h"
#include "unit/fixtures.h"

#include "play/fen.h"
#include "play/variant_load.h"

typedef struct board_case {
    int columns, rows, levels, words;
} board_case;

static const board_case boards[] = {
    {8, 8, 1, 1},   {13, 5, 1, 2},  {16, 8, 1, 2},   {13, 10, 1, 3},  {16, 12, 1, 3},
    {15, 13, 1, 6}, {24, 16, 1, 6}, {35, 11, 1, 21}, {36, 36, 1, 21}, {28, 24, 2, 21},
};

/* A row with the letters at both ends and in the middle. */
static void put_row(text *out, int columns, const char *letters)
{
    text_print(out, "%c%d%c%d%c", letters[0], columns / 2 - 1, letters[1], columns - columns / 2 - 2, letters[2]);
}

static void put_rules(text *out, const board_case *b)
{
    text_print(out, "name: Width\nboard: {size: %dx%d, levels: %d}\nstart: ", b->columns, b->rows, b->levels);
    for (int row = 0; row < b->rows * b->levels; row++) {
        text_put(out, !row ? "" : row % b->rows ? "/" : "|");
        if (row == 0) {
            put_row(out, b->columns, "rkq");
        } else if (row == 1) {
            put_row(out, b->columns, "npc");
        } else if (row == b->rows * b->levels - 2) {
            put_row(out, b->columns, "NPC");
        } else if (row == b->rows * b->levels - 1) {
            put_row(out, b->columns, "RKQ");
        } else {
            text_print(out, "%d", b->columns);
        }
    }
    text_put(out, " w - - 0 1\npieces:\n  king: {letter: k, moves: K, royal: true}\n  rook: {letter: r, moves: R}\n"
                  "  queen: {letter: q, moves: RB}\n  knight: {letter: n, moves: N}\n"
                  "  pawn: {letter: p, moves: mfWcfF}\n  cannon: {letter: c, moves: mRcpR}\n"
                  "end: {checkmate: loss, stalemate: draw}\n");
}

static int compare_moves(const void *a, const void *b)
{
    move x = *(const move *)a, y = *(const move *)b;
    return (x > y) - (x < y);
}

/* The moves of a position, in order. */
static size_t list_sorted(position *p, move *moves, size_t room)
{
    move_list list = {moves, 0, room, false};
    p->variant->core->legal(p, &list);
    assert_false(list.overflow);
    qsort(moves, list.count, sizeof *moves, compare_moves);
    return list.count;
}

/* Plays at random; at each ply the library checks all that it knows of the position, masks and undo among it. */
static void play_width(const ferz_variant *g, const core *used)
{
    diag_list diags;
    diag_list_init(&diags);
    variant *v =
        used == g->variant->core ? NULL : variant_load_for(g->rules, binding_topology(g->binding), NULL, &diags, used);
    ferz_game *p = ferz_game_create(g, NULL, NULL);
    assert_non_null(p);
    position *other = v ? position_create(v, NULL) : NULL;
    size_t room = g->variant->moves_max;
    move *moves = calloc(room, sizeof *moves), *again = calloc(room, sizeof *again);
    assert_true(moves && again);
    random_source random = {(uint64_t)used->words};
    for (int ply = 0; ply < 8; ply++) {
        if (ply < 3) {
            support_verify(p);
        }
        size_t count = list_sorted(p->game_history.position, moves, room);
        if (count == 0) {
            break;
        }
        if (other) {
            char *fen = ferz_game_fen(p);
            assert_true(fen_read(other, &diags, (location){0}, fen));
            assert_int_equal(list_sorted(other, again, room), count);
            assert_memory_equal(moves, again, count * sizeof *moves);
            undo u;
            v->core->play(other, again[count - 1], &u);
            v->core->undo(other, &u);
            ferz_free(fen);
        }
        char words[MOVE_TEXT_MAX];
        notation_write_one(p->game_history.position, moves[random_below(&random, (uint32_t)count)], words);
        assert_int_equal(ferz_game_move(p, words, NULL), FERZ_OK);
    }
    while (ferz_game_undo(p)) {
    }
    free(moves);
    free(again);
    position_destroy(other);
    ferz_game_free(p);
    variant_destroy(v);
    diag_list_finish(&diags);
}

TEST(test_every_width)
{
    unsigned seen = 0;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        text rules = {0};
        int cells = boards[i].columns * boards[i].rows * boards[i].levels;
        put_rules(&rules, &boards[i]);
        ferz_variant *g = support_text(text_string(&rules));
        assert_int_equal(g->variant->cells, cells);
        assert_int_equal(g->variant->core->words, boards[i].words);
        play_width(g, core_pick(cells, false));
        play_width(g, core_pick(cells, true));
        seen |= 1u << boards[i].words;
        ferz_variant_free(g);
        text_finish(&rules);
    }
    for (int cells = 1; cells <= CELLS_MAX; cells++) { /* no width is left out */
        assert_true(seen & 1u << core_pick(cells, true)->words);
    }
    assert_null(core_pick(core_cells_max() + 1, false));
    assert_null(core_pick(core_cells_max() + 1, true));
    assert_true(core_cells_max() >= CELLS_MAX && ferz_cells_max() == (size_t)core_cells_max());
}
