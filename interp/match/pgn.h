/* PGN: finished games in a file. Each game is appended by one write, so that threads and matches may share the file,
 * and an interruption leaves no incomplete game. Moves are SAN, for other programs. */
#ifndef FERZ_MATCH_PGN_H
#define FERZ_MATCH_PGN_H

#include "match/match_game.h"

typedef struct pgn_game {
    const ferz_game *game;
    const char *start_fen; /* position at the start of the game */
    const match_game_result *result;
    const player_spec *specs[2]; /* by seat */
    size_t round;                /* number of the game in the match, from 1 */
    const char *event, *date;
} pgn_game;

/* Appends the text of the game to `t`. */
void pgn_write(const pgn_game *g, ferz_messages *messages, text *t);
/* Appends `t` to an open file. False after an error, see errno. */
bool pgn_append(int file, const text *t);

#endif
