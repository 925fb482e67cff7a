/* PGN: finished games kept in a file, each appended whole by one write, so that several threads, or several matches, may share
 * the file and an interruption leaves no half of a game. Moves are written as our rules write them. */
#ifndef FERZ_MATCH_PGN_H
#define FERZ_MATCH_PGN_H

#include "match/match_game.h"

typedef struct pgn_game {
    const ferz_game *game;
    const char *start_fen; /* FEN that it began with */
    const match_game_result *result;
    const player_spec *specs[2]; /* by seat */
    size_t round;                /* number of the game in the match, from 1 */
    const char *event, *date;
} pgn_game;

/* The game's text. */
void pgn_write(const pgn_game *g, ferz_messages *messages, text *t);
/* Appends `t` to an open file. False: errno says why. */
bool pgn_append(int file, const text *t);

#endif
