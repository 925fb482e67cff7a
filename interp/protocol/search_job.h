/* Thinker: one search or count at a time on a thread of its own, while the caller goes on reading what he is told.
 *
 * The caller owns the thinker and uses it from one thread. A thought works on a copy of the play, so the caller's own may
 * change meanwhile; the engine and the game must stay until the answer is taken. `info` and `divide` of a thought are
 * called on the thinker's thread.
 */
#ifndef FERZ_PROTOCOL_SEARCH_JOB_H
#define FERZ_PROTOCOL_SEARCH_JOB_H

#include "ferz.h"

typedef struct search_job search_job;

typedef struct search_job_request {
    ferz_engine *engine; /* not needed for a count */
    ferz_limits limits;  /* its stop, ponders, info and state are the thinker's business */
    bool ponders;        /* the opponent's clock runs until search_job_ponderhit */
    bool infinite;       /* the answer is kept back until search_job_stop */
    int perft_depth;     /* not 0: no search, but the number of positions after so many plies */
    void (*info)(void *state, const ferz_report *report);
    void (*divide)(void *state, const char *move, uint64_t nodes); /* of a count */
    void *state;
} search_job_request;

typedef struct search_job_result {
    ferz_result result;
    ferz_best best;          /* of a search; ferz_free its strings */
    uint64_t nodes;          /* of a count */
    bool stopped;            /* before it was done */
    ferz_messages *messages; /* yours to destroy */
} search_job_result;

/* NULL: out of memory or of descriptors. */
search_job *search_job_create(void);
/* Stops and forgets what is being thought about. */
void search_job_destroy(search_job *t);

/* A descriptor with something to read as long as an answer can be taken without waiting. */
int search_job_ready_fd(const search_job *t);
/* From search_job_start until the answer is taken. */
bool search_job_busy(const search_job *t);
/* Begins; the thinker must not be busy. False: out of memory or of threads, and nothing has begun. */
bool search_job_start(search_job *t, const search_job_request *request, const ferz_game *game);
/* The answer comes as soon as it can. */
void search_job_stop(search_job *t);
/* The move that was pondered on has been played: time counts from now on. */
void search_job_ponderhit(search_job *t);
/* Waits for the answer to what was started. */
void search_job_wait(search_job *t, search_job_result *result);
/* Frees what an answer holds. */
void search_job_result_finish(search_job_result *result);

#endif
