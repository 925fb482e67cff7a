/* Men: movements in the other program's reading of Betza's notation, and the same in ours.
 *
 * It reads a part of the notation, letter by letter, and takes no notice of the rest; directions of oblique leaps mean other
 * things there (fN is our ffN). So a movement is read as it reads it, into single steps, and written anew.
 */
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
    int8_t ride; /* -1: one leap; 0: without end; else at most so many */
} fairy_step;

typedef struct fairy_steps {
    fairy_step list[FAIRY_STEPS_MAX];
    size_t count;
} fairy_steps;

/* Reads the movement `said` at `at`. What the other program takes no notice of is a warning (`diags` NULL: silence). */
void fairy_betza_read(diag_list *diags, location at, const char *notation, fairy_steps *out);
/* Appends steps in our notation. `initial`: those that begin where the man's kind may step farther, or the others. `passing`:
 * captures in passing too. False when there are none, or one that cannot be written (said in `*cannot`, else NULL). */
bool fairy_betza_write(const fairy_steps *steps, bool initial, bool en_passant, text *out, const char **cannot);

#endif
