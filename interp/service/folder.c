#include "service/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_LENGTH_MAX = 200 };

bool folder_open(folder *f, const char *path)
{
    *f = (folder){.fd = -1};
    if (!path) {
        return true;
    }
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    f->path = calloc(1, length + 1);
    if (!f->path) {
        errno = ENOMEM;
        return false;
    }
    memcpy(f->path, path, length);
    f->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return f->fd >= 0;
}

void folder_close(folder *f)
{
    if (f->fd >= 0) {
        (void)close(f->fd);
    }
    free(f->path);
    *f = (folder){.fd = -1};
}

bool folder_holds(const folder *f, const char *file)
{
    size_t length = f->path ? strlen(f->path) : 0;
    return length && strncmp(file, f->path, length) == 0 && (file[length] == '/' || f->path[length - 1] == '/');
}

/* Each part of the path is a visible name. */
static bool is_plain(const char *path)
{
    while (*path) {
        size_t length = strcspn(path, "/");
        if (!length || length > NAME_LENGTH_MAX || *path == '.') {
            return false;
        }
        for (size_t i = 0; i < length; i++) {
            if ((unsigned char)path[i] < ' ' || path[i] == '\\') {
                return false;
            }
        }
        path += length;
        if (*path && !*++path) {
            return false;
        }
    }
    return true;
}

const char *folder_relative(const folder *f, const char *file)
{
    if (f->fd < 0) {
        return NULL;
    }
    const char *relative = file;
    if (folder_holds(f, file)) {
        relative = file + strlen(f->path);
        relative += strspn(relative, "/");
    }
    bool known = text_ends_with(relative, ".yaml") || text_ends_with(relative, ".lua");
    return known && is_plain(relative) ? relative : NULL;
}

/* A descriptor of the folder in which the file lies, and the file's own name; -1 and errno. */
static int open_parent(const folder *f, const char *relative, const char **name)
{
    int fd = openat(f->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (const char *slash; fd >= 0 && (slash = strchr(relative, '/')) != NULL; relative = slash + 1) {
        char part[NAME_LENGTH_MAX + 1] = {0};
        memcpy(part, relative, (size_t)(slash - relative));
        int next = openat(fd, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = errno;
        (void)close(fd);
        errno = error;
        fd = next;
    }
    *name = relative;
    return fd;
}

/* A regular file for reading; -1 and errno. O_NONBLOCK: a pipe does not stop us. */
static int open_file(const folder *f, const char *relative)
{
    const char *name;
    int parent = open_parent(f, relative, &name);
    if (parent < 0) {
        return -1;
    }
    int fd = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int error = errno;
    (void)close(parent);
    struct stat about;
    if (fd >= 0 && (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))) {
        (void)close(fd);
        fd = -1;
        error = EINVAL;
    }
    errno = error;
    return fd;
}

bool folder_has(const folder *f, const char *relative)
{
    int fd = f->fd >= 0 ? open_file(f, relative) : -1;
    if (fd >= 0) {
        (void)close(fd);
    }
    return fd >= 0;
}

int folder_read(const folder *f, const char *relative, text *bytes)
{
    int fd = open_file(f, relative);
    if (fd < 0) {
        return errno;
    }
    char part[16384];
    ssize_t count;
    int error = 0;
    while (!error && (count = read(fd, part, sizeof part)) != 0) {
        if (count > 0) {
            text_add(bytes, part, (size_t)count);
            error = bytes->failed ? ENOMEM : bytes->length > FOLDER_FILE_MAX ? EFBIG : 0;
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    (void)close(fd);
    return error;
}

static int write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t count = write(fd, bytes, length);
        if (count < 0 && errno != EINTR) {
            return errno;
        }
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return fsync(fd) == 0 ? 0 : errno;
}

/* The file may be replaced: it is a regular one, or there is none. */
static int may_write(int parent, const char *name, bool create)
{
    struct stat about;
    if (fstatat(parent, name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno == ENOENT ? 0 : errno;
    }
    return create ? EEXIST : S_ISLNK(about.st_mode) ? ELOOP : S_ISREG(about.st_mode) ? 0 : EINVAL;
}

/* 0, or an error number. With `create` a file of that name is not replaced: link fails there. */
static int give_name(int parent, const char *beside, const char *name, bool create)
{
    if (create) {
        int error = linkat(parent, beside, parent, name, 0) == 0 ? 0 : errno;
        bool one_name_alone =
            error == EPERM || error == EMLINK || error == ENOTSUP; /* such as FAT, and WebAssembly's files */
        error = one_name_alone ? may_write(parent, name, true) : error;
        if (!one_name_alone || error) {
            return error;
        }
    }
    return renameat(parent, beside, parent, name) == 0 ? 0 : errno;
}

/* Writes a file beside it and renames that, as base/atomic_write.h does; from a descriptor, since a path could be led
 * elsewhere between two looks at it. */
static int write_beside(int parent, const char *name, const char *bytes, size_t length, bool create)
{
    char beside[NAME_LENGTH_MAX + 32];
    snprintf(beside, sizeof beside, ".%.*s.%ld~", NAME_LENGTH_MAX, name, (long)getpid());
    (void)unlinkat(parent, beside, 0); /* of a program with our number that was killed */
    int fd = openat(parent, beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) {
        return errno;
    }
    int error = write_all(fd, bytes, length);
    if (close(fd) != 0 && !error) {
        error = errno;
    }
    if (!error) {
        error = give_name(parent, beside, name, create);
    }
    (void)unlinkat(parent, beside, 0); /* gone where it was renamed */
    return error;
}

int folder_write(const folder *f, const char *relative, const char *bytes, size_t length, bool create)
{
    const char *name;
    int parent = open_parent(f, relative, &name);
    if (parent < 0) {
        return errno;
    }
    int error = may_write(parent, name, create);
    if (!error) {
        error = write_beside(parent, name, bytes, length, create);
    }
    (void)close(parent);
    return error;
}
