/* Worker: one thread on its way through the tree, and what all threads of a search share.
 *
 * A `basis` is what they share: tables that never change, the transposition table, and what holds for one run. A `worker`
 * is one thread's own: the position, the plies that led to it from the root, and what it has learnt about the order of moves.
 * Scores are for the player who acts, in hundredths of the cheapest man.
 */
#ifndef FERZ_SEARCH_SEARCH_THREAD_H
#define FERZ_SEARCH_SEARCH_THREAD_H

#include "search/timeman.h"
#include "search/see.h"
#include "search/move_order.h"
#include "search/search.h"

#include <stdatomic.h>

enum {
    SCORE_INFINITE = 32000,
    SCORE_NONE = INT16_MIN,
    EVAL_CACHE_SIZE = 1 << 15,
    REDUCTION_DEPTHS = 64,
    REDUCTION_MOVES = 64,
};

struct search_thread;

typedef struct search_shared {
    const variant *variant;
    evaluation evaluation;
    pruning_conditions pruning;
    see_values see;
    int chance_bound; /* see chance.h */
    transposition_table tt;
    uint8_t reductions[REDUCTION_DEPTHS][REDUCTION_MOVES]; /* by depth and number of the move */
    bool repetition_draws;       /* a repetition is a draw, so that its first return may stand for it */
    bool checking_loses;         /* unless it came about by checks alone */
    bool captures_mandatory;     /* captures are: a position with one is not quiet */
    uint64_t key_halfmoves_from; /* quiet count from which on it is part of a position's key */
    bool key_has_extras;         /* a key is more than the position's hash */

    /* one run */
    const search_limits *limits;
    timeman timeman;                /* the first worker looks at it */
    struct search_thread **threads; /* [count] whose nodes count together */
    int thread_count;
    uint32_t root_side; /* of the player at the root, bits by player; the others are against him */
    atomic_bool stopped, failed;
} search_shared;

/* A ply on the way from the root. */
typedef struct search_frame {
    uint64_t key;     /* hash of the position: what repetition compares */
    int static_eval;  /* what it seems worth; SCORE_NONE where the mover is in check */
    int history_slot; /* where the move made from here is remembered; -1 */
    bool root_side;   /* a friend acts */
    bool in_check;    /* the ply that led here gave check */
    bool null_move;   /* it was no ply: somebody stood still */
    uint8_t moved_by; /* who made it */
    move killers[2];
    move excluded; /* is not looked at: the others are asked whether they come near it */
    evaluation_sums sums;
    size_t pv_length; /* of the best line from here */
    move pv[SEARCH_PLY_MAX];
} search_frame;

typedef struct search_thread {
    search_shared *shared;
    game_history game_history;
    move_history history;
    move *moves;      /* one buffer for the lists of all plies, last in, first out */
    int *move_scores; /* beside it */
    size_t capacity, used;
    uint64_t *eval_cache; /* [JUDGEMENTS] what positions seemed worth: upper 48 bits of the key, score */
    _Atomic uint64_t nodes;
    uint64_t next_check;
    bool is_main; /* looks at the clock */
    int iteration, seldepth;
    int nmp_min_ply; /* nobody stands still before this ply */
    search_frame frames[SEARCH_PLY_MAX + 4];
} search_thread;

/* False when out of memory; `game`, `evaluation` (not owned by it yet), limits and tables are made here. */
bool search_shared_init(search_shared *shared, const variant *g, size_t hash_bytes);
void search_shared_finish(search_shared *shared);
/* Before a run: what depends on who is at the root. */
void search_shared_begin(search_shared *shared, const game_history *root, const search_limits *limits);

bool search_thread_init(search_thread *t, search_shared *shared);
void search_thread_finish(search_thread *t);
/* Ready for a run from `root`. False when out of memory. */
bool search_thread_begin(search_thread *t, const game_history *root, live_hooks *hooks);

/* Of all workers. */
uint64_t search_shared_nodes(const search_shared *shared);
/* Looks whether the search is to end, and when to look again. */
void search_thread_check_limits(search_thread *t, uint64_t nodes);
/* A script that failed has spoilt every answer since. */
bool search_thread_failed(search_thread *t);

/* What the game's end, or having no move, is worth to the mover at `ply`; what the position seems worth to him. */
int search_thread_verdict_score(const search_thread *t, const game_outcome *v, int ply);
int search_thread_no_moves(search_thread *t, int ply);
int search_thread_evaluate(const search_thread *t, int ply);
/* Whether there is nothing to think of before standing still: hardly anybody with so many men has no move at all. */
bool search_thread_can_move(search_thread *t);
/* The key under which the table knows the position: with what its hash leaves out and yet decides how the game ends. */
uint64_t search_thread_key(const search_thread *t);
/* Whether the position stood before since the root, and that counts as a draw to come. */
bool search_thread_is_repetition(const search_thread *t, int ply);

/* Lists the legal moves behind those in use. False when there is no room for them. */
bool search_thread_legal_moves(search_thread *t, size_t *count);
move_order_hints search_thread_order_hints(const search_thread *t, int ply, move tt_move);
/* Plays a move from `ply`; whether it gives check. */
bool search_thread_make_move(search_thread *t, move m, int ply);
void search_thread_update_pv(search_thread *t, int ply, move m);

static inline bool search_shared_is_root_side(const search_shared *shared, int player)
{
    return shared->root_side >> player & 1;
}
static inline bool score_is_mate(int score)
{
    return score >= SCORE_MATE_MIN || score <= -SCORE_MATE_MIN;
}

/* Counts a node; false when the search is to end. */
static inline bool search_thread_count_node(search_thread *t)
{
    uint64_t nodes = atomic_load_explicit(&t->nodes, memory_order_relaxed);
    if (nodes >= t->next_check) {
        search_thread_check_limits(t, nodes);
    }
    if (atomic_load_explicit(&t->shared->stopped, memory_order_relaxed)) {
        return false;
    }
    atomic_store_explicit(&t->nodes, nodes + 1, memory_order_relaxed);
    return true;
}

static inline bool search_thread_stopped(const search_thread *t)
{
    return atomic_load_explicit(&t->shared->stopped, memory_order_relaxed);
}

static inline int search_thread_side_to_move(const search_thread *t)
{
    return t->game_history.position->state.side_to_move;
}

static inline bool search_thread_root_side(const search_thread *t)
{
    return search_shared_is_root_side(t->shared, search_thread_side_to_move(t));
}

#endif
