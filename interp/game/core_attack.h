/* Core, part one: what reaches what. Included by core.c.
 *
 * A line's reach is looked up by the bits of its mask gathered with PEXT where the processor has it (any geometry: the
 * table only knows which cells matter), else cut at the first blocker, found by bit scan where cell numbers rise or
 * fall along the line, and by walking where a board glued to itself makes them do neither.
 */

/* The cells of the set that come no later on a line than the first man met, if cell numbers only rise or fall on it. */
BITS_INLINE bits cut_behind(bits all, bits blockers, int order)
{
#if CORE_WORDS == 1
    if (order > 0) {
        uint64_t low = blockers.w[0] & (0 - blockers.w[0]);
        all.w[0] &= low | (low - 1);
    } else {
        all.w[0] &= ~UINT64_C(0) << word_last(blockers.w[0]);
    }
#else
    unsigned cell = order > 0 ? bits_first(blockers) : bits_last(blockers);
    int word = (int)(cell >> 6);
    for (int i = 0; i < CORE_WORDS; i++) {
        uint64_t here = order > 0 ? ~UINT64_C(0) >> (63 - (cell & 63)) : ~UINT64_C(0) << (cell & 63);
        bool whole = order > 0 ? i < word : i > word;
        all.w[i] &= i == word ? here : whole ? ~UINT64_C(0) : 0;
    }
#endif
    return all;
}

BITS_INLINE bits ray_reach(const slider *s, uint32_t ray, bits occupied)
{
    const slider_ray *r = &s->rays[ray];
    if (s->kind == RAY_LINE && r->order) {
        bits all = bits_at(s->ray_sets + (size_t)ray * CORE_WORDS);
        bits blockers = bits_and(all, occupied);
        return bits_empty(blockers) ? all : cut_behind(all, blockers, r->order);
    }
    bits reach = bits_none();
    ray_follow(s, r, occupied.w, reach.w);
    return reach;
}

BITS_INLINE bits slider_reach(const game *g, unsigned number, unsigned cell, bits occupied)
{
    const slider *s = &g->sliders[number];
#if CORE_LOOKUP
#if CORE_WORDS == 1
    if (s->lookup) {
        bits r;
        r.w[0] = s->lookup[cell][_pext_u64(occupied.w[0], s->masks[cell])];
        return r;
    }
#endif
    if (s->wide) {
        bits r = bits_none();
        for (int part = 0; part < s->wide_parts; part++) {
            const wide_lookup *l = &s->wide[(size_t)part * (unsigned)g->cells + cell];
            uint64_t index = _pext_u64(occupied.w[0], l->mask[0]);
#if CORE_WORDS == 2
            index |= _pext_u64(occupied.w[1], l->mask[1]) << l->shift;
#endif
            r = bits_or(r, bits_at(l->reach + index * CORE_WORDS));
        }
        return r;
    }
#endif
    bits reach = bits_none();
    for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
        reach = bits_or(reach, ray_reach(s, ray, occupied));
    }
    if (s->goals) {
        reach = bits_and(reach, bits_at(s->goals + (size_t)cell * CORE_WORDS));
    }
    return reach;
}

BITS_INLINE bits table_at(const uint64_t *table, unsigned cell)
{
    return bits_at(table + (size_t)cell * CORE_WORDS);
}

BITS_INLINE bits threat_men(const pos *p, const threat *t, int by)
{
    bits men = p->men[t->men[0]]; /* nobody's set is empty */
    for (unsigned i = 1; i < t->count; i++) {
        men = bits_or(men, p->men[t->men[i]]);
    }
    if (t->royals) {
        for (bits royals = p->royals[by]; !bits_empty(royals);) {
            unsigned cell = bits_pop(&royals);
            if (set_has(t->royal_types, p->game->man_type[p->board[cell]])) {
                men = bits_or(men, bits_cell(cell));
            }
        }
    }
    return men;
}

/* Whether the man is royal and royals are not taken. */
BITS_INLINE bool spared(const pos *p, man_id man)
{
    return p->game->man_royal[man] && !p->royals_fall;
}

static bits walk_attackers(const pos *p, unsigned cell, int by, bits occupied);

/* Men of `by` that could take a man on `cell` by a move that ends elsewhere. */
static bits strikers(const pos *p, unsigned cell, int by);
/* Whether a man on the cell could not be taken at all, by his own guards. */
static bool sheltered_at(const pos *p, unsigned cell, int owner);

static bits powered_attackers(const pos *p, unsigned cell, int by, bits found)
{
    const game *g = p->game;
    if (g->striking) {
        found = bits_or(found, strikers(p, cell, by));
    }
    if (g->freezing) {
        found = bits_without(found, frozen_for(p, by));
    }
    if (g->sheltering && p->board[cell] && sheltered_at(p, cell, g->man_owner[p->board[cell]])) {
        found = bits_none();
    }
    return found;
}

/* Men of player `by` that attack `cell` when `occupied` is. Men that stand in `absent` do not count. */
BITS_INLINE bits attackers_of(const pos *p, unsigned cell, int by, bits occupied, bits absent)
{
    const game *g = p->game;
    bits found = bits_none();
    if (g->absences && is_silent(p, by)) {
        return found;
    }
    for (int i = 0; i < g->threat_count[by]; i++) {
        const threat *t = &g->threats[by][i];
        if (t->royals_only && p->board[cell] && !g->man_royal[p->board[cell]]) {
            continue;
        }
        bits men = threat_men(p, t, by);
        bits from = t->slides ? slider_reach(g, t->slider, cell, occupied) : table_at(t->from, cell);
        found = bits_or(found, bits_and(men, from));
    }
    if (g->walking[by]) {
        found = bits_or(found, walk_attackers(p, cell, by, occupied));
    }
    return bits_without(g->powered ? powered_attackers(p, cell, by, found) : found, absent);
}

/* The same for a cell of a player and all his enemies; without powers, of which the masks know nothing. */
BITS_INLINE bool attacked_plainly(const pos *p, unsigned cell, int player, bits occupied, bits absent)
{
    const game *g = p->game;
    for (int e = 0; e < g->enemy_count[player]; e++) {
        int by = g->enemy[player][e];
        if (g->absences && is_silent(p, by)) {
            continue;
        }
        for (int i = 0; i < g->threat_count[by]; i++) {
            const threat *t = &g->threats[by][i];
            bits men = bits_without(threat_men(p, t, by), absent);
            men = bits_and(men, table_at(t->slides ? g->sliders[t->slider].empty : t->from, cell));
            if (!bits_empty(men) && (!t->slides || bits_meet(men, slider_reach(g, t->slider, cell, occupied)))) {
                return true;
            }
        }
        if (g->walking[by] && !bits_empty(bits_without(walk_attackers(p, cell, by, occupied), absent))) {
            return true;
        }
    }
    return false;
}

/* Men that survive a blast near them. */
BITS_INLINE bits blast_spared(const pos *p)
{
    const game *g = p->game;
    bits found = bits_none();
    for (int i = 0; i < g->blast_spared_count; i++) {
        found = bits_or(found, p->men[g->blast_spared[i]]);
    }
    return found;
}

/* Of the men who attack a cell, those who could take there without blowing up a royal of their own. */
static bits without_suicides(const pos *p, unsigned cell, int by, bits attackers, bits absent)
{
    const game *g = p->game;
    bits royals = bits_without(p->royals[by], absent);
    bits lost = bits_without(bits_and(royals, table_at(g->blast, cell)), blast_spared(p));
    if (g->blast_captor) {
        return bits_empty(lost) ? bits_without(attackers, royals) : bits_none();
    }
    /* A royal captor has left his cell and stands in the middle of it, where nothing happens to him. */
    return bits_empty(lost) ? attackers : bits_single(lost) ? bits_and(attackers, lost) : bits_none();
}

static bool attacked_with_powers(const pos *p, unsigned cell, int player, bits occupied, bits absent)
{
    const game *g = p->game;
    bool safe = g->sheltering && sheltered_at(p, cell, player);
    for (int e = 0; e < g->enemy_count[player] && !safe; e++) {
        int by = g->enemy[player][e];
        bits found = attackers_of(p, cell, by, occupied, absent);
        if (!bits_empty(g->blasts ? without_suicides(p, cell, by, found, absent) : found)) {
            return true;
        }
    }
    return false;
}

BITS_INLINE bool attacked_by_enemies(const pos *p, unsigned cell, int player, bits occupied, bits absent)
{
    return p->game->powered ? attacked_with_powers(p, cell, player, occupied, absent)
                            : attacked_plainly(p, cell, player, occupied, absent);
}

/* Of several players, whether `by` acts before `owner` does again when it is the turn of `acts` (-1: not asked). */
static bool still_answers(const game *g, int by, int owner, int acts)
{
    if (acts < 0 || acts == owner || g->players == 2 || owner >= g->players || g->own_boards || g->follows ||
        g->listing_count) {
        return true;
    }
    return (by - acts + g->players) % g->players < (owner - acts + g->players) % g->players;
}

/* A passed cell is remembered only when an enemy stands ready to use it, who may still move in this turn: equal possibilities,
 * equal positions. */
static bool passed_is_usable(const pos *p, unsigned cell, int owner, int acts)
{
    const game *g = p->game;
    for (int e = 0; e < g->enemy_count[owner]; e++) {
        int by = g->enemy[owner][e];
        if (!g->passer_count[by] || !still_answers(g, by, owner, acts)) {
            continue;
        }
        for (int k = 0; k < g->passer_count[by]; k++) {
            const passer *one = &g->passers[by][k];
            if (bits_meet(bits_without(table_at(one->from, cell), p->marked), men_moved_as(p, one->man))) {
                return true;
            }
        }
    }
    return false;
}

/* A royal that has just made a double step can be taken in passing: that is an attack as well. */
static bool passing_attack(const pos *p, int player)
{
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        passed_cell passed = p->state.passed[i];
        if (bits_has(p->royals[player], passed.man_at) && passed_is_usable(p, passed.cell, player, -1)) {
            return true;
        }
    }
    return false;
}

static bool attacked_by_moves(const pos *p, int player);

static bool player_in_check(const pos *p, int player)
{
    if (p->game->attacks_by_moves) {
        return attacked_by_moves(p, player);
    }
    bits royals = p->royals[player];
    while (!bits_empty(royals)) {
        unsigned cell = bits_pop(&royals);
        if (attacked_by_enemies(p, cell, player, p->occupied, bits_none())) {
            return true;
        }
    }
    return p->state.passed_count && passing_attack(p, player);
}

static bool core_in_check(const position *p, int player)
{
    return player_in_check(pos_of_const(p), player);
}

static int core_attackers(const position *p, cell_id cell, int by, cell_id *cells, int room)
{
    const pos *w = pos_of_const(p);
    bits found = attackers_of(w, cell, by, w->occupied, bits_none());
    int count = 0;
    while (!bits_empty(found)) {
        unsigned from = bits_pop(&found);
        if (count < room) {
            cells[count] = (cell_id)from;
        }
        count++;
    }
    return count;
}

static int core_men_of(const position *p, int player)
{
    return bits_count(pos_of_const(p)->owned[player]);
}

static int core_crowd(const position *p)
{
    return bits_count(pos_of_const(p)->occupied);
}

static bool core_stands(const position *plain, const man_id *men, int count)
{
    const pos *p = pos_of_const(plain);
    for (int i = 0; i < count; i++) {
        if (!bits_empty(p->men[men[i]])) {
            return true;
        }
    }
    return false;
}

static int core_count_man(const position *p, man_id man)
{
    return bits_count(pos_of_const(p)->men[man]);
}

static int core_royals_of(const position *p, int player, cell_id *cells, int room)
{
    bits royals = pos_of_const(p)->royals[player];
    int count = 0;
    while (!bits_empty(royals)) {
        unsigned cell = bits_pop(&royals);
        if (count < room) {
            cells[count] = (cell_id)cell;
        }
        count++;
    }
    return count;
}
