/* Player: whoever moves in a game of a match: the search of this process, chance, or an engine behind a protocol.
 *
 * A player belongs to one thread. It plays one game after another; between two of them player_new_game is called. What it
 * does wrong is no error of ours but a result: a fault with words that name it.
 */
#ifndef FERZ_MATCH_PLAYER_H
#define FERZ_MATCH_PLAYER_H

#include "match/engine_notation.h"

typedef enum fault {
    FAULT_NONE,
    FAULT_ILLEGAL,  /* a move that is not legal */
    FAULT_CRASH,    /* it ended, or no longer listens */
    FAULT_TIME,     /* the clock ran out */
    FAULT_PROTOCOL, /* what it says is no answer: nonsense, a refused move, a false claim */
    FAULTS
} fault;

typedef enum move_answer_kind {
    ANSWER_MOVE,
    ANSWER_RESIGN,
    ANSWER_FAULT,
    ANSWER_INTERRUPTED, /* Ctrl-C */
    ANSWER_ERROR,       /* our own side failed: memory, a script; `words` say it */
} move_answer_kind;

typedef struct move_answer {
    move_answer_kind kind;
    fault fault;
    char move[MOVE_TEXT_MAX]; /* as our rules write it */
    text reason;              /* of a fault, without the player's name: "plays e2e5, which is no legal move" */
} move_answer;

/* What a player is asked. */
typedef struct move_request {
    ferz_game *game;       /* it is this player's turn; given back as it was */
    const char *start_fen; /* FEN of the position that the play began with ... */
    bool is_startpos;      /* ... which is the game's own */
    int seat;              /* 0: the first to move in the game's order of players; 1: the other */
    int clock[2];          /* milliseconds left, by seat; 0 without a clock */
    int margin;            /* milliseconds that are forgiven */
    uint64_t seed;         /* what is left to chance in this move */
} move_request;

typedef struct player player;

typedef struct player_ops {
    /* Makes the player ready to be asked for its first game. False, and `why` says why not. */
    bool (*open)(player *p, text *why);
    /* A new game begins. False: it is broken; `a` holds the fault. */
    bool (*new_game)(player *p, const move_request *first, move_answer *a);
    void (*choose_move)(player *p, const move_request *q, move_answer *a);
    /* The game is over: "1-0", "0-1", "1/2-1/2" or "*", and why. */
    void (*game_over)(player *p, const char *result, const char *why);
    /* `how`, when not NULL, hears how its program ended. */
    void (*close)(player *p, text *how);
} player_ops;

struct player {
    const player_ops *ops;
    const player_spec *spec;
    const ferz_variant *variant;
    ferz_messages *messages; /* scratch */
    bool custom_positions;   /* games begin in positions that are not the game's own start */
    bool open;
    void *state; /* of its kind */
};

/* NULL `self` until opened. */
player player_of(const player_spec *s, const ferz_variant *variant, ferz_messages *messages);
void player_close(player *p);

extern const player_ops player_ferz, player_random, player_uci, player_xboard;

/* ---- for the kinds ---- */

/* The answer is the legal move that the first of an engine's words means, or else a fault, or a failure. */
void move_answer_set(move_answer *a, const player *p, const move_request *q, const char *reply);

/* Adds words to a fault. */
void move_answer_fault(move_answer *a, fault kind, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* How long the side may think over this move, in milliseconds, by its limits; 0: no limit of time. */
int move_request_time(const move_request *q, const player_limits *l);

#endif
