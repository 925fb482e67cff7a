/* Core: the second half of a move, which puts a neutral piece, or one of the hand, on an empty cell (compile/puts.c).
 * Included by core.c.
 *
 * A move is generated without its second half, and then listed once for each cell; a move that leaves no cell is none.
 * The cells follow from the sets before the move: what the move empties and fills is known, so nothing is played and a
 * count adds up sizes of sets. Only rare moves are played to see what they leave. */

BB_INLINE bool has_second_half(const pos *p, move m)
{
    return p->variant->put.given && is_piece_move(m);
}

/* Whether the first half changes no more cells than its own, and what the piece then reaches is known from its leaps
 * and rays. */
BB_INLINE bool first_half_is_plain(const pos *p, move m, piece_id arrives)
{
    const variant *v = p->variant;
    move_kind kind = move_kind_of(m);
    bool plain = kind == MOVE_NORMAL || kind == MOVE_DOUBLE_STEP || kind == MOVE_EN_PASSANT || kind == MOVE_DROP;
    return plain && !v->has_abilities && (!(v->put.where & PUT_REACHED) || !v->moves[arrives].special_start);
}

/* What all moves of a position share that have a second half. */
typedef struct put_context {
    unsigned ways;    /* how many pieces, of the board or of the hand, could come to a cell; 1: or a new one comes */
    unsigned without; /* 1: the second half may be left out */
    bitboard edge;    /* empty where it is not asked for */
    bitboard unmoved; /* from the hand: the cells of pieces that have a right; none if the hand is empty */
} put_context;

/* What the first half leaves: the occupied cells, and those that the piece that has moved could move to or that are at the
 * edge, as far as these are asked for. */
typedef struct first_half {
    bitboard occupied, open;
} first_half;

/* Hooks follow the second half, so they do not change where it may come. */
static first_half play_first_half(const pos *p, move m)
{
    const variant *v = p->variant;
    pos *scratch = (pos *)p;
    live_hooks *const hooks = scratch->hooks;
    undo u;
    scratch->hooks = NULL;
    play_move(scratch, m, &u);
    scratch->hooks = hooks;
    scratch->state.side_to_move = u.state.side_to_move;
    first_half after = {scratch->occupied, bb_none()};
    piece_id piece = scratch->board[move_to(m)];
    if (v->put.where & PUT_EDGE) {
        after.open = edge_cells(scratch, v->put.piece);
    }
    const bool held = v->has_immobilizers && bb_has(immobilized_for(scratch, scratch->state.side_to_move), move_to(m));
    if (v->put.where & PUT_REACHED && piece && !held) {
        bool neutral = v->owner_of[piece] == v->neutral_owner;
        piece = neutral ? variant_piece(v, scratch->state.side_to_move, v->type_of[piece]) : piece;
        after.open = bb_or(after.open, other_targets(scratch, piece, move_to(m), bb_none()));
    }
    undo_move(scratch, &u);
    return after;
}

BB_INLINE first_half first_half_of(const pos *p, move m, const put_context *context)
{
    const variant *v = p->variant;
    move_kind kind = move_kind_of(m);
    unsigned from = move_from(m), to = move_to(m);
    bool drop = kind == MOVE_DROP;
    piece_id arrives = drop ? variant_dropped_piece(v, p->state.side_to_move, (int)move_into(m) - 1)
                            : arriving_piece(v, m, p->board[from], p->board[to]);
    if (!first_half_is_plain(p, m, arrives)) {
        return play_first_half(p, m);
    }
    bitboard gone = drop ? bb_none() : bb_cell(from);
    if (kind == MOVE_EN_PASSANT) {
        gone = bb_or(gone, bb_cell(move_aux(m)));
    }
    first_half after = {bb_or(bb_without(p->occupied, gone), bb_cell(to)), context->edge};
    if (v->put.where & PUT_REACHED) {
        pos *scratch = (pos *)p;
        bitboard before = p->occupied;
        scratch->occupied = after.occupied;
        after.open = bb_or(after.open, piece_targets(scratch, &v->moves[arrives], to, bb_none()));
        scratch->occupied = before;
    }
    return after;
}

/* The cells that the first half leaves and fills, of pieces that had a right; in a castling there are two. */
BB_INLINE bitboard unmoved_targets(const pos *p, move m, const put_context *context)
{
    bitboard left = bb_none();
    if (bb_empty(context->unmoved)) {
        return left;
    }
    if (move_kind_of(m) == MOVE_CASTLE) {
        const castling *c = &p->variant->castlings[move_index(m)];
        bitboard filled = bb_or(bb_cell(c->king_to), bb_cell(c->partner_to));
        left = bb_without(bb_or(bb_cell(c->king_from), bb_cell(c->partner_from)), filled);
    } else if (move_from(m) != CELL_NONE && move_from(m) != move_to(m)) {
        left = bb_cell(move_from(m));
    }
    return bb_and(left, context->unmoved);
}

/* Where the second half of the move may put a piece. */
BB_INLINE bitboard put_targets(const pos *p, move m, const put_context *context)
{
    const put_table *t = &p->variant->put;
    if (t->held_count) {
        return bb_and(unmoved_targets(p, m, context), set_of(p->variant, t->zone[p->state.side_to_move]));
    }
    first_half after = first_half_of(p, m, context);
    bitboard cells = bb_without(set_of(p->variant, t->zone[p->state.side_to_move]), after.occupied);
    if (!t->where) {
        return cells;
    }
    if (t->where & PUT_LEFT && move_from(m) != CELL_NONE) {
        after.open = bb_or(after.open, bb_cell(move_from(m)));
    }
    return bb_and(cells, after.open);
}

BB_INLINE unsigned count_puttable(const pos *p)
{
    const put_table *t = &p->variant->put;
    unsigned there = t->most ? (unsigned)bb_count(p->pieces[t->piece]) : 0;
    there = there > RULES_PUTS_MAX ? RULES_PUTS_MAX : there;
    return there >= (unsigned)t->most ? there : 0;
}

static bool holds_puttable(const pos *p, int player)
{
    const put_table *t = &p->variant->put;
    for (int i = 0; i < t->held_count; i++) {
        if (hand_of(p)[t->held[player][i].hand_piece]) {
            return true;
        }
    }
    return false;
}

/* The cells of the player's pieces that have a right, castlings aside. */
static bitboard unmoved_cells(const pos *p, int player)
{
    const variant *v = p->variant;
    bitboard cells = bb_none();
    for (uint32_t left = p->state.rights & v->player_rights[player] & ~v->castling_rights; left; left &= left - 1) {
        cells = bb_or(cells, bb_cell(v->right[word_lsb(left)].cell));
    }
    return cells;
}

BB_INLINE put_context put_context_of(const pos *p)
{
    const put_table *t = &p->variant->put;
    int us = p->state.side_to_move;
    if (t->held_count) {
        return (put_context){(unsigned)t->held_count, t->optional, bb_none(),
                             holds_puttable(p, us) ? unmoved_cells(p, us) : bb_none()};
    }
    unsigned puttable = count_puttable(p);
    return (put_context){puttable ? puttable : 1, t->optional,
                         t->where & PUT_EDGE ? edge_cells(p, t->piece) : bb_none(), bb_none()};
}

/* Those of the cells where that piece may come. */
BB_INLINE bitboard put_cells(const pos *p, unsigned which, bitboard cells)
{
    const put_table *t = &p->variant->put;
    if (!t->held_count) {
        return cells;
    }
    const puttable_piece *held = &t->held[p->state.side_to_move][which];
    return hand_of(p)[held->hand_piece] ? bb_and(cells, set_of(p->variant, held->zone)) : bb_none();
}

/* Whether no move has a second half here. */
BB_INLINE bool has_no_puts(const pos *p, const put_context *context)
{
    return p->variant->put.held_count && bb_empty(context->unmoved);
}

/* How many second halves the move has; to leave it out is one. */
BB_INLINE uint64_t count_puts(const pos *p, move m, const put_context *context)
{
    if (!has_second_half(p, m)) {
        return 1;
    }
    bitboard cells = put_targets(p, m, context);
    if (!p->variant->put.held_count) {
        return (uint64_t)bb_count(cells) * context->ways + context->without;
    }
    uint64_t count = context->without;
    for (unsigned which = 0; which < context->ways && !bb_empty(cells); which++) {
        count += (uint64_t)bb_count(put_cells(p, which, cells));
    }
    return count;
}

/* Appends the move with each of its second halves. */
static void append_puts(const pos *p, move_list *list, move m, const put_context *context)
{
    bool has = has_second_half(p, m);
    if (!has || p->variant->put.optional) {
        gen_output out = {.list = list};
        emit(&out, m);
    }
    bitboard cells = has ? put_targets(p, m, context) : bb_none();
    for (unsigned which = 0; which < context->ways; which++) {
        for (bitboard left = put_cells(p, which, cells); !bb_empty(left);) {
            unsigned cell = bb_pop_lsb(&left);
            if (list->count == list->room) {
                list->overflow = true;
                return;
            }
            list->moves[list->count++] = m | (move)put_pack(cell, which) << 46;
        }
    }
}

/* Lists each move with its second halves, side by side. */
static void expand_puts(const pos *p, move_list *list, size_t first)
{
    const size_t room = list->room, count = list->count - first, at = room - count;
    put_context context = put_context_of(p);
    if (!p->variant->put.chooses || has_no_puts(p, &context)) {
        return;
    }
    /* The halves wait at the end of the list, and whole moves may take the place of those that were read. */
    memmove(list->moves + at, list->moves + first, count * sizeof *list->moves);
    list->count = first;
    for (size_t i = at; i < room; i++) {
        const move half = list->moves[i];
        list->room = i + 1;
        append_puts(p, list, half, &context);
    }
    list->room = room;
}

/* The same for a single first half, whose moves are tested one by one. */
static uint64_t count_legal_puts(position *outer, move m, bool any)
{
    const pos *p = pos_of(outer);
    put_context context = put_context_of(p);
    bitboard cells = put_targets(p, m, &context);
    uint64_t count = context.without && core_is_legal(outer, m);
    for (unsigned which = 0; which < context.ways; which++) {
        for (bitboard left = put_cells(p, which, cells); !bb_empty(left) && !(any && count);) {
            count += core_is_legal(outer, m | (move)put_pack(bb_pop_lsb(&left), which) << 46);
        }
    }
    return count;
}

/* Whether the first half alone leaves an own royal attacked. */
static bool first_half_is_unsafe(const pos *p, move m)
{
    pos *scratch = (pos *)p;
    undo u;
    int us = scratch->state.side_to_move;
    scratch->without_choice = true;
    play_move(scratch, m, &u);
    scratch->without_choice = false;
    scratch->state.side_to_move = (uint8_t)us;
    bool unsafe = player_in_check(scratch, us);
    undo_move(scratch, &u);
    return unsafe;
}

/* The `which`-th piece that may be moved, in the order of the cells. */
static unsigned nth_put(const pos *p, unsigned which)
{
    bitboard there = p->pieces[p->variant->put.piece];
    while (which-- && !bb_single(there)) {
        (void)bb_pop_lsb(&there);
    }
    return bb_lsb(there);
}

/* What was passed over cannot be reached where something stands now. */
static void ep_forget_cell(pos *p, unsigned cell)
{
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        if (p->state.ep_cells[i].cell == cell) {
            ep_forget_piece(p, p->state.ep_cells[i].piece_cell);
            return;
        }
    }
}

/* Rights that only let their owner put pieces are gone with the last piece in hand. */
static void lose_spent_rights(pos *p, int player)
{
    uint32_t spent = p->variant->put.spent_rights[player];
    if (spent & p->state.rights && !holds_puttable(p, player)) {
        lose_rights(p, spent);
    }
}

static void put_from_hand(pos *p, undo *u, move m)
{
    const put_table *t = &p->variant->put;
    int us = p->state.side_to_move;
    unsigned cell = move_put_cell(m), which = move_put_which(m);
    if (!p->without_choice && has_second_half(p, m) && move_extra(m) && which < (unsigned)t->held_count &&
        !p->board[cell]) {
        change_hand(p, u, t->held[us][which].hand_piece, -1);
        change_cell(p, u, cell, t->held[us][which].piece);
        if (p->state.ep_count) {
            ep_forget_cell(p, cell);
        }
    }
    lose_spent_rights(p, us);
}

/* Plays the second half, after the first. */
static void play_put(pos *p, undo *u, move m)
{
    const variant *v = p->variant;
    const put_table *t = &v->put;
    if (t->held_count) {
        put_from_hand(p, u, m);
        return;
    }
    unsigned cell = t->chooses ? move_put_cell(m) : move_from(m);
    bool none = p->without_choice || (t->chooses ? !move_extra(m) : cell == CELL_NONE);
    if (none || p->board[cell] || !set_has(v->set_pool + t->zone[p->state.side_to_move], cell)) {
        return;
    }
    if (count_puttable(p)) {
        change_cell(p, u, nth_put(p, move_put_which(m)), PIECE_NONE);
    }
    change_cell(p, u, cell, t->piece);
    if (p->state.ep_count) {
        ep_forget_cell(p, cell);
    }
}
