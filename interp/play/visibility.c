#include "play/visibility.h"

#include <string.h>

bool visibility_limited(const variant *v)
{
    return v->rules->visibility.own_pieces_only || v->rules->visibility.secret_count > 0 || v->shown_as;
}

bool visibility_hides_pieces(const position *p)
{
    const rule_visibility *sight = &p->variant->rules->visibility;
    return sight->own_pieces_only && (!sight->during_setup || position_in_setup(p));
}

bool visibility_sees_owner(const variant *v, int player, int owner)
{
    return !(v->enemy_mask[player] >> owner & 1);
}

piece_id visibility_shown(const variant *v, int player, piece_id piece)
{
    bool as_it_is = !piece || !v->shown_as || visibility_sees_owner(v, player, v->owner_of[piece]);
    return as_it_is ? piece : v->shown_as[piece];
}

/* ---- the view ---- */

static bool is_visible(const position *p, int player, int cell)
{
    piece_id piece = p->board[cell];
    return !piece || visibility_sees_owner(p->variant, player, p->variant->owner_of[piece]);
}

static void hide_stack(position *out, int cell)
{
    out->board[cell] = PIECE_NONE;
    if (out->variant->has_stacks) {
        position_stack_heights(out)[cell] = 0;
        for (size_t level = 0; level < STACK_MAX; level++) {
            position_set_stack_piece(out, (size_t)cell * STACK_MAX + level, PIECE_NONE);
        }
    }
}

/* Rights, en passant targets, marks and clocks reveal pieces. Only those of the player's own pieces stay. */
static void hide_state(const position *p, int player, position *out)
{
    const variant *v = p->variant;
    v->core->clear_moved(out);
    for (int cell = 0; cell < v->cells; cell++) {
        if (v->core->has_moved(p, (cell_id)cell) && p->board[cell] && is_visible(p, player, cell)) {
            v->core->mark_moved(out, (cell_id)cell);
        }
    }
    for (int owner = 0; owner < v->players; owner++) {
        if (!visibility_sees_owner(v, player, owner)) {
            out->state.rights &= ~v->player_rights[owner];
        }
    }
    out->state.ep_count = 0; /* even an own one reveals that an enemy piece could capture there */
    memset(out->state.ep_cells, 0, sizeof out->state.ep_cells);
    out->state.halfmove_clock = 0;
    memset(out->extra.checks_given, 0, sizeof out->extra.checks_given);
}

static void hide_pieces(const position *p, int player, position *out)
{
    const variant *v = p->variant;
    for (int cell = 0; cell < v->cells; cell++) {
        if (!is_visible(p, player, cell)) {
            hide_stack(out, cell);
        }
    }
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (!visibility_sees_owner(v, player, v->owner_of[piece])) {
            position_hand(out)[piece] = 0;
        }
    }
    hide_state(p, player, out);
}

/* Other players' pieces look like what they are shown as, on the board, in stacks and in hands. */
static void disguise_pieces(int player, position *out)
{
    const variant *v = out->variant;
    for (int cell = 0; cell < v->cells; cell++) {
        for (size_t level = 0; v->has_stacks && level < position_stack_heights(out)[cell]; level++) {
            size_t slot = (size_t)cell * STACK_MAX + level;
            position_set_stack_piece(out, slot, visibility_shown(v, player, position_stack_piece(out, slot)));
        }
        out->board[cell] = visibility_shown(v, player, out->board[cell]);
    }
    for (int piece = 1; v->has_hands && piece < v->piece_ids; piece++) {
        piece_id shown = visibility_shown(v, player, (piece_id)piece);
        if (shown != piece) {
            position_hand(out)[shown] = (uint16_t)(position_hand(out)[shown] + position_hand(out)[piece]);
            position_hand(out)[piece] = 0;
        }
    }
}

/* Whether a piece was dropped that looks like a piece of another type. */
static bool drops_disguised(const position *before, const position *after, int player)
{
    const variant *v = before->variant;
    for (int piece = 1; v->shown_as && v->has_hands && piece < v->piece_ids; piece++) {
        piece_id shown = visibility_shown(v, player, (piece_id)piece);
        bool dropped = position_hand(after)[piece] < position_hand(before)[piece] ||
                       position_hand(after)[shown] < position_hand(before)[shown];
        if (shown != piece && dropped) {
            return true;
        }
    }
    return false;
}

static bool is_hidden(const position *p, const rule_secret *secret, int player)
{
    bool revealed = secret->revealed_by >= 0 && p->extra.counters[secret->revealed_by] != 0;
    return !revealed && (secret->owner < 0 || !visibility_sees_owner(p->variant, player, secret->owner));
}

void visibility_view(const position *p, int player, position *out)
{
    const rule_visibility *sight = &p->variant->rules->visibility;
    position_copy(out, p);
    if (visibility_hides_pieces(p)) {
        hide_pieces(p, player, out);
    }
    if (p->variant->shown_as) {
        disguise_pieces(player, out);
    }
    for (size_t i = 0; i < sight->secret_count; i++) {
        int16_t *value = &out->extra.counters[sight->secrets[i].counter];
        if (*value && is_hidden(p, &sight->secrets[i], player)) {
            *value = COUNTER_HIDDEN;
        }
    }
    p->variant->core->refresh(out);
}

bool visibility_shows_move(const position *before, const position *after, int player)
{
    const rule_visibility *sight = &before->variant->rules->visibility;
    if (visibility_sees_owner(before->variant, player, before->state.side_to_move)) {
        return true;
    }
    if (visibility_hides_pieces(before) || drops_disguised(before, after, player)) {
        return false;
    }
    for (size_t i = 0; i < sight->secret_count; i++) {
        int counter = sight->secrets[i].counter;
        int16_t value = after->extra.counters[counter]; /* 0: the secret is over, which all players see */
        if (value && value != before->extra.counters[counter] && is_hidden(after, &sight->secrets[i], player)) {
            return false;
        }
    }
    return true;
}

/* ---- tries ---- */

static bool has_same_step(const move_list *list, move m)
{
    for (size_t i = 0; i < list->count; i++) {
        move other = list->moves[i];
        if (move_from(other) == move_from(m) && move_to(other) == move_to(m) && move_into(other) == move_into(m)) {
            return true;
        }
    }
    return false;
}

/* A nonroyal piece of another side; PIECE_NONE: none. */
static piece_id any_enemy_piece(const position *p)
{
    const variant *v = p->variant;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (!visibility_sees_owner(v, p->state.side_to_move, v->owner_of[piece]) && !v->is_royal[piece]) {
            return (piece_id)piece;
        }
    }
    return PIECE_NONE;
}

/* Adds the captures that are possible if a piece stands on the empty cell. All moves are listed behind those of the list,
 * and what is no such capture makes room again. */
static void add_captures_on(position *view, move_list *list, cell_id cell, piece_id enemy)
{
    const core *c = view->variant->core;
    move_list found = {list->moves + list->count, 0, list->room - list->count, false};
    c->put(view, cell, enemy);
    c->pseudo(view, &found);
    c->put(view, cell, PIECE_NONE);
    list->overflow |= found.overflow;
    for (size_t i = 0; i < found.count; i++) {
        const move m = found.moves[i];
        if (move_to(m) == cell && move_kind_of(m) != MOVE_HOOK && !has_same_step(list, m)) {
            list->moves[list->count++] = m;
        }
    }
}

void visibility_tries(position *view, move_list *list, bool captures_only)
{
    const variant *v = view->variant;
    if (!captures_only) {
        v->core->legal(view, list);
    }
    piece_id enemy = any_enemy_piece(view);
    if (!v->rules->visibility.tries || !visibility_hides_pieces(view) || position_in_setup(view) || !enemy) {
        return;
    }
    for (int cell = 0; cell < v->cells; cell++) {
        if (!view->board[cell]) {
            add_captures_on(view, list, (cell_id)cell, enemy);
        }
    }
}

/* ---- questions ---- */

bool visibility_question_applies(const position *p, const rule_query *query, move m)
{
    unsigned from = move_from(m);
    piece_id piece = from < (unsigned)p->variant->cells ? p->board[from] : PIECE_NONE;
    for (size_t i = 0; piece && i < query->piece_count; i++) {
        if (p->variant->type[p->variant->type_of[piece]].rule_piece_index == query->pieces[i]) {
            return true;
        }
    }
    return false;
}

int visibility_answer(position *p, const rule_query *query, move *scratch, size_t room)
{
    move_list list = {scratch, 0, room, false};
    int count = 0;
    p->variant->core->legal(p, &list);
    position_note_lost(p, &list);
    for (size_t i = 0; i < list.count; i++) {
        bool counts = p->variant->core->captures(p, scratch[i]) && visibility_question_applies(p, query, scratch[i]);
        for (size_t k = 0; k < i && counts; k++) {
            counts = move_from(scratch[k]) != move_from(scratch[i]) || move_to(scratch[k]) != move_to(scratch[i]);
        }
        count += counts;
    }
    return count;
}

const rule_query *visibility_find_question(const variant *v, const char *question_text)
{
    const rule_visibility *sight = &v->rules->visibility;
    for (size_t i = 0; i < sight->query_count; i++) {
        size_t length = strlen(sight->queries[i].word);
        if (strncmp(sight->queries[i].word, question_text, length) == 0 && strcmp(question_text + length, "?") == 0) {
            return &sight->queries[i];
        }
    }
    return NULL;
}

/* ---- announcements ---- */

/* The half of the move that the hook announces: of a castling the first that its filters let through; NULL. */
static const move_facts *announced_half(const variant *v, const variant_hook *h, const move_facts *facts, int halves,
                                        int player)
{
    for (int i = 0; i < halves; i++) {
        if (hook_is_about(v, h, &facts[i], player)) {
            return &facts[i];
        }
    }
    return NULL;
}

bool visibility_announce(const position *after, const undo *u, move m, const move_facts *facts, int halves, char *lines)
{
    const variant *v = after->variant;
    live_hooks *hooks = after->hooks;
    size_t used = 0;
    lines[0] = '\0';
    for (int i = 0; i < v->announce_hook_count && hooks && !hooks->failed; i++) {
        char hook_lines[ANNOUNCE_TEXT_MAX];
        const move_facts *half = announced_half(v, &v->announce_hooks[i], facts, halves, u->state.side_to_move);
        if (!half) {
            continue;
        }
        if (!hooks->announce(hooks->host, i, after, half, hook_lines, sizeof hook_lines)) {
            hooks->failed = true;
            hooks->failed_in(hooks->host, after, u, m);
            break;
        }
        size_t length = strlen(hook_lines);
        if (used + length + 1 > ANNOUNCE_TEXT_MAX) {
            hooks->refuse(hooks->host, "more lines than one move can have");
            hooks->failed = true;
            hooks->failed_in(hooks->host, after, u, m);
            break;
        }
        memcpy(lines + used, hook_lines, length + 1);
        used += length;
    }
    return !(hooks && hooks->failed);
}
