/* Puts: what the second half of each move puts on the board, and walls: neutral pieces that nothing moves or removes.
 * Edges: the cells with a side that borders on no cell.
 *
 * A wall needs none of what neutral pieces need in general: it attacks nothing, nobody moves it, nobody captures it. It
 * only fills its cell. So where all neutral pieces are walls, their owner is nobody's enemy, and the masks hold. */

#include "compile/variant_build.h"

#include <string.h>

static bool names_piece(const int *pieces, size_t count, int piece)
{
    for (size_t i = 0; i < count; i++) {
        if (pieces[i] == piece) {
            return true;
        }
    }
    return false;
}

/* Whether another piece may become this one. */
static bool comes_from_another(const ruleset *rules, int piece)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        const rule_piece *other = &rules->pieces[i];
        bool named = other->transforms_into == piece || other->when_covered == piece || other->shown_as == piece ||
                     ((int)i != piece && other->captured_as == piece) ||
                     names_piece(other->drop.drop_as, other->drop.drop_as_count, piece);
        for (size_t k = 0; k < other->promotion_count; k++) {
            named = named || names_piece(other->promotions[k].to, other->promotions[k].to_count, piece);
        }
        for (size_t k = 0; k < other->move_count; k++) {
            named = named || other->moves[k].into == piece;
        }
        if (named) {
            return true;
        }
    }
    return false;
}

/* Whether the start has neutral pieces that are no walls. */
static bool starts_with_others(const variant *v)
{
    const ruleset *rules = v->rules;
    for (const char *sign = strchr(rules->start.string, '='); sign; sign = strchr(sign + 1, '=')) {
        bool wall = false;
        for (size_t i = 0; i < rules->piece_count && !wall; i++) {
            const char *letter = rules->pieces[i].letter;
            size_t length = strlen(letter), same = 0;
            while (same < length && (sign[1 + same] | 0x20) == (letter[same] | 0x20)) {
                same++;
            }
            wall = v->is_wall[i] && same == length;
        }
        if (!wall) {
            return true;
        }
    }
    return false;
}

/* Whether moves bring neutral pieces, and all of these are walls. */
static bool brings_only_walls(const variant *v)
{
    const ruleset *rules = v->rules;
    bool any = rules->put.given && !rules->put.from_hand, walls = !any || v->is_wall[rules->put.piece];
    for (size_t i = 0; i < rules->piece_count; i++) {
        bool neutral = rules->pieces[i].drop.allowed && rules->pieces[i].drop.neutral;
        any |= neutral;
        walls = walls && (!neutral || v->is_wall[i]);
    }
    return any && walls;
}

/* A script could give or change any piece, so there are no walls then. */
bool walls_find(variant *v, diag_list *diags)
{
    const ruleset *rules = v->rules;
    if (!rules->neutral || rules->script_count || !rules->start.string) {
        return true;
    }
    v->is_wall = arena_new(&v->arena, bool, rules->piece_count + 1);
    if (!v->is_wall) {
        return diag_out_of_memory(diags);
    }
    for (size_t i = 0; i < rules->piece_count; i++) {
        v->is_wall[i] = rule_piece_is_wall(&rules->pieces[i]) && !comes_from_another(rules, (int)i);
    }
    if (!brings_only_walls(v) || starts_with_others(v)) {
        v->is_wall = NULL;
    }
    return true;
}

bool edges_build(variant *v)
{
    static const int8_t square[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    static const int8_t hexagon[][2] = {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};
    const int8_t(*sides)[2] = v->rules->row_cells ? hexagon : square;
    size_t count = v->rules->row_cells ? sizeof hexagon / sizeof *hexagon : sizeof square / sizeof *square;
    if (v->beside) {
        return true;
    }
    uint64_t *beside = set_table_new(v), *outer = arena_new(&v->arena, uint64_t, (size_t)v->bitset_words);
    for (size_t i = 0; beside && outer && i < count; i++) {
        int number = topology_vector(&v->topology, (vector){.dx = sides[i][0], .dy = sides[i][1]});
        if (number < 0) {
            return false;
        }
        for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
            cell_id next = v->topology.next[number][cell];
            if (next == CELL_NONE) {
                set_put(outer, cell);
            } else {
                set_put(set_table_row(v, beside, cell), next);
            }
        }
    }
    v->beside = beside;
    v->outer_cells = outer;
    return beside && outer;
}

static const char *incompatible_rule(const variant *v)
{
    const ruleset *rules = v->rules;
    for (size_t i = 0; i < rules->piece_count; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            if (rules->pieces[i].moves[k].jumps) {
                return "jumps";
            }
        }
    }
    return v->captures_by_row                             ? "captures by a `row`"
           : v->choice_hook_count                         ? "a hook that offers choices"
           : rules->setup_mandatory || v->has_first_drops ? "a `setup` that is mandatory"
           : rules->turn.several_plies                    ? "turns of several plies"
           : rules->turn.first_plies                      ? "turns of several plies"
           : rules->dice.count                            ? "dice"
                                                          : NULL;
}

/* What a drop keeps and a piece that is put does not; NULL. */
static const char *unplayed_drop_key(const variant *v, int player, piece_id piece)
{
    const char *reason = NULL;
    for (int i = 0; i < v->drop_count[player]; i++) {
        const drop_table *d = &v->drops[player][i];
        if (d->piece == piece) {
            reason = d->per_file                          ? "drops that have `per_file`"
                     : d->support                         ? "drops with `gravity`"
                     : d->at_edge                         ? "drops at the edge"
                     : !d->may_give_check || !d->may_mate ? "drops that may not give check or mate"
                                                          : reason;
        }
    }
    return reason;
}

/* Where the player may put such a piece: where it may be dropped, in a game where it may. False: nowhere. */
static bool put_zone(const variant *v, int player, piece_id piece, uint32_t *zone)
{
    for (int i = 0; i < v->drop_count[player]; i++) {
        if (v->drops[player][i].piece == piece) {
            *zone = v->drops[player][i].zone;
            return true;
        }
    }
    *zone = v->put.zone[player];
    return !v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].drop.allowed;
}

/* The pieces that the players may put from their hands. */
static bool held_build(variant *v, diag_list *diags)
{
    put_table *t = &v->put;
    for (int player = 0; player < v->players; player++) {
        puttable_piece *held = arena_new(&v->arena, puttable_piece, (size_t)v->types + 1);
        t->held[player] = held;
        t->held_count = 0;
        for (int type = 0; held && type < v->types; type++) {
            piece_id piece = variant_piece(v, player, type);
            uint32_t zone;
            if (v->type[type].royal || v->type[type].reverts || v->hand_piece[piece] != piece) {
                continue;
            }
            if (!put_zone(v, player, piece, &zone)) {
                continue;
            }
            const char *reason = unplayed_drop_key(v, player, piece);
            if (reason) {
                diag_error(diags, CODE_UNSUPPORTED_TOGETHER, v->rules->put.location, "`puts` is not played with %s yet",
                           reason);
                return false;
            }
            if (t->held_count == PUT_PIECES_MAX) {
                diag_error(diags, CODE_TOO_MANY, v->rules->put.location, "more than %d types may be put from a hand",
                           PUT_PIECES_MAX);
                return false;
            }
            held[t->held_count++] = (puttable_piece){.piece = piece, .hand_piece = piece, .zone = zone};
        }
        if (!held) {
            return diag_out_of_memory(diags);
        }
    }
    return true;
}

/* Rights that serve nothing but to put a piece. A script could ask for any. */
static void find_spent_rights(variant *v)
{
    const ruleset *rules = v->rules;
    uint32_t asked = v->castling_rights;
    for (size_t i = 0; i < rules->piece_count; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            int right = rules->pieces[i].moves[k].right;
            for (int player = 0; right >= 0 && player < v->players; player++) {
                asked |= UINT32_C(1) << (right * v->players + player);
            }
        }
    }
    for (int player = 0; player < v->players; player++) {
        bool fills = rules->captured != CAPTURED_GONE || rules->script_count;
        v->put.spent_rights[player] = fills ? 0 : v->player_rights[player] & ~asked;
    }
}

bool puts_build(variant *v, diag_list *diags)
{
    const rule_put *rule = &v->rules->put;
    if (!rule->given) {
        return true;
    }
    const char *reason = incompatible_rule(v);
    if (reason) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, rule->location, "`puts` is not played with %s yet", reason);
        return false;
    }
    if (rule->from_hand && v->has_stacks) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, rule->location, "`puts` is not played with %s yet", "stacks");
        return false;
    }
    piece_id neutral = rule->from_hand ? PIECE_NONE : variant_piece(v, v->neutral_owner, v->base_type[rule->piece]);
    v->put = (put_table){.given = true,
                         .chooses = rule->where != PUT_LEFT || rule->optional,
                         .piece = neutral,
                         .where = rule->where,
                         .optional = rule->optional,
                         .most = (int)rule->most};
    for (int player = 0; player < v->players; player++) {
        v->put.zone[player] = build_zone(v, diags, &rule->zone, (size_t)player);
        if (v->put.zone[player] == UINT32_MAX) {
            return false;
        }
    }
    v->has_after_effects = true;
    if (rule->from_hand) {
        find_spent_rights(v);
        return held_build(v, diags);
    }
    return !(rule->where & PUT_EDGE) || edges_build(v) || diag_out_of_memory(diags);
}
