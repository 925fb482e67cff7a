/* Core: whether an open turn of several plies can be completed legally. Included by core.c.
 *
 * A turn that leaves an own royal attacked must still be able to end well. That is found by search, all within one
 * stack frame. In a turn with a free number of plies, some ply must answer the attack: by arriving where it is
 * answered, or by moving the royal. Such plies are followed as far as they go. Plies that answer nothing but may
 * prepare are tried between them in growing numbers (limited discrepancy search: W. D. Harvey and M. L. Ginsberg,
 * 1995). The depth follows from how many plies there are to choose from (FINISH_EFFORT_MAX), not from their order; an
 * end that needs more preparation is not seen. With few pieces all ends are seen. Where the rules do not tell what
 * answers an attack (BLIND_...), each ply may be the answer and less is tried, still less where attacks themselves are
 * found by trying. States without an end are remembered. */
enum {
    FINISH_EFFORT_MAX = 20000,
    FINISH_DEPTH_MIN = 2,
    BLIND_EFFORT_MAX = 500,
    BLIND_DEPTH_MIN = 2,
    BLIND_PLAYS_MAX = 20000, /* in a turn with a free number of plies */
    FINISH_FIXED_PLIES_MAX =
        8, /* look-ahead in a turn of fixed length; if no end is missing by then, none is expected to be */
    FINISH_PLIES_MAX = 64, /* in total */
    FINISH_PLAYS_MAX = 200000,
    FINISH_MOVES_MAX = 8192,
    FINISH_DEAD_MAX = 4096,
};
typedef struct finish_search {
    bool blind;     /* nothing tells what answers an attack */
    unsigned plays; /* plies played so far; attacks found by trying count as well */
    bool cut;       /* some state was cut off by the depth */
    int royals;     /* count_capturable_royals before the first ply */
    size_t used;
    move moves[FINISH_MOVES_MAX];
    uint64_t dead[FINISH_DEAD_MAX];
} finish_search;

static void finish_search_begin(finish_search *f, const pos *p, int side)
{
    f->royals = count_capturable_royals(p, side);
    f->blind = false;
    f->plays = 0;
    f->used = 0;
    f->cut = false;
    memset(f->dead, 0, sizeof f->dead);
}

/* Whether the player has captured the last royal of an enemy since `f` began; NULL: no. */
static bool is_freed_from_check(const pos *p, const finish_search *f, int side)
{
    return f && royal_was_captured(p, side, f->royals);
}

/* Whether the turn may be passed in this position. */
static bool turn_may_end(const pos *p, const finish_search *f, int side)
{
    return !must_place_royal(p, side) && (is_freed_from_check(p, f, side) || !player_in_check(p, side));
}

/* Whether a turn that has begun may be ended now: it has a free number of plies, or its player may always pass. */
static bool may_end_turn(const pos *p)
{
    const rule_turn *t = &p->variant->rules->turn;
    int side = p->state.side_to_move;
    bool open = (turn_plies(p, side) == 0 || t->pass == PASS_ALWAYS) &&
                !(p->variant->rules->setup_mandatory && must_place(p, side));
    return open && p->extra.turn_ply > 0 && turn_may_end(p, NULL, side);
}

/* The attacker's cell and its rays up to the royal. */
static bitboard attack_between(const pos *p, unsigned from, unsigned royal)
{
    const piece_moves *moves = &p->variant->moves[p->board[from]];
    bitboard found = bb_cell(from);
    for (unsigned i = 0; i < moves->slide_count; i++) {
        const slider *s = &p->variant->sliders[moves->slide[i].slider];
        for (uint32_t ray = s->ray_start[from]; ray < s->ray_start[from + 1]; ray++) {
            bitboard reach = ray_attacks(s, ray, p->occupied);
            if (bb_has(reach, royal)) {
                found = bb_or(found, reach);
            }
        }
    }
    return found;
}

/* Whether the rules never tell what answers an attack. */
static bool answers_unknown(const variant *v)
{
    bool hooks = (v->has_hook_effects || v->choice_hook_count) && !v->rules->turn.only_drops; /* see only_drops_there */
    return v->attacks_by_moves || v->has_hopping_attackers || hooks;
}

/* Whether they may not tell it. */
static bool answers_doubtful(const variant *v, int side)
{
    bool walks = false;
    for (int e = 0; e < v->enemy_count[side]; e++) {
        walks |= v->attacks_by_multi_leg[v->enemy_list[side][e]];
    }
    return walks || answers_unknown(v);
}

/* The cells of which a ply must reach one, unless it moves a royal, to answer an attack. False where that is unknown.
 */
static bool cells_answering_check(const pos *p, int side, bitboard *cells)
{
    const variant *v = p->variant;
    if (answers_unknown(v) || must_place_royal(p, side)) {
        return false;
    }
    for (int e = 0; e < v->enemy_count[side]; e++) {
        int by = v->enemy_list[side][e];
        for (bitboard royals = p->royals[side]; !bb_empty(royals) && !v->attacks_by_multi_leg[by];) {
            unsigned royal = bb_pop_lsb(&royals);
            bitboard found = attackers_of(p, royal, by, p->occupied, bb_none());
            if (!bb_empty(found)) {
                *cells = attack_between(p, bb_lsb(found), royal);
                return true;
            }
        }
        if (v->attacks_by_multi_leg[by]) {
            return false;
        }
    }
    return false;
}

/* Whether the ply put one piece on the board and no hook did more: then it answers only what it blocks. */
static bool only_drops_there(const undo *u, move m)
{
    for (unsigned i = 0; i < u->count; i++) {
        if (u->entries[i].kind != UNDO_HAND && u->entries[i].kind != UNDO_MARK && u->entries[i].slot != move_to(m)) {
            return false;
        }
    }
    return move_kind_of(m) == MOVE_DROP;
}

/* Whether a hook may do more with a drop than put the piece on the board. */
static bool hook_follows_drop(const pos *p, move m)
{
    const variant *v = p->variant;
    victim_list victims;
    move_facts facts[HALVES_MAX];
    (void)move_halves(p, m, moving_piece(p, m), facts, &victims);
    for (int i = 0; i < v->after_hook_count; i++) {
        if (hook_is_about(v, &v->after_hooks[i], &facts[0], p->state.side_to_move)) {
            return true;
        }
    }
    return v->choice_hook_count > 0;
}

/* How a ply relates to an attack that only `answers` end. */
typedef enum answer {
    ANSWER_NONE,  /* it may prepare an answer */
    ANSWER_MAYBE, /* a hook may make it one */
    ANSWER_SURE,
} answer;

static answer answer_quality(const pos *p, move m, bitboard answers)
{
    unsigned from = move_from(m);
    move_kind kind = move_kind_of(m);
    bool royal = from < (unsigned)p->variant->cells && p->board[from] && p->variant->is_royal[p->board[from]];
    if (royal || (kind != MOVE_NORMAL && kind != MOVE_DOUBLE_STEP && kind != MOVE_DROP) ||
        bb_has(answers, move_to(m))) {
        return ANSWER_SURE;
    }
    return kind == MOVE_DROP && hook_follows_drop(p, m) ? ANSWER_MAYBE : ANSWER_NONE;
}

/* The cost of a ply in plies to be tried, and how many plies must be left. Where no piece moves twice, answers are
 * free: the number of plies is limited anyway. Drops open nothing, so the answer may as well be the first of several
 * drops: drops that answer nothing are left out (false). */
static bool ply_cost(const rule_turn *t, answer quality, int *cost, int *least)
{
    *cost = quality == ANSWER_SURE && (t->each_piece_once || t->only_drops) ? 0 : 1;
    *least = quality == ANSWER_NONE ? 2 : 1; /* the answer is still to come */
    return !(quality == ANSWER_NONE && t->only_drops);
}

/* Whether no end was found from this state before: at any depth, or at this one, where the depth cut the search off. */
static bool finish_search_failed(finish_search *f, uint64_t hash, int depth)
{
    uint64_t at_depth = hash ^ number_key((uint64_t)depth << 32);
    if (f->dead[hash % FINISH_DEAD_MAX] == hash) {
        return true;
    }
    if (f->dead[at_depth % FINISH_DEAD_MAX] == at_depth) {
        f->cut = true;
        return true;
    }
    return false;
}

static void finish_search_remember(finish_search *f, uint64_t hash, int depth)
{
    uint64_t key = f->cut ? hash ^ number_key((uint64_t)depth << 32) : hash;
    f->dead[key % FINISH_DEAD_MAX] = key;
}

/* The cells that answer an attack, where they are known. */
typedef struct check_answers {
    bool known;
    bitboard cells;
} check_answers;

static check_answers find_check_answers(const pos *p, bool free_turn)
{
    const rule_turn *t = &p->variant->rules->turn;
    check_answers a = {false, bb_all()};
    a.known = free_turn && t->legality_at_end && cells_answering_check(p, p->state.side_to_move, &a.cells);
    return a;
}

static bool finish_search_run(pos *p, finish_search *f, int depth, int ahead);

/* After a ply of the player: whether the turn has ended well, or can within what is left of `depth` and `ahead`. */
static bool finish_search_after(pos *p, finish_search *f, move m, int side, int depth, int ahead)
{
    const rule_turn *t = &p->variant->rules->turn;
    const bool prepares = p->variant->has_setup_phase && is_setup_move(p->variant, m); /* may leave royals attacked */
    if (p->state.side_to_move != side || p->extra.turn_ply == 0) {
        return prepares || turn_may_end(p, f, side);
    }
    if (is_freed_from_check(p, f, side)) {
        return true;
    }
    if (!prepares && !t->legality_at_end && player_in_check(p, side)) {
        return false;
    }
    if (t->check_only_last && gives_check_to_any(p, side)) {
        return may_end_turn(p); /* then it is the last */
    }
    return p->extra.roll_due || finish_search_run(p, f, depth, ahead);
}

/* Plays one ply and searches on. A drop that answers nothing and does nothing else is not followed. */
static bool finish_search_ply(pos *p, finish_search *f, move m, const check_answers *a, int depth, int ahead)
{
    int side = p->state.side_to_move;
    undo u;
    play_move(p, m, &u);
    bool useless =
        a->known && p->variant->rules->turn.only_drops && !bb_has(a->cells, move_to(m)) && only_drops_there(&u, m);
    bool found = !useless && finish_search_after(p, f, m, side, depth, ahead);
    undo_move(p, &u);
    return found;
}

/* In the middle of a turn: whether at most `depth` more plies (free ones not counted) and at most `ahead` in all end it
 * well. */
static bool finish_search_run(pos *p, finish_search *f, int depth, int ahead)
{
    const rule_turn *t = &p->variant->rules->turn;
    bool free_turn = turn_plies(p, p->state.side_to_move) == 0;
    if (may_end_turn(p)) {
        return true;
    }
    if (depth == 0 || ahead == 0) {
        f->cut = true;
        return !free_turn;
    }
    uint64_t hash = p->state.hash;
    if (finish_search_failed(f, hash, depth)) {
        return false;
    }
    move_list list = {f->moves + f->used, 0, FINISH_MOVES_MAX - f->used, false};
    size_t first = f->used;
    pseudo_moves(p, &list);
    if (list.overflow) {
        return !free_turn;
    }
    f->used += list.count;
    check_answers answers = find_check_answers(p, free_turn);
    unsigned plays_max = f->blind && free_turn ? BLIND_PLAYS_MAX : FINISH_PLAYS_MAX;
    bool found = false, cut_before = f->cut;
    f->cut = false;
    for (size_t i = first; i < first + list.count && !found; i++) {
        move m = f->moves[i];
        answer quality = answers.known ? answer_quality(p, m, answers.cells) : ANSWER_MAYBE;
        int cost, least;
        if (!ply_cost(t, quality, &cost, &least) || !turn_rules_allow(p, m) || refused_by_rule(p, m)) {
            continue;
        }
        if (depth < least) {
            f->cut = true;
            continue;
        }
        if (f->plays >= plays_max) {
            f->cut = true;
            f->used = first;
            return !free_turn;
        }
        f->plays += p->variant->attacks_by_moves ? (unsigned)list.count : 1;
        found = finish_search_ply(p, f, m, &answers, depth - cost, ahead - 1);
    }
    f->used = first;
    if (!found) {
        finish_search_remember(f, hash, depth);
    }
    f->cut |= cut_before;
    return found;
}

/* How many costly plies an end may need, from how many there are to choose from. */
static int finish_search_depth(pos *p, finish_search *f)
{
    move_list list = {f->moves + f->used, 0, FINISH_MOVES_MAX - f->used, false};
    pseudo_moves(p, &list);
    size_t choices = turn_rules_limit(p) ? 0 : list.count;
    for (size_t i = 0; i < list.count && turn_rules_limit(p); i++) {
        choices += turn_rules_allow(p, list.moves[i]);
    }
    size_t tries = p->variant->attacks_by_moves ? choices + 1 : 1,
           most = f->blind ? BLIND_EFFORT_MAX / tries : FINISH_EFFORT_MAX;
    int depth = 1;
    for (size_t effort = 1; depth < FINISH_PLIES_MAX; depth++) {
        effort = effort * choices / (size_t)depth;
        if (effort > most) {
            break;
        }
    }
    int least = f->blind ? BLIND_DEPTH_MIN : FINISH_DEPTH_MIN;
    depth -= f->blind; /* what is too much is not begun */
    return depth < least ? least : depth;
}

static bool turn_can_complete(pos *p, finish_search *f)
{
    if (may_end_turn(p)) {
        return true;
    }
    f->plays = 0;
    f->blind = answers_doubtful(p->variant, p->state.side_to_move);
    unsigned plies = turn_plies(p, p->state.side_to_move);
    if (plies) {
        unsigned left = plies - p->extra.turn_ply;
        return finish_search_run(p, f, left < FINISH_FIXED_PLIES_MAX ? (int)left : FINISH_FIXED_PLIES_MAX,
                                 FINISH_PLIES_MAX);
    }
    int most = 0; /* not known yet: often one ply ends the turn, and counting the choices costs more */
    for (int depth = 1; !most || depth <= most; depth++) {
        f->cut = false;
        if (finish_search_run(p, f, depth, FINISH_PLIES_MAX)) {
            return true;
        }
        if (!f->cut) {
            break; /* everything was searched */
        }
        most = most ? most : finish_search_depth(p, f);
    }
    return false;
}

/* The player has just made a ply. */
static bool safe_after(pos *p, int side, finish_search *f)
{
    const rule_turn *t = &p->variant->rules->turn;
    bool open = p->state.side_to_move == side && p->extra.turn_ply > 0;
    if (!open) {
        return turn_may_end(p, f, side);
    }
    if (is_freed_from_check(p, f, side)) {
        return true;
    }
    if (!t->legality_at_end && player_in_check(p, side)) {
        return false;
    }
    if (t->check_only_last && gives_check_to_any(p, side)) {
        return may_end_turn(p); /* then it is the last */
    }
    return p->extra.roll_due || !p->variant->turn_must_complete || turn_can_complete(p, f);
}

static bool safe_after_ply(pos *p, int side)
{
    if (!p->variant->turn_must_complete) {
        return safe_after(p, side, NULL);
    }
    finish_search f;
    finish_search_begin(&f, p, side);
    return safe_after(p, side, &f);
}
