/* The rules as text with diagrams: joins explain/ and draw/. */
#include "api/ferz_internal.h"

#include "explain/describe.h"
#include "explain/grammar.h"

#include <stdlib.h>
#include <string.h>

/* What is known of the game. `possible` may be filled or not; without a game to try it, anything counts as possible. */
static fact_notes notes_of(const ferz_variant *v, ferz_messages *messages, fuel *left, arena *a,
                           possibilities *possible)
{
    const char *script = binding_script_words(v->binding);
    fact_notes notes = {v->variant->start_fen, script, NULL};
    ferz_game *game = messages ? ferz_game_create(v, NULL, messages) : NULL;
    if (game) {
        game_begin(game, messages, OPERATION_SHORT);
        notes.possible = possibilities_find(&game->game_history, script, left, a, possible) ? possible : NULL;
        a->failed |= !notes.possible && fuel_left(left);
    }
    a->failed |= messages && ferz_messages_result(messages) == FERZ_SYSTEM_ERROR;
    ferz_game_free(game);
    return notes;
}

static fact_language language_of(ferz_language language)
{
    return language == FERZ_RUSSIAN ? FACT_RUSSIAN : FACT_ENGLISH;
}

static char *refuse(ferz_messages *messages, text *out)
{
    text_finish(out);
    messages_out_of_memory(messages);
    return NULL;
}

/* ---- names ---- */

char *ferz_variant_word(const ferz_variant *v, const char *name, ferz_language language, bool genitive)
{
    if (MISSING(v) || MISSING(name)) {
        return NULL;
    }
    arena a;
    arena_init(&a, 0);
    const describer t = {.arena = &a, .rules = v->rules, .russian = language == FERZ_RUSSIAN};
    text out = {0};
    text_put(&out, any_word(&t, name, genitive ? FORM_GENITIVE : FORM_NOMINATIVE));
    out.failed |= a.failed;
    arena_finish(&a);
    return text_detach(&out);
}

char *ferz_variant_move_words(const ferz_variant *v, const char *written, ferz_language language)
{
    if (MISSING(v) || MISSING(written)) {
        return NULL;
    }
    arena a;
    arena_init(&a, 0);
    const describer t = {.arena = &a, .rules = v->rules, .russian = language == FERZ_RUSSIAN};
    text out = {0};
    const char *words = move_words(&t, written);
    text_put(&out, words ? words : "");
    out.failed |= a.failed;
    arena_finish(&a);
    return text_detach(&out);
}

/* ---- diagrams ---- */

typedef struct drawing {
    const ferz_variant *variant;
    bool svg, russian;
    ferz_messages *messages; /* why a diagram could not be made */
    fuel *fuel;              /* of the whole description */
} drawing;

/* A board of characters: columns and rows as they lie, with labels where cells are named by file and rank. */
typedef struct ascii_board {
    const ferz_game *game;
    int columns, rows;
    size_t width;        /* of the widest piece or file name */
    const char **pieces; /* [row][column] of one level; NULL: no cell */
    const char **names;  /* likewise */
    bool labelled;
} ascii_board;

static size_t file_length(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyz");
}

static void fill_level(ascii_board *l, int level)
{
    size_t size = (size_t)l->columns * (size_t)l->rows;
    memset(l->pieces, 0, size * sizeof *l->pieces);
    memset(l->names, 0, size * sizeof *l->names);
    l->labelled = true;
    l->width = 1;
    for (size_t i = 0; i < ferz_game_cell_count(l->game); i++) {
        const ferz_cell cell = ferz_game_cell(l->game, i);
        if (cell.level != level) {
            continue;
        }
        const char **at = &l->pieces[cell.row * l->columns + cell.column];
        *at = cell.piece ? cell.piece : ".";
        l->names[cell.row * l->columns + cell.column] = cell.name;
        size_t file = file_length(cell.name), width = strlen(*at);
        l->labelled &= file > 0 && cell.name[file] >= '1' && cell.name[file] <= '9';
        width = width > file ? width : file;
        l->width = l->labelled && width > l->width ? width : strlen(*at) > l->width ? strlen(*at) : l->width;
    }
}

static const char *row_name(const ascii_board *l, int row)
{
    for (int x = 0; x < l->columns; x++) {
        const char *name = l->names[row * l->columns + x];
        if (name) {
            return name + file_length(name);
        }
    }
    return "";
}

static int label_width(const ascii_board *l)
{
    return l->rows > 9 ? 2 : 1;
}

static void put_file_labels(const ascii_board *l, text *out)
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

static void put_level(const ascii_board *l, text *out)
{
    for (int y = l->rows - 1; y >= 0; y--) {
        if (l->labelled) {
            text_print(out, "%*.*s", label_width(l), (int)strspn(row_name(l, y), "0123456789"), row_name(l, y));
        }
        size_t before = out->length;
        for (int x = 0; x < l->columns; x++) {
            const char *piece = l->pieces[y * l->columns + x];
            text_print(out, " %*s", (int)l->width, piece ? piece : "");
        }
        while (out->length > before && out->bytes[out->length - 1] == ' ') {
            out->bytes[--out->length] = '\0';
        }
        text_char(out, '\n');
    }
    if (l->labelled) {
        put_file_labels(l, out);
    }
}

static char *board_text(const ferz_game *game)
{
    ascii_board l = {.game = game, .columns = ferz_game_columns(game), .rows = ferz_game_rows(game)};
    size_t size = (size_t)(l.columns * l.rows) + 1;
    text out = {0};
    l.pieces = calloc(size, sizeof *l.pieces);
    l.names = calloc(size, sizeof *l.names);
    for (int level = 0; l.pieces && l.names && level < ferz_game_levels(game); level++) {
        fill_level(&l, level);
        text_put(&out, level ? "\n" : "");
        put_level(&l, &out);
    }
    out.failed |= !l.pieces || !l.names;
    free((void *)l.pieces);
    free((void *)l.names);
    return text_detach(&out);
}

static char *draw_board(void *state)
{
    const drawing *d = state;
    ferz_game *game = ferz_game_create(d->variant, NULL, d->messages);
    if (!game) {
        return NULL;
    }
    const ferz_picture options = {.struct_size = sizeof options, .piece = FERZ_NONE, .russian = d->russian};
    char *drawn =
        d->svg ? picture_draw(d->variant, game, &options, d->fuel, PICTURE_SVG, d->messages) : board_text(game);
    if (!drawn && !ferz_messages_errors(d->messages)) {
        refuse(d->messages, &(text){0});
    }
    ferz_game_free(game);
    return drawn;
}

static char *draw_moves(void *state, size_t piece)
{
    const drawing *d = state;
    int type = d->variant->variant->base_type[piece];
    ferz_piece_move any;
    if (d->fuel && !fuel_look(d->fuel)) {
        return NULL; /* found at the end */
    }
    ferz_picture options = {
        .struct_size = sizeof options, .piece = type, .player = 0, .russian = d->russian, .size = 32};
    options.cell = picture_best_cell(d->variant, (size_t)type, d->fuel);
    size_t count =
        options.cell < 0 ? SIZE_MAX : ferz_piece_moves(d->variant, (size_t)type, 0, (size_t)options.cell, &any, 1);
    if (count == SIZE_MAX) {
        return fuel_left(d->fuel) ? refuse(d->messages, &(text){0}) : NULL;
    }
    return count ? picture_draw(d->variant, NULL, &options, d->fuel, d->svg ? PICTURE_SVG : PICTURE_TEXT, d->messages)
                 : NULL;
}

/* ---- the public functions ---- */

typedef enum part_kind { PART_PAGE, PART_RELATIVE, PART_PIECE, PART_PIECE_BODY, PART_PIECE_WORDS } part_kind;

static void write_part(document *d, const describe_request *request, part_kind part, size_t piece)
{
    if (part >= PART_PIECE) {
        describe_write_piece(d, request, piece, part == PART_PIECE);
    } else {
        describe_write(d, request);
    }
}

static char *describe(const ferz_variant *v, part_kind part, size_t piece, ferz_language language, ferz_format format,
                      ferz_messages *messages)
{
    arena scratch;
    ferz_messages *own = ferz_messages_create(false); /* what went wrong on the way */
    if (!own) {
        return refuse(messages, &(text){0});
    }
    fuel *left = messages_begin(messages, OPERATION_SHORT);
    messages_share_budget(own, messages, true);
    arena_init(&scratch, 0);
    ferz_variant *parent =
        part == PART_RELATIVE && v->rules->parent ? ferz_variant_load(v->rules->parent, NULL, NULL, 0, 0, own) : NULL;
    scratch.failed = ferz_messages_result(own) == FERZ_SYSTEM_ERROR;
    ferz_messages_clear(own); /* mistakes of the parent itself are not reported */
    possibilities possible, parent_possible;
    const fact_notes notes = notes_of(v, own, left, &scratch, &possible);
    const fact_notes parent_notes = parent ? notes_of(parent, own, left, &scratch, &parent_possible) : (fact_notes){0};
    ferz_messages_clear(own); /* and so is what its scripts do in a game */
    drawing draws = {v, format == FERZ_HTML, language == FERZ_RUSSIAN, own, left};
    const describe_request request = {.rules = v->rules,
                                      .notes = notes,
                                      .parent = parent ? parent->rules : NULL,
                                      .parent_notes = parent_notes,
                                      .language = language_of(language),
                                      .board = draw_board,
                                      .moves = part == PART_PIECE_WORDS ? NULL : draw_moves,
                                      .state = &draws,
                                      .fuel = left};
    document d = {.arena = &scratch};
    write_part(&d, &request, part, piece);
    text out = {0};
    document_write(&d, (document_format)format, language == FERZ_RUSSIAN ? "ru" : "en", &out);
    bool failed = scratch.failed || out.failed || ferz_messages_result(own) == FERZ_SYSTEM_ERROR;
    bool over = !fuel_left(left) || ferz_messages_result(own) == FERZ_BUDGET_EXCEEDED;
    ferz_messages_free(own);
    arena_finish(&scratch);
    ferz_variant_free(parent);
    if (over && messages) {
        diag_out_of_fuel(ferz_messages_diags(messages), left, (location){0}, "the rules are described");
        text_finish(&out);
        return NULL;
    }
    return failed ? refuse(messages, &out) : text_detach(&out);
}

char *ferz_variant_describe(const ferz_variant *v, ferz_language language, ferz_format format, ferz_messages *messages)
{
    if (MISSING(v)) {
        return NULL;
    }
    return describe(v, PART_PAGE, 0, language, format, messages);
}

char *ferz_variant_describe_relative(const ferz_variant *v, ferz_language language, ferz_format format,
                                     ferz_messages *messages)
{
    if (MISSING(v)) {
        return NULL;
    }
    return describe(v, PART_RELATIVE, 0, language, format, messages);
}

char *ferz_variant_describe_piece(const ferz_variant *v, size_t piece, bool heading, ferz_language language,
                                  ferz_format format, ferz_messages *messages)
{
    if (MISSING(v) || piece >= ferz_variant_facts(v)->piece_count) {
        return NULL;
    }
    size_t rule = (size_t)v->variant->type[piece].rule_piece_index;
    return describe(v, heading ? PART_PIECE : PART_PIECE_BODY, rule, language, format, messages);
}

char *ferz_variant_piece_words(const ferz_variant *v, size_t piece, ferz_language language, ferz_messages *messages)
{
    if (MISSING(v) || piece >= ferz_variant_facts(v)->piece_count) {
        return NULL;
    }
    return describe(v, PART_PIECE_WORDS, (size_t)v->variant->type[piece].rule_piece_index, language, FERZ_TEXT,
                    messages);
}

char *ferz_variant_compare(const ferz_variant *a, const ferz_variant *b, ferz_language language,
                           ferz_messages *messages)
{
    if (MISSING(a) || MISSING(b)) {
        return NULL;
    }
    arena scratch;
    arena_init(&scratch, 0);
    fuel *left = messages_begin(messages, OPERATION_SHORT);
    possibilities possible[2];
    ferz_messages *own = ferz_messages_create(false); /* what a game without a sound script says is no news here */
    scratch.failed = !own;
    messages_share_budget(own, messages, true);
    const fact_notes first = notes_of(a, own, left, &scratch, &possible[0]),
                     second = notes_of(b, own, left, &scratch, &possible[1]);
    ferz_messages_free(own);
    fact_list list = facts_compare(a->rules, &first, b->rules, &second, language_of(language), left, &scratch);
    text out = {0};
    text_put(&out, "");
    for (size_t i = 0; i < list.count; i++) {
        text_print(&out, "%s\n", list.items[i].sentence);
    }
    bool failed = scratch.failed || out.failed;
    arena_finish(&scratch);
    if (messages && !fuel_left(left)) {
        diag_out_of_fuel(ferz_messages_diags(messages), left, (location){0}, "the rules are compared");
        text_finish(&out);
        return NULL;
    }
    return failed ? refuse(messages, &out) : text_detach(&out);
}
