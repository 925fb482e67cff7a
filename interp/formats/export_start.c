/* The start position in their format: walls where there are no cells, promoted forms by their piece, checks left. */
#include "base/number.h"
#include "formats/export_context.h"

#include <string.h>

static int piece_written(const exporter *e, const char *at, size_t length)
{
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        const char *letter = e->rules->pieces[i].letter;
        if (strlen(letter) == length && memcmp(letter, at, length - 1) == 0 &&
            letter[length - 1] == ascii_to_lower(at[length - 1])) {
            return (int)i;
        }
    }
    return -1;
}

/* Reads one letter of a piece, with the signs around it. */
static bool read_piece(const exporter *e, const char **at, start_cell *cell)
{
    bool is_neutral = **at == '='; /* a wall, which has no letter there */
    *at += is_neutral;
    size_t length = 1 + (**at == '+');
    if (!(*at)[length - 1]) {
        return false;
    }
    cell->piece = piece_written(e, *at, length);
    cell->player = (*at)[length - 1] >= 'a';
    *at += length;
    cell->reverts = **at == '~';
    *at += cell->reverts;
    return cell->piece >= 0 && (!is_neutral || export_is_wall(e, (size_t)cell->piece));
}

/* Reads one rank; holes of the board are not written in ours. */
static bool read_rank(exporter *e, const char **at, int rank, uint16_t cells)
{
    int file = 0;
    long empty = 0;
    for (; file < e->rules->width; file++) {
        start_cell *cell = &e->start[rank][file];
        *cell = (start_cell){.piece = -1};
        if (!(cells >> file & 1)) {
            cell->hole = true;
            continue;
        }
        if (empty == 0) {
            (void)number_take(at, 0, e->rules->width, &empty);
        }
        if (empty) {
            empty--;
        } else if (!read_piece(e, at, cell)) {
            return false;
        }
    }
    return empty == 0;
}

bool export_read_start(exporter *e)
{
    export_zone whole = export_read_zone(e, &(rule_text){0});
    const char *at = e->board->start;
    for (int rank = e->rules->height - 1; rank >= 0; rank--) {
        at += strspn(at, "0"); /* a rank without cells */
        if (!read_rank(e, &at, rank, whole.of[0][rank]) || (rank > 0 && *at++ != '/')) {
            return false;
        }
    }
    e->start_fields = at;
    return true;
}

static void put_piece(exporter *e, const start_cell *cell, text *out)
{
    size_t index = (size_t)cell->piece;
    bool promoted = e->unpromoted[index] >= 0;
    char letter = promoted ? e->letters[e->unpromoted[index]] : e->letters[index];
    if (!letter) {
        text_char(out, '*');
        return;
    }
    text_print(out, "%s%c%s", promoted ? "+" : "", cell->player ? letter : (char)(letter - 'a' + 'A'),
               cell->reverts && !promoted ? "~" : "");
}

static void put_board(exporter *e, text *out)
{
    for (int rank = e->rules->height - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= e->rules->width; file++) {
            const start_cell *cell = &e->start[rank][file];
            bool end = file == e->rules->width;
            if (!end && cell->piece < 0 && !cell->hole) {
                empty++;
                continue;
            }
            if (empty) {
                text_print(out, "%d", empty);
            }
            empty = 0;
            if (!end && cell->hole) {
                text_char(out, '*');
            } else if (!end) {
                put_piece(e, cell, out);
            }
        }
        text_put(out, rank ? "/" : "");
    }
}

/* Pieces that never run out: one for each cell. */
static void put_endless(exporter *e, text *out)
{
    for (size_t i = 0; i < e->rules->piece_count; i++) {
        for (int player = 0; player < 2; player++) {
            bool endless = e->letters[i] && e->rules->pieces[i].drop.unlimited >> player & 1;
            for (int n = 0; endless && n < e->rules->width * e->rules->height; n++) {
                text_char(out, player ? e->letters[i] : ascii_to_upper(e->letters[i]));
            }
        }
    }
}

/* Pieces in hand, which have the letters of pieces there. */
static void put_hands(exporter *e, const char **at, text *out)
{
    bool endless = export_has_endless_drops(e, 0) || export_has_endless_drops(e, 1), given = **at == '[';
    if (!given && !endless) {
        return;
    }
    text_char(out, '[');
    *at += given;
    put_endless(e, out);
    while (given && **at && **at != ']') {
        start_cell held;
        const char *before = *at;
        if (!read_piece(e, at, &held)) {
            *at = before + 1;
            text_char(out, *before);
            continue;
        }
        put_piece(e, &held, out);
    }
    text_char(out, ']');
    *at += given && **at;
}

/* 3+2: checks left instead of checks given. */
static void put_checks(const exporter *e, text *out)
{
    static const char *const words[] = {"white-checks=", "black-checks="};
    long most = 0, given[2] = {0, 0};
    for (size_t i = 0; i < e->rules->ending_count; i++) {
        most = e->rules->endings[i].kind == END_CHECKS ? e->rules->endings[i].number : most;
    }
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(e->board->start, words[i]);
        given[i] = at ? at[strlen(words[i])] - '0' : 0;
    }
    if (most) {
        text_print(out, " %ld+%ld", most - given[0], most - given[1]);
    }
}

/* Which player moves first: w or b there, a letter of the player's name here. */
static char side_to_move(const exporter *e, const char *field)
{
    const rule_player *first = &e->rules->players[0];
    return *field == (first->letter ? first->letter : ascii_to_lower(first->name[0])) ? 'w' : 'b';
}

void export_start(exporter *e)
{
    text out = {0};
    const char *at = e->start_fields;
    put_board(e, &out);
    put_hands(e, &at, &out);
    for (int field = 0; *at && field <= 5; field++) { /* counters come after these */
        size_t n = strcspn(at, " ");
        if (field == 1) {
            text_print(&out, " %c", side_to_move(e, at));
        } else {
            text_print(&out, "%s%.*s", field ? " " : "", (int)n, at);
        }
        if (field == 3) {
            put_checks(e, &out);
        }
        at += n;
        at += strspn(at, " ");
    }
    export_put(e, "startFen", text_string(&out));
    e->out.failed |= out.failed;
    text_finish(&out);
}
