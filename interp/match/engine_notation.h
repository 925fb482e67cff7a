/* Engine notation: moves and positions as other programs write them.
 *
 * Here are ranks from 0 on boards of ten ranks, and USI's coordinates; everything else is read by ferz_game_find_move, and
 * written for UCI and XBoard's protocol by ferz_game_move_for and ferz_game_fen_for.
 */
#ifndef FERZ_MATCH_ENGINE_NOTATION_H
#define FERZ_MATCH_ENGINE_NOTATION_H

#include "match/player_spec.h"

enum { MOVE_TEXT_MAX = 192 }; /* bytes of the longest move, a chain of jumps */

typedef struct engine_notation {
    player_kind kind;
    int columns, rows;
    const ferz_variant *variant; /* only for FENs of other programs than USI's */
} engine_notation;

engine_notation engine_notation_of(player_kind kind, const ferz_game *game);
/* Our move in the program's notation; `game` stands where it is played. */
void engine_notation_put_move(const engine_notation *d, ferz_game *game, const char *move, text *t);
typedef enum move_lookup {
    MOVE_LOOKUP_FOUND,
    MOVE_LOOKUP_NONE,
    MOVE_LOOKUP_NO_MEMORY,
} move_lookup;
/* Finds the legal move that `move_text` means. `moves` holds the legal moves as ferz_game_legal_moves returned them. */
move_lookup engine_notation_find_move(const engine_notation *d, ferz_game *game, const char *moves, size_t count,
                                      const char *move_text, char move[MOVE_TEXT_MAX]);
/* Our FEN in the program's notation; in ours where that leaves something out. */
void engine_notation_put_fen(const engine_notation *d, const char *fen, text *t);

#endif
