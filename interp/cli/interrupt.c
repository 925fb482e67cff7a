#include "cli/interrupt.h"

#include <stddef.h>

/* The one global that changes: a signal handler has no other way to pass a fact on. */
static volatile sig_atomic_t requested;

static void on_signal(int number)
{
    if (requested) { /* the operation should have ended: the program does */
        (void)signal(number, SIG_DFL);
        (void)raise(number);
    }
    requested = 1;
}

void interrupt_catch(interrupt *i)
{
    /* SA_RESTART keeps other reads and writes going; a search asks interrupt_requested. */
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    requested = 0;
    sigaction(SIGINT, &action, &i->saved);
}

void interrupt_release(interrupt *i)
{
    sigaction(SIGINT, &i->saved, NULL);
}

bool interrupt_requested(void)
{
    return requested != 0;
}

bool interrupt_stop(void *state)
{
    (void)state;
    return interrupt_requested();
}
