/* Search threads: what all threads of an alpha-beta search share, and what each has of its own.
 *
 * `search_shared` has the tables that never change, the transposition table, and the state of one run. A
 * `search_thread` has a position, the plies from the root to it, and the histories of the move order. Scores are
 * centipawns (cheapest piece = 100) for the side to move.
 */
#ifndef FERZ_SEARCH_SEARCH_THREAD_H
#define FERZ_SEARCH_SEARCH_THREAD_H

#include "search/timeman.h"
#include "search/see.h"
#include "search/move_order.h"
#include "search/search.h"
#include "search/search_params.h"

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
    search_params params;
    see_values see;
    int chance_bound; /* see chance.h */
    transposition_table tt;
    uint8_t reductions[REDUCTION_DEPTHS][REDUCTION_MOVES]; /* [depth][move count] */
    bool repetition_draws;       /* repetition is a draw, so its first occurrence in the tree counts as one */
    bool checking_loses;         /* except if it came about by checks alone */
    bool captures_mandatory;     /* a position with a capture is not quiet */
    bool quiet_checks;           /* neither is one with a check */
    bool short_quiescence;       /* a script goes on after every move, so what a capture gains is not known before */
    uint64_t key_halfmoves_from; /* halfmove clock from which on it is part of a position's key */
    bool key_has_extras;         /* the key is more than the position's hash */

    /* one run */
    const search_limits *limits;
    timeman timeman;                /* the main thread checks it */
    struct search_thread **threads; /* [thread_count] whose nodes count together */
    int thread_count;
    uint32_t root_side; /* the side of the root's player, bits by player; all others are against it */
    atomic_bool stopped, failed;
} search_shared;

/* A ply on the path from the root. */
typedef struct search_frame {
    uint64_t key;     /* of the position, for repetition */
    int static_eval;  /* for the side to move; SCORE_NONE in check */
    int history_slot; /* of the move made from here; -1: none */
    bool root_side;   /* the side to move is the side of the root's player */
    bool in_check;    /* the side to move is in check */
    bool null_move;   /* the ply that led here was a null move */
    uint8_t moved_by; /* the player who made that ply */
    move killers[2];
    move excluded; /* a singular extension searches all moves but this */
    evaluation_sums sums;
    size_t pv_length; /* of the best line from here */
    move pv[SEARCH_PLY_MAX];
} search_frame;

typedef struct search_thread {
    search_shared *shared;
    fuel fuel; /* of its position: out when the search must stop */
    game_history game_history;
    move_history history;
    move *moves;      /* one buffer for the lists of all plies, last in, first out */
    int *move_scores; /* parallel to `moves` */
    size_t capacity, used;
    network_view *view;   /* NULL: the variant has no network */
    uint64_t *eval_cache; /* [EVAL_CACHE_SIZE] upper 48 bits of the key, static evaluation */
    _Atomic uint64_t nodes;
    uint64_t next_check;
    bool is_main; /* it checks the limits */
    int iteration, seldepth;
    size_t root_plies; /* plies of the game before the search */
    int nmp_min_ply;   /* no null move before this ply */
    search_frame frames[SEARCH_PLY_MAX + 4];
} search_thread;

/* Creates all tables of a variant. False when out of memory; then finish it as well. */
bool search_shared_init(search_shared *shared, const variant *g, size_t hash_bytes);
/* Between two runs. */
void search_shared_set_params(search_shared *shared, const search_params *params);
void search_shared_finish(search_shared *shared);
/* Before a run: what depends on the root. */
void search_shared_begin(search_shared *shared, const game_history *root, const search_limits *limits);

bool search_thread_init(search_thread *t, search_shared *shared);
void search_thread_finish(search_thread *t);
/* Prepares a run from `root`. False when out of memory. */
bool search_thread_begin(search_thread *t, const game_history *root, live_hooks *hooks);

/* Of all threads. */
uint64_t search_shared_nodes(const search_shared *shared);
/* Checks whether the search has to stop, and sets the next check. */
void search_thread_check_limits(search_thread *t, uint64_t nodes);
/* Whether a script failed: then no score is valid, and the search stops. */
bool search_thread_failed(search_thread *t);

/* Scores at `ply` for the side to move: of an ended game, of a position without legal moves, the static evaluation. */
int search_thread_verdict_score(const search_thread *t, const game_outcome *v, int ply);
int search_thread_no_moves(search_thread *t, int ply);
int search_thread_evaluate(const search_thread *t, int ply);
/* Whether the side to move surely has a legal move. With more than three pieces that is assumed. */
bool search_thread_can_move(search_thread *t);
/* The key for the transposition table: the hash, and all else that decides how the game ends. */
uint64_t search_thread_key(const search_thread *t);
/* Whether the position occurred before since the root, and that counts as a draw. */
bool search_thread_is_repetition(const search_thread *t, int ply);

/* Lists the legal moves behind those in use. False if there is no room. */
bool search_thread_legal_moves(search_thread *t, size_t *count);
move_order_hints search_thread_order_hints(const search_thread *t, int ply, move tt_move);
/* Makes a move at `ply`. Returns whether it gives check. */
bool search_thread_make_move(search_thread *t, move m, int ply);
/* Whether a weak player does not see the move: oversight.h. */
bool search_thread_overlooks(const search_thread *t, move m);
void search_thread_update_pv(search_thread *t, int ply, move m);

static inline bool search_shared_is_root_side(const search_shared *shared, int player)
{
    return shared->root_side >> player & 1;
}
static inline bool score_is_mate(int score)
{
    return score >= SCORE_MATE_MIN || score <= -SCORE_MATE_MIN;
}

/* Searched by this thread. */
static inline uint64_t search_thread_nodes(const search_thread *t)
{
    return atomic_load_explicit(&t->nodes, memory_order_relaxed);
}

/* Counts a node. False when the search has to stop. */
static inline bool search_thread_count_node(search_thread *t)
{
    uint64_t nodes = search_thread_nodes(t);
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
