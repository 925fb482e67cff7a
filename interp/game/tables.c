/* Tables: what follows from the plans: promotions, drops, threats (movements seen from the target), cells between. */

#include "game/build.h"

#include <stdlib.h>
#include <string.h>

static uint64_t *new_table(game *g)
{
    return arena_new(&g->arena, uint64_t, (size_t)g->cells * (size_t)g->words);
}

static uint64_t *row_of(const game *g, const uint64_t *table, size_t cell)
{
    return (uint64_t *)table + cell * (size_t)g->words;
}

static bool any_bit(const game *g, const uint64_t *set)
{
    for (int i = 0; i < g->words; i++) {
        if (set[i]) {
            return true;
        }
    }
    return false;
}

static bool no_memory(diag_list *diags)
{
    diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    return false;
}

/* Whether a man standing there could ever move again, on an empty board and with men to take. */
static bool has_exit(const game *g, man_id man, size_t cell)
{
    const man_plan *p = &g->plans[man];
    const uint64_t *leaps[4] = {p->leap_both, p->leap_move, p->leap_take, p->leap_own};
    for (int i = 0; i < 4; i++) {
        if (leaps[i] && any_bit(g, row_of(g, leaps[i], cell))) {
            return true;
        }
    }
    for (unsigned i = 0; i < p->slides; i++) {
        if (any_bit(g, row_of(g, g->sliders[p->slide[i].slider].empty, cell))) {
            return true;
        }
    }
    if (p->jump_near && any_bit(g, row_of(g, p->jump_near, cell))) {
        return true;
    }
    if (!p->special_start) {
        return false;
    }
    for (uint32_t i = p->special_start[cell]; i < p->special_start[cell + 1]; i++) {
        const special *s = &p->specials[i];
        if (s->kind == SPECIAL_STAY || s->right >= 0) {
            continue; /* that leads nowhere, or is for him alone who holds the right */
        }
        if (s->kind != SPECIAL_WALK) {
            return true;
        }
        if (s->kind == SPECIAL_WALK) {
            /* A walk may need men to hop over: ask only whether its first step stays on the board. */
            if (g->topology.next[g->walks[s->walk].leg[0].vector][cell] != CELL_NONE) {
                return true;
            }
        }
    }
    return false;
}

/* ---- promotions ---- */

static int promoted_type(const game *g, int type, int piece, bool reverts)
{
    const game_type *from = &g->type[type];
    if (reverts && piece == from->piece) {
        return type; /* he stays what he is, and what he was */
    }
    bool marked = reverts && !g->rules->pieces[piece].royal; /* a royal is never taken: nothing to go back to */
    for (int i = 0; i < g->types; i++) {
        if (g->type[i].piece != piece || g->type[i].royal != (from->royal || g->rules->pieces[piece].royal)) {
            continue;
        }
        if (from->royal || g->type[i].reverts == marked) {
            if (!g->type[i].reverts || g->type[i].taken_as == from->taken_as) {
                return i;
            }
        }
    }
    return -1;
}

/* What a man may become on a cell: not at all, only what waits in the box, or in any case. */
typedef enum choice { CHOICE_NONE, CHOICE_PAID, CHOICE_FREE } choice;

static bool promotion_rule(game *g, diag_list *diags, man_id man, const rule_promotion *rule, promotion_table *t,
                           uint64_t *forced, uint64_t *optional, uint64_t *in_place, const uint16_t *group,
                           uint8_t *wanted, bool *zone)
{
    size_t owner = g->man_owner[man];
    int type = g->man_type[man];
    if (rule->when == PROMOTE_STANDS) {
        return true; /* no move of his does it */
    }
    if (!zone_read(&g->topology, g->rules, diags, &rule->zone, owner, zone)) {
        return false;
    }
    int into[TYPES_MAX];
    int count = 0;
    for (size_t i = 0; i < rule->to_count; i++) {
        into[count++] = promoted_type(g, type, rule->to[i], rule->reverts);
    }
    for (size_t i = 0; rule->from_box && i < g->rules->piece_count; i++) {
        if (!g->rules->pieces[i].royal && (int)i != g->type[type].piece) {
            into[count++] = promoted_type(g, type, (int)i, rule->reverts);
        }
    }
    t->from_box |= rule->from_box;
    choice offered = rule->from_box ? CHOICE_PAID : CHOICE_FREE;
    for (size_t from = 0; from < (size_t)g->cells; from++) {
        for (size_t to = 0; to < (size_t)g->cells; to++) {
            if (!zone[to] && !(rule->when == PROMOTE_TOUCHES && zone[from])) {
                continue;
            }
            bool must = !rule->optional || !has_exit(g, man, to), any = false;
            for (int i = 0; i < count; i++) {
                bool declines = !must && into[i] == type; /* to become what one is, where one need not: one choice */
                if (into[i] >= 0 && !declines) {
                    size_t list = group[from] * (size_t)g->cells + to;
                    uint8_t *known = &wanted[list * (size_t)g->types + (size_t)into[i]];
                    *known = *known > offered ? *known : (uint8_t)offered;
                    any = true;
                }
            }
            if (must || any) {
                set_put(row_of(g, must ? forced : optional, from), (unsigned)to);
            }
        }
        if (rule->from_box && zone[from]) {
            set_put(in_place, (unsigned)from);
        }
    }
    return true;
}

/* Lists the choices for each group of departures and cell of arrival; `ways` when they are equally many everywhere. */
static bool promotion_lists(game *g, promotion_table *t, size_t groups, const uint8_t *wanted)
{
    size_t types = (size_t)g->types, lists = groups * (size_t)g->cells, total = 0;
    for (size_t i = 0; i < lists * types; i++) {
        total += wanted[i] != CHOICE_NONE;
    }
    uint32_t *list = arena_new(&g->arena, uint32_t, lists + 1);
    uint16_t *into = arena_new(&g->arena, uint16_t, total + 1);
    bool *paid = arena_new(&g->arena, bool, total + 1);
    if (!list || !into || !paid) {
        return false;
    }
    uint32_t n = 0;
    t->ways = -1;
    for (size_t i = 0; i < lists; i++) {
        list[i] = n;
        for (size_t type = 0; type < types; type++) {
            if (wanted[i * types + type] != CHOICE_NONE) {
                paid[n] = wanted[i * types + type] == CHOICE_PAID;
                into[n++] = (uint16_t)type;
            }
        }
        int here = (int)(n - list[i]);
        if (here) {
            t->ways = t->ways < 0 || t->ways == here ? here : 0;
        }
    }
    list[lists] = n;
    t->count = n;
    t->ways = t->ways < 0 || t->from_box ? 0 : t->ways;
    t->list = list;
    t->into = into;
    t->paid = paid;
    return true;
}

/* Departures from which the same rules of `touches` hold, numbered from 0: how many groups they are; 0 after an error. */
static size_t departure_groups(game *g, diag_list *diags, man_id man, const rule_piece *piece, uint16_t *group,
                               bool *zone)
{
    uint16_t number[2][CELLS_MAX];
    size_t groups = 1, cells = (size_t)g->cells;
    for (size_t i = 0; i < piece->promotion_count; i++) {
        if (piece->promotions[i].when != PROMOTE_TOUCHES) {
            continue;
        }
        if (!zone_read(&g->topology, g->rules, diags, &piece->promotions[i].zone, g->man_owner[man], zone)) {
            return 0;
        }
        memset(number, 0xff, sizeof number);
        groups = 0;
        for (size_t from = 0; from < cells; from++) {
            uint16_t *known = &number[zone[from]][group[from]];
            *known = *known == UINT16_MAX ? (uint16_t)groups++ : *known;
            group[from] = *known;
        }
    }
    return groups;
}

static bool build_promotion(game *g, diag_list *diags, man_id man)
{
    const rule_piece *piece = &g->rules->pieces[g->type[g->man_type[man]].piece];
    promotion_table *t = arena_new(&g->arena, promotion_table, 1);
    uint64_t *forced = new_table(g), *optional = new_table(g);
    uint64_t *in_place = arena_new(&g->arena, uint64_t, (size_t)g->words);
    arena scratch;
    arena_init(&scratch, 0);
    uint16_t *group = arena_new(&g->arena, uint16_t, (size_t)g->cells);
    bool *zone = arena_new(&scratch, bool, (size_t)g->cells);
    bool fine = t && forced && optional && in_place && group && zone;
    size_t groups = fine ? departure_groups(g, diags, man, piece, group, zone) : 0;
    uint8_t *wanted = groups ? arena_new(&scratch, uint8_t, groups * (size_t)g->cells * (size_t)g->types) : NULL;
    if (!fine || (groups && !wanted)) {
        no_memory(diags);
    }
    fine = wanted;
    for (size_t i = 0; i < piece->promotion_count && fine; i++) {
        fine = promotion_rule(g, diags, man, &piece->promotions[i], t, forced, optional, in_place, group, wanted, zone);
    }
    if (fine) {
        for (size_t i = 0; i < (size_t)g->cells * (size_t)g->words; i++) {
            optional[i] &= ~forced[i]; /* where one rule forces, another's choice only adds to the list */
        }
        t->forced = forced;
        t->optional = optional;
        t->in_place = t->from_box ? in_place : NULL;
        g->takes_from_box |= t->from_box;
        t->group = group;
        fine = promotion_lists(g, t, groups, wanted) || no_memory(diags);
        g->plans[man].promotion = t;
    }
    arena_finish(&scratch);
    return fine;
}

bool promotions_build(game *g, diag_list *diags)
{
    for (int man = 1; man < g->men; man++) {
        if (g->rules->pieces[g->type[g->man_type[man]].piece].promotion_count &&
            !build_promotion(g, diags, (man_id)man)) {
            return false;
        }
    }
    return true;
}

/* ---- threats ---- */

/* The table that answers "from where do leaps reach this cell". */
static uint64_t *reversed(game *g, const uint64_t *leaps)
{
    uint64_t *from = new_table(g);
    for (size_t cell = 0; from && cell < (size_t)g->cells; cell++) {
        for (size_t to = 0; to < (size_t)g->cells; to++) {
            if (set_has(row_of(g, leaps, cell), (unsigned)to)) {
                set_put(row_of(g, from, to), (unsigned)cell);
            }
        }
    }
    return from;
}

static bool join_threat(game *g, int player, threat wanted, man_id man)
{
    threat *list = g->threats[player];
    size_t table = (size_t)g->cells * (size_t)g->words * sizeof(uint64_t);
    threat *found = NULL;
    for (int i = 0; i < g->threat_count[player] && !found; i++) {
        bool same = list[i].slides == wanted.slides && list[i].royals_only == wanted.royals_only &&
                    (wanted.slides ? list[i].slider == wanted.slider : memcmp(list[i].from, wanted.from, table) == 0);
        found = same ? &list[i] : NULL;
    }
    if (!found) {
        found = &list[g->threat_count[player]++];
        *found = wanted;
        found->men = arena_new(&g->arena, man_id, 2 * (size_t)g->types);
        if (!found->men) {
            return false;
        }
    }
    if (g->man_royal[man] && g->royal_types > 1) {
        found->royals = true;
        set_put(found->royal_types, g->man_type[man]);
    } else {
        bool known = false;
        for (int i = 0; i < found->count && !known; i++) {
            known = found->men[i] == man;
        }
        if (!known) {
            ((man_id *)found->men)[found->count++] = man;
            if (g->man_owner[man] == player) {
                set_put(found->types, g->man_type[man]);
            }
        }
    }
    return true;
}

/* The same for the man of nobody that the player moves alike. */
static bool join_threats(game *g, int player, threat wanted, man_id man)
{
    bool shared = g->nobody >= 0 && !g->man_royal[man];
    return join_threat(g, player, wanted, man) &&
           (!shared || join_threat(g, player, wanted, game_man(g, g->nobody, g->man_type[man])));
}

static bool man_threats(game *g, diag_list *diags, man_id man)
{
    const man_plan *p = &g->plans[man];
    int player = g->man_owner[man];
    bool leaps = false;
    for (size_t cell = 0; cell < (size_t)g->cells && !leaps; cell++) {
        leaps = any_bit(g, row_of(g, p->leap_checks, cell));
    }
    if (leaps) {
        threat t = {.from = reversed(g, p->leap_checks)};
        if (!t.from || !join_threats(g, player, t, man)) {
            return no_memory(diags);
        }
    }
    for (unsigned i = 0; i < p->slides; i++) {
        if (p->slide[i].modes & (LEG_CAPTURE | SLIDE_ROYALS)) {
            threat t = {.slides = true,
                        .slider = g->slider_reverse[p->slide[i].slider],
                        .hops = g->sliders[p->slide[i].slider].kind != RAY_LINE,
                        .royals_only = !(p->slide[i].modes & LEG_CAPTURE)};
            if (!join_threats(g, player, t, man)) {
                return no_memory(diags);
            }
        }
    }
    uint32_t last = p->special_start ? p->special_start[g->cells] : 0;
    for (uint32_t i = 0; i < last; i++) {
        const special *s = &p->specials[i];
        g->walking[player] |= s->kind == SPECIAL_WALK && s->checks;
        g->passing |= s->kind == SPECIAL_PASSING;
    }
    return true;
}

/* Who of the player's men takes in passing, each with the cells from which he does. */
static bool list_passers(game *g, diag_list *diags, int player)
{
    g->passers[player] = arena_new(&g->arena, passer, (size_t)g->types);
    for (int type = 0; type < g->types && g->passers[player]; type++) {
        man_id man = game_man(g, player, type);
        const man_plan *p = &g->plans[man];
        uint64_t *from = NULL;
        for (size_t cell = 0; p->special_start && cell < (size_t)g->cells; cell++) {
            for (uint32_t i = p->special_start[cell]; i < p->special_start[cell + 1]; i++) {
                if (p->specials[i].kind != SPECIAL_PASSING) {
                    continue;
                }
                from = from ? from : new_table(g);
                if (!from) {
                    return no_memory(diags);
                }
                set_put(row_of(g, from, p->specials[i].to), (unsigned)cell);
            }
        }
        if (from) {
            g->passers[player][g->passer_count[player]++] = (passer){man, from};
        }
    }
    return g->passers[player] || no_memory(diags);
}

static bool list_lines(game *g, int player)
{
    uint64_t *lines = new_table(g);
    for (int i = 0; lines && i < g->threat_count[player]; i++) {
        const threat *t = &g->threats[player][i];
        for (size_t w = 0; t->slides && w < (size_t)g->cells * (size_t)g->words; w++) {
            lines[w] |= g->sliders[t->slider].empty[w];
        }
    }
    g->lines_to[player] = lines;
    return lines != NULL;
}

/* Those whose lines hop come last: the others are answered in simpler ways. */
static bool sort_threats(game *g, int player)
{
    int count = g->threat_count[player], kept = 0;
    threat *sorted = arena_new(&g->arena, threat, (size_t)count + 1);
    for (int hops = 0; sorted && hops < 2; hops++) {
        for (int i = 0; i < count; i++) {
            if (g->threats[player][i].hops == (hops == 1)) {
                sorted[kept++] = g->threats[player][i];
            }
        }
        g->plain_threats[player] = hops ? g->plain_threats[player] : kept;
    }
    g->hopping |= g->plain_threats[player] < count;
    g->threats[player] = sorted;
    return sorted != NULL;
}

bool threats_build(game *g, diag_list *diags)
{
    for (int player = 0; player < g->players; player++) {
        size_t room = (size_t)g->types * (1 + PLAN_SLIDERS_MAX);
        g->threats[player] = arena_new(&g->arena, threat, room);
        if (!g->threats[player]) {
            return no_memory(diags);
        }
        for (int type = 0; type < g->types; type++) {
            if (!man_threats(g, diags, game_man(g, player, type))) {
                return false;
            }
        }
        if (!sort_threats(g, player) || !list_lines(g, player)) {
            return no_memory(diags);
        }
        if (!list_passers(g, diags, player)) {
            return false;
        }
    }
    return true;
}

/* ---- cells between ---- */

enum { BETWEEN_CELLS_MAX = 256 };

/* For two cells on a line, those strictly between. Two cells that two different lines join (a board glued to itself) have no
 * one answer: then the game is played by the reference path. */
bool between_build(game *g, diag_list *diags)
{
    size_t cells = (size_t)g->cells, words = (size_t)g->words;
    if (g->cells > BETWEEN_CELLS_MAX) {
        g->fast = false;
        return true;
    }
    uint64_t *between = arena_new(&g->arena, uint64_t, cells * cells * words);
    arena scratch;
    arena_init(&scratch, 0);
    bool *known = arena_new(&scratch, bool, cells *cells);
    bool fine = between && known;
    for (int i = 0; i < g->slider_count && fine; i++) {
        const slider *s = &g->sliders[i];
        for (size_t cell = 0; cell < cells && s->kind == RAY_LINE; cell++) {
            for (uint32_t ray = s->ray_start[cell]; ray < s->ray_start[cell + 1]; ray++) {
                uint64_t passed[CELLS_MAX / 64] = {0};
                for (unsigned k = 0; k < s->rays[ray].count; k++) {
                    cell_id to = s->ray_cells[s->rays[ray].first + k];
                    uint64_t *set = between + (cell * cells + to) * words;
                    if (known[cell * cells + to] && memcmp(set, passed, words * sizeof *set) != 0) {
                        g->fast = false;
                    }
                    known[cell * cells + to] = true;
                    memcpy(set, passed, words * sizeof *set);
                    set_put(passed, to);
                }
            }
        }
    }
    g->between = between;
    arena_finish(&scratch);
    return fine || no_memory(diags);
}

/* ---- drops and hooks ---- */

static bool build_drop(game *g, diag_list *diags, size_t player, int type)
{
    const rule_drop *rule = &g->rules->pieces[g->type[type].piece].drop;
    man_id man = game_man(g, (int)player, type);
    bool endless = rule->endless >> player & 1;
    if (!rule->allowed || (g->type[type].royal && !game_places_royals(g)) || g->type[type].reverts ||
        (!endless && (!g->held_as[man] || !g->hands))) {
        return true;
    }
    bool cells[CELLS_MAX];
    if (!zone_read(&g->topology, g->rules, diags, &rule->zone, player, cells)) {
        return false;
    }
    build_keep_board(g, player, cells);
    for (int cell = 0; cell < g->cells && !rule->immobile; cell++) {
        cells[cell] = cells[cell] && has_exit(g, man, (size_t)cell);
    }
    drop_table d = {.man = man,
                    .held = g->held_as[man],
                    .zone = build_set(g, diags, cells),
                    .per_file = rule->per_file,
                    .check = rule->check,
                    .mate = rule->mate};
    if (rule->rests) {
        int down = topology_vector(&g->topology, (vector){.dy = -1});
        if (down < 0) {
            return no_memory(diags);
        }
        d.below = g->topology.next[down];
    }
    g->drops[player][g->drop_count[player]++] = d;
    g->dropping = true;
    return d.zone != UINT32_MAX;
}

bool drops_build(game *g, diag_list *diags)
{
    if (g->rules->captured == CAPTURED_TO_BOX) {
        return true; /* a box is not for dropping */
    }
    for (size_t player = 0; player < (size_t)g->players; player++) {
        g->drops[player] = arena_new(&g->arena, drop_table, (size_t)g->types);
        if (!g->drops[player]) {
            return no_memory(diags);
        }
        for (int type = 0; type < g->types; type++) {
            if (!build_drop(g, diags, player, type)) {
                return false;
            }
        }
    }
    return true;
}

static bool only_leaps(const man_plan *p)
{
    return !p->slides && !p->special_start && !p->promotion && !p->jump_count && !p->leap_own && !p->converts;
}

/* The men whose moves the hook asks about. */
static bool list_hook_men(game *g, game_hook *h)
{
    h->leapers = true;
    for (int player = 0; player < g->players; player++) {
        man_id *men = arena_new(&g->arena, man_id, (size_t)g->types);
        int count = 0;
        for (int type = 0; men && type < g->types; type++) {
            man_id man = game_man(g, player, type);
            if (!h->rule->piece_count || set_has(h->movers, (unsigned)g->type[type].piece)) {
                men[count++] = man;
                h->leapers = h->leapers && only_leaps(&g->plans[man]);
            }
        }
        h->men[player] = men;
        h->men_count = count;
        if (!men) {
            return false;
        }
    }
    return true;
}

bool hooks_build(game *g, diag_list *diags)
{
    g->after = arena_new(&g->arena, game_hook, g->rules->hook_count + 1);
    g->legal = arena_new(&g->arena, game_hook, g->rules->hook_count + 1);
    g->made = arena_new(&g->arena, game_hook, g->rules->hook_count + 1);
    g->choices = arena_new(&g->arena, game_hook, g->rules->hook_count + 1);
    g->listings = arena_new(&g->arena, game_hook, g->rules->hook_count + 1);
    g->announces = arena_new(&g->arena, game_hook, g->rules->hook_count + 1);
    if (!g->after || !g->legal || !g->made || !g->choices || !g->listings || !g->announces) {
        return no_memory(diags);
    }
    static const bool nowhere[CELLS_MAX];
    for (size_t i = 0; i < g->rules->hook_count; i++) {
        const rule_hook *rule = &g->rules->hooks[i];
        game_hook *h = rule->at == HOOK_AFTER      ? &g->after[g->after_count++]
                       : rule->at == HOOK_LEGAL    ? &g->legal[g->legal_count++]
                       : rule->at == HOOK_MADE     ? &g->made[g->made_count++]
                       : rule->at == HOOK_ANNOUNCE ? &g->announces[g->announce_count++]
                       : rule->at == HOOK_CHOICES  ? &g->choices[g->choice_count++]
                                                   : &g->listings[g->listing_count++];
        h->rule = rule;
        g->prepares |= rule->at == HOOK_MOVES && rule->only;
        g->effects |= rule->at == HOOK_AFTER && !rule->counters_only;
        for (size_t k = 0; k < rule->piece_count; k++) {
            set_put(h->movers, (unsigned)rule->pieces[k]);
        }
        for (size_t k = 0; k < rule->taken_count; k++) {
            set_put(h->taken, (unsigned)rule->taken[k]);
        }
        if (!list_hook_men(g, h)) {
            return no_memory(diags);
        }
        for (size_t player = 0; player < (size_t)g->owners; player++) {
            h->to[player] = build_zone(g, diags, &rule->to, player);
            h->full[player] =
                rule->full.string ? build_zone(g, diags, &rule->full, player) : build_set(g, diags, nowhere);
            if (h->to[player] == UINT32_MAX || h->full[player] == UINT32_MAX) {
                return false;
            }
        }
        if (g->choice_count > 1) {
            diag_error(diags, CODE_CHOICE_HOOKS, rule->place, "only one hook of a game can offer choices");
            return false;
        }
    }
    g->judged = g->legal_count || g->made_count;
    return true;
}
