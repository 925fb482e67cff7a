/* Core, part five: moves, listed or counted. Included by core.c.
 *
 * One generator, `generate`, is compiled once for each purpose by the constants that it is called with: legal moves
 * listed, legal moves counted, pseudo-legal moves listed, noisy ones listed, captures listed, captures counted beside all
 * legal moves. Why the masks are right:
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

typedef enum purpose {
    LIST_LEGAL,
    COUNT_LEGAL,
    LIST_PSEUDO,
    LIST_NOISY,
    LIST_TAKES,  /* of the legal moves those that take */
    COUNT_TAKES, /* counts legal moves, and apart those that take */
    COUNT_ASKED, /* counts moves; those that hooks are asked about are listed and judged one by one: see judge */
} purpose;

/* What the hooks that judge moves ask about here, found once for all moves of a position. */
typedef struct judge {
    bool asks;          /* some hook has something to ask */
    bool checks;        /* some asks about checks alone */
    bool any_checks;    /* of any move: it cannot be told which give check */
    bool discovers;     /* `discover` was found */
    uint64_t movers[4]; /* bits by piece: whose moves on the board it may concern */
    bits lines;         /* of lines to an enemy royal on an empty board: who stands elsewhere discovers nothing */
    bits discover;      /* own men behind whom a line to an enemy royal is masked */
    man_id known;       /* whose checking cells these are */
    bits known_cells;
} judge;

typedef struct output {
    move_list *list;
    uint64_t count;
    uint64_t takes;    /* with COUNT_TAKES: how many of them take */
    bool forced;       /* with LIST_TAKES and COUNT_TAKES: one that takes makes all others illegal */
    position *counted; /* moves are only counted, those that may be played: see count_slow */
    bool any;          /* and one is enough */
    judge *judge;      /* with COUNT_ASKED, where the moves that are listed are safe, and hooks are still to be asked */
} output;

static bool core_allowed(position *p, move m);
static bool is_refused(const pos *p, move m, judge *j);
static bool concerns(const pos *p, const judge *j, man_id man);
static bits asked_cells(const pos *p, judge *j, man_id man, unsigned from);

/* Counts the moves in the list that may be played, and empties it. */
static void count_listed(output *out)
{
    for (size_t i = 0; i < out->list->count && !(out->any && out->count); i++) {
        move m = out->list->moves[i];
        out->count += out->judge ? !is_refused(pos_of(out->counted), m, out->judge) : core_allowed(out->counted, m);
    }
    out->list->count = 0;
}

static void emit_full(output *out, move m)
{
    if (out->counted) {
        count_listed(out);
        out->list->moves[out->list->count++] = m;
    } else {
        out->list->overflow = true;
    }
}

BITS_INLINE void emit(output *out, move m)
{
    move_list *list = out->list;
    if (list->count < list->room) {
        list->moves[list->count++] = m;
    } else {
        emit_full(out, m);
    }
}

BITS_INLINE bool is_count(purpose why)
{
    return why == COUNT_LEGAL || why == COUNT_TAKES;
}

/* The purposes that care for captures alone, where these are forced: by all men, or by those that the rule names. */
BITS_INLINE bool asks_takes(purpose why)
{
    return why == LIST_TAKES || why == COUNT_TAKES;
}

BITS_INLINE void note_takes(const pos *p, output *out, man_id man, unsigned count)
{
    const game *g = p->game;
    if (count) {
        out->takes += count;
        out->forced |=
            !g->rules->captures.by_count || set_has(g->captures_by, (unsigned)g->type[g->man_type[man]].piece);
    }
}

static bool safe_after_ply(pos *p, int mover);
static int answerer(const pos *p, int mover);
static bool gives_check_to_any(const pos *p, int mover);

/* How many enemies of the player have a royal on the board. */
static int royal_enemies(const pos *p, int player)
{
    int count = 0;
    for (int e = 0; e < p->game->enemy_count[player]; e++) {
        count += !bits_empty(p->royals[p->game->enemy[player][e]]);
    }
    return count;
}

/* Plays the move, sees whether a royal of the mover stands in danger, takes it back. Who takes the last royal of an
 * enemy need not look after his own. */
static bool safe_by_play(const pos *p, move m)
{
    pos *w = (pos *)p;
    undo u;
    int mover = p->state.mover;
    bool fall = p->royals_fall || p->game->blasts;
    int royal = fall ? royal_enemies(p, mover) : 0, own = bits_count(p->royals[mover]);
    if (p->game->prepares && is_preparation(p->game, m)) {
        return true;
    }
    play_move(w, m, &u);
    bool safe = p->game->open_turns ? safe_after_ply(w, mover) : !player_in_check(w, mover);
    safe = safe || (royal && royal_enemies(w, mover) < royal);
    safe = safe && !(p->game->blasts && bits_count(p->royals[mover]) < own); /* nobody blows up his own */
    undo_move(w, &u);
    return safe;
}

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

/* `answers`: what plain lines and leaps leave to men that are not pinned by them. */
static void watch_hops(const pos *p, safety *s, bits answers)
{
    bits pinned = s->pinned;
    s->target = answers;
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
        s->pin[i].line = bits_and(s->pin[i].line, answers);
    }
    if (g->hopping) {
        note_hopping_enemies(p, s);
        watch_hops(p, s, answers);
    }
}

/* Own men that others may stand on: nobody stands on a royal. */
static bits own_ground(const pos *p)
{
    int me = p->state.mover;
    return bits_without(p->owned[me], p->royals[me]);
}

static bits own_reach(const pos *p, const man_plan *plan, unsigned from)
{
    bits found = plan->leap_own ? table_at(plan->leap_own, from) : bits_none();
    for (unsigned i = 0; i < plan->slides; i++) {
        if (plan->slide[i].modes & LEG_OWN) {
            found = bits_or(found, slider_reach(p->game, plan->slide[i].slider, from, p->occupied));
        }
    }
    return bits_and(found, own_ground(p));
}

static bits all_royals(const pos *p)
{
    bits found = bits_none();
    for (int player = 0; player < p->game->players; player++) {
        found = bits_or(found, p->royals[player]);
    }
    return found;
}

/* Where a man may go by its leaps and lines, ignoring safety. */
BITS_INLINE bits reach_of(const pos *p, const man_plan *plan, unsigned from, bits takeable)
{
    const game *g = p->game;
    bits both = bits_none();
    if (plan->leap_both) {
        both = table_at(plan->leap_both, from);
    }
    if (plan->plain) {
        for (unsigned i = 0; i < plan->slides; i++) {
            both = bits_or(both, slider_reach(g, plan->slide[i].slider, from, p->occupied));
        }
        return bits_and(both, bits_or(takeable, bits_without(bits_all(), p->occupied)));
    }
    bits quiet = bits_without(bits_all(), p->occupied);
    bits found = bits_and(both, bits_or(takeable, quiet));
    if (plan->leap_move) {
        found = bits_or(found, bits_and(table_at(plan->leap_move, from), quiet));
    }
    if (plan->leap_take) {
        found = bits_or(found, bits_and(table_at(plan->leap_take, from), takeable));
    }
    for (unsigned i = 0; i < plan->slides; i++) {
        if (plan->slide[i].modes == SLIDE_ROYALS && !p->royals_fall) {
            continue;
        }
        bits line = slider_reach(g, plan->slide[i].slider, from, p->occupied);
        if (plan->slide[i].modes == SLIDE_ROYALS) {
            found = bits_or(found, bits_and(line, bits_and(takeable, all_royals(p))));
        }
        if (plan->slide[i].modes & LEG_MOVE) {
            found = bits_or(found, bits_and(line, quiet));
        }
        if (plan->slide[i].modes & LEG_CAPTURE) {
            found = bits_or(found, bits_and(line, takeable));
        }
    }
    return plan->stands ? bits_or(found, own_reach(p, plan, from)) : found;
}

static bool in_box(const pos *p, int owner, unsigned type)
{
    const game *g = p->game;
    return hand_of(p)[game_man(g, owner, g->base_type[g->type[type].piece])] > 0;
}

/* The ways in which one step can be made: promotions and, where it may be declined, none. Returns how many. */
static unsigned step_ways(const pos *p, man_id man, unsigned from, unsigned to, man_id taken, uint16_t *into)
{
    const game *g = p->game;
    const man_plan *plan = &g->plans[man];
    const promotion_table *t = plan->promotion;
    unsigned count = 0;
    bool converts = taken && g->becomes && g->becomes[(size_t)p->board[from] * (unsigned)g->men + taken];
    bool forced = !converts && set_has(t->forced + (size_t)from * CORE_WORDS, to);
    bool optional = !converts && set_has(t->optional + (size_t)from * CORE_WORDS, to);
    if (forced || optional) {
        for (uint32_t i = t->list[to]; i < t->list[to + 1]; i++) {
            if (!t->from_box || in_box(p, g->man_owner[p->board[from]], t->into[i])) {
                into[count++] = (uint16_t)(t->into[i] + 1);
            }
        }
    }
    if (!forced || count == 0) {
        into[count++] = 0;
    }
    return count;
}

/* How many moves steps onto these cells are: a promotion counts in all its ways. */
BITS_INLINE unsigned count_steps(const pos *p, man_id man, unsigned from, bits targets)
{
    const man_plan *plan = &p->game->plans[man];
    const promotion_table *t = plan->promotion;
    int steps = bits_count(targets);
    if (t) {
        if (t->ways && !plan->converts) {
            bits forced = bits_and(targets, table_at(t->forced, from));
            bits optional = bits_and(targets, table_at(t->optional, from));
            steps += bits_count(forced) * (t->ways - 1) + bits_count(optional) * t->ways;
        } else {
            bits changing = bits_and(targets, bits_or(table_at(t->forced, from), table_at(t->optional, from)));
            uint16_t into[TYPES_MAX + 2];
            while (!bits_empty(changing)) {
                unsigned to = bits_pop(&changing);
                steps += (int)step_ways(p, man, from, to, p->board[to], into) - 1;
            }
        }
    }
    return (unsigned)steps;
}

/* Plain steps; where there is room for all, nothing is asked of each. */
BITS_INLINE void emit_steps(output *out, unsigned from, bits targets)
{
    move_list *list = out->list;
    if (list->room - list->count < (size_t)bits_count(targets)) {
        while (!bits_empty(targets)) {
            emit(out, move_pack(MOVE_STEP, from, bits_pop(&targets), 0, 0, 0));
        }
        return;
    }
    move *next = list->moves + list->count;
    while (!bits_empty(targets)) {
        *next++ = move_pack(MOVE_STEP, from, bits_pop(&targets), 0, 0, 0);
    }
    list->count = (size_t)(next - list->moves);
}

BITS_INLINE void put_steps(const pos *p, output *out, purpose why, man_id man, unsigned from, bits targets)
{
    const game *g = p->game;
    const man_plan *plan = &g->plans[man];
    const promotion_table *t = plan->promotion;
    if (is_count(why)) {
        out->count += count_steps(p, man, from, targets);
        if (why == COUNT_TAKES) {
            bits takes = bits_and(targets, p->occupied);
            note_takes(p, out, man, bits_empty(takes) ? 0 : count_steps(p, man, from, takes));
        }
        return;
    }
    if (why == LIST_TAKES) {
        targets = bits_and(targets, p->occupied);
        note_takes(p, out, man, !bits_empty(targets));
    }
    bits changing =
        t ? bits_and(targets, bits_or(table_at(t->forced, from), table_at(t->optional, from))) : bits_none();
    if (why == LIST_NOISY) {
        targets = bits_and(targets, bits_or(p->occupied, changing));
    }
    emit_steps(out, from, bits_without(targets, changing));
    changing = bits_and(changing, targets);
    while (!bits_empty(changing)) {
        uint16_t into[TYPES_MAX + 2];
        unsigned to = bits_pop(&changing);
        unsigned count = step_ways(p, man, from, to, p->board[to], into);
        for (unsigned i = 0; i < count; i++) {
            if (why != LIST_NOISY || into[i] || p->board[to]) {
                emit(out, move_pack(MOVE_STEP, from, to, into[i], 0, 0));
            }
        }
    }
}

/* One move that is not a plain step, promotions included. `test`: its safety is found by play. */
static void put_special(const pos *p, output *out, purpose why, man_id man, move_kind kind, unsigned from, unsigned to,
                        unsigned aux, bool test)
{
    const man_plan *plan = &p->game->plans[man];
    man_id taken = p->board[kind == MOVE_PASSING || kind == MOVE_LOCUST ? aux : to];
    if ((why == LIST_TAKES && !taken) ||
        (test && why != LIST_PSEUDO && !safe_by_play(p, move_pack(kind, from, to, 0, aux, 0)))) {
        return;
    }
    unsigned count = 1;
    uint16_t into[TYPES_MAX + 2];
    into[0] = 0;
    if (plan->promotion) {
        count = step_ways(p, man, from, to, taken, into);
    }
    if (asks_takes(why) && taken) {
        note_takes(p, out, man, count);
    }
    if (is_count(why)) {
        out->count += count;
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (why != LIST_NOISY || taken || into[i]) {
            emit(out, move_pack(kind, from, to, into[i], aux, 0));
        }
    }
}

/* Whether one of the men stands that the movement asks for. */
static bool beside_holds(const pos *p, const special *s)
{
    const game *g = p->game;
    for (bits men = bits_and(set_of(g, s->beside), p->occupied); !bits_empty(men);) {
        man_id man = p->board[bits_pop(&men)];
        if (g->type[g->man_type[man]].piece == s->beside_piece && s->beside_owners >> g->man_owner[man] & 1) {
            return true;
        }
    }
    return false;
}

/* All walks of a man from its cell. Two ways to one end that take the same are one move; `steps` are the ends of moves
 * that are made without walking. */
static void put_walks(const pos *p, output *out, purpose why, man_id man, unsigned from, bits takeable, bits steps)
{
    const game *g = p->game;
    const man_plan *plan = &g->plans[man];
    walk_end ends[WALK_FOUND_MAX];
    walker w = {.p = p,
                .from = from,
                .owner = p->state.mover,
                .takeable = takeable,
                .occupied = p->occupied,
                .target = CELL_NONE,
                .gone = CELL_NONE,
                .ends = ends};
    for (uint32_t i = plan->special_start[from]; i < plan->special_end[from]; i++) {
        const special *s = &plan->specials[i];
        if (s->kind == SPECIAL_WALK && (s->right < 0 || p->state.rights >> s->right & 1)) {
            w.path = &g->walks[s->walk];
            w.victims = s->victims;
            walk_from(&w, 0, from, CELL_NONE);
        }
    }
    for (unsigned i = 0; i < w.count; i++) {
        bool locust = ends[i].taken != CELL_NONE;
        bool again = !locust && bits_has(steps, ends[i].to);
        for (unsigned k = 0; k < i && !again; k++) {
            again = ends[k].to == ends[i].to && ends[k].taken == ends[i].taken;
        }
        if (!again) {
            put_special(p, out, why, man, locust ? MOVE_LOCUST : MOVE_STEP, from, ends[i].to,
                        locust ? ends[i].taken : 0, true);
        }
    }
}

/* A move of a kind that sets do not count; `test`: whether it is safe is found by playing it. */
static void put_single(const pos *p, output *out, purpose why, move m, bool test)
{
    bool step = move_kind_of(m) == MOVE_STEP || move_kind_of(m) == MOVE_DOUBLE;
    bool takes = step && p->board[move_to(m)];
    if ((why == LIST_TAKES && !takes) || (test && why != LIST_PSEUDO && !safe_by_play(p, m))) {
        return;
    }
    if (asks_takes(why) && takes) {
        note_takes(p, out, p->board[move_from(m)], 1);
    }
    if (is_count(why)) {
        out->count++;
    } else {
        emit(out, m);
    }
}

static bool checks_by(pos *p, move m);
static bits checking_cells(const pos *p, man_id man);

/* Whether the man, gone to another cell or not and become another there, can give check: by itself from there, or by no
 * longer standing on a line. More often than it does, never less. */
static bool may_check_as(const pos *p, man_id man, unsigned from, unsigned to)
{
    const game *g = p->game;
    int me = p->state.mover;
    if (!g->fast || g->walking[me] || g->hopping || g->plans[man].slides || bits_has(checking_cells(p, man), to)) {
        return true;
    }
    for (int e = 0; e < g->enemy_count[me]; e++) {
        for (bits royals = p->royals[g->enemy[me][e]]; !bits_empty(royals);) {
            unsigned royal = bits_pop(&royals);
            for (int i = 0; from != to && i < g->threat_count[me]; i++) {
                const threat *t = &g->threats[me][i];
                if (t->slides && bits_has(table_at(g->sliders[t->slider].empty, royal), from)) {
                    return true;
                }
            }
        }
    }
    return gives_check_to_any(p, me);
}

/* Whether a movement that may not give check would. */
static bool breaks_silence(const pos *p, const special *s, move m)
{
    man_id man = game_man(p->game, p->state.mover, (int)s->into - 1);
    return s->silent && may_check_as(p, man, move_from(m), move_to(m)) && checks_by((pos *)p, m);
}

/* Staying is no answer to an attack: with one, the cells that answer it are not the man's own. What stands there after
 * it does not matter to its own royal, unless it is that. */
static void put_stay(const pos *p, output *out, purpose why, const special *s, unsigned cell, bool royal)
{
    move m = move_pack(MOVE_TURN, cell, cell, s->into, TURN_STAY, 0);
    if ((why != LIST_NOISY || s->into) && (why == LIST_PSEUDO || !breaks_silence(p, s, m))) {
        put_single(p, out, why, m, royal);
    }
}

/* A movement that makes something else of its man. */
static void put_becoming(const pos *p, output *out, purpose why, const special *s, unsigned from, bool test)
{
    move m = move_pack(s->leaves_passed ? MOVE_DOUBLE : MOVE_STEP, from, s->to, s->into,
                       s->leaves_passed ? s->first_clear : 0, 0);
    if (why == LIST_PSEUDO || !breaks_silence(p, s, m)) {
        put_single(p, out, why, m, test);
    }
}

/* The movement that the move is by which its man becomes another; NULL. */
static const special *special_of(const pos *p, move m)
{
    move_kind kind = move_kind_of(m);
    const man_plan *plan = &p->game->plans[p->board[move_from(m)]];
    bool becoming = move_into(m) && (kind == MOVE_STEP || kind == MOVE_DOUBLE || kind == MOVE_TURN);
    for (uint32_t i = becoming && plan->special_start ? plan->special_start[move_from(m)] : UINT32_MAX;
         i < UINT32_MAX && i < plan->special_end[move_from(m)]; i++) {
        const special *s = &plan->specials[i];
        bool stays = s->kind == SPECIAL_STAY;
        if (s->into == move_into(m) && s->to == move_to(m) && stays == (kind == MOVE_TURN)) {
            return s;
        }
    }
    return NULL;
}

/* Whether those men stand whom the movement wants, or none of them where it wants none. */
static bool company_holds(const pos *p, const special *s)
{
    bool stands = false;
    for (unsigned i = 0; i < s->company_count; i++) {
        stands |= !bits_empty(p->men[s->company[i]]);
    }
    return stands != s->alone;
}

/* Rides round the board and back: whichever ways are open, they are one move. */
static void put_circles(const pos *p, output *out, purpose why, man_id man, unsigned from)
{
    const game *g = p->game;
    const man_plan *plan = &g->plans[man];
    bool open = false;
    for (uint32_t i = plan->special_start[from]; i < plan->special_end[from] && !open; i++) {
        const special *s = &plan->specials[i];
        open = s->kind == SPECIAL_CIRCLE && (s->right < 0 || p->state.rights >> s->right & 1) &&
               !bits_meet(set_of(g, s->clear), p->occupied);
    }
    if (open && why != LIST_NOISY) {
        put_single(p, out, why, move_pack(MOVE_TURN, from, from, 0, TURN_CIRCLE, 0), true);
    }
}

static void put_specials(const pos *p, output *out, purpose why, man_id man, unsigned from, bits takeable, bits mask,
                         bool royal)
{
    const game *g = p->game;
    const man_plan *plan = &g->plans[man];
    bits steps = plan->overlaps ? reach_of(p, plan, from, takeable) : bits_none();
    for (uint32_t i = plan->special_start[from]; i < plan->special_end[from]; i++) {
        const special *s = &plan->specials[i];
        if ((s->kind != SPECIAL_LEAP && s->kind != SPECIAL_STAY) ||
            (s->right >= 0 && !(p->state.rights >> s->right & 1)) || (s->company_count && !company_holds(p, s))) {
            continue;
        }
        if (s->kind == SPECIAL_STAY) {
            if (royal || bits_has(mask, from)) {
                put_stay(p, out, why, s, from, royal);
            }
            continue;
        }
        man_id there = p->board[s->to];
        bool fits = there ? (s->modes & LEG_CAPTURE && bits_has(takeable, s->to) &&
                             (!s->victims || set_has(s->victims->bits, piece_at(p, s->to)))) ||
                                (s->modes & LEG_OWN && bits_has(own_ground(p), s->to))
                          : (s->modes & LEG_MOVE) != 0;
        if (s->needs_beside && !beside_holds(p, s)) {
            continue;
        }
        if (!fits || (s->first_clear != CELL_NONE && bits_meet(set_of(g, s->clear), p->occupied))) {
            continue;
        }
        if (s->right >= 0 && tower_height(p, from)) {
            continue; /* the lowest man has the right, and men stand on him */
        }
        if (s->into) {
            if (royal || bits_has(mask, s->to)) {
                put_becoming(p, out, why, s, from, royal);
            }
            continue;
        }
        if (plan->overlaps) {
            if (bits_has(steps, s->to)) {
                continue; /* another of his movements goes there as well: one move */
            }
            bits_flip(&steps, s->to);
        }
        if (!royal && !bits_has(mask, s->to)) {
            continue;
        }
        put_special(p, out, why, man, s->leaves_passed ? MOVE_DOUBLE : MOVE_STEP, from, s->to,
                    s->leaves_passed ? s->first_clear : 0, royal);
    }
    if (plan->walks) {
        put_walks(p, out, why, man, from, takeable, steps);
    }
    if (plan->circles) {
        put_circles(p, out, why, man, from);
    }
}

/* The ways in which a chain can end: promotions, unless it has promoted on its way. */
static unsigned chain_ways(const pos *p, man_id man, const chain_end *e, uint16_t *into)
{
    const game *g = p->game;
    if (e->man != man) {
        into[0] = (uint16_t)(g->man_type[e->man] + 1);
        return 1;
    }
    into[0] = 0;
    return g->plans[man].promotion ? step_ways(p, man, e->before, e->to, MAN_NONE, into) : 1;
}

static void put_chains(const pos *p, output *out, purpose why, man_id man, unsigned from, bits victims)
{
    chain_end ends[CHAIN_WAYS_MAX];
    jumper j;
    jump_begin(&j, p, from, victims);
    j.ends = ends;
    jump_on(&j, man, from, NULL);
    bool test = why != LIST_PSEUDO && !bits_empty(p->royals[p->state.mover]);
    for (unsigned i = 0; i < j.count; i++) {
        const chain_end *e = &ends[i];
        uint16_t into[TYPES_MAX + 2];
        unsigned ways = chain_ways(p, man, e, into), extra = chain_pack(i, e->count);
        if (test && !safe_by_play(p, move_pack(MOVE_CHAIN, from, e->to, into[0], e->first, extra))) {
            continue;
        }
        if (why == COUNT_LEGAL) {
            out->count += ways;
            continue;
        }
        for (unsigned k = 0; k < ways; k++) {
            emit(out, move_pack(MOVE_CHAIN, from, e->to, into[k], e->first, extra));
        }
    }
}

/* All jumps of the mover, alone or in chains. */
static void put_jumps(const pos *p, output *out, purpose why)
{
    const game *g = p->game;
    bits victims = jump_victims(p), frozen = g->freezing ? frozen_for(p, p->state.mover) : bits_none();
    for (int type = 0; type < g->types; type++) {
        man_id man = game_man(g, p->state.mover, type);
        const man_plan *plan = &g->plans[man];
        if (!plan->jump_count) {
            continue;
        }
        for (bits men = bits_without(p->men[man], frozen); !bits_empty(men);) {
            unsigned from = bits_pop(&men);
            if (bits_meet(table_at(plan->jump_near, from), victims)) {
                put_chains(p, out, why, man, from, victims);
            }
        }
    }
}

/* A royal that may not slide through attack: the cells on its way must be safe as well. */
static bool way_is_safe(const pos *p, unsigned from, unsigned to)
{
    const game *g = p->game;
    bits way = table_at(g->between + (size_t)from * (unsigned)g->cells * CORE_WORDS, to);
    bits lifted = p->occupied;
    bits_flip(&lifted, from);
    /* A leap passes over cells without crossing them: only a line that is really open was slid along. */
    while (!bits_empty(way)) {
        if (attacked_by_enemies(p, bits_pop(&way), p->state.mover, lifted, bits_none())) {
            return false;
        }
    }
    return true;
}

/* Whether `to` is reached from `from` by a line rather than by a leap. */
static bool slides_to(const pos *p, const man_plan *plan, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < plan->slides; i++) {
        bool line = p->game->sliders[plan->slide[i].slider].kind == RAY_LINE;
        if (line && bits_has(slider_reach(p->game, plan->slide[i].slider, from, p->occupied), to)) {
            return true;
        }
    }
    return false;
}

BITS_INLINE void put_royal(const pos *p, output *out, purpose why, unsigned from, bits takeable, const safety *s)
{
    const game *g = p->game;
    man_id man = p->board[from];
    const man_plan *plan = &g->plans[man];
    bits targets = reach_of(p, plan, from, takeable);
    if ((why == LIST_NOISY && !plan->promotion) || why == LIST_TAKES) {
        targets = bits_and(targets, p->occupied);
    }
    if (why != LIST_PSEUDO) {
        bits lifted = p->occupied;
        bits_flip(&lifted, from);
        for (bits left = targets; !bits_empty(left);) {
            unsigned to = bits_pop(&left);
            if (royal_in_danger(p, s, to, lifted)) {
                bits_flip(&targets, to);
            }
        }
    }
    if (!g->royal_slides_through_attack && plan->slides) {
        for (bits left = targets; !bits_empty(left);) {
            unsigned to = bits_pop(&left);
            if (slides_to(p, plan, from, to) && !way_is_safe(p, from, to)) {
                bits_flip(&targets, to);
            }
        }
    }
    put_steps(p, out, why, man, from, targets);
    if (plan->special_start) {
        put_specials(p, out, why, man, from, takeable, bits_all(), true);
    }
}

static bool castling_allowed(const pos *p, const castling *c)
{
    const game *g = p->game;
    int me = p->state.mover;
    if (p->board[c->king_from] != c->king || p->board[c->partner_from] != c->partner) {
        return false;
    }
    if (bits_meet(set_of(g, c->clear), p->occupied) || tower_height(p, c->king_from) ||
        tower_height(p, c->partner_from)) {
        return false;
    }
    if (!g->man_royal[c->king]) {
        return true; /* nothing can be in check */
    }
    bits lifted = p->occupied;
    bits_flip(&lifted, c->king_from);
    bits path = set_of(g, c->path);
    if (g->blasts) {
        path = bits_without(path, bits_cell(c->king_to)); /* a line that touching cut may go on behind the king */
    }
    while (!bits_empty(path)) {
        if (attacked_by_enemies(p, bits_pop(&path), me, lifted, bits_none())) {
            return false;
        }
    }
    bits after = lifted;
    bits_flip(&after, c->partner_from);
    after = bits_or(after, bits_or(bits_cell(c->partner_to), bits_cell(c->king_to)));
    return !attacked_by_enemies(p, c->king_to, me, after, bits_none());
}

static void put_castlings(const pos *p, output *out, purpose why, unsigned king)
{
    const game *g = p->game;
    uint32_t rights = p->state.rights & g->castling_rights & g->player_rights[p->state.mover];
    for (; rights; rights &= rights - 1) {
        unsigned number = g->castling_at[(size_t)word_first(rights) * (unsigned)g->cells + king];
        for (; number; number = g->castlings[number - 1].also) {
            const castling *c = &g->castlings[number - 1];
            if (!castling_allowed(p, c)) {
                continue;
            }
            if (is_count(why)) {
                out->count++;
            } else if (why != LIST_NOISY && why != LIST_TAKES) {
                emit(out, move_pack(MOVE_CASTLE, c->king_from, c->king_to, 0, number - 1, 0));
            }
        }
    }
}

/* Castlings of men that are not royal: they are not met among the royals. */
static void put_plain_castlings(const pos *p, output *out, purpose why)
{
    const game *g = p->game;
    bits done = bits_none();
    for (int i = 0; i < g->castling_count; i++) {
        const castling *c = &g->castlings[i];
        bool fits = g->man_owner[c->king] == p->state.mover && !g->man_royal[c->king] &&
                    p->board[c->king_from] == c->king && !bits_has(done, c->king_from);
        if (fits) {
            bits_flip(&done, c->king_from);
            put_castlings(p, out, why, c->king_from);
        }
    }
}

static bool core_any(position *p);

/* Whether a drop, which attacks an enemy royal from `to`, is refused because it checks or mates. */
static bool drop_refused(const pos *p, const drop_table *d, move m)
{
    pos *w = (pos *)p;
    undo u;
    int me = w->state.mover;
    play_move(w, m, &u);
    bool refused = false;
    w->state.mover = (uint8_t)answerer(w, me);
    if (player_in_check(w, w->state.mover)) {
        refused = !d->check || !core_any(position_of(w));
    }
    undo_move(w, &u);
    return refused;
}

/* Cells from which the man, dropped, would attack a royal of the next player. */
static bits checking_cells(const pos *p, man_id man)
{
    const game *g = p->game;
    int me = p->state.mover;
    bits found = bits_none();
    if (g->plans[man].walks) {
        return bits_all();
    }
    for (int other = 0; other < g->players; other++) {
        if (!(g->enemies[me] >> other & 1)) {
            continue;
        }
        for (bits royals = p->royals[other]; !bits_empty(royals);) {
            unsigned royal = bits_pop(&royals);
            for (int i = 0; i < g->threat_count[me]; i++) {
                const threat *t = &g->threats[me][i];
                for (unsigned k = 0; k < t->count; k++) {
                    if (t->men[k] == man) {
                        found = bits_or(found, t->slides ? slider_reach(g, t->slider, royal, p->occupied)
                                                         : table_at(t->from, royal));
                    }
                }
            }
        }
    }
    return found;
}

/* The cells on which a man would rest. */
static bits resting(const pos *p, const drop_table *d, bits cells)
{
    for (bits left = cells; !bits_empty(left);) {
        unsigned cell = bits_pop(&left);
        if (d->below[cell] != CELL_NONE && !p->board[d->below[cell]]) {
            bits_flip(&cells, cell);
        }
    }
    return cells;
}

BITS_INLINE void put_drops(const pos *p, output *out, purpose why, bits mask)
{
    const game *g = p->game;
    int me = p->state.mover;
    const uint16_t *hand = hand_of(p);
    bits open = bits_without(mask, p->occupied);
    for (int i = 0; i < g->drop_count[me]; i++) {
        const drop_table *d = &g->drops[me][i];
        if (d->held && !hand[d->held]) {
            continue;
        }
        bits targets = bits_and(open, set_of(g, d->zone));
        if (d->per_file) {
            for (int file = 0; file < g->file_count; file++) {
                bits column = bits_at(g->file_sets + (size_t)file * CORE_WORDS);
                if (bits_count(bits_and(column, p->men[d->man])) >= d->per_file) {
                    targets = bits_without(targets, column);
                }
            }
        }
        if (d->below) {
            targets = resting(p, d, targets);
        }
        unsigned into = (unsigned)g->man_type[d->man] + 1;
        if ((!d->check || !d->mate) && why != LIST_PSEUDO) {
            for (bits risky = bits_and(targets, checking_cells(p, d->man)); !bits_empty(risky);) {
                unsigned to = bits_pop(&risky);
                if (drop_refused(p, d, move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0))) {
                    bits_flip(&targets, to);
                }
            }
        }
        if (why == COUNT_ASKED) {
            bits asked = bits_and(targets, asked_cells(p, out->judge, d->man, CELL_NONE));
            out->count += (uint64_t)bits_count(bits_without(targets, asked));
            targets = asked;
        }
        if (is_count(why)) {
            out->count += (uint64_t)bits_count(targets);
            continue;
        }
        while (!bits_empty(targets)) {
            emit(out, move_pack(MOVE_DROP, CELL_NONE, bits_pop(&targets), into, 0, 0));
        }
    }
}

/* The cell that comes `n`-th in the set, from 0. */
BITS_INLINE unsigned bits_nth(bits a, unsigned n)
{
    unsigned i = 0;
    for (unsigned here = (unsigned)word_count(a.w[0]); n >= here; here = (unsigned)word_count(a.w[i])) {
        n -= here;
        i++;
    }
#if CORE_LOOKUP
    return i * 64 + (unsigned)word_first(_pdep_u64(UINT64_C(1) << n, a.w[i]));
#else
    uint64_t w = a.w[i];
    while (n--) {
        w &= w - 1;
    }
    return i * 64 + (unsigned)word_first(w);
#endif
}

/* Draws one of the drops, all equally likely, and makes it; false when there is none. For games in which nothing else is
 * ever done (game.drops_alone): the sets that listing would walk through are counted, and the one drawn is that of the
 * same number in the list. */
static bool core_drop_drawn(position *plain, random_source *random, undo *spare, move *made)
{
    pos *p = pos_of(plain);
    const game *g = p->game;
    int me = p->state.mover;
    bits open[DROPS_ALONE_MAX];
    unsigned total = 0;
    for (int i = 0; i < g->drop_count[me]; i++) {
        const drop_table *d = &g->drops[me][i];
        open[i] = d->held && !hand_of(p)[d->held] ? bits_none() : bits_without(set_of(g, d->zone), p->occupied);
        if (d->below) {
            open[i] = resting(p, d, open[i]);
        }
        total += (unsigned)bits_count(open[i]);
    }
    if (total == 0) {
        return false;
    }
    unsigned n = random_pick(random, total);
    int i = 0;
    for (unsigned here = (unsigned)bits_count(open[0]); n >= here; here = (unsigned)bits_count(open[i])) {
        n -= here;
        i++;
    }
    unsigned to = bits_nth(open[i], n) & 0x7FF, into = ((unsigned)g->man_type[g->drops[me][i].man] + 1) & 0x1FF;
    *made = move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0);
    play_move(p, move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0), spare);
    return true;
}

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
        for (uint32_t i = t->list[cell]; i < t->list[cell + 1]; i++) {
            if (in_box(p, owner, t->into[i])) {
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
        bits from = table_at(g->passing_from[me], passed.cell);
        for (int i = 0; i < g->passing_count[me]; i++) {
            man_id man = g->passing_men[me][i];
            for (bits men = bits_without(bits_and(from, men_moved_as(p, man)), frozen); !bits_empty(men);) {
                put_special(p, out, why, man, MOVE_PASSING, bits_pop(&men), passed.cell, passed.man_at, true);
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

/* Jumps that take what they go over. */
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
        for (bits goals = vaults_of(&b); !bits_empty(goals);) {
            emit(out, move_pack(MOVE_STEP, from, bits_pop(&goals), 0, 0, 0));
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
        if (asked && concerns(p, out->judge, man)) {
            put_asked(p, out, man, bits_cell(from), takeable, mask);
            continue;
        }
        put_steps(p, out, why, man, from, bits_and(reach_of(p, plan, from, takeable), mask));
        if (plan->special_start && plan->special_start[from] != plan->special_end[from]) {
            put_specials(p, out, why, man, from, takeable, mask, false);
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

static void pseudo_all(pos *p, move_list *list);
static void terms_legal(pos *p, move_list *list, bool slow);
static uint64_t terms_count(pos *p);
enum { TERMS_ROOM = 4096 };
static bool terms_any(pos *p);
static void legal_jumps_first(pos *p, move_list *list);
static uint64_t count_jumps_first(pos *p);
static void force_captures(const pos *p, move_list *list, size_t first);
static bool terms_noisy(pos *p, move_list *list);

static void core_pseudo(position *p, move_list *list)
{
    pseudo_all(pos_of(p), list);
}

/* ---- which moves hooks judge ---- */

/* Whether it cannot be told by lines and leaps which moves give check. With two players nobody is in check when the other
 * is to move, unless the position was set up so. */
static bool checks_unknown(const pos *p)
{
    const game *g = p->game;
    int me = p->state.mover;
    return !g->fast || !g->between || g->walking[me] || g->hopping || g->powered || g->goals_count ||
           (p->state.passed_count && g->keeps_passed) ||
           ((g->players != 2 || p->state.plies == 0 || g->absences || p->royals_fall) && gives_check_to_any(p, me));
}

static bits lines_to_royals(const pos *p)
{
    const game *g = p->game;
    int me = p->state.mover;
    bits found = bits_none();
    for (int e = 0; e < g->enemy_count[me]; e++) {
        for (bits royals = p->royals[g->enemy[me][e]]; !bits_empty(royals);) {
            unsigned royal = bits_pop(&royals);
            for (int i = 0; i < g->threat_count[me]; i++) {
                const threat *t = &g->threats[me][i];
                found = t->slides ? bits_or(found, table_at(g->sliders[t->slider].empty, royal)) : found;
            }
        }
    }
    return found;
}

/* Own men who stand alone on a line between an own man and an enemy royal. */
static bits find_discoverers(const pos *p)
{
    const game *g = p->game;
    int me = p->state.mover;
    bits found = bits_none();
    for (int e = 0; e < g->enemy_count[me]; e++) {
        for (bits royals = p->royals[g->enemy[me][e]]; !bits_empty(royals);) {
            unsigned royal = bits_pop(&royals);
            for (int i = 0; i < g->threat_count[me]; i++) {
                const threat *t = &g->threats[me][i];
                bits men = t->slides ? bits_and(threat_men(p, t, me), table_at(g->sliders[t->slider].empty, royal))
                                     : bits_none();
                while (!bits_empty(men)) {
                    bits line = table_at(g->between + (size_t)royal * (unsigned)g->cells * CORE_WORDS, bits_pop(&men));
                    bits blockers = bits_and(line, p->occupied);
                    found = bits_single(blockers) ? bits_or(found, blockers) : found;
                }
            }
        }
    }
    return bits_and(found, p->owned[me]);
}

/* Whether the departure of the man there opens a line to an enemy royal. */
static bool discovers(const pos *p, judge *j, unsigned from)
{
    if (from == CELL_NONE || !bits_has(j->lines, from)) {
        return false;
    }
    if (!j->discovers) {
        j->discovers = true;
        j->discover = find_discoverers(p);
    }
    return bits_has(j->discover, from);
}

static bool has_to_place(const pos *p, int player);

static bool is_full(const pos *p, const game_hook *h)
{
    return bits_empty(bits_without(set_of(p->game, h->full[p->state.mover]), p->owned[p->state.mover]));
}

BITS_INLINE const game_hook *judging_hook(const game *g, int i)
{
    return i < g->legal_count ? &g->legal[i] : &g->made[i - g->legal_count];
}

static void judge_begin(const pos *p, judge *j)
{
    const game *g = p->game;
    memset(j->movers, 0, sizeof j->movers);
    j->asks = j->checks = false;
    j->known = MAN_NONE;
    for (int i = 0; i < g->legal_count + g->made_count && p->hooks; i++) {
        const game_hook *h = judging_hook(g, i);
        if ((i >= g->legal_count && p->trying) || !is_full(p, h)) {
            continue;
        }
        for (unsigned k = 0; k < 4 && !h->rule->drops_only; k++) {
            j->movers[k] |= h->rule->piece_count ? h->movers[k] : ~UINT64_C(0);
        }
        j->asks |= !h->rule->drops_only || has_to_place(p, p->state.mover);
        j->checks |= h->rule->checks_only;
    }
    j->discovers = false;
    j->any_checks = !j->checks || checks_unknown(p);
    j->lines = j->any_checks ? bits_none() : lines_to_royals(p);
}

static bool concerns(const pos *p, const judge *j, man_id man)
{
    return set_has(j->movers, (unsigned)p->game->type[p->game->man_type[man]].piece);
}

/* Cells where the man, come from there, could give check; more than those at times, never fewer. A man whose own line
 * or whose departure opens one was found before; what else he becomes is asked of him there. */
static bits cells_of_check(const pos *p, judge *j, man_id man, unsigned from)
{
    const game *g = p->game;
    if (j->any_checks || g->man_royal[man] || g->plans[man].converts || discovers(p, j, from)) {
        return bits_all();
    }
    if (j->known != man) {
        j->known = man;
        j->known_cells = checking_cells(p, man);
    }
    return j->known_cells;
}

/* Where the man promotes, or may, when it comes from there. */
static bits changing_cells(const game *g, man_id man, unsigned from)
{
    const promotion_table *t = g->plans[man].promotion;
    return from == CELL_NONE || !t ? bits_none() : bits_or(table_at(t->forced, from), table_at(t->optional, from));
}

/* Cells of arrival of a plain step or a drop (from CELL_NONE) that some hook is asked about; more than those at times. */
static bits asked_cells(const pos *p, judge *j, man_id man, unsigned from)
{
    const game *g = p->game;
    unsigned piece = (unsigned)g->type[g->man_type[man]].piece;
    bits found = bits_none();
    for (int i = 0; i < g->legal_count + g->made_count; i++) {
        const game_hook *h = judging_hook(g, i);
        const rule_hook *rule = h->rule;
        if ((rule->drops_only && from != CELL_NONE) || (rule->piece_count && !set_has(h->movers, piece)) ||
            !is_full(p, h)) {
            continue;
        }
        bits cells = set_of(g, h->to[p->state.mover]);
        if (rule->captures_only || rule->taken_count) {
            cells = bits_and(cells, p->occupied);
        }
        if (rule->promotes_only && !g->plans[man].converts) {
            cells = bits_and(cells, changing_cells(g, man, from));
        }
        if (rule->checks_only && !is_awake(p, rule)) {
            cells = bits_and(cells, bits_or(cells_of_check(p, j, man, from), changing_cells(g, man, from)));
        }
        found = bits_or(found, cells);
    }
    return found;
}

/* Whether the move can give check; `j` NULL: it is not known. */
static bool could_check(const pos *p, judge *j, move m, man_id man)
{
    move_kind kind = move_kind_of(m);
    bool plain = (kind == MOVE_STEP && !move_into(m)) || kind == MOVE_DROP;
    return !j || !plain || bits_has(cells_of_check(p, j, man, move_from(m)), move_to(m));
}

/* ---- asking them ---- */

/* A move about to be judged. */
typedef struct judged_move {
    move m;
    man_id man, taken;
    move_facts facts;
} judged_move;

/* Whether the hook asks about the move, as far as that can be told before it is made. */
static bool hook_meant(const pos *p, const game_hook *h, const judged_move *a, judge *j)
{
    const rule_hook *rule = h->rule;
    return (!rule->drops_only || a->facts.drop) && hook_wants(p, h, a->man, a->taken, move_to(a->m)) &&
           (!rule->promotes_only || (a->facts.becomes >= 0 && a->facts.becomes != a->facts.piece)) && is_full(p, h) &&
           (!rule->checks_only || is_awake(p, rule) || could_check(p, j, a->m, a->man));
}

static bool hook_refuses(pos *p, const game_hook *h, int number, const judged_move *a, refusal *why)
{
    live_hooks *hooks = p->hooks;
    bool allowed = true;
    if (hooks->failed) {
        return false;
    }
    bool (*ask)(void *, int, const position *, const move_facts *, bool *, char *, size_t) =
        h->rule->at == HOOK_MADE ? hooks->made : hooks->legal;
    if (!ask(hooks->host, number, position_of(p), &a->facts, &allowed, why ? why->words : NULL,
             why ? sizeof why->words : 0)) {
        hooks->failed = true;
    }
    if (why && !allowed) {
        why->rule = h->rule;
    }
    return !allowed;
}

/* Whether who is to answer the move just made can do nothing. Hooks have no say in that. */
static bool nothing_answers(pos *p, int mover)
{
    live_hooks *hooks = p->hooks;
    int acts = p->state.mover;
    p->hooks = NULL;
    p->state.mover = (uint8_t)answerer(p, mover);
    bool any = core_any(position_of(p));
    p->state.mover = (uint8_t)acts;
    p->hooks = hooks;
    return !any;
}

/* Hooks that judge what the move has made. Which of them do was settled before (`meant`, bits); of those beyond the
 * width of that all do whose filters on men fit. */
static bool refused_once_made(pos *p, const judged_move *a, uint64_t meant, refusal *why)
{
    const game *g = p->game;
    int mover = p->state.mover, checks = -1;
    uint64_t awake = 0;
    for (int i = 0; i < g->made_count && i < 64; i++) {
        awake |= (uint64_t)is_awake(p, g->made[i].rule) << i;
    }
    bool refused = false;
    undo u;
    play_move(p, a->m, &u);
    for (int i = 0; i < g->made_count && !refused; i++) {
        const game_hook *h = &g->made[i];
        if (i < 64 ? !(meant >> i & 1) : !hook_meant(p, h, a, NULL)) {
            continue;
        }
        if (h->rule->checks_only && !(awake >> (i & 63) & 1)) {
            checks = checks < 0 ? gives_check_to_any(p, mover) : checks;
        }
        bool quiet = h->rule->checks_only && !(awake >> (i & 63) & 1) && !checks;
        quiet |= h->rule->mates_only && !nothing_answers(p, mover);
        refused = !quiet && hook_refuses(p, h, i, a, why);
    }
    undo_move(p, &u);
    return refused;
}

/* Hooks that judge a move before it is made, then those that judge what it has made. `why` and `j` may be NULL. */
static bool refused_by_hook(pos *p, move m, refusal *why, judge *j)
{
    const game *g = p->game;
    bool drop = move_kind_of(m) == MOVE_DROP;
    judged_move a = {.m = m};
    a.man = drop ? game_man(g, p->state.mover, (int)move_into(m) - 1) : p->board[move_from(m)];
    if (j && !drop && !concerns(p, j, a.man)) {
        return false;
    }
    move_kind kind = move_kind_of(m);
    bool aside = kind == MOVE_PASSING || kind == MOVE_LOCUST || kind == MOVE_CHAIN;
    unsigned taken_at = aside ? move_aux(m) : move_to(m);
    bool stays = move_kind_of(m) == MOVE_CASTLE || drop || move_kind_of(m) == MOVE_TURN;
    a.taken = stays ? MAN_NONE : captured_top(p, p->board[taken_at]);
    a.facts = facts_of(g, m, a.man, arrival(g, m, a.man, a.taken), a.taken, taken_at);
    for (int i = 0; i < g->legal_count; i++) {
        if (hook_meant(p, &g->legal[i], &a, j) && hook_refuses(p, &g->legal[i], i, &a, why)) {
            return true;
        }
    }
    uint64_t meant = 0;
    for (int i = 0; i < g->made_count && !p->trying; i++) {
        meant |= i < 64 ? (uint64_t)hook_meant(p, &g->made[i], &a, j) << i : 0;
    }
    return (meant || (g->made_count > 64 && !p->trying)) && refused_once_made(p, &a, meant, why);
}

static bool core_refused(position *p, move m, refusal *why)
{
    memset(why, 0, sizeof *why);
    bool judged = p->game->legal_count || p->game->made_count;
    return judged && p->hooks && move_kind_of(m) != MOVE_HOOK && move_kind_of(m) != MOVE_PASS &&
           refused_by_hook(pos_of(p), m, why, NULL);
}

/* Rules that need the whole move: limits on drops, hooks that may refuse. */
static bool refused_by_rule(const pos *p, move m)
{
    const game *g = p->game;
    if (move_kind_of(m) == MOVE_DROP) {
        int me = p->state.mover;
        man_id man = game_man(g, me, (int)move_into(m) - 1);
        for (int i = 0; i < g->drop_count[me]; i++) {
            const drop_table *d = &g->drops[me][i];
            if (d->man == man && (!d->check || !d->mate) && drop_refused(p, d, m)) {
                return true;
            }
        }
    }
    const special *s = g->silences && move_into(m) && move_kind_of(m) != MOVE_DROP ? special_of(p, m) : NULL;
    if (s && s->silent && checks_by((pos *)p, m)) {
        return true;
    }
    if ((g->legal_count || g->made_count) && p->hooks && move_kind_of(m) != MOVE_HOOK && move_kind_of(m) != MOVE_PASS) {
        return refused_by_hook((pos *)p, m, NULL, NULL);
    }
    return false;
}

/* The same of a move that the masks found safe, with its limits on drops kept. */
static bool is_refused(const pos *p, move m, judge *j)
{
    return refused_by_hook((pos *)p, m, NULL, j);
}

static bool core_allowed(position *p, move m)
{
    pos *w = pos_of(p);
    return safe_by_play(w, m) && !refused_by_rule(w, m);
}

/* Of the moves that the masks found those that no hook refuses. */
static void keep_judged(const pos *p, move_list *list, size_t first)
{
    judge j;
    judge_begin(p, &j);
    size_t kept = first;
    for (size_t i = first; i < list->count && j.asks; i++) {
        if (!is_refused(p, list->moves[i], &j)) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = j.asks ? kept : list->count;
}

static void keep_allowed(position *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        if (core_allowed(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

static void core_legal_slow(position *p, move_list *list)
{
    size_t first = list->count;
    if (p->game->terms) {
        terms_legal(pos_of(p), list, true);
        return;
    }
    core_pseudo(p, list);
    keep_allowed(p, list, first);
}

static bool blast_masks_apply(const pos *p);
static void generate_blasting(const pos *p, output *out, purpose why);

/* Whether the masks tell the whole truth here. */
BITS_INLINE bool masks_apply(const pos *p)
{
    bits royals = p->royals[p->state.mover];
    return p->game->fast && (bits_empty(royals) || bits_single(royals)) &&
           !(p->royals_fall && gives_check_to_any(p, p->state.mover)) && (!p->game->blasts || blast_masks_apply(p));
}

BITS_INLINE void generate_legal(const pos *p, output *out, purpose why)
{
    safety s;
    if (p->game->blasts) {
        generate_blasting(p, out, why);
        return;
    }
    if (bits_empty(p->royals[p->state.mover])) {
        s = safety_none();
    } else {
        find_safety(p, &s);
    }
    generate(p, out, why, &s);
}

/* The generator, compiled once for each purpose. */
static CORE_APART uint64_t count_legal(const pos *p)
{
    output out = {.list = NULL};
    generate_legal(p, &out, COUNT_LEGAL);
    return out.count;
}

static CORE_APART void list_legal(const pos *p, output *out)
{
    generate_legal(p, out, LIST_LEGAL);
}

static CORE_APART void list_noisy(const pos *p, output *out)
{
    generate_legal(p, out, LIST_NOISY);
}

static CORE_APART void list_takes(const pos *p, output *out)
{
    generate_legal(p, out, LIST_TAKES);
}

static CORE_APART void count_takes(const pos *p, output *out)
{
    generate_legal(p, out, COUNT_TAKES);
}

static CORE_APART void count_asked(const pos *p, output *out)
{
    generate_legal(p, out, COUNT_ASKED);
}

/* Where captures are forced and no other term holds: the forced ones are among the legal moves, which the masks tell, so
 * only these are listed, and everything else where nothing is forced. */
static void legal_captures_first(const pos *p, move_list *list)
{
    size_t first = list->count;
    output out = {.list = list};
    list_takes(p, &out);
    if (!out.forced) {
        list->count = first;
        list_legal(p, &out);
    }
}

static uint64_t count_captures_first(const pos *p)
{
    output out = {.list = NULL};
    count_takes(p, &out);
    return out.forced ? out.takes : out.count;
}

/* Whether some term limits the mover now. */
BITS_INLINE bool has_terms(const pos *p)
{
    return p->game->terms && !(p->game->placing_terms && p->game->fast && !has_to_place(p, p->state.mover));
}

BITS_INLINE bool takes_by_masks(const pos *p)
{
    return p->game->captures_first && masks_apply(p);
}

static void core_legal(position *p, move_list *list)
{
    pos *w = pos_of(p);
    if (takes_by_masks(w)) {
        legal_captures_first(w, list);
        return;
    }
    if (p->game->jumps_first) {
        legal_jumps_first(w, list);
        return;
    }
    if (has_terms(w)) {
        terms_legal(w, list, false);
        return;
    }
    if (!masks_apply(w)) {
        core_legal_slow(p, list);
        return;
    }
    size_t first = list->count;
    output out = {.list = list};
    list_legal(w, &out);
    if (p->game->judged) {
        keep_judged(w, list, first);
    }
}

static bool takes_something(const pos *p, move m);

static void core_noisy(position *p, move_list *list)
{
    pos *w = pos_of(p);
    size_t first = list->count;
    if (masks_apply(w) && !p->game->judged && !has_terms(w)) {
        output out = {.list = list};
        list_noisy(w, &out);
        return;
    }
    if (takes_by_masks(w)) {
        output out = {.list = list};
        list_noisy(w, &out);
        force_captures(w, list, first);
        return;
    }
    if (has_terms(w) && terms_noisy(w, list)) {
        return;
    }
    core_legal(p, list);
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        move m = list->moves[i];
        if (takes_something(w, m) || (move_into(m) && move_kind_of(m) != MOVE_DROP)) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}

/* Games that the masks do not cover list into a small buffer, which is counted whenever it is full: a move that is tried
 * and taken back leaves the position as the generator knows it. */
enum { COUNTED_AT_ONCE = 256 };

static uint64_t count_slow(position *p, bool any)
{
    move moves[COUNTED_AT_ONCE];
    move_list list = {moves, 0, COUNTED_AT_ONCE, false};
    output out = {.list = &list, .counted = p, .any = any};
    put_pseudo(pos_of(p), &out);
    count_listed(&out);
    return out.count;
}

/* Of games in which hooks judge moves: what none of them asks about is counted by masks. */
static uint64_t count_judged(position *p, bool any)
{
    move moves[COUNTED_AT_ONCE];
    move_list list = {moves, 0, COUNTED_AT_ONCE, false};
    judge j;
    judge_begin(pos_of(p), &j);
    output out = {.list = &list, .counted = p, .any = any, .judge = &j};
    if (!j.asks) {
        return count_legal(pos_of(p));
    }
    count_asked(pos_of(p), &out);
    count_listed(&out);
    return out.count;
}

static uint64_t core_count(position *p)
{
    pos *w = pos_of(p);
    if (p->game->jumps_first) {
        return count_jumps_first(w);
    }
    if (has_terms(w)) {
        return takes_by_masks(w) ? count_captures_first(w) : terms_count(w);
    }
    if (!masks_apply(w) || (p->game->judged && p->game->blasts)) {
        return count_slow(p, false);
    }
    if (p->game->judged) {
        return count_judged(p, false);
    }
    return count_legal(w);
}

static bool core_any(position *p)
{
    if (p->game->jumps_first) {
        return count_jumps_first(pos_of(p)) > 0;
    }
    if (has_terms(pos_of(p))) {
        return takes_by_masks(pos_of(p)) ? core_count(p) > 0 : terms_any(pos_of(p));
    }
    if (!masks_apply(pos_of(p)) || (p->game->judged && p->game->blasts)) {
        return count_slow(p, true) > 0;
    }
    if (p->game->judged) {
        return count_judged(p, true) > 0;
    }
    return core_count(p) > 0;
}

/* Whether somebody has nothing but royals on the board: before that no ending of bare kings or extinct armies is near. */
static bool some_bare(const pos *p)
{
    bool bare = false;
    for (int player = 0; player < p->game->players; player++) {
        bare |= bits_empty(bits_without(p->owned[player], p->royals[player]));
    }
    return bare;
}

static uint64_t core_perft(position *p, int depth, move *buffer, size_t room)
{
    if (depth == 0) {
        return 1;
    }
    if (p->game->decides && (!p->game->decided_bare || some_bare(pos_of(p))) && ending_decides(p)) {
        return 0;
    }
    /* Counting would list into less room. */
    bool lists = has_terms(pos_of(p)) && !p->game->jumps_first && !takes_by_masks(pos_of(p)) && room > TERMS_ROOM;
    if (depth == 1 && !lists) {
        return core_count(p);
    }
    move_list list = {buffer, 0, room, false};
    core_legal(p, &list);
    if (depth == 1) {
        return list.count;
    }
    uint64_t nodes = 0;
    for (size_t i = 0; i < list.count; i++) {
        undo u;
        play_move(pos_of(p), list.moves[i], &u);
        nodes += core_perft(p, depth - 1, buffer + list.count, room - list.count);
        undo_move(pos_of(p), &u);
    }
    return nodes;
}
