/* Shortcuts: which feature of a variant breaks which of them. */

#include "compile/reachability.h"
#include "compile/shortcuts.h"

#include <assert.h>
#include <string.h>

/* ---- features that several tables show ---- */

static bool blast_has_sides(const variant *v)
{
    return v->players == 2 && v->enemy_count[0] == 1 && v->enemy_count[1] == 1;
}

static bool royals_survive_blasts(const variant *v)
{
    bool found = false;
    for (int i = 0; i < v->blast_immune_count; i++) {
        found |= v->is_royal[v->blast_immune[i]];
    }
    return found;
}

static bool attacks_by_multi_leg(const variant *v)
{
    bool found = false;
    for (int player = 0; player < v->players; player++) {
        found |= v->attacks_by_multi_leg[player];
    }
    return found;
}

/* What is put may shield a royal, unless it parries no check, or close the last cell that a hook allows. */
static bool puts_may_shield(const variant *v)
{
    bool only_blocks = v->put.held_count && !v->rules->put.parries && !v->has_hopping_attackers && !v->has_abilities;
    return v->put.given && v->royal_type_count && !only_blocks;
}

/* A piece that becomes royal by its own move may arrive on an attacked cell, which the masks do not test. */
static bool makes_royals(const variant *v)
{
    bool royal[TYPES_MAX + 1], may_make = false;
    for (int type = 0; type < v->types; type++) {
        royal[type] = v->type[type].royal;
    }
    for (int piece = 1; piece < v->piece_ids && v->royal_type_count; piece++) {
        may_make |= !v->is_royal[piece] && reach_transforms_into(v, piece, royal);
    }
    return may_make;
}

/* Whether the piece moves by rays up to the first piece and by leaps, and captures on no other cells. */
static bool moves_by_open_ways(const variant *v, const piece_moves *p)
{
    bool open = !p->leap_capture && !p->leap_own && !p->jump_count;
    for (unsigned i = 0; i < p->slide_count; i++) {
        open = open && v->sliders[p->slide[i].slider].kind == RAY_SLIDER &&
               (p->slide[i].modes & LEG_MOVE || p->slide[i].modes == SLIDE_ROYALS_ONLY);
    }
    return open;
}

/* A piece that leaves such a cell may open its royal to a capture; so may one that is captured. */
static bool captures_by_empty_cells(const variant *v)
{
    bool found = false;
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        for (int k = 0; k < v->abilities[i].remote_capture_count; k++) {
            found |= v->abilities[i].remote_captures[k].has_hostile ||
                     v->abilities[i].remote_captures[k].kind == REMOTE_ENCLOSURE;
        }
    }
    return found;
}

static bool captures_from_afar_unseen(const variant *v)
{
    bool unseen = false;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        unseen |= v->abilities[v->type[v->type_of[piece]].rule_piece_index].remote_capture_count &&
                  !moves_by_open_ways(v, &v->moves[piece]);
    }
    return unseen;
}

/* Whether some piece does more than step, slide and castle, so that masks do not tell all of a ply. */
static bool moves_by_more_than_steps(const variant *v)
{
    bool steps = true;
    for (int piece = 1; piece < v->piece_ids && steps; piece++) {
        const piece_moves *p = &v->moves[piece];
        uint32_t last = p->special_start ? p->special_start[v->cells] : 0;
        steps = !p->jump_count && !p->has_multi_leg && !p->has_quiet_jumps && !p->has_round_trips &&
                !(p->promotion && (p->promotion->in_place || p->promotion->limited));
        for (uint32_t i = 0; i < last && steps; i++) {
            const special *s = &p->specials[i];
            steps = (s->kind == SPECIAL_LEAP || s->kind == SPECIAL_EN_PASSANT) && !s->into && !s->must_not_check;
        }
    }
    return !steps;
}

/* Whether a piece captures by anything but jumps, or has moves that are not plain steps and rays. */
static bool captures_without_jumps(const variant *v)
{
    bool captures = false;
    for (int piece = 1; piece < v->piece_ids && !captures; piece++) {
        const piece_moves *p = &v->moves[piece];
        captures = p->leap_both || p->leap_capture || p->special_start || (p->promotion && p->promotion->from_prison);
        for (unsigned i = 0; i < p->slide_count; i++) {
            captures |= (p->slide[i].modes & LEG_CAPTURE) != 0;
        }
    }
    return captures;
}

static bool jumps_convert(const variant *v)
{
    bool converts = false;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        for (int i = 0; i < v->moves[piece].jump_count; i++) {
            converts |= v->moves[piece].jumps[i].jumped == JUMPED_CONVERTED;
        }
    }
    return converts;
}

/* Whether a player can win by losing pieces or by having no move. */
static bool losing_wins(const variant *v)
{
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        bool loss_kind = rule->kind == END_EXTINCT || rule->kind == END_BARE || rule->kind == END_PIECES_BELOW ||
                         rule->kind == END_STALEMATE || rule->kind == END_CHECKMATE;
        if (loss_kind && rule->result == RESULT_WIN) {
            return true;
        }
    }
    return false;
}

/* What is no drop that only the cell limits. */
static bool moves_pieces(const variant *v)
{
    bool moves = false;
    for (int player = 0; player < v->players; player++) {
        moves |= v->nonroyal_count[player] > 0;
    }
    return moves;
}
static bool drops_differ(const variant *v)
{
    bool differ = false;
    for (int player = 0; player < v->players; player++) {
        differ |= v->drop_count[player] > DROPS_ONLY_MAX;
        for (int i = 0; i < v->drop_count[player]; i++) {
            differ |= v->drops[player][i].per_file;
        }
    }
    return differ;
}

/* ---- what limits the moves besides legality ---- */

/* Whether a turn rule other than setup limits the moves of a turn. */
static bool turns_limit_moves(const ruleset *rules)
{
    const rule_turn *t = &rules->turn;
    return t->several_plies || t->first_plies || t->pass != PASS_NEVER || t->wait_any || t->wait_parry ||
           rules->setup_royals || rules->dice.count;
}

/* Whether the rules or hooks choose among the moves: captures or checks first, stacks, lists of hooks. */
static bool rules_choose_moves(const variant *v)
{
    const ruleset *rules = v->rules;
    return rules->captures.mandatory || v->has_capture_priority || rules->checks.mandatory || rules->checks.only_mate ||
           v->moves_hook_count || v->choice_hook_count || v->captures_under || v->captures_by_row;
}

/* After a setup without other turn rules nothing limits a player. */
static movegen_kind limits_of(const variant *v)
{
    const ruleset *rules = v->rules;
    bool setup = rules->setup_mandatory || rules->setup_whole_turn || v->has_first_drops;
    bool other = turns_limit_moves(rules) || rules_choose_moves(v);
    bool setup_ends = !v->has_setup_phase && !rules->turn.each_piece_once && !v->has_missed_turns;
    if (!setup && !other) {
        return MOVEGEN_MASKS;
    }
    return setup && !other && setup_ends ? MOVEGEN_SETUP : MOVEGEN_TURN_RULES;
}

/* ---- the table ---- */

/* What each column is: SHORTCUT_X without its prefix. A turn or a stack by masks also needs what masks need. */
#define BIT(name) (1u << SHORTCUT_##name)
#define UNHEARD BIT(UNHEARD)
#define MASKS (BIT(MASKS) | UNHEARD)
#define TURNS BIT(TURN_MASKS)
#define STACKS BIT(STACK_MASKS)
#define STEPS (TURNS | STACKS)
#define EVERY_MASK (MASKS | STEPS)
#define SAFE BIT(SAFE_STEPS)
#define JUMPS BIT(JUMPS_FIRST)
#define CAPTURES BIT(CAPTURES_FIRST)
#define DROPS BIT(DROPS_ONLY)
#define ATTACKS BIT(ATTACKS_ARE_CAPTURES)
#define CHECKS BIT(CHECKS_BY_MASKS)
#define OWNERS BIT(FIXED_OWNERS)
#define NULL_MOVE BIT(NULL_MOVE)
#define SEE BIT(FULL_SEE)
#define ALTERNATE (BIT(ALTERNATION) | NULL_MOVE)
#define MATERIAL BIT(MATERIAL)
#define NO_TEST BIT(NO_TEST)
#define SEEN BIT(CAPTURES_SEEN)
#define ABILITY (EVERY_MASK | JUMPS | CAPTURES | ATTACKS | CHECKS | SEE)

/* FEATURE(whether a variant has it, as what it is described, what it breaks). In the order in which people are told. */
#define FEATURES(FEATURE)                                                                                              \
    FEATURE(v->neutral_owner >= 0 && !v->is_wall, "neutral pieces", ABILITY | SAFE | DROPS)                            \
    FEATURE(v->is_wall != NULL, "walls", STEPS | SAFE | DROPS)                                                         \
    FEATURE(v->has_immobilizers, "pieces that immobilize", ABILITY)                                                    \
    FEATURE(v->has_protection, "pieces that protect others or are invulnerable", ABILITY & ~ATTACKS)                   \
    FEATURE(v->has_remote_captures, "remote captures", ABILITY)                                                        \
    FEATURE(v->has_kamikaze, "pieces that leave with what they capture", ABILITY)                                      \
    FEATURE(royals_survive_blasts(v), "royal pieces that survive blasts", MASKS)                                       \
    FEATURE(v->has_blast && !blast_has_sides(v), "blasts with other than two players", MASKS)                          \
    FEATURE(v->has_blast && v->neutral_owner >= 0, "blasts beside neutral pieces", MASKS)                              \
    FEATURE(v->has_blast && !v->rules->royal_slides_through_attack, "blasts with `slide_through_attack: false`",       \
            MASKS)                                                                                                     \
    FEATURE(v->hooks_change_board, "hooks that change the board after a move", BIT(MASKS) | STEPS | SAFE | SEEN)       \
    FEATURE(v->choice_hook_count > 0, "hooks that offer choices",                                                      \
            EVERY_MASK | SAFE | JUMPS | CAPTURES | DROPS | ATTACKS | SEE | SEEN)                                       \
    FEATURE(v->moves_hook_count > 0, "hooks that list moves",                                                          \
            BIT(MASKS) | STEPS | SAFE | JUMPS | CAPTURES | ATTACKS | SEEN)                                             \
    FEATURE(v->attacks_by_moves, "attacks that are found by trying moves", EVERY_MASK | SAFE | NO_TEST)                \
    FEATURE(puts_may_shield(v), "pieces put by each move, and royal pieces", MASKS)                                    \
    FEATURE(v->put.given && v->hooks_judge_moves, "pieces put by each move, and hooks", MASKS)                         \
    FEATURE(v->captures_by_row && v->royal_type_count, "captures by a row, and royal pieces", MASKS)                   \
    FEATURE(attacks_by_multi_leg(v), "attacks by multi-leg paths", EVERY_MASK | SAFE | CHECKS)                         \
    FEATURE(v->has_blast && v->rays_join, "blasts, and cells that two different rays join", MASKS)                     \
    FEATURE(v->has_blast && v->has_hopping_attackers, "blasts, and pieces that hop", MASKS)                            \
    FEATURE(v->has_blast && v->has_must_not_check, "blasts, and moves that must not give check", MASKS)                \
    FEATURE(makes_royals(v), "pieces that change into royal ones", EVERY_MASK)                                         \
    FEATURE(v->has_stacks, "stacks", MASKS | TURNS | SAFE | CAPTURES | ATTACKS | SEE | SEEN)                           \
    FEATURE(v->rules->turn.legality_at_end, "legality that is checked at the end of the turn", MASKS | STACKS)         \
    FEATURE(v->multi_ply_turns &&limits_of(v) != MOVEGEN_SETUP, "turns of several plies",                              \
            MASKS | STACKS | JUMPS | CAPTURES | OWNERS | ALTERNATE | NO_TEST)                                          \
    FEATURE(v->multi_ply_turns &&limits_of(v) == MOVEGEN_SETUP, "a setup in one turn of several plies",                \
            STACKS | JUMPS | CAPTURES | OWNERS | ALTERNATE | NO_TEST)                                                  \
    FEATURE(v->rules->royals_capturable, "royal pieces that can be captured", MASKS | STACKS | SAFE)                   \
    FEATURE(v->has_blast, "blasts", STEPS | UNHEARD | SAFE | CAPTURES | ATTACKS | CHECKS | SEE | NO_TEST)              \
    FEATURE(v->rays_join, "cells that two different rays join", STEPS | UNHEARD | SAFE | CHECKS)                       \
    FEATURE(v->has_hopping_attackers, "pieces that hop", STEPS | UNHEARD | SAFE | CHECKS)                              \
    FEATURE(v->has_filter, "a script that allows moves by pairs of cells", CHECKS)                                     \
    FEATURE(v->after_hook_count > 0, "hooks after a move", STEPS | SAFE | JUMPS | CAPTURES | DROPS | ATTACKS)          \
    FEATURE(v->captures_by_row, "captures by a row",                                                                   \
            STEPS | UNHEARD | SAFE | JUMPS | CAPTURES | DROPS | ATTACKS | SEE | SEEN)                                  \
    FEATURE(v->hooks_judge_moves, "hooks or forbidden checks that judge moves",                                        \
            STEPS | SAFE | JUMPS | CAPTURES | DROPS)                                                                   \
    FEATURE(v->rules->hook_count > 0, "hooks", OWNERS)                                                                 \
    FEATURE(v->put.given, "pieces put by each move", STEPS | UNHEARD | SAFE)                                           \
    FEATURE(v->put.chooses, "cells chosen for what is put", ATTACKS | CAPTURES)                                        \
    FEATURE(v->has_missed_turns, "missed turns", STEPS | SAFE | CAPTURES | OWNERS | ALTERNATE)                         \
    FEATURE(v->own_boards > 0, "boards of two players each", STEPS | OWNERS | ALTERNATE)                               \
    FEATURE(v->players != 2, "more than two players", STEPS | OWNERS | ALTERNATE)                                      \
    FEATURE(v->players > 2 && !v->own_boards, "checks that other players' pieces may give", CHECKS)                    \
    FEATURE(v->players == 2 && (v->enemy_mask[0] != 2 || v->enemy_mask[1] != 1), "players who are no enemies",         \
            ALTERNATE)                                                                                                 \
    FEATURE(v->has_drops, "drops", STEPS | JUMPS)                                                                      \
    FEATURE(v->has_hands, "hands", JUMPS)                                                                              \
    FEATURE(moves_by_more_than_steps(v), "movements other than steps, rays and castlings", STEPS)                      \
    FEATURE(v->transforms_into != NULL, "captures that change the captor", SAFE | SEE)                                 \
    FEATURE(captures_by_empty_cells(v), "captures that empty cells help", SAFE)                                        \
    FEATURE(captures_from_afar_unseen(v), "remote captures by other ways than open leaps and rays", SAFE)              \
    FEATURE(v->rules->turn.only_drops, "turns that go on with drops only", TURNS)                                      \
    FEATURE(v->rules->turn.wait_any || v->rules->turn.wait_parry, "turns that may wait", TURNS | CAPTURES)             \
    FEATURE(v->royal_type_count > 0, "royal pieces", JUMPS | DROPS | NO_TEST)                                          \
    FEATURE(v->royal_type_count == 0, "no royal pieces", NULL_MOVE)                                                    \
    FEATURE(v->rules->captures.mandatory, "mandatory captures", NULL_MOVE)                                             \
    FEATURE(v->rules->captures.mandatory_by_count > 0, "captures that are mandatory for some pieces", JUMPS)           \
    FEATURE(v->has_capture_priority, "captures that go before others", CAPTURES | NULL_MOVE)                           \
    FEATURE(v->rules->checks.mandatory, "mandatory checks", JUMPS | CAPTURES | NULL_MOVE)                              \
    FEATURE(v->rules->checks.only_mate, "checks that must be mate", JUMPS | CAPTURES)                                  \
    FEATURE(v->rules->turn.pass != PASS_NEVER, "passes", JUMPS | CAPTURES | NULL_MOVE)                                 \
    FEATURE(v->castling_count > 0, "castling", JUMPS | DROPS)                                                          \
    FEATURE(v->rules->setup_mandatory || v->has_first_drops, "pieces that must be placed first", JUMPS | CAPTURES)     \
    FEATURE(v->has_setup_phase, "a setup phase", ATTACKS | NULL_MOVE)                                                  \
    FEATURE(captures_without_jumps(v), "captures without jumps", JUMPS)                                                \
    FEATURE(v->has_jumps, "jumps", CAPTURES | DROPS | SEE)                                                             \
    FEATURE(v->path_count > 0, "multi-leg paths", CAPTURES)                                                            \
    FEATURE(jumps_convert(v), "jumps that convert", OWNERS)                                                            \
    FEATURE(limits_of(v) != MOVEGEN_MASKS, "turn rules", DROPS)                                                        \
    FEATURE(v->has_extra_state, "counters and other state", DROPS)                                                     \
    FEATURE(v->forbids_repetition, "forbidden repetition", DROPS | NULL_MOVE)                                          \
    FEATURE(v->records_checks, "endings that count checks", DROPS)                                                     \
    FEATURE(moves_pieces(v), "pieces that move", DROPS)                                                                \
    FEATURE(drops_differ(v), "drops of many kinds, or limited on a file", DROPS)                                       \
    FEATURE(v->rules->visibility.tries, "tries of moves", NULL_MOVE)                                                   \
    FEATURE(losing_wins(v), "wins by losing pieces or moves", NULL_MOVE | MATERIAL)

#define FEATURE_ROW(has, what, breaks_what) {.text = what, .breaks = breaks_what},
static const struct {
    const char *text;
    unsigned breaks; /* bits by shortcut */
} features[] = {FEATURES(FEATURE_ROW)};

enum { FEATURE_COUNT = sizeof features / sizeof *features };
static_assert(FEATURE_COUNT <= sizeof((variant *)0)->features * 8, "variant.features has a bit for each");

static void find_features(const variant *v, uint8_t *set)
{
    int i = 0;
#define FIND_FEATURE(has, what, breaks_what)                                                                           \
    set[i / 8] = (uint8_t)(set[i / 8] | ((has) ? 1 << i % 8 : 0));                                                     \
    i++;
    FEATURES(FIND_FEATURE)
#undef FIND_FEATURE
}

/* ---- what comes of it ---- */

static const char *const names[SHORTCUTS] = {
    [SHORTCUT_MASKS] = "legality by masks",
    [SHORTCUT_TURN_MASKS] = "turns by masks",
    [SHORTCUT_STACK_MASKS] = "stacks by masks",
    [SHORTCUT_SAFE_STEPS] = "safe steps by masks",
    [SHORTCUT_UNHEARD] = "masks for moves that no hook hears of",
    [SHORTCUT_JUMPS_FIRST] = "mandatory jumps alone",
    [SHORTCUT_CAPTURES_FIRST] = "mandatory captures by masks",
    [SHORTCUT_DROPS_ONLY] = "nothing but drops",
    [SHORTCUT_ATTACKS_ARE_CAPTURES] = "attacks by captures alone",
    [SHORTCUT_CHECKS_BY_MASKS] = "checks by masks for hooks",
    [SHORTCUT_NO_TEST] = "no test of legality",
    [SHORTCUT_FIXED_OWNERS] = "endings for the last mover alone",
    [SHORTCUT_ALTERNATION] = "scores of two plies before",
    [SHORTCUT_NULL_MOVE] = "null move",
    [SHORTCUT_FULL_SEE] = "exchanges on one cell",
    [SHORTCUT_MATERIAL] = "pruning by material",
    [SHORTCUT_CAPTURES_SEEN] = "warnings about captures",
};

const char *shortcut_name(shortcut s)
{
    return names[s];
}

const char *feature_text(int feature)
{
    return features[feature].text;
}

int feature_count(void)
{
    return FEATURE_COUNT;
}

bool shortcut_is_broken_by(const variant *v, shortcut s, int feature)
{
    return v->features[feature / 8] >> feature % 8 & 1 && features[feature].breaks >> s & 1;
}

static bool is_broken(const variant *v, shortcut s)
{
    bool broken = false;
    for (int i = 0; i < FEATURE_COUNT; i++) {
        broken |= shortcut_is_broken_by(v, s, i);
    }
    return broken;
}

bool shortcut_applies(const variant *v, shortcut s)
{
    switch (s) {
    case SHORTCUT_TURN_MASKS:
        return variant_has_turn_rules(v) && !variant_uses(v, SHORTCUT_MASKS);
    case SHORTCUT_STACK_MASKS:
        return variant_has_turn_rules(v) && v->captures_under;
    case SHORTCUT_SAFE_STEPS:
        return v->movegen == MOVEGEN_BY_PLAY && v->has_abilities;
    case SHORTCUT_UNHEARD:
        return !variant_uses(v, SHORTCUT_MASKS) && (v->hooks_change_board || v->moves_hook_count);
    case SHORTCUT_JUMPS_FIRST:
        return v->has_jumps && v->rules->captures.mandatory;
    case SHORTCUT_CAPTURES_FIRST:
        return variant_uses(v, SHORTCUT_MASKS) && v->rules->captures.mandatory;
    case SHORTCUT_DROPS_ONLY:
        return v->has_drops;
    case SHORTCUT_ATTACKS_ARE_CAPTURES:
        return v->attacks_by_moves;
    case SHORTCUT_NO_TEST:
        return v->royal_type_count == 0;
    case SHORTCUT_CHECKS_BY_MASKS:
        return v->hooks_judge_moves;
    default:
        return true;
    }
}

static bool settle(variant *v, shortcut s, uint32_t dropped)
{
    bool used = shortcut_applies(v, s) && !is_broken(v, s) && !(dropped >> s & 1);
    v->shortcuts |= used ? 1u << s : 0;
    return used;
}

/* The order matters: what applies may depend on what is used. */
void shortcuts_settle(variant *v, uint32_t dropped)
{
    memset(v->features, 0, sizeof v->features);
    v->shortcuts = 0;
    find_features(v, v->features);
    v->movegen = limits_of(v);
    bool masks = settle(v, SHORTCUT_MASKS, dropped);
    if (settle(v, SHORTCUT_JUMPS_FIRST, dropped)) {
        v->movegen = MOVEGEN_JUMPS; /* does not need masks */
    } else if (settle(v, SHORTCUT_CAPTURES_FIRST, dropped)) {
        v->movegen = MOVEGEN_CAPTURES;
    } else if (!masks) {
        v->movegen = v->movegen == MOVEGEN_MASKS ? MOVEGEN_BY_PLAY : MOVEGEN_TURN_RULES;
    }
    for (shortcut s = 0; s < SHORTCUTS; s++) {
        if (s != SHORTCUT_MASKS && s != SHORTCUT_JUMPS_FIRST && s != SHORTCUT_CAPTURES_FIRST) {
            settle(v, s, dropped);
        }
    }
}
