#include "compile/movement_find.h"

#include "compile/move_tables.h"
#include "compile/quiet_jumps.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 20000 }; /* a path of several legs can go too many ways to try them all */

typedef struct movement_search {
    const variant *v;
    const rule_move *rule;
    piece_id piece;
    int owner;
    unsigned from, to, modes;
    const piece_id *board; /* NULL: whatever stands in between */
    int steps;             /* so far */
} movement_search;

static int vector_of(const movement_search *s, int x, int y, int z)
{
    vector v = topology_rotate(s->v->rules, (size_t)s->owner, x, y);
    v.dz = z;
    v.barred_edges = s->rule->barred_edges;
    v.bounces = s->rule->bounces;
    return topology_find_vector(&s->v->topology, v);
}

/* The number of a leg's vector, or of the unit step that it is made of (`*stride` of them); -1. */
static int leg_vector(const movement_search *s, const betza_leg *l, int *stride)
{
    *stride = 1;
    int number = vector_of(s, l->x, l->y, l->z);
    if (number < 0 && l->steps > 1) {
        *stride = l->steps;
        number = vector_of(s, l->x / l->steps, l->y / l->steps, l->z / l->steps);
    }
    return number;
}

/* A path may lead back to the cell where it began: that cell is empty then. */
static bool is_occupied(const movement_search *s, unsigned cell)
{
    return s->board[cell] && cell != s->from;
}

/* Whether the cells between the two ends of a leap are as the leg wants them. */
static bool leap_allowed(const movement_search *s, const betza_leg *l, unsigned at)
{
    int number = l->steps > 1 ? vector_of(s, l->x / l->steps, l->y / l->steps, l->z / l->steps) : -1;
    unsigned unit = (unsigned)number, cell = at;
    for (int i = 1; number >= 0 && l->flags & (LEG_LAME | LEG_JUMP) && i < l->steps; i++) {
        cell = topology_step(&s->v->topology, &unit, cell);
        if (cell != CELL_NONE && is_occupied(s, cell) != !(l->flags & LEG_LAME) && (l->flags & LEG_LAME || i == 1)) {
            return false;
        }
    }
    return true;
}

/* What a leg has met on its way. */
typedef struct leg_walk {
    int hurdles;                        /* pieces passed over */
    bool first_occupied, last_occupied; /* whether the first cell is occupied, and the one before this */
} leg_walk;

static bool leg_may_end(const movement_search *s, const betza_leg *l, unsigned at, unsigned cell, bool last,
                        const leg_walk *w)
{
    if (!s->board || s->rule->through) {
        return true;
    }
    bool occupied = is_occupied(s, cell);
    if (l->flags & LEG_OCCUPIED) {
        return occupied;
    }
    if (!last && !(l->modes & (occupied ? LEG_CAPTURE | LEG_OWN : LEG_MOVE | LEG_EN_PASSANT))) {
        return false;
    }
    if (l->flags & LEG_CANNON) {
        return w->hurdles == 1;
    }
    if (l->flags & LEG_GRASSHOPPER) {
        return w->hurdles == 1 && w->last_occupied;
    }
    bool skips_first = l->flags & LEG_JUMP && l->range != 1;
    return w->hurdles == (skips_first && w->first_occupied) && (skips_first || leap_allowed(s, l, at));
}

static bool path_leads(movement_search *s, const betza_path *path, int leg, unsigned at)
{
    const betza_leg *l = &path->leg[leg];
    bool last = leg + 1 == path->legs;
    int stride, number = leg_vector(s, l, &stride),
                range = l->flags & LEG_GRASSHOPPER && l->range ? l->range + 1 : l->range;
    if (number < 0 || (last && s->modes && !(l->modes & s->modes))) {
        return false;
    }
    unsigned ride_vector = (unsigned)number, cell = at;
    leg_walk w = {0};
    for (int i = 0; (!range || i < range) && s->steps++ < STEPS_MAX; i++) {
        for (int k = 0; k < stride && cell != CELL_NONE; k++) {
            cell = topology_step(&s->v->topology, &ride_vector, cell);
        }
        if (cell == CELL_NONE || (cell == at && !(last && s->rule->circles))) {
            return false;
        }
        if ((!last || cell == s->to) && leg_may_end(s, l, at, cell, last, &w) &&
            (last || path_leads(s, path, leg + 1, cell))) {
            return true;
        }
        if (s->board) {
            w.last_occupied = is_occupied(s, cell);
            w.first_occupied |= i == 0 && w.last_occupied;
            w.hurdles += w.last_occupied;
        }
        if (cell == at) {
            return false;
        }
    }
    return false;
}

static bool zone_holds(const variant *v, const rule_text *zone, int player, unsigned cell)
{
    bool *cells = malloc((size_t)v->cells * sizeof *cells);
    diag_list ignored; /* the build has read the zone without errors */
    diag_list_init(&ignored);
    bool found = cells && zone_read(&v->topology, v->rules, &ignored, zone, (size_t)player, cells) && cells[cell];
    diag_list_finish(&ignored);
    free(cells);
    return found;
}

static bool is_start_cell(const movement_search *s, unsigned from)
{
    piece_id piece = s->v->start_board[from];
    return piece && s->v->owner_of[piece] == s->owner &&
           s->v->type[s->v->type_of[piece]].rule_piece_index == s->v->type[s->v->type_of[s->piece]].rule_piece_index;
}

/* Whether a chain of jumps over pieces that stay ends there. */
static bool quiet_jumps_lead(const movement_search *s, unsigned from)
{
    const variant *v = s->v;
    const piece_moves *moves = &v->moves[s->piece];
    uint64_t occupied[CELLS_MAX / 64] = {0}, ends[CELLS_MAX / 64 + 1] = {0};
    for (int cell = 0; s->board && cell < v->cells; cell++) {
        if (s->board[cell]) {
            set_put(occupied, (unsigned)cell);
        }
    }
    for (uint32_t i = moves->special_start ? moves->special_start[from] : 1;
         moves->special_start && i < moves->special_start[from + 1]; i++) {
        const special *one = &moves->specials[i];
        if (one->kind == SPECIAL_QUIET_JUMPS && one->rule == s->rule) {
            quiet_jumps_find(v, one->path, from, s->board ? occupied : NULL, ends);
        }
    }
    return set_has(ends, s->to) && !(s->modes && !(s->modes & LEG_MOVE));
}

static movement_fit movement_fit_of(movement_search *s, unsigned from)
{
    const rule_move *rule = s->rule;
    bool found = rule->stay          ? from == s->to
                 : rule->quiet_jumps ? quiet_jumps_lead(s, from)
                 : rule->along_lines ? topology_joined_by_line(&s->v->topology, (cell_id)from, (cell_id)s->to)
                                     : false;
    bool first = false;
    s->steps = 0;
    for (size_t i = 0; i < rule->paths.count && !found && !rule->jumps && !rule->quiet_jumps; i++) {
        if (path_leads(s, &rule->paths.paths[i], 0, from)) {
            first = rule->paths.paths[i].initial && !is_start_cell(s, from);
            found = !first;
        }
    }
    if (!found) {
        return first ? MOVEMENT_FITS_INITIAL : MOVEMENT_FITS_NOT;
    }
    if (rule->from.string && !zone_holds(s->v, &rule->from, s->owner, from)) {
        return MOVEMENT_FITS_NOT_FROM;
    }
    return rule->to.string && !zone_holds(s->v, &rule->to, s->owner, s->to) ? MOVEMENT_FITS_NOT_TO : MOVEMENT_FITS;
}

/* Movements with conditions keep their rule. */
static const rule_move *special_rule(const variant *v, const piece_id *board, piece_id piece, unsigned from,
                                     unsigned to, unsigned modes)
{
    const piece_moves *moves = &v->moves[piece];
    for (uint32_t i = moves->special_start ? moves->special_start[from] : 1;
         moves->special_start && i < moves->special_start[from + 1]; i++) {
        const special *s = &moves->specials[i];
        bool passing = s->kind == SPECIAL_EN_PASSANT;
        if (s->to != to || !s->rule || (modes && !((passing ? LEG_EN_PASSANT : s->modes) & modes))) {
            continue;
        }
        movement_search one = {v, s->rule, piece, v->owner_of[piece], from, to, modes, board, 0};
        if (!board || !s->rule->paths.count || movement_fit_of(&one, from) == MOVEMENT_FITS) {
            return s->rule;
        }
    }
    return NULL;
}

const rule_move *movement_find(const variant *v, const piece_id *board, piece_id piece, unsigned from, unsigned to,
                               unsigned modes, movement_fit *fit)
{
    const rule_move *best = special_rule(v, board, piece, from, to, modes), *scripted = NULL;
    *fit = best ? MOVEMENT_FITS : MOVEMENT_FITS_NOT;
    for (size_t k = 0; k < v->rules->piece_count; k++) {
        const rule_piece *piece_rule = &v->rules->pieces[k];
        bool counts = piece_type_moves_as(&v->type[v->type_of[piece]], k);
        for (size_t i = 0; counts && i < piece_rule->move_count && *fit != MOVEMENT_FITS; i++) {
            movement_search s = {v, &piece_rule->moves[i], piece, v->owner_of[piece], from, to, modes, board, 0};
            movement_fit found = movement_fit_of(&s, from);
            scripted = s.rule->hook && !scripted ? s.rule : scripted;
            if (found == MOVEMENT_FITS || (*fit == MOVEMENT_FITS_NOT && found != MOVEMENT_FITS_NOT)) {
                best = s.rule;
                *fit = found;
            }
        }
    }
    const piece_moves *moves = &v->moves[piece];
    const uint64_t *tables[] = {moves->leap_both, moves->leap_move, moves->leap_capture, moves->leap_own};
    for (size_t i = 0; i < 4 && scripted && *fit != MOVEMENT_FITS; i++) {
        if (tables[i] && set_has(tables[i] + (size_t)from * (size_t)v->bitset_words, to)) {
            *fit = MOVEMENT_FITS;
            best = scripted;
        }
    }
    return best;
}

bool movement_begins_at_start(const variant *v, piece_id piece, const rule_move *rule)
{
    const movement_search s = {.v = v, .rule = rule, .piece = piece, .owner = v->owner_of[piece]};
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        if (zone_holds(v, &rule->from, s.owner, cell) && !is_start_cell(&s, cell)) {
            return false;
        }
    }
    return true;
}
