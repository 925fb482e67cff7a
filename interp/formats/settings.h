/* Settings: what a section says with all that it inherits, and values of the kinds that its keys have.
 *
 * A value keeps its place; one that comes from a variant of the other program points at the header that names that variant.
 */
#ifndef FERZ_FORMATS_SETTINGS_H
#define FERZ_FORMATS_SETTINGS_H

#include "formats/ini.h"

enum { REGION_RANKS = 16, REGION_FILES = 16, SETTINGS_MAX = 512, OTHER_PIECES_MAX = 26 };

typedef struct setting {
    const char *key, *value;
    location key_location, value_location;
    const char *builtin; /* the other program's variant that says it; NULL: the file does */
} setting;

typedef struct settings {
    setting list[SETTINGS_MAX];
    size_t count;
    bool wrong; /* cannot be imported; said */
} settings;

/* One piece as a section has it: `type` is the key, `letter` its own. */
typedef struct other_piece {
    const char *type;
    char letter;       /* lower case */
    const char *betza; /* of custom pieces and kings that move otherwise; NULL */
    location location;
    const setting *new_setting;
} other_piece;

/* Cells as bits of files, rank by rank; both from 0. */
typedef struct region {
    uint16_t ranks[REGION_RANKS];
} region;

typedef struct sections sections; /* of one file, resolved */

/* Resolves all sections in their order. NULL when out of memory. */
sections *sections_resolve(arena *a, diag_list *diags, const ini *file);
const settings *sections_at(const sections *all, size_t index);
/* A variant of the other program itself. NULL when there is none, or out of memory. */
const settings *sections_builtin(sections *all, const char *name);

/* The key as it stands, by its present name; NULL when nothing says it. */
const setting *settings_get(const settings *s, const char *key);

/* Values; what is wrong is said at its place, and `*wrong` set. */
bool setting_bool(diag_list *diags, const setting *s, bool fallback, bool *wrong);
long setting_number(diag_list *diags, const setting *s, long low, long high, long fallback, bool *wrong);
int setting_file(diag_list *diags, const setting *s, int fallback, bool *wrong); /* from 0 */
/* One of `words` (ended by NULL) by its number. */
int setting_word(diag_list *diags, const setting *s, const char *const *words, int fallback, bool *wrong);
region setting_region(diag_list *diags, const setting *s, bool *wrong);

/* Rows of keys, for export and tests: the name of key `index`, NULL after the last. */
const char *settings_key(const void *state, size_t index);
/* The names of the other program's pieces, NULL after the last; `betza` gets how it moves there, NULL of custom pieces. */
const char *piece_type(size_t index, const char **betza);

#endif
