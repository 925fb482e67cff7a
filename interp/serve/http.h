/* HTTP: the front end for browsers. It listens on the loopback address alone. A request for more than the page must send
 * the token, and the names of another host, or of another page, are refused: a page of a stranger in the same browser
 * gets nothing, also where it makes a name of its own lead here. */
#ifndef FERZ_SERVE_HTTP_H
#define FERZ_SERVE_HTTP_H

#include "serve/events.h"
#include "service/service.h"

typedef struct http_server http_server;

enum {
    HTTP_TOKEN_LENGTH = 32,
    HTTP_PORT_USUAL = 8737,
    HTTP_CONNECTIONS_MAX = 160, /* GUESTS_UNKNOWN_MAX of them at most for those who have not shown the token */
    HTTP_LISTENERS_MAX = 64,    /* pages that listen to events */
};

typedef struct http_options {
    service *service;
    events *events;
    int port;         /* 0: the usual one, or another where that is taken */
    const char *game; /* that the page opens first; NULL: the start page */
} http_options;

/* NULL when no port could be had, or without random bytes for a token; errno says why. */
http_server *http_open(const http_options *options);
/* Ends connections that have not sent a request in time; called now and then. */
void http_look(http_server *server);
/* Ends all connections. */
void http_close(http_server *server);
int http_port(const http_server *server);
const char *http_token(const http_server *server);

#endif
