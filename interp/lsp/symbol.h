/* Symbol: what stands at a place of a text, for methods that say or find something about it. */
#ifndef FERZ_LSP_SYMBOL_H
#define FERZ_LSP_SYMBOL_H

#include "lsp/game_files.h"

typedef struct symbol {
    game_files files;
    const game_file *file; /* of the document; the first of the game_files */
    const outline *node;   /* of rules: NULL where there is nothing */
    bool in_key;
    span word;      /* the name, or the word, at the place; empty: there is none */
    text name;      /* its text */
    unsigned kinds; /* what it names, as far as the place tells: enum name_kind */
} symbol;

/* Looks at the place that the parameters name. With a script come the rules that are read from it. NULL when it is in
 * no open text. Needs symbol_finish in any case. */
document *symbol_from(symbol *l, server *s, call *c, size_t *at);
void symbol_finish(symbol *l);
/* The kinds of which the game really defines the name. */
unsigned symbol_known_kinds(const symbol *l);

#endif
