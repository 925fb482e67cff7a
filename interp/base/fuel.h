/* Fuel: how long one operation may still work, and whether it was told to end.
 *
 * Every operation of the library that can take more than a moment has one. A loop whose length a file decides draws on
 * it, and leaves when nothing is left. Once it is out it stays out: each later draw fails at once, so nested loops
 * unwind quickly. What was found until then is incomplete, and the operation reports an error.
 *
 * A fuel belongs to one thread. Its owner gives it a limit of processor time, a callback that says whether to end, or
 * both. The callback may look at what another thread sets. */
#ifndef FERZ_BASE_FUEL_H
#define FERZ_BASE_FUEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fuel_state {
    FUEL_LEFT,
    FUEL_SPENT /* the time is over */,
    FUEL_STOPPED /* the callback said so */
} fuel_state;

typedef struct fuel {
    fuel_state state;
    int milliseconds; /* of processor time of the thread; 0: no limit */
    bool (*stop)(void *stop_state);
    void *stop_state;
    int64_t end;      /* private: on the thread's clock, in microseconds */
    int64_t unlooked; /* private: steps until the clock is read and `stop` asked */
    size_t memory;    /* most bytes that rules may keep which are loaded here; 0: no limit but the loader's own */
} fuel;

/* A step is a few nanoseconds of work, such as one cell that is looked at. The clock is read once in so many. */
enum { FUEL_LOOK_STEPS = 20000 };

/* Begins an operation on this thread. `stop` may be NULL. */
void fuel_begin(fuel *f, int milliseconds, bool (*stop)(void *stop_state), void *stop_state);
/* The slow part of fuel_draw: reads the clock, asks `stop`. */
bool fuel_look(fuel *f);

/* Uses up `steps`. False: nothing is left. `f` NULL: there is no limit. */
static inline bool fuel_draw(fuel *f, uint32_t steps)
{
    if (!f) {
        return true;
    }
    f->unlooked -= steps;
    return f->unlooked > 0 || fuel_look(f);
}

/* The smaller of the loader's own limit of bytes and the operation's. */
static inline size_t fuel_memory(const fuel *f, size_t own)
{
    return f && f->memory && f->memory < own ? f->memory : own;
}

/* Whether some is left, by the last look. */
static inline bool fuel_left(const fuel *f)
{
    return !f || f->state == FUEL_LEFT;
}

#endif
