/* Men: movements in the other program's reading of Betza's notation, and the same in ours.
 *
 * It reads a part of the notation, letter by letter, and takes no notice of the rest; directions of oblique leaps mean other
 * things there (fN is our ffN). So a movement is read as it reads it, into single steps, and written anew.
 */
#ifndef FERZ_VARIANTS_MEN_H
#define FERZ_VARIANTS_MEN_H

#include "base/diag.h"
#include "base/text.h"

enum { MEN_STEPS_MAX = 256 };
enum man_mode { MAN_QUIET = 1, MAN_CAPTURE = 2 };

typedef struct man_step {
    int8_t x, y; /* to the right, forward */
    uint8_t modes;
    char hop; /* 0, p, g */
    bool lame, initial;
    int8_t ride; /* -1: one leap; 0: without end; else at most so many */
} man_step;

typedef struct man_steps {
    man_step list[MEN_STEPS_MAX];
    size_t count;
} man_steps;

/* Reads the movement `said` at `at`. What the other program takes no notice of is a warning (`diags` NULL: silence). */
void men_read(diag_list *diags, place at, const char *said, man_steps *out);
/* Appends steps in our notation. `initial`: those that begin where the man's kind may step farther, or the others. `passing`:
 * captures in passing too. False when there are none, or one that cannot be written (said in `*cannot`, else NULL). */
bool men_write(const man_steps *steps, bool initial, bool passing, text *out, const char **cannot);

#endif
