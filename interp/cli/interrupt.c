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

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

static void catch_first(interrupt *i, int count)
{
    /* SA_RESTART keeps other reads and writes going; a search asks interrupt_requested. */
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    requested = 0;
    for (i->count = 0; i->count < count; i->count++) {
        sigaction(signals[i->count], NULL, &i->saved[i->count]);
        if (signals[i->count] == SIGINT || i->saved[i->count].sa_handler != SIG_IGN) { /* nohup lets it go on */
            sigaction(signals[i->count], &action, NULL);
        }
    }
}

void interrupt_catch(interrupt *i)
{
    catch_first(i, 1);
}

void interrupt_catch_all(interrupt *i)
{
    catch_first(i, (int)(sizeof signals / sizeof *signals));
}

void interrupt_release(interrupt *i)
{
    while (i->count > 0) {
        i->count--;
        sigaction(signals[i->count], &i->saved[i->count], NULL);
    }
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
