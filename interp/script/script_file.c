/* A script's text: reading the file, and the checks before Lua gets it. */
#define _POSIX_C_SOURCE 200809L

#include "base/read_file.h"
#include "script/internal.h"
#include "script/script_scan.h"

#include <errno.h>
#include <string.h>

location chunk_place(const source *chunk, uint32_t line)
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
    location p = {.source = chunk, .line = line, .column = 1};
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

static uint32_t count_lines(const source *chunk)
{
    uint32_t lines = 1;
    for (size_t i = 0; i < chunk->size; i++) {
        lines += chunk->bytes[i] == '\n';
    }
    return lines;
}

uint32_t host_lines_before(const script_host *host, size_t script)
{
    uint32_t lines = 0;
    for (size_t i = 0; i < script; i++) {
        lines += count_lines(host->texts[i].text);
    }
    return lines;
}

/* The number of the script that has the line. */
static size_t script_with_line(const script_host *host, uint32_t line)
{
    size_t i = 0;
    for (; i + 1 < host->text_count && line > host_lines_before(host, i + 1); i++) {
    }
    return i;
}

location host_place(const script_host *host, uint32_t line)
{
    size_t script = script_with_line(host, line);
    return chunk_place(host->texts[script].text, line - host_lines_before(host, script));
}

location host_named_at(const script_host *host, uint32_t line)
{
    return host->texts[script_with_line(host, line)].from;
}

static void note_from(diag_list *diags, location from)
{
    if (from.source) {
        diag_note(diags, from, "the script is named here");
    }
}

static bool check_bytes(diag_list *diags, location from, const source *chunk)
{
    uint32_t line = 1;
    for (size_t i = 0; i < chunk->size;) {
        size_t n = utf8_length(chunk->bytes + i, chunk->size - i);
        if (n == 0 || chunk->bytes[i] == '\0') {
            diag_error(diags, CODE_SCRIPT_FILE, (location){.source = chunk, .line = line, .column = 1},
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

bool chunk_check(diag_list *diags, location from, const source *chunk)
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

static void too_long_error(diag_list *diags, location from, const char *path)
{
    diag_error(diags, CODE_SCRIPT_FILE, from, "the script '%s' is longer than %d bytes", path, (int)SCRIPT_SIZE_MAX);
}

/* Links are not followed: downloaded rules could name a script that is a link to any file of the user, and a syntax
 * error would then show lines of it. */
static const source *read_file(diag_list *diags, location from, const char *path)
{
    text bytes = {0};
    int error = read_file_bytes(path, READ_FILE_NO_LINKS, SCRIPT_SIZE_MAX, &bytes);
    const source *result = error ? NULL : diag_source(diags, path, text_string(&bytes), bytes.length);
    switch (error) {
    case 0:
        if (!result) {
            diag_out_of_memory(diags);
        }
        break;
    case ENOENT:
        diag_error(diags, CODE_NO_SCRIPT, from, "there is no script '%s'", path);
        break;
    case ELOOP:
        diag_error(diags, CODE_SCRIPT_FILE, from, "the script '%s' is a symbolic link; it must be a plain file", path);
        break;
    case EISDIR:
    case ENODEV:
        diag_error(diags, CODE_SCRIPT_FILE, from, "the script '%s' is not a plain file", path);
        break;
    case EFBIG:
        too_long_error(diags, from, path);
        break;
    case ENOMEM:
        diag_out_of_memory(diags);
        break;
    default:
        diag_failure(diags, CODE_UNREADABLE_FILE, "the script '%s' cannot be read: %s", path, strerror(error));
    }
    text_finish(&bytes);
    return result;
}

const source *script_read(diag_list *diags, location from, const char *path)
{
    const source_overlay *instead = diag_overlay(diags, path);
    if (instead && instead->size > SCRIPT_SIZE_MAX) {
        too_long_error(diags, from, path);
        return NULL;
    }
    const source *found =
        instead ? diag_source(diags, path, instead->bytes, instead->size) : read_file(diags, from, path);
    return found && check_bytes(diags, from, found) ? found : NULL;
}
