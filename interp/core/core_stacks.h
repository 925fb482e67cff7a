/* Core: variants where a captured piece goes under the captor. Included by core.c.
 *
 * A step ends on top of whatever stands on its target; nothing leaves the board. With `split: any` the top pieces of a
 * stack may go without those below: the move's `extra` is how many, 0 for the whole stack. A piece keeps its right
 * while it stays, whatever stands on it: then it is the lowest of its cell.
 */

static unsigned moving_height(const pos *p, move m)
{
    unsigned count = p->variant->rules->split_any ? move_extra(m) : 0;
    return count ? count : stack_height(p, move_from(m)) + 1;
}

/* Whether the stack on the target, before the move arrives, has room for the pieces that move. */
static bool stack_fits(const pos *p, move m)
{
    unsigned to = move_to(m), there = p->board[to] && to != move_from(m) ? stack_height(p, to) + 1 : 0;
    return there + (move_kind_of(m) == MOVE_EN_PASSANT) + moving_height(p, m) <= STACK_MAX + 1;
}

static void play_stacked(pos *p, undo *u, move m)
{
    const variant *v = p->variant;
    unsigned from = move_from(m), to = move_to(m), captured_at = to;
    int side = p->state.side_to_move;
    piece_id piece = p->board[from], captured = captured_at_arrival(p, p->board[to]);
    bool open = !p->board[to];
    uint32_t lost =
        v->piece_clears_rights[piece] | (moving_height(p, m) > stack_height(p, from) ? v->cell_clears_rights[from] : 0);
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        captured_at = move_aux(m);
        lost |= stack_height(p, captured_at) ? 0 : v->cell_clears_rights[captured_at];
        captured = stack_pop(p, u, captured_at);
        (void)stack_push(p, u, to, captured);
    }
    (void)stack_carry(p, u, from, to, moving_height(p, m), arriving_piece(v, m, piece, captured));
    lose_rights(p, lost);
    if (move_kind_of(m) == MOVE_DOUBLE_STEP && open) {
        ep_add(p, move_aux(m), to, side);
    }
    advance_halfmove_clock(p, captured || v->type[v->type_of[piece]].resets_halfmove_clock);
    if (v->after_hook_count || v->choice_hook_count) {
        run_move_hooks(p, u, m, piece, captured, captured_at);
    }
    next_turn(p, u, m);
}

/* Moves of stacks are listed once for every number of pieces; those that do not fit are dropped. */
static void expand_splits(const pos *p, move_list *list, size_t first)
{
    size_t count = list->count, kept = first;
    gen_output out = {.list = list};
    for (size_t i = first; i < count && p->variant->rules->split_any; i++) {
        move m = list->moves[i];
        for (unsigned n = 1; move_kind_of(m) <= MOVE_EN_PASSANT && n <= stack_height(p, move_from(m)); n++) {
            emit(&out, m + ((move)n << 46));
        }
    }
    for (size_t i = first; i < list->count; i++) {
        if (move_kind_of(list->moves[i]) > MOVE_EN_PASSANT || stack_fits(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}
