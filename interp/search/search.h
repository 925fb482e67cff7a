/* Search: finds a good move in any game that is seen in full.
 *
 * Two sides (players or teams): principal variation search with iterative deepening, a transposition table and a quiescence search over moves that take
 * or promote. Nothing in it knows a game: who acts after a ply is asked of the position (the same player may act
 * again), how a game ends is asked of the record, what a man is worth is worked out by evaluation.h. Where dice are thrown
 * it takes the mean over what they can show; at the root, where they are to be thrown, the answer is a throw by the
 * seed. More than two sides are searched by many.h, each for himself.
 *
 * A search belongs to one game and is used by one thread at a time; what it has learnt stays in its table from one run
 * to the next until search_clear. After creation only search_run allocates, and only before it starts to search.
 * With the same table to begin with, and no limit of time, the same search is the same on every machine.
 */
#ifndef FERZ_SEARCH_SEARCH_H
#define FERZ_SEARCH_SEARCH_H

#include "play/history.h"
#include "search/tt.h"

enum {
    SEARCH_PLY_MAX = 128,
    SEARCH_DEPTH_MAX = 100,
    SEARCH_HASH_DEFAULT = 16 << 20,
};

typedef struct search search;

typedef enum search_method { METHOD_AUTO, METHOD_ALPHABETA, METHOD_MCTS } search_method;

typedef struct search_result {
    move best; /* MOVE_NONE: there is no legal move */
    move pv[SEARCH_PLY_MAX];
    size_t pv_length; /* the best move included */
    int score;      /* hundredths of the cheapest man, for the mover; SCORE_MATE less the plies when the end is seen */
    int mate;       /* moves until then: > 0 the mover wins, < 0 he loses, 0 no end is seen */
    int depth;      /* last depth that was finished */
    int seldepth;   /* plies of the longest line that was looked at */
    int multipv;    /* of the line, from 1 */
    tt_bound bound; /* what the score is: BOUND_EXACT but in reports on the way */
    int hashfull;   /* thousandths of the table that this run has filled */
    uint64_t nodes;
    int milliseconds;
    bool failed; /* a live hook failed: nothing here is to be trusted */
} search_result;

typedef struct search_limits {
    int depth;      /* plies; 0 = none */
    uint64_t nodes; /* 0 = none */
    int movetime;   /* milliseconds; 0 = none. Without any limit at all a few plies are searched */
    int clock, increment, moves_to_go, overhead; /* milliseconds, and moves, of the mover's clock; 0 = none */
    int mate;                                    /* stops when a mate in so many moves is found; 0 = none */
    int multipv;                                 /* how many first moves are asked for; 0 = 1 */
    int threads;                                 /* 0 = 1 */
    uint64_t seed;                               /* not 0: chooses among moves that seem equal */
    search_method method;
    const move *searchmoves; /* the only moves at the root; NULL: all */
    size_t searchmoves_count;
    /* While it says true no time passes. May be NULL. */
    bool (*ponders)(void *state);
    /* Asked every thousand nodes or more often; true ends the search. May be NULL. */
    bool (*stop)(void *state);
    /* Told after each finished depth. May be NULL. */
    void (*info)(void *state, const search_result *so_far);
    void *state;
} search_limits;

/* NULL when out of memory. `hash_bytes` 0: SEARCH_HASH_DEFAULT. */
search *search_create(const variant *v, size_t hash_bytes);
void search_destroy(search *s);
/* Forgets what earlier runs have learnt. */
void search_clear(search *s);

/* Searches from the record's position, which is only copied. `hooks`: [threads], each an instance of its own, or of NULLs
 * in games without live hooks. False when out of memory; see also `failed` and `best` of the result. */
bool search_run(search *s, const game_history *start, live_hooks *const *hooks, const search_limits *limits,
                search_result *out);

#endif
