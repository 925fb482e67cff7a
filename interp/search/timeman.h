/* Deadline: when a search has to stop, and when it had better.
 *
 * All times are milliseconds on a clock that only goes forward. A deadline belongs to one run and is asked by one thread.
 */
#ifndef FERZ_SEARCH_TIMEMAN_H
#define FERZ_SEARCH_TIMEMAN_H

#include "search/search.h"

typedef struct timeman {
    const search_limits *limits;
    int64_t start_time;
    int64_t count_from; /* since when time counts against the limits: the end of pondering, or the beginning */
    int64_t soft_limit; /* after `from`: a good moment to stop; 0 = none */
    int64_t hard_limit; /* the last moment; 0 = none */
    bool pondering;
} timeman;

/* The run begins now; `limits` must outlive it. */
void timeman_begin(timeman *tm, const search_limits *limits);
/* Since then. */
int timeman_elapsed(const timeman *tm);
/* Whether the search must stop: by its nodes, by the clock, or because it was told to. Costs a look at the clock and may
 * call back. */
bool timeman_must_stop(timeman *tm, uint64_t nodes);
/* Whether another iteration is not worth beginning. `share`, in hundredths, stretches the time for the move: more than 100
 * where the best move is in doubt, less where it is clear. */
bool timeman_should_stop(timeman *tm, int share);

#endif
