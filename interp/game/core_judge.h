/* Core: hooks that judge moves. Included by core.c.
 *
 * The filters of a hook say which moves it is asked about. What of that can be told by sets (which men, where they arrive,
 * whether they could give check) is told by sets, so that all other moves are counted as if there were no hook.
 */

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
            found = bits_or(found, table_at(g->lines_to[me], bits_pop(&royals)));
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

static bool is_active(const pos *p, const judge *j, int i, const game_hook *h)
{
    return i < 64 ? j->active >> i & 1 : is_full(p, h);
}

static bits cells_of_check(const pos *p, judge *j, man_id man, unsigned from);

/* Whether some man whom a hook of checks concerns may give check by his next move; in doubt he may. For men who only leap
 * that is told by their leaps: so rarely can they that the hook is often not to be thought of. */
static bool checks_near(const pos *p, judge *j, const game_hook *h)
{
    const game *g = p->game;
    if (j->any_checks || g->dropping || !h->leapers) {
        return true;
    }
    for (int i = 0; i < h->men_count; i++) {
        man_id man = h->men[p->state.mover][i];
        bits men = p->men[man];
        if (bits_meet(men, j->lines)) {
            return true;
        }
        bits cells = bits_empty(men) ? men : cells_of_check(p, j, man, CELL_NONE);
        while (!bits_empty(men)) {
            if (bits_meet(cells, reach_of(p, &g->plans[man], bits_pop(&men), bits_all()))) {
                return true;
            }
        }
    }
    return false;
}

static void judge_begin(const pos *p, judge *j)
{
    const game *g = p->game;
    memset(j->movers, 0, sizeof j->movers);
    j->asks = j->discovers = false;
    bool checks = false; /* some hook asks about checks alone */
    j->active = 0;
    j->known = MAN_NONE;
    for (int i = 0; i < g->legal_count + g->made_count && p->hooks; i++) {
        const game_hook *h = judging_hook(g, i);
        if ((i >= g->legal_count && p->trying) || !is_full(p, h)) {
            continue;
        }
        j->active |= i < 64 ? UINT64_C(1) << i : 0;
        for (unsigned k = 0; k < 4 && !h->rule->drops_only; k++) {
            j->movers[k] |= h->rule->piece_count ? h->movers[k] : ~UINT64_C(0);
        }
        if (h->rule->checks_only && !checks) {
            checks = true;
            j->any_checks = checks_unknown(p);
            j->lines = j->any_checks ? bits_none() : lines_to_royals(p);
        }
        j->asks |= h->rule->drops_only ? has_to_place(p, p->state.mover)
                                       : !h->rule->checks_only || is_awake(p, h->rule) || checks_near(p, j, h);
    }
    if (!checks) {
        j->any_checks = true;
        j->lines = bits_none();
    }
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
        if (!is_active(p, j, i, h) || (rule->drops_only && from != CELL_NONE) ||
            (rule->piece_count && !set_has(h->movers, piece))) {
            continue;
        }
        bits cells = set_of(g, h->to[p->state.mover]);
        bool strikes = g->striking && power_of(g, man)->strike_count; /* they take men elsewhere too */
        if ((rule->captures_only || rule->taken_count) && !(strikes && from != CELL_NONE)) {
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
    unsigned taken_at;
    man_id taken = taken_by(p, m, &taken_at), becomes = arrival(g, m, a.man, taken);
    a.taken = first_taken(p, m, taken, &taken_at);
    a.facts = facts_of(g, m, a.man, becomes, a.taken, taken_at);
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
