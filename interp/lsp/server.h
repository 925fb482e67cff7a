/* Server: a language server for rule files and scripts, without its streams. It is given messages of LSP one by one,
 * and sends others. Between them it checks what has changed.
 *
 * It reads files that belong to an open text and writes none. Whatever is sent, no call lasts much longer than the
 * budgets below: the library gives up where they are spent. */
#ifndef FERZ_LSP_SERVER_H
#define FERZ_LSP_SERVER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct server server;

struct language;

typedef struct server_options {
    const char *const *rules;        /* folders that are searched for games, ended by NULL; may be NULL */
    const struct language *language; /* that many servers may share (language.h); NULL: the server makes its own */
    /* Called with each message that is sent: JSON. */
    void (*send)(void *state, const char *json, size_t length);
    /* Whether the request with this id, as JSON, was cancelled. May be NULL. Asked often, while it is answered. */
    bool (*cancelled)(void *state, const char *id);
    /* Whether something was sent that should not wait for a check. May be NULL. */
    bool (*pending)(void *state);
    void *state;
} server_options;

enum {
    SERVER_REQUEST_MILLISECONDS = 2000, /* of the processor */
    SERVER_CHECK_MILLISECONDS = 4000,
};

/* NULL when out of memory. */
server *server_create(const server_options *options);
void server_destroy(server *s);

/* One message: a request, a notification, or the answer to a request of ours. */
void server_receive(server *s, const char *json, size_t length);
/* A message was too long to be read. `json`: an object with its length as `bytes`, and as far as they are known its `id` and the
 * `uri` of its text. A request gets an error; a text of which a change is missed is not known any more. */
void server_refuse(server *s, const char *json, size_t length);
/* Checks one text that has changed. False when there is none. */
bool server_check_next(server *s);
/* Whether `exit` was sent, and the status that it wants: 0 behind `shutdown`, else 1. */
bool server_has_exited(const server *s, int *status);

#endif
