#include "play/outcome.h"

#include <stdlib.h>
#include <string.h>

static int count_enemy_pieces(const position *p, int player)
{
    const variant *v = p->variant;
    int count = 0;
    for (int other = 0; other < v->players; other++) {
        if (v->enemy_mask[player] >> other & 1) {
            count += v->core->count_of_player(p, other) - v->core->royals_of(p, other, NULL, 0);
        }
    }
    return count;
}

static bool has_pieces_in_hand(const position *p, int player)
{
    const variant *v = p->variant;
    for (int type = 0; v->has_hands && type < v->types; type++) {
        if (position_hand(p)[variant_piece(v, player, type)]) {
            return true;
        }
    }
    return false;
}

static bool is_bare(const position *p, int player)
{
    const struct core *c = p->variant->core;
    return c->count_of_player(p, player) == c->royals_of(p, player, NULL, 0) && !has_pieces_in_hand(p, player);
}

/* Whether `holds` is true of the position after one of the moves. */
static bool listed_move_brings(position *p, const variant_ending *e,
                               bool (*holds)(const position *p, const variant_ending *e, int player),
                               const move_list *list)
{
    const move *moves = list->moves;
    bool found = false;
    int player = p->state.side_to_move;
    for (size_t i = 0; i < list->count && !found; i++) {
        undo u;
        p->variant->core->play(p, moves[i], &u);
        found = holds(p, e, player);
        p->variant->core->undo(p, &u);
    }
    return found;
}

/* The same of all legal moves of the player to move. Where there are more than fit here, they are listed again in memory of
 * the size that the variant asks for. */
static bool some_move_brings(position *p, const variant_ending *e,
                             bool (*holds)(const position *p, const variant_ending *e, int player))
{
    move some[512];
    move_list list = {some, 0, sizeof some / sizeof *some, false};
    p->variant->core->legal(p, &list);
    const bool at_once = listed_move_brings(p, e, holds, &list);
    if (at_once || !list.overflow) {
        return at_once;
    }
    const size_t room = p->variant->moves_max;
    move_list all = {malloc(room * sizeof(move)), 0, room, false};
    if (all.moves) {
        p->variant->core->legal(p, &all);
    }
    const bool found = listed_move_brings(p, e, holds, &all);
    if (!found) {
        position_note_lost(p, &all);
        p->moves_lost = all.moves ? p->moves_lost : LOST_FOR_MEMORY;
    }
    free(all.moves);
    return found;
}

static bool has_bared(const position *p, const variant_ending *e, int player)
{
    (void)e;
    return count_enemy_pieces(p, player) == 0;
}

/* Whether the player to move can capture the opponent's last piece at once. */
static bool can_bare_in_reply(position *p)
{
    return count_enemy_pieces(p, p->state.side_to_move) == 1 && some_move_brings(p, NULL, has_bared);
}

static player_set one_player(int player)
{
    return (player_set)(1u << player);
}

static player_set bare_players(position *p, bool grace)
{
    player_set bare = 0;
    for (int player = 0; player < p->variant->players; player++) {
        if (is_bare(p, player) && count_enemy_pieces(p, player) > 0 &&
            !(grace && player == p->state.side_to_move && can_bare_in_reply(p))) {
            bare |= one_player(player);
        }
    }
    return bare;
}

static player_set extinct_players(const position *p, const variant_ending *e)
{
    const variant *v = p->variant;
    player_set extinct = 0;
    for (int player = 0; player < v->players; player++) {
        bool some = false;
        for (int i = 0; i < e->extinct_count && !some; i++) {
            some = v->core->count_of_piece(p, variant_piece(v, player, e->extinct[i])) > 0;
        }
        extinct |= some ? 0 : one_player(player);
    }
    return extinct;
}

/* The players that the condition can be about. */
static player_set concerned_players(const variant_ending *e)
{
    return e->rule->only_player >= 0 ? one_player(e->rule->only_player) : (player_set)~0u;
}

/* Whether the player has the row or the chain of the ending. */
static bool has_line(const position *p, const variant_ending *e, int player)
{
    const struct core *c = p->variant->core;
    return e->rule->kind == END_CHAIN ? c->has_chain(p, e, player) : c->has_row(p, &e->rows, player);
}

/* The player with a complete row or chain; -1: nobody. The player who has just moved is asked first. In a position that was set
 * up, where plies change other players' pieces, or where a row is claimed and may stand for some plies, both may have
 * one. */
static int find_row_player(const position *p, const variant_ending *e)
{
    const variant *v = p->variant;
    int side_to_move = p->state.side_to_move;
    bool only_last_mover = variant_uses(v, SHORTCUT_FIXED_OWNERS) && p->state.plies > 0 && !e->rule->claim;
    for (int i = 1; i <= v->players; i++) {
        int player = (side_to_move + v->players - i) % v->players;
        if (concerned_players(e) & one_player(player) && has_line(p, e, player)) {
            return player;
        }
        if (only_last_mover) {
            break;
        }
    }
    return -1;
}

int ending_piece_count(const position *p, const row_table *t, int player)
{
    const variant *v = p->variant;
    int count = t->pieces[player] ? 0 : v->core->count_of_player(p, player);
    for (int i = 0; t->pieces[player] && i < t->piece_count; i++) {
        count += v->core->count_of_piece(p, t->pieces[player][i]);
    }
    for (int type = 0; v->has_hands && type < v->types; type++) {
        bool counts = !t->pieces[player];
        for (int i = 0; !counts && i < t->piece_count; i++) {
            counts = t->pieces[player][i] == variant_piece(v, player, type);
        }
        count += counts ? position_hand(p)[variant_piece(v, player, type)] : 0;
    }
    return count;
}

static player_set players_below(const position *p, const variant_ending *e)
{
    player_set below = 0;
    for (int player = 0; player < p->variant->players; player++) {
        below |= ending_piece_count(p, &e->rows, player) < e->rule->number ? one_player(player) : 0;
    }
    return below;
}

static bool counts_in_goal(const variant *v, const variant_ending *e, piece_id piece)
{
    return !e->rule->row.piece_count || set_has(e->alone, (unsigned)v->type[v->type_of[piece]].rule_piece_index);
}

bool ending_goal_wins(const variant *v, const variant_ending *e, piece_id piece)
{
    int owner = v->owner_of[piece];
    return owner < v->players && concerned_players(e) & one_player(owner) && counts_in_goal(v, e, piece);
}

int ending_goal_count(const position *p, const variant_ending *e, int player)
{
    const variant *v = p->variant;
    int count = 0;
    for (int k = 0; k < e->goal_count[player]; k++) {
        piece_id piece = p->board[e->goal_cells[player][k]];
        count += piece && v->owner_of[piece] == player && counts_in_goal(v, e, piece);
    }
    return count;
}

/* The player with enough pieces in the goal zone, the one who has just moved first; -1: nobody. */
static int find_goal_player(const position *p, const variant_ending *e)
{
    for (int i = 1; i <= p->variant->players; i++) {
        int player = (p->state.side_to_move + p->variant->players - i) % p->variant->players;
        if (concerned_players(e) & one_player(player) && ending_goal_count(p, e, player) >= e->rule->number) {
            return player;
        }
    }
    return -1;
}

/* What stands on the board besides royal pieces. */
typedef struct material {
    int count;
    uint32_t owners, shades;                    /* bits: whose they are, and the shades of the cells where they stand */
    bool alone, pair, same_shade, other_shades; /* whether all of them are such pieces */
} material;

/* Two pieces at most count apart from any number on one shade. */
static bool is_material_insufficient(const material *m)
{
    bool one_owner = (m->owners & (m->owners - 1)) == 0, one_shade = (m->shades & (m->shades - 1)) == 0;
    switch (m->count) {
    case 0:
        return true;
    case 1:
        return m->alone || m->same_shade || m->pair;
    case 2:
        return (m->pair && one_owner) || (m->other_shades && !one_owner && !one_shade) || (m->same_shade && one_shade);
    default:
        return m->same_shade && one_shade;
    }
}

static bool is_insufficient_material(const position *p, const variant_ending *e)
{
    const variant *v = p->variant;
    material m = {.alone = true, .pair = true, .same_shade = true, .other_shades = true};
    for (int cell = 0; cell < v->cells; cell++) {
        piece_id piece = p->board[cell];
        if (!piece) {
            continue;
        }
        unsigned rule_piece_index = (unsigned)v->type[v->type_of[piece]].rule_piece_index;
        if (v->is_royal[piece]) {
            if (e->rule->bare_royal_count && !set_has(e->bare_pieces, rule_piece_index)) {
                return false;
            }
            continue;
        }
        m.count++;
        m.owners |= UINT32_C(1) << v->owner_of[piece];
        m.shades |= UINT32_C(1) << v->shade[cell];
        m.alone &= set_has(e->alone, rule_piece_index);
        m.pair &= set_has(e->pair, rule_piece_index);
        m.same_shade &= set_has(e->same_shade, rule_piece_index);
        m.other_shades &= set_has(e->other_shades, rule_piece_index);
        if (m.count > 1 && !m.pair && !m.other_shades && !m.same_shade) {
            return false; /* nearly every position ends here */
        }
    }
    /* Only a piece that can promote gets pieces out of a prison, and such a piece is sufficient material. */
    for (int player = 0; player < v->players && v->rules->captured != CAPTURED_TO_PRISON; player++) {
        if (has_pieces_in_hand(p, player)) {
            return false;
        }
    }
    return is_material_insufficient(&m);
}

/* Whether a player with nothing but royal pieces wins nothing, whatever the others have: their pieces do not come to
 * the player, royals do not change, and there is no way to win but checkmate and what needs more pieces. */
static bool bare_player_is_harmless(const variant *v)
{
    if (v->royal_type_count > 1 || v->rules->captured == CAPTURED_TO_HAND || v->rules->no_moves.given) {
        return false;
    }
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        bool harmless = rule->result == RESULT_DRAW;
        switch (rule->kind) {
        case END_CHECKMATE:
        case END_INSUFFICIENT_MATERIAL:
        case END_REPETITION:
        case END_PERPETUAL_CHECK:
        case END_CHECK_CYCLE:
        case END_HALFMOVE_CLOCK:
        case END_CHECKS:
        case END_BARE:
        case END_BOTH_BARE:
            harmless = true;
            break;
        case END_EXTINCT:
            harmless = true;
            for (int k = 0; k < v->endings[i].extinct_count; k++) {
                harmless = harmless && v->type[v->endings[i].extinct[k]].royal;
            }
            break;
        default:
            break;
        }
        if (!harmless) {
            return false;
        }
    }
    return true;
}

bool outcome_cannot_win(const position *p, int player)
{
    const variant *v = p->variant;
    for (int i = 0; i < v->ending_count; i++) {
        const variant_ending *e = &v->endings[i];
        if (e->rule->kind == END_INSUFFICIENT_MATERIAL && e->rule->result == RESULT_DRAW &&
            (is_insufficient_material(p, e) || (is_bare(p, player) && bare_player_is_harmless(v)))) {
            return true;
        }
    }
    return false;
}

static long material_points(const position *p, const rule_ending *rule, int player)
{
    const variant *v = p->variant;
    long sum = 0;
    for (int type = 0; type < v->types; type++) {
        piece_id piece = variant_piece(v, player, type);
        if (!v->type[type].royal) {
            sum += rule->points[v->type[type].rule_piece_index] *
                   (v->core->count_of_piece(p, piece) + position_hand(p)[piece]);
        }
    }
    return sum;
}

static bool all_royals_in_zone(const position *p, const variant_ending *e)
{
    const variant *v = p->variant;
    for (int player = 0; player < v->players; player++) {
        cell_id royals[CELLS_MAX];
        int count = v->core->royals_of(p, player, royals, CELLS_MAX);
        if (count == 0) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!set_has(v->set_pool + e->zone[player], royals[i])) {
                return false;
            }
        }
    }
    return true;
}

static game_outcome outcome_win(const rule_ending *rule, int winner, int share)
{
    return (game_outcome){
        .kind = OUTCOME_WIN, .winner = winner, .winner_share = share, .reason = rule->name, .rule = rule};
}

static game_outcome outcome_draw(const rule_ending *rule)
{
    return (game_outcome){.kind = OUTCOME_DRAW, .winner = -1, .reason = rule->name, .rule = rule};
}

static game_outcome outcome_ongoing(void)
{
    return (game_outcome){.kind = OUTCOME_ONGOING, .winner = -1, .reason = ""};
}

/* For two players. With `compare` the player with fewer points loses; otherwise the player who has not reached `need`
 * loses. */
static game_outcome points_outcome(const position *p, const rule_ending *rule)
{
    long points[2] = {material_points(p, rule, 0), material_points(p, rule, 1 % p->variant->players)};
    bool enough[2] = {points[0] >= rule->needed_points, points[1] >= rule->needed_points};
    if (rule->compare_points) {
        bool equal = points[0] == points[1] || (enough[0] && enough[1]);
        return equal ? outcome_draw(rule) : outcome_win(rule, points[0] > points[1] ? 0 : 1, WHOLE_POINT);
    }
    if (enough[0] == enough[1]) {
        return outcome_draw(rule);
    }
    return outcome_win(rule, enough[0] ? 0 : 1, WHOLE_POINT);
}

enum { ROYALS_ASKED_MAX = 16 };

/* The players who attack a royal of the player. */
static player_set checkers_of(const position *p, int player)
{
    cell_id royals[ROYALS_ASKED_MAX];
    const int count = p->variant->core->royals_of(p, player, royals, ROYALS_ASKED_MAX);
    player_set found = 0;
    for (int by = 0; by < p->variant->players; by++) {
        for (int i = 0; i < count && i < ROYALS_ASKED_MAX && p->variant->enemy_mask[player] >> by & 1; i++) {
            found |= p->variant->core->attackers(p, royals[i], by, NULL, 0) ? one_player(by) : 0;
        }
    }
    return found;
}

/* Who wins when these players lose: the other side, by its first player. Where several sides are left, the game ends with
 * the one of them that moved last, and a mate with one that gives check. */
static int winner_over(const position *p, const rule_ending *rule, player_set losers)
{
    const variant *v = p->variant;
    player_set others = (player_set)((1u << v->players) - 1);
    for (int player = 0; player < v->players; player++) {
        others &= losers >> player & 1 ? (player_set)~team_mask(v, player) : others;
    }
    int winner = 0;
    while (others && !(others >> winner & 1)) {
        winner++;
    }
    if (!others || (others & ~team_mask(v, winner)) == 0) {
        return others ? winner : -1;
    }
    if (rule->kind == END_CHECKMATE) {
        const player_set checkers = others & checkers_of(p, p->state.side_to_move);
        others = checkers ? checkers : others;
    }
    winner = p->state.side_to_move; /* it has moved if its turn goes on */
    for (bool moved = p->extra.turn_ply > 0; !moved || !(others >> winner & 1); moved = true) {
        winner = winner ? winner - 1 : v->players - 1;
    }
    return winner;
}

game_outcome ending_outcome(const position *p, const rule_ending *rule, int affected)
{
    switch (rule->result) {
    case RESULT_LOSS: {
        const int winner = winner_over(p, rule, one_player(affected));
        return outcome_win(rule, winner < 0 ? affected : winner, rule->winner_share);
    }
    case RESULT_WIN:
        return outcome_win(rule, affected, rule->winner_share);
    case RESULT_FIRST:
        return outcome_win(rule, 0, rule->winner_share);
    case RESULT_SECOND:
        return outcome_win(rule, 1, rule->winner_share);
    case RESULT_DRAW:
    case RESULT_POINTS:
        break;
    }
    return outcome_draw(rule);
}

game_outcome ending_outcome_of(const position *p, const rule_ending *rule, player_set affected)
{
    const variant *v = p->variant;
    player_set sides = 0;
    int first = -1;
    for (int player = 0; player < v->players; player++) {
        if (affected >> player & 1) {
            sides |= (player_set)team_mask(v, player);
            first = first < 0 ? player : first;
        }
    }
    if (first < 0) {
        return outcome_ongoing();
    }
    if (affected == one_player(first) || (rule->result != RESULT_LOSS && rule->result != RESULT_WIN)) {
        return ending_outcome(p, rule, first);
    }
    if (rule->result == RESULT_WIN) {
        return sides == team_mask(v, first) ? ending_outcome(p, rule, first) : outcome_draw(rule);
    }
    const int winner = winner_over(p, rule, affected);
    return winner < 0 ? outcome_draw(rule) : outcome_win(rule, winner, rule->winner_share);
}

/* The players who are not to move and whose royal pieces are attacked. */
static player_set exposed_players(const position *p)
{
    player_set exposed = 0;
    for (int player = 0; player < p->variant->players; player++) {
        exposed |= !position_is_to_move(p, player) && p->variant->core->in_check(p, player) ? one_player(player) : 0;
    }
    return exposed;
}

/* Where players have boards of their own, every board is tested: the player to move there who is checkmated; -1:
 * nobody. If no player to move can move or wait, that is stalemate. */
static int find_mated_player(position *p)
{
    const variant *v = p->variant;
    for (int board = 0; board < v->own_boards; board++) {
        int player = p->extra.boards[board].side_to_move;
        if (v->core->mated(p, player)) {
            return player;
        }
    }
    return -1;
}

static int find_stalemated_player(position *p)
{
    const variant *v = p->variant;
    for (int board = 0; board < v->own_boards; board++) {
        if (!v->core->no_moves(p, p->extra.boards[board].side_to_move)) {
            return -1;
        }
    }
    return v->own_boards && find_mated_player(p) < 0 ? p->state.side_to_move : -1;
}

static game_outcome query_hook(position *p, const variant_ending *e, int number, char *reason, size_t room)
{
    int winner = -2;
    live_hooks *hooks = p->hooks;
    char hook_reason[64] = "";
    if (!hooks || hooks->failed) {
        return outcome_ongoing();
    }
    if (!hooks->ending(hooks->host, number, p, &winner, hook_reason, sizeof hook_reason)) {
        hooks->failed = true;
        hooks->failed_in(hooks->host, p, NULL, MOVE_NONE);
        return outcome_ongoing();
    }
    if (winner == -2) {
        return outcome_ongoing();
    }
    game_outcome outcome = winner < 0 ? outcome_draw(e->rule) : outcome_win(e->rule, winner, WHOLE_POINT);
    if (hook_reason[0] && reason && room) {
        size_t n = strlen(hook_reason) < room - 1 ? strlen(hook_reason) : room - 1;
        memcpy(reason, hook_reason, n);
        reason[n] = '\0';
        outcome.reason = reason;
    }
    return outcome;
}

game_outcome ending_outcome_judged(position *p, int number, int affected, char *reason, size_t room)
{
    const variant_ending *e = &p->variant->endings[number];
    game_outcome outcome = e->rule->hook ? query_hook(p, e, number, reason, room) : outcome_ongoing();
    return outcome.kind == OUTCOME_ONGOING ? ending_outcome(p, e->rule, affected) : outcome;
}

static bool all_players_bare(const position *p)
{
    for (int player = 0; player < p->variant->players; player++) {
        if (!is_bare(p, player)) {
            return false;
        }
    }
    return true;
}

static player_set checking_players(const position *p, long number)
{
    player_set checking = 0;
    for (int player = 0; player < p->variant->players; player++) {
        checking |= p->extra.checks_given[player] >= number ? one_player(player) : 0;
    }
    return checking;
}

static bool has_reached_goal(const position *p, const variant_ending *e, int player)
{
    return ending_goal_count(p, e, player) >= e->rule->number;
}

/* Whether the player to move can have enough pieces in the goal zone after the next move. */
static bool can_reach_goal(position *p, const variant_ending *e)
{
    return some_move_brings(p, e, has_reached_goal);
}

/* The outcome where the slower of two players may have one more move. */
static game_outcome goal_outcome_with_grace(position *p, const variant_ending *e)
{
    const int me = p->state.side_to_move, other = 1 - me;
    const bool here = ending_goal_count(p, e, me) >= e->rule->number;
    if (ending_goal_count(p, e, other) < e->rule->number) {
        return here ? ending_outcome(p, e->rule, me) : outcome_ongoing();
    }
    if (here) {
        return (game_outcome){.kind = OUTCOME_DRAW, .winner = -1, .reason = e->rule->name, .rule = e->rule};
    }
    const bool follows = e->rule->grace_players >> me & 1 && can_reach_goal(p, e);
    return follows ? outcome_ongoing() : ending_outcome(p, e->rule, other);
}

/* Whether the ending is the effect of a move: a position that is set up so is played on until a move has been made. */
static bool needs_a_move(ending_kind kind)
{
    return kind == END_BARE || kind == END_BOTH_BARE || kind == END_EXTINCT || kind == END_CHECKS;
}

/* The players who meet the condition at the same time, where none of them has brought it about alone. */
static player_set find_affected_players(position *p, const variant_ending *e)
{
    switch (e->rule->kind) {
    case END_BARE:
        return bare_players(p, e->rule->grace);
    case END_EXTINCT:
        return extinct_players(p, e);
    case END_CHECKS:
        return checking_players(p, e->rule->number);
    case END_EXPOSED:
        return exposed_players(p);
    case END_PIECES_BELOW:
        return players_below(p, e);
    default:
        return 0;
    }
}

/* The player affected by an ending that holds now; -1: it does not hold. */
static int find_affected_player(position *p, const variant_ending *e)
{
    const rule_ending *rule = e->rule;
    int side_to_move = p->state.side_to_move;
    switch (rule->kind) {
    case END_BOTH_BARE:
        return all_players_bare(p) ? side_to_move : -1;
    case END_HALFMOVE_CLOCK:
        return p->state.halfmove_clock >= rule->number && !p->extra.turn_ply ? side_to_move : -1;
    case END_INSUFFICIENT_MATERIAL:
        return is_insufficient_material(p, e) ? side_to_move : -1;
    case END_CONNECT:
    case END_CHAIN:
        return find_row_player(p, e);
    case END_GOAL:
        return find_goal_player(p, e);
    case END_CHECKMATE: /* where all play on one board this needs legal moves */
        return find_mated_player(p);
    case END_STALEMATE:
        return find_stalemated_player(p);
    case END_REPETITION: /* history.c decides these four */
    case END_PASSES:
    case END_PERPETUAL_CHECK:
    case END_CHECK_CYCLE:
    case END_POINTS: /* ending_test decides these two */
    case END_HOOK:
    case END_BARE: /* find_affected_players */
    case END_EXTINCT:
    case END_CHECKS:
    case END_EXPOSED:
    case END_PIECES_BELOW:
        break;
    }
    return -1;
}

game_outcome ending_test(position *p, int number, char *reason, size_t room)
{
    const variant_ending *e = &p->variant->endings[number];
    ending_kind kind = e->rule->kind;
    if (!ending_may_apply(p, e) || (needs_a_move(kind) && p->state.plies == 0)) {
        return outcome_ongoing();
    }
    if (kind == END_HOOK) {
        return query_hook(p, e, number, reason, room);
    }
    if (kind == END_POINTS) {
        return all_royals_in_zone(p, e) ? points_outcome(p, e->rule) : outcome_ongoing();
    }
    if (kind == END_GOAL && e->rule->grace) {
        return goal_outcome_with_grace(p, e);
    }
    player_set several = find_affected_players(p, e) & concerned_players(e);
    if (several) {
        return ending_outcome_of(p, e->rule, several);
    }
    int affected = find_affected_player(p, e);
    if (affected < 0) {
        return outcome_ongoing();
    }
    return ending_outcome_judged(p, number, affected, reason, room);
}

bool outcome_in_position(position *p)
{
    const variant *v = p->variant;
    for (int i = 0, count = position_game_begun(p) ? v->position_ending_count : 0; i < count; i++) {
        if (ending_test(p, v->position_endings[i], NULL, 0).kind != OUTCOME_ONGOING) {
            return true;
        }
    }
    return false;
}
