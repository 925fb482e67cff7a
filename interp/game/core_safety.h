/* Core: what keeps the royal safe, found once a position. Included by core.c. Why these masks are right:
 *   - With one royal, a move of another man is legal exactly if afterwards no enemy line or leap reaches the royal. Enemy
 *     leaps cannot be blocked, enemy lines are cut by the cells between. So with no attacker every move is safe but those
 *     that leave a line on which the man stood alone (`pins`); with one, only moves onto it or between; with two,
 *     none. What the moving man turns into does not matter to its own royal.
 *   - A royal's own move is safe exactly if no enemy reaches its cell of arrival with the royal lifted off the board;
 *     a man that it takes cannot guard itself.
 *   - Taking in passing empties two cells of a line, castling moves two men, a royal's double step can be answered in passing:
 *     these few are played and tested.
 *   - Lines that hop, and lame leaps, attack when the cells between hold a certain number of men. A move changes that
 *     number by leaving, entering or staying; so each such line asks one thing of the men that stand on it and another of
 *     all others (`hop_rule`), and a move is legal exactly if it gives every line what it asks.
 * The masks need a single royal, no walked paths that attack, and no effects after the move: elsewhere (`game.fast` is
 * false, or several royals stand) every move is played and tested.
 */
enum { PINS_MAX = 64, ENEMIES_MAX = 24 };

typedef struct safety {
    bits target; /* cells that answer the attacks on the royal; all without any */
    bits pinned;
    unsigned pins;
    struct {
        unsigned cell;
        bits line; /* where this man may go instead of `target` */
    } pin[PINS_MAX];
    unsigned royal; /* CELL_NONE: none, or legality is tested otherwise */
    int attackers;
    unsigned enemies; /* threats that some man makes; more than ENEMIES_MAX: not listed */
    struct {
        const threat *threat;
        bits men;
    } enemy[ENEMIES_MAX];
} safety;

/* What a line that hops asks of a move: men that stand between its ends may go to `inside`, all others to `others`. */
typedef struct hop_rule {
    bits men, inside, others;
    bool attacks; /* as things stand */
} hop_rule;

/* The line attacks when all cells between are empty. */
static hop_rule rule_of_lame(bits between, bits men, bits sniper)
{
    hop_rule r = {bits_none(), bits_or(bits_without(between, men), sniper), bits_all(), bits_empty(men)};
    if (r.attacks) {
        r.others = r.inside;
    } else if (bits_single(men)) {
        r.men = men;
    }
    return r;
}

/* When exactly one is not. */
static hop_rule rule_of_cannon(bits between, bits men, bits sniper)
{
    int count = bits_count(men);
    bits free = bits_or(bits_without(between, men), sniper);
    hop_rule r = {bits_none(), free, bits_all(), count == 1};
    if (count == 0) {
        r.others = bits_without(bits_all(), between);
    } else if (count == 1) {
        r.men = men;
        r.inside = bits_without(bits_all(), between);
        r.others = free;
    } else if (count == 2) {
        r.men = men;
    }
    return r;
}

/* When the one next to the royal is not, and all others are. */
static hop_rule rule_of_grass(bits between, bits men, bits sniper, bits hurdle)
{
    bits behind = bits_without(between, hurdle), there = bits_and(men, behind), open = bits_without(bits_all(), hurdle);
    bool hurdled = bits_meet(men, hurdle);
    hop_rule r = {bits_none(), bits_all(), bits_all(), hurdled && bits_empty(there)};
    if (r.attacks) {
        r.men = hurdle;
        r.inside = open;
        r.others = bits_or(behind, sniper);
    } else if (bits_empty(there)) {
        r.others = open;
    } else if (bits_single(there)) {
        r.men = there;
        r.inside = hurdled ? bits_or(bits_without(behind, there), sniper) : open;
    }
    return r;
}

static hop_rule rule_of_hop(const pos *p, const slider *s, bits between, unsigned first, unsigned sniper)
{
    bits men = bits_and(between, p->occupied), end = bits_cell(sniper);
    hop_rule r = s->kind == RAY_LAME     ? rule_of_lame(between, men, end)
                 : s->kind == RAY_CANNON ? rule_of_cannon(between, men, end)
                                         : rule_of_grass(between, men, end, bits_cell(first));
    r.men = bits_and(r.men, p->owned[p->state.mover]);
    return r;
}

/* Takes one rule into account: for men without a line of their own and to see who needs one, or for those that have. */
static void apply_hop(safety *s, const hop_rule *r, bool own_lines)
{
    for (unsigned i = 0; own_lines && i < s->pins; i++) {
        bool inside = bits_has(r->men, s->pin[i].cell);
        s->pin[i].line = bits_and(s->pin[i].line, inside ? r->inside : r->others);
    }
    if (!own_lines) {
        s->target = bits_and(s->target, r->others);
        s->pinned = bits_or(s->pinned, r->men);
        s->attackers += r->attacks;
    }
}

static void apply_hops(const pos *p, safety *s, const slider *lines, bits men, bool own_lines)
{
    for (uint32_t ray = lines->ray_start[s->royal]; ray < lines->ray_start[s->royal + 1]; ray++) {
        const slider_ray *r = &lines->rays[ray];
        bits between = bits_none();
        if (!bits_meet(men, bits_at(lines->ray_sets + (size_t)ray * CORE_WORDS))) {
            continue;
        }
        for (unsigned i = 0; i < r->count; i++) {
            unsigned cell = lines->ray_cells[r->first + i];
            bool end = lines->kind == RAY_LAME ? i + 1u == r->count : i > 0;
            if (end && bits_has(men, cell)) {
                hop_rule rule = rule_of_hop(p, lines, between, lines->ray_cells[r->first], cell);
                apply_hop(s, &rule, own_lines);
            }
            bits_flip(&between, cell);
        }
    }
}

/* All lines that hop and could reach the royal. */
static void apply_all_hops(const pos *p, safety *s, bool own_lines)
{
    const game *g = p->game;
    for (int e = 0; e < g->enemy_count[p->state.mover]; e++) {
        int by = g->enemy[p->state.mover][e];
        for (int i = g->plain_threats[by]; i < g->threat_count[by] && !(g->absences && is_silent(p, by)); i++) {
            const slider *lines = &g->sliders[g->threats[by][i].slider];
            bits men = bits_and(threat_men(p, &g->threats[by][i], by), table_at(lines->empty, s->royal));
            if (!bits_empty(men)) {
                apply_hops(p, s, lines, men, own_lines);
            }
        }
    }
}

BITS_INLINE void note_enemy(safety *s, const threat *t, bits men)
{
    if (s->enemies < ENEMIES_MAX) {
        s->enemy[s->enemies].threat = t;
        s->enemy[s->enemies].men = men;
    }
    s->enemies++;
}

static void note_hopping_enemies(const pos *p, safety *s)
{
    const game *g = p->game;
    for (int e = 0; e < g->enemy_count[p->state.mover]; e++) {
        int by = g->enemy[p->state.mover][e];
        for (int i = g->plain_threats[by]; i < g->threat_count[by] && !(g->absences && is_silent(p, by)); i++) {
            note_enemy(s, &g->threats[by][i], threat_men(p, &g->threats[by][i], by));
        }
    }
}

/* Whether a royal that has moved to the cell stands there in danger; `occupied` is without it. A man that it takes there is
 * no danger. */
BITS_INLINE bool royal_in_danger(const pos *p, const safety *s, unsigned cell, bits occupied)
{
    const game *g = p->game;
    bits gone = bits_cell(cell);
    if (s->enemies > ENEMIES_MAX) {
        return attacked_plainly(p, cell, p->state.mover, occupied, gone);
    }
    for (unsigned i = 0; i < s->enemies; i++) {
        const threat *t = s->enemy[i].threat;
        bits men = bits_without(s->enemy[i].men, gone);
        if (!t->slides) {
            if (bits_meet(men, table_at(t->from, cell))) {
                return true;
            }
        } else if (bits_meet(men, table_at(g->sliders[t->slider].empty, cell)) &&
                   bits_meet(men, slider_reach(g, t->slider, cell, occupied))) {
            return true;
        }
    }
    return false;
}

/* After plain lines and leaps, whose answers are in `target`. */
static void watch_hops(const pos *p, safety *s)
{
    bits pinned = s->pinned, answers = s->target;
    apply_all_hops(p, s, false);
    for (bits more = bits_without(s->pinned, pinned); !bits_empty(more) && s->pins < PINS_MAX;) {
        s->pin[s->pins].cell = bits_pop(&more);
        s->pin[s->pins].line = answers;
        s->pins++;
    }
    if (s->pins) {
        apply_all_hops(p, s, true);
    }
}

BITS_INLINE void find_safety(const pos *p, safety *s)
{
    const game *g = p->game;
    int me = p->state.mover;
    bits own = p->owned[me];
    unsigned king = bits_first(p->royals[me]);
    s->royal = king;
    s->pins = 0;
    s->enemies = 0;
    s->pinned = bits_none();
    bits attackers = bits_none(), answers = bits_all(); /* a man may attack in two ways: all must be answered */
    for (int e = 0; e < g->enemy_count[me]; e++) {
        int by = g->enemy[me][e];
        if (g->absences && is_silent(p, by)) {
            continue;
        }
        for (int i = 0; i < g->plain_threats[by]; i++) {
            const threat *t = &g->threats[by][i];
            bits men = threat_men(p, t, by);
            if (bits_empty(men)) {
                continue;
            }
            note_enemy(s, t, men);
            if (!t->slides) {
                bits found = bits_and(men, table_at(t->from, king));
                if (!bits_empty(found)) {
                    attackers = bits_or(attackers, found);
                    answers = bits_and(answers, found);
                }
                continue;
            }
            bits snipers = bits_and(men, table_at(g->sliders[t->slider].empty, king));
            while (!bits_empty(snipers)) {
                unsigned sniper = bits_pop(&snipers);
                bits line = table_at(g->between + (size_t)king * (unsigned)g->cells * CORE_WORDS, sniper);
                bits blockers = bits_and(line, p->occupied);
                if (bits_empty(blockers)) {
                    attackers = bits_or(attackers, bits_cell(sniper));
                    bits_flip(&line, sniper);
                    answers = bits_and(answers, line);
                } else if (bits_single(blockers) && bits_meet(blockers, own) && !bits_meet(blockers, s->pinned) &&
                           s->pins < PINS_MAX) {
                    bits_flip(&line, sniper);
                    s->pin[s->pins].cell = bits_first(blockers);
                    s->pin[s->pins].line = line;
                    s->pins++;
                    s->pinned = bits_or(s->pinned, blockers);
                }
            }
        }
    }
    s->attackers = bits_count(attackers);
    s->target = s->attackers > 1 ? bits_none() : answers;
    for (unsigned i = 0; i < s->pins; i++) {
        s->pin[i].line = bits_and(s->pin[i].line, s->target);
    }
    if (g->hopping) {
        note_hopping_enemies(p, s);
        watch_hops(p, s);
    }
}

static safety safety_none(void)
{
    safety s;
    s.target = bits_all();
    s.pinned = bits_none();
    s.pins = 0;
    s.royal = CELL_NONE;
    s.attackers = 0;
    s.enemies = 0;
    return s;
}
