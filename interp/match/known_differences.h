/* Known differences: where other programs mean other rules by the name of a game.
 *
 * What they mean is data, the rows of protocol/variant_aliases.txt. No engine is asked, and no game is known by name. */
#ifndef FERZ_MATCH_KNOWN_DIFFERENCES_H
#define FERZ_MATCH_KNOWN_DIFFERENCES_H

#include "match/player_spec.h"

/* Whether the player's program is known to play the game by other rules than `variant`. What differs is appended to `t`,
 * a line each. */
bool known_differences_put(const player_spec *s, const ferz_variant *variant, text *t);

#endif
