/* Core: turn rules, that is, what limits a ply besides how pieces move. Included by core.c.
 *
 * Turns of several plies, passes, setup phases, dice, mandatory captures and checks, moves that a script lists, and
 * attacks found by trying every move. A variant without any of them (variant.has_turn_rules and has_extra_state false)
 * never comes here. Moves are listed in the order of the rules: what pieces can do; what turn, dice and hand allow;
 * what keeps the own royals safe; what hooks refuse; forbidden and mandatory checks; mandatory captures; last, ending
 * the turn or passing.
 */

/* ---- the hash of the extra state ---- */

static uint64_t more_key(const variant *v, const position_extra *more)
{
    uint64_t key = more->turn_ply + ((uint64_t)more->roll_due << 8) + ((uint64_t)more->roll << 16);
    for (unsigned i = 0; i < DICE_MAX; i++) {
        key |= (uint64_t)more->dice[i] << (24 + 8 * i);
    }
    key = key ? number_key(key) : 0;
    for (uint64_t hashed = v->hashed_counters; hashed; hashed &= hashed - 1) {
        unsigned i = (unsigned)word_lsb(hashed);
        if (more->counters[i]) {
            key ^= number_key((UINT64_C(0x636F756E) + i) << 32 | (uint16_t)more->counters[i]);
        }
    }
    for (unsigned i = 0; i < (unsigned)v->own_boards; i++) {
        key ^=
            number_key((UINT64_C(0x626F6172) + i) << 32 | (unsigned)more->waited << 8 | more->boards[i].side_to_move);
    }
    return key;
}

/* ---- whose turn ---- */

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
    const rule_turn *t = &p->variant->rules->turn;
    bool first = t->first_plies && side == 0 && p->state.fullmove == 1;
    return (unsigned)(first ? t->first_plies : t->plies);
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
    if (p->variant->rules->setup_whole_turn && kind == MOVE_DROP && must_place(p, side)) {
        return true;
    }
    if (t->check_ends && !p->without_choice && gives_check_to_any(p, side)) {
        return false;
    }
    unsigned plies = turn_plies(p, side);
    if (plies == 0) {
        return !t->only_drops || kind == MOVE_DROP;
    }
    return p->extra.turn_ply < plies;
}

/* Whether the piece of the target `c` has left or was captured in this ply, whatever stands there now. */
static bool ep_piece_changed(const undo *u, move m, ep_cell c)
{
    if (move_kind_of(m) == MOVE_DOUBLE_STEP && move_to(m) == c.piece_cell) {
        return false; /* it has only just arrived */
    }
    for (unsigned i = 0; i < u->count; i++) {
        if (u->entries[i].kind == UNDO_CELL && u->entries[i].slot == c.piece_cell) {
            return true;
        }
    }
    return false;
}

/* An en passant target stays until its owner's next turn, unless only the first ply of an answer may use it. */
static void ep_prune(pos *p, const undo *u, move m, int next, bool turn_over)
{
    const variant *v = p->variant;
    bool waits = v->own_boards && move_kind_of(m) == MOVE_PASS && move_aux(m); /* and stays to move on this board */
    bool first_only = !v->rules->turn.ep_whole_turn && move_kind_of(m) != MOVE_EN_PASSANT && !waits;
    unsigned kept = 0;
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        ep_cell c = p->state.ep_cells[i];
        piece_id piece = p->board[c.piece_cell];
        int owner = piece ? v->owner_of[piece] : -1;
        bool made = owner == v->neutral_owner && move_kind_of(m) == MOVE_DOUBLE_STEP && c.piece_cell == move_to(m);
        owner = made ? p->state.side_to_move : owner;
        bool own = owner == p->state.side_to_move;
        /* Whether this ply, and the turn, is the only answer: with more than two players on a board others come after. */
        bool answer = v->own_boards ? v->topology.level[c.cell] == v->board_of[p->state.side_to_move] : v->players == 2;
        bool stays = piece && !p->board[c.cell] && !ep_piece_changed(u, m, c) &&
                     !(turn_over && !waits && owner == next) && (own || !(first_only && answer)) &&
                     !(turn_over && v->own_boards && answer && !own && !waits) && ep_is_usable(p, c.cell, owner, next);
        if (stays) {
            p->state.ep_cells[kept++] = c;
        } else {
            p->state.hash ^= ep_key(v, c);
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

/* Whether the ply captured, converted or transformed a piece. */
static bool material_changed(const pos *p, const undo *u, move m)
{
    if (move_into(m) || move_kind_of(m) == MOVE_CHAIN || move_kind_of(m) == MOVE_DROP) {
        return true;
    }
    uint64_t balance = 0; /* pieces that stood on the changed cells, minus those that stand there now */
    bool seen[UNDO_ENTRIES_MAX] = {false};
    for (unsigned i = 0; i < u->count; i++) {
        if (u->entries[i].kind != UNDO_CELL) {
            continue;
        }
        for (unsigned k = 0; k < i; k++) {
            seen[i] = seen[i] || (u->entries[k].kind == UNDO_CELL && u->entries[k].slot == u->entries[i].slot);
        }
        if (!seen[i]) {
            piece_id before = u->entries[i].old, after = p->board[u->entries[i].slot];
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

/* Removes the pieces of a player who misses a turn, as the rules say. */
static void remove_pieces(pos *p, undo *u, int player, rule_removed which)
{
    const variant *v = p->variant;
    for (bitboard pieces = which == REMOVED_ALL ? p->owned[player] : p->royals[player]; !bb_empty(pieces);) {
        unsigned cell = bb_pop_lsb(&pieces);
        if (u->count < UNDO_ENTRIES_MAX) {
            lose_rights(p, v->piece_clears_rights[p->board[cell]] | v->cell_clears_rights[cell]);
            change_cell(p, u, cell, PIECE_NONE);
        }
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
 * stays to move on their board. */
static void enter_next_board(pos *p, const undo *u, move m, int next)
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
    bool counts = !waits && following <= side && p->state.fullmove < UINT16_MAX;
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
static bool pass_turn(pos *p, undo *u, move m, int *next)
{
    const variant *v = p->variant;
    int side = p->state.side_to_move;
    if (v->has_missed_turns && p->extra.turn_ply == 0) {
        update_missed_turn(p, u, m);
        *next = next_remaining_player(p, *next);
    }
    p->extra.turn_ply = (uint8_t)(p->extra.turn_ply + (p->extra.turn_ply < UINT8_MAX));
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
        p->extra.roll_due = v->dice_outcome_count > 0;
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
        int against = v->own_boards ? v->next_player[side] : *next;
        bool check = player_in_check(p, against);
        uint16_t before = check || v->counts_all_checks ? p->extra.checks_given[side] : 0;
        p->extra.checks_given[side] = (uint16_t)(before + check);
    }
    if (!again && v->own_boards) {
        enter_next_board(p, u, m, hook_player);
        again = true;
    }
    p->state.hash ^= more_key(v, &p->extra);
    return !again;
}

/* ---- moves that a script lists ---- */

static void gen_listed(const pos *p, gen_output *out)
{
    const variant *v = p->variant;
    live_hooks *hooks = p->hooks;
    for (int i = 0; i < v->moves_hook_count && hooks && !hooks->failed; i++) {
        listed_move listed[LISTED_MAX];
        size_t count = 0;
        if (!hooks->list(hooks->host, i, (const position *)p, NULL, listed, LISTED_MAX, &count)) {
            hooks->failed = true;
            return;
        }
        for (size_t k = 0; k < count && k < LISTED_MAX; k++) {
            unsigned from = listed[k].from < 0 ? CELL_NONE : (unsigned)listed[k].from;
            unsigned to = listed[k].to < 0 ? 0 : (unsigned)listed[k].to;
            emit(out, move_pack(MOVE_HOOK, from, to, listed[k].captures, (unsigned)i, (unsigned)k));
        }
    }
}

/* While a hook lists setup moves, only they are legal. */
static void keep_setup_moves(const variant *v, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; v->has_setup_phase && i < list->count; i++) {
        if (move_kind_of(list->moves[i]) == MOVE_HOOK && is_setup_move(v, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept > first ? kept : list->count;
}

/* The piece of a move, before it is made. */
static piece_id moving_piece(const pos *p, move m)
{
    if (move_kind_of(m) == MOVE_DROP) {
        return variant_piece(p->variant, p->state.side_to_move, (int)move_into(m) - 1);
    }
    unsigned from = move_from(m);
    return from < (unsigned)p->variant->cells ? p->board[from] : PIECE_NONE;
}

static void core_play_without_choice(position *outer, move m, undo *u)
{
    pos *p = pos_of(outer);
    p->without_choice = true;
    play_move(p, m, u);
    p->without_choice = false;
    p->state.side_to_move = u->state.side_to_move; /* hooks of choices are asked before the turn passes */
}

static bool is_piece_move(move m)
{
    move_kind kind = move_kind_of(m);
    return kind != MOVE_HOOK && kind != MOVE_PASS && kind != MOVE_CLAIM && kind != MOVE_ROLL;
}

/* What hooks are told of a move before it is made. False for moves that no piece makes. */
static bool core_facts_of_move(const position *outer, move m, move_facts *facts)
{
    const pos *p = pos_of_const(outer);
    piece_id piece = moving_piece(p, m);
    unsigned captured_at;
    if (!piece || !is_piece_move(m)) {
        return false;
    }
    piece_id captured = captured_by(p, m, &captured_at), after = arriving_piece(p->variant, m, piece, captured);
    captured = first_captured(p, m, captured, &captured_at);
    *facts = make_move_facts(p->variant, m, piece, after, captured, captured_at);
    return true;
}

static bool core_move_facts_before_choice(position *outer, move m, move_facts *facts)
{
    pos *p = pos_of(outer);
    const variant *v = p->variant;
    piece_id piece = moving_piece(p, m);
    unsigned captured_at;
    bool moves = is_piece_move(m) && move_kind_of(m) != MOVE_CHAIN;
    piece_id captured =
        moves && piece ? first_captured(p, m, captured_by(p, m, &captured_at), &captured_at) : PIECE_NONE;
    if (!moves || !piece || !p->hooks || !hook_matches(p, &v->choice_hooks[0], piece, captured, move_to(m))) {
        return false;
    }
    undo u;
    core_play_without_choice(outer, m, &u);
    *facts = make_move_facts(v, m, piece, p->board[move_to(m)], captured, captured_at);
    undo_move(p, &u);
    return true;
}

/* Moves with a choice are listed once for each answer. */
static void expand_choices(pos *p, move_list *list, size_t first)
{
    size_t count = list->count;
    for (size_t i = first; i < count && !p->hooks->failed; i++) {
        move m = list->moves[i];
        move_facts facts;
        if (!core_move_facts_before_choice(position_of(p), m, &facts)) {
            continue;
        }
        undo u;
        core_play_without_choice(position_of(p), m, &u);
        size_t choices = count_choices(p, 0, &facts);
        undo_move(p, &u);
        for (size_t k = 1; k < choices; k++) {
            if (list->count == list->room) {
                list->overflow = true;
                break;
            }
            list->moves[list->count++] = m + ((move)k << 46);
        }
    }
}

static void pseudo_moves(pos *p, move_list *list)
{
    size_t first = list->count;
    gen_output out = {.list = list};
    gen_pseudo(p, &out);
    if (p->variant->moves_hook_count) {
        gen_listed(p, &out);
        keep_setup_moves(p->variant, list, first);
    }
    if (p->variant->captures_under) {
        expand_splits(p, list, first);
    }
    if (p->variant->captures_by_row) {
        expand_row_captures(p, list, first);
    }
    if (p->variant->choice_hook_count && p->hooks) {
        expand_choices(p, list, first);
    }
}

/* ---- attacks by remote captures ---- */

static bool uncapturable_at(const pos *p, unsigned cell, int owner)
{
    const variant *v = p->variant;
    if (p->board[cell] && v->owner_of[p->board[cell]] == owner) {
        return bb_has(uncapturable_pieces(p), cell);
    }
    /* A cell that a royal may come to: a piece that protects it is already near, or not. */
    for (bitboard near = bb_and(bb_load(v->neighbours + (size_t)cell * CORE_WORDS), p->owned[owner]);
         !bb_empty(near);) {
        const piece_abilities *ability = ability_of(v, p->board[bb_pop_lsb(&near)]);
        for (bitboard royals = ability->is_protector ? p->royals[owner] : bb_none(); !bb_empty(royals);) {
            if (set_has(ability->protects.bits, rule_piece_at(p, bb_pop_lsb(&royals)))) {
                return true;
            }
        }
    }
    return false;
}

static bitboard remote_attackers(const pos *p, unsigned cell, int by)
{
    const variant *v = p->variant;
    bitboard found = bb_none(), immobilized = v->has_immobilizers ? immobilized_for(p, by) : bb_none();
    for (bitboard pieces = bb_without(movable_by(p, by), immobilized); !bb_empty(pieces);) {
        unsigned from = bb_pop_lsb(&pieces);
        piece_id piece = p->board[from];
        if (!ability_of(v, piece)->remote_capture_count || from == cell) {
            continue;
        }
        remote_move b = {.p = p, .piece = variant_piece(v, by, v->type_of[piece]), .from = from};
        b.capturable = capturable_with(p, by, v->owner_of[piece] == v->neutral_owner);
        b.capturable = bb_or(b.capturable, bb_cell(cell));
        bitboard goals = bb_or(piece_targets(p, &v->moves[b.piece], from, b.capturable), long_leap_targets(&b));
        for (goals = bb_without(goals, bb_cell(cell)); !bb_empty(goals);) {
            b.to = bb_pop_lsb(&goals);
            if (bb_has(remote_captures(&b), cell)) {
                found = bb_or(found, bb_cell(from));
                break;
            }
        }
    }
    return found;
}

/* ---- attacks found by trying ---- */

static bool refused_by_rule(const pos *p, move m);

/* Whether some move of an enemy, with all its effects, would capture a royal of `player`. */
static bool in_check_by_trial(const pos *outer, int player)
{
    pos *p = (pos *)outer;
    const variant *v = p->variant;
    if (p->testing_attacks || bb_empty(p->royals[player])) {
        return false;
    }
    position_state state = p->state;
    position_extra more = p->extra;
    bool fall = p->royals_capturable, base = p->without_choice, found = false;
    int royals = bb_count(p->royals[player]);
    p->royals_capturable = p->testing_attacks = true;
    p->without_choice = false; /* this may run in the middle of such a move */
    for (int e = 0; e < v->enemy_count[player] && !found; e++) {
        if (v->enemy_list[player][e] == v->neutral_owner) {
            continue;
        }
        move moves[MOVE_BUFFER_SIZE];
        move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
        int by = v->enemy_list[player][e], own = bb_count(p->royals[by]);
        p->state.side_to_move = (uint8_t)by;
        p->extra.turn_ply = p->extra.roll_due = p->extra.roll = 0;
        pseudo_moves(p, &list);
        for (size_t i = 0; i < list.count && !found; i++) {
            if (v->legal_hook_count && refused_by_rule(p, moves[i])) {
                continue;
            }
            undo u;
            play_move(p, moves[i], &u);
            found = bb_count(p->royals[player]) < royals && !(v->has_blast && bb_count(p->royals[by]) < own);
            undo_move(p, &u);
        }
    }
    p->royals_capturable = fall;
    p->without_choice = base;
    p->testing_attacks = false;
    p->state = state;
    p->extra = more;
    return found;
}

/* ---- what a turn allows ---- */

static bool dice_allow(const pos *p, piece_id piece)
{
    const dice_outcome *o = p->extra.roll ? &p->variant->dice_outcomes[p->extra.roll - 1] : NULL;
    return !o || !o->limits_movers ||
           set_has(o->movers, (unsigned)p->variant->type[p->variant->type_of[piece]].rule_piece_index);
}

/* Which rule of turn, dice or hand forbids the move; ILLEGAL_NONE. */
static illegal_reason turn_rule_against(const pos *p, move m)
{
    const variant *v = p->variant;
    const rule_turn *t = &v->rules->turn;
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_HOOK) {
        return ILLEGAL_NONE;
    }
    if (kind != MOVE_DROP) {
        if (v->rules->setup_mandatory && must_place(p, p->state.side_to_move)) {
            return ILLEGAL_SETUP_FIRST;
        }
        if (t->only_drops && p->extra.turn_ply) {
            return ILLEGAL_ONLY_DROPS;
        }
        if (must_place_royal(p, p->state.side_to_move)) {
            return ILLEGAL_ROYAL_IN_HAND;
        }
        if (t->each_piece_once && bb_has(p->moved, move_from(m))) {
            return ILLEGAL_MOVED_BEFORE;
        }
    }
    if (kind == MOVE_CASTLE) {
        const castling *c = &v->castlings[move_index(m)];
        if (t->each_piece_once && bb_has(p->moved, c->partner_from)) {
            return ILLEGAL_MOVED_BEFORE;
        }
        return dice_allow(p, c->king) || dice_allow(p, c->partner) ? ILLEGAL_NONE : ILLEGAL_DICE;
    }
    return dice_allow(p, moving_piece(p, m)) ? ILLEGAL_NONE : ILLEGAL_DICE;
}

static bool turn_rules_allow(const pos *p, move m)
{
    return turn_rule_against(p, m) == ILLEGAL_NONE;
}

/* Whether turn_rules_allow could refuse anything now. */
static bool turn_rules_limit(const pos *p)
{
    const variant *v = p->variant;
    const rule_turn *t = &v->rules->turn;
    return (p->extra.roll && v->dice_outcomes[p->extra.roll - 1].limits_movers) || t->each_piece_once ||
           (t->only_drops && p->extra.turn_ply) ||
           (v->rules->setup_mandatory && must_place(p, p->state.side_to_move)) ||
           must_place_royal(p, p->state.side_to_move);
}

static bool refused_by_rule(const pos *p, move m);

/* ---- whether an open turn can be completed ---- */

/* A turn that leaves an own royal attacked must still be able to end well. That is found by search, all within one
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
    BLIND_DEPTH_MIN = 1,
    BLIND_PLAYS_MAX = 20000,
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
    bool open = turn_plies(p, side) == 0 ? p->extra.turn_ply >= t->min_plies : t->pass == PASS_ALWAYS;
    return open && p->extra.turn_ply > 0 && turn_may_end(p, NULL, side);
}

/* The attacker's cell and its rays up to the royal. */
static bitboard attack_between(const pos *p, unsigned from, unsigned royal)
{
    const piece_moves *plan = &p->variant->moves[p->board[from]];
    bitboard found = bb_cell(from);
    for (unsigned i = 0; i < plan->slide_count; i++) {
        const slider *s = &p->variant->sliders[plan->slide[i].slider];
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
    piece_id piece = moving_piece(p, m);
    for (int i = 0; i < v->after_hook_count; i++) {
        if (hook_matches(p, &v->after_hooks[i], piece, PIECE_NONE, move_to(m))) {
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

/* In the middle of a turn: whether at most `depth` more plies (free ones not counted) and at most `ahead` in all end it
 * well. */
static bool finish_search_run(pos *p, finish_search *f, int depth, int ahead)
{
    const rule_turn *t = &p->variant->rules->turn;
    int side = p->state.side_to_move;
    bool free_turn = turn_plies(p, side) == 0;
    if (may_end_turn(p)) {
        return true;
    }
    if (depth == 0 || ahead == 0) {
        f->cut = true;
        return !free_turn;
    }
    uint64_t whole = p->state.hash, key = whole ^ number_key((uint64_t)depth << 32);
    if (f->dead[key % FINISH_DEAD_MAX] == key || f->dead[whole % FINISH_DEAD_MAX] == whole) {
        f->cut |= f->dead[whole % FINISH_DEAD_MAX] != whole;
        return false;
    }
    move_list list = {f->moves + f->used, 0, FINISH_MOVES_MAX - f->used, false};
    size_t first = f->used;
    pseudo_moves(p, &list);
    if (list.overflow) {
        return !free_turn;
    }
    f->used += list.count;
    bitboard answers = bb_all();
    bool directed = free_turn && t->legality_at_end && t->min_plies <= p->extra.turn_ply + 1 &&
                    cells_answering_check(p, side, &answers);
    bool found = false, cut_before = f->cut;
    f->cut = false;
    for (size_t i = first; i < first + list.count && !found; i++) {
        move m = f->moves[i];
        answer quality = directed ? answer_quality(p, m, answers) : ANSWER_MAYBE;
        int cost, least;
        if (!ply_cost(t, quality, &cost, &least) || !turn_rules_allow(p, m) || refused_by_rule(p, m)) {
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
        f->plays += p->variant->attacks_by_moves ? (unsigned)list.count : 1;
        undo u;
        play_move(p, m, &u);
        if (directed && t->only_drops && !bb_has(answers, move_to(m)) && only_drops_there(&u, m)) {
            found = false;
        } else if (p->state.side_to_move != side || p->extra.turn_ply == 0) {
            found = turn_may_end(p, f, side);
        } else if (is_freed_from_check(p, f, side)) {
            found = true;
        } else if ((t->legality_at_end || !player_in_check(p, side)) &&
                   !(t->check_only_last && gives_check_to_any(p, side))) {
            found = p->extra.roll_due || finish_search_run(p, f, depth - cost, ahead - 1);
        }
        undo_move(p, &u);
    }
    f->used = first;
    if (!found) {
        uint64_t known = f->cut ? key : whole;
        f->dead[known % FINISH_DEAD_MAX] = known;
    }
    f->cut |= cut_before;
    return found;
}

/* How many costly plies an end may need, from how many there are to choose from. */
static int finish_search_depth(pos *p, finish_search *f)
{
    move_list list = {f->moves + f->used, 0, FINISH_MOVES_MAX - f->used, false};
    pseudo_moves(p, &list);
    size_t choices = 0;
    for (size_t i = 0; i < list.count; i++) {
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
    int most = finish_search_depth(p, f);
    for (int depth = 1; depth <= most; depth++) {
        f->cut = false;
        if (finish_search_run(p, f, depth, FINISH_PLIES_MAX)) {
            return true;
        }
        if (!f->cut) {
            break; /* everything was searched */
        }
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
    if ((!t->legality_at_end && player_in_check(p, side)) || (t->check_only_last && gives_check_to_any(p, side))) {
        return false;
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

/* ---- mandatory and forbidden ---- */

static bool is_capture(const pos *p, move m)
{
    if (p->variant->captures_by_row && move_extra(m) && can_make_row(m)) {
        return true;
    }
    switch (move_kind_of(m)) {
    case MOVE_EN_PASSANT:
    case MOVE_LOCUST:
    case MOVE_CHAIN:
        return true;
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
        return captured_at_arrival(p, p->board[move_to(m)]) != PIECE_NONE || !bb_empty(remote_captures_of_move(p, m));
    case MOVE_HOOK:
        return move_into(m) != 0;
    default:
        return false;
    }
}

/* What quiescence search looks at: captures and promotions. */
static bool is_noisy(const pos *p, move m)
{
    return is_capture(p, m) || (move_into(m) && move_kind_of(m) != MOVE_DROP);
}

/* Forbidden and mandatory checks are found by making the move. */
static void list_plies(pos *p, move_list *list, bool slow, bool one);
static bool has_reply(pos *p, size_t effort);

static bool gives_check_or_mate(pos *p, move m, bool *mates, size_t effort)
{
    undo u;
    int side = p->state.side_to_move;
    play_move(p, m, &u);
    bool checks = gives_check_to_any(p, side);
    p->state.side_to_move = (uint8_t)side_to_answer(p, side);
    *mates = checks && !has_reply(p, effort);
    undo_move(p, &u);
    return checks;
}

/* NESTED_PLAIN: replies are judged as if checks were free. REPLIES_EFFORT: how many replies are looked at, one behind
 * the other. Replies beside each other share it equally, so that their order does not matter. */
enum { CHECKS_DEPTH_MAX = 24, NESTED_PLAIN = UINT8_MAX, REPLIES_EFFORT = 5000 };

/* Whether there is a legal reply. Replies without check are tried first, so that one check leads to another only where
 * nothing else answers. Where checks answer checks too deep, none counts as a mate. */
static bool has_reply(pos *p, size_t effort)
{
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    uint8_t nested = p->reply_depth;
    p->reply_depth = NESTED_PLAIN;
    list_plies(p, &list, false, false);
    p->reply_depth = nested;
    effort /= list.count ? list.count : 1;
    bool skip_checks = p->variant->rules->checks.unconditional_mate, deep = nested >= CHECKS_DEPTH_MAX || !effort;
    bool found = list.count > 0 && (skip_checks || deep);
    for (size_t i = 0; i < list.count && !found; i++) {
        undo u;
        int side = p->state.side_to_move;
        play_move(p, list.moves[i], &u);
        found = !gives_check_to_any(p, side);
        undo_move(p, &u);
    }
    for (size_t i = 0; i < list.count && !found; i++) {
        p->reply_depth = (uint8_t)(nested + 1);
        (void)gives_check_or_mate(p, list.moves[i], &found, effort);
        p->reply_depth = nested;
    }
    return found;
}

static void forbid_checks(pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        bool mates = false;
        if (!gives_check_or_mate(p, list->moves[i], &mates, REPLIES_EFFORT) || mates) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

static bool gives_check(pos *p, move m)
{
    undo u;
    int side = p->state.side_to_move;
    play_move(p, m, &u);
    bool checks = gives_check_to_any(p, side);
    undo_move(p, &u);
    return checks;
}

static void force_checks(pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        if (gives_check(p, list->moves[i])) {
            move checking = list->moves[i];
            list->moves[i] = list->moves[kept];
            list->moves[kept++] = checking;
        }
    }
    list->count = kept > first ? kept : list->count;
}

/* Whether some listed move captures with one of the pieces that the rule names. */
static bool capture_is_mandatory(const pos *p, const move_list *list, size_t first)
{
    const variant *v = p->variant;
    for (size_t i = first; i < list->count; i++) {
        piece_id piece = moving_piece(p, list->moves[i]);
        bool named = !v->rules->captures.mandatory_by_count ||
                     (piece && set_has(v->mandatory_captors, (unsigned)v->type[v->type_of[piece]].rule_piece_index));
        if (named && is_capture(p, list->moves[i])) {
            return true;
        }
    }
    return false;
}

/* Keeps the captures of the listed moves, if capturing is mandatory. */
static void force_captures(pos *p, move_list *list, size_t first)
{
    bool forced = capture_is_mandatory(p, list, first);
    size_t kept = first;
    for (size_t i = first; i < list->count && forced; i++) {
        if (is_capture(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = forced ? kept : list->count;
}

/* All cells that a piece's move captures, except by chains of jumps and blasts. */
static bitboard captured_cells(const pos *p, move m)
{
    const variant *v = p->variant;
    move_kind kind = move_kind_of(m);
    unsigned at, to = move_to(m);
    if (!is_piece_move(m) || kind == MOVE_CHAIN) {
        return bb_none();
    }
    bitboard found = remote_captures_of_move(p, m);
    if (captured_by(p, m, &at)) {
        found = bb_or(found, bb_cell(at));
    }
    if (kind == MOVE_LOCUST && to != move_from(m) && captured_at_arrival(p, p->board[to])) {
        found = bb_or(found, bb_cell(to));
    }
    return v->captures_by_row && move_extra(m) && can_make_row(m) ? bb_or(found, bb_cell(move_extra(m) - 1)) : found;
}

static unsigned count_captured(const pos *p, move m)
{
    move_kind kind = move_kind_of(m);
    return kind == MOVE_CHAIN  ? chain_count(m)
           : kind == MOVE_HOOK ? is_capture(p, m)
                               : (unsigned)bb_count(captured_cells(p, m));
}

/* How many of the captured pieces are preferred victims. */
static unsigned count_preferred_captured(pos *p, move m)
{
    const variant *v = p->variant;
    chain_path path = {.count = 0};
    unsigned found = 0;
    for (bitboard victims = captured_cells(p, m); !bb_empty(victims);) {
        found += set_has(v->preferred_victims, rule_piece_at(p, bb_pop_lsb(&victims)));
    }
    if (move_kind_of(m) == MOVE_CHAIN && !core_chain(position_of(p), m, &path)) {
        return 0;
    }
    for (unsigned i = 0; i < path.count; i++) {
        found += set_has(v->preferred_victims, (unsigned)v->type[v->type_of[path.captured_piece[i]]].rule_piece_index);
    }
    return found;
}

/* Keeps the listed moves with the greatest number, or with at least `enough`. */
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

static unsigned captured_count(pos *p, move m)
{
    return count_captured(p, m);
}

static void prefer_captures(pos *p, move_list *list, size_t first)
{
    const variant *v = p->variant;
    if (v->rules->captures.mandatory_by_count && !capture_is_mandatory(p, list, first)) {
        return; /* other pieces are free to capture or not */
    }
    if (v->rules->captures.longest || v->rules->captures.multiple) {
        keep_greatest(p, list, first, captured_count, v->rules->captures.multiple ? 2 : UINT_MAX);
    }
    if (v->rules->captures.prefer_most_count) {
        keep_greatest(p, list, first, count_preferred_captured, UINT_MAX);
    }
}

/* ---- variants whose only captures are mandatory jumps ---- */

static void legal_jumps_first(pos *p, move_list *list)
{
    size_t first = list->count;
    gen_output out = {.list = list};
    gen_jumps(p, &out, GEN_LEGAL);
    if (list->count == first) {
        list_legal(p, &out);
    } else {
        prefer_captures(p, list, first);
    }
}

static uint64_t count_jumps_first(pos *p)
{
    const rule_captures *rule = &p->variant->rules->captures;
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    gen_output out = {.list = &list};
    if (rule->longest || rule->multiple || rule->prefer_most_count) {
        gen_jumps(p, &out, GEN_LEGAL);
        prefer_captures(p, &list, 0);
        out.count = list.count;
    } else {
        gen_jumps(p, &out, GEN_COUNT_LEGAL);
    }
    if (out.count == 0) {
        out.count = count_legal(p);
    }
    return out.count;
}

/* ---- rules that look at the whole list ---- */

static bool checks_forbidden(const pos *p)
{
    return p->variant->rules->checks.only_mate;
}

static bool checks_mandatory(const pos *p)
{
    return p->variant->rules->checks.mandatory >> p->state.side_to_move & 1;
}

static bool captures_mandatory(const pos *p)
{
    return p->variant->rules->captures.mandatory;
}

static bool captures_preferred(const pos *p)
{
    return p->variant->has_capture_priority;
}

/* In this order. With NESTED_PLAIN, where only the existence of a move matters, none applies. */
static const struct final_rule {
    illegal_reason reason;
    bool (*applies)(const pos *p);
    void (*filter)(pos *p, move_list *list, size_t first);
} final_rules[] = {
    {ILLEGAL_CHECK_FORBIDDEN, checks_forbidden, forbid_checks},
    {ILLEGAL_CHECK_MANDATORY, checks_mandatory, force_checks},
    {ILLEGAL_CAPTURE_MANDATORY, captures_mandatory, force_captures},
    {ILLEGAL_CAPTURE_PREFERRED, captures_preferred, prefer_captures},
};

/* ---- the list ---- */

static void gen_rolls(const pos *p, move_list *list)
{
    gen_output out = {.list = list};
    for (int i = 0; i < p->variant->dice_outcome_count; i++) {
        emit(&out, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0));
    }
}

/* Keeps the plies that obey the rules of the turn. What one ply found about ends serves the next. `one`: a single one
 * is enough. */
static void keep_completing_turn(pos *p, move_list *list, size_t first, bool one)
{
    finish_search f;
    int side = p->state.side_to_move;
    finish_search_begin(&f, p, side);
    size_t kept = first;
    for (size_t i = first; i < list->count && !(one && kept > first); i++) {
        move m = list->moves[i];
        if (!turn_rules_allow(p, m) || refused_by_rule(p, m)) {
            continue;
        }
        undo u;
        play_move(p, m, &u);
        bool safe = safe_after(p, side, &f);
        undo_move(p, &u);
        if (safe) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}

/* Whether a rule looks at the finished list. */
static bool has_final_rule(const pos *p)
{
    bool found = false;
    for (unsigned i = 0; i < sizeof final_rules / sizeof final_rules[0] && p->reply_depth != NESTED_PLAIN; i++) {
        found = found || final_rules[i].applies(p);
    }
    return found;
}

/* The plies of the side to move, without passes. `one`: a single one is enough, where each can be judged by itself. */
static void list_plies(pos *p, move_list *list, bool slow, bool one)
{
    const variant *v = p->variant;
    size_t first = list->count;
    one = one && !has_final_rule(p);
    if (v->has_missed_turns && is_eliminated(p, p->state.side_to_move)) {
        return;
    }
    bool settled = false; /* the masks decided everything: no hook is asked and no turn rule limits these moves */
    if (!slow && masks_apply(p)) {
        gen_output out = {.list = list};
        bool fearless = v->rules->setup_separate_phase || bb_empty(p->royals[p->state.side_to_move]);
        if (v->rules->setup_mandatory && fearless && must_place(p, p->state.side_to_move)) {
            gen_drops(p, &out, GEN_LEGAL, bb_all()); /* nothing else is legal */
            settled = !v->hooks_judge_moves;
        } else {
            list_legal(p, &out);
            settled = !v->hooks_judge_moves && !turn_rules_limit(p);
        }
        if (v->captures_by_row) {
            expand_row_captures(p, list, first);
        }
    } else {
        slow = true;
        pseudo_moves(p, list);
    }
    if (v->turn_must_complete) {
        keep_completing_turn(p, list, first, one);
    } else if (!settled) {
        size_t kept = first;
        for (size_t i = first; i < list->count && !(one && kept > first); i++) {
            move m = list->moves[i];
            if (turn_rules_allow(p, m) && (slow ? core_is_legal(position_of(p), m) : !refused_by_rule(p, m))) {
                list->moves[kept++] = m;
            }
        }
        list->count = kept;
    }
    for (unsigned i = 0; i < sizeof final_rules / sizeof final_rules[0] && p->reply_depth != NESTED_PLAIN; i++) {
        if (final_rules[i].applies(p)) {
            final_rules[i].filter(p, list, first);
        }
    }
}

/* Whether the side to move has a ply besides passing. */
static bool has_ply(pos *p)
{
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    list_plies(p, &list, false, true);
    return list.count > 0;
}

/* Whether the side to move could drop some piece, if they held it, so that they are not in check. */
static bool drop_would_answer_check(pos *p)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bool found = false;
    for (int i = 0; i < v->drop_count[us] && !found; i++) {
        const drop_table *d = &v->drops[us][i];
        bitboard cells = bb_without(set_of(v, d->zone), p->occupied);
        while (!bb_empty(cells) && !found) {
            unsigned cell = bb_pop_lsb(&cells);
            write_cell(p, cell, d->piece);
            found = !player_in_check(p, us) && (d->may_check || !gives_check_to_any(p, us));
            write_cell(p, cell, PIECE_NONE);
        }
    }
    return found;
}

/* Whether the player may leave the turn to the next board and stay to move on their own. A player who has just waited
 * may not wait again, unless they have no other move. */
static bool may_wait(pos *p, bool no_moves)
{
    const rule_turn *t = &p->variant->rules->turn;
    if ((!t->wait_any && !t->wait_parry) || p->extra.turn_ply || (p->extra.waited && !no_moves)) {
        return false;
    }
    if (t->wait_any && !no_moves) {
        return true;
    }
    return t->wait_parry && player_in_check(p, p->state.side_to_move) && drop_would_answer_check(p);
}

static bool may_pass(pos *p, bool no_moves)
{
    switch (p->variant->rules->turn.pass) {
    case PASS_ALWAYS:
        return p->extra.turn_ply == 0;
    case PASS_UNCHECKED:
        return p->extra.turn_ply == 0 && !player_in_check(p, p->state.side_to_move);
    case PASS_NO_MOVES:
        return no_moves;
    case PASS_STALEMATED:
        return no_moves && !player_in_check(p, p->state.side_to_move);
    case PASS_NEVER:
        break;
    }
    return false;
}

/* Whether the player has no move whatever the dice show, in a variant that ends so: then the game is over before the
 * roll. */
static bool no_moves_before_roll(pos *p)
{
    if (!(player_in_check(p, p->state.side_to_move) ? p->variant->has_checkmate_ending
                                                    : p->variant->has_stalemate_ending)) {
        return false;
    }
    position_extra more = p->extra;
    p->extra.roll_due = 0;
    bool no_moves = !has_ply(p);
    p->extra = more;
    return no_moves;
}

static void turn_rules_legal(pos *p, move_list *list, bool slow)
{
    size_t first = list->count;
    if (p->extra.roll_due) {
        if (!no_moves_before_roll(p)) {
            gen_rolls(p, list);
        }
        return;
    }
    list_plies(p, list, slow, false);
    bool no_moves = list->count == first;
    gen_output out = {.list = list};
    if (may_end_turn(p) || may_pass(p, no_moves)) {
        emit(&out, move_pack(MOVE_PASS, CELL_NONE, 0, 0, 0, 0));
    }
    if (may_wait(p, no_moves)) {
        emit(&out, move_pack(MOVE_PASS, CELL_NONE, 0, 0, 1, 0));
    }
}

/* Whether a player who is to move on their own board could only pass there. */
static bool has_no_ply(pos *p, int player)
{
    int side = p->state.side_to_move;
    p->state.side_to_move = (uint8_t)player;
    bool none = !has_ply(p);
    p->state.side_to_move = (uint8_t)side;
    return none;
}

/* Whether they are mated: in check, without a move, and unable to wait. */
static bool core_mated(position *outer, int player)
{
    pos *p = pos_of(outer);
    if (!player_in_check(p, player) || !has_no_ply(p, player)) {
        return false;
    }
    int side = p->state.side_to_move;
    p->state.side_to_move = (uint8_t)player;
    bool mated = !may_wait(p, true);
    p->state.side_to_move = (uint8_t)side;
    return mated;
}

static bool core_no_moves(position *outer, int player)
{
    return has_no_ply(pos_of(outer), player);
}

/* Whether there is a legal move: the question that forbidden checks ask most. */
static bool turn_rules_any(pos *p)
{
    const rule_checks *c = &p->variant->rules->checks;
    if (c->only_mate && !c->unconditional_mate && p->variant->rules->turn.pass == PASS_NEVER && !p->extra.roll_due &&
        !p->extra.turn_ply) {
        return has_reply(p, REPLIES_EFFORT);
    }
    if (p->extra.roll_due) {
        return turn_rules_count(p) > 0;
    }
    if (may_end_turn(p) || may_pass(p, false)) {
        return true;
    }
    return has_ply(p) || may_pass(p, true) || may_wait(p, true);
}

/* Legal captures and promotions, where each move can be tested for that before it is judged. */
static bool turn_rules_noisy(pos *p, move_list *list)
{
    const ruleset *rules = p->variant->rules;
    size_t first = list->count, kept = first;
    if (!p->variant->turn_must_complete || rules->captures.mandatory || p->variant->has_capture_priority ||
        p->variant->has_missed_turns || rules->checks.mandatory || rules->checks.only_mate || p->extra.roll_due) {
        return false;
    }
    pseudo_moves(p, list);
    for (size_t i = first; i < list->count; i++) {
        move m = list->moves[i];
        if (is_noisy(p, m)) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
    keep_completing_turn(p, list, first, false);
    return true;
}

static uint64_t turn_rules_count(pos *p)
{
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    turn_rules_legal(p, &list, false);
    return list.count;
}
