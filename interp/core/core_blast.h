/* Core: verdicts on captures where these blow up what stands near (compile/blast.c). Included by core.c. The generator
 * (core_movegen.h) asks them for the targets of each piece.
 *
 * For a move that captures nothing, the masks of core_checks_and_pins.h hold. A capture differs, and nearly all pieces
 * that can make it are in the same case, since the captor goes too. It blocks no ray, and it answers an attack only by
 * what it blows up.
 *   - The own royal within reach of the captured piece: illegal for all. The enemy's royal: won, so legal for all, and
 *     attacks on the own royal do not matter. A royal captures nothing, since it would blow itself up.
 *   - While both royals touch (stand within reach of each other), no piece can capture either: no ray or leap attacks
 *     it, before or after the move, unless that royal itself leaves. So every move is safe.
 *   - Otherwise the capture removes the same pieces for every captor, and the captor from its cell. It is illegal for
 *     all if some leaper or open ray then attacks the royal. It is illegal for a piece that is the only blocker left on
 *     a ray. This is found once for each capture cell, from the rays that could ever reach the royal (`blast_info`).
 * Assumed (elsewhere SHORTCUT_MASKS is not used): no hopping attackers, two players with at most one royal each, no
 * royal survives a blast, the captor goes. En passant captures and all conditional movements are played and tested.
 */

/* Wide sets are copied by loops, inlined or not; inlining would only make the code large. */
#if CORE_WORDS == 1
#define BLAST_INLINE BB_INLINE
#else
#define BLAST_INLINE static
#endif

enum { BLAST_RAYS_MAX = 48, BLAST_VERDICTS_MAX = CORE_WORDS > 4 ? 256 : CORE_WORDS * 64 };

typedef struct blast_info {
    bitboard beside_royal; /* cells that touch the enemy's royal */
    bool royals_touch;     /* the own royal is on one of them */
    bitboard royals;       /* the enemy's */
    bitboard immune;       /* pieces that survive */
    bitboard victims;      /* pieces whose capture leaves the own royal on the board */
    bitboard leapers;      /* enemies that attack it by leaps */
    bitboard ray_cells;    /* all cells of its rays and leapers: a blast that hits none of them changes nothing */
    unsigned ray_count;
    struct {
        bitboard cell, between;
    } ray[BLAST_RAYS_MAX];
    /* What has been found about capture cells. */
    bitboard known, all, free; /* found; legal for all; legal for all but pieces pinned before the capture */
    unsigned verdicts;
    struct {
        unsigned cell;
        bitboard barred; /* pieces that may not capture there */
    } verdict[BLAST_VERDICTS_MAX];
} blast_info;

static bool blast_masks_apply(const pos *p)
{
    bitboard royals = p->royals[p->variant->enemy_list[p->state.side_to_move][0]];
    return bb_empty(royals) || bb_single(royals);
}

BLAST_INLINE void blast_add_ray(const pos *p, blast_info *w, check_info *s, unsigned sniper, bitboard own)
{
    const variant *v = p->variant;
    bitboard between = cells_between(v, s->royal, sniper);
    bitboard blockers = bb_and(between, p->occupied);
    w->ray[w->ray_count].cell = bb_cell(sniper);
    w->ray[w->ray_count].between = between;
    w->ray_count++;
    bb_toggle(&between, sniper);
    w->ray_cells = bb_or(w->ray_cells, between);
    if (bb_empty(blockers)) {
        s->checker_count++;
        s->check_mask = bb_and(s->check_mask, between);
    } else if (bb_single(blockers) && bb_intersect(blockers, own) && !bb_intersect(blockers, s->pinned)) {
        s->pin[s->pin_count].cell = bb_lsb(blockers);
        s->pin[s->pin_count].ray = between;
        s->pin_count++;
        s->pinned = bb_or(s->pinned, blockers);
    }
}

/* Finds what attacks the own royal, or would if pieces were gone. False when there are too many rays. */
BLAST_INLINE bool blast_find_attackers(const pos *p, blast_info *w, check_info *s, int by)
{
    const variant *v = p->variant;
    bitboard own = p->owned[p->state.side_to_move];
    for (int i = 0; i < v->non_hopping_count[by]; i++) {
        const attacker_group *t = &v->attackers[by][i];
        bitboard pieces = bb_without(threat_pieces(p, t, by), w->royals);
        if (bb_empty(pieces)) {
            continue;
        }
        add_enemy_threat(s, t, pieces);
        if (!t->is_slider) {
            bitboard found = bb_and(pieces, table_at(t->from, s->royal));
            if (!bb_empty(found)) {
                w->leapers = bb_or(w->leapers, found);
                s->check_mask = bb_none(); /* no piece interposes, and captures of the leaper are not steps */
            }
            continue;
        }
        for (bitboard snipers = bb_and(pieces, table_at(v->sliders[t->slider].empty_board_attacks, s->royal));
             !bb_empty(snipers);) {
            if (w->ray_count == BLAST_RAYS_MAX) {
                return false;
            }
            blast_add_ray(p, w, s, bb_pop_lsb(&snipers), own);
        }
    }
    w->ray_cells = bb_or(w->ray_cells, w->leapers);
    s->checker_count += !bb_empty(w->leapers);
    for (unsigned i = 0; i < s->pin_count; i++) {
        s->pin[i].ray = bb_and(s->pin[i].ray, s->check_mask);
    }
    return true;
}

/* What is the same for all moves of a position. False when it does not fit. */
BLAST_INLINE bool blast_begin(const pos *p, blast_info *w, check_info *s)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move, by = v->enemy_list[us][0];
    s->check_mask = bb_all();
    s->pinned = bb_none();
    s->pin_count = s->enemy_threats = 0;
    s->checker_count = 0;
    s->royal = bb_empty(p->royals[us]) ? (unsigned)CELL_NONE : bb_lsb(p->royals[us]);
    w->royals = p->royals[by];
    w->victims = capturable_enemies(p, us);
    w->beside_royal = bb_empty(w->royals) ? bb_none() : table_at(v->blast_cells, bb_lsb(w->royals));
    w->known = w->all = w->free = w->leapers = w->ray_cells = bb_none();
    w->ray_count = w->verdicts = 0;
    w->immune = blast_immune(p);
    if (s->royal != CELL_NONE) {
        w->victims = bb_without(w->victims, table_at(v->blast_cells, s->royal));
    }
    w->royals_touch = s->royal != CELL_NONE && bb_has(w->beside_royal, s->royal);
    if (w->royals_touch || s->royal == CELL_NONE) {
        w->known = w->all = w->victims; /* every capture that leaves the own royal alone is legal */
        return true;
    }
    w->known = w->all = bb_and(w->victims, w->beside_royal);
    return blast_find_attackers(p, w, s, by);
}

/* The own pieces that may not capture on the cell; `none` is set when no piece may. */
BLAST_INLINE bitboard blast_barred(const pos *p, const blast_info *w, bitboard hit, bool *none)
{
    bitboard barred = bb_none(), own = p->owned[p->state.side_to_move];
    bitboard left = bb_without(p->occupied, hit);
    *none = !bb_empty(bb_without(w->leapers, hit));
    for (unsigned i = 0; i < w->ray_count && !*none; i++) {
        if (bb_intersect(w->ray[i].cell, hit)) {
            continue;
        }
        bitboard blockers = bb_and(w->ray[i].between, left);
        *none = bb_empty(blockers);
        if (!*none && bb_single(blockers)) {
            barred = bb_or(barred, bb_and(blockers, own));
        }
    }
    return barred;
}

/* Finds the verdict on a capture cell. */
BLAST_INLINE void blast_judge_capture(const pos *p, blast_info *w, const check_info *s, unsigned to)
{
    bitboard hit = bb_or(bb_without(table_at(p->variant->blast_cells, to), w->immune), bb_cell(to));
    bitboard cell = bb_cell(to);
    bool none = s->checker_count > 0;
    bitboard barred = s->pinned;
    w->known = bb_or(w->known, cell);
    if (bb_intersect(hit, w->ray_cells)) {
        barred = blast_barred(p, w, hit, &none);
    }
    if (none) {
        return;
    }
    if (bb_empty(barred)) {
        w->all = bb_or(w->all, cell);
    } else if (bb_equal(barred, s->pinned)) {
        w->free = bb_or(w->free, cell);
    } else if (w->verdicts < BLAST_VERDICTS_MAX) {
        w->verdict[w->verdicts].cell = to;
        w->verdict[w->verdicts].barred = barred;
        w->verdicts++;
    }
}

BLAST_INLINE void blast_judge_captures(const pos *p, blast_info *w, const check_info *s, bitboard cells)
{
    for (bitboard fresh = bb_without(cells, w->known); !bb_empty(fresh);) {
        blast_judge_capture(p, w, s, bb_pop_lsb(&fresh));
    }
}

/* Those of a piece's captures that are legal. */
BLAST_INLINE bitboard blast_legal_captures(const pos *p, blast_info *w, const check_info *s, unsigned from,
                                           bitboard cells)
{
    blast_judge_captures(p, w, s, cells);
    bitboard allowed = bb_has(s->pinned, from) ? w->all : bb_or(w->all, w->free);
    for (unsigned i = 0; i < w->verdicts; i++) {
        if (!bb_has(w->verdict[i].barred, from)) {
            allowed = bb_or(allowed, bb_cell(w->verdict[i].cell));
        }
    }
    return bb_and(cells, allowed);
}

/* Where a piece that is not royal may go. `quiet`: without a capture. */
BLAST_INLINE bitboard blast_safe_targets(const pos *p, blast_info *w, const check_info *s, const piece_moves *moves,
                                         unsigned from, bitboard quiet)
{
    bitboard reach = piece_targets(p, moves, from, w->victims), captures = bb_and(reach, w->victims);
    bitboard targets = bb_and(bb_without(reach, p->occupied), quiet);
    return bb_empty(captures) ? targets : bb_or(targets, blast_legal_captures(p, w, s, from, captures));
}

/* Where pieces that move setwise could capture. */
BLAST_INLINE bitboard setwise_captures(const setwise_moves *m, bitboard pieces, bitboard victims)
{
    bitboard found = bb_none();
    for (int i = 0; i < m->step_count; i++) {
        const setwise_step *s = &m->step[i];
        if (s->modes & LEG_CAPTURE) {
            found = bb_or(found, bb_shift(bb_and(pieces, setwise_set(m, SETWISE_FROM + i)), s->shift));
        }
    }
    return bb_and(found, victims);
}

/* Captures on cells where some pieces may not capture, and captures by pinned pieces. */
static void blast_gen_setwise_captures(const pos *p, gen_output *out, gen_type gen, const blast_info *w,
                                       const check_info *s, piece_id piece, bitboard pieces, bitboard capture_targets)
{
    bitboard pinned = bb_and(pieces, s->pinned);
    if (!bb_empty(pinned)) {
        gen_setwise(p, out, gen, piece, pinned, w->all, w->all);
    }
    for (unsigned i = 0; i < w->verdicts; i++) {
        bitboard cell = bb_cell(w->verdict[i].cell);
        if (bb_intersect(cell, capture_targets)) {
            gen_setwise(p, out, gen, piece, bb_without(pieces, w->verdict[i].barred), cell, cell);
        }
    }
}

/* Steps without captures. The captures of pinned pieces come with those of all others. */
static void blast_gen_setwise_pinned(const pos *p, gen_output *out, gen_type gen, piece_id piece, unsigned from,
                                     bitboard ray)
{
    const piece_moves *moves = &p->variant->moves[piece];
    bitboard reach = bb_and(piece_targets(p, moves, from, bb_none()), ray);
    gen_steps(p, out, gen, piece, from, bb_without(reach, p->occupied));
    if (moves->special_start && moves->special_start[from] != moves->special_ep_start[from]) {
        bool rest = bb_has(setwise_set(moves->setwise_moves, SETWISE_IRREGULAR), from);
        bitboard capturable = rest ? capturable_enemies(p, p->state.side_to_move) : bb_none();
        gen_specials(p, out, gen, piece, from, capturable, ray, rest);
    }
}

BLAST_INLINE void blast_gen_setwise(const pos *p, gen_output *out, gen_type gen, blast_info *w, const check_info *s,
                                    piece_id piece, bitboard pieces)
{
    bitboard capture_targets = setwise_captures(p->variant->moves[piece].setwise_moves, pieces, w->victims);
    blast_judge_captures(p, w, s, capture_targets);
    bitboard open = bb_or(w->all, w->free), quiet = bb_without(s->check_mask, p->occupied);
    gen_setwise(p, out, gen, piece, bb_without(pieces, s->pinned), open, bb_or(open, quiet));
    if (!bb_empty(capture_targets) && (w->verdicts || bb_intersect(pieces, s->pinned))) {
        blast_gen_setwise_captures(p, out, gen, w, s, piece, pieces, capture_targets);
    }
}

/* The own royal captures nothing, and is safe wherever it touches the enemy's. */
BLAST_INLINE void blast_gen_royal(const pos *p, gen_output *out, gen_type gen, const blast_info *w, const check_info *s)
{
    const variant *v = p->variant;
    int us = p->state.side_to_move;
    unsigned from = s->royal;
    piece_id piece = p->board[from];
    const piece_moves *moves = &v->moves[piece];
    bitboard without_royal = p->occupied, targets = bb_without(piece_targets(p, moves, from, bb_none()), p->occupied);
    bb_toggle(&without_royal, from);
    if (gen_takes(gen, false, moves->promotion)) {
        for (bitboard left = bb_without(targets, w->beside_royal); !bb_empty(left);) {
            unsigned to = bb_pop_lsb(&left);
            bool listed = !w->royals_touch && s->enemy_threats <= ENEMY_THREATS_MAX;
            if (listed ? royal_would_be_attacked(p, s, to, without_royal)
                       : is_attacked_without_abilities(p, to, us, without_royal, w->royals)) {
                bb_toggle(&targets, to);
            }
        }
        gen_steps(p, out, gen, piece, from, targets);
    }
    if (moves->special_start) {
        gen_specials(p, out, gen, piece, from, capturable_enemies(p, us), bb_all(), true);
    }
}

/* The reference path, where more rays lead to the royal than fit. */
static void blast_gen_by_play(const pos *p, gen_output *out, gen_type gen)
{
    move moves[MOVE_BUFFER_SIZE];
    move_list list = {moves, 0, MOVE_BUFFER_SIZE, false};
    pseudo_moves((pos *)p, &list);
    note_lost(p, &list);
    for (size_t i = 0; i < list.count; i++) {
        move m = moves[i];
        if ((gen_takes_quiet(gen) || is_noisy(p, m)) && is_safe_by_play(p, m)) {
            out->count++;
            if (gen != GEN_COUNT_LEGAL) {
                emit(out, m);
            }
        }
    }
}
