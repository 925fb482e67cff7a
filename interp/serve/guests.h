/* Guests: the connections of the server, and how long each has been asking. A guest without the token has few places,
 * of which the oldest makes room, and little time, so that nobody can keep the owner out by asking slowly. */
#ifndef FERZ_SERVE_GUESTS_H
#define FERZ_SERVE_GUESTS_H

typedef struct guests guests;

enum {
    GUESTS_UNKNOWN_MAX = 48,
    GUESTS_UNKNOWN_SECONDS = 20, /* from the beginning of a connection, or the last answer, to the next one */
    GUESTS_REQUEST_SECONDS = 60, /* from the head of a request with the token to the end of its body */
};

/* NULL when out of memory. */
guests *guests_create(void);
void guests_destroy(guests *g);

/* `who`: the connection; any thread. */
void guests_come(guests *g, const void *who, int fd);
void guests_leave(guests *g, const void *who);
/* The head of a request is there; it has the token; all of it is there; its answer has been sent. */
void guests_begin(guests *g, const void *who);
void guests_know(guests *g, const void *who);
void guests_answer(guests *g, const void *who);
void guests_end(guests *g, const void *who);
/* Ends the connections that have had their time. */
void guests_look(guests *g);

#endif
