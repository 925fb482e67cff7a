/* Core: the move generator. Included by core.c.
 *
 * `generate` is compiled once for each purpose (gen_type), which is a constant argument: it lists or counts legal
 * moves, pseudo-legal moves, captures and promotions. Legality is that of core_checks_and_pins.h.
 */

/* Pieces that wait on their last cell for a piece to promote to. */
static void gen_in_place_promotions(const pos *p, gen_output *out, gen_type gen, piece_id piece, bitboard pieces,
                                    const check_info *s)
{
    const variant *v = p->variant;
    const promotion_table *t = v->moves[piece].promotion;
    if (s->checker_count) {
        return; /* standing still answers no check */
    }
    for (bitboard waiting = bb_and(pieces, bb_load(t->in_place)); !bb_empty(waiting);) {
        unsigned cell = bb_pop_lsb(&waiting);
        int owner = v->owner_of[p->board[cell]]; /* a neutral piece moves as one of the player's */
        for (uint32_t i = t->exchanges[cell]; i < t->exchanges[cell + 1]; i++) {
            if (is_in_prison(p, owner, t->into[i]) && variant_may_have(v, owner, t->into[i])) {
                take_quiet(p, out, gen, move_pack(MOVE_IN_PLACE, cell, cell, t->into[i] + 1u, IN_PLACE_STAY, 0));
            }
        }
    }
}

static CORE_NOINLINE void gen_royal_exchanges(const pos *p, gen_output *out, gen_type gen, unsigned cell,
                                              const check_info *s)
{
    const promotion_table *t = p->variant->moves[p->board[cell]].promotion;
    if (t && t->in_place) {
        gen_in_place_promotions(p, out, gen, p->board[cell], bb_cell(cell), s);
    }
}

/* En passant captures, found from the targets; each is played and tested. */
static void gen_en_passant(const pos *p, gen_output *out, gen_type gen, bitboard capturable, bitboard immobilized)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    for (unsigned k = 0; k < p->state.ep_count; k++) {
        ep_cell ep = p->state.ep_cells[k];
        piece_id victim = p->board[ep.piece_cell];
        if (p->board[ep.cell] || !victim || !bb_has(capturable, ep.piece_cell)) {
            continue;
        }
        for (int i = 0; i < v->ep_capturer_count[us]; i++) {
            const ep_capturer *by = &v->ep_capturers[us][i];
            bitboard pieces = bb_and(table_at(by->from, ep.cell), pieces_moved_as(p, by->piece));
            for (pieces = bb_without(pieces, immobilized); !bb_empty(pieces);) {
                gen_special(p, out, gen, by->piece,
                            move_pack(MOVE_EN_PASSANT, bb_pop_lsb(&pieces), ep.cell, 0, ep.piece_cell, 0), true);
            }
        }
    }
}

/* All moves of pieces of one kind. `piece` is how the side to move moves them. */
static void gen_pieces(const pos *p, gen_output *out, piece_id piece, bitboard pieces, bitboard capturable)
{
    const piece_moves *moves = &p->variant->moves[piece];
    while (!bb_empty(pieces)) {
        unsigned from = bb_pop_lsb(&pieces);
        gen_steps(p, out, GEN_PSEUDO, piece, from, piece_targets(p, moves, from, capturable));
        if (moves->special_start && moves->special_start[from] != moves->special_ep_start[from]) {
            gen_specials(p, out, GEN_PSEUDO, piece, from, capturable, bb_all(), false);
        }
    }
}

/* Neutral pieces. */
static void gen_neutral(const pos *p, gen_output *out, bitboard immobilized)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard capturable = capturable_by_neutral(p, us);
    check_info none = no_checks();
    for (int i = 0; i < v->nonroyal_count[v->neutral_owner]; i++) {
        piece_id piece = v->nonroyals[v->neutral_owner][i], as = variant_piece(v, us, v->type_of[piece]);
        bitboard pieces = bb_without(p->pieces[piece], immobilized);
        gen_pieces(p, out, as, pieces, capturable);
        if (v->moves[piece].promotion && v->moves[piece].promotion->in_place) {
            gen_in_place_promotions(p, out, GEN_PSEUDO, as, pieces, &none);
        }
    }
}

/* The targets of a piece's steps, rays and conditional movements. */
static bitboard other_targets(const pos *p, piece_id piece, unsigned from, bitboard capturable)
{
    const piece_moves *moves = &p->variant->moves[piece];
    bitboard found = piece_targets(p, moves, from, capturable);
    if (moves->special_start && moves->special_start[from] != moves->special_ep_start[from]) {
        move room[WALK_ENDS_MAX];
        move_list list = {room, 0, WALK_ENDS_MAX, false};
        gen_output out = {.list = &list};
        gen_specials(p, &out, GEN_PSEUDO, piece, from, capturable, bb_all(), false);
        note_lost(p, &list);
        for (size_t i = 0; i < list.count; i++) {
            bool step = move_kind_of(room[i]) == MOVE_NORMAL || move_kind_of(room[i]) == MOVE_DOUBLE_STEP;
            found = step ? bb_or(found, bb_cell(move_to(room[i]))) : found;
        }
    }
    return found;
}

/* Long leaps that capture what they go over. A target that the piece also reaches otherwise is that move, with the same
 * captures. */
static void gen_long_leaps(const pos *p, gen_output *out, bitboard immobilized)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    for (bitboard pieces = bb_without(movable_by(p, us), immobilized); !bb_empty(pieces);) {
        unsigned from = bb_pop_lsb(&pieces);
        piece_id piece = p->board[from];
        remote_move b = {.p = p, .piece = variant_piece(v, us, v->type_of[piece]), .from = from};
        if (!ability_of(v, piece)->has_long_leap) {
            continue;
        }
        b.capturable = capturable_with(p, us, v->owner_of[piece] == v->neutral_owner);
        bitboard goals = long_leap_targets(&b);
        if (!bb_empty(goals)) {
            goals = bb_without(goals, other_targets(p, b.piece, from, b.capturable));
            gen_steps(p, out, GEN_PSEUDO, b.piece, from, goals);
        }
    }
}

/* Immobilized own pieces may be removed. */
static void gen_removals(const pos *p, gen_output *out, bitboard immobilized)
{
    int us = p->state.side_to_move;
    for (bitboard pieces = bb_without(bb_and(immobilized, p->owned[us]), p->royals[us]); !bb_empty(pieces);) {
        unsigned cell = bb_pop_lsb(&pieces);
        emit(out, move_pack(MOVE_IN_PLACE, cell, cell, 0, IN_PLACE_REMOVE, 0));
    }
}

/* In variants with abilities: what there is besides the moves of one's own pieces. */
static void gen_with_abilities(const pos *p, gen_output *out, bitboard immobilized)
{
    const variant *v = p->variant;
    if (v->neutral_owner >= 0 && !bb_empty(p->owned[v->neutral_owner])) {
        gen_neutral(p, out, immobilized);
    }
    if (v->has_remote_captures) {
        gen_long_leaps(p, out, immobilized);
    }
    if (v->rules->turn.removes_immobilized) {
        gen_removals(p, out, immobilized);
    }
}

/* Pieces of one kind whose moves hooks judge. Moves that no hook judges are only counted. */
static void gen_hooked(const pos *p, gen_output *out, piece_id piece, bitboard pieces, bitboard capturable,
                       bitboard target)
{
    const piece_moves *moves = &p->variant->moves[piece];
    while (!bb_empty(pieces)) {
        unsigned from = bb_pop_lsb(&pieces);
        bitboard targets = bb_and(piece_targets(p, moves, from, capturable), target);
        bitboard asked = bb_and(targets, hooked_cells(p, out->judge.filter, piece, from));
        out->count += count_steps(p, piece, from, bb_without(targets, asked));
        gen_steps(p, out, GEN_LEGAL, piece, from, asked);
        if (moves->special_start && moves->special_start[from] != moves->special_ep_start[from]) {
            gen_specials(p, out, GEN_LEGAL, piece, from, capturable, target, false);
        }
    }
}

/* What all pieces of a position share while moves are generated. */
typedef struct gen_context {
    const check_info *checks;
    blast_info *blasts;   /* where captures blow up what stands near; NULL */
    bitboard capturable;  /* what the side to move may capture */
    bitboard immobilized; /* pieces that it may not move */
    bool hooked;          /* moves that hooks judge are listed, all others counted */
} gen_context;

/* On large boards moves are listed piece by piece, so that lists have one order there; they are counted set-wise. */
BB_INLINE bool moves_setwise(const piece_moves *moves, gen_type gen, const gen_context *c)
{
    return moves->setwise_moves && (CORE_WORDS <= LOOKUP_WORDS_MAX || (gen_is_count(gen) && !c->blasts));
}

/* Those of a piece's targets that leave its royal safe. `mask`: where it may go, blasts aside. */
BB_INLINE bitboard safe_targets(const pos *p, const gen_context *c, const piece_moves *moves, unsigned from,
                                bitboard mask)
{
    return c->blasts ? blast_safe_targets(p, c->blasts, c->checks, moves, from, mask)
                     : bb_and(piece_targets(p, moves, from, c->capturable), mask);
}

/* Conditional movements of a piece. Where captures blow up what stands near, each is played and tested. */
BB_INLINE void gen_safe_specials(const pos *p, gen_output *out, gen_type gen, const gen_context *c, piece_id piece,
                                 unsigned from, bitboard mask)
{
    const piece_moves *moves = &p->variant->moves[piece];
    if (moves->special_start && moves->special_start[from] != moves->special_ep_start[from]) {
        gen_specials(p, out, gen, piece, from, c->capturable, c->blasts ? bb_all() : mask, c->blasts != NULL);
    }
}

/* Royals and their castlings. False when a double check leaves no move to other pieces. */
BB_INLINE bool gen_royals(const pos *p, gen_output *out, gen_type gen, const gen_context *c, bitboard royals)
{
    const variant *v = p->variant;
    const check_info *s = c->checks;
    bool castles =
        (s->checker_count == 0 || v->castles_in_check) && p->state.rights & v->castling_rights && gen_takes_quiet(gen);
    for (bitboard left = royals; !bb_empty(left);) {
        unsigned cell = bb_pop_lsb(&left);
        bool barred = c->hooked && bb_has(c->immobilized, cell); /* its partner may still castle with it */
        bool listed = c->hooked && hooks_concern(p, out->judge.filter, p->board[cell]);
        if (c->blasts) {
            blast_gen_royal(p, out, gen, c->blasts, s);
        } else if (listed && !barred) {
            gen_royal(p, out, GEN_LEGAL, cell, c->capturable, s);
        } else if (!barred) {
            gen_royal(p, out, gen, cell, c->capturable, s);
        }
        if (v->promotes_from_prison && !barred && gen_takes_quiet(gen)) {
            gen_royal_exchanges(p, out, listed ? GEN_LEGAL : gen, cell, s);
        }
        if (castles) {
            gen_castlings(p, out, c->hooked ? GEN_LEGAL : gen, cell); /* hooks may judge the partner's half */
        }
    }
    /* A multi-leg move may capture one checker on its way to the other; it is tested by play. A blast may remove both. */
    return bb_empty(royals) || s->checker_count <= 1 || v->path_count || v->has_jumps || v->has_hopping_attackers ||
           v->rays_join || c->blasts;
}

/* All pieces of one kind that are not pinned. */
BB_INLINE void gen_kind(const pos *p, gen_output *out, gen_type gen, const gen_context *c, piece_id piece,
                        bitboard pieces)
{
    const piece_moves *moves = &p->variant->moves[piece];
    const check_info *s = c->checks;
    bitboard unpinned = bb_without(pieces, s->pinned);
    if (c->hooked && hooks_concern(p, out->judge.filter, piece)) {
        gen_hooked(p, out, piece, unpinned, c->capturable, s->check_mask);
        if (moves->promotion && moves->promotion->in_place) {
            gen_in_place_promotions(p, out, GEN_LEGAL, piece, pieces, s);
        }
        return;
    }
    if (moves_setwise(moves, gen, c)) {
        bitboard rest = bb_and(pieces, setwise_set(moves->setwise_moves, SETWISE_IRREGULAR));
        if (c->blasts) {
            blast_gen_setwise(p, out, gen, c->blasts, s, piece, pieces);
        } else {
            gen_setwise(p, out, gen, piece, unpinned, c->capturable, s->check_mask);
        }
        if (!bb_empty(rest)) {
            gen_setwise_rest(p, out, gen, piece, bb_without(rest, s->pinned), c->capturable,
                             c->blasts ? bb_all() : s->check_mask, c->blasts != NULL);
        }
        return;
    }
    while (!bb_empty(unpinned)) {
        unsigned from = bb_pop_lsb(&unpinned);
        gen_steps(p, out, gen, piece, from, safe_targets(p, c, moves, from, s->check_mask));
        gen_safe_specials(p, out, gen, c, piece, from, s->check_mask);
    }
    if (moves->promotion && moves->promotion->in_place && gen_takes_quiet(gen)) {
        gen_in_place_promotions(p, out, gen, piece, pieces, s);
    }
}

/* Pinned pieces, each on its ray. */
BB_INLINE void gen_pinned(const pos *p, gen_output *out, gen_type gen, const gen_context *c)
{
    const check_info *s = c->checks;
    for (unsigned i = 0; i < s->pin_count; i++) {
        unsigned from = s->pin[i].cell;
        piece_id piece = p->board[from];
        const piece_moves *moves = &p->variant->moves[piece];
        bitboard mask = s->pin[i].ray;
        if (c->hooked && bb_has(c->immobilized, from)) {
            continue;
        }
        bitboard stays = s->checker_count ? mask : bb_or(mask, bb_cell(from)); /* a piece that stays blocks as before */
        if (c->hooked && hooks_concern(p, out->judge.filter, piece)) {
            gen_hooked(p, out, piece, bb_cell(from), c->capturable, stays);
            continue;
        }
        if (c->blasts && moves_setwise(moves, gen, c)) {
            blast_gen_setwise_pinned(p, out, gen, piece, from, mask);
            continue;
        }
        gen_steps(p, out, gen, piece, from, safe_targets(p, c, moves, from, mask));
        gen_safe_specials(p, out, gen, c, piece, from, stays);
    }
}

/* With GEN_COUNT_HOOKED rare moves are listed, and so are the moves of a royal that a hook judges. */
BB_INLINE void generate(const pos *p, gen_output *out, gen_type requested, const check_info *s, blast_info *blasts)
{
    const variant *v = p->variant;
    const bool hooked = requested == GEN_COUNT_HOOKED;
    const gen_type gen = hooked ? GEN_COUNT_LEGAL : requested, gen_rare = hooked ? GEN_LEGAL : requested;
    int us = p->state.side_to_move;
    gen_context c;
    c.checks = s;
    c.blasts = blasts;
    c.capturable = capturable_enemies(p, us);
    c.immobilized = bb_none();
    c.hooked = hooked;
    if (hooked && out->barred) {
        c.immobilized = *out->barred;
    }
    bitboard royals = p->royals[us];
    if (gen == GEN_PSEUDO && v->has_abilities) { /* the masks cover no such variant */
        c.capturable = capturable_by(p, us);
        c.immobilized = immobilized_for(p, us);
        royals = bb_without(royals, c.immobilized);
        gen_with_abilities(p, out, c.immobilized);
    }
    if (p->state.ep_count) {
        gen_en_passant(p, out, gen_rare, c.capturable, c.immobilized);
    }
    if (v->has_nonroyal_castling && p->state.rights & v->castling_rights && s->checker_count == 0) {
        gen_nonroyal_castlings(p, out, gen_rare);
    }
    if (v->has_jumps && (v->movegen != MOVEGEN_JUMPS || gen == GEN_PSEUDO)) {
        gen_jumps(p, out, gen_rare);
    }
    if (!gen_royals(p, out, gen, &c, royals)) {
        return;
    }
    for (int i = 0; i < v->nonroyal_count[us]; i++) {
        piece_id piece = v->nonroyals[us][i];
        bitboard pieces = bb_without(p->pieces[piece], c.immobilized);
        if (!bb_empty(pieces) && (gen != GEN_PSEUDO || is_of_rule_piece(v, piece, out->only))) {
            gen_kind(p, out, gen, &c, piece, pieces);
        }
    }
    gen_pinned(p, out, gen, &c);
    if (v->has_drops && gen_takes_quiet(gen) && !(gen == GEN_PSEUDO && (out->only || out->no_drops))) {
        gen_drops(p, out, requested, s->check_mask);
    }
}

static CORE_NOINLINE void gen_pseudo(const pos *p, gen_output *out)
{
    check_info s = no_checks();
    generate(p, out, GEN_PSEUDO, &s, NULL);
}

static void generate_with_blasts(const pos *p, gen_output *out, gen_type gen)
{
    blast_info blasts;
    check_info s;
    if (!blast_begin(p, &blasts, &s)) {
        blast_gen_by_play(p, out, gen);
        return;
    }
#if CORE_WORDS == 1
    if (gen == GEN_COUNT_LEGAL) {
        generate(p, out, GEN_COUNT_LEGAL, &s, &blasts);
        return;
    }
#endif
    generate(p, out, gen, &s, &blasts);
}
