#include "base/read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool read_file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? S_ISREG(info.st_mode) : errno != ENOENT && errno != ENOTDIR;
}

int read_file_open(const char *path, read_file_links links)
{
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
