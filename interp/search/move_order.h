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
#ifndef FERZ_SEARCH_MOVE_ORDER_H
#define FERZ_SEARCH_MOVE_ORDER_H

#include "search/evaluation.h"

enum {
    HISTORY_SLOTS_MAX = 2048,
    BUTTERFLY_SIZE = 1 << 15,
    VICTIM_TYPES = 32,
    HISTORY_MAX = 16384,
    /* Groups far apart; gain or history within. */
    ORDER_TT = 1 << 30,
    ORDER_GOOD_CAPTURE = 1 << 27, /* captures and promotions whose exchange was not looked at yet, or that pay */
    ORDER_KILLER = 1 << 26,
    ORDER_BAD_CAPTURE = -(1 << 27),
};

typedef struct move_history {
    const variant *variant;
    unsigned slots; /* a power of two: of slot_bits */
    unsigned slot_bits;
    int16_t *piece_to;     /* [slots] by man and arrival */
    int16_t *continuation; /* [slots][slots] the same after the man and arrival of an earlier ply */
    int16_t *capture;      /* [slots][VICTIMS] */
    int16_t *butterfly;    /* [PAIRS] by mover, departure and arrival */
    move *countermoves;    /* [slots] */
} move_history;

/* What was known when a ply was ordered. `before`: slots of the plies before it, -1: none. */
typedef struct move_order_hints {
    move tt_move, killers[2], countermove;
    int earlier_slots[3]; /* one, two and four plies ago */
} move_order_hints;

/* False when out of memory. */
bool move_history_init(move_history *m, const variant *v);
void move_history_finish(move_history *m);
void move_history_clear(move_history *m);
/* A new search: what was learnt counts less. */
void move_history_age(move_history *m);

/* Where the man of a move is remembered. */
int move_history_slot(const move_history *m, const position *p, move mv);
/* How well a quiet move has done. */
int move_history_score(const move_history *m, const position *p, move mv, const move_order_hints *hints);
/* How well it has done as an answer to the last two plies. */
int move_history_continuation(const move_history *m, int slot, const move_order_hints *hints);
/* A move was better, or no better, than others here. */
void move_history_update(move_history *m, const position *p, move mv, const move_order_hints *hints, int bonus);
void move_history_update_capture(move_history *m, const position *p, move mv, int bonus);

/* The worth of each of the moves for the order. */
void move_order_score(const move_history *m, const evaluation *e, const position *p, const move *moves,
                      int *move_scores, size_t count, const move_order_hints *hints);
/* Brings the best of the moves from `i` on to `i`: cheaper than sorting since a cutoff mostly comes soon. */
void move_order_pick(move *moves, int *move_scores, size_t i, size_t end);

#endif
