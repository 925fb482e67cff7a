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

BITS_INLINE void log_change(undo *u, unsigned kind, unsigned slot, unsigned old)
{
    if (u->count < UNDO_CELLS_MAX) {
        u->entries[u->count].slot = slot;
        u->entries[u->count].old = (uint16_t)old;
        u->entries[u->count].kind = (uint8_t)kind;
        u->count++;
    }
}

BITS_INLINE void change_cell(pos *p, undo *u, unsigned cell, man_id man)
{
    man_id old = p->board[cell];
    log_change(u, UNDO_CELL, cell, old);
    p->state.hash ^= cell_key(p->game, cell, old) ^ cell_key(p->game, cell, man);
    write_cell(p, cell, man);
}

BITS_INLINE void change_hand(pos *p, undo *u, man_id man, int add)
{
    uint16_t *hand = hand_of(p);
    log_change(u, UNDO_HAND, man, hand[man]);
    p->state.hash ^= hand_key(p->game, man, hand[man]);
    hand[man] = (uint16_t)(hand[man] + add);
    p->state.hash ^= hand_key(p->game, man, hand[man]);
}

/* Keys of numbers that are too many for a table (splitmix64's mixing step). */
static uint64_t number_key(uint64_t n)
{
    n = (n + 1) * UINT64_C(0x9E3779B97F4A7C15);
    n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
    return n ^ n >> 31;
}

/* ---- marks ---- */

BITS_INLINE uint64_t mark_key(unsigned cell)
{
    return number_key(UINT64_C(0x6D61726B00000000) + cell);
}

static void change_mark(pos *p, undo *u, unsigned cell, bool marked)
{
    if (bits_has(p->marked, cell) != marked) {
        log_change(u, UNDO_MARK, cell, 0);
        bits_flip(&p->marked, cell);
        p->state.hash ^= mark_key(cell);
    }
}

static void clear_marks(pos *p, undo *u)
{
    for (bits marked = p->marked; !bits_empty(marked);) {
        change_mark(p, u, bits_pop(&marked), false);
    }
}

/* ---- towers ---- */

BITS_INLINE uint64_t below_key(unsigned cell, unsigned level, man_id man)
{
    return number_key(UINT64_C(0x746F776500000000) + ((uint64_t)man << 20 | (uint64_t)level << 12 | cell));
}

BITS_INLINE unsigned tower_height(const pos *p, unsigned cell)
{
    return p->game->towers ? position_heights((const position *)p)[cell] : 0;
}

static void write_below(pos *p, undo *u, unsigned cell, unsigned level, man_id man)
{
    unsigned slot = cell * TOWER_MAX + level;
    man_id old = position_below((const position *)p, slot);
    log_change(u, UNDO_BELOW, slot, old);
    p->state.hash ^= (old ? below_key(cell, level, old) : 0) ^ (man ? below_key(cell, level, man) : 0);
    position_set_below((position *)p, slot, man);
}

static void write_height(pos *p, undo *u, unsigned cell, unsigned height)
{
    uint8_t *heights = position_heights((const position *)p);
    log_change(u, UNDO_HEIGHT, cell, heights[cell]);
    heights[cell] = (uint8_t)height;
}

/* The man that is taken by whoever arrives there: in games that stack, who stands on his own men takes nobody. */
BITS_INLINE man_id captured_top(const pos *p, man_id there)
{
    return there && p->game->stacks && p->game->man_owner[there] == p->state.mover ? MAN_NONE : there;
}

/* The man that a move takes where its man goes or passes, where it can be told before: not for moves of scripts. */
static man_id taken_by(const pos *p, move m, unsigned *at)
{
    move_kind kind = move_kind_of(m);
    *at = kind == MOVE_PASSING || kind == MOVE_LOCUST || kind == MOVE_CHAIN ? move_aux(m) : move_to(m);
    return kind == MOVE_CASTLE || kind == MOVE_DROP || kind == MOVE_TURN ? MAN_NONE : captured_top(p, p->board[*at]);
}

/* Whom scripts are told of: him whom the move takes so, or else the first on the board of those whom it takes by a power. */
static man_id first_taken(const pos *p, move m, man_id taken, unsigned *at)
{
    bits struck = taken ? bits_none() : struck_by_move(p, m);
    if (bits_empty(struck)) {
        return taken;
    }
    *at = bits_first(struck);
    return p->board[*at];
}

/* What a man is under another, and with nobody on it. */
BITS_INLINE man_id covered_form(const game *g, man_id man)
{
    return g->covered ? g->covered[man] : man;
}

BITS_INLINE man_id risen_form(const game *g, man_id man, unsigned cell)
{
    man_id risen = g->risen ? g->risen[(size_t)man * (unsigned)g->cells + cell] : MAN_NONE;
    return risen ? risen : man;
}

static void drop_rights(pos *p, uint32_t lost);

/* The man of the cell is another from here on: as long as he was the lowest, a right may have been his. */
BITS_INLINE man_id changed_in_place(pos *p, unsigned cell, unsigned below, man_id man, man_id becomes)
{
    if (becomes != man && below == 0 && man) {
        drop_rights(p, p->game->man_clears[man] | p->game->cell_clears[cell]);
    }
    return becomes;
}

/* What the top man of a cell is when another comes to stand on him, and the one below when he goes. */
static man_id cover_man(pos *p, unsigned cell, unsigned below)
{
    return changed_in_place(p, cell, below, p->board[cell], covered_form(p->game, p->board[cell]));
}

static man_id uncover_man(pos *p, unsigned cell, unsigned below, man_id man)
{
    return changed_in_place(p, cell, below, man, risen_form(p->game, man, cell));
}

/* The man comes to stand on top of whatever is there. False when the tower is as high as a tower can be. */
static bool tower_push(pos *p, undo *u, unsigned cell, man_id man)
{
    man_id top = p->board[cell];
    unsigned height = tower_height(p, cell);
    if (top && (!p->game->towers || height == TOWER_MAX)) {
        return false;
    }
    if (top) {
        write_below(p, u, cell, height, cover_man(p, cell, height));
        write_height(p, u, cell, height + 1);
    }
    change_cell(p, u, cell, risen_form(p->game, man, cell));
    return true;
}

/* Takes the top man off; the next one below stands on the board. */
static man_id tower_pop(pos *p, undo *u, unsigned cell)
{
    man_id top = p->board[cell], next = MAN_NONE;
    unsigned height = tower_height(p, cell);
    if (height) {
        next = position_below((const position *)p, (size_t)cell * TOWER_MAX + height - 1);
        write_below(p, u, cell, height - 1, MAN_NONE);
        write_height(p, u, cell, height - 1);
    }
    change_cell(p, u, cell, uncover_man(p, cell, height > 1 ? height - 1 : 0, next));
    return top;
}

/* Moves the `n` top men of a tower, themselves in order, onto whatever stands on `to`; the top one becomes `top`. */
static bool tower_carry(pos *p, undo *u, unsigned from, unsigned to, unsigned n, man_id top)
{
    size_t below = (size_t)from * TOWER_MAX;
    unsigned height = tower_height(p, from) + 1, onto = p->board[to] ? tower_height(p, to) + 1 : 0;
    if (n == 0 || n > height || (from != to && onto + n > TOWER_MAX + 1)) {
        return false;
    }
    if (from == to) { /* a ride round the board */
        change_cell(p, u, to, top);
        return true;
    }
    unsigned left = height - n;
    if (onto) {
        write_below(p, u, to, onto - 1, cover_man(p, to, onto - 1));
    }
    for (unsigned i = 0; i + 1 < n; i++) {
        write_below(p, u, to, onto + i, position_below((const position *)p, below + left + i));
        write_below(p, u, from, left + i, MAN_NONE);
    }
    man_id next = left ? position_below((const position *)p, below + left - 1) : MAN_NONE;
    if (left) {
        write_below(p, u, from, left - 1, MAN_NONE);
    }
    if (height > 1) {
        write_height(p, u, from, left ? left - 1 : 0);
    }
    if (onto + n > 1) {
        write_height(p, u, to, onto + n - 1);
    }
    change_cell(p, u, from, uncover_man(p, from, left > 1 ? left - 1 : 0, next));
    change_cell(p, u, to, risen_form(p->game, top, to));
    return true;
}

/* The man goes under the whole tower of the cell. False when it is too high. */
static bool tower_bury(pos *p, undo *u, unsigned cell, man_id man)
{
    unsigned height = tower_height(p, cell);
    if (!p->board[cell]) {
        change_cell(p, u, cell, risen_form(p->game, man, cell));
        return true;
    }
    if (!p->game->towers || height == TOWER_MAX) {
        return false;
    }
    for (unsigned level = height; level > 0; level--) {
        write_below(p, u, cell, level, position_below((const position *)p, (size_t)cell * TOWER_MAX + level - 1));
    }
    write_below(p, u, cell, 0, covered_form(p->game, man));
    write_height(p, u, cell, height + 1);
    return true;
}

static void drop_rights(pos *p, uint32_t lost)
{
    lost &= p->state.rights;
    p->state.rights &= ~lost;
    for (; lost; lost &= lost - 1) {
        p->state.hash ^= p->game->zobrist_right[word_first(lost)];
    }
}

/* A man that was placed on its first cell gains the rights that go with it, as soon as all who share them stand there. */
static void gain_rights(pos *p, unsigned cell)
{
    const game *g = p->game;
    uint32_t gained = 0;
    for (int i = 0; i < g->rights; i++) {
        const game_right *r = &g->right[i];
        if (!r->castling && r->cell == cell && p->board[cell] == r->man) {
            gained |= UINT32_C(1) << i;
        }
    }
    for (int i = 0; i < g->castling_count; i++) {
        const castling *c = &g->castlings[i];
        if ((c->king_from == cell || c->partner_from == cell) && p->board[c->king_from] == c->king &&
            p->board[c->partner_from] == c->partner) {
            gained |= UINT32_C(1) << c->right;
        }
    }
    gained &= ~p->state.rights;
    p->state.rights |= gained;
    for (; gained; gained &= gained - 1) {
        p->state.hash ^= g->zobrist_right[word_first(gained)];
    }
}

/* Moves that come before the game: clocks stand still. */
static bool is_preparation(const game *g, move m)
{
    return move_kind_of(m) == MOVE_DROP ? g->rules->placing_apart
                                        : move_kind_of(m) == MOVE_HOOK && g->listings[move_number(m)].rule->only;
}

static void restore_right(pos *p, int right)
{
    if (!(p->state.rights >> right & 1)) {
        p->state.rights |= UINT32_C(1) << right;
        p->state.hash ^= p->game->zobrist_right[right];
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

/* Where hooks may still change the men, whether an enemy stands ready is seen when they are done: review_passed. */
static void remember_passed(pos *p, unsigned cell, unsigned man_at, int owner)
{
    if (p->game->passing && p->state.passed_count < PASSED_MAX &&
        (p->game->follows || passed_is_usable(p, cell, owner, -1))) {
        passed_cell passed = {(cell_id)cell, (cell_id)man_at};
        p->state.passed[p->state.passed_count++] = passed;
        p->state.hash ^= passed_key(p->game, passed);
    }
}

/* Keeps the passed cells that an enemy of the man who passed could still use. The hash is the caller's business. */
static void keep_usable_passed(pos *p)
{
    passed_cell kept[PASSED_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        passed_cell c = p->state.passed[i];
        man_id man = p->board[c.man_at];
        if (man && !p->board[c.cell] && passed_is_usable(p, c.cell, p->game->man_owner[man], p->state.mover)) {
            kept[count++] = c;
        }
    }
    memcpy(p->state.passed, kept, count * sizeof(passed_cell));
    p->state.passed_count = (uint8_t)count;
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

/* The clock: nothing happened for so many plies, or turns. Those count with their first ply. */
BITS_INLINE void tick(pos *p, bool progress)
{
    unsigned step = p->state.quiet < UINT16_MAX && !(p->game->quiet_turns && p->more.ply);
    p->state.quiet = progress ? 0 : (uint16_t)(p->state.quiet + step);
}

static void play_rare(pos *p, undo *u, move m);
static bool hand_on(pos *p, undo *u, move m, int *next);
static void forget_passed_man(pos *p, unsigned man_at);
static uint64_t more_key(const game *g, const position_more *more);
static void run_hooks_of_move(pos *p, undo *u, move m, man_id before, man_id taken, unsigned taken_at);

BITS_INLINE void next_turn(pos *p, undo *u, move m)
{
    const game *g = p->game;
    int mover = p->state.mover;
    int next = g->next_player[mover];
    if (g->remembers && !hand_on(p, u, m, &next)) {
        p->state.plies = (uint16_t)(p->state.plies + (p->state.plies < UINT16_MAX));
        return;
    }
    p->state.hash ^= g->zobrist_mover[mover] ^ g->zobrist_mover[next];
    p->state.mover = (uint8_t)next;
    bool counts = next <= mover && p->state.fullmove < UINT16_MAX && !(g->prepares && is_preparation(g, m));
    p->state.fullmove = (uint16_t)(p->state.fullmove + counts);
    p->state.plies = (uint16_t)(p->state.plies + (p->state.plies < UINT16_MAX));
}

BITS_INLINE man_id plain_arrival(const game *g, move m, man_id man, man_id taken)
{
    unsigned into = move_into(m);
    if (into) {
        return game_man(g, g->man_owner[man], (int)into - 1);
    }
    if (g->becomes) { /* by a capture, or by any move: then the row of no man taken says it too */
        man_id becomes = g->becomes[(size_t)man * (unsigned)g->men + taken];
        return becomes ? becomes : man;
    }
    return man;
}

BITS_INLINE man_id arrival(const game *g, move m, man_id man, man_id taken)
{
    bool leaves = g->powered && taken && (g->blast_captor || power_of(g, man)->dies_capturing);
    return leaves ? MAN_NONE : plain_arrival(g, m, man, taken);
}

/* Who takes a man that a capture of the mover's blows up: the mover, if they are enemies. */
static void blow_into_hand(pos *p, undo *u, man_id man)
{
    const game *g = p->game;
    int mover = p->state.mover, owner = g->man_owner[man];
    take_into_hand(p, u, man, g->enemies[mover] >> owner & 1 ? mover : g->blast_heir[owner]);
}

/* Takes off what stands near a capture that ends on `to`; captor and taken man are the move's own business. */
static void blow_up(pos *p, undo *u, unsigned from, unsigned to, unsigned taken_at)
{
    const game *g = p->game;
    bits hit = bits_without(bits_and(table_at(g->blast, to), p->occupied), blast_spared(p));
    hit = bits_without(hit, bits_or(bits_cell(from), bits_cell(taken_at)));
    while (!bits_empty(hit)) {
        unsigned cell = bits_pop(&hit);
        man_id man = p->board[cell];
        change_cell(p, u, cell, MAN_NONE);
        drop_rights(p, g->man_clears[man] | g->cell_clears[cell]);
        if (p->state.passed_count) {
            forget_passed_man(p, cell);
        }
        if (g->hands) {
            blow_into_hand(p, u, man);
        }
    }
    if (g->hands && g->blast_captor) {
        blow_into_hand(p, u, p->board[from]);
    }
}

/* Takes what the move takes elsewhere, and says what arrives. */
static man_id play_powers(pos *p, undo *u, move m)
{
    const game *g = p->game;
    man_id man = p->board[move_from(m)];
    for (bits struck = struck_by_move(p, m); !bits_empty(struck);) {
        unsigned cell = bits_pop(&struck);
        man_id taken = p->board[cell];
        change_cell(p, u, cell, MAN_NONE);
        drop_rights(p, g->man_clears[taken] | g->cell_clears[cell]);
        if (g->hands) {
            take_into_hand(p, u, taken, p->state.mover);
        }
    }
    if (g->blasts && p->board[move_to(m)]) {
        blow_up(p, u, move_from(m), move_to(m), move_to(m));
    }
    return arrival(g, m, man, p->board[move_to(m)]);
}

/* Whether the man that the move makes of another comes from the box. */
static bool is_paid(const game *g, man_id man, move m)
{
    const promotion_table *t = g->plans[man].promotion;
    if (!t || !t->from_box) {
        return false;
    }
    const uint32_t *list = game_promotions(g, t, move_from(m), move_to(m));
    for (uint32_t i = list[0]; i < list[1]; i++) {
        if (t->into[i] + 1u == move_into(m)) {
            return t->paid[i];
        }
    }
    return false;
}

/* A move that is no progress though its man's moves are: a drop, a pass, a movement of which the rules say so. */
BITS_INLINE bool is_idle(const game *g, move m, man_id man)
{
    if (move_kind_of(m) == MOVE_DROP || (move_kind_of(m) == MOVE_TURN && !move_into(m))) {
        return true;
    }
    const uint64_t *idle = g->plans[man].idle;
    return idle && set_has(idle + (size_t)move_from(m) * CORE_WORDS, move_to(m));
}

static void play_castling(pos *p, undo *u, const castling *c)
{
    man_id king = p->board[c->king_from], partner = p->board[c->partner_from];
    change_cell(p, u, c->king_from, MAN_NONE);
    change_cell(p, u, c->partner_from, MAN_NONE);
    change_cell(p, u, c->king_to, risen_form(p->game, king, c->king_to));
    change_cell(p, u, c->partner_to, risen_form(p->game, partner, c->partner_to));
    drop_rights(p,
                p->game->man_clears[king] | p->game->cell_clears[c->king_from] | p->game->cell_clears[c->partner_from]);
}

static void play_stacked(pos *p, undo *u, move m);

/* A tower goes as a whole; what it takes is the top of the tower on its goal, and it comes to stand on the rest. */
static void step_of_tower(pos *p, undo *u, unsigned from, unsigned to, man_id arrives)
{
    if (p->board[to] && to != from) {
        tower_pop(p, u, to);
    }
    (void)tower_carry(p, u, from, to, tower_height(p, from) + 1, arrives);
}

BITS_INLINE void play_move(pos *p, move m, undo *u)
{
    const game *g = p->game;
    u->state = p->state;
    u->count = 0;
    if (g->remembers) {
        u->more = p->more;
        p->state.hash ^= more_key(g, &p->more);
    }
    unsigned from = move_from(m), to = move_to(m);
    int mover = p->state.mover;
    man_id man = MAN_NONE, taken = MAN_NONE, told = MAN_NONE; /* told: whom scripts are told of */
    unsigned taken_at = to;
    bool progress = false;
    if (p->state.passed_count && !g->keeps_passed && move_kind_of(m) != MOVE_ROLL && move_kind_of(m) != MOVE_HOOK) {
        forget_passed(p);
    }
    switch (move_kind_of(m)) {
    case MOVE_PASSING:
    case MOVE_LOCUST:
        if (g->stacks) {
            play_stacked(p, u, m);
            return;
        }
        man = p->board[from];
        taken_at = move_aux(m);
        taken = p->board[taken_at];
        if (g->hands && to != from && to != taken_at && p->board[to]) {
            take_into_hand(p, u, p->board[to], mover); /* a second man, where the way ends */
        }
        if (g->blasts) {
            blow_up(p, u, from, to, taken_at);
        }
        if (g->towers) {
            if (taken_at != to) {
                tower_pop(p, u, taken_at);
            }
            step_of_tower(p, u, from, to, arrival(g, m, man, taken));
        } else {
            change_cell(p, u, taken_at, MAN_NONE);
            change_cell(p, u, from, MAN_NONE);
            change_cell(p, u, to, arrival(g, m, man, taken));
        }
        drop_rights(p, g->man_clears[man] | g->cell_clears[from] | g->cell_clears[to] | g->cell_clears[taken_at]);
        break;
    case MOVE_CASTLE:
        man = p->board[from];
        play_castling(p, u, &g->castlings[move_number(m)]);
        break;
    case MOVE_DROP: {
        man = game_man(g, mover, (int)move_into(m) - 1);
        if (g->held_as[man]) {
            change_hand(p, u, g->held_as[man], -1);
        }
        change_cell(p, u, to, risen_form(g, man, to));
        if (g->rules->placing_apart) {
            gain_rights(p, to);
        }
        break;
    }
    case MOVE_TURN:
        man = p->board[to];
        if (move_into(m)) {
            change_cell(p, u, to, risen_form(g, game_man(g, g->man_owner[man], (int)move_into(m) - 1), to));
        }
        progress = move_aux(m) == TURN_OFF;
        if (progress) {
            tower_pop(p, u, to);
        }
        if (move_aux(m)) {
            drop_rights(p, g->man_clears[man] | g->cell_clears[to]);
        }
        break;
    case MOVE_CLAIM:
    case MOVE_PASS:
    case MOVE_ROLL:
    case MOVE_HOOK:
    case MOVE_CHAIN:
        play_rare(p, u, m);
        return;
    case MOVE_STEP:
    case MOVE_DOUBLE:
    default: {
        if (g->stacks) {
            play_stacked(p, u, m);
            return;
        }
        man = p->board[from];
        taken = p->board[to];
        man_id arrives = plain_arrival(g, m, man, taken);
        if (g->powered) {
            told = g->follows ? first_taken(p, m, taken, &taken_at) : MAN_NONE;
            arrives = play_powers(p, u, m);
            progress = u->count > 0; /* something was taken elsewhere */
        }
        if (g->towers) {
            step_of_tower(p, u, from, to, arrives);
        } else {
            change_cell(p, u, from, MAN_NONE);
            change_cell(p, u, to, arrives);
        }
        uint32_t lost = g->man_clears[man] | g->cell_clears[from] | g->cell_clears[to];
        if (lost & p->state.rights) {
            drop_rights(p, lost);
        }
        if (move_kind_of(m) == MOVE_DOUBLE && p->board[to]) {
            remember_passed(p, move_aux(m), to, mover);
        }
        break;
    }
    }
    if (taken) {
        progress = true;
        if (g->man_clears[taken] & p->state.rights) {
            drop_rights(p, g->man_clears[taken]);
        }
        if (g->hands) {
            take_into_hand(p, u, taken, mover);
        }
    }
    if (g->takes_from_box && move_into(m) && move_kind_of(m) != MOVE_DROP && is_paid(g, man, m)) {
        change_hand(p, u, game_man(g, g->man_owner[man], g->base_type[g->type[move_into(m) - 1].piece]), -1);
    }
    const game_type *t = &g->type[g->man_type[man]];
    progress |= move_kind_of(m) == MOVE_DROP ? t->drop_resets : t->resets_clock && !is_idle(g, m, man);
    tick(p, progress);
    if (g->prepares && is_preparation(g, m)) {
        p->state.quiet = u->state.quiet;
    }
    if (g->follows) {
        run_hooks_of_move(p, u, m, man, told ? told : taken, taken_at);
    }
    next_turn(p, u, m);
}

static void core_play(position *p, move m, undo *u)
{
    play_move(pos_of(p), m, u);
}

static void undo_rare(pos *p, unsigned kind, unsigned slot, uint16_t old)
{
    if (kind == UNDO_HAND) {
        hand_of(p)[slot] = old;
    } else if (kind == UNDO_MARK) {
        bits_flip(&p->marked, slot);
    } else if (kind == UNDO_BELOW) {
        position_set_below((position *)p, slot, old);
    } else {
        position_heights((const position *)p)[slot] = (uint8_t)old;
    }
}

BITS_INLINE void undo_move(pos *p, const undo *u)
{
    for (unsigned i = u->count; i-- > 0;) {
        unsigned slot = u->entries[i].slot;
        if (u->entries[i].kind == UNDO_CELL) {
            write_cell(p, slot, u->entries[i].old);
        } else {
            undo_rare(p, u->entries[i].kind, slot, u->entries[i].old);
        }
    }
    p->state = u->state;
    if (p->game->remembers) {
        p->more = u->more;
    }
}

static void core_undo(position *p, const undo *u)
{
    undo_move(pos_of(p), u);
}

/* ---- setting up ---- */

static size_t core_size(const game *g, size_t *hand_offset, size_t *tower_offset)
{
    size_t sets = sizeof(pos) + (size_t)g->men * sizeof(bits);
    *hand_offset = sets;
    size_t hands = (sets + (size_t)g->men * sizeof(uint16_t) + 15) & ~(size_t)15;
    *tower_offset = hands;
    size_t cells = (size_t)g->cells;
    return hands + (g->towers ? (((cells + 7) & ~(size_t)7) +
                                 cells * TOWER_MAX * (position_narrow(g) ? sizeof(uint8_t) : sizeof(man_id)) + 15) &
                                    ~(size_t)15
                              : 0);
}

static void core_put(position *p, cell_id cell, man_id man)
{
    write_cell(pos_of(p), cell, man);
}

static void core_mark(position *p, cell_id cell)
{
    if (!bits_has(pos_of(p)->marked, cell)) {
        bits_flip(&pos_of(p)->marked, cell);
    }
}

static void core_unmark(position *p)
{
    pos_of(p)->marked = bits_none();
}

static bool core_marked(const position *p, cell_id cell)
{
    return bits_has(pos_of_const(p)->marked, cell);
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
    for (bits marked = p->marked; !bits_empty(marked);) {
        hash ^= mark_key(bits_pop(&marked));
    }
    for (unsigned cell = 0; g->towers && cell < (unsigned)g->cells; cell++) {
        for (unsigned level = 0; level < tower_height(p, cell); level++) {
            hash ^= below_key(cell, level, position_below(plain, (size_t)cell * TOWER_MAX + level));
        }
    }
    return g->remembers ? hash ^ more_key(g, &p->more) : hash;
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
    keep_usable_passed(p);
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
        for (int player = 0; player < g->owners; player++) {
            bool owns = man && g->man_owner[man] == player;
            if (bits_has(p->owned[player], cell) != owns ||
                bits_has(p->royals[player], cell) != (owns && g->man_royal[man])) {
                return false;
            }
        }
    }
    return p->state.hash == core_hash(plain);
}
