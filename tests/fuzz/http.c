/* HTTP: the input is what a program on this machine sends to `ferz serve`, whose methods have no folder.
 * Nobody can guess the host and the token, so `HOST` and `TOKEN` in the input stand for them. Without both there is no
 * method, and without the host there is no page. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz.h"
#include "serve/http.h"

enum { SENT_MAX = 20000, READ_MAX = 4 * 1024 * 1024, WAIT_MILLISECONDS = 500 };

/* Appends the input with the words replaced. */
static void put_filled(text *out, const http_server *server, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length && out->length < SENT_MAX;) {
        size_t left = length - at;
        if (left >= 4 && memcmp(bytes + at, "HOST", 4) == 0) {
            text_print(out, "127.0.0.1:%d", http_port(server));
            at += 4;
        } else if (left >= 5 && memcmp(bytes + at, "TOKEN", 5) == 0) {
            text_put(out, http_token(server));
            at += 5;
        } else {
            text_char(out, bytes[at++]);
        }
    }
}

static int connect_to(const http_server *server)
{
    const struct timeval wait = {.tv_usec = WAIT_MILLISECONDS * 1000};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)http_port(server))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int made = socket(AF_INET, SOCK_STREAM, 0);
    FUZZ_MUST(made >= 0);
    FUZZ_MUST(setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait) == 0);
    FUZZ_MUST(setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait) == 0);
    FUZZ_MUST(connect(made, (const struct sockaddr *)&address, sizeof address) == 0);
    return made;
}

/* Sends all of it, and gets what comes back until the server closes or says nothing more. */
static void exchange(const http_server *server, const text *sent, text *answer)
{
    char block[16384];
    int with = connect_to(server);
    for (size_t at = 0; at < sent->length;) {
        ssize_t n = send(with, text_string(sent) + at, sent->length - at, MSG_NOSIGNAL);
        if (n <= 0) { /* it has closed already */
            break;
        }
        at += (size_t)n;
    }
    (void)shutdown(with, SHUT_WR);
    ssize_t got;
    while (answer->length < READ_MAX && (got = recv(with, block, sizeof block, 0)) > 0) {
        text_add(answer, block, (size_t)got);
        if (strstr(text_string(answer), "text/event-stream")) {
            break; /* it goes on for ever */
        }
    }
    FUZZ_MUST(close(with) == 0);
}

static bool holds(const char *bytes, size_t length, const char *word)
{
    size_t size = strlen(word);
    bool found = false;
    for (size_t at = 0; !found && at + size <= length; at++) {
        found = memcmp(bytes + at, word, size) == 0;
    }
    return found;
}

static void check_answer(const text *answer, bool host, bool token)
{
    const char *bytes = text_string(answer);
    bool done = holds(bytes, answer->length, "HTTP/1.1 200") || holds(bytes, answer->length, "HTTP/1.0 200");
    bool method = holds(bytes, answer->length, "Content-Type: application/json") ||
                  holds(bytes, answer->length, "text/event-stream");
    FUZZ_MUST(!answer->length || strncmp(bytes, "HTTP/1.", 7) == 0);
    FUZZ_MUST(host || !done);
    FUZZ_MUST((host && token) || !method);
    FUZZ_MUST(!(done || method) || (holds(bytes, answer->length, "Content-Security-Policy: default-src 'none'") &&
                                    holds(bytes, answer->length, "X-Content-Type-Options: nosniff")));
}

/* Searches and random games end at once. */
static bool stop_at_once(void *state)
{
    (void)state;
    return true;
}

void fuzz_http(const char *bytes, size_t length)
{
    const char *const rules[] = {fuzz_folder(), NULL};
    const service_options options = {.rules = rules, .stop = stop_at_once};
    service *s = service_create(&options);
    events *listeners = events_create();
    FUZZ_MUST(s && listeners);
    const http_options with = {.service = s, .events = listeners};
    http_server *server = http_open(&with);
    FUZZ_MUST(server);
    text sent = {0}, answer = {0};
    put_filled(&sent, server, bytes, length);
    FUZZ_MUST(!sent.failed);
    exchange(server, &sent, &answer);
    check_answer(&answer, holds(bytes, length, "HOST"), holds(bytes, length, "TOKEN"));
    text_finish(&sent);
    text_finish(&answer);
    http_close(server);
    service_destroy(s);
    events_destroy(listeners);
}
