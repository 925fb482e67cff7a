#include "search/pruning_conditions.h"

static bool turns_alternate(const variant *v)
{
    return v->players == 2 && !v->own_boards && !v->multi_ply_turns && !v->has_missed_turns &&
           v->dice_outcome_count == 0 && v->rules->turn.first_plies <= 1 && v->enemy_mask[0] == 2 &&
           v->enemy_mask[1] == 1;
}

/* Whether a player can win by losing pieces or by having no move. */
static bool losing_wins(const variant *v)
{
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        bool loss_kind = rule->kind == END_EXTINCT || rule->kind == END_BARE || rule->kind == END_PIECES_BELOW ||
                         rule->kind == END_STALEMATE || rule->kind == END_CHECKMATE;
        if (loss_kind && rule->result == RESULT_WIN) {
            return true;
        }
    }
    return false;
}

void pruning_conditions_init(pruning_conditions *conditions, const variant *v)
{
    const ruleset *r = v->rules;
    bool misere = losing_wins(v);
    conditions->has_royals = v->royal_type_count > 0;
    conditions->alternates = turns_alternate(v);
    conditions->null_move = conditions->alternates && conditions->has_royals && !misere && !r->captures.mandatory &&
                            !r->checks.mandatory && r->turn.pass == PASS_NEVER && !v->has_capture_priority &&
                            !v->forbids_repetition && !v->has_setup_phase && !r->visibility.attempts;
    conditions->full_see = !v->has_abilities && !v->has_blast && !v->has_stacks && !v->has_jumps &&
                           !v->transforms_into && !v->captures_under && !v->captures_by_row &&
                           v->choice_hook_count == 0;
    conditions->material = !misere;
}
