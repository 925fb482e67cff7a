/* The rules of a game in words: what the folder describe/ tells, with diagrams. */
#include "ferz_internal.h"

#include "describe/describe.h"

#include <stdlib.h>
#include <string.h>

/* The text of a script, which loading has kept. */
static const char *script_of(const ferz_game *g)
{
    const char *path = g->rules->script_path;
    for (const source *s = g->diags.sources; path && s; s = s->before) {
        if (strcmp(s->name, path) == 0) {
            return s->bytes;
        }
    }
    return NULL;
}

static fact_notes notes_of(const ferz_game *g)
{
    return (fact_notes){g->game->start, script_of(g)};
}

static fact_language language_of(ferz_language language)
{
    return language == FERZ_RUSSIAN ? SPEAKS_RUSSIAN : SPEAKS_ENGLISH;
}

static char *refuse(ferz_messages *messages, text *out)
{
    text_finish(out);
    if (messages) {
        diag_failure(ferz_messages_diags(messages), CODE_OUT_OF_MEMORY, "out of memory");
    }
    return NULL;
}

/* ---- diagrams ---- */

typedef struct drawing {
    const ferz_game *game;
    bool svg, russian;
    ferz_messages *messages; /* why a diagram could not be made */
} drawing;

/* A board as letters: columns and rows as they lie, with their labels where cells are called by file and rank. */
typedef struct letters {
    const ferz_play *play;
    int columns, rows;
    size_t width;       /* of the widest man or file */
    const char **men;   /* [row][column] of one level; NULL: no cell */
    const char **names; /* likewise */
    bool labelled;
} letters;

static size_t file_length(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyz");
}

static void fill_level(letters *l, int level)
{
    size_t size = (size_t)l->columns * (size_t)l->rows;
    memset(l->men, 0, size * sizeof *l->men);
    memset(l->names, 0, size * sizeof *l->names);
    l->labelled = true;
    l->width = 1;
    for (size_t i = 0; i < ferz_play_cells(l->play); i++) {
        const ferz_cell cell = ferz_play_cell(l->play, i);
        if (cell.level != level) {
            continue;
        }
        const char **at = &l->men[cell.row * l->columns + cell.column];
        *at = cell.man ? cell.man : ".";
        l->names[cell.row * l->columns + cell.column] = cell.name;
        size_t file = file_length(cell.name), width = strlen(*at);
        l->labelled &= file > 0 && cell.name[file] >= '1' && cell.name[file] <= '9';
        width = width > file ? width : file;
        l->width = l->labelled && width > l->width ? width : strlen(*at) > l->width ? strlen(*at) : l->width;
    }
}

static const char *row_name(const letters *l, int row)
{
    for (int x = 0; x < l->columns; x++) {
        const char *name = l->names[row * l->columns + x];
        if (name) {
            return name + file_length(name);
        }
    }
    return "";
}

static int label_width(const letters *l)
{
    return l->rows > 9 ? 2 : 1;
}

static void put_files(const letters *l, text *out)
{
    text line = {0};
    text_print(&line, "%*s", label_width(l), "");
    for (int x = 0; x < l->columns; x++) {
        const char *name = NULL;
        for (int y = 0; !name && y < l->rows; y++) {
            name = l->names[y * l->columns + x];
        }
        text_print(&line, " %*.*s", (int)l->width, name ? (int)file_length(name) : 0, name ? name : "");
    }
    text_print(out, "%s\n", text_string(&line));
    out->failed |= line.failed;
    text_finish(&line);
}

static void put_level(const letters *l, text *out)
{
    for (int y = l->rows - 1; y >= 0; y--) {
        if (l->labelled) {
            text_print(out, "%*.*s", label_width(l), (int)strspn(row_name(l, y), "0123456789"), row_name(l, y));
        }
        size_t before = out->length;
        for (int x = 0; x < l->columns; x++) {
            const char *man = l->men[y * l->columns + x];
            text_print(out, " %*s", (int)l->width, man ? man : "");
        }
        while (out->length > before && out->bytes[out->length - 1] == ' ') {
            out->bytes[--out->length] = '\0';
        }
        text_char(out, '\n');
    }
    if (l->labelled) {
        put_files(l, out);
    }
}

static char *board_text(const ferz_play *play)
{
    letters l = {.play = play, .columns = ferz_play_columns(play), .rows = ferz_play_rows(play)};
    size_t size = (size_t)(l.columns * l.rows) + 1;
    text out = {0};
    l.men = calloc(size, sizeof *l.men);
    l.names = calloc(size, sizeof *l.names);
    for (int level = 0; l.men && l.names && level < ferz_play_levels(play); level++) {
        fill_level(&l, level);
        text_put(&out, level ? "\n" : "");
        put_level(&l, &out);
    }
    out.failed |= !l.men || !l.names;
    free((void *)l.men);
    free((void *)l.names);
    return text_given(&out);
}

static char *draw_board(void *state)
{
    const drawing *d = state;
    ferz_play *play = ferz_play_create(d->game, NULL, d->messages);
    if (!play) {
        return NULL;
    }
    const ferz_picture wish = {.piece = FERZ_NOTHING, .russian = d->russian};
    char *drawn = d->svg ? ferz_game_picture(d->game, play, &wish, d->messages) : board_text(play);
    if (!drawn && !ferz_messages_errors(d->messages)) {
        refuse(d->messages, &(text){0});
    }
    ferz_play_destroy(play);
    return drawn;
}

static char *draw_moves(void *state, size_t piece)
{
    const drawing *d = state;
    int type = d->game->game->base_type[piece];
    ferz_mark any;
    ferz_picture wish = {.piece = type, .player = 0, .russian = d->russian, .size = 32};
    size_t cell = ferz_game_marks_cell(d->game, (size_t)type, 0);
    size_t count = cell == SIZE_MAX ? SIZE_MAX : ferz_game_marks(d->game, (size_t)type, 0, cell, &any, 1);
    if (count == SIZE_MAX) {
        return refuse(d->messages, &(text){0});
    }
    if (count == 0) {
        return NULL;
    }
    wish.cell = (int)cell;
    return d->svg ? ferz_game_picture(d->game, NULL, &wish, d->messages)
                  : ferz_game_marks_text(d->game, &wish, d->messages);
}

/* ---- the public functions ---- */

char *ferz_game_describe(const ferz_game *g, ferz_language language, ferz_format format, ferz_messages *messages)
{
    arena scratch;
    ferz_messages *own = ferz_messages_create(false); /* what went wrong on the way */
    if (!own) {
        return refuse(messages, &(text){0});
    }
    arena_init(&scratch, 0);
    ferz_game *parent = g->rules->parent ? ferz_game_load(g->rules->parent, NULL, NULL, 0, 0, own) : NULL;
    scratch.failed = ferz_messages_result(own) == FERZ_FAULT;
    ferz_messages_clear(own); /* a parent that is not sound by itself is not told of */
    drawing draws = {g, format == FERZ_HTML, language == FERZ_RUSSIAN, own};
    const describe_request request = {.rules = g->rules,
                                      .notes = notes_of(g),
                                      .parent = parent ? parent->rules : NULL,
                                      .parent_notes = parent ? notes_of(parent) : (fact_notes){0},
                                      .language = language_of(language),
                                      .board = draw_board,
                                      .moves = draw_moves,
                                      .state = &draws};
    document d = {.arena = &scratch};
    describe_write(&d, &request);
    text out = {0};
    document_write(&d, (document_format)format, language == FERZ_RUSSIAN ? "ru" : "en", &out);
    bool failed = scratch.failed || out.failed || ferz_messages_result(own) == FERZ_FAULT;
    ferz_messages_destroy(own);
    arena_finish(&scratch);
    ferz_game_destroy(parent);
    return failed ? refuse(messages, &out) : text_given(&out);
}

char *ferz_game_compare(const ferz_game *a, const ferz_game *b, ferz_language language, ferz_messages *messages)
{
    arena scratch;
    arena_init(&scratch, 0);
    const fact_notes first = notes_of(a), second = notes_of(b);
    fact_list list = facts_compare(a->rules, &first, b->rules, &second, language_of(language), &scratch);
    text out = {0};
    text_put(&out, "");
    for (size_t i = 0; i < list.count; i++) {
        text_print(&out, "%s\n", list.items[i].sentence);
    }
    bool failed = scratch.failed || out.failed;
    arena_finish(&scratch);
    return failed ? refuse(messages, &out) : text_given(&out);
}
