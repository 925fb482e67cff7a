/* Reach: on which cells a man of each kind can ever stand, found from the tables and not by play.
 *
 * It is rather too much than too little: whatever a game may do that the tables do not say (a hook with effects, men that
 * change hands) makes everything possible. So "nowhere" and "never" can be believed.
 */
#ifndef FERZ_COMPILE_REACHABILITY_H
#define FERZ_COMPILE_REACHABILITY_H

#include "compile/variant.h"

typedef struct reach {
    const variant *v;
    bool unrestricted; /* hooks or the like put men wherever they like: all is possible */
    uint64_t *cells;   /* [men + 1][words] */
    bool *in_hand;     /* [men + 1] some man can be dropped as this */
} reach;

/* False when out of memory. Free with reach_finish. */
bool reach_find(const variant *v, reach *r);
void reach_finish(reach *r);

/* Where a step, line, leap or walk from `from` may end, men standing as they like; adds to `out`. */
void reach_moves(const variant *v, int piece, unsigned from, uint64_t *out);
/* Whether a man of this kind can come back, by steps of his own or as what another kind becomes, to a cell that he has left. */
bool reach_returns(const variant *v, int piece);
/* Whether a man of this kind may become one of these types [g->types], by a move, a capture or where he stands. */
bool reach_transforms_into(const variant *v, int piece, const bool *types);
/* Whether a movement from there takes a man. */
bool reach_captures(const variant *v, int piece, unsigned from);
/* Whether a man of this kind can ever be on the board. */
bool reach_present(const reach *r, int piece);
/* Whether he can ever become something by a move or where he stands. */
bool reach_promotes(const reach *r, int piece);

static inline const uint64_t *reach_cells(const reach *r, int piece)
{
    return r->cells + (size_t)piece * (size_t)r->v->bitset_words;
}

#endif
