/* Core: which rule forbids a pseudo-legal move. Included by core.c. Not used in play: it repeats the steps of
 * list_plies by the reference way, and reports the step at which the move is lost. */

static bool list_has(const move_list *list, move m)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->moves[i] == m) {
            return true;
        }
    }
    return false;
}

/* Which rule of turns with several plies forbids the ply. */
static illegal_reason turn_forbids(pos *p, move m)
{
    const rule_turn *t = &p->variant->rules->turn;
    int side = p->state.side_to_move, royals = count_capturable_royals(p, side);
    undo u;
    play_move(p, m, &u);
    bool open = p->state.side_to_move == side && p->extra.turn_ply > 0;
    bool exposed = player_in_check(p, side), safe = royal_was_captured(p, side, royals) || safe_after_ply(p, side);
    bool early = open && t->check_only_last && gives_check_to_any(p, side);
    bool owes = !open && must_place_royal(p, side);
    undo_move(p, &u);
    if (safe) {
        return ILLEGAL_NONE;
    }
    if (owes) {
        return ILLEGAL_ROYAL_IN_HAND;
    }
    if (exposed && (!open || !t->legality_at_end)) {
        return ILLEGAL_IN_CHECK;
    }
    return early ? ILLEGAL_EARLY_CHECK : ILLEGAL_TURN_UNFINISHED;
}

/* What forbids one move, whatever other moves there are. */
static illegal_reason why_illegal_alone(pos *p, move m)
{
    const variant *v = p->variant;
    illegal_reason found = variant_has_turn_rules(v) ? turn_rule_against(p, m) : ILLEGAL_NONE;
    if (found != ILLEGAL_NONE) {
        return found;
    }
    if (refused_before_play(p, m)) {
        return ILLEGAL_BY_RULE;
    }
    if (v->turn_must_complete) {
        found = turn_forbids(p, m);
    } else if (!is_safe_by_play(p, m)) {
        found = ILLEGAL_IN_CHECK;
    }
    if (found == ILLEGAL_NONE && bars_checks(p) && move_kind_of(m) != MOVE_PASS && gives_check(p, m)) {
        return ILLEGAL_CHECK_NEVER;
    }
    return found == ILLEGAL_NONE && refused_by_rule(p, m) ? ILLEGAL_BY_RULE : found;
}

static illegal_reason core_why_illegal(position *outer, move m, move_list *list)
{
    pos *p = pos_of(outer);
    const variant *v = p->variant;
    list->count = 0;
    if (p->extra.roll_due) {
        return ILLEGAL_ROLL_FIRST;
    }
    if (v->has_missed_turns && is_eliminated(p, p->state.side_to_move)) {
        return ILLEGAL_MISSED_TURN;
    }
    illegal_reason found = why_illegal_alone(p, m);
    if (found != ILLEGAL_NONE) {
        return found;
    }
    pseudo_moves(p, list);
    if (!list_has(list, m)) {
        return v->moves_hook_count ? ILLEGAL_NOT_LISTED : ILLEGAL_UNKNOWN;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (why_illegal_alone(p, list->moves[i]) == ILLEGAL_NONE) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
    for (unsigned i = 0; i < sizeof final_rules / sizeof final_rules[0]; i++) {
        if (final_rules[i].applies(p)) {
            final_rules[i].filter(p, list, 0);
            if (!list_has(list, m)) {
                return final_rules[i].reason;
            }
        }
    }
    return ILLEGAL_UNKNOWN;
}
