/* Wording: moves as protocols write them against moves as the game does.
 *
 * What a text means is found out by comparing with the legal moves, never by knowing a rule.
 */
#ifndef FERZ_PROTOCOL_MOVE_PARSE_H
#define FERZ_PROTOCOL_MOVE_PARSE_H

#include "base/text.h"
#include "ferz.h"

enum { PARSED_MOVE_CELLS_MAX = 32 };

/* What can be read off the text of a move. */
typedef struct parsed_move {
    size_t cells[PARSED_MOVE_CELLS_MAX]; /* in the order in which they are named, up to a bracket or a colon */
    size_t count;
    char piece[8];      /* that is dropped, as the text has it; "" for none */
    const char *suffix; /* of the text, behind the last cell: a promotion, more effects; "" */
} parsed_move;

/* False when it names no cell: a claim, a pass, a throw. `rest` points into `move`. */
bool move_parse(const ferz_game *game, const char *move, parsed_move *w);
/* The cell of that name, `length` bytes; ferz_game_cell_count() when there is none. */
size_t move_parse_cell(const ferz_game *game, const char *name, size_t length);

/* A royal man and a partner who changes places with it or comes to its other side. */
typedef struct castling {
    size_t from, to, partner_from, partner_to;
} castling;
/* Whether the legal move castles; plays it and takes it back. */
bool move_parse_castling(ferz_game *game, const char *move, castling *c);

/* The legal move that `word` means: as the game writes it; or with other capitals, with signs between cells or
 * without, `*` for the `@` of a drop; or castling by where the royal man arrives or by where the partner stands, or as O-O. NULL: none.
 * It points into `moves`, which ferz_game_legal_moves gave. */
const char *move_parse_find(ferz_game *game, const char *moves, size_t count, const char *move_text);

/* A claim ends the game instead of moving in it. */
bool move_is_claim(const char *move);

#endif
