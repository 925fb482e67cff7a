/* Folder: the one folder in which a service may write. No name leads out of it, and no link is followed: each part of a
 * path is opened from the folder before it, so that nobody can put a link in its place meanwhile. */
#ifndef FERZ_SERVICE_FOLDER_H
#define FERZ_SERVICE_FOLDER_H

#include <stdbool.h>

#include "base/text.h"

typedef struct folder {
    char *path; /* as the user wrote it, without a slash at its end */
    int fd;     /* -1: there is none */
} folder;

enum { FOLDER_FILE_MAX = 2000000 }; /* bytes */

/* False and errno when it cannot be opened. `path` NULL: no folder, and every question is answered with no. */
bool folder_open(folder *f, const char *path);
void folder_close(folder *f);

/* The part of `file` below the folder: `file` begins with the folder's path, or is such a part itself. NULL when it
 * is a path elsewhere, climbs, has a hidden part, or does not end in .yaml or .lua. */
const char *folder_relative(const folder *f, const char *file);
/* Whether `file` begins with the folder's path. */
bool folder_holds(const folder *f, const char *file);
/* Whether there is such a regular file, without a link on the way. */
bool folder_has(const folder *f, const char *relative);

/* Whether a file may be written by that name: what a message or a menu shows of it is what it is, and it is not one that
 * belongs to other rules, such as a tuning file. */
bool folder_may_name(const char *relative);

/* 0, or an error number: ELOOP for a link, EEXIST for a file that should be new, ESTALE for one that is not `expected`
 * (base/atomic_write.h; NULL: whatever it is). */
int folder_read(const folder *f, const char *relative, text *bytes);
int folder_write(const folder *f, const char *relative, const char *bytes, size_t length, bool create,
                 const char *expected);

#endif
