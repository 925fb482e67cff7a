/* Core: what the turn, the dice and the hand allow. Included by core.c. */

static bool dice_allow(const pos *p, piece_id piece)
{
    const dice_outcome *o = p->extra.roll ? &p->variant->dice_outcomes[p->extra.roll - 1] : NULL;
    return !o || !o->limits_movers ||
           set_has(o->movers, (unsigned)p->variant->type[p->variant->type_of[piece]].rule_piece_index);
}

/* Which rule of turn, dice or hand forbids the move; ILLEGAL_NONE. */
static illegal_reason turn_rule_against(const pos *p, move m)
{
    const variant *v = p->variant;
    const rule_turn *t = &v->rules->turn;
    move_kind kind = move_kind_of(m);
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
           must_place_royal(p, p->state.side_to_move);
}
