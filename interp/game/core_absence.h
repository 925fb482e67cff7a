/* Core, part nought: players who miss their turns (rules.stuck). Included by core.c.
 *
 * Whoever has no legal move when he is to act passes, and what his men are from then on depends on whether he was in
 * check: they may be safe from captures, attack nothing, or leave the board. It lasts until he moves. What a player is
 * stands in a counter of his own, so that hash, FEN and scripts need nothing new.
 */

static int stuck_value(const pos *p, int player)
{
    if (player >= p->game->players) {
        return STUCK_NOT; /* nobody: he has no turns to miss */
    }
    return p->more.counters[p->game->rules->stuck.counter + player];
}

/* What the rules say of his men now; NULL when nothing. */
static const rule_absence *absence_of(const pos *p, int player)
{
    const rule_stuck *rule = &p->game->rules->stuck;
    int value = stuck_value(p, player);
    return value == STUCK_STALEMATED                    ? &rule->stalemated
           : value == STUCK_MATED || value == STUCK_OUT ? &rule->mated
                                                        : NULL;
}

/* Whether his men attack nothing. */
static bool is_silent(const pos *p, int player)
{
    const rule_absence *absence = absence_of(p, player);
    return absence && absence->silent;
}

/* His men that cannot be taken. */
static bits untouchable_of(const pos *p, int player)
{
    const rule_absence *absence = absence_of(p, player);
    int value = stuck_value(p, player);
    if (absence) {
        return absence->untouchable ? p->owned[player] : bits_none();
    }
    if (value < STUCK_RETURNING || !p->game->rules->stuck.sheltered_return) {
        return bits_none();
    }
    int cell = value - STUCK_RETURNING;
    return cell < p->game->cells ? bits_without(p->owned[player], bits_cell((unsigned)cell)) : p->owned[player];
}

/* Whether he has left the game. */
static bool is_out(const pos *p, int player)
{
    return stuck_value(p, player) == STUCK_OUT;
}
