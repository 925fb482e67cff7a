/* Core: whose turn it is after a ply, and what that changes: en passant targets, marks of moved pieces, clocks, missed
 * turns, dice and boards. Included by core.c. */

static bool must_place(const pos *p, int player)
{
    const variant *v = p->variant;
    for (int i = 0; i < v->drop_count[player]; i++) {
        if (hand_of(p)[v->drops[player][i].hand_piece]) {
            return true;
        }
    }
    return false;
}

/* Whether the player holds a piece that is dropped before anything else, if that is legal. */
static bool holds_first_drop(const pos *p, int player)
{
    const variant *v = p->variant;
    for (int i = 0; v->has_first_drops && i < v->drop_count[player]; i++) {
        const drop_table *d = &v->drops[player][i];
        if (d->first && hand_of(p)[d->hand_piece]) {
            return true;
        }
    }
    return false;
}

/* Whether the player holds a piece of the setup: one that must be dropped, or any where none must. */
static bool holds_setup(const pos *p, int player)
{
    return p->variant->has_first_drops ? holds_first_drop(p, player) : must_place(p, player);
}

/* Whether the player has something to drop. */
static bool has_drops(const pos *p, int player)
{
    const variant *v = p->variant;
    bool endless = false;
    for (int i = 0; i < v->drop_count[player]; i++) {
        endless |= !v->drops[player][i].hand_piece;
    }
    return endless || must_place(p, player);
}

/* Whether a royal in hand must be placed before the turn ends. */
static bool must_place_royal(const pos *p, int player)
{
    const variant *v = p->variant;
    for (int i = 0; v->rules->setup_royals && i < v->drop_count[player]; i++) {
        piece_id held = v->drops[player][i].hand_piece;
        if (v->is_royal[held] && hand_of(p)[held]) {
            return true;
        }
    }
    return false;
}

static unsigned turn_plies(const pos *p, int side)
{
    const variant *v = p->variant;
    return (unsigned)rule_turn_plies(&v->rules->turn, (size_t)side, (size_t)v->players, p->state.fullmove);
}

/* The player who answers a ply: the next one on the same board. */
static int side_to_answer(const pos *p, int side)
{
    return p->variant->own_boards ? p->variant->next_player[side] : p->state.side_to_move;
}

static bool gives_check_to_any(const pos *p, int side)
{
    const variant *v = p->variant;
    for (int e = 0; e < v->enemy_count[side]; e++) {
        if (player_in_check(p, v->enemy_list[side][e])) {
            return true;
        }
    }
    return false;
}

/* Whether the same player acts again after this ply. */
static bool turn_goes_on(const pos *p, move m)
{
    const rule_turn *t = &p->variant->rules->turn;
    int side = p->state.side_to_move;
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_PASS) {
        return false;
    }
    const ruleset *rules = p->variant->rules;
    if (rules->setup_whole_turn && kind == MOVE_DROP) {
        const bool of_setup = p->variant->has_first_drops ? is_first_drop(p, m) : rules->setup_mandatory;
        const bool holds_more = holds_setup(p, side);
        if (of_setup || holds_more) {
            return holds_more; /* the last piece ends the turn of the setup, however many moves a turn has */
        }
    }
    if (t->check_ends && gives_check_to_any(p, side)) {
        return false;
    }
    unsigned plies = turn_plies(p, side);
    if (plies == 0) {
        return !t->only_drops || kind == MOVE_DROP;
    }
    return p->extra.turn_ply < plies;
}

/* Whether the target was open before the ply. */
static bool ep_was_open(const undo *u, ep_cell c)
{
    for (unsigned i = 0; i < u->state.ep_count; i++) {
        if (u->state.ep_cells[i].cell == c.cell && u->state.ep_cells[i].piece_cell == c.piece_cell) {
            return true;
        }
    }
    return false;
}

/* Whether the piece of the target `c` has left or was captured in this ply, whatever stands there now. */
static bool ep_piece_changed(const undo *u, move m, ep_cell c)
{
    if ((move_kind_of(m) == MOVE_DOUBLE_STEP && move_to(m) == c.piece_cell) || !ep_was_open(u, c)) {
        return false; /* it has only just arrived */
    }
    for (unsigned i = 0; i < u->count; i++) {
        if (u->entries[i].kind == UNDO_CELL && u->entries[i].slot == c.piece_cell) {
            return true;
        }
    }
    return false;
}

/* The player who made the double step of a neutral piece: it went the player's way. The neutral owner where that is not
 * known. */
static int player_of_double_step(const variant *v, ep_cell c)
{
    const topology *t = &v->topology;
    for (int player = 0; t->row && t->column && player < v->players; player++) {
        int files = t->column[c.piece_cell] - t->column[c.cell], ranks = t->row[c.piece_cell] - t->row[c.cell];
        const int ahead[] = {ranks, files, -ranks, -files};
        if (ahead[v->rules->players[player].rotation & 3] > 0) {
            return player;
        }
    }
    return v->neutral_owner;
}

/* Whether an en passant target outlives the ply. It stays until its owner's next turn, unless only the first ply of an
 * answer may use it. */
static bool ep_stays(const pos *p, const undo *u, move m, ep_cell c, int next, bool turn_over)
{
    const variant *v = p->variant;
    piece_id piece = p->board[c.piece_cell];
    int side = p->state.side_to_move, owner = v->owner_of[piece];
    if (!piece || !ep_cell_is_open(p, c.cell, owner, !turn_over) || ep_piece_changed(u, m, c)) {
        return false;
    }
    if (owner == v->neutral_owner) {
        bool arrived = move_kind_of(m) == MOVE_DOUBLE_STEP && c.piece_cell == move_to(m);
        owner = arrived ? side : player_of_double_step(v, c);
    }
    bool waits = v->own_boards && move_kind_of(m) == MOVE_PASS && move_aux(m); /* and stays to move on this board */
    if (turn_over && !waits && owner == next) {
        return false;
    }
    /* Whether this ply, and the turn, is the only answer: with more than two players on a board others come after. */
    bool only_answer = v->own_boards ? v->topology.level[c.cell] == v->board_of[side] : v->players == 2;
    if (owner != side && only_answer && !waits) {
        bool first_only = !v->rules->turn.ep_whole_turn && move_kind_of(m) != MOVE_EN_PASSANT;
        if (first_only || (turn_over && v->own_boards)) {
            return false;
        }
    }
    return ep_is_usable(p, c.cell, owner, next);
}

/* Removes the en passant targets that do not outlive the ply. */
static void ep_prune(pos *p, const undo *u, move m, int next, bool turn_over)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        ep_cell c = p->state.ep_cells[i];
        if (ep_stays(p, u, m, c, next, turn_over)) {
            p->state.ep_cells[kept++] = c;
        } else {
            p->state.hash ^= ep_key(p->variant, c);
        }
    }
    for (unsigned i = kept; i < p->state.ep_count; i++) {
        p->state.ep_cells[i] = (ep_cell){0, 0};
    }
    p->state.ep_count = (uint8_t)kept;
}

/* Marks the pieces that have moved, in turns in which each piece moves once. Marks of captured pieces are cleared. */
static void mark_moved_pieces(pos *p, undo *u, move m)
{
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_CASTLE) {
        const castling *c = &p->variant->castlings[move_index(m)];
        change_moved(p, u, c->king_to, true);
        change_moved(p, u, c->partner_to, true);
    } else if (kind != MOVE_PASS && kind != MOVE_HOOK && p->board[move_to(m)]) {
        change_moved(p, u, move_to(m), true);
    }
    for (bitboard gone = bb_without(p->moved, p->occupied); !bb_empty(gone);) {
        change_moved(p, u, bb_pop_lsb(&gone), false);
    }
}

/* Whether a step arrived on a piece that it captured, whatever hooks have done since. */
static bool captured_by_arrival(const pos *p, const undo *u, move m)
{
    unsigned i = 0;
    while (i < u->count && !(u->entries[i].kind == UNDO_CELL && u->entries[i].slot == move_to(m))) {
        i++;
    }
    return move_kind_of(m) <= MOVE_DOUBLE_STEP && i < u->count &&
           captured_at_arrival(p, (piece_id)u->entries[i].old) != PIECE_NONE;
}

/* What stands there now: on top of a cell, or in a stack. */
static piece_id piece_at_entry(const pos *p, const struct undo_entry *e)
{
    return e->kind == UNDO_CELL ? p->board[e->slot] : position_stack_piece((const position *)p, e->slot);
}

/* Whether the ply captured, converted or transformed a piece. */
static bool material_changed(const pos *p, const undo *u, move m)
{
    move_kind kind = move_kind_of(m);
    if (move_into(m) || kind == MOVE_CHAIN || kind == MOVE_DROP || kind == MOVE_EN_PASSANT || kind == MOVE_LOCUST ||
        captured_by_arrival(p, u, m)) {
        return true;
    }
    uint64_t balance = 0; /* pieces that stood on the changed cells, in stacks too, minus those that stand there now */
    bool seen[UNDO_ENTRIES_MAX] = {false};
    for (unsigned i = 0; i < u->count; i++) {
        if (u->entries[i].kind != UNDO_CELL && u->entries[i].kind != UNDO_STACK_PIECE) {
            continue;
        }
        for (unsigned k = 0; k < i; k++) {
            seen[i] = seen[i] || (u->entries[k].kind == u->entries[i].kind && u->entries[k].slot == u->entries[i].slot);
        }
        if (!seen[i]) {
            piece_id before = u->entries[i].old, after = piece_at_entry(p, &u->entries[i]);
            balance += before ? number_key(before) : 0;
            balance -= after ? number_key(after) : 0;
        }
    }
    return balance != 0;
}

static void update_material_clock(pos *p, const undo *u, move m)
{
    int16_t *clock = &p->extra.counters[p->variant->rules->material_clock];
    *clock = material_changed(p, u, m) ? 0 : (int16_t)(*clock + (*clock < 9999));
}

enum { REMOVED_RESERVE = 16 }; /* what else a ply without a move changes */

/* Removes the pieces of a player who misses a turn, as the rules say. */
static void remove_pieces(pos *p, undo *u, int player, rule_removed which)
{
    const variant *v = p->variant;
    bitboard pieces = which == REMOVED_ALL ? p->owned[player] : p->royals[player];
    if (u->count + (unsigned)bb_count(pieces) + REMOVED_RESERVE > UNDO_ENTRIES_MAX) {
        note_loss(p, LOST_PIECES); /* none is removed, and the call that makes this ply gets an error */
        return;
    }
    while (!bb_empty(pieces)) {
        unsigned cell = bb_pop_lsb(&pieces);
        lose_rights(p, rights_of_piece(v, p->board[cell], cell));
        change_cell(p, u, cell, PIECE_NONE);
    }
}

/* Updates the player's state after the first ply of their turn: missing it, returning, or in the game. */
static void update_missed_turn(pos *p, undo *u, move m)
{
    const rule_no_moves *rule = &p->variant->rules->no_moves;
    int side = p->state.side_to_move;
    int16_t *value = &p->extra.counters[rule->counter + side];
    if (*value == MISSED_TURN_OUT) {
        return;
    }
    if (move_kind_of(m) == MOVE_PASS) {
        *value = player_in_check(p, side) ? MISSED_TURN_MATED : MISSED_TURN_STALEMATED;
        const rule_missed_turn *missed = missed_turn_rule(p, side);
        if (missed->removes != REMOVED_NEVER) {
            remove_pieces(p, u, side, missed->removes);
            *value = MISSED_TURN_OUT;
        }
        return;
    }
    unsigned cell = move_kind_of(m) == MOVE_CASTLE ? p->variant->castlings[move_index(m)].partner_to : move_to(m);
    bool returns = *value == MISSED_TURN_MATED || *value == MISSED_TURN_STALEMATED;
    *value = (int16_t)(returns && rule->invulnerable_return ? MISSED_TURN_RETURNING + (int)cell : MISSED_TURN_NONE);
}

/* The next player who is still in the game. */
static int next_remaining_player(const pos *p, int player)
{
    const variant *v = p->variant;
    int next = player;
    for (int i = 0; i < v->players && is_eliminated(p, next); i++) {
        next = v->next_player[next];
    }
    return next;
}

/* Where players have boards of their own, the next board acts: its player has been waiting there. A player who waits
 * stays to move on their board. `stands_still`: the turn that ends is not counted. */
static void enter_next_board(pos *p, const undo *u, move m, int next, bool stands_still)
{
    const variant *v = p->variant;
    int side = p->state.side_to_move, board = v->board_of[side], entered = (board + 1) % v->own_boards;
    bool waits = move_kind_of(m) == MOVE_PASS && move_aux(m);
    int following = waits ? side : v->next_player[side];
    if (next >= 0) { /* a hook decided it */
        entered = v->board_of[next];
        p->extra.boards[entered].side_to_move = (uint16_t)next;
        following = entered == board ? next : following;
    }
    bool counts = !waits && !stands_still && following <= side && p->state.fullmove < UINT16_MAX;
    p->extra.waited = waits;
    p->extra.boards[board] = (board_clock){.side_to_move = (uint16_t)following,
                                           .halfmove_clock = waits ? u->state.halfmove_clock : p->state.halfmove_clock,
                                           .fullmove = (uint16_t)(p->state.fullmove + counts)};
    const board_clock *to = &p->extra.boards[entered];
    p->state.hash ^= v->zobrist_side[side] ^ v->zobrist_side[to->side_to_move];
    p->state.side_to_move = (uint8_t)to->side_to_move;
    p->state.halfmove_clock = to->halfmove_clock;
    p->state.fullmove = to->fullmove;
}

/* After a ply: finds the player who acts next. False when nothing else is to be done: the turn goes on, or another
 * board acts. */
static bool pass_turn(pos *p, undo *u, move m, int *next, bool stands_still)
{
    const variant *v = p->variant;
    int side = p->state.side_to_move;
    if (p->without_choice) {
        return false; /* the turn stays as hooks of choices find it */
    }
    if (v->has_missed_turns && p->extra.turn_ply == 0) {
        update_missed_turn(p, u, m);
        *next = next_remaining_player(p, *next);
    }
    p->extra.turn_ply = (uint8_t)(p->extra.turn_ply + (p->extra.turn_ply < UINT8_MAX));
    p->extra.waited = 0; /* until the turn is left to another board */
    bool again = p->extra.next_player ? p->extra.next_player - 1 == side : turn_goes_on(p, m);
    int hook_player = p->extra.next_player - 1;
    if (p->extra.next_player) {
        *next = p->extra.next_player - 1;
        p->extra.next_player = 0;
    } else if (again) {
        *next = side;
    }
    if (*next == side && !v->keeps_ep && move_kind_of(m) != MOVE_ROLL && move_kind_of(m) != MOVE_HOOK) {
        ep_forget(p); /* nobody is left to use them */
    }
    if (v->rules->turn.each_piece_once) {
        mark_moved_pieces(p, u, m);
    }
    if (!again) {
        p->extra.turn_ply = 0;
        clear_moved_marks(p, u);
        p->extra.roll_due = v->dice_outcome_count > 0 && !(v->rules->dice.check_free && player_in_check(p, *next));
    }
    if (!again || p->extra.roll_due) {
        p->extra.roll = 0;
        memset(p->extra.dice, 0, sizeof p->extra.dice);
    }
    if (p->state.ep_count && v->keeps_ep) {
        ep_prune(p, u, m, *next, !again);
    }
    if (v->rules->material_clock >= 0) {
        update_material_clock(p, u, m);
    }
    if (v->counts_checks_in_row && !again && !p->testing_attacks) {
        const bool check = v->own_boards ? player_in_check(p, v->next_player[side]) : gives_check_to_any(p, side);
        uint16_t before = check || v->counts_all_checks ? p->extra.checks_given[side] : 0;
        p->extra.checks_given[side] = (uint16_t)(before + check);
    }
    if (!again && v->own_boards) {
        enter_next_board(p, u, m, hook_player, stands_still);
        again = true;
    }
    p->state.hash ^= extra_state_key(v, &p->extra);
    return !again;
}
