/* Many: search for games of more than two sides, each of which plays for itself.
 *
 * Max-n (Luckhardt and Irani, An Algorithmic Solution of N-Person Games, 1986): every position has a score for each
 * player, and whoever acts chooses what is best for him. Nobody is thought to be in league with anybody, which is what
 * makes the answer sound; the price is that nearly nothing can be pruned. Throws of dice are averaged. Players of one
 * team share the team's score.
 */
#ifndef FERZ_SEARCH_MAXN_H
#define FERZ_SEARCH_MAXN_H

#include "search/timeman.h"
#include "search/evaluation.h"
#include "search/search.h"

/* Whether the game has more than two sides. */
bool maxn_applies(const variant *v);

/* Searches from the record's position, which is played on and taken back; its room must be reserved. False when out of
 * memory. */
bool maxn_search(game_history *r, const evaluation *e, const search_limits *limits, timeman *tm, search_result *out);

#endif
