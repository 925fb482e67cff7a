/* Extension: what the C files of the module ferz._ferz share.
 *
 * The module is thin: it turns ferz.h into Python's values, one method for one call, and nothing in it is for readers. What people
 * see is written in Python, in ferz/. It keeps to the limited API of Python 3.9, so that one build serves every later version.
 *
 * Calls of the library run without the interpreter's lock. A game or a batch is for one thread at a time: `busy` refuses a second
 * call while one is running. Ctrl-C ends a call, because the library asks often whether it shall stop. */
#ifndef FERZ_PYTHON_EXTENSION_H
#define FERZ_PYTHON_EXTENSION_H

/* Python's slots are functions behind pointers to data: POSIX allows that, ISO C does not. */
#pragma GCC diagnostic ignored "-Wpedantic"

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03090000
#include <Python.h>

#include "ferz_tools.h"

#include <stdatomic.h>

/* ---- calls.c: a call of the library ---- */

/* One call. Between library_begin and library_end the thread has no lock of the interpreter. */
typedef struct library_call {
    ferz_messages *messages;
    PyThreadState *thread;
    unsigned long owner;     /* the thread that waits for the call */
    double next_look;        /* when signals are looked at next */
    atomic_bool stopped;     /* by a signal, or by the caller */
    const atomic_bool *stop; /* true: the caller wants the call to end; NULL: never */
    bool *busy;              /* of the object that is worked on; NULL: the object never changes */
} library_call;

/* Begins a call. `budget` in milliseconds as in ferz_budget; `busy` may be NULL. False with an exception. */
bool library_begin(library_call *call, bool *busy, int budget, const atomic_bool *stop);
/* Ends it: the thread has the lock again. The messages are still there. */
void library_end(library_call *call);
/* What the library asks; `state` is a library_call. */
bool library_stop(void *state);
/* Between library_begin and library_end: calls back into Python, from any thread. */
PyGILState_STATE library_enter(void);
void library_leave(PyGILState_STATE state);
/* Frees the messages. Returns `value`, or NULL where `value` is NULL or there is an exception already. */
PyObject *library_close(library_call *call, PyObject *value);
/* The same after a failure: raises what ferz.errors makes of the messages. Always NULL. */
PyObject *library_raise(library_call *call, ferz_result result);
/* The messages as a list of dicts. */
PyObject *library_messages(const ferz_messages *messages);
/* Whether the object is free; false with an exception. */
bool object_free(const bool *busy);

/* ---- values.c: values for Python ---- */

PyObject *text_or_none(const char *text);
/* Takes the string, which ferz_free frees; NULL gives NULL without an exception. */
PyObject *text_taken(char *text);
/* `count` strings one after another, as ferz_game_legal_moves gives them; the block is left alone. */
PyObject *texts_of_block(const char *block, size_t count);
PyObject *status_value(const ferz_status *status);
PyObject *reasons_value(const ferz_reasons *reasons);
PyObject *moves_list_value(const ferz_moves *moves);

/* A list of strings, or None, as an array that ends in NULL; `array` is freed with PyMem_Free, the strings belong to `keep`. */
typedef struct string_array {
    const char **array;
    size_t count;
    PyObject *keep;
} string_array;
bool string_array_read(PyObject *list, string_array *out);
void string_array_free(string_array *array);

/* Sets the member of a dict and gives up the value, which may be NULL; false with an exception. */
bool put(PyObject *dict, const char *name, PyObject *value);
/* The same at the end of a list. */
bool append(PyObject *list, PyObject *value);

/* Memory of another object. The struct is the interpreter's own and has not changed since 3.3; its limited API names it only from
 * 3.11 on. */
typedef struct memory_view {
    void *bytes;
    PyObject *owner;
    Py_ssize_t length, item_size;
    int read_only, dimensions;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} memory_view;
/* A contiguous buffer of exactly `length` bytes. False with an exception that names `what`. */
bool memory_open(PyObject *owner, memory_view *view, size_t length, bool writable, const char *what);
void memory_close(memory_view *view);

/* ---- the types ---- */

typedef struct variant_object {
    PyObject_HEAD ferz_variant *variant;
} variant_object;

typedef struct game_object {
    PyObject_HEAD ferz_game *game;
    PyObject *variant;   /* variant_object; it must outlive the game */
    bool busy;           /* a call is running */
    atomic_bool stopped; /* what Game.stop() sets for a search in progress */
} game_object;

PyObject *create_type_variant(void);
PyObject *create_type_game(void);
PyObject *create_type_encoding(void);
PyObject *create_type_batch(void);
/* The encoding of a variant, a new object. */
PyObject *encoding_value(PyObject *variant, ferz_variant *v);
/* Functions of the module that give variants; ended by a row of zeros. */
extern PyMethodDef variant_functions[];

/* For types whose objects are made by functions alone. */
PyObject *object_refuse(PyTypeObject *type, PyObject *args, PyObject *options);
/* The type ferz._ferz.NAME of such objects, of so many bytes; `free` ends with object_release. */
PyObject *object_type(const char *name, size_t bytes, destructor free, PyMethodDef *methods);
void object_release(PyObject *self);
/* A new object of the type that `self`'s type names `attribute`. */
PyObject *object_create(PyObject *self, const char *attribute);
/* Takes the game. */
PyObject *game_value(PyObject *self_or_type, PyObject *variant, ferz_game *game);
/* The picture's options from keywords: `size`, `viewer`, `russian`, ... False with an exception. */
bool picture_read(PyObject *options, ferz_picture *picture, size_t **cells);

#define METHOD(name, function, how)                                                                                    \
    {                                                                                                                  \
        name, (PyCFunction)(void (*)(void))(function), how, NULL                                                       \
    }

#endif
