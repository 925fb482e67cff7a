/* What pictures show on the board: zones in colour, lines, a river, shapes, numbers, and how large a cell is drawn. */

#include <string.h>

#include "rules/names.h"
#include "rules/ruleset_build.h"
#include "rules/svg_path.h"

enum { PICTURE_CELL_MAX = '8' }; /* how many pieces wide or high a cell may be drawn */

const char *const picture_colour_names[PICTURE_PAINTS] = {"",     "red",    "orange", "green", "blue",  "purple",
                                                          "grey", "yellow", "light",  "dark",  "white", "black"};

static const char *next_zone(const void *state, size_t index)
{
    const ruleset *rules = state;
    return index < rules->zone_count ? rules->zone_names[index] : NULL;
}

static picture_colour colour_named(const char *word)
{
    picture_colour colour = PICTURE_PLAIN;
    for (int i = 0; i < PICTURE_PAINTS; i++) {
        colour = strcmp(picture_colour_names[i], word) == 0 ? (picture_colour)i : colour;
    }
    return colour;
}

static void read_colours(builder *b, const node *colours)
{
    const ruleset *rules = b->rules;
    rule_picture *picture = &b->rules->picture;
    size_t count = colours ? colours->length : 0;
    picture->coloured = arena_new(b->arena, rule_coloured_zone, count);
    for (size_t i = 0; picture->coloured && i < count; i++) {
        size_t zone = 0;
        while (zone < rules->zone_count && strcmp(rules->zone_names[zone], colours->keys[i]) != 0) {
            zone++;
        }
        if (zone == rules->zone_count) {
            diag_error(b->diags, CODE_UNKNOWN_CELL, colours->key_locations[i], "there is no zone `%s`",
                       colours->keys[i]);
            names_hint(b->diags, colours->keys[i], next_zone, rules, "zones");
            continue;
        }
        picture->coloured[picture->coloured_count++] =
            (rule_coloured_zone){zone, colour_named(colours->items[i]->string)};
    }
}

static rule_shape shape_of(builder *b, const node *map)
{
    const node *path = node_get(map, "path"), *fill = node_get(map, "fill"), *line = node_get(map, "line");
    size_t at = 0;
    const char *fault = svg_path_data_fault(path->string, strlen(path->string), &at);
    if (fault) {
        diag_error(b->diags, CODE_WRONG_VALUE, build_location(path, at, 1), "%s", fault);
    } else if (strlen(path->string) > SVG_PATH_MAX) {
        diag_error(b->diags, CODE_WRONG_VALUE, path->location, "a path has at most %d bytes; make it two shapes",
                   SVG_PATH_MAX);
    }
    return (rule_shape){.path = path->string,
                        .fill = fill ? colour_named(fill->string) : PICTURE_PLAIN,
                        .line = line ? colour_named(line->string) : PICTURE_PLAIN,
                        .width = (int)build_number(map, "width", 3)};
}

static void read_shapes(builder *b, const node *shapes)
{
    rule_picture *picture = &b->rules->picture;
    picture->shapes = arena_new(b->arena, rule_shape, node_item_count(shapes));
    for (size_t i = 0; picture->shapes && i < node_item_count(shapes); i++) {
        picture->shapes[picture->shape_count++] = shape_of(b, node_item(shapes, i));
    }
}

static void read_numbers(builder *b, const node *numbers)
{
    rule_picture *picture = &b->rules->picture;
    const size_t count = node_item_count(numbers);
    if (count > 1 && count != b->rules->player_count) {
        diag_error(b->diags, CODE_WRONG_VALUE, numbers->location,
                   "`numbers` has one list of cells for all players, or one for each of the %zu",
                   b->rules->player_count);
        return;
    }
    picture->numbers = arena_new(b->arena, rule_text, count);
    for (size_t i = 0; picture->numbers && i < count; i++) {
        picture->numbers[picture->number_count++] = build_text(b, node_item(numbers, i));
    }
}

/* How large a cell is drawn. */
static void read_cell(builder *b, const node *map)
{
    const node *cell = node_get(map, "cell");
    if (!cell) {
        return;
    }
    if (b->rules->draws_points || b->rules->draws_hexagons || b->rules->row_cells) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "cell"),
                   "`cell` goes with a board of files and ranks that is not `drawn: points` or `drawn: hexagons`");
        return;
    }
    const char *size = cell->string;
    if (strlen(size) != 3 || size[0] < '1' || size[0] > PICTURE_CELL_MAX || size[1] != 'x' || size[2] < '1' ||
        size[2] > PICTURE_CELL_MAX) {
        diag_error(b->diags, CODE_WRONG_VALUE, cell->location, "a cell is drawn 1x1 to %cx%c, found `%s`",
                   PICTURE_CELL_MAX, PICTURE_CELL_MAX, size);
        return;
    }
    b->rules->picture.cell_width = size[0] - '0';
    b->rules->picture.cell_height = size[2] - '0';
}

void build_picture(builder *b)
{
    const node *map = node_get(b->root, "picture"), *lines = node_get(map, "lines"), *river = node_get(map, "river");
    rule_picture *picture = &b->rules->picture;
    read_colours(b, node_get(map, "colours"));
    picture->lines = arena_new(b->arena, rule_text, node_item_count(lines));
    for (size_t i = 0; picture->lines && i < node_item_count(lines); i++) {
        picture->lines[picture->line_count++] = build_text(b, node_item(lines, i));
    }
    read_shapes(b, node_get(map, "shapes"));
    read_numbers(b, node_get(map, "numbers"));
    read_cell(b, map);
    picture->river = build_text(b, river);
    if (river && (!b->rules->draws_points || b->rules->line_count || b->rules->row_cells)) {
        diag_error(b->diags, CODE_KEY_NEEDS, build_key_location(map, "river"),
                   "`river` goes with `board: {drawn: points}`, on a board of files and ranks without `lines`");
        diag_hint(b->diags, "a zone of any board can have a colour: `colours: {NAME: blue}`");
    }
}
