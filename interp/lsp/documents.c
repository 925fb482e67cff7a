#include "lsp/documents.h"

#include "ferz_tools.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/read_file.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* ---- names ---- */

static int hex_value(char c)
{
    return ascii_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

char *path_of_uri(const char *uri)
{
    static const char scheme[] = "file://";
    if (strncmp(uri, scheme, strlen(scheme)) != 0) {
        return NULL;
    }
    const char *at = uri + strlen(scheme);
    at += strncmp(at, "localhost/", 10) == 0 ? 9 : 0;
    if (*at != '/') {
        return NULL;
    }
    text path = {0};
    for (; *at; at++) {
        int high = *at == '%' ? hex_value(at[1]) : -1, low = high >= 0 ? hex_value(at[2]) : -1;
        if (low >= 0) {
            if (high == 0 && low == 0) {
                text_finish(&path);
                return NULL;
            }
            text_char(&path, (char)(high * 16 + low));
            at += 2;
        } else {
            text_char(&path, *at);
        }
    }
    return text_detach(&path);
}

char *uri_of_path(const char *path)
{
    text uri = {0};
    text_put(&uri, "file://");
    for (const char *p = path; *p; p++) {
        bool bare = ascii_is_letter(*p) || ascii_is_digit(*p) || strchr("/-._~", *p);
        text_print(&uri, bare ? "%c" : "%%%02X", bare ? *p : (int)(unsigned char)*p);
    }
    return text_detach(&uri);
}

document_kind document_kind_of(const char *path)
{
    return text_ends_with(path, ".lua")                                                  ? DOCUMENT_SCRIPT
           : text_ends_with(path, ".test.yaml") || text_ends_with(path, ".test.yml")     ? DOCUMENT_EXAMPLES
           : text_ends_with(path, ".tuning.yaml") || text_ends_with(path, ".tuning.yml") ? DOCUMENT_TUNING
                                                                                         : DOCUMENT_RULES;
}

/* ---- the table ---- */

void document_forget(document *one)
{
    ferz_variant_free(one->variant);
    one->variant = NULL;
    for (size_t i = 0; one->files && one->files[i]; i++) {
        free(one->files[i]);
    }
    free(one->files);
    one->files = NULL;
}

static void document_free(document *one)
{
    document_forget(one);
    text_finish(&one->text);
    json_decref(one->version);
    free(one->uri);
    free(one->path);
    free(one);
}

void documents_finish(documents *d)
{
    for (document *one = d->first, *next; one; one = next) {
        next = one->next;
        document_free(one);
    }
    *d = (documents){0};
}

document *documents_find(const documents *d, const char *uri)
{
    document *one = d->first;
    while (one && strcmp(one->uri, uri) != 0) {
        one = one->next;
    }
    return one;
}

document *documents_find_path(const documents *d, const char *path)
{
    document *one = d->first;
    while (one && strcmp(one->path, path) != 0) {
        one = one->next;
    }
    return one;
}

static char *copy_string(const char *string)
{
    text t = {0};
    text_put(&t, string);
    return text_detach(&t);
}

document *documents_open(documents *d, const char *uri)
{
    document *one = documents_find(d, uri);
    if (one || d->count == DOCUMENTS_MAX) {
        return one;
    }
    one = calloc(1, sizeof *one);
    if (!one) {
        return NULL;
    }
    one->uri = copy_string(uri);
    one->path = path_of_uri(uri);
    one->is_file = one->path != NULL;
    one->path = one->path ? one->path : copy_string(uri);
    if (!one->uri || !one->path) {
        document_free(one);
        return NULL;
    }
    one->kind = document_kind_of(one->path);
    one->next = d->first;
    d->first = one;
    d->count++;
    return one;
}

void documents_close(documents *d, const char *uri)
{
    for (document **at = &d->first; *at; at = &(*at)->next) {
        if (strcmp((*at)->uri, uri) == 0) {
            document *gone = *at;
            *at = gone->next;
            d->count--;
            document_free(gone);
            return;
        }
    }
}

/* ---- texts in place of files ---- */

size_t documents_overlays(const documents *d, ferz_overlay *overlays, text *names)
{
    char here[PATH_MAX];
    size_t count = 0, folder = getcwd(here, sizeof here) ? strlen(here) : 0;
    for (const document *one = d->first; one; one = one->next) {
        if (!one->is_file) {
            continue;
        }
        overlays[count++] = (ferz_overlay){one->path, text_string(&one->text), one->text.length};
        if (folder > 1 && strncmp(one->path, here, folder) == 0 && one->path[folder] == '/') {
            text_put(&names[count], one->path + folder + 1);
            overlays[count] = (ferz_overlay){text_string(&names[count]), text_string(&one->text), one->text.length};
            count++;
        }
    }
    return count;
}

bool documents_read(const documents *d, const char *path, text *bytes)
{
    const document *open = documents_find_path(d, path);
    if (open) {
        text_add(bytes, text_string(&open->text), open->text.length);
        return !bytes->failed;
    }
    size_t before = bytes->length;
    if (*path != '/' || read_file_bytes(path, READ_FILE_FOLLOW_LINKS, DOCUMENT_BYTES_MAX, bytes) != 0) {
        return false;
    }
    for (size_t at = before, size; at < bytes->length; at += size) {
        size = utf8_length(bytes->bytes + at, bytes->length - at);
        if (!size) { /* it could not be shown, nor sent */
            return false;
        }
    }
    return true;
}
