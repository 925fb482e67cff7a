/* Core: attacks that sets and tables do not tell: by remote captures, and by trying every move. Included by core.c. */

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

/* The cells straight next to it. */
static bitboard enclosure_goals(const variant *v, unsigned cell)
{
    bitboard found = bb_none();
    for (int d = 0; d < 4; d++) {
        unsigned goal = next_to(v, d, cell);
        found = goal == CELL_NONE ? found : bb_or(found, bb_cell(goal));
    }
    return found;
}

/* Cells between which and helpers next to it `cell` lies. */
static bitboard custodian_goals(const pos *p, unsigned cell, int by)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    for (int d = 0; d < 4; d++) {
        unsigned goal = next_to(v, d, cell), helper = next_to(v, (d + 2) % 4, cell);
        if (goal != CELL_NONE && helper != CELL_NONE && bb_has(p->owned[by], helper)) {
            found = bb_or(found, bb_cell(goal));
        }
    }
    return found;
}

/* Cells whose rank or file crosses that of a royal of `by` on `cell`. */
static bitboard coordination_goals(const pos *p, unsigned cell, int by)
{
    const topology *t = &p->variant->topology;
    bitboard found = bb_none();
    for (bitboard royals = p->royals[by]; !bb_empty(royals);) {
        unsigned royal = bb_pop_lsb(&royals);
        bool on_file = t->column[royal] == t->column[cell], on_rank = t->row[royal] == t->row[cell];
        for (unsigned goal = 0; (on_file || on_rank) && goal < (unsigned)p->variant->cells; goal++) {
            if ((on_rank && t->column[goal] == t->column[cell]) || (on_file && t->row[goal] == t->row[cell])) {
                found = bb_or(found, bb_cell(goal));
            }
        }
    }
    return found;
}

/* All cells in a direction from `cell`, also behind holes of the board. */
static bitboard cells_onward(const variant *v, int direction, unsigned cell)
{
    bitboard found = bb_none();
    for (unsigned goal = 0; goal < (unsigned)v->cells; goal++) {
        if (goal != cell && direction_of(v, cell, goal) == direction) {
            found = bb_or(found, bb_cell(goal));
        }
    }
    return found;
}

static int opposite_direction(int direction)
{
    return direction < 4 ? (direction + 2) % 4 : 4 + (direction - 2) % 4;
}

/* The goals that all pieces of a player share, found when the first piece asks. */
typedef struct remote_goals {
    bool custodian_known, coordination_known;
    bitboard custodian, coordination;
} remote_goals;

/* Where the piece on `from` would have to go to capture on `cell` remotely, if it can go there; sometimes more. */
static bitboard goals_of_capture(const pos *p, const remote_capture *s, unsigned from, unsigned cell, int by,
                                 remote_goals *shared)
{
    const variant *v = p->variant;
    if (s->kind == REMOTE_ENCLOSURE || s->has_hostile) {
        return enclosure_goals(v, cell);
    }
    if (s->kind == REMOTE_CUSTODIAN) {
        shared->custodian = shared->custodian_known ? shared->custodian : custodian_goals(p, cell, by);
        shared->custodian_known = true;
        return shared->custodian;
    }
    if (s->kind == REMOTE_COORDINATION) {
        shared->coordination = shared->coordination_known ? shared->coordination : coordination_goals(p, cell, by);
        shared->coordination_known = true;
        return shared->coordination;
    }
    int direction = direction_of(v, from, cell);
    if (direction < 0 || !(direction < 4 ? s->straight : s->diagonal)) {
        return bb_none();
    }
    int back = opposite_direction(direction);
    if (s->kind == REMOTE_APPROACH) {
        unsigned goal = next_to(v, back, cell);
        return goal == CELL_NONE ? bb_none() : bb_cell(goal);
    }
    if (s->kind == REMOTE_WITHDRAWAL) {
        return next_to(v, direction, from) == cell ? cells_onward(v, back, from) : bb_none();
    }
    return cells_onward(v, direction, cell);
}

static bitboard goals_to_capture(const pos *p, piece_id piece, unsigned from, unsigned cell, int by,
                                 remote_goals *shared)
{
    const piece_abilities *ability = ability_of(p->variant, piece);
    bitboard found = bb_none();
    for (int i = 0; i < ability->remote_capture_count; i++) {
        const remote_capture *s = &ability->remote_captures[i];
        if (set_names_piece_at(p, &s->victims, cell, by)) {
            found = bb_or(found, goals_of_capture(p, s, from, cell, by, shared));
        }
    }
    return found;
}

static bitboard remote_attackers(const pos *p, unsigned cell, int by)
{
    const variant *v = p->variant;
    bitboard found = bb_none(), immobilized = v->has_immobilizers ? immobilized_for(p, by) : bb_none();
    remote_goals shared = {.custodian_known = false};
    for (bitboard pieces = bb_without(movable_by(p, by), immobilized); !bb_empty(pieces);) {
        unsigned from = bb_pop_lsb(&pieces);
        piece_id piece = p->board[from];
        if (!ability_of(v, piece)->remote_capture_count || from == cell) {
            continue;
        }
        bitboard wanted = goals_to_capture(p, piece, from, cell, by, &shared);
        if (bb_empty(wanted)) {
            continue;
        }
        remote_move b = {.p = p, .piece = variant_piece(v, by, v->type_of[piece]), .from = from};
        b.capturable = capturable_with(p, by, v->owner_of[piece] == v->neutral_owner);
        b.capturable = bb_or(b.capturable, bb_cell(cell));
        bitboard goals = bb_or(piece_targets(p, &v->moves[b.piece], from, b.capturable), long_leap_targets(&b));
        for (goals = bb_without(bb_and(goals, wanted), bb_cell(cell)); !bb_empty(goals);) {
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

static bool reaches_royal(const pos *p, int by, bitboard royals)
{
    while (!bb_empty(royals)) {
        if (!bb_empty(attackers_of(p, bb_pop_lsb(&royals), by, p->occupied, bb_none()))) {
            return true;
        }
    }
    return false;
}

/* The moves of player `by`, whose turn it is, that may capture a royal of `player`; more, where that is not clear. */
static void list_royal_captures(pos *p, int player, int by, move_list *list)
{
    const variant *v = p->variant;
    bitboard royals = p->royals[player];
    if (!variant_uses(v, SHORTCUT_ATTACKS_ARE_CAPTURES) || p->state.ep_count) {
        pseudo_moves(p, list);
        return;
    }
    if (!reaches_royal(p, by, royals)) {
        gen_output out = {.list = list};
        if (v->has_jumps) {
            gen_jumps(p, &out, GEN_PSEUDO);
        }
        return;
    }
    size_t kept = list->count;
    pseudo_moves(p, list);
    for (size_t i = kept; i < list->count; i++) {
        move m = list->moves[i];
        if (move_kind_of(m) != MOVE_NORMAL || bb_has(royals, move_to(m))) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}

/* Whether the move captures a royal by a movement that gives no check (`gives_check: false`), and by no other. Jumps that
 * give none are not listed here. */
static bool captures_without_check(const pos *p, move m, bitboard royals)
{
    move_kind kind = move_kind_of(m);
    unsigned at = kind == MOVE_LOCUST && !bb_has(royals, move_to(m)) ? move_aux(m) : move_to(m);
    bool direct = (kind == MOVE_NORMAL || kind == MOVE_LOCUST) && bb_has(royals, at);
    return direct && !bb_has(attackers_of(p, at, p->state.side_to_move, p->occupied, bb_none()), move_from(m));
}

/* Pieces of the side to move that capture on the cell remotely with moves that no set tells, if an enemy stood there. */
static bitboard remote_attackers_by_moves(pos *p, unsigned cell)
{
    const variant *v = p->variant;
    const int by = p->state.side_to_move;
    bitboard found = bb_none();
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        if (!v->abilities[i].remote_capture_count) {
            continue;
        }
        move moves[MOVE_BUFFER_SIZE];
        move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
        pseudo_moves_of(p, &list, (int)i, false);
        for (size_t k = 0; k < list.count; k++) {
            unsigned from = move_from(moves[k]);
            if (move_kind_of(moves[k]) > MOVE_LOCUST || bb_has(found, from) || from == cell) {
                continue;
            }
            remote_move b = {.p = p, .piece = p->board[from], .from = from, .to = move_to(moves[k])};
            b.capturable = bb_or(capturable_with(p, by, v->owner_of[b.piece] == v->neutral_owner), bb_cell(cell));
            b.piece = variant_piece(v, by, v->type_of[b.piece]);
            bitboard captured = without_captured_aside(moves[k], remote_captures(&b));
            found = bb_has(captured, cell) ? bb_or(found, bb_cell(from)) : found;
        }
    }
    return found;
}

/* Pieces of the player that attack the cell, or would if an enemy stood there, in ways that attackers_of does not know: by
 * jumps, and remotely by walks and hops. */
static bitboard attackers_by_trial(const pos *outer, unsigned cell, int by)
{
    pos *p = (pos *)outer;
    const variant *v = p->variant;
    const int owner = p->board[cell] ? v->owner_of[p->board[cell]] : by;
    const bool friend = team_mask(v, by) >> owner & 1;
    if ((v->has_missed_turns && attacks_nothing(p, by)) ||
        (v->has_protection && !friend && uncapturable_at(p, cell, owner))) {
        return bb_none();
    }
    const bool capturable = p->royals_capturable, testing = p->testing_attacks;
    const uint8_t side = p->state.side_to_move;
    live_hooks *hooks = p->hooks;
    undo u;
    undo_begin(p, &u);
    if (friend && p->board[cell]) {
        change_cell(p, &u, cell, PIECE_NONE); /* the enemy stands in its place */
    }
    const bitboard occupied = p->occupied;
    p->royals_capturable = p->testing_attacks = true;
    p->state.side_to_move = (uint8_t)by;
    p->hooks = NULL; /* a script may be asking */
    bitboard pieces = v->has_immobilizers ? bb_without(p->owned[by], immobilized_for(p, by)) : p->owned[by];
    bitboard found = v->has_jumps ? jumpers_over(p, cell, pieces) : bb_none();
    p->occupied = bb_or(occupied, bb_cell(cell));
    if (v->has_remote_captures) {
        found = bb_or(found, remote_attackers_by_moves(p, cell));
    }
    p->occupied = occupied;
    undo_move(p, &u);
    p->royals_capturable = capturable;
    p->testing_attacks = testing;
    p->state.side_to_move = side;
    p->hooks = hooks;
    return found;
}

/* A piece for a cell where nobody has named one: an enemy of the player, royal in a game with royal pieces. */
static piece_id supposed_enemy(const variant *v, int player)
{
    int type = 0;
    while (v->royal_type_count && !v->type[type].royal) {
        type++;
    }
    return variant_piece(v, v->enemy_list[player][0], type);
}

/* Pieces of `by` that attack the cell, as if an enemy stood there where none does: what walks, jumps or borrows may depend on it.
 * What protects or immobilizes is that which stands there now. */
static CORE_NOINLINE bitboard supposed_attackers(const pos *outer, unsigned cell, int by)
{
    pos *p = (pos *)outer;
    const variant *v = p->variant;
    if (v->has_missed_turns && attacks_nothing(p, by)) {
        return bb_none();
    }
    undo u;
    undo_begin(p, &u);
    if (!p->board[cell] || !(v->enemy_mask[by] >> v->owner_of[p->board[cell]] & 1)) {
        change_cell(p, &u, cell, supposed_enemy(v, by));
    }
    bitboard found = attackers_by_movement(p, cell, by, p->occupied);
    found = bb_or(found, attackers_past(p, cell, by, p->occupied));
    undo_move(p, &u);
    found = v->has_abilities ? ability_attackers(p, cell, by, found) : found;
    return attacks_by_trial(v) ? bb_or(found, attackers_by_trial(p, cell, by)) : found;
}

/* Whether some move of an enemy, with all its effects, would capture a royal of `player`. Scripts are heard only where the
 * rules say that moves attack: where jumps are tried, for no table tells them, an attack is what the pieces could do. */
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
    live_hooks *hooks = p->hooks;
    int royals = bb_count(p->royals[player]);
    p->hooks = v->rules->attacks_by_moves ? hooks : NULL;
    p->royals_capturable = p->testing_attacks = true;
    p->without_choice = false; /* this may run in the middle of such a move */
    for (int e = 0; e < v->enemy_count[player] && !found; e++) {
        if (v->enemy_list[player][e] == v->neutral_owner ||
            (v->has_missed_turns && attacks_nothing(p, v->enemy_list[player][e]))) {
            continue;
        }
        move moves[MOVE_BUFFER_SIZE];
        move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
        int by = v->enemy_list[player][e], own = bb_count(p->royals[by]);
        p->state.side_to_move = (uint8_t)by;
        p->extra.turn_ply = p->extra.roll_due = p->extra.roll = 0;
        list_royal_captures(p, player, by, &list);
        note_lost(p, &list);
        for (size_t i = 0; i < list.count && !found; i++) {
            if (captures_without_check(p, moves[i], p->royals[player]) ||
                (v->legal_hook_count && refused_by_rule(p, moves[i]))) {
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
    p->hooks = hooks;
    p->state = state;
    p->extra = more;
    return found;
}
