/* Evaluation: the score of a position in any variant, derived from the variant's own tables.
 *
 * No piece values are given: eval_params.h derives them from the moves of the pieces; a tuning file may replace them.
 * All arithmetic is in integers, so that every machine plays the same. An evaluation is immutable once built and may be
 * used by many threads.
 */
#ifndef FERZ_SEARCH_EVALUATION_H
#define FERZ_SEARCH_EVALUATION_H

#include "play/history.h"
#include "search/eval_params.h"
#include "search/network.h"

enum {
    SCORE_MATE = 30000,            /* less one for each ply until the mate */
    SCORE_MATE_MIN = 30000 - 1000, /* from here on a score is a mate score */
    SCORE_EVAL_MAX = 25000,        /* largest static evaluation */
};

static inline int score_clamp(int score, int low, int high)
{
    return score < low ? low : score < high ? score : high;
}

/* An ending towards which progress counts. */
typedef struct evaluation_goal {
    const variant_ending *ending;
    const row_table *rows; /* of END_CONNECT-like endings and captures by rows; else NULL */
    cell_id *cells;        /* [lines][length] */
    uint8_t *moves;        /* [pieces][cells] of the piece to the zone, on an empty board; END_GOAL, END_POINTS */
} evaluation_goal;

typedef struct evaluation {
    const variant *variant;
    arena arena;
    eval_params params;
    activity activity;
    /* [pieces] in centipawns (cheapest piece = 100); 0 for royal pieces; negative if losing pieces wins */
    int *piece_value;
    int *in_hand_value;          /* [pieces] value in hand; 0: it stays there */
    int *phase_value;            /* [pieces] part of the game phase */
    bool *promoter;              /* [pieces] pawn-like */
    weight_pair *in_hand_weight; /* [pieces] */
    weight_pair *piece_square;   /* [pieces][cells] piece value and cell */
    int phase_max;               /* phase of all players at the start */
    int drawish_lead;            /* a lead up to this wins nothing without pawn-like pieces */
    long halfmove_limit;         /* halfmove clock that ends the game; 0: none */
    bool needs_mate;             /* a lead is useless unless it mates */
    evaluation_goal *goals;
    int goal_count;
    const network
        *network; /* the variant's; NULL: none. Its score is added from outside: see evaluation_score_learned */
    network_layout layout; /* where there is one */
} evaluation;

/* Sums by player, updated with each move. */
typedef struct evaluation_sums {
    weight_pair piece_square[PLAYERS_MAX];
    int32_t phase[PLAYERS_MAX];
    int32_t promoters[PLAYERS_MAX];
} evaluation_sums;

/* `tuned` may be NULL: all weights by formulas. False when out of memory. */
bool evaluation_init(evaluation *e, const variant *v, const tuning *tuned);
void evaluation_finish(evaluation *e);

/* The sums of a position from scratch, and updated after a ply: `p` is the position after it. Both give the same. */
void evaluation_sums_init(const evaluation *e, const position *p, evaluation_sums *sums);
void evaluation_sums_update(const evaluation *e, const position *p, const undo *u, const evaluation_sums *before,
                            evaluation_sums *after);

/* The score as the players in `friends` (bits by player) see it; all others are their enemies. */
int evaluation_score(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends);
/* The same with a network's score of the position (network_view_score). */
int evaluation_score_learned(const evaluation *e, const position *p, const evaluation_sums *sums, uint32_t friends,
                             int learned);
/* By formulas, with sums from scratch. */
int evaluation_score_full(const evaluation *e, const position *p, uint32_t friends);

/* For tuning: adds the count of each feature to `counts` ([params.count]), in ACTIVITY_UNITs. Returns the phase in
 * thousandths: 1000 is the middlegame. */
int evaluation_feature_counts(const evaluation *e, const position *p, uint32_t friends, int32_t *counts);

/* What a move gains at once: captures, pieces that go to the hand, promotion. */
int evaluation_move_gain(const evaluation *e, const position *p, move m);
/* What the mover loses if the piece that moved is then captured. */
int evaluation_move_risk(const evaluation *e, const position *p, move m);

/* The value of a player's pieces at the start; of the largest army. */
int evaluation_army_value(const evaluation *e);
/* What the owner's next opponent gains by capturing the piece. */
int evaluation_capture_value(const evaluation *e, piece_id piece);

/* The piece that stands on the target after the move. */
piece_id evaluation_arriving_piece(const position *p, move m);
/* The piece that moves or is dropped. */
piece_id evaluation_moving_piece(const position *p, move m);
/* The captured piece; PIECE_NONE if none. */
piece_id evaluation_captured(const position *p, move m);

#endif
