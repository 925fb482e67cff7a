/* Worth: what men are worth, by their moves alone. The evaluation begins with it.
 *
 * Each man's mobility is averaged over all cells of the board and several densities of occupation; what it may promote to, and how
 * far away, is added.
 */
#ifndef FERZ_SEARCH_PIECE_VALUES_H
#define FERZ_SEARCH_PIECE_VALUES_H

#include "core/position.h"

enum { MOBILITY_UNIT = 4096 };

typedef struct piece_values {
    const variant *variant;
    int64_t *mobility;       /* [men][cells] */
    int64_t *mean;           /* [men] over the cells */
    int64_t *value;          /* [men] in UNITs of mobility, grown with it */
    int64_t *promotion;      /* [men][cells] what promotion may add */
    int64_t *promotion_mean; /* [men] its mean over the cells where such men start */
    bool *one_way;           /* [men] what has left a cell never comes back to it */
    bool *colorbound;        /* [men] a good part of the board is closed to it for ever */
    int64_t cheapest;        /* what makes a hundred: the cheapest man that can stand in the game */
    uint64_t *reach;         /* [words] scratch */
    bool *seen;              /* [cells] scratch */
    int *queue;              /* [cells] scratch */
} piece_values;

/* False when out of memory; then there is nothing to finish. */
bool piece_values_init(piece_values *values, const variant *v);
void piece_values_finish(piece_values *values);
/* Cells that the man may move to on an empty board, walks aside, as a set; valid until the next call. */
const uint64_t *piece_values_reach(piece_values *values, int piece, int cell);

#endif
