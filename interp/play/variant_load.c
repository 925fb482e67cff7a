#include "play/variant_load.h"

#include "play/fen.h"

#include <string.h>

/* Where the start position is written; one that a script made is a source of its own. */
static location start_location(const variant *v, diag_list *diags)
{
    if (!v->rules->start_hook) {
        return v->rules->start.location;
    }
    return (location){diag_source(diags, v->rules->start_hook, v->start_fen, strlen(v->start_fen)), 1, 1, 0};
}

static bool note_start_hook(const variant *v, diag_list *diags)
{
    if (v->rules->start_hook) {
        diag_note(diags, v->rules->start_location, "the script is asked for it here");
    }
    return false;
}

/* A start that another file wrote for another board. */
static bool note_board(const variant *v, diag_list *diags)
{
    const ruleset *rules = v->rules;
    if (!rules->start_hook && rules->board_location.source != rules->start.location.source) {
        diag_note(diags, rules->board_location, "the board is this one");
        diag_hint(diags, "write `start:` in the file that changes the board");
    }
    return note_start_hook(v, diags);
}

/* The pieces of the start, before anything else about positions is known: movements and rights need their cells. */
static bool read_start_board(variant *v, diag_list *diags)
{
    const char *end;
    return fen_read_board(v, diags, start_location(v, diags), v->start_fen, v->start_board, &end) ||
           note_board(v, diags);
}

static void warn_of_checks(position *p, diag_list *diags, location at)
{
    const variant *v = p->variant;
    for (int player = 0; player < v->players; player++) {
        if (!position_is_to_move(p, player) && v->core->in_check(p, player)) {
            diag_warning(diags, CODE_START_CHECK, at, "in the start position %s is in check but is not to move",
                         v->rules->players[player].name);
        }
    }
}

/* Keeps the start position in canonical form, and the hands as a table. */
static bool keep_start(variant *v, const position *p, diag_list *diags)
{
    text fen = {0};
    fen_write(p, &fen);
    v->start_fen = fen.failed ? NULL : arena_text(&v->arena, text_string(&fen), fen.length);
    text_finish(&fen);
    memcpy(v->start_hand, position_hand(p), (size_t)v->piece_ids * sizeof *v->start_hand);
    return v->start_fen || diag_out_of_memory(diags);
}

/* Reads the start position as any other FEN. */
static bool check_start(variant *v, diag_list *diags)
{
    position *p = position_create(v, NULL);
    if (!p) {
        return diag_out_of_memory(diags);
    }
    location at = start_location(v, diags);
    bool ok = fen_read(p, diags, at, v->start_fen) || note_start_hook(v, diags);
    ok = ok && keep_start(v, p, diags);
    if (ok) {
        warn_of_checks(p, diags, at);
    }
    position_destroy(p);
    return ok;
}

/* False after an error: a build may lack the cores of wide boards. */
static bool set_core(variant *v, const core *c, diag_list *diags)
{
    if (!c) {
        diag_error(diags, CODE_TOO_MANY, v->rules->board_location, "this build plays on boards of at most %d cells",
                   core_cells_max());
        return false;
    }
    v->core = c;
    v->bitset_words = c->words;
    v->use_lookup = c->pext;
    return true;
}

variant *variant_load_for(const ruleset *rules, const topology *board, const staged_hooks *hooks, diag_list *diags,
                          const core *wanted)
{
    variant *v = variant_create(rules, board, diags);
    if (!v) {
        return NULL;
    }
    diags->limited = &v->arena;
    bool ok = set_core(v, wanted ? wanted : core_pick(v->cells, false), diags) &&
              variant_build_types(v, hooks, diags) && read_start_board(v, diags) &&
              variant_build_moves(v, hooks, diags);
    if (ok) {
        v->position_size = v->core->size(v, &v->hand_offset, &v->stack_offset);
        ok = check_start(v, diags);
    }
    if (v->arena.failed && !diags->failed) {
        diag_out_of_memory(diags);
    }
    diags->limited = NULL;
    if (!ok || v->arena.failed || diags->failed) {
        variant_destroy(v);
        return NULL;
    }
    return v;
}

variant *variant_load(const ruleset *rules, const topology *board, const staged_hooks *hooks, diag_list *diags)
{
    return variant_load_for(rules, board, hooks, diags, NULL);
}
