/* Claim text: how a claim stands among moves, claim-WORD. It ends the game instead of making a move. */
#ifndef FERZ_BASE_CLAIM_TEXT_H
#define FERZ_BASE_CLAIM_TEXT_H

#include <stdbool.h>
#include <string.h>

#define CLAIM_PREFIX "claim-"

static inline bool move_is_claim(const char *written)
{
    return strncmp(written, CLAIM_PREFIX, sizeof CLAIM_PREFIX - 1) == 0;
}

#endif
