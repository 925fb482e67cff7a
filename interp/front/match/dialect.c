#include "front/match/dialect.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dialect dialect_of(side_kind kind, const ferz_play *play)
{
    return (dialect){kind, ferz_play_columns(play), ferz_play_rows(play)};
}

/* ---- squares ---- */

typedef struct square {
    int column, row; /* from 0 */
} square;

/* A square in our letters and numbers; what follows it, or NULL when there is none. */
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

/* In shogi's: files from the right by numbers, ranks from the top by letters. */
static const char *read_turned_square(const dialect *d, const char *at, square *s)
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

static bool counts_from_zero(const dialect *d)
{
    return d->kind == SIDE_XBOARD && d->rows == 10;
}

static void put_square(const dialect *d, square s, text *t)
{
    if (d->kind == SIDE_USI) {
        text_print(t, "%d%c", d->columns - s.column, 'a' + d->rows - 1 - s.row);
    } else {
        text_print(t, "%c%d", 'a' + s.column, s.row + (counts_from_zero(d) ? 0 : 1));
    }
}

void dialect_put_move(const dialect *d, const char *move, text *t)
{
    square from, to;
    const char *at = move;
    if (d->kind != SIDE_USI && !counts_from_zero(d)) {
        text_put(t, move);
        return;
    }
    const char *drop = strchr(move, '@');
    if (drop) {
        text_add(t, move, (size_t)(drop - move));
        text_char(t, d->kind == SIDE_USI ? '*' : '@');
        at = read_square(drop + 1, &to);
    } else {
        at = read_square(move, &from);
        at = at ? read_square(at, &to) : NULL;
        if (at) {
            put_square(d, from, t);
        }
    }
    if (!at) { /* it has no squares: whatever it is, they know it by the same name or not at all */
        text_clear(t);
        text_put(t, move);
        return;
    }
    put_square(d, to, t);
    text_put(t, at);
}

/* Their word in our coordinates; what is no square stays as it is. */
static void turn_squares(const dialect *d, const char *word, text *t)
{
    dialect ours = {SIDE_UCI, d->columns, d->rows};
    for (const char *at = word; *at;) {
        square s;
        const char *end = d->kind == SIDE_USI ? read_turned_square(d, at, &s) : read_square(at, &s);
        if (end) {
            s.row += counts_from_zero(d);
            put_square(&ours, s, t);
            at = end;
        } else if (*at == '*' && at == word + 1) {
            text_char(t, '@');
            at++;
        } else if (*at == '=' || *at == '-' || *at == 'x') {
            at++;
        } else {
            text_char(t, *at++);
        }
    }
}

/* ---- comparing with what is legal ---- */

typedef struct legal {
    const ferz_play *play;
    const char *moves;
    size_t count;
} legal;

static bool take(const char *found, char move[DIALECT_MOVE_MAX])
{
    size_t length = strlen(found);
    if (length < DIALECT_MOVE_MAX) {
        memcpy(move, found, length + 1);
    }
    return length < DIALECT_MOVE_MAX;
}

static bool is_legal(const legal *l, const char *word, char move[DIALECT_MOVE_MAX])
{
    const char *at = l->moves;
    for (size_t i = 0; i < l->count; i++, at += strlen(at) + 1) {
        if (strcmp(at, word) == 0) {
            return take(at, move);
        }
    }
    return false;
}

static bool man_at(const legal *l, square s, ferz_cell *found)
{
    for (size_t i = 0; i < ferz_play_cells(l->play); i++) {
        *found = ferz_play_cell(l->play, i);
        if (found->column == s.column && found->row == s.row) {
            return found->man != NULL;
        }
    }
    return false;
}

/* -1: it castles to the left, 1: to the right, 0: it does not castle. `from` gets where the king stands. */
static int castles(const legal *l, const char *move, square *from)
{
    square to;
    ferz_cell king, other;
    const char *at = read_square(move, from);
    at = at ? read_square(at, &to) : NULL;
    if (!at || *at || to.row != from->row || !man_at(l, *from, &king) || !king.royal) {
        return 0;
    }
    int way = to.column > from->column ? 1 : -1;
    bool takes_own = man_at(l, to, &other) && other.owner == king.owner;
    return takes_own || abs(to.column - from->column) > 1 ? way : 0;
}

/* The only legal move that castles this way, of the king at `from` when that is given. */
static bool find_castling(const legal *l, int way, const square *from, char move[DIALECT_MOVE_MAX])
{
    size_t found = 0;
    const char *at = l->moves, *only = NULL;
    for (size_t i = 0; i < l->count; i++, at += strlen(at) + 1) {
        square king;
        if (castles(l, at, &king) == way && (!from || (from->column == king.column && from->row == king.row))) {
            only = at;
            found++;
        }
    }
    return found == 1 && take(only, move);
}

static bool find_castling_by_words(const legal *l, const char *word, char move[DIALECT_MOVE_MAX])
{
    size_t length = strspn(word, "O0o-");
    if (word[length] && !strchr("+#", word[length])) {
        return false;
    }
    return length == 3 ? find_castling(l, 1, NULL, move) : length == 5 ? find_castling(l, -1, NULL, move) : false;
}

/* Where what is said of promotion begins: behind the second square. NULL for what is no step. */
static const char *suffix_of(const char *word)
{
    square s;
    const char *at = read_square(word, &s);
    return at ? read_square(at, &s) : NULL;
}

/* The only legal move between these squares, when it promotes: then the word may name the new man by another letter, or not at
 * all where there is no choice. */
static bool find_only_promotion(const legal *l, const char *word, char move[DIALECT_MOVE_MAX])
{
    const char *suffix = suffix_of(word);
    if (!suffix || strlen(suffix) > 1) {
        return false;
    }
    size_t squares = (size_t)(suffix - word), found = 0;
    const char *at = l->moves, *only = NULL;
    for (size_t i = 0; i < l->count; i++, at += strlen(at) + 1) {
        if (strncmp(at, word, squares) == 0 && !isdigit((unsigned char)at[squares])) {
            only = at;
            found++;
        }
    }
    return found == 1 && only[squares] && take(only, move);
}

/* The word names the man that stands there after a move which our rules write without it, since there is no choice. */
static bool find_named_outcome(const legal *l, const char *word, char move[DIALECT_MOVE_MAX])
{
    const char *suffix = suffix_of(word);
    size_t squares = suffix ? (size_t)(suffix - word) : 0;
    char plain[DIALECT_MOVE_MAX];
    square to;
    if (!suffix || !isalpha((unsigned char)suffix[0]) || suffix[1] || squares >= sizeof plain) {
        return false;
    }
    memcpy(plain, word, squares);
    plain[squares] = '\0';
    if (!is_legal(l, plain, move) || !read_square(read_square(plain, &to), &to)) {
        return false;
    }
    ferz_play *after = ferz_play_copy(l->play);
    legal there = {after, "", 0};
    ferz_cell cell = {0};
    bool named = after && ferz_play_move(after, move, NULL) == FERZ_OK && man_at(&there, to, &cell) &&
                 tolower((unsigned char)cell.man[0]) == tolower((unsigned char)suffix[0]) &&
                 !isalpha((unsigned char)cell.man[1]);
    ferz_play_destroy(after);
    return named;
}

/* The same word with its last letter large or small. */
static bool find_in_other_case(const legal *l, const char *word, char move[DIALECT_MOVE_MAX])
{
    char other[DIALECT_MOVE_MAX];
    size_t length = strlen(word);
    if (length < 2 || length >= sizeof other) {
        return false;
    }
    memcpy(other, word, length + 1);
    unsigned char last = (unsigned char)other[length - 1];
    other[length - 1] = (char)(isupper(last) ? tolower(last) : toupper(last));
    if (is_legal(l, other, move)) {
        return true;
    }
    memcpy(other, word, length + 1); /* and a drop with its first letter */
    other[0] = (char)toupper((unsigned char)other[0]);
    return other[1] == '@' && is_legal(l, other, move);
}

static bool find_plain(const legal *l, const char *word, char move[DIALECT_MOVE_MAX])
{
    if (is_legal(l, word, move) || find_in_other_case(l, word, move) || find_only_promotion(l, word, move) ||
        find_named_outcome(l, word, move)) {
        return true;
    }
    square from;
    int way = castles(l, word, &from);
    return way && find_castling(l, way, &from, move);
}

found_move dialect_find(const dialect *d, const ferz_play *play, const char *moves, size_t count, const char *word,
                        char move[DIALECT_MOVE_MAX])
{
    const legal l = {play, moves, count};
    if (find_castling_by_words(&l, word, move)) {
        return MOVE_FOUND;
    }
    text ours = {0};
    turn_squares(d, word, &ours);
    bool failed = ours.failed, found = !failed && ours.length && find_plain(&l, ours.bytes, move);
    if (!found && ours.length && !failed && strchr("+#", ours.bytes[ours.length - 1])) {
        ours.bytes[ours.length - 1] = '\0'; /* it only says that it gives check */
        found = find_plain(&l, ours.bytes, move);
    }
    text_finish(&ours);
    return found ? MOVE_FOUND : failed ? MOVE_UNKNOWN : MOVE_NONE;
}

/* ---- positions ---- */

/* Shogi's programs: the hands behind the player, whose names are the other way round, counted; no other fields. */
static void put_turned_fen(const char *fen, text *t)
{
    size_t board = strcspn(fen, "[ ");
    const char *hands = fen + board, *end = strchr(fen, ']');
    const char *player = strchr(fen, ' ');
    text_add(t, fen, board);
    text_print(t, " %c ", player && player[1] == 'b' ? 'w' : 'b');
    size_t before = t->length;
    for (const char *at = *hands == '[' && end ? hands + 1 : end; at && at < end;) {
        size_t many = 1;
        while (at + many < end && at[many] == *at) {
            many++;
        }
        if (many > 1) {
            text_print(t, "%zu", many);
        }
        text_char(t, *at);
        at += many;
    }
    text_put(t, t->length == before ? "- 1" : " 1");
}

void dialect_put_fen(const dialect *d, const char *fen, text *t)
{
    if (d->kind == SIDE_USI) {
        put_turned_fen(fen, t);
        return;
    }
    text_put(t, fen);
}
