/* Page: the files of the workbench, which the build embeds. */
#ifndef FERZ_SERVE_PAGE_H
#define FERZ_SERVE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct page_file {
    const char *type; /* its media type */
    const char *bytes;
    size_t length;
    bool packed;  /* by gzip */
    bool lasting; /* the path has the hash of the page: what it names never changes */
} page_file;

/* "/" is the page itself; "/board.js", or "/HASH/board.js", a file of it. False when there is no such file. */
bool page_find(const char *path, page_file *file);

#endif
