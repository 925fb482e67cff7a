/* Player: one side of a match game: our search, random moves, or an engine behind a protocol.
 *
 * A player belongs to one thread. It plays one game after another; new_game is called before each. A mistake of a
 * player is not an error of ours but a result: a fault with a description.
 */
#ifndef FERZ_MATCH_PLAYER_H
#define FERZ_MATCH_PLAYER_H

#include "match/engine_notation.h"

typedef enum fault {
    FAULT_NONE,
    FAULT_ILLEGAL,  /* a move that is not legal */
    FAULT_CRASH,    /* it exited, or does not read */
    FAULT_TIME,     /* it lost on time */
    FAULT_PROTOCOL, /* the answer is no valid move: nonsense, a rejected legal move, a false claim */
    FAULTS
} fault;

typedef enum move_answer_kind {
    ANSWER_MOVE,
    ANSWER_RESIGN,
    ANSWER_FAULT,
    ANSWER_INTERRUPTED, /* Ctrl-C */
    ANSWER_ERROR,       /* our side failed: memory, a script; see `reason` */
} move_answer_kind;

typedef struct move_answer {
    move_answer_kind kind;
    fault fault;
    bool disputed;            /* the program ends the game, or refuses a move, as if by other rules than ours */
    char move[MOVE_TEXT_MAX]; /* in our notation */
    text reason;              /* of a fault, without the player's name: "plays e2e5, which is no legal move" */
} move_answer;

/* The position and limits for one move. */
typedef struct move_request {
    ferz_game *game;       /* it is this player's turn; unchanged afterwards */
    const char *start_fen; /* FEN at the start of the game ... */
    bool is_startpos;      /* ... which is the variant's start position */
    int seat;              /* 0: the first player of the rules and their team; 1: the other */
    int clock[2];          /* milliseconds left, by seat; 0 without a clock */
    int margin;            /* milliseconds of overrun that are forgiven */
    uint64_t seed;         /* for random choices of this move */
} move_request;

typedef struct player player;

typedef struct player_ops {
    /* Starts the player. False after an error, with the reason in `why`. */
    bool (*open)(player *p, text *why);
    /* A new game begins. False after a fault, described in `a`. */
    bool (*new_game)(player *p, const move_request *first, move_answer *a);
    void (*choose_move)(player *p, const move_request *q, move_answer *a);
    /* The game is over: "1-0", "0-1", "1/2-1/2" or "*", and the reason. */
    void (*game_over)(player *p, const char *result, const char *why);
    /* `how` (may be NULL) gets how the program ended. */
    void (*close)(player *p, text *how);
} player_ops;

struct player {
    const player_ops *ops;
    const player_spec *spec;
    const ferz_variant *variant;
    ferz_messages *messages; /* used for errors */
    bool custom_positions;   /* games start in other positions than the variant's start */
    bool open;
    void *state; /* data of the kind of player */
};

/* Not opened yet: `state` is NULL. */
player player_of(const player_spec *s, const ferz_variant *variant, ferz_messages *messages);
void player_close(player *p);

extern const player_ops player_ferz, player_random, player_uci, player_xboard;

/* ---- for the implementations ---- */

/* Sets the answer to the legal move that the first token of `reply` means, or to a fault or an error. */
void move_answer_set(move_answer *a, const player *p, const move_request *q, const char *reply);

/* Sets a fault with a description. */
void move_answer_fault(move_answer *a, fault kind, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* Time for this move by the player's limits, in milliseconds; 0: no time limit. */
int move_request_time(const move_request *q, const player_limits *l);

#endif
