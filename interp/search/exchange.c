#include "search/exchange.h"

#include "search/noise.h"

#include <stdlib.h>

enum { PRICE_ROYAL = 1 << 20 };

bool pricing_init(pricing *x, const evaluation *e, const traits *t)
{
    const game *g = e->game;
    *x = (pricing){.evaluation = e, .plays_out = t->exchanges};
    x->price = calloc((size_t)g->men, sizeof *x->price);
    for (int man = 1; x->price && man < g->men; man++) {
        x->price[man] = g->man_royal[man] ? PRICE_ROYAL : evaluation_price(e, (man_id)man);
    }
    return x->price != NULL;
}

void pricing_finish(pricing *x)
{
    free(x->price);
    *x = (pricing){0};
}

bool exchange_pays(const pricing *x, const position *p, move m, int least)
{
    switch (move_kind_of(m)) {
    case MOVE_STEP:
    case MOVE_DOUBLE:
    case MOVE_PASSING:
    case MOVE_LOCUST:
    case MOVE_DROP:
        break;
    default:
        return least <= evaluation_gain(x->evaluation, p, m);
    }
    int gain = evaluation_gain(x->evaluation, p, m);
    int risk = evaluation_risk(x->evaluation, p, m);
    if (x->plays_out) {
        return p->game->core->exchange(p, m, gain - least, risk, x->price);
    }
    if (x->evaluation->game->blasts || !evaluation_taken(p, m)) {
        return gain >= least; /* who takes goes as well, or nobody can tell who would */
    }
    /* Taken back, it has cost more than it brought. What follows that is not looked at. */
    return gain >= least && (gain - risk >= least || !noise_defended(p, move_to(m)));
}
