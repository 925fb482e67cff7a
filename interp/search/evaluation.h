/* Evaluation: what a position is worth, for any game, worked out from the game's own tables.
 *
 * Nothing here is told what a man is worth: weights.h works it out from his moves, and a tuning file may know better. All of it
 * is integer arithmetic, so that every machine plays the same game. Immutable once built; one evaluation may serve many
 * threads.
 */
#ifndef FERZ_SEARCH_EVALUATION_H
#define FERZ_SEARCH_EVALUATION_H

#include "game/record.h"
#include "search/weights.h"

enum {
    SCORE_MATE = 30000,              /* less one for each ply until then */
    SCORE_MATE_LEAST = 30000 - 1000, /* from here on a score says that the end has been seen */
    SCORE_MOST = 25000,              /* what an evaluation may say */
};

/* An ending that is worth coming near before it is there. */
typedef struct evaluation_goal {
    const game_ending *ending;
    const line_table *lines; /* lines of men: of an ending, or those that take */
    cell_id *cells;          /* [lines][length] */
} evaluation_goal;

typedef struct evaluation {
    const game *game;
    arena arena;
    weights weights;
    activity activity;
    int *value;         /* [men] hundredths of the cheapest man; royal men: 0. Negative where losing men wins */
    int *held;          /* [men] the same, in hand; 0: it cannot be dropped, so it is worth nothing there */
    int *officer;       /* [men] how much it says that the game is not in its end yet */
    bool *promoter;     /* [men] */
    weight_pair *hand;  /* [men] */
    weight_pair *stand; /* [men][cells] worth and place */
    int full;           /* officers of all players at the start */
    int lightest;       /* a lead up to so much wins nothing without promoting men */
    long quiet;         /* plies without progress that end the game; 0: none do */
    bool needs_mate;    /* a lead has to mate in the end, or it was for nothing */
    evaluation_goal *goals;
    int goal_count;
} evaluation;

/* What is summed as moves are made, by player. */
typedef struct evaluation_sums {
    weight_pair stand[PLAYERS_MAX];
    int32_t officers[PLAYERS_MAX];
    int32_t promoters[PLAYERS_MAX];
} evaluation_sums;

/* `known` may be NULL: all by formulas. False when out of memory. */
bool evaluation_init(evaluation *e, const game *g, const tuning *known);
void evaluation_finish(evaluation *e);

/* The sums of a position, afresh; and those after a ply from those before it and what the ply changed: the position is
 * the one after it. Both give the same. */
void evaluation_begin(const evaluation *e, const position *p, evaluation_sums *sums);
void evaluation_follow(const evaluation *e, const position *p, const undo *u, const evaluation_sums *before,
                       evaluation_sums *after);

/* The position as the players in `friends` (bits by player) see it; all others are their enemies. */
int evaluation_score(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends);
/* The same with sums of its own: for those who ask rarely. */
int evaluation_afresh(const evaluation *e, const position *p, uint32_t friends);

/* For tuning: adds to `counts` ([weights.count]) how often each feature counts in the position, in ACTIVITY_UNITs; returns how much
 * of it is still the middle of the game, in thousandths. */
int evaluation_counts(const evaluation *e, const position *p, uint32_t friends, int32_t *counts);

/* What a move wins at once, counting what is taken, what goes into a hand and what the man turns into. */
int evaluation_gain(const evaluation *e, const position *p, move m);
/* What the mover loses if the man that makes the move is then taken on its cell of arrival. */
int evaluation_risk(const evaluation *e, const position *p, move m);

/* What the men that a player begins with are worth; of the player with the most. */
int evaluation_army(const evaluation *e);
/* What the next player after its owner wins by taking the man. */
int evaluation_price(const evaluation *e, man_id man);

/* The man that stands on the target after the move. */
man_id evaluation_arrival(const position *p, move m);
/* The man that moves or is dropped. */
man_id evaluation_mover(const position *p, move m);
/* The man taken; MAN_NONE when none is. */
man_id evaluation_taken(const position *p, move m);

#endif
