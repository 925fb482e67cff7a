/* Budget: what a run may spend, counted node by node. */
#ifndef FERZ_SEARCH_BUDGET_H
#define FERZ_SEARCH_BUDGET_H

#include "search/deadline.h"

enum { BUDGET_LOOK = 64, BUDGET_LOOK_SLOW = 4 /* scripts in play, large boards, slow legality */ };

typedef struct budget {
    deadline *deadline;
    const record *record;
    uint64_t nodes, look_at;
    int every;
    bool stopped;
    bool failed; /* a script has spoilt every answer since */
} budget;

static inline budget budget_begin(deadline *when, const record *r)
{
    bool slow = r->position->hooks || !r->game->fast || r->game->words > 4;
    return (budget){.deadline = when, .record = r, .every = slow ? BUDGET_LOOK_SLOW : BUDGET_LOOK};
}

static inline bool budget_failed(budget *b)
{
    const live_hooks *hooks = b->record->position->hooks;
    if (hooks && hooks->failed) {
        b->failed = b->stopped = true;
    }
    return b->failed;
}

/* Counts a node; false when the run is to end. */
static inline bool budget_spend(budget *b)
{
    uint64_t most = b->deadline->limits->nodes;
    if (b->stopped || budget_failed(b)) {
        return false;
    }
    b->stopped = most && b->nodes >= most;
    if (!b->stopped && b->nodes >= b->look_at) {
        b->look_at = b->nodes + (uint64_t)b->every;
        b->stopped = deadline_came(b->deadline, b->nodes);
    }
    b->nodes += !b->stopped;
    return !b->stopped;
}

#endif
