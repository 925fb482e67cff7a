/* Core: activity (activity.h), for two sides, each of one player or several. Included by core.c.
 *
 * Compiled twice: to score, and to tell how often each feature counted (for tuning). Attacks are those of leaps and lines;
 * walked paths, jumps and strikes are left to the search.
 */

typedef struct army {
    uint32_t players; /* bits */
    bits own, royals, promoters;
    bits attacks, twice, by_promoters, by_royals;
    bits of_class[ACTIVITY_CLASSES], by_class[ACTIVITY_CLASSES];
    bits by_kind[ACTIVITY_KINDS]; /* attacks of each kind of men, in the order of `kind` */
    man_id kind[ACTIVITY_KINDS];
    int kinds;
    unsigned royal; /* the only one; CELL_NONE */
    bits ring;
    int ring_men, ring_force, ring_hits; /* enemies that attack his ring */
    int strongest;
} army;

typedef struct judged {
    const pos *p;
    const activity *a;
    army army[2];
    weight_pair sum;
    int32_t *counts; /* [features]; NULL: not asked */
} judged;

BITS_INLINE void give(judged *j, bool traced, int who, int feature, int count)
{
    count = who ? -count : count;
    j->sum += j->a->weights[feature] * count;
    if (traced) {
        j->counts[feature] += count;
    }
}

/* Where the man could take (`mode` LEG_CAPTURE) or go to (LEG_MOVE), men in the way considered. */
BITS_INLINE bits reach_by(const pos *p, const man_plan *plan, unsigned from, unsigned mode)
{
    const uint64_t *leaps = mode == LEG_MOVE ? plan->leap_move : plan->leap_take;
    bits found = plan->leap_both ? table_at(plan->leap_both, from) : bits_none();
    if (leaps) {
        found = bits_or(found, table_at(leaps, from));
    }
    for (unsigned i = 0; i < plan->slides; i++) {
        if (plan->slide[i].modes & mode) {
            found = bits_or(found, slider_reach(p->game, plan->slide[i].slider, from, p->occupied));
        }
    }
    return found;
}

static void muster(judged *j, int who, uint32_t players)
{
    const pos *p = j->p;
    const game *g = p->game;
    army *a = &j->army[who];
    a->players = players;
    a->own = a->royals = a->promoters = bits_none();
    a->attacks = a->twice = a->by_promoters = a->by_royals = bits_none();
    for (int c = 0; c < ACTIVITY_CLASSES; c++) {
        a->of_class[c] = a->by_class[c] = bits_none();
    }
    a->kinds = a->ring_men = a->ring_force = a->ring_hits = a->strongest = 0;
    for (int player = 0; player < g->players; player++) {
        if (players >> player & 1) {
            a->own = bits_or(a->own, p->owned[player]);
            a->royals = bits_or(a->royals, p->royals[player]);
        }
    }
    bits precious = a->royals;
    for (int i = 0; i < j->a->crucial_count; i++) {
        int owner = g->man_owner[j->a->crucial[i]];
        if (owner < g->players && players >> owner & 1) {
            precious = bits_or(precious, p->men[j->a->crucial[i]]);
        }
    }
    bool single = j->a->royals && !bits_empty(precious) && bits_single(precious);
    a->royal = single ? bits_first(precious) : (unsigned)CELL_NONE;
    a->ring = single ? table_at(j->a->ring, a->royal) : bits_none();
}

BITS_INLINE void add_attacks(army *a, bits attacks)
{
    a->twice = bits_or(a->twice, bits_and(a->attacks, attacks));
    a->attacks = bits_or(a->attacks, attacks);
}

/* Promoters first: where they attack, others do not like to go. */
BITS_INLINE void note_promoters(judged *j, int who)
{
    const pos *p = j->p;
    const game *g = p->game;
    army *a = &j->army[who];
    for (int player = 0; player < g->players; player++) {
        for (int i = 0; a->players >> player & 1 && i < g->mover_count[player]; i++) {
            man_id man = g->movers[player][i];
            bits men = p->men[man];
            if (!j->a->men[man].promoter || bits_empty(men)) {
                continue;
            }
            bits all = bits_none();
            int class = j->a->men[man].class;
            a->promoters = bits_or(a->promoters, men);
            a->of_class[class] = bits_or(a->of_class[class], men);
            while (!bits_empty(men)) {
                bits attacks = reach_by(p, &g->plans[man], bits_pop(&men), LEG_CAPTURE);
                add_attacks(a, attacks);
                all = bits_or(all, attacks);
            }
            a->by_promoters = bits_or(a->by_promoters, all);
            a->by_class[class] = bits_or(a->by_class[class], all);
            if (a->kinds < ACTIVITY_KINDS) {
                a->kind[a->kinds] = man;
                a->by_kind[a->kinds++] = all;
            }
        }
    }
}

BITS_INLINE void note_kind(judged *j, bool traced, int who, man_id man, bits men)
{
    const pos *p = j->p;
    const game *g = p->game;
    const activity_man *kind = &j->a->men[man];
    const man_plan *plan = &g->plans[man];
    army *a = &j->army[who], *other = &j->army[!who];
    bits closed = bits_or(bits_or(a->promoters, a->royals), other->by_promoters);
    bits all = bits_none();
    int feature = j->a->mobility + g->man_type[man];
    int top = j->a->top[man];
    a->strongest = top > a->strongest ? top : a->strongest;
    a->of_class[kind->class] = bits_or(a->of_class[kind->class], men);
    if (j->a->paired[g->man_type[man]] && !bits_single(men)) {
        give(j, traced, who, j->a->pairs + g->man_type[man], ACTIVITY_UNIT);
    }
    while (!bits_empty(men)) {
        unsigned from = bits_pop(&men);
        bits attacks = reach_by(p, plan, from, LEG_CAPTURE);
        bits goals = attacks;
        if (!plan->plain) {
            goals =
                bits_or(bits_and(attacks, other->own), bits_without(reach_by(p, plan, from, LEG_MOVE), p->occupied));
        }
        if (kind->shape) {
            int count = bits_count(bits_without(goals, closed));
            give(j, traced, who, feature, kind->shape[count < ACTIVITY_SHAPE ? count : ACTIVITY_SHAPE - 1]);
        }
        add_attacks(a, attacks);
        all = bits_or(all, attacks);
        bits near = bits_and(attacks, other->ring);
        if (!bits_empty(near)) {
            other->ring_men++;
            other->ring_force += kind->force;
            other->ring_hits += bits_count(near);
        }
    }
    a->by_class[kind->class] = bits_or(a->by_class[kind->class], all);
    if (a->kinds < ACTIVITY_KINDS) {
        a->kind[a->kinds] = man;
        a->by_kind[a->kinds++] = all;
    }
}

/* Royals, and men whose loss loses. */
BITS_INLINE void note_precious(judged *j, int who, bits men)
{
    const pos *p = j->p;
    army *a = &j->army[who];
    while (!bits_empty(men)) {
        unsigned cell = bits_pop(&men);
        bits attacks = reach_by(p, &p->game->plans[p->board[cell]], cell, LEG_CAPTURE);
        a->by_royals = bits_or(a->by_royals, attacks);
        add_attacks(a, attacks);
    }
}

BITS_INLINE void note_others(judged *j, bool traced, int who)
{
    const pos *p = j->p;
    const game *g = p->game;
    army *a = &j->army[who];
    for (int player = 0; player < g->players; player++) {
        for (int i = 0; a->players >> player & 1 && i < g->mover_count[player]; i++) {
            man_id man = g->movers[player][i];
            bits men = p->men[man];
            if (!bits_empty(men) && j->a->men[man].precious) {
                note_precious(j, who, men);
            } else if (!bits_empty(men) && !j->a->men[man].promoter) {
                note_kind(j, traced, who, man, men);
            }
        }
    }
    note_precious(j, who, a->royals);
}

/* ---- threats ---- */

BITS_INLINE void threats_of(judged *j, bool traced, int who)
{
    const army *a = &j->army[who], *other = &j->army[!who];
    bits victims = bits_without(bits_and(other->own, a->attacks), other->royals);
    if (bits_empty(victims)) {
        return;
    }
    bits guarded = bits_or(other->by_promoters, bits_without(other->twice, a->twice));
    bits weak = bits_without(victims, guarded);
    for (int attacker = 0; attacker < ACTIVITY_CLASSES; attacker++) {
        bits hit = bits_and(victims, a->by_class[attacker]);
        if (bits_empty(hit)) {
            continue;
        }
        for (int victim = 0; victim < ACTIVITY_CLASSES; victim++) {
            bits men = bits_and(bits_and(hit, other->of_class[victim]), victim > attacker ? bits_all() : weak);
            if (!bits_empty(men)) {
                give(j, traced, who, FEATURE_THREAT + attacker * ACTIVITY_CLASSES + victim,
                     bits_count(men) * ACTIVITY_UNIT);
            }
        }
    }
    bits met = bits_and(weak, a->by_royals);
    if (!bits_empty(met)) {
        give(j, traced, who, FEATURE_THREAT_ROYAL, bits_count(met) * ACTIVITY_UNIT);
    }
    bits hanging = bits_without(victims, other->attacks);
    if (!bits_empty(hanging)) {
        give(j, traced, who, FEATURE_HANGING, bits_count(hanging) * ACTIVITY_UNIT);
    }
}

/* ---- royals ---- */

/* Whether one of the men that attack so can be dropped, and where. */
BITS_INLINE bits drop_cells(const pos *p, const threat *t, int player)
{
    const game *g = p->game;
    bits found = bits_none();
    for (int i = 0; i < g->drop_count[player]; i++) {
        const drop_table *d = &g->drops[player][i];
        if (d->held && hand_of(p)[d->held] && d->check && set_has(t->types, g->man_type[d->man])) {
            found = bits_or(found, set_of(g, d->zone));
        }
    }
    return bits_without(found, p->occupied);
}

/* What checks against the royal of `who` would come to. */
BITS_INLINE int checks_against(const judged *j, int who)
{
    const pos *p = j->p;
    const game *g = p->game;
    const army *own = &j->army[who], *foe = &j->army[!who];
    bits lone = bits_without(own->by_royals, own->twice); /* a royal guards nothing that two attack */
    bits guarded = bits_without(own->attacks, bits_and(foe->twice, lone));
    int danger = 0;
    for (int by = 0; by < g->players; by++) {
        for (int i = 0; foe->players >> by & 1 && i < g->threat_count[by]; i++) {
            const threat *t = &g->threats[by][i];
            bits from = t->slides ? slider_reach(g, t->slider, own->royal, p->occupied) : table_at(t->from, own->royal);
            from = bits_without(from, foe->own);
            if (bits_empty(from)) {
                continue;
            }
            bits come = bits_none();
            for (int k = 0; k < foe->kinds; k++) {
                man_id man = foe->kind[k];
                if (g->man_owner[man] == by && set_has(t->types, g->man_type[man]) && !j->a->men[man].promoter) {
                    come = bits_or(come, foe->by_kind[k]);
                }
            }
            come = bits_and(come, from);
            bits dropped = g->hands ? bits_and(from, drop_cells(p, t, by)) : bits_none();
            bits safe = bits_without(come, guarded), put = bits_without(dropped, guarded);
            if (!bits_empty(safe)) {
                danger += bits_single(safe) ? 700 : 1000;
            } else if (!bits_empty(come)) {
                danger += 120;
            }
            if (!bits_empty(put)) {
                danger += bits_single(put) ? 450 : 650;
            }
        }
    }
    return danger;
}

/* What the men in hand add: each may come down beside him. */
BITS_INLINE int force_in_hand(const judged *j, int who, int *top)
{
    const pos *p = j->p;
    const game *g = p->game;
    int force = 0;
    for (int by = 0; by < g->players; by++) {
        for (int i = 0; j->army[who].players >> by & 1 && i < g->drop_count[by]; i++) {
            man_id man = g->drops[by][i].man, held = g->drops[by][i].held;
            unsigned count = held ? hand_of(p)[held] : 0;
            if (count) {
                force += (int)(count > 3 ? 3 : count) * j->a->men[man].force;
                *top = j->a->top[man] > *top ? j->a->top[man] : *top;
            }
        }
    }
    return force;
}

/* How much a royal has to fear, in units of its weight: it grows with the square of the enemies' force about him. */
BITS_INLINE int danger_of(judged *j, int who)
{
    const army *own = &j->army[who], *foe = &j->army[!who];
    int top = foe->strongest, held = 0;
    if (j->p->game->hands) {
        held = force_in_hand(j, !who, &top);
    }
    bits weak = bits_and(bits_and(own->ring, foe->attacks),
                         bits_without(bits_or(own->by_royals, bits_without(bits_all(), own->attacks)), own->twice));
    int danger = own->ring_men * own->ring_force + held * 2 + 185 * bits_count(weak) + 45 * own->ring_hits;
    if (own->ring_men || held) {
        danger += checks_against(j, who);
    }
    danger -= 13 * (64 - top) + 120; /* without his strongest man the enemy hardly mates */
    if (bits_meet(own->by_promoters, own->ring)) {
        danger -= 20;
    }
    if (danger <= 0) {
        return 0;
    }
    danger = danger > 3000 ? 3000 : danger;
    return danger * danger / 9000;
}

BITS_INLINE void shelter_of(judged *j, bool traced, int who)
{
    const pos *p = j->p;
    const army *own = &j->army[who], *foe = &j->army[!who];
    int player = p->game->man_owner[p->board[own->royal]];
    bits near = table_at(j->a->front[player][0], own->royal), far = table_at(j->a->front[player][1], own->royal);
    int men = bits_count(bits_without(bits_and(own->ring, own->own), bits_or(own->promoters, own->royals)));
    give(j, traced, who, FEATURE_SHELTER_MEN, men * ACTIVITY_UNIT);
    if (!j->a->promoters) {
        return;
    }
    give(j, traced, who, FEATURE_SHELTER_NEAR, bits_count(bits_and(near, own->promoters)) * ACTIVITY_UNIT);
    give(j, traced, who, FEATURE_SHELTER_FAR, bits_count(bits_and(far, own->promoters)) * ACTIVITY_UNIT);
    give(j, traced, who, FEATURE_STORM_NEAR, bits_count(bits_and(near, foe->promoters)) * ACTIVITY_UNIT);
    give(j, traced, who, FEATURE_STORM_FAR, bits_count(bits_and(far, foe->promoters)) * ACTIVITY_UNIT);
    int open = 0;
    for (unsigned lane = 0; lane < ACTIVITY_LANES; lane++) {
        bits way = table_at(j->a->lanes[player], own->royal * ACTIVITY_LANES + lane);
        open += !bits_empty(way) && !bits_meet(way, own->promoters);
    }
    give(j, traced, who, FEATURE_LANE, open * ACTIVITY_UNIT);
}

/* ---- men that promote ---- */

static unsigned cells_apart(const topology *t, unsigned a, unsigned b)
{
    int dx = t->column[a] - t->column[b], dy = t->row[a] - t->row[b];
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return (unsigned)(dx > dy ? dx : dy);
}

BITS_INLINE void passed_man(judged *j, bool traced, int who, const activity_man *kind, unsigned cell)
{
    const pos *p = j->p;
    const army *own = &j->army[who], *foe = &j->army[!who];
    int far = kind->far[cell] < ACTIVITY_FAR ? kind->far[cell] : ACTIVITY_FAR;
    far = far > 0 ? far : 1;
    bits way = table_at(kind->ahead, cell);
    unsigned stop = kind->stop[cell];
    int near = ACTIVITY_FAR + 1 - far;
    give(j, traced, who, FEATURE_PASSED + far - 1, ACTIVITY_UNIT);
    if (stop == CELL_NONE) {
        return;
    }
    if (p->board[stop]) {
        give(j, traced, who, FEATURE_PASSED_BLOCKED, near * ACTIVITY_UNIT);
    } else if (!bits_meet(way, bits_or(p->occupied, foe->attacks))) {
        give(j, traced, who, FEATURE_PASSED_FREE, near * ACTIVITY_UNIT);
    }
    if (own->royal != CELL_NONE) {
        int apart = (int)cells_apart(&p->game->topology, own->royal, stop);
        give(j, traced, who, FEATURE_PASSED_OWN_ROYAL, (apart < 5 ? 5 - apart : 0) * near * (ACTIVITY_UNIT / 8));
    }
    if (foe->royal != CELL_NONE) {
        int apart = (int)cells_apart(&p->game->topology, foe->royal, stop);
        give(j, traced, who, FEATURE_PASSED_ENEMY_ROYAL, (apart < 5 ? 5 - apart : 0) * near * (ACTIVITY_UNIT / 8));
    }
}

BITS_INLINE void promoter(judged *j, bool traced, int who, man_id man, unsigned cell)
{
    const activity_man *kind = &j->a->men[man];
    const army *own = &j->army[who], *foe = &j->army[!who];
    bits way = table_at(kind->ahead, cell);
    bool behind = bits_meet(way, own->promoters);
    if (behind) {
        give(j, traced, who, FEATURE_DOUBLED, ACTIVITY_UNIT);
    }
    if (bits_has(own->by_promoters, cell)) {
        give(j, traced, who, FEATURE_SUPPORTED, ACTIVITY_UNIT);
    } else if (!bits_meet(table_at(kind->file, cell), own->promoters)) {
        give(j, traced, who, FEATURE_ISOLATED, ACTIVITY_UNIT);
    } else if (!bits_meet(table_at(kind->aides, cell), own->promoters) && kind->stop[cell] != CELL_NONE &&
               bits_has(bits_or(foe->by_promoters, foe->promoters), kind->stop[cell])) {
        give(j, traced, who, FEATURE_BACKWARD, ACTIVITY_UNIT);
    }
    if (!behind && !bits_meet(table_at(kind->foes, cell), foe->promoters)) {
        passed_man(j, traced, who, kind, cell);
    }
}

BITS_INLINE void promoters_of(judged *j, bool traced, int who)
{
    for (bits men = j->army[who].promoters; !bits_empty(men);) {
        unsigned cell = bits_pop(&men);
        man_id man = j->p->board[cell];
        if (j->a->men[man].ahead) {
            promoter(j, traced, who, man, cell);
        }
    }
}

BITS_INLINE weight_pair judge_activity(judged *j, bool traced, uint32_t friends)
{
    const game *g = j->p->game;
    uint32_t all = (1u << g->players) - 1;
    j->sum = 0;
    for (int who = 0; who < 2; who++) {
        muster(j, who, who ? all & ~friends : friends & all);
    }
    for (int who = 0; who < 2 && j->a->promoters; who++) {
        note_promoters(j, who);
    }
    for (int who = 0; who < 2; who++) {
        note_others(j, traced, who);
    }
    for (int who = 0; who < 2; who++) {
        if (j->a->threatens) {
            threats_of(j, traced, who);
        }
        if (j->army[who].royal != CELL_NONE) {
            int danger = danger_of(j, who);
            if (danger) {
                give(j, traced, who, FEATURE_DANGER, danger);
            }
            shelter_of(j, traced, who);
        }
        promoters_of(j, traced, who);
    }
    return j->sum;
}

/* In ACTIVITY_UNITs, what the players in `friends` have more than all others. */
static weight_pair core_activity(const position *p, const activity *a, uint32_t friends)
{
    judged j;
    j.p = pos_of_const(p);
    j.a = a;
    j.counts = NULL;
    return judge_activity(&j, false, friends);
}

/* The same, and adds to `counts` what each feature counted. */
static weight_pair core_activity_counts(const position *p, const activity *a, uint32_t friends, int32_t *counts)
{
    judged j;
    j.p = pos_of_const(p);
    j.a = a;
    j.counts = counts;
    return judge_activity(&j, true, friends);
}
