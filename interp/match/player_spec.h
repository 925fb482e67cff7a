/* Side: one of those who play a match, as the words of --engine describe it. */
#ifndef FERZ_MATCH_PLAYER_SPEC_H
#define FERZ_MATCH_PLAYER_SPEC_H

#include "base/text.h"
#include "ferz.h"

typedef enum player_kind { PLAYER_FERZ, PLAYER_RANDOM, PLAYER_UCI, PLAYER_XBOARD, PLAYER_USI } player_kind;

/* How long a move may take. Zero: no such limit. */
typedef struct player_limits {
    int depth;
    uint64_t nodes;
    int movetime;         /* milliseconds */
    int clock, increment; /* milliseconds for the game, and for each move */
} player_limits;

typedef struct player_option {
    char *name, *value;
} player_option;

typedef struct player_spec {
    player_kind kind;
    char *name;     /* given, or made from the rest */
    bool named;     /* given */
    char **command; /* words, ended by NULL; NULL for our own */
    char *variant;  /* what the engine calls the game; NULL: found out */
    char *log;      /* path, or NULL */
    player_option *options;
    size_t option_count;
    player_limits limits;
    int threads; /* 0: not said */
    int hash;    /* MB; 0: not said */
    uint64_t seed;
    ferz_method method;
    int reported_movetime; /* milliseconds for a move that an engine is told instead of what it has; 0: the truth */
    bool moves_only;       /* positions are told as moves from the game's start, never as FEN */
} player_spec;

/* Reads what follows --engine. `usual`: limits for what the words leave open; any limit of its own replaces them all. False, and
 * `why` says what is wrong. Needs player_spec_finish either way. */
bool player_spec_parse(player_spec *s, const char *spec, const player_limits *defaults, text *why);
void player_spec_finish(player_spec *s);

/* "60+0.6", "60", "0.5+0.1" into milliseconds. */
bool player_limits_parse_tc(const char *string, int *clock, int *increment);
bool player_limits_any(const player_limits *l);
/* "100 ms a move", "depth 5", ... */
void player_limits_put(text *t, const player_limits *l);

#endif
