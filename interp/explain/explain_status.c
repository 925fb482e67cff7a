/* Why a game is over or goes on: what each ending requires, and how far the game is from it. */
#include "explain/explain.h"
#include "explain/explain_internal.h"

#include <stdlib.h>
#include <string.h>

static size_t count_moves(explainer *e)
{
    move *moves = malloc(e->v->moves_max * sizeof *moves);
    move_list list = {moves, 0, moves ? e->v->moves_max : 0, false};
    if (moves) {
        history_legal_moves(e->history, &list, false);
    } else {
        e->list->language.arena->failed = true;
    }
    free(moves);
    return list.count;
}

static void say_check(explainer *e)
{
    int side_to_move = e->p->state.side_to_move;
    if (!e->v->core->in_check(e->p, side_to_move)) {
        say(e, (reason){.kind = REASON_IS_NOT_ATTACKED});
    } else if (!explain_attackers(e, side_to_move, REASON_IS_ATTACKED_BY)) {
        say(e, (reason){.kind = REASON_IS_ATTACKED});
    }
}

/* ---- how far each ending is ---- */

static int count_nonroyals(const explainer *e, int player)
{
    int count = e->v->core->count_of_player(e->p, player) - e->v->core->royals_of(e->p, player, NULL, 0);
    for (int type = 0; e->v->has_hands && type < e->v->types; type++) {
        count += position_hand(e->p)[variant_piece(e->v, player, type)];
    }
    return count;
}

/* "white has 3, black has 2", in the arena. */
static const char *of_each(explainer *e, int (*number)(const explainer *, const variant_ending *, int),
                           const variant_ending *ending, reason_kind kind)
{
    arena *a = e->list->language.arena;
    text words = {0};
    for (int player = 0; player < e->v->players; player++) {
        const reason one = {.kind = kind, .player = player_name(e, player), .number = number(e, ending, player)};
        text_print(&words, "%s%s", player ? ", " : "", reason_sentence(e->list, &one));
    }
    const char *kept = words.failed ? NULL : arena_text(a, text_string(&words), words.length);
    a->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

static int nonroyal_count(const explainer *e, const variant_ending *ending, int player)
{
    (void)ending;
    return count_nonroyals(e, player);
}

static int extinct_count_of(const explainer *e, const variant_ending *ending, int player)
{
    int count = 0;
    for (int i = 0; i < ending->extinct_count; i++) {
        count += e->v->core->count_of_piece(e->p, variant_piece(e->v, player, ending->extinct[i]));
    }
    return count;
}

static int piece_count_of(const explainer *e, const variant_ending *ending, int player)
{
    return ending_piece_count(e->p, &ending->rows, player);
}

static int goal_count_of(const explainer *e, const variant_ending *ending, int player)
{
    return ending_goal_count(e->p, ending, player);
}

static int checks_given_by(const explainer *e, const variant_ending *ending, int player)
{
    (void)ending;
    return e->p->extra.checks_given[player];
}

/* Names a piece that makes the material sufficient. */
static reason sufficient_material(const explainer *e, const variant_ending *ending)
{
    for (int cell = 0; cell < e->v->cells; cell++) {
        piece_id piece = e->p->board[cell];
        for (int i = 0; piece && i < ending->sufficient_count; i++) {
            if (ending->sufficient_pieces[i] == piece) {
                return (reason){
                    .kind = REASON_CAN_DECIDE, .piece = type_name(e, piece), .cells = {cell_name(e, (unsigned)cell)}};
            }
        }
    }
    return (reason){.kind = REASON_CAN_DECIDE_ALL};
}

static reason royal_outside_zone(const explainer *e, const variant_ending *ending)
{
    for (int player = 0; player < e->v->players; player++) {
        cell_id royals[CELLS_MAX];
        int count = e->v->core->royals_of(e->p, player, royals, CELLS_MAX);
        for (int i = 0; i < count; i++) {
            if (!set_has(e->v->set_pool + ending->zone[player], royals[i])) {
                return (reason){.kind = REASON_OUTSIDE_ZONE,
                                .piece = type_name(e, e->p->board[royals[i]]),
                                .player = player_name(e, player),
                                .cells = {cell_name(e, royals[i])},
                                .key = ending->rule->zone.string};
            }
        }
    }
    return (reason){.kind = REASON_NO_ROYAL};
}

static reason extinct_progress(explainer *e, const variant_ending *ending)
{
    bool any = ending->rule->piece < 0;
    return (reason){.kind = any ? REASON_PIECES_OF_ANY : REASON_PIECES_OF,
                    .words = of_each(e, extinct_count_of, ending, REASON_PLAYER_HAS),
                    .piece = any ? NULL : e->v->rules->pieces[ending->rule->piece].name};
}

static reason passes_progress(const explainer *e, const rule_ending *rule)
{
    return (reason){.kind = !rule->facing                   ? REASON_PASSES
                            : e->v->core->royals_face(e->p) ? REASON_PASSES_FACING
                                                            : REASON_PASSES_NOT_FACING,
                    .number = history_passes(e->history)};
}

/* How far the game is from the ending. */
static reason progress(explainer *e, const variant_ending *ending, size_t moves)
{
    const rule_ending *rule = ending->rule;
    switch (rule->kind) {
    case END_CHECKMATE:
    case END_STALEMATE:
        return (reason){
            .kind = REASON_HAS_MOVES, .player = player_name(e, e->p->state.side_to_move), .number = (long)moves};
    case END_REPETITION:
    case END_PERPETUAL_CHECK:
    case END_CHECK_CYCLE:
        return (reason){.kind = REASON_STOOD, .number = history_repetitions(e->history, (int)rule->number)};
    case END_HALFMOVE_CLOCK:
        return (reason){.kind = rule->counts_turns ? REASON_TURNS_QUIET : REASON_PLIES_QUIET,
                        .number = e->p->state.halfmove_clock};
    case END_INSUFFICIENT_MATERIAL:
        return sufficient_material(e, ending);
    case END_BARE:
    case END_BOTH_BARE:
        return (reason){.kind = REASON_BESIDES_ROYALS, .words = of_each(e, nonroyal_count, ending, REASON_PLAYER_HAS)};
    case END_EXTINCT:
        return extinct_progress(e, ending);
    case END_PIECES_BELOW:
        return (reason){.kind = REASON_PIECES_NEEDED, .words = of_each(e, piece_count_of, ending, REASON_PLAYER_HAS)};
    case END_GOAL:
        return (reason){.kind = REASON_PIECES_IN_GOAL, .words = of_each(e, goal_count_of, ending, REASON_PLAYER_HAS)};
    case END_PASSES:
        return passes_progress(e, rule);
    case END_CHECKS:
        return (reason){.kind = REASON_CHECKS_RUNNING,
                        .words = of_each(e, checks_given_by, ending, REASON_PLAYER_GAVE)};
    case END_POINTS:
        return royal_outside_zone(e, ending);
    case END_EXPOSED:
        return (reason){.kind = REASON_NONE_EXPOSED};
    case END_CHAIN:
        return (reason){.kind = REASON_NONE_JOINS};
    case END_CONNECT:
        return (reason){.kind = REASON_NONE_IN_ROW};
    case END_HOOK:
        break;
    }
    return (reason){.kind = ending_may_apply(e->p, ending) ? REASON_HOOK_GOES_ON : REASON_HOOK_NOT_CALLED,
                    .key = rule->hook};
}

static void say_ending(explainer *e, int number, size_t moves)
{
    const variant_ending *ending = &e->v->endings[number];
    const rule_ending *rule = ending->rule;
    reason said = {.kind = REASON_ENDING_OPEN, .key = rule->name, .at = rule->location};
    if (rule->illegal) {
        said.kind = REASON_ENDING_ILLEGAL;
    } else if (rule->claim && history_test_ending(e->history, number).kind != OUTCOME_ONGOING) {
        said.kind = REASON_ENDING_CLAIMABLE;
        said.words = rule->claim;
    } else {
        reason far = progress(e, ending, moves);
        far.limit = rule->kind == END_CONNECT ? rule->row.length : rule->number;
        said.words = reason_sentence(e->list, &far);
        said.number = far.number;
        said.limit = far.limit;
    }
    say(e, said);
}

/* ---- the answer ---- */

static void say_outcome(explainer *e, const game_outcome *outcome)
{
    const reason none = {.kind = REASON_NO_MOVE_LEFT};
    bool given = outcome->reason && *outcome->reason;
    const char *why = given ? outcome->reason : reason_sentence(e->list, &none);
    if (outcome->kind == OUTCOME_WIN) {
        say(e, (reason){.kind = outcome->winner_share < WHOLE_POINT ? REASON_WINS_SHARE : REASON_WINS,
                        .player = player_name(e, outcome->winner),
                        .number = outcome->winner_share,
                        .limit = WHOLE_POINT - outcome->winner_share,
                        .words = why});
    } else {
        say(e, (reason){.kind = REASON_DRAWN, .words = why});
    }
    if (outcome->rule) {
        say(e, (reason){.kind = REASON_ENDING_RULE, .key = outcome->rule->name, .at = outcome->rule->location});
    }
    bool no_moves = !outcome->rule || outcome->rule->kind == END_CHECKMATE || outcome->rule->kind == END_STALEMATE;
    if (no_moves && !e->v->own_boards) {
        say(e, (reason){.kind = REASON_HAS_NO_MOVE, .player = player_name(e, e->p->state.side_to_move)});
        say_check(e);
    }
}

bool explain_status(game_history *history, reason_list *list)
{
    explainer e = {.history = history, .v = history->variant, .p = history->position, .move_text = "", .list = list};
    game_outcome outcome = history_outcome(history);
    if (outcome.kind != OUTCOME_ONGOING) {
        say_outcome(&e, &outcome);
        return true;
    }
    say(&e, (reason){.kind = REASON_ONGOING});
    size_t moves = count_moves(&e);
    for (int i = 0; i < e.v->ending_count; i++) {
        say_ending(&e, i, moves);
    }
    return false;
}
