/* Core, part: which rule forbids a move that men could make. Included by core.c. Nothing here is asked in play: it walks once
 * more the road of list_plies, by the reference way, and says where the move is lost.
 */

static bool list_has(const move_list *list, move m)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->moves[i] == m) {
            return true;
        }
    }
    return false;
}

/* What a turn of several plies has against the ply. */
static obstacle_kind turn_against(pos *p, move m)
{
    const rule_turn *t = &p->game->rules->turn;
    int mover = p->state.mover, royals = royals_to_fall(p, mover);
    undo u;
    play_move(p, m, &u);
    bool open = p->state.mover == mover && p->more.ply > 0;
    bool exposed = player_in_check(p, mover), safe = royal_fell(p, mover, royals) || safe_after_ply(p, mover);
    bool early = open && t->check_last && gives_check_to_any(p, mover);
    bool owes = !open && owes_royal(p, mover);
    undo_move(p, &u);
    if (safe) {
        return OBSTACLE_NONE;
    }
    if (owes) {
        return OBSTACLE_ROYAL_IN_HAND;
    }
    if (exposed && (!open || !t->judge_end)) {
        return OBSTACLE_EXPOSED;
    }
    return early ? OBSTACLE_EARLY_CHECK : OBSTACLE_UNFINISHED;
}

/* What forbids one move, the others aside. */
static obstacle_kind single_obstacle(pos *p, move m)
{
    const game *g = p->game;
    obstacle_kind found = g->terms ? term_against(p, m) : OBSTACLE_NONE;
    if (found != OBSTACLE_NONE) {
        return found;
    }
    if (g->turns_complete) {
        found = turn_against(p, m);
    } else if (!safe_by_play(p, m)) {
        found = OBSTACLE_EXPOSED;
    }
    return found == OBSTACLE_NONE && refused_by_rule(p, m) ? OBSTACLE_RULE : found;
}

static obstacle_kind core_obstacle(position *plain, move m, move_list *list)
{
    pos *p = pos_of(plain);
    const game *g = p->game;
    list->count = 0;
    if (p->more.rolls) {
        return OBSTACLE_ROLL;
    }
    if (g->absences && is_out(p, p->state.mover)) {
        return OBSTACLE_ABSENT;
    }
    obstacle_kind found = single_obstacle(p, m);
    if (found != OBSTACLE_NONE) {
        return found;
    }
    pseudo_all(p, list);
    if (!list_has(list, m)) {
        return g->listing_count ? OBSTACLE_LISTED : OBSTACLE_UNKNOWN;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (single_obstacle(p, list->moves[i]) == OBSTACLE_NONE) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
    for (unsigned i = 0; i < sizeof last_words / sizeof last_words[0]; i++) {
        if (last_words[i].holds(p)) {
            last_words[i].keep(p, list, 0);
            if (!list_has(list, m)) {
                return last_words[i].says;
            }
        }
    }
    return OBSTACLE_UNKNOWN;
}
