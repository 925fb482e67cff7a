/* Noise: what a move wins or loses at once, guessed without playing it. */
#ifndef FERZ_SEARCH_NOISE_H
#define FERZ_SEARCH_NOISE_H

#include "search/evaluation.h"

/* Takes or promotes. */
static inline bool noise_of(const position *p, move m)
{
    return evaluation_taken(p, m) || (move_into(m) && move_kind_of(m) != MOVE_DROP);
}

static inline bool noise_defended(const position *p, unsigned cell)
{
    const game *g = p->game;
    for (int by = 0; by < g->players && cell < (unsigned)g->cells; by++) {
        if (g->enemies[p->state.mover] >> by & 1 && g->core->attackers(p, (cell_id)cell, by, NULL, 0) > 0) {
            return true;
        }
    }
    return false;
}

/* What the move gains if the man that makes it is then taken, should that be possible and worth it. */
static inline int noise_guess(const evaluation *e, const position *p, move m)
{
    int gain = evaluation_gain(e, p, m), risk = evaluation_risk(e, p, m);
    return gain < risk && noise_defended(p, move_to(m)) ? gain - risk : gain;
}

#endif
