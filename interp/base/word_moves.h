/* Moves that are words: how they stand among moves that name cells. A game may have words of its own beside them. */
#ifndef FERZ_BASE_WORD_MOVES_H
#define FERZ_BASE_WORD_MOVES_H

#include <stdbool.h>
#include <string.h>

#define PASS_WORD "pass"
#define END_TURN_WORD "end"
#define WAIT_WORD "wait"      /* on boards of their own: the next board acts first */
#define CLAIM_PREFIX "claim-" /* claim-WORD ends the game instead of making a move */

static inline bool move_is_claim(const char *written)
{
    return strncmp(written, CLAIM_PREFIX, sizeof CLAIM_PREFIX - 1) == 0;
}

#endif
