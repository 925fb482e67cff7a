/* Move tables: movements, written in the mover's frame, become tables for each piece and cell.
 *
 * Plain leaps become sets, plain rays sliders, movements with a condition specials, and everything else multi-leg
 * paths. The zone where a movement may start, and the start cells for `i`, are settled here: the tables hold nothing
 * for other cells. */

#include "compile/move_tables.h"

#include "compile/move_draft.h"

#include <string.h>

/* What movements without a notation may do. */
static uint16_t scripted_modes(const rule_move *rule)
{
    return rule->never_captures ? LEG_MOVE : LEG_MOVE | LEG_CAPTURE;
}

/* Marks the cells of pieces that a piece on `cell` could jump over on an empty board: those with a cell behind them. */
static void mark_jumpable(draft *d, const jump_direction *l, unsigned cell)
{
    const variant *v = d->v;
    unsigned ride_vector = l->vector;
    cell_id at = topology_step(&v->topology, &ride_vector, cell);
    for (int steps = 1; at != CELL_NONE && steps <= v->cells; steps++) {
        cell_id behind = topology_step(&v->topology, &ride_vector, at);
        if (behind != CELL_NONE) {
            set_put(set_table_row(v, d->jumpable, cell), at);
        }
        if (steps == l->range) {
            return;
        }
        at = behind;
    }
}

static bool add_jumps(draft *d, const rule_move *rule)
{
    variant *g = d->v;
    for (size_t i = 0; i < rule->paths.count; i++) {
        const betza_leg *leg = &rule->paths.paths[i].leg[0];
        vector v = topology_rotate(g->rules, d->player, leg->x, leg->y);
        int number = topology_vector(&g->topology, v);
        int reverse = topology_vector(&g->topology, (vector){.dx = -v.dx, .dy = -v.dy, .dz = -v.dz});
        if (number < 0 || reverse < 0) {
            return diag_out_of_memory(d->diags);
        }
        if (d->jump_count == PIECE_JUMPS_MAX) {
            diag_error(d->diags, CODE_MOVEMENT_TOO_COMPLEX, rule->location, "a piece jumps in more than %d directions",
                       PIECE_JUMPS_MAX);
            return false;
        }
        jump_direction l = {.vector = (uint16_t)number,
                            .reverse = (uint16_t)reverse,
                            .range = leg->range,
                            .land_any = rule->land_any,
                            .gives_check = rule->gives_check && rule->jumped != JUMPED_CONVERTED,
                            .chain = (uint8_t)rule->chain,
                            .jumped = (uint8_t)rule->jumped,
                            .from = build_set(g, d->diags, d->from)};
        if (l.from == UINT32_MAX) {
            return diag_out_of_memory(d->diags);
        }
        /* A chain may come to any cell and go on from there. */
        for (int cell = 0; cell < g->cells; cell++) {
            if (d->from[cell] || l.chain != CHAIN_NONE) {
                mark_jumpable(d, &l, (unsigned)cell);
            }
        }
        d->jumps[d->jump_count++] = l;
    }
    return true;
}

static bool add_quiet_jumps(draft *d, const rule_move *rule)
{
    variant *v = d->v;
    quiet_jumps *j = draft_new_quiet_jumps(d);
    if (!j) {
        return false;
    }
    for (size_t i = 0; i < rule->paths.count; i++) {
        const betza_leg *leg = &rule->paths.paths[i].leg[0];
        const int number = topology_vector(&v->topology, topology_rotate(v->rules, d->player, leg->x, leg->y));
        if (number < 0) {
            return diag_out_of_memory(d->diags);
        }
        if (!draft_add_quiet_jump(d, j, (uint16_t)number, leg->range, rule->land_any)) {
            return false;
        }
    }
    j->chain = (uint8_t)rule->chain;
    for (int cell = 0; cell < v->cells; cell++) {
        const special s = {.kind = SPECIAL_QUIET_JUMPS,
                           .modes = LEG_MOVE,
                           .right = -1,
                           .to = (cell_id)cell,
                           .first_clear = CELL_NONE,
                           .path = (uint16_t)(j - v->quiet_jumps),
                           .rule = rule};
        if (d->from[cell] && !draft_add_special(d, (unsigned)cell, s)) {
            return false;
        }
    }
    return true;
}

/* Two leaps, the first onto an empty cell: a path of its own for every pair of vectors. */
static bool add_two_legs(draft *d, const leap_rule *l, cell_id from, cell_id middle, cell_id goal)
{
    const rule_move *rule = l->base.rule;
    if (rule->must_be_empty.count || rule->adjacent.count || rule->into >= 0 || rule->keeps_clock) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`if`, `transforms` and `resets_halfmove_clock` are not played for two leaps in one move");
        return false;
    }
    return draft_add_leaps_over(d, l, (const cell_id[]){from, middle, goal}, 2);
}

static bool add_hook_leap(draft *d, const leap_rule *l, cell_id from, int answer)
{
    int middle = (answer >> 16) - 1;
    cell_id to = (cell_id)(answer & 0xFFFF);
    if (to == from || !draft_may_arrive(d, from, to)) {
        return true;
    }
    if (middle >= 0) {
        return add_two_legs(d, l, from, (cell_id)middle, to);
    }
    return draft_add_leap_of_rule(d, l, from, to);
}

enum { ANSWERS_PER_CELL = 4 }; /* a script may name several paths to a target */

static bool add_hook_leaps(draft *d, const rule_move *rule)
{
    variant *v = d->v;
    size_t room = ANSWERS_PER_CELL * (size_t)v->cells;
    int *cells = arena_new(&d->scratch, int, room);
    if (!cells) {
        return diag_out_of_memory(d->diags);
    }
    if (!hook_exists(d->hooks, d->diags, rule->hook, rule->location)) {
        return false;
    }
    leap_rule l;
    if (!draft_begin_leaps(d, rule, scripted_modes(rule), &l)) {
        return false;
    }
    for (int cell = 0; cell < v->cells; cell++) {
        size_t count = 0;
        if (!d->from[cell]) {
            continue;
        }
        if (!d->hooks->leaps(d->hooks->host, d->diags, rule->hook, d->type->rule_piece_index, (int)d->player, cell,
                             cells, room, &count)) {
            diag_note(d->diags, rule->location, "this rule called the script");
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            if (!add_hook_leap(d, &l, (cell_id)cell, cells[i])) {
                return false;
            }
        }
    }
    return true;
}

static bool add_stays(draft *d, const rule_move *rule)
{
    variant *v = d->v;
    bool *clear = arena_new(&d->scratch, bool, (size_t)v->cells);
    if (!clear) {
        return diag_out_of_memory(d->diags);
    }
    for (int cell = 0; cell < v->cells; cell++) {
        special s = {.kind = SPECIAL_STAY,
                     .modes = LEG_MOVE,
                     .right = (int8_t)draft_right(d, rule),
                     .into = draft_transform(d, rule),
                     .to = (cell_id)cell,
                     .first_clear = CELL_NONE,
                     .rule = rule};
        if (d->from[cell] && d->to[cell] &&
            (!draft_set_presence(d, rule, &s) || !draft_set_condition(d, (unsigned)cell, clear, &s) ||
             !draft_add_special(d, (unsigned)cell, s))) {
            return false;
        }
    }
    return true;
}

/* To the neighbours on the lines of a board that is a graph. */
static bool add_board_line_steps(draft *d, const rule_move *rule)
{
    const topology *t = &d->v->topology;
    leap_rule l;
    if (!draft_begin_leaps(d, rule, scripted_modes(rule), &l)) {
        return false;
    }
    for (size_t i = 0; i < t->line_count; i++) {
        for (size_t k = 0; k + 1 < t->lines[i].count; k++) {
            cell_id pair[2] = {t->lines[i].cells[k], t->lines[i].cells[k + 1]};
            for (int end = 0; end < 2; end++) {
                if (d->from[pair[end]] && draft_may_arrive(d, pair[end], pair[!end]) &&
                    !draft_add_leap_of_rule(d, &l, pair[end], pair[!end])) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool read_zone(draft *d, const rule_text *spec, bool *cells)
{
    return zone_read(&d->v->topology, d->v->rules, d->diags, spec, d->player, cells);
}

/* Reports a change of type that is not played with such a movement yet. */
static bool check_transform(draft *d, const rule_move *rule)
{
    const rule_piece *pieces = d->v->rules->pieces, *piece_rule = &pieces[d->type->rule_piece_index];
    if (rule->into < 0) {
        return true;
    }
    if (d->type->royal && d->v->type[d->v->base_type[rule->into]].royal_form < 0) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`transforms` is only played for pieces that are not royal yet");
        return false;
    }
    for (size_t i = 0; i < piece_rule->promotion_count; i++) {
        if (piece_rule->promotions[i].from_prison) {
            diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                       "`transforms` is not played for pieces that promote from a prison yet");
            return false;
        }
    }
    return true;
}

/* The cells of the zone where such a piece is in the start position; NULL when out of memory. */
static bool *find_start_cells(draft *d, const bool *zone)
{
    const variant *v = d->v;
    bool *cells = arena_new(&d->scratch, bool, (size_t)v->cells);
    for (int cell = 0; cells && cell < v->cells; cell++) {
        piece_id piece = v->start_board[cell];
        cells[cell] = zone[cell] && piece && v->owner_of[piece] == d->player &&
                      v->type[v->type_of[piece]].rule_piece_index == d->type->rule_piece_index;
    }
    return cells;
}

static bool captures_by_notation(const rule_move *rule)
{
    bool captures = false;
    for (size_t i = 0; i < rule->paths.count; i++) {
        for (int k = 0; k < rule->paths.paths[i].legs; k++) {
            captures |= (rule->paths.paths[i].leg[k].modes & ~(unsigned)LEG_MOVE) != 0;
        }
    }
    return captures;
}

/* Reports keys about captures in a movement that captures nothing. */
static bool check_capture_keys(draft *d, const rule_move *rule)
{
    bool scripted = rule->hook || rule->along_lines;
    if (rule->jumps || rule->stay || (rule->quiet_jumps && rule->gives_check) ||
        (scripted ? !rule->never_captures : !rule->quiet_jumps && captures_by_notation(rule)) ||
        (rule->gives_check && !rule->victim_count)) {
        return true;
    }
    diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location, "`%s` is for movements that capture",
               rule->victim_count ? "victims" : "gives_check");
    return false;
}

/* Reports keys that none of the notation's paths would play. */
static bool check_notation_keys(draft *d, const rule_move *rule)
{
    bool steps_over = false, rides = false, wrong = false;
    for (size_t i = 0; i < rule->paths.count; i++) {
        const betza_path *path = &rule->paths.paths[i];
        const betza_leg *l = &path->leg[0];
        bool leap = path->legs == 1 && l->range == 1;
        bool lame = leap && l->flags == LEG_LAME && l->steps > 1;
        steps_over |= lame;
        wrong |= !lame && l->modes & LEG_MOVE && !(leap && l->steps == 1); /* a step passes over nothing */
        rides |= path->legs == 1 && l->range == 0 && l->modes & LEG_MOVE && !l->flags;
    }
    if (rule->keys & MOVE_KEY_EN_PASSANT && rule->sets_ep && (wrong || !steps_over)) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location,
                   "`en_passant` is for leaps over cells that must be empty");
        diag_hint(d->diags, "with an n before the leap, such as fmnD");
        return false;
    }
    if (rule->circles && !rides) {
        diag_error(d->diags, CODE_MOVEMENT_UNSUPPORTED, rule->location, "`circles` is for rides such as R");
        return false;
    }
    return true;
}

static bool add_paths(draft *d, const rule_move *rule)
{
    bool *zone = d->from, *start_cells = NULL, ok = check_notation_keys(d, rule);
    for (size_t i = 0; i < rule->paths.count && ok; i++) {
        const betza_path *path = &rule->paths.paths[i];
        if (path->initial && !start_cells) {
            start_cells = find_start_cells(d, zone);
            if (!start_cells) {
                return diag_out_of_memory(d->diags);
            }
        }
        d->from = path->initial ? start_cells : zone;
        ok = diag_draw(d->diags, (uint32_t)d->v->cells, rule->location, "this movement is laid out") &&
             draft_add_path(d, rule, path);
        d->from = zone;
    }
    return ok;
}

/* Only the piece that holds the right makes the movement, from its cell. */
static void keep_holder_cell(draft *d, const rule_move *rule)
{
    cell_id holder = d->v->right[draft_right(d, rule)].cell;
    for (int cell = 0; cell < d->v->cells; cell++) {
        d->from[cell] = d->from[cell] && cell == holder;
    }
}

static bool add_movement(draft *d, const rule_move *rule)
{
    d->rule = rule;
    if (!read_zone(d, &rule->from, d->from) || !read_zone(d, &rule->to, d->to)) {
        return false;
    }
    if (!check_capture_keys(d, rule)) {
        return false;
    }
    if (rule->right >= 0 && !d->v->rules->rights[rule->right].anywhere) {
        keep_holder_cell(d, rule);
    }
    if (rule->stay) {
        return add_stays(d, rule);
    }
    if (rule->quiet_jumps) {
        return add_quiet_jumps(d, rule);
    }
    if (!check_transform(d, rule)) {
        return false;
    }
    if (rule->along_lines && !rule->hook && !rule->jumps) {
        return add_board_line_steps(d, rule);
    }
    return rule->hook ? add_hook_leaps(d, rule) : rule->jumps ? add_jumps(d, rule) : add_paths(d, rule);
}

static bool begin_draft(draft *d, piece_id piece)
{
    variant *v = d->v;
    bool ok = true;
    d->player = v->owner_of[piece];
    d->type = &v->type[v->type_of[piece]];
    d->first_quiet_jumps = v->quiet_jumps_count;
    for (int i = 0; i < 4; i++) {
        d->leap[i] = set_table_new(v);
        d->any_leap[i] = false;
        ok = ok && d->leap[i];
    }
    d->leap_checks = set_table_new(v);
    d->jumpable = set_table_new(v);
    d->from = arena_new(&d->scratch, bool, (size_t)v->cells);
    d->to = arena_new(&d->scratch, bool, (size_t)v->cells);
    d->specials_at = arena_new(&d->scratch, special *, (size_t)v->cells);
    d->special_count = arena_new(&d->scratch, uint32_t, (size_t)v->cells);
    ok = ok && d->leap_checks && d->jumpable && d->from && d->to && d->specials_at && d->special_count;
    return ok || diag_out_of_memory(d->diags);
}

static bool build_piece_moves(draft *d, piece_id piece)
{
    variant *v = d->v;
    piece_moves *p = &v->moves[piece];
    if (!begin_draft(d, piece)) {
        return false;
    }
    if ((int)d->player == v->neutral_owner) {
        *p = v->moves[variant_piece(v, 0, v->type_of[piece])]; /* it moves like a player's own piece */
        return true;
    }
    bool ok = true;
    for (size_t k = 0; k < v->rules->piece_count; k++) {
        const rule_piece *piece_rule = &v->rules->pieces[k];
        for (size_t i = 0; piece_type_moves_as(d->type, k) && i < piece_rule->move_count; i++) {
            ok &= add_movement(d, &piece_rule->moves[i]);
        }
    }
    return ok && draft_lay_out(d, p);
}

bool piece_moves_build(variant *v, const staged_hooks *hooks, diag_list *diags)
{
    bool ok = true, wrong[TYPES_MAX] = {false}; /* what is wrong for one player is said once */
    for (int piece = 1; piece < v->piece_ids && !diags->failed; piece++) {
        draft d = {.v = v, .hooks = hooks, .diags = diags};
        if (wrong[v->type_of[piece]]) {
            continue;
        }
        arena_init(&d.scratch, 0);
        wrong[v->type_of[piece]] = !build_piece_moves(&d, (piece_id)piece);
        ok &= !wrong[v->type_of[piece]];
        arena_finish(&d.scratch);
        if (!ok && diags->errors > 20) {
            break;
        }
    }
    return ok;
}
