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
        e->out->failed = true;
    }
    free(moves);
    return list.count;
}

static void print_check(explainer *e)
{
    int side_to_move = e->p->state.side_to_move;
    if (!e->v->core->in_check(e->p, side_to_move)) {
        text_put(e->out, "none of their royal pieces is attacked\n");
    } else if (!explain_attackers(e, side_to_move, "their", "is attacked by")) {
        text_put(e->out, "their royal piece is attacked\n");
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

static void print_each(explainer *e, int (*number)(const explainer *, const variant_ending *, int),
                       const variant_ending *ending, const char *what)
{
    for (int player = 0; player < e->v->players; player++) {
        text_print(e->out, "%s%s has %d", player ? ", " : "", player_name(e, player), number(e, ending, player));
    }
    text_print(e->out, " %s", what);
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

/* Names a piece that makes the material sufficient. */
static void print_sufficient_material(explainer *e, const variant_ending *ending)
{
    for (int cell = 0; cell < e->v->cells; cell++) {
        piece_id piece = e->p->board[cell];
        for (int i = 0; piece && i < ending->sufficient_count; i++) {
            if (ending->sufficient_pieces[i] == piece) {
                text_print(e->out, "the %s on %s can still decide the game", type_name(e, piece),
                           cell_name(e, (unsigned)cell));
                return;
            }
        }
    }
    text_put(e->out, "the pieces that are left can still decide the game");
}

static void print_royal_outside_zone(explainer *e, const variant_ending *ending)
{
    for (int player = 0; player < e->v->players; player++) {
        cell_id royals[CELLS_MAX];
        int count = e->v->core->royals_of(e->p, player, royals, CELLS_MAX);
        for (int i = 0; i < count; i++) {
            if (!set_has(e->v->set_pool + ending->zone[player], royals[i])) {
                text_print(e->out, "the %s of %s on %s is not in `%s`", type_name(e, e->p->board[royals[i]]),
                           player_name(e, player), cell_name(e, royals[i]), ending->rule->zone.string);
                return;
            }
        }
    }
    text_put(e->out, "a player has no royal piece on the board");
}

static void print_checks_given(explainer *e)
{
    for (int player = 0; player < e->v->players; player++) {
        text_print(e->out, "%s%s has given %d", player ? ", " : "", player_name(e, player),
                   e->p->extra.checks_given[player]);
    }
    text_put(e->out, " running");
}

static void print_progress(explainer *e, const variant_ending *ending, size_t moves)
{
    const rule_ending *rule = ending->rule;
    switch (rule->kind) {
    case END_CHECKMATE:
    case END_STALEMATE:
        text_print(e->out, "%s has %zu legal move%s", player_name(e, e->p->state.side_to_move), moves,
                   moves == 1 ? "" : "s");
        break;
    case END_REPETITION:
    case END_PERPETUAL_CHECK:
    case END_CHECK_CYCLE:
        text_print(e->out, "the position has stood %d of %ld times", history_repetitions(e->history, (int)rule->number),
                   rule->number);
        break;
    case END_HALFMOVE_CLOCK:
        text_print(e->out, "%d of %ld %s without progress", e->p->state.halfmove_clock, rule->number,
                   rule->counts_turns ? "turns" : "plies");
        break;
    case END_INSUFFICIENT_MATERIAL:
        print_sufficient_material(e, ending);
        break;
    case END_BARE:
    case END_BOTH_BARE:
        print_each(e, nonroyal_count, ending, "besides royal pieces");
        break;
    case END_EXTINCT:
        print_each(e, extinct_count_of, ending, rule->piece < 0 ? "pieces" : e->v->rules->pieces[rule->piece].name);
        break;
    case END_PIECES_BELOW:
        print_each(e, piece_count_of, ending, "pieces");
        text_print(e->out, "; fewer than %ld are needed", rule->number);
        break;
    case END_GOAL:
        print_each(e, goal_count_of, ending, "pieces in the goal zone");
        text_print(e->out, " of %ld", rule->number);
        break;
    case END_PASSES:
        text_print(e->out, "%d of %ld passes in a row", history_passes(e->history), rule->number);
        text_put(e->out, !rule->facing                   ? ""
                         : e->v->core->royals_face(e->p) ? "; royal pieces face each other"
                                                         : "; no royal pieces face each other");
        break;
    case END_CHECKS:
        print_checks_given(e);
        text_print(e->out, " of %ld checks", rule->number);
        break;
    case END_POINTS:
        print_royal_outside_zone(e, ending);
        break;
    case END_EXPOSED:
        text_put(e->out, "no player who is not to move has an attacked royal piece");
        break;
    case END_CONNECT:
        text_print(e->out, "no player has %ld in a row", rule->row.length);
        break;
    case END_HOOK:
        if (ending_may_apply(e->p, ending)) {
            text_print(e->out, "hook %s says that the game goes on", rule->hook);
        } else {
            text_print(e->out, "hook %s is not called yet", rule->hook);
        }
        break;
    }
}

static void print_ending(explainer *e, int number, size_t moves)
{
    const variant_ending *ending = &e->v->endings[number];
    const rule_ending *rule = ending->rule;
    if (rule->illegal) {
        text_print(e->out, "%s: no move may bring it about", rule->name);
    } else if (rule->claim && history_test_ending(e->history, number).kind != OUTCOME_ONGOING) {
        text_print(e->out, "%s: can be claimed by claim-%s", rule->name, rule->claim);
    } else {
        text_print(e->out, "%s: no, ", rule->name);
        print_progress(e, ending, moves);
    }
    end_line(e, rule->location);
}

/* ---- the answer ---- */

static void print_outcome(explainer *e, const game_outcome *outcome)
{
    const char *reason = outcome->reason && *outcome->reason ? outcome->reason : "no legal move";
    if (outcome->kind == OUTCOME_WIN) {
        text_print(e->out, "%s wins", player_name(e, outcome->winner));
        if (outcome->winner_share < WHOLE_POINT) {
            text_print(e->out, " %g to %g", (double)outcome->winner_share / WHOLE_POINT,
                       (double)(WHOLE_POINT - outcome->winner_share) / WHOLE_POINT);
        }
        text_print(e->out, ": %s\n", reason);
    } else {
        text_print(e->out, "draw: %s\n", reason);
    }
    if (outcome->rule) {
        text_print(e->out, "rule: %s", outcome->rule->name);
        end_line(e, outcome->rule->location);
    }
    bool no_moves = !outcome->rule || outcome->rule->kind == END_CHECKMATE || outcome->rule->kind == END_STALEMATE;
    if (no_moves && !e->v->own_boards) {
        text_print(e->out, "%s has no legal move\n", player_name(e, e->p->state.side_to_move));
        print_check(e);
    }
}

bool explain_status(game_history *history, text *out)
{
    explainer e = {.history = history, .v = history->variant, .p = history->position, .move_text = "", .out = out};
    game_outcome outcome = history_outcome(history);
    if (outcome.kind != OUTCOME_ONGOING) {
        print_outcome(&e, &outcome);
        return true;
    }
    text_put(out, "ongoing\n");
    size_t moves = count_moves(&e);
    for (int i = 0; i < e.v->ending_count; i++) {
        print_ending(&e, i, moves);
    }
    return false;
}
