/* Search: finds a good move in a game that the player sees completely.
 *
 * With two sides (players or teams): principal variation search with iterative deepening, a transposition table, and
 * a quiescence search over captures and promotions. Nothing depends on a particular variant: the position says who
 * moves next (perhaps the same player), the history says how the game ends, and evaluation.h derives the values of
 * the pieces. Dice rolls are averaged; if the root has to roll, the answer is the roll that the seed gives. Games
 * with more than two sides are searched by maxn.h.
 *
 * A search belongs to one variant and is used by one thread at a time. What it learns stays in its table until
 * search_clear. After creation only search_run allocates, and only before it starts to search. With the same table
 * at the start and no time limit, the same search gives the same result on every machine.
 */
#ifndef FERZ_SEARCH_SEARCH_H
#define FERZ_SEARCH_SEARCH_H

#include "play/history.h"
#include "search/search_params.h"
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
    int score;      /* centipawns (cheapest piece = 100) for the side to move; mate scores: SCORE_MATE less the plies */
    int mate;       /* moves to the mate: > 0 the side to move wins, < 0 it loses, 0 no mate seen */
    int depth;      /* last finished depth */
    int seldepth;   /* greatest ply that was searched */
    int multipv;    /* number of the line, from 1 */
    tt_bound bound; /* BOUND_EXACT, except in reports during an iteration */
    int hashfull;   /* part of the table filled by this run, in thousandths */
    uint64_t nodes;
    int milliseconds;
    bool failed;   /* a script failed: nothing here is valid */
    bool unlisted; /* the time was over, or the search stopped, before the moves at the root were known */
} search_result;

typedef struct search_limits {
    int depth;      /* plies; 0 = none */
    uint64_t nodes; /* 0 = none */
    int movetime;   /* milliseconds; 0 = none. Without any limit a few plies are searched */
    /* milliseconds, and moves, of the clock of the side to move; 0 = none */
    int clock, increment, moves_to_go, overhead;
    int listing;   /* milliseconds more than the time allows, until the moves at the root are listed */
    int mate;      /* stops when a mate in so many moves is found; 0 = none */
    int multipv;   /* how many lines; 0 = 1 */
    int threads;   /* 0 = 1 */
    uint64_t seed; /* not 0: breaks ties among equal moves */
    int oversight; /* moves that are not seen, in thousandths: search/oversight.h */
    search_method method;
    const move *searchmoves; /* the only moves at the root; NULL: all */
    size_t searchmoves_count;
    /* While it returns true, no time passes. May be NULL. */
    bool (*ponders)(void *state);
    /* Called every thousand nodes or more often; true stops the search. May be NULL. */
    bool (*stop)(void *state);
    /* Called after each finished depth. May be NULL. */
    void (*info)(void *state, const search_result *so_far);
    void *state;
} search_limits;

/* NULL when out of memory. `hash_bytes` 0: SEARCH_HASH_DEFAULT. */
search *search_create(const variant *v, size_t hash_bytes);
void search_destroy(search *s);
/* Forgets what earlier runs have learnt. */
void search_clear(search *s);
/* Other constants than those of the variant's tuning, for the runs that follow. */
void search_set_params(search *s, const search_params *params);

/* Searches the current position of the history, which is only copied. `hooks`: [threads], an instance for each thread,
 * or NULLs if the variant has no live hooks. False when out of memory; see also `failed` and `best` of the result. */
bool search_run(search *s, const game_history *start, live_hooks *const *hooks, const search_limits *limits,
                search_result *out);

/* The score of a game that the outcome ends, for the winner's side, `ply` plies from the root. */
int search_win_score(const search *s, const game_outcome *v, int ply);

#endif
