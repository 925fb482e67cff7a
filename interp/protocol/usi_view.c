#include "protocol/usi_view.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
    char *end;
    long file = isdigit((unsigned char)**s) ? strtol(*s, &end, 10) : 0;
    if (file > 0 && islower((unsigned char)*end)) {
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

void usi_read_move(const ferz_game *game, const char *said, text *t)
{
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
    const char *side = strchr(ferz_variant_start_fen(variant), ' ');
    return player == 0 && side && side[1] ? side[1] : *ferz_variant_player_name(variant, player);
}

static void put_hands(const char *hands, size_t length, text *t)
{
    long times = 0;
    for (size_t i = 0; i < length; i++) {
        char c = hands[i];
        if (isdigit((unsigned char)c)) {
            times = times < 1000 ? times * 10 + (c - '0') : times;
        } else if (isalpha((unsigned char)c)) {
            for (long k = 0; k < (times ? times : 1) && k < 200; k++) {
                text_char(t, c);
            }
            times = 0;
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
    if (ferz_variant_has_hands(variant)) {
        text_char(t, '[');
        put_hands(field[2], length[2], t);
        text_char(t, ']');
    }
    long ply = length[3] ? strtol(field[3], NULL, 10) : 1;
    text_print(t, " %c - - 0 %ld", side_letter(variant, *field[1] == 'w'), ply > 0 && ply < 100000 ? (ply + 1) / 2 : 1);
    return true;
}
