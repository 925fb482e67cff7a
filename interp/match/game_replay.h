/* Game replay: a game that follows another one ply by ply, so that each ply is spelled in the position where it is
 * played. What was spelled before a move is not spelled again for the next.
 */
#ifndef FERZ_MATCH_GAME_REPLAY_H
#define FERZ_MATCH_GAME_REPLAY_H

#include "match/player.h"

typedef struct game_replay { /* all 0: nothing was replayed */
    ferz_game *game;         /* after the plies that were spelled; NULL: out of memory, or not begun */
    text start;              /* the FEN of its start */
} game_replay;

/* Follows the game of `q`. False: it is not the one followed so far, and begins again with no ply. */
bool game_replay_continues(game_replay *r, const move_request *q);
/* Spells the next ply of the game of `q` and plays it. False where there is none, or without memory. */
bool game_replay_next(game_replay *r, const engine_notation *d, const move_request *q, text *spelled);
void game_replay_finish(game_replay *r);

#endif
