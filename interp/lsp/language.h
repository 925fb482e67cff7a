/* Language: which keys and values may stand at a place, and what they mean, as the JSON Schemas of the library say it.
 * */
#ifndef FERZ_LSP_LANGUAGE_H
#define FERZ_LSP_LANGUAGE_H

#include <jansson.h>

#include "lsp/documents.h"
#include "service/outline.h"

typedef struct language {
    json_t *schemas[3]; /* by document_kind, without scripts */
} language;

/* False when out of memory. */
bool language_init(language *l);
void language_finish(language *l);

/* One of the forms that a value may have. */
typedef struct language_form {
    const json_t *schema;
    const char *name; /* of its definition: "zone", "part.a-piece"; NULL: it has none */
} language_form;

enum { LANGUAGE_FORMS_MAX = 24 };

/* The forms of one place. */
typedef struct language_place {
    const json_t *root, *row; /* the schema; what describes the place itself, or NULL */
    language_form forms[LANGUAGE_FORMS_MAX];
    size_t count;
} language_place;

/* What may stand where `node` is: as the value of a member or item. `top` and `bytes`: the whole text. NULL for `node`:
 * the text itself. Empty where the schema knows no such place. */
language_place language_at(const language *l, document_kind kind, const outline *top, const char *bytes,
                           const outline *node);
/* From the place of a mapping or list to that of its member or item. */
language_place language_inside(const language_place *around, const char *bytes, const outline *child);

/* Whether a value there may be of that kind: a definition of this name, such as "piece". */
bool language_takes(const language_place *p, const char *name);
/* Whether it is a mapping of that section: a definition that ends in this name, such as "pieces". */
bool language_is_section(const language_place *p, const char *name);
/* What the place means, as Markdown; NULL where nothing is said. */
const char *language_words(const language_place *p);

/* Calls `visit` for each key that a mapping at the place may have, with its row. */
void language_each_key(const language_place *p, void (*visit)(void *state, const char *key, const json_t *row),
                       void *state);
/* And for each word that a value there may be. */
void language_each_word(const language_place *p, void (*visit)(void *state, const json_t *word), void *state);

#endif
