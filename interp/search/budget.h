/* Budget: the limits of one run of maxn or MCTS, checked node by node. */
#ifndef FERZ_SEARCH_BUDGET_H
#define FERZ_SEARCH_BUDGET_H

#include "search/hook_failure.h"
#include "search/timeman.h"

enum { BUDGET_CHECK_INTERVAL = 64, BUDGET_CHECK_INTERVAL_SLOW = 4 /* with scripts, large boards, or slow legality */ };

typedef struct budget {
    timeman *timeman;
    const game_history *game_history;
    uint64_t nodes, next_check;
    int check_interval;
    bool stopped;
    bool failed; /* a script failed: no score of this run is valid */
} budget;

static inline budget budget_begin(timeman *tm, const game_history *r)
{
    bool slow = r->position->hooks || !variant_uses(r->variant, SHORTCUT_MASKS) || r->variant->bitset_words > 4;
    return (budget){
        .timeman = tm, .game_history = r, .check_interval = slow ? BUDGET_CHECK_INTERVAL_SLOW : BUDGET_CHECK_INTERVAL};
}

static inline bool budget_failed(budget *b)
{
    const position *p = b->game_history->position;
    hook_failure failure = take_hook_failure(p->hooks, p->fuel);
    b->stopped |= failure != HOOKS_ANSWERED || !fuel_left(p->fuel);
    b->failed = failure == HOOKS_ANSWERED ? b->failed : failure == HOOKS_FAILED;
    return b->failed;
}

/* Whether the fuel ran out while the position was looked at: what was found is of no use, and the run has to stop. */
static inline bool budget_out_of_fuel(budget *b)
{
    b->stopped |= !fuel_left(b->game_history->position->fuel);
    return !fuel_left(b->game_history->position->fuel);
}

/* Counts a node. False when the run has to stop. */
static inline bool budget_spend(budget *b)
{
    uint64_t node_limit = b->timeman->limits->nodes;
    if (budget_failed(b) || b->stopped) {
        return false;
    }
    b->stopped = node_limit && b->nodes >= node_limit;
    if (!b->stopped && b->nodes >= b->next_check) {
        b->next_check = b->nodes + (uint64_t)b->check_interval;
        b->stopped = timeman_must_stop(b->timeman, b->nodes);
    }
    b->nodes += !b->stopped;
    return !b->stopped;
}

#endif
