/* Root: what all search methods do at the root position. */
#ifndef FERZ_SEARCH_ROOT_H
#define FERZ_SEARCH_ROOT_H

#include "search/evaluation.h"
#include "search/search.h"

/* The players of the player's team, bits by player. */
static inline uint32_t root_team(const variant *v, int player)
{
    return ((1u << v->players) - 1) & ~(uint32_t)v->enemy_mask[player];
}

/* Whether the game goes on and the dice are to be rolled. */
bool root_must_roll(game_history *r);
/* The roll that the seed gives. */
move root_roll(const game_history *r, uint64_t seed);
/* The moves that may be chosen (only `searchmoves` if given), shuffled by the seed, then the claims. `list` is empty
 * at first. Returns how many are no claims. */
size_t root_moves(game_history *r, const search_limits *limits, move_list *list);
/* The outcome that making the claim gives. */
game_outcome root_claim_verdict(game_history *r, move claim);
/* Moves to the mate of a mate score: see search_result. */
int root_mate_distance(int score);
/* Makes it an error of the hook that was asked last: in a position it answered otherwise before. */
void root_report_impure(live_hooks *hooks);

#endif
