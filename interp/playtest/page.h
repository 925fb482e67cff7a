/* Page: headings, paragraphs and tables, written as plain text, as HTML, or as a list of blocks in JSON for those who show
 * them in their own way: {"kind": "heading", "words": ...}, {"kind": "table", "rows": [[...], ...]}. What is said is English, or Russian where
 * explain/russian.po has it. */
#ifndef FERZ_PLAYTEST_PAGE_H
#define FERZ_PLAYTEST_PAGE_H

#include "base/arena.h"
#include "base/text.h"

enum { PAGE_COLUMNS_MAX = 16 };

typedef enum page_form { PAGE_TEXT, PAGE_HTML, PAGE_BLOCKS } page_form;

typedef struct page {
    text *out;
    page_form form;
    bool russian;
    arena arena; /* of what was said */
    /* The table in progress. */
    size_t columns;
    const char **cells;
    size_t cell_count, cell_room;
    bool failed;
} page;

void page_init(page *p, text *out, page_form form, bool russian);
/* Ends what page_init began. False when out of memory. */
bool page_finish(page *p);

/* The sentence in the language of the page; a format where it is one. It lives as long as the page. */
const char *page_say(page *p, const char *english);
/* The same with what it speaks of. The values are printed as they are: they are no HTML. */
const char *page_format(page *p, const char *english, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void page_title(page *p, const char *words);
void page_heading(page *p, const char *words);
void page_paragraph(page *p, const char *words);
/* A line that must not be overlooked. */
void page_warning(page *p, const char *words);
/* A table: first the heads, then row by row each cell, of words that live until page_table_end. */
void page_table(page *p, size_t columns, const char *const *heads);
void page_cell(page *p, const char *words);
void page_table_end(page *p);
/* Opens a block in JSON, for what only a page of blocks has; json_close ends it. */
void page_block(page *p, const char *kind);
/* Adds HTML as it is, on a page of HTML alone. */
void page_raw(page *p, const char *html);
/* The words, escaped for HTML. */
void page_escape(text *t, const char *words);

#endif
