/* Read file: reading files whose names come from a user or a rule file.
 *
 * Such a name may be a pipe, a terminal, a device or a folder; opening it could wait, or reading it never end. Only
 * regular files are opened here. Errors are errno values; besides, EISDIR: a folder, ENODEV: anything else that is
 * not a regular file, EFBIG: longer than allowed. */
#ifndef FERZ_BASE_READ_FILE_H
#define FERZ_BASE_READ_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

typedef enum read_file_links {
    READ_FILE_FOLLOW_LINKS, /* a symbolic link is followed */
    READ_FILE_LINKS_INSIDE, /* a symbolic link may lead only to a file in its own folder, or below it: else EXDEV */
    READ_FILE_NO_LINKS,     /* the last name of the path may not be one: ELOOP */
} read_file_links;

/* Whether a regular file has that name. True also for one that may not be looked at: opening it then gives the
 * reason. */
bool read_file_exists(const char *path);
/* For "did you mean": appends the path of the file in the same folder whose name is nearest to that of `path`, among
 * the rule files (NAME.yaml, not its examples and tuning), the scripts where `path` names one (NAME.lua), or the
 * drawings (NAME.svg). False when none is near enough to be meant. */
bool read_file_nearest(const char *path, text *nearest);
/* Whether the path leads to a folder. */
bool read_file_is_folder(const char *path);
/* Whether the path leads to a file in the folder (NULL or "": the one where we are) or below it, whatever links there are. */
bool read_file_is_below(const char *path, const char *folder);
/* Whether both paths lead to one existing file. */
bool read_file_same(const char *one, const char *other);
/* A descriptor for reading, the caller's to close; -1 and errno. */
int read_file_open(const char *path, read_file_links links);
/* Appends all of its bytes, `most` at the most. 0, or an error number. */
int read_file_bytes(const char *path, read_file_links links, size_t max_size, text *bytes);

#endif
