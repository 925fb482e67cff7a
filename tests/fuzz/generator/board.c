/* The board, the players, and the zones. */
#include "fuzz/generator/make.h"

#include <stdio.h>
#include <string.h>

static void choose_size(maker *m)
{
    int most = make_one_in(m, 8) ? MAKE_SIDE_MAX : 8;
    m->width = make_number(m, make_one_in(m, 10) ? 1 : 3, most);
    m->height = make_number(m, make_one_in(m, 10) ? 1 : 3, most);
    if (make_one_in(m, 5)) {
        m->width = m->height = 8;
    }
    m->levels = 1;
}

/* Rows of cells two files apart. */
static void rows_board(maker *m, item *board)
{
    item *rows = item_list(m->a);
    int middle = make_number(m, 2, 7), count = make_number(m, 2, 9);
    m->row_board = true;
    m->width = 0;
    m->height = count;
    for (int i = 0; i < count; i++) {
        int grown = middle + (make_one_in(m, 6) ? 2 * make_number(m, 0, 1) : 0);
        m->row_cells[i] = grown - (i % 2);
        m->row_cells[i] = m->row_cells[i] < 1 ? 1 : m->row_cells[i];
        m->width = m->row_cells[i] > m->width ? m->row_cells[i] : m->width;
        item_add(m->a, rows, item_text(m->a, make_format(m, "%d", m->row_cells[i])));
    }
    item_set(m->a, board, "rows", rows);
}

static void wrap_edges(maker *m, item *board)
{
    static const char *const wrap_kinds[] = {"files", "ranks", "both", "never", "moebius", "sphere"};
    const char *wrap_kind = MAKE_PICK(m, wrap_kinds);
    if (strcmp(wrap_kind, "sphere") == 0) {
        m->width += m->width % 2;
    }
    m->wrapped = strcmp(wrap_kind, "never") != 0;
    make_set(m, board, "wrap", wrap_kind);
}

/* Cells, ranks or files that are missing; never all of them. */
static void remove_cells(maker *m, item *board)
{
    item *list = item_list(m->a);
    bool symmetric = m->symmetric || make_one_in(m, 2);
    for (int i = make_number(m, 1, 5); i > 0; i--) {
        int row = make_number(m, 0, m->height - 1), column = make_number(m, 0, m->width - 1);
        for (int twin = 0; twin < (symmetric ? 2 : 1); twin++) {
            int r = twin ? m->height - 1 - row : row;
            if (!m->hole[r][column]) {
                item_add(m->a, list, item_text(m->a, make_format(m, "%c%d", 'a' + column, r + 1)));
            }
            m->hole[r][column] = true;
        }
    }
    m->holed = list->count > 0;
    if (m->holed) {
        item_set(m->a, board, "missing", list);
    }
}

static int count_cells(const maker *m)
{
    int cells = 0;
    for (int row = 0; row < m->height; row++) {
        for (int column = 0; column < (m->row_board ? m->row_cells[row] : m->width); column++) {
            cells += !m->hole[row][column];
        }
    }
    return cells * m->levels;
}

static void add_levels(maker *m, item *board)
{
    m->levels = make_number(m, 2, MAKE_LEVELS_MAX);
    if (!m->own_boards && make_one_in(m, 2)) {
        make_set(m, board, "levels", make_format(m, "%d", m->levels));
        return;
    }
    item *names = item_list(m->a);
    m->named_boards = true;
    for (int i = 0; i < m->levels; i++) {
        m->board_names[i] = make_format(m, "%c", 'A' + i);
        item_add(m->a, names, item_text(m->a, m->board_names[i]));
    }
    item_set(m->a, board, "boards", names);
}

/* Lines of neighbours, as on a board that is a graph. */
static void draw_lines(maker *m, item *board)
{
    item *list = item_list(m->a);
    for (int i = make_number(m, 1, 12); i > 0; i--) {
        int row = make_number(m, 0, m->height - 1), column = make_number(m, 0, m->width - 1);
        int dx = make_number(m, -1, 1), dy = dx ? make_number(m, -1, 1) : 1, length = 0;
        text line = {0};
        for (; row >= 0 && row < m->height && column >= 0 && column < m->width && length < 5; length++) {
            if (m->hole[row][column]) {
                break;
            }
            text_print(&line, "%s%c%d", length ? " " : "", 'a' + column, row + 1);
            row += dy;
            column += dx;
        }
        if (length > 1) {
            item_add(m->a, list, item_text(m->a, text_string(&line)));
            m->lines = true;
        }
        text_finish(&line);
    }
    if (m->lines) {
        item_set(m->a, board, "lines", list);
    }
}

static void name_cells(maker *m, item *board)
{
    if (m->row_board && make_one_in(m, 2)) {
        m->row_names = true;
        make_word(m, board, "names", NULL);
    } else if (!m->row_board && m->levels == 1 && !m->holed && make_one_in(m, 12) && m->cells <= 360) {
        item *list = item_list(m->a);
        m->listed_names = true;
        for (int i = 0; i < m->cells; i++) {
            item_add(m->a, list, item_text(m->a, make_format(m, "%c%d", 'p' + i / 90, i % 90 + 1)));
        }
        item_set(m->a, board, "names", list);
    }
}

void make_board(maker *m)
{
    item *board = item_map(m->a, SECTION_BOARD);
    choose_size(m);
    bool plain = make_one_in(m, 2);
    if (!plain && !m->own_boards && !m->remote_captures && make_one_in(m, 6)) {
        rows_board(m, board);
    } else {
        if (!plain && !m->remote_captures && !m->own_boards && make_one_in(m, 4)) {
            wrap_edges(m, board);
        }
        make_set(m, board, "size", make_format(m, "%dx%d", m->width, m->height));
    }
    if (m->own_boards || (!plain && !m->remote_captures && make_one_in(m, 8))) {
        add_levels(m, board);
    }
    bool large = m->width > 2 && m->height > 2;
    if (!plain && !m->row_board && large && m->levels == 1 && make_one_in(m, 3)) {
        remove_cells(m, board);
    }
    m->cells = count_cells(m);
    name_cells(m, board);
    if (!plain && !m->symmetric && !m->row_board && m->levels == 1 && !m->listed_names && make_one_in(m, 4)) {
        draw_lines(m, board);
    }
    if (make_one_in(m, 10)) {
        make_digits(m, board, "shades", 2, 8);
    }
    if (make_one_in(m, 10)) {
        make_bool(m, board, "checkered");
    }
    if (make_one_in(m, 10)) {
        static const char *const drawn[] = {"cells", "points"}; /* a third word would change the game of every seed */
        make_set(m, board, "drawn", drawn[random_below(&m->random, 2)]);
    }
    if (make_one_in(m, 6)) {
        m->turned = make_one_in(m, 2);
        make_set(m, board, "symmetry", m->turned ? "rotation" : "mirror");
    }
    item_set(m->a, m->root, "board", board);
}

/* ---- players ---- */

static const char *const names[] = {"white", "black", "red", "blue", "green", "xeno", "yak", "amber"};
static const char letters[] = "wbruxnya";

/* Two of each team, in turn. */
static void own_board_players(maker *m, item *list)
{
    m->players = 2 * m->levels;
    m->teams = true;
    for (int i = 0; i < m->players; i++) {
        item *one = item_map(m->a, SECTION_PLAYER);
        m->player[i] = names[i];
        m->board_of[i] = i % m->levels;
        bool first = i < m->levels;
        m->player_letter[i] = first ? 'w' : 'b';
        make_set(m, one, "name", names[i]);
        make_set(m, one, "letter", first ? "w" : "b");
        make_set(m, one, "seat", first ? "south" : "north");
        make_set(m, one, "board", m->board_names[m->board_of[i]]);
        make_set(m, one, "team", (m->board_of[i] + !first) % 2 ? "odd" : "even");
        item_add(m->a, list, one);
    }
}

static void several_players(maker *m, item *list)
{
    static const char *const seats[] = {"south", "north", "west", "east"};
    bool around = make_one_in(m, 2) && m->width == m->height && !m->row_board && m->levels == 1 && !m->holed;
    m->teams = m->players % 2 == 0 && make_one_in(m, 2);
    m->sits_aside = around;
    for (int i = 0; i < m->players; i++) {
        item *one = item_map(m->a, SECTION_PLAYER);
        m->player[i] = names[i];
        m->player_letter[i] = letters[i];
        make_set(m, one, "name", names[i]);
        make_set(m, one, "seat", around ? seats[i % 4] : seats[i % 2]);
        make_set(m, one, "letter", make_format(m, "%c", letters[i]));
        if (m->teams) {
            make_set(m, one, "team", i % 2 ? "odd" : "even");
        }
        item_add(m->a, list, one);
    }
}

static void two_players(maker *m, item *list)
{
    bool as_maps = make_one_in(m, 2);
    m->players = 2;
    m->player[0] = make_one_in(m, 2) ? "white" : "first";
    m->player[1] = "black";
    for (int i = 0; i < 2; i++) {
        m->player_letter[i] = m->player[i][0];
        if (!as_maps) {
            item_add(m->a, list, item_text(m->a, m->player[i]));
            continue;
        }
        item *one = item_map(m->a, SECTION_PLAYER);
        make_set(m, one, "name", m->player[i]);
        if (make_one_in(m, 3)) {
            m->player_letter[i] = i ? 'z' : 'y';
            make_set(m, one, "letter", i ? "z" : "y");
        }
        item_add(m->a, list, one);
    }
}

static void name_zones(maker *m)
{
    static const char *const zone_names[] = {"palace", "river", "home", "far-side"};
    item *zones = item_map(m->a, SECTION_ZONES);
    int count = make_number(m, 1, 4);
    for (int i = 0; i < count; i++) {
        make_zone(m, zones, zone_names[i]);
        m->zone[m->zones++] = zone_names[i];
    }
    item_set(m->a, m->root, "zones", zones);
}

static void name_counters(maker *m)
{
    static const char *const counter_names[] = {"count", "score", "moon", "tide"};
    for (int states = 0; states < 2; states++) {
        item *list = item_list(m->a);
        for (int i = 0; i < 2; i++) {
            m->counter[m->counters] = counter_names[m->counters];
            item_add(m->a, list, item_text(m->a, m->counter[m->counters++]));
        }
        item_set(m->a, m->root, states ? "states" : "counters", list);
    }
}

/* Which player decides for which. */
static void name_commanders(maker *m, item *list)
{
    for (size_t i = 0; i < list->count; i++) {
        bool by_counter = m->counters > 0 && make_one_in(m, 2);
        if (list->items[i]->kind == ITEM_MAP && make_one_in(m, 2)) {
            make_set(m, list->items[i], "commander",
                     by_counter ? m->counter[m->counters - 1] : m->player[make_number(m, 0, m->players - 1)]);
        }
    }
}

void make_players(maker *m)
{
    item *list = item_list(m->a);
    if (m->own_boards) {
        own_board_players(m, list);
    } else if (!m->symmetric && make_one_in(m, 4)) {
        m->players = make_number(m, 3, make_one_in(m, 6) ? 7 : 4);
        several_players(m, list);
    } else if (make_one_in(m, 2)) {
        two_players(m, list);
    } else {
        m->players = 2;
        m->player[0] = "white";
        m->player[1] = "black";
        memcpy(m->player_letter, "wb", 2);
    }
    if (!m->symmetric && make_one_in(m, 2)) {
        name_zones(m);
    }
    if (m->scripted || m->hides_pieces || make_one_in(m, 6)) {
        name_counters(m);
    }
    if (list->count && !m->symmetric && !m->own_boards && make_one_in(m, 6)) {
        name_commanders(m, list);
    }
    if (list->count) {
        item_set(m->a, m->root, "players", list);
    }
    if (m->neutral) {
        make_set(m, m->root, "neutral", "nobody");
    }
}
