/* Sessions: signals, kills and full disks that hit a running ferz.
 *
 *     faults_sessions FERZ kills N       killed N times at any moment while it saves: the file is the old or the new one, whole,
 *                                         and the next save leaves nothing beside it
 *     faults_sessions FERZ signals       each signal during a search: it ends at once, with the right status, nothing left running
 *     faults_sessions FERZ full          a disk that is full: a message, status 3, the old file stays (root alone: a small tmpfs)
 *     faults_sessions FERZ flat N [COMMAND]  N games, positions, searches in one process: its memory does not grow */
#define _GNU_SOURCE /* mount, the size of a pipe */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const char *ferz;
static char work[] = "/tmp/ferz-sessions-XXXXXX";
static int wrong;
static const char mini[] = "name: Mini\nboard: {size: 5x5}\npieces:\n  king: {letter: k, moves: K, royal: true}\n"
                           "  rook: {letter: r, moves: R}\nstart: r1k1r/5/5/5/R1K1R w - - 0 1\n"
                           "end:\n  checkmate: loss\n  stalemate: draw\n";

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void report(bool good, const char *what)
{
    printf("%s  %s\n", good ? "ok    " : "FAILED", what);
    fflush(stdout);
    wrong += !good;
}

static void write_file(const char *path, const char *bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || fputs(bytes, file) < 0 || fclose(file) != 0) {
        perror(path);
        exit(3);
    }
}

static char *read_file(const char *path)
{
    static char bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    bytes[length] = '\0';
    if (file) {
        fclose(file);
    }
    return file ? bytes : NULL;
}

/* How many files of the folder are none of ours. */
static int count_stray_files(const char *folder, const char *const *known)
{
    int count = 0;
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        bool ours = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        for (size_t i = 0; known[i]; i++) {
            ours = ours || strcmp(entry->d_name, known[i]) == 0;
        }
        count += !ours;
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

/* ---- a child ---- */

typedef struct child {
    pid_t pid;
    int in, out;
} child;

/* `words` ends with NULL. With `quiet` what it says goes nowhere; else both streams come to `out`. */
static child start(const char *const *words, bool quiet)
{
    int in[2], out[2];
    child c = {0};
    if (pipe(in) != 0 || pipe(out) != 0) {
        perror("pipe");
        exit(3);
    }
    fflush(stdout);
    c.pid = fork();
    if (c.pid == 0) {
        dup2(in[0], 0);
        dup2(quiet ? open("/dev/null", O_WRONLY) : out[1], 1);
        dup2(1, 2);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        /* nohup, or a shell's `&`, may have made us deaf to them, and it would be inherited. */
        signal(SIGINT, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        execv(words[0], (char *const *)words);
        _exit(99);
    }
    close(in[0]);
    close(out[1]);
    c.in = in[1];
    c.out = out[0];
    fcntl(c.in, F_SETFD, FD_CLOEXEC);
    fcntl(c.out, F_SETFD, FD_CLOEXEC);
    return c;
}

static void send(const child *c, const char *words)
{
    ssize_t n = write(c->in, words, strlen(words));
    (void)n;
}

/* Reads on until the words come; false when they do not in time. */
static bool expect_output(const child *c, const char *words, double seconds)
{
    static char heard[1 << 16];
    size_t length = 0;
    double end = now() + seconds;
    while (now() < end) {
        struct pollfd wait = {.fd = c->out, .events = POLLIN};
        if (poll(&wait, 1, 100) <= 0) {
            continue;
        }
        if (length > sizeof heard - 4096) { /* what matters is the end */
            memmove(heard, heard + length - 1000, 1000);
            length = 1000;
        }
        ssize_t n = read(c->out, heard + length, 2048);
        if (n <= 0) {
            return false;
        }
        length += (size_t)n;
        heard[length] = '\0';
        if (strstr(heard, words)) {
            return true;
        }
    }
    return false;
}

/* Waits for the end; its status, or -1 when it did not end in time and was killed. `*took` in seconds. */
static int finish(child *c, double seconds, double *took)
{
    double began = now();
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(c->pid, &status, WNOHANG)) == 0 && now() < began + seconds) {
        char block[4096]; /* it must not wait for us */
        struct pollfd wait = {.fd = c->out, .events = POLLIN};
        if (poll(&wait, 1, 1) > 0) {
            if (read(c->out, block, sizeof block) <= 0) {
                poll(NULL, 0, 1);
            }
        }
    }
    *took = now() - began;
    if (ended == 0) {
        kill(c->pid, SIGKILL);
        waitpid(c->pid, &status, 0);
        status = -1;
    }
    close(c->in);
    close(c->out);
    return status;
}

/* ---- kill -9 ---- */

static uint64_t seed = 1;

static long random_below(long most)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (long)((seed >> 33) % (uint64_t)most);
}

/* One game that is saved over and over, now with one move and now with none. */
static void try_kills(long count)
{
    static const char one[] = "ferz game 1\ngame: mini.yaml\nstart: r1k1r/5/5/5/R1K1R w - - 0 1\nmoves: c1c2\n";
    static const char none[] = "ferz game 1\ngame: mini.yaml\nstart: r1k1r/5/5/5/R1K1R w - - 0 1\nmoves:\n";
    static const char *const known[] = {"mini.yaml", "game.ferz", NULL};
    const char *const words[] = {ferz, "play", "mini.yaml", "--as", "all", "--seed", "1", NULL};
    long torn = 0, old = 0, left = 0, kept = 0;
    char script[4096] = "";
    while (strlen(script) < sizeof script - 64) {
        strcat(script, "save --force game.ferz\nc1c2\nsave --force game.ferz\nundo\n");
    }
    write_file("game.ferz", one);
    for (long i = 0; i < count; i++) {
        child c = start(words, true);
        send(&c, script);
        poll(NULL, 0, 0);
        struct timespec moment = {0, random_below(60000000)};
        nanosleep(&moment, NULL);
        kill(c.pid, SIGKILL);
        double took;
        finish(&c, 10, &took);
        const char *is = read_file("game.ferz");
        bool whole = is && (strcmp(is, one) == 0 || strcmp(is, none) == 0);
        torn += !whole;
        old += whole && strcmp(is, one) == 0;
        left += count_stray_files(".", known);
        kept = count_stray_files(".", known) > kept ? count_stray_files(".", known) : kept;
    }
    child c = start(words, true);
    send(&c, "save --force game.ferz\nquit\n");
    double took;
    finish(&c, 10, &took);
    printf("%ld kills: %ld torn files, %ld with a move and %ld without; a file was left beside it %ld times, never "
           "more than %ld\n",
           count, torn, old, count - old - torn, left, kept);
    report(torn == 0, "the game is whole whenever it is read");
    report(kept <= 1 && count_stray_files(".", known) == 0, "the next save takes away what was left");
    report(count < 200 || (old > count / 20 && count - old > count / 20), "it was killed in the middle of saving");
}

/* ---- signals ---- */

/* Whether a process with these words in its command line is there. */
static bool runs(const char *words)
{
    bool found = false;
    DIR *dir = opendir("/proc");
    struct dirent *entry;
    while (dir && !found && (entry = readdir(dir))) {
        char path[300], line[4096];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        int fd = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? open(path, O_RDONLY) : -1;
        ssize_t n = fd >= 0 ? read(fd, line, sizeof line - 1) : 0;
        if (fd >= 0) {
            close(fd);
        }
        for (ssize_t i = 0; i < n; i++) {
            line[i] = line[i] ? line[i] : ' ';
        }
        line[n > 0 ? n : 0] = '\0';
        found = strstr(line, words) != NULL;
    }
    if (dir) {
        closedir(dir);
    }
    return found;
}

/* Waits until the process has a handler of its own for the signal: a slow machine is long in starting a program. */
static bool catches(pid_t pid, int number, double seconds)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    bool found = false;
    for (double end = now() + seconds; !found && now() < end; poll(NULL, 0, 5)) {
        const char *status = read_file(path), *at = status ? strstr(status, "SigCgt:") : NULL;
        found = at && (strtoull(at + 7, NULL, 16) >> (number - 1) & 1);
    }
    return found;
}

typedef struct bad_input {
    const char *name;
    const char *words[16];
    const char *said;  /* to its standard input */
    const char *waits; /* comes before the signal; NULL: its handler, or a moment where it has none */
    int number;
    int status; /* what it must end with; -1: that signal ends it */
} bad_input;

static const bad_input bad_inputs[] = {
    {"best", {"best", "chess", "--movetime", "60000"}, NULL, "depth", SIGINT, 0},
    {"best", {"best", "chess", "--movetime", "60000"}, NULL, "depth", SIGTERM, -1},
    {"best", {"best", "chess", "--movetime", "60000", "--threads", "4"}, NULL, "depth", SIGINT, 0},
    {"best", {"best", "morris", "--movetime", "60000", "--search", "mcts"}, NULL, NULL, SIGINT, 0},
    {"best", {"best", "chess", "--movetime", "60000"}, NULL, "depth", SIGHUP, -1},
    {"perft", {"perft", "chess", "--depth", "9"}, NULL, NULL, SIGINT, -1},
    {"perft", {"perft", "chess", "--depth", "9"}, NULL, NULL, SIGTERM, -1},
    {"playouts", {"playouts", "chess", "--seconds", "60"}, NULL, NULL, SIGINT, 0},
    {"playtest", {"playtest", "chess", "--seconds", "60"}, NULL, NULL, SIGINT, 0},
    {"playtest", {"playtest", "chess", "--seconds", "60"}, NULL, NULL, SIGTERM, -1},
    {"uci", {"uci"}, "position startpos\ngo infinite\n", "info depth", SIGTERM, -1},
    {"uci", {"uci"}, "position startpos\ngo infinite\n", "info depth", SIGINT, -1},
    {"uci", {"uci"}, "position startpos\ngo infinite\n", "info depth", SIGHUP, -1},
    {"xboard", {"xboard"}, "xboard\nprotover 2\nnew\npost\nst 60\ngo\n", NULL, SIGTERM, -1},
    {"play", {"play", "chess", "--as", "none", "--level", "10"}, NULL, NULL, SIGTERM, -1},
    {"tune",
     {"tune", "gardner-minichess", "--seconds", "60", "--output", "out.yaml", "--force", "--nodes", "100"},
     NULL,
     NULL,
     SIGTERM,
     5}, /* what took hours is kept */
};

static void try_signals(void)
{
    for (size_t i = 0; i < sizeof bad_inputs / sizeof bad_inputs[0]; i++) {
        const bad_input *t = &bad_inputs[i];
        const char *words[17] = {ferz};
        char label[200];
        for (size_t k = 0; k < 15 && t->words[k]; k++) {
            words[k + 1] = t->words[k];
        }
        child c = start(words, false);
        send(&c, t->said ? t->said : "");
        bool ready = t->waits         ? expect_output(&c, t->waits, 20)
                     : t->status >= 0 ? catches(c.pid, t->number, 20)
                                      : (poll(NULL, 0, 400), true);
        poll(NULL, 0, 50);
        kill(c.pid, t->number);
        double took;
        int status = finish(&c, 10, &took);
        bool good = ready && status != -1 && took < 2 &&
                    (t->status < 0 ? WIFSIGNALED(status) && WTERMSIG(status) == t->number
                                   : WIFEXITED(status) && WEXITSTATUS(status) == t->status);
        snprintf(label, sizeof label, "%s, %s: over in %.2f s, %s %d", t->name, strsignal(t->number), took,
                 WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        report(good, label);
    }
    /* The reader is gone: an error of writing, not a death. */
    {
        const char *words[] = {ferz, "moves", "chess", NULL};
        child c = start(words, false);
        close(c.out);
        c.out = open("/dev/null", O_RDONLY);
        double took;
        int status = finish(&c, 10, &took);
        report(WIFEXITED(status) && WEXITSTATUS(status) == 3, "moves, a reader that is gone: status 3");
        const char *sends[] = {ferz, "uci", NULL};
        c = start(sends, false);
        close(c.out);
        c.out = open("/dev/null", O_RDONLY);
        send(&c, "position startpos\ngo infinite\nisready\n");
        status = finish(&c, 10, &took);
        report(WIFEXITED(status) && WEXITSTATUS(status) == 3, "uci, a reader that is gone: status 3");
    }
    /* The other end is closed in the middle of a search. */
    {
        const char *words[] = {ferz, "uci", NULL};
        child c = start(words, false);
        send(&c, "position startpos\ngo infinite\n");
        bool ready = expect_output(&c, "info depth", 20);
        close(c.in);
        c.in = open("/dev/null", O_WRONLY);
        double took;
        int status = finish(&c, 10, &took);
        report(ready && WIFEXITED(status) && WEXITSTATUS(status) == 0 && took < 2,
               "uci, its input ends: over, status 0");
    }
    /* Children of a match. */
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char spec[600], mark[64], label[100];
        snprintf(mark, sizeof mark, "nothing-%ld-%zu", (long)getpid(), i);
        snprintf(spec, sizeof spec, "name=it cmd=\"%s uci --rules %s\" variant=chess", ferz, mark);
        const char *words[] = {ferz, "match", "chess", "--games", "2", "--movetime", "20000", "--engine", spec, NULL};
        child c = start(words, true);
        bool ready = numbers[i] == SIGKILL || catches(c.pid, numbers[i], 20);
        poll(NULL, 0, 300);
        kill(c.pid, numbers[i]);
        double took;
        int status = finish(&c, 10, &took);
        double end = now() + 3;
        while (runs(mark) && now() < end) {
            poll(NULL, 0, 20);
        }
        bool ended = numbers[i] == SIGKILL || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
        snprintf(label, sizeof label, "match, %s: over in %.2f s, no child runs on", strsignal(numbers[i]), took);
        report(ready && status != -1 && ended && !runs(mark) && took < 3, label);
    }
    /* A terminal is as it was, however the game ends: SIGTERM while a line is edited. */
    static const struct {
        int number;
        const char *name;
    } ends[] = {{SIGTERM, "play in a terminal, SIGTERM"},
                {SIGHUP, "play in a terminal, SIGHUP"},
                {0, "play in a terminal, quit"}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        int master = posix_openpt(O_RDWR | O_NOCTTY);
        struct termios before, after;
        if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
            report(false, "a terminal of our own");
            return;
        }
        int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
        tcgetattr(slave, &before);
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) {
            setsid();
            dup2(slave, 0);
            dup2(slave, 1);
            dup2(slave, 2);
            close(master);
            setenv("TERM", "vt100", 1);
            execl(ferz, ferz, "play", "chess", (char *)NULL);
            _exit(99);
        }
        child c = {.pid = pid, .in = dup(master), .out = dup(master)};
        bool ready = expect_output(&c, "white> ", 20);
        poll(NULL, 0, 200);
        tcgetattr(slave, &after);
        bool edits = !(after.c_lflag & ICANON); /* else nothing is shown by the test */
        if (ends[i].number) {
            kill(pid, ends[i].number);
        } else {
            send(&c, "quit\r");
        }
        double took;
        int status = finish(&c, 10, &took);
        tcgetattr(slave, &after);
        bool same =
            before.c_lflag == after.c_lflag && before.c_iflag == after.c_iflag && before.c_oflag == after.c_oflag;
        close(slave);
        close(master);
        char label[160];
        snprintf(label, sizeof label, "%s: over in %.2f s, the terminal is as it was%s%s", ends[i].name, took,
                 ready ? "" : " (no prompt came)", edits ? "" : " (it was never changed)");
        report(ready && edits && status != -1 && same, label);
    }
}

/* ---- a full disk ---- */

static void try_full(void)
{
    if (mkdir("disk", 0777) != 0 || mount("none", "disk", "tmpfs", 0, "size=64k") != 0) {
        printf("skipped  a full disk: %s\n", strerror(errno));
        return;
    }
    char big[4096];
    memset(big, 'x', sizeof big);
    write_file("disk/mini.yaml", mini);
    write_file("disk/old", "old\n");
    write_file("two.ini", "[one:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    int fd = open("disk/fill", O_WRONLY | O_CREAT, 0666);
    while (write(fd, big, sizeof big) > 0) {
    }
    while (write(fd, big, 1) > 0) {
    }
    close(fd);
    static const struct {
        const char *words[14], *said;
        int status;
    } tries[] = {
        {{"play", "disk/mini.yaml", "--as", "all"}, "save --force disk/old\nquit\n", 0},
        {{"test", "disk/mini.yaml", "--record", "--write"}, NULL, 3},
        {{"tune", "disk/mini.yaml", "--games", "2", "--nodes", "20", "--output", "disk/old", "--force"}, NULL, 3},
        {{"tune", "disk/mini.yaml", "--games", "2", "--nodes", "20"}, NULL, 3},
        {{"match", "disk/mini.yaml", "--games", "2", "--nodes", "20", "--max-plies", "20", "--pgn", "disk/fill"},
         NULL,
         3},
        {{"diagram", "chess", "--output", "disk/old", "--force"}, NULL, 3},
        {{"diagram", "chess", "--output", "disk/new.png"}, NULL, 3},
        {{"new", "fresh", "--dir", "disk"}, NULL, 3},
        {{"export", "chess", "--output", "disk/old", "--force"}, NULL, 3},
        {{"import", "two.ini", "--output", "disk"}, NULL, 3},
    };
    static const char *const known[] = {"mini.yaml", "old", "fill", NULL};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        const char *words[16] = {ferz};
        for (size_t k = 0; tries[i].words[k]; k++) {
            words[k + 1] = tries[i].words[k];
        }
        child c = start(words, false);
        send(&c, tries[i].said ? tries[i].said : "");
        bool said = expect_output(&c, "No space left on device", 120);
        double took;
        int status = finish(&c, 120, &took);
        const char *old = read_file("disk/old");
        bool good = said && WIFEXITED(status) && WEXITSTATUS(status) == tries[i].status && old &&
                    strcmp(old, "old\n") == 0 && count_stray_files("disk", known) == 0;
        char label[120];
        snprintf(label, sizeof label, "%s on a full disk: said, status %d, the old file stays", words[1],
                 WEXITSTATUS(status));
        report(good, label);
    }
    static const char *const prints[] = {"moves", "explain", "show", "schema"};
    for (size_t i = 0; i < sizeof prints / sizeof prints[0]; i++) {
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) {
            dup2(open("/dev/full", O_WRONLY), 1);
            dup2(open("/dev/null", O_WRONLY), 2);
            execl(ferz, ferz, prints[i], strcmp(prints[i], "schema") == 0 ? (char *)NULL : "chess", (char *)NULL);
            _exit(99);
        }
        int status;
        waitpid(pid, &status, 0);
        char label[120];
        snprintf(label, sizeof label, "%s to a full disk: status %d", prints[i], WEXITSTATUS(status));
        report(WIFEXITED(status) && WEXITSTATUS(status) == 3, label);
    }
    umount("disk");
    rmdir("disk");
    unlink("two.ini");
}

/* ---- memory of long sessions ---- */

/* Kilobytes that the process holds. */
static long resident_kilobytes(pid_t pid)
{
    char path[64], line[256];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            kilobytes = strtol(line + 6, NULL, 10);
        }
    }
    if (file) {
        fclose(file);
    }
    return kilobytes;
}

typedef struct session {
    const char *words[8];
    const char *round; /* what is said each time */
    const char *heard; /* and what must come back; the last of it */
} session;

static void try_memory_growth(long rounds, const char *only)
{
    static const session all[] = {
        {{"uci"},
         "ucinewgame\nposition startpos moves e2e4 e7e5\ngo nodes 60\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo "
         "nodes 60\n"
         "position startpos moves e2e9\nisready\n",
         "readyok"},
        {{"uci", "circe"}, "ucinewgame\nposition startpos moves e2e4 d7d5 e4d5\ngo nodes 60\nisready\n", "readyok"},
        {{"usi", "minishogi"}, "usinewgame\nposition startpos\ngo nodes 60\nisready\n", "readyok"},
        {{"xboard", "chess"},
         "new\nsd 1\nusermove e2e4\nforce\nundo\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nusermove e2e9\nping 1\n",
         "pong 1"},
        {{"play", "chess", "--as", "all", "--seed", "1"},
         "e2e4\ne7e5\nwhy g1g3\nmoves\nboard\nsave --force game.ferz\nundo\nundo\nload game.ferz\nnew\ne2e5\nfen\n",
         "w KQkq - 0 1"},
        {{"play", "circe", "--as", "all", "--seed", "1", "--level", "1"}, "go\ngo\nhint\nnew\nfen\n", "w KQkq - 0 1"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const char *words[10] = {ferz};
        if (only && strcmp(only, all[i].words[0]) != 0) {
            continue;
        }
        for (size_t k = 0; k < 8 && all[i].words[k]; k++) {
            words[k + 1] = all[i].words[k];
        }
        child c = start(words, false);
        long warm = 0, end = 0, done = 0;
        bool good = true;
        for (; good && done < rounds; done++) {
            send(&c, all[i].round);
            good = expect_output(&c, all[i].heard, 30);
            long size = resident_kilobytes(c.pid);
            long *most = done < rounds / 2 ? &warm : &end;
            *most = size > *most ? size : *most;
        }
        send(&c, "quit\n");
        double took;
        int status = finish(&c, 10, &took);
        char label[200];
        snprintf(label, sizeof label, "%s %s, %ld rounds: at most %ld KB in the first half, %ld KB in the second",
                 words[1], words[2] ? words[2] : "", done, warm, end);
        /* Tables (in huge pages, where there are any) and the allocator settle in the first rounds; a leak goes on (`./dev faults`: 2,000 rounds).
         * What the allocator gives back differs by a megabyte from one round to the next, so the most of each half counts. */
        report(good && status == 0 && warm > 0 && end > 0 && end <= warm + 768, label);
    }
    if (only && strcmp(only, "match") != 0) {
        return;
    }
    /* Nothing is said to a match, so it is looked at while it plays: a narrow pipe keeps it from running ahead of us. */
    const long all_games = rounds * 40;
    char games[32];
    snprintf(games, sizeof games, "%ld", all_games);
    const char *const words[] = {
        ferz,     "match", "tic-tac-toe", "--games", games,      "--nodes",           "20", "--concurrency", "2",
        "--seed", "1",     "--engine",    "random",  "--engine", "random name=other", NULL};
    child c = start(words, false);
    fcntl(c.out, F_SETPIPE_SZ, 4096);
    long warm = 0, end = 0, lines = 0;
    char block[512];
    for (ssize_t n; (n = read(c.out, block, sizeof block)) > 0;) {
        for (ssize_t k = 0; k < n; k++) {
            lines += block[k] == '\n';
        }
        long size = resident_kilobytes(c.pid);
        end = size > 0 ? size : end;
        warm = lines < all_games / 5 ? end : warm;
    }
    double took;
    int status = finish(&c, 10, &took);
    char label[200];
    snprintf(label, sizeof label, "match, %ld games: %ld KB after a fifth, %ld KB at the end", all_games, warm, end);
    /* It keeps the result of each game for its table. */
    report(WIFEXITED(status) && warm > 0 && end <= warm + 768 + all_games / 10, label);
}

int main(int argc, char **argv)
{
    static char path[4096];
    if (argc < 3 || !realpath(argv[1], path) || !mkdtemp(work) || chdir(work) != 0) {
        fputs("usage: faults_sessions FERZ kills N | signals | full | flat N\n", stderr);
        return 2;
    }
    ferz = path;
    setenv("FERZ_RULES", FERZ_SOURCE_DIR "/rules", 1);
    unsetenv("TERM");
    signal(SIGPIPE, SIG_IGN);
    write_file("mini.yaml", mini);
    long count = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    if (strcmp(argv[2], "kills") == 0) {
        try_kills(count > 0 ? count : 100);
    } else if (strcmp(argv[2], "signals") == 0) {
        try_signals();
    } else if (strcmp(argv[2], "full") == 0) {
        try_full();
    } else if (strcmp(argv[2], "flat") == 0) {
        try_memory_growth(count > 0 ? count : 100, argc > 4 ? argv[4] : NULL);
    }
    static const char *const made[] = {"mini.yaml", "game.ferz", "out.yaml", "out.yaml.state"};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        unlink(made[i]);
    }
    bool left = chdir("/") != 0 || rmdir(work) != 0;
    if (left) {
        printf("FAILED  something is left in %s\n", work);
    }
    return wrong || left;
}
