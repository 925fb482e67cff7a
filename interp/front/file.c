#include "front/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t done = write(fd, bytes, length);
        if (done == -1 && errno != EINTR) {
            return errno;
        }
        if (done > 0) {
            bytes += done;
            length -= (size_t)done;
        }
    }
    return fsync(fd) == -1 ? errno : 0;
}

/* A name in the folder of `path` that is nobody's: for a few tries, since another ferz may save too. */
static int open_beside(const char *path, text *name)
{
    const char *slash = strrchr(path, '/');
    for (int attempt = 0; attempt < 100; attempt++) {
        text_clear(name);
        text_add(name, path, slash ? (size_t)(slash - path) + 1 : 0);
        text_print(name, ".ferz-%ld-%d.tmp", (long)getpid(), attempt);
        if (name->failed) {
            errno = ENOMEM;
            return -1;
        }
        int fd = open(text_string(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd != -1 || errno != EEXIST) {
            return fd;
        }
    }
    return -1;
}

/* The rename itself must survive a power cut, too. A folder that cannot be opened or synced is no reason to complain:
 * the file is there. */
static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    text folder = {0};
    text_add(&folder, path, slash ? (size_t)(slash - path) + 1 : 0);
    int fd = open(slash ? text_string(&folder) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd != -1) {
        fsync(fd);
        close(fd);
    }
    text_finish(&folder);
}

/* Gives the file its name. A link, unlike a rename, fails where something has that name. */
static int put_in_place(const char *from, const char *to, file_mode mode)
{
    if (mode == FILE_REPLACE) {
        return rename(from, to) == -1 ? errno : 0;
    }
    int error = link(from, to) == -1 ? errno : 0;
    if (error == EPERM || error == EOPNOTSUPP || error == ENOSYS) { /* a file system without links */
        error = file_exists(to) ? EEXIST : rename(from, to) == -1 ? errno : 0;
        return error;
    }
    if (error == 0) {
        unlink(from);
    }
    return error;
}

bool file_write(const char *path, const text *content, file_mode mode, output *out)
{
    struct stat about;
    if (mode == FILE_REPLACE && stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        output_complain(out, "%s: is not a file", path);
        return false;
    }
    text name = {0};
    int fd = content->failed ? -1 : open_beside(path, &name);
    int error = content->failed ? ENOMEM : fd == -1 ? errno : write_all(fd, text_string(content), content->length);
    if (fd != -1) {
        if (close(fd) == -1 && error == 0) {
            error = errno;
        }
        if (error == 0) {
            error = put_in_place(text_string(&name), path, mode);
        }
        if (error) {
            unlink(text_string(&name));
        } else {
            sync_folder(path);
        }
    }
    text_finish(&name);
    if (error) {
        output_complain(out, "%s: %s", path, strerror(error));
    }
    return error == 0;
}

bool file_exists(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

bool file_holds(const char *path, const text *content)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat about;
    bool same = fd != -1 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode) &&
                (uintmax_t)about.st_size == (uintmax_t)content->length;
    const char *bytes = text_string(content);
    char block[4096];
    for (size_t at = 0; same && at < content->length;) {
        ssize_t got = read(fd, block, sizeof block);
        same = got > 0 && (size_t)got <= content->length - at && memcmp(block, bytes + at, (size_t)got) == 0;
        at += same ? (size_t)got : 0;
    }
    if (fd != -1) {
        close(fd);
    }
    return same;
}

FILE *file_open_plain(const char *path, text *why)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat about;
    if (fd < 0 || fstat(fd, &about) != 0) {
        text_put(why, strerror(errno));
    } else if (!S_ISREG(about.st_mode)) {
        text_put(why, "it is not a plain file");
    } else {
        FILE *file = fdopen(fd, "rb");
        if (file) {
            return file;
        }
        text_put(why, strerror(errno));
    }
    if (fd >= 0) {
        close(fd);
    }
    return NULL;
}
