/* Alias spelling: how programs that know a game by another name write its positions and moves, where that is not our
 * way. What differs is said by the row of variant_aliases.txt; without a row everything stays as it is.
 */
#ifndef FERZ_PROTOCOL_ALIAS_SPELLING_H
#define FERZ_PROTOCOL_ALIAS_SPELLING_H

#include "base/text.h"
#include "ferz.h"
#include "protocol/variant_aliases.h"

/* Their FEN as the game reads it. A FEN in our spelling stays as it is. */
void alias_read_fen(const variant_alias *alias, const ferz_variant *variant, const char *fen, text *t);
/* Our FEN as they write it. */
void alias_put_fen(const variant_alias *alias, const ferz_variant *variant, const char *fen, text *t);

/* The sign behind a legal move that turns a piece over: `+` or `-`; 0 for any other move. Plays the move and takes it
 * back. */
char alias_face_sign(const variant_alias *alias, ferz_game *game, const char *move);

#endif
