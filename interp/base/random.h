/* Random: the same numbers from the same seed, everywhere (SplitMix64, public domain, Vigna 2015). */
#ifndef FERZ_BASE_RANDOM_H
#define FERZ_BASE_RANDOM_H

#include <stdint.h>

typedef struct random_source {
    uint64_t state;
} random_source;

static inline uint64_t random_next(random_source *r)
{
    uint64_t z = (r->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* A number in [0, bound), without bias; bound > 0. */
static inline uint32_t random_below(random_source *r, uint32_t bound)
{
    uint32_t floor = (uint32_t)(-bound) % bound;
    uint32_t draw;
    do {
        draw = (uint32_t)(random_next(r) >> 32);
    } while (draw < floor);
    return draw % bound;
}

/* The same with other numbers, and nearly always without a division (Lemire 2019). */
static inline uint32_t random_pick(random_source *r, uint32_t bound)
{
    uint64_t product = (random_next(r) >> 32) * bound;
    if ((uint32_t)product < bound) {
        for (uint32_t floor = (uint32_t)(-bound) % bound; (uint32_t)product < floor;) {
            product = (random_next(r) >> 32) * bound;
        }
    }
    return (uint32_t)(product >> 32);
}

#endif
