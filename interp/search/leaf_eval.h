/* Leaf evaluation: the expected result of a position for each player, as rewards for tree search by means.
 *
 * A win is REWARD_ONE; a draw is divided among the sides. A score becomes a reward by a logistic curve, whose slope
 * follows from the value of an army. The curve is a table, so that it is the same on every machine.
 */
#ifndef FERZ_SEARCH_LEAF_EVAL_H
#define FERZ_SEARCH_LEAF_EVAL_H

#include "base/random.h"
#include "search/budget.h"
#include "search/evaluation.h"

enum { REWARD_ONE = 1 << 16, LEAF_QSEARCH_DEPTH = 6 };

typedef enum leaf_method {
    LEAF_QSEARCH, /* the evaluation after the captures that pay */
    LEAF_PLAYOUT, /* the result of a random game */
} leaf_method;

typedef struct leaf_eval {
    game_history *game_history;
    const variant *variant;
    const evaluation *evaluation;
    budget *budget;
    leaf_method method;
    int scale; /* centipawns that make the odds e to one */
    int sides;
    uint32_t friends[PLAYERS_MAX]; /* bits by player: the player and their team */
    random_source random;
    evaluation_sums sums[LEAF_QSEARCH_DEPTH + 1]; /* of the positions along the captures */
    move *moves;                                  /* scratch for move lists, last in, first out */
    size_t capacity, used;
    position *saved_position; /* owned */
    undo scratch_undo;
} leaf_eval;

/* `moves` holds `capacity` moves. The history must have room for leaf_eval_plies_max more plies. False when out of
 * memory. */
bool leaf_eval_init(leaf_eval *f, game_history *r, const evaluation *e, budget *b, move *moves, size_t capacity);
void leaf_eval_finish(leaf_eval *f);
/* The most plies by which the history grows. */
size_t leaf_eval_plies_max(void);

/* The rewards of the current position, at which the game goes on. The history is left as it was. */
void leaf_eval_rewards(leaf_eval *f, int rewards[PLAYERS_MAX]);
/* The rewards of an ended game; `v` is not OUTCOME_ONGOING. */
void leaf_eval_verdict(const leaf_eval *f, const game_outcome *v, int rewards[PLAYERS_MAX]);
void leaf_eval_winner(const leaf_eval *f, int winner, int rewards[PLAYERS_MAX]); /* -1: a draw */
/* The winner gets `share` hundredths of the point, the other side the rest. */
void leaf_eval_shared(const leaf_eval *f, int winner, int share, int rewards[PLAYERS_MAX]);

/* Converts between scores and rewards. */
int leaf_eval_score_to_reward(int scale, int score);
int leaf_eval_reward_to_score(int scale, int reward);

/* The score of a won game for the winner's side, `ply` plies from the root. Who gets only a share of the point has the
 * score of a position with that chance: less than a mate, more than a draw, and more the sooner. */
int leaf_eval_win_score(const evaluation *e, const game_outcome *v, int ply);

#endif
