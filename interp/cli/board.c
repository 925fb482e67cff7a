#include "cli/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answers/answers.h"
#include "cli/session.h"

enum { CELL_NONE = -1, BOARD_GAP = 4 /* blanks between boards */ };

typedef struct grid {
    const ferz_game *game;
    const board_style *style;
    int columns, rows;
    int *cells;        /* cell index at [row * columns + column], CELL_NONE in a hole */
    char (*files)[8];  /* label of each column, "" when its cells have different file names */
    char (*ranks)[8];  /* label of each row */
    bool *last_move;   /* by cell index: changed by the last ply */
    size_t cell_width; /* of the widest piece or file label */
    size_t rank_width;
    char shown[40];        /* what piece_text returned last, if it had to be made */
    size_t checked_player; /* the side to move when it is in check, else SIZE_MAX */
} grid;

/* The six chess pieces have Unicode figures. Only the display depends on these names. */
static const struct {
    const char *type;
    const char *outlined, *filled;
} figures[] = {
    {"king", "\u2654", "\u265a"},   {"queen", "\u2655", "\u265b"},  {"rook", "\u2656", "\u265c"},
    {"bishop", "\u2657", "\u265d"}, {"knight", "\u2658", "\u265e"}, {"pawn", "\u2659", "\u265f"},
};

/* Square colours and piece colours from the 256-colour palette. Every piece colour is readable on every square
 * colour. */
enum { LIGHT = 137, DARK = 94, MIDDLE = 101, LAST = 65, ATTACKED = 131 };
static const int grounds[] = {DARK, LIGHT, MIDDLE};
static const int piece_colours[] = {231, 16, 52, 18, 22, 54};
enum { PIECE_COLOURS = sizeof piece_colours / sizeof piece_colours[0], NEUTRAL = 240 };

bool board_figures_possible(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            const char *charset = strchr(value, '.');
            return charset && (strncasecmp(charset + 1, "UTF-8", 5) == 0 || strncasecmp(charset + 1, "UTF8", 4) == 0);
        }
    }
    return false;
}

static const char *top_text(grid *v, const ferz_cell *cell)
{
    if (!cell->piece) {
        return v->style->colour ? " " : ".";
    }
    if (cell->character) {
        /* As Japanese diagrams in text have it: a v before pieces that point at the first player. */
        const char *mark = !cell->character_shared ? "" : cell->owner == 0 ? " " : "v";
        snprintf(v->shown, sizeof v->shown, "%s%s", mark, cell->character);
        return v->shown;
    }
    /* Figures only for pieces of one letter: the signs of "+R" or "Q~" say more than a figure could. */
    if (v->style->figures && strlen(cell->piece) == 1 && (cell->owner == 0 || cell->owner == 1)) {
        for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
            if (strcmp(figures[i].type, cell->type) == 0) {
                return v->style->colour || cell->owner == 1 ? figures[i].filled : figures[i].outlined;
            }
        }
    }
    return cell->piece;
}

/* The piece, and how many pieces the stack has that it tops. */
static const char *piece_text(grid *v, size_t index, const ferz_cell *cell)
{
    const char *top = top_text(v, cell);
    const size_t height = ferz_game_stack(v->game, index);
    if (height < 2) {
        return top;
    }
    const size_t length = strlen(top) < sizeof v->shown ? strlen(top) : 0;
    memmove(v->shown, top, length);
    snprintf(v->shown + length, sizeof v->shown - length, "%u", (unsigned)height);
    return v->shown;
}

/* Sets the label to `part`, or empties it when an earlier cell had another one. `*unset`: no cell was read yet. */
static void merge_label(char label[8], bool *unset, const char *part, size_t length)
{
    bool fits = length < 8;
    if (*unset && fits) {
        memcpy(label, part, length);
        label[length] = '\0';
    } else if (!fits || strlen(label) != length || memcmp(label, part, length) != 0) {
        label[0] = '\0';
    }
    *unset = false;
}

/* The name of a cell without the name of its board: boards drawn side by side have names such as "A:e4". */
static const char *cell_name(const ferz_cell *cell)
{
    const char *colon = strchr(cell->name, ':');
    return colon ? colon + 1 : cell->name;
}

/* Length of the file in a name such as "aa12"; the rest is the rank. Either may be empty. */
static size_t file_length(const char *name)
{
    return strcspn(name, "0123456789");
}

static void find_label(const grid *v, char label[8], int from, int step, int count, bool rank)
{
    bool unset = true;
    for (int i = 0; i < count; i++) {
        int index = v->cells[from + i * step];
        if (index != CELL_NONE) {
            ferz_cell cell = ferz_game_cell(v->game, (size_t)index);
            const char *name = cell_name(&cell);
            size_t file = file_length(name);
            merge_label(label, &unset, rank ? name + file : name, rank ? strlen(name + file) : file);
        }
    }
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Reads one level of the board into the grid. */
static bool grid_init(grid *v, const ferz_game *game, const board_style *style, int level)
{
    int columns = ferz_game_columns(game);
    int rows = ferz_game_rows(game);
    size_t count = ferz_game_cell_count(game);
    *v = (grid){.game = game,
                .style = style,
                .columns = columns,
                .rows = rows,
                .cell_width = 1,
                .checked_player = ferz_game_in_check(game) ? ferz_game_side_to_move(game) : SIZE_MAX};
    size_t area = (size_t)columns * (size_t)rows;
    v->cells = calloc(area + 1, sizeof *v->cells);
    v->files = calloc((size_t)columns + 1, sizeof *v->files);
    v->ranks = calloc((size_t)rows + 1, sizeof *v->ranks);
    v->last_move = calloc(count + 1, sizeof *v->last_move);
    size_t *touched = calloc(count + 1, sizeof *touched);
    bool allocated = v->cells && v->files && v->ranks && v->last_move && touched;
    if (!allocated) {
        free(touched);
        return false;
    }
    for (size_t i = 0; i < area; i++) {
        v->cells[i] = CELL_NONE;
    }
    for (size_t i = 0; i < count; i++) {
        ferz_cell cell = ferz_game_cell(game, i);
        if (cell.level != level) {
            continue;
        }
        v->cells[cell.row * columns + cell.column] = (int)i;
        const char *piece = piece_text(v, i, &cell);
        v->cell_width = larger(v->cell_width, utf8_columns(piece, strlen(piece)));
    }
    for (int c = 0; c < columns; c++) {
        find_label(v, v->files[c], c, columns, rows, false);
        v->cell_width = larger(v->cell_width, strlen(v->files[c]));
    }
    for (int r = 0; r < rows; r++) {
        find_label(v, v->ranks[r], r * columns, 1, columns, true);
        v->rank_width = larger(v->rank_width, strlen(v->ranks[r]));
    }
    size_t touched_count = ferz_game_last_move_cells(game, touched, count);
    for (size_t i = 0; i < touched_count && i < count; i++) {
        v->last_move[touched[i]] = true;
    }
    free(touched);
    return true;
}

static void grid_finish(grid *v)
{
    free(v->cells);
    free(v->files);
    free(v->ranks);
    free(v->last_move);
}

static void put_blanks(text *t, size_t count)
{
    text_print(t, "%*s", (int)count, "");
}

static int square_colour(const ferz_cell *cell)
{
    return cell->dark || cell->shade ? grounds[cell->shade % 3] : LIGHT;
}

static void put_cell(grid *v, int index, text *t)
{
    bool colour = v->style->colour;
    if (index == CELL_NONE) {
        put_blanks(t, v->cell_width + (colour ? 2 : 1));
        return;
    }
    ferz_cell cell = ferz_game_cell(v->game, (size_t)index);
    const char *piece = piece_text(v, (size_t)index, &cell);
    size_t pad = v->cell_width - utf8_columns(piece, strlen(piece));
    if (colour) {
        bool attacked = cell.royal && cell.owner >= 0 && (size_t)cell.owner == v->checked_player;
        int ground = attacked ? ATTACKED : v->last_move[index] ? LAST : square_colour(&cell);
        int ink = cell.owner < 0 ? NEUTRAL : piece_colours[cell.owner % PIECE_COLOURS];
        text_print(t, "\033[48;5;%d;38;5;%dm ", ground, ink);
        text_put(t, piece);
        put_blanks(t, pad + 1);
    } else {
        text_put(t, piece);
        put_blanks(t, pad + 1);
    }
}

/* Ends a line without blanks at its end. */
static void end_line(text *t)
{
    while (t->length && t->bytes[t->length - 1] == ' ') {
        t->length--;
    }
    if (t->bytes) {
        t->bytes[t->length] = '\0';
    }
    text_char(t, '\n');
}

/* Prints the names of a row's cells when the labels do not give them. */
static void put_names(const grid *v, int row, text *t)
{
    bool labelled = true;
    for (int c = 0; c < v->columns; c++) {
        int index = v->cells[row * v->columns + c];
        if (index != CELL_NONE) {
            ferz_cell cell = ferz_game_cell(v->game, (size_t)index);
            const char *name = cell_name(&cell);
            size_t file = file_length(name);
            labelled = labelled && strncmp(v->files[c], name, file) == 0 && strlen(v->files[c]) == file &&
                       strcmp(v->ranks[row], name + file) == 0;
        }
    }
    for (int i = 0; i < v->columns && !labelled; i++) {
        int c = v->style->flipped ? v->columns - 1 - i : i;
        int index = v->cells[row * v->columns + c];
        if (index != CELL_NONE) {
            text_print(t, " %s", ferz_game_cell(v->game, (size_t)index).name);
        }
    }
}

/* Prints file labels only when more than half of the columns have one; on other boards a few match by accident. */
static bool wants_file_labels(const grid *v)
{
    int labels = 0;
    for (int c = 0; c < v->columns; c++) {
        labels += v->files[c][0] != '\0';
    }
    return labels * 2 > v->columns;
}

static void draw_level(const ferz_game *game, const board_style *style, int level, text *out)
{
    grid v;
    if (!grid_init(&v, game, style, level)) {
        grid_finish(&v);
        out->failed = true;
        return;
    }
    size_t margin = v.rank_width ? v.rank_width + 2 : 0;
    for (int i = 0; i < v.rows; i++) {
        int row = style->flipped ? i : v.rows - 1 - i;
        if (margin) {
            text_print(out, "%*s  ", (int)v.rank_width, v.ranks[row]);
        }
        for (int j = 0; j < v.columns; j++) {
            put_cell(&v, v.cells[row * v.columns + (style->flipped ? v.columns - 1 - j : j)], out);
        }
        if (style->colour) {
            text_put(out, "\033[0m");
        }
        put_names(&v, row, out);
        end_line(out);
    }
    if (wants_file_labels(&v)) {
        put_blanks(out, margin + (style->colour ? 1 : 0));
        for (int j = 0; j < v.columns; j++) {
            const char *label = v.files[style->flipped ? v.columns - 1 - j : j];
            text_put(out, label);
            put_blanks(out, v.cell_width - strlen(label) + (style->colour ? 2 : 1));
        }
        end_line(out);
    }
    grid_finish(&v);
}

/* The name of a board, read from the names of its cells; returns its length, 0 where boards have no names. */
static size_t board_name(const ferz_game *game, int level, const char **name)
{
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        ferz_cell cell = ferz_game_cell(game, i);
        const char *colon = cell.level == level ? strchr(cell.name, ':') : NULL;
        if (colon) {
            *name = cell.name;
            return (size_t)(colon - cell.name);
        }
    }
    *name = "";
    return 0;
}

/* Width of a line on a terminal, without escape sequences for colours. */
static size_t visible_columns(const char *line, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length;) {
        size_t visible = 0, skipped = 0;
        while (i + visible < length && line[i + visible] != '\033') {
            visible++;
        }
        columns += utf8_columns(line + i, visible);
        i += visible;
        while (i + skipped < length && line[i + skipped] != 'm') {
            skipped++;
        }
        i += skipped + (i + skipped < length);
    }
    return columns;
}

static size_t widest_line(const char *lines)
{
    size_t widest = 0;
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        widest = larger(widest, visible_columns(lines, length));
        lines += length + (lines[length] != '\0');
    }
    return widest;
}

/* Appends each line of `right` to the line of `left` beside it. */
static void put_side_by_side(const text *left, const text *right, text *out)
{
    const char *a = text_string(left), *b = text_string(right);
    size_t widest = widest_line(a);
    widest += widest ? BOARD_GAP : 0;
    while (*a || *b) {
        size_t left_length = strcspn(a, "\n"), right_length = strcspn(b, "\n");
        text_add(out, a, left_length);
        if (right_length) {
            put_blanks(out, widest - visible_columns(a, left_length));
            text_add(out, b, right_length);
        }
        text_char(out, '\n');
        a += left_length + (a[left_length] != '\0');
        b += right_length + (b[right_length] != '\0');
    }
}

/* Boards with names are drawn side by side, each below its name, as many as the screen has room for. */
static void draw_named(const ferz_game *game, const board_style *style, text *out)
{
    text all = {0};
    for (int level = 0; level < ferz_game_levels(game); level++) {
        text one = {0}, both = {0};
        const char *name;
        size_t length = board_name(game, level, &name);
        text_print(&one, "%.*s\n", (int)length, name);
        draw_level(game, style, level, &one);
        put_side_by_side(&all, &one, &both);
        if (all.length && style->width && widest_line(text_string(&both)) > style->width) {
            text_print(out, "%s\n", text_string(&all));
            text_clear(&both);
            text_put(&both, text_string(&one));
        }
        both.failed = both.failed || one.failed || all.failed;
        text_finish(&one);
        text_finish(&all);
        all = both;
    }
    text_put(out, text_string(&all));
    out->failed = out->failed || all.failed;
    text_finish(&all);
}

void board_draw(const ferz_game *game, const board_style *style, text *out)
{
    const char *name;
    if (board_name(game, 0, &name)) {
        draw_named(game, style, out);
        return;
    }
    for (int level = 0; level < ferz_game_levels(game); level++) {
        if (level) {
            text_char(out, '\n');
        }
        draw_level(game, style, level, out);
    }
}

void board_put_turn_move(const ferz_game *game, text *out)
{
    size_t number, count;
    if (ferz_game_turn_move(game, &number, &count)) {
        text_print(out, count ? "move %zu of %zu" : "move %zu of the turn", number, count);
    }
}

void board_put_state(const ferz_game *game, text *out)
{
    const ferz_variant *variant = ferz_game_variant(game);
    for (size_t i = 0; i < ferz_variant_facts(variant)->player_count && ferz_variant_facts(variant)->has_hands; i++) {
        char *hand = ferz_game_hand(game, i);
        out->failed = out->failed || !hand;
        text_print(out, "hand %s: %s\n", ferz_variant_player_name(variant, i), hand && *hand ? hand : "-");
        ferz_free(hand);
    }
    text move = {0};
    board_put_turn_move(game, &move);
    text_print(out, "turn: %s%s%s\n", answer_player(variant, ferz_game_side_to_move(game)), move.length ? ", " : "",
               text_string(&move));
    out->failed |= move.failed;
    text_finish(&move);
    if (ferz_game_commander(game) != ferz_game_side_to_move(game)) {
        text_print(out, "decides: %s\n", answer_player(variant, ferz_game_commander(game)));
    }
    if (ferz_game_in_check(game)) {
        text_print(out, "check: %s\n", answer_player(variant, ferz_game_side_to_move(game)));
    }
}
