/* Editor stubs: what a script may call and return, for the editors of script authors.
 *
 * One table, with the text of the guide. `tests/script/test_stubs.c` compares it with the functions that a Lua state
 * really has, so that no editor completes what the host rejects.
 */
#ifndef FERZ_AUTHORING_EDITOR_STUBS_H
#define FERZ_AUTHORING_EDITOR_STUBS_H

#include "base/text.h"

typedef enum stub_kind {
    STUB_VALUE,    /* a global that is not a function: `type` */
    STUB_FUNCTION, /* a global function; with a dot in its name, one of a library table */
    STUB_LIVE,     /* the same, in live hooks only */
} stub_kind;

typedef struct stub {
    const char *name;
    stub_kind kind;
    const char *params;  /* "file: integer|string, rank?: integer" */
    const char *returns; /* type of the value or of the result; NULL: nothing */
    const char *doc;     /* a sentence */
} stub;

/* A field of a table that a hook gets or returns. */
typedef struct stub_field {
    const char *owner; /* "move", "effect", "ending" ... */
    const char *name;
    const char *type;
    const char *doc;
} stub_field;

/* NULL after the last. */
const stub *stubs_at(size_t index);
const stub_field *stubs_field(size_t index);

/* A file of annotations for Lua language servers. */
void stubs_lua(text *out);
/* Settings of Lua language servers: .luarc.json. */
void stubs_settings(text *out);
/* Settings of luacheck: .luacheckrc. */
void stubs_luacheck(text *out);

#endif
