#include "front/usi_view.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "front/wording.h"

static void put_square(const ferz_play *play, size_t index, text *t)
{
    ferz_cell cell = ferz_play_cell(play, index);
    text_print(t, "%d%c", ferz_play_columns(play) - cell.column, 'a' + ferz_play_rows(play) - 1 - cell.row);
}

void usi_put_move(const ferz_play *play, const char *move, text *t)
{
    wording w;
    if (!wording_read(play, move, &w) || ferz_play_rows(play) > 26) {
        text_put(t, move);
        return;
    }
    text_print(t, "%s%s", w.man, *w.man ? "*" : "");
    for (size_t i = 0; i < w.count; i++) {
        put_square(play, w.cells[i], t);
    }
    text_put(t, w.rest);
}

/* The game's name of the cell that begins at `*s`, which is stepped over; "" when none does. */
static const char *read_square(const ferz_play *play, const char **s)
{
    char *end;
    long file = isdigit((unsigned char)**s) ? strtol(*s, &end, 10) : 0;
    if (file > 0 && islower((unsigned char)*end)) {
        for (size_t i = 0; i < ferz_play_cells(play); i++) {
            ferz_cell cell = ferz_play_cell(play, i);
            if (cell.column == ferz_play_columns(play) - file && cell.row == ferz_play_rows(play) - 1 - (*end - 'a')) {
                *s = end + 1;
                return cell.name;
            }
        }
    }
    return "";
}

void usi_read_move(const ferz_play *play, const char *said, text *t)
{
    while (*said) {
        const char *name = read_square(play, &said);
        text_put(t, name);
        if (!*name) {
            text_char(t, *said == '*' ? '@' : *said);
            said++;
        }
    }
}

/* The letter of a player in the game's FEN: of the first as the start has it. */
static char side_letter(const ferz_game *game, size_t player)
{
    const char *side = strchr(ferz_game_start(game), ' ');
    return player == 0 && side && side[1] ? side[1] : *ferz_game_player(game, player);
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

bool usi_read_position(const ferz_play *play, const char *sfen, text *t)
{
    const ferz_game *game = ferz_play_game(play);
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
    if (ferz_game_has_hands(game)) {
        text_char(t, '[');
        put_hands(field[2], length[2], t);
        text_char(t, ']');
    }
    long ply = length[3] ? strtol(field[3], NULL, 10) : 1;
    text_print(t, " %c - - 0 %ld", side_letter(game, *field[1] == 'w'), ply > 0 && ply < 100000 ? (ply + 1) / 2 : 1);
    return true;
}
