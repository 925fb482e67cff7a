/* Leaf: what a position is worth to each player, as the share of a win that he may expect, for searches that take means.
 *
 * Shares are of LEAF_ONE: a win is LEAF_ONE, a draw is divided among the sides. An evaluation becomes a share by a logistic
 * curve whose slope follows from what an army is worth, by a table, so that it is the same on every machine.
 */
#ifndef FERZ_SEARCH_LEAF_H
#define FERZ_SEARCH_LEAF_H

#include "base/random.h"
#include "search/budget.h"
#include "search/evaluation.h"

enum { LEAF_ONE = 1 << 16, LEAF_STILL_DEPTH = 6 };

typedef enum leaf_way {
    LEAF_STILL,  /* the evaluation, once the captures at hand are made */
    LEAF_PLAYED, /* the end of a random game */
    LEAF_BRIEF,  /* the evaluation after a few random plies */
} leaf_way;

typedef struct leaf {
    record *record;
    const game *game;
    const evaluation *evaluation;
    budget *budget;
    leaf_way way;
    int plies; /* of a random game, at most */
    int scale; /* hundredths that make the odds e to one */
    int sides;
    uint32_t friends[PLAYERS_MAX]; /* bits by player: himself and his team */
    random_source random;
    evaluation_sums sums[LEAF_STILL_DEPTH + 1]; /* of the positions on the way through the captures */
    move *moves;                                /* scratch for lists, last in, first out */
    size_t room, used;
    position *saved; /* owned */
    undo spare;
} leaf;

/* `moves` has room for `room`. The record must have room for `plies` more. False when out of memory. */
bool leaf_init(leaf *f, record *r, const evaluation *e, budget *b, move *moves, size_t room);
void leaf_finish(leaf *f);
/* The most plies by which the record grows. */
size_t leaf_reach(const game *g);

/* The position of the record, at which the game goes on, in shares for each player. The record comes back as it was. */
void leaf_value(leaf *f, int shares[PLAYERS_MAX]);
/* How the game has ended, in shares for each player; `v` is not VERDICT_ONGOING. */
void leaf_verdict(const leaf *f, const verdict *v, int shares[PLAYERS_MAX]);
void leaf_won(const leaf *f, int winner, int shares[PLAYERS_MAX]); /* winner -1: a draw */

/* An evaluation as a share, and back. */
int leaf_share(int scale, int score);
int leaf_score(int scale, int share);

#endif
