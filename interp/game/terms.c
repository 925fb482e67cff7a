/* Terms: what the rules say about turns, dice and forced moves, as the core wants to know it. */

#include "game/build.h"
#include "game/zone.h"

#include <string.h>

static bool no_memory(diag_list *diags)
{
    diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    return false;
}

static bool all_equal(const rule_chance *chance, const dice_outcome *o)
{
    bool equal = chance->dice > 1;
    for (int i = 1; i < chance->dice; i++) {
        equal = equal && o->faces[i] == o->faces[0];
    }
    return equal;
}

/* The pieces that a throw lets move: those of any of its faces. */
static void limit_movers(const rule_chance *chance, dice_outcome *o)
{
    for (size_t i = 0; i < chance->limit_count; i++) {
        const rule_face *face = &chance->limits[i];
        for (int die = 0; die < DICE_MAX; die++) {
            for (size_t k = 0; o->faces[die] == face->face && k < face->piece_count; k++) {
                set_put(o->movers, (unsigned)face->pieces[k]);
            }
        }
    }
    o->limits = chance->limit_count > 0 && !(chance->doubles_free && all_equal(chance, o));
}

/* What of the dice there is to use: each once, or equal ones as often as the rules say. */
static void lay_out(const rule_chance *chance, dice_outcome *o)
{
    memcpy(o->dice, o->faces, sizeof o->dice);
    bool equal = all_equal(chance, o);
    for (int i = 0; equal && chance->doubles && i < DICE_MAX; i++) {
        o->dice[i] = i < chance->doubles ? o->faces[0] : 0;
    }
}

/* Goes through all throws as numbers in base `face_count`; those with equal faces are one outcome. */
static bool outcomes_build(game *g, diag_list *diags)
{
    const rule_chance *chance = &g->rules->chance;
    size_t throws = 1;
    for (int i = 0; i < chance->dice; i++) {
        throws *= chance->face_count;
    }
    if (!chance->dice) {
        return true;
    }
    g->outcomes = arena_new(&g->arena, dice_outcome, throws);
    if (!g->outcomes) {
        return no_memory(diags);
    }
    for (size_t t = 0; t < throws; t++) {
        dice_outcome o = {.weight = 1};
        size_t rest = t;
        for (int i = 0; i < chance->dice; i++) {
            uint8_t face = chance->faces[rest % chance->face_count];
            rest /= chance->face_count;
            int at = i;
            for (; at > 0 && o.faces[at - 1] > face; at--) {
                o.faces[at] = o.faces[at - 1];
            }
            o.faces[at] = face;
        }
        int same = 0;
        while (same < g->outcome_count && memcmp(g->outcomes[same].faces, o.faces, sizeof o.faces) != 0) {
            same++;
        }
        g->outcome_weights++;
        if (same < g->outcome_count) {
            g->outcomes[same].weight++;
            continue;
        }
        lay_out(chance, &o);
        limit_movers(chance, &o);
        g->outcomes[g->outcome_count++] = o;
    }
    return true;
}

static bool risen_table(game *g, diag_list *diags, int man)
{
    const rule_piece *piece = &g->rules->pieces[g->type[g->man_type[man]].piece];
    bool cells[CELLS_MAX];
    for (size_t i = 0; i < piece->promotion_count; i++) {
        const rule_promotion *rule = &piece->promotions[i];
        if (rule->when != PROMOTE_STANDS || g->type[g->man_type[man]].royal) {
            continue;
        }
        if (!zone_read(&g->topology, g->rules, diags, &rule->zone, g->man_owner[man], cells)) {
            return false;
        }
        bool may_be = game_may_be(g, g->man_owner[man], g->base_type[rule->to[0]]);
        for (int cell = 0; cell < g->cells; cell++) {
            if (cells[cell] && may_be) {
                g->risen[man * g->cells + cell] = game_man(g, g->man_owner[man], g->base_type[rule->to[0]]);
            }
        }
    }
    return true;
}

/* What men are under others and on top of them. */
static bool towers_build(game *g, diag_list *diags)
{
    bool changes = false;
    for (size_t i = 0; i < g->rules->piece_count; i++) {
        const rule_piece *piece = &g->rules->pieces[i];
        changes |= piece->covered >= 0;
        for (size_t k = 0; k < piece->promotion_count; k++) {
            changes |= piece->promotions[k].when == PROMOTE_STANDS;
        }
    }
    if (!changes || !g->towers) {
        return true;
    }
    g->covered = arena_new(&g->arena, man_id, (size_t)g->men);
    g->risen = arena_new(&g->arena, man_id, (size_t)g->men * (size_t)g->cells);
    if (!g->covered || !g->risen) {
        return no_memory(diags);
    }
    for (int man = 1; man < g->men; man++) {
        int covered = g->rules->pieces[g->type[g->man_type[man]].piece].covered;
        g->covered[man] = (man_id)(covered < 0 ? man : game_man(g, g->man_owner[man], g->base_type[covered]));
        if (!risen_table(g, diags, man)) {
            return false;
        }
    }
    return true;
}

/* Whether a man takes by anything but jumps, or has moves that are not plain steps and lines. */
static bool takes_otherwise(const game *g, man_id man)
{
    const man_plan *p = &g->plans[man];
    bool takes = p->leap_both || p->leap_take || p->special_start || (p->promotion && p->promotion->from_box);
    for (unsigned i = 0; i < p->slides; i++) {
        takes |= (p->slide[i].modes & LEG_CAPTURE) != 0;
    }
    return takes;
}

/* Draughts and their kind: found without asking any other rule. */
static bool only_jumps_take(const game *g)
{
    bool only = g->jumps && g->rules->captures.must && !g->rules->captures.by_count && g->fast && !g->judged &&
                !g->royal_types && !g->hands && !g->dropping && !g->open_turns && !g->follows && !g->listing_count &&
                !g->rules->checks.must && !g->rules->checks.only_mate && g->rules->turn.pass == PASS_NEVER &&
                !g->castling_count && !g->rules->placing_first;
    for (int man = 1; man < g->men && only; man++) {
        only = !takes_otherwise(g, (man_id)man);
    }
    return only;
}

/* Forced captures and nothing else that core_terms.h is for: found by masks. Paths that are walked and jumps would have to
 * be asked which of them take. */
static bool only_captures_forced(const game *g)
{
    return g->fast && g->rules->captures.must && !g->prefers_captures && !g->judged && !g->follows &&
           !g->listing_count && !g->open_turns && !g->rules->checks.must && !g->rules->checks.only_mate &&
           g->rules->turn.pass == PASS_NEVER && !g->rules->placing_first && !g->rules->turn.wait_any &&
           !g->rules->turn.wait_parry && !g->absences && !g->walk_count && !g->jumps && !g->towers && !g->powered;
}

/* A man that goes on in a chain as what it became cannot be asked what it becomes. */
static bool chains_promote_to_one(const game *g, diag_list *diags)
{
    for (int man = 1; man < g->men && g->rules->jumps.promotion == CHAIN_GOES_ON; man++) {
        const man_plan *p = &g->plans[man];
        bool chains = false;
        for (int i = 0; i < p->jump_count; i++) {
            chains |= p->jumps[i].chain != CHAIN_NONE;
        }
        size_t moves = chains && p->promotion ? (size_t)g->cells * (size_t)g->cells : 0;
        for (size_t i = 0; i < moves; i++) {
            const uint32_t *list =
                game_promotions(g, p->promotion, (unsigned)(i / (size_t)g->cells), (unsigned)(i % (size_t)g->cells));
            if (list[1] - list[0] > 1) {
                const rule_piece *piece = &g->rules->pieces[g->type[g->man_type[man]].piece];
                diag_error(diags, CODE_JUMP, piece->place, "`%s` goes on jumping as one of several pieces",
                           piece->name);
                diag_hint(diags, "say `jumps: {promotion: stop}`, or `end`, or one piece to become");
                return false;
            }
        }
    }
    return true;
}

/* Royals that jumps attack are found by trying. */
static bool jumps_attack(const game *g)
{
    for (int man = 1; man < g->men && g->royal_types; man++) {
        for (int i = 0; i < g->plans[man].jump_count; i++) {
            if (g->plans[man].jumps[i].checks) {
                return true;
            }
        }
    }
    return false;
}

/* So are those that a capture elsewhere attacks, by men that move in more ways than steps and lines. */
static bool strikes_hide(const game *g)
{
    for (int man = 1; man < g->men && g->royal_types && g->striking; man++) {
        const man_plan *p = &g->plans[man];
        uint32_t count = g->powers[g->type[g->man_type[man]].piece].strike_count && p->special_start
                             ? p->special_start[g->cells]
                             : 0;
        for (uint32_t i = 0; i < count; i++) {
            if (p->specials[i].modes & (LEG_MOVE | LEG_OWN)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether two players move their men in turn, a ply each, and nothing else moves or changes hands. */
static bool keeps_owners(const game *g)
{
    bool converts = false;
    for (int man = 1; man < g->men; man++) {
        for (int i = 0; i < g->plans[man].jump_count; i++) {
            converts |= g->plans[man].jumps[i].jumped == JUMPED_CONVERTED;
        }
    }
    return g->players == 2 && !g->open_turns && !g->rules->hook_count && !g->own_boards && !g->absences && !converts;
}

/* Captures by lines. */
static bool line_taking_build(game *g, diag_list *diags)
{
    const rule_line *rule = &g->rules->captures.line;
    g->takes_by_line = rule->length > 0;
    g->follows = g->takes_by_line || g->after_count || g->choice_count;
    if (!g->takes_by_line) {
        return true;
    }
    if (g->towers || g->choice_count) {
        diag_error(diags, CODE_NOT_PLAYED_TOGETHER, rule->place,
                   g->towers ? "`line` does not go with `stacks: true`"
                             : "`line` does not go with a hook that offers choices");
        return false;
    }
    return lines_build(g, diags, rule, &g->line_taking);
}

/* Games of placing men. */
static bool drops_alone(const game *g)
{
    bool alone = g->dropping && !g->terms && !g->remembers && !g->judged && !g->royal_types && !g->jumps &&
                 !g->follows && g->nobody < 0 && !g->loops_forbidden && !g->logs_checks && !g->castling_count;
    for (int player = 0; player < g->players; player++) {
        alone = alone && g->mover_count[player] == 0 && g->drop_count[player] <= DROPS_ALONE_MAX;
        for (int i = 0; alone && i < g->drop_count[player]; i++) {
            alone = !g->drops[player][i].per_file;
        }
    }
    return alone;
}

/* Placing first, or in one turn, and nothing else: once the mover has placed all, no term limits him. */
static bool only_placing(const game *g)
{
    const ruleset *rules = g->rules;
    const rule_turn *t = &rules->turn;
    return (rules->placing_first || rules->placing_run) && !rules->placing_royals && !g->prepares && t->plies == 1 &&
           !t->first && t->pass == PASS_NEVER && !rules->chance.dice && !rules->captures.must && !g->prefers_captures &&
           !rules->checks.must && !rules->checks.only_mate && !g->listing_count && !g->choice_count && !g->stacks &&
           !t->wait_any && !t->wait_parry && !t->once && !g->absences && !g->takes_by_line;
}

bool terms_build(game *g, diag_list *diags)
{
    const ruleset *rules = g->rules;
    const rule_turn *t = &rules->turn;
    if (!line_taking_build(g, diags)) {
        return false;
    }
    for (size_t i = 0; i < rules->captures.by_count; i++) {
        set_put(g->captures_by, (unsigned)rules->captures.by[i]);
    }
    for (int i = 0; i < g->ending_count; i++) {
        ending_kind kind = g->endings[i].rule->kind;
        g->quiet_turns |= kind == END_QUIET && g->endings[i].rule->turns;
        g->ends_checkmated |= kind == END_CHECKMATE;
        g->ends_stalemated |= kind == END_STALEMATE;
    }
    g->hashed_counters = rules->hashed_counters;
    for (size_t i = 0; i < rules->captures.most_count; i++) {
        set_put(g->captures_most, (unsigned)rules->captures.most[i]);
    }
    g->prefers_captures = rules->captures.longest || rules->captures.multiple || rules->captures.most_count;
    g->attacks_by_moves = rules->attacks_by_moves || jumps_attack(g) || strikes_hide(g);
    g->open_turns = t->plies != 1 || t->first || rules->placing_run || rules->placing_royals || rules->chance.dice;
    g->turns_complete = t->plies != 1;
    g->prepares |= rules->placing_apart;
    g->absences = rules->stuck.given;
    g->keeps_passed = t->plies != 1 || g->players > 2; /* with boards of their own, too: the others move between */
    g->remembers = rules->counter_count || g->counts_checks || g->open_turns || g->keeps_passed || rules->hook_count ||
                   t->pass != PASS_NEVER || g->own_boards;
    g->terms = t->plies != 1 || t->first || t->pass != PASS_NEVER || rules->placing_first || rules->placing_run ||
               rules->placing_royals || rules->chance.dice || rules->captures.must || g->prefers_captures ||
               rules->checks.must || rules->checks.only_mate || g->listing_count || g->choice_count || g->stacks ||
               t->wait_any || t->wait_parry || g->takes_by_line;
    g->placing_terms = only_placing(g);
    if (rules->lifts_any && g->choice_count) {
        diag_error(diags, CODE_NOT_PLAYED_TOGETHER, g->choices[0].rule->place,
                   "a hook that offers choices does not go with `split: true` yet");
        return false;
    }
    for (int i = 0; i < g->castling_count; i++) {
        g->plain_castlings |= !g->man_royal[g->castlings[i].king];
    }
    g->jumps_first = only_jumps_take(g);
    g->keeps_owners = keeps_owners(g);
    g->drops_alone = drops_alone(g);
    g->captures_first = only_captures_forced(g);
    return towers_build(g, diags) && chains_promote_to_one(g, diags) && outcomes_build(g, diags);
}
