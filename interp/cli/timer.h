/* Timer: elapsed time and rates. */
#ifndef FERZ_CLI_TIMER_H
#define FERZ_CLI_TIMER_H

#include <stdint.h>
#include <time.h>

/* Seconds on a monotonic clock. */
static inline double timer_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Items a second; 0 when no time has passed. */
static inline uint64_t timer_rate(uint64_t count, double seconds)
{
    return seconds > 0 ? (uint64_t)((double)count / seconds) : 0;
}

#endif
