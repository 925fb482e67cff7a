/* Gate: whether a new evaluation plays better than the one in force. It alone decides what is kept.
 *
 * Both play matches against each other from random openings, each opening twice with sides swapped, until a sequential probability ratio test
 * has decided: first with equal nodes, then with equal time, perhaps more of it: what helps a short search may harm a long one. Time
 * is measured in nodes, in the ratio of the speeds that the first match measured by processor time; so a busy machine favours nobody.
 * A match whose time or games are over before that is passed where the whole 95 % interval of its Elo is above 0; one that is stopped is not. */
#ifndef FERZ_SEARCH_GATE_H
#define FERZ_SEARCH_GATE_H

#include "base/elo.h"
#include "search/selfplay.h"

typedef enum gate_stage { GATE_NODES, GATE_TIME } gate_stage;

typedef struct gate_progress {
    gate_stage stage;
    elo_tally tally[2]; /* of the new one, by stage */
    sprt_state sprt;    /* of this stage */
    double speed;       /* its nodes a second by those of the old one; 0: not known yet */
} gate_progress;

typedef struct gate_limits {
    const game_history *start;
    live_hooks *const *hooks; /* [threads] */
    int threads;
    uint64_t seed;
    uint64_t nodes[2]; /* for a ply of the old one, by stage */
    int games;         /* most games of each match */
    double elo0, elo1;
    bool (*stop)(void *state);                                 /* ends everything */
    bool (*time_over)(void *state, gate_stage stage);          /* ends this match; may be NULL */
    void (*on_game)(void *state, const gate_progress *so_far); /* one thread at a time; may be NULL */
    void *state;
} gate_limits;

typedef enum gate_verdict { GATE_PASSED, GATE_NOT_PASSED, GATE_FAILED, GATE_NO_MEMORY } gate_verdict;
gate_verdict gate_run(const variant *candidate, const variant *incumbent, const gate_limits *limits,
                      gate_progress *out);

#endif
