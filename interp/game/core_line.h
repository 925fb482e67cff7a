/* Core: men in a row. Included by core.c.
 *
 * Lines whose cells follow each other by one number, on a plain board all of one direction, are found together: a set that is
 * shifted by that number and cut with itself keeps the cells from which two of them stand in a row, and so on. Lines
 * that are laid otherwise (drawn ones, those over a seam) are looked at one by one. See lines.c.
 */

/* The cells lower by `by`. */
BITS_INLINE bits bits_lower(bits a, unsigned by)
{
    bits r;
    unsigned words = by >> 6, rest = by & 63;
    for (unsigned i = 0; i < CORE_WORDS; i++) {
        uint64_t low = i + words < CORE_WORDS ? a.w[i + words] : 0;
        uint64_t high = i + words + 1 < CORE_WORDS ? a.w[i + words + 1] : 0;
        r.w[i] = rest ? low >> rest | high << (64 - rest) : low;
    }
    return r;
}

/* Those of the player's men who count. */
static bits men_for_lines(const pos *p, const line_table *t, int player)
{
    if (!t->men[player]) {
        return p->owned[player];
    }
    bits men = bits_none();
    for (int i = 0; i < t->men_count; i++) {
        men = bits_or(men, p->men[t->men[player][i]]);
    }
    return men;
}

/* Where lines of the family begin. */
BITS_INLINE bits begun(const pos *p, const line_table *t, int family, bits men)
{
    bits row = men;
    for (int k = 1; k < t->length; k++) {
        row = bits_and(men, bits_lower(row, (unsigned)t->family[family].step));
    }
    return bits_and(row, set_of(p->game, t->family[family].starts));
}

static bool core_lined(const position *plain, const line_table *t, int player)
{
    const pos *p = pos_of_const(plain);
    bits men = men_for_lines(p, t, player);
    if (bits_count(men) < t->length) {
        return false;
    }
    for (int i = 0; i < t->families; i++) {
        if (!bits_empty(begun(p, t, i, men))) {
            return true;
        }
    }
    for (uint32_t i = t->count - t->rest; i < t->count; i++) {
        bits line = bits_at(t->lines + (size_t)i * CORE_WORDS);
        if (bits_empty(bits_without(line, men))) {
            return true;
        }
    }
    return false;
}

/* ---- what a line takes ----
 *
 * A move that brings a man into a line of its owner's comes once for each man that it may take off the board: `extra` of the move
 * is his cell plus one. Which they are is told from the sets before the move, with the mover put where he arrives and what he
 * takes there lifted, so nothing has to be played; what else follows a move (hooks) comes after. */

/* Whether the lines of the man on `cell` are all there. */
BITS_INLINE bool line_through(const line_table *t, bits men, unsigned cell)
{
    for (uint32_t i = t->through[cell]; i < t->through[cell + 1]; i++) {
        bits line = bits_at(t->lines + (size_t)t->numbers[i] * CORE_WORDS);
        if (bits_empty(bits_without(line, men))) {
            return true;
        }
    }
    return false;
}

static bits men_in_lines(const line_table *t, bits men)
{
    bits found = bits_none();
    for (uint32_t i = 0; i < t->count; i++) {
        bits line = bits_at(t->lines + (size_t)i * CORE_WORDS);
        if (bits_empty(bits_without(line, men))) {
            found = bits_or(found, line);
        }
    }
    return found;
}

/* Moves that can make a line. */
BITS_INLINE bool may_line(move m)
{
    move_kind kind = move_kind_of(m);
    return kind <= MOVE_LOCUST || kind == MOVE_DROP;
}

/* The man of the move where it arrives, and whom it takes there, on its way or elsewhere. */
static man_id line_maker(const pos *p, move m, bits *taken)
{
    const game *g = p->game;
    if (move_kind_of(m) == MOVE_DROP) {
        *taken = bits_none();
        return game_man(g, p->state.mover, (int)move_into(m) - 1);
    }
    bool aside = move_kind_of(m) == MOVE_PASSING || move_kind_of(m) == MOVE_LOCUST;
    unsigned at = aside ? move_aux(m) : move_to(m);
    man_id man = p->board[move_from(m)];
    *taken = p->board[at] ? bits_cell(at) : bits_none();
    *taken = bits_or(*taken, struck_by_move(p, m));
    return arrival(g, m, man, p->board[at]);
}

static bool makes_line(const pos *p, move m, bits *taken)
{
    const line_table *t = &p->game->line_taking;
    if (!may_line(m) || move_from(m) == move_to(m)) { /* who comes back to where he stood makes nothing */
        return false;
    }
    int me = p->state.mover;
    bits men = men_for_lines(p, t, me);
    if (move_kind_of(m) != MOVE_DROP) {
        men = bits_without(men, bits_cell(move_from(m)));
    }
    if (move_kind_of(m) == MOVE_LOCUST) { /* whom it takes on its way may be its own */
        men = bits_without(men, bits_cell(move_aux(m)));
    }
    men = bits_or(men, bits_cell(move_to(m)));
    if (!line_through(t, men, move_to(m))) {
        return false;
    }
    man_id maker = line_maker(p, m, taken);
    for (int i = 0; t->men[me] && i < t->men_count; i++) {
        if (t->men[me][i] == maker) {
            return true;
        }
    }
    return maker && !t->men[me];
}

/* Cells of arrival that can make a line: those that alone are missing in one, and those of one that is whole, since who takes
 * one of its men is in it anew. Whether a move that comes there makes it is asked of the move, since it may have stood in that
 * line itself. Where there are many lines, each move is asked at once. */
enum { CLOSING_LINES_MAX = 64 };

static bits closing_cells(const pos *p)
{
    const line_table *t = &p->game->line_taking;
    bits men = men_for_lines(p, t, p->state.mover), found = bits_none();
    if (t->count > CLOSING_LINES_MAX) {
        return bits_all();
    }
    for (uint32_t i = 0; i < t->count; i++) {
        bits missing = bits_without(bits_at(t->lines + (size_t)i * CORE_WORDS), men);
        if (bits_empty(missing)) {
            found = bits_or(found, bits_at(t->lines + (size_t)i * CORE_WORDS));
        } else if (bits_single(missing)) {
            found = bits_or(found, missing);
        }
    }
    return found;
}

/* The enemies that a line may take off, once those `taken` are gone. */
static bits line_prey(const pos *p, bits taken)
{
    const game *g = p->game;
    int me = p->state.mover;
    bits all = bits_none(), lined = bits_none();
    for (int e = 0; e < g->enemy_count[me]; e++) {
        int enemy = g->enemy[me][e];
        if (enemy == g->nobody) {
            continue;
        }
        bits men = bits_without(p->owned[enemy], taken);
        all = bits_or(all, p->royals_fall ? men : bits_without(men, p->royals[enemy]));
        if (g->rules->captures.off != OFF_ANY) {
            lined = bits_or(
                lined, men_in_lines(&g->line_taking, bits_without(men_for_lines(p, &g->line_taking, enemy), taken)));
        }
    }
    for (bits left = g->powered ? all : bits_none(); !bits_empty(left);) {
        unsigned cell = bits_pop(&left);
        if (spared(p, p->board[cell])) {
            bits_flip(&all, cell);
        }
    }
    bits free = bits_without(all, lined);
    return bits_empty(free) && g->rules->captures.off == OFF_FREE ? all : free;
}

/* Each move that makes a line becomes as many as there are men to take; one that finds none stays as it is. */
static void expand_lines(const pos *p, move_list *list, size_t first)
{
    size_t count = list->count;
    bool known = false;
    bits usual = bits_none(); /* the prey of moves that take nothing else: the same for all */
    bits closing = closing_cells(p);
    for (size_t i = first; i < count && !bits_empty(closing); i++) {
        bits taken, prey;
        if (!bits_has(closing, move_to(list->moves[i])) || !makes_line(p, list->moves[i], &taken)) {
            continue;
        }
        if (bits_empty(taken) && known) {
            prey = usual;
        } else {
            prey = line_prey(p, taken);
        }
        if (bits_empty(taken)) {
            usual = prey;
            known = true;
        }
        if (bits_empty(prey)) {
            continue;
        }
        move m = list->moves[i];
        list->moves[i] = m + ((move)(bits_pop(&prey) + 1) << 46);
        while (!bits_empty(prey)) {
            if (list->count == list->room) {
                list->overflow = true;
                return;
            }
            list->moves[list->count++] = m + ((move)(bits_pop(&prey) + 1) << 46);
        }
    }
}
