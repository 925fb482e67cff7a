/* Core: abilities, that is, what pieces do besides capturing where they arrive (compile/abilities.c). Included by
 * core.c.
 *
 * An immobilized piece neither moves, nor captures, nor attacks. A protected piece is not captured. A remote capture is
 * one elsewhere than where the piece arrives. Its victims follow from the cells of the move and the pieces around. The
 * same code finds them when the move is played and when a royal might be captured so.
 */

BB_INLINE const piece_abilities *ability_of(const variant *v, piece_id piece)
{
    return &v->abilities[v->type[v->type_of[piece]].rule_piece_index];
}

BB_INLINE unsigned rule_piece_at(const pos *p, unsigned cell)
{
    return (unsigned)p->variant->type[p->variant->type_of[p->board[cell]]].rule_piece_index;
}

/* Those of these pieces whose rules' piece is in the set. */
static bitboard filter_pieces(const pos *p, bitboard pieces, const piece_set *wanted)
{
    bitboard found = bb_none();
    while (!bb_empty(pieces)) {
        unsigned cell = bb_pop_lsb(&pieces);
        if (set_has(wanted->bits, rule_piece_at(p, cell))) {
            bb_toggle(&found, cell);
        }
    }
    return found;
}

/* Whether the set of victims has the piece on the cell. Where no enemy stands there, a royal is meant that might come
 * there. */
static bool set_names_piece_at(const pos *p, const piece_set *wanted, unsigned cell, int by)
{
    const variant *v = p->variant;
    piece_id piece = p->board[cell];
    bool somebody = piece && (v->enemy_mask[by] >> v->owner_of[piece] & 1);
    return somebody ? set_has(wanted->bits, rule_piece_at(p, cell)) : wanted->has_royals;
}

/* Cells whose pieces `player` may move: their own and neutral ones. */
BB_INLINE bitboard movable_by(const pos *p, int player)
{
    const variant *v = p->variant;
    return v->neutral_owner >= 0 ? bb_or(p->owned[player], p->owned[v->neutral_owner]) : p->owned[player];
}

/* Pieces that a player moves as this piece: it and its neutral twin. */
BB_INLINE bitboard pieces_moved_as(const pos *p, piece_id piece)
{
    const variant *v = p->variant;
    return v->neutral_owner >= 0
               ? bb_or(p->pieces[piece], p->pieces[variant_piece(v, v->neutral_owner, v->type_of[piece])])
               : p->pieces[piece];
}

/* Pieces that `player` could move if no enemy immobilized them. */
static bitboard immobilized_for(const pos *p, int player)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    for (int e = 0; e < v->enemy_count[player] && v->has_immobilizers; e++) {
        int by = v->enemy_list[player][e];
        for (int type = 0; type < v->types; type++) {
            piece_id piece = variant_piece(v, by, type);
            const piece_abilities *ability = ability_of(v, piece);
            if (!ability->is_immobilizer) {
                continue;
            }
            for (bitboard pieces = p->pieces[piece]; !bb_empty(pieces);) {
                bitboard near = bb_load(v->neighbours + (size_t)bb_pop_lsb(&pieces) * CORE_WORDS);
                found = bb_or(found, filter_pieces(p, bb_and(near, movable_by(p, player)), &ability->immobilizes));
            }
        }
    }
    return found;
}

/* Pieces of any owner that cannot be captured. */
static bitboard uncapturable_pieces(const pos *p)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    for (int piece = 1; piece < v->piece_ids && v->has_protection; piece++) {
        const piece_abilities *ability = ability_of(v, (piece_id)piece);
        if (ability->invulnerable) {
            found = bb_or(found, p->pieces[piece]);
        }
        for (bitboard pieces = ability->is_protector ? p->pieces[piece] : bb_none(); !bb_empty(pieces);) {
            bitboard near = bb_load(v->neighbours + (size_t)bb_pop_lsb(&pieces) * CORE_WORDS);
            found = bb_or(found, filter_pieces(p, bb_and(near, p->owned[v->owner_of[piece]]), &ability->protects));
        }
    }
    return found;
}

/* Pieces that even their own side may not capture. Where pieces are stacked nothing is captured, so there are none. */
static bitboard uncapturable_by_own(const pos *p, int player)
{
    const variant *v = p->variant;
    if (v->captures_under) {
        return bb_none();
    }
    bitboard found = v->has_protection ? uncapturable_pieces(p) : bb_none();
    return v->has_missed_turns ? bb_or(found, invulnerable_pieces(p, player)) : found;
}

/* Enemies that are not royal; where royals can be captured, all. */
BB_INLINE bitboard capturable_enemies(const pos *p, int player)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    for (int e = 0; e < v->enemy_count[player]; e++) {
        int by = v->enemy_list[player][e];
        bitboard pieces = p->royals_capturable ? p->owned[by] : bb_without(p->owned[by], p->royals[by]);
        found = bb_or(found, v->has_missed_turns ? bb_without(pieces, invulnerable_pieces(p, by)) : pieces);
    }
    return found;
}

/* What pieces of `player` may capture where it stands. */
BB_INLINE bitboard capturable_by(const pos *p, int player)
{
    bitboard found = capturable_enemies(p, player);
    return p->variant->has_abilities ? bb_without(found, uncapturable_pieces(p)) : found;
}

/* What a neutral piece may capture when `player` moves it: also pieces of that player and of their team, and other neutral
 * ones. */
static bitboard capturable_by_neutral(const pos *p, int player)
{
    bitboard found = capturable_by(p, player);
    for (uint32_t team = team_mask(p->variant, player); team; team &= team - 1) {
        int friend = word_lsb(team);
        found = bb_or(found, bb_without(p->owned[friend], p->royals[friend]));
    }
    return p->variant->has_protection ? bb_without(found, uncapturable_pieces(p)) : found;
}

BB_INLINE bitboard capturable_with(const pos *p, int player, bool nobody)
{
    return nobody ? capturable_by_neutral(p, player) : capturable_by(p, player);
}

static bool core_immobilized(const position *outer, cell_id cell)
{
    const pos *p = pos_of_const(outer);
    return bb_has(immobilized_for(p, p->state.side_to_move), cell);
}

static bool core_uncapturable(const position *outer, cell_id cell)
{
    return bb_has(uncapturable_pieces(pos_of_const(outer)), cell);
}

/* ---- remote captures ---- */

typedef struct remote_move {
    const pos *p;
    piece_id piece; /* the piece that captures, as a piece of the player who moves it */
    unsigned from;  /* where it stood; counts as empty */
    unsigned to;
    bitboard capturable;
} remote_move;

/* The index in variant.neighbour_vectors of the direction between two cells on a straight or diagonal line; -1: none.
 */
static int direction_of(const variant *v, unsigned from, unsigned to)
{
    int dx = v->topology.column[to] - v->topology.column[from], dy = v->topology.row[to] - v->topology.row[from];
    static const int8_t number[3][3] = {
        {6, 3, 7}, {2, -1, 0}, {5, 1, 4}}; /* [dy + 1][dx + 1]: as in compile/abilities.c */
    if (dx != 0 && dy != 0 && dx != dy && dx != -dy) {
        return -1;
    }
    return number[(dy > 0) - (dy < 0) + 1][(dx > 0) - (dx < 0) + 1];
}

static unsigned next_to(const variant *v, int direction, unsigned cell)
{
    return v->topology.next[v->neighbour_vectors[direction]][cell];
}

/* Adds the piece on `cell` if the remote capture captures it. */
static void remote_add(const remote_move *b, const remote_capture *s, unsigned cell, bitboard *found)
{
    if (cell == CELL_NONE || cell == b->from || !bb_has(b->capturable, cell)) {
        return;
    }
    if (set_names_piece_at(b->p, &s->victims, cell, b->p->variant->owner_of[b->piece])) {
        *found = bb_or(*found, bb_cell(cell));
    }
}

/* Whether the cell holds one of these pieces, or is empty and hostile. */
static bool is_held(const pos *p, const remote_capture *s, int by, bitboard helpers, unsigned cell)
{
    return cell != CELL_NONE && (bb_has(helpers, cell) || (s->has_hostile && !bb_has(p->occupied, cell) &&
                                                           set_has(p->variant->set_pool + s->hostile[by], cell)));
}

static void remote_custodian(const remote_move *b, const remote_capture *s, bitboard *found)
{
    const variant *v = b->p->variant;
    int by = v->owner_of[b->piece];
    bitboard helpers = bb_without(b->p->owned[by], bb_cell(b->from));
    for (int d = 0; d < 4; d++) {
        unsigned enemy = next_to(v, d, b->to);
        if (enemy != CELL_NONE && is_held(b->p, s, by, helpers, next_to(v, d, enemy)) &&
            (!s->has_on || set_has(v->set_pool + s->on[by], enemy))) {
            remote_add(b, s, enemy, found);
        }
    }
}

static void remote_enclosure(const remote_move *b, const remote_capture *s, bitboard *found)
{
    const variant *v = b->p->variant;
    int by = v->owner_of[b->piece];
    bitboard helpers = bb_or(bb_without(b->p->owned[by], bb_cell(b->from)), bb_cell(b->to));
    for (int d = 0; d < 4; d++) {
        unsigned enemy = next_to(v, d, b->to);
        bool enclosed = enemy != CELL_NONE && (!s->has_on || set_has(v->set_pool + s->on[by], enemy));
        for (int side = 0; side < 4 && enclosed; side++) {
            enclosed = is_held(b->p, s, by, helpers, next_to(v, side, enemy));
        }
        if (enclosed) {
            remote_add(b, s, enemy, found);
        }
    }
}

static void remote_coordination(const remote_move *b, const remote_capture *s, bitboard *found)
{
    const variant *v = b->p->variant;
    const topology *t = &v->topology;
    for (bitboard royals = b->p->royals[v->owner_of[b->piece]]; !bb_empty(royals);) {
        unsigned royal = bb_pop_lsb(&royals);
        remote_add(b, s, topology_at(t, t->column[b->to], t->row[royal], t->level[royal]), found);
        remote_add(b, s, topology_at(t, t->column[royal], t->row[b->to], t->level[royal]), found);
    }
}

/* Every piece on the line between both cells. */
static void remote_between(const remote_move *b, const remote_capture *s, int direction, bitboard *found)
{
    for (unsigned at = next_to(b->p->variant, direction, b->from); at != b->to && at != CELL_NONE;
         at = next_to(b->p->variant, direction, at)) {
        remote_add(b, s, at, found);
    }
}

/* All remote captures of the move. */
static bitboard remote_captures(const remote_move *b)
{
    const variant *v = b->p->variant;
    const piece_abilities *ability = ability_of(v, b->piece);
    int direction = direction_of(v, b->from, b->to);
    bitboard found = bb_none();
    for (int i = 0; i < ability->remote_capture_count; i++) {
        const remote_capture *s = &ability->remote_captures[i];
        bool straight = direction >= 0 && direction < 4, diagonal = direction >= 4;
        if ((straight && !s->straight) || (diagonal && !s->diagonal) ||
            (direction < 0 && !(s->straight && s->diagonal))) {
            continue;
        }
        if (s->kind == REMOTE_CUSTODIAN) {
            remote_custodian(b, s, &found);
        } else if (s->kind == REMOTE_ENCLOSURE) {
            remote_enclosure(b, s, &found);
        } else if (s->kind == REMOTE_COORDINATION) {
            remote_coordination(b, s, &found);
        } else if (direction >= 0 && s->kind == REMOTE_APPROACH) {
            remote_add(b, s, next_to(v, direction, b->to), &found);
        } else if (direction >= 0 && s->kind == REMOTE_WITHDRAWAL) {
            int back = direction < 4 ? (direction + 2) % 4 : 4 + (direction - 4 + 2) % 4;
            remote_add(b, s, next_to(v, back, b->from), &found);
        } else if (direction >= 0 && s->kind == REMOTE_LONG_LEAP) {
            remote_between(b, s, direction, &found);
        }
    }
    return bb_without(found, bb_cell(b->to)); /* what stands there is captured by moving */
}

/* What the move captures en passant or on its way is not captured remotely too. */
static bitboard without_captured_aside(move m, bitboard cells)
{
    move_kind kind = move_kind_of(m);
    return kind == MOVE_EN_PASSANT || kind == MOVE_LOCUST ? bb_without(cells, bb_cell(move_aux(m))) : cells;
}

/* What a move of the side to move captures remotely, before it is made. Castlings, drops and chains of jumps capture nothing
 * so. */
static bitboard remote_captures_of_move(const pos *p, move m)
{
    const variant *v = p->variant;
    int side = p->state.side_to_move;
    piece_id piece = v->has_remote_captures && move_kind_of(m) <= MOVE_LOCUST ? p->board[move_from(m)] : PIECE_NONE;
    if (!piece || !ability_of(v, piece)->remote_capture_count) {
        return bb_none();
    }
    remote_move b = {
        .p = p, .piece = variant_piece(v, side, v->type_of[piece]), .from = move_from(m), .to = move_to(m)};
    b.capturable = capturable_with(p, side, v->owner_of[piece] == v->neutral_owner);
    return without_captured_aside(m, remote_captures(&b));
}

/* Where long leaps in one direction land. Something is on each cell that is capturable, if only because attacks there are
 * looked for. */
static bitboard long_leaps_along(const remote_move *b, const remote_capture *s, int direction)
{
    const variant *v = b->p->variant;
    bitboard found = bb_none(), occupied = bb_or(b->p->occupied, b->capturable);
    bool jumped = false, behind = false;
    for (unsigned at = next_to(v, direction, b->from); at != CELL_NONE;) {
        unsigned next = next_to(v, direction, at);
        if (!bb_has(occupied, at)) {
            if (behind || (jumped && s->beyond)) {
                found = bb_or(found, bb_cell(at));
            }
            behind = false;
            at = next;
            continue;
        }
        bitboard captured = bb_none();
        remote_add(b, s, at, &captured);
        if (bb_empty(captured) || next == CELL_NONE || bb_has(occupied, next)) {
            break;
        }
        jumped = behind = true;
        at = next;
    }
    return filtered(v, v->owner_of[b->piece], b->from, found);
}

static bitboard long_leap_targets(const remote_move *b)
{
    const piece_abilities *ability = ability_of(b->p->variant, b->piece);
    bitboard found = bb_none();
    for (int i = 0; i < ability->remote_capture_count; i++) {
        const remote_capture *s = &ability->remote_captures[i];
        for (int d = 0; d < 8 && s->kind == REMOTE_LONG_LEAP; d++) {
            if (d < 4 ? s->straight : s->diagonal) {
                found = bb_or(found, long_leaps_along(b, s, d));
            }
        }
    }
    return found;
}
