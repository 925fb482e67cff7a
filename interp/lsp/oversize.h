/* Oversize: a message that is too long to be kept. It is read past byte by byte, and only what an answer needs is noted: the id
 * of a request, and the text that it is about. */
#ifndef FERZ_LSP_OVERSIZE_H
#define FERZ_LSP_OVERSIZE_H

#include "base/text.h"

enum { OVERSIZE_WORD_MAX = 4096 };

typedef struct oversize {
    size_t bytes;   /* of the message */
    text id, uri;   /* as JSON; empty: none was found */
    text word, key; /* the string or number that is being read, and the key before it */
    int depth;
    bool in_string, escaped, after_colon, was_string;
} oversize;

void oversize_finish(oversize *o);
void oversize_read(oversize *o, const char *bytes, size_t length);

#endif
