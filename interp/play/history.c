#include "play/outcome.h"
#include "play/history.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

bool game_history_init(game_history *h, const variant *v, live_hooks *hooks)
{
    memset(h, 0, sizeof *h);
    h->variant = v;
    h->claimed = -1;
    h->position = position_create(v, hooks);
    return h->position != NULL;
}

void game_history_finish(game_history *h)
{
    position_destroy(h->position);
    free(h->plies);
    free(h->undos);
    memset(h, 0, sizeof *h);
}

bool history_reserve(game_history *h, size_t added)
{
    size_t wanted = h->count + added;
    if (wanted <= h->room) {
        return true;
    }
    size_t room = h->room ? h->room : 32;
    while (room < wanted) {
        room *= 2;
    }
    history_ply *plies = realloc(h->plies, room * sizeof *plies);
    if (!plies) {
        return false;
    }
    h->plies = plies;
    undo *undos = h->path_only && h->undos ? h->undos : realloc(h->undos, (h->path_only ? 1 : room) * sizeof *undos);
    if (!undos) {
        return false;
    }
    h->undos = undos;
    h->room = room;
    return true;
}

static bool mid_turn(const position *p)
{
    return p->extra.turn_ply > 0;
}

bool history_ply_gives_check(const game_history *h, const history_ply *ply)
{
    int against = h->variant->own_boards ? h->variant->next_player[ply->side_to_move] : h->position->state.side_to_move;
    return h->variant->core->in_check(h->position, against);
}

void history_push(game_history *h, move m)
{
    history_play(h, m, &h->undos[h->path_only ? 0 : h->count]);
    BUG_IF(!h->variant->core->consistent(h->position), "a move left sets or hash that differ from the board");
    if (move_kind_of(m) == MOVE_CLAIM) {
        h->claimed = (int)move_index(m);
    }
}

void history_pop(game_history *h)
{
    h->count--;
    h->variant->core->undo(h->position, &h->undos[h->path_only ? 0 : h->count]);
    BUG_IF(!h->variant->core->consistent(h->position), "an undo left sets or hash that differ from the board");
    h->claimed = -1; /* nothing is played after a claim */
}

bool history_copy(game_history *to, const game_history *from)
{
    to->count = 0;
    if (!history_reserve(to, from->count)) {
        return false;
    }
    if (from->count) {
        memcpy(to->plies, from->plies, from->count * sizeof *to->plies);
        if (!to->path_only) {
            memcpy(to->undos, from->undos, from->count * sizeof *to->undos);
        }
    }
    to->count = from->count;
    to->claimed = from->claimed;
    to->plays_on = from->plays_on;
    position_copy(to->position, from->position);
    return true;
}

/* The first ply that a repetition can reach back to. The halfmove clock counts the plies since the last irreversible
 * one; where boards have clocks of their own it says nothing about the others. */
static size_t repetition_window_start(const game_history *h)
{
    const variant *v = h->variant;
    size_t halfmove_clock = h->position->state.halfmove_clock;
    return v->clock_reset_irreversible && !v->clock_counts_turns && !v->own_boards && halfmove_clock < h->count
               ? h->count - halfmove_clock
               : 0;
}

/* The ply before which the present position stood for the `times`-th time, counted back from now (1: now); SIZE_MAX:
 * never. */
static size_t nth_occurrence(const game_history *h, int times)
{
    uint64_t key = h->position->state.hash;
    size_t start = mid_turn(h->position) ? h->count : repetition_window_start(h);
    size_t found = h->count;
    for (size_t i = h->count; times > 1 && i-- > start;) {
        if (h->plies[i].key == key) {
            found = i;
            times--;
        }
    }
    return times > 1 ? SIZE_MAX : found;
}

int history_repetitions(const game_history *h, int max)
{
    uint64_t key = h->position->state.hash;
    size_t start = repetition_window_start(h);
    int count = 1;
    if (mid_turn(h->position)) {
        return 1; /* positions are compared between turns only */
    }
    for (size_t i = h->count; count < max && i-- > start;) {
        count += h->plies[i].key == key;
    }
    return count;
}

void history_position_before(const game_history *h, size_t number, position *to)
{
    BUG_IF(h->path_only, "a history that keeps no undos was asked for an earlier position");
    position_copy(to, h->position);
    for (size_t i = h->count; i-- > number;) {
        h->variant->core->undo(to, &h->undos[i]);
    }
}

/* A repetition as the rules judge it, or the ending's hook, which may look at all plies since the position stood first. A claim is no
 * ply of the cycle: the position stood before it as it does now. */
static game_outcome repetition_outcome(game_history *h, int number)
{
    const rule_ending *rule = h->variant->endings[number].rule;
    const size_t claims = h->claimed >= 0;
    const size_t first = rule->hook ? nth_occurrence(h, (int)(rule->number + (long)claims)) : SIZE_MAX;
    if (rule->hook && first == SIZE_MAX) {
        /* The claim announced the ply that repeats: it was judged when it was made. */
        return (game_outcome){.kind = OUTCOME_ONGOING, .winner = -1, .reason = ""};
    }
    const ply_cycle cycle = {h, first, h->count - claims - first};
    live_hooks *hooks = h->position->hooks;
    if (hooks && rule->hook) {
        hooks->cycle = &cycle;
    }
    game_outcome outcome =
        ending_outcome_judged(h->position, number, h->position->state.side_to_move, h->reason, sizeof h->reason);
    if (hooks) {
        hooks->cycle = NULL;
    }
    return outcome;
}

/* The players who gave check with every ply of theirs since ply `from`. */
static player_set perpetual_checkers(const game_history *h, size_t from)
{
    player_set checkers = 0;
    for (int player = 0; player < h->variant->players; player++) {
        bool any = false, all = true;
        for (size_t i = from; i < h->count && all; i++) {
            if (h->plies[i].side_to_move == player) {
                any = true;
                all = h->plies[i].gave_check;
            }
        }
        checkers = (player_set)(checkers | (any && all ? 1u << player : 0u));
    }
    return checkers;
}

/* The player who has just given check, if the present position is its `number`-th occurrence within one unbroken series
 * of checks by them, and all who answered with nothing but checks; otherwise nobody. */
static player_set check_cycle(const game_history *h, long number)
{
    if (h->count == 0 || !h->plies[h->count - 1].gave_check) {
        return 0;
    }
    int player = h->plies[h->count - 1].side_to_move;
    size_t first = nth_occurrence(h, (int)number);
    player_set checkers = first == SIZE_MAX ? 0 : perpetual_checkers(h, first);
    bool cycle = first == h->count || checkers >> player & 1; /* the present position is the first if one is enough */
    return (player_set)(cycle ? checkers | 1u << player : 0u);
}

int history_passes(const game_history *h)
{
    int count = 0;
    for (size_t i = h->count; i > 0; i--) {
        const history_ply *ply = &h->plies[i - 1];
        if (move_kind_of(ply->move) == MOVE_ROLL) {
            continue; /* a roll of the dice does not interrupt passes */
        }
        if (move_kind_of(ply->move) != MOVE_PASS || move_aux(ply->move) || ply->mid_turn) {
            break;
        }
        count++;
    }
    return count;
}

game_outcome history_test_ending(game_history *h, int number)
{
    const rule_ending *rule = h->variant->endings[number].rule;
    int affected = h->position->state.side_to_move;
    player_set checkers = 0;
    size_t first;
    if (!position_game_begun(h->position)) {
        return (game_outcome){.kind = OUTCOME_ONGOING, .winner = -1, .reason = ""}; /* the setup comes first */
    }
    switch (rule->kind) {
    case END_REPETITION:
        if (!rule->illegal && history_repetitions(h, (int)rule->number) >= rule->number) {
            return repetition_outcome(h, number);
        }
        break;
    case END_PASSES:
        if (history_passes(h) >= rule->number && (!rule->facing || h->variant->core->royals_face(h->position))) {
            return ending_outcome_judged(h->position, number, affected, h->reason, sizeof h->reason);
        }
        break;
    case END_PERPETUAL_CHECK:
        first = nth_occurrence(h, (int)rule->number);
        checkers = first == SIZE_MAX ? 0 : perpetual_checkers(h, first);
        break;
    case END_CHECK_CYCLE:
        checkers = check_cycle(h, rule->number);
        break;
    default:
        return ending_test(h->position, number, h->reason, sizeof h->reason);
    }
    if (checkers) {
        return ending_outcome_of(h->position, rule, checkers);
    }
    return (game_outcome){.kind = OUTCOME_ONGOING, .winner = -1, .reason = ""};
}

game_outcome history_outcome_before_moves(game_history *h, bool claims)
{
    if (h->claimed >= 0) {
        const rule_ending *rule = h->variant->endings[h->claimed].rule;
        game_outcome outcome = history_test_ending(h, h->claimed);
        /* A claim that announces a move was checked when it was made. */
        return outcome.kind != OUTCOME_ONGOING ? outcome
                                               : ending_outcome(h->position, rule, h->position->state.side_to_move);
    }
    int count = claims ? h->variant->ending_count : h->variant->automatic_ending_count;
    for (int i = 0; i < count; i++) {
        int number = claims ? i : h->variant->automatic_endings[i];
        if (!ending_may_apply(h->position, &h->variant->endings[number])) {
            continue;
        }
        game_outcome outcome = history_test_ending(h, number);
        if (outcome.kind != OUTCOME_ONGOING) {
            return outcome;
        }
    }
    return (game_outcome){.kind = OUTCOME_ONGOING, .winner = -1, .reason = ""};
}

game_outcome history_outcome_no_moves(game_history *h)
{
    const variant *v = h->variant;
    int side_to_move = h->position->state.side_to_move;
    ending_kind kind = v->core->in_check(h->position, side_to_move) ? END_CHECKMATE : END_STALEMATE;
    for (int i = 0; i < v->ending_count && !v->own_boards; i++) { /* own boards: their endings were tested before */
        if (v->endings[i].rule->kind == kind) {
            return ending_outcome_judged(h->position, i, side_to_move, h->reason, sizeof h->reason);
        }
    }
    return (game_outcome){.kind = OUTCOME_DRAW, .winner = -1, .reason = "no legal move"};
}

/* Whether the present position is a repetition that the rules forbid. */
static bool forbidden_repetition(game_history *h)
{
    for (int i = 0; i < h->variant->ending_count; i++) {
        const rule_ending *rule = h->variant->endings[i].rule;
        if (rule->illegal && history_repetitions(h, (int)rule->number) >= rule->number) {
            return true;
        }
    }
    return false;
}

void history_remove_repetitions(game_history *h, move_list *list)
{
    if (!h->variant->forbids_repetition || !history_reserve(h, 1)) {
        return;
    }
    size_t kept_count = 0;
    for (size_t i = 0; i < list->count; i++) {
        history_push(h, list->moves[i]);
        bool forbidden = forbidden_repetition(h);
        history_pop(h);
        if (!forbidden) {
            list->moves[kept_count++] = list->moves[i];
        }
    }
    list->count = kept_count;
}

/* Whether some move of the list would bring the ending about: a player may claim by announcing that move. */
static bool can_claim_with_move(game_history *h, int number, const move_list *list)
{
    const rule_ending *rule = h->variant->endings[number].rule;
    if ((rule->kind != END_REPETITION && rule->kind != END_HALFMOVE_CLOCK) || !history_reserve(h, 1)) {
        return false;
    }
    if (rule->kind == END_HALFMOVE_CLOCK && h->position->state.halfmove_clock + 1 < rule->number) {
        return false;
    }
    for (size_t i = 0; i < list->count; i++) {
        history_push(h, list->moves[i]);
        bool holds = history_test_ending(h, number).kind != OUTCOME_ONGOING;
        history_pop(h);
        if (holds) {
            return true;
        }
    }
    return false;
}

static void add_claims(game_history *h, move_list *list)
{
    move_list moves = *list;
    for (int i = 0; i < h->variant->ending_count; i++) {
        const char *claim = h->variant->endings[i].rule->claim;
        bool already_listed = false; /* two endings that are claimed by one word are one move */
        for (int k = 0; claim && k < i; k++) {
            const char *other = h->variant->endings[k].rule->claim;
            already_listed |=
                other && strcmp(other, claim) == 0 && list->count > moves.count &&
                strcmp(h->variant->endings[move_index(list->moves[list->count - 1])].rule->claim, claim) == 0;
        }
        if (!claim || already_listed) {
            continue;
        }
        if (history_test_ending(h, i).kind == OUTCOME_ONGOING && !can_claim_with_move(h, i, &moves)) {
            continue;
        }
        if (list->count == list->room) {
            list->overflow = true;
            return;
        }
        list->moves[list->count++] = move_pack(MOVE_CLAIM, 0, 0, 0, (unsigned)i, 0);
    }
}

/* Endings that count plies, positions or pieces, and take nothing from the board: other programs play on after them. */
static bool ending_only_counts(const rule_ending *rule)
{
    switch (rule->kind) {
    case END_REPETITION:
    case END_PERPETUAL_CHECK:
    case END_CHECK_CYCLE:
    case END_HALFMOVE_CLOCK:
    case END_INSUFFICIENT_MATERIAL:
        return true;
    default:
        return false;
    }
}

void history_legal_moves(game_history *h, move_list *list, bool claims)
{
    game_outcome outcome = history_outcome_before_moves(h, false);
    if (outcome.kind != OUTCOME_ONGOING && !(h->plays_on && h->claimed < 0 && ending_only_counts(outcome.rule))) {
        return;
    }
    move_list legal = {list->moves + list->count, 0, list->room - list->count, false};
    h->variant->core->legal(h->position, &legal);
    history_remove_repetitions(h, &legal);
    if (claims && legal.count) {
        add_claims(h, &legal);
    }
    list->count += legal.count;
    list->overflow |= legal.overflow;
}

static bool has_legal_move(game_history *h)
{
    const core *c = h->variant->core;
    if (!h->variant->forbids_repetition) {
        return c->has_legal_move(h->position);
    }
    move *moves = malloc(h->variant->moves_max * sizeof *moves);
    if (!moves) {
        return c->has_legal_move(h->position);
    }
    move_list list = {moves, 0, h->variant->moves_max, false};
    c->legal(h->position, &list);
    history_remove_repetitions(h, &list);
    free(moves);
    return list.count > 0;
}

game_outcome history_outcome(game_history *h)
{
    game_outcome outcome = history_outcome_before_moves(h, false);
    bool soft = h->claimed < 0 && outcome_is_halfmove_draw(&outcome);
    if ((outcome.kind == OUTCOME_ONGOING || soft) && !has_legal_move(h)) {
        outcome = history_outcome_no_moves(h);
    }
    return outcome;
}
