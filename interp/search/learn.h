/* Learning: finds a network for a game by playing it, in generations.
 *
 * A generation plays games of what is in force against itself, with numbers of nodes that vary, and keeps quiet positions with the score of the
 * search and the result. Two networks are trained on all positions so far: one that takes the place of the formulas, one that is added
 * to them; and where scores hardly foretell results, a third that learns from the scores alone. The one that foretells better goes through
 * the gate (gate.h) first, then the others, until one passes. It is in force from then on. What a related game lends goes through the gate
 * before all, untrained.
 *
 * The same seed and number of games find the same networks, with any number of threads, where nothing ends a stage early; whether the
 * gate lets them through at equal time depends on the measured speed.
 *
 * A run that was stopped goes on from its state: bytes that `keep` got, at the stop or now and then. Its time goes on, too. */
#ifndef FERZ_SEARCH_LEARN_H
#define FERZ_SEARCH_LEARN_H

#include "search/gate.h"
#include "search/network_file.h"

typedef enum learn_stage { LEARN_PLAY, LEARN_TRAIN, LEARN_GATE_NODES, LEARN_GATE_TIME } learn_stage;

typedef struct learn_progress {
    learn_stage stage;
    int generation;        /* from 1 */
    bool adds;             /* of the network that is trained or tested: see network.h */
    int games, game_limit; /* of the generation, or of the match; `game_limit` 0: as many as time allows */
    int positions;
    int epoch, epochs;
    double formula_loss, loss; /* in the test games */
    int won, drawn, lost;
    elo_estimate elo;
    uint64_t nodes;      /* for a ply of what is in force */
    double speed;        /* nodes a second by those of what is in force; 0: not known */
    double seconds_left; /* negative: not known */
} learn_progress;

typedef struct learn_limits {
    int games;       /* for each generation; 0 = as many as time allows */
    int seconds;     /* for everything; 0 = none */
    int generations; /* 0 = by the time */
    int match_games; /* most of each match of the gate; 0 = as many as decide */
    uint64_t nodes;
    int threads;
    uint64_t seed;
    const network *nearest; /* of a related game; NULL: none */
    const char *state;      /* bytes to go on from; NULL: a new run */
    size_t state_length;
    bool (*stop)(void *state_of_caller);                                 /* true ends the run with what there is */
    void (*on_progress)(void *state_of_caller, const learn_progress *p); /* one thread at a time; may be NULL */
    /* A network passed the gate. */
    void (*on_network)(void *state_of_caller, network *n, const learn_progress *p);
    void (*keep)(void *state_of_caller, const char *bytes, size_t length); /* may be NULL */
    void *state_of_caller;
} learn_limits;

typedef struct learn_result {
    learn_progress end; /* of the last match */
    int games, positions, generations;
    bool stopped;
    const network *found; /* the last network that passed; NULL: none */
    const network *tried; /* the last one that was trained; NULL: none */
} learn_result;

typedef enum learn_outcome {
    LEARN_DONE,
    LEARN_FAILED, /* a live hook failed */
    LEARN_NO_MEMORY,
    LEARN_NO_GAMES,    /* no game gave a position */
    LEARN_OTHER_STATE, /* the state is not one of these rules, or damaged */
} learn_outcome;

/* Only where network_suits. `start` and `hooks` as in tune_run; networks live in the arena. */
learn_outcome learn_run(const game_history *start, live_hooks *const *hooks, const learn_limits *limits, arena *a,
                        learn_result *out);

#endif
