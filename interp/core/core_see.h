/* Core: static exchange evaluation (Chess Programming Wiki, "Static Exchange Evaluation"). Included by core.c.
 *
 * The least valuable attacker captures each time, and either side may stop. Nothing is moved: a piece that has captured
 * counts as gone, which opens the rays behind it. Pins and promotions of recaptures are ignored.
 */

static bitboard attackers_of_camp(const pos *p, unsigned cell, bool enemies, bitboard occupied, bitboard removed)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    for (int by = 0; by < v->players; by++) {
        if ((v->enemy_mask[p->state.side_to_move] >> by & 1) == enemies) {
            found = bb_or(found, attackers_of(p, cell, by, occupied, removed));
        }
    }
    return found;
}

/* The least valuable piece of the set. */
static unsigned least_valuable(const pos *p, bitboard pieces, const int *values)
{
    unsigned best = bb_pop_lsb(&pieces);
    while (!bb_empty(pieces)) {
        unsigned cell = bb_pop_lsb(&pieces);
        if (values[p->board[cell]] < values[p->board[best]]) {
            best = cell;
        }
    }
    return best;
}

static bool core_see(const position *outer, move m, int margin, int stake, const int *values)
{
    const pos *p = pos_of_const(outer);
    int balance = margin;
    if (balance < 0) {
        return false;
    }
    balance = stake - balance;
    if (balance <= 0) {
        return true;
    }
    unsigned to = move_to(m), from = move_from(m);
    bitboard removed = from < (unsigned)p->variant->cells ? bb_cell(from) : bb_none();
    if (move_kind_of(m) == MOVE_EN_PASSANT || move_kind_of(m) == MOVE_LOCUST) {
        removed = bb_or(removed, bb_cell(move_aux(m)));
    }
    bool wins = true;
    for (bool enemies = true;; enemies = !enemies) {
        bitboard occupied = bb_or(bb_without(p->occupied, removed), bb_cell(to));
        bitboard attackers = bb_without(attackers_of_camp(p, to, enemies, occupied, removed), bb_cell(to));
        if (bb_empty(attackers)) {
            break;
        }
        wins = !wins;
        unsigned attacker = least_valuable(p, attackers, values);
        if (p->variant->is_royal[p->board[attacker]]) {
            /* It may only capture what is not guarded. */
            removed = bb_or(removed, bb_cell(attacker));
            occupied = bb_without(occupied, removed);
            bitboard guards = attackers_of_camp(p, to, !enemies, bb_or(occupied, bb_cell(to)), removed);
            return bb_empty(bb_without(guards, bb_cell(to))) ? wins : !wins;
        }
        balance = values[p->board[attacker]] - balance;
        if (balance < (wins ? 1 : 0)) {
            break;
        }
        removed = bb_or(removed, bb_cell(attacker));
    }
    return wins;
}
