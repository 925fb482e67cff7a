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

/* Carries one effect out; else says what stands against it. */
static const char *carry_out(pos *p, undo *u, const effect *e)
{
    const game *g = p->game;
    man_id there = e->cell >= 0 ? p->board[e->cell] : MAN_NONE;
    if (u->count + 2 * TOWER_MAX + 8 > UNDO_CELLS_MAX) {
        return "more effects than one move can have";
    }
    if (e->cell >= 0) {
        drop_rights(p, g->cell_clears[e->cell]);
    }
    switch (e->kind) {
    case EFFECT_TAKE:
        if (!there || spared(p, there)) {
            return there ? "`take` of a royal man, which is never taken" : "`take` on an empty cell";
        }
        drop_rights(p, g->man_clears[there]);
        tower_pop(p, u, (unsigned)e->cell);
        return NULL;
    case EFFECT_PUT:
        if (!tower_push(p, u, (unsigned)e->cell, man_for(g, e->owner, e->piece, g->rules->pieces[e->piece].royal))) {
            return g->towers ? "`put` on a tower that is as high as can be" : "`put` on an occupied cell";
        }
        return NULL;
    case EFFECT_BURY:
        if (!tower_bury(p, u, (unsigned)e->cell, man_for(g, e->owner, e->piece, false))) {
            return g->towers ? "`bury` in a tower that is as high as can be" : "`bury` under a man, in a game without "
                                                                               "towers";
        }
        return NULL;
    case EFFECT_TURN:
        if (!there) {
            return "`turn` on an empty cell";
        }
        change_cell(p, u, (unsigned)e->cell, man_for(g, g->man_owner[there], e->piece, g->man_royal[there]));
        return NULL;
    case EFFECT_GIVE:
        if (!there || g->man_royal[there]) {
            return there ? "`give` of a royal man, which keeps its owner" : "`give` on an empty cell";
        }
        change_cell(p, u, (unsigned)e->cell, game_man(g, e->owner, g->man_type[there]));
        return NULL;
    case EFFECT_MOVE:
        if (!there || (p->board[e->to] && !g->towers)) {
            return there ? "`move` to an occupied cell" : "`move` from an empty cell";
        }
        tower_pop(p, u, (unsigned)e->cell);
        if (!tower_push(p, u, (unsigned)e->to, there)) {
            return "`move` onto a tower that is as high as can be";
        }
        drop_rights(p, g->man_clears[there] | g->cell_clears[e->cell] | g->cell_clears[e->to]);
        return NULL;
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
        return "`die` of a number that no die shows";
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

static void run_after_hooks(pos *p, undo *u, move m, man_id before, man_id taken, unsigned taken_at)
{
    const game *g = p->game;
    live_hooks *hooks = p->hooks;
    for (int i = 0; i < g->after_count && hooks && !hooks->failed; i++) {
        if (!hook_wants(p, &g->after[i], before, taken, move_to(m))) {
            continue;
        }
        effect effects[EFFECTS_MAX];
        size_t count = 0;
        move_facts facts = facts_of(g, m, before, p->board[move_to(m)], taken, taken_at);
        if (!hooks->after(hooks->host, i, position_of(p), &facts, effects, EFFECTS_MAX, &count)) {
            hooks->failed = true;
            return;
        }
        if (!carry_all(p, u, effects, count)) {
            return;
        }
    }
    for (int i = 0; i < g->choice_count && hooks && !hooks->failed && !p->only_base; i++) {
        if (hook_wants(p, &g->choices[i], before, taken, move_to(m))) {
            move_facts facts = facts_of(g, m, before, p->board[move_to(m)], taken, taken_at);
            run_choice(p, u, i, &facts, move_extra(m));
        }
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
    for (size_t k = 0; k < count; k++) {
        progress |= effects[k].kind == EFFECT_TAKE || effects[k].kind == EFFECT_PUT;
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
    default: /* MOVE_PASS */
        break;
    }
    p->state.quiet = progress ? 0 : (uint16_t)(p->state.quiet + (p->state.quiet < UINT16_MAX));
    next_turn(p, u, m);
}
