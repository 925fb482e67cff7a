#include "game/fen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HAND_MAX = 1000, COUNT_MAX = UINT16_MAX };

typedef struct reader {
    const game *g;
    diag_list *diags;
    place at;
    const char *fen; /* whole */
    position *p;     /* being set up, or NULL */
    const char *s;   /* where we are */
} reader;

static place here(const reader *r, size_t length)
{
    return place_within(r->at, (size_t)(r->s - r->fen), length);
}

static bool wrong(reader *r, size_t length, const char *field, const char *words)
{
    diag_error(r->diags, here(r, length), "%s: %s", field, words);
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

/* The man whose text begins at `s`, the longest that fits; *length gets its bytes. */
static man_id man_at(const game *g, const char *s, size_t *length)
{
    man_id found = MAN_NONE;
    *length = 0;
    for (int man = 1; man < g->men; man++) {
        size_t n = strlen(g->man_text[man]);
        bool nobodys = g->man_owner[man] == g->nobody;
        if (nobodys && g->man_royal[man]) {
            continue; /* a royal man has an owner */
        }
        if (n > *length && (nobodys ? same_but_case(g->man_text[man], s, n) : strncmp(g->man_text[man], s, n) == 0)) {
            found = (man_id)man;
            *length = n;
        }
    }
    return found;
}

static bool row_length_error(reader *r, int row, int columns)
{
    diag_error(r->diags, here(r, 1), "placement: rank %d has %s than %d cells", row + 1,
               columns > r->g->topology.columns ? "more" : "fewer", r->g->topology.columns);
    return false;
}

/* (ABc): the men of a tower from the bottom to the top, which alone stands on the board. */
static bool read_tower(reader *r, man_id *top, int cell)
{
    unsigned height = 0;
    *top = MAN_NONE;
    r->s++;
    while (*r->s != ')') {
        size_t length;
        man_id man = man_at(r->g, r->s, &length);
        if (!man) {
            return wrong(r, 1, "placement", *r->s ? "no piece is written so" : "the `)` is missing");
        }
        if (*top && height == TOWER_MAX) {
            return wrong(r, 1, "placement", "a tower of more than 33 men");
        }
        if (*top && r->p) {
            position_below(r->p)[cell * TOWER_MAX + (int)height] = *top;
            position_heights(r->p)[cell] = (uint8_t)(height + 1);
        }
        height += *top != MAN_NONE;
        *top = man;
        r->s += length;
    }
    r->s++;
    return *top || wrong(r, 1, "placement", "an empty tower");
}

static bool read_men(reader *r, man_id *board)
{
    const game *g = r->g;
    int row = g->topology.rows - 1, column = 0;
    for (;;) {
        char c = *r->s;
        if (isdigit((unsigned char)c)) {
            const char *number = r->s;
            int empty = 0;
            while (isdigit((unsigned char)*r->s) && empty < 1000) {
                empty = empty * 10 + (*r->s++ - '0');
            }
            column += empty;
            if (empty == 0 || column > g->topology.columns) {
                r->s = number;
                return empty ? row_length_error(r, row, g->topology.columns + 1)
                             : wrong(r, 1, "placement", "a 0 counts no empty cells");
            }
        } else if (c == '/') {
            if (column != g->topology.columns) {
                return row_length_error(r, row, column);
            }
            if (row == 0 && g->hands) {
                break; /* the other custom for hands: a ninth rank */
            }
            if (row == 0) {
                diag_error(r->diags, here(r, 1), "placement: more than the board's %d ranks", g->topology.rows);
                return false;
            }
            row--;
            column = 0;
            r->s++;
        } else if (c == '\0' || c == ' ' || c == '[') {
            break;
        } else if (c == '(' && g->towers && column < g->topology.columns) {
            if (!read_tower(r, &board[row * g->topology.columns + column], row * g->topology.columns + column)) {
                return false;
            }
            column++;
        } else {
            size_t length;
            man_id man = man_at(g, r->s, &length);
            if (!man) {
                size_t bytes = utf8_length(r->s, strlen(r->s));
                diag_error(r->diags, here(r, 1), "placement: no piece is written `%.*s`", (int)(bytes ? bytes : 1),
                           r->s);
                text known = {0};
                for (int type = 0; type < g->types; type++) {
                    text_print(&known, "%s%s", type ? " " : "", g->man_text[game_man(g, 0, type)]);
                }
                diag_hint(r->diags, "this game writes %s", text_string(&known));
                text_finish(&known);
                return false;
            }
            if (column >= g->topology.columns) {
                return row_length_error(r, row, g->topology.columns + 1);
            }
            board[row * g->topology.columns + column++] = man;
            r->s += length;
        }
    }
    if (column != g->topology.columns) {
        return row_length_error(r, row, column);
    }
    if (row != 0) {
        diag_error(r->diags, here(r, 1), "placement: %d of the board's %d ranks are missing", row, g->topology.rows);
        return false;
    }
    return true;
}

bool fen_read_board(const game *g, diag_list *diags, place at, const char *fen, man_id *board, const char **end)
{
    reader r = {.g = g, .diags = diags, .at = at, .fen = fen, .s = fen};
    bool fine = read_men(&r, board);
    *end = r.s;
    return fine;
}

static bool read_hands(reader *r, uint16_t *hand)
{
    bool slash = *r->s == '/';
    if (*r->s != '[' && !slash) {
        return true;
    }
    if (!r->g->hands) {
        return wrong(r, 1, "hands", "nobody holds men in this game");
    }
    r->s++;
    while (slash ? *r->s && *r->s != ' ' : *r->s != ']') {
        size_t length;
        if (*r->s == '-' && r->s[1] == ']') {
            r->s++;
            break;
        }
        man_id man = man_at(r->g, r->s, &length);
        if (!man || r->g->man_royal[man] || r->g->type[r->g->man_type[man]].reverts) {
            return wrong(r, 1, "hands", *r->s ? "no such man can be held" : "the `]` is missing");
        }
        if (hand[man] == HAND_MAX) {
            return wrong(r, 1, "hands", "more than 1000 men of a kind");
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
    return *r->s != '\0';
}

/* The letter of a player in the field of who acts: the first of his name that no earlier player has. */
static char player_letter(const game *g, int player)
{
    for (const char *c = g->rules->players[player].name; *c; c++) {
        bool used = false;
        for (int other = 0; other < player && !used; other++) {
            used = player_letter(g, other) == *c;
        }
        if (!used) {
            return *c;
        }
    }
    return (char)('0' + player);
}

static bool read_mover(reader *r, position_state *st)
{
    size_t n = field_length(r->s);
    for (int player = 0; player < r->g->players; player++) {
        if (n == 1 && *r->s == player_letter(r->g, player)) {
            st->mover = (uint8_t)player;
            r->s += n;
            return true;
        }
    }
    diag_error(r->diags, here(r, n), "who moves: expected `%c` or `%c`", player_letter(r->g, 0),
               player_letter(r->g, r->g->players - 1));
    return false;
}

/* Whether the man whose right it is stands where he must; castlings also want their king. */
static bool right_is_real(const position *p, int number)
{
    const game *g = p->game;
    const game_right *right = &g->right[number];
    if (right->cell == CELL_NONE || p->board[right->cell] != right->man) {
        return false;
    }
    if (!right->castling) {
        return true;
    }
    for (int i = 0; i < g->castling_count; i++) {
        const castling *c = &g->castlings[i];
        if (c->right == number && p->board[c->king_from] == c->king) {
            return true;
        }
    }
    return false;
}

static char right_text(const game *g, int number)
{
    char letter = g->right[number].letter;
    return (char)(g->right[number].player == 0 ? toupper((unsigned char)letter) : letter);
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

static bool read_rights(reader *r, position *p)
{
    const game *g = r->g;
    size_t n = field_length(r->s);
    const char *end = r->s + n;
    if (n == 1 && *r->s == '-') {
        r->s = end;
        return true;
    }
    for (; r->s < end; r->s++) {
        int found = -1;
        for (int i = 0; i < g->rights && found < 0; i++) {
            found = right_text(g, i) == *r->s ? i : -1;
        }
        if (found < 0 && g->castling_by_file && strchr("KQkq", *r->s)) {
            found = right_by_wing(p, islower((unsigned char)*r->s) ? 1 : 0, tolower((unsigned char)*r->s) == 'k');
            if (found < 0) {
                continue; /* nobody there to castle with */
            }
        }
        if (found < 0) {
            diag_error(r->diags, here(r, 1), "rights: `%c` is no right of this game", *r->s);
            return false;
        }
        if (right_is_real(p, found)) {
            p->state.rights |= UINT32_C(1) << found;
        }
    }
    return true;
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
    if (!man || !(g->enemies[p->state.mover] >> g->man_owner[man] & 1)) {
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
        cell_id cell = topology_cell(&r->g->topology, r->s, first);
        cell_id man_at_cell = dash ? topology_cell(&r->g->topology, dash + 1, length - first - 1) : (cell_id)CELL_NONE;
        if (cell == CELL_NONE || (dash && man_at_cell == CELL_NONE)) {
            return wrong(r, length, "passed cell", "no cell of this board");
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
        return wrong(r, n, field, "expected a number");
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
    return wrong(r, length, "roll", "the dice cannot show that");
}

/* moved=e4,f3: men that have moved in this turn. */
static bool read_moved(reader *r, position *p, const char *s, size_t length)
{
    const char *end = s + length;
    while (s < end) {
        const char *comma = memchr(s, ',', (size_t)(end - s));
        size_t n = (size_t)((comma ? comma : end) - s);
        cell_id cell = topology_cell(&p->game->topology, s, n);
        if (cell == CELL_NONE) {
            return wrong(r, length, "moved", "no cell of this board");
        }
        p->game->core->mark(p, cell);
        s += n + (comma != NULL);
    }
    return true;
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
    } else if (g->open_turns && name == 3 && memcmp(r->s, "ply", 3) == 0 && length > 0 && length < 4) {
        memcpy(digits, value, length);
        *fine = text_to_long(digits, 0, 255, &number) || wrong(r, n, "ply", "expected a number to 255");
        p->more.ply = (uint8_t)number;
    } else {
        return false;
    }
    return true;
}

static bool read_counter(reader *r, position *p)
{
    size_t n = field_length(r->s);
    const char *equals = memchr(r->s, '=', n);
    size_t name = equals ? (size_t)(equals - r->s) : n;
    bool fine = false;
    if (equals && read_turn_word(r, p, name, n, &fine)) {
        r->s += fine ? n : 0;
        return fine;
    }
    char digits[8];
    long value = 0;
    size_t length = equals ? n - name - 1 : 0;
    if (!equals || length == 0 || length >= sizeof digits) {
        return wrong(r, n, "counters", "expected name=number");
    }
    memcpy(digits, equals + 1, length);
    digits[length] = '\0';
    if (!text_to_long(digits, -9999, 9999, &value)) {
        return wrong(r, n, "counters", "expected name=number");
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
    return wrong(r, name, "counters", "this game has no such counter");
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
    if (next_field(r) && !read_passed(r, p)) {
        return false;
    }
    if (next_field(r) && !memchr(r->s, '=', field_length(r->s)) && !read_number(r, "quiet plies", &p->state.quiet)) {
        return false;
    }
    if (next_field(r) && !memchr(r->s, '=', field_length(r->s)) && !read_number(r, "move number", &p->state.fullmove)) {
        return false;
    }
    while (next_field(r)) {
        if (!read_counter(r, p)) {
            return false;
        }
    }
    return true;
}

bool fen_read(position *p, diag_list *diags, place at, const char *fen)
{
    const game *g = p->game;
    reader r = {.g = g, .diags = diags, .at = at, .fen = fen, .s = fen, .p = p};
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
    if (!read_men(&r, p->board) || !read_hands(&r, position_hand(p))) {
        return false;
    }
    if (*r.s && *r.s != ' ') {
        return wrong(&r, 1, "placement", "expected a blank before the next field");
    }
    if (!read_fields(&r, p)) {
        return false;
    }
    g->core->refresh(p);
    return true;
}

/* ---- writing ---- */

static void write_men(const position *p, int cell, text *out)
{
    const game *g = p->game;
    int height = g->towers ? position_heights(p)[cell] : 0;
    text_put(out, height ? "(" : "");
    for (int level = 0; level < height; level++) {
        text_put(out, g->man_text[position_below(p)[cell * TOWER_MAX + level]]);
    }
    text_print(out, "%s%s", g->man_text[p->board[cell]], height ? ")" : "");
}

static void write_board(const position *p, text *out)
{
    const game *g = p->game;
    for (int row = g->topology.rows - 1; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column < g->topology.columns; column++) {
            man_id man = p->board[row * g->topology.columns + column];
            if (!man) {
                empty++;
                continue;
            }
            if (empty) {
                text_print(out, "%d", empty);
            }
            empty = 0;
            write_men(p, row * g->topology.columns + column, out);
        }
        if (empty) {
            text_print(out, "%d", empty);
        }
        if (row) {
            text_char(out, '/');
        }
    }
}

static void write_rights(const position *p, text *out)
{
    const game *g = p->game;
    size_t before = out->length;
    for (int i = 0; i < g->players; i++) {
        /* Files are written from the right edge, as is the custom: HAha. */
        for (int k = 0; k < g->rights; k++) {
            int number = g->castling_by_file ? -1 : k;
            if (number < 0) {
                int column = g->topology.columns - 1 - k;
                for (int right = 0; right < g->rights; right++) {
                    if (g->right[right].player == i && g->right[right].castling &&
                        g->topology.column[g->right[right].cell] == column) {
                        number = right;
                    }
                }
            }
            if (number >= 0 && g->right[number].player == i && p->state.rights >> number & 1) {
                text_char(out, right_text(g, number));
            }
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

void fen_write(const position *p, text *out)
{
    const game *g = p->game;
    write_board(p, out);
    if (g->hands && (g->rules->captured != CAPTURED_TO_BOX || box_is_used(p))) {
        text_char(out, '[');
        for (int man = 1; man < g->men; man++) {
            for (int n = position_hand(p)[man]; n > 0; n--) {
                text_put(out, g->man_text[man]);
            }
        }
        text_char(out, ']');
    }
    text_print(out, " %c ", player_letter(g, p->state.mover));
    write_rights(p, out);
    text_char(out, ' ');
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        text_print(out, "%s%s", i ? "," : "", g->topology.names[p->state.passed[i].cell]);
        if (who_passed(p, p->state.passed[i].cell) != p->state.passed[i].man_at) {
            text_print(out, "-%s", g->topology.names[p->state.passed[i].man_at]);
        }
    }
    text_print(out, "%s %u %u", p->state.passed_count ? "" : "-", p->state.quiet, p->state.fullmove);
    for (size_t i = 0; i < g->rules->counter_count; i++) {
        if (p->more.counters[i]) {
            text_print(out, " %s=%d", g->rules->counters[i], p->more.counters[i]);
        }
    }
    write_turn(p, out);
    for (int player = 0; g->counts_checks && player < g->players; player++) {
        if (p->more.checks[player]) {
            text_print(out, " %s-checks=%u", g->rules->players[player].name, p->more.checks[player]);
        }
    }
}
