/* Core: which steps surely leave the own royal safe, where remote captures attack it. Included by core.c.
 *
 * A step empties its first cell, fills its last one and may capture. It adds no enemy. So it can expose the royal only
 * by leaving, or by capturing what stands in the way of an enemy. Those ways are found once a position: from each enemy
 * to each cell from which it would capture the royal. An own piece that is alone in a way is not safe to move, and an
 * enemy in a way is not safe to capture. Nor is a piece safe to move that immobilizes an enemy. All other steps are
 * legal; what this does not tell is played and tested. Needs variant.knows_safe_steps, and one royal. */

/* What stands in one way. False where nothing does. */
static bool add_way(const pos *p, safe_steps *s, bitboard blockers)
{
    bitboard own = bb_and(blockers, p->owned[p->state.side_to_move]);
    s->shields = bb_or(s->shields, bb_without(blockers, own));
    if (!bb_empty(blockers) && bb_single(blockers)) {
        s->from = bb_without(s->from, own);
    }
    return !bb_empty(blockers);
}

/* Where an arrival is a capture, an own piece on the goal is not in the way. */
static bitboard blockers_on_goal(const pos *p, unsigned goal, bool captures)
{
    bitboard there = bb_and(bb_cell(goal), p->occupied);
    return captures ? bb_without(there, p->owned[p->state.side_to_move]) : there;
}

/* The ways of an enemy to one of its goals, by leaps and rays. */
static bool add_ways_to_goal(const pos *p, safe_steps *s, const piece_moves *plan, unsigned from, unsigned goal)
{
    const variant *v = p->variant;
    bool closed = true;
    if (plan->leap_both && bb_has(table_at(plan->leap_both, from), goal)) {
        closed = add_way(p, s, blockers_on_goal(p, goal, true));
    }
    if (plan->leap_move && bb_has(table_at(plan->leap_move, from), goal)) {
        closed = add_way(p, s, blockers_on_goal(p, goal, false)) && closed;
    }
    for (unsigned i = 0; i < plan->slide_count && closed; i++) {
        unsigned modes = plan->slide[i].modes, number = plan->slide[i].slider;
        if (modes & LEG_MOVE && bb_has(table_at(v->sliders[number].empty_board_attacks, from), goal)) {
            bitboard between = bb_and(cells_between(v, from, goal), p->occupied);
            closed = add_way(p, s, bb_or(between, blockers_on_goal(p, goal, (modes & LEG_CAPTURE) != 0)));
        }
    }
    return closed;
}

/* A leap over the royal itself: each piece on the line may be in its way, or be leapt over. */
static bool add_long_leap(const pos *p, safe_steps *s, piece_id piece, unsigned from, const remote_capture *leap)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move, by = v->owner_of[piece];
    unsigned royal = bb_lsb(p->royals[us]);
    int direction = direction_of(v, from, royal);
    if (direction < 0 || !(direction < 4 ? leap->straight : leap->diagonal) ||
        !set_names_piece_at(p, &leap->victims, royal, by)) {
        return true;
    }
    remote_move b = {.p = p, .piece = piece, .from = from};
    b.capturable = bb_or(capturable_by(p, by), bb_cell(royal));
    if (bb_intersect(long_leaps_along(&b, leap, direction), cells_onward(v, direction, royal))) {
        return false;
    }
    bitboard line = bb_none();
    unsigned at = next_to(v, direction, from);
    while (at != CELL_NONE && at != royal) {
        line = bb_or(line, bb_cell(at));
        at = next_to(v, direction, at);
    }
    unsigned behind = at == royal ? next_to(v, direction, royal) : CELL_NONE;
    if (behind != CELL_NONE) {
        line = bb_and(bb_or(line, bb_cell(behind)), p->occupied);
        s->from = bb_without(s->from, line);
        s->shields = bb_or(s->shields, bb_without(line, p->owned[us]));
    }
    return true;
}

/* The ways of one enemy to capture the royal remotely. False where one is open, or in doubt. */
static bool add_remote_ways(const pos *p, safe_steps *s, unsigned from, remote_goals *shared)
{
    const variant *v = p->variant;
    piece_id piece = p->board[from];
    const piece_abilities *ability = ability_of(v, piece);
    unsigned royal = bb_lsb(p->royals[p->state.side_to_move]);
    bool closed = true;
    for (int i = 0; i < ability->remote_capture_count && ability->has_long_leap && closed; i++) {
        if (ability->remote_captures[i].kind == REMOTE_LONG_LEAP) {
            closed = add_long_leap(p, s, piece, from, &ability->remote_captures[i]);
        }
    }
    bitboard goals = closed ? goals_to_capture(p, piece, from, royal, v->owner_of[piece], shared) : bb_none();
    for (goals = bb_without(goals, bb_cell(from)); !bb_empty(goals) && closed;) {
        closed = add_ways_to_goal(p, s, &v->moves[piece], from, bb_pop_lsb(&goals));
    }
    return closed;
}

/* The ways of leaps and rays to the royal. */
static bool add_plain_ways(const pos *p, safe_steps *s, int by, bitboard immobilized)
{
    const variant *v = p->variant;
    unsigned royal = bb_lsb(p->royals[p->state.side_to_move]);
    bool closed = true;
    for (int i = 0; i < v->attacker_count[by] && closed; i++) {
        const attacker_group *t = &v->attackers[by][i];
        bitboard pieces = bb_without(threat_pieces(p, t, by), immobilized);
        pieces = bb_and(pieces, table_at(t->is_slider ? v->sliders[t->slider].empty_board_attacks : t->from, royal));
        closed = t->is_slider || bb_empty(pieces);
        while (!bb_empty(pieces) && closed) {
            closed = add_way(p, s, bb_and(cells_between(v, royal, bb_pop_lsb(&pieces)), p->occupied));
        }
    }
    return closed;
}

/* Own pieces that immobilize an enemy. */
static bitboard immobilizing_pieces(const pos *p, int player)
{
    const variant *v = p->variant;
    bitboard found = bb_none(), enemies = bb_none();
    for (int e = 0; e < v->enemy_count[player]; e++) {
        enemies = bb_or(enemies, p->owned[v->enemy_list[player][e]]);
    }
    for (int i = 0; i < v->nonroyal_count[player]; i++) {
        piece_id piece = v->nonroyals[player][i];
        const piece_abilities *ability = ability_of(v, piece);
        for (bitboard pieces = ability->is_immobilizer ? p->pieces[piece] : bb_none(); !bb_empty(pieces);) {
            unsigned cell = bb_pop_lsb(&pieces);
            bitboard near = bb_and(table_at(v->neighbours, cell), enemies);
            if (!bb_empty(near) && !bb_empty(filter_pieces(p, near, &ability->immobilizes))) {
                found = bb_or(found, bb_cell(cell));
            }
        }
    }
    return found;
}

/* False where the position does not tell: the royal may be attacked now. */
static bool safe_steps_find(const pos *p, safe_steps *s)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard royals = p->royals[us];
    if (!v->knows_safe_steps || p->royals_capturable || bb_empty(royals) || !bb_single(royals)) {
        return false;
    }
    s->from = bb_without(p->owned[us], royals);
    s->shields = bb_none();
    for (int e = 0; e < v->enemy_count[us]; e++) {
        int by = v->enemy_list[us][e];
        remote_goals shared = {.custodian_known = false};
        bitboard immobilized = v->has_immobilizers ? immobilized_for(p, by) : bb_none();
        if (!add_plain_ways(p, s, by, immobilized)) {
            return false;
        }
        for (bitboard pieces = bb_without(p->owned[by], immobilized); v->has_remote_captures && !bb_empty(pieces);) {
            unsigned from = bb_pop_lsb(&pieces);
            if (ability_of(v, p->board[from])->remote_capture_count && !add_remote_ways(p, s, from, &shared)) {
                return false;
            }
        }
    }
    if (v->has_immobilizers) {
        s->from = bb_without(s->from, immobilizing_pieces(p, us));
    }
    return true;
}

/* Those of the targets of a safe piece where it captures something that may shield the royal. */
static bitboard shielded_targets(const pos *p, const safe_steps *s, piece_id piece, unsigned from, bitboard targets)
{
    if (bb_empty(s->shields)) {
        return bb_none();
    }
    bitboard found = bb_and(targets, s->shields);
    remote_move b = {.p = p, .piece = piece, .from = from, .capturable = s->shields};
    bool remote = ability_of(p->variant, piece)->remote_capture_count > 0;
    for (bitboard left = bb_without(targets, found); remote && !bb_empty(left);) {
        b.to = bb_pop_lsb(&left);
        found = bb_empty(remote_captures(&b)) ? found : bb_or(found, bb_cell(b.to));
    }
    return found;
}

/* Counts the safe ones among the targets; returns the others. */
static bitboard count_safe_steps(const pos *p, gen_output *out, piece_id piece, unsigned from, bitboard targets)
{
    if (!bb_has(out->safe->from, from)) {
        return targets;
    }
    bitboard doubtful = shielded_targets(p, out->safe, piece, from, targets);
    out->count += count_steps(p, piece, from, bb_without(targets, doubtful));
    return doubtful;
}

static bool is_safe_step(const pos *p, const safe_steps *s, move m)
{
    unsigned from = move_from(m);
    return move_kind_of(m) == MOVE_NORMAL && bb_has(s->from, from) &&
           bb_empty(shielded_targets(p, s, p->board[from], from, bb_cell(move_to(m))));
}
