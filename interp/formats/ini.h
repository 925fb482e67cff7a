/* Ini: sections and keys with their locations, as Fairy-Stockfish's variants.ini has them.
 *
 *   [name]  or  [name:parent]  begins a section;  key = value  is one line;  a line that begins with # is a comment.
 *
 * Everything lives in the arena; locations point into the source. A file may hold any bytes: a line of another form is
 * an error message, nothing worse.
 */
#ifndef FERZ_FORMATS_INI_H
#define FERZ_FORMATS_INI_H

#include "base/diag.h"

enum { INI_BYTES_MAX = 4 << 20, INI_SECTIONS_MAX = 4096, INI_ENTRIES_MAX = 1024 /* of one section */ };

typedef struct ini_entry {
    const char *key, *value;
    location key_location, value_location; /* of the value: a point behind the sign when there is none */
} ini_entry;

typedef struct ini_section {
    const char *name, *parent; /* NULL: inherits nothing */
    location name_location, parent_location;
    ini_entry *entries;
    size_t count;
    bool broken; /* something in it was not understood */
} ini_section;

typedef struct ini {
    ini_section *sections;
    size_t count;
} ini;

/* False when memory runs out or the text is too large (in `diags`). Lines that are not understood are errors there,
 * and the rest is read. */
bool ini_read(arena *a, diag_list *diags, const source *from, ini *out);

/* The sections of a file by their names, so that thousands of them are found at once. */
typedef struct ini_name {
    const char *name;
    size_t index;
} ini_name;
typedef struct ini_names {
    const ini_name *list; /* [count] sorted by name, sections of one name in the order of the file; in the arena */
    size_t count;
} ini_names;
bool ini_names_init(arena *a, const ini *file, ini_names *names); /* false when out of memory */
/* The first section of that name in the list, and how many there are. */
const ini_name *ini_names_find(const ini_names *names, const char *name, size_t *count);

#endif
