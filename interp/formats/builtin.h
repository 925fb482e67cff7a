/* Builtin: the variants that Fairy-Stockfish has built in. They are data about another program, in its own format:
 * fairy_variants.ini, the one text under interp/ that names games. The build embeds it. */
#ifndef FERZ_FORMATS_BUILTIN_H
#define FERZ_FORMATS_BUILTIN_H

#include "formats/ini.h"

/* Reads the sections into the arena; a parent comes before its children. False when memory runs out. */
bool builtin_read(arena *a, diag_list *diags, ini *out);
/* The section of that name; NULL when there is none. */
const ini_section *builtin_named(const ini *builtins, const char *name);
/* The name of the variant that is the same as a game of ours, which imported games extend. */
extern const char builtin_base[];

#endif
