/* Core: legal moves where captures blow up what stands near (blast.c). Included by core.c.
 *
 * What `find_safety` says holds for a move that takes nothing. A capture is another matter, and the same one for nearly
 * all who can make it, since the captor goes too: it stands in no line and answers no attack but by what it blows up.
 *   - The own royal within reach of the captured man: illegal for everybody. The enemy's: won, legal for everybody, and
 *     whatever attacks the own royal does not matter. A royal takes nothing, for it would go itself.
 *   - A royal that touches an enemy's (stands within his reach) cannot be taken by any man of his: no line, no leap
 *     attacks it, before the move or after, unless the royal itself leaves. So while they touch every move is safe.
 *   - Else the capture removes certain men, the same whoever makes it, and the captor from its cell. It is illegal for
 *     all if some leaper or some open line then attacks the royal, and illegal for those of one's own men who stand
 *     alone on a line that has no other blocker left. That is asked once for each cell of capture, of the lines
 *     that could ever reach the royal: `watch`.
 * Taken for granted (game.fast is false elsewhere): no lines that hop, two players with at most one royal each, no royal is spared, the captor
 * goes. Captures in passing and all movements with conditions are played and tested.
 */

/* Wide sets are copied by loops whether code is inlined or not: there it only makes the code large. */
#if CORE_WORDS == 1
#define BLAST_INLINE BITS_INLINE
#else
#define BLAST_INLINE static
#endif

enum { WATCHED_MAX = 48, VERDICTS_MAX = CORE_WORDS > 4 ? 256 : CORE_WORDS * 64 };

typedef struct watch {
    bits near;    /* what touches the enemy's royal */
    bool touches; /* the own royal does */
    bits royals;  /* the enemy's */
    bits spared;  /* men that survive */
    bits victims; /* whose capture leaves the own royal standing */
    bits leapers; /* enemies that attack it by leaps */
    bits lines;   /* all cells of its lines and leapers: a blast that meets none of them changes nothing */
    unsigned lined;
    struct {
        bits cell, between;
    } line[WATCHED_MAX];
    /* What has been found out about cells of capture. */
    bits known, all, free; /* of these: legal for all, legal for all but men pinned before the capture */
    unsigned verdicts;
    struct {
        unsigned cell;
        bits barred; /* men who may not take there */
    } verdict[VERDICTS_MAX];
} watch;

static bool blast_masks_apply(const pos *p)
{
    bits royals = p->royals[p->game->enemy[p->state.mover][0]];
    return bits_empty(royals) || bits_single(royals);
}

BLAST_INLINE void watch_line(const pos *p, watch *w, safety *s, unsigned sniper, bits own)
{
    const game *g = p->game;
    bits between = table_at(g->between + (size_t)s->royal * (unsigned)g->cells * CORE_WORDS, sniper);
    bits blockers = bits_and(between, p->occupied);
    w->line[w->lined].cell = bits_cell(sniper);
    w->line[w->lined].between = between;
    w->lined++;
    bits_flip(&between, sniper);
    w->lines = bits_or(w->lines, between);
    if (bits_empty(blockers)) {
        s->attackers++;
        s->target = bits_and(s->target, between);
    } else if (bits_single(blockers) && bits_meet(blockers, own) && !bits_meet(blockers, s->pinned)) {
        s->pin[s->pins].cell = bits_first(blockers);
        s->pin[s->pins].line = between;
        s->pins++;
        s->pinned = bits_or(s->pinned, blockers);
    }
}

/* Who attacks the own royal, or could if men were gone. False when they are too many. */
BLAST_INLINE bool watch_royal(const pos *p, watch *w, safety *s, int by)
{
    const game *g = p->game;
    bits own = p->owned[p->state.mover];
    for (int i = 0; i < g->plain_threats[by]; i++) {
        const threat *t = &g->threats[by][i];
        bits men = bits_without(threat_men(p, t, by), w->royals);
        if (bits_empty(men)) {
            continue;
        }
        note_enemy(s, t, men);
        if (!t->slides) {
            bits found = bits_and(men, table_at(t->from, s->royal));
            if (!bits_empty(found)) {
                w->leapers = bits_or(w->leapers, found);
                s->target = bits_none(); /* nobody steps between, and whoever takes is no step */
            }
            continue;
        }
        for (bits snipers = bits_and(men, table_at(g->sliders[t->slider].empty, s->royal)); !bits_empty(snipers);) {
            if (w->lined == WATCHED_MAX) {
                return false;
            }
            watch_line(p, w, s, bits_pop(&snipers), own);
        }
    }
    w->lines = bits_or(w->lines, w->leapers);
    s->attackers += !bits_empty(w->leapers);
    return true;
}

/* What is the same for all moves of a position. False when that cannot be kept. */
BLAST_INLINE bool watch_begin(const pos *p, watch *w, safety *s)
{
    const game *g = p->game;
    int me = p->state.mover, by = g->enemy[me][0];
    s->target = bits_all();
    s->pinned = bits_none();
    s->pins = s->enemies = 0;
    s->attackers = 0;
    s->royal = bits_empty(p->royals[me]) ? (unsigned)CELL_NONE : bits_first(p->royals[me]);
    w->royals = p->royals[by];
    w->victims = enemies_to_take(p, me);
    w->near = bits_empty(w->royals) ? bits_none() : table_at(g->blast, bits_first(w->royals));
    w->known = w->all = w->free = w->leapers = w->lines = bits_none();
    w->lined = w->verdicts = 0;
    w->spared = blast_spared(p);
    if (s->royal != CELL_NONE) {
        w->victims = bits_without(w->victims, table_at(g->blast, s->royal));
    }
    w->touches = s->royal != CELL_NONE && bits_has(w->near, s->royal);
    if (w->touches || s->royal == CELL_NONE) {
        w->known = w->all = w->victims; /* every capture that spares the own royal is legal */
        return true;
    }
    w->known = w->all = bits_and(w->victims, w->near);
    return watch_royal(p, w, s, by);
}

/* Who of the own men may not take on the cell; all of them when `none` is set. */
BLAST_INLINE bits barred_from(const pos *p, const watch *w, bits hit, bool *none)
{
    bits barred = bits_none(), own = p->owned[p->state.mover];
    bits left = bits_without(p->occupied, hit);
    *none = !bits_empty(bits_without(w->leapers, hit));
    for (unsigned i = 0; i < w->lined && !*none; i++) {
        if (bits_meet(w->line[i].cell, hit)) {
            continue;
        }
        bits blockers = bits_and(w->line[i].between, left);
        *none = bits_empty(blockers);
        if (!*none && bits_single(blockers)) {
            barred = bits_or(barred, bits_and(blockers, own));
        }
    }
    return barred;
}

/* Finds out about a cell of capture. */
BLAST_INLINE void judge_capture(const pos *p, watch *w, const safety *s, unsigned to)
{
    bits hit = bits_or(bits_without(table_at(p->game->blast, to), w->spared), bits_cell(to));
    bits cell = bits_cell(to);
    bool none = s->attackers > 0;
    bits barred = s->pinned;
    w->known = bits_or(w->known, cell);
    if (bits_meet(hit, w->lines)) {
        barred = barred_from(p, w, hit, &none);
    }
    if (none) {
        return;
    }
    if (bits_empty(barred)) {
        w->all = bits_or(w->all, cell);
    } else if (bits_equal(barred, s->pinned)) {
        w->free = bits_or(w->free, cell);
    } else if (w->verdicts < VERDICTS_MAX) {
        w->verdict[w->verdicts].cell = to;
        w->verdict[w->verdicts].barred = barred;
        w->verdicts++;
    }
}

BLAST_INLINE void judge_captures(const pos *p, watch *w, const safety *s, bits cells)
{
    for (bits fresh = bits_without(cells, w->known); !bits_empty(fresh);) {
        judge_capture(p, w, s, bits_pop(&fresh));
    }
}

/* Of the captures that a man could make, those that he may. */
BLAST_INLINE bits captures_allowed(const pos *p, watch *w, const safety *s, unsigned from, bits cells)
{
    judge_captures(p, w, s, cells);
    bits allowed = bits_has(s->pinned, from) ? w->all : bits_or(w->all, w->free);
    for (unsigned i = 0; i < w->verdicts; i++) {
        if (!bits_has(w->verdict[i].barred, from)) {
            allowed = bits_or(allowed, bits_cell(w->verdict[i].cell));
        }
    }
    return bits_and(cells, allowed);
}

/* Steps and lines of a man that is not royal, and his specials. `line`: where he may go without taking. */
BLAST_INLINE void put_blasting(const pos *p, output *out, purpose why, watch *w, const safety *s, man_id man,
                               unsigned from, bits line)
{
    const man_plan *plan = &p->game->plans[man];
    bits reach = reach_of(p, plan, from, w->victims), taking = bits_and(reach, w->victims);
    bits targets = bits_and(bits_without(reach, p->occupied), line);
    if (!bits_empty(taking)) {
        targets = bits_or(targets, captures_allowed(p, w, s, from, taking));
    }
    put_steps(p, out, why, man, from, targets);
    if (plan->special_start && plan->special_start[from] != plan->special_end[from]) {
        put_specials(p, out, why, man, from, enemies_to_take(p, p->state.mover), bits_all(), true);
    }
}

#if CORE_WORDS <= WIDE_WORDS
/* Where men that march could take. */
BLAST_INLINE bits march_takes(const march *m, bits men, bits victims)
{
    bits found = bits_none();
    for (int i = 0; i < m->steps; i++) {
        const march_step *s = &m->step[i];
        if (s->modes & LEG_CAPTURE) {
            found = bits_or(found, bits_shift(bits_and(men, bits_at(s->from)), s->shift));
        }
    }
    return bits_and(found, victims);
}

/* Captures on cells that some may not make, and those of men that are pinned. */
static void march_verdicts(const pos *p, output *out, purpose why, const watch *w, const safety *s, man_id man,
                           bits men, bits taking)
{
    bits pinned = bits_and(men, s->pinned);
    if (!bits_empty(pinned)) {
        put_march(p, out, why, man, pinned, w->all, w->all);
    }
    for (unsigned i = 0; i < w->verdicts; i++) {
        bits cell = bits_cell(w->verdict[i].cell);
        if (bits_meet(cell, taking)) {
            put_march(p, out, why, man, bits_without(men, w->verdict[i].barred), cell, cell);
        }
    }
}

/* Steps that take nothing; the captures of pinned men have been put with all others'. */
static void put_pinned_march(const pos *p, output *out, purpose why, man_id man, unsigned from, bits line)
{
    const man_plan *plan = &p->game->plans[man];
    bits reach = bits_and(reach_of(p, plan, from, bits_none()), line);
    put_steps(p, out, why, man, from, bits_without(reach, p->occupied));
    if (plan->special_start && plan->special_start[from] != plan->special_end[from]) {
        bool rest = bits_has(bits_at(plan->march->rest), from);
        bits takeable = rest ? enemies_to_take(p, p->state.mover) : bits_none();
        put_specials(p, out, why, man, from, takeable, line, rest);
    }
}

/* What men of a march do from some cells besides; each such move is played and tested. */
static void put_blasting_rest(const pos *p, output *out, purpose why, man_id man, bits men)
{
    while (!bits_empty(men)) {
        put_specials(p, out, why, man, bits_pop(&men), enemies_to_take(p, p->state.mover), bits_all(), true);
    }
}

BLAST_INLINE void march_blasting(const pos *p, output *out, purpose why, watch *w, const safety *s, man_id man,
                                 bits men)
{
    bits taking = march_takes(p->game->plans[man].march, men, w->victims);
    judge_captures(p, w, s, taking);
    bits open = bits_or(w->all, w->free), quiet = bits_without(s->target, p->occupied);
    put_march(p, out, why, man, bits_without(men, s->pinned), open, bits_or(open, quiet));
    if (!bits_empty(taking) && (w->verdicts || bits_meet(men, s->pinned))) {
        march_verdicts(p, out, why, w, s, man, men, taking);
    }
    bits rest = bits_and(men, bits_at(p->game->plans[man].march->rest));
    if (!bits_empty(rest)) {
        put_blasting_rest(p, out, why, man, bits_without(rest, s->pinned));
    }
}
#endif

/* The own royal: he takes nothing, and is safe wherever he touches the enemy's. */
BLAST_INLINE void put_blasting_royal(const pos *p, output *out, purpose why, const watch *w, const safety *s)
{
    const game *g = p->game;
    int me = p->state.mover;
    unsigned from = s->royal;
    man_id man = p->board[from];
    const man_plan *plan = &g->plans[man];
    bits lifted = p->occupied, targets = bits_without(reach_of(p, plan, from, bits_none()), p->occupied);
    bits_flip(&lifted, from);
    if (why != LIST_NOISY || plan->promotion) {
        for (bits left = bits_without(targets, w->near); !bits_empty(left);) {
            unsigned to = bits_pop(&left);
            bool listed = !w->touches && s->enemies <= ENEMIES_MAX;
            if (listed ? royal_in_danger(p, s, to, lifted) : attacked_plainly(p, to, me, lifted, w->royals)) {
                bits_flip(&targets, to);
            }
        }
        put_steps(p, out, why, man, from, targets);
    }
    if (plan->special_start) {
        put_specials(p, out, why, man, from, enemies_to_take(p, me), bits_all(), true);
    }
    if (s->attackers == 0 && p->state.rights & g->castling_rights && why != LIST_NOISY) {
        put_castlings(p, out, why, from);
    }
}

/* Men that stand alone before an attacker: they move on the line, and take where that changes it. */
BLAST_INLINE void put_blasting_pins(const pos *p, output *out, purpose why, watch *w, const safety *s)
{
    for (unsigned i = 0; i < s->pins; i++) {
        unsigned from = s->pin[i].cell;
        man_id man = p->board[from];
        bits line = bits_and(s->target, s->pin[i].line);
#if CORE_WORDS <= WIDE_WORDS
        if (p->game->plans[man].march) {
            put_pinned_march(p, out, why, man, from, line);
            continue;
        }
#endif
        put_blasting(p, out, why, w, s, man, from, line);
    }
}

BLAST_INLINE void put_blasting_men(const pos *p, output *out, purpose why, watch *w, const safety *s)
{
    const game *g = p->game;
    int me = p->state.mover;
    for (int i = 0; i < g->mover_count[me]; i++) {
        man_id man = g->movers[me][i];
        bits men = p->men[man];
        if (bits_empty(men)) {
            continue;
        }
        const man_plan *plan = &g->plans[man];
#if CORE_WORDS <= WIDE_WORDS
        if (plan->march) {
            march_blasting(p, out, why, w, s, man, men);
            continue;
        }
#endif
        for (bits free = bits_without(men, s->pinned); !bits_empty(free);) {
            put_blasting(p, out, why, w, s, man, bits_pop(&free), s->target);
        }
        if (plan->promotion && plan->promotion->in_place && why != LIST_NOISY) {
            put_turns(p, out, why, man, men, s);
        }
    }
}

/* The reference path, where more lines lead to the royal than can be watched. */
static void blast_by_play(const pos *p, output *out, purpose why)
{
    move moves[TERMS_ROOM];
    move_list list = {moves, 0, TERMS_ROOM, false};
    pos *w = (pos *)p;
    core_pseudo(position_of(w), &list);
    for (size_t i = 0; i < list.count; i++) {
        move m = moves[i];
        if ((why != LIST_NOISY || is_noisy(p, m)) && safe_by_play(p, m)) {
            out->count++;
            if (why != COUNT_LEGAL) {
                emit(out, m);
            }
        }
    }
}

BLAST_INLINE void generate_blasts(const pos *p, output *out, purpose why)
{
    const game *g = p->game;
    watch w;
    safety s;
    if (!watch_begin(p, &w, &s)) {
        blast_by_play(p, out, why);
        return;
    }
    if (p->state.passed_count) {
        put_passings(p, out, why, enemies_to_take(p, p->state.mover), bits_none());
    }
    if (g->plain_castlings && p->state.rights & g->castling_rights && s.attackers == 0) {
        put_plain_castlings(p, out, why);
    }
    if (s.royal != CELL_NONE) {
        put_blasting_royal(p, out, why, &w, &s);
    }
    put_blasting_men(p, out, why, &w, &s);
    put_blasting_pins(p, out, why, &w, &s);
    if (g->dropping && why != LIST_NOISY) {
        put_drops(p, out, why, s.target);
    }
}

static void generate_blasting(const pos *p, output *out, purpose why)
{
#if CORE_WORDS == 1
    if (why == COUNT_LEGAL) {
        generate_blasts(p, out, COUNT_LEGAL);
        return;
    }
#endif
    generate_blasts(p, out, why);
}
