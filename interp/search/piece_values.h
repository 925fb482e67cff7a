/* Piece values: estimated from the moves of the pieces alone. The evaluation begins with them.
 *
 * The mobility of each piece is averaged over all cells and several densities of occupation. What it may promote to,
 * and how far away that is, is added.
 */
#ifndef FERZ_SEARCH_PIECE_VALUES_H
#define FERZ_SEARCH_PIECE_VALUES_H

#include "core/position.h"

enum { MOBILITY_UNIT = 4096 };

typedef struct piece_values {
    const variant *variant;
    int64_t *mobility;       /* [pieces][cells] */
    int64_t *mean;           /* [pieces] over the cells */
    int64_t *value;          /* [pieces] in UNITs of mobility; grows faster than it */
    int64_t *promotion;      /* [pieces][cells] what promotion may add */
    int64_t *promotion_mean; /* [pieces] its mean over the cells where such pieces start */
    bool *one_way;           /* [pieces] it can never return to a cell that it left */
    bool *colorbound;        /* [pieces] it can never reach a good part of the board */
    int64_t cheapest;        /* the value of the cheapest piece: 100 centipawns */
    uint64_t *reach;         /* [words] scratch */
    uint64_t *seen;          /* [words] scratch */
    int *queue;              /* [cells] scratch */
    int64_t *gain;           /* [cells] scratch */
} piece_values;

/* False when out of memory; then there is nothing to finish. */
bool piece_values_init(piece_values *values, const variant *v);
void piece_values_finish(piece_values *values);
/* The cells that the piece may move to on an empty board, without multi-leg moves; valid until the next call. */
const uint64_t *piece_values_reach(piece_values *values, int piece, int cell);

#endif
