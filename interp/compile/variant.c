#include "compile/variant_build.h"
#include "compile/move_tables.h"
#include "compile/shortcuts.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

/* ---- sets ---- */

uint32_t build_set(variant *v, diag_list *diags, const bool *cells)
{
    uint32_t words = (uint32_t)v->bitset_words;
    if (v->set_pool_used + words > v->set_pool_room) {
        uint32_t room = v->set_pool_room ? v->set_pool_room * 2 : 256 * words;
        uint64_t *more = arena_new(&v->arena, uint64_t, room);
        if (!more) {
            diag_out_of_memory(diags);
            return UINT32_MAX;
        }
        if (v->set_pool_used) {
            memcpy(more, v->set_pool, v->set_pool_used * sizeof *more);
        }
        v->set_pool = more;
        v->set_pool_room = room;
    }
    uint64_t *set = v->set_pool + v->set_pool_used;
    for (int cell = 0; cell < v->cells; cell++) {
        if (cells[cell]) {
            set_put(set, (unsigned)cell);
        }
    }
    v->set_pool_used += words;
    return v->set_pool_used - words;
}

void build_keep_own_board(const variant *v, size_t player, bool *cells)
{
    for (int cell = 0; cell < v->cells && v->own_boards; cell++) {
        cells[cell] = cells[cell] && v->topology.level[cell] == v->board_of[player];
    }
}

uint32_t build_zone(variant *v, diag_list *diags, const rule_text *spec, size_t player)
{
    bool cells[CELLS_MAX];
    if (!zone_read(&v->topology, v->rules, diags, spec, player, cells)) {
        return UINT32_MAX;
    }
    return build_set(v, diags, cells);
}

/* ---- the parts of variant_build that have no file of their own ---- */

static bool board_sets(variant *v)
{
    size_t words = (size_t)v->bitset_words;
    v->file_sets = arena_new(&v->arena, uint64_t, (size_t)v->topology.columns * (size_t)v->topology.levels * words);
    v->file_count = v->topology.columns * v->topology.levels;
    v->shade = arena_new(&v->arena, uint8_t, (size_t)v->cells);
    if (!v->file_sets || !v->shade) {
        return false;
    }
    for (int cell = 0; cell < v->cells; cell++) {
        int file = v->topology.level[cell] * v->topology.columns + v->topology.column[cell];
        set_put(v->file_sets + (size_t)file * words, (unsigned)cell);
        v->shade[cell] = (uint8_t)topology_shade(&v->topology, v->rules, (cell_id)cell);
    }
    return true;
}

/* Pieces that never move are left out of the lists of movers. */
static bool skip_immobile_pieces(variant *v)
{
    for (int player = 0; player < v->players; player++) {
        int kept = 0;
        for (int i = 0; i < v->nonroyal_count[player]; i++) {
            const piece_moves *p = &v->moves[v->nonroyals[player][i]];
            bool moves = p->leap_both || p->leap_move || p->leap_capture || p->leap_own || p->slide_count ||
                         p->promotion || (p->special_start && p->special_start[v->cells]);
            if (moves) {
                v->nonroyals[player][kept++] = v->nonroyals[player][i];
            }
        }
        v->nonroyal_count[player] = kept;
    }
    return true;
}

/* Keys from a fixed seed: equal variants hash equally in every process. */
static bool zobrist_keys(variant *v)
{
    size_t cells = (size_t)v->cells, pieces = (size_t)v->piece_ids;
    random_source r = {UINT64_C(0x6665727A)};
    v->zobrist = arena_new(&v->arena, uint64_t, pieces * cells);
    v->zobrist_hand = arena_new(&v->arena, uint64_t, pieces);
    v->zobrist_ep = arena_new(&v->arena, uint64_t, cells);
    if (!v->zobrist || !v->zobrist_hand || !v->zobrist_ep) {
        return false;
    }
    for (size_t i = cells; i < pieces * cells; i++) { /* the first row is "no piece": zero */
        v->zobrist[i] = random_next(&r);
    }
    for (size_t i = 1; i < pieces; i++) {
        v->zobrist_hand[i] = random_next(&r) | 1;
    }
    for (size_t i = 0; i < cells; i++) {
        v->zobrist_ep[i] = random_next(&r);
    }
    for (int i = 0; i < RIGHTS_MAX; i++) {
        v->zobrist_right[i] = random_next(&r);
    }
    for (int i = 1; i < PLAYERS_MAX; i++) {
        v->zobrist_side[i] = random_next(&r);
    }
    return true;
}

/* Neutral pieces are every player's enemies. Their owner has no turn. */
static void add_neutral_owner(variant *v)
{
    for (int player = 0; player < v->players; player++) {
        v->enemy_mask[player] = (uint8_t)(v->enemy_mask[player] | 1u << v->neutral_owner);
        v->enemy_list[player][v->enemy_count[player]++] = (uint8_t)v->neutral_owner;
        v->enemy_mask[v->neutral_owner] = (uint8_t)(v->enemy_mask[v->neutral_owner] | 1u << player);
        v->enemy_list[v->neutral_owner][v->enemy_count[v->neutral_owner]++] = (uint8_t)player;
    }
}

/* A player's own letter, or the first of the name that no earlier player on the same board has. */
static char player_letter(const variant *v, int player, const char *used_letters)
{
    const rule_player *rule = &v->rules->players[player];
    for (const char *c = rule->name; *c && !rule->letter; c++) {
        bool used = !((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z')); /* other alphabets take several bytes */
        for (int other = 0; other < v->players && !used; other++) {
            char letter = other < player   ? used_letters[other]
                          : other > player ? v->rules->players[other].letter
                                           : '\0';
            used = letter == *c && v->board_of[other] == v->board_of[player];
        }
        if (!used) {
            return *c;
        }
    }
    return rule->letter ? rule->letter : (char)('0' + player);
}

static bool letter_players(variant *v)
{
    char *letters = arena_new(&v->arena, char, (size_t)v->players + 1);
    for (int player = 0; letters && player < v->players; player++) {
        letters[player] = player_letter(v, player, letters);
    }
    v->player_letters = letters;
    return letters != NULL;
}

static void seat_players(variant *v)
{
    int seated[RULES_OWN_BOARDS_MAX] = {0};
    v->own_boards = v->rules->own_boards;
    v->fen_spells_owners = v->players > 2 && !v->own_boards;
    for (int player = 0; player < v->players; player++) {
        int board = v->own_boards ? v->rules->players[player].board : -1;
        v->board_of[player] = (int8_t)board;
        if (board >= 0) {
            v->board_players[board][seated[board]++] = (uint8_t)player;
        }
    }
    for (int player = 0; player < v->players; player++) {
        int board = v->board_of[player];
        v->next_player[player] = (uint8_t)((player + 1) % v->players);
        if (board >= 0) {
            v->next_player[player] = v->board_players[board][v->board_players[board][0] == player];
        }
        for (int other = 0; other < v->players; other++) {
            if (!ruleset_allied(v->rules, (size_t)player, (size_t)other)) {
                v->enemy_mask[player] = (uint8_t)(v->enemy_mask[player] | 1u << other);
                if (v->board_of[player] == v->board_of[other]) {
                    v->enemy_list[player][v->enemy_count[player]++] = (uint8_t)other;
                }
            }
        }
    }
    if (v->neutral_owner >= 0 && !v->is_wall) {
        add_neutral_owner(v);
    }
}

static const char *find_start(variant *v, const staged_hooks *hooks, diag_list *diags)
{
    const ruleset *rules = v->rules;
    const char *fen = NULL;
    if (!rules->start_hook) {
        return rules->start.string;
    }
    if (!hook_exists(hooks, diags, rules->start_hook, rules->start_location)) {
        return NULL;
    }
    if (!hooks->start(hooks->host, diags, rules->start_hook, rules->start_number, rules->start_second, &v->arena,
                      &fen)) {
        diag_note(diags, rules->start_location, "this rule called the script");
        return NULL;
    }
    return fen;
}

/* Two rays may join the same cells where rays bounce: the path of a royal is then unknown. */
static bool royals_bounce(const variant *v, location *where)
{
    bool found = false;
    for (int type = 0; type < v->types && !found; type++) {
        const rule_piece *piece_rule = &v->rules->pieces[v->type[type].rule_piece_index];
        for (size_t i = 0; v->type[type].royal && i < piece_rule->move_count && !found; i++) {
            found = piece_rule->moves[i].bounces;
            *where = piece_rule->moves[i].location;
        }
    }
    return found;
}

/* Reports `safe` of pieces that cannot be in check, where only check tells what is attacked. */
static bool check_safe_moves(variant *v, diag_list *diags)
{
    const ruleset *rules = v->rules;
    for (size_t i = 0; i < rules->piece_count && v->attacks_by_moves; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count && !rules->pieces[i].royal; k++) {
            if (rules->pieces[i].moves[k].safe) {
                diag_error(diags, CODE_MOVEMENT_UNSUPPORTED, rules->pieces[i].moves[k].location,
                           "`safe` of a piece that is not royal is not played where attacks are found by moves yet");
                return false;
            }
        }
    }
    return true;
}

/* Reports boards and pieces for which `slide_through_attack: false` is not played yet. */
static bool check_slide_through_attack(variant *v, diag_list *diags)
{
    location bounced;
    v->royal_slides_through_attack = v->rules->royal_slides_through_attack;
    if (v->royal_slides_through_attack) {
        return true;
    }
    if (v->topology.wrap != WRAP_NONE) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, v->rules->board_location,
                   "`slide_through_attack: false` is not played on a board with wrapped edges yet");
        return false;
    }
    if (royals_bounce(v, &bounced)) {
        diag_error(diags, CODE_UNSUPPORTED_TOGETHER, bounced,
                   "`slide_through_attack: false` is not played with royal pieces whose rays bounce yet");
        return false;
    }
    return true;
}

enum { MOVES_MAX_LOW = 2048, MOVES_MAX_HIGH = 1 << 17 };

static size_t move_list_room(const variant *v)
{
    size_t halves = v->put.chooses ? 4 : 1; /* each move has as many second halves as there are cells, at most */
    size_t bound = (size_t)v->cells * (size_t)v->cells * 2 * halves + (size_t)v->types * (size_t)v->cells;
    return bound < MOVES_MAX_LOW ? MOVES_MAX_LOW : bound > MOVES_MAX_HIGH ? MOVES_MAX_HIGH : bound;
}

/* Reads the named zones and those of drops, so that a mistake in an unused one is reported too. Where cells are
 * missing, topology_build has reported those of the named ones. */
static bool check_zones(const variant *v, diag_list *diags)
{
    bool cells[CELLS_MAX], ok = true;
    for (size_t i = 0; i < v->rules->zone_count && !v->rules->missing.string; i++) {
        ok = zone_read(&v->topology, v->rules, diags, &v->rules->zones[i], 0, cells) && ok;
    }
    for (size_t i = 0; i < v->rules->piece_count && ok; i++) {
        ok = zone_read(&v->topology, v->rules, diags, &v->rules->pieces[i].drop.zone, 0, cells);
    }
    return ok;
}

/* The largest boards with the most pieces need a part of it. */
static const size_t TABLES_MAX = (size_t)1 << 30;

variant *variant_create(const ruleset *rules, const topology *board, diag_list *diags)
{
    variant *v = calloc(1, sizeof *v);
    if (!v) {
        diag_out_of_memory(diags);
        return NULL;
    }
    arena_init(&v->arena, fuel_memory(diags->fuel, TABLES_MAX));
    v->rules = rules;
    v->players = (int)rules->player_count;
    v->neutral_owner = rules->neutral ? v->players : -1;
    v->owners = v->players + (rules->neutral != NULL);
    v->has_hands = rules->hands;
    for (size_t i = 0; i < rules->piece_count && rules->neutral; i++) {
        v->has_neutral_drops |= rules->pieces[i].drop.allowed && rules->pieces[i].drop.neutral;
    }
    v->has_stacks = rules->stacks;
    v->captures_under = rules->stacks && rules->captured == CAPTURED_UNDER;
    v->checkered = rules->checkered;
    if (!topology_share(&v->topology, &v->arena, board, rules)) {
        diag_out_of_memory(diags);
        variant_destroy(v);
        return NULL;
    }
    v->cells = v->topology.cells;
    return v;
}

bool variant_build_types(variant *v, const staged_hooks *hooks, diag_list *diags)
{
    if (!walls_find(v, diags)) {
        return false;
    }
    seat_players(v);
    if (!board_sets(v) || !letter_players(v)) {
        return diag_out_of_memory(diags);
    }
    if (!piece_types_build(v, hooks, diags) || !abilities_build(v, diags) || !blast_build(v, diags) ||
        !zobrist_keys(v) || !filter_build(v, hooks, diags)) {
        return false;
    }
    v->start_fen = find_start(v, hooks, diags);
    if (!v->start_fen) {
        return false;
    }
    v->start_board = arena_new(&v->arena, piece_id, (size_t)v->cells);
    v->start_hand = arena_new(&v->arena, uint16_t, (size_t)v->piece_ids);
    return (v->start_board && v->start_hand) || diag_out_of_memory(diags);
}

bool variant_build_moves(variant *v, const staged_hooks *hooks, diag_list *diags)
{
    bool ok = rights_build(v, diags) && castlings_build(v, hooks, diags) && piece_moves_build(v, hooks, diags) &&
              sliders_build(v, diags) && promotions_build(v, diags) && setwise_build(v, diags) &&
              skip_immobile_pieces(v) && attackers_build(v, diags) && between_build(v, diags) &&
              drops_build(v, diags) && hooks_build(v, diags) && endings_build(v, diags) && turn_rules_build(v, diags) &&
              check_zones(v, diags) && check_slide_through_attack(v, diags) && check_safe_moves(v, diags) &&
              board_picture_build(v, diags);
    if (ok) {
        shortcuts_settle(v, 0);
    }
    v->moves_max = move_list_room(v);
    return ok;
}

void variant_destroy(variant *v)
{
    if (v) {
        arena_finish(&v->arena);
        free(v);
    }
}

const special *variant_double_step(const piece_moves *moves, move m)
{
    uint32_t end = moves->special_start ? moves->special_start[move_from(m) + 1] : 0;
    for (uint32_t i = moves->special_start ? moves->special_start[move_from(m)] : 0; i < end; i++) {
        const special *s = &moves->specials[i];
        if (s->leaves_ep && s->to == move_to(m) && s->first_clear == move_aux(m)) {
            return s;
        }
    }
    return NULL;
}

bool variant_leaves_target(const variant *v, const special *s, unsigned from, cell_id cell)
{
    unsigned heading = s->vector;
    bool found = s->first_clear == cell;
    for (cell_id at = (cell_id)from; s->leaves_all_ep && !found && at != s->to && at != CELL_NONE;) {
        at = topology_step(&v->topology, &heading, at);
        found = at == cell && at != s->to;
    }
    return found;
}
