#include "play/fen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum { HAND_MAX = 1000, COUNT_MAX = UINT16_MAX, STACK_SPELT_MAX = 4 };

typedef struct fen_reader {
    const variant *v;
    diag_list *diags;
    location at;
    const char *fen;      /* the whole text */
    position *p;          /* the position being set up; NULL: only the placement is read */
    int board;            /* the board whose part is read, where players have boards of their own; -1: all */
    bool hands_read;      /* the hands stand behind the board */
    bool in_hand;         /* hands are read: they may hold what is nobody's on the board */
    bool called_sfen;     /* the word in front says so */
    const char *next;     /* the next byte */
    uint32_t lost_rights; /* rights that the FEN lists as lost */
} fen_reader;

static location here(const fen_reader *r, size_t length)
{
    return location_within(r->at, (size_t)(r->next - r->fen), length);
}

static bool fen_error(fen_reader *r, diag_code code, size_t length, const char *field, const char *message)
{
    diag_error(r->diags, code, here(r, length), "%s: %s", field, message);
    return false;
}

/* What another program's FEN says and this game cannot hold is left out, and never in silence. */
static void note_left_out(const fen_reader *r, size_t length, const char *why)
{
    diag_warning(r->diags, CODE_POSITION_LEFT_OUT, here(r, length), "`%.*s` is left out: %s", (int)length, r->next,
                 why);
}

/* Neutral pieces, and those behind the letter of their owner, are written in either case. */
static bool equal_ignoring_case(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!b[i] || ascii_to_upper(a[i]) != ascii_to_upper(b[i])) {
            return false;
        }
    }
    return true;
}

/* Whether the player plays on the board; -1 is all boards. */
static bool is_on_board(const variant *v, int board, int player)
{
    return board < 0 || v->board_of[player] == board;
}

/* The wall that other programs write `*`: the one piece that is a neutral wall. None where there
 * are several. */
static piece_id only_wall(const variant *v)
{
    piece_id found = PIECE_NONE;
    const rule_piece *wall = NULL;
    for (int piece = 1; v->neutral_owner >= 0 && piece < v->piece_ids; piece++) {
        const rule_piece *rule = &v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index];
        if (v->owner_of[piece] == v->neutral_owner && rule_piece_is_wall(rule)) {
            if (wall && wall != rule) {
                return PIECE_NONE;
            }
            found = wall ? found : (piece_id)piece;
            wall = rule;
        }
    }
    return found;
}

/* The piece whose text begins at `s`, the longest match; *length gets its bytes. */
static piece_id match_piece(const fen_reader *r, const char *s, size_t *length)
{
    const variant *v = r->v;
    piece_id found = PIECE_NONE;
    *length = 0;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        bool neutral = v->owner_of[piece] == v->neutral_owner;
        bool held = r->in_hand && !neutral && variant_drops_neutral(v, v->type_of[piece]);
        if (!(held || variant_may_have(v, v->owner_of[piece], v->type_of[piece])) ||
            !is_on_board(v, r->board, v->owner_of[piece])) {
            continue; /* a royal piece has an owner, a wall has none */
        }
        size_t n = strlen(v->piece_fen[piece]);
        bool any_case = neutral || (v->fen_spells_owners && v->piece_fen[piece][0] == s[0]);
        if (n > *length &&
            (any_case ? equal_ignoring_case(v->piece_fen[piece], s, n) : strncmp(v->piece_fen[piece], s, n) == 0)) {
            found = (piece_id)piece;
            *length = n;
        }
    }
    if (!found && *s == '*') {
        found = only_wall(v);
        *length = found != PIECE_NONE;
    }
    return found;
}

/* Which row is read, and how far. With more than two armies pieces are separated by commas, and holes may be written
 * as x. */
typedef struct row_cursor {
    int row, level, last_level;
    int columns_read;   /* how many so far */
    bool holes_written; /* the row writes its holes, as x or as * */
} row_cursor;

static int row_cell_count(const variant *v, const row_cursor *at)
{
    const int *start = &v->topology.row_start[at->level * v->topology.rows + at->row];
    return start[1] - start[0];
}

static int row_column_count(const variant *v, const row_cursor *at)
{
    return at->holes_written ? v->topology.columns : row_cell_count(v, at);
}

/* How many ranks of the level are missing where this one is read: on a board with holes the others then do not fit. */
static int missing_ranks(const fen_reader *r, const row_cursor *at)
{
    int behind = 0;
    for (const char *s = r->next; *s && !strchr(" |[", *s); s++) {
        behind += *s == '/';
    }
    return at->row - behind;
}

static bool missing_ranks_error(fen_reader *r, int missing)
{
    diag_error(r->diags, CODE_START_SHAPE, here(r, 1), "placement: %d of the board's %d ranks are missing", missing,
               r->v->topology.rows);
    return false;
}

static bool row_length_error(fen_reader *r, const row_cursor *at, bool more)
{
    const topology *t = &r->v->topology;
    const bool has_holes = t->cells != t->columns * t->rows * t->levels;
    if (has_holes && missing_ranks(r, at) > 0) {
        return missing_ranks_error(r, missing_ranks(r, at));
    }
    diag_error(r->diags, CODE_START_SHAPE, here(r, 1), "placement: rank %d has %s than %d cells", at->row + 1,
               more ? "more" : "fewer", row_column_count(r->v, at));
    return false;
}

/* The cell of the next column; CELL_NONE: a hole. */
static cell_id next_row_cell(const variant *v, row_cursor *at)
{
    int column = at->columns_read++;
    if (at->holes_written) {
        return topology_at(&v->topology, column, at->row, at->level);
    }
    return (cell_id)(v->topology.row_start[at->level * v->topology.rows + at->row] + column);
}

static bool unknown_piece_error(fen_reader *r)
{
    const variant *v = r->v;
    size_t bytes = utf8_length(r->next, strlen(r->next));
    diag_error(r->diags, CODE_START_PIECE, here(r, 1), "placement: no piece is written `%.*s`",
               (int)(bytes ? bytes : 1), r->next);
    text known = {0};
    for (int type = 0; type < v->types; type++) {
        text_print(&known, "%s%s", type ? " " : "", v->piece_fen[variant_piece(v, 0, type)]);
    }
    diag_hint(r->diags, "this game writes %s", text_string(&known));
    text_finish(&known);
    return false;
}

/* Whether a number of empty cells or of equal pieces is written here; a digit may also be the letter of a player. */
static bool is_number(const fen_reader *r, const char *s)
{
    size_t length;
    return ascii_is_digit(*s) && !match_piece(r, s, &length);
}

static bool read_empty(fen_reader *r, row_cursor *at)
{
    const char *number = r->next;
    int empty = 0;
    while (is_number(r, r->next) && empty < 1000) {
        empty = empty * 10 + (*r->next++ - '0');
    }
    bool fits = at->columns_read + empty <= row_column_count(r->v, at);
    for (int i = 0; i < empty && fits; i++) {
        fits = next_row_cell(r->v, at) != CELL_NONE;
    }
    if (empty == 0 || !fits) {
        r->next = number;
        return empty ? row_length_error(r, at, true)
                     : fen_error(r, CODE_START_SHAPE, 1, "placement", "a 0 counts no empty cells");
    }
    return true;
}

static bool read_hole(fen_reader *r, row_cursor *at)
{
    if (at->columns_read >= row_column_count(r->v, at)) {
        return row_length_error(r, at, true);
    }
    if (next_row_cell(r->v, at) != CELL_NONE) {
        return fen_error(r, CODE_START_CELL, 1, "placement",
                         *r->next == 'x' ? "`x` is where the board has no cell, and here is one"
                                         : "`*` is where the board has no cell, and here is one");
    }
    r->next++;
    return true;
}

/* A piece that changes its type as soon as it is uncovered is never written before that. */
static bool check_stack_form(fen_reader *r, piece_id piece, cell_id cell)
{
    piece_id top_form =
        piece && r->v->when_on_top ? r->v->when_on_top[(size_t)piece * (size_t)r->v->cells + cell] : PIECE_NONE;
    if (!top_form || top_form == piece) {
        return true;
    }
    diag_error(r->diags, CODE_START_CELL, here(r, 0), "placement: the piece on %s is `%s` there",
               r->v->topology.names[cell], r->v->piece_fen[top_form]);
    return false;
}

/* Other programs mark each promoted piece with ~. Where this piece is the same for good, that says nothing. */
static void skip_promoted_mark(fen_reader *r)
{
    size_t length;
    if (*r->next == '~' && !match_piece(r, r->next, &length)) {
        note_left_out(r, 1, "in this game the piece is no other than the unmarked one");
        r->next++;
    }
}

static bool read_piece(fen_reader *r, row_cursor *at, piece_id *board)
{
    size_t length;
    piece_id piece = match_piece(r, r->next, &length);
    if (!piece) {
        return unknown_piece_error(r);
    }
    if (at->columns_read >= row_column_count(r->v, at)) {
        return row_length_error(r, at, true);
    }
    cell_id cell = next_row_cell(r->v, at);
    if (cell == CELL_NONE) {
        return fen_error(r, CODE_START_CELL, length, "placement", "the board has no cell here");
    }
    board[cell] = piece;
    r->next += length;
    skip_promoted_mark(r);
    return check_stack_form(r, piece, cell);
}

/* Whether the piece can be covered: it does not change then, or another piece changes into it. */
static bool can_lie_below(const variant *v, piece_id piece)
{
    bool found = !v->when_covered || v->when_covered[piece] == piece;
    for (int other = 1; other < v->piece_ids && !found; other++) {
        found = v->when_covered[other] == piece;
    }
    return found;
}

/* Puts a piece on top of a stack; false when the stack is full. */
static bool push_on_stack(fen_reader *r, piece_id piece, piece_id *top, int cell, unsigned *height)
{
    if (*top && *height == STACK_MAX) {
        return fen_error(r, CODE_START_STACK, 1, "placement", "a stack of more than 33 pieces");
    }
    if (*top && r->v->captures_under && r->v->is_royal[*top] && !r->v->rules->royals_capturable) {
        return fen_error(r, CODE_START_STACK, 1, "placement", "no piece stands on a royal one");
    }
    if (*top && !can_lie_below(r->v, *top)) {
        return fen_error(r, CODE_START_STACK, 1, "placement", "the piece below is another piece while it is covered");
    }
    if (*top && r->p) {
        position_set_stack_piece(r->p, (size_t)cell * STACK_MAX + *height, *top);
        position_stack_heights(r->p)[cell] = (uint8_t)(*height + 1);
    }
    *height += *top != PIECE_NONE;
    *top = piece;
    return true;
}

/* The form of the top piece that has the movements of all below it. A start position that is only checked has no
 * stacks yet. */
static piece_id combined_top(const fen_reader *r, piece_id top, int cell)
{
    const variant *v = r->v;
    size_t type = v->type_of[top];
    for (size_t level = 0; r->p && level < position_stack_heights(r->p)[cell]; level++) {
        piece_id below = position_stack_piece(r->p, (size_t)cell * STACK_MAX + level);
        type = v->combined[type * (size_t)v->types + v->type_of[below]];
    }
    return variant_piece(v, v->owner_of[top], (int)type);
}

/* (ABc): a stack from the bottom to the top; only its top piece is on `board`. (12Ab) has twelve A. */
static bool read_stack(fen_reader *r, row_cursor *at, piece_id *board)
{
    unsigned height = 0;
    piece_id top = PIECE_NONE;
    if (at->columns_read >= row_column_count(r->v, at)) {
        return row_length_error(r, at, true);
    }
    cell_id cell = next_row_cell(r->v, at);
    if (cell == CELL_NONE) {
        return fen_error(r, CODE_START_CELL, 1, "placement", "the board has no cell here");
    }
    r->next++;
    while (*r->next != ')') {
        size_t length;
        unsigned repeat = 0;
        bool counted = is_number(r, r->next);
        while (is_number(r, r->next) && repeat < 100) {
            repeat = repeat * 10 + (unsigned)(*r->next++ - '0');
        }
        piece_id piece = match_piece(r, r->next, &length);
        if (!piece) {
            return fen_error(r, CODE_START_STACK, 1, "placement",
                             *r->next ? "no piece is written so" : "the `)` is missing");
        }
        for (unsigned i = 0; i < (counted ? repeat : 1); i++) {
            if (!push_on_stack(r, piece, &top, cell, &height)) {
                return false;
            }
        }
        r->next += length;
    }
    r->next++;
    board[cell] = top && r->v->combined ? combined_top(r, top, cell) : top;
    return top ? check_stack_form(r, top, cell) : fen_error(r, CODE_START_STACK, 1, "placement", "an empty stack");
}

/* Whether a hole is written here: x where pieces have commas between, else * as other programs do. Both may also be a
 * piece: x the letter of a player, * a wall. */
static bool is_hole(const fen_reader *r, const char *s)
{
    size_t length;
    return *s == (r->v->fen_spells_owners ? 'x' : '*') && !match_piece(r, s, &length);
}

static void begin_row(const fen_reader *r, row_cursor *at)
{
    const char *end = r->next + strcspn(r->next, "/| [");
    at->columns_read = 0;
    at->holes_written = false;
    for (const char *s = r->next; s < end && !at->holes_written; s++) {
        at->holes_written = is_hole(r, s);
    }
}

/* At the end of a row: goes to the next one, perhaps on the next level. False after an error; *done after the last. */
static bool next_row(fen_reader *r, row_cursor *at, bool *done)
{
    const topology *t = &r->v->topology;
    char c = *r->next;
    if (at->columns_read != row_column_count(r->v, at)) {
        return row_length_error(r, at, false);
    }
    if (c == '|' && at->row == 0 && at->level < at->last_level) {
        at->row = t->rows - 1;
        at->level++;
    } else if (c == '/' && at->row > 0) {
        at->row--;
    } else if (c == '/' && r->v->has_hands && at->level == at->last_level) {
        *done = true; /* some programs write hands as a ninth rank */
        return true;
    } else if (c == '/' || (c == '|' && at->row == 0)) {
        diag_error(r->diags, CODE_START_SHAPE, here(r, 1),
                   c == '/' ? "placement: more than the board's %d ranks" : "placement: more than %d levels",
                   c == '/' ? t->rows : t->levels);
        return false;
    } else if (at->row > 0) {
        return missing_ranks_error(r, at->row);
    } else if (at->level < at->last_level) {
        diag_error(r->diags, CODE_START_SHAPE, here(r, 1),
                   "placement: %d of the %d levels are missing, each behind a `|`", t->levels - 1 - at->level,
                   t->levels);
        return false;
    } else {
        *done = true;
        return true;
    }
    r->next++;
    begin_row(r, at);
    return true;
}

static bool read_placement(fen_reader *r, piece_id *board)
{
    const variant *v = r->v;
    row_cursor at = {.row = v->topology.rows - 1, .last_level = v->topology.levels - 1};
    if (r->board >= 0) {
        at.level = at.last_level = r->board;
    }
    bool ok = true, done = false;
    begin_row(r, &at);
    while (ok && !done) {
        char c = *r->next;
        if (is_number(r, r->next)) {
            ok = read_empty(r, &at);
        } else if (c == '/' || c == '|' || c == '\0' || c == ' ' || c == '[') {
            ok = next_row(r, &at, &done);
        } else if (c == ',' && v->fen_spells_owners) {
            r->next++;
        } else if (c == '(' && v->has_stacks) {
            ok = read_stack(r, &at, board);
        } else if (at.holes_written && is_hole(r, r->next)) {
            ok = read_hole(r, &at);
        } else {
            ok = read_piece(r, &at, board);
        }
    }
    return ok;
}

/* Goes to the part of the next board; false after an error. */
static bool next_board(fen_reader *r)
{
    const ruleset *rules = r->v->rules;
    r->board++;
    while (*r->next == ' ') {
        r->next++;
    }
    if (*r->next == '|') {
        for (r->next++; *r->next == ' '; r->next++) {
        }
        return true;
    }
    diag_error(r->diags, CODE_START_SHAPE, here(r, 1), "the position of board `%s` is missing",
               rules->board_names[r->board]);
    diag_hint(r->diags, "each board has its own FEN, with ` | ` between");
    return false;
}

bool fen_read_board(const variant *v, diag_list *diags, location at, const char *fen, piece_id *board, const char **end)
{
    fen_reader r = {.v = v, .diags = diags, .at = at, .fen = fen, .next = fen, .board = v->own_boards ? 0 : -1};
    bool ok = read_placement(&r, board);
    while (ok && r.board + 1 < v->own_boards) {
        r.next += strcspn(r.next, "|");
        ok = next_board(&r) && read_placement(&r, board);
    }
    *end = r.next;
    return ok;
}

/* Whether the piece is the form in hand of some piece. */
static bool is_hand_form(const variant *v, piece_id hand_piece)
{
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (v->hand_piece[piece] == hand_piece) {
            return true;
        }
    }
    return false;
}

/* Whether a capture brings the piece to a hand, even if it can never be dropped. */
static bool is_captured_form(const variant *v, piece_id hand_piece)
{
    for (size_t i = 0; v->captured_as && i < (size_t)v->piece_ids * (size_t)v->players; i++) {
        if (v->captured_as[i] == hand_piece) {
            return true;
        }
    }
    return false;
}

static bool may_be_in_hand(const variant *v, piece_id piece)
{
    bool captured_form = is_captured_form(v, piece);
    bool wrong_form = v->hand_piece[piece] != piece && !is_hand_form(v, piece) && !captured_form;
    bool royal = v->is_royal[piece] && !variant_places_royals(v) && !captured_form;
    return !wrong_form && !royal && !v->type[v->type_of[piece]].reverts;
}

/* How many of the next piece there are: 3P. One where no number is written. */
static int read_copies(fen_reader *r)
{
    int copies = 0;
    if (!is_number(r, r->next)) {
        return 1;
    }
    while (is_number(r, r->next) && copies <= HAND_MAX) {
        copies = copies * 10 + (*r->next++ - '0');
    }
    return copies;
}

/* Pieces up to one of the bytes `ends`. */
static bool read_held_pieces(fen_reader *r, uint16_t *hand, const char *ends)
{
    r->in_hand = true;
    while (*r->next && !strchr(ends, *r->next)) {
        size_t length;
        if (*r->next == '-' && strchr(ends, r->next[1])) {
            r->next++;
            break;
        }
        int copies = read_copies(r);
        piece_id piece = match_piece(r, r->next, &length);
        if (!piece || !may_be_in_hand(r->v, piece)) {
            return fen_error(r, CODE_START_HANDS, 1, "hands",
                             *r->next ? "no such piece can be in hand" : "the `]` is missing");
        }
        if (hand[piece] + copies > HAND_MAX) {
            return fen_error(r, CODE_START_HANDS, 1, "hands", "more than 1000 pieces of a kind");
        }
        hand[piece] = (uint16_t)(hand[piece] + copies);
        r->next += length;
    }
    r->in_hand = false;
    return true;
}

static bool read_hands(fen_reader *r, uint16_t *hand)
{
    bool slash = *r->next == '/';
    if (*r->next != '[' && !slash) {
        return true;
    }
    if (!r->v->has_hands) {
        (void)fen_error(r, CODE_START_HANDS, 1, "hands", "there are no pieces in hand in this game");
        diag_hint(r->diags, "a game has hands by `captured: to hand` (or `to prison`, `to partner`), or by `[]` behind "
                            "the board in its `start`");
        return false;
    }
    r->next++;
    if (!read_held_pieces(r, hand, slash ? " " : "]")) {
        return false;
    }
    if (!slash && !*r->next) {
        return fen_error(r, CODE_START_HANDS, 1, "hands", "the `]` is missing");
    }
    r->next += !slash;
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
static bool next_field(fen_reader *r)
{
    while (*r->next == ' ') {
        r->next++;
    }
    return *r->next != '\0' && !(r->board >= 0 && *r->next == '|');
}

/* Other programs call two players w (in xiangqi r) and b, whatever their names are; -1: it is no such letter. */
static int player_by_foreign_letter(const variant *v, char letter)
{
    return v->players != 2 || v->own_boards ? -1 : letter == 'w' || letter == 'r' ? 0 : letter == 'b' ? 1 : -1;
}

static bool read_side_to_move(fen_reader *r, position_state *st)
{
    size_t n = field_length(r->next);
    for (int player = 0; player < r->v->players; player++) {
        if (n == 1 && is_on_board(r->v, r->board, player) && *r->next == r->v->player_letters[player]) {
            st->side_to_move = (uint8_t)player;
            r->next += n;
            return true;
        }
    }
    int other = n == 1 ? player_by_foreign_letter(r->v, *r->next) : -1;
    if (other >= 0) {
        st->side_to_move = (uint8_t)other;
        r->next += n;
        return true;
    }
    diag_error(r->diags, CODE_START_SIDE_TO_MOVE, here(r, n), "side to move: expected `%c` or `%c`",
               r->v->player_letters[0], r->v->player_letters[r->v->players - 1]);
    return false;
}

static char right_letter(const variant *v, int number)
{
    char letter = v->right[number].letter;
    int player = v->right[number].player;
    bool first = v->own_boards ? v->board_players[v->board_of[player]][0] == player : player == 0;
    return (char)(first || v->fen_spells_owners ? ascii_to_upper(letter) : letter);
}

/* K, Q, k or q where rights are written as files (X-FEN): the outermost partner on that side of the king. */
static int right_by_side(const position *p, int player, bool kingside)
{
    const variant *v = p->variant;
    int best = -1, best_column = 0;
    for (int i = 0; i < v->castling_count; i++) {
        const castling *c = &v->castlings[i];
        int king = v->topology.column[c->king_from], partner = v->topology.column[c->partner_from];
        if (v->right[c->right].player != player || p->board[c->king_from] != c->king ||
            p->board[c->partner_from] != c->partner || (partner > king) != kingside) {
            continue;
        }
        if (best < 0 || (kingside ? partner > best_column : partner < best_column)) {
            best = c->right;
            best_column = partner;
        }
    }
    return best;
}

/* The right with this letter; -1: none. `player` is -1 where the case of the letter says whose it is. */
static int find_right(const position *p, int board, int player, char c)
{
    const variant *v = p->variant;
    for (int i = 0; i < v->rights; i++) {
        if (right_letter(v, i) == c && is_on_board(v, board, v->right[i].player) &&
            (player < 0 || v->right[i].player == player)) {
            return i;
        }
    }
    return -1;
}

/* A letter that is no right's own is the partner's file, as Shredder-FEN writes rights. */
static int right_by_file(const position *p, int board, char c)
{
    const variant *v = p->variant;
    for (int i = 0; i < v->castling_count; i++) {
        const variant_right *right = &v->right[v->castlings[i].right];
        bool first = v->own_boards ? v->board_players[v->board_of[right->player]][0] == right->player : !right->player;
        if (v->topology.column[right->cell] == ascii_to_lower(c) - 'a' && first == !ascii_is_lower(c) &&
            is_on_board(v, board, right->player)) {
            return v->castlings[i].right;
        }
    }
    return -1;
}

/* Whether the right is of no use: it lets pieces be put from a hand, and the hand has none of them. */
static bool is_spent_right(const position *p, int number)
{
    const put_table *t = &p->variant->put;
    int player = p->variant->right[number].player;
    bool spent = t->spent_rights[player] >> number & 1;
    for (int i = 0; i < t->held_count && spent; i++) {
        spent = !position_hand(p)[t->held[player][i].hand_piece];
    }
    return spent;
}

/* The right with this letter. Instead of one that is of no use, the right to castle with the partner on that file: other
 * programs write both by files. */
static int find_useful_right(const position *p, int board, int player, char c)
{
    int found = find_right(p, board, player, c);
    bool spent = found >= 0 && is_spent_right(p, found) && !p->variant->fen_spells_owners;
    int castles = spent ? right_by_file(p, board, c) : -1;
    return castles >= 0 ? castles : found;
}

static int find_player(const variant *v, char c)
{
    const char *found = c ? strchr(v->player_letters, c) : NULL;
    return found ? (int)(found - v->player_letters) : -1;
}

static const char *kind_of(const variant *v, piece_id piece)
{
    return piece ? v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].name : "piece";
}

/* Says that the right is left out because its pieces are not in place. */
static void warn_of_right(fen_reader *r, int number)
{
    const variant *v = r->v;
    const variant_right *right = &v->right[number];
    const char *owner = v->rules->players[right->player].name;
    const castling *c = NULL;
    for (int i = 0; i < v->castling_count && right->castling && !c; i++) {
        c = v->castlings[i].right == number ? &v->castlings[i] : NULL;
    }
    const char *cell = right->anywhere            ? "the board"
                       : right->cell == CELL_NONE ? "its first cell"
                                                  : v->topology.names[right->cell];
    if (!c) {
        diag_warning(r->diags, CODE_RIGHT_UNHELD, here(r, 1), "rights: `%c` is left out, since %s has no %s on %s",
                     *r->next, owner, kind_of(v, right->piece), cell);
    } else if (v->rules->castlings[c->rule].hook) {
        diag_warning(r->diags, CODE_RIGHT_UNHELD, here(r, 1),
                     "rights: `%c` is left out, since %s has no %s and %s that may castle", *r->next, owner,
                     kind_of(v, c->king), kind_of(v, c->partner));
    } else {
        diag_warning(r->diags, CODE_RIGHT_UNHELD, here(r, 1),
                     "rights: `%c` is left out, since %s has no %s on %s and %s on %s", *r->next, owner,
                     kind_of(v, c->king), v->topology.names[c->king_from], kind_of(v, c->partner), cell);
    }
}

/* The same for K, Q, k or q where castling partners may start anywhere. */
static void warn_of_side(fen_reader *r, int player)
{
    const variant *v = r->v;
    for (int i = 0; i < v->castling_count; i++) {
        if (v->right[v->castlings[i].right].player == player) {
            warn_of_right(r, v->castlings[i].right);
            return;
        }
    }
}

static bool read_rights(fen_reader *r, position *p)
{
    const variant *v = r->v;
    size_t n = field_length(r->next);
    const char *end = r->next + n;
    if (n == 1 && *r->next == '-') {
        r->next = end;
        return true;
    }
    int player = -1;
    for (; r->next < end; r->next++) {
        if (v->fen_spells_owners && player < 0) {
            player = find_player(v, *r->next);
            if (player < 0) {
                return fen_error(r, CODE_START_RIGHTS, 1, "rights", "expected the letter of a player");
            }
            continue;
        }
        if (v->fen_spells_owners && *r->next == ',') {
            player = -1;
            continue;
        }
        int found = find_useful_right(p, r->board, player, *r->next);
        if (found < 0 && v->castling_by_file && !v->fen_spells_owners && strchr("KQkq", *r->next)) {
            int owner = ascii_is_lower(*r->next) ? 1 : 0;
            owner = r->board >= 0 ? v->board_players[r->board][owner] : owner;
            found = right_by_side(p, owner, ascii_to_lower(*r->next) == 'k');
            if (found < 0) {
                warn_of_side(r, owner);
                continue;
            }
        }
        if (found < 0 && !v->fen_spells_owners) {
            found = right_by_file(p, r->board, *r->next);
        }
        if (found < 0) {
            diag_error(r->diags, CODE_START_RIGHTS, here(r, 1), "rights: this game has no right `%c`", *r->next);
            if (v->has_filter) {
                diag_hint(r->diags, "where `filter` does not let both pieces go to their cells, there is no castling; "
                                    "leave its letter out of `start`");
            }
            return false;
        }
        if (!right_piece_in_place(p, found)) {
            warn_of_right(r, found);
            continue;
        }
        p->state.rights |= UINT32_C(1) << found;
    }
    return true;
}

/* Whether the right is not written because its owner may still castle. */
static bool is_implied(const position *p, int number)
{
    const variant_right *right = &p->variant->right[number];
    return right->implied && p->state.rights & right->implied_by;
}

static void add_implied_rights(position *p)
{
    for (int i = 0; i < p->variant->rights; i++) {
        if (is_implied(p, i) && right_piece_in_place(p, i)) {
            p->state.rights |= UINT32_C(1) << i;
        }
    }
}

static bool can_double_step_over(const variant *v, piece_id piece, int at, cell_id cell)
{
    for (int player = 0; v->owner_of[piece] == v->neutral_owner && player < v->players; player++) {
        if (can_double_step_over(v, variant_piece(v, player, v->type_of[piece]), at, cell)) {
            return true;
        }
    }
    const piece_moves *moves = &v->moves[piece];
    for (int from = 0; moves->special_start && from < v->cells; from++) {
        for (uint32_t i = moves->special_start[from]; i < moves->special_start[from + 1]; i++) {
            const special *s = &moves->specials[i];
            if (s->leaves_ep && s->to == at && variant_leaves_target(v, s, (unsigned)from, cell)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a double step over `cell` could have brought an enemy of the side to move to `at`. `transformed`: as another
 * type that it had before it arrived. */
static bool double_step_possible(const position *p, cell_id at, cell_id cell, bool transformed)
{
    const variant *v = p->variant;
    piece_id piece = p->board[at];
    bool include_own = v->keeps_ep; /* within a turn the own double steps are recorded too */
    if (!piece || !(include_own || v->enemy_mask[p->state.side_to_move] >> v->owner_of[piece] & 1)) {
        return false;
    }
    bool found = !transformed && can_double_step_over(v, piece, at, cell);
    for (int type = 0; type < v->types && transformed && !found; type++) {
        found = can_double_step_over(v, variant_piece(v, v->owner_of[piece], type), at, cell);
    }
    return found;
}

/* Whether a script could have made `cell` a target of the piece, which needs no double step. */
static bool script_target_possible(const position *p, cell_id at, cell_id cell)
{
    const variant *v = p->variant;
    const bool scripts = v->after_hook_count || v->choice_hook_count || v->moves_hook_count;
    return scripts && p->board[at] && !p->board[cell];
}

static bool ep_possible(const position *p, cell_id at, cell_id cell)
{
    return double_step_possible(p, at, cell, false) || double_step_possible(p, at, cell, true) ||
           script_target_possible(p, at, cell);
}

/* The cell of the piece that made the double step over `cell` when the FEN does not say: the first possible one,
 * rather one that has not changed its type. */
static cell_id default_ep_piece_cell(const position *p, cell_id cell)
{
    for (int transformed = 0; transformed < 2; transformed++) {
        for (int at = 0; at < p->variant->cells; at++) {
            if (double_step_possible(p, (cell_id)at, cell, transformed)) {
                return (cell_id)at;
            }
        }
    }
    return CELL_NONE;
}

/* How long the next entry of the list of en passant targets is. Another program writes b5b6 for b5,b6. */
static size_t ep_cell_length(const fen_reader *r, const char *end)
{
    size_t length = 0;
    while (r->next + length < end && r->next[length] != ',') {
        length++;
    }
    if (memchr(r->next, '-', length) || topology_cell_on(&r->v->topology, r->board, r->next, length) != CELL_NONE) {
        return length;
    }
    for (size_t n = 1; n < length; n++) {
        bool joint = r->next[n - 1] >= '0' && r->next[n - 1] <= '9' && r->next[n] >= 'a' && r->next[n] <= 'z';
        if (joint && topology_cell_on(&r->v->topology, r->board, r->next, n) != CELL_NONE) {
            return n;
        }
    }
    return length;
}

static bool read_ep(fen_reader *r, position *p)
{
    size_t n = field_length(r->next);
    if (n == 1 && *r->next == '-') {
        r->next += n;
        return true;
    }
    const char *end = r->next + n, *left = NULL;
    size_t left_length = 0;
    while (r->next < end) { /* several cells are joined by commas */
        size_t length = ep_cell_length(r, end);
        const char *dash = memchr(
            r->next, '-', length); /* c6-d5 where another piece could have made the double step over c6 as well */
        size_t first = dash ? (size_t)(dash - r->next) : length;
        cell_id cell = topology_cell_on(&r->v->topology, r->board, r->next, first);
        cell_id piece_cell =
            dash ? topology_cell_on(&r->v->topology, r->board, dash + 1, length - first - 1) : (cell_id)CELL_NONE;
        if (cell == CELL_NONE || (dash && piece_cell == CELL_NONE)) {
            return fen_error(r, CODE_START_EP, length, "en passant target", "no cell of this board");
        }
        if (!dash || !ep_possible(p, piece_cell, cell)) {
            piece_cell = default_ep_piece_cell(p, cell);
        }
        if (piece_cell == CELL_NONE && !left_length) {
            left = r->next;
            left_length = length;
        } else if (piece_cell != CELL_NONE && p->state.ep_count < EP_CELLS_MAX) {
            p->state.ep_cells[p->state.ep_count++] = (ep_cell){cell, piece_cell};
        }
        r->next += length;
        r->next += r->next < end && *r->next == ',';
    }
    if (left_length) { /* of several the first */
        r->next = left;
        note_left_out(r, left_length, "no piece can have passed over this cell");
    }
    r->next = end;
    return true;
}

static bool read_number(fen_reader *r, const char *field, uint16_t *value)
{
    size_t n = field_length(r->next);
    char digits[8];
    long number = 0;
    if (n < sizeof digits) {
        memcpy(digits, r->next, n);
        digits[n] = '\0';
    }
    if (n >= sizeof digits || !text_to_long(digits, 0, COUNT_MAX, &number)) {
        return fen_error(r, CODE_START_NUMBER, n, field, "expected a number");
    }
    *value = (uint16_t)number;
    r->next += n;
    return true;
}

/* Faces such as 3-5; none for an empty text. False: something else, or more dice than there can be. */
static bool read_faces(const char *s, size_t length, uint8_t faces[DICE_MAX])
{
    int count = 0, face = 0;
    for (size_t i = 0; i <= length && length; i++) {
        if (i < length && ascii_is_digit(s[i]) && face < 100) {
            face = face * 10 + (s[i] - '0');
        } else if ((i == length || s[i] == '-') && face > 0 && face <= UINT8_MAX && count < DICE_MAX) {
            faces[count++] = (uint8_t)face;
            face = 0;
        } else {
            return false;
        }
    }
    return true;
}

/* Whether these are dice of the roll that are left, in their order. */
static bool are_left(const dice_outcome *roll, const uint8_t faces[DICE_MAX])
{
    int found = 0;
    for (int i = 0; i < DICE_MAX && found < DICE_MAX; i++) {
        found += faces[found] && roll->dice[i] == faces[found];
    }
    return found == DICE_MAX || !faces[found];
}

/* roll=3-5: the dice as rolled; dice=5: the dice that are not used yet, behind the roll. */
static bool read_roll(fen_reader *r, position *p, const char *s, size_t length, bool remaining)
{
    uint8_t faces[DICE_MAX] = {0};
    bool valid = read_faces(s, length, faces);
    if (remaining) {
        if (!valid || !p->extra.roll || !are_left(&p->variant->dice_outcomes[p->extra.roll - 1], faces)) {
            return fen_error(r, CODE_START_FIELD, length, "dice", "these dice are not left of the roll before them");
        }
        memcpy(p->extra.dice, faces, sizeof faces);
        return true;
    }
    for (int i = 0; valid && i < p->variant->dice_outcome_count; i++) {
        if (memcmp(p->variant->dice_outcomes[i].faces, faces, sizeof faces) == 0) {
            p->extra.roll = (uint8_t)(i + 1);
            p->extra.roll_due = 0;
            memcpy(p->extra.dice, p->variant->dice_outcomes[i].dice, sizeof p->extra.dice);
            return true;
        }
    }
    return fen_error(r, CODE_START_FIELD, length, "roll", "the dice cannot show that");
}

/* The first cell of a list with commas; moves *s behind it. */
static cell_id next_listed_cell(const position *p, const char **s, const char *end)
{
    const char *comma = memchr(*s, ',', (size_t)(end - *s));
    size_t length = (size_t)((comma ? comma : end) - *s);
    cell_id cell = topology_cell(&p->variant->topology, *s, length);
    *s += length + (comma != NULL);
    return cell;
}

/* moved=e4,f3: pieces that have moved in this turn. */
static bool read_moved(fen_reader *r, position *p, const char *s, size_t length)
{
    const char *end = s + length;
    while (s < end) {
        cell_id cell = next_listed_cell(p, &s, end);
        if (cell == CELL_NONE) {
            return fen_error(r, CODE_START_FIELD, length, "moved", "no cell of this board");
        }
        p->variant->core->mark_moved(p, cell);
    }
    return true;
}

/* The board that acts when the FEN does not say: the first that is a move behind the first board, else the first. */
static int default_acting_board(const position *p)
{
    const variant *v = p->variant;
    bool second_to_move = p->extra.boards[0].side_to_move == v->board_players[0][1];
    for (int board = 1; board < v->own_boards; board++) {
        if ((p->extra.boards[board].side_to_move == v->board_players[board][1]) != second_to_move) {
            return board;
        }
    }
    return 0;
}

/* The state's own fields are those of the board that acts. */
static void set_acting_board(position *p, int board)
{
    const board_clock *b = &p->extra.boards[board];
    p->state.side_to_move = (uint8_t)b->side_to_move;
    p->state.halfmove_clock = b->halfmove_clock;
    p->state.fullmove = b->fullmove;
}

/* acts=B: the board that acts, where the sides to move do not show it. */
static bool read_acting_board(fen_reader *r, position *p, const char *s, size_t length)
{
    const variant *v = p->variant;
    for (int board = 0; board < v->own_boards; board++) {
        const char *name = v->rules->board_names[board];
        if (strlen(name) == length && memcmp(name, s, length) == 0) {
            p->state.side_to_move = (uint8_t)p->extra.boards[board].side_to_move;
            return true;
        }
    }
    return fen_error(r, CODE_START_FIELD, length, "acts", "there is no such board");
}

/* Reads a field about the turn; false when `name` is none of them. */
static bool read_turn_field(fen_reader *r, position *p, size_t name, size_t n, bool *ok)
{
    const variant *v = p->variant;
    const char *value = r->next + name + 1;
    size_t length = n - name - 1;
    long number = 0;
    char digits[4] = {0};
    if (v->dice_outcome_count && name == 4 && (memcmp(r->next, "roll", 4) == 0 || memcmp(r->next, "dice", 4) == 0)) {
        *ok = read_roll(r, p, value, length, *r->next == 'd');
    } else if (v->rules->turn.each_piece_once && name == 5 && memcmp(r->next, "moved", 5) == 0) {
        *ok = read_moved(r, p, value, length);
    } else if ((v->multi_ply_turns || v->rules->hook_count) && name == 3 && memcmp(r->next, "ply", 3) == 0 &&
               length > 0 && length < 4) {
        memcpy(digits, value, length);
        *ok = text_to_long(digits, 0, 255, &number) ||
              fen_error(r, CODE_START_NUMBER, n, "ply", "expected a number to 255");
        p->extra.turn_ply = (uint8_t)number;
    } else if (v->own_boards && name == 4 && memcmp(r->next, "acts", 4) == 0) {
        *ok = read_acting_board(r, p, value, length);
    } else if (v->own_boards && name == 6 && memcmp(r->next, "waited", 6) == 0) {
        *ok = (length == 1 && *value == '1') || fen_error(r, CODE_START_FIELD, n, "waited", "expected waited=1");
        p->extra.waited = 1;
    } else {
        return false;
    }
    return true;
}

static bool has_lost_rights_field(const variant *v)
{
    for (int i = 0; i < v->rights; i++) {
        if (v->right[i].shown_lost) {
            return true;
        }
    }
    return false;
}

/* lost=a2,h7: cells of pieces that have lost a right that the FEN does not show otherwise. */
static bool read_lost_rights(fen_reader *r, const position *p, const char *s, size_t length)
{
    const char *end = s + length;
    while (s < end) {
        cell_id cell = next_listed_cell(p, &s, end);
        if (cell == CELL_NONE) {
            return fen_error(r, CODE_START_FIELD, length, "lost", "no cell of this board");
        }
        uint32_t lost = 0;
        for (int i = 0; i < p->variant->rights; i++) {
            const variant_right *right = &p->variant->right[i];
            lost |= right->shown_lost && right->cell == cell ? UINT32_C(1) << i : 0;
        }
        if (!lost) {
            return fen_error(r, CODE_START_FIELD, length, "lost",
                             "a cell of it is no first cell of a piece with a right");
        }
        r->lost_rights |= lost;
    }
    return true;
}

static void add_kept_rights(const fen_reader *r, position *p)
{
    for (int i = 0; i < p->variant->rights; i++) {
        if (p->variant->right[i].shown_lost && !(r->lost_rights >> i & 1) && right_piece_in_place(p, i)) {
            p->state.rights |= UINT32_C(1) << i;
        }
    }
}

static bool read_counter(fen_reader *r, position *p)
{
    size_t n = field_length(r->next);
    const char *equals = memchr(r->next, '=', n);
    size_t name = equals ? (size_t)(equals - r->next) : n;
    bool ok = false;
    if (equals && name == 4 && memcmp(r->next, "lost", 4) == 0 && has_lost_rights_field(p->variant)) {
        ok = read_lost_rights(r, p, equals + 1, n - name - 1);
        r->next += ok ? n : 0;
        return ok;
    }
    if (equals && read_turn_field(r, p, name, n, &ok)) {
        r->next += ok ? n : 0;
        return ok;
    }
    char digits[8];
    long value = 0;
    size_t length = equals ? n - name - 1 : 0;
    if (!equals || length == 0 || length >= sizeof digits) {
        return fen_error(r, CODE_START_FIELD, n, "counters", "expected name=number");
    }
    memcpy(digits, equals + 1, length);
    digits[length] = '\0';
    if (!text_to_long(digits, -9999, 9999, &value)) {
        return fen_error(r, CODE_START_FIELD, n, "counters", "expected name=number");
    }
    for (size_t i = 0; i < p->variant->rules->counter_count; i++) {
        const char *known = p->variant->rules->counters[i];
        if (strlen(known) == name && memcmp(known, r->next, name) == 0) {
            p->extra.counters[i] = (int16_t)value;
            r->next += n;
            return true;
        }
    }
    for (int player = 0; p->variant->counts_checks_in_row && player < p->variant->players; player++) {
        const char *player_name = p->variant->rules->players[player].name;
        if (name == strlen(player_name) + 7 && memcmp(r->next, player_name, strlen(player_name)) == 0 &&
            memcmp(r->next + strlen(player_name), "-checks", 7) == 0 && value >= 0) {
            p->extra.checks_given[player] = (uint16_t)value;
            r->next += n;
            return true;
        }
    }
    return fen_error(r, CODE_START_FIELD, name, "counters", "this game has no such counter");
}

/* ---- fields as other programs write them ---- */

int fen_checks_to_win(const variant *v)
{
    long most = 0;
    for (int i = 0; v->players == 2 && i < v->ending_count; i++) {
        const rule_ending *rule = v->endings[i].rule;
        bool counted = rule->kind == END_CHECKS && rule->cumulative;
        most = counted && rule->number > most ? rule->number : most;
    }
    return (int)most;
}

static bool is_number_field(const char *s)
{
    size_t n = field_length(s);
    return n > 0 && strspn(s, "0123456789") >= n;
}

/* Two numbers with a + between, and perhaps one in front. */
static bool is_checks_field(const char *s)
{
    size_t n = field_length(s), front = *s == '+', first = strspn(s + front, "0123456789"),
           second = first && s[front + first] == '+' ? strspn(s + front + first + 1, "0123456789") : 0;
    return second && front + first + 1 + second == n;
}

/* A number of at most four digits; larger ones are 9999. */
static int read_small_number(const char **s)
{
    int number = 0;
    for (; ascii_is_digit(**s); ++*s) {
        number = number < 1000 ? number * 10 + (**s - '0') : 9999;
    }
    return number;
}

/* 3+2: the checks that each side still has to give; +0+1: those that it has given. */
static bool read_checks(fen_reader *r, position *p)
{
    size_t n = field_length(r->next);
    int all = fen_checks_to_win(r->v), numbers[2];
    bool given = *r->next == '+';
    if (!all) {
        note_left_out(r, n, "this game does not count checks");
        r->next += n;
        return true;
    }
    const char *at = r->next + given;
    numbers[0] = read_small_number(&at);
    at++;
    numbers[1] = read_small_number(&at);
    for (int player = 0; player < 2; player++) {
        if (numbers[player] > all) {
            return fen_error(r, CODE_START_FIELD, n, "checks", "more than win the game");
        }
        p->extra.checks_given[player] = (uint16_t)(given ? numbers[player] : all - numbers[player]);
    }
    r->next += n;
    return true;
}

/* Goes to the next field that is not about checks; false at the end, or after an error with `*ok`. */
static bool next_but_checks(fen_reader *r, position *p, bool *ok)
{
    bool more = next_field(r);
    while (more && *ok && is_checks_field(r->next)) {
        *ok = read_checks(r, p);
        more = next_field(r);
    }
    return *ok && more;
}

/* How many numbers follow here, at most three. */
static int numbers_ahead(const fen_reader *r)
{
    int numbers = 0;
    for (const char *s = r->next; numbers < 3; s += strspn(s, " ")) {
        if (is_number_field(s)) {
            numbers++;
        } else if (!is_checks_field(s)) {
            break;
        }
        s += field_length(s);
    }
    return numbers;
}

/* Whether the clocks begin already here, since the fields before them are not written. A number may also be the name
 * of a cell. */
static bool clocks_begin(const fen_reader *r)
{
    size_t n = field_length(r->next);
    return is_checks_field(r->next) ||
           (is_number_field(r->next) && topology_cell_on(&r->v->topology, r->board, r->next, n) == CELL_NONE);
}

/* Sets the counter of that name; false: the game has none. */
static bool set_counter(position *p, const char *name, long value)
{
    int number = ruleset_counter_named(p->variant->rules, name);
    if (number >= 0) {
        p->extra.counters[number] = (int16_t)value;
    }
    return number >= 0;
}

/* Three numbers: a count towards a draw, as the games of Southeast Asia have it, to its limit and how far it is. They are
 * plies; the counters `limit` and `count` of a game that counts are moves of one side. */
static void read_count(fen_reader *r, position *p)
{
    size_t first = field_length(r->next), blanks = strspn(r->next + first, " ");
    const char *at = r->next + first + blanks;
    size_t second = field_length(at), length = first + blanks + second;
    char limit[8] = "", count[8] = "";
    long plies[2];
    bool fits = first < sizeof limit && second < sizeof count;
    if (fits) {
        memcpy(limit, r->next, first);
        memcpy(count, at, second);
    }
    fits = fits && text_to_long(limit, 0, 9999, &plies[0]) && text_to_long(count, 0, 9999, &plies[1]);
    if (!fits || !set_counter(p, "limit", plies[0] / 2) || !set_counter(p, "count", (plies[1] + 1) / 2)) {
        note_left_out(r, length, "this game does not count moves towards a draw");
    }
    r->next += length;
}

/* The value of a counter that is there and seen; 0: of none. */
static int counter_value(const position *p, const char *name)
{
    int number = ruleset_counter_named(p->variant->rules, name), value = number < 0 ? 0 : p->extra.counters[number];
    return value == COUNTER_HIDDEN ? 0 : value;
}

/* Who counts: `counts` says it, odd for the first player; before the first move behind a FEN of others it says nothing, and it is
 * the player with fewer pieces. */
static int counting_player(const position *p)
{
    const variant *v = p->variant;
    int counts = counter_value(p, "counts"), more = 0;
    for (int cell = 0; cell < v->cells; cell++) {
        int owner = p->board[cell] ? v->owner_of[p->board[cell]] : v->neutral_owner;
        more += owner == 0 ? 1 : owner == 1 ? -1 : 0;
    }
    return counts ? (counts + 1) % 2 : more > 0;
}

bool fen_count(const position *p, int *limit, int *plies)
{
    int moves = counter_value(p, "count");
    *limit = 2 * counter_value(p, "limit");
    *plies = 2 * moves - (moves > 0 && counting_player(p) != p->state.side_to_move);
    return *limit > 0 && moves >= 0 && ruleset_counter_named(p->variant->rules, "count") >= 0 &&
           p->variant->players == 2;
}

bool fen_counter_of_count(const char *field, size_t length)
{
    static const char *const names[] = {"limit=", "count=", "counts="};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        found = found || (length > n && memcmp(field, names[i], n) == 0);
    }
    return found;
}

static bool read_clocks(fen_reader *r, position *p)
{
    bool ok = true, counted = next_but_checks(r, p, &ok) && numbers_ahead(r) == 3;
    if (counted) {
        read_count(r, p);
    } else if (ok && next_but_checks(r, p, &ok) && !memchr(r->next, '=', field_length(r->next)) &&
               !read_number(r, "halfmove clock", &p->state.halfmove_clock)) {
        return false;
    }
    if (ok && next_but_checks(r, p, &ok) && !memchr(r->next, '=', field_length(r->next)) &&
        !read_number(r, "move number", &p->state.fullmove)) {
        return false;
    }
    return ok;
}

static bool has_marked_letters(const variant *v)
{
    for (int type = 0; type < v->types; type++) {
        if (v->type[type].capital[0] == '+') {
            return true;
        }
    }
    return false;
}

/* Whether what follows the side to move are hands and the number of a ply, and nothing else; the number may be missing
 * where the word in front says what it is. */
static bool has_sfen_fields(const fen_reader *r, const char *side)
{
    const char *hands = side + field_length(side);
    hands += strspn(hands, " ");
    const char *ply = hands + field_length(hands);
    ply += strspn(ply, " ");
    const char *end = ply + field_length(ply);
    return *hands && !is_number_field(hands) && (is_number_field(ply) || (r->called_sfen && !*ply)) &&
           !end[strspn(end, " ")] && (r->v->has_hands || (*hands == '-' && field_length(hands) == 1));
}

/* SFEN, of programs for shogi: behind the board only the side to move, where b is the first, the hands, and the number
 * of the next ply. A FEN has the hands in brackets. */
static bool is_sfen(const fen_reader *r)
{
    return r->board < 0 && r->v->players == 2 && !r->hands_read &&
           (r->called_sfen || (r->v->has_hands && has_marked_letters(r->v))) && field_length(r->next) == 1 &&
           strchr("bw", *r->next) && has_sfen_fields(r, r->next);
}

static bool read_sfen_fields(fen_reader *r, position *p)
{
    uint16_t ply = 1;
    p->state.side_to_move = *r->next == 'w';
    r->next++;
    next_field(r);
    if (r->v->has_hands && !read_held_pieces(r, position_hand(p), " ")) {
        return false;
    }
    r->next += r->v->has_hands ? 0 : field_length(r->next);
    if (next_field(r) && !read_number(r, "ply", &ply)) {
        return false;
    }
    p->state.fullmove = (uint16_t)((ply + 1) / 2);
    add_implied_rights(p);
    return true;
}

static bool read_fields(fen_reader *r, position *p)
{
    if (!next_field(r)) {
        return true;
    }
    if (is_sfen(r)) {
        return read_sfen_fields(r, p);
    }
    if (!read_side_to_move(r, &p->state)) {
        return false;
    }
    if (next_field(r) && !clocks_begin(r) && !read_rights(r, p)) {
        return false;
    }
    add_implied_rights(p);
    if (next_field(r) && !clocks_begin(r) && !read_ep(r, p)) {
        return false;
    }
    return read_clocks(r, p);
}

static bool read_extra_fields(fen_reader *r, position *p)
{
    bool ok = true;
    while (next_but_checks(r, p, &ok)) {
        if (!read_counter(r, p)) {
            return false;
        }
    }
    return ok;
}

/* The part of one board, or of all boards. */
static bool read_board(fen_reader *r, position *p)
{
    if (!read_placement(r, p->board)) {
        return false;
    }
    r->hands_read = *r->next == '[' || *r->next == '/';
    if (!read_hands(r, position_hand(p))) {
        return false;
    }
    if (*r->next && *r->next != ' ') {
        return fen_error(r, CODE_START_FIELD, 1, "placement", "expected a blank before the next field");
    }
    return read_fields(r, p);
}

static bool read_boards(fen_reader *r, position *p)
{
    const variant *v = p->variant;
    for (r->board = 0;;) {
        p->state.side_to_move = v->board_players[r->board][0];
        p->state.halfmove_clock = 0;
        p->state.fullmove = 1;
        if (!read_board(r, p)) {
            return false;
        }
        p->extra.boards[r->board] = (board_clock){.side_to_move = p->state.side_to_move,
                                                  .halfmove_clock = p->state.halfmove_clock,
                                                  .fullmove = p->state.fullmove};
        if (r->board + 1 == v->own_boards) {
            break;
        }
        if (!next_board(r)) {
            return false;
        }
    }
    set_acting_board(p, default_acting_board(p));
    bool ok = read_extra_fields(r, p);
    set_acting_board(p, v->board_of[p->state.side_to_move]);
    return ok && (!*r->next || fen_error(r, CODE_START_SHAPE, 1, "placement", "there is no further board"));
}

/* Where one of two players moves after the other, a move that leaves its player in check is not legal. */
static bool judges_own_check(const variant *v)
{
    bool exposes = v->players != 2 || v->own_boards || variant_has_turn_rules(v) || v->rules->royals_capturable ||
                   v->rules->blast.given; /* some captures would blow up the captor's own royal piece */
    for (int i = 0; i < v->ending_count; i++) {
        exposes |= v->endings[i].rule->kind == END_EXPOSED;
    }
    return !exposes;
}

void fen_warn_of_check(const position *p, diag_list *diags, location at)
{
    const variant *v = p->variant;
    int waiting = 1 - p->state.side_to_move;
    bool between = position_game_begun(p) && !p->extra.turn_ply; /* a hook may let a player move on */
    if (judges_own_check(v) && between && v->core->in_check(p, waiting)) {
        diag_warning(diags, CODE_START_CHECK, at,
                     "this position cannot occur: %s is in check, and %s is to move and could capture the royal piece",
                     v->rules->players[waiting].name, v->rules->players[1 - waiting].name);
    }
}

bool fen_read(position *p, diag_list *diags, location at, const char *fen)
{
    const variant *v = p->variant;
    fen_reader r = {.v = v, .diags = diags, .at = at, .fen = fen, .next = fen, .p = p, .board = -1};
    if (v->has_stacks) {
        memset(position_stack_heights(p), 0, v->position_size - v->stack_offset);
    }
    memset(&p->state, 0, sizeof p->state);
    memset(&p->extra, 0, sizeof p->extra);
    p->state.fullmove = 1;
    p->extra.roll_due = v->dice_outcome_count > 0;
    v->core->clear_moved(p);
    memset(p->board, 0, (size_t)v->cells * sizeof p->board[0]);
    memset(position_hand(p), 0, (size_t)v->piece_ids * sizeof(uint16_t));
    r.next += strspn(r.next, " ");
    size_t word = field_length(r.next);
    r.called_sfen = word == 4 && memcmp(r.next, "sfen", 4) == 0;
    if (r.next[word] == ' ' && (r.called_sfen || (word == 3 && memcmp(r.next, "fen", 3) == 0))) {
        r.next += word + strspn(r.next + word, " "); /* as it stands in a command of UCI or USI */
    }
    if (v->own_boards ? !read_boards(&r, p) : !read_board(&r, p) || !read_extra_fields(&r, p)) {
        return false;
    }
    add_kept_rights(&r, p);
    v->core->refresh(p);
    if (p->extra.roll_due && v->rules->dice.check_free && v->core->in_check(p, p->state.side_to_move)) {
        p->extra.roll_due = 0;
        v->core->refresh(p);
    }
    return true;
}

/* ---- writing ---- */

static void write_cell(const position *p, int cell, text *out)
{
    const variant *v = p->variant;
    int height = v->has_stacks ? position_stack_heights(p)[cell] : 0;
    piece_id stack[STACK_MAX + 1];
    for (int level = 0; level < height; level++) {
        stack[level] = position_stack_piece(p, (size_t)cell * STACK_MAX + (size_t)level);
    }
    stack[height] = p->board[cell];
    text_put(out, height ? "(" : "");
    for (int level = 0, run; level <= height; level += run) {
        for (run = 1; level + run <= height && stack[level + run] == stack[level]; run++) {
        }
        bool counted = run > STACK_SPELT_MAX; /* a few are easier to read one by one */
        if (counted) {
            text_print(out, "%d", run);
        }
        for (int i = 0; i < (counted ? 1 : run); i++) {
            text_put(out, v->piece_fen[stack[level]]);
        }
    }
    text_put(out, height ? ")" : "");
}

/* Writes a number of empty cells, a piece or an x; between them a comma where the variant needs it. */
static void put_token(const variant *v, bool *first, const char *token, text *out)
{
    if (v->fen_spells_owners && !*first) {
        text_char(out, ',');
    }
    *first = false;
    text_put(out, token);
}

static void put_empty(const variant *v, bool *first, int *empty, text *out)
{
    char digits[16];
    if (*empty) {
        snprintf(digits, sizeof digits, "%d", *empty);
        put_token(v, first, digits, out);
        *empty = 0;
    }
}

static void write_row(const position *p, int row, int level, text *out)
{
    const variant *v = p->variant;
    int empty = 0;
    bool first = true;
    for (int column = 0; column < v->topology.columns; column++) {
        cell_id cell = topology_at(&v->topology, column, row, level);
        if (cell == CELL_NONE && (!v->fen_spells_owners || v->rules->row_cells)) {
            continue; /* in rows every other column is a gap, and no cell is missing there */
        }
        if (cell != CELL_NONE && !p->board[cell]) {
            empty++;
            continue;
        }
        put_empty(v, &first, &empty, out);
        put_token(v, &first, cell == CELL_NONE ? "x" : "", out);
        if (cell != CELL_NONE) {
            write_cell(p, cell, out);
        }
    }
    put_empty(v, &first, &empty, out);
}

static void write_level(const position *p, int level, text *out)
{
    for (int row = p->variant->topology.rows - 1; row >= 0; row--) {
        write_row(p, row, level, out);
        if (row) {
            text_char(out, '/');
        }
    }
}

static void write_board(const position *p, int board, text *out)
{
    const topology *t = &p->variant->topology;
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

/* The k-th right of the player in the order of writing; -1: none. Files go from the right edge, as is the custom
 * (HAha). */
static int right_in_order(const variant *v, int player, int k)
{
    if (!v->castling_by_file) {
        return v->right[k].player == player ? k : -1;
    }
    for (int right = 0; right < v->rights; right++) {
        if (v->right[right].player == player && v->right[right].castling &&
            v->topology.column[v->right[right].cell] == v->topology.columns - 1 - k) {
            return right;
        }
    }
    return -1;
}

static void write_rights(const position *p, int board, text *out)
{
    const variant *v = p->variant;
    size_t before = out->length;
    int count_max = v->castling_by_file ? v->topology.columns : v->rights;
    for (int player = 0; player < v->players; player++) {
        bool owner_shown = !v->fen_spells_owners;
        for (int k = 0; k < count_max && is_on_board(v, board, player); k++) {
            int number = right_in_order(v, player, k);
            if (number < 0 || !(p->state.rights >> number & 1) || is_implied(p, number) ||
                v->right[number].shown_lost || !right_piece_in_place(p, number)) {
                continue;
            }
            if (!owner_shown) { /* wKQ,kQ: with more than two armies each begins with its player's letter */
                text_print(out, "%s%c", out->length == before ? "" : ",", v->player_letters[player]);
                owner_shown = true;
            }
            text_char(out, right_letter(v, number));
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

static void write_turn_fields(const position *p, text *out)
{
    const variant *v = p->variant;
    if (p->extra.turn_ply) {
        text_print(out, " ply=%d", p->extra.turn_ply);
    }
    if (p->extra.roll) {
        const dice_outcome *o = &v->dice_outcomes[p->extra.roll - 1];
        write_dice(out, "roll", o->faces);
        if (memcmp(o->dice, p->extra.dice, sizeof o->dice) != 0) {
            write_dice(out, "dice", p->extra.dice);
        }
    }
    const char *separator = " moved=";
    for (int cell = 0; v->rules->turn.each_piece_once && cell < v->cells; cell++) {
        if (v->core->has_moved(p, (cell_id)cell)) {
            text_print(out, "%s%s", separator, v->topology.names[cell]);
            separator = ",";
        }
    }
}

/* An empty prison is not written: nothing is dropped from it. */
static bool prison_in_use(const position *p)
{
    for (int piece = 1; piece < p->variant->piece_ids; piece++) {
        if (position_hand(p)[piece]) {
            return true;
        }
    }
    return false;
}

static void write_hands(const position *p, int board, text *out)
{
    const variant *v = p->variant;
    text_char(out, '[');
    for (int piece = 1; piece < v->piece_ids; piece++) {
        for (int n = is_on_board(v, board, v->owner_of[piece]) ? position_hand(p)[piece] : 0; n > 0; n--) {
            text_put(out, v->piece_fen[piece]);
        }
    }
    text_char(out, ']');
}

/* The name of a cell; within a board's part without the board's name. */
static const char *cell_name(const variant *v, int board, cell_id cell)
{
    const char *name = v->topology.names[cell];
    const char *colon = board >= 0 ? strchr(name, ':') : NULL;
    return colon ? colon + 1 : name;
}

static void write_ep(const position *p, int board, text *out)
{
    const variant *v = p->variant;
    bool first = true;
    for (unsigned i = 0; i < p->state.ep_count; i++) {
        ep_cell c = p->state.ep_cells[i];
        if (board >= 0 && v->topology.level[c.cell] != board) {
            continue;
        }
        text_print(out, "%s%s", first ? "" : ",", cell_name(v, board, c.cell));
        first = false;
        if (default_ep_piece_cell(p, c.cell) != c.piece_cell) {
            text_print(out, "-%s", cell_name(v, board, c.piece_cell));
        }
    }
    text_put(out, first ? "-" : "");
}

/* Writes placement, hands, side to move and clocks of one board, or of all boards (-1). */
static void write_board_fields(const position *p, int board, text *out)
{
    const variant *v = p->variant;
    board_clock turn = {.side_to_move = p->state.side_to_move,
                        .halfmove_clock = p->state.halfmove_clock,
                        .fullmove = p->state.fullmove};
    if (board >= 0 && board != v->board_of[p->state.side_to_move]) {
        turn = p->extra.boards[board];
    }
    write_board(p, board, out);
    if (v->has_hands && (v->rules->captured != CAPTURED_TO_PRISON || prison_in_use(p))) {
        write_hands(p, board, out);
    }
    text_print(out, " %c ", v->player_letters[turn.side_to_move]);
    write_rights(p, board, out);
    text_char(out, ' ');
    write_ep(p, board, out);
    text_print(out, " %u %u", turn.halfmove_clock, turn.fullmove);
}

static void write_boards(const position *p, text *out)
{
    const variant *v = p->variant;
    for (int board = 0; board < v->own_boards; board++) {
        text_put(out, board ? " | " : "");
        write_board_fields(p, board, out);
    }
    int acting_board = v->board_of[p->state.side_to_move];
    if (acting_board != default_acting_board(p)) {
        text_print(out, " acts=%s", v->rules->board_names[acting_board]);
    }
    text_put(out, p->extra.waited ? " waited=1" : "");
}

void fen_write(const position *p, text *out)
{
    const variant *v = p->variant;
    if (v->own_boards) {
        write_boards(p, out);
    } else {
        write_board_fields(p, -1, out);
    }
    for (size_t i = 0; i < v->rules->counter_count; i++) {
        if (p->extra.counters[i]) {
            if (p->extra.counters[i] == COUNTER_HIDDEN) {
                text_print(out, " %s=?", v->rules->counters[i]); /* as a player sees it: some value, not shown */
                continue;
            }
            text_print(out, " %s=%d", v->rules->counters[i], p->extra.counters[i]);
        }
    }
    const char *separator = " lost=";
    for (int i = 0; i < v->rights; i++) {
        if (v->right[i].shown_lost && !(p->state.rights >> i & 1) && right_piece_in_place(p, i)) {
            text_print(out, "%s%s", separator, v->topology.names[v->right[i].cell]);
            separator = ",";
        }
    }
    write_turn_fields(p, out);
    for (int player = 0; v->counts_checks_in_row && player < v->players; player++) {
        if (p->extra.checks_given[player]) {
            text_print(out, " %s-checks=%u", v->rules->players[player].name, p->extra.checks_given[player]);
        }
    }
}
