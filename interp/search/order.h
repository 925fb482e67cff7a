/* Order: which moves are tried first, and what is remembered for it.
 *
 * The move of the table, captures that win by their exchange, killers and the counter-move, quiet moves by their history, and
 * captures that lose. Histories are kept by the man that moves and where it arrives, for the move alone and as a
 * continuation of one of the last plies; by the cells; and for captures by what is taken. A `memory` belongs to one thread.
 *
 *   killers              Akl and Newborn, The Principal Continuation and the Killer Heuristic, 1977
 *   history              Schaeffer, The History Heuristic and Alpha-Beta Search Enhancements in Practice, 1989
 *   counter-move         Uiterwijk, The Countermove Heuristic, 1992
 *   continuation history  as Stockfish has it; here by slots, since men times cells have no bound
 */
#ifndef FERZ_SEARCH_ORDER_H
#define FERZ_SEARCH_ORDER_H

#include "search/evaluation.h"

enum {
    SLOTS_MAX = 2048,
    PAIRS = 1 << 15,
    VICTIMS = 32,
    HISTORY_MOST = 16384,
    /* Groups far apart; gain or history within. */
    ORDER_TABLE = 1 << 30,
    ORDER_GOOD = 1 << 27, /* captures and promotions whose exchange was not looked at yet, or that pay */
    ORDER_KILLER = 1 << 26,
    ORDER_BAD = -(1 << 27),
};

typedef struct memory {
    const game *game;
    unsigned slots; /* a power of two: of slot_bits */
    unsigned slot_bits;
    int16_t *arrivals; /* [slots] by man and arrival */
    int16_t *follows;  /* [slots][slots] the same after the man and arrival of an earlier ply */
    int16_t *captures; /* [slots][VICTIMS] */
    int16_t *pairs;    /* [PAIRS] by mover, departure and arrival */
    move *counters;    /* [slots] */
} memory;

/* What was known when a ply was ordered. `before`: slots of the plies before it, -1: none. */
typedef struct order_hints {
    move known, killers[2], counter;
    int before[3]; /* one, two and four plies ago */
} order_hints;

/* False when out of memory. */
bool memory_init(memory *m, const game *g);
void memory_finish(memory *m);
void memory_clear(memory *m);
/* A new search: what was learnt counts less. */
void memory_fade(memory *m);

/* Where the man of a move is remembered. */
int memory_slot(const memory *m, const position *p, move made);
/* How well a quiet move has done. */
int memory_history(const memory *m, const position *p, move made, const order_hints *hints);
/* How well it has done as an answer to the last two plies. */
int memory_follows(const memory *m, int slot, const order_hints *hints);
/* A move was better, or no better, than others here. */
void memory_learn(memory *m, const position *p, move made, const order_hints *hints, int bonus);
void memory_learn_capture(memory *m, const position *p, move made, int bonus);

/* The worth of each of the moves for the order. */
void order_moves(const memory *m, const evaluation *e, const position *p, const move *moves, int *orders, size_t count,
                 const order_hints *hints);
/* Brings the best of the moves from `i` on to `i`: cheaper than sorting since a cutoff mostly comes soon. */
void order_pick(move *moves, int *orders, size_t i, size_t end);

#endif
