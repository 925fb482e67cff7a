/* Core: what the turn, the dice and the hand allow. Included by core.c. */

static bool dice_allow(const pos *p, piece_id piece)
{
    const dice_outcome *o = p->extra.roll ? &p->variant->dice_outcomes[p->extra.roll - 1] : NULL;
    return !o || !o->limits_movers ||
           set_has(o->movers, (unsigned)p->variant->type[p->variant->type_of[piece]].rule_piece_index);
}

/* Whether a royal of the player and one of an enemy face each other. */
static bool royals_face(const pos *p, int player)
{
    const variant *v = p->variant;
    for (bitboard royals = p->royals[player]; !bb_empty(royals);) {
        unsigned royal = bb_pop_lsb(&royals);
        for (int way = 0; way < 4; way++) {
            cell_id cell = v->straight[way][royal];
            while (cell != CELL_NONE && cell != royal && !p->board[cell]) {
                cell = v->straight[way][cell];
            }
            bool royal_there = cell != CELL_NONE && v->is_royal[p->board[cell]];
            if (royal_there && v->enemy_mask[player] >> v->owner_of[p->board[cell]] & 1) {
                return true;
            }
        }
    }
    return false;
}

static bool core_royals_face(const position *outer)
{
    const pos *p = (const pos *)outer;
    return p->variant->straight[0] && royals_face(p, p->state.side_to_move);
}

/* Whether the player must part royals that face each other, or pass. */
static bool must_part(const pos *p)
{
    return p->variant->rules->turn.pass == PASS_FACING && royals_face(p, p->state.side_to_move);
}

/* Whether royals that face each other still do after the move. */
static bool keeps_facing(const pos *p, move m)
{
    pos *scratch = (pos *)p;
    int us = scratch->state.side_to_move;
    undo u;
    play_move(scratch, m, &u);
    bool facing = royals_face(scratch, us);
    undo_move(scratch, &u);
    return facing;
}

/* Whether an earlier ply of this turn gave the check that only the last may give: the turn can only be ended. */
static bool has_given_check(const pos *p)
{
    return p->variant->rules->turn.check_only_last && p->extra.turn_ply && may_end_turn(p) &&
           gives_check_to_any(p, p->state.side_to_move);
}

/* Which rule of turn, dice or hand forbids the move; ILLEGAL_NONE. */
static illegal_reason turn_rule_against(const pos *p, move m)
{
    const variant *v = p->variant;
    const rule_turn *t = &v->rules->turn;
    move_kind kind = move_kind_of(m);
    if (must_part(p) && keeps_facing(p, m)) {
        return ILLEGAL_FACING;
    }
    if (has_given_check(p)) {
        return ILLEGAL_EARLY_CHECK;
    }
    if (kind == MOVE_HOOK) {
        return ILLEGAL_NONE;
    }
    if (kind != MOVE_DROP) {
        if (v->rules->setup_mandatory && must_place(p, p->state.side_to_move)) {
            return ILLEGAL_SETUP_FIRST;
        }
        if (t->only_drops && p->extra.turn_ply) {
            return ILLEGAL_ONLY_DROPS;
        }
        if (must_place_royal(p, p->state.side_to_move)) {
            return ILLEGAL_ROYAL_IN_HAND;
        }
        if (t->each_piece_once && bb_has(p->moved, move_from(m))) {
            return ILLEGAL_MOVED_BEFORE;
        }
    }
    if (kind == MOVE_CASTLE) {
        const castling *c = &v->castlings[move_index(m)];
        if (t->each_piece_once && bb_has(p->moved, c->partner_from)) {
            return ILLEGAL_MOVED_BEFORE;
        }
        return dice_allow(p, c->king) || dice_allow(p, c->partner) ? ILLEGAL_NONE : ILLEGAL_DICE;
    }
    return dice_allow(p, moving_piece(p, m)) ? ILLEGAL_NONE : ILLEGAL_DICE;
}

static bool turn_rules_allow(const pos *p, move m)
{
    return turn_rule_against(p, m) == ILLEGAL_NONE;
}

/* Whether turn_rules_allow could refuse anything now. */
static bool turn_rules_limit(const pos *p)
{
    const variant *v = p->variant;
    const rule_turn *t = &v->rules->turn;
    return (p->extra.roll && v->dice_outcomes[p->extra.roll - 1].limits_movers) || t->each_piece_once ||
           (t->only_drops && p->extra.turn_ply) ||
           (v->rules->setup_mandatory && must_place(p, p->state.side_to_move)) ||
           must_place_royal(p, p->state.side_to_move) || must_part(p) || has_given_check(p);
}
