#include "extension.h"

#include <time.h>

enum { MILLISECONDS_BETWEEN_LOOKS = 20 };

static double now(void)
{
    struct timespec t = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

PyGILState_STATE library_enter(void)
{
    return PyGILState_Ensure();
}

void library_leave(PyGILState_STATE state)
{
    PyGILState_Release(state);
}

/* Signals are looked at by the thread that waits for the call; Python runs their handlers in its main thread alone. */
bool library_stop(void *state)
{
    library_call *call = state;
    if (call->stopped || (call->stop && *call->stop)) {
        return true;
    }
    if (PyThread_get_thread_ident() != call->owner) {
        return false;
    }
    double time = now();
    if (time < call->next_look) {
        return false;
    }
    call->next_look = time + MILLISECONDS_BETWEEN_LOOKS;
    PyGILState_STATE entered = library_enter();
    if (PyErr_Occurred() || PyErr_CheckSignals() < 0) {
        call->stopped = true;
    }
    library_leave(entered);
    return call->stopped;
}

bool object_free(const bool *busy)
{
    if (*busy) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this object; give each thread a copy of its own");
    }
    return !*busy;
}

bool library_begin(library_call *call, bool *busy, int budget, const atomic_bool *stop)
{
    *call = (library_call){.owner = PyThread_get_thread_ident(), .stop = stop, .busy = busy};
    if (busy && !object_free(busy)) {
        return false;
    }
    call->messages = ferz_messages_create(false);
    if (!call->messages) {
        PyErr_NoMemory();
        return false;
    }
    call->next_look = now() + MILLISECONDS_BETWEEN_LOOKS;
    ferz_messages_set_budget(call->messages, (ferz_budget){budget, library_stop, call});
    if (busy) {
        *busy = true;
    }
    call->thread = PyEval_SaveThread();
    return true;
}

void library_end(library_call *call)
{
    if (call->thread) {
        PyEval_RestoreThread(call->thread);
        call->thread = NULL;
        if (call->busy) {
            *call->busy = false;
        }
    }
}

PyObject *library_close(library_call *call, PyObject *value)
{
    ferz_messages_free(call->messages);
    call->messages = NULL;
    if (PyErr_Occurred()) {
        Py_XDECREF(value);
        return NULL;
    }
    return value;
}

PyObject *library_messages(const ferz_messages *messages)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < ferz_messages_count(messages); i++) {
        ferz_message m = ferz_messages_at(messages, i);
        PyObject *one = Py_BuildValue("{s:O,s:z,s:z,s:I,s:I,s:I,s:z,s:z,s:z,s:z,s:I,s:I,s:I,s:z,s:z,s:z,s:z}",
                                      "warning", m.warning ? Py_True : Py_False, "code", m.code, "file", m.file, "line",
                                      m.line, "column", m.column, "length", m.length, "text", m.text, "hint", m.hint,
                                      "note", m.note, "note_file", m.note_file, "note_line", m.note_line, "note_column",
                                      m.note_column, "note_length", m.note_length, "fix", m.fix, "fix_text", m.fix_text,
                                      "fix_word", m.fix_word, "rendered", m.rendered);
        if (!append(list, one)) {
            Py_CLEAR(list);
        }
    }
    return list;
}

PyObject *library_raise(library_call *call, ferz_result result)
{
    if (PyErr_Occurred()) { /* a signal, or a function that was called back */
        return library_close(call, NULL);
    }
    PyObject *messages = library_messages(call->messages);
    PyObject *errors = messages ? PyImport_ImportModule("ferz.errors") : NULL;
    PyObject *made = errors ? PyObject_CallMethod(errors, "exception_of", "iO", (int)result, messages) : NULL;
    if (made) {
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    }
    Py_XDECREF(made);
    Py_XDECREF(errors);
    Py_XDECREF(messages);
    return library_close(call, NULL);
}
