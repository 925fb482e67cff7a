#include "extension.h"

#include <string.h>

PyObject *object_create(PyObject *self, const char *attribute)
{
    PyObject *type = PyObject_GetAttrString(self, attribute);
    allocfunc create = type ? (allocfunc)PyType_GetSlot((PyTypeObject *)type, Py_tp_alloc) : NULL;
    PyObject *made = create ? create((PyTypeObject *)type, 0) : NULL;
    Py_XDECREF(type);
    return made;
}

PyObject *object_refuse(PyTypeObject *type, PyObject *args, PyObject *options)
{
    (void)type, (void)args, (void)options;
    PyErr_SetString(PyExc_TypeError, "objects of this type are made by the functions of ferz");
    return NULL;
}

PyObject *object_type(const char *name, size_t bytes, destructor free, PyMethodDef *methods)
{
    PyType_Slot slots[] = {
        {Py_tp_dealloc, (void *)free}, {Py_tp_methods, methods}, {Py_tp_new, (void *)object_refuse}, {0, NULL}};
    PyType_Spec spec = {name, (int)bytes, 0, Py_TPFLAGS_DEFAULT, slots};
    return PyType_FromSpec(&spec);
}

void object_release(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static ferz_variant *variant_of(PyObject *self)
{
    return ((variant_object *)self)->variant;
}

/* ---- loading ---- */

typedef struct load_request {
    PyObject *folders_list, *settings_list;
    string_array folders, names, values;
    ferz_setting *settings;
    unsigned long long seed;
} load_request;

static void load_finish(load_request *r)
{
    string_array_free(&r->folders);
    string_array_free(&r->names);
    string_array_free(&r->values);
    PyMem_Free(r->settings);
    r->settings = NULL;
}

/* `settings_list` is a pair of lists of equal length: names, and values, "" for a switch. */
static bool load_prepare(load_request *r)
{
    PyObject *names, *values;
    if (!PyArg_ParseTuple(r->settings_list, "OO", &names, &values) ||
        !string_array_read(r->folders_list, &r->folders) || !string_array_read(names, &r->names) ||
        !string_array_read(values, &r->values)) {
        return false;
    }
    r->settings = PyMem_Calloc(r->names.count + 1, sizeof *r->settings);
    if (!r->settings || r->names.count != r->values.count) {
        PyErr_NoMemory();
        return false;
    }
    for (size_t i = 0; i < r->names.count; i++) {
        r->settings[i] = (ferz_setting){r->names.array[i], r->values.array[i][0] ? r->values.array[i] : NULL};
    }
    return true;
}

/* (variant, messages); takes the variant. `module` gives the type. */
static PyObject *loaded_value(PyObject *module, library_call *call, ferz_variant *made)
{
    if (!made) {
        return library_raise(call, ferz_messages_result(call->messages));
    }
    PyObject *messages = library_messages(call->messages);
    PyObject *self = messages ? object_create(module, "Variant") : NULL;
    if (!self) {
        Py_XDECREF(messages);
        ferz_variant_free(made);
        return library_close(call, NULL);
    }
    ((variant_object *)self)->variant = made;
    return library_close(call, Py_BuildValue("(NN)", self, messages));
}

static PyObject *load(PyObject *module, PyObject *args)
{
    const char *name;
    PyObject *files, *texts;
    string_array paths = {0}, contents = {0};
    load_request r = {0};
    library_call call;
    if (!PyArg_ParseTuple(args, "sOO!K(OO)", &name, &r.folders_list, &PyTuple_Type, &r.settings_list, &r.seed, &files,
                          &texts)) {
        return NULL;
    }
    PyObject *value = NULL;
    if (load_prepare(&r) && string_array_read(files, &paths) && string_array_read(texts, &contents)) {
        ferz_overlay *overlays = PyMem_Calloc(paths.count + 1, sizeof *overlays);
        for (size_t i = 0; overlays && i < paths.count && i < contents.count; i++) {
            overlays[i] = (ferz_overlay){paths.array[i], contents.array[i], strlen(contents.array[i])};
        }
        if (!overlays) {
            PyErr_NoMemory();
        } else if (library_begin(&call, NULL, 0, NULL)) {
            ferz_variant *made = ferz_variant_load_with(name, r.folders.array, r.settings, r.names.count, r.seed,
                                                        overlays, paths.count, call.messages);
            library_end(&call);
            value = loaded_value(module, &call, made);
        }
        PyMem_Free(overlays);
    }
    string_array_free(&paths);
    string_array_free(&contents);
    load_finish(&r);
    return value;
}

/* With a script the text is loaded as an imported game is: nothing is read from files but its parents. */
static PyObject *load_text(PyObject *module, PyObject *args)
{
    const char *name, *yaml, *script;
    Py_ssize_t length;
    load_request r = {0};
    library_call call;
    if (!PyArg_ParseTuple(args, "ss#zOO!K", &name, &yaml, &length, &script, &r.folders_list, &PyTuple_Type,
                          &r.settings_list, &r.seed)) {
        return NULL;
    }
    PyObject *value = NULL;
    if (load_prepare(&r) && library_begin(&call, NULL, 0, NULL)) {
        ferz_imported game = {.name = (char *)name, .yaml = (char *)yaml, .script = (char *)script};
        ferz_variant *made = script ? ferz_variant_load_imported(&game, r.folders.array, r.settings, r.names.count,
                                                                 r.seed, call.messages)
                                    : ferz_variant_load_text(name, yaml, (size_t)length, r.folders.array, r.settings,
                                                             r.names.count, r.seed, call.messages);
        library_end(&call);
        value = loaded_value(module, &call, made);
    }
    load_finish(&r);
    return value;
}

static PyObject *list_entry(const ferz_list_entry *e)
{
    return Py_BuildValue("{s:z,s:z,s:z,s:n,s:n,s:O,s:O,s:O,s:z}", "name", e->name, "title", e->title, "path", e->path,
                         "players", (Py_ssize_t)e->players, "sides", (Py_ssize_t)e->sides, "dice",
                         e->dice ? Py_True : Py_False, "hides_information", e->hides_information ? Py_True : Py_False,
                         "multi_ply", e->multi_ply ? Py_True : Py_False, "board", e->board);
}

static PyObject *list_variants(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *list;
    int details;
    string_array folders;
    library_call call;
    if (!PyArg_ParseTuple(args, "Op", &list, &details) || !string_array_read(list, &folders)) {
        return NULL;
    }
    PyObject *found = NULL;
    if (library_begin(&call, NULL, 0, NULL)) {
        ferz_list_entry *entries = NULL;
        size_t count = details ? ferz_list_details(folders.array, &entries, call.messages)
                               : ferz_list(folders.array, &entries, call.messages);
        library_end(&call);
        found = PyList_New((Py_ssize_t)count);
        for (size_t i = 0; found && i < count; i++) {
            PyObject *one = list_entry(&entries[i]);
            if (!one || PyList_SetItem(found, (Py_ssize_t)i, one) < 0) {
                Py_CLEAR(found);
            }
        }
        ferz_list_free(entries, count);
        found = library_close(&call, found);
    }
    string_array_free(&folders);
    return found;
}

/* [(name, yaml, changed, script)], messages */
static PyObject *import_ini(PyObject *module, PyObject *args)
{
    (void)module;
    const char *name, *ini;
    Py_ssize_t length;
    PyObject *wanted;
    string_array only;
    library_call call;
    if (!PyArg_ParseTuple(args, "ss#O", &name, &ini, &length, &wanted) || !string_array_read(wanted, &only)) {
        return NULL;
    }
    PyObject *value = NULL;
    if (library_begin(&call, NULL, 0, NULL)) {
        ferz_imported *games = NULL;
        size_t count = 0, refused = 0;
        ferz_result result =
            ferz_import(name, ini, (size_t)length, only.array, &games, &count, &refused, call.messages);
        library_end(&call);
        PyObject *list = PyList_New((Py_ssize_t)count);
        for (size_t i = 0; list && i < count; i++) {
            PyObject *one = Py_BuildValue("(ssOz)", games[i].name, games[i].yaml, games[i].changed ? Py_True : Py_False,
                                          games[i].script);
            if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
                Py_CLEAR(list);
            }
        }
        ferz_imported_free(games, count);
        if (result == FERZ_OK || result == FERZ_REJECTED) {
            value = list ? Py_BuildValue("(NN)", list, library_messages(call.messages)) : NULL;
            value = library_close(&call, value);
        } else {
            Py_XDECREF(list);
            value = library_raise(&call, result);
        }
    }
    string_array_free(&only);
    return value;
}

/* The names that Fairy-Stockfish has built in, and those in files of variants. */
static PyObject *imported_names(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *list;
    string_array folders;
    if (!PyArg_ParseTuple(args, "O", &list) || !string_array_read(list, &folders)) {
        return NULL;
    }
    size_t builtin_count = 0, file_count = 0;
    char *builtin = ferz_import_names(&builtin_count), *files = ferz_list_imported(folders.array, &file_count);
    PyObject *value = builtin && files ? Py_BuildValue("(NN)", texts_of_block(builtin, builtin_count),
                                                       texts_of_block(files, file_count))
                                       : PyErr_NoMemory();
    ferz_free(builtin);
    ferz_free(files);
    string_array_free(&folders);
    return value;
}

static PyObject *run_examples(PyObject *module, PyObject *args)
{
    (void)module;
    const char *name;
    PyObject *list;
    string_array folders;
    library_call call;
    if (!PyArg_ParseTuple(args, "sO", &name, &list) || !string_array_read(list, &folders)) {
        return NULL;
    }
    PyObject *value = NULL;
    if (library_begin(&call, NULL, 0, NULL)) {
        ferz_test_report report = {0};
        ferz_result result = ferz_test_run(name, folders.array, NULL, NULL, &report, call.messages);
        library_end(&call);
        bool ran = result == FERZ_OK || report.passed + report.failed;
        value = ran ? library_close(&call, Py_BuildValue("(nnN)", (Py_ssize_t)report.passed, (Py_ssize_t)report.failed,
                                                         library_messages(call.messages)))
                    : library_raise(&call, result);
    }
    string_array_free(&folders);
    return value;
}

PyMethodDef variant_functions[] = {
    METHOD("load", load, METH_VARARGS),
    METHOD("load_text", load_text, METH_VARARGS),
    METHOD("list_variants", list_variants, METH_VARARGS),
    METHOD("import_ini", import_ini, METH_VARARGS),
    METHOD("imported_names", imported_names, METH_VARARGS),
    METHOD("run_examples", run_examples, METH_VARARGS),
    {NULL, NULL, 0, NULL},
};

/* ---- what a variant is ---- */

static PyObject *piece_value(const ferz_variant *v, size_t index)
{
    ferz_piece p = ferz_variant_piece(v, index);
    return Py_BuildValue("{s:z,s:z,s:z,s:O,s:O,s:n,s:O}", "name", p.name, "letter", p.letter, "moves", p.moves, "royal",
                         p.royal ? Py_True : Py_False, "drops", p.drops ? Py_True : Py_False, "captured_as",
                         (Py_ssize_t)p.captured_as, "promotes", p.promotes ? Py_True : Py_False);
}

static PyObject *option_value(const ferz_variant *v, size_t index)
{
    ferz_option o = ferz_variant_option(v, index);
    return Py_BuildValue("{s:z,s:z,s:z,s:z,s:O}", "name", o.name, "about", o.about, "values", o.values, "chosen",
                         o.chosen, "set", o.set ? Py_True : Py_False);
}

static PyObject *ending_value(const ferz_variant *v, size_t index)
{
    ferz_ending e = ferz_variant_ending(v, index);
    return Py_BuildValue("{s:z,s:z,s:z,s:z,s:z,s:I}", "name", e.name, "condition", e.condition, "result", e.result,
                         "claim", e.claim, "file", e.file, "line", e.line);
}

static PyObject *file_value(const ferz_variant *v, size_t index)
{
    return PyUnicode_FromString(ferz_variant_file_at(v, index));
}

static PyObject *player_value(const ferz_variant *v, size_t index)
{
    return PyUnicode_FromString(ferz_variant_player_name(v, index));
}

static PyObject *hook_value(const ferz_variant *v, size_t index)
{
    return PyUnicode_FromString(ferz_variant_hook(v, index));
}

/* The players on the side of this one, by number. */
static PyObject *side_value(const ferz_variant *v, size_t index)
{
    size_t side = index;
    for (size_t other = 0; other < index && side == index; other++) {
        side = ferz_variant_allied(v, index, other) ? other : index;
    }
    return PyLong_FromSize_t(side);
}

static PyObject *board_value(const ferz_variant *v, size_t index)
{
    return PyLong_FromLong(ferz_variant_player_board(v, index));
}

static PyObject *tuple_of(const ferz_variant *v, size_t count, PyObject *(*value)(const ferz_variant *v, size_t index))
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) {
        PyObject *one = value(v, i);
        if (!one || PyTuple_SetItem(tuple, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

static PyObject *variant_facts(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    const ferz_variant *v = variant_of(self);
    const ferz_facts *is = ferz_variant_facts(v);
    size_t players = is->player_count;
    PyObject *facts = PyDict_New();
    bool ok = facts && put(facts, "name", text_or_none(is->name)) && put(facts, "title", text_or_none(is->title)) &&
              put(facts, "about", text_or_none(is->about)) && put(facts, "file", text_or_none(is->file)) &&
              put(facts, "fingerprint", text_or_none(is->fingerprint)) &&
              put(facts, "start_fen", text_or_none(is->start_fen)) &&
              put(facts, "files", tuple_of(v, is->file_count, file_value)) &&
              put(facts, "players", tuple_of(v, players, player_value)) &&
              put(facts, "sides", tuple_of(v, players, side_value)) &&
              put(facts, "boards", tuple_of(v, players, board_value)) &&
              put(facts, "pieces", tuple_of(v, is->piece_count, piece_value)) &&
              put(facts, "options", tuple_of(v, is->option_count, option_value)) &&
              put(facts, "endings", tuple_of(v, is->ending_count, ending_value)) &&
              put(facts, "hooks", tuple_of(v, is->hook_count, hook_value)) &&
              put(facts, "is_rectangular", PyBool_FromLong(is->is_rectangular)) &&
              put(facts, "is_multi_ply", PyBool_FromLong(is->is_multi_ply)) &&
              put(facts, "has_hands", PyBool_FromLong(is->has_hands)) &&
              put(facts, "captures_to_hand", PyBool_FromLong(is->captures_to_hand)) &&
              put(facts, "has_stacks", PyBool_FromLong(is->has_stacks)) &&
              put(facts, "has_tries", PyBool_FromLong(is->has_tries)) &&
              put(facts, "hides_information", PyBool_FromLong(is->hides_information)) &&
              put(facts, "bytes", PyLong_FromSize_t(ferz_variant_bytes(v))) &&
              put(facts, "movegen", text_or_none(is->movegen));
    if (!ok) {
        Py_CLEAR(facts);
    }
    return facts;
}

/* ---- texts and pictures ---- */

static PyObject *described(library_call *call, char *text)
{
    library_end(call);
    return text ? library_close(call, text_taken(text)) : library_raise(call, ferz_messages_result(call->messages));
}

static PyObject *variant_describe(PyObject *self, PyObject *args)
{
    int language, format, relative;
    library_call call;
    if (!PyArg_ParseTuple(args, "iip", &language, &format, &relative) || !library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    const ferz_variant *v = variant_of(self);
    return described(
        &call, relative ? ferz_variant_describe_relative(v, (ferz_language)language, (ferz_format)format, call.messages)
                        : ferz_variant_describe(v, (ferz_language)language, (ferz_format)format, call.messages));
}

static PyObject *variant_describe_piece(PyObject *self, PyObject *args)
{
    int language, format;
    Py_ssize_t piece;
    library_call call;
    if (!PyArg_ParseTuple(args, "nii", &piece, &language, &format)) {
        return NULL;
    }
    if (piece < 0 || (size_t)piece >= ferz_variant_facts(variant_of(self))->piece_count) {
        PyErr_SetString(PyExc_IndexError, "there is no such piece");
        return NULL;
    }
    if (!library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    return described(&call, ferz_variant_describe_piece(variant_of(self), (size_t)piece, false, (ferz_language)language,
                                                        (ferz_format)format, call.messages));
}

static PyObject *variant_compare(PyObject *self, PyObject *args)
{
    int language;
    PyObject *other;
    library_call call;
    if (!PyArg_ParseTuple(args, "O!i", Py_TYPE(self), &other, &language) || !library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    return described(&call,
                     ferz_variant_compare(variant_of(self), variant_of(other), (ferz_language)language, call.messages));
}

static PyObject *variant_export(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    library_call call;
    if (!library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    char *ini = NULL;
    ferz_result result = ferz_export(variant_of(self), &ini, call.messages);
    library_end(&call);
    return result == FERZ_OK ? library_close(&call, text_taken(ini)) : library_raise(&call, result);
}

static PyObject *variant_lint(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    library_call call;
    if (!library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    ferz_variant_lint(variant_of(self), call.messages);
    library_end(&call);
    return library_close(&call, library_messages(call.messages));
}

bool picture_read(PyObject *options, ferz_picture *picture, size_t **cells)
{
    static char *names[] = {"piece",     "player", "cell",    "viewer", "highlighted", "coordinates",
                            "last_move", "legend", "russian", "size",   "addressable", NULL};
    *picture = (ferz_picture){.struct_size = sizeof *picture, .piece = FERZ_NONE};
    *cells = NULL;
    PyObject *highlighted = Py_None, *nothing = PyTuple_New(0);
    int coordinates = 1, last_move = 1, legend = 1, russian = 0, addressable = 0;
    bool ok = nothing &&
              PyArg_ParseTupleAndKeywords(nothing, options, "|iiiiOppppIp", names, &picture->piece, &picture->player,
                                          &picture->cell, &picture->viewer, &highlighted, &coordinates, &last_move,
                                          &legend, &russian, &picture->size, &addressable);
    Py_XDECREF(nothing);
    if (!ok) {
        return false;
    }
    picture->no_coordinates = !coordinates;
    picture->no_last_move = !last_move;
    picture->no_legend = !legend;
    picture->russian = russian;
    picture->addressable = addressable;
    if (highlighted == Py_None) {
        return true;
    }
    PyObject *all = PySequence_Tuple(highlighted);
    size_t count = all ? (size_t)PyTuple_Size(all) : 0;
    *cells = all ? PyMem_Calloc(count + 1, sizeof **cells) : NULL;
    for (size_t i = 0; *cells && i < count; i++) {
        (*cells)[i] = PyLong_AsSize_t(PyTuple_GetItem(all, (Py_ssize_t)i));
        if ((*cells)[i] == (size_t)-1 && PyErr_Occurred()) {
            PyMem_Free(*cells);
            *cells = NULL;
        }
    }
    picture->highlighted = *cells;
    picture->highlighted_count = count;
    Py_XDECREF(all);
    if (!*cells && !PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    return *cells != NULL;
}

static PyObject *variant_picture(PyObject *self, PyObject *args, PyObject *options)
{
    ferz_picture picture;
    size_t *cells;
    library_call call;
    if (!PyArg_ParseTuple(args, "") || !picture_read(options, &picture, &cells)) {
        return NULL;
    }
    PyObject *value = NULL;
    if (library_begin(&call, NULL, 0, NULL)) {
        value = described(&call, ferz_variant_picture(variant_of(self), NULL, &picture, call.messages));
    }
    PyMem_Free(cells);
    return value;
}

/* [(cell, via, flags)] */
static PyObject *variant_piece_moves(PyObject *self, PyObject *args)
{
    Py_ssize_t piece, player, cell;
    const ferz_variant *v = variant_of(self);
    if (!PyArg_ParseTuple(args, "nnn", &piece, &player, &cell)) {
        return NULL;
    }
    if (piece < 0 || player < 0 || cell < 0 || (size_t)piece >= ferz_variant_facts(v)->piece_count ||
        (size_t)player >= ferz_variant_facts(v)->player_count) {
        PyErr_SetString(PyExc_IndexError, "there is no such piece, player or cell");
        return NULL;
    }
    size_t count = ferz_piece_moves(v, (size_t)piece, (size_t)player, (size_t)cell, NULL, 0);
    ferz_piece_move *moves = count == SIZE_MAX ? NULL : PyMem_Calloc(count + 1, sizeof *moves);
    if (!moves) {
        return PyErr_NoMemory();
    }
    count = ferz_piece_moves(v, (size_t)piece, (size_t)player, (size_t)cell, moves, count);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *one = Py_BuildValue("(nnI)", (Py_ssize_t)moves[i].cell, (Py_ssize_t)moves[i].via, moves[i].flags);
        if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(list);
        }
    }
    PyMem_Free(moves);
    return list;
}

/* ---- long work ---- */

static PyObject *diff_move_value(const ferz_diff_move *m)
{
    return Py_BuildValue("{s:z,s:i,s:z,s:(zz)}", "move", m->move, "allowed_by", m->allowed_by, "why", m->why, "after",
                         m->after[0], m->after[1]);
}

static PyObject *diff_position_value(const ferz_diff_position *p)
{
    PyObject *moves = PyList_New((Py_ssize_t)p->count);
    for (size_t i = 0; moves && i < p->count; i++) {
        PyObject *one = diff_move_value(&p->items[i]);
        if (!one || PyList_SetItem(moves, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(moves);
        }
    }
    return moves ? Py_BuildValue("{s:z,s:z,s:n,s:z,s:n,s:(zz),s:N}", "fen", p->fen, "moves", p->moves, "pieces",
                                 (Py_ssize_t)p->pieces, "path", p->path, "plies", (Py_ssize_t)p->plies, "status",
                                 p->status[0], p->status[1], "differences", moves)
                 : NULL;
}

static PyObject *variant_diff(PyObject *self, PyObject *args)
{
    PyObject *other;
    unsigned long long games, seed;
    Py_ssize_t plies, most;
    library_call call;
    if (!PyArg_ParseTuple(args, "O!KnnK", Py_TYPE(self), &other, &games, &plies, &most, &seed) ||
        !library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    ferz_diff_limits limits = {.struct_size = sizeof limits,
                               .games = games,
                               .plies = (size_t)plies,
                               .max_count = (size_t)most,
                               .seed = seed,
                               .depth = -1,
                               .stop = library_stop,
                               .state = &call};
    ferz_diff_report found = {0};
    ferz_result result = ferz_variant_diff(variant_of(self), variant_of(other), &limits, &found, call.messages);
    library_end(&call);
    PyObject *value = NULL;
    if (result == FERZ_OK && !PyErr_Occurred()) {
        PyObject *list = PyList_New((Py_ssize_t)found.count);
        for (size_t i = 0; list && i < found.count; i++) {
            PyObject *one = diff_position_value(&found.items[i]);
            if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
                Py_CLEAR(list);
            }
        }
        value = list ? Py_BuildValue("{s:z,s:z,s:N,s:n,s:K}", "matched", found.matched, "incompatible",
                                     found.incompatible, "positions", list, "kinds", (Py_ssize_t)found.kinds,
                                     "compared", (unsigned long long)found.positions)
                     : NULL;
        value = library_close(&call, value);
    } else {
        value = library_raise(&call, result);
    }
    ferz_diff_report_free(&found);
    return value;
}

typedef struct tune_job {
    library_call *call;
    PyObject *progress; /* called with (stage, games, total, positions, won, drawn, lost); NULL: nobody */
    char *network;      /* that goes with the weights; NULL: none */
} tune_job;

static void tune_network(void *state, const char *file, size_t length)
{
    (void)length;
    tune_job *job = state;
    job->network = strdup(file);
}

static bool tune_stop(void *state)
{
    const tune_job *job = state;
    return library_stop(job->call);
}

static void tune_progress(void *state, const ferz_tune_progress *p)
{
    const tune_job *job = state;
    if (!job->progress || job->call->stopped) {
        return;
    }
    PyGILState_STATE entered = library_enter();
    PyObject *answer = PyObject_CallFunction(job->progress, "iiiiiii", (int)p->stage, p->games, p->games_total,
                                             p->positions, p->won, p->drawn, p->lost);
    if (!answer) { /* by a thread of the library: its exception would be lost */
        job->call->stopped = true;
        if (PyThread_get_thread_ident() != job->call->owner) {
            PyErr_WriteUnraisable(job->progress);
        }
    }
    Py_XDECREF(answer);
    library_leave(entered);
}

static PyObject *variant_tune(PyObject *self, PyObject *args)
{
    int games, seconds, threads;
    unsigned long long nodes, seed;
    PyObject *progress;
    library_call call;
    if (!PyArg_ParseTuple(args, "iiKiKO", &games, &seconds, &nodes, &threads, &seed, &progress) ||
        !library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    tune_job job = {.call = &call, .progress = progress == Py_None ? NULL : progress};
    ferz_tune_limits limits = {.struct_size = sizeof limits,
                               .games = games,
                               .seconds = seconds,
                               .nodes = nodes,
                               .threads = threads,
                               .seed = seed,
                               .stop = tune_stop,
                               .on_progress = tune_progress,
                               .on_network = tune_network,
                               .state = &job};
    ferz_tuned t = {0};
    ferz_result result = ferz_variant_tune(variant_of(self), &limits, &t, call.messages);
    library_end(&call);
    if (result != FERZ_OK) {
        ferz_free(t.yaml);
        free(job.network);
        return library_raise(&call, result);
    }
    PyObject *value = Py_BuildValue("{s:z,s:i,s:i,s:d,s:d,s:i,s:i,s:i,s:d,s:d,s:O,s:z}", "yaml", t.yaml, "games",
                                    t.games, "positions", t.positions, "before", t.before, "after", t.after, "won",
                                    t.won, "drawn", t.drawn, "lost", t.lost, "elo", t.elo, "error", t.error, "better",
                                    t.better ? Py_True : Py_False, "network", job.network);
    ferz_free(t.yaml);
    free(job.network);
    return library_close(&call, value);
}

/* ---- games ---- */

/* (game, messages) */
static PyObject *variant_game(PyObject *self, PyObject *args)
{
    const char *fen;
    library_call call;
    if (!PyArg_ParseTuple(args, "z", &fen) || !library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    ferz_game *made = ferz_game_create(variant_of(self), fen, call.messages);
    library_end(&call);
    if (!made) {
        return library_raise(&call, ferz_messages_result(call.messages));
    }
    PyObject *game = game_value(self, self, made);
    PyObject *value = game ? Py_BuildValue("(NN)", game, library_messages(call.messages)) : NULL;
    return library_close(&call, value);
}

static PyObject *variant_read_pgn(PyObject *self, PyObject *args)
{
    const char *pgn;
    Py_ssize_t length, number;
    library_call call;
    if (!PyArg_ParseTuple(args, "s#n", &pgn, &length, &number) || !library_begin(&call, NULL, 0, NULL)) {
        return NULL;
    }
    ferz_game *made = ferz_game_read_pgn(variant_of(self), pgn, (size_t)length, (size_t)number, call.messages);
    library_end(&call);
    return made ? library_close(&call, game_value(self, self, made))
                : library_raise(&call, ferz_messages_result(call.messages));
}

static PyObject *variant_encoding(PyObject *self, PyObject *ignored)
{
    (void)ignored;
    return encoding_value(self, variant_of(self));
}

static void variant_dealloc(PyObject *self)
{
    ferz_variant_free(variant_of(self));
    object_release(self);
}

static PyMethodDef variant_methods[] = {
    METHOD("facts", variant_facts, METH_NOARGS),
    METHOD("describe", variant_describe, METH_VARARGS),
    METHOD("describe_piece", variant_describe_piece, METH_VARARGS),
    METHOD("compare", variant_compare, METH_VARARGS),
    METHOD("export", variant_export, METH_NOARGS),
    METHOD("lint", variant_lint, METH_NOARGS),
    METHOD("picture", variant_picture, METH_VARARGS | METH_KEYWORDS),
    METHOD("piece_moves", variant_piece_moves, METH_VARARGS),
    METHOD("diff", variant_diff, METH_VARARGS),
    METHOD("tune", variant_tune, METH_VARARGS),
    METHOD("encoding", variant_encoding, METH_NOARGS),
    METHOD("game", variant_game, METH_VARARGS),
    METHOD("read_pgn", variant_read_pgn, METH_VARARGS),
    {NULL, NULL, 0, NULL},
};

PyObject *create_type_variant(void)
{
    return object_type("ferz._ferz.Variant", sizeof(variant_object), variant_dealloc, variant_methods);
}
