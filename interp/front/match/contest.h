/* Contest: all the games of a match, several at a time.
 *
 * Every pairing of sides plays the same openings, each twice with the sides changed. Which games there are, and what is drawn by
 * chance in each, depends on the seed alone, not on how many are played at a time nor on who finishes first.
 */
#ifndef FERZ_FRONT_MATCH_CONTEST_H
#define FERZ_FRONT_MATCH_CONTEST_H

#include <pthread.h>

#include "front/match/bout.h"
#include "front/match/elo.h"
#include "front/match/opening.h"

/* What one side did. */
typedef struct contest_row {
    elo_tally tally;
    uint64_t faults[FAULTS];
    uint64_t moves;
    int64_t milliseconds;
} contest_row;

typedef struct contest_game {
    bool done;          /* and has a result */
    signed char points; /* of the pairing's first side, in halves: 0, 1, 2 */
} contest_game;

typedef struct contest contest;
struct contest {
    /* What is asked; set by the caller. */
    const ferz_game *game;
    const side *sides;
    size_t side_count;
    opening_book book;
    size_t games; /* of each pairing */
    size_t plies_max;
    int margin;
    int threads;
    uint64_t seed;
    elo_test test;
    int pgn; /* open for appending; -1: none */
    const char *event;
    /* Told of each finished game, one call at a time; may be NULL. `number` counts from 0. */
    void (*told)(void *state, const contest *c, size_t number, const bout_result *r, const side *const seats[2]);
    void *state;

    /* What came of it. */
    contest_row *rows;  /* [side_count] */
    contest_game *list; /* [pairings * games], a pairing's games at every pairings-th place */
    size_t total, finished;
    elo_trial trial;    /* over the pairs finished without a gap; with two sides */
    bool stopped;       /* Ctrl-C */
    ferz_result failed; /* FERZ_OK, or why it could not be played on; `why` says it */
    text why;

    /* Inside. */
    pthread_mutex_t lock;
    size_t next;
    bool enough;
    size_t pairs_tried; /* in `trial` */
    elo_tally tried;
};

/* Plays the match. False: it could not begin or go on, see `failed`. Needs contest_finish either way. */
bool contest_play(contest *c);
void contest_finish(contest *c);

#endif
