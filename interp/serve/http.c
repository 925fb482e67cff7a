#include "serve/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "base/thread.h"
#include "serve/guests.h"
#include "serve/page.h"

enum {
    HOST_LENGTH = 32,
    IDLE_SECONDS = 120,
    LISTEN_MILLISECONDS = 10000,
    GONE_MILLISECONDS = 500,       /* how often it is looked whether a page that listens is still there */
    DRAINED_MAX = 64 * 1024,       /* of a body that is refused, read so that its sender gets the answer */
    BODIES_MAX = 64 * 1024 * 1024, /* bytes of the bodies of all requests together */
};

struct http_server {
    http_options options;
    struct MHD_Daemon *daemon;
    int port;
    char token[HTTP_TOKEN_LENGTH + 1];
    char hosts[2][HOST_LENGTH]; /* as browsers write them: 127.0.0.1:PORT, localhost:PORT */
    guests *guests;
    atomic_ullong bodies; /* bytes that are kept now */
    atomic_int listeners;
};

/* What a request gets that may not have what it asks for. */
typedef struct refusal {
    unsigned status; /* 0: it may */
    const char *words;
} refusal;

/* A request whose head is known, and whose body is still coming. */
typedef struct http_body {
    refusal refused; /* the body is not kept */
    text bytes;
    size_t dropped;
    bool too_long, no_room;
} http_body;

/* ---- answers ---- */

static const char *const headers[][2] = {
    {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src "
                                "'self' data:; connect-src 'self'; "
                                "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

/* Takes the response. `cache`: how long a browser may keep it. */
static enum MHD_Result send_lasting(struct MHD_Connection *to, unsigned status, const char *type, const char *cache,
                                    struct MHD_Response *response)
{
    if (!response) {
        return MHD_NO;
    }
    bool ok = MHD_add_response_header(response, "Content-Type", type) == MHD_YES &&
              MHD_add_response_header(response, "Cache-Control", cache) == MHD_YES;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        ok = ok && MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
    }
    enum MHD_Result result = ok ? MHD_queue_response(to, status, response) : MHD_NO;
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_response(struct MHD_Connection *to, unsigned status, const char *type,
                                     struct MHD_Response *response)
{
    return send_lasting(to, status, type, "no-store", response);
}

static enum MHD_Result send_words(struct MHD_Connection *to, unsigned status, const char *words)
{
    return send_response(
        to, status, "text/plain; charset=utf-8",
        MHD_create_response_from_buffer(strlen(words), (void *)(uintptr_t)words, MHD_RESPMEM_MUST_COPY));
}

/* ---- who asks ---- */

typedef struct header {
    const char *name, *value;
    int count;
    bool broken; /* it holds a NUL, behind which a reader of strings sees nothing */
} header;

static enum MHD_Result count_header(void *state, enum MHD_ValueKind kind, const char *key, size_t key_size,
                                    const char *value, size_t value_size)
{
    header *h = state;
    (void)kind;
    if (strcasecmp(key, h->name) == 0) {
        h->value = value;
        h->count++;
        h->broken = h->broken || strlen(key) != key_size || (value && strlen(value) != value_size);
    }
    return MHD_YES;
}

/* A header that stands there once. */
static header header_of(struct MHD_Connection *from, const char *name)
{
    header h = {.name = name};
    (void)MHD_get_connection_values_n(from, MHD_HEADER_KIND, count_header, &h);
    return h;
}

/* What stands in it; NULL where there is none, or several, of which another program might believe another one. */
static const char *only_value(const header *h)
{
    return h->count == 1 && !h->broken ? h->value : NULL;
}

static bool is_our_host(const http_server *d, const char *host)
{
    return host && (strcmp(host, d->hosts[0]) == 0 || strcmp(host, d->hosts[1]) == 0);
}

/* A browser names the page that asks. Programs that are no browsers name none. */
static bool is_our_origin(const http_server *d, const char *origin)
{
    return !origin || (strncmp(origin, "http://", 7) == 0 && is_our_host(d, origin + 7));
}

/* In the same time whichever bytes differ. */
static bool is_token(const http_server *d, const char *token)
{
    unsigned differs = 0;
    if (!token || strlen(token) != HTTP_TOKEN_LENGTH) {
        return false;
    }
    for (size_t i = 0; i < HTTP_TOKEN_LENGTH; i++) {
        differs |= (unsigned)(token[i] ^ d->token[i]);
    }
    return differs == 0;
}

/* ---- the page ---- */

static enum MHD_Result send_page(struct MHD_Connection *to, const char *path)
{
    page_file file;
    if (!page_find(path, &file)) {
        return send_words(to, MHD_HTTP_NOT_FOUND, "there is no such page\n");
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(file.length, (void *)(uintptr_t)file.bytes, MHD_RESPMEM_PERSISTENT);
    if (response && file.packed) {
        (void)MHD_add_response_header(response, "Content-Encoding", "gzip");
    }
    return send_lasting(to, MHD_HTTP_OK, file.type, file.lasting ? "max-age=31536000, immutable" : "no-store",
                        response);
}

/* ---- methods ---- */

static enum MHD_Result answer_request(const http_server *d, struct MHD_Connection *to, const http_body *body)
{
    if (body->too_long || body->bytes.failed) {
        return send_words(to, MHD_HTTP_CONTENT_TOO_LARGE, "the request is too long\n");
    }
    if (body->no_room) {
        return send_words(to, MHD_HTTP_SERVICE_UNAVAILABLE, "too many long requests at once\n");
    }
    char *answer = service_answer(d->options.service, text_string(&body->bytes), body->bytes.length);
    if (!answer) {
        return send_response(to, MHD_HTTP_NO_CONTENT, "application/json",
                             MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT));
    }
    return send_response(to, MHD_HTTP_OK, "application/json",
                         MHD_create_response_from_buffer(strlen(answer), answer, MHD_RESPMEM_MUST_FREE));
}

/* ---- events ---- */

typedef struct listener {
    http_server *server;
    int fd;
    uint64_t next;
    char *left; /* the rest of an event that was longer than the room for it */
    size_t sent;
} listener;

/* Whether the page has closed its end: it neither asks nor listens any more. */
static bool is_gone(int fd)
{
    struct pollfd look = {.fd = fd, .events = POLLIN};
    char byte;
    return poll(&look, 1, 0) > 0 &&
           ((look.revents & (POLLERR | POLLHUP | POLLNVAL)) || recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0);
}

/* Waits for the next event, as long as somebody is there. As events_wait. */
static long wait_for_event(listener *l)
{
    long length = 0;
    for (int waited = 0; length == 0 && waited < LISTEN_MILLISECONDS; waited += GONE_MILLISECONDS) {
        length = is_gone(l->fd) ? -1 : events_wait(l->server->options.events, &l->next, GONE_MILLISECONDS, &l->left);
    }
    return length;
}

static ssize_t read_events(void *state, uint64_t position, char *buffer, size_t room)
{
    listener *l = state;
    (void)position;
    if (!l->left) {
        long length = wait_for_event(l);
        if (length < 0) {
            return MHD_CONTENT_READER_END_OF_STREAM;
        }
        l->sent = 0;
        if (length == 0) { /* a comment shows whether somebody still listens */
            static const char comment[] = {':', '\n', '\n'};
            memcpy(buffer, comment, sizeof comment);
            return sizeof comment;
        }
    }
    size_t length = strlen(l->left + l->sent), part = length < room ? length : room;
    memcpy(buffer, l->left + l->sent, part);
    l->sent += part;
    if (part == length) {
        free(l->left);
        l->left = NULL;
    }
    return (ssize_t)part;
}

static void free_listener(void *state)
{
    listener *l = state;
    (void)atomic_fetch_sub(&l->server->listeners, 1);
    free(l->left);
    free(l);
}

/* A place among those who listen. Where all are taken, those who are gone leave theirs within GONE_MILLISECONDS. */
static bool take_place(http_server *d)
{
    enum { WAIT_MILLISECONDS = 50 };
    bool taken = atomic_fetch_add(&d->listeners, 1) < HTTP_LISTENERS_MAX;
    for (int waited = 0; !taken && waited < 2 * GONE_MILLISECONDS; waited += WAIT_MILLISECONDS) {
        (void)atomic_fetch_sub(&d->listeners, 1);
        (void)poll(NULL, 0, WAIT_MILLISECONDS);
        taken = atomic_fetch_add(&d->listeners, 1) < HTTP_LISTENERS_MAX;
    }
    return taken;
}

static enum MHD_Result send_events(http_server *d, struct MHD_Connection *to)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(to, MHD_CONNECTION_INFO_CONNECTION_FD);
    listener *l = info ? calloc(1, sizeof *l) : NULL;
    if (!l) {
        return MHD_NO;
    }
    *l = (listener){.server = d, .fd = info->connect_fd, .next = events_now(d->options.events)};
    if (!take_place(d)) {
        free_listener(l);
        return send_words(to, MHD_HTTP_SERVICE_UNAVAILABLE, "too many pages listen\n");
    }
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_events, l, free_listener);
    if (!response) {
        free_listener(l);
    }
    return send_response(to, MHD_HTTP_OK, "text/event-stream; charset=utf-8", response);
}

/* ---- requests ---- */

static bool is_method_path(const char *url)
{
    return strcmp(url, "/rpc") == 0 || strcmp(url, "/events") == 0;
}

/* "application/json", perhaps with parameters. */
static bool is_json_type(const char *type)
{
    static const char json[] = "application/json";
    size_t length = sizeof json - 1;
    if (!type || strncasecmp(type, json, length) != 0) {
        return false;
    }
    type += length;
    type += strspn(type, " \t");
    return !*type || *type == ';';
}

/* A page of another host or origin gets nothing. */
static refusal judge_sender(const http_server *d, struct MHD_Connection *from)
{
    header host = header_of(from, MHD_HTTP_HEADER_HOST), origin = header_of(from, MHD_HTTP_HEADER_ORIGIN);
    if (host.count > 1 || origin.count > 1 || host.broken || origin.broken) {
        return (refusal){MHD_HTTP_BAD_REQUEST, "a request names one host and one origin\n"};
    }
    if (!is_our_host(d, only_value(&host))) {
        return (refusal){MHD_HTTP_MISDIRECTED_REQUEST, "this is not the host of that name\n"};
    }
    if (!is_our_origin(d, only_value(&origin))) {
        return (refusal){MHD_HTTP_FORBIDDEN, "a page of another origin asks\n"};
    }
    return (refusal){0};
}

/* What only the page with the token may ask. */
static refusal judge_method(const http_server *d, struct MHD_Connection *from, const char *url, const char *method)
{
    header type = header_of(from, MHD_HTTP_HEADER_CONTENT_TYPE), token = header_of(from, "X-Ferz-Token");
    bool rpc = strcmp(url, "/rpc") == 0;
    if (!is_token(d, only_value(&token))) {
        return (refusal){MHD_HTTP_UNAUTHORIZED,
                         "the token is missing or old: open the address that ferz serve prints\n"};
    }
    guests_know(d->guests, from);
    if (strcmp(method, rpc ? MHD_HTTP_METHOD_POST : MHD_HTTP_METHOD_GET) != 0) {
        return (refusal){MHD_HTTP_METHOD_NOT_ALLOWED, "/rpc takes POST, /events takes GET\n"};
    }
    if (rpc && !is_json_type(only_value(&type))) {
        return (refusal){MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "a request is application/json\n"};
    }
    return (refusal){0};
}

/* Whether the request may have what it asks for, by its head alone. */
static refusal judge(const http_server *d, struct MHD_Connection *from, const char *url, const char *method)
{
    refusal refused = judge_sender(d, from);
    if (!refused.status && is_method_path(url)) {
        refused = judge_method(d, from, url, method);
    } else if (!refused.status && strcmp(method, MHD_HTTP_METHOD_GET) != 0 &&
               strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
        refused = (refusal){MHD_HTTP_METHOD_NOT_ALLOWED, "pages are read\n"};
    }
    return refused;
}

/* Whether so little follows that it can be read and thrown away: who still sends when the answer comes may not see it. */
static bool is_short(struct MHD_Connection *from)
{
    header length = header_of(from, MHD_HTTP_HEADER_CONTENT_LENGTH), coding = header_of(from, "Transfer-Encoding");
    const char *digits = only_value(&length);
    long bytes = 0;
    return !coding.count && (!length.count || (digits && text_to_long(digits, 0, DRAINED_MAX, &bytes)));
}

/* The head of a request is there. */
static enum MHD_Result begin(const http_server *d, struct MHD_Connection *from, const char *url, const char *method,
                             void **memory)
{
    http_body *body = calloc(1, sizeof *body);
    if (!body) {
        return MHD_NO;
    }
    *memory = body;
    guests_begin(d->guests, from);
    body->refused = judge(d, from, url, method);
    return body->refused.status && !is_short(from) ? send_words(from, body->refused.status, body->refused.words)
                                                   : MHD_YES;
}

/* Keeps a part of a body, or not. MHD_NO ends the connection. */
static enum MHD_Result collect(http_server *d, http_body *body, const char *data, size_t size)
{
    bool dropped = body->refused.status || body->too_long || body->no_room;
    if (!dropped && body->bytes.length + size > SERVICE_REQUEST_MAX) {
        body->too_long = true;
    } else if (!dropped && atomic_fetch_add(&d->bodies, size) + size > BODIES_MAX) {
        (void)atomic_fetch_sub(&d->bodies, size);
        body->no_room = true;
    } else if (!dropped) {
        text_add(&body->bytes, data, size);
        return MHD_YES;
    }
    (void)atomic_fetch_sub(&d->bodies, body->bytes.length);
    text_finish(&body->bytes);
    body->dropped += size;
    return body->dropped <= (body->refused.status ? DRAINED_MAX : 2 * SERVICE_REQUEST_MAX) ? MHD_YES : MHD_NO;
}

/* Called first for the head of a request, then for each part of its body, then for its end. */
static enum MHD_Result handle(void *state, struct MHD_Connection *from, const char *url, const char *method,
                              const char *version, const char *data, size_t *data_size, void **memory)
{
    http_server *d = state;
    http_body *body = *memory;
    (void)version;
    if (!body) {
        return begin(d, from, url, method, memory);
    }
    if (*data_size) {
        size_t size = *data_size;
        *data_size = 0;
        return collect(d, body, data, size);
    }
    guests_answer(d->guests, from);
    return body->refused.status       ? send_words(from, body->refused.status, body->refused.words)
           : !is_method_path(url)     ? send_page(from, url)
           : strcmp(url, "/rpc") == 0 ? answer_request(d, from, body)
                                      : send_events(d, from);
}

static void completed(void *state, struct MHD_Connection *from, void **memory, enum MHD_RequestTerminationCode why)
{
    http_server *d = state;
    http_body *body = *memory;
    (void)why;
    guests_end(d->guests, from);
    if (body) {
        (void)atomic_fetch_sub(&d->bodies, body->bytes.length);
        text_finish(&body->bytes);
        free(body);
        *memory = NULL;
    }
}

static void connected(void *state, struct MHD_Connection *with, void **memory, enum MHD_ConnectionNotificationCode what)
{
    const http_server *d = state;
    (void)memory;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(with, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (what == MHD_CONNECTION_NOTIFY_STARTED && info) {
        guests_come(d->guests, with, info->connect_fd);
    } else if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        guests_leave(d->guests, with);
    }
}

/* Paths are taken as they are sent: none of ours has a letter that is written as %XX. */
static size_t keep_path(void *state, struct MHD_Connection *from, char *path)
{
    (void)state;
    (void)from;
    return strlen(path);
}

/* ---- life ---- */

static bool make_token(char token[HTTP_TOKEN_LENGTH + 1])
{
    unsigned char bytes[HTTP_TOKEN_LENGTH / 2];
    FILE *random = fopen("/dev/urandom", "rb");
    bool ok = random && fread(bytes, sizeof bytes, 1, random) == 1;
    if (random) {
        (void)fclose(random);
    }
    for (size_t i = 0; ok && i < sizeof bytes; i++) {
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    }
    return ok;
}

static struct MHD_Daemon *listen_on(http_server *d, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL,
                            (uint16_t)port, NULL, NULL, handle, d, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
                            MHD_OPTION_NOTIFY_COMPLETED, completed, d, MHD_OPTION_NOTIFY_CONNECTION, connected, d,
                            MHD_OPTION_UNESCAPE_CALLBACK, keep_path, NULL, MHD_OPTION_CONNECTION_LIMIT,
                            (unsigned)HTTP_CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                            MHD_OPTION_THREAD_STACK_SIZE, (size_t)THREAD_STACK_SIZE, MHD_OPTION_END);
}

http_server *http_open(const http_options *options)
{
    http_server *d = calloc(1, sizeof *d);
    if (!d || !make_token(d->token) || !(d->guests = guests_create())) {
        free(d);
        return NULL;
    }
    d->options = *options;
    d->daemon = listen_on(d, options->port ? options->port : HTTP_PORT_USUAL);
    if (!d->daemon && !options->port) {
        d->daemon = listen_on(d, 0);
    }
    const union MHD_DaemonInfo *info = d->daemon ? MHD_get_daemon_info(d->daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
    if (!info) {
        int error = errno;
        http_close(d);
        errno = error;
        return NULL;
    }
    d->port = info->port;
    snprintf(d->hosts[0], HOST_LENGTH, "127.0.0.1:%d", d->port);
    snprintf(d->hosts[1], HOST_LENGTH, "localhost:%d", d->port);
    return d;
}

void http_close(http_server *d)
{
    if (d) {
        if (d->daemon) {
            events_end(d->options.events);
            MHD_stop_daemon(d->daemon);
        }
        guests_destroy(d->guests);
        free(d);
    }
}

void http_look(http_server *d)
{
    guests_look(d->guests);
}

int http_port(const http_server *d)
{
    return d->port;
}

const char *http_token(const http_server *d)
{
    return d->token;
}
