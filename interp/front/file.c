#include "front/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole.h"

bool file_write(const char *path, const text *content, file_mode mode, output *out)
{
    struct stat about;
    if (mode == FILE_REPLACE && stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        output_complain(out, "%s: is not a file", path);
        return false;
    }
    int error = content->failed
                    ? ENOMEM
                    : whole_write(path, text_string(content), content->length, mode == FILE_REPLACE, WHOLE_USUAL_MODE);
    if (error) {
        output_complain(out, "%s: %s", path, strerror(error));
    }
    return error == 0;
}

bool file_write_words(const char *path, const char *words, output *out)
{
    text content = {0};
    text_put(&content, words);
    bool written = file_write(path, &content, FILE_REPLACE, out);
    text_finish(&content);
    return written;
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
