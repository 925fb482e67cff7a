/* Exchange: what a move brings when everybody has taken on its target who cares to.
 *
 * Where captures are by arriving on the man, who is then gone, the core plays the exchange out by prices alone; elsewhere of a
 * capture only the first answer is thought of: whether the man that arrived can be taken there. A `pricing` is immutable and shared.
 */
#ifndef FERZ_SEARCH_SEE_H
#define FERZ_SEARCH_SEE_H

#include "search/evaluation.h"
#include "search/pruning_conditions.h"

typedef struct see_values {
    const evaluation *evaluation;
    bool full_exchange;
    int *piece_value; /* [men] what taking one brings; owned */
} see_values;

/* False when out of memory. */
bool see_init(see_values *see, const evaluation *e, const pruning_conditions *conditions);
void see_finish(see_values *see);

/* Whether the move leaves its player better off by `least` or more. */
bool see_ge(const see_values *see, const position *p, move m, int threshold);

#endif
