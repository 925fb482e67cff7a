/* Core: all pieces of one kind at once, by shifting their set; see setwise_moves in compile/variant.h. Included by
 * core.c. */

BB_INLINE bitboard setwise_set(const setwise_moves *m, int number)
{
    return bb_load(m->sets + (size_t)number * CORE_WORDS);
}

/* How many more moves the promotions on these targets make. */
BB_INLINE int setwise_promotions(const piece_moves *moves, bitboard forced, bitboard optional)
{
    int promotion_count = moves->promotion->uniform_count;
    return bb_count(forced) * (promotion_count - 1) + bb_count(optional) * promotion_count;
}

/* Those of the targets of a step that pieces of one promotion class reach, as far as they can promote there. */
BB_INLINE bitboard setwise_class_targets(const piece_moves *moves, int class_at, const setwise_step *s, bitboard from,
                                         bitboard goals, bitboard empty)
{
    const setwise_moves *m = moves->setwise_moves;
    bitboard to = m->class_count == 1
                      ? goals
                      : bb_and(bb_shift(bb_and(from, setwise_set(m, SETWISE_CLASS_FROM + class_at)), s->shift), goals);
    return moves->captures_transform ? bb_and(to, empty) : to;
}

BB_INLINE unsigned setwise_count(const piece_moves *moves, const setwise_step *s, bitboard from, bitboard goals,
                                 bitboard empty)
{
    const setwise_moves *m = moves->setwise_moves;
    unsigned count = (unsigned)bb_count(goals);
    for (int c = 0; c < m->class_count; c++) {
        bitboard to = setwise_class_targets(moves, c, s, from, goals, empty);
        bitboard forced = bb_and(to, setwise_set(m, SETWISE_MANDATORY + c));
        bitboard optional = bb_and(to, setwise_set(m, SETWISE_OPTIONAL + c));
        if (!bb_empty(bb_or(forced, optional))) {
            count += (unsigned)setwise_promotions(moves, forced, optional);
        }
    }
    return count;
}

/* `target`: where they may go. */
BB_INLINE void gen_setwise(const pos *p, gen_output *out, gen_type gen, piece_id piece, bitboard pieces,
                           bitboard capturable, bitboard target)
{
    const piece_moves *moves = &p->variant->moves[piece];
    const setwise_moves *m = moves->setwise_moves;
    bitboard empty = bb_without(bb_all(), p->occupied);
    for (int i = 0; i < m->step_count; i++) {
        const setwise_step *s = &m->step[i];
        bitboard from = bb_and(pieces, setwise_set(m, SETWISE_FROM + i)),
                 open = s->modes & LEG_MOVE ? empty : bb_none();
        if (s->empty_shift) {
            from = bb_shift(bb_and(bb_shift(from, s->empty_shift), empty), -s->empty_shift);
        }
        open = s->modes & LEG_CAPTURE ? bb_or(open, capturable) : open;
        bitboard goals = bb_and(bb_and(bb_shift(from, s->shift), open), target);
        if (gen_is_count(gen)) {
            out->count += setwise_count(moves, s, from, goals, empty);
            if (gen == GEN_COUNT_CAPTURES && bb_intersect(goals, capturable)) {
                count_forced(p, out, piece, setwise_count(moves, s, from, bb_and(goals, capturable), empty));
            }
            continue;
        }
        bitboard changing = bb_none();
        for (int c = 0; c < m->class_count; c++) {
            bitboard to = setwise_class_targets(moves, c, s, from, goals, empty);
            bitboard both = bb_or(setwise_set(m, SETWISE_MANDATORY + c), setwise_set(m, SETWISE_OPTIONAL + c));
            changing = bb_or(changing, bb_and(to, both));
        }
        goals = listed_targets(p, out, gen, piece, goals, changing);
        while (!bb_empty(goals)) {
            unsigned to = bb_pop_lsb(&goals), start = (unsigned)((int)to - s->shift);
            unsigned over = s->leaves_ep ? (unsigned)((int)start + s->empty_shift) : 0;
            move step = move_pack(s->leaves_ep ? MOVE_DOUBLE_STEP : MOVE_NORMAL, start, to, 0, over, 0);
            if (bb_has(changing, to)) {
                gen_special(p, out, gen, piece, step, false);
            } else {
                emit(out, step);
            }
        }
    }
}

/* Other movements of setwise pieces. `test`: each is played and tested. */
static void gen_setwise_rest(const pos *p, gen_output *out, gen_type gen, piece_id piece, bitboard pieces,
                             bitboard capturable, bitboard target, bool test)
{
    while (!bb_empty(pieces)) {
        gen_specials(p, out, gen, piece, bb_pop_lsb(&pieces), capturable, target, test);
    }
}
