/* Core: players who miss their turns (rules.no_moves). Included by core.c.
 *
 * A player who has no legal move on their turn passes. Until they move again, their pieces may be safe from captures,
 * attack nothing, or leave the board; that depends on whether the player was in check. The state of each player is kept
 * in a counter, so that hash, FEN and scripts need nothing new.
 */

static int missed_turn_state(const pos *p, int player)
{
    if (player >= p->variant->players) {
        return MISSED_TURN_NONE; /* neutral pieces: their owner has no turns to miss */
    }
    return p->extra.counters[p->variant->rules->no_moves.counter + player];
}

/* What the rules say of the player's pieces now; NULL: nothing. */
static const rule_missed_turn *missed_turn_rule(const pos *p, int player)
{
    const rule_no_moves *rule = &p->variant->rules->no_moves;
    int value = missed_turn_state(p, player);
    return value == MISSED_TURN_STALEMATED ? &rule->stalemated
           : value == MISSED_TURN_MATED    ? &rule->mated
           : value == MISSED_TURN_OUT      ? &rule->out
                                           : NULL;
}

/* Whether the player's pieces attack nothing. */
static bool attacks_nothing(const pos *p, int player)
{
    const rule_missed_turn *missed = missed_turn_rule(p, player);
    return missed && missed->attacks_nothing;
}

/* The player's pieces that cannot be captured. Royals are attacked all the same: a mated player stays in check. */
static bitboard invulnerable_pieces(const pos *p, int player)
{
    bitboard owned = p->testing_attacks ? bb_without(p->owned[player], p->royals[player]) : p->owned[player];
    const rule_missed_turn *missed = missed_turn_rule(p, player);
    int value = missed_turn_state(p, player);
    if (missed) {
        return missed->invulnerable ? owned : bb_none();
    }
    if (value < MISSED_TURN_RETURNING || !p->variant->rules->no_moves.invulnerable_return) {
        return bb_none();
    }
    int cell = value - MISSED_TURN_RETURNING;
    return cell < p->variant->cells ? bb_without(owned, bb_cell((unsigned)cell)) : owned;
}

/* Whether the player has left the game. */
static bool is_eliminated(const pos *p, int player)
{
    return missed_turn_state(p, player) == MISSED_TURN_OUT;
}
