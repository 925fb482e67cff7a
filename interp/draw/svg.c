#include "draw/svg.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/board_picture.h"
#include "draw/glyph.h"
#include "draw/layout.h"
#include "draw/signs.h"
#include "play/notation.h"

/* Lengths in hundredths of a cell. */
enum {
    LEGEND_ROW = 46,
    LEGEND_TEXT = 30,
    LETTER_WIDTH = 16, /* average width in a legend; the font is unknown */
    HAND_WIDTH = 250,
    HAND_ROW = 62,
    HAND_TITLE = 40,
    HAND_ACROSS = 3,
    SLABS_SHOWN = 4,
    SLAB_HEIGHT = 10,
    SLAB_STEP = 8,
};

static const char *const shades[] = {"#c3a27a", "#f3e9d7", "#dec9a4", "#a98c68",
                                     "#e9d9bd", "#cfb48d", "#b79a73", "#fbf5ea"};
enum { SHADES = sizeof shades / sizeof shades[0] };
#define COLOUR_BOARD "#f3e9d7"
#define COLOUR_BORDER "#8a6e49"
#define COLOUR_INK "#2b2b2b"
#define COLOUR_MOVE "#0b4f8a"
#define COLOUR_CAPTURE "#b3261e"
#define COLOUR_OWN "#00674b"

typedef struct canvas {
    const picture *options;
    const variant *v;
    layout lay;
    text *out;
    int width, height;
    unsigned legend[SIGNS_MAX];
    int legend_count;
    bool blocked; /* dotted lines occur */
    bool rides;   /* lines occur */
    marks marks;
} canvas;

static int seat(const canvas *c, int owner)
{
    return owner >= 0 && owner < c->v->players ? c->v->rules->players[owner].rotation : 0;
}

/* ---- the board ---- */

static const char *cell_colour(const canvas *c, int cell)
{
    return c->v->checkered ? shades[c->v->shade[cell] % SHADES] : COLOUR_BOARD;
}

static void put_outline(canvas *c, int cell, const char *attributes)
{
    const spot *corner = c->lay.corner + (size_t)cell * (size_t)c->lay.corners;
    text_put(c->out, "<path d=\"");
    for (int i = 0; i < c->lay.corners; i++) {
        text_print(c->out, "%c%d %d", i ? 'L' : 'M', corner[i].x, corner[i].y);
    }
    text_print(c->out, "z\" %s/>\n", attributes);
}

static void put_line(canvas *c, spot a, spot b, const char *attributes)
{
    text_print(c->out, "<path d=\"M%d %dL%d %d\" %s/>\n", a.x, a.y, b.x, b.y, attributes);
}

/* Half transparent, so that the shades of the board are seen through them. They lie on the colours of the board, which
 * are the same in dark pages. */
static const char *const zone_colours[PICTURE_COLOURS] = {[PICTURE_RED] = "fill=\"#d1495b\" fill-opacity=\".45\"",
                                                          [PICTURE_ORANGE] = "fill=\"#e67e22\" fill-opacity=\".45\"",
                                                          [PICTURE_GREEN] = "fill=\"#2e8b57\" fill-opacity=\".45\"",
                                                          [PICTURE_BLUE] = "fill=\"#3a8fc7\" fill-opacity=\".45\"",
                                                          [PICTURE_PURPLE] = "fill=\"#8e5ea2\" fill-opacity=\".45\"",
                                                          [PICTURE_GREY] = "fill=\"#6e7b8b\" fill-opacity=\".45\"",
                                                          [PICTURE_YELLOW] = "fill=\"#e9c716\" fill-opacity=\".45\""};

/* Draws the square between the point and its neighbours on the right and above, if all four have the colour of `cell`;
 * they are then `shown`. */
static void put_square(canvas *c, int cell, bool *shown)
{
    const topology *t = &c->v->topology;
    const uint8_t *colour = c->v->picture.colour;
    static const int around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    cell_id corner[4];
    for (int i = 0; i < 4; i++) {
        corner[i] = topology_at(t, t->column[cell] + around[i][0], t->row[cell] + around[i][1], t->level[cell]);
        if (corner[i] == CELL_NONE || colour[corner[i]] != colour[cell]) {
            return;
        }
    }
    text_put(c->out, "<path d=\"");
    for (int i = 0; i < 4; i++) {
        text_print(c->out, "%c%d %d", i ? 'L' : 'M', c->lay.centre[corner[i]].x, c->lay.centre[corner[i]].y);
        shown[corner[i]] = true;
    }
    text_print(c->out, "z\" %s/>\n", zone_colours[colour[cell]]);
}

/* Zones of a board of points: the squares between them. A point that is left alone gets a disc. */
static void put_zones_of_points(canvas *c)
{
    const variant *v = c->v;
    bool shown[CELLS_MAX] = {false};
    for (int cell = 0; cell < v->cells && !v->topology.line_count && c->lay.corners == 4; cell++) {
        if (v->picture.colour[cell]) {
            put_square(c, cell, shown);
        }
    }
    for (int cell = 0; cell < v->cells; cell++) {
        if (v->picture.colour[cell] && !shown[cell]) {
            text_print(c->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" %s/>\n", c->lay.centre[cell].x,
                       c->lay.centre[cell].y, c->lay.room, zone_colours[v->picture.colour[cell]]);
        }
    }
}

static void put_zones_of_cells(canvas *c)
{
    for (int cell = 0; cell < c->v->cells; cell++) {
        if (c->v->picture.colour[cell]) {
            put_outline(c, cell, zone_colours[c->v->picture.colour[cell]]);
        }
    }
}

static const char line_pen[] = "fill=\"none\" stroke=\"" COLOUR_BORDER "\" stroke-width=\"3\"";

static void put_line_of_cells(canvas *c, const board_line *line)
{
    for (size_t i = 0; i + 1 < line->count; i++) {
        put_line(c, c->lay.centre[line->cells[i]], c->lay.centre[line->cells[i + 1]], line_pen);
    }
}

/* The board from the first player's side, turned and moved to where the viewer has it. */
static void open_board(canvas *c, int level)
{
    const box b = layout_level_box(&c->lay, level);
    const bool lies = c->lay.rotation & 1; /* on its side */
    const int width = lies ? b.bottom - b.top : b.right - b.left, height = lies ? b.right - b.left : b.bottom - b.top;
    static const int turns[4][4] = {{1, 0, 0, 1}, {0, -1, 1, 0}, {-1, 0, 0, -1}, {0, 1, -1, 0}};
    const int *turn = turns[c->lay.rotation & 3];
    const int right = turn[0] < 0   ? width
                      : turn[2] < 0 ? height
                                    : 0,
              down = turn[1] < 0   ? width
                     : turn[3] < 0 ? height
                                   : 0;
    text_print(c->out, "<g transform=\"matrix(%d %d %d %d %d %d)\">\n", turn[0], turn[1], turn[2], turn[3],
               b.left + right, b.top + down);
}

static void put_shapes(canvas *c)
{
    static const char *const paints[PICTURE_PAINTS] = {
        [PICTURE_PLAIN] = "none",    [PICTURE_RED] = "#c8553d",    [PICTURE_ORANGE] = "#dd8a3c",
        [PICTURE_GREEN] = "#4d9a6a", [PICTURE_BLUE] = "#4a8fc0",   [PICTURE_PURPLE] = "#9a73ab",
        [PICTURE_GREY] = "#8b949e",  [PICTURE_YELLOW] = "#e3c544", [PICTURE_LIGHT] = COLOUR_BOARD,
        [PICTURE_DARK] = "#c3a27a",  [PICTURE_WHITE] = "#ffffff",  [PICTURE_BLACK] = "#3b3b3b"};
    const rule_picture *drawn = &c->v->rules->picture;
    for (int level = 0; level < c->v->topology.levels && drawn->shape_count; level++) {
        open_board(c, level);
        for (size_t i = 0; i < drawn->shape_count; i++) {
            const rule_shape *s = &drawn->shapes[i];
            text_print(c->out,
                       "<path d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\"/>\n",
                       s->path, paints[s->fill], paints[s->line], s->width);
        }
        text_put(c->out, "</g>\n");
    }
}

/* Lines that the rules only draw. */
static void put_drawn_lines(canvas *c)
{
    for (size_t i = 0; i < c->v->picture.line_count; i++) {
        put_line_of_cells(c, &c->v->picture.lines[i]);
    }
}

/* The lines of a graph, or lines between neighbours of a board whose points are crossings. */
static void put_points(canvas *c)
{
    const topology *t = &c->v->topology;
    for (int cell = 0; cell < t->cells; cell++) {
        put_outline(c, cell, "fill=\"" COLOUR_BOARD "\"");
    }
    put_zones_of_points(c);
    for (size_t i = 0; i < t->line_count; i++) {
        put_line_of_cells(c, &t->lines[i]);
    }
    for (int cell = 0; cell < t->cells && !t->line_count; cell++) {
        cell_id right = topology_at(t, t->column[cell] + 1, t->row[cell], t->level[cell]);
        cell_id up = topology_at(t, t->column[cell], t->row[cell] + 1, t->level[cell]);
        if (right != CELL_NONE && !board_picture_is_flooded(c->v, (cell_id)cell, false)) {
            put_line(c, c->lay.centre[cell], c->lay.centre[right], line_pen);
        }
        if (up != CELL_NONE && !board_picture_is_flooded(c->v, (cell_id)cell, true)) {
            put_line(c, c->lay.centre[cell], c->lay.centre[up], line_pen);
        }
    }
    for (int cell = 0; cell < t->cells && t->line_count; cell++) {
        text_print(c->out, "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"" COLOUR_BORDER "\"/>\n", c->lay.centre[cell].x,
                   c->lay.centre[cell].y);
    }
}

/* The background of a graph. */
static void put_backing(canvas *c)
{
    const topology *t = &c->v->topology;
    for (int level = 0; level < t->levels; level++) {
        int left = 0, top = 0, right = 0, bottom = 0;
        bool any = false;
        for (int cell = 0; cell < t->cells; cell++) {
            spot s = c->lay.centre[cell];
            if (t->level[cell] == level) {
                left = any && left < s.x ? left : s.x;
                right = any && right > s.x ? right : s.x;
                top = any && top < s.y ? top : s.y;
                bottom = any && bottom > s.y ? bottom : s.y;
                any = true;
            }
        }
        text_print(c->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"" COLOUR_BOARD "\"/>\n",
                   left - UNIT / 2, top - UNIT / 2, right - left + UNIT, bottom - top + UNIT);
    }
}

static void put_cells(canvas *c)
{
    for (int cell = 0; cell < c->v->cells; cell++) {
        text_put(c->out, "<g ");
        if (c->options->addressable) {
            text_print(c->out, "class=\"cell shade%d\" ", c->v->checkered ? c->v->shade[cell] % SHADES : SHADES);
        }
        text_print(c->out, "fill=\"%s\" stroke=\"" COLOUR_BORDER "\" stroke-width=\"1.5\">", cell_colour(c, cell));
        put_outline(c, cell, "");
        text_put(c->out, "</g>");
    }
}

static void put_tints(canvas *c)
{
    for (int cell = 0; cell < c->v->cells; cell++) {
        if (c->options->last && c->options->last[cell]) {
            put_outline(c, cell,
                        c->options->addressable ? "class=\"last\" fill=\"#e0b400\" fill-opacity=\".5\""
                                                : "fill=\"#e0b400\" fill-opacity=\".5\"");
        }
    }
    for (int cell = 0; cell < c->v->cells; cell++) {
        if (c->options->highlighted && c->options->highlighted[cell]) {
            text_print(c->out,
                       "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"6\"/>\n",
                       c->lay.centre[cell].x, c->lay.centre[cell].y, c->lay.room - 5);
        }
    }
}

/* The side of a square towards (dx, dy). Corners begin at the lower left and go round. */
static void put_side(canvas *c, int cell, int dx, int dy, const char *attributes)
{
    int first = dx > 0 ? 1 : dx < 0 ? 3 : dy > 0 ? 2 : 0;
    const spot *corner = c->lay.corner + (size_t)cell * (size_t)c->lay.corners;
    put_line(c, corner[first], corner[(first + 1) % 4], attributes);
}

/* Wrapped edges: the board continues behind them. */
static void put_wrapped_edge(canvas *c, int cell, int dx, int dy)
{
    put_side(c, cell, dx, dy, "stroke=\"#0072b2\" stroke-width=\"8\" stroke-dasharray=\"16 9\"");
}

static void put_wrapped_edges(canvas *c)
{
    const topology *t = &c->v->topology;
    bool files = t->wrap != WRAP_NONE && t->wrap != WRAP_RANKS,
         ranks = t->wrap == WRAP_RANKS || t->wrap == WRAP_BOTH || t->wrap == WRAP_SPHERE;
    for (int cell = 0; cell < t->cells && c->lay.corners == 4; cell++) {
        if (files && (t->column[cell] == 0 || t->column[cell] == t->columns - 1)) {
            put_wrapped_edge(c, cell, t->column[cell] ? 1 : -1, 0);
        }
        if (ranks && (t->row[cell] == 0 || t->row[cell] == t->rows - 1)) {
            put_wrapped_edge(c, cell, 0, t->row[cell] ? 1 : -1);
        }
    }
}

static bool filter_joins(const variant *v, int from, int to)
{
    bool joined = false;
    for (int player = 0; player < v->players && !joined; player++) {
        const uint64_t *allowed = v->filter_allows[player];
        joined = set_has(allowed + (size_t)from * (size_t)v->bitset_words, (unsigned)to) ||
                 set_has(allowed + (size_t)to * (size_t)v->bitset_words, (unsigned)from);
    }
    return joined;
}

/* Whether a wall stands between the cell and its neighbour towards (dx, dy): the filter lets no player go straight from
 * one side of it to the other, neither by a step nor by a ride. */
static bool is_wall(const variant *v, int cell, int dx, int dy)
{
    const topology *t = &v->topology;
    cell_id next = topology_at(t, t->column[cell] + dx, t->row[cell] + dy, t->level[cell]);
    bool wall = next != CELL_NONE;
    for (cell_id near = (cell_id)cell; near != CELL_NONE && wall;
         near = topology_at(t, t->column[near] - dx, t->row[near] - dy, t->level[near])) {
        for (cell_id far = next; far != CELL_NONE && wall;
             far = topology_at(t, t->column[far] + dx, t->row[far] + dy, t->level[far])) {
            wall = !filter_joins(v, near, far);
        }
    }
    return wall;
}

static void put_walls(canvas *c)
{
    static const char pen[] = "stroke=\"#101010\" stroke-width=\"10\" stroke-linecap=\"round\"";
    for (int cell = 0; cell < c->v->cells && c->v->has_filter && c->lay.corners == 4 && !c->lay.points; cell++) {
        if (is_wall(c->v, cell, 1, 0)) {
            put_side(c, cell, 1, 0, pen);
        }
        if (is_wall(c->v, cell, 0, 1)) {
            put_side(c, cell, 0, 1, pen);
        }
    }
}

static void put_words(canvas *c, int x, int y, int size, const char *attributes, const char *words)
{
    text_print(c->out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" %s>", x, y + size * 35 / 100, size, attributes);
    glyph_put_xml(c->out, words);
    text_put(c->out, "</text>\n");
}

/* Whether a cell is longer than wide as the viewer sees it, or wider than long, and whether its outer end has the smaller
 * coordinate there. */
typedef struct lie {
    bool tall, wide, first;
} lie;

static lie lie_of(const canvas *c, int cell)
{
    const bool turned = c->lay.rotation & 1, tall = turned ? c->lay.wide > c->lay.high : c->lay.high > c->lay.wide;
    const box b = layout_level_box(&c->lay, c->v->topology.level[cell]);
    const spot s = c->lay.centre[cell];
    const bool wide = !tall && c->lay.wide != c->lay.high;
    return (lie){tall, wide, tall ? 2 * s.y < b.top + b.bottom : 2 * s.x < b.left + b.right};
}

/* The number of a cell: in its corner, or beyond the outer end of a long one. */
static void put_number(canvas *c, int cell, const char *number)
{
    const spot s = c->lay.centre[cell];
    const lie l = lie_of(c, cell);
    const int way = l.first ? -1 : 1, far = UNIT / 2 * (c->lay.wide > c->lay.high ? c->lay.wide : c->lay.high) + 17;
    const bool named = c->options->addressable;
    if (l.tall || l.wide) {
        put_words(c, l.wide ? s.x + way * far : s.x, l.tall ? s.y + way * far : s.y, 26,
                  named ? "class=\"number beyond\" fill=\"#6b5230\"" : "fill=\"#6b5230\"", number);
    } else {
        put_words(c, s.x - UNIT / 2 + 8 + 6 * (int)strlen(number), s.y - 36, 20,
                  named ? "class=\"number\" fill=\"#6b5230\"" : "fill=\"#6b5230\"", number);
    }
}

static void put_numbers(canvas *c)
{
    const uint16_t *numbers = c->v->picture.numbers[c->options->viewer];
    for (int cell = 0; cell < c->v->cells; cell++) {
        char number[CELL_TEXT_MAX] = "";
        if (!numbers) {
            notation_cell(c->v, (unsigned)cell, number);
        } else if (numbers[cell]) {
            snprintf(number, sizeof number, "%u", (unsigned)numbers[cell]);
        }
        if (isdigit((unsigned char)number[0])) {
            put_number(c, cell, number);
        }
    }
}

static void put_labels(canvas *c)
{
    const char *words = c->options->addressable ? "class=\"label\" fill=\"" COLOUR_INK "\"" : "fill=\"" COLOUR_INK "\"";
    for (int i = 0; i < c->lay.label_count; i++) {
        const layout_label *l = &c->lay.labels[i];
        put_words(c, l->at.x, l->at.y, l->board ? 32 : 26, words, l->word);
    }
    if (layout_is_numbered(c->v) && !c->options->no_coordinates) {
        put_numbers(c);
        return;
    }
    for (int cell = 0; cell < c->v->cells && !c->lay.fully_labelled && !c->options->no_coordinates; cell++) {
        const spot *s = &c->lay.centre[cell];
        put_words(c, s->x, s->y + 35, 15, "fill=\"#6b5433\"", c->v->topology.names[cell]);
    }
}

/* A group with a name, for pages; nothing where `wanted` is false. */
static void open_group(canvas *c, bool wanted, const char *attribute, const char *name)
{
    if (wanted) {
        text_print(c->out, "<g %s=\"", attribute);
        glyph_put_xml(c->out, name);
        text_put(c->out, "\">\n");
    }
}

static void close_group(canvas *c, bool wanted)
{
    text_put(c->out, wanted ? "</g>\n" : "");
}

/* An area for each cell, on top of all: what a mouse meets. */
static void put_areas(canvas *c)
{
    for (int cell = 0; cell < c->v->cells; cell++) {
        spot middle = c->lay.centre[cell];
        text_put(c->out, "<g data-cell=\"");
        glyph_put_xml(c->out, c->v->topology.names[cell]);
        text_print(c->out, "\" data-x=\"%d\" data-y=\"%d\">", middle.x, middle.y);
        put_outline(c, cell, "fill=\"none\" pointer-events=\"all\"");
        text_put(c->out, "</g>\n");
    }
}

/* ---- pieces ---- */

static void put_piece(canvas *c, piece_id piece, int x, int y, int size)
{
    int rotation = seat(c, c->v->owner_of[piece]) - c->lay.rotation;
    glyph_put(c->out, c->v, piece, x, y, size, rotation & 3);
    text_char(c->out, '\n');
}

/* How many pieces a stack has. */
static void put_count(canvas *c, spot at, int radius, unsigned all)
{
    char count[8];
    snprintf(count, sizeof count, "%u", all);
    text_print(c->out,
               "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"#ffffff\" stroke=\"" COLOUR_INK "\" stroke-width=\"2\"/>\n",
               at.x, at.y, radius);
    put_words(c, at.x, at.y, 24, "fill=\"" COLOUR_INK "\"", count);
}

/* A stack in a long cell: discs along it, from its outer end, as close as there is room for; the top one has the number
 * when there are many. A single piece stands at that end, too. */
static void put_column(canvas *c, int cell, unsigned height, lie l)
{
    const position *p = c->options->p;
    const spot s = c->lay.centre[cell];
    const int length = UNIT * (c->lay.wide > c->lay.high ? c->lay.wide : c->lay.high), room = length - UNIT;
    int step = height ? room / (int)height : 0;
    step = step < 84 ? step : 84;
    for (unsigned i = 0; i <= height; i++) {
        const piece_id piece = i < height ? position_stack_piece(p, (size_t)cell * STACK_MAX + i) : p->board[cell];
        const int along = (int)i * step - room / 2, at = l.first ? along : -along;
        put_piece(c, piece, s.x + (l.wide ? at : 0) - UNIT / 2, s.y + (l.tall ? at : 0) - UNIT / 2, UNIT);
        if (i == height && height > SLABS_SHOWN) {
            put_count(c, (spot){s.x + (l.wide ? at : 0), s.y + (l.tall ? at : 0)}, 25, height + 1);
        }
    }
}

/* A stack: pieces below as slabs, the top piece on them; a number when there are too many to show. */
static void put_stack(canvas *c, int cell, unsigned height)
{
    const position *p = c->options->p;
    spot s = c->lay.centre[cell];
    unsigned shown = height < SLABS_SHOWN ? height : SLABS_SHOWN;
    int y = s.y + UNIT / 2 - 4 - SLAB_HEIGHT;
    for (unsigned i = 0; i < shown; i++) {
        piece_id piece = position_stack_piece(p, (size_t)cell * STACK_MAX + height - shown + i);
        army colours = glyph_army(c->v, c->v->owner_of[piece]);
        glyph_put_slab(c->out, &colours, s.x - 32, y, 64, SLAB_HEIGHT);
        y -= SLAB_STEP;
    }
    put_piece(c, p->board[cell], s.x - 31, y + SLAB_STEP - 52, 62);
    if (height > SLABS_SHOWN) {
        put_count(c, (spot){s.x + 31, s.y - 31}, 17, height + 1);
    }
}

static int piece_size(const canvas *c)
{
    return c->lay.points ? 86 : c->lay.corners == 6 ? 84 : 100;
}

static void put_pieces(canvas *c)
{
    const position *p = c->options->p;
    int size = piece_size(c);
    for (int cell = 0; p && cell < c->v->cells; cell++) {
        piece_id piece = p->board[cell];
        unsigned height = c->v->has_stacks && piece ? position_stack_heights(p)[cell] : 0;
        open_group(c, piece && c->options->addressable, "data-piece-on", c->v->topology.names[cell]);
        const lie l = lie_of(c, cell);
        if (piece && (l.tall || l.wide)) {
            put_column(c, cell, height, l);
        } else if (height) {
            put_stack(c, cell, height);
        } else if (piece) {
            put_piece(c, piece, c->lay.centre[cell].x - size / 2, c->lay.centre[cell].y - size / 2, size);
        }
        close_group(c, piece && c->options->addressable);
    }
}

/* ---- hands ---- */

static int hand_kinds(const canvas *c, int player)
{
    int kinds = 0;
    for (int type = 0; type < c->v->types; type++) {
        kinds += position_held(c->options->p, player, type) > 0;
    }
    return kinds;
}

static int hand_height(const canvas *c, int player)
{
    int rows = (hand_kinds(c, player) + HAND_ACROSS - 1) / HAND_ACROSS;
    return HAND_TITLE + (rows ? rows : 1) * HAND_ROW;
}

static void open_hand_piece(canvas *c, piece_id piece, int left, int top)
{
    if (c->options->addressable) {
        open_group(c, true, "data-player", c->v->rules->players[c->v->owner_of[piece]].name);
        open_group(c, true, "data-hand", c->v->type[c->v->type_of[piece]].capital);
        text_print(c->out,
                   "<rect x=\"%d\" y=\"%d\" width=\"60\" height=\"60\" fill=\"none\" pointer-events=\"all\"/>\n", left,
                   top);
    }
}

static void put_hand(canvas *c, int player, int x, int y)
{
    const variant *v = c->v;
    int n = 0;
    put_words(c, x, y + HAND_TITLE / 2, 26, "text-anchor=\"start\" fill=\"" COLOUR_INK "\"",
              v->rules->players[player].name);
    for (int type = 0; type < v->types; type++) {
        piece_id piece = variant_piece(v, player, type);
        unsigned count = position_held(c->options->p, player, type);
        if (!count) {
            continue;
        }
        int left = x + n % HAND_ACROSS * (HAND_WIDTH / HAND_ACROSS), top = y + HAND_TITLE + n / HAND_ACROSS * HAND_ROW;
        open_hand_piece(c, piece, left, top);
        put_piece(c, piece, left, top, 56);
        close_group(c, c->options->addressable);
        close_group(c, c->options->addressable);
        if (count > 1) {
            char words[8] = {0};
            text number = {0};
            text_print(&number, "%u", count);
            size_t length = number.length < 7 ? number.length : 7;
            memcpy(words, text_string(&number), length);
            c->out->failed |= number.failed;
            text_finish(&number);
            put_words(c, left + 56, top + 44, 24, "text-anchor=\"start\" fill=\"" COLOUR_INK "\"", words);
        }
        n++;
    }
    if (!n) {
        put_words(c, x, y + HAND_TITLE + HAND_ROW / 3, 26, "text-anchor=\"start\" fill=\"#8a8a8a\"", "\u2013");
    }
}

static bool shows_hands(const canvas *c)
{
    return c->options->p && c->v->has_hands && !c->options->no_hands;
}

/* Beside the board; the viewer's hand is at the bottom. */
static void measure_hands(canvas *c)
{
    int all = 0;
    for (int player = 0; shows_hands(c) && player < c->v->players; player++) {
        all += hand_height(c, player) + 10;
    }
    if (all) {
        c->width += HAND_WIDTH + 20;
        c->height = c->height > all + 20 ? c->height : all + 20;
    }
}

static void put_hands(canvas *c)
{
    int y = 12, x = c->lay.width + 14;
    if (!shows_hands(c)) {
        return;
    }
    for (int i = 1; i < c->v->players; i++) {
        int player = (c->options->viewer + i) % c->v->players;
        put_hand(c, player, x, y);
        y += hand_height(c, player) + 10;
    }
    int low = c->lay.height - hand_height(c, c->options->viewer) - 12;
    put_hand(c, c->options->viewer, x, low > y ? low : y);
}

/* ---- marks ---- */

static long root_of(long n)
{
    long r = 0;
    for (long bit = 1L << 15; bit; bit >>= 1) {
        if ((r + bit) * (r + bit) <= n) {
            r += bit;
        }
    }
    return r;
}

/* A step across a wrapped edge or to another level cannot be drawn as a line. */
static bool is_drawn(const canvas *c, const mark *k)
{
    const topology *t = &c->v->topology;
    spot a = c->lay.centre[k->via], b = c->lay.centre[k->cell];
    long dx = b.x - a.x, dy = b.y - a.y, far = root_of(dx * dx + dy * dy);
    int most = (t->columns > t->rows ? t->columns : t->rows) * UNIT / 2;
    return t->level[k->via] == t->level[k->cell] && (t->wrap == WRAP_NONE || far <= most);
}

/* Whether the ray has a next cell: straight on, or reflected by an edge; or returns to the piece's cell. */
static bool goes_on(const canvas *c, const mark *k)
{
    spot a = c->lay.centre[k->via], b = c->lay.centre[k->cell], home = c->lay.centre[c->options->cell];
    int dx = b.x - a.x, dy = b.y - a.y;
    for (size_t i = 0; i < c->marks.count; i++) {
        const mark *next = &c->marks.list[i];
        spot d = c->lay.centre[next->cell];
        bool alike = abs(d.x - b.x) == abs(dx) && abs(d.y - b.y) == abs(dy);
        if (next->via == k->cell && next->flags & MARK_RIDER && next->cell != k->via && alike) {
            return true;
        }
    }
    return b.x + dx == home.x && b.y + dy == home.y;
}

/* The line of a rider, with an arrow where it continues. */
static void put_ride(canvas *c, const mark *k)
{
    spot a = c->lay.centre[k->via], b = c->lay.centre[k->cell];
    const char *pen = k->flags & (MARK_HURDLE | MARK_LOCUST)
                          ? "fill=\"none\" stroke=\"" COLOUR_MOVE
                            "\" stroke-opacity=\".55\" stroke-width=\"4\" stroke-dasharray=\"9 7\""
                          : "fill=\"none\" stroke=\"" COLOUR_MOVE "\" stroke-opacity=\".55\" stroke-width=\"4\"";
    if (!is_drawn(c, k)) {
        return;
    }
    c->rides = true;
    put_line(c, a, b, pen);
    if (!(k->flags & MARK_UNLIMITED) || goes_on(c, k)) {
        return;
    }
    long dx = b.x - a.x, dy = b.y - a.y, length = root_of(dx * dx + dy * dy), reach = c->lay.room - 4;
    length = length ? length : 1;
    spot tip = {b.x + (int)(dx * reach / length), b.y + (int)(dy * reach / length)};
    spot foot = {b.x + (int)(dx * (reach - 15) / length), b.y + (int)(dy * (reach - 15) / length)};
    int ox = (int)(-dy * 10 / length), oy = (int)(dx * 10 / length);
    put_line(c, b, foot, pen);
    text_print(c->out, "<path d=\"M%d %dL%d %dL%d %dz\" fill=\"" COLOUR_MOVE "\"/>\n", tip.x, tip.y, foot.x + ox,
               foot.y + oy, foot.x - ox, foot.y - oy);
}

static void put_paths(canvas *c)
{
    for (size_t i = 0; i < c->marks.count; i++) {
        const mark *k = &c->marks.list[i];
        bool far = k->flags & MARK_CLEAR_PATH && !(k->flags & (MARK_CASTLING | MARK_STAYS));
        if (k->flags & MARK_RIDER) {
            put_ride(c, k);
        } else if ((far || k->flags & MARK_LOCUST) && k->cell != c->options->cell) {
            const mark whole = {.cell = k->cell, .via = c->options->cell, .flags = k->flags};
            if (is_drawn(c, &whole)) {
                c->blocked |= far && !(k->flags & MARK_LOCUST);
                put_line(
                    c, c->lay.centre[c->options->cell], c->lay.centre[k->cell],
                    "fill=\"none\" stroke=\"" COLOUR_MOVE
                    "\" stroke-opacity=\".6\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-dasharray=\"1 9\"");
            }
        }
    }
}

static void put_frame(text *out, unsigned sign)
{
    if (sign & MARK_HURDLE) {
        text_put(out,
                 "<path d=\"M0-31L31 0L0 31L-31 0z\" fill=\"none\" stroke=\"" COLOUR_MOVE "\" stroke-width=\"4\"/>");
    }
    if (sign & (MARK_INITIAL | MARK_ZONE) && !(sign & MARK_CASTLING)) {
        text_put(out, "<circle r=\"27\" fill=\"none\" stroke=\"" COLOUR_MOVE
                      "\" stroke-width=\"4\" stroke-dasharray=\"8 6\"/>");
    }
    if (sign & MARK_CASTLING) {
        text_put(out, "<path d=\"M-20 20h40v-8h-6v-16h6v-14h-9v6h-7v-6h-8v6h-7v-6h-9v14h6v16h-6z\" fill=\"#ffffff\" "
                      "stroke=\"" COLOUR_MOVE "\" stroke-width=\"4\"/>");
    }
    if (sign & MARK_LOCUST) {
        text_put(out, "<circle r=\"25\" fill=\"none\" stroke=\"" COLOUR_CAPTURE "\" stroke-width=\"4\"/>");
    }
    if (sign & MARK_CONDITIONAL) {
        text_put(out, "<path d=\"M-25-25h50v50h-50z\" fill=\"none\" stroke=\"" COLOUR_MOVE
                      "\" stroke-width=\"4\" stroke-dasharray=\"3 6\"/>");
    }
    if (sign & MARK_RESTRICTED) {
        text_put(out, "<path d=\"M0-34L32 22h-64z\" fill=\"none\" stroke=\"" COLOUR_CAPTURE "\" stroke-width=\"4\"/>");
    }
    if (sign & MARK_EN_PASSANT) {
        text_put(out, "<path d=\"M-16 24h32\" fill=\"none\" stroke=\"" COLOUR_CAPTURE "\" stroke-width=\"5\"/>");
    }
    if (sign & MARK_CHANGES_TYPE) {
        text_put(out, "<path d=\"M20-26h14v14\" fill=\"none\" stroke=\"" COLOUR_OWN "\" stroke-width=\"5\"/>");
    }
    if (sign & MARK_STAYS) {
        text_put(out, "<path d=\"M16-8a18 18 0 1 0 2 14M16-22v15h-15\" fill=\"none\" stroke=\"" COLOUR_MOVE
                      "\" stroke-width=\"5\"/>");
    }
}

/* A sign around (0, 0): a disc for both, a ring for moves, a cross for captures, a plus for own pieces; a frame shows
 * conditions. */
static void put_sign(text *out, unsigned sign)
{
    put_frame(out, sign);
    if (sign & (MARK_CASTLING | MARK_STAYS)) {
        return;
    }
    bool moves = sign & MARK_QUIET, captures = sign & MARK_CAPTURE;
    if (moves && captures) {
        text_put(out, "<circle r=\"16\" fill=\"" COLOUR_MOVE "\"/>");
    } else if (moves) {
        text_put(out, "<circle r=\"13\" fill=\"#ffffff\" stroke=\"" COLOUR_MOVE "\" stroke-width=\"6\"/>");
    } else if (captures) {
        text_put(out, "<path d=\"M-13-13L13 13M13-13L-13 13\" fill=\"none\" stroke=\"" COLOUR_CAPTURE
                      "\" stroke-width=\"7\"/>");
    }
    if (sign & MARK_OWN) {
        text_print(out, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"5\"/>",
                   moves != captures && captures ? "M14 0h20M24-10v20" : "M-9 0h18M0-9v18",
                   moves && captures ? "#ffffff" : COLOUR_OWN);
    }
}

static void put_signs(canvas *c, unsigned cell, const unsigned *signs, int count)
{
    static const spot places[SIGNS_IN_CELL][SIGNS_IN_CELL] = {
        {{0, 0}}, {{-24, 0}, {24, 0}}, {{-24, -22}, {24, -22}, {0, 22}}, {{-24, -22}, {24, -22}, {-24, 22}, {24, 22}}};
    spot s = c->lay.centre[cell];
    for (int i = 0; i < count; i++) {
        spot at = places[count - 1][i];
        int size = count == 1 ? 100 : count == 2 ? 72 : 60;
        if (signs[i] & MARK_STAYS) { /* beside the piece */
            at = (spot){30, -30};
            size = 70;
        }
        text_print(c->out, "<g transform=\"translate(%d %d)", s.x + at.x, s.y + at.y);
        if (size != 100) {
            text_put(c->out, " scale(");
            glyph_put_number(c->out, size);
            text_char(c->out, ')');
        }
        text_put(c->out, "\">");
        put_sign(c->out, signs[i]);
        text_put(c->out, "</g>\n");
    }
}

static void put_marks(canvas *c)
{
    open_group(c, c->options->addressable, "class", "marks");
    put_paths(c);
    close_group(c, c->options->addressable);
    int size = piece_size(c);
    spot s = c->lay.centre[c->options->cell];
    put_piece(c, c->options->piece, s.x - size / 2, s.y - size / 2, size);
    open_group(c, c->options->addressable, "class", "marks");
    for (size_t i = 0; i < c->marks.count;) {
        unsigned signs[SIGNS_IN_CELL];
        size_t next;
        int count = signs_of_cell(&c->marks, i, signs, &next);
        put_signs(c, c->marks.list[i].cell, signs, count);
        i = next;
    }
    close_group(c, c->options->addressable);
}

/* ---- the legend ---- */

static bool russian(const canvas *c)
{
    return c->options->russian;
}

static void legend_words(const canvas *c, int row, text *words)
{
    if (row < c->legend_count) {
        signs_put_words(words, c->options->v->rules, c->legend[row], russian(c));
    } else {
        signs_put_text(words, "only if the way is clear", russian(c));
    }
}

static int legend_rows(const canvas *c)
{
    return c->legend_count + c->blocked;
}

static void measure_legend(canvas *c)
{
    for (size_t i = 0; i < c->marks.count;) {
        unsigned signs[SIGNS_IN_CELL];
        size_t next;
        int count = signs_of_cell(&c->marks, i, signs, &next);
        for (int k = 0; k < count; k++) {
            c->legend_count = signs_add(c->legend, c->legend_count, signs[k]);
        }
        for (size_t k = i; k < next; k++) {
            unsigned flags = c->marks.list[k].flags;
            c->blocked |= flags & MARK_CLEAR_PATH && !(flags & (MARK_RIDER | MARK_CASTLING | MARK_STAYS | MARK_LOCUST));
        }
        i = next;
    }
    if (c->options->no_legend) {
        c->legend_count = 0;
        c->blocked = false;
        return;
    }
    for (int row = 0; row < legend_rows(c); row++) {
        text words = {0};
        legend_words(c, row, &words);
        int width = 90 + (int)utf8_columns(text_string(&words), words.length) * LETTER_WIDTH;
        c->width = width > c->width ? width : c->width;
        c->out->failed |= words.failed;
        text_finish(&words);
    }
    c->height += legend_rows(c) ? legend_rows(c) * LEGEND_ROW + 14 : 0;
}

static void put_legend(canvas *c)
{
    int y = c->lay.height + 14 + LEGEND_ROW / 2 - 7;
    for (int row = 0; row < legend_rows(c); row++) {
        text words = {0};
        if (row < c->legend_count) {
            text_print(c->out, "<g transform=\"translate(40 %d) scale(.66)\">", y);
            put_sign(c->out, c->legend[row]);
            text_put(c->out, "</g>");
        } else {
            put_line(c, (spot){18, y}, (spot){62, y},
                     "fill=\"none\" stroke=\"" COLOUR_MOVE
                     "\" stroke-opacity=\".6\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-dasharray=\"1 9\"");
        }
        legend_words(c, row, &words);
        put_words(c, 78, y, LEGEND_TEXT, "text-anchor=\"start\" fill=\"" COLOUR_INK "\"", text_string(&words));
        c->out->failed = c->out->failed || words.failed;
        text_finish(&words);
        y += LEGEND_ROW;
    }
}

/* ---- the whole picture ---- */

static void put_title(canvas *c)
{
    text_put(c->out, "<title>");
    glyph_put_xml(c->out, c->v->rules->title ? c->v->rules->title : "");
    if (c->options->piece) {
        text_put(c->out, ": ");
        glyph_put_xml(c->out, c->v->type[c->v->type_of[c->options->piece]].name);
        text_char(c->out, ' ');
        glyph_put_xml(c->out, c->v->topology.names[c->options->cell]);
    }
    text_put(c->out, "</title>\n");
}

static void draw(canvas *c)
{
    text *out = c->out;
    c->width = c->lay.width;
    c->height = c->lay.height;
    measure_hands(c);
    measure_legend(c);
    text_print(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%ld\" height=\"%ld\" viewBox=\"0 0 %d %d\" ",
               (long)c->width * c->options->size / UNIT, (long)c->height * c->options->size / UNIT, c->width,
               c->height);
    text_put(out, "font-family=\"DejaVu Sans, Verdana, sans-serif\" text-anchor=\"middle\" stroke-linejoin=\"round\" "
                  "role=\"img\">\n");
    put_title(c);
    text_print(out, "<rect %swidth=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
               c->options->addressable ? "class=\"ground\" " : "", c->width, c->height);
    if (c->lay.points) {
        put_backing(c);
        put_points(c);
    } else {
        put_cells(c);
        put_zones_of_cells(c);
    }
    put_shapes(c);
    put_drawn_lines(c);
    put_tints(c);
    put_wrapped_edges(c);
    put_walls(c);
    put_labels(c);
    put_pieces(c);
    if (c->options->piece) {
        put_marks(c);
    }
    if (c->options->addressable) {
        put_areas(c);
    }
    put_hands(c);
    put_legend(c);
    text_put(out, "</svg>\n");
}

bool svg_draw(const picture *options, text *out)
{
    canvas c = {.options = options, .v = options->v, .out = out, .marks = {.fuel = options->fuel}};
    bool ok = layout_build(&c.lay, options->v, seat(&c, options->viewer), !options->no_coordinates, options->across);
    if (ok && options->piece) {
        marks_find(&c.marks, options->v, options->piece, options->cell);
        ok = !c.marks.failed;
    }
    if (ok) {
        draw(&c);
    }
    layout_finish(&c.lay);
    marks_finish(&c.marks);
    out->failed |= !ok;
    return !out->failed;
}

bool svg_draw_piece(const variant *v, piece_id piece, text *out)
{
    text_put(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" font-family=\"DejaVu Sans, Verdana, "
             "sans-serif\" text-anchor=\"middle\" stroke-linejoin=\"round\">");
    glyph_put(out, v, piece, 0, 0, 100, 0);
    text_put(out, "</svg>");
    return !out->failed;
}
