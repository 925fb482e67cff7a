#include "serve/folder_watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

enum { FILES_MAX = 5000 };

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
    const char **told;
    bool first;
};

folder_watch *folder_watch_create(const char *path)
{
    folder_watch *w = calloc(1, sizeof *w);
    size_t ignored;
    if (w) {
        w->path = path;
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
        free(w->files);
        free(w->told);
        free(w);
    }
}

static seen_file *find_file(folder_watch *w, const char *path)
{
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->files[i].path, path) == 0) {
            return &w->files[i];
        }
    }
    if (w->count == w->room) {
        size_t room = w->room ? w->room * 2 : 64;
        seen_file *more = room <= FILES_MAX * 2 ? realloc(w->files, room * sizeof *more) : NULL;
        const char **told = more ? realloc(w->told, room * sizeof *told) : NULL;
        w->files = more ? more : w->files;
        w->told = told ? told : w->told;
        if (!more || !told) {
            return NULL;
        }
        w->room = room;
    }
    char *copy = malloc(strlen(path) + 1);
    if (!copy) {
        return NULL;
    }
    w->files[w->count] = (seen_file){.path = strcpy(copy, path), .settled = w->first};
    return &w->files[w->count++];
}

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

const char *const *folder_watch_look(folder_watch *w, size_t *count)
{
    for (size_t i = 0; i < w->count; i++) {
        w->files[i].there = false;
    }
    see_folder(w, w->path, true);
    *count = 0;
    for (size_t i = 0; i < w->count; i++) {
        seen_file *f = &w->files[i];
        if (!f->there && f->state) { /* gone; told at the next look, unless an editor puts it back */
            f->state = 0;
            f->settled = false;
            f->changed = true;
        } else if (f->changed && (f->settled || !f->there)) {
            f->changed = false;
            w->told[(*count)++] = f->path;
        }
    }
    return w->told;
}
