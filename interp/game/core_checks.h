/* Core: whether a move gives check, told before it is made. Included by core.c.
 *
 * For the order of moves and what must not be passed over: steps and drops, by leaps and lines of the man that arrives, and by
 * the lines that its departure opens. Other moves, walked paths and hooks are left to the search, which makes the move.
 */

static bool attacks_from(const pos *p, unsigned type, unsigned cell, unsigned royal, bits occupied)
{
    const game *g = p->game;
    int me = p->state.mover;
    for (int i = 0; i < g->threat_count[me]; i++) {
        const threat *t = &g->threats[me][i];
        if (!set_has(t->types, type)) {
            continue;
        }
        bits near = table_at(t->slides ? g->sliders[t->slider].empty : t->from, royal);
        if (bits_has(near, cell) && (!t->slides || bits_has(slider_reach(g, t->slider, royal, occupied), cell))) {
            return true;
        }
    }
    return false;
}

static bool opens_line(const pos *p, unsigned from, unsigned royal, bits occupied)
{
    const game *g = p->game;
    int me = p->state.mover;
    if (!bits_has(table_at(g->lines_to[me], royal), from)) {
        return false;
    }
    for (int i = 0; i < g->threat_count[me]; i++) {
        const threat *t = &g->threats[me][i];
        bits men =
            t->slides ? bits_and(threat_men(p, t, me), table_at(g->sliders[t->slider].empty, royal)) : bits_none();
        men = bits_without(men, bits_cell(from));
        if (!bits_empty(men) && bits_meet(men, slider_reach(g, t->slider, royal, occupied))) {
            return true;
        }
    }
    return false;
}

static bool core_checks(const position *of, move m, man_id after)
{
    const pos *p = pos_of_const(of);
    const game *g = p->game;
    move_kind kind = move_kind_of(m);
    if (kind != MOVE_STEP && kind != MOVE_DOUBLE && kind != MOVE_DROP) {
        return false;
    }
    unsigned from = move_from(m), to = move_to(m);
    bits occupied = bits_or(p->occupied, bits_cell(to));
    if (kind != MOVE_DROP) {
        occupied = bits_without(occupied, bits_cell(from));
    }
    int me = p->state.mover;
    for (int e = 0; e < g->enemy_count[me]; e++) {
        for (bits royals = p->royals[g->enemy[me][e]]; !bits_empty(royals);) {
            unsigned royal = bits_pop(&royals);
            if (attacks_from(p, g->man_type[after], to, royal, occupied) ||
                (kind != MOVE_DROP && opens_line(p, from, royal, occupied))) {
                return true;
            }
        }
    }
    return false;
}
