/* Page: the files of the workbench, which the build embeds. */
#ifndef FERZ_SERVE_PAGE_H
#define FERZ_SERVE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct page_file {
    const char *path; /* "/board.js" */
    const char *type; /* its media type */
    const char *bytes;
    size_t length;
} page_file;

/* "/" is the page itself. False when there is no such file. */
bool page_find(const char *path, page_file *file);

#endif
