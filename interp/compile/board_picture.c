/* Board picture: what pictures show on the board besides its cells: zones in colour, lines, a river. Play never asks. */

#include "compile/board_picture.h"

#include "compile/variant_build.h"

/* A zone has the same colour for all players: their cells are put together. Later zones are painted over earlier ones. */
static void paint_zones(variant *v)
{
    const rule_picture *rule = &v->rules->picture;
    const zone_table *zones = &v->topology.zones;
    for (size_t i = 0; i < rule->coloured_count; i++) {
        for (size_t player = 0; player < zones->players; player++) {
            const uint64_t *set = zones->sets[rule->coloured[i].zone * zones->players + player];
            for (int cell = 0; set && cell < v->cells; cell++) {
                if (set_has(set, (unsigned)cell)) {
                    v->picture.colour[cell] = (uint8_t)rule->coloured[i].colour;
                }
            }
        }
    }
}

/* The river of all players together. */
static bool read_river_cells(variant *v, diag_list *diags)
{
    bool cells[CELLS_MAX];
    for (int player = 0; player < v->players; player++) {
        if (!zone_read(&v->topology, v->rules, diags, &v->rules->picture.river, (size_t)player, cells)) {
            return false;
        }
        for (int cell = 0; cell < v->cells; cell++) {
            v->picture.river[cell] |= cells[cell];
        }
    }
    return true;
}

/* Whether the square of four points, of which `cell` is one and the others lie towards (dx, dy), is water. */
static bool is_water(const variant *v, cell_id cell, int dx, int dy)
{
    const topology *t = &v->topology;
    for (int corner = 0; corner < 4; corner++) {
        const cell_id at = topology_at(t, t->column[cell] + (corner & 1 ? dx : 0), t->row[cell] + (corner & 2 ? dy : 0),
                                       t->level[cell]);
        if (at == CELL_NONE || !v->picture.river[at]) {
            return false;
        }
    }
    return true;
}

bool board_picture_is_flooded(const variant *v, cell_id cell, bool up)
{
    return is_water(v, cell, 1, 1) && is_water(v, cell, up ? -1 : 1, up ? 1 : -1);
}

static bool read_river(variant *v, diag_list *diags)
{
    const rule_text *river = &v->rules->picture.river;
    if (!river->string) {
        return true;
    }
    if (!read_river_cells(v, diags)) {
        return false;
    }
    for (int cell = 0; cell < v->cells; cell++) {
        if (board_picture_is_flooded(v, (cell_id)cell, false) || board_picture_is_flooded(v, (cell_id)cell, true)) {
            return true;
        }
    }
    diag_error(diags, CODE_WRONG_VALUE, river->location, "no line of the board lies inside of this river");
    diag_hint(diags, "a river is made of two neighbouring ranks or files, or more, such as `ranks 4-5`");
    return false;
}

static bool read_lines(variant *v, diag_list *diags)
{
    const rule_picture *rule = &v->rules->picture;
    for (size_t i = 0; i < rule->line_count; i++) {
        if (!topology_read_line(&v->topology, &v->arena, diags, &rule->lines[i], &v->picture.lines[i])) {
            return false;
        }
    }
    v->picture.line_count = rule->line_count;
    return true;
}

/* The numbers of cells as one text of the rules has them. */
static uint16_t *read_number_list(variant *v, diag_list *diags, const rule_text *list)
{
    board_line line = {0};
    uint16_t *numbers = arena_new(&v->arena, uint16_t, (size_t)v->cells);
    if (!numbers || !topology_read_line(&v->topology, &v->arena, diags, list, &line)) {
        return NULL;
    }
    for (size_t i = 0; i < line.count; i++) {
        numbers[line.cells[i]] = (uint16_t)(i + 1);
    }
    return numbers;
}

static bool read_numbers(variant *v, diag_list *diags)
{
    const rule_picture *rule = &v->rules->picture;
    for (int player = 0; player < v->players && rule->number_count; player++) {
        v->picture.numbers[player] = player && rule->number_count == 1
                                         ? v->picture.numbers[0]
                                         : read_number_list(v, diags, &rule->numbers[player]);
        if (!v->picture.numbers[player]) {
            return false;
        }
    }
    return true;
}

bool board_picture_build(variant *v, diag_list *diags)
{
    v->picture.colour = arena_new(&v->arena, uint8_t, (size_t)v->cells);
    v->picture.river = arena_new(&v->arena, bool, (size_t)v->cells);
    v->picture.lines = arena_new(&v->arena, board_line, v->rules->picture.line_count);
    if (!v->picture.colour || !v->picture.river || !v->picture.lines) {
        return diag_out_of_memory(diags);
    }
    paint_zones(v);
    return read_lines(v, diags) && read_river(v, diags) && read_numbers(v, diags);
}
