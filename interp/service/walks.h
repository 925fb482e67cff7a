/* Walks: games that are looked at ply by ply, at random or between engines. */
#ifndef FERZ_SERVICE_WALKS_H
#define FERZ_SERVICE_WALKS_H

#include "service/call.h"

typedef struct walks walks;

/* From that position, which must outlive it. NULL when out of memory. */
walks *walks_create(const ferz_game *game, uint64_t seed);
void walks_destroy(walks *w);
/* From now on each player chooses by the engine at a level of play; 0: at random. All choose the first `opening` plies
 * at random, so that games differ. `levels` has a number for each player. False after an error in `messages`. */
bool walks_seat_engines(walks *w, const int *levels, int opening, ferz_messages *messages);

/* How a game came to its end; FERZ_ONGOING: it was cut off. `reason` of the status is valid during the call. */
typedef struct walk_end {
    ferz_status status;
    uint64_t plies;
} walk_end;
typedef struct walk_options {
    size_t plies;                                    /* the most of a game */
    bool (*stop)(void *state);                       /* ends the game at once, and it does not count */
    void (*ended)(void *state, const walk_end *end); /* may be NULL */
    void *stop_state, *ended_state;
} walk_options;
/* Plays one more game. */
ferz_result walks_play(walks *w, const walk_options *options, ferz_messages *messages);

/* Triples: a ply, in how many games it was played, how many moves there were in all of them. */
json_t *walks_branching(call *c, const walks *w);
/* How often a piece of each player came to each cell. */
json_t *walks_visits(call *c, const walks *w);

#endif
