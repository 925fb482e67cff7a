/* Glyph: the drawings of men, all our own, and which drawing a piece has.
 *
 * A drawing is a path in a square of 100 by 100, y downwards, filled with its army's colour, and lines upon it. A piece is drawn by the
 * look that its definition names, else by its own name, else by the part of its name that is known ("xray-rook") and its
 * letter; whoever is not known at all has his letter on a disc.
 */
#ifndef FERZ_DRAW_GLYPH_H
#define FERZ_DRAW_GLYPH_H

#include "base/text.h"
#include "compile/variant.h"

typedef struct army {
    const char *fill, *line, *detail; /* colours: the man's, of his outline, of what is drawn upon him */
} army;

/* The colours of a player's men. By his name where that is a colour; all colours of a game can be told apart by people who are
 * colour-blind. `owner` may be game.nobody. */
army glyph_army(const variant *v, int owner);

/* Draws a man in the square whose upper left corner is at (x, y), `size` hundredths of its full size. `turned`: quarters by which he
 * sits clockwise from the viewer, for men who point forward. */
void glyph_put(text *svg, const variant *v, piece_id piece, int x, int y, int size, int rotation);
/* A man below another in a tower. */
void glyph_put_slab(text *svg, const army *colours, int x, int y, int width, int height);

/* Whether there is a drawing of that name: every one of `rule_figures` has one. */
bool glyph_knows(const char *name);

/* Writes text as XML: & < > and quotes as entities, what XML cannot hold left out. */
void glyph_put_xml(text *svg, const char *words);
/* A length in hundredths as a decimal number. */
void glyph_put_number(text *svg, long hundredths);

#endif
