/* Core: steps of one piece on large boards. Included by core.c.
 *
 * Sets are wide there, and what one piece reaches is in few of their words. So its targets are kept with a note of the
 * words in use, and only these are looked at. The pieces that have leaps and rays of the usual kind move so: those with
 * piece_moves.leap_words. The moves come in the same order as from whole sets.
 */

#if CORE_WORDS >= SPARSE_WORDS_MIN
typedef struct sparse_set {
    uint32_t used; /* bits by word; the other words are not defined */
    uint64_t w[CORE_WORDS];
} sparse_set;

BB_INLINE void sparse_put(sparse_set *s, unsigned cell)
{
    unsigned word = cell >> 6;
    uint64_t before = s->used >> word & 1 ? s->w[word] : 0;
    s->w[word] = before | UINT64_C(1) << (cell & 63);
    s->used |= UINT32_C(1) << word;
}

BB_INLINE void sparse_add_rays(const slider *s, unsigned from, const bitboard *occupied, const bitboard *open,
                               sparse_set *found)
{
    for (uint32_t ray = s->ray_start[from]; ray < s->ray_start[from + 1]; ray++) {
        const cell_id *cells = s->ray_cells + s->rays[ray].first;
        for (unsigned i = 0; i < s->rays[ray].count; i++) {
            unsigned cell = cells[i];
            if (!open || set_has(open->w, cell)) {
                sparse_put(found, cell);
            }
            if (set_has(occupied->w, cell)) {
                break;
            }
        }
    }
}

/* Where a piece with equal moves and captures attacks. */
BB_INLINE void sparse_attacks(const pos *p, const piece_moves *moves, unsigned from, sparse_set *found)
{
    found->used = moves->leap_words[from];
    for (uint32_t left = found->used; left; left &= left - 1) {
        unsigned i = (unsigned)word_lsb(left);
        found->w[i] = moves->leap_both[(size_t)from * CORE_WORDS + i];
    }
    for (unsigned i = 0; i < moves->slide_count; i++) {
        sparse_add_rays(&p->variant->sliders[moves->slide[i].slider], from, &p->occupied, NULL, found);
    }
}

/* Where steps may end in a position: on any of these cells, without a capture, with one. */
typedef struct open_cells {
    bitboard any, quiet, captures;
} open_cells;

BB_INLINE void open_cells_find(const pos *p, bitboard capturable, bitboard mask, open_cells *open)
{
    open->quiet = bb_without(mask, p->occupied);
    open->captures = bb_and(mask, capturable);
    open->any = bb_or(open->quiet, open->captures);
}

BB_INLINE void sparse_targets(const pos *p, const piece_moves *moves, unsigned from, const open_cells *open,
                              sparse_set *found)
{
    size_t row = (size_t)from * CORE_WORDS;
    found->used = moves->leap_words[from];
    for (uint32_t left = found->used; left; left &= left - 1) {
        unsigned i = (unsigned)word_lsb(left);
        uint64_t both = moves->leap_both ? moves->leap_both[row + i] : 0;
        uint64_t quiet = moves->leap_move ? moves->leap_move[row + i] : 0;
        uint64_t captures = moves->leap_capture ? moves->leap_capture[row + i] : 0;
        found->w[i] = (both & open->any.w[i]) | (quiet & open->quiet.w[i]) | (captures & open->captures.w[i]);
    }
    for (unsigned i = 0; i < moves->slide_count; i++) {
        sparse_add_rays(&p->variant->sliders[moves->slide[i].slider], from, &p->occupied, &open->any, found);
    }
}

/* How many cells of the set are among `cells`; NULL: all are. */
BB_INLINE unsigned sparse_count(const sparse_set *s, const uint64_t *cells)
{
    unsigned count = 0;
    for (uint32_t left = s->used; left; left &= left - 1) {
        unsigned i = (unsigned)word_lsb(left);
        count += (unsigned)word_popcount(s->w[i] & (cells ? cells[i] : ~UINT64_C(0)));
    }
    return count;
}

static bitboard sparse_widen(const sparse_set *s)
{
    bitboard all = bb_none();
    for (uint32_t left = s->used; left; left &= left - 1) {
        unsigned i = (unsigned)word_lsb(left);
        all.w[i] = s->w[i];
    }
    return all;
}

/* The steps of one piece. Those that may promote are left to gen_steps. */
static inline void gen_sparse_steps(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from,
                                    const open_cells *open)
{
    const piece_moves *moves = &p->variant->moves[piece];
    const promotion_table *t = moves->promotion;
    const size_t row = (size_t)from * CORE_WORDS;
    sparse_set targets;
    sparse_targets(p, moves, from, open, &targets);
    if (t && (sparse_count(&targets, t->mandatory + row) || sparse_count(&targets, t->optional + row))) {
        gen_steps(p, out, gen, piece, from, sparse_widen(&targets));
        return;
    }
    if (gen_is_count(gen)) {
        out->count += sparse_count(&targets, NULL);
        if (gen == GEN_COUNT_CAPTURES) {
            count_forced(p, out, piece, sparse_count(&targets, p->occupied.w));
        }
        return;
    }
    const bool only_captures = gen == GEN_CAPTURES || gen == GEN_NOISY;
    if (gen == GEN_CAPTURES) {
        count_forced(p, out, piece, sparse_count(&targets, p->occupied.w) > 0);
    }
    for (uint32_t left = targets.used; left; left &= left - 1) {
        unsigned i = (unsigned)word_lsb(left);
        uint64_t cells = only_captures ? targets.w[i] & p->occupied.w[i] : targets.w[i];
        for (; cells; cells &= cells - 1) {
            emit(out, move_pack(MOVE_NORMAL, from, i * 64 + (unsigned)word_lsb(cells), 0, 0, 0));
        }
    }
}
#endif
