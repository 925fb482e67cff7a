/* Core: checks and pins, found once a position. Included by core.c. Why these masks are right:
 *   - With one royal, a move of another piece is legal exactly if no enemy ray or leap reaches the royal afterwards. A
 *     leap cannot be blocked; a ray is blocked by the cells between. Without a checker, every move is safe except those
 *     that leave a ray on which the piece was the only blocker (`pin`). With one checker, only moves onto it or between
 *     are safe; with two, none. What the moving piece changes into does not matter to its own royal.
 *   - A royal's own move is safe exactly if no enemy reaches the target with the royal taken off the board. A piece
 *     that it captures there does not count.
 *   - En passant empties two cells of a ray, castling moves two pieces, and a royal's double step can be answered en
 *     passant. These few moves are played and tested.
 *   - Hopping rays and lame leaps attack when a certain number of pieces is between. A move changes that number by
 *     leaving, entering or staying. So each such ray wants one thing from the pieces on it and another from all others
 *     (`hop_rule`), and a move is legal exactly if it satisfies every ray.
 *   - Over wrapped edges two rays from the royal may meet in a cell again, and two may lead to the same piece. There
 *     each ray is followed. A move must answer all checks, and one cell may answer two.
 * The masks need a single royal, no attacks by multi-leg paths and no effects after the move. Elsewhere
 * (SHORTCUT_MASKS is not used, or there are several royals) every move is played and tested.
 */
enum { PINS_MAX = 64, ENEMY_THREATS_MAX = 24 };

typedef struct check_info {
    bitboard check_mask; /* cells that answer the checks; all cells without a check */
    bitboard pinned;
    unsigned pin_count;
    struct {
        unsigned cell;
        bitboard ray; /* where this piece may go, instead of `check_mask` */
    } pin[PINS_MAX];
    unsigned royal; /* CELL_NONE: none, or legality is tested otherwise */
    int checker_count;
    unsigned enemy_threats; /* enemy groups with a piece; beyond ENEMY_THREATS_MAX they are not listed */
    struct {
        const attacker_group *attacker_group;
        bitboard pieces;
    } enemy_threat[ENEMY_THREATS_MAX];
} check_info;

/* What a hopping ray wants from a move: pieces between its ends may go to `inside`, all others to `others`. */
typedef struct hop_rule {
    bitboard pieces, inside, others;
    bool attacks; /* it attacks now */
} hop_rule;

/* The ray attacks when all cells between are empty. */
static hop_rule rule_of_lame(bitboard between, bitboard pieces, bitboard sniper)
{
    hop_rule r = {bb_none(), bb_or(bb_without(between, pieces), sniper), bb_all(), bb_empty(pieces)};
    if (r.attacks) {
        r.others = r.inside;
    } else if (bb_single(pieces)) {
        r.pieces = pieces;
    }
    return r;
}

/* It attacks when exactly one cell between is occupied. */
static hop_rule rule_of_cannon(bitboard between, bitboard pieces, bitboard sniper)
{
    int count = bb_count(pieces);
    bitboard free = bb_or(bb_without(between, pieces), sniper);
    hop_rule r = {bb_none(), free, bb_all(), count == 1};
    if (count == 0) {
        r.others = bb_without(bb_all(), between);
    } else if (count == 1) {
        r.pieces = pieces;
        r.inside = bb_without(bb_all(), between);
        r.others = free;
    } else if (count == 2) {
        r.pieces = pieces;
    }
    return r;
}

/* It attacks when the cell next to the royal is occupied and all others between are empty. */
static hop_rule rule_of_grasshopper(bitboard between, bitboard pieces, bitboard sniper, bitboard hurdle)
{
    bitboard behind = bb_without(between, hurdle), there = bb_and(pieces, behind), open = bb_without(bb_all(), hurdle);
    bool hurdled = bb_intersect(pieces, hurdle);
    hop_rule r = {bb_none(), bb_all(), bb_all(), hurdled && bb_empty(there)};
    if (r.attacks) {
        r.pieces = hurdle;
        r.inside = open;
        r.others = bb_or(behind, sniper);
    } else if (bb_empty(there)) {
        r.others = open;
    } else if (bb_single(there)) {
        r.pieces = there;
        r.inside = hurdled ? bb_or(bb_without(behind, there), sniper) : open;
    }
    return r;
}

static hop_rule rule_of_hop(const pos *p, const slider *s, bitboard between, unsigned first, unsigned sniper)
{
    bitboard pieces = bb_and(between, p->occupied), end = bb_cell(sniper);
    hop_rule r = s->kind == RAY_LAME_LEAPER ? rule_of_lame(between, pieces, end)
                 : s->kind == RAY_CANNON    ? rule_of_cannon(between, pieces, end)
                                            : rule_of_grasshopper(between, pieces, end, bb_cell(first));
    r.pieces = bb_and(r.pieces, p->owned[p->state.side_to_move]);
    return r;
}

/* Applies one rule: first to pieces without a pin (and finds which pieces need one), then to those with one. */
static void apply_hop(check_info *s, const hop_rule *r, bool own_rays)
{
    for (unsigned i = 0; own_rays && i < s->pin_count; i++) {
        bool inside = bb_has(r->pieces, s->pin[i].cell);
        s->pin[i].ray = bb_and(s->pin[i].ray, inside ? r->inside : r->others);
    }
    if (!own_rays) {
        s->check_mask = bb_and(s->check_mask, r->others);
        s->pinned = bb_or(s->pinned, r->pieces);
        s->checker_count += r->attacks;
    }
}

static void apply_hops(const pos *p, check_info *s, const slider *hopper, bitboard pieces, bool own_rays)
{
    for (uint32_t ray = hopper->ray_start[s->royal]; ray < hopper->ray_start[s->royal + 1]; ray++) {
        const slider_ray *r = &hopper->rays[ray];
        bitboard between = bb_none();
        if (!bb_intersect(pieces, bb_load(hopper->ray_sets + (size_t)ray * CORE_WORDS))) {
            continue;
        }
        for (unsigned i = 0; i < r->count; i++) {
            unsigned cell = hopper->ray_cells[r->first + i];
            bool end = hopper->kind == RAY_LAME_LEAPER ? i + 1u == r->count : i > 0;
            if (end && bb_has(pieces, cell)) {
                hop_rule rule = rule_of_hop(p, hopper, between, hopper->ray_cells[r->first], cell);
                apply_hop(s, &rule, own_rays);
            }
            bb_toggle(&between, cell);
        }
    }
}

/* All hopping rays that could reach the royal. */
static void apply_all_hops(const pos *p, check_info *s, bool own_rays)
{
    const variant *v = p->variant;
    for (int e = 0; e < v->enemy_count[p->state.side_to_move]; e++) {
        int by = v->enemy_list[p->state.side_to_move][e];
        for (int i = v->non_hopping_count[by];
             i < v->attacker_count[by] && !(v->has_missed_turns && attacks_nothing(p, by)); i++) {
            const slider *hopper = &v->sliders[v->attackers[by][i].slider];
            bitboard pieces =
                bb_and(threat_pieces(p, &v->attackers[by][i], by), table_at(hopper->empty_board_attacks, s->royal));
            if (!bb_empty(pieces)) {
                apply_hops(p, s, hopper, pieces, own_rays);
            }
        }
    }
}

BB_INLINE void add_enemy_threat(check_info *s, const attacker_group *t, bitboard pieces)
{
    if (s->enemy_threats < ENEMY_THREATS_MAX) {
        s->enemy_threat[s->enemy_threats].attacker_group = t;
        s->enemy_threat[s->enemy_threats].pieces = pieces;
    }
    s->enemy_threats++;
}

static void add_hopper_threats(const pos *p, check_info *s)
{
    const variant *v = p->variant;
    for (int e = 0; e < v->enemy_count[p->state.side_to_move]; e++) {
        int by = v->enemy_list[p->state.side_to_move][e];
        for (int i = v->non_hopping_count[by];
             i < v->attacker_count[by] && !(v->has_missed_turns && attacks_nothing(p, by)); i++) {
            add_enemy_threat(s, &v->attackers[by][i], threat_pieces(p, &v->attackers[by][i], by));
        }
    }
}

/* Whether a royal that has moved to the cell would be attacked there. `occupied` is without the royal. A piece that it
 * captures there does not count. */
BB_INLINE bool royal_would_be_attacked(const pos *p, const check_info *s, unsigned cell, bitboard occupied)
{
    const variant *v = p->variant;
    bitboard gone = bb_cell(cell);
    if (s->enemy_threats > ENEMY_THREATS_MAX) {
        return is_attacked_without_abilities(p, cell, p->state.side_to_move, occupied, gone);
    }
    for (unsigned i = 0; i < s->enemy_threats; i++) {
        const attacker_group *t = s->enemy_threat[i].attacker_group;
        bitboard pieces = bb_without(s->enemy_threat[i].pieces, gone);
        if (!t->is_slider) {
            if (bb_intersect(pieces, table_at(t->from, cell))) {
                return true;
            }
        } else if (bb_intersect(pieces, table_at(v->sliders[t->slider].empty_board_attacks, cell)) &&
                   bb_intersect(pieces, slider_attacks(v, t->slider, cell, occupied))) {
            return true;
        }
    }
    return false;
}

/* Runs after the plain rays and leaps, whose answers are in `check_mask`. */
static void add_hopper_pins(const pos *p, check_info *s)
{
    bitboard pinned = s->pinned, answers = s->check_mask;
    apply_all_hops(p, s, false);
    for (bitboard more = bb_without(s->pinned, pinned); !bb_empty(more) && s->pin_count < PINS_MAX;) {
        s->pin[s->pin_count].cell = bb_pop_lsb(&more);
        s->pin[s->pin_count].ray = answers;
        s->pin_count++;
    }
    if (s->pin_count) {
        apply_all_hops(p, s, true);
    }
}

/* A pin along a ray. On boards where rays join a piece may be pinned along two: it keeps to both. */
static void pin_on_ray(check_info *s, unsigned cell, bitboard ray)
{
    for (unsigned i = 0; i < s->pin_count; i++) {
        if (s->pin[i].cell == cell) {
            s->pin[i].ray = bb_and(s->pin[i].ray, ray);
            return;
        }
    }
    if (s->pin_count < PINS_MAX) {
        s->pin[s->pin_count].cell = cell;
        s->pin[s->pin_count].ray = ray;
        s->pin_count++;
        s->pinned = bb_or(s->pinned, bb_cell(cell));
    }
}

/* Checks and pins by the snipers of a slider, ray by ray. A piece that attacks along two rays must be answered on both.
 */
static void find_on_rays(const pos *p, check_info *s, const slider *from_royal, bitboard snipers, bitboard *attackers,
                         bitboard *answers)
{
    for (uint32_t ray = from_royal->ray_start[s->royal]; ray < from_royal->ray_start[s->royal + 1]; ray++) {
        const slider_ray *r = &from_royal->rays[ray];
        bitboard before = bb_none();
        unsigned blockers = 0, blocker = CELL_NONE;
        for (unsigned i = 0; i < r->count && blockers < 2; i++) {
            unsigned cell = from_royal->ray_cells[r->first + i];
            bb_toggle(&before, cell);
            if (bb_has(snipers, cell) && !blockers) {
                *attackers = bb_or(*attackers, bb_cell(cell));
                *answers = bb_and(*answers, before);
            } else if (bb_has(snipers, cell) && bb_has(p->owned[p->state.side_to_move], blocker)) {
                pin_on_ray(s, blocker, bb_without(before, bb_cell(blocker)));
            }
            if (p->board[cell]) {
                blocker = cell;
                blockers++;
            }
        }
    }
}

BB_INLINE void find_checks_and_pins(const pos *p, check_info *s)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard own = p->owned[us];
    unsigned king = bb_lsb(p->royals[us]);
    s->royal = king;
    s->pin_count = 0;
    s->enemy_threats = 0;
    s->pinned = bb_none();
    bitboard attackers = bb_none(), answers = bb_all(); /* a piece may attack in two ways: all must be answered */
    for (int e = 0; e < v->enemy_count[us]; e++) {
        int by = v->enemy_list[us][e];
        if (v->has_missed_turns && attacks_nothing(p, by)) {
            continue;
        }
        for (int i = 0; i < v->non_hopping_count[by]; i++) {
            const attacker_group *t = &v->attackers[by][i];
            bitboard pieces = threat_pieces(p, t, by);
            if (bb_empty(pieces)) {
                continue;
            }
            add_enemy_threat(s, t, pieces);
            if (!t->is_slider) {
                bitboard found = bb_and(pieces, table_at(t->from, king));
                if (!bb_empty(found)) {
                    attackers = bb_or(attackers, found);
                    answers = bb_single(found) ? bb_and(answers, found) : bb_none();
                }
                continue;
            }
            bitboard snipers = bb_and(pieces, table_at(v->sliders[t->slider].empty_board_attacks, king));
            if (v->rays_join && !bb_empty(snipers)) {
                find_on_rays(p, s, &v->sliders[t->slider], snipers, &attackers, &answers);
                continue;
            }
            while (!bb_empty(snipers)) {
                unsigned sniper = bb_pop_lsb(&snipers);
                bitboard ray = cells_between(v, king, sniper);
                bitboard blockers = bb_and(ray, p->occupied);
                if (bb_empty(blockers)) {
                    attackers = bb_or(attackers, bb_cell(sniper));
                    bb_toggle(&ray, sniper);
                    answers = bb_and(answers, ray);
                } else if (bb_single(blockers) && bb_intersect(blockers, own) && !bb_intersect(blockers, s->pinned) &&
                           s->pin_count < PINS_MAX) {
                    bb_toggle(&ray, sniper);
                    s->pin[s->pin_count].cell = bb_lsb(blockers);
                    s->pin[s->pin_count].ray = ray;
                    s->pin_count++;
                    s->pinned = bb_or(s->pinned, blockers);
                }
            }
        }
    }
    s->checker_count = bb_count(attackers);
    s->check_mask = s->checker_count > 1 && !v->rays_join ? bb_none() : answers;
    for (unsigned i = 0; i < s->pin_count; i++) {
        s->pin[i].ray = bb_and(s->pin[i].ray, s->check_mask);
    }
    if (v->has_hopping_attackers) {
        add_hopper_threats(p, s);
        add_hopper_pins(p, s);
    }
}

static check_info no_checks(void)
{
    check_info s;
    s.check_mask = bb_all();
    s.pinned = bb_none();
    s.pin_count = 0;
    s.royal = CELL_NONE;
    s.checker_count = 0;
    s.enemy_threats = 0;
    return s;
}
