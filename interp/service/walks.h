/* Walks: random games that are looked at ply by ply. */
#ifndef FERZ_SERVICE_WALKS_H
#define FERZ_SERVICE_WALKS_H

#include "service/call.h"

typedef struct walks walks;

/* From that position, which must outlive it. NULL when out of memory. */
walks *walks_create(const ferz_game *game, uint64_t seed);
void walks_destroy(walks *w);
/* Plays one more game, to its end or a few hundred plies. */
ferz_result walks_play(walks *w, bool (*stop)(void *state), void *state, ferz_messages *messages);

/* Triples: a ply, in how many games it was played, how many moves there were in all of them. */
json_t *walks_branching(call *c, const walks *w);
/* How often a piece of each player came to each cell. */
json_t *walks_visits(call *c, const walks *w);

#endif
