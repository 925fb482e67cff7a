#include "explain/explain.h"

#include "explain/explain_internal.h"
#include "play/notation.h"

#include <stdlib.h>
#include <string.h>

/* ---- legal moves: what they do ---- */

static void print_cell_changes(explainer *e, const undo *u)
{
    /* A cell that was written several times is reported once, with its first old and its last new content. */
    for (unsigned i = 0; i < u->count; i++) {
        unsigned slot = u->entries[i].slot, kind = u->entries[i].kind;
        bool repeated = kind != UNDO_CELL && kind != UNDO_HAND;
        for (unsigned k = 0; k < i && !repeated; k++) {
            repeated = u->entries[k].slot == slot && u->entries[k].kind == kind;
        }
        if (repeated) {
            continue;
        }
        if (kind == UNDO_HAND) {
            piece_id piece = (piece_id)slot;
            int count = position_hand(e->p)[piece];
            text_print(e->out, "hand: %s has %d %s\n", owner_name(e, piece), count, type_name(e, piece));
            continue;
        }
        piece_id old = u->entries[i].old, now = e->p->board[slot];
        const char *name = e->v->topology.names[slot];
        if (old && now) {
            text_print(e->out, "%s: %s %s is replaced by %s %s\n", name, owner_name(e, old), type_name(e, old),
                       owner_name(e, now), type_name(e, now));
        } else if (now) {
            text_print(e->out, "%s: %s %s\n", name, owner_name(e, now), type_name(e, now));
        } else if (old) {
            text_print(e->out, "%s: empty, was %s %s\n", name, owner_name(e, old), type_name(e, old));
        }
    }
}

static void print_state_changes(explainer *e, const position_state *before, const position_extra *extra_before)
{
    const position_state *now = &e->p->state;
    for (int i = 0; i < e->v->rights; i++) {
        if ((before->rights & ~now->rights) >> i & 1) {
            text_print(e->out, "right lost: %s, %c on %s\n", e->v->rules->players[e->v->right[i].player].name,
                       e->v->right[i].letter, e->v->topology.names[e->v->right[i].cell]);
        }
        if ((now->rights & ~before->rights) >> i & 1) {
            text_print(e->out, "right regained: %s, %c on %s\n", e->v->rules->players[e->v->right[i].player].name,
                       e->v->right[i].letter, e->v->topology.names[e->v->right[i].cell]);
        }
    }
    for (unsigned i = 0; i < now->ep_count; i++) {
        text_print(e->out, "open to en passant: %s\n", e->v->topology.names[now->ep_cells[i].cell]);
    }
    for (size_t i = 0; i < e->v->rules->counter_count; i++) {
        if (e->p->extra.counters[i] != extra_before->counters[i]) {
            text_print(e->out, "counter: %s is %d\n", e->v->rules->counters[i], e->p->extra.counters[i]);
        }
    }
    text_print(e->out, "turn: %s\n", e->v->rules->players[now->side_to_move].name);
    if (e->v->core->in_check(e->p, now->side_to_move)) {
        text_print(e->out, "check: %s\n", e->v->rules->players[now->side_to_move].name);
    }
}

/* Rules of moves that no piece makes. */
static void print_other_rule(explainer *e, move m)
{
    const ruleset *rules = e->v->rules;
    if (move_kind_of(m) == MOVE_HOOK) {
        const rule_hook *rule = e->v->moves_hooks[move_index(m)].rule;
        text_print(e->out, "hook %s", rule->function);
        end_line(e, rule->location);
    } else if (move_kind_of(m) == MOVE_ROLL) {
        text_put(e->out, "the dice");
        end_line(e, rules->dice.location);
    } else {
        text_put(e->out, "the turn");
        end_line(e, rules->turn.location);
    }
}

/* The movement rule of a piece that the move follows. */
static void print_movement(explainer *e, move m, piece_id piece)
{
    unsigned modes = LEG_MOVE;
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        modes = LEG_EN_PASSANT;
    } else if (e->p->board[move_to(m)]) {
        modes = LEG_CAPTURE | LEG_OWN;
    }
    const rule_piece *rules_piece = piece_rule(e, piece);
    movement_fit fit = MOVEMENT_FITS_NOT;
    const rule_move *rule = NULL;
    for (size_t i = 0; i < rules_piece->move_count && move_kind_of(m) == MOVE_CHAIN && !rule; i++) {
        rule = rules_piece->moves[i].jumps ? &rules_piece->moves[i] : NULL;
    }
    rule = rule ? rule : movement_find(e->v, e->p->board, piece, move_from(m), move_to(m), modes, &fit);
    rule =
        rule && fit == MOVEMENT_FITS ? rule : movement_find(e->v, NULL, piece, move_from(m), move_to(m), modes, &fit);
    rule = rule ? rule : movement_find(e->v, NULL, piece, move_from(m), move_to(m), 0, &fit);
    text_put(e->out, type_name(e, piece));
    if (rule && rule->hook) {
        text_print(e->out, ", hook %s", rule->hook);
    } else if (rule && rule->notation) {
        text_print(e->out, ", `%s`", rule->notation);
    }
    end_line(e, rule ? rule->location : rules_piece->location);
}

static void print_rule(explainer *e, move m)
{
    move_kind kind = move_kind_of(m);
    text_put(e->out, "rule: ");
    if (kind == MOVE_CASTLE) {
        const rule_castling *rule = &e->v->rules->castlings[e->v->castlings[move_index(m)].rule];
        text_print(e->out, "castling %s", rule->name);
        end_line(e, rule->location);
    } else if (kind == MOVE_DROP) {
        piece_id piece = variant_dropped_piece(e->v, e->p->state.side_to_move, (int)move_into(m) - 1);
        print_with_article(e, "drop of ", type_name(e, piece), "");
        end_line(e, piece_rule(e, piece)->drop.location.source ? piece_rule(e, piece)->drop.location
                                                               : piece_rule(e, piece)->location);
    } else if (kind == MOVE_HOOK || move_from(m) >= (unsigned)e->v->cells || !e->p->board[move_from(m)]) {
        print_other_rule(e, m);
    } else {
        piece_id piece = e->p->board[move_from(m)];
        bool neutral = e->v->owner_of[piece] == e->v->neutral_owner;
        print_movement(e, m, neutral ? variant_piece(e->v, e->p->state.side_to_move, e->v->type_of[piece]) : piece);
    }
}

/* Plays the move and writes what it changes: first the effects of hooks, in their order. */
static void print_effects(explainer *e, move m)
{
    if (!history_reserve(e->history, 1)) {
        return;
    }
    position_state before = e->p->state;
    position_extra extra_before = e->p->extra;
    hook_logger logger;
    hook_log_begin(&logger, e);
    history_push(e->history, m);
    hook_log_end(&logger);
    print_cell_changes(e, &e->history->undos[e->history->count - 1]);
    print_state_changes(e, &before, &extra_before);
    history_pop(e->history);
}

/* Of several ways of jumping to the same position one is listed, perhaps another than the one in question. */
static void print_listed_way(explainer *e, move m)
{
    char listed[MOVE_TEXT_MAX];
    if (move_kind_of(m) != MOVE_CHAIN) {
        return;
    }
    notation_write_one(e->p, m, listed);
    if (strcmp(listed, e->move_text) != 0) {
        text_print(e->out, "listed as: %s\n", listed);
    }
}

static void explain_legal(explainer *e, move m)
{
    text_put(e->out, "legal\n");
    print_listed_way(e, m);
    if (move_kind_of(m) == MOVE_CLAIM) {
        const rule_ending *rule = e->v->endings[move_index(m)].rule;
        text_print(e->out, "ends the game: %s", rule->name);
        end_line(e, rule->location);
        return;
    }
    print_rule(e, m);
    print_effects(e, m);
}

/* ---- the answer ---- */

bool explain_move(game_history *history, const char *move_text, text *out)
{
    explainer e = {
        .history = history, .v = history->variant, .p = history->position, .move_text = move_text, .out = out};
    size_t room = history->variant->moves_max;
    move *moves = malloc(2 * room * sizeof *moves);
    if (!moves) {
        out->failed = true;
        return false;
    }
    move_list legal = {moves, 0, room, false}, pseudo = {moves + room, 0, room, false};
    history_legal_moves(history, &legal, true);
    text candidates = {0};
    written_move w = written_move_find(history->position, &legal, move_text, &candidates);
    if (w.found != MOVE_NONE) {
        explain_legal(&e, w.found);
    } else if (w.count > 1) {
        text_put(out, "illegal: `");
        text_add_safe(out, move_text, strlen(move_text));
        text_print(out, "` is ambiguous: write %s\n", text_string(&candidates));
    } else {
        explain_illegal(&e, &legal, &pseudo);
    }
    text_finish(&candidates);
    free(moves);
    return w.found != MOVE_NONE;
}
