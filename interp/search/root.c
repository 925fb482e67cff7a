#include "search/root.h"

#include "base/random.h"

bool root_must_roll(game_history *r)
{
    return r->position->extra.roll_due && history_outcome_before_moves(r, false).kind == OUTCOME_ONGOING &&
           r->variant->core->has_legal_move(r->position);
}

move root_roll(const game_history *r, uint64_t seed)
{
    const variant *v = r->variant;
    random_source random = {seed + r->count};
    uint32_t point = random_below(&random, v->dice_weight_sum);
    unsigned outcome = 0;
    while (point >= v->dice_outcomes[outcome].weight) {
        point -= v->dice_outcomes[outcome++].weight;
    }
    return move_pack(MOVE_ROLL, CELL_NONE, 0, 0, outcome, 0);
}

static bool in_searchmoves(const search_limits *l, move m)
{
    bool wanted = l->searchmoves_count == 0;
    for (size_t i = 0; i < l->searchmoves_count && !wanted; i++) {
        wanted = l->searchmoves[i] == m;
    }
    return wanted;
}

static void swap_moves(move *a, move *b)
{
    move m = *a;
    *a = *b;
    *b = m;
}

size_t root_moves(game_history *r, const search_limits *limits, move_list *list)
{
    history_legal_moves(r, list, true);
    size_t kept = 0, legal = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (in_searchmoves(limits, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
    for (size_t i = 0; i < kept; i++) {
        if (move_kind_of(list->moves[i]) != MOVE_CLAIM) {
            swap_moves(&list->moves[i], &list->moves[legal++]);
        }
    }
    random_source random = {limits->seed};
    for (size_t i = legal; limits->seed && i > 1; i--) {
        swap_moves(&list->moves[i - 1], &list->moves[random_below(&random, (uint32_t)i)]);
    }
    return legal;
}

game_outcome root_claim_verdict(game_history *r, move claim)
{
    history_push(r, claim);
    game_outcome outcome = history_outcome(r);
    history_pop(r);
    return outcome;
}

int root_mate_distance(int score)
{
    if (score >= SCORE_MATE_MIN) {
        return (SCORE_MATE - score + 1) / 2;
    }
    return score <= -SCORE_MATE_MIN ? -((SCORE_MATE + score + 1) / 2) : 0;
}

void root_report_impure(live_hooks *hooks)
{
    hooks->refuse(hooks->host, "something else than before in the same position; a hook must be pure");
    hooks->failed = true;
}

game_outcome search_outcome(game_history *h)
{
    const variant *v = h->variant;
    game_outcome outcome = history_outcome_before_moves(h, true);
    if (outcome.kind == OUTCOME_WIN && outcome.rule->claim &&
        !(team_mask(v, h->position->state.side_to_move) >> outcome.winner & 1)) {
        outcome = history_outcome_before_moves(h, false); /* nobody claims their own loss */
    }
    if (outcome_is_halfmove_draw(&outcome) && !v->core->has_legal_move(h->position)) {
        outcome = history_outcome_no_moves(h);
    }
    return outcome;
}

bool search_repetition_draws(const variant *v)
{
    bool repetition = false;
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        repetition |= rule->kind == END_REPETITION && !rule->illegal && !rule->hook && rule->result == RESULT_DRAW;
        if (rule->kind == END_PERPETUAL_CHECK || rule->kind == END_CHECK_CYCLE || rule->kind == END_CHECKS) {
            return false;
        }
    }
    return repetition;
}

bool search_repeats(const game_history *h, size_t from)
{
    for (size_t i = h->position->extra.turn_ply ? from : h->count; i-- > from;) {
        if (h->plies[i].key == h->position->state.hash && !h->plies[i].mid_turn) {
            return true;
        }
    }
    return false;
}
