/* Core: what men do to others besides taking where they arrive (powers.c). Included by core.c.
 *
 * Men that are frozen neither move nor take nor attack. Men that are sheltered are not taken. A strike is a capture
 * elsewhere than where the man arrives: its set is worked out from the cells of the move and what stands around, the
 * same way when it is played and when somebody asks whether a royal could fall to it.
 */

BITS_INLINE const piece_power *power_of(const game *g, man_id man)
{
    return &g->powers[g->type[g->man_type[man]].piece];
}

BITS_INLINE unsigned piece_at(const pos *p, unsigned cell)
{
    return (unsigned)p->game->type[p->game->man_type[p->board[cell]]].piece;
}

/* Of these men, the ones whose piece is named. */
static bits named_pieces(const pos *p, bits men, const piece_set *pieces)
{
    bits found = bits_none();
    while (!bits_empty(men)) {
        unsigned cell = bits_pop(&men);
        if (set_has(pieces->bits, piece_at(p, cell))) {
            bits_flip(&found, cell);
        }
    }
    return found;
}

/* Whether the man on the cell is one of those that player `by` takes so. Where no enemy stands a royal is meant, who asks
 * whether he could come there. */
static bool names_man_at(const pos *p, const piece_set *pieces, unsigned cell, int by)
{
    const game *g = p->game;
    man_id man = p->board[cell];
    bool somebody = man && (g->enemies[by] >> g->man_owner[man] & 1);
    return somebody ? set_has(pieces->bits, piece_at(p, cell)) : pieces->royals;
}

/* Cells whose men `player` may move: his own and those of nobody. */
BITS_INLINE bits movable_by(const pos *p, int player)
{
    const game *g = p->game;
    return g->nobody >= 0 ? bits_or(p->owned[player], p->owned[g->nobody]) : p->owned[player];
}

/* Men that a player moves as such a man of his. */
BITS_INLINE bits men_moved_as(const pos *p, man_id man)
{
    const game *g = p->game;
    return g->nobody >= 0 ? bits_or(p->men[man], p->men[game_man(g, g->nobody, g->man_type[man])]) : p->men[man];
}

/* Men that `player` could move but for an enemy beside them. */
static bits frozen_for(const pos *p, int player)
{
    const game *g = p->game;
    bits found = bits_none();
    for (int e = 0; e < g->enemy_count[player] && g->freezing; e++) {
        int by = g->enemy[player][e];
        for (int type = 0; type < g->types; type++) {
            man_id man = game_man(g, by, type);
            const piece_power *power = power_of(g, man);
            if (!power->freezing) {
                continue;
            }
            for (bits men = p->men[man]; !bits_empty(men);) {
                bits near = bits_at(g->beside + (size_t)bits_pop(&men) * CORE_WORDS);
                found = bits_or(found, named_pieces(p, bits_and(near, movable_by(p, player)), &power->freezes));
            }
        }
    }
    return found;
}

/* Men of anybody that cannot be taken. */
static bits sheltered_men(const pos *p)
{
    const game *g = p->game;
    bits found = bits_none();
    for (int man = 1; man < g->men && g->sheltering; man++) {
        const piece_power *power = power_of(g, (man_id)man);
        if (power->untouchable) {
            found = bits_or(found, p->men[man]);
        }
        for (bits men = power->guarding ? p->men[man] : bits_none(); !bits_empty(men);) {
            bits near = bits_at(g->beside + (size_t)bits_pop(&men) * CORE_WORDS);
            found = bits_or(found, named_pieces(p, bits_and(near, p->owned[g->man_owner[man]]), &power->guards));
        }
    }
    return found;
}

/* Whom nobody takes, his own side neither; where men are stood on, nobody is taken. */
static bits closed_to_own(const pos *p, int player)
{
    const game *g = p->game;
    if (g->stacks) {
        return bits_none();
    }
    bits found = g->sheltering ? sheltered_men(p) : bits_none();
    return g->absences ? bits_or(found, untouchable_of(p, player)) : found;
}

/* Enemies that are not royal, or where royals are taken, all. */
BITS_INLINE bits enemies_to_take(const pos *p, int player)
{
    const game *g = p->game;
    bits found = bits_none();
    for (int e = 0; e < g->enemy_count[player]; e++) {
        int by = g->enemy[player][e];
        bits men = p->royals_fall ? p->owned[by] : bits_without(p->owned[by], p->royals[by]);
        found = bits_or(found, g->absences ? bits_without(men, untouchable_of(p, by)) : men);
    }
    return found;
}

/* What men of `player` take where it stands. */
BITS_INLINE bits takeable_by(const pos *p, int player)
{
    bits found = enemies_to_take(p, player);
    return p->game->powered ? bits_without(found, sheltered_men(p)) : found;
}

/* What a man of nobody takes when `player` moves it: also men of that player and others of nobody. */
static bits takeable_for_nobody(const pos *p, int player)
{
    bits found = bits_without(bits_or(takeable_by(p, player), p->owned[player]), p->royals[player]);
    return p->game->sheltering ? bits_without(found, sheltered_men(p)) : found;
}

BITS_INLINE bits takeable_with(const pos *p, int player, bool nobody)
{
    return nobody ? takeable_for_nobody(p, player) : takeable_by(p, player);
}

static bool core_frozen(const position *plain, cell_id cell)
{
    const pos *p = pos_of_const(plain);
    return bits_has(frozen_for(p, p->state.mover), cell);
}

static bool core_sheltered(const position *plain, cell_id cell)
{
    return bits_has(sheltered_men(pos_of_const(plain)), cell);
}

/* ---- captures elsewhere ---- */

typedef struct blow {
    const pos *p;
    man_id man;    /* who strikes, as a man of the player who moves it */
    unsigned from; /* where he stood: empty */
    unsigned to;
    bits takeable;
} blow;

/* The number in game.around of the direction from one cell to another on a line with it; -1: none. */
static int direction_of(const game *g, unsigned from, unsigned to)
{
    int dx = g->topology.column[to] - g->topology.column[from], dy = g->topology.row[to] - g->topology.row[from];
    static const int8_t number[3][3] = {{6, 3, 7}, {2, -1, 0}, {5, 1, 4}}; /* [dy + 1][dx + 1]: as in powers.c */
    if (dx != 0 && dy != 0 && dx != dy && dx != -dy) {
        return -1;
    }
    return number[(dy > 0) - (dy < 0) + 1][(dx > 0) - (dx < 0) + 1];
}

static unsigned next_to(const game *g, int direction, unsigned cell)
{
    return g->topology.next[g->around[direction]][cell];
}

/* Adds the man on `cell` if the strike takes him. */
static void strike_at(const blow *b, const strike *s, unsigned cell, bits *found)
{
    if (cell == CELL_NONE || cell == b->from || !bits_has(b->takeable, cell)) {
        return;
    }
    if (names_man_at(b->p, &s->victims, cell, b->p->game->man_owner[b->man])) {
        *found = bits_or(*found, bits_cell(cell));
    }
}

static void strike_flanks(const blow *b, const strike *s, bits *found)
{
    const game *g = b->p->game;
    bits helpers = bits_without(b->p->owned[g->man_owner[b->man]], bits_cell(b->from));
    for (int d = 0; d < 4; d++) {
        unsigned enemy = next_to(g, d, b->to);
        unsigned behind = enemy == CELL_NONE ? CELL_NONE : next_to(g, d, enemy);
        if (behind != CELL_NONE && bits_has(helpers, behind)) {
            strike_at(b, s, enemy, found);
        }
    }
}

static void strike_crossings(const blow *b, const strike *s, bits *found)
{
    const game *g = b->p->game;
    const topology *t = &g->topology;
    for (bits royals = b->p->royals[g->man_owner[b->man]]; !bits_empty(royals);) {
        unsigned royal = bits_pop(&royals);
        strike_at(b, s, topology_at(t, t->column[b->to], t->row[royal], t->level[royal]), found);
        strike_at(b, s, topology_at(t, t->column[royal], t->row[b->to], t->level[royal]), found);
    }
}

/* Everybody on the line between both cells. */
static void strike_between(const blow *b, const strike *s, int direction, bits *found)
{
    for (unsigned at = next_to(b->p->game, direction, b->from); at != b->to && at != CELL_NONE;
         at = next_to(b->p->game, direction, at)) {
        strike_at(b, s, at, found);
    }
}

/* What the move of a man takes elsewhere. */
static bits struck_by(const blow *b)
{
    const game *g = b->p->game;
    const piece_power *power = power_of(g, b->man);
    int direction = direction_of(g, b->from, b->to);
    bits found = bits_none();
    for (int i = 0; i < power->strike_count; i++) {
        const strike *s = &power->strikes[i];
        bool straight = direction >= 0 && direction < 4, diagonal = direction >= 4;
        if ((straight && !s->straight) || (diagonal && !s->diagonal) ||
            (direction < 0 && !(s->straight && s->diagonal))) {
            continue;
        }
        if (s->kind == STRIKE_FLANK) {
            strike_flanks(b, s, &found);
        } else if (s->kind == STRIKE_COORDINATES) {
            strike_crossings(b, s, &found);
        } else if (direction >= 0 && s->kind == STRIKE_APPROACH) {
            strike_at(b, s, next_to(g, direction, b->to), &found);
        } else if (direction >= 0 && s->kind == STRIKE_WITHDRAWAL) {
            int back = direction < 4 ? (direction + 2) % 4 : 4 + (direction - 4 + 2) % 4;
            strike_at(b, s, next_to(g, back, b->from), &found);
        } else if (direction >= 0 && s->kind == STRIKE_OVER) {
            strike_between(b, s, direction, &found);
        }
    }
    return found;
}

/* The same for a move that the player to act is about to make; only steps strike. */
static bits struck_by_move(const pos *p, move m)
{
    const game *g = p->game;
    int mover = p->state.mover;
    man_id man = g->striking && move_kind_of(m) <= MOVE_DOUBLE ? p->board[move_from(m)] : MAN_NONE;
    if (!man || !power_of(g, man)->strike_count) {
        return bits_none();
    }
    blow b = {.p = p, .man = game_man(g, mover, g->man_type[man]), .from = move_from(m), .to = move_to(m)};
    b.takeable = takeable_with(p, mover, g->man_owner[man] == g->nobody);
    return struck_by(&b);
}

/* Where jumps along one line land. */
static bits vaults_along(const blow *b, const strike *s, int direction)
{
    const game *g = b->p->game;
    bits found = bits_none(), occupied = b->p->occupied;
    bool jumped = false, behind = false;
    for (unsigned at = next_to(g, direction, b->from); at != CELL_NONE;) {
        unsigned next = next_to(g, direction, at);
        if (!bits_has(occupied, at)) {
            if (behind || (jumped && s->beyond)) {
                found = bits_or(found, bits_cell(at));
            }
            behind = false;
            at = next;
            continue;
        }
        bits taken = bits_none();
        strike_at(b, s, at, &taken);
        if (bits_empty(taken) || next == CELL_NONE || bits_has(occupied, next)) {
            break;
        }
        jumped = behind = true;
        at = next;
    }
    return found;
}

static bits vaults_of(const blow *b)
{
    const piece_power *power = power_of(b->p->game, b->man);
    bits found = bits_none();
    for (int i = 0; i < power->strike_count; i++) {
        const strike *s = &power->strikes[i];
        for (int d = 0; d < 8 && s->kind == STRIKE_OVER; d++) {
            if (d < 4 ? s->straight : s->diagonal) {
                found = bits_or(found, vaults_along(b, s, d));
            }
        }
    }
    return found;
}
