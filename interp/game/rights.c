/* Rights: what a man may do only while it has not moved: first-move leaps and castling, kept as bits.
 *
 * A right is lost when its man leaves its cell or is taken there: both touch the cell, so one mask for each cell says
 * it (the usual trick for castling rights, here for all rights). Where a king may start anywhere, its moves clear the
 * player's castling rights by the man instead. */

#include "game/build.h"
#include "game/position.h"

#include <ctype.h>
#include <string.h>

enum { CASTLINGS_MAX = 8192 }; /* a move has 14 bits for the number */

static int add_right(game *g, diag_list *diags, place at, game_right r)
{
    if (g->rights == RIGHTS_MAX) {
        diag_error(diags, CODE_TOO_MANY, at, "the game has more than %d rights", RIGHTS_MAX);
        return -1;
    }
    g->right[g->rights] = r;
    g->player_rights[r.player] |= UINT32_C(1) << g->rights;
    if (r.castling) {
        g->castling_rights |= UINT32_C(1) << g->rights;
    }
    if (r.cell != CELL_NONE) {
        g->cell_clears[r.cell] |= UINT32_C(1) << g->rights;
    }
    return g->rights++;
}

/* The one cell where a man of that type stands at the start. */
static cell_id start_cell(const game *g, diag_list *diags, const rule_right *rule, size_t player)
{
    cell_id found = CELL_NONE;
    man_id man = game_man(g, (int)player, g->base_type[rule->piece]);
    for (int cell = 0; cell < g->cells; cell++) {
        if (g->start_board[cell] == man) {
            if (found != CELL_NONE) {
                diag_error(diags, CODE_RIGHT_HOLDER, rule->place,
                           "right `%s` does not say which %s holds it: several stand at the start", rule->letter,
                           g->rules->pieces[rule->piece].name);
                diag_hint(diags, "add `at:` with its cell");
                return CELL_NONE;
            }
            found = (cell_id)cell;
        }
    }
    return found;
}

bool rights_build(game *g, diag_list *diags)
{
    bool fine = true;
    g->right = arena_new(&g->arena, game_right, RIGHTS_MAX);
    g->cell_clears = arena_new(&g->arena, uint32_t, (size_t)g->cells);
    if (!g->right || !g->cell_clears) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    size_t errors = diags->errors;
    /* Rights are numbered player by player within each rule: right r of the rules for player p is r * players + p. */
    for (size_t i = 0; i < g->rules->right_count && fine; i++) {
        const rule_right *rule = &g->rules->rights[i];
        for (size_t player = 0; player < (size_t)g->players && fine; player++) {
            cell_id cell = rule->at.present ? zone_cell(&g->topology, g->rules, diags, &rule->at, player)
                                            : start_cell(g, diags, rule, player);
            game_right r = {.letter = rule->letter[0],
                            .player = (uint8_t)player,
                            .cell = cell,
                            .man = game_man(g, (int)player, g->base_type[rule->piece]),
                            .shown_lost = rule->shown_lost,
                            .implied = rule->implied};
            fine = add_right(g, diags, rule->place, r) >= 0;
        }
    }
    return fine && diags->errors == errors;
}

/* Cells from a to b along a row or column, both included; false when they are on no common line. */
static bool cells_along(const game *g, cell_id a, cell_id b, bool *cells)
{
    const topology *t = &g->topology;
    if (t->level[a] != t->level[b]) {
        return false;
    }
    int dx = (t->column[b] > t->column[a]) - (t->column[b] < t->column[a]);
    int dy = (t->row[b] > t->row[a]) - (t->row[b] < t->row[a]);
    if (dx && dy) {
        return false;
    }
    int x = t->column[a], y = t->row[a];
    for (;;) {
        cell_id cell = topology_at(t, x, y, t->level[a]);
        if (cell != CELL_NONE) { /* cells of a row may stand two apart */
            cells[cell] = true;
        }
        if (cell == b) {
            return true;
        }
        x += dx;
        y += dy;
    }
}

static int find_right(const game *g, size_t player, char letter, cell_id cell)
{
    for (int i = 0; i < g->rights; i++) {
        if (g->right[i].castling && g->right[i].player == player && g->right[i].letter == letter &&
            g->right[i].cell == cell) {
            return i;
        }
    }
    return -1;
}

static bool named_cells(const game *g, diag_list *diags, const written_each *said, size_t count, size_t player,
                        bool *cells)
{
    for (size_t i = 0; i < count; i++) {
        cell_id cell = zone_cell(&g->topology, g->rules, diags, &said[i], player);
        if (cell == CELL_NONE) {
            return false;
        }
        cells[cell] = true;
    }
    return true;
}

/* What must be empty and what must not be attacked: as the rules say, else the ways of king and partner. */
static bool castling_cells(const game *g, diag_list *diags, const rule_castling *rule, size_t player, const castling *c,
                           bool *clear, bool *path)
{
    bool fine = true;
    if (rule->clear && !named_cells(g, diags, rule->clear, rule->clear_count, player, clear)) {
        return false;
    }
    if (rule->safe && !named_cells(g, diags, rule->safe, rule->safe_count, player, path)) {
        return false;
    }
    if (!rule->clear) {
        fine = cells_along(g, c->king_from, c->king_to, clear) && cells_along(g, c->partner_from, c->partner_to, clear);
    }
    if (!rule->safe) {
        fine = fine && cells_along(g, c->king_from, c->king_to, path);
    }
    if (!fine) {
        diag_error(diags, CODE_CASTLING_WAY, rule->place,
                   "castling: king and partner must each move along a rank or a file");
        diag_hint(diags, "`clear` and `safe` say the cells where they do not");
    }
    return fine;
}

/* Whether the game's filter lets both men go. */
static bool castling_filtered(const game *g, size_t player, const castling *c)
{
    const uint64_t *allowed = g->allowed[player];
    size_t words = (size_t)g->words;
    return !allowed ||
           ((c->king_from == c->king_to || set_has(allowed + c->king_from * words, c->king_to)) &&
            (c->partner_from == c->partner_to || set_has(allowed + c->partner_from * words, c->partner_to)));
}

static bool add_castling(game *g, diag_list *diags, int rule_number, size_t player, cell_id cells[4], char letter,
                         arena *scratch)
{
    const rule_castling *rule = &g->rules->castlings[rule_number];
    if (g->castling_count == g->castling_room) {
        diag_error(diags, CODE_TOO_MANY, rule->place, "more than %d castlings", g->castling_room);
        return false;
    }
    bool *clear = arena_new(scratch, bool, (size_t)g->cells);
    bool *path = arena_new(scratch, bool, (size_t)g->cells);
    if (!clear || !path) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    castling c = {.rule = rule_number,
                  .king_from = cells[0],
                  .partner_from = cells[1],
                  .king_to = cells[2],
                  .partner_to = cells[3],
                  .king = game_man(g, (int)player, g->base_type[rule->king]),
                  .partner = game_man(g, (int)player, g->base_type[rule->partner])};
    if (!castling_cells(g, diags, rule, player, &c, clear, path)) {
        return false;
    }
    if (!castling_filtered(g, player, &c)) {
        return true;
    }
    clear[c.king_from] = clear[c.partner_from] = false;
    c.clear = build_set(g, diags, clear);
    c.path = build_set(g, diags, path);
    int right = find_right(g, player, letter, c.partner_from);
    if (right < 0) {
        game_right r = {
            .letter = letter, .player = (uint8_t)player, .cell = c.partner_from, .man = c.partner, .castling = true};
        right = add_right(g, diags, rule->place, r);
    }
    if (c.clear == UINT32_MAX || c.path == UINT32_MAX || right < 0) {
        return false;
    }
    c.right = right;
    g->castlings[g->castling_count++] = c;
    return true;
}

static bool castling_family(game *g, const staged_hooks *hooks, diag_list *diags, int number, size_t player,
                            arena *scratch)
{
    const rule_castling *rule = &g->rules->castlings[number];
    bool *zone = arena_new(scratch, bool, (size_t)g->cells);
    if (!zone) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    if (!hooks || !hooks->has(hooks->host, rule->hook)) {
        diag_error(diags, CODE_NO_FUNCTION, rule->place, "the script has no function `%s`", rule->hook);
        return false;
    }
    if (!zone_read(&g->topology, g->rules, diags, &rule->zone, player, zone)) {
        return false;
    }
    build_keep_board(g, player, zone);
    for (int king = 0; king < g->cells; king++) {
        for (int partner = 0; partner < g->cells; partner++) {
            int king_to = -1, partner_to = -1;
            if (!zone[king] || !zone[partner] || king == partner) {
                continue;
            }
            if (!hooks->castling(hooks->host, diags, rule->hook, king, partner, (int)player, &king_to, &partner_to)) {
                diag_note(diags, rule->place, "this rule called the script");
                return false;
            }
            if (king_to < 0) {
                continue;
            }
            cell_id cells[4] = {(cell_id)king, (cell_id)partner, (cell_id)king_to, (cell_id)partner_to};
            char letter = (char)('a' + g->topology.column[partner]);
            if (g->topology.column[partner] >= 26 || !add_castling(g, diags, number, player, cells, letter, scratch)) {
                return false;
            }
        }
    }
    g->castling_by_file = true;
    return true;
}

static bool castling_single(game *g, diag_list *diags, int number, size_t player, arena *scratch)
{
    const rule_castling *rule = &g->rules->castlings[number];
    const written_each *said[4] = {&rule->king_from, &rule->partner_from, &rule->king_to, &rule->partner_to};
    cell_id cells[4];
    for (int i = 0; i < 4; i++) {
        cells[i] = zone_cell(&g->topology, g->rules, diags, said[i], player);
        if (cells[i] == CELL_NONE) {
            return false;
        }
    }
    return add_castling(g, diags, number, player, cells, rule->right[0], scratch);
}

/* A king who castles from one cell loses the right when that cell is touched: by himself, and by whoever takes him, where kings
 * can be taken; another king of his, who came by promotion, does not matter. Where the kings of a right may have begun on
 * several cells, whoever moves or is taken there loses it. */
static void rights_of_king(game *g, int number)
{
    const castling *c = &g->castlings[number];
    bool one = true;
    for (int i = 0; i < g->castling_count; i++) {
        one = one && (g->castlings[i].right != c->right || g->castlings[i].king_from == c->king_from);
    }
    *(one ? &g->cell_clears[c->king_from] : &g->man_clears[c->king]) |= UINT32_C(1) << c->right;
}

/* What a right to castle tells anyway is that its king has not moved: of another man it tells nothing, and a FEN that left his
 * right out could not be read. */
static bool implied_are_kings(const game *g, diag_list *diags)
{
    for (int i = 0; i < g->rights; i++) {
        const game_right *right = &g->right[i];
        for (int k = 0; right->implied && k < g->castling_count; k++) {
            const castling *c = &g->castlings[k];
            bool anywhere = g->rules->castlings[c->rule].hook != NULL;
            if (g->right[c->right].player == right->player &&
                (c->king != right->man || (!anywhere && c->king_from != right->cell))) {
                diag_error(diags, CODE_KEYS_CLASH, g->rules->rights[i / g->players].place,
                           "`implied` is for the right of the king who castles, from the cell where he does");
                diag_note(diags, g->rules->castlings[c->rule].place, "this castling says nothing of it");
                return false;
            }
        }
    }
    return true;
}

bool castlings_build(game *g, const staged_hooks *hooks, diag_list *diags)
{
    if (!g->rules->castling_count) {
        return true;
    }
    size_t widest = (size_t)(g->topology.columns > g->topology.rows ? g->topology.columns : g->topology.rows);
    size_t room = g->rules->castling_count * (size_t)g->players * widest * widest;
    room = room > CASTLINGS_MAX ? CASTLINGS_MAX : room;
    g->castling_room = (int)room;
    g->castlings = arena_new(&g->arena, castling, room);
    g->castling_at = arena_new(&g->arena, uint16_t, (size_t)RIGHTS_MAX * (size_t)g->cells);
    if (!g->castlings || !g->castling_at) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    bool fine = true;
    for (size_t number = 0; number < g->rules->castling_count && fine; number++) {
        for (size_t player = 0; player < (size_t)g->players && fine; player++) {
            arena scratch;
            arena_init(&scratch, 0);
            fine = g->rules->castlings[number].hook ? castling_family(g, hooks, diags, (int)number, player, &scratch)
                                                    : castling_single(g, diags, (int)number, player, &scratch);
            arena_finish(&scratch);
        }
    }
    for (int i = 0; i < g->castling_count; i++) {
        rights_of_king(g, i);
        castling *c = &g->castlings[i];
        uint16_t *at = &g->castling_at[(size_t)c->right * (size_t)g->cells + c->king_from];
        c->also = *at;
        *at = (uint16_t)(i + 1);
    }
    return fine && implied_are_kings(g, diags);
}

bool right_stands(const position *p, int number)
{
    const game *g = p->game;
    const game_right *right = &g->right[number];
    if (right->cell == CELL_NONE || position_lowest(p, right->cell) != right->man) {
        return false;
    }
    if (!right->castling) {
        return true;
    }
    for (int i = 0; i < g->castling_count; i++) {
        const castling *c = &g->castlings[i];
        if (c->right == number && position_lowest(p, c->king_from) == c->king) {
            return true;
        }
    }
    return false;
}
