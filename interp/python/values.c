#include "extension.h"

#include <string.h>

PyObject *text_or_none(const char *text)
{
    if (!text) {
        Py_RETURN_NONE;
    }
    return PyUnicode_FromString(text);
}

PyObject *text_taken(char *text)
{
    PyObject *made = text ? PyUnicode_FromString(text) : NULL;
    ferz_free(text);
    return made;
}

PyObject *texts_of_block(const char *block, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *one = PyUnicode_FromString(block);
        if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(list);
            break;
        }
        block += strlen(block) + 1;
    }
    return list;
}

bool put(PyObject *dict, const char *name, PyObject *value)
{
    bool ok = value && PyDict_SetItemString(dict, name, value) == 0;
    Py_XDECREF(value);
    return ok;
}

bool append(PyObject *list, PyObject *value)
{
    bool ok = value && PyList_Append(list, value) == 0;
    Py_XDECREF(value);
    return ok;
}

/* (outcome, winner or None, share, reason) */
PyObject *status_value(const ferz_status *s)
{
    return s->outcome == FERZ_WIN
               ? Py_BuildValue("(inis)", (int)s->outcome, (Py_ssize_t)s->winner, s->winner_share, s->reason)
               : Py_BuildValue("(iOis)", (int)s->outcome, Py_None, 0, s->reason);
}

static PyObject *reason_value(const ferz_reason *r)
{
    return Py_BuildValue("{s:z,s:z,s:i,s:z,s:I,s:I,s:(zz),s:z,s:z,s:z,s:z,s:z,s:z,s:l,s:l}", "kind", r->kind, "text",
                         r->text, "role", (int)r->role, "file", r->file, "line", r->line, "column", r->column, "cells",
                         r->cells[0], r->cells[1], "piece", r->piece, "other_piece", r->other_piece, "player",
                         r->player, "other_player", r->other_player, "key", r->key, "words", r->words, "number",
                         r->number, "limit", r->limit);
}

/* (answer, list of dicts, text) */
PyObject *reasons_value(const ferz_reasons *reasons)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < ferz_reasons_count(reasons); i++) {
        ferz_reason r = ferz_reasons_at(reasons, i);
        if (!append(list, reason_value(&r))) {
            Py_CLEAR(list);
        }
    }
    char *text = ferz_reasons_text(reasons);
    PyObject *value =
        list ? Py_BuildValue("(ONz)", ferz_reasons_answer(reasons) ? Py_True : Py_False, list, text) : NULL;
    ferz_free(text);
    return value;
}

/* A tuple of names. */
static PyObject *names_value(const char *const *names, size_t count)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) {
        PyObject *one = PyUnicode_FromString(names[i]);
        if (!one || PyTuple_SetItem(tuple, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

static PyObject *captured_value(const ferz_captured *captured, size_t count)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++) {
        PyObject *one = Py_BuildValue("(zzz)", captured[i].cell, captured[i].piece, captured[i].owner);
        if (!one || PyTuple_SetItem(tuple, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

static PyObject *move_value(const ferz_move *m)
{
    return Py_BuildValue(
        "{s:z,s:i,s:z,s:z,s:N,s:z,s:z,s:z,s:z,s:O,s:z,s:(zz),s:N,s:N,s:z,s:I,s:I,s:z,s:z}", "text", m->text, "kind",
        (int)m->kind, "origin", m->from, "target", m->to, "path", names_value(m->path, m->path_count), "piece",
        m->piece, "owner", m->owner, "promotes_to", m->promotes_to, "becomes", m->becomes, "leaves",
        m->leaves ? Py_True : Py_False, "castling", m->castling, "partner", m->partner_from, m->partner_to, "captured",
        captured_value(m->captured, m->captured_count), "parts", names_value(m->parts, m->part_count), "file", m->file,
        "line", m->line, "column", m->column, "san", m->san, "uci", m->fairy_stockfish);
}

PyObject *moves_list_value(const ferz_moves *moves)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < ferz_moves_count(moves); i++) {
        ferz_move m = ferz_moves_at(moves, i);
        if (!append(list, move_value(&m))) {
            Py_CLEAR(list);
        }
    }
    return list;
}

bool string_array_read(PyObject *list, string_array *out)
{
    *out = (string_array){0};
    if (list == Py_None) {
        return true;
    }
    PyObject *sequence = PySequence_Tuple(list);
    if (!sequence) {
        return false;
    }
    Py_ssize_t count = PyTuple_Size(sequence);
    out->keep = PyTuple_New(count); /* of bytes: the limited API of 3.9 lends no UTF-8 of a str */
    out->array = PyMem_Calloc((size_t)count + 1, sizeof *out->array);
    bool ok = out->keep && out->array;
    for (Py_ssize_t i = 0; ok && i < count; i++) {
        PyObject *bytes = PyUnicode_AsUTF8String(PyTuple_GetItem(sequence, i));
        char *words = bytes ? PyBytes_AsString(bytes) : NULL;
        ok = bytes && words;
        if (ok && strlen(words) != (size_t)PyBytes_Size(bytes)) {
            PyErr_SetString(PyExc_ValueError, "embedded null character");
            ok = false;
        }
        if (ok) {
            out->array[i] = words;
            PyTuple_SetItem(out->keep, i, bytes);
        } else {
            Py_XDECREF(bytes);
        }
    }
    out->count = (size_t)count;
    Py_DECREF(sequence);
    if (!ok) {
        if (!PyErr_Occurred()) {
            PyErr_NoMemory();
        }
        string_array_free(out);
    }
    return ok;
}

void string_array_free(string_array *array)
{
    PyMem_Free(array->array);
    Py_XDECREF(array->keep);
    *array = (string_array){0};
}

/* ---- memory of others ---- */

int PyObject_GetBuffer(PyObject *owner, memory_view *view, int flags);
void PyBuffer_Release(memory_view *view);
enum { BUFFER_SIMPLE = 0, BUFFER_WRITABLE = 1 };

bool memory_open(PyObject *owner, memory_view *view, size_t length, bool writable, const char *what)
{
    if (PyObject_GetBuffer(owner, view, writable ? BUFFER_WRITABLE : BUFFER_SIMPLE) < 0) {
        return false;
    }
    if ((size_t)view->length != length) {
        PyErr_Format(PyExc_ValueError, "%s has %zd bytes where %zu are needed", what, view->length, length);
        PyBuffer_Release(view);
        return false;
    }
    return true;
}

void memory_close(memory_view *view)
{
    if (view->owner) {
        PyBuffer_Release(view);
    }
}
