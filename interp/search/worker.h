/* Worker: one thread on its way through the tree, and what all threads of a search share.
 *
 * A `basis` is what they share: tables that never change, the transposition table, and what holds for one run. A `worker`
 * is one thread's own: the position, the plies that led to it from the root, and what it has learnt about the order of moves.
 * Scores are for the player who acts, in hundredths of the cheapest man.
 */
#ifndef FERZ_SEARCH_WORKER_H
#define FERZ_SEARCH_WORKER_H

#include "search/deadline.h"
#include "search/exchange.h"
#include "search/order.h"
#include "search/search.h"

#include <stdatomic.h>

enum {
    INFINITE = 32000,
    NO_SCORE = INT16_MIN,
    JUDGEMENTS = 1 << 15,
    REDUCTION_DEPTHS = 64,
    REDUCTION_MOVES = 64,
};

struct worker;

typedef struct basis {
    const game *game;
    evaluation evaluation;
    traits traits;
    pricing pricing;
    int chance_bound; /* see chance.h */
    table table;
    uint8_t reductions[REDUCTION_DEPTHS][REDUCTION_MOVES]; /* by depth and number of the move */
    bool repetition_draws; /* a repetition is a draw, so that its first return may stand for it */
    bool checks_lose;      /* unless it came about by checks alone */
    bool forced;           /* captures are: a position with one is not quiet */
    uint64_t quiet_mixes;  /* quiet count from which on it is part of a position's key */
    bool mixes;            /* a key is more than the position's hash */

    /* one run */
    const search_limits *limits;
    deadline deadline;       /* the first worker looks at it */
    struct worker **workers; /* [count] whose nodes count together */
    int count;
    uint32_t friends; /* of the player at the root, bits by player; the others are against him */
    atomic_bool stopped, failed;
} basis;

/* A ply on the way from the root. */
typedef struct frame {
    uint64_t path; /* hash of the position: what repetition compares */
    int still;     /* what it seems worth; NO_SCORE where the mover is in check */
    int slot;      /* where the move made from here is remembered; -1 */
    bool friends;  /* a friend acts */
    bool checking; /* the ply that led here gave check */
    bool passed;   /* it was no ply: somebody stood still */
    uint8_t acted; /* who made it */
    move killers[2];
    move excluded; /* is not looked at: the others are asked whether they come near it */
    evaluation_sums sums;
    size_t length; /* of the best line from here */
    move line[SEARCH_PLY_MAX];
} frame;

typedef struct worker {
    basis *basis;
    record record;
    memory memory;
    move *moves; /* one buffer for the lists of all plies, last in, first out */
    int *orders; /* beside it */
    size_t room, used;
    uint64_t *judgements; /* [JUDGEMENTS] what positions seemed worth: upper 48 bits of the key, score */
    _Atomic uint64_t nodes;
    uint64_t look_at;
    bool first; /* looks at the clock */
    int iteration, reach;
    int still_barred; /* nobody stands still before this ply */
    frame frames[SEARCH_PLY_MAX + 4];
} worker;

/* False when out of memory; `game`, `evaluation` (not owned by it yet), limits and tables are made here. */
bool basis_init(basis *b, const game *g, size_t hash_bytes);
void basis_finish(basis *b);
/* Before a run: what depends on who is at the root. */
void basis_begin(basis *b, const record *root, const search_limits *limits);

bool worker_init(worker *w, basis *b);
void worker_finish(worker *w);
/* Ready for a run from `root`. False when out of memory. */
bool worker_begin(worker *w, const record *root, live_hooks *hooks);

/* Of all workers. */
uint64_t basis_nodes(const basis *b);
/* Looks whether the search is to end, and when to look again. */
void worker_look(worker *w, uint64_t nodes);
/* A script that failed has spoilt every answer since. */
bool worker_failed(worker *w);

/* What the game's end, or having no move, is worth to the mover at `ply`; what the position seems worth to him. */
int worker_verdict_score(const worker *w, const verdict *v, int ply);
int worker_no_moves(worker *w, int ply);
int worker_judge(const worker *w, int ply);
/* Whether there is nothing to think of before standing still: hardly anybody with so many men has no move at all. */
bool worker_can_move(worker *w);
/* The key under which the table knows the position: with what its hash leaves out and yet decides how the game ends. */
uint64_t worker_key(const worker *w);
/* Whether the position stood before since the root, and that counts as a draw to come. */
bool worker_returns(const worker *w, int ply);

/* Lists the legal moves behind those in use. False when there is no room for them. */
bool worker_list(worker *w, size_t *count);
order_hints worker_hints(const worker *w, int ply, move known);
/* Plays a move from `ply`; whether it gives check. */
bool worker_step(worker *w, move m, int ply);
void worker_keep_line(worker *w, int ply, move m);

static inline bool basis_friendly(const basis *b, int player)
{
    return b->friends >> player & 1;
}
static inline bool score_decisive(int score)
{
    return score >= SCORE_MATE_LEAST || score <= -SCORE_MATE_LEAST;
}

/* Counts a node; false when the search is to end. */
static inline bool worker_go_on(worker *w)
{
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    if (nodes >= w->look_at) {
        worker_look(w, nodes);
    }
    if (atomic_load_explicit(&w->basis->stopped, memory_order_relaxed)) {
        return false;
    }
    atomic_store_explicit(&w->nodes, nodes + 1, memory_order_relaxed);
    return true;
}

static inline bool worker_stopped(const worker *w)
{
    return atomic_load_explicit(&w->basis->stopped, memory_order_relaxed);
}

static inline int worker_mover(const worker *w)
{
    return w->record.position->state.mover;
}

static inline bool worker_friends(const worker *w)
{
    return basis_friendly(w->basis, worker_mover(w));
}

#endif
