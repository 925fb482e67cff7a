/* Child: another program that is talked to line by line, and never waited for without end.
 *
 * It runs in a process group of its own, so that Ctrl-C is ours alone and that whatever it starts ends with it.
 */
#ifndef FERZ_MATCH_CHILD_H
#define FERZ_MATCH_CHILD_H

#include <sys/types.h>

#include "base/text.h"

typedef struct child {
    pid_t pid; /* 0: none runs */
    int in, out;
    char *buffer; /* what came, from `used` on not yet given out */
    size_t length, used, room;
    int log;   /* where everything is written to as well; -1: nowhere */
    text line; /* scratch of child_send */
} child;

typedef enum child_event {
    CHILD_LINE,
    CHILD_TIMEOUT,     /* the deadline came first */
    CHILD_EXITED,      /* it closed its output */
    CHILD_OVERLONG,    /* a line longer than any protocol has */
    CHILD_INTERRUPTED, /* Ctrl-C */
} child_event;

/* Milliseconds on a clock that only goes forward. */
int64_t child_now_ms(void);

/* Starts `words[0]` with the words that follow, ended by NULL. False, and `why` says what the system said. `log`: path of a file
 * that the talk is appended to, or NULL. */
bool child_start(child *c, char *const *argv, const char *log, text *why);
/* Sends a line; its end is added. False when it no longer listens. */
bool child_send(child *c, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* The next line without its end, NULs as blanks; valid until the next call. */
child_event child_read_line(child *c, int64_t deadline, char **line);
/* Closes its input, gives it so many milliseconds to end, then kills it and what it started. `how`, when not NULL, gets how it
 * ended: "exit status 3", "signal 11 (Segmentation fault)", "". */
void child_stop(child *c, int timeout, text *exit_text);

/* Ends the program and says why no line came after `waited` milliseconds. */
void child_fail(child *c, child_event event, int waited, text *why);
/* What a line says behind `word`, or NULL when it begins otherwise. */
const char *line_after_keyword(const char *line, const char *keyword);

#endif
