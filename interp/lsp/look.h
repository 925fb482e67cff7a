/* Look: what stands at a place of a text, for methods that say or find something about it. */
#ifndef FERZ_LSP_LOOK_H
#define FERZ_LSP_LOOK_H

#include "lsp/family.h"

typedef struct look {
    family family;
    const family_file *file; /* of the document; the first of the family */
    const outline *node;     /* of rules: NULL where there is nothing */
    bool in_key;
    span word;      /* the name, or the word, at the place; empty: there is none */
    text name;      /* its text */
    unsigned kinds; /* what it names, as far as the place tells: enum name_kind */
} look;

/* Looks at the place that the parameters name. With a script come the rules that are read from it. NULL when it is in
 * no open text. Needs look_finish in any case. */
document *look_from(look *l, server *s, call *c, size_t *at);
void look_finish(look *l);
/* The kinds of which the family really defines the name. */
unsigned look_known_kinds(const look *l);

#endif
