/* Claim: the draws that players of play-tests and matches claim: of the position itself, not by announcing a move that would bring
 * it about. A player who has better moves does not announce that one. */
#ifndef FERZ_PLAYTEST_CLAIM_H
#define FERZ_PLAYTEST_CLAIM_H

#include "ferz.h"

typedef enum claim_found { CLAIM_NONE, CLAIM_HOLDS, CLAIM_FAILED } claim_found;

/* Whether the side to move can claim a draw of the position; `status`: how the game ends then. The game is as before. After
 * CLAIM_FAILED `messages` say why, or nothing when memory ran out. */
claim_found claim_find(ferz_game *game, ferz_status *status, ferz_messages *messages);

#endif
