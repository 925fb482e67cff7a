#include "lsp/game_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_file.h"
#include "service/script_names.h"

void game_files_init(game_files *f, server *s)
{
    *f = (game_files){.server = s};
    arena_init(&f->arena, 0);
}

void game_files_finish(game_files *f)
{
    for (game_file *one = f->first, *next; one; one = next) {
        next = one->next;
        text_finish(&one->bytes);
        free(one->path);
        free(one);
    }
    arena_finish(&f->arena);
    *f = (game_files){0};
}

/* ---- paths ---- */

/* The folder of a path, with its slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static bool can_be_read(server *s, const char *path)
{
    return documents_find_path(&s->documents, path) || read_file_exists(path);
}

char *game_files_parent(server *s, const char *path, const char *name)
{
    text beside = {0};
    text_add(&beside, path, folder_length(path));
    text_print(&beside, "%s.yaml", name);
    if (!strchr(name, '/') && can_be_read(s, text_string(&beside))) {
        return text_detach(&beside);
    }
    text_finish(&beside);
    server_list_games(s);
    for (size_t i = 0; i < s->game_count; i++) {
        if (strcmp(s->games[i].name, name) == 0) {
            return server_full_path(s, s->games[i].path);
        }
    }
    return NULL;
}

char *game_files_script(server *s, const char *path, const char *name)
{
    text beside = {0};
    size_t folder = folder_length(path);
    text_add(&beside, path, folder);
    text_put(&beside, name);
    if (can_be_read(s, text_string(&beside))) {
        return text_detach(&beside);
    }
    text_clear(&beside);
    while (folder > 1 && path[folder - 2] != '/') { /* ../scripts */
        folder--;
    }
    text_add(&beside, path, folder > 1 ? folder - 1 : folder);
    text_print(&beside, "scripts/%s", name);
    char *found = text_detach(&beside);
    if (found && !can_be_read(s, found)) {
        free(found);
        found = NULL;
    }
    return found;
}

/* ---- reading ---- */

static game_file *find(const game_files *f, const char *path)
{
    game_file *one = f->first;
    while (one && strcmp(one->path, path) != 0) {
        one = one->next;
    }
    return one;
}

static game_file *add_file(game_files *f, const char *path)
{
    game_file *one = f->count < GAME_FILES_FILES_MAX ? calloc(1, sizeof *one) : NULL;
    text copy = {0};
    text_put(&copy, path);
    if (!one || !(one->path = text_detach(&copy)) || !documents_read(&f->server->documents, path, &one->bytes)) {
        text_finish(&copy);
        if (one) {
            text_finish(&one->bytes);
            free(one->path);
        }
        free(one);
        return NULL;
    }
    one->kind = document_kind_of(path);
    if (one->kind == DOCUMENT_RULES) {
        one->top = outline_read(&f->arena, text_string(&one->bytes), one->bytes.length);
    }
    if (f->last) {
        f->last->next = one;
    } else {
        f->first = one;
    }
    f->last = one;
    f->count++;
    return one;
}

static game_file *add_with_relatives(game_files *f, const char *path, int depth);

typedef char *find_path(server *s, const char *path, const char *name);

/* Adds the files that a key names: one, or a list of them. */
static void add_named(game_files *f, const game_file *one, const char *key, find_path *locate, int depth)
{
    const char *bytes = text_string(&one->bytes);
    const outline *member = one->top ? outline_member(one->top, bytes, key) : NULL;
    const outline *value = member && member->kind == OUTLINE_LIST ? member->first : member;
    for (; value; value = member->kind == OUTLINE_LIST ? value->next : NULL) {
        if (value->kind != OUTLINE_SCALAR || value->value.to - value->value.from > 300) {
            continue;
        }
        text name = {0};
        text_add(&name, bytes + value->value.from, value->value.to - value->value.from);
        char *path = locate(f->server, one->path, text_string(&name));
        if (path) {
            (void)add_with_relatives(f, path, depth + 1);
        }
        free(path);
        text_finish(&name);
    }
}

static game_file *add_with_relatives(game_files *f, const char *path, int depth)
{
    game_file *one = find(f, path);
    if (one || depth > GAME_FILES_DEPTH_MAX) {
        return one;
    }
    one = add_file(f, path);
    if (one && one->kind == DOCUMENT_RULES) {
        add_named(f, one, "script", game_files_script, depth);
        add_named(f, one, "extends", game_files_parent, depth);
    }
    return one;
}

game_file *game_files_add(game_files *f, const char *path)
{
    return add_with_relatives(f, path, 0);
}

/* ---- names ---- */

typedef struct definition_search {
    const char *bytes, *name;
    unsigned kinds;
    name_use *found;
    bool any;
} definition_search;

static void look_at_name(void *state, const name_use *use)
{
    definition_search *search = state;
    if (!search->any && use->defines && (use->kinds & search->kinds) &&
        outline_is(search->bytes, use->at, search->name)) {
        *search->found = *use;
        search->any = true;
    }
}

static bool file_defines(const game_files *f, const game_file *one, const char *name, unsigned kinds, name_use *found)
{
    definition_search search = {text_string(&one->bytes), name, kinds, found, false};
    if (one->top) {
        names_each(&f->server->language, one->top, search.bytes, look_at_name, &search);
    } else if (kinds & NAME_FUNCTION) {
        span at;
        search.any = script_find_function(search.bytes, one->bytes.length, name, &at);
        if (search.any) {
            *found = (name_use){NAME_FUNCTION, true, at, NULL};
        }
    }
    return search.any;
}

const game_file *game_files_definition(const game_files *f, const char *name, unsigned kinds, name_use *found)
{
    const game_file *one = f->first;
    while (one && !file_defines(f, one, name, kinds, found)) {
        one = one->next;
    }
    return one;
}

/* ---- users ---- */

/* Which rule files are wanted. */
typedef struct wanted_users {
    const char *path; /* those that use this file */
    const char *name; /* or one that defines this name */
    unsigned kinds;
} wanted_users;

static bool is_used(const game_files *f, const game_files *other, const wanted_users *w)
{
    for (const game_file *one = other->first; one; one = one->next) {
        name_use use;
        if (strcmp(one->path, w->path) == 0 ||
            (w->name && find(f, one->path) && file_defines(f, one, w->name, w->kinds, &use))) {
            return true;
        }
    }
    return false;
}

static void add_user(game_files *f, const char *path, const wanted_users *w)
{
    game_files other;
    game_files_init(&other, f->server);
    bool uses = !find(f, path) && game_files_add(&other, path) && is_used(f, &other, w);
    game_files_finish(&other);
    if (uses) {
        (void)game_files_add(f, path);
    }
}

static void add_users_in(game_files *f, const char *folder, size_t length, const wanted_users *w)
{
    text path = {0};
    text_add(&path, folder, length);
    DIR *dir = opendir(text_string(&path));
    size_t seen = 0;
    for (struct dirent *entry;
         dir && (entry = readdir(dir)) != NULL && seen < GAME_FILES_FILES_MAX && !server_is_late(f->server);) {
        if (text_ends_with(entry->d_name, ".yaml") && document_kind_of(entry->d_name) == DOCUMENT_RULES) {
            text_clear(&path);
            text_add(&path, folder, length);
            text_put(&path, entry->d_name);
            add_user(f, text_string(&path), w);
            seen++;
        }
    }
    if (dir) {
        (void)closedir(dir);
    }
    text_finish(&path);
}

void game_files_add_users(game_files *f, const char *path, const char *name, unsigned kinds)
{
    const wanted_users w = {path, name, kinds};
    for (const document *one = f->server->documents.first; one && !server_is_late(f->server); one = one->next) {
        if (one->is_file && one->kind == DOCUMENT_RULES) {
            add_user(f, one->path, &w);
        }
    }
    if (*path != '/') {
        return;
    }
    size_t folder = folder_length(path);
    add_users_in(f, path, folder, &w);
    if (document_kind_of(path) == DOCUMENT_SCRIPT) { /* ../rules */
        while (folder > 1 && path[folder - 2] != '/') {
            folder--;
        }
        text rules = {0};
        text_add(&rules, path, folder > 1 ? folder - 1 : folder);
        text_put(&rules, "rules/");
        add_users_in(f, text_string(&rules), rules.length, &w);
        text_finish(&rules);
    }
}
