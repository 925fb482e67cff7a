/* Board: a position as text for people.
 *
 *   8  r n b q k b n r
 *   ...
 *   1  R N B Q K B N R
 *      a b c d e f g h
 *
 * A stack is its top piece and how many pieces it has: `P3`.
 *
 * Works for every board that the library lays out on a rectangle. Labels of files and ranks are read from the names
 * of the cells. A row whose names do not fit its labels is followed by the names themselves (boards without files
 * and ranks).
 */
#ifndef FERZ_CLI_BOARD_H
#define FERZ_CLI_BOARD_H

#include "base/text.h"
#include "ferz.h"

typedef struct board_style {
    bool colour;  /* colours the squares; marks the last move and a royal piece in check */
    bool figures; /* draws the six chess pieces as Unicode figures */
    bool flipped; /* draws the first player's side at the top */
    size_t width; /* of the screen: boards beside each other that need more go below each other; 0: any */
} board_style;

void board_draw(const ferz_game *game, const board_style *style, text *out);
/* Hands, side to move and check, a line each: `hand white: 2P N`, `turn: white` (with `, move 2 of 2` where a turn has
 * several moves), `check: white`. */
void board_put_state(const ferz_game *game, text *out);
/* Where a turn has several moves, which one is next: `move 2 of 2`, `move 3 of the turn`. Else nothing. */
void board_put_turn_move(const ferz_game *game, text *out);
/* Whether the environment allows Unicode figures: LC_ALL, else LC_CTYPE, else LANG names UTF-8. */
bool board_figures_possible(void);

#endif
