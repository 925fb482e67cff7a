/* Positions: what a board shows and what a person can do in it; playing and taking back. */
#include "service/service_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- players ---- */

int player_index(const ferz_variant *variant, const char *name)
{
    for (size_t i = 0; name && i < ferz_variant_facts(variant)->player_count; i++) {
        if (strcmp(ferz_variant_player_name(variant, i), name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* ---- moves ---- */

/* Adds the moves as the viewer knows them, with what `details` adds. False after an error. */
static bool put_viewed_moves(call *c, text *t, int viewer, unsigned details)
{
    session *s = c->session;
    ferz_moves *moves = viewer < 0 ? ferz_game_moves(s->game, NULL, details, c->messages)
                                   : ferz_game_moves_tried(s->game, (size_t)viewer, details, c->messages);
    if (!moves) {
        (void)fail_result(c, ferz_messages_result(c->messages));
        return false;
    }
    answer_moves(t, moves);
    ferz_moves_free(moves);
    return true;
}

/* Whose view is wanted: -1 for everything, also where nothing is hidden. False after an error. */
static bool read_viewer(call *c, int *viewer)
{
    const ferz_variant *variant = c->session->rules->variant;
    const char *name = param_string(c, "as");
    *viewer = player_index(variant, name);
    if (name && *viewer < 0) {
        (void)fail_parameter(c, "as", "there is no such player");
        return false;
    }
    if (!ferz_variant_facts(variant)->hides_information) {
        *viewer = -1;
    }
    return true;
}

json_t *method_moves(call *c)
{
    int viewer;
    const unsigned details = param_bool(c, "details") ? FERZ_MOVE_RULES | FERZ_MOVE_NOTATIONS : 0;
    text t = {0};
    if (!read_viewer(c, &viewer) || !put_viewed_moves(c, &t, viewer, details)) {
        return NULL;
    }
    return json_answer(c, &t);
}

/* ---- pictures ---- */

static int find_piece(const ferz_variant *variant, const char *name)
{
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        ferz_piece piece = ferz_variant_piece(variant, i);
        if (strcmp(piece.name, name) == 0 || strcmp(piece.letter, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int find_cell(const ferz_game *game, const char *name)
{
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        if (strcmp(ferz_game_cell(game, i).name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* The wanted player; the first where none is named; -1 after an error. */
static int picture_player(call *c, const ferz_variant *variant, const json_t *options, const char *key)
{
    const char *name = json_string_value(json_object_get(options, key));
    int player = name ? player_index(variant, name) : 0;
    if (player < 0) {
        (void)fail_parameter(c, "picture", "there is no such player");
    }
    return player;
}

static bool read_marks(call *c, const ferz_variant *variant, const ferz_game *game, const json_t *options,
                       ferz_picture *p)
{
    const char *piece = json_string_value(json_object_get(options, "piece"));
    const char *cell = json_string_value(json_object_get(options, "cell"));
    p->piece = piece ? find_piece(variant, piece) : FERZ_NONE;
    if (!piece) {
        return true;
    }
    if (p->piece < 0) {
        (void)fail_parameter(c, "picture.piece", "there is no such piece");
        return false;
    }
    size_t best = cell ? 0 : ferz_piece_moves_best_cell(variant, (size_t)p->piece, (size_t)p->player);
    p->cell = cell ? find_cell(game, cell) : best == SIZE_MAX ? -1 : (int)best;
    if (p->cell < 0) {
        (void)fail_parameter(c, "picture.cell", "there is no such cell");
        return false;
    }
    return true;
}

/* `shown` NULL: an empty board. */
static char *draw(call *c, const ferz_variant *variant, const ferz_game *game, const json_t *options)
{
    const json_t *language = json_object_get(options, "language");
    ferz_picture p = {.struct_size = sizeof p, .piece = FERZ_NONE};
    p.viewer = picture_player(c, variant, options, "viewer");
    p.player = picture_player(c, variant, options, "player");
    p.size = (unsigned)json_integer_value(json_object_get(options, "size"));
    p.russian = language && strcmp(json_string_value(language), "ru") == 0;
    p.no_coordinates = json_is_false(json_object_get(options, "coordinates"));
    p.addressable = json_is_true(json_object_get(options, "addressable"));
    p.no_hands = json_is_false(json_object_get(options, "hands"));
    p.no_legend = json_is_false(json_object_get(options, "legend"));
    p.across = (int)json_integer_value(json_object_get(options, "across"));
    if (c->error || !read_marks(c, variant, game, options, &p)) {
        return NULL;
    }
    char *svg = ferz_variant_picture(variant, p.piece == FERZ_NONE ? game : NULL, &p, c->messages);
    if (!svg) {
        (void)fail_result(c, ferz_messages_result(c->messages));
    }
    return svg;
}

json_t *method_diagram(call *c)
{
    ferz_variant *variant = load_variant(c);
    ferz_game *game = variant ? ferz_game_create(variant, param_string(c, "fen"), c->messages) : NULL;
    if (variant && !game) {
        (void)fail_result(c, ferz_messages_result(c->messages));
    }
    char *svg = game ? draw(c, variant, game, json_object_get(c->params, "picture")) : NULL;
    json_t *result = svg ? json_object() : NULL;
    if (svg) {
        put_string(c, result, "svg", svg);
    }
    ferz_free(svg);
    ferz_game_free(game);
    ferz_variant_free(variant);
    return result;
}

json_t *method_figures(call *c)
{
    const ferz_variant *variant = c->session->rules->variant;
    size_t players = ferz_variant_facts(variant)->player_count;
    json_t *result = json_object(), *figures = json_array();
    for (size_t i = 0; i < ferz_variant_facts(variant)->piece_count; i++) {
        for (size_t player = 0; player <= players; player++) {
            char *svg = ferz_piece_picture(variant, i, player, c->messages);
            if (svg) {
                put_item(c, figures,
                         json_pack("{s:s, s:s, s:s}", "owner",
                                   player < players ? ferz_variant_player_name(variant, player) : "", "type",
                                   ferz_variant_piece(variant, i).name, "svg", svg));
            }
            ferz_free(svg);
        }
    }
    put(c, result, "figures", figures);
    return result;
}

/* The cells of the moves, each once: they come sorted. */
static json_t *piece_cells(call *c, size_t piece, size_t player, size_t cell)
{
    const ferz_variant *variant = c->session->rules->variant;
    size_t count = ferz_piece_moves(variant, piece, player, cell, NULL, 0);
    ferz_piece_move *moves = count < SIZE_MAX ? calloc(count + 1, sizeof *moves) : NULL;
    json_t *cells = json_array();
    c->out_of_memory |= !moves;
    count = moves ? ferz_piece_moves(variant, piece, player, cell, moves, count) : 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || moves[i].cell != moves[i - 1].cell) {
            put_item(c, cells, json_string(ferz_game_cell(c->session->game, moves[i].cell).name));
        }
    }
    free(moves);
    return cells;
}

json_t *method_piece(call *c)
{
    const ferz_variant *variant = c->session->rules->variant;
    const char *language = param_string(c, "language");
    ferz_picture p = {.struct_size = sizeof p, .no_legend = true, .no_coordinates = true, .addressable = true};
    p.player = picture_player(c, variant, c->params, "player");
    p.russian = language && strcmp(language, "ru") == 0;
    p.viewer = p.player < 0 ? 0 : p.player;
    if (c->error || !read_marks(c, variant, c->session->game, c->params, &p)) {
        return NULL;
    }
    size_t piece = (size_t)p.piece;
    char *svg = ferz_variant_picture(variant, NULL, &p, c->messages);
    char *words = ferz_variant_piece_words(variant, piece, param_language(c), c->messages);
    json_t *result = svg && words ? json_object() : fail_result(c, ferz_messages_result(c->messages));
    if (result) {
        put(c, result, "text", json_lines(c, words));
        put_string(c, result, "svg", svg);
        put(c, result, "cells", piece_cells(c, piece, (size_t)p.player, (size_t)p.cell));
    }
    ferz_free(words);
    ferz_free(svg);
    return result;
}

/* ---- the position ---- */

/* The plies as other programs write them; where that cannot be, as this one does. */
static json_t *written_json(call *c, const ferz_game *game)
{
    json_t *array = json_array();
    ferz_game *trial = ferz_game_copy(game);
    while (trial && ferz_game_undo(trial)) {
    }
    for (size_t i = 0; trial && i < ferz_game_ply_count(game); i++) {
        const char *ply = ferz_game_ply(game, i);
        char *san = ferz_game_move_for(trial, ply, FERZ_NOTATION_SAN, NULL);
        put_item(c, array, json_string(san ? san : ply));
        ferz_free(san);
        if (ferz_game_move(trial, ply, NULL) != FERZ_OK) {
            break;
        }
    }
    c->out_of_memory |= !trial;
    ferz_game_free(trial);
    return array;
}

static bool put_status(call *c, text *t)
{
    ferz_status status;
    ferz_result result = ferz_game_status(c->session->game, &status, c->messages);
    if (result != FERZ_OK) {
        (void)fail_result(c, result);
        return false;
    }
    answer_status(t, c->session->rules->variant, &status);
    return true;
}

json_t *method_flag(call *c)
{
    const int player = player_index(c->session->rules->variant, param_string(c, "player"));
    ferz_status status;
    if (player < 0) {
        return fail_parameter(c, "player", "there is no such player");
    }
    ferz_result result = ferz_game_flag(c->session->game, (size_t)player, &status, c->messages);
    if (result == FERZ_REJECTED && !ferz_messages_count(c->messages)) {
        return fail_parameter(c, "player", "the game has more than two sides");
    }
    if (result != FERZ_OK) {
        return fail_result(c, result);
    }
    text t = {0};
    answer_status(&t, c->session->rules->variant, &status);
    return json_answer(c, &t);
}

/* What `written` and `picture` add to a position. */
static void put_wanted(call *c, json_t *p, const ferz_game *shown, int viewer)
{
    const session *s = c->session;
    const json_t *options = json_object_get(c->params, "picture");
    if (param_bool(c, "written") && viewer < 0) {
        put(c, p, "written", written_json(c, s->game));
    }
    if (options) {
        char *svg = draw(c, s->rules->variant, shown, options);
        put_string(c, p, "svg", svg);
        ferz_free(svg);
    }
}

json_t *position_json(call *c)
{
    const session *s = c->session;
    int viewer;
    if (!read_viewer(c, &viewer)) {
        return NULL;
    }
    ferz_game *view = viewer < 0 ? NULL : ferz_game_view(s->game, (size_t)viewer, c->messages);
    if (viewer >= 0 && !view) {
        return fail_result(c, ferz_messages_result(c->messages));
    }
    const ferz_game *shown = view ? view : s->game;
    text t = {0};
    answer_position(&t, s->game, shown, viewer);
    json_t *p = put_status(c, &t) && put_viewed_moves(c, &t, viewer, 0) ? json_answer(c, &t) : NULL;
    text_finish(&t);
    if (p) {
        put_wanted(c, p, shown, viewer);
    }
    if (c->error) {
        json_decref(p);
        p = NULL;
    }
    ferz_game_free(view);
    return p;
}

/* `result` with the position; takes `result`. */
static json_t *with_position(call *c, json_t *result)
{
    json_t *position = position_json(c);
    if (!position) {
        json_decref(result);
        return NULL;
    }
    put(c, result, "position", position);
    return result;
}

json_t *method_position(call *c)
{
    return with_position(c, json_object());
}

/* ---- changes ---- */

bool play_all(call *c, ferz_game *game, const json_t *moves)
{
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(moves); i++) {
        ok = ferz_game_move(game, json_string_value(json_array_get(moves, i)), c->messages) == FERZ_OK;
    }
    return ok;
}

/* The session goes on with this game, which began at `start` (NULL: the start of the rules); takes the game. */
static void take_game(call *c, ferz_game *game, const char *start)
{
    session *s = c->session;
    char *copy = NULL;
    if (start) {
        copy = malloc(strlen(start) + 1);
        c->out_of_memory |= !copy;
        if (copy) {
            memcpy(copy, start, strlen(start) + 1);
        }
    }
    free(s->start);
    s->start = copy;
    ferz_game_free(s->game);
    s->game = game;
}

/* The position, and what its text said that the game cannot hold. */
static json_t *with_notes(call *c, json_t *result)
{
    put_messages(c, result);
    return with_position(c, result);
}

json_t *method_setup(call *c)
{
    session *s = c->session;
    const char *fen = param_string(c, "fen");
    ferz_game *game = ferz_game_create(s->rules->variant, fen, c->messages);
    if (!game || !play_all(c, game, json_object_get(c->params, "moves"))) {
        ferz_game_free(game);
        return fail_result(c, ferz_messages_result(c->messages));
    }
    take_game(c, game, fen);
    return with_notes(c, json_object());
}

/* Where a game began. */
static char *first_fen(const ferz_game *game)
{
    ferz_game *start = ferz_game_copy(game);
    while (start && ferz_game_undo(start)) {
    }
    char *fen = start ? ferz_game_fen(start) : NULL;
    ferz_game_free(start);
    return fen;
}

static json_t *read_pgn(call *c, const char *pgn)
{
    size_t number = (size_t)param_integer(c, "game", 1);
    ferz_game *game = ferz_game_read_pgn(c->session->rules->variant, pgn, strlen(pgn), number, c->messages);
    if (!game) {
        return fail_result(c, ferz_messages_result(c->messages));
    }
    char *start = first_fen(game);
    c->out_of_memory |= !start;
    take_game(c, game, start);
    json_t *result = json_object();
    put_string(c, result, "start", start ? start : "");
    ferz_free(start);
    return with_notes(c, result);
}

json_t *method_pgn(call *c)
{
    const char *read = param_string(c, "read");
    if (read) {
        return read_pgn(c, read);
    }
    char *pgn = ferz_game_pgn(c->session->game, NULL, 0, NULL, c->messages);
    if (!pgn) {
        return fail_result(c, ferz_messages_result(c->messages));
    }
    json_t *result = json_object();
    char *fen = ferz_game_fen_for(c->session->game, FERZ_NOTATION_FAIRY_STOCKFISH, c->messages);
    put_string(c, result, "pgn", pgn);
    if (fen) {
        put_string(c, result, "fen", fen);
    }
    put_messages(c, result);
    ferz_free(fen);
    ferz_free(pgn);
    return result;
}

/* Random bits for dice. They are thrown in the open: no player may foretell them, but nobody keeps a secret with
 * them. */
static uint64_t dice_number(const session *s)
{
    static atomic_ullong calls;
    uint64_t x = (uint64_t)clock_milliseconds() ^ (atomic_fetch_add(&calls, 1) << 40) ^ ferz_game_hash(s->game);
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The error of a move that is not legal: with the reason and the rule. */
static json_t *fail_illegal(call *c, const char *move, ferz_result result)
{
    (void)fail_result(c, result);
    int viewer;
    bool secret = param_string(c, "as") && read_viewer(c, &viewer) && viewer >= 0;
    ferz_reasons *why =
        result == FERZ_REJECTED && !secret ? ferz_game_why(c->session->game, move, param_language(c), NULL) : NULL;
    if (why) {
        text t = {0};
        answer_why(&t, why);
        put_answer(c, json_object_get(c->error, "data"), &t);
    }
    ferz_reasons_free(why);
    return NULL;
}

json_t *method_play(call *c)
{
    session *s = c->session;
    const char *move = param_string(c, "move");
    ferz_roll roll;
    char *announced = NULL;
    bool played = false;
    size_t room = SERVICE_GAME_MAX / ferz_variant_position_bytes(s->rules->variant);
    if (ferz_game_ply_count(s->game) >= (room < SERVICE_PLIES_MAX ? room : SERVICE_PLIES_MAX)) {
        return fail(c, ERROR_LIMIT, "the game has too many plies");
    }
    if (strcmp(move, "roll") == 0 && ferz_game_roll(s->game, dice_number(s), &roll)) {
        move = roll.move;
    }
    ferz_result answer = ferz_game_try(s->game, move, &played, &announced, c->messages);
    if (answer != FERZ_OK) {
        ferz_free(announced);
        return fail_illegal(c, move, answer);
    }
    json_t *result = json_object();
    put(c, result, "played", json_boolean(played));
    put_string(c, result, "move", move);
    put(c, result, "announced", json_lines(c, announced));
    ferz_free(announced);
    return with_position(c, result);
}

json_t *method_undo(call *c)
{
    int64_t wanted = param_integer(c, "plies", 1), undone = 0;
    while (undone < wanted && ferz_game_undo(c->session->game)) {
        undone++;
    }
    json_t *result = json_object();
    put(c, result, "undone", json_integer(undone));
    return with_position(c, result);
}

json_t *method_why(call *c)
{
    const char *move = param_string(c, "move");
    ferz_game *game = c->session->game;
    ferz_reasons *why = ferz_game_why(game, move, param_language(c), c->messages);
    if (!why) {
        return fail_result(c, ferz_messages_result(c->messages));
    }
    text t = {0};
    c->out_of_memory |= answer_reasons(&t, game, move, why, c->messages) != FERZ_OK;
    ferz_reasons_free(why);
    return json_answer(c, &t);
}
