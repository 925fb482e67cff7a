/* Layout: where each cell of a board lies in a picture.
 *
 * Lengths are whole numbers of hundredths of a cell's side (UNIT to a side), x to the right, y downwards, so that the same board
 * gives the same numbers on every machine. Boards one above or beside the other are laid side by side, or below each other where
 * they are wide. A player who sits elsewhere sees the board turned.
 */
#ifndef FERZ_DRAW_LAYOUT_H
#define FERZ_DRAW_LAYOUT_H

#include "compile/variant.h"

enum { UNIT = 100, CORNERS_MAX = 6, LABEL_MAX = 16 };

typedef struct spot {
    int x, y;
} spot;

/* A word beside the board. `at`: its middle. */
typedef struct layout_label {
    spot at;
    char word[LABEL_MAX];
    bool board; /* the name of a whole board */
} layout_label;

typedef struct layout {
    const variant *v;
    int rotation;        /* quarters by which the board is turned clockwise for the viewer */
    int corners;         /* of a cell: 4 or 6 */
    int room;            /* a circle of this radius fits into a cell */
    bool points;         /* cells are points on drawn lines, not fields */
    bool fully_labelled; /* labels tell every cell's name; else names stand in the cells */
    spot *centre;        /* [cells] */
    spot *corner;        /* [cells][corners] */
    layout_label *labels;
    int label_count;
    int width, height; /* of everything, labels included */
} layout;

/* `turns`: quarters by which the viewer sits clockwise from the first player's seat. `labels`: whether names are written beside the
 * board. False when memory ran out; finish it either way. */
bool layout_build(layout *l, const variant *v, int rotation, bool labels);
void layout_finish(layout *l);

#endif
