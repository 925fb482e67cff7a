/* Rights: what a piece may do only while it has not moved: first-move leaps and castling, kept as bits.
 *
 * A right is lost when its piece leaves its cell or is captured there. Both touch the cell, so one mask for each cell
 * is enough (the usual mask for castling rights, here for all rights). Where a king may castle from several cells, it
 * clears its player's castling rights when it leaves one of them, and other pieces on that cell do not. */

#include "compile/variant_build.h"

#include <ctype.h>
#include <string.h>

enum { CASTLINGS_MAX = 8192 }; /* a move has 14 bits for the number */

/* What the FEN shows: with `shown: file` the letter with which the cell's name begins, where it does. */
static char letter_of(const variant *v, const rule_right *rule, cell_id cell)
{
    char file = rule->shown_file && cell != CELL_NONE ? v->topology.names[cell][0] : '\0';
    return ascii_is_lower(file) ? file : rule->letter[0];
}

static int add_right(variant *v, diag_list *diags, location at, variant_right r)
{
    if (v->rights == RIGHTS_MAX) {
        diag_error(diags, CODE_TOO_MANY, at, "the variant has more than %d rights", RIGHTS_MAX);
        return -1;
    }
    for (int i = 0; i < v->rights; i++) { /* the rules have seen to it that letters of their own differ */
        const variant_right *other = &v->right[i];
        if (other->player == r.player && other->letter == r.letter && !(other->castling && r.castling)) {
            diag_error(diags, CODE_RIGHT_LETTER, at, "two rights of one player are shown as `%c`", r.letter);
            diag_hint(diags, "with `shown: file` a right has the letter of its cell's file");
            return -1;
        }
    }
    v->right[v->rights] = r;
    v->player_rights[r.player] |= UINT32_C(1) << v->rights;
    if (r.castling) {
        v->castling_rights |= UINT32_C(1) << v->rights;
    }
    if (r.cell != CELL_NONE) {
        v->cell_clears_rights[r.cell] |= UINT32_C(1) << v->rights;
    }
    for (int piece = 1; r.anywhere && piece < v->piece_ids; piece++) {
        bool same = v->owner_of[piece] == r.player &&
                    v->type[v->type_of[piece]].rule_piece_index == v->type[v->type_of[r.piece]].rule_piece_index;
        v->king_holds_rights[piece] |= same ? UINT32_C(1) << v->rights : 0;
    }
    for (int cell = 0; r.anywhere && cell < v->cells; cell++) {
        v->castles_from[cell] |= UINT32_C(1) << v->rights;
    }
    return v->rights++;
}

/* The one cell where a piece of that type is at the start. */
static cell_id start_cell(const variant *v, diag_list *diags, const rule_right *rule, size_t player)
{
    cell_id found = CELL_NONE;
    piece_id piece = variant_piece(v, (int)player, v->base_type[rule->piece]);
    for (int cell = 0; cell < v->cells; cell++) {
        if (v->start_board[cell] == piece) {
            if (found != CELL_NONE) {
                diag_error(diags, CODE_RIGHT_HOLDER, rule->location,
                           "right `%s` does not say which %s holds it: several stand at the start", rule->letter,
                           v->rules->pieces[rule->piece].name);
                diag_hint(diags, "add `at:` with its cell");
                return CELL_NONE;
            }
            found = (cell_id)cell;
        }
    }
    return found;
}

bool rights_build(variant *v, diag_list *diags)
{
    bool ok = true;
    v->right = arena_new(&v->arena, variant_right, RIGHTS_MAX);
    v->cell_clears_rights = arena_new(&v->arena, uint32_t, (size_t)v->cells);
    v->castles_from = arena_new(&v->arena, uint32_t, (size_t)v->cells);
    if (!v->right || !v->cell_clears_rights || !v->castles_from) {
        return diag_out_of_memory(diags);
    }
    size_t errors = diags->errors;
    /* Rights are numbered player by player within each rule: right r of the rules for player p is r * players + p. */
    for (size_t i = 0; i < v->rules->right_count && ok; i++) {
        const rule_right *rule = &v->rules->rights[i];
        for (size_t player = 0; player < (size_t)v->players && ok; player++) {
            cell_id cell = rule->anywhere     ? (cell_id)CELL_NONE
                           : rule->at.present ? zone_cell(&v->topology, v->rules, diags, &rule->at, player)
                                              : start_cell(v, diags, rule, player);
            variant_right r = {.letter = letter_of(v, rule, cell),
                               .player = (uint8_t)player,
                               .cell = cell,
                               .piece = rule->piece < 0 ? PIECE_NONE
                                                        : variant_piece(v, (int)player, v->base_type[rule->piece]),
                               .shown_lost = rule->shown_lost,
                               .anywhere = rule->anywhere,
                               .implied = rule->implied};
            ok = add_right(v, diags, rule->location, r) >= 0;
        }
    }
    return ok && diags->errors == errors;
}

/* Cells from a to b along a row or column, both included; false when there is no common row or column. */
static bool cells_along(const variant *v, cell_id a, cell_id b, bool *cells)
{
    const topology *t = &v->topology;
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
        if (cell != CELL_NONE) { /* cells of a row may be two columns apart */
            cells[cell] = true;
        }
        if (cell == b) {
            return true;
        }
        x += dx;
        y += dy;
    }
}

static int find_right(const variant *v, size_t player, char letter, cell_id cell)
{
    for (int i = 0; i < v->rights; i++) {
        if (v->right[i].castling && v->right[i].player == player && v->right[i].letter == letter &&
            v->right[i].cell == cell) {
            return i;
        }
    }
    return -1;
}

static bool read_cells(const variant *v, diag_list *diags, const rule_text_by_player *spec, size_t count, size_t player,
                       bool *cells)
{
    for (size_t i = 0; i < count; i++) {
        cell_id cell = zone_cell(&v->topology, v->rules, diags, &spec[i], player);
        if (cell == CELL_NONE) {
            return false;
        }
        cells[cell] = true;
    }
    return true;
}

/* What must be empty and what must not be attacked: as the rules say, else the paths of king and partner. */
static bool castling_cells(const variant *v, diag_list *diags, const rule_castling *rule, size_t player,
                           const castling *c, bool *clear, bool *path)
{
    bool ok = true;
    if (rule->clear && !read_cells(v, diags, rule->clear, rule->clear_count, player, clear)) {
        return false;
    }
    if (rule->safe && !read_cells(v, diags, rule->safe, rule->safe_count, player, path)) {
        return false;
    }
    path[c->king_from] = !rule->safe || rule->safe_count; /* a king in check castles only where nothing need be safe */
    if (!rule->clear) {
        ok = cells_along(v, c->king_from, c->king_to, clear) && cells_along(v, c->partner_from, c->partner_to, clear);
    }
    if (!rule->safe) {
        ok = ok && cells_along(v, c->king_from, c->king_to, path);
    }
    if (!ok) {
        diag_error(diags, CODE_CASTLING_WAY, rule->location,
                   "castling: king and partner must each move along a rank or a file");
        diag_hint(diags, "`clear` and `safe` say the cells where they do not");
    }
    return ok;
}

/* Whether the variant's filter allows the moves of both pieces. */
static bool castling_filtered(const variant *v, size_t player, const castling *c)
{
    const uint64_t *allowed = v->filter_allows[player];
    size_t words = (size_t)v->bitset_words;
    return !allowed ||
           ((c->king_from == c->king_to || set_has(allowed + c->king_from * words, c->king_to)) &&
            (c->partner_from == c->partner_to || set_has(allowed + c->partner_from * words, c->partner_to)));
}

static bool add_castling(variant *v, diag_list *diags, int rule_number, size_t player, cell_id cells[4], char letter,
                         arena *scratch)
{
    const rule_castling *rule = &v->rules->castlings[rule_number];
    if (v->castling_count == v->castling_room) {
        diag_error(diags, CODE_TOO_MANY, rule->location, "more than %d castlings", v->castling_room);
        return false;
    }
    bool *clear = arena_new(scratch, bool, (size_t)v->cells);
    bool *path = arena_new(scratch, bool, (size_t)v->cells);
    if (!clear || !path) {
        return diag_out_of_memory(diags);
    }
    castling c = {.rule = rule_number,
                  .king_from = cells[0],
                  .partner_from = cells[1],
                  .king_to = cells[2],
                  .partner_to = cells[3],
                  .king = variant_piece(v, (int)player, v->base_type[rule->king]),
                  .partner = variant_piece(v, (int)player, v->base_type[rule->partner])};
    if (!castling_cells(v, diags, rule, player, &c, clear, path)) {
        return false;
    }
    if (!castling_filtered(v, player, &c)) {
        return true;
    }
    clear[c.king_from] = clear[c.partner_from] = false;
    c.clear = build_set(v, diags, clear);
    c.path = build_set(v, diags, path);
    int right = find_right(v, player, letter, c.partner_from);
    if (right < 0) {
        variant_right r = {
            .letter = letter, .player = (uint8_t)player, .cell = c.partner_from, .piece = c.partner, .castling = true};
        right = add_right(v, diags, rule->location, r);
    }
    if (c.clear == UINT32_MAX || c.path == UINT32_MAX || right < 0) {
        return false;
    }
    c.right = right;
    v->castlings[v->castling_count++] = c;
    return true;
}

static bool castlings_from_hook(variant *v, const staged_hooks *hooks, diag_list *diags, int number, size_t player,
                                arena *scratch)
{
    const rule_castling *rule = &v->rules->castlings[number];
    bool *zone = arena_new(scratch, bool, (size_t)v->cells);
    if (!zone) {
        return diag_out_of_memory(diags);
    }
    if (!hook_exists(hooks, diags, rule->hook, rule->location)) {
        return false;
    }
    if (!zone_read(&v->topology, v->rules, diags, &rule->zone, player, zone)) {
        return false;
    }
    build_keep_own_board(v, player, zone);
    for (int king = 0; king < v->cells; king++) {
        for (int partner = 0; partner < v->cells; partner++) {
            int king_to = -1, partner_to = -1;
            if (!zone[king] || !zone[partner] || king == partner) {
                continue;
            }
            if (!hooks->castling(hooks->host, diags, rule->hook, king, partner, (int)player, &king_to, &partner_to)) {
                diag_note(diags, rule->location, "this rule called the script");
                return false;
            }
            if (king_to < 0) {
                continue;
            }
            cell_id cells[4] = {(cell_id)king, (cell_id)partner, (cell_id)king_to, (cell_id)partner_to};
            char letter = (char)('a' + v->topology.column[partner]);
            if (v->topology.column[partner] >= 26 || !add_castling(v, diags, number, player, cells, letter, scratch)) {
                return false;
            }
        }
    }
    v->castling_by_file = true;
    return true;
}

/* The four cells of a castling, as the rule says them. */
static bool rule_cells(const variant *v, diag_list *diags, const rule_castling *rule, size_t player, cell_id cells[4])
{
    const rule_text_by_player *spec[4] = {&rule->king_from, &rule->partner_from, &rule->king_to, &rule->partner_to};
    for (int i = 0; i < 4; i++) {
        cells[i] = zone_cell(&v->topology, v->rules, diags, spec[i], player);
        if (cells[i] == CELL_NONE) {
            return false;
        }
    }
    return true;
}

static bool are_on_one_rank(const topology *t, const cell_id cells[4])
{
    for (int i = 1; i < 4; i++) {
        if (t->row[cells[i]] != t->row[cells[0]] || t->level[cells[i]] != t->level[cells[0]]) {
            return false;
        }
    }
    return true;
}

/* Whether the player has a castling of these two pieces already. */
static bool has_castling(const variant *v, size_t player, cell_id king, cell_id partner)
{
    for (int i = 0; i < v->castling_count; i++) {
        const castling *c = &v->castlings[i];
        if (v->right[c->right].player == player && c->king_from == king && c->partner_from == partner) {
            return true;
        }
    }
    return false;
}

/* King and partner start anywhere on the rank where the rule says that they start, and end as it says. */
static bool castlings_of_any_array(variant *v, diag_list *diags, int number, size_t player, arena *scratch)
{
    const rule_castling *rule = &v->rules->castlings[number];
    const topology *t = &v->topology;
    cell_id own[4];
    if (!rule_cells(v, diags, rule, player, own)) {
        return false;
    }
    if (!are_on_one_rank(t, own) || t->columns > 26) {
        diag_error(diags, CODE_CASTLING_WAY, rule->location,
                   "castling of any array: king and partner must start and end on one rank");
        return false;
    }
    const bool right_side = t->column[own[1]] > t->column[own[0]];
    for (int king = 0; king < t->columns; king++) {
        for (int partner = 0; partner < t->columns; partner++) {
            cell_id cells[4] = {topology_at(t, king, t->row[own[0]], t->level[own[0]]),
                                topology_at(t, partner, t->row[own[0]], t->level[own[0]]), own[2], own[3]};
            if (king == partner || (partner > king) != right_side || cells[0] == CELL_NONE || cells[1] == CELL_NONE) {
                continue;
            }
            if (has_castling(v, player, cells[0], cells[1])) {
                diag_error(diags, CODE_CASTLING_WAY, rule->location,
                           "castling of any array: the king has two castlings to one side");
                return false;
            }
            if (!add_castling(v, diags, number, player, cells, (char)('a' + partner), scratch)) {
                return false;
            }
        }
    }
    v->castling_by_file = true;
    return true;
}

static bool castling_from_rule(variant *v, diag_list *diags, int number, size_t player, arena *scratch)
{
    const rule_castling *rule = &v->rules->castlings[number];
    cell_id cells[4];
    return rule_cells(v, diags, rule, player, cells) &&
           add_castling(v, diags, number, player, cells, rule->right[0], scratch);
}

/* A king that castles from one cell loses the right when a move begins or ends there: its own move, or its capture
 * where kings can be captured. Another king of the same owner, made by promotion, does not matter. Where the kings of a
 * right may begin on several cells, any such king loses it that leaves one of them. */
static void set_king_clears(variant *v, int number)
{
    const castling *c = &v->castlings[number];
    bool one = true;
    for (int i = 0; i < v->castling_count; i++) {
        one = one && (v->castlings[i].right != c->right || v->castlings[i].king_from == c->king_from);
    }
    *(one ? &v->cell_clears_rights[c->king_from] : &v->king_holds_rights[c->king]) |= UINT32_C(1) << c->right;
    v->castles_from[c->king_from] |= UINT32_C(1) << c->right;
}

/* The rights to castle with the piece that has the right, from its cell: that of the king of all castlings of its owner, or
 * that of a partner. 0: another piece, whose `implied` right would be lost in the FEN. */
static uint32_t implying_rights(const variant *v, const variant_right *right)
{
    uint32_t as_king = 0, as_partner = 0;
    bool always_king = true;
    for (int k = 0; k < v->castling_count; k++) {
        const castling *c = &v->castlings[k];
        bool anywhere = rule_castling_is_family(&v->rules->castlings[c->rule]), any = right->piece == PIECE_NONE;
        if (v->right[c->right].player != right->player) {
            continue;
        }
        as_king |= UINT32_C(1) << c->right;
        always_king =
            always_king && (any || c->king == right->piece) && ((anywhere && !any) || c->king_from == right->cell);
        if (!anywhere && (any || c->partner == right->piece) && c->partner_from == right->cell) {
            as_partner |= UINT32_C(1) << c->right;
        }
    }
    return always_king ? as_king : as_partner;
}

static bool find_implied(variant *v, diag_list *diags)
{
    for (int i = 0; i < v->rights; i++) {
        variant_right *right = &v->right[i];
        if (!right->implied || !(v->castling_rights & v->player_rights[right->player])) {
            continue;
        }
        right->implied_by = implying_rights(v, right);
        if (!right->implied_by) {
            diag_error(diags, CODE_CONFLICTING_KEYS, v->rules->rights[i / v->players].location,
                       "`implied` is for the right of the king that castles, or of its partner, from the cell where it "
                       "castles");
            diag_note(diags, v->rules->castlings[0].location, "this castling says nothing of it");
            return false;
        }
    }
    return true;
}

bool castlings_build(variant *v, const staged_hooks *hooks, diag_list *diags)
{
    if (!v->rules->castling_count) {
        return true;
    }
    size_t widest = (size_t)(v->topology.columns > v->topology.rows ? v->topology.columns : v->topology.rows);
    size_t room = v->rules->castling_count * (size_t)v->players * widest * widest;
    room = room > CASTLINGS_MAX ? CASTLINGS_MAX : room;
    v->castling_room = (int)room;
    v->castlings = arena_new(&v->arena, castling, room);
    v->castling_at = arena_new(&v->arena, uint16_t, (size_t)RIGHTS_MAX * (size_t)v->cells);
    if (!v->castlings || !v->castling_at) {
        return diag_out_of_memory(diags);
    }
    bool ok = true;
    for (size_t number = 0; number < v->rules->castling_count && ok; number++) {
        for (size_t player = 0; player < (size_t)v->players && ok; player++) {
            arena scratch;
            arena_init(&scratch, 0);
            const rule_castling *rule = &v->rules->castlings[number];
            ok = rule->any_array ? castlings_of_any_array(v, diags, (int)number, player, &scratch)
                 : rule->hook    ? castlings_from_hook(v, hooks, diags, (int)number, player, &scratch)
                                 : castling_from_rule(v, diags, (int)number, player, &scratch);
            arena_finish(&scratch);
        }
    }
    for (int i = 0; i < v->castling_count; i++) {
        set_king_clears(v, i);
        castling *c = &v->castlings[i];
        uint16_t *at = &v->castling_at[(size_t)c->right * (size_t)v->cells + c->king_from];
        c->alternative = *at;
        *at = (uint16_t)(i + 1);
    }
    return ok && find_implied(v, diags);
}
