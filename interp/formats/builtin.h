/* Builtin: the variants that Fairy-Stockfish has built in, in its own format. Data about another program, and
 * therefore the one place under interp/ that names games. */
#ifndef FERZ_FORMATS_BUILTIN_H
#define FERZ_FORMATS_BUILTIN_H

#include <stddef.h>

typedef struct builtin_variant {
    const char *name;
    const char *parent; /* NULL: inherits nothing */
    const char *text;   /* lines of `key = value` */
} builtin_variant;

/* By index, NULL after the last. A parent comes before its children. */
const builtin_variant *builtin_at(size_t index);
const builtin_variant *builtin_named(const char *name);
/* The game of ours that is the same as the variant of `builtin_base`, and its parent in what we write. */
extern const char builtin_base[];

#endif
