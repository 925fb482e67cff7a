/* Shortcuts: faster ways of the generator and prunings of the search that are right only where a variant has none of
 * certain features. What breaks what stands in one table, in shortcuts.c: a new feature of the language is a row there.
 */
#ifndef FERZ_COMPILE_SHORTCUTS_H
#define FERZ_COMPILE_SHORTCUTS_H

#include "compile/variant.h"

/* Settles variant.shortcuts, and `movegen`, when everything else is built. `dropped`: bits by shortcut that are not used
 * though they could be, to measure what they bring. */
void shortcuts_settle(variant *v, uint32_t dropped);

/* For people. A feature is described as what the rules have: "pieces that hop". */
const char *shortcut_name(shortcut s);
const char *feature_text(int feature);
/* How many features there are. */
int feature_count(void);

/* Whether there is anything in the variant for which the shortcut could be used. */
bool shortcut_applies(const variant *v, shortcut s);
/* Whether the variant has that feature, and it breaks the shortcut. */
bool shortcut_is_broken_by(const variant *v, shortcut s, int feature);

#endif
