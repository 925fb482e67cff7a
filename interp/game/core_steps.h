/* Core: where men go, one man at a time: steps, lines, movements with a condition, walks, jumps, royals and castlings. Included
 * by core.c. Each function puts the moves of its kind into an output, for a purpose that is a constant where speed matters.
 */

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
    bool any_checks;    /* of any move: it cannot be told which give check */
    bool discovers;     /* `discover` was found */
    uint64_t movers[4]; /* bits by piece: whose moves on the board it may concern */
    uint64_t active;    /* hooks that ask at all here, by number; those beyond the width of this are asked each time */
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

/* Who takes the last royal of an enemy need not look after his own: how many enemies have one, where that can be. */
static int royals_to_fall(const pos *p, int player)
{
    return p->royals_fall || p->game->blasts ? royal_enemies(p, player) : 0;
}

/* Whether he has taken one since that was asked. */
static bool royal_fell(const pos *p, int player, int before)
{
    return before && royal_enemies(p, player) < before;
}

/* Plays the move, sees whether a royal of the mover stands in danger, takes it back. */
static bool safe_by_play(const pos *p, move m)
{
    pos *w = (pos *)p;
    undo u;
    int mover = p->state.mover;
    int royal = royals_to_fall(p, mover), own = bits_count(p->royals[mover]);
    if (p->game->prepares && is_preparation(p->game, m)) {
        return true;
    }
    play_move(w, m, &u);
    bool safe = p->game->open_turns ? safe_after_ply(w, mover) : !player_in_check(w, mover);
    safe = safe || royal_fell(w, mover, royal);
    safe = safe && !(p->game->blasts && bits_count(p->royals[mover]) < own); /* nobody blows up his own */
    undo_move(w, &u);
    return safe;
}

/* Own men that others may stand on, or take: nobody stands on a royal. */
static bits own_ground(const pos *p, int player)
{
    return bits_without(bits_without(p->owned[player], p->royals[player]), closed_to_own(p, player));
}

static bits own_reach(const pos *p, const man_plan *plan, unsigned from)
{
    bits found = plan->leap_own ? table_at(plan->leap_own, from) : bits_none();
    for (unsigned i = 0; i < plan->slides; i++) {
        if (plan->slide[i].modes & LEG_OWN) {
            found = bits_or(found, slider_reach(p->game, plan->slide[i].slider, from, p->occupied));
        }
    }
    return bits_and(found, own_ground(p, p->game->man_owner[plan - p->game->plans]));
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
        int owner = g->man_owner[p->board[from]];
        const uint32_t *list = game_promotions(g, t, from, to);
        for (uint32_t i = list[0]; i < list[1]; i++) {
            if ((!t->paid[i] || in_box(p, owner, t->into[i])) && game_may_be(g, owner, t->into[i])) {
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

/* All walks of a man from its cell; `steps` are the ends of moves that are made without walking. */
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
                .reached = steps,
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
        put_special(p, out, why, man, locust ? MOVE_LOCUST : MOVE_STEP, from, ends[i].to, locust ? ends[i].taken : 0,
                    true);
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

/* Whether a leap, or staying, may be made now, apart from what comes of it. */
BITS_INLINE bool special_open(const pos *p, const special *s, unsigned from, bits takeable)
{
    const game *g = p->game;
    if ((s->kind != SPECIAL_LEAP && s->kind != SPECIAL_STAY) ||
        (s->into && !game_may_be(g, g->man_owner[p->board[from]], s->into - 1)) ||
        (s->right >= 0 && !(p->state.rights >> s->right & 1)) || (s->company_count && !company_holds(p, s))) {
        return false;
    }
    if (s->kind == SPECIAL_STAY) {
        return true;
    }
    man_id there = p->board[s->to];
    bool fits = there ? (s->modes & LEG_CAPTURE && bits_has(takeable, s->to) &&
                         (!s->victims || set_has(s->victims->bits, piece_at(p, s->to)))) ||
                            (s->modes & LEG_OWN && bits_has(own_ground(p, p->state.mover), s->to))
                      : (s->modes & LEG_MOVE) != 0;
    if (!fits || (s->needs_beside && !beside_holds(p, s)) ||
        (s->first_clear != CELL_NONE && bits_meet(set_of(g, s->clear), p->occupied))) {
        return false;
    }
    return s->right < 0 || !tower_height(p, from); /* the lowest man has the right, and men stand on him */
}

/* Whether another of the man's movements, listed before or by itself, makes the same of him on the same cell. */
static bool is_double(const pos *p, purpose why, man_id man, unsigned from, const special *s, bits takeable)
{
    const man_plan *plan = &p->game->plans[man];
    uint16_t into[TYPES_MAX + 2];
    unsigned ways =
        s->kind == SPECIAL_LEAP && plan->promotion ? step_ways(p, man, from, s->to, p->board[s->to], into) : 0;
    bool promotes = false;
    for (unsigned i = 0; i < ways; i++) {
        promotes |= into[i] == s->into;
    }
    for (uint32_t i = plan->special_start[from]; i < plan->special_end[from]; i++) {
        const special *other = &plan->specials[i];
        bool same = other->kind == s->kind && other->to == s->to && other->leaves_passed == s->leaves_passed;
        bool first = other->into == s->into && other < s, plain = promotes && !other->into && !other->silent;
        if (!same || !(first || plain) || !special_open(p, other, from, takeable)) {
            continue;
        }
        move m = move_pack(MOVE_STEP, from, s->to, s->into, 0, 0);
        if (plain || why == LIST_PSEUDO || !breaks_silence(p, other, m)) {
            return true;
        }
    }
    return promotes && !s->leaves_passed && bits_has(reach_of(p, plan, from, takeable), s->to);
}

static void put_specials(const pos *p, output *out, purpose why, man_id man, unsigned from, bits takeable, bits mask,
                         bool royal)
{
    const game *g = p->game;
    const man_plan *plan = &g->plans[man];
    bits steps = plan->overlaps ? reach_of(p, plan, from, takeable) : bits_none();
    for (uint32_t i = plan->special_start[from]; i < plan->special_end[from]; i++) {
        const special *s = &plan->specials[i];
        if (!special_open(p, s, from, takeable) ||
            (s->into && plan->doubles && is_double(p, why, man, from, s, takeable))) {
            continue;
        }
        if (s->kind == SPECIAL_STAY) {
            if (royal || bits_has(mask, from)) {
                put_stay(p, out, why, s, from, royal);
            }
            continue;
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

/* The same but for those in which another chain, which promotes on its way or only at its end, has ended before. */
static unsigned fresh_ways(const pos *p, man_id man, const chain_end *ends, unsigned number, uint16_t *into)
{
    const chain_end *e = &ends[number];
    unsigned count = chain_ways(p, man, e, into);
    for (unsigned i = 0; i < number && p->game->plans[man].promotion; i++) {
        if (ends[i].man == e->man || !ends_alike(&ends[i], e)) {
            continue;
        }
        uint16_t known[TYPES_MAX + 2];
        unsigned others = chain_ways(p, man, &ends[i], known), kept = 0;
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
        unsigned ways = fresh_ways(p, man, ends, i, into), extra = chain_pack(i, e->count);
        if (ways && test && !safe_by_play(p, move_pack(MOVE_CHAIN, from, e->to, into[0], e->first, extra))) {
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
