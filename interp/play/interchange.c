#include "play/interchange.h"

#include "play/fen.h"
#include "play/written_move.h"

#include <stdio.h>
#include <string.h>

/* The boards of Fairy-Stockfish, which the programs around it share. */
enum { FOREIGN_COLUMNS_MAX = 12, FOREIGN_ROWS_MAX = 10 };

static void append(char *out, const char *more, size_t length)
{
    size_t used = strlen(out);
    snprintf(out + used, MOVE_TEXT_MAX - used, "%.*s", (int)length, more);
}

static void append_all(char *out, const char *more)
{
    append(out, more, strlen(more));
}

/* Appends a letter without the ~ of a piece that goes back to what it was. */
static void append_letter(char *out, const char *letter)
{
    append(out, letter, written_move_letter_length(letter));
}

static void append_lower(char *out, const char *letter)
{
    size_t used = strlen(out);
    append_letter(out, letter);
    for (char *c = out + used; *c; c++) {
        *c = ascii_to_lower(*c);
    }
}

static bool is_marked(const piece_type *type)
{
    return type->capital[0] == '+';
}

/* ---- what a piece changes into ---- */

/* Appends the promotion behind `sign`; + and - where the piece turns over, and nothing where its letter stays. */
static void append_promotion(const position *p, move m, const char *sign, bool lower, char *out)
{
    const variant *v = p->variant;
    piece_id piece = p->board[move_from(m)];
    const piece_type *from = &v->type[v->type_of[piece]], *into = &v->type[written_move_becomes(p, m)];
    size_t length = written_move_letter_length(into->capital);
    if (is_marked(from) != is_marked(into)) {
        append_all(out, is_marked(into) ? "+" : "-");
    } else if (move_into(m) && !v->moves[piece].captures_transform &&
               (length != written_move_letter_length(from->capital) ||
                strncmp(into->capital, from->capital, length) != 0)) {
        append_all(out, sign);
        if (lower) {
            append_lower(out, into->letter);
        } else {
            append_letter(out, into->capital);
        }
    }
}

/* ---- coordinates ---- */

static bool is_step(move m)
{
    move_kind kind = move_kind_of(m);
    return kind == MOVE_NORMAL || kind == MOVE_DOUBLE_STEP || kind == MOVE_EN_PASSANT;
}

static void put_pass(const position *p, char *out)
{
    const variant *v = p->variant;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        piece_id piece = p->board[cell];
        if (piece && v->is_royal[piece] && v->owner_of[piece] == p->state.side_to_move) {
            snprintf(out, MOVE_TEXT_MAX, "%s%s", v->topology.names[cell], v->topology.names[cell]);
            return;
        }
    }
    snprintf(out, MOVE_TEXT_MAX, "0000");
}

/* The first half of a step or castling; false: of another move. */
static bool put_coordinates(const position *p, move m, char *out)
{
    const variant *v = p->variant;
    const char *const *names = v->topology.names;
    if (move_kind_of(m) == MOVE_CASTLE) {
        const castling *c = &v->castlings[move_index(m)];
        bool partner = v->rules->castlings[c->rule].written_as_capture;
        snprintf(out, MOVE_TEXT_MAX, "%s%s", names[c->king_from], names[partner ? c->partner_from : move_to(m)]);
        return true;
    }
    if (!is_step(m) || v->rules->split_any || v->rules->board_names || v->captures_by_row || v->choice_hook_count) {
        return false;
    }
    snprintf(out, MOVE_TEXT_MAX, "%s%s", names[move_from(m)], names[move_to(m)]);
    append_promotion(p, m, "", true, out);
    return true;
}

/* e2e4,e4d4; b1c3h, and h1e1h where the piece comes to the partner's cell. */
static void put_second_half(const position *p, move m, const written_half *h, char *out)
{
    const char *const *names = p->variant->topology.names;
    if (!*h->letter) {
        append_all(out, ",");
        append_all(out, names[h->to]);
        append_all(out, names[h->cell]);
        return;
    }
    if (h->cell != h->from) {
        snprintf(out, MOVE_TEXT_MAX, "%s%s", names[h->cell], names[move_from(m)]);
    }
    append_lower(out, h->letter);
}

void interchange_put_move(notation *n, move m, char *out)
{
    const position *p = n->p;
    const written_half h = written_move_half(p, m);
    if (move_kind_of(m) == MOVE_PASS && !move_aux(m) && !p->extra.turn_ply) {
        put_pass(p, out);
    } else if (!put_coordinates(p, m, out)) {
        notation_write(n, m, out);
    } else if (h.given) {
        put_second_half(p, m, &h, out);
    }
}

/* ---- SAN ---- */

/* How the name of a cell divides: file and rank. */
static size_t file_length(const char *name)
{
    return strcspn(name, "0123456789");
}

static bool same_file(const char *a, const char *b)
{
    size_t length = file_length(a);
    return length == file_length(b) && strncmp(a, b, length) == 0;
}

static bool same_rank(const char *a, const char *b)
{
    return strcmp(a + file_length(a), b + file_length(b)) == 0;
}

static bool same_letter(const variant *v, piece_id a, piece_id b)
{
    const char *one = v->type[v->type_of[a]].capital, *other = v->type[v->type_of[b]].capital;
    size_t length = written_move_letter_length(one);
    return length == written_move_letter_length(other) && strncmp(one, other, length) == 0;
}

/* Appends as much of the cell that is left as tells the piece apart from others of its letter. */
static void append_origin(notation *n, const move_list *legal, move m, bool pawn_captures, char *out)
{
    const position *p = n->p;
    const variant *v = p->variant;
    const char *own = v->topology.names[move_from(m)];
    bool other_piece = false, file_shared = false, rank_shared = false;
    for (size_t i = 0; i < legal->count; i++) {
        move other = legal->moves[i];
        if (!is_step(other) || move_to(other) != move_to(m) || move_from(other) == move_from(m) ||
            !same_letter(v, p->board[move_from(other)], p->board[move_from(m)])) {
            continue;
        }
        const char *name = v->topology.names[move_from(other)];
        other_piece = true;
        file_shared = file_shared || same_file(own, name);
        rank_shared = rank_shared || same_rank(own, name);
    }
    size_t file = file_length(own);
    if (pawn_captures ? other_piece && file_shared : other_piece && file_shared && rank_shared) {
        append_all(out, own);
    } else if (pawn_captures || (other_piece && !file_shared)) {
        append(out, own, file);
    } else if (other_piece) {
        append_all(out, own + file);
    }
}

/* A promotion that is declined is written = in games where + is the sign of one. */
static void append_declined(const move_list *legal, const position *p, move m, char *out)
{
    for (size_t i = 0; i < legal->count && !move_into(m); i++) {
        move other = legal->moves[i];
        if (is_step(other) && move_from(other) == move_from(m) && move_to(other) == move_to(m) && move_into(other) &&
            is_marked(&p->variant->type[move_into(other) - 1])) {
            append_all(out, "=");
            return;
        }
    }
}

static void put_san_step(notation *n, const move_list *legal, move m, char *out)
{
    const position *p = n->p;
    const variant *v = p->variant;
    piece_id piece = p->board[move_from(m)];
    bool captures = move_kind_of(m) == MOVE_EN_PASSANT || p->board[move_to(m)],
         bare = v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].resets_halfmove_clock;
    if (!bare) {
        append_letter(out, v->type[v->type_of[piece]].capital);
    }
    append_origin(n, legal, m, bare && captures, out);
    append_all(out, captures ? "x" : "");
    append_all(out, v->topology.names[move_to(m)]);
    append_promotion(p, m, "=", false, out);
    append_declined(legal, p, m, out);
}

static bool put_san_first(notation *n, const move_list *legal, move m, char *out)
{
    const position *p = n->p;
    const variant *v = p->variant;
    out[0] = '\0';
    if (move_kind_of(m) == MOVE_CASTLE) {
        bool near = written_move_means_castling(v, &v->castlings[move_index(m)], "O-O");
        append_all(out, near ? "O-O" : "O-O-O");
    } else if (move_kind_of(m) == MOVE_DROP) {
        notation_write(n, m, out);
    } else if (is_step(m)) {
        put_san_step(n, legal, m, out);
    } else {
        return false;
    }
    return true;
}

/* Nf6/H, O-O/Rh1 where the piece comes to the partner's cell; e4,d4. */
static void append_san_half(const position *p, const written_half *h, char *out)
{
    const char *name = p->variant->topology.names[h->cell];
    append_all(out, *h->letter ? "/" : ",");
    append_all(out, h->letter);
    append_all(out, !*h->letter || h->cell != h->from ? name : "");
}

static bool plus_promotes(const variant *v)
{
    bool found = false;
    for (int type = 0; type < v->types; type++) {
        found = found || is_marked(&v->type[type]);
    }
    return found;
}

/* Appends + for check and # for mate; no + where it is the sign of a promotion. */
static void append_check(position *p, move m, char *out)
{
    const struct core *rules = p->variant->core;
    undo u;
    rules->play(p, m, &u);
    bool check = rules->in_check(p, p->state.side_to_move), mate = check && !rules->has_legal_move(p);
    rules->undo(p, &u);
    append_all(out, mate ? "#" : check && !plus_promotes(p->variant) ? "+" : "");
}

void interchange_put_san(notation *n, move m, char *out)
{
    position *p = (position *)n->p; /* as it was when this returns */
    if (move_kind_of(m) == MOVE_PASS && !move_aux(m) && !p->extra.turn_ply) {
        snprintf(out, MOVE_TEXT_MAX, "--");
        return;
    }
    const move_list *legal = notation_legal(n);
    const written_half h = written_move_half(p, m);
    bool san = !p->variant->rules->notation.given && put_san_first(n, legal, m, out);
    if (san && h.given) {
        append_san_half(p, &h, out);
    }
    /* What others would not read as this move is no SAN. */
    if (!san || written_move_find(p, legal, out, NULL).found != m) {
        notation_write(n, m, out);
    } else {
        append_check(p, m, out);
    }
}

/* ---- positions ---- */

static bool has_no_fen(const position *p, const char **why)
{
    const variant *v = p->variant;
    const topology *t = &v->topology;
    *why = v->players != 2                  ? "it has not two players"
           : v->own_boards || t->levels > 1 ? "it has several boards"
           : v->has_stacks                  ? "pieces stand on pieces"
           : v->rules->row_cells            ? "its board is no rectangle"
           : t->columns > FOREIGN_COLUMNS_MAX || t->rows > FOREIGN_ROWS_MAX
               ? "its board has more than 12 files or 10 ranks"
           : p->extra.roll_due || p->extra.roll ? "it has dice"
                                                : NULL;
    return *why != NULL;
}

/* A letter, perhaps with + before and ~ behind it. */
static bool is_foreign_letter(const char *letter)
{
    letter += *letter == '+';
    return ascii_is_letter(*letter) && (letter[1] == '\0' || strcmp(letter + 1, "~") == 0);
}

static bool put_piece(const position *p, piece_id piece, diag_list *diags, text *out)
{
    const variant *v = p->variant;
    if (v->owner_of[piece] == v->neutral_owner) {
        text_char(out, '*');
        return true;
    }
    if (!is_foreign_letter(v->piece_fen[piece])) {
        diag_error(diags, CODE_EXPORT_UNSUPPORTED, (location){0}, "that FEN has no word for the piece `%s`",
                   v->piece_fen[piece]);
        return false;
    }
    text_put(out, v->piece_fen[piece]);
    return true;
}

static bool put_row(const position *p, int row, diag_list *diags, text *out)
{
    const variant *v = p->variant;
    int empty = 0;
    bool ok = true;
    for (int column = 0; column < v->topology.columns && ok; column++) {
        cell_id cell = topology_at(&v->topology, column, row, 0);
        if (cell != CELL_NONE && !p->board[cell]) {
            empty++;
            continue;
        }
        if (empty) {
            text_print(out, "%d", empty);
        }
        empty = 0;
        if (cell == CELL_NONE) {
            text_char(out, '*');
        } else {
            ok = put_piece(p, p->board[cell], diags, out);
        }
    }
    if (empty) {
        text_print(out, "%d", empty);
    }
    return ok;
}

static bool put_placement(const position *p, diag_list *diags, text *out)
{
    const variant *v = p->variant;
    for (int row = v->topology.rows - 1; row >= 0; row--) {
        if (!put_row(p, row, diags, out)) {
            return false;
        }
        text_put(out, row ? "/" : "");
    }
    if (!v->has_hands) {
        return true;
    }
    text_char(out, '[');
    for (int piece = 1; piece < v->piece_ids; piece++) {
        for (int copies = position_hand(p)[piece]; copies > 0; copies--) {
            if (!put_piece(p, (piece_id)piece, diags, out)) {
                return false;
            }
        }
    }
    text_char(out, ']');
    return true;
}

static void left_out(diag_list *diags, const char *what, size_t length)
{
    diag_warning(diags, CODE_POSITION_LEFT_OUT, (location){0},
                 "the FEN of other programs has no word for `%.*s`: left out", (int)length, what);
}

/* Whether other programs know the right: to castle, of a file, or to put a piece where an unmoved one has
 * stood. */
static bool is_known_right(const variant *v, char letter)
{
    for (int i = 0; i < v->rights; i++) {
        const variant_right *right = &v->right[i];
        bool file = right->cell != CELL_NONE && right->letter == 'a' + v->topology.column[right->cell];
        if (right->letter == ascii_to_lower(letter) && (right->castling || file || v->put.held_count)) {
            return true;
        }
    }
    return false;
}

static void put_rights(const variant *v, const char *field, size_t length, diag_list *diags, text *out)
{
    size_t before = out->length;
    for (size_t i = 0; i < length && *field != '-'; i++) {
        if (is_known_right(v, field[i])) {
            text_char(out, field[i]);
        } else {
            left_out(diags, field + i, 1);
        }
    }
    text_put(out, out->length == before ? "-" : "");
}

/* Cells one behind another, each without the cell of the piece that has passed over it. */
static void put_ep(const char *field, size_t length, text *out)
{
    for (size_t i = 0; i < length; i++) {
        if (field[i] == '-' && i) {
            while (i + 1 < length && field[i + 1] != ',') {
                i++;
            }
        } else if (field[i] != ',') {
            text_char(out, field[i]);
        }
    }
}

/* 3+2: the checks that each side has still to give. */
static void put_checks(const position *p, text *out)
{
    int all = fen_checks_to_win(p->variant);
    if (all) {
        text_print(out, " %d+%d", all - p->extra.checks_given[0], all - p->extra.checks_given[1]);
    }
}

/* Whether a field behind the clocks is said already. */
static bool is_said(const position *p, const char *field, size_t length, bool counted)
{
    const char *sign = memchr(field, '=', length);
    bool checks = fen_checks_to_win(p->variant) && length > 8 && sign && strncmp(sign - 7, "-checks", 7) == 0;
    return checks || (counted && fen_counter_of_count(field, length));
}

enum { SIDE, RIGHTS, EN_PASSANT, HALFMOVE, FULLMOVE };

static void put_field(const position *p, int number, const char *field, size_t length, diag_list *diags, text *out)
{
    text_char(out, ' ');
    if (number == SIDE) {
        text_char(out, p->state.side_to_move == 0 ? 'w' : 'b');
    } else if (number == RIGHTS) {
        put_rights(p->variant, field, length, diags, out);
    } else if (number == EN_PASSANT) {
        put_ep(field, length, out);
        put_checks(p, out);
    } else {
        text_add(out, field, length);
    }
}

/* Our FEN behind the placement, field by field. A count towards a draw stands for en passant and the halfmove clock, and
 * Fairy-Stockfish misreads it behind a - for en passant. */
static void put_fields(const position *p, const char *fields, diag_list *diags, text *out)
{
    int number = SIDE, limit, plies;
    bool counted = fen_count(p, &limit, &plies);
    for (const char *at = fields + strspn(fields, " "); *at; at += strspn(at, " "), number++) {
        size_t length = strcspn(at, " ");
        if (number > FULLMOVE) {
            if (!is_said(p, at, length, counted)) {
                left_out(diags, at, length);
            }
        } else if (counted && number == HALFMOVE) {
            text_print(out, " %d %d", limit, plies);
        } else if (!counted || number != EN_PASSANT || *at != '-') {
            put_field(p, number, at, length, diags, out);
        }
        at += length;
    }
}

bool interchange_put_fen(const position *p, diag_list *diags, text *out)
{
    const char *why;
    if (has_no_fen(p, &why)) {
        diag_error(diags, CODE_EXPORT_UNSUPPORTED, (location){0}, "other programs have no FEN of this game: %s", why);
        return false;
    }
    text own = {0};
    fen_write(p, &own);
    const char *fields = strchr(text_string(&own), ' ');
    bool ok = put_placement(p, diags, out);
    if (ok && fields) {
        put_fields(p, fields, diags, out);
    }
    out->failed |= own.failed;
    text_finish(&own);
    return ok;
}
