#include "protocol/move_parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

size_t move_parse_cell(const ferz_game *game, const char *name, size_t length)
{
    size_t cells = ferz_game_cell_count(game);
    for (size_t i = 0; i < cells; i++) {
        const char *other = ferz_game_cell(game, i).name;
        if (strncmp(other, name, length) == 0 && other[length] == '\0') {
            return i;
        }
    }
    return cells;
}

/* Length of a cell's name at the beginning of `s`: letters, then digits; 0 for none. */
static size_t name_length(const char *s)
{
    size_t letters = 0;
    while (islower((unsigned char)s[letters])) {
        letters++;
    }
    size_t digits = strspn(s + letters, "0123456789");
    return letters && digits ? letters + digits : 0;
}

bool move_parse(const ferz_game *game, const char *move, parsed_move *w)
{
    *w = (parsed_move){.suffix = ""};
    const char *at = strchr(move, '@');
    if (at && (size_t)(at - move) < sizeof w->piece) {
        memcpy(w->piece, move, (size_t)(at - move));
        move = at + 1;
    }
    for (const char *s = move;
         *s && *s != '(' && (*s != ':' || name_length(s + 1)) && w->count < PARSED_MOVE_CELLS_MAX;) {
        size_t length = name_length(s);
        size_t cell = length ? move_parse_cell(game, s, length) : ferz_game_cell_count(game);
        if (cell < ferz_game_cell_count(game)) {
            w->cells[w->count++] = cell;
            s += length;
            w->suffix = s;
        } else if (length || (w->count == 0 ? !isupper((unsigned char)*s) && *s != '+' : !strchr("-x:", *s))) {
            break; /* after the cells */
        } else {
            s++; /* the letter of the piece in front, or a sign between two cells */
        }
    }
    return w->count > 0;
}

/* ---- castling ---- */

typedef struct cell_content {
    const char *type;
    int owner;
} cell_content;

/* Whether, on the row of the royal piece that stood on c->from, exactly this piece and one other of its side have
 * moved. */
static bool detect_castling(const ferz_game *game, const cell_content *before, const ferz_cell *royal, castling *c)
{
    size_t cells = ferz_game_cell_count(game), left = 0, arrived = 0, none = cells;
    c->to = c->partner_from = c->partner_to = none;
    for (size_t i = 0; i < cells; i++) {
        ferz_cell now = ferz_game_cell(game, i);
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
            arrived++;
        }
    }
    return left == 1 && arrived == 1 && c->to != none &&
           before[c->partner_from].type == ferz_game_cell(game, c->partner_to).type;
}

bool move_parse_castling(ferz_game *game, const char *move, castling *c)
{
    parsed_move w;
    if (!move_parse(game, move, &w) || w.count != 2 || *w.piece || w.cells[0] == w.cells[1]) {
        return false;
    }
    ferz_cell royal = ferz_game_cell(game, w.cells[0]), target = ferz_game_cell(game, w.cells[1]);
    bool far = royal.column - target.column > 1 || target.column - royal.column > 1;
    if (!royal.royal || royal.row != target.row || (!far && target.owner != royal.owner)) {
        return false;
    }
    size_t cells = ferz_game_cell_count(game);
    cell_content *before = calloc(cells, sizeof *before);
    bool castles = false;
    for (size_t i = 0; before && i < cells; i++) {
        ferz_cell cell = ferz_game_cell(game, i);
        before[i] = (cell_content){cell.type, cell.owner};
    }
    c->from = w.cells[0];
    if (before && ferz_game_move(game, move, NULL) == FERZ_OK) {
        castles = detect_castling(game, before, &royal, c);
        ferz_game_undo(game);
    }
    free(before);
    return castles;
}

/* ---- finding ---- */

static const char *find_exact(const char *moves, size_t count, const char *move_text)
{
    for (size_t i = 0; i < count; i++, moves += strlen(moves) + 1) {
        if (strcmp(moves, move_text) == 0) {
            return moves;
        }
    }
    return NULL;
}

/* The next significant sign when two spellings are compared: e7e8=Q is e7e8q, c3-d4 is c3d4, P*e4 is P@e4. */
static char next_significant(const char **s)
{
    *s += strspn(*s, "=,-:");
    char c = **s;
    *s += c != '\0';
    return c == '*' ? '@' : (char)tolower((unsigned char)c);
}

static bool is_similar(const char *a, const char *b)
{
    char one, other;
    do {
        one = next_significant(&a);
        other = next_significant(&b);
    } while (one == other && one);
    return one == other;
}

static const char *find_similar(const char *moves, size_t count, const char *move_text)
{
    const char *found = NULL;
    for (size_t i = 0; i < count; i++, moves += strlen(moves) + 1) {
        if (is_similar(moves, move_text)) {
            if (found) {
                return NULL; /* two moves that differ only in signs that are ignored */
            }
            found = moves;
        }
    }
    return found;
}

/* 2 for O-O, 3 for O-O-O, also with zeros; 0 for anything else. */
static int castling_parts(const char *move_text)
{
    int parts = 0;
    for (const char *s = move_text; *s; s++) {
        bool odd = (s - move_text) % 2;
        if (odd ? *s != '-' : *s != 'O' && *s != '0') {
            return 0;
        }
        parts += !odd;
    }
    return parts == 2 || parts == 3 ? parts : 0;
}

static const char *find_castling(ferz_game *game, const char *moves, size_t count, const char *move_text)
{
    int parts = castling_parts(move_text);
    parsed_move requested;
    if (!parts && (!move_parse(game, move_text, &requested) || requested.count != 2 || *requested.suffix)) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++, moves += strlen(moves) + 1) {
        castling c;
        if (!move_parse_castling(game, moves, &c)) {
            continue;
        }
        bool right = ferz_game_cell(game, c.partner_from).column > ferz_game_cell(game, c.from).column;
        if (parts ? right == (parts == 2)
                  : c.from == requested.cells[0] &&
                        (c.to == requested.cells[1] || c.partner_from == requested.cells[1])) {
            return moves;
        }
    }
    return NULL;
}

/* A text that the game reads as one of its moves: another way of a chain of jumps to the same position. */
static const char *find_played(ferz_game *game, const char *moves, size_t count, const char *move_text)
{
    const char *found = NULL;
    if (ferz_game_move(game, move_text, NULL) == FERZ_OK) {
        found = find_exact(moves, count, ferz_game_ply(game, ferz_game_ply_count(game) - 1));
        ferz_game_undo(game);
    }
    return found;
}

const char *move_parse_find(ferz_game *game, const char *moves, size_t count, const char *move_text)
{
    const char *found = find_exact(moves, count, move_text);
    found = found ? found : find_similar(moves, count, move_text);
    found = found ? found : find_castling(game, moves, count, move_text);
    return found ? found : find_played(game, moves, count, move_text);
}
