/* Turn rules: turns, dice and mandatory moves, prepared for the core. */

#include "compile/variant_build.h"
#include "compile/zone.h"

#include <string.h>

static bool all_equal(const rule_dice *chance, const dice_outcome *o)
{
    bool equal = chance->count > 1;
    for (int i = 1; i < chance->count; i++) {
        equal = equal && o->faces[i] == o->faces[0];
    }
    return equal;
}

/* The pieces that a roll lets move: those of any of its faces. */
static void set_movers(const rule_dice *chance, dice_outcome *o)
{
    for (size_t i = 0; i < chance->limit_count; i++) {
        const rule_die_face *face = &chance->limits[i];
        for (int die = 0; die < DICE_MAX; die++) {
            for (size_t k = 0; o->faces[die] == face->face && k < face->piece_count; k++) {
                set_put(o->movers, (unsigned)face->pieces[k]);
            }
        }
    }
    o->limits_movers = chance->limit_count > 0 && !(chance->doubles_free && all_equal(chance, o));
}

/* The dice to be used: each once, or equal ones as often as the rules say. */
static void set_dice(const rule_dice *chance, dice_outcome *o)
{
    memcpy(o->dice, o->faces, sizeof o->dice);
    bool equal = all_equal(chance, o);
    for (int i = 0; equal && chance->doubles && i < DICE_MAX; i++) {
        o->dice[i] = i < chance->doubles ? o->faces[0] : 0;
    }
}

/* Goes through all rolls as numbers in base `face_count`; rolls with equal faces are one outcome. */
static bool outcomes_build(variant *v, diag_list *diags)
{
    const rule_dice *chance = &v->rules->dice;
    size_t roll_count = 1;
    for (int i = 0; i < chance->count; i++) {
        roll_count *= chance->face_count;
    }
    if (!chance->count) {
        return true;
    }
    v->dice_outcomes = arena_new(&v->arena, dice_outcome, roll_count);
    if (!v->dice_outcomes) {
        return diag_out_of_memory(diags);
    }
    for (size_t t = 0; t < roll_count; t++) {
        dice_outcome o = {.weight = 1};
        size_t rest = t;
        for (int i = 0; i < chance->count; i++) {
            uint8_t face = chance->faces[rest % chance->face_count];
            rest /= chance->face_count;
            int at = i;
            for (; at > 0 && o.faces[at - 1] > face; at--) {
                o.faces[at] = o.faces[at - 1];
            }
            o.faces[at] = face;
        }
        int same = 0;
        while (same < v->dice_outcome_count && memcmp(v->dice_outcomes[same].faces, o.faces, sizeof o.faces) != 0) {
            same++;
        }
        v->dice_weight_sum++;
        if (same < v->dice_outcome_count) {
            v->dice_outcomes[same].weight++;
            continue;
        }
        set_dice(chance, &o);
        set_movers(chance, &o);
        v->dice_outcomes[v->dice_outcome_count++] = o;
    }
    return true;
}

static bool fill_when_on_top(variant *v, diag_list *diags, int piece)
{
    const rule_piece *piece_rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index];
    bool cells[CELLS_MAX];
    for (size_t i = 0; i < piece_rule->promotion_count; i++) {
        const rule_promotion *rule = &piece_rule->promotions[i];
        if (rule->when != PROMOTE_STANDS) {
            continue;
        }
        const int plain = v->base_type[rule->to[0]];
        const int into = v->type[v->type_of[piece]].royal ? v->type[plain].royal_form : plain;
        if (!zone_read(&v->topology, v->rules, diags, &rule->zone, v->owner_of[piece], cells)) {
            return false;
        }
        bool may_be = into >= 0 && variant_may_have(v, v->owner_of[piece], into);
        for (int cell = 0; cell < v->cells; cell++) {
            if (cells[cell] && may_be) {
                v->when_on_top[piece * v->cells + cell] = variant_piece(v, v->owner_of[piece], into);
            }
        }
    }
    return true;
}

/* What pieces change into under others and on top of them. */
static bool stacks_build(variant *v, diag_list *diags)
{
    bool changes = v->combined != NULL;
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        const rule_piece *piece_rule = &v->rules->pieces[i];
        changes |= piece_rule->when_covered >= 0;
        for (size_t k = 0; k < piece_rule->promotion_count; k++) {
            changes |= piece_rule->promotions[k].when == PROMOTE_STANDS;
        }
    }
    if (!changes || !v->has_stacks) {
        return true;
    }
    v->when_covered = arena_new(&v->arena, piece_id, (size_t)v->piece_ids);
    v->when_on_top = arena_new(&v->arena, piece_id, (size_t)v->piece_ids * (size_t)v->cells);
    if (!v->when_covered || !v->when_on_top) {
        return diag_out_of_memory(diags);
    }
    for (int piece = 1; piece < v->piece_ids; piece++) {
        const piece_type *t = &v->type[v->type_of[piece]];
        int covered = t->moves_of ? t->rule_piece_index : v->rules->pieces[t->rule_piece_index].when_covered;
        v->when_covered[piece] =
            (piece_id)(covered < 0 ? piece : variant_piece(v, v->owner_of[piece], v->base_type[covered]));
        if (!fill_when_on_top(v, diags, piece)) {
            return false;
        }
    }
    return true;
}

/* A piece that promotes in the middle of a chain and goes on can promote to one piece only: nobody can choose there. */
static bool check_chain_promotions(const variant *v, diag_list *diags)
{
    for (int piece = 1; piece < v->piece_ids && v->rules->jumps.promotion == CHAIN_PROMOTION_CONTINUES; piece++) {
        const piece_moves *p = &v->moves[piece];
        bool has_chain = false;
        for (int i = 0; i < p->jump_count; i++) {
            has_chain |= p->jumps[i].chain != CHAIN_NONE;
        }
        size_t moves = has_chain && p->promotion ? (size_t)v->cells * (size_t)v->cells : 0;
        for (size_t i = 0; i < moves; i++) {
            const uint32_t *list =
                variant_promotions(v, p->promotion, (unsigned)(i / (size_t)v->cells), (unsigned)(i % (size_t)v->cells));
            if (list[1] - list[0] > 1) {
                const rule_piece *piece_rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index];
                diag_error(diags, CODE_JUMP, piece_rule->location,
                           "`%s` can promote to several pieces in the middle of a chain", piece_rule->name);
                diag_hint(diags, "say `jumps: {promotion: stop}`, or `end`, or one piece to promote to");
                return false;
            }
        }
    }
    return true;
}

/* Whether jumps attack royals: such attacks are found by making the moves. */
static bool jumps_attack(const variant *v)
{
    for (int piece = 1; piece < v->piece_ids && v->royal_type_count; piece++) {
        for (int i = 0; i < v->moves[piece].jump_count; i++) {
            if (v->moves[piece].jumps[i].gives_check) {
                return true;
            }
        }
    }
    return false;
}

/* The same for remote captures of pieces that have more than leaps and sliders. */
static bool remote_captures_hidden(const variant *v)
{
    for (int piece = 1; piece < v->piece_ids && v->royal_type_count && v->has_remote_captures; piece++) {
        const piece_moves *p = &v->moves[piece];
        uint32_t count =
            v->abilities[v->type[v->type_of[piece]].rule_piece_index].remote_capture_count && p->special_start
                ? p->special_start[v->cells]
                : 0;
        for (uint32_t i = 0; i < count; i++) {
            const special_kind kind = p->specials[i].kind;
            if (p->specials[i].modes & (LEG_MOVE | LEG_OWN) || kind == SPECIAL_EN_PASSANT ||
                kind == SPECIAL_MULTI_LEG) {
                return true;
            }
        }
    }
    return false;
}

/* Captures by rows. */
static bool row_captures_build(variant *v, diag_list *diags)
{
    const rule_row *rule = &v->rules->captures.row;
    v->captures_by_row = rule->length > 0;
    v->has_after_effects = v->captures_by_row || v->after_hook_count || v->choice_hook_count;
    if (!v->captures_by_row) {
        return true;
    }
    if (v->has_stacks || v->choice_hook_count) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, rule->location,
                   v->has_stacks ? "`row` does not go with `stacks: true`"
                                 : "`row` does not go with a hook that offers choices");
        return false;
    }
    return rows_build(v, diags, rule, &v->row_captures);
}

static void read_capture_rules(variant *v)
{
    const rule_captures *rule = &v->rules->captures;
    for (size_t i = 0; i < rule->mandatory_by_count; i++) {
        set_put(v->mandatory_captors, (unsigned)rule->mandatory_by[i]);
    }
    for (size_t i = 0; i < rule->prefer_most_count; i++) {
        set_put(v->preferred_victims, (unsigned)rule->prefer_most[i]);
    }
    v->has_capture_priority = rule->longest || rule->multiple || rule->prefer_most_count;
}

static void note_endings(variant *v)
{
    for (int i = 0; i < v->ending_count; i++) {
        ending_kind kind = v->endings[i].rule->kind;
        v->clock_counts_turns |= kind == END_HALFMOVE_CLOCK && v->endings[i].rule->counts_turns;
        v->has_checkmate_ending |= kind == END_CHECKMATE;
        v->has_stalemate_ending |= kind == END_STALEMATE;
    }
}

/* Whether the effects of some hook may let the same player go on. */
static bool scripts_may_extend(const variant *v)
{
    return v->has_hook_effects || v->choice_hook_count || v->moves_hook_count;
}

static void note_turns(variant *v)
{
    const ruleset *rules = v->rules;
    const rule_turn *t = &rules->turn;
    bool scripts_extend = rules->hook_count && !t->several_plies; /* by an effect that lets the same player go on */
    v->multi_ply_turns = t->several_plies || t->first_plies || rules->setup_whole_turn || rules->setup_royals ||
                         rules->dice.count || (scripts_extend && t->legality_at_end);
    v->turn_must_complete = t->several_plies && !t->grows;
    v->turns_grow = t->grows > 0;
    v->has_setup_phase |= rules->setup_separate_phase;
    v->has_missed_turns = rules->no_moves.given;
    v->keeps_ep = t->several_plies || scripts_may_extend(v) || (scripts_extend && t->ep_whole_turn) ||
                  v->players > 2; /* with separate boards too: the other board moves in between */
    v->hashed_counters = rules->hashed_counters;
    v->has_extra_state = rules->counter_count || v->counts_checks_in_row || v->multi_ply_turns || v->keeps_ep ||
                         rules->hook_count || t->pass != PASS_NEVER || v->own_boards;
}

/* The straight ways, where some rule looks at royals that face each other. */
static bool build_straight_ways(variant *v, diag_list *diags)
{
    static const vector ways[4] = {{.dx = 1}, {.dx = -1}, {.dy = 1}, {.dy = -1}};
    bool asks = v->rules->turn.pass == PASS_FACING;
    int number[4];
    for (int i = 0; i < v->ending_count; i++) {
        asks |= v->endings[i].rule->facing;
    }
    for (int i = 0; i < 4 && asks; i++) {
        number[i] = topology_vector(&v->topology, ways[i]);
        if (number[i] < 0) {
            return diag_out_of_memory(diags);
        }
        v->straight[i] = v->topology.next[number[i]];
    }
    return true;
}

/* Whether a hook that offers choices could be asked about a chain of jumps. A chain has no room for a choice. */
static bool choices_follow_jumps(const variant *v)
{
    bool found = false;
    for (int piece = 1; piece < v->piece_ids && v->choice_hook_count; piece++) {
        const rule_hook *rule = v->choice_hooks[0].rule;
        bool asked = rule->piece_count == 0;
        for (size_t i = 0; i < rule->piece_count; i++) {
            asked |= rule->pieces[i] == v->type[v->type_of[piece]].rule_piece_index;
        }
        found |= asked && v->moves[piece].jump_count;
    }
    return found;
}

bool turn_rules_build(variant *v, diag_list *diags)
{
    if (!row_captures_build(v, diags) || !puts_build(v, diags) || !build_straight_ways(v, diags)) {
        return false;
    }
    read_capture_rules(v);
    note_endings(v);
    note_turns(v);
    v->attacks_by_moves = v->rules->attacks_by_moves || jumps_attack(v) || remote_captures_hidden(v);
    if (v->rules->split_any && v->choice_hook_count) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, v->choice_hooks[0].rule->location,
                   "a hook that offers choices does not go with `split: true` yet");
        return false;
    }
    if (v->rules->captor_decides && v->choice_hook_count) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, v->choice_hooks[0].rule->location,
                   "a hook that offers choices does not go with `captured: under or gone` yet");
        return false;
    }
    if (choices_follow_jumps(v)) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, v->choice_hooks[0].rule->location,
                   "a hook that offers choices does not go with jumps that capture yet");
        diag_hint(diags, "`pieces` of the hook may name pieces without jumps");
        return false;
    }
    for (int i = 0; i < v->castling_count; i++) {
        const rule_castling *rule = &v->rules->castlings[v->castlings[i].rule];
        v->has_nonroyal_castling |= !v->is_royal[v->castlings[i].king];
        v->castles_in_check |= rule->safe && !rule->safe_count;
    }
    return stacks_build(v, diags) && check_chain_promotions(v, diags) && outcomes_build(v, diags);
}
