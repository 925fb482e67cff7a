/* Svg: a board with its men, or with the marks of a man's moves, as a picture; and the marks as text.
 *
 * The picture fetches nothing, needs no style sheet and names nothing, so that several may stand in one page. The same
 * wish gives the same bytes.
 */
#ifndef FERZ_DRAW_SVG_H
#define FERZ_DRAW_SVG_H

#include "base/text.h"
#include "core/position.h"

typedef struct picture {
    const variant *v;
    const position *p;              /* NULL: an empty board */
    piece_id piece;                 /* whose moves are marked; PIECE_NONE: nobody's */
    cell_id cell;                   /* where he stands */
    int viewer;                     /* whose side is below */
    const bool *highlighted, *last; /* [cells]; may be NULL */
    bool no_coordinates, no_legend, russian;
    unsigned size; /* of a cell, in pixels */
} picture;

/* False when memory ran out. */
bool svg_draw(const picture *options, text *out);

/* The marks on a board of letters, and what the signs mean. */
bool svg_draw_text(const picture *options, text *out);

#endif
