/* Positions: what a board shows and what a person can do in it; playing and taking back. */
#include "service/service_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- players ---- */

int player_index(const ferz_variant *variant, const char *name)
{
    for (size_t i = 0; name && i < ferz_variant_player_count(variant); i++) {
        if (strcmp(ferz_variant_player_name(variant, i), name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

const char *player_or_chance(const ferz_variant *variant, size_t player)
{
    return player < ferz_variant_player_count(variant) ? ferz_variant_player_name(variant, player) : "chance";
}

/* ---- moves ---- */

/* The length of the written cell at `at`, and its name; 0 where there is none. The longest one wins: a10, not a1. */
static size_t cell_length(const shared_rules *rules, const char *at, const char **name)
{
    for (size_t length = strnlen(at, rules->longest_cell); length; length--) {
        size_t low = 0, high = rules->cell_count;
        while (low < high) {
            size_t middle = (low + high) / 2;
            int order = strncmp(rules->cells[middle].written, at, length);
            order = order ? order : rules->cells[middle].written[length] != '\0';
            if (order == 0) {
                *name = rules->cells[middle].name;
                return length;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
    }
    return 0;
}

/* The same for a cell without its board, "a2" after "1:": a move on one board names the board once. `whole` is
 * memory. */
static size_t bare_length(const shared_rules *rules, const char *board, size_t board_length, const char *at,
                          text *whole, const char **name)
{
    text_clear(whole);
    text_add(whole, board, board_length);
    text_add(whole, at, strnlen(at, rules->longest_cell));
    size_t length = board_length ? cell_length(rules, text_string(whole), name) : 0;
    return length > board_length ? length - board_length : 0;
}

/* The cells of a move in their order. A cell does not begin inside a word or behind a number: there is none in
 * "pass". */
static size_t put_cells(call *c, const shared_rules *rules, const char *rest, json_t *parts)
{
    size_t found = 0, board_length = 0;
    const char *board = rest, *name = NULL;
    bool in_word = false;
    text whole = {0};
    while (*rest) {
        size_t length = in_word ? 0 : cell_length(rules, rest, &name);
        size_t bare = in_word || length ? 0 : bare_length(rules, board, board_length, rest, &whole, &name);
        if (length) {
            const char *colon = memchr(rest, ':', length);
            board = rest;
            board_length = colon ? (size_t)(colon + 1 - rest) : 0;
        }
        if (length || bare) {
            put_item(c, parts, json_string(name));
            found++;
        }
        in_word = !length && !bare && (ascii_is_lower(*rest) || ascii_is_digit(*rest));
        rest += length || bare ? length + bare : 1;
    }
    c->out_of_memory |= whole.failed;
    text_finish(&whole);
    return found;
}

/* Where a script writes moves in its own way, play tells the cells: first one that a piece of the player leaves, then
 * one where a piece of theirs stands after it. `trial` is a copy of the game. */
static size_t put_changed_cells(call *c, ferz_game *trial, const char *move, json_t *parts)
{
    size_t room = ferz_game_cell_count(trial), *cells = calloc(room + 1, sizeof *cells), count = 0;
    int player = (int)ferz_game_commander(trial);
    const char *from = NULL, *to = NULL;
    c->out_of_memory |= !cells;
    if (cells && ferz_game_move(trial, move, NULL) == FERZ_OK) {
        count = ferz_game_last_move_cells(trial, cells, room);
        for (size_t i = 0; i < count; i++) {
            ferz_cell cell = ferz_game_cell(trial, cells[i]);
            to = !to && cell.owner == player ? cell.name : to;
        }
        (void)ferz_game_undo(trial);
        for (size_t i = 0; i < count; i++) {
            ferz_cell cell = ferz_game_cell(trial, cells[i]);
            from = !from && cell.owner == player && cell.name != to ? cell.name : from;
        }
    }
    free(cells);
    if (!from || !to) {
        return 0;
    }
    put_item(c, parts, json_string(from));
    put_item(c, parts, json_string(to));
    return 2;
}

/* `trial` is NULL where no script writes moves. */
static json_t *move_json(call *c, const shared_rules *rules, ferz_game *trial, const char *move)
{
    json_t *one = json_object(), *parts = json_array();
    const char *at = strchr(move, '@'), *kind = "move";
    if (strncmp(move, "roll ", 5) == 0) {
        kind = "roll";
    } else if (at) {
        kind = "drop";
        put_item(c, parts, json_stringn(move, (size_t)(at + 1 - move)));
        (void)put_cells(c, rules, at + 1, parts);
    } else if (strncmp(move, "claim-", 6) == 0 ||
               (put_cells(c, rules, move, parts) == 0 && !(trial && put_changed_cells(c, trial, move, parts)))) {
        kind = "word";
    }
    put_string(c, one, "move", move);
    put_string(c, one, "kind", kind);
    put(c, one, "parts", parts);
    return one;
}

/* Takes the block of moves. */
static json_t *moves_json(call *c, const session *s, char *moves, size_t count)
{
    ferz_game *trial = ferz_variant_hook_count(s->rules->variant) ? ferz_game_copy(s->game) : NULL;
    json_t *array = json_array();
    const char *move = moves;
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1) {
        put_item(c, array, move_json(c, s->rules, trial, move));
    }
    ferz_game_destroy(trial);
    ferz_free(moves);
    return array;
}

/* The moves as the viewer knows them; NULL after an error. */
static json_t *viewed_moves(call *c, int viewer)
{
    size_t count = 0;
    session *s = c->session;
    char *moves = viewer < 0 ? ferz_game_legal_moves(s->game, &count, c->messages)
                             : ferz_game_tries(s->game, (size_t)viewer, &count, c->messages);
    return moves ? moves_json(c, s, moves, count) : fail_result(c, ferz_messages_result(c->messages));
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
    if (!ferz_variant_hides_information(variant)) {
        *viewer = -1;
    }
    return true;
}

json_t *method_moves(call *c)
{
    int viewer;
    json_t *moves = read_viewer(c, &viewer) ? viewed_moves(c, viewer) : NULL;
    if (!moves) {
        return NULL;
    }
    json_t *result = json_object();
    put(c, result, "moves", moves);
    return result;
}

/* ---- pictures ---- */

static int find_piece(const ferz_variant *variant, const char *name)
{
    for (size_t i = 0; i < ferz_variant_piece_count(variant); i++) {
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
static int picture_player(call *c, const ferz_variant *variant, const json_t *wish, const char *key)
{
    const char *name = json_string_value(json_object_get(wish, key));
    int player = name ? player_index(variant, name) : 0;
    if (player < 0) {
        (void)fail_parameter(c, "picture", "there is no such player");
    }
    return player;
}

static bool read_marks(call *c, const ferz_variant *variant, const ferz_game *game, const json_t *wish, ferz_picture *p)
{
    const char *piece = json_string_value(json_object_get(wish, "piece"));
    const char *cell = json_string_value(json_object_get(wish, "cell"));
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
static char *draw(call *c, const ferz_variant *variant, const ferz_game *game, const json_t *wish)
{
    const json_t *language = json_object_get(wish, "language");
    ferz_picture p = {.struct_size = sizeof p, .piece = FERZ_NONE};
    p.viewer = picture_player(c, variant, wish, "viewer");
    p.player = picture_player(c, variant, wish, "player");
    p.size = (unsigned)json_integer_value(json_object_get(wish, "size"));
    p.russian = language && strcmp(json_string_value(language), "ru") == 0;
    p.no_coordinates = json_is_false(json_object_get(wish, "coordinates"));
    p.addressable = json_is_true(json_object_get(wish, "addressable"));
    if (c->error || !read_marks(c, variant, game, wish, &p)) {
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
    ferz_game_destroy(game);
    ferz_variant_destroy(variant);
    return result;
}

/* ---- the position ---- */

static json_t *plies_json(call *c, const ferz_game *game, int viewer)
{
    json_t *array = json_array();
    for (size_t i = 0; i < ferz_game_ply_count(game); i++) {
        put_item(c, array,
                 json_string(viewer < 0 ? ferz_game_ply(game, i) : ferz_game_ply_view(game, i, (size_t)viewer)));
    }
    return array;
}

static json_t *last_move_json(call *c, const ferz_game *game)
{
    size_t room = ferz_game_cell_count(game), *cells = calloc(room + 1, sizeof *cells);
    json_t *array = json_array();
    size_t count = cells ? ferz_game_last_move_cells(game, cells, room) : 0;
    for (size_t i = 0; i < count; i++) {
        put_item(c, array, json_string(ferz_game_cell(game, cells[i]).name));
    }
    c->out_of_memory |= !cells;
    free(cells);
    return array;
}

static json_t *board_json(call *c, const ferz_variant *variant, const ferz_game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        ferz_cell cell = ferz_game_cell(game, i);
        if (cell.piece) {
            put_item(c, array,
                     json_pack("{s:s, s:s, s:s}", "cell", cell.name, "type", cell.type, "owner",
                               cell.owner < 0 ? "" : ferz_variant_player_name(variant, (size_t)cell.owner)));
        }
    }
    return array;
}

static json_t *hands_json(call *c, const ferz_variant *variant, const ferz_game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; ferz_variant_has_hands(variant) && i < ferz_variant_player_count(variant); i++) {
        char *hand = ferz_game_hand(game, i);
        json_t *one = json_object();
        put_string(c, one, "player", ferz_variant_player_name(variant, i));
        put_string(c, one, "pieces", hand ? hand : "");
        put_item(c, array, one);
        ferz_free(hand);
    }
    return array;
}

static void put_turn(call *c, json_t *p, const ferz_variant *variant, const ferz_game *game)
{
    size_t number, count;
    put_string(c, p, "turn", player_or_chance(variant, ferz_game_side_to_move(game)));
    put_string(c, p, "commander", player_or_chance(variant, ferz_game_commander(game)));
    if (ferz_game_turn_move(game, &number, &count)) {
        put(c, p, "turn_move", json_integer((json_int_t)number));
        put(c, p, "turn_moves", json_integer((json_int_t)count));
    }
}

static bool put_status(call *c, json_t *p)
{
    static const char *const outcomes[] = {[FERZ_ONGOING] = "ongoing", [FERZ_WIN] = "win", [FERZ_DRAW] = "draw"};
    ferz_status status;
    ferz_result result = ferz_game_status(c->session->game, &status, c->messages);
    if (result != FERZ_OK) {
        (void)fail_result(c, result);
        return false;
    }
    put_string(c, p, "outcome", outcomes[status.outcome]);
    if (status.outcome != FERZ_ONGOING) {
        put_string(c, p, "reason", status.reason);
    }
    if (status.outcome == FERZ_WIN) {
        put_string(c, p, "winner", player_or_chance(c->session->rules->variant, status.winner));
        if (status.winner_share < 100) {
            put(c, p, "winner_share", json_real(status.winner_share / 100.0));
        }
    }
    return true;
}

/* What the viewer sees of the board: `shown` is the game itself, or their view of it. */
static bool put_board(call *c, json_t *p, const ferz_game *shown, int viewer)
{
    const session *s = c->session;
    const json_t *wish = json_object_get(c->params, "picture");
    size_t plies = ferz_game_ply_count(s->game);
    char *fen = viewer < 0 ? ferz_game_fen(s->game) : ferz_game_view_fen(s->game, (size_t)viewer);
    put(c, p, "fen", json_string(fen ? fen : ""));
    c->out_of_memory |= !fen;
    ferz_free(fen);
    put(c, p, "check", json_boolean(viewer < 0 && ferz_game_in_check(s->game)));
    put(c, p, "plies", plies_json(c, s->game, viewer));
    put(c, p, "announcements", json_lines(c, plies ? ferz_game_announcements(s->game, plies - 1) : ""));
    put(c, p, "last_move", last_move_json(c, shown));
    put(c, p, "pieces", board_json(c, s->rules->variant, shown));
    put(c, p, "hands", hands_json(c, s->rules->variant, shown));
    if (wish) {
        char *svg = draw(c, s->rules->variant, shown, wish);
        put_string(c, p, "svg", svg);
        ferz_free(svg);
    }
    return !c->error;
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
    json_t *p = json_object(), *moves = NULL;
    put_turn(c, p, s->rules->variant, s->game);
    bool ok =
        put_board(c, p, view ? view : s->game, viewer) && put_status(c, p) && (moves = viewed_moves(c, viewer)) != NULL;
    if (ok) {
        put(c, p, "moves", moves);
    } else {
        json_decref(p);
        p = NULL;
    }
    ferz_game_destroy(view);
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

json_t *method_setup(call *c)
{
    session *s = c->session;
    const char *fen = param_string(c, "fen");
    ferz_game *game = ferz_game_create(s->rules->variant, fen, c->messages);
    if (!game || !play_all(c, game, json_object_get(c->params, "moves"))) {
        ferz_game_destroy(game);
        return fail_result(c, ferz_messages_result(c->messages));
    }
    char *start = NULL;
    if (fen) {
        start = malloc(strlen(fen) + 1);
        c->out_of_memory |= !start;
        if (start) {
            memcpy(start, fen, strlen(fen) + 1);
        }
    }
    free(s->start);
    s->start = start;
    ferz_game_destroy(s->game);
    s->game = game;
    return with_position(c, json_object());
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
    bool legal;
    (void)fail_result(c, result);
    int viewer;
    bool secret = param_string(c, "as") && read_viewer(c, &viewer) && viewer >= 0;
    char *why =
        result == FERZ_REJECTED && !secret ? ferz_game_explain_move(c->session->game, move, &legal, NULL) : NULL;
    if (why) {
        put(c, json_object_get(c->error, "data"), "why", json_why(c, why));
    }
    ferz_free(why);
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
    ferz_result answer = ferz_game_attempt(s->game, move, &played, &announced, c->messages);
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
    bool yes = false;
    const char *move = param_string(c, "move");
    char *why = move ? ferz_game_explain_move(c->session->game, move, &yes, c->messages)
                     : ferz_game_explain_status(c->session->game, &yes, c->messages);
    if (!why) {
        return fail_result(c, ferz_messages_result(c->messages));
    }
    json_t *result = json_object();
    put(c, result, move ? "legal" : "over", json_boolean(yes));
    put(c, result, "why", json_why(c, why));
    ferz_free(why);
    return result;
}
