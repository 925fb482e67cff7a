/* Reachability: the cells that a piece of each kind can ever stand on, found from the tables and not by play.
 *
 * It errs on the side of too many cells. Where the tables do not say what a variant may do (a hook with effects, pieces
 * that change owner), everything counts as possible. So "nowhere" and "never" can be believed.
 */
#ifndef FERZ_COMPILE_REACHABILITY_H
#define FERZ_COMPILE_REACHABILITY_H

#include "base/fuel.h"
#include "compile/variant.h"

typedef struct reach {
    const variant *v;
    bool unrestricted; /* hooks or the like can put pieces anywhere: all is possible */
    uint64_t *cells;   /* [pieces][words] */
    bool *in_hand;     /* [pieces] some piece can be dropped as this */
    fuel *fuel;        /* borrowed; NULL: no limit. When it is out, what was found is of no use */
} reach;

/* False when out of memory. Free with reach_finish. */
bool reach_find(const variant *v, fuel *left, reach *r);
void reach_finish(reach *r);

/* Adds to `out` where a step, ray, leap or path from `from` may end, for any other pieces on the board. */
void reach_moves(const variant *v, int piece, unsigned from, uint64_t *out);
/* Whether a piece of this kind can return to a cell it has left, by its own moves or by a change of another kind. */
bool reach_returns(const variant *v, int piece);
/* Whether this piece may change into one of these types [v->types], by a move, a capture or where it stands. */
bool reach_transforms_into(const variant *v, int piece, const bool *types);
/* Whether a movement from there captures. */
bool reach_captures(const variant *v, int piece, unsigned from);
/* Whether a piece of this kind can ever be on the board. */
bool reach_present(const reach *r, int piece);
/* Whether it can ever promote, by a move or where it stands. */
bool reach_promotes(const reach *r, int piece);

static inline const uint64_t *reach_cells(const reach *r, int piece)
{
    return r->cells + (size_t)piece * (size_t)r->v->bitset_words;
}

#endif
