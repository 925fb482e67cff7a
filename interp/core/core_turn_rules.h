/* Core: turn rules, that is, what limits a ply besides how pieces move. Included by core.c.
 *
 * Turns of several plies, passes, setup phases, dice, mandatory captures and checks, moves that a script lists, and
 * attacks found by trying every move. A variant without any of them (variant_has_turn_rules and has_extra_state false)
 * never comes here. Moves are listed in the order of the rules: what pieces can do; what turn, dice and hand allow;
 * what keeps the own royals safe; what hooks refuse; forbidden and mandatory checks; mandatory captures; last, ending
 * the turn or passing.
 */

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

static bool drops_come_first(const pos *p)
{
    return holds_first_drop(p, p->state.side_to_move);
}

static bool is_first_drop(const pos *p, move m)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    bool found = false;
    for (int i = 0; i < v->drop_count[us] && move_kind_of(m) == MOVE_DROP; i++) {
        const drop_table *d = &v->drops[us][i];
        found |= d->first && d->piece == variant_dropped_piece(v, us, (int)move_into(m) - 1);
    }
    return found;
}

/* Keeps the drops that come before anything else, if there are any. */
static void force_first_drops(pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        if (is_first_drop(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept > first ? kept : list->count;
}

/* In this order. With NESTED_PLAIN, where only the existence of a move matters, none applies. */
static const struct final_rule {
    illegal_reason reason;
    bool (*applies)(const pos *p);
    void (*filter)(pos *p, move_list *list, size_t first);
} final_rules[] = {
    {ILLEGAL_SETUP_FIRST, drops_come_first, force_first_drops},
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
    const variant *v = p->variant;
    finish_search f;
    int side = p->state.side_to_move;
    size_t kept = first;
    if (list->count > first) {
        finish_search_begin(&f, p, side);
    }
    for (size_t i = first; i < list->count && !(one && kept > first); i++) {
        move m = list->moves[i];
        if (!turn_rules_allow(p, m) || refused_by_rule(p, m)) {
            continue;
        }
        undo u;
        bool safe = v->has_setup_phase && is_setup_move(v, m);
        if (!safe) {
            play_move(p, m, &u);
            safe = safe_after(p, side, &f);
            undo_move(p, &u);
        }
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

/* Lists the drops that come before anything else, where masks need not be asked: outside check each of them is safe.
 * False where there is none. */
static bool list_first_drops(pos *p, move_list *list, size_t first)
{
    gen_output out = {.list = list};
    size_t kept = first;
    if (!drops_come_first(p) || p->variant->put.chooses || turn_rules_limit(p) ||
        player_in_check(p, p->state.side_to_move)) {
        return false;
    }
    gen_drops(p, &out, GEN_LEGAL, bb_all());
    for (size_t i = first; i < list->count; i++) {
        if (is_first_drop(p, list->moves[i]) && !refused_by_rule(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
    return kept > first;
}

/* The plies of the side to move, without passes, or some of them. Before a roll those of every piece, as after it: a ply
 * leaves no roll open unless a hook wants one, so that the turn must be completed. */
static void list_plies(pos *p, move_list *list, bool slow, wanted_plies wanted)
{
    const variant *v = p->variant;
    size_t first = list->count;
    bool noisy = wanted == PLIES_NOISY, one = wanted == PLIES_ONE && !has_final_rule(p);
    if (v->has_missed_turns && is_eliminated(p, p->state.side_to_move)) {
        return;
    }
    const uint8_t roll_due = p->extra.roll_due;
    p->extra.roll_due = 0;
    const bool only_by_play = slow;
    bool plies_known = !slow && variant_uses(v, SHORTCUT_TURN_MASKS) && !must_part(p) && list_plies_by_masks(p, list);
    bool all_legal = false; /* the masks decided everything: no hook is asked and no turn rule limits these moves */
    if (plies_known) {
        all_legal = true;
    } else if (!slow && masks_apply(p)) {
        gen_output out = {.list = list};
        bool may_leave_check = v->rules->setup_separate_phase || bb_empty(p->royals[p->state.side_to_move]);
        if (v->rules->setup_mandatory && may_leave_check && must_place(p, p->state.side_to_move)) {
            gen_drops(p, &out, GEN_LEGAL, bb_all()); /* nothing else is legal */
            all_legal = !v->hooks_judge_moves;
        } else if (list_first_drops(p, list, first)) {
            all_legal = true;
        } else {
            /* a quiet move may become a capture of a row */
            (noisy && !v->captures_by_row ? list_noisy : list_legal)(p, &out);
            all_legal = !v->hooks_judge_moves && !turn_rules_limit(p);
        }
        if (v->captures_by_row) {
            expand_row_captures(p, list, first);
        }
        if (v->put.chooses) {
            expand_puts(p, list, first);
        }
    } else {
        slow = true;
        pseudo_moves_of(p, list, -1, noisy);
    }
    if (noisy && !slow) {
        keep_noisy(p, list, first); /* pseudo_moves_of has done it */
    }
    if (v->turn_must_complete && !plies_known) {
        keep_completing_turn(p, list, first, one);
    } else if (!all_legal) {
        safe_steps steps;
        const safe_steps *safe = slow && !only_by_play ? safe_steps_find(p, &steps) : NULL;
        keep_legal(p, list, first, &(move_judge){.pseudo = slow, .turn = turn_rules_limit(p), .safe = safe}, one);
    }
    /* moves that prepare the game are the only ones, and no rule of play chooses among them */
    const bool prepares = v->has_setup_phase && list->count > first && move_kind_of(list->moves[first]) == MOVE_HOOK &&
                          is_setup_move(v, list->moves[first]);
    const bool chooses = !prepares && p->reply_depth != NESTED_PLAIN;
    for (unsigned i = 0; i < sizeof final_rules / sizeof final_rules[0] && chooses; i++) {
        if (final_rules[i].applies(p)) {
            final_rules[i].filter(p, list, first);
        }
    }
    p->extra.roll_due = roll_due;
}

/* Whether the side to move has a ply besides passing. */
static bool has_ply(pos *p)
{
    if (variant_uses(p->variant, SHORTCUT_TURN_MASKS) && !has_final_rule(p) && !turn_rules_limit(p) &&
        has_sure_plies(p, 1)) {
        ply_masks kind = ply_masks_here(p);
        if ((kind == PLY_EXACT || kind == PLY_OPEN) && !player_in_check(p, p->state.side_to_move)) {
            return true;
        }
    }
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    list_plies(p, &list, false, PLIES_ONE);
    if (list.count == 0) {
        note_lost(p, &list);
    }
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
        bitboard cells = d->parries ? cells_open_to(p, d, bb_without(bb_all(), p->occupied)) : bb_none();
        while (!bb_empty(cells) && !found) {
            unsigned cell = bb_pop_lsb(&cells);
            write_cell(p, cell, d->piece);
            found = !player_in_check(p, us) && (d->may_give_check || !gives_check_to_any(p, us));
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

/* Where a player may pass though there are moves, what must be placed comes first. */
static bool may_pass(pos *p, bool no_moves)
{
    const ruleset *rules = p->variant->rules;
    const int us = p->state.side_to_move;
    const bool free =
        p->extra.turn_ply == 0 && !(rules->setup_mandatory && must_place(p, us)) && !must_place_royal(p, us);
    switch (rules->turn.pass) {
    case PASS_ALWAYS:
        return free;
    case PASS_UNCHECKED:
        return free && !player_in_check(p, us);
    case PASS_FACING:
        return free && (!player_in_check(p, us) || must_part(p));
    case PASS_NO_MOVES:
        return no_moves;
    case PASS_STALEMATED:
        return no_moves && !player_in_check(p, us);
    case PASS_NEVER:
        break;
    }
    return false;
}

/* Whether the player has no move whatever the dice show, in a variant that ends so: then the game is over before the
 * roll. */
static bool no_moves_before_roll(pos *p)
{
    const bool checked = player_in_check(p, p->state.side_to_move);
    return (checked ? p->variant->has_checkmate_ending : p->variant->has_stalemate_ending) && !has_ply(p);
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
    list_plies(p, list, slow, PLIES_ALL);
    bool no_moves = list->count == first;
    const bool setup_first = !no_moves && drops_come_first(p) && is_first_drop(p, list->moves[first]);
    gen_output out = {.list = list};
    if (!setup_first && (may_end_turn(p) || may_pass(p, no_moves))) {
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

/* Whether the player can neither move nor end the turn that has begun. */
static bool core_no_moves(position *outer, int player)
{
    pos *p = pos_of(outer);
    return !(player == p->state.side_to_move && may_end_turn(p)) && has_no_ply(p, player);
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
    size_t first = list->count;
    if (rules->captures.mandatory || p->variant->has_capture_priority || p->variant->has_missed_turns ||
        rules->checks.mandatory || rules->checks.only_mate || p->extra.roll_due || drops_come_first(p)) {
        return false;
    }
    if (!p->variant->turn_must_complete) {
        list_plies(p, list, false, PLIES_NOISY);
        return true;
    }
    bool exact = ply_masks_here(p) == PLY_EXACT;
    if (!exact) {
        pseudo_moves_of(p, list, -1, true);
        keep_completing_turn(p, list, first, false);
        return true;
    }
    gen_output out = {.list = list};
    list_noisy(p, &out);
    keep_legal(p, list, first, &(move_judge){.turn = true, .plies = PLY_EXACT}, false);
    return true;
}

/* Whether the turn counts plies without listing them all. */
static bool counts_plies_by_masks(const pos *p)
{
    return variant_uses(p->variant, SHORTCUT_TURN_MASKS) && !p->extra.roll_due && !has_final_rule(p) && !must_part(p);
}

static uint64_t turn_rules_count(pos *p)
{
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    uint64_t count;
    if (counts_plies_by_masks(p) && count_plies_by_masks(p, &count)) {
        bool no_moves = count == 0;
        return count + (may_end_turn(p) || may_pass(p, no_moves)) + may_wait(p, no_moves);
    }
    turn_rules_legal(p, &list, false);
    note_lost(p, &list);
    return list.count;
}
