/* Max-n: search for games of more than two sides, each of which plays for itself.
 *
 * Luckhardt and Irani, An Algorithmic Solution of N-Person Games, 1986. Every position has a score for each player,
 * and the side to move chooses the best for itself. No player is assumed to be allied with another. The price is
 * that almost nothing can be pruned. Dice rolls are averaged. Players of one team share a score.
 */
#ifndef FERZ_SEARCH_MAXN_H
#define FERZ_SEARCH_MAXN_H

#include "search/timeman.h"
#include "search/evaluation.h"
#include "search/search.h"

/* Whether the variant has more than two sides. */
bool maxn_applies(const variant *v);

/* Searches the current position of the history, which is restored; its room must be reserved. False when out of
 * memory. */
bool maxn_search(game_history *r, const evaluation *e, const search_limits *limits, timeman *tm, search_result *out);

#endif
