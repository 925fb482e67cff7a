/* Contest: all the games of a match, several at a time.
 *
 * Every pairing of sides plays the same openings, each twice with the sides changed. Which games there are, and what is drawn by
 * chance in each, depends on the seed alone, not on how many are played at a time nor on who finishes first.
 */
#ifndef FERZ_MATCH_TOURNAMENT_H
#define FERZ_MATCH_TOURNAMENT_H

#include <pthread.h>

#include "match/match_game.h"
#include "match/elo.h"
#include "match/opening.h"

/* What one side did. */
typedef struct tournament_row {
    elo_tally tally;
    uint64_t faults[FAULTS];
    uint64_t moves;
    int64_t milliseconds;
} tournament_row;

typedef struct tournament_game {
    bool done;          /* and has a result */
    signed char points; /* of the pairing's first side, in halves: 0, 1, 2 */
} tournament_game;

typedef struct tournament tournament;
struct tournament {
    /* What is asked; set by the caller. */
    const ferz_variant *variant;
    const player_spec *specs;
    size_t player_count;
    opening_book book;
    size_t games; /* of each pairing */
    size_t max_plies;
    int margin;
    int threads;
    uint64_t seed;
    sprt_params test;
    int pgn; /* open for appending; -1: none */
    const char *event;
    /* Told of each finished game, one call at a time; may be NULL. `number` counts from 0. */
    void (*on_game)(void *state, const tournament *c, size_t number, const match_game_result *r,
                    const player_spec *const seats[2]);
    void *state;

    /* What came of it. */
    tournament_row *rows;     /* [player_count] */
    tournament_game *results; /* [pairings * games], a pairing's games at every pairings-th place */
    size_t total, finished;
    sprt_state sprt;   /* over the pairs finished without a gap; with two sides */
    bool stopped;      /* Ctrl-C */
    ferz_result error; /* FERZ_OK, or why it could not be played on; `why` says it */
    text why;

    /* Inside. */
    pthread_mutex_t lock;
    size_t next;
    bool stop_requested;
    size_t sprt_pairs; /* in `trial` */
    elo_tally sprt_tally;
};

/* Plays the match. False: it could not begin or go on, see `failed`. Needs tournament_finish either way. */
bool tournament_play(tournament *c);
void tournament_finish(tournament *c);

#endif
