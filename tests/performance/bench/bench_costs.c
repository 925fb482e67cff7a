/* What games cost: the time to load them and their memory. */
#include "bench.h"

#include "engines/uci_peer.h"

#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/time.h>

extern char **environ;

enum { CHECKS = 40 /* of the one that should be quick */ };

/* ---- loading ---- */

/* The program, which was built beside this one. */
static const char *program(void)
{
    static char path[PATH_MAX + 8];
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    char *slash;
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    slash = strrchr(path, '/');
    strcpy(slash ? slash + 1 : path, "ferz");
    return access(path, X_OK) == 0 ? path : NULL;
}

/* Of all children that have ended. */
static double seconds_of_children(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage))
        die("no clock");
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* Seconds that the whole process was on a processor; negative when it failed. */
static double check_once(const char *ferz, const char *variant)
{
    char *words[] = {(char *)(uintptr_t)ferz, "check", (char *)(uintptr_t)variant, NULL};
    posix_spawn_file_actions_t quiet;
    pid_t child;
    int status = -1;
    if (posix_spawn_file_actions_init(&quiet) ||
        posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) ||
        posix_spawn_file_actions_adddup2(&quiet, STDOUT_FILENO, STDERR_FILENO))
        die("out of memory");
    double start = seconds_of_children();
    if (posix_spawn(&child, ferz, &quiet, NULL, words, environ) || waitpid(child, &status, 0) != child)
        die("cannot run %s", ferz);
    double elapsed = seconds_of_children() - start;
    posix_spawn_file_actions_destroy(&quiet);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? elapsed : -1;
}

static double check_best(const char *ferz, const char *variant, int runs)
{
    double best = BENCH_FOREVER;
    for (int run = 0; run < runs; run++) {
        double elapsed = check_once(ferz, variant);
        if (elapsed < 0)
            return elapsed;
        best = bench_least(best, elapsed);
    }
    return best;
}

double bench_check_seconds(const char *variant, int runs)
{
    const char *ferz = program();
    return ferz ? check_best(ferz, variant, runs) : -1;
}

/* The best time of a rule file that is another one at every run: nothing that was kept of it could help. */
static double check_changed(const char *ferz, int runs)
{
    char folder[] = "/tmp/ferz-bench-XXXXXX", path[sizeof folder + 16];
    double best = BENCH_FOREVER;
    if (!mkdtemp(folder))
        die("no folder for files");
    snprintf(path, sizeof path, "%s/changed.yaml", folder);
    for (int run = 0; run < runs; run++) {
        FILE *file = fopen(path, "w");
        if (!file)
            die("cannot write %s", path);
        fprintf(file, "name: Changed\nextends: chess\npieces:\n  knight: {moves: \"N(%d,%d)\"}\n", 3 + run % 5,
                run / 5 % 3);
        fclose(file);
        double elapsed = check_once(ferz, path);
        best = elapsed < 0 ? elapsed : bench_least(best, elapsed);
        if (elapsed < 0)
            break;
    }
    unlink(path);
    rmdir(folder);
    return best;
}

static void loading_row(bench *b, const char *label, double elapsed, double most)
{
    char target[32];
    if (elapsed < 0) {
        bench_row(b, "| %s | fails | - | - |\n", label);
        b->sound = false;
        return;
    }
    snprintf(target, sizeof target, "%.0f ms", most * 1e3);
    bench_row(b, "| %s | %.1f |", label, elapsed * 1e3);
    bench_target(b, target, elapsed < most);
}

static void slowest_row(bench *b, const char *ferz)
{
    ferz_list_entry *entries;
    size_t count = ferz_list(b->rules, &entries, b->messages), slowest = 0;
    double most = -1;
    for (size_t i = 0; i < count; i++) {
        double elapsed = check_best(ferz, entries[i].path, 2);
        if (elapsed > most) {
            most = elapsed;
            slowest = i;
        }
    }
    char label[128];
    snprintf(label, sizeof label, "loading, the slowest of %zu games: %s", count,
             count ? entries[slowest].name : "none");
    loading_row(b, label, count ? check_best(ferz, entries[slowest].path, b->runs) : -1, 1);
    ferz_list_free(entries, count);
}

void bench_loading(bench *b)
{
    const char *ferz = program(), *loading = "loading";
    if (!bench_selected(b, loading))
        return;
    b->heading = "`ferz check` as a whole process, by the processor's time:\n\n"
                 "| loading | ms | target | met |\n| --- | --: | --: | --- |";
    if (!ferz) {
        fputs("ferz is not beside this program: loading is not measured\n", stderr);
        return;
    }
    setenv("FERZ_RULES", b->rules[0], 1);
    loading_row(b, "loading chess", check_best(ferz, "chess", CHECKS), 0.01);
    loading_row(b, "loading a rule file that has just changed", check_changed(ferz, CHECKS / 2), 0.01);
    slowest_row(b, ferz);
}

/* ---- memory ---- */

typedef struct size_record {
    const char *name;
    size_t bytes, games;
} size_record;

static void record_size(size_record *l, const char *name, size_t bytes)
{
    l->games++;
    if (bytes > l->bytes)
        *l = (size_record){.name = name, .bytes = bytes, .games = l->games};
}

static void memory_row(bench *b, const char *what, const size_record *l, size_t most)
{
    char target[32];
    if (!l->games)
        return;
    snprintf(target, sizeof target, "%zu", most);
    bench_row(b, "| %s, the largest of %zu: %s | %zu |", what, l->games, l->name, l->bytes);
    bench_target(b, target, l->bytes < most);
}

void bench_memory(bench *b)
{
    if (!bench_selected(b, "memory"))
        return;
    ferz_list_entry *entries;
    size_t count = ferz_list_details(b->rules, &entries, b->messages);
    size_record tables = {0}, wide = {0}, position = {0};
    ferz_messages_clear(b->messages);
    for (size_t i = 0; i < count; i++) {
        bool chessboard = entries[i].board && strcmp(entries[i].board, "8x8") == 0;
        bool widest = entries[i].board && strcmp(entries[i].board, "36x36") == 0;
        if (!chessboard && !widest)
            continue;
        ferz_variant *variant = ferz_variant_load(entries[i].path, b->rules, NULL, 0, 1, b->messages);
        if (!variant) {
            bench_show_messages(b);
            continue;
        }
        ferz_messages_clear(b->messages); /* warnings */
        record_size(chessboard ? &tables : &wide, entries[i].name, ferz_variant_table_bytes(variant));
        if (chessboard)
            record_size(&position, entries[i].name, ferz_variant_position_bytes(variant));
        ferz_variant_free(variant);
    }
    b->heading = "| memory | bytes | target | met |\n| --- | --: | --: | --- |";
    memory_row(b, "tables of games on 8x8", &tables, (size_t)4 << 20);
    memory_row(b, "tables of games on 36x36", &wide, (size_t)256 << 20);
    memory_row(b, "one position of games on 8x8", &position, 4096);
    ferz_list_free(entries, count);
}
