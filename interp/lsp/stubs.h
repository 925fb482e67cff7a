/* Stubs: what the stubs of the script functions say of types and of hooks, read as data. They are the one description
 * of these; see authoring/ferz.lua. A type is named as they name it: "ferz.move". */
#ifndef FERZ_LSP_STUBS_H
#define FERZ_LSP_STUBS_H

#include "base/text.h"
#include "service/span.h"

typedef struct stub_type {
    size_t at;     /* its line */
    bool is_class; /* it has fields */
    span meaning;  /* of an alias: what it stands for, "fun(move: ferz.move): boolean" */
} stub_type;

/* A parameter of a hook, or a field of a class. `words` is empty for a parameter. */
typedef struct stub_member {
    span name, type, words;
} stub_member;

/* The type of that name. False where there is none. */
bool stubs_find_type(const char *stubs, const char *name, size_t length, stub_type *found);
/* Appends its sentence. */
void stubs_put_words(const char *stubs, const stub_type *type, text *out);
/* The next field of a class, behind byte `*at`, which begins at 0 and moves on. False at the end. */
bool stubs_next_field(const char *stubs, const stub_type *type, size_t *at, stub_member *field);
bool stubs_find_field(const char *stubs, const stub_type *type, const char *name, size_t length, stub_member *field);
/* The parameter of a hook's alias with that number, from 0. */
bool stubs_parameter(const char *stubs, const stub_type *hook, size_t number, stub_member *parameter);
/* The next name of a type in a part of the stubs, behind byte `*at`, which begins at `part.from`. */
bool stubs_next_type(const char *stubs, span part, size_t *at, span *name);

#endif
