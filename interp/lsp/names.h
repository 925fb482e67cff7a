/* Names: where a rule file gives a name to something, and where it uses one. */
#ifndef FERZ_LSP_NAMES_H
#define FERZ_LSP_NAMES_H

#include "lsp/language.h"

/* What a name may be the name of; bits, since a word alone does not always tell. */
enum name_kind {
    NAME_PIECE = 1 << 0,
    NAME_ZONE = 1 << 1,
    NAME_FUNCTION = 1 << 2, /* of the script */
    NAME_GAME = 1 << 3,
    NAME_SCRIPT = 1 << 4, /* the file */
    NAME_ENDING = 1 << 5,
    NAME_OPTION = 1 << 6,
    NAME_MOVEMENT = 1 << 7, /* no name: a text in Betza's notation */
};

typedef struct name_use {
    unsigned kinds;
    bool defines;
    span at;
    const outline *node; /* whose key or value it is in */
} name_use;

/* Calls `visit` for each name of a rule file, in the order of the text. */
void names_each(const language *l, const outline *top, const char *bytes,
                void (*visit)(void *state, const name_use *use), void *state);
/* What a value there may name. */
unsigned names_of_place(const language_place *p);

#endif
