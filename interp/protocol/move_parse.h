/* Move parse: finds the legal move that a protocol's text means.
 *
 * Texts are compared with the legal moves. Nothing here knows a rule.
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

/* A royal piece and its partner, which changes places with it or comes to its other side. */
typedef struct castling {
    size_t from, to, partner_from, partner_to;
} castling;
/* Whether the legal move castles; plays the move and takes it back. */
bool move_parse_castling(ferz_game *game, const char *move, castling *c);

/* The legal move that `move_text` means, or NULL. Accepted are the game's own text; other capitals; signs between
 * cells or none; `*` for the `@` of a drop; castling as O-O, by the royal piece's target, or by the partner's cell.
 * The result points into `moves`, which ferz_game_legal_moves returned. */
const char *move_parse_find(ferz_game *game, const char *moves, size_t count, const char *move_text);

#endif
