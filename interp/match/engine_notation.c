#include "match/engine_notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

engine_notation engine_notation_of(player_kind kind, const ferz_game *game)
{
    return (engine_notation){kind, ferz_game_columns(game), ferz_game_rows(game), ferz_game_variant(game)};
}

/* ---- squares ---- */

typedef struct square {
    int column, row; /* from 0 */
} square;

enum { SIDE_MAX = 9999 }; /* no board has so many files or ranks: what is beyond is no square */

/* A square in our notation; returns the rest of the text, or NULL for none. */
static const char *read_square(const char *at, square *s)
{
    long rank;
    const char *end = at + 1;
    if (!islower((unsigned char)at[0]) || number_take(&end, 0, SIDE_MAX, &rank) != NUMBER_READ) {
        return NULL;
    }
    *s = (square){at[0] - 'a', (int)rank - 1};
    return end;
}

/* A square of USI: files from the right as numbers, ranks from the top as letters. */
static const char *read_usi_square(const engine_notation *d, const char *at, square *s)
{
    long file;
    const char *end = at;
    if (number_take(&end, 0, SIDE_MAX, &file) != NUMBER_READ || !islower((unsigned char)*end)) {
        return NULL;
    }
    s->column = d->columns - (int)file;
    s->row = d->rows - 1 - (*end - 'a');
    return end + 1;
}

static bool ranks_from_zero(const engine_notation *d)
{
    return d->kind == PLAYER_XBOARD && d->rows == 10;
}

/* Neither USI nor ranks from 0: what ferz_game_move_for writes and ferz_game_find_move reads. */
static bool is_plain(const engine_notation *d)
{
    return d->kind != PLAYER_USI && !ranks_from_zero(d);
}

static engine_notation plain_notation(const engine_notation *d)
{
    engine_notation plain = *d;
    plain.kind = PLAYER_UCI;
    return plain;
}

static void put_square(const engine_notation *d, square s, text *t)
{
    if (d->kind == PLAYER_USI) {
        text_print(t, "%d%c", d->columns - s.column, 'a' + d->rows - 1 - s.row);
    } else {
        text_print(t, "%c%d", 'a' + s.column, s.row + (ranks_from_zero(d) ? 0 : 1));
    }
}

/* Converts the squares of a text from one notation to the other; the rest is kept. */
static void convert_squares(const engine_notation *from, const engine_notation *to, const char *move_text, text *t)
{
    if (is_plain(from) && is_plain(to)) { /* also names of cells that are no squares */
        text_put(t, move_text);
        return;
    }
    for (const char *at = move_text; *at;) {
        square s;
        const char *end = from->kind == PLAYER_USI ? read_usi_square(from, at, &s) : read_square(at, &s);
        if (end) {
            s.row += ranks_from_zero(from);
            put_square(to, s, t);
            at = end;
        } else {
            text_char(t, *at++);
        }
    }
}

void engine_notation_put_move(const engine_notation *d, ferz_game *game, const char *move, text *t)
{
    const engine_notation plain = plain_notation(d);
    char *foreign = d->kind == PLAYER_USI ? NULL : ferz_game_move_for(game, move, FERZ_NOTATION_FAIRY_STOCKFISH, NULL);
    size_t before = t->length;
    convert_squares(&plain, d, foreign ? foreign : move, t);
    char *drop = d->kind == PLAYER_USI && t->length > before ? strchr(t->bytes + before, '@') : NULL;
    if (drop) {
        *drop = '*';
    }
    ferz_free(foreign);
}

/* ---- comparison with the legal moves ---- */

typedef struct legal_moves {
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

/* The move that the text means by the one reader of moves. */
static bool find_written(ferz_game *game, const char *move_text, char move[MOVE_TEXT_MAX])
{
    char *found = ferz_game_find_move(game, move_text, NULL);
    bool ok = found && copy_move(found, move);
    ferz_free(found);
    return ok;
}

move_lookup engine_notation_find_move(const engine_notation *d, ferz_game *game, const char *moves, size_t count,
                                      const char *move_text, char move[MOVE_TEXT_MAX])
{
    const legal_moves l = {moves, count};
    const engine_notation plain = plain_notation(d);
    text own = {0};
    convert_squares(d, &plain, move_text, &own);
    bool failed = own.failed,
         found = !failed && own.length &&
                 (find_written(game, own.bytes, move) || find_single_promotion(&l, own.bytes, move));
    if (!found && own.length && !failed && strchr("+#", own.bytes[own.length - 1])) {
        own.bytes[own.length - 1] = '\0'; /* the sign only says that the move gives check */
        found = find_written(game, own.bytes, move);
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

/* As Fairy-Stockfish writes it; false where that leaves something out. */
static bool put_foreign_fen(const engine_notation *d, const char *fen, text *t)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *start = ferz_game_create(d->variant, fen, NULL);
    char *foreign = start && messages ? ferz_game_fen_for(start, FERZ_NOTATION_FAIRY_STOCKFISH, messages) : NULL;
    bool whole = foreign && ferz_messages_count(messages) == 0;
    text_put(t, whole ? foreign : "");
    ferz_free(foreign);
    ferz_game_free(start);
    ferz_messages_free(messages);
    return whole;
}

void engine_notation_put_fen(const engine_notation *d, const char *fen, text *t)
{
    if (d->kind == PLAYER_USI) {
        put_sfen(fen, t);
    } else if (!put_foreign_fen(d, fen, t)) {
        text_put(t, fen);
    }
}
