/* Match game: one game between two players; our rules are the referee. */
#ifndef FERZ_MATCH_MATCH_GAME_H
#define FERZ_MATCH_MATCH_GAME_H

#include "match/player.h"

typedef enum match_game_end {
    MATCH_GAME_RULES,     /* the rules ended it, or a draw was claimed */
    MATCH_GAME_MAX_PLIES, /* cut short: a draw */
    MATCH_GAME_RESIGNED,
    MATCH_GAME_FAULT,       /* a player committed a fault and lost */
    MATCH_GAME_INTERRUPTED, /* Ctrl-C: no result */
    MATCH_GAME_ERROR,       /* memory or a script of the rules failed: no result */
} match_game_end;

typedef struct match_game {
    const ferz_variant *variant;
    player *players[2]; /* by seat: seat 0 plays for the first, third, ... team of the rules, seat 1 for the others */
    ferz_game *game;    /* at the end of its opening; the match game is played in it */
    const char *start_fen; /* position before the opening's random moves */
    bool is_startpos;
    uint64_t seed;    /* for dice and random players */
    size_t max_plies; /* counted from the end of the opening; 0: no limit */
    int margin;
    ferz_messages *messages;
} match_game;

typedef struct match_game_result {
    match_game_end end;
    int winner; /* seat; -1: a draw, or no result */
    int share;  /* hundredths of the point that seat 0 gets */
    fault fault;
    int fault_seat; /* seat, with MATCH_GAME_FAULT */
    bool disputed;  /* the loser ended the game, perhaps by rules of its own: our rules say that it goes on */
    text reason;    /* "white wins: checkmate", "NAME plays e2e5, which is no legal move" */
    size_t plies;
    uint64_t moves[2];
    int64_t milliseconds[2];
} match_game_result;

/* The seat of a player of the rules: the number of their team in the order of players, even or odd. */
int match_game_seat(const ferz_variant *variant, size_t player_index);
/* "1-0", "0-1", "1/2-1/2", "*". PGN knows no other shares: one of three quarters or less is told as a draw. */
const char *match_game_score(const match_game_result *r);
/* Plays the game. The caller frees `r->reason`. */
void match_game_play(const match_game *b, match_game_result *r);

#endif
