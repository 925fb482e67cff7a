/* SVG: a board with its pieces, or with the marks of a piece's moves; and the marks as text.
 *
 * The picture loads nothing, needs no style sheet and defines no names, so that several may be in one page. The same
 * options give the same bytes.
 */
#ifndef FERZ_DRAW_SVG_H
#define FERZ_DRAW_SVG_H

#include "base/fuel.h"
#include "base/text.h"
#include "core/position.h"

typedef struct picture {
    const variant *v;
    const position *p;              /* NULL: an empty board */
    piece_id piece;                 /* whose moves are marked; PIECE_NONE: no marks */
    cell_id cell;                   /* its cell */
    int viewer;                     /* the player whose side is below */
    const bool *highlighted, *last; /* [cells]; may be NULL */
    bool no_coordinates, no_legend, russian;
    bool addressable; /* cells and pieces have names, as ferz_picture says */
    bool no_hands;
    int across;    /* levels in a row; 0: so that the picture is about square */
    unsigned size; /* of a cell, in pixels */
    fuel *fuel;    /* borrowed; NULL: no limit. When it is out, marks are missing */
} picture;

/* False when out of memory. */
bool svg_draw(const picture *options, text *out);

/* One piece in a square of 100. */
bool svg_draw_piece(const variant *v, piece_id piece, text *out);

/* The marks on a board of characters, with a legend. */
bool svg_draw_text(const picture *options, text *out);

#endif
