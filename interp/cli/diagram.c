/* diagram: pictures of positions and of the moves of a piece. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/png.h"
#include "cli/file.h"
#include "cli/session.h"

typedef struct diagram {
    const options *o;
    output *out;
    session s;
    ferz_picture picture;
    size_t *cells; /* highlighted; owned */
} diagram;

typedef const char *nth_name(const void *state, size_t index);

static const char *nth_piece(const void *state, size_t index)
{
    const ferz_variant *variant = state;
    return index < ferz_variant_facts(variant)->piece_count ? ferz_variant_piece(variant, index).name : NULL;
}

static const char *nth_player(const void *state, size_t index)
{
    const ferz_variant *variant = state;
    return index < ferz_variant_facts(variant)->player_count ? ferz_variant_player_name(variant, index) : NULL;
}

static const char *nth_cell(const void *state, size_t index)
{
    const ferz_game *game = state;
    return index < ferz_game_cell_count(game) ? ferz_game_cell(game, index).name : NULL;
}

/* Reports that no such name exists, with the nearest name or a list. */
static bool error_unknown_name(diagram *d, const char *what, const char *given, nth_name *names, const void *state)
{
    const char *nearest = text_nearest(given, names, state);
    if (nearest) {
        output_error(d->out, "%s has no %s \"%s\"; did you mean %s?", ferz_variant_facts(d->s.variant)->name, what,
                     given, nearest);
    } else {
        text all = {0};
        for (size_t i = 0; i < 24 && names(state, i); i++) {
            text_print(&all, "%s%s", i ? ", " : "", names(state, i));
        }
        output_error(d->out, "%s has no %s \"%s\"; there are: %s%s", ferz_variant_facts(d->s.variant)->name, what,
                     given, text_string(&all), names(state, 24) ? ", ..." : "");
        text_finish(&all);
    }
    d->s.reported = true;
    return false;
}

static bool find_name(diagram *d, const char *what, const char *given, nth_name *names, const void *state, int *found)
{
    const char *name;
    for (size_t i = 0; (name = names(state, i)) != NULL; i++) {
        if (strcmp(name, given) == 0) {
            *found = (int)i;
            return true;
        }
    }
    return error_unknown_name(d, what, given, names, state);
}

/* A piece by its name, or by its letter in either case. */
static bool find_piece(diagram *d, const char *given)
{
    const ferz_variant *variant = d->s.variant;
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        ferz_piece piece = ferz_variant_piece(variant, i);
        size_t length = strlen(piece.letter);
        bool same = strlen(given) == length;
        for (size_t k = 0; k < length && same; k++) {
            char c = given[k] >= 'A' && given[k] <= 'Z' ? (char)(given[k] - 'A' + 'a') : given[k];
            same = c == piece.letter[k];
        }
        if (same) {
            d->picture.piece = (int)i;
            return true;
        }
    }
    return find_name(d, "piece", given, nth_piece, variant, &d->picture.piece);
}

/* Cells by name, separated by commas or blanks. */
static ferz_result read_cells(diagram *d, const char *given)
{
    d->cells = calloc(strlen(given) + 1, sizeof *d->cells);
    d->picture.highlighted = d->cells;
    if (!d->cells) {
        return FERZ_SYSTEM_ERROR;
    }
    while (*given) {
        char name[64];
        size_t length = strcspn(given, ", ");
        int cell = 0;
        if (length && length < sizeof name) {
            memcpy(name, given, length);
            name[length] = '\0';
            if (!find_name(d, "cell", name, nth_cell, d->s.game, &cell)) {
                return FERZ_REJECTED;
            }
            d->cells[d->picture.highlighted_count++] = (size_t)cell;
        }
        given += length;
        given += strspn(given, ", ");
    }
    return FERZ_OK;
}

static ferz_result read_picture(diagram *d)
{
    const options *o = d->o;
    const ferz_variant *variant = d->s.variant;
    const char *piece = o->value[OPTION_PIECE], *player = o->value[OPTION_PLAYER], *square = o->value[OPTION_SQUARE];
    d->picture = (ferz_picture){
        .struct_size = sizeof(ferz_picture),
        .piece = FERZ_NONE,
        .size = (unsigned)o->number[OPTION_CELL_SIZE],
        .no_coordinates = o->value[OPTION_NO_COORDINATES] != NULL,
        .russian = options_language(o) == FERZ_RUSSIAN,
    };
    if ((piece && !find_piece(d, piece)) ||
        (player && !find_name(d, "player", player, nth_player, variant, &d->picture.player))) {
        return FERZ_REJECTED;
    }
    d->picture.viewer = piece ? d->picture.player : 0;
    if (o->value[OPTION_FLIP] &&
        !find_name(d, "player", o->value[OPTION_FLIP], nth_player, variant, &d->picture.viewer)) {
        return FERZ_REJECTED;
    }
    if (piece && square) {
        if (!find_name(d, "cell", square, nth_cell, d->s.game, &d->picture.cell)) {
            return FERZ_REJECTED;
        }
    } else if (piece) {
        size_t cell = ferz_piece_moves_best_cell(variant, (size_t)d->picture.piece, (size_t)d->picture.player);
        if (cell == SIZE_MAX) {
            return FERZ_SYSTEM_ERROR;
        }
        d->picture.cell = (int)cell;
    }
    return o->value[OPTION_HIGHLIGHT] ? read_cells(d, o->value[OPTION_HIGHLIGHT]) : FERZ_OK;
}

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), n = strlen(end);
    return length >= n && strcmp(path + length - n, end) == 0;
}

/* Makes the picture, as PNG if wanted, in `bytes`. */
static ferz_result make(diagram *d, text *bytes)
{
    const options *o = d->o;
    const char *path = o->value[OPTION_OUTPUT];
    bool ascii = o->value[OPTION_TEXT] != NULL, marks = d->picture.piece != FERZ_NONE;
    char *output_string =
        ascii ? ferz_piece_moves_text(d->s.variant, &d->picture, d->s.messages)
              : ferz_variant_picture(d->s.variant, marks ? NULL : d->s.game, &d->picture, d->s.messages);
    if (!output_string) {
        return session_failure(&d->s);
    }
    ferz_result result = FERZ_OK;
    if (!ascii && (o->value[OPTION_PNG] || (path && ends_in(path, ".png")))) {
        char why[160] = "";
        if (!png_of_svg(output_string, bytes, why)) {
            output_error(d->out, "no PNG: %s; an SVG is always possible (--output FILE.svg)", why);
            d->s.reported = true;
            result = FERZ_SYSTEM_ERROR;
        }
    } else {
        text_put(bytes, output_string);
    }
    ferz_free(output_string);
    return result;
}

int command_diagram(const options *o, output *out)
{
    if (!o->value[OPTION_PIECE] && (o->value[OPTION_SQUARE] || o->value[OPTION_PLAYER] || o->value[OPTION_TEXT])) {
        return options_error(o->command, out, "`--piece NAME` names the piece", "--%s needs --piece",
                             o->value[OPTION_SQUARE]   ? "square"
                             : o->value[OPTION_PLAYER] ? "player"
                                                       : "text");
    }
    if (o->value[OPTION_PIECE] && (o->value[OPTION_FEN] || o->value[OPTION_MOVES])) {
        return options_error(o->command, out, "without --piece the position is drawn",
                             "--piece draws moves on an empty board; it does not go with --fen or --moves");
    }
    const char *path = o->value[OPTION_OUTPUT];
    bool force = o->value[OPTION_FORCE] != NULL;
    if (path && !file_may_write(path, force, out)) {
        return STATUS_REJECTED;
    }
    diagram d = {.o = o, .out = out};
    text bytes = {0};
    ferz_result result = session_open(&d.s, o, out, 0);
    if (result == FERZ_OK) {
        result = read_picture(&d);
    }
    if (result == FERZ_OK) {
        result = make(&d, &bytes);
    }
    if (result == FERZ_OK && path) {
        bool saved = file_write(path, &bytes, file_mode_of(force), out);
        d.s.reported = d.s.reported || !saved;
        result = saved ? FERZ_OK : FERZ_SYSTEM_ERROR;
    } else if (result == FERZ_OK) {
        output_text(out, &bytes);
    }
    text_finish(&bytes);
    free(d.cells);
    return session_close(&d.s, out, result);
}
