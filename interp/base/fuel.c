#define _POSIX_C_SOURCE 200809L

#include "base/fuel.h"

#include <stddef.h>
#include <time.h>

/* Microseconds of processor time of this thread. */
static int64_t thread_clock(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void fuel_begin(fuel *f, int milliseconds, bool (*stop)(void *stop_state), void *stop_state)
{
    *f = (fuel){
        .milliseconds = milliseconds,
        .stop = stop,
        .stop_state = stop_state,
        .end = milliseconds > 0 ? thread_clock() + (int64_t)milliseconds * 1000 : INT64_MAX,
        .unlooked = FUEL_LOOK_STEPS,
    };
}

bool fuel_look(fuel *f)
{
    if (f->state == FUEL_LEFT && f->stop && f->stop(f->stop_state)) {
        f->state = FUEL_STOPPED;
    } else if (f->state == FUEL_LEFT && f->milliseconds > 0 && thread_clock() >= f->end) {
        f->state = FUEL_SPENT;
    }
    f->unlooked = f->state == FUEL_LEFT ? FUEL_LOOK_STEPS : 0;
    return f->state == FUEL_LEFT;
}
