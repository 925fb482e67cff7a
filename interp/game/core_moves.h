/* Core: moves, listed or counted. Included by core.c.
 *
 * One generator, `generate`, is compiled once for each purpose by the constants that it is called with: legal moves
 * listed, legal moves counted, pseudo-legal moves listed, noisy ones listed, captures listed, captures counted beside all
 * legal moves, moves counted but for those that hooks are asked about. Legality is that of core_safety.h.
 */

/* Men that wait on their last cell for something to become. */
static void put_turns(const pos *p, output *out, purpose why, man_id man, bits men, const safety *s)
{
    int owner = p->game->man_owner[man];
    const promotion_table *t = p->game->plans[man].promotion;
    if (s->attackers) {
        return; /* standing still answers no attack */
    }
    for (bits waiting = bits_and(men, bits_at(t->in_place)); !bits_empty(waiting);) {
        unsigned cell = bits_pop(&waiting);
        const uint32_t *list = game_promotions(p->game, t, cell, cell);
        for (uint32_t i = list[0]; i < list[1]; i++) {
            if (t->paid[i] && in_box(p, owner, t->into[i]) &&
                game_may_be(p->game, p->game->man_owner[p->board[cell]], t->into[i])) {
                if (is_count(why)) {
                    out->count++;
                } else {
                    emit(out, move_pack(MOVE_TURN, cell, cell, t->into[i] + 1u, 0, 0));
                }
            }
        }
    }
}

/* Captures in passing, found from the passed cells; each is played and tested. */
static void put_passings(const pos *p, output *out, purpose why, bits takeable, bits frozen)
{
    const game *g = p->game;
    int me = p->state.mover;
    for (unsigned k = 0; k < p->state.passed_count; k++) {
        passed_cell passed = p->state.passed[k];
        man_id victim = p->board[passed.man_at];
        if (p->board[passed.cell] || !victim || !bits_has(takeable, passed.man_at)) {
            continue;
        }
        for (int i = 0; i < g->passer_count[me]; i++) {
            const passer *by = &g->passers[me][i];
            bits men = bits_and(table_at(by->from, passed.cell), men_moved_as(p, by->man));
            for (men = bits_without(men, frozen); !bits_empty(men);) {
                put_special(p, out, why, by->man, MOVE_PASSING, bits_pop(&men), passed.cell, passed.man_at, true);
            }
        }
    }
}

#if CORE_WORDS <= WIDE_WORDS
/* How often each of the goals counts more than once: promotions. */
BITS_INLINE int promotions_of_march(const man_plan *plan, bits forced, bits optional)
{
    int ways = plan->promotion->ways;
    return bits_count(forced) * (ways - 1) + bits_count(optional) * ways;
}

/* Of the goals of a step those that men of one class reach, as far as they can promote there. */
BITS_INLINE bits class_goals(const man_plan *plan, int class_at, const march_step *s, bits from, bits goals, bits empty)
{
    const march *m = plan->march;
    bits to = m->classes == 1 ? goals
                              : bits_and(bits_shift(bits_and(from, bits_at(m->class[class_at].from)), s->shift), goals);
    return plan->converts ? bits_and(to, empty) : to;
}

BITS_INLINE unsigned count_march(const man_plan *plan, const march_step *s, bits from, bits goals, bits empty)
{
    const march *m = plan->march;
    unsigned count = (unsigned)bits_count(goals);
    for (int c = 0; c < m->classes; c++) {
        bits to = class_goals(plan, c, s, from, goals, empty);
        bits forced = bits_and(to, bits_at(m->class[c].forced));
        bits optional = bits_and(to, bits_at(m->class[c].optional));
        if (!bits_empty(bits_or(forced, optional))) {
            count += (unsigned)promotions_of_march(plan, forced, optional);
        }
    }
    return count;
}

/* All men of one kind at once; see game.h on marches. */
BITS_INLINE void put_march(const pos *p, output *out, purpose why, man_id man, bits men, bits takeable, bits target)
{
    const man_plan *plan = &p->game->plans[man];
    const march *m = plan->march;
    bits empty = bits_without(bits_all(), p->occupied);
    for (int i = 0; i < m->steps; i++) {
        const march_step *s = &m->step[i];
        bits from = bits_and(men, bits_at(s->from)), open = s->modes & LEG_MOVE ? empty : bits_none();
        if (s->over) {
            from = bits_shift(bits_and(bits_shift(from, s->over), empty), -s->over);
        }
        open = s->modes & LEG_CAPTURE ? bits_or(open, takeable) : open;
        bits goals = bits_and(bits_and(bits_shift(from, s->shift), open), target);
        if (is_count(why)) {
            out->count += count_march(plan, s, from, goals, empty);
            if (why == COUNT_TAKES && bits_meet(goals, takeable)) {
                note_takes(p, out, man, count_march(plan, s, from, bits_and(goals, takeable), empty));
            }
            continue;
        }
        bits changing = bits_none();
        for (int c = 0; c < m->classes; c++) {
            bits to = class_goals(plan, c, s, from, goals, empty);
            bits both = bits_or(bits_at(m->class[c].forced), bits_at(m->class[c].optional));
            changing = bits_or(changing, bits_and(to, both));
        }
        if (why == LIST_TAKES) {
            goals = bits_and(goals, takeable);
            note_takes(p, out, man, !bits_empty(goals));
        }
        goals = why == LIST_NOISY ? bits_and(goals, bits_or(p->occupied, changing)) : goals;
        while (!bits_empty(goals)) {
            unsigned to = bits_pop(&goals), start = (unsigned)((int)to - s->shift);
            move_kind kind = s->leaves_passed ? MOVE_DOUBLE : MOVE_STEP;
            unsigned over = s->leaves_passed ? (unsigned)((int)start + s->over) : 0;
            if (bits_has(changing, to)) {
                put_special(p, out, why, man, kind, start, to, over, false);
            } else {
                emit(out, move_pack(kind, start, to, 0, over, 0));
            }
        }
    }
}
#endif

#if CORE_WORDS <= WIDE_WORDS
/* What men of a march do from some cells besides. */
static void put_rest(const pos *p, output *out, purpose why, man_id man, bits men, bits takeable, bits target)
{
    while (!bits_empty(men)) {
        put_specials(p, out, why, man, bits_pop(&men), takeable, target, false);
    }
}
#endif

/* All moves of men of one kind. `man` is how the mover moves them. */
static void put_men(const pos *p, output *out, man_id man, bits men, bits takeable)
{
    const man_plan *plan = &p->game->plans[man];
    while (!bits_empty(men)) {
        unsigned from = bits_pop(&men);
        put_steps(p, out, LIST_PSEUDO, man, from, reach_of(p, plan, from, takeable));
        if (plan->special_start && plan->special_start[from] != plan->special_end[from]) {
            put_specials(p, out, LIST_PSEUDO, man, from, takeable, bits_all(), false);
        }
    }
}

/* Men of nobody. */
static void put_nobodys(const pos *p, output *out, bits frozen)
{
    const game *g = p->game;
    int me = p->state.mover;
    bits takeable = takeable_for_nobody(p, me);
    safety none = safety_none();
    for (int i = 0; i < g->mover_count[g->nobody]; i++) {
        man_id man = g->movers[g->nobody][i], as = game_man(g, me, g->man_type[man]);
        bits men = bits_without(p->men[man], frozen);
        put_men(p, out, as, men, takeable);
        if (g->plans[man].promotion && g->plans[man].promotion->in_place) {
            put_turns(p, out, LIST_PSEUDO, as, men, &none);
        }
    }
}

/* Where a man goes by his steps, lines and movements with a condition. */
static bits other_goals(const pos *p, man_id man, unsigned from, bits takeable)
{
    const man_plan *plan = &p->game->plans[man];
    bits found = reach_of(p, plan, from, takeable);
    if (plan->special_start && plan->special_start[from] != plan->special_end[from]) {
        move moves[WALK_FOUND_MAX];
        move_list list = {moves, 0, WALK_FOUND_MAX, false};
        output out = {.list = &list};
        put_specials(p, &out, LIST_PSEUDO, man, from, takeable, bits_all(), false);
        for (size_t i = 0; i < list.count; i++) {
            bool step = move_kind_of(moves[i]) == MOVE_STEP || move_kind_of(moves[i]) == MOVE_DOUBLE;
            found = step ? bits_or(found, bits_cell(move_to(moves[i]))) : found;
        }
    }
    return found;
}

/* Jumps that take what they go over. Where the man goes anyhow they are that move: it takes the same. */
static void put_vaults(const pos *p, output *out, bits frozen)
{
    const game *g = p->game;
    int me = p->state.mover;
    for (bits men = bits_without(movable_by(p, me), frozen); !bits_empty(men);) {
        unsigned from = bits_pop(&men);
        man_id man = p->board[from];
        blow b = {.p = p, .man = game_man(g, me, g->man_type[man]), .from = from};
        if (!power_of(g, man)->vaults) {
            continue;
        }
        b.takeable = takeable_with(p, me, g->man_owner[man] == g->nobody);
        bits goals = vaults_of(&b);
        if (!bits_empty(goals)) {
            goals = bits_without(goals, other_goals(p, b.man, from, b.takeable));
            put_steps(p, out, LIST_PSEUDO, b.man, from, goals);
        }
    }
}

/* Frozen men of the mover's own may be taken off. */
static void put_removals(const pos *p, output *out, bits frozen)
{
    int me = p->state.mover;
    for (bits men = bits_without(bits_and(frozen, p->owned[me]), p->royals[me]); !bits_empty(men);) {
        unsigned cell = bits_pop(&men);
        emit(out, move_pack(MOVE_TURN, cell, cell, 0, TURN_OFF, 0));
    }
}

/* What there is to do in games with powers besides the moves of one's own men. */
static void put_powered(const pos *p, output *out, bits frozen)
{
    const game *g = p->game;
    if (g->nobody >= 0 && !bits_empty(p->owned[g->nobody])) {
        put_nobodys(p, out, frozen);
    }
    if (g->striking) {
        put_vaults(p, out, frozen);
    }
    if (g->rules->turn.removes_frozen) {
        put_removals(p, out, frozen);
    }
}

/* Men of one kind whose moves hooks are asked about, but for some: these are counted. */
static void put_asked(const pos *p, output *out, man_id man, bits men, bits takeable, bits target)
{
    const man_plan *plan = &p->game->plans[man];
    while (!bits_empty(men)) {
        unsigned from = bits_pop(&men);
        bits targets = bits_and(reach_of(p, plan, from, takeable), target);
        bits asked = bits_and(targets, asked_cells(p, out->judge, man, from));
        out->count += count_steps(p, man, from, bits_without(targets, asked));
        put_steps(p, out, LIST_LEGAL, man, from, asked);
        if (plan->special_start && plan->special_start[from] != plan->special_end[from]) {
            put_specials(p, out, LIST_LEGAL, man, from, takeable, target, false);
        }
    }
}

/* With COUNT_ASKED what is rare is listed, and so are the moves of a king whom a hook concerns. */
BITS_INLINE void generate(const pos *p, output *out, purpose given, const safety *s)
{
    const game *g = p->game;
    const bool asked = given == COUNT_ASKED;
    const purpose why = asked ? COUNT_LEGAL : given, rarely = asked ? LIST_LEGAL : given;
    int me = p->state.mover;
    bits takeable = enemies_to_take(p, me);
    bits royals = p->royals[me], frozen = bits_none();
    if (why == LIST_PSEUDO && g->powered) { /* the masks cover no such game */
        takeable = takeable_by(p, me);
        frozen = frozen_for(p, me);
        royals = bits_without(royals, frozen);
        put_powered(p, out, frozen);
    }
    if (p->state.passed_count) {
        put_passings(p, out, rarely, takeable, frozen);
    }
    if (g->plain_castlings && p->state.rights & g->castling_rights && s->attackers == 0) {
        put_plain_castlings(p, out, rarely);
    }
    if (g->jumps && (!g->jumps_first || why == LIST_PSEUDO)) {
        put_jumps(p, out, rarely);
    }
    if (!bits_empty(royals)) {
        for (bits left = royals; !bits_empty(left);) {
            unsigned cell = bits_pop(&left);
            purpose as = why;
            if (asked && concerns(p, out->judge, p->board[cell])) {
                as = LIST_LEGAL;
                put_royal(p, out, LIST_LEGAL, cell, takeable, s);
            } else {
                put_royal(p, out, why, cell, takeable, s);
            }
            if (s->attackers == 0 && p->state.rights & g->castling_rights && why != LIST_NOISY && why != LIST_TAKES) {
                put_castlings(p, out, as, cell);
            }
        }
        if (s->attackers > 1 && !g->walk_count && !g->jumps && !g->hopping) {
            return; /* a walk may take one attacker on its way to the other; it is tested by play */
        }
    }
    for (int i = 0; i < g->mover_count[me]; i++) {
        man_id man = g->movers[me][i];
        bits men = bits_without(p->men[man], frozen);
        if (bits_empty(men)) {
            continue;
        }
        const man_plan *plan = &g->plans[man];
        if (asked && concerns(p, out->judge, man)) {
            put_asked(p, out, man, bits_without(men, s->pinned), takeable, s->target);
            if (plan->promotion && plan->promotion->in_place) {
                put_turns(p, out, LIST_LEGAL, man, men, s);
            }
            continue;
        }
#if CORE_WORDS <= WIDE_WORDS
        if (plan->march) {
            bits rest = bits_and(men, bits_at(plan->march->rest));
            put_march(p, out, why, man, bits_without(men, s->pinned), takeable, s->target);
            if (!bits_empty(rest)) {
                put_rest(p, out, why, man, bits_without(rest, s->pinned), takeable, s->target);
            }
            continue;
        }
#endif
        for (bits free = bits_without(men, s->pinned); !bits_empty(free);) {
            unsigned from = bits_pop(&free);
            put_steps(p, out, why, man, from, bits_and(reach_of(p, plan, from, takeable), s->target));
            if (plan->special_start && plan->special_start[from] != plan->special_end[from]) {
                put_specials(p, out, why, man, from, takeable, s->target, false);
            }
        }
        if (plan->promotion && plan->promotion->in_place && why != LIST_NOISY && why != LIST_TAKES) {
            put_turns(p, out, why, man, men, s);
        }
    }
    for (unsigned i = 0; i < s->pins; i++) {
        unsigned from = s->pin[i].cell;
        man_id man = p->board[from];
        const man_plan *plan = &g->plans[man];
        bits mask = s->pin[i].line;
        bits stays = s->attackers ? mask : bits_or(mask, bits_cell(from)); /* who stays changes no line */
        if (asked && concerns(p, out->judge, man)) {
            put_asked(p, out, man, bits_cell(from), takeable, stays);
            continue;
        }
        put_steps(p, out, why, man, from, bits_and(reach_of(p, plan, from, takeable), mask));
        if (plan->special_start && plan->special_start[from] != plan->special_end[from]) {
            put_specials(p, out, why, man, from, takeable, stays, false);
        }
    }
    if (g->dropping && why != LIST_NOISY && why != LIST_TAKES) {
        put_drops(p, out, given, s->target);
    }
}

static CORE_APART void put_pseudo(const pos *p, output *out)
{
    safety s = safety_none();
    generate(p, out, LIST_PSEUDO, &s);
}
