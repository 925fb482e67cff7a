/* Ini: sections and keys with their places, as Fairy-Stockfish's variants.ini has them.
 *
 *   [name]  or  [name:parent]  begins a section;  key = value  is one line;  a line that begins with # is a remark.
 *
 * Everything lives in the arena; places point into the source. Files of any bytes are read: what is no such line is a
 * message, never more.
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

/* False when out of memory or the text is too large (said in `diags`); lines that are not understood are errors there, and the
 * rest is read. */
bool ini_read(arena *a, diag_list *diags, const source *from, ini *out);

#endif
