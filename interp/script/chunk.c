/* Chunk: a script's text, from the file to the point where Lua may have it. */
#define _POSIX_C_SOURCE 200809L

#include "script/internal.h"
#include "script/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

place chunk_place(const source *chunk, uint32_t line)
{
    const char *at = chunk->bytes;
    const char *end = chunk->bytes + chunk->size;
    for (uint32_t n = 1; n < line; n++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        if (!next) {
            break; /* the line after the last, where Lua saw the end */
        }
        at = next + 1;
    }
    place p = {.source = chunk, .line = line, .column = 1};
    for (; at < end && (*at == ' ' || *at == '\t'); at++) {
        p.column++;
    }
    while (at < end && *at != '\n' && *at != '\r') {
        size_t n = utf8_length(at, (size_t)(end - at));
        at += n ? n : 1;
        p.length++;
    }
    return p;
}

static void note_from(diag_list *diags, place from)
{
    if (from.source) {
        diag_note(diags, from, "the script is named here");
    }
}

static bool check_bytes(diag_list *diags, place from, const source *chunk)
{
    uint32_t line = 1;
    for (size_t i = 0; i < chunk->size;) {
        size_t n = utf8_length(chunk->bytes + i, chunk->size - i);
        if (n == 0 || chunk->bytes[i] == '\0') {
            diag_error(diags, CODE_SCRIPT_FILE, (place){.source = chunk, .line = line, .column = 1},
                       n == 0 ? "the script is not UTF-8 text" : "the script holds a NUL byte");
            note_from(diags, from);
            return false;
        }
        if (chunk->bytes[i] == '\n') {
            line++;
        }
        i += n;
    }
    return true;
}

bool chunk_check(diag_list *diags, place from, const source *chunk)
{
    if (chunk->size > SCRIPT_SIZE_MAX) {
        diag_error(diags, CODE_SCRIPT_FILE, from, "%s: a script may have %d bytes, not %zu", chunk->name,
                   (int)SCRIPT_SIZE_MAX, chunk->size);
        return false;
    }
    if (!check_bytes(diags, from, chunk)) {
        return false;
    }
    scan_fault found = scan_script(chunk->bytes, chunk->size);
    if (found.text) {
        diag_error(diags, CODE_SCRIPT_REFUSED, chunk_place(chunk, found.line), "%s", found.text);
        if (found.hint) {
            diag_hint(diags, "%s", found.hint);
        }
        note_from(diags, from);
        return false;
    }
    return true;
}

/* At most `room` bytes; the count, or -1 and errno. */
static ssize_t read_all(int file, char *bytes, size_t room)
{
    size_t length = 0;
    while (length < room) {
        ssize_t n = read(file, bytes + length, room - length);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return -1;
        }
        if (n == 0) {
            break;
        }
        length += (size_t)n;
    }
    return (ssize_t)length;
}

const source *script_read(diag_list *diags, place from, const char *path)
{
    const source *result = NULL;
    char *bytes = NULL;
    const stand_in *instead = diag_stand_in(diags, path);
    if (instead) {
        if (instead->size > SCRIPT_SIZE_MAX) {
            diag_error(diags, CODE_SCRIPT_FILE, from, "the script '%s' is longer than %d bytes", path,
                       (int)SCRIPT_SIZE_MAX);
            return NULL;
        }
        result = diag_source(diags, path, instead->bytes, instead->size);
        return result && check_bytes(diags, from, result) ? result : NULL;
    }
    /* Not through a link: downloaded rules could name a script that is a link to any file of the user, whose lines a
     * syntax error would then show. Not blocking: it might be a pipe. */
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
    if (file < 0 && errno != ENOENT && errno != ELOOP) {
        diag_failure(diags, CODE_UNREADABLE_FILE, "the script '%s' cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    if (file < 0) {
        diag_error(diags, errno == ENOENT ? CODE_NO_SCRIPT : CODE_SCRIPT_FILE, from,
                   errno == ELOOP ? "the script '%s' is a symbolic link; it must be a plain file"
                                  : "there is no script '%s'",
                   path);
        return NULL;
    }
    struct stat status;
    if (fstat(file, &status) != 0) {
        diag_failure(diags, CODE_UNREADABLE_FILE, "the script '%s' cannot be read: %s", path, strerror(errno));
        goto done;
    }
    if (!S_ISREG(status.st_mode)) {
        diag_error(diags, CODE_SCRIPT_FILE, from, "the script '%s' is not a plain file", path);
        goto done;
    }
    bytes = malloc(SCRIPT_SIZE_MAX + 1);
    if (!bytes) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        goto done;
    }
    ssize_t length = read_all(file, bytes, SCRIPT_SIZE_MAX + 1); /* one more than allowed tells "too long" */
    if (length < 0) {
        diag_failure(diags, CODE_UNREADABLE_FILE, "the script '%s' cannot be read", path);
        goto done;
    }
    if (length > SCRIPT_SIZE_MAX) {
        diag_error(diags, CODE_SCRIPT_FILE, from, "the script '%s' is longer than %d bytes", path,
                   (int)SCRIPT_SIZE_MAX);
        goto done;
    }
    result = diag_source(diags, path, bytes, (size_t)length);
    if (!result) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    } else if (!check_bytes(diags, from, result)) {
        result = NULL;
    }
done:
    free(bytes);
    (void)close(file);
    return result;
}
