/* Fit: weights that explain the outcomes of games, by logistic regression.
 */
#ifndef FERZ_SEARCH_LOGISTIC_H
#define FERZ_SEARCH_LOGISTIC_H

#include "search/eval_params.h"

/* A feature that counts in a position. */
typedef struct logistic_term {
    uint32_t feature;
    float count; /* in units of its weight */
} logistic_term;

typedef struct logistic_sample {
    const logistic_term *terms;
    uint32_t count;
    float phase;  /* 0..1: how much of it is the middle of the game */
    float result; /* 0, 1/2, 1 */
    float weight; /* how much it is to be believed; 0: it is only to test with */
} logistic_sample;

/* `from`: weights to begin with and to stay near; `to`: those found. Losses are means over the samples for testing, or over all
 * when there are none. `stop` may be NULL. False when out of memory. */
bool logistic_fit(const eval_params *from, const logistic_sample *samples, size_t count, bool (*stop)(void *state),
                  void *state, weight_pair *to, double *loss_before, double *loss_after);

#endif
