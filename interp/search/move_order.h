/* Move order: which moves are tried first, and the histories that decide it.
 *
 * First the table's move, then captures that win by SEE, killers and the countermove, quiet moves by history, and
 * losing captures. Histories are kept by piece and target cell (alone, and as a continuation of an earlier ply), by
 * origin and target cell (butterfly), and for captures also by the captured type. A `move_history` belongs to one
 * thread.
 *
 *   killers               Akl and Newborn, The Principal Continuation and the Killer Heuristic, 1977
 *   history               Schaeffer, The History Heuristic and Alpha-Beta Search Enhancements in Practice, 1989
 *   countermove           Uiterwijk, The Countermove Heuristic, 1992
 *   continuation history  as in Stockfish; by slots, since pieces times cells have no bound
 */
#ifndef FERZ_SEARCH_MOVE_ORDER_H
#define FERZ_SEARCH_MOVE_ORDER_H

#include "search/evaluation.h"

enum {
    HISTORY_SLOT_BITS_MAX = 11,
    BUTTERFLY_BITS_MAX = 15,
    VICTIM_TYPES = 32,
    HISTORY_MAX = 16384,
    /* Groups of moves; inside a group the gain or history decides. */
    ORDER_TT = 1 << 30,
    ORDER_GOOD_CAPTURE = 1 << 27, /* captures and promotions that win, or whose SEE is not known yet */
    ORDER_KILLER = 1 << 26,
    ORDER_BAD_CAPTURE = -(1 << 27),
};

typedef struct move_history {
    const variant *variant;
    unsigned slots; /* a power of two, 1 << slot_bits */
    unsigned slot_bits;
    int16_t *piece_to;       /* [slots] by piece and target cell */
    int16_t *continuation;   /* [slots][slots] the same after an earlier ply's piece and target cell */
    int16_t *capture;        /* [slots][VICTIM_TYPES] */
    unsigned butterfly_size; /* a power of two: a small board has a small table, which every search ages */
    int16_t *butterfly;      /* [butterfly_size] by side, origin and target cell */
    move *countermoves;      /* [slots] */
} move_history;

/* What is known when the moves of a ply are scored. `earlier_slots`: slots of earlier plies; -1: none. */
typedef struct move_order_hints {
    move tt_move, killers[2], countermove;
    int earlier_slots[3]; /* one, two and four plies earlier */
} move_order_hints;

/* False when out of memory. */
bool move_history_init(move_history *m, const variant *v);
void move_history_finish(move_history *m);
void move_history_clear(move_history *m);
/* Before a new search: older results count less. */
void move_history_age(move_history *m);

/* The slot of a move's piece and target cell. */
int move_history_slot(const move_history *m, const position *p, move mv);
/* The history of a quiet move. */
int move_history_score(const move_history *m, const position *p, move mv, const move_order_hints *hints);
/* The continuation history alone, of the last two plies. */
int move_history_continuation(const move_history *m, int slot, const move_order_hints *hints);
/* Adds a bonus (or malus) to the histories of a move. */
void move_history_update(move_history *m, const position *p, move mv, const move_order_hints *hints, int bonus);
void move_history_update_capture(move_history *m, const position *p, move mv, int bonus);

/* Scores the moves for the order. */
void move_order_score(const move_history *m, const evaluation *e, const position *p, const move *moves,
                      int *move_scores, size_t count, const move_order_hints *hints);
/* Whether a list is so long that nothing may be done for each of its moves that takes the length of the list. */
static inline bool move_order_is_long(size_t first, size_t end)
{
    return end - first > 2048;
}

/* Brings the best of the moves from `i` on to `i`, in a list from `first` to `end` whose moves are picked one after the
 * other. Cheaper than sorting, since a cutoff mostly comes early; what is left of a long list is sorted. */
void move_order_pick(move *moves, int *move_scores, size_t first, size_t i, size_t end);

#endif
