/* Core, part two: the effects, and moves carried out by them. Included by core.c.
 *
 * Whatever happens on a board comes down to writing cells and hands; `change_cell` and `change_hand` are the only
 * functions that do, keep hash and sets true, and log what was there, so that undo is one loop for every game.
 * The order of a move's effects: the capture, the man's arrival (changed by its capture or promoted), the hand, rights,
 * passed cells, live hooks, the clock, the turn.
 */

BITS_INLINE uint64_t hand_key(const game *g, man_id man, unsigned count)
{
    return g->zobrist_hand[man] * count;
}

BITS_INLINE void set_man(pos *p, unsigned cell, man_id man)
{
    const game *g = p->game;
    unsigned owner = g->man_owner[man];
    bits_flip(&p->men[man], cell);
    bits_flip(&p->owned[owner], cell);
    bits_flip(&p->occupied, cell);
    if (g->man_royal[man]) {
        bits_flip(&p->royals[owner], cell);
    }
}

BITS_INLINE void write_cell(pos *p, unsigned cell, man_id man)
{
    man_id old = p->board[cell];
    if (old) {
        set_man(p, cell, old);
    }
    if (man) {
        set_man(p, cell, man);
    }
    p->board[cell] = man;
}

BITS_INLINE uint64_t cell_key(const game *g, unsigned cell, man_id man)
{
    return g->zobrist[(size_t)man * (unsigned)g->cells + cell];
}

BITS_INLINE void log_change(undo *u, unsigned slot, unsigned old)
{
    if (u->count < UNDO_CELLS_MAX) {
        u->entries[u->count].slot = (uint16_t)slot;
        u->entries[u->count].old = (uint16_t)old;
        u->count++;
    }
}

BITS_INLINE void change_cell(pos *p, undo *u, unsigned cell, man_id man)
{
    man_id old = p->board[cell];
    log_change(u, cell, old);
    p->state.hash ^= cell_key(p->game, cell, old) ^ cell_key(p->game, cell, man);
    write_cell(p, cell, man);
}

BITS_INLINE void change_hand(pos *p, undo *u, man_id man, int add)
{
    uint16_t *hand = hand_of(p);
    log_change(u, UNDO_HAND | man, hand[man]);
    p->state.hash ^= hand_key(p->game, man, hand[man]);
    hand[man] = (uint16_t)(hand[man] + add);
    p->state.hash ^= hand_key(p->game, man, hand[man]);
}

static void drop_rights(pos *p, uint32_t lost)
{
    lost &= p->state.rights;
    p->state.rights &= ~lost;
    for (; lost; lost &= lost - 1) {
        p->state.hash ^= p->game->zobrist_right[word_first(lost)];
    }
}

/* The man that passed counts too: where two could have, taking one is not taking the other. */
BITS_INLINE uint64_t passed_key(const game *g, passed_cell c)
{
    return g->zobrist_passed[c.cell] ^ g->zobrist_passed[c.man_at] * UINT64_C(0x9E3779B97F4A7C15);
}

static void forget_passed(pos *p)
{
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        p->state.hash ^= passed_key(p->game, p->state.passed[i]);
    }
    p->state.passed_count = 0;
}

static void remember_passed(pos *p, unsigned cell, unsigned man_at, int owner)
{
    if (p->game->passing && p->state.passed_count < PASSED_MAX && passed_is_usable(p, cell, owner)) {
        passed_cell passed = {(cell_id)cell, (cell_id)man_at};
        p->state.passed[p->state.passed_count++] = passed;
        p->state.hash ^= passed_key(p->game, passed);
    }
}

/* What becomes of a man that is taken: gone, or into a hand. */
BITS_INLINE void take_into_hand(pos *p, undo *u, man_id taken, int captor)
{
    const game *g = p->game;
    man_id held = g->taken_as[taken * (unsigned)g->players + (unsigned)captor];
    if (held) {
        change_hand(p, u, held, 1);
    }
}

static void run_after_hooks(pos *p, undo *u, move m, man_id before, man_id taken, unsigned taken_at);

static void next_turn(pos *p)
{
    const game *g = p->game;
    int mover = p->state.mover;
    int next = g->next_player[mover];
    if (g->counts_checks) {
        p->state.checks[mover] = player_in_check(p, next) ? (uint16_t)(p->state.checks[mover] + 1) : 0;
    }
    p->state.hash ^= g->zobrist_mover[mover] ^ g->zobrist_mover[next];
    p->state.mover = (uint8_t)next;
    p->state.fullmove = (uint16_t)(p->state.fullmove + (next <= mover && p->state.fullmove < UINT16_MAX));
    p->state.plies = (uint16_t)(p->state.plies + (p->state.plies < UINT16_MAX));
}

BITS_INLINE man_id arrival(const game *g, move m, man_id man, man_id taken)
{
    unsigned into = move_into(m);
    if (into) {
        return game_man(g, g->man_owner[man], (int)into - 1);
    }
    if (taken && g->becomes) {
        man_id becomes = g->becomes[(size_t)man * (unsigned)g->men + taken];
        return becomes ? becomes : man;
    }
    return man;
}

static void play_castling(pos *p, undo *u, const castling *c)
{
    man_id king = p->board[c->king_from], partner = p->board[c->partner_from];
    change_cell(p, u, c->king_from, MAN_NONE);
    change_cell(p, u, c->partner_from, MAN_NONE);
    change_cell(p, u, c->king_to, king);
    change_cell(p, u, c->partner_to, partner);
    drop_rights(p,
                p->game->man_clears[king] | p->game->cell_clears[c->king_from] | p->game->cell_clears[c->partner_from]);
}

BITS_INLINE void play_move(pos *p, move m, undo *u)
{
    const game *g = p->game;
    u->state = p->state;
    u->count = 0;
    unsigned from = move_from(m), to = move_to(m);
    int mover = p->state.mover;
    man_id man = MAN_NONE, taken = MAN_NONE;
    unsigned taken_at = to;
    bool progress = false;
    if (p->state.passed_count) {
        forget_passed(p);
    }
    switch (move_kind_of(m)) {
    case MOVE_PASSING:
    case MOVE_LOCUST:
        man = p->board[from];
        taken_at = move_aux(m);
        taken = p->board[taken_at];
        if (g->hands && to != from && to != taken_at && p->board[to]) {
            take_into_hand(p, u, p->board[to], mover); /* a second man, where the way ends */
        }
        change_cell(p, u, taken_at, MAN_NONE);
        change_cell(p, u, from, MAN_NONE);
        change_cell(p, u, to, arrival(g, m, man, taken));
        drop_rights(p, g->man_clears[man] | g->cell_clears[from] | g->cell_clears[to] | g->cell_clears[taken_at]);
        break;
    case MOVE_CASTLE:
        man = p->board[from];
        play_castling(p, u, &g->castlings[move_extra(m)]);
        break;
    case MOVE_DROP: {
        man = game_man(g, mover, (int)move_into(m) - 1);
        change_hand(p, u, man, -1);
        change_cell(p, u, to, man);
        break;
    }
    case MOVE_TURN:
        man = p->board[to];
        change_cell(p, u, to, game_man(g, mover, (int)move_into(m) - 1));
        break;
    case MOVE_STAY:
        man = p->board[to];
        drop_rights(p, g->man_clears[man] | g->cell_clears[to]);
        break;
    case MOVE_CLAIM:
        return;
    case MOVE_STEP:
    case MOVE_DOUBLE:
    default: {
        man = p->board[from];
        taken = p->board[to];
        man_id arrives = arrival(g, m, man, taken);
        change_cell(p, u, from, MAN_NONE);
        change_cell(p, u, to, arrives);
        uint32_t lost = g->man_clears[man] | g->cell_clears[from] | g->cell_clears[to];
        if (lost & p->state.rights) {
            drop_rights(p, lost);
        }
        if (move_kind_of(m) == MOVE_DOUBLE) {
            remember_passed(p, move_aux(m), to, mover);
        }
        break;
    }
    }
    if (taken) {
        progress = true;
        if (g->hands) {
            take_into_hand(p, u, taken, mover);
        }
    }
    if (move_into(m) && g->takes_from_box && move_kind_of(m) != MOVE_DROP) {
        const promotion_table *t = g->plans[man].promotion;
        if (t && t->from_box) {
            change_hand(p, u, game_man(g, mover, g->base_type[g->type[move_into(m) - 1].piece]), -1);
        }
    }
    progress |= move_kind_of(m) != MOVE_DROP && g->type[g->man_type[man]].resets_clock;
    p->state.quiet = progress ? 0 : (uint16_t)(p->state.quiet + (p->state.quiet < UINT16_MAX));
    if (g->after_count) {
        run_after_hooks(p, u, m, man, taken, taken_at);
    }
    next_turn(p);
}

static void core_play(position *p, move m, undo *u)
{
    play_move(pos_of(p), m, u);
}

BITS_INLINE void undo_move(pos *p, const undo *u)
{
    for (unsigned i = u->count; i-- > 0;) {
        unsigned slot = u->entries[i].slot;
        if (slot & UNDO_HAND) {
            hand_of(p)[slot & ~(unsigned)UNDO_HAND] = u->entries[i].old;
        } else {
            write_cell(p, slot, u->entries[i].old);
        }
    }
    p->state = u->state;
}

static void core_undo(position *p, const undo *u)
{
    undo_move(pos_of(p), u);
}

/* ---- live hooks ---- */

static bool hook_wants(const game *g, const game_hook *h, man_id man, man_id taken, unsigned to)
{
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
    return set_has(g->sets + h->to[g->man_owner[man]], to);
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
    if (u->count + 2 > UNDO_CELLS_MAX) {
        return "more effects than one move can have";
    }
    if (e->cell >= 0) {
        drop_rights(p, g->cell_clears[e->cell]);
    }
    switch (e->kind) {
    case EFFECT_TAKE:
        if (!there || g->man_royal[there]) {
            return there ? "`take` of a royal man, which is never taken" : "`take` on an empty cell";
        }
        change_cell(p, u, (unsigned)e->cell, MAN_NONE);
        return NULL;
    case EFFECT_PUT:
        if (there) {
            return "`put` on an occupied cell";
        }
        change_cell(p, u, (unsigned)e->cell, man_for(g, e->owner, e->piece, false));
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
        if (!there || p->board[e->to]) {
            return there ? "`move` to an occupied cell" : "`move` from an empty cell";
        }
        change_cell(p, u, (unsigned)e->cell, MAN_NONE);
        change_cell(p, u, (unsigned)e->to, there);
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
        int value = e->amount + (e->kind == EFFECT_COUNTER_ADD ? p->state.counters[e->counter] : 0);
        if (value < -9999 || value > 9999) {
            return "`counter` that leaves -9999 to 9999";
        }
        p->state.counters[e->counter] = (int16_t)value;
        return NULL;
    }
    }
    return "an effect that does not exist";
}

static void run_after_hooks(pos *p, undo *u, move m, man_id before, man_id taken, unsigned taken_at)
{
    const game *g = p->game;
    live_hooks *hooks = p->hooks;
    for (int i = 0; i < g->after_count && hooks && !hooks->failed; i++) {
        if (!hook_wants(g, &g->after[i], before, taken, move_to(m))) {
            continue;
        }
        effect effects[EFFECTS_MAX];
        size_t count = 0;
        man_id becomes = p->board[move_to(m)];
        move_facts facts = facts_of(g, m, before, becomes, taken, taken_at);
        if (!hooks->after(hooks->host, i, position_of(p), &facts, effects, EFFECTS_MAX, &count)) {
            hooks->failed = true;
            return;
        }
        for (size_t k = 0; k < count; k++) {
            const char *wrong = carry_out(p, u, &effects[k]);
            if (wrong) {
                hooks->refuse(hooks->host, wrong);
                hooks->failed = true;
                return;
            }
        }
    }
}

/* ---- setting up ---- */

static size_t core_size(const game *g, size_t *hand_offset)
{
    size_t sets = sizeof(pos) + (size_t)g->men * sizeof(bits);
    *hand_offset = sets;
    return (sets + (size_t)g->men * sizeof(uint16_t) + 15) & ~(size_t)15;
}

static void core_put(position *p, cell_id cell, man_id man)
{
    write_cell(pos_of(p), cell, man);
}

static uint64_t core_hash(const position *plain)
{
    const pos *p = pos_of_const(plain);
    const game *g = p->game;
    uint64_t hash = g->zobrist_mover[p->state.mover];
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        hash ^= cell_key(g, cell, p->board[cell]);
    }
    if (g->hands) {
        for (int man = 1; man < g->men; man++) {
            hash ^= hand_key(g, (man_id)man, hand_of(p)[man]);
        }
    }
    for (uint32_t rights = p->state.rights; rights; rights &= rights - 1) {
        hash ^= g->zobrist_right[word_first(rights)];
    }
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        hash ^= passed_key(g, p->state.passed[i]);
    }
    return hash;
}

static void core_refresh(position *plain)
{
    pos *p = pos_of(plain);
    const game *g = p->game;
    p->occupied = bits_none();
    for (int i = 0; i < PLAYERS_MAX; i++) {
        p->owned[i] = p->royals[i] = bits_none();
    }
    for (int man = 0; man < g->men; man++) {
        p->men[man] = bits_none();
    }
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        if (p->board[cell]) {
            set_man(p, cell, p->board[cell]);
        }
    }
    passed_cell kept[PASSED_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        passed_cell c = p->state.passed[i];
        man_id man = p->board[c.man_at];
        if (man && !p->board[c.cell] && passed_is_usable(p, c.cell, g->man_owner[man])) {
            kept[count++] = c;
        }
    }
    memcpy(p->state.passed, kept, count * sizeof(passed_cell));
    p->state.passed_count = (uint8_t)count;
    p->state.hash = core_hash(plain);
}

static bool core_consistent(const position *plain)
{
    const pos *p = pos_of_const(plain);
    const game *g = p->game;
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        man_id man = p->board[cell];
        if (man >= g->men || bits_has(p->occupied, cell) != (man != 0)) {
            return false;
        }
        for (int other = 1; other < g->men; other++) {
            if (bits_has(p->men[other], cell) != (other == man)) {
                return false;
            }
        }
        for (int player = 0; player < g->players; player++) {
            bool owns = man && g->man_owner[man] == player;
            if (bits_has(p->owned[player], cell) != owns ||
                bits_has(p->royals[player], cell) != (owns && g->man_royal[man])) {
                return false;
            }
        }
    }
    return p->state.hash == core_hash(plain);
}
