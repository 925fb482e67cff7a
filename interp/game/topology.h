/* Topology: the board as cells, and for each vector at most one next cell.
 *
 * All geometry is settled here, when the game is built: a vector (dx, dy) becomes a column of the table `next`, whatever
 * the board's shape. Nothing after this module adds a number to a cell. Cells and vectors are numbered from 0.
 */
#ifndef FERZ_GAME_TOPOLOGY_H
#define FERZ_GAME_TOPOLOGY_H

#include "game/types.h"
#include "rules/ruleset.h"

typedef struct vector {
    int dx, dy;
} vector;

typedef struct topology {
    int columns, rows, cells;
    const char **names; /* [cells] "a1" */
    int *column, *row;  /* [cells] */
    vector *vectors;    /* those asked for so far */
    cell_id **next;     /* [vector][cell], CELL_NONE off the board */
    int vector_count, vector_room;
    arena *arena;
} topology;

bool topology_build(topology *t, arena *a, const ruleset *rules, diag_list *diags);
/* The number of a vector; its column of `next` is made at the first asking. -1 when out of memory. */
int topology_vector(topology *t, int dx, int dy);
/* The cell of that name, or CELL_NONE. */
cell_id topology_cell(const topology *t, const char *name, size_t length);

/* A vector in the frame of a player (x to his right, y forward) as the board sees it. */
vector topology_turn(const ruleset *rules, size_t player, int x, int y);
/* The cell that a player sees where the first player sees `cell`. */
cell_id topology_own(const topology *t, const ruleset *rules, size_t player, cell_id cell);

#endif
