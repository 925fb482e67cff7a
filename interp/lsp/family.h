/* Family: the files that one game is read from, with their trees: its own, those of its parents, their scripts; and the
 * games that change these. */
#ifndef FERZ_LSP_FAMILY_H
#define FERZ_LSP_FAMILY_H

#include "lsp/names.h"
#include "lsp/server_internal.h"

enum { FAMILY_FILES_MAX = 300, FAMILY_DEPTH_MAX = 16 };

typedef struct family_file {
    char *path;
    text bytes;
    document_kind kind; /* rules or a script */
    const outline *top; /* of rules */
    struct family_file *next;
} family_file;

typedef struct family {
    server *server;
    arena arena;
    family_file *first, *last;
    size_t count;
} family;

void family_init(family *f, server *s);
void family_finish(family *f);
/* Adds a rule file or script, its parents and scripts. NULL when it cannot be read. */
family_file *family_add(family *f, const char *path);
/* Adds the rule files that use the file at `path`, as a parent or a script, with their families: those that are open
 * and those beside it. With `name` only where the family had defined that name already, in whatever file, and they use
 * that definition. */
void family_add_users(family *f, const char *path, const char *name, unsigned kinds);

/* What `extends` and `script` of a file name: a path to be freed, or NULL. */
char *family_parent(server *s, const char *path, const char *name);
char *family_script(server *s, const char *path, const char *name);

/* The first file that defines a name of one of the kinds, and where; NULL. */
const family_file *family_definition(const family *f, const char *name, unsigned kinds, name_use *found);

#endif
