/* What the methods share: the service, its sessions, one call. Only files of service/ include it. */
#ifndef FERZ_SERVICE_INTERNAL_H
#define FERZ_SERVICE_INTERNAL_H

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "answers/answers.h"
#include "base/text.h"
#include "ferz_tools.h"
#include "service/call.h"
#include "service/folder.h"
#include "service/service.h"

/* Rules that sessions and jobs hold together; freed by the last of them. */
typedef struct shared_rules {
    ferz_variant *variant;
    size_t bytes; /* of memory, for the variant */
    atomic_int holders;
} shared_rules;

struct session {
    char id[20];
    pthread_mutex_t lock; /* held by the call that uses the rest */
    shared_rules *rules;
    ferz_game *game;
    char *start; /* the FEN that the game began from; NULL: the variant's start */
    bool closed;
    int users;     /* calls that hold it, under the service's lock */
    uint64_t used; /* when it was last held, in calls; likewise */
    size_t bytes;  /* that its rules count for; likewise */
    struct session *next;
};

/* A call that can be cancelled. Its memory is the caller's stack. */
typedef struct job {
    const char *name; /* NULL: it was given none */
    atomic_bool cancelled;
    int64_t deadline; /* of the clock of clock_milliseconds; 0: none */
    struct service *service;
    struct job *next;
} job;

struct service {
    service_options options;
    folder folder;
    const char **dirs; /* folders with games, ended by NULL */
    json_t *schema;    /* methods.json */
    pthread_mutex_t lock;
    session *sessions;
    job *jobs;
    size_t session_count, job_count;
    size_t session_bytes; /* of all sessions */
    uint64_t next_session, uses;
    atomic_bool stopping;
};

typedef json_t *method_function(call *c);

/* ---- sessions.c ---- */

void shared_rules_release(shared_rules *rules);
shared_rules *shared_rules_hold(shared_rules *rules);
/* Loads `game` with the settings and overlays of the parameters. NULL after an error in `c`. */
ferz_variant *load_variant(call *c);
/* The texts of the parameters that are read instead of files; returns how many. */
enum { OVERLAYS_MAX = 16 };
size_t read_overlays(const call *c, ferz_overlay overlays[OVERLAYS_MAX]);
/* The session of that name, locked, or NULL. */
session *session_take(service *s, const char *id);
void session_give_back(service *s, session *one);
void sessions_finish(service *s);

/* ---- positions.c ---- */

/* What `as` and `picture` of the parameters want of the session's position. */
json_t *position_json(call *c);
/* The index of a player's name; -1. */
int player_index(const ferz_variant *variant, const char *name);
bool play_all(call *c, ferz_game *game, const json_t *moves);

/* ---- jobs.c ---- */

enum { SERVICE_THREADS_MAX = 8 }; /* of one job */

int64_t clock_milliseconds(void);
/* False when there are too many; else needs job_end. `milliseconds`: the most that it may take. */
bool job_begin(call *c, job *j, int64_t milliseconds);
void job_end(job *j);
bool job_stopped(void *j);                                   /* as a `stop` callback of the library */
void notify(service *s, const char *method, json_t *params); /* takes `params` */

/* ---- the methods: json_t *method_NAME(call *c) for each of methods.json ---- */

typedef struct method_row {
    const char *name;
    method_function *run;
} method_row;
extern const method_row method_rows[]; /* made by method_rows.cmake, in the order of methods.json */
extern const size_t method_row_count;
method_function method_absent; /* for those that a build leaves out */

#endif
