/* Bout: one game between two players, refereed by our rules. */
#ifndef FERZ_FRONT_MATCH_BOUT_H
#define FERZ_FRONT_MATCH_BOUT_H

#include "front/match/player.h"

typedef enum bout_end {
    BOUT_RULES,  /* our rules ended it, a draw that could be claimed included */
    BOUT_LENGTH, /* it was cut short: a draw */
    BOUT_RESIGNED,
    BOUT_FAULT,   /* somebody did what may not be done, and lost */
    BOUT_STOPPED, /* Ctrl-C: there is no result */
    BOUT_FAILED,  /* memory or a script of the rules failed: there is no result */
} bout_end;

typedef struct bout {
    const ferz_game *game;
    player *players[2]; /* by seat: the first has what is the first player's in the rules, then each second one */
    ferz_play *play;    /* at the end of its opening; the game is played on in it */
    const char *from;   /* FEN that the play began with */
    bool from_start;
    uint64_t seed;    /* of dice and of whatever players leave to chance */
    size_t plies_max; /* from the first move of a player on; 0: none */
    int margin;
    ferz_messages *messages;
} bout;

typedef struct bout_result {
    bout_end end;
    int winner; /* seat; -1: a draw, or no result */
    fault fault;
    int culprit; /* seat, with BOUT_FAULT */
    text words;  /* "white wins: checkmate", "NAME plays e2e5, which is no legal move" */
    size_t plies;
    uint64_t moves[2];
    int64_t milliseconds[2];
} bout_result;

/* The seat of a player of the rules: his party's number, counted in the order of players, even or odd. */
int bout_seat(const ferz_game *game, size_t player_of_rules);
/* "1-0", "0-1", "1/2-1/2", "*" */
const char *bout_score(const bout_result *r);
/* Plays it. `r->words` must be finished by the caller. */
void bout_play(const bout *b, bout_result *r);

#endif
