#include "extension.h"

#include <stdlib.h>
#include <string.h>

static ferz_game *game_of(PyObject *self)
{
    return ((game_object *)self)->game;
}

/* A call that works on the game of `self`. */
static bool begin(PyObject *self, library_call *call, int budget)
{
    game_object *o = (game_object *)self;
    return library_begin(call, &o->busy, budget, &o->stopped);
}

/* For what is read at once, with the lock held. */
static bool is_free(PyObject *self)
{
    return object_free(&((game_object *)self)->busy);
}

PyObject *game_value(PyObject *self_or_type, PyObject *variant, ferz_game *game)
{
    if (!game) {
        return PyErr_NoMemory();
    }
    PyObject *made = object_create(self_or_type, "Game");
    if (!made) {
        ferz_game_free(game);
        return NULL;
    }
    game_object *o = (game_object *)made;
    Py_INCREF(variant);
    o->game = game;
    o->variant = variant;
    return made;
}

static PyObject *finish_text(library_call *call, char *text)
{
    library_end(call);
    return text ? library_close(call, text_taken(text)) : library_raise(call, ferz_messages_result(call->messages));
}

static bool read_player(PyObject *self, PyObject *args, size_t *player)
{
    Py_ssize_t number;
    if (!PyArg_ParseTuple(args, "n", &number)) {
        return false;
    }
    if (number < 0 || (size_t)number >= ferz_variant_facts(ferz_game_variant(game_of(self)))->player_count) {
        PyErr_SetString(PyExc_IndexError, "there is no such player");
        return false;
    }
    *player = (size_t)number;
    return is_free(self);
}

/* ---- moves ---- */

static PyObject *game_copy(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return is_free(self) ? game_value(self, ((game_object *)self)->variant, ferz_game_copy(game_of(self))) : NULL;
}

/* The move's own text. */
static PyObject *game_push(PyObject *self, PyObject *args)
{
    const char *move;
    library_call call;
    if (!PyArg_ParseTuple(args, "s", &move) || !begin(self, &call, 0)) {
        return NULL;
    }
    ferz_game *g = game_of(self);
    ferz_result result = ferz_game_move(g, move, call.messages);
    library_end(&call);
    return result == FERZ_OK ? library_close(&call, text_or_none(ferz_game_ply(g, ferz_game_ply_count(g) - 1)))
                             : library_raise(&call, result);
}

static PyObject *game_undo(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return is_free(self) ? PyBool_FromLong(ferz_game_undo(game_of(self))) : NULL;
}

static PyObject *game_plies(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    if (!is_free(self)) {
        return NULL;
    }
    size_t count = ferz_game_ply_count(game_of(self));
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *one = PyUnicode_FromString(ferz_game_ply(game_of(self), i));
        if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *game_ply_count(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return is_free(self) ? PyLong_FromSize_t(ferz_game_ply_count(game_of(self))) : NULL;
}

static PyObject *game_find_move(PyObject *self, PyObject *args)
{
    const char *move;
    library_call call;
    if (!PyArg_ParseTuple(args, "s", &move) || !begin(self, &call, 0)) {
        return NULL;
    }
    return finish_text(&call, ferz_game_find_move(game_of(self), move, call.messages));
}

static PyObject *game_move_for(PyObject *self, PyObject *args)
{
    const char *move;
    int form;
    library_call call;
    if (!PyArg_ParseTuple(args, "si", &move, &form) || !begin(self, &call, 0)) {
        return NULL;
    }
    return finish_text(&call, ferz_game_move_for(game_of(self), move, (ferz_notation)form, call.messages));
}

static PyObject *moves_value(library_call *call, char *block, size_t count)
{
    library_end(call);
    if (!block) {
        return library_raise(call, ferz_messages_result(call->messages));
    }
    PyObject *list = texts_of_block(block, count);
    ferz_free(block);
    return library_close(call, list);
}

static PyObject *game_legal_moves(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    size_t count = 0;
    library_call call;
    if (!begin(self, &call, 0)) {
        return NULL;
    }
    char *block = ferz_game_legal_moves(game_of(self), &count, call.messages);
    return moves_value(&call, block, count);
}

static PyObject *game_legal_moves_for(PyObject *self, PyObject *args)
{
    int form;
    size_t count = 0;
    library_call call;
    if (!PyArg_ParseTuple(args, "i", &form) || !begin(self, &call, 0)) {
        return NULL;
    }
    char *block = ferz_game_legal_moves_for(game_of(self), (ferz_notation)form, &count, call.messages);
    return moves_value(&call, block, count);
}

static PyObject *game_play_on(PyObject *self, PyObject *args)
{
    int plays_on;
    if (!PyArg_ParseTuple(args, "p", &plays_on) || !is_free(self)) {
        return NULL;
    }
    ferz_game_play_on(game_of(self), plays_on);
    Py_RETURN_NONE;
}

static PyObject *game_cannot_win(PyObject *self, PyObject *args)
{
    size_t player;
    return read_player(self, args, &player) ? PyBool_FromLong(ferz_game_cannot_win(game_of(self), player)) : NULL;
}

/* [(move, weight)] */
static PyObject *game_rolls(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    if (!is_free(self)) {
        return NULL;
    }
    size_t count = ferz_game_rolls(game_of(self), NULL, 0);
    ferz_roll *rolls = PyMem_Calloc(count + 1, sizeof *rolls);
    if (!rolls) {
        return PyErr_NoMemory();
    }
    count = ferz_game_rolls(game_of(self), rolls, count);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *one = Py_BuildValue("(sI)", rolls[i].move, rolls[i].weight);
        if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(list);
        }
    }
    PyMem_Free(rolls);
    return list;
}

/* The move of the roll that a random number selects; None where no roll is due. */
static PyObject *game_roll(PyObject *self, PyObject *args)
{
    unsigned long long number;
    ferz_roll roll;
    if (!PyArg_ParseTuple(args, "K", &number) || !is_free(self)) {
        return NULL;
    }
    return text_or_none(ferz_game_roll(game_of(self), number, &roll) ? roll.move : NULL);
}

/* ---- the position ---- */

static PyObject *game_fen(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    char *fen = is_free(self) ? ferz_game_fen(game_of(self)) : NULL;
    return fen || PyErr_Occurred() ? text_taken(fen) : PyErr_NoMemory();
}

/* (text, messages) */
static PyObject *game_fen_for(PyObject *self, PyObject *args)
{
    int form;
    library_call call;
    if (!PyArg_ParseTuple(args, "i", &form) || !begin(self, &call, 0)) {
        return NULL;
    }
    char *fen = ferz_game_fen_for(game_of(self), (ferz_notation)form, call.messages);
    library_end(&call);
    if (!fen) {
        return library_raise(&call, ferz_messages_result(call.messages));
    }
    return library_close(&call, Py_BuildValue("(NN)", text_taken(fen), library_messages(call.messages)));
}

/* (side to move, commander, in check, hash, number of the move in the turn or None, of how many) */
static PyObject *game_state(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    if (!is_free(self)) {
        return NULL;
    }
    const ferz_game *g = game_of(self);
    size_t number = 0, count = 0;
    bool several = ferz_game_turn_move(g, &number, &count);
    return Py_BuildValue("(nnOKNN)", (Py_ssize_t)ferz_game_side_to_move(g), (Py_ssize_t)ferz_game_commander(g),
                         ferz_game_in_check(g) ? Py_True : Py_False, (unsigned long long)ferz_game_hash(g),
                         several ? PyLong_FromSize_t(number) : Py_BuildValue(""), PyLong_FromSize_t(count));
}

static PyObject *game_side(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return is_free(self) ? PyLong_FromSize_t(ferz_game_side_to_move(game_of(self))) : NULL;
}

static PyObject *game_status(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    ferz_status status;
    library_call call;
    if (!begin(self, &call, 0)) {
        return NULL;
    }
    ferz_result result = ferz_game_status(game_of(self), &status, call.messages);
    library_end(&call);
    return result == FERZ_OK ? library_close(&call, status_value(&status)) : library_raise(&call, result);
}

/* None where there are more than two sides. */
static PyObject *game_flag(PyObject *self, PyObject *args)
{
    size_t player;
    ferz_status status;
    library_call call;
    if (!read_player(self, args, &player) || !begin(self, &call, 0)) {
        return NULL;
    }
    ferz_result result = ferz_game_flag(game_of(self), player, &status, call.messages);
    library_end(&call);
    if (result == FERZ_REJECTED && ferz_messages_count(call.messages) == 0) {
        return library_close(&call, Py_BuildValue(""));
    }
    return result == FERZ_OK ? library_close(&call, status_value(&status)) : library_raise(&call, result);
}

static PyObject *game_why(PyObject *self, PyObject *args)
{
    const char *move;
    int language;
    library_call call;
    if (!PyArg_ParseTuple(args, "zi", &move, &language) || !begin(self, &call, 0)) {
        return NULL;
    }
    ferz_reasons *reasons = ferz_game_why(game_of(self), move, (ferz_language)language, call.messages);
    library_end(&call);
    if (!reasons) {
        return library_raise(&call, ferz_messages_result(call.messages));
    }
    PyObject *value = reasons_value(reasons);
    ferz_reasons_free(reasons);
    return library_close(&call, value);
}

/* The legal moves as data, or the one that a text means. */
static PyObject *game_moves(PyObject *self, PyObject *args)
{
    const char *move;
    library_call call;
    if (!PyArg_ParseTuple(args, "z", &move) || !begin(self, &call, 0)) {
        return NULL;
    }
    ferz_moves *moves = ferz_game_moves(game_of(self), move, FERZ_MOVE_RULES | FERZ_MOVE_NOTATIONS, call.messages);
    library_end(&call);
    if (!moves) {
        return library_raise(&call, ferz_messages_result(call.messages));
    }
    PyObject *value = moves_list_value(moves);
    ferz_moves_free(moves);
    return library_close(&call, value);
}

/* ((name, column, row, level, shade, piece, type, royal, owner), ...) */
static PyObject *game_cells(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    if (!is_free(self)) {
        return NULL;
    }
    size_t count = ferz_game_cell_count(game_of(self));
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        ferz_cell c = ferz_game_cell(game_of(self), i);
        PyObject *one = Py_BuildValue("(ziiiizzONz)", c.name, c.column, c.row, c.level, c.shade, c.piece, c.type,
                                      c.royal ? Py_True : Py_False,
                                      c.owner < 0 ? Py_BuildValue("") : PyLong_FromLong(c.owner), c.character);
        if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *game_last_move_cells(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    if (!is_free(self)) {
        return NULL;
    }
    size_t room = ferz_game_cell_count(game_of(self));
    size_t *cells = PyMem_Calloc(room + 1, sizeof *cells);
    if (!cells) {
        return PyErr_NoMemory();
    }
    size_t count = ferz_game_last_move_cells(game_of(self), cells, room);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromSize_t(cells[i]));
    }
    PyMem_Free(cells);
    return list;
}

static PyObject *game_hand(PyObject *self, PyObject *args)
{
    size_t player;
    if (!read_player(self, args, &player)) {
        return NULL;
    }
    char *hand = ferz_game_hand(game_of(self), player);
    return hand ? text_taken(hand) : PyErr_NoMemory();
}

static PyObject *game_picture(PyObject *self, PyObject *args, PyObject *options)
{
    ferz_picture picture;
    size_t *cells;
    library_call call;
    if (!PyArg_ParseTuple(args, "") || !picture_read(options, &picture, &cells)) {
        return NULL;
    }
    PyObject *value = NULL;
    if (begin(self, &call, 0)) {
        const ferz_game *g = game_of(self);
        value = finish_text(&call, ferz_variant_picture(ferz_game_variant(g), g, &picture, call.messages));
    }
    PyMem_Free(cells);
    return value;
}

/* `tags`: a pair of lists of equal length, names and values. */
static PyObject *game_pgn(PyObject *self, PyObject *args)
{
    PyObject *name_list, *value_list;
    const char *comment;
    string_array names = {0}, values = {0};
    library_call call;
    if (!PyArg_ParseTuple(args, "OOz", &name_list, &value_list, &comment)) {
        return NULL;
    }
    PyObject *value = NULL;
    if (string_array_read(name_list, &names) && string_array_read(value_list, &values) && names.count == values.count) {
        ferz_pgn_tag *tags = PyMem_Calloc(names.count + 1, sizeof *tags);
        for (size_t i = 0; tags && i < names.count; i++) {
            tags[i] = (ferz_pgn_tag){names.array[i], values.array[i]};
        }
        if (!tags) {
            PyErr_NoMemory();
        } else if (begin(self, &call, 0)) {
            value = finish_text(&call, ferz_game_pgn(game_of(self), tags, names.count, comment, call.messages));
        }
        PyMem_Free(tags);
    }
    string_array_free(&names);
    string_array_free(&values);
    return value;
}

/* ---- hidden information ---- */

static PyObject *game_view(PyObject *self, PyObject *args)
{
    size_t player;
    library_call call;
    if (!read_player(self, args, &player) || !begin(self, &call, 0)) {
        return NULL;
    }
    ferz_game *view = ferz_game_view(game_of(self), player, call.messages);
    library_end(&call);
    return view ? library_close(&call, game_value(self, ((game_object *)self)->variant, view))
                : library_raise(&call, ferz_messages_result(call.messages));
}

static PyObject *game_view_fen(PyObject *self, PyObject *args)
{
    size_t player;
    if (!read_player(self, args, &player)) {
        return NULL;
    }
    char *fen = ferz_game_view_fen(game_of(self), player);
    return fen ? text_taken(fen) : PyErr_NoMemory();
}

static PyObject *game_ply_view(PyObject *self, PyObject *args)
{
    Py_ssize_t index, player;
    if (!PyArg_ParseTuple(args, "nn", &index, &player) || !is_free(self)) {
        return NULL;
    }
    ferz_game *g = game_of(self);
    if (index < 0 || player < 0 || (size_t)index >= ferz_game_ply_count(g) ||
        (size_t)player >= ferz_variant_facts(ferz_game_variant(g))->player_count) {
        PyErr_SetString(PyExc_IndexError, "there is no such ply or player");
        return NULL;
    }
    return Py_BuildValue("(ss)", ferz_game_ply_view(g, (size_t)index, (size_t)player),
                         ferz_game_announcements(g, (size_t)index));
}

static PyObject *game_tries(PyObject *self, PyObject *args)
{
    size_t player, count = 0;
    library_call call;
    if (!read_player(self, args, &player) || !begin(self, &call, 0)) {
        return NULL;
    }
    char *block = ferz_game_tries(game_of(self), player, &count, call.messages);
    return moves_value(&call, block, count);
}

/* (played, announced) */
static PyObject *game_attempt(PyObject *self, PyObject *args)
{
    const char *move;
    library_call call;
    if (!PyArg_ParseTuple(args, "s", &move) || !begin(self, &call, 0)) {
        return NULL;
    }
    bool played = false;
    char *announced = NULL;
    ferz_result result = ferz_game_try(game_of(self), move, &played, &announced, call.messages);
    library_end(&call);
    PyObject *value = result == FERZ_OK ? Py_BuildValue("(Oz)", played ? Py_True : Py_False, announced) : NULL;
    ferz_free(announced);
    return result == FERZ_OK ? library_close(&call, value) : library_raise(&call, result);
}

/* ---- long work ---- */

/* What functions that are called back get. */
typedef struct callback {
    library_call *call;
    PyObject *function; /* or NULL */
    PyObject *list;
} callback;

static bool callback_stop(void *state)
{
    const callback *c = state;
    return library_stop(c->call);
}

static void add_division(void *state, const char *move, uint64_t nodes)
{
    const callback *c = state;
    PyGILState_STATE entered = library_enter();
    PyObject *one = Py_BuildValue("(sK)", move, (unsigned long long)nodes);
    if (!append(c->list, one)) {
        c->call->stopped = true;
    }
    library_leave(entered);
}

/* (nodes, [(move, nodes)] or None) */
static PyObject *game_perft(PyObject *self, PyObject *args)
{
    int depth, divide, to_end;
    library_call call;
    if (!PyArg_ParseTuple(args, "ipp", &depth, &divide, &to_end)) {
        return NULL;
    }
    callback c = {.call = &call, .list = PyList_New(0)};
    if (!c.list || !begin(self, &call, -1)) {
        Py_XDECREF(c.list);
        return NULL;
    }
    uint64_t nodes = 0;
    void (*each)(void *, const char *, uint64_t) = divide ? add_division : NULL;
    ferz_result result = to_end ? ferz_game_perft_to_end(game_of(self), depth, each, &c, &nodes, call.messages)
                                : ferz_game_perft(game_of(self), depth, each, &c, &nodes, call.messages);
    library_end(&call);
    if (result != FERZ_OK) {
        Py_DECREF(c.list);
        return library_raise(&call, result);
    }
    return library_close(&call, Py_BuildValue("(KN)", (unsigned long long)nodes, c.list));
}

/* Random games as arrays with an element for each game, by any growth of room. */
enum { REASONS_MAX = 1001 }; /* as many as the library tells apart */
typedef struct game_list {
    library_call *call;
    size_t count, room;
    uint32_t *lengths;
    int8_t *winners;
    int16_t *endings;
    char *reasons[REASONS_MAX];
    size_t reason_count;
    bool failed;
} game_list;

static bool game_list_grow(game_list *g)
{
    size_t room = g->room ? g->room * 2 : 1024;
    uint32_t *lengths = realloc(g->lengths, room * sizeof *lengths);
    g->lengths = lengths ? lengths : g->lengths;
    int8_t *winners = realloc(g->winners, room * sizeof *winners);
    g->winners = winners ? winners : g->winners;
    int16_t *endings = realloc(g->endings, room * sizeof *endings);
    g->endings = endings ? endings : g->endings;
    g->failed = !lengths || !winners || !endings;
    g->room = g->failed ? g->room : room;
    return !g->failed;
}

/* The number of the reason, new if needed; the last one in use where there are too many. */
static int16_t reason_number(game_list *g, const char *reason)
{
    for (size_t i = g->reason_count; i-- > 0;) {
        if (strcmp(g->reasons[i], reason) == 0) {
            return (int16_t)i;
        }
    }
    size_t length = strlen(reason) + 1;
    char *copy = g->reason_count < REASONS_MAX ? malloc(length) : NULL;
    if (!copy) {
        g->failed = true;
        return -1;
    }
    memcpy(copy, reason, length);
    g->reasons[g->reason_count] = copy;
    return (int16_t)g->reason_count++;
}

static void add_game(void *state, uint64_t plies, const ferz_status *s)
{
    game_list *g = state;
    if (g->failed || (g->count == g->room && !game_list_grow(g))) {
        return;
    }
    bool cut = s->outcome == FERZ_ONGOING;
    g->lengths[g->count] = plies > UINT32_MAX ? UINT32_MAX : (uint32_t)plies;
    g->winners[g->count] = (int8_t)(cut ? -2 : s->outcome == FERZ_DRAW ? -1 : (int)s->winner);
    g->endings[g->count] = cut ? (int16_t)-1 : reason_number(g, s->reason);
    g->count++;
}

static bool game_list_stop(void *state)
{
    const game_list *g = state;
    return g->failed || library_stop(g->call);
}

static void game_list_free(game_list *g)
{
    free(g->lengths);
    free(g->winners);
    free(g->endings);
    for (size_t i = 0; i < g->reason_count; i++) {
        free(g->reasons[i]);
    }
}

/* (lengths, winners, endings as bytes of their arrays; names of endings; seconds) */
static PyObject *game_list_value(const game_list *g, double seconds)
{
    PyObject *reasons = PyList_New((Py_ssize_t)g->reason_count);
    for (size_t i = 0; reasons && i < g->reason_count; i++) {
        PyObject *one = PyUnicode_FromString(g->reasons[i]);
        if (!one || PyList_SetItem(reasons, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(reasons);
        }
    }
    const void *none = "";
    return reasons
               ? Py_BuildValue("(y#y#y#Nd)", g->count ? (const void *)g->lengths : none,
                               (Py_ssize_t)(g->count * sizeof *g->lengths), g->count ? (const void *)g->winners : none,
                               (Py_ssize_t)g->count, g->count ? (const void *)g->endings : none,
                               (Py_ssize_t)(g->count * sizeof *g->endings), reasons, seconds)
               : NULL;
}

static PyObject *game_playouts(PyObject *self, PyObject *args)
{
    unsigned long long games, seed;
    Py_ssize_t plies;
    int claims;
    library_call call;
    if (!PyArg_ParseTuple(args, "KKnp", &games, &seed, &plies, &claims) || !begin(self, &call, -1)) {
        return NULL;
    }
    game_list list = {.call = &call};
    ferz_playout_limits limits = {.struct_size = sizeof limits,
                                  .games = games,
                                  .plies = (size_t)plies,
                                  .seed = seed,
                                  .no_claims = !claims,
                                  .stop = game_list_stop,
                                  .state = &list,
                                  .on_game = add_game};
    ferz_playouts found = {0};
    ferz_result result = ferz_game_playouts(game_of(self), &limits, &found, call.messages);
    library_end(&call);
    PyObject *value = NULL;
    if (result == FERZ_OK && !list.failed) {
        value = library_close(&call, game_list_value(&list, found.seconds));
    } else {
        value = library_raise(&call, list.failed ? FERZ_SYSTEM_ERROR : result);
    }
    ferz_playouts_free(&found);
    game_list_free(&list);
    return value;
}

static void report_line(void *state, const ferz_report *r)
{
    const callback *c = state;
    if (!c->function || c->call->stopped) {
        return;
    }
    PyGILState_STATE entered = library_enter();
    PyObject *answer =
        PyObject_CallFunction(c->function, "iiiiKiiiis", r->depth, r->seldepth, r->multipv, (int)r->bound,
                              (unsigned long long)r->nodes, r->milliseconds, r->score, r->mate, r->hashfull, r->pv);
    if (!answer) {
        c->call->stopped = true;
        if (PyThread_get_thread_ident() != c->call->owner) {
            PyErr_WriteUnraisable(c->function);
        }
    }
    Py_XDECREF(answer);
    library_leave(entered);
}

/* The best move, by limits: {"move", "pv", "score", "mate", "depth", "nodes"}. */
static PyObject *game_search(PyObject *self, PyObject *args, PyObject *options)
{
    static char *names[] = {"level",   "depth",   "nodes", "movetime",   "clock",  "increment",   "moves_to_go", "mate",
                            "multipv", "threads", "seed",  "hash_bytes", "method", "searchmoves", "info",        NULL};
    int level = 0, method = 0;
    PyObject *info = Py_None;
    ferz_limits limits = {.struct_size = sizeof limits};
    unsigned long long nodes = 0, seed = 0;
    Py_ssize_t hash_bytes = 0;
    library_call call;
    if (!PyArg_ParseTupleAndKeywords(args, options, "|iiKiiiiiiiKnizO", names, &level, &limits.depth, &nodes,
                                     &limits.movetime, &limits.clock, &limits.increment, &limits.moves_to_go,
                                     &limits.mate, &limits.multipv, &limits.threads, &seed, &hash_bytes, &method,
                                     &limits.searchmoves, &info)) {
        return NULL;
    }
    if (level && !ferz_variant_limits_of_level(ferz_game_variant(game_of(self)), level, &limits)) {
        PyErr_Format(PyExc_ValueError, "levels are 1 to %d", FERZ_LEVELS);
        return NULL;
    }
    limits.nodes = nodes ? nodes : limits.nodes;
    limits.seed = seed;
    limits.hash_bytes = (size_t)hash_bytes;
    limits.method = (ferz_method)method;
    callback c = {.call = &call, .function = info == Py_None ? NULL : info};
    limits.stop = callback_stop;
    limits.info = report_line;
    limits.state = &c;
    if (!begin(self, &call, -1)) {
        return NULL;
    }
    /* To be stopped is an answer here, not a failure: `limits.stop` alone is asked. */
    ferz_messages_set_budget(call.messages, (ferz_budget){.milliseconds = -1});
    ferz_best best = {0};
    ferz_result result = ferz_game_best_move(game_of(self), &limits, &best, call.messages);
    library_end(&call);
    PyObject *value = NULL;
    if (result == FERZ_OK && !PyErr_Occurred()) {
        value = Py_BuildValue("{s:z,s:z,s:i,s:i,s:i,s:K}", "move", best.move, "pv", best.pv, "score", best.score,
                              "mate", best.mate, "depth", best.depth, "nodes", (unsigned long long)best.nodes);
        value = library_close(&call, value);
    } else {
        value = library_raise(&call, result);
    }
    ferz_free(best.move);
    ferz_free(best.pv);
    return value;
}

/* A search in progress ends soon; may be called by any thread. The next search begins with go(). */
static PyObject *game_stop(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    ((game_object *)self)->stopped = true;
    Py_RETURN_NONE;
}

static PyObject *game_verify(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    library_call call;
    if (!begin(self, &call, -1)) {
        return NULL;
    }
    ferz_result result = ferz_game_verify(game_of(self), call.messages);
    library_end(&call);
    return result == FERZ_OK ? library_close(&call, PyBool_FromLong(1)) : library_raise(&call, result);
}

static PyObject *game_example(PyObject *self, PyObject *args)
{
    const char *fen, *title;
    library_call call;
    if (!PyArg_ParseTuple(args, "zz", &fen, &title) || !begin(self, &call, 0)) {
        return NULL;
    }
    return finish_text(&call, ferz_test_example(game_of(self), fen, title, call.messages));
}

static void game_dealloc(PyObject *self)
{
    ferz_game_free(game_of(self));
    Py_XDECREF(((game_object *)self)->variant);
    object_release(self);
}

static PyMethodDef game_methods[] = {
    METHOD("copy", game_copy, METH_NOARGS),
    METHOD("push", game_push, METH_VARARGS),
    METHOD("undo", game_undo, METH_NOARGS),
    METHOD("plies", game_plies, METH_NOARGS),
    METHOD("ply_count", game_ply_count, METH_NOARGS),
    METHOD("find_move", game_find_move, METH_VARARGS),
    METHOD("move_for", game_move_for, METH_VARARGS),
    METHOD("legal_moves", game_legal_moves, METH_NOARGS),
    METHOD("legal_moves_for", game_legal_moves_for, METH_VARARGS),
    METHOD("play_on", game_play_on, METH_VARARGS),
    METHOD("cannot_win", game_cannot_win, METH_VARARGS),
    METHOD("rolls", game_rolls, METH_NOARGS),
    METHOD("roll", game_roll, METH_VARARGS),
    METHOD("fen", game_fen, METH_NOARGS),
    METHOD("fen_for", game_fen_for, METH_VARARGS),
    METHOD("state", game_state, METH_NOARGS),
    METHOD("side", game_side, METH_NOARGS),
    METHOD("status", game_status, METH_NOARGS),
    METHOD("flag", game_flag, METH_VARARGS),
    METHOD("why", game_why, METH_VARARGS),
    METHOD("moves", game_moves, METH_VARARGS),
    METHOD("cells", game_cells, METH_NOARGS),
    METHOD("last_move_cells", game_last_move_cells, METH_NOARGS),
    METHOD("hand", game_hand, METH_VARARGS),
    METHOD("picture", game_picture, METH_VARARGS | METH_KEYWORDS),
    METHOD("pgn", game_pgn, METH_VARARGS),
    METHOD("view", game_view, METH_VARARGS),
    METHOD("view_fen", game_view_fen, METH_VARARGS),
    METHOD("ply_view", game_ply_view, METH_VARARGS),
    METHOD("tries", game_tries, METH_VARARGS),
    METHOD("attempt", game_attempt, METH_VARARGS),
    METHOD("perft", game_perft, METH_VARARGS),
    METHOD("playouts", game_playouts, METH_VARARGS),
    METHOD("search", game_search, METH_VARARGS | METH_KEYWORDS),
    METHOD("stop", game_stop, METH_NOARGS),
    METHOD("verify", game_verify, METH_NOARGS),
    METHOD("example", game_example, METH_VARARGS),
    {NULL, NULL, 0, NULL},
};

PyObject *create_type_game(void)
{
    return object_type("ferz._ferz.Game", sizeof(game_object), game_dealloc, game_methods);
}
