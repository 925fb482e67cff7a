/* Pictures of boards and of the moves of pieces: the public side of draw/. */
#include "api/ferz_internal.h"

#include "draw/marks.h"
#include "draw/svg.h"

#include <stdlib.h>

/* The public flags equal those of draw/marks.h. */
_Static_assert(
    (int)FERZ_PIECE_MOVE_QUIET == (int)MARK_QUIET && (int)FERZ_PIECE_MOVE_CAPTURE == (int)MARK_CAPTURE &&
        (int)FERZ_PIECE_MOVE_OWN == (int)MARK_OWN && (int)FERZ_PIECE_MOVE_CLEAR_PATH == (int)MARK_CLEAR_PATH &&
        (int)FERZ_PIECE_MOVE_RIDER == (int)MARK_RIDER && (int)FERZ_PIECE_MOVE_UNLIMITED == (int)MARK_UNLIMITED &&
        (int)FERZ_PIECE_MOVE_HURDLE == (int)MARK_HURDLE && (int)FERZ_PIECE_MOVE_LOCUST == (int)MARK_LOCUST &&
        (int)FERZ_PIECE_MOVE_EN_PASSANT == (int)MARK_EN_PASSANT && (int)FERZ_PIECE_MOVE_INITIAL == (int)MARK_INITIAL &&
        (int)FERZ_PIECE_MOVE_CASTLING == (int)MARK_CASTLING &&
        (int)FERZ_PIECE_MOVE_CONDITIONAL == (int)MARK_CONDITIONAL &&
        (int)FERZ_PIECE_MOVE_RESTRICTED == (int)MARK_RESTRICTED && (int)FERZ_PIECE_MOVE_STAYS == (int)MARK_STAYS &&
        (int)FERZ_PIECE_MOVE_HOOK == (int)MARK_HOOK && (int)FERZ_PIECE_MOVE_CHANGES_TYPE == (int)MARK_CHANGES_TYPE &&
        (int)FERZ_PIECE_MOVE_ZONE == (int)MARK_ZONE,
    "the public flags equal those of draw/marks.h");

/* The piece of a type index and a player; PIECE_NONE when there is none. */
static piece_id piece_of(const variant *v, size_t piece_index, size_t player)
{
    bool fits = piece_index < (size_t)v->types && player < (size_t)v->players;
    return fits ? variant_piece(v, (int)player, (int)piece_index) : (piece_id)PIECE_NONE;
}

size_t ferz_piece_moves(const ferz_variant *v, size_t piece_index, size_t player, size_t cell, ferz_piece_move *list,
                        size_t room)
{
    if (MISSING(v)) {
        return 0;
    }
    piece_id piece = piece_of(v->variant, piece_index, player);
    marks found = {0};
    if (!piece || cell >= (size_t)v->variant->cells) {
        return 0;
    }
    marks_find(&found, v->variant, piece, (unsigned)cell);
    size_t count = found.failed ? SIZE_MAX : found.count;
    for (size_t i = 0; i < found.count && i < room; i++) {
        const mark *m = &found.list[i];
        list[i] = (ferz_piece_move){.cell = m->cell, .via = m->via, .flags = m->flags};
    }
    marks_finish(&found);
    return count;
}

int picture_best_cell(const ferz_variant *v, size_t piece_index, fuel *left)
{
    piece_id piece = piece_of(v->variant, piece_index, 0);
    cell_id cell = piece ? marks_best_cell(v->variant, piece, left) : (cell_id)CELL_NONE;
    return cell == CELL_NONE ? -1 : cell;
}

size_t ferz_piece_moves_best_cell(const ferz_variant *v, size_t piece_index, size_t player)
{
    if (MISSING(v)) {
        return 0;
    }
    piece_id piece = piece_of(v->variant, piece_index, player);
    cell_id cell = piece ? marks_best_cell(v->variant, piece, NULL) : (cell_id)CELL_NONE;
    return cell != CELL_NONE ? cell : piece ? SIZE_MAX : 0;
}

/* Translates the options for draw/; false after a message. Fills `highlights` [2][cells]. */
static bool read_options(const ferz_variant *v, const ferz_game *game, const ferz_picture *options, bool *highlights,
                         picture *p, diag_list *diags)
{
    const struct variant *g = v->variant;
    size_t cells = (size_t)g->cells;
    *p = (picture){.v = g,
                   .p = game ? game->game_history.position : NULL,
                   .no_coordinates = options->no_coordinates,
                   .no_legend = options->no_legend,
                   .russian = options->russian,
                   .addressable = options->addressable,
                   .no_hands = options->no_hands,
                   .across = options->across,
                   .size = options->size ? options->size : 48};
    bool seated = options->viewer >= 0 && options->viewer < g->players;
    p->viewer = seated ? options->viewer : 0;
    if (options->piece != FERZ_NONE) {
        bool fits = options->piece >= 0 && options->player >= 0 && options->cell >= 0 && (size_t)options->cell < cells;
        p->piece = fits ? piece_of(g, (size_t)options->piece, (size_t)options->player) : (piece_id)PIECE_NONE;
        p->cell = (cell_id)(p->piece ? options->cell : 0);
    }
    bool known = seated && (options->piece == FERZ_NONE || p->piece) && p->size <= 1000;
    for (size_t i = 0; i < options->highlighted_count; i++) {
        bool fits = options->highlighted[i] < cells;
        known = known && fits;
        highlights[fits ? options->highlighted[i] : 0] |= fits;
    }
    if (!known) {
        diag_error(diags, CODE_UNKNOWN_CELL, (location){0},
                   "there is no such piece, player or cell, or a cell would be over 1000 pixels wide");
        return false;
    }
    p->highlighted = highlights;
    size_t *last = game && !options->no_last_move ? calloc(cells, sizeof *last) : NULL;
    if (game && !options->no_last_move && !last) {
        diag_out_of_memory(diags);
        return false;
    }
    size_t count = last ? ferz_game_last_move_cells(game, last, cells) : 0;
    for (size_t i = 0; i < count; i++) {
        highlights[cells + last[i]] = true;
    }
    free(last);
    p->last = highlights + cells;
    return true;
}

char *picture_draw(const ferz_variant *v, const ferz_game *game, const ferz_picture *options, fuel *left,
                   picture_form form, ferz_messages *messages)
{
    if (game && game->variant != v) {
        (void)messages_wrong_call(messages, "the game to be drawn is of another variant");
        return NULL;
    }
    bool (*const with)(const picture *options, text *out) = form == PICTURE_SVG ? svg_draw : svg_draw_text;
    diag_list diags;
    text out = {0};
    picture p;
    diag_list_init(&diags);
    bool *highlights = calloc(2 * (size_t)v->variant->cells, sizeof *highlights);
    bool ok = highlights && read_options(v, game, options, highlights, &p, &diags);
    p.fuel = left;
    if (!highlights || (ok && !with(&p, &out))) {
        ok = false;
        diag_out_of_memory(&diags);
    } else if (ok && !fuel_left(left)) {
        ok = false;
        diag_out_of_fuel(&diags, left, (location){0}, "the picture is drawn");
    }
    char *given = ok ? text_detach(&out) : NULL;
    if (ok && !given) {
        diag_out_of_memory(&diags);
    }
    messages_append(messages, &diags);
    diag_list_finish(&diags);
    text_finish(&out);
    free(highlights);
    return given;
}

static ferz_picture read_picture(const ferz_picture *given)
{
    ferz_picture options;
    copy_sized(&options, sizeof options, given, SIZE_IN_0_2(ferz_picture, size));
    return options;
}

char *ferz_variant_picture(const ferz_variant *v, const ferz_game *game, const ferz_picture *given,
                           ferz_messages *messages)
{
    if (MISSING(v) || MISSING(given)) {
        return NULL;
    }
    const ferz_picture options = read_picture(given);
    return picture_draw(v, game, &options, messages_begin(messages, OPERATION_SHORT), PICTURE_SVG, messages);
}

char *ferz_piece_picture(const ferz_variant *v, size_t piece_index, size_t player, ferz_messages *messages)
{
    if (MISSING(v)) {
        return NULL;
    }
    const variant *table = v->variant;
    int owner = player == (size_t)table->players ? table->neutral_owner : (int)player;
    text out = {0};
    if (piece_index >= (size_t)table->types || player > (size_t)table->players || owner < 0 ||
        !variant_may_have(table, owner, (int)piece_index)) {
        return NULL;
    }
    if (!svg_draw_piece(table, variant_piece(table, owner, (int)piece_index), &out)) {
        text_finish(&out);
        messages_out_of_memory(messages);
        return NULL;
    }
    return text_detach(&out);
}

char *ferz_piece_moves_text(const ferz_variant *v, const ferz_picture *given, ferz_messages *messages)
{
    if (MISSING(v) || MISSING(given)) {
        return NULL;
    }
    const ferz_picture options = read_picture(given);
    if (options.piece == FERZ_NONE) {
        diag_list diags;
        diag_list_init(&diags);
        diag_error(&diags, CODE_UNKNOWN_PIECE, (location){0}, "moves are drawn for a piece, and none is named");
        messages_append(messages, &diags);
        diag_list_finish(&diags);
        return NULL;
    }
    return picture_draw(v, NULL, &options, messages_begin(messages, OPERATION_SHORT), PICTURE_TEXT, messages);
}
