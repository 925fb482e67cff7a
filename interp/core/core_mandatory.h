/* Core: mandatory and forbidden captures and checks. Included by core.c. */

/* Whether the move captures on its way, where it ends, or remotely. */
static bool captures_some(const pos *p, move m)
{
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

static bool is_capture(const pos *p, move m)
{
    bool by_row = p->variant->captures_by_row && move_extra(m) && can_make_row(m);
    return by_row || captures_some(p, m);
}

static bool core_captures(const position *p, move m)
{
    return captures_some(pos_of_const(p), m);
}

/* A script cannot be entered twice, so hooks list no captures. */
static int core_capturers(position *outer, int player, int rule_piece_index, cell_id *cells, int room)
{
    pos *p = pos_of(outer);
    const variant *v = p->variant;
    live_hooks *hooks = p->hooks;
    uint8_t side_to_move = p->state.side_to_move;
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    bitboard found = bb_none();
    p->hooks = NULL;
    p->state.side_to_move = (uint8_t)player;
    pseudo_moves_of(p, &list, rule_piece_index, false);
    note_lost(p, &list);
    for (size_t i = 0; i < list.count; i++) {
        unsigned from = move_from(moves[i]);
        if (from < (unsigned)v->cells && p->board[from] && !bb_has(found, from) && is_capture(p, moves[i]) &&
            (rule_piece_index < 0 || is_of_rule_piece(v, p->board[from], rule_piece_index + 1))) {
            found = bb_or(found, bb_cell(from));
        }
    }
    p->state.side_to_move = side_to_move;
    p->hooks = hooks;
    return give_cells(bb_and(found, p->owned[player]), cells, room);
}

/* What quiescence search looks at: captures and promotions. */
static bool is_noisy(const pos *p, move m)
{
    return is_capture(p, m) || (move_into(m) && move_kind_of(m) != MOVE_DROP);
}

/* What tells, without playing, that a move gives no check: see could_give_check. */
static void check_filter_begin(const pos *p, hook_filter *filter)
{
    filter->checks_untellable = checks_unknown(p);
    filter->royal_rays = filter->checks_untellable ? bb_none() : rays_to_royals(p);
    filter->discoverers_known = false;
    filter->cached_piece = PIECE_NONE;
}

static bool could_check(const pos *p, hook_filter *filter, move m)
{
    move_kind kind = move_kind_of(m);
    return (kind > MOVE_DOUBLE_STEP && kind != MOVE_DROP) || could_give_check(p, filter, m, moving_piece(p, m));
}

/* Forbidden and mandatory checks are found by making the move. It mates only the player who moves next: another who is
 * in check may yet be helped. */
static bool gives_check_or_mate(pos *p, move m, bool *mates, size_t effort)
{
    undo u;
    int side = p->state.side_to_move;
    play_move(p, m, &u);
    bool checks = gives_check_to_any(p, side);
    p->state.side_to_move = (uint8_t)side_to_answer(p, side);
    *mates = checks && player_in_check(p, p->state.side_to_move) && !has_reply(p, effort);
    undo_move(p, &u);
    return checks;
}

/* NESTED_PLAIN: replies are judged as if checks were free. REPLIES_EFFORT: how many replies are looked at, one behind
 * the other. Replies beside each other share it equally, so that their order does not matter. */
enum { CHECKS_DEPTH_MAX = 24, NESTED_PLAIN = UINT8_MAX, REPLIES_EFFORT = 5000 };

/* Whether a player without a move goes on. They pass, but for boards of their own, where mate is judged by moves alone.
 * Before a roll it is so too, where it ends the game; else they roll. */
static bool goes_on_without_move(pos *p)
{
    const variant *v = p->variant;
    return p->extra.roll_due ? !v->has_checkmate_ending : !v->own_boards && may_pass(p, true);
}

/* Whether there is a legal reply. Replies without check are tried first, so that one check leads to another only where
 * nothing else answers. Where checks answer checks too deep, none counts as a mate. */
static bool has_reply(pos *p, size_t effort)
{
    if (goes_on_without_move(p)) {
        return true;
    }
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    uint8_t nested = p->reply_depth;
    p->reply_depth = NESTED_PLAIN;
    list_plies(p, &list, false, PLIES_ALL);
    p->reply_depth = nested;
    effort /= list.count ? list.count : 1;
    bool skip_checks = p->variant->rules->checks.unconditional_mate, deep = nested >= CHECKS_DEPTH_MAX || !effort;
    bool found = list.count > 0 && (skip_checks || deep);
    hook_filter j;
    if (!found) {
        check_filter_begin(p, &j);
    }
    for (size_t i = 0; i < list.count && !found; i++) {
        if (!could_check(p, &j, list.moves[i])) {
            found = true;
            break;
        }
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
    if (!found) {
        note_lost(p, &list);
    }
    return found;
}

static void forbid_checks(pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    hook_filter j;
    check_filter_begin(p, &j);
    for (size_t i = first; i < list->count; i++) {
        bool mates = false;
        if (!could_check(p, &j, list->moves[i]) || !gives_check_or_mate(p, list->moves[i], &mates, REPLIES_EFFORT) ||
            mates) {
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
    hook_filter j;
    check_filter_begin(p, &j);
    for (size_t i = first; i < list->count; i++) {
        if (could_check(p, &j, list->moves[i]) && gives_check(p, list->moves[i])) {
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

/* Keeps the listed moves with the greatest number, or those with at least `enough` where there are any. UINT_MAX: only the
 * greatest is enough. */
static void keep_greatest(pos *p, move_list *list, size_t first, unsigned (*number)(pos *, move), unsigned enough)
{
    unsigned greatest = 0;
    size_t kept = first;
    for (size_t i = first; i < list->count && greatest < enough; i++) {
        unsigned n = number(p, list->moves[i]);
        greatest = n > greatest ? n : greatest;
    }
    if (enough != UINT_MAX && greatest < enough) {
        return;
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
        note_lost(p, &list);
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
