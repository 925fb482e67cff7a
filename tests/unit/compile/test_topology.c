/* Topology: names, vectors, and how each player sees the board. */
#include "unit/test.h"

#include "unit/fixtures.h"

static ferz_variant *board(const char *size, const char *more)
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

TEST(test_names)
{
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
        ferz_variant *v = board(cases[i].size, "");
        const topology *t = &v->variant->topology;
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
        ferz_variant_free(v);
    }
}

TEST(test_vectors)
{
    ferz_variant *g = board("5x7", "");
    topology *t = &g->variant->topology;
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
    ferz_variant_free(g);
}

/* Vectors and cells from the seats. */
TEST(test_seats)
{
    static const struct {
        const char *more;
        size_t player;
        const char *first_sees, *seen_as;
        int right_x, right_y, ahead_x, ahead_y; /* the player's right and ahead on the board */
    } cases[] = {
        {"", 0, "e1", "e1", 1, 0, 0, 1},
        {"", 1, "e1", "e8", 1, 0, 0, -1},
        {"", 1, "a2", "a7", 1, 0, 0, -1},
        {"players: [{name: w, seat: south}, {name: b, seat: west}, {name: g, seat: north}, {name: r, seat: east}]\n", 1,
         "a1", "a8", 0, -1, 1, 0},
        {"players: [{name: w, seat: south}, {name: b, seat: west}, {name: g, seat: north}, {name: r, seat: east}]\n", 3,
         "a1", "h1", 0, 1, -1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_variant *v = board("8x8", cases[i].more);
        const topology *t = &v->variant->topology;
        cell_id seen = topology_rotate_cell(t, v->rules, cases[i].player, (cell_id)cell(t, cases[i].first_sees));
        assert_string_equal(t->names[seen], cases[i].seen_as);
        vector right = topology_rotate(v->rules, cases[i].player, 1, 0);
        vector ahead = topology_rotate(v->rules, cases[i].player, 0, 1);
        assert_int_equal(right.dx, cases[i].right_x);
        assert_int_equal(right.dy, cases[i].right_y);
        assert_int_equal(ahead.dx, cases[i].ahead_x);
        assert_int_equal(ahead.dy, cases[i].ahead_y);
        ferz_variant_free(v);
    }
}

/* Seen twice from the other side, every cell is itself; and a step ahead is a step ahead from every seat. */
TEST(test_own_is_consistent)
{
    static const char *const boards[] = {"8x8, symmetry: mirror", "8x8, symmetry: rotation", "5x9, symmetry: rotation",
                                         "9x10"};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        ferz_variant *v = board(boards[i], "");
        topology *t = &v->variant->topology;
        for (int x = -2; x <= 2; x++) {
            for (int y = -2; y <= 2; y++) {
                vector rotated = topology_rotate(v->rules, 1, x, y);
                int regular = topology_vector(t, (vector){.dx = x, .dy = y}),
                    rotated_number = topology_vector(t, rotated);
                for (int c = 0; c < t->cells; c++) {
                    cell_id own = topology_rotate_cell(t, v->rules, 1, (cell_id)c);
                    assert_int_equal(topology_rotate_cell(t, v->rules, 1, own), c);
                    cell_id to = t->next[regular][c];
                    cell_id rotated_to = t->next[rotated_number][own];
                    assert_int_equal(rotated_to,
                                     to == CELL_NONE ? CELL_NONE : topology_rotate_cell(t, v->rules, 1, to));
                }
            }
        }
        ferz_variant_free(v);
    }
}

/* One step and the next step of a ride, on boards with wrapped edges. */
TEST(test_wraps)
{
    static const struct {
        const char *board;
        int dx, dy;
        const char *from, *to, *then;
    } cases[] = {
        {"8x8, wrap: files", 1, 0, "h3", "a3", "b3"},
        {"8x8, wrap: files", -2, 1, "a4", "g5", "e6"},
        {"8x8, wrap: files", 0, 1, "a8", NULL, NULL},
        {"8x8, wrap: files", 8, 0, "c3", "c3", "c3"},
        {"8x8, wrap: ranks", 1, 1, "c8", "d1", "e2"},
        {"8x8, wrap: ranks", 1, 0, "h8", NULL, NULL},
        {"5x4, wrap: both", 1, 1, "e4", "a1", "b2"},
        {"8x8, wrap: moebius", 1, 1, "h4", "a4", "b3"},
        {"8x8, wrap: moebius", 1, 0, "h2", "a7", "b7"},
        {"8x8, wrap: moebius", -1, 1, "a1", "h7", "g6"},
        {"8x8, wrap: moebius", 1, 1, "h8", NULL, NULL},
        {"8x8, wrap: moebius", 9, 1, "h2", "a3", "b5"}, /* twice round, then once */
        {"8x8, wrap: sphere", 0, 1, "b8", "f8", "f7"},
        {"8x8, wrap: sphere", 1, 1, "h8", "e8", "f7"},
        {"8x8, wrap: sphere", 0, -1, "g1", "c1", "c2"},
        {"8x8, wrap: sphere", 1, 0, "h5", "a5", "b5"},
        {"6x4, wrap: sphere", 1, 2, "a3", "e4", "f2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_variant *v = board(cases[i].board, "");
        topology *t = &v->variant->topology;
        int number = topology_vector(t, (vector){.dx = cases[i].dx, .dy = cases[i].dy});
        assert_true(number >= 0);
        unsigned direction = (unsigned)number;
        cell_id to = topology_step(t, &direction, (unsigned)cell(t, cases[i].from));
        assert_int_equal(to, cases[i].to ? cell(t, cases[i].to) : CELL_NONE);
        if (cases[i].then) {
            assert_string_equal(t->names[topology_step(t, &direction, to)], cases[i].then);
        }
        ferz_variant_free(v);
    }
}

/* Every ride can be reversed: it goes round the board, or it ends at an edge. */
TEST(test_rides_return)
{
    static const char *const boards[] = {"8x8, wrap: moebius", "8x6, wrap: sphere", "7x5, wrap: both",
                                         "6x6, wrap: moebius, missing: [c3, f6]"};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        ferz_variant *v = board(boards[i], "");
        topology *t = &v->variant->topology;
        for (int x = -2; x <= 2; x++) {
            for (int y = -2; y <= 2; y++) {
                int number = topology_vector(t, (vector){.dx = x, .dy = y});
                for (int c = 0; c < t->cells; c++) {
                    unsigned direction = (unsigned)number;
                    cell_id to = topology_step(t, &direction, (unsigned)c);
                    vector back = t->vectors[direction];
                    if (to != CELL_NONE) {
                        int reverse = topology_vector(t, (vector){.dx = -back.dx, .dy = -back.dy});
                        assert_int_equal(t->next[reverse][to], c);
                    }
                }
            }
        }
        ferz_variant_free(v);
    }
}

TEST(test_uncrossable_edges)
{
    ferz_variant *v = board("8x8, wrap: both", "");
    topology *t = &v->variant->topology;
    int files = topology_vector(t, (vector){.dx = 1, .dy = 1, .barred_edges = WRAPPED_RANKS});
    int never = topology_vector(t, (vector){.dx = 1, .dy = 1, .barred_edges = WRAPPED_RANKS | WRAPPED_FILES});
    assert_int_equal(t->next[files][cell(t, "h3")], cell(t, "a4"));
    assert_int_equal(t->next[files][cell(t, "c8")], CELL_NONE);
    assert_int_equal(t->next[never][cell(t, "h3")], CELL_NONE);
    assert_int_equal(t->next[never][cell(t, "c3")], cell(t, "d4"));
    ferz_variant_free(v);
}

/* Only cells that exist are numbered, and those of a row follow each other. */
TEST(test_holes_and_levels)
{
    static const struct {
        const char *board;
        int cells;
        const char *there[3], *none[3];
        const char *from, *to; /* one file on and two levels up */
    } cases[] = {
        {"4x4, missing: [a1, file d and rank 4]", 14, {"b1", "d3", "a4"}, {"a1", "d4", "e1"}, "a2", NULL},
        {"3x3, levels: 3", 27, {"a1", "a1^", "c3^^"}, {"a1^^^", "d1^", "a4"}, "a1", "b1^^"},
        {"3x3, levels: 3, missing: b1^^", 26, {"b1", "b1^", "a1^^"}, {"b1^^", "c4", "^"}, "a1", NULL},
        {"2x2, boards: [A, B, C]", 12, {"A:a1", "B:b2", "C:a2"}, {"a1", "D:a1", "A:c1"}, "A:a1", "C:b1"},
        {"3x1, names: [x1, y1, zz9]", 3, {"x1", "y1", "zz9"}, {"a1", "b1", "c1"}, "x1", NULL},
        {"2x2, names: row letter and number", 4, {"A1", "A2", "B2"}, {"a1", "C1", "A3"}, "A1", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ferz_variant *v = board(cases[i].board, "");
        topology *t = &v->variant->topology;
        assert_int_equal(t->cells, cases[i].cells);
        assert_int_equal(t->row_start[t->rows * t->levels], t->cells);
        for (int k = 0; k < 3; k++) {
            assert_int_not_equal(cell(t, cases[i].there[k]), CELL_NONE);
            assert_int_equal(cell(t, cases[i].none[k]), CELL_NONE);
        }
        for (int c = 0; c < t->cells; c++) {
            assert_int_equal(topology_at(t, t->column[c], t->row[c], t->level[c]), c);
            int row = t->level[c] * t->rows + t->row[c];
            assert_true(c >= t->row_start[row] && c < t->row_start[row + 1]);
        }
        int up = topology_vector(t, (vector){.dx = 1, .dz = 2});
        cell_id to = t->next[up][cell(t, cases[i].from)];
        assert_int_equal(to, cases[i].to ? cell(t, cases[i].to) : CELL_NONE);
        ferz_variant_free(v);
    }
}

TEST(test_lines)
{
    ferz_variant *v = board("3x3, lines: [a1 b2 c3, a1 c1]", "");
    const topology *t = &v->variant->topology;
    assert_int_equal(t->line_count, 2);
    assert_true(topology_joined_by_line(t, (cell_id)cell(t, "a1"), (cell_id)cell(t, "c1")));
    assert_true(topology_joined_by_line(t, (cell_id)cell(t, "c3"), (cell_id)cell(t, "b2")));
    assert_false(topology_joined_by_line(t, (cell_id)cell(t, "a1"), (cell_id)cell(t, "c3")));
    ferz_variant_free(v);
}
