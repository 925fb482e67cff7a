/* Traits: what is true of a game and makes a shortcut of the search sound, worked out once when the search is made.
 *
 *   trait          holds when                                              lets the search
 *   alternates     two sides make a ply each in turn, without dice         compare a side's prospects two plies apart
 *   null_move   alternates, a royal is at stake, and nobody may pass,   let a side that stands well pass (null move): to
 *                  must take, must check, or gains by having no move       move is a right there, seldom a duty
 *   exchanges      captures are by arriving on the man, who is then gone   play out captures on one cell by prices alone
 *   material       a side with more men is better off: nobody wins by      pass over moves that cannot bring enough
 *                  losing his men                                          (futility), by the evaluation's word
 *   mates          a royal man can be checked                              look further where it is
 */
#ifndef FERZ_SEARCH_PRUNING_CONDITIONS_H
#define FERZ_SEARCH_PRUNING_CONDITIONS_H

#include "core/core.h"

typedef struct pruning_conditions {
    bool alternates, null_move, full_see, material, has_royals;
} pruning_conditions;

void pruning_conditions_init(pruning_conditions *conditions, const variant *v);

#endif
