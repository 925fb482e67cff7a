#include "front/interrupt.h"

#include <stddef.h>

/* It varies and belongs to nobody: a signal has no other way to be heard. */
static volatile sig_atomic_t came;

static void note(int number)
{
    (void)number;
    came = 1;
}

void interrupt_catch(interrupt *i)
{
    /* Restarting keeps reads and writes of others whole; who thinks asks interrupt_came. */
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    came = 0;
    sigaction(SIGINT, &action, &i->before);
}

void interrupt_release(interrupt *i)
{
    sigaction(SIGINT, &i->before, NULL);
}

bool interrupt_came(void)
{
    return came != 0;
}

bool interrupt_stops(void *state)
{
    (void)state;
    return interrupt_came();
}
