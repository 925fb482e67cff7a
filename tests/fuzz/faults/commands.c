/* Commands in trouble: whole commands of `ferz`, in which each call to the machine fails in turn.
 *
 *     faults_commands [--most N] [--offset M] [--paths D] [--fault KIND] [--only WORD] [--at K] [--seconds S]
 *
 * This is the program itself: its main() is called in a child of ours, once without a fault, and then with one call failing, and
 * with that one and all that follow: each call in turn, or N of them spread over all, for every kind of fault. A command in trouble ends as without it (then the call
 * did not matter, and nothing that it prints or writes may be different) or says so: exit status 3 and words, or in a session words
 * alone. No signal, no block of memory left, every file as before or as it should become, no file of another name.
 */
#define _DEFAULT_SOURCE /* memory shared with a child */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/faults/faults.h"

int __real_main(int argc, char **argv);
#ifdef FERZ_COVERAGE
void __gcov_dump(void);
#endif

/* ---- what is run ---- */

enum { WORDS_MAX = 24 };

typedef struct scenario {
    const char *name;
    bool session;      /* continues after a fault, which it reports */
    bool alone;        /* knows the games of its folder and no other */
    bool files_only;   /* the faults of memory are those of another scenario */
    int no;            /* its exit status for an answer that is no, besides 1 */
    const char *input; /* standard input */
    const char *words[WORDS_MAX];
} scenario;

static const scenario scenarios[] = {
    {"show", .words = {"show", "tic-tac-toe"}},
    {"check with a script", .words = {"check", "circe"}},
    {"moves on a graph", .words = {"moves", "ludo", "--moves", "roll 6"}},
    {"status of a large board", .words = {"status", "shogi"}},
    {"moves of standard input", .input = "e2e4 e7e5 g1f3", .words = {"fen", "chess", "--moves", "-"}},
    {"an illegal move", .words = {"why", "circe", "e2e5"}},
    {"a position as JSON", .words = {"show", "crazyhouse", "--json", "--moves", "e2e4"}},
    {"why as JSON", .words = {"why", "circe", "e2e4", "--json"}},
    {"best", .words = {"best", "mini.yaml", "--nodes", "300"}},
    {"best with threads", .words = {"best", "mini.yaml", "--nodes", "300", "--threads", "2"}},
    {"tree search", .words = {"best", "morris", "--nodes", "100", "--search", "mcts"}},
    {"perft", .words = {"perft", "mini.yaml", "--depth", "2", "--divide"}},
    {"playouts", .words = {"playouts", "tic-tac-toe", "--games", "3", "--seed", "1", "--json"}},
    {"playtest", .words = {"playtest", "tic-tac-toe", "--games", "2", "--nodes", "4", "--concurrency", "1", "--seed",
                           "1", "--output", "report.html", "--force"}},
    {"a shard of a playtest", .words = {"playtest", "tic-tac-toe", "--games", "2", "--nodes", "4", "--concurrency", "1",
                                        "--seed", "1", "--shard", "1/1", "--output", "part.log"}},
    {"explain", .words = {"explain", "mini.yaml", "--format", "html"}},
    {"explain in Russian", .words = {"explain", "circe", "--lang", "ru"}},
    {"diagram", .words = {"diagram", "mini.yaml", "--piece", "rook"}},
    {"diagram to a file", .words = {"diagram", "mini.yaml", "--output", "board.svg", "--force"}},
    {"new", .words = {"new", "fresh", "--script", "--dir", "made"}},
    {"new from another", .words = {"new", "mine", "--from", "tic-tac-toe", "--force"}},
    {"import", .words = {"import", "two.ini", "--output", ".", "--force"}},
    {"export", .words = {"export", "makruk", "--output", "makruk.ini", "--force"}},
    {"test", .words = {"test", "mini.yaml"}},
    {"test a script", .words = {"test", "circe", "--json"}},
    {"record", .words = {"test", "mini.yaml", "--record", "--write", "--title", "begin", "--moves", "a1a3"}},
    {"record the first", .words = {"test", "bare.yaml", "--record", "--write", "--title", "begin"}},
    {"mutate", .words = {"test", "mini.yaml", "--mutate", "--limit", "2", "--seed", "1"}},
    {"tune", .no = 5, .words = {"tune", "mini.yaml", "--games", "2", "--nodes", "20", "--threads", "1", "--seed", "1"}},
    {"tune weights", .no = 5,
     .words = {"tune", "mini.yaml", "--weights", "--games", "2", "--nodes", "20", "--threads", "1", "--seed", "1"}},
    {"match", .words =
                  {
                      "match",
                      "mini.yaml",
                      "--games",
                      "2",
                      "--nodes",
                      "50",
                      "--max-plies",
                      "12",
                      "--concurrency",
                      "1",
                      "--seed",
                      "1",
                      "--openings",
                      "starts.epd",
                      "--pgn",
                      "games.pgn",
                      "--engine",
                      "name=one",
                  }},
    {"match against a child",
     .words = {"match", "tic-tac-toe", "--games", "2", "--max-plies", "8", "--concurrency", "1", "--seed", "1",
               "--nodes", "20", "--engine", "name=it cmd=\"FERZ uci\" log=child.log"}},
    {"diff", .words = {"diff", "mini.yaml", "bare.yaml"}},
    {"diff as JSON", .words = {"diff", "mini.yaml", "bare.yaml", "--json"}},
    {"list", .alone = true, .words = {"list"}},
    {"schema", .files_only = true, .words = {"schema"}},
    {"play, save and load", .session = true,
     .input = "a1a3\nundo\nhint\nmoves\nwhy a1a4\nsave --force game.ferz\nload game.ferz\nsave --force "
              "game.ferz\nfen\nquit\n",
     .words = {"play", "mini.yaml", "--as", "all", "--seed", "1"}},
    {"uci", .session = true, .alone = true,
     .input = "uci\nsetoption name UCI_Variant value mini\nisready\nposition startpos moves a1a3\ngo nodes "
              "100\nisready\nquit\n",
     .words = {"uci", "mini.yaml"}},
    {"usi", .session = true, .alone = true,
     .input = "usi\nisready\nusinewgame\nposition startpos\ngo nodes 100\nquit\n",
     .words = {"usi", "RULES/minishogi.yaml"}},
    {"xboard", .session = true, .alone = true, .input = "xboard\nprotover 2\nnew\nsd 1\nusermove a1a3\nquit\n",
     .words = {"xboard", "mini.yaml"}},
};
enum { SCENARIOS = sizeof scenarios / sizeof scenarios[0] };

static const struct {
    const char *path, *bytes;
} files[] = {
    {"mini.yaml", "name: Mini\nboard: {size: 5x5}\npieces:\n  king: {letter: k, moves: K, royal: true}\n"
                  "  rook: {letter: r, moves: R}\nstart: r1k1r/5/5/5/R1K1R w - - 0 1\n"
                  "end:\n  checkmate: loss\n  stalemate: draw\n"},
    {"mini.test.yaml", "examples:\n  - title: one step\n    fen: r1k1r/5/5/5/R1K1R w - - 0 1\n    legal: c1c2\n"},
    {"bare.yaml", "extends: mini\nname: Bare\nend: {stalemate: loss}\n"},
    {"two.ini", "[one:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n\n[two:chess]\nking = -\nmann = k\n"},
    {"starts.epd", "r1k1r/5/5/5/R1K1R w - - 0 1\n"},
    {"game.ferz", "ferz game 1\ngame: mini.yaml\nstart: r1k1r/5/5/5/R1K1R w - - 0 1\nmoves: c1c2\n"},
    {"games.pgn", "[Event \"before\"]\n\n*\n\n"},
    {"makruk.ini", "[before]\n"},
    {"board.svg", "<before/>\n"},
};
enum { FILES = sizeof files / sizeof files[0] };

/* ---- a folder, and what is in it ---- */

static char work[] = "/tmp/ferz-machine-XXXXXX";

typedef struct content {
    char *bytes;
    size_t length;
} content;

static content read_whole(const char *path)
{
    content c = {0};
    FILE *file = fopen(path, "rb");
    size_t room = 0;
    while (file && !feof(file)) {
        if (c.length == room) {
            room = room ? room * 2 : 4096;
            c.bytes = realloc(c.bytes, room + 1);
        }
        c.length += fread(c.bytes + c.length, 1, room - c.length, file);
        if (ferror(file)) {
            break;
        }
    }
    if (file) {
        fclose(file);
        c.bytes[c.length] = '\0';
    }
    return c;
}

/* All that lies in the folder: name, newline, bytes, for each file by name; one text. Process ids are not of interest. */
static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct folder_state {
    size_t count;
    char *names[64];
    content contents[64];
} folder_state;

static void read_folder(folder_state *f, const char *under)
{
    DIR *dir = opendir(*under ? under : ".");
    struct dirent *entry;
    while (dir && (entry = readdir(dir)) && f->count < 64) {
        char path[600];
        struct stat about;
        snprintf(path, sizeof path, "%s%s%s", under, *under ? "/" : "", entry->d_name);
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || stat(path, &about) != 0) {
            continue;
        }
        if (S_ISDIR(about.st_mode)) {
            read_folder(f, path);
        } else {
            f->names[f->count++] = strdup(path);
        }
    }
    if (dir) {
        closedir(dir);
    }
}

static folder_state folder_state_read(void)
{
    folder_state f = {0};
    read_folder(&f, "");
    qsort(f.names, f.count, sizeof *f.names, by_name);
    for (size_t i = 0; i < f.count; i++) {
        f.contents[i] = read_whole(f.names[i]);
    }
    return f;
}

static void folder_state_free(folder_state *f)
{
    for (size_t i = 0; i < f->count; i++) {
        free(f->names[i]);
        free(f->contents[i].bytes);
    }
    f->count = 0;
}

static const content *folder_state_find(const folder_state *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++) {
        if (strcmp(f->names[i], name) == 0) {
            return &f->contents[i];
        }
    }
    return NULL;
}

static bool same(const content *a, const content *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* The folder as it is before each run. */
static void folder_reset(void)
{
    folder_state f = {0};
    read_folder(&f, "");
    for (size_t i = 0; i < f.count; i++) {
        unlink(f.names[i]);
    }
    folder_state_free(&f);
    rmdir("made");
    for (size_t i = 0; i < FILES; i++) {
        FILE *file = fopen(files[i].path, "wb");
        if (!file || fputs(files[i].bytes, file) < 0 || fclose(file) != 0) {
            perror(files[i].path);
            exit(3);
        }
    }
}

/* ---- one run ---- */

typedef struct child_report {
    long calls[FAULT_KINDS], failed, live, paths;
    bool ended; /* main came back */
} child_report;

enum { PATHS_MAX = 4096 };

static child_report *shared;
static long *path_firsts; /* shared too */
static int path_depth;

typedef struct outcome {
    int status; /* as waitpid gives it */
    child_report child_report;
    content out, err;
    folder_state folder_state;
} outcome;

static void outcome_free(outcome *o)
{
    free(o->out.bytes);
    free(o->err.bytes);
    folder_state_free(&o->folder_state);
}

static const char *own_path;

/* In the child: the standard streams are files, the fault is set, and the program runs. */
static void run_ferz(const scenario *s, fault_kind kind, long at, bool ever)
{
    static char buffers[2][1 << 16];
    char *argv[WORDS_MAX + 2] = {"ferz"};
    static char words[WORDS_MAX][1024]; /* main may write into them */
    int argc = 1;
    for (; argc <= WORDS_MAX && s->words[argc - 1]; argc++) {
        const char *word = s->words[argc - 1], *hole = strstr(word, "FERZ "), *there = strstr(word, "RULES/");
        if (hole) {
            snprintf(words[argc - 1], sizeof words[0], "%.*s%s%s", (int)(hole - word), word, own_path, hole + 4);
        } else if (there == word) {
            snprintf(words[argc - 1], sizeof words[0], "%s/rules%s", FERZ_SOURCE_DIR, word + 5);
        } else {
            snprintf(words[argc - 1], sizeof words[0], "%s", word);
        }
        argv[argc] = words[argc - 1];
    }
    if (s->alone) {
        setenv("FERZ_RULES", ".", 1);
    }
    alarm(300); /* sanitized, beside other tests, some take more than a minute */
    if (!freopen("../in", "rb", stdin) || !freopen("../out", "wb", stdout) || !freopen("../err", "wb", stderr)) {
        _exit(99);
    }
    setvbuf(stdout, buffers[0], _IOFBF, sizeof buffers[0]); /* not a block of the program's own */
    setvbuf(stdin, buffers[1], _IOFBF, sizeof buffers[1]);
    setvbuf(stderr, NULL, _IONBF, 0);
    long before = faults_live(), newest = faults_born();
    faults_set(kind, at, ever);
    if (kind == FAULT_NONE && path_depth) {
        faults_record_paths(path_depth, path_firsts, PATHS_MAX);
    }
    int status = __real_main(argc, argv);
    shared->paths = faults_path_count();
    shared->failed = faults_failed();
    for (int i = 0; i < FAULT_KINDS; i++) {
        shared->calls[i] = faults_calls((fault_kind)i);
    }
    faults_clear();
    fflush(stdout);
    shared->live = faults_live() - before;
    shared->ended = true;
    if (shared->live) {
        faults_show(newest);
    }
#ifdef FERZ_COVERAGE
    __gcov_dump();
#endif
    _exit(status);
}

static outcome run(const scenario *s, fault_kind kind, long at, bool ever)
{
    outcome o = {0};
    folder_reset();
    memset(shared, 0, sizeof *shared);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run_ferz(s, kind, at, ever);
    }
    while (waitpid(child, &o.status, 0) < 0 && errno == EINTR) {
    }
    o.child_report = *shared;
    o.out = read_whole("../out");
    o.err = read_whole("../err");
    o.folder_state = folder_state_read();
    return o;
}

/* ---- what must hold ---- */

static long runs, wrong;

static const char *const kind_names[FAULT_KINDS] = {"none", "memory", "io", "full", "short", "signal", "files"};

static void report_failure(const scenario *s, fault_kind kind, long at, bool ever, const outcome *o, const char *what,
                           const char *which)
{
    wrong++;
    if (wrong > 200 && !getenv("FERZ_FAULTS_SHOW")) {
        return;
    }
    printf("FAILED  %s: %s %ld%s: %s%s (status %x, live %ld, failed %ld)\n", s->name, kind_names[kind], at,
           ever ? " and all behind" : "", what, which, (unsigned)o->status, o->child_report.live,
           o->child_report.failed);
    printf("        it said: %.*s\n", o->err.length > 600 && !getenv("FERZ_FAULTS_SHOW") ? 600 : (int)o->err.length,
           o->err.bytes ? o->err.bytes : "");
}

/* Lines with times in them differ from run to run. */
static bool is_timed(const scenario *s)
{
    return s->session || strcmp(s->words[0], "match") == 0 || strcmp(s->words[0], "playouts") == 0 ||
           strcmp(s->words[0], "best") == 0;
}

static void check_outcome(const scenario *s, fault_kind kind, long at, bool ever, const outcome *o,
                          const outcome *expected, const folder_state *before)
{
    if (!WIFEXITED(o->status) || !o->child_report.ended) {
        report_failure(s, kind, at, ever, o, "did not come to its end", "");
        return;
    }
    if (o->child_report.live) {
        report_failure(s, kind, at, ever, o, "leaves memory behind", "");
    }
    int status = WEXITSTATUS(o->status);
    bool spoke = o->err.length && !same(&o->err, &expected->err) && !getenv("FERZ_FAULTS_SHOW");
    bool inside = s->session;
    for (size_t i = 0; i < WORDS_MAX && s->words[i]; i++) {
        inside = inside || strcmp(s->words[i], "--json") == 0;
    }
    bool spoke_inside = inside && o->out.length && !same(&o->out, &expected->out);
    if (o->child_report.failed == 0) {
        /* a thread came to fewer calls this time */
    } else if (status == 3) {
        if (!spoke && !spoke_inside) {
            report_failure(s, kind, at, ever, o, "fails without a word", "");
        }
    } else if (status != WEXITSTATUS(expected->status)) {
        report_failure(s, kind, at, ever, o, "has an exit status that is neither 3 nor the usual", "");
    } else if (!spoke && !spoke_inside && !is_timed(s) && !same(&o->out, &expected->out)) {
        report_failure(s, kind, at, ever, o, "prints something else, and says nothing", "");
    }
    bool all_new = true;
    for (size_t i = 0; i < o->folder_state.count; i++) {
        const char *name = o->folder_state.names[i];
        const content *is = &o->folder_state.contents[i], *was = folder_state_find(before, name),
                      *becomes = folder_state_find(&expected->folder_state, name);
        bool log = strstr(name, ".log") != NULL || strstr(name, ".pgn") != NULL; /* grow from the end */
        bool resumes = strstr(name, ".state") != NULL; /* from which the same command goes on */
        bool ok = (was && same(is, was)) || (becomes && same(is, becomes)) || (log && becomes) || resumes;
        if (!ok) {
            report_failure(
                s, kind, at, ever, o,
                was || becomes ? "leaves a file that is neither old nor new: " : "leaves a stray file: ", name);
        }
    }
    for (size_t i = 0; i < expected->folder_state.count; i++) {
        const content *is = folder_state_find(&o->folder_state, expected->folder_state.names[i]),
                      *becomes = &expected->folder_state.contents[i];
        bool log = strstr(expected->folder_state.names[i], ".log") || strstr(expected->folder_state.names[i], ".pgn");
        all_new = all_new && is && (log || same(is, becomes));
        if (!is && folder_state_find(before, expected->folder_state.names[i])) {
            report_failure(s, kind, at, ever, o, "loses a file: ", expected->folder_state.names[i]);
        }
    }
    if (!all_new && !spoke && !spoke_inside && status == WEXITSTATUS(expected->status) && o->child_report.failed) {
        report_failure(s, kind, at, ever, o, "writes something else than it should, and says nothing", "");
    }
}

static double elapsed(const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - since->tv_sec) + (double)(now.tv_nsec - since->tv_nsec) / 1e9;
}

/* One scenario under one kind of fault. */
static void try_kind(const scenario *s, fault_kind kind, const outcome *expected, const folder_state *before,
                     long every, long offset)
{
    for (int ever = 0; ever <= 1; ever++) {
        for (long at = offset % every; at < expected->child_report.calls[kind]; at += every) {
            outcome o = run(s, kind, at, ever);
            runs++;
            check_outcome(s, kind, at, ever, &o, expected, before);
            outcome_free(&o);
        }
        if (kind == FAULT_SIGNAL) {
            break; /* for ever would be a machine that stands still */
        }
    }
}

/* One scenario, with the first allocation of each path failing. */
static void try_paths(const scenario *s, const outcome *expected, const folder_state *before)
{
    for (long i = 0; i < expected->child_report.paths; i++) {
        outcome o = run(s, FAULT_MEMORY, path_firsts[i], false);
        runs++;
        check_outcome(s, FAULT_MEMORY, path_firsts[i], false, &o, expected, before);
        outcome_free(&o);
    }
}

int __wrap_main(int argc, char **argv);
int __wrap_main(int argc, char **argv)
{
    static char path[4096], rules[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    own_path = path;
    path[length > 0 ? length : 0] = '\0';
    if (getenv("FERZ_MACHINE_PLAIN")) { /* as the child of a match */
        return __real_main(argc, argv);
    }
    setenv("FERZ_MACHINE_PLAIN", "1", 1);
    snprintf(rules, sizeof rules, "%s/rules", FERZ_SOURCE_DIR);
    setenv("FERZ_RULES", rules, 1);
    unsetenv("TERM");
    long most = 100, offset = 0;
    double seconds = 0;
    const char *only = NULL, *fault = NULL;
    long exactly = -1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (strcmp(argv[i], "--most") == 0) {
            most = strtol(value, NULL, 10);
        } else if (strcmp(argv[i], "--offset") == 0) {
            offset = strtol(value, NULL, 10);
        } else if (strcmp(argv[i], "--paths") == 0) {
            path_depth = (int)strtol(value, NULL, 10);
        } else if (strcmp(argv[i], "--at") == 0) {
            exactly = strtol(value, NULL, 10);
        } else if (strcmp(argv[i], "--only") == 0) {
            only = value;
        } else if (strcmp(argv[i], "--fault") == 0) {
            fault = value;
        } else if (strcmp(argv[i], "--seconds") == 0) {
            seconds = strtod(value, NULL);
        }
    }
    if (most < 0) {
        return 2;
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    path_firsts =
        mmap(NULL, PATHS_MAX * sizeof *path_firsts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || path_firsts == MAP_FAILED || !mkdtemp(work) || chdir(work) != 0 ||
        mkdir("here", 0777) != 0 || chdir("here") != 0) {
        perror("faults_commands");
        return 3;
    }
    struct timespec since;
    clock_gettime(CLOCK_MONOTONIC, &since);
    size_t tried = 0;
    for (size_t i = 0; i < SCENARIOS && (seconds <= 0 || elapsed(&since) < seconds); i++) {
        const scenario *s = &scenarios[i];
        if (only && !strstr(s->name, only)) {
            continue;
        }
        tried++;
        FILE *in = fopen("../in", "wb");
        if (!in || fputs(s->input ? s->input : "", in) < 0 || fclose(in) != 0) {
            return 3;
        }
        folder_reset();
        folder_state before = folder_state_read();
        outcome expected = run(s, FAULT_NONE, 0, false);
        const int status = WIFEXITED(expected.status) ? WEXITSTATUS(expected.status) : -1;
        if (status < 0 || (status > 1 && status != s->no) || expected.child_report.live) {
            report_failure(s, FAULT_NONE, 0, false, &expected, "does not work even when nothing fails", "");
        }
        long first = runs, first_wrong = wrong;
        double began = elapsed(&since);
        if (!s->files_only && exactly < 0) {
            try_paths(s, &expected, &before);
        }
        for (int k = FAULT_MEMORY; k < FAULT_KINDS; k++) {
            if ((fault && strcmp(fault, kind_names[k]) != 0) || (k == FAULT_MEMORY && s->files_only)) {
                continue;
            }
            if (most == 0 && exactly < 0) {
                continue; /* the paths alone */
            }
            long step = most ? 1 + expected.child_report.calls[k] / most : 1;
            if (exactly >= 0) {
                for (int ever = 0; ever <= (k != FAULT_SIGNAL); ever++) {
                    outcome o = run(s, (fault_kind)k, exactly, ever);
                    runs++;
                    check_outcome(s, (fault_kind)k, exactly, ever, &o, &expected, &before);
                    outcome_free(&o);
                }
            } else {
                try_kind(s, (fault_kind)k, &expected, &before, step, offset);
            }
        }
        printf("%s  %s: %ld allocations on %ld paths, %ld reads and writes; %ld runs, %.1f s\n",
               wrong == first_wrong ? "ok    " : "FAILED", s->name, expected.child_report.calls[FAULT_MEMORY],
               expected.child_report.paths, expected.child_report.calls[FAULT_IO], runs - first,
               elapsed(&since) - began);
        fflush(stdout);
        outcome_free(&expected);
        folder_state_free(&before);
    }
    folder_reset();
    for (size_t i = 0; i < FILES; i++) {
        unlink(files[i].path);
    }
    unlink("../in");
    unlink("../out");
    unlink("../err");
    rmdir("../here");
    chdir("/");
    rmdir(work);
    printf("%zu commands, %ld runs in trouble, %ld wrong\n", tried, runs, wrong);
    return wrong || !tried;
}
