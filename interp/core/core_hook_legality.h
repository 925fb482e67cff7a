/* Core: hooks, and forbidden checks, that decide whether moves are legal. Included by core.c.
 *
 * A hook's filters say which moves it judges. What sets can tell of that (which pieces, which targets, which possible
 * checks) is told by sets. All other moves are counted as if there were no hook.
 */

/* ---- which moves hooks judge ---- */

/* Whether rays and leaps cannot tell which moves give check. */
static bool checks_unknown(const pos *p)
{
    const variant *v = p->variant;
    return !(variant_uses(v, SHORTCUT_MASKS) || variant_uses(v, SHORTCUT_TURN_MASKS)) ||
           !variant_uses(v, SHORTCUT_CHECKS_BY_MASKS) || (p->state.ep_count && v->keeps_ep) ||
           (enemy_may_be_in_check(p) && gives_check_to_any(p, p->state.side_to_move));
}

static bitboard rays_to_royals(const pos *p)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard found = bb_none();
    for (int e = 0; e < v->enemy_count[us]; e++) {
        for (bitboard royals = p->royals[v->enemy_list[us][e]]; !bb_empty(royals);) {
            found = bb_or(found, table_at(v->rays_to[us], bb_pop_lsb(&royals)));
        }
    }
    return found;
}

/* Own pieces that are the only blocker between an own slider and an enemy royal. */
static bitboard find_discoverers(const pos *p)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard found = bb_none();
    for (int e = 0; e < v->enemy_count[us]; e++) {
        for (bitboard royals = p->royals[v->enemy_list[us][e]]; !bb_empty(royals);) {
            unsigned royal = bb_pop_lsb(&royals);
            for (int i = 0; i < v->attacker_count[us]; i++) {
                const attacker_group *t = &v->attackers[us][i];
                bitboard pieces = t->is_slider ? bb_and(threat_pieces(p, t, us),
                                                        table_at(v->sliders[t->slider].empty_board_attacks, royal))
                                               : bb_none();
                while (!bb_empty(pieces)) {
                    bitboard ray = cells_between(v, royal, bb_pop_lsb(&pieces));
                    bitboard blockers = bb_and(ray, p->occupied);
                    found = bb_single(blockers) ? bb_or(found, blockers) : found;
                }
            }
        }
    }
    return bb_and(found, p->owned[us]);
}

/* Whether the piece there gives a discovered check when it leaves. */
static bool is_discoverer(const pos *p, hook_filter *filter, unsigned from)
{
    if (from == CELL_NONE || !bb_has(filter->royal_rays, from)) {
        return false;
    }
    if (!filter->discoverers_known) {
        filter->discoverers_known = true;
        filter->discoverers = find_discoverers(p);
    }
    return bb_has(filter->discoverers, from);
}

/* Whether the side to move may not give check. */
BB_INLINE bool bars_checks(const pos *p)
{
    return p->variant->rules->checks.forbidden >> p->state.side_to_move & 1 && !p->testing_attacks;
}

static bool hook_zone_is_full(const pos *p, const variant_hook *h)
{
    return bb_empty(
        bb_without(set_of(p->variant, h->occupied[p->state.side_to_move]), p->owned[p->state.side_to_move]));
}

BB_INLINE const variant_hook *legality_hook(const variant *v, int i)
{
    return i < v->legal_hook_count ? &v->legal_hooks[i] : &v->made_hooks[i - v->legal_hook_count];
}

static bool hook_is_active(const pos *p, const hook_filter *filter, int i, const variant_hook *h)
{
    return i < 64 ? filter->active >> i & 1 : hook_zone_is_full(p, h);
}

/* Whether a piece of a hook that wants checks may give check with its next move; true in doubt. For pieces that only
 * leap their leaps tell it, and the hook can often be skipped. */
static bool check_is_near(const pos *p, hook_filter *filter, const variant_hook *h)
{
    const variant *v = p->variant;
    if (filter->checks_untellable || v->has_drops || !h->only_leapers) {
        return true;
    }
    for (int i = 0; i < h->piece_count; i++) {
        piece_id piece = h->pieces[p->state.side_to_move][i];
        bitboard pieces = p->pieces[piece];
        if (bb_intersect(pieces, filter->royal_rays)) {
            return true;
        }
        bitboard cells = bb_empty(pieces) ? pieces : check_cells(p, filter, piece, CELL_NONE);
        while (!bb_empty(pieces)) {
            if (bb_intersect(cells, piece_targets(p, &v->moves[piece], bb_pop_lsb(&pieces), bb_all()))) {
                return true;
            }
        }
    }
    return false;
}

static void hook_filter_begin(const pos *p, hook_filter *filter)
{
    const variant *v = p->variant;
    memset(filter->movers, 0, sizeof filter->movers);
    filter->is_needed = filter->discoverers_known = false;
    bool checks = false; /* some hook wants checks only */
    filter->bars_checks = bars_checks(p);
    if (filter->bars_checks) {
        checks = filter->is_needed = true;
        memset(filter->movers, 0xff, sizeof filter->movers);
        filter->checks_untellable = checks_unknown(p);
        filter->royal_rays = filter->checks_untellable ? bb_none() : rays_to_royals(p);
    }
    filter->active = 0;
    filter->cached_piece = PIECE_NONE;
    for (int i = 0; i < v->legal_hook_count + v->made_hook_count && p->hooks; i++) {
        const variant_hook *h = legality_hook(v, i);
        if ((i >= v->legal_hook_count && p->testing_attacks) || !hook_zone_is_full(p, h)) {
            continue;
        }
        filter->active |= i < 64 ? UINT64_C(1) << i : 0;
        for (unsigned k = 0; k < 4 && !h->rule->drops_only; k++) {
            filter->movers[k] |= h->rule->piece_count ? h->movers[k] : ~UINT64_C(0);
        }
        if (h->rule->checks_only && !checks) {
            checks = true;
            filter->checks_untellable = checks_unknown(p);
            filter->royal_rays = filter->checks_untellable ? bb_none() : rays_to_royals(p);
        }
        filter->is_needed |= h->rule->drops_only
                                 ? has_drops(p, p->state.side_to_move)
                                 : !h->rule->checks_only || hook_asks_all(p, h->rule) || check_is_near(p, filter, h);
    }
    if (!checks) {
        filter->checks_untellable = true;
        filter->royal_rays = bb_none();
    }
}

static bool hooks_concern(const pos *p, const hook_filter *filter, piece_id piece)
{
    return set_has(filter->movers, (unsigned)p->variant->type[p->variant->type_of[piece]].rule_piece_index);
}

/* Cells where the piece, coming from there, could give check; sometimes more, never fewer. Discovered checks are found
 * first; checks after a promotion are left to the caller. */
static bitboard check_cells(const pos *p, hook_filter *filter, piece_id piece, unsigned from)
{
    const variant *v = p->variant;
    if (filter->checks_untellable || v->is_royal[piece] || v->moves[piece].captures_transform || v->combined ||
        is_discoverer(p, filter, from)) {
        return bb_all();
    }
    if (filter->cached_piece != piece) {
        filter->cached_piece = piece;
        filter->cached_cells = checking_cells(p, piece);
    }
    return filter->cached_cells;
}

/* Where the piece must or may promote when it comes from there. */
static bitboard promotion_cells(const variant *v, piece_id piece, unsigned from)
{
    const promotion_table *t = v->moves[piece].promotion;
    return from == CELL_NONE || !t ? bb_none() : bb_or(table_at(t->mandatory, from), table_at(t->optional, from));
}

/* Targets of a simple step or a drop (from CELL_NONE) that some hook judges; sometimes more. */
static bitboard hooked_cells(const pos *p, hook_filter *filter, piece_id piece, unsigned from)
{
    const variant *v = p->variant;
    unsigned rule_piece_index = (unsigned)v->type[v->type_of[piece]].rule_piece_index;
    bitboard found =
        filter->bars_checks ? bb_or(check_cells(p, filter, piece, from), promotion_cells(v, piece, from)) : bb_none();
    for (int i = 0; i < v->legal_hook_count + v->made_hook_count; i++) {
        const variant_hook *h = legality_hook(v, i);
        const rule_hook *rule = h->rule;
        if (!hook_is_active(p, filter, i, h) || (from == CELL_NONE ? rule->no_drops : rule->drops_only) ||
            (rule->piece_count && !set_has(h->movers, rule_piece_index))) {
            continue;
        }
        bitboard cells = set_of(v, h->to[p->state.side_to_move]);
        bool remote =
            v->captures_by_row || (from != CELL_NONE && v->has_remote_captures &&
                                   ability_of(v, piece)->remote_capture_count); /* they capture pieces elsewhere too */
        if ((rule->captures_only || rule->captured_count) && !remote) {
            cells = bb_and(cells, p->occupied);
        }
        if (rule->checks_only && !hook_asks_all(p, rule)) {
            cells = bb_and(cells, bb_or(check_cells(p, filter, piece, from), promotion_cells(v, piece, from)));
        }
        found = bb_or(found, cells);
    }
    return found;
}

/* Whether the move can give check. `filter` NULL: unknown. */
static bool could_give_check(const pos *p, hook_filter *filter, move m, piece_id piece)
{
    move_kind kind = move_kind_of(m);
    bool simple = (kind <= MOVE_DOUBLE_STEP && !move_into(m)) || kind == MOVE_DROP;
    return !filter || !simple || bb_has(check_cells(p, filter, piece, move_from(m)), move_to(m));
}

/* ---- asking the hooks ---- */

/* A move about to be judged. */
typedef struct hook_move {
    move m;
    piece_id piece; /* PIECE_NONE: a script listed the move */
    int halves;
    move_facts facts[HALVES_MAX];
    victim_list victims;
} hook_move;

/* Whether the hook judges that half of the move, as far as can be told before it is made. */
static bool hook_applies(const pos *p, const variant_hook *h, const hook_move *a, int half, hook_filter *filter)
{
    const rule_hook *rule = h->rule;
    return half < a->halves && hook_is_about(p->variant, h, &a->facts[half], p->state.side_to_move) &&
           hook_zone_is_full(p, h) &&
           (!rule->checks_only || hook_asks_all(p, rule) || could_give_check(p, filter, a->m, a->piece));
}

/* `u` takes back the move that was made; NULL: it is judged before it is made. */
static bool hook_refuses(pos *p, const variant_hook *h, int number, const undo *u, const hook_move *a, int half,
                         hook_refusal *why)
{
    live_hooks *hooks = p->hooks;
    bool allowed = true;
    if (hooks->failed) {
        return false;
    }
    char *words = why ? why->words : NULL;
    size_t room = why ? sizeof why->words : 0;
    bool answered = u ? hooks->made(hooks->host, number, position_of(p), u, &a->facts[half], &allowed, words, room)
                      : hooks->legal(hooks->host, number, position_of(p), &a->facts[half], &allowed, words, room);
    if (!answered) {
        hook_failed(p, u, a->m);
    }
    if (why && !allowed) {
        why->rule = h->rule;
    }
    return !allowed;
}

/* Whether the player who must answer the move just made is in check and has no legal reply. Hooks are not consulted. */
static bool is_mated_by(pos *p, int side)
{
    live_hooks *hooks = p->hooks;
    int acts = p->state.side_to_move;
    p->hooks = NULL;
    p->state.side_to_move = (uint8_t)side_to_answer(p, side);
    bool mated = player_in_check(p, p->state.side_to_move) && !core_has_legal_move(position_of(p));
    p->state.side_to_move = (uint8_t)acts;
    p->hooks = hooks;
    return mated;
}

/* Hooks that judge a move that was made. */
typedef struct made_judge {
    const hook_move *a;
    const undo *u;
    uint64_t applies[HALVES_MAX]; /* which of them judge that half, by index */
    uint64_t awake;               /* which of them want all moves now, and not only checks */
    int side;
    int checks; /* whether the move gives check; -1: not known yet */
} made_judge;

static bool move_made_checks(const pos *p, made_judge *judge)
{
    judge->checks = judge->checks < 0 ? gives_check_to_any(p, judge->side) : judge->checks;
    return judge->checks;
}

/* Whether hook `i` judges that half, now that the move has been made. Beyond the width of the bits, all do whose filters
 * on pieces match. */
static bool judges_made(pos *p, made_judge *judge, int i, int half)
{
    const variant_hook *h = &p->variant->made_hooks[i];
    const rule_hook *rule = h->rule;
    uint64_t bit = UINT64_C(1) << (i & 63);
    if (i < 64 ? !(judge->applies[half] & bit) : !judge->a->piece || !hook_applies(p, h, judge->a, half, NULL)) {
        return false;
    }
    if (half && (rule->checks_only || rule->no_checks) && (i < 64 ? (judge->applies[0] & bit) != 0 : true)) {
        return false; /* it has heard of the castling */
    }
    if ((rule->no_checks && move_made_checks(p, judge)) ||
        (rule->checks_only && !(judge->awake & bit) && !move_made_checks(p, judge))) {
        return false;
    }
    return !rule->mates_only || is_mated_by(p, judge->side);
}

/* Makes the move. Only then it is known what a listed one captures. */
static void play_judged(pos *p, hook_move *a, undo *u)
{
    bool listed = move_kind_of(a->m) == MOVE_HOOK;
    const capture_log *asked = p->hooks->capture_log, log = {u, &a->victims};
    a->victims.count = listed ? 0 : a->victims.count;
    p->hooks->capture_log = listed ? &log : NULL;
    play_move(p, a->m, u);
    p->hooks->capture_log = asked;
    if (listed) {
        hear_victims(&a->facts[0], &a->victims);
    }
}

static bool refused_after_move(pos *p, hook_move *a, const uint64_t applies[HALVES_MAX], hook_refusal *why)
{
    const variant *v = p->variant;
    undo u;
    made_judge judge = {.a = a, .u = &u, .side = p->state.side_to_move, .checks = -1};
    memcpy(judge.applies, applies, sizeof judge.applies);
    for (int i = 0; i < v->made_hook_count && i < 64; i++) {
        judge.awake |= (uint64_t)hook_asks_all(p, v->made_hooks[i].rule) << i;
    }
    bool refused = false;
    play_judged(p, a, &u);
    for (int half = 0; half < a->halves && !refused; half++) {
        for (int i = 0; i < v->made_hook_count && !refused; i++) {
            refused = judges_made(p, &judge, i, half) && hook_refuses(p, &v->made_hooks[i], i, &u, a, half, why);
        }
    }
    undo_move(p, &u);
    return refused;
}

/* What hooks are told of a move of a piece. */
static void hook_move_of(const pos *p, move m, hook_move *a)
{
    a->m = m;
    a->piece = move_kind_of(m) == MOVE_DROP
                   ? variant_dropped_piece(p->variant, p->state.side_to_move, (int)move_into(m) - 1)
                   : p->board[move_from(m)];
    a->halves = move_halves(p, m, a->piece, a->facts, &a->victims);
}

/* The hooks that judge a move before it is made. `why` and `filter` may be NULL. */
static bool refused_before_move(pos *p, const hook_move *a, hook_refusal *why, hook_filter *filter)
{
    const variant *v = p->variant;
    for (int half = 0; half < a->halves; half++) {
        for (int i = 0; i < v->legal_hook_count; i++) {
            const variant_hook *h = &v->legal_hooks[i];
            if (hook_applies(p, h, a, half, filter) && hook_refuses(p, h, i, NULL, a, half, why)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the hooks that judge a move before it is made are asked before anything plays it. So no hook is asked what
 * follows a move that is illegal; without such hooks nothing tells the difference, and the cheaper test goes first. */
BB_INLINE bool judges_before_play(const pos *p)
{
    return p->variant->legal_hook_count && p->variant->has_after_effects && p->hooks;
}

static bool refused_before_play(const pos *p, move m)
{
    if (!judges_before_play(p) || !is_piece_move(m)) {
        return false;
    }
    hook_move a;
    hook_move_of(p, m, &a);
    return refused_before_move((pos *)p, &a, NULL, NULL);
}

/* Hooks that judge a move before it is made, unless they have been asked, then those that judge the result. `why` and
 * `filter` may be NULL. */
static bool refused_by_hook(pos *p, move m, bool asked_before, hook_refusal *why, hook_filter *filter)
{
    const variant *v = p->variant;
    if (filter && move_kind_of(m) != MOVE_DROP && !hooks_concern(p, filter, p->board[move_from(m)]) &&
        !(move_kind_of(m) == MOVE_CASTLE && hooks_concern(p, filter, v->castlings[move_index(m)].partner))) {
        return false;
    }
    hook_move a;
    hook_move_of(p, m, &a);
    bool asks = p->hooks != NULL;
    if (asks && !asked_before && refused_before_move(p, &a, why, filter)) {
        return true;
    }
    if (bars_checks(p) && could_give_check(p, filter, m, a.piece) && gives_check(p, m)) {
        return true;
    }
    if (!asks) {
        return false;
    }
    uint64_t applies[HALVES_MAX] = {0};
    for (int i = 0; i < v->made_hook_count && i < 64 && !p->testing_attacks; i++) {
        applies[0] |= (uint64_t)hook_applies(p, &v->made_hooks[i], &a, 0, filter) << i;
        applies[1] |= (uint64_t)hook_applies(p, &v->made_hooks[i], &a, 1, filter) << i;
    }
    return (applies[0] || applies[1] || (v->made_hook_count > 64 && !p->testing_attacks)) &&
           refused_after_move(p, &a, applies, why);
}

/* A move that a script lists is judged by the hooks without a filter, in the position after it. No piece of the rules
 * makes it, so they hear of its cells only. Moves that prepare the game are not judged. */
static bool listed_move_refused(pos *p, move m, hook_refusal *why)
{
    const variant *v = p->variant;
    int from = move_from(m) == CELL_NONE ? -1 : (int)move_from(m);
    hook_move a;
    a.m = m;
    a.piece = PIECE_NONE;
    a.halves = 1;
    a.facts[0] = move_facts_of_cells(from, from < 0 ? -1 : (int)move_to(m), p->state.side_to_move);
    uint64_t applies[HALVES_MAX] = {0};
    for (int i = 0; i < v->made_hook_count && i < 64 && !p->testing_attacks && !is_setup_move(v, m); i++) {
        applies[0] |= (uint64_t)!rule_hook_has_filter(v->made_hooks[i].rule) << i;
    }
    return applies[0] && refused_after_move(p, &a, applies, why);
}

static bool core_refused_by_hook(position *p, move m, hook_refusal *why)
{
    memset(why, 0, sizeof *why);
    bool judged = p->variant->legal_hook_count || p->variant->made_hook_count;
    if (!judged || !p->hooks || move_kind_of(m) == MOVE_PASS) {
        return false;
    }
    return move_kind_of(m) == MOVE_HOOK ? listed_move_refused(pos_of(p), m, why)
                                        : refused_by_hook(pos_of(p), m, false, why, NULL);
}

/* Rules that need the whole move: limits on drops, forbidden checks, hooks. `asked_before`: those hooks that judge
 * before any play have allowed it. */
static bool refused_by_other_rule(const pos *p, move m, bool asked_before)
{
    const variant *v = p->variant;
    if (move_kind_of(m) == MOVE_DROP) {
        int us = p->state.side_to_move;
        piece_id piece = variant_dropped_piece(v, us, (int)move_into(m) - 1);
        for (int i = 0; i < v->drop_count[us]; i++) {
            const drop_table *d = &v->drops[us][i];
            if (d->piece != piece) {
                continue;
            }
            if ((!d->parries && player_in_check(p, us)) ||
                ((!d->may_give_check || !d->may_mate) && drop_is_forbidden(p, d, m))) {
                return true;
            }
        }
    }
    if (v->put.given && !v->rules->put.parries && has_second_half(p, m) && first_half_is_unsafe(p, m)) {
        return true;
    }
    const special *s =
        v->has_must_not_check && move_into(m) && move_kind_of(m) != MOVE_DROP ? special_for_move(p, m) : NULL;
    if (s && s->must_not_check && gives_check((pos *)p, m)) {
        return true;
    }
    bool asks = (v->legal_hook_count || v->made_hook_count) && p->hooks;
    if ((!asks && !v->rules->checks.forbidden) || move_kind_of(m) == MOVE_PASS || move_kind_of(m) == MOVE_ROLL) {
        return false;
    }
    if (move_kind_of(m) != MOVE_HOOK) {
        return refused_by_hook((pos *)p, m, asked_before, NULL, NULL);
    }
    return (asks && v->made_hook_count && listed_move_refused((pos *)p, m, NULL)) ||
           (bars_checks(p) && !is_setup_move(v, m) && gives_check((pos *)p, m));
}

static bool refused_by_rule(const pos *p, move m)
{
    return refused_before_play(p, m) || refused_by_other_rule(p, m, judges_before_play(p));
}

static bool core_is_legal(position *p, move m)
{
    pos *here = pos_of(p);
    return is_safe_by_play(here, m) && !refused_by_other_rule(here, m, judges_before_play(here));
}

/* Keeps those of the moves, found by masks, that no hook refuses. */
static void keep_allowed_by_hooks(pos *p, move_list *list, size_t first)
{
    hook_filter filter;
    hook_filter_begin(p, &filter);
    if (filter.is_needed) {
        keep_legal(p, list, first, &(move_judge){.filter = &filter}, false);
    }
}
