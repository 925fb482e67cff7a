#include "front/wording.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

size_t wording_cell(const ferz_play *play, const char *name, size_t length)
{
    size_t cells = ferz_play_cells(play);
    for (size_t i = 0; i < cells; i++) {
        const char *other = ferz_play_cell(play, i).name;
        if (strncmp(other, name, length) == 0 && other[length] == '\0') {
            return i;
        }
    }
    return cells;
}

/* How long the name of a cell that begins here would be: letters, then digits. */
static size_t name_length(const char *s)
{
    size_t letters = 0;
    while (islower((unsigned char)s[letters])) {
        letters++;
    }
    size_t digits = strspn(s + letters, "0123456789");
    return letters && digits ? letters + digits : 0;
}

bool wording_read(const ferz_play *play, const char *move, wording *w)
{
    *w = (wording){.rest = ""};
    const char *at = strchr(move, '@');
    if (at && (size_t)(at - move) < sizeof w->man) {
        memcpy(w->man, move, (size_t)(at - move));
        move = at + 1;
    }
    for (const char *s = move; *s && *s != '(' && (*s != ':' || name_length(s + 1)) && w->count < WORDING_CELLS_MAX;) {
        size_t length = name_length(s);
        size_t cell = length ? wording_cell(play, s, length) : ferz_play_cells(play);
        if (cell < ferz_play_cells(play)) {
            w->cells[w->count++] = cell;
            s += length;
            w->rest = s;
        } else if (length || (w->count == 0 ? !isupper((unsigned char)*s) && *s != '+' : !strchr("-x:", *s))) {
            break; /* behind the cells */
        } else {
            s++; /* the man's letter in front, a sign between two cells */
        }
    }
    return w->count > 0;
}

bool wording_is_claim(const char *move)
{
    return strncmp(move, "claim-", 6) == 0;
}

/* ---- castling ---- */

typedef struct standing {
    const char *type;
    int owner;
} standing;

/* Whether, on the row of the royal man that stood at `from`, exactly he and one more of his side have changed places. */
static bool compare_row(const ferz_play *play, const standing *before, const ferz_cell *royal, castling *c)
{
    size_t cells = ferz_play_cells(play), left = 0, come = 0, none = cells;
    c->to = c->partner_from = c->partner_to = none;
    for (size_t i = 0; i < cells; i++) {
        ferz_cell now = ferz_play_cell(play, i);
        bool same = now.type == before[i].type && now.owner == before[i].owner;
        if (same) {
            continue;
        }
        if (now.row != royal->row || now.level != royal->level || (before[i].type && before[i].owner != royal->owner) ||
            (now.type && now.owner != royal->owner)) {
            return false;
        }
        if (before[i].type && i != c->from) {
            c->partner_from = i;
            left++;
        }
        if (now.type == royal->type) {
            c->to = i;
        } else if (now.type) {
            c->partner_to = i;
            come++;
        }
    }
    return left == 1 && come == 1 && c->to != none &&
           before[c->partner_from].type == ferz_play_cell(play, c->partner_to).type;
}

bool wording_castles(ferz_play *play, const char *move, castling *c)
{
    wording w;
    if (!wording_read(play, move, &w) || w.count != 2 || *w.man || w.cells[0] == w.cells[1]) {
        return false;
    }
    ferz_cell royal = ferz_play_cell(play, w.cells[0]), target = ferz_play_cell(play, w.cells[1]);
    bool far = royal.column - target.column > 1 || target.column - royal.column > 1;
    if (!royal.royal || royal.row != target.row || (!far && target.owner != royal.owner)) {
        return false;
    }
    size_t cells = ferz_play_cells(play);
    standing *before = calloc(cells, sizeof *before);
    bool castles = false;
    for (size_t i = 0; before && i < cells; i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        before[i] = (standing){cell.type, cell.owner};
    }
    c->from = w.cells[0];
    if (before && ferz_play_move(play, move, NULL) == FERZ_OK) {
        castles = compare_row(play, before, &royal, c);
        ferz_play_undo(play);
    }
    free(before);
    return castles;
}

/* ---- finding ---- */

static const char *find_exactly(const char *moves, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++, moves += strlen(moves) + 1) {
        if (strcmp(moves, word) == 0) {
            return moves;
        }
    }
    return NULL;
}

/* The next sign that counts when two spellings are compared: e7e8=Q is e7e8q, c3-d4 is c3d4, P*e4 is P@e4. */
static char next_sign(const char **s)
{
    *s += strspn(*s, "=,-:");
    char c = **s;
    *s += c != '\0';
    return c == '*' ? '@' : (char)tolower((unsigned char)c);
}

static bool nearly_same(const char *a, const char *b)
{
    char one, other;
    do {
        one = next_sign(&a);
        other = next_sign(&b);
    } while (one == other && one);
    return one == other;
}

static const char *find_nearly(const char *moves, size_t count, const char *said)
{
    const char *found = NULL;
    for (size_t i = 0; i < count; i++, moves += strlen(moves) + 1) {
        if (nearly_same(moves, said)) {
            if (found) {
                return NULL; /* two moves that differ in what does not count */
            }
            found = moves;
        }
    }
    return found;
}

/* O-O and O-O-O, also with zeros: how far the word says that the partner stands, 0 when it says something else. */
static int parts_of_castling(const char *word)
{
    int parts = 0;
    for (const char *s = word; *s; s++) {
        bool odd = (s - word) % 2;
        if (odd ? *s != '-' : *s != 'O' && *s != '0') {
            return 0;
        }
        parts += !odd;
    }
    return parts == 2 || parts == 3 ? parts : 0;
}

static const char *find_castling(ferz_play *play, const char *moves, size_t count, const char *word)
{
    int parts = parts_of_castling(word);
    wording wanted;
    if (!parts && (!wording_read(play, word, &wanted) || wanted.count != 2 || *wanted.rest)) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++, moves += strlen(moves) + 1) {
        castling c;
        if (!wording_castles(play, moves, &c)) {
            continue;
        }
        bool right = ferz_play_cell(play, c.partner_from).column > ferz_play_cell(play, c.from).column;
        if (parts ? right == (parts == 2)
                  : c.from == wanted.cells[0] && (c.to == wanted.cells[1] || c.partner_from == wanted.cells[1])) {
            return moves;
        }
    }
    return NULL;
}

const char *wording_find(ferz_play *play, const char *moves, size_t count, const char *word)
{
    const char *found = find_exactly(moves, count, word);
    found = found ? found : find_nearly(moves, count, word);
    return found ? found : find_castling(play, moves, count, word);
}
