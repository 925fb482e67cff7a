/* Worth: what men are worth, by their moves alone. The evaluation begins with it.
 *
 * Each man's mobility is averaged over all cells of the board and several densities of occupation; what it may promote to, and how
 * far away, is added.
 */
#ifndef FERZ_SEARCH_WORTH_H
#define FERZ_SEARCH_WORTH_H

#include "game/position.h"

enum { WORTH_UNIT = 4096 };

typedef struct worths {
    const game *game;
    int64_t *mobility; /* [men][cells] */
    int64_t *mean;     /* [men] over the cells */
    int64_t *whole;    /* [men] in UNITs of mobility, grown with it */
    int64_t *prospect; /* [men][cells] what promotion may add */
    int64_t *expected; /* [men] its mean over the cells where such men start */
    bool *one_way;     /* [men] what has left a cell never comes back to it */
    bool *bound;       /* [men] a good part of the board is closed to it for ever */
    int64_t price;     /* what makes a hundred: the cheapest man that can stand in the game */
    uint64_t *reach;   /* [words] scratch */
    bool *seen;        /* [cells] scratch */
    int *queue;        /* [cells] scratch */
} worths;

/* False when out of memory; then there is nothing to finish. */
bool worths_find(worths *w, const game *g);
void worths_finish(worths *w);
/* Cells that the man may move to on an empty board, walks aside, as a set; valid until the next call. */
const uint64_t *worths_reach(worths *w, int man, int cell);

#endif
