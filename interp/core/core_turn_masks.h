/* Core: plies that masks judge, in turns of several plies. Included by core.c.
 *
 * The masks tell after which plies the own royal is safe. A ply that ends the turn is legal exactly then. In a turn with
 * a free number of plies such a ply may end it, so it is legal; of the others some may be legal if a later ply answers
 * (`turn.legality_at_end`), and these few are played and searched. Where one more ply must follow, a ply is legal if the
 * royal is safe after it, it gives no check where only the last may, and some ply can follow. That is certain where
 * three different pieces have plies to three different cells that no ply can spoil: one ply moves one piece and fills
 * one cell. Needs SHORTCUT_TURN_MASKS. */

typedef enum ply_masks {
    PLY_BY_PLAY, /* masks do not tell */
    PLY_EXACT,   /* a ply is legal exactly if the masks allow it */
    PLY_OPEN,    /* a ply that they allow is legal; others may be */
    PLY_BEFORE,  /* so are those that give no check where they must not; others may be */
} ply_masks;

enum { SURE_PLIES = 3 };

/* Pieces that no ray of an enemy can pin. */
static bitboard unpinnable_pieces(const pos *p, int side)
{
    const variant *v = p->variant;
    bitboard found = bb_without(p->owned[side], p->royals[side]);
    for (int e = 0; e < v->enemy_count[side] && !bb_empty(p->royals[side]); e++) {
        found = bb_without(found, table_at(v->rays_to[v->enemy_list[side][e]], bb_lsb(p->royals[side])));
    }
    return found;
}

/* Whether so many pieces can leap to so many empty cells, each to its own, without promotion and unpinned. They do so
 * legally wherever the royal is not attacked. */
static bool has_sure_plies(const pos *p, int wanted)
{
    const variant *v = p->variant;
    bitboard empty = bb_without(bb_all(), p->occupied);
    for (bitboard pieces = bb_without(unpinnable_pieces(p, p->state.side_to_move), p->moved);
         !bb_empty(pieces) && wanted > 0;) {
        unsigned from = bb_pop_lsb(&pieces);
        const piece_moves *moves = &v->moves[p->board[from]];
        bitboard to = moves->leap_both ? table_at(moves->leap_both, from) : bb_none();
        to = bb_and(moves->leap_move ? bb_or(to, table_at(moves->leap_move, from)) : to, empty);
        if (moves->promotion) {
            to = bb_without(
                to, bb_or(table_at(moves->promotion->mandatory, from), table_at(moves->promotion->optional, from)));
        }
        if (!bb_empty(to)) {
            empty = bb_without(empty, bb_cell(bb_lsb(to)));
            wanted--;
        }
    }
    return wanted <= 0;
}

static ply_masks ply_masks_here(const pos *p)
{
    const variant *v = p->variant;
    const rule_turn *t = &v->rules->turn;
    int side = p->state.side_to_move;
    bitboard royals = p->royals[side];
    if (!variant_uses(v, SHORTCUT_TURN_MASKS) || !(bb_empty(royals) || bb_single(royals)) ||
        (p->royals_capturable && gives_check_to_any(p, side))) {
        return PLY_BY_PLAY;
    }
    if (!v->turn_must_complete && !t->check_only_last && !t->legality_at_end) {
        return PLY_EXACT;
    }
    unsigned plies = turn_plies(p, side), made = p->extra.turn_ply;
    if (plies && made + 1 >= plies) {
        return PLY_EXACT;
    }
    if (plies == 0) {
        return t->check_only_last ? PLY_BY_PLAY : t->legality_at_end ? PLY_OPEN : PLY_EXACT;
    }
    return made + 2 == plies && !t->check_ends && has_sure_plies(p, SURE_PLIES) ? PLY_BEFORE : PLY_BY_PLAY;
}

/* Pieces that turn and dice do not allow to move. */
static bitboard pieces_barred_by_turn(const pos *p)
{
    const variant *v = p->variant;
    const dice_outcome *o = p->extra.roll ? &v->dice_outcomes[p->extra.roll - 1] : NULL;
    bitboard barred = v->rules->turn.each_piece_once ? p->moved : bb_none();
    for (int type = 0; o && o->limits_movers && type < v->types; type++) {
        if (!set_has(o->movers, (unsigned)v->type[type].rule_piece_index)) {
            barred = bb_or(barred, p->pieces[variant_piece(v, p->state.side_to_move, type)]);
        }
    }
    return barred;
}

/* ---- plies that leave the royal attacked ---- */

static void find_checks_here(const pos *p, check_info *s)
{
    if (bb_empty(p->royals[p->state.side_to_move])) {
        *s = no_checks();
    } else {
        find_checks_and_pins(p, s);
    }
}

/* The steps of one piece to these cells. */
static void gen_steps_to(const pos *p, gen_output *out, unsigned from, bitboard cells)
{
    piece_id piece = p->board[from];
    const piece_moves *moves = &p->variant->moves[piece];
    bitboard capturable = capturable_enemies(p, p->state.side_to_move);
    gen_steps(p, out, GEN_PSEUDO, piece, from, bb_and(piece_targets(p, moves, from, capturable), cells));
    if (moves->special_start && moves->special_start[from] != moves->special_ep_start[from]) {
        gen_specials(p, out, GEN_PSEUDO, piece, from, capturable, cells, false);
    }
}

/* Lists the steps that the masks forbid. Other moves that they forbid are found by play already. */
static void list_unsafe_plies(const pos *p, move_list *list)
{
    int us = p->state.side_to_move;
    gen_output out = {.list = list};
    check_info s;
    find_checks_here(p, &s);
    if (s.royal == CELL_NONE) {
        return;
    }
    bitboard barred = pieces_barred_by_turn(p), without_royal = p->occupied, attacked = bb_none();
    bitboard capturable = capturable_enemies(p, us);
    bb_toggle(&without_royal, s.royal);
    for (bitboard to = piece_targets(p, &p->variant->moves[p->board[s.royal]], s.royal, capturable);
         !bb_empty(to) && !bb_has(barred, s.royal);) {
        unsigned cell = bb_pop_lsb(&to);
        attacked = royal_would_be_attacked(p, &s, cell, without_royal) ? bb_or(attacked, bb_cell(cell)) : attacked;
    }
    gen_steps(p, &out, GEN_PSEUDO, p->board[s.royal], s.royal, attacked);
    for (unsigned i = 0; i < s.pin_count; i++) {
        if (!bb_has(barred, s.pin[i].cell)) {
            gen_steps_to(p, &out, s.pin[i].cell, bb_without(bb_all(), s.pin[i].ray));
        }
    }
    bitboard others = bb_without(bb_without(p->owned[us], p->royals[us]), bb_or(s.pinned, barred));
    while (s.checker_count && !bb_empty(others)) {
        gen_steps_to(p, &out, bb_pop_lsb(&others), bb_without(bb_all(), s.check_mask));
    }
}

/* ---- judging ---- */

static bool ends_well(pos *p, move m)
{
    int side = p->state.side_to_move;
    undo u;
    play_move(p, m, &u);
    bool safe = safe_after_ply(p, side);
    undo_move(p, &u);
    return safe;
}

/* Whether a ply that the masks allow is legal. En passant captures have been played already. */
static bool ply_is_legal(pos *p, move m, ply_masks kind, hook_filter *filter)
{
    bool sure = kind != PLY_BEFORE || move_kind_of(m) == MOVE_EN_PASSANT ||
                (p->variant->rules->turn.check_only_last
                     ? !could_check(p, filter, m)
                     : move_kind_of(m) <= MOVE_DOUBLE_STEP && !p->variant->is_royal[p->board[move_from(m)]]);
    return sure || ends_well(p, m);
}

/* Lists the legal plies; false where masks do not tell. */
static bool list_plies_by_masks(pos *p, move_list *list)
{
    ply_masks kind = ply_masks_here(p);
    if (kind == PLY_BY_PLAY) {
        return false;
    }
    size_t first = list->count;
    gen_output out = {.list = list};
    hook_filter filter;
    check_filter_begin(p, &filter);
    list_legal(p, &out);
    if (kind == PLY_BEFORE || turn_rules_limit(p)) {
        keep_legal(p, list, first, &(move_judge){.turn = true, .plies = kind, .filter = &filter}, false);
    }
    if (kind != PLY_EXACT && p->variant->rules->turn.legality_at_end) {
        first = list->count;
        list_unsafe_plies(p, list);
        keep_completing_turn(p, list, first, false);
    }
    return true;
}

/* How many plies are legal; false where masks do not tell. */
static bool count_plies_by_masks(pos *p, uint64_t *count)
{
    ply_masks kind = ply_masks_here(p);
    if (kind == PLY_BY_PLAY) {
        return false;
    }
    if (kind == PLY_EXACT && !turn_rules_limit(p)) {
        *count = count_legal(p);
        return true;
    }
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    bitboard barred = pieces_barred_by_turn(p);
    hook_filter filter;
    memset(&filter, 0, sizeof filter);
    filter.bars_checks = kind == PLY_BEFORE && p->variant->rules->turn.check_only_last;
    if (kind == PLY_BEFORE) {
        memset(filter.movers, 0xff, sizeof filter.movers);
        check_filter_begin(p, &filter);
    }
    gen_output out = {.list = &list,
                      .count_position = position_of(p),
                      .judge = {.turn = true, .plies = kind, .filter = &filter},
                      .barred = &barred};
    count_hooked(p, &out);
    count_listed(&out);
    if (kind != PLY_EXACT && p->variant->rules->turn.legality_at_end) {
        list_unsafe_plies(p, &list);
        keep_completing_turn(p, &list, 0, false);
        out.count += list.count;
    }
    note_lost(p, &list);
    *count = out.count;
    return true;
}
