/* Layout: where each cell lies in a picture.
 *
 * Lengths are integers in hundredths of a cell's side (UNIT to a side), x to the right, y downwards, so that a board
 * gives the same numbers on every machine. Levels and separate boards lie side by side, or below each other where they
 * are wide. The board is rotated for a viewer at another seat.
 */
#ifndef FERZ_DRAW_LAYOUT_H
#define FERZ_DRAW_LAYOUT_H

#include "compile/variant.h"

enum { UNIT = 100, CORNERS_MAX = 6, LABEL_MAX = 16 };

typedef struct spot {
    int x, y;
} spot;

/* A label beside the board. `at`: its middle. */
typedef struct layout_label {
    spot at;
    char word[LABEL_MAX];
    bool board; /* the name of a whole board */
} layout_label;

typedef struct box {
    int left, top, right, bottom;
} box;

typedef struct layout {
    const variant *v;
    int across;     /* levels in a row; 0: so that the picture is about square */
    int rotation;   /* quarter turns clockwise of the board for the viewer */
    int corners;    /* of a cell: 4 or 6 */
    int wide, high; /* how many units a cell measures as the first player sees it; 1 by 1 where it has six corners */
    int room;       /* a circle of this radius fits into a cell */
    bool points;    /* cells are points on drawn lines, not fields */
    bool fully_labelled; /* row and column labels name every cell; else the names are inside the cells */
    spot *centre;        /* [cells] */
    spot *corner;        /* [cells][corners] */
    layout_label *labels;
    int label_count;
    int width, height; /* of everything, labels included */
} layout;

/* `rotation`: quarter turns clockwise of the viewer's seat from the first player's. `labels`: whether names are written
 * beside the board. `across`: how many levels lie in a row; 0: so many that the picture is about square. False when out of
 * memory; call layout_finish either way. */
bool layout_build(layout *l, const variant *v, int rotation, bool labels, int across);
void layout_finish(layout *l);

/* The cells of a level. */
box layout_level_box(const layout *l, int level);
/* Whether pictures number the cells, instead of coordinates beside the board. */
bool layout_is_numbered(const variant *v);

#endif
