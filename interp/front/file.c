#include "front/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/plain.h"
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
    text bytes = {0};
    bool same = plain_read(path, PLAIN_LINKS, content->length, &bytes) == 0 && bytes.length == content->length &&
                memcmp(text_string(&bytes), text_string(content), content->length) == 0;
    text_finish(&bytes);
    return same;
}

FILE *file_open_plain(const char *path, text *why)
{
    int fd = plain_open(path, PLAIN_LINKS);
    FILE *file = fd == -1 ? NULL : fdopen(fd, "rb");
    if (!file) {
        text_put(why, errno == ENODEV || errno == EISDIR ? "it is not a plain file" : strerror(errno));
        if (fd != -1) {
            close(fd);
        }
    }
    return file;
}
