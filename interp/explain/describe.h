/* Describe: the rules of a variant as a document, with diagrams that the caller draws. */
#ifndef FERZ_EXPLAIN_DESCRIBE_H
#define FERZ_EXPLAIN_DESCRIBE_H

#include "explain/document.h"
#include "explain/rule_facts.h"

typedef struct describe_request {
    const ruleset *rules;
    fact_notes notes;
    const ruleset *parent; /* a ruleset from which the page also tells the differences, or NULL */
    fact_notes parent_notes;
    fact_language language;
    /* Draw diagrams in the format of the document: text or SVG. Both may be NULL, and may return NULL. The result is
     * freed. */
    char *(*board)(void *state);
    char *(*moves)(void *state, size_t piece);
    void *state;
    fuel *fuel; /* borrowed; NULL: no limit. When it is out, the page is incomplete */
} describe_request;

/* All memory belongs to the document's arena. */
void describe_write(document *d, const describe_request *request);
/* What the page says of one piece, with its heading or without. */
void describe_write_piece(document *d, const describe_request *request, size_t piece, bool heading);

#endif
