/* Another program that speaks UCI over pipes: started once, asked one question at a time, never waited for without end.
 * All of it is here, so that a test or a measurement stays one file. A fault ends our program with status 3.
 */
#ifndef FERZ_TESTS_PEER_H
#define FERZ_TESTS_PEER_H

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PEER_TIMEOUT_MS = 60000 /* for one line */ };

typedef struct peer {
    pid_t pid;
    int in, out; /* its standard input and output */
    char buffer[1 << 16];
    size_t length, used;
    char name[128];
    char *variants; /* the line that names them */
} peer;

__attribute__((format(printf, 1, 2))) _Noreturn static inline void die(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("fault: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(3);
}

/* The file, with a NUL behind it; at most a megabyte. free it. */
static inline char *peer_read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    if (!file || !bytes)
        die("cannot read %s", path);
    *length = fread(bytes, 1, (1 << 20) - 1, file);
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}

/* Where fairy-stockfish is: $FERZ_FAIRY_STOCKFISH, else where Debian puts it. NULL when it is not there. */
static inline const char *peer_path(void)
{
    const char *path = getenv("FERZ_FAIRY_STOCKFISH");
    if (!path)
        path = "/usr/games/fairy-stockfish";
    return *path && access(path, X_OK) == 0 ? path : NULL;
}

__attribute__((format(printf, 2, 3))) static inline void peer_send(peer *p, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (length < 0 || (size_t)length >= sizeof text)
        die("too long for the other program");
    for (size_t done = 0; done < (size_t)length;) {
        ssize_t n = write(p->in, text + done, (size_t)length - done);
        if (n < 0 && errno != EINTR)
            die("the other program is gone: %s", strerror(errno));
        if (n > 0)
            done += (size_t)n;
    }
}

/* The next line without its end; valid until the next call. */
static inline char *peer_read_line(peer *p)
{
    for (;;) {
        char *start = p->buffer + p->used;
        char *end = memchr(start, '\n', p->length - p->used);
        if (end) {
            *end = '\0';
            p->used = (size_t)(end - p->buffer) + 1;
            return start;
        }
        p->length -= p->used;
        memmove(p->buffer, start, p->length);
        p->used = 0;
        if (p->length == sizeof p->buffer)
            die("the other program says a very long line");
        struct pollfd wait = {.fd = p->out, .events = POLLIN};
        int ready = poll(&wait, 1, PEER_TIMEOUT_MS);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0) {
            kill(p->pid, SIGKILL);
            die("the other program does not answer");
        }
        ssize_t n = read(p->out, p->buffer + p->length, sizeof p->buffer - p->length);
        if (n == 0 || (n < 0 && errno != EINTR))
            die("the other program has ended");
        if (n > 0)
            p->length += (size_t)n;
    }
}

/* Starts the program, with its input and output as pipes. */
static inline void peer_start(peer *p, const char *path)
{
    int to[2], from[2];
    signal(SIGPIPE, SIG_IGN); /* a failed write shows that it has ended */
    if (pipe(to) || pipe(from))
        die("no pipe: %s", strerror(errno));
    p->pid = fork();
    if (p->pid < 0)
        die("no process: %s", strerror(errno));
    if (p->pid == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[0]);
        close(to[1]);
        close(from[0]);
        close(from[1]);
        execl(path, path, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    p->in = to[1];
    p->out = from[0];
}

static inline void peer_open(peer *p, const char *path)
{
    peer_start(p, path);
    peer_send(p, "uci\n");
    for (char *line = peer_read_line(p); strcmp(line, "uciok") != 0; line = peer_read_line(p)) {
        if (strncmp(line, "id name ", 8) == 0)
            snprintf(p->name, sizeof p->name, "%s", line + 8);
        if (strstr(line, "name UCI_Variant "))
            p->variants = strdup(line);
    }
    if (!p->variants)
        die("%s knows no variants", path);
}

static inline void peer_close(peer *p)
{
    close(p->in); /* it ends when nobody can speak to it */
    close(p->out);
    waitpid(p->pid, NULL, 0);
    free(p->variants);
}

/* Whether "var NAME" stands in its list of variants, with a blank or the end behind it. */
static inline bool peer_knows(const peer *p, const char *variant)
{
    char words[64];
    int length = snprintf(words, sizeof words, " var %s", variant);
    for (const char *at = p->variants; (at = strstr(at, words)); at += length)
        if (at[length] == ' ' || at[length] == '\0' || at[length] == '\r')
            return true;
    return false;
}

static inline void peer_choose(peer *p, const char *variant, bool chess960_castling)
{
    peer_send(p, "setoption name UCI_Variant value %s\nsetoption name UCI_Chess960 value %s\nisready\n", variant,
              chess960_castling ? "true" : "false");
    while (strcmp(peer_read_line(p), "readyok") != 0) {
    }
}

#endif
