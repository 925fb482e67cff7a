#include "compile/reachability.h"

#include "compile/quiet_jumps.h"
#include "compile/variant_build.h"

#include <stdlib.h>
#include <string.h>

static void add_all(const variant *v, uint64_t *set)
{
    for (unsigned c = 0; c < (unsigned)v->cells; c++) {
        set_put(set, c);
    }
}

/* The first cell of the set from `cell` on; v->cells: there is none. */
static unsigned next_cell(const variant *v, const uint64_t *set, unsigned cell)
{
    while (cell < (unsigned)v->cells) {
        uint64_t left = set[cell >> 6] >> (cell & 63);
        if (!left) {
            cell = (cell | 63) + 1;
            continue;
        }
        for (unsigned half = 32; half; half /= 2) {
            bool above = !(left << (64 - half));
            left = above ? left >> half : left;
            cell += above ? half : 0;
        }
        return cell;
    }
    return (unsigned)v->cells;
}

/* Adds a set; says whether that brought new cells. */
static bool add_set(const variant *v, uint64_t *set, const uint64_t *more)
{
    bool grew = false;
    for (int w = 0; w < v->bitset_words; w++) {
        grew = grew || (more[w] & ~set[w]);
        set[w] |= more[w];
    }
    return grew;
}

/* ---- one step ---- */

static void add_leaps(const variant *v, const uint64_t *leaps, unsigned from, uint64_t *out)
{
    if (leaps) {
        add_set(v, out, leaps + (size_t)from * (size_t)v->bitset_words);
    }
}

/* All cells on which the rays from there can end, whatever is in between. */
static void add_rays(const variant *v, const slider *s, unsigned from, uint64_t *out)
{
    if (s->kind == RAY_SLIDER) {
        add_set(v, out, s->empty_board_attacks + (size_t)from * (size_t)v->bitset_words);
        return;
    }
    const uint64_t *goals = s->filter ? s->filter + (size_t)from * (size_t)v->bitset_words : NULL;
    for (uint32_t i = s->ray_start[from]; i < s->ray_start[from + 1]; i++) {
        const slider_ray *ray = &s->rays[i];
        for (uint32_t k = s->kind == RAY_LAME_LEAPER && ray->count ? ray->count - 1u : 0; k < ray->count; k++) {
            unsigned cell = s->ray_cells[ray->first + k];
            if (!goals || set_has(goals, cell)) {
                set_put(out, cell);
            }
        }
    }
}

static bool has_long_leap(const variant *v, int piece)
{
    return v->abilities && v->abilities[v->type[v->type_of[piece]].rule_piece_index].has_long_leap;
}

void reach_moves(const variant *v, int piece, unsigned from, uint64_t *out)
{
    const piece_moves *moves = &v->moves[piece];
    add_leaps(v, moves->leap_both, from, out);
    add_leaps(v, moves->leap_move, from, out);
    add_leaps(v, moves->leap_capture, from, out);
    add_leaps(v, moves->leap_own, from, out);
    for (unsigned i = 0; i < moves->slide_count; i++) {
        add_rays(v, &v->sliders[moves->slide[i].slider], from, out);
    }
    for (uint32_t i = moves->special_start ? moves->special_start[from] : 0;
         moves->special_start && i < moves->special_start[from + 1]; i++) {
        const special *s = &moves->specials[i];
        if (s->kind == SPECIAL_MULTI_LEG) {
            add_all(v, out);
        } else if (s->kind == SPECIAL_QUIET_JUMPS) {
            quiet_jumps_find(v, s->path, from, NULL, out);
        } else {
            set_put(out, s->kind == SPECIAL_STAY || s->kind == SPECIAL_ROUND_TRIP ? from : s->to);
        }
    }
    if (moves->jump_count || has_long_leap(v, piece)) {
        add_all(v, out);
    }
}

/* Removes cells that no move from a remaining cell leads to, one after another. Each cell that is left lies on a cycle
 * or behind one. */
static bool moves_have_cycle(const variant *v, int piece)
{
    uint16_t moves_into[CELLS_MAX] = {0}, free_cells[CELLS_MAX];
    uint64_t targets[CELLS_MAX / 64];
    unsigned found = 0;
    for (unsigned from = 0; from < (unsigned)v->cells; from++) {
        memset(targets, 0, (size_t)v->bitset_words * sizeof *targets);
        reach_moves(v, piece, from, targets);
        for (unsigned to = next_cell(v, targets, 0); to < (unsigned)v->cells; to = next_cell(v, targets, to + 1)) {
            moves_into[to]++;
        }
    }
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        if (!moves_into[cell]) {
            free_cells[found++] = (uint16_t)cell;
        }
    }
    for (unsigned i = 0; i < found; i++) {
        memset(targets, 0, (size_t)v->bitset_words * sizeof *targets);
        reach_moves(v, piece, free_cells[i], targets);
        for (unsigned to = next_cell(v, targets, 0); to < (unsigned)v->cells; to = next_cell(v, targets, to + 1)) {
            if (--moves_into[to] == 0) {
                free_cells[found++] = (uint16_t)to;
            }
        }
    }
    return found < (unsigned)v->cells;
}

static bool promotes_into(const variant *v, const piece_moves *moves, const bool *types)
{
    const promotion_table *t = moves->promotion;
    bool found = false;
    for (uint32_t i = 0; t && i < t->count; i++) {
        found |= types[t->into[i]];
    }
    for (uint32_t i = 0; moves->special_start && i < moves->special_start[v->cells]; i++) {
        found |= moves->specials[i].into && types[moves->specials[i].into - 1];
    }
    return found;
}

bool reach_transforms_into(const variant *v, int piece, const bool *types)
{
    const rule_piece *piece_rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index];
    bool found = promotes_into(v, &v->moves[piece], types);
    for (size_t i = 0; i < piece_rule->promotion_count; i++) {
        for (size_t k = 0; piece_rule->promotions[i].when == PROMOTE_STANDS && k < piece_rule->promotions[i].to_count;
             k++) {
            found |= types[v->base_type[piece_rule->promotions[i].to[k]]];
        }
    }
    for (int captured = 0; v->transforms_into && captured < v->piece_ids; captured++) {
        piece_id into = v->transforms_into[(size_t)piece * (size_t)v->piece_ids + (size_t)captured];
        found |= into && types[v->type_of[into]];
    }
    return found;
}

/* Whether some other kind may change into this one. */
static bool can_arise(const variant *v, int type)
{
    bool types[TYPES_MAX + 1] = {false}, found = false;
    types[type] = true;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        found |= v->type_of[piece] != type && reach_transforms_into(v, piece, types);
    }
    return found;
}

bool reach_returns(const variant *v, int piece)
{
    return v->transforms_into || moves_have_cycle(v, piece) || can_arise(v, v->type_of[piece]);
}

static bool rays_capture(const variant *v, const piece_moves *moves, unsigned from)
{
    for (unsigned i = 0; i < moves->slide_count; i++) {
        const slider *s = &v->sliders[moves->slide[i].slider];
        if ((moves->slide[i].modes & LEG_CAPTURE) && s->ray_start[from] != s->ray_start[from + 1]) {
            return true;
        }
    }
    return false;
}

bool path_captures(const multi_leg_path *w)
{
    for (unsigned k = 0; k < w->legs; k++) {
        if (w->leg[k].modes & LEG_CAPTURE) {
            return true;
        }
    }
    return false;
}

bool reach_captures(const variant *v, int piece, unsigned from)
{
    const piece_moves *moves = &v->moves[piece];
    const uint64_t *leaps[] = {moves->leap_both, moves->leap_capture};
    for (size_t i = 0; i < 2; i++) {
        if (leaps[i] && set_any(v, leaps[i] + (size_t)from * (size_t)v->bitset_words)) {
            return true;
        }
    }
    for (uint32_t i = moves->special_start ? moves->special_start[from] : 0;
         moves->special_start && i < moves->special_start[from + 1]; i++) {
        const special *s = &moves->specials[i];
        if (s->kind == SPECIAL_EN_PASSANT || (s->modes & LEG_CAPTURE) ||
            (s->kind == SPECIAL_MULTI_LEG && path_captures(&v->paths[s->path]))) {
            return true;
        }
    }
    return moves->jump_count || rays_capture(v, moves, from);
}

/* ---- move by move ---- */

bool reach_present(const reach *r, int piece)
{
    return set_any(r->v, reach_cells(r, piece));
}

static bool mark_reached(reach *r, int piece, unsigned cell)
{
    uint64_t *set = r->cells + (size_t)piece * (size_t)r->v->bitset_words;
    bool fresh = !set_has(set, cell);
    set_put(set, cell);
    return fresh;
}

static int piece_of(const variant *v, int owner, int type)
{
    return (int)variant_piece(v, owner, type);
}

/* The types that a piece promotes to when it moves from one cell to another. */
static bool apply_promotions(reach *r, int piece, unsigned from, unsigned to, bool in_place)
{
    const variant *v = r->v;
    const promotion_table *t = v->moves[piece].promotion;
    size_t row = (size_t)from * (size_t)v->bitset_words;
    bool grew = false;
    if (!t || !(in_place || set_has(t->mandatory + row, to) || set_has(t->optional + row, to))) {
        return false;
    }
    const uint32_t *list = in_place ? t->exchanges + to : variant_promotions(v, t, from, to);
    for (uint32_t i = list[0]; i < list[1]; i++) {
        grew |= mark_reached(r, piece_of(v, v->owner_of[piece], t->into[i]), to);
    }
    return grew;
}

static bool apply_transforms(reach *r, int piece, unsigned from)
{
    const variant *v = r->v;
    const piece_moves *moves = &v->moves[piece];
    const rule_piece *piece_rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index];
    bool grew = false;
    for (uint32_t i = moves->special_start ? moves->special_start[from] : 0;
         moves->special_start && i < moves->special_start[from + 1]; i++) {
        const special *s = &moves->specials[i];
        unsigned to = s->kind == SPECIAL_LEAP || s->kind == SPECIAL_EN_PASSANT ? s->to : from;
        if (s->into) {
            grew |= mark_reached(r, piece_of(v, v->owner_of[piece], s->into - 1), to);
        }
    }
    for (size_t i = 0; i < piece_rule->promotion_count; i++) { /* those that happen without a move */
        for (size_t k = 0; piece_rule->promotions[i].when == PROMOTE_STANDS && k < piece_rule->promotions[i].to_count;
             k++) {
            grew |=
                mark_reached(r, piece_of(v, v->owner_of[piece], v->base_type[piece_rule->promotions[i].to[k]]), from);
        }
    }
    return grew;
}

/* What looking at all its moves from there costs. */
static uint32_t steps_from(const variant *v, int piece, unsigned from)
{
    const piece_moves *moves = &v->moves[piece];
    const uint32_t specials = moves->special_start ? moves->special_start[from + 1] - moves->special_start[from] : 0;
    const uint32_t promotions = moves->promotion ? (uint32_t)v->cells * (moves->promotion->count + 1) : 0;
    return (uint32_t)v->cells * (2 + specials) + promotions;
}

/* Adds what leads on from the cells of a piece that have not been looked at, and notes them as `done`. */
static bool apply_moves(reach *r, int piece, uint64_t *targets, uint64_t *done)
{
    const variant *v = r->v;
    const promotion_table *t = v->moves[piece].promotion;
    bool grew = false;
    for (unsigned from = 0; from < (unsigned)v->cells; from++) {
        if (!set_has(reach_cells(r, piece), from) || set_has(done, from)) {
            continue;
        }
        if (!fuel_draw(r->fuel, steps_from(v, piece, from))) {
            return false;
        }
        set_put(done, from);
        memset(targets, 0, (size_t)v->bitset_words * sizeof *targets);
        reach_moves(v, piece, from, targets);
        for (unsigned to = t ? next_cell(v, targets, 0) : (unsigned)v->cells; to < (unsigned)v->cells;
             to = next_cell(v, targets, to + 1)) {
            grew |= apply_promotions(r, piece, from, to, false);
        }
        if (t && t->in_place && set_has(t->in_place, from)) {
            grew |= apply_promotions(r, piece, from, from, true);
        }
        grew |= apply_transforms(r, piece, from);
        grew |= add_set(v, r->cells + (size_t)piece * (size_t)v->bitset_words, targets);
    }
    return grew;
}

static bool apply_castlings(reach *r)
{
    bool grew = false;
    for (int i = 0; i < r->v->castling_count; i++) {
        const castling *c = &r->v->castlings[i];
        if (set_has(reach_cells(r, c->king), c->king_from)) {
            grew |= mark_reached(r, c->king, c->king_to);
        }
        if (set_has(reach_cells(r, c->partner), c->partner_from)) {
            grew |= mark_reached(r, c->partner, c->partner_to);
        }
    }
    return grew;
}

/* Captured pieces come into hands. */
static bool apply_captures(reach *r)
{
    const variant *v = r->v;
    bool grew = false;
    for (int piece = 1; v->captured_as && piece < v->piece_ids; piece++) {
        for (int captor = 0; reach_present(r, piece) && captor < v->players; captor++) {
            int held = v->captured_as[(size_t)piece * (size_t)v->players + (size_t)captor];
            grew |= held && !r->in_hand[held];
            r->in_hand[held] = true;
        }
    }
    return grew;
}

static bool apply_drops(reach *r)
{
    const variant *v = r->v;
    bool grew = false;
    for (int player = 0; player < v->players; player++) {
        for (int i = 0; i < v->drop_count[player]; i++) {
            const drop_table *d = &v->drops[player][i];
            if (!d->hand_piece || r->in_hand[d->hand_piece]) {
                grew |= add_set(v, r->cells + (size_t)d->piece * (size_t)v->bitset_words, v->set_pool + d->zone);
            }
        }
    }
    return grew;
}

/* The start position. If a script draws it, each of its pieces may begin anywhere. */
static void apply_start(reach *r)
{
    const variant *v = r->v;
    for (unsigned c = 0; c < (unsigned)v->cells; c++) {
        int piece = v->start_board[c];
        if (piece && v->rules->start_hook) {
            add_all(v, r->cells + (size_t)piece * (size_t)v->bitset_words);
        } else if (piece) {
            mark_reached(r, piece, c);
        }
    }
    for (unsigned c = 0; v->put.given && v->put.piece && c < (unsigned)v->cells; c++) {
        mark_reached(r, v->put.piece, c);
    }
    for (int i = 0; i < v->rights; i++) {
        const variant_right *right = &v->right[i];
        for (int k = 0; right->cell != CELL_NONE && !right->castling && k < v->put.held_count; k++) {
            mark_reached(r, v->put.held[right->player][k].piece, right->cell);
        }
    }
    for (int piece = 1; v->has_hands && piece < v->piece_ids; piece++) {
        r->in_hand[piece] = v->start_hand[piece] > 0;
    }
}

/* Whether pieces appear, or change owner, in ways that no table shows. */
static bool is_unrestricted(const variant *v)
{
    bool converts = v->has_blast && v->players > 2;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        for (int i = 0; i < v->moves[piece].jump_count; i++) {
            converts |= v->moves[piece].jumps[i].jumped == JUMPED_CONVERTED;
        }
    }
    return converts || v->has_hook_effects || v->choice_hook_count || v->moves_hook_count || v->transforms_into ||
           v->has_stacks;
}

bool reach_find(const variant *v, fuel *left, reach *r)
{
    *r = (reach){.v = v, .fuel = left, .unrestricted = is_unrestricted(v)};
    size_t pieces = (size_t)v->piece_ids;
    r->cells = calloc(pieces * (size_t)v->bitset_words, sizeof *r->cells);
    r->in_hand = calloc(pieces, sizeof *r->in_hand);
    uint64_t *targets = calloc((size_t)v->bitset_words, sizeof *targets);
    uint64_t *done = calloc(pieces * (size_t)v->bitset_words, sizeof *done);
    bool ok = r->cells && r->in_hand && targets && done;
    if (ok && r->unrestricted) {
        for (int piece = 1; piece < v->piece_ids; piece++) {
            add_all(v, r->cells + (size_t)piece * (size_t)v->bitset_words);
        }
    }
    if (ok && !r->unrestricted) {
        apply_start(r);
    }
    for (bool grew = ok && !r->unrestricted; grew && fuel_left(left);) {
        grew = false;
        for (int piece = 1; piece < v->piece_ids; piece++) {
            grew |= reach_present(r, piece) &&
                    apply_moves(r, piece, targets, done + (size_t)piece * (size_t)v->bitset_words);
        }
        grew |= apply_castlings(r);
        grew |= apply_captures(r);
        grew |= apply_drops(r);
    }
    free(targets);
    free(done);
    return ok;
}

void reach_finish(reach *r)
{
    free(r->cells);
    free(r->in_hand);
    *r = (reach){0};
}

bool reach_promotes(const reach *r, int piece)
{
    const variant *v = r->v;
    const promotion_table *t = v->moves[piece].promotion;
    uint64_t *targets = t ? calloc((size_t)v->bitset_words, sizeof *targets) : NULL;
    bool found = t && !targets; /* without memory every piece counts as promoting */
    for (unsigned from = 0; targets && !found && from < (unsigned)v->cells; from++) {
        if (!set_has(reach_cells(r, piece), from)) {
            continue;
        }
        if (!fuel_draw(r->fuel, steps_from(v, piece, from))) {
            break;
        }
        memset(targets, 0, (size_t)v->bitset_words * sizeof *targets);
        reach_moves(v, piece, from, targets);
        for (unsigned to = next_cell(v, targets, 0); !found && to < (unsigned)v->cells;
             to = next_cell(v, targets, to + 1)) {
            size_t row = (size_t)from * (size_t)v->bitset_words;
            const uint32_t *list = variant_promotions(v, t, from, to);
            found = list[0] != list[1] && (set_has(t->mandatory + row, to) || set_has(t->optional + row, to));
        }
        found = found || (t->in_place && set_has(t->in_place, from));
    }
    free(targets);
    return found;
}
