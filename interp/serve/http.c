#include "serve/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "serve/page.h"

enum { HOST_LENGTH = 32, IDLE_SECONDS = 120, LISTEN_MILLISECONDS = 10000 };

struct http_door {
    http_options options;
    struct MHD_Daemon *daemon;
    int port;
    char token[HTTP_TOKEN_LENGTH + 1];
    char hosts[2][HOST_LENGTH]; /* as browsers write them: 127.0.0.1:PORT, localhost:PORT */
};

/* A POST whose body is still coming. */
typedef struct http_body {
    text bytes;
    bool too_long;
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
    {"Cache-Control", "no-store"},
};

/* Takes the response. */
static enum MHD_Result send_response(struct MHD_Connection *to, unsigned status, const char *type,
                                     struct MHD_Response *response)
{
    if (!response) {
        return MHD_NO;
    }
    bool ok = MHD_add_response_header(response, "Content-Type", type) == MHD_YES;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        ok = ok && MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
    }
    enum MHD_Result result = ok ? MHD_queue_response(to, status, response) : MHD_NO;
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_words(struct MHD_Connection *to, unsigned status, const char *words)
{
    return send_response(
        to, status, "text/plain; charset=utf-8",
        MHD_create_response_from_buffer(strlen(words), (void *)(uintptr_t)words, MHD_RESPMEM_MUST_COPY));
}

/* ---- who asks ---- */

static const char *header_of(struct MHD_Connection *from, const char *name)
{
    return MHD_lookup_connection_value(from, MHD_HEADER_KIND, name);
}

static bool is_our_host(const http_door *d, const char *host)
{
    return host && (strcmp(host, d->hosts[0]) == 0 || strcmp(host, d->hosts[1]) == 0);
}

/* A browser names the page that asks. Programs that are no browsers name none. */
static bool is_our_origin(const http_door *d, const char *origin)
{
    return !origin || (strncmp(origin, "http://", 7) == 0 && is_our_host(d, origin + 7));
}

/* In the same time whichever bytes differ. */
static bool is_token(const http_door *d, const char *token)
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
    return send_response(
        to, MHD_HTTP_OK, file.type,
        MHD_create_response_from_buffer(file.length, (void *)(uintptr_t)file.bytes, MHD_RESPMEM_PERSISTENT));
}

/* ---- methods ---- */

static enum MHD_Result answer_request(const http_door *d, struct MHD_Connection *to, const http_body *body)
{
    if (body->too_long || body->bytes.failed) {
        return send_words(to, MHD_HTTP_CONTENT_TOO_LARGE, "the request is too long\n");
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
    events *events;
    uint64_t next;
    char *left; /* the rest of an event that was longer than the room for it */
    size_t sent;
} listener;

static ssize_t read_events(void *state, uint64_t position, char *buffer, size_t room)
{
    listener *l = state;
    (void)position;
    if (!l->left) {
        long length = events_wait(l->events, &l->next, LISTEN_MILLISECONDS, &l->left);
        if (length < 0) {
            return MHD_CONTENT_READER_END_OF_STREAM;
        }
        l->sent = 0;
        if (length == 0) { /* a comment shows whether somebody still listens */
            memcpy(buffer, ":\n\n", 3);
            return 3;
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
    free(l->left);
    free(l);
}

static enum MHD_Result send_events(const http_door *d, struct MHD_Connection *to)
{
    listener *l = calloc(1, sizeof *l);
    if (!l) {
        return MHD_NO;
    }
    l->events = d->options.events;
    l->next = events_now(l->events);
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_events, l, free_listener);
    if (!response) {
        free(l);
    }
    return send_response(to, MHD_HTTP_OK, "text/event-stream; charset=utf-8", response);
}

/* ---- requests ---- */

static enum MHD_Result refuse_stranger(const http_door *d, struct MHD_Connection *from, bool *refused)
{
    *refused = true;
    if (!is_our_host(d, header_of(from, MHD_HTTP_HEADER_HOST))) {
        return send_words(from, MHD_HTTP_MISDIRECTED_REQUEST, "this is not the host of that name\n");
    }
    if (!is_our_origin(d, header_of(from, MHD_HTTP_HEADER_ORIGIN))) {
        return send_words(from, MHD_HTTP_FORBIDDEN, "a page of another origin asks\n");
    }
    *refused = false;
    return MHD_YES;
}

/* What only the page with the token may ask. */
static enum MHD_Result answer_known(const http_door *d, struct MHD_Connection *from, const char *url,
                                    const char *method, const http_body *body)
{
    const char *type = header_of(from, MHD_HTTP_HEADER_CONTENT_TYPE);
    bool rpc = strcmp(url, "/rpc") == 0;
    if (!is_token(d, header_of(from, "X-Ferz-Token"))) {
        return send_words(from, MHD_HTTP_UNAUTHORIZED,
                          "the token is missing or old: open the address that ferz serve prints\n");
    }
    if (strcmp(method, rpc ? MHD_HTTP_METHOD_POST : MHD_HTTP_METHOD_GET) != 0) {
        return send_words(from, MHD_HTTP_METHOD_NOT_ALLOWED, "/rpc takes POST, /events takes GET\n");
    }
    if (!rpc) {
        return send_events(d, from);
    }
    if (!type || strncmp(type, "application/json", 16) != 0) {
        return send_words(from, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "a request is application/json\n");
    }
    return answer_request(d, from, body);
}

static void collect(http_body *body, const char *data, size_t size)
{
    if (body->bytes.length + size > SERVICE_REQUEST_MAX) {
        body->too_long = true;
        text_finish(&body->bytes);
    } else if (!body->too_long) {
        text_add(&body->bytes, data, size);
    }
}

/* Called first for the head of a request, then for each part of its body, then for its end. */
static enum MHD_Result handle(void *state, struct MHD_Connection *from, const char *url, const char *method,
                              const char *version, const char *data, size_t *data_size, void **memory)
{
    const http_door *d = state;
    http_body *body = *memory;
    (void)version;
    if (!body) {
        *memory = calloc(1, sizeof *body);
        return *memory ? MHD_YES : MHD_NO;
    }
    if (*data_size) {
        collect(body, data, *data_size);
        *data_size = 0;
        return MHD_YES;
    }
    bool refused;
    enum MHD_Result result = refuse_stranger(d, from, &refused);
    if (refused) {
        return result;
    }
    if (strcmp(url, "/rpc") == 0 || strcmp(url, "/events") == 0) {
        return answer_known(d, from, url, method, body);
    }
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
        return send_words(from, MHD_HTTP_METHOD_NOT_ALLOWED, "pages are read\n");
    }
    return send_page(from, url);
}

static void completed(void *state, struct MHD_Connection *from, void **memory, enum MHD_RequestTerminationCode why)
{
    http_body *body = *memory;
    (void)state;
    (void)from;
    (void)why;
    if (body) {
        text_finish(&body->bytes);
        free(body);
        *memory = NULL;
    }
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

static struct MHD_Daemon *listen_on(http_door *d, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL,
                            (uint16_t)port, NULL, NULL, handle, d, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
                            MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_CONNECTION_LIMIT,
                            (unsigned)HTTP_CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                            MHD_OPTION_END);
}

http_door *http_open(const http_options *options)
{
    http_door *d = calloc(1, sizeof *d);
    if (!d || !make_token(d->token)) {
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

void http_close(http_door *d)
{
    if (d) {
        if (d->daemon) {
            events_end(d->options.events);
            MHD_stop_daemon(d->daemon);
        }
        free(d);
    }
}

int http_port(const http_door *d)
{
    return d->port;
}

const char *http_token(const http_door *d)
{
    return d->token;
}
