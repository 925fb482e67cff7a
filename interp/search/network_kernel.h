/* Network kernel: the inner loops of a network, in integers. Compiled for any processor and, on x86-64, once more for newer ones; both
 * give the same bits.
 *
 * A row has `hidden` numbers, a multiple of NETWORK_LANES. Sums of 16 bits wrap around, so that no file can do harm. */
#ifndef FERZ_SEARCH_NETWORK_KERNEL_H
#define FERZ_SEARCH_NETWORK_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NETWORK_LANES = 16,
    NETWORK_ONE = 255,        /* what 1 is behind the hidden layer */
    NETWORK_OUTPUT_MAX = 127, /* so that one product fits 16 bits */
    NETWORK_HIDDEN_MAX = 64,  /* so that the sum of all fits 32 bits */
};

typedef struct network_kernel {
    void (*add)(int16_t *to, const int16_t *row, int hidden);
    void (*subtract)(int16_t *from, const int16_t *row, int hidden);
    /* The sum of squared clipped values times weights: [hidden] of `us`, then of `them`. */
    int32_t (*output)(const int16_t *us, const int16_t *them, const int16_t *weights, int hidden);
} network_kernel;

/* The one for this processor; with `portable` the one for any. */
const network_kernel *network_kernel_pick(bool portable);

#endif
