/* Interrupt: while ferz searches, Ctrl-C stops the search instead of the program. */
#ifndef FERZ_CLI_INTERRUPT_H
#define FERZ_CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

typedef struct interrupt {
    struct sigaction saved[3];
    int count;
} interrupt;

/* From now on until interrupt_release, the first Ctrl-C is only recorded; the second ends the program. */
void interrupt_catch(interrupt *i);
/* The same, and for what ends a session or the machine: what took hours has to be kept. */
void interrupt_catch_all(interrupt *i);
void interrupt_release(interrupt *i);
/* Whether Ctrl-C was pressed since interrupt_catch. */
bool interrupt_requested(void);
/* The same as a `stop` callback of the library; `state` is not used. */
bool interrupt_stop(void *state);

#endif
