/* File: a text written whole or not at all. */
#ifndef FERZ_CLI_FILE_H
#define FERZ_CLI_FILE_H

#include <stdio.h>

#include "cli/output.h"

typedef enum file_mode {
    FILE_REPLACE, /* what stood there is gone, at one stroke */
    FILE_NEW,     /* nothing may stand there, not even a link that leads nowhere */
} file_mode;

/* Written beside its place, then put there: nobody ever sees a part of it. Complains and returns false when it did not work. */
bool file_write(const char *path, const text *content, file_mode mode, output *out);
/* The same of a string, in the place of whatever is there. */
bool file_write_string(const char *path, const char *string, output *out);
/* Whether anything has that name. */
bool file_exists(const char *path);
/* Whether a regular file holds exactly these bytes. */
bool file_holds(const char *path, const text *content);

/* Opens a plain file for reading: not a folder, nor what one would wait for or read without end. NULL, and `why` says why not. */
FILE *file_open_regular(const char *path, text *why);

#endif
