/* Line: what the person types, with editing, history and completion on a terminal and plainly through a pipe. */
#ifndef FERZ_CLI_LINE_EDITOR_H
#define FERZ_CLI_LINE_EDITOR_H

#include "base/text.h"

typedef struct line_editor line_editor;

/* Appends what could follow `before` (the line up to the word that is being typed), each ended by a NUL. */
typedef void line_editor_completions(void *state, const char *before, size_t length, text *completions);

typedef enum line_editor_result {
    LINE_EDITOR_LINE,
    LINE_EDITOR_EOF,     /* end of input: nothing was read */
    LINE_EDITOR_INVALID, /* too long, or holds a NUL: skipped */
    LINE_EDITOR_ERROR    /* the machine failed, see errno */
} line_editor_result;

/* `editing`: both ends are a terminal that can do more than print. `state` is for `choices`. NULL: out of memory. */
line_editor *line_editor_create(bool editing, line_editor_completions *completions, void *state);
void line_editor_destroy(line_editor *r);
/* Fills `line` without its newline. `prompt` is shown when it is not empty. */
line_editor_result line_editor_read(line_editor *r, const char *prompt, text *line);

#endif
