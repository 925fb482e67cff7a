/* Topology: the board as cells, and for each vector at most one next cell.
 *
 * All geometry is settled here, when the variant is built: a vector becomes a column of the table `next`, whatever the
 * board's shape. No other module does arithmetic with cells. Cells and vectors are numbered from 0. Only cells that
 * exist have a number, so the cells of one row of one level have consecutive numbers (`row_start`).
 *
 * Columns and rows are coordinates. Edges may be wrapped: what leaves the board on one side comes in on the other.
 * Where a wrapped edge flips the board (Moebius strip, sphere), a ride goes on with another vector than the one it
 * began with. So a ride is followed with topology_step, not with `next`.
 */
#ifndef FERZ_COMPILE_TOPOLOGY_H
#define FERZ_COMPILE_TOPOLOGY_H

#include "compile/types.h"
#include "rules/ruleset.h"

/* A step: files, ranks, levels. `barred_edges`: wrapped edges (enum rule_wrapped_edge) that it may not cross.
 * `bounces`: the edges of the board reflect it. */
typedef struct vector {
    int dx, dy, dz;
    unsigned barred_edges;
    bool bounces;
} vector;

typedef struct board_line {
    const cell_id *cells;
    size_t count;
} board_line;

/* The named zones, each read once for each player. */
typedef struct zone_table {
    const uint64_t **sets; /* [zone * players + player]; NULL: not readable for that player */
    size_t players;        /* 0: nothing was read yet */
} zone_table;

typedef struct topology {
    int columns, rows, levels, cells;
    const char **names;        /* [cells] "a1" */
    int *column, *row, *level; /* [cells] */
    cell_id *cell_at;          /* [level][row][column], CELL_NONE in a hole */
    int *row_start;         /* [level * rows + row] first cell of the row, also of an empty one; one more at the end */
    vector *vectors;        /* those added so far */
    cell_id **next;         /* [vector][cell], CELL_NONE off the board */
    uint16_t **next_vector; /* [vector][cell] the vector of a ride's next step; NULL: always the same */
    int vector_count, vector_room;
    const board_line *lines;
    size_t line_count;
    zone_table zones;
    board_wrap wrap;
    bool separate_levels; /* levels are separate boards: no step leads from one to another */
    arena *arena;
} topology;

bool topology_build(topology *t, arena *a, const ruleset *rules, diag_list *diags);
/* A topology with the cells of `board`, which must outlive it, and vectors of its own. False when out of memory. */
bool topology_share(topology *t, arena *a, const topology *board, const ruleset *rules);
/* The number of a vector; the first call adds it with its column of `next`. -1 when out of memory. */
int topology_vector(topology *t, vector v);
/* The number of a vector that was added before; else -1. */
int topology_find_vector(const topology *t, vector v);
/* The cell with that name, or CELL_NONE. */
cell_id topology_cell(const topology *t, const char *name, size_t length);
/* The same. The name of a cell on `level` (unless it is -1) may leave out the name of its board. */
cell_id topology_cell_on(const topology *t, int level, const char *name, size_t length);
/* The cell at these coordinates, or CELL_NONE. */
cell_id topology_at(const topology *t, int column, int row, int level);
/* Reads "a1 d1 g1" into an empty line, with its cells in `a`; false after an error. */
bool topology_read_line(const topology *t, arena *a, diag_list *diags, const rule_text *spec, board_line *line);
/* Whether two cells are neighbours on one of the lines drawn on the board. */
bool topology_joined_by_line(const topology *t, cell_id a, cell_id b);

/* The shade of a cell; 0 is the dark one. Levels change it as ranks do; boards side by side do not. */
int topology_shade(const topology *t, const ruleset *rules, cell_id cell);

/* Whether a ride along this vector keeps the same vector everywhere. */
bool topology_is_straight(const topology *t, int number);
/* One step of a ride: the next cell, and in `*heading` the vector of the step after it. */
static inline cell_id topology_step(const topology *t, unsigned *heading, unsigned cell)
{
    cell_id to = t->next[*heading][cell];
    if (t->next_vector && to != CELL_NONE) {
        *heading = t->next_vector[*heading][cell];
    }
    return to;
}

/* A vector in the frame of a player (x to the right, y forward) as a vector of the board. */
vector topology_rotate(const ruleset *rules, size_t player, int x, int y);
/* The cell that this player sees where the first player sees `cell`. */
cell_id topology_rotate_cell(const topology *t, const ruleset *rules, size_t player, cell_id cell);
/* The other way: the file and the rank, from 0, on which this player sees the cell. */
void topology_seen_place(const topology *t, const ruleset *rules, size_t player, cell_id cell, int *file, int *rank);

#endif
