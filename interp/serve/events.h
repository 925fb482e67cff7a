/* Events: notifications for pages that listen, by any thread. A page that listens too slowly misses some: each names a
 * state to be asked for, not a step that must be followed. */
#ifndef FERZ_SERVE_EVENTS_H
#define FERZ_SERVE_EVENTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct events events;

enum { EVENTS_KEPT = 256 };

/* NULL when out of memory. */
events *events_create(void);
/* Nobody may listen any more. */
void events_destroy(events *e);
/* Sends a text of one line to all who listen. `e`: struct events, as the `state` of a callback. */
void events_send(void *e, const char *line);
/* The number of the next event: what who begins to listen has not missed. */
uint64_t events_now(events *e);
/* Waits at most `milliseconds` for event `*next` and copies it as a server-sent event, "data: LINE\n\n"; `*next` is
 * then the one after it. Returns its length, 0 when there was none, -1 at the end. Free `*event`. */
long events_wait(events *e, uint64_t *next, int milliseconds, char **event);
/* Ends all waiting, for ever. */
void events_end(events *e);

#endif
