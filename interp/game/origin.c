#include "game/origin.h"

#include "game/plan.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 20000 }; /* chained legs can go more ways than anybody cares for */

typedef struct seeker {
    const game *g;
    const rule_move *rule;
    man_id man;
    int owner;
    unsigned to, modes;
    int steps; /* made so far */
} seeker;

static int vector_of(const seeker *s, int x, int y, int z)
{
    vector v = topology_turn(s->g->rules, (size_t)s->owner, x, y);
    v.dz = z;
    v.barred = s->rule->barred;
    v.bounces = s->rule->bounces;
    return topology_known(&s->g->topology, v);
}

/* The number of a leg's step on the board, or of the unit steps that it is made of (`*stride` of them); -1. */
static int step_of(const seeker *s, const betza_leg *l, int *stride)
{
    *stride = 1;
    int number = vector_of(s, l->x, l->y, l->z);
    if (number < 0 && l->steps > 1) {
        *stride = l->steps;
        number = vector_of(s, l->x / l->steps, l->y / l->steps, l->z / l->steps);
    }
    return number;
}

static bool leads(seeker *s, const betza_path *path, int leg, unsigned at)
{
    const betza_leg *l = &path->leg[leg];
    bool last = leg + 1 == path->legs;
    int stride, number = step_of(s, l, &stride), range = l->flags & LEG_GRASS && l->range ? l->range + 1 : l->range;
    if (number < 0 || (last && s->modes && !(l->modes & s->modes))) {
        return false;
    }
    unsigned way = (unsigned)number, cell = at;
    for (int i = 0; (!range || i < range) && s->steps++ < STEPS_MOST; i++) {
        for (int k = 0; k < stride && cell != CELL_NONE; k++) {
            cell = topology_step(&s->g->topology, &way, cell);
        }
        if (cell == CELL_NONE || (cell == at && !(last && s->rule->circles))) {
            return false;
        }
        if (last ? cell == s->to : leads(s, path, leg + 1, cell)) {
            return true;
        }
        if (cell == at) {
            return false;
        }
    }
    return false;
}

static bool holds(const game *g, const written *zone, int player, unsigned cell)
{
    bool *cells = malloc((size_t)g->cells * sizeof *cells);
    diag_list unheard; /* the zone was read before without a complaint */
    diag_list_init(&unheard);
    bool found = cells && zone_read(&g->topology, g->rules, &unheard, zone, (size_t)player, cells) && cells[cell];
    diag_list_finish(&unheard);
    free(cells);
    return found;
}

static bool starts_there(const seeker *s, unsigned from)
{
    man_id man = s->g->start_board[from];
    return man && s->g->man_owner[man] == s->owner &&
           s->g->type[s->g->man_type[man]].piece == s->g->type[s->g->man_type[s->man]].piece;
}

static origin_fit fit_of(seeker *s, unsigned from)
{
    const rule_move *rule = s->rule;
    bool found = rule->stay          ? from == s->to
                 : rule->along_lines ? topology_linked(&s->g->topology, (cell_id)from, (cell_id)s->to)
                                     : false;
    bool first = false;
    s->steps = 0;
    for (size_t i = 0; i < rule->paths.count && !found && !rule->jumps; i++) {
        if (leads(s, &rule->paths.paths[i], 0, from)) {
            first = rule->paths.paths[i].initial && !starts_there(s, from);
            found = !first;
        }
    }
    if (!found) {
        return first ? ORIGIN_FIRST : ORIGIN_NONE;
    }
    if (rule->from.string && !holds(s->g, &rule->from, s->owner, from)) {
        return ORIGIN_ELSEWHERE;
    }
    return rule->to.string && !holds(s->g, &rule->to, s->owner, s->to) ? ORIGIN_BEYOND : ORIGIN_FITS;
}

/* Movements that ask for more than cells keep their rule. */
static const rule_move *special_rule(const game *g, man_id man, unsigned from, unsigned to, unsigned modes)
{
    const man_plan *plan = &g->plans[man];
    for (uint32_t i = plan->special_start ? plan->special_start[from] : 1;
         plan->special_start && i < plan->special_start[from + 1]; i++) {
        const special *s = &plan->specials[i];
        bool passing = s->kind == SPECIAL_PASSING;
        if (s->to == to && s->rule && (!modes || (passing ? LEG_PASSING : s->modes) & modes)) {
            return s->rule;
        }
    }
    return NULL;
}

const rule_move *origin_find(const game *g, man_id man, unsigned from, unsigned to, unsigned modes, origin_fit *fit)
{
    const rule_piece *piece = &g->rules->pieces[g->type[g->man_type[man]].piece];
    const rule_move *best = special_rule(g, man, from, to, modes), *scripted = NULL;
    *fit = best ? ORIGIN_FITS : ORIGIN_NONE;
    for (size_t i = 0; i < piece->move_count && *fit != ORIGIN_FITS; i++) {
        seeker s = {g, &piece->moves[i], man, g->man_owner[man], to, modes, 0};
        origin_fit found = fit_of(&s, from);
        scripted = s.rule->hook && !scripted ? s.rule : scripted;
        if (found == ORIGIN_FITS || (*fit == ORIGIN_NONE && found != ORIGIN_NONE)) {
            best = s.rule;
            *fit = found;
        }
    }
    const man_plan *plan = &g->plans[man];
    const uint64_t *tables[] = {plan->leap_both, plan->leap_move, plan->leap_take, plan->leap_own};
    for (size_t i = 0; i < 4 && scripted && *fit != ORIGIN_FITS; i++) {
        if (tables[i] && set_has(tables[i] + (size_t)from * (size_t)g->words, to)) {
            *fit = ORIGIN_FITS;
            best = scripted;
        }
    }
    return best;
}
