/* Thinker: one search or count at a time on a thread of its own, while the caller goes on reading what he is told.
 *
 * The caller owns the thinker and uses it from one thread. A thought works on a copy of the play, so the caller's own may
 * change meanwhile; the engine and the game must stay until the answer is taken. `info` and `divide` of a thought are
 * called on the thinker's thread.
 */
#ifndef FERZ_FRONT_THINKER_H
#define FERZ_FRONT_THINKER_H

#include "ferz.h"

typedef struct thinker thinker;

typedef struct thought {
    ferz_engine *engine; /* not needed for a count */
    ferz_limits limits;  /* its stop, ponders, info and state are the thinker's business */
    bool ponders;        /* the opponent's clock runs until thinker_hit */
    bool holds;          /* the answer is kept back until thinker_stop */
    int count;           /* not 0: no search, but the number of positions after so many plies */
    void (*info)(void *state, const ferz_report *report);
    void (*divide)(void *state, const char *move, uint64_t nodes); /* of a count */
    void *state;
} thought;

typedef struct thinker_answer {
    ferz_result result;
    ferz_best best;          /* of a search; ferz_free its strings */
    uint64_t nodes;          /* of a count */
    bool stopped;            /* before it was done */
    ferz_messages *messages; /* yours to destroy */
} thinker_answer;

/* NULL: out of memory or of descriptors. */
thinker *thinker_create(void);
/* Stops and forgets what is being thought about. */
void thinker_destroy(thinker *t);

/* A descriptor with something to read as long as an answer can be taken without waiting. */
int thinker_ready(const thinker *t);
/* From thinker_start until the answer is taken. */
bool thinker_busy(const thinker *t);
/* Begins; the thinker must not be busy. False: out of memory or of threads, and nothing has begun. */
bool thinker_start(thinker *t, const thought *what, const ferz_play *play);
/* The answer comes as soon as it can. */
void thinker_stop(thinker *t);
/* The move that was pondered on has been played: time counts from now on. */
void thinker_hit(thinker *t);
/* Waits for the answer to what was started. */
void thinker_take(thinker *t, thinker_answer *answer);
/* Frees what an answer holds. */
void thinker_answer_finish(thinker_answer *answer);

#endif
