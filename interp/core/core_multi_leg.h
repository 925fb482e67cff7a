/* Core: multi-leg paths that no table holds, walked leg by leg over the board. Included by core.c.
 *
 * These are hoppers, bent riders and captures on the way. A path has at most BETZA_LEGS_MAX legs, so the recursion is
 * shallow. The cell that the piece left counts as empty. In attack mode `target` counts as an enemy of the piece,
 * whatever stands there. Each walk draws on the fuel of the position; without fuel there is no walk.
 */

enum { WALK_ENDS_MAX = 4096 };

typedef struct walk_end {
    cell_id to, captured; /* captured: a piece captured on the way; CELL_NONE */
} walk_end;

typedef struct walker {
    const pos *p;
    const multi_leg_path *path;
    unsigned from;
    int owner;
    bitboard capturable;
    const piece_set *victims; /* may capture only these; NULL: any */
    bitboard occupied;
    unsigned target;        /* CELL_NONE outside attack mode */
    unsigned captured_cell; /* where a piece was captured on the way: empty for the following legs */
    bool attack_only;
    walk_captures which; /* in attack mode */
    bool attacks_target;
    bitboard reached; /* ends of moves without a capture on the way: one move for each, whatever the path */
    walk_end *ends;
    unsigned count;
    unsigned steps; /* of this walk */
} walker;

BB_INLINE bool is_wanted_beside(const pos *p, const special *s, piece_id piece)
{
    const variant *v = p->variant;
    return piece && s->adjacent_owners >> v->owner_of[piece] & 1 &&
           (s->adjacent_rule_piece < 0 || v->type[v->type_of[piece]].rule_piece_index == s->adjacent_rule_piece);
}

/* Whether one of the pieces is present that the movement needs beside it. */
static bool beside_is_met(const pos *p, const special *s)
{
    if (s->adjacent_cell != CELL_NONE) {
        return is_wanted_beside(p, s, p->board[s->adjacent_cell]) != s->adjacent_absent;
    }
    for (bitboard pieces = bb_and(set_of(p->variant, s->adjacent), p->occupied); !bb_empty(pieces);) {
        if (is_wanted_beside(p, s, p->board[bb_pop_lsb(&pieces)])) {
            return !s->adjacent_absent;
        }
    }
    return s->adjacent_absent;
}

/* The next special from `i` on that has what it needs beside it; `end` where there is none. `met` is up to where that is
 * known: many in a row may need the same, as those of a piece that borrows. */
BB_INLINE uint32_t next_with_adjacent(const pos *p, const special *specials, uint32_t i, uint32_t end, uint32_t *met)
{
    while (i < end && i >= *met && specials[i].needs_adjacent && !beside_is_met(p, &specials[i])) {
        i += specials[i].same_adjacent;
    }
    if (i < end && i >= *met) {
        *met = i + specials[i].same_adjacent;
    }
    return i < end ? i : end;
}

/* Whether the movement needs no right, or its player holds it and the piece stands on no other: the lowest piece of a stack
 * has the right. */
BB_INLINE bool right_is_met(const pos *p, const special *s, unsigned from)
{
    return s->right < 0 || (p->state.rights >> s->right & 1 && !stack_height(p, from));
}

/* Whether the right and the cells allow the path now; what it needs beside it is there. */
BB_INLINE bool walk_is_open(const pos *p, const special *s, unsigned from, bitboard occupied)
{
    return right_is_met(p, s, from) &&
           (s->first_clear == CELL_NONE || !bb_intersect(set_of(p->variant, s->clear), occupied));
}

static bool walker_empty(const walker *w, unsigned cell)
{
    return cell == w->captured_cell || (cell != w->target && (cell == w->from || !bb_has(w->occupied, cell)));
}

static bool walker_enemy(const walker *w, unsigned cell)
{
    if (cell == w->target && cell != w->captured_cell) {
        return true;
    }
    return !walker_empty(w, cell) && bb_has(w->capturable, cell);
}

static bool walker_captures(const walker *w, unsigned cell)
{
    return walker_enemy(w, cell) && (!w->victims || set_names_piece_at(w->p, w->victims, cell, w->owner));
}

/* Nobody captures their own royal. Where pieces are stacked a royal may be covered if it could be captured. */
static bool own_is_uncapturable(const pos *p, piece_id piece)
{
    return p->variant->captures_under ? royal_uncapturable(p, piece) : p->variant->is_royal[piece];
}

static bool walker_own(const walker *w, unsigned cell)
{
    return !walker_empty(w, cell) && cell != w->target && bb_has(w->p->owned[w->owner], cell) &&
           (!w->victims || set_has(w->victims->bits, rule_piece_at(w->p, cell))) &&
           !own_is_uncapturable(w->p, w->p->board[cell]) && !bb_has(uncapturable_by_own(w->p, w->owner), cell);
}

/* Two paths to one end that capture the same are one move. */
static void walker_add_end(walker *w, unsigned cell, unsigned captured)
{
    bool again = captured == CELL_NONE && bb_has(w->reached, cell);
    for (unsigned i = 0; captured != CELL_NONE && i < w->count && !again; i++) {
        again = w->ends[i].to == cell && w->ends[i].captured == captured;
    }
    if (!again && w->count == WALK_ENDS_MAX) {
        note_loss(w->p, LOST_TOO_MANY);
    } else if (!again) {
        w->ends[w->count++] = (walk_end){(cell_id)cell, (cell_id)captured};
        w->reached = captured == CELL_NONE ? bb_or(w->reached, bb_cell(cell)) : w->reached;
    }
}

static void walker_end(walker *w, unsigned cell, unsigned captured, uint16_t modes)
{
    bool fits = (modes & LEG_MOVE && walker_empty(w, cell)) || (modes & LEG_CAPTURE && walker_captures(w, cell)) ||
                (modes & LEG_OWN && walker_own(w, cell));
    const uint64_t *allowed = w->p->variant->filter_allows[w->owner];
    if (!fits || (cell == w->from && captured == CELL_NONE) ||
        (w->path->to != UINT32_MAX && !set_has(w->p->variant->set_pool + w->path->to, cell)) ||
        (allowed && !set_has(allowed + (size_t)w->from * CORE_WORDS, cell))) {
        return;
    }
    if (w->attack_only && (captured == w->target || cell == w->target)) {
        const bool past = cell != w->target;
        w->attacks_target |= w->which == WALKS_ALL || (past == (w->which == WALKS_PAST_CELL) &&
                                                       (!past || blast_spares_royals(w->p, cell, w->owner, bb_none())));
    }
    if (!w->attack_only) { /* what is captured on the last cell is a plain capture */
        walker_add_end(w, cell, captured == cell ? CELL_NONE : captured);
    }
}

static void walker_continue(walker *w, unsigned leg, unsigned at, unsigned captured);

/* The piece has come to `cell` by leg `leg`: it ends here, or goes on. */
static void walker_arrive(walker *w, unsigned leg, unsigned cell, unsigned captured)
{
    const path_leg *l = &w->path->leg[leg];
    if (leg + 1u == w->path->legs) {
        walker_end(w, cell, captured, l->modes);
        return;
    }
    if (l->flags & LEG_OCCUPIED && !walker_empty(w, cell)) {
        walker_continue(w, leg + 1, cell, captured);
        return;
    }
    if (captured == CELL_NONE &&
        ((l->modes & LEG_CAPTURE && walker_captures(w, cell)) || (l->modes & LEG_OWN && walker_own(w, cell)))) {
        w->captured_cell = cell;
        walker_continue(w, leg + 1, cell, cell);
        w->captured_cell = CELL_NONE;
    } else if (l->modes & LEG_MOVE && walker_empty(w, cell)) {
        walker_continue(w, leg + 1, cell, captured);
    }
}

static void walker_hop(walker *w, unsigned leg, unsigned at, unsigned captured)
{
    const path_leg *l = &w->path->leg[leg];
    const topology *t = &w->p->variant->topology;
    unsigned heading = l->vector;
    int steps = 0;
    bool hopped = false;
    for (unsigned cell = topology_step(t, &heading, at); cell != CELL_NONE && steps <= t->cells;
         cell = topology_step(t, &heading, cell)) {
        steps++;
        w->steps++;
        if (leg == 0 && cell == w->from) {
            return; /* once round a board with wrapped edges */
        }
        if (l->range && steps > l->range + (l->flags & LEG_GRASSHOPPER ? 1 : 0)) {
            return;
        }
        if (hopped) {
            walker_arrive(w, leg, cell, captured);
            if (l->flags & LEG_GRASSHOPPER || !walker_empty(w, cell)) {
                return;
            }
        } else if (!walker_empty(w, cell)) {
            hopped = true;
        }
    }
}

static void walker_continue(walker *w, unsigned leg, unsigned at, unsigned captured)
{
    const path_leg *l = &w->path->leg[leg];
    if (l->flags & (LEG_CANNON | LEG_GRASSHOPPER)) {
        walker_hop(w, leg, at, captured);
        return;
    }
    const topology *t = &w->p->variant->topology;
    unsigned heading = l->vector;
    int steps = 0;
    bool skip = l->flags & LEG_JUMP && l->range != 1;
    int through = l->through;
    for (unsigned cell = topology_step(t, &heading, at); cell != CELL_NONE && steps <= t->cells;
         cell = topology_step(t, &heading, cell)) {
        steps++;
        w->steps++;
        if (leg == 0 && cell == w->from) {
            return;
        }
        if (l->range && steps > l->range) {
            return;
        }
        if (!(skip && steps == 1)) {
            walker_arrive(w, leg, cell, captured);
        }
        bool round_trip = cell == at && heading == l->vector; /* on wrapped edges: what follows was seen */
        if (round_trip || (!walker_empty(w, cell) && !(skip && steps == 1) && --through < 0)) {
            return;
        }
    }
}

/* Walks the whole path. */
static void walker_go(walker *w)
{
    w->steps = 1;
    if (fuel_left(w->p->fuel)) {
        walker_continue(w, 0, w->from, CELL_NONE);
        (void)fuel_draw(w->p->fuel, w->steps);
    }
}

/* What `by` could capture on the way to `cell`. If a royal may stand there, as if royals could be captured: a path may
 * capture two of them. */
static bitboard attackable_by(const pos *p, int by, unsigned cell)
{
    const variant *v = p->variant;
    const piece_id there = p->board[cell];
    const bool spares_royals =
        there && v->enemy_mask[by] >> v->owner_of[there] & 1 && !v->is_royal[there] && !p->royals_capturable;
    bitboard found = bb_none();
    for (int e = 0; e < v->enemy_count[by]; e++) {
        int enemy = v->enemy_list[by][e];
        bitboard pieces = spares_royals ? bb_without(p->owned[enemy], p->royals[enemy]) : p->owned[enemy];
        found = bb_or(found, v->has_missed_turns ? bb_without(pieces, invulnerable_pieces(p, enemy)) : pieces);
    }
    return v->has_abilities ? bb_without(found, uncapturable_pieces(p)) : found;
}

static bitboard walker_attackers(const pos *p, unsigned cell, int by, bitboard occupied, walk_captures which)
{
    const variant *v = p->variant;
    bitboard found = bb_none();
    const bitboard usual = attackable_by(p, by, cell);
    for (int type = 0; type < v->types; type++) {
        piece_id piece = variant_piece(v, by, type);
        const piece_moves *moves = &v->moves[piece];
        if (!moves->has_multi_leg) {
            continue;
        }
        bitboard pieces = pieces_moved_as(p, piece);
        for (pieces = moves->walks_from ? bb_and(pieces, table_at(moves->walks_from, cell)) : pieces;
             !bb_empty(pieces);) {
            unsigned from = bb_pop_lsb(&pieces);
            bool nobodys = v->neutral_owner >= 0 && v->owner_of[p->board[from]] == v->neutral_owner;
            bitboard capturable = nobodys ? bb_or(capturable_by_neutral(p, by), usual) : usual;
            walker w = {.p = p,
                        .from = from,
                        .owner = by,
                        .capturable = capturable,
                        .occupied = occupied,
                        .target = cell,
                        .captured_cell = CELL_NONE,
                        .attack_only = true,
                        .which = which};
            const uint32_t end = from == cell ? 0 : moves->special_start[from + 1];
            uint32_t met = 0, i = moves->special_start[from];
            for (; (i = next_with_adjacent(p, moves->specials, i, end, &met)) < end; i++) {
                const special *s = &moves->specials[i];
                if (s->kind != SPECIAL_MULTI_LEG || !s->gives_check || !walk_is_open(p, s, from, occupied)) {
                    continue;
                }
                w.path = &v->paths[s->path];
                w.victims = s->victims;
                walker_go(&w);
                if (w.attacks_target) {
                    bb_toggle(&found, from);
                    break;
                }
            }
        }
    }
    return found;
}
