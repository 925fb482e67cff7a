#include "compile/topology.h"

#include "compile/zone.h"

#include <stdlib.h>
#include <string.h>

/* ---- cells ---- */

/* a, b ... z, aa, ab ...: as spreadsheets name columns. */
static const char *column_letters(int number, char first, char letters[4])
{
    size_t n = 0;
    if (number >= 26) {
        letters[n++] = (char)(first + number / 26 - 1);
    }
    letters[n++] = (char)(first + number % 26);
    letters[n] = '\0';
    return letters;
}

/* a1; with rows named, A1 is the first cell of the first row. A ^ follows for each level above the first. The name of a
 * board comes first. */
static const char *cell_name(const topology *t, const ruleset *rules, int cell)
{
    int column = t->column[cell], row = t->row[cell], level = t->level[cell];
    char letters[4], carets[RULES_LEVELS_MAX];
    size_t level_marks = rules->board_names ? 0 : (size_t)level;
    memset(carets, '^', level_marks);
    carets[level_marks] = '\0';
    const char *board = rules->board_names ? rules->board_names[level] : "";
    const char *colon = rules->board_names ? ":" : "";
    if (rules->cell_names) {
        return rules->cell_names[cell];
    }
    if (rules->rows_named) {
        int number = cell - t->row_start[level * t->rows + row] + 1;
        return arena_format(t->arena, "%s%s%s%d%s", board, colon, column_letters(row, 'A', letters), number, carets);
    }
    return arena_format(t->arena, "%s%s%s%d%s", board, colon, column_letters(column, 'a', letters), row + 1, carets);
}

/* Numbers the cells that exist, row by row. */
static bool number_cells(topology *t, const ruleset *rules, const bool *exists)
{
    int area = t->columns * t->rows;
    t->cells = 0;
    for (int i = 0; i < area * t->levels; i++) {
        if (i % t->columns == 0) {
            t->row_start[i / t->columns] = t->cells;
        }
        t->cell_at[i] = exists[i] ? (cell_id)t->cells : (cell_id)CELL_NONE;
        if (exists[i]) {
            t->column[t->cells] = i % t->columns;
            t->row[t->cells] = i % area / t->columns;
            t->level[t->cells] = i / area;
            t->cells++;
        }
    }
    t->row_start[t->levels * t->rows] = t->cells;
    for (int cell = 0; cell < t->cells; cell++) {
        /* A list of names counts only the cells that remain. */
        bool listed = !rules->cell_names || (size_t)cell < rules->cell_name_count;
        t->names[cell] = listed ? cell_name(t, rules, cell) : "";
        if (!t->names[cell]) {
            return false;
        }
    }
    return true;
}

/* Rows whose cells are two columns apart, each row centred. */
static void mark_existing(const topology *t, const ruleset *rules, bool *exists)
{
    for (int i = 0; i < t->columns * t->rows * t->levels; i++) {
        int row = i / t->columns % t->rows;
        int count = rules->row_cells ? rules->row_cells[row] : 0;
        int first = (t->columns - (2 * count - 1)) / 2, column = i % t->columns - first;
        exists[i] = !rules->row_cells || (column >= 0 && column % 2 == 0 && column / 2 < count);
    }
}

/* Named zones are read while all cells are there, because they may name the missing ones. Without the missing cells
 * they are other sets. */
static bool remove_missing(topology *t, const ruleset *rules, diag_list *diags, arena *scratch, bool *exists)
{
    bool missing[CELLS_MAX];
    bool ok = zone_table_read(&t->zones, scratch, t, rules, diags, 1, true) &&
              zone_read(t, rules, diags, &rules->missing, 0, missing);
    t->zones = (zone_table){0};
    if (!ok) {
        return false;
    }
    for (int i = 0; i < t->columns * t->rows * t->levels; i++) {
        exists[i] = exists[i] && !missing[t->cell_at[i]];
    }
    return true;
}

static bool check_names(const topology *t, const ruleset *rules, diag_list *diags)
{
    if (rules->cell_names && rules->cell_name_count != (size_t)t->cells) {
        diag_error(diags, CODE_CELL_NAMES, rules->board_location, "the board has %d cells and %zu names", t->cells,
                   rules->cell_name_count);
        return false;
    }
    for (int cell = 0; rules->cell_names && cell < t->cells; cell++) {
        if (topology_cell(t, t->names[cell], strlen(t->names[cell])) != cell) {
            diag_error(diags, CODE_CELL_NAMES, rules->board_location, "two cells have the name `%s`", t->names[cell]);
            return false;
        }
    }
    return true;
}

/* ---- lines of a board that is a graph ---- */

bool topology_read_line(const topology *t, arena *a, diag_list *diags, const rule_text *spec, board_line *line)
{
    cell_id *cells = arena_new(a, cell_id, strlen(spec->string) / 2 + 1);
    for (const char *at = spec->string; cells && *(at += strspn(at, " "));) {
        size_t length = strcspn(at, " ");
        cell_id cell = topology_cell(t, at, length);
        if (cell == CELL_NONE) {
            diag_error(diags, CODE_UNKNOWN_CELL, spec->location, "`%.*s` is no cell of this board", (int)length, at);
            return false;
        }
        if (line->count && cells[line->count - 1] == cell) {
            diag_error(diags, CODE_LINE_CELLS, spec->location, "`%s` follows itself on this line", t->names[cell]);
            return false;
        }
        cells[line->count++] = cell;
        at += length;
    }
    line->cells = cells;
    if (cells && line->count < 2) {
        diag_error(diags, CODE_LINE_CELLS, spec->location, "a line joins two cells or more");
        return false;
    }
    return cells != NULL;
}

static bool read_lines(topology *t, const ruleset *rules, diag_list *diags)
{
    board_line *lines = arena_new(t->arena, board_line, rules->line_count + 1);
    for (size_t i = 0; lines && i < rules->line_count; i++) {
        if (!topology_read_line(t, t->arena, diags, &rules->lines[i], &lines[i])) {
            return false;
        }
    }
    t->lines = lines;
    t->line_count = rules->line_count;
    return lines != NULL;
}

bool topology_joined_by_line(const topology *t, cell_id a, cell_id b)
{
    for (size_t i = 0; i < t->line_count; i++) {
        const board_line *line = &t->lines[i];
        for (size_t k = 0; k + 1 < line->count; k++) {
            if ((line->cells[k] == a && line->cells[k + 1] == b) || (line->cells[k] == b && line->cells[k + 1] == a)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- the whole ---- */

enum { VECTORS_MAX = 2048 };

static bool has_bounces(const ruleset *rules)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            if (rules->pieces[i].moves[k].bounces) {
                return true;
            }
        }
    }
    return false;
}

static bool reserve_cells(topology *t, arena *a)
{
    size_t area = (size_t)t->columns * (size_t)t->rows * (size_t)t->levels;
    t->names = arena_new(a, const char *, area);
    t->column = arena_new(a, int, area);
    t->row = arena_new(a, int, area);
    t->level = arena_new(a, int, area);
    t->cell_at = arena_new(a, cell_id, area);
    t->row_start = arena_new(a, int, (size_t)t->rows *(size_t)t->levels + 1);
    return t->names && t->column && t->row && t->level && t->cell_at && t->row_start;
}

static bool reserve_vectors(topology *t, arena *a, const ruleset *rules)
{
    bool needs_next_vector = rules->wrap == WRAP_MOEBIUS || rules->wrap == WRAP_SPHERE || has_bounces(rules);
    t->arena = a;
    t->vector_count = 0;
    t->vector_room = VECTORS_MAX;
    t->vectors = arena_new(a, vector, (size_t)t->vector_room);
    t->next = arena_new(a, cell_id *, (size_t)t->vector_room);
    t->next_vector = needs_next_vector ? arena_new(a, uint16_t *, (size_t)t->vector_room) : NULL;
    return t->vectors && t->next && (t->next_vector || !needs_next_vector);
}

bool topology_share(topology *t, arena *a, const topology *board, const ruleset *rules)
{
    *t = *board;
    return reserve_vectors(t, a, rules);
}

static bool check_limits(const topology *t, const ruleset *rules, diag_list *diags)
{
    if (t->cells > CELLS_MAX) {
        diag_error(diags, CODE_BOARD_CELLS, rules->board_location, "the board has %d cells, the most is %d", t->cells,
                   CELLS_MAX);
    } else if (t->cells == 0) {
        diag_error(diags, CODE_BOARD_CELLS, rules->board_location, "the board has no cell");
    } else if (rules->wrap == WRAP_SPHERE && t->columns % 2) {
        diag_error(diags, CODE_BOARD_CELLS, rules->board_location, "a sphere needs an even number of files, found %d",
                   t->columns);
    } else {
        return true;
    }
    return false;
}

/* What is wrong with them is reported later, together with other mistakes of the game. */
static bool read_zones(topology *t, arena *a, const ruleset *rules, diag_list *diags)
{
    zone_table zones = {0};
    bool ok = zone_table_read(&zones, a, t, rules, diags, rules->player_count, false);
    t->zones = zones;
    return ok;
}

bool topology_build(topology *t, arena *a, const ruleset *rules, diag_list *diags)
{
    size_t errors = diags->errors;
    t->columns = rules->width;
    t->rows = rules->height;
    t->levels = rules->levels;
    t->wrap = rules->wrap;
    t->separate_levels = rules->own_boards > 0;
    arena scratch;
    arena_init(&scratch, 0);
    bool *exists = arena_new(&scratch, bool, (size_t)t->columns *(size_t)t->rows *(size_t)t->levels);
    bool ok = exists && reserve_cells(t, a) && reserve_vectors(t, a, rules);
    if (ok) {
        mark_existing(t, rules, exists);
        ok = number_cells(t, rules, exists) && check_limits(t, rules, diags);
    }
    if (ok && rules->missing.string) {
        ok = remove_missing(t, rules, diags, &scratch, exists) && number_cells(t, rules, exists) &&
             check_limits(t, rules, diags);
    }
    ok = ok && check_names(t, rules, diags) && read_lines(t, rules, diags) && read_zones(t, a, rules, diags);
    arena_finish(&scratch);
    if (!ok && diags->errors == errors) {
        diag_out_of_memory(diags);
    }
    return ok;
}

/* ---- steps ---- */

static unsigned wrapped_edges(board_wrap wrap)
{
    switch (wrap) {
    case WRAP_FILES:
    case WRAP_MOEBIUS:
        return WRAPPED_FILES;
    case WRAP_RANKS:
        return WRAPPED_RANKS;
    case WRAP_BOTH:
    case WRAP_SPHERE:
        return WRAPPED_FILES | WRAPPED_RANKS;
    case WRAP_NONE:
        break;
    }
    return 0;
}

static int modulo(int value, int by)
{
    return (value % by + by) % by;
}

/* Brings coordinates that left the board over a wrapped edge back onto it; false where that is not possible.
 * `*flipped`: whether forward and back changed places. */
static bool wrap_coordinates(const topology *t, int *x, int *y, unsigned open_edges, bool *flipped)
{
    if ((*x < 0 || *x >= t->columns) && open_edges & WRAPPED_FILES) {
        int times = *x < 0 ? (t->columns - 1 - *x) / t->columns : *x / t->columns;
        *x = modulo(*x, t->columns);
        if (t->wrap == WRAP_MOEBIUS && times % 2) {
            *y = t->rows - 1 - *y;
            *flipped = !*flipped;
        }
    }
    while (t->wrap == WRAP_SPHERE && open_edges & WRAPPED_RANKS && (*y < 0 || *y >= t->rows)) {
        /* Over the pole: back down, half the way round. */
        *y = *y < 0 ? -1 - *y : 2 * t->rows - 1 - *y;
        *x = *x >= 0 && *x < t->columns ? modulo(*x + t->columns / 2, t->columns) : *x;
        *flipped = !*flipped;
    }
    if (t->wrap != WRAP_SPHERE && open_edges & WRAPPED_RANKS) {
        *y = modulo(*y, t->rows);
    }
    return *x >= 0 && *x < t->columns && *y >= 0 && *y < t->rows;
}

/* One coordinate of a step that the edges reflect. */
static int reflected(int at, int by, int size)
{
    return at + by < 0 || at + by >= size ? -by : by;
}

/* The next cell. `*heading` comes with the vector and leaves with the one of a ride's next step. */
static cell_id next_cell(const topology *t, vector *heading, int cell)
{
    unsigned open_edges = wrapped_edges(t->wrap) & ~heading->barred_edges;
    bool flipped = false;
    if (heading->bounces) {
        heading->dx = reflected(t->column[cell], heading->dx, t->columns);
        heading->dy = reflected(t->row[cell], heading->dy, t->rows);
    }
    if (heading->dz && t->separate_levels) {
        return CELL_NONE;
    }
    int x = t->column[cell] + heading->dx, y = t->row[cell] + heading->dy;
    bool there = wrap_coordinates(t, &x, &y, open_edges, &flipped);
    heading->dy = flipped ? -heading->dy : heading->dy;
    return there ? topology_at(t, x, y, t->level[cell] + heading->dz) : (cell_id)CELL_NONE;
}

int topology_find_vector(const topology *t, vector v)
{
    v.barred_edges &= wrapped_edges(t->wrap);
    for (int i = 0; i < t->vector_count; i++) {
        const vector *known = &t->vectors[i];
        if (known->dx == v.dx && known->dy == v.dy && known->dz == v.dz && known->barred_edges == v.barred_edges &&
            known->bounces == v.bounces) {
            return i;
        }
    }
    return -1;
}

int topology_vector(topology *t, vector v)
{
    int known_index = topology_find_vector(t, v);
    if (known_index >= 0) {
        return known_index;
    }
    v.barred_edges &= wrapped_edges(t->wrap);
    cell_id *next = t->vector_count < t->vector_room ? arena_new(t->arena, cell_id, (size_t)t->cells) : NULL;
    uint16_t *after = t->next_vector && next ? arena_new(t->arena, uint16_t, (size_t)t->cells) : NULL;
    if (!next || (t->next_vector && !after)) {
        return -1;
    }
    int number = t->vector_count++;
    t->vectors[number] = v;
    t->next[number] = next;
    if (t->next_vector) {
        /* Entered before the loop: the vectors into which a ride changes look for this one. */
        t->next_vector[number] = after;
    }
    for (int cell = 0; cell < t->cells; cell++) {
        vector heading = v;
        next[cell] = next_cell(t, &heading, cell);
        int continuation = after && next[cell] != CELL_NONE ? topology_vector(t, heading) : number;
        if (continuation < 0) {
            return -1;
        }
        if (after) {
            after[cell] = (uint16_t)continuation;
        }
    }
    return number;
}

bool topology_is_straight(const topology *t, int number)
{
    for (int cell = 0; t->next_vector && cell < t->cells; cell++) {
        if (t->next_vector[number][cell] != number) {
            return false;
        }
    }
    return true;
}

cell_id topology_at(const topology *t, int column, int row, int level)
{
    if (column < 0 || column >= t->columns || row < 0 || row >= t->rows || level < 0 || level >= t->levels) {
        return CELL_NONE;
    }
    return t->cell_at[(level * t->rows + row) * t->columns + column];
}

int topology_shade(const topology *t, const ruleset *rules, cell_id cell)
{
    int level_marks = rules->board_names ? 0 : t->level[cell];
    return rules->shades == 2 ? (t->column[cell] + t->row[cell] + level_marks) % 2 : t->column[cell] % rules->shades;
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

cell_id topology_cell_on(const topology *t, int level, const char *name, size_t length)
{
    for (int cell = 0; cell < t->cells && level >= 0; cell++) {
        const char *colon = t->level[cell] == level ? strchr(t->names[cell], ':') : NULL;
        if (colon && strlen(colon + 1) == length && memcmp(colon + 1, name, length) == 0) {
            return (cell_id)cell;
        }
    }
    return topology_cell(t, name, length);
}

/* ---- seats ---- */

vector topology_rotate(const ruleset *rules, size_t player, int x, int y)
{
    switch (rules->players[player].rotation) {
    case 1:
        return (vector){.dx = y, .dy = -x};
    case 2:
        return (vector){.dx = rules->mirrored ? x : -x, .dy = -y};
    case 3:
        return (vector){.dx = -y, .dy = x};
    default:
        return (vector){.dx = x, .dy = y};
    }
}

cell_id topology_rotate_cell(const topology *t, const ruleset *rules, size_t player, cell_id cell)
{
    int x = t->column[cell], y = t->row[cell];
    int column = x, row = y;
    switch (rules->players[player].rotation) {
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
    return topology_at(t, column, row, t->level[cell]);
}

void topology_seen_place(const topology *t, const ruleset *rules, size_t player, cell_id cell, int *file, int *rank)
{
    const int column = t->column[cell], row = t->row[cell], last_column = t->columns - 1, last_row = t->rows - 1;
    switch (rules->players[player].rotation) {
    case 1:
        *file = last_row - row;
        *rank = column;
        break;
    case 2:
        *file = rules->mirrored ? column : last_column - column;
        *rank = last_row - row;
        break;
    case 3:
        *file = row;
        *rank = last_column - column;
        break;
    default:
        *file = column;
        *rank = row;
        break;
    }
}
