/* The board: size or rows, missing cells, wrapped edges, levels, names of cells, lines. */
#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"

/* ---- size ---- */

enum { BOARD_SIDE_MAX = 36 };

/* A side of the board from `digits` of them; 0 when it is no number from 1 to 36. */
static int board_side(const char *digits, size_t length)
{
    char copy[4] = {0};
    long side;
    if (length == 0 || length >= sizeof copy) {
        return 0;
    }
    memcpy(copy, digits, length);
    return text_to_long(copy, 1, BOARD_SIDE_MAX, &side) ? (int)side : 0;
}

static void read_size(builder *b, const node *size)
{
    const char *string = size->string;
    size_t first = strspn(string, "0123456789");
    size_t second = string[first] == 'x' ? strspn(string + first + 1, "0123456789") : 0;
    if (first == 0 || second == 0 || string[first + 1 + second] != '\0') {
        diag_error(b->diags, CODE_BOARD_SIZE, size->location, "`size` must be files x ranks such as 8x8, found `%s`",
                   string);
        return;
    }
    b->rules->width = board_side(string, first);
    b->rules->height = board_side(string + first + 1, second);
    if (!b->rules->width) {
        diag_error(b->diags, CODE_BOARD_SIZE, build_location(size, 0, first), "a board has 1 to %d files, found %.*s",
                   BOARD_SIDE_MAX, (int)first, string);
    }
    if (!b->rules->height) {
        diag_error(b->diags, CODE_BOARD_SIZE, build_location(size, first + 1, second),
                   "a board has 1 to %d ranks, found %s", BOARD_SIDE_MAX, string + first + 1);
    }
}

/* Rows of cells two columns apart: the longest row gives the width. */
static void read_rows(builder *b, const node *board, const node *rows)
{
    ruleset *rules = b->rules;
    long longest = 0;
    rules->row_cells = arena_new(b->arena, int, rows->length);
    for (size_t i = 0; rules->row_cells && i < rows->length; i++) {
        long count = 0;
        (void)text_to_long(rows->items[i]->string, 1, BOARD_SIDE_MAX, &count);
        rules->row_cells[i] = (int)count;
        longest = count > longest ? count : longest;
    }
    if (rows->length > BOARD_SIDE_MAX) {
        diag_error(b->diags, CODE_BOARD_SIZE, rows->location, "a board has 1 to %d ranks, found %zu", BOARD_SIDE_MAX,
                   rows->length);
    }
    if (node_get(board, "size")) {
        diag_error(b->diags, CODE_BOARD_SHAPE, node_get(board, "size")->location,
                   "a board has either `size` or `rows`");
        diag_hint(b->diags, "`size: none` removes an inherited one");
    }
    rules->width = (int)(2 * longest - 1);
    rules->height = (int)rows->length;
}

/* ---- names, levels ---- */

static bool is_two_at_most(size_t count)
{
    return count == 1 || count == 2;
}

/* Names of cells follow each other in a move without a separator, so they are letters before digits. */
static bool is_cell_name(const char *name)
{
    size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    size_t digits = strspn(name + letters, "0123456789");
    return is_two_at_most(letters) && is_two_at_most(digits) && (name[letters] != '0' || digits == 1) &&
           !name[letters + digits];
}

static void read_cell_names(builder *b, const node *names)
{
    ruleset *rules = b->rules;
    if (!names) {
        return;
    }
    if (names->kind == NODE_SCALAR) {
        rules->rows_named = true;
        return;
    }
    rules->cell_names = arena_new(b->arena, const char *, names->length);
    rules->cell_name_count = names->length;
    for (size_t i = 0; rules->cell_names && i < names->length; i++) {
        rules->cell_names[i] = names->items[i]->string;
        if (!is_cell_name(names->items[i]->string)) {
            diag_error(b->diags, CODE_CELL_NAMES, names->items[i]->location,
                       "a cell's name is one or two letters and a number from 0 to 99, found `%s`",
                       names->items[i]->string);
            return;
        }
    }
}

static void read_levels(builder *b, const node *board)
{
    ruleset *rules = b->rules;
    const node *boards = node_get(board, "boards");
    rules->levels = (int)build_number(board, "levels", 1);
    if (!boards) {
        return;
    }
    if (node_get(board, "levels")) {
        diag_error(b->diags, CODE_BOARD_SHAPE, boards->location, "a board has either `levels` or `boards`");
    }
    if (boards->length > RULES_LEVELS_MAX) {
        diag_error(b->diags, CODE_TOO_MANY, boards->location, "more than %d boards", RULES_LEVELS_MAX);
        return;
    }
    rules->levels = (int)boards->length;
    rules->board_names = arena_new(b->arena, const char *, boards->length);
    for (size_t i = 0; rules->board_names && i < boards->length; i++) {
        rules->board_names[i] = boards->items[i]->string;
        for (size_t k = 0; k < i; k++) {
            if (strcmp(rules->board_names[k], rules->board_names[i]) == 0) {
                diag_error(b->diags, CODE_DUPLICATE_NAME, boards->items[i]->location, "two boards have the name `%s`",
                           rules->board_names[i]);
            }
        }
    }
}

static void read_lines(builder *b, const node *lines)
{
    ruleset *rules = b->rules;
    rules->line_count = lines ? lines->length : 0;
    rules->lines = arena_new(b->arena, rule_text, rules->line_count + 1);
    for (size_t i = 0; rules->lines && i < rules->line_count; i++) {
        rules->lines[i] = build_text(b, lines->items[i]);
    }
}

/* ---- gluing ---- */

static const struct {
    const char *word;
    board_wrap wrap;
} wraps[] = {{"files", WRAP_FILES}, {"ranks", WRAP_RANKS},     {"both", WRAP_BOTH},
             {"never", WRAP_NONE},  {"moebius", WRAP_MOEBIUS}, {"sphere", WRAP_SPHERE}};

static void read_wrap(builder *b, const node *board)
{
    for (size_t i = 0; i < sizeof wraps / sizeof wraps[0]; i++) {
        if (build_is(board, "wrap", wraps[i].word)) {
            b->rules->wrap = wraps[i].wrap;
        }
    }
}

void build_board(builder *b)
{
    ruleset *rules = b->rules;
    const node *board = node_get(b->root, "board");
    const node *size = node_get(board, "size"), *rows = node_get(board, "rows");
    rules->board_location = size ? size->location : rows ? rows->location : board->location;
    rules->checkered = build_bool(board, "checkered", true);
    rules->draws_points =
        build_is(board, "drawn", "points") || (node_get(board, "lines") && !build_is(board, "drawn", "cells"));
    rules->draws_hexagons = build_is(board, "drawn", "hexagons") && !rows;
    rules->mirrored = !build_is(board, "symmetry", "rotation");
    rules->shades = (int)build_number(board, "shades", 2);
    rules->missing = build_text(b, node_get(board, "missing"));
    if (rows) {
        read_rows(b, board, rows);
    } else if (size) {
        read_size(b, size);
    } else {
        diag_error(b->diags, CODE_BOARD_SHAPE, board->location, "the board has neither `size` nor `rows`");
    }
    read_levels(b, board);
    read_cell_names(b, node_get(board, "names"));
    read_wrap(b, board);
    read_lines(b, node_get(board, "lines"));
}
