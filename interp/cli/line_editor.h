/* Line editor: a typed line, with editing, history and completion on a terminal; read unchanged from a pipe. */
#ifndef FERZ_CLI_LINE_EDITOR_H
#define FERZ_CLI_LINE_EDITOR_H

#include "base/text.h"

typedef struct line_editor line_editor;

/* Appends what may follow `before` (the line up to the current word), each ended by a NUL. */
typedef void line_editor_completions(void *state, const char *before, size_t length, text *completions);

typedef enum line_editor_result {
    LINE_EDITOR_LINE,
    LINE_EDITOR_EOF,     /* end of input: nothing was read */
    LINE_EDITOR_INVALID, /* too long, or contains a NUL: skipped */
    LINE_EDITOR_ERROR    /* a read error, see errno */
} line_editor_result;

/* `editing`: input and output are a terminal with cursor control. `state` is passed to `completions`. NULL: out of
 * memory. */
line_editor *line_editor_create(bool editing, line_editor_completions *completions, void *state);
void line_editor_destroy(line_editor *r);
/* Fills `line` without its newline. A `prompt` that is not empty is shown. */
line_editor_result line_editor_read(line_editor *r, const char *prompt, text *line);

#endif
