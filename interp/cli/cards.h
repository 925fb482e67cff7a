/* Cards that people hold or that lie on the table, in words, for a terminal. */
#ifndef FERZ_CLI_CARDS_H
#define FERZ_CLI_CARDS_H

#include "cli/board.h"

/* A heading for each place, a line for each sort of card there: how moves write it, what it is called and what it does, wrapped at
 * the width of the screen. Nothing where the rules speak of no cards. */
void cards_put(const ferz_game *game, const board_style *style, text *out);

#endif
