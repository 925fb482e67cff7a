/* Pruning conditions: properties of a variant that make a pruning method sound. Found once, when the search is created.
 *
 *   alternates   two sides move in turn, one ply each, without dice
 *                allows: comparing static evaluations two plies apart; singular extensions
 *   null_move    alternates, a royal can be lost; nobody may pass, must capture, must check, or wins by having no move
 *                allows: the null move, since having a move is nearly always an advantage
 *   full_see     captures are by displacement, and the captured piece is gone
 *                allows: playing out exchanges on one cell by piece values alone
 *   material     more pieces are better: nobody wins by losing them
 *                allows: futility and late move pruning
 *   has_royals   a royal piece can be in check
 *                allows: check extensions
 */
#ifndef FERZ_SEARCH_PRUNING_CONDITIONS_H
#define FERZ_SEARCH_PRUNING_CONDITIONS_H

#include "core/core.h"

typedef struct pruning_conditions {
    bool alternates, null_move, full_see, material, has_royals;
} pruning_conditions;

void pruning_conditions_init(pruning_conditions *conditions, const variant *v);

#endif
