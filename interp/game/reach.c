#include "game/reach.h"

#include "game/fen.h"
#include "game/position.h"

#include <stdlib.h>
#include <string.h>

static bool is_empty(const game *g, const uint64_t *set)
{
    uint64_t any = 0;
    for (int w = 0; w < g->words; w++) {
        any |= set[w];
    }
    return any == 0;
}

static void add_all(const game *g, uint64_t *set)
{
    for (unsigned c = 0; c < (unsigned)g->cells; c++) {
        set_put(set, c);
    }
}

/* Adds; says whether that brought anything new. */
static bool unite(const game *g, uint64_t *set, const uint64_t *more)
{
    bool grew = false;
    for (int w = 0; w < g->words; w++) {
        grew = grew || (more[w] & ~set[w]);
        set[w] |= more[w];
    }
    return grew;
}

/* ---- one step ---- */

static void add_leaps(const game *g, const uint64_t *leaps, unsigned from, uint64_t *out)
{
    if (leaps) {
        unite(g, out, leaps + (size_t)from * (size_t)g->words);
    }
}

/* All cells that the lines from there can end on, whoever stands in between. */
static void add_lines(const game *g, const slider *s, unsigned from, uint64_t *out)
{
    const uint64_t *goals = s->goals ? s->goals + (size_t)from * (size_t)g->words : NULL;
    for (uint32_t i = s->ray_start[from]; i < s->ray_start[from + 1]; i++) {
        const slider_ray *ray = &s->rays[i];
        for (uint32_t k = s->kind == RAY_LAME && ray->count ? ray->count - 1u : 0; k < ray->count; k++) {
            unsigned cell = s->ray_cells[ray->first + k];
            if (!goals || set_has(goals, cell)) {
                set_put(out, cell);
            }
        }
    }
}

static bool vaults(const game *g, int man)
{
    return g->powers && g->powers[g->type[g->man_type[man]].piece].vaults;
}

void reach_steps(const game *g, int man, unsigned from, uint64_t *out)
{
    const man_plan *plan = &g->plans[man];
    add_leaps(g, plan->leap_both, from, out);
    add_leaps(g, plan->leap_move, from, out);
    add_leaps(g, plan->leap_take, from, out);
    add_leaps(g, plan->leap_own, from, out);
    for (unsigned i = 0; i < plan->slides; i++) {
        add_lines(g, &g->sliders[plan->slide[i].slider], from, out);
    }
    for (uint32_t i = plan->special_start ? plan->special_start[from] : 0;
         plan->special_start && i < plan->special_start[from + 1]; i++) {
        const special *s = &plan->specials[i];
        if (s->kind == SPECIAL_WALK) {
            add_all(g, out);
        } else {
            set_put(out, s->kind == SPECIAL_STAY || s->kind == SPECIAL_CIRCLE ? from : s->to);
        }
    }
    if (plan->jump_count || vaults(g, man)) {
        add_all(g, out);
    }
}

/* Takes away, one after another, the cells that no step from another leads to: what is left lies on a circle, or behind one. */
static bool steps_circle(const game *g, int man)
{
    uint16_t ways_in[CELLS_MAX] = {0}, free_cells[CELLS_MAX];
    uint64_t steps[CELLS_MAX / 64];
    unsigned found = 0;
    for (unsigned from = 0; from < (unsigned)g->cells; from++) {
        memset(steps, 0, (size_t)g->words * sizeof *steps);
        reach_steps(g, man, from, steps);
        for (unsigned to = 0; to < (unsigned)g->cells; to++) {
            ways_in[to] = (uint16_t)(ways_in[to] + set_has(steps, to));
        }
    }
    for (unsigned cell = 0; cell < (unsigned)g->cells; cell++) {
        if (!ways_in[cell]) {
            free_cells[found++] = (uint16_t)cell;
        }
    }
    for (unsigned i = 0; i < found; i++) {
        memset(steps, 0, (size_t)g->words * sizeof *steps);
        reach_steps(g, man, free_cells[i], steps);
        for (unsigned to = 0; to < (unsigned)g->cells; to++) {
            if (set_has(steps, to) && --ways_in[to] == 0) {
                free_cells[found++] = (uint16_t)to;
            }
        }
    }
    return found < (unsigned)g->cells;
}

static bool promotes_into(const game *g, const man_plan *plan, const bool *types)
{
    const promotion_table *t = plan->promotion;
    bool found = false;
    for (uint32_t i = 0; t && i < t->count; i++) {
        found |= types[t->into[i]];
    }
    for (uint32_t i = 0; plan->special_start && i < plan->special_start[g->cells]; i++) {
        found |= plan->specials[i].into && types[plan->specials[i].into - 1];
    }
    return found;
}

bool reach_becomes(const game *g, int man, const bool *types)
{
    const rule_piece *piece = &g->rules->pieces[g->type[g->man_type[man]].piece];
    bool found = promotes_into(g, &g->plans[man], types);
    for (size_t i = 0; i < piece->promotion_count; i++) {
        for (size_t k = 0; piece->promotions[i].when == PROMOTE_STANDS && k < piece->promotions[i].to_count; k++) {
            found |= types[g->base_type[piece->promotions[i].to[k]]];
        }
    }
    for (int taken = 0; g->becomes && taken < g->men; taken++) {
        man_id becomes = g->becomes[(size_t)man * (size_t)g->men + (size_t)taken];
        found |= becomes && types[g->man_type[becomes]];
    }
    return found;
}

/* Whether some other kind may become this one. */
static bool arises(const game *g, int type)
{
    bool types[TYPES_MAX + 1] = {false}, found = false;
    types[type] = true;
    for (int man = 1; man < g->men; man++) {
        found |= g->man_type[man] != type && reach_becomes(g, man, types);
    }
    return found;
}

bool reach_returns(const game *g, int man)
{
    return g->becomes || steps_circle(g, man) || arises(g, g->man_type[man]);
}

static bool lines_take(const game *g, const man_plan *plan, unsigned from)
{
    for (unsigned i = 0; i < plan->slides; i++) {
        const slider *s = &g->sliders[plan->slide[i].slider];
        if ((plan->slide[i].modes & LEG_CAPTURE) && s->ray_start[from] != s->ray_start[from + 1]) {
            return true;
        }
    }
    return false;
}

static bool walk_takes(const walk *w)
{
    for (unsigned k = 0; k < w->legs; k++) {
        if (w->leg[k].modes & LEG_CAPTURE) {
            return true;
        }
    }
    return false;
}

bool reach_takes(const game *g, int man, unsigned from)
{
    const man_plan *plan = &g->plans[man];
    const uint64_t *leaps[] = {plan->leap_both, plan->leap_take};
    for (size_t i = 0; i < 2; i++) {
        if (leaps[i] && !is_empty(g, leaps[i] + (size_t)from * (size_t)g->words)) {
            return true;
        }
    }
    for (uint32_t i = plan->special_start ? plan->special_start[from] : 0;
         plan->special_start && i < plan->special_start[from + 1]; i++) {
        const special *s = &plan->specials[i];
        if (s->kind == SPECIAL_PASSING || (s->modes & LEG_CAPTURE) ||
            (s->kind == SPECIAL_WALK && walk_takes(&g->walks[s->walk]))) {
            return true;
        }
    }
    return plan->jump_count || lines_take(g, plan, from);
}

/* ---- from step to step ---- */

bool reach_present(const reach *r, int man)
{
    return !is_empty(r->g, reach_cells(r, man));
}

static bool stand(reach *r, int man, unsigned cell)
{
    uint64_t *set = r->cells + (size_t)man * (size_t)r->g->words;
    bool fresh = !set_has(set, cell);
    set_put(set, cell);
    return fresh;
}

static int man_of(const game *g, int owner, int type)
{
    return (int)game_man(g, owner, type);
}

/* The other things that a man becomes when he moves from one cell to another. */
static bool promote(reach *r, int man, unsigned from, unsigned to, bool in_place)
{
    const game *g = r->g;
    const promotion_table *t = g->plans[man].promotion;
    size_t row = (size_t)from * (size_t)g->words;
    bool grew = false;
    if (!t || !(in_place || set_has(t->forced + row, to) || set_has(t->optional + row, to))) {
        return false;
    }
    const uint32_t *list = game_promotions(g, t, from, to);
    for (uint32_t i = list[0]; i < list[1]; i++) {
        grew |= stand(r, man_of(g, g->man_owner[man], t->into[i]), to);
    }
    return grew;
}

static bool become(reach *r, int man, unsigned from)
{
    const game *g = r->g;
    const man_plan *plan = &g->plans[man];
    const rule_piece *piece = &g->rules->pieces[g->type[g->man_type[man]].piece];
    bool grew = false;
    for (uint32_t i = plan->special_start ? plan->special_start[from] : 0;
         plan->special_start && i < plan->special_start[from + 1]; i++) {
        const special *s = &plan->specials[i];
        unsigned to = s->kind == SPECIAL_LEAP || s->kind == SPECIAL_PASSING ? s->to : from;
        if (s->into) {
            grew |= stand(r, man_of(g, g->man_owner[man], s->into - 1), to);
        }
    }
    for (size_t i = 0; i < piece->promotion_count; i++) { /* those that no move does */
        for (size_t k = 0; piece->promotions[i].when == PROMOTE_STANDS && k < piece->promotions[i].to_count; k++) {
            grew |= stand(r, man_of(g, g->man_owner[man], g->base_type[piece->promotions[i].to[k]]), from);
        }
    }
    return grew;
}

static bool move_man(reach *r, int man, uint64_t *steps)
{
    const game *g = r->g;
    const promotion_table *t = g->plans[man].promotion;
    bool grew = false;
    for (unsigned from = 0; from < (unsigned)g->cells; from++) {
        if (!set_has(reach_cells(r, man), from)) {
            continue;
        }
        memset(steps, 0, (size_t)g->words * sizeof *steps);
        reach_steps(g, man, from, steps);
        for (unsigned to = 0; to < (unsigned)g->cells; to++) {
            if (set_has(steps, to)) {
                grew |= promote(r, man, from, to, false);
            }
        }
        if (t && t->in_place && set_has(t->in_place, from)) {
            grew |= promote(r, man, from, from, true);
        }
        grew |= become(r, man, from);
        grew |= unite(g, r->cells + (size_t)man * (size_t)g->words, steps);
    }
    return grew;
}

static bool castle(reach *r)
{
    bool grew = false;
    for (int i = 0; i < r->g->castling_count; i++) {
        const castling *c = &r->g->castlings[i];
        if (set_has(reach_cells(r, c->king), c->king_from)) {
            grew |= stand(r, c->king, c->king_to);
        }
        if (set_has(reach_cells(r, c->partner), c->partner_from)) {
            grew |= stand(r, c->partner, c->partner_to);
        }
    }
    return grew;
}

/* Men who can be taken come into hands. */
static bool hold(reach *r)
{
    const game *g = r->g;
    bool grew = false;
    for (int man = 1; g->taken_as && man < g->men; man++) {
        for (int captor = 0; reach_present(r, man) && captor < g->players; captor++) {
            int held = g->taken_as[(size_t)man * (size_t)g->players + (size_t)captor];
            grew |= held && !r->held[held];
            r->held[held] = true;
        }
    }
    return grew;
}

static bool drop(reach *r)
{
    const game *g = r->g;
    bool grew = false;
    for (int player = 0; player < g->players; player++) {
        for (int i = 0; i < g->drop_count[player]; i++) {
            const drop_table *d = &g->drops[player][i];
            if (!d->held || r->held[d->held]) {
                grew |= unite(g, r->cells + (size_t)d->man * (size_t)g->words, g->sets + d->zone);
            }
        }
    }
    return grew;
}

/* The start position; one that a script draws may be any other. */
static bool begin(reach *r)
{
    const game *g = r->g;
    position *p = position_create(g, NULL);
    diag_list diags;
    diag_list_init(&diags);
    bool fine = p && fen_read(p, &diags, (place){0}, g->start);
    for (unsigned c = 0; fine && c < (unsigned)g->cells; c++) {
        int man = g->start_board[c];
        if (man && g->rules->start_hook) {
            add_all(g, r->cells + (size_t)man * (size_t)g->words);
        } else if (man) {
            stand(r, man, c);
        }
    }
    for (int man = 1; fine && g->dropping && man < g->men; man++) {
        r->held[man] = position_hand(p)[man] > 0;
    }
    diag_list_finish(&diags);
    position_destroy(p);
    return fine;
}

/* Whether men come about, or change hands, in ways that are in no table. */
static bool does_anything(const game *g)
{
    bool converts = g->blasts && g->players > 2;
    for (int man = 1; man < g->men; man++) {
        for (int i = 0; i < g->plans[man].jump_count; i++) {
            converts |= g->plans[man].jumps[i].jumped == JUMPED_CONVERTED;
        }
    }
    return converts || g->effects || g->choice_count || g->listing_count || g->becomes || g->towers;
}

bool reach_find(const game *g, reach *r)
{
    *r = (reach){.g = g, .anything = does_anything(g)};
    size_t men = (size_t)g->men;
    r->cells = calloc(men * (size_t)g->words, sizeof *r->cells);
    r->held = calloc(men, sizeof *r->held);
    uint64_t *steps = calloc((size_t)g->words, sizeof *steps);
    bool fine = r->cells && r->held && steps;
    if (fine && r->anything) {
        for (int man = 1; man < g->men; man++) {
            add_all(g, r->cells + (size_t)man * (size_t)g->words);
        }
    }
    fine = fine && (r->anything || begin(r));
    for (bool grew = fine && !r->anything; grew;) {
        grew = false;
        for (int man = 1; man < g->men; man++) {
            grew |= reach_present(r, man) && move_man(r, man, steps);
        }
        grew |= castle(r);
        grew |= hold(r);
        grew |= drop(r);
    }
    free(steps);
    return fine;
}

void reach_finish(reach *r)
{
    free(r->cells);
    free(r->held);
    *r = (reach){0};
}

bool reach_promotes(const reach *r, int man)
{
    const game *g = r->g;
    const promotion_table *t = g->plans[man].promotion;
    uint64_t *steps = t ? calloc((size_t)g->words, sizeof *steps) : NULL;
    bool found = t && !steps; /* nothing is said without memory */
    for (unsigned from = 0; steps && !found && from < (unsigned)g->cells; from++) {
        if (!set_has(reach_cells(r, man), from)) {
            continue;
        }
        memset(steps, 0, (size_t)g->words * sizeof *steps);
        reach_steps(g, man, from, steps);
        for (unsigned to = 0; !found && to < (unsigned)g->cells; to++) {
            size_t row = (size_t)from * (size_t)g->words;
            const uint32_t *list = game_promotions(g, t, from, to);
            found = set_has(steps, to) && list[0] != list[1] &&
                    (set_has(t->forced + row, to) || set_has(t->optional + row, to));
        }
        found = found || (t->in_place && set_has(t->in_place, from));
    }
    free(steps);
    return found;
}
