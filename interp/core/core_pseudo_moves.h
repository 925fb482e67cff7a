/* Core: all pseudo-legal moves, with those that scripts list and the choices within moves; and what hooks are told of a
 * move before it is made. Included by core.c. */

/* The moves that a hook lists: all, or with `about` those of one piece. */
static void gen_listed_by(const pos *p, gen_output *out, int hook, const move_facts *about)
{
    listed_move listed[LISTED_MAX];
    size_t count = 0;
    live_hooks *hooks = p->hooks;
    if (hooks->failed) {
        return;
    }
    if (!hooks->list(hooks->host, hook, (const position *)p, about, listed, LISTED_MAX, &count)) {
        hook_failed(p, NULL, MOVE_NONE);
        return;
    }
    for (size_t k = 0; k < count && k < LISTED_MAX; k++) {
        unsigned from = listed[k].from < 0 ? CELL_NONE : (unsigned)listed[k].from;
        unsigned to = listed[k].to < 0 ? 0 : (unsigned)listed[k].to;
        emit(out, move_pack(MOVE_HOOK, from, to, listed[k].captures, (unsigned)hook, (unsigned)k));
    }
}

/* Whether the player has one of the hook's pieces on the cell, on top or below. */
static bool hook_lists_from(const pos *p, const variant_hook *h, unsigned cell)
{
    const variant *v = p->variant;
    const position *outer = (const position *)p;
    unsigned below = v->has_stacks ? position_stack_heights(outer)[cell] : 0;
    for (unsigned level = 0; level <= below; level++) {
        piece_id piece = level < below ? position_stack_piece(outer, (size_t)cell * STACK_MAX + level) : p->board[cell];
        if (piece && v->owner_of[piece] == p->state.side_to_move &&
            set_has(h->movers, (unsigned)v->type[v->type_of[piece]].rule_piece_index)) {
            return true;
        }
    }
    return false;
}

static void gen_listed(const pos *p, gen_output *out)
{
    const variant *v = p->variant;
    for (int i = 0; i < v->moves_hook_count && p->hooks && !p->hooks->failed; i++) {
        const variant_hook *h = &v->moves_hooks[i];
        if (!h->rule->piece_count) {
            gen_listed_by(p, out, i, NULL);
            continue;
        }
        for (bitboard cells = v->has_stacks ? p->occupied : p->owned[p->state.side_to_move]; !bb_empty(cells);) {
            unsigned cell = bb_pop_lsb(&cells);
            if (hook_lists_from(p, h, cell)) {
                move_facts about = position_piece_facts((const position *)p, cell);
                gen_listed_by(p, out, i, &about);
            }
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
        return variant_dropped_piece(p->variant, p->state.side_to_move, (int)move_into(m) - 1);
    }
    unsigned from = move_from(m);
    return from < (unsigned)p->variant->cells ? p->board[from] : PIECE_NONE;
}

static void core_play_without_choice(position *outer, move m, undo *u)
{
    pos *p = pos_of(outer);
    p->without_choice = true;
    u->clock_at_choice = p->state.halfmove_clock;
    play_move(p, m, u);
    p->without_choice = false;
    /* Hooks of choices are asked before the clock advances and the turn passes. */
    p->state.halfmove_clock = u->clock_at_choice;
    p->state.side_to_move = u->state.side_to_move;
    p->state.fullmove = u->state.fullmove;
    p->state.plies = u->state.plies;
}

static bool is_piece_move(move m)
{
    move_kind kind = move_kind_of(m);
    return kind != MOVE_HOOK && kind != MOVE_PASS && kind != MOVE_CLAIM && kind != MOVE_ROLL;
}

/* See core.h. */
static int core_facts_of_move(const position *outer, move m, move_facts facts[HALVES_MAX], victim_list *list)
{
    const pos *p = pos_of_const(outer);
    piece_id piece = moving_piece(p, m);
    return piece && is_piece_move(m) ? move_halves(p, m, piece, facts, list) : 0;
}

/* See core.h. */
static void core_find_captured(const position *outer, move m, victim_list *list)
{
    const pos *p = pos_of_const(outer);
    move_facts facts[HALVES_MAX];
    list->count = 0;
    int halves = core_facts_of_move(outer, m, facts, list);
    if (halves && !facts[0].victims && facts[0].captured >= 0) {
        add_victim(p, list, (unsigned)facts[0].captured_at, p->board[facts[0].captured_at]);
    }
}

/* Plays a move that offers a choice without that choice, as its hook is asked then; `u` takes it back. False, and
 * nothing is played: the hook is not asked about the move. `list` must outlive `facts`. */
static bool play_before_choice(pos *p, move m, move_facts *facts, victim_list *list, undo *u)
{
    const variant *v = p->variant;
    piece_id piece = moving_piece(p, m);
    if (!is_piece_move(m) || move_kind_of(m) == MOVE_CHAIN || !piece || !p->hooks) {
        return false;
    }
    move_facts all[HALVES_MAX];
    int halves = move_halves(p, m, piece, all, list);
    const move_facts *half = half_for(p, &v->choice_hooks[0], all, halves);
    if (!half) {
        return false;
    }
    *facts = *half;
    core_play_without_choice(position_of(p), m, u);
    facts->into = rule_piece_of(v, p->board[facts->to]);
    return true;
}

static bool core_move_facts_before_choice(position *outer, move m, move_facts *facts, victim_list *list)
{
    undo u;
    bool offers = play_before_choice(pos_of(outer), m, facts, list, &u);
    if (offers) {
        undo_move(pos_of(outer), &u);
    }
    return offers;
}

/* Moves with a choice are listed once for each answer. */
static void expand_choices(pos *p, move_list *list, size_t first)
{
    size_t count = list->count;
    for (size_t i = first; i < count && !p->hooks->failed; i++) {
        move m = list->moves[i];
        move_facts facts;
        victim_list victims;
        undo u;
        if (refused_before_play(p, m) || !play_before_choice(p, m, &facts, &victims, &u)) {
            continue; /* what is refused is in the list once, and taken out later */
        }
        size_t choices = count_choices(p, 0, &u, m, &facts);
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

/* Keeps the moves that quiescence search looks at. A choice within a move makes no difference to that. */
static void keep_noisy(const pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        move m = list->moves[i];
        if (is_noisy(p, m)) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}

/* At least the moves of this rule piece; -1: all moves. `noisy`: only those. */
static void pseudo_moves_of(pos *p, move_list *list, int rule_piece_index, bool noisy)
{
    size_t first = list->count;
    bool no_drops = noisy && !p->variant->captures_by_row; /* else none is noisy */
    gen_output out = {.list = list, .only = rule_piece_index + 1, .no_drops = no_drops};
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
    if (p->variant->put.chooses) {
        expand_puts(p, list, first);
    }
    if (noisy) {
        keep_noisy(p, list, first);
    }
    if (p->variant->choice_hook_count && p->hooks) {
        expand_choices(p, list, first);
    }
}

static void pseudo_moves(pos *p, move_list *list)
{
    pseudo_moves_of(p, list, -1, false);
}
