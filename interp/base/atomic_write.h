/* Atomic write: a file that is written whole or not at all.
 *
 * The bytes go into a file without a name in the same folder, which then gets the name, so that no reader sees a part of
 * the file and nothing is left when the program ends halfway. Where the system has no such files it is a temporary one;
 * signals wait until it is renamed, and what a crash leaves is removed by the next program that writes in that folder.
 * Threads and processes may write the same file at once: one of them is the last. */
#ifndef FERZ_BASE_ATOMIC_WRITE_H
#define FERZ_BASE_ATOMIC_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* With `replace` false the path must not exist, not even as a link to nothing (EEXIST). `mode` is as for chmod. With
 * ATOMIC_WRITE_DEFAULT_MODE a file that is replaced keeps its mode, and its owner where we may give it; a new one is left
 * to the user's umask. 0, or an error number; after an error nothing has changed. */
enum { ATOMIC_WRITE_DEFAULT_MODE = 07777777 };
int atomic_write(const char *path, const char *bytes, size_t length, bool replace, mode_t mode);

typedef struct atomic_write_options {
    bool replace;
    mode_t mode;
    /* The SHA-256 of what the file holds, in hexadecimal: where it holds anything else, or is not there, nothing is written
     * (ESTALE). Threads and programs that say so wait for each other from the look to the write. NULL: whatever it
     * holds. */
    const char *expected;
} atomic_write_options;
/* The same; `path` begins in the folder of the descriptor `folder`, or where we are with AT_FDCWD. */
int atomic_write_at(int folder, const char *path, const char *bytes, size_t length,
                    const atomic_write_options *options);

#endif
