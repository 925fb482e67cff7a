/* Search job: one search or perft at a time on a thread of its own, while the caller reads commands.
 *
 * The caller owns the job and uses it from one thread. The job works on a copy of the game, so the caller's game may
 * change. The engine and the variant must stay until the result was taken. `info` and `divide` are called on the
 * search thread.
 */
#ifndef FERZ_PROTOCOL_SEARCH_JOB_H
#define FERZ_PROTOCOL_SEARCH_JOB_H

#include "ferz.h"

typedef struct search_job search_job;

typedef struct search_job_request {
    ferz_engine *engine; /* not needed for perft */
    ferz_limits limits;  /* stop, ponders, info and state are set by the job */
    bool ponders;        /* no time counts until search_job_ponderhit */
    bool infinite;       /* the result is kept until search_job_stop */
    int perft_depth;     /* not 0: perft to this depth instead of a search */
    void (*info)(void *state, const ferz_report *report);
    void (*divide)(void *state, const char *move, uint64_t nodes); /* of perft */
    void *state;
} search_job_request;

typedef struct search_job_result {
    ferz_result result;
    ferz_best best;          /* of a search; free its strings with ferz_free */
    uint64_t nodes;          /* of perft */
    bool stopped;            /* before it was finished */
    ferz_messages *messages; /* owned by the caller */
} search_job_result;

/* NULL: out of memory or of descriptors. */
search_job *search_job_create(void);
/* Stops the search and drops its result. */
void search_job_destroy(search_job *t);

/* A descriptor that can be read when a result can be taken without waiting. */
int search_job_ready_fd(const search_job *t);
/* True from search_job_start until the result was taken. */
bool search_job_busy(const search_job *t);
/* Starts a search; the job must not be busy. False: out of memory or of threads, and nothing was started. */
bool search_job_start(search_job *t, const search_job_request *request, const ferz_game *game);
/* Asks the search to stop; the result follows soon. */
void search_job_stop(search_job *t);
/* The expected move was played: time counts from now on. */
void search_job_ponderhit(search_job *t);
/* Waits for the result and takes it. */
void search_job_wait(search_job *t, search_job_result *result);
/* Frees the contents of a result. */
void search_job_result_finish(search_job_result *result);

#endif
