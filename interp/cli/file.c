#include "cli/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/read_file.h"
#include "base/atomic_write.h"

static void report_existing(const char *path, output *out)
{
    output_error(out, "%s exists already; nothing was written (--force replaces it)", path);
}

bool file_write(const char *path, const text *content, file_mode mode, output *out)
{
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        output_error(out, "%s: not a regular file", path);
        return false;
    }
    int error = content->failed ? ENOMEM
                                : atomic_write(path, text_string(content), content->length, mode == FILE_REPLACE,
                                               ATOMIC_WRITE_DEFAULT_MODE);
    if (error == EEXIST) {
        report_existing(path, out);
    } else if (error) {
        output_error(out, "%s: %s", path, strerror(error));
    }
    return error == 0;
}

bool file_may_write(const char *path, bool force, output *out)
{
    struct stat about;
    bool special = stat(path, &about) == 0 && !S_ISREG(about.st_mode); /* the writer says what is wrong with it */
    if (force || special || !file_exists(path)) {
        return true;
    }
    report_existing(path, out);
    return false;
}

bool file_may_create(const char *path, output *out)
{
    const char *slash = strrchr(path, '/');
    text folder = {0};
    text_add(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    const bool may = folder.failed || access(text_string(&folder), W_OK) == 0;
    if (!may) {
        output_error(out, "%s: %s", text_string(&folder), strerror(errno));
    }
    text_finish(&folder);
    return may;
}

bool file_write_string(const char *path, const char *string, file_mode mode, output *out)
{
    text content = {0};
    text_put(&content, string);
    bool written = file_write(path, &content, mode, out);
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
    bool same = read_file_bytes(path, READ_FILE_FOLLOW_LINKS, content->length, &bytes) == 0 &&
                bytes.length == content->length &&
                memcmp(text_string(&bytes), text_string(content), content->length) == 0;
    text_finish(&bytes);
    return same;
}

FILE *file_open_regular(const char *path, text *why)
{
    int fd = read_file_open(path, READ_FILE_FOLLOW_LINKS);
    FILE *file = fd == -1 ? NULL : fdopen(fd, "rb");
    if (!file) {
        text_put(why, errno == ENODEV || errno == EISDIR ? "it is not a regular file" : strerror(errno));
        if (fd != -1) {
            close(fd);
        }
    }
    return file;
}

bool file_make_folder(const char *path, output *out)
{
    text part = {0};
    bool ok = true;
    for (const char *end = path; ok && *end;) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        text_clear(&part);
        text_add(&part, path, (size_t)(end - path));
        ok = !part.failed && (mkdir(text_string(&part), 0777) == 0 || errno == EEXIST);
    }
    if (!ok) {
        output_error(out, "cannot make the folder %s: %s", path, part.failed ? "out of memory" : strerror(errno));
    }
    text_finish(&part);
    return ok;
}
