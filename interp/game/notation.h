/* Notation: moves as text and back: e2e4, e7e8q, b7b8+, P@e4, e1g1, claim-draw; jumps c3e5g7, d6c8(c7); or as the rules
 * say under `written`: c3:e5:g7, Pd6-c5, 37x26.
 */
#ifndef FERZ_GAME_NOTATION_H
#define FERZ_GAME_NOTATION_H

#include "game/record.h"

enum {
    MOVE_TEXT_MAX = 192, /* a chain of jumps names many cells */
    CELL_TEXT_MAX = 64,
};

/* Writes the move; NUL-terminated, at most MOVE_TEXT_MAX bytes with the NUL. `p` is the position before it. */
void notation_write(const position *p, move m, char *text);
/* The cell as moves name it: by its name, or by its number where the rules want that. At most CELL_TEXT_MAX bytes with the NUL. */
void notation_cell(const game *g, unsigned cell, char text[CELL_TEXT_MAX]);
/* The move of that text among `list`; MOVE_NONE when there is none. */
move notation_find(const position *p, const move_list *list, const char *text);

#endif
