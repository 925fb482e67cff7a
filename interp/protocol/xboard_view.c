#include "protocol/xboard_view.h"
#include "base/number.h"
#include "base/move_tokens.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- letters of pieces ---- */

/* Letters of XBoard's pictures in its order; the last is the king's. The picture of a promoted piece is PROMOTED
 * further on. */
static const char pictures[] = "PNBRQFEACWMOHIJGDVLSUK";
/* The same in games with marked pieces, where the pictures from PROMOTED on belong to them. */
static const char marked_pictures[] = "PNBRLSEACGM";
enum { KING = VIEW_KINDS - 1, PROMOTED = 11 };
_Static_assert(sizeof pictures - 1 == VIEW_KINDS, "a letter for each picture");

/* Splits a letter into a mark before, the letter and a mark after it. False when there is more. */
static bool split_letter(const char *letter, char *before, char *id, char *after)
{
    *before = *letter == '+' ? *letter++ : '\0';
    *id = (char)toupper((unsigned char)*letter);
    *after = *letter && letter[1] == '~' ? '~' : '\0';
    return isalpha((unsigned char)*letter) && letter[*after ? 2 : 1] == '\0';
}

/* The type with that spelling, or the number of types. */
static size_t find_type(const xboard_view *v, char before, char id, char after)
{
    size_t count = ferz_variant_facts(v->variant)->piece_count;
    for (size_t i = 0; i < count; i++) {
        if (v->id[i] == id && v->prefix[i] == before && v->suffix[i] == after) {
            return i;
        }
    }
    return count;
}

/* Gives every type its own spelling; where the game's letters are not usable, a free letter. */
static bool assign_letters(xboard_view *v, text *why)
{
    size_t count = ferz_variant_facts(v->variant)->piece_count;
    if (count > VIEW_TYPES_MAX) {
        text_print(why, "it has %zu kinds of pieces", count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        char before, id, after;
        bool unpromoted = split_letter(ferz_variant_piece(v->variant, i).letter, &before, &id, &after);
        if (!unpromoted || find_type(v, before, id, after) < i) {
            before = after = '\0';
            for (id = 'A'; id <= 'Z' && find_type(v, '\0', id, '\0') < count; id++) {
            }
            if (id > 'Z') {
                text_put(why, "it has more kinds of pieces than there are letters");
                return false;
            }
        }
        v->id[i] = id;
        v->prefix[i] = before;
        v->suffix[i] = after;
        v->marks = v->marks || before || after;
    }
    return true;
}

/* ---- pictures ---- */

/* The picture with the same letter if it is free, else -1. */
static int preferred_picture(const xboard_view *v, const int *used, char id)
{
    const char *all = v->marks ? marked_pictures : pictures, *own = strchr(all, id);
    return own && own - all < KING && used[own - all] < 0 ? (int)(own - all) : -1;
}

/* A free picture from `from` to `to`, else -1. */
static int free_picture(const int *used, int from, int to)
{
    for (int i = from; i < to; i++) {
        if (used[i] < 0 && i != 0) { /* the pawn's picture is given last */
            return i;
        }
    }
    return from == 0 && used[0] < 0 ? 0 : -1;
}

static bool promoted_form(const xboard_view *v, size_t type)
{
    return v->prefix[type] || v->suffix[type];
}

/* The type that is `type` with a mark, or the number of types. */
static size_t marked_form(const xboard_view *v, size_t type)
{
    size_t found = find_type(v, '+', v->id[type], '\0');
    return found < ferz_variant_facts(v->variant)->piece_count ? found : find_type(v, '\0', v->id[type], '~');
}

/* The type with the king's picture: a royal piece, preferably with letter K; else the piece with that letter. The
 * number of types: none. */
static size_t find_king(const xboard_view *v)
{
    size_t count = ferz_variant_facts(v->variant)->piece_count, king = find_type(v, '\0', 'K', '\0');
    if (king < count && ferz_variant_piece(v->variant, king).royal) {
        return king;
    }
    for (size_t i = 0; i < count; i++) {
        if (ferz_variant_piece(v->variant, i).royal && !promoted_form(v, i)) {
            return i;
        }
    }
    return king;
}

static void fill_piece_to_char(xboard_view *v, const int *used)
{
    size_t count = ferz_variant_facts(v->variant)->piece_count;
    for (int i = 0; i < VIEW_KINDS; i++) {
        char c = used[i] >= 0 ? v->id[used[i]] : '.';
        int unpromoted = i >= PROMOTED && i < KING ? used[i - PROMOTED] : -1;
        size_t more = unpromoted >= 0 ? marked_form(v, (size_t)unpromoted) : count;
        if (used[i] < 0 && more < count) {
            c = v->prefix[more] ? '+' : '~';
        }
        v->piece_to_char[i] = c;
        v->piece_to_char[VIEW_KINDS + i] = (char)tolower((unsigned char)c);
    }
}

/* Gives each unpromoted type a picture. Dropped pieces come first, because XBoard orders hands by pictures. */
static bool assign_pictures(xboard_view *v, text *why)
{
    size_t count = ferz_variant_facts(v->variant)->piece_count, king = find_king(v);
    int used[VIEW_KINDS], last = 0;
    bool given[VIEW_TYPES_MAX] = {false};
    for (int i = 0; i < VIEW_KINDS; i++) {
        used[i] = -1;
    }
    if (king < count) {
        used[KING] = (int)king;
    }
    for (int pass = 0; pass < 4;
         pass++) { /* dropped pieces with their own picture, other dropped pieces, then the rest likewise */
        bool dropped = pass < 2, preferred = pass % 2 == 0;
        for (size_t i = 0; i < count; i++) {
            if (given[i] || i == king || promoted_form(v, i) || ferz_variant_piece(v->variant, i).drops != dropped) {
                continue;
            }
            int at = preferred ? preferred_picture(v, used, v->id[i])
                               : free_picture(used, dropped ? 0 : last, v->marks ? PROMOTED : KING);
            at = preferred && !dropped && at < last ? -1 : at;
            at = !preferred && at < 0 ? free_picture(used, 0, KING) : at;
            if (at < 0 && !preferred) {
                text_put(why, "it has more kinds of pieces than XBoard has pictures");
                return false;
            }
            if (at >= 0) {
                used[at] = (int)i;
                given[i] = true;
                last = dropped && at >= last ? at + 1 : last;
            }
        }
    }
    fill_piece_to_char(v, used);
    return true;
}

bool view_init(xboard_view *v, const ferz_variant *variant, const ferz_game *game, text *why)
{
    *v = (xboard_view){.variant = variant, .files = ferz_game_columns(game), .ranks = ferz_game_rows(game)};
    v->lowest_rank = v->ranks == 10 ? 0 : 1;
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        v->holdings += ferz_variant_piece(variant, i).drops;
    }
    int max_files = v->holdings ? VIEW_FILES_WITH_HANDS : VIEW_FILES_MAX;
    if (ferz_variant_facts(variant)->player_count != 2) {
        text_put(why, "it is not for two players");
    } else if (ferz_game_cell_count(game) == (size_t)v->files * (size_t)v->ranks &&
               (v->files > max_files || v->ranks > VIEW_RANKS_MAX)) {
        text_print(why, "its board has %d files and %d ranks, and there is room for %d and %d", v->files, v->ranks,
                   max_files, VIEW_RANKS_MAX);
    } else if (!ferz_variant_facts(variant)->is_rectangular) {
        text_put(why, "its board is not a rectangle");
    } else if (ferz_variant_facts(variant)->hides_information) {
        text_put(why, "it has hidden information");
    } else if (ferz_variant_facts(variant)->is_multi_ply) {
        text_put(why, "a turn may have several moves, or begins with dice");
    } else {
        for (size_t i = 0; i < 2; i++) {
            v->player_letters[i] = *ferz_variant_player_name(variant, i);
        }
        return assign_letters(v, why) && assign_pictures(v, why);
    }
    return false;
}

/* ---- cells ---- */

static void put_cell(const xboard_view *v, const ferz_cell *cell, text *t)
{
    text_print(t, "%c%d", 'a' + cell->column, cell->row + v->lowest_rank);
}

/* The cell at `*s` in XBoard's spelling, and `*s` after it; the number of cells for none. */
static size_t read_cell(const xboard_view *v, const ferz_game *game, const char **s)
{
    size_t none = ferz_game_cell_count(game);
    const char *end = *s + 1;
    long rank;
    if (!islower((unsigned char)**s) || number_take(&end, 0, RANK_MAX, &rank) != NUMBER_READ) {
        return none;
    }
    int column = **s - 'a', row = (int)rank - v->lowest_rank;
    for (size_t i = 0; i < none; i++) {
        ferz_cell cell = ferz_game_cell(game, i);
        if (cell.column == column && cell.row == row) {
            *s = end;
            return i;
        }
    }
    return none;
}

void view_put_ranks(const xboard_view *v, const char *move_text, bool for_xboard, text *t)
{
    const int up = for_xboard ? v->lowest_rank - 1 : 1 - v->lowest_rank;
    for (const char *s = move_text; *s;) {
        const bool cell = islower((unsigned char)*s) && isdigit((unsigned char)s[1]);
        text_char(t, *s++);
        if (cell) {
            long rank = 0;
            (void)number_take(&s, 0, RANK_MAX, &rank);
            text_print(t, "%ld", rank + up);
        }
    }
}

/* ---- positions ---- */

/* The type of the piece on a cell, or the number of types. */
static size_t type_on(const xboard_view *v, const ferz_cell *cell)
{
    char letter[16] = "";
    size_t count = ferz_variant_facts(v->variant)->piece_count;
    for (size_t k = 0; cell->piece && k + 1 < sizeof letter && cell->piece[k]; k++) {
        letter[k] = (char)tolower((unsigned char)cell->piece[k]);
        letter[k + 1] = '\0';
    }
    for (size_t i = 0; cell->piece && i < count; i++) {
        if (strcmp(ferz_variant_piece(v->variant, i).letter, letter) == 0) {
            return i;
        }
    }
    for (size_t i = 0; cell->type && i < count; i++) { /* the top piece of a stack */
        if (strcmp(ferz_variant_piece(v->variant, i).name, cell->type) == 0) {
            return i;
        }
    }
    return count;
}

static void put_piece(const xboard_view *v, size_t type, bool first, text *t)
{
    if (v->prefix[type]) {
        text_char(t, v->prefix[type]);
    }
    text_char(t, first ? v->id[type] : (char)tolower((unsigned char)v->id[type]));
    if (v->suffix[type]) {
        text_char(t, v->suffix[type]);
    }
}

/* Writes rows as in FEN from the top left. `put_cell_at` appends the contents of a cell, or returns false for an
 * empty one. */
static void put_rows(const xboard_view *v, bool (*put_cell_at)(void *state, int column, int row, text *t), void *state,
                     text *t)
{
    for (int row = v->ranks; row-- > 0;) {
        int empty = 0;
        for (int column = 0; column < v->files; column++) {
            text one = {0};
            if (!put_cell_at(state, column, row, &one)) {
                empty++;
            } else {
                if (empty) {
                    text_print(t, "%d", empty);
                }
                text_add(t, text_string(&one), one.length);
                empty = 0;
            }
            text_finish(&one);
        }
        if (empty) {
            text_print(t, "%d", empty);
        }
        text_put(t, row ? "/" : "");
    }
}

typedef struct view_position {
    const xboard_view *v;
    const ferz_game *game;
} view_position;

static bool piece_at(void *state, int column, int row, text *t)
{
    const view_position *s = state;
    for (size_t i = 0; i < ferz_game_cell_count(s->game); i++) {
        ferz_cell cell = ferz_game_cell(s->game, i);
        if (cell.column == column && cell.row == row) {
            size_t type = type_on(s->v, &cell);
            if (type < ferz_variant_facts(s->v->variant)->piece_count) {
                const bool neutral = cell.owner >= (int)ferz_variant_facts(s->v->variant)->player_count;
                text_put(t, neutral ? "=" : ""); /* XBoard has no word for it: as in our own FEN */
                put_piece(s->v, type, neutral || cell.owner == 0, t);
                return true;
            }
        }
    }
    return false;
}

enum { HAND_SHOWN_MAX = 255 };

/* Writes "2P N" as "PPN". */
static void put_hand(const xboard_view *v, const ferz_game *game, size_t player, text *t)
{
    char *hand = ferz_game_hand(game, player);
    for (const char *s = string_or_empty(hand); *s;) {
        long copies = 1;
        (void)number_take(&s, 1, HAND_SHOWN_MAX, &copies);
        size_t length = strcspn(s, " ");
        for (size_t i = 0; i < ferz_variant_facts(v->variant)->piece_count && length; i++) {
            const char *letter = ferz_variant_piece(v->variant, i).letter;
            bool same = strlen(letter) == length;
            for (size_t k = 0; k < length && same; k++) {
                same = tolower((unsigned char)s[k]) == letter[k];
            }
            for (long k = 0; same && k < copies; k++) {
                put_piece(v, i, player == 0, t);
            }
        }
        s += length;
        s += strspn(s, " ");
    }
    ferz_free(hand);
}

/* Field `number` of a FEN, from 0; returns its length, 0 for none. */
static size_t fen_field(const char *fen, size_t number, const char **field)
{
    const char *s = fen + strspn(fen, " ");
    for (; number && *s; number--) {
        s += strcspn(s, " ");
        s += strspn(s, " ");
    }
    *field = s;
    return strcspn(s, " ");
}

/* Castling rights as XBoard knows them; "-" when the game's letters mean something else. */
static void put_rights(const xboard_view *v, const char *fen, text *t)
{
    const char *field;
    size_t length = fen_field(fen, 2, &field);
    bool known = length > 0;
    for (size_t i = 0; i < length && known; i++) {
        char c = (char)toupper((unsigned char)field[i]);
        known = c == 'K' || c == 'Q' || (c >= 'A' && c < 'A' + v->files);
    }
    if (known) {
        text_add(t, field, length);
    } else {
        text_put(t, "-");
    }
}

void view_put_fen(const xboard_view *v, const ferz_game *game, text *t)
{
    view_position position = {v, game};
    put_rows(v, piece_at, &position, t);
    if (v->holdings) {
        text_char(t, '[');
        put_hand(v, game, 0, t);
        put_hand(v, game, 1, t);
        text_char(t, ']');
    }
    size_t player = ferz_game_commander(game);
    text_print(t, " %c ", player == 1 ? 'b' : 'w');
    char *own_fen = ferz_game_fen(game);
    const char *fen = string_or_empty(own_fen);
    put_rights(v, fen, t);
    const char *ep, *halfmove, *number;
    size_t length = fen_field(fen, 3, &ep);
    size_t cells = ferz_game_cell_count(game), cell = length ? move_parse_cell(game, ep, length) : cells;
    text_char(t, ' ');
    if (cell < cells) {
        ferz_cell there = ferz_game_cell(game, cell);
        put_cell(v, &there, t);
    } else {
        text_char(t, '-');
    }
    size_t halfmove_length = fen_field(fen, 4, &halfmove), number_length = fen_field(fen, 5, &number);
    text_print(t, " %.*s %.*s", halfmove_length ? (int)halfmove_length : 1, halfmove_length ? halfmove : "0",
               number_length ? (int)number_length : 1, number_length ? number : "1");
    ferz_free(own_fen);
}

/* The type that begins at `s` in XBoard's spelling, and its length; the number of types for none. A ~ that no type has is
 * left to the reader of FENs. */
static size_t type_at(const xboard_view *v, const char *s, size_t *length)
{
    const size_t none = ferz_variant_facts(v->variant)->piece_count;
    const char before = *s == '+' ? '+' : '\0', *letter = s + (before != '\0');
    if (!isalpha((unsigned char)*letter)) {
        return none;
    }
    const char id = (char)toupper((unsigned char)*letter);
    const size_t marked = letter[1] == '~' ? find_type(v, before, id, '~') : none;
    *length = (size_t)(letter - s) + (marked < none ? 2 : 1);
    return marked < none ? marked : find_type(v, before, id, '\0');
}

/* The board and the hands with the game's letters of the pieces; all else is for the reader of FENs, as it stands. */
static void respell_pieces(const xboard_view *v, const char *s, const char *end, text *t)
{
    while (s < end) {
        size_t length = 1, type = type_at(v, s, &length);
        if (type == ferz_variant_facts(v->variant)->piece_count) {
            text_char(t, *s++);
            continue;
        }
        bool first = isupper((unsigned char)s[*s == '+']);
        for (const char *k = ferz_variant_piece(v->variant, type).letter; *k; k++) {
            text_char(t, first ? (char)toupper((unsigned char)*k) : *k);
        }
        s += length;
    }
}

/* The letter of a player where it is the other's in XBoard's FEN; the reader of FENs knows w and b, also those of SFEN. */
static char respelled_player(const xboard_view *v, char letter)
{
    const bool swapped = v->player_letters[0] == 'b' || v->player_letters[1] == 'w';
    return swapped && (letter == 'w' || letter == 'b') ? v->player_letters[letter == 'b'] : letter;
}

void view_read_fen(const xboard_view *v, const char *fen, text *t)
{
    const char *s;
    size_t length = fen_field(fen, 0, &s);
    respell_pieces(v, s, s + length, t);
    for (size_t number = 1; (length = fen_field(fen, number, &s)) > 0; number++) {
        const long rank = islower((unsigned char)*s) ? number_at(s + 1, v->lowest_rank, RANK_MAX, -1) : -1;
        if (number == 1 && length == 1) {
            text_print(t, " %c", respelled_player(v, *s));
        } else if (rank >= 0) { /* a target of en passant */
            text_print(t, " %c%ld", *s, rank + 1 - v->lowest_rank);
        } else {
            text_print(t, " %.*s", (int)length, s);
        }
    }
}

/* ---- moves ---- */

enum { CAPTURES_SHOWN = 2 }; /* XBoard cannot remove more captured pieces */

/* A move in XBoard's terms. */
typedef struct view_move {
    size_t from, to;
    size_t captured[CAPTURES_SHOWN]; /* elsewhere than on the target, along the path */
    size_t captured_count;
    char promoted; /* letter after the move, 0 for none */
} view_move;

/* The captured pieces that are not on the target cell; none where XBoard could not show them all. */
static void find_captured(const ferz_game *game, const ferz_move *data, view_move *m)
{
    size_t count = 0;
    for (size_t i = 0; i < data->captured_count; i++) {
        const size_t cell = move_parse_name(game, data->captured[i].cell);
        if (cell != m->to && count < CAPTURES_SHOWN) {
            m->captured[count] = cell;
        }
        count += cell != m->to;
    }
    m->captured_count = count <= CAPTURES_SHOWN ? count : 0;
}

/* The letter of what the piece has become on the target; 0 where it is what it was. */
static char promoted_letter(const xboard_view *v, ferz_game *game, const char *move, const view_move *m)
{
    const ferz_cell before = ferz_game_cell(game, m->from);
    const size_t none = ferz_variant_facts(v->variant)->piece_count, was = type_on(v, &before);
    if (ferz_game_move(game, move, NULL) != FERZ_OK) {
        return 0;
    }
    const ferz_cell after = ferz_game_cell(game, m->to);
    const size_t is = type_on(v, &after);
    ferz_game_undo(game);
    if (is >= none || is == was || after.owner != before.owner) {
        return 0;
    }
    return v->prefix[is] == '+' && v->id[is] == v->id[was] ? '+' : (char)tolower((unsigned char)v->id[is]);
}

/* Fills `m`; false when the move does not go from one cell to another. */
static bool show_move(const xboard_view *v, ferz_game *game, const char *move, const parsed_move *w, view_move *m)
{
    *m = (view_move){.from = w->cells[0], .to = w->cells[w->count - 1]};
    ferz_moves *one =
        w->count > 1 && ferz_game_cell(game, m->from).owner >= 0 ? ferz_game_moves(game, move, 0, NULL) : NULL;
    if (one) {
        const ferz_move data = ferz_moves_at(one, 0);
        find_captured(game, &data, m);
        m->promoted = promoted_letter(v, game, move, m);
    }
    const bool shown = one != NULL;
    ferz_moves_free(one);
    return shown;
}

/* Whether XBoard removes the captured pawn itself: only for pawns, and only where the FEN names the en passant
 * target. */
static bool is_en_passant(const xboard_view *v, const ferz_game *game, const view_move *m)
{
    ferz_cell from = ferz_game_cell(game, m->from), to = ferz_game_cell(game, m->to);
    size_t type = type_on(v, &from);
    char *fen = ferz_game_fen(game);
    const char *field;
    size_t length = fen ? fen_field(fen, 3, &field) : 0;
    bool named = length && strncmp(field, to.name, length) == 0 && to.name[length] == '\0';
    ferz_free(fen);
    return named && m->captured_count == 1 && v->id[type] == v->piece_to_char[0];
}

static void put_drop(const xboard_view *v, const ferz_game *game, const parsed_move *w, text *t)
{
    ferz_cell to = ferz_game_cell(game, w->cells[0]);
    for (size_t i = 0; i < ferz_variant_facts(v->variant)->piece_count; i++) {
        const char *letter = ferz_variant_piece(v->variant, i).letter;
        size_t k = 0;
        while (letter[k] && tolower((unsigned char)w->piece[k]) == letter[k]) {
            k++;
        }
        if (!letter[k] && !w->piece[k]) {
            put_piece(v, i, true, t);
            text_char(t, '@');
            put_cell(v, &to, t);
            return;
        }
    }
}

static void put_leg(const xboard_view *v, const ferz_game *game, size_t from, size_t to, text *t)
{
    ferz_cell one = ferz_game_cell(game, from), other = ferz_game_cell(game, to);
    put_cell(v, &one, t);
    put_cell(v, &other, t);
}

static void put_board_move(const xboard_view *v, ferz_game *game, const char *move, const parsed_move *w, text *t,
                           char *promoted)
{
    castling c;
    view_move m;
    if (move_parse_castling(game, move, &c)) {
        ferz_cell from = ferz_game_cell(game, c.from), partner = ferz_game_cell(game, c.partner_from);
        if (c.partner_from == w->cells[w->count - 1]) { /* where kings and rooks may start anywhere */
            text_put(t, partner.column > from.column ? "O-O" : "O-O-O");
        } else {
            put_leg(v, game, c.from, c.to, t);
        }
        return;
    }
    if (!show_move(v, game, move, w, &m)) {
        return;
    }
    size_t at = m.from;
    for (size_t i = 0; i < m.captured_count && !is_en_passant(v, game, &m); i++) {
        put_leg(v, game, at, m.captured[i], t);
        text_char(t, ',');
        at = m.captured[i];
    }
    put_leg(v, game, at, m.to, t);
    if (m.promoted) {
        text_char(t, m.promoted);
        *promoted = m.promoted;
    }
}

/* A move that also puts a piece from the hand, `g1f3,H@g1`: XBoard has a letter behind the move for it, `g1f3h`, as
 * Fairy-Stockfish has. */
static void put_with_piece(const xboard_view *v, ferz_game *game, const char *move, text *t)
{
    char *foreign = ferz_game_move_for(game, move, FERZ_NOTATION_FAIRY_STOCKFISH, NULL);
    view_put_ranks(v, string_or_empty(foreign), true, t);
    ferz_free(foreign);
}

void view_put_move(const xboard_view *v, ferz_game *game, const char *move, text *t, char *promoted)
{
    parsed_move w;
    char letter = '\0';
    if (move_parse(game, move, &w)) {
        if (*w.piece) {
            put_drop(v, game, &w, t);
        } else if (*w.suffix == ',' && strchr(w.suffix, '@')) {
            if (isupper((unsigned char)w.suffix[1])) { /* XBoard has no words for a neutral piece */
                put_with_piece(v, game, move, t);
            }
        } else {
            put_board_move(v, game, move, &w, t, &letter);
        }
    } else if (!move_is_claim(move)) {
        text_put(t, "@@@@");
    }
    if (promoted) {
        *promoted = letter;
    }
}

/* Whether both texts mean the same move. XBoard writes `=` for a declined promotion, and adds promotions where there
 * is none. */
static bool same_move(const char *spelling, const char *move_text, bool exactly)
{
    size_t length = strlen(move_text);
    while (length && !exactly && !isdigit((unsigned char)move_text[length - 1])) {
        length--;
    }
    if (length && move_text[length - 1] == '=') {
        length--;
    }
    return strlen(spelling) == length && strncmp(spelling, move_text, length) == 0;
}

/* Whether XBoard may spell the move so, judged without playing it: both begin with the same cell. */
static bool may_match(const xboard_view *v, const ferz_game *game, const char *move, const char *move_text)
{
    parsed_move w;
    if (!move_parse(game, move, &w)) {
        return *move_text == '@';
    }
    bool drop = strchr(move_text, '@') != NULL;
    if (*w.piece || drop || *move_text == 'O') {
        return *w.piece ? drop : *move_text == 'O' && ferz_game_cell(game, w.cells[0]).royal;
    }
    text begins = {0};
    ferz_cell from = ferz_game_cell(game, w.cells[0]);
    put_cell(v, &from, &begins);
    bool same = strncmp(text_string(&begins), move_text, begins.length) == 0 &&
                !isdigit((unsigned char)move_text[begins.length]);
    text_finish(&begins);
    return same;
}

const char *view_find_move(const xboard_view *v, ferz_game *game, const char *moves, size_t count,
                           const char *move_text, bool exactly)
{
    const char *m = moves;
    for (size_t i = 0; i < count; i++, m += strlen(m) + 1) {
        if (!may_match(v, game, m, move_text)) {
            continue;
        }
        text spelling = {0};
        view_put_move(v, game, m, &spelling, NULL);
        bool same = spelling.length && same_move(text_string(&spelling), move_text, exactly);
        text_finish(&spelling);
        if (same) {
            return m;
        }
    }
    return NULL;
}

/* ---- highlighting ---- */

/* Pieces in hand are beside the board in the order of pictures: the first player's on the right from below, the
 * second's on the left from above, with an empty file between. */
char view_hand(const xboard_view *v, const char *cell)
{
    bool right = *cell == 'a' + v->files + 1, left = *cell == 'a' - 2;
    int row = right || left ? (int)number_at(cell + 1, 0, RANK_MAX, -1) - v->lowest_rank : -1;
    int index = left ? v->ranks - 1 - row : row;
    for (int i = 0; i < KING && row >= 0 && index >= 0 && index < v->holdings; i++) {
        if (v->piece_to_char[i] != '.' && index-- == 0) {
            return v->piece_to_char[i];
        }
    }
    return '\0';
}

typedef struct highlight_map {
    const xboard_view *v;
    char *colour; /* [rank][file] */
} highlight_map;

static bool highlight_at(void *state, int column, int row, text *t)
{
    const highlight_map *l = state;
    char c = l->colour ? l->colour[row * l->v->files + column] : '\0';
    if (c) {
        text_char(t, c);
    }
    return c != '\0';
}

/* The cells of a move in XBoard's spelling, without repetitions between legs. */
static size_t cells_of(const xboard_view *v, const ferz_game *game, const char *spelling, size_t *cells, size_t room)
{
    size_t count = 0, none = ferz_game_cell_count(game);
    while (count < room) {
        spelling += *spelling == ',';
        size_t cell = read_cell(v, game, &spelling);
        if (cell == none) {
            break;
        }
        if (!count || cells[count - 1] != cell) {
            cells[count++] = cell;
        }
    }
    return count;
}

enum { STOPS_MAX = CAPTURES_SHOWN + 2 };

typedef struct target {
    bool unpromoted, promoted;
} target;

/* The promotions to choose from, in the order of the game's pieces. XBoard takes the first as the default. */
static void put_choice(const xboard_view *v, const bool *offered, bool declined, text *promotions)
{
    text_put(promotions, offered['+'] ? "+" : "");
    for (size_t i = 0; i < ferz_variant_facts(v->variant)->piece_count; i++) {
        if (!promoted_form(v, i) && offered[(unsigned char)v->id[i]]) {
            text_char(promotions, v->id[i]);
        }
    }
    text_put(promotions, promotions->length && declined ? "=" : "");
}

void view_put_targets(const xboard_view *v, ferz_game *game, const char *before, const char *cell, text *highlighted,
                      text *promotions)
{
    size_t cells = ferz_game_cell_count(game), spelled_cells[STOPS_MAX], path[STOPS_MAX + 1];
    bool offered[128] = {false};
    size_t path_length = cells_of(v, game, before, path, STOPS_MAX);
    bool drop = strchr(cell, '@') != NULL;
    const char *s = cell;
    size_t from_cell = drop ? cells : read_cell(v, game, &s);
    if (!drop && (!path_length || path[path_length - 1] != from_cell)) {
        path[path_length++] = from_cell;
    }
    highlight_map l = {v, calloc((size_t)(v->files * v->ranks) + 1, 1)};
    target *targets = calloc(cells + 1, sizeof *targets);
    size_t count;
    char *moves = ferz_game_legal_moves(game, &count, NULL);
    const char *m = moves;
    for (size_t i = 0; moves && l.colour && targets && i < count; i++, m += strlen(m) + 1) {
        parsed_move w;
        if (!move_parse(game, m, &w) || (*w.piece != '\0') != drop ||
            (!drop && w.cells[0] != (path_length ? path[0] : from_cell))) {
            continue;
        }
        text spelling = {0};
        char promoted;
        view_put_move(v, game, m, &spelling, &promoted);
        const char *spelled = text_string(&spelling);
        size_t next = cells;
        bool last = true;
        if (drop && *spelled == *cell && spelled[1] == '@' && m[0]) {
            const char *behind = spelled + 2;
            next = read_cell(v, game, &behind);
        } else if (!drop && islower((unsigned char)*spelled)) {
            size_t named = cells_of(v, game, spelled, spelled_cells, STOPS_MAX);
            if (named > path_length && memcmp(spelled_cells, path, path_length * sizeof *path) == 0) {
                next = spelled_cells[path_length];
                last = path_length + 1 == named;
            }
        } else if (!drop && *spelled == 'O') { /* castling is entered by its cells */
            castling c;
            if (move_parse_castling(game, m, &c) && c.from == from_cell) {
                next = c.partner_from;
            }
        }
        text_finish(&spelling);
        if (next == cells) {
            continue;
        }
        ferz_cell to = ferz_game_cell(game, next);
        char *colour = &l.colour[to.row * v->files + to.column];
        targets[next].unpromoted = targets[next].unpromoted || !promoted;
        targets[next].promoted = targets[next].promoted || (promoted && last);
        if (promoted && last) {
            offered[toupper((unsigned char)promoted) & 127] = true;
        }
        *colour = !last ? 'C' : targets[next].promoted ? 'M' : to.owner >= 0 ? 'R' : 'Y';
    }
    bool declined = false;
    for (size_t i = 0; targets && i < cells; i++) {
        declined = declined || (targets[i].unpromoted && targets[i].promoted);
    }
    put_choice(v, offered, declined, promotions);
    put_rows(v, highlight_at, &l, highlighted);
    ferz_free(moves);
    free(l.colour);
    free(targets);
}
