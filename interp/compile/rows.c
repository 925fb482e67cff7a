/* Rows: all rows of n cells that count for endings and captures by a row, found once. */

#include "compile/variant_build.h"

#include <stdlib.h>
#include <string.h>

typedef struct row_builder {
    variant *v;
    diag_list *diags;
    const rule_row *rule;
    row_table *t;
    arena scratch;
    uint64_t *sets; /* [count][words] */
    cell_id *first; /* [count] lowest cell of each */
    int *family;    /* [count] -1: none */
    size_t count, room;
} row_builder;

static int by_number(const void *left, const void *right)
{
    cell_id a = *(const cell_id *)left, b = *(const cell_id *)right;
    return (a > b) - (a < b);
}

/* The shift group of a row whose cells are in order: the group of the number by which each follows the last. */
static int shift_group_of(row_builder *m, const cell_id *cells)
{
    row_table *t = m->t;
    int step = cells[1] - cells[0];
    for (int i = 2; i < t->length; i++) {
        if (cells[i] - cells[i - 1] != step) {
            return -1;
        }
    }
    int family = 0;
    while (family < t->shift_group_count && t->shift_group[family].shift != step) {
        family++;
    }
    if (family == ROW_SHIFTS_MAX) {
        return -1;
    }
    t->shift_group[family].shift = step;
    t->shift_group_count = family == t->shift_group_count ? family + 1 : t->shift_group_count;
    return family;
}

/* Adds a row, unless it is known from its other end or crosses itself. */
static void add_row(row_builder *m, const cell_id *ordered)
{
    size_t words = (size_t)m->v->bitset_words, length = (size_t)m->t->length;
    cell_id cells[RULES_ROW_MAX];
    memcpy(cells, ordered, length * sizeof *cells);
    qsort(cells, length, sizeof *cells, by_number);
    uint64_t *set = m->sets + m->count * words;
    memset(set, 0, words * sizeof *set);
    for (size_t i = 0; i < length; i++) {
        if (set_has(set, cells[i])) {
            return;
        }
        set_put(set, cells[i]);
    }
    for (size_t i = 0; i < m->count; i++) {
        if (m->first[i] == cells[0] && memcmp(m->sets + i * words, set, words * sizeof *set) == 0) {
            return;
        }
    }
    m->first[m->count] = cells[0];
    m->family[m->count++] = shift_group_of(m, cells);
}

static void add_board_lines(row_builder *m)
{
    const topology *b = &m->v->topology;
    for (size_t i = 0; i < b->line_count; i++) {
        for (size_t k = 0; k + (size_t)m->t->length <= b->lines[i].count; k++) {
            add_row(m, b->lines[i].cells + k);
        }
    }
}

static bool add_direction(row_builder *m, int dx, int dy)
{
    topology *b = &m->v->topology;
    int number = topology_vector(b, (vector){.dx = dx, .dy = dy});
    for (int cell = 0; number >= 0 && cell < m->v->cells; cell++) {
        cell_id ordered[RULES_ROW_MAX];
        unsigned on = (unsigned)number;
        int length = 0;
        for (cell_id at = (cell_id)cell; at != CELL_NONE && length < m->t->length; at = topology_step(b, &on, at)) {
            ordered[length++] = at;
        }
        if (length == m->t->length) {
            add_row(m, ordered);
        }
    }
    return number >= 0;
}

/* Both ways of each direction: on a board with wrapped edges they can differ. */
static bool add_directions(row_builder *m, rule_row_direction along)
{
    static const int8_t directions[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    bool ok = true;
    for (int i = 0; i < 8 && ok; i++) {
        if (along == ROW_ALL || (along == ROW_STRAIGHT) == (i < 4)) {
            ok = add_direction(m, directions[i][0], directions[i][1]);
        }
    }
    return ok;
}

/* Lays the rows out, those of shift groups first. */
static bool lay_out(row_builder *m)
{
    variant *v = m->v;
    row_table *t = m->t;
    size_t words = (size_t)v->bitset_words, cells = (size_t)v->cells, length = (size_t)t->length;
    uint64_t *row_sets = arena_new(&v->arena, uint64_t, (m->count + 1) * words);
    uint32_t *through = arena_new(&v->arena, uint32_t, cells + 1);
    uint32_t *numbers = arena_new(&v->arena, uint32_t, m->count * length + 1);
    bool *starts = arena_new(&m->scratch, bool, cells);
    if (!row_sets || !through || !numbers || !starts) {
        return diag_out_of_memory(m->diags);
    }
    for (int family = -1, pass = 0; pass <= t->shift_group_count; pass++) {
        family = pass < t->shift_group_count ? pass : -1;
        memset(starts, 0, cells * sizeof *starts);
        for (size_t i = 0; i < m->count; i++) {
            if (m->family[i] == family) {
                memcpy(row_sets + t->count++ * words, m->sets + i * words, words * sizeof *row_sets);
                t->irregular_count += family < 0;
                starts[m->first[i]] = true;
            }
        }
        if (family >= 0 && (t->shift_group[family].starts = build_set(v, m->diags, starts)) == UINT32_MAX) {
            return false;
        }
    }
    uint32_t used = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        through[cell] = used;
        for (uint32_t i = 0; i < t->count; i++) {
            if (set_has(row_sets + i * words, (unsigned)cell)) {
                numbers[used++] = i;
            }
        }
    }
    through[cells] = used;
    t->row_sets = row_sets;
    t->through_start = through;
    t->through_rows = numbers;
    return true;
}

bool row_pieces_build(variant *v, diag_list *diags, const rule_row *rule, row_table *t)
{
    for (int player = 0; rule->piece_count && player < v->players; player++) {
        t->pieces[player] = arena_new(&v->arena, piece_id, (size_t)v->types);
        if (!t->pieces[player]) {
            return diag_out_of_memory(diags);
        }
        t->piece_count = 0;
        for (int type = 0; type < v->types; type++) {
            for (size_t i = 0; i < rule->piece_count; i++) {
                if (v->type[type].rule_piece_index == rule->pieces[i]) {
                    t->pieces[player][t->piece_count++] = variant_piece(v, player, type);
                    break;
                }
            }
        }
    }
    return true;
}

bool rows_build(variant *v, diag_list *diags, const rule_row *rule, row_table *t)
{
    const topology *b = &v->topology;
    rule_row_direction along = rule->along != ROW_DEFAULT ? rule->along : b->line_count ? ROW_LINES : ROW_ALL;
    row_builder m = {.v = v, .diags = diags, .rule = rule, .t = t};
    *t = (row_table){.length = (int)rule->length};
    if (along == ROW_LINES && b->line_count == 0) {
        diag_error(diags, CODE_NO_LINES, rule->location, "this board draws no lines");
        diag_hint(diags, "draw them under `board: lines`, or leave `along: lines` out");
        return false;
    }
    m.room = (size_t)v->cells * 8;
    for (size_t i = 0; along == ROW_LINES && i < b->line_count; i++) {
        m.room += b->lines[i].count;
    }
    arena_init(&m.scratch, 0);
    m.sets = arena_new(&m.scratch, uint64_t, (m.room + 1) * (size_t)v->bitset_words);
    m.first = arena_new(&m.scratch, cell_id, m.room + 1);
    m.family = arena_new(&m.scratch, int, m.room + 1);
    bool ok = m.sets && m.first && m.family;
    if (ok && along == ROW_LINES) {
        add_board_lines(&m);
    } else if (ok) {
        ok = add_directions(&m, along);
    }
    ok = ok ? lay_out(&m) : diag_out_of_memory(diags);
    arena_finish(&m.scratch);
    return ok && row_pieces_build(v, diags, rule, t);
}
