#include "play/playout.h"

#include "play/outcome.h"

#include <stdlib.h>
#include <string.h>

bool playout_init(playout *o, const game_history *from, live_hooks *hooks)
{
    memset(o, 0, sizeof *o);
    o->from = from;
    o->moves = malloc(from->variant->moves_max * sizeof *o->moves);
    if (!o->moves || !game_history_init(&o->history, from->variant, hooks)) {
        playout_finish(o);
        return false;
    }
    o->history.path_only = !from->variant->judges_cycles;
    return true;
}

void playout_finish(playout *o)
{
    game_history_finish(&o->history);
    free(o->moves);
    memset(o, 0, sizeof *o);
}

/* A roll of the dice, by the odds of the dice. */
static move pick_roll(const variant *v, const move_list *list, random_source *random)
{
    uint32_t remaining = random_pick(random, v->dice_weight_sum);
    for (size_t i = 0; i + 1 < list->count; i++) {
        uint32_t weight = v->dice_outcomes[move_index(list->moves[i])].weight;
        if (remaining < weight) {
            return list->moves[i];
        }
        remaining -= weight;
    }
    return list->moves[list->count - 1];
}

move playout_pick_move(const position *p, const move_list *list, random_source *random)
{
    if (p->extra.roll_due) {
        return pick_roll(p->variant, list, random);
    }
    return list->moves[random_pick(random, (uint32_t)list->count)];
}

/* Whether history_outcome_before_moves could find anything. */
static bool may_have_ended(const game_history *h)
{
    const variant *v = h->variant;
    bool may = h->claimed >= 0;
    for (int i = 0; i < v->automatic_ending_count && !may; i++) {
        may = ending_may_apply(h->position, &v->endings[v->automatic_endings[i]]);
    }
    return may;
}

/* In variants of drops only: picks a drop without listing all moves. */
static bool play_random_drop(game_history *h, random_source *random, undo *spare)
{
    history_ply *ply = history_add_ply(h);
    if (!h->variant->core->random_drop(h->position, random, history_undo_or(h, spare), &ply->move)) {
        h->count--;
        return false;
    }
    return true;
}

/* Whether the side to move, who has a legal move, can claim a draw now. Claims that announce a move are left out. */
static bool can_claim_draw(playout *o, game_outcome *end)
{
    game_history *h = &o->history;
    const variant *v = h->variant;
    for (int i = 0; o->claims && i < v->ending_count && !h->position->extra.roll_due; i++) {
        if (v->endings[i].rule->claim && ending_may_apply(h->position, &v->endings[i])) {
            game_outcome found = history_test_ending(h, i);
            if (found.kind == OUTCOME_DRAW) {
                *end = found;
                return true;
            }
        }
    }
    return false;
}

/* Whether the game has ended by what needs no legal moves. */
static bool find_end(game_history *h, game_outcome *end)
{
    *end = (game_outcome){.kind = OUTCOME_ONGOING, .winner = -1, .reason = ""};
    if (may_have_ended(h)) {
        *end = history_outcome_before_moves(h, false);
        *end = outcome_is_halfmove_draw(end) ? history_outcome(h) : *end;
    }
    return end->kind != OUTCOME_ONGOING;
}

bool playout_moves(playout *o, move_list *list, game_outcome *end)
{
    game_history *h = &o->history;
    *list = (move_list){o->moves, 0, h->variant->moves_max, false};
    if (find_end(h, end)) {
        return false;
    }
    h->variant->core->legal(h->position, list);
    if (h->variant->forbids_repetition) {
        history_remove_repetitions(h, list);
    }
    if (!list->count) {
        *end = history_outcome_no_moves(h);
        return false;
    }
    return !can_claim_draw(o, end);
}

void playout_play(playout *o, move m)
{
    history_play(&o->history, m, &o->spare);
}

/* Makes one ply, or finds what ended the game. Picking a move also shows whether there is one. */
static bool play_ply(playout *o, random_source *random, game_outcome *end)
{
    game_history *h = &o->history;
    move_list list;
    if (variant_uses(h->variant, SHORTCUT_DROPS_ONLY)) {
        bool goes_on = !find_end(h, end) && play_random_drop(h, random, &o->spare);
        *end = goes_on || end->kind != OUTCOME_ONGOING ? *end : history_outcome_no_moves(h);
        return goes_on;
    }
    if (!playout_moves(o, &list, end)) {
        return false;
    }
    playout_play(o, playout_pick_move(h->position, &list, random));
    return true;
}

playout_result playout_run(playout *o, uint64_t seed, size_t max_plies, size_t *plies, game_outcome *end)
{
    random_source random = {seed};
    const live_hooks *hooks = o->history.position->hooks;
    if (!history_copy(&o->history, o->from)) {
        return PLAYOUT_NO_MEMORY;
    }
    for (*plies = 0;; ++*plies) {
        if (o->history.count == o->history.room && !history_reserve(&o->history, 1)) {
            return PLAYOUT_NO_MEMORY;
        }
        if (*plies == max_plies) {
            *end = history_outcome(&o->history);
            return hooks && hooks->failed         ? PLAYOUT_FAILED
                   : end->kind == OUTCOME_ONGOING ? PLAYOUT_PLY_LIMIT
                                                  : PLAYOUT_ENDED;
        }
        bool goes_on = play_ply(o, &random, end);
        if (hooks && hooks->failed) {
            return PLAYOUT_FAILED;
        }
        if (!goes_on) {
            return PLAYOUT_ENDED;
        }
    }
}
