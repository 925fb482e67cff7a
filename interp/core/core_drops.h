/* Core: drops from the hand. Included by core.c. */

/* A drop mates when no reply is legal. Replies may be drops that themselves must not mate, and so on. Beyond this depth
 * no drop counts as a mate: without a limit this could go on as long as there are cells. */
enum { DROPS_DEPTH_MAX = 3 };

/* Whether a drop that attacks an enemy royal is illegal because it checks or mates. */
static bool drop_is_forbidden(const pos *p, const drop_table *d, move m)
{
    pos *scratch = (pos *)p;
    undo u;
    int us = scratch->state.side_to_move;
    play_move(scratch, m, &u);
    bool refused = !d->may_give_check && gives_check_to_any(scratch, us);
    int answers = side_to_answer(scratch, us); /* nobody yet where the turn goes on */
    if (!refused && !d->may_mate && answers != us && player_in_check(scratch, answers)) {
        scratch->state.side_to_move = (uint8_t)answers;
        scratch->drop_mate_depth++;
        refused = scratch->drop_mate_depth <= DROPS_DEPTH_MAX && !core_has_legal_move(position_of(scratch));
        scratch->drop_mate_depth--;
    }
    undo_move(scratch, &u);
    return refused;
}

/* Cells from which the dropped piece would attack an enemy royal. */
static bitboard checking_cells(const pos *p, piece_id piece)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard found = bb_none();
    if (v->moves[piece].has_multi_leg) {
        return bb_all();
    }
    for (int other = 0; other < v->players; other++) {
        if (!(v->enemy_mask[us] >> other & 1)) {
            continue;
        }
        for (bitboard royals = p->royals[other]; !bb_empty(royals);) {
            unsigned royal = bb_pop_lsb(&royals);
            for (int i = 0; i < v->attacker_count[us]; i++) {
                const attacker_group *t = &v->attackers[us][i];
                if (set_has(t->types, v->type_of[piece])) {
                    found = bb_or(found, t->is_slider ? slider_attacks(v, t->slider, royal, p->occupied)
                                                      : table_at(t->from, royal));
                }
            }
        }
    }
    return found;
}

/* Whether an enemy may be in check before the player moves: not with two players and one ply a turn, unless the
 * position was set up so. */
static bool enemy_may_be_in_check(const pos *p)
{
    const variant *v = p->variant;
    return v->players != 2 || p->state.plies == 0 || p->extra.turn_ply || v->has_missed_turns || p->royals_capturable;
}

/* Cells where dropping the piece may leave an enemy in check: by itself, or as a hurdle for another piece. */
static bitboard risky_drop_cells(const pos *p, piece_id piece)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    if (v->attacks_by_moves || v->attacks_by_multi_leg[us] || v->has_abilities ||
        (enemy_may_be_in_check(p) && gives_check_to_any(p, us))) {
        return bb_all();
    }
    bitboard found = checking_cells(p, piece);
    for (int e = 0; e < v->enemy_count[us] && v->has_hopping_attackers; e++) {
        for (bitboard royals = p->royals[v->enemy_list[us][e]]; !bb_empty(royals);) {
            found = bb_or(found, table_at(v->rays_to[us], bb_pop_lsb(&royals)));
        }
    }
    return found;
}

/* The cells on which a piece would rest (gravity). */
static bitboard supported_cells(const pos *p, const drop_table *d, bitboard cells)
{
    for (bitboard left = cells; !bb_empty(left);) {
        unsigned cell = bb_pop_lsb(&left);
        if (d->support[cell] != CELL_NONE && !p->board[d->support[cell]]) {
            bb_toggle(&cells, cell);
        }
    }
    return cells;
}

/* The cells with a side that borders on no cell, or on such a piece. */
BB_INLINE bitboard edge_cells(const pos *p, piece_id piece)
{
    const variant *v = p->variant;
    bitboard found = bb_load(v->outer_cells);
    for (bitboard there = p->pieces[piece]; !bb_empty(there);) {
        found = bb_or(found, table_at(v->beside, bb_pop_lsb(&there)));
    }
    return found;
}

/* Whether the royal that is put on the empty cell would be attacked there. */
static bool attacked_when_put(const pos *outer, piece_id royal, unsigned cell)
{
    pos *p = (pos *)outer;
    undo u;
    undo_begin(p, &u);
    change_cell(p, &u, cell, royal);
    bool attacked = is_attacked(p, cell, p->state.side_to_move, p->occupied, bb_none());
    undo_move(p, &u);
    return attacked;
}

/* Those of the cells where such an own royal would not be attacked. */
static CORE_NOINLINE bitboard unattacked_cells(const pos *p, piece_id royal, bitboard cells)
{
    for (bitboard left = cells; !bb_empty(left);) {
        unsigned cell = bb_pop_lsb(&left);
        if (p->variant->has_protection
                ? attacked_when_put(p, royal, cell)
                : is_attacked(p, cell, p->state.side_to_move, bb_or(p->occupied, bb_cell(cell)), bb_none())) {
            bb_toggle(&cells, cell);
        }
    }
    return cells;
}

/* Those of the empty cells on which the piece may come to stand, whatever it does there. */
BB_INLINE bitboard cells_open_to(const pos *p, const drop_table *d, bitboard open)
{
    const variant *v = p->variant;
    bitboard cells = bb_and(open, set_of(v, d->zone));
    if (d->at_edge) {
        cells = bb_and(cells, edge_cells(p, d->piece));
    }
    for (int file = 0; d->per_file && file < v->file_count; file++) {
        bitboard column = bb_load(v->file_sets + (size_t)file * CORE_WORDS);
        if (bb_count(bb_and(column, p->pieces[d->piece])) >= d->per_file) {
            cells = bb_without(cells, column);
        }
    }
    return d->support ? supported_cells(p, d, cells) : cells;
}

BB_INLINE void gen_drops(const pos *p, gen_output *out, gen_type gen, bitboard mask)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    const uint16_t *hand = hand_of(p);
    bitboard open = bb_without(mask, p->occupied);
    for (int i = 0; i < v->drop_count[us]; i++) {
        const drop_table *d = &v->drops[us][i];
        if (d->hand_piece && !hand[d->hand_piece]) {
            continue;
        }
        if (!d->parries && gen != GEN_PSEUDO && player_in_check(p, us)) {
            continue;
        }
        bitboard targets = cells_open_to(p, d, open);
        unsigned into = (unsigned)v->type_of[d->piece] + 1;
        if (v->is_royal[d->piece] && gen != GEN_PSEUDO && !v->rules->setup_separate_phase) {
            targets = unattacked_cells(p, d->piece, targets);
        }
        if ((!d->may_give_check || !d->may_mate) && gen != GEN_PSEUDO) {
            for (bitboard risky = bb_and(targets, risky_drop_cells(p, d->piece)); !bb_empty(risky);) {
                unsigned to = bb_pop_lsb(&risky);
                if (drop_is_forbidden(p, d, move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0))) {
                    bb_toggle(&targets, to);
                }
            }
        }
        if (gen == GEN_COUNT_HOOKED) {
            bitboard asked = bb_and(targets, hooked_cells(p, out->judge.filter, d->piece, CELL_NONE));
            out->count += (uint64_t)bb_count(bb_without(targets, asked));
            targets = asked;
        }
        if (gen_is_count(gen)) {
            out->count += (uint64_t)bb_count(targets);
        } else {
            emit_targets(out, move_pack(MOVE_DROP, CELL_NONE, 0, into, 0, 0), targets);
        }
    }
}

/* The `n`-th cell of the set, from 0. */
BB_INLINE unsigned bb_nth(bitboard a, unsigned n)
{
    unsigned i = 0;
    for (unsigned here = (unsigned)word_popcount(a.w[0]); n >= here; here = (unsigned)word_popcount(a.w[i])) {
        n -= here;
        i++;
    }
#if CORE_PEXT
    return i * 64 + (unsigned)word_lsb(_pdep_u64(UINT64_C(1) << n, a.w[i]));
#else
    uint64_t w = a.w[i];
    while (n--) {
        w &= w - 1;
    }
    return i * 64 + (unsigned)word_lsb(w);
#endif
}

/* Draws one of the drops, all equally likely, and plays it. False when there is none. For variants with nothing but
 * drops (SHORTCUT_DROPS_ONLY): the target sets are counted, and the move drawn is the one that listing would put at that
 * index. */
static bool core_random_drop(position *outer, random_source *random, undo *spare, move *made)
{
    pos *p = pos_of(outer);
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard open[DROPS_ONLY_MAX];
    unsigned total = 0;
    for (int i = 0; i < v->drop_count[us]; i++) {
        const drop_table *d = &v->drops[us][i];
        open[i] = d->hand_piece && !hand_of(p)[d->hand_piece] ? bb_none() : bb_without(set_of(v, d->zone), p->occupied);
        if (d->support) {
            open[i] = supported_cells(p, d, open[i]);
        }
        total += (unsigned)bb_count(open[i]);
    }
    if (total == 0) {
        return false;
    }
    unsigned n = random_pick(random, total);
    int i = 0;
    for (unsigned here = (unsigned)bb_count(open[0]); n >= here; here = (unsigned)bb_count(open[i])) {
        n -= here;
        i++;
    }
    unsigned to = bb_nth(open[i], n) & 0x7FF, into = ((unsigned)v->type_of[v->drops[us][i].piece] + 1) & 0x1FF;
    *made = move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0);
    play_move(p, move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0), spare);
    return true;
}
