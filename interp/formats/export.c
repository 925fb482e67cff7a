/* A ruleset as a section. */
#include "formats/export.h"

#include <string.h>

#include "formats/export_context.h"

/* Whether what is neutral is a wall that moves put or players drop. */
static bool puts_walls(const exporter *e)
{
    const ruleset *r = e->rules;
    bool walls = r->put.given && !r->put.from_hand && export_is_wall(e, (size_t)r->put.piece);
    for (size_t i = 0; i < r->piece_count && !r->put.given; i++) {
        walls |= r->pieces[i].drop.neutral && export_is_wall(e, i);
    }
    return walls;
}

/* Rules for which the format has no key. */
static void check_unsupported(exporter *e)
{
    const ruleset *r = e->rules;
    const location nowhere = {0};
    const bool scripted = e->is_imported; /* these are looked at later */
    const struct {
        bool zone_text;
        const char *what;
        location at;
    } rows[] = {
        {r->player_count != 2, "more or fewer than two players", nowhere},
        {r->width > 12 || r->height > 10, "boards larger than 12 by 10", r->board_location},
        {r->levels > 1 || r->row_cells || r->wrap != WRAP_NONE || r->line_count || r->cell_name_count,
         "boards that are not full rectangles", r->board_location},
        {r->neutral != NULL && !scripted && !puts_walls(e), "neutral pieces", r->neutral_location},
        {r->hook_count > 0 && !scripted, "hooks of a script", r->hook_count ? r->hooks[0].location : nowhere},
        {e->board->captures_transform, "captures that transform pieces",
         r->script_count ? r->scripts[0].location : nowhere},
        {r->counter_count > 0 && !scripted, "counters", nowhere},
        {r->right_count > 0, "rights other than castling rights", nowhere},
        {r->dice.count > 0, "dice", r->dice.location},
        {ruleset_has_hidden_information(r), "what players do not see", nowhere},
        {r->move_filter != NULL, "a filter of moves", r->filter_location},
        {r->turn.several_plies, "turns of several moves", r->turn.location},
        {r->turn.pass == PASS_NO_MOVES || r->turn.pass == PASS_ALWAYS, "such a right to pass", r->turn.location},
        {r->no_moves.given, "missed turns", r->no_moves.location},
        {r->captures.longest || r->captures.multiple || r->captures.mandatory_by_count || r->captures.row.length,
         "which capture must be made", r->captures.location},
        {r->checks.mandatory || r->checks.only_mate, "checks that must be given", r->checks.location},
        {r->checks.forbidden != 0 && r->checks.forbidden != 3, "checks that one player may not give",
         r->checks.location},
        {r->notation.given, "how moves are written", nowhere},
        {r->setup_first_count > 1, "several types that are dropped first", r->setup_location},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].zone_text) {
            export_refuse(e, rows[i].at, rows[i].what);
        }
    }
    export_plain_keys(e, SECTION_VARIANT, r, nowhere);
    export_plain_keys(e, SECTION_ROYALS, r, nowhere);
    export_plain_keys(e, SECTION_TURN, &r->turn, r->turn.location);
    export_plain_keys(e, SECTION_SETUP, r, r->setup_location);
}

/* Turns, and how a game may begin. */
static void put_turns(exporter *e)
{
    const ruleset *r = e->rules;
    if (r->turn.pass == PASS_UNCHECKED || r->turn.pass == PASS_FACING) {
        export_put(e, "pass", "true");
    } else if (r->turn.pass == PASS_STALEMATED) {
        export_put(e, "passOnStalemate", "true");
    }
    if (r->setup_mandatory || r->setup_first_all || r->setup_first_count) {
        export_put(e, "mustDrop", "true");
    }
    if (r->setup_first_count == 1) {
        export_put_letters(e, "mustDropType", r->setup_first, 1);
    }
    if (r->checks.forbidden) {
        export_put(e, "checking", "false");
    }
    if (r->start_hook) {
        diag_warning(e->diags, CODE_FOREIGN_DIFFERENT, r->start_location, "only this start position is written");
    }
}

/* A blast reaches all neighbours. */
static bool reaches_neighbours(const rule_blast *blast)
{
    bool seen[9] = {false};
    for (size_t i = 0; i < blast->reach.count; i++) {
        const betza_leg *l = &blast->reach.paths[i].leg[0];
        if (blast->reach.paths[i].legs != 1 || l->range != 1 || l->x < -1 || l->x > 1 || l->y < -1 || l->y > 1) {
            return false;
        }
        seen[3 * (l->y + 1) + l->x + 1] = true;
    }
    return seen[0] && seen[1] && seen[2] && seen[3] && seen[5] && seen[6] && seen[7] && seen[8];
}

static void put_captures(exporter *e)
{
    const ruleset *r = e->rules;
    if (r->captures.mandatory) {
        export_put(e, "mustCapture", "true");
    }
    if (r->blast.given) {
        export_put(e, "blastOnCapture", "true");
    }
    if (r->blast.given && !reaches_neighbours(&r->blast)) {
        export_refuse(e, r->blast.location, "blasts that reach other cells than the neighbours");
    }
}

static bool has_royal(const exporter *e)
{
    return e->king >= 0 || e->pseudo_royal;
}

static void put_walling_region(exporter *e, const rule_text *zone_text)
{
    if (zone_text->string) {
        export_zone zone = export_read_zone(e, zone_text);
        export_put_regions(e, "wallingRegion", &zone);
    }
}

/* The second half of each move puts a wall. There a wall is no answer to an attack on a king. */
static void put_second_halves(exporter *e)
{
    const rule_put *put = &e->rules->put;
    const char *word = put->most == 1 && !put->where ? "duck"
                       : put->most || put->optional  ? NULL
                       : !put->where                 ? "static"
                       : put->where == PUT_REACHED   ? "arrow"
                       : put->where == PUT_LEFT      ? "past"
                       : put->where == PUT_EDGE      ? "edge"
                                                     : NULL;
    bool royal = has_royal(e);
    if (!word || (royal && (put->parries || put->most))) {
        export_refuse(e, put->location, word && put->parries ? "walls that parry checks" : "such walls");
        return;
    }
    export_put(e, "wallingRule", word);
    put_walling_region(e, &put->zone);
}

/* Walls that come instead of a move. */
static void put_dropped_walls(exporter *e, const rule_piece *wall)
{
    const rule_drop *d = &wall->drop;
    bool odd = d->unlimited != 3 || d->per_file || d->gravity || d->resets_halfmove_clock || e->rules->hands;
    if (odd || (has_royal(e) && d->parries)) {
        export_refuse(e, d->location, "such walls");
        return;
    }
    export_put(e, "wallingRule", d->at_edge ? "edge" : "static");
    export_put(e, "wallOrMove", "true");
    put_walling_region(e, &d->zone);
}

static void put_walls(exporter *e)
{
    const ruleset *r = e->rules;
    const rule_piece *dropped = NULL;
    for (size_t i = 0; i < r->piece_count; i++) {
        const rule_piece *p = &r->pieces[i];
        if (p->drop.neutral && p->drop.allowed && (dropped || r->put.given || !export_is_wall(e, i))) {
            export_refuse(e, p->drop.location, "such walls");
            return;
        }
        dropped = p->drop.neutral && p->drop.allowed ? p : dropped;
    }
    if (r->put.from_hand) {
        export_refuse(e, r->put.location, "pieces that moves put from the hand");
    } else if (r->put.given) {
        put_second_halves(e);
    } else if (dropped) {
        put_dropped_walls(e, dropped);
    }
}

const char *export_ini(arena *a, diag_list *diags, const ruleset *rules, const export_board *board)
{
    exporter *e = arena_new(a, exporter, 1);
    if (!e) {
        diag_out_of_memory(diags);
        return NULL;
    }
    *e = (exporter){.arena = a, .diags = diags, .rules = rules, .board = board};
    export_read_script(e);
    check_unsupported(e);
    if (diags->errors) {
        return NULL;
    }
    if (!export_read_start(e)) {
        export_refuse(e, rules->start.string ? rules->start.location : rules->start_location, "this start position");
        return NULL;
    }
    text_print(&e->out, "# %s\n[%s]\n", rules->title, rules->id);
    export_put_number(e, "maxRank", rules->height);
    export_put_number(e, "maxFile", rules->width);
    export_read_letters(e);
    export_read_royals(e);
    export_read_first_steps(e);
    export_pieces(e);
    export_start(e);
    export_promotion(e);
    export_first_steps(e);
    export_castling(e);
    export_drops(e);
    put_turns(e);
    put_captures(e);
    put_walls(e);
    export_endings(e);
    if (!diags->errors) {
        export_script(e);
    }
    const char *section = e->out.failed || diags->errors ? NULL : arena_text(a, text_string(&e->out), e->out.length);
    if (!section && !diags->errors) {
        diag_out_of_memory(diags);
    }
    text_finish(&e->out);
    return section;
}
