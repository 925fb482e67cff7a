#define _XOPEN_SOURCE 700 /* realpath */

#include "base/read_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool read_file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? S_ISREG(info.st_mode) : errno != ENOENT && errno != ENOTDIR;
}

bool read_file_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool read_file_same(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool read_file_nearest(const char *path, text *nearest)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t folder = (size_t)(name - path), stem = text_stem_length(name);
    text wanted = {0}, found = {0}, opened = {0};
    const char *ending = text_ends_with(name, ".lua") ? ".lua" : text_ends_with(name, ".svg") ? ".svg" : NULL;
    text_add(&wanted, name, stem);
    text_put(&wanted, ending ? "" : ".yaml");
    text_add(&opened, path, folder);
    text_put(&opened, folder ? "" : ".");
    size_t best = stem / 3 > 0 ? stem / 3 : 1;
    DIR *entries = opendir(text_string(&opened));
    for (struct dirent *entry; entries && (entry = readdir(entries)) != NULL;) {
        const char *one = entry->d_name;
        bool rules = ending ? text_ends_with(one, ending)
                            : text_ends_with(one, ".yaml") && !text_ends_with(one, ".test.yaml") &&
                                  !text_ends_with(one, ".tuning.yaml");
        size_t distance = rules ? text_distance(text_string(&wanted), one, best) : best + 1;
        /* of equally near ones the first, whatever the order of the folder */
        if (distance < best || (distance == best && (!found.length || strcmp(one, text_string(&found)) < 0))) {
            best = distance;
            text_clear(&found);
            text_put(&found, one);
        }
    }
    if (entries) {
        (void)closedir(entries);
    }
    bool good = found.length && !found.failed && !wanted.failed && !opened.failed;
    if (good) {
        text_add(nearest, path, folder);
        text_put(nearest, text_string(&found));
    }
    text_finish(&wanted);
    text_finish(&found);
    text_finish(&opened);
    return good && !nearest->failed;
}

/* Where a symbolic link leads, if that is within its own folder; the caller frees it. NULL and errno otherwise. */
static char *target_inside(const char *path)
{
    const char *slash = strrchr(path, '/');
    text folder = {0};
    text_add(&folder, path, slash ? (size_t)(slash - path) + 1 : 0);
    text_put(&folder, ".");
    char *target = realpath(path, NULL);
    char *home = target && !folder.failed ? realpath(text_string(&folder), NULL) : NULL;
    size_t length = home ? strlen(home) : 0;
    bool root = home && strcmp(home, "/") == 0;
    if (target && home && !root && (strncmp(target, home, length) != 0 || target[length] != '/')) {
        free(target);
        target = NULL;
        errno = EXDEV;
    } else if (target && !home) {
        int error = folder.failed ? ENOMEM : errno;
        free(target);
        target = NULL;
        errno = error;
    }
    int error = errno;
    free(home);
    text_finish(&folder);
    errno = error;
    return target;
}

bool read_file_is_below(const char *path, const char *folder)
{
    char *target = realpath(path, NULL), *home = realpath(folder && *folder ? folder : ".", NULL);
    size_t length = home ? strlen(home) : 0;
    bool root = home && strcmp(home, "/") == 0;
    bool below = target && home && (root || (strncmp(target, home, length) == 0 && target[length] == '/'));
    free(target);
    free(home);
    return below;
}

int read_file_open(const char *path, read_file_links links)
{
    struct stat link;
    if (links == READ_FILE_LINKS_INSIDE && lstat(path, &link) == 0 && S_ISLNK(link.st_mode)) {
        char *target = target_inside(path);
        int opened = target ? read_file_open(target, READ_FILE_NO_LINKS) : -1;
        int error = errno;
        free(target);
        errno = error;
        return opened;
    }
    /* Without O_NONBLOCK, opening a pipe would wait for a writer. */
    int file =
        open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (links == READ_FILE_FOLLOW_LINKS ? 0 : O_NOFOLLOW));
    struct stat info;
    if (file == -1) {
        return -1;
    }
    int error = fstat(file, &info) != 0 ? errno : S_ISDIR(info.st_mode) ? EISDIR : !S_ISREG(info.st_mode) ? ENODEV : 0;
    if (error) {
        (void)close(file);
        errno = error;
        return -1;
    }
    return file;
}

int read_file_bytes(const char *path, read_file_links links, size_t max_size, text *bytes)
{
    int file = read_file_open(path, links);
    if (file == -1) {
        return errno;
    }
    char block[16 << 10];
    size_t total = 0; /* the size from fstat is not reliable: the file may grow */
    int error = 0;
    for (ssize_t got = 1; got != 0 && !error;) {
        got = read(file, block, sizeof block);
        if (got < 0) {
            error = errno == EINTR ? 0 : errno;
            continue;
        }
        total += (size_t)got;
        text_add(bytes, block, (size_t)got);
        error = bytes->failed ? ENOMEM : total > max_size ? EFBIG : 0;
    }
    (void)close(file);
    return error;
}
