/* Topology: names, vectors, and how each player sees the board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support.h"

static ferz_game *board(const char *size, const char *more)
{
    char yaml[512];
    snprintf(
        yaml, sizeof yaml,
        "name: T\nboard: {size: %s}\n%spieces: {x: {letter: x, moves: W}}\nstart: {hook: empty}\nscript: empty.lua\n",
        size, more);
    return support_text(yaml);
}

static int cell(const topology *t, const char *name)
{
    return topology_cell(t, name, strlen(name));
}

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *size, *first, *last, *middle;
        int column, row; /* of the middle one */
        const char *none[4];
    } cases[] = {
        {"8x8", "a1", "h8", "c5", 2, 4, {"i1", "a9", "a0", "aa1"}},
        {"10x12", "a1", "j12", "j10", 9, 9, {"k1", "a13", "j", "a01"}},
        {"26x3", "a1", "z3", "z1", 25, 0, {"aa1", "Z1", "z4", ""}},
        {"28x2", "a1", "ab2", "aa1", 26, 0, {"ac1", "ba1", "a3", "1a"}},
        {"36x36", "a1", "aj36", "ai35", 34, 34, {"ak1", "a37", "bj1", "aj361"}},
        {"1x1", "a1", "a1", "a1", 0, 0, {"b1", "a2", "a1 ", " a1"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_game *g = board(cases[i].size, "");
        const topology *t = &g->game->topology;
        assert_string_equal(t->names[0], cases[i].first);
        assert_string_equal(t->names[t->cells - 1], cases[i].last);
        int middle = cell(t, cases[i].middle);
        assert_int_not_equal(middle, CELL_NONE);
        assert_int_equal(t->column[middle], cases[i].column);
        assert_int_equal(t->row[middle], cases[i].row);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(cell(t, cases[i].none[k]), CELL_NONE);
        }
        for (int c = 0; c < t->cells; c++) {
            assert_int_equal(cell(t, t->names[c]), c);
        }
        ferz_game_destroy(g);
    }
}

static void test_vectors(void **state)
{
    (void)state;
    ferz_game *g = board("5x7", "");
    topology *t = &g->game->topology;
    static const struct {
        int dx, dy;
        const char *from, *to;
    } cases[] = {
        {1, 0, "a1", "b1"}, {0, 1, "e6", "e7"}, {-1, -1, "e7", "d6"}, {2, 1, "c3", "e4"},
        {1, 0, "e1", NULL}, {0, 1, "a7", NULL}, {-1, 0, "a4", NULL},  {0, -1, "c1", NULL},
        {4, 6, "a1", "e7"}, {5, 0, "a1", NULL}, {-2, 1, "b1", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int v = topology_vector(t, (vector){.dx = cases[i].dx, .dy = cases[i].dy});
        assert_true(v >= 0);
        assert_int_equal(topology_vector(t, (vector){.dx = cases[i].dx, .dy = cases[i].dy}),
                         v); /* asked again, the same */
        cell_id to = t->next[v][cell(t, cases[i].from)];
        assert_int_equal(to, cases[i].to ? cell(t, cases[i].to) : CELL_NONE);
    }
    ferz_game_destroy(g);
}

/* Vectors and cells from the seats. */
static void test_seats(void **state)
{
    (void)state;
    static const struct {
        const char *more;
        size_t player;
        const char *first_sees, *he_sees;
        int right_x, right_y, ahead_x, ahead_y; /* his right and his ahead on the board */
    } cases[] = {
        {"", 0, "e1", "e1", 1, 0, 0, 1},
        {"", 1, "e1", "e8", 1, 0, 0, -1},
        {"", 1, "a2", "a7", 1, 0, 0, -1},
        {"players: [{name: w, sits: south}, {name: b, sits: west}, {name: g, sits: north}, {name: r, sits: east}]\n", 1,
         "a1", "a8", 0, -1, 1, 0},
        {"players: [{name: w, sits: south}, {name: b, sits: west}, {name: g, sits: north}, {name: r, sits: east}]\n", 3,
         "a1", "h1", 0, 1, -1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_game *g = board("8x8", cases[i].more);
        const topology *t = &g->game->topology;
        cell_id seen = topology_own(t, g->rules, cases[i].player, (cell_id)cell(t, cases[i].first_sees));
        assert_string_equal(t->names[seen], cases[i].he_sees);
        vector right = topology_turn(g->rules, cases[i].player, 1, 0);
        vector ahead = topology_turn(g->rules, cases[i].player, 0, 1);
        assert_int_equal(right.dx, cases[i].right_x);
        assert_int_equal(right.dy, cases[i].right_y);
        assert_int_equal(ahead.dx, cases[i].ahead_x);
        assert_int_equal(ahead.dy, cases[i].ahead_y);
        ferz_game_destroy(g);
    }
}

/* Seen twice from the other side, every cell is itself; and a step ahead is a step ahead from every seat. */
static void test_own_is_consistent(void **state)
{
    (void)state;
    static const char *const boards[] = {"8x8, symmetry: mirror", "8x8, symmetry: turn", "5x9, symmetry: turn", "9x10"};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        ferz_game *g = board(boards[i], "");
        topology *t = &g->game->topology;
        for (int x = -2; x <= 2; x++) {
            for (int y = -2; y <= 2; y++) {
                vector turned = topology_turn(g->rules, 1, x, y);
                int plain = topology_vector(t, (vector){.dx = x, .dy = y}), his = topology_vector(t, turned);
                for (int c = 0; c < t->cells; c++) {
                    cell_id own = topology_own(t, g->rules, 1, (cell_id)c);
                    assert_int_equal(topology_own(t, g->rules, 1, own), c);
                    cell_id to = t->next[plain][c];
                    cell_id his_to = t->next[his][own];
                    assert_int_equal(his_to, to == CELL_NONE ? CELL_NONE : topology_own(t, g->rules, 1, to));
                }
            }
        }
        ferz_game_destroy(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_own_is_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
