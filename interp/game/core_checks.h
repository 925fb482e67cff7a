/* Core: whether a move gives check, told before it is made. Included by core.c.
 *
 * For the order of moves and what must not be passed over: steps and drops, by leaps and lines of the man that arrives, and by
 * the lines that its departure opens, or its arrival where men hop over others. Other moves, walked paths and hooks are left to the search, which makes the move.
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

static bool opens_line(const pos *p, unsigned from, unsigned to, unsigned royal, bits occupied)
{
    const game *g = p->game;
    int me = p->state.mover;
    bits lines = table_at(g->lines_to[me], royal);
    bool departs = from != CELL_NONE && bits_has(lines, from), arrives = g->hopping && bits_has(lines, to);
    if (!departs && !arrives) {
        return false;
    }
    bits moved = from != CELL_NONE ? bits_cell(from) : bits_none();
    for (int i = departs ? 0 : g->plain_threats[me]; i < g->threat_count[me]; i++) {
        const threat *t = &g->threats[me][i];
        if (!t->slides) {
            continue;
        }
        bits men = bits_without(bits_and(threat_men(p, t, me), table_at(g->sliders[t->slider].empty, royal)), moved);
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
                opens_line(p, kind == MOVE_DROP ? CELL_NONE : from, to, royal, occupied)) {
                return true;
            }
        }
    }
    return false;
}
