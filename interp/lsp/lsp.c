/* lsp: a language server on standard input and output. One thread reads, so that a request that is cancelled, or a text
 * that has changed again, ends the work on what is no longer wanted; the other answers, and checks where nothing waits.
 * */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"
#include "cli/commands.h"
#include "lsp/frames.h"
#include "lsp/server.h"
#include "service/call.h"

enum { CANCELLED_MAX = 32, ID_MAX = 80, QUEUE_MAX = 4096 };

typedef struct queued {
    char *bytes;
    size_t length;
    bool refused; /* not the message, but what is known of one that was too long */
    struct queued *next;
} queued;

typedef struct streams {
    output *out;
    pthread_mutex_t lock;
    pthread_cond_t came, room;
    queued *first, *last;
    size_t count;
    atomic_bool waiting; /* something is in the queue */
    bool ended;
    char cancelled[CANCELLED_MAX][ID_MAX]; /* ids as JSON; the oldest is forgotten */
    size_t next_cancelled;
} streams;

/* ---- the thread that reads ---- */

/* Notes a cancelled request. Returns whether the message was `exit`: nothing is read behind it. */
static bool look_into(streams *s, const char *bytes, size_t length)
{
    json_t *message = json_loadb(bytes, length, JSON_ALLOW_NUL, NULL);
    const char *method = json_string_value(json_object_get(message, "method"));
    bool exits = method && strcmp(method, "exit") == 0;
    if (method && strcmp(method, "$/cancelRequest") == 0) {
        const json_t *id = json_object_get(json_object_get(message, "params"), "id");
        char *written = id ? json_dumps(id, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
        if (written && strlen(written) < ID_MAX) {
            (void)pthread_mutex_lock(&s->lock);
            memcpy(s->cancelled[s->next_cancelled++ % CANCELLED_MAX], written, strlen(written) + 1);
            (void)pthread_mutex_unlock(&s->lock);
        }
        free(written);
    }
    json_decref(message);
    return exits;
}

static void enqueue(streams *s, const char *bytes, size_t length, bool refused)
{
    queued *one = calloc(1, sizeof *one);
    char *copy = one ? malloc(length + 1) : NULL;
    if (!copy) {
        free(one);
        return;
    }
    memcpy(copy, bytes, length);
    *one = (queued){copy, length, refused, NULL};
    (void)pthread_mutex_lock(&s->lock);
    while (s->count >= QUEUE_MAX) {
        (void)pthread_cond_wait(&s->room, &s->lock);
    }
    if (s->last) {
        s->last->next = one;
    } else {
        s->first = one;
    }
    s->last = one;
    s->count++;
    atomic_store(&s->waiting, true);
    (void)pthread_cond_signal(&s->came);
    (void)pthread_mutex_unlock(&s->lock);
}

static void enqueue_refused(streams *s, const oversize *refused)
{
    text known = {0};
    text_print(&known, "{\"bytes\": %zu", refused->bytes);
    if (refused->id.length) {
        text_print(&known, ", \"id\": %s", text_string(&refused->id));
    }
    if (refused->uri.length) {
        text_print(&known, ", \"uri\": %s", text_string(&refused->uri));
    }
    text_char(&known, '}');
    enqueue(s, text_string(&known), known.length, true);
    text_finish(&known);
}

/* Queues the messages that are there. False behind `exit`. */
static bool read_messages(streams *s, frames *f)
{
    const char *message;
    size_t length;
    oversize refused;
    bool more = true, any = true;
    while (more && any) {
        any = frames_next(f, &message, &length);
        if (any) {
            more = !look_into(s, message, length);
            enqueue(s, message, length, false);
        } else if (frames_take_refused(f, &refused)) {
            enqueue_refused(s, &refused);
            oversize_finish(&refused);
            any = true;
        }
    }
    return more;
}

static void *read_input(void *state)
{
    streams *s = state;
    frames f = {0};
    char block[65536];
    bool more = true;
    while (more && !f.broken) {
        ssize_t got = read(STDIN_FILENO, block, sizeof block);
        more = got > 0 || (got < 0 && errno == EINTR);
        if (got > 0) {
            frames_add(&f, block, (size_t)got);
        }
        more = more && read_messages(s, &f);
    }
    frames_finish(&f);
    (void)pthread_mutex_lock(&s->lock);
    s->ended = true;
    (void)pthread_cond_signal(&s->came);
    (void)pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- the thread that answers ---- */

/* The next message, to be freed; NULL where there is none and it may not wait, or the stream has ended. */
static queued *take(streams *s, bool waits, bool *ended)
{
    (void)pthread_mutex_lock(&s->lock);
    while (waits && !s->first && !s->ended) {
        (void)pthread_cond_wait(&s->came, &s->lock);
    }
    queued *one = s->first;
    if (one) {
        s->first = one->next;
        s->last = s->first ? s->last : NULL;
        s->count--;
        (void)pthread_cond_signal(&s->room);
    }
    atomic_store(&s->waiting, s->first != NULL);
    *ended = !one && s->ended;
    (void)pthread_mutex_unlock(&s->lock);
    return one;
}

static void release(queued *one)
{
    if (one) {
        free(one->bytes);
        free(one);
    }
}

static void send_message(void *state, const char *json, size_t length)
{
    streams *s = state;
    text t = {0};
    frames_put(&t, json, length);
    output_text(s->out, &t);
    (void)output_flush(s->out);
    text_finish(&t);
}

static bool was_cancelled(void *state, const char *id)
{
    streams *s = state;
    bool found = false;
    (void)pthread_mutex_lock(&s->lock);
    for (size_t i = 0; !found && i < CANCELLED_MAX; i++) {
        found = strcmp(s->cancelled[i], id) == 0;
    }
    (void)pthread_mutex_unlock(&s->lock);
    return found;
}

static bool has_waiting(void *state)
{
    return atomic_load(&((streams *)state)->waiting);
}

/* Returns the exit status. */
static int serve(streams *s, server *with)
{
    int status = STATUS_REJECTED;
    bool ended = false;
    while (!ended && !server_has_exited(with, &status) && !s->out->error) {
        queued *one = take(s, false, &ended);
        if (!one && !ended && !server_check_next(with)) {
            one = take(s, true, &ended);
        }
        if (one && one->refused) {
            server_refuse(with, one->bytes, one->length);
        } else if (one) {
            server_receive(with, one->bytes, one->length);
        }
        release(one);
    }
    (void)server_has_exited(with, &status);
    return status;
}

/* Whatever was not answered: nobody waits for it. */
static void drop_rest(streams *s)
{
    bool ended = false;
    while (!ended) {
        release(take(s, true, &ended));
    }
}

int command_lsp(const options *o, output *out)
{
    streams s = {.out = out,
                 .lock = PTHREAD_MUTEX_INITIALIZER,
                 .came = PTHREAD_COND_INITIALIZER,
                 .room = PTHREAD_COND_INITIALIZER};
    const server_options with = {
        .rules = o->rules, .send = send_message, .cancelled = was_cancelled, .pending = has_waiting, .state = &s};
    server *made = server_create(&with);
    pthread_t reader;
    if (!made || !thread_start(&reader, read_input, &s)) {
        server_destroy(made);
        return output_out_of_memory(out);
    }
    int status = serve(&s, made);
    server_destroy(made);
    if (!out->error) { /* else it may read for ever: the process ends */
        drop_rest(&s);
        (void)pthread_join(reader, NULL);
    }
    return status;
}
