/* The position that the game starts from, and options that change it all. */
#include "fuzz/generator/make.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEN_PIECE_LENGTH = 40 };

/* What stands on each cell: as the FEN writes it, or nothing. */
typedef struct setup {
    char fen_piece[MAKE_LEVELS_MAX][MAKE_SIDE_MAX][MAKE_SIDE_MAX][FEN_PIECE_LENGTH];
    bool spells_owners;
} setup;

static int columns_of(const maker *m, int row)
{
    return m->row_board ? m->row_cells[row] : m->width;
}

static bool is_first(const maker *m, int player)
{
    return m->own_boards ? player < m->levels : player == 0;
}

/* Appends the piece as the FEN writes it. */
static void append_fen_piece(const maker *m, const setup *s, int player, int piece, char *out)
{
    const char *letter = m->letter[piece];
    char *at = out + strlen(out);
    if (player < 0) {
        *at++ = '=';
    } else if (s->spells_owners) {
        *at++ = m->player_letter[player];
    }
    bool upper = player < 0 || s->spells_owners || is_first(m, player);
    for (; *letter; letter++) {
        *at++ = (char)(upper ? toupper((unsigned char)*letter) : *letter);
    }
    *at = '\0';
}

static bool may_stand(const maker *m, int piece, int row)
{
    return !m->stands[piece] || (row > 0 && row < m->height - 1);
}

/* Covered pieces: none is royal, and none changes its type while it is covered. */
static int covered_piece(maker *m)
{
    for (int i = 0; i < 20; i++) {
        int piece = make_number(m, 0, m->pieces - 1);
        if (!m->royal[piece] && !m->covered[piece] && !m->stands[piece]) {
            return piece;
        }
    }
    return -1;
}

static void put_piece(maker *m, setup *s, int level, int row, int column, int player, int piece)
{
    char *fen_piece = s->fen_piece[level][row][column];
    if (m->hole[row][column] || !may_stand(m, piece, row)) {
        return;
    }
    *fen_piece = '\0';
    int below = m->stacks && !m->symmetric && player >= 0 && make_one_in(m, 4) ? covered_piece(m) : -1;
    bool on_pieces = below >= 0 && !(m->royal[piece] && !make_one_in(m, 3));
    if (on_pieces) {
        strcat(fen_piece, "(");
        for (int i = make_number(m, 1, 3); i > 0; i--) {
            append_fen_piece(m, s, make_number(m, 0, m->players - 1), below, fen_piece);
        }
    }
    append_fen_piece(m, s, player, piece, fen_piece);
    if (on_pieces) {
        strcat(fen_piece, ")");
    }
}

/* The cell opposite. */
static void opposite(const maker *m, int row, int column, int *other_row, int *other_column)
{
    *other_row = m->height - 1 - row;
    *other_column = m->turned ? columns_of(m, *other_row) - 1 - column : column;
    if (*other_column >= columns_of(m, *other_row)) {
        *other_column = columns_of(m, *other_row) - 1;
    }
}

static int ordinary_piece(maker *m)
{
    int piece = make_number(m, 0, m->pieces - 1);
    return m->royal[piece] ? make_number(m, 0, m->pieces - 1) : piece;
}

/* The pieces of the two players of a level, mirrored. */
static void mirrored_pieces(maker *m, setup *s, int level, int first, int second)
{
    int rows = m->height / 2 < 3 ? m->height / 2 : make_number(m, 1, 3);
    bool king = false;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns_of(m, row); column++) {
            int piece = ordinary_piece(m), other_row, other_column;
            if (make_one_in(m, row == 0 ? 4 : 3) || (m->royal[piece] && king)) {
                continue;
            }
            king = king || m->royal[piece];
            opposite(m, row, column, &other_row, &other_column);
            put_piece(m, s, level, row, column, first, piece);
            put_piece(m, s, level, other_row, other_column, second, piece);
        }
    }
    int row = 0, column = make_number(m, 0, columns_of(m, 0) - 1), other_row, other_column;
    if (m->royal[0] && !king) {
        opposite(m, row, column, &other_row, &other_column);
        put_piece(m, s, level, row, column, first, 0);
        put_piece(m, s, level, other_row, other_column, second, 0);
    }
}

/* Pieces anywhere; a royal one for each player first. */
static void scattered_pieces(maker *m, setup *s, const int *players, int count, int level)
{
    int piece_count = (m->cells / m->levels) * make_number(m, 1, 4) / 10 + count;
    for (int i = 0; i < piece_count; i++) {
        int row = make_number(m, 0, m->height - 1), column = make_number(m, 0, columns_of(m, row) - 1);
        int piece = m->royal[0] && i < count ? 0 : ordinary_piece(m);
        bool again = i >= count && m->royal[piece] && !make_one_in(m, 8);
        if (!again && !*s->fen_piece[level][row][column]) {
            int owner = m->neutral && i >= count && make_one_in(m, 6) ? -1 : players[i % count];
            owner = owner < 0 && m->royal[piece] ? players[0] : owner;
            put_piece(m, s, level, row, column, owner, piece);
        }
    }
}

static void castling_pieces(maker *m, setup *s)
{
    for (int player = 0; player < 2; player++) {
        int row = player ? m->height - 1 : 0;
        for (int column = 0; column < m->width; column++) {
            bool way = (column > m->castle_from) == (m->castle_rook_from > m->castle_from);
            if (way && make_one_in(m, 2)) {
                *s->fen_piece[0][row][column] = '\0';
            }
        }
        int king = player && m->turned ? m->width - 1 - m->castle_from : m->castle_from;
        int rook = player && m->turned ? m->width - 1 - m->castle_rook_from : m->castle_rook_from;
        put_piece(m, s, 0, row, king, player, m->castle_king);
        put_piece(m, s, 0, row, rook, player, m->castle_rook);
    }
}

static void place_pieces(maker *m, setup *s)
{
    int all[MAKE_PLAYERS_MAX];
    for (int i = 0; i < m->players; i++) {
        all[i] = i;
    }
    bool mirrored = m->height > 1 && (m->symmetric || !make_one_in(m, 3));
    for (int level = 0; level < m->levels; level++) {
        int pair[2] = {level, level + m->levels};
        if (m->own_boards && mirrored) {
            mirrored_pieces(m, s, level, pair[0], pair[1]);
        } else if (m->own_boards) {
            scattered_pieces(m, s, pair, 2, level);
        } else if (m->players == 2 && mirrored && (level == 0 || make_one_in(m, 2))) {
            mirrored_pieces(m, s, level, 0, 1);
        } else if (level == 0 || make_one_in(m, 2)) {
            scattered_pieces(m, s, all, m->players, level);
        }
    }
    if (m->castles) {
        castling_pieces(m, s);
    }
}

/* ---- as FEN ---- */

static void put_empty(text *fen, int *empty, const char *comma)
{
    if (*empty) {
        text_print(fen, "%s%d", comma, *empty);
        *empty = 0;
    }
}

static void put_row(const maker *m, const setup *s, int level, int row, text *fen)
{
    int empty = 0;
    size_t begin = fen->length;
    bool holes = false;
    for (int column = 0; column < columns_of(m, row); column++) {
        holes = holes || m->hole[row][column];
    }
    for (int column = 0; column < columns_of(m, row); column++) {
        const char *fen_piece = s->fen_piece[level][row][column];
        const char *comma = s->spells_owners && fen->length > begin ? "," : "";
        if (m->hole[row][column]) {
            if (s->spells_owners) {
                put_empty(fen, &empty, comma);
                text_print(fen, "%sx", fen->length > begin ? "," : "");
            }
        } else if (*fen_piece) {
            put_empty(fen, &empty, comma);
            text_print(fen, "%s%s", s->spells_owners && fen->length > begin ? "," : "", fen_piece);
        } else {
            empty++;
        }
    }
    put_empty(fen, &empty, s->spells_owners && fen->length > begin ? "," : "");
    (void)holes;
}

static void put_level(const maker *m, const setup *s, int level, text *fen)
{
    for (int row = m->height - 1; row >= 0; row--) {
        put_row(m, s, level, row, fen);
        text_put(fen, row ? "/" : "");
    }
}

/* Pieces in hand, of types that may be held. */
static void put_hands(maker *m, const setup *s, int first, int step, text *fen)
{
    item *pieces = item_get(m->root, "pieces");
    text_put(fen, "[");
    for (int i = make_number(m, m->setup ? 4 : 0, m->setup ? 10 : 4); i > 0; i--) {
        int piece = make_number(m, 0, m->pieces - 1), player = make_number(m, 0, m->players - 1);
        const item *one = pieces->items[piece];
        const item *face = item_get(item_get(pieces->items[0], "drops"), "as");
        bool endless = item_get(item_get(one, "drops"), "endless") || item_get(item_get(m->root, "drops"), "endless");
        bool itself = !endless && !(face && piece == 1) && !item_get(one, "promotes") &&
                      !item_get(one, "captured_as") && !item_get(one, "transforms");
        char fen_piece[FEN_PIECE_LENGTH] = "";
        if (!m->royal[piece] && !m->covered[piece] && !m->stands[piece] && itself && player % step == first) {
            append_fen_piece(m, s, player, piece, fen_piece);
            text_put(fen, fen_piece);
        }
    }
    text_put(fen, "]");
}

static void put_rights(const maker *m, const setup *s, text *fen)
{
    size_t begin = fen->length;
    for (int player = 0; player < m->players && (m->rights || (m->castles && !m->family)); player++) {
        text_put(fen, s->spells_owners && player ? "," : "");
        if (s->spells_owners) {
            text_char(fen, m->player_letter[player]);
        }
        for (int i = 0; i < m->rights; i++) {
            bool upper = s->spells_owners || is_first(m, player);
            text_char(fen, (char)(upper ? toupper((unsigned char)m->right[i]) : m->right[i]));
        }
        if (m->castles && !m->family) {
            text_char(fen, is_first(m, player) ? 'K' : 'k');
        }
    }
    if (m->family) {
        text_char(fen, (char)('A' + m->castle_rook_from));
        text_char(fen, (char)('a' + (m->turned ? m->width - 1 - m->castle_rook_from : m->castle_rook_from)));
    }
    text_put(fen, fen->length == begin ? "-" : "");
}

static void put_fen(maker *m, const setup *s, text *fen)
{
    bool hands = m->hands;
    if (m->own_boards) {
        for (int level = 0; level < m->levels; level++) {
            text_put(fen, level ? " | " : "");
            put_level(m, s, level, fen);
            if (hands) {
                put_hands(m, s, level, m->levels, fen);
            }
            text_put(fen, " w - - 0 1");
        }
        return;
    }
    for (int level = 0; level < m->levels; level++) {
        text_put(fen, level ? "|" : "");
        put_level(m, s, level, fen);
    }
    if (hands) {
        put_hands(m, s, 0, 1, fen);
    }
    text_print(fen, " %c ", m->player_letter[make_one_in(m, 8) ? m->players - 1 : 0]);
    put_rights(m, s, fen);
    if (make_one_in(m, 2)) {
        text_put(fen, " - 0 1");
        if (m->counters && !m->hides_pieces && make_one_in(m, 3)) {
            text_print(fen, " %s=%d", m->counter[0], make_number(m, 1, 3));
        }
    }
}

/* ---- options ---- */

/* A part of a game that may be laid on any. */
static item *patch(maker *m, bool valued)
{
    item *whole = item_map(m->a, SECTION_VARIANT), *end = item_map(m->a, SECTION_END);
    item *ending = item_map(m->a, SECTION_ENDING);
    make_set(m, ending, "when", valued ? "repetition $value" : "repetition 3");
    make_set(m, ending, "result", "draw");
    item_set(m->a, end, "by option", ending);
    item_set(m->a, whole, "end", end);
    return whole;
}

static item *zone_patch(maker *m)
{
    item *whole = item_map(m->a, SECTION_VARIANT), *zones = item_map(m->a, SECTION_ZONES);
    make_set(m, zones, "chosen", "$value");
    item_set(m->a, whole, "zones", zones);
    return whole;
}

static const char *fill_option(maker *m, item *one)
{
    int kind = make_number(m, 0, 3);
    if (kind == 0) {
        item_set(m->a, one, "patch", patch(m, false));
        return NULL;
    }
    if (kind == 1) {
        item *values = item_map(m->a, SECTION_VALUES);
        make_set(m, one, "default", "off");
        item_set(m->a, values, "off", item_map(m->a, SECTION_VARIANT));
        item_set(m->a, values, "on", patch(m, false));
        item_set(m->a, one, "values", values);
        return "on";
    }
    if (kind == 2) {
        make_set(m, one, "default", "4");
        make_set(m, one, "range", "2..9");
        make_set(m, one, "random", "true");
        item_set(m->a, one, "patch", patch(m, true));
        return make_one_in(m, 2) ? "random" : "3";
    }
    make_set(m, one, "default", "dark");
    make_set(m, one, "zone", "true");
    item_set(m->a, one, "patch", zone_patch(m));
    return "rank 1, light";
}

static void make_options(maker *m)
{
    item *options = item_map(m->a, SECTION_OPTIONS), *one = item_map(m->a, SECTION_OPTION);
    if (!make_one_in(m, 6)) {
        return;
    }
    make_set(m, one, "about", "A choice.");
    if (make_one_in(m, 2)) {
        make_set(m, one, "about_ru", "Выбор.");
    }
    const char *value = fill_option(m, one);
    item_set(m->a, options, "choice", one);
    item_set(m->a, m->root, "options", options);
    if (make_one_in(m, 2)) {
        m->settings[m->setting_count++] = (ferz_setting){"choice", value};
    }
}

void make_position(maker *m)
{
    setup *s = calloc(1, sizeof *s);
    text fen = {0};
    if (!s) {
        abort();
    }
    s->spells_owners = m->players > 2 && !m->own_boards;
    place_pieces(m, s);
    put_fen(m, s, &fen);
    if (m->scripted && make_one_in(m, 4)) {
        item *start = item_map(m->a, SECTION_START);
        make_set(m, start, "hook", make_start_function(m, text_string(&fen)));
        make_digits(m, start, "number", 0, 9);
        if (make_one_in(m, 2)) {
            make_digits(m, start, "second", 0, 9);
        }
        item_set(m->a, m->root, "start", start);
    } else {
        make_set(m, m->root, "start", text_string(&fen));
    }
    text_finish(&fen);
    free(s);
    make_options(m);
}
