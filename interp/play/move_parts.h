/* Move parts: what those who show a move ask of it besides its text: the cells that the text names, and all pieces that it captures. */
#ifndef FERZ_PLAY_MOVE_PARTS_H
#define FERZ_PLAY_MOVE_PARTS_H

#include "base/arena.h"
#include "play/notation.h"

/* The cells as moves write them, sorted. All memory belongs to the arena. */
typedef struct cell_text {
    const char *written;
    cell_id cell;
} cell_text;
typedef struct cell_table {
    cell_text *cells;
    size_t count, longest; /* of the texts */
} cell_table;

/* False when out of memory. */
bool cell_table_init(cell_table *t, const variant *v, arena *a);
/* The cells that the text names, in their order, also where a script has worded it; at most `room`. Returns how many were written. */
size_t move_cells(const cell_table *t, const char *move_text, cell_id *cells, size_t room);

/* All pieces that the move captures, by the rules and then by scripts, and what stands on its target afterwards: it is played and taken
 * back. A claim does nothing. */
typedef struct move_effect {
    victim_list captured;
    piece_id arrived; /* PIECE_NONE: nothing stands there */
} move_effect;
void move_effect_find(position *p, move m, move_effect *found);

#endif
