/* Move gain: what a move wins or loses at once, estimated without playing it. */
#ifndef FERZ_SEARCH_MOVE_GAIN_H
#define FERZ_SEARCH_MOVE_GAIN_H

#include "search/evaluation.h"

/* A capture or a promotion. */
static inline bool move_is_noisy(const position *p, move m)
{
    return evaluation_captured(p, m) || (move_into(m) && move_kind_of(m) != MOVE_DROP);
}

static inline bool cell_is_defended(const position *p, unsigned cell)
{
    const variant *v = p->variant;
    for (int by = 0; by < v->players && cell < (unsigned)v->cells; by++) {
        if (v->enemy_mask[p->state.side_to_move] >> by & 1 &&
            v->core->attackers_by_sets(p, (cell_id)cell, by, NULL, 0) > 0) {
            return true;
        }
    }
    return false;
}

/* The gain of a move, less the loss of the piece that moved if it can then be captured and the gain does not cover
 * it. */
static inline int move_gain_estimate(const evaluation *e, const position *p, move m)
{
    int gain = evaluation_move_gain(e, p, m), risk = evaluation_move_risk(e, p, m);
    return gain < risk && cell_is_defended(p, move_to(m)) ? gain - risk : gain;
}

#endif
