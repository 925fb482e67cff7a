/* Time management: when a search must stop, and when it should.
 *
 * All times are milliseconds on a monotonic clock. A `timeman` belongs to one run and is used by one thread.
 */
#ifndef FERZ_SEARCH_TIMEMAN_H
#define FERZ_SEARCH_TIMEMAN_H

#include "search/search.h"

typedef struct timeman {
    const search_limits *limits;
    int64_t start_time;
    int64_t count_from; /* start of the counted time: the end of pondering, or the start */
    int64_t soft_limit; /* after `count_from`: a good moment to stop; 0 = none */
    int64_t hard_limit; /* after `count_from`: the last moment; 0 = none */
    bool pondering;
    bool root_listed; /* set by the run when the moves at the root are known */
} timeman;

/* The run begins now. `limits` must outlive it. */
void timeman_begin(timeman *tm, const search_limits *limits);
/* Since the start. */
int timeman_elapsed(const timeman *tm);
/* Whether the search must stop: by nodes, by the clock, or by its `stop` callback. Reads the clock and may call
 * back. */
bool timeman_must_stop(timeman *tm, uint64_t nodes);
/* The same as a `stop` of fuel, without a limit of nodes. Until the root is listed it allows `listing` more: a search
 * without a move is of no use. */
bool timeman_stops_fuel(void *tm);
/* Whether another iteration should not begin. `share`, in hundredths, scales the time for the move: above 100 if the
 * best move is in doubt, below if it is clear. */
bool timeman_should_stop(timeman *tm, int share);
/* Percent of its time that a move needs when its best move took so many of an iteration's nodes: little where no other move came
 * near. As in many engines, such as Lynx and Halogen. */
int timeman_effort_share(uint64_t best_nodes, uint64_t nodes);

#endif
