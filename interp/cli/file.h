/* File: files are written completely or not at all. */
#ifndef FERZ_CLI_FILE_H
#define FERZ_CLI_FILE_H

#include <stdio.h>

#include "cli/output.h"

typedef enum file_mode {
    FILE_REPLACE, /* replaces an existing file in one step */
    FILE_NEW,     /* fails when the name exists, even as a broken link */
} file_mode;

/* Writes a temporary file in the same folder, then renames it: no reader sees a part of it. Reports errors and
 * returns false. */
bool file_write(const char *path, const text *content, file_mode mode, output *out);
/* The same for a string; replaces an existing file. */
bool file_write_string(const char *path, const char *string, output *out);
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
