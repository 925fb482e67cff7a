/* Plays a scripted session with an engine, and checks its answers.
 *
 * usage: session SCRIPT PROGRAM ARGUMENT...   exit status 0: as the script says; 1: not; 2: the script is wrong
 *        session SCRIPT PROGRAM               the script itself says how the program is started
 *
 * Lines of a script:
 *   # ...            nothing
 *   > TEXT           is sent as a line
 *   >> TEXT          is sent without its end; \xNN is a byte, \n and \\ as in C
 *   >* N TEXT        TEXT is sent N times on one line
 *   >? N SEED        N bytes drawn by chance are sent, and the end of a line
 *   < PATTERN        waits for a line like PATTERN (as a shell has patterns), ten seconds at most; what comes before is skipped
 *   <= PATTERN       the very next line must be like PATTERN
 *   ! PATTERN        no line like PATTERN has come since the last < or <=, nor comes within 200 ms
 *   within MS        the next < must be answered within so many milliseconds; the time is printed
 *   sleep MS
 *   close            its standard input is closed
 *   deafen           its standard output is closed
 *   end [STATUS]     it must end within ten seconds, with that exit status (0)
 * Where the script starts the program, it does so on a terminal of its own, where ESC [ is shown as { and CR and NUL are left out:
 *   with NAME=VALUE  in the environment
 *   terminal WORDS   starts it with these words
 *   keys             waits until each key is passed on at once, as a line that is edited needs it
 *   <- PATTERN       waits until all that has come, the line that is not ended too, is like PATTERN; all of it is used up
 * Where a script does not say `end`, input is closed and the end must come with any status but a death by signal.
 */
#define _XOPEN_SOURCE 700 /* terminals, beside POSIX */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { TIMEOUT = 10000, QUIET_TIME = 200, LINE_MAX_BYTES = 1 << 20 };

typedef struct session {
    pid_t child;
    int to, from; /* -1: closed */
    char *bytes;  /* what came and was not looked at */
    size_t length, room;
    int timeout; /* of the next < */
    const char *script;
    int number; /* of the script's line */
    const char *program;
    bool terminal;
} session;

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static void fail(session *t, const char *why, const char *what)
{
    printf("FAILED %s:%d: %s%s%s\n", t->script, t->number, why, *what ? ": " : "", what);
    if (t->length) {
        printf("    not looked at: %.*s\n", t->length < 500 ? (int)t->length : 500, t->bytes);
    }
    kill(t->child, SIGKILL);
    exit(1);
}

static void start(session *t, char **words)
{
    int in[2], out[2];
    if (pipe(in) || pipe(out)) {
        perror("pipe");
        exit(2);
    }
    t->child = fork();
    if (t->child == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execvp(words[0], words);
        perror(words[0]);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    t->to = in[1];
    t->from = out[0];
}

/* The words of a script's line, with the program before them. */
static void start_on_terminal(session *t, char *rest)
{
    char *words[64] = {(char *)t->program};
    for (size_t count = 1; count < 63 && (words[count] = strtok(count > 1 ? NULL : rest, " ")); count++) {
    }
    const struct winsize size = {.ws_row = 24, .ws_col = 80};
    int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ours < 0 || grantpt(ours) || unlockpt(ours) || ioctl(ours, TIOCSWINSZ, &size)) {
        perror("terminal");
        exit(2);
    }
    t->child = fork();
    if (t->child == 0) {
        setsid(); /* so that the terminal is its own, and Ctrl-C a signal */
        int theirs = open(ptsname(ours), O_RDWR);
        dup2(theirs, 0), dup2(theirs, 1), dup2(theirs, 2);
        close(theirs);
        execvp(words[0], words);
        perror(words[0]);
        _exit(127);
    }
    t->to = ours;
    t->from = dup(ours);
    t->terminal = true;
}

/* What came from a terminal, so that scripts can be read. */
static size_t strip_terminal_codes(char *bytes, size_t length)
{
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\033' && i + 1 < length && bytes[i + 1] == '[') {
            bytes[kept++] = '{';
            i++;
        } else if (bytes[i] != '\r' && bytes[i]) { /* NULs give slow terminals time */
            bytes[kept++] = bytes[i];
        }
    }
    return kept;
}

/* Reads the available output. False at its end. */
static bool read_input(session *t)
{
    if (t->length + 65536 > t->room) {
        t->room = (t->length + 65536) * 2;
        t->bytes = realloc(t->bytes, t->room);
        if (!t->bytes) {
            fail(t, "out of memory", "");
        }
    }
    ssize_t got = read(t->from, t->bytes + t->length, 65536);
    if (got > 0) {
        t->length += t->terminal ? strip_terminal_codes(t->bytes + t->length, (size_t)got) : (size_t)got;
    }
    return got > 0;
}

/* The engine must never wait for us while we wait for it: its output is read while we send. */
static void append_bytes(session *t, const char *bytes, size_t length)
{
    while (length && t->to >= 0) {
        struct pollfd ends[2] = {{.fd = t->to, .events = POLLOUT}, {.fd = t->from, .events = POLLIN}};
        if (poll(ends, t->from >= 0 ? 2 : 1, TIMEOUT) <= 0) {
            fail(t, "it does not read", "");
        }
        if (t->from >= 0 && ends[1].revents & POLLIN && !read_input(t)) {
            fail(t, "it has closed its output", "");
        }
        if (ends[0].revents) {
            ssize_t appended = write(t->to, bytes, length < 4096 ? length : 4096);
            if (appended < 0) {
                return; /* it has ended; what it answered says whether that was right */
            }
            bytes += appended;
            length -= (size_t)appended;
        }
    }
}

/* The next line into `line`. False when none comes in time. */
static bool next_line(session *t, int timeout, char *line, size_t room)
{
    long until = now_ms() + timeout;
    for (;;) {
        char *end = t->length ? memchr(t->bytes, '\n', t->length) : NULL;
        if (end) {
            size_t length = (size_t)(end - t->bytes);
            snprintf(line, room, "%.*s", (int)length, t->bytes);
            t->length -= length + 1;
            memmove(t->bytes, end + 1, t->length);
            return true;
        }
        struct pollfd there = {.fd = t->from, .events = POLLIN};
        long left = until - now_ms();
        if (t->from < 0 || left < 0 || poll(&there, 1, (int)left) <= 0 || !read_input(t)) {
            return false;
        }
    }
}

static void expect(session *t, const char *pattern, bool at_once)
{
    static char line[LINE_MAX_BYTES];
    char last[200] = "";
    long begin = now_ms();
    for (;;) {
        long left = t->timeout - (now_ms() - begin);
        if (left < 0 || !next_line(t, (int)left, line, sizeof line)) {
            printf("    last line: %s\n", last);
            fail(t, "nothing came in time like", pattern);
        }
        snprintf(last, sizeof last, "%.190s", line);
        if (fnmatch(pattern, line, 0) == 0) {
            if (t->timeout != TIMEOUT) {
                printf("%s:%d: after %ld ms\n", t->script, t->number, now_ms() - begin);
            }
            t->timeout = TIMEOUT;
            return;
        }
        if (at_once) {
            printf("    instead: %s\n", last);
            fail(t, "the next line is not like", pattern);
        }
    }
}

/* All that has come, until nothing follows. */
static void expect_all(session *t, const char *pattern)
{
    static char all[LINE_MAX_BYTES];
    long until = now_ms() + t->timeout;
    for (;;) {
        snprintf(all, sizeof all, "%.*s", (int)t->length, t->length ? t->bytes : "");
        if (fnmatch(pattern, all, 0) == 0) {
            t->length = 0;
            return;
        }
        struct pollfd there = {.fd = t->from, .events = POLLIN};
        long left = until - now_ms();
        if (left < 0 || poll(&there, 1, (int)left) <= 0 || !read_input(t)) {
            fail(t, "nothing came in time like", pattern);
        }
    }
}

static void await_keys(session *t)
{
    long until = now_ms() + TIMEOUT;
    struct termios now;
    while (tcgetattr(t->to, &now) == 0 && now.c_lflag & ICANON) {
        if (now_ms() > until) {
            fail(t, "lines are not edited", "");
        }
        sleep_ms(1);
    }
}

static void expect_not(session *t, const char *pattern)
{
    static char line[LINE_MAX_BYTES];
    while (next_line(t, QUIET_TIME, line, sizeof line)) {
        if (fnmatch(pattern, line, 0) == 0) {
            fail(t, "this should not have come", line);
        }
    }
}

static void send_raw(session *t, const char *text)
{
    for (const char *s = text; *s;) {
        char byte = *s++;
        if (byte == '\\' && *s == 'x') {
            char digits[3] = {s[1], s[1] ? s[2] : '\0', '\0'};
            byte = (char)strtol(digits, NULL, 16);
            s += 1 + strlen(digits);
        } else if (byte == '\\' && *s) {
            byte = *s == 'n' ? '\n' : *s == 'r' ? '\r' : *s;
            s++;
        }
        append_bytes(t, &byte, 1);
    }
}

static void send_repeated(session *t, const char *text)
{
    char *end;
    long times = strtol(text, &end, 10);
    end += *end == ' ';
    size_t length = strlen(end);
    char *block = malloc(length * (size_t)times + 1);
    for (long i = 0; block && i < times; i++) {
        memcpy(block + (size_t)i * length, end, length);
    }
    append_bytes(t, block, length * (size_t)times);
    append_bytes(t, "\n", 1);
    free(block);
}

static void send_random(session *t, const char *text)
{
    char *end;
    long count = strtol(text, &end, 10);
    unsigned long long state = strtoull(end, NULL, 10) * 2862933555777941757ULL + 3037000493ULL;
    for (long i = 0; i < count; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        char byte = (char)(state >> 56);
        append_bytes(t, &byte, 1);
    }
    append_bytes(t, "\n", 1);
}

static void close_fd(int *end)
{
    if (*end >= 0) {
        close(*end);
    }
    *end = -1;
}

/* `wanted` < 0: any status, but no death by signal. */
static void await_exit(session *t, int wanted)
{
    long until = now_ms() + TIMEOUT;
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(t->child, &status, WNOHANG)) == 0) {
        struct pollfd there = {.fd = t->from, .events = POLLIN};
        if (now_ms() > until) {
            fail(t, "it does not end", "");
        }
        if (poll(&there, t->from >= 0, 10) > 0 && !read_input(t)) {
            close_fd(&t->from);
        }
    }
    t->length = 0;
    char words[64];
    if (WIFSIGNALED(status)) {
        snprintf(words, sizeof words, "signal %d", WTERMSIG(status));
        fail(t, "it died", words);
    }
    if (wanted >= 0 && WEXITSTATUS(status) != wanted) {
        snprintf(words, sizeof words, "%d, not %d", WEXITSTATUS(status), wanted);
        fail(t, "exit status", words);
    }
    if (WEXITSTATUS(status) > 4) { /* no status of ours: a sanitizer's, say */
        fail(t, "it ended with a status that it does not have", "");
    }
}

/* True when the session is over. */
static bool run_line(session *t, char *line)
{
    static const struct {
        const char *word;
        void (*send)(session *t, const char *text);
    } senders[] = {{">>", send_raw}, {">*", send_repeated}, {">?", send_random}};
    char *space = strchr(line, ' ');
    char *rest = space ? space + 1 : line + strlen(line);
    if (space) {
        *space = '\0';
    }
    for (size_t i = 0; i < sizeof senders / sizeof senders[0]; i++) {
        if (strcmp(line, senders[i].word) == 0) {
            senders[i].send(t, rest);
            return false;
        }
    }
    if (strcmp(line, ">") == 0) {
        append_bytes(t, rest, strlen(rest));
        append_bytes(t, "\n", 1);
    } else if (strcmp(line, "<") == 0 || strcmp(line, "<=") == 0) {
        expect(t, rest, line[1] != '\0');
    } else if (strcmp(line, "<-") == 0) {
        expect_all(t, rest);
    } else if (strcmp(line, "keys") == 0) {
        await_keys(t);
    } else if (strcmp(line, "with") == 0) {
        putenv(strdup(rest));
    } else if (strcmp(line, "terminal") == 0) {
        start_on_terminal(t, rest);
    } else if (strcmp(line, "!") == 0) {
        expect_not(t, rest);
    } else if (strcmp(line, "within") == 0) {
        t->timeout = atoi(rest);
    } else if (strcmp(line, "sleep") == 0) {
        sleep_ms(atol(rest));
    } else if (strcmp(line, "close") == 0) {
        close_fd(&t->to);
    } else if (strcmp(line, "deafen") == 0) {
        close_fd(&t->from);
    } else if (strcmp(line, "end") == 0) {
        await_exit(t, atoi(rest));
        return true;
    } else if (*line && *line != '#') {
        printf("%s:%d: no such word: %s\n", t->script, t->number, line);
        kill(t->child, SIGKILL);
        exit(2);
    }
    return false;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: session SCRIPT PROGRAM ARGUMENT...\n", stderr);
        return 2;
    }
    FILE *file = fopen(argv[1], "r");
    if (!file) {
        perror(argv[1]);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    session t = {.to = -1, .from = -1, .timeout = TIMEOUT, .script = argv[1], .program = argv[2]};
    if (argc > 3) {
        start(&t, argv + 2);
    }
    static char line[65536];
    bool over = false;
    while (!over && fgets(line, sizeof line, file)) {
        t.number++;
        line[strcspn(line, "\n")] = '\0';
        over = run_line(&t, line);
    }
    fclose(file);
    if (!over) {
        close_fd(&t.to);
        await_exit(&t, -1);
    }
    close_fd(&t.to);
    close_fd(&t.from);
    free(t.bytes);
    return 0;
}
