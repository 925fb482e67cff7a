#include "draw/layout.h"

#include <stdlib.h>
#include <string.h>

enum {
    MARGIN = 12,   /* around everything */
    LABELS = 34,   /* for ranks and files */
    TITLE = 40,    /* above a board that has a name */
    BETWEEN = 70,  /* boards */
    HEX_HALF = 50, /* half the width of a hexagon, and of a column: neighbours are two columns apart */
    HEX_SIDE = 58, /* HEX_HALF * 2 / sqrt(3), rounded up so that a side is whole */
    HEX_ROW = 87,  /* one and a half sides */
    POINT_ROOM = 40,
    ROOM = 50,
};

/* A point of the board (x right, y up, from the lower left corner) as the viewer sees it (y down). */
static spot to_view(const layout *l, int x, int y)
{
    switch (l->rotation & 3) {
    case 1:
        return (spot){-y, -x};
    case 2:
        return (spot){-x, y};
    case 3:
        return (spot){y, x};
    default:
        return (spot){x, -y};
    }
}

static bool is_hexagonal(const variant *v)
{
    return v->rules->row_cells || v->rules->draws_hexagons;
}

static void place_cell(layout *l, unsigned cell)
{
    const topology *t = &l->v->topology;
    static const spot hexagon[CORNERS_MAX] = {{0, HEX_SIDE},  {HEX_HALF, HEX_SIDE / 2},   {HEX_HALF, -HEX_SIDE / 2},
                                              {0, -HEX_SIDE}, {-HEX_HALF, -HEX_SIDE / 2}, {-HEX_HALF, HEX_SIDE / 2}};
    const int side = l->wide * UNIT / 2, rise = l->high * UNIT / 2;
    const spot square[4] = {{-side, -rise}, {side, -rise}, {side, rise}, {-side, rise}};
    bool hexagonal = l->corners == CORNERS_MAX;
    const spot *shape = hexagonal ? hexagon : square;
    /* Where rows are given, neighbours are two columns apart; else each row begins half a cell further to the right. */
    const int columns = l->v->rules->draws_hexagons ? 2 * t->column[cell] + t->row[cell] : t->column[cell];
    int x = columns * (hexagonal ? HEX_HALF : l->wide * UNIT),
        y = t->row[cell] * (hexagonal ? HEX_ROW : l->high * UNIT);
    l->centre[cell] = to_view(l, x, y);
    for (int i = 0; i < l->corners; i++) {
        l->corner[(size_t)cell * (size_t)l->corners + (size_t)i] = to_view(l, x + shape[i].x, y + shape[i].y);
    }
}

box layout_level_box(const layout *l, int level)
{
    box b = {0, 0, 0, 0};
    bool any = false;
    for (int cell = 0; cell < l->v->cells; cell++) {
        for (int i = 0; i < l->corners && l->v->topology.level[cell] == level; i++) {
            spot s = l->corner[cell * l->corners + i];
            b.left = any && b.left < s.x ? b.left : s.x;
            b.right = any && b.right > s.x ? b.right : s.x;
            b.top = any && b.top < s.y ? b.top : s.y;
            b.bottom = any && b.bottom > s.y ? b.bottom : s.y;
            any = true;
        }
    }
    return b;
}

static void move_level(layout *l, int level, int dx, int dy)
{
    for (int cell = 0; cell < l->v->cells; cell++) {
        if (l->v->topology.level[cell] != level) {
            continue;
        }
        l->centre[cell].x += dx;
        l->centre[cell].y += dy;
        for (int i = 0; i < l->corners; i++) {
            l->corner[cell * l->corners + i].x += dx;
            l->corner[cell * l->corners + i].y += dy;
        }
    }
}

bool layout_is_numbered(const variant *v)
{
    return v->picture.numbers[0] || v->rules->notation.cell_numbers;
}

/* ---- names beside the board ---- */

/* A cell's name without its board's name. `letters`: the length of its letters, before the digits. */
static const char *short_name(const topology *t, int cell, size_t *letters)
{
    const char *name = t->names[cell], *colon = strchr(name, ':');
    name = colon ? colon + 1 : name;
    *letters = strcspn(name, "0123456789");
    return name;
}

/* The part of the name, letters or digits, that all cells of a column or row of one level share; "" for none. */
static void shared_part(const layout *l, int level, bool row, int index, bool digits, char word[LABEL_MAX])
{
    const topology *t = &l->v->topology;
    bool open = true;
    word[0] = '\0';
    for (int cell = 0; cell < t->cells; cell++) {
        size_t letters;
        if (t->level[cell] != level || (row ? t->row[cell] : t->column[cell]) != index) {
            continue;
        }
        const char *name = short_name(t, cell, &letters), *part = digits ? name + letters : name;
        size_t length = digits ? strlen(part) : letters;
        if (length == 0 || length >= LABEL_MAX ||
            (!open && (strlen(word) != length || memcmp(word, part, length) != 0))) {
            word[0] = '\0';
            return;
        }
        memcpy(word, part, length);
        word[length] = '\0';
        open = false;
    }
}

/* Whether the labels of columns and rows name every cell. `digits`: rows show the digits, columns the letters; else the
 * reverse. */
static bool labels_name_all(const layout *l, bool digits)
{
    const topology *t = &l->v->topology;
    for (int level = 0; level < t->levels; level++) {
        for (int axis = 0; axis < 2; axis++) {
            for (int i = 0; i < (axis ? t->rows : t->columns); i++) {
                char word[LABEL_MAX];
                shared_part(l, level, axis == 1, i, axis ? digits : !digits, word);
                bool used = false;
                for (int cell = 0; cell < t->cells && !used; cell++) {
                    used = t->level[cell] == level && (axis ? t->row[cell] : t->column[cell]) == i;
                }
                if (used && !word[0]) {
                    return false;
                }
            }
        }
    }
    return true;
}

static void put_label(layout *l, const char *word, int x, int y, bool board)
{
    layout_label *label = &l->labels[l->label_count++];
    label->at = (spot){x, y};
    label->board = board;
    size_t length = strlen(word);
    length = length < LABEL_MAX - 1 ? length : LABEL_MAX - 1;
    memcpy(label->word, word, length);
    label->word[length] = '\0';
}

/* The cell of a row or column that lies furthest to the left, or to the bottom; -1: it has none. */
static int outermost(const layout *l, int level, bool row, int number, bool left)
{
    const topology *t = &l->v->topology;
    int best = -1;
    for (int cell = 0; cell < t->cells; cell++) {
        if (t->level[cell] == level && (row ? t->row[cell] : t->column[cell]) == number) {
            const spot at = l->centre[cell], known = l->centre[best < 0 ? cell : best];
            best = best < 0 || (left ? at.x < known.x : at.y > known.y) ? cell : best;
        }
    }
    return best;
}

/* Labels of one level: rows to its left, columns below it, as the viewer sees them. */
static void label_level(layout *l, int level, bool digits)
{
    const topology *t = &l->v->topology;
    box b = layout_level_box(l, level);
    for (int axis = 0; axis < 2; axis++) {
        bool row = axis == 1;
        for (int i = 0; i < (row ? t->rows : t->columns); i++) {
            char word[LABEL_MAX];
            shared_part(l, level, row, i, row ? digits : !digits, word);
            const bool beside = row == ((l->rotation & 1) == 0);
            const int one = outermost(l, level, row, i, beside);
            if (one < 0) {
                continue;
            }
            if (beside) {
                const int edge = l->v->rules->draws_hexagons ? l->centre[one].x - HEX_SIDE : b.left;
                put_label(l, word, edge - LABELS / 2, l->centre[one].y, false);
            } else {
                put_label(l, word, l->centre[one].x, b.bottom + LABELS / 2, false);
            }
        }
    }
}

/* The name of a board, or the number of a level. */
static void title_of(const layout *l, int level, char word[LABEL_MAX])
{
    const rule_player *none = NULL;
    const ruleset *rules = l->v->rules;
    (void)none;
    word[0] = '\0';
    if (rules->board_names) {
        size_t length = strlen(rules->board_names[level]);
        length = length < LABEL_MAX - 1 ? length : LABEL_MAX - 1;
        memcpy(word, rules->board_names[level], length);
        word[length] = '\0';
    } else {
        word[0] = level < 9 ? (char)('1' + level) : '*';
        word[1] = '\0';
    }
}

/* ---- the whole layout ---- */

/* How many levels lie side by side so that the picture is about square. */
static int levels_in_a_row(const layout *l, box one)
{
    int levels = l->v->topology.levels, width = one.right - one.left, height = one.bottom - one.top, best = levels;
    long least = -1;
    for (int across = 1; across <= levels; across++) {
        int down = (levels + across - 1) / across;
        long w = (long)across * (width + BETWEEN), h = (long)down * (height + BETWEEN);
        long worse = w > h ? w : h;
        if (least < 0 || worse <= least) {
            least = worse;
            best = across;
        }
    }
    return best;
}

static void lay_levels(layout *l, bool labels)
{
    const topology *t = &l->v->topology;
    /* The numbers of long cells stand at both ends of the board. */
    const bool numbered = layout_is_numbered(l->v), ends = labels && numbered && l->wide != l->high,
               beside = labels && l->fully_labelled && !numbered;
    int side = MARGIN + (beside ? LABELS : 0), below = MARGIN + (beside || ends ? LABELS : 0);
    int title = labels && t->levels > 1 ? TITLE : ends ? LABELS : 0, left = 0, top = MARGIN, deepest = 0;
    int across = t->levels < 2 ? 1 : l->across ? l->across : levels_in_a_row(l, layout_level_box(l, 0));
    for (int level = 0; level < t->levels; level++) {
        box b = layout_level_box(l, level);
        if (level % across == 0) {
            top = level ? deepest + BETWEEN / 2 : MARGIN;
            left = side;
        }
        move_level(l, level, left - b.left, top + title - b.top);
        int right = left + b.right - b.left, bottom = top + title + b.bottom - b.top;
        left = right + BETWEEN;
        deepest = bottom + below - MARGIN > deepest ? bottom + below - MARGIN : deepest;
        l->width = right + MARGIN > l->width ? right + MARGIN : l->width;
    }
    l->height = deepest + MARGIN;
}

static bool read_labels(layout *l, bool digits)
{
    const topology *t = &l->v->topology;
    l->labels = calloc((size_t)t->levels * (size_t)(t->columns + t->rows + 1), sizeof *l->labels);
    if (!l->labels) {
        return false;
    }
    for (int level = 0; level < t->levels; level++) {
        if (l->fully_labelled && !layout_is_numbered(l->v)) {
            label_level(l, level, digits);
        }
        if (t->levels > 1) {
            char word[LABEL_MAX];
            box b = layout_level_box(l, level);
            title_of(l, level, word);
            put_label(l, word, (b.left + b.right) / 2, b.top - TITLE / 2, true);
        }
    }
    return true;
}

bool layout_build(layout *l, const variant *v, int rotation, bool labels, int across)
{
    *l = (layout){.v = v, .across = across, .rotation = rotation & 3, .corners = is_hexagonal(v) ? CORNERS_MAX : 4};
    l->points = v->rules->draws_points;
    l->wide = v->rules->picture.cell_width ? v->rules->picture.cell_width : 1;
    l->high = v->rules->picture.cell_height ? v->rules->picture.cell_height : 1;
    l->room = l->points ? POINT_ROOM : ROOM;
    l->centre = calloc((size_t)v->cells, sizeof *l->centre);
    l->corner = calloc((size_t)v->cells * (size_t)l->corners, sizeof *l->corner);
    if (!l->centre || !l->corner) {
        return false;
    }
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        place_cell(l, cell);
    }
    bool digits = labels_name_all(l, true);
    l->fully_labelled = digits || labels_name_all(l, false);
    lay_levels(l, labels);
    return !labels || read_labels(l, digits);
}

void layout_finish(layout *l)
{
    free(l->centre);
    free(l->corner);
    free(l->labels);
    *l = (layout){0};
}
