/* Core, part nought: players who miss their turns (rules.stuck). Included by core.c.
 *
 * Whoever has no legal move when he is to act passes, and what his men are from then on depends on whether he was in
 * check: they may be safe from captures, attack nothing, or leave the board. It lasts until he moves. What a player is
 * stands in a counter of his own, so that hash, FEN and scripts need nothing new.
 */

static int missed_turn_state(const pos *p, int player)
{
    if (player >= p->variant->players) {
        return MISSED_TURN_NONE; /* nobody: he has no turns to miss */
    }
    return p->extra.counters[p->variant->rules->no_moves.counter + player];
}

/* What the rules say of his men now; NULL when nothing. */
static const rule_missed_turn *missed_turn_rule(const pos *p, int player)
{
    const rule_no_moves *rule = &p->variant->rules->no_moves;
    int value = missed_turn_state(p, player);
    return value == MISSED_TURN_STALEMATED                          ? &rule->stalemated
           : value == MISSED_TURN_MATED || value == MISSED_TURN_OUT ? &rule->mated
                                                                    : NULL;
}

/* Whether his men attack nothing. */
static bool attacks_nothing(const pos *p, int player)
{
    const rule_missed_turn *missed = missed_turn_rule(p, player);
    return missed && missed->attacks_nothing;
}

/* His men that cannot be taken. */
static bitboard invulnerable_pieces(const pos *p, int player)
{
    const rule_missed_turn *missed = missed_turn_rule(p, player);
    int value = missed_turn_state(p, player);
    if (missed) {
        return missed->invulnerable ? p->owned[player] : bb_none();
    }
    if (value < MISSED_TURN_RETURNING || !p->variant->rules->no_moves.invulnerable_return) {
        return bb_none();
    }
    int cell = value - MISSED_TURN_RETURNING;
    return cell < p->variant->cells ? bb_without(p->owned[player], bb_cell((unsigned)cell)) : p->owned[player];
}

/* Whether he has left the game. */
static bool is_eliminated(const pos *p, int player)
{
    return missed_turn_state(p, player) == MISSED_TURN_OUT;
}
