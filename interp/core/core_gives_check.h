/* Core: whether a move gives check, before it is made. Included by core.c.
 *
 * For move ordering and pruning. Covers steps and drops: by leaps and rays of the piece that arrives, by rays that its
 * departure opens, and by its arrival where pieces hop over others. For other moves, multi-leg paths and hooks the
 * search makes the move.
 */

static bool attacks_royal_from(const pos *p, unsigned type, unsigned cell, unsigned royal, bitboard occupied)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    for (int i = 0; i < v->attacker_count[us]; i++) {
        const attacker_group *t = &v->attackers[us][i];
        if (!set_has(t->types, type)) {
            continue;
        }
        bitboard near = table_at(t->is_slider ? v->sliders[t->slider].empty_board_attacks : t->from, royal);
        if (bb_has(near, cell) && (!t->is_slider || bb_has(slider_attacks(v, t->slider, royal, occupied), cell))) {
            return true;
        }
    }
    return false;
}

static bool opens_ray(const pos *p, unsigned from, unsigned to, unsigned royal, bitboard occupied)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard rays = table_at(v->rays_to[us], royal);
    bool departs = from != CELL_NONE && bb_has(rays, from), arrives = v->has_hopping_attackers && bb_has(rays, to);
    if (!departs && !arrives) {
        return false;
    }
    bitboard moved = from != CELL_NONE ? bb_cell(from) : bb_none();
    for (int i = departs ? 0 : v->non_hopping_count[us]; i < v->attacker_count[us]; i++) {
        const attacker_group *t = &v->attackers[us][i];
        if (!t->is_slider) {
            continue;
        }
        bitboard pieces = bb_without(
            bb_and(threat_pieces(p, t, us), table_at(v->sliders[t->slider].empty_board_attacks, royal)), moved);
        if (!bb_empty(pieces) && bb_intersect(pieces, slider_attacks(v, t->slider, royal, occupied))) {
            return true;
        }
    }
    return false;
}

static bool core_gives_check(const position *outer, move m, piece_id after)
{
    const pos *p = pos_of_const(outer);
    const variant *v = p->variant;
    move_kind kind = move_kind_of(m);
    if (kind != MOVE_NORMAL && kind != MOVE_DOUBLE_STEP && kind != MOVE_DROP) {
        return false;
    }
    unsigned from = move_from(m), to = move_to(m);
    bitboard occupied = bb_or(p->occupied, bb_cell(to));
    if (kind != MOVE_DROP) {
        occupied = bb_without(occupied, bb_cell(from));
    }
    int us = p->state.side_to_move;
    for (int e = 0; e < v->enemy_count[us]; e++) {
        for (bitboard royals = p->royals[v->enemy_list[us][e]]; !bb_empty(royals);) {
            unsigned royal = bb_pop_lsb(&royals);
            if (attacks_royal_from(p, v->type_of[after], to, royal, occupied) ||
                opens_ray(p, kind == MOVE_DROP ? CELL_NONE : from, to, royal, occupied)) {
                return true;
            }
        }
    }
    return false;
}
