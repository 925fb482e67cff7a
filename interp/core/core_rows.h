/* Core: pieces in a row. Included by core.c.
 *
 * Rows whose cells follow each other by one step of the cell number are found together: on a regular board these are
 * all rows of one direction. A set is shifted by that step and intersected with itself; what is left are the cells
 * where two pieces stand in a row, and so on. Other rows (drawn ones, those over a wrapped edge) are tested one by one.
 * See compile/rows.c.
 */

/* The cell numbers lowered by `by`. */
BB_INLINE bitboard bb_shift_down(bitboard a, unsigned by)
{
    bitboard r;
    unsigned words = by >> 6, rest = by & 63;
    for (unsigned i = 0; i < CORE_WORDS; i++) {
        uint64_t low = i + words < CORE_WORDS ? a.w[i + words] : 0;
        uint64_t high = i + words + 1 < CORE_WORDS ? a.w[i + words + 1] : 0;
        r.w[i] = rest ? low >> rest | high << (64 - rest) : low;
    }
    return r;
}

/* The player's pieces that count. */
static bitboard row_pieces(const pos *p, const row_table *t, int player)
{
    if (!t->pieces[player]) {
        return p->owned[player];
    }
    bitboard pieces = bb_none();
    for (int i = 0; i < t->piece_count; i++) {
        pieces = bb_or(pieces, p->pieces[t->pieces[player][i]]);
    }
    return pieces;
}

/* Where rows of the family begin. */
BB_INLINE bitboard row_starts(const pos *p, const row_table *t, int family, bitboard pieces)
{
    bitboard row = pieces;
    for (int k = 1; k < t->length; k++) {
        row = bb_and(pieces, bb_shift_down(row, (unsigned)t->shift_group[family].shift));
    }
    return bb_and(row, set_of(p->variant, t->shift_group[family].starts));
}

static bool core_has_row(const position *outer, const row_table *t, int player)
{
    const pos *p = pos_of_const(outer);
    bitboard pieces = row_pieces(p, t, player);
    if (bb_count(pieces) < t->length) {
        return false;
    }
    for (int i = 0; i < t->shift_group_count; i++) {
        if (!bb_empty(row_starts(p, t, i, pieces))) {
            return true;
        }
    }
    for (uint32_t i = t->count - t->irregular_count; i < t->count; i++) {
        bitboard row = bb_load(t->row_sets + (size_t)i * CORE_WORDS);
        if (bb_empty(bb_without(row, pieces))) {
            return true;
        }
    }
    return false;
}

/* From the pieces in the one zone on to their neighbours, until the other zone is reached or nothing new is found. */
static bool core_has_chain(const position *outer, const variant_ending *e, int player)
{
    const pos *p = pos_of_const(outer);
    bitboard left = row_pieces(p, &e->rows, player);
    const bitboard goal = bb_and(left, set_of(p->variant, e->zone_to[player]));
    bitboard edge = bb_and(left, set_of(p->variant, e->zone[player]));
    while (!bb_empty(goal) && !bb_empty(edge)) {
        if (bb_intersect(edge, goal)) {
            return true;
        }
        left = bb_without(left, edge);
        bitboard next = bb_none();
        while (!bb_empty(edge)) {
            next = bb_or(next, table_at(e->reach, bb_pop_lsb(&edge)));
        }
        edge = bb_and(next, left);
    }
    return false;
}

/* ---- captures by a row ----
 *
 * A move that makes a row of its owner is listed once for each piece that it may remove: `extra` of the move is that
 * piece's cell plus one. The victims follow from the sets before the move, with the piece put on its target and its
 * captures removed; nothing is played. Hooks come after.
 */

/* Whether a row through `cell` is complete. */
BB_INLINE bool has_row_through(const row_table *t, bitboard pieces, unsigned cell)
{
    for (uint32_t i = t->through_start[cell]; i < t->through_start[cell + 1]; i++) {
        bitboard row = bb_load(t->row_sets + (size_t)t->through_rows[i] * CORE_WORDS);
        if (bb_empty(bb_without(row, pieces))) {
            return true;
        }
    }
    return false;
}

static bitboard pieces_in_rows(const row_table *t, bitboard pieces)
{
    bitboard found = bb_none();
    for (uint32_t i = 0; i < t->count; i++) {
        bitboard row = bb_load(t->row_sets + (size_t)i * CORE_WORDS);
        if (bb_empty(bb_without(row, pieces))) {
            found = bb_or(found, row);
        }
    }
    return found;
}

/* Kinds of moves that can make a row. */
BB_INLINE bool can_make_row(move m)
{
    move_kind kind = move_kind_of(m);
    return kind <= MOVE_LOCUST || kind == MOVE_DROP;
}

/* The piece of the move where it arrives, and the cells that it captures there, on its way or remotely. */
static piece_id row_maker(const pos *p, move m, bitboard *captured)
{
    const variant *v = p->variant;
    if (move_kind_of(m) == MOVE_DROP) {
        *captured = bb_none();
        return variant_dropped_piece(v, p->state.side_to_move, (int)move_into(m) - 1);
    }
    bool aside = move_kind_of(m) == MOVE_EN_PASSANT || move_kind_of(m) == MOVE_LOCUST;
    unsigned at = aside ? move_aux(m) : move_to(m);
    piece_id piece = p->board[move_from(m)];
    *captured = p->board[at] ? bb_cell(at) : bb_none();
    if (move_kind_of(m) == MOVE_LOCUST && p->board[move_to(m)]) { /* it captures where it ends, too */
        *captured = bb_or(*captured, bb_cell(move_to(m)));
    }
    *captured = bb_or(*captured, remote_captures_of_move(p, m));
    return arriving_piece(v, m, piece, p->board[at]);
}

static bool makes_row(const pos *p, move m, bitboard *captured)
{
    const row_table *t = &p->variant->row_captures;
    if (!can_make_row(m) || move_from(m) == move_to(m)) { /* a piece that returns to its cell makes nothing */
        return false;
    }
    int us = p->state.side_to_move;
    bitboard pieces = row_pieces(p, t, us);
    if (move_kind_of(m) != MOVE_DROP) {
        pieces = bb_without(pieces, bb_cell(move_from(m)));
    }
    if (move_kind_of(m) == MOVE_LOCUST) { /* what it captures on its way may be an own piece */
        pieces = bb_without(pieces, bb_cell(move_aux(m)));
    }
    pieces = bb_or(pieces, bb_cell(move_to(m)));
    if (!has_row_through(t, pieces, move_to(m))) {
        return false;
    }
    piece_id maker = row_maker(p, m, captured);
    for (int i = 0; t->pieces[us] && i < t->piece_count; i++) {
        if (t->pieces[us][i] == maker) {
            return true;
        }
    }
    return maker && !t->pieces[us];
}

/* Targets that can complete a row: the only missing cell of one, or any cell of a complete one, since capturing its
 * piece makes it again. Each such move is then tested, since the piece may have left that row itself. Where there are
 * many rows, all moves are tested. */
enum { CLOSING_ROWS_MAX = 64 };

static bitboard row_closing_cells(const pos *p)
{
    const row_table *t = &p->variant->row_captures;
    bitboard pieces = row_pieces(p, t, p->state.side_to_move), found = bb_none();
    if (t->count > CLOSING_ROWS_MAX) {
        return bb_all();
    }
    for (uint32_t i = 0; i < t->count; i++) {
        bitboard missing = bb_without(bb_load(t->row_sets + (size_t)i * CORE_WORDS), pieces);
        if (bb_empty(missing)) {
            found = bb_or(found, bb_load(t->row_sets + (size_t)i * CORE_WORDS));
        } else if (bb_single(missing)) {
            found = bb_or(found, missing);
        }
    }
    return found;
}

/* The enemies that a row may remove, once those `captured` are gone. */
static bitboard row_capture_targets(const pos *p, bitboard captured)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bitboard all = bb_none(), in_rows = bb_none();
    for (int e = 0; e < v->enemy_count[us]; e++) {
        int enemy = v->enemy_list[us][e];
        if (enemy == v->neutral_owner) {
            continue;
        }
        bitboard pieces = bb_without(p->owned[enemy], captured);
        all = bb_or(all, bb_without(pieces, p->royals[enemy]));
        if (v->rules->captures.row_capture != ROW_CAPTURE_ANY) {
            in_rows = bb_or(in_rows, pieces_in_rows(&v->row_captures,
                                                    bb_without(row_pieces(p, &v->row_captures, enemy), captured)));
        }
    }
    for (bitboard left = v->has_abilities ? all : bb_none(); !bb_empty(left);) {
        unsigned cell = bb_pop_lsb(&left);
        if (royal_uncapturable(p, p->board[cell])) {
            bb_toggle(&all, cell);
        }
    }
    bitboard free = bb_without(all, in_rows);
    return bb_empty(free) && v->rules->captures.row_capture == ROW_CAPTURE_FREE ? all : free;
}

/* Each move that makes a row is listed once for each victim; with no victim it stays as it is. */
static void expand_row_captures(const pos *p, move_list *list, size_t first)
{
    size_t count = list->count;
    bool known = false;
    bitboard usual = bb_none(); /* the victims of moves that capture nothing else: the same for all */
    bitboard closing = row_closing_cells(p);
    for (size_t i = first; i < count && !bb_empty(closing); i++) {
        bitboard captured, row_targets;
        if (!bb_has(closing, move_to(list->moves[i])) || !makes_row(p, list->moves[i], &captured)) {
            continue;
        }
        if (bb_empty(captured) && known) {
            row_targets = usual;
        } else {
            row_targets = row_capture_targets(p, captured);
        }
        if (bb_empty(captured)) {
            usual = row_targets;
            known = true;
        }
        if (bb_empty(row_targets)) {
            continue;
        }
        move m = list->moves[i];
        list->moves[i] = m + ((move)(bb_pop_lsb(&row_targets) + 1) << 46);
        while (!bb_empty(row_targets)) {
            if (list->count == list->room) {
                list->overflow = true;
                return;
            }
            list->moves[list->count++] = m + ((move)(bb_pop_lsb(&row_targets) + 1) << 46);
        }
    }
}
