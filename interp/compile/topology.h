/* Topology: the board as cells, and for each vector at most one next cell.
 *
 * All geometry is settled here, when the game is built: a vector becomes a column of the table `next`, whatever the
 * board's shape. Nothing after this module adds a number to a cell. Cells and vectors are numbered from 0; only cells that
 * exist have a number, so that those of one row of one level stand in a row (`row_start`).
 *
 * Columns and rows are coordinates, and the board may be glued to itself: what leaves it on one side comes in on the
 * other. Where the seam turns the board over, a ride goes on with another vector than the one it began with: whoever
 * follows a ride asks topology_step, not `next`.
 */
#ifndef FERZ_COMPILE_TOPOLOGY_H
#define FERZ_COMPILE_TOPOLOGY_H

#include "compile/types.h"
#include "rules/ruleset.h"

/* A step: files, ranks, levels. `barred`: seams (enum rule_wrapped_edge) that it may not cross. `bounces`: the edges of the board
 * turn it round, each in its own direction. */
typedef struct vector {
    int dx, dy, dz;
    unsigned barred_edges;
    bool bounces;
} vector;

typedef struct board_line {
    const cell_id *cells;
    size_t count;
} board_line;

typedef struct topology {
    int columns, rows, levels, cells;
    const char **names;        /* [cells] "a1" */
    int *column, *row, *level; /* [cells] */
    cell_id *cell_at;          /* [level][row][column], CELL_NONE in a hole */
    int *row_start;         /* [level * rows + row] first cell of the row, or where it would be; one more at the end */
    vector *vectors;        /* those asked for so far */
    cell_id **next;         /* [vector][cell], CELL_NONE off the board */
    uint16_t **next_vector; /* [vector][cell] with which vector a ride goes on behind that step; NULL: the same */
    int vector_count, vector_room;
    const board_line *lines;
    size_t line_count;
    board_wrap wrap;
    bool separate_levels; /* levels are boards of their own: no step leads from one to another */
    arena *arena;
} topology;

bool topology_build(topology *t, arena *a, const ruleset *rules, diag_list *diags);
/* The number of a vector; its column of `next` is made at the first asking. -1 when out of memory. */
int topology_vector(topology *t, vector v);
/* The same of a vector that was asked for before; else -1. */
int topology_find_vector(const topology *t, vector v);
/* The cell of that name, or CELL_NONE. */
cell_id topology_cell(const topology *t, const char *name, size_t length);
/* The same; on boards side by side the board's name may be left out of that of a cell on `level`, unless it is -1. */
cell_id topology_cell_on(const topology *t, int level, const char *name, size_t length);
/* The cell at these coordinates, or CELL_NONE. */
cell_id topology_at(const topology *t, int column, int row, int level);
/* Whether two cells are neighbours on one of the board's lines. */
bool topology_joined_by_line(const topology *t, cell_id a, cell_id b);

/* Which of the board's shades a cell has; 0 is the dark one. Storeys change it as ranks do; boards side by side do not. */
int topology_shade(const topology *t, const ruleset *rules, cell_id cell);

/* Whether a ride along it goes on with the same vector wherever it comes. */
bool topology_is_straight(const topology *t, int number);
/* One step of a ride: the next cell, and in `*way` the vector of the step behind it. */
static inline cell_id topology_step(const topology *t, unsigned *heading, unsigned cell)
{
    cell_id to = t->next[*heading][cell];
    if (t->next_vector && to != CELL_NONE) {
        *heading = t->next_vector[*heading][cell];
    }
    return to;
}

/* A vector in the frame of a player (x to his right, y forward) as the board sees it. */
vector topology_rotate(const ruleset *rules, size_t player, int x, int y);
/* The cell that a player sees where the first player sees `cell`. */
cell_id topology_rotate_cell(const topology *t, const ruleset *rules, size_t player, cell_id cell);

#endif
