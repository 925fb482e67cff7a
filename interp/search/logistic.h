/* Logistic regression: finds weights that explain the results of games. */
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
    float phase;  /* 0 endgame .. 1 middlegame */
    float result; /* 0, 1/2, 1 */
    float weight; /* 0: only for testing */
    float beside; /* of the score, in centipawns: what no weight changes */
} logistic_sample;

/* `from`: the prior weights; `to`: the fitted ones. The losses are means over the test samples, or over all if there
 * are none. `stop` may be NULL. False when out of memory. */
bool logistic_fit(const eval_params *from, const logistic_sample *samples, size_t count, bool (*stop)(void *state),
                  void *state, weight_pair *to, double *loss_before, double *loss_after);

#endif
