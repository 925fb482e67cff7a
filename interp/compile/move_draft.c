/* Move draft: what all kinds of movements have in common. */

#include "compile/move_draft.h"

#include <stdlib.h>
#include <string.h>

enum { SPECIALS_PER_CELL_MAX = 256 };

/* The index within three groups of rays, or of lame leaps: both, move, capture. */
int draft_mode_group(unsigned modes)
{
    return modes & LEG_MOVE && modes & LEG_CAPTURE ? 0 : modes & LEG_MOVE ? 1 : 2;
}

static bool is_same_special(const special *a, const special *b)
{
    return a->kind == b->kind && a->modes == b->modes && a->leaves_ep == b->leaves_ep &&
           a->leaves_all_ep == b->leaves_all_ep && a->gives_check == b->gives_check && a->into == b->into &&
           a->right == b->right && a->to == b->to && a->first_clear == b->first_clear && a->clear == b->clear &&
           a->needs_adjacent == b->needs_adjacent && a->adjacent == b->adjacent &&
           a->adjacent_absent == b->adjacent_absent && a->adjacent_rule_piece == b->adjacent_rule_piece &&
           a->adjacent_owners == b->adjacent_owners && a->path == b->path && a->must_not_check == b->must_not_check &&
           a->requires_absence == b->requires_absence && a->presence_count == b->presence_count &&
           a->presence_pieces == b->presence_pieces && a->victims == b->victims && a->ways == b->ways;
}

/* Whether the list has this special already: a movement that is written twice, or has two paths to a cell, is one
 * movement. What depends on the rule and the cells alone was computed for each path separately, so it is not
 * compared. */
static bool is_known_special(const draft *d, unsigned cell, const special *s)
{
    for (uint32_t i = 0; i < d->special_count[cell]; i++) {
        if (d->specials_at[cell][i].to != s->to || d->specials_at[cell][i].path != s->path) {
            continue; /* most of many */
        }
        special other = d->specials_at[cell][i];
        if (other.rule == s->rule && other.kind != SPECIAL_MULTI_LEG && other.first_clear == s->first_clear) {
            other.presence_pieces = s->presence_pieces;
            other.clear =
                s->first_clear == CELL_NONE || (s->rule && s->rule->must_be_empty.count) ? s->clear : other.clear;
            other.adjacent = s->adjacent;
            other.ways = s->ways;
        }
        if (is_same_special(&other, s)) {
            return true;
        }
    }
    return false;
}

bool draft_add_special(draft *d, unsigned cell, special s)
{
    uint32_t count = d->special_count[cell];
    if (is_known_special(d, cell, &s)) {
        return true;
    }
    if (count == SPECIALS_PER_CELL_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, s.rule->location,
                   "too many movements with conditions for one piece");
        return false;
    }
    if ((count & (count - 1)) == 0) { /* powers of two: time to grow */
        special *more = arena_new(&d->scratch, special, count ? count * 2 : 1);
        if (!more) {
            return diag_out_of_memory(d->diags);
        }
        if (count) {
            memcpy(more, d->specials_at[cell], count * sizeof *more);
        }
        d->specials_at[cell] = more;
    }
    d->specials_at[cell][count] = s;
    d->special_count[cell]++;
    return true;
}

/* Remembers moves that do not reset the halfmove clock. */
bool draft_note_keeps_clock(draft *d, const rule_move *rule, unsigned from, unsigned to)
{
    if (!rule->keeps_clock) {
        return true;
    }
    if (!d->keeps_halfmove_clock) {
        d->keeps_halfmove_clock = arena_new(&d->v->arena, uint64_t, (size_t)d->v->cells * (size_t)d->v->bitset_words);
    }
    if (!d->keeps_halfmove_clock) {
        return diag_out_of_memory(d->diags);
    }
    set_put(set_table_row(d->v, d->keeps_halfmove_clock, from), to);
    return true;
}

void draft_add_leap(draft *d, unsigned from, unsigned to, uint16_t modes, bool checks)
{
    variant *v = d->v;
    if (modes & LEG_OWN) {
        set_put(set_table_row(v, d->leap[3], from), to);
        d->any_leap[3] = true;
        if (modes == LEG_OWN) {
            return;
        }
    }
    int kind = draft_mode_group(modes);
    set_put(set_table_row(v, d->leap[kind], from), to);
    d->any_leap[kind] = true;
    if (modes & LEG_CAPTURE && checks) {
        set_put(set_table_row(v, d->leap_checks, from), to);
    }
}

/* A step in the mover's frame as a vector of the board. */
vector draft_vector(const draft *d, int x, int y, int z)
{
    vector v = topology_rotate(d->v->rules, d->player, x, y);
    v.dz = z;
    v.barred_edges = d->rule->barred_edges;
    v.bounces = d->rule->bounces;
    return v;
}

/* Its number; -1 after an error. */
int draft_vector_number(draft *d, vector v)
{
    int number = topology_vector(&d->v->topology, v);
    if (number < 0) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, d->rule->location, "the variant has too many different steps");
    }
    return number;
}

bool is_every_cell(const variant *v, const bool *cells)
{
    for (int cell = 0; cell < v->cells; cell++) {
        if (!cells[cell]) {
            return false;
        }
    }
    return true;
}

/* Whether a piece may arrive there, by the movement's zone and the variant's filter. */
bool draft_may_arrive(const draft *d, unsigned from, unsigned to)
{
    const uint64_t *allowed = d->v->filter_allows[d->player];
    const int *level = d->v->topology.level;
    if (d->v->own_boards && level[from] != level[to]) {
        return false; /* players stay on their own boards */
    }
    return d->to[to] && (!allowed || set_has(set_table_row(d->v, allowed, from), to));
}

/* The player's right that the movement needs; -1: none. Rights are numbered rule by rule, player by player: see
 * rights_build. */
int draft_right(const draft *d, const rule_move *rule)
{
    return rule->right < 0 ? -1 : rule->right * d->v->players + (int)d->player;
}

/* The type plus one that the piece has after the movement; 0: no change. */
uint16_t draft_transform(const draft *d, const rule_move *rule)
{
    if (rule->into < 0) {
        return 0;
    }
    const int type = d->v->base_type[rule->into], royal = d->v->type[type].royal_form;
    return (uint16_t)((d->type->royal && royal >= 0 ? royal : type) + 1); /* a royal piece stays royal */
}

/* The pieces that must, or must not, be on the board for the movement. */
bool draft_set_presence(draft *d, const rule_move *rule, special *s)
{
    const variant *v = d->v;
    s->must_not_check = rule->must_not_check;
    d->v->has_must_not_check |= rule->must_not_check;
    s->requires_absence = rule->without;
    if (rule->with_piece < 0) {
        return true;
    }
    piece_id *pieces = arena_new(&d->v->arena, piece_id, (size_t)v->types);
    for (int type = 0; pieces && type < v->types; type++) {
        if (v->type[type].rule_piece_index == rule->with_piece) {
            pieces[s->presence_count++] = variant_piece(v, (int)d->player, type);
        }
    }
    s->presence_pieces = pieces;
    return pieces || diag_out_of_memory(d->diags);
}

int ray_family(const variant *v, ray_key ray)
{
    const vector step = v->topology.vectors[ray.vector];
    if (step.dz) {
        return 2;
    }
    return step.dx == 0 || step.dy == 0 ? 0 : abs(step.dx) == abs(step.dy) ? 1 : 2;
}

quiet_jumps *draft_new_quiet_jumps(draft *d)
{
    variant *v = d->v;
    if (v->quiet_jumps_count == v->quiet_jumps_room) {
        const int room = v->quiet_jumps_room ? v->quiet_jumps_room * 2 : 8;
        quiet_jumps *more = room <= UINT16_MAX ? arena_new(&v->arena, quiet_jumps, (size_t)room) : NULL;
        if (!more) {
            (void)diag_out_of_memory(d->diags);
            return NULL;
        }
        if (v->quiet_jumps_count) {
            memcpy(more, v->quiet_jumps, (size_t)v->quiet_jumps_count * sizeof *more);
        }
        v->quiet_jumps = more;
        v->quiet_jumps_room = room;
    }
    return memset(&v->quiet_jumps[v->quiet_jumps_count++], 0, sizeof(quiet_jumps));
}

bool draft_add_quiet_jump(draft *d, quiet_jumps *j, uint16_t way, int16_t range, bool land_any)
{
    if (j->count == PIECE_JUMPS_MAX) {
        diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, d->rule->location, "a piece jumps in more than %d directions",
                   PIECE_JUMPS_MAX);
        return false;
    }
    j->vectors[j->count] = way;
    j->ranges[j->count] = range;
    j->land_any[j->count++] = land_any;
    return true;
}
