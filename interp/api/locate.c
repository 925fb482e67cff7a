/* Finds rule files: the folders in their order, and the installed rules relative to the program or library. */

#define _GNU_SOURCE 1 /* for dladdr; must come before any header */

#include "api/ferz_internal.h"

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

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
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

void locate_folders(arena *a, const char *const *dirs, void (*visit)(void *state, const char *folder), void *state)
{
    for (size_t i = 0; dirs && dirs[i]; i++) {
        visit(state, dirs[i]);
    }
    const char *listed = getenv("FERZ_RULES");
    while (listed && *listed) {
        size_t n = strcspn(listed, ":");
        const char *folder = arena_text(a, listed, n);
        if (n && folder) {
            visit(state, folder);
        }
        listed += n + (listed[n] == ':');
    }
    bool library = false;
    const char *own = own_folder(a, &library);
    const char *installed =
        own ? arena_format(a, "%s/%s", own, library ? FERZ_RULES_FROM_LIBRARY : FERZ_RULES_FROM_PROGRAM) : NULL;
    if (installed && is_folder(installed)) {
        visit(state, installed);
    } else if (is_folder(FERZ_RULES_INSTALLED)) {
        visit(state, FERZ_RULES_INSTALLED);
    }
    if (is_folder("rules")) {
        visit(state, "rules");
    }
    /* A program run from its build folder: the source folder is two or three levels up. */
    static const char *const up[] = {"../../rules", "../../../rules"};
    for (size_t i = 0; own && i < sizeof up / sizeof *up; i++) {
        const char *folder = arena_format(a, "%s/%s", own, up[i]);
        if (folder && is_folder(folder)) {
            visit(state, folder);
        }
    }
}

typedef struct rule_lookup {
    arena *a;
    const char *name;
    const char *found;
} rule_lookup;

static void look_in_folder(void *state, const char *folder)
{
    rule_lookup *h = state;
    if (!h->found) {
        const char *path = arena_format(h->a, "%s/%s.yaml", folder, h->name);
        h->found = path && is_file(path) ? path : NULL;
    }
}

const char *locate_rules(arena *a, const char *name, const char *const *dirs, const char *relative_to)
{
    size_t n = strlen(name);
    rule_lookup h = {.a = a, .name = name};
    bool is_path = strchr(name, '/') || (n > 5 && strcmp(name + n - 5, ".yaml") == 0);
    if (is_path && !relative_to) {
        return arena_text(a, name, n);
    }
    if (relative_to && strchr(relative_to, '/')) {
        look_in_folder(&h, folder_of(a, relative_to));
    } else if (relative_to) {
        look_in_folder(&h, ".");
    }
    if (!is_path && !h.found) {
        locate_folders(a, dirs, look_in_folder, &h);
    }
    return h.found;
}
