/* Side: one of those who play a match, as the words of --engine describe it. */
#ifndef FERZ_FRONT_MATCH_SIDE_H
#define FERZ_FRONT_MATCH_SIDE_H

#include "base/text.h"
#include "ferz.h"

typedef enum side_kind { SIDE_OWN, SIDE_RANDOM, SIDE_UCI, SIDE_XBOARD, SIDE_USI } side_kind;

/* How long a move may take. Zero: no such limit. */
typedef struct side_limits {
    int depth;
    uint64_t nodes;
    int movetime;         /* milliseconds */
    int clock, increment; /* milliseconds for the game, and for each move */
} side_limits;

typedef struct side_option {
    char *name, *value;
} side_option;

typedef struct side {
    side_kind kind;
    char *name;     /* given, or made from the rest */
    bool named;     /* given */
    char **command; /* words, ended by NULL; NULL for our own */
    char *variant;  /* what the engine calls the game; NULL: found out */
    char *log;      /* path, or NULL */
    side_option *options;
    size_t option_count;
    side_limits limits;
    int threads; /* 0: not said */
    int hash;    /* MB; 0: not said */
    uint64_t seed;
    ferz_method method;
    int told;        /* milliseconds for a move that an engine is told instead of what it has; 0: the truth */
    bool from_start; /* positions are told as moves from the game's start, never as FEN */
} side;

/* Reads what follows --engine. `usual`: limits for what the words leave open; any limit of its own replaces them all. False, and
 * `why` says what is wrong. Needs side_finish either way. */
bool side_read(side *s, const char *words, const side_limits *usual, text *why);
void side_finish(side *s);

/* "60+0.6", "60", "0.5+0.1" into milliseconds. */
bool side_read_clock(const char *words, int *clock, int *increment);
bool side_is_limited(const side_limits *l);
/* "100 ms a move", "depth 5", ... */
void side_put_limits(text *t, const side_limits *l);

#endif
