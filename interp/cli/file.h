/* File: files are written completely or not at all. */
#ifndef FERZ_CLI_FILE_H
#define FERZ_CLI_FILE_H

#include <stdio.h>

#include "cli/output.h"

typedef enum file_mode {
    FILE_REPLACE, /* replaces an existing file in one step */
    FILE_NEW,     /* fails when the name exists, even as a broken link */
} file_mode;

static inline file_mode file_mode_of(bool force)
{
    return force ? FILE_REPLACE : FILE_NEW;
}

/* Writes a temporary file in the same folder, then renames it: no reader sees a part of it. Reports errors and
 * returns false. */
bool file_write(const char *path, const text *content, file_mode mode, output *out);
bool file_write_string(const char *path, const char *string, file_mode mode, output *out);
/* Whether a command may write the file that its user named: there is none, or `force`. Else reports that. A command asks
 * before its work and writes with the mode of `force`, so that a file that comes meanwhile is safe too. */
bool file_may_write(const char *path, bool force, output *out);
/* Whether the folder of the name takes new files. Else reports that. */
bool file_may_create(const char *path, output *out);
/* Whether the name exists (also as a broken link). */
bool file_exists(const char *path);
/* Whether a regular file holds exactly these bytes. */
bool file_holds(const char *path, const text *content);

/* Makes the folder and those above it where they are absent. Reports errors and returns false. */
bool file_make_folder(const char *path, output *out);

/* Opens a regular file for reading; folders, pipes and devices are rejected. NULL after an error, with the reason in
 * `why`. */
FILE *file_open_regular(const char *path, text *why);

#endif
