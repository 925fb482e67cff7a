/* Board: a position as text, for people.
 *
 *   8  r n b q k b n r
 *   ...
 *   1  R N B Q K B N R
 *      a b c d e f g h
 *
 * Works for every board the library lays out on a rectangle. Labels of files and ranks are read off the cells' names;
 * a rank whose names do not fit its labels (boards without files and ranks) is followed by the names themselves.
 */
#ifndef FERZ_CLI_BOARD_H
#define FERZ_CLI_BOARD_H

#include "base/text.h"
#include "ferz.h"

typedef struct board_style {
    bool colour;  /* coloured squares; marks the last move and a royal in check */
    bool figures; /* the six men of chess as Unicode figures */
    bool flipped; /* the first player's side above */
} board_style;

void board_draw(const ferz_game *game, const board_style *style, text *out);
/* Who holds what, who is to act, whether it is check: `hand white: 2P N`, `turn: white`, `check: white`. */
void board_put_state(const ferz_game *game, text *out);
/* Whether the environment says that figures can be shown (LC_ALL, else LC_CTYPE, else LANG names UTF-8). */
bool board_figures_possible(void);

#endif
