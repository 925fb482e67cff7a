/* Game files: the files that one game is read from, with their trees: its own, those of its parents, their scripts; and the
 * games that change these. */
#ifndef FERZ_LSP_GAME_FILES_H
#define FERZ_LSP_GAME_FILES_H

#include "lsp/names.h"
#include "lsp/server_internal.h"

enum { GAME_FILES_FILES_MAX = 300, GAME_FILES_DEPTH_MAX = 16 };

typedef struct game_file {
    char *path;
    text bytes;
    document_kind kind; /* rules or a script */
    const outline *top; /* of rules */
    struct game_file *next;
} game_file;

typedef struct game_files {
    server *server;
    arena arena;
    game_file *first, *last;
    size_t count;
} game_files;

void game_files_init(game_files *f, server *s);
void game_files_finish(game_files *f);
/* Adds a rule file or script, its parents and scripts. NULL when it cannot be read. */
game_file *game_files_add(game_files *f, const char *path);
/* Adds the rule files that use the file at `path`, as a parent or a script, with their families: those that are open
 * and those beside it. With `name` only where the game had defined that name already, in whatever file, and they use
 * that definition. */
void game_files_add_users(game_files *f, const char *path, const char *name, unsigned kinds);

/* What `extends` and `script` of a file name: a path to be freed, or NULL. */
char *game_files_parent(server *s, const char *path, const char *name);
char *game_files_script(server *s, const char *path, const char *name);

/* The first file that defines a name of one of the kinds, and where; NULL. */
const game_file *game_files_definition(const game_files *f, const char *name, unsigned kinds, name_use *found);

#endif
