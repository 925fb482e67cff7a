#include "protocol/move_parse.h"

#include <ctype.h>
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

size_t move_parse_name(const ferz_game *game, const char *name)
{
    return move_parse_cell(game, name, strlen(name));
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
    const char *at = strchr(move, '@'), *comma = strchr(move, ',');
    if (at && (!comma || at < comma) && (size_t)(at - move) < sizeof w->piece) { /* behind a comma: a second half */
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
        } else if (w->count ? !strchr("-x:", *s) : length || (!isupper((unsigned char)*s) && *s != '+')) {
            break; /* after the cells */
        } else {
            s++; /* the letter of the piece in front, or a sign between two cells */
        }
    }
    return w->count > 0;
}

/* ---- castling ---- */

bool move_parse_castling(ferz_game *game, const char *move, castling *c)
{
    ferz_moves *one = ferz_game_moves(game, move, 0, NULL);
    const ferz_move m = one ? ferz_moves_at(one, 0) : (ferz_move){.text = ""};
    const bool castles = m.castling != NULL;
    if (castles) {
        *c = (castling){move_parse_name(game, m.from), move_parse_name(game, m.to),
                        move_parse_name(game, m.partner_from), move_parse_name(game, m.partner_to)};
    }
    ferz_moves_free(one);
    return castles;
}
