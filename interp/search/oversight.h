/* Oversight: the moves that a weak player does not see.
 *
 * A move is overlooked in the whole tree of a search, not here and there: such a player misses that this bishop attacks
 * that cell, as people do, and sees it at the next turn. Recaptures are always seen. The seed and the ply of the game
 * decide, so that a game can be repeated.
 */
#ifndef FERZ_SEARCH_OVERSIGHT_H
#define FERZ_SEARCH_OVERSIGHT_H

#include "base/random.h"
#include "search/search.h"

/* Whether a move of the position at the end of the history is overlooked. `root_plies`: plies of the game before the search. */
static inline bool history_overlooks(const search_limits *limits, size_t root_plies, const game_history *h, move m)
{
    const move last = h->count > 0 ? h->plies[h->count - 1].move : MOVE_NONE;
    if (limits->oversight <= 0 || (move_to(m) == move_to(last) && last != MOVE_NONE)) {
        return false;
    }
    const unsigned side = h->position->state.side_to_move;
    random_source random = {limits->seed ^ (root_plies + 1) * UINT64_C(0x9E3779B97F4A7C15) ^
                            ((uint64_t)side << 32 | move_from(m) << 16 | move_to(m)) * UINT64_C(0xD6E8FEB86659FD93)};
    return (int)random_below(&random, 1000) < limits->oversight;
}

/* Leaves the moves that are seen, in their order, and at least one. Who is in check sees all. Returns how many. */
static inline size_t leave_seen_moves(const search_limits *limits, size_t root_plies, const game_history *h,
                                      move *moves, size_t count)
{
    const position *p = h->position;
    size_t seen = 0;
    if (limits->oversight <= 0 || p->variant->core->in_check(p, p->state.side_to_move)) {
        return count;
    }
    for (size_t i = 0; i < count; i++) {
        if (!history_overlooks(limits, root_plies, h, moves[i]) || (seen == 0 && i + 1 == count)) {
            moves[seen++] = moves[i];
        }
    }
    return seen;
}

#endif
