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

void usi_put_move(const ferz_game *game, const char *move, text *t)
{
    parsed_move w;
    if (!move_parse(game, move, &w) || ferz_game_rows(game) > 26) {
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

/* Whether a script gave the move its name, such as `tiger:d1d3`, which USI has no spelling for. */
static bool is_named(const char *said)
{
    const char *end = said;
    while (isalpha((unsigned char)*end)) {
        end++;
    }
    return end > said && *end == ':';
}

void usi_read_move(const ferz_game *game, const char *said, text *t)
{
    if (is_named(said)) {
        text_put(t, said);
        return;
    }
    while (*said) {
        const char *name = read_square(game, &said);
        text_put(t, name);
        if (!*name) {
            text_char(t, *said == '*' ? '@' : *said);
            said++;
        }
    }
}

/* The letter of a player in the game's FEN; for the first player the one in the start position. */
static char side_letter(const ferz_variant *variant, size_t player)
{
    const char *side = strchr(ferz_variant_facts(variant)->start_fen, ' ');
    return player == 0 && side && side[1] ? side[1] : *ferz_variant_player_name(variant, player);
}

enum { HAND_COPIES_MAX = 999, HANDS_MAX = 10000 }; /* more than a game can hold: its reader of FENs refuses them */

static void put_hands(const char *hands, size_t length, text *t)
{
    for (size_t i = 0; i < length && t->length < HANDS_MAX; i++) {
        const char *s = hands + i;
        long times = 1;
        if (number_take(&s, 1, HAND_COPIES_MAX, &times) != NUMBER_NONE) {
            i = (size_t)(s - hands);
        }
        for (long k = 0; k < times && i < length && isalpha((unsigned char)hands[i]); k++) {
            text_char(t, hands[i]);
        }
    }
}

bool usi_read_position(const ferz_game *game, const char *sfen, text *t)
{
    const ferz_variant *variant = ferz_game_variant(game);
    const char *field[4];
    size_t length[4];
    for (size_t i = 0; i < 4; i++) {
        sfen += strspn(sfen, " ");
        field[i] = sfen;
        length[i] = strcspn(sfen, " ");
        sfen += length[i];
    }
    if (!length[2]) {
        return false;
    }
    text_add(t, field[0], length[0]);
    if (ferz_variant_facts(variant)->has_hands) {
        text_char(t, '[');
        put_hands(field[2], length[2], t);
        text_char(t, ']');
    }
    long ply = number_at(field[3], 1, 100000, 1);
    text_print(t, " %c - - 0 %ld", side_letter(variant, *field[1] == 'w'), (ply + 1) / 2);
    return true;
}
