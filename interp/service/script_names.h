/* Names in a script: its functions, the words that it uses, its quoted texts, and the remarks above a function. It
 * reads Lua only so far as to tell these apart; only the library knows what a script means. */
#ifndef FERZ_SERVICE_SCRIPT_NAMES_H
#define FERZ_SERVICE_SCRIPT_NAMES_H

#include "base/text.h"
#include "service/span.h"

typedef enum script_word_kind {
    SCRIPT_FUNCTION, /* the name of a function where it is made: `function NAME(`, `NAME = function` */
    SCRIPT_WORD,     /* a name anywhere else */
    SCRIPT_TEXT,     /* what stands between quotes */
} script_word_kind;

typedef struct script_word {
    script_word_kind kind;
    span at;
    bool local;
} script_word;

/* The next word behind byte `*at`, which moves on. False at the end. */
bool script_next_word(const char *bytes, size_t length, size_t *at, script_word *word);
/* The word that holds `at`. */
bool script_word_at(const char *bytes, size_t length, size_t at, script_word *word);
/* Whether `at` is in no remark and no quoted text. */
bool script_is_code(const char *bytes, size_t length, size_t at);
/* Whether `function` stands before `at`, for a function that is not local. */
bool script_declares(const char *bytes, size_t at);
/* Where a function of that name is made. */
bool script_find_function(const char *bytes, size_t length, const char *name, span *found);
/* Appends the remarks in the lines above `at`, without their dashes. */
void script_put_remarks(const char *bytes, size_t at, text *out);

#endif
