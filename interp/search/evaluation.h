/* Evaluation: what a position is worth, for any game, worked out from the game's own tables.
 *
 * Nothing here is told what a man is worth. When the evaluation is built, each man's mobility is averaged over all cells
 * of the board and several densities of occupation; what it may promote to, and how far away, is added; the cheapest
 * man then counts 100. The same figures by cell say where a man stands well. All of it is integer arithmetic, so that
 * every machine plays the same game. Immutable once built; one evaluation may serve many threads.
 */
#ifndef FERZ_SEARCH_EVALUATION_H
#define FERZ_SEARCH_EVALUATION_H

#include "base/arena.h"
#include "game/record.h"

enum {
    SCORE_MATE = 30000,              /* less one for each ply until then */
    SCORE_MATE_LEAST = 30000 - 1000, /* from here on a score says that the end has been seen */
    SCORE_MOST = 25000,              /* what an evaluation may say */
};

typedef struct evaluation {
    const game *game;
    arena arena;
    int *value;       /* [men] hundredths of the cheapest man; royal men: 0 */
    int *held;        /* [men] the same, in hand; 0: it cannot be dropped, so it is worth nothing there */
    int16_t *place;   /* [men][cells] value on that cell; royal men: while many enemies are left */
    int16_t *endgame; /* [cells] royal men: when few enemies are left */
    int *pressure;    /* [men] how much it counts near an enemy royal, times the nearness */
    int full;         /* worth of all men of a player at the start */
    long quiet;       /* plies without progress that end the game; 0: none do */
} evaluation;

/* False when out of memory. */
bool evaluation_init(evaluation *e, const game *g);
void evaluation_finish(evaluation *e);

/* The position as the players in `friends` (bits by player) see it; all others are their enemies. */
int evaluation_score(const evaluation *e, const position *p, uint32_t friends);

/* What a move wins at once, counting what is taken, what goes into a hand and what the man turns into. */
int evaluation_gain(const evaluation *e, const position *p, move m);
/* What the mover loses if the man that makes the move is then taken on its cell of arrival. */
int evaluation_risk(const evaluation *e, const position *p, move m);

/* What the next player after its owner wins by taking the man. */
int evaluation_price(const evaluation *e, man_id man);

/* The man that moves or is dropped. */
man_id evaluation_mover(const position *p, move m);
/* The man taken; MAN_NONE when none is. */
man_id evaluation_taken(const position *p, move m);

#endif
