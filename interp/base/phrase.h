/* Phrase: what a formatted text was made of, so that it can be said in another language: the format, which lives as long as the
 * program, and the words that took the place of its conversions. */
#ifndef FERZ_BASE_PHRASE_H
#define FERZ_BASE_PHRASE_H

#include <stdarg.h>

#include "base/arena.h"
#include "base/text.h"

typedef struct phrase {
    const char *format;       /* NULL: none */
    const char *const *words; /* in the order of its conversions */
    size_t count;
} phrase;

/* The phrase of a format as text_vprint reads it. All memory belongs to the arena. False when out of memory. */
bool phrase_read(phrase *p, arena *a, const char *format, va_list args);
bool phrase_equal(const phrase *a, const phrase *b);
/* Appends the phrase with another format, whose conversions are the same or have numbers (%2$s) where their order differs. A word that is
 * not quoted is passed through `say`, which may be NULL. */
void phrase_put(const phrase *p, const char *format, const char *(*say)(void *state, const char *word), void *state,
                text *out);

#endif
