/* Pace: how long something took, and how much of it was done in a second. */
#ifndef FERZ_CLI_TIMER_H
#define FERZ_CLI_TIMER_H

#include <stdint.h>
#include <time.h>

/* On a clock that only goes forward. */
static inline double timer_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* 0 where no time has passed. */
static inline uint64_t timer_rate(uint64_t count, double seconds)
{
    return seconds > 0 ? (uint64_t)((double)count / seconds) : 0;
}

#endif
