/* Player spec: a player of a match, as --engine describes it. */
#ifndef FERZ_MATCH_PLAYER_SPEC_H
#define FERZ_MATCH_PLAYER_SPEC_H

#include "base/text.h"
#include "ferz.h"

typedef enum player_kind { PLAYER_FERZ, PLAYER_RANDOM, PLAYER_UCI, PLAYER_XBOARD, PLAYER_USI } player_kind;

/* Limits of a move. Zero: no such limit. */
typedef struct player_limits {
    int depth;
    uint64_t nodes;
    int movetime;         /* milliseconds */
    int oversight;        /* moves in a thousand that are not seen */
    int clock, increment; /* milliseconds for the game, and added after each move */
} player_limits;

typedef struct player_option {
    char *name, *value;
} player_option;

typedef struct player_spec {
    player_kind kind;
    const char *written; /* the description itself; the caller keeps it */
    char *name;          /* given, or a default */
    bool named;          /* given */
    char **command;      /* arguments, ended by NULL; NULL for our own players */
    char *variant;       /* the engine's name of the game; NULL: found automatically */
    char *log;           /* path, or NULL */
    player_option *options;
    size_t option_count;
    player_limits limits;
    int level; /* the limits are its own, by the usual levels until the game is known; 0: not set */
    bool own_nodes, own_oversight, own_movetime; /* given behind the level, in place of its own */
    int threads;                                 /* 0: not set */
    int hash;                                    /* MB; 0: not set */
    uint64_t seed;
    ferz_method method;
    int reported_movetime; /* movetime that is sent to the engine, in milliseconds; 0: the true one */
    bool rules_differ;     /* it is known to play this game by other rules than ours */
    bool moves_only;       /* sends positions as moves from the start position, never as FEN */
} player_spec;

/* Parses the value of --engine. `defaults`: limits used when the description has none of its own. False after an
 * error, with the reason in `why`. Needs player_spec_finish in both cases. */
bool player_spec_parse(player_spec *s, const char *spec, const player_limits *defaults, text *why);
void player_spec_finish(player_spec *s);
/* The limits of a level are the game's. */
void player_spec_settle(player_spec *s, const ferz_variant *variant);

/* Parses "60+0.6", "60" or "0.5+0.1" as milliseconds. */
bool player_limits_parse_tc(const char *string, int *clock, int *increment);
bool player_limits_any(const player_limits *l);
/* "100 ms a move", "depth 5", ... */
void player_limits_put(text *t, const player_limits *l);

#endif
