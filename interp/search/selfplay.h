/* Self-play: games of the search against itself, or against the same search with other weights, on several threads.
 *
 * Games have numbers, and a game's random numbers follow from the seed and its number. So the same seed plays the same games, with any
 * number of threads, if nothing stops them. */
#ifndef FERZ_SEARCH_SELFPLAY_H
#define FERZ_SEARCH_SELFPLAY_H

#include "base/random.h"
#include "search/evaluation.h"
#include "search/search.h"

#include <pthread.h>

enum {
    SELFPLAY_PLIES_MAX = 400, /* longer games are draws */
    SELFPLAY_STOPPED = -1,    /* there was no time for the end of a game */
    SELFPLAY_THREADS_MAX = 256,
};

struct selfplay_thread;

typedef struct selfplay {
    const game_history *start;  /* of all games */
    live_hooks *const *hooks;   /* [threads], as in search_run */
    const variant *variants[2]; /* what each player knows; without a second one a single search plays both sides */
    int threads;
    uint64_t seed;
    int oversight[2]; /* of each player: search_limits */
    /* Plays game `number`; called for 0, 1, 2 ... in that order, by any thread. */
    void (*play)(struct selfplay_thread *t, int number);
    /* Whether game `number` is to be played, asked under `lock`. */
    bool (*goes_on)(void *state, int number);
    bool (*stop)(void *state); /* asked often, by any thread */
    void *state;

    pthread_mutex_t lock; /* for what games share; selfplay_run makes it */
    int next;
    _Atomic bool failed, no_memory; /* a hook failed */
} selfplay;

typedef struct selfplay_thread {
    selfplay *run;
    live_hooks *hooks;
    search *search[2];
    game_history game_history;
    move *moves;
    size_t capacity;
    uint32_t first; /* bits by player: the first player's side */
    /* since the thread began, for each player */
    uint64_t nodes[2];
    double seconds[2]; /* of the processor */
} selfplay_thread;

/* Plays until goes_on or `stop` ends it. False: see `failed` and `no_memory`. */
bool selfplay_run(selfplay *run);

/* A random number source of a game; `purpose` tells sources of one game apart, and plies from them. */
uint64_t selfplay_seed(const selfplay *run, int number, int purpose);
enum { SELFPLAY_OPENING = 0xFFFF, SELFPLAY_PAIR = 0xFFFE, SELFPLAY_DIRECTION = 0xFFFD };

/* Random plies from the start. False if they ended the game in every attempt. */
bool selfplay_open(selfplay_thread *t, random_source *random, int plies);
/* The same with 2 to `plies` random plies, until one that a search of so many nodes by player 0 calls fair, or the last attempt. */
bool selfplay_open_fair(selfplay_thread *t, random_source *random, int plies, uint64_t nodes);
/* Plays on to the end. Player 0 is for the first player's side, or with `swapped` for the other; a ply of player i has `nodes[i]`.
 * `sample` may be NULL; it sees each position with what the search found there. Returns the result in hundredths of a point for the first
 * player's side, or SELFPLAY_STOPPED. */
int selfplay_game(selfplay_thread *t, int number, bool swapped, const uint64_t nodes[2],
                  void (*sample)(selfplay_thread *t, const search_result *found, void *into), void *into);

/* A game of a match: each opening, fair to a search of so many nodes, is played twice with sides swapped. Returns the result in hundredths
 * of a point for player 0, or SELFPLAY_STOPPED; half a point where no opening leaves a game. */
int selfplay_match_game(selfplay_thread *t, int number, uint64_t opening_nodes, const uint64_t nodes[2]);

/* Plays the moves of a game that is known, their texts each ended by a NUL, and an empty one, as far as they are legal; from ply
 * `opening` on `sample` sees each position with the move. False for a game that cannot be played, or when out of memory. */
bool selfplay_replay(selfplay_thread *t, const char *moves, int opening,
                     void (*sample)(selfplay_thread *t, const search_result *found, void *into), void *into);

/* Whether a static score means something here: the side to move is not in check, the best move captures nothing, and no line of captures
 * changes the formulas' score by more than a little. */
bool selfplay_is_quiet(selfplay_thread *t, const evaluation *e, move best);
/* The formulas' score for the side to move. */
int selfplay_static_score(const selfplay_thread *t, const evaluation *e);

#endif
