/* Core, games where who arrives stands on what is there. Included by core.c.
 *
 * A step ends on top of whatever stands on its goal; nothing leaves the board, so what is taken lies below. With `lifts: any`
 * the men from the top of a tower may go without those below, as a move's `extra`, 0 for the whole tower. A man keeps a
 * right that he holds while he stays, whoever comes and goes above him: then he is the lowest of his cell.
 */

static unsigned lifted_by(const pos *p, move m)
{
    unsigned count = p->game->rules->lifts_any ? move_extra(m) : 0;
    return count ? count : tower_height(p, move_from(m)) + 1;
}

/* How many men stand where the move ends before it arrives there, and whether all can stand on each other. */
static bool fits_below(const pos *p, move m)
{
    unsigned to = move_to(m), there = p->board[to] && to != move_from(m) ? tower_height(p, to) + 1 : 0;
    return there + (move_kind_of(m) == MOVE_PASSING) + lifted_by(p, m) <= TOWER_MAX + 1;
}

static void play_stacked(pos *p, undo *u, move m)
{
    const game *g = p->game;
    unsigned from = move_from(m), to = move_to(m), taken_at = to;
    int mover = p->state.mover;
    man_id man = p->board[from], taken = captured_top(p, p->board[to]);
    bool open = !p->board[to];
    uint32_t lost = g->man_clears[man] | (lifted_by(p, m) > tower_height(p, from) ? g->cell_clears[from] : 0);
    if (move_kind_of(m) == MOVE_PASSING) {
        taken_at = move_aux(m);
        lost |= tower_height(p, taken_at) ? 0 : g->cell_clears[taken_at];
        taken = tower_pop(p, u, taken_at);
        (void)tower_push(p, u, to, taken);
    }
    (void)tower_carry(p, u, from, to, lifted_by(p, m), arrival(g, m, man, taken));
    drop_rights(p, lost);
    if (move_kind_of(m) == MOVE_DOUBLE && open) {
        remember_passed(p, move_aux(m), to, mover);
    }
    tick(p, taken || g->type[g->man_type[man]].resets_clock);
    if (g->after_count || g->choice_count) {
        run_hooks_of_move(p, u, m, man, taken, taken_at);
    }
    next_turn(p, u, m);
}

/* Steps of whole towers come once for every number of men; too many for one tower are no move. */
static void expand_lifts(const pos *p, move_list *list, size_t first)
{
    size_t count = list->count, kept = first;
    output out = {.list = list};
    for (size_t i = first; i < count && p->game->rules->lifts_any; i++) {
        move m = list->moves[i];
        for (unsigned n = 1; move_kind_of(m) <= MOVE_PASSING && n <= tower_height(p, move_from(m)); n++) {
            emit(&out, m + ((move)n << 46));
        }
    }
    for (size_t i = first; i < list->count; i++) {
        if (move_kind_of(list->moves[i]) > MOVE_PASSING || fits_below(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}
