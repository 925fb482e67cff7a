/* Leaf: what a position is worth to each player, as the share of a win that he may expect, for searches that take means.
 *
 * Shares are of REWARD_ONE: a win is REWARD_ONE, a draw is divided among the sides. An evaluation becomes a share by a logistic
 * curve whose slope follows from what an army is worth, by a table, so that it is the same on every machine.
 */
#ifndef FERZ_SEARCH_LEAF_EVAL_H
#define FERZ_SEARCH_LEAF_EVAL_H

#include "base/random.h"
#include "search/budget.h"
#include "search/evaluation.h"

enum { REWARD_ONE = 1 << 16, LEAF_QSEARCH_DEPTH = 6 };

typedef enum leaf_method {
    LEAF_QSEARCH,       /* the evaluation, once the captures at hand are made */
    LEAF_PLAYOUT,       /* the end of a random game */
    LEAF_SHORT_PLAYOUT, /* the evaluation after a few random plies */
} leaf_method;

typedef struct leaf_eval {
    game_history *game_history;
    const variant *variant;
    const evaluation *evaluation;
    budget *budget;
    leaf_method method;
    int playout_plies; /* of a random game, at most */
    int scale;         /* hundredths that make the odds e to one */
    int sides;
    uint32_t friends[PLAYERS_MAX]; /* bits by player: himself and his team */
    random_source random;
    evaluation_sums sums[LEAF_QSEARCH_DEPTH + 1]; /* of the positions on the way through the captures */
    move *moves;                                  /* scratch for lists, last in, first out */
    size_t capacity, used;
    position *saved_position; /* owned */
    undo scratch_undo;
} leaf_eval;

/* `moves` has room for `room`. The record must have room for `plies` more. False when out of memory. */
bool leaf_eval_init(leaf_eval *f, game_history *r, const evaluation *e, budget *b, move *moves, size_t capacity);
void leaf_eval_finish(leaf_eval *f);
/* The most plies by which the record grows. */
size_t leaf_eval_plies_max(const variant *g);

/* The position of the record, at which the game goes on, in shares for each player. The record comes back as it was. */
void leaf_eval_rewards(leaf_eval *f, int rewards[PLAYERS_MAX]);
/* How the game has ended, in shares for each player; `v` is not OUTCOME_ONGOING. */
void leaf_eval_verdict(const leaf_eval *f, const game_outcome *v, int rewards[PLAYERS_MAX]);
void leaf_eval_winner(const leaf_eval *f, int winner, int rewards[PLAYERS_MAX]); /* winner -1: a draw */

/* An evaluation as a share, and back. */
int leaf_eval_score_to_reward(int scale, int score);
int leaf_eval_reward_to_score(int scale, int reward);

#endif
