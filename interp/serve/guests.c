#include "serve/guests.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

typedef struct guest {
    const void *who;
    int fd;
    bool known;    /* it has shown the token */
    bool asking;   /* a request of it is not there yet as a whole; before its head we cannot tell */
    bool ended;    /* we have ended it; its thread will notice */
    int64_t since; /* when that began, in milliseconds */
    struct guest *next;
} guest;

struct guests {
    pthread_mutex_t lock;
    guest *first; /* the newest */
};

static int64_t now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

guests *guests_create(void)
{
    guests *g = calloc(1, sizeof *g);
    if (g && pthread_mutex_init(&g->lock, NULL) != 0) {
        free(g);
        g = NULL;
    }
    return g;
}

void guests_destroy(guests *g)
{
    if (g) {
        for (guest *one = g->first, *next; one; one = next) {
            next = one->next;
            free(one);
        }
        (void)pthread_mutex_destroy(&g->lock);
        free(g);
    }
}

/* Ends both directions; the thread of the connection closes it. */
static void end(guest *one)
{
    one->ended = true;
    (void)shutdown(one->fd, SHUT_RDWR);
}

/* Ends the oldest of those who have not shown the token, where there are too many. Under the lock. */
static void make_place(guests *g)
{
    guest *oldest = NULL;
    int count = 0;
    for (guest *one = g->first; one; one = one->next) {
        if (!one->known && !one->ended) {
            count++;
            oldest = one;
        }
    }
    if (count > GUESTS_UNKNOWN_MAX) {
        end(oldest);
    }
}

void guests_come(guests *g, const void *who, int fd)
{
    guest *one = malloc(sizeof *one);
    if (!one) {
        (void)shutdown(fd, SHUT_RDWR);
        return;
    }
    (void)pthread_mutex_lock(&g->lock);
    *one = (guest){.who = who, .fd = fd, .since = now(), .next = g->first};
    g->first = one;
    make_place(g);
    (void)pthread_mutex_unlock(&g->lock);
}

void guests_leave(guests *g, const void *who)
{
    (void)pthread_mutex_lock(&g->lock);
    for (guest **at = &g->first; *at; at = &(*at)->next) {
        if ((*at)->who == who) {
            guest *one = *at;
            *at = one->next;
            free(one);
            break;
        }
    }
    (void)pthread_mutex_unlock(&g->lock);
}

typedef enum guest_step { STEP_BEGIN, STEP_KNOW, STEP_ANSWER, STEP_END } guest_step;

static void take_step(guests *g, const void *who, guest_step step)
{
    (void)pthread_mutex_lock(&g->lock);
    guest *one = g->first;
    while (one && one->who != who) {
        one = one->next;
    }
    if (one) {
        one->known = one->known || step == STEP_KNOW;
        one->asking = step == STEP_BEGIN || (one->asking && step == STEP_KNOW);
        /* The time of an unknown guest goes on until its answer is sent. */
        one->since = step == STEP_END || (one->known && step == STEP_BEGIN) ? now() : one->since;
    }
    (void)pthread_mutex_unlock(&g->lock);
}

void guests_begin(guests *g, const void *who)
{
    take_step(g, who, STEP_BEGIN);
}

void guests_know(guests *g, const void *who)
{
    take_step(g, who, STEP_KNOW);
}

void guests_answer(guests *g, const void *who)
{
    take_step(g, who, STEP_ANSWER);
}

void guests_end(guests *g, const void *who)
{
    take_step(g, who, STEP_END);
}

void guests_look(guests *g)
{
    int64_t at = now();
    (void)pthread_mutex_lock(&g->lock);
    for (guest *one = g->first; one; one = one->next) {
        int64_t seconds = (at - one->since) / 1000;
        bool late = one->known ? one->asking && seconds >= GUESTS_REQUEST_SECONDS : seconds >= GUESTS_UNKNOWN_SECONDS;
        if (late && !one->ended) {
            end(one);
        }
    }
    (void)pthread_mutex_unlock(&g->lock);
}
