/* Why a game is over, or is not: what each ending of the rules asks, and how far it is from that. */
#include "game/explain.h"
#include "game/explain_words.h"

#include <stdlib.h>
#include <string.h>

static size_t count_moves(explainer *e)
{
    move *moves = malloc(e->g->moves_max * sizeof *moves);
    move_list list = {moves, 0, moves ? e->g->moves_max : 0, false};
    if (moves) {
        record_moves(e->r, &list, false);
    } else {
        e->out->failed = true;
    }
    free(moves);
    return list.count;
}

static void tell_check(explainer *e)
{
    int mover = e->p->state.mover;
    if (!e->g->core->in_check(e->p, mover)) {
        text_put(e->out, "no royal man of his is attacked\n");
    } else if (!explain_attackers(e, mover, "his", "is attacked by")) {
        text_put(e->out, "his royal man is attacked\n");
    }
}

/* ---- how far each ending is ---- */

static int men_besides_royals(const explainer *e, int player)
{
    int men = e->g->core->men_of(e->p, player) - e->g->core->royals_of(e->p, player, NULL, 0);
    for (int type = 0; e->g->hands && type < e->g->types; type++) {
        men += position_hand(e->p)[game_man(e->g, player, type)];
    }
    return men;
}

static void tell_each(explainer *e, int (*number)(const explainer *, const game_ending *, int),
                      const game_ending *ending, const char *what)
{
    for (int player = 0; player < e->g->players; player++) {
        text_print(e->out, "%s%s has %d", player ? ", " : "", player_name(e, player), number(e, ending, player));
    }
    text_print(e->out, " %s", what);
}

static int bare_number(const explainer *e, const game_ending *ending, int player)
{
    (void)ending;
    return men_besides_royals(e, player);
}

static int extinct_number(const explainer *e, const game_ending *ending, int player)
{
    int men = 0;
    for (int i = 0; i < ending->extinct_count; i++) {
        men += e->g->core->count_man(e->p, game_man(e->g, player, ending->extinct[i]));
    }
    return men;
}

static int left_number(const explainer *e, const game_ending *ending, int player)
{
    return ending_men(e->p, &ending->lines, player);
}

static int arrived_number(const explainer *e, const game_ending *ending, int player)
{
    return ending_arrived(e->p, ending, player);
}

/* Somebody who keeps the material alive. */
static void tell_alive(explainer *e, const game_ending *ending)
{
    for (int cell = 0; cell < e->g->cells; cell++) {
        man_id man = e->p->board[cell];
        for (int i = 0; man && i < ending->alive_count; i++) {
            if (ending->alive[i] == man) {
                text_print(e->out, "the %s on %s can still decide the game", type_name(e, man),
                           cell_name(e, (unsigned)cell));
                return;
            }
        }
    }
    text_put(e->out, "the men that are left can still decide the game");
}

static void tell_zone(explainer *e, const game_ending *ending)
{
    for (int player = 0; player < e->g->players; player++) {
        cell_id royals[CELLS_MAX];
        int count = e->g->core->royals_of(e->p, player, royals, CELLS_MAX);
        for (int i = 0; i < count; i++) {
            if (!set_has(e->g->sets + ending->zone[player], royals[i])) {
                text_print(e->out, "the %s of %s on %s is not in `%s`", type_name(e, e->p->board[royals[i]]),
                           player_name(e, player), cell_name(e, royals[i]), ending->rule->zone.string);
                return;
            }
        }
    }
    text_put(e->out, "somebody has no royal man on the board");
}

static void tell_checks(explainer *e)
{
    for (int player = 0; player < e->g->players; player++) {
        text_print(e->out, "%s%s has given %d", player ? ", " : "", player_name(e, player), e->p->more.checks[player]);
    }
    text_put(e->out, " running");
}

static void tell_distance(explainer *e, const game_ending *ending, size_t moves)
{
    const rule_ending *rule = ending->rule;
    switch (rule->kind) {
    case END_CHECKMATE:
    case END_STALEMATE:
        text_print(e->out, "%s has %zu legal move%s", player_name(e, e->p->state.mover), moves, moves == 1 ? "" : "s");
        break;
    case END_REPETITION:
    case END_PERPETUAL:
    case END_CHECK_CYCLE:
        text_print(e->out, "the position has stood %d of %ld times", record_repeats(e->r, (int)rule->number),
                   rule->number);
        break;
    case END_QUIET:
        text_print(e->out, "%d of %ld quiet %s", e->p->state.quiet, rule->number, rule->turns ? "turns" : "plies");
        break;
    case END_DEAD:
        tell_alive(e, ending);
        break;
    case END_BARE:
    case END_BOTH_BARE:
        tell_each(e, bare_number, ending, "besides royal men");
        break;
    case END_EXTINCT:
        tell_each(e, extinct_number, ending, rule->piece < 0 ? "men" : e->g->rules->pieces[rule->piece].name);
        break;
    case END_FEWER:
        tell_each(e, left_number, ending, "men");
        text_print(e->out, "; fewer than %ld are needed", rule->number);
        break;
    case END_REACHED:
        tell_each(e, arrived_number, ending, "men in the zone");
        text_print(e->out, " of %ld", rule->number);
        break;
    case END_PASSES:
        text_print(e->out, "%d of %ld passes running", record_passes(e->r), rule->number);
        break;
    case END_CHECKS:
        tell_checks(e);
        text_print(e->out, " of %ld checks", rule->number);
        break;
    case END_POINTS:
        tell_zone(e, ending);
        break;
    case END_EXPOSED:
        text_put(e->out, "nobody who does not act has a royal man attacked");
        break;
    case END_LINE:
        text_print(e->out, "nobody has %ld in a row", rule->line.length);
        break;
    case END_HOOK:
        if (ending_may_hold(e->p, ending)) {
            text_print(e->out, "hook %s says that the game goes on", rule->hook);
        } else {
            text_print(e->out, "hook %s is not asked yet", rule->hook);
        }
        break;
    }
}

static void tell_ending(explainer *e, int number, size_t moves)
{
    const game_ending *ending = &e->g->endings[number];
    const rule_ending *rule = ending->rule;
    if (rule->illegal) {
        text_print(e->out, "%s: no move may bring it about", rule->name);
    } else if (rule->claim && record_test(e->r, number).kind != VERDICT_ONGOING) {
        text_print(e->out, "%s: can be claimed by claim-%s", rule->name, rule->claim);
    } else {
        text_print(e->out, "%s: no, ", rule->name);
        tell_distance(e, ending, moves);
    }
    finish(e, rule->place);
}

/* ---- the answer ---- */

static void tell_over(explainer *e, const verdict *v)
{
    const char *reason = v->reason && *v->reason ? v->reason : "no legal move";
    if (v->kind == VERDICT_WIN) {
        text_print(e->out, "%s wins: %s\n", player_name(e, v->winner), reason);
    } else {
        text_print(e->out, "draw: %s\n", reason);
    }
    if (v->rule) {
        text_print(e->out, "rule: %s", v->rule->name);
        finish(e, v->rule->place);
    }
    bool stuck = !v->rule || v->rule->kind == END_CHECKMATE || v->rule->kind == END_STALEMATE;
    if (stuck && !e->g->own_boards) {
        text_print(e->out, "%s has no legal move\n", player_name(e, e->p->state.mover));
        tell_check(e);
    }
}

bool explain_status(record *r, text *out)
{
    explainer e = {.r = r, .g = r->game, .p = r->position, .words = "", .out = out};
    verdict v = record_verdict(r);
    if (v.kind != VERDICT_ONGOING) {
        tell_over(&e, &v);
        return true;
    }
    text_put(out, "ongoing\n");
    size_t moves = count_moves(&e);
    for (int i = 0; i < e.g->ending_count; i++) {
        tell_ending(&e, i, moves);
    }
    return false;
}
