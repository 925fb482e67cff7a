/* Move parse: the cells that the text of a legal move names, to spell it for a program that counts cells otherwise.
 *
 * Nothing here knows a rule. What a text means is read by ferz_game_find_move.
 */
#ifndef FERZ_PROTOCOL_MOVE_PARSE_H
#define FERZ_PROTOCOL_MOVE_PARSE_H

#include "base/text.h"
#include "ferz.h"

enum { PARSED_MOVE_CELLS_MAX = 32 };

/* What the text of a move says. */
typedef struct parsed_move {
    size_t cells[PARSED_MOVE_CELLS_MAX]; /* in the order of the text, up to a bracket or a colon */
    size_t count;
    char piece[8];      /* the dropped piece, as the text has it; "" for none */
    const char *suffix; /* the text after the last cell: a promotion, more effects; "" for none */
} parsed_move;

/* False when the text names no cell: a claim, a pass, a roll. `suffix` points into `move`. */
bool move_parse(const ferz_game *game, const char *move, parsed_move *w);
/* The cell of that name, `length` bytes; ferz_game_cell_count() when there is none. */
size_t move_parse_cell(const ferz_game *game, const char *name, size_t length);
size_t move_parse_name(const ferz_game *game, const char *name);

/* A royal piece and its partner, which changes places with it or comes to its other side. */
typedef struct castling {
    size_t from, to, partner_from, partner_to;
} castling;
/* Whether the legal move castles. */
bool move_parse_castling(ferz_game *game, const char *move, castling *c);

#endif
