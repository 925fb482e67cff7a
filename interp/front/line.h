/* Line: what the person types, with editing, history and completion on a terminal and plainly through a pipe. */
#ifndef FERZ_FRONT_LINE_H
#define FERZ_FRONT_LINE_H

#include "base/text.h"

typedef struct line_reader line_reader;

/* Appends what could follow `before` (the line up to the word that is being typed), each ended by a NUL. */
typedef void line_choices(void *state, const char *before, size_t length, text *choices);

typedef enum line_result {
    LINE_READ,
    LINE_END,     /* end of input: nothing was read */
    LINE_REFUSED, /* too long, or holds a NUL: skipped */
    LINE_FAILED   /* the machine failed, see errno */
} line_result;

/* `editing`: both ends are a terminal that can do more than print. `state` is for `choices`. NULL: out of memory. */
line_reader *line_reader_create(bool editing, line_choices *choices, void *state);
void line_reader_destroy(line_reader *r);
/* Fills `line` without its newline. `prompt` is shown when it is not empty. */
line_result line_reader_read(line_reader *r, const char *prompt, text *line);

#endif
