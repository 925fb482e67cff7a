/* Core, part six: terms, what limits a ply besides how men move. Included by core.c.
 *
 * Turns of several plies, passes, men to be placed first, dice, forced captures and checks, moves that a script lists, and
 * attacks that are found by trying every move. A game without any of them (game.terms and game.remembers false)
 * never comes here. The order in which a list of moves is made, which is also the order of the rules: what the men can
 * do; what the turn, the dice and the hand allow; what keeps the own royals safe; what hooks refuse; forbidden and
 * forced checks; forced captures; last, closing the turn or passing it.
 */

enum { TERMS_ROOM = 4096 };

/* ---- what a position remembers ---- */

static uint64_t more_key(const game *g, const position_more *more)
{
    uint64_t key = more->ply + ((uint64_t)more->rolls << 8) + ((uint64_t)more->roll << 16);
    for (unsigned i = 0; i < DICE_MAX; i++) {
        key |= (uint64_t)more->dice[i] << (24 + 8 * i);
    }
    key = key ? number_key(key) : 0;
    for (uint64_t hashed = g->hashed_counters; hashed; hashed &= hashed - 1) {
        unsigned i = (unsigned)word_first(hashed);
        if (more->counters[i]) {
            key ^= number_key((UINT64_C(0x636F756E) + i) << 32 | (uint16_t)more->counters[i]);
        }
    }
    return key;
}

/* ---- whose turn ---- */

static bool has_to_place(const pos *p, int player)
{
    const game *g = p->game;
    for (int i = 0; i < g->drop_count[player]; i++) {
        if (hand_of(p)[g->drops[player][i].man]) {
            return true;
        }
    }
    return false;
}

static unsigned plies_of_turn(const pos *p, int mover)
{
    const rule_turn *t = &p->game->rules->turn;
    bool first = t->first && mover == 0 && p->state.fullmove == 1;
    return (unsigned)(first ? t->first : t->plies);
}

/* Whether the mover acts again after this ply. */
static bool turn_goes_on(const pos *p, move m)
{
    const rule_turn *t = &p->game->rules->turn;
    int mover = p->state.mover;
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_PASS) {
        return false;
    }
    if (p->game->rules->placing_run && kind == MOVE_DROP && has_to_place(p, mover)) {
        return true;
    }
    unsigned plies = plies_of_turn(p, mover);
    if (plies == 0) {
        return !t->only_drops || kind == MOVE_DROP;
    }
    return p->more.ply < plies;
}

/* A passed cell stays open until its owner's next turn, unless it was for the first ply of an answer only. */
static void prune_passed(pos *p, move m, int next, bool over)
{
    const game *g = p->game;
    bool first_only = !g->rules->turn.passed_whole && move_kind_of(m) != MOVE_PASSING && g->players == 2;
    unsigned kept = 0;
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        passed_cell c = p->state.passed[i];
        man_id man = p->board[c.man_at];
        int owner = man ? g->man_owner[man] : -1;
        bool made = owner == g->nobody && move_kind_of(m) == MOVE_DOUBLE && c.man_at == move_to(m);
        owner = made ? p->state.mover : owner;
        bool mine = owner == p->state.mover;
        bool stays = man && !p->board[c.cell] && !(over && owner == next) && (mine || !first_only) &&
                     passed_is_usable(p, c.cell, owner);
        if (stays) {
            p->state.passed[kept++] = c;
        } else {
            p->state.hash ^= passed_key(g, c);
        }
    }
    for (unsigned i = kept; i < p->state.passed_count; i++) {
        p->state.passed[i] = (passed_cell){0, 0};
    }
    p->state.passed_count = (uint8_t)kept;
}

static void mark_movers(pos *p, undo *u, move m)
{
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_CASTLE) {
        const castling *c = &p->game->castlings[move_number(m)];
        change_mark(p, u, c->king_to, true);
        change_mark(p, u, c->partner_to, true);
    } else if (kind != MOVE_PASS && kind != MOVE_HOOK && p->board[move_to(m)]) {
        change_mark(p, u, move_to(m), true);
    }
}

static bool gives_check_to_any(const pos *p, int mover)
{
    const game *g = p->game;
    for (int e = 0; e < g->enemy_count[mover]; e++) {
        if (player_in_check(p, g->enemy[mover][e])) {
            return true;
        }
    }
    return false;
}

/* After a ply: who acts next. False when the turn goes on: then only `more` has changed. */
static bool hand_on(pos *p, undo *u, move m, int *next)
{
    const game *g = p->game;
    int mover = p->state.mover;
    p->more.ply = (uint8_t)(p->more.ply + (p->more.ply < UINT8_MAX));
    bool again = p->more.acts ? p->more.acts - 1 == mover : turn_goes_on(p, m);
    if (p->more.acts) {
        *next = p->more.acts - 1;
        p->more.acts = 0;
    } else if (again) {
        *next = mover;
    }
    if (g->rules->turn.once) {
        mark_movers(p, u, m);
    }
    if (!again) {
        p->more.ply = 0;
        clear_marks(p, u);
        p->more.rolls = g->outcome_count > 0;
    }
    if (!again || p->more.rolls) {
        p->more.roll = 0;
        memset(p->more.dice, 0, sizeof p->more.dice);
    }
    if (p->state.passed_count && (g->keeps_passed || g->after_count || g->choice_count)) {
        prune_passed(p, m, *next, !again);
    }
    if (g->counts_checks && !again && !p->trying) {
        p->more.checks[mover] = player_in_check(p, *next) ? (uint16_t)(p->more.checks[mover] + 1) : 0;
    }
    p->state.hash ^= more_key(g, &p->more);
    return !again;
}

/* ---- moves that a script lists ---- */

static void put_listed(const pos *p, output *out)
{
    const game *g = p->game;
    live_hooks *hooks = p->hooks;
    for (int i = 0; i < g->listing_count && hooks && !hooks->failed; i++) {
        listed_move listed[LISTED_MAX];
        size_t count = 0;
        if (!hooks->list(hooks->host, i, (const position *)p, NULL, listed, LISTED_MAX, &count)) {
            hooks->failed = true;
            return;
        }
        for (size_t k = 0; k < count && k < LISTED_MAX; k++) {
            unsigned from = listed[k].from < 0 ? CELL_NONE : (unsigned)listed[k].from;
            unsigned to = listed[k].to < 0 ? 0 : (unsigned)listed[k].to;
            emit(out, move_pack(MOVE_HOOK, from, to, listed[k].takes, (unsigned)i, (unsigned)k));
        }
    }
}

/* The man of a move and what it takes: what hooks ask for before it is made. */
static man_id mover_of_move(const pos *p, move m)
{
    if (move_kind_of(m) == MOVE_DROP) {
        return game_man(p->game, p->state.mover, (int)move_into(m) - 1);
    }
    unsigned from = move_from(m);
    return from < (unsigned)p->game->cells ? p->board[from] : MAN_NONE;
}

static void core_play_base(position *plain, move m, undo *u)
{
    pos *p = pos_of(plain);
    p->only_base = true;
    play_move(p, m, u);
    p->only_base = false;
}

/* The man that a move takes where it can be told before: not for moves of scripts. */
static man_id taken_by(const pos *p, move m, unsigned *at)
{
    move_kind kind = move_kind_of(m);
    *at = kind == MOVE_PASSING || kind == MOVE_LOCUST ? move_aux(m) : move_to(m);
    return kind == MOVE_CASTLE || kind == MOVE_DROP || kind == MOVE_TURN ? MAN_NONE : p->board[*at];
}

static bool core_choice_facts(position *plain, move m, move_facts *facts)
{
    pos *p = pos_of(plain);
    const game *g = p->game;
    man_id man = mover_of_move(p, m);
    unsigned taken_at;
    man_id taken = taken_by(p, m, &taken_at);
    if (move_kind_of(m) == MOVE_HOOK || !man || !p->hooks ||
        !hook_wants(p, &g->choices[0], man, taken, move_to(m))) {
        return false;
    }
    undo u;
    core_play_base(plain, m, &u);
    *facts = facts_of(g, m, man, p->board[move_to(m)], taken, taken_at);
    undo_move(p, &u);
    return true;
}

/* Moves that leave the player a choice come once for each of its ways. */
static void expand_choices(pos *p, move_list *list, size_t first)
{
    size_t count = list->count;
    for (size_t i = first; i < count && !p->hooks->failed; i++) {
        move m = list->moves[i];
        move_facts facts;
        if (!core_choice_facts(position_of(p), m, &facts)) {
            continue;
        }
        undo u;
        core_play_base(position_of(p), m, &u);
        size_t ways = choice_count(p, 0, &facts);
        undo_move(p, &u);
        for (size_t k = 1; k < ways; k++) {
            if (list->count == list->room) {
                list->overflow = true;
                break;
            }
            list->moves[list->count++] = m + ((move)k << 46);
        }
    }
}

static void pseudo_all(pos *p, move_list *list)
{
    size_t first = list->count;
    output out = {.list = list};
    safety s = safety_none();
    generate(p, &out, LIST_PSEUDO, &s);
    if (p->game->listing_count) {
        put_listed(p, &out);
    }
    if (p->game->choice_count && p->hooks) {
        expand_choices(p, list, first);
    }
}

/* ---- attacks by captures elsewhere ---- */

static bool sheltered_at(const pos *p, unsigned cell, int owner)
{
    const game *g = p->game;
    if (p->board[cell] && g->man_owner[p->board[cell]] == owner) {
        return bits_has(sheltered_men(p), cell);
    }
    /* A cell that a royal may come to: a guard of his is already there, or not. */
    for (bits near = bits_and(bits_at(g->beside + (size_t)cell * CORE_WORDS), p->owned[owner]); !bits_empty(near);) {
        const piece_power *power = power_of(g, p->board[bits_pop(&near)]);
        for (bits royals = power->guarding ? p->royals[owner] : bits_none(); !bits_empty(royals);) {
            if (set_has(power->guards, piece_at(p, bits_pop(&royals)))) {
                return true;
            }
        }
    }
    return false;
}

static bits strikers(const pos *p, unsigned cell, int by)
{
    const game *g = p->game;
    bits found = bits_none(), frozen = g->freezing ? frozen_for(p, by) : bits_none();
    for (bits men = bits_without(movable_by(p, by), frozen); !bits_empty(men);) {
        unsigned from = bits_pop(&men);
        man_id man = p->board[from];
        if (!power_of(g, man)->strike_count || from == cell) {
            continue;
        }
        blow b = {.p = p, .man = game_man(g, by, g->man_type[man]), .from = from};
        b.takeable = takeable_with(p, by, g->man_owner[man] == g->nobody);
        b.takeable = bits_or(b.takeable, bits_cell(cell));
        bits goals = bits_or(reach_of(p, &g->plans[b.man], from, b.takeable), jumps_of(&b));
        for (goals = bits_without(goals, bits_cell(cell)); !bits_empty(goals);) {
            b.to = bits_pop(&goals);
            if (bits_has(struck_by(&b), cell)) {
                found = bits_or(found, bits_cell(from));
                break;
            }
        }
    }
    return found;
}

/* ---- attacks that are found by trying ---- */

static bool refused_by_rule(const pos *p, move m);

/* Whether some royal of `player` would fall to any move of any enemy, with all its effects. */
static bool attacked_by_moves(const pos *plain, int player)
{
    pos *p = (pos *)plain;
    const game *g = p->game;
    if (p->trying || bits_empty(p->royals[player])) {
        return false;
    }
    position_state state = p->state;
    position_more more = p->more;
    bool fall = p->royals_fall, found = false;
    int royals = bits_count(p->royals[player]);
    p->royals_fall = p->trying = true;
    for (int e = 0; e < g->enemy_count[player] && !found; e++) {
        if (g->enemy[player][e] == g->nobody) {
            continue;
        }
        move moves[TERMS_ROOM];
        move_list list = {moves, 0, TERMS_ROOM, false};
        p->state.mover = g->enemy[player][e];
        p->more.ply = p->more.rolls = p->more.roll = 0;
        pseudo_all(p, &list);
        for (size_t i = 0; i < list.count && !found; i++) {
            if (g->legal_count && refused_by_rule(p, moves[i])) {
                continue;
            }
            undo u;
            play_move(p, moves[i], &u);
            found = bits_count(p->royals[player]) < royals;
            undo_move(p, &u);
        }
    }
    p->royals_fall = fall;
    p->trying = false;
    p->state = state;
    p->more = more;
    return found;
}

/* ---- what a turn allows ---- */

static bool piece_may_move(const pos *p, man_id man)
{
    const dice_outcome *o = p->more.roll ? &p->game->outcomes[p->more.roll - 1] : NULL;
    return !o || !o->limits || set_has(o->movers, (unsigned)p->game->type[p->game->man_type[man]].piece);
}

static bool term_allows(const pos *p, move m)
{
    const game *g = p->game;
    const rule_turn *t = &g->rules->turn;
    move_kind kind = move_kind_of(m);
    if (kind == MOVE_HOOK) {
        return true;
    }
    if (kind != MOVE_DROP) {
        if ((g->rules->placing_first && has_to_place(p, p->state.mover)) || (t->only_drops && p->more.ply)) {
            return false;
        }
        if (t->once && bits_has(p->marked, move_from(m))) {
            return false;
        }
    }
    if (kind == MOVE_CASTLE) {
        const castling *c = &g->castlings[move_number(m)];
        if (t->once && bits_has(p->marked, c->partner_from)) {
            return false;
        }
        return piece_may_move(p, c->king) || piece_may_move(p, c->partner);
    }
    return piece_may_move(p, mover_of_move(p, m));
}

static void list_plies(pos *p, move_list *list, bool slow);
static bool may_close(pos *p);

/* Whether an open turn can still be brought to an end that the rules allow. */
static bool turn_completes(pos *p)
{
    if (may_close(p)) {
        return true;
    }
    move moves[TERMS_ROOM];
    move_list list = {moves, 0, TERMS_ROOM, false};
    list_plies(p, &list, true);
    return list.count > 0;
}

/* The mover has just made a ply. */
static bool safe_after_ply(pos *p, int mover)
{
    const rule_turn *t = &p->game->rules->turn;
    bool open = p->state.mover == mover && p->more.ply > 0;
    if (!open) {
        return !player_in_check(p, mover);
    }
    if ((!t->judge_end && player_in_check(p, mover)) || (t->check_last && gives_check_to_any(p, mover))) {
        return false;
    }
    return p->more.rolls || !p->game->turns_complete || turn_completes(p);
}

/* ---- forced and forbidden ---- */

static bool takes_something(const pos *p, move m)
{
    switch (move_kind_of(m)) {
    case MOVE_PASSING:
    case MOVE_LOCUST:
    case MOVE_CHAIN:
        return true;
    case MOVE_STEP:
    case MOVE_DOUBLE:
        return p->board[move_to(m)] != MAN_NONE ||
               (p->game->striking &&
                !bits_empty(struck_by_move(p, p->board[move_from(m)], move_from(m), move_to(m))));
    case MOVE_HOOK:
        return move_into(m) != 0;
    default:
        return false;
    }
}

/* A check that the rules allow to nobody or demand of everybody is found by making the move. */
static bool move_checks(pos *p, move m, bool *mates)
{
    undo u;
    int mover = p->state.mover;
    play_move(p, m, &u);
    bool checks = gives_check_to_any(p, mover);
    *mates = checks && mates && !core_any(position_of(p));
    undo_move(p, &u);
    return checks;
}

enum { CHECKS_DEPTH_MAX = 24 };

static void forbid_checks(pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    /* A check that is answered by checks for ever is no mate; the depth of the question is bounded. */
    bool deep = p->nested >= CHECKS_DEPTH_MAX;
    p->nested++;
    for (size_t i = first; i < list->count; i++) {
        bool mates = false;
        bool checks = move_checks(p, list->moves[i], &mates);
        if (!checks || (mates && !deep)) {
            list->moves[kept++] = list->moves[i];
        }
    }
    p->nested--;
    list->count = kept;
}

static void force_checks(pos *p, move_list *list, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        bool mates = false;
        if (move_checks(p, list->moves[i], &mates)) {
            move checking = list->moves[i];
            list->moves[i] = list->moves[kept];
            list->moves[kept++] = checking;
        }
    }
    list->count = kept > first ? kept : list->count;
}

/* Of the moves listed, those that take if some (by one of the pieces that the rule names) does. */
static void force_captures(const pos *p, move_list *list, size_t first)
{
    const game *g = p->game;
    bool forced = false;
    for (size_t i = first; i < list->count && !forced; i++) {
        man_id man = mover_of_move(p, list->moves[i]);
        bool named = !g->rules->captures.by_count || (man && set_has(g->captures_by, (unsigned)g->type[g->man_type[man]].piece));
        forced = named && takes_something(p, list->moves[i]);
    }
    size_t kept = first;
    for (size_t i = first; i < list->count && forced; i++) {
        if (takes_something(p, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = forced ? kept : list->count;
}

/* ---- the list ---- */

static void put_rolls(const pos *p, move_list *list)
{
    output out = {.list = list};
    for (int i = 0; i < p->game->outcome_count; i++) {
        emit(&out, move_pack(MOVE_ROLL, CELL_NONE, 0, 0, (unsigned)i, 0));
    }
}

/* Plies of the mover, passes aside. */
static void list_plies(pos *p, move_list *list, bool slow)
{
    const game *g = p->game;
    size_t first = list->count;
    if (!slow && masks_apply(p)) {
        output out = {.list = list};
        generate_legal(p, &out, LIST_LEGAL);
    } else {
        slow = true;
        pseudo_all(p, list);
    }
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        move m = list->moves[i];
        if (term_allows(p, m) && (slow ? core_allowed(position_of(p), m) : !refused_by_rule(p, m))) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
    if (g->rules->checks.only_mate) {
        forbid_checks(p, list, first);
    }
    if (g->rules->checks.must >> p->state.mover & 1) {
        force_checks(p, list, first);
    }
    if (g->rules->captures.must) {
        force_captures(p, list, first);
    }
}

/* Whether a turn of a free number of plies may be closed now. */
static bool may_close(pos *p)
{
    const rule_turn *t = &p->game->rules->turn;
    int mover = p->state.mover;
    return plies_of_turn(p, mover) == 0 && p->more.ply > 0 && p->more.ply >= t->least && !player_in_check(p, mover);
}

static bool may_pass(pos *p, bool stuck)
{
    switch (p->game->rules->turn.pass) {
    case PASS_ALWAYS:
        return true;
    case PASS_UNCHECKED:
        return p->more.ply == 0 && !player_in_check(p, p->state.mover);
    case PASS_STUCK:
        return stuck;
    case PASS_NEVER:
        break;
    }
    return false;
}

/* Whether the mover could do nothing whatever the dice show: then the game is over before they are thrown. */
static bool stuck_without_dice(pos *p)
{
    move moves[TERMS_ROOM];
    move_list list = {moves, 0, TERMS_ROOM, false};
    position_more more = p->more;
    p->more.rolls = 0;
    list_plies(p, &list, false);
    p->more = more;
    return list.count == 0;
}

static void terms_legal(pos *p, move_list *list, bool slow)
{
    const game *g = p->game;
    size_t first = list->count;
    if (p->more.rolls) {
        if (!g->ends_without_moves || !stuck_without_dice(p)) {
            put_rolls(p, list);
        }
        return;
    }
    list_plies(p, list, slow);
    if (may_close(p) || may_pass(p, list->count == first)) {
        output out = {.list = list};
        emit(&out, move_pack(MOVE_PASS, CELL_NONE, 0, 0, 0, 0));
    }
}

static uint64_t terms_count(pos *p)
{
    move moves[TERMS_ROOM];
    move_list list = {moves, 0, TERMS_ROOM, false};
    terms_legal(p, &list, false);
    return list.count;
}
