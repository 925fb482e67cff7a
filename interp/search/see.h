/* Static exchange evaluation: what a move gains after all captures on its target cell that pay.
 *
 * Where captures are by displacement, the core plays the exchange out by piece values. Elsewhere only the first
 * recapture is considered. `see_values` is immutable and shared by all threads.
 */
#ifndef FERZ_SEARCH_SEE_H
#define FERZ_SEARCH_SEE_H

#include "search/evaluation.h"

typedef struct see_values {
    const evaluation *evaluation;
    bool full_exchange;
    int *piece_value; /* [pieces] gain of capturing one; owned */
} see_values;

/* False when out of memory. */
bool see_init(see_values *see, const evaluation *e);
void see_finish(see_values *see);

/* Whether the move gains at least `threshold` for its player. */
bool see_ge(const see_values *see, const position *p, move m, int threshold);

#endif
