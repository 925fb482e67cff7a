/* Exchange: what a move brings when everybody has taken on its target who cares to.
 *
 * Where captures are by arriving on the man, who is then gone, the core plays the exchange out by prices alone; elsewhere of a
 * capture only the first answer is thought of: whether the man that arrived can be taken there. A `pricing` is immutable and shared.
 */
#ifndef FERZ_SEARCH_EXCHANGE_H
#define FERZ_SEARCH_EXCHANGE_H

#include "search/evaluation.h"
#include "search/traits.h"

typedef struct pricing {
    const evaluation *evaluation;
    bool plays_out;
    int *price; /* [men] what taking one brings; owned */
} pricing;

/* False when out of memory. */
bool pricing_init(pricing *x, const evaluation *e, const traits *t);
void pricing_finish(pricing *x);

/* Whether the move leaves its player better off by `least` or more. */
bool exchange_pays(const pricing *x, const position *p, move m, int least);

#endif
