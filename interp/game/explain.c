#include "game/explain.h"

#include "game/explain_words.h"
#include "game/notation.h"

#include <stdlib.h>
#include <string.h>

/* ---- legal moves: what they do ---- */

static void tell_cells(explainer *e, const undo *u)
{
    /* A cell that was written several times counts with its first old and its last new content. */
    for (unsigned i = 0; i < u->count; i++) {
        unsigned slot = u->entries[i].slot, kind = u->entries[i].kind;
        bool again = kind != UNDO_CELL && kind != UNDO_HAND;
        for (unsigned k = 0; k < i && !again; k++) {
            again = u->entries[k].slot == slot && u->entries[k].kind == kind;
        }
        if (again) {
            continue;
        }
        if (kind == UNDO_HAND) {
            man_id man = (man_id)slot;
            int count = position_hand(e->p)[man];
            text_print(e->out, "hand: %s has %d %s\n", owner_name(e, man), count, type_name(e, man));
            continue;
        }
        man_id old = u->entries[i].old, now = e->p->board[slot];
        const char *name = e->g->topology.names[slot];
        if (old && now) {
            text_print(e->out, "%s: %s %s gives way to %s %s\n", name, owner_name(e, old), type_name(e, old),
                       owner_name(e, now), type_name(e, now));
        } else if (now) {
            text_print(e->out, "%s: %s %s\n", name, owner_name(e, now), type_name(e, now));
        } else if (old) {
            text_print(e->out, "%s: empty, was %s %s\n", name, owner_name(e, old), type_name(e, old));
        }
    }
}

static void tell_state(explainer *e, const position_state *before, const position_more *more)
{
    const position_state *now = &e->p->state;
    for (int i = 0; i < e->g->rights; i++) {
        if ((before->rights & ~now->rights) >> i & 1) {
            text_print(e->out, "right lost: %s, %c on %s\n", e->g->rules->players[e->g->right[i].player].name,
                       e->g->right[i].letter, e->g->topology.names[e->g->right[i].cell]);
        }
        if ((now->rights & ~before->rights) >> i & 1) {
            text_print(e->out, "right back: %s, %c on %s\n", e->g->rules->players[e->g->right[i].player].name,
                       e->g->right[i].letter, e->g->topology.names[e->g->right[i].cell]);
        }
    }
    for (unsigned i = 0; i < now->passed_count; i++) {
        text_print(e->out, "open to en passant: %s\n", e->g->topology.names[now->passed[i].cell]);
    }
    for (size_t i = 0; i < e->g->rules->counter_count; i++) {
        if (e->p->more.counters[i] != more->counters[i]) {
            text_print(e->out, "counter: %s is %d\n", e->g->rules->counters[i], e->p->more.counters[i]);
        }
    }
    text_print(e->out, "turn: %s\n", e->g->rules->players[now->mover].name);
    if (e->g->core->in_check(e->p, now->mover)) {
        text_print(e->out, "check: %s\n", e->g->rules->players[now->mover].name);
    }
}

/* Moves that are no man's. */
static void explain_rare(explainer *e, move m)
{
    const ruleset *rules = e->g->rules;
    if (move_kind_of(m) == MOVE_HOOK) {
        const rule_hook *rule = e->g->listings[move_number(m)].rule;
        text_print(e->out, "hook %s", rule->function);
        finish(e, rule->place);
    } else if (move_kind_of(m) == MOVE_ROLL) {
        text_put(e->out, "the dice");
        finish(e, rules->chance.place);
    } else {
        text_put(e->out, "the turn");
        finish(e, rules->turn.place);
    }
}

/* The movement of a man that a step is, with what it does there. */
static void name_movement(explainer *e, move m, man_id man)
{
    unsigned modes = LEG_MOVE;
    if (move_kind_of(m) == MOVE_PASSING) {
        modes = LEG_PASSING;
    } else if (e->p->board[move_to(m)]) {
        modes = LEG_CAPTURE | LEG_OWN;
    }
    const rule_piece *piece = piece_rule(e, man);
    origin_fit fit = ORIGIN_NONE;
    const rule_move *rule = NULL;
    for (size_t i = 0; i < piece->move_count && move_kind_of(m) == MOVE_CHAIN && !rule; i++) {
        rule = piece->moves[i].jumps ? &piece->moves[i] : NULL;
    }
    rule = rule ? rule : origin_find(e->g, man, move_from(m), move_to(m), modes, &fit);
    rule = rule ? rule : origin_find(e->g, man, move_from(m), move_to(m), 0, &fit);
    text_put(e->out, type_name(e, man));
    if (rule && rule->hook) {
        text_print(e->out, ", hook %s", rule->hook);
    } else if (rule && rule->notation) {
        text_print(e->out, ", `%s`", rule->notation);
    }
    finish(e, rule ? rule->place : piece->place);
}

static void name_rule(explainer *e, move m)
{
    move_kind kind = move_kind_of(m);
    text_put(e->out, "rule: ");
    if (kind == MOVE_CASTLE) {
        const rule_castling *rule = &e->g->rules->castlings[e->g->castlings[move_number(m)].rule];
        text_print(e->out, "castling %s", rule->name);
        finish(e, rule->place);
    } else if (kind == MOVE_DROP) {
        man_id man = game_man(e->g, e->p->state.mover, (int)move_into(m) - 1);
        text_print(e->out, "drop of a %s", type_name(e, man));
        finish(e, piece_rule(e, man)->drop.place.source ? piece_rule(e, man)->drop.place : piece_rule(e, man)->place);
    } else if (kind == MOVE_HOOK || move_from(m) >= (unsigned)e->g->cells || !e->p->board[move_from(m)]) {
        explain_rare(e, m);
    } else {
        man_id man = e->p->board[move_from(m)];
        bool nobodys = e->g->man_owner[man] == e->g->nobody;
        name_movement(e, m, nobodys ? game_man(e->g, e->p->state.mover, e->g->man_type[man]) : man);
    }
}

/* Plays the move, and says what it changes: first which hooks added what, in their order. */
static void tell_effects(explainer *e, move m)
{
    if (!record_reserve(e->r, 1)) {
        return;
    }
    position_state before = e->p->state;
    position_more more = e->p->more;
    eavesdropper heard;
    eavesdrop_begin(&heard, e);
    record_push(e->r, m);
    eavesdrop_end(&heard);
    tell_cells(e, &e->r->undos[e->r->count - 1]);
    tell_state(e, &before, &more);
    record_pop(e->r);
}

static void explain_legal(explainer *e, move m)
{
    text_put(e->out, "legal\n");
    if (move_kind_of(m) == MOVE_CLAIM) {
        const rule_ending *rule = e->g->endings[move_number(m)].rule;
        text_print(e->out, "ends the game: %s", rule->name);
        finish(e, rule->place);
        return;
    }
    name_rule(e, m);
    tell_effects(e, m);
}

/* ---- the answer ---- */

bool explain_move(record *r, const char *words, text *out)
{
    explainer e = {.r = r, .g = r->game, .p = r->position, .words = words, .out = out};
    size_t room = r->game->moves_max;
    move *moves = malloc(2 * room * sizeof *moves);
    if (!moves) {
        out->failed = true;
        return false;
    }
    move_list legal = {moves, 0, room, false}, pseudo = {moves + room, 0, room, false};
    record_moves(r, &legal, true);
    move m = notation_find(r->position, &legal, words);
    if (m != MOVE_NONE) {
        explain_legal(&e, m);
    } else {
        explain_illegal(&e, &legal, &pseudo);
    }
    free(moves);
    return m != MOVE_NONE;
}
