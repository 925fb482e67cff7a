#include "protocol/usi_view.h"

#include <ctype.h>
#include <string.h>

#include "base/number.h"
#include "protocol/move_parse.h"

static void put_square(const ferz_game *game, size_t index, text *t)
{
    ferz_cell cell = ferz_game_cell(game, index);
    text_print(t, "%d%c", ferz_game_columns(game) - cell.column, 'a' + ferz_game_rows(game) - 1 - cell.row);
}

/* The piece in front, as in B*5e, Px4e and +P-7f, with the sign behind it. */
static size_t piece_length(const char *said)
{
    size_t letters = strspn(said, "+ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return letters ? letters + strspn(said + letters, "*@x-") : 0;
}

void usi_put_move(const ferz_game *game, const char *move, text *t)
{
    parsed_move w;
    bool moves = move_parse(game, move, &w);
    /* Pe3xc5 of a game that writes the letters of pieces, and g1j1,@j2, have no spelling there. */
    bool other = *w.piece ? piece_length(w.piece) < strlen(w.piece) : piece_length(move) > 0;
    if (!moves || other || ferz_game_rows(game) > 26) {
        text_put(t, move);
        return;
    }
    text_print(t, "%s%s", w.piece, *w.piece ? "*" : "");
    for (size_t i = 0; i < w.count; i++) {
        put_square(game, w.cells[i], t);
    }
    text_put(t, w.suffix);
}

/* The name of the cell at `*s`, which is advanced; "" for none. */
static const char *read_square(const ferz_game *game, const char **s)
{
    const char *end = *s;
    long file;
    if (number_take(&end, 1, ferz_game_columns(game), &file) == NUMBER_READ && islower((unsigned char)*end)) {
        for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
            ferz_cell cell = ferz_game_cell(game, i);
            if (cell.column == ferz_game_columns(game) - file && cell.row == ferz_game_rows(game) - 1 - (*end - 'a')) {
                *s = end + 1;
                return cell.name;
            }
        }
    }
    return "";
}

/* Adds the cells at the beginning of `said`, with or without signs between; what stands behind them. */
static const char *read_squares(const ferz_game *game, const char *said, text *t)
{
    const char *at = said, *name = read_square(game, &at);
    while (*name) {
        text_put(t, name);
        const char *next = at + strspn(at, "-x:");
        name = read_square(game, &next);
        at = *name ? next : at;
    }
    return at;
}

/* A move in the game's own spelling begins with no cell of USI's, or goes on with a number, as 4g2:3g2 of a script. What
 * stands behind the cells is the same in both. */
void usi_read_move(const ferz_game *game, const char *said, text *t)
{
    size_t piece = piece_length(said);
    text cells = {0};
    const char *rest = read_squares(game, said + piece, &cells);
    if (!cells.length || isdigit((unsigned char)*rest)) {
        text_put(t, said);
    } else {
        for (size_t i = 0; i < piece; i++) {
            text_char(t, said[i] == '*' ? '@' : said[i]);
        }
        text_put(t, text_string(&cells));
        text_put(t, rest);
    }
    t->failed |= cells.failed;
    text_finish(&cells);
}
