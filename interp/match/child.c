#include "match/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"

extern char **environ;

enum {
    LINE_MAX_BYTES = 1 << 20,
    POLL_MS = 50,           /* how often Ctrl-C is checked */
    READ_GRACE_MS = 1000,   /* lines that keep coming extend a deadline by this at most */
    SEND_TIMEOUT_MS = 5000, /* a program that reads no input for so long has failed */
};

/* Held from making pipes until they are marked: another child started in between would inherit our ends. */
static pthread_mutex_t spawn_lock = PTHREAD_MUTEX_INITIALIZER;

int64_t child_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- starting ---- */

static bool open_pipes(int pipes[4])
{
    for (int i = 0; i < 4; i++) {
        pipes[i] = -1;
    }
    if (pipe(pipes) != 0 || pipe(pipes + 2) != 0) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (fcntl(pipes[i], F_SETFD, FD_CLOEXEC) != 0) {
            return false;
        }
    }
    /* A program that does not read must not block us. */
    return fcntl(pipes[1], F_SETFL, O_NONBLOCK) == 0 && fcntl(pipes[2], F_SETFL, O_NONBLOCK) == 0;
}

static void close_pipes(int pipes[4])
{
    for (int i = 0; i < 4; i++) {
        if (pipes[i] >= 0) {
            close(pipes[i]);
        }
    }
}

/* Starts the program with the pipes as its standard streams; returns an error number or 0. */
static int spawn(pid_t *pid, char *const *argv, const int pipes[4])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); /* we ignore it, the program need not */
    sigaddset(&defaults, SIGINT);
    posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pipes[3], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool child_start(child *c, char *const *argv, const char *log, text *why)
{
    int pipes[4];
    *c = (child){.log = -1};
    pthread_mutex_lock(&spawn_lock);
    int error = open_pipes(pipes) ? 0 : errno;
    if (!error && log) {
        c->log = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        error = c->log < 0 ? errno : 0;
    }
    if (!error) {
        error = spawn(&c->pid, argv, pipes);
    }
    if (error) {
        close_pipes(pipes);
        if (c->log >= 0) {
            close(c->log);
        }
        *c = (child){.log = -1};
    } else {
        close(pipes[0]);
        close(pipes[3]);
        c->in = pipes[1];
        c->out = pipes[2];
    }
    pthread_mutex_unlock(&spawn_lock);
    if (error) {
        text_put(why, strerror(error));
    }
    return !error;
}

/* ---- sending and reading ---- */

static void write_log(const child *c, const char *mark, const char *bytes, size_t length)
{
    if (c->log >= 0) {
        text t = {0};
        text_print(&t, "%ld %s ", (long)c->pid, mark);
        text_add(&t, bytes, length);
        text_char(&t, '\n');
        ssize_t written = write(c->log, text_string(&t), t.length); /* a failing log does not end the match */
        (void)written;
        text_finish(&t);
    }
}

bool child_send(child *c, const char *format, ...)
{
    if (!c->pid) {
        return false;
    }
    va_list args;
    va_start(args, format);
    text_clear(&c->line);
    text_vprint(&c->line, format, args);
    va_end(args);
    write_log(c, "<", text_string(&c->line), c->line.length);
    text_char(&c->line, '\n');
    if (c->line.failed) {
        return false; /* a part of a line could be read as another one */
    }
    int64_t deadline = child_now_ms() + SEND_TIMEOUT_MS;
    for (size_t done = 0; done < c->line.length;) {
        ssize_t n = write(c->in, c->line.bytes + done, c->line.length - done);
        if (n > 0) {
            done += (size_t)n;
        } else if (n < 0 && errno == EAGAIN) {
            struct pollfd wait = {.fd = c->in, .events = POLLOUT};
            if (child_now_ms() >= deadline || interrupt_requested()) {
                return false;
            }
            poll(&wait, 1, POLL_MS);
        } else if (n < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* The next complete line in the buffer, or NULL. */
static char *next_line(child *c)
{
    if (c->length <= c->used) {
        return NULL; /* there may be no buffer yet */
    }
    char *start = c->buffer + c->used;
    char *end = memchr(start, '\n', c->length - c->used);
    if (!end) {
        return NULL;
    }
    c->used = (size_t)(end - c->buffer) + 1;
    write_log(c, ">", start, (size_t)(end - start));
    *end = '\0';
    if (end > start && end[-1] == '\r') {
        end[-1] = '\0';
    }
    for (char *at = start; at < end - 1; at++) {
        if (*at == '\0') {
            *at = ' ';
        }
    }
    return start;
}

/* Makes room after the unread bytes. False when a line is too long or memory ran out. */
static bool make_room(child *c)
{
    c->length -= c->used;
    if (c->length) {
        memmove(c->buffer, c->buffer + c->used, c->length);
    }
    c->used = 0;
    if (c->length == c->room) {
        size_t room = c->room ? 2 * c->room : 4096;
        char *buffer = room > LINE_MAX_BYTES ? NULL : realloc(c->buffer, room);
        if (!buffer) {
            return false;
        }
        c->buffer = buffer;
        c->room = room;
    }
    return true;
}

child_event child_read_line(child *c, int64_t deadline, char **line)
{
    if (!c->pid) {
        return CHILD_EXITED;
    }
    for (;;) {
        if (child_now_ms() > deadline + READ_GRACE_MS) {
            return CHILD_TIMEOUT; /* it sends lines, but not the expected one */
        }
        *line = next_line(c);
        if (*line) {
            return CHILD_LINE;
        }
        if (!make_room(c)) {
            return CHILD_OVERLONG;
        }
        int64_t left = deadline - child_now_ms();
        struct pollfd wait = {.fd = c->out, .events = POLLIN};
        int ready = poll(&wait, 1, left <= 0 ? 0 : left < POLL_MS ? (int)left : POLL_MS);
        if (interrupt_requested()) {
            return CHILD_INTERRUPTED;
        }
        if (ready > 0) {
            ssize_t n = read(c->out, c->buffer + c->length, c->room - c->length);
            if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) {
                return CHILD_EXITED;
            }
            c->length += n > 0 ? (size_t)n : 0;
            c->heard = n > 0 ? child_now_ms() : c->heard;
        } else if (left <= 0) {
            return CHILD_TIMEOUT;
        }
    }
}

/* ---- exit ---- */

static void put_exit_status(int status, text *exit_text)
{
    if (WIFSIGNALED(status)) {
        text_print(exit_text, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (WIFEXITED(status)) {
        text_print(exit_text, "exit status %d", WEXITSTATUS(status));
    }
}

void child_stop(child *c, int timeout, text *exit_text)
{
    if (c->pid) {
        int status = 0;
        int64_t deadline = child_now_ms() + timeout;
        close(c->in);
        pid_t ended;
        while ((ended = waitpid(c->pid, &status, WNOHANG)) == 0 && child_now_ms() < deadline) {
            poll(NULL, 0, 2);
        }
        kill(-c->pid, SIGKILL); /* processes that it started may still run */
        if (ended == 0) {
            while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) {
            }
            status = 0; /* we ended it ourselves */
            if (exit_text) {
                text_put(exit_text, "killed");
            }
        } else if (exit_text) {
            put_exit_status(status, exit_text);
        }
        close(c->out);
        if (c->log >= 0) {
            close(c->log);
        }
    }
    free(c->buffer);
    text_finish(&c->line);
    *c = (child){.log = -1};
}

/* ---- lines ---- */

void child_fail(child *c, child_event event, int waited, text *why)
{
    text exit_text = {0};
    bool talks = c->heard && child_now_ms() - c->heard <= 2 * READ_GRACE_MS;
    child_stop(c, event == CHILD_EXITED ? 200 : 0, &exit_text);
    switch (event) {
    case CHILD_EXITED:
        text_print(why, "ends: %s", text_string(&exit_text));
        break;
    case CHILD_TIMEOUT:
        text_print(why, talks ? "sends other lines for %g s" : "sends nothing for %g s", waited / 1e3);
        break;
    case CHILD_OVERLONG:
        text_put(why, "sends an endless line");
        break;
    case CHILD_LINE:
    case CHILD_INTERRUPTED:
        text_put(why, "was interrupted");
        break;
    }
    text_finish(&exit_text);
}

const char *line_after_keyword(const char *line, const char *keyword)
{
    size_t length = strlen(keyword);
    line += strspn(line, " \t");
    if (strncmp(line, keyword, length) != 0 || (line[length] && !strchr(" \t", line[length]))) {
        return NULL;
    }
    return line + length + strspn(line + length, " \t");
}
