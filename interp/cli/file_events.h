/* File events: whether something has happened in folders, so that nobody needs to look at their files again and again. On
 * Linux that is inotify. Elsewhere, and in a file system that tells nothing, the caller looks now and then. */
#ifndef FERZ_CLI_FILE_EVENTS_H
#define FERZ_CLI_FILE_EVENTS_H

#include <stdbool.h>

/* A descriptor that can be read from, for poll, when something has happened; -1: there are no events. */
int file_events_open(void);
void file_events_close(int fd);
/* Whether what happens in that folder will be told. A folder may be added again. */
bool file_events_add(int fd, const char *folder);
/* Whether something has happened since the last call. */
bool file_events_take(int fd);

#endif
