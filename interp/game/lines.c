/* Lines: all rows of so many cells along which men can stand, worked out once. */

#include "game/build.h"

#include <stdlib.h>
#include <string.h>

typedef struct maker {
    game *g;
    diag_list *diags;
    const rule_line *rule;
    line_table *t;
    arena scratch;
    uint64_t *sets; /* [count][words] */
    cell_id *first; /* [count] lowest cell of each */
    int *family;    /* [count] -1: none */
    size_t count, room;
} maker;

static bool no_memory(diag_list *diags)
{
    diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    return false;
}

static int by_number(const void *left, const void *right)
{
    cell_id a = *(const cell_id *)left, b = *(const cell_id *)right;
    return (a > b) - (a < b);
}

/* The family of a line whose cells are in order: that of the number by which each follows the last. */
static int family_of(maker *m, const cell_id *cells)
{
    line_table *t = m->t;
    int step = cells[1] - cells[0];
    for (int i = 2; i < t->length; i++) {
        if (cells[i] - cells[i - 1] != step) {
            return -1;
        }
    }
    int family = 0;
    while (family < t->families && t->family[family].step != step) {
        family++;
    }
    if (family == LINE_FAMILIES_MAX) {
        return -1;
    }
    t->family[family].step = step;
    t->families = family == t->families ? family + 1 : t->families;
    return family;
}

/* Adds a line, unless it is known from its other end or crosses itself. */
static void add_line(maker *m, const cell_id *way)
{
    size_t words = (size_t)m->g->words, length = (size_t)m->t->length;
    cell_id cells[RULES_LINE_MAX];
    memcpy(cells, way, length * sizeof *cells);
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
    m->family[m->count++] = family_of(m, cells);
}

static void add_drawn(maker *m)
{
    const topology *b = &m->g->topology;
    for (size_t i = 0; i < b->line_count; i++) {
        for (size_t k = 0; k + (size_t)m->t->length <= b->lines[i].count; k++) {
            add_line(m, b->lines[i].cells + k);
        }
    }
}

static bool add_along(maker *m, int dx, int dy)
{
    topology *b = &m->g->topology;
    int number = topology_vector(b, (vector){.dx = dx, .dy = dy});
    for (int cell = 0; number >= 0 && cell < m->g->cells; cell++) {
        cell_id way[RULES_LINE_MAX];
        unsigned on = (unsigned)number;
        int length = 0;
        for (cell_id at = (cell_id)cell; at != CELL_NONE && length < m->t->length; at = topology_step(b, &on, at)) {
            way[length++] = at;
        }
        if (length == m->t->length) {
            add_line(m, way);
        }
    }
    return number >= 0;
}

/* Both ways of each direction: on a board that is glued to itself they need not be the same. */
static bool add_all(maker *m, rule_along along)
{
    static const int8_t ways[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    bool fine = true;
    for (int i = 0; i < 8 && fine; i++) {
        if (along == ALONG_ALL || (along == ALONG_STRAIGHT) == (i < 4)) {
            fine = add_along(m, ways[i][0], ways[i][1]);
        }
    }
    return fine;
}

/* Lays the lines out, those of families first. */
static bool lay_out(maker *m)
{
    game *g = m->g;
    line_table *t = m->t;
    size_t words = (size_t)g->words, cells = (size_t)g->cells, length = (size_t)t->length;
    uint64_t *lines = arena_new(&g->arena, uint64_t, (m->count + 1) * words);
    uint32_t *through = arena_new(&g->arena, uint32_t, cells + 1);
    uint32_t *numbers = arena_new(&g->arena, uint32_t, m->count * length + 1);
    bool *starts = arena_new(&m->scratch, bool, cells);
    if (!lines || !through || !numbers || !starts) {
        return no_memory(m->diags);
    }
    for (int family = -1, pass = 0; pass <= t->families; pass++) {
        family = pass < t->families ? pass : -1;
        memset(starts, 0, cells * sizeof *starts);
        for (size_t i = 0; i < m->count; i++) {
            if (m->family[i] == family) {
                memcpy(lines + t->count++ * words, m->sets + i * words, words * sizeof *lines);
                t->rest += family < 0;
                starts[m->first[i]] = true;
            }
        }
        if (family >= 0 && (t->family[family].starts = build_set(g, m->diags, starts)) == UINT32_MAX) {
            return false;
        }
    }
    uint32_t used = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        through[cell] = used;
        for (uint32_t i = 0; i < t->count; i++) {
            if (set_has(lines + i * words, (unsigned)cell)) {
                numbers[used++] = i;
            }
        }
    }
    through[cells] = used;
    t->lines = lines;
    t->through = through;
    t->numbers = numbers;
    return true;
}

bool line_men_build(game *g, diag_list *diags, const rule_line *rule, line_table *t)
{
    for (int player = 0; rule->of_count && player < g->players; player++) {
        t->men[player] = arena_new(&g->arena, man_id, (size_t)g->types);
        if (!t->men[player]) {
            return no_memory(diags);
        }
        t->men_count = 0;
        for (int type = 0; type < g->types; type++) {
            for (size_t i = 0; i < rule->of_count; i++) {
                if (g->type[type].piece == rule->of[i]) {
                    t->men[player][t->men_count++] = game_man(g, player, type);
                    break;
                }
            }
        }
    }
    return true;
}

bool lines_build(game *g, diag_list *diags, const rule_line *rule, line_table *t)
{
    const topology *b = &g->topology;
    rule_along along = rule->along != ALONG_USUAL ? rule->along : b->line_count ? ALONG_LINES : ALONG_ALL;
    maker m = {.g = g, .diags = diags, .rule = rule, .t = t};
    *t = (line_table){.length = (int)rule->length};
    if (along == ALONG_LINES && b->line_count == 0) {
        diag_error(diags, CODE_NO_LINES, rule->place, "this board draws no lines");
        diag_hint(diags, "draw them under `board: lines`, or leave `along: lines` out");
        return false;
    }
    m.room = (size_t)g->cells * 8;
    for (size_t i = 0; along == ALONG_LINES && i < b->line_count; i++) {
        m.room += b->lines[i].count;
    }
    arena_init(&m.scratch, 0);
    m.sets = arena_new(&m.scratch, uint64_t, (m.room + 1) * (size_t)g->words);
    m.first = arena_new(&m.scratch, cell_id, m.room + 1);
    m.family = arena_new(&m.scratch, int, m.room + 1);
    bool fine = m.sets && m.first && m.family;
    if (fine && along == ALONG_LINES) {
        add_drawn(&m);
    } else if (fine) {
        fine = add_all(&m, along);
    }
    fine = fine ? lay_out(&m) : no_memory(diags);
    arena_finish(&m.scratch);
    return fine && line_men_build(g, diags, rule, t);
}
