/* Core, towers of which any number of men may move. Included by core.c.
 *
 * A step with the men from the top of a tower ends on top of whatever stands on its goal; nothing leaves the board, so what
 * is taken lies below. A man keeps a right that he holds while he stays, whoever comes and goes above him: then he is the
 * lowest of his cell. The number of men is the move's `extra`, 0 for the whole tower.
 */

static unsigned lifted_by(const pos *p, move m)
{
    unsigned count = move_extra(m);
    return count ? count : tower_height(p, move_from(m)) + 1;
}

static void play_lifted(pos *p, undo *u, move m)
{
    const game *g = p->game;
    unsigned from = move_from(m), to = move_to(m), taken_at = to;
    int mover = p->state.mover;
    man_id man = p->board[from], taken = p->board[to];
    bool open = !taken;
    uint32_t lost = g->man_clears[man] | (lifted_by(p, m) > tower_height(p, from) ? g->cell_clears[from] : 0);
    if (taken && g->man_owner[taken] == mover) {
        taken = MAN_NONE;
    }
    if (move_kind_of(m) == MOVE_PASSING) {
        taken_at = move_aux(m);
        taken = tower_pop(p, u, taken_at);
        lost |= g->cell_clears[taken_at];
        (void)tower_push(p, u, to, taken);
    }
    (void)tower_carry(p, u, from, to, lifted_by(p, m), arrival(g, m, man, taken));
    drop_rights(p, lost);
    if (move_kind_of(m) == MOVE_DOUBLE && open) {
        remember_passed(p, move_aux(m), to, mover);
    }
    bool progress = taken || g->type[g->man_type[man]].resets_clock;
    p->state.quiet = progress ? 0 : (uint16_t)(p->state.quiet + (p->state.quiet < UINT16_MAX));
    if (g->after_count) {
        run_hooks_of_move(p, u, m, man, taken, taken_at);
    }
    next_turn(p, u, m);
}

/* Steps of whole towers come once for every number of men; too many for one tower are no move. */
static void expand_lifts(const pos *p, move_list *list, size_t first)
{
    size_t count = list->count, kept = first;
    for (size_t i = first; i < count; i++) {
        move m = list->moves[i];
        unsigned to = move_to(m), there = p->board[to] ? tower_height(p, to) + 1 : 0;
        there += move_kind_of(m) == MOVE_PASSING;
        for (unsigned n = 1; move_kind_of(m) <= MOVE_PASSING && n <= tower_height(p, move_from(m)); n++) {
            if (there + n <= TOWER_MAX + 1) {
                output out = {.list = list};
                emit(&out, m + ((move)n << 46));
            }
        }
    }
    for (size_t i = first; i < list->count; i++) {
        move m = list->moves[i];
        unsigned to = move_to(m), there = p->board[to] ? tower_height(p, to) + 1 : 0;
        there += move_kind_of(m) == MOVE_PASSING;
        if (move_kind_of(m) > MOVE_PASSING || there + lifted_by(p, m) <= TOWER_MAX + 1) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}
