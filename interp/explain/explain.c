#include "explain/explain.h"

#include "explain/explain_internal.h"
#include "play/notation.h"

#include <stdlib.h>
#include <string.h>

/* ---- legal moves: what they do ---- */

/* The move that is explained, and all that it captures. */
typedef struct explained_move {
    move m;
    victim_list captured;
} explained_move;

static bool is_captured(const explainer *e, const explained_move *x, unsigned cell, piece_id old)
{
    for (unsigned i = 0; i < x->captured.count; i++) {
        const int16_t *victim = &x->captured.numbers[i * VICTIM_NUMBERS];
        if (victim[0] == (int16_t)cell && victim[1] == e->v->type[e->v->type_of[old]].rule_piece_index &&
            victim[2] == e->v->owner_of[old]) {
            return true;
        }
    }
    return false;
}

static void say_cell_change(const explainer *e, const explained_move *x, unsigned cell, piece_id old)
{
    const piece_id now = e->p->board[cell];
    if (!old && !now) {
        return;
    }
    const bool captured = old && is_captured(e, x, cell, old);
    const bool by_mover = captured && now && cell == move_to(x->m);
    say(e, (reason){.kind = by_mover           ? REASON_CELL_CAPTURED_BY
                            : captured && !now ? REASON_CELL_CAPTURED
                            : old && now       ? REASON_CELL_REPLACED
                            : now              ? REASON_CELL_FILLED
                                               : REASON_CELL_EMPTIED,
                    .cells = {cell_name(e, cell)},
                    .piece = old ? type_name(e, old) : NULL,
                    .owner = old ? owner_name(e, old) : NULL,
                    .by = now ? type_name(e, now) : NULL,
                    .player = now ? owner_name(e, now) : NULL});
}

static void say_cell_changes(explainer *e, const explained_move *x, const undo *u)
{
    /* A cell that was written several times is reported once, with its first old and its last new content. */
    for (unsigned i = 0; i < u->count; i++) {
        unsigned slot = u->entries[i].slot, kind = u->entries[i].kind;
        bool repeated = kind != UNDO_CELL && kind != UNDO_HAND;
        for (unsigned k = 0; k < i && !repeated; k++) {
            repeated = u->entries[k].slot == slot && u->entries[k].kind == kind;
        }
        if (!repeated && kind == UNDO_HAND) {
            piece_id piece = (piece_id)slot;
            say(e, (reason){.kind = REASON_HAND_HAS,
                            .player = owner_name(e, piece),
                            .number = position_hand(e->p)[piece],
                            .piece = type_name(e, piece)});
        } else if (!repeated) {
            say_cell_change(e, x, slot, u->entries[i].old);
        }
    }
}

static void say_right(const explainer *e, bool lost, int number)
{
    const variant_right *right = &e->v->right[number];
    const char letter[2] = {right->letter, '\0'};
    reason said = {.kind = lost ? REASON_RIGHT_LOST_ANYWHERE : REASON_RIGHT_REGAINED_ANYWHERE,
                   .player = player_name(e, right->player),
                   .key = letter};
    if (right->cell != CELL_NONE) {
        said.kind = lost ? REASON_RIGHT_LOST : REASON_RIGHT_REGAINED;
        said.cells[0] = cell_name(e, right->cell);
    }
    say(e, said);
}

static void say_state_changes(explainer *e, const position_state *before, const position_extra *extra_before)
{
    const position_state *now = &e->p->state;
    for (int i = 0; i < e->v->rights; i++) {
        if ((before->rights & ~now->rights) >> i & 1) {
            say_right(e, true, i);
        }
        if ((now->rights & ~before->rights) >> i & 1) {
            say_right(e, false, i);
        }
    }
    for (unsigned i = 0; i < now->ep_count; i++) {
        say(e, (reason){.kind = REASON_EN_PASSANT_OPEN, .cells = {cell_name(e, now->ep_cells[i].cell)}});
    }
    for (size_t i = 0; i < e->v->rules->counter_count; i++) {
        if (e->p->extra.counters[i] != extra_before->counters[i]) {
            say(e, (reason){
                       .kind = REASON_COUNTER_IS, .key = e->v->rules->counters[i], .number = e->p->extra.counters[i]});
        }
    }
    say(e, (reason){.kind = REASON_TURN_OF, .player = player_name(e, now->side_to_move)});
    if (e->v->core->in_check(e->p, now->side_to_move)) {
        say(e, (reason){.kind = REASON_CHECK_TO, .player = player_name(e, now->side_to_move)});
    }
}

/* Rules of moves that no piece makes. */
static reason other_rule(const explainer *e, move m)
{
    const ruleset *rules = e->v->rules;
    if (move_kind_of(m) == MOVE_HOOK) {
        const rule_hook *rule = e->v->moves_hooks[move_index(m)].rule;
        return (reason){.kind = REASON_RULE_HOOK, .key = rule->function, .at = rule->location};
    }
    if (move_kind_of(m) == MOVE_ROLL) {
        return (reason){.kind = REASON_RULE_DICE, .at = rules->dice.location};
    }
    return (reason){.kind = REASON_RULE_TURN, .at = rules->turn.location};
}

/* The movement rule of a piece that the move follows. */
static const rule_move *find_rule(const explainer *e, move m, piece_id piece)
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
    return rule ? rule : movement_find(e->v, NULL, piece, move_from(m), move_to(m), 0, &fit);
}

static reason movement_rule(const explainer *e, move m, piece_id piece)
{
    const rule_move *rule = find_rule(e, m, piece);
    bool hook = rule && rule->hook, betza_word = !hook && rule && rule->notation;
    return (reason){.kind = hook         ? REASON_RULE_MOVEMENT_HOOK
                            : betza_word ? REASON_RULE_MOVEMENT
                                         : REASON_RULE_PIECE,
                    .piece = type_name(e, piece),
                    .key = hook ? rule->hook : NULL,
                    .words = betza_word ? rule->notation : NULL,
                    .at = rule ? rule->location : piece_rule(e, piece)->location};
}

static reason drop_rule(const explainer *e, move m)
{
    piece_id piece = variant_dropped_piece(e->v, e->p->state.side_to_move, (int)move_into(m) - 1);
    const rule_piece *rule = piece_rule(e, piece);
    return (reason){.kind = REASON_RULE_DROP,
                    .piece = type_name(e, piece),
                    .at = rule->drop.location.source ? rule->drop.location : rule->location};
}

static reason rule_of(const explainer *e, move m)
{
    const move_kind kind = move_kind_of(m);
    if (kind == MOVE_CLAIM) {
        const rule_ending *rule = e->v->endings[move_index(m)].rule;
        return (reason){.kind = REASON_ENDS_GAME, .key = rule->name, .at = rule->location};
    }
    if (kind == MOVE_CASTLE) {
        const rule_castling *rule = &e->v->rules->castlings[e->v->castlings[move_index(m)].rule];
        return (reason){.kind = REASON_RULE_CASTLING, .key = rule->name, .at = rule->location};
    }
    if (kind == MOVE_DROP) {
        return drop_rule(e, m);
    }
    if (kind == MOVE_HOOK || move_from(m) >= (unsigned)e->v->cells || !e->p->board[move_from(m)]) {
        return other_rule(e, m);
    }
    piece_id piece = e->p->board[move_from(m)];
    bool neutral = e->v->owner_of[piece] == e->v->neutral_owner;
    return movement_rule(e, m, neutral ? variant_piece(e->v, e->p->state.side_to_move, e->v->type_of[piece]) : piece);
}

reason explain_rule(const position *p, move m)
{
    const explainer e = {.v = p->variant, .p = (position *)p}; /* which is only read */
    return rule_of(&e, m);
}

/* Plays the move and says what it changes: first the effects of hooks, in their order. */
static void say_effects(explainer *e, move m)
{
    if (!history_reserve(e->history, 1)) {
        return;
    }
    position_state before = e->p->state;
    position_extra extra_before = e->p->extra;
    undo *u = &e->history->undos[e->history->count];
    explained_move x = {.m = m};
    e->v->core->find_captured(e->p, m, &x.captured);
    hook_logger logger;
    hook_log_begin(&logger, e, &(capture_log){u, &x.captured});
    history_push(e->history, m);
    hook_log_end(&logger);
    say_cell_changes(e, &x, u);
    say_state_changes(e, &before, &extra_before);
    history_pop(e->history);
}

/* Of several ways of jumping to the same position one is listed, perhaps another than the one in question. */
static void say_listed_way(explainer *e, move m)
{
    char listed[MOVE_TEXT_MAX];
    if (move_kind_of(m) != MOVE_CHAIN) {
        return;
    }
    notation_write_one(e->p, m, listed);
    if (strcmp(listed, e->move_text) != 0) {
        say(e, (reason){.kind = REASON_LISTED_AS, .words = escaped(e, listed, strlen(listed))});
    }
}

static void explain_legal(explainer *e, move m)
{
    say(e, (reason){.kind = REASON_LEGAL});
    say_listed_way(e, m);
    say(e, rule_of(e, m));
    if (move_kind_of(m) != MOVE_CLAIM) {
        say_effects(e, m);
    }
}

const char *escaped(const explainer *e, const char *bytes, size_t length)
{
    arena *a = e->list->language.arena;
    text safe = {0};
    text_add_safe(&safe, bytes, length);
    const char *kept = safe.failed ? NULL : arena_text(a, text_string(&safe), safe.length);
    a->failed |= safe.failed;
    text_finish(&safe);
    return kept ? kept : "";
}

/* ---- the answer ---- */

bool explain_move(game_history *history, const char *move_text, reason_list *list)
{
    explainer e = {
        .history = history, .v = history->variant, .p = history->position, .move_text = move_text, .list = list};
    size_t room = history->variant->moves_max;
    move *moves = malloc(2 * room * sizeof *moves);
    if (!moves) {
        list->language.arena->failed = true;
        return false;
    }
    move_list legal = {moves, 0, room, false}, pseudo = {moves + room, 0, room, false};
    history_legal_moves(history, &legal, true);
    text candidates = {0};
    written_move w = written_move_find(history->position, &legal, move_text, &candidates);
    if (w.found != MOVE_NONE) {
        explain_legal(&e, w.found);
    } else if (w.count > 1) {
        say(&e, (reason){.kind = REASON_AMBIGUOUS, .key = move_text, .words = text_string(&candidates)});
    } else {
        explain_illegal(&e, &legal, &pseudo);
    }
    text_finish(&candidates);
    free(moves);
    return w.found != MOVE_NONE;
}
