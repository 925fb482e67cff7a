/* Describe: the rules of a game as a document. */
#ifndef FERZ_EXPLAIN_DESCRIBE_H
#define FERZ_EXPLAIN_DESCRIBE_H

#include "explain/document.h"
#include "explain/rule_facts.h"

typedef struct describe_request {
    const ruleset *rules;
    fact_notes notes;
    const ruleset *parent; /* what it extends; NULL */
    fact_notes parent_notes;
    fact_language language;
    /* Diagrams, as the format wants them: text or SVG. Any may be NULL, and so may what they give, which is freed. */
    char *(*board)(void *state);
    char *(*moves)(void *state, size_t piece);
    void *state;
} describe_request;

/* All memory is of the document's arena. */
void describe_write(document *d, const describe_request *request);

#endif
