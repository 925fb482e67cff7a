/* Core: variants where a captured piece goes under the captor. Included by core.c.
 *
 * A step ends on top of whatever stands on its target; nothing leaves the board. With `split: true` the top pieces of a
 * stack may go without those below: the move's `extra` is how many, 0 for the whole stack. A piece keeps its right
 * while it stays, whatever stands on it: then it is the lowest of its cell. Where stacks are never split, a piece that
 * is covered has lost its right, and with `captured: under or gone` the captured stack leaves the board if `extra` is 1.
 */

static bool removes_captured(const pos *p, move m)
{
    return p->variant->rules->captor_decides && move_extra(m);
}

static unsigned moving_height(const pos *p, move m)
{
    unsigned count = p->variant->rules->split_any ? move_extra(m) : 0;
    return count ? count : stack_height(p, move_from(m)) + 1;
}

/* Whether the stack on the target, before the move arrives, has room for the pieces that move. */
static bool stack_fits(const pos *p, move m)
{
    unsigned to = move_to(m), there = p->board[to] && to != move_from(m) ? stack_height(p, to) + 1 : 0;
    unsigned passed =
        move_kind_of(m) == MOVE_EN_PASSANT ? (p->variant->rules->split_any ? 1 : stack_height(p, move_aux(m)) + 1) : 0;
    return removes_captured(p, m) || there + passed + moving_height(p, m) <= STACK_MAX + 1;
}

/* Takes the whole stack off the board. */
static void stack_remove(pos *p, undo *u, unsigned cell)
{
    unsigned height = stack_height(p, cell);
    for (unsigned level = 0; level < height; level++) {
        stack_write(p, u, cell, level, PIECE_NONE);
    }
    if (height) {
        stack_write_height(p, u, cell, 0);
    }
    change_cell(p, u, cell, PIECE_NONE);
}

/* The piece that passed over the target: the top one of a stack that can be split, else with all below it. */
static piece_id capture_passing(pos *p, undo *u, move m)
{
    unsigned at = move_aux(m);
    piece_id captured = p->board[at];
    if (removes_captured(p, m)) {
        stack_remove(p, u, at);
    } else if (p->variant->rules->split_any) {
        (void)stack_push(p, u, move_to(m), stack_pop(p, u, at));
    } else {
        (void)stack_carry(p, u, at, move_to(m), stack_height(p, at) + 1, captured);
    }
    return captured;
}

static void play_stacked(pos *p, undo *u, move m)
{
    const variant *v = p->variant;
    unsigned from = move_from(m), to = move_to(m), captured_at = to;
    int side = p->state.side_to_move;
    piece_id piece = p->board[from], captured = captured_at_arrival(p, p->board[to]);
    bool open = !p->board[to];
    uint32_t lost = 0;
    if (moving_height(p, m) > stack_height(p, from)) {
        lost = rights_of_piece(v, position_stack_bottom((const position *)p, from), from);
    }
    if (move_kind_of(m) == MOVE_EN_PASSANT) {
        captured_at = move_aux(m);
        lost |= stack_height(p, captured_at) && v->rules->split_any ? 0 : v->cell_clears_rights[captured_at];
        captured = capture_passing(p, u, m);
    } else if (to != from && p->board[to] && removes_captured(p, m)) {
        stack_remove(p, u, to);
    }
    lost |= v->rules->split_any ? 0 : v->cell_clears_rights[to];
    (void)stack_carry(p, u, from, to, moving_height(p, m), arriving_piece(v, m, piece, captured));
    lose_rights(p, lost);
    if (move_kind_of(m) == MOVE_DOUBLE_STEP && open) {
        ep_add_of_step(p, m, piece, side);
    }
    advance_halfmove_clock(p, captured || v->type[v->type_of[piece]].resets_halfmove_clock);
    if (v->after_hook_count || v->choice_hook_count) {
        run_move_hooks(p, u, m, piece, captured, captured_at);
    }
    next_turn(p, u, m);
}

/* Captures that may go either way are listed twice. */
static void expand_removals(const pos *p, move_list *list, size_t first)
{
    size_t count = list->count;
    gen_output out = {.list = list};
    for (size_t i = first; i < count; i++) {
        move m = list->moves[i];
        unsigned at;
        if (move_kind_of(m) <= MOVE_EN_PASSANT && captured_by(p, m, &at)) {
            emit(&out, m + ((move)1 << 46));
        }
    }
}

/* Moves of stacks are listed once for every number of pieces; those that do not fit are dropped. */
static void expand_splits(const pos *p, move_list *list, size_t first)
{
    if (p->variant->rules->captor_decides) {
        expand_removals(p, list, first);
    }
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

/* Whether a move of the upper part of a stack leaves an enemy on top. */
static bool uncovers_enemy(const pos *p, move m)
{
    const unsigned from = move_from(m), height = stack_height(p, from), moving = height ? moving_height(p, m) : 1;
    if (moving > height) {
        return false;
    }
    piece_id left = position_stack_piece((const position *)p, (size_t)from * STACK_MAX + height - moving);
    return p->variant->owner_of[left] != p->state.side_to_move;
}
