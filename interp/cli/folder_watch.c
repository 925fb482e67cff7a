#include "cli/folder_watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/file_events.h"

enum {
    FILES_MAX = 200000,
    SURE_MILLISECONDS = 2000, /* between two looks where nothing was told: some file systems tell nothing */
    EVENT_SHARE = 10,         /* a look takes at most this part of the time where something happens, */
    IDLE_SHARE = 200,         /* and this one where nothing does */
    BLIND_SHARE = 20,         /* and this one where nobody tells what happens */
};

typedef struct seen_file {
    char *path;
    uint64_t state; /* of inode, size and time */
    bool there;     /* in this look */
    bool changed;   /* since it was told */
    bool settled;   /* it was the same in two looks */
} seen_file;

struct folder_watch {
    const char *path;
    seen_file *files;
    size_t count, room;
    uint32_t *slots; /* by the hash of a path: its number + 1; twice as many as there is room */
    const char **told;
    int events;     /* of file_events_open */
    bool complete;  /* events tell of all folders */
    bool unsettled; /* some file is to be told at the next look */
    bool first;
    int64_t looked, took; /* when the last look ended, and how long it was, in microseconds */
};

static int64_t now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

folder_watch *folder_watch_create(const char *path)
{
    folder_watch *w = calloc(1, sizeof *w);
    size_t ignored;
    if (w) {
        w->path = path;
        w->events = file_events_open();
        w->first = true;
        (void)folder_watch_look(w, &ignored);
        w->first = false;
    }
    return w;
}

void folder_watch_destroy(folder_watch *w)
{
    for (size_t i = 0; w && i < w->count; i++) {
        free(w->files[i].path);
    }
    if (w) {
        file_events_close(w->events);
        free(w->files);
        free(w->slots);
        free(w->told);
        free(w);
    }
}

/* ---- the table ---- */

/* Where the number of that path stands, or would. */
static uint32_t *find_slot(const folder_watch *w, const char *path)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *p = path; *p; p++) {
        hash = (hash ^ (unsigned char)*p) * UINT64_C(0x100000001b3);
    }
    size_t mask = w->room * 2 - 1, at = (size_t)(hash ^ hash >> 29) & mask;
    while (w->slots[at] && strcmp(w->files[w->slots[at] - 1].path, path) != 0) {
        at = (at + 1) & mask;
    }
    return &w->slots[at];
}

static void fill_slots(folder_watch *w)
{
    memset(w->slots, 0, w->room * 2 * sizeof *w->slots);
    for (size_t i = 0; i < w->count; i++) {
        *find_slot(w, w->files[i].path) = (uint32_t)i + 1;
    }
}

static bool make_room(folder_watch *w)
{
    size_t room = w->room ? w->room * 2 : 64;
    seen_file *files = room <= FILES_MAX * 2 ? realloc(w->files, room * sizeof *files) : NULL;
    w->files = files ? files : w->files;
    const char **told = files ? realloc(w->told, room * sizeof *told) : NULL;
    w->told = told ? told : w->told;
    uint32_t *slots = told ? realloc(w->slots, room * 2 * sizeof *slots) : NULL;
    if (!slots) {
        return false;
    }
    w->slots = slots;
    w->room = room;
    fill_slots(w);
    return true;
}

static seen_file *find_file(folder_watch *w, const char *path)
{
    uint32_t number = w->room ? *find_slot(w, path) : 0;
    if (number) {
        return &w->files[number - 1];
    }
    char *copy = w->count < w->room || make_room(w) ? strdup(path) : NULL;
    if (!copy) {
        return NULL;
    }
    uint32_t *slot = find_slot(w, path);
    w->files[w->count] = (seen_file){.path = copy, .settled = w->first};
    *slot = (uint32_t)++w->count;
    return &w->files[w->count - 1];
}

/* Files that are gone, and were told so. */
static void forget_gone(folder_watch *w)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++) {
        if (w->files[i].state || w->files[i].changed) {
            w->files[kept++] = w->files[i];
        } else {
            free(w->files[i].path);
        }
    }
    if (kept < w->count) {
        w->count = kept;
        fill_slots(w);
    }
}

/* ---- looking ---- */

static void see_file(folder_watch *w, const char *path, const struct stat *about)
{
    seen_file *f = find_file(w, path);
    if (!f) {
        return;
    }
    uint64_t state = (uint64_t)about->st_ino * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)about->st_size << 40 ^
                     (uint64_t)about->st_mtim.tv_sec << 30 ^ (uint64_t)about->st_mtim.tv_nsec;
    state |= 1; /* 0: there is none */
    f->settled = f->state == state;
    f->changed = !w->first && (f->changed || f->state != state);
    f->state = state;
    f->there = true;
}

static void see_folder(folder_watch *w, const char *path, bool deeper)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    w->complete = file_events_add(w->events, path) && w->complete; /* before we look: nothing is missed between */
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && !folder) {
        (void)close(fd);
    }
    text name = {0};
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
        struct stat about;
        if (entry->d_name[0] == '.' || fstatat(fd, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        text_clear(&name);
        text_print(&name, "%s/%s", path, entry->d_name);
        bool rules = text_ends_with(entry->d_name, ".yaml") || text_ends_with(entry->d_name, ".lua") ||
                     text_ends_with(entry->d_name, ".svg");
        if (S_ISREG(about.st_mode) && rules) {
            see_file(w, text_string(&name), &about);
        } else if (S_ISDIR(about.st_mode) && deeper) {
            see_folder(w, text_string(&name), false);
        }
    }
    if (folder) {
        (void)closedir(folder);
    }
    text_finish(&name);
}

/* Whether it is time to look: soon after something has happened, else now and then. */
static bool is_due(folder_watch *w)
{
    bool wanted = file_events_take(w->events) || w->unsettled;
    int64_t passed = now() - w->looked;
    w->unsettled = wanted; /* until we have looked */
    return w->first || (wanted || !w->complete ? passed >= w->took * (w->complete ? EVENT_SHARE : BLIND_SHARE)
                                               : passed >= w->took * IDLE_SHARE && passed >= SURE_MILLISECONDS * 1000);
}

static void look(folder_watch *w)
{
    for (size_t i = 0; i < w->count; i++) {
        w->files[i].there = false;
    }
    w->complete = true;
    see_folder(w, w->path, true);
}

/* What is to be told now. */
static size_t collect(folder_watch *w)
{
    size_t count = 0;
    w->unsettled = false;
    for (size_t i = 0; i < w->count; i++) {
        seen_file *f = &w->files[i];
        if (!f->there && f->state) { /* gone; told at the next look, unless an editor puts it back */
            f->state = 0;
            f->settled = false;
            f->changed = true;
        } else if (f->changed && (f->settled || !f->there)) {
            f->changed = false;
            w->told[count++] = f->path;
        }
        w->unsettled = w->unsettled || f->changed;
    }
    return count;
}

const char *const *folder_watch_look(folder_watch *w, size_t *count)
{
    *count = 0;
    if (is_due(w)) {
        int64_t began = now();
        forget_gone(w);
        look(w);
        *count = collect(w);
        w->looked = now();
        w->took = w->looked - began;
    }
    return w->told;
}
