/* Import: sections of a variants.ini as rule files.
 *
 * A section is imported whole or not at all: a key that our language cannot say is an error at its location, because
 * a game without that rule is another game. Keys that are no rules (pictures, values) are skipped silently; keys that
 * only end games earlier are skipped with a warning. */
#ifndef FERZ_FORMATS_IMPORT_H
#define FERZ_FORMATS_IMPORT_H

#include "base/diag.h"
#include "base/text.h"

typedef struct imported_variant {
    const char *name;
    const char *yaml;
    const char *script; /* of NAME.lua, which the rules name; NULL: they need none */
    bool changed;       /* a warning says what is different */
} imported_variant;

/* Whether rules that stand by themselves can be played; with `why`, in the arena, if not. */
typedef struct import_proof {
    bool (*loads)(void *state, arena *a, const imported_variant *variant, const char **why);
    void *state;
} import_proof;

/* With a proof the games are meant as files: each is proved, and its name must be free for a file. Without one the caller
 * loads what it gets.
 *
 * Games in the order of their sections, in the arena; NULL when out of memory. `only` as in ferz.h; nothing is said of
 * other sections. `*refused`: how many wanted sections are not among the games. */
imported_variant *import_ini(arena *a, diag_list *diags, const source *from, const char *const *only, size_t *count,
                             size_t *refused, const import_proof *proof);

/* The script of the one section of `from`, in the arena, and in `*hooks` what calls it, a line each: hooks with their
 * conditions, endings with their names, counters. NULL: it has none, or cannot be imported. */
const char *import_script_of(arena *a, const source *from, const char **hooks);
/* One such line. `conditions` and `pieces` are words with a blank before each; the pieces' in the order of the rules. */
void import_put_hook(text *lines, const char *function, const char *at, const char *conditions, const char *pieces);
void import_put_hook_ending(text *lines, const char *name, const char *function);

#endif
