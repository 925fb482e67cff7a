/* Tournament: all games of a match, several at a time.
 *
 * Each pair of players plays the same openings, each twice with sides swapped. Which games are played, and all
 * random choices in them, depend on the seed alone: not on the number of threads, nor on the order in which games
 * finish.
 */
#ifndef FERZ_MATCH_TOURNAMENT_H
#define FERZ_MATCH_TOURNAMENT_H

#include <pthread.h>

#include "match/match_game.h"
#include "base/elo.h"
#include "match/opening.h"

/* Results of one player. */
typedef struct tournament_row {
    elo_tally tally;
    elo_tally undisputed; /* without the games whose end is disputed */
    uint64_t disputed;    /* games that this player ended so */
    uint64_t faults[FAULTS];
    uint64_t moves;
    int64_t milliseconds;
} tournament_row;

typedef struct tournament_game {
    bool done;          /* with a result */
    signed char points; /* hundredths for the pairing's first player */
    bool disputed;
    uint32_t check; /* of a game that was read from a file (match_shard.h) */
} tournament_game;

typedef struct tournament tournament;
struct tournament {
    /* Input, set by the caller. */
    const ferz_variant *variant;
    const player_spec *specs;
    size_t player_count;
    opening_book book;
    size_t games; /* of each pairing */
    size_t max_plies;
    int margin;
    int threads;
    uint64_t seed;
    uint64_t shard, shards; /* only openings number `shard` modulo `shards`; 0 shards: all */
    sprt_params test;
    int pgn; /* open for appending; -1: none */
    const char *event;
    /* Called after each game, one call at a time; may be NULL. `number` counts from 0. */
    void (*on_game)(void *state, const tournament *c, size_t number, const match_game_result *r,
                    const player_spec *const seats[2]);
    /* Takes each game, one at a time; false: it could not be kept, and the match ends. May be NULL. */
    bool (*keep)(void *state, size_t number, const match_game_result *r);
    void *state;

    /* Results. */
    tournament_row *rows;     /* [player_count] */
    tournament_game *results; /* [pairings * games]; the games of one pairing are `pairings` entries apart */
    size_t total, finished;
    uint64_t seat_wins[2], seat_draws; /* of all games, by seat */
    uint64_t seat_shares[101]; /* games by the hundredths that seat 0 got, where the point was shared unequally */
    sprt_state sprt;           /* over pairs finished without a gap; with two players only */
    bool stopped;              /* Ctrl-C */
    ferz_result error;         /* FERZ_OK, or why the match could not go on, with a text in `why` */
    text why;

    /* Internal. */
    pthread_mutex_t lock;
    size_t next;
    bool stop_requested;
    size_t sprt_pairs; /* pairs counted in `sprt` */
    elo_tally sprt_tally;
};

/* Room for the results of the input. False when out of memory. Needs tournament_finish in both cases. */
bool tournament_init(tournament *c);
/* Adds a game that was played elsewhere. */
void tournament_add(tournament *c, size_t number, const match_game_result *r);
/* Plays the games that have no result yet. False: the match could not start or go on, see `error`. */
bool tournament_play(tournament *c);
/* The opening of a game. */
size_t tournament_opening(const tournament *c, size_t number);
void tournament_finish(tournament *c);

#endif
