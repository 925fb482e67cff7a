#include "game/fen.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HAND_MAX = 1000, COUNT_MAX = UINT16_MAX, TOWER_SPELT_MAX = 4 };

typedef struct reader {
    const game *g;
    diag_list *diags;
    place at;
    const char *fen; /* whole */
    position *p;     /* being set up, or NULL */
    int board;       /* whose part of the FEN is being read, where players have boards of their own; -1 */
    const char *s;   /* where we are */
    uint32_t lost;   /* rights that the FEN calls lost */
} reader;

static place here(const reader *r, size_t length)
{
    return place_within(r->at, (size_t)(r->s - r->fen), length);
}

static bool wrong(reader *r, diag_code code, size_t length, const char *field, const char *words)
{
    diag_error(r->diags, code, here(r, length), "%s: %s", field, words);
    return false;
}

/* Men of nobody are written in either case. */
static bool same_but_case(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!b[i] || toupper((unsigned char)a[i]) != toupper((unsigned char)b[i])) {
            return false;
        }
    }
    return true;
}

/* Whether a player is met in the part of a board; -1 is the whole FEN. */
static bool plays_on(const game *g, int board, int player)
{
    return board < 0 || g->board_of[player] == board;
}

/* The man whose text begins at `s`, the longest that fits; *length gets its bytes. */
static man_id man_at(const reader *r, const char *s, size_t *length)
{
    const game *g = r->g;
    man_id found = MAN_NONE;
    *length = 0;
    for (int man = 1; man < g->men; man++) {
        bool nobodys = g->man_owner[man] == g->nobody;
        if ((nobodys && g->man_royal[man]) || !plays_on(g, r->board, g->man_owner[man])) {
            continue; /* a royal man has an owner */
        }
        size_t n = strlen(g->man_text[man]);
        if (n > *length && (nobodys ? same_but_case(g->man_text[man], s, n) : strncmp(g->man_text[man], s, n) == 0)) {
            found = (man_id)man;
            *length = n;
        }
    }
    return found;
}

/* Which row is being read, and how many of its places were. With more than two armies men are separated by commas, and
 * places without a cell may be written, as x. */
typedef struct row_reader {
    int row, level, last_level;
    int places; /* so far */
    bool spelt; /* the row writes places without a cell */
} row_reader;

static int cells_of_row(const game *g, const row_reader *at)
{
    const int *start = &g->topology.row_start[at->level * g->topology.rows + at->row];
    return start[1] - start[0];
}

static int places_of_row(const game *g, const row_reader *at)
{
    return at->spelt ? g->topology.columns : cells_of_row(g, at);
}

static bool row_length_error(reader *r, const row_reader *at, bool more)
{
    diag_error(r->diags, CODE_START_SHAPE, here(r, 1), "placement: rank %d has %s than %d cells", at->row + 1,
               more ? "more" : "fewer", places_of_row(r->g, at));
    return false;
}

/* The cell of the next place; CELL_NONE: none there. */
static cell_id next_place(const game *g, row_reader *at)
{
    int place_number = at->places++;
    if (at->spelt) {
        return topology_at(&g->topology, place_number, at->row, at->level);
    }
    return (cell_id)(g->topology.row_start[at->level * g->topology.rows + at->row] + place_number);
}

static bool unknown_man(reader *r)
{
    const game *g = r->g;
    size_t bytes = utf8_length(r->s, strlen(r->s));
    diag_error(r->diags, CODE_START_MAN, here(r, 1), "placement: no piece is written `%.*s`", (int)(bytes ? bytes : 1),
               r->s);
    text known = {0};
    for (int type = 0; type < g->types; type++) {
        text_print(&known, "%s%s", type ? " " : "", g->man_text[game_man(g, 0, type)]);
    }
    diag_hint(r->diags, "this game writes %s", text_string(&known));
    text_finish(&known);
    return false;
}

static bool read_empty(reader *r, row_reader *at)
{
    const char *number = r->s;
    int empty = 0;
    while (isdigit((unsigned char)*r->s) && empty < 1000) {
        empty = empty * 10 + (*r->s++ - '0');
    }
    bool fits = at->places + empty <= places_of_row(r->g, at);
    for (int i = 0; i < empty && fits; i++) {
        fits = next_place(r->g, at) != CELL_NONE;
    }
    if (empty == 0 || !fits) {
        r->s = number;
        return empty ? row_length_error(r, at, true)
                     : wrong(r, CODE_START_SHAPE, 1, "placement", "a 0 counts no empty cells");
    }
    return true;
}

static bool read_hole(reader *r, row_reader *at)
{
    if (at->places >= places_of_row(r->g, at)) {
        return row_length_error(r, at, true);
    }
    if (next_place(r->g, at) != CELL_NONE) {
        return wrong(r, CODE_START_CELL, 1, "placement", "`x` is where the board has no cell, and here is one");
    }
    r->s++;
    return true;
}

/* Where men become something else as soon as nobody stands on them, a FEN does not show them before. */
static bool stands_right(reader *r, man_id man, cell_id cell)
{
    man_id risen = man && r->g->risen ? r->g->risen[(size_t)man * (size_t)r->g->cells + cell] : MAN_NONE;
    if (!risen || risen == man) {
        return true;
    }
    diag_error(r->diags, CODE_START_CELL, here(r, 0), "placement: the man on %s is `%s` there",
               r->g->topology.names[cell], r->g->man_text[risen]);
    return false;
}

static bool read_man(reader *r, row_reader *at, man_id *board)
{
    size_t length;
    man_id man = man_at(r, r->s, &length);
    if (!man) {
        return unknown_man(r);
    }
    if (at->places >= places_of_row(r->g, at)) {
        return row_length_error(r, at, true);
    }
    cell_id cell = next_place(r->g, at);
    if (cell == CELL_NONE) {
        return wrong(r, CODE_START_CELL, length, "placement", "the board has no cell here");
    }
    board[cell] = man;
    r->s += length;
    return stands_right(r, man, cell);
}

/* Whether the man can lie under others: he stays what he is, or another has turned into him. */
static bool lies_below(const game *g, man_id man)
{
    bool found = !g->covered || g->covered[man] == man;
    for (int other = 1; other < g->men && !found; other++) {
        found = g->covered[other] == man;
    }
    return found;
}

/* A man of a tower goes on top of those below; false when it is as high as a tower can be. */
static bool pile_up(reader *r, man_id man, man_id *top, int cell, unsigned *height)
{
    if (*top && *height == TOWER_MAX) {
        return wrong(r, CODE_START_TOWER, 1, "placement", "a tower of more than 33 men");
    }
    if (*top && r->g->stacks && r->g->man_royal[*top] && !r->g->rules->royals_taken) {
        return wrong(r, CODE_START_TOWER, 1, "placement", "nobody stands on a royal man");
    }
    if (*top && !lies_below(r->g, *top)) {
        return wrong(r, CODE_START_TOWER, 1, "placement", "the man below is another piece while he is covered");
    }
    if (*top && r->p) {
        position_set_below(r->p, (size_t)cell * TOWER_MAX + *height, *top);
        position_heights(r->p)[cell] = (uint8_t)(*height + 1);
    }
    *height += *top != MAN_NONE;
    *top = man;
    return true;
}

/* (ABc): the men of a tower from the bottom to the top, which alone stands on the board; (12Ab) has twelve A. */
static bool read_tower(reader *r, row_reader *at, man_id *board)
{
    unsigned height = 0;
    man_id top = MAN_NONE;
    if (at->places >= places_of_row(r->g, at)) {
        return row_length_error(r, at, true);
    }
    cell_id cell = next_place(r->g, at);
    if (cell == CELL_NONE) {
        return wrong(r, CODE_START_CELL, 1, "placement", "the board has no cell here");
    }
    r->s++;
    while (*r->s != ')') {
        size_t length;
        unsigned times = 0;
        bool counted = isdigit((unsigned char)*r->s);
        while (isdigit((unsigned char)*r->s) && times < 100) {
            times = times * 10 + (unsigned)(*r->s++ - '0');
        }
        man_id man = man_at(r, r->s, &length);
        if (!man) {
            return wrong(r, CODE_START_TOWER, 1, "placement", *r->s ? "no piece is written so" : "the `)` is missing");
        }
        for (unsigned i = 0; i < (counted ? times : 1); i++) {
            if (!pile_up(r, man, &top, cell, &height)) {
                return false;
            }
        }
        r->s += length;
    }
    r->s++;
    board[cell] = top;
    return top ? stands_right(r, top, cell) : wrong(r, CODE_START_TOWER, 1, "placement", "an empty tower");
}

/* A place without a cell; x may be the letter of a player, too. */
static bool is_hole(const reader *r, const char *s)
{
    size_t length;
    return *s == 'x' && !man_at(r, s, &length);
}

static void begin_row(const reader *r, row_reader *at)
{
    const char *end = r->s + strcspn(r->s, "/| [");
    at->places = 0;
    at->spelt = false;
    for (const char *s = r->s; s < end && r->g->spells_owners && !at->spelt; s++) {
        at->spelt = is_hole(r, s);
    }
}

/* At the end of a row: the next one, which may be on the next level. False after an error; *done at the last. */
static bool next_row(reader *r, row_reader *at, bool *done)
{
    const topology *t = &r->g->topology;
    char c = *r->s;
    if (at->places != places_of_row(r->g, at)) {
        return row_length_error(r, at, false);
    }
    if (c == '|' && at->row == 0 && at->level < at->last_level) {
        at->row = t->rows - 1;
        at->level++;
    } else if (c == '/' && at->row > 0) {
        at->row--;
    } else if (c == '/' && r->g->hands && at->level == at->last_level) {
        *done = true; /* the other custom for hands: a ninth rank */
        return true;
    } else if (c == '/' || (c == '|' && at->row == 0)) {
        diag_error(r->diags, CODE_START_SHAPE, here(r, 1),
                   c == '/' ? "placement: more than the board's %d ranks" : "placement: more than %d levels",
                   c == '/' ? t->rows : t->levels);
        return false;
    } else if (at->row > 0) {
        diag_error(r->diags, CODE_START_SHAPE, here(r, 1), "placement: %d of the board's %d ranks are missing", at->row,
                   t->rows);
        return false;
    } else if (at->level < at->last_level) {
        diag_error(r->diags, CODE_START_SHAPE, here(r, 1),
                   "placement: %d of the %d levels are missing, each behind a `|`", t->levels - 1 - at->level,
                   t->levels);
        return false;
    } else {
        *done = true;
        return true;
    }
    r->s++;
    begin_row(r, at);
    return true;
}

static bool read_men(reader *r, man_id *board)
{
    const game *g = r->g;
    row_reader at = {.row = g->topology.rows - 1, .last_level = g->topology.levels - 1};
    if (r->board >= 0) {
        at.level = at.last_level = r->board;
    }
    bool fine = true, done = false;
    begin_row(r, &at);
    while (fine && !done) {
        char c = *r->s;
        if (isdigit((unsigned char)c)) {
            fine = read_empty(r, &at);
        } else if (c == '/' || c == '|' || c == '\0' || c == ' ' || c == '[') {
            fine = next_row(r, &at, &done);
        } else if (c == ',' && g->spells_owners) {
            r->s++;
        } else if (c == '(' && g->towers) {
            fine = read_tower(r, &at, board);
        } else if (at.spelt && is_hole(r, r->s)) {
            fine = read_hole(r, &at);
        } else {
            fine = read_man(r, &at, board);
        }
    }
    return fine;
}

/* Goes to the part of the next board; false after an error. */
static bool next_part(reader *r)
{
    const ruleset *rules = r->g->rules;
    r->board++;
    while (*r->s == ' ') {
        r->s++;
    }
    if (*r->s == '|') {
        for (r->s++; *r->s == ' '; r->s++) {
        }
        return true;
    }
    diag_error(r->diags, CODE_START_SHAPE, here(r, 1), "the position of board `%s` is missing",
               rules->board_names[r->board]);
    diag_hint(r->diags, "each board has its own FEN, with ` | ` between");
    return false;
}

bool fen_read_board(const game *g, diag_list *diags, place at, const char *fen, man_id *board, const char **end)
{
    reader r = {.g = g, .diags = diags, .at = at, .fen = fen, .s = fen, .board = g->own_boards ? 0 : -1};
    bool fine = read_men(&r, board);
    while (fine && r.board + 1 < g->own_boards) {
        r.s += strcspn(r.s, "|");
        fine = next_part(&r) && read_men(&r, board);
    }
    *end = r.s;
    return fine;
}

/* Whether some man is dropped from a count of this one. */
static bool held_for(const game *g, man_id held)
{
    for (int man = 1; man < g->men; man++) {
        if (g->held_as[man] == held) {
            return true;
        }
    }
    return false;
}

/* Whether taking brings it to a hand, though it may be that nobody ever drops it. */
static bool is_taken_as(const game *g, man_id held)
{
    for (size_t i = 0; g->taken_as && i < (size_t)g->men * (size_t)g->players; i++) {
        if (g->taken_as[i] == held) {
            return true;
        }
    }
    return false;
}

static bool read_hands(reader *r, uint16_t *hand)
{
    bool slash = *r->s == '/';
    if (*r->s != '[' && !slash) {
        return true;
    }
    if (!r->g->hands) {
        return wrong(r, CODE_START_HANDS, 1, "hands", "nobody holds men in this game");
    }
    r->s++;
    while (slash ? *r->s && *r->s != ' ' : *r->s != ']') {
        size_t length;
        if (*r->s == '-' && r->s[1] == ']') {
            r->s++;
            break;
        }
        man_id man = man_at(r, r->s, &length);
        bool face = man && r->g->held_as[man] != man && !held_for(r->g, man) && !is_taken_as(r->g, man);
        if (!man || face || (r->g->man_royal[man] && !game_places_royals(r->g)) ||
            r->g->type[r->g->man_type[man]].reverts) {
            return wrong(r, CODE_START_HANDS, 1, "hands", *r->s ? "no such man can be held" : "the `]` is missing");
        }
        if (hand[man] == HAND_MAX) {
            return wrong(r, CODE_START_HANDS, 1, "hands", "more than 1000 men of a kind");
        }
        hand[man]++;
        r->s += length;
    }
    r->s += !slash;
    return true;
}

static size_t field_length(const char *s)
{
    size_t n = 0;
    while (s[n] && s[n] != ' ') {
        n++;
    }
    return n;
}

/* Goes to the next field; false at the end. */
static bool next_field(reader *r)
{
    while (*r->s == ' ') {
        r->s++;
    }
    return *r->s != '\0' && !(r->board >= 0 && *r->s == '|');
}

static bool read_mover(reader *r, position_state *st)
{
    size_t n = field_length(r->s);
    for (int player = 0; player < r->g->players; player++) {
        if (n == 1 && plays_on(r->g, r->board, player) && *r->s == r->g->player_letters[player]) {
            st->mover = (uint8_t)player;
            r->s += n;
            return true;
        }
    }
    diag_error(r->diags, CODE_START_MOVER, here(r, n), "who moves: expected `%c` or `%c`", r->g->player_letters[0],
               r->g->player_letters[r->g->players - 1]);
    return false;
}

static char right_text(const game *g, int number)
{
    char letter = g->right[number].letter;
    int player = g->right[number].player;
    bool first = g->own_boards ? g->board_player[g->board_of[player]][0] == player : player == 0;
    return (char)(first || g->spells_owners ? toupper((unsigned char)letter) : letter);
}

/* KQkq where rights are written as files (X-FEN): the outermost partner on that side of the king. */
static int right_by_wing(const position *p, int player, bool to_the_right)
{
    const game *g = p->game;
    int best = -1, best_column = 0;
    for (int i = 0; i < g->castling_count; i++) {
        const castling *c = &g->castlings[i];
        int king = g->topology.column[c->king_from], partner = g->topology.column[c->partner_from];
        if (g->right[c->right].player != player || p->board[c->king_from] != c->king ||
            p->board[c->partner_from] != c->partner || (partner > king) != to_the_right) {
            continue;
        }
        if (best < 0 || (to_the_right ? partner > best_column : partner < best_column)) {
            best = c->right;
            best_column = partner;
        }
    }
    return best;
}

/* The right written so; -1 without one. `player`: whose, -1 where the case of the letter says it. */
static int right_written(const position *p, int board, int player, char c)
{
    const game *g = p->game;
    for (int i = 0; i < g->rights; i++) {
        if (right_text(g, i) == c && plays_on(g, board, g->right[i].player) &&
            (player < 0 || g->right[i].player == player)) {
            return i;
        }
    }
    return -1;
}

static int player_written(const game *g, char c)
{
    const char *found = c ? strchr(g->player_letters, c) : NULL;
    return found ? (int)(found - g->player_letters) : -1;
}

static bool read_rights(reader *r, position *p)
{
    const game *g = r->g;
    size_t n = field_length(r->s);
    const char *end = r->s + n;
    if (n == 1 && *r->s == '-') {
        r->s = end;
        return true;
    }
    int player = -1;
    for (; r->s < end; r->s++) {
        if (g->spells_owners && player < 0) {
            player = player_written(g, *r->s);
            if (player < 0) {
                return wrong(r, CODE_START_RIGHTS, 1, "rights", "expected the letter of a player");
            }
            continue;
        }
        if (g->spells_owners && *r->s == ',') {
            player = -1;
            continue;
        }
        int found = right_written(p, r->board, player, *r->s);
        if (found < 0 && g->castling_by_file && !g->spells_owners && strchr("KQkq", *r->s)) {
            int owner = islower((unsigned char)*r->s) ? 1 : 0;
            owner = r->board >= 0 ? g->board_player[r->board][owner] : owner;
            found = right_by_wing(p, owner, tolower((unsigned char)*r->s) == 'k');
            if (found < 0) {
                continue; /* nobody there to castle with */
            }
        }
        if (found < 0) {
            diag_error(r->diags, CODE_START_RIGHTS, here(r, 1), "rights: `%c` is no right of this game", *r->s);
            return false;
        }
        if (right_stands(p, found)) {
            p->state.rights |= UINT32_C(1) << found;
        }
    }
    return true;
}

/* A right that goes without saying while its owner may castle. */
static bool is_implied(const position *p, int number)
{
    const game_right *right = &p->game->right[number];
    return right->implied && p->state.rights & p->game->castling_rights & p->game->player_rights[right->player];
}

static void add_implied_rights(position *p)
{
    for (int i = 0; i < p->game->rights; i++) {
        if (is_implied(p, i) && right_stands(p, i)) {
            p->state.rights |= UINT32_C(1) << i;
        }
    }
}

static bool could_pass(const game *g, man_id man, int at, cell_id cell)
{
    for (int player = 0; g->man_owner[man] == g->nobody && player < g->players; player++) {
        if (could_pass(g, game_man(g, player, g->man_type[man]), at, cell)) {
            return true;
        }
    }
    const man_plan *plan = &g->plans[man];
    uint32_t count = plan->special_start ? plan->special_start[g->cells] : 0;
    for (uint32_t i = 0; i < count; i++) {
        const special *s = &plan->specials[i];
        if (s->leaves_passed && s->to == at && s->first_clear == cell) {
            return true;
        }
    }
    return false;
}

/* Whether the man on `at` is an enemy of the mover that a double step over `cell` could have brought there; `changed`: as
 * another man, which it was before it arrived. */
static bool passed_by(const position *p, cell_id at, cell_id cell, bool changed)
{
    const game *g = p->game;
    man_id man = p->board[at];
    bool own_too = g->keeps_passed; /* within a turn the mover's own double steps are on record */
    if (!man || !(own_too || g->enemies[p->state.mover] >> g->man_owner[man] & 1)) {
        return false;
    }
    bool found = !changed && could_pass(g, man, at, cell);
    for (int type = 0; type < g->types && changed && !found; type++) {
        found = could_pass(g, game_man(g, g->man_owner[man], type), at, cell);
    }
    return found;
}

static bool may_have_passed(const position *p, cell_id at, cell_id cell)
{
    return passed_by(p, at, cell, false) || passed_by(p, at, cell, true);
}

/* The man that passed `cell` when nothing else is said: the first that could have, rather one that has not changed. */
static cell_id who_passed(const position *p, cell_id cell)
{
    for (int changed = 0; changed < 2; changed++) {
        for (int at = 0; at < p->game->cells; at++) {
            if (passed_by(p, (cell_id)at, cell, changed)) {
                return (cell_id)at;
            }
        }
    }
    return CELL_NONE;
}

static bool read_passed(reader *r, position *p)
{
    size_t n = field_length(r->s);
    if (n == 1 && *r->s == '-') {
        r->s += n;
        return true;
    }
    const char *end = r->s + n;
    while (r->s < end) { /* several cells are joined by commas */
        size_t length = 0;
        while (r->s + length < end && r->s[length] != ',') {
            length++;
        }
        const char *dash = memchr(r->s, '-', length); /* c6-d5 where another man could have passed c6 as well */
        size_t first = dash ? (size_t)(dash - r->s) : length;
        cell_id cell = topology_cell_on(&r->g->topology, r->board, r->s, first);
        cell_id man_at_cell =
            dash ? topology_cell_on(&r->g->topology, r->board, dash + 1, length - first - 1) : (cell_id)CELL_NONE;
        if (cell == CELL_NONE || (dash && man_at_cell == CELL_NONE)) {
            return wrong(r, CODE_START_PASSED, length, "passed cell", "no cell of this board");
        }
        if (!dash || !may_have_passed(p, man_at_cell, cell)) {
            man_at_cell = who_passed(p, cell);
        }
        if (man_at_cell != CELL_NONE && p->state.passed_count < PASSED_MAX) {
            p->state.passed[p->state.passed_count++] = (passed_cell){cell, man_at_cell};
        }
        r->s += length + (r->s + length < end);
    }
    return true;
}

static bool read_number(reader *r, const char *field, uint16_t *value)
{
    size_t n = field_length(r->s);
    char digits[8];
    long number = 0;
    if (n < sizeof digits) {
        memcpy(digits, r->s, n);
        digits[n] = '\0';
    }
    if (n >= sizeof digits || !text_to_long(digits, 0, COUNT_MAX, &number)) {
        return wrong(r, CODE_START_NUMBER, n, field, "expected a number");
    }
    *value = (uint16_t)number;
    r->s += n;
    return true;
}

/* roll=3-5: what the dice show; dice=5: what of it is still to be used. */
static bool read_roll(reader *r, position *p, const char *s, size_t length, bool left)
{
    uint8_t faces[DICE_MAX] = {0};
    int count = 0;
    for (size_t i = 0; i < length && count < DICE_MAX; i++) {
        if (s[i] != '-') {
            faces[count] = (uint8_t)(faces[count] * 10 + (isdigit((unsigned char)s[i]) ? s[i] - '0' : 0));
        } else {
            count++;
        }
    }
    if (left) {
        memcpy(p->more.dice, faces, sizeof faces);
        return true;
    }
    for (int i = 0; i < p->game->outcome_count; i++) {
        if (memcmp(p->game->outcomes[i].faces, faces, sizeof faces) == 0) {
            p->more.roll = (uint8_t)(i + 1);
            p->more.rolls = 0;
            memcpy(p->more.dice, p->game->outcomes[i].dice, sizeof p->more.dice);
            return true;
        }
    }
    return wrong(r, CODE_START_FIELD, length, "roll", "the dice cannot show that");
}

/* The first of the cells that stand there with commas between; goes on behind it. */
static cell_id next_of_cells(const position *p, const char **s, const char *end)
{
    const char *comma = memchr(*s, ',', (size_t)(end - *s));
    size_t length = (size_t)((comma ? comma : end) - *s);
    cell_id cell = topology_cell(&p->game->topology, *s, length);
    *s += length + (comma != NULL);
    return cell;
}

/* moved=e4,f3: men that have moved in this turn. */
static bool read_moved(reader *r, position *p, const char *s, size_t length)
{
    const char *end = s + length;
    while (s < end) {
        cell_id cell = next_of_cells(p, &s, end);
        if (cell == CELL_NONE) {
            return wrong(r, CODE_START_FIELD, length, "moved", "no cell of this board");
        }
        p->game->core->mark(p, cell);
    }
    return true;
}

/* The board whose turn it is when nothing else is said: the first that is a move behind the first board, else that one. */
static int board_behind(const position *p)
{
    const game *g = p->game;
    bool second = p->more.boards[0].mover == g->board_player[0][1];
    for (int board = 1; board < g->own_boards; board++) {
        if ((p->more.boards[board].mover == g->board_player[board][1]) != second) {
            return board;
        }
    }
    return 0;
}

/* The state's own fields are those of the board that acts. */
static void set_acting(position *p, int board)
{
    const board_part *b = &p->more.boards[board];
    p->state.mover = (uint8_t)b->mover;
    p->state.quiet = b->quiet;
    p->state.fullmove = b->fullmove;
}

/* acts=B: that board's turn, where the players to move do not tell. */
static bool read_acting(reader *r, position *p, const char *s, size_t length)
{
    const game *g = p->game;
    for (int board = 0; board < g->own_boards; board++) {
        const char *name = g->rules->board_names[board];
        if (strlen(name) == length && memcmp(name, s, length) == 0) {
            p->state.mover = (uint8_t)p->more.boards[board].mover;
            return true;
        }
    }
    return wrong(r, CODE_START_FIELD, length, "acts", "there is no such board");
}

/* What the end of a FEN says of the turn; false when `name` is no such word. */
static bool read_turn_word(reader *r, position *p, size_t name, size_t n, bool *fine)
{
    const game *g = p->game;
    const char *value = r->s + name + 1;
    size_t length = n - name - 1;
    long number = 0;
    char digits[4] = {0};
    if (g->outcome_count && name == 4 && (memcmp(r->s, "roll", 4) == 0 || memcmp(r->s, "dice", 4) == 0)) {
        *fine = read_roll(r, p, value, length, *r->s == 'd');
    } else if (g->rules->turn.once && name == 5 && memcmp(r->s, "moved", 5) == 0) {
        *fine = read_moved(r, p, value, length);
    } else if ((g->open_turns || g->rules->hook_count) && name == 3 && memcmp(r->s, "ply", 3) == 0 && length > 0 &&
               length < 4) {
        memcpy(digits, value, length);
        *fine =
            text_to_long(digits, 0, 255, &number) || wrong(r, CODE_START_NUMBER, n, "ply", "expected a number to 255");
        p->more.ply = (uint8_t)number;
    } else if (g->own_boards && name == 4 && memcmp(r->s, "acts", 4) == 0) {
        *fine = read_acting(r, p, value, length);
    } else if (g->own_boards && name == 6 && memcmp(r->s, "waited", 6) == 0) {
        *fine = (length == 1 && *value == '1') || wrong(r, CODE_START_FIELD, n, "waited", "expected waited=1");
        p->more.waited = 1;
    } else {
        return false;
    }
    return true;
}

static bool shows_lost(const game *g)
{
    for (int i = 0; i < g->rights; i++) {
        if (g->right[i].shown_lost) {
            return true;
        }
    }
    return false;
}

/* lost=a2,h7: cells of the men who have lost the right that the FEN does not show otherwise. */
static bool read_lost(reader *r, const position *p, const char *s, size_t length)
{
    const char *end = s + length;
    while (s < end) {
        cell_id cell = next_of_cells(p, &s, end);
        if (cell == CELL_NONE) {
            return wrong(r, CODE_START_FIELD, length, "lost", "no cell of this board");
        }
        for (int i = 0; i < p->game->rights; i++) {
            const game_right *right = &p->game->right[i];
            r->lost |= right->shown_lost && right->cell == cell ? UINT32_C(1) << i : 0;
        }
    }
    return true;
}

static void add_unlost_rights(const reader *r, position *p)
{
    for (int i = 0; i < p->game->rights; i++) {
        if (p->game->right[i].shown_lost && !(r->lost >> i & 1) && right_stands(p, i)) {
            p->state.rights |= UINT32_C(1) << i;
        }
    }
}

static bool read_counter(reader *r, position *p)
{
    size_t n = field_length(r->s);
    const char *equals = memchr(r->s, '=', n);
    size_t name = equals ? (size_t)(equals - r->s) : n;
    bool fine = false;
    if (equals && name == 4 && memcmp(r->s, "lost", 4) == 0 && shows_lost(p->game)) {
        fine = read_lost(r, p, equals + 1, n - name - 1);
        r->s += fine ? n : 0;
        return fine;
    }
    if (equals && read_turn_word(r, p, name, n, &fine)) {
        r->s += fine ? n : 0;
        return fine;
    }
    char digits[8];
    long value = 0;
    size_t length = equals ? n - name - 1 : 0;
    if (!equals || length == 0 || length >= sizeof digits) {
        return wrong(r, CODE_START_FIELD, n, "counters", "expected name=number");
    }
    memcpy(digits, equals + 1, length);
    digits[length] = '\0';
    if (!text_to_long(digits, -9999, 9999, &value)) {
        return wrong(r, CODE_START_FIELD, n, "counters", "expected name=number");
    }
    for (size_t i = 0; i < p->game->rules->counter_count; i++) {
        const char *known = p->game->rules->counters[i];
        if (strlen(known) == name && memcmp(known, r->s, name) == 0) {
            p->more.counters[i] = (int16_t)value;
            r->s += n;
            return true;
        }
    }
    for (int player = 0; p->game->counts_checks && player < p->game->players; player++) {
        const char *who = p->game->rules->players[player].name;
        if (name == strlen(who) + 7 && memcmp(r->s, who, strlen(who)) == 0 &&
            memcmp(r->s + strlen(who), "-checks", 7) == 0 && value >= 0) {
            p->more.checks[player] = (uint16_t)value;
            r->s += n;
            return true;
        }
    }
    return wrong(r, CODE_START_FIELD, name, "counters", "this game has no such counter");
}

static bool read_fields(reader *r, position *p)
{
    if (!next_field(r)) {
        return true;
    }
    if (!read_mover(r, &p->state)) {
        return false;
    }
    if (next_field(r) && !read_rights(r, p)) {
        return false;
    }
    add_implied_rights(p);
    if (next_field(r) && !read_passed(r, p)) {
        return false;
    }
    if (next_field(r) && !memchr(r->s, '=', field_length(r->s)) && !read_number(r, "quiet plies", &p->state.quiet)) {
        return false;
    }
    if (next_field(r) && !memchr(r->s, '=', field_length(r->s)) && !read_number(r, "move number", &p->state.fullmove)) {
        return false;
    }
    return true;
}

static bool read_ends(reader *r, position *p)
{
    while (next_field(r)) {
        if (!read_counter(r, p)) {
            return false;
        }
    }
    return true;
}

/* One board, or all of them where all play on all. */
static bool read_part(reader *r, position *p)
{
    if (!read_men(r, p->board) || !read_hands(r, position_hand(p))) {
        return false;
    }
    if (*r->s && *r->s != ' ') {
        return wrong(r, CODE_START_FIELD, 1, "placement", "expected a blank before the next field");
    }
    return read_fields(r, p);
}

static bool read_parts(reader *r, position *p)
{
    const game *g = p->game;
    for (r->board = 0;;) {
        p->state.mover = g->board_player[r->board][0];
        p->state.quiet = 0;
        p->state.fullmove = 1;
        if (!read_part(r, p)) {
            return false;
        }
        p->more.boards[r->board] =
            (board_part){.mover = p->state.mover, .quiet = p->state.quiet, .fullmove = p->state.fullmove};
        if (r->board + 1 == g->own_boards) {
            break;
        }
        if (!next_part(r)) {
            return false;
        }
    }
    set_acting(p, board_behind(p));
    bool fine = read_ends(r, p);
    set_acting(p, g->board_of[p->state.mover]);
    return fine && (!*r->s || wrong(r, CODE_START_SHAPE, 1, "placement", "there is no further board"));
}

bool fen_read(position *p, diag_list *diags, place at, const char *fen)
{
    const game *g = p->game;
    reader r = {.g = g, .diags = diags, .at = at, .fen = fen, .s = fen, .p = p, .board = -1};
    if (g->towers) {
        memset(position_heights(p), 0, g->position_size - g->tower_offset);
    }
    memset(&p->state, 0, sizeof p->state);
    memset(&p->more, 0, sizeof p->more);
    p->state.fullmove = 1;
    p->more.rolls = g->outcome_count > 0;
    g->core->unmark(p);
    memset(p->board, 0, (size_t)g->cells * sizeof p->board[0]);
    memset(position_hand(p), 0, (size_t)g->men * sizeof(uint16_t));
    while (*r.s == ' ') {
        r.s++;
    }
    if (g->own_boards ? !read_parts(&r, p) : !read_part(&r, p) || !read_ends(&r, p)) {
        return false;
    }
    add_unlost_rights(&r, p);
    g->core->refresh(p);
    return true;
}

/* ---- writing ---- */

static void write_men(const position *p, int cell, text *out)
{
    const game *g = p->game;
    int height = g->towers ? position_heights(p)[cell] : 0;
    man_id men[TOWER_MAX + 1];
    for (int level = 0; level < height; level++) {
        men[level] = position_below(p, (size_t)cell * TOWER_MAX + (size_t)level);
    }
    men[height] = p->board[cell];
    text_put(out, height ? "(" : "");
    for (int level = 0, run; level <= height; level += run) {
        for (run = 1; level + run <= height && men[level + run] == men[level]; run++) {
        }
        bool counted = run > TOWER_SPELT_MAX; /* a few are easier to read one by one */
        if (counted) {
            text_print(out, "%d", run);
        }
        for (int i = 0; i < (counted ? 1 : run); i++) {
            text_put(out, g->man_text[men[level]]);
        }
    }
    text_put(out, height ? ")" : "");
}

/* A count of empty cells, a man or an x, set apart where several armies make it necessary. */
static void put_token(const game *g, bool *first, const char *token, text *out)
{
    if (g->spells_owners && !*first) {
        text_char(out, ',');
    }
    *first = false;
    text_put(out, token);
}

static void put_empty(const game *g, bool *first, int *empty, text *out)
{
    char digits[16];
    if (*empty) {
        snprintf(digits, sizeof digits, "%d", *empty);
        put_token(g, first, digits, out);
        *empty = 0;
    }
}

static void write_row(const position *p, int row, int level, text *out)
{
    const game *g = p->game;
    int empty = 0;
    bool first = true;
    for (int column = 0; column < g->topology.columns; column++) {
        cell_id cell = topology_at(&g->topology, column, row, level);
        if (cell == CELL_NONE && !g->spells_owners) {
            continue;
        }
        if (cell != CELL_NONE && !p->board[cell]) {
            empty++;
            continue;
        }
        put_empty(g, &first, &empty, out);
        put_token(g, &first, cell == CELL_NONE ? "x" : "", out);
        if (cell != CELL_NONE) {
            write_men(p, cell, out);
        }
    }
    put_empty(g, &first, &empty, out);
}

static void write_level(const position *p, int level, text *out)
{
    for (int row = p->game->topology.rows - 1; row >= 0; row--) {
        write_row(p, row, level, out);
        if (row) {
            text_char(out, '/');
        }
    }
}

static void write_board(const position *p, int board, text *out)
{
    const topology *t = &p->game->topology;
    for (int level = 0; level < t->levels && board < 0; level++) {
        write_level(p, level, out);
        if (level + 1 < t->levels) {
            text_char(out, '|');
        }
    }
    if (board >= 0) {
        write_level(p, board, out);
    }
}

/* The k-th right of a player's in the order in which they are written, or -1: files from the right edge, as is the
 * custom (HAha). */
static int right_in_order(const game *g, int player, int k)
{
    if (!g->castling_by_file) {
        return g->right[k].player == player ? k : -1;
    }
    for (int right = 0; right < g->rights; right++) {
        if (g->right[right].player == player && g->right[right].castling &&
            g->topology.column[g->right[right].cell] == g->topology.columns - 1 - k) {
            return right;
        }
    }
    return -1;
}

static void write_rights(const position *p, int board, text *out)
{
    const game *g = p->game;
    size_t before = out->length;
    int most = g->castling_by_file ? g->topology.columns : g->rights;
    for (int player = 0; player < g->players; player++) {
        bool named = !g->spells_owners;
        for (int k = 0; k < most && plays_on(g, board, player); k++) {
            int number = right_in_order(g, player, k);
            if (number < 0 || !(p->state.rights >> number & 1) || is_implied(p, number) ||
                g->right[number].shown_lost) {
                continue;
            }
            if (!named) { /* wKQ,kQ: with more than two armies each begins with its letter */
                text_print(out, "%s%c", out->length == before ? "" : ",", g->player_letters[player]);
                named = true;
            }
            text_char(out, right_text(g, number));
        }
    }
    if (out->length == before) {
        text_char(out, '-');
    }
}

static void write_dice(text *out, const char *word, const uint8_t *faces)
{
    text_print(out, " %s=", word);
    for (int i = 0; i < DICE_MAX && faces[i]; i++) {
        text_print(out, "%s%d", i ? "-" : "", faces[i]);
    }
}

static void write_turn(const position *p, text *out)
{
    const game *g = p->game;
    if (p->more.ply) {
        text_print(out, " ply=%d", p->more.ply);
    }
    if (p->more.roll) {
        const dice_outcome *o = &g->outcomes[p->more.roll - 1];
        write_dice(out, "roll", o->faces);
        if (memcmp(o->dice, p->more.dice, sizeof o->dice) != 0) {
            write_dice(out, "dice", p->more.dice);
        }
    }
    const char *between = " moved=";
    for (int cell = 0; g->rules->turn.once && cell < g->cells; cell++) {
        if (g->core->marked(p, (cell_id)cell)) {
            text_print(out, "%s%s", between, g->topology.names[cell]);
            between = ",";
        }
    }
}

/* An empty box is not written: it is no hand to drop from. */
static bool box_is_used(const position *p)
{
    for (int man = 1; man < p->game->men; man++) {
        if (position_hand(p)[man]) {
            return true;
        }
    }
    return false;
}

static void write_hands(const position *p, int board, text *out)
{
    const game *g = p->game;
    text_char(out, '[');
    for (int man = 1; man < g->men; man++) {
        for (int n = plays_on(g, board, g->man_owner[man]) ? position_hand(p)[man] : 0; n > 0; n--) {
            text_put(out, g->man_text[man]);
        }
    }
    text_char(out, ']');
}

/* The name of a cell; within the part of a board without that board's. */
static const char *cell_text(const game *g, int board, cell_id cell)
{
    const char *name = g->topology.names[cell];
    const char *colon = board >= 0 ? strchr(name, ':') : NULL;
    return colon ? colon + 1 : name;
}

static void write_passed(const position *p, int board, text *out)
{
    const game *g = p->game;
    bool first = true;
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        passed_cell c = p->state.passed[i];
        if (board >= 0 && g->topology.level[c.cell] != board) {
            continue;
        }
        text_print(out, "%s%s", first ? "" : ",", cell_text(g, board, c.cell));
        first = false;
        if (who_passed(p, c.cell) != c.man_at) {
            text_print(out, "-%s", cell_text(g, board, c.man_at));
        }
    }
    text_put(out, first ? "-" : "");
}

/* Placement, hands, who is to move and the clocks of one board, or of all where all play on all (-1). */
static void write_part(const position *p, int board, text *out)
{
    const game *g = p->game;
    board_part turn = {.mover = p->state.mover, .quiet = p->state.quiet, .fullmove = p->state.fullmove};
    if (board >= 0 && board != g->board_of[p->state.mover]) {
        turn = p->more.boards[board];
    }
    write_board(p, board, out);
    if (g->hands && (g->rules->captured != CAPTURED_TO_BOX || box_is_used(p))) {
        write_hands(p, board, out);
    }
    text_print(out, " %c ", g->player_letters[turn.mover]);
    write_rights(p, board, out);
    text_char(out, ' ');
    write_passed(p, board, out);
    text_print(out, " %u %u", turn.quiet, turn.fullmove);
}

static void write_parts(const position *p, text *out)
{
    const game *g = p->game;
    for (int board = 0; board < g->own_boards; board++) {
        text_put(out, board ? " | " : "");
        write_part(p, board, out);
    }
    int acts = g->board_of[p->state.mover];
    if (acts != board_behind(p)) {
        text_print(out, " acts=%s", g->rules->board_names[acts]);
    }
    text_put(out, p->more.waited ? " waited=1" : "");
}

void fen_write(const position *p, text *out)
{
    const game *g = p->game;
    if (g->own_boards) {
        write_parts(p, out);
    } else {
        write_part(p, -1, out);
    }
    for (size_t i = 0; i < g->rules->counter_count; i++) {
        if (p->more.counters[i]) {
            if (p->more.counters[i] == COUNTER_UNSEEN) {
                text_print(out, " %s=?", g->rules->counters[i]); /* in what a player sees: some value, not shown */
                continue;
            }
            text_print(out, " %s=%d", g->rules->counters[i], p->more.counters[i]);
        }
    }
    const char *between = " lost=";
    for (int i = 0; i < g->rights; i++) {
        if (g->right[i].shown_lost && !(p->state.rights >> i & 1) && right_stands(p, i)) {
            text_print(out, "%s%s", between, g->topology.names[g->right[i].cell]);
            between = ",";
        }
    }
    write_turn(p, out);
    for (int player = 0; g->counts_checks && player < g->players; player++) {
        if (p->more.checks[player]) {
            text_print(out, " %s-checks=%u", g->rules->players[player].name, p->more.checks[player]);
        }
    }
}
