/* Core: changes of a position, and moves made of them. Included by core.c.
 *
 * Every change of the board writes cells and hands. Only `change_cell` and `change_hand` do that: they keep hash and
 * sets right, and log the old content, so that undo is one loop for every variant. The order of a move's effects: the
 * capture, the arrival (transformed or promoted), the hand, rights, en passant targets, live hooks, the clock, the
 * turn.
 */

BB_INLINE uint64_t hand_key(const variant *v, piece_id piece, unsigned count)
{
    return v->zobrist_hand[piece] * count;
}

BB_INLINE void toggle_piece(pos *p, unsigned cell, piece_id piece)
{
    const variant *v = p->variant;
    unsigned owner = v->owner_of[piece];
    bb_toggle(&p->pieces[piece], cell);
    bb_toggle(&p->owned[owner], cell);
    bb_toggle(&p->occupied, cell);
    if (v->is_royal[piece]) {
        bb_toggle(&p->royals[owner], cell);
    }
}

BB_INLINE void write_cell(pos *p, unsigned cell, piece_id piece)
{
    piece_id old = p->board[cell];
    if (old) {
        toggle_piece(p, cell, old);
    }
    if (piece) {
        toggle_piece(p, cell, piece);
    }
    p->board[cell] = piece;
}

BB_INLINE uint64_t cell_key(const variant *v, unsigned cell, piece_id piece)
{
    return v->zobrist[(size_t)piece * (unsigned)v->cells + cell];
}

BB_INLINE void undo_log(undo *u, unsigned kind, unsigned slot, unsigned old)
{
    BUG_IF(u->count >= UNDO_ENTRIES_MAX, "a move changes more than an undo can hold");
    if (u->count < UNDO_ENTRIES_MAX) {
        u->entries[u->count].slot = slot;
        u->entries[u->count].old = (uint16_t)old;
        u->entries[u->count].kind = (uint8_t)kind;
        u->count++;
    }
}

BB_INLINE void change_cell(pos *p, undo *u, unsigned cell, piece_id piece)
{
    piece_id old = p->board[cell];
    undo_log(u, UNDO_CELL, cell, old);
    p->state.hash ^= cell_key(p->variant, cell, old) ^ cell_key(p->variant, cell, piece);
    write_cell(p, cell, piece);
}

BB_INLINE void change_hand(pos *p, undo *u, piece_id piece, int add)
{
    uint16_t *hand = hand_of(p);
    undo_log(u, UNDO_HAND, piece, hand[piece]);
    p->state.hash ^= hand_key(p->variant, piece, hand[piece]);
    hand[piece] = (uint16_t)(hand[piece] + add);
    p->state.hash ^= hand_key(p->variant, piece, hand[piece]);
}

/* Keys of numbers that are too many for a table (the mixing step of splitmix64). */
static uint64_t number_key(uint64_t n)
{
    n = (n + 1) * UINT64_C(0x9E3779B97F4A7C15);
    n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
    return n ^ n >> 31;
}

/* The key of what a position remembers besides board, hands and rights. */
static uint64_t extra_state_key(const variant *v, const position_extra *more)
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

/* Where turns grow, the number of the turn says how long it is. */
static uint64_t turn_number_key(const variant *v, unsigned number)
{
    return v->turns_grow ? number_key((UINT64_C(0x6E756D62) << 32) + number) : 0;
}

/* ---- pieces that have moved in this turn ---- */

BB_INLINE uint64_t moved_key(unsigned cell)
{
    return number_key(UINT64_C(0x6D61726B00000000) + cell);
}

static void change_moved(pos *p, undo *u, unsigned cell, bool moved)
{
    if (bb_has(p->moved, cell) != moved) {
        undo_log(u, UNDO_MARK, cell, 0);
        bb_toggle(&p->moved, cell);
        p->state.hash ^= moved_key(cell);
    }
}

static void clear_moved_marks(pos *p, undo *u)
{
    for (bitboard moved = p->moved; !bb_empty(moved);) {
        change_moved(p, u, bb_pop_lsb(&moved), false);
    }
}

/* ---- stacks ---- */

BB_INLINE uint64_t stack_key(unsigned cell, unsigned level, piece_id piece)
{
    return number_key(UINT64_C(0x746F776500000000) + ((uint64_t)piece << 20 | (uint64_t)level << 12 | cell));
}

BB_INLINE unsigned stack_height(const pos *p, unsigned cell)
{
    return p->variant->has_stacks ? position_stack_heights((const position *)p)[cell] : 0;
}

static void stack_write(pos *p, undo *u, unsigned cell, unsigned level, piece_id piece)
{
    unsigned slot = cell * STACK_MAX + level;
    piece_id old = position_stack_piece((const position *)p, slot);
    undo_log(u, UNDO_STACK_PIECE, slot, old);
    p->state.hash ^= (old ? stack_key(cell, level, old) : 0) ^ (piece ? stack_key(cell, level, piece) : 0);
    position_set_stack_piece((position *)p, slot, piece);
}

static void stack_write_height(pos *p, undo *u, unsigned cell, unsigned height)
{
    uint8_t *heights = position_stack_heights((const position *)p);
    undo_log(u, UNDO_STACK_HEIGHT, cell, heights[cell]);
    heights[cell] = (uint8_t)height;
}

/* The piece that an arrival there captures. Where stacks can be split, arriving on an own piece captures nothing. */
BB_INLINE piece_id captured_at_arrival(const pos *p, piece_id there)
{
    bool own = there && p->variant->captures_under && p->variant->owner_of[there] == p->state.side_to_move;
    return own && p->variant->rules->split_any ? PIECE_NONE : there;
}

/* The piece that a move captures on its target or its path, where that is known before the move: not for moves of
 * scripts. */
static piece_id captured_by(const pos *p, move m, unsigned *at)
{
    move_kind kind = move_kind_of(m);
    *at = kind == MOVE_EN_PASSANT || kind == MOVE_LOCUST || kind == MOVE_CHAIN ? move_aux(m) : move_to(m);
    return kind == MOVE_CASTLE || kind == MOVE_DROP || kind == MOVE_IN_PLACE ? PIECE_NONE
                                                                             : captured_at_arrival(p, p->board[*at]);
}

/* What a piece is with another on top of it, and with none: then it may have the movements of those below. */
BB_INLINE piece_id covered_form(const variant *v, piece_id piece)
{
    return v->when_covered ? v->when_covered[piece] : piece;
}

static piece_id combined_form(const pos *p, piece_id piece, unsigned cell)
{
    const variant *v = p->variant;
    unsigned type = v->type_of[v->when_covered[piece]];
    for (unsigned level = 0; level < stack_height(p, cell); level++) {
        piece_id below = position_stack_piece((const position *)p, (size_t)cell * STACK_MAX + level);
        type = v->combined[(size_t)type * (unsigned)v->types + v->type_of[below]];
    }
    return variant_piece(v, v->owner_of[piece], (int)type);
}

BB_INLINE piece_id uncovered_form(const pos *p, piece_id piece, unsigned cell)
{
    const variant *v = p->variant;
    if (v->combined && piece) {
        return combined_form(p, piece, cell); /* of the pieces that lie there now */
    }
    piece_id uncovered = v->when_on_top ? v->when_on_top[(size_t)piece * (unsigned)v->cells + cell] : PIECE_NONE;
    return uncovered ? uncovered : piece;
}

/* The piece of the cell is another from here on. If it was the lowest, it may have had a right. */
BB_INLINE piece_id changed_in_place(pos *p, unsigned cell, unsigned below, piece_id piece, piece_id after)
{
    if (after != piece && below == 0 && piece) {
        lose_rights(p, rights_of_piece(p->variant, piece, cell));
    }
    return after;
}

/* What the top piece of a cell is when another comes on top of it; next, the one below when the top leaves. */
static piece_id cover_piece(pos *p, unsigned cell, unsigned below)
{
    return changed_in_place(p, cell, below, p->board[cell], covered_form(p->variant, p->board[cell]));
}

static piece_id uncover_piece(pos *p, unsigned cell, unsigned below, piece_id piece)
{
    return changed_in_place(p, cell, below, piece, uncovered_form(p, piece, cell));
}

/* Puts the piece on top of the cell. False when the stack is full. */
static bool stack_push(pos *p, undo *u, unsigned cell, piece_id piece)
{
    piece_id top = p->board[cell];
    unsigned height = stack_height(p, cell);
    if (top && (!p->variant->has_stacks || height == STACK_MAX)) {
        return false;
    }
    if (top) {
        stack_write(p, u, cell, height, cover_piece(p, cell, height));
        stack_write_height(p, u, cell, height + 1);
    }
    change_cell(p, u, cell, uncovered_form(p, piece, cell));
    return true;
}

/* Removes the top piece; the next one below is on the board then. */
static piece_id stack_pop(pos *p, undo *u, unsigned cell)
{
    piece_id top = p->board[cell], next = PIECE_NONE;
    unsigned height = stack_height(p, cell);
    if (height) {
        next = position_stack_piece((const position *)p, (size_t)cell * STACK_MAX + height - 1);
        stack_write(p, u, cell, height - 1, PIECE_NONE);
        stack_write_height(p, u, cell, height - 1);
    }
    change_cell(p, u, cell, uncover_piece(p, cell, height > 1 ? height - 1 : 0, next));
    return top;
}

/* Moves the top `n` pieces of a stack, in order, onto `to`; the top one changes into `top`. */
static bool stack_carry(pos *p, undo *u, unsigned from, unsigned to, unsigned n, piece_id top)
{
    size_t below = (size_t)from * STACK_MAX;
    unsigned height = stack_height(p, from) + 1, onto = p->board[to] ? stack_height(p, to) + 1 : 0;
    if (n == 0 || n > height || (from != to && onto + n > STACK_MAX + 1)) {
        return false;
    }
    if (from == to) { /* a round trip */
        change_cell(p, u, to, top);
        return true;
    }
    unsigned left = height - n;
    if (onto) {
        stack_write(p, u, to, onto - 1, cover_piece(p, to, onto - 1));
    }
    for (unsigned i = 0; i + 1 < n; i++) {
        stack_write(p, u, to, onto + i, position_stack_piece((const position *)p, below + left + i));
        stack_write(p, u, from, left + i, PIECE_NONE);
    }
    piece_id next = left ? position_stack_piece((const position *)p, below + left - 1) : PIECE_NONE;
    if (left) {
        stack_write(p, u, from, left - 1, PIECE_NONE);
    }
    if (height > 1) {
        stack_write_height(p, u, from, left ? left - 1 : 0);
    }
    if (onto + n > 1) {
        stack_write_height(p, u, to, onto + n - 1);
    }
    change_cell(p, u, from, uncover_piece(p, from, left > 1 ? left - 1 : 0, next));
    change_cell(p, u, to, uncovered_form(p, top, to));
    return true;
}

/* Puts the piece under the whole stack of the cell. False when the stack is full. */
static bool stack_bury(pos *p, undo *u, unsigned cell, piece_id piece)
{
    unsigned height = stack_height(p, cell);
    if (!p->board[cell]) {
        change_cell(p, u, cell, uncovered_form(p, piece, cell));
        return true;
    }
    if (!p->variant->has_stacks || height == STACK_MAX) {
        return false;
    }
    for (unsigned level = height; level > 0; level--) {
        stack_write(p, u, cell, level, position_stack_piece((const position *)p, (size_t)cell * STACK_MAX + level - 1));
    }
    stack_write(p, u, cell, 0, covered_form(p->variant, piece));
    stack_write_height(p, u, cell, height + 1);
    if (p->variant->combined) {
        change_cell(p, u, cell, uncovered_form(p, p->board[cell], cell));
    }
    return true;
}

static void lose_rights(pos *p, uint32_t lost)
{
    lost &= p->state.rights;
    p->state.rights &= ~lost;
    for (; lost; lost &= lost - 1) {
        p->state.hash ^= p->variant->zobrist_right[word_lsb(lost)];
    }
}

/* A piece that is placed on its first cell gains its rights, as soon as all pieces that share them are in place. */
static void gain_rights(pos *p, unsigned cell)
{
    const variant *v = p->variant;
    uint32_t gained = 0;
    for (int i = 0; i < v->rights; i++) {
        const variant_right *r = &v->right[i];
        if (!r->castling && r->cell == cell && right_is_for(v, r, p->board[cell])) {
            gained |= UINT32_C(1) << i;
        }
    }
    for (int i = 0; i < v->castling_count; i++) {
        const castling *c = &v->castlings[i];
        if ((c->king_from == cell || c->partner_from == cell) && p->board[c->king_from] == c->king &&
            p->board[c->partner_from] == c->partner) {
            gained |= UINT32_C(1) << c->right;
        }
    }
    gained &= ~p->state.rights;
    p->state.rights |= gained;
    for (; gained; gained &= gained - 1) {
        p->state.hash ^= v->zobrist_right[word_lsb(gained)];
    }
}

/* Moves of a setup phase: clocks stand still. */
static bool is_setup_move(const variant *v, move m)
{
    return move_kind_of(m) == MOVE_DROP ? v->rules->setup_separate_phase
                                        : move_kind_of(m) == MOVE_HOOK && v->moves_hooks[move_index(m)].rule->exclusive;
}

static void restore_right(pos *p, int right)
{
    if (!(p->state.rights >> right & 1)) {
        p->state.rights |= UINT32_C(1) << right;
        p->state.hash ^= p->variant->zobrist_right[right];
    }
}

/* The key of an en passant target with its piece: where two pieces could be captured there, these are different
 * positions. */
BB_INLINE uint64_t ep_key(const variant *v, ep_cell c)
{
    return v->zobrist_ep[c.cell] ^ v->zobrist_ep[c.piece_cell] * UINT64_C(0x9E3779B97F4A7C15);
}

static void ep_forget(pos *p)
{
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        p->state.hash ^= ep_key(p->variant, p->state.ep_cells[i]);
    }
    p->state.ep_count = 0;
}

/* Whether an enemy can use the target is checked by ep_review where hooks may still change pieces. */
static void ep_add(pos *p, unsigned cell, unsigned piece_cell, int owner)
{
    if (p->variant->has_ep_captures && p->state.ep_count < EP_CELLS_MAX &&
        (p->variant->has_after_effects || ep_is_usable(p, cell, owner, -1))) {
        ep_cell ep = {(cell_id)cell, (cell_id)piece_cell};
        p->state.ep_cells[p->state.ep_count++] = ep;
        p->state.hash ^= ep_key(p->variant, ep);
    }
}

/* The targets that the double step leaves. `piece`: as it was before the step. */
static void ep_add_of_step(pos *p, move m, piece_id piece, int owner)
{
    const variant *v = p->variant;
    ep_add(p, move_aux(m), move_to(m), owner);
    if (!v->has_long_double_steps) {
        return;
    }
    const special *s = variant_double_step(&v->moves[variant_piece(v, owner, v->type_of[piece])], m);
    unsigned heading = s ? s->vector : 0;
    cell_id at = s && s->leaves_all_ep ? topology_step(&v->topology, &heading, move_from(m)) : (cell_id)move_to(m);
    while (at != move_to(m)) {
        at = topology_step(&v->topology, &heading, at);
        if (at != move_to(m)) {
            ep_add(p, at, move_to(m), owner);
        }
    }
}

/* Forgets the targets from before the move whose piece was captured, so that hooks do not take the captor for it. Those
 * that the move opened come behind them. */
static void ep_forget_captured(pos *p, const undo *u, unsigned to)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        ep_cell c = p->state.ep_cells[i];
        if (i < u->state.ep_count && c.piece_cell == to) {
            p->state.hash ^= ep_key(p->variant, c);
        } else {
            p->state.ep_cells[kept++] = c;
        }
    }
    p->state.ep_count = (uint8_t)kept;
}

/* Keeps the en passant targets that an enemy of their piece could still use. The caller updates the hash. */
static void ep_keep_usable(pos *p)
{
    ep_cell kept[EP_CELLS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        ep_cell c = p->state.ep_cells[i];
        piece_id piece = p->board[c.piece_cell];
        int owner = p->variant->owner_of[piece];
        if (piece && ep_cell_is_open(p, c.cell, owner, p->extra.turn_ply > 0) &&
            ep_is_usable(p, c.cell, owner, p->state.side_to_move)) {
            kept[count++] = c;
        }
    }
    memcpy(p->state.ep_cells, kept, count * sizeof(ep_cell));
    p->state.ep_count = (uint8_t)count;
}

/* Puts a captured piece into a hand, or removes it from the game. */
BB_INLINE void capture_to_hand(pos *p, undo *u, piece_id captured, int captor)
{
    const variant *v = p->variant;
    piece_id held = v->captured_as[captured * (unsigned)v->players + (unsigned)captor];
    if (held) {
        change_hand(p, u, held, 1);
    }
}

/* Advances the clock of plies (or turns) without progress. A turn counts with its first ply. */
BB_INLINE void advance_halfmove_clock(pos *p, bool progress)
{
    unsigned step = p->state.halfmove_clock < UINT16_MAX && !(p->variant->clock_counts_turns && p->extra.turn_ply);
    p->state.halfmove_clock = progress ? 0 : (uint16_t)(p->state.halfmove_clock + step);
}

BB_INLINE void next_turn(pos *p, undo *u, move m)
{
    const variant *v = p->variant;
    int side = p->state.side_to_move;
    int next = v->next_player[side];
    /* A move of a setup counts no turn, unless it just ends one in which other moves were made. */
    bool stands_still = v->has_setup_phase && is_setup_move(v, m) &&
                        (move_kind_of(m) != MOVE_HOOK || p->extra.next_player || !u->extra.turn_ply);
    if (v->has_extra_state && !pass_turn(p, u, m, &next, stands_still)) {
        p->state.plies = (uint16_t)(p->state.plies + (p->state.plies < UINT16_MAX));
        return;
    }
    p->state.hash ^= v->zobrist_side[side] ^ v->zobrist_side[next];
    p->state.side_to_move = (uint8_t)next;
    bool counts = next <= side && p->state.fullmove < UINT16_MAX && !stands_still;
    if (counts && v->turns_grow) {
        p->state.hash ^= turn_number_key(v, p->state.fullmove) ^ turn_number_key(v, p->state.fullmove + 1u);
    }
    p->state.fullmove = (uint16_t)(p->state.fullmove + counts);
    p->state.plies = (uint16_t)(p->state.plies + (p->state.plies < UINT16_MAX));
}

BB_INLINE piece_id transformed_piece(const variant *v, move m, piece_id piece, piece_id captured)
{
    unsigned into = move_into(m);
    if (into) {
        return variant_piece(v, v->owner_of[piece], (int)into - 1);
    }
    if (v->transforms_into) { /* by a capture, or by any move: then the entry for "nothing captured" says it */
        piece_id after = v->transforms_into[(size_t)piece * (unsigned)v->piece_ids + captured];
        return after ? after : piece;
    }
    return piece;
}

BB_INLINE piece_id arriving_piece(const variant *v, move m, piece_id piece, piece_id captured)
{
    bool leaves = v->has_abilities && captured && (v->has_blast || ability_of(v, piece)->kamikaze);
    return leaves ? PIECE_NONE : transformed_piece(v, m, piece, captured);
}

/* Gives a piece that a capture blows up to the player who captures, if they are enemies. */
static void blast_to_hand(pos *p, undo *u, piece_id piece)
{
    const variant *v = p->variant;
    int side = p->state.side_to_move, owner = v->owner_of[piece];
    capture_to_hand(p, u, piece, v->enemy_mask[side] >> owner & 1 ? side : v->blast_beneficiary[owner]);
}

/* The cells of the pieces near a capture on `to` that it blows up, captor and captured piece aside. */
static bitboard blasted(const pos *p, unsigned from, unsigned to, unsigned captured_at)
{
    bitboard hit = bb_without(bb_and(table_at(p->variant->blast_cells, to), p->occupied), blast_immune(p));
    return bb_without(hit, bb_or(bb_cell(from), bb_cell(captured_at)));
}

/* Removes the pieces near a capture. The caller handles captor and captured piece; what the captor has become goes to a
 * hand. */
static void apply_blast(pos *p, undo *u, move m, unsigned captured_at)
{
    unsigned from = move_from(m), to = move_to(m);
    const variant *v = p->variant;
    for (bitboard hit = blasted(p, from, to, captured_at); !bb_empty(hit);) {
        unsigned cell = bb_pop_lsb(&hit);
        piece_id piece = p->board[cell];
        change_cell(p, u, cell, PIECE_NONE);
        lose_rights(p, rights_of_piece(v, piece, cell));
        if (p->state.ep_count) {
            ep_forget_piece(p, cell);
        }
        if (v->has_hands) {
            blast_to_hand(p, u, piece);
        }
    }
    if (v->has_hands) {
        blast_to_hand(p, u, transformed_piece(v, m, p->board[from], p->board[captured_at]));
    }
}

/* Makes the move's remote captures. */
static void play_remote_captures(pos *p, undo *u, move m)
{
    const variant *v = p->variant;
    for (bitboard remote = remote_captures_of_move(p, m); !bb_empty(remote);) {
        unsigned cell = bb_pop_lsb(&remote);
        piece_id captured = p->board[cell];
        change_cell(p, u, cell, PIECE_NONE);
        lose_rights(p, rights_of_piece(v, captured, cell));
        if (v->has_hands) {
            capture_to_hand(p, u, captured, p->state.side_to_move);
        }
    }
}

/* Makes what the move captures elsewhere, and returns the piece that arrives. */
static piece_id play_with_abilities(pos *p, undo *u, move m)
{
    const variant *v = p->variant;
    piece_id piece = p->board[move_from(m)];
    play_remote_captures(p, u, m);
    if (v->has_blast && p->board[move_to(m)]) {
        apply_blast(p, u, m, move_to(m));
    }
    return arriving_piece(v, m, piece, p->board[move_to(m)]);
}

/* Whether one of these promotions, into that type, costs a prisoner. */
static bool promotion_costs_prisoner(const promotion_table *t, const uint32_t *list, unsigned into)
{
    for (uint32_t i = list[0]; i < list[1]; i++) {
        if (t->into[i] + 1u == into) {
            return t->costs_prisoner[i];
        }
    }
    return false;
}

static void pay_prisoner(pos *p, undo *u, piece_id piece, unsigned into)
{
    const variant *v = p->variant;
    int type = v->base_type[v->type[into - 1].rule_piece_index];
    change_hand(p, u, variant_piece(v, v->owner_of[piece], type), -1);
}

/* Pays for the promotion of a move that is no chain of jumps. */
static void pay_for_promotion(pos *p, undo *u, move m, piece_id piece)
{
    const promotion_table *t = p->variant->moves[piece].promotion;
    if (!t || !t->from_prison) {
        return;
    }
    const bool exchanged = move_kind_of(m) == MOVE_IN_PLACE;
    const uint32_t *list =
        exchanged ? t->exchanges + move_from(m) : variant_promotions(p->variant, t, move_from(m), move_to(m));
    if (promotion_costs_prisoner(t, list, move_into(m))) {
        pay_prisoner(p, u, piece, move_into(m));
    }
}

/* Whether the move leaves the halfmove clock running although the piece's moves reset it: a drop, a pass, a movement
 * that says so. */
BB_INLINE bool keeps_halfmove_clock(const variant *v, move m, piece_id piece)
{
    if (move_kind_of(m) == MOVE_DROP || (move_kind_of(m) == MOVE_IN_PLACE && !move_into(m))) {
        return true;
    }
    const uint64_t *idle = v->moves[piece].keeps_halfmove_clock;
    return idle && set_has(idle + (size_t)move_from(m) * CORE_WORDS, move_to(m));
}

static void play_castling(pos *p, undo *u, const castling *c)
{
    piece_id king = p->board[c->king_from], partner = p->board[c->partner_from];
    change_cell(p, u, c->king_from, PIECE_NONE);
    change_cell(p, u, c->partner_from, PIECE_NONE);
    change_cell(p, u, c->king_to, uncovered_form(p, king, c->king_to));
    change_cell(p, u, c->partner_to, uncovered_form(p, partner, c->partner_to));
    lose_rights(p, rights_of_piece(p->variant, king, c->king_from) |
                       rights_of_piece(p->variant, partner, c->partner_from));
}

/* A stack moves as a whole. It captures the top of the stack on its target, and comes to stand on the rest. */
static void step_of_stack(pos *p, undo *u, unsigned from, unsigned to, piece_id arrives)
{
    if (p->board[to] && to != from) {
        stack_pop(p, u, to);
    }
    (void)stack_carry(p, u, from, to, stack_height(p, from) + 1, arrives);
}

/* What a move has done so far. */
typedef struct played_move {
    piece_id piece, captured;
    unsigned captured_at;
    bool progress; /* resets the halfmove clock */
} played_move;

/* A capture elsewhere than on the target: en passant, or on the way. */
static void play_capture_aside(pos *p, undo *u, move m, played_move *done)
{
    const variant *v = p->variant;
    unsigned from = move_from(m), to = move_to(m), at = move_aux(m);
    done->piece = p->board[from];
    done->captured_at = at;
    done->captured = p->board[at];
    uint32_t lost = rights_of_piece(v, done->piece, from) | v->cell_clears_rights[to] | v->cell_clears_rights[at];
    if (to != from && to != at && p->board[to]) { /* a second piece, where the path ends */
        lost |= king_rights(v, p->board[to], to);
        if (v->has_hands) {
            capture_to_hand(p, u, p->board[to], p->state.side_to_move);
        }
    }
    if (v->has_remote_captures) {
        play_remote_captures(p, u, m);
    }
    if (v->has_blast) {
        apply_blast(p, u, m, at);
    }
    if (v->has_stacks) {
        if (at != to) {
            stack_pop(p, u, at);
        }
        step_of_stack(p, u, from, to, arriving_piece(v, m, done->piece, done->captured));
    } else {
        change_cell(p, u, at, PIECE_NONE);
        change_cell(p, u, from, PIECE_NONE);
        change_cell(p, u, to, arriving_piece(v, m, done->piece, done->captured));
    }
    lose_rights(p, lost);
}

BB_INLINE void play_drop(pos *p, undo *u, move m, played_move *done)
{
    const variant *v = p->variant;
    unsigned to = move_to(m);
    piece_id own = variant_piece(v, p->state.side_to_move, (int)move_into(m) - 1);
    done->piece = variant_dropped_piece(v, p->state.side_to_move, (int)move_into(m) - 1);
    if (v->hand_piece[own]) {
        change_hand(p, u, v->hand_piece[own], -1);
    }
    change_cell(p, u, to, uncovered_form(p, done->piece, to));
    if (v->rules->setup_separate_phase) {
        gain_rights(p, to);
    }
}

static void play_in_place(pos *p, undo *u, move m, played_move *done)
{
    const variant *v = p->variant;
    unsigned to = move_to(m);
    piece_id piece = p->board[to];
    done->piece = piece;
    if (move_into(m)) {
        change_cell(p, u, to, uncovered_form(p, variant_piece(v, v->owner_of[piece], (int)move_into(m) - 1), to));
    }
    done->progress = move_aux(m) == IN_PLACE_REMOVE;
    if (done->progress) {
        stack_pop(p, u, to);
    }
    if (move_aux(m) || move_into(m)) { /* a piece of another type holds no right */
        lose_rights(p, rights_of_piece(v, piece, to));
    }
}

BB_INLINE void play_step(pos *p, undo *u, move m, played_move *done)
{
    const variant *v = p->variant;
    unsigned from = move_from(m), to = move_to(m);
    done->piece = p->board[from];
    done->captured = p->board[to];
    piece_id arrives = transformed_piece(v, m, done->piece, done->captured);
    piece_id lowest = v->has_stacks ? position_stack_bottom((const position *)p, from) : done->piece;
    if (v->has_abilities) {
        arrives = play_with_abilities(p, u, m);
        done->progress = u->count > 0; /* something was captured elsewhere */
    }
    if (v->has_stacks) {
        step_of_stack(p, u, from, to, arrives);
    } else {
        change_cell(p, u, from, PIECE_NONE);
        change_cell(p, u, to, arrives);
    }
    uint32_t lost = rights_of_piece(v, lowest, from) | v->cell_clears_rights[to];
    if (lost & p->state.rights) {
        lose_rights(p, lost);
    }
    if (move_kind_of(m) == MOVE_DOUBLE_STEP && p->board[to]) {
        ep_add_of_step(p, m, done->piece, p->state.side_to_move);
    }
}

/* What follows every move of a piece: hand, rights, clock, hooks, turn. */
BB_INLINE void finish_move(pos *p, undo *u, move m, played_move *done)
{
    const variant *v = p->variant;
    if (done->captured) {
        done->progress = true;
        uint32_t lost = king_rights(v, done->captured, done->captured_at);
        if (lost & p->state.rights) {
            lose_rights(p, lost);
        }
        if (v->has_hands) {
            capture_to_hand(p, u, done->captured, p->state.side_to_move);
        }
    }
    bool drop = move_kind_of(m) == MOVE_DROP;
    if (v->promotes_from_prison && move_into(m) && !drop) {
        pay_for_promotion(p, u, m, done->piece);
    }
    const piece_type *t = &v->type[v->type_of[done->piece]];
    done->progress |=
        drop ? t->drop_resets_halfmove_clock : t->resets_halfmove_clock && !keeps_halfmove_clock(v, m, done->piece);
    advance_halfmove_clock(p, done->progress);
    if (v->has_setup_phase && is_setup_move(v, m)) {
        p->state.halfmove_clock = u->state.halfmove_clock;
    }
    if (v->has_after_effects) {
        if (u->state.ep_count && v->keeps_ep) {
            ep_forget_captured(p, u, move_to(m));
        }
        run_move_hooks(p, u, m, done->piece, done->captured, done->captured_at);
    }
    next_turn(p, u, m);
}

/* What is changed from here on, undo_move takes back. */
BB_INLINE void undo_begin(const pos *p, undo *u)
{
    u->state = p->state;
    u->count = 0;
    if (p->variant->has_extra_state) {
        u->extra = p->extra;
    }
}

BB_INLINE void play_begun(pos *p, move m, undo *u)
{
    const variant *v = p->variant;
    move_kind kind = move_kind_of(m);
    if (v->has_extra_state) {
        p->state.hash ^= extra_state_key(v, &p->extra);
    }
    if (p->state.ep_count && !v->keeps_ep && kind != MOVE_ROLL && kind != MOVE_HOOK) {
        ep_forget(p);
    }
    if (v->captures_under && kind <= MOVE_LOCUST) {
        play_stacked(p, u, m);
        return;
    }
    played_move done = {.captured_at = move_to(m)};
    switch (kind) {
    case MOVE_EN_PASSANT:
    case MOVE_LOCUST:
        play_capture_aside(p, u, m, &done);
        break;
    case MOVE_CASTLE:
        done.piece = p->board[move_from(m)];
        play_castling(p, u, &v->castlings[move_index(m)]);
        break;
    case MOVE_DROP:
        play_drop(p, u, m, &done);
        break;
    case MOVE_IN_PLACE:
        play_in_place(p, u, m, &done);
        break;
    case MOVE_CLAIM:
    case MOVE_PASS:
    case MOVE_ROLL:
    case MOVE_HOOK:
    case MOVE_CHAIN:
        play_rare_kind(p, u, m);
        return;
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
    default:
        play_step(p, u, m, &done);
        break;
    }
    finish_move(p, u, m, &done);
}

/* The same where hooks may hear of several captured pieces. */
static CORE_NOINLINE void play_with_victims(pos *p, move m, undo *u)
{
    victim_list victims;
    find_victims(p, m, &victims);
    u->victims = &victims;
    play_begun(p, m, u);
    u->victims = NULL;
}

BB_INLINE void play_move(pos *p, move m, undo *u)
{
    undo_begin(p, u);
    if (p->variant->has_after_effects) {
        u->victims = NULL;
        if (p->hooks && may_capture_several(p, m)) {
            play_with_victims(p, m, u);
            return;
        }
    }
    play_begun(p, m, u);
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
        bb_toggle(&p->moved, slot);
    } else if (kind == UNDO_STACK_PIECE) {
        position_set_stack_piece((position *)p, slot, old);
    } else {
        position_stack_heights((const position *)p)[slot] = (uint8_t)old;
    }
}

BB_INLINE void undo_move(pos *p, const undo *u)
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
    if (p->variant->has_extra_state) {
        p->extra = u->extra;
    }
}

static void core_undo(position *p, const undo *u)
{
    undo_move(pos_of(p), u);
}

/* ---- setting up ---- */

static size_t core_size(const variant *v, size_t *hand_offset, size_t *stack_offset)
{
    size_t sets = sizeof(pos) + (size_t)v->piece_ids * sizeof(bitboard);
    *hand_offset = sets;
    size_t hands = (sets + (size_t)v->piece_ids * sizeof(uint16_t) + 15) & ~(size_t)15;
    *stack_offset = hands;
    size_t cells = (size_t)v->cells;
    return hands + (v->has_stacks
                        ? (((cells + 7) & ~(size_t)7) +
                           cells * STACK_MAX * (position_narrow_ids(v) ? sizeof(uint8_t) : sizeof(piece_id)) + 15) &
                              ~(size_t)15
                        : 0);
}

static void core_put(position *p, cell_id cell, piece_id piece)
{
    write_cell(pos_of(p), cell, piece);
}

static void core_mark_moved(position *p, cell_id cell)
{
    if (!bb_has(pos_of(p)->moved, cell)) {
        bb_toggle(&pos_of(p)->moved, cell);
    }
}

static void core_clear_moved(position *p)
{
    pos_of(p)->moved = bb_none();
}

static bool core_has_moved(const position *p, cell_id cell)
{
    return bb_has(pos_of_const(p)->moved, cell);
}

static uint64_t core_hash(const position *outer)
{
    const pos *p = pos_of_const(outer);
    const variant *v = p->variant;
    uint64_t hash = v->zobrist_side[p->state.side_to_move] ^ turn_number_key(v, p->state.fullmove);
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        hash ^= cell_key(v, cell, p->board[cell]);
    }
    if (v->has_hands) {
        for (int piece = 1; piece < v->piece_ids; piece++) {
            hash ^= hand_key(v, (piece_id)piece, hand_of(p)[piece]);
        }
    }
    for (uint32_t rights = p->state.rights; rights; rights &= rights - 1) {
        hash ^= v->zobrist_right[word_lsb(rights)];
    }
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        hash ^= ep_key(v, p->state.ep_cells[i]);
    }
    for (bitboard moved = p->moved; !bb_empty(moved);) {
        hash ^= moved_key(bb_pop_lsb(&moved));
    }
    for (unsigned cell = 0; v->has_stacks && cell < (unsigned)v->cells; cell++) {
        for (unsigned level = 0; level < stack_height(p, cell); level++) {
            hash ^= stack_key(cell, level, position_stack_piece(outer, (size_t)cell * STACK_MAX + level));
        }
    }
    return v->has_extra_state ? hash ^ extra_state_key(v, &p->extra) : hash;
}

static void core_refresh(position *outer)
{
    pos *p = pos_of(outer);
    const variant *v = p->variant;
    p->occupied = bb_none();
    for (int i = 0; i < PLAYERS_MAX; i++) {
        p->owned[i] = p->royals[i] = bb_none();
    }
    for (int piece = 0; piece < v->piece_ids; piece++) {
        p->pieces[piece] = bb_none();
    }
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        if (p->board[cell]) {
            toggle_piece(p, cell, p->board[cell]);
        }
    }
    ep_keep_usable(p);
    for (int player = 0; v->put.held_count && player < v->players; player++) {
        lose_spent_rights(p, player);
    }
    p->state.hash = core_hash(outer);
}

/* Every piece on the board is in its sets, and the sets have no more members than the board has pieces. */
static bool core_consistent(const position *outer)
{
    const pos *p = pos_of_const(outer);
    const variant *v = p->variant;
    int pieces = 0, royals = 0;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        piece_id piece = p->board[cell];
        if (piece >= v->piece_ids || bb_has(p->occupied, cell) != (piece != PIECE_NONE)) {
            return false;
        }
        if (piece) {
            int owner = v->owner_of[piece];
            if (!bb_has(p->pieces[piece], cell) || !bb_has(p->owned[owner], cell) ||
                bb_has(p->royals[owner], cell) != v->is_royal[piece]) {
                return false;
            }
            pieces++;
            royals += v->is_royal[piece];
        }
    }
    for (int piece = 1, left = pieces; piece < v->piece_ids; piece++) {
        left -= bb_count(p->pieces[piece]);
        if (left < 0) {
            return false;
        }
    }
    for (int owner = 0; owner < v->owners; owner++) {
        pieces -= bb_count(p->owned[owner]);
        royals -= bb_count(p->royals[owner]);
    }
    return pieces == 0 && royals == 0 && p->state.hash == core_hash(outer);
}
