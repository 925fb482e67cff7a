#include "search/network_kernel.h"

static void add(int16_t *to, const int16_t *row, int hidden)
{
    for (int i = 0; i < hidden; i += NETWORK_LANES) {
        for (int k = i; k < i + NETWORK_LANES; k++) {
            to[k] = (int16_t)(uint16_t)((unsigned)to[k] + (unsigned)row[k]);
        }
    }
}

static void subtract(int16_t *from, const int16_t *row, int hidden)
{
    for (int i = 0; i < hidden; i += NETWORK_LANES) {
        for (int k = i; k < i + NETWORK_LANES; k++) {
            from[k] = (int16_t)(uint16_t)((unsigned)from[k] - (unsigned)row[k]);
        }
    }
}

static inline int32_t half(const int16_t *values, const int16_t *weights, int hidden)
{
    int32_t sum = 0;
    for (int i = 0; i < hidden; i += NETWORK_LANES) {
        for (int k = i; k < i + NETWORK_LANES; k++) {
            int16_t x = values[k] < 0 ? 0 : values[k] < NETWORK_ONE ? values[k] : NETWORK_ONE;
            int16_t y = (int16_t)(x * weights[k]);
            sum += (int32_t)y * x;
        }
    }
    return sum;
}

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights, int hidden)
{
    return half(us, weights, hidden) + half(them, weights + hidden, hidden);
}

extern const network_kernel NETWORK_KERNEL_NAME;
const network_kernel NETWORK_KERNEL_NAME = {add, subtract, output};
