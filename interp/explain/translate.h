/* Translate: Russian sentences by their English ones. They are in russian.po, in the format of gettext, which the build
 * embeds. A sentence without a translation, or with other % conversions than the English one, stays English.
 */
#ifndef FERZ_EXPLAIN_TRANSLATE_H
#define FERZ_EXPLAIN_TRANSLATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/phrase.h"

/* The Russian text, in `a`, or `english` itself. */
const char *translate_russian(arena *a, const char *english);
/* A message, a hint or a note by what it was made of, from russian_messages.po; `english` where there is no translation. The words in it
 * that are not quoted are translated, too, where they have an entry. */
const char *translate_phrase(arena *a, const phrase *p, const char *english);
/* Which of the three Russian forms follows the number: 0 as after 1, 1 as after 2, 2 as after 5. */
int translate_plural_form(long n);
/* The Russian noun after the number `n`: "поле", "поля", "полей"; or one of the English ones. */
const char *translate_russian_plural(arena *a, long n, const char *one, const char *several);

/* The Russian forms of a noun from russian_nouns.txt, in `a`: nominative, genitive, accusative, instrumental, plural, genitive
 * plural. `kind`: "piece" or "player". False when the noun is not there. */
enum { NOUN_FORMS = 6 };
bool translate_noun(arena *a, const char *kind, const char *name, const char *forms[NOUN_FORMS]);

#endif
