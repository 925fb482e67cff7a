/* diagram: pictures of positions and of what men do. */
#include <stdlib.h>
#include <string.h>

#include "front/commands.h"
#include "front/png.h"
#include "front/save.h"
#include "front/session.h"

typedef struct diagram {
    const options *o;
    output *out;
    session s;
    ferz_picture wish;
    size_t *cells; /* highlighted; owned */
} diagram;

typedef const char *nth_name(const void *state, size_t index);

static const char *nth_piece(const void *state, size_t index)
{
    const ferz_game *game = state;
    return index < ferz_game_piece_count(game) ? ferz_game_piece(game, index).name : NULL;
}

static const char *nth_player(const void *state, size_t index)
{
    const ferz_game *game = state;
    return index < ferz_game_players(game) ? ferz_game_player(game, index) : NULL;
}

static const char *nth_cell(const void *state, size_t index)
{
    const ferz_play *play = state;
    return index < ferz_play_cells(play) ? ferz_play_cell(play, index).name : NULL;
}

/* Says that nothing has that name, and which name is near. */
static bool complain(diagram *d, const char *what, const char *given, nth_name *names, const void *state)
{
    const char *nearest = text_nearest(given, names, state);
    if (nearest) {
        output_complain(d->out, "%s has no %s \"%s\"; did you mean %s?", ferz_game_name(d->s.game), what, given,
                        nearest);
    } else {
        text all = {0};
        for (size_t i = 0; i < 24 && names(state, i); i++) {
            text_print(&all, "%s%s", i ? ", " : "", names(state, i));
        }
        output_complain(d->out, "%s has no %s \"%s\"; there are: %s%s", ferz_game_name(d->s.game), what, given,
                        text_string(&all), names(state, 24) ? ", ..." : "");
        text_finish(&all);
    }
    d->s.told = true;
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
    return complain(d, what, given, names, state);
}

/* A piece by its name or its letter, in either case. */
static bool find_piece(diagram *d, const char *given)
{
    const ferz_game *game = d->s.game;
    for (size_t i = 0; i < ferz_game_piece_count(game); i++) {
        ferz_piece piece = ferz_game_piece(game, i);
        size_t length = strlen(piece.letter);
        bool same = strlen(given) == length;
        for (size_t k = 0; k < length && same; k++) {
            char c = given[k] >= 'A' && given[k] <= 'Z' ? (char)(given[k] - 'A' + 'a') : given[k];
            same = c == piece.letter[k];
        }
        if (same) {
            d->wish.piece = (int)i;
            return true;
        }
    }
    return find_name(d, "piece", given, nth_piece, game, &d->wish.piece);
}

/* Cells by name, commas or blanks between them. */
static ferz_result read_cells(diagram *d, const char *given)
{
    d->cells = calloc(strlen(given) + 1, sizeof *d->cells);
    d->wish.highlighted = d->cells;
    if (!d->cells) {
        return FERZ_FAULT;
    }
    while (*given) {
        char name[64];
        size_t length = strcspn(given, ", ");
        int cell = 0;
        if (length && length < sizeof name) {
            memcpy(name, given, length);
            name[length] = '\0';
            if (!find_name(d, "cell", name, nth_cell, d->s.play, &cell)) {
                return FERZ_NO;
            }
            d->cells[d->wish.highlighted_count++] = (size_t)cell;
        }
        given += length;
        given += strspn(given, ", ");
    }
    return FERZ_OK;
}

static ferz_result read_wish(diagram *d)
{
    const options *o = d->o;
    const ferz_game *game = d->s.game;
    const char *piece = o->value[OPTION_PIECE], *of = o->value[OPTION_OF], *at = o->value[OPTION_AT];
    d->wish = (ferz_picture){
        .piece = FERZ_NOTHING,
        .size = (unsigned)o->number[OPTION_CELL_SIZE],
        .bare = o->value[OPTION_BARE] != NULL,
        .russian = options_russian(o),
    };
    if ((piece && !find_piece(d, piece)) || (of && !find_name(d, "player", of, nth_player, game, &d->wish.player))) {
        return FERZ_NO;
    }
    d->wish.below = piece ? d->wish.player : 0;
    if (o->value[OPTION_FLIP] && !find_name(d, "player", o->value[OPTION_FLIP], nth_player, game, &d->wish.below)) {
        return FERZ_NO;
    }
    if (piece && at) {
        if (!find_name(d, "cell", at, nth_cell, d->s.play, &d->wish.cell)) {
            return FERZ_NO;
        }
    } else if (piece) {
        size_t cell = ferz_game_marks_cell(game, (size_t)d->wish.piece, (size_t)d->wish.player);
        if (cell == SIZE_MAX) {
            return FERZ_FAULT;
        }
        d->wish.cell = (int)cell;
    }
    return o->value[OPTION_HIGHLIGHT] ? read_cells(d, o->value[OPTION_HIGHLIGHT]) : FERZ_OK;
}

static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), n = strlen(end);
    return length >= n && strcmp(path + length - n, end) == 0;
}

/* The picture, as PNG if that is wanted, into `bytes`. */
static ferz_result make(diagram *d, text *bytes)
{
    const options *o = d->o;
    const char *path = o->value[OPTION_OUTPUT];
    bool letters = o->value[OPTION_TEXT] != NULL, marks = d->wish.piece != FERZ_NOTHING;
    char *made = letters ? ferz_game_marks_text(d->s.game, &d->wish, d->s.messages)
                         : ferz_game_picture(d->s.game, marks ? NULL : d->s.play, &d->wish, d->s.messages);
    if (!made) {
        return session_failure(&d->s);
    }
    ferz_result result = FERZ_OK;
    if (!letters && (o->value[OPTION_PNG] || (path && ends_in(path, ".png")))) {
        char why[160] = "";
        if (!png_of_svg(made, bytes, why)) {
            output_complain(d->out, "no PNG: %s; an SVG can always be had (--output FILE.svg)", why);
            d->s.told = true;
            result = FERZ_FAULT;
        }
    } else {
        text_put(bytes, made);
    }
    ferz_free(made);
    return result;
}

int command_diagram(const options *o, output *out)
{
    if (!o->value[OPTION_PIECE] && (o->value[OPTION_AT] || o->value[OPTION_OF] || o->value[OPTION_TEXT])) {
        return options_complain(o->command, out, "`--piece NAME` says whose moves are drawn",
                                "--%s is about a piece's moves, and no --piece is given",
                                o->value[OPTION_AT]   ? "at"
                                : o->value[OPTION_OF] ? "of"
                                                      : "text");
    }
    if (o->value[OPTION_PIECE] && (o->value[OPTION_FEN] || o->value[OPTION_MOVES])) {
        return options_complain(o->command, out, "leave out --piece to draw the position",
                                "--piece draws its moves on an empty board, without --fen or --moves");
    }
    diagram d = {.o = o, .out = out};
    text bytes = {0};
    ferz_result result = session_open(&d.s, o, out, 0);
    if (result == FERZ_OK) {
        result = read_wish(&d);
    }
    if (result == FERZ_OK) {
        result = make(&d, &bytes);
    }
    if (result == FERZ_OK && o->value[OPTION_OUTPUT]) {
        bool saved = saved_game_write(o->value[OPTION_OUTPUT], &bytes, out);
        d.s.told = d.s.told || !saved;
        result = saved ? FERZ_OK : FERZ_FAULT;
    } else if (result == FERZ_OK) {
        output_text(out, &bytes);
    }
    text_finish(&bytes);
    free(d.cells);
    return session_close(&d.s, out, result);
}
