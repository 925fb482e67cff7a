/* SVG figure: the drawing of a piece, from an SVG file beside the rules.
 *
 * A file from anywhere is hostile, and its drawing is put into pages and pictures. So nothing of it is copied as it is:
 * shapes are read by a small strict reader, and written again from what it has understood. What a figure cannot have
 * (scripts, styles, references, texts, images) is an error with its place; names, notes and what drawing programs keep
 * for themselves are left out. */
#ifndef FERZ_RULES_SVG_FIGURE_H
#define FERZ_RULES_SVG_FIGURE_H

#include "base/diag.h"

enum {
    SVG_FIGURE_FILE_MAX = 65536, /* bytes of a file */
    SVG_FIGURE_MAX = 8000,       /* bytes of what is written of it: a board shows it often */
};

/* How a shape is filled, or its outline drawn. White is the colour of the player, black that of the player's outlines,
 * so that one drawing serves all. */
typedef enum svg_paint_kind { SVG_PAINT_NONE, SVG_PAINT_WHITE, SVG_PAINT_BLACK, SVG_PAINT_COLOUR } svg_paint_kind;
typedef struct svg_paint {
    svg_paint_kind kind;
    char colour[8]; /* "#c0ffee" */
} svg_paint;

typedef struct svg_shape {
    const char *element; /* "path" */
    const char *rest;    /* its geometry and how lines end, as attributes: ` d="M5 5h9" stroke-width="2"` */
    svg_paint fill, stroke;
} svg_shape;

typedef struct svg_figure {
    const char *name;     /* the path of the file */
    const char *view_box; /* "0 0 45 45" */
    long size;            /* its longer side, in hundredths */
    svg_shape *shapes;
    size_t count;
    bool silhouette; /* nothing is white: black is the body */
} svg_figure;

/* Reads the whole file. NULL after an error. The figure is in `a`, and so are its texts. */
const svg_figure *svg_figure_read(arena *a, diag_list *diags, const source *file);

#endif
