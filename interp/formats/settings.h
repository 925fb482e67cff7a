/* Settings: what a section says together with all that it inherits, and the values of its keys.
 *
 * A value keeps its location. One that comes from a built-in variant of Fairy-Stockfish points at the section header
 * that names that variant. */
#ifndef FERZ_FORMATS_SETTINGS_H
#define FERZ_FORMATS_SETTINGS_H

#include "formats/ini.h"

enum { REGION_RANKS = 16, REGION_FILES = 16, SETTINGS_MAX = 512, OTHER_PIECES_MAX = 26 };

typedef struct setting {
    const char *key, *value;
    location key_location, value_location;
    const char *builtin;        /* the built-in variant that has it; NULL: the file has it */
    const ini_section *section; /* that has it */
    /* Of keys that name pieces: what the letters meant in that section, as names of piece types with a blank behind
     * each; `*` is all, `?x` a letter that no piece has. Pairs are `pawn:gold`, after those that the parent has. */
    const char *types;
} setting;

typedef struct settings {
    setting list[SETTINGS_MAX]; /* a letter means a type where it is written: a child may give it to another type */
    size_t count;
    bool wrong; /* cannot be imported; already reported */
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

/* The setting of a key, by the key's present name; NULL when there is none. */
const setting *settings_get(const settings *s, const char *key);

/* Values. A wrong one is an error at its location and sets `*wrong`. */
bool setting_bool(diag_list *diags, const setting *s, bool fallback, bool *wrong);
long setting_number(diag_list *diags, const setting *s, long low, long high, long fallback, bool *wrong);
int setting_file(diag_list *diags, const setting *s, int fallback, bool *wrong); /* from 0 */
/* The index of the value in `words` (ended by NULL). */
int setting_word(diag_list *diags, const setting *s, const char *const *words, int fallback, bool *wrong);
region setting_region(diag_list *diags, const setting *s, bool *wrong);

/* The piece names of Fairy-Stockfish, NULL after the last; `betza` gets the piece's movement there, NULL: custom. */
const char *piece_type(size_t index, const char **betza);

#endif
