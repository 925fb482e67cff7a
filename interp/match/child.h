/* Child: another program that we exchange lines with. No call waits without a deadline.
 *
 * The program runs in a process group of its own: Ctrl-C does not reach it, and everything that it starts ends with
 * it.
 */
#ifndef FERZ_MATCH_CHILD_H
#define FERZ_MATCH_CHILD_H

#include <sys/types.h>

#include "base/text.h"

typedef struct child {
    pid_t pid; /* 0: not running */
    int in, out;
    char *buffer; /* bytes that were read; from `used` on not yet returned */
    size_t length, used, room;
    int64_t heard; /* when it sent anything last, on child_now_ms */
    int log;       /* file that records all lines; -1: none */
    text line;     /* buffer of child_send */
} child;

typedef enum child_event {
    CHILD_LINE,
    CHILD_TIMEOUT,     /* the deadline passed */
    CHILD_EXITED,      /* it closed its output */
    CHILD_OVERLONG,    /* a line longer than any protocol has */
    CHILD_INTERRUPTED, /* Ctrl-C */
} child_event;

/* Milliseconds on a monotonic clock. */
int64_t child_now_ms(void);

/* Starts argv[0]; argv ends with NULL. False after an error, with the system's text in `why`. `log`: path of a file
 * to which all lines are appended, or NULL. */
bool child_start(child *c, char *const *argv, const char *log, text *why);
/* Sends a line; the newline is added. False when the program does not read. */
bool child_send(child *c, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* The next line without its newline, with NULs replaced by blanks; valid until the next call. */
child_event child_read_line(child *c, int64_t deadline, char **line);
/* Closes its input, waits up to `timeout` milliseconds, then kills it and all that it started. `exit_text` (may be
 * NULL) gets how it ended: "exit status 3", "signal 11 (Segmentation fault)", "". */
void child_stop(child *c, int timeout, text *exit_text);

/* Ends the program and appends why no line came within `waited` milliseconds. */
void child_fail(child *c, child_event event, int waited, text *why);
/* The rest of the line after `keyword`, or NULL when the line begins with another word. */
const char *line_after_keyword(const char *line, const char *keyword);

#endif
