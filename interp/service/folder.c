#include "service/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic_write.h"

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

/* Each part of the path is a name that is not hidden. */
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
    static const char *const endings[] = {".yaml", ".lua", ".svg", ".network"};
    bool known = false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        known = known || text_ends_with(relative, endings[i]);
    }
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

/* How long a character of a name is; 0 where it shows nothing, turns what follows, or is no UTF-8. */
static size_t visible_length(const char *path, size_t at, size_t end)
{
    size_t size = utf8_length(path + at, end - at);
    bool visible = size && path[at] != '\\' && utf8_kind_of(path + at, size) == UTF8_PRINTABLE &&
                   !utf8_mark_too_many(path, at, size);
    return visible ? size : 0;
}

/* Whether NAME.yaml or NAME.test.yaml would be a file beside other rules than its name says: NAME ends as such files do. */
static bool has_reserved_ending(const char *relative)
{
    static const char *const endings[] = {".tuning.yaml", ".test.test.yaml", ".tuning.test.yaml"};
    bool reserved = false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        reserved = reserved || text_ends_with(relative, endings[i]);
    }
    return reserved;
}

bool folder_may_name(const char *relative)
{
    size_t length = strlen(relative);
    for (size_t i = 0, size; i < length; i += size) {
        size = visible_length(relative, i, length);
        if (!size) {
            return false;
        }
    }
    return !has_reserved_ending(relative);
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

int folder_write(const folder *f, const char *relative, const char *bytes, size_t length, bool create,
                 const char *expected)
{
    const char *name;
    int parent = open_parent(f, relative, &name);
    if (parent < 0) {
        return expected && errno == ENOENT ? ESTALE : errno;
    }
    int error = may_write(parent, name, create);
    if (!error) {
        /* From a descriptor: a path could be led elsewhere between two looks at it. */
        const atomic_write_options how = {
            .replace = !create, .mode = ATOMIC_WRITE_DEFAULT_MODE, .expected = create ? NULL : expected};
        error = atomic_write_at(parent, name, bytes, length, &how);
    }
    (void)close(parent);
    return error;
}
