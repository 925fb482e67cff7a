/* Evaluation: what a position is worth, for any game, worked out from the game's own tables.
 *
 * Nothing here is told what a man is worth: weights.h works it out from his moves, and a tuning file may know better. All of it
 * is integer arithmetic, so that every machine plays the same game. Immutable once built; one evaluation may serve many
 * threads.
 */
#ifndef FERZ_SEARCH_EVALUATION_H
#define FERZ_SEARCH_EVALUATION_H

#include "play/history.h"
#include "search/eval_params.h"

enum {
    SCORE_MATE = 30000,            /* less one for each ply until then */
    SCORE_MATE_MIN = 30000 - 1000, /* from here on a score says that the end has been seen */
    SCORE_EVAL_MAX = 25000,        /* what an evaluation may say */
};

/* An ending that is worth coming near before it is there. */
typedef struct evaluation_goal {
    const variant_ending *ending;
    const row_table *rows; /* lines of men: of an ending, or those that take */
    cell_id *cells;        /* [lines][length] */
} evaluation_goal;

typedef struct evaluation {
    const variant *variant;
    arena arena;
    eval_params params;
    activity activity;
    int *piece_value;   /* [men] hundredths of the cheapest man; royal men: 0. Negative where losing men wins */
    int *in_hand_value; /* [men] the same, in hand; 0: it cannot be dropped, so it is worth nothing there */
    int *phase_value;   /* [men] how much it says that the game is not in its end yet */
    bool *promoter;     /* [men] */
    weight_pair *in_hand_weight; /* [men] */
    weight_pair *piece_square;   /* [men][cells] worth and place */
    int phase_max;               /* officers of all players at the start */
    int drawish_lead;            /* a lead up to so much wins nothing without promoting men */
    long halfmove_limit;         /* plies without progress that end the game; 0: none do */
    bool needs_mate;             /* a lead has to mate in the end, or it was for nothing */
    evaluation_goal *goals;
    int goal_count;
} evaluation;

/* What is summed as moves are made, by player. */
typedef struct evaluation_sums {
    weight_pair piece_square[PLAYERS_MAX];
    int32_t phase[PLAYERS_MAX];
    int32_t promoters[PLAYERS_MAX];
} evaluation_sums;

/* `known` may be NULL: all by formulas. False when out of memory. */
bool evaluation_init(evaluation *e, const variant *v, const tuning *tuned);
void evaluation_finish(evaluation *e);

/* The sums of a position, afresh; and those after a ply from those before it and what the ply changed: the position is
 * the one after it. Both give the same. */
void evaluation_sums_init(const evaluation *e, const position *p, evaluation_sums *sums);
void evaluation_sums_update(const evaluation *e, const position *p, const undo *u, const evaluation_sums *before,
                            evaluation_sums *after);

/* The position as the players in `friends` (bits by player) see it; all others are their enemies. */
int evaluation_score(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends);
/* The same with sums of its own: for those who ask rarely. */
int evaluation_score_full(const evaluation *e, const position *p, uint32_t friends);

/* For tuning: adds to `counts` ([weights.count]) how often each feature counts in the position, in ACTIVITY_UNITs; returns how much
 * of it is still the middle of the game, in thousandths. */
int evaluation_feature_counts(const evaluation *e, const position *p, uint32_t friends, int32_t *counts);

/* What a move wins at once, counting what is taken, what goes into a hand and what the man turns into. */
int evaluation_move_gain(const evaluation *e, const position *p, move m);
/* What the mover loses if the man that makes the move is then taken on its cell of arrival. */
int evaluation_move_risk(const evaluation *e, const position *p, move m);

/* What the men that a player begins with are worth; of the player with the most. */
int evaluation_army_value(const evaluation *e);
/* What the next player after its owner wins by taking the man. */
int evaluation_capture_value(const evaluation *e, piece_id piece);

/* The man that stands on the target after the move. */
piece_id evaluation_arriving_piece(const position *p, move m);
/* The man that moves or is dropped. */
piece_id evaluation_moving_piece(const position *p, move m);
/* The man taken; PIECE_NONE when none is. */
piece_id evaluation_captured(const position *p, move m);

#endif
