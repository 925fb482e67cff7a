/* Folder watch: which files of rules in a folder, and in the folders in it, were written since the last look. */
#ifndef FERZ_CLI_FOLDER_WATCH_H
#define FERZ_CLI_FOLDER_WATCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct folder_watch folder_watch;

/* NULL when out of memory. `path` must outlive it. */
folder_watch *folder_watch_create(const char *path);
void folder_watch_destroy(folder_watch *w);
/* Looks again, where something has happened or some time has passed. The paths of the files that came, went or changed: `*count` of them, valid until the next look. A file
 * is told when it has stayed the same for one look, since editors write in several steps. */
const char *const *folder_watch_look(folder_watch *w, size_t *count);

#endif
