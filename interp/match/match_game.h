/* Bout: one game between two players, refereed by our rules. */
#ifndef FERZ_MATCH_MATCH_GAME_H
#define FERZ_MATCH_MATCH_GAME_H

#include "match/player.h"

typedef enum match_game_end {
    MATCH_GAME_RULES,     /* our rules ended it, a draw that could be claimed included */
    MATCH_GAME_MAX_PLIES, /* it was cut short: a draw */
    MATCH_GAME_RESIGNED,
    MATCH_GAME_FAULT,       /* somebody did what may not be done, and lost */
    MATCH_GAME_INTERRUPTED, /* Ctrl-C: there is no result */
    MATCH_GAME_ERROR,       /* memory or a script of the rules failed: there is no result */
} match_game_end;

typedef struct match_game {
    const ferz_variant *variant;
    player *players[2];    /* by seat: the first has what is the first player's in the rules, then each second one */
    ferz_game *game;       /* at the end of its opening; the game is played on in it */
    const char *start_fen; /* FEN that the play began with */
    bool is_startpos;
    uint64_t seed;    /* of dice and of whatever players leave to chance */
    size_t max_plies; /* from the first move of a player on; 0: none */
    int margin;
    ferz_messages *messages;
} match_game;

typedef struct match_game_result {
    match_game_end end;
    int winner; /* seat; -1: a draw, or no result */
    fault fault;
    int fault_seat; /* seat, with MATCH_GAME_FAULT */
    text reason;    /* "white wins: checkmate", "NAME plays e2e5, which is no legal move" */
    size_t plies;
    uint64_t moves[2];
    int64_t milliseconds[2];
} match_game_result;

/* The seat of a player of the rules: his party's number, counted in the order of players, even or odd. */
int match_game_seat(const ferz_variant *variant, size_t player_index);
/* "1-0", "0-1", "1/2-1/2", "*" */
const char *match_game_score(const match_game_result *r);
/* Plays it. `r->words` must be finished by the caller. */
void match_game_play(const match_game *b, match_game_result *r);

#endif
