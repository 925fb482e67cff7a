/* Plain: reading files that somebody else names.
 *
 * Such a name may stand for a pipe, a terminal, a device or a folder, whose opening would wait, or whose end never comes. Only
 * plain files are opened here. Errors are the system's numbers; besides, EISDIR is a folder, ENODEV whatever else is not a plain
 * file, EFBIG one that is too long.
 */
#ifndef FERZ_BASE_READ_FILE_H
#define FERZ_BASE_READ_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

typedef enum read_file_links {
    READ_FILE_FOLLOW_LINKS, /* a symbolic link stands for what it leads to */
    READ_FILE_NO_LINKS,     /* the last name of the path may not be one: ELOOP */
} read_file_links;

/* Whether a plain file has that name. One that cannot be looked at counts: whoever opens it tells why. */
bool read_file_exists(const char *path);
/* A descriptor for reading, the caller's to close; -1 and errno. */
int read_file_open(const char *path, read_file_links links);
/* Appends all of its bytes, `most` at the most. 0, or an error number. */
int read_file_bytes(const char *path, read_file_links links, size_t max_size, text *bytes);

#endif
