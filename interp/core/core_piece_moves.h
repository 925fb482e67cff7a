/* Core: the moves of one piece at a time: steps, rays, conditional movements, multi-leg paths, jumps, royals and
 * castlings. Included by core.c. Each function adds the moves of its kind to an output, for a purpose that is a
 * constant where speed matters. */

/* Counts the legal moves in the list, and empties it. */
static void count_listed(gen_output *out)
{
    for (size_t i = 0; i < out->list->count && !(out->any && out->count); i++) {
        move m = out->list->moves[i];
        if (pos_of(out->count_position)->variant->put.chooses && is_piece_move(m)) {
            out->count += count_legal_puts(out->count_position, m, out->any);
            continue;
        }
        out->count += is_legal_by(pos_of(out->count_position), &out->judge, m);
    }
    out->list->count = 0;
}

static void emit_full(gen_output *out, move m)
{
    if (out->count_position) {
        count_listed(out);
        out->list->moves[out->list->count++] = m;
    } else {
        out->list->overflow = true;
    }
}

BB_INLINE void emit(gen_output *out, move m)
{
    move_list *list = out->list;
    if (list->count < list->room) {
        list->moves[list->count++] = m;
    } else {
        emit_full(out, m);
    }
}

/* ---- what each purpose does with moves: this is known here, and nowhere else ---- */

BB_INLINE bool gen_is_count(gen_type gen)
{
    return gen == GEN_COUNT_LEGAL || gen == GEN_COUNT_CAPTURES;
}

/* The purposes that list or count mandatory captures: by all pieces, or by those that the rule names. */
BB_INLINE bool gen_is_captures(gen_type gen)
{
    return gen == GEN_CAPTURES || gen == GEN_COUNT_CAPTURES;
}

/* The purposes that take moves which neither capture nor promote. */
BB_INLINE bool gen_takes_quiet(gen_type gen)
{
    return gen != GEN_NOISY && gen != GEN_CAPTURES;
}

BB_INLINE bool gen_takes(gen_type gen, bool captures, bool changes)
{
    return captures || gen_takes_quiet(gen) || (gen == GEN_NOISY && changes);
}

BB_INLINE void count_forced(const pos *p, gen_output *out, piece_id piece, unsigned count)
{
    const variant *v = p->variant;
    if (count) {
        out->captures += count;
        out->forced |= !v->rules->captures.mandatory_by_count ||
                       set_has(v->mandatory_captors, (unsigned)v->type[v->type_of[piece]].rule_piece_index);
    }
}

/* Takes one move once for each of `into`, what the piece becomes. */
BB_INLINE void take_move(const pos *p, gen_output *out, gen_type gen, piece_id piece, move m, bool captures,
                         const uint16_t *into, unsigned count)
{
    if (gen_is_captures(gen) && captures) {
        count_forced(p, out, piece, count);
    }
    if (gen_is_count(gen)) {
        out->count += count;
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (gen_takes(gen, captures, into[i])) {
            emit(out, move_becoming(m, into[i]));
        }
    }
}

/* The same for a move that captures nothing, as it is. */
BB_INLINE void take_quiet(const pos *p, gen_output *out, gen_type gen, move m)
{
    static const uint16_t as_it_is[1];
    take_move(p, out, gen, PIECE_NONE, m, false, as_it_is, 1);
}

/* Those of a piece's targets that are listed. `changing`: where it may promote. */
BB_INLINE bitboard listed_targets(const pos *p, gen_output *out, gen_type gen, piece_id piece, bitboard targets,
                                  bitboard changing)
{
    if (gen_takes_quiet(gen)) {
        return targets;
    }
    if (gen == GEN_NOISY) {
        return bb_and(targets, bb_or(p->occupied, changing));
    }
    targets = bb_and(targets, p->occupied);
    count_forced(p, out, piece, !bb_empty(targets));
    return targets;
}

/* Lists a move onto each of the targets, at once where there is room. `m` has none. */
BB_INLINE void emit_targets(gen_output *out, move m, bitboard targets)
{
    move_list *list = out->list;
    if (list->room - list->count < (size_t)bb_count(targets)) {
        while (!bb_empty(targets)) {
            emit(out, move_onto(m, bb_pop_lsb(&targets)));
        }
        return;
    }
    move *next = list->moves + list->count;
    while (!bb_empty(targets)) {
        *next++ = move_onto(m, bb_pop_lsb(&targets));
    }
    list->count = (size_t)(next - list->moves);
}

/* ---- testing by play ---- */

/* How many enemies of the player have a royal on the board. */
static int count_royal_enemies(const pos *p, int player)
{
    int count = 0;
    for (int e = 0; e < p->variant->enemy_count[player]; e++) {
        count += !bb_empty(p->royals[p->variant->enemy_list[player][e]]);
    }
    return count;
}

/* A player who captures the last royal of an enemy need not protect their own. Returns how many enemies have one, where
 * royals can be captured. */
static int count_capturable_royals(const pos *p, int player)
{
    return p->royals_capturable || p->variant->has_blast ? count_royal_enemies(p, player) : 0;
}

/* Whether the player has captured one since. */
static bool royal_was_captured(const pos *p, int player, int before)
{
    return before && count_royal_enemies(p, player) < before;
}

enum { TEST_FUEL = 100 /* steps for each move that is tested by play */ };

/* Plays the move, tests whether an own royal is attacked, undoes it. False as well for a move that a hook refuses before
 * it is played. */
static bool is_safe_by_play(const pos *p, move m)
{
    pos *scratch = (pos *)p;
    undo u;
    int side = p->state.side_to_move;
    int royal = count_capturable_royals(p, side), own = bb_count(p->royals[side]);
    if (!fuel_draw(p->fuel, TEST_FUEL) || refused_before_play(p, m)) {
        return false;
    }
    if (variant_uses(p->variant, SHORTCUT_NO_TEST) || (p->variant->has_setup_phase && is_setup_move(p->variant, m))) {
        return true;
    }
    play_move(scratch, m, &u);
    bool safe = p->variant->multi_ply_turns ? safe_after_ply(scratch, side) : !player_in_check(scratch, side);
    safe = safe || royal_was_captured(scratch, side, royal);
    safe = safe &&
           !(p->variant->has_blast && bb_count(p->royals[side]) < own); /* a player may not blow up their own royal */
    undo_move(scratch, &u);
    return safe;
}

/* Own pieces that may be captured or covered: never a royal. */
static bitboard own_capturable(const pos *p, int player)
{
    return bb_without(bb_without(p->owned[player], p->royals[player]), uncapturable_by_own(p, player));
}

static bitboard own_targets(const pos *p, const piece_moves *moves, unsigned from)
{
    bitboard found = moves->leap_own ? table_at(moves->leap_own, from) : bb_none();
    for (unsigned i = 0; i < moves->slide_count; i++) {
        if (moves->slide[i].modes & LEG_OWN) {
            found = bb_or(found, slider_attacks(p->variant, moves->slide[i].slider, from, p->occupied));
        }
    }
    return bb_and(found, own_capturable(p, p->variant->owner_of[moves - p->variant->moves]));
}

static bitboard all_royals(const pos *p)
{
    bitboard found = bb_none();
    for (int player = 0; player < p->variant->players; player++) {
        found = bb_or(found, p->royals[player]);
    }
    return found;
}

/* Where a piece may go by its leaps and rays, whether or not that is safe. */
BB_INLINE bitboard piece_targets(const pos *p, const piece_moves *moves, unsigned from, bitboard capturable)
{
    const variant *v = p->variant;
    bitboard both = bb_none();
    if (moves->leap_both) {
        both = table_at(moves->leap_both, from);
    }
    if (moves->non_divergent) {
        for (unsigned i = 0; i < moves->slide_count; i++) {
            add_slider_attacks(v, moves->slide[i].slider, from, &p->occupied, &both);
        }
        return bb_and(both, bb_or(capturable, bb_without(bb_all(), p->occupied)));
    }
    bitboard empty = bb_without(bb_all(), p->occupied);
    bitboard found = bb_and(both, bb_or(capturable, empty));
    if (moves->leap_move) {
        found = bb_or(found, bb_and(table_at(moves->leap_move, from), empty));
    }
    if (moves->leap_capture) {
        found = bb_or(found, bb_and(table_at(moves->leap_capture, from), capturable));
    }
    for (unsigned i = 0; i < moves->slide_count; i++) {
        if (moves->slide[i].modes == SLIDE_ROYALS_ONLY && !p->royals_capturable) {
            continue;
        }
        bitboard ray = slider_attacks(v, moves->slide[i].slider, from, p->occupied);
        if (moves->slide[i].modes == SLIDE_ROYALS_ONLY) {
            found = bb_or(found, bb_and(ray, bb_and(capturable, all_royals(p))));
        }
        if (moves->slide[i].modes & LEG_MOVE) {
            found = bb_or(found, bb_and(ray, empty));
        }
        if (moves->slide[i].modes & LEG_CAPTURE) {
            found = bb_or(found, bb_and(ray, capturable));
        }
    }
    return moves->stacks_on_own ? bb_or(found, own_targets(p, moves, from)) : found;
}

static int core_targets(const position *p, cell_id cell, piece_id piece, cell_id *cells, int room)
{
    const pos *here = pos_of_const(p);
    bitboard found = piece_targets(here, &here->variant->moves[piece], cell, here->occupied);
    return give_cells(bb_and(found, here->occupied), cells, room);
}

static bool is_in_prison(const pos *p, int owner, unsigned type)
{
    const variant *v = p->variant;
    return hand_of(p)[variant_piece(v, owner, v->base_type[v->type[type].rule_piece_index])] > 0;
}

/* Whether the player has as many pieces of the type, in any form, as promotions may bring about. */
static bool promotion_limit_reached(const pos *p, int owner, unsigned type)
{
    const variant *v = p->variant;
    int piece = v->type[type].rule_piece_index, found = 0;
    long limit = v->rules->pieces[piece].promotion_limit;
    for (int other = 0; limit && other < v->types; other++) {
        if (v->type[other].rule_piece_index == piece) {
            found += bb_count(p->pieces[variant_piece(v, owner, other)]);
        }
    }
    return limit && found >= limit;
}

static bool core_promotion_limit_reached(const position *p, int owner, int type)
{
    return promotion_limit_reached(pos_of_const(p), owner, (unsigned)type);
}

static bool core_is_in_prison(const position *p, int owner, int type)
{
    return is_in_prison(pos_of_const(p), owner, (unsigned)type);
}

/* The promotions of a move between the cells, and 0 (none) where promotion may be declined. Returns how many: none
 * where a piece must promote and limits leave no type. */
static unsigned move_promotions(const pos *p, piece_id piece, unsigned from, unsigned to, bool captures, uint16_t *into)
{
    const variant *v = p->variant;
    const promotion_table *t = v->moves[piece].promotion;
    unsigned count = 0;
    bool forced = variant_must_promote(v, t, from, to, captures);
    bool optional = set_has(t->optional + (size_t)from * CORE_WORDS, to);
    if (forced || optional) {
        /* a chain of jumps has left its first cell; a neutral piece moves as one of the player's */
        int owner = v->owner_of[p->board[from] ? p->board[from] : piece];
        const uint32_t *list = variant_promotions(v, t, from, to);
        for (uint32_t i = list[0]; i < list[1]; i++) {
            if ((!t->costs_prisoner[i] || is_in_prison(p, owner, t->into[i])) && promotion_is_offered(t, i, captures) &&
                variant_may_have(v, owner, t->into[i]) &&
                !(t->limited && promotion_limit_reached(p, owner, t->into[i]))) {
                into[count++] = (uint16_t)(t->into[i] + 1);
            }
        }
    }
    /* It attacks, too, where a limit lets it promote to nothing, but where the rules say that moves attack. */
    bool attacks = p->testing_attacks && !v->rules->attacks_by_moves;
    if (!forced || (count == 0 && (!t->limited || attacks))) {
        into[count++] = 0;
    }
    return count;
}

/* The promotions of one step. A piece that a capture transforms does not promote as well. */
static unsigned step_promotions(const pos *p, piece_id piece, unsigned from, unsigned to, piece_id captured,
                                uint16_t *into)
{
    const variant *v = p->variant;
    captured = captured_at_arrival(p, captured);
    if (captured && v->transforms_into &&
        v->transforms_into[(size_t)p->board[from] * (unsigned)v->piece_ids + captured]) {
        into[0] = 0;
        return 1;
    }
    return move_promotions(p, piece, from, to, captured != PIECE_NONE, into);
}

/* How many moves the steps to these targets are: each promotion is one. */
BB_INLINE unsigned count_steps(const pos *p, piece_id piece, unsigned from, bitboard targets)
{
    const piece_moves *moves = &p->variant->moves[piece];
    const promotion_table *t = moves->promotion;
    int steps = bb_count(targets);
    if (t) {
        if (t->uniform_count && !moves->captures_transform) {
            bitboard forced = bb_and(targets, table_at(t->mandatory, from));
            bitboard optional = bb_and(targets, table_at(t->optional, from));
            steps += bb_count(forced) * (t->uniform_count - 1) + bb_count(optional) * t->uniform_count;
        } else {
            bitboard changing = bb_and(targets, bb_or(table_at(t->mandatory, from), table_at(t->optional, from)));
            uint16_t into[TYPES_MAX + 2];
            while (!bb_empty(changing)) {
                unsigned to = bb_pop_lsb(&changing);
                steps += (int)step_promotions(p, piece, from, to, p->board[to], into) - 1;
            }
        }
    }
    return (unsigned)steps;
}

BB_INLINE void gen_steps(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from, bitboard targets)
{
    const promotion_table *t = p->variant->moves[piece].promotion;
    if (gen_is_count(gen)) {
        out->count += count_steps(p, piece, from, targets);
        if (gen == GEN_COUNT_CAPTURES) {
            bitboard captures = bb_and(targets, p->occupied);
            count_forced(p, out, piece, bb_empty(captures) ? 0 : count_steps(p, piece, from, captures));
        }
        return;
    }
    if (gen == GEN_PSEUDO && out->judge.safe) {
        targets = count_safe_steps(p, out, piece, from, targets);
    }
    bitboard changing = t ? bb_or(table_at(t->mandatory, from), table_at(t->optional, from)) : bb_none();
    targets = listed_targets(p, out, gen, piece, targets, changing);
    changing = bb_and(changing, targets);
    emit_targets(out, move_pack(MOVE_NORMAL, from, 0, 0, 0, 0), bb_without(targets, changing));
    while (!bb_empty(changing)) {
        uint16_t into[TYPES_MAX + 2];
        unsigned to = bb_pop_lsb(&changing);
        unsigned count = step_promotions(p, piece, from, to, p->board[to], into);
        for (unsigned i = 0; i < count; i++) {
            if (gen_takes(gen, p->board[to], into[i])) {
                emit(out, move_pack(MOVE_NORMAL, from, to, into[i], 0, 0));
            }
        }
    }
}

/* What a move captures that is none of those that a search of chains finds. */
static piece_id captured_by_step(const pos *p, move m)
{
    switch (move_kind_of(m)) {
    case MOVE_EN_PASSANT:
    case MOVE_LOCUST:
        return p->board[move_aux(m)];
    case MOVE_IN_PLACE:
        return PIECE_NONE;
    default:
        return p->board[move_to(m)];
    }
}

/* One move that is not a simple step: as it is where it says what the piece becomes, or else with its promotions.
 * `test`: its safety is found by play. */
static void gen_special(const pos *p, gen_output *out, gen_type gen, piece_id piece, move m, bool test)
{
    const piece_id captured = captured_by_step(p, m);
    const bool promotes = p->variant->moves[piece].promotion && !move_into(m) && move_kind_of(m) != MOVE_IN_PLACE;
    if (!gen_takes(gen, captured, promotes || move_into(m)) || (test && gen != GEN_PSEUDO && !is_safe_by_play(p, m))) {
        return;
    }
    unsigned count = 1;
    uint16_t into[TYPES_MAX + 2];
    into[0] = (uint16_t)move_into(m);
    if (promotes) {
        count = step_promotions(p, piece, move_from(m), move_to(m), captured, into);
    }
    take_move(p, out, gen, piece, m, captured, into, count);
}

/* All multi-leg moves of a piece. `steps` are the targets that it reaches otherwise, to which theirs are added. */
static void gen_walks(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from, bitboard capturable,
                      bitboard *steps)
{
    const variant *v = p->variant;
    const piece_moves *moves = &v->moves[piece];
    walk_end ends[WALK_ENDS_MAX];
    walker w = {.p = p,
                .from = from,
                .owner = p->state.side_to_move,
                .capturable = capturable,
                .occupied = p->occupied,
                .target = CELL_NONE,
                .captured_cell = CELL_NONE,
                .reached = *steps,
                .ends = ends};
    const uint32_t end = moves->special_ep_start[from];
    uint32_t met = 0, at = moves->special_start[from];
    for (; (at = next_with_adjacent(p, moves->specials, at, end, &met)) < end; at++) {
        const special *s = &moves->specials[at];
        if (s->kind == SPECIAL_MULTI_LEG && walk_is_open(p, s, from, p->occupied)) {
            w.path = &v->paths[s->path];
            w.victims = s->victims;
            walker_go(&w);
        }
    }
    for (unsigned i = 0; i < w.count; i++) {
        bool locust = ends[i].captured != CELL_NONE;
        gen_special(
            p, out, gen, piece,
            move_pack(locust ? MOVE_LOCUST : MOVE_NORMAL, from, ends[i].to, 0, locust ? ends[i].captured : 0, 0), true);
    }
    *steps = w.reached;
}

/* Whether the piece, transformed on `to`, can give check: from there, or because it left a ray. True more often than it
 * does, never less. */
static bool may_give_check_as(const pos *p, piece_id piece, unsigned from, unsigned to)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    if (!variant_uses(v, SHORTCUT_MASKS) || v->attacks_by_multi_leg[us] || v->has_hopping_attackers ||
        v->moves[piece].slide_count || bb_has(checking_cells(p, piece), to)) {
        return true;
    }
    for (int e = 0; e < v->enemy_count[us]; e++) {
        for (bitboard royals = p->royals[v->enemy_list[us][e]]; !bb_empty(royals);) {
            unsigned royal = bb_pop_lsb(&royals);
            if (from != to && bb_has(table_at(v->rays_to[us], royal), from)) {
                return true;
            }
        }
    }
    return gives_check_to_any(p, us);
}

/* Whether a movement that must not give check would give it. */
static bool gives_forbidden_check(const pos *p, const special *s, move m)
{
    piece_id piece = variant_piece(p->variant, p->state.side_to_move, (int)s->into - 1);
    return s->must_not_check && may_give_check_as(p, piece, move_from(m), move_to(m)) && gives_check((pos *)p, m);
}

/* Staying answers no check, and what the piece changes into does not matter to its own royal, unless it is that royal.
 */
static void gen_stay(const pos *p, gen_output *out, gen_type gen, piece_id piece, const special *s, unsigned cell,
                     bool royal)
{
    move m = move_pack(MOVE_IN_PLACE, cell, cell, s->into, IN_PLACE_STAY, 0);
    if (gen_takes(gen, false, s->into) && (gen == GEN_PSEUDO || !gives_forbidden_check(p, s, m))) {
        gen_special(p, out, gen, piece, m, royal);
    }
}

/* A movement that transforms its piece. */
static void gen_transforming(const pos *p, gen_output *out, gen_type gen, piece_id piece, const special *s,
                             unsigned from, bool test)
{
    move m = move_pack(s->leaves_ep ? MOVE_DOUBLE_STEP : MOVE_NORMAL, from, s->to, s->into,
                       s->leaves_ep ? s->first_clear : 0, 0);
    if (gen == GEN_PSEUDO || !gives_forbidden_check(p, s, m)) {
        gen_special(p, out, gen, piece, m, test);
    }
}

/* The movement by which the move transforms its piece; NULL. */
static const special *special_for_move(const pos *p, move m)
{
    move_kind kind = move_kind_of(m);
    const piece_moves *moves = &p->variant->moves[p->board[move_from(m)]];
    bool becoming = move_into(m) && (kind == MOVE_NORMAL || kind == MOVE_DOUBLE_STEP || kind == MOVE_IN_PLACE);
    for (uint32_t i = becoming && moves->special_start ? moves->special_start[move_from(m)] : UINT32_MAX;
         i < UINT32_MAX && i < moves->special_ep_start[move_from(m)]; i++) {
        const special *s = &moves->specials[i];
        bool stays = s->kind == SPECIAL_STAY;
        if (s->into == move_into(m) && s->to == move_to(m) && stays == (kind == MOVE_IN_PLACE)) {
            return s;
        }
    }
    return NULL;
}

/* Whether a required piece is on the board, or none of the excluded ones. */
static bool company_is_met(const pos *p, const special *s)
{
    bool stands = false;
    for (unsigned i = 0; i < s->presence_count; i++) {
        stands |= !bb_empty(p->pieces[s->presence_pieces[i]]);
    }
    return stands != s->requires_absence;
}

/* Jumps over pieces that stay: all ends that no other movement of the piece reaches. They are added to `steps`. */
static void gen_quiet_jumps(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from, bitboard mask,
                            bitboard *steps, bool royal)
{
    const variant *v = p->variant;
    const piece_moves *moves = &v->moves[piece];
    bitboard ends = bb_none();
    for (uint32_t i = moves->special_start[from]; i < moves->special_ep_start[from]; i++) {
        const special *s = &moves->specials[i];
        if (s->kind == SPECIAL_QUIET_JUMPS) {
            quiet_jumps_find(v, s->path, from, p->occupied.w, ends.w);
        }
    }
    ends = bb_without(filtered(v, v->owner_of[piece], from, ends), *steps);
    *steps = bb_or(*steps, ends);
    for (bitboard left = royal ? ends : bb_and(ends, mask); !bb_empty(left);) {
        gen_special(p, out, gen, piece, move_pack(MOVE_NORMAL, from, bb_pop_lsb(&left), 0, 0, 0), royal);
    }
}

/* Round trips: whichever way is open, they are one move, and to stay is the same one. */
static void gen_round_trips(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from)
{
    const variant *v = p->variant;
    const piece_moves *moves = &v->moves[piece];
    bool open = false;
    for (uint32_t i = moves->special_start[from]; i < moves->special_ep_start[from] && !open; i++) {
        const special *s = &moves->specials[i];
        open = s->kind == SPECIAL_ROUND_TRIP && right_is_met(p, s, from) &&
               !bb_intersect(set_of(v, s->clear), p->occupied);
    }
    if (open) {
        gen_special(p, out, gen, piece, move_pack(MOVE_IN_PLACE, from, from, 0, IN_PLACE_STAY, 0), true);
    }
}

/* Whether the piece of `from` would be attacked on `cell`, in the place of what stands there. `tries`: by trying. */
static bool attacked_when_moved(const pos *outer, unsigned from, unsigned cell, bool tries)
{
    pos *p = (pos *)outer;
    piece_id royal = p->board[from];
    undo u;
    undo_begin(p, &u);
    change_cell(p, &u, from, PIECE_NONE);
    change_cell(p, &u, cell, royal);
    const int us = p->state.side_to_move;
    bool attacked = tries ? player_in_check(p, us) : is_attacked(p, cell, us, p->occupied, bb_none());
    const bool unseen = !tries && !p->testing_attacks && attacks_by_trial(p->variant);
    for (int e = 0; e < p->variant->enemy_count[us] && unseen && !attacked; e++) {
        attacked = !bb_empty(attackers_by_trial(p, cell, p->variant->enemy_list[us][e]));
    }
    undo_move(p, &u);
    return attacked;
}

/* Whether attacks on a royal that goes somewhere are found by trying. Not while attacks are tried already, and not for
 * stacks, which do not move as a piece does. */
static bool tries_attacks(const pos *p)
{
    return p->variant->attacks_by_moves && !p->testing_attacks && !p->variant->has_stacks;
}

/* Whether what stands on a cell may tell that it is not attacked: a protected piece, or one that immobilizes its enemies. */
static bool standing_disarms(const variant *v)
{
    return v->has_protection || v->has_immobilizers;
}

/* The first of the cells on which the piece of `from` would be attacked; CELL_NONE. */
static unsigned first_attacked_cell(const pos *p, unsigned from, bitboard cells)
{
    const bool tries = tries_attacks(p) && p->variant->is_royal[p->board[from]], unseen = attacks_by_trial(p->variant);
    bitboard without_royal = p->occupied;
    bb_toggle(&without_royal, from);
    while (!bb_empty(cells)) {
        unsigned cell = bb_pop_lsb(&cells);
        /* what is attacked depends on what stands there */
        const bool stands = (p->board[cell] && cell != from) || standing_disarms(p->variant);
        if (tries || stands || unseen ? attacked_when_moved(p, from, cell, tries)
                                      : is_attacked(p, cell, p->state.side_to_move, without_royal, bb_none())) {
            return cell;
        }
    }
    return CELL_NONE;
}

/* The first attacked cell of the first way; CELL_NONE where some way is safe. */
static unsigned attacked_cell_of_way(const pos *p, const special *s, unsigned from)
{
    unsigned first = CELL_NONE;
    for (unsigned i = 0; i < s->way_count; i++) {
        unsigned cell =
            first_attacked_cell(p, from, set_of(p->variant, s->ways + i * (uint32_t)p->variant->bitset_words));
        if (cell == CELL_NONE) {
            return CELL_NONE;
        }
        first = i == 0 ? cell : first;
    }
    return first;
}

static cell_id core_way_attacked_at(const position *p, const special *s, cell_id from)
{
    return (cell_id)attacked_cell_of_way(pos_of_const(p), s, from);
}

/* Whether a leap, or staying, is possible now, whether or not it is safe. */
BB_INLINE bool special_is_open(const pos *p, const special *s, unsigned from, bitboard capturable)
{
    const variant *v = p->variant;
    if ((s->kind != SPECIAL_LEAP && s->kind != SPECIAL_STAY) ||
        (s->into && !variant_may_have(v, v->owner_of[p->board[from]], s->into - 1)) || !right_is_met(p, s, from) ||
        (s->presence_count && !company_is_met(p, s))) {
        return false;
    }
    if (s->kind == SPECIAL_STAY) {
        return (!s->needs_adjacent || beside_is_met(p, s)) &&
               (s->first_clear == CELL_NONE || !bb_intersect(set_of(v, s->clear), p->occupied));
    }
    piece_id there = p->board[s->to];
    bool fits = there ? (s->modes & LEG_CAPTURE && bb_has(capturable, s->to) &&
                         (!s->victims || set_has(s->victims->bits, rule_piece_at(p, s->to)))) ||
                            (s->modes & LEG_OWN && bb_has(own_capturable(p, p->state.side_to_move), s->to))
                      : (s->modes & LEG_MOVE) != 0;
    if (!fits || (s->needs_adjacent && !beside_is_met(p, s)) ||
        (s->first_clear != CELL_NONE && bb_intersect(set_of(v, s->clear), p->occupied))) {
        return false;
    }
    return !s->way_count || attacked_cell_of_way(p, s, from) == CELL_NONE;
}

/* Whether another movement of the piece, or an earlier one, does the same to it on the same cell. */
static bool is_duplicate(const pos *p, gen_type gen, piece_id piece, unsigned from, const special *s,
                         bitboard capturable)
{
    const piece_moves *moves = &p->variant->moves[piece];
    uint16_t into[TYPES_MAX + 2];
    unsigned promotion_count =
        s->kind == SPECIAL_LEAP && moves->promotion ? step_promotions(p, piece, from, s->to, p->board[s->to], into) : 0;
    bool promotes = false;
    for (unsigned i = 0; i < promotion_count; i++) {
        promotes |= into[i] == s->into;
    }
    for (uint32_t i = moves->special_start[from]; i < moves->special_ep_start[from]; i++) {
        const special *other = &moves->specials[i];
        bool plain = s->leaves_ep && !other->leaves_ep; /* which counts, not the double step */
        bool same = other->kind == s->kind && other->to == s->to && (plain || other->leaves_ep == s->leaves_ep);
        bool first = other->into == s->into && (plain || other < s),
             promotion = promotes && !other->into && !other->must_not_check;
        if (!same || !(first || promotion) || !special_is_open(p, other, from, capturable)) {
            continue;
        }
        move m = move_pack(MOVE_NORMAL, from, s->to, s->into, 0, 0);
        if (promotion || gen == GEN_PSEUDO || !gives_forbidden_check(p, other, m)) {
            return true;
        }
    }
    return promotes && bb_has(piece_targets(p, moves, from, capturable), s->to);
}

/* Double steps to cells that no other movement of the piece reaches. */
static CORE_NOINLINE void gen_double_steps(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from,
                                           bitboard capturable, bitboard mask, bitboard steps, bool royal)
{
    const piece_moves *moves = &p->variant->moves[piece];
    for (uint32_t i = moves->special_start[from]; i < moves->special_ep_start[from]; i++) {
        const special *s = &moves->specials[i];
        if (!s->leaves_ep || s->into || bb_has(steps, s->to) || !special_is_open(p, s, from, capturable)) {
            continue;
        }
        bb_toggle(&steps, s->to);
        if (royal || bb_has(mask, s->to)) {
            gen_special(p, out, gen, piece, move_pack(MOVE_DOUBLE_STEP, from, s->to, 0, s->first_clear, 0), royal);
        }
    }
}

static void gen_specials(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from,
                         bitboard capturable, bitboard mask, bool royal)
{
    const variant *v = p->variant;
    const piece_moves *moves = &v->moves[piece];
    bitboard steps = moves->specials_overlap ? piece_targets(p, moves, from, capturable) : bb_none();
    bool stays = false, double_steps = false;
    for (uint32_t i = moves->special_start[from]; i < moves->special_ep_start[from]; i++) {
        const special *s = &moves->specials[i];
        if (moves->specials_overlap && s->leaves_ep && !s->into) {
            double_steps = true; /* the last */
            continue;
        }
        if (!special_is_open(p, s, from, capturable) ||
            (s->into && moves->transforms_overlap && is_duplicate(p, gen, piece, from, s, capturable))) {
            continue;
        }
        if (s->kind == SPECIAL_STAY) {
            if (!(stays && !s->into) && (royal || bb_has(mask, from))) {
                gen_stay(p, out, gen, piece, s, from, royal);
            }
            stays |= !s->into;
            continue;
        }
        if (s->into) {
            if (royal || bb_has(mask, s->to)) {
                gen_transforming(p, out, gen, piece, s, from, royal);
            }
            continue;
        }
        if (moves->specials_overlap) {
            if (bb_has(steps, s->to)) {
                continue; /* another of its movements goes there as well: one move */
            }
            bb_toggle(&steps, s->to);
        }
        if (!royal && !bb_has(mask, s->to)) {
            continue;
        }
        gen_special(p, out, gen, piece,
                    move_pack(s->leaves_ep ? MOVE_DOUBLE_STEP : MOVE_NORMAL, from, s->to, 0,
                              s->leaves_ep ? s->first_clear : 0, 0),
                    royal);
    }
    if (moves->has_quiet_jumps) {
        gen_quiet_jumps(p, out, gen, piece, from, mask, &steps, royal);
    }
    if (moves->has_multi_leg) {
        gen_walks(p, out, gen, piece, from, capturable, &steps);
    }
    if (double_steps) {
        gen_double_steps(p, out, gen, piece, from, capturable, mask, steps, royal);
    }
    if (moves->has_round_trips && !stays) {
        gen_round_trips(p, out, gen, piece, from);
    }
}

/* The promotions with which a chain can end, unless it has promoted on the way. */
static unsigned chain_promotions(const pos *p, piece_id piece, const chain_end *e, uint16_t *into)
{
    const variant *v = p->variant;
    if (e->piece != piece) {
        into[0] = (uint16_t)(v->type_of[e->piece] + 1);
        return 1;
    }
    into[0] = 0;
    return v->moves[piece].promotion ? move_promotions(p, piece, e->before, e->to, true, into) : 1;
}

/* The same without those in which an earlier chain has ended that does the same. */
static unsigned new_chain_promotions(const pos *p, piece_id piece, const chain_end *ends, unsigned number,
                                     uint16_t *into)
{
    const chain_end *e = &ends[number];
    unsigned count = chain_promotions(p, piece, e, into);
    for (unsigned i = 0; i < number && p->variant->moves[piece].promotion; i++) {
        if (ends[i].piece == e->piece || !chain_ends_equal(&ends[i], e)) {
            continue;
        }
        uint16_t known[TYPES_MAX + 2];
        unsigned others = chain_promotions(p, piece, &ends[i], known), kept = 0;
        for (unsigned k = 0; k < count; k++) {
            bool again = false;
            for (unsigned n = 0; n < others; n++) {
                again |= known[n] == into[k];
            }
            into[kept] = into[k];
            kept += !again;
        }
        count = kept;
    }
    return count;
}

/* The chains that the search has found. */
static void gen_found_chains(const pos *p, gen_output *out, gen_type gen, piece_id piece, const jump_search *search)
{
    unsigned from = search->from;
    bool test = gen != GEN_PSEUDO && !bb_empty(p->royals[p->state.side_to_move]);
    for (unsigned i = 0; i < search->count; i++) {
        const chain_end *e = &search->ends[i];
        uint16_t into[TYPES_MAX + 2];
        unsigned promotion_count = new_chain_promotions(p, piece, search->ends, i, into),
                 extra = chain_pack(i, e->count);
        move m = move_pack(MOVE_CHAIN, from, e->to, 0, e->first, extra);
        if (!promotion_count || !test || is_safe_by_play(p, move_becoming(m, into[0]))) {
            take_move(p, out, gen, piece, m, true, into, promotion_count);
        }
    }
}

static CORE_NOINLINE void gen_long_chains(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from,
                                          bitboard victims)
{
    chain_end ends[LONG_PATHS_MAX]; /* of its own, since testing a chain by play may search again */
    jump_search j;
    jump_use_long_tables(&j, long_tables_of(p));
    j.ends = ends;
    jump_begin(&j, p, from, victims);
    jump_continue(&j, piece, from, NULL);
    if (jump_is_cut(&j)) {
        note_loss(p, LOST_TOO_MANY);
    }
    gen_found_chains(p, out, gen, piece, &j);
}

static void gen_jump_chains(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from,
                            bitboard victims)
{
    jump_tables tables;
    jump_search j;
    jump_use_tables(&j, &tables);
    jump_begin(&j, p, from, victims);
    jump_continue(&j, piece, from, NULL);
    if (jump_is_cut(&j)) {
        gen_long_chains(p, out, gen, piece, from, victims);
    } else {
        gen_found_chains(p, out, gen, piece, &j);
    }
}

/* All jumps of the side to move, single or in chains. */
static void gen_jumps(const pos *p, gen_output *out, gen_type gen)
{
    const variant *v = p->variant;
    bitboard victims = jump_victims(p),
             immobilized = v->has_immobilizers ? immobilized_for(p, p->state.side_to_move) : bb_none();
    for (int type = 0; type < v->types; type++) {
        piece_id piece = variant_piece(v, p->state.side_to_move, type);
        const piece_moves *moves = &v->moves[piece];
        if (!moves->jump_count || !is_of_rule_piece(v, piece, out->only)) {
            continue;
        }
        for (bitboard pieces = bb_without(p->pieces[piece], immobilized); !bb_empty(pieces);) {
            unsigned from = bb_pop_lsb(&pieces);
            if (bb_intersect(table_at(moves->jumpable, from), victims)) {
                gen_jump_chains(p, out, gen, piece, from, victims);
            }
        }
    }
}

/* Whether the royal would be attacked after the castling. `tries`: by trying. */
static bool attacked_once_castled(const pos *outer, const castling *c, bool tries)
{
    pos *p = (pos *)outer;
    int side = p->state.side_to_move;
    undo u;
    undo_begin(p, &u);
    play_castling(p, &u, c);
    bool attacked = tries ? player_in_check(p, side) : is_attacked(p, c->king_to, side, p->occupied, bb_none());
    undo_move(p, &u);
    return attacked;
}

/* For a royal that may not slide through attacks: the cells on its way must be safe as well. A leap passes over cells
 * without crossing them; only a ray crosses them. */
static bool path_is_safe(const pos *p, unsigned from, unsigned to)
{
    const variant *v = p->variant;
    return first_attacked_cell(p, from, cells_between(v, from, to)) == CELL_NONE;
}

/* Whether `to` is reached from `from` by a ray rather than by a leap. */
static bool slides_to(const pos *p, const piece_moves *moves, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < moves->slide_count; i++) {
        bool ray = p->variant->sliders[moves->slide[i].slider].kind == RAY_SLIDER;
        if (ray && bb_has(slider_attacks(p->variant, moves->slide[i].slider, from, p->occupied), to)) {
            return true;
        }
    }
    return false;
}

BB_INLINE void gen_royal(const pos *p, gen_output *out, gen_type gen, unsigned from, bitboard capturable,
                         const check_info *s)
{
    const variant *v = p->variant;
    piece_id piece = p->board[from];
    const piece_moves *moves = &v->moves[piece];
    bitboard targets = piece_targets(p, moves, from, capturable);
    if (!gen_takes(gen, false, moves->promotion)) {
        targets = bb_and(targets, p->occupied);
    }
    if (gen != GEN_PSEUDO) {
        bitboard without_royal = p->occupied;
        bb_toggle(&without_royal, from);
        for (bitboard left = targets; !bb_empty(left);) {
            unsigned to = bb_pop_lsb(&left);
            if (royal_would_be_attacked(p, s, to, without_royal)) {
                bb_toggle(&targets, to);
            }
        }
    }
    if (!v->royal_slides_through_attack && moves->slide_count) {
        for (bitboard left = targets; !bb_empty(left);) {
            unsigned to = bb_pop_lsb(&left);
            if (slides_to(p, moves, from, to) && !path_is_safe(p, from, to)) {
                bb_toggle(&targets, to);
            }
        }
    }
    gen_steps(p, out, gen, piece, from, targets);
    if (moves->special_start) {
        gen_specials(p, out, gen, piece, from, capturable, bb_all(), true);
    }
}

/* The cell on the king's way on which it would be attacked; CELL_NONE. */
static unsigned attacked_cell_of_castling(const pos *p, const castling *c)
{
    const variant *v = p->variant;
    bitboard path = set_of(v, c->path);
    if (v->has_blast || (v->rules->attacks_by_moves && tries_attacks(p))) {
        /* Once castled, touching royals or the partner may be in the way of what goes on behind the king. */
        path = bb_without(path, bb_cell(c->king_to));
    }
    unsigned cell = first_attacked_cell(p, c->king_from, path);
    if (cell != CELL_NONE) {
        return cell;
    }
    const bool partner_leaves = p->board[c->king_to] && c->king_to != c->king_from;
    if (tries_attacks(p) || standing_disarms(v) || partner_leaves) {
        return attacked_once_castled(p, c, tries_attacks(p)) ? c->king_to : CELL_NONE;
    }
    bitboard after = p->occupied;
    bb_toggle(&after, c->king_from);
    bb_toggle(&after, c->partner_from);
    after = bb_or(after, bb_or(bb_cell(c->partner_to), bb_cell(c->king_to)));
    return is_attacked(p, c->king_to, p->state.side_to_move, after, bb_none()) ? c->king_to : CELL_NONE;
}

static bool castling_is_legal(const pos *p, const castling *c)
{
    const variant *v = p->variant;
    if (p->board[c->king_from] != c->king || p->board[c->partner_from] != c->partner) {
        return false;
    }
    if (bb_intersect(set_of(v, c->clear), p->occupied) || stack_height(p, c->king_from) ||
        stack_height(p, c->partner_from)) {
        return false;
    }
    if (v->has_immobilizers && bb_intersect(immobilized_for(p, p->state.side_to_move),
                                            bb_or(bb_cell(c->king_from), bb_cell(c->partner_from)))) {
        return false; /* both of them move */
    }
    return !v->is_royal[c->king] || attacked_cell_of_castling(p, c) == CELL_NONE; /* only royals can be in check */
}

static cell_id core_castling_attacked_at(const position *p, const castling *c)
{
    return (cell_id)attacked_cell_of_castling(pos_of_const(p), c);
}

static void gen_castlings(const pos *p, gen_output *out, gen_type gen, unsigned king)
{
    const variant *v = p->variant;
    uint32_t rights = p->state.rights & v->castling_rights & v->player_rights[p->state.side_to_move];
    for (; rights; rights &= rights - 1) {
        unsigned number = v->castling_at[(size_t)word_lsb(rights) * (unsigned)v->cells + king];
        for (; number; number = v->castlings[number - 1].alternative) {
            const castling *c = &v->castlings[number - 1];
            const move m = move_pack(MOVE_CASTLE, c->king_from, c->king_to, 0, number - 1, 0);
            /* the check that it answers may be one of another royal */
            if (!castling_is_legal(p, c) || (v->castles_in_check && gen != GEN_PSEUDO && !is_safe_by_play(p, m))) {
                continue;
            }
            take_quiet(p, out, gen, m);
        }
    }
}

/* Castlings of pieces that are not royal: the loop over royals does not find them. */
static void gen_nonroyal_castlings(const pos *p, gen_output *out, gen_type gen)
{
    const variant *v = p->variant;
    bitboard done = bb_none();
    for (int i = 0; i < v->castling_count; i++) {
        const castling *c = &v->castlings[i];
        bool fits = v->owner_of[c->king] == p->state.side_to_move && !v->is_royal[c->king] &&
                    p->board[c->king_from] == c->king && !bb_has(done, c->king_from);
        if (fits) {
            bb_toggle(&done, c->king_from);
            gen_castlings(p, out, gen, c->king_from);
        }
    }
}
