/* Documents: the texts that an editor holds, by their URI, and the files behind them. A text that is open is read
 * instead of its file, here and by the library. */
#ifndef FERZ_LSP_DOCUMENTS_H
#define FERZ_LSP_DOCUMENTS_H

#include <stdint.h>

#include "base/text.h"
#include "ferz_tools.h"
#include "service/place.h"

enum {
    DOCUMENTS_MAX = 200,
    DOCUMENT_BYTES_MAX = 2000000,
};

typedef enum document_kind { DOCUMENT_RULES, DOCUMENT_EXAMPLES, DOCUMENT_TUNING, DOCUMENT_SCRIPT } document_kind;

typedef struct document {
    char *uri;
    char *path; /* of the file; for a text that is no file, its URI */
    bool is_file;
    document_kind kind;
    text text;
    json_t *version;
    ferz_variant *variant; /* rules: as they loaded last, perhaps before the last changes; or NULL */
    char **files;          /* rules: what they were read from when they were checked last; ended by NULL; or NULL */
    bool broken;           /* rules: they did not load when they were checked last */
    bool stale;            /* to be checked */
    struct document *next;
} document;

typedef struct documents {
    document *first;
    size_t count;
} documents;

void documents_finish(documents *d);

/* The open document, or NULL. */
document *documents_find(const documents *d, const char *uri);
document *documents_find_path(const documents *d, const char *path);
/* Opens a document, or gives the one that is open. NULL when there are too many or memory ran out. */
document *documents_open(documents *d, const char *uri);
void documents_close(documents *d, const char *uri);
/* Forgets which files its rules were read from, and the rules. */
void document_forget(document *one);

document_kind document_kind_of(const char *path);
/* "file:///a%20b" as a path, and the other way; NULL when it is no such URI, or memory ran out. To be freed. */
char *path_of_uri(const char *uri);
char *uri_of_path(const char *path);

/* The open texts in place of files. `overlays` has room for two a document: one by its full path, one as seen from the
 * working directory. The second names belong to `names`, an array of as many texts. Returns how many there are. */
size_t documents_overlays(const documents *d, ferz_overlay *overlays, text *names);

/* Appends the text of a file: the open one, else that on the disk. False when there is none that can be read. */
bool documents_read(const documents *d, const char *path, text *bytes);

#endif
