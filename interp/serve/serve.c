/* serve: the workbench in a browser: methods for a page on the loopback address, a look at files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/read_file.h"
#include "cli/commands.h"
#include "cli/folder_watch.h"
#include "cli/interrupt.h"
#include "serve/http.h"

enum { LOOK_MILLISECONDS = 200 };

typedef struct workbench {
    const options *o;
    output *out;
    text folder, game; /* `game`: what the page opens first; empty: the start page */
    events *events;
    service *service;
    http_server *server;
    folder_watch *watch;
} workbench;

/* FILE is a game in its folder, FOLDER a folder; without either it is the working directory. */
static bool find_folder(workbench *w)
{
    const char *where = w->o->argument_count ? w->o->arguments[0] : ".";
    const char *slash = strrchr(where, '/');
    if (read_file_is_folder(where)) {
        text_put(&w->folder, where);
        return true;
    }
    bool file = read_file_exists(where) && text_ends_with(where, ".yaml");
    if (file) {
        text_add(&w->folder, slash ? where : ".", slash == where ? 1 : slash ? (size_t)(slash - where) : 1);
        text_print(&w->game, "%s/%s", text_string(&w->folder), slash ? slash + 1 : where);
    } else if (!slash && !text_ends_with(where, ".yaml")) { /* a game by its name */
        text_put(&w->folder, ".");
        text_put(&w->game, where);
    } else {
        output_error(w->out, "%s: there is no such folder and no such file of rules", where);
        return false;
    }
    return true;
}

static bool open_server(workbench *w)
{
    w->events = events_create();
    const service_options with = {
        .folder = text_string(&w->folder), .rules = w->o->rules, .notify = events_send, .state = w->events};
    errno = ENOMEM;
    w->service = w->events ? service_create(&with) : NULL;
    w->watch = w->service ? folder_watch_create(text_string(&w->folder)) : NULL;
    if (!w->watch) {
        output_error(w->out, "%s: %s", text_string(&w->folder), strerror(errno));
        return false;
    }
    const http_options http = {.service = w->service, .events = w->events, .port = (int)w->o->number[OPTION_PORT]};
    w->server = http_open(&http);
    if (!w->server) {
        output_error(w->out, "no port could be opened: %s", strerror(errno));
    }
    return w->server != NULL;
}

/* A part of an address: what is no letter, digit or one of -._/ becomes %XX. */
static void put_encoded(text *t, const char *part)
{
    for (const char *p = part; *p; p++) {
        bool bare = ascii_is_letter(*p) || ascii_is_digit(*p) || strchr("-._/", *p);
        text_print(t, bare ? "%c" : "%%%02X", bare ? *p : (int)(unsigned char)*p);
    }
}

/* The token stands behind #: browsers do not send it, and it is in no log. */
static void print_address(workbench *w)
{
    text t = {0};
    text_print(&t, "http://127.0.0.1:%d/#token=%s", http_port(w->server), http_token(w->server));
    if (w->game.length) {
        text_put(&t, "&game=");
        put_encoded(&t, text_string(&w->game));
    }
    text_char(&t, '\n');
    output_text(w->out, &t);
    text_clear(&t);
    text_put(&t, "open this address in a browser on this machine; for phones and classes: `ferz publish GAME`, or a "
                 "site by `./dev site`\n"
                 "files are written in ");
    text_add_safe(&t, text_string(&w->folder), w->folder.length);
    text_put(&t, " alone; press Ctrl-C to stop\n");
    output_text(w->out, &t);
    (void)output_flush(w->out);
    text_finish(&t);
}

static void run(workbench *w)
{
    const struct timespec pause = {.tv_nsec = LOOK_MILLISECONDS * 1000000L};
    while (!interrupt_requested()) {
        size_t count;
        const char *const *files = folder_watch_look(w->watch, &count);
        if (count) {
            service_files_changed(w->service, files, count);
        }
        http_look(w->server);
        (void)nanosleep(&pause, NULL);
    }
}

static void finish(workbench *w)
{
    if (w->service) {
        service_stop(w->service);
    }
    http_close(w->server);
    folder_watch_destroy(w->watch);
    service_destroy(w->service);
    events_destroy(w->events);
    text_finish(&w->folder);
    text_finish(&w->game);
}

int command_serve(const options *o, output *out)
{
    workbench w = {.o = o, .out = out};
    bool ok = find_folder(&w) && open_server(&w);
    if (ok) {
        interrupt sigint;
        interrupt_catch(&sigint);
        print_address(&w);
        run(&w);
        interrupt_release(&sigint);
    }
    finish(&w);
    return ok ? STATUS_OK : STATUS_SYSTEM_ERROR;
}
