#include "extension.h"

#include <stdlib.h>

/* ---- encodings ---- */

typedef struct encoding_object {
    PyObject_HEAD ferz_encoding *encoding;
    PyObject *variant; /* it must outlive the encoding */
} encoding_object;

static ferz_encoding *encoding_of(PyObject *self)
{
    return ((encoding_object *)self)->encoding;
}

PyObject *encoding_value(PyObject *variant, ferz_variant *v)
{
    library_call call;
    if (!library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    ferz_encoding *made = ferz_encoding_create(v, call.messages);
    library_end(&call);
    if (!made) {
        return library_raise(&call, ferz_messages_result(call.messages));
    }
    PyObject *self = object_create(variant, "Encoding");
    if (!self) {
        ferz_encoding_free(made);
        return library_close(&call, NULL);
    }
    Py_INCREF(variant);
    ((encoding_object *)self)->encoding = made;
    ((encoding_object *)self)->variant = variant;
    return library_close(&call, self);
}

static PyObject *plane_value(const ferz_encoding *e, size_t index)
{
    ferz_plane p = ferz_encoding_plane(e, index);
    return Py_BuildValue("(sNsi)", p.kind, p.player < 0 ? Py_BuildValue("") : PyLong_FromLong(p.player), p.name,
                         p.scale);
}

/* (count of actions, fingerprint, (planes, rows, columns), planes) */
static PyObject *encoding_facts(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    const ferz_encoding *e = encoding_of(self);
    size_t planes = 0, rows = 0, columns = 0;
    ferz_encoding_shape(e, &planes, &rows, &columns);
    PyObject *list = PyList_New((Py_ssize_t)planes);
    for (size_t i = 0; list && i < planes; i++) {
        PyObject *one = plane_value(e, i);
        if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(list);
        }
    }
    return list ? Py_BuildValue("(ns(nnn)N)", (Py_ssize_t)ferz_encoding_action_count(e), ferz_encoding_fingerprint(e),
                                (Py_ssize_t)planes, (Py_ssize_t)rows, (Py_ssize_t)columns, list)
                : NULL;
}

static PyObject *encoding_action_text(PyObject *self, PyObject *args)
{
    Py_ssize_t action;
    if (!PyArg_ParseTuple(args, "n", &action)) {
        return NULL;
    }
    if (action < 0 || (size_t)action >= ferz_encoding_action_count(encoding_of(self))) {
        PyErr_SetString(PyExc_IndexError, "there is no such action");
        return NULL;
    }
    char *text = ferz_encoding_action_text(encoding_of(self), (size_t)action);
    return text ? text_taken(text) : PyErr_NoMemory();
}

/* The encoding, and the game, of arguments that begin with a game. */
static bool read_game(PyObject *self, PyObject *game, game_object **found)
{
    PyObject *type = PyObject_GetAttrString(self, "Game");
    int is_game = type ? PyObject_IsInstance(game, type) : -1;
    Py_XDECREF(type);
    if (is_game == 0) {
        PyErr_SetString(PyExc_TypeError, "a game is needed");
    }
    *found = (game_object *)game;
    return is_game == 1;
}

/* Of the legal moves, or of what seems possible to a player. */
static ferz_result find_actions(ferz_game *game, const ferz_encoding *e, Py_ssize_t player, uint32_t *actions,
                                size_t room, size_t *count, ferz_messages *messages)
{
    return player < 0 ? ferz_game_actions(game, e, actions, room, count, messages)
                      : ferz_game_try_actions(game, e, (size_t)player, actions, room, count, messages);
}

/* The actions of the legal moves, in their order, as the bytes of 32-bit numbers; of those of tries with a player from 0. */
static PyObject *encoding_actions(PyObject *self, PyObject *args)
{
    PyObject *object;
    Py_ssize_t player;
    game_object *game;
    library_call call;
    if (!PyArg_ParseTuple(args, "On", &object, &player) || !read_game(self, object, &game) ||
        !library_begin(&call, &game->busy, 0, NULL)) {
        return NULL;
    }
    size_t count = 0, room = 512;
    uint32_t first[512], *actions = first;
    ferz_result result = find_actions(game->game, encoding_of(self), player, actions, room, &count, call.messages);
    if (result == FERZ_OK && count > room) {
        room = count;
        actions = malloc(room * sizeof *actions);
        result = actions ? find_actions(game->game, encoding_of(self), player, actions, room, &count, call.messages)
                         : FERZ_SYSTEM_ERROR;
    }
    library_end(&call);
    PyObject *value = NULL;
    if (result == FERZ_OK) {
        value = PyBytes_FromStringAndSize((const char *)actions,
                                          (Py_ssize_t)((count < room ? count : room) * sizeof *actions));
        value = library_close(&call, value);
    } else {
        value = library_raise(&call, result);
    }
    if (actions != first) {
        free(actions);
    }
    return value;
}

static PyObject *encoding_action_move(PyObject *self, PyObject *args)
{
    PyObject *object;
    Py_ssize_t action;
    game_object *game;
    library_call call;
    if (!PyArg_ParseTuple(args, "On", &object, &action) || !read_game(self, object, &game) ||
        !library_begin(&call, &game->busy, 0, NULL)) {
        return NULL;
    }
    char *move = ferz_game_action_move(game->game, encoding_of(self), (size_t)action, call.messages);
    library_end(&call);
    return move ? library_close(&call, text_taken(move)) : library_raise(&call, ferz_messages_result(call.messages));
}

static size_t planes_length(const ferz_encoding *e)
{
    size_t planes = 0, rows = 0, columns = 0;
    ferz_encoding_shape(e, &planes, &rows, &columns);
    return planes * rows * columns;
}

static PyObject *encoding_planes(PyObject *self, PyObject *args)
{
    PyObject *object, *out;
    Py_ssize_t player;
    game_object *game;
    library_call call;
    memory_view view = {0};
    if (!PyArg_ParseTuple(args, "OnO", &object, &player, &out) || !read_game(self, object, &game) ||
        !memory_open(out, &view, planes_length(encoding_of(self)), true, "the buffer for planes")) {
        return NULL;
    }
    PyObject *value = NULL;
    if (library_begin(&call, &game->busy, 0, NULL)) {
        ferz_result result = ferz_game_planes(game->game, encoding_of(self), (size_t)player, view.bytes, call.messages);
        library_end(&call);
        value = result == FERZ_OK ? library_close(&call, Py_BuildValue("")) : library_raise(&call, result);
    }
    memory_close(&view);
    return value;
}

/* ---- batches ---- */

typedef struct batch_object {
    PyObject_HEAD ferz_batch *batch;
    PyObject *encoding; /* an encoding_object; it must outlive the batch */
    bool busy;
} batch_object;

static ferz_batch *batch_of(PyObject *self)
{
    return ((batch_object *)self)->batch;
}

static PyObject *encoding_batch(PyObject *self, PyObject *args)
{
    PyObject *object;
    Py_ssize_t games, plies;
    unsigned long long seed;
    int claims, rolls, restart;
    game_object *game;
    library_call call;
    if (!PyArg_ParseTuple(args, "OnnKppp", &object, &games, &plies, &seed, &claims, &rolls, &restart) ||
        !read_game(self, object, &game) || !library_begin(&call, &game->busy, -1, NULL)) {
        return NULL;
    }
    ferz_batch_options options = {.struct_size = sizeof options,
                                  .plies = plies < 0 ? 0 : (size_t)plies,
                                  .seed = seed,
                                  .no_claims = !claims,
                                  .rolls = rolls,
                                  .no_restart = !restart};
    ferz_batch *made =
        ferz_batch_create(encoding_of(self), game->game, games < 0 ? 0 : (size_t)games, &options, call.messages);
    library_end(&call);
    if (!made) {
        return library_raise(&call, ferz_messages_result(call.messages));
    }
    PyObject *batch = object_create(self, "Batch");
    if (!batch) {
        ferz_batch_free(made);
        return library_close(&call, NULL);
    }
    Py_INCREF(self);
    ((batch_object *)batch)->batch = made;
    ((batch_object *)batch)->encoding = self;
    return library_close(&call, batch);
}

/* The buffers of a view, each of its length or None. */
enum { VIEWS = 8 };
typedef struct view_buffers {
    memory_view views[VIEWS];
    ferz_batch_view view;
} view_buffers;

static void view_close(view_buffers *b)
{
    for (int i = 0; i < VIEWS; i++) {
        memory_close(&b->views[i]);
    }
}

/* `buffers`: mask bits, mask bytes, planes, players, ended, points, plies, move counts. */
static bool view_open(PyObject *self, PyObject *buffers, view_buffers *b)
{
    const ferz_encoding *e = encoding_of(((batch_object *)self)->encoding);
    const ferz_variant *v = ((variant_object *)((encoding_object *)((batch_object *)self)->encoding)->variant)->variant;
    size_t games = ferz_batch_games(batch_of(self)), actions = ferz_encoding_action_count(e);
    const size_t lengths[VIEWS] = {
        (actions + 7) / 8, actions,         planes_length(e), 1, 1, ferz_variant_facts(v)->player_count * sizeof(float),
        sizeof(uint32_t),  sizeof(uint32_t)};
    static const char *const names[VIEWS] = {"the buffer for masks of bits", "the buffer for masks of bytes",
                                             "the buffer for planes",        "the buffer for players",
                                             "the buffer for ended games",   "the buffer for points",
                                             "the buffer for plies",         "the buffer for counts of moves"};
    *b = (view_buffers){0};
    for (int i = 0; i < VIEWS; i++) {
        PyObject *one = PyTuple_GetItem(buffers, i);
        if (!one || (one != Py_None && !memory_open(one, &b->views[i], lengths[i] * games, true, names[i]))) {
            view_close(b);
            return false;
        }
    }
    b->view = (ferz_batch_view){.struct_size = sizeof b->view,
                                .mask_bits = b->views[0].bytes,
                                .mask_bytes = b->views[1].bytes,
                                .planes = b->views[2].bytes,
                                .players = b->views[3].bytes,
                                .ended = b->views[4].bytes,
                                .points = b->views[5].bytes,
                                .plies = b->views[6].bytes,
                                .move_count = b->views[7].bytes};
    return true;
}

static PyObject *batch_look(PyObject *self, PyObject *args)
{
    PyObject *buffers;
    view_buffers b;
    library_call call;
    if (!PyArg_ParseTuple(args, "O!", &PyTuple_Type, &buffers) || !view_open(self, buffers, &b)) {
        return NULL;
    }
    PyObject *value = NULL;
    if (library_begin(&call, &((batch_object *)self)->busy, -1, NULL)) {
        ferz_result result = ferz_batch_look(batch_of(self), &b.view, call.messages);
        library_end(&call);
        value = result == FERZ_OK ? library_close(&call, Py_BuildValue("")) : library_raise(&call, result);
    }
    view_close(&b);
    return value;
}

static PyObject *batch_step(PyObject *self, PyObject *args)
{
    PyObject *actions, *buffers;
    view_buffers b;
    memory_view chosen = {0};
    library_call call;
    if (!PyArg_ParseTuple(args, "OO!", &actions, &PyTuple_Type, &buffers) ||
        !memory_open(actions, &chosen, ferz_batch_games(batch_of(self)) * sizeof(int32_t), false,
                     "the buffer of actions")) {
        return NULL;
    }
    PyObject *value = NULL;
    if (view_open(self, buffers, &b)) {
        if (library_begin(&call, &((batch_object *)self)->busy, -1, NULL)) {
            ferz_result result = ferz_batch_step(batch_of(self), chosen.bytes, &b.view, call.messages);
            library_end(&call);
            value = result == FERZ_OK ? library_close(&call, Py_BuildValue("")) : library_raise(&call, result);
        }
        view_close(&b);
    }
    memory_close(&chosen);
    return value;
}

static PyObject *batch_sample(PyObject *self, PyObject *args)
{
    PyObject *out;
    memory_view view = {0};
    if (!PyArg_ParseTuple(args, "O", &out) || !object_free(&((batch_object *)self)->busy) ||
        !memory_open(out, &view, ferz_batch_games(batch_of(self)) * sizeof(int32_t), true, "the buffer for actions")) {
        return NULL;
    }
    ferz_batch_sample(batch_of(self), view.bytes);
    memory_close(&view);
    Py_RETURN_NONE;
}

static PyObject *batch_reset(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    library_call call;
    if (!library_begin(&call, &((batch_object *)self)->busy, -1, NULL)) {
        return NULL;
    }
    ferz_result result = ferz_batch_reset(batch_of(self), call.messages);
    library_end(&call);
    return result == FERZ_OK ? library_close(&call, Py_BuildValue("")) : library_raise(&call, result);
}

static bool read_index(PyObject *self, PyObject *args, size_t *index)
{
    Py_ssize_t number;
    if (!PyArg_ParseTuple(args, "n", &number)) {
        return false;
    }
    if (number < 0 || (size_t)number >= ferz_batch_games(batch_of(self))) {
        PyErr_SetString(PyExc_IndexError, "there is no such game");
        return false;
    }
    *index = (size_t)number;
    return object_free(&((batch_object *)self)->busy);
}

static PyObject *batch_reason(PyObject *self, PyObject *args)
{
    size_t index;
    return read_index(self, args, &index) ? PyUnicode_FromString(ferz_batch_reason(batch_of(self), index)) : NULL;
}

static PyObject *batch_game(PyObject *self, PyObject *args)
{
    size_t index;
    library_call call;
    if (!read_index(self, args, &index) || !library_begin(&call, &((batch_object *)self)->busy, -1, NULL)) {
        return NULL;
    }
    ferz_game *made = ferz_batch_game(batch_of(self), index, call.messages);
    library_end(&call);
    PyObject *variant = ((encoding_object *)((batch_object *)self)->encoding)->variant;
    return made ? library_close(&call, game_value(self, variant, made))
                : library_raise(&call, ferz_messages_result(call.messages));
}

/* ---- types ---- */

static void encoding_dealloc(PyObject *self)
{
    ferz_encoding_free(encoding_of(self));
    Py_XDECREF(((encoding_object *)self)->variant);
    object_release(self);
}

static void batch_dealloc(PyObject *self)
{
    ferz_batch_free(batch_of(self));
    Py_XDECREF(((batch_object *)self)->encoding);
    object_release(self);
}

static PyMethodDef encoding_methods[] = {
    METHOD("facts", encoding_facts, METH_NOARGS),
    METHOD("action_text", encoding_action_text, METH_VARARGS),
    METHOD("actions", encoding_actions, METH_VARARGS),
    METHOD("action_move", encoding_action_move, METH_VARARGS),
    METHOD("planes", encoding_planes, METH_VARARGS),
    METHOD("batch", encoding_batch, METH_VARARGS),
    {NULL, NULL, 0, NULL},
};

static PyMethodDef batch_methods[] = {
    METHOD("look", batch_look, METH_VARARGS),
    METHOD("step", batch_step, METH_VARARGS),
    METHOD("sample", batch_sample, METH_VARARGS),
    METHOD("reset", batch_reset, METH_NOARGS),
    METHOD("reason", batch_reason, METH_VARARGS),
    METHOD("game", batch_game, METH_VARARGS),
    {NULL, NULL, 0, NULL},
};

PyObject *create_type_encoding(void)
{
    return object_type("ferz._ferz.Encoding", sizeof(encoding_object), encoding_dealloc, encoding_methods);
}

PyObject *create_type_batch(void)
{
    return object_type("ferz._ferz.Batch", sizeof(batch_object), batch_dealloc, batch_methods);
}
