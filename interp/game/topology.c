#include "game/topology.h"

#include <stdlib.h>
#include <string.h>

/* a, b ... z, aa, ab ...: as spreadsheets name columns. */
static const char *cell_name(arena *a, int column, int row)
{
    char letters[4];
    size_t n = 0;
    if (column >= 26) {
        letters[n++] = (char)('a' + column / 26 - 1);
    }
    letters[n++] = (char)('a' + column % 26);
    letters[n] = '\0';
    return arena_format(a, "%s%d", letters, row + 1);
}

bool topology_build(topology *t, arena *a, const ruleset *rules, diag_list *diags)
{
    t->arena = a;
    t->columns = rules->width;
    t->rows = rules->height;
    t->cells = t->columns * t->rows;
    if (t->cells > CELLS_MAX) {
        diag_error(diags, rules->board_place, "the board has %d cells, the most is %d", t->cells, CELLS_MAX);
        return false;
    }
    t->names = arena_new(a, const char *, (size_t)t->cells);
    t->column = arena_new(a, int, (size_t)t->cells);
    t->row = arena_new(a, int, (size_t)t->cells);
    t->vector_room = 512;
    t->vectors = arena_new(a, vector, (size_t)t->vector_room);
    t->next = arena_new(a, cell_id *, (size_t)t->vector_room);
    if (!t->names || !t->column || !t->row || !t->vectors || !t->next) {
        diag_failure(diags, "out of memory");
        return false;
    }
    for (int cell = 0; cell < t->cells; cell++) {
        t->column[cell] = cell % t->columns;
        t->row[cell] = cell / t->columns;
        t->names[cell] = cell_name(a, t->column[cell], t->row[cell]);
        if (!t->names[cell]) {
            diag_failure(diags, "out of memory");
            return false;
        }
    }
    return true;
}

int topology_vector(topology *t, int dx, int dy)
{
    for (int i = 0; i < t->vector_count; i++) {
        if (t->vectors[i].dx == dx && t->vectors[i].dy == dy) {
            return i;
        }
    }
    if (t->vector_count == t->vector_room) {
        return -1;
    }
    cell_id *next = arena_new(t->arena, cell_id, (size_t)t->cells);
    if (!next) {
        return -1;
    }
    for (int cell = 0; cell < t->cells; cell++) {
        int x = t->column[cell] + dx, y = t->row[cell] + dy;
        bool inside = x >= 0 && x < t->columns && y >= 0 && y < t->rows;
        next[cell] = inside ? (cell_id)(y * t->columns + x) : (cell_id)CELL_NONE;
    }
    t->vectors[t->vector_count] = (vector){dx, dy};
    t->next[t->vector_count] = next;
    return t->vector_count++;
}

cell_id topology_cell(const topology *t, const char *name, size_t length)
{
    for (int cell = 0; cell < t->cells; cell++) {
        if (strlen(t->names[cell]) == length && memcmp(t->names[cell], name, length) == 0) {
            return (cell_id)cell;
        }
    }
    return CELL_NONE;
}

vector topology_turn(const ruleset *rules, size_t player, int x, int y)
{
    switch (rules->players[player].quarter_turns) {
    case 1:
        return (vector){y, -x};
    case 2:
        return (vector){rules->mirrored ? x : -x, -y};
    case 3:
        return (vector){-y, x};
    default:
        return (vector){x, y};
    }
}

cell_id topology_own(const topology *t, const ruleset *rules, size_t player, cell_id cell)
{
    int x = t->column[cell], y = t->row[cell];
    int column = x, row = y;
    switch (rules->players[player].quarter_turns) {
    case 1:
        column = y;
        row = t->rows - 1 - x;
        break;
    case 2:
        column = rules->mirrored ? x : t->columns - 1 - x;
        row = t->rows - 1 - y;
        break;
    case 3:
        column = t->columns - 1 - y;
        row = x;
        break;
    default:
        break;
    }
    if (column < 0 || column >= t->columns || row < 0 || row >= t->rows) {
        return CELL_NONE;
    }
    return (cell_id)(row * t->columns + column);
}
