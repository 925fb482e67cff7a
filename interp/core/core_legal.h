/* Core: lists and counts of legal moves, by the fastest way that the variant and the position allow. Included by
 * core.c. */

static void core_pseudo(position *p, move_list *list)
{
    pseudo_moves(pos_of(p), list);
}

/* Each move is played and tested, but for those of which the position tells. `noisy`: only moves of quiescence search. */
static void list_by_verdicts(pos *p, move_list *list, bool noisy)
{
    size_t first = list->count;
    safe_steps steps;
    pseudo_moves_of(p, list, -1, noisy);
    keep_legal(p, list, first, &(move_judge){.pseudo = true, .safe = safe_steps_find(p, &steps)}, false);
}

/* The reference: every move is played and tested. */
static void core_legal_by_play(position *p, move_list *list)
{
    size_t first = list->count;
    if (variant_has_turn_rules(p->variant)) {
        turn_rules_legal(pos_of(p), list, true);
        return;
    }
    core_pseudo(p, list);
    keep_legal(pos_of(p), list, first, &(move_judge){.pseudo = true}, false);
}

/* Whether the masks decide legality in this position. */
BB_INLINE bool masks_apply(const pos *p)
{
    bitboard royals = p->royals[p->state.side_to_move];
    return variant_uses(p->variant, SHORTCUT_MASKS) && (bb_empty(royals) || bb_single(royals)) &&
           !(p->royals_capturable && gives_check_to_any(p, p->state.side_to_move)) &&
           (!p->variant->has_blast || blast_masks_apply(p));
}

BB_INLINE void generate_legal(const pos *p, gen_output *out, gen_type gen)
{
    check_info s;
    if (p->variant->has_blast) {
        generate_with_blasts(p, out, gen);
        return;
    }
    if (bb_empty(p->royals[p->state.side_to_move])) {
        s = no_checks();
    } else {
        find_checks_and_pins(p, &s);
    }
    generate(p, out, gen, &s, NULL);
}

/* The generator, compiled once for each purpose. */
static CORE_NOINLINE uint64_t count_legal(const pos *p)
{
    gen_output out = {.list = NULL};
    generate_legal(p, &out, GEN_COUNT_LEGAL);
    return out.count;
}

static CORE_NOINLINE void list_legal(const pos *p, gen_output *out)
{
    generate_legal(p, out, GEN_LEGAL);
}

static CORE_NOINLINE void list_noisy(const pos *p, gen_output *out)
{
    generate_legal(p, out, GEN_NOISY);
}

static CORE_NOINLINE void list_captures(const pos *p, gen_output *out)
{
    generate_legal(p, out, GEN_CAPTURES);
}

static CORE_NOINLINE void count_captures(const pos *p, gen_output *out)
{
    generate_legal(p, out, GEN_COUNT_CAPTURES);
}

static CORE_NOINLINE void count_hooked(const pos *p, gen_output *out)
{
    generate_legal(p, out, GEN_COUNT_HOOKED);
}

/* Where captures are mandatory and no other rule limits moves: the masks find the captures among the legal moves, so
 * only these are listed; if there are none, all moves. */
static void legal_captures_first(const pos *p, move_list *list)
{
    size_t first = list->count;
    gen_output out = {.list = list};
    list_captures(p, &out);
    if (!out.forced) {
        list->count = first;
        list_legal(p, &out);
    }
}

static uint64_t count_captures_first(const pos *p)
{
    gen_output out = {.list = NULL};
    count_captures(p, &out);
    return out.forced ? out.captures : out.count;
}

/* How moves are found in this position. Masks need at most one royal; without them a position is played as a whole. */
BB_INLINE movegen_kind movegen_here(const pos *p)
{
    switch (p->variant->movegen) {
    case MOVEGEN_SETUP:
        if (p->variant->rules->setup_mandatory || p->variant->rules->setup_whole_turn
                ? must_place(p, p->state.side_to_move)
                : holds_first_drop(p, p->state.side_to_move)) {
            return MOVEGEN_TURN_RULES;
        }
        return masks_apply(p) ? MOVEGEN_MASKS : MOVEGEN_BY_PLAY;
    case MOVEGEN_MASKS:
        return masks_apply(p) ? MOVEGEN_MASKS : MOVEGEN_BY_PLAY;
    case MOVEGEN_CAPTURES:
        return masks_apply(p) ? MOVEGEN_CAPTURES : MOVEGEN_TURN_RULES;
    default:
        return p->variant->movegen;
    }
}

static void core_legal(position *p, move_list *list)
{
    pos *here = pos_of(p);
    size_t first = list->count;
    gen_output out = {.list = list};
    switch (movegen_here(here)) {
    case MOVEGEN_CAPTURES:
        legal_captures_first(here, list);
        break;
    case MOVEGEN_JUMPS:
        legal_jumps_first(here, list);
        break;
    case MOVEGEN_TURN_RULES:
        turn_rules_legal(here, list, false);
        break;
    case MOVEGEN_BY_PLAY:
        list_by_verdicts(here, list, false);
        break;
    default: /* MOVEGEN_MASKS */
        list_legal(here, &out);
        if (p->variant->put.chooses) {
            expand_puts(here, list, first);
        }
        if (p->variant->hooks_judge_moves) {
            keep_allowed_by_hooks(here, list, first);
        }
        break;
    }
}

static void core_noisy(position *p, move_list *list)
{
    pos *here = pos_of(p);
    size_t first = list->count;
    movegen_kind kind = movegen_here(here);
    gen_output out = {.list = list};
    if (kind == MOVEGEN_MASKS) {
        list_noisy(here, &out);
        if (p->variant->put.chooses) {
            expand_puts(here, list, first);
        }
        if (p->variant->hooks_judge_moves) {
            keep_allowed_by_hooks(here, list, first);
        }
        return;
    }
    if (kind == MOVEGEN_BY_PLAY) {
        list_by_verdicts(here, list, true);
        return;
    }
    if (kind == MOVEGEN_CAPTURES) {
        list_noisy(here, &out);
        force_captures(here, list, first);
        return;
    }
    if (kind == MOVEGEN_TURN_RULES && turn_rules_noisy(here, list)) {
        return;
    }
    core_legal(p, list);
    keep_noisy(here, list, first);
}

/* Variants that the masks do not cover list into a small buffer, which is counted whenever it is full. That is safe,
 * since a move that is tried and undone leaves the position as the generator knows it. */
enum { COUNT_BATCH = 256 };

static uint64_t count_by_play(position *p, bool any)
{
    move moves[COUNT_BATCH];
    move_list list = {moves, 0, COUNT_BATCH, false};
    safe_steps safe;
    gen_output out = {.list = &list, .count_position = p, .any = any, .judge = {.pseudo = true}};
    out.judge.safe = safe_steps_find(pos_of(p), &safe);
    gen_pseudo(pos_of(p), &out);
    count_listed(&out);
    return out.count;
}

/* Where hooks judge moves: the moves that no hook judges are counted by masks. */
static uint64_t count_with_hooks(position *p, bool any)
{
    move moves[COUNT_BATCH];
    move_list list = {moves, 0, COUNT_BATCH, false};
    hook_filter filter;
    hook_filter_begin(pos_of(p), &filter);
    gen_output out = {.list = &list, .count_position = p, .any = any, .judge = {.filter = &filter}};
    if (!filter.is_needed) {
        return count_legal(pos_of(p));
    }
    count_hooked(pos_of(p), &out);
    count_listed(&out);
    return out.count;
}

/* Where masks decide and each move has a second half: how many there are of all first halves. */
static CORE_NOINLINE uint64_t count_with_puts(const pos *p, bool any)
{
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    gen_output out = {.list = &list};
    uint64_t count = 0;
    put_context context = put_context_of(p);
    if (has_no_puts(p, &context)) {
        return count_legal(p);
    }
    list_legal(p, &out);
    note_lost(p, &list);
    for (size_t i = 0; i < list.count && !(any && count); i++) {
        count += count_puts(p, list.moves[i], &context);
    }
    return count;
}

/* How many legal moves there are; `any`: only whether there is one. */
static uint64_t count_moves(position *p, bool any)
{
    pos *here = pos_of(p);
    switch (movegen_here(here)) {
    case MOVEGEN_JUMPS:
        return count_jumps_first(here);
    case MOVEGEN_CAPTURES:
        return count_captures_first(here);
    case MOVEGEN_TURN_RULES:
        return any ? turn_rules_any(here) : turn_rules_count(here);
    case MOVEGEN_BY_PLAY:
        return count_by_play(p, any);
    default: /* MOVEGEN_MASKS */
        if (p->variant->put.chooses) {
            return count_with_puts(here, any);
        }
        if (!p->variant->hooks_judge_moves) {
            return count_legal(here);
        }
        return p->variant->has_blast ? count_by_play(p, any) : count_with_hooks(p, any);
    }
}

static uint64_t core_count(position *p)
{
    return count_moves(p, false);
}

static bool core_has_legal_move(position *p)
{
    return count_moves(p, true) > 0;
}

/* A script cannot be entered twice, so hooks take no part in the answer. */
static const char *core_suppose(position *outer, const effect *effects, size_t count, int player,
                                void (*look)(position *p, void *context), void *context)
{
    pos *p = pos_of(outer);
    live_hooks *hooks = p->hooks;
    undo u; /* large, so not cleared */
    u.state = p->state;
    u.extra = p->extra;
    u.count = 0;
    const char *wrong = apply_each(p, &u, effects, count);
    if (!wrong) {
        p->hooks = NULL;
        p->state.side_to_move = player >= 0 ? (uint8_t)player : p->state.side_to_move;
        look(outer, context);
        p->hooks = hooks;
    }
    undo_move(p, &u);
    return wrong;
}

/* Whether some player has nothing but royals on the board. Until then no ending by bare king or extinction is near. */
static bool some_player_is_bare(const pos *p)
{
    bool bare = false;
    for (int player = 0; player < p->variant->players; player++) {
        bare |= bb_empty(bb_without(p->owned[player], p->royals[player]));
    }
    return bare;
}

enum { PERFT_FUEL = 50 /* steps for each move that is made */ };

static uint64_t core_perft(position *p, int depth, move *buffer, size_t room, bool (*is_over)(position *p))
{
    if (depth == 0) {
        return 1;
    }
    if (p->variant->ends_by_position && (!p->variant->ends_only_by_bare || some_player_is_bare(pos_of(p))) &&
        is_over(p)) {
        return 0;
    }
    /* Counting would list into a smaller buffer. */
    bool lists = movegen_here(pos_of(p)) == MOVEGEN_TURN_RULES && room > MOVE_BUFFER_SIZE &&
                 !(depth == 1 && counts_plies_by_masks(pos_of(p)));
    if (depth == 1 && !lists) {
        return core_count(p);
    }
    move_list list = {buffer, 0, room, false};
    core_legal(p, &list);
    note_lost(pos_of(p), &list);
    if (depth == 1) {
        return list.count;
    }
    uint64_t nodes = 0;
    for (size_t i = 0; i < list.count && fuel_draw(p->fuel, PERFT_FUEL); i++) {
        undo u;
        play_move(pos_of(p), list.moves[i], &u);
        nodes += core_perft(p, depth - 1, buffer + list.count, room - list.count, is_over);
        undo_move(pos_of(p), &u);
    }
    return nodes;
}
