/* Core: what scripts and dice do to a position. Included by core.c.
 *
 * The effects that a live hook returns are checked and applied here one by one, by the same functions as every move. A
 * hook's failure is kept in live_hooks.failed; results after it mean nothing.
 */

/* Whether a hook that wants only checks wants all moves of the player, as the counters stand before the move. */
BB_INLINE bool counters_ask_all(const position_extra *before, const rule_hook *rule, int player)
{
    return rule->has_unless_zero && before->counters[rule->unless_zero[player]] != 0;
}

/* The same for moves that have not been made. */
BB_INLINE bool hook_asks_all(const pos *p, const rule_hook *rule)
{
    return counters_ask_all(&p->extra, rule, p->state.side_to_move);
}

/* ---- what hooks hear of a move ---- */

/* Whether the move may capture other pieces than the one that captured_by tells. */
static bool may_capture_several(const pos *p, move m)
{
    const variant *v = p->variant;
    move_kind kind = move_kind_of(m);
    return kind == MOVE_LOCUST || kind == MOVE_CHAIN || (v->has_abilities && kind <= MOVE_LOCUST) ||
           (v->captures_by_row && move_extra(m) && can_make_row(m));
}

static void add_victim(const pos *p, victim_list *list, unsigned cell, piece_id piece)
{
    const variant *v = p->variant;
    _Static_assert((int)VICTIMS_MAX >= (int)UNDO_ENTRIES_MAX, "each captured piece is an entry of undo");
    if (list->count < VICTIMS_MAX) {
        int16_t *numbers = &list->numbers[list->count++ * VICTIM_NUMBERS];
        numbers[0] = (int16_t)cell;
        numbers[1] = (int16_t)v->type[v->type_of[piece]].rule_piece_index;
        numbers[2] = (int16_t)v->owner_of[piece];
    }
}

static void find_jumped(const pos *p, move m, victim_list *list)
{
    chain_path path;
    if (!core_chain((const position *)p, m, &path)) {
        return;
    }
    for (unsigned i = 0; i < path.count; i++) {
        add_victim(p, list, path.over[i], path.captured_piece[i]);
    }
}

/* What a step captures besides the piece that captured_by tells: where its path ends, remotely, by its blast. */
static void find_other_victims(const pos *p, move m, unsigned at, victim_list *list)
{
    unsigned from = move_from(m), to = move_to(m);
    if (move_kind_of(m) == MOVE_LOCUST && to != from && to != at && p->board[to]) {
        add_victim(p, list, to, p->board[to]);
    }
    bitboard gone = remote_captures_of_move(p, m);
    if (p->variant->has_blast && p->board[at] && at != from) {
        gone = bb_or(gone, bb_without(blasted(p, from, to, at), bb_cell(to)));
    }
    while (!bb_empty(gone)) {
        unsigned cell = bb_pop_lsb(&gone);
        add_victim(p, list, cell, p->board[cell]);
    }
}

/* All pieces that the move captures, before it is made: the one on its target, or the first on its way, comes first, then
 * the others on its way, those elsewhere in the order of the cells, and the one that a row removes. A piece that a jump
 * converts is one of them; of a stack, the top piece is. */
static void find_victims(const pos *p, move m, victim_list *list)
{
    move_kind kind = move_kind_of(m);
    unsigned at;
    piece_id captured = kind <= MOVE_LOCUST ? captured_by(p, m, &at) : PIECE_NONE;
    list->count = 0;
    if (kind == MOVE_CHAIN) {
        find_jumped(p, m, list);
    }
    if (captured) {
        add_victim(p, list, at, captured);
    }
    if (kind <= MOVE_LOCUST) {
        find_other_victims(p, m, at, list);
    }
    unsigned row_cell = p->variant->captures_by_row && can_make_row(m) ? move_extra(m) : 0;
    if (row_cell && p->board[row_cell - 1]) {
        add_victim(p, list, row_cell - 1, p->board[row_cell - 1]);
    }
}

/* Where the second half of the move puts a piece; -1. */
static int put_cell_of(const pos *p, move m)
{
    const put_table *t = &p->variant->put;
    if (!t->given || (t->chooses && !move_extra(m))) {
        return -1;
    }
    unsigned cell = t->chooses ? move_put_cell(m) : move_from(m);
    bool free = cell != CELL_NONE && (t->chooses || cell != move_to(m));
    return free && set_has(p->variant->set_pool + t->zone[p->state.side_to_move], cell) ? (int)cell : -1;
}

static int rule_piece_of(const variant *v, piece_id piece)
{
    return piece ? v->type[v->type_of[piece]].rule_piece_index : -1;
}

/* The move captures all of them; the first one is the piece that it is said to capture. */
static void hear_victims(move_facts *facts, const victim_list *victims)
{
    bool any = victims->count > 0;
    facts->victims = victims;
    facts->captured_at = any ? victims->numbers[0] : -1;
    facts->captured = any ? victims->numbers[1] : -1;
    facts->captured_owner = any ? victims->numbers[2] : -1;
}

/* `before` and `after` the move; `captured` is the only captured piece unless there are `victims`. */
static move_facts make_move_facts(const pos *p, move m, piece_id before, piece_id after, piece_id captured,
                                  unsigned captured_at, const victim_list *victims)
{
    const variant *v = p->variant;
    move_kind kind = move_kind_of(m);
    move_facts facts = {
        .from = move_from(m) == CELL_NONE ? -1 : (int)move_from(m),
        .to = (int)move_to(m),
        .piece = rule_piece_of(v, before),
        .owner = kind == MOVE_DROP ? p->state.side_to_move : v->owner_of[before], /* a neutral piece in hand has one */
        .into = rule_piece_of(v, after),
        .captured = rule_piece_of(v, captured),
        .captured_at = captured ? (int)captured_at : -1,
        .captured_owner = captured ? v->owner_of[captured] : -1,
        .victims = victims,
        .drop = kind == MOVE_DROP,
        .removal = kind == MOVE_IN_PLACE && move_aux(m) == IN_PLACE_REMOVE,
        .pass = kind == MOVE_IN_PLACE && move_aux(m) != IN_PLACE_REMOVE && !move_into(m),
        .put_at = v->put.given ? put_cell_of(p, m) : -1,
    };
    if (victims) {
        hear_victims(&facts, victims);
    }
    if (kind == MOVE_CASTLE) {
        facts.castling = v->right[v->castlings[move_index(m)].right].letter;
        facts.half = HALF_KING;
    }
    return facts;
}

/* The other half of a castling, from the facts of the king's. */
static move_facts partner_facts(const variant *v, move m, const move_facts *king)
{
    const castling *c = &v->castlings[move_index(m)];
    move_facts facts = *king;
    facts.from = c->partner_from;
    facts.to = c->partner_to;
    facts.piece = facts.into = rule_piece_of(v, c->partner);
    facts.owner = v->owner_of[c->partner];
    facts.half = HALF_PARTNER;
    facts.put_at = -1;
    return facts;
}

/* What hooks hear of a move of a piece, before it is made: one half, or the two of a castling. Returns how many. `list`
 * gets the captured pieces where they may be several, and must outlive the facts. */
enum { HALVES_MAX = 2 };
static int move_halves(const pos *p, move m, piece_id piece, move_facts facts[HALVES_MAX], victim_list *list)
{
    const variant *v = p->variant;
    unsigned captured_at;
    piece_id captured = captured_by(p, m, &captured_at), after = arriving_piece(v, m, piece, captured);
    bool several = may_capture_several(p, m);
    if (several) {
        find_victims(p, m, list);
    }
    facts[0] = make_move_facts(p, m, piece, after, captured, captured_at, several ? list : NULL);
    if (facts[0].removal) {
        facts[0].into = -1;
    }
    if (move_kind_of(m) != MOVE_CASTLE) {
        return 1;
    }
    facts[1] = partner_facts(v, m, &facts[0]);
    return 2;
}

/* The piece that a hook names. A royal piece stays royal when it transforms. */
static piece_id piece_for_effect(const variant *v, int owner, int rule_piece_index, bool royal)
{
    int type = v->base_type[rule_piece_index];
    if (royal && v->type[type].royal_form >= 0) {
        type = v->type[type].royal_form;
    }
    return variant_piece(v, owner, type);
}

/* A piece that effects change or remove can no longer be captured en passant. */
static void ep_forget_piece(pos *p, unsigned piece_cell)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        ep_cell c = p->state.ep_cells[i];
        if (c.piece_cell == piece_cell) {
            p->state.hash ^= ep_key(p->variant, c);
        } else {
            p->state.ep_cells[kept++] = c;
        }
    }
    memset(&p->state.ep_cells[kept], 0, (p->state.ep_count - kept) * sizeof p->state.ep_cells[0]);
    p->state.ep_count = (uint8_t)kept;
}

/* Whether pieces of the player may stand there: where players have boards of their own, only on theirs. */
static bool may_stand_on(const variant *v, int owner, int cell)
{
    return !v->own_boards || v->board_of[owner] == v->topology.level[cell];
}

/* The same for the result of the effect. */
static bool effect_keeps_to_board(const pos *p, const effect *e)
{
    const variant *v = p->variant;
    switch (e->kind) {
    case EFFECT_PUT:
    case EFFECT_PUT_UNDER:
    case EFFECT_GIVE:
        return may_stand_on(v, e->owner, e->cell);
    case EFFECT_MOVE:
    case EFFECT_SWAP:
    case EFFECT_EN_PASSANT:
        return v->topology.level[e->cell] == v->topology.level[e->to];
    default:
        return true;
    }
}

/* A live call failed, about the move `m` that `u` takes back (NULL: not made yet). */
static void hook_failed(const pos *p, const undo *u, move m)
{
    live_hooks *hooks = p->hooks;
    hooks->failed = true;
    hooks->failed_in(hooks->host, (const position *)p, u, m);
}

/* ---- one function an effect: applies it, or returns why it cannot ---- */

typedef const char *effect_function(pos *p, undo *u, const effect *e);

static piece_id piece_on(const pos *p, int cell)
{
    return cell >= 0 ? p->board[cell] : PIECE_NONE;
}

static const char *effect_capture(pos *p, undo *u, const effect *e)
{
    piece_id there = piece_on(p, e->cell);
    if (!there) {
        return "`capture` on an empty cell";
    }
    if (royal_uncapturable(p, there)) {
        return p->variant->rules->attacks_by_moves
                   ? "`capture` of a royal piece, which cannot be captured"
                   : "`capture` of a royal piece, which cannot be captured (only `royals: {attacked: by moves}` makes "
                     "it a check)";
    }
    lose_rights(p, king_rights(p->variant, there, (unsigned)e->cell));
    const capture_log *log = p->hooks ? p->hooks->capture_log : NULL;
    if (log && log->undo == u) {
        add_victim(p, log->list, (unsigned)e->cell, there);
    }
    stack_pop(p, u, (unsigned)e->cell);
    return NULL;
}

static const char *effect_put(pos *p, undo *u, const effect *e)
{
    const variant *v = p->variant;
    piece_id piece = piece_for_effect(v, e->owner, e->piece, v->rules->pieces[e->piece].royal);
    if (!variant_may_have(v, v->owner_of[piece], v->type_of[piece])) {
        return "`put` of a neutral royal piece";
    }
    if (!stack_push(p, u, (unsigned)e->cell, piece)) {
        return v->has_stacks ? "`put` on a full stack" : "`put` on an occupied cell";
    }
    return NULL;
}

static const char *effect_put_under(pos *p, undo *u, const effect *e)
{
    if (!stack_bury(p, u, (unsigned)e->cell, piece_for_effect(p->variant, e->owner, e->piece, false))) {
        return p->variant->has_stacks ? "`put_under` a full stack" : "`put_under` in a game without stacks";
    }
    return NULL;
}

static const char *effect_transform(pos *p, undo *u, const effect *e)
{
    const variant *v = p->variant;
    piece_id there = piece_on(p, e->cell);
    if (!there) {
        return "`transform` on an empty cell";
    }
    const piece_id into = piece_for_effect(v, v->owner_of[there], e->piece, v->is_royal[there]);
    if (!variant_may_have(v, v->owner_of[into], v->type_of[into])) {
        return "`transform` of a neutral piece into a royal one";
    }
    lose_rights(p, king_rights(v, there, (unsigned)e->cell));
    change_cell(p, u, (unsigned)e->cell, uncovered_form(p, into, (unsigned)e->cell));
    return NULL;
}

static const char *effect_give(pos *p, undo *u, const effect *e)
{
    const variant *v = p->variant;
    piece_id there = piece_on(p, e->cell);
    if (!there) {
        return "`give` on an empty cell";
    }
    if (v->is_royal[there]) {
        return "`give` of a royal piece, which keeps its owner";
    }
    lose_rights(p, king_rights(v, there, (unsigned)e->cell));
    there = variant_piece(v, e->owner, v->type_of[there]);
    change_cell(p, u, (unsigned)e->cell, uncovered_form(p, there, (unsigned)e->cell));
    return NULL;
}

static const char *effect_move(pos *p, undo *u, const effect *e)
{
    const variant *v = p->variant;
    piece_id there = piece_on(p, e->cell);
    if (!there) {
        return "`move` from an empty cell";
    }
    if (p->board[e->to] && !v->has_stacks) {
        return "`move` to an occupied cell";
    }
    stack_pop(p, u, (unsigned)e->cell);
    if (!stack_push(p, u, (unsigned)e->to, there)) {
        return "`move` onto a full stack";
    }
    lose_rights(p, king_rights(v, there, (unsigned)e->cell) | v->cell_clears_rights[e->to]);
    return NULL;
}

/* Of stacks the top pieces change places. */
static const char *effect_swap(pos *p, undo *u, const effect *e)
{
    const variant *v = p->variant;
    const piece_id one = piece_on(p, e->cell), other = piece_on(p, e->to);
    if (!one || !other) {
        return "`swap` with an empty cell";
    }
    lose_rights(p, king_rights(v, one, (unsigned)e->cell) | king_rights(v, other, (unsigned)e->to) |
                       v->cell_clears_rights[e->to]);
    if (p->state.ep_count) {
        ep_forget_piece(p, (unsigned)e->to);
    }
    change_cell(p, u, (unsigned)e->cell, uncovered_form(p, other, (unsigned)e->cell));
    change_cell(p, u, (unsigned)e->to, uncovered_form(p, one, (unsigned)e->to));
    return NULL;
}

static const char *effect_to_hand(pos *p, undo *u, const effect *e)
{
    const variant *v = p->variant;
    piece_id there = piece_on(p, e->cell);
    if (!there) {
        return "`to_hand` of an empty cell";
    }
    if (!v->has_hands) {
        return "`to_hand` in a game without hands";
    }
    int type = v->base_type[v->type[v->type_of[there]].rule_piece_index];
    piece_id held = v->hand_piece[variant_piece(v, v->owner_of[there], type)];
    if (!held || (v->is_royal[held] && !variant_places_royals(v))) {
        return "`to_hand` of a piece that cannot be held";
    }
    lose_rights(p, king_rights(v, there, (unsigned)e->cell));
    stack_pop(p, u, (unsigned)e->cell);
    change_hand(p, u, held, 1);
    return NULL;
}

static const char *effect_hand(pos *p, undo *u, const effect *e)
{
    piece_id piece = piece_for_effect(p->variant, e->owner, e->piece, false);
    int count = hand_of(p)[piece] + e->amount;
    if (!p->variant->has_hands) {
        return "`hand` in a game without hands";
    }
    if (count < 0 || count > 1000) {
        return "`hand` that leaves fewer than none or more than 1000";
    }
    change_hand(p, u, piece, e->amount);
    return NULL;
}

static const char *effect_counter(pos *p, undo *u, const effect *e)
{
    (void)u;
    int value = e->amount + (e->kind == EFFECT_COUNTER_ADD ? p->extra.counters[e->counter] : 0);
    if (value < -9999 || value > 9999) {
        return "`counter` that leaves -9999 to 9999";
    }
    p->extra.counters[e->counter] = (int16_t)value;
    return NULL;
}

static const char *effect_right(pos *p, undo *u, const effect *e)
{
    (void)u;
    if (!e->amount) {
        lose_rights(p, UINT32_C(1) << e->counter);
        return NULL;
    }
    if (!right_piece_in_place(position_of(p), e->counter)) {
        return "`right` for pieces that are not in place";
    }
    restore_right(p, e->counter);
    return NULL;
}

/* For `roll` as well, which also names the next player. */
static const char *effect_next_player(pos *p, undo *u, const effect *e)
{
    (void)u;
    if (e->owner == p->variant->neutral_owner) {
        return "a turn for neutral pieces";
    }
    if (e->kind == EFFECT_ROLL && !p->variant->dice_outcome_count) {
        return "`roll` in a game without dice";
    }
    p->extra.next_player = (uint8_t)(e->owner + 1);
    p->extra.roll_due = e->kind == EFFECT_ROLL;
    return NULL;
}

static const char *effect_use_die(pos *p, undo *u, const effect *e)
{
    (void)u;
    for (int i = 0; i < DICE_MAX; i++) {
        if (p->extra.dice[i] == e->amount && e->amount > 0) {
            memmove(&p->extra.dice[i], &p->extra.dice[i + 1], (size_t)(DICE_MAX - 1 - i));
            p->extra.dice[DICE_MAX - 1] = 0;
            return NULL;
        }
    }
    return "`use_die` of a number that no die shows";
}

static const char *effect_en_passant(pos *p, undo *u, const effect *e)
{
    (void)u;
    if (piece_on(p, e->cell)) {
        return "`en_passant` of an occupied cell";
    }
    if (!p->board[e->to]) {
        return "`en_passant` by no piece";
    }
    ep_add(p, (unsigned)e->cell, (unsigned)e->to, p->variant->owner_of[p->board[e->to]]);
    return NULL;
}

static const char *effect_halfmove_clock(pos *p, undo *u, const effect *e)
{
    (void)u;
    if (e->amount < 0 || e->amount > 9999) {
        return "`halfmove_clock` of fewer plies than none or more than 9999";
    }
    p->state.halfmove_clock = (uint16_t)e->amount;
    return NULL;
}

/* Applies one effect. Returns why it cannot, else NULL. */
static const char *apply_effect(pos *p, undo *u, const effect *e)
{
    static effect_function *const functions[] = {
        [EFFECT_CAPTURE] = effect_capture,
        [EFFECT_PUT] = effect_put,
        [EFFECT_TRANSFORM] = effect_transform,
        [EFFECT_GIVE] = effect_give,
        [EFFECT_MOVE] = effect_move,
        [EFFECT_SWAP] = effect_swap,
        [EFFECT_HAND] = effect_hand,
        [EFFECT_COUNTER_ADD] = effect_counter,
        [EFFECT_COUNTER_SET] = effect_counter,
        [EFFECT_NEXT_PLAYER] = effect_next_player,
        [EFFECT_ROLL] = effect_next_player,
        [EFFECT_USE_DIE] = effect_use_die,
        [EFFECT_TO_HAND] = effect_to_hand,
        [EFFECT_PUT_UNDER] = effect_put_under,
        [EFFECT_RIGHT] = effect_right,
        [EFFECT_EN_PASSANT] = effect_en_passant,
        [EFFECT_HALFMOVE_CLOCK] = effect_halfmove_clock,
    };
    if (u->count + 2 * STACK_MAX + 8 > UNDO_ENTRIES_MAX) {
        return "more effects than one move can have";
    }
    if (p->variant->own_boards && !effect_keeps_to_board(p, e)) {
        return "an effect that brings a piece to a board on which its owner does not play";
    }
    if (e->cell >= 0) {
        lose_rights(p, p->variant->cell_clears_rights[e->cell]);
    }
    if (p->state.ep_count && e->cell >= 0 && e->kind != EFFECT_EN_PASSANT) {
        ep_forget_piece(p, (unsigned)e->cell);
    }
    return functions[e->kind](p, u, e);
}

/* Applies them in their order. NULL, or why one cannot be: those before it stand. */
static const char *apply_each(pos *p, undo *u, const effect *effects, size_t count)
{
    const char *wrong = NULL;
    for (size_t k = 0; k < count && !wrong; k++) {
        wrong = apply_effect(p, u, &effects[k]);
    }
    return wrong;
}

/* The same for the answer of a hook, which has failed where one cannot be applied. */
static bool apply_effects(pos *p, undo *u, const effect *effects, size_t count)
{
    const char *wrong = apply_each(p, u, effects, count);
    if (wrong) {
        p->hooks->refuse(p->hooks->host, wrong);
        p->hooks->failed = true;
    }
    return !wrong;
}

/* How many versions of the move `m` a hook's choice offers; 1 without a choice. `u` takes the move back. */
static size_t count_choices(const pos *p, int hook, const undo *u, move m, const move_facts *facts)
{
    listed_move unused[1];
    size_t count = 0;
    live_hooks *hooks = p->hooks;
    if (!hooks->list(hooks->host, hook, (const position *)p, facts, unused, 0, &count)) {
        hook_failed(p, u, m);
    }
    return count ? count : 1;
}

static void run_choice(pos *p, undo *u, int hook, const move_facts *facts, unsigned which)
{
    effect effects[EFFECTS_MAX];
    size_t count = 0;
    live_hooks *hooks = p->hooks;
    if (!hooks->pick(hooks->host, hook, position_of(p), facts, which, effects, EFFECTS_MAX, &count, NULL)) {
        hooks->failed = true;
        return;
    }
    apply_effects(p, u, effects, count);
}

/* A hook with a filter on checks hears of a castling once. `king`: the half that it may have heard of; NULL. */
static bool has_heard(const pos *p, const variant_hook *h, const move_facts *king)
{
    return king && (h->rule->checks_only || h->rule->no_checks) &&
           hook_is_about(p->variant, h, king, p->state.side_to_move);
}

/* Whether the move matches the hook's filters, after the move has been made. The side to move has not changed yet. */
static bool after_hook_matches(const pos *p, const undo *u, const variant_hook *h, const move_facts *facts,
                               const move_facts *king)
{
    const rule_hook *rule = h->rule;
    int side = p->state.side_to_move;
    if (!hook_is_about(p->variant, h, facts, side) || has_heard(p, h, king)) {
        return false;
    }
    return (!rule->checks_only || counters_ask_all(&u->extra, rule, side) || gives_check_to_any(p, side)) &&
           (!rule->no_checks || !gives_check_to_any(p, side));
}

/* What an effect changes. */
static hook_changes changes_of(effect_kind kind)
{
    switch (kind) {
    case EFFECT_COUNTER_ADD:
    case EFFECT_COUNTER_SET:
        return CHANGES_COUNTERS;
    case EFFECT_NEXT_PLAYER:
    case EFFECT_ROLL:
    case EFFECT_USE_DIE:
    case EFFECT_RIGHT:
    case EFFECT_EN_PASSANT:
    case EFFECT_HALFMOVE_CLOCK:
        return CHANGES_TURN;
    default:
        return CHANGES_BOARD;
    }
}

/* A hook that says what it changes may do nothing else: legality does not run it. */
static bool keeps_to_changes(const pos *p, const rule_hook *rule, const effect *effects, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (changes_of(effects[k].kind) < rule->changes) {
            p->hooks->refuse(p->hooks->host, rule->changes == CHANGES_COUNTERS
                                                 ? "an effect that is not of a counter, and says `changes: counters`"
                                                 : "an effect on the board or a hand, and says `changes: turn`");
            p->hooks->failed = true;
            return false;
        }
    }
    return true;
}

/* `king`: the other half of a castling, of which the hooks have heard; NULL. */
static void run_after_hooks(pos *p, undo *u, move_facts facts, const move_facts *king)
{
    const variant *v = p->variant;
    live_hooks *hooks = p->hooks;
    for (int i = 0; i < v->after_hook_count && hooks && !hooks->failed; i++) {
        if (!after_hook_matches(p, u, &v->after_hooks[i], &facts, king)) {
            continue;
        }
        effect effects[EFFECTS_MAX];
        size_t count = 0;
        facts.into = rule_piece_of(v, p->board[facts.to]);
        if (!hooks->after(hooks->host, i, position_of(p), &facts, effects, EFFECTS_MAX, &count)) {
            hooks->failed = true;
            return;
        }
        if (!keeps_to_changes(p, v->after_hooks[i].rule, effects, count) || !apply_effects(p, u, effects, count)) {
            return;
        }
    }
}

/* Reviews en passant targets after effects. A target is dropped if its piece is gone or has another owner, or if nobody
 * can use it. */
static void ep_review(pos *p)
{
    int side = p->state.side_to_move;
    unsigned count = p->state.ep_count;
    ep_cell all[EP_CELLS_MAX];
    memcpy(all, p->state.ep_cells, count * sizeof *all);
    ep_forget(p);
    for (unsigned i = 0; i < count; i++) {
        piece_id piece = p->board[all[i].piece_cell];
        bool movers =
            piece && (p->variant->owner_of[piece] == side || p->variant->owner_of[piece] == p->variant->neutral_owner);
        if (movers && !p->board[all[i].cell] && ep_is_usable(p, all[i].cell, side, -1)) {
            ep_add(p, all[i].cell, all[i].piece_cell, side);
        }
    }
}

/* Removes the piece that the player has chosen to capture with their row. */
static void capture_by_row(pos *p, undo *u, unsigned cell)
{
    const variant *v = p->variant;
    piece_id captured = p->board[cell];
    lose_rights(p, rights_of_piece(v, captured, cell));
    change_cell(p, u, cell, PIECE_NONE);
    if (p->state.ep_count) {
        ep_forget_piece(p, cell);
    }
    if (v->has_hands) {
        capture_to_hand(p, u, captured, p->state.side_to_move);
    }
    p->state.halfmove_clock = 0;
}

/* The half of the move about which a hook is asked that is asked once a move; NULL. */
static const move_facts *half_for(const pos *p, const variant_hook *h, const move_facts *facts, int halves)
{
    for (int i = 0; i < halves; i++) {
        if (hook_is_about(p->variant, h, &facts[i], p->state.side_to_move)) {
            return &facts[i];
        }
    }
    return NULL;
}

/* A castling is two moves: the king's, then its partner's. */
static void call_move_hooks(pos *p, undo *u, move m, piece_id before, piece_id captured, unsigned captured_at)
{
    const variant *v = p->variant;
    live_hooks *hooks = p->hooks;
    if (v->captures_by_row && move_extra(m) && can_make_row(m) && p->board[move_extra(m) - 1]) {
        capture_by_row(p, u, move_extra(m) - 1);
    }
    if (v->put.given) {
        play_put(p, u, m);
    }
    move_facts facts[HALVES_MAX];
    int halves = move_kind_of(m) == MOVE_CASTLE ? 2 : 1;
    facts[0] = make_move_facts(p, m, before, p->board[move_to(m)], captured, captured_at, u->victims);
    run_after_hooks(p, u, facts[0], NULL);
    if (halves == 2) {
        facts[1] = partner_facts(v, m, &facts[0]);
        run_after_hooks(p, u, facts[1], &facts[0]);
    }
    bool chosen = v->choice_hook_count && !p->without_choice && move_kind_of(m) != MOVE_CHAIN;
    for (int i = 0; chosen && i < v->choice_hook_count && hooks && !hooks->failed; i++) {
        const move_facts *half = half_for(p, &v->choice_hooks[i], facts, halves);
        if (half) {
            move_facts now = *half;
            now.into = rule_piece_of(v, p->board[now.to]);
            run_choice(p, u, i, &now, move_extra(m));
        }
    }
    if (p->state.ep_count && !v->keeps_ep) {
        ep_review(p);
    }
}

static void run_move_hooks(pos *p, undo *u, move m, piece_id before, piece_id captured, unsigned captured_at)
{
    const live_hooks *hooks = p->hooks;
    const bool failed_before = hooks && hooks->failed;
    call_move_hooks(p, u, m, before, captured, captured_at);
    u->clock_at_choice = p->state.halfmove_clock;
    if (hooks && hooks->failed && !failed_before) {
        hook_failed(p, u, m);
    }
}

/* A move that a hook listed. */
static bool play_listed(pos *p, undo *u, move m)
{
    effect effects[EFFECTS_MAX];
    size_t count = 0;
    live_hooks *hooks = p->hooks;
    bool progress = false;
    if (!hooks || hooks->failed) {
        return false;
    }
    bool of_piece = p->variant->moves_hooks[move_index(m)].rule->piece_count > 0;
    move_facts about = of_piece ? position_piece_facts(position_of(p), move_from(m)) : (move_facts){0};
    if (!hooks->pick(hooks->host, (int)move_index(m), position_of(p), of_piece ? &about : NULL, move_extra(m), effects,
                     EFFECTS_MAX, &count, NULL)) {
        hook_failed(p, u, m);
        return false;
    }
    if (!p->variant->keeps_ep) {
        ep_forget(p); /* not earlier: the hook lists what they allow */
    }
    for (size_t k = 0; k < count; k++) {
        progress |= effects[k].kind == EFFECT_CAPTURE || effects[k].kind == EFFECT_PUT ||
                    effects[k].kind == EFFECT_HALFMOVE_CLOCK || effects[k].kind == EFFECT_GIVE;
    }
    if (!apply_effects(p, u, effects, count)) {
        hook_failed(p, u, m);
    }
    return progress;
}

static void play_roll(pos *p, move m)
{
    const dice_outcome *o = &p->variant->dice_outcomes[move_index(m)];
    p->extra.roll_due = 0;
    p->extra.roll = (uint8_t)(move_index(m) + 1);
    memcpy(p->extra.dice, o->dice, sizeof p->extra.dice);
    p->state.hash ^= extra_state_key(p->variant, &p->extra);
    p->state.plies = (uint16_t)(p->state.plies + (p->state.plies < UINT16_MAX));
}

/* Kinds of moves that most variants do not have. */
static void play_rare_kind(pos *p, undo *u, move m)
{
    bool progress = false;
    switch (move_kind_of(m)) {
    case MOVE_CLAIM:
        if (p->variant->has_extra_state) {
            p->state.hash ^= extra_state_key(p->variant, &p->extra);
        }
        return;
    case MOVE_ROLL:
        play_roll(p, m);
        return;
    case MOVE_HOOK:
        progress = play_listed(p, u, m);
        break;
    case MOVE_CHAIN: {
        piece_id piece = p->board[move_from(m)], captured = p->board[move_aux(m)];
        progress = play_chain(p, u, m);
        if (p->variant->after_hook_count || p->variant->choice_hook_count) {
            run_move_hooks(p, u, m, piece, captured, move_aux(m));
        }
        break;
    }
    default: /* MOVE_PASS */
        break;
    }
    if (!(p->variant->has_setup_phase && is_setup_move(p->variant, m))) {
        advance_halfmove_clock(p, progress);
    }
    next_turn(p, u, m);
}
