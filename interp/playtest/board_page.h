/* Board page: what a page of plain text has not: scores as bars, and games to be played through. HTML fetches nothing for that;
 * a page of blocks has the numbers and the moves, for those who draw them. */
#ifndef FERZ_PLAYTEST_BOARD_PAGE_H
#define FERZ_PLAYTEST_BOARD_PAGE_H

#include "playtest/page.h"
#include "playtest/report.h"

/* Pictures of positions share most of their lines: each is kept once. */
typedef struct board_page {
    page *page;
    const char **lines;
    size_t count, room;
    uint32_t *table; /* hash table: index in `lines`, and 1 */
    size_t table_room;
    bool failed;
} board_page;

/* Begins the document, on a page of HTML; does nothing on others. */
void board_page_begin(board_page *b, page *p, const char *title);
void board_page_put_scores(board_page *b, const report *r);
/* `words`: what the game is. */
void board_page_put_game(board_page *b, const report *r, const kept_game *game, const char *words);
/* Ends the document; false when out of memory. */
bool board_page_end(board_page *b);

#endif
