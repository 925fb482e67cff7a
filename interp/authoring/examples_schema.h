/* The schema of NAME.test.yaml, in one table: what `ferz test` reads and what editors check. */
#ifndef FERZ_AUTHORING_EXAMPLES_SCHEMA_H
#define FERZ_AUTHORING_EXAMPLES_SCHEMA_H

#include "base/text.h"

/* ORDER: as `shapes` in examples_schema.c */
typedef enum example_shape {
    EXAMPLE_TEXT, /* a single value */
    EXAMPLE_NUMBER,
    EXAMPLE_BOOL,
    EXAMPLE_WORDS,     /* words separated by spaces, or a list of such texts */
    EXAMPLE_SETTINGS,  /* a mapping, or words: switches */
    EXAMPLE_BEGINNING, /* a mapping from text to words or a number */
    EXAMPLE_NUMBERS,   /* a list of numbers */
    EXAMPLE_LINES,     /* a text or a list of texts */
    EXAMPLE_VIEWS,     /* a mapping from players to texts */
    EXAMPLE_TRIAL,     /* a list of mappings from an attempt to its answer */
    EXAMPLE_SHAPE_COUNT
} example_shape;

typedef struct example_key {
    const char *key;
    example_shape shape;
    const char *doc;  /* a sentence */
    const char *json; /* an example, as JSON */
} example_key;

/* NULL after the last. */
const example_key *examples_key(size_t index);
/* The table as a JSON Schema. */
void examples_json(text *out);

#endif
