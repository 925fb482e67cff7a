#include "game/build.h"
#include "game/core.h"
#include "game/ending.h"
#include "game/fen.h"
#include "game/plan.h"
#include "game/reach.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

/* ---- sets ---- */

uint32_t build_set(game *g, diag_list *diags, const bool *cells)
{
    uint32_t words = (uint32_t)g->words;
    if (g->sets_used + words > g->sets_room) {
        uint32_t room = g->sets_room ? g->sets_room * 2 : 256 * words;
        uint64_t *more = arena_new(&g->arena, uint64_t, room);
        if (!more) {
            diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
            return UINT32_MAX;
        }
        if (g->sets_used) {
            memcpy(more, g->sets, g->sets_used * sizeof *more);
        }
        g->sets = more;
        g->sets_room = room;
    }
    uint64_t *set = g->sets + g->sets_used;
    for (int cell = 0; cell < g->cells; cell++) {
        if (cells[cell]) {
            set_put(set, (unsigned)cell);
        }
    }
    g->sets_used += words;
    return g->sets_used - words;
}

void build_keep_board(const game *g, size_t player, bool *cells)
{
    for (int cell = 0; cell < g->cells && g->own_boards; cell++) {
        cells[cell] = cells[cell] && g->topology.level[cell] == g->board_of[player];
    }
}

uint32_t build_zone(game *g, diag_list *diags, const written *said, size_t player)
{
    bool cells[CELLS_MAX];
    if (!zone_read(&g->topology, g->rules, diags, said, player, cells)) {
        return UINT32_MAX;
    }
    return build_set(g, diags, cells);
}

/* ---- the parts of game_build that need no file of their own ---- */

static bool board_sets(game *g)
{
    size_t words = (size_t)g->words;
    g->file_sets = arena_new(&g->arena, uint64_t, (size_t)g->topology.columns * (size_t)g->topology.levels * words);
    g->file_count = g->topology.columns * g->topology.levels;
    g->shade = arena_new(&g->arena, uint8_t, (size_t)g->cells);
    if (!g->file_sets || !g->shade) {
        return false;
    }
    for (int cell = 0; cell < g->cells; cell++) {
        int file = g->topology.level[cell] * g->topology.columns + g->topology.column[cell];
        set_put(g->file_sets + (size_t)file * words, (unsigned)cell);
        g->shade[cell] = (uint8_t)topology_shade(&g->topology, g->rules, (cell_id)cell);
    }
    return true;
}

/* Men that only stand need not be asked where they go. */
static bool leave_out_still(game *g)
{
    for (int player = 0; player < g->players; player++) {
        int kept = 0;
        for (int i = 0; i < g->mover_count[player]; i++) {
            const man_plan *p = &g->plans[g->movers[player][i]];
            bool moves = p->leap_both || p->leap_move || p->leap_take || p->leap_own || p->slides || p->promotion ||
                         (p->special_start && p->special_start[g->cells]);
            if (moves) {
                g->movers[player][kept++] = g->movers[player][i];
            }
        }
        g->mover_count[player] = kept;
    }
    return true;
}

/* Keys from a fixed seed: equal games hash equally in every process. */
static bool hash_keys(game *g)
{
    size_t cells = (size_t)g->cells, men = (size_t)g->men;
    random_source r = {UINT64_C(0x6665727A)};
    g->zobrist = arena_new(&g->arena, uint64_t, men * cells);
    g->zobrist_hand = arena_new(&g->arena, uint64_t, men);
    g->zobrist_passed = arena_new(&g->arena, uint64_t, cells);
    if (!g->zobrist || !g->zobrist_hand || !g->zobrist_passed) {
        return false;
    }
    for (size_t i = cells; i < men * cells; i++) { /* the first row is "no man": zero */
        g->zobrist[i] = random_next(&r);
    }
    for (size_t i = 1; i < men; i++) {
        g->zobrist_hand[i] = random_next(&r) | 1;
    }
    for (size_t i = 0; i < cells; i++) {
        g->zobrist_passed[i] = random_next(&r);
    }
    for (int i = 0; i < RIGHTS_MAX; i++) {
        g->zobrist_right[i] = random_next(&r);
    }
    for (int i = 1; i < PLAYERS_MAX; i++) {
        g->zobrist_mover[i] = random_next(&r);
    }
    return true;
}

/* Men of nobody are everybody's enemies, who have no turn. */
static void seat_nobody(game *g)
{
    for (int player = 0; player < g->players; player++) {
        g->enemies[player] = (uint8_t)(g->enemies[player] | 1u << g->nobody);
        g->enemy[player][g->enemy_count[player]++] = (uint8_t)g->nobody;
        g->enemies[g->nobody] = (uint8_t)(g->enemies[g->nobody] | 1u << player);
        g->enemy[g->nobody][g->enemy_count[g->nobody]++] = (uint8_t)player;
    }
}

/* A player's own letter, or the first of his name that no earlier player on his board has. */
static char player_letter(const game *g, int player, const char *taken)
{
    const rule_player *rule = &g->rules->players[player];
    for (const char *c = rule->name; *c && !rule->letter; c++) {
        bool used = !((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z')); /* other alphabets take several bytes */
        for (int other = 0; other < g->players && !used; other++) {
            char letter = other < player ? taken[other] : other > player ? g->rules->players[other].letter : '\0';
            used = letter == *c && g->board_of[other] == g->board_of[player];
        }
        if (!used) {
            return *c;
        }
    }
    return rule->letter ? rule->letter : (char)('0' + player);
}

static bool name_players(game *g)
{
    char *letters = arena_new(&g->arena, char, (size_t)g->players + 1);
    for (int player = 0; letters && player < g->players; player++) {
        letters[player] = player_letter(g, player, letters);
    }
    g->player_letters = letters;
    return letters != NULL;
}

static void seat_players(game *g)
{
    int seated[RULES_OWN_BOARDS_MAX] = {0};
    g->own_boards = g->rules->own_boards;
    g->spells_owners = g->players > 2 && !g->own_boards;
    for (int player = 0; player < g->players; player++) {
        int board = g->own_boards ? g->rules->players[player].board : -1;
        g->board_of[player] = (int8_t)board;
        if (board >= 0) {
            g->board_player[board][seated[board]++] = (uint8_t)player;
        }
    }
    for (int player = 0; player < g->players; player++) {
        int board = g->board_of[player];
        g->next_player[player] = (uint8_t)((player + 1) % g->players);
        if (board >= 0) {
            g->next_player[player] = g->board_player[board][g->board_player[board][0] == player];
        }
        for (int other = 0; other < g->players; other++) {
            const char *team = g->rules->players[player].team, *others = g->rules->players[other].team;
            if (other != player && !(team && others && strcmp(team, others) == 0)) {
                g->enemies[player] = (uint8_t)(g->enemies[player] | 1u << other);
                if (g->board_of[player] == g->board_of[other]) {
                    g->enemy[player][g->enemy_count[player]++] = (uint8_t)other;
                }
            }
        }
    }
    if (g->nobody >= 0) {
        seat_nobody(g);
    }
}

static const char *find_start(game *g, const staged_hooks *hooks, diag_list *diags)
{
    const ruleset *rules = g->rules;
    const char *fen = NULL;
    if (!rules->start_hook) {
        return rules->start.string;
    }
    if (!hooks || !hooks->has(hooks->host, rules->start_hook)) {
        diag_error(diags, CODE_NO_FUNCTION, rules->start_place, "the script has no function `%s`", rules->start_hook);
        return NULL;
    }
    if (!hooks->start(hooks->host, diags, rules->start_hook, rules->start_number, rules->start_second, &g->arena,
                      &fen)) {
        diag_note(diags, rules->start_place, "this rule called the script");
        return NULL;
    }
    return fen;
}

/* Where the start position is written; one that a script made is a text of its own. */
static place start_place(const game *g, diag_list *diags)
{
    if (!g->rules->start_hook) {
        return g->rules->start.place;
    }
    return (place){diag_source(diags, g->rules->start_hook, g->start, strlen(g->start)), 1, 1, 0};
}

/* The men of the start, before anything else about positions is known: homes and first-move rights come from it. */
static bool place_start(game *g, const staged_hooks *hooks, diag_list *diags)
{
    g->start = find_start(g, hooks, diags);
    g->start_board = arena_new(&g->arena, man_id, (size_t)g->cells);
    if (!g->start) {
        return false;
    }
    if (!g->start_board) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    const char *end;
    bool fine = fen_read_board(g, diags, start_place(g, diags), g->start, g->start_board, &end);
    if (!fine && g->rules->start_hook) {
        diag_note(diags, g->rules->start_place, "the script is asked for it here");
    }
    return fine;
}

/* Reads the start position as any FEN is read, and keeps it in its own canonical words. */
static bool check_start(game *g, diag_list *diags)
{
    position *p = position_create(g, NULL);
    if (!p) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    place at = start_place(g, diags);
    bool fine = fen_read(p, diags, at, g->start);
    if (!fine && g->rules->start_hook) {
        diag_note(diags, g->rules->start_place, "the script is asked for it here");
    }
    if (fine) {
        text fen = {0};
        fen_write(p, &fen);
        g->start = fen.failed ? NULL : arena_text(&g->arena, text_string(&fen), fen.length);
        if (!g->start) {
            diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        }
        text_finish(&fen);
        for (int player = 0; player < g->players; player++) {
            if (!position_awaits(p, player) && g->core->in_check(p, player)) {
                diag_warning(diags, CODE_START_CHECK, at,
                             "in the start position %s, who is not to move, stands in check",
                             g->rules->players[player].name);
            }
        }
    }
    position_destroy(p);
    return fine && g->start;
}

/* Whether a man who is not royal may become one that is: then he may arrive where he is attacked, which the masks do not ask of him. */
static bool makes_royals(const game *g)
{
    bool royal[TYPES_MAX + 1], makes = false;
    for (int type = 0; type < g->types; type++) {
        royal[type] = g->type[type].royal;
    }
    for (int man = 1; man < g->men; man++) {
        makes |= !g->man_royal[man] && reach_becomes(g, man, royal);
    }
    return makes;
}

/* Two cells may be joined by several lines where lines are thrown back: which way a royal man took is not known. */
static bool royals_bounce(const game *g, place *where)
{
    bool found = false;
    for (int type = 0; type < g->types && !found; type++) {
        const rule_piece *piece = &g->rules->pieces[g->type[type].piece];
        for (size_t i = 0; g->type[type].royal && i < piece->move_count && !found; i++) {
            found = piece->moves[i].bounces;
            *where = piece->moves[i].place;
        }
    }
    return found;
}

static bool rule_on_legality(game *g, diag_list *diags)
{
    place bounced;
    /* Men placed in one turn are plies that must each be safe, as all are. */
    bool open = g->open_turns && !g->placing_terms;
    g->fast = g->fast && !g->effects && !g->choice_count && !g->listing_count && !g->attacks_by_moves && !g->towers &&
              !g->rules->turn.judge_end && !open && !g->rules->royals_taken &&
              !(g->takes_by_line && g->royal_types); /* who is taken off may have stood before a royal */
    for (int player = 0; player < g->players; player++) {
        g->fast = g->fast && !g->walking[player];
    }
    g->fast = g->fast && !(g->blasts && (g->hopping || g->silences)) && !(g->royal_types && makes_royals(g));
    g->royal_slides_through_attack = g->rules->royal_slides_through_attack;
    if (!g->royal_slides_through_attack && !g->between) {
        diag_error(diags, CODE_NOT_PLAYED_TOGETHER, g->rules->board_place,
                   "`slide_through_attack: false` is not played on a board of this size yet");
        return false;
    }
    if (!g->royal_slides_through_attack && g->topology.wrap != WRAP_NONE) {
        diag_error(diags, CODE_NOT_PLAYED_TOGETHER, g->rules->board_place,
                   "`slide_through_attack: false` is not played on a board that is glued to itself yet");
        return false;
    }
    if (!g->royal_slides_through_attack && royals_bounce(g, &bounced)) {
        diag_error(diags, CODE_NOT_PLAYED_TOGETHER, bounced,
                   "`slide_through_attack: false` is not played with royal men whose lines bounce yet");
        return false;
    }
    return true;
}

enum { MOVES_LEAST = 2048, MOVES_MOST = 1 << 17 };

static void measure(game *g)
{
    g->position_size = g->core->size(g, &g->hand_offset, &g->tower_offset);
    size_t bound = (size_t)g->cells * (size_t)g->cells * 2 + (size_t)g->types * (size_t)g->cells;
    g->moves_max = bound < MOVES_LEAST ? MOVES_LEAST : bound > MOVES_MOST ? MOVES_MOST : bound;
}

/* Named zones are read here, too, and those of drops: a mistake in one that nothing uses is a mistake. Where cells are
 * missing, they were read before these were taken away. */
static bool zones_fine(const game *g, diag_list *diags)
{
    bool cells[CELLS_MAX], fine = true;
    for (size_t i = 0; i < g->rules->zone_count && !g->rules->missing.string; i++) {
        fine = zone_read(&g->topology, g->rules, diags, &g->rules->zones[i], 0, cells) && fine;
    }
    for (size_t i = 0; i < g->rules->piece_count && fine; i++) {
        fine = zone_read(&g->topology, g->rules, diags, &g->rules->pieces[i].drop.zone, 0, cells);
    }
    return fine;
}

game *game_build_for(const ruleset *rules, const staged_hooks *hooks, diag_list *diags, const struct core *wanted)
{
    game *g = calloc(1, sizeof *g);
    if (!g) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    arena_init(&g->arena, (size_t)1 << 30);
    g->rules = rules;
    g->players = (int)rules->player_count;
    g->nobody = rules->nobody ? g->players : -1;
    g->owners = g->players + (rules->nobody != NULL);
    g->fast = true;
    g->hands = rules->hands;
    g->towers = rules->towers;
    g->stacks = rules->towers && rules->captured == CAPTURED_UNDER;
    g->checkered = rules->checkered;
    bool fine = topology_build(&g->topology, &g->arena, rules, diags);
    if (fine) {
        g->cells = g->topology.cells;
        g->core = wanted ? wanted : core_pick(g->cells, false);
        g->words = g->core->words;
        seat_players(g);
        fine = board_sets(g) && name_players(g);
    }
    fine = fine && forms_build(g, hooks, diags) && powers_build(g, diags) && blast_build(g, diags) && hash_keys(g) &&
           filter_build(g, hooks, diags) && place_start(g, hooks, diags) && rights_build(g, diags) &&
           castlings_build(g, hooks, diags) && plans_build(g, hooks, diags) &&
           sliders_build(g, diags, g->core->lookup) && promotions_build(g, diags) && marches_build(g, diags) &&
           leave_out_still(g) && threats_build(g, diags) && between_build(g, diags) && drops_build(g, diags) &&
           hooks_build(g, diags) && endings_build(g, diags) && terms_build(g, diags) && zones_fine(g, diags);
    fine = fine && rule_on_legality(g, diags);
    if (fine) {
        measure(g);
        fine = check_start(g, diags);
    }
    if (g->arena.failed && !diags->failed) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    if (!fine || diags->failed) {
        game_destroy(g);
        return NULL;
    }
    return g;
}

game *game_build(const ruleset *rules, const staged_hooks *hooks, diag_list *diags)
{
    return game_build_for(rules, hooks, diags, NULL);
}

void game_destroy(game *g)
{
    if (g) {
        arena_finish(&g->arena);
        free(g);
    }
}
