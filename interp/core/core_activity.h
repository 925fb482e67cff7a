/* Core: activity (activity.h) of two sides, each of one player or several. Included by core.c.
 *
 * Compiled twice: for the score, and for how often each feature counted (tuning). Attacks are those of leaps and rays.
 * Multi-leg paths, jumps and remote captures are left to the search.
 */

typedef struct army {
    uint32_t players; /* bits */
    bitboard own, royals, promoters;
    bitboard attacks, twice, by_promoters, by_royals;
    bitboard of_class[ACTIVITY_CLASSES], by_class[ACTIVITY_CLASSES];
    bitboard by_kind[ACTIVITY_KINDS]; /* attacks of each kind of piece, in the order of `kind` */
    piece_id kind[ACTIVITY_KINDS];
    int kinds;
    unsigned royal; /* the only one; CELL_NONE */
    bitboard ring;
    int ring_attackers, ring_force, ring_hits; /* enemies that attack its ring */
    int strongest;
} army;

typedef struct activity_state {
    const pos *p;
    const activity *a;
    army army[2];
    weight_pair sum;
    int32_t *counts; /* [features]; NULL: not wanted */
} activity_state;

BB_INLINE void add_feature(activity_state *state, bool tracing, int side, int feature, int count)
{
    count = side ? -count : count;
    state->sum += state->a->weights[feature] * count;
    if (tracing) {
        state->counts[feature] += count;
    }
}

/* Where the piece could capture (`mode` LEG_CAPTURE) or go (LEG_MOVE), with the present blockers. */
BB_INLINE bitboard activity_targets(const pos *p, const piece_moves *moves, unsigned from, unsigned mode)
{
    const uint64_t *leaps = mode == LEG_MOVE ? moves->leap_move : moves->leap_capture;
    bitboard found = moves->leap_both ? table_at(moves->leap_both, from) : bb_none();
    if (leaps) {
        found = bb_or(found, table_at(leaps, from));
    }
    for (unsigned i = 0; i < moves->slide_count; i++) {
        if (moves->slide[i].modes & mode) {
            add_slider_attacks(p->variant, moves->slide[i].slider, from, &p->occupied, &found);
        }
    }
    return found;
}

static void army_begin(activity_state *state, int side, uint32_t players)
{
    const pos *p = state->p;
    const variant *v = p->variant;
    army *a = &state->army[side];
    a->players = players;
    a->own = a->royals = a->promoters = bb_none();
    a->attacks = a->twice = a->by_promoters = a->by_royals = bb_none();
    for (int c = 0; c < ACTIVITY_CLASSES; c++) {
        a->of_class[c] = a->by_class[c] = bb_none();
    }
    a->kinds = a->ring_attackers = a->ring_force = a->ring_hits = a->strongest = 0;
    for (int player = 0; player < v->players; player++) {
        if (players >> player & 1) {
            a->own = bb_or(a->own, p->owned[player]);
            a->royals = bb_or(a->royals, p->royals[player]);
        }
    }
    bitboard precious = a->royals;
    for (int i = 0; i < state->a->crucial_count; i++) {
        int owner = v->owner_of[state->a->crucial[i]];
        if (owner < v->players && players >> owner & 1) {
            precious = bb_or(precious, p->pieces[state->a->crucial[i]]);
        }
    }
    bool single = state->a->royals && !bb_empty(precious) && bb_single(precious);
    a->royal = single ? bb_lsb(precious) : (unsigned)CELL_NONE;
    a->ring = single ? table_at(state->a->ring, a->royal) : bb_none();
}

BB_INLINE void army_add_attacks(army *a, bitboard attacks)
{
    a->twice = bb_or(a->twice, bb_and(a->attacks, attacks));
    a->attacks = bb_or(a->attacks, attacks);
}

/* The attacks of pieces that capture by shifts only: no two steps lead a piece to the same cell. */
BB_INLINE bitboard add_setwise_attacks(army *a, const setwise_moves *m, bitboard pieces)
{
    bitboard all = bb_none();
    for (int i = 0; i < m->step_count; i++) {
        if (m->step[i].modes & LEG_CAPTURE) {
            bitboard attacks = bb_shift(bb_and(pieces, setwise_set(m, SETWISE_FROM + i)), m->step[i].shift);
            army_add_attacks(a, attacks);
            all = bb_or(all, attacks);
        }
    }
    return all;
}

/* Pawns first: other pieces avoid the cells that they attack. */
BB_INLINE void scan_promoters(activity_state *state, int side)
{
    const pos *p = state->p;
    const variant *v = p->variant;
    army *a = &state->army[side];
    for (int player = 0; player < v->players; player++) {
        for (int i = 0; a->players >> player & 1 && i < v->nonroyal_count[player]; i++) {
            piece_id piece = v->nonroyals[player][i];
            bitboard pieces = p->pieces[piece];
            if (!state->a->pieces[piece].promoter || bb_empty(pieces)) {
                continue;
            }
            bitboard all = bb_none();
            int class = state->a->pieces[piece].class;
            a->promoters = bb_or(a->promoters, pieces);
            a->of_class[class] = bb_or(a->of_class[class], pieces);
            if (v->moves[piece].setwise_moves) {
                all = add_setwise_attacks(a, v->moves[piece].setwise_moves, pieces);
                pieces = bb_none();
            }
            while (!bb_empty(pieces)) {
                bitboard attacks = activity_targets(p, &v->moves[piece], bb_pop_lsb(&pieces), LEG_CAPTURE);
                army_add_attacks(a, attacks);
                all = bb_or(all, attacks);
            }
            a->by_promoters = bb_or(a->by_promoters, all);
            a->by_class[class] = bb_or(a->by_class[class], all);
            if (a->kinds < ACTIVITY_KINDS) {
                a->kind[a->kinds] = piece;
                a->by_kind[a->kinds++] = all;
            }
        }
    }
}

BB_INLINE void scan_pieces(activity_state *state, bool tracing, int side, piece_id piece, bitboard pieces)
{
    const pos *p = state->p;
    const variant *v = p->variant;
    const activity_piece *kind = &state->a->pieces[piece];
    const piece_moves *moves = &v->moves[piece];
    army *a = &state->army[side], *other = &state->army[!side];
    bitboard closed = bb_or(bb_or(a->promoters, a->royals), other->by_promoters);
    bitboard all = bb_none();
    int feature = state->a->mobility + v->type_of[piece];
    int top = state->a->top[piece];
    a->strongest = top > a->strongest ? top : a->strongest;
    a->of_class[kind->class] = bb_or(a->of_class[kind->class], pieces);
    if (state->a->paired[v->type_of[piece]] && !bb_single(pieces)) {
        add_feature(state, tracing, side, state->a->pairs + v->type_of[piece], ACTIVITY_UNIT);
    }
    while (!bb_empty(pieces)) {
        unsigned from = bb_pop_lsb(&pieces);
        bitboard attacks = activity_targets(p, moves, from, LEG_CAPTURE);
        bitboard goals = attacks;
        if (!moves->non_divergent) {
            goals =
                bb_or(bb_and(attacks, other->own), bb_without(activity_targets(p, moves, from, LEG_MOVE), p->occupied));
        }
        if (kind->shape) {
            int count = bb_count(bb_without(goals, closed));
            add_feature(state, tracing, side, feature,
                        kind->shape[count < ACTIVITY_SHAPE ? count : ACTIVITY_SHAPE - 1]);
        }
        army_add_attacks(a, attacks);
        all = bb_or(all, attacks);
        bitboard near = bb_and(attacks, other->ring);
        if (!bb_empty(near)) {
            other->ring_attackers++;
            other->ring_force += kind->force;
            other->ring_hits += bb_count(near);
        }
    }
    a->by_class[kind->class] = bb_or(a->by_class[kind->class], all);
    if (a->kinds < ACTIVITY_KINDS) {
        a->kind[a->kinds] = piece;
        a->by_kind[a->kinds++] = all;
    }
}

/* Royals, and pieces whose loss loses the game. */
BB_INLINE void scan_precious(activity_state *state, int side, bitboard pieces)
{
    const pos *p = state->p;
    army *a = &state->army[side];
    while (!bb_empty(pieces)) {
        unsigned cell = bb_pop_lsb(&pieces);
        bitboard attacks = activity_targets(p, &p->variant->moves[p->board[cell]], cell, LEG_CAPTURE);
        a->by_royals = bb_or(a->by_royals, attacks);
        army_add_attacks(a, attacks);
    }
}

BB_INLINE void scan_others(activity_state *state, bool tracing, int side)
{
    const pos *p = state->p;
    const variant *v = p->variant;
    army *a = &state->army[side];
    for (int player = 0; player < v->players; player++) {
        for (int i = 0; a->players >> player & 1 && i < v->nonroyal_count[player]; i++) {
            piece_id piece = v->nonroyals[player][i];
            bitboard pieces = p->pieces[piece];
            if (!bb_empty(pieces) && state->a->pieces[piece].precious) {
                scan_precious(state, side, pieces);
            } else if (!bb_empty(pieces) && !state->a->pieces[piece].promoter) {
                scan_pieces(state, tracing, side, piece, pieces);
            }
        }
    }
    scan_precious(state, side, a->royals);
}

/* ---- threats ---- */

BB_INLINE void score_threats(activity_state *state, bool tracing, int side)
{
    const army *a = &state->army[side], *other = &state->army[!side];
    bitboard victims = bb_without(bb_and(other->own, a->attacks), other->royals);
    if (bb_empty(victims)) {
        return;
    }
    bitboard guarded = bb_or(other->by_promoters, bb_without(other->twice, a->twice));
    bitboard weak = bb_without(victims, guarded);
    for (int attacker = 0; attacker < ACTIVITY_CLASSES; attacker++) {
        bitboard hit = bb_and(victims, a->by_class[attacker]);
        if (bb_empty(hit)) {
            continue;
        }
        for (int victim = 0; victim < ACTIVITY_CLASSES; victim++) {
            bitboard pieces = bb_and(bb_and(hit, other->of_class[victim]), victim > attacker ? bb_all() : weak);
            if (!bb_empty(pieces)) {
                add_feature(state, tracing, side, FEATURE_THREAT + attacker * ACTIVITY_CLASSES + victim,
                            bb_count(pieces) * ACTIVITY_UNIT);
            }
        }
    }
    bitboard hit_by_royal = bb_and(weak, a->by_royals);
    if (!bb_empty(hit_by_royal)) {
        add_feature(state, tracing, side, FEATURE_THREAT_ROYAL, bb_count(hit_by_royal) * ACTIVITY_UNIT);
    }
    bitboard hanging = bb_without(victims, other->attacks);
    if (!bb_empty(hanging)) {
        add_feature(state, tracing, side, FEATURE_HANGING, bb_count(hanging) * ACTIVITY_UNIT);
    }
}

/* ---- royals ---- */

/* Where a piece of this group of attackers can be dropped. */
BB_INLINE bitboard drop_cells(const pos *p, const attacker_group *t, int player)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    for (int i = 0; i < v->drop_count[player]; i++) {
        const drop_table *d = &v->drops[player][i];
        if (d->hand_piece && hand_of(p)[d->hand_piece] && d->may_give_check &&
            set_has(t->types, v->type_of[d->piece])) {
            found = bb_or(found, set_of(v, d->zone));
        }
    }
    return bb_without(found, p->occupied);
}

/* The danger from checks against the royal of `side`. */
BB_INLINE int danger_of_checks(const activity_state *state, int side)
{
    const pos *p = state->p;
    const variant *v = p->variant;
    const army *own = &state->army[side], *foe = &state->army[!side];
    bitboard lone = bb_without(own->by_royals, own->twice); /* a royal does not guard what is attacked twice */
    bitboard guarded = bb_without(own->attacks, bb_and(foe->twice, lone));
    int danger = 0;
    for (int by = 0; by < v->players; by++) {
        for (int i = 0; foe->players >> by & 1 && i < v->attacker_count[by]; i++) {
            const attacker_group *t = &v->attackers[by][i];
            bitboard from =
                t->is_slider ? slider_attacks(v, t->slider, own->royal, p->occupied) : table_at(t->from, own->royal);
            from = bb_without(from, foe->own);
            if (bb_empty(from)) {
                continue;
            }
            bitboard come = bb_none();
            for (int k = 0; k < foe->kinds; k++) {
                piece_id piece = foe->kind[k];
                if (v->owner_of[piece] == by && set_has(t->types, v->type_of[piece]) &&
                    !state->a->pieces[piece].promoter) {
                    come = bb_or(come, foe->by_kind[k]);
                }
            }
            come = bb_and(come, from);
            bitboard dropped = v->has_hands ? bb_and(from, drop_cells(p, t, by)) : bb_none();
            bitboard safe = bb_without(come, guarded), put = bb_without(dropped, guarded);
            if (!bb_empty(safe)) {
                danger += bb_single(safe) ? 700 : 1000;
            } else if (!bb_empty(come)) {
                danger += 120;
            }
            if (!bb_empty(put)) {
                danger += bb_single(put) ? 450 : 650;
            }
        }
    }
    return danger;
}

/* What the pieces in hand add: each may be dropped beside the royal. */
BB_INLINE int force_in_hand(const activity_state *state, int side, int *top)
{
    const pos *p = state->p;
    const variant *v = p->variant;
    int force = 0;
    for (int by = 0; by < v->players; by++) {
        for (int i = 0; state->army[side].players >> by & 1 && i < v->drop_count[by]; i++) {
            piece_id piece = v->drops[by][i].piece, held = v->drops[by][i].hand_piece;
            unsigned count = held ? hand_of(p)[held] : 0;
            if (count) {
                force += (int)(count > 3 ? 3 : count) * state->a->pieces[piece].force;
                *top = state->a->top[piece] > *top ? state->a->top[piece] : *top;
            }
        }
    }
    return force;
}

/* How endangered a royal is, in units of its weight. It grows with the square of the enemies' force around it. */
BB_INLINE int royal_danger(activity_state *state, int side)
{
    const army *own = &state->army[side], *foe = &state->army[!side];
    int top = foe->strongest, held = 0;
    if (state->p->variant->has_hands) {
        held = force_in_hand(state, !side, &top);
    }
    bitboard weak = bb_and(bb_and(own->ring, foe->attacks),
                           bb_without(bb_or(own->by_royals, bb_without(bb_all(), own->attacks)), own->twice));
    int danger = own->ring_attackers * own->ring_force + held * 2 + 185 * bb_count(weak) + 45 * own->ring_hits;
    if (own->ring_attackers || held) {
        danger += danger_of_checks(state, side);
    }
    danger -= 13 * (64 - top) + 120; /* without their strongest piece the enemy hardly mates */
    if (bb_intersect(own->by_promoters, own->ring)) {
        danger -= 20;
    }
    if (danger <= 0) {
        return 0;
    }
    danger = danger > 3000 ? 3000 : danger;
    return danger * danger / 9000;
}

BB_INLINE void score_shelter(activity_state *state, bool tracing, int side)
{
    const pos *p = state->p;
    const army *own = &state->army[side], *foe = &state->army[!side];
    int player = p->variant->owner_of[p->board[own->royal]];
    bitboard near = table_at(state->a->front[player][0], own->royal),
             far = table_at(state->a->front[player][1], own->royal);
    int pieces = bb_count(bb_without(bb_and(own->ring, own->own), bb_or(own->promoters, own->royals)));
    add_feature(state, tracing, side, FEATURE_SHELTER_PIECES, pieces * ACTIVITY_UNIT);
    if (!state->a->promoters) {
        return;
    }
    add_feature(state, tracing, side, FEATURE_SHELTER_NEAR, bb_count(bb_and(near, own->promoters)) * ACTIVITY_UNIT);
    add_feature(state, tracing, side, FEATURE_SHELTER_FAR, bb_count(bb_and(far, own->promoters)) * ACTIVITY_UNIT);
    add_feature(state, tracing, side, FEATURE_STORM_NEAR, bb_count(bb_and(near, foe->promoters)) * ACTIVITY_UNIT);
    add_feature(state, tracing, side, FEATURE_STORM_FAR, bb_count(bb_and(far, foe->promoters)) * ACTIVITY_UNIT);
    int open = 0;
    for (unsigned file = 0; file < ACTIVITY_FILES; file++) {
        bitboard path = table_at(state->a->files_ahead[player], own->royal * ACTIVITY_FILES + file);
        open += !bb_empty(path) && !bb_intersect(path, own->promoters);
    }
    add_feature(state, tracing, side, FEATURE_OPEN_FILE, open * ACTIVITY_UNIT);
}

/* ---- pawns ---- */

static unsigned king_distance(const topology *t, unsigned a, unsigned b)
{
    int dx = t->column[a] - t->column[b], dy = t->row[a] - t->row[b];
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return (unsigned)(dx > dy ? dx : dy);
}

BB_INLINE void score_passed(activity_state *state, bool tracing, int side, const activity_piece *kind, unsigned cell)
{
    const pos *p = state->p;
    const army *own = &state->army[side], *foe = &state->army[!side];
    int far = kind->distance[cell] < ACTIVITY_DISTANCE_MAX ? kind->distance[cell] : ACTIVITY_DISTANCE_MAX;
    far = far > 0 ? far : 1;
    bitboard path = table_at(kind->front_span, cell);
    unsigned stop = kind->stop[cell];
    int near = ACTIVITY_DISTANCE_MAX + 1 - far;
    add_feature(state, tracing, side, FEATURE_PASSED + far - 1, ACTIVITY_UNIT);
    if (stop == CELL_NONE) {
        return;
    }
    if (p->board[stop]) {
        add_feature(state, tracing, side, FEATURE_PASSED_BLOCKED, near * ACTIVITY_UNIT);
    } else if (!bb_intersect(path, bb_or(p->occupied, foe->attacks))) {
        add_feature(state, tracing, side, FEATURE_PASSED_FREE, near * ACTIVITY_UNIT);
    }
    if (own->royal != CELL_NONE) {
        int apart = (int)king_distance(&p->variant->topology, own->royal, stop);
        add_feature(state, tracing, side, FEATURE_PASSED_OWN_ROYAL,
                    (apart < 5 ? 5 - apart : 0) * near * (ACTIVITY_UNIT / 8));
    }
    if (foe->royal != CELL_NONE) {
        int apart = (int)king_distance(&p->variant->topology, foe->royal, stop);
        add_feature(state, tracing, side, FEATURE_PASSED_ENEMY_ROYAL,
                    (apart < 5 ? 5 - apart : 0) * near * (ACTIVITY_UNIT / 8));
    }
}

BB_INLINE void score_promoter(activity_state *state, bool tracing, int side, piece_id piece, unsigned cell)
{
    const activity_piece *kind = &state->a->pieces[piece];
    const army *own = &state->army[side], *foe = &state->army[!side];
    bitboard path = table_at(kind->front_span, cell);
    bool behind = bb_intersect(path, own->promoters);
    if (behind) {
        add_feature(state, tracing, side, FEATURE_DOUBLED, ACTIVITY_UNIT);
    }
    if (bb_has(own->by_promoters, cell)) {
        add_feature(state, tracing, side, FEATURE_SUPPORTED, ACTIVITY_UNIT);
    } else if (!bb_intersect(table_at(kind->adjacent_files, cell), own->promoters)) {
        add_feature(state, tracing, side, FEATURE_ISOLATED, ACTIVITY_UNIT);
    } else if (!bb_intersect(table_at(kind->supporters, cell), own->promoters) && kind->stop[cell] != CELL_NONE &&
               bb_has(bb_or(foe->by_promoters, foe->promoters), kind->stop[cell])) {
        add_feature(state, tracing, side, FEATURE_BACKWARD, ACTIVITY_UNIT);
    }
    if (!behind && !bb_intersect(table_at(kind->stoppers, cell), foe->promoters)) {
        score_passed(state, tracing, side, kind, cell);
    }
}

BB_INLINE void score_promoters(activity_state *state, bool tracing, int side)
{
    for (bitboard pieces = state->army[side].promoters; !bb_empty(pieces);) {
        unsigned cell = bb_pop_lsb(&pieces);
        piece_id piece = state->p->board[cell];
        if (state->a->pieces[piece].front_span) {
            score_promoter(state, tracing, side, piece, cell);
        }
    }
}

BB_INLINE weight_pair score_activity(activity_state *state, bool tracing, uint32_t friends)
{
    const variant *v = state->p->variant;
    uint32_t all = (1u << v->players) - 1;
    state->sum = 0;
    for (int side = 0; side < 2; side++) {
        army_begin(state, side, side ? all & ~friends : friends & all);
    }
    for (int side = 0; side < 2 && state->a->promoters; side++) {
        scan_promoters(state, side);
    }
    for (int side = 0; side < 2; side++) {
        scan_others(state, tracing, side);
    }
    for (int side = 0; side < 2; side++) {
        if (state->a->threatens) {
            score_threats(state, tracing, side);
        }
        if (state->army[side].royal != CELL_NONE) {
            int danger = royal_danger(state, side);
            if (danger) {
                add_feature(state, tracing, side, FEATURE_DANGER, danger);
            }
            score_shelter(state, tracing, side);
        }
        score_promoters(state, tracing, side);
    }
    return state->sum;
}

/* In ACTIVITY_UNITs: the players in `friends` minus all others. */
static weight_pair core_activity(const position *p, const activity *a, uint32_t friends)
{
    activity_state j;
    j.p = pos_of_const(p);
    j.a = a;
    j.counts = NULL;
    return score_activity(&j, false, friends);
}

/* The same; also adds to `counts` how often each feature counted. */
static weight_pair core_activity_counts(const position *p, const activity *a, uint32_t friends, int32_t *counts)
{
    activity_state j;
    j.p = pos_of_const(p);
    j.a = a;
    j.counts = counts;
    return score_activity(&j, true, friends);
}
