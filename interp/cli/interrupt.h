/* Interrupt: Ctrl-C while ferz thinks means "enough", not "die". */
#ifndef FERZ_CLI_INTERRUPT_H
#define FERZ_CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

typedef struct interrupt {
    struct sigaction saved;
} interrupt;

/* From now on until interrupt_release Ctrl-C is only noted. */
void interrupt_catch(interrupt *i);
void interrupt_release(interrupt *i);
/* Whether Ctrl-C came since interrupt_catch. */
bool interrupt_requested(void);
/* The same as a `stop` of the library; `state` is not looked at. */
bool interrupt_stop(void *state);

#endif
