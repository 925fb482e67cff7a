#include "faults.h"

#include "base/arena.h"

#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names that begin so belong to the compiler; but these are the linker's own, see ld(1). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
void *__real_arena_array(arena *a, size_t count, size_t size);
char *__real_arena_text(arena *a, const char *words, size_t length);
int __real_open(const char *path, int flags, ...);
ssize_t __real_read(int fd, void *bytes, size_t length);
ssize_t __real_write(int fd, const void *bytes, size_t length);
int __real_close(int fd);
int __real_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __real_link(const char *from, const char *to);
int __real_mkstemp(char *path);
int __real_mkdir(const char *path, mode_t mode);
int __real_fchmod(int fd, mode_t mode);
int __real_fstat(int fd, struct stat *about);
FILE *__real_fopen(const char *path, const char *mode);
size_t __real_fread(void *bytes, size_t size, size_t count, FILE *file);
size_t __real_fwrite(const void *bytes, size_t size, size_t count, FILE *file);
int __real_fputs(const char *words, FILE *file);
int __real_fclose(FILE *file);
int __real_fflush(FILE *file);
DIR *__real_opendir(const char *path);

/* ---- which call fails ---- */

static atomic_long calls[FAULT_KINDS];
static atomic_int set_kind;
static atomic_long set_at, failed;
static atomic_bool set_ever;
static atomic_int path_depth; /* 0: no path is recorded */

void faults_set(fault_kind kind, long at, bool ever)
{
    for (int i = 0; i < FAULT_KINDS; i++) {
        calls[i] = 0;
    }
    failed = 0;
    set_at = at;
    set_ever = ever;
    set_kind = (int)kind;
    path_depth = 0;
}

void faults_clear(void)
{
    faults_set(FAULT_NONE, 0, false);
}

long faults_calls(fault_kind kind)
{
    return calls[kind];
}

long faults_failed(void)
{
    return failed;
}

/* ---- the paths that lead to an allocation ---- */

enum { FRAMES_MOST = 128, PATHS = 1 << 14 };

static uint64_t paths[PATHS]; /* hashes; 0: none */
static long *path_firsts;
static atomic_long path_count;
static long path_room;
static pthread_mutex_t path_lock = PTHREAD_MUTEX_INITIALIZER;

void faults_record_paths(int depth, long *firsts, long room)
{
    void *at[FRAMES_MOST];
    int outside =
        backtrace(at, FRAMES_MOST) - 1; /* those who call us; also loads what backtrace needs, which allocates */
    memset(paths, 0, sizeof paths);
    path_firsts = firsts;
    path_room = room < PATHS / 2 ? room : PATHS / 2;
    path_count = 0;
    path_depth = outside + depth;
}

long faults_path_count(void)
{
    return path_count;
}

static void record_path(long number)
{
    void *at[FRAMES_MOST];
    int count = backtrace(at, FRAMES_MOST), from = count > path_depth ? count - path_depth : 0;
    uint64_t hash = 1;
    for (int i = from; i < count; i++) {
        hash = (hash ^ (uintptr_t)at[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    pthread_mutex_lock(&path_lock);
    size_t slot = (size_t)(hash % PATHS);
    while (paths[slot] && paths[slot] != hash) {
        slot = (slot + 1) % PATHS;
    }
    if (!paths[slot] && path_count < path_room) {
        paths[slot] = hash;
        path_firsts[path_count++] = number;
    }
    pthread_mutex_unlock(&path_lock);
}
/* Places in the code that ask for memory, by their return addresses. */
enum { SITES = 1 << 13 };
static struct alloc_site {
    const void *at;
    int tried;       /* how often it has failed */
    long calls_made; /* since faults_set_sites */
} alloc_sites[SITES];
static int set_times;

void faults_set_sites(int times)
{
    faults_set(FAULT_SITES, 0, false);
    set_times = times;
    for (int i = 0; i < SITES; i++) {
        alloc_sites[i].calls_made = 0;
    }
}

/* Whether it is this place's turn: its first call, then its second, its fifth, its tenth. Only one thread may ask. */
static bool site_chosen(const void *at)
{
    size_t slot = (size_t)((uintptr_t)at * UINT64_C(0x9e3779b97f4a7c15) >> 51);
    while (alloc_sites[slot].at && alloc_sites[slot].at != at) {
        slot = (slot + 1) % SITES;
    }
    struct alloc_site *a = &alloc_sites[slot];
    a->at = at;
    long number = a->calls_made++;
    if (failed || a->tried >= set_times || number != (long)a->tried * a->tried) {
        return false;
    }
    a->tried++;
    return true;
}

enum { FRAMES_SHOWN = 24 };

static void show_frames(void)
{
    if (failed++ == 0 && getenv("FERZ_FAULTS_SHOW")) {
        void *at[FRAMES_SHOWN];
        int count = backtrace(at, FRAMES_SHOWN);
        backtrace_symbols_fd(at, count, STDERR_FILENO);
    }
}

/* Counts a call that can fail in this way; whether it does. */
static bool fails(fault_kind kind)
{
    long number = atomic_fetch_add(&calls[kind], 1);
    if (path_depth && kind == FAULT_MEMORY) {
        record_path(number);
    }
    bool hit = set_kind == (int)kind && (number == set_at || (set_ever && number > set_at));
    if (hit) {
        show_frames();
    }
    return hit;
}

/* The same of a call for memory from `place`. */
static bool fails_there(const void *site)
{
    bool hit = set_kind == FAULT_SITES && site_chosen(site);
    if (hit) {
        show_frames();
    }
    return fails(FAULT_MEMORY) || hit;
}

/* ---- the blocks that live ---- */

enum { ROOM = 1 << 20, FRAMES = 12 };

static struct block {
    void *at;
    long born;
} * blocks;
static void *(*frames)[FRAMES]; /* their callers: only when FERZ_FAULTS_SHOW is set, for it is slow */
static long live, born;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t slot_of(const void *at)
{
    size_t slot = (size_t)((uintptr_t)at * UINT64_C(0x9e3779b97f4a7c15) >> 44) % ROOM;
    while (blocks[slot].at && blocks[slot].at != at) {
        slot = (slot + 1) % ROOM;
    }
    return slot;
}

static void add(void *at)
{
    if (!at) {
        return;
    }
    pthread_mutex_lock(&lock);
    if (!blocks) {
        blocks = __real_calloc(ROOM, sizeof *blocks);
        frames = getenv("FERZ_FAULTS_SHOW") ? __real_calloc(ROOM, sizeof *frames) : NULL;
        if (!blocks) {
            abort();
        }
    }
    if (live > ROOM / 2) {
        abort(); /* the table is made for less */
    }
    size_t slot = slot_of(at);
    blocks[slot] = (struct block){at, ++born};
    if (frames) {
        memset(frames[slot], 0, sizeof frames[slot]);
        backtrace(frames[slot], FRAMES);
    }
    live++;
    pthread_mutex_unlock(&lock);
}

/* What came from the C library's own inside (getline, realpath) is not known here. */
static void forget(const void *at)
{
    pthread_mutex_lock(&lock);
    size_t hole = blocks ? slot_of(at) : 0;
    if (blocks && blocks[hole].at) {
        live--;
        for (size_t next = (hole + 1) % ROOM; blocks[next].at; next = (next + 1) % ROOM) {
            struct block moved = blocks[next];
            blocks[next].at = NULL;
            blocks[hole].at = NULL;
            size_t slot = slot_of(moved.at);
            if (frames && slot != next) {
                memcpy(frames[slot], frames[next], sizeof frames[slot]);
            }
            blocks[slot] = moved;
            hole = slot == next ? hole : next;
        }
        blocks[hole].at = NULL;
    }
    pthread_mutex_unlock(&lock);
}

long faults_live(void)
{
    return live;
}

long faults_born(void)
{
    return born;
}

void faults_show(long since)
{
    for (size_t i = 0; frames && i < ROOM; i++) {
        if (blocks[i].at && blocks[i].born > since) {
            fprintf(stderr, "block %ld:\n", blocks[i].born);
            fflush(stderr);
            backtrace_symbols_fd(frames[i], FRAMES, STDERR_FILENO);
        }
    }
}

/* ---- memory ---- */

void *__wrap_malloc(size_t size)
{
    void *block = NULL;
    if (fails_there(__builtin_return_address(0))) {
        errno = ENOMEM;
    } else {
        block = __real_malloc(size);
        add(block);
    }
    return block;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *block = NULL;
    if (fails_there(__builtin_return_address(0))) {
        errno = ENOMEM;
    } else {
        block = __real_calloc(count, size);
        add(block);
    }
    return block;
}

void *__wrap_realloc(void *old, size_t size)
{
    if (size && fails_there(__builtin_return_address(0))) {
        errno = ENOMEM;
        return NULL;
    }
    if (old) {
        forget(old);
    }
    void *block = __real_realloc(old, size);
    add(block || !size ? block : old);
    return block;
}

void __wrap_free(void *block)
{
    if (block) {
        forget(block);
    }
    __real_free(block);
}

void *__wrap_arena_array(arena *a, size_t count, size_t size)
{
    bool hit = set_kind == FAULT_SITES && site_chosen(__builtin_return_address(0));
    if (hit) {
        show_frames();
        a->failed = true;
    }
    return hit ? NULL : __real_arena_array(a, count, size);
}

char *__wrap_arena_text(arena *a, const char *words, size_t length)
{
    bool hit = set_kind == FAULT_SITES && site_chosen(__builtin_return_address(0));
    if (hit) {
        show_frames();
        a->failed = true;
    }
    return hit ? NULL : __real_arena_text(a, words, length);
}

char *__wrap_strndup(const char *words, size_t most)
{
    size_t length = strnlen(words, most);
    char *copy = __wrap_malloc(length + 1);
    if (copy) {
        memcpy(copy, words, length);
        copy[length] = '\0';
    }
    return copy;
}

char *__wrap_strdup(const char *words)
{
    return __wrap_strndup(words, SIZE_MAX);
}

/* ---- files ---- */

/* Pipes do not get full and have no bad sectors. */
static bool is_pipe(int fd)
{
    struct stat about;
    return __real_fstat(fd, &about) == 0 && S_ISFIFO(about.st_mode);
}

/* Counts the call under every fault that it may meet; the error number of the one that it meets, or 0. */
static int is_counted_call(int fd, bool opens, bool writes, bool moves)
{
    bool disk = fd < 0 || !is_pipe(fd);
    int error = disk && fails(FAULT_IO) ? EIO : 0;
    if (writes && disk && fails(FAULT_FULL)) {
        error = ENOSPC;
    }
    if (moves && fails(FAULT_SIGNAL)) {
        error = EINTR;
    }
    if (opens && fails(FAULT_FILES)) {
        error = EMFILE;
    }
    if (error) {
        errno = error;
    }
    return error;
}

int __wrap_open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? (mode_t)va_arg(args, int) : 0;
    va_end(args);
    return is_counted_call(-1, true, (flags & O_CREAT) != 0, false) ? -1 : __real_open(path, flags, mode);
}

ssize_t __wrap_read(int fd, void *bytes, size_t length)
{
    if (is_counted_call(fd, false, false, true)) {
        return -1;
    }
    return __real_read(fd, bytes, length && fails(FAULT_SHORT) ? 1 : length);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t length)
{
    if (is_counted_call(fd, false, true, true)) {
        return -1;
    }
    return __real_write(fd, bytes, length && fails(FAULT_SHORT) ? 1 : length);
}

int __wrap_close(int fd)
{
    int error = is_counted_call(fd, false, true, false);
    int result = __real_close(fd); /* it is closed all the same, as on Linux */
    if (error) {
        errno = error;
    }
    return error ? -1 : result;
}

int __wrap_fsync(int fd)
{
    return is_counted_call(fd, false, true, false) ? -1 : __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to)
{
    return is_counted_call(-1, false, true, false) ? -1 : __real_rename(from, to);
}

int __wrap_link(const char *from, const char *to)
{
    return is_counted_call(-1, false, true, false) ? -1 : __real_link(from, to);
}

int __wrap_mkstemp(char *path)
{
    return is_counted_call(-1, true, true, false) ? -1 : __real_mkstemp(path);
}

int __wrap_mkdir(const char *path, mode_t mode)
{
    return is_counted_call(-1, false, true, false) ? -1 : __real_mkdir(path, mode);
}

int __wrap_fchmod(int fd, mode_t mode)
{
    return is_counted_call(fd, false, true, false) ? -1 : __real_fchmod(fd, mode);
}

int __wrap_fstat(int fd, struct stat *about)
{
    return is_counted_call(fd, false, false, false) ? -1 : __real_fstat(fd, about);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    return is_counted_call(-1, true, *mode != 'r', false) ? NULL : __real_fopen(path, mode);
}

/* Only what goes to and comes from files: the standard streams are the test's own witnesses, and have their own tests. */
size_t __wrap_fread(void *bytes, size_t size, size_t count, FILE *file)
{
    if (file != stdin && is_counted_call(-1, false, false, false)) {
        /* As a real stream does it: the error stays to be asked for. */
        int fd = __real_open("/proc/self/mem", O_RDONLY);
        if (fd >= 0 && dup2(fd, fileno(file)) >= 0) {
            size_t none = __real_fread(bytes, size, count, file);
            __real_close(fd);
            return none;
        }
    }
    return __real_fread(bytes, size, count, file);
}

size_t __wrap_fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
    return file != stdout && file != stderr && is_counted_call(-1, false, true, false)
               ? 0
               : __real_fwrite(bytes, size, count, file);
}

int __wrap_fputs(const char *words, FILE *file)
{
    return file != stdout && file != stderr && is_counted_call(-1, false, true, false) ? EOF
                                                                                       : __real_fputs(words, file);
}

int __wrap_fclose(FILE *file)
{
    int error = is_counted_call(-1, false, true, false);
    int result = __real_fclose(file);
    if (error) {
        errno = error;
    }
    return error ? EOF : result;
}

int __wrap_fflush(FILE *file)
{
    return file != stdout && file != stderr && is_counted_call(-1, false, true, false) ? EOF : __real_fflush(file);
}

DIR *__wrap_opendir(const char *path)
{
    return is_counted_call(-1, true, false, false) ? NULL : __real_opendir(path);
}
