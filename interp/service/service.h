/* Service: one table of methods over ferz.h, as JSON-RPC 2.0, for every program that is not written in C: a page in a
 * browser, an editor, another process. It knows no transport. methods.json is the table for readers and for the check
 * of parameters; guides/service.md is made from it.
 *
 * service_answer may be called by many threads at once. Calls for one session wait for each other, except that
 * searches, random games and diffs work on a copy: the game goes on meanwhile, and `cancel` stops them. */
#ifndef FERZ_SERVICE_SERVICE_H
#define FERZ_SERVICE_SERVICE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct service service;

typedef struct service_options {
    const char *folder; /* files may be written there and nowhere else; NULL: nowhere */
    const char *const
        *rules; /* folders that are searched for games, ended by NULL; may be NULL. `folder` comes first */
    /* The page with the WebAssembly module, for `publish`; NULL: it is looked for beside the games. */
    const char *page;
    /* Called with each notification ("progress", "changed"), by any thread. May be
     * NULL. */
    void (*notify)(void *state, const char *notification);
    /* Asked often while a job is at work; true ends it as `cancel` does. For hosts without threads, which cannot answer
     * `cancel` meanwhile. May be NULL. */
    bool (*stop)(void *state);
    void *state;
} service_options;

enum {
    SERVICE_SESSIONS_MAX = 64,
    SERVICE_JOBS_MAX = 8,
    SERVICE_BATCH_MAX = 50,
    SERVICE_REQUEST_MAX = 8 * 1024 * 1024, /* bytes */
    SERVICE_PLIES_MAX = 20000,
    /* Memory, in bytes. */
    SERVICE_RULES_MAX = 64 * 1024 * 1024,       /* what a load may need, for what is written and for its tables, each */
    SERVICE_GAME_MAX = 64 * 1024 * 1024,        /* the positions of a game in progress: large ones allow fewer plies */
    SERVICE_SESSIONS_BYTES = 512 * 1024 * 1024, /* the rules of all sessions; the oldest make room */
    SERVICE_ANSWER_MAX = 16 * 1024 * 1024,      /* the texts and numbers of an answer */
};

/* NULL, with errno, when out of memory or when the folder cannot be opened. */
service *service_create(const service_options *options);
/* No call may be in progress. */
void service_destroy(service *s);

/* Answers a request or a batch of them. NULL: it was notifications, which have no answer. To be freed with `free`. */
char *service_answer(service *s, const char *request, size_t length);
/* Stops all jobs, now and until service_destroy: for a program that ends. */
void service_stop(service *s);

/* Tells everybody that files of the folder have changed: a JSON array of names. */
void service_files_changed(service *s, const char *const *files, size_t count);

/* The reference page of all methods in Markdown, made from methods.json. NULL when out of memory; `free`. */
char *service_reference(void);

#endif
