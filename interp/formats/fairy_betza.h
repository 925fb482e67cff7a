/* Fairy Betza: movements as Fairy-Stockfish reads Betza's notation, and the same movements in ours.
 *
 * Fairy-Stockfish reads a part of the notation, letter by letter, and ignores the rest. Directions of oblique leaps
 * mean other things there (its fN is our ffN). So a movement is read into single steps, as Fairy-Stockfish reads it,
 * and these are written in our notation. */
#ifndef FERZ_FORMATS_FAIRY_BETZA_H
#define FERZ_FORMATS_FAIRY_BETZA_H

#include "base/diag.h"
#include "base/text.h"

enum { FAIRY_STEPS_MAX = 256 };
enum fairy_mode { FAIRY_QUIET = 1, FAIRY_CAPTURE = 2 };

typedef struct fairy_step {
    int8_t x, y; /* to the right, forward */
    uint8_t modes;
    char hop; /* 0, p, g */
    bool lame, initial;
    int8_t ride; /* -1: one leap; 0: unlimited; else the most leaps */
} fairy_step;

typedef struct fairy_steps {
    fairy_step list[FAIRY_STEPS_MAX];
    size_t count;
} fairy_steps;

/* Reads the movement `notation`, which is at `at`. What Fairy-Stockfish ignores is a warning (`diags` NULL: no
 * message). */
void fairy_betza_read(diag_list *diags, location at, const char *notation, fairy_steps *out);
/* Appends steps in our notation. `initial`: the first-move steps, or the others. `en_passant`: captures are also en
 * passant captures. False when there are no such steps, or one that cannot be written (its name in `*cannot`, else
 * NULL). */
bool fairy_betza_write(const fairy_steps *steps, bool initial, bool en_passant, text *out, const char **cannot);

#endif
