/* Document: headings, paragraphs, lists and diagrams, written as plain text, Markdown or one HTML page.
 *
 * Strings are copied. In all of them `backquotes` mark literal text. The HTML page loads nothing: its style is inside,
 * for light and dark screens and for paper, and pictures are inline SVG.
 */
#ifndef FERZ_EXPLAIN_DOCUMENT_H
#define FERZ_EXPLAIN_DOCUMENT_H

#include "base/arena.h"
#include "base/text.h"

typedef enum document_format { DOCUMENT_TEXT, DOCUMENT_MARKDOWN, DOCUMENT_HTML } document_format;

typedef enum block_kind {
    BLOCK_TITLE,
    BLOCK_HEADING,
    BLOCK_PIECE, /* a heading one step lower */
    BLOCK_PARAGRAPH,
    BLOCK_ITEM,     /* of a list; adjacent items form one list */
    BLOCK_CONTENTS, /* the heading of links to all headings; in HTML only */
    BLOCK_DIAGRAM,  /* preformatted lines, or in HTML an SVG picture */
} block_kind;

typedef struct block {
    block_kind kind;
    const char *content;
    struct block *next;
} block;

typedef struct document {
    arena *arena;
    block *first, *last;
} document;

void document_add(document *d, block_kind kind, const char *content);
/* `language` is the page's: "en", "ru". */
void document_write(const document *d, document_format format, const char *language, text *out);

#endif
