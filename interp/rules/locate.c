#define _GNU_SOURCE 1 /* for dladdr; must come before any header */

#include "rules/locate.h"

#include "base/read_file.h"
#include "base/text.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* The folder of a path, without its last slash. */
static const char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_text(a, path, (size_t)(slash - path)) : arena_text(a, ".", 1);
}

/* The folder of this code: of the shared library, or of the program it was linked into. */
static const char *own_folder(arena *a, bool *library)
{
    Dl_info info;
    char resolved[PATH_MAX];
    static const char anchor = 0;
    *library = false;
    if (dladdr(&anchor, &info) && info.dli_fname && strchr(info.dli_fname, '/') && realpath(info.dli_fname, resolved)) {
        const char *name = strrchr(resolved, '/') + 1;
        *library = strncmp(name, "lib", 3) == 0 && strstr(name, ".so");
        return folder_of(a, resolved);
    }
    ssize_t n = readlink("/proc/self/exe", resolved, sizeof resolved - 1);
    if (n <= 0) {
        return NULL;
    }
    resolved[n] = '\0';
    return folder_of(a, resolved);
}

/* The way from folder `here` to `there`, both absolute and resolved; in `a`. */
static const char *relative_way(arena *a, const char *here, const char *there)
{
    size_t common = 0; /* the bytes of the folders that both begin with */
    for (size_t i = 0;; i++) {
        bool here_ends = here[i] == '/' || here[i] == '\0', there_ends = there[i] == '/' || there[i] == '\0';
        if (here_ends && there_ends) {
            common = i;
        }
        if (here[i] != there[i] || here[i] == '\0') {
            break;
        }
    }
    text way = {0};
    for (const char *at = here + common; *at; at++) {
        text_put(&way, *at == '/' && at[1] ? "../" : "");
    }
    text_put(&way, there + common + (there[common] == '/'));
    if (way.length && way.bytes[way.length - 1] == '/') {
        way.length--;
    }
    const char *made = way.failed   ? NULL
                       : way.length ? arena_text(a, text_string(&way), way.length)
                                    : arena_text(a, ".", 1);
    text_finish(&way);
    return made;
}

/* A path as it is shortest for somebody who stands in the current folder: `rules`, `../rules` or `/usr/share/ferz`. Files
 * in messages are named by it, so that an editor or a shell finds them. What the user wrote is left as it is unless it
 * is absolute. */
const char *locate_shorten(arena *a, const char *path)
{
    char there[PATH_MAX], here[PATH_MAX];
    bool ways_up = strstr(path, "/../") || strstr(path, "/./");
    if ((path[0] != '/' && !ways_up) || !realpath(path, there) || !realpath(".", here)) {
        return path;
    }
    const char *way = relative_way(a, strcmp(here, "/") == 0 ? "" : here, there);
    size_t absolute = strlen(there);
    return !way ? path : strlen(way) < absolute ? way : arena_text(a, there, absolute);
}

typedef struct folder_visit {
    arena *a;
    void (*visit)(void *state, const char *folder);
    void *state;
} folder_visit;

static void visit_shortened(const folder_visit *v, const char *folder)
{
    const char *path = locate_shorten(v->a, folder);
    if (path) {
        v->visit(v->state, path);
    }
}

void locate_folders(arena *a, const char *const *dirs, void (*visit)(void *state, const char *folder), void *state)
{
    const folder_visit shortened = {a, visit, state};
    for (size_t i = 0; dirs && dirs[i]; i++) {
        visit(state, dirs[i]); /* as the caller wrote it */
    }
    const char *listed = getenv("FERZ_RULES");
    while (listed && *listed) {
        size_t n = strcspn(listed, ":");
        const char *folder = arena_text(a, listed, n);
        if (n && folder) {
            visit_shortened(&shortened, folder);
        }
        listed += n + (listed[n] == ':');
    }
    bool library = false;
    const char *own = own_folder(a, &library);
    const char *installed =
        own ? arena_format(a, "%s/%s", own, library ? FERZ_RULES_FROM_LIBRARY : FERZ_RULES_FROM_PROGRAM) : NULL;
    if (installed && read_file_is_folder(installed)) {
        visit_shortened(&shortened, installed);
    } else if (read_file_is_folder(FERZ_RULES_INSTALLED)) {
        visit_shortened(&shortened, FERZ_RULES_INSTALLED);
    }
    if (read_file_is_folder("rules")) {
        visit_shortened(&shortened, "rules");
    }
    /* A program run from its build folder: the source folder is two or three levels up. */
    static const char *const up[] = {"../../rules", "../../../rules"};
    for (size_t i = 0; own && i < sizeof up / sizeof *up; i++) {
        const char *folder = arena_format(a, "%s/%s", own, up[i]);
        if (folder && read_file_is_folder(folder)) {
            visit_shortened(&shortened, folder);
        }
    }
}

typedef struct rule_lookup {
    arena *a;
    const char *name;
    const char *found;
    bool dotted; /* the file that asks is written `./x.yaml`, so what lies beside it is too */
} rule_lookup;

static void look_in_folder(void *state, const char *folder)
{
    rule_lookup *h = state;
    if (!h->found && folder) { /* NULL: out of memory */
        const char *path = strcmp(folder, ".") == 0 && !h->dotted ? arena_format(h->a, "%s.yaml", h->name)
                                                                  : arena_format(h->a, "%s/%s.yaml", folder, h->name);
        h->found = path && is_file(path) ? path : NULL;
    }
}

const char *locate_rules(arena *a, const char *name, const char *const *dirs, const char *relative_to)
{
    size_t n = strlen(name);
    rule_lookup h = {.a = a, .name = name};
    bool is_path = strchr(name, '/') || text_ends_with(name, ".yaml");
    if (is_path && !relative_to) {
        return arena_text(a, name, n);
    }
    if (relative_to && strchr(relative_to, '/')) {
        h.dotted = true;
        look_in_folder(&h, folder_of(a, relative_to));
        h.dotted = false;
    } else if (relative_to) {
        look_in_folder(&h, ".");
    }
    if (!is_path && !h.found) {
        locate_folders(a, dirs, look_in_folder, &h);
    }
    return h.found;
}
