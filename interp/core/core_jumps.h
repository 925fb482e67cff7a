/* Core: jumps over enemies, single or in chains. Included by core.c.
 *
 * A piece's chains are enumerated by going through its directions in the order of the rules, on private sets; the
 * position is not touched. Two paths of one piece are the same move if they end on one cell, as the same type, with the
 * same jumped pieces (where jumped pieces go under a stack, in the same order). A move holds the index of its path in
 * that enumeration. Playing it and writing it enumerate again up to that index.
 *
 * Limits: a chain ends after CHAIN_MAX jumps. At most LONG_PATHS_MAX paths of a piece are known, found in at most
 * LONG_STEPS_MAX jumps; where there are more, the position says that moves are lost. Small tables do for nearly all
 * positions. Where they do not, the search begins again with large ones, and finds the same paths in the same order.
 */

enum {
    CHAIN_PATHS_MAX = 256,
    CHAIN_STEPS_MAX = 2048,
    CHAIN_SEEN_SLOTS = 1024, /* states that are remembered at once; a power of two */
    LONG_PATHS_MAX = 4096,   /* a move has 12 bits for the number */
    LONG_STEPS_MAX = 200000,
    LONG_SEEN_SLOTS = 65536,
    CHAIN_LINEAR_MAX = 24, /* up to this many ends are searched linearly */
    CHAIN_SEEN_AFTER = 64, /* up to this many jumps no state is remembered */
};

typedef struct chain_end {
    uint64_t done_to; /* key of the pieces that were jumped, those converted, and in which order they went under */
    cell_id to, before, first;
    piece_id piece;
    uint16_t count;
} chain_end;

typedef struct jump_search {
    const pos *p;
    unsigned from;
    bitboard occupied, victims, jumped, converted;
    uint64_t order;
    unsigned room; /* jumps until the stack is full */
    unsigned steps, count, wanted;
    bool only_any;   /* only asks whether there is a jump */
    bool done;       /* path `wanted` is found: `path` holds it */
    bool stopped;    /* found, or a limit is reached: stop looking */
    unsigned sought; /* CELL_NONE, or a capture on this cell is enough: `done` says whether there is one */
    chain_path path;
    const chain_reader *reader; /* NULL, or only ways that fit are followed, and only to `goal` */
    const chain_end *goal;
    /* borrowed tables: */
    unsigned paths_max, steps_max, seen_slots;
    chain_end *ends; /* [paths_max] */
    uint16_t *slots; /* [2 * paths_max] from CHAIN_LINEAR_MAX ends on: index in `ends` plus one */
    uint64_t *seen;  /* [seen_slots] from CHAIN_SEEN_AFTER jumps on: keys of states that were continued */
} jump_search;

typedef struct jump_tables {
    chain_end ends[CHAIN_PATHS_MAX];
    uint16_t slots[2 * CHAIN_PATHS_MAX];
    uint64_t seen[CHAIN_SEEN_SLOTS];
} jump_tables;

typedef struct long_jump_tables {
    chain_end ends[LONG_PATHS_MAX];
    uint16_t slots[2 * LONG_PATHS_MAX];
    uint64_t seen[LONG_SEEN_SLOTS];
} long_jump_tables;

static bool jump_continue(jump_search *j, piece_id piece, unsigned at, const jump_direction *last);

/* Enemies of the side to move; royals only where they can be captured. */
static bitboard jump_victims(const pos *p)
{
    return capturable_by(p, p->state.side_to_move);
}

static void jump_begin(jump_search *search, const pos *p, unsigned from, bitboard victims)
{
    const variant *v = p->variant;
    search->p = p;
    search->from = from;
    search->occupied = p->occupied;
    bb_toggle(&search->occupied, from);
    search->victims = victims;
    search->jumped = search->converted = bb_none();
    search->order = 0;
    search->room = v->has_stacks ? STACK_MAX - stack_height(p, from) : CHAIN_MAX;
    search->steps = search->count = 0;
    search->wanted = UINT32_MAX;
    search->only_any = search->done = search->stopped = false;
    search->path.count = 0;
    search->reader = NULL;
    search->goal = NULL;
    search->sought = CELL_NONE;
}

static void jump_use_tables(jump_search *search, jump_tables *t)
{
    search->ends = t->ends;
    search->slots = t->slots;
    search->seen = t->seen;
    search->paths_max = CHAIN_PATHS_MAX;
    search->steps_max = CHAIN_STEPS_MAX;
    search->seen_slots = CHAIN_SEEN_SLOTS;
}

_Static_assert(_Alignof(long_jump_tables) <= 16, "they follow a size that 16 divides: core_size");

/* Those behind the position: too large for a stack. They are free whenever a search begins, because a search plays nothing. */
static long_jump_tables *long_tables_of(const pos *p)
{
    return (long_jump_tables *)((char *)p + p->variant->position_size);
}

static void jump_use_long_tables(jump_search *search, long_jump_tables *t)
{
    search->ends = t->ends;
    search->slots = t->slots;
    search->seen = t->seen;
    search->paths_max = LONG_PATHS_MAX;
    search->steps_max = LONG_STEPS_MAX;
    search->seen_slots = LONG_SEEN_SLOTS;
}

/* Whether a limit ended the search before it found what it looks for. */
static bool jump_is_cut(const jump_search *search)
{
    return search->stopped && !search->done;
}

/* The piece on `cell` that is jumped next: of a stack that was jumped already, what is left on top. */
static piece_id jump_top(const jump_search *search, unsigned cell)
{
    const pos *p = search->p;
    unsigned times = 0, height = stack_height(p, cell);
    for (unsigned i = 0; p->variant->has_stacks && i < search->path.count; i++) {
        times += search->path.over[i] == cell;
    }
    if (!times) {
        return p->board[cell];
    }
    return times > height ? PIECE_NONE
                          : position_stack_piece((const position *)p, (size_t)cell * STACK_MAX + height - times);
}

typedef struct jump_saved {
    bitboard occupied, victims, jumped, converted;
    uint64_t order;
} jump_saved;

static jump_saved jump_make(jump_search *search, const jump_direction *l, unsigned over, unsigned land)
{
    const variant *v = search->p->variant;
    jump_saved saved = {search->occupied, search->victims, search->jumped, search->converted, search->order};
    unsigned i = search->path.count;
    piece_id captured = jump_top(search, over);
    search->path.over[i] = (cell_id)over;
    search->path.land[i] = (cell_id)land;
    search->path.captured_piece[i] = captured;
    search->path.jumped[i] = l->jumped;
    search->path.count = i + 1;
    bb_toggle(&search->victims, over);
    search->jumped = bb_or(search->jumped, bb_cell(over));
    if (l->jumped == JUMPED_CONVERTED) {
        search->converted = bb_or(search->converted, bb_cell(over));
    }
    bool leaves = l->jumped == JUMPED_UNDER || (l->jumped == JUMPED_CAPTURED && v->rules->jumps.removes_at_once);
    if (l->jumped == JUMPED_UNDER) {
        search->order = number_key(search->order + captured);
    }
    if (leaves) {
        piece_id left = v->has_stacks ? jump_top(search, over) : PIECE_NONE;
        if (!left) {
            bb_toggle(&search->occupied, over);
        } else if (v->rules->jumps.same_cell_twice &&
                   (v->enemy_mask[search->p->state.side_to_move] >> v->owner_of[left] & 1)) {
            bb_toggle(&search->victims, over);
            search->order += number_key(over);
        }
    }
    return saved;
}

static void jump_unmake(jump_search *search, const jump_saved *saved)
{
    search->occupied = saved->occupied;
    search->victims = saved->victims;
    search->jumped = saved->jumped;
    search->converted = saved->converted;
    search->order = saved->order;
    search->path.count--;
}

/* Whether two chains end on one cell and do the same to the same pieces. */
static bool chain_ends_equal(const chain_end *a, const chain_end *b)
{
    return a->to == b->to && a->done_to == b->done_to;
}

static uint64_t bb_hash(uint64_t key, bitboard set)
{
    for (int i = 0; i < CORE_WORDS; i++) {
        key = number_key(key ^ set.w[i]);
    }
    return key;
}

/* The slot of an equal end, or the free one where this end belongs. */
static uint16_t *chain_end_slot(jump_search *search, const chain_end *e)
{
    uint64_t at = number_key(e->done_to ^ ((uint64_t)e->piece << 16 | e->to));
    while (at &= 2 * search->paths_max - 1, search->slots[at]) {
        const chain_end *there = &search->ends[search->slots[at] - 1];
        if (there->piece == e->piece && chain_ends_equal(there, e)) {
            break;
        }
        at++;
    }
    return &search->slots[at];
}

/* Appends the end; false if it is known. */
static bool chain_end_add(jump_search *search, const chain_end *e)
{
    uint16_t *slot = search->count < CHAIN_LINEAR_MAX ? NULL : chain_end_slot(search, e);
    bool known = slot && *slot;
    for (unsigned i = 0; !slot && i < search->count && !known; i++) {
        known = search->ends[i].piece == e->piece && chain_ends_equal(&search->ends[i], e);
    }
    if (known) {
        return false;
    }
    search->ends[search->count++] = *e;
    if (slot) {
        *slot = (uint16_t)search->count;
    } else if (search->count == CHAIN_LINEAR_MAX) {
        memset(search->slots, 0, 2 * search->paths_max * sizeof *search->slots);
        for (unsigned i = 0; i < search->count; i++) {
            *chain_end_slot(search, &search->ends[i]) = (uint16_t)(i + 1);
        }
    }
    return true;
}

/* The key of what a chain has done: cheaper than bb_hash, as there is one for each chain. Each step can be undone, so
 * different sets of one word never share a key. */
BB_INLINE uint64_t jump_done_key(const jump_search *search)
{
    uint64_t key = search->order;
    for (int i = 0; i < CORE_WORDS; i++) {
        key = (key ^ search->jumped.w[i]) * UINT64_C(0x9E3779B97F4A7C15);
        key ^= key >> 32;
        key = (key + search->converted.w[i]) * UINT64_C(0xD6E8FEB86659FD93);
        key ^= key >> 32;
    }
    return key;
}

/* Whether the chain captures on the cell that is sought. */
static bool jump_has_sought(const jump_search *search)
{
    bool found = false;
    for (unsigned i = 0; i < search->path.count; i++) {
        found |= search->path.over[i] == search->sought && search->path.jumped[i] != JUMPED_CONVERTED;
    }
    return found;
}

/* Records a finished chain. */
static void jump_add_end(jump_search *search, piece_id piece, unsigned before)
{
    unsigned count = search->path.count, land = search->path.land[count - 1];
    const pos *p = search->p;
    if (!bb_has(filtered(p->variant, p->state.side_to_move, search->from, bb_cell(land)), land)) {
        return; /* a filter judges a chain by its first cell and its last */
    }
    if (search->sought != CELL_NONE && jump_has_sought(search)) {
        search->done = search->stopped = true;
        return;
    }
    chain_end end = {.done_to = jump_done_key(search),
                     .to = search->path.land[count - 1],
                     .before = (cell_id)before,
                     .first = search->path.over[0],
                     .piece = piece,
                     .count = (uint16_t)count};
    if (search->reader) {
        search->done = search->stopped = end.piece == search->goal->piece && chain_ends_equal(&end, search->goal) &&
                                         search->reader->fits(search->reader->state, &search->path, true);
        return;
    }
    if (!chain_end_add(search, &end)) {
        return;
    }
    if (search->count - 1 == search->wanted) {
        search->path.final_piece = piece;
        search->done = true;
    }
    search->stopped = search->done || search->count == search->paths_max;
}

/* What the piece is once it has landed in the middle of a chain. `stops`: the chain ends with that. */
static piece_id jump_lands_as(const jump_search *search, piece_id piece, unsigned at, const jump_direction *l,
                              unsigned land, bool *stops)
{
    const variant *v = search->p->variant;
    const promotion_table *t = v->moves[piece].promotion;
    *stops = l->chain == CHAIN_NONE;
    if (*stops || !t || v->rules->jumps.promotion == CHAIN_PROMOTION_AT_END ||
        !variant_must_promote(v, t, at, land, true)) {
        return piece;
    }
    *stops = v->rules->jumps.promotion == CHAIN_PROMOTION_STOPS;
    uint32_t first = *variant_promotions(v, t, at, land);
    while (!promotion_is_offered(t, first, true)) {
        first++;
    }
    return *stops ? piece : variant_piece(v, v->owner_of[piece], t->into[first]);
}

static bool jump_can_continue(jump_search *search, piece_id piece, unsigned at, const jump_direction *l, unsigned over,
                              unsigned land)
{
    bool stops, asked = search->only_any;
    piece_id after = jump_lands_as(search, piece, at, l, land, &stops);
    if (stops) {
        return false;
    }
    jump_saved saved = jump_make(search, l, over, land);
    search->only_any = true;
    bool goes_on = jump_continue(search, after, land, l);
    search->only_any = asked;
    jump_unmake(search, &saved);
    return goes_on;
}

static void jump_once(jump_search *search, piece_id piece, unsigned at, const jump_direction *l, unsigned over,
                      unsigned land)
{
    bool stops;
    if (over == search->sought && l->jumped != JUMPED_CONVERTED &&
        !search->p->variant->filter_allows[search->p->state.side_to_move]) {
        search->done = search->stopped = true;
        return;
    }
    piece_id after = jump_lands_as(search, piece, at, l, land, &stops);
    jump_saved saved = jump_make(search, l, over, land);
    bool followed = !search->reader || search->reader->fits(search->reader->state, &search->path, false);
    if (followed && (stops || !jump_continue(search, after, land, l))) {
        jump_add_end(search, after, at);
    }
    if (!search->stopped) {
        jump_unmake(search, &saved);
    }
}

/* The enemy that the direction meets first, if it may be jumped; CELL_NONE. `*heading`: the vector that continues the
 * line. */
static unsigned jump_target(const jump_search *search, const jump_direction *l, unsigned at, unsigned *heading)
{
    const variant *v = search->p->variant;
    *heading = l->vector;
    unsigned cell = topology_step(&v->topology, heading, at);
    for (int steps = 1; cell != CELL_NONE && !bb_has(search->occupied, cell); steps++) {
        if (steps == l->range || steps > v->cells) {
            return CELL_NONE;
        }
        cell = topology_step(&v->topology, heading, cell);
    }
    if (cell == CELL_NONE || !bb_has(search->victims, cell)) {
        return CELL_NONE;
    }
    return l->jumped == JUMPED_CONVERTED && v->is_royal[search->p->board[cell]] ? CELL_NONE : cell;
}

/* Whether the direction may be used for this jump. */
static bool jump_line_open(const jump_search *search, const jump_direction *l, const jump_direction *last)
{
    if (!last) {
        return set_has(search->p->variant->set_pool + l->from, search->from) &&
               (l->gives_check || !search->p->testing_attacks);
    }
    if (l->chain != last->chain || (!search->p->variant->rules->jumps.may_reverse && l->vector == last->reverse)) {
        return false;
    }
    return l->chain == CHAIN_ANY || (l->chain == CHAIN_STRAIGHT && l->vector == last->vector);
}

static void jump_landings(jump_search *search, piece_id piece, unsigned at, const jump_direction *l, unsigned over,
                          unsigned first, unsigned heading)
{
    const variant *v = search->p->variant;
    bool obliges = false;
    unsigned land = first, on = heading;
    for (int n = 0; land != CELL_NONE && !bb_has(search->occupied, land) && n < v->cells && !obliges; n++) {
        obliges = l->chain != CHAIN_NONE && jump_can_continue(search, piece, at, l, over, land);
        land = topology_step(&v->topology, &on, land);
    }
    land = first;
    for (int n = 0; land != CELL_NONE && !bb_has(search->occupied, land) && n < v->cells && !search->stopped; n++) {
        if (!obliges || jump_can_continue(search, piece, at, l, over, land)) {
            jump_once(search, piece, at, l, over, land);
        }
        land = topology_step(&v->topology, &heading, land);
    }
}

/* The key of everything that decides how a chain goes on and ends. Different paths to one state continue alike, so the
 * state is followed once: there are many paths, but few states. Never 0. */
static uint64_t jump_state_key(const jump_search *search, piece_id piece, unsigned at, const jump_direction *last)
{
    uint64_t key =
        number_key((uint64_t)piece << 40 | (uint64_t)at << 24 | (uint64_t)last->vector << 8 | search->path.count);
    key = number_key(key + (uint64_t)last->chain) ^ search->order;
    key = bb_hash(bb_hash(key, search->jumped), search->converted);
    return bb_hash(bb_hash(key, search->occupied), search->victims) | 1;
}

/* The slot of the state, or the one to remember it in. */
static uint64_t *jump_seen_slot(jump_search *search, uint64_t key)
{
    enum { PROBES = 8 };
    uint64_t *first = &search->seen[key >> 32 & (search->seen_slots - 1)];
    for (unsigned i = 0; i < PROBES; i++) {
        uint64_t *slot = &search->seen[((key >> 32) + i) & (search->seen_slots - 1)];
        if (*slot == key || !*slot) {
            return slot;
        }
    }
    return first;
}

/* Continues from `at`. `last` is the direction of the previous jump, NULL at the start. Returns whether there was a
 * jump. */
static bool jump_continue(jump_search *search, piece_id piece, unsigned at, const jump_direction *last)
{
    const variant *v = search->p->variant;
    const piece_moves *moves = &v->moves[piece];
    if (!moves->jump_count || search->path.count == CHAIN_MAX || search->path.count == search->room ||
        !bb_intersect(table_at(moves->jumpable, at), search->victims)) {
        return false;
    }
    bool forgets = search->steps < CHAIN_SEEN_AFTER || search->only_any || search->reader || !last;
    uint64_t spot = forgets ? 0 : jump_state_key(search, piece, at, last);
    if (spot && *jump_seen_slot(search, spot) == spot) {
        return true;
    }
    bool found = false;
    for (int i = 0; i < moves->jump_count && !search->stopped; i++) {
        const jump_direction *l = &moves->jumps[i];
        unsigned heading, over = jump_line_open(search, l, last) ? jump_target(search, l, at, &heading) : CELL_NONE;
        unsigned land = over == CELL_NONE ? CELL_NONE : topology_step(&v->topology, &heading, over);
        if (land == CELL_NONE || bb_has(search->occupied, land)) {
            continue;
        }
        found = true;
        if (search->only_any) {
            return true;
        }
        if (++search->steps > search->steps_max) {
            search->stopped = true;
            return true;
        }
        if (search->steps == CHAIN_SEEN_AFTER) {
            memset(search->seen, 0, search->seen_slots * sizeof *search->seen);
        }
        if (l->land_any) {
            jump_landings(search, piece, at, l, over, land, heading);
        } else {
            jump_once(search, piece, at, l, over, land);
        }
    }
    if (spot && found) {
        *jump_seen_slot(search, spot) = spot;
    }
    return found;
}

/* Searches the paths of the piece on `from` up to number `wanted`. */
static void jump_find(jump_search *search, const pos *p, unsigned from, unsigned wanted)
{
    jump_begin(search, p, from, jump_victims(p));
    search->wanted = wanted;
    jump_continue(search, p->board[from], from, NULL);
}

static bool find_long_chain(const pos *p, move m, chain_path *path, chain_end *end)
{
    jump_search j;
    jump_use_long_tables(&j, long_tables_of(p));
    jump_find(&j, p, move_from(m), chain_number(m));
    if (j.done) {
        *path = j.path;
        *end = j.ends[j.wanted];
    }
    return j.done;
}

static bool find_chain(const pos *p, move m, chain_path *path, chain_end *end)
{
    unsigned from = move_from(m);
    jump_tables tables;
    jump_search j;
    if (move_kind_of(m) != MOVE_CHAIN || from >= (unsigned)p->variant->cells || !p->board[from]) {
        return false;
    }
    jump_use_tables(&j, &tables);
    jump_find(&j, p, from, chain_number(m));
    if (jump_is_cut(&j)) {
        return find_long_chain(p, m, path, end);
    }
    if (j.done) {
        *path = j.path;
        *end = j.ends[j.wanted];
    }
    return j.done;
}

static bool core_chain(const position *outer, move m, chain_path *path)
{
    chain_end end;
    return find_chain(pos_of_const(outer), m, path, &end);
}

static bool core_chain_has_way(const position *outer, move m, const chain_reader *reader)
{
    const pos *p = pos_of_const(outer);
    chain_path listed;
    chain_end goal;
    jump_tables tables;
    jump_search j;
    if (!find_chain(p, m, &listed, &goal)) {
        return false;
    }
    jump_use_tables(&j, &tables);
    j.steps_max = LONG_STEPS_MAX; /* it goes only where the reader goes */
    jump_begin(&j, p, move_from(m), jump_victims(p));
    j.reader = reader;
    j.goal = &goal;
    jump_continue(&j, p->board[move_from(m)], move_from(m), NULL);
    return j.done;
}

/* Those of the pieces of the side to move that would capture on the cell by jumps, if an enemy stood there. */
static bitboard jumpers_over(const pos *p, unsigned cell, bitboard pieces)
{
    jump_tables tables;
    jump_search j;
    bitboard found = bb_none(), victims = bb_or(jump_victims(p), bb_cell(cell));
    jump_use_tables(&j, &tables);
    while (!bb_empty(pieces)) {
        unsigned from = bb_pop_lsb(&pieces);
        if (p->variant->moves[p->board[from]].jump_count) {
            jump_begin(&j, p, from, victims);
            j.occupied = bb_or(j.occupied, bb_cell(cell));
            j.sought = cell;
            jump_continue(&j, p->board[from], from, NULL);
            found = j.done ? bb_or(found, bb_cell(from)) : found;
        }
    }
    return found;
}

/* ---- playing ---- */

/* The jumping stack puts each jumped piece below itself, the latest one lowest. */
static void stack_gather(pos *p, undo *u, unsigned from, unsigned to, piece_id top, const piece_id *under,
                         unsigned count)
{
    piece_id pieces[STACK_MAX + 1];
    unsigned height = stack_height(p, from), n = 0;
    for (unsigned i = count; i-- > 0;) {
        pieces[n++] = under[i];
    }
    for (unsigned i = 0; i < height; i++) {
        pieces[n++] = position_stack_piece((const position *)p, (size_t)from * STACK_MAX + i);
        stack_write(p, u, from, i, PIECE_NONE);
    }
    if (height) {
        stack_write_height(p, u, from, 0);
    }
    change_cell(p, u, from, PIECE_NONE);
    for (unsigned i = 0; i < n; i++) {
        stack_write(p, u, to, i, pieces[i]);
    }
    if (n) {
        stack_write_height(p, u, to, n);
    }
    change_cell(p, u, to, uncovered_form(p, top, to));
}

/* Pays for the promotion of a chain: where it ends or, if the piece went on as the other, where it promoted. */
static void pay_for_chain(pos *p, undo *u, move m, piece_id piece, const chain_path *path)
{
    const promotion_table *t = p->variant->moves[piece].promotion;
    const unsigned first = path->final_piece == piece ? path->count - 1 : 0;
    for (unsigned i = first; t && t->from_prison && i < path->count; i++) {
        unsigned before = i ? path->land[i - 1] : move_from(m);
        if (promotion_costs_prisoner(t, variant_promotions(p->variant, t, before, path->land[i]), move_into(m))) {
            pay_prisoner(p, u, piece, move_into(m));
            return;
        }
    }
}

static bool play_chain(pos *p, undo *u, move m)
{
    const variant *v = p->variant;
    chain_path path;
    if (!core_chain(position_of(p), m, &path)) {
        return false;
    }
    unsigned from = move_from(m), to = move_to(m), gathered = 0;
    int side = p->state.side_to_move;
    piece_id piece = p->board[from], last = PIECE_NONE, under[CHAIN_MAX];
    uint32_t lost = rights_of_piece(v, piece, from) | v->cell_clears_rights[to];
    for (unsigned i = 0; i < path.count; i++) {
        unsigned over = path.over[i];
        piece_id captured = path.captured_piece[i];
        lost |= rights_of_piece(v, captured, over);
        if (path.jumped[i] == JUMPED_CONVERTED) {
            change_cell(p, u, over, uncovered_form(p, variant_piece(v, side, v->type_of[captured]), over));
            continue;
        }
        last = captured; /* it decides what the captor changes into */
        stack_pop(p, u, over);
        if (path.jumped[i] == JUMPED_UNDER) {
            int as = v->rules->pieces[v->type[v->type_of[captured]].rule_piece_index].captured_as;
            if (as >= 0) { /* not `captured_as: gone` */
                under[gathered++] = covered_form(v, variant_piece(v, v->owner_of[captured], v->base_type[as]));
            }
        } else if (v->has_hands) {
            capture_to_hand(p, u, captured, side);
        }
    }
    stack_gather(p, u, from, to, transformed_piece(v, m, piece, last), under, gathered);
    lose_rights(p, lost);
    if (v->promotes_from_prison && move_into(m)) {
        pay_for_chain(p, u, m, piece, &path);
    }
    return true;
}
