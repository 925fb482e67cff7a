/* Board picture: what pictures show on the board besides its cells: zones in colour, lines, a river. */
#ifndef FERZ_COMPILE_BOARD_PICTURE_H
#define FERZ_COMPILE_BOARD_PICTURE_H

#include "compile/variant.h"

/* Whether the line from a point to its neighbour on the right, or above (`up`), is not drawn: there is water of a river
 * on both of its sides. So a river keeps its banks, and the edges of the board. */
bool board_picture_is_flooded(const variant *v, cell_id cell, bool up);

#endif
