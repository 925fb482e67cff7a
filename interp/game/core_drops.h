/* Core: men that come from the hand. Included by core.c. */

static bool core_any(position *p);

/* A drop is a mate when nothing answers it, other drops that may not mate among the answers. Where such drops answer each other that
 * deep, none is taken for a mate: men without end could go on for as long as there are cells. */
enum { DROPS_DEPTH_MAX = 3 };

/* Whether a drop, which attacks an enemy royal from `to`, is refused because it checks or mates. */
static bool drop_refused(const pos *p, const drop_table *d, move m)
{
    pos *w = (pos *)p;
    undo u;
    int me = w->state.mover;
    play_move(w, m, &u);
    bool refused = false;
    w->state.mover = (uint8_t)answerer(w, me);
    if (player_in_check(w, w->state.mover)) {
        w->dropped++;
        refused = !d->check || (w->dropped <= DROPS_DEPTH_MAX && !core_any(position_of(w)));
        w->dropped--;
    }
    undo_move(w, &u);
    return refused;
}

/* Cells from which the man, dropped, would attack a royal of the next player. */
static bits checking_cells(const pos *p, man_id man)
{
    const game *g = p->game;
    int me = p->state.mover;
    bits found = bits_none();
    if (g->plans[man].walks) {
        return bits_all();
    }
    for (int other = 0; other < g->players; other++) {
        if (!(g->enemies[me] >> other & 1)) {
            continue;
        }
        for (bits royals = p->royals[other]; !bits_empty(royals);) {
            unsigned royal = bits_pop(&royals);
            for (int i = 0; i < g->threat_count[me]; i++) {
                const threat *t = &g->threats[me][i];
                if (set_has(t->types, g->man_type[man])) {
                    found = bits_or(found, t->slides ? slider_reach(g, t->slider, royal, p->occupied)
                                                     : table_at(t->from, royal));
                }
            }
        }
    }
    return found;
}

/* The cells on which a man would rest. */
static bits resting(const pos *p, const drop_table *d, bits cells)
{
    for (bits left = cells; !bits_empty(left);) {
        unsigned cell = bits_pop(&left);
        if (d->below[cell] != CELL_NONE && !p->board[d->below[cell]]) {
            bits_flip(&cells, cell);
        }
    }
    return cells;
}

/* Of these cells those where a royal man of the mover's would not stand attacked. */
static CORE_APART bits unattacked(const pos *p, bits cells)
{
    for (bits left = cells; !bits_empty(left);) {
        unsigned cell = bits_pop(&left);
        if (attacked_by_enemies(p, cell, p->state.mover, bits_or(p->occupied, bits_cell(cell)), bits_none())) {
            bits_flip(&cells, cell);
        }
    }
    return cells;
}

BITS_INLINE void put_drops(const pos *p, output *out, purpose why, bits mask)
{
    const game *g = p->game;
    int me = p->state.mover;
    const uint16_t *hand = hand_of(p);
    bits open = bits_without(mask, p->occupied);
    for (int i = 0; i < g->drop_count[me]; i++) {
        const drop_table *d = &g->drops[me][i];
        if (d->held && !hand[d->held]) {
            continue;
        }
        bits targets = bits_and(open, set_of(g, d->zone));
        if (d->per_file) {
            for (int file = 0; file < g->file_count; file++) {
                bits column = bits_at(g->file_sets + (size_t)file * CORE_WORDS);
                if (bits_count(bits_and(column, p->men[d->man])) >= d->per_file) {
                    targets = bits_without(targets, column);
                }
            }
        }
        if (d->below) {
            targets = resting(p, d, targets);
        }
        unsigned into = (unsigned)g->man_type[d->man] + 1;
        if (g->man_royal[d->man] && why != LIST_PSEUDO && !g->rules->placing_apart) {
            targets = unattacked(p, targets);
        }
        if ((!d->check || !d->mate) && why != LIST_PSEUDO) {
            for (bits risky = bits_and(targets, checking_cells(p, d->man)); !bits_empty(risky);) {
                unsigned to = bits_pop(&risky);
                if (drop_refused(p, d, move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0))) {
                    bits_flip(&targets, to);
                }
            }
        }
        if (why == COUNT_ASKED) {
            bits asked = bits_and(targets, asked_cells(p, out->judge, d->man, CELL_NONE));
            out->count += (uint64_t)bits_count(bits_without(targets, asked));
            targets = asked;
        }
        if (is_count(why)) {
            out->count += (uint64_t)bits_count(targets);
            continue;
        }
        while (!bits_empty(targets)) {
            emit(out, move_pack(MOVE_DROP, CELL_NONE, bits_pop(&targets), into, 0, 0));
        }
    }
}

/* The cell that comes `n`-th in the set, from 0. */
BITS_INLINE unsigned bits_nth(bits a, unsigned n)
{
    unsigned i = 0;
    for (unsigned here = (unsigned)word_count(a.w[0]); n >= here; here = (unsigned)word_count(a.w[i])) {
        n -= here;
        i++;
    }
#if CORE_LOOKUP
    return i * 64 + (unsigned)word_first(_pdep_u64(UINT64_C(1) << n, a.w[i]));
#else
    uint64_t w = a.w[i];
    while (n--) {
        w &= w - 1;
    }
    return i * 64 + (unsigned)word_first(w);
#endif
}

/* Draws one of the drops, all equally likely, and makes it; false when there is none. For games in which nothing else is
 * ever done (game.drops_alone): the sets that listing would walk through are counted, and the one drawn is that of the
 * same number in the list. */
static bool core_drop_drawn(position *plain, random_source *random, undo *spare, move *made)
{
    pos *p = pos_of(plain);
    const game *g = p->game;
    int me = p->state.mover;
    bits open[DROPS_ALONE_MAX];
    unsigned total = 0;
    for (int i = 0; i < g->drop_count[me]; i++) {
        const drop_table *d = &g->drops[me][i];
        open[i] = d->held && !hand_of(p)[d->held] ? bits_none() : bits_without(set_of(g, d->zone), p->occupied);
        if (d->below) {
            open[i] = resting(p, d, open[i]);
        }
        total += (unsigned)bits_count(open[i]);
    }
    if (total == 0) {
        return false;
    }
    unsigned n = random_pick(random, total);
    int i = 0;
    for (unsigned here = (unsigned)bits_count(open[0]); n >= here; here = (unsigned)bits_count(open[i])) {
        n -= here;
        i++;
    }
    unsigned to = bits_nth(open[i], n) & 0x7FF, into = ((unsigned)g->man_type[g->drops[me][i].man] + 1) & 0x1FF;
    *made = move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0);
    play_move(p, move_pack(MOVE_DROP, CELL_NONE, to, into, 0, 0), spare);
    return true;
}
