#include "serve/events.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"

struct events {
    pthread_mutex_t lock;
    pthread_cond_t more;
    char *kept[EVENTS_KEPT]; /* event N at N % EVENTS_KEPT */
    uint64_t count;
    bool ended;
};

events *events_create(void)
{
    events *e = calloc(1, sizeof *e);
    if (e && (pthread_mutex_init(&e->lock, NULL) != 0 || pthread_cond_init(&e->more, NULL) != 0)) {
        free(e);
        e = NULL;
    }
    return e;
}

void events_destroy(events *e)
{
    if (e) {
        for (size_t i = 0; i < EVENTS_KEPT; i++) {
            free(e->kept[i]);
        }
        (void)pthread_cond_destroy(&e->more);
        (void)pthread_mutex_destroy(&e->lock);
        free(e);
    }
}

void events_send(void *state, const char *line)
{
    events *e = state;
    text t = {0};
    text_print(&t, "data: %s\n\n", line);
    char *event = text_detach(&t);
    if (!event) {
        return; /* memory ran out: as if the page had been too slow */
    }
    (void)pthread_mutex_lock(&e->lock);
    char **place = &e->kept[e->count++ % EVENTS_KEPT];
    free(*place);
    *place = event;
    (void)pthread_cond_broadcast(&e->more);
    (void)pthread_mutex_unlock(&e->lock);
}

uint64_t events_now(events *e)
{
    (void)pthread_mutex_lock(&e->lock);
    uint64_t now = e->count;
    (void)pthread_mutex_unlock(&e->lock);
    return now;
}

static struct timespec later(int milliseconds)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += milliseconds / 1000;
    t.tv_nsec += milliseconds % 1000 * 1000000L;
    if (t.tv_nsec >= 1000000000L) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000L;
    }
    return t;
}

long events_wait(events *e, uint64_t *next, int milliseconds, char **event)
{
    const struct timespec until = later(milliseconds);
    *event = NULL;
    (void)pthread_mutex_lock(&e->lock);
    int waited = 0;
    while (!e->ended && *next >= e->count && waited != ETIMEDOUT) {
        waited = pthread_cond_timedwait(&e->more, &e->lock, &until);
    }
    bool ended = e->ended;
    size_t length = 0;
    if (!ended && *next < e->count) {
        uint64_t oldest = e->count > EVENTS_KEPT ? e->count - EVENTS_KEPT : 0;
        *next = *next < oldest ? oldest : *next;
        const char *kept = e->kept[*next % EVENTS_KEPT];
        length = strlen(kept);
        *event = malloc(length + 1);
        if (*event) {
            memcpy(*event, kept, length + 1);
            (*next)++;
        }
    }
    (void)pthread_mutex_unlock(&e->lock);
    return ended ? -1 : *event ? (long)length : 0;
}

void events_end(events *e)
{
    (void)pthread_mutex_lock(&e->lock);
    e->ended = true;
    (void)pthread_cond_broadcast(&e->more);
    (void)pthread_mutex_unlock(&e->lock);
}
