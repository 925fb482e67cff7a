/* Core, part six: terms, what limits a ply besides how men move. Included by core.c.
 *
 * Turns of several plies, passes, men to be placed first, dice, forced captures and checks, moves that a script lists, and
 * attacks that are found by trying every move. A game without any of them (game.terms and game.remembers false)
 * never comes here. The order in which a list of moves is made, which is also the order of the rules: what the men can
 * do; what the turn, the dice and the hand allow; what keeps the own royals safe; what hooks refuse; forbidden and
 * forced checks; forced captures; last, closing the turn or passing it.
 */

/* ---- what a position remembers ---- */

static uint64_t more_key(const game *g, const position_more *more)
{
    uint64_t key = more->ply + ((uint64_t)more->rolls << 8) + ((uint64_t)more->roll << 16);
    for (unsigned i = 0; i < DICE_MAX; i++) {
        key |= (uint64_t)more->dice[i] << (24 + 8 * i);
    }
    key = key ? number_key(key) : 0;
    for (uint64_t hashed = g->hashed_counters; hashed; hashed &= hashed - 1) {
        unsigned i = (unsigned)word_first(hashed);
        if (more->counters[i]) {
            key ^= number_key((UINT64_C(0x636F756E) + i) << 32 | (uint16_t)more->counters[i]);
        }
    }
    for (unsigned i = 0; i < (unsigned)g->own_boards; i++) {
        key ^= number_key((UINT64_C(0x626F6172) + i) << 32 | (unsigned)more->waited << 8 | more->boards[i].mover);
    }
    return key;
}

/* ---- whose turn ---- */

static bool has_to_place(const pos *p, int player)
{
    const game *g = p->game;
    for (int i = 0; i < g->drop_count[player]; i++) {
        if (hand_of(p)[g->drops[player][i].held]) {
            return true;
        }
    }
    return false;
}

/* Whether a royal man waits in hand that must stand before a turn ends. */
static bool owes_royal(const pos *p, int player)
{
    const game *g = p->game;
    for (int i = 0; g->rules->placing_royals && i < g->drop_count[player]; i++) {
        man_id held = g->drops[player][i].held;
        if (g->man_royal[held] && hand_of(p)[held]) {
            return true;
        }
    }
    return false;
}

static unsigned plies_of_turn(const pos *p, int mover)
{
    const rule_turn *t = &p->game->rules->turn;
    bool first = t->first && mover == 0 && p->state.fullmove == 1;
    return (unsigned)(first ? t->first : t->plies);
}

/* Who must answer a ply of the mover: the next on his board, whoever acts next elsewhere. */
static int answerer(const pos *p, int mover)
{
    return p->game->own_boards ? p->game->next_player[mover] : p->state.mover;
}

static bool gives_check_to_any(const pos *p, int mover)
{
    const game *g = p->game;
    for (int e = 0; e < g->enemy_count[mover]; e++) {
        if (player_in_check(p, g->enemy[mover][e])) {
            return true;
        }
    }
    return false;
}

/* Whether the mover acts again after this ply. */
static bool turn_goes_on(const pos *p, move m)
{
    const rule_turn *t = &p->game->rules->turn;
    int mover = p->state.mover;
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_PASS) {
        return false;
    }
    if (p->game->rules->placing_run && kind == MOVE_DROP && has_to_place(p, mover)) {
        return true;
    }
    if (t->check_ends && !p->only_base && gives_check_to_any(p, mover)) {
        return false;
    }
    unsigned plies = plies_of_turn(p, mover);
    if (plies == 0) {
        return !t->only_drops || kind == MOVE_DROP;
    }
    return p->more.ply < plies;
}

/* Whether a man that had passed `c` has gone or was taken by this ply, whatever stands there now. */
static bool passer_changed(const undo *u, move m, passed_cell c)
{
    if (move_kind_of(m) == MOVE_DOUBLE && move_to(m) == c.man_at) {
        return false; /* it has only just arrived */
    }
    for (unsigned i = 0; i < u->count; i++) {
        if (u->entries[i].kind == UNDO_CELL && u->entries[i].slot == c.man_at) {
            return true;
        }
    }
    return false;
}

/* A passed cell stays open until its owner's next turn, unless it was for the first ply of an answer only. */
static void prune_passed(pos *p, const undo *u, move m, int next, bool over)
{
    const game *g = p->game;
    bool waits = g->own_boards && move_kind_of(m) == MOVE_PASS && move_aux(m); /* and stays to move on his board */
    bool first_only = !g->rules->turn.passed_whole && move_kind_of(m) != MOVE_PASSING && !waits;
    unsigned kept = 0;
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        passed_cell c = p->state.passed[i];
        man_id man = p->board[c.man_at];
        int owner = man ? g->man_owner[man] : -1;
        bool made = owner == g->nobody && move_kind_of(m) == MOVE_DOUBLE && c.man_at == move_to(m);
        owner = made ? p->state.mover : owner;
        bool mine = owner == p->state.mover;
        /* Whether this ply, and the turn, is the only answer: of more players than two on a board others come after. */
        bool answer = g->own_boards ? g->topology.level[c.cell] == g->board_of[p->state.mover] : g->players == 2;
        bool stays = man && !p->board[c.cell] && !passer_changed(u, m, c) && !(over && !waits && owner == next) &&
                     (mine || !(first_only && answer)) && !(over && g->own_boards && answer && !mine && !waits) &&
                     passed_is_usable(p, c.cell, owner, next);
        if (stays) {
            p->state.passed[kept++] = c;
        } else {
            p->state.hash ^= passed_key(g, c);
        }
    }
    for (unsigned i = kept; i < p->state.passed_count; i++) {
        p->state.passed[i] = (passed_cell){0, 0};
    }
    p->state.passed_count = (uint8_t)kept;
}

/* Who has moved, in a turn in which men move once; whom his own side has taken meanwhile leaves no mark. */
static void mark_movers(pos *p, undo *u, move m)
{
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_CASTLE) {
        const castling *c = &p->game->castlings[move_number(m)];
        change_mark(p, u, c->king_to, true);
        change_mark(p, u, c->partner_to, true);
    } else if (kind != MOVE_PASS && kind != MOVE_HOOK && p->board[move_to(m)]) {
        change_mark(p, u, move_to(m), true);
    }
    for (bits gone = bits_without(p->marked, p->occupied); !bits_empty(gone);) {
        change_mark(p, u, bits_pop(&gone), false);
    }
}

/* Whether the ply has taken a man, converted one, or made one another piece. */
static bool material_changed(const pos *p, const undo *u, move m)
{
    if (move_into(m) || move_kind_of(m) == MOVE_CHAIN || move_kind_of(m) == MOVE_DROP) {
        return true;
    }
    uint64_t balance = 0; /* of what stood on the cells that changed, and what stands there now */
    bool seen[UNDO_CELLS_MAX] = {false};
    for (unsigned i = 0; i < u->count; i++) {
        if (u->entries[i].kind != UNDO_CELL) {
            continue;
        }
        for (unsigned k = 0; k < i; k++) {
            seen[i] = seen[i] || (u->entries[k].kind == UNDO_CELL && u->entries[k].slot == u->entries[i].slot);
        }
        if (!seen[i]) {
            man_id before = u->entries[i].old, after = p->board[u->entries[i].slot];
            balance += before ? number_key(before) : 0;
            balance -= after ? number_key(after) : 0;
        }
    }
    return balance != 0;
}

static void run_material_clock(pos *p, const undo *u, move m)
{
    int16_t *clock = &p->more.counters[p->game->rules->material_clock];
    *clock = material_changed(p, u, m) ? 0 : (int16_t)(*clock + (*clock < 9999));
}

/* The men that the rules of absence take off the board. */
static void remove_men(pos *p, undo *u, int player, rule_removed which)
{
    const game *g = p->game;
    for (bits men = which == REMOVED_ALL ? p->owned[player] : p->royals[player]; !bits_empty(men);) {
        unsigned cell = bits_pop(&men);
        if (u->count < UNDO_CELLS_MAX) {
            drop_rights(p, g->man_clears[p->board[cell]] | g->cell_clears[cell]);
            change_cell(p, u, cell, MAN_NONE);
        }
    }
}

/* What the player is who has just made this ply, which began a turn: missing it, returning, or in the game. */
static void note_absence(pos *p, undo *u, move m)
{
    const rule_stuck *rule = &p->game->rules->stuck;
    int mover = p->state.mover;
    int16_t *value = &p->more.counters[rule->counter + mover];
    if (*value == STUCK_OUT) {
        return;
    }
    if (move_kind_of(m) == MOVE_PASS) {
        *value = player_in_check(p, mover) ? STUCK_MATED : STUCK_STALEMATED;
        const rule_absence *absence = absence_of(p, mover);
        if (absence->removed != REMOVED_NEVER) {
            remove_men(p, u, mover, absence->removed);
            *value = STUCK_OUT;
        }
        return;
    }
    unsigned cell = move_kind_of(m) == MOVE_CASTLE ? p->game->castlings[move_number(m)].partner_to : move_to(m);
    bool returns = *value == STUCK_MATED || *value == STUCK_STALEMATED;
    *value = (int16_t)(returns && rule->sheltered_return ? STUCK_RETURNING + (int)cell : STUCK_NOT);
}

/* The next player who is still in the game. */
static int next_present(const pos *p, int player)
{
    const game *g = p->game;
    int next = player;
    for (int i = 0; i < g->players && is_out(p, next); i++) {
        next = g->next_player[next];
    }
    return next;
}

/* Where players have boards of their own, the next board acts: its player has been waiting there. Who waits stays to
 * move on his board. */
static void enter_next_board(pos *p, const undo *u, move m, int next)
{
    const game *g = p->game;
    int mover = p->state.mover, board = g->board_of[mover], entered = (board + 1) % g->own_boards;
    bool waits = move_kind_of(m) == MOVE_PASS && move_aux(m);
    int following = waits ? mover : g->next_player[mover];
    if (next >= 0) { /* by the word of a hook */
        entered = g->board_of[next];
        p->more.boards[entered].mover = (uint16_t)next;
        following = entered == board ? next : following;
    }
    bool counts = !waits && following <= mover && p->state.fullmove < UINT16_MAX;
    p->more.waited = waits;
    p->more.boards[board] = (board_part){.mover = (uint16_t)following,
                                         .quiet = waits ? u->state.quiet : p->state.quiet,
                                         .fullmove = (uint16_t)(p->state.fullmove + counts)};
    const board_part *to = &p->more.boards[entered];
    p->state.hash ^= g->zobrist_mover[mover] ^ g->zobrist_mover[to->mover];
    p->state.mover = (uint8_t)to->mover;
    p->state.quiet = to->quiet;
    p->state.fullmove = to->fullmove;
}

/* After a ply: who acts next. False when that is settled, and nothing else is to be done: the turn goes on, or another
 * board acts. */
static bool hand_on(pos *p, undo *u, move m, int *next)
{
    const game *g = p->game;
    int mover = p->state.mover;
    if (g->absences && p->more.ply == 0) {
        note_absence(p, u, m);
        *next = next_present(p, *next);
    }
    p->more.ply = (uint8_t)(p->more.ply + (p->more.ply < UINT8_MAX));
    bool again = p->more.acts ? p->more.acts - 1 == mover : turn_goes_on(p, m);
    int told = p->more.acts - 1;
    if (p->more.acts) {
        *next = p->more.acts - 1;
        p->more.acts = 0;
    } else if (again) {
        *next = mover;
    }
    if (*next == mover && !g->keeps_passed && move_kind_of(m) != MOVE_ROLL && move_kind_of(m) != MOVE_HOOK) {
        forget_passed(p); /* nobody comes to use them */
    }
    if (g->rules->turn.once) {
        mark_movers(p, u, m);
    }
    if (!again) {
        p->more.ply = 0;
        clear_marks(p, u);
        p->more.rolls = g->outcome_count > 0;
    }
    if (!again || p->more.rolls) {
        p->more.roll = 0;
        memset(p->more.dice, 0, sizeof p->more.dice);
    }
    if (p->state.passed_count && g->keeps_passed) {
        prune_passed(p, u, m, *next, !again);
    }
    if (g->rules->material_clock >= 0) {
        run_material_clock(p, u, m);
    }
    if (g->counts_checks && !again && !p->trying) {
        int against = g->own_boards ? g->next_player[mover] : *next;
        bool check = player_in_check(p, against);
        uint16_t before = check || g->sums_checks ? p->more.checks[mover] : 0;
        p->more.checks[mover] = (uint16_t)(before + check);
    }
    if (!again && g->own_boards) {
        enter_next_board(p, u, m, told);
        again = true;
    }
    p->state.hash ^= more_key(g, &p->more);
    return !again;
}

/* ---- moves that a script lists ---- */

static void put_listed(const pos *p, output *out)
{
    const game *g = p->game;
    live_hooks *hooks = p->hooks;
    for (int i = 0; i < g->listing_count && hooks && !hooks->failed; i++) {
        listed_move listed[LISTED_MAX];
        size_t count = 0;
        if (!hooks->list(hooks->host, i, (const position *)p, NULL, listed, LISTED_MAX, &count)) {
            hooks->failed = true;
            return;
        }
        for (size_t k = 0; k < count && k < LISTED_MAX; k++) {
            unsigned from = listed[k].from < 0 ? CELL_NONE : (unsigned)listed[k].from;
            unsigned to = listed[k].to < 0 ? 0 : (unsigned)listed[k].to;
            emit(out, move_pack(MOVE_HOOK, from, to, listed[k].takes, (unsigned)i, (unsigned)k));
        }
    }
}

/* While a hook lists moves that come first, only they count. */
static void keep_first(const game *g, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; g->prepares && i < list->count; i++) {
        if (move_kind_of(list->moves[i]) == MOVE_HOOK && is_preparation(g, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept > first ? kept : list->count;
}

/* The man of a move and what it takes: what hooks ask for before it is made. */
static man_id mover_of_move(const pos *p, move m)
{
    if (move_kind_of(m) == MOVE_DROP) {
        return game_man(p->game, p->state.mover, (int)move_into(m) - 1);
    }
    unsigned from = move_from(m);
    return from < (unsigned)p->game->cells ? p->board[from] : MAN_NONE;
}

static void core_play_base(position *plain, move m, undo *u)
{
    pos *p = pos_of(plain);
    p->only_base = true;
    play_move(p, m, u);
    p->only_base = false;
    p->state.mover = u->state.mover; /* hooks of choices are asked before the turn passes */
}

static bool is_made_by_man(move m)
{
    move_kind kind = move_kind_of(m);
    return kind != MOVE_HOOK && kind != MOVE_PASS && kind != MOVE_CLAIM && kind != MOVE_ROLL;
}

/* What hooks are told of a move before it is made; false for moves that no man makes. */
static bool core_facts(const position *plain, move m, move_facts *facts)
{
    const pos *p = pos_of_const(plain);
    man_id man = mover_of_move(p, m);
    unsigned taken_at;
    if (!man || !is_made_by_man(m)) {
        return false;
    }
    man_id taken = taken_by(p, m, &taken_at), becomes = arrival(p->game, m, man, taken);
    taken = first_taken(p, m, taken, &taken_at);
    *facts = facts_of(p->game, m, man, becomes, taken, taken_at);
    return true;
}

static bool core_choice_facts(position *plain, move m, move_facts *facts)
{
    pos *p = pos_of(plain);
    const game *g = p->game;
    man_id man = mover_of_move(p, m);
    unsigned taken_at;
    bool moves = is_made_by_man(m) && move_kind_of(m) != MOVE_CHAIN;
    man_id taken = moves && man ? first_taken(p, m, taken_by(p, m, &taken_at), &taken_at) : MAN_NONE;
    if (!moves || !man || !p->hooks || !hook_wants(p, &g->choices[0], man, taken, move_to(m))) {
        return false;
    }
    undo u;
    core_play_base(plain, m, &u);
    *facts = facts_of(g, m, man, p->board[move_to(m)], taken, taken_at);
    undo_move(p, &u);
    return true;
}

/* Moves that leave the player a choice come once for each of its ways. */
static void expand_choices(pos *p, move_list *list, size_t first)
{
    size_t count = list->count;
    for (size_t i = first; i < count && !p->hooks->failed; i++) {
        move m = list->moves[i];
        move_facts facts;
        if (!core_choice_facts(position_of(p), m, &facts)) {
            continue;
        }
        undo u;
        core_play_base(position_of(p), m, &u);
        size_t ways = choice_count(p, 0, &facts);
        undo_move(p, &u);
        for (size_t k = 1; k < ways; k++) {
            if (list->count == list->room) {
                list->overflow = true;
                break;
            }
            list->moves[list->count++] = m + ((move)k << 46);
        }
    }
}

static void pseudo_all(pos *p, move_list *list)
{
    size_t first = list->count;
    output out = {.list = list};
    put_pseudo(p, &out);
    if (p->game->listing_count) {
        put_listed(p, &out);
        keep_first(p->game, list, first);
    }
    if (p->game->stacks) {
        expand_lifts(p, list, first);
    }
    if (p->game->takes_by_line) {
        expand_lines(p, list, first);
    }
    if (p->game->choice_count && p->hooks) {
        expand_choices(p, list, first);
    }
}

/* ---- attacks by captures elsewhere ---- */

static bool sheltered_at(const pos *p, unsigned cell, int owner)
{
    const game *g = p->game;
    if (p->board[cell] && g->man_owner[p->board[cell]] == owner) {
        return bits_has(sheltered_men(p), cell);
    }
    /* A cell that a royal may come to: a guard of his is already there, or not. */
    for (bits near = bits_and(bits_at(g->beside + (size_t)cell * CORE_WORDS), p->owned[owner]); !bits_empty(near);) {
        const piece_power *power = power_of(g, p->board[bits_pop(&near)]);
        for (bits royals = power->guarding ? p->royals[owner] : bits_none(); !bits_empty(royals);) {
            if (set_has(power->guards.bits, piece_at(p, bits_pop(&royals)))) {
                return true;
            }
        }
    }
    return false;
}

static bits strikers(const pos *p, unsigned cell, int by)
{
    const game *g = p->game;
    bits found = bits_none(), frozen = g->freezing ? frozen_for(p, by) : bits_none();
    for (bits men = bits_without(movable_by(p, by), frozen); !bits_empty(men);) {
        unsigned from = bits_pop(&men);
        man_id man = p->board[from];
        if (!power_of(g, man)->strike_count || from == cell) {
            continue;
        }
        blow b = {.p = p, .man = game_man(g, by, g->man_type[man]), .from = from};
        b.takeable = takeable_with(p, by, g->man_owner[man] == g->nobody);
        b.takeable = bits_or(b.takeable, bits_cell(cell));
        bits goals = bits_or(reach_of(p, &g->plans[b.man], from, b.takeable), vaults_of(&b));
        for (goals = bits_without(goals, bits_cell(cell)); !bits_empty(goals);) {
            b.to = bits_pop(&goals);
            if (bits_has(struck_by(&b), cell)) {
                found = bits_or(found, bits_cell(from));
                break;
            }
        }
    }
    return found;
}

/* ---- attacks that are found by trying ---- */

static bool refused_by_rule(const pos *p, move m);

/* Whether some royal of `player` would fall to any move of any enemy, with all its effects. */
static bool attacked_by_moves(const pos *plain, int player)
{
    pos *p = (pos *)plain;
    const game *g = p->game;
    if (p->trying || bits_empty(p->royals[player])) {
        return false;
    }
    position_state state = p->state;
    position_more more = p->more;
    bool fall = p->royals_fall, base = p->only_base, found = false;
    int royals = bits_count(p->royals[player]);
    p->royals_fall = p->trying = true;
    p->only_base = false; /* it may be asked in the middle of such a move */
    for (int e = 0; e < g->enemy_count[player] && !found; e++) {
        if (g->enemy[player][e] == g->nobody) {
            continue;
        }
        move moves[TERMS_ROOM];
        move_list list = {moves, 0, TERMS_ROOM, false};
        int by = g->enemy[player][e], own = bits_count(p->royals[by]);
        p->state.mover = (uint8_t)by;
        p->more.ply = p->more.rolls = p->more.roll = 0;
        pseudo_all(p, &list);
        for (size_t i = 0; i < list.count && !found; i++) {
            if (g->legal_count && refused_by_rule(p, moves[i])) {
                continue;
            }
            undo u;
            play_move(p, moves[i], &u);
            found = bits_count(p->royals[player]) < royals && !(g->blasts && bits_count(p->royals[by]) < own);
            undo_move(p, &u);
        }
    }
    p->royals_fall = fall;
    p->only_base = base;
    p->trying = false;
    p->state = state;
    p->more = more;
    return found;
}

/* ---- what a turn allows ---- */

static bool piece_may_move(const pos *p, man_id man)
{
    const dice_outcome *o = p->more.roll ? &p->game->outcomes[p->more.roll - 1] : NULL;
    return !o || !o->limits || set_has(o->movers, (unsigned)p->game->type[p->game->man_type[man]].piece);
}

/* What the turn, the dice and the hand have against a move; OBSTACLE_NONE. */
static obstacle_kind term_against(const pos *p, move m)
{
    const game *g = p->game;
    const rule_turn *t = &g->rules->turn;
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_HOOK) {
        return OBSTACLE_NONE;
    }
    if (kind != MOVE_DROP) {
        if (g->rules->placing_first && has_to_place(p, p->state.mover)) {
            return OBSTACLE_PLACING;
        }
        if (t->only_drops && p->more.ply) {
            return OBSTACLE_ONLY_DROPS;
        }
        if (owes_royal(p, p->state.mover)) {
            return OBSTACLE_ROYAL_IN_HAND;
        }
        if (t->once && bits_has(p->marked, move_from(m))) {
            return OBSTACLE_MOVED_BEFORE;
        }
    }
    if (kind == MOVE_CASTLE) {
        const castling *c = &g->castlings[move_number(m)];
        if (t->once && bits_has(p->marked, c->partner_from)) {
            return OBSTACLE_MOVED_BEFORE;
        }
        return piece_may_move(p, c->king) || piece_may_move(p, c->partner) ? OBSTACLE_NONE : OBSTACLE_DICE;
    }
    return piece_may_move(p, mover_of_move(p, m)) ? OBSTACLE_NONE : OBSTACLE_DICE;
}

static bool term_allows(const pos *p, move m)
{
    return term_against(p, m) == OBSTACLE_NONE;
}

/* Whether term_allows could refuse anything now. */
static bool terms_limit(const pos *p)
{
    const game *g = p->game;
    const rule_turn *t = &g->rules->turn;
    return (p->more.roll && g->outcomes[p->more.roll - 1].limits) || t->once || (t->only_drops && p->more.ply) ||
           (g->rules->placing_first && has_to_place(p, p->state.mover)) || owes_royal(p, p->state.mover);
}

static bool refused_by_rule(const pos *p, move m);

/* ---- whether an open turn can be brought to an end ---- */

/* A turn that leaves the own royals under attack must still be able to end well. That is found by trying, all within one frame
 * of the stack. In a turn of a free number of plies something must answer the attack that there is: a ply that arrives where
 * it is answered, or moves a royal. Such plies are followed one after the other as far as they go; plies that answer
 * nothing, and only prepare, are few between them, and tried in growing numbers (a search by discrepancies: W. D. Harvey and
 * M. L. Ginsberg, Limited Discrepancy Search, 1995). How many depends only on how many plies there are to choose from
 * (FINISH_EFFORT), not on the order in which they are tried; an end that takes more preparing is not seen. With few men
 * that is every end there is. Where the rules do not tell what answers an attack (BLIND_…), each ply may be the one, and less is
 * tried; the more so where an attack is itself found by trying. States from which nothing was found are remembered. */
enum {
    FINISH_EFFORT = 20000,
    FINISH_LEAST = 2,
    BLIND_EFFORT = 500,
    BLIND_LEAST = 1,
    BLIND_PLAYS_MAX = 20000,
    FINISH_FIXED =
        8, /* plies of a turn of a given length that are looked ahead; none missing so far, none is expected */
    FINISH_PLIES_MAX = 64, /* at all */
    FINISH_PLAYS_MAX = 200000,
    FINISH_ROOM = 8192,
    FINISH_MEMORY = 4096,
};
typedef struct finish {
    bool blind;     /* nothing tells what answers an attack */
    unsigned plays; /* made so far; attacks that are found by trying count as well */
    bool cut;       /* some state was not looked into for lack of depth */
    int royals;     /* as royals_to_fall said before the first ply */
    size_t used;
    move moves[FINISH_ROOM];
    uint64_t dead[FINISH_MEMORY];
} finish;

static void finish_begin(finish *f, const pos *p, int mover)
{
    f->royals = royals_to_fall(p, mover);
    f->blind = false;
    f->plays = 0;
    f->used = 0;
    f->cut = false;
    memset(f->dead, 0, sizeof f->dead);
}

/* Whether the mover has taken the last royal of an enemy since `f` was begun; NULL: no. */
static bool is_freed(const pos *p, const finish *f, int mover)
{
    return f && royal_fell(p, mover, f->royals);
}

/* Whether the turn may be handed on as things stand. */
static bool turn_may_end(const pos *p, const finish *f, int mover)
{
    return !owes_royal(p, mover) && (is_freed(p, f, mover) || !player_in_check(p, mover));
}

/* Whether a turn that has begun may be closed now: of a free number of plies, or whose player may always pass. */
static bool may_close(const pos *p)
{
    const rule_turn *t = &p->game->rules->turn;
    int mover = p->state.mover;
    bool open = plies_of_turn(p, mover) == 0 ? p->more.ply >= t->least : t->pass == PASS_ALWAYS;
    return open && p->more.ply > 0 && turn_may_end(p, NULL, mover);
}

/* The attacker's cell and those of his lines as far as the royal. */
static bits attack_between(const pos *p, unsigned from, unsigned royal)
{
    const man_plan *plan = &p->game->plans[p->board[from]];
    bits found = bits_cell(from);
    for (unsigned i = 0; i < plan->slides; i++) {
        const slider *s = &p->game->sliders[plan->slide[i].slider];
        for (uint32_t ray = s->ray_start[from]; ray < s->ray_start[from + 1]; ray++) {
            bits reach = ray_reach(s, ray, p->occupied);
            if (bits_has(reach, royal)) {
                found = bits_or(found, reach);
            }
        }
    }
    return found;
}

/* Whether the rules never tell what answers an attack. */
static bool answers_untold(const game *g)
{
    bool hooks = (g->effects || g->choice_count) && !g->rules->turn.only_drops; /* see only_drops_there */
    return g->attacks_by_moves || g->hopping || hooks;
}

/* Whether they may not tell it. */
static bool answers_doubtful(const game *g, int mover)
{
    bool walks = false;
    for (int e = 0; e < g->enemy_count[mover]; e++) {
        walks |= g->walking[g->enemy[mover][e]];
    }
    return walks || answers_untold(g);
}

/* Cells of which one must be arrived at, or a royal must move, before no royal is attacked. False where that cannot be
 * told. */
static bool cells_that_answer(const pos *p, int mover, bits *cells)
{
    const game *g = p->game;
    if (answers_untold(g) || owes_royal(p, mover)) {
        return false;
    }
    for (int e = 0; e < g->enemy_count[mover]; e++) {
        int by = g->enemy[mover][e];
        for (bits royals = p->royals[mover]; !bits_empty(royals) && !g->walking[by];) {
            unsigned royal = bits_pop(&royals);
            bits found = attackers_of(p, royal, by, p->occupied, bits_none());
            if (!bits_empty(found)) {
                *cells = attack_between(p, bits_first(found), royal);
                return true;
            }
        }
        if (g->walking[by]) {
            return false;
        }
    }
    return false;
}

/* Whether the ply put a man on the board and no hook did more to it: then it answers what it stands in the way of. */
static bool only_drops_there(const undo *u, move m)
{
    for (unsigned i = 0; i < u->count; i++) {
        if (u->entries[i].kind != UNDO_HAND && u->entries[i].kind != UNDO_MARK && u->entries[i].slot != move_to(m)) {
            return false;
        }
    }
    return move_kind_of(m) == MOVE_DROP;
}

/* A hook may make more of a drop than the man that it puts on the board. */
static bool hook_joins(const pos *p, move m)
{
    const game *g = p->game;
    man_id man = mover_of_move(p, m);
    for (int i = 0; i < g->after_count; i++) {
        if (hook_wants(p, &g->after[i], man, MAN_NONE, move_to(m))) {
            return true;
        }
    }
    return g->choice_count > 0;
}

/* What a ply is worth to him who is attacked, where only `answers` end it. */
typedef enum answer {
    ANSWER_NONE,  /* it may prepare one */
    ANSWER_MAYBE, /* nobody knows what a hook makes of it */
    ANSWER_SURE,
} answer;

static answer answer_of(const pos *p, move m, bits answers)
{
    unsigned from = move_from(m);
    move_kind kind = move_kind_of(m);
    bool royal = from < (unsigned)p->game->cells && p->board[from] && p->game->man_royal[p->board[from]];
    if (royal || (kind != MOVE_STEP && kind != MOVE_DOUBLE && kind != MOVE_DROP) || bits_has(answers, move_to(m))) {
        return ANSWER_SURE;
    }
    return kind == MOVE_DROP && hook_joins(p, m) ? ANSWER_MAYBE : ANSWER_NONE;
}

/* What a ply costs of the plies to be tried, and how many of them there must be. Where no man moves twice, what answers is
 * free: there is no end of plies to fear. Drops open nothing, so that of several the one that answers may as well be the
 * first: those that answer nothing are left out (false). */
static bool ply_cost(const rule_turn *t, answer worth, int *cost, int *least)
{
    *cost = worth == ANSWER_SURE && (t->once || t->only_drops) ? 0 : 1;
    *least = worth == ANSWER_NONE ? 2 : 1; /* the answer is still to come */
    return !(worth == ANSWER_NONE && t->only_drops);
}

/* The mover is in the midst of his turn: whether at most `depth` more plies, those that are free not counted and `ahead` at
 * most in all, end it well. */
static bool finishes(pos *p, finish *f, int depth, int ahead)
{
    const rule_turn *t = &p->game->rules->turn;
    int mover = p->state.mover;
    bool free_turn = plies_of_turn(p, mover) == 0;
    if (may_close(p)) {
        return true;
    }
    if (depth == 0 || ahead == 0) {
        f->cut = true;
        return !free_turn;
    }
    uint64_t whole = p->state.hash, key = whole ^ number_key((uint64_t)depth << 32);
    if (f->dead[key % FINISH_MEMORY] == key || f->dead[whole % FINISH_MEMORY] == whole) {
        f->cut |= f->dead[whole % FINISH_MEMORY] != whole;
        return false;
    }
    move_list list = {f->moves + f->used, 0, FINISH_ROOM - f->used, false};
    size_t first = f->used;
    pseudo_all(p, &list);
    if (list.overflow) {
        return !free_turn;
    }
    f->used += list.count;
    bits answers = bits_all();
    bool directed = free_turn && t->judge_end && t->least <= p->more.ply + 1 && cells_that_answer(p, mover, &answers);
    bool found = false, cut_before = f->cut;
    f->cut = false;
    for (size_t i = first; i < first + list.count && !found; i++) {
        move m = f->moves[i];
        answer worth = directed ? answer_of(p, m, answers) : ANSWER_MAYBE;
        int cost, least;
        if (!ply_cost(t, worth, &cost, &least) || !term_allows(p, m) || refused_by_rule(p, m)) {
            continue;
        }
        if (depth < least || f->plays >= (f->blind ? BLIND_PLAYS_MAX : FINISH_PLAYS_MAX)) {
            f->cut = true;
            if (depth < least) {
                continue;
            }
            f->used = first;
            return !free_turn;
        }
        f->plays += p->game->attacks_by_moves ? (unsigned)list.count : 1;
        undo u;
        play_move(p, m, &u);
        if (directed && t->only_drops && !bits_has(answers, move_to(m)) && only_drops_there(&u, m)) {
            found = false;
        } else if (p->state.mover != mover || p->more.ply == 0) {
            found = turn_may_end(p, f, mover);
        } else if (is_freed(p, f, mover)) {
            found = true;
        } else if ((t->judge_end || !player_in_check(p, mover)) && !(t->check_last && gives_check_to_any(p, mover))) {
            found = p->more.rolls || finishes(p, f, depth - cost, ahead - 1);
        }
        undo_move(p, &u);
    }
    f->used = first;
    if (!found) {
        uint64_t known = f->cut ? key : whole;
        f->dead[known % FINISH_MEMORY] = known;
    }
    f->cut |= cut_before;
    return found;
}

/* How many plies that are not free an end may take, by how many there are to choose from. */
static int finish_depth(pos *p, finish *f)
{
    move_list list = {f->moves + f->used, 0, FINISH_ROOM - f->used, false};
    pseudo_all(p, &list);
    size_t choices = 0;
    for (size_t i = 0; i < list.count; i++) {
        choices += term_allows(p, list.moves[i]);
    }
    size_t tries = p->game->attacks_by_moves ? choices + 1 : 1, most = f->blind ? BLIND_EFFORT / tries : FINISH_EFFORT;
    int depth = 1;
    for (size_t effort = 1; depth < FINISH_PLIES_MAX; depth++) {
        effort = effort * choices / (size_t)depth;
        if (effort > most) {
            break;
        }
    }
    int least = f->blind ? BLIND_LEAST : FINISH_LEAST;
    depth -= f->blind; /* what is too much is not begun */
    return depth < least ? least : depth;
}

static bool turn_completes(pos *p, finish *f)
{
    if (may_close(p)) {
        return true;
    }
    f->plays = 0;
    f->blind = answers_doubtful(p->game, p->state.mover);
    unsigned plies = plies_of_turn(p, p->state.mover);
    if (plies) {
        unsigned left = plies - p->more.ply;
        return finishes(p, f, left < FINISH_FIXED ? (int)left : FINISH_FIXED, FINISH_PLIES_MAX);
    }
    int most = finish_depth(p, f);
    for (int depth = 1; depth <= most; depth++) {
        f->cut = false;
        if (finishes(p, f, depth, FINISH_PLIES_MAX)) {
            return true;
        }
        if (!f->cut) {
            break; /* that was all there is */
        }
    }
    return false;
}

/* The mover has just made a ply. */
static bool safe_after(pos *p, int mover, finish *f)
{
    const rule_turn *t = &p->game->rules->turn;
    bool open = p->state.mover == mover && p->more.ply > 0;
    if (!open) {
        return turn_may_end(p, f, mover);
    }
    if (is_freed(p, f, mover)) {
        return true;
    }
    if ((!t->judge_end && player_in_check(p, mover)) || (t->check_last && gives_check_to_any(p, mover))) {
        return false;
    }
    return p->more.rolls || !p->game->turns_complete || turn_completes(p, f);
}

static bool safe_after_ply(pos *p, int mover)
{
    if (!p->game->turns_complete) {
        return safe_after(p, mover, NULL);
    }
    finish f;
    finish_begin(&f, p, mover);
    return safe_after(p, mover, &f);
}

/* ---- forced and forbidden ---- */

static bool takes_something(const pos *p, move m)
{
    if (p->game->takes_by_line && move_extra(m) && may_line(m)) {
        return true;
    }
    switch (move_kind_of(m)) {
    case MOVE_PASSING:
    case MOVE_LOCUST:
    case MOVE_CHAIN:
        return true;
    case MOVE_STEP:
    case MOVE_DOUBLE:
        return captured_top(p, p->board[move_to(m)]) != MAN_NONE || !bits_empty(struck_by_move(p, m));
    case MOVE_HOOK:
        return move_into(m) != 0;
    default:
        return false;
    }
}

/* What quiescence looks at: captures and promotions. */
static bool is_noisy(const pos *p, move m)
{
    return takes_something(p, m) || (move_into(m) && move_kind_of(m) != MOVE_DROP);
}

/* A check that the rules allow to nobody or demand of everybody is found by making the move. */
static void list_plies(pos *p, move_list *list, bool slow, bool one);
static bool has_answer(pos *p, size_t effort);

static bool move_checks(pos *p, move m, bool *mates, size_t effort)
{
    undo u;
    int mover = p->state.mover;
    play_move(p, m, &u);
    bool checks = gives_check_to_any(p, mover);
    p->state.mover = (uint8_t)answerer(p, mover);
    *mates = checks && !has_answer(p, effort);
    undo_move(p, &u);
    return checks;
}

/* NESTED_PLAIN: answers are judged as if checks were free. ANSWERS_EFFORT: how many answers are looked at, one behind the other; each
 * shares with the others beside it what there is, so that their order does not matter. */
enum { CHECKS_DEPTH_MAX = 24, NESTED_PLAIN = UINT8_MAX, ANSWERS_EFFORT = 5000 };

/* Whether there is a legal move. Answers that give no check are looked at first, so that one check asks about another only
 * where nothing but a check would answer; and where checks answer checks that deep, none of them is a mate. */
static bool has_answer(pos *p, size_t effort)
{
    move moves[TERMS_ROOM];
    move_list list = {moves, 0, TERMS_ROOM, false};
    uint8_t nested = p->nested;
    p->nested = NESTED_PLAIN;
    list_plies(p, &list, false, false);
    p->nested = nested;
    effort /= list.count ? list.count : 1;
    bool plain = p->game->rules->checks.plain_mate, deep = nested >= CHECKS_DEPTH_MAX || !effort;
    bool found = list.count > 0 && (plain || deep);
    for (size_t i = 0; i < list.count && !found; i++) {
        undo u;
        int mover = p->state.mover;
        play_move(p, list.moves[i], &u);
        found = !gives_check_to_any(p, mover);
        undo_move(p, &u);
    }
    for (size_t i = 0; i < list.count && !found; i++) {
        p->nested = (uint8_t)(nested + 1);
        (void)move_checks(p, list.moves[i], &found, effort);
        p->nested = nested;
    }
    return found;
}

static void forbid_checks(pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        bool mates = false;
        if (!move_checks(p, list->moves[i], &mates, ANSWERS_EFFORT) || mates) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

static bool checks_by(pos *p, move m)
{
    undo u;
    int mover = p->state.mover;
    play_move(p, m, &u);
    bool checks = gives_check_to_any(p, mover);
    undo_move(p, &u);
    return checks;
}

static void force_checks(pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        if (checks_by(p, list->moves[i])) {
            move checking = list->moves[i];
            list->moves[i] = list->moves[kept];
            list->moves[kept++] = checking;
        }
    }
    list->count = kept > first ? kept : list->count;
}

/* Whether some of the moves listed takes, by one of the pieces that the rule names. */
static bool captures_oblige(const pos *p, const move_list *list, size_t first)
{
    const game *g = p->game;
    for (size_t i = first; i < list->count; i++) {
        man_id man = mover_of_move(p, list->moves[i]);
        bool named =
            !g->rules->captures.by_count || (man && set_has(g->captures_by, (unsigned)g->type[g->man_type[man]].piece));
        if (named && takes_something(p, list->moves[i])) {
            return true;
        }
    }
    return false;
}

/* Of the moves listed, those that take, if that is obligatory. */
static void force_captures(pos *p, move_list *list, size_t first)
{
    bool forced = captures_oblige(p, list, first);
    size_t kept = first;
    for (size_t i = first; i < list->count && forced; i++) {
        if (takes_something(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = forced ? kept : list->count;
}

/* Where all stand whom a man's move takes, if it is no chain of jumps; not those whom a capture blows up. */
static bits victims_of(const pos *p, move m)
{
    const game *g = p->game;
    move_kind kind = move_kind_of(m);
    unsigned at, to = move_to(m);
    if (!is_made_by_man(m) || kind == MOVE_CHAIN) {
        return bits_none();
    }
    bits found = struck_by_move(p, m);
    if (taken_by(p, m, &at)) {
        found = bits_or(found, bits_cell(at));
    }
    if (kind == MOVE_LOCUST && to != move_from(m) && captured_top(p, p->board[to])) {
        found = bits_or(found, bits_cell(to));
    }
    return g->takes_by_line && move_extra(m) && may_line(m) ? bits_or(found, bits_cell(move_extra(m) - 1)) : found;
}

static unsigned men_taken(const pos *p, move m)
{
    move_kind kind = move_kind_of(m);
    return kind == MOVE_CHAIN  ? chain_count(m)
           : kind == MOVE_HOOK ? takes_something(p, m)
                               : (unsigned)bits_count(victims_of(p, m));
}

/* How many of the men that a capture takes are of the pieces that count first. */
static unsigned preferred_taken(pos *p, move m)
{
    const game *g = p->game;
    chain_way way = {.count = 0};
    unsigned found = 0;
    for (bits victims = victims_of(p, m); !bits_empty(victims);) {
        found += set_has(g->captures_most, piece_at(p, bits_pop(&victims)));
    }
    if (move_kind_of(m) == MOVE_CHAIN && !core_chain(position_of(p), m, &way)) {
        return 0;
    }
    for (unsigned i = 0; i < way.count; i++) {
        found += set_has(g->captures_most, (unsigned)g->type[g->man_type[way.taken[i]]].piece);
    }
    return found;
}

/* Of the moves listed, those with the greatest number, or with at least `enough`. */
static void keep_greatest(pos *p, move_list *list, size_t first, unsigned (*number)(pos *, move), unsigned enough)
{
    unsigned greatest = 0;
    size_t kept = first;
    for (size_t i = first; i < list->count && greatest < enough; i++) {
        unsigned n = number(p, list->moves[i]);
        greatest = n > greatest ? n : greatest;
    }
    greatest = greatest < enough ? greatest : enough;
    for (size_t i = first; i < list->count; i++) {
        if (number(p, list->moves[i]) >= greatest) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

static unsigned number_taken(pos *p, move m)
{
    return men_taken(p, m);
}

static void prefer_captures(pos *p, move_list *list, size_t first)
{
    const game *g = p->game;
    if (g->rules->captures.by_count && !captures_oblige(p, list, first)) {
        return; /* whoever else takes does so of his own will */
    }
    if (g->rules->captures.longest || g->rules->captures.multiple) {
        keep_greatest(p, list, first, number_taken, g->rules->captures.multiple ? 2 : UINT_MAX);
    }
    if (g->rules->captures.most_count) {
        keep_greatest(p, list, first, preferred_taken, UINT_MAX);
    }
}

/* ---- games where the only captures are jumps, and forced ---- */

static void legal_jumps_first(pos *p, move_list *list)
{
    size_t first = list->count;
    output out = {.list = list};
    put_jumps(p, &out, LIST_LEGAL);
    if (list->count == first) {
        list_legal(p, &out);
    } else {
        prefer_captures(p, list, first);
    }
}

static uint64_t count_jumps_first(pos *p)
{
    const rule_captures *rule = &p->game->rules->captures;
    move moves[TERMS_ROOM];
    move_list list = {moves, 0, TERMS_ROOM, false};
    output out = {.list = &list};
    if (rule->longest || rule->multiple || rule->most_count) {
        put_jumps(p, &out, LIST_LEGAL);
        prefer_captures(p, &list, 0);
        out.count = list.count;
    } else {
        put_jumps(p, &out, COUNT_LEGAL);
    }
    if (out.count == 0) {
        out.count = count_legal(p);
    }
    return out.count;
}

/* ---- what is forbidden and forced once the other rules have spoken ---- */

static bool checks_forbidden(const pos *p)
{
    return p->game->rules->checks.only_mate;
}

static bool checks_forced(const pos *p)
{
    return p->game->rules->checks.must >> p->state.mover & 1;
}

static bool captures_forced(const pos *p)
{
    return p->game->rules->captures.must;
}

static bool captures_preferred(const pos *p)
{
    return p->game->prefers_captures;
}

/* In this order. Where the question is only whether there is a move (NESTED_PLAIN) none of them is asked. */
static const struct last_word {
    obstacle_kind says;
    bool (*holds)(const pos *p);
    void (*keep)(pos *p, move_list *list, size_t first);
} last_words[] = {
    {OBSTACLE_CHECK_FORBIDDEN, checks_forbidden, forbid_checks},
    {OBSTACLE_CHECK_FORCED, checks_forced, force_checks},
    {OBSTACLE_CAPTURE_FORCED, captures_forced, force_captures},
    {OBSTACLE_CAPTURE_PREFERRED, captures_preferred, prefer_captures},
};

/* ---- the list ---- */

static void put_rolls(const pos *p, move_list *list)
{
    output out = {.list = list};
    for (int i = 0; i < p->game->outcome_count; i++) {
        emit(&out, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0));
    }
}

/* Of the plies listed, those that keep the rules of the turn; what one found out about ends serves the next. `one`: a
 * single one is enough. */
static void keep_completing(pos *p, move_list *list, size_t first, bool one)
{
    finish f;
    int mover = p->state.mover;
    finish_begin(&f, p, mover);
    size_t kept = first;
    for (size_t i = first; i < list->count && !(one && kept > first); i++) {
        move m = list->moves[i];
        if (!term_allows(p, m) || refused_by_rule(p, m)) {
            continue;
        }
        undo u;
        play_move(p, m, &u);
        bool safe = safe_after(p, mover, &f);
        undo_move(p, &u);
        if (safe) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}

/* Whether a rule looks at the whole list when it is done. */
static bool has_last_word(const pos *p)
{
    bool found = false;
    for (unsigned i = 0; i < sizeof last_words / sizeof last_words[0] && p->nested != NESTED_PLAIN; i++) {
        found = found || last_words[i].holds(p);
    }
    return found;
}

/* Plies of the mover, passes aside. `one`: a single one is enough, where each can be judged by itself. */
static void list_plies(pos *p, move_list *list, bool slow, bool one)
{
    const game *g = p->game;
    size_t first = list->count;
    one = one && !has_last_word(p);
    if (g->absences && is_out(p, p->state.mover)) {
        return;
    }
    bool settled = false; /* the masks have said all: hooks are not asked, and no term limits these moves */
    if (!slow && masks_apply(p)) {
        output out = {.list = list};
        bool fearless = g->rules->placing_apart || bits_empty(p->royals[p->state.mover]);
        if (g->rules->placing_first && fearless && has_to_place(p, p->state.mover)) {
            put_drops(p, &out, LIST_LEGAL, bits_all()); /* nothing else may be done */
            settled = !g->judged;
        } else {
            list_legal(p, &out);
            settled = !g->judged && !terms_limit(p);
        }
        if (g->takes_by_line) {
            expand_lines(p, list, first);
        }
    } else {
        slow = true;
        pseudo_all(p, list);
    }
    if (g->turns_complete) {
        keep_completing(p, list, first, one);
    } else if (!settled) {
        size_t kept = first;
        for (size_t i = first; i < list->count && !(one && kept > first); i++) {
            move m = list->moves[i];
            if (term_allows(p, m) && (slow ? core_allowed(position_of(p), m) : !refused_by_rule(p, m))) {
                list->moves[kept++] = m;
            }
        }
        list->count = kept;
    }
    for (unsigned i = 0; i < sizeof last_words / sizeof last_words[0] && p->nested != NESTED_PLAIN; i++) {
        if (last_words[i].holds(p)) {
            last_words[i].keep(p, list, first);
        }
    }
}

/* Whether the mover has a ply besides passing. */
static bool has_ply(pos *p)
{
    move moves[TERMS_ROOM];
    move_list list = {moves, 0, TERMS_ROOM, false};
    list_plies(p, &list, false, true);
    return list.count > 0;
}

/* Whether some man, if the mover held it, could be dropped so that he is in check no more. */
static bool drop_would_parry(pos *p)
{
    const game *g = p->game;
    int me = p->state.mover;
    bool found = false;
    for (int i = 0; i < g->drop_count[me] && !found; i++) {
        const drop_table *d = &g->drops[me][i];
        bits cells = bits_without(set_of(g, d->zone), p->occupied);
        while (!bits_empty(cells) && !found) {
            unsigned cell = bits_pop(&cells);
            write_cell(p, cell, d->man);
            found = !player_in_check(p, me) && (d->check || !gives_check_to_any(p, me));
            write_cell(p, cell, MAN_NONE);
        }
    }
    return found;
}

/* Whether the mover may leave the word to the next board and stay to move on his own. Nobody waits for one who has just
 * waited, unless he can do nothing else. */
static bool may_wait(pos *p, bool stuck)
{
    const rule_turn *t = &p->game->rules->turn;
    if ((!t->wait_any && !t->wait_parry) || p->more.ply || (p->more.waited && !stuck)) {
        return false;
    }
    if (t->wait_any && !stuck) {
        return true;
    }
    return t->wait_parry && player_in_check(p, p->state.mover) && drop_would_parry(p);
}

static bool may_pass(pos *p, bool stuck)
{
    switch (p->game->rules->turn.pass) {
    case PASS_ALWAYS:
        return p->more.ply == 0;
    case PASS_UNCHECKED:
        return p->more.ply == 0 && !player_in_check(p, p->state.mover);
    case PASS_STUCK:
        return stuck;
    case PASS_STALEMATED:
        return stuck && !player_in_check(p, p->state.mover);
    case PASS_NEVER:
        break;
    }
    return false;
}

/* Whether the mover could do nothing whatever the dice show, in a game that ends so: then it is over before they are
 * thrown. */
static bool stuck_without_dice(pos *p)
{
    if (!(player_in_check(p, p->state.mover) ? p->game->ends_checkmated : p->game->ends_stalemated)) {
        return false;
    }
    position_more more = p->more;
    p->more.rolls = 0;
    bool stuck = !has_ply(p);
    p->more = more;
    return stuck;
}

static void terms_legal(pos *p, move_list *list, bool slow)
{
    size_t first = list->count;
    if (p->more.rolls) {
        if (!stuck_without_dice(p)) {
            put_rolls(p, list);
        }
        return;
    }
    list_plies(p, list, slow, false);
    bool stuck = list->count == first;
    output out = {.list = list};
    if (may_close(p) || may_pass(p, stuck)) {
        emit(&out, move_pack(MOVE_PASS, CELL_NONE, 0, 0, 0, 0));
    }
    if (may_wait(p, stuck)) {
        emit(&out, move_pack(MOVE_PASS, CELL_NONE, 0, 0, 1, 0));
    }
}

/* Whether a player who is to move on his own board could do nothing there but pass. */
static bool has_no_ply(pos *p, int player)
{
    int mover = p->state.mover;
    p->state.mover = (uint8_t)player;
    bool none = !has_ply(p);
    p->state.mover = (uint8_t)mover;
    return none;
}

/* Whether he is mated: in check, and he can do nothing, not even wait. */
static bool core_mated(position *plain, int player)
{
    pos *p = pos_of(plain);
    if (!player_in_check(p, player) || !has_no_ply(p, player)) {
        return false;
    }
    int mover = p->state.mover;
    p->state.mover = (uint8_t)player;
    bool mated = !may_wait(p, true);
    p->state.mover = (uint8_t)mover;
    return mated;
}

static bool core_stuck(position *plain, int player)
{
    return has_no_ply(pos_of(plain), player);
}

/* Whether there is a legal move: the question that a forbidden check asks most. */
static bool terms_any(pos *p)
{
    const rule_checks *c = &p->game->rules->checks;
    if (c->only_mate && !c->plain_mate && p->game->rules->turn.pass == PASS_NEVER && !p->more.rolls && !p->more.ply) {
        return has_answer(p, ANSWERS_EFFORT);
    }
    if (p->more.rolls) {
        return terms_count(p) > 0;
    }
    if (may_close(p) || may_pass(p, false)) {
        return true;
    }
    return has_ply(p) || may_pass(p, true) || may_wait(p, true);
}

/* Of the legal moves those that take or promote, where that may be asked of each move before it is judged. */
static bool terms_noisy(pos *p, move_list *list)
{
    const ruleset *rules = p->game->rules;
    size_t first = list->count, kept = first;
    if (!p->game->turns_complete || rules->captures.must || p->game->prefers_captures || p->game->absences ||
        rules->checks.must || rules->checks.only_mate || p->more.rolls) {
        return false;
    }
    pseudo_all(p, list);
    for (size_t i = first; i < list->count; i++) {
        move m = list->moves[i];
        if (is_noisy(p, m)) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
    keep_completing(p, list, first, false);
    return true;
}

static uint64_t terms_count(pos *p)
{
    move moves[TERMS_ROOM];
    move_list list = {moves, 0, TERMS_ROOM, false};
    terms_legal(p, &list, false);
    return list.count;
}
