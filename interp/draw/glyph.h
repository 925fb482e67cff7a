/* Glyphs: our drawings of pieces, and which piece has which drawing.
 *
 * A drawing is a filled path in a square of 100 by 100, y downwards, with lines on top. A piece is drawn by the
 * `figure` that its definition names, else by its own name, else by the known part of its name ("xray-rook") with its
 * letter. A piece with an unknown name is a disc with its letter.
 */
#ifndef FERZ_DRAW_GLYPH_H
#define FERZ_DRAW_GLYPH_H

#include "base/text.h"
#include "compile/variant.h"

typedef struct army {
    const char *fill, *line, *detail; /* colours: of the piece, of its outline, of the lines on top */
} army;

/* The colours of a player's pieces, by the player's name where that is a colour. Colour-blind people can distinguish
 * all colours of a game. `owner` may be variant.nobody. */
army glyph_army(const variant *v, int owner);

/* The traditional character of the piece, where the variant shows them and the piece has one; else NULL. `*shared` (may
 * be NULL, else false before): in this game players share characters, so that these do not tell the owner. */
const char *glyph_character(const variant *v, piece_id piece, bool *shared);

/* Draws a piece in the square with its upper left corner at (x, y); `size` is in percent. `rotation`: quarter turns
 * clockwise of the owner's seat from the viewer's, for pieces that point forward. */
void glyph_put(text *svg, const variant *v, piece_id piece, int x, int y, int size, int rotation);
/* A piece below another in a stack. */
void glyph_put_slab(text *svg, const army *colours, int x, int y, int width, int height);

/* Whether there is a drawing with that name. Every name in `rule_figures` has one. */
bool glyph_knows(const char *name);

/* Writes text as XML: & < > and quotes as entities; characters that XML cannot hold are dropped. */
void glyph_put_xml(text *svg, const char *words);
/* A length in hundredths as a decimal number. */
void glyph_put_number(text *svg, long hundredths);

#endif
