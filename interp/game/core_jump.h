/* Core, part five: jumps over enemies, alone or in chains. Included by core.c.
 *
 * A man's chains are enumerated by going through its lines in the order of the rules, on sets of its own: the position is
 * not touched. Two ways of the same man that end on one cell, as the same type, with the same men jumped are one move (where
 * jumped men go under a tower, in the same order). A move holds the number of its way in that enumeration; playing and
 * writing it enumerate again until that number.
 *
 * Limits: a chain ends after CHAIN_MAX jumps; of one man at most CHAIN_WAYS_MAX ways are known, found in at most
 * CHAIN_STEPS_MAX jumps.
 */

enum {
    CHAIN_WAYS_MAX = 1024,
    CHAIN_STEPS_MAX = 5000,
    CHAIN_SLOTS = 2 * CHAIN_WAYS_MAX, /* a power of two */
    CHAIN_FEW = 24,                   /* so many ends are looked through one by one */
    CHAIN_SEEN = 1024,                /* places that are remembered at once */
    CHAIN_EASY = 64,                  /* so many jumps are found without remembering any */
};

typedef struct chain_end {
    bits jumped, converted;
    uint64_t order; /* which men went under the tower one after the other; 0 where that makes no difference */
    cell_id to, before, first;
    man_id man;
    uint16_t count;
} chain_end;

typedef struct jumper {
    const pos *p;
    unsigned from;
    bits occupied, victims, jumped, converted;
    uint64_t order;
    unsigned room; /* jumps that the tower has room for */
    unsigned steps, count, wanted;
    bool only_any; /* whether there is a jump at all is the question */
    bool done;     /* way `wanted` has been found: `way` holds it */
    bool over;     /* that, or a limit is reached: nothing more is looked for */
    chain_way way;
    chain_end *ends;             /* [CHAIN_WAYS_MAX] */
    uint16_t slots[CHAIN_SLOTS]; /* from CHAIN_FEW ends on: where each is in `ends`, counted from 1 */
    uint64_t seen[CHAIN_SEEN];   /* from CHAIN_EASY jumps on: keys of places that chains have gone on from */
} jumper;

static bool jump_on(jumper *j, man_id man, unsigned at, const jump_line *last);

/* Enemies of the mover; royals only where they are taken. */
static bits jump_victims(const pos *p)
{
    return takeable_by(p, p->state.mover);
}

static void jump_begin(jumper *j, const pos *p, unsigned from, bits victims)
{
    const game *g = p->game;
    j->p = p;
    j->from = from;
    j->occupied = p->occupied;
    bits_flip(&j->occupied, from);
    j->victims = victims;
    j->jumped = j->converted = bits_none();
    j->order = 0;
    j->room = g->towers ? TOWER_MAX - tower_height(p, from) : CHAIN_MAX;
    j->steps = j->count = 0;
    j->wanted = UINT32_MAX;
    j->only_any = j->done = j->over = false;
    j->way.count = 0;
    j->ends = NULL;
}

/* The man on `cell` that is jumped next: of a tower that was jumped already, what is left on top. */
static man_id jump_top(const jumper *j, unsigned cell)
{
    const pos *p = j->p;
    unsigned times = 0, height = tower_height(p, cell);
    for (unsigned i = 0; p->game->towers && i < j->way.count; i++) {
        times += j->way.over[i] == cell;
    }
    if (!times) {
        return p->board[cell];
    }
    return times > height ? MAN_NONE : position_below((const position *)p, (size_t)cell * TOWER_MAX + height - times);
}

typedef struct jump_saved {
    bits occupied, victims, jumped, converted;
    uint64_t order;
} jump_saved;

static jump_saved jump_make(jumper *j, const jump_line *l, unsigned over, unsigned land)
{
    const game *g = j->p->game;
    jump_saved saved = {j->occupied, j->victims, j->jumped, j->converted, j->order};
    unsigned i = j->way.count;
    man_id taken = jump_top(j, over);
    j->way.over[i] = (cell_id)over;
    j->way.land[i] = (cell_id)land;
    j->way.taken[i] = taken;
    j->way.jumped[i] = l->jumped;
    j->way.count = i + 1;
    bits_flip(&j->victims, over);
    j->jumped = bits_or(j->jumped, bits_cell(over));
    if (l->jumped == JUMPED_CONVERTED) {
        j->converted = bits_or(j->converted, bits_cell(over));
    }
    bool leaves = l->jumped == JUMPED_UNDER || (l->jumped == JUMPED_TAKEN && g->rules->jumps.at_once);
    if (l->jumped == JUMPED_UNDER) {
        j->order = number_key(j->order + taken);
    }
    if (leaves) {
        man_id left = g->towers ? jump_top(j, over) : MAN_NONE;
        if (!left) {
            bits_flip(&j->occupied, over);
        } else if (g->rules->jumps.again && (g->enemies[j->p->state.mover] >> g->man_owner[left] & 1)) {
            bits_flip(&j->victims, over);
            j->order += number_key(over);
        }
    }
    return saved;
}

static void jump_unmake(jumper *j, const jump_saved *saved)
{
    j->occupied = saved->occupied;
    j->victims = saved->victims;
    j->jumped = saved->jumped;
    j->converted = saved->converted;
    j->order = saved->order;
    j->way.count--;
}

/* Whether two chains end on one cell and do the same to the same men. */
static bool ends_alike(const chain_end *a, const chain_end *b)
{
    return a->to == b->to && a->order == b->order && bits_equal(a->jumped, b->jumped) &&
           bits_equal(a->converted, b->converted);
}

static uint64_t bits_mixed(uint64_t key, bits set)
{
    for (int i = 0; i < CORE_WORDS; i++) {
        key = number_key(key ^ set.w[i]);
    }
    return key;
}

/* The slot of such an end, or the free one where it belongs. */
static uint16_t *end_slot(jumper *j, const chain_end *e)
{
    uint64_t at = number_key(e->order ^ ((uint64_t)e->man << 16 | e->to));
    at = bits_mixed(bits_mixed(at, e->jumped), e->converted);
    while (at %= CHAIN_SLOTS, j->slots[at]) {
        const chain_end *there = &j->ends[j->slots[at] - 1];
        if (there->man == e->man && ends_alike(there, e)) {
            break;
        }
        at++;
    }
    return &j->slots[at];
}

/* Puts it behind the others; false where it is known. */
static bool put_end(jumper *j, const chain_end *e)
{
    uint16_t *slot = j->count < CHAIN_FEW ? NULL : end_slot(j, e);
    bool known = slot && *slot;
    for (unsigned i = 0; !slot && i < j->count && !known; i++) {
        known = j->ends[i].man == e->man && ends_alike(&j->ends[i], e);
    }
    if (known) {
        return false;
    }
    j->ends[j->count++] = *e;
    if (slot) {
        *slot = (uint16_t)j->count;
    } else if (j->count == CHAIN_FEW) {
        memset(j->slots, 0, sizeof j->slots);
        for (unsigned i = 0; i < j->count; i++) {
            *end_slot(j, &j->ends[i]) = (uint16_t)(i + 1);
        }
    }
    return true;
}

/* A chain has come to its end. */
static void jump_record(jumper *j, man_id man, unsigned before)
{
    unsigned count = j->way.count;
    chain_end end = {.jumped = j->jumped,
                     .converted = j->converted,
                     .order = j->order,
                     .to = j->way.land[count - 1],
                     .before = (cell_id)before,
                     .first = j->way.over[0],
                     .man = man,
                     .count = (uint16_t)count};
    if (!put_end(j, &end)) {
        return;
    }
    if (j->count - 1 == j->wanted) {
        j->way.becomes = man;
        j->done = true;
    }
    j->over = j->done || j->count == CHAIN_WAYS_MAX;
}

/* What the man is once it has landed in the middle of a chain. `stops`: the chain ends with that. */
static man_id jump_lands(const jumper *j, man_id man, unsigned at, const jump_line *l, unsigned land, bool *stops)
{
    const game *g = j->p->game;
    const promotion_table *t = g->plans[man].promotion;
    *stops = l->chain == CHAIN_NONE;
    if (*stops || !t || g->rules->jumps.promotion == CHAIN_AT_END ||
        !set_has(t->forced + (size_t)at * CORE_WORDS, land)) {
        return man;
    }
    *stops = g->rules->jumps.promotion == CHAIN_STOPS;
    return *stops ? man : game_man(g, g->man_owner[man], t->into[*game_promotions(g, t, at, land)]);
}

static bool jump_can_go_on(jumper *j, man_id man, unsigned at, const jump_line *l, unsigned over, unsigned land)
{
    bool stops, asked = j->only_any;
    man_id after = jump_lands(j, man, at, l, land, &stops);
    if (stops) {
        return false;
    }
    jump_saved saved = jump_make(j, l, over, land);
    j->only_any = true;
    bool goes_on = jump_on(j, after, land, l);
    j->only_any = asked;
    jump_unmake(j, &saved);
    return goes_on;
}

static void jump_once(jumper *j, man_id man, unsigned at, const jump_line *l, unsigned over, unsigned land)
{
    bool stops;
    man_id after = jump_lands(j, man, at, l, land, &stops);
    jump_saved saved = jump_make(j, l, over, land);
    if (stops || !jump_on(j, after, land, l)) {
        jump_record(j, after, at);
    }
    if (!j->over) {
        jump_unmake(j, &saved);
    }
}

/* The enemy that the line meets first, if he may be jumped; CELL_NONE. `*way`: with which vector the line goes on. */
static unsigned jump_target(const jumper *j, const jump_line *l, unsigned at, unsigned *way)
{
    const game *g = j->p->game;
    *way = l->vector;
    unsigned cell = topology_step(&g->topology, way, at);
    for (int steps = 1; cell != CELL_NONE && !bits_has(j->occupied, cell); steps++) {
        if (steps == l->range || steps > g->cells) {
            return CELL_NONE;
        }
        cell = topology_step(&g->topology, way, cell);
    }
    if (cell == CELL_NONE || !bits_has(j->victims, cell)) {
        return CELL_NONE;
    }
    return l->jumped == JUMPED_CONVERTED && g->man_royal[j->p->board[cell]] ? CELL_NONE : cell;
}

/* Whether the line may be jumped along now. */
static bool jump_line_open(const jumper *j, const jump_line *l, const jump_line *last)
{
    if (!last) {
        return set_has(j->p->game->sets + l->from, j->from) && (l->checks || !j->p->trying);
    }
    if (l->chain != last->chain || (!j->p->game->rules->jumps.back && l->vector == last->reverse)) {
        return false;
    }
    return l->chain == CHAIN_ANY || (l->chain == CHAIN_STRAIGHT && l->vector == last->vector);
}

static void jump_landings(jumper *j, man_id man, unsigned at, const jump_line *l, unsigned over, unsigned first,
                          unsigned way)
{
    const game *g = j->p->game;
    bool obliges = false;
    unsigned land = first, on = way;
    for (int n = 0; land != CELL_NONE && !bits_has(j->occupied, land) && n < g->cells && !obliges; n++) {
        obliges = g->rules->jumps.obliges && l->chain != CHAIN_NONE && jump_can_go_on(j, man, at, l, over, land);
        land = topology_step(&g->topology, &on, land);
    }
    land = first;
    for (int n = 0; land != CELL_NONE && !bits_has(j->occupied, land) && n < g->cells && !j->over; n++) {
        if (!obliges || jump_can_go_on(j, man, at, l, over, land)) {
            jump_once(j, man, at, l, over, land);
        }
        land = topology_step(&g->topology, &way, land);
    }
}

/* Where a chain has come to, and all that decides how it may go on and end. Whatever way led there, what follows is the same,
 * so it is followed once: chains are as many as the ways, such places far fewer. Never 0. */
static uint64_t jump_place(const jumper *j, man_id man, unsigned at, const jump_line *last)
{
    uint64_t key = number_key((uint64_t)man << 40 | (uint64_t)at << 24 | (uint64_t)last->vector << 8 | j->way.count);
    key = number_key(key + (uint64_t)last->chain) ^ j->order;
    key = bits_mixed(bits_mixed(key, j->jumped), j->converted);
    return bits_mixed(bits_mixed(key, j->occupied), j->victims) | 1;
}

/* Goes on from `at`; `last` is the line of the jump before, NULL at the beginning. Whether there was a jump to make. */
static bool jump_on(jumper *j, man_id man, unsigned at, const jump_line *last)
{
    const game *g = j->p->game;
    const man_plan *plan = &g->plans[man];
    if (!plan->jump_count || j->way.count == CHAIN_MAX || j->way.count == j->room ||
        !bits_meet(table_at(plan->jump_near, at), j->victims)) {
        return false;
    }
    uint64_t spot = j->steps < CHAIN_EASY || j->only_any || !last ? 0 : jump_place(j, man, at, last);
    uint64_t *seen = &j->seen[spot >> 32 & (CHAIN_SEEN - 1)];
    if (spot && *seen == spot) {
        return true;
    }
    bool found = false;
    for (int i = 0; i < plan->jump_count && !j->over; i++) {
        const jump_line *l = &plan->jumps[i];
        unsigned way, over = jump_line_open(j, l, last) ? jump_target(j, l, at, &way) : CELL_NONE;
        unsigned land = over == CELL_NONE ? CELL_NONE : topology_step(&g->topology, &way, over);
        if (land == CELL_NONE || bits_has(j->occupied, land)) {
            continue;
        }
        found = true;
        if (j->only_any) {
            return true;
        }
        if (++j->steps > CHAIN_STEPS_MAX) {
            j->over = true;
            return true;
        }
        if (j->steps == CHAIN_EASY) {
            memset(j->seen, 0, sizeof j->seen);
        }
        if (l->land_any) {
            jump_landings(j, man, at, l, over, land, way);
        } else {
            jump_once(j, man, at, l, over, land);
        }
    }
    if (spot && found) {
        *seen = spot;
    }
    return found;
}

static bool core_chain(const position *plain, move m, chain_way *way)
{
    const pos *p = pos_of_const(plain);
    unsigned from = move_from(m);
    man_id man = from < (unsigned)p->game->cells ? p->board[from] : MAN_NONE;
    chain_end ends[CHAIN_WAYS_MAX];
    jumper j;
    if (move_kind_of(m) != MOVE_CHAIN || !man) {
        return false;
    }
    jump_begin(&j, p, from, jump_victims(p));
    j.ends = ends;
    j.wanted = chain_number(m);
    jump_on(&j, man, from, NULL);
    if (j.done) {
        *way = j.way;
    }
    return j.done;
}

/* ---- played ---- */

/* The jumping tower gathers those that were jumped below itself, each new one lowest. */
static void gather(pos *p, undo *u, unsigned from, unsigned to, man_id top, const man_id *under, unsigned count)
{
    man_id men[TOWER_MAX + 1];
    unsigned height = tower_height(p, from), n = 0;
    for (unsigned i = count; i-- > 0;) {
        men[n++] = under[i];
    }
    for (unsigned i = 0; i < height; i++) {
        men[n++] = position_below((const position *)p, (size_t)from * TOWER_MAX + i);
        write_below(p, u, from, i, MAN_NONE);
    }
    if (height) {
        write_height(p, u, from, 0);
    }
    change_cell(p, u, from, MAN_NONE);
    for (unsigned i = 0; i < n; i++) {
        write_below(p, u, to, i, men[i]);
    }
    if (n) {
        write_height(p, u, to, n);
    }
    change_cell(p, u, to, risen_form(p->game, top, to));
}

static bool play_chain(pos *p, undo *u, move m)
{
    const game *g = p->game;
    chain_way way;
    if (!core_chain(position_of(p), m, &way)) {
        return false;
    }
    unsigned from = move_from(m), to = move_to(m), gathered = 0;
    int mover = p->state.mover;
    man_id man = p->board[from], last = MAN_NONE, under[CHAIN_MAX];
    uint32_t lost = g->man_clears[man] | g->cell_clears[from] | g->cell_clears[to];
    for (unsigned i = 0; i < way.count; i++) {
        unsigned over = way.over[i];
        man_id taken = way.taken[i];
        lost |= g->man_clears[taken] | g->cell_clears[over];
        if (way.jumped[i] == JUMPED_CONVERTED) {
            change_cell(p, u, over, risen_form(g, game_man(g, mover, g->man_type[taken]), over));
            continue;
        }
        last = taken; /* he says what the captor becomes by taking */
        tower_pop(p, u, over);
        if (way.jumped[i] == JUMPED_UNDER) {
            int as = g->rules->pieces[g->type[g->man_type[taken]].piece].taken_as;
            if (as >= 0) { /* not `captured_as: gone` */
                under[gathered++] = covered_form(g, game_man(g, g->man_owner[taken], g->base_type[as]));
            }
        } else if (g->hands) {
            take_into_hand(p, u, taken, mover);
        }
    }
    gather(p, u, from, to, plain_arrival(g, m, man, last), under, gathered);
    drop_rights(p, lost);
    return true;
}
