#include "diff/diff_letters.h"

#include <ctype.h>
#include <string.h>

/* ---- matching ---- */

/* A type that the rules define themselves, not a form of another one. */
static bool is_own_type(const ferz_piece *p)
{
    return !strpbrk(p->letter, "~!") && !strchr(p->name, ' ');
}

/* Whether both types stand on the same cells, and stand somewhere. */
static bool same_start(const ferz_game *one, const char *name, const ferz_game *other, const char *other_name)
{
    size_t cells = ferz_game_cell_count(one), count = 0;
    bool same = cells == ferz_game_cell_count(other);
    for (size_t i = 0; same && i < cells; i++) {
        ferz_cell a = ferz_game_cell(one, i), b = ferz_game_cell(other, i);
        bool here = a.type && strcmp(a.type, name) == 0, there = b.type && strcmp(b.type, other_name) == 0;
        same = here == there && (!here || a.owner == b.owner);
        count += here;
    }
    return same && count > 0;
}

typedef enum match_by { BY_NAME, BY_LETTER, BY_MOVES, BY_ROYALTY, BY_START, MATCHES } match_by;

static bool is_match(match_by by, const ferz_piece *a, const ferz_piece *b, const ferz_game *one,
                     const ferz_game *other)
{
    switch (by) {
    case BY_NAME:
        return strcmp(a->name, b->name) == 0;
    case BY_LETTER:
        return strcmp(a->letter, b->letter) == 0;
    case BY_MOVES:
        return a->royal == b->royal && a->moves && b->moves && *a->moves && strcmp(a->moves, b->moves) == 0;
    case BY_ROYALTY:
        return a->royal && b->royal;
    case BY_START:
        return same_start(one, a->name, other, b->name);
    default:
        return false;
    }
}

void diff_letters_match(diff_letters *m, const ferz_game *one, const ferz_game *other)
{
    const ferz_variant *v[2] = {ferz_game_variant(one), ferz_game_variant(other)};
    size_t count[2] = {ferz_variant_facts(v[0])->piece_count, ferz_variant_facts(v[1])->piece_count};
    bool used[2][DIFF_PIECES_MAX] = {{false}};
    *m = (diff_letters){.same = true};
    for (int k = 0; k < 2; k++) {
        if (ferz_variant_facts(v[k])->player_count != 2 || count[k] > DIFF_PIECES_MAX) {
            return;
        }
    }
    /* All that match by name first, then by letter: a letter that means another piece by name is no match. */
    for (int by = BY_NAME; by < MATCHES; by++) {
        for (size_t i = 0; i < count[0]; i++) {
            ferz_piece a = ferz_variant_piece(v[0], i);
            for (size_t k = 0; k < count[1] && !used[0][i] && is_own_type(&a); k++) {
                ferz_piece b = ferz_variant_piece(v[1], k);
                if (used[1][k] || !is_own_type(&b) || !is_match((match_by)by, &a, &b, one, other)) {
                    continue;
                }
                used[0][i] = used[1][k] = true;
                m->letter[0][m->count] = a.letter;
                m->letter[1][m->count] = b.letter;
                m->name[0][m->count] = a.name;
                m->name[1][m->count++] = b.name;
                m->same = m->same && strcmp(a.letter, b.letter) == 0;
            }
        }
    }
}

/* ---- translating ---- */

/* The length of the piece at `at`: signs, a letter, and signs behind it that mark a form. */
static size_t piece_length(const char *at)
{
    size_t sign = *at == '+';
    if (!isalpha((unsigned char)at[sign])) {
        return 0;
    }
    return sign + 1 + strspn(at + sign + 1, "~!");
}

static const char *find_letter(const diff_letters *m, int from, const char *piece, size_t length)
{
    for (size_t i = 0; i < m->count; i++) {
        const char *letter = m->letter[from][i];
        bool same = strlen(letter) == length;
        for (size_t k = 0; same && k < length; k++) {
            same = tolower((unsigned char)piece[k]) == tolower((unsigned char)letter[k]);
        }
        if (same) {
            return m->letter[1 - from][i];
        }
    }
    return NULL;
}

/* Appends the piece of `length` bytes; false when it has no match. */
static bool put_piece(const diff_letters *m, int from, const char *piece, size_t length, text *out)
{
    size_t marks = 0; /* behind the letter: the form is the same in both games */
    while (marks < length && strchr("~!", piece[length - 1 - marks])) {
        marks++;
    }
    size_t sign = *piece == '+';
    bool upper = isupper((unsigned char)piece[sign]);
    const char *letter = find_letter(m, from, piece, length - marks);
    if (!letter) {
        return false;
    }
    for (const char *c = letter; *c; c++) {
        text_char(out, (char)(upper ? toupper((unsigned char)*c) : tolower((unsigned char)*c)));
    }
    text_add(out, piece + length - marks, marks);
    return true;
}

void diff_letters_piece(const diff_letters *m, int from, const char *piece, text *out)
{
    size_t length = piece_length(piece);
    if (m->same || length == 0 || piece[length]) {
        text_put(out, piece);
    } else if (!put_piece(m, from, piece, length, out)) {
        text_char(out, '?');
    }
}

void diff_letters_fen(const diff_letters *m, int from, const char *fen, bool cut, text *out)
{
    size_t board = strcspn(fen, " ");
    bool in_hand = false;
    for (size_t at = 0; at < board;) {
        size_t length = piece_length(fen + at);
        in_hand = fen[at] == '[' || (in_hand && fen[at] != ']');
        if (length == 0) {
            text_char(out, fen[at++]);
            continue;
        }
        bool matched =
            m->same && !cut ? (text_add(out, fen + at, length), true) : put_piece(m, from, fen + at, length, out);
        if (!matched && !(cut && in_hand)) {
            /* beside a number, two runs of empty cells would be written: both readers add them up */
            text_char(out, cut ? '1' : '?');
        }
        at += length;
    }
    text_put(out, fen + board);
}

void diff_letters_move(const diff_letters *m, int from, const char *move_text, text *out)
{
    const char *at_sign = strchr(move_text, '@');
    size_t digits = strcspn(move_text, "0123456789"), end = strlen(move_text);
    if (m->same || strpbrk(move_text, " ([:")) {
        text_put(out, move_text);
        return;
    }
    if (at_sign && piece_length(move_text) == (size_t)(at_sign - move_text)) {
        if (!put_piece(m, from, move_text, (size_t)(at_sign - move_text), out)) {
            text_char(out, '?');
        }
        text_put(out, at_sign);
        return;
    }
    size_t tail = end; /* the promotion behind the last cell */
    while (tail > digits && !isdigit((unsigned char)move_text[tail - 1])) {
        tail--;
    }
    text_add(out, move_text, tail);
    if (tail == end || tail <= digits || piece_length(move_text + tail) != end - tail) {
        text_put(out, move_text + tail);
    } else if (!put_piece(m, from, move_text + tail, end - tail, out)) {
        text_char(out, '?');
    }
}

void diff_letters_describe(const diff_letters *m, text *out)
{
    for (size_t i = 0; i < m->count; i++) {
        if (strcmp(m->name[0][i], m->name[1][i]) != 0 || strcmp(m->letter[0][i], m->letter[1][i]) != 0) {
            text_print(out, "%s %s = %s %s\n", m->name[0][i], m->letter[0][i], m->name[1][i], m->letter[1][i]);
        }
    }
}
