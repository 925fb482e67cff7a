/* Match shard: the games of a match in files, so that many machines may play them. A part has every N-th opening, with all pairings
 * and both sides. */
#ifndef FERZ_MATCH_MATCH_SHARD_H
#define FERZ_MATCH_MATCH_SHARD_H

#include "match/tournament.h"
#include "playtest/shard_file.h"

/* The games of the match in files. */
shard_games match_games(tournament *c);
/* A game as a line of such a file. */
void match_put_line(text *t, size_t number, const match_game_result *r);
/* Whether all games of a part are there. */
bool match_has_all(const void *owner, uint64_t shard, uint64_t of);

#endif
