/* Tree: alpha-beta over plies, for two sides, in any game: what one thread does below the root.
 *
 * A `basis` is what all threads of a search share: tables that never change, the transposition table, and what holds for one
 * run. A `worker` is one thread's own: the position on its way through the tree, and what it has learnt about the order of
 * moves. Scores are for the player who acts, in hundredths of the cheapest man; who acts after a ply is asked of the
 * position, and where it is a player of the same side the sign stays.
 */
#ifndef FERZ_SEARCH_TREE_H
#define FERZ_SEARCH_TREE_H

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

    /* one run */
    const search_limits *limits;
    deadline deadline;       /* the first worker looks at it */
    struct worker **workers; /* [count] whose nodes count together */
    int count;
    uint32_t friends;      /* of the player at the root, bits by player; the others are against him */
    bool repetition_draws; /* a repetition is a draw, so that its first return may stand for it */
    bool checks_lose;      /* unless it came about by checks alone */
    bool forced;           /* captures are: a position with one is not quiet */
    uint64_t quiet_mixes;  /* quiet count from which on it is part of a position's key */
    bool mixes;            /* a key is more than the position's hash */
    atomic_bool stopped, failed;
} basis;

/* A ply on the way from the root. */
typedef struct frame {
    uint64_t key;  /* of the position */
    uint64_t path; /* its hash: what repetition compares */
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
/* Lists the legal moves behind those in use. False when there is no room for them. */
bool tree_list(worker *w, size_t *count);
/* Plays a move from `ply`; whether it gives check. */
bool tree_step(worker *w, move m, int ply);
/* The score of the position at `ply`, as the side that made the last ply sees it. `friends_acted`: that side is the root's. */
int tree_deeper(worker *w, bool friends_acted, int ply, int depth, int alpha, int beta, bool checked, bool cut);
void tree_keep_line(worker *w, int ply, move m);
/* A script that failed has spoilt every answer since. */
bool tree_failed(worker *w);

static inline bool basis_friendly(const basis *b, int player)
{
    return b->friends >> player & 1;
}
static inline bool score_decisive(int score)
{
    return score >= SCORE_MATE_LEAST || score <= -SCORE_MATE_LEAST;
}

#endif
