/* Core: what a position tells of steps before they are played, where masks do not tell it of all moves: a step is surely
 * legal, surely not, or in doubt. Included by core.c.
 *
 * The masks of checks and pins tell it of most steps where hooks change the board after some moves (SHORTCUT_UNHEARD):
 * those that no such hook hears of, by its filters. Where captured pieces go under the captor (SHORTCUT_STACK_MASKS) they
 * do so because only the pieces on top attack and are in the way. A step that leaves own pieces behind opens no ray; one
 * that uncovers an enemy may bring about an attack. Where remote captures attack the royal (SHORTCUT_SAFE_STEPS):
 *
 * A step empties its first cell, fills its last one and may capture. It adds no enemy. So it can expose the royal only
 * by leaving, or by capturing a blocker of an enemy. The lines of attack are found once a position: from each enemy
 * to each cell from which it would capture the royal. An own piece that is alone on a line is not safe to move, and an
 * enemy on a line is not safe to capture. Nor is a piece safe to move that immobilizes an enemy. All other steps are
 * legal. Each way needs one royal. What is in doubt is played and tested. */

/* Targets of the steps of a piece that a hook after the move may hear of; sometimes more. */
static bitboard heard_cells(const pos *p, piece_id piece)
{
    const variant *v = p->variant;
    unsigned mover = (unsigned)v->type[v->type_of[piece]].rule_piece_index;
    bitboard found = bb_none();
    for (int i = 0; i < v->after_hook_count; i++) {
        const variant_hook *h = &v->after_hooks[i];
        const rule_hook *rule = h->rule;
        if (rule->changes == CHANGES_BOARD && !rule->drops_only && (!rule->piece_count || set_has(h->movers, mover))) {
            bitboard cells = set_of(v, h->to[p->state.side_to_move]);
            cells = rule->captures_only || rule->captured_count ? bb_and(cells, p->occupied) : cells;
            found = bb_or(found, rule->no_captures ? bb_without(cells, p->occupied) : cells);
        }
    }
    return found;
}

/* The masks of checks and pins. */
static void masks_find(const pos *p, safe_steps *s)
{
    check_info info;
    find_checks_and_pins(p, &info);
    s->by_masks = true;
    s->from = bb_without(bb_without(p->owned[p->state.side_to_move], info.pinned), p->royals[p->state.side_to_move]);
    s->answers = info.check_mask;
}

/* What stands on one line. False where nothing does. */
static bool add_way(const pos *p, safe_steps *s, bitboard blockers)
{
    bitboard own = bb_and(blockers, p->owned[p->state.side_to_move]);
    s->blockers = bb_or(s->blockers, bb_without(blockers, own));
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
static bool add_ways_to_goal(const pos *p, safe_steps *s, const piece_moves *moves, unsigned from, unsigned goal)
{
    const variant *v = p->variant;
    bool closed = true;
    if (moves->leap_both && bb_has(table_at(moves->leap_both, from), goal)) {
        closed = add_way(p, s, blockers_on_goal(p, goal, true));
    }
    if (moves->leap_move && bb_has(table_at(moves->leap_move, from), goal)) {
        closed = add_way(p, s, blockers_on_goal(p, goal, false)) && closed;
    }
    for (unsigned i = 0; i < moves->slide_count && closed; i++) {
        unsigned modes = moves->slide[i].modes, number = moves->slide[i].slider;
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
        s->blockers = bb_or(s->blockers, bb_without(line, p->owned[us]));
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

/* The lines of attack. False where the royal may be attacked now. */
static bool lines_find(const pos *p, safe_steps *s)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    s->by_masks = false;
    s->from = bb_without(p->owned[us], p->royals[us]);
    s->blockers = bb_none();
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

/* What the position tells; NULL: nothing. */
static const safe_steps *safe_steps_find(const pos *p, safe_steps *s)
{
    const variant *v = p->variant;
    bitboard royals = p->royals[p->state.side_to_move];
    if (p->royals_capturable || bb_empty(royals) || !bb_single(royals)) {
        return NULL;
    }
    if (variant_uses(v, SHORTCUT_UNHEARD) || variant_uses(v, SHORTCUT_STACK_MASKS)) {
        masks_find(p, s);
        return s;
    }
    return variant_uses(v, SHORTCUT_SAFE_STEPS) && lines_find(p, s) ? s : NULL;
}

/* Those of the targets of a safe piece where it captures something that may shield the royal. */
static bitboard shielded_targets(const pos *p, const safe_steps *s, piece_id piece, unsigned from, bitboard targets)
{
    if (bb_empty(s->blockers)) {
        return bb_none();
    }
    bitboard found = bb_and(targets, s->blockers);
    remote_move b = {.p = p, .piece = piece, .from = from, .capturable = s->blockers};
    bool remote = ability_of(p->variant, piece)->remote_capture_count > 0;
    for (bitboard left = bb_without(targets, found); remote && !bb_empty(left);) {
        b.to = bb_pop_lsb(&left);
        found = bb_empty(remote_captures(&b)) ? found : bb_or(found, bb_cell(b.to));
    }
    return found;
}

/* Those of the targets of a safe piece of which this does not tell whether it may go there. */
static bitboard doubtful_targets(const pos *p, const safe_steps *s, piece_id piece, unsigned from, bitboard targets)
{
    if (!s->by_masks) {
        return shielded_targets(p, s, piece, from, targets);
    }
    return p->variant->hooks_change_board ? bb_and(targets, heard_cells(p, piece)) : bb_none();
}

/* Counts the safe ones among the targets; returns those that must be tested. */
static bitboard count_safe_steps(const pos *p, gen_output *out, piece_id piece, unsigned from, bitboard targets)
{
    const safe_steps *s = out->judge.safe;
    if (!bb_has(s->from, from) || p->variant->hooks_judge_moves) {
        return targets;
    }
    bitboard doubtful = doubtful_targets(p, s, piece, from, targets), sure = bb_without(targets, doubtful);
    out->count += count_steps(p, piece, from, s->by_masks ? bb_and(sure, s->answers) : sure);
    return doubtful;
}

typedef enum verdict { VERDICT_DOUBTFUL, VERDICT_SAFE, VERDICT_UNSAFE } verdict;

static verdict verdict_on(const pos *p, const safe_steps *s, move m)
{
    const unsigned from = move_from(m), to = move_to(m);
    const bool step = move_kind_of(m) == MOVE_NORMAL || (s->by_masks && move_kind_of(m) == MOVE_DOUBLE_STEP);
    if (!step || !bb_has(s->from, from) || (p->variant->has_stacks && uncovers_enemy(p, m)) ||
        !bb_empty(doubtful_targets(p, s, p->board[from], from, bb_cell(to)))) {
        return VERDICT_DOUBTFUL;
    }
    return !s->by_masks || bb_has(s->answers, to) ? VERDICT_SAFE : VERDICT_UNSAFE;
}
