#include "front/board.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "front/session.h"

enum { CELL_NONE = -1, BESIDE = 4 /* blanks between boards */ };

typedef struct grid {
    const ferz_play *play;
    const board_style *style;
    int columns, rows;
    int *cells;        /* cell index at [row * columns + column], CELL_NONE in a hole */
    char (*files)[8];  /* label of each column, "" when its cells do not agree */
    char (*ranks)[8];  /* label of each row */
    bool *last;        /* by cell index: touched by the last ply */
    size_t cell_width; /* of the widest man or file label */
    size_t rank_width;
    size_t royals_mover; /* the mover when in check, SIZE_MAX when not */
} grid;

/* The six men of chess have figures that everybody knows; a nicety of the display, nothing else depends on a name. */
static const struct {
    const char *type;
    const char *outlined, *filled;
} figures[] = {
    {"king", "\u2654", "\u265a"},   {"queen", "\u2655", "\u265b"},  {"rook", "\u2656", "\u265c"},
    {"bishop", "\u2657", "\u265d"}, {"knight", "\u2658", "\u265e"}, {"pawn", "\u2659", "\u265f"},
};

/* Grounds and men from the 256 colours that every terminal of today has; all men stand out on all grounds. */
enum { LIGHT = 137, DARK = 94, MIDDLE = 101, LAST = 65, ATTACKED = 131 };
static const int grounds[] = {DARK, LIGHT, MIDDLE};
static const int men_colours[] = {231, 16, 52, 18, 22, 54};
enum { MEN_COLOURS = sizeof men_colours / sizeof men_colours[0], NOBODY = 240 };

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

static const char *man_text(const grid *g, const ferz_cell *cell)
{
    if (!cell->man) {
        return g->style->colour ? " " : ".";
    }
    /* Figures only for plain men: the signs of "+R" or "Q~" say more than a figure could. */
    if (g->style->figures && strlen(cell->man) == 1 && (cell->owner == 0 || cell->owner == 1)) {
        for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
            if (strcmp(figures[i].type, cell->type) == 0) {
                return g->style->colour || cell->owner == 1 ? figures[i].filled : figures[i].outlined;
            }
        }
    }
    return cell->man;
}

/* Takes `part` for the label, or empties it when another cell said otherwise. `*open`: no cell has spoken yet. */
static void agree(char label[8], bool *open, const char *part, size_t length)
{
    bool fits = length < 8;
    if (*open && fits) {
        memcpy(label, part, length);
        label[length] = '\0';
    } else if (!fits || strlen(label) != length || memcmp(label, part, length) != 0) {
        label[0] = '\0';
    }
    *open = false;
}

/* Boards side by side stand in front of the names of their cells, and above what is drawn of them. */
static const char *cell_name(const ferz_cell *cell)
{
    const char *colon = strchr(cell->name, ':');
    return colon ? colon + 1 : cell->name;
}

/* A name such as "aa12" is a file and a rank; others give an empty rank or file. */
static size_t file_length(const char *name)
{
    return strcspn(name, "0123456789");
}

static void find_label(const grid *g, char label[8], int from, int step, int count, bool rank)
{
    bool open = true;
    for (int i = 0; i < count; i++) {
        int index = g->cells[from + i * step];
        if (index != CELL_NONE) {
            ferz_cell cell = ferz_play_cell(g->play, (size_t)index);
            const char *name = cell_name(&cell);
            size_t file = file_length(name);
            agree(label, &open, rank ? name + file : name, rank ? strlen(name + file) : file);
        }
    }
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* One level of the board. */
static bool grid_init(grid *g, const ferz_play *play, const board_style *style, int level)
{
    int columns = ferz_play_columns(play);
    int rows = ferz_play_rows(play);
    size_t count = ferz_play_cells(play);
    *g = (grid){.play = play,
                .style = style,
                .columns = columns,
                .rows = rows,
                .cell_width = 1,
                .royals_mover = ferz_play_in_check(play) ? ferz_play_mover(play) : SIZE_MAX};
    size_t area = (size_t)columns * (size_t)rows;
    g->cells = calloc(area + 1, sizeof *g->cells);
    g->files = calloc((size_t)columns + 1, sizeof *g->files);
    g->ranks = calloc((size_t)rows + 1, sizeof *g->ranks);
    g->last = calloc(count + 1, sizeof *g->last);
    size_t *touched = calloc(count + 1, sizeof *touched);
    bool whole = g->cells && g->files && g->ranks && g->last && touched;
    if (!whole) {
        free(touched);
        return false;
    }
    for (size_t i = 0; i < area; i++) {
        g->cells[i] = CELL_NONE;
    }
    for (size_t i = 0; i < count; i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        if (cell.level != level) {
            continue;
        }
        g->cells[cell.row * columns + cell.column] = (int)i;
        const char *man = man_text(g, &cell);
        g->cell_width = larger(g->cell_width, utf8_columns(man, strlen(man)));
    }
    for (int c = 0; c < columns; c++) {
        find_label(g, g->files[c], c, columns, rows, false);
        g->cell_width = larger(g->cell_width, strlen(g->files[c]));
    }
    for (int r = 0; r < rows; r++) {
        find_label(g, g->ranks[r], r * columns, 1, columns, true);
        g->rank_width = larger(g->rank_width, strlen(g->ranks[r]));
    }
    size_t last = ferz_play_last_cells(play, touched, count);
    for (size_t i = 0; i < last && i < count; i++) {
        g->last[touched[i]] = true;
    }
    free(touched);
    return true;
}

static void grid_finish(grid *g)
{
    free(g->cells);
    free(g->files);
    free(g->ranks);
    free(g->last);
}

static void put_blanks(text *t, size_t count)
{
    text_print(t, "%*s", (int)count, "");
}

static int ground_of(const ferz_cell *cell)
{
    return cell->dark || cell->shade ? grounds[cell->shade % 3] : LIGHT;
}

static void put_cell(const grid *g, int index, text *t)
{
    bool colour = g->style->colour;
    if (index == CELL_NONE) {
        put_blanks(t, g->cell_width + (colour ? 2 : 1));
        return;
    }
    ferz_cell cell = ferz_play_cell(g->play, (size_t)index);
    const char *man = man_text(g, &cell);
    size_t pad = g->cell_width - utf8_columns(man, strlen(man));
    if (colour) {
        bool attacked = cell.royal && cell.owner >= 0 && (size_t)cell.owner == g->royals_mover;
        int ground = attacked ? ATTACKED : g->last[index] ? LAST : ground_of(&cell);
        int ink = cell.owner < 0 ? NOBODY : men_colours[cell.owner % MEN_COLOURS];
        text_print(t, "\033[48;5;%d;38;5;%dm ", ground, ink);
        text_put(t, man);
        put_blanks(t, pad + 1);
    } else {
        text_put(t, man);
        put_blanks(t, pad + 1);
    }
}

/* Blanks at the end of a line help nobody. */
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

/* The names of a row's cells, where labels do not tell them. */
static void put_names(const grid *g, int row, text *t)
{
    bool told = true;
    for (int c = 0; c < g->columns; c++) {
        int index = g->cells[row * g->columns + c];
        if (index != CELL_NONE) {
            ferz_cell cell = ferz_play_cell(g->play, (size_t)index);
            const char *name = cell_name(&cell);
            size_t file = file_length(name);
            told = told && strncmp(g->files[c], name, file) == 0 && strlen(g->files[c]) == file &&
                   strcmp(g->ranks[row], name + file) == 0;
        }
    }
    for (int i = 0; i < g->columns && !told; i++) {
        int c = g->style->flipped ? g->columns - 1 - i : i;
        int index = g->cells[row * g->columns + c];
        if (index != CELL_NONE) {
            text_print(t, " %s", ferz_play_cell(g->play, (size_t)index).name);
        }
    }
}

/* Labels under the columns help where cells are named by them, and by accident a few are on any board. */
static bool worth_labels(const grid *g)
{
    int labels = 0;
    for (int c = 0; c < g->columns; c++) {
        labels += g->files[c][0] != '\0';
    }
    return labels * 2 > g->columns;
}

static void draw_level(const ferz_play *play, const board_style *style, int level, text *out)
{
    grid g;
    if (!grid_init(&g, play, style, level)) {
        grid_finish(&g);
        out->failed = true;
        return;
    }
    size_t margin = g.rank_width ? g.rank_width + 2 : 0;
    for (int i = 0; i < g.rows; i++) {
        int row = style->flipped ? i : g.rows - 1 - i;
        if (margin) {
            text_print(out, "%*s  ", (int)g.rank_width, g.ranks[row]);
        }
        for (int j = 0; j < g.columns; j++) {
            put_cell(&g, g.cells[row * g.columns + (style->flipped ? g.columns - 1 - j : j)], out);
        }
        if (style->colour) {
            text_put(out, "\033[0m");
        }
        put_names(&g, row, out);
        end_line(out);
    }
    if (worth_labels(&g)) {
        put_blanks(out, margin + (style->colour ? 1 : 0));
        for (int j = 0; j < g.columns; j++) {
            const char *label = g.files[style->flipped ? g.columns - 1 - j : j];
            text_put(out, label);
            put_blanks(out, g.cell_width - strlen(label) + (style->colour ? 2 : 1));
        }
        end_line(out);
    }
    grid_finish(&g);
}

/* The name of a board, in front of those of its cells; 0 bytes where boards have none. */
static size_t board_name(const ferz_play *play, int level, const char **name)
{
    for (size_t i = 0; i < ferz_play_cells(play); i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        const char *colon = cell.level == level ? strchr(cell.name, ':') : NULL;
        if (colon) {
            *name = cell.name;
            return (size_t)(colon - cell.name);
        }
    }
    *name = "";
    return 0;
}

/* How wide a line is on a terminal, without the sequences that colour it. */
static size_t shown_columns(const char *line, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length;) {
        size_t plain = 0, skipped = 0;
        while (i + plain < length && line[i + plain] != '\033') {
            plain++;
        }
        columns += utf8_columns(line + i, plain);
        i += plain;
        while (i + skipped < length && line[i + skipped] != 'm') {
            skipped++;
        }
        i += skipped + (i + skipped < length);
    }
    return columns;
}

/* Puts the lines of `right` behind those of `left`. */
static void put_beside(const text *left, const text *right, text *out)
{
    const char *a = text_string(left), *b = text_string(right);
    size_t widest = 0;
    for (const char *line = a; *line;) {
        size_t length = strcspn(line, "\n"), columns = shown_columns(line, length);
        widest = columns > widest ? columns : widest;
        line += length + (line[length] != '\0');
    }
    widest += widest ? BESIDE : 0;
    while (*a || *b) {
        size_t left_length = strcspn(a, "\n"), right_length = strcspn(b, "\n");
        text_add(out, a, left_length);
        if (right_length) {
            put_blanks(out, widest - shown_columns(a, left_length));
            text_add(out, b, right_length);
        }
        text_char(out, '\n');
        a += left_length + (a[left_length] != '\0');
        b += right_length + (b[right_length] != '\0');
    }
}

/* Boards that have names stand side by side, each below its name. */
static void draw_named(const ferz_play *play, const board_style *style, text *out)
{
    text all = {0};
    for (int level = 0; level < ferz_play_levels(play); level++) {
        text one = {0}, both = {0};
        const char *name;
        size_t length = board_name(play, level, &name);
        text_print(&one, "%.*s\n", (int)length, name);
        draw_level(play, style, level, &one);
        put_beside(&all, &one, &both);
        both.failed = both.failed || one.failed || all.failed;
        text_finish(&one);
        text_finish(&all);
        all = both;
    }
    text_put(out, text_string(&all));
    out->failed = out->failed || all.failed;
    text_finish(&all);
}

void board_draw(const ferz_play *play, const board_style *style, text *out)
{
    const char *name;
    if (board_name(play, 0, &name)) {
        draw_named(play, style, out);
        return;
    }
    for (int level = 0; level < ferz_play_levels(play); level++) {
        if (level) {
            text_char(out, '\n');
        }
        draw_level(play, style, level, out);
    }
}

void board_facts(const ferz_play *play, text *out)
{
    const ferz_game *game = ferz_play_game(play);
    for (size_t i = 0; i < ferz_game_players(game) && ferz_game_has_hands(game); i++) {
        char *hand = ferz_play_hand(play, i);
        out->failed = out->failed || !hand;
        text_print(out, "hand %s: %s\n", ferz_game_player(game, i), hand && *hand ? hand : "-");
        ferz_free(hand);
    }
    text_print(out, "turn: %s\n", player_name(game, ferz_play_mover(play)));
    if (ferz_play_commander(play) != ferz_play_mover(play)) {
        text_print(out, "decides: %s\n", player_name(game, ferz_play_commander(play)));
    }
    if (ferz_play_in_check(play)) {
        text_print(out, "check: %s\n", player_name(game, ferz_play_mover(play)));
    }
}
