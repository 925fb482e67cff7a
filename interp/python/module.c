#include "extension.h"

static PyObject *version(PyObject *module, PyObject *ignored)
{
    (void)module, (void)ignored;
    return PyUnicode_FromString(ferz_version());
}

static PyObject *explain_code(PyObject *module, PyObject *args)
{
    (void)module;
    const char *code;
    ferz_explanation e;
    if (!PyArg_ParseTuple(args, "s", &code)) {
        return NULL;
    }
    if (!ferz_explain_code(code, &e)) {
        Py_RETURN_NONE;
    }
    return Py_BuildValue("{s:z,s:z,s:z,s:z,s:z,s:z,s:z,s:z,s:z}", "code", e.code, "title", e.title, "text", e.text,
                         "file", e.file, "command", e.command, "wrong", e.wrong, "fixed", e.fixed, "companion",
                         e.companion, "companion_text", e.companion_text);
}

static PyObject *codes(PyObject *module, PyObject *ignored)
{
    (void)module, (void)ignored;
    PyObject *list = PyList_New((Py_ssize_t)ferz_code_count());
    for (size_t i = 0; list && i < ferz_code_count(); i++) {
        PyObject *one = PyUnicode_FromString(ferz_code(i));
        if (!one || PyList_SetItem(list, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

/* [(name, role, sentence)] */
static PyObject *reason_kinds(PyObject *module, PyObject *ignored)
{
    (void)module, (void)ignored;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < ferz_reason_kind_count(); i++) {
        ferz_reason_kind kind = ferz_reason_kind_at(i);
        PyObject *one =
            kind.name ? Py_BuildValue("(zis)", kind.name, (int)kind.role, kind.sentence) : Py_BuildValue("");
        if (!one || (kind.name && PyList_Append(list, one) < 0)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *schema(PyObject *module, PyObject *args)
{
    (void)module;
    int kind;
    if (!PyArg_ParseTuple(args, "i", &kind)) {
        return NULL;
    }
    if (kind < FERZ_SCHEMA_RULES || kind > FERZ_SCHEMA_REFERENCE) {
        PyErr_SetString(PyExc_ValueError, "there is no such schema");
        return NULL;
    }
    char *text = ferz_schema((ferz_schema_kind)kind);
    return text ? text_taken(text) : PyErr_NoMemory();
}

static PyMethodDef functions[] = {
    METHOD("version", version, METH_NOARGS), METHOD("explain_code", explain_code, METH_VARARGS),
    METHOD("codes", codes, METH_NOARGS),     METHOD("reason_kinds", reason_kinds, METH_NOARGS),
    METHOD("schema", schema, METH_VARARGS),  {NULL, NULL, 0, NULL},
};

/* Types are found as members of the module and of each other, so that nothing here is global. */
static int fill(PyObject *module)
{
    static const struct {
        const char *name;
        PyObject *(*create)(void);
    } rows[] = {{"Variant", create_type_variant},
                {"Game", create_type_game},
                {"Encoding", create_type_encoding},
                {"Batch", create_type_batch}};
    enum { ROWS = sizeof rows / sizeof *rows };
    PyObject *types[ROWS] = {NULL};
    int result = PyModule_AddFunctions(module, variant_functions);
    for (size_t i = 0; i < ROWS && result == 0; i++) {
        types[i] = rows[i].create();
        result = types[i] ? PyObject_SetAttrString(module, rows[i].name, types[i]) : -1;
    }
    for (size_t i = 0; i < ROWS && result == 0; i++) {
        for (size_t other = 0; other < ROWS && result == 0; other++) {
            result = PyObject_SetAttrString(types[i], rows[other].name, types[other]);
        }
    }
    for (size_t i = 0; i < ROWS; i++) {
        Py_XDECREF(types[i]);
    }
    return result;
}

PyMODINIT_FUNC PyInit__ferz(void)
{
    static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)fill}, {0, NULL}};
    static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "ferz._ferz", NULL, 0, functions, slots, NULL, NULL, NULL};
    return PyModuleDef_Init(&definition);
}
