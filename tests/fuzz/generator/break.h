/* Games with one mistake. */
#ifndef TESTS_GENERATE_BREAK_H
#define TESTS_GENERATE_BREAK_H

#include "fuzz/generator/make.h"

typedef enum broken_kind {
    BROKEN_KIND,     /* a value of another kind */
    BROKEN_KEY,      /* a key that the language does not have */
    BROKEN_SPELLING, /* a letter of a key or value is another */
    BROKEN_NUMBER,   /* out of range */
    BROKEN_MISSING,  /* a key that is required */
    BROKEN_LEFT_OUT, /* any other key */
    BROKEN_NAME,     /* a piece, player or zone that is not there */
    BROKEN_TWICE,    /* a key stands twice */
    BROKEN_CUT_OFF,  /* the file ends early */
    BROKEN_MOVEMENT, /* a sign in a movement */
    BROKEN_START,    /* a sign in the position */
    BROKEN_BYTES,    /* any byte of the file */
    BROKEN_SWAPPED,  /* a value stands in another's place */
    BROKEN_LINES,    /* a line is gone, or stands twice, or elsewhere */
    BROKEN_SCRIPT,   /* a sign in the script */
    BROKEN_KINDS
} broken_kind;

/* What must come of it. */
typedef enum broken_outcome {
    BROKEN_MAY_LOAD,
    BROKEN_IS_REFUSED,
    BROKEN_IS_PLACED, /* refused, with a message about the very line */
} broken_outcome;

typedef struct broken {
    broken_kind kind;
    broken_outcome outcome;
    unsigned line, last; /* where the mistake is; 0: anywhere */
    text yaml, script;
    const char *what; /* for people */
} broken;

extern const char *const broken_names[BROKEN_KINDS];

/* Writes the game with a mistake drawn from `random`. */
void break_game(maker *m, random_source *random, broken *out);
void broken_finish(broken *b);

#endif
