/* Core: attacks. Included by core.c.
 *
 * A slider's attacks are looked up by the bits of its mask, gathered with PEXT where the processor has it. Any geometry
 * works, since the table only knows which cells matter. Otherwise each ray is cut at its first blocker: by bit scan
 * where cell numbers rise or fall along the ray, and cell by cell where a wrapped edge makes them do neither. On boards
 * of more than two words every ray is followed cell by cell.
 */

#if CORE_WORDS > LOOKUP_WORDS_MAX
/* Large boards: rays are followed cell by cell, so that a short ray costs little however wide the sets are. */
static inline void add_ray_attacks(const slider *s, const slider_ray *r, const uint64_t *occupied, uint64_t *reach)
{
    if (s->kind != RAY_SLIDER) {
        ray_add_attacks(s, r, occupied, reach);
        return;
    }
    const cell_id *cells = s->ray_cells + r->first;
    for (unsigned i = 0; i < r->count; i++) {
        unsigned cell = cells[i];
        set_put(reach, cell);
        if (set_has(occupied, cell)) {
            break;
        }
    }
}

static bitboard ray_attacks(const slider *s, uint32_t ray, bitboard occupied)
{
    bitboard reach = bb_none();
    add_ray_attacks(s, &s->rays[ray], occupied.w, reach.w);
    return reach;
}

static inline void add_all_rays(const slider *s, unsigned cell, const bitboard *occupied, bitboard *reach)
{
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        add_ray_attacks(s, &s->rays[ray], occupied->w, reach->w);
    }
}

static inline bitboard slider_attacks(const variant *v, unsigned number, unsigned cell, bitboard occupied)
{
    const slider *s = &v->sliders[number];
    bitboard reach = bb_none();
    add_all_rays(s, cell, &occupied, &reach);
    return s->filter ? bb_and(reach, bb_load(s->filter + (size_t)cell * CORE_WORDS)) : reach;
}

/* Adds the attacks to `reach`. */
static inline void add_slider_attacks(const variant *v, unsigned number, unsigned cell, const bitboard *occupied,
                                      bitboard *reach)
{
    const slider *s = &v->sliders[number];
    if (s->filter) {
        *reach = bb_or(*reach, slider_attacks(v, number, cell, *occupied));
    } else {
        add_all_rays(s, cell, occupied, reach);
    }
}
#else
/* The cells of a ray up to its first blocker, where cell numbers only rise or only fall along it. */
BB_INLINE bitboard ray_until_blocker(bitboard all, bitboard blockers, int order)
{
#if CORE_WORDS == 1
    if (order > 0) {
        uint64_t low = blockers.w[0] & (0 - blockers.w[0]);
        all.w[0] &= low | (low - 1);
    } else {
        all.w[0] &= ~UINT64_C(0) << word_msb(blockers.w[0]);
    }
#else
    unsigned cell = order > 0 ? bb_lsb(blockers) : bb_msb(blockers);
    int word = (int)(cell >> 6);
    for (int i = 0; i < CORE_WORDS; i++) {
        uint64_t here = order > 0 ? ~UINT64_C(0) >> (63 - (cell & 63)) : ~UINT64_C(0) << (cell & 63);
        bool whole = order > 0 ? i < word : i > word;
        all.w[i] &= i == word ? here : whole ? ~UINT64_C(0) : 0;
    }
#endif
    return all;
}

BB_INLINE bitboard ray_attacks(const slider *s, uint32_t ray, bitboard occupied)
{
    const slider_ray *r = &s->rays[ray];
    if (s->kind == RAY_SLIDER && r->sign) {
        bitboard all = bb_load(s->ray_sets + (size_t)ray * CORE_WORDS);
        bitboard blockers = bb_and(all, occupied);
        return bb_empty(blockers) ? all : ray_until_blocker(all, blockers, r->sign);
    }
    bitboard reach = bb_none();
    ray_add_attacks(s, r, occupied.w, reach.w);
    return reach;
}

BB_INLINE bitboard slider_attacks(const variant *v, unsigned number, unsigned cell, bitboard occupied)
{
    const slider *s = &v->sliders[number];
#if CORE_PEXT
#if CORE_WORDS == 1
    if (s->pext_attacks) {
        bitboard r;
        r.w[0] = s->pext_attacks[cell][_pext_u64(occupied.w[0], s->pext_masks[cell])];
        return r;
    }
#endif
    if (s->lookup_parts) {
        bitboard r = bb_none();
        for (int part = 0; part < s->lookup_part_count; part++) {
            const lookup_part *l = &s->lookup_parts[(size_t)part * (unsigned)v->cells + cell];
            uint64_t index = _pext_u64(occupied.w[0], l->mask[0]);
#if CORE_WORDS == 2
            index |= _pext_u64(occupied.w[1], l->mask[1]) << l->shift;
#endif
            r = bb_or(r, bb_load(l->attacks + index * CORE_WORDS));
        }
        return r;
    }
#endif
    bitboard reach = bb_none();
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        reach = bb_or(reach, ray_attacks(s, ray, occupied));
    }
    if (s->filter) {
        reach = bb_and(reach, bb_load(s->filter + (size_t)cell * CORE_WORDS));
    }
    return reach;
}

BB_INLINE void add_slider_attacks(const variant *v, unsigned number, unsigned cell, const bitboard *occupied,
                                  bitboard *reach)
{
    *reach = bb_or(*reach, slider_attacks(v, number, cell, *occupied));
}
#endif

BB_INLINE bitboard table_at(const uint64_t *table, unsigned cell)
{
    return bb_load(table + (size_t)cell * CORE_WORDS);
}

#if CORE_WORDS * 64 > BETWEEN_TABLE_CELLS_MAX
/* The cells of a ray before `to`, which is on it. */
static bitboard ray_before(const slider *s, uint32_t ray, unsigned to)
{
    const slider_ray *r = &s->rays[ray];
    bitboard found = bb_none();
    for (unsigned i = 0; i < r->count && s->ray_cells[r->first + i] != to; i++) {
        bb_toggle(&found, s->ray_cells[r->first + i]);
    }
    return found;
}

static bitboard cells_between_on_ray(const variant *v, unsigned from, unsigned to)
{
    unsigned number = v->between_slider[(size_t)from * (unsigned)v->cells + to];
    const slider *s = number ? &v->sliders[number - 1] : NULL;
    for (uint32_t ray = s ? s->ray_start[from] : 0; s && ray < s->ray_start[from + 1]; ray++) {
        if (set_has(s->ray_sets + (size_t)ray * CORE_WORDS, to)) {
            return ray_before(s, ray, to);
        }
    }
    return bb_none();
}
#endif

/* The cells strictly between two cells of a ray; none where no ray joins them. */
BB_INLINE bitboard cells_between(const variant *v, unsigned from, unsigned to)
{
#if CORE_WORDS * 64 > BETWEEN_TABLE_CELLS_MAX
    if (!v->between) {
        return cells_between_on_ray(v, from, to);
    }
#endif
    return table_at(v->between + (size_t)from * (unsigned)v->cells * CORE_WORDS, to);
}

BB_INLINE bitboard threat_pieces(const pos *p, const attacker_group *t, int by)
{
    bitboard pieces = p->pieces[t->pieces[0]]; /* no set of piece 0 has a cell */
    for (unsigned i = 1; i < t->count; i++) {
        pieces = bb_or(pieces, p->pieces[t->pieces[i]]);
    }
    if (t->has_royals) {
        for (bitboard royals = p->royals[by]; !bb_empty(royals);) {
            unsigned cell = bb_pop_lsb(&royals);
            if (set_has(t->royal_types, p->variant->type_of[p->board[cell]])) {
                pieces = bb_or(pieces, bb_cell(cell));
            }
        }
    }
    return pieces;
}

/* Whether the piece is a royal that cannot be captured. */
BB_INLINE bool royal_uncapturable(const pos *p, piece_id piece)
{
    return p->variant->is_royal[piece] && !p->royals_capturable;
}

static bitboard ability_attackers(const pos *p, unsigned cell, int by, bitboard found)
{
    const variant *v = p->variant;
    if (v->has_remote_captures) {
        found = bb_or(found, remote_attackers(p, cell, by));
    }
    if (v->has_immobilizers) {
        found = bb_without(found, immobilized_for(p, by));
    }
    /* What stands there is protected from its enemies; where it is a friend, an enemy is supposed to stand there. */
    const int owner = p->board[cell] ? v->owner_of[p->board[cell]] : by;
    if (v->has_protection && !(team_mask(v, by) >> owner & 1) && uncapturable_at(p, cell, owner)) {
        found = bb_none();
    }
    return found;
}

/* Pieces of player `by` that attack `cell` by their movements, given the occupied cells. */
BB_INLINE bitboard attackers_by_movement(const pos *p, unsigned cell, int by, bitboard occupied)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    for (int i = 0; i < v->attacker_count[by]; i++) {
        const attacker_group *t = &v->attackers[by][i];
        if (t->royals_only && p->board[cell] && !v->is_royal[p->board[cell]]) {
            continue;
        }
        bitboard pieces = threat_pieces(p, t, by);
        bitboard from = t->is_slider ? slider_attacks(v, t->slider, cell, occupied) : table_at(t->from, cell);
        found = bb_or(found, bb_and(pieces, from));
    }
    if (v->attacks_by_multi_leg[by]) {
        found = bb_or(found, walker_attackers(p, cell, by, occupied, v->has_blast ? WALKS_TO_CELL : WALKS_ALL));
    }
    return found;
}

/* The same with their abilities. Pieces on `excluded` cells do not count. */
BB_INLINE bitboard attackers_of(const pos *p, unsigned cell, int by, bitboard occupied, bitboard excluded)
{
    const variant *v = p->variant;
    if (v->has_missed_turns && attacks_nothing(p, by)) {
        return bb_none();
    }
    bitboard found = attackers_by_movement(p, cell, by, occupied);
    return bb_without(v->has_abilities ? ability_attackers(p, cell, by, found) : found, excluded);
}

/* Whether any enemy attacks the cell, without abilities: the masks do not cover those. */
BB_INLINE bool is_attacked_without_abilities(const pos *p, unsigned cell, int player, bitboard occupied,
                                             bitboard excluded)
{
    const variant *v = p->variant;
    for (int e = 0; e < v->enemy_count[player]; e++) {
        int by = v->enemy_list[player][e];
        if (v->has_missed_turns && attacks_nothing(p, by)) {
            continue;
        }
        for (int i = 0; i < v->attacker_count[by]; i++) {
            const attacker_group *t = &v->attackers[by][i];
            bitboard pieces = bb_without(threat_pieces(p, t, by), excluded);
            pieces = bb_and(pieces, table_at(t->is_slider ? v->sliders[t->slider].empty_board_attacks : t->from, cell));
            if (!bb_empty(pieces) &&
                (!t->is_slider || bb_intersect(pieces, slider_attacks(v, t->slider, cell, occupied)))) {
                return true;
            }
        }
        if (v->attacks_by_multi_leg[by] &&
            !bb_empty(bb_without(walker_attackers(p, cell, by, occupied, WALKS_ALL), excluded))) {
            return true;
        }
    }
    return false;
}

/* Pieces that survive a blast near them. */
BB_INLINE bitboard blast_immune(const pos *p)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    for (int i = 0; i < v->blast_immune_count; i++) {
        found = bb_or(found, p->pieces[v->blast_immune[i]]);
    }
    return found;
}

/* Whether a blast around the cell leaves the player's royals alone. Those on `excluded` cells do not count. */
static bool blast_spares_royals(const pos *p, unsigned cell, int player, bitboard excluded)
{
    const bitboard royals = bb_without(bb_without(p->royals[player], excluded), blast_immune(p));
    return !bb_intersect(royals, table_at(p->variant->blast_cells, cell));
}

/* Those that attack a cell by capturing there on their way to another one, around which the blast is, but not with a royal. */
static bitboard attackers_past(const pos *p, unsigned cell, int by, bitboard occupied)
{
    const variant *v = p->variant;
    return v->has_blast && v->attacks_by_multi_leg[by] && !(v->has_missed_turns && attacks_nothing(p, by))
               ? bb_without(walker_attackers(p, cell, by, occupied, WALKS_PAST_CELL), p->royals[by])
               : bb_none();
}

/* Those of the attackers of a cell that could capture there without blowing up a royal of their own. */
static bitboard non_suicidal(const pos *p, unsigned cell, int by, bitboard attackers, bitboard excluded)
{
    return blast_spares_royals(p, cell, by, excluded) ? bb_without(attackers, bb_without(p->royals[by], excluded))
                                                      : bb_none();
}

static bool is_attacked_with_abilities(const pos *p, unsigned cell, int player, bitboard occupied, bitboard excluded)
{
    const variant *v = p->variant;
    bool safe = v->has_protection && uncapturable_at(p, cell, player);
    for (int e = 0; e < v->enemy_count[player] && !safe; e++) {
        int by = v->enemy_list[player][e];
        bitboard found = attackers_of(p, cell, by, occupied, excluded);
        if (!bb_empty(v->has_blast ? non_suicidal(p, cell, by, found, excluded) : found) ||
            !bb_empty(bb_without(attackers_past(p, cell, by, occupied), excluded))) {
            return true;
        }
    }
    return false;
}

BB_INLINE bool is_attacked(const pos *p, unsigned cell, int player, bitboard occupied, bitboard excluded)
{
    return p->variant->has_abilities ? is_attacked_with_abilities(p, cell, player, occupied, excluded)
                                     : is_attacked_without_abilities(p, cell, player, occupied, excluded);
}

/* With several players: whether `by` acts before `owner` acts again, when it is the turn of `acts` (-1: do not ask). */
static bool moves_before_owner(const variant *v, int by, int owner, int acts)
{
    if (acts < 0 || acts == owner || v->players == 2 || owner >= v->players || v->own_boards || v->has_after_effects ||
        v->moves_hook_count) {
        return true;
    }
    return (by - acts + v->players) % v->players < (owner - acts + v->players) % v->players;
}

/* Whether a piece of `by` could reach the en passant target, if it captures so. */
static bool reaches_ep_cell(const pos *p, unsigned cell, int by)
{
    const variant *v = p->variant;
    for (int k = 0; k < v->ep_capturer_count[by]; k++) {
        const ep_capturer *one = &v->ep_capturers[by][k];
        if (bb_intersect(bb_without(table_at(one->from, cell), p->moved), pieces_moved_as(p, one->piece))) {
            return true;
        }
    }
    return false;
}

/* An en passant target is kept only if an enemy can use it before the owner's next turn. So positions with equal moves
 * are equal. */
static bool ep_is_usable(const pos *p, unsigned cell, int owner, int acts)
{
    const variant *v = p->variant;
    for (int e = 0; e < v->enemy_count[owner]; e++) {
        int by = v->enemy_list[owner][e];
        if (v->ep_capturer_count[by] && moves_before_owner(v, by, owner, acts) && reaches_ep_cell(p, cell, by)) {
            return true;
        }
    }
    return false;
}

/* Whether the target's cell is free, or may be again before an enemy is to move: while the turn goes on that opened it, the piece
 * that stands there may leave. */
static bool ep_cell_is_open(const pos *p, unsigned cell, int owner, bool turn_goes_on)
{
    return !p->board[cell] || (turn_goes_on && owner == p->state.side_to_move);
}

/* Whether an enemy whose pieces attack could capture en passant what has just stepped over the cell. */
static bool attacked_en_passant(const pos *p, unsigned cell, int player)
{
    const variant *v = p->variant;
    for (int e = 0; e < v->enemy_count[player]; e++) {
        int by = v->enemy_list[player][e];
        if (!(v->has_missed_turns && attacks_nothing(p, by)) && reaches_ep_cell(p, cell, by)) {
            return true;
        }
    }
    return false;
}

/* Whether a royal that has just made a double step could be captured en passant: that is an attack as well. */
static bool royal_attacked_en_passant(const pos *p, int player)
{
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        ep_cell ep = p->state.ep_cells[i];
        if (bb_has(p->royals[player], ep.piece_cell) && !p->board[ep.cell] && attacked_en_passant(p, ep.cell, player)) {
            return true;
        }
    }
    return false;
}

static bool player_in_check(const pos *p, int player)
{
    if (p->variant->attacks_by_moves) {
        return in_check_by_trial(p, player);
    }
    bitboard royals = p->royals[player];
    while (!bb_empty(royals)) {
        unsigned cell = bb_pop_lsb(&royals);
        if (is_attacked(p, cell, player, p->occupied, bb_none())) {
            return true;
        }
    }
    return p->state.ep_count && royal_attacked_en_passant(p, player);
}

static bool core_in_check(const position *p, int player)
{
    return player_in_check(pos_of_const(p), player);
}

static int give_cells(bitboard found, cell_id *cells, int room)
{
    int count = 0;
    while (!bb_empty(found)) {
        unsigned cell = bb_pop_lsb(&found);
        if (count < room) {
            cells[count] = (cell_id)cell;
        }
        count++;
    }
    return count;
}

/* Whether pieces may attack in ways that attackers_of does not know. */
static bool attacks_by_trial(const variant *v)
{
    return v->has_jumps || v->has_remote_captures;
}

static int core_attackers_by_sets(const position *p, cell_id cell, int by, cell_id *cells, int room)
{
    const pos *here = pos_of_const(p);
    const bitboard found = attackers_of(here, cell, by, here->occupied, bb_none());
    return give_cells(bb_or(found, attackers_past(here, cell, by, here->occupied)), cells, room);
}

static int core_attackers(const position *p, cell_id cell, int by, cell_id *cells, int room)
{
    const pos *here = pos_of_const(p);
    const variant *v = here->variant;
    return v->attacks_by_multi_leg[by] || attacks_by_trial(v)
               ? give_cells(supposed_attackers(here, cell, by), cells, room)
               : core_attackers_by_sets(p, cell, by, cells, room);
}

static int core_count_of_player(const position *p, int player)
{
    return bb_count(pos_of_const(p)->owned[player]);
}

static int core_count_all(const position *p)
{
    return bb_count(pos_of_const(p)->occupied);
}

static bool core_any_on_board(const position *outer, const piece_id *pieces, int count)
{
    const pos *p = pos_of_const(outer);
    for (int i = 0; i < count; i++) {
        if (!bb_empty(p->pieces[pieces[i]])) {
            return true;
        }
    }
    return false;
}

static int core_count_of_piece(const position *p, piece_id piece)
{
    return bb_count(pos_of_const(p)->pieces[piece]);
}

static int core_pieces_of(const position *p, int player, cell_id *cells, int room)
{
    return give_cells(pos_of_const(p)->owned[player], cells, room);
}

static int core_royals_of(const position *p, int player, cell_id *cells, int room)
{
    return give_cells(pos_of_const(p)->royals[player], cells, room);
}
