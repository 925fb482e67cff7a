#include "match/engine_notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

engine_notation engine_notation_of(player_kind kind, const ferz_game *game)
{
    return (engine_notation){kind, ferz_game_columns(game), ferz_game_rows(game)};
}

/* ---- squares ---- */

typedef struct square {
    int column, row; /* from 0 */
} square;

/* A square in our notation; returns the rest of the text, or NULL for none. */
static const char *read_square(const char *at, square *s)
{
    if (!islower((unsigned char)at[0]) || !isdigit((unsigned char)at[1])) {
        return NULL;
    }
    char *end;
    s->column = at[0] - 'a';
    s->row = (int)strtol(at + 1, &end, 10) - 1;
    return end;
}

/* A square of USI: files from the right as numbers, ranks from the top as letters. */
static const char *read_usi_square(const engine_notation *d, const char *at, square *s)
{
    char *end;
    if (!isdigit((unsigned char)*at)) {
        return NULL;
    }
    s->column = d->columns - (int)strtol(at, &end, 10);
    if (!islower((unsigned char)*end)) {
        return NULL;
    }
    s->row = d->rows - 1 - (*end - 'a');
    return end + 1;
}

static bool ranks_from_zero(const engine_notation *d)
{
    return d->kind == PLAYER_XBOARD && d->rows == 10;
}

static void put_square(const engine_notation *d, square s, text *t)
{
    if (d->kind == PLAYER_USI) {
        text_print(t, "%d%c", d->columns - s.column, 'a' + d->rows - 1 - s.row);
    } else {
        text_print(t, "%c%d", 'a' + s.column, s.row + (ranks_from_zero(d) ? 0 : 1));
    }
}

void engine_notation_put_move(const engine_notation *d, const char *move, text *t)
{
    square from, to;
    const char *at = move;
    if (d->kind != PLAYER_USI && !ranks_from_zero(d)) {
        text_put(t, move);
        return;
    }
    const char *drop = strchr(move, '@');
    if (drop) {
        text_add(t, move, (size_t)(drop - move));
        text_char(t, d->kind == PLAYER_USI ? '*' : '@');
        at = read_square(drop + 1, &to);
    } else {
        at = read_square(move, &from);
        at = at ? read_square(at, &to) : NULL;
        if (at) {
            put_square(d, from, t);
        }
    }
    if (!at) { /* a move without squares: sent in our notation */
        text_clear(t);
        text_put(t, move);
        return;
    }
    put_square(d, to, t);
    text_put(t, at);
}

/* Converts squares to our notation; other text is kept. */
static void convert_squares(const engine_notation *d, const char *move_text, text *t)
{
    engine_notation own = {PLAYER_UCI, d->columns, d->rows};
    for (const char *at = move_text; *at;) {
        square s;
        const char *end = d->kind == PLAYER_USI ? read_usi_square(d, at, &s) : read_square(at, &s);
        if (end) {
            s.row += ranks_from_zero(d);
            put_square(&own, s, t);
            at = end;
        } else if (*at == '*' && at == move_text + 1) {
            text_char(t, '@');
            at++;
        } else if (*at == '=' || *at == '-' || *at == 'x') {
            at++;
        } else {
            text_char(t, *at++);
        }
    }
}

/* ---- comparison with the legal moves ---- */

typedef struct legal_moves {
    const ferz_game *game;
    const char *moves;
    size_t count;
} legal_moves;

static bool copy_move(const char *found, char move[MOVE_TEXT_MAX])
{
    size_t length = strlen(found);
    if (length < MOVE_TEXT_MAX) {
        memcpy(move, found, length + 1);
    }
    return length < MOVE_TEXT_MAX;
}

static bool is_legal(const legal_moves *l, const char *move_text, char move[MOVE_TEXT_MAX])
{
    const char *at = l->moves;
    for (size_t i = 0; i < l->count; i++, at += strlen(at) + 1) {
        if (strcmp(at, move_text) == 0) {
            return copy_move(at, move);
        }
    }
    return false;
}

static bool piece_at(const legal_moves *l, square s, ferz_cell *found)
{
    for (size_t i = 0; i < ferz_game_cell_count(l->game); i++) {
        *found = ferz_game_cell(l->game, i);
        if (found->column == s.column && found->row == s.row) {
            return found->piece != NULL;
        }
    }
    return false;
}

/* -1: castles to the left, 1: to the right, 0: no castling. `from` gets the king's square. */
static int castles(const legal_moves *l, const char *move, square *from)
{
    square to;
    ferz_cell king, other;
    const char *at = read_square(move, from);
    at = at ? read_square(at, &to) : NULL;
    if (!at || *at || to.row != from->row || !piece_at(l, *from, &king) || !king.royal) {
        return 0;
    }
    int direction = to.column > from->column ? 1 : -1;
    bool captures_own = piece_at(l, to, &other) && other.owner == king.owner;
    return captures_own || abs(to.column - from->column) > 1 ? direction : 0;
}

/* The only legal move that castles in this direction, of the king on `from` if it is given. */
static bool find_castling(const legal_moves *l, int direction, const square *from, char move[MOVE_TEXT_MAX])
{
    size_t found = 0;
    const char *at = l->moves, *single = NULL;
    for (size_t i = 0; i < l->count; i++, at += strlen(at) + 1) {
        square king;
        if (castles(l, at, &king) == direction && (!from || (from->column == king.column && from->row == king.row))) {
            single = at;
            found++;
        }
    }
    return found == 1 && copy_move(single, move);
}

static bool find_castling_notation(const legal_moves *l, const char *move_text, char move[MOVE_TEXT_MAX])
{
    size_t length = strspn(move_text, "O0o-");
    if (move_text[length] && !strchr("+#", move_text[length])) {
        return false;
    }
    return length == 3 ? find_castling(l, 1, NULL, move) : length == 5 ? find_castling(l, -1, NULL, move) : false;
}

/* The part after the second square, such as a promotion. NULL when the text has no two squares. */
static const char *suffix_of(const char *move_text)
{
    square s;
    const char *at = read_square(move_text, &s);
    return at ? read_square(at, &s) : NULL;
}

/* The only legal move between these squares, if it is a promotion. The text may name the piece by another letter, or
 * not at all. */
static bool find_single_promotion(const legal_moves *l, const char *move_text, char move[MOVE_TEXT_MAX])
{
    const char *suffix = suffix_of(move_text);
    if (!suffix || strlen(suffix) > 1) {
        return false;
    }
    size_t squares = (size_t)(suffix - move_text), found = 0;
    const char *at = l->moves, *single = NULL;
    for (size_t i = 0; i < l->count; i++, at += strlen(at) + 1) {
        if (strncmp(at, move_text, squares) == 0 && !isdigit((unsigned char)at[squares])) {
            single = at;
            found++;
        }
    }
    return found == 1 && single[squares] && copy_move(single, move);
}

/* The text names the piece after the move, which our notation omits because there is no choice. */
static bool find_named_promotion(const legal_moves *l, const char *move_text, char move[MOVE_TEXT_MAX])
{
    const char *suffix = suffix_of(move_text);
    size_t squares = suffix ? (size_t)(suffix - move_text) : 0;
    char unsuffixed[MOVE_TEXT_MAX];
    square to;
    if (!suffix || !isalpha((unsigned char)suffix[0]) || suffix[1] || squares >= sizeof unsuffixed) {
        return false;
    }
    memcpy(unsuffixed, move_text, squares);
    unsuffixed[squares] = '\0';
    if (!is_legal(l, unsuffixed, move) || !read_square(read_square(unsuffixed, &to), &to)) {
        return false;
    }
    ferz_game *after = ferz_game_copy(l->game);
    legal_moves position = {after, "", 0};
    ferz_cell cell = {0};
    bool named = after && ferz_game_move(after, move, NULL) == FERZ_OK && piece_at(&position, to, &cell) &&
                 tolower((unsigned char)cell.piece[0]) == tolower((unsigned char)suffix[0]) &&
                 !isalpha((unsigned char)cell.piece[1]);
    ferz_game_destroy(after);
    return named;
}

/* The same text with its last letter in the other case. */
static bool find_in_other_case(const legal_moves *l, const char *move_text, char move[MOVE_TEXT_MAX])
{
    char other[MOVE_TEXT_MAX];
    size_t length = strlen(move_text);
    if (length < 2 || length >= sizeof other) {
        return false;
    }
    memcpy(other, move_text, length + 1);
    unsigned char last = (unsigned char)other[length - 1];
    other[length - 1] = (char)(isupper(last) ? tolower(last) : toupper(last));
    if (is_legal(l, other, move)) {
        return true;
    }
    memcpy(other, move_text, length + 1); /* and a drop with its first letter in upper case */
    other[0] = (char)toupper((unsigned char)other[0]);
    return other[1] == '@' && is_legal(l, other, move);
}

/* A text that the game reads as one of its moves: another way of a chain of jumps to the same position. */
static bool find_played(const legal_moves *l, const char *move_text, char move[MOVE_TEXT_MAX])
{
    ferz_game *after = ferz_game_copy(l->game);
    bool found = after && ferz_game_move(after, move_text, NULL) == FERZ_OK &&
                 is_legal(l, ferz_game_ply(after, ferz_game_ply_count(after) - 1), move);
    ferz_game_destroy(after);
    return found;
}

static bool find_coordinates(const legal_moves *l, const char *move_text, char move[MOVE_TEXT_MAX])
{
    if (is_legal(l, move_text, move) || find_in_other_case(l, move_text, move) ||
        find_single_promotion(l, move_text, move) || find_named_promotion(l, move_text, move) ||
        find_played(l, move_text, move)) {
        return true;
    }
    square from;
    int direction = castles(l, move_text, &from);
    return direction && find_castling(l, direction, &from, move);
}

move_lookup engine_notation_find_move(const engine_notation *d, const ferz_game *game, const char *moves, size_t count,
                                      const char *move_text, char move[MOVE_TEXT_MAX])
{
    const legal_moves l = {game, moves, count};
    if (find_castling_notation(&l, move_text, move)) {
        return MOVE_LOOKUP_FOUND;
    }
    text own = {0};
    convert_squares(d, move_text, &own);
    bool failed = own.failed, found = !failed && own.length && find_coordinates(&l, own.bytes, move);
    if (!found && own.length && !failed && strchr("+#", own.bytes[own.length - 1])) {
        own.bytes[own.length - 1] = '\0'; /* the sign only says that the move gives check */
        found = find_coordinates(&l, own.bytes, move);
    }
    text_finish(&own);
    return found ? MOVE_LOOKUP_FOUND : failed ? MOVE_LOOKUP_NO_MEMORY : MOVE_LOOKUP_NONE;
}

/* ---- positions ---- */

/* As SFEN: swapped names of the players, hands counted and in a field of their own, no other fields. */
static void put_sfen(const char *fen, text *t)
{
    size_t board = strcspn(fen, "[ ");
    const char *hands = fen + board, *end = strchr(fen, ']');
    const char *player = strchr(fen, ' ');
    text_add(t, fen, board);
    text_print(t, " %c ", player && player[1] == 'b' ? 'w' : 'b');
    size_t before = t->length;
    for (const char *at = *hands == '[' && end ? hands + 1 : end; at && at < end;) {
        size_t copies = 1;
        while (at + copies < end && at[copies] == *at) {
            copies++;
        }
        if (copies > 1) {
            text_print(t, "%zu", copies);
        }
        text_char(t, *at);
        at += copies;
    }
    text_put(t, t->length == before ? "- 1" : " 1");
}

void engine_notation_put_fen(const engine_notation *d, const char *fen, text *t)
{
    if (d->kind == PLAYER_USI) {
        put_sfen(fen, t);
        return;
    }
    text_put(t, fen);
}
