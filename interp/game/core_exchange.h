/* Core: what is left of a cell when everybody has taken on it. Included by core.c.
 *
 * The cheapest attacker takes each time, and either side may stop (static exchange evaluation; see Chess Programming Wiki,
 * "Static Exchange Evaluation"). Nothing is moved: who has taken counts as gone, which opens the lines behind him. Pins
 * are not looked at, nor what recaptures promote to.
 */

static bits camp_attackers(const pos *p, unsigned cell, bool enemies, bits occupied, bits gone)
{
    const game *g = p->game;
    bits found = bits_none();
    for (int by = 0; by < g->players; by++) {
        if ((g->enemies[p->state.mover] >> by & 1) == enemies) {
            found = bits_or(found, attackers_of(p, cell, by, occupied, gone));
        }
    }
    return found;
}

/* Takes the cheapest off the set. */
static unsigned cheapest_of(const pos *p, bits men, const int *price)
{
    unsigned best = bits_pop(&men);
    while (!bits_empty(men)) {
        unsigned cell = bits_pop(&men);
        if (price[p->board[cell]] < price[p->board[best]]) {
            best = cell;
        }
    }
    return best;
}

static bool core_exchange(const position *of, move m, int margin, int stake, const int *price)
{
    const pos *p = pos_of_const(of);
    int balance = margin;
    if (balance < 0) {
        return false;
    }
    balance = stake - balance;
    if (balance <= 0) {
        return true;
    }
    unsigned to = move_to(m), from = move_from(m);
    bits gone = from < (unsigned)p->game->cells ? bits_cell(from) : bits_none();
    if (move_kind_of(m) == MOVE_PASSING || move_kind_of(m) == MOVE_LOCUST) {
        gone = bits_or(gone, bits_cell(move_aux(m)));
    }
    bool holds = true;
    for (bool enemies = true;; enemies = !enemies) {
        bits occupied = bits_or(bits_without(p->occupied, gone), bits_cell(to));
        bits takers = bits_without(camp_attackers(p, to, enemies, occupied, gone), bits_cell(to));
        if (bits_empty(takers)) {
            break;
        }
        holds = !holds;
        unsigned taker = cheapest_of(p, takers, price);
        if (p->game->man_royal[p->board[taker]]) {
            /* It may only take what nobody guards. */
            gone = bits_or(gone, bits_cell(taker));
            occupied = bits_without(occupied, gone);
            bits guards = camp_attackers(p, to, !enemies, bits_or(occupied, bits_cell(to)), gone);
            return bits_empty(bits_without(guards, bits_cell(to))) ? holds : !holds;
        }
        balance = price[p->board[taker]] - balance;
        if (balance < (holds ? 1 : 0)) {
            break;
        }
        gone = bits_or(gone, bits_cell(taker));
    }
    return holds;
}
