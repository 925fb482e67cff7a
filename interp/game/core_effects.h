/* Core, part three: what scripts and chance do to a position. Included by core.c.
 *
 * Effects that a live hook answers with are checked and carried out here, one by one, by the same functions as every
 * move. A hook's failure is remembered in live_hooks.failed; what follows means nothing then.
 */

static bool hook_wants(const pos *p, const game_hook *h, man_id man, man_id taken, unsigned to)
{
    const game *g = p->game;
    const game_type *t = &g->type[g->man_type[man]];
    if (h->rule->captures_only && !taken) {
        return false;
    }
    if (h->rule->piece_count && !set_has(h->movers, (unsigned)t->piece)) {
        return false;
    }
    if (h->rule->taken_count && !(taken && set_has(h->taken, (unsigned)g->type[g->man_type[taken]].piece))) {
        return false;
    }
    int owner = g->man_owner[man];
    return set_has(g->sets + h->to[owner == g->nobody ? p->state.mover : owner], to);
}

/* Whether a hook that asks only about checks is asked about all moves of the mover. */
BITS_INLINE bool is_awake(const pos *p, const rule_hook *rule)
{
    return rule->awakes && p->more.counters[rule->unless_zero[p->state.mover]] != 0;
}

/* Whether the man becomes another piece. */
BITS_INLINE bool is_changed(const game *g, man_id before, man_id after)
{
    return after && g->type[g->man_type[before]].piece != g->type[g->man_type[after]].piece;
}

static move_facts facts_of(const game *g, move m, man_id before, man_id becomes, man_id taken, unsigned taken_at)
{
    return (move_facts){
        .from = move_from(m) == CELL_NONE ? -1 : (int)move_from(m),
        .to = (int)move_to(m),
        .piece = g->type[g->man_type[before]].piece,
        .owner = g->man_owner[before],
        .becomes = becomes ? g->type[g->man_type[becomes]].piece : -1,
        .taken = taken ? g->type[g->man_type[taken]].piece : -1,
        .taken_at = taken ? (int)taken_at : -1,
        .taken_owner = taken ? g->man_owner[taken] : -1,
        .drop = move_kind_of(m) == MOVE_DROP,
    };
}

/* The man that a hook asks for; a royal man stays royal when it turns. */
static man_id man_for(const game *g, int owner, int piece, bool royal)
{
    int type = g->base_type[piece];
    if (royal && g->type[type].royal_form >= 0) {
        type = g->type[type].royal_form;
    }
    return game_man(g, owner, type);
}

/* A man that effects change or take away can no longer be taken in passing. */
static void forget_passed_man(pos *p, unsigned man_at)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        passed_cell c = p->state.passed[i];
        if (c.man_at == man_at) {
            p->state.hash ^= passed_key(p->game, c);
        } else {
            p->state.passed[kept++] = c;
        }
    }
    memset(&p->state.passed[kept], 0, (p->state.passed_count - kept) * sizeof p->state.passed[0]);
    p->state.passed_count = (uint8_t)kept;
}

/* Whether men of the player may stand there: where players have boards of their own, on his alone. */
static bool may_stand_on(const game *g, int owner, int cell)
{
    return !g->own_boards || g->board_of[owner] == g->topology.level[cell];
}

/* The same of what the effect does. */
static bool keeps_to_its_board(const pos *p, const effect *e)
{
    const game *g = p->game;
    switch (e->kind) {
    case EFFECT_PUT:
    case EFFECT_BURY:
    case EFFECT_GIVE:
        return may_stand_on(g, e->owner, e->cell);
    case EFFECT_MOVE:
    case EFFECT_PASSED:
        return g->topology.level[e->cell] == g->topology.level[e->to];
    default:
        return true;
    }
}

/* Carries one effect out; else says what stands against it. */
static const char *carry_out(pos *p, undo *u, const effect *e)
{
    const game *g = p->game;
    man_id there = e->cell >= 0 ? p->board[e->cell] : MAN_NONE;
    if (u->count + 2 * TOWER_MAX + 8 > UNDO_CELLS_MAX) {
        return "more effects than one move can have";
    }
    if (g->own_boards && !keeps_to_its_board(p, e)) {
        return "an effect that brings a man to a board on which his owner does not play";
    }
    if (e->cell >= 0) {
        drop_rights(p, g->cell_clears[e->cell]);
    }
    if (p->state.passed_count && e->cell >= 0 && e->kind != EFFECT_PASSED) {
        forget_passed_man(p, (unsigned)e->cell);
    }
    switch (e->kind) {
    case EFFECT_TAKE:
        if (!there || spared(p, there)) {
            return there ? "`capture` of a royal man, which is never taken" : "`capture` on an empty cell";
        }
        drop_rights(p, g->man_clears[there]);
        tower_pop(p, u, (unsigned)e->cell);
        return NULL;
    case EFFECT_PUT: {
        man_id man = man_for(g, e->owner, e->piece, g->rules->pieces[e->piece].royal);
        if (!game_may_be(g, g->man_owner[man], g->man_type[man])) {
            return "`put` of a royal man of nobody";
        }
        if (!tower_push(p, u, (unsigned)e->cell, man)) {
            return g->towers ? "`put` on a tower that is as high as can be" : "`put` on an occupied cell";
        }
        return NULL;
    }
    case EFFECT_BURY:
        if (!tower_bury(p, u, (unsigned)e->cell, man_for(g, e->owner, e->piece, false))) {
            return g->towers ? "`put_under` in a tower that is as high as can be"
                             : "`put_under` under a man, in a game without "
                               "towers";
        }
        return NULL;
    case EFFECT_TURN:
        if (!there) {
            return "`transform` on an empty cell";
        }
        there = man_for(g, g->man_owner[there], e->piece, g->man_royal[there]);
        if (!game_may_be(g, g->man_owner[there], g->man_type[there])) {
            return "`transform` of a man of nobody into a royal one";
        }
        change_cell(p, u, (unsigned)e->cell, risen_form(g, there, (unsigned)e->cell));
        return NULL;
    case EFFECT_GIVE:
        if (!there || g->man_royal[there]) {
            return there ? "`give` of a royal man, which keeps its owner" : "`give` on an empty cell";
        }
        there = game_man(g, e->owner, g->man_type[there]);
        change_cell(p, u, (unsigned)e->cell, risen_form(g, there, (unsigned)e->cell));
        return NULL;
    case EFFECT_MOVE:
        if (!there || (p->board[e->to] && !g->towers)) {
            return there ? "`move` to an occupied cell" : "`move` from an empty cell";
        }
        tower_pop(p, u, (unsigned)e->cell);
        if (!tower_push(p, u, (unsigned)e->to, there)) {
            return "`move` onto a tower that is as high as can be";
        }
        drop_rights(p, g->man_clears[there] | g->cell_clears[e->to]);
        return NULL;
    case EFFECT_LIFT: {
        if (!there || !g->hands) {
            return there ? "`to_hand` in a game without hands" : "`to_hand` of an empty cell";
        }
        man_id held = g->held_as[game_man(g, g->man_owner[there], g->base_type[g->type[g->man_type[there]].piece])];
        if (!held || (g->man_royal[held] && !game_places_royals(g))) {
            return "`to_hand` of a man that cannot be held";
        }
        drop_rights(p, g->man_clears[there]);
        tower_pop(p, u, (unsigned)e->cell);
        change_hand(p, u, held, 1);
        return NULL;
    }
    case EFFECT_HAND: {
        man_id man = man_for(g, e->owner, e->piece, false);
        int count = hand_of(p)[man] + e->amount;
        if (!g->hands || count < 0 || count > 1000) {
            return g->hands ? "`hand` that leaves fewer than none or more than 1000" : "`hand` in a game without hands";
        }
        change_hand(p, u, man, e->amount);
        return NULL;
    }
    case EFFECT_COUNTER_ADD:
    case EFFECT_COUNTER_SET: {
        int value = e->amount + (e->kind == EFFECT_COUNTER_ADD ? p->more.counters[e->counter] : 0);
        if (value < -9999 || value > 9999) {
            return "`counter` that leaves -9999 to 9999";
        }
        p->more.counters[e->counter] = (int16_t)value;
        return NULL;
    }
    case EFFECT_RIGHT:
        if (!e->amount) {
            drop_rights(p, UINT32_C(1) << e->counter);
            return NULL;
        }
        if (!right_stands(position_of(p), e->counter)) {
            return "`right` for men that do not stand in their places";
        }
        restore_right(p, e->counter);
        return NULL;
    case EFFECT_ACTS:
    case EFFECT_ROLL:
        if (e->owner == g->nobody) {
            return "a turn of nobody";
        }
        if (e->kind == EFFECT_ROLL && !g->outcome_count) {
            return "`roll` in a game without dice";
        }
        p->more.acts = (uint8_t)(e->owner + 1);
        p->more.rolls = e->kind == EFFECT_ROLL;
        return NULL;
    case EFFECT_DIE:
        for (int i = 0; i < DICE_MAX; i++) {
            if (p->more.dice[i] == e->amount && e->amount > 0) {
                memmove(&p->more.dice[i], &p->more.dice[i + 1], (size_t)(DICE_MAX - 1 - i));
                p->more.dice[DICE_MAX - 1] = 0;
                return NULL;
            }
        }
        return "`use_die` of a number that no die shows";
    case EFFECT_PASSED:
        if (there || !p->board[e->to]) {
            return there ? "`en_passant` of an occupied cell" : "`en_passant` by no man";
        }
        remember_passed(p, (unsigned)e->cell, (unsigned)e->to, g->man_owner[p->board[e->to]]);
        return NULL;
    case EFFECT_QUIET:
        if (e->amount < 0 || e->amount > 9999) {
            return "`halfmove_clock` of fewer plies than none or more than 9999";
        }
        p->state.quiet = (uint16_t)e->amount;
        return NULL;
    }
    return "an effect that does not exist";
}

static bool carry_all(pos *p, undo *u, const effect *effects, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const char *wrong = carry_out(p, u, &effects[k]);
        if (wrong) {
            p->hooks->refuse(p->hooks->host, wrong);
            p->hooks->failed = true;
            return false;
        }
    }
    return true;
}

/* How many ways a move has that a hook's choice concerns: 1 when it concerns none. */
static size_t choice_count(const pos *p, int hook, const move_facts *facts)
{
    listed_move unused[1];
    size_t count = 0;
    live_hooks *hooks = p->hooks;
    if (!hooks->list(hooks->host, hook, (const position *)p, facts, unused, 0, &count)) {
        hooks->failed = true;
    }
    return count ? count : 1;
}

static void run_choice(pos *p, undo *u, int hook, const move_facts *facts, unsigned which)
{
    effect effects[EFFECTS_MAX];
    size_t count = 0;
    live_hooks *hooks = p->hooks;
    if (!hooks->pick(hooks->host, hook, position_of(p), facts, which, effects, EFFECTS_MAX, &count, NULL)) {
        hooks->failed = true;
        return;
    }
    carry_all(p, u, effects, count);
}

static bool gives_check_to_any(const pos *p, int mover);

/* Whether what has been done so far is what the hook asks about. Whoever moved still acts. */
static bool after_wants(const pos *p, const game_hook *h, move m, man_id before, man_id taken)
{
    const rule_hook *rule = h->rule;
    return hook_wants(p, h, before, taken, move_to(m)) && (!rule->drops_only || move_kind_of(m) == MOVE_DROP) &&
           (!rule->promotes_only || is_changed(p->game, before, p->board[move_to(m)])) &&
           (!rule->checks_only || is_awake(p, rule) || gives_check_to_any(p, p->state.mover));
}

/* A hook that says that it only counts cannot do anything else: legality is not asked of what it does. */
static bool keeps_to_counters(const pos *p, const rule_hook *rule, const effect *effects, size_t count)
{
    for (size_t k = 0; rule->counters_only && k < count; k++) {
        if (effects[k].kind != EFFECT_COUNTER_ADD && effects[k].kind != EFFECT_COUNTER_SET) {
            p->hooks->refuse(p->hooks->host, "an effect that is not of a counter, and says `changes: counters`");
            p->hooks->failed = true;
            return false;
        }
    }
    return true;
}

static void run_after_hooks(pos *p, undo *u, move m, man_id before, man_id taken, unsigned taken_at)
{
    const game *g = p->game;
    live_hooks *hooks = p->hooks;
    for (int i = 0; i < g->after_count && hooks && !hooks->failed; i++) {
        if (!after_wants(p, &g->after[i], m, before, taken)) {
            continue;
        }
        effect effects[EFFECTS_MAX];
        size_t count = 0;
        move_facts facts = facts_of(g, m, before, p->board[move_to(m)], taken, taken_at);
        if (!hooks->after(hooks->host, i, position_of(p), &facts, effects, EFFECTS_MAX, &count)) {
            hooks->failed = true;
            return;
        }
        if (!keeps_to_counters(p, g->after[i].rule, effects, count) || !carry_all(p, u, effects, count)) {
            return;
        }
    }
}

/* Passed cells after effects: one whose man is gone or somebody else's, and one that nobody can use any more, is forgotten. */
static void review_passed(pos *p)
{
    int mover = p->state.mover;
    unsigned count = p->state.passed_count;
    passed_cell all[PASSED_MAX];
    memcpy(all, p->state.passed, count * sizeof *all);
    forget_passed(p);
    for (unsigned i = 0; i < count; i++) {
        man_id man = p->board[all[i].man_at];
        bool movers = man && (p->game->man_owner[man] == mover || p->game->man_owner[man] == p->game->nobody);
        if (movers && !p->board[all[i].cell] && passed_is_usable(p, all[i].cell, mover, -1)) {
            remember_passed(p, all[i].cell, all[i].man_at, mover);
        }
    }
}

/* The man that the player has chosen for his line to take leaves the board. */
static void take_by_line(pos *p, undo *u, unsigned cell)
{
    const game *g = p->game;
    man_id taken = p->board[cell];
    drop_rights(p, g->man_clears[taken] | g->cell_clears[cell]);
    change_cell(p, u, cell, MAN_NONE);
    if (p->state.passed_count) {
        forget_passed_man(p, cell);
    }
    if (g->hands) {
        take_into_hand(p, u, taken, p->state.mover);
    }
    p->state.quiet = 0;
}

/* A castling is two moves to a hook: the king's, then his partner's. */
static void run_hooks_of_move(pos *p, undo *u, move m, man_id before, man_id taken, unsigned taken_at)
{
    const game *g = p->game;
    live_hooks *hooks = p->hooks;
    if (g->takes_by_line && move_extra(m) && may_line(m) && p->board[move_extra(m) - 1]) {
        take_by_line(p, u, move_extra(m) - 1);
    }
    run_after_hooks(p, u, m, before, taken, taken_at);
    if (move_kind_of(m) == MOVE_CASTLE) {
        const castling *c = &g->castlings[move_number(m)];
        move second = move_pack(MOVE_STEP, c->partner_from, c->partner_to, 0, 0, 0);
        run_after_hooks(p, u, second, c->partner, MAN_NONE, c->partner_to);
    }
    bool chosen = g->choice_count && !p->only_base && move_kind_of(m) != MOVE_CHAIN;
    for (int i = 0; chosen && i < g->choice_count && hooks && !hooks->failed; i++) {
        if (hook_wants(p, &g->choices[i], before, taken, move_to(m))) {
            move_facts facts = facts_of(g, m, before, p->board[move_to(m)], taken, taken_at);
            run_choice(p, u, i, &facts, move_extra(m));
        }
    }
    if (p->state.passed_count && !g->keeps_passed) {
        review_passed(p);
    }
}

/* What a hook listed as a move of its own. */
static bool play_listed(pos *p, undo *u, move m)
{
    effect effects[EFFECTS_MAX];
    size_t count = 0;
    live_hooks *hooks = p->hooks;
    bool progress = false;
    if (!hooks || hooks->failed) {
        return false;
    }
    if (!hooks->pick(hooks->host, (int)move_number(m), position_of(p), NULL, move_extra(m), effects, EFFECTS_MAX,
                     &count, NULL)) {
        hooks->failed = true;
        return false;
    }
    if (!p->game->keeps_passed) {
        forget_passed(p); /* not before: the hook lists what they allow */
    }
    for (size_t k = 0; k < count; k++) {
        progress |= effects[k].kind == EFFECT_TAKE || effects[k].kind == EFFECT_PUT ||
                    effects[k].kind == EFFECT_QUIET || effects[k].kind == EFFECT_GIVE;
    }
    carry_all(p, u, effects, count);
    return progress;
}

static void play_roll(pos *p, move m)
{
    const dice_outcome *o = &p->game->outcomes[move_number(m)];
    p->more.rolls = 0;
    p->more.roll = (uint8_t)(move_number(m) + 1);
    memcpy(p->more.dice, o->dice, sizeof p->more.dice);
    p->state.hash ^= more_key(p->game, &p->more);
    p->state.plies = (uint16_t)(p->state.plies + (p->state.plies < UINT16_MAX));
}

static bool play_chain(pos *p, undo *u, move m);

/* Moves of the kinds that most games have none of. */
static void play_rare(pos *p, undo *u, move m)
{
    bool progress = false;
    switch (move_kind_of(m)) {
    case MOVE_CLAIM:
        if (p->game->remembers) {
            p->state.hash ^= more_key(p->game, &p->more);
        }
        return;
    case MOVE_ROLL:
        play_roll(p, m);
        return;
    case MOVE_HOOK:
        progress = play_listed(p, u, m);
        break;
    case MOVE_CHAIN: {
        man_id man = p->board[move_from(m)], taken = p->board[move_aux(m)];
        progress = play_chain(p, u, m);
        if (p->game->after_count || p->game->choice_count) {
            run_hooks_of_move(p, u, m, man, taken, move_aux(m));
        }
        break;
    }
    default: /* MOVE_PASS */
        break;
    }
    if (!(p->game->prepares && is_preparation(p->game, m))) {
        tick(p, progress);
    }
    next_turn(p, u, m);
}
